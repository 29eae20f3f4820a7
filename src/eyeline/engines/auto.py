"""The engine ``auto``: which engines are tried on a puzzle, in which order, and how far each may go.

The table is what measurements on one core say. A process that has not loaded the kernels would spend more than half a
second on that, and many seconds where they were never compiled; by then ``sat`` has solved any puzzle of a newspaper's
size. Large mazes are where it does not: on random ones of 20×20 it takes up to half a minute, ``highs`` less than a
second. The kernel decides most of those within the nodes that it is given, which take it some tenths of a second. Once
the kernels are loaded they are the quickest with everything else; of a room that has no answer ``2sat`` then says why.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import replace
from importlib.util import find_spec
from typing import NamedTuple

from eyeline.arrays import MazeArrays
from eyeline.engine import Clock, Limits, Outcome, Status, Task, Want
from eyeline.engines import ENGINES
from eyeline.sheet import Cells, Fact

#: Cells of a room from which on loading the kernels pays: 2sat takes about a microsecond for a cell.
LARGE_ROOM = 500_000
#: Cells of a maze up to which ``sat`` is the quickest to start, and never slow.
SMALL_MAZE = 100


class Stage(NamedTuple):
    """An engine, and how many nodes it may spend before the next one takes over; ``None`` = as many as it likes.

    ``why`` = it is asked only when another stage has found that there is no answer, for the reasons.
    """

    engine: str
    nodes: int | None = None
    why: bool = False


class Cascade(NamedTuple):
    """The stages for puzzles of a kind, for runs that ``wants`` names, where all of ``conditions`` hold.

    ``few`` = at most two answers are asked for. After several stages an answer must be recognised, so all that were
    found are kept in mind: cascades of several stages are for few answers alone.
    """

    kind: str
    stages: tuple[Stage, ...]
    wants: frozenset[Want] = frozenset(Want)
    few: bool = False
    conditions: tuple[Callable[[Task], bool], ...] = ()

    def applies(self, task: Task, limits: Limits, want: Want) -> bool:
        """Return whether this is for a run."""
        few = want is not Want.COUNT and limits.answers is not None and limits.answers <= 2
        return (
            self.kind == task.kind
            and want in self.wants
            and few >= self.few
            and all(condition(task) for condition in self.conditions)
        )


def kernels_loaded(task: Task | None = None) -> bool:
    """Return whether compiled kernels are there without loading them; who has many puzzles loads them first."""
    module = sys.modules.get("eyeline.kernels.compiled")
    return module is not None and bool(module.COMPILED)


def large_room(task: Task) -> bool:
    """Return whether a room is so large that the kernel is faster though it has to be loaded."""
    return len(task.room.codes) >= LARGE_ROOM and find_spec("numba") is not None


def large_maze(task: Task) -> bool:
    """Return whether a maze is too large for clauses."""
    arrays = task.arrays
    return isinstance(arrays, MazeArrays) and len(arrays.codes) > SMALL_MAZE


def short_lines(task: Task) -> bool:
    """Return whether the kernel takes a city; called where the kernels are loaded."""
    from eyeline.kernels.city import Shape

    return Shape.of(task.city).fits


_SEARCHES = frozenset({Want.ANSWERS, Want.COUNT})
_ANSWERS = frozenset({Want.ANSWERS})

#: The first that applies is taken.
CASCADES = (
    Cascade("beams", (Stage("kernel"),), _ANSWERS, few=True, conditions=(large_room,)),
    Cascade("beams", (Stage("kernel"), Stage("2sat", why=True)), _ANSWERS, few=True, conditions=(kernels_loaded,)),
    Cascade("beams", (Stage("2sat"),)),
    Cascade("haunted", (Stage("kernel", 30_000), Stage("highs")), _ANSWERS, few=True, conditions=(kernels_loaded,)),
    Cascade("haunted", (Stage("highs"),), _ANSWERS, few=True, conditions=(large_maze,)),
    Cascade("haunted", (Stage("kernel"),), _SEARCHES, conditions=(kernels_loaded,)),
    Cascade("haunted", (Stage("sat"),)),
    Cascade(
        "skyscrapers",
        (Stage("kernel", 200_000), Stage("sat")),
        _ANSWERS,
        few=True,
        conditions=(kernels_loaded, short_lines),
    ),
    Cascade("skyscrapers", (Stage("kernel"),), _SEARCHES, conditions=(kernels_loaded, short_lines)),
    Cascade("skyscrapers", (Stage("sat"),)),
)


def stages(task: Task, limits: Limits, want: Want) -> tuple[Stage, ...]:
    """Return what is tried on a puzzle, in order."""
    return next(cascade.stages for cascade in CASCADES if cascade.applies(task, limits, want))


class Auto:
    """The engine ``auto``. Its outcomes name the engine that they are from."""

    def run(self, task: Task, limits: Limits, want: Want) -> Generator[Outcome, None, None]:
        """Yield the outcomes of each stage in turn, no answer twice, until one is not stopped by its own nodes."""
        clock = Clock(limits)
        chosen = stages(task, limits, want)
        tried = [stage for stage in chosen if not stage.why]
        given: list[Outcome] = []
        nodes = limits.nodes
        counted = 0
        answered = False
        for number, (name, budget, _) in enumerate(tried, start=1):
            final = number == len(tried)
            mine = budget is not None and (nodes is None or budget < nodes)
            bounds = replace(limits, seconds=clock.left, nodes=budget if mine else nodes)
            last = Outcome(Status.STOPPED)
            # Only who comes second can find what was found before.
            found = {_key(outcome) for outcome in given} if number > 1 else set()
            with closing(ENGINES[name].load().run(task, bounds, want)) as outcomes:
                for outcome in outcomes:
                    if outcome.answer is None:
                        last = outcome
                        continue
                    if number > 1 and (_key(outcome) in found or len(given) == limits.answers):
                        continue
                    if len(tried) > 1:
                        given.append(outcome)
                    answered = True
                    yield outcome._replace(engine=name)
            counted = max(counted, last.count or 0)
            enough = limits.answers is not None and max(len(given), counted) >= limits.answers
            exhausted = last.status is Status.EXHAUSTED
            if exhausted or final or enough or not mine or clock.over:
                count = last.count if exhausted else counted
                if exhausted and not answered:
                    name, last = _reasons(chosen, task, replace(limits, seconds=clock.left), want) or (name, last)
                yield last._replace(engine=name, count=count if want is Want.COUNT else None)
                return
            if nodes is not None and budget is not None:
                nodes -= budget


def _reasons(chosen: tuple[Stage, ...], task: Task, limits: Limits, want: Want) -> tuple[str, Outcome] | None:
    """Return why there is no answer, and who says so; ``None`` where nobody is to be asked or the time is up."""
    for stage in chosen:
        if stage.why:
            for outcome in ENGINES[stage.engine].load().run(task, limits, want):
                if outcome.status is Status.EXHAUSTED:
                    return stage.engine, outcome
    return None


def _key(outcome: Outcome) -> tuple[Fact, ...] | Cells:
    """Return what makes an answer the same answer, in whatever order an engine tells it."""
    answer = outcome.answer or ()
    return answer if isinstance(answer, Cells) else tuple(sorted(answer))
