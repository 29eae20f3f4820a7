"""What a run found, as texts and plots for docs/performance.md, with the goals and the verdicts that were compared."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from rivals import Found

import eyeline

#: How the page marks a place that a run fills.
_PLACE = re.compile(r"(<!-- fill: (?P<name>[\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


class Goal(NamedTuple):
    """Something that was asked for: what, how much, what was measured, and whether that is enough."""

    what: str
    asked: str
    measured: str
    met: bool


@dataclass
class Verdicts:
    """The verdicts of all solvers on all puzzles, held against each other."""

    compared: int = 0
    open: int = 0
    differ: list[str] = field(default_factory=list)
    solvers: Counter[str] = field(default_factory=Counter)

    def compare(self, name: str, puzzle: eyeline.Puzzle, answers: Mapping[str, Found]) -> None:
        """Compare the answers of several solvers to one puzzle; a limit that was reached is no verdict.

        The first proven verdict is what the others must say. A grid has to keep all rules, and where there is only one
        answer it has to be that.
        """
        proven = next((found for found in answers.values() if found.verdict in ("one", "many", "none")), None)
        only = next((found.cells for found in answers.values() if found.verdict == "one" and found.cells), None)
        for solver, found in answers.items():
            if found.verdict == "unknown":
                # Not a number of seconds: the puzzle is none for this solver.
                self.open += found.seconds == found.seconds
                continue
            self.compared += 1
            self.solvers[solver] += 1
            right = (
                proven is None
                or found.verdict == proven.verdict
                or (found.verdict == "some" and proven.verdict in ("one", "many"))
            )
            if found.cells is not None:
                cells = eyeline.Cells.of(found.cells)
                right = right and not list(puzzle.faults(cells))
                if only is not None:
                    right = right and found.cells == only
            if not right:
                self.differ.append(f"{name}: {solver} says {found.verdict}, {proven and proven.verdict} is proven")

    def text(self) -> str:
        """Return what came of it, as a paragraph."""
        said = f"{self.compared} verdicts of {len(self.solvers)} solvers were compared, puzzle by puzzle; "
        said += "all agree." if not self.differ else f"**{len(self.differ)} differ**: " + "; ".join(self.differ[:10])
        return said + (f" {self.open} runs reached their limit and said nothing." if self.open else "")


@dataclass
class Report:
    """Texts by the name of their place on the page, plots by their file's name, goals, verdicts."""

    texts: dict[str, str] = field(default_factory=dict)
    plots: dict[str, str] = field(default_factory=dict)
    goals: list[Goal] = field(default_factory=list)
    verdicts: Verdicts = field(default_factory=Verdicts)

    def goal(self, what: str, asked: str, measured: str, met: bool) -> None:
        """Note a goal."""
        self.goals.append(Goal(what, asked, measured, met))

    def finish(self) -> None:
        """Write the goals and the verdicts as texts."""
        if self.goals:
            rows = [(what, asked, measured, "yes" if met else "**no**") for what, asked, measured, met in self.goals]
            self.texts["goals"] = table(("what", "asked for", "measured", "met"), rows)
        if self.verdicts.compared:
            self.texts["verdicts"] = self.verdicts.text()


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table; columns but the first are set to the right where they hold numbers."""
    body = [[str(cell).replace("|", "\\|") for cell in row] for row in rows]
    numeric = [
        all(not row[i] or row[i] == "–" or row[i].lstrip("<>*~ ")[:1].isdigit() for row in body)
        for i in range(len(head))
    ]
    rule = ["---:" if i and number else "---" for i, number in enumerate(numeric)]
    return "\n".join(f"| {' | '.join(line)} |" for line in ([*head], rule, *body))


def fill(page: str, texts: Mapping[str, str]) -> str:
    """Return the page with the places that there are texts for filled; the others stay as they are."""

    def filled(match: re.Match[str]) -> str:
        text = texts.get(match["name"])
        return match.group() if text is None else f"{match[1]}\n{text}\n\n{match[3]}"

    return _PLACE.sub(filled, page)


def places(page: str) -> list[str]:
    """Return the names of the places on a page."""
    return [match["name"] for match in _PLACE.finditer(page)]


def write(report: Report, page: Path) -> None:
    """Fill the page and write the plots beside it, into its folder of pictures."""
    page.write_text(fill(page.read_text(encoding="utf-8"), report.texts), encoding="utf-8")
    for name, text in report.plots.items():
        (page.parent / "pictures" / name).write_text(text, encoding="utf-8")
