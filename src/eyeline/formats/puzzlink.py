"""Addresses of skyscrapers puzzles on puzz.link and its relatives.

The encoding is that of the program behind those pages, pzprjs: numbers around the grid, then numbers in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from eyeline.errors import NotationError
from eyeline.formats.alphabet import missing, too_large
from eyeline.formats.format import Format, Piece, refuse
from eyeline.formats.pattern import pattern
from eyeline.formats.source import Source, counted, line_pieces, number, shown
from eyeline.formats.tatham import SIDES
from eyeline.grid import Grid, Side
from eyeline.sheet import BLANK, Cells, Clue, Clues, Page, Sheet

NAME = "puzzlink"
HOLDS = {"skyscrapers": frozenset({"blank clues", "clue 0", "givens", "rectangles"})}
#: The names that pages give the puzzle, the first of them to be written.
NAMES = ("skyscrapers", "skyscraper", "building")
ADDRESS = "https://puzz.link/p?"
MOST = 255

_SNIFF = pattern(
    r"\s*(?:https?://\S*?/p(?:\.html)?\?|\S*?puzz\.link/\S*?\?|"
    r"(?:\S*?\?)?(?:skyscrapers?|building)(?:_edit|_play|_edit_duplicate)?/)",
    re.IGNORECASE,
)
_NAME = pattern(r"(?:.*\?)?([a-z0-9]*)((?:_[a-z]*)*)", re.IGNORECASE)
_TOKEN = pattern(r"(?P<blanks>[g-z])|(?P<hex>[0-9a-f])|-(?P<long>[0-9a-f]{2})|(?P<unknown>\.)")
_LONGEST_RUN = 20
_SHAPE = "skyscrapers/COLS/ROWS/ and the numbers"


def sniff(head: str) -> bool:
    """Return whether an address of such a page begins the text, or the name of the puzzle and a slash."""
    return _SNIFF.match(head) is not None


def split(lines: Iterable[str]) -> Iterator[Piece]:
    """Yield the addresses, one a line; blank lines and lines with ``#`` are left out."""
    return line_pieces(lines, NAME)


# --- reading


def read(piece: Piece, order: str | None = None) -> Page:
    """Return the page of an address; the order of its clues is fixed. Raises ``NotationError``."""
    source = Source.of(piece)
    row = next(source.filled(), 0)
    surplus = next(source.filled(row + 1), None)
    if surplus is not None:
        raise source.error("a second line", surplus, expected="one address on one line")
    line = source.lines[row].rstrip()
    start = line.rfind("?") + 1 or len(line) - len(line.lstrip())
    parts = line[start:].split("/", 4)
    found = _NAME.fullmatch(parts[0])
    if found is None or found[1].lower() not in NAMES:
        raise source.error(
            f"{shown(parts[0])} is no puzzle that is held here", row, start, f"one of {', '.join(NAMES)}"
        )
    if len(parts) < 3:
        raise source.error("the address breaks off", row, len(line), _SHAPE)
    at = start + len(parts[0]) + 1
    cols, rows = number(parts[1]), number(parts[2])
    if cols is None or rows is None:
        wrong = at if cols is None else at + len(parts[1]) + 1
        raise source.error(f"{shown(parts[1 if cols is None else 2])} where a size belongs", row, wrong, _SHAPE)
    if expected := too_large("skyscrapers", rows, cols):
        raise source.error(f"a grid of {rows}×{cols}", row, at, expected)
    at += len(parts[1]) + len(parts[2]) + 2
    if len(parts) > 4 and parts[4]:
        raise source.error("something after the numbers", row, at + len(parts[3]) + 1, "nothing more")
    body = _Body(source, row, line, at, at + len(parts[3]) if len(parts) > 3 else at)
    return _page(body, Grid(rows, cols))


class _Body(NamedTuple):
    """The numbers: part of a line, from ``start`` to ``end``."""

    source: Source
    row: int
    line: str
    start: int
    end: int

    def wrong(self, at: int, message: str, expected: str) -> NotationError:
        """Return an error at a place in the line."""
        return self.source.error(message, self.row, at, expected)


def _page(body: _Body, grid: Grid) -> Page:
    around = 2 * (grid.rows + grid.cols)
    clues, at = _numbers(body, body.start, around, "clue")
    heights, end = _numbers(body, at, grid.size, "cell")
    if end < body.end:
        raise body.wrong(end, f"more than {counted(grid.size, 'cell')}", counted(grid.size, "cell"))
    try:
        cells = Cells.flat(grid.rows, grid.cols, [BLANK if height is None else str(height) for height in heights])
    except ValueError as error:
        raise body.wrong(at, str(error), "fewer different heights") from None
    by_side: dict[Side, tuple[Clue, ...]] = {}
    first = 0
    for side in SIDES:
        by_side[side] = tuple(clues[first : first + grid.length(side)])
        first += grid.length(side)
    return Page(Sheet("skyscrapers", cells, Clues(*(by_side[side] for side in Side))))


def _numbers(body: _Body, at: int, count: int, what: str) -> tuple[list[int | None], int]:
    """Return ``count`` numbers from a place on, and the place behind them; those beyond the end are blank."""
    found: list[int | None] = []
    while len(found) < count and at < body.end:
        match = _TOKEN.match(body.line, at, body.end)
        if match is None:
            expected = "0 to f, - and two such digits, . or a run g to z"
            raise body.wrong(at, f"{shown(body.line[at])} among the numbers", expected)
        if match["blanks"]:
            run = int(match["blanks"], 36) - 15
            if run > count - len(found):
                raise body.wrong(at, f"a run of {counted(run, 'blank ' + what)}", f"at most {count - len(found)} here")
            found += [None] * run
        elif match["unknown"]:
            found.append(None)
        else:
            found.append(int(match["hex"] or match["long"], 16))
        at = match.end()
    return found + [None] * (count - len(found)), at


# --- writing


def write(page: Page, order: str | None = None) -> str:
    """Return the address and a line end; the order of its clues is fixed. Raises ``CannotHold``."""
    sheet = page.sheet
    refuse(NAME, [*missing(page, HOLDS), *(f"the number {n}" for n in _large(sheet))])
    clues = sheet.clues or Clues.blank(sheet.grid)
    body = _text([clue for side in SIDES for clue in clues.side(side)])
    if any(token != BLANK for token in sheet.cells.tokens):
        body += _text([None if token == BLANK else int(token) for token in sheet.cells.row_major()])
    return f"{ADDRESS}{NAMES[0]}/{sheet.cols}/{sheet.rows}/{body}\n"


def _large(sheet: Sheet) -> list[int]:
    """Return the numbers that have no form here, each once."""
    tokens = (number(token) or 0 for token in sheet.cells.tokens)
    return sorted({n for n in (*tokens, *(clue for _, clue in sheet.clues.stated())) if MOST < n < 10**9})


def _text(numbers: Sequence[int | None]) -> str:
    parts = []
    for n, group in groupby(numbers):
        count = len(list(group))
        if n is None:
            whole, rest = divmod(count, _LONGEST_RUN)
            parts.append("z" * whole + (chr(ord("f") + rest) if rest else ""))
        else:
            parts.append((f"{n:x}" if n < 16 else f"-{n:02x}") * count)
    return "".join(parts)


FORMAT = Format(
    name=NAME,
    title="addresses of skyscrapers on puzz.link",
    holds=HOLDS,
    example="https://puzz.link/p?skyscrapers/4/4/1uk3p\n",
    sniff=sniff,
    split=split,
    read=read,
    write=write,
    by_line=True,
)
