"""Proofs by clauses: they prove what brute force says, an outside checker takes them, and it refuses spoiled ones."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import dratify
import jsonschema
import pytest
from pysat.solvers import Minisat22
from typer.testing import CliRunner, Result

import bridge
import eyeline
import naive
import naive_beams
import samples
import shared
import small_models
from eyeline import dossier, record
from eyeline.cli import app
from eyeline.engine import Cancel, Clock, Limits
from eyeline.engines import refuter
from eyeline.engines.clauses import encode
from eyeline.errors import Unable, UnwritableOutput
from eyeline.puzzles import KINDS, Puzzle
from eyeline.puzzles import puzzle as puzzle_on
from eyeline.refutation import ANOTHER, Refutation, refute
from eyeline.sheet import Cells, Position, Sheet
from eyeline.solve import Verdict
from eyeline.telling import refutations
from test_laws import known

ONE = "4:3/2/1/2/1/3/2/2/2/2/3/1/2/2/1/3"
NONE = "4:1/1//////////////"
MANY = "4:2/2/1/3/2/3/2/1////////"
ROOM = "beams\n##..+\n#####\n+....\n###.+\n"
CHAIN = "beams\n..-\n-/."


def takes(clauses: Iterable[Iterable[int]], proof: Iterable[str]) -> bool:
    """Whether the outside checker takes a proof."""
    held = [tuple(clause) for clause in clauses]
    lines = list(proof)
    # The variables of a proof of other clauses are variables here as well.
    formula = dratify.CNF(max((abs(literal) for clause in held for literal in clause), default=0))
    formula.nvars = max(formula.nvars, *(abs(int(literal)) for line in lines for literal in line.split()), 0)
    for clause in held:
        formula.add_dimacs(clause)
    return bool(dratify.check_proof(formula, "".join(f"{line}\n" for line in lines)).ok)


def satisfiable(clauses: Iterable[Iterable[int]]) -> bool:
    held = list(map(list, clauses))
    if [] in held:
        return False
    with Minisat22(bootstrap_with=held) as solver:
        return bool(solver.solve())


def stated(number: int) -> Verdict:
    return {0: Verdict.NONE, 1: Verdict.ONE}.get(number, Verdict.MANY)


def checked(found: Refutation) -> None:
    """Hold the parts of a refutation together, and the proof against the checker."""
    assert found.proven == (found.verdict in (Verdict.NONE, Verdict.ONE)) == bool(found.proof)
    assert found.model is not None
    ends = [0, *(part.end for part in found.parts)]
    assert [part.start for part in found.parts] == ends[:-1]
    assert ends[-1] == len(found.clauses)
    assert [part.row for part in found.parts[: len(found.model.rows)]] == [row.name for row in found.model.rows]
    auxiliary = [literal for part in found.parts for literal in part.auxiliary]
    assert auxiliary == list(range(len(found.model.names) + 1, found.literals + 1))
    assert len(found.names) == found.literals == len(set(found.names))
    if found.proven:
        assert takes(found.clauses, found.proof)
        assert found.proof[-1] == "0"
        assert not [line for line in found.proof if line.startswith("d")]
        assert (found.parts[-1].row == ANOTHER) == (found.verdict is Verdict.ONE)


@pytest.mark.parametrize("formulation", [None, "flow"])
@pytest.mark.parametrize("kind", ["skyscrapers", "haunted"])
def test_a_proof_says_what_brute_force_says_and_the_checker_takes_it(kind: str, formulation: str | None) -> None:
    if kind == "haunted" and formulation:
        pytest.skip("mazes have one formulation")
    verdicts: Counter[Verdict] = Counter()
    for seed in range(24 if formulation is None else 9):
        plain, expected = known(kind, seed)
        found = refute(bridge.puzzle_of(plain), formulation=formulation)
        verdicts[found.verdict] += 1
        assert found.verdict is stated(len(expected)), plain
        checked(found)
        shown = [bridge.tokens_of(cells) for cells in (found.answer, found.other) if cells is not None]
        assert len(set(shown)) == min(2, len(expected))
        assert expected.issuperset(shown)
    assert min(verdicts[Verdict.NONE], verdicts[Verdict.ONE], verdicts[Verdict.MANY]) > 1


def test_rooms_are_proven_as_well() -> None:
    rng = random.Random(3)
    verdicts: Counter[Verdict] = Counter()
    makers = (naive_beams.random_room, naive_beams.planted_room, naive_beams.crossed_room)
    for i in range(24):
        room = makers[i % 3](rng)
        found = refute(puzzle_on(Sheet("beams", Cells.of(room))))
        verdicts[found.verdict] += 1
        assert found.verdict is stated(len(list(naive_beams.answers(room)))), room
        checked(found)
        if found.verdict is Verdict.NONE:
            assert refutations.no_answer(found)
    assert min(verdicts[Verdict.NONE], verdicts[Verdict.ONE], verdicts[Verdict.MANY]) > 1


@pytest.mark.parametrize(
    "name", ["skyscrapers/tatham-7dh.ids", "skyscrapers/tatham-5du.ids", "haunted/tatham-7x7dt.ids"]
)
def test_real_puzzles_are_proven(name: str) -> None:
    for line in shared.lines(name)[:2]:
        found = refute(eyeline.read(line))
        assert found.verdict is Verdict.ONE
        checked(found)


def test_entries_are_part_of_what_is_proven() -> None:
    puzzle = eyeline.read(MANY)
    held = Position({eyeline.Cell(0, 1): "1"})
    found = refute(puzzle, position=held)
    assert found.verdict is stated(eyeline.count(puzzle, position=held).n)
    clash = refute(eyeline.read(ONE), position=Position({eyeline.Cell(0, 0): "1"}))
    assert clash.verdict is Verdict.NONE
    assert takes(clash.clauses, clash.proof)
    assert "entry_r1c1" in [part.row for part in clash.parts]


@pytest.mark.parametrize("text", ["beams\n#", "beams\n.", "haunted\n    . .\n.   / /   .\n.   / /   .\n    . ."])
def test_the_smallest_puzzles_are_proven(text: str) -> None:
    found = refute(eyeline.read(text))
    assert found.proof == ("0",)
    assert takes(found.clauses, found.proof)


# --- spoiled proofs ---------------------------------------------------------------------------------------------------


def made(kind: str, chance: random.Random) -> Puzzle:
    """A random puzzle; half of those with clues have one clue changed."""
    if kind == "beams":
        return puzzle_on(Sheet("beams", Cells.of(naive_beams.crossed_room(chance))))
    puzzle, _ = samples.town("", 4, chance) if kind == "skyscrapers" else samples.maze(4, 4, chance)
    clues = dict(puzzle.sheet.clues.stated())
    if clues and chance.random() < 0.5:
        port = chance.choice(list(clues))
        clues[port] = clues[port] % 4 + 1
    return puzzle_on(replace(puzzle.sheet, clues=eyeline.Clues.of(puzzle.grid, clues)))


@cache
def proof_of(kind: str, verdict: Verdict, number: int) -> Refutation:
    """A proof of so many lines that there is something to spoil, where the kind has any."""
    chance = random.Random(number)
    while True:
        puzzle = made(kind, chance)
        if eyeline.solve(puzzle).verdict is verdict:
            found = refute(puzzle)
            if len(found.proof) > 1 or kind == "beams":
                return found


CASES = [(kind, verdict, number) for kind in KINDS for verdict in (Verdict.NONE, Verdict.ONE) for number in range(1, 3)]
each_proof = pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)))


@each_proof
def test_with_too_few_clauses_a_proof_is_refused(case: tuple[str, Verdict, int]) -> None:
    """Clauses go in random order until there is an answer: the last one to go was needed by the proof of the rest."""
    found = proof_of(*case)
    order = random.Random(1).sample(range(len(found.clauses)), len(found.clauses))
    fewest, most = 0, len(order)
    while fewest < most:
        middle = (fewest + most) // 2
        if satisfiable(found.clauses[i] for i in sorted(order[middle:])):
            most = middle
        else:
            fewest = middle + 1
    left = [found.clauses[i] for i in sorted(order[fewest:])]
    assert satisfiable(left)
    assert not satisfiable([*left, found.clauses[order[fewest - 1]]])
    assert not takes(left, found.proof)
    if found.verdict is Verdict.ONE:
        assert satisfiable(found.clauses[:-1])
        assert not takes(found.clauses[:-1], found.proof)


def test_with_a_clause_altered_so_that_there_is_an_answer_a_proof_is_refused() -> None:
    altered: Counter[Verdict] = Counter()
    for found in map(proof_of, *zip(*CASES, strict=True)):
        for place in random.Random(2).sample(range(len(found.clauses)), min(40, len(found.clauses))):
            for i, literal in enumerate(found.clauses[place]):
                clause = (*found.clauses[place][:i], -literal, *found.clauses[place][i + 1 :])
                clauses = [*found.clauses[:place], clause, *found.clauses[place + 1 :]]
                if satisfiable(clauses):
                    altered[found.verdict] += 1
                    assert not takes(clauses, found.proof)
    assert altered[Verdict.ONE]
    assert altered[Verdict.NONE]


def follows(clauses: Iterable[Iterable[int]], lemma: list[int]) -> bool:
    """Whether a clause follows from others by unit propagation, worked out as slowly as can be."""
    held = [set(clause) for clause in clauses]
    true = {-literal for literal in lemma}
    while True:
        before = len(true)
        for clause in held:
            left = {literal for literal in clause if -literal not in true}
            if not left:
                return True
            if len(left) == 1:
                true |= left
        if any(-literal in true for literal in true):
            return True
        if len(true) == before:
            return False


def genuine(found: Refutation, proof: Iterable[str]) -> bool:
    """Whether each line of a proof follows from these clauses and the lines before it."""
    held = list(found.clauses)
    for line in proof:
        lemma = tuple(map(int, line.split()[:-1]))
        if not follows(held, list(lemma)):
            return False
        held.append(lemma)
    return True


@each_proof
def test_every_line_follows_from_those_before(case: tuple[str, Verdict, int]) -> None:
    found = proof_of(*case)
    assert genuine(found, found.proof[:12])


def test_a_line_with_a_literal_altered_is_refused() -> None:
    """An altered line may still follow, or be harmless, as one about a new variable is; most are neither."""
    refused: Counter[str] = Counter()
    for case in CASES:
        found = proof_of(*case)
        for place, line in enumerate(found.proof[:6]):
            literals = line.split()[:-1]
            for i, literal in enumerate(literals):
                wrong = [*literals[:i], str(-int(literal)), *literals[i + 1 :], "0"]
                spoiled = [*found.proof[:place], " ".join(wrong), *found.proof[place + 1 :]]
                refused[case[0]] += not takes(found.clauses, spoiled)
    assert refused["skyscrapers"] > 3
    assert refused["haunted"] > 3


def test_the_proof_of_another_puzzle_is_refused_and_so_is_none_at_all() -> None:
    every = [proof_of(*case) for case in CASES]
    long = [found for found in every if len(found.proof) > 1]
    assert len(long) >= 8
    for one in long:
        assert not takes(one.clauses, [])
        # What follows in one puzzle may happen to follow in another as well, line by line; then it is a proof there.
        for other in long:
            assert takes(one.clauses, other.proof) or not genuine(one, other.proof)
        assert not all(takes(one.clauses, other.proof) for other in long)


# --- files ------------------------------------------------------------------------------------------------------------


def dimacs(text: str) -> tuple[int, list[list[int]]]:
    """The number of variables and the clauses of a DIMACS file, held to its own header."""
    lines = [line for line in text.splitlines() if not line.startswith("c")]
    head = re.fullmatch(r"p cnf (\d+) (\d+)", lines[0])
    assert head
    clauses = [[int(literal) for literal in line.split()] for line in lines[1:]]
    assert all(clause[-1] == 0 and 0 not in clause[:-1] for clause in clauses)
    assert len(clauses) == int(head[2])
    return int(head[1]), [clause[:-1] for clause in clauses]


def values(folder: Path) -> dict[int, tuple[tuple[int, int], str]]:
    """What the literals of a directory say of cells, from the words in it."""
    words = {"a vampire": "V", "a ghost": "G", "a zombie": "Z", "horizontally": "-", "vertically": "|", "a park": "0"}
    found = {}
    for line in (folder / "variables.txt").read_text().splitlines():
        literal, _, says = line.split("\t")
        if match := re.fullmatch(r"(?:the shooter at )?r(\d+)c(\d+) is (?:turned )?((?:a )?\w+)", says):
            cell = (int(match[1]) - 1, int(match[2]) - 1)
            found[int(literal)] = (cell, words.get(match[3], match[3]))
    return found


def answers_of(folder: Path, puzzle: Puzzle, last: bool) -> set[naive.Tokens]:
    """All answers of the clauses in a directory, read by its own words; ``last`` = the last clause included."""
    literals, clauses = dimacs((folder / "refutation.cnf").read_text())
    says = values(folder)
    found: set[naive.Tokens] = set()
    held = clauses if last else clauses[:-1]
    if [] in held:
        return found
    with Minisat22(bootstrap_with=held) as solver:
        for literal in range(1, literals + 1):
            solver.add_clause([literal, -literal])
        while solver.solve():
            ones = [literal for literal in solver.get_model() if literal in says]
            grid = [list(row) for row in puzzle.sheet.cells]
            for literal in ones:
                (r, c), value = says[literal]
                grid[r][c] = value
            found.add(tuple(map(tuple, grid)))
            if not ones:
                break
            solver.add_clause([-literal for literal in ones])
    return found


@pytest.mark.parametrize("kind", ["skyscrapers", "haunted"])
def test_the_clauses_read_by_the_words_beside_them_say_what_the_puzzle_says(kind: str, tmp_path: Path) -> None:
    seen: Counter[Verdict] = Counter()
    for seed in range(60):
        plain, expected = known(kind, seed)
        verdict = stated(len(expected))
        if verdict is Verdict.MANY or seen[verdict] == 4:
            continue
        seen[verdict] += 1
        puzzle = bridge.puzzle_of(plain)
        folder = tmp_path / str(seed)
        eyeline.write_proof(refute(puzzle), folder)
        assert answers_of(folder, puzzle, last=True) == set()
        assert answers_of(folder, puzzle, last=verdict is Verdict.NONE) == expected
    assert seen[Verdict.ONE] == 4


def test_the_clauses_of_a_room_say_what_the_room_says(tmp_path: Path) -> None:
    rng = random.Random(8)
    for i in range(12):
        room = naive_beams.planted_room(rng)
        expected = {tuple(map(tuple, answer)) for answer in naive_beams.answers(room)}
        if len(expected) != 1:
            continue
        puzzle = puzzle_on(Sheet("beams", Cells.of(room)))
        eyeline.write_proof(refute(puzzle), tmp_path / str(i))
        assert answers_of(tmp_path / str(i), puzzle, last=False) == expected
    assert any(tmp_path.iterdir())


def test_every_variable_and_row_has_its_words() -> None:
    texts = [ONE, "haunted\n    1 .\n.   / .   .\n.   . .   2\n    . .", CHAIN]
    for text, formulation in (*((text, None) for text in texts), (ONE, "flow")):
        found = refute(eyeline.read(text), formulation=formulation)
        told = list(refutations.literals(found))
        assert [(literal, name) for literal, name, _ in told] == list(enumerate(found.names, start=1))
        assert all(" " in says and "{" not in says for _, _, says in told)
        assert all(refutations.because(part) for part in found.parts)
    words = {name: says for _, name, says in refutations.literals(refute(eyeline.read(ONE)))}
    assert words["x_1_2_3"] == "r1c2 is 3"
    z = "height 4 stands at lot 3 from the clue at the left of row 2, and is seen from there"
    assert words["z_clue_left_2_3_4"] == z


EVERY = {"README.txt", "manifest.json", "puzzle.txt", "refutation.cnf", "refutation.drup", "rows.txt", "variables.txt"}
EXPECTED = {ONE: EVERY | {"answer.txt"}, NONE: EVERY, ROOM: EVERY | {"answer.txt"}, CHAIN: EVERY | {"chain.txt"}}


@pytest.mark.parametrize("text", EXPECTED)
def test_a_directory_has_what_it_takes_to_check_the_proof(text: str, tmp_path: Path) -> None:
    found = refute(eyeline.read(text))
    manifest = eyeline.write_proof(found, tmp_path / "proof")
    names = {path.name for path in (tmp_path / "proof").iterdir()}
    assert names == EXPECTED[text]
    written = json.loads((tmp_path / "proof" / "manifest.json").read_text())
    assert written == json.loads(record.line(manifest))
    jsonschema.validate(written, record.schema("manifest"))
    assert {file["name"] for file in written["files"]} | {"manifest.json"} == names
    assert (written["by"], written["kind"], written["verdict"]) == ("drup", found.puzzle.kind.name, found.verdict.value)
    for file in written["files"]:
        data = (tmp_path / "proof" / file["name"]).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (file["bytes"], file["sha256"])
    readme = (tmp_path / "proof" / "README.txt").read_text()
    assert all(name in readme for name in names - {"README.txt"})
    page = eyeline.read_page((tmp_path / "proof" / "puzzle.txt").read_text())
    assert page.sheet == found.puzzle.sheet
    if found.answer is not None:
        assert eyeline.read_page((tmp_path / "proof" / "answer.txt").read_text()).sheet.cells == found.answer
    literals, clauses = dimacs((tmp_path / "proof" / "refutation.cnf").read_text())
    assert (literals, list(map(tuple, clauses))) == (found.literals, list(found.clauses))
    rows = (tmp_path / "proof" / "rows.txt").read_text()
    assert all(part.row in rows for part in found.parts)


@pytest.mark.parametrize("text", [ONE, NONE, CHAIN])
def test_the_command_in_the_directory_checks_the_proof(text: str, tmp_path: Path) -> None:
    eyeline.write_proof(refute(eyeline.read(text)), tmp_path)
    (command,) = [line for line in (tmp_path / "README.txt").read_text().splitlines() if "python -c" in line]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])

    def checked() -> str:
        run = subprocess.run(
            ["sh", "-c", command], cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True
        )
        return run.stdout.strip()

    assert checked() == "True"
    cnf = tmp_path / "refutation.cnf"
    lines = cnf.read_text().splitlines()
    # Without any clause there is nothing to contradict.
    cnf.write_text("\n".join(line for line in lines if line.startswith("c")) + "\np cnf 200 0\n")
    assert checked() == "False"


def test_the_proof_by_rows_comes_with_its_checker(tmp_path: Path) -> None:
    manifest = eyeline.write_proof(eyeline.certify(eyeline.read(ONE)), tmp_path)
    assert {file.name for file in manifest.files} == {
        "README.txt",
        "answer.txt",
        "certificate.json",
        "lp_checker.py",
        "puzzle.txt",
    }
    run = subprocess.run(
        [sys.executable, "-I", "lp_checker.py", "certificate.json"], cwd=tmp_path, capture_output=True, text=True
    )
    assert run.stdout == "1: proven\n"


def test_what_proves_nothing_is_not_written(tmp_path: Path) -> None:
    for found in (refute(eyeline.read(MANY)), refute(eyeline.read(ONE), limits=Limits(seconds=0))):
        with pytest.raises(Unable, match="no proof"):
            eyeline.write_proof(found, tmp_path / "x")
    assert not (tmp_path / "x").exists()


def test_a_proof_takes_the_place_of_an_earlier_one_and_leaves_other_files(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("mine")
    for text in (ONE, CHAIN, NONE, ONE, ONE):
        eyeline.write_proof(refute(eyeline.read(text)), tmp_path)
        assert {path.name for path in tmp_path.iterdir()} == EXPECTED[text] | {"notes.md"}
    eyeline.write_proof(eyeline.certify(eyeline.read(ONE)), tmp_path)
    assert "refutation.cnf" not in {path.name for path in tmp_path.iterdir()}
    assert (tmp_path / "notes.md").read_text() == "mine"


@pytest.mark.parametrize("name", ["answer.txt", "manifest.json", "chain.txt", "README.txt"])
def test_files_of_others_are_never_replaced(name: str, tmp_path: Path) -> None:
    found = refute(eyeline.read(ONE))
    (tmp_path / name).write_text("mine")
    with pytest.raises(UnwritableOutput, match=f"{name}: is there already"):
        eyeline.write_proof(found, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "mine"


def test_a_file_changed_since_is_not_replaced(tmp_path: Path) -> None:
    found = refute(eyeline.read(ONE))
    eyeline.write_proof(found, tmp_path)
    (tmp_path / "rows.txt").write_text("mine")
    with pytest.raises(UnwritableOutput, match=r"rows.txt: has been changed"):
        eyeline.write_proof(found, tmp_path)
    assert (tmp_path / "rows.txt").read_text() == "mine"


def test_where_nothing_can_be_written_it_is_said_before_anything_is_proven(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for place, message in ((tmp_path / "file", "is a file"), (tmp_path / "file" / "sub", "is a file")):
        with pytest.raises(UnwritableOutput, match=message):
            dossier.ready(place)
    dossier.ready(tmp_path / "new" / "sub")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(UnwritableOutput):
        dossier.ready(tmp_path / "link")


# --- limits -----------------------------------------------------------------------------------------------------------


needs_ps = pytest.mark.skipif(shutil.which("ps") is None, reason="there is no ps to list processes with")


def provers(parent: int) -> list[int]:
    """The processes that prove something for another one."""
    listed = subprocess.run(["ps", "-ww", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()[1:]]
    return [int(pid) for pid, ppid, args in rows if "refuter_child" in args and int(ppid) == parent]


HARD = encode(small_models.hard()).clauses


@needs_ps
def test_limits_end_a_search_at_once() -> None:
    started = time.perf_counter()
    assert refuter.decide(HARD, Clock(Limits(seconds=1))) == (None, None)
    assert refuter.decide(HARD, Clock(Limits(seconds=0))) == (None, None)
    cancel = Cancel()
    cancel.set()
    assert refuter.decide(HARD, Clock(Limits(cancel=cancel))) == (None, None)
    assert time.perf_counter() - started < 3
    assert refuter.decide(HARD, Clock(Limits(nodes=10))) == (None, None)
    assert not provers(os.getpid())


def test_a_limit_gives_unknown_and_what_was_found_before() -> None:
    for limits in (Limits(seconds=0), Limits(nodes=0)):
        # The kernels, which `auto` takes once they are loaded, need no node for this puzzle.
        found = refute(eyeline.read(ONE), engine="sat", limits=limits)
        assert (found.verdict, found.proof, found.clauses) == (Verdict.UNKNOWN, (), ())


def test_a_question_larger_than_a_pipe_is_answered() -> None:
    clauses = [(i, -(i + 1)) for i in range(1, 60_000)]
    found = refuter.decide([*clauses, (60_000,)], Clock(Limits(seconds=60)))
    assert found.ones == frozenset(range(60_000))
    assert refuter.decide([*clauses, (60_000,), (-1,)], Clock(Limits(seconds=60))).proof == ("0",)


PROVE = "import pickle,sys\nfrom eyeline.engine import *\nfrom eyeline.engines import refuter\n" + (
    "clauses = pickle.load(sys.stdin.buffer)\nrefuter.decide(clauses, Clock(Limits()))\n"
)


@needs_ps
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_no_process_is_left_when_the_one_that_asked_ends(sent: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-c", PROVE], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            assert process.stdin is not None
            process.stdin.write(pickle.dumps(HARD))
            process.stdin.close()
            started = time.perf_counter()
            while not (found := provers(process.pid)):
                assert time.perf_counter() - started < 30
            time.sleep(0.3)
            process.send_signal(sent)
            started = time.perf_counter()
            assert process.wait(timeout=10) != 0
            assert time.perf_counter() - started < 2
        finally:
            process.kill()
    started = time.perf_counter()
    while any(Path(f"/proc/{pid}").exists() for pid in found):
        assert time.perf_counter() - started < 5
        time.sleep(0.05)


# --- the command line -------------------------------------------------------------------------------------------------


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def records(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((ONE,), 0),
        ((NONE,), 0),
        ((ROOM,), 0),
        ((CHAIN,), 0),
        ((MANY,), 1),
        ((ONE, "--time-limit", "0"), 3),
        (("no-such-file",), 2),
        ((ONE, "--formulation", "nobody"), 2),
        ((ONE, "--engine", "nobody"), 2),
        ((ONE, MANY), 1),
        ((ONE, MANY, "4:1/2"), 2),
    ],
)
def test_certify_leaves_with_its_codes(arguments: tuple[str, ...], code: int, tmp_path: Path) -> None:
    folder = tmp_path / "proof"
    found = run("certify", *arguments, "-o", str(folder))
    assert found.exit_code == code
    assert (folder / "manifest.json").exists() == (code == 0)
    if code == 0:
        assert "written: " in found.stderr


def test_another_way_to_certify_is_refused() -> None:
    found = run("certify", ONE, "--by", "nobody")
    assert found.exit_code == 2
    assert "lp and drup" in found.output


def test_the_way_is_lp_unless_files_are_asked_for(tmp_path: Path) -> None:
    (alone,) = records(run("certify", ONE, "--json"))
    (filed,) = records(run("certify", ONE, "--json", "-o", str(tmp_path / "a")))
    (named,) = records(run("certify", ONE, "--json", "-o", str(tmp_path / "b"), "--by", "lp"))
    assert [found["by"] for found in (alone, filed, named)] == ["lp", "drup", "lp"]
    assert filed["manifest"] == json.loads((tmp_path / "a" / "manifest.json").read_text())
    assert named["directory"] == str(tmp_path / "b")
    assert (tmp_path / "b" / "certificate.json").exists()
    schema = record.schema("certify")
    failed = run("certify", ONE, "--json", "-o", str(tmp_path / "a" / "rows.txt"))
    assert failed.exit_code == 2
    (wrong,) = records(failed)
    assert wrong["error"]["code"] == "output"
    for found in (alone, filed, named, wrong, *records(run("certify", MANY, "--by", "drup", "--json"))):
        jsonschema.validate(found, schema)


def test_many_proofs_go_into_directories_by_number(tmp_path: Path) -> None:
    file = tmp_path / "ids"
    file.write_text(f"{ONE}\n4:1/2\n{MANY}\n{NONE}\n")
    found = run("certify", str(file), "-o", str(tmp_path / "all"), "--json")
    assert found.exit_code == 2
    assert sorted(path.name for path in (tmp_path / "all").iterdir()) == ["1", "4"]
    assert [one["verdict"] for one in records(found)] == ["one", None, "many", "none"]
    assert [one["proven"] for one in records(found)] == [True, None, False, True]


def test_the_words_tell_the_verdict_and_the_chain() -> None:
    many = run("certify", MANY, "--by", "drup")
    assert "many: two answers differ" in many.stdout
    assert many.stdout.count("skyscrapers") == 2
    chain = run("certify", CHAIN, "--by", "drup")
    assert "9 clauses contradict each other; the proof has 1 step" in chain.stdout
    assert "so r1c3 can be turned neither way" in chain.stdout
