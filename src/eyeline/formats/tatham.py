"""Game ids of Towers and Undead in Simon Tatham's Portable Puzzle Collection.

The grammar follows ``towers.c`` and ``undead.c`` of that collection; sizes are not limited as there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, islice, pairwise
from typing import NamedTuple

from eyeline.errors import NotationError
from eyeline.formats.alphabet import LONGEST_SIDE, missing, too_large
from eyeline.formats.clockwise import clockwise, from_clockwise
from eyeline.formats.format import Claim, Format, Piece, Result, page_claim, refuse
from eyeline.formats.pattern import pattern
from eyeline.formats.source import Source, counted, line_pieces, number, shown, text_lines
from eyeline.grid import Side
from eyeline.sheet import BLANK, Cells, Clue, Clues, Notes, Page, Sheet, Totals

NAME = "tatham"
HOLDS = {
    "skyscrapers": frozenset({"blank clues", "givens"}),
    "haunted": frozenset({"blank clues", "clue 0", "givens", "rectangles", "totals"}),
}
#: The sides in the order of a Towers id.
SIDES = (Side.TOP, Side.BOTTOM, Side.LEFT, Side.RIGHT)
SHAPE = "W:clues for Towers, or WxH:totals,grid,clues for Undead"

_SNIFF = pattern(r"\s*[0-9]++(x[0-9]++)?(d[a-z]++)?[:#]")
#: What bears the marks of an id and, for want of ``= ? &`` and blanks, those of no other notation.
_ALONE = pattern(r"[0-9]++(?:x[0-9]++)?(?:d[a-z]++)?:[0-9A-Za-z/,_-]*+")
_HEAD = pattern(r"([0-9]++)(?:x([0-9]++))?(?:d([a-z]))?([:#])")
_CELL = pattern(r"[a-z]|_+|[0-9]+|.", re.DOTALL)
_MIRRORS = {"L": "\\", "R": "/"}
_LETTERS = {mirror: letter for letter, mirror in _MIRRORS.items()}
_LONGEST_RUN = 26
#: What the parts of most ids mean, to be looked up without more ado: first those of Towers, then those of Undead.
_SIZES: Mapping[str, int] = {f"{n}{level}": n for n in range(1, 100) for level in ("", "de", "dh", "dx", "du")}
_CLUES: Mapping[str, Clue] = {"": None, **{str(clue): clue for clue in range(1, 100)}}
_PARTS: Mapping[str, Sequence[str]] = {
    **{chr(ord("a") + run): (BLANK,) * (run + 1) for run in range(_LONGEST_RUN)},
    **{str(height): (str(height),) for height in range(1, 100)},
    **{"_" * count: () for count in range(1, 4)},
}
_SIZE = pattern(r"([1-9][0-9]?)x([1-9][0-9]?)(?:d[ent])?")
_NUMBERS: Mapping[str, int] = {"": 0, **{str(number): number for number in range(1000)}}
_SEEN: Mapping[str, Clue] = {"-": None, **_NUMBERS}
_CORNERS: Mapping[str, str] = {
    **{chr(ord("a") + run): BLANK * (run + 1) for run in range(_LONGEST_RUN)},
    **_MIRRORS,
    **{monster: monster for monster in "GVZ"},
}


def sniff(head: str) -> bool:
    """Return whether a size and a colon begin the text, as in ``5:`` or ``4x4:``."""
    return _SNIFF.match(head) is not None


def alone(text: str) -> bool:
    """Return whether a text bears the marks of an id so plainly that no other notation need be tried."""
    return _ALONE.fullmatch(text) is not None


def split(lines: Iterable[str]) -> Iterator[Piece]:
    """Yield the ids, one a line; blank lines and lines with ``#`` are left out."""
    return line_pieces(lines, NAME)


def read(piece: Piece, order: str | None = None) -> Page:
    """Return the page of an id; the order of its clues is fixed. Raises ``NotationError``."""
    return _plain_towers(piece.text) or _plain_undead(piece.text) or _careful(piece)


