"""What somebody entered or excluded holds in every answer, whichever engine looks for it."""

from __future__ import annotations

import random

import pytest

import eyeline
from eyeline import Cell, Position
from eyeline.engines import ENGINES
from eyeline.solve import installed

PAGES = (
    "skyscrapers\n  . 2 . .\n. . . . . .\n. . . . . .\n. . . . . 2\n. . . . . .\n  . . . .\n",
    "skyscrapers\nparks: 1\n  . . 1 .\n. . . . . .\n. . . . . .\n. . . . . 2\n. . . . . .\n  . . . .\n",
    "haunted\n  . 1 .\n. . / . 1\n. . . . .\n1 . . \\ .\n  . . .\n",
    "beams\n+.#+.\n.+#.+\n",
)


def positions(puzzle: eyeline.Puzzle, seed: int) -> Position:
    chance = random.Random(seed)
    cells = chance.sample(puzzle.open_cells(), 3)
    excluded = {cell: frozenset(chance.sample(puzzle.values, 1)) for cell in cells[1:]}
    return Position({cells[0]: chance.choice(puzzle.values)}, {}, excluded)


def holds(cells: eyeline.Cells, position: Position) -> bool:
    entered = all(cells[cell] == value for cell, value in position.entries.items())
    return entered and all(cells[Cell(*cell)] not in values for cell, values in position.excluded.items())


@pytest.mark.parametrize("page", PAGES)
def test_entries_and_marks_hold_in_every_engine(page: str) -> None:
    puzzle = eyeline.read(page)
    every = list(eyeline.answers(puzzle))
    seen = set()
    for seed in range(6):
        position = positions(puzzle, seed)
        expected = {cells for cells in every if holds(cells, position)}
        seen.add(bool(expected))
        for entry in ENGINES.values():
            if not (entry.solves(puzzle.kind.name) and installed(entry) and "count" in entry.abilities):
                continue
            if entry.extra is not None or (entry.name == "dp" and "/" in puzzle.sheet.cells.tokens):
                continue
            found = set(eyeline.answers(puzzle, engine=entry.name, position=position))
            assert found == expected, entry.name
    assert True in seen
