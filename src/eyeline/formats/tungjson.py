"""The JSON files of Tung-hehe's logic-puzzles-solver: haunted mazes by lists of mirrors, and skyscrapers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from eyeline.formats.alphabet import grid_of, missing, too_large
from eyeline.formats.format import Format, Piece, refuse
from eyeline.formats.json_text import Document, Path, said, values
from eyeline.formats.pattern import pattern
from eyeline.formats.source import counted
from eyeline.formats.tatham import SIDES
from eyeline.grid import Cell, Grid, Side
from eyeline.sheet import BLANK, Cells, Clue, Clues, Notes, Page, Sheet, Totals
from eyeline.sight import TURNS

NAME = "tungjson"
HOLDS = {
    "haunted": frozenset({"blank clues", "clue 0", "givens", "rectangles", "totals", "open totals", "same"}),
    "skyscrapers": frozenset({"blank clues", "clue 0", "givens"}),
}

#: The keys of an object of each kind; the clues are called differently.
_KEYS = {
    "haunted": ("shape", "visibility", "mirrors", "monster_number", "fixed_cells", "same_cells"),
    "skyscrapers": ("shape", "visible", "fixed_cells"),
}
_CLUES = {"haunted": "visibility", "skyscrapers": "visible"}
_SNIFF = pattern(
    r"\s*(?:\[\s*)?\{\s*\"(?:shape|visibility|visible|mirrors|monster_number|fixed_cells|same_cells)\"\s*:"
)


def sniff(head: str) -> bool:
    """Return whether an object begins here, or an array of objects, whose first key is one of these files."""
    return _SNIFF.match(head) is not None


def split(lines: Iterable[str]) -> Iterator[Piece]:
    """Yield the objects of a text, one after the other or in one array; lines with ``#`` between them are comments."""
    return values(lines, NAME)


# --- reading


def read(piece: Piece, order: str | None = None) -> Page:
    """Return the page in a piece; there is but one order of clues. Raises ``NotationError``."""
    document = Document(piece)
    value = document.value
    city = isinstance(value, dict) and ("visible" in value or isinstance(value.get("shape"), int))
    kind = "skyscrapers" if city else "haunted"
    held = document.keys(value, (), _KEYS[kind])
    if "shape" not in held:
        document.fail((), "the key shape is missing", "at least shape")
    grid = _grid(document, kind, held["shape"])
    tokens = [BLANK] * grid.size
    expected = "/ or \\"
    for cell, token, at in _placed(document, held, "mirrors", grid, expected):
        if token not in TURNS:
            document.fail((*at, "val"), f"{said(token)} is no mirror", expected)
        tokens[grid.index(cell)] = token
    expected = "a height" if city else "V, G or Z"
    for cell, token, at in _placed(document, held, "fixed_cells", grid, expected):
        if city:
            token = str(document.whole(token, (*at, "val"), expected))
        elif token not in ("V", "G", "Z"):
            document.fail((*at, "val"), f"{said(token)} is no monster", expected)
        if tokens[grid.index(cell)] != BLANK:
            document.fail(at, f"{cell} stands twice", "each cell once")
        tokens[grid.index(cell)] = token
    try:
        cells = Cells.flat(grid.rows, grid.cols, tokens)
    except ValueError as error:
        document.fail(("fixed_cells",), str(error), "fewer different heights")
    notes = Notes(totals=_totals(document, held), same=_same(document, held, grid))
    return Page(Sheet(kind, cells, _clues(document, held, _CLUES[kind], grid), notes))


def _grid(document: Document, kind: str, shape: Any) -> Grid:
    if kind == "skyscrapers":
        rows = cols = document.whole(shape, ("shape",), "the size of the grid")
    else:
        first, second = document.items(shape, ("shape",), "[rows, cols]", 2)
        rows, cols = document.whole(first, ("shape", 0)), document.whole(second, ("shape", 1))
    if expected := too_large(kind, rows, cols):
        document.fail(("shape",), grid_of(rows, cols), expected)
    return Grid(rows, cols)


def _placed(
    document: Document, held: dict[str, Any], key: str, grid: Grid, expected: str
) -> Iterator[tuple[Cell, Any, Path]]:
    """Yield the cell, the value and the path of each object in a list of them."""
    taken = set()
    for k, item in enumerate(document.items(held.get(key, []), (key,), "an array of objects with row, col and val")):
        at = (key, k)
        cell = _cell(document, item, at, grid, ("row", "col", "val"))
        if "val" not in item:
            document.fail(at, "the key val is missing", expected)
        if cell in taken:
            document.fail(at, f"{cell} stands twice", "each cell once")
        taken.add(cell)
        yield cell, item["val"], at


