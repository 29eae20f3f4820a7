"""The rows against the texts they come from, written down a second time; and what docs/models.md says of them."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

import pytest

import bridge
import naive
from eyeline.model import Model

Line: TypeAlias = tuple[frozenset[tuple[str, int]], str, int]


def line(terms: Iterable[tuple[str, int]], sense: str, bound: int) -> Line:
    """A row by the names of its variables; equal names added up."""
    total: Counter[str] = Counter()
    for name, weight in terms:
        total[name] += weight
    return frozenset((name, weight) for name, weight in total.items() if weight), sense, bound


def written(model: Model) -> Counter[Line]:
    """The rows of a model."""
    return Counter(
        line(((model.names[v], w) for w, v in zip(row.weights, row.variables, strict=True)), row.sense, row.bound)
        for row in model.rows
    )


def textbook(plain: naive.Towers) -> Counter[Line]:
    """The textbook rows of a plain skyscraper puzzle."""
    n = len(plain.grid)
    every = range(1, n + 1)

    def x(r: int, c: int, k: int) -> str:
        return f"x_{r}_{c}_{k}"

    rows = [line(((x(r, c, k), 1) for k in every), "=", 1) for r in every for c in every]
    rows += [line(((x(r, c, k), 1) for c in every), "=", 1) for r in every for k in every]
    rows += [line(((x(r, c, k), 1) for r in every), "=", 1) for c in every for k in every]
    for r, c in naive.cells_of(plain.grid):
        if plain.grid[r][c] != ".":
            rows.append(line([(f"x_{r + 1}_{c + 1}_{plain.grid[r][c]}", 1)], "=", 1))
    for (side, i), clue in plain.clues.items():
        along = {
            "top": [(q, i + 1) for q in every],
            "bottom": [(n + 1 - q, i + 1) for q in every],
            "left": [(i + 1, q) for q in every],
            "right": [(i + 1, n + 1 - q) for q in every],
        }[side]

        def z(p: int, k: int, of: str = f"z_clue_{side}_{i + 1}") -> str:
            return f"{of}_{p + 1}_{k}"

        for p in range(n):
            for k in every:
                before = [(x(*along[q], taller), 1) for q in range(p) for taller in range(k + 1, n + 1)]
                here = x(*along[p], k)
                if p > 0:
                    rows.append(line([*before, (z(p, k), p)], "<=", p))
                rows.append(line([(here, 1), (z(p, k), -1)], ">=", 0))
                rows.append(line([(here, 1), *((name, -1) for name, _ in before), (z(p, k), -1)], "<=", 0))
        rows.append(line(((z(p, k), 1) for p in range(n) for k in every), "=", clue))
    return Counter(rows)


@pytest.mark.parametrize("seed", range(40))
def test_skyscrapers_have_the_textbook_rows_exactly(seed: int) -> None:
    rng = random.Random(seed)
    plain = naive.random_towers(rng, rng.choice((1, 2, 3, 4, 5)))
    assert written(bridge.puzzle_of(plain).model()) == textbook(plain)


def seed_rows(plain: naive.Maze) -> Counter[Line]:
    """The rows of a haunted maze, over visits."""
    rows = []
    for r, c in naive.cells_of(plain.grid):
        names = [f"{monster}_{r + 1}_{c + 1}" for monster in "vgz"]
        if plain.grid[r][c] in naive.MIRRORS:
            rows += [line([(name, 1)], "=", 0) for name in names]
        else:
            rows.append(line(((name, 1) for name in names), "=", 1))
        if plain.grid[r][c] in ("V", "G", "Z"):
            rows.append(line([(f"{plain.grid[r][c].lower()}_{r + 1}_{c + 1}", 1)], "=", 1))
    for monster, total in plain.totals.items():
        everywhere = [(f"{monster.lower()}_{r + 1}_{c + 1}", 1) for r, c in naive.cells_of(plain.grid)]
        rows.append(line(everywhere, "=", total))
    for group in plain.same:
        for (r, c), (s, d) in itertools.pairwise(group):
            for monster in "vgz":
                rows.append(line([(f"{monster}_{r + 1}_{c + 1}", 1), (f"{monster}_{s + 1}_{d + 1}", -1)], "=", 0))
    for place, clue in plain.clues.items():
        seen = []
        for (r, c), bounces in naive.trace(plain.grid, place):
            seen += [(f"z_{r + 1}_{c + 1}", 1), (f"{'g' if bounces else 'v'}_{r + 1}_{c + 1}", 1)]
        rows.append(line(seen, "=", clue))
    return Counter(rows)


@pytest.mark.parametrize("seed", range(100))
def test_haunted_mazes_have_the_rows_of_the_seed_over_visits(seed: int) -> None:
    plain = naive.random_maze(random.Random(seed))
    model = bridge.puzzle_of(plain).model()
    assert written(model) == seed_rows(plain)
    assert len(model.names) == 3 * len(naive.cells_of(plain.grid))


@pytest.mark.parametrize("seed", range(100))
def test_the_formulas_for_mazes_give_their_size(seed: int) -> None:
    plain = naive.random_maze(random.Random(seed))
    model = bridge.puzzle_of(plain).model()
    tokens = [plain.grid[r][c] for r, c in naive.cells_of(plain.grid)]
    cells, mirrors = len(tokens), sum(token in naive.MIRRORS for token in tokens)
    givens = cells - mirrors - tokens.count(".")
    links = 3 * sum(len(group) - 1 for group in plain.same)
    assert len(model.rows) == cells + 2 * mirrors + givens + len(plain.totals) + links + len(plain.clues)
    met = 0
    for place in plain.clues:
        ways: dict[naive.Cell, set[bool]] = {}
        for cell, bounces in naive.trace(plain.grid, place):
            ways.setdefault(cell, set()).add(bounces > 0)
        met += sum(1 + len(both) for both in ways.values())
    assert model.nonzeros == 3 * cells + givens + cells * len(plain.totals) + 2 * links + met


@pytest.mark.parametrize("n", [2, 3, 4, 6])
def test_the_relaxation_of_a_town_without_givens_meets_any_clues_from_2_on(n: int) -> None:
    rng = random.Random(n)
    blank = ((".",) * n,) * n
    plain = naive.Towers(blank, {place: rng.randint(2, n) for place in naive.places(blank)}, n)
    model = bridge.puzzle_of(plain).model()
    value = {}
    for number, name in enumerate(model.names):
        *what, p_, k_ = name.split("_")
        value[number] = Fraction(1, n)
        if what[0] == "z":
            p, k = int(p_) - 1, int(k_)
            least = max(Fraction(0), Fraction(1, n) - Fraction(p * (n - k), n))
            clue = plain.clues[what[2], int(what[3]) - 1]
            # From 2 - 1/n, all z at their least, to n, all at their most: the clue lies between.
            value[number] = least + (Fraction(1, n) - least) * (clue - 2 + Fraction(1, n)) / (n - 2 + Fraction(1, n))
    assert all(0 <= part <= 1 for part in value.values())
    for row in model.rows:
        total = sum(w * value[v] for w, v in zip(row.weights, row.variables, strict=True))
        assert {"<=": total <= row.bound, "=": total == row.bound, ">=": total >= row.bound}[row.sense], row.name
