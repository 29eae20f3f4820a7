"""A model as mathematics, with its numbers in: for LaTeX and for Typst, to hand out and to print.

Each row stands by itself as a formula in a line of text, which both systems break where it is too long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from eyeline.grid import Cell
from eyeline.model import Model, Reason, Sense
from eyeline.telling import grammar, models, rules


@dataclass(frozen=True, slots=True)
class _Dialect:
    """How a system writes what is needed here."""

    opening: tuple[str, ...]
    closing: tuple[str, ...]
    heading: str
    paragraph: str
    row: str
    signs: dict[Sense, str]
    upper: str
    lower: str
    word: str
    domain: str
    special: str

    def text(self, text: str) -> str:
        """Return plain text with what is special in the system taken as it stands."""
        return re.sub(f"([{re.escape(self.special)}])", r"\\\1", text)

    def code(self, name: str) -> str:
        """Return the name of a row, to be set as it stands."""
        plain = re.sub("[^A-Za-z0-9_]", "_", name)
        return plain if "`" in self.row else self.text(plain)

    def variable(self, name: str) -> str:
        """Return a name such as ``z_clue_top_1_2_3``, from the letter, the words and the numbers in it."""
        head, *parts = name.split("_")
        if not head.isalpha() or not all(part.isalnum() for part in parts):
            return self.word.format(re.sub("[^A-Za-z0-9]+", " ", name))
        indices = [part for part in parts if part.isdigit()]
        marks = [part for part in parts if not part.isdigit() and part != "clue"]
        text = head if len(head) == 1 else self.word.format(head)
        if marks:
            text += self.upper.format(self.word.format(" ".join(marks)))
        return text + (self.lower.format(",".join(indices)) if indices else "")


_TEX = _Dialect(
    opening=(
        r"\documentclass[10pt]{article}",
        r"\usepackage[a4paper,margin=2cm]{geometry}",
        r"\usepackage[utf8]{inputenc}",
        r"\usepackage[T1]{fontenc}",
        r"\usepackage{amsmath}",
        r"\setlength{\parindent}{0pt}",
        r"\begin{document}",
    ),
    closing=(r"\end{document}",),
    heading=r"\subsection*{{{}}}",
    paragraph="{}\\par",
    row=r"\hangindent=3em\relax{{\footnotesize\texttt{{{name}}}}}\quad ${formula}$\par",
    signs={"<=": r"\le", "=": "=", ">=": r"\ge"},
    upper="^{{{}}}",
    lower="_{{{}}}",
    word=r"\text{{{}}}",
    domain=r"\in \{0, 1\}",
    special="_#$%&{}",
)

_TYPST = _Dialect(
    opening=(
        '#set page(paper: "a4", margin: 2cm)',
        "#set text(size: 10pt)",
        "#set par(hanging-indent: 3em)",
    ),
    closing=(),
    heading="== {}",
    paragraph="{}\n",
    row="#text(0.8em)[`{name}`] #h(1em) ${formula}$\n",
    signs={"<=": "<=", "=": "=", ">=": ">="},
    upper="^({})",
    lower="_({})",
    word='"{}"',
    domain="in {0, 1}",
    special="_#$*@`<>\\[]~=",
)


def tex(model: Model) -> Iterator[str]:
    """Yield the lines of a LaTeX document that needs nothing but ``amsmath`` and ``geometry``."""
    return _lines(model, _TEX)


def typst(model: Model) -> Iterator[str]:
    """Yield the lines of a Typst document."""
    return _lines(model, _TYPST)


def _lines(model: Model, dialect: _Dialect) -> Iterator[str]:
    yield from dialect.opening
    yield dialect.heading.format(models.title())
    yield dialect.paragraph.format(models.size(model))
    names = [dialect.variable(name) for name in model.names]
    yield from _meanings(model, names, dialect)
    # The rows of one reason may lie apart; here they stand together.
    by_reason: dict[Reason | None, list[str]] = {}
    for weights, variables, sense, bound, reason, name in model.rows:
        terms = "".join(
            f"{' -' if weight < 0 else ' +' if i else ''} {'' if abs(weight) == 1 else abs(weight)} {names[variable]}"
            for i, (weight, variable) in enumerate(zip(weights, variables, strict=True))
        )
        formula = f"{' '.join(terms.split()) or '0'} {dialect.signs[sense]} {bound}"
        row = dialect.row.format(name=dialect.code(name), formula=formula)
        by_reason.setdefault(reason, []).append(row)
    for reason, rows in by_reason.items():
        heading = rules.definitions() if reason is None else rules.rule(reason)
        yield dialect.heading.format(dialect.text(grammar.capital(heading)))
        yield from rows
    yield from dialect.closing


def _meanings(model: Model, names: list[str], dialect: _Dialect) -> Iterator[str]:
    """Yield for each cell the values it can hold and the variables that say so, in the same order."""
    by_cell: dict[Cell, list[tuple[str, str]]] = {}
    for number, (cell, value) in sorted(model.facts.items()):
        by_cell.setdefault(cell, []).append((value, names[number]))
    for cell, choices in by_cell.items():
        text = models.choices(cell, [value for value, _ in choices])
        formula = f"{', '.join(name for _, name in choices)} {dialect.domain}"
        yield dialect.paragraph.format(f"{dialect.text(text)} ${formula}$")
