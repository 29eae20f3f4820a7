"""The formulations of skyscrapers against brute force, against each other, and as files."""

from __future__ import annotations

import itertools
import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import bridge
import eyeline
import naive
import shared
from eyeline.engine import Limits
from eyeline.engines.linear import quiet_highs
from eyeline.model import Model
from eyeline.puzzles import KINDS
from eyeline.puzzles.flow import Line
from eyeline.sheet import Fact
from test_laws import known, stated, town

FORMULATIONS = KINDS["skyscrapers"].formulations
CHUNK = 200


def fillings(line: Line) -> Iterator[tuple[int, ...]]:
    """Every way to fill a line."""
    if line.bent:
        yield from itertools.product(range(0 if line.parks else 1, line.heights + 1), repeat=line.lots)
    else:
        yield from sorted(set(itertools.permutations([*range(1, line.heights + 1), *[0] * line.parks])))


def shown(filling: tuple[int, ...], *, summed: bool) -> int:
    """What somebody sees along a filled line."""
    seen = [height for p, height in enumerate(filling) if height > max(filling[:p], default=0)]
    return sum(seen) if summed else len(seen)


def paths(line: Line, clue: int) -> Counter[tuple[int, ...]]:
    """How many paths carry each sequence of heights."""
    layers = line.layers(clue)
    if layers is None:
        return Counter()
    found: list[tuple[tuple[int, ...], tuple[int, int]]] = [((), (0, 0))]
    for arcs in layers:
        found = [((*heights, arc.height), arc.end) for heights, end in found for arc in arcs if arc.start == end]
    return Counter(heights for heights, _ in found)


LINES = [
    Line(heights + parks, heights, parks, summed, False)
    for heights in range(1, 6)
    for parks in range(3)
    for summed in (False, True)
    if heights + parks < 7
] + [
    Line(lots, heights, parks, summed, True)
    for lots in range(5)
    for heights in range(1, 4)
    for parks in range(2)
    for summed in (False, True)
]


@pytest.mark.parametrize("line", LINES, ids=str)
def test_a_filling_that_shows_the_clue_is_one_path_and_any_other_is_none(line: Line) -> None:
    every = list(fillings(line))
    most = max(shown(filling, summed=line.summed) for filling in every)
    for clue in range(most + 2):
        found = paths(line, clue)
        assert set(found.values()) <= {1}
        for filling in every:
            assert found[filling] == (shown(filling, summed=line.summed) == clue), (clue, filling)
        # Whatever is on a path sees as much as the clue says, even where a straight line could not be built so.
        assert all(shown(heights, summed=line.summed) == clue for heights in found)


