"""The engines over rows: their answers, reasons and limits, and how they behave as guests of a process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import assume, example, given, settings

import small_models
from eyeline.engine import Cancel, Engine, Limits, Outcome, Status, Want
from eyeline.engines import ENGINES, clauses, sat
from eyeline.engines.clauses import Clauses, encode
from eyeline.grid import Cell
from eyeline.model import Model, Reason, Row
from eyeline.sheet import Fact
from small_models import answers, hard, models, only, task

NAMES = ["sat", "highs"]
ROOT = Path(__file__).parents[1]

every_engine = pytest.mark.parametrize("name", NAMES)


def run(name: str, model: Model, limits: Limits = Limits(), want: Want = Want.ANSWERS) -> list[Outcome]:  # noqa: B008
    return list(ENGINES[name].load().run(task(model), limits, want))


def found(outcomes: list[Outcome]) -> list[tuple[Fact, ...]]:
    return [outcome.answer for outcome in outcomes if isinstance(outcome.answer, tuple)]


def statuses(outcomes: list[Outcome]) -> list[str]:
    return [outcome.status.value for outcome in outcomes]


def cell_model(values: int, cells: int = 1) -> Model:
    """So many cells that hold one of so many values."""
    model = Model()
    for col in range(cells):
        choices = [model.variable(f"x_{col}_{k}", Fact(Cell(0, col), str(k))) for k in range(values)]
        model.add_sum(choices, "=", 1, None, f"cell_{col}")
    return model


def impossible(*rows: tuple[str, int]) -> Model:
    """A model of one cell and rows without terms."""
    model = cell_model(2)
    for i, (sense, bound) in enumerate(rows):
        model.rows.append(Row((), (), sense, bound, Reason("row", i), f"empty_{i}"))  # type: ignore[arg-type]
    return model


# --- answers ----------------------------------------------------------------------------------------------------------


@every_engine
@given(model=models())
@settings(max_examples=150, deadline=None)
def test_the_answers_are_those_of_brute_force(name: str, model: Model) -> None:
    outcomes = run(name, model)
    assert statuses(outcomes) == ["found"] * (len(outcomes) - 1) + ["exhausted"]
    assert len(found(outcomes)) == len(set(found(outcomes)))
    assert set(found(outcomes)) == answers(model)


@given(model=models())
@settings(max_examples=60, deadline=None)
def test_searches_in_a_thread_find_the_same(model: Model) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sat, "FIRST_TRY", (1, 1))
        assert set(found(run("sat", model))) == answers(model)


@every_engine
@given(model=models())
@settings(max_examples=50, deadline=None)
def test_counting_yields_the_number_alone(name: str, model: Model) -> None:
    assert run(name, model, want=Want.COUNT) == [Outcome(Status.EXHAUSTED, count=len(answers(model)))]


@every_engine
@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_as_many_answers_as_asked_for(name: str, most: int) -> None:
    outcomes = run(name, cell_model(3), Limits(answers=most))
    assert statuses(outcomes) == ["found"] * min(most, 3) + ["stopped" if most <= 3 else "exhausted"]
    counted = run(name, cell_model(3), Limits(answers=most), Want.COUNT)
    assert counted == [Outcome(Status.STOPPED if most <= 3 else Status.EXHAUSTED, count=min(most, 3))]


@every_engine
def test_without_open_cells_there_is_one_empty_answer(name: str) -> None:
    nothing = Model()
    assert run(name, nothing) == [Outcome(Status.FOUND, ()), Outcome(Status.EXHAUSTED)]
    assert run(name, nothing, Limits(answers=1)) == [Outcome(Status.FOUND, ()), Outcome(Status.EXHAUSTED)]
    hidden = Model()
    hidden.add_sum([hidden.variable("a"), hidden.variable("b")], ">=", 1, None, "some")
    assert run(name, hidden) == [Outcome(Status.FOUND, ()), Outcome(Status.EXHAUSTED)]


@every_engine
@pytest.mark.parametrize(
    ("row", "kept"),
    [
        (("<=", 0), True),
        (("=", 0), True),
        ((">=", 0), True),
        ((">=", 1), False),
        (("=", 3), False),
        (("<=", -1), False),
    ],
)
def test_rows_without_terms(name: str, row: tuple[str, int], kept: bool) -> None:
    assert len(found(run(name, impossible(row)))) == (2 if kept else 0)
    bare = Model()
    bare.rows.append(impossible(row).rows[-1])
    assert found(run(name, bare)) == ([()] if kept else [])


def test_an_answer_that_breaks_a_row_is_not_given_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Model, ones: set[int]) -> Iterator[Row]:
        yield self.rows[0]

    monkeypatch.setattr(Model, "broken", broken)
    assert statuses(run("highs", cell_model(3))) == ["stopped"]


# --- reasons ----------------------------------------------------------------------------------------------------------


@given(model=models())
@example(model=impossible((">=", 1), ("<=", 3)))
@settings(max_examples=300, deadline=None)
def test_the_reasons_leave_no_answer_and_each_is_needed(model: Model) -> None:
    assume(not answers(model))
    (outcome,) = run("sat", model, want=Want.CORE)
    assert outcome.status is Status.EXHAUSTED
    assert outcome.reasons is not None
    core = set(outcome.reasons)
    assert len(core) == len(outcome.reasons)
    assert core <= set(model.reasons())
    assert not answers(only(model, core))
    for reason in core:
        assert answers(only(model, core - {reason}))


def test_no_reasons_after_an_answer() -> None:
    outcomes = run("sat", cell_model(2), want=Want.CORE)
    assert statuses(outcomes) == ["found", "found", "exhausted"]
    assert outcomes[-1].reasons is None


# --- clauses ----------------------------------------------------------------------------------------------------------


def kept(written: Clauses, literals: list[int]) -> bool:
    from pysat.solvers import Minisat22

    with Minisat22(bootstrap_with=written.clauses) as solver:
        return bool(solver.solve(assumptions=literals))


@pytest.mark.parametrize("pairs", [0, 3, 150])
@given(model=models())
@settings(max_examples=150, deadline=None)
def test_the_clauses_keep_exactly_what_the_rows_keep(pairs: int, model: Model) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clauses, "MOST_PAIRS", pairs)
        written = encode(model)
    assert all(0 < abs(literal) <= written.variables for clause in written.clauses for literal in clause)
    for ones in small_models.choices(model):
        literals = [Clauses.literal(v) if v in ones else -Clauses.literal(v) for v in range(len(model.names))]
        assert kept(written, literals) == all(small_models.keeps(row, ones) for row in model.rows)


@given(model=models(most=5))
@settings(max_examples=100, deadline=None)
def test_the_clauses_of_a_reason_mean_the_same_whichever_others_hold(model: Model) -> None:
    written = encode(model, selectors=True)
    assert set(written.selectors) == set(model.reasons())
    chosen: list[set[Reason]] = [set(), set(model.reasons()), *({reason} for reason in model.reasons())]
    for reasons in chosen:
        rows = only(model, reasons).rows
        selected = [written.selectors[reason] for reason in reasons]
        for ones in small_models.choices(model):
            literals = [Clauses.literal(v) if v in ones else -Clauses.literal(v) for v in range(len(model.names))]
            assert kept(written, [*selected, *literals]) == all(small_models.keeps(row, ones) for row in rows)


def test_a_taller_building_excludes_z_as_one_literal_a_cell() -> None:
    """T + p z <= p: two cells before, of heights 1 to 4, and z says that the third is seen with height 1."""
    model = cell_model(4, cells=2)
    z = model.variable("z")
    taller = [number for number, fact in model.facts.items() if fact.value != "0"]
    before = len(encode(model).clauses)
    model.add([*((1, number) for number in taller), (2, z)], "<=", 2, None, "clear")
    added = encode(model).clauses[before:]
    # "Taller than 1" is "not 1", so nothing but the two exclusions is added.
    assert sorted(map(sorted, added)) == [[-z - 1, 1], [-z - 1, 5]]


# --- limits -----------------------------------------------------------------------------------------------------------


@every_engine
@pytest.mark.parametrize("want", Want)
@pytest.mark.parametrize("limits", [Limits(seconds=0), Limits(nodes=0), Limits(answers=0)])
def test_a_run_without_any_room_stops_at_once(name: str, want: Want, limits: Limits) -> None:
    assert run(name, cell_model(3), limits, want) == [
        Outcome(Status.STOPPED, count=0 if want is Want.COUNT else None),
    ]


@every_engine
def test_a_cancelled_run_stops_at_once(name: str) -> None:
    cancel = Cancel()
    cancel.set()
    assert statuses(run(name, cell_model(3), Limits(cancel=cancel))) == ["stopped"]


@every_engine
def test_the_time_limit(name: str) -> None:
    started = time.perf_counter()
    assert statuses(run(name, hard(), Limits(seconds=0.7))) == ["stopped"]
    assert 0.6 < time.perf_counter() - started < 2.5


@every_engine
def test_the_node_limit(name: str) -> None:
    assert statuses(run(name, hard(), Limits(nodes=20))) == ["stopped"]


@every_engine
def test_cancelled_from_another_thread(name: str) -> None:
    cancel = Cancel()
    timer = threading.Timer(0.7, cancel.set)
    timer.start()
    started = time.perf_counter()
    assert statuses(run(name, hard(), Limits(cancel=cancel))) == ["stopped"]
    assert 0.6 < time.perf_counter() - started < 2.5
    timer.join()


@every_engine
def test_the_limits_hold_for_the_run_and_not_for_each_answer(name: str) -> None:
    cancel = Cancel()
    with closing(engine(name).run(task(cell_model(5)), Limits(cancel=cancel), Want.ANSWERS)) as outcomes:
        assert next(outcomes).status is Status.FOUND
        cancel.set()
        assert statuses(list(outcomes)) == ["stopped"]


# --- manners ----------------------------------------------------------------------------------------------------------


def engine(name: str) -> Engine:
    return ENGINES[name].load()


def own_threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("eyeline")]


@every_engine
def test_closing_a_run_early_leaves_no_thread(name: str) -> None:
    outcomes = engine(name).run(task(cell_model(5, cells=3)), Limits(), Want.ANSWERS)
    assert next(outcomes).status is Status.FOUND
    outcomes.close()
    assert own_threads() == []


@every_engine
def test_one_engine_in_several_threads(name: str) -> None:
    shared = engine(name)
    sizes = [2, 3, 4, 5] * 3

    def count(values: int) -> int:
        return len(found(list(shared.run(task(cell_model(values, cells=2)), Limits(), Want.ANSWERS))))

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(count, sizes)) == [size**2 for size in sizes]


SCRIPT = """
import sys
from eyeline.engine import Limits, Want
from eyeline.engines import ENGINES
from small_models import hard, task
from test_engines import cell_model

def run(model, limits=Limits()):
    return list(ENGINES[sys.argv[1]].load().run(task(model), limits, Want.ANSWERS))
"""


def script(name: str, body: str) -> list[str]:
    return [sys.executable, "-c", SCRIPT + textwrap.dedent(body), name]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])}


@every_engine
def test_ctrl_c_ends_a_search_soon(name: str) -> None:
    body = """
        print("started", flush=True)
        try:
            run(hard())
        except KeyboardInterrupt:
            sys.exit(130)
    """
    process = subprocess.Popen(
        script(name, body), env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        time.sleep(2.5)
        asked = time.perf_counter()
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        assert time.perf_counter() - asked < 2
        assert process.stderr is not None
        assert process.stderr.read() == ""


@every_engine
def test_nothing_is_printed(name: str) -> None:
    body = """
        run(cell_model(3))
        run(hard(), Limits(seconds=0.3))
    """
    done = subprocess.run(script(name, body), env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@every_engine
def test_a_closed_standard_output_does_no_harm(name: str) -> None:
    body = """
        import os
        os.close(1)
        sys.exit(len(run(cell_model(3))))
    """
    done = subprocess.run(script(name, body), env=environment(), check=False, timeout=60)
    assert done.returncode == 4
