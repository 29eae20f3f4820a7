"""What a class is handed: rows of one's own, rows as mathematics, and what other solvers found read back."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import bridge
import eyeline
import naive
from eyeline.cli import app
from eyeline.engines import ENGINES
from eyeline.engines.linear import quiet_highs
from eyeline.errors import NotationError, Unable, UnknownName
from eyeline.export import legal_names
from eyeline.grid import Cell
from eyeline.model import Model, Reason, Row
from eyeline.sheet import Fact
from test_laws import known

EMPTY = "4:" + "/" * 15
TOWN = "3:3/2/1/1/2/2/3/2/1/1/2/2"
ROOM = ".+.\n+//\n.+.\n#\\/\n"
MAZE = naive.Maze(
    grid=((".", "\\", "."), ("/", ".", "."), (".", ".", "\\")),
    clues={("top", 0): 1, ("left", 2): 2, ("right", 1): 1},
    totals={"G": 2, "V": 2, "Z": 2},
)


def puzzles() -> list[eyeline.Puzzle]:
    """A puzzle of each kind, all with answers."""
    return [eyeline.read(TOWN), bridge.puzzle_of(MAZE), eyeline.read("beams\n" + ROOM)]


# --- rows of one's own ------------------------------------------------------------------------------------------------


def test_a_variable_is_found_by_number_name_and_fact() -> None:
    model = eyeline.read(TOWN).model("flow")
    number = model.names.index("x_2_1_3")
    assert model.number(number) == number
    assert model.number("x_2_1_3") == number
    assert model.number("r2c1=3") == number
    assert model.number(Fact(Cell(1, 0), "3")) == number
    of: Any
    for of in ("x_4_1_1", "r2c1=4", Fact(Cell(1, 0), "4"), -1, len(model.names)):
        with pytest.raises(UnknownName, match="no variable"):
            model.number(of)


def test_a_row_of_ones_own_joins_a_copy() -> None:
    model = eyeline.read(EMPTY).model()
    before = len(model.rows)
    row = model.row({"r1c1=3": 1, "x_2_2_3": 1, "x_1_1_3": 2, "r4c4=1": 0}, "<=", 1, "not_both")
    numbers = (model.number("r1c1=3"), model.number("r2c2=3"))
    assert row == Row((3, 1), numbers, "<=", 1, Reason("added", "not_both"), "not_both")
    more = model.plus(row, model.row({"r4c4=1": 1}, "=", 1))
    assert len(model.rows) == before
    assert more.rows[before:] == [row, model.row({"r4c4=1": 1}, "=", 1)]
    more.variable("mine")
    assert "mine" not in model.names
    with pytest.raises(ValueError, match="sense"):
        model.row({}, "<", 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ["auto", "sat", "highs"])
def test_a_model_with_further_rows_is_solved(engine: str) -> None:
    puzzle = eyeline.read(EMPTY)
    # The two long diagonals, by hand: each height once, as in the variant.
    for formulation in puzzle.kind.formulations:
        model = puzzle.model(formulation)
        rows = [
            model.row({Fact(cell, k): 1 for cell in cells}, "=", 1, f"diagonal_{d}_{k}")
            for k in puzzle.values
            for d, cells in enumerate(([Cell(i, i) for i in range(4)], [Cell(i, 3 - i) for i in range(4)]))
        ]
        more = model.plus(*rows)
        first = more.plus(more.row({"r1c1=1": 1, "r1c2=2": 1, "r1c3=3": 1, "r2c1=3": 1}, ">=", 4))
        assert eyeline.solve(puzzle, model=first, engine=engine).verdict is eyeline.Verdict.ONE
        assert eyeline.solve(puzzle, model=first, engine=engine, first=True).verdict is eyeline.Verdict.SOME
        if engine == "highs":
            continue
        assert eyeline.count(puzzle, model=more, engine=engine) == (48, True)
        expected = {bridge.tokens_of(c) for c in eyeline.answers(eyeline.read("skyscrapers\ndiagonals: yes\n" + BLANK))}
        assert {bridge.tokens_of(c) for c in eyeline.answers(puzzle, model=more, engine=engine)} == expected


BLANK = "    . . . .\n" + ".   . . . .   .\n" * 4 + "    . . . .\n"


def test_a_model_of_ones_own_excludes_what_would_be_ignored() -> None:
    puzzle, _, room = puzzles()
    model = puzzle.model()
    with pytest.raises(ValueError, match="one or the other"):
        eyeline.solve(puzzle, model=model, formulation="flow")
    with pytest.raises(ValueError, match="one or the other"):
        eyeline.count(puzzle, model=model, position=eyeline.Position({Cell(0, 0): "1"}))
    with pytest.raises(Unable, match="takes no rows"):
        eyeline.solve(room, model=room.model(), engine="2sat")
    assert eyeline.solve(room, model=room.model()).verdict is eyeline.solve(room).verdict
    assert ENGINES[eyeline.solve(room, model=room.model()).engine].takes == "model"


# --- mathematics ------------------------------------------------------------------------------------------------------


def read_tex(line: str) -> tuple[str, dict[str, int], str, int]:
    """A row of a LaTeX file: its name, weights, sense and bound."""
    name, formula = re.fullmatch(  # type: ignore[union-attr]
        r"\\hangindent=3em\\relax\{\\footnotesize\\texttt\{(.*)\}\}\\quad \$(.*)\$\\par", line
    ).groups()
    left, sense, bound = re.fullmatch(r"(.*) (\\le|\\ge|=) (-?\d+)", formula).groups()  # type: ignore[union-attr]
    return name.replace("\\_", "_"), terms(left), {"\\le": "<=", "\\ge": ">="}.get(sense, "="), int(bound)


def read_typst(line: str) -> tuple[str, dict[str, int], str, int]:
    """A row of a Typst file: its name, weights, sense and bound."""
    name, formula = re.fullmatch(r"#text\(0\.8em\)\[`(.*)`\] #h\(1em\) \$(.*)\$", line).groups()  # type: ignore[union-attr]
    left, sense, bound = re.fullmatch(r"(.*) (<=|>=|=) (-?\d+)", formula).groups()  # type: ignore[union-attr]
    return name, terms(left), sense, int(bound)


def terms(left: str) -> dict[str, int]:
    """The weights of a sum by variable."""
    if left == "0":
        return {}
    found = {}
    for sign, weight, name in re.findall(r"([+-]?) ?(\d*) ?([a-z\\\"][^ +-]*(?: \d\}\S*)?)", left):
        found[name] = int(weight or 1) * (-1 if sign == "-" else 1)
    return found


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize(
    ("form", "mark", "reader"), [("tex", r"\hangindent", read_tex), ("typ", "#text(0.8em)[`", read_typst)]
)
def test_every_row_stands_in_the_mathematics_with_its_numbers(
    place: int, form: str, mark: str, reader: Callable[[str], tuple[str, dict[str, int], str, int]]
) -> None:
    puzzle = puzzles()[place]
    for formulation in puzzle.kind.formulations:
        model = puzzle.model(formulation)
        text = eyeline.write_model(model, form)
        rows = {}
        for line in text.splitlines():
            if line.startswith(mark):
                name, weights, sense, bound = reader(line)
                rows[name] = (sorted(weights.values()), sense, bound)
        assert rows == {row.name: (sorted(row.weights), row.sense, row.bound) for row in model.rows}
        for brackets in ("()", "[]", "{}"):
            assert text.count(brackets[0]) == text.count(brackets[1])
        assert text.count("$") % 2 == 0


def test_names_become_letters_with_indices() -> None:
    model = Model()
    for name in ("x_1_2_13", "z_clue_left_2_1_3", "path_clue_top_1_2_0_3", "what#ever"):
        model.variable(name)
    model.add([(2, 0), (-1, 1), (-3, 2), (1, 3)], "<=", -4, None, "odd`name")
    tex, typst = eyeline.write_model(model, "tex"), eyeline.write_model(model, "typ")
    assert (
        r"$2 x_{1,2,13} - z^{\text{left}}_{2,1,3} - 3 \text{path}^{\text{top}}_{1,2,0,3} + \text{what ever} \le -4$"
        in tex
    )
    assert '$2 x_(1,2,13) - z^("left")_(2,1,3) - 3 "path"^("top")_(1,2,0,3) + "what ever" <= -4$' in typst
    assert "`odd_name`" in typst


@pytest.mark.parametrize("place", range(3))
def test_typst_sets_it(place: int, tmp_path: Path) -> None:
    typst = pytest.importorskip("typst", reason="the typst package is not installed")
    path = tmp_path / "model.typ"
    for formulation in puzzles()[place].kind.formulations:
        path.write_text(eyeline.write_model(puzzles()[place].model(formulation), "typ"), encoding="utf-8")
        assert typst.compile(str(path)).startswith(b"%PDF")


def test_the_ending_of_the_file_chooses_the_form(tmp_path: Path) -> None:
    for ending, start in (("tex", "\\documentclass"), ("typ", "#set page")):
        path = tmp_path / f"model.{ending}"
        done = CliRunner().invoke(app, ["model", TOWN, "--formulation", "flow", "-o", str(path)])
        assert done.exit_code == 0
        assert path.read_text(encoding="utf-8").startswith(start)


# --- solutions --------------------------------------------------------------------------------------------------------


def gurobi(names: list[str], ones: set[str]) -> str:
    return "# Solution for model eyeline\n# Objective value = 0\n" + "".join(
        f"{name} {int(name in ones)}\n" for name in names
    )


def cbc(names: list[str], ones: set[str]) -> str:
    return "Optimal - objective value 0.00000000\n" + "".join(
        f"{i:7} {name:<20} {1 if name in ones else 0:>15} {0:>23}\n" for i, name in enumerate(names) if name in ones
    )


def scip(names: list[str], ones: set[str]) -> str:
    return "solution status: optimal solution found\nobjective value:                                    0\n" + "".join(
        f"{name:<40} {0.9999999:>22} \t(obj:0)\n" for name in names if name in ones
    )


def cplex(names: list[str], ones: set[str]) -> str:
    return '<?xml version = "1.0"?>\n<CPLEXSolution version="1.2">\n <variables>\n' + "".join(
        f'  <variable name="{name}" index="{i}" value="{int(name in ones)}"/>\n' for i, name in enumerate(names)
    )


def opb(names: list[str], ones: set[str]) -> str:
    literals = [f"{'' if name in ones else '-'}x{i}" for i, name in enumerate(names, start=1)]
    return "s SATISFIABLE\nv " + " ".join(literals[:5]) + "\nv " + " ".join(literals[5:]) + "\n"


def dimacs(names: list[str], ones: set[str]) -> str:
    literals = [str(i if name in ones else -i) for i, name in enumerate(names, start=1)]
    return "c hello\ns SATISFIABLE\nv " + " ".join([*literals, "99999", "-100000", "0"]) + "\n"


@pytest.mark.parametrize("writer", [gurobi, cbc, scip, cplex, opb, dimacs])
@pytest.mark.parametrize("place", range(3))
def test_a_solution_in_each_style_becomes_the_answer(
    place: int, writer: Callable[[list[str], set[str]], str], tmp_path: Path
) -> None:
    puzzle = puzzles()[place]
    answer = eyeline.solve(puzzle).cells
    assert answer is not None
    for formulation in puzzle.kind.formulations:
        model = puzzle.model(formulation)
        names = legal_names(model)
        held = {v: fact for v, fact in model.facts.items() if answer[fact.cell] == fact.value}
        text = writer(names, {names[v] for v in held})
        assert eyeline.read_solution(text, model) == tuple(sorted(held.values()))
    path = tmp_path / "puzzle"
    path.write_text(eyeline.write(puzzle, "plain"))
    solution = tmp_path / "model.sol"
    solution.write_text(text)
    arguments = ["check", str(path), "--solution", str(solution), "--formulation", formulation]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0
    assert "every cell is filled, and no rule is broken" in done.stdout
    assert eyeline.read(done.stdout.rpartition("\n\n")[0] + "\n").sheet.cells == answer
    done = CliRunner().invoke(app, [*arguments, "--json"])
    assert json.loads(done.stdout)["grid"] == [list(row) for row in answer]


@pytest.mark.parametrize("style", [0, 1])
@pytest.mark.parametrize("form", ["lp", "mps"])
def test_what_highs_writes_is_read(style: int, form: str, tmp_path: Path) -> None:
    for seed in range(8):
        plain, expected = known("skyscrapers", seed)
        puzzle = bridge.puzzle_of(plain)
        for formulation in puzzle.kind.formulations:
            path = tmp_path / f"model.{form}"
            path.write_text(eyeline.write_model(puzzle.model(formulation), form))
            solver = quiet_highs()
            solver.readModel(str(path))
            solver.run()
            solver.writeSolution(str(tmp_path / "sol"), style)
            text = (tmp_path / "sol").read_text()
            if expected:
                facts = eyeline.read_solution(text, puzzle.model(formulation))
                assert bridge.tokens_of(puzzle.sheet.cells.filled(facts)) in expected


def test_solutions_that_are_none_are_refused(tmp_path: Path) -> None:
    puzzle = eyeline.read(TOWN)
    model = puzzle.model()
    with pytest.raises(NotationError, match="no variable of the model"):
        eyeline.read_solution("Infeasible\n", model)
    with pytest.raises(NotationError, match=r"r1c1=2 is 0\.5"):
        eyeline.read_solution("x_1_1_1 0.5e-9\nx_1_1_2 0.5\n", model)
    with pytest.raises(NotationError, match="r1c1 holds both 1 and 2") as caught:
        eyeline.read_solution("x_1_1_1 1\nx_1_1_2 1\n", model)
    assert caught.value.line == 2
    with pytest.raises(NotationError, match="'much' is no number"):
        eyeline.read_solution("x_1_1_1 much\n", model)
    path = tmp_path / "model.sol"
    path.write_text("x_1_1_1 1\nx_1_2_1 1\n")
    done = CliRunner().invoke(app, ["check", TOWN, "--solution", str(path)])
    assert done.exit_code == 1
    assert "1 stands 2 times in row 1: r1c1 and r1c2" in done.stdout
    assert CliRunner().invoke(app, ["check", TOWN, TOWN, "--solution", str(path)]).exit_code == 2
    assert CliRunner().invoke(app, ["check", TOWN, "--solution", str(tmp_path / "none")]).exit_code == 2
    both = ["check", TOWN, "--solution", str(path), "--position", str(path)]
    assert CliRunner().invoke(app, both).exit_code == 2


def test_a_partial_solution_leaves_cells_open() -> None:
    model = eyeline.read(TOWN).model()
    rng = random.Random(3)
    facts = rng.sample(list(model.facts.items()), 1)
    ((variable, fact),) = facts
    assert eyeline.read_solution(f"{model.names[variable]} 1\n", model) == (fact,)