def _careful(piece: Piece) -> Page:
    """Return the page of any id, or say what is wrong with it."""
    source = Source.of(piece)
    row = next(source.filled(), 0)
    surplus = next(source.filled(row + 1), None)
    if surplus is not None:
        raise source.error("a second line", surplus, expected="one id on one line")
    line = source.lines[row].rstrip()
    start = len(line) - len(line.lstrip())
    head = _HEAD.match(line, start)
    if head is None:
        raise source.error(f"{shown(line.strip())} is no id", row, start, SHAPE)
    kind, levels = ("haunted", "ent") if head[2] else ("skyscrapers", "ehxu")
    if head[3] and head[3] not in levels:
        raise source.error(f"no level is called {shown(head[3])}", row, head.start(3), f"one of {' '.join(levels)}")
    if head[4] == "#":
        raise source.error("a random seed, which only the game can turn into a puzzle", row, head.start(4), SHAPE)
    cols = number(head[1])
    rows = number(head[2] or head[1])
    if cols is None or rows is None or too_large(kind, rows, cols):
        huge = 10**9
        expected = too_large(kind, huge if rows is None else rows, huge if cols is None else cols)
        raise source.error(f"a size of {shown(line[start : head.start(4)])}", row, start, expected)
    body = _Body(source, row, line, head.end())
    return _towers(body, cols) if kind == "skyscrapers" else _undead(body, rows, cols)


class _Body(NamedTuple):
    """The description after the colon: part of a line, from ``start`` on."""

    source: Source
    row: int
    line: str
    start: int

    def wrong(self, at: int, message: str, expected: str) -> NotationError:
        """Return an error at a place in the line."""
        return self.source.error(message, self.row, at, expected)

    def fields(self, start: int, end: int, mark: str, count: int, what: str) -> Iterator[tuple[str, int]]:
        """Yield the ``count`` fields between two places, parted by ``mark``, each with its place."""
        found = self.line.count(mark, start, end) + 1
        if found != count:
            at = end
            if found > count:
                places = (match.start() for match in re.finditer(re.escape(mark), self.line[start:end]))
                at = start + next(islice(places, count - 1, None))
            raise self.wrong(at, counted(found, what), f"{count}, parted by {mark}")
        for text in self.line[start:end].split(mark):
            yield text, start
            start += len(text) + 1


def _plain_towers(text: str) -> Page | None:
    """Return the page of an id of Towers in which nothing is out of the ordinary, as in most; else ``None``."""
    size, _, body = text.partition(":")
    n = _SIZES.get(size, 0)
    fields, comma, rest = body.partition(",")
    # Nobody need look up more than a grid of this size can hold.
    if not n or len(body) > 8 * n * (n + 2):
        return None
    tokens: list[str] = []
    try:
        clues = [_CLUES[field] for field in fields.split("/")]
        if comma:
            for part in _CELL.findall(rest):
                tokens += _PARTS[part]
    except KeyError:
        return None
    if len(clues) != 4 * n or (comma and len(tokens) != n * n):
        return None
    return _city_page(clues, Cells.flat(n, n, tokens) if comma else _blank(n))


@lru_cache(maxsize=16)
def _blank(n: int) -> Cells:
    return Cells.blank(n, n)


def _plain_undead(text: str) -> Page | None:
    """Return the page of an id of Undead in which nothing is out of the ordinary, as in most; else ``None``."""
    before, _, body = text.partition(":")
    match = _SIZE.fullmatch(before)
    if match is None:
        return None
    cols, rows = int(match[1]), int(match[2])
    size = rows * cols
    if len(body) > 4 * size + 8 * (rows + cols) + 16:
        return None
    parts = body.split(",")
    if len(parts) != 4 + 2 * (rows + cols):
        return None
    try:
        ghosts, vampires, zombies = [_NUMBERS[part] for part in parts[:3]]
        letters = "".join([_CORNERS[letter] for letter in parts[3]])
        clues = [_SEEN[part] for part in parts[4:]]
    except KeyError:
        return None
    mirrors = parts[3].count("L") + parts[3].count("R")
    if len(letters) != size or ghosts + vampires + zombies != size - mirrors:
        return None
    cells = Cells.of_letters(rows, cols, letters.encode())
    return Page(Sheet("haunted", cells, from_clockwise(clues, rows, cols), Notes(Totals(ghosts, vampires, zombies))))


