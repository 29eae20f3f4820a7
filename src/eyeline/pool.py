"""Processes of this machine that work on parts of a long list, and what happens when one of them dies.

A worker deals with its chunks in order, so it is always known which one it was at when it died. That chunk is tried
again, item by item; an item that two workers die of that work on nothing else is given up.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from types import FrameType
from typing import Generic, Protocol, TypeVar

from eyeline.ending import insist, silence, unasked
from eyeline.errors import WorkerLost
from eyeline.garbage import collect_seldom

T = TypeVar("T")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
T_contra = TypeVar("T_contra", contravariant=True)
T_co = TypeVar("T_co", covariant=True)

#: How often one item, alone, may cost a worker its life.
TRIES = 2
#: How often in a row a worker may die before it has begun: at the start, and once others have begun.
STARTS, RESTARTS = 3, 10
#: Seconds in which a worker that is asked to end may do so by itself.
PATIENCE = 2.0
#: How many chunks for each worker may be under way or wait for those before them.
AHEAD = 8


class Job(Protocol[T_contra, R_co]):
    """Work on chunks of one or more items, which can be pickled."""

    def start(self) -> None:
        """Prepare a worker for what is to come."""
        ...

    def __call__(self, items: Sequence[T_contra]) -> R_co:
        """Return what became of a chunk."""
        ...

    def lost(self, item: T_contra) -> R_co:
        """Return what became of a chunk of one item that workers died of."""
        ...


class Supply(Protocol[T_co]):
    """Where chunks come from; ``brisk`` = they take so short a time that a worker may have one more in store."""

    brisk: bool

    def take(self) -> Sequence[T_co]:
        """Return the next chunk, of no items when there are no more."""
        ...

    def learn(self, items: int, seconds: float) -> None:
        """Take note of how long a worker took for so many items."""
        ...


@dataclass(eq=False)
class Chunk(Generic[T, R]):
    """Some items, how many workers they have cost, and what became of them, once that is there."""

    items: Sequence[T]
    tries: int = 0
    reply: R | None = None


class Queue(Generic[T, R]):
    """The chunks under way, in the order of the items, and those of them that wait for a worker."""

    def __init__(self, job: Job[T, R], supply: Supply[T], workers: int) -> None:
        """Start empty, to hold at most :data:`AHEAD` chunks for each worker."""
        self.job = job
        self.supply = supply
        self.most = AHEAD * workers
        self.held: deque[Chunk[T, R]] = deque()
        self.again: deque[Chunk[T, R]] = deque()
        self.exhausted = False

    def next(self) -> Chunk[T, R] | None:
        """Return the chunk to be worked on next; ``None`` where there is none for now."""
        if self.again:
            return self.again.popleft()
        if self.exhausted or len(self.held) >= self.most:
            return None
        items = self.supply.take()
        if not items:
            self.exhausted = True
            return None
        chunk: Chunk[T, R] = Chunk(items)
        self.held.append(chunk)
        return chunk

    def finished(self) -> Iterator[R]:
        """Yield the replies that are there and that no others have to come before."""
        while self.held and (reply := self.held[0].reply) is not None:
            self.held.popleft()
            yield reply

    def failed(self, chunk: Chunk[T, R]) -> None:
        """Take note that a worker died of a chunk.

        Its items are tried alone; one that was alone already is tried again, or given up after :data:`TRIES`.
        """
        if len(chunk.items) > 1:
            parts: list[Chunk[T, R]] = [Chunk([item]) for item in chunk.items]
            place = self.held.index(chunk)
            self.held.rotate(-place)
            self.held.popleft()
            self.held.extendleft(reversed(parts))
            self.held.rotate(place)
            self.again.extend(parts)
            return
        chunk.tries += 1
        if chunk.tries < TRIES:
            self.again.append(chunk)
        else:
            chunk.reply = self.job.lost(chunk.items[0])


class _Worker(Generic[T, R]):
    """A process, the line to it, whether it has begun, and the chunks that it has, in order."""

    def __init__(self, job: Job[T, R]) -> None:
        """Start a process. Raises ``WorkerLost`` where that cannot be done."""
        context = multiprocessing.get_context("spawn")
        try:
            self.line, theirs = context.Pipe()
            self.process = context.Process(target=serve, args=(theirs, job), daemon=True)
            with unasked():
                self.process.start()
        except OSError as error:
            raise WorkerLost(f"a process that shares the work cannot be started: {error.strerror or error}") from error
        theirs.close()
        self.ready = False
        self.chunks: deque[Chunk[T, R]] = deque()

    def give(self, chunk: Chunk[T, R]) -> None:
        """Hand over a chunk. That the worker is dead is seen when its reply is read."""
        self.chunks.append(chunk)
        with suppress(BrokenPipeError, ConnectionResetError):
            self.line.send(chunk.items)

    def dismiss(self) -> None:
        """Ask the process to end."""
        self.line.close()
        self.process.terminate()

    def end(self) -> None:
        """End the process, which was dismissed, whatever it is doing."""
        self.process.join(PATIENCE)
        self.process.kill()
        self.process.join()


def spread(job: Job[T, R], supply: Supply[T], workers: int) -> Iterator[R]:
    """Yield what became of all chunks, in their order, worked out by so many processes.

    Raises ``WorkerLost`` when no process can be started, and ``RuntimeError`` for an error that the work should have
    dealt with itself.
    """
    if multiprocessing.current_process().daemon:
        raise WorkerLost("processes that share the work cannot be started from here, a process of a pool itself")
    queue = Queue(job, supply, workers)
    crew: list[_Worker[T, R]] = []
    failures, most = 0, STARTS
    try:
        crew.extend(_Worker(job) for _ in range(workers))
        while True:
            _hand_out(queue, crew, supply)
            for reply in queue.finished():
                # Before anybody sees to it: what was finished early made no room until what came before it was.
                _hand_out(queue, crew, supply)
                yield reply
            if queue.exhausted and not queue.held:
                return
            lines = {worker.line: worker for worker in crew if worker.chunks or not worker.ready}
            for line in wait(list(lines)):
                worker = lines[line]  # type: ignore[index]
                try:
                    _receive(worker, supply)
                    failures, most = 0, RESTARTS
                except (EOFError, OSError):
                    failures += not worker.ready
                    if failures >= most:
                        hint = "; a script has to call this below if __name__ == '__main__'" if most == STARTS else ""
                        raise WorkerLost(f"the processes that share the work do not start{hint}") from None
                    queue.again.extend(list(worker.chunks)[1:])
                    if worker.chunks:
                        queue.failed(worker.chunks[0])
                    worker.dismiss()
                    worker.end()
                    crew[crew.index(worker)] = _Worker(job)
    finally:
        for worker in crew:
            worker.dismiss()
        for worker in crew:
            worker.end()


def _hand_out(queue: Queue[T, R], crew: Sequence[_Worker[T, R]], supply: Supply[T]) -> None:
    """Give every worker that is ready its next chunk, as far as there are any."""
    for depth in range(2 if supply.brisk else 1):
        for worker in crew:
            if worker.ready and len(worker.chunks) <= depth and (chunk := queue.next()) is not None:
                worker.give(chunk)


def _receive(worker: _Worker[T, R], supply: Supply[T]) -> None:
    """Read what a worker has to say. Raises ``EOFError`` or ``OSError`` where it is dead."""
    said = worker.line.recv()
    if isinstance(said, str):
        raise RuntimeError(f"in a worker process:\n{said}")
    if not worker.ready:
        worker.ready = True
        return
    chunk = worker.chunks.popleft()
    chunk.reply, seconds = said
    supply.learn(len(chunk.items), seconds)


# --- in the worker


def serve(line: Connection, job: Job[T, R]) -> None:
    """Work on the chunks that come in over ``line``, until there are no more: the main function of a worker.

    Says that it is ready, then answers each chunk with what became of it and the seconds that it took, or with the text
    of the error that it ended with.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    insist()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # Standard output belongs to the replies, which are printed elsewhere; some solvers print on it.
    sys.stdout.flush()
    silence(1)
    try:
        job.start()
        collect_seldom()
        heard = _tell(line, None)
        store: SimpleQueue[Sequence[T] | Exception | None] = SimpleQueue()
        threading.Thread(target=_fetch, args=(line, store), daemon=True).start()
        while heard and (items := store.get()) is not None:
            if isinstance(items, Exception):
                raise items
            started = time.perf_counter()
            reply = job(items)
            heard = _tell(line, (reply, time.perf_counter() - started))
    except Exception:
        _tell(line, traceback.format_exc())
    # It ends by itself now; to be asked to once more would only be told as an error.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _tell(line: Connection, what: object) -> bool:
    """Say something; return whether anybody is there to hear it."""
    try:
        line.send(what)
    except OSError:
        return False
    return True


def _fetch(line: Connection, store: SimpleQueue[Sequence[T] | Exception | None]) -> None:
    """Take chunks in as soon as they are sent, so that two processes never wait for each other to read.

    After the last one comes ``None``, or the error for which it cannot be taken in.
    """
    try:
        while True:
            store.put(line.recv())
    except (EOFError, OSError):
        store.put(None)
    except Exception as error:
        store.put(error)


def _end_with_parent() -> None:
    """End this process when the one that started it has died, which may leave it no time to say so."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(PATIENCE)
        os._exit(1)


def _leave(number: int, frame: FrameType | None) -> None:
    """End this process in such a way that engines end those that they have started."""
    # A compiler that is broken off anywhere says much about it, which is nobody's news.
    silence(2)
    raise SystemExit
