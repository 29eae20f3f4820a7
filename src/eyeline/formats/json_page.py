"""Pages as JSON objects, one a line when written; ``schemas/page.json`` is their published schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from eyeline.errors import NotationError
from eyeline.formats.alphabet import ALPHABETS, KIND_NAMES, Alphabet, claimed, grid_of, missing, too_large
from eyeline.formats.format import EVERYTHING, Claim, Format, Piece, Result, refuse
from eyeline.formats.json_text import Document, Path, said, skip, values
from eyeline.formats.pattern import pattern
from eyeline.formats.source import counted, plain_lines
from eyeline.grid import Cell, Grid, Side
from eyeline.sheet import Cells, Clue, Clues, Notes, Page, Position, Sheet, Totals

NAME = "json"
HOLDS = dict.fromkeys(ALPHABETS, EVERYTHING)
MOST_GROUPS = 1 << 16
VERDICTS = ("none", "one", "many", "some", "unknown")

#: The keys of another notation in JSON, ``tungjson``, are told apart by the first of them.
_SNIFF = pattern(
    r"\s*(\[\s*)?\{\s*(?!\"(?:shape|visibility|visible|mirrors|monster_number|fixed_cells|same_cells)\"\s*:)"
    r"(\"?[A-Za-z]|\}|\"?\Z)"
)
_KEYS = ("kind", "rows", "cols", "clues", "cells", "notes", "position", "answer")
_NOTES = ("totals", "same", "parks", "diagonals", "boxes", "regions", "clues")


def sniff(head: str) -> bool:
    """Return whether an object begins here, or an array of objects."""
    return _SNIFF.match(head) is not None


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a page: every page written satisfies it, and what does not is refused in reading."""
    from importlib.resources import files

    text = files("eyeline").joinpath("schemas", "page.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


# --- pieces


def split(lines: Iterable[str]) -> Iterator[Piece]:
    """Yield the objects of a text: JSON Lines, objects one after the other, or one array of objects.

    Lines that begin with ``#`` between objects are comments. After an object that is broken, reading goes on at the
    next line that begins as far to the right.
    """
    return values(lines, NAME)


# --- reading


def read(piece: Piece, order: str | None = None) -> Page:
    """Return the page in a piece; there is but one order of clues. Raises ``NotationError``."""
    document = Document(piece)
    page = document.keys(document.value, (), _KEYS)
    for key in ("kind", "cells"):
        if key not in page:
            document.fail((), f"the key {key} is missing", "at least kind and cells")
    kind = page["kind"]
    if not isinstance(kind, str) or kind not in ALPHABETS:
        document.fail(("kind",), f"{said(kind)} is no kind", KIND_NAMES)
    alphabet = ALPHABETS[kind]
    cells = _cells(document, kind, page["cells"])
    for key, length in (("rows", cells.rows), ("cols", cells.cols)):
        if key in page and document.whole(page[key], (key,)) != length:
            document.fail((key,), f"{key} is {page[key]}, but cells has {length}", str(length))
    clues = _clues(document, page.get("clues"), cells.grid) if alphabet.clues else Clues()
    if "clues" in page and not alphabet.clues:
        document.fail(("clues:",), f"{kind} has no clues", "no clues")
    notes = _notes(document, page.get("notes", {}), cells.grid)
    position = _position(document, page.get("position", {}), cells.grid, alphabet)
    return Page(Sheet(kind, cells, clues, notes), position)


def _cells(document: Document, kind: str, value: Any) -> Cells:
    alphabet = ALPHABETS[kind]
    rows = document.items(value, ("cells",), "an array of rows")
    for r, row in enumerate(rows):
        if not isinstance(row, str | list):
            document.fail(("cells", r), f"{said(row)} where a row belongs", "an array of tokens, or a string")
        if len(row) != len(rows[0]):
            document.fail(("cells", r), f"{counted(len(row), 'cell')} in row {r + 1}", f"{len(rows[0])}, as in row 1")
    cols = len(rows[0]) if rows else 0
    if expected := too_large(kind, len(rows), cols):
        document.fail(("cells",), grid_of(len(rows), cols), expected)
    if all(isinstance(row, str) and alphabet.spells(row) for row in rows):
        return Cells.of_letters(len(rows), cols, "".join(rows).encode())
    try:
        return Cells.of([_token_row(document, ("cells", r), row, alphabet) for r, row in enumerate(rows)])
    except ValueError as error:
        document.fail(("cells",), str(error), "fewer different heights")


def _token_row(document: Document, path: Path, row: str | list[Any], alphabet: Alphabet) -> list[str]:
    expected = alphabet.tokens_in_words + " or null"
    if isinstance(row, str):
        for letter in dict.fromkeys(row):
            if alphabet.token(letter) is None:
                document.fail(path, f"{said(letter)} is no cell", expected)
    found = []
    for c, cell in enumerate(row):
        token = _token(cell, alphabet)
        if token is None:
            document.fail((*path, c), f"{said(cell)} is no cell", expected)
        found.append(token)
    return found


def _token(value: Any, alphabet: Alphabet) -> str | None:
    if value is None:
        return alphabet.blank
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    return alphabet.token(value) if isinstance(value, str) else None


def _clues(document: Document, value: Any, grid: Grid) -> Clues:
    if value is None:
        return Clues.blank(grid)
    sides = document.keys(value, ("clues",), tuple(side.value for side in Side))
    found: list[tuple[Clue, ...]] = []
    for side in Side:
        length = grid.length(side)
        if side.value not in sides:
            found.append((None,) * length)
            continue
        path = ("clues", side.value)
        held = document.items(sides[side.value], path, f"{counted(length, 'clue')}, null for none", length)
        found.append(
            tuple(
                [
                    None if clue is None else document.whole(clue, (*path, i), "a whole number from 0, or null")
                    for i, clue in enumerate(held)
                ]
            )
        )
    return Clues(*found)


def _notes(document: Document, value: Any, grid: Grid) -> Notes:
    held = document.keys(value, ("notes",), _NOTES)
    notes = Notes()
    for name, note in held.items():
        path = ("notes", name)
        match name:
            case "totals":
                known = document.keys(note, path, ("G", "V", "Z"))
                totals = {key: document.whole(total, (*path, key)) for key, total in known.items()}
                notes = replace(notes, totals=Totals(totals.get("G"), totals.get("V"), totals.get("Z")))
            case "same":
                notes = replace(notes, same=_same(document, note, path, grid))
            case "parks":
                notes = replace(notes, parks=document.whole(note, path))
            case "diagonals":
                if not isinstance(note, bool):
                    document.fail(path, f"{said(note)} where true or false belongs", "true or false")
                notes = replace(notes, diagonals=note)
            case "boxes":
                expected = "[rows, cols] of a box"
                rows, cols = document.items(note, path, expected, 2)
                size = (document.whole(rows, (*path, 0), expected), document.whole(cols, (*path, 1), expected))
                notes = replace(notes, boxes=size)
            case "regions":
                notes = replace(notes, regions=_regions(document, note, path, grid))
            case _:
                if note not in ("count", "sum"):
                    document.fail(path, f"{said(note)} where count or sum belongs", "count or sum")
                notes = replace(notes, clues="sum" if note == "sum" else "count")
    return notes


def _same(document: Document, value: Any, path: Path, grid: Grid) -> tuple[tuple[Cell, ...], ...]:
    expected = "an array of groups, each an array of cells"
    groups = []
    held = document.items(value, path, expected)
    if len(held) > MOST_GROUPS:
        document.fail(path, f"{len(held)} groups", f"at most {MOST_GROUPS}")
    for k, group in enumerate(held):
        cells = document.items(group, (*path, k), expected)
        groups.append(tuple([document.cell(cell, (*path, k, i), grid) for i, cell in enumerate(cells)]))
    return tuple(groups)


def _regions(document: Document, value: Any, path: Path, grid: Grid) -> tuple[tuple[str, ...], ...]:
    regions = []
    for r, row in enumerate(document.items(value, path, f"{counted(grid.rows, 'row')} of names", grid.rows)):
        names = []
        for c, name in enumerate(
            document.items(row, (*path, r), f"{counted(grid.cols, 'name')}, one a cell", grid.cols)
        ):
            if isinstance(name, int) and not isinstance(name, bool):
                name = str(name)
            if not isinstance(name, str) or not name or not name.isprintable():
                document.fail((*path, r, c), f"{said(name)} is no name of a region", "a string or a number")
            names.append(name)
        regions.append(tuple(names))
    return tuple(regions)


def _position(document: Document, value: Any, grid: Grid, alphabet: Alphabet) -> Position:
    path: Path = ("position",)
    blocks = document.keys(value, path, ("entries", "pencil", "excluded"))
    entries: dict[Cell, str] = {}
    marks: dict[str, dict[Cell, frozenset[str]]] = {"pencil": {}, "excluded": {}}

    def value_in(held: Any, at: Path) -> str:
        token = _token(held, alphabet)
        if token is None or alphabet.value(token) is None:
            document.fail(at, f"{said(held)} cannot be filled in", alphabet.values_in_words)
        return token

    for name, block in blocks.items():
        key = "value" if name == "entries" else "values"
        target = entries if name == "entries" else marks[name]
        for k, item in enumerate(document.items(block, (*path, name), f"an array of objects with cell and {key}")):
            at = (*path, name, k)
            mark = document.keys(item, at, ("cell", key))
            if len(mark) < 2:
                document.fail(at, "a mark without its cell or value", f"cell and {key}")
            cell = document.cell(mark["cell"], (*at, "cell"), grid)
            if cell in target:
                document.fail((*at, "cell"), f"{cell} stands twice among {name}", "each cell once")
            if name == "entries":
                entries[cell] = value_in(mark[key], (*at, key))
            else:
                held = document.items(mark[key], (*at, key), "an array of values")
                marks[name][cell] = frozenset([value_in(one, (*at, key, i)) for i, one in enumerate(held)])
    return Position(entries, marks["pencil"], marks["excluded"])


# --- writing


def write(page: Page, order: str | None = None) -> str:
    """Return the page as one line; there is but one order of clues. Raises ``CannotHold``."""
    return _line(_record(page))


def _line(record: Mapping[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False) + "\n"


def _record(page: Page) -> dict[str, Any]:
    sheet, position = page
    regions = sheet.notes.regions or ()
    fits = not regions or (len(regions) == sheet.rows and all(len(row) == sheet.cols for row in regions))
    names = sorted({name for row in regions for name in row if not name or not name.isprintable()})
    refuse(
        NAME,
        [
            *missing(page, HOLDS),
            *(f"the region name {name!r}" for name in names),
            *([] if fits else ["regions that do not fit the grid"]),
        ],
    )
    record: dict[str, Any] = {"kind": sheet.kind, "rows": sheet.rows, "cols": sheet.cols}
    if ALPHABETS[sheet.kind].clues:
        clues = sheet.clues or Clues.blank(sheet.grid)
        record["clues"] = {side.value: list(clues.side(side)) for side in Side}
    record["cells"] = [list(row) for row in sheet.cells]
    notes = sheet.notes
    if stated := notes.stated():
        record["notes"] = {name: getattr(notes, name) for name in stated}
        if "totals" in stated:
            record["notes"]["totals"] = dict(notes.totals.stated())
    if position:
        blocks = {
            "entries": [{"cell": cell, "value": value} for cell, value in sorted(position.entries.items())],
            "pencil": _marks(position.pencil),
            "excluded": _marks(position.excluded),
        }
        record["position"] = {name: block for name, block in blocks.items() if block}
    return record


def _marks(marks: Mapping[Cell, frozenset[str]]) -> list[dict[str, Any]]:
    ordered = ((cell, sorted(marks[cell], key=lambda value: (len(value), value))) for cell in sorted(marks))
    return [{"cell": cell, "values": values} for cell, values in ordered]


# --- answers


def answers(results: Iterable[Result]) -> Iterator[str]:
    """Yield the pages with a key ``answer``: the rows of the filled grid, null where there is none."""
    for result in results:
        answer = None if result.answer is None else [list(row) for row in result.answer]
        yield _line({**_record(result.page), "answer": answer})


def claims(text: str) -> Iterator[Claim]:
    """Yield answers: objects with ``answer`` or ``verdict``, bare grids (arrays of rows) or nulls, or one array of all.

    A row is an array of tokens or a string, in which tokens are parted by blanks or else all written together.
    """
    text = plain_lines(text)
    start = skip(text, 0)
    inner = re.compile(r"[ \t\n]*(\{|null\b|\[[ \t\n]*\[)").match(text, start + 1)
    array = text.startswith("[", start) and inner is not None
    for piece in values(text.split("\n"), NAME, array):
        try:
            yield _claim(piece)
        except NotationError as error:
            yield Claim(None, piece.line, error=error)


def _claim(piece: Piece) -> Claim:
    if piece.error is not None:
        raise piece.error
    document = Document(piece)
    value: Any = document.value
    path: Path = ()
    verdict = None
    if isinstance(value, dict):
        verdict = value.get("verdict")
        if "verdict" in value and verdict not in (*VERDICTS, None):
            document.fail(("verdict",), f"{said(verdict)} is no verdict", f"one of {', '.join(VERDICTS)}")
        if "answer" not in value and verdict is None:
            document.fail((), "an object without answer and verdict", "answer, verdict or both")
        if value.get("error") is not None and value.get("answer") is None:
            document.fail(("error",), "a record of an error, not of an answer", "an answer")
        value, path = value.get("answer"), ("answer",)
    if value is None:
        return Claim(None, piece.line, verdict=verdict)
    rows: list[list[str]] = []
    for r, row in enumerate(document.items(value, path, "an array of rows, or null")):
        at = (*path, r)
        tokens = _row(document, row, at)
        if rows and len(tokens) != len(rows[0]):
            document.fail(at, f"{counted(len(tokens), 'cell')} in row {r + 1}", f"{len(rows[0])}, as in row 1")
        rows.append(tokens)
    if not rows or not rows[0]:
        document.fail(path, "a grid without cells", "at least one row and one column")
    try:
        return Claim(Cells.of(rows), piece.line, verdict=verdict)
    except ValueError as error:
        document.fail(path, str(error), "fewer different tokens")


def _row(document: Document, row: Any, path: Path) -> list[str]:
    if isinstance(row, str):
        return [claimed(token) for token in (row.split() if " " in row.strip() else row.strip())]
    tokens = []
    for c, token in enumerate(document.items(row, path, "a row: an array of tokens, or a string")):
        if isinstance(token, int) and not isinstance(token, bool):
            token = str(token)
        if not isinstance(token, str):
            document.fail((*path, c), f"{said(token)} is no token", "a string or a number")
        tokens.append(claimed(token))
    return tokens


FORMAT = Format(
    name=NAME,
    title="JSON objects, by a published schema",
    holds=HOLDS,
    example='{"kind": "beams", "rows": 2, "cols": 3, "cells": [[".", "+", "."], ["#", "+", "#"]]}\n',
    sniff=sniff,
    split=split,
    read=read,
    write=write,
    answers=answers,
    claims=claims,
)
