"""Workers of a Dask cluster that work on parts of a long list, and what happens when one of them dies.

The scheduler gives the chunk of a worker that died to another one, several times if need be. A chunk that it gives up
is tried again item by item.
"""

from __future__ import annotations

import logging
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from eyeline.ending import unasked
from eyeline.errors import MissingExtra, UnreadableInput, WorkerLost
from eyeline.pool import Chunk, Job, Queue, Supply

if TYPE_CHECKING:
    from distributed import Client

T = TypeVar("T")
R = TypeVar("R")

#: The address that stands for processes of this machine.
LOCAL = "local"
#: Seconds in which a scheduler has to answer.
PATIENCE = 30


@contextmanager
def connected(address: str, processes: int) -> Iterator[Client]:
    """Connect with the scheduler at an address, or start one of so many ``local`` processes, and end it afterwards.

    Raises ``MissingExtra``, ``WorkerLost`` where the processes do not start, and ``UnreadableInput`` where nobody
    answers or the scheduler goes away.
    """
    try:
        from distributed import CancelledError, Client, LocalCluster
    except ImportError:
        raise MissingExtra("--cluster needs Dask, which is not installed: pip install 'eyeline[cluster]'") from None
    with ExitStack() as stack:
        # What goes wrong is said here, once; Dask would add what it tries meanwhile.
        for logger in map(logging.getLogger, ("distributed", "distributed.client", "tornado.application", "asyncio")):
            stack.callback(logger.setLevel, logger.level)
            logger.setLevel(logging.CRITICAL)
        stack.enter_context(warnings.catch_warnings())
        warnings.filterwarnings("ignore", "Sending large graph", UserWarning)
        try:
            if address == LOCAL:
                with unasked():
                    cluster = LocalCluster(
                        n_workers=processes,
                        threads_per_worker=1,
                        dashboard_address="127.0.0.1:0",
                        silence_logs=logging.CRITICAL,
                    )
                client = Client(stack.enter_context(cluster))
            else:
                client = Client(address, timeout=PATIENCE)
        except (OSError, ValueError) as error:
            if address == LOCAL:
                raise WorkerLost(f"the processes of the cluster do not start: {error}") from error
            raise UnreadableInput(f"{address}: no Dask scheduler answers there: {error}") from error
        except RuntimeError as error:
            raise WorkerLost(f"the processes of the cluster do not start: {error}") from error
        try:
            yield stack.enter_context(client)
        except (OSError, CancelledError) as error:
            raise UnreadableInput(f"{address}: the Dask scheduler went away") from error


def worked(job: Job[T, R], items: Sequence[T]) -> tuple[R, float]:
    """Return what became of a chunk and the seconds that it took: what a worker runs."""
    started = time.perf_counter()
    job.start()
    return job(items), time.perf_counter() - started


def spread_wide(job: Job[T, R], supply: Supply[T], address: str, processes: int) -> Iterator[R]:
    """Yield what became of all chunks, in their order, worked out by the workers of a cluster.

    At any time a bounded number of chunks is under way. Raises as :func:`connected` does.
    """
    with connected(address, processes) as client:
        from distributed import KilledWorker, as_completed

        workers = max(1, sum(client.nthreads().values()))
        queue = Queue(job, supply, workers)
        running: dict[Any, Chunk[T, R]] = {}
        completed = as_completed()

        def hand_out() -> None:
            while len(running) < 2 * workers and (chunk := queue.next()) is not None:
                # The job goes along with each chunk: what is kept on workers is gone when the last of them has died.
                future = client.submit(worked, job, chunk.items, pure=False)
                running[future] = chunk
                completed.add(future)

        while True:
            hand_out()
            for reply in queue.finished():
                # Before anybody sees to it: what was finished early made no room until what came before it was.
                hand_out()
                yield reply
            if not running:
                return
            future = next(completed)
            chunk = running.pop(future)
            try:
                chunk.reply, seconds = future.result()
                supply.learn(len(chunk.items), seconds)
            except KilledWorker:
                queue.failed(chunk)
            future.release()