def _cell(document: Document, item: Any, at: Path, grid: Grid, keys: tuple[str, ...]) -> Cell:
    known = document.keys(item, at, keys)
    for key, length in (("row", grid.rows), ("col", grid.cols)):
        if key not in known:
            document.fail(at, f"the key {key} is missing", f"an object with {', '.join(keys)}")
        expected = f"a {key} from 0 to {length - 1}"
        if document.whole(known[key], (*at, key), expected) >= length:
            document.fail((*at, key), f"{key} {known[key]} lies outside the grid", expected)
    return Cell(known["row"], known["col"])


def _clues(document: Document, held: dict[str, Any], key: str, grid: Grid) -> Clues:
    sides = document.keys(held.get(key, {}), (key,), tuple(side.value for side in SIDES))
    found: dict[Side, tuple[Clue, ...]] = {}
    for side in Side:
        length = grid.length(side)
        path = (key, side.value)
        clues = document.items(
            sides.get(side.value, [None] * length), path, f"{counted(length, 'clue')}, null for none", length
        )
        expected = "a whole number from 0, or null"
        found[side] = tuple(
            [None if clue is None else document.whole(clue, (*path, i), expected) for i, clue in enumerate(clues)]
        )
    return Clues(*(found[side] for side in Side))


def _totals(document: Document, held: dict[str, Any]) -> Totals:
    key = "monster_number"
    found: dict[str, int] = {}
    for k, item in enumerate(document.items(held.get(key, []), (key,), "an array of objects with name and val")):
        known = document.keys(item, (key, k), ("name", "val"))
        name = known.get("name")
        if name not in ("V", "G", "Z") or name in found:
            document.fail((key, k, "name"), f"{said(name)} where a monster belongs", "V, G and Z, each once at most")
        found[name] = document.whole(known.get("val"), (key, k, "val"))
    return Totals(found.get("G"), found.get("V"), found.get("Z"))


def _same(document: Document, held: dict[str, Any], grid: Grid) -> tuple[tuple[Cell, ...], ...]:
    key = "same_cells"
    items = document.items(held.get(key, []), (key,), "an array of objects with row and col: one group of cells")
    group = tuple([_cell(document, item, (key, k), grid, ("row", "col")) for k, item in enumerate(items)])
    return (group,) if group else ()


# --- writing


def write(page: Page, order: str | None = None) -> str:
    """Return the page as one line; there is but one order of clues. Raises ``CannotHold``."""
    sheet = page.sheet
    notes = sheet.notes
    refuse(NAME, [*missing(page, HOLDS), *(["an empty group of cells"] if () in notes.same else [])])
    clues = sheet.clues or Clues.blank(sheet.grid)
    city = sheet.kind == "skyscrapers"
    facts = [fact for fact in sheet.cells.facts() if fact.value != BLANK]
    sides = {side.value: list(clues.side(side)) for side in SIDES}
    record: dict[str, Any] = {
        "shape": sheet.rows if city else [sheet.rows, sheet.cols],
        _CLUES[sheet.kind]: sides,
        "mirrors": [{**_at(cell), "val": token} for cell, token in facts if token in TURNS],
        "monster_number": [{"name": token, "val": total} for token, total in notes.totals.stated()],
        "fixed_cells": [
            {**_at(cell), "val": int(token) if city else token} for cell, token in facts if token not in TURNS
        ],
        "same_cells": [_at(cell) for group in notes.same for cell in group],
    }
    return json.dumps({key: value for key, value in record.items() if key in _KEYS[sheet.kind]}) + "\n"


def _at(cell: Cell) -> dict[str, int]:
    return {"row": cell.row, "col": cell.col}


FORMAT = Format(
    name=NAME,
    title="JSON files of Tung-hehe's logic-puzzles-solver",
    holds=HOLDS,
    example='{"shape": [1, 2], "visibility": {"top": [0, null], "bottom": [null, 1], "left": [null], "right": [1]}, '
    '"mirrors": [{"row": 0, "col": 0, "val": "/"}], "monster_number": [{"name": "Z", "val": 1}], "fixed_cells": [], '
    '"same_cells": []}\n',
    sniff=sniff,
    split=split,
    read=read,
    write=write,
)
