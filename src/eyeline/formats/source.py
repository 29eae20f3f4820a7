"""Text as it comes in: bytes decoded, look-alike characters made plain, and errors tied to their place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, overload

from eyeline.errors import NotationError, UnreadableInput
from eyeline.formats.format import Piece
from eyeline.formats.pattern import pattern

_MARKS = (
    (b"\xef\xbb\xbf", "UTF-8"),
    (b"\xff\xfe\0\0", "UTF-32-LE"),
    (b"\0\0\xfe\xff", "UTF-32-BE"),
    (b"\xff\xfe", "UTF-16-LE"),
    (b"\xfe\xff", "UTF-16-BE"),
)

#: Characters that typing habits, word processors and web pages put in the place of plain ones. One for one, so that
#: columns stay what they were.
_ALIKE = {
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
    **dict.fromkeys((0xA0, 0x2007, 0x202F, 0x3000, *range(0x2000, 0x2007), *range(0x2008, 0x200B)), " "),
    **dict.fromkeys((*range(0x2010, 0x2016), 0x2212), "-"),
    **dict.fromkeys((0x2018, 0x2019), "'"),
    **dict.fromkeys((0x201C, 0x201D), '"'),
    0xD7: "x",
}

#: How much of a long line an error keeps on either side of its column, and how much of a word a message shows.
_AROUND = 200
_SHOWN = 24

MOST_DIGITS = 9
#: The longest line that is read word by word; a row of 255 heights needs less than a hundredth of it.
LONGEST_LINE = 1 << 16
WORD = pattern(r"\S+")
#: What begins a comment. Only a link of penpa+ that is cut off in front begins with the same sign.
COMMENT = pattern(r"#(?!m=(?:edit|solve))")


def decode(data: bytes) -> str:
    """Return the text in ``data``: UTF-8, or what a byte order mark says it is; the mark itself is dropped.

    Raises ``UnreadableInput`` for binary data and for other encodings.
    """
    encoding, start = "UTF-8", 0
    for mark, name in _MARKS:
        if data.startswith(mark):
            encoding, start = name, len(mark)
            break
    body = data[start:] if start else data
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError as error:
        before = body[: error.start].decode(encoding, "replace")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise UnreadableInput(
            f"not {encoding} text: byte 0x{body[error.start]:02X} at line {line}, column {column}; "
            "expected UTF-8, or UTF-16 with a byte order mark"
        ) from None
    nul = text.find("\0")
    if nul >= 0:
        raise UnreadableInput(
            f"binary data, not text: a NUL at place {nul + 1}; expected UTF-8, or UTF-16 with a byte order mark"
        )
    return text


def wide(data: bytes) -> bool:
    """Return whether a byte order mark says that ``data`` begins a text with several bytes to each character."""
    return any(data.startswith(mark) for mark, name in _MARKS if name != "UTF-8")


class Block(NamedTuple):
    """Some lines of a text, without their ends, and how many bytes they were made of."""

    size: int
    lines: list[str]


def decoded_blocks(data: Iterable[bytes]) -> Iterator[Block]:
    """Yield the lines of a UTF-8 text, which :func:`text_lines` says what they are, from its bytes as they come.

    Each of the ``data`` ends behind a line feed or with the text. A byte that is no UTF-8 comes out as a lone
    surrogate, which :func:`flaw` tells.
    """
    ended = True
    for i, raw in enumerate(data):
        ended = raw.endswith(b"\n")
        text = raw.decode("utf-8", "surrogateescape")
        lines = (plain_lines(text) if i == 0 else plain_ends(text)).split("\n")
        if ended:
            lines.pop()
        yield Block(len(raw), lines)
    if ended:
        yield Block(0, [""])


def flaw(piece: Piece) -> str | None:
    """Return what keeps a piece of :func:`decoded_blocks` from being text; ``None`` = nothing."""
    text = piece.text
    if text.isascii():
        at = text.find("\0")
    else:
        at = next((i for i, letter in enumerate(text) if letter == "\0" or "\udc80" <= letter <= "\udcff"), -1)
    if at < 0:
        return None
    row = text.count("\n", 0, at)
    column = at - text.rfind("\n", 0, at) + (piece.column - 1 if row == 0 else 0)
    what = (
        "binary data, not text: a NUL" if text[at] == "\0" else f"not UTF-8 text: byte 0x{ord(text[at]) - 0xDC00:02X}"
    )
    return f"{what} at line {piece.line + row}, column {column}; expected UTF-8, or UTF-16 with a byte order mark"


def plain_lines(text: str) -> str:
    """Return ``text`` without a byte order mark and with every line ended by a line feed alone."""
    return plain_ends(text.removeprefix("\ufeff"))


def plain_ends(text: str) -> str:
    """Return ``text`` with every line ended by a line feed alone."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def clean(text: str) -> str:
    """Return ``text`` with plain line ends and with full-width forms, odd blanks, dashes and quotes made plain.

    Keeps the number of every line and column.
    """
    text = plain_lines(text)
    return text if text.isascii() else text.translate(_ALIKE)


