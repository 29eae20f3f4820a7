"""Bare lists of the clues of a skyscrapers puzzle, as contests, forums and programs pass them around."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from eyeline.errors import AmbiguousOrder, UnknownName
from eyeline.formats.alphabet import LONGEST_SIDE, missing
from eyeline.formats.clockwise import clockwise, from_clockwise
from eyeline.formats.format import Format, Piece, refuse
from eyeline.formats.pattern import pattern
from eyeline.formats.source import Source, clean_lines, counted, number, shown
from eyeline.grid import Side
from eyeline.sheet import Cells, Clue, Clues, Page, Sheet

NAME = "cluelist"
HOLDS = {"skyscrapers": frozenset({"blank clues"})}

#: The orders that a list is tried in when none is named.
ORDERS = ("tblr", "clockwise", "lrtb", "ltrb")
BLANKS = ("0", "-", ".", "_", "?", "null", "none")

_SIDES = {"t": Side.TOP, "b": Side.BOTTOM, "l": Side.LEFT, "r": Side.RIGHT}
_PART = pattern(r"[\s\[\](){}\"']+|[,;/]|[^\s\[\](){}\"',;/]+")
_WORD = pattern(r"[^\s\[\](){}\"',;/]+")
_ONLY_CLUES = pattern(r"(?:[\s\[\](){}\"',;/]|(?<![\w.?-])(?:[0-9]{1,3}|[-._?]|null|none)(?![\w.?-]))+", re.IGNORECASE)
_HEAD_LINES = 5


def order_named(name: str) -> str:
    """Return the order of that name: ``clockwise``, or the letters t b l r in any order. Raises ``UnknownName``."""
    order = name.lower()
    if order != "clockwise" and sorted(order) != sorted(_SIDES):
        raise UnknownName(f"no order {shown(name)}; there is clockwise, and any order of the letters t b l r, as tblr")
    return order


def arranged(clues: Sequence[Clue], order: str) -> Clues:
    """Return 4n clues as the clues of a grid."""
    n = len(clues) // 4
    if order == "clockwise":
        return from_clockwise(clues, n, n)
    by_side = {_SIDES[letter]: tuple(clues[k * n : (k + 1) * n]) for k, letter in enumerate(order)}
    return Clues(*(by_side[side] for side in Side))


def listed(clues: Clues, order: str) -> tuple[Clue, ...]:
    """Return the clues of a square grid as one list."""
    if order == "clockwise":
        return clockwise(clues)
    return tuple(clue for letter in order for clue in clues.side(_SIDES[letter]))


# --- pieces


def sniff(head: str) -> bool:
    """Return whether the text begins with a line of 4n clues, or with four lines of n clues each."""
    lines = list(islice((line for line in _first_block(head.split("\n"))), _HEAD_LINES))
    if not lines or not all(_ONLY_CLUES.fullmatch(line) for line in lines) or not re.search("[1-9]", "".join(lines)):
        return False
    count = len(_WORD.findall(lines[0]))
    return (count >= 4 and (count % 4 == 0 or len(lines) == 1)) or _side_by_line(lines)


def _first_block(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        if not line.strip():
            return
        yield line


def _side_by_line(lines: Sequence[str]) -> bool:
    """Return whether a block of lines is one list, a line for each side.

    It is when the lines cannot be lists themselves: their length is no multiple of 4, or a clue is greater than what a
    grid of a quarter of that length could show. The latter goes for short lines alone: who lists grids of 1×1 or 2×2?
    """
    if len(lines) != 4:
        return False
    words = [_WORD.findall(line) for line in lines]
    n = len(words[0])
    if n < 2 or any(len(found) != n for found in words):
        return False
    return n % 4 != 0 or (n <= 8 and any((number(word) or 0) > n // 4 for found in words for word in found))


def split(lines: Iterable[str]) -> Iterator[Piece]:
    """Yield the lists, one a line, or in blocks of four lines with a side on each; lines with ``#`` are left out."""
    block: list[tuple[int, str]] = []
    long = False
    for i, line in enumerate(chain(clean_lines(lines), [""]), start=1):
        if line.lstrip().startswith("#"):
            continue
        if line.strip():
            block.append((i, line))
            # What is longer than one list with a line for each side is lists, a line each.
            long = long or len(block) > len(_SIDES)
            if long:
                yield from _line_pieces(block)
                block = []
            continue
        if len(block) == 4 and block[3][0] - block[0][0] == 3 and _side_by_line([line for _, line in block]):
            yield Piece("\n".join(line for _, line in block), block[0][0], notation=NAME)
        else:
            yield from _line_pieces(block)
        block = []
        long = False


