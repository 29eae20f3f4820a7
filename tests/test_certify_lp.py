"""Certificates by linear programming: they prove what brute force says, and nobody can spoil one unnoticed."""

from __future__ import annotations

import ast
import copy
import json
import random
import statistics
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner

import bridge
import eyeline
import naive
import shared
from eyeline import lp_checker, record
from eyeline.cli import app
from eyeline.engine import Clock, Limits
from eyeline.model import Model
from eyeline.record import Source
from eyeline.solve import Verdict
from test_laws import known

MODULE = sys.modules["eyeline.certify"]
CHECKER = Path(lp_checker.__file__)


def proof_of(found: eyeline.Certificate) -> dict[str, Any]:
    """The record of a certificate, as JSON has it."""
    line = record.line(record.certified(found, Source(None, 1, "")))
    proof: dict[str, Any] = json.loads(line)
    return proof


def holds(found: eyeline.Certificate) -> bool:
    """Whether a certificate proves its verdict: worked out from the model, without the checker or its record."""
    model = found.model
    weights = [Fraction(0)] * len(model.names)
    bound = Fraction(0)
    for row, times in found.terms:
        assert row in model.rows
        assert times > 0 or row.sense != "<="
        assert times < 0 or row.sense != ">="
        bound += times * row.bound
        for weight, variable in zip(row.weights, row.variables, strict=True):
            weights[variable] += times * weight
    if found.verdict is Verdict.NONE:
        return bound < 0 and min(weights) >= 0
    assert found.answer is not None
    wrong = [v for v, fact in model.facts.items() if found.answer[fact.cell] != fact.value]
    return bound <= 0 and min(weights) >= 0 and all(weights[v] > 0 for v in wrong)


@pytest.mark.parametrize("kind", ["skyscrapers", "haunted"])
@pytest.mark.parametrize("start", [0, 60])
def test_a_certificate_proves_what_brute_force_says(kind: str, start: int) -> None:
    tight: Counter[Verdict] = Counter()
    for seed in range(start, start + 60):
        plain, expected = known(kind, seed)
        found = eyeline.certify(bridge.puzzle_of(plain))
        assert found.cells == sum(held not in "/\\" for row in plain.grid for held in row)
        assert found.verdict is (Verdict.NONE if not expected else Verdict.ONE if found.tight else Verdict.SOME)
        assert (lp_checker.complaint(proof_of(found)) == "") == found.tight
        if found.tight:
            tight[found.verdict] += 1
            assert len(expected) == (found.verdict is Verdict.ONE)
            assert holds(found), (seed, plain)
        if found.answer is not None:
            answer = bridge.tokens_of(found.answer)
            assert answer in expected
            # The relaxation has all answers among its points, and those between them.
            far = max(sum(a != b for a, b in zip(sum(answer, ()), sum(o, ()), strict=True)) for o in expected)
            assert found.gap is not None
            assert far - 1e-6 <= found.gap <= found.cells
    assert min(tight[Verdict.ONE], tight[Verdict.NONE]) > 3


def test_rooms_of_beams_are_certified_too() -> None:
    verdicts: Counter[Verdict] = Counter()
    for puzzle in eyeline.read_many(shared.corpus("beaming/sample.in").read_text()):
        assert isinstance(puzzle, eyeline.Puzzle)
        found = eyeline.certify(puzzle)
        verdicts[found.verdict] += 1
        if found.tight:
            assert holds(found)
            assert lp_checker.complaint(proof_of(found)) == ""
    assert len(verdicts) > 1


def test_textbook_rows_are_too_weak_and_it_is_said_by_how_much() -> None:
    plain = naive.blank_town(random.Random(1), 4)
    answer = next(naive.answers(plain, random.Random(1)))
    seen = {place: naive.seen_in_town(plain, answer, place) for place in naive.places(plain.grid)}
    plain = replace(plain, clues={place: clue for place, clue in seen.items() if clue > 1})
    loose = eyeline.certify(bridge.puzzle_of(plain), formulation="textbook")
    assert (loose.tight, loose.verdict, loose.formulation) == (False, Verdict.SOME, "textbook")
    # Each height a quarter everywhere is a point of that relaxation (docs/models.md), and differs by 12 of 16 cells.
    assert loose.gap is not None
    assert loose.gap > 12 - 1e-6
    assert not loose.terms


