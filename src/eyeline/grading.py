"""How hard a puzzle is for a person: how far up the ladder it goes, and how much there is to do there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from eyeline.deadline import Overdue, look, watched
from eyeline.engine import NO_LIMITS, TICK, Clock, Limits
from eyeline.ladder import LADDERS, LEVELS
from eyeline.ladder.rounds import CLASH, DONE, rounds
from eyeline.ladder.source import HEADER, ROOM, STOP, Numbers
from eyeline.puzzles import Puzzle
from eyeline.sheet import Fact
from eyeline.solve import Verdict, solve
from eyeline.terrain import Terrain, terrain

#: Changes whenever the same puzzle can get another grade.
GRADE_VERSION = 2
#: The side of the largest city for compiled code, which keeps sets of heights and of cells in a word of 64 bits.
MOST_BITS = 62
#: Scores of one level stay below those of the next by this much.
SPAN = 1000


@dataclass(frozen=True, slots=True)
class Grade:
    """The grade of a puzzle.

    Only a puzzle with exactly one answer (``verdict``) has a ``level``, one of :data:`eyeline.ladder.LEVELS`, and a
    ``score``: it grows with the level, 1000 for each, and within it with the rounds that were needed, dearer rungs and
    rounds with few ways on counting more. Any other has no level, and the score 0. ``rounds`` is the number of rounds
    by rung. ``clash``: the ladder finds by itself that there is no answer. ``left`` is the number of cells that the
    ladder leaves open.
    """

    level: str | None
    score: int
    rounds: tuple[int, ...]
    clash: bool
    left: int
    verdict: Verdict = Verdict.ONE
    version: int = GRADE_VERSION


def grade(puzzle: Puzzle, *, compiled: bool = False, limits: Limits = NO_LIMITS) -> Grade:
    """Grade a puzzle by the techniques of its kind.

    In each round all findings of the cheapest rung that has any are taken at once, so that no order matters, and a
    puzzle turned or mirrored has the same grade. ``compiled`` runs the same techniques through numba: worth its start
    for many puzzles. Where the ladder comes to an end it proves by itself that there is one answer, or none; only where
    it leaves cells open, the puzzle is solved. ``limits.seconds`` and ``limits.cancel`` hold for both together,
    ``limits.nodes`` for solving; where one is reached the verdict is *unknown*. Raises ``MissingExtra`` where numba is
    asked for and missing.
    """
    clock = Clock(limits)
    rungs = LADDERS[puzzle.kind.name].rungs
    times, ways = [0] * rungs, [0] * rungs
    domains: list[int] = []
    with suppress(Overdue), clock.deadline():
        ground = terrain(puzzle)
        domains += ground.domains
        fits = ground.blocks is None or puzzle.grid.rows <= MOST_BITS
        end = (_compiled if compiled and fits else _plain)(ground, domains, times, ways)
        verdict = _verdict(ground, end, domains, clock.rest)
        if verdict is Verdict.ONE:
            return _graded(ground, end, domains, times, ways)
        return Grade(None, 0, tuple(times), end == CLASH, _left(domains), verdict)
    left = _left(domains) if domains else len(puzzle.open_cells())
    return Grade(None, 0, tuple(times), False, left, Verdict.UNKNOWN)


def _verdict(ground: Terrain, end: int, domains: Sequence[int], limits: Limits) -> Verdict:
    """Return how many answers there are, as far as one or many; what the ladder has found need not be solved."""
    puzzle = ground.puzzle
    if end == CLASH:
        return Verdict.NONE
    if end != DONE:
        return solve(puzzle, limits=limits).verdict
    # The last cells may have been filled without a look at all their rules.
    placed = zip(ground.cells, domains, strict=True)
    filled = puzzle.sheet.cells.filled(Fact(cell, ground.values[domain.bit_length() - 1]) for cell, domain in placed)
    return Verdict.NONE if puzzle.faults(filled) else Verdict.ONE


def _left(domains: Iterable[int]) -> int:
    """Return the number of cells that are still open."""
    return sum(domain & (domain - 1) != 0 for domain in domains)


def _plain(ground: Terrain, domains: list[int], times: list[int], ways: list[int]) -> int:
    """Go up the ladder, narrow the domains, and return how it ended; see :mod:`eyeline.ladder.rounds`."""
    climb, rungs = ground.ladder.climb, ground.ladder.rungs

    def looking(rung: int, *rest: Any) -> None:
        look()
        climb(rung, *rest)

    trace = [0] * 1000
    trace[ROOM] = len(trace)
    return rounds(looking, rungs)(ground.board, domains, [0] * len(domains), trace, [0] * ground.memo, times, ways)


def _compiled(ground: Terrain, domains: list[int], times: list[int], ways: list[int]) -> int:
    """Do the same by compiled code."""
    import numpy as np

    from eyeline.ladder.fast import compiled_rounds

    trace = np.zeros(HEADER + 1000, dtype=np.int64)
    trace[ROOM] = len(trace)
    held = [np.array(numbers, dtype=np.int64) for numbers in (domains, times, ways)]
    removed, memo = np.zeros_like(held[0]), np.zeros(ground.memo, dtype=np.int64)
    ascend = compiled_rounds(ground.ladder.climb, ground.ladder.rungs)
    climb = partial(ascend, ground.arrays(), held[0], removed, trace, memo, *held[1:])
    try:
        return _watched(climb, trace) if watched() else climb()
    finally:
        for numbers, array in zip((domains, times, ways), held, strict=True):
            numbers[:] = array.tolist()


def _watched(climb: Callable[[], int], trace: Numbers) -> int:
    """Run compiled code, which cannot look at the deadline, in a thread; stop it by its trace. Raises ``Overdue``."""
    from concurrent.futures import ThreadPoolExecutor, wait

    with ThreadPoolExecutor(1, "eyeline grade") as thread:
        end = thread.submit(climb)
        try:
            while not end.done():
                look()
                wait([end], TICK)
        finally:
            trace[STOP] = 1
        return end.result()


def _graded(ground: Terrain, end: int, domains: list[int], times: list[int], ways: list[int]) -> Grade:
    ladder = ground.ladder
    reached = [LEVELS.index(level) for level, count in zip(ladder.levels, times, strict=True) if count]
    level = max(reached, default=0) if end == DONE else len(LEVELS) - 1
    work = sum(
        price * (360 * count + open_ways) / 360
        for price, count, open_ways in zip(ladder.prices, times, ways, strict=True)
    )
    if level == 0 and sum(ways) / 360 > ladder.narrow(len(domains)):
        level = 1
    # Rises with the work and stays below the span.
    within = round((SPAN - 1) * work / (work + 100 + 4 * len(domains)))
    return Grade(LEVELS[level], SPAN * level + within, tuple(times), False, _left(domains))
