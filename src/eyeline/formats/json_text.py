"""JSON text: cut into its values, parsed, and every value found again for an error."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn, TypeAlias

from eyeline.errors import NotationError
from eyeline.formats.format import Piece
from eyeline.formats.pattern import pattern
from eyeline.formats.source import MOST_DIGITS, Source, plain_lines, shown
from eyeline.grid import Cell, Grid

#: The keys and places that lead to a value; ``"key:"`` at the end stands for the key itself.
Path: TypeAlias = tuple[str | int, ...]

_PART = pattern(r'[{}\[\],]|"(?:[^"\\]|\\.)*"', re.DOTALL)
_BLANKS = pattern(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()


def skip(text: str, at: int) -> int:
    """Return the place behind the blanks and comment lines at ``at``."""
    while True:
        at = _after_blanks(text, at)
        if not text.startswith("#", at):
            return at
        at = _line_end(text, at)


def _after_blanks(text: str, at: int) -> int:
    match = _BLANKS.match(text, at)
    return match.end() if match else at


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


class _Cursor:
    """A place in a text that moves forwards and knows its line and column, from 1.

    ``text`` is a window of whole lines, taken in as they are needed and forgotten once they are passed; ``at`` is the
    place in the window.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = iter(lines)
        self.text = next(self.lines, "")
        self.at = 0
        self.line = 1

    def more(self, least: int = 1) -> bool:
        """Take in lines of at least so many characters, as far as there are any, and return whether there were."""
        taken = []
        for line in self.lines:
            taken.append(line)
            least -= len(line) + 1
            if least <= 0:
                break
        if taken:
            self.text = "\n".join((self.text, *taken))
        return bool(taken)

    def move(self, at: int) -> None:
        """Go on to a place in the window, and forget the lines before it."""
        start = self.text.rfind("\n", self.at, at) + 1
        if start:
            self.line += self.text.count("\n", self.at, start)
            self.text = self.text[start:]
        self.at = at - start

    @property
    def column(self) -> int:
        return self.at + 1

    def over_all(self) -> bool:
        """Step over gaps and return whether nothing is left."""
        self.over_gap()
        return self.at == len(self.text)

    def over_gap(self) -> None:
        """Step over blanks and comment lines."""
        self.move(skip(self.text, self.at))
        while self.at == len(self.text) and self.more():
            self.move(skip(self.text, self.at))

    def over(self, letter: str) -> bool:
        """Step over gaps and then over ``letter``, if it is there."""
        self.over_gap()
        found = self.text.startswith(letter, self.at)
        if found:
            self.move(self.at + 1)
            self.over_gap()
        return found

    def value_end(self) -> int | None:
        """Return where the JSON value here ends; ``None`` where it is broken."""
        while True:
            try:
                return _DECODER.raw_decode(self.text, self.at)[1]
            except json.JSONDecodeError as error:
                # Only a text that breaks off at the end of the window can be saved by what comes after it.
                cut = error.msg.startswith("Unterminated string") or not self.text[error.pos :].strip()
                if not (cut and self.more(len(self.text) - self.at)):
                    return None
            except (ValueError, RecursionError):
                return None

    def resume(self) -> int:
        """Return where the broken value here is taken to end: before the next line that begins as this one."""
        margin = self.text[: self.at]
        if self.text[self.at] not in "[{" or margin.strip():
            return _line_end(self.text, self.at)
        begins = re.compile(r"\n" + margin + r"(?=[\[{])")
        while True:
            if found := begins.search(self.text, self.at):
                return found.start()
            if not self.more(len(self.text) - self.at):
                return len(self.text)

    def piece(self, end: int, notation: str, problem: tuple[str, str] | None = None) -> Piece:
        """Return the text from here to ``end`` as a piece, with a problem and what was expected where there is one."""
        text = self.text[self.at : end].rstrip()
        error = problem and Source([text], self.line, self.column).error(problem[0], expected=problem[1])
        return Piece(text, self.line, self.column, notation, error)

    def rest(self, notation: str, problem: tuple[str, str]) -> Piece:
        """Return the rest of the line as a piece with a problem."""
        return self.piece(_line_end(self.text, self.at), notation, problem)


def values(lines: Iterable[str], notation: str, array: bool | None = None) -> Iterator[Piece]:
    """Yield the JSON values of a text: one after the other, or, where it is an ``array``, those of the array.

    Without being told, a text that begins with a bracket is an array.
    """
    cursor = _Cursor(lines)
    cursor.over_gap()
    if array is None:
        array = cursor.text.startswith("[", cursor.at)
    if array:
        cursor.over("[")
    parted = True
    while True:
        if array and cursor.over("]"):
            if not cursor.over_all():
                yield cursor.rest(notation, ("text after the array", "nothing more"))
            return
        ended = cursor.over_all()
        if ended and not array:
            return
        if ended or not parted:
            yield cursor.rest(notation, ("the array breaks off here", "a comma or ]"))
            return
        end = cursor.value_end()
        if end is None:
            end = cursor.resume()
            yield cursor.piece(end, notation)
            cursor.move(end)
            continue
        yield cursor.piece(end, notation)
        cursor.move(end)
        parted = not array or cursor.over(",")