def _city_page(clues: Sequence[Clue], cells: Cells) -> Page:
    # The order of an id is that of `Clues`, too.
    n, sides = cells.rows, tuple(clues)
    return Page(Sheet("skyscrapers", cells, Clues(sides[:n], sides[n : 2 * n], sides[2 * n : 3 * n], sides[3 * n :])))


def _towers(body: _Body, n: int) -> Page:
    """Return the page of an id of Towers, or say what is wrong with it."""
    comma = body.line.find(",", body.start)
    end = len(body.line) if comma < 0 else comma
    clues: list[Clue] = []
    for text, at in body.fields(body.start, end, "/", 4 * n, "clue"):
        clue = number(text) if text else None
        if text and not clue:
            raise body.wrong(at, f"{shown(text)} is no clue", "a number from 1, or nothing for no clue")
        clues.append(clue)
    return _city_page(clues, Cells.blank(n, n) if comma < 0 else _city(body, n, comma + 1))


def _city(body: _Body, n: int, start: int) -> Cells:
    """Return the cells of a Towers id: letters are runs of blanks, numbers are givens, ``_`` parts numbers."""
    tokens: list[str] = []
    for match in _CELL.finditer(body.line, start):
        text = match.group()
        if text[0] == "_":
            continue
        if text.isascii() and text.islower():
            tokens += [BLANK] * (ord(text) - ord("a") + 1)
        elif height := number(text):
            if height > LONGEST_SIDE:
                raise body.wrong(match.start(), f"a height of {height}", f"at most {LONGEST_SIDE}")
            tokens.append(str(height))
        else:
            raise body.wrong(match.start(), f"{shown(text)} among the cells", "a run a to z, or a height from 1")
        if len(tokens) > n * n:
            raise body.wrong(match.start(), f"more than {counted(n * n, 'cell')}", counted(n * n, "cell"))
    if len(tokens) < n * n:
        raise body.wrong(len(body.line), counted(len(tokens), "cell"), counted(n * n, "cell"))
    return Cells.flat(n, n, tokens)


def _undead(body: _Body, rows: int, cols: int) -> Page:
    line = body.line
    commas = [body.start - 1]
    for _ in range(4):
        comma = line.find(",", commas[-1] + 1)
        if comma < 0:
            raise body.wrong(len(line), "the id breaks off", "three totals, the grid and the clues, parted by commas")
        commas.append(comma)
    totals = []
    for before, after in pairwise(commas[:4]):
        text = line[before + 1 : after]
        total = number(text or "0")
        if total is None:
            raise body.wrong(before + 1, f"{shown(text)} is no total", "a number")
        totals.append(total)
    cells, free = _maze(body, rows, cols, commas[3] + 1, commas[4])
    if sum(totals) != free:
        raise body.wrong(body.start, f"the totals add up to {sum(totals)}", f"{free}, as there are free cells")
    clues: list[Clue] = []
    for text, at in body.fields(commas[4] + 1, len(line), ",", 2 * (rows + cols), "clue"):
        clue = None if text == "-" else number(text or "0")
        if clue is None and text != "-":
            raise body.wrong(at, f"{shown(text)} is no clue", "a number, or - for a hidden one")
        clues.append(clue)
    sides = from_clockwise(clues, rows, cols)
    return Page(Sheet("haunted", cells, sides, Notes(totals=Totals(*totals))))


