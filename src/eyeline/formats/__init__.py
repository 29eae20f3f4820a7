"""Notations, one a module, the registry that names them, and reading a text of any of them.

A text is cut into pieces of one puzzle each, and a piece is read into a page. A piece that cannot be read is an error
of its own; the others go on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from eyeline.errors import AmbiguousOrder, CannotHold, NotationError, UnknownName, UnnamedNotation
from eyeline.formats import (
    cluelist,
    codejam,
    gridtext,
    json_page,
    penpa,
    plain,
    puzzlink,
    pzprv3,
    savefile,
    tatham,
    tungjson,
)
from eyeline.formats.cluelist import order_named
from eyeline.formats.format import FEATURES, POSSIBLE, Claim, Format, Piece, Result, features
from eyeline.formats.json_page import schema as page_schema
from eyeline.formats.pattern import pattern
from eyeline.formats.source import (
    COMMENT,
    BareLines,
    Block,
    Source,
    clean,
    decode,
    decoded_blocks,
    flaw,
    line_pieces,
    shown,
    text_lines,
    wide,
)
from eyeline.sheet import Page

__all__ = [
    "FEATURES",
    "FORMATS",
    "HEAD",
    "POSSIBLE",
    "BareLines",
    "Block",
    "Claim",
    "Format",
    "Piece",
    "Result",
    "claims",
    "decode",
    "decoded_blocks",
    "features",
    "flaw",
    "format_named",
    "line_stretches",
    "notation_of",
    "order_named",
    "page_schema",
    "read_page",
    "read_piece",
    "sniff",
    "split",
    "text_lines",
    "wide",
    "write_page",
]

FORMATS: dict[str, Format] = {
    module.FORMAT.name: module.FORMAT
    for module in (
        plain,
        json_page,
        tatham,
        savefile,
        codejam,
        cluelist,
        gridtext,
        puzzlink,
        pzprv3,
        penpa,
        tungjson,
    )
}

#: How much of a text is looked at to see its notation, and what may stand before it.
HEAD = 1 << 16
_EITHER = "puzzles that take one line each or pages that take several, not both: a file of its own for each"
_DENIED = pattern(r"\A\s*(?:(?:none|impossible)\s*\n\s*)*", re.IGNORECASE)
_BEFORE = pattern(rf"(?:\s*{COMMENT.pattern}[^\n]*\n)*\s*")


def format_named(name: str) -> Format:
    """Return the notation of that name. Raises ``UnknownName``, listing those there are."""
    if name not in FORMATS:
        raise UnknownName(f"no notation {name!r}; there is {', '.join(FORMATS)}")
    return FORMATS[name]


def sniff(text: str) -> Format:
    """Return the notation whose unmistakable marks ``text`` bears.

    Looks at the beginning alone. Raises ``NotationError`` where no notation fits, or more than one.
    """
    return _sniff(Piece(text))


def _sniff(piece: Piece) -> Format:
    if tatham.alone(piece.text):
        return tatham.FORMAT
    head = clean(piece.text[:HEAD])
    before = _BEFORE.match(head)
    start = before.end() if before else 0
    found = [notation for notation in FORMATS.values() if notation.sniff(head[start:])]
    if len(found) == 1:
        return found[0]
    row = head.count("\n", 0, start)
    source = Source(head.split("\n"), piece.line, piece.column)
    names = ", ".join([*FORMATS][:-1]) + f" or {[*FORMATS][-1]}"
    expected = f"a puzzle in the notation {names}; name the notation where the text has no marks of its own"
    if start == len(head):
        raise source.error("there is no puzzle in the text", expected=expected, sort=UnnamedNotation)
    line = source.lines[row]
    column = len(line) - len(line.lstrip())
    if not found:
        raise source.error(
            f"{shown(line.strip())} has the marks of no notation", row, column, expected, UnnamedNotation
        )
    fitting = " and ".join(notation.name for notation in found)
    raise source.error(
        f"the text fits several notations: {fitting}", row, column, "one of them by its name", UnnamedNotation
    )


def split(text: str, notation: str | None = None) -> Iterator[Piece]:
    """Return the pieces of a text, of one puzzle each, in order.

    Without ``notation`` it is sniffed: once for the whole text, or, where puzzles stand one a line, for every line.
    Raises ``NotationError`` when no notation fits the beginning, and ``UnknownName``; what is wrong later is the error
    of its piece.
    """
    chosen = notation_of(text, notation)
    return line_pieces(text_lines(text), notation) if chosen.by_line else chosen.split(text_lines(text))


def notation_of(head: str, name: str | None = None) -> Format:
    """Return the notation of that name, or else the one whose marks a text bears that begins with ``head``.

    ``head`` is the whole text, or at least :data:`HEAD` characters of it. Raises as :func:`split`.
    """
    return sniff(head) if name is None else format_named(name)


def line_stretches(blocks: Iterable[Block], notation: str | None) -> Iterator[Sequence[Piece]]:
    """Yield the pieces of a text whose puzzles stand one a line, those of a block at a time, as it comes.

    Without ``notation`` it is sniffed for every line.
    """
    start = 1
    for block in blocks:
        yield BareLines.of(block.lines, notation, start) or list(line_pieces(block.lines, notation, start))
        start += len(block.lines)


def read_piece(piece: Piece, order: str | None = None) -> Page:
    """Return the page in a piece; ``order`` is the order of the clues, for a notation that leaves it open.

    Raises ``NotationError`` (``AmbiguousOrder`` where the order is needed) and, for the order, ``UnknownName``.
    """
    if piece.error is not None:
        raise piece.error
    notation = None if piece.notation is None else format_named(piece.notation)
    try:
        return (notation or _sniff(piece)).read(piece, order)
    except AmbiguousOrder:
        raise
    except NotationError as error:
        # A text is of the sort of its first line.
        clearer = _line_within(piece, notation) if notation else _on_a_line(piece, error) if piece.line > 1 else None
        if clearer:
            raise clearer from error
        raise


def _on_a_line(piece: Piece, error: NotationError) -> NotationError | None:
    """Return what is wrong with a line of a text in which puzzles stand one a line, if ``error`` does not say it."""
    if isinstance(error, UnnamedNotation):
        expected = "an id or a link: every line is a puzzle of its own here, as the first is"
        return NotationError(error.message, error.line, error.column, expected, error.source, error.shift)
    told = _sniff(piece)
    if told is plain.FORMAT:
        return Source.of(piece).error("a page begins where every line is a puzzle of its own", expected=_EITHER)
    if told.by_line:
        return None
    return replace(error, expected="; ".join(filter(None, (error.expected, "every line is a puzzle of its own here"))))


def _line_within(piece: Piece, notation: Format) -> NotationError | None:
    """Return that an id or a link stands in a piece where puzzles take several lines, if one does."""
    if notation.by_line:
        return None
    source = Source.of(piece)
    for row in source.filled():
        line = source.lines[row]
        for other in FORMATS.values():
            # With # instead of a colon it may as well be a row of a room.
            if other.by_line and other.sniff(line) and (":" in line or other is not tatham.FORMAT):
                word = source.first(row)
                is_one = f"{shown(line.strip())} is a puzzle of one line ({other.name})"
                return source.wrong(word, f"{is_one} in a text of the notation {notation.name}", _EITHER)
    return None


def read_page(text: str, *, notation: str | None = None, order: str | None = None) -> Page:
    """Return the page of the one puzzle in a text. Raises as :func:`split` and :func:`read_piece` do."""
    first, second = (*islice(split(text, notation), 2), None, None)[:2]
    if first is None:
        raise NotationError("there is no puzzle in the text", 1, 1, "one puzzle", "")
    page = read_piece(first, order)
    if second is not None:
        raise second.error or Source.of(second).error("a second puzzle", expected="one puzzle")
    return page


def write_page(page: Page, notation: str, order: str | None = None) -> str:
    """Return a page as text in a notation. Raises ``CannotHold`` and ``UnknownName``."""
    return format_named(notation).write(page, order)


def claims(text: str, notation: str | None = None) -> Iterator[Claim]:
    """Return the answers in a text that somebody else wrote, in order; one that cannot be read has its error.

    Without ``notation``, ``Case #`` tells a Code Jam file, a bracket JSON, the marks of an id, a link, a saved file or
    sizes their notation; all else are grids as in plain pages. Raises ``UnknownName``, and ``CannotHold`` for a
    notation that has no form for answers.
    """
    if notation is None:
        head = _DENIED.sub("", clean(text[:HEAD]))
        marked = (known.NAME for known in (tatham, savefile, pzprv3, penpa, gridtext) if known.sniff(head))
        notation = (
            codejam.NAME
            if head[:4].lower() == "case"
            else json_page.NAME
            if head.startswith(("{", "[", "null"))
            else gridtext.NAME
            if gridtext.answered(head)
            else next(marked, plain.NAME)
        )
    chosen = format_named(notation)
    if chosen.claims is None:
        raise CannotHold(f"{notation} has no form for answers")
    return chosen.claims(text)
