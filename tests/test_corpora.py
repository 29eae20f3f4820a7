"""Every puzzle of the corpora gets the verdict that is stated for it, and every answer passes the naive checker."""

from __future__ import annotations

from typing import Any

import pytest

import bridge
import naive
import shared
from eyeline.grid import Cell
from eyeline.sheet import Position
from eyeline.solve import Answer, Verdict, count, solve

#: Of the lists of all clues, these lines (from 1) have one answer.
UNIQUE_LINES = (1, 5, 6, 8)
#: Counts above this are checked in the long run alone.
SHORT = 1000


def solved(plain: naive.Puzzle, position: Position | None = None) -> Answer:
    """Solve with the engine that is chosen when nobody says, and check whatever is found."""
    answer = solve(bridge.puzzle_of(plain), position=position)
    shown = [bridge.tokens_of(cells) for cells in (answer.cells, answer.other) if cells is not None]
    assert len(shown) == {Verdict.NONE: 0, Verdict.ONE: 1, Verdict.MANY: 2}[answer.verdict]
    assert len(set(shown)) == len(shown)
    for tokens in shown:
        assert naive.broken(plain, tokens) == set()
    return answer


def tokens_of(rows: list[Any]) -> naive.Tokens:
    """A grid of JSON as tokens."""
    return tuple(tuple(map(str, row)) for row in rows)


@pytest.mark.parametrize("name", shared.names("skyscrapers/tatham-*.ids"))
def test_towers_have_one_answer(name: str) -> None:
    for line in shared.lines(name):
        assert solved(shared.towers(line)).verdict is Verdict.ONE, line


@pytest.mark.parametrize("name", shared.names("haunted/tatham*.ids"))
def test_mazes_have_one_answer(name: str) -> None:
    for line in shared.lines(name):
        assert solved(shared.undead(line)).verdict is Verdict.ONE, line


def test_hard_mazes_have_many_answers() -> None:
    for line in shared.lines("haunted/many-answers.ids"):
        assert solved(shared.undead(line)).verdict is Verdict.MANY, line


def test_all_clues_leave_one_answer_or_many() -> None:
    ids = shared.lines("skyscrapers/all-clues-many-answers.ids")
    verdicts = [solved(shared.towers(line)).verdict for line in ids]
    expected = [Verdict.ONE if number in UNIQUE_LINES else Verdict.MANY for number in range(1, 29)]
    assert verdicts == expected


def counted() -> list[Any]:
    """The lists of clues with their counts; the large counts are marked."""
    if not (shared.CORPORA / "skyscrapers" / "counts-7x7.tsv").exists():
        return [pytest.param("", marks=pytest.mark.skip(reason=shared.MISSING))]
    lines = shared.lines("skyscrapers/counts-7x7.tsv")
    return [pytest.param(line, marks=pytest.mark.long if int(line.split("\t")[1]) > SHORT else ()) for line in lines]


@pytest.mark.parametrize("line", counted())
def test_the_exact_number_of_answers(line: str) -> None:
    clues, number = line.split("\t")
    numbers = [int(clue) for clue in clues.split()]
    n = len(numbers) // 4
    places = naive.places(((".",) * n,) * n)
    plain = naive.Towers(((".",) * n,) * n, dict(zip(places, numbers, strict=True)), n)
    assert count(bridge.puzzle_of(plain)) == (int(number), True)


def test_parks_and_diagonals() -> None:
    cases = shared.load("skyscrapers/variants-parks-diagonals.json")
    assert {(case["max_height"] < case["n"], case["diagonals"]) for case in cases} >= {(True, False), (False, True)}
    for case in cases:
        answer = solved(shared.town(case))
        assert answer.verdict is Verdict.ONE, case["id"]
        assert answer.cells is not None
        assert bridge.tokens_of(answer.cells) == tokens_of(case["solution"]), case["id"]


def test_positions_lead_to_the_stated_values() -> None:
    for case in shared.load("skyscrapers/technique-positions.json"):
        n = case["n"]
        expected = tuple(tuple(str(value) for (value,) in row) for row in case["possible_values"])
        # What the guide shows as filled in was entered: it can stand in a position as well as on the sheet.
        entries = {Cell(r, c): str(v) for r, row in enumerate(case["grid"]) for c, v in enumerate(row) if v}
        printed, entered = shared.town(case), shared.town({**case, "grid": [[0] * n] * n})
        for answer in (solved(printed), solved(entered, Position(entries))):
            assert answer.verdict is Verdict.ONE, case["name"]
            assert answer.cells is not None
            assert bridge.tokens_of(answer.cells) == expected, case["name"]


def stated(case: dict[str, Any]) -> Verdict:
    """The verdict of a public case."""
    return {0: Verdict.NONE, 1: Verdict.ONE}.get(case["n_solutions"], Verdict.MANY)


def test_published_skyscrapers() -> None:
    cases = [case for case in shared.load("public-cases.json") if case["kind"] == "skyscraper"]
    assert len({case["variant"] for case in cases}) > 5
    for case in cases:
        plain = shared.town(case)
        answer = solved(plain)
        assert answer.verdict is stated(case), case["id"]
        if answer.verdict is Verdict.ONE:
            assert answer.cells is not None
            shown = bridge.tokens_of(answer.cells)
            told = [
                tuple(mine if mine in naive.MIRRORS else theirs for mine, theirs in zip(*rows, strict=True))
                for rows in zip(shown, tokens_of(case["solution"]), strict=True)
            ]
            assert shown == tuple(told), case["id"]


def test_published_mazes() -> None:
    cases = [case for case in shared.load("public-cases.json") if case["kind"] == "haunted"]
    assert cases
    for case in cases:
        answer = solved(shared.maze(case))
        assert answer.verdict is stated(case), case["id"]
        if answer.verdict is Verdict.ONE:
            assert answer.cells is not None
            assert bridge.tokens_of(answer.cells) == tokens_of(case["solution"]), case["id"]
