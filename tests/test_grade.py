"""Grades: the same whichever way a puzzle is turned, plain or compiled, and in the order that people know."""

from __future__ import annotations

import random

import pytest

import eyeline
from eyeline.grading import grade
from eyeline.puzzles import puzzle as puzzle_on
from eyeline.puzzles.symmetry import SYMMETRIES
from eyeline.sheet import Cells, Clues, Sheet
from samples import room, samples
from shared import lines, needs_corpora


@pytest.mark.parametrize("seed", range(3))
def test_turning_a_puzzle_changes_no_grade(seed: int) -> None:
    for puzzle, _ in samples(seed + 40, 2):
        grades = {grade(puzzle.turned(symmetry)) for symmetry in SYMMETRIES}
        assert len(grades) == 1, puzzle.sheet


def test_compiled_grades_of_rooms_are_the_plain_ones() -> None:
    pytest.importorskip("numba")
    chance = random.Random(5)
    for _ in range(100):
        puzzle = room(4, 5, chance)
        assert grade(puzzle, compiled=True) == grade(puzzle)


@pytest.mark.long
def test_compiled_grades_are_the_plain_ones() -> None:
    pytest.importorskip("numba")
    for puzzle, _ in samples(77, 20):
        assert grade(puzzle, compiled=True) == grade(puzzle)


def spearman(pairs: list[tuple[float, float]]) -> float:
    """The rank correlation, equal values sharing their middle rank."""

    def ranks(values: list[float]) -> list[float]:
        return [sum(v < w for v in values) + (values.count(w) + 1) / 2 for w in values]

    xs, ys = ranks([x for x, _ in pairs]), ranks([y for _, y in pairs])
    mean = (len(pairs) + 1) / 2
    covariance = sum((x - mean) * (y - mean) for x, y in zip(xs, ys, strict=True))
    return covariance / (sum((x - mean) ** 2 for x in xs) * sum((y - mean) ** 2 for y in ys)) ** 0.5  # type: ignore[no-any-return]


def graded(kind: str, size: str, levels: str) -> dict[str, list[eyeline.Grade]]:
    return {
        level: [grade(eyeline.read(line)) for line in lines(f"{kind}/tatham-{size}d{level}.ids")] for level in levels
    }


def correlation(found: dict[str, list[eyeline.Grade]]) -> float:
    return spearman([(rank, g.score) for rank, grades in enumerate(found.values()) for g in grades])


@needs_corpora
@pytest.mark.parametrize(("n", "levels"), [("5", "ehxu"), ("6", "ehxu"), ("7", "ehxu"), ("8", "ehx")])
def test_grades_of_cities_agree_with_their_levels(n: str, levels: str) -> None:
    found = graded("skyscrapers", n, levels)
    assert correlation(found) >= 0.9
    middle = sorted(g.score for g in found["h"])[len(found["h"]) // 2]
    assert sum(g.score < middle for g in found["e"]) >= 0.98 * len(found["e"])
    expected = {"e": {"easy"}, "h": {"medium", "hard"}, "x": {"extreme"}, "u": {"beyond"}}
    for level, grades in found.items():
        assert sum(g.level in expected[level] for g in grades) >= 0.95 * len(grades)


@needs_corpora
@pytest.mark.parametrize("size", ["4x4", "5x5", "7x7"])
def test_grades_of_mazes_agree_with_their_levels(size: str) -> None:
    found = graded("haunted", size, "ent")
    assert correlation(found) >= 0.8
    expected = {"e": {"easy"}, "n": {"medium"}, "t": {"hard", "extreme"}}
    for level, grades in found.items():
        assert sum(g.level in expected[level] for g in grades) >= 0.6 * len(grades)


def test_compiled_grades_of_cities_wider_than_a_word_are_the_same() -> None:
    pytest.importorskip("numba")
    side = 64
    rows = [["." if r == 5 else str((r + c) % side + 1) for c in range(side)] for r in range(side)]
    cells = Cells.of(rows)
    puzzle = puzzle_on(Sheet("skyscrapers", cells, Clues.blank(cells.grid)))
    found = grade(puzzle, compiled=True)
    assert found == grade(puzzle)
    assert (found.verdict, found.level, found.left) == ("one", "easy", 0)
