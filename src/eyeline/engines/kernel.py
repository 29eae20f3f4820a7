"""The kernels as an engine: searches made for the puzzle, in slices short enough to look at the clock in between."""

from __future__ import annotations

import time
from collections.abc import Generator

from eyeline.arrays import LineArrays
from eyeline.engine import Clock, Limits, Outcome, Status, Task, Want
from eyeline.errors import Unable
from eyeline.kernels.city import ENOUGH, EXHAUSTED, PAUSED, UNLIMITED, Search, Shape
from eyeline.kernels.compiled import COMPILED
from eyeline.sheet import Fact

#: Seconds that a slice should take; a clock that is looked at every 50 ms has to be asked a little more often.
SLICE = 0.02
#: Steps of the first slice: one takes about a microsecond compiled, and some hundred times that otherwise.
STEPS = 4000 if COMPILED else 40
#: Answers found in one slice, at most.
ROOM = 64


class Kernel:
    """The engine ``kernel``, for cities of skyscrapers."""

    def run(self, task: Task, limits: Limits, want: Want) -> Generator[Outcome, None, None]:
        """Yield the answers as they are found; with ``Want.COUNT`` just their number, at the end.

        Raises ``Unable`` for lines of more than 16 cells.
        """
        clock = Clock(limits)
        city = task.city
        if not Shape.of(city).fits:
            raise Unable(f"the engine kernel takes lines of at most 16 cells, not {city.heights + city.parks}")
        most = UNLIMITED if limits.answers is None else limits.answers
        nodes = UNLIMITED if limits.nodes is None else limits.nodes
        if most == 0 or clock.over:
            yield Outcome(Status.STOPPED, count=0 if want is Want.COUNT else None)
            return
        search = Search(city, ROOM)
        steps = STEPS
        while True:
            started = time.perf_counter()
            outcome = search.advance(steps, nodes, min(ROOM, most - search.found))
            if outcome == PAUSED:
                # The first call may have compiled the kernel; then the next ones find the way back.
                took = time.perf_counter() - started
                steps = max(STEPS, int(steps * min(2.0, SLICE / took)))
            if want is not Want.COUNT:
                for answer in search.answers():
                    yield Outcome(Status.FOUND, _facts(city, answer))
            if outcome in (EXHAUSTED, ENOUGH) or search.found >= most or clock.over:
                break
        status = Status.EXHAUSTED if outcome == EXHAUSTED else Status.STOPPED
        yield Outcome(status, count=search.found if want is Want.COUNT else None)


def _facts(city: LineArrays, answer: bytes) -> tuple[Fact, ...]:
    values = city.values
    return tuple([Fact(cell, values[value]) for cell, value in zip(city.cells, answer, strict=True)])
