"""Lists of claimed steps: as people type them, and as ``eyeline explain --json`` prints them.

A line is a step: facts such as ``r1c1=3`` and ``r2c2!=4`` (or ``r2c2≠4``), one or several, parted by blanks, commas or
semicolons. Rows and columns count from 1, values are tokens of the kind, letters of either case. What follows a ``#``
is a comment. Text that begins with a brace or a bracket is JSON: records of the verbs ``explain`` and ``hint``, or
steps as they stand in these, of which the facts are read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from eyeline.errors import NotationError
from eyeline.formats.format import Piece
from eyeline.formats.json_text import Document, Path, said, values
from eyeline.formats.pattern import pattern
from eyeline.formats.source import Source, Word, clean, shown, text_lines
from eyeline.grid import Cell, Grid
from eyeline.model import Known

_PLACE = pattern(r"[rR]([0-9]{1,4})[cC]([0-9]{1,4})")
_RELATION = pattern(r"\s*(!=|<>|≠|==?)\s*")
_VALUE = pattern(r"[^\s,;#=!≠<>]+")
_GAP = pattern(r"[\s,;]*")
_FACT = "a fact such as r1c1=3 or r1c1!=3"


class ClaimedStep(NamedTuple):
    """Facts that somebody says follow from what was known; ``line`` is where they stand in the text, from 1."""

    facts: tuple[Known, ...]
    line: int


def claimed_steps(text: str, grid: Grid, cells: Collection[Cell], tokens: Sequence[str]) -> Iterator[ClaimedStep]:
    """Yield the steps of a list.

    ``cells`` are those that have a value, ``tokens`` the values there are. Raises ``NotationError``, also where
    there is no step at all.
    """
    found = _steps(text, grid, cells, tokens)
    first = next(found, None)
    if first is None:
        raise NotationError("there is no step in it", expected=_FACT)
    yield first
    yield from found


def _steps(text: str, grid: Grid, cells: Collection[Cell], tokens: Sequence[str]) -> Iterator[ClaimedStep]:
    known = _Known(grid, cells, tokens)
    lines = text_lines(text)
    first = next((line for line in map(str.strip, lines) if line and not line.startswith("#")), "")
    if first.startswith(("{", "[")):
        for piece in values(lines, "steps"):
            if piece.error is not None:
                raise piece.error
            yield from _of_record(Document(piece), piece, known)
        return
    source = Source(clean(text).split("\n"))
    for row in source.filled():
        source.short(row)
        facts = tuple(_facts(source, row, known))
        if facts:
            yield ClaimedStep(facts, row + 1)


class _Known(NamedTuple):
    """What facts can be about."""

    grid: Grid
    cells: Collection[Cell]
    tokens: Sequence[str]

    def place(self, cell: Cell) -> tuple[str, str] | None:
        """Return what is wrong with a cell, and what was expected; ``None`` where it has a value."""
        if cell in self.cells:
            return None
        rows, cols = self.grid.rows, self.grid.cols
        if cell not in self.grid:
            return f"{cell} lies outside the {rows}×{cols} grid", f"a cell from r1c1 to r{rows}c{cols}"
        return f"{cell} has no value in this puzzle", "a cell to be filled in, or with a printed value"

    def value(self, token: str) -> str | None:
        """Return the value that a token stands for."""
        return next((value for value in self.tokens if value.upper() == token.upper()), None)

    @property
    def choice(self) -> str:
        """What values were expected."""
        return f"one of {' '.join(self.tokens)}"


def _facts(source: Source, row: int, known: _Known) -> Iterator[Known]:
    """Yield the facts of a line."""
    line = source.lines[row]
    at = _after(_GAP, line, 0)
    while at < len(line) and line[at] != "#":
        place = _PLACE.match(line, at)
        if place is None:
            word = _VALUE.match(line, at)
            raise source.wrong(
                Word("", row, at), f"{shown(word.group() if word else line[at])} where a step goes on", _FACT
            )
        cell = Cell(int(place[1]) - 1, int(place[2]) - 1)
        if wrong := known.place(cell):
            raise source.wrong(Word("", row, at), *wrong)
        relation = _RELATION.match(line, place.end())
        if relation is None:
            raise source.wrong(Word("", row, place.end()), f"nothing said of {cell}", "= or != and a value")
        token = _VALUE.match(line, relation.end())
        value = token and known.value(token.group())
        if value is None:
            said_ = shown(token.group()) if token else "no value"
            raise source.wrong(Word("", row, relation.end()), f"{said_} at {cell}", known.choice)
        yield Known(cell, value, relation[1] in ("=", "=="))
        at = _after(_GAP, line, token.end() if token else relation.end())


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def _of_record(document: Document, piece: Piece, known: _Known) -> Iterator[ClaimedStep]:
    """Yield the steps of a record: all that it has, its one, or itself."""
    expected = "a record of explain or hint, or a step with facts"
    record = document.value
    if not isinstance(record, dict):
        document.fail((), f"{said(record)} where a step belongs", expected)
    steps: list[tuple[Path, Any]]
    if isinstance(record.get("steps"), list):
        steps = [(("steps", at), step) for at, step in enumerate(record["steps"])]
    elif "step" in record:
        steps = [(("step",), record["step"])]
    else:
        steps = [((), record)]
    for path, step in steps:
        if not isinstance(step, dict) or "facts" not in step:
            document.fail(path, f"{said(step)} where a step belongs", expected)
        facts = document.items(step["facts"], (*path, "facts"), "an array of facts")
        found = tuple(_of_fact(document, fact, (*path, "facts", at), known) for at, fact in enumerate(facts))
        if found:
            yield ClaimedStep(found, piece.line)


def _of_fact(document: Document, fact: Any, path: Path, known: _Known) -> Known:
    """Return a fact from ``{"cell": [row, col], "value": "3", "holds": true}``, rows and columns from 0."""
    expected = "an object with cell, value, holds"
    for key in ("cell", "value"):
        if key not in document.keys(fact, path, ("cell", "value", "holds")):
            document.fail(path, f"a fact without {key}", expected)
    cell = document.cell(fact["cell"], (*path, "cell"), known.grid)
    if wrong := known.place(cell):
        document.fail((*path, "cell"), *wrong)
    value = known.value(fact["value"]) if isinstance(fact["value"], str) else None
    if value is None:
        document.fail((*path, "value"), f"{said(fact['value'])} at {cell}", known.choice)
    holds = fact.get("holds", True)
    if not isinstance(holds, bool):
        document.fail((*path, "holds"), f"{said(holds)} where yes or no belongs", "true or false")
    return Known(cell, value, holds)