def test_entries_and_limits_hold() -> None:
    puzzle = eyeline.read("2:" + "/" * 7)
    assert not eyeline.certify(puzzle).tight
    entered = eyeline.Position({eyeline.Cell(0, 0): "1"})
    found = eyeline.certify(puzzle, position=entered)
    assert found.tight
    assert "entry_r1c1" in {term.row.name for term in found.terms}
    with pytest.raises(eyeline.TimeUp):
        eyeline.certify(puzzle, limits=Limits(seconds=0))


# --- spoiling ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["maze", "town", "none"])
def proof(request: pytest.FixtureRequest) -> dict[str, Any]:
    """A certificate that holds."""
    kind = "skyscrapers" if request.param == "town" else "haunted"
    verdict = Verdict.NONE if request.param == "none" else Verdict.ONE
    for seed in range(1000):
        plain, expected = known(kind, seed)
        if len(expected) == (verdict is Verdict.ONE):
            found = eyeline.certify(bridge.puzzle_of(plain))
            if found.tight and len(found.terms) > 4 and any(term.row.bound for term in found.terms):
                made = proof_of(found)
                assert lp_checker.complaint(made) == ""
                return made
    raise AssertionError


def test_a_spoiled_multiplier_is_refused(proof: dict[str, Any]) -> None:
    """Which of two directions spoils it depends on the sign of the bound; the sum of bounds is as low as it may be."""
    slack = Fraction(-1 if proof["verdict"] == "none" else 0)
    for i, row in enumerate(proof["rows"]):
        if row["bound"] == 0:
            continue
        spoiled = copy.deepcopy(proof)
        change = Fraction(1, 7) - slack * 50
        times = Fraction(row["times"]) + (change if row["bound"] > 0 else -change)
        spoiled["rows"][i]["times"] = str(times)
        assert lp_checker.complaint(spoiled), row


def test_a_spoiled_bound_weight_or_sense_is_refused(proof: dict[str, Any]) -> None:
    for i, row in enumerate(proof["rows"]):
        times = Fraction(row["times"])
        spoiled = copy.deepcopy(proof)
        spoiled["rows"][i]["bound"] += 100 if times > 0 else -100
        assert lp_checker.complaint(spoiled)
        spoiled = copy.deepcopy(proof)
        spoiled["rows"][i]["sense"] = ">=" if times > 0 else "<="
        assert "turns round" in lp_checker.complaint(spoiled)
        spoiled = copy.deepcopy(proof)
        spoiled["rows"][i]["terms"][0][0] -= 1000 if times > 0 else -1000
        assert lp_checker.complaint(spoiled)


def test_a_spoiled_answer_or_list_of_facts_is_refused(proof: dict[str, Any]) -> None:
    if proof["verdict"] == "none":
        spoiled = copy.deepcopy(proof)
        spoiled["verdict"] = "one"
        spoiled["answer"] = [["V"]]
        assert lp_checker.complaint(spoiled)
        return
    for _variable, (row, col), value in proof["facts"]:
        if proof["answer"][row][col] != value:
            spoiled = copy.deepcopy(proof)
            spoiled["answer"][row][col] = value
            assert lp_checker.complaint(spoiled)
    for i in range(len(proof["facts"])):
        spoiled = copy.deepcopy(proof)
        del spoiled["facts"][i]
        assert "left out" in lp_checker.complaint(spoiled)
    for gone in {value for *_, value in proof["facts"]}:
        spoiled = copy.deepcopy(proof)
        spoiled["facts"] = [fact for fact in proof["facts"] if fact[2] != gone]
        held = any(gone in row for row in proof["answer"])
        assert ("left out" in lp_checker.complaint(spoiled)) or not held
    spoiled["facts"] = []
    assert "left out" in lp_checker.complaint(spoiled)
    spoiled = copy.deepcopy(proof)
    spoiled["rows"][0]["bound"] = float("nan")
    with pytest.raises(ValueError, match="NaN"):
        lp_checker.complaint(spoiled)
    spoiled = copy.deepcopy(proof)
    spoiled["verdict"] = "none"
    assert lp_checker.complaint(spoiled) == "the bound is not below 0"
    spoiled["verdict"] = "many"
    assert lp_checker.complaint(spoiled)


