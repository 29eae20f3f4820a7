"""Pages as JSON objects, one a line when written; ``schemas/page.json`` is their published schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NoReturn, TypeAlias

from eyeline.errors import NotationError
from eyeline.formats.alphabet import ALPHABETS, KIND_NAMES, Alphabet, claimed, missing, too_large
from eyeline.formats.format import EVERYTHING, Claim, Format, Piece, Result, refuse
from eyeline.formats.source import MOST_DIGITS, Source, plain_lines, shown
from eyeline.grid import Cell, Grid, Side
from eyeline.sheet import Cells, Clue, Clues, Notes, Page, Position, Sheet, Totals

NAME = "json"
HOLDS = dict.fromkeys(ALPHABETS, EVERYTHING)
VERDICTS = ("none", "one", "many", "some", "unknown")

Path: TypeAlias = tuple[str | int, ...]

_PART = re.compile(r'\s+|[{}\[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}\[\],:"]+', re.DOTALL)
_GAP = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*(?:#[^\n]*\Z)?")
_KEYS = ("kind", "rows", "cols", "clues", "cells", "notes", "position", "answer")
_NOTES = ("totals", "same", "parks", "diagonals", "boxes", "regions", "clues")


def sniff(head: str) -> bool:
    """Return whether an object begins here, or an array of objects."""
    return re.match(r"\s*(\[\s*)?\{", head) is not None


# --- pieces


def split(text: str) -> Iterator[Piece]:
    """Yield the objects of a text: JSON Lines, objects one after the other, or one array of objects.

    Lines that begin with ``#`` between objects are comments. After an object that is broken, reading goes on at the
    next line that begins as far to the right.
    """
    text = plain_lines(text)
    start = _skip(text, 0)
    array = text.startswith("[", start)
    return _values(text, start + array, array)


def _skip(text: str, at: int) -> int:
    match = _GAP.match(text, at)
    return match.end() if match else at


class _Cursor:
    """A place in a text that moves forwards and knows its line and column, from 1."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.move(at)

    def move(self, at: int) -> None:
        self.line += self.text.count("\n", self.at, at)
        self.at = at

    @property
    def column(self) -> int:
        return self.at - self.text.rfind("\n", 0, self.at)

    def over(self, letter: str) -> bool:
        """Step over gaps and then over ``letter``, if it is there."""
        self.move(_skip(self.text, self.at))
        found = self.text.startswith(letter, self.at)
        if found:
            self.move(_skip(self.text, self.at + 1))
        return found

    def piece(self, end: int, problem: tuple[str, str] | None = None) -> Piece:
        """Return the text from here to ``end`` as a piece, with a problem and what was expected where there is one."""
        text = self.text[self.at : end].rstrip()
        error = problem and Source([text], self.line, self.column).error(problem[0], expected=problem[1])
        return Piece(text, self.line, self.column, NAME, error)


def _values(text: str, start: int, array: bool) -> Iterator[Piece]:
    """Yield the JSON values from ``start`` on: one after the other, or those of an array whose bracket was read."""
    decoder = json.JSONDecoder()
    cursor = _Cursor(text, start)
    parted = True
    while True:
        if array and cursor.over("]"):
            if cursor.at < len(text):
                yield cursor.piece(_line_end(text, cursor.at), ("text after the array", "nothing more"))
            return
        cursor.move(_skip(text, cursor.at))
        if cursor.at == len(text) and not array:
            return
        if cursor.at == len(text) or not parted:
            yield cursor.piece(_line_end(text, cursor.at), ("the array breaks off here", "a comma or ]"))
            return
        try:
            _, end = decoder.raw_decode(text, cursor.at)
            yield cursor.piece(end)
            cursor.move(end)
            parted = not array or cursor.over(",")
        except (ValueError, RecursionError):
            end = _resume(text, cursor.at)
            yield cursor.piece(end)
            cursor.move(end)


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _resume(text: str, at: int) -> int:
    """Return where the broken value at ``at`` is taken to end: before the next line that begins as this one."""
    start = text.rfind("\n", 0, at) + 1
    margin = text[start:at]
    if text[at] not in "[{" or margin.strip():
        return _line_end(text, at)
    found = re.compile(r"\n" + margin + r"(?=[\[{])").search(text, at)
    return found.start() if found else len(text)


