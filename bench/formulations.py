"""Formulations side by side: ``python bench/formulations.py FILE...`` prints a Markdown table.

Puzzles are taken from the files and put together by kind and size (the longer side of the grid); of each the first few
(``--each``, by default five) are measured with every formulation of their kind. A line has the medians of variables,
rows and nonzeros, of the seconds to build the rows, of the branch-and-bound nodes and the seconds on HiGHS, of the
seconds on CP-SAT (where CPMpy is installed), of the clauses and the seconds on the engine ``sat``. Seconds are those of
an answer and the proof that it is the only one, rows included. A run that reaches ``--time-limit`` counts as that long,
and is marked with ``>``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import eyeline
from eyeline.engines import ENGINES
from eyeline.engines.clauses import encode
from eyeline.engines.linear import hand_over, quiet_highs
from eyeline.solve import installed

#: The names that the engine on CP-SAT may go by.
CP_SAT = ("cpmpy:ortools", "cpmpy")

HEAD = (
    "| kind | n | formulation | variables | rows | nonzeros | build, s | HiGHS nodes | HiGHS, s | CP-SAT, s | clauses "
    "| sat, s |"
)


def measured(puzzle: eyeline.Puzzle, formulation: str, engine: str, limit: float) -> float | None:
    """Return the seconds that an engine takes for answer and proof; ``None`` when it reaches the limit."""
    started = time.perf_counter()
    answer = eyeline.solve(puzzle, engine=engine, formulation=formulation, limits=eyeline.Limits(seconds=limit))
    return None if answer.verdict is eyeline.Verdict.UNKNOWN else time.perf_counter() - started


def nodes(puzzle: eyeline.Puzzle, formulation: str, limit: float) -> int | None:
    """Return the branch-and-bound nodes of answer and proof; ``None`` when the limit is reached."""
    model = puzzle.model(formulation)
    total = 0
    costs: dict[int, float] = {}
    for _ in range(2):
        solver = quiet_highs()
        solver.setOptionValue("time_limit", limit)
        hand_over(solver, model, costs, whole=True)
        solver.run()
        if solver.getModelStatus().name not in ("kOptimal", "kInfeasible"):
            return None
        total += solver.getInfo().mip_node_count
        values = solver.getSolution().col_value
        costs = {v: 1.0 for v in model.facts if values[v] > 0.5}
    return total


def middle(values: list[float | None], limit: float) -> str:
    """Return the median of seconds, those that reached the limit counting as the longest."""
    found = median(limit * 2 if value is None else value for value in values)
    return f"> {limit:g}" if found > limit else f"{found:.2g}"


def lines(groups: dict[tuple[str, int], list[eyeline.Puzzle]], limit: float) -> Iterator[str]:
    """Yield the lines of the table."""
    cp_sat = next((name for name in CP_SAT if name in ENGINES and installed(ENGINES[name])), None)
    for (kind, n), puzzles in sorted(groups.items(), key=lambda group: (group[0][0] != "skyscrapers", *group[0])):
        for formulation in puzzles[0].kind.formulations:
            models, built, clauses = [], [], []
            for puzzle in puzzles:
                started = time.perf_counter()
                models.append(puzzle.model(formulation))
                built.append(time.perf_counter() - started)
                clauses.append(len(encode(models[-1]).clauses))
            counted = [count for puzzle in puzzles if (count := nodes(puzzle, formulation, limit)) is not None]
            highs, sat, cp = (
                None if name is None else [measured(puzzle, formulation, name, limit) for puzzle in puzzles]
                for name in ("highs", "sat", cp_sat)
            )
            cells = (
                kind,
                n,
                formulation,
                f"{median(len(model.names) for model in models):g}",
                f"{median(len(model.rows) for model in models):g}",
                f"{median(model.nonzeros for model in models):g}",
                f"{median(built):.2g}",
                f"{median(counted):g}" if len(counted) == len(puzzles) else "–",
                middle(highs or [], limit),
                "–" if cp is None else middle(cp, limit),
                f"{median(clauses):g}",
                middle(sat or [], limit),
            )
            yield f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--each", type=int, default=5)
    parser.add_argument("--time-limit", type=float, default=60.0, metavar="SECONDS")
    options = parser.parse_args()
    groups: dict[tuple[str, int], list[eyeline.Puzzle]] = {}
    for file in options.files:
        for puzzle in eyeline.read_many(file.read_text(encoding="utf-8")):
            if isinstance(puzzle, eyeline.EyelineError):
                raise puzzle
            group = groups.setdefault((puzzle.kind.name, max(puzzle.sheet.rows, puzzle.sheet.cols)), [])
            if len(group) < options.each:
                group.append(puzzle)
    print(HEAD)
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    for line in lines(groups, options.time_limit):
        print(line, flush=True)


if __name__ == "__main__":
    main()