def test_without_its_rows_nothing_is_proven(proof: dict[str, Any]) -> None:
    assert lp_checker.complaint(proof | {"rows": []})
    assert lp_checker.complaint(proof | {"rows": None})


# --- the checker ------------------------------------------------------------------------------------------------------


def test_the_checker_is_short_and_needs_nothing() -> None:
    text = CHECKER.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 40
    imported = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(str(node.module))
    assert imported == {"fractions", "json", "sys"}


def test_the_checker_runs_by_itself_on_what_the_command_line_prints(tmp_path: Path) -> None:
    runner = CliRunner()
    ids = ["3:3/2/1/1/2/2/3/2/1/1/2/2", "2:1/1/2/2/1/2/2/1"]
    done = runner.invoke(app, ["certify", "--json", *ids])
    assert done.exit_code == 0
    path = tmp_path / "proofs.jsonl"
    path.write_text(done.stdout)
    run = [sys.executable, "-I", str(CHECKER), str(path)]
    checked = subprocess.run(run, capture_output=True, text=True, cwd=tmp_path, check=True)
    assert checked.stdout == "1: proven\n2: proven\n"
    loose = runner.invoke(app, ["certify", "--json", "2:" + "/" * 7])
    assert loose.exit_code == 1
    path.write_text(done.stdout + loose.stdout)
    checked = subprocess.run(run, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert checked.returncode == 1
    assert checked.stdout.splitlines()[2].startswith("3: the bound is 0, and the verdict some")
    for line in path.read_text().splitlines():
        jsonschema.validate(json.loads(line), record.schema("certify"))


@pytest.mark.parametrize(
    "text",
    [
        b"{",
        b"[]",
        b"5",
        b"null",
        b'"rows"',
        b"{}",
        b'{"rows": 1}',
        b'{"rows": [1]}',
        b'{"rows": [{"times": "1/0", "sense": "="}]}',
        b'{"rows": [{"times": "x", "sense": "="}]}',
        b'{"rows": [], "verdict": "one", "kind": "beams"}',
        b'{"rows": [], "verdict": "one", "kind": "beams", "answer": 3}',
        b"[" * 100_000,
        b"\xff\xfe",
        b"\n",
    ],
)
def test_what_is_no_certificate_gives_one_message(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "proof.json"
    certificate = CliRunner().invoke(app, ["certify", "--json", "3:3/2/1/1/2/2/3/2/1/1/2/2"]).stdout
    path.write_bytes(certificate.encode() + text)
    run = [sys.executable, "-I", str(CHECKER), str(path)]
    checked = subprocess.run(run, capture_output=True, text=True, check=False)
    assert checked.returncode == 2
    assert not checked.stdout
    assert checked.stderr.startswith("no certificates, one a line: ")
    assert checked.stderr.count("\n") == 1


def test_the_checker_says_what_it_cannot_read(tmp_path: Path) -> None:
    for arguments, said in (([str(tmp_path / "none.json")], "No such file or directory"), ([], "IndexError")):
        run = [sys.executable, "-I", str(CHECKER), *arguments]
        checked = subprocess.run(run, capture_output=True, text=True, check=False)
        assert checked.returncode == 2
        assert said in checked.stderr
        assert checked.stderr.endswith("python lp_checker.py FILE.\n")
        assert checked.stderr.count("\n") == 1


def test_an_empty_file_proves_nothing(tmp_path: Path) -> None:
    empty = tmp_path / "empty.json"
    empty.touch()
    checked = subprocess.run([sys.executable, "-I", str(CHECKER), str(empty)], capture_output=True, check=False)
    assert (checked.returncode, checked.stdout) == (1, b"1: nothing\n")


def test_the_command_line_tells_which_rows_times_what() -> None:
    done = CliRunner().invoke(app, ["certify", "3:3/2/1/1/2/2/3/2/1/1/2/2"])
    assert done.exit_code == 0
    first, number, *rows = done.stdout.splitlines()
    assert first == "one: this is the only answer"
    assert number.endswith("added up:")
    found = eyeline.certify(eyeline.read("3:3/2/1/1/2/2/3/2/1/1/2/2"))
    text = "\n".join(rows)
    for term in found.terms:
        assert f"{term.times} × {term.row.name}" in text
    loose = CliRunner().invoke(app, ["certify", "2:" + "/" * 7])
    assert loose.exit_code == 1
    assert "it can fill 4 of 4 cells otherwise" in loose.stdout
    bad = CliRunner().invoke(app, ["certify", "--by", "magic", "2:" + "/" * 7])
    assert bad.exit_code == 2
    late = CliRunner().invoke(app, ["certify", "--time-limit", "0", "2:" + "/" * 7])
    assert late.exit_code == 3


# --- exactness --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_multipliers_that_rounding_does_not_find_are_solved_for(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, expected = known("haunted", seed)
    if len(expected) == 1:
        # No multiplier survives this rounding, so all come from the equations of the corner.
        monkeypatch.setattr(MODULE, "DENOMINATORS", ())
        found = eyeline.certify(bridge.puzzle_of(plain))
        assert not found.tight or holds(found)


@pytest.mark.parametrize("kind", ["skyscrapers", "haunted"])
def test_rows_are_found_among_those_of_one_proof(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODULE, "MANY_ROWS", 0)
    tight = 0
    for seed in range(30):
        plain, expected = known(kind, seed)
        found = eyeline.certify(bridge.puzzle_of(plain))
        if found.tight:
            tight += 1
            assert len(expected) == (found.verdict is Verdict.ONE)
            assert holds(found)
    assert tight > 5


def test_a_corner_is_solved_for_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODULE, "DENOMINATORS", ())
    model = Model()
    for name in "abc":
        model.variable(name)
    model.add([(101, 0), (-97, 1)], "<=", 0, None, "one")
    model.add([(89, 1), (-83, 2)], "<=", 0, None, "two")
    model.add([(1, 2), (-1, 0)], "=", -1, None, "three")
    terms = MODULE.prove(model, None, Clock(Limits()))
    assert {term.times for term in terms} == {Fraction(1, 101), Fraction(97, 8989), Fraction(1)}
    weights, bound = MODULE.added(terms)
    assert bound == -1
    assert all(weight >= 0 for weight in weights.values())


# --- the corpora ------------------------------------------------------------------------------------------------------


def certified(name: str, most: int | None = None) -> list[eyeline.Certificate]:
    """The certificates of a corpus, each checked twice where it is tight."""
    made = []
    for line in shared.lines(name)[:most]:
        found = eyeline.certify(eyeline.read(line))
        assert found.verdict is (Verdict.ONE if found.tight else Verdict.SOME)
        if found.tight:
            assert holds(found)
            assert lp_checker.complaint(proof_of(found)) == ""
            assert max(term.times.denominator for term in found.terms) <= 120
        else:
            assert found.gap is not None
            assert found.gap > 0.1
        made.append(found)
    return made


def test_every_easy_four_by_four_maze_has_a_short_certificate() -> None:
    made = certified("haunted/tatham-4x4de.ids")
    assert all(found.tight for found in made)
    assert statistics.median(len(found.terms) for found in made) <= 13


def test_most_tricky_seven_by_seven_mazes_have_a_certificate() -> None:
    made = certified("haunted/tatham-7x7dt.ids")
    assert sum(found.tight for found in made) >= 0.6 * len(made)


def test_five_by_five_towns_have_certificates_by_the_flow_rows() -> None:
    made = certified("skyscrapers/tatham-5dh.ids", 6)
    assert sum(found.tight for found in made) > 3


@pytest.mark.long
@pytest.mark.parametrize("name", shared.names("*/tatham*.ids"))
def test_certificates_of_a_corpus_hold(name: str) -> None:
    assert certified(name)


@pytest.mark.long
def test_a_random_choice_of_spoiled_multipliers_is_never_taken_for_a_proof_of_another_answer() -> None:
    rng = random.Random(0)
    for line in shared.lines("haunted/tatham-5x5de.ids"):
        found = eyeline.certify(eyeline.read(line))
        if not found.tight:
            continue
        proof = proof_of(found)
        for _ in range(50):
            spoiled = copy.deepcopy(proof)
            for row in rng.sample(spoiled["rows"], 3):
                row["times"] = str(Fraction(row["times"]) + Fraction(rng.randint(-9, 9), rng.randint(1, 5)))
            r, c = rng.choice([(r, c) for _, (r, c), _ in proof["facts"]])
            spoiled["answer"][r][c] = rng.choice([v for v in "GVZ" if v != spoiled["answer"][r][c]])
            assert lp_checker.complaint(spoiled)
