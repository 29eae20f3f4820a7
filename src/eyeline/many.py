"""Many puzzles at once: the same verdicts, answers and counts as one by one, in a fraction of the time.

What is small goes through the kernels in packs (:mod:`eyeline.engines.packs`); what a pack does not decide is solved as
if it were alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeVar

from eyeline.engine import NO_LIMITS, Limits
from eyeline.engines.auto import kernels_loaded
from eyeline.errors import EyelineError, memory_told
from eyeline.puzzles import Puzzle
from eyeline.sheet import Cells
from eyeline.solve import COUNT_LIMIT, Answer, Count, Verdict, count, solve

if TYPE_CHECKING:
    from eyeline.engines.packs import Decided

T = TypeVar("T")
R = TypeVar("R")

#: The engines that packs stand for.
ENGINES = frozenset({"auto", "kernel"})
#: Puzzles from which on it pays to load the kernels, about half a second, where that has not been done.
MANY = 100
#: Cells of a puzzle that is small enough for a pack.
CELLS = 40_000
#: Answers up to which puzzles are counted in packs.
FEW = 16


def solve_all(
    puzzles: Sequence[Puzzle], *, engine: str = "auto", limits: Limits = NO_LIMITS, first: bool = False
) -> list[Answer | EyelineError]:
    """Solve puzzles as :func:`eyeline.solve` does each; in the place of one that it cannot solve stands its error.

    ``limits`` hold for each puzzle. The seconds of those solved together are their mean. Memory grows with the number
    of puzzles, of which some hundreds at a time are enough.
    """
    started = time.perf_counter()
    wanted = 1 if first else 2
    if limits.answers is not None:
        wanted = min(wanted, limits.answers)
    packed = _packed(puzzles, engine, limits, wanted)
    share = (time.perf_counter() - started) / max(1, len(puzzles))
    found: list[Answer | EyelineError] = []
    for puzzle, decided in zip(puzzles, packed, strict=True):
        if decided is None:
            try:
                with memory_told():
                    found.append(solve(puzzle, engine=engine, limits=limits, first=first))
            except EyelineError as error:
                # It waits for the others, and must not hold what was half made.
                found.append(error.with_traceback(None))
            continue
        answers, exhausted = decided
        found.append(_answer(puzzle, answers, exhausted, share))
    return found


def _answer(puzzle: Puzzle, answers: tuple[Cells, ...], exhausted: bool, seconds: float) -> Answer:
    cells, other = (*answers, None, None)[:2]
    if cells is None:
        verdict = Verdict.NONE
    elif other is not None:
        verdict = Verdict.MANY
    else:
        verdict = Verdict.ONE if exhausted else Verdict.SOME
    differ = () if cells is None or other is None else cells.differ(other)
    return Answer(puzzle, verdict, cells, other, differ, "kernel", seconds)


def count_all(
    puzzles: Sequence[Puzzle], *, engine: str = "auto", limits: Limits = NO_LIMITS
) -> list[Count | EyelineError]:
    """Count the answers of puzzles as :func:`eyeline.count` does; in the place of one that it cannot count its error.

    ``limits`` hold for each puzzle.
    """
    most = COUNT_LIMIT if limits.answers is None else limits.answers
    # A pack that runs out of room knows of no end; rooms are counted by another way, which multiplies.
    packed = _packed(puzzles, engine, limits, min(most + 1, FEW), rooms=False)
    found: list[Count | EyelineError] = []
    for puzzle, decided in zip(puzzles, packed, strict=True):
        if decided is not None and decided.exhausted:
            found.append(Count(len(decided.answers), True))
            continue
        try:
            with memory_told():
                found.append(count(puzzle, engine=engine, limits=limits))
        except EyelineError as error:
            found.append(error.with_traceback(None))
    return found


def together(
    items: Sequence[T], puzzle_of: Callable[[T], Puzzle | None], work: Callable[[Sequence[Puzzle]], list[R]]
) -> list[R | None]:
    """Do some work on the puzzles of all items at once; return what becomes of each, ``None`` for items without one.

    An item whose puzzle raises an ``EyelineError`` is taken for one without.
    """
    places: list[int] = []
    puzzles: list[Puzzle] = []
    for place, item in enumerate(items):
        try:
            puzzle = puzzle_of(item)
        except EyelineError:
            continue
        if puzzle is not None:
            places.append(place)
            puzzles.append(puzzle)
    found: list[R | None] = [None] * len(items)
    for place, result in zip(places, work(puzzles), strict=True):
        found[place] = result
    return found


def _packed(
    puzzles: Sequence[Puzzle], engine: str, limits: Limits, most: int, *, rooms: bool = True
) -> list[Decided | None]:
    """Return what packs decide of puzzles, ``None`` for each that is to be solved alone."""
    found: list[Decided | None] = [None] * len(puzzles)
    if engine not in ENGINES or most < 1:
        return found
    if not kernels_loaded() and (len(puzzles) < MANY or find_spec("numba") is None):
        return found
    from eyeline.engines.packs import decide

    small = [k for k, puzzle in enumerate(puzzles) if len(puzzle.sheet.cells.codes) <= CELLS]
    try:
        packed = [(puzzles[k].kind.arrays(puzzles[k].sheet), puzzles[k].sheet.cells) for k in small]
        together = decide(packed, limits, most, rooms=rooms)
    except MemoryError:
        # Each may find room alone, or else fails alone.
        return found
    for k, decided in zip(small, together, strict=True):
        # Only an engine that takes a room alone says why it has no answer.
        silent = engine == "auto" and puzzles[k].kind.name == "beams" and decided is not None and not decided.answers
        found[k] = None if silent else decided
    return found