# --- places


def _places(text: str) -> Iterator[tuple[Path, int]]:
    """Yield for every value of a valid JSON text its path and its place; for a key a path that ends in ``"key:"``.

    Used only once an error is known: reading is left to the decoder of the standard library.
    """
    stack: list[list[Any]] = []
    for match in _PART.finditer(text):
        part, at = match.group(), match.start()
        path = tuple(step[1] for step in stack)
        if part.isspace() or part == ":":
            continue
        if part == ",":
            top = stack[-1]
            top[1] = top[1] + 1 if top[0] == "[" else None
        elif part in "}]":
            stack.pop()
        elif stack and stack[-1][0] == "{" and stack[-1][1] is None:
            stack[-1][1] = json.loads(part)
            yield (*path[:-1], f"{stack[-1][1]}:"), at
        else:
            yield path, at
            if part in "{[":
                stack.append([part, 0 if part == "[" else None])


class _TwiceError(ValueError):
    """A key that an object has twice."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _TwiceError
    return found


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= MOST_DIGITS + 1 else float("inf")


class _Document:
    """A parsed piece that knows where its values stand."""

    def __init__(self, piece: Piece) -> None:
        """Parse. Raises ``NotationError``."""
        self.piece = piece
        self.text = plain_lines(piece.text)
        try:
            self.value: Any = json.loads(self.text, object_pairs_hook=_object, parse_int=_integer)
        except json.JSONDecodeError as error:
            at = min(error.pos, len(self.text.rstrip()))
            ends = at == len(self.text.rstrip())
            message = "the JSON ends too early" if ends else f"not JSON: {error.msg}"
            raise self.error(at, message, "valid JSON") from None
        except _TwiceError:
            raise self._twice() from None
        except RecursionError:
            raise self.error(0, "JSON nested too deeply", "a page") from None

    def error(self, at: int, message: str, expected: str) -> NotationError:
        """Return an error at a place of the text."""
        row = self.text.count("\n", 0, at)
        column = at - self.text.rfind("\n", 0, at) - 1
        return Source(self.text.split("\n"), self.piece.line, self.piece.column).error(message, row, column, expected)

    def _twice(self) -> NotationError:
        seen = set()
        for path, at in _places(self.text):
            if path in seen:
                return self.error(at, f"the key {shown(str(path[-1])[:-1])} stands twice", "each key once")
            seen.add(path)
        return self.error(0, "a key stands twice", "each key once")

    def fail(self, path: Path, message: str, expected: str) -> NoReturn:
        """Raise the error at the value, or the key, that ``path`` leads to."""
        at = next((at for found, at in _places(self.text) if found == path), 0)
        raise self.error(at, message, expected)

    # What follows takes a value and its path, and returns what it stands for once that is what it should be.

    def keys(self, value: Any, path: Path, known: tuple[str, ...]) -> dict[str, Any]:
        """Return an object with none but ``known`` keys."""
        if not isinstance(value, dict):
            self.fail(path, f"{_said(value)} where an object belongs", f"an object with {', '.join(known)}")
        for key in value:
            if key not in known:
                self.fail((*path, f"{key}:"), f"the key {shown(key)} has no meaning here", f"one of {', '.join(known)}")
        return value

    def items(self, value: Any, path: Path, expected: str, length: int | None = None) -> list[Any]:
        """Return an array, of that length."""
        if not isinstance(value, list):
            self.fail(path, f"{_said(value)} where an array belongs", expected)
        if length is not None and len(value) != length:
            self.fail(path, f"an array of {len(value)}", expected)
        return value

    def whole(self, value: Any, path: Path, expected: str = "a whole number from 0") -> int:
        """Return a whole number from 0."""
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 10**MOST_DIGITS:
            self.fail(path, f"{_said(value)} is no such number", expected)
        return value

    def cell(self, value: Any, path: Path, grid: Grid) -> Cell:
        """Return a cell of the grid."""
        expected = f"[row, col] from [0, 0] to [{grid.rows - 1}, {grid.cols - 1}]"
        pair = self.items(value, path, expected, 2)
        found = Cell(*(self.whole(n, (*path, i), expected) for i, n in enumerate(pair)))
        if found not in grid:
            self.fail(path, "a cell outside the grid", expected)
        return found


def _said(value: Any) -> str:
    """Return a JSON value for a message: cut short, and only named where it is not simple."""
    match value:
        case dict():
            return "an object"
        case list():
            return "an array"
        case str():
            return shown(value)
        case float() if value == float("inf"):
            return "a number of many digits"
        case _:
            return json.dumps(value)


# --- reading


def read(piece: Piece, order: str | None = None) -> Page:
    """Return the page in a piece; there is but one order of clues. Raises ``NotationError``."""
    document = _Document(piece)
    page = document.keys(document.value, (), _KEYS)
    for key in ("kind", "cells"):
        if key not in page:
            document.fail((), f"the key {key} is missing", "at least kind and cells")
    kind = page["kind"]
    if not isinstance(kind, str) or kind not in ALPHABETS:
        document.fail(("kind",), f"{_said(kind)} is no kind", KIND_NAMES)
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


def _cells(document: _Document, kind: str, value: Any) -> Cells:
    alphabet = ALPHABETS[kind]
    rows = document.items(value, ("cells",), "an array of rows")
    tokens: list[list[str]] = []
    for r, row in enumerate(rows):
        path = ("cells", r)
        held = list(row) if isinstance(row, str) else document.items(row, path, "a row of tokens")
        if tokens and len(held) != len(tokens[0]):
            document.fail(path, f"{len(held)} cells in this row", f"{len(tokens[0])}, as in the first row")
        found = []
        for c, cell in enumerate(held):
            token = _token(cell, alphabet)
            if token is None:
                at = path if isinstance(row, str) else (*path, c)
                document.fail(at, f"{_said(cell)} is no cell", alphabet.tokens_in_words + " or null")
            found.append(token)
        tokens.append(found)
    cols = len(tokens[0]) if tokens else 0
    if expected := too_large(kind, len(rows), cols):
        document.fail(("cells",), f"a grid of {len(rows)} rows and {cols} columns", expected)
    try:
        return Cells.of(tokens)
    except ValueError as error:
        document.fail(("cells",), str(error), "fewer different heights")


def _token(value: Any, alphabet: Alphabet) -> str | None:
    if value is None:
        return alphabet.blank
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    return alphabet.token(value) if isinstance(value, str) else None


def _clues(document: _Document, value: Any, grid: Grid) -> Clues:
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
        held = document.items(sides[side.value], path, f"{length} clues, null for none", length)
        found.append(
            tuple(
                [
                    None if clue is None else document.whole(clue, (*path, i), "a whole number from 0, or null")
                    for i, clue in enumerate(held)
                ]
            )
        )
    return Clues(*found)


def _notes(document: _Document, value: Any, grid: Grid) -> Notes:
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
                    document.fail(path, f"{_said(note)} is neither", "true or false")
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
                    document.fail(path, f"{_said(note)} is neither", "count or sum")
                notes = replace(notes, clues="sum" if note == "sum" else "count")
    return notes


def _same(document: _Document, value: Any, path: Path, grid: Grid) -> tuple[tuple[Cell, ...], ...]:
    expected = "an array of groups, each an array of cells"
    groups = []
    for k, group in enumerate(document.items(value, path, expected)):
        cells = document.items(group, (*path, k), expected)
        groups.append(tuple([document.cell(cell, (*path, k, i), grid) for i, cell in enumerate(cells)]))
    return tuple(groups)


def _regions(document: _Document, value: Any, path: Path, grid: Grid) -> tuple[tuple[str, ...], ...]:
    regions = []
    for r, row in enumerate(document.items(value, path, f"{grid.rows} rows of names", grid.rows)):
        names = []
        for c, name in enumerate(document.items(row, (*path, r), f"{grid.cols} names, one a cell", grid.cols)):
            if isinstance(name, int) and not isinstance(name, bool):
                name = str(name)
            if not isinstance(name, str) or not name or not name.isprintable():
                document.fail((*path, r, c), f"{_said(name)} is no name of a region", "a string or a number")
            names.append(name)
        regions.append(tuple(names))
    return tuple(regions)


def _position(document: _Document, value: Any, grid: Grid, alphabet: Alphabet) -> Position:
    path: Path = ("position",)
    blocks = document.keys(value, path, ("entries", "pencil", "excluded"))
    entries: dict[Cell, str] = {}
    marks: dict[str, dict[Cell, frozenset[str]]] = {"pencil": {}, "excluded": {}}

    def values(held: Any, at: Path) -> str:
        token = _token(held, alphabet)
        if token is None or alphabet.value(token) is None:
            document.fail(at, f"{_said(held)} cannot be filled in", alphabet.values_in_words)
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
                entries[cell] = values(mark[key], (*at, key))
            else:
                held = document.items(mark[key], (*at, key), "an array of values")
                marks[name][cell] = frozenset([values(one, (*at, key, i)) for i, one in enumerate(held)])
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


def join(texts: Iterable[str]) -> Iterator[str]:
    """Yield the objects, one a line."""
    return iter(texts)


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
    start = _skip(text, 0)
    inner = re.compile(r"[ \t\n]*(\{|null\b|\[[ \t\n]*\[)").match(text, start + 1)
    array = text.startswith("[", start) and inner is not None
    for piece in _values(text, start + array, array):
        try:
            yield _claim(piece)
        except NotationError as error:
            yield Claim(None, piece.line, error=error)


def _claim(piece: Piece) -> Claim:
    if piece.error is not None:
        raise piece.error
    document = _Document(piece)
    value: Any = document.value
    path: Path = ()
    verdict = None
    if isinstance(value, dict):
        verdict = value.get("verdict")
        if "verdict" in value and verdict not in (*VERDICTS, None):
            document.fail(("verdict",), f"{_said(verdict)} is no verdict", f"one of {', '.join(VERDICTS)}")
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
            document.fail(at, f"{len(tokens)} cells in row {r + 1}", f"{len(rows[0])}, as in row 1")
        rows.append(tokens)
    if not rows or not rows[0]:
        document.fail(path, "a grid without cells", "at least one row and one column")
    try:
        return Claim(Cells.of(rows), piece.line, verdict=verdict)
    except ValueError as error:
        document.fail(path, str(error), "fewer different tokens")


def _row(document: _Document, row: Any, path: Path) -> list[str]:
    if isinstance(row, str):
        return [claimed(token) for token in (row.split() if " " in row.strip() else row.strip())]
    tokens = []
    for c, token in enumerate(document.items(row, path, "a row: an array of tokens, or a string")):
        if isinstance(token, int) and not isinstance(token, bool):
            token = str(token)
        if not isinstance(token, str):
            document.fail((*path, c), f"{_said(token)} is no token", "a string or a number")
        tokens.append(claimed(token))
    return tokens


FORMAT = Format(
    name=NAME,
    title="JSON objects, by a published schema",
    holds=HOLDS,
    example='{"kind": "beams", "rows": 2, "cols": 2, "cells": [["+", "."], ["#", "+"]]}\n',
    sniff=sniff,
    split=split,
    read=read,
    write=write,
    join=join,
    answers=answers,
    claims=claims,
)
