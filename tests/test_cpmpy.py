"""The engine cpmpy: the rows for CP-SAT in this process and for other solvers in theirs."""

from __future__ import annotations

import io
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

import bridge
import eyeline
import naive
import naive_beams
from eyeline.engine import Cancel, Limits, Outcome, Status, Task, Want
from eyeline.engines import ENGINES
from eyeline.engines.cpmpy import Cpmpy
from eyeline.engines.cpmpy_child import serve
from eyeline.errors import MissingExtra, Unable, UnknownName
from eyeline.model import Model
from eyeline.solve import engine_for
from test_beams import beams, rows

needs_cpmpy = pytest.mark.skipif(find_spec("cpmpy") is None, reason="CPMpy is not installed (the extra cpmpy)")
#: Solvers that come with what eyeline needs anyway, and run in a process of their own.
FAR = "highs"
SOURCES = Path(eyeline.__file__).parents[1]


def hard() -> Model:
    """Rows that no solver here gets through in minutes: five sums of 40 numbers, each to be halved."""
    rng = random.Random(1)
    model = Model()
    for number in range(40):
        model.variable(f"x{number}")
    for row in range(5):
        weights = [rng.randint(1, 99) for _ in range(40)]
        model.add(zip(weights, range(40), strict=True), "=", sum(weights) // 2, None, f"row_{row}")
    return model


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    # As the module: the package has a function of this name.
    monkeypatch.setattr(sys.modules["eyeline.solve"], "find_spec", lambda name: None)
    for name in ("cpmpy", "cpmpy:gurobi", "cpmpy:nobody"):
        with pytest.raises(MissingExtra, match=r"is not installed: pip install 'eyeline\[cpmpy\]'"):
            engine_for("haunted", name)


def test_other_engines_have_no_solvers_behind_them() -> None:
    with pytest.raises(UnknownName, match="no engine 'sat:glucose4'"):
        engine_for("haunted", "sat:glucose4")


@needs_cpmpy
def test_solvers_are_known_by_name() -> None:
    known = ENGINES["cpmpy"].solvers
    assert known is not None
    assert next(iter(known())) == "ortools"
    assert known()["ortools"]
    assert engine_for("beams", "cpmpy:ortools", "count").name == "cpmpy:ortools"
    for name in ("cpmpy:nobody", "cpmpy:"):
        with pytest.raises(UnknownName, match=f"no engine '{name}'; cpmpy knows ortools, "):
            engine_for("beams", name)
    with pytest.raises(Unable, match="cannot core"):
        engine_for("beams", "cpmpy:ortools", "core")
    missing = next((name for name, there in known().items() if not there), None)
    if missing is not None:
        with pytest.raises(MissingExtra, match=rf"needs the solver {missing}.* pip install 'cpmpy\[{missing}\]'"):
            engine_for("beams", f"cpmpy:{missing}")


@needs_cpmpy
def test_the_verb_engines_lists_what_is_there() -> None:
    environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
    run = subprocess.run(
        [sys.executable, "-m", "eyeline", "engines", "--json"],
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    )
    entries = {entry["engine"]: entry for entry in map(json.loads, run.stdout.splitlines())}
    assert {"cpmpy:ortools", f"cpmpy:{FAR}"} <= set(entries["cpmpy"]["solvers"])
    assert entries["cpmpy"]["extra"] == "cpmpy"
    assert entries["sat"]["solvers"] == []


@needs_cpmpy
@pytest.mark.parametrize("kind", ["skyscrapers", "haunted"])
def test_answers_are_those_of_brute_force(kind: str) -> None:
    verdicts = set()
    for seed in range(60):
        rng = random.Random(seed)
        plain = naive.random_towers(rng, rng.choice((1, 2, 3))) if kind == "skyscrapers" else naive.random_maze(rng)
        expected = set(itertools.islice(naive.answers(plain), 30))
        if len(expected) == 30:
            continue
        puzzle = bridge.puzzle_of(plain)
        every = [bridge.tokens_of(cells) for cells in eyeline.answers(puzzle, engine="cpmpy")]
        assert len(every) == len(expected), seed
        assert set(every) == expected, seed
        verdict = eyeline.solve(puzzle, engine="cpmpy").verdict
        assert verdict is {0: eyeline.Verdict.NONE, 1: eyeline.Verdict.ONE}.get(len(expected), eyeline.Verdict.MANY)
        verdicts.add(verdict)
    assert len(verdicts) == 3


@needs_cpmpy
def test_rooms_of_beams_are_solved_by_their_rows() -> None:
    rng = random.Random(2)
    for i in range(60):
        room = (naive_beams.planted_room if i % 2 else naive_beams.random_room)(rng, 4)
        expected = set(naive_beams.answers(room))
        answers = [rows(cells) for cells in eyeline.answers(beams(room), engine="cpmpy:ortools")]
        assert len(answers) == len(expected)
        assert set(answers) == expected, room


@needs_cpmpy
@pytest.mark.parametrize("name", ["cpmpy", f"cpmpy:{FAR}"])
def test_counts_and_limits_on_answers(name: str) -> None:
    puzzle = eyeline.read("3:///////////")
    assert eyeline.count(puzzle, engine=name) == (12, True)
    assert eyeline.count(puzzle, engine=name, limits=Limits(answers=5)) == (5, False)
    first = eyeline.solve(puzzle, engine=name, first=True)
    assert first.verdict is eyeline.Verdict.SOME
    assert first.engine == name
    with pytest.raises(Unable, match="counts no nodes"):
        eyeline.solve(puzzle, engine=name, limits=Limits(nodes=10))


@needs_cpmpy
@pytest.mark.parametrize("solver", [None, FAR])
def test_rows_of_every_shape(solver: str | None) -> None:
    def run(model: Model) -> list[Outcome]:
        return list(Cpmpy(solver).run(Task("any", lambda: model), Limits(), Want.COUNT))

    def model() -> Model:
        made = Model()
        for number in range(3):
            made.variable(f"x{number}", eyeline.Fact(eyeline.Cell(0, number), "1"))
        return made

    # Variables that stand in no row may be anything.
    assert run(model()) == [Outcome(Status.EXHAUSTED, count=8)]
    weighted = model()
    weighted.add([(2, 0), (-1, 1), (1, 2)], ">=", 1, None, "weighted")
    weighted.add_sum((1,), "<=", 1, None, "one")
    weighted.add_sum((), "<=", 0, None, "empty, and holds")
    expected = sum(2 * a - b + c >= 1 for a, b, c in itertools.product((0, 1), repeat=3))
    assert run(weighted) == [Outcome(Status.EXHAUSTED, count=expected)]
    weighted.add_sum((), ">=", 1, None, "empty, and fails")
    assert run(weighted) == [Outcome(Status.EXHAUSTED, count=0)]


@needs_cpmpy
@pytest.mark.parametrize("solver", [None, FAR])
def test_a_solver_stops_in_time_and_when_it_is_cancelled(solver: str | None) -> None:
    engine = Cpmpy(solver)
    cancel = Cancel()
    cancel.set()
    assert list(engine.run(Task("any", hard), Limits(cancel=cancel), Want.ANSWERS)) == [Outcome(Status.STOPPED)]
    cancel = Cancel()
    switch = threading.Timer(1.0, cancel.set)
    switch.start()
    before = threading.active_count()
    for limits in (Limits(seconds=1), Limits(cancel=cancel)):
        started = time.perf_counter()
        assert list(engine.run(Task("any", hard), limits, Want.ANSWERS)) == [Outcome(Status.STOPPED)]
        assert time.perf_counter() - started < 3
    time.sleep(0.2)
    assert threading.active_count() <= before


@needs_cpmpy
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("solver", ["ortools", FAR])
def test_ctrl_c_ends_a_search_within_two_seconds(solver: str) -> None:
    program = (
        "import sys; from eyeline.engine import Limits, Task, Want; from eyeline.engines.cpmpy import Cpmpy\n"
        "from test_cpmpy import hard\n"
        f"run = Cpmpy({solver!r}).run(Task('any', hard), Limits(), Want.ANSWERS)\n"
        "print('go', flush=True)\n"
        "try:\n    list(run)\nexcept KeyboardInterrupt:\n    print('stopped', flush=True)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(SOURCES), str(Path(__file__).parent)))}
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=environment) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "go\n"
        time.sleep(3)
        child.send_signal(signal.SIGINT)
        started = time.perf_counter()
        assert child.stdout.readline() == "stopped\n"
        assert time.perf_counter() - started < 2
        assert child.wait(10) == 0


@needs_cpmpy
def test_what_a_solver_cannot_take_is_said_in_one_line() -> None:
    questions = [["post", 2, "nobody", []], ["jump"], ["solve"]]
    replies = io.StringIO()
    serve(io.StringIO("".join(json.dumps(question) + "\n" for question in questions)), replies)
    errors = [json.loads(line) for line in replies.getvalue().splitlines()]
    assert [error[0] for error in errors] == ["error"] * 3
    with pytest.raises(Unable, match="the engine cpmpy:nobody cannot take these rows: ") as caught:
        list(Cpmpy("nobody").run(Task("any", hard), Limits(), Want.ANSWERS))
    assert "\n" not in str(caught.value)


@needs_cpmpy
@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("4:/2/////3//////3//3/", "one"),
        ("4:2/2/1/3/2/3/2/1////////", "many"),
        ("4:1/1//////////////", "none"),
        ("haunted\n  . 1 .\n. . / . 1\n. . . . .\n1 . . \\ .\n  . . .\n", "many"),
        ("beams\n+.#+.\n.+#.+\n", "many"),
    ],
)
def test_cpmpy_reads_the_opb_file_and_finds_the_same_verdict(
    text: str, verdict: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cpmpy.tools.io import opb

    # CPMpy's reader asserts that a row has two terms at least, and does very well with one.
    monkeypatch.setattr(opb, "_add_constraint", lambda model, line, held: model.add(opb._parse_constraint(line, held)))
    puzzle = eyeline.read(text)
    for formulation in puzzle.kind.formulations:
        file = tmp_path / f"{formulation}.opb"
        file.write_text(eyeline.write_model(puzzle.model(formulation), "opb"))
        model = opb.load_opb(str(file))
        number = model.solveAll(solver="ortools", solution_limit=2)
        # The answer determines all other variables, so that solutions are answers.
        assert number == {"none": 0, "one": 1, "many": 2}[verdict]
    assert eyeline.solve(puzzle).verdict.value == verdict