def _maze(body: _Body, rows: int, cols: int, start: int, end: int) -> tuple[Cells, int]:
    """Return the cells of an Undead id, and how many of them hold no mirror."""
    size = rows * cols
    parts = []
    filled = mirrors = 0
    for at in range(start, end):
        letter = body.line[at]
        if letter.isascii() and letter.islower():
            parts.append(BLANK * (ord(letter) - ord("a") + 1))
        elif letter in "LR":
            parts.append(_MIRRORS[letter])
            mirrors += 1
        elif letter in "GVZ":
            parts.append(letter)
        else:
            raise body.wrong(at, f"{shown(letter)} in the grid", "L or R for a mirror, G V Z, or a run a to z")
        filled += len(parts[-1])
        if filled > size:
            raise body.wrong(at, f"more than {counted(size, 'cell')}", counted(size, "cell"))
    if filled < size:
        raise body.wrong(end, counted(filled, "cell"), counted(size, "cell"))
    return Cells.of_letters(rows, cols, "".join(parts).encode()), size - mirrors


# --- writing


def write(page: Page, order: str | None = None) -> str:
    """Return the id and a line end; the order of its clues is fixed. Raises ``CannotHold``."""
    refuse(NAME, lacking(page, HOLDS))
    return ":".join(identity(page.sheet)) + "\n"


def lacking(page: Page, holds: Mapping[str, frozenset[str]]) -> Iterator[str]:
    """Yield what keeps a page from being written by ids, in a notation that ``holds`` so much."""
    yield from missing(page, holds)
    cells, totals = page.sheet.cells, page.sheet.notes.totals
    free = sum(cells.codes.count(i) for i, token in enumerate(cells.tokens) if token not in _LETTERS)
    if page.sheet.kind == "haunted" and None not in totals and sum(total or 0 for total in totals) != free:
        yield "totals that do not add up to the free cells"


def identity(sheet: Sheet) -> tuple[str, str]:
    """Return the size and the description of a sheet that ids can hold, as they stand before and after the colon."""
    clues = sheet.clues or Clues.blank(sheet.grid)
    if sheet.kind == "skyscrapers":
        fields = "/".join("" if clue is None else str(clue) for side in SIDES for clue in clues.side(side))
        givens = any(token != BLANK for token in sheet.cells.tokens)
        return str(sheet.cols), fields + ("," + _city_text(sheet.cells) if givens else "")
    words = [
        *map(str, sheet.notes.totals),
        _maze_text(sheet.cells),
        *("-" if clue is None else str(clue) for clue in clockwise(clues)),
    ]
    return f"{sheet.cols}x{sheet.rows}", ",".join(words)


def _runs(cells: Cells) -> Iterator[str]:
    """Yield the cells row by row: runs of blanks as letters, each other token as it is."""
    for blank, group in groupby(cells.row_major(), key=BLANK.__eq__):
        if not blank:
            yield from group
            continue
        whole, rest = divmod(len(list(group)), _LONGEST_RUN)
        yield "z" * whole + (chr(ord("a") + rest - 1) if rest else "")


def _city_text(cells: Cells) -> str:
    adjacent = pairwise(["", *_runs(cells)])
    return "".join(f"_{part}" if before.isdigit() and part.isdigit() else part for before, part in adjacent)


def _maze_text(cells: Cells) -> str:
    return "".join(_LETTERS.get(part, part) for part in _runs(cells))


# --- answers


def answers(results: Iterable[Result]) -> Iterator[str]:
    """Yield the ids with every cell given, ``none`` where there is no answer."""
    for result in results:
        full = None if result.answer is None else Page(result.page.sheet.with_cells(result.answer))
        yield "none\n" if full is None else write(full)


def claims(text: str) -> Iterator[Claim]:
    """Yield answers: ids with every cell given, one a line; ``none`` or ``IMPOSSIBLE`` where there is none."""
    for piece in split(text_lines(text)):
        yield Claim(None, piece.line) if piece.text.lower() in ("none", "impossible") else page_claim(read, piece)


FORMAT = Format(
    name=NAME,
    title="ids of Towers and Undead",
    holds=HOLDS,
    example="6:2//////3/1/4/////3/////4/////,2j6c2f3_4l\n",
    sniff=sniff,
    split=split,
    read=read,
    write=write,
    answers=answers,
    claims=claims,
    by_line=True,
)
