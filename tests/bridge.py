"""From the naive puzzles of the tests to the library's, and back."""

from __future__ import annotations

import naive
from eyeline.grid import Cell, Port, Side
from eyeline.model import Reason
from eyeline.puzzles import Puzzle, puzzle
from eyeline.sheet import Cells, Clues, Notes, Sheet, Totals


def sheet_of(plain: naive.Puzzle) -> Sheet:
    """The naive puzzle as the library's sheet."""
    cells = Cells.of(plain.grid)
    clues = Clues.of(cells.grid, {Port(Side(side), i): clue for (side, i), clue in plain.clues.items()})
    if isinstance(plain, naive.Maze):
        totals = Totals(*(plain.totals.get(monster) for monster in "GVZ"))
        same = tuple(tuple(Cell(*cell) for cell in group) for group in plain.same)
        return Sheet("haunted", cells, clues, Notes(totals=totals, same=same))
    notes = Notes(
        parks=naive.parks(plain),
        diagonals=plain.diagonals,
        boxes=plain.boxes,
        regions=plain.regions,
        clues="sum" if plain.sums else "count",
    )
    return Sheet("skyscrapers", cells, clues, notes)


def puzzle_of(plain: naive.Puzzle) -> Puzzle:
    """The naive puzzle as the library's puzzle."""
    return puzzle(sheet_of(plain))


def tokens_of(cells: Cells) -> naive.Tokens:
    """The library's grid as the naive one."""
    return tuple(cells)


def rule_of(reason: Reason) -> naive.Rule:
    """The library's reason as the naive rule."""
    of: object = reason.of
    if isinstance(of, Port):
        of = (of.side.value, of.index)
    elif isinstance(of, Cell):
        of = tuple(of)
    return (reason.rule, of)
