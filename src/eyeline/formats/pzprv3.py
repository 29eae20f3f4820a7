"""Files of skyscrapers puzzles saved by puzz.link and its relatives, with what was entered.

A file has the clues around the grid and the cells in it as one table. The form is that of pzprjs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

from eyeline.errors import NotationError
from eyeline.formats.alphabet import missing, too_large, unmarkable
from eyeline.formats.filled import claims_of, filled_files
from eyeline.formats.format import Format, Piece, page_claim, refuse
from eyeline.formats.pattern import pattern
from eyeline.formats.puzzlink import NAMES
from eyeline.formats.source import Source, Word, counted, headed_pieces, number, shown
from eyeline.grid import Cell, Grid
from eyeline.sheet import BLANK, Cells, Clue, Clues, Page, Position, Sheet

NAME = "pzprv3"
HOLDS = {"skyscrapers": frozenset({"blank clues", "clue 0", "givens", "rectangles", "entries", "pencil"})}

#: A cell has a corner for each of so many pencil marks.
CORNERS = 4

_BEGINS = pattern(r"\s*pzprv3\b", re.IGNORECASE)
_CELL = pattern(r"q(?P<given>[0-9]{1,9})|(?P<entry>\.|[0-9]{1,9})(?:\[(?P<marks>[0-9,]*)\])?|q?-|q\.")
_LINE = pattern(r"[^/]+")


def sniff(head: str) -> bool:
    """Return whether the word ``pzprv3`` begins the text."""
    return _BEGINS.match(head) is not None


def split(lines: Iterable[str]) -> Iterator[Piece]:
    """Yield the files in a text: one begins at every line that begins with ``pzprv3``."""
    return headed_pieces(lines, NAME, _BEGINS)


# --- reading


class _Part(NamedTuple):
    """A line of the file, as part of a line of the text: ``/`` ends one as well as a line end does."""

    text: str
    row: int
    column: int

    @property
    def word(self) -> Word:
        """The part without its margins."""
        stripped = self.text.strip()
        return Word(stripped, self.row, self.column + self.text.find(stripped))


def read(piece: Piece, order: str | None = None) -> Page:
    """Return the page of a file; the order of its clues is fixed. Raises ``NotationError``."""
    source = Source.of(piece)
    parts = [
        _Part(match.group(), row, match.start())
        for row in source.filled()
        for match in _LINE.finditer(source.lines[row])
        if match.group().strip()
    ]
    heads = [part.word for part in parts[:4]]
    if not heads or heads[0].text.lower() != NAME:
        raise source.error("no pzprv3 file", expected="pzprv3, skyscrapers, the numbers of rows and columns, the table")
    if len(heads) < 4:
        raise _ends(source, "the file breaks off", "pzprv3, skyscrapers, the numbers of rows and columns, the table")
    if heads[1].text.lower() not in NAMES:
        raise source.wrong(
            heads[1], f"{shown(heads[1].text)} is no puzzle that is held here", f"one of {', '.join(NAMES)}"
        )
    rows, cols = (number(word.text) for word in heads[2:])
    if rows is None or cols is None:
        word = heads[2 if rows is None else 3]
        raise source.wrong(word, f"{shown(word.text)} where a size belongs", "a number")
    if expected := too_large("skyscrapers", rows, cols):
        raise source.wrong(heads[2], f"a grid of {rows}×{cols}", expected)
    table = parts[4:]
    if len(table) < rows + 2:
        raise _ends(source, f"a table of {counted(len(table), 'line')}", f"{rows + 2}: the grid, and clues around it")
    # What follows the table is the history of the file, if it was saved with one.
    return _page(source, Grid(rows, cols), table[: rows + 2])


def _ends(source: Source, message: str, expected: str) -> NotationError:
    return source.wrong(source.ends(max(source.filled(), default=0)), message, expected)


def _page(source: Source, grid: Grid, table: list[_Part]) -> Page:
    words = [_words(source, part, grid.cols + 2, i) for i, part in enumerate(table, start=1)]
    top, *middle, bottom = words
    edges = (top[1:-1], bottom[1:-1], [line[0] for line in middle], [line[-1] for line in middle])
    clues = Clues(*(tuple([_clue(source, word) for word in edge]) for edge in edges))
    tokens: list[str] = []
    entries: dict[Cell, str] = {}
    pencil: dict[Cell, frozenset[str]] = {}
    for r, line in enumerate(middle):
        for c, word in enumerate(line[1:-1]):
            match = _CELL.fullmatch(word.text)
            if match is None:
                expected = ". for none, q and a given height, or a height that was entered"
                raise source.wrong(word, f"{shown(word.text)} is no cell", expected)
            tokens.append(str(int(match["given"])) if match["given"] else BLANK)
            if match["entry"] not in (None, BLANK):
                entries[Cell(r, c)] = str(int(match["entry"]))
            marks = frozenset(str(int(mark)) for mark in (match["marks"] or "").split(",") if len(mark) in range(1, 10))
            if marks:
                pencil[Cell(r, c)] = marks
    try:
        cells = Cells.flat(grid.rows, grid.cols, tokens)
    except ValueError as error:
        raise source.error(str(error)) from None
    return Page(Sheet("skyscrapers", cells, clues), Position(entries, pencil))


def _words(source: Source, part: _Part, count: int, place: int) -> list[Word]:
    if len(part.text) > 1 << 16:
        raise source.wrong(part.word, f"a line of {counted(len(part.text), 'character')}", f"{count} tokens")
    found = [Word(m.group(), part.row, part.column + m.start()) for m in re.finditer(r"\S+", part.text)]
    if len(found) != count:
        at = found[count] if len(found) > count else Word("", part.row, part.column + len(part.text.rstrip()))
        message = f"{counted(len(found), 'token')} in line {place} of the table"
        raise source.wrong(at, message, f"{count}: a row of the grid and its clues")
    return found


def _clue(source: Source, word: Word) -> Clue:
    clue = number(word.text)
    if clue is None and word.text not in (BLANK, "-", "?"):
        raise source.wrong(word, f"{shown(word.text)} is no clue", "a number, or . for none")
    return clue


# --- writing


def write(page: Page, order: str | None = None) -> str:
    """Return the file; the order of its clues is fixed. Raises ``CannotHold``."""
    sheet, position = page
    refuse(NAME, [*missing(page, HOLDS), *_unwritable(page)])
    clues = sheet.clues or Clues.blank(sheet.grid)

    def token(cell: Cell, printed: str) -> str:
        if printed != BLANK:
            return f"q{printed}"
        text = position.entries.get(cell, BLANK)
        marks = sorted(position.pencil.get(cell, ()), key=int)
        return text + (f"[{','.join(marks)}{',' * (CORNERS - len(marks))}]" if marks else "")

    def edge(clue: Clue) -> str:
        return BLANK if clue is None else str(clue)

    table = [
        [BLANK, *map(edge, clues.top), BLANK],
        *(
            [edge(left), *(token(Cell(r, c), printed) for c, printed in enumerate(row)), edge(right)]
            for r, (left, row, right) in enumerate(zip(clues.left, sheet.cells, clues.right, strict=True))
        ),
        [BLANK, *map(edge, clues.bottom), BLANK],
    ]
    lines = [NAME, NAMES[0], str(sheet.rows), str(sheet.cols), *("".join(f"{word} " for word in row) for row in table)]
    return "\n".join(lines) + "\n"


def _unwritable(page: Page) -> Iterator[str]:
    yield from unmarkable(page)
    if any(len(marks) > CORNERS for marks in page.position.pencil.values()):
        yield f"more than {CORNERS} pencil marks in a cell"


FORMAT = Format(
    name=NAME,
    title="files saved by puzz.link, with entries",
    holds=HOLDS,
    example="pzprv3\nskyscrapers\n2\n2\n. 2 . . \n. q1 2 . \n. .[1,2,,] . 1 \n. . . . \n",
    sniff=sniff,
    split=split,
    read=read,
    write=write,
    answers=partial(filled_files, write=write),
    claims=partial(claims_of, split=split, claim=partial(page_claim, read)),
)
