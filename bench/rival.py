"""Another solver in a process of its own: ``PYTHON bench/rival.py NAME`` reads puzzles and writes what it found.

A line in is a puzzle as in ``straight.py``, with ``seconds``, the limit, and how often it is run: ``runs`` at most, and
not again after ``patience`` seconds. A line out has ``verdict``, ``cells`` and ``seconds``, the processor time of the
fastest run, from the puzzle as values to the answer as values. The first line out says whether the solver is there, and
its version. A verdict *some* is a first answer, not proven to be the only one. Needs nothing of eyeline, for it runs in
the interpreter that has the solver.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import straight

Solver = Callable[[dict[str, Any], float], "straight.Found"]


def load_puzzlekit() -> Solver:
    """Return puzzlekit's solver: one answer, with one worker."""
    import puzzlekit

    def solve(puzzle: dict[str, Any], seconds: float) -> straight.Found:
        top, bottom, left, right = ([str(clue or "-") for clue in side] for side in puzzle["clues"])
        n = puzzle["rows"]
        values = {
            "num_rows": n,
            "num_cols": n,
            "val": n,
            "cols_top": top,
            "cols_bottom": bottom,
            "rows_left": left,
            "rows_right": right,
            "grid": [[token.replace(".", "-") for token in row] for row in puzzle["cells"]],
            "diagonal": False,
        }
        options = {"num_workers": 1, "time_limit_sec": seconds}
        result = puzzlekit.solve(values, puzzle_type="skyscraper", solver_options=options).solution_data
        if result["status"] in ("Optimal", "Feasible"):
            return "some", [list(row) for row in result["solution_grid"].matrix]
        return ("none" if result["status"] == "Infeasible" else "unknown"), None

    return solve


def load_multi() -> Solver:
    """Return the solvers of multi-puzzle-solver: all answers."""
    import numpy as np
    from puzzle_solver.puzzles.towers import towers
    from puzzle_solver.puzzles.undead import undead

    def solve(puzzle: dict[str, Any], seconds: float) -> straight.Found:
        sides = [np.array([-1 if clue is None else clue for clue in side]) for side in puzzle["clues"]]
        top, bottom, left, right = sides
        if puzzle["kind"] == "skyscrapers":
            cells = np.array([[token.replace(".", " ") for token in row] for row in puzzle["cells"]])
            board = towers.Board(cells, top=top, bottom=bottom, right=right, left=left)
        else:
            cells = np.array([[token.replace("/", "//").replace(".", " ") for token in row] for row in puzzle["cells"]])
            names = (undead.Monster.VAMPIRE, undead.Monster.GHOST, undead.Monster.ZOMBIE)
            totals = {name: total for name, total in zip(names, puzzle["totals"], strict=True) if total is not None}
            named = {"top": top, "bottom": bottom, "left": left, "right": right}
            board = undead.Board(cells, sides=named, monster_count=totals)
        found = board.solve_and_print(verbose=False)
        if not found:
            return "none", None
        grid = [list(row) for row in puzzle["cells"]]
        for place, value in found[0].assignment.items():
            grid[place.y][place.x] = str(value)
        return ("one" if len(found) == 1 else "many"), grid

    return solve


def load_cp_sat() -> Solver:
    """Return the straightforward model on CP-SAT."""
    import ortools.sat.python.cp_model  # noqa: F401

    return straight.cp_sat


def load_clingo() -> Solver:
    """Return the straightforward model on clingo."""
    import clingo  # noqa: F401

    return straight.clingo


#: The solvers: the package that has them, and what loads them.
SOLVERS: dict[str, tuple[str, Callable[[], Solver]]] = {
    "puzzlekit": ("puzzlekit", load_puzzlekit),
    "multi-puzzle-solver": ("multi-puzzle-solver", load_multi),
    "CP-SAT": ("ortools", load_cp_sat),
    "clingo": ("clingo", load_clingo),
}

WARM_UP = {
    "skyscrapers": {"rows": 2, "cols": 2, "cells": [[".", "."]] * 2, "clues": [[1, 2], [2, 1], [1, 2], [2, 1]]},
    "haunted": {"rows": 1, "cols": 1, "cells": [["."]], "clues": [[1], [1], [1], [1]], "totals": [0, 0, 1]},
}


def main() -> None:
    """Answer puzzles until there are no more."""
    package, load = SOLVERS[sys.argv[1]]
    # What solvers print themselves goes nowhere.
    with os.fdopen(os.dup(1), "w") as out:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)

        def say(**values: Any) -> None:
            out.write(json.dumps(values) + "\n")
            out.flush()

        try:
            solve, number = load(), version(package)
        except (ImportError, PackageNotFoundError) as error:
            say(reason=str(error))
            return
        if sys.argv[1] != "puzzlekit":
            solve({"kind": "haunted", **WARM_UP["haunted"]}, 10.0)
        solve({"kind": "skyscrapers", **WARM_UP["skyscrapers"]}, 10.0)
        say(version=number)
        for line in sys.stdin:
            puzzle = json.loads(line)
            best, spent = float("inf"), 0.0
            for _ in range(puzzle["runs"]):
                started = time.process_time()
                verdict, cells = solve(puzzle, puzzle["seconds"])
                took = time.process_time() - started
                best, spent = min(best, took), spent + took
                if spent > puzzle["patience"]:
                    break
            say(verdict=verdict, cells=cells, seconds=best)


if __name__ == "__main__":
    main()
