"""The letters of each kind: which tokens its cells can hold, and whether clues stand around the grid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from eyeline.formats.format import features
from eyeline.formats.source import MOST_DIGITS, counted, number
from eyeline.grid import Cell, Side
from eyeline.sheet import BLANK, Page, Position, Sheet

#: The longest side of a grid of numbers: a grid holds at most 256 different tokens, and one of them is the blank.
LONGEST_SIDE = 255
#: The most cells of any grid, 8192 × 8192.
MOST_CELLS = 1 << 26


class Alphabet(NamedTuple):
    """The letters of one kind.

    ``clues`` says whether there are clues around the grid; ``numbers`` whether cells hold numbers; ``letters`` are the
    other tokens, one character each, ``values`` those of them that are filled in; ``blank`` is a cell to be filled.
    """

    clues: bool
    numbers: bool
    letters: str
    values: str
    blank: str = BLANK

    def spells(self, line: str) -> bool:
        """Return whether ``line`` is made of the one-character tokens alone."""
        return not line.encode("ascii", "replace").translate(None, self.letters.encode())

    def token(self, text: str) -> str | None:
        """Return the token that ``text`` writes in a printed cell, ``None`` if it is none."""
        if len(text) == 1 and text in self.letters:
            return text
        return self.value(text)

    def value(self, text: str) -> str | None:
        """Return the token of a value to be filled in that ``text`` writes, ``None`` if it is none."""
        if self.numbers:
            height = number(text)
            return None if height is None else str(height)
        upper = text.upper()
        return upper if len(upper) == 1 and upper in self.values else None

    @property
    def tokens_in_words(self) -> str:
        """What a cell can hold, for a message."""
        return ("a height or " if self.numbers else "") + "one of " + " ".join(self.letters)

    @property
    def values_in_words(self) -> str:
        """What can be filled in, for a message."""
        return "a height" if self.numbers else "one of " + " ".join(self.values)


ALPHABETS: Mapping[str, Alphabet] = {
    "skyscrapers": Alphabet(clues=True, numbers=True, letters="./\\", values=""),
    "haunted": Alphabet(clues=True, numbers=False, letters="./\\VGZ", values="VGZ"),
    "beams": Alphabet(clues=False, numbers=False, letters=".#/\\+-|", values="-|", blank="+"),
}

KIND_NAMES = f"{', '.join([*ALPHABETS][:-1])} or {[*ALPHABETS][-1]}"


def too_large(kind: str, rows: int, cols: int) -> str | None:
    """Return what size would be right where ``rows`` × ``cols`` is none that can be held, else ``None``."""
    if rows < 1 or cols < 1:
        return "at least one row and one column"
    if ALPHABETS[kind].numbers and max(rows, cols) > LONGEST_SIDE:
        return f"at most {LONGEST_SIDE} rows and columns"
    if rows * cols > MOST_CELLS:
        return f"at most {MOST_CELLS} cells"
    return None


def claimed(text: str) -> str:
    """Return the token that a word of an answer means: monsters in capitals, numbers without leading zeros."""
    height = number(text)
    return text.upper() if height is None else str(height)


def grid_of(rows: int, cols: int) -> str:
    """Return a size, for a message."""
    return f"a grid of {counted(rows, 'row')} and {counted(cols, 'column')}"


def missing(page: Page, holds: Mapping[str, frozenset[str]]) -> Iterator[str]:
    """Yield what a page has and a notation that ``holds`` so much has no place for."""
    sheet = page.sheet
    if sheet.kind not in holds:
        yield f"the kind {sheet.kind}"
        return
    alphabet = ALPHABETS[sheet.kind]
    if expected := too_large(sheet.kind, sheet.rows, sheet.cols):
        yield f"a grid of {sheet.rows}×{sheet.cols}, only {expected}"
    yield from (f"the token {token!r}" for token in sheet.cells.tokens if alphabet.token(token) != token)
    yield from (f"the value {value!r}" for value in _values(page.position) if alphabet.value(value) != value)
    if any(cell not in sheet.grid for cell in _marked(page)):
        yield "marks outside the grid"
    if sheet.clues and not alphabet.clues:
        yield "clues"
    elif sheet.clues and any(len(sheet.clues.side(side)) != sheet.grid.length(side) for side in Side):
        yield "clues that do not fit the grid"
    yield from (f"the number {n}" for n in _numbers(sheet) if not 0 <= n < 10**MOST_DIGITS)
    yield from (name for name in features(page) if name not in holds[sheet.kind])


def _values(position: Position) -> list[str]:
    marks = [*position.pencil.values(), *position.excluded.values()]
    return sorted({*position.entries.values()}.union(*marks))


def _marked(page: Page) -> Iterator[Cell]:
    sheet, position = page
    yield from chain(position.entries, position.pencil, position.excluded, *sheet.notes.same)


def _numbers(sheet: Sheet) -> Iterator[int]:
    yield from (clue for _, clue in sheet.clues.stated())
    yield from (total for _, total in sheet.notes.totals.stated())
    yield from (sheet.notes.parks, *(sheet.notes.boxes or ()))
