"""Models as files: what other programs read from them is the model, and has its answers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings

import eyeline
from eyeline.engine import Limits, Want
from eyeline.engines import ENGINES
from eyeline.errors import UnknownName
from eyeline.export import MODEL_FORMS, WIDTH, legal_names, write_model
from eyeline.grid import Cell, Port, Side
from eyeline.model import Model, Reason, Row
from eyeline.sheet import Fact
from small_models import answers, keeps, models, task

TOWERS = "4:3/2/1/2/1/3/2/2/2/2/3/1/2/2/1/3"
PUZZLES = {
    "one": TOWERS,
    "none": TOWERS.replace("3/1/2/2", "3/1/4/2"),
    "many": "4:1///2/2///3//3//2//3//",
    "given": "4:1///2/2///3//3//2//3//,a4n",
    "maze": "4x4:0,2,6,LLaRLaRaRaRdL,2,1,1,1,2,2,2,2,2,2,3,3,3,0,0,1",
    "any": "2:///////",
}

#: Weights, variables by their number in the file, bounds from and to.
Read = tuple[dict[int, int], float, float]


def model_of(name: str) -> Model:
    return eyeline.read(PUZZLES[name]).model()


def awkward() -> Model:
    """Names that no file can hold, rows without terms, a variable that stands nowhere, a long row."""
    model = Model()
    fact = Fact(Cell(0, 0), "1")
    for name in ("x y", "e12", "free", "3z", "", "twice", "twice", "x_x_y", "a" * 400, "nothing", "r1c1=3", "größe"):
        model.variable(name, fact if name == "e12" else None)
    model.add([], "<=", 1, None, "")
    model.add([(2, 0), (-3, 1), (1, 2)], ">=", -1, Reason("row", 0), "two words")
    model.add([(1, variable) for variable in range(11)], "<=", 5, Reason("row", 0), "two words")
    model.add([(-1, 3)], "=", -1, Reason("given", Cell(1, 2)), "st")
    model.variable("alone")
    return model


def bare(sense: str, bound: int) -> Model:
    """No variables, and one row."""
    model = Model()
    model.rows.append(Row((), (), sense, bound, Reason("row", 0), "row_1"))  # type: ignore[arg-type]
    return model


every_model = pytest.mark.parametrize(
    "model",
    [*(pytest.param(model_of(name), id=name) for name in PUZZLES), awkward(), bare(">=", 1), bare("=", 0), Model()],
)


# --- readers ----------------------------------------------------------------------------------------------------------


def by_highs(path: Path) -> tuple[list[str], list[str], list[Read], bool]:
    """The names of the variables and rows, the rows, and whether they can be kept, as HiGHS reads and solves a file."""
    import highspy
    from highspy._core import _Highs

    solver = _Highs()
    solver.setOptionValue("output_flag", False)
    assert solver.readModel(str(path)) == highspy.HighsStatus.kOk
    lp = solver.getLp()
    size = lp.num_col_
    assert list(lp.col_lower_) == [0] * size
    assert list(lp.col_upper_) == [1] * size
    assert list(lp.integrality_) == [highspy.HighsVarType.kInteger] * size
    assert list(lp.col_cost_) == [0] * size
    rows: list[Read] = [({}, low, high) for low, high in zip(lp.row_lower_, lp.row_upper_, strict=True)]
    matrix = lp.a_matrix_
    assert matrix.format_ == highspy.MatrixFormat.kColwise
    for column in range(size):
        for place in range(matrix.start_[column], matrix.start_[column + 1]):
            rows[matrix.index_[place]][0][column] = int(matrix.value_[place])
    solver.run()
    status = solver.getModelStatus()
    states = highspy.HighsModelStatus
    assert status in (states.kOptimal, states.kInfeasible, states.kModelEmpty)
    return list(lp.col_names_), list(lp.row_names_), rows, status != states.kInfeasible


def by_opb(text: str) -> tuple[int, list[Read]]:
    """The number of variables and the rows of an OPB file, by its grammar."""
    lines = text.splitlines()
    header = re.fullmatch(r"\* #variable= (\d+) #constraint= (\d+)", lines[0])
    assert header
    rows: list[Read] = []
    for line in lines[1:]:
        if line.startswith("*"):
            continue
        row = re.fullmatch(r"((?:[+-]\d+ x[1-9]\d* )+)(>=|=) (-?\d+) ;", line)
        assert row, line
        terms = {int(v) - 1: int(w) for w, v in re.findall(r"([+-]\d+) x(\d+)", row[1]) if int(w)}
        rows.append((terms, int(row[3]), int(row[3]) if row[2] == "=" else float("inf")))
    assert len(rows) == int(header[2])
    return int(header[1]), rows


def by_pysat(text: str) -> set[tuple[Fact, ...]]:
    """The answers of a CNF file over the facts that its comments name."""
    from pysat.formula import CNF
    from pysat.solvers import Minisat22

    cnf = CNF(from_string=text)
    header = re.search(r"^p cnf (\d+) (\d+)$", text, re.MULTILINE)
    assert header
    assert len(cnf.clauses) == int(header[2])
    assert cnf.nv <= int(header[1])
    facts = {
        int(number): Fact(Cell(int(row) - 1, int(col) - 1), value)
        for number, row, col, value in re.findall(r"^c (\d+) \S+ r(\d+)c(\d+)=(\S+)$", text, re.MULTILINE)
    }
    found = set()
    with Minisat22(bootstrap_with=cnf.clauses) as solver:
        for number in facts:
            solver.add_clause([number, -number])
        while solver.solve():
            ones = {literal for literal in solver.get_model() if literal > 0}
            found.add(tuple(sorted(facts[number] for number in facts if number in ones)))
            solver.add_clause([-number if number in ones else number for number in facts])
    return found


def stated(row: Row) -> Read:
    """A row of the model as readers give it."""
    low = row.bound if row.sense != "<=" else -float("inf")
    high = row.bound if row.sense != ">=" else float("inf")
    return dict(zip(row.variables, row.weights, strict=True)), low, high


def turned(row: Read) -> Read:
    """A row times -1."""
    weights, low, high = row
    return {variable: -weight for variable, weight in weights.items()}, -high, -low


def feasible(model: Model) -> bool:
    """Whether there is an answer, as the engine says."""
    outcomes = list(ENGINES["sat"].load().run(task(model), Limits(answers=1), Want.ANSWERS))
    return outcomes[0].answer is not None


# --- laws -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["lp", "mps"])
@every_model
def test_highs_reads_the_rows_and_gives_the_verdict(model: Model, form: str, tmp_path: Path) -> None:
    path = tmp_path / f"model.{form}"
    path.write_text(write_model(model, form), encoding="ascii")
    names, rows, read, verdict = by_highs(path)
    if model.rows:
        assert names == legal_names(model)
        assert len(rows) == len(set(rows))
    assert read == [stated(row) for row in model.rows]
    assert verdict == feasible(model)


@every_model
def test_opb_has_the_rows(model: Model) -> None:
    count, read = by_opb(write_model(model, "opb"))
    assert count == len(legal_names(model))
    for row, written in zip(model.rows, read, strict=True):
        assert written == (turned(stated(row)) if row.sense == "<=" else stated(row))


@pytest.mark.parametrize("name", PUZZLES)
def test_the_answers_of_the_clauses_are_those_of_the_puzzle(name: str) -> None:
    puzzle = eyeline.read(PUZZLES[name])
    found = by_pysat(write_model(puzzle.model(), "cnf"))
    assert len(found) == eyeline.count(puzzle).n
    assert {puzzle.sheet.cells.filled(facts) for facts in found} == set(eyeline.answers(puzzle))


@given(model=models())
@settings(max_examples=100, deadline=None)
def test_every_form_has_the_answers_of_the_model(model: Model) -> None:
    assert by_pysat(write_model(model, "cnf")) == answers(model)
    _, read = by_opb(write_model(model, "opb"))
    for ones in [(), tuple(range(len(model.names))), tuple(range(0, len(model.names), 2))]:
        for row, (weights, low, high) in zip(model.rows, read, strict=True):
            total = sum(weight for variable, weight in weights.items() if variable in ones)
            assert (low <= total <= high) == keeps(row, ones)


# --- names and comments -----------------------------------------------------------------------------------------------


def test_names_are_kept_where_they_can_be() -> None:
    model = model_of("given")
    assert legal_names(model) == model.names
    lp = write_model(model, "lp")
    assert "\n given_r1c2: + x_1_2_4 = 1\n" in lp


def test_names_are_legal_and_different() -> None:
    names = legal_names(awkward())
    assert len(set(names)) == len(names) == 13
    assert all(re.fullmatch(r"[A-DF-Za-df-z_][A-Za-z0-9_]*", name) for name in names)
    assert names[:8] == ["x_x_y_2", "x_e12", "x_free", "x_3z", "x_", "twice", "x_twice", "x_x_y"]


@pytest.mark.parametrize(("form", "mark"), [("lp", "\\"), ("mps", "*"), ("opb", "*")])
def test_each_reason_is_told_once_before_its_rows(form: str, mark: str) -> None:
    lines = write_model(model_of("many"), form).splitlines()
    (heading,) = (i for i, line in enumerate(lines) if line == f"{mark} the clue at the left of row 2")
    reason = Reason("clue", Port(Side.LEFT, 1))
    assert reason.name == "clue_left_2"
    assert re.search(rf"\b{reason.name}\b", lines[heading + 1])
    assert sum(line == f"{mark} row 1" for line in lines) == 1


@pytest.mark.parametrize(("form", "mark"), [("opb", "* x4 "), ("cnf", "c 4 ")])
def test_each_variable_is_told(form: str, mark: str) -> None:
    assert f"\n{mark}x_1_1_4 r1c1=4\n" in write_model(model_of("one"), form)


@pytest.mark.parametrize("form", ["lp", "mps", "opb", "cnf"])
def test_a_cell_of_several_values(form: str) -> None:
    if form in ("lp", "mps"):
        assert " r1c1 holds 1 2 3 4: x_1_1_1 x_1_1_2 x_1_1_3 x_1_1_4\n" in write_model(model_of("one"), form)
    else:
        assert write_model(model_of("one"), form).count(" r1c1=") == 4


def test_the_lines_of_an_lp_file_are_folded() -> None:
    text = write_model(eyeline.read("9:" + "/" * 35).model(), "lp")
    assert max(map(len, text.splitlines())) <= WIDTH
    assert text.endswith("End\n")


def test_a_form_there_is_none_of() -> None:
    with pytest.raises(UnknownName, match="no form 'xls'"):
        write_model(Model(), "xls")
    assert {"lp", "mps", "opb", "cnf"} <= set(MODEL_FORMS)
