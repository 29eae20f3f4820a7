"""The kernels as an engine: searches made for the puzzle, in slices short enough to look at the clock in between."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator

from eyeline.arrays import MAZE_TOKENS, VAMPIRE, LineArrays, MazeArrays, RoomArrays
from eyeline.engine import Clock, Limits, Outcome, Status, Task, Want
from eyeline.engines.beaming import TwoSat
from eyeline.errors import Unable
from eyeline.grid import Cell
from eyeline.kernels import beams, city, maze
from eyeline.kernels.compiled import COMPILED
from eyeline.kernels.outcome import ENOUGH, EXHAUSTED, PAUSED, UNLIMITED
from eyeline.sheet import Fact

#: Seconds that a slice should take; a clock that is looked at every 50 ms has to be asked a little more often.
SLICE = 0.02
#: Steps of the first slice of a search: one takes about a microsecond compiled, and some hundred times that otherwise.
STEPS = 4000 if COMPILED else 40
#: The same for a room, whose steps take some nanoseconds.
ROOM_STEPS = 400_000 if COMPILED else 4000
#: Answers found in one slice, at most.
ROOM = 64

_MONSTERS = tuple(MAZE_TOKENS[VAMPIRE:])


class Kernel:
    """The engine ``kernel``, for all kinds.

    Of a room it finds the answer, whether it is the only one, and the second; where more are asked for, or their
    number, that is left to ``2sat``.
    """

    def run(self, task: Task, limits: Limits, want: Want) -> Generator[Outcome, None, None]:
        """Yield the answers as they are found; with ``Want.COUNT`` just their number, at the end.

        Raises ``Unable`` for a city with lines of more than 16 cells, and for a room of more than 2^29 cells.
        """
        arrays = task.arrays
        if isinstance(arrays, RoomArrays):
            few = limits.answers is not None and limits.answers <= 2
            yield from _turned(arrays, limits) if few and want is not Want.COUNT else TwoSat().run(task, limits, want)
        else:
            yield from _searched(arrays, limits, want)


def _searched(arrays: LineArrays | MazeArrays, limits: Limits, want: Want) -> Iterator[Outcome]:
    clock = Clock(limits)
    if isinstance(arrays, LineArrays) and not city.Shape.of(arrays).fits:
        length = arrays.plan.heights + arrays.plan.parks
        raise Unable(f"the engine kernel takes lines of at most 16 cells, not {length}")
    most = UNLIMITED if limits.answers is None else limits.answers
    nodes = UNLIMITED if limits.nodes is None else limits.nodes
    if most == 0 or clock.over:
        yield Outcome(Status.STOPPED, count=0 if want is Want.COUNT else None)
        return
    search: city.Search | maze.Search
    if isinstance(arrays, LineArrays):
        search, values = city.Search(arrays, ROOM), arrays.plan.values
        where = list(enumerate(arrays.plan.cells))
    else:
        search, values = maze.Search(arrays, ROOM), _MONSTERS
        where = [(owner, Cell(*divmod(i, arrays.cols))) for i, owner in enumerate(search.owners) if owner >= 0]
    steps = STEPS
    while True:
        started = time.perf_counter()
        outcome = search.advance(steps, nodes, min(ROOM, most - search.found))
        if outcome == PAUSED:
            steps = _adapted(steps, STEPS, started)
        if want is not Want.COUNT:
            for answer in search.answers():
                yield Outcome(Status.FOUND, tuple([Fact(cell, values[answer[place]]) for place, cell in where]))
        if outcome in (EXHAUSTED, ENOUGH) or search.found >= most or clock.over:
            break
    status = Status.EXHAUSTED if outcome == EXHAUSTED else Status.STOPPED
    yield Outcome(status, count=search.found if want is Want.COUNT else None)


def _turned(room: RoomArrays, limits: Limits) -> Iterator[Outcome]:
    clock = Clock(limits)
    if len(room.codes) > beams.MOST_CELLS:
        raise Unable(f"the engine kernel takes rooms of at most {beams.MOST_CELLS} cells, not {len(room.codes)}")
    most = limits.answers or 0
    search = beams.decided(room, most)
    found = 0
    steps = ROOM_STEPS
    next(search)
    while found < max(most, 1) and not clock.over and most:
        started = time.perf_counter()
        try:
            codes = search.send(steps)
        except StopIteration as end:
            yield Outcome(Status.EXHAUSTED if end.value else Status.STOPPED)
            return
        steps = _adapted(steps, ROOM_STEPS, started)
        if codes is not None:
            found += 1
            yield Outcome(Status.FOUND, room.cells(codes))
    yield Outcome(Status.STOPPED)


def _adapted(steps: int, least: int, started: float) -> int:
    """Return how many steps the next slice should have after one that began at ``started``."""
    # The first call may have compiled the kernel; then the next ones find the way back.
    return max(least, int(steps * min(2.0, SLICE / max(time.perf_counter() - started, 1e-6))))