def _line_pieces(block: Iterable[tuple[int, str]]) -> Iterator[Piece]:
    return (Piece(line.strip(), i, len(line) - len(line.lstrip()) + 1, NAME) for i, line in block)


# --- reading


def read(piece: Piece, order: str | None = None) -> Page:
    """Return the page of a list.

    Raises ``NotationError``; ``UnknownName`` for the order; ``AmbiguousOrder``, with the page for each order, when none
    is named and the list does not come out the same in all :data:`ORDERS`.
    """
    chosen = order and order_named(order)
    source = Source.of(piece)
    clues = _clues(source)
    n = len(clues) // 4
    if chosen:
        return _page(clues, chosen, n)
    pages = {name: _page(clues, name, n) for name in ORDERS}
    if len(set(pages.values())) == 1:
        return pages[ORDERS[0]]
    place = source.error("")
    raise AmbiguousOrder(
        f"a list of {counted(len(clues), 'clue')} fits several orders: {', '.join(pages)}",
        place.line,
        place.column,
        "an order by its name",
        place.source,
        place.shift,
        pages,
    )


def _page(clues: Sequence[Clue], order: str, n: int) -> Page:
    return Page(Sheet("skyscrapers", Cells.blank(n, n), arranged(clues, order)))


def _clues(source: Source) -> list[Clue]:
    clues: list[Clue] = []
    parted = True
    for row in source.filled():
        for match in _PART.finditer(source.lines[row]):
            text = match.group()
            if text in ",;/":
                if parted:
                    raise source.error(
                        "an empty place in the list", row, match.start(), "a clue, 0 or - where there is none"
                    )
                parted = True
            elif _WORD.match(text):
                clue = number(text)
                if clue is None and text.lower() not in BLANKS:
                    expected = "a number; 0 - . _ ? or null where there is none"
                    raise source.error(f"{shown(text)} is no clue", row, match.start(), expected)
                if len(clues) == 4 * LONGEST_SIDE:
                    raise source.error(
                        f"more than {counted(len(clues), 'clue')}", row, match.start(), f"at most {len(clues)}"
                    )
                clues.append(clue or None)
                parted = False
    last = source.ends(max(source.filled(), default=0))
    if clues and parted:
        raise source.wrong(last, "an empty place at the end", "a clue, 0 or - where there is none")
    if not clues or len(clues) % 4:
        raise source.wrong(last, counted(len(clues), "clue"), "4n: as many for each of the four sides")
    return clues


# --- writing


def write(page: Page, order: str | None = None) -> str:
    """Return the list and a line end, in the order named, else ``tblr``. Raises ``CannotHold`` and ``UnknownName``."""
    chosen = order_named(order or ORDERS[0])
    sheet = page.sheet
    refuse(NAME, missing(page, HOLDS))
    clues = listed(sheet.clues or Clues.blank(sheet.grid), chosen)
    return " ".join(str(clue or 0) for clue in clues) + "\n"


def join(texts: Iterable[str]) -> Iterator[str]:
    """Yield the lists, one a line; very short ones with a blank line between: four could be the sides of one list."""
    for i, text in enumerate(texts):
        yield f"\n{text}" if i and len(text.split()) <= 8 else text


FORMAT = Format(
    name=NAME,
    title="bare lists of clues, in a named order",
    holds=HOLDS,
    example="4 3 2 1 1 2 2 2 4 3 2 1 1 2 2 2\n",
    sniff=sniff,
    split=split,
    read=read,
    write=write,
    join=join,
)
