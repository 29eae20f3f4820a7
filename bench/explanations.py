"""Sets of rules beside those of CPMpy, for the same facts: ``python bench/explanations.py FILE...``.

Each FILE has puzzles of one class, such as ids of Tatham's puzzles one a line. Where the techniques of the ladder end,
a step takes a smallest set of rules; for the facts of such steps four sets are found: ours, smallest and minimal
(``Support.fewest_reasons``, ``Support.force``), and those of ``cpmpy.tools.explain``, ``smus`` and ``mus``, with
OR-Tools as their solver. All are asked the same: the rows of the model, one group for each rule, everything known at
that point as it stands. For each class a line of a Markdown table: how many facts, and for each way the mean number of
rules and the median time in seconds. ``--most`` is how many facts are taken from each file, ``--seconds`` how long one
call of CPMpy may take; calls that take longer are counted behind a slash and left out of the means.
"""

from __future__ import annotations

import argparse
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import Any

import eyeline
from eyeline.engine import NO_LIMITS
from eyeline.engines.bounded import Purse
from eyeline.engines.support import Support
from eyeline.explaining import explain
from eyeline.model import Known, Model, Reason, Row

WAYS = ("smallest", "minimal", "smus", "mus")
HEAD = "| class | facts | " + " | ".join(f"{way} | s" for way in WAYS) + " |"


@dataclass
class Tally:
    """Sizes and times of one way to find sets; ``late`` counts the calls that were stopped."""

    sizes: list[int] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    late: int = 0

    def cells(self) -> tuple[str, str]:
        """Return the mean size and the median time."""
        late = f" / {self.late}" if self.late else ""
        if not self.sizes:
            return f"–{late}", "–"
        return f"{mean(self.sizes):.2f}{late}", f"{median(self.times):.2g}"


class Late(Exception):
    """A call took too long."""


def facts(puzzle: eyeline.Puzzle) -> Iterator[tuple[list[Known], Known]]:
    """Yield what is known and a fact that follows, for each step of a puzzle that no technique finds."""
    known = [Known(*fact) for fact in puzzle.sheet.cells.facts() if fact.value in puzzle.values]
    for step in explain(puzzle).steps:
        if step.technique in ("rules", "suppose", "last cells") and len(step.facts) == 1:
            yield list(known), step.facts[0]
        known += step.facts


def constraint(variables: list[Any], row: Row) -> Any:
    """Return a row as CPMpy takes it."""
    import cpmpy

    total = cpmpy.sum([w * variables[v] for w, v in zip(row.weights, row.variables, strict=True)])
    return {"<=": total <= row.bound, "=": total == row.bound, ">=": total >= row.bound}[row.sense]


class Rival:
    """A puzzle's rows in CPMpy: background as hard constraints, one group for each rule."""

    def __init__(self, model: Model) -> None:
        import cpmpy

        self.variables = [cpmpy.boolvar(name=f"x{number}") for number in range(len(model.names))]
        self.number = {fact: variable for variable, fact in model.facts.items()}
        self.background: list[Any] = []
        groups: dict[Reason, list[Any]] = {}
        for row in model.rows:
            into = self.background if row.reason is None else groups.setdefault(row.reason, [])
            into.append(constraint(self.variables, row))
        self.groups = [cpmpy.all(rows) for rows in groups.values()]

    def literal(self, fact: Known) -> Any:
        """Return a fact as a literal."""
        variable = self.variables[self.number[fact.cell, fact.value]]  # type: ignore[index]
        return variable if fact.holds else ~variable

    def size(self, way: str, known: list[Known], fact: Known) -> int:
        """Return how many rules a way of CPMpy needs."""
        from cpmpy.tools import explain

        hard = [*self.background, *map(self.literal, known), self.literal(fact._replace(holds=not fact.holds))]
        found: Callable[..., list[Any]] = {"smus": explain.smus, "mus": explain.mus}[way]
        return len(found(self.groups, hard))


def timed(tally: Tally, call: Callable[[], int], seconds: float) -> None:
    """Count one call, stopped after so many seconds."""

    def stop(*_: object) -> None:
        raise Late

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    start = perf_counter()
    try:
        size = call()
    except Late:
        tally.late += 1
    else:
        tally.sizes.append(size)
        tally.times.append(perf_counter() - start)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def smallest(support: Support, known: list[Known], fact: Known) -> int:
    """Return how many rules a smallest set of ours has."""
    rules = support.reasons.values()
    ((_, reasons),) = support.fewest_reasons(rules, known, [fact], len(rules), Purse(NO_LIMITS))
    return len(reasons)


def minimal(support: Support, known: list[Known], fact: Known) -> int:
    """Return how many rules a minimal set of ours has."""
    found = support.force(support.reasons.values(), known, (fact,), dear=lambda reason: 1)
    if found is None:
        raise ValueError(f"{fact} does not follow")
    return len(found.reasons)


def line(file: Path, most: int, seconds: float) -> str:
    """Return the line of the table for one file."""
    tallies = {way: Tally() for way in WAYS}
    count = 0
    for puzzle in eyeline.read_many(file.read_text(encoding="utf-8")):
        if isinstance(puzzle, eyeline.EyelineError):
            raise puzzle
        asked = list(facts(puzzle))[: most - count]
        if not asked:
            continue
        model = puzzle.model()
        ruled = replace(model, rows=[r for r in model.rows if r.reason is None or r.reason.rule != "given"])
        support, rival = Support(ruled), Rival(ruled)
        for known, fact in asked:
            count += 1
            timed(tallies["smallest"], partial(smallest, support, known, fact), seconds)
            timed(tallies["minimal"], partial(minimal, support, known, fact), seconds)
            for way in ("smus", "mus"):
                timed(tallies[way], partial(rival.size, way, known, fact), seconds)
    cells = [cell for way in WAYS for cell in tallies[way].cells()]
    return f"| {file.stem} | {count} | {' | '.join(cells)} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--most", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    print(HEAD)
    print("|---|" + "---|" * (1 + 2 * len(WAYS)))
    for file in options.files:
        print(line(file, options.most, options.seconds), flush=True)


if __name__ == "__main__":
    main()