@pytest.mark.parametrize("line", LINES, ids=str)
def test_every_arc_lies_on_a_path(line: Line) -> None:
    for clue in range(1, line.heights * (line.heights + 1) // 2 + 1):
        layers = line.layers(clue) or []
        for before, after in itertools.pairwise(layers):
            assert {arc.end for arc in before} == {arc.start for arc in after}
        assert not layers or {arc.end.seen for arc in layers[-1]} == {clue}


@pytest.mark.parametrize("start", range(0, 2000, CHUNK))
def test_the_formulations_agree_with_brute_force_and_each_other(start: int) -> None:
    verdicts: Counter[eyeline.Verdict] = Counter()
    for seed in range(start, start + CHUNK):
        plain, expected = known("skyscrapers", seed)
        puzzle = bridge.puzzle_of(plain)
        for formulation in FORMULATIONS:
            answer = eyeline.solve(puzzle, formulation=formulation)
            assert answer.verdict is stated(len(expected)), (seed, formulation, plain)
            found = {bridge.tokens_of(cells) for cells in (answer.cells, answer.other) if cells is not None}
            assert len(found) == min(2, len(expected))
            assert expected.issuperset(found), (seed, formulation, plain)
        verdicts[stated(len(expected))] += 1
    assert len(verdicts) == 3


@pytest.mark.parametrize("seed", range(30))
def test_the_flow_rows_have_every_answer(seed: int) -> None:
    plain = town(random.Random(seed))
    found = [bridge.tokens_of(cells) for cells in eyeline.answers(bridge.puzzle_of(plain), formulation="flow")]
    assert Counter(found) == Counter(naive.answers(plain))


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("seed", range(20))
def test_the_rows_of_a_reason_are_all_that_it_brings(formulation: str, seed: int) -> None:
    rng = random.Random(seed)
    plain = town(rng)
    if not plain.clues:
        return
    place = rng.choice(list(plain.clues))
    puzzle = bridge.puzzle_of(plain)
    model = puzzle.model(formulation)
    (reason,) = [reason for reason in model.reasons() if bridge.rule_of(reason) == ("clue", place)]
    kept = Model(model.names, model.facts, [row for row in model.rows if row.reason != reason])
    eased = replace(plain, clues={other: clue for other, clue in plain.clues.items() if other != place})
    limits = Limits(answers=50)
    expected = eyeline.count(bridge.puzzle_of(eased), limits=limits)
    assert eyeline.count(puzzle, model=kept, limits=limits) == expected


def test_the_formulations_share_facts_and_reasons() -> None:
    for seed in range(20):
        puzzle = bridge.puzzle_of(town(random.Random(seed)))
        one, other = (puzzle.model(formulation) for formulation in FORMULATIONS)
        assert list(one.facts.values()) == list(other.facts.values())
        assert one.reasons() == other.reasons()
        assert len(set(other.names)) == len(other.names)
        assert len({row.name for row in other.rows}) == len(other.rows)


def test_a_clue_out_of_reach_is_a_row_that_fails() -> None:
    puzzle = eyeline.read("3:4///////////")
    (row,) = [row for row in puzzle.model("flow").rows if row.reason and row.reason.rule == "clue"]
    assert (row.variables, row.sense, row.bound, row.name) == ((), "=", 1, "clue_top_1")
    assert eyeline.solve(puzzle, formulation="flow").verdict is eyeline.Verdict.NONE


@pytest.mark.parametrize("kind", ["skyscrapers", "haunted"])
def test_the_uniqueness_programme_finds_the_answer_that_differs_most(kind: str) -> None:
    several = 0
    for seed in range(100):
        plain, expected = known(kind, seed)
        answer = eyeline.solve(bridge.puzzle_of(plain), engine="highs")
        assert answer.verdict is stated(len(expected))
        if answer.other is None:
            continue
        several += 1
        assert answer.cells is not None
        first = bridge.tokens_of(answer.cells)
        far = max(sum(a != b for a, b in zip(sum(first, ()), sum(other, ()), strict=True)) for other in expected)
        assert len(answer.differ) == far, (seed, plain)
    assert several > 15


# --- files ------------------------------------------------------------------------------------------------------------


def from_opb(text: str) -> list[tuple[dict[int, int], str, int]]:
    """The rows of a pseudo-Boolean file."""
    rows = []
    for line in text.splitlines():
        if not line.startswith("*"):
            left, sense, bound = re.fullmatch(r"(.*) (>=|=) (-?\d+) ;", line).groups()  # type: ignore[union-attr]
            rows.append(({int(v) - 1: int(w) for w, v in re.findall(r"([+-]\d+) x(\d+)", left)}, sense, int(bound)))
    return rows


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("seed", range(15))
def test_other_solvers_come_to_the_same_verdict_from_the_files(seed: int, formulation: str, tmp_path: Path) -> None:
    plain, expected = known("skyscrapers", seed)
    model = bridge.puzzle_of(plain).model(formulation)
    for form in ("lp", "mps"):
        path = tmp_path / f"model.{form}"
        path.write_text(eyeline.write_model(model, form))
        solver: Any = quiet_highs()
        solver.readModel(str(path))
        solver.run()
        assert (solver.getModelStatus().name == "kOptimal") == bool(expected), form
    from pysat.formula import CNF
    from pysat.solvers import Solver

    with Solver("g4", bootstrap_with=CNF(from_string=eyeline.write_model(model, "cnf"))) as sat:
        assert sat.solve() == bool(expected)
    rows = from_opb(eyeline.write_model(model, "opb"))
    assert len(rows) == len(model.rows)
    for (terms, sense, bound), row in zip(rows, model.rows, strict=True):
        sign = -1 if row.sense == "<=" else 1
        kept = {v: sign * w for w, v in zip(row.weights, row.variables, strict=True)}
        assert {v: w for v, w in terms.items() if w} == kept
        assert (sense == "=") == (row.sense == "=")
        assert bound == sign * row.bound


# --- the relaxation ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_what_is_settled_in_the_relaxation_is_settled_in_every_answer(seed: int) -> None:
    plain, expected = known("skyscrapers", seed)
    puzzle = bridge.puzzle_of(plain)
    for formulation in FORMULATIONS:
        values = eyeline.relaxation(puzzle.model(formulation))
        if values is None:
            assert not expected
            continue
        for (cell, value), level in values.items():
            assert 0 <= level <= 1
            held = {tokens[cell.row][cell.col] == value for tokens in expected}
            assert held <= ({False} if level == 0 else {True} if level == 1 else {False, True})
        for cell in {fact.cell for fact in values}:
            total = sum(values[Fact(cell, value)] for value in puzzle.values)
            assert total == pytest.approx(1, abs=1e-4)


def test_the_relaxation_of_a_puzzle_is_that_of_its_first_formulation() -> None:
    puzzle = eyeline.read("3:3/2/1/1/2/2/3/2/1/1/2/2")
    assert eyeline.relaxation(puzzle) == eyeline.relaxation(puzzle.model("textbook"))
    flow = eyeline.relaxation(puzzle.model("flow"))
    answer = eyeline.solve(puzzle).cells
    assert flow is not None
    assert answer is not None
    assert flow == {fact: float(answer[fact.cell] == fact.value) for fact in flow}


# --- speed ------------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_flow_proves_nine_by_nine_unique_on_highs() -> None:
    for line in shared.lines("skyscrapers/tatham-9dh.ids"):
        puzzle = eyeline.read(line)
        best = float("inf")
        for _ in range(3):
            started = time.perf_counter()
            assert eyeline.solve(puzzle, engine="highs", formulation="flow").verdict is eyeline.Verdict.ONE
            best = min(best, time.perf_counter() - started)
        assert best < 0.6, line
