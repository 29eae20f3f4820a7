"""Every puzzle of the corpora gets the verdict that is stated for it, and every answer passes the naive checker."""

from __future__ import annotations

from typing import Any

import pytest

import bridge
import naive
import shared
from eyeline.engine import Limits, Task, Want
from eyeline.engines import ENGINES
from eyeline.grid import Cell
from eyeline.model import Model
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


def test_mazes_read_with_sets_of_cells_lose_their_answers() -> None:
    """The number that docs/models.md gives for what a line sees, were a cell counted once before and once after."""
    mazes = [shared.undead(line) for level in "ent" for line in shared.lines(f"haunted/tatham-7x7d{level}.ids")]
    impossible = 0
    for plain in mazes:
        rules = bridge.puzzle_of(plain).model()
        numbers = {name: number for number, name in enumerate(rules.names)}
        model = Model(rules.names, rules.facts, [r for r in rules.rows if not r.reason or r.reason.rule != "clue"])
        for place, clue in plain.clues.items():
            sides = {(cell, bounces > 0) for cell, bounces in naive.trace(plain.grid, place)}
            names = [f"{m}_{r + 1}_{c + 1}" for (r, c), after in sides for m in ("gz" if after else "vz")]
            model.add([(1, numbers[name]) for name in names], "=", clue, None, str(place))
        task = Task("haunted", lambda model=model: model)  # type: ignore[misc]
        impossible += not any(o.answer for o in ENGINES["sat"].load().run(task, Limits(answers=1), Want.ANSWERS))
    assert (impossible, len(mazes)) == (28, 75)


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