def text_lines(text: str) -> list[str]:
    """Return the lines of a text, without their ends and without a byte order mark."""
    return plain_lines(text).split("\n")


def clean_lines(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines as :func:`clean` makes them."""
    return (line if line.isascii() else line.translate(_ALIKE) for line in lines)


def shown(text: str) -> str:
    """Return ``text`` for a message: in quotes, cut short, nothing in it that a terminal would obey."""
    cut = text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
    return "'" + "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in cut) + "'"


def counted(n: int, noun: str) -> str:
    """Return a number of things, as "1 row" and "2 rows"."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def number(text: str) -> int | None:
    """Return the number that ``text`` writes in ASCII digits, at most nine of them; ``None`` for anything else."""
    if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS:
        return int(text)
    return None


def line_pieces(lines: Iterable[str], notation: str | None, start: int = 1) -> Iterator[Piece]:
    """Yield every line as a piece, the first being line ``start``; blank lines and comments are left out."""
    for i, line in enumerate(clean_lines(lines), start):
        stripped = line.strip()
        if stripped and not (stripped[0] == "#" and COMMENT.match(stripped)):
            yield Piece(stripped, i, len(line) - len(line.lstrip()) + 1, notation)


class BareLines(Sequence[Piece]):
    """What :func:`line_pieces` makes of lines without blanks and comments, each piece made when it is asked for."""

    __slots__ = ("lines", "notation", "start")

    def __init__(self, lines: list[str], notation: str | None, start: int) -> None:
        """Take the lines as they are."""
        self.lines = lines
        self.notation = notation
        self.start = start

    @classmethod
    def of(cls, lines: list[str], notation: str | None, start: int) -> BareLines | None:
        """Return lines as pieces; ``None`` where some are blank, hold comments or odd characters, or are no text."""
        text = "\n".join(lines)
        bare = text.isascii() and "#" not in text and "\0" not in text and text.split() == lines
        return cls(lines, notation, start) if bare else None

    def __len__(self) -> int:
        """Return the number of lines."""
        return len(self.lines)

    def __iter__(self) -> Iterator[Piece]:
        """Yield the pieces."""
        return (Piece(line, i, 1, self.notation) for i, line in enumerate(self.lines, self.start))

    @overload
    def __getitem__(self, index: int) -> Piece: ...

    @overload
    def __getitem__(self, index: slice) -> BareLines: ...

    def __getitem__(self, index: int | slice) -> Piece | BareLines:
        """Return a piece, or those of a stretch without steps."""
        if isinstance(index, slice):
            return BareLines(self.lines[index], self.notation, self.start + index.indices(len(self.lines))[0])
        return Piece(self.lines[index], self.start + index % len(self.lines), 1, self.notation)


def block_pieces(
    lines: Iterable[str],
    notation: str,
    begins: Callable[[str, bool], bool],
    passed: Callable[[str, bool], bool] = lambda line, inside: False,
) -> Iterator[Piece]:
    """Yield blocks of lines as pieces, no more than one block being held at a time.

    A block begins at the first line and at every line of which ``begins(line, gap)`` says so, ``gap`` saying whether
    the line before was passed over. Blank lines are, and those of which ``passed(line, inside)`` says so, ``inside``
    saying whether a block has begun; they belong to no block, unless lines of it stand on both sides.
    """
    block: list[str] = []
    start = length = 0
    gap = False
    for i, line in enumerate(clean_lines(lines), start=1):
        if not line.strip() or passed(line, bool(block)):
            gap = True
            if block:
                block.append(line)
            continue
        if block and begins(line, gap):
            yield Piece("\n".join(block[:length]), start, notation=notation)
            block = []
        if not block:
            start = i
        block.append(line)
        length = len(block)
        gap = False
    if block:
        yield Piece("\n".join(block[:length]), start, notation=notation)


def headed_pieces(lines: Iterable[str], notation: str, head: re.Pattern[str]) -> Iterator[Piece]:
    """Yield the pieces of a text, of which one begins at every line that begins so, or says that there is no answer."""
    return block_pieces(lines, notation, lambda line, gap: head.match(line) is not None or denies(line))


def denies(text: str) -> bool:
    """Return whether an answer says that there is none."""
    return text[:40].strip().lower() in ("none", "impossible")


class Word(NamedTuple):
    """A part of a line, with the place where it starts: ``row`` and ``column`` from 0 within the piece."""

    text: str
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Source:
    """The lines of a piece, and where the piece stands in the whole text.

    ``line`` and ``column``, from 1, are the place of its first character.
    """

    lines: list[str]
    line: int = 1
    column: int = 1

    @classmethod
    def of(cls, piece: Piece) -> Source:
        """Return the lines of a piece, cleaned."""
        return cls(clean(piece.text).split("\n"), piece.line, piece.column)

    def words(self, row: int, pattern: re.Pattern[str] = WORD) -> list[Word]:
        """Return the words of a line."""
        return [Word(match.group(), row, match.start()) for match in pattern.finditer(self.lines[row])]

    def first(self, row: int) -> Word:
        """Return the first word of a line that is not blank."""
        match = WORD.search(self.lines[row])
        return Word(match.group(), row, match.start()) if match else Word("", row, 0)

    def filled(self, start: int = 0) -> Iterator[int]:
        """Yield the numbers, from 0, of the lines from ``start`` on that are not blank."""
        return (row for row in range(start, len(self.lines)) if self.lines[row].strip())

    def ends(self, row: int) -> Word:
        """Return the place after the last character of a line that is not blank."""
        return Word("", row, len(self.lines[row].rstrip()))

    def short(self, row: int) -> None:
        """Raise ``NotationError`` for a line longer than any that is read word by word."""
        length = len(self.lines[row])
        if length > LONGEST_LINE:
            raise self.error(f"a line of {counted(length, 'character')}", row, LONGEST_LINE, f"at most {LONGEST_LINE}")

    def error(
        self,
        message: str,
        row: int = 0,
        column: int = 0,
        expected: str | None = None,
        sort: type[NotationError] = NotationError,
    ) -> NotationError:
        """Return an error of some sort at a row and column from 0 within the piece."""
        line = self.lines[row] if row < len(self.lines) else ""
        cut = column - _AROUND if len(line) > 2 * _AROUND and column > _AROUND else 0
        before = self.column - 1 if row == 0 else 0
        return sort(
            message, self.line + row, before + column + 1, expected, line[cut : cut + 2 * _AROUND], before + cut
        )

    def wrong(self, word: Word, message: str, expected: str | None = None) -> NotationError:
        """Return an error at a word."""
        return self.error(message, word.row, word.column, expected)
