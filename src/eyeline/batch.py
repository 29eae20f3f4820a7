"""Many puzzles: streamed in, worked on in chunks, here, in other processes or on a cluster, and out in their order.

What is done with each is a value that pickles, so that it can be done anywhere.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, islice
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from eyeline.catalogue import language, spoken
from eyeline.engine import NO_LIMITS, Limits
from eyeline.errors import EyelineError, WorkerLost, memory_told
from eyeline.formats import Piece, Result, format_named, order_named
from eyeline.many import MANY, solve_all, together
from eyeline.puzzles import Puzzle
from eyeline.reading import Item
from eyeline.sheet import Position
from eyeline.solve import Answer, solve

if TYPE_CHECKING:
    from eyeline.record import SolveRecord, Source

T = TypeVar("T")
R = TypeVar("R")
T_contra = TypeVar("T_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)
G = TypeVar("G")

#: How many items are dealt with at once: one at first, then as many as take about so long, with at most so much text.
CHUNK = 500
TURN = 0.25
LONGEST = 1 << 20


class Reply(NamedTuple):
    """What became of one item.

    ``code`` is the exit code that it alone would give; ``out`` and ``talk`` are lines for standard output and standard
    error, the talk to be said first. ``part`` is what the item adds to a text that one notation writes for all items.
    """

    code: int
    out: tuple[str, ...] = ()
    talk: tuple[str, ...] = ()
    part: str | Result | None = None


class Replies(NamedTuple):
    """What became of some items: of so many, with which codes; ``out`` and ``talk`` are lines, each with its end."""

    items: int
    codes: frozenset[int]
    out: str
    talk: str
    parts: tuple[str | Result, ...]

    @classmethod
    def of(cls, replies: Sequence[Reply]) -> Replies:
        """Gather the replies to items, in their order."""
        return cls(
            len(replies),
            frozenset([reply.code for reply in replies]),
            "".join([f"{line}\n" for reply in replies for line in reply.out]),
            "".join([f"{line}\n" for reply in replies for line in reply.talk]),
            tuple([reply.part for reply in replies if reply.part is not None]),
        )


class Work(Protocol[T_contra, R_co]):
    """What is done with every item of a batch: a value that pickles."""

    def __call__(self, item: T_contra, /) -> R_co:
        """Return what became of an item; what is wrong with it is part of the reply and never raised."""
        ...

    def prepare(self) -> None:
        """Load what pays where there are many items."""
        ...

    def lost(self, item: T_contra, /) -> R_co:
        """Return the reply to an item that the processes died of that worked on it."""
        ...


@runtime_checkable
class BulkWork(Protocol[T_contra, R]):
    """Work that is done faster on many items at once."""

    def many(self, items: Sequence[T_contra], /) -> list[R]:
        """Return the replies to the items, in their order: the same as one by one, engines and seconds apart."""
        ...


@dataclass(frozen=True)
class ChunkWork(Generic[T, R, G]):
    """Work on chunks of items; ``bulk`` = there are many items in all.

    ``gather`` makes one thing of the replies to a chunk; ``lang`` is their language, wherever the work is done.
    """

    work: Work[T, R]
    bulk: bool
    gather: Callable[[list[R]], G]
    lang: str = field(default_factory=spoken)

    def start(self) -> None:
        """Prepare a process for the work."""
        if self.bulk:
            self.work.prepare()

    def __call__(self, items: Sequence[T]) -> G:
        """Return the replies to the items, gathered."""
        # A stretch may make an item anew whenever it is asked for it.
        items = list(items)
        with language(self.lang):
            if self.bulk and isinstance(self.work, BulkWork):
                return self.gather(self.work.many(items))
            return self.gather([self.work(item) for item in items])

    def lost(self, item: T) -> G:
        """Return the reply to an item that the processes died of that worked on it, gathered."""
        return self.gather([self.work.lost(item)])


class Feed(Iterator[T]):
    """Items that come in stretches, and are taken one by one or many at once."""

    def __init__(self, stretches: Iterable[Sequence[T]]) -> None:
        """Begin with the first; stretches are taken as they are needed."""
        self._coming = iter(stretches)
        self._seen: deque[Sequence[T]] = deque()
        self._stretch: Sequence[T] = ()
        self._at = 0

    def __next__(self) -> T:
        """Return the next item."""
        for item in self.take(1):
            return item
        raise StopIteration

    def take(self, most: int) -> Sequence[T]:
        """Return so many of the next items, fewer where no more come together; none when there are no more."""
        while self._at >= len(self._stretch):
            stretch = self._seen.popleft() if self._seen else next(self._coming, None)
            if stretch is None:
                return ()
            self._stretch, self._at = stretch, 0
        taken = self._stretch[self._at : self._at + most]
        self._at += len(taken)
        return taken

    def count(self, most: int) -> int:
        """Return how many items are still to come, as far as ``most``."""
        there = len(self._stretch) - self._at + sum(map(len, self._seen))
        while there < most and (stretch := next(self._coming, None)) is not None:
            self._seen.append(stretch)
            there += len(stretch)
        return min(there, most)


class Chunks(Generic[T]):
    """The items cut into chunks, of a size that is learnt from the time they take."""

    def __init__(self, feed: Feed[T], weigh: Callable[[T], int]) -> None:
        """Start with chunks of one item; ``weigh`` gives the length of an item that comes alone."""
        self.feed = feed
        self.weigh = weigh
        self.size = 1
        self.brisk = False

    def take(self) -> Sequence[T]:
        """Return the next chunk, of no items when there are no more."""
        some = self.feed.take(self.size)
        if len(some) != 1:
            return some
        chunk: list[T] = []
        weight = 0
        for item in chain(some, islice(self.feed, self.size - 1)):
            chunk.append(item)
            weight += self.weigh(item)
            if weight >= LONGEST:
                break
        return chunk

    def learn(self, items: int, seconds: float) -> None:
        """Take note of how long so many items took."""
        self.brisk = seconds <= 2 * TURN
        fitting = int(TURN * items / max(seconds, 1e-6))
        self.size = max(1, min(2 * self.size, fitting, CHUNK))


def replies(
    work: Work[T, R],
    feed: Feed[T],
    *,
    gather: Callable[[list[R]], G],
    weigh: Callable[[T], int],
    bulk: bool,
    jobs: int = 1,
    cluster: str | None = None,
) -> Generator[G, None, None]:
    """Yield the replies to all items in their order, as they are finished, some at a time, made one by ``gather``.

    ``weigh`` gives the length of an item that comes alone. ``bulk`` = there are so many items that it pays to prepare
    for them. With ``jobs`` above 1 as many processes share the work; with ``cluster`` the workers behind that address
    do, or as many processes under the name ``local``. At any time a bounded number of items is under way. Raises
    ``WorkerLost`` and ``MissingExtra``.
    """
    job = ChunkWork(work, bulk, gather)
    chunks = Chunks(feed, weigh)
    if cluster is not None:
        from eyeline.cluster import spread_wide

        yield from spread_wide(job, chunks, cluster, jobs)
    elif jobs > 1:
        from eyeline.pool import spread

        yield from spread(job, chunks, jobs)
    else:
        job.start()
        if not (bulk and isinstance(work, BulkWork)):
            # One by one, so that nothing that is finished waits for others.
            for item in feed:
                yield gather([work(item)])
            return
        while chunk := chunks.take():
            started = time.perf_counter()
            found = job(chunk)
            chunks.learn(len(chunk), time.perf_counter() - started)
            yield found


@dataclass(frozen=True)
class Shard:
    """The part ``index`` (from 1) of ``count`` parts: every item whose number leaves that remainder."""

    index: int
    count: int

    def holds(self, number: int) -> bool:
        """Return whether an item is in this part; ``number`` is its place among all, from 1."""
        return (number - self.index) % self.count == 0


# --- solving


@dataclass(frozen=True, kw_only=True)
class SolvingWork:
    """How work solves puzzles: by which engine and formulation, within limits, as far as a ``first`` answer or all."""

    engine: str = "auto"
    limits: Limits = NO_LIMITS
    first: bool = False
    formulation: str | None = None

    def solved(self, puzzle: Puzzle, position: Position | None) -> Answer:
        """Solve a puzzle from a position on. Raises as :func:`eyeline.solve` does."""
        return solve(
            puzzle,
            engine=self.engine,
            limits=self.limits,
            first=self.first,
            formulation=self.formulation,
            position=position,
        )

    def solved_together(self, puzzles: Sequence[Puzzle]) -> list[Answer | EyelineError]:
        """Solve puzzles with nothing entered, and no rows asked for, as :func:`eyeline.many.solve_all` does."""
        return solve_all(puzzles, engine=self.engine, limits=self.limits, first=self.first)

    def prepare(self) -> None:
        """Load the kernels, which take no rows."""
        if self.formulation is None:
            load_kernels(self.engine)


@dataclass(frozen=True, kw_only=True)
class RecordWork(SolvingWork):
    """Solving puzzles for records: those of items, the text of each being read first, or of puzzles as they are."""

    def __call__(self, entry: Item | tuple[int, Puzzle]) -> SolveRecord:
        """Return the record of a puzzle."""
        from eyeline import record

        try:
            puzzle = entry.puzzle() if isinstance(entry, Item) else entry[1]
            with memory_told():
                answer = self.solved(puzzle, entry.page().position if isinstance(entry, Item) else None)
        except EyelineError as error:
            return self._failed(entry, error)
        return record.solved(answer, _source(entry))

    def many(self, entries: Sequence[Item | tuple[int, Puzzle]]) -> list[SolveRecord]:
        """Return the records of many puzzles, those with nothing entered being solved together."""
        from eyeline import record

        found = together(entries, self._bare, self.solved_together)
        return [
            record.solved(answer, _source(entry))
            if isinstance(answer, Answer)
            else self(entry)
            if answer is None
            else self._failed(entry, answer)
            for entry, answer in zip(entries, found, strict=True)
        ]

    def _bare(self, entry: Item | tuple[int, Puzzle]) -> Puzzle | None:
        """Return a puzzle unless something is entered on it, or rows are asked for."""
        if self.formulation or (isinstance(entry, Item) and entry.page().position):
            return None
        return entry.puzzle() if isinstance(entry, Item) else entry[1]

    def lost(self, entry: Item | tuple[int, Puzzle]) -> SolveRecord:
        """Return the record of a puzzle that processes died of."""
        return self._failed(entry, WorkerLost())

    def _failed(self, entry: Item | tuple[int, Puzzle], error: EyelineError) -> SolveRecord:
        from eyeline import record

        kind = entry.kind if isinstance(entry, Item) else entry[1].kind.name
        return record.SolveRecord(kind=kind, error=error.record(), source=_source(entry))


def _source(entry: Item | tuple[int, Puzzle]) -> Source:
    from eyeline.record import Source

    if isinstance(entry, Item):
        return Source(None, entry.number, entry.piece.text)
    return Source(None, entry[0], "")


def _weight(entry: Item | tuple[int, Puzzle]) -> int:
    return item_weight(entry) if isinstance(entry, Item) else entry[1].grid.size


def item_weight(item: Item) -> int:
    """Return the length of an item's text."""
    return len(item.piece.text)


