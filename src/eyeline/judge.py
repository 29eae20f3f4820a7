"""Judge somebody else's answers against the puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from eyeline.engine import NO_LIMITS, Limits
from eyeline.errors import NotationError
from eyeline.formats import Claim
from eyeline.grid import Cell
from eyeline.puzzles import Fault, Puzzle
from eyeline.solve import Verdict, solve


class Judgement(StrEnum):
    """What an answer is.

    ``right``; ``wrong`` (faults, or cells left open); ``missing``; ``possible`` (it says that there is no answer, and
    there is one); ``size`` (a grid of another size); ``surplus`` (for a puzzle that is not in the input); ``repeated``
    (a second answer to a puzzle); ``unreadable`` (see the error); ``unknown`` (a limit was reached before it was known
    whether there is an answer).
    """

    RIGHT = "right"
    WRONG = "wrong"
    MISSING = "missing"
    POSSIBLE = "possible"
    SIZE = "size"
    SURPLUS = "surplus"
    REPEATED = "repeated"
    UNREADABLE = "unreadable"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Judged:
    """The judgement of one claim.

    ``number`` is the puzzle's place in the input, from 1; ``line`` where the claim stands, ``None`` for a missing one.
    ``faults`` are the broken rules and ``open_cells`` the cells not filled in; ``error`` says why it cannot be read.
    """

    number: int
    judgement: Judgement
    line: int | None = None
    faults: tuple[Fault, ...] = ()
    open_cells: tuple[Cell, ...] = ()
    error: NotationError | None = None


def judge(
    puzzles: Sequence[Puzzle | None], claims: Sequence[Claim], *, engine: str = "auto", limits: Limits = NO_LIMITS
) -> Iterator[Judged]:
    """Yield a judgement for every puzzle in order, then one for each claim that belongs to no puzzle.

    Claims that carry a number belong to that puzzle, the others to the puzzles in order. A puzzle claimed to have no
    answer is solved, under ``limits``. ``None`` among the puzzles stands for one that could not be read: no judgement.
    """
    numbered: dict[int, Claim] = {}
    surplus: list[tuple[int, Claim]] = []
    for place, claim in enumerate(claims, start=1):
        number = place if claim.number is None else claim.number
        if number in numbered or not 1 <= number <= len(puzzles):
            surplus.append((number, claim))
        else:
            numbered[number] = claim
    for number, puzzle in enumerate(puzzles, start=1):
        if puzzle is not None:
            yield _judged(number, puzzle, numbered.get(number), engine, limits)
    for number, claim in surplus:
        yield Judged(number, Judgement.REPEATED if number in numbered else Judgement.SURPLUS, claim.line)


def _judged(number: int, puzzle: Puzzle, claim: Claim | None, engine: str, limits: Limits) -> Judged:
    if claim is None:
        return Judged(number, Judgement.MISSING)
    if claim.error is not None:
        return Judged(number, Judgement.UNREADABLE, claim.line, error=claim.error)
    if claim.cells is None:
        if claim.verdict not in (None, Verdict.NONE):
            return Judged(number, Judgement.MISSING, claim.line)
        verdict = solve(puzzle, engine=engine, limits=limits, first=True).verdict
        judgement = {Verdict.NONE: Judgement.RIGHT, Verdict.UNKNOWN: Judgement.UNKNOWN}.get(verdict, Judgement.POSSIBLE)
        return Judged(number, judgement, claim.line)
    if claim.verdict == Verdict.NONE:
        error = NotationError("an answer and the verdict none", claim.line, 1, "one of the two")
        return Judged(number, Judgement.UNREADABLE, claim.line, error=error)
    cells = claim.cells
    if (cells.rows, cells.cols) != (puzzle.sheet.rows, puzzle.sheet.cols):
        return Judged(number, Judgement.SIZE, claim.line)
    still_open = tuple(cell for cell in puzzle.open_cells() if puzzle.kind.open_token(cells[cell]))
    faults = puzzle.faults(cells)
    right = not faults and not still_open
    return Judged(number, Judgement.RIGHT if right else Judgement.WRONG, claim.line, faults, still_open)
