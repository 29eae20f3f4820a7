"""Small puzzles made from random answers, for laws that must hold on any puzzle."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from eyeline.puzzles import Puzzle, puzzle
from eyeline.puzzles.haunted import lines
from eyeline.puzzles.skyscrapers import city
from eyeline.sheet import BLANK, Cells, Clues, Fact, Notes, Sheet, Totals
from eyeline.sight import TURNS
from eyeline.solve import solve

#: Squares that fit the variants that not every latin square fits.
SUDOKU = ["1234", "3412", "2143", "4321"]


def latin(n: int, chance: random.Random) -> list[list[int]]:
    """A square of 1..n, each once in every row and column."""
    rows, cols, names = (chance.sample(range(n), n) for _ in range(3))
    return [[names[(r + c) % n] + 1 for c in cols] for r in rows]


def seen(heights: list[int], summed: bool) -> int:
    top = total = 0
    for height in heights:
        if height > top:
            top = height
            total += height if summed else 1
    return total


def town(variant: str, n: int, chance: random.Random) -> tuple[Puzzle, Cells]:
    """A city of a variant and the answer that it was made from; some clues are left out, some cells given."""
    square = latin(n, chance)
    notes = Notes()
    if variant == "diagonals":
        square = [[(2 * r + c) % 5 + 1 for c in range(5)] for r in range(5)]
        notes = Notes(diagonals=True)
    elif variant == "boxes":
        square = [[int(x) for x in row] for row in SUDOKU]
        notes = Notes(boxes=(2, 2))
    elif variant == "parks":
        square = [[height % n for height in row] for row in square]
        notes = Notes(parks=1)
    elif variant == "sum":
        notes = Notes(clues="sum")
    tokens = [[str(height) for height in row] for row in square]
    if variant == "mirrors":
        tokens = [[chance.choice("/\\") if token == str(n) else token for token in row] for row in tokens]
    answer = Cells.of(tokens)
    bare = answer.filled(Fact(f.cell, BLANK) for f in answer.facts() if f.value not in TURNS)
    sheet = Sheet("skyscrapers", bare, Clues.blank(answer.grid), notes)
    clues = {
        port: seen([int(answer[cell]) for cell in line], variant == "sum")
        for port, line in city(sheet).lines.items()
        if chance.random() < 0.7
    }
    given = [f for f in answer.facts() if f.value not in TURNS and chance.random() < 0.1]
    return puzzle(Sheet("skyscrapers", bare.filled(given), Clues.of(answer.grid, clues), notes)), answer


def maze(rows: int, cols: int, chance: random.Random) -> tuple[Puzzle, Cells]:
    """A maze and the answer that it was made from."""
    answer = Cells.of([chance.choices("VGZ/\\", (4, 4, 4, 3, 3), k=cols) for _ in range(rows)])
    free = [f.cell for f in answer.facts() if f.value not in TURNS]
    bare = answer.filled(Fact(cell, BLANK) for cell in free)
    blank = Sheet("haunted", bare, Clues.blank(answer.grid))
    clues = {
        port: sum(passes.seen(answer[cell]) for cell, passes in line.items())
        for port, line in lines(blank).items()
        if chance.random() < 0.85
    }
    tokens = answer.row_major()
    totals = Totals(*(tokens.count(token) for token in "GVZ")) if chance.random() < 0.8 else Totals()
    alike = [cell for cell in free if free and answer[cell] == answer[free[0]]]
    same = (tuple(alike[:2]),) if len(alike) > 1 and chance.random() < 0.3 else ()
    return puzzle(Sheet("haunted", bare, Clues.of(answer.grid, clues), Notes(totals=totals, same=same))), answer


def room(rows: int, cols: int, chance: random.Random) -> Puzzle:
    """A room; most have no answer."""
    return puzzle(Sheet("beams", Cells.of([chance.choices(".+/\\#", (8, 4, 2, 2, 4), k=cols) for _ in range(rows)])))


def samples(seed: int, count: int) -> Iterator[tuple[Puzzle, Cells | None]]:
    """Puzzles of every kind and variant, with an answer where one is known."""
    chance = random.Random(seed)
    for _ in range(count):
        for variant in ("plain", "parks", "sum", "diagonals", "boxes", "mirrors"):
            yield town(variant, chance.choice((3, 4, 5)), chance)
        for _ in range(3):
            yield maze(chance.choice((2, 3, 4)), chance.choice((3, 4)), chance)
        for _ in range(3):
            yield room(chance.choice((2, 3, 4)), chance.choice((3, 4)), chance), None


def unique(kind: str, seed: int, count: int) -> Iterator[Puzzle]:
    """So many puzzles of a kind that have exactly one answer; every second has lost clues that it can do without."""
    chance = random.Random(seed)
    for number in range(count):
        found = _drawn(kind, chance)
        while not _one(found):
            found = _drawn(kind, chance)
        yield _thinned(found, chance) if number % 2 and kind != "beams" else found


def _drawn(kind: str, chance: random.Random) -> Puzzle:
    if kind == "skyscrapers":
        variant = chance.choice(("plain", "plain", "plain", "parks", "sum", "diagonals", "boxes", "mirrors"))
        return town(variant, chance.choice((3, 4, 4, 5, 5)), chance)[0]
    if kind == "haunted":
        return maze(chance.choice((2, 3, 4, 5)), chance.choice((3, 4, 5)), chance)[0]
    tokens = [chance.choices(".+/\\#", (10, 3, 2, 2, 3), k=5) for _ in range(chance.choice((4, 5)))]
    return puzzle(Sheet("beams", Cells.of(tokens)))


def _one(drawn: Puzzle) -> bool:
    return bool(drawn.open_cells()) and solve(drawn).verdict == "one"


def _thinned(full: Puzzle, chance: random.Random) -> Puzzle:
    """The puzzle without some of its clues, as long as its answer stays the only one."""
    stated = list(full.sheet.clues.stated())
    chance.shuffle(stated)
    for port, _ in stated[: len(stated) // 2]:
        fewer = {other: clue for other, clue in full.sheet.clues.stated() if other != port}
        less = puzzle(replace(full.sheet, clues=Clues.of(full.grid, fewer)))
        if _one(less):
            full = less
    return full