def load_kernels(engine: str) -> None:
    """Load the compiled kernels if they are there and the engine uses them."""
    if engine in ("auto", "kernel") and find_spec("numba") is not None:
        import_module("eyeline.kernels.compiled")


def solve_many(
    puzzles: Iterable[Puzzle | str],
    *,
    engine: str = "auto",
    limits: Limits = NO_LIMITS,
    first: bool = False,
    formulation: str | None = None,
    notation: str | None = None,
    order: str | None = None,
    jobs: int = 1,
    cluster: str | None = None,
) -> Iterator[SolveRecord]:
    """Solve puzzles, or texts of one puzzle each, and yield a record for each as it is found, in their order.

    The puzzles are taken from the iterable as they are needed, some hundreds for each process ahead of the record that
    is yielded. What is wrong with one is the ``error`` of its record. ``source.line`` is its place among all, from 1;
    ``source.text`` its text, empty for a puzzle. ``limits`` hold for each; ``notation`` and ``order`` for the texts.

    With ``jobs`` above 1 as many processes share the work; a script has to call this below ``if __name__ ==
    "__main__"``, as for everything that starts processes. ``cluster`` is the address of a Dask scheduler, or ``local``
    for one of ``jobs`` processes on this machine. A process that dies is replaced; a puzzle that costs two more, alone,
    gets an error. Raises ``UnknownName`` for the notation and the order, ``ValueError`` for fewer than one job,
    ``TypeError`` for one text in the place of many and for what is neither puzzle nor text, ``WorkerLost`` when
    processes cannot be started, ``MissingExtra``, and what the iterable raises, behind the records of what came before.

    >>> import eyeline
    >>> ids = ["4:/2/////3//////3//3/", "4:2/2/1/3/2/3/2/1////////", "4:1/2"]
    >>> [record.verdict for record in eyeline.solve_many(ids)]
    ['one', 'many', None]
    """
    if jobs < 1:
        raise ValueError(f"{jobs} jobs, expected at least 1")
    if isinstance(puzzles, str | Puzzle):
        # A text is an iterable as well, of its characters.
        raise TypeError(f"one {type(puzzles).__name__}, expected an iterable of puzzles or texts, as [text] is")
    if notation is not None:
        format_named(notation)
    if order is not None:
        order_named(order)
    work = RecordWork(engine=engine, limits=limits, first=first, formulation=formulation)
    entries = (_entry(number, entry, notation, order) for number, entry in enumerate(puzzles, start=1))
    return _records(work, entries, jobs, cluster)


def _entry(number: int, entry: Puzzle | str, notation: str | None, order: str | None) -> Item | tuple[int, Puzzle]:
    if isinstance(entry, str):
        # Other processes may not know of the text's own class, if it has one.
        return Item(Piece(str.__str__(entry), notation=notation), order, None, number)
    if not isinstance(entry, Puzzle):
        raise TypeError(f"number {number} is a {type(entry).__name__}, expected a puzzle or a text")
    return number, entry


def _records(
    work: RecordWork, entries: Iterator[Item | tuple[int, Puzzle]], jobs: int, cluster: str | None
) -> Iterator[SolveRecord]:
    failed: list[Exception] = []

    def whole() -> Iterator[Item | tuple[int, Puzzle]]:
        try:
            yield from entries
        except Exception as error:
            failed.append(error)

    # Each comes alone.
    feed = Feed(zip(whole()))
    bulk = feed.count(MANY) == MANY
    with closing(replies(work, feed, gather=list, weigh=_weight, bulk=bulk, jobs=jobs, cluster=cluster)) as found:
        for records in found:
            yield from records
    # What came before it has had its records.
    if failed:
        raise failed[0]
