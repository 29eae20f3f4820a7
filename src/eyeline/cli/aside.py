"""What verbs say beside their answer: why there is none, what is free, which entries are to blame."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from eyeline.engine import NO_LIMITS, Clock, Limits
from eyeline.puzzles import Puzzle
from eyeline.sheet import Position
from eyeline.solve import Answer, Verdict
from eyeline.telling import verdicts

if TYPE_CHECKING:
    from eyeline.backbone import Freedom
    from eyeline.checking import Checked, TakeBack
    from eyeline.clash import Clash

#: Beyond so many cells nobody is told aside what was not asked for.
MOST_CELLS = 2500
#: The conflicts that are spent on what is free, a second or so: large mazes would take many more.
FREE = 5_000


class Aside(NamedTuple):
    """What there is to be said beside an answer: the sentences, and what they are made of."""

    text: tuple[str, ...] = ()
    clash: Clash | None = None
    freedom: Freedom | None = None
    take_back: TakeBack | None = None


NOTHING = Aside()


def wanted(puzzle: Puzzle, asked: bool | None, *, alone: bool) -> bool:
    """Return whether more is to be said: where it was asked for, or else for a single puzzle that is not too large."""
    return alone and puzzle.grid.size <= MOST_CELLS if asked is None else asked


def enough(limits: Limits = NO_LIMITS, spent: float = 0.0) -> Limits:
    """Return the limits for what is found out aside: what is left of those of the run, and a budget of conflicts."""
    from eyeline.clash import ENOUGH

    seconds = None if limits.seconds is None else max(0.0, limits.seconds - spent)
    return replace(limits, seconds=seconds, nodes=ENOUGH.nodes if limits.nodes is None else limits.nodes, answers=None)


def beside(answer: Answer, position: Position, limits: Limits) -> Aside:
    """Return what there is to be said beside a verdict: why none, what is free of many."""
    puzzle = answer.puzzle
    left = enough(limits, answer.seconds)
    if answer.verdict is Verdict.ONE and all(cell in position.entries for cell in puzzle.open_cells()):
        return Aside((verdicts.finished(),)) if position else NOTHING
    if answer.verdict is Verdict.MANY:
        return free(puzzle, position, left)
    if answer.verdict is Verdict.NONE and not (answer.chain or answer.reasons):
        return why(puzzle, position, left)
    return NOTHING


def free(puzzle: Puzzle, position: Position, limits: Limits) -> Aside:
    """Return what is free from a position on."""
    from eyeline.backbone import freedom
    from eyeline.telling import freedoms

    nodes = FREE if limits.nodes is None else min(FREE, limits.nodes)
    found = freedom(puzzle, position, limits=replace(limits, nodes=nodes))
    return Aside(tuple(freedoms.freedom(found)), freedom=found)


def why(puzzle: Puzzle, position: Position, limits: Limits) -> Aside:
    """Return why there is no answer; with entries, whether they are to blame, and which to take back."""
    from eyeline.clash import why_none
    from eyeline.explaining import followed
    from eyeline.telling import explanations

    clock = Clock(limits)
    if position:
        found = checked(puzzle, position, limits)
        return Aside(tuple(sentences(found, limits=clock.rest)), found.clash, take_back=found.take_back)
    clash = why_none(puzzle, limits=limits)
    if clash is None:
        return NOTHING
    return Aside(tuple(explanations.clash(clash, followed(clash, clock.rest))), clash)


def checked(puzzle: Puzzle, position: Position, limits: Limits) -> Checked:
    """Return what a position is, with all that can be said of it."""
    from eyeline.checking import check

    return check(puzzle, position, limits=limits)


def sentences(found: Checked, *, full: bool = True, limits: Limits = NO_LIMITS) -> list[str]:
    """Return what to say of a position; ``full`` tells how a clash comes about, where that is short and soon found."""
    from eyeline.explaining import followed
    from eyeline.telling import positions

    return positions.checked(found, followed(found.clash, limits) if full and found.clash is not None else None)
