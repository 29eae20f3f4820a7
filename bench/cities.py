"""Cities to measure with: random ones, with all clues and with some cells given, as arrays and as puzzles."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

import eyeline
from eyeline.arrays import LineArrays, Plan
from eyeline.grid import Cell
from eyeline.sheet import BLANK, Cells, Clues, Sheet


def random_square(n: int, rng: random.Random) -> list[int]:
    """Return a Latin square row by row, each row a random matching of its columns with the heights left to them."""
    square: list[int] = []
    used: list[set[int]] = [set() for _ in range(n)]
    for _ in range(n):
        taken: dict[int, int] = {}

        def place(column: int, tried: set[int], taken: dict[int, int] = taken) -> bool:
            for height in rng.sample(range(1, n + 1), n):
                if height not in used[column] and height not in tried:
                    tried.add(height)
                    if height not in taken or place(taken[height], tried):
                        taken[height] = column
                        return True
            return False

        for column in rng.sample(range(n), n):
            place(column, set())
        row = {column: height for height, column in taken.items()}
        for column in range(n):
            used[column].add(row[column])
            square.append(row[column])
    return square


def seen(line: Iterable[int]) -> int:
    """Return how many heights are taller than all before them."""
    tallest = count = 0
    for height in line:
        count += height > tallest
        tallest = max(tallest, height)
    return count


def clues_of(square: Sequence[int], n: int) -> tuple[list[int], list[int], list[int], list[int]]:
    """Return all clues of a Latin square: top, bottom, left, right."""
    rows = [square[r * n : r * n + n] for r in range(n)]
    columns = [square[c::n] for c in range(n)]
    return (
        [seen(line) for line in columns],
        [seen(line[::-1]) for line in columns],
        [seen(line) for line in rows],
        [seen(line[::-1]) for line in rows],
    )


def latin(n: int, clues: Sequence[int]) -> LineArrays:
    """Return a plain city from its clues: top, bottom, left, right."""
    rows = [tuple(range(r * n, r * n + n)) for r in range(n)]
    columns = [tuple(range(c, n * n, n)) for c in range(n)]
    top, bottom, left, right = (clues[i : i + n] for i in range(0, 4 * n, n))
    cells = tuple(Cell(r, c) for r in range(n) for c in range(n))
    plan = Plan(cells, tuple(map(str, range(1, n + 1))), heights=n, parks=0, summed=False, lines=(*rows, *columns))
    return LineArrays(plan, ((1 << n) - 1,) * (n * n), near=(*left, *top), far=(*right, *bottom))


def random_city(n: int, rng: random.Random, given: float = 0) -> eyeline.Puzzle:
    """Return the puzzle of a random Latin square: all clues, and this share of the cells given."""
    square = random_square(n, rng)
    kept = set(rng.sample(range(n * n), round(given * n * n)))
    cells = [str(height) if cell in kept else BLANK for cell, height in enumerate(square)]
    clues = Clues(*(tuple(side) for side in clues_of(square, n)))
    return eyeline.puzzle(Sheet("skyscrapers", Cells.flat(n, n, cells), clues))


def random_ids(n: int, count: int, rng: random.Random) -> list[str]:
    """Return ids of random Latin squares with all clues and no cell given, all different."""
    found: dict[str, None] = {}
    while len(found) < count:
        sides = clues_of(random_square(n, rng), n)
        found[f"{n}:" + "/".join(str(clue) for side in sides for clue in side)] = None
    return list(found)