def _place(text: str, path: Path) -> int:
    """Return where the value, or key, that a path leads to stands in a valid JSON text, or the one nearest above it.

    Used only once an error is known. What lies beside the path is left to the decoder of the standard library.
    """
    at = _after_blanks(text, 0)
    for step in path:
        found = _child(text, at, step)
        if found is None:
            break
        at = found
    return at


def _child(text: str, at: int, step: str | int) -> int | None:
    """Return where a member of the object or array at ``at`` stands, or its key."""
    count = 0
    inside = text[at] in "{["
    while inside:
        at = key_at = _after_blanks(text, at + 1)
        if text[at] in "}]":
            return None
        if isinstance(step, str):
            key, at = _DECODER.raw_decode(text, at)
            if f"{key}:" == step:
                return key_at
            at = _after_blanks(text, _after_blanks(text, at) + 1)
            if key == step:
                return at
        elif count == step:
            return at
        count += 1
        at = _after_blanks(text, _DECODER.raw_decode(text, at)[1])
        inside = text[at] == ","
    return None


def _twice(text: str) -> tuple[int, str]:
    """Return the place of the first key that an object of a valid JSON text has for the second time, and the key."""
    open_objects: list[set[str] | None] = []
    key_next = False
    for match in _PART.finditer(text):
        part = match.group()
        keys = open_objects[-1] if open_objects else None
        if part[0] in "{[":
            open_objects.append(set() if part == "{" else None)
        elif part[0] in "}]":
            open_objects.pop()
        elif key_next and keys is not None:
            key = json.loads(part)
            if key in keys:
                return match.start(), key
            keys.add(key)
        key_next = part[0] in "{,"
    return 0, ""


class _TwiceError(ValueError):
    """A key that an object has twice."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _TwiceError
    return found


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= MOST_DIGITS + 1 else float("inf")


class Document:
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
            at, key = _twice(self.text)
            raise self.error(at, f"the key {shown(key)} stands twice", "each key once") from None
        except RecursionError:
            raise self.error(0, "JSON nested too deeply", "a page") from None

    def error(self, at: int, message: str, expected: str) -> NotationError:
        """Return an error at a place of the text."""
        row = self.text.count("\n", 0, at)
        column = at - self.text.rfind("\n", 0, at) - 1
        return Source(self.text.split("\n"), self.piece.line, self.piece.column).error(message, row, column, expected)

    def fail(self, path: Path, message: str, expected: str) -> NoReturn:
        """Raise the error at the value, or the key, that ``path`` leads to."""
        raise self.error(_place(self.text, path), message, expected)

    # What follows takes a value and its path, and returns what it stands for once that is what it should be.

    def keys(self, value: Any, path: Path, known: tuple[str, ...]) -> dict[str, Any]:
        """Return an object with none but ``known`` keys."""
        if not isinstance(value, dict):
            self.fail(path, f"{said(value)} where an object belongs", f"an object with {', '.join(known)}")
        for key in value:
            if key not in known:
                self.fail((*path, f"{key}:"), f"the key {shown(key)} has no meaning here", f"one of {', '.join(known)}")
        return value

    def items(self, value: Any, path: Path, expected: str, length: int | None = None) -> list[Any]:
        """Return an array, of that length."""
        if not isinstance(value, list):
            self.fail(path, f"{said(value)} where an array belongs", expected)
        if length is not None and len(value) != length:
            self.fail(path, f"an array of {len(value)}", expected)
        return value

    def whole(self, value: Any, path: Path, expected: str = "a whole number from 0") -> int:
        """Return a whole number from 0."""
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 10**MOST_DIGITS:
            self.fail(path, f"{said(value)} where a number belongs", expected)
        return value

    def cell(self, value: Any, path: Path, grid: Grid) -> Cell:
        """Return a cell of the grid."""
        expected = f"[row, col] from [0, 0] to [{grid.rows - 1}, {grid.cols - 1}]"
        row, col = self.items(value, path, expected, 2)
        found = Cell(self.whole(row, (*path, 0), expected), self.whole(col, (*path, 1), expected))
        if found not in grid:
            self.fail(path, "a cell outside the grid", expected)
        return found


def said(value: Any) -> str:
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
