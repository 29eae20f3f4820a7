"""From arguments, files and texts to puzzles, and back to text."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BufferedReader
from itertools import chain
from operator import length_hint
from pathlib import Path
from typing import NamedTuple, cast, overload

from eyeline.errors import EyelineError, MemoryShort, NotationError, PuzzleError, UnreadableInput
from eyeline.formats import (
    HEAD,
    BareLines,
    Block,
    Piece,
    decode,
    decoded_blocks,
    flaw,
    format_named,
    line_stretches,
    notation_of,
    read_page,
    read_piece,
    sniff,
    text_lines,
    wide,
)
from eyeline.formats.steps import ClaimedStep, claimed_steps
from eyeline.puzzles import Puzzle
from eyeline.puzzles import puzzle as puzzle_on
from eyeline.sheet import BLANK, Page, Position

#: No file has a longer name here; a longer argument is a puzzle.
LONGEST_NAME = 4096
#: Bytes that are read at once, where there are so many.
BLOCK = 1 << 16


class Text(NamedTuple):
    """A text and the file that it came from; ``None`` = standard input, or typed as an argument."""

    text: str
    file: str | None = None


class Meter:
    """How much of all inputs was read: bytes, of ``size`` (``None`` = that cannot be known), and puzzles."""

    def __init__(self, size: int | None = None) -> None:
        """Begin with nothing read."""
        self.size = size
        self.puzzles = 0
        self._before = 0
        self._block = Block(0, [])
        self._left: Iterator[str] = iter(())

    def blocks(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """Yield blocks, each metered as it is taken."""
        for block in blocks:
            self._before += block.size
            yield block

    def lines(self, blocks: Iterable[Block]) -> Iterator[str]:
        """Return the lines of blocks, metered as they are taken."""
        return chain.from_iterable(map(self._begin, blocks))

    def _begin(self, block: Block) -> Iterator[str]:
        self._before += self._block.size
        self._block, self._left = block, iter(block.lines)
        return self._left

    @property
    def read(self) -> int:
        """The number of bytes read, as near as can be told where the lines of a block differ in length."""
        # Lines are taken by the million, and this is asked seldom: a list knows by itself how much of it is left.
        size, lines = self._block
        return self._before + size - size * length_hint(self._left) // max(1, len(lines))


class Item:
    """One puzzle of an input, or what is left of it: asking for its page or puzzle raises what is wrong with it.

    ``number`` is its place in the input, from 1. Page and puzzle are made when they are first asked for, and kept.
    """

    __slots__ = ("_page", "_puzzle", "file", "number", "order", "piece")

    def __init__(self, piece: Piece, order: str | None, file: str | None = None, number: int = 1) -> None:
        """Take what was found in an input."""
        self.piece = piece
        self.order = order
        self.file = file
        self.number = number
        self._page: Page | EyelineError | None = None
        self._puzzle: Puzzle | EyelineError | None = None

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Pickle what was found in the input, and nothing that was made of it."""
        # Flat, for tuples in tuples take twice as long.
        return _item, (*self.piece, self.order, self.file, self.number)

    def page(self) -> Page:
        """Return the page. Raises ``NotationError``."""
        if self._page is None:
            try:
                self._page = read_piece(self.piece, self.order)
            except EyelineError as error:
                self._page = error
            except MemoryError:
                self._page = MemoryShort()
        if isinstance(self._page, EyelineError):
            raise self._page
        return self._page

    def puzzle(self) -> Puzzle:
        """Return the puzzle. Raises ``NotationError`` and ``PuzzleError``."""
        if self._puzzle is None:
            try:
                self._puzzle = puzzle_on(self.page().sheet)
            except EyelineError as error:
                self._puzzle = error
            except MemoryError:
                self._puzzle = MemoryShort()
        if isinstance(self._puzzle, EyelineError):
            raise self._puzzle
        return self._puzzle

    @property
    def kind(self) -> str | None:
        """The name of the kind, where the page could be read."""
        try:
            return self.page().sheet.kind
        except EyelineError:
            return None


def _item(
    text: str,
    line: int,
    column: int,
    notation: str | None,
    error: EyelineError | None,
    order: str | None,
    file: str | None,
    number: int,
) -> Item:
    return Item(Piece(text, line, column, notation, error), order, file, number)


class Items(Sequence[Item]):
    """Puzzles of an input that stand one after the other, each made anew whenever it is asked for.

    Where they stand one a line, no more than the lines is held, and sent to other processes.
    """

    __slots__ = ("file", "number", "order", "pieces")

    def __init__(self, pieces: Sequence[Piece], order: str | None, file: str | None = None, number: int = 1) -> None:
        """Take what was found in an input; ``number`` is the place of the first, from 1."""
        self.pieces = pieces
        self.order = order
        self.file = file
        self.number = number

    def __len__(self) -> int:
        """Return the number of puzzles."""
        return len(self.pieces)

    def __iter__(self) -> Iterator[Item]:
        """Yield the puzzles."""
        return (Item(piece, self.order, self.file, number) for number, piece in enumerate(self.pieces, self.number))

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> Items: ...

    def __getitem__(self, index: int | slice) -> Item | Items:
        """Return a puzzle, or those of a stretch without steps."""
        if isinstance(index, slice):
            first = index.indices(len(self.pieces))[0]
            return Items(self.pieces[index], self.order, self.file, self.number + first)
        return Item(self.pieces[index], self.order, self.file, self.number + index % len(self.pieces))


def load(argument: str, notation: str | None = None) -> Text:
    """Return the text that an argument stands for: a file, standard input for ``-``, or the puzzle itself.

    An existing file wins; else the argument is the puzzle where it has the marks of a notation, or has blanks and its
    ``notation`` is named. Raises ``UnreadableInput``.
    """
    return load_file(argument) if _is_file(argument) else _typed(argument, notation)


def load_file(name: str) -> Text:
    """Return the text of a file, or of standard input for ``-``. Raises ``UnreadableInput``."""
    shown = printable(name)
    try:
        with _opened(name) as file:
            return Text(decode(file.read()), None if name == "-" else shown)
    except OSError as error:
        raise UnreadableInput(f"{shown}: {error.strerror}") from error
    except UnreadableInput as error:
        raise UnreadableInput(f"{shown}: {error}") from error


def _is_file(argument: str) -> bool:
    # A puzzle typed as an argument can be longer than a file's name may be, and hold what no name may.
    typed = argument != "-" and (len(argument) > LONGEST_NAME or "\n" in argument or "\0" in argument)
    return not typed and (argument == "-" or os.path.lexists(argument))


@contextmanager
def _opened(name: str) -> Iterator[BufferedReader]:
    """Open a file, or standard input, which stays open. Raises ``OSError`` and ``UnreadableInput``."""
    if name != "-":
        with Path(name).open("rb") as file:
            yield file
    elif sys.stdin is None:
        raise UnreadableInput("standard input is closed")
    else:
        yield cast("BufferedReader", sys.stdin.buffer)


def printable(argument: str) -> str:
    """Return an argument with the bytes that are no UTF-8, which Python holds as lone surrogates, as escapes."""
    return argument.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _typed(argument: str, notation: str | None) -> Text:
    argument = printable(argument)
    if notation is not None and any(c.isspace() for c in argument):
        return Text(argument)
    try:
        sniff(argument)
    except NotationError as error:
        shown = argument if len(argument) <= 60 else argument[:60] + "…"
        raise UnreadableInput(f"{shown!r}: no such file, and not a puzzle in a notation that can be told") from error
    return Text(argument)


def sizes(arguments: Iterable[str]) -> int | None:
    """Return the number of bytes in the files that arguments stand for; ``None`` where one is no plain file."""
    total = 0
    for argument in arguments:
        if not _is_file(argument):
            total += len(argument)
        elif argument != "-" and Path(argument).is_file():
            total += Path(argument).stat().st_size
        else:
            return None
    return total


def items(
    argument: str,
    notation: str | None = None,
    order: str | None = None,
    meter: Meter | None = None,
) -> Iterator[Item]:
    """Yield the puzzles that an argument stands for, as :func:`stretches` does, one by one."""
    return chain.from_iterable(stretches(argument, notation, order, meter))


def stretches(
    argument: str,
    notation: str | None = None,
    order: str | None = None,
    meter: Meter | None = None,
    holds: Callable[[int], bool] | None = None,
) -> Iterator[Sequence[Item]]:
    """Yield the puzzles that an argument stands for, as :func:`load` says, while it is being read.

    Those that come together, being lines of one block, are yielded together. One that is wrong raises only when it is
    asked for, and so does an input that cannot be read at all. ``meter`` counts what was read; the numbers of the
    puzzles go on from what it has counted before. Of the puzzles, only those are yielded whose number ``holds`` allows.
    Raises ``UnknownName`` for a notation that there is none of.
    """
    if notation is not None:
        format_named(notation)
    return _stretches(argument, notation, order, meter or Meter(), holds)


def _stretches(
    argument: str, notation: str | None, order: str | None, meter: Meter, holds: Callable[[int], bool] | None
) -> Iterator[Sequence[Item]]:
    shown = printable(argument)
    file = shown if argument != "-" and _is_file(argument) else None
    for pieces in _argument_pieces(argument, shown, notation, meter):
        # An input that cannot be read has a name, even if it is none of a file.
        found = Items(pieces, order, file or (shown if _unread(pieces) else None), meter.puzzles + 1)
        meter.puzzles += len(found)
        yield found if holds is None else [found[i] for i in range(len(found)) if holds(found.number + i)]


def _unread(pieces: Sequence[Piece]) -> bool:
    return len(pieces) == 1 and not pieces[0].text and isinstance(pieces[0].error, UnreadableInput)


def _argument_pieces(argument: str, shown: str, notation: str | None, meter: Meter) -> Iterator[Sequence[Piece]]:
    """Yield the pieces of what an argument stands for; what cannot be read is the error of a last one."""
    try:
        if _is_file(argument):
            yield from _file_pieces(argument, notation, meter)
        else:
            yield from _text_pieces(_typed(argument, notation).text, notation, meter)
    except OSError as error:
        yield [Piece("", error=UnreadableInput(f"{shown}: {error.strerror}"))]
    except UnreadableInput as error:
        yield [Piece("", error=error)]


def _file_pieces(name: str, notation: str | None, meter: Meter) -> Iterator[Sequence[Piece]]:
    """Yield the pieces of a file while it is being read.

    Raises ``OSError``, and ``UnreadableInput`` where it does not begin as a text; a line that is none later is the
    error of its piece.
    """
    shown = printable(name)
    with _opened(name) as file:
        data = _read(file)
        # A notation that is named need not be told from the text, and a slow stream not be waited for.
        head = list(_head(data, 4 * HEAD if notation is None else 1))
        begin = b"".join(head)
        try:
            if wide(begin):
                text = decode(b"".join((begin, *data)))
                yield from _text_pieces(text, notation, meter)
                return
            text = "\n".join(line for block in decoded_blocks(head) for line in block.lines)
            if b"\0" in begin.partition(b"\n")[0] or not _begins(text, notation):
                decode(begin)
        except UnreadableInput as error:
            raise UnreadableInput(f"{shown}: {error}") from error
        for pieces in _pieces(text, decoded_blocks(chain(head, data)), notation, meter):
            yield pieces if isinstance(pieces, BareLines) else [_sound(piece, shown) for piece in pieces]


def _sound(piece: Piece, shown: str) -> Piece:
    """Return a piece of a file; one that is no text as an error that says so."""
    wrong = flaw(piece)
    if wrong is None:
        return piece
    return piece._replace(text=printable(piece.text), error=UnreadableInput(f"{shown}: {wrong}"))


def _read(file: BufferedReader) -> Iterator[bytes]:
    """Yield what is in a file as it comes, each part ending behind a line feed or with the file."""
    while data := file.read1(BLOCK):
        yield data if data.endswith(b"\n") else data + file.readline()


def _head(data: Iterable[bytes], length: int) -> Iterator[bytes]:
    """Yield so many bytes or more: four for each of the characters from which a notation is told are enough."""
    for some in data:
        yield some
        length -= len(some)
        if length <= 0:
            return


def _begins(head: str, notation: str | None) -> bool:
    """Return whether a text begins as its notation does, or any, where none is named."""
    try:
        notation_of(head, notation)
    except NotationError:
        return False
    return True


def _text_pieces(text: str, notation: str | None, meter: Meter) -> Iterator[Sequence[Piece]]:
    """Yield the pieces of a text that is there as a whole."""
    return _pieces(text, _blocks(text_lines(text)), notation, meter)


def _blocks(lines: Iterable[str]) -> Iterator[Block]:
    """Yield lines in blocks that are no larger than those of a file, unless a line is."""
    some: list[str] = []
    size = 0
    for line in lines:
        some.append(line)
        size += len(line) + 1
        if size >= BLOCK:
            yield Block(size, some)
            some, size = [], 0
    yield Block(size, some)


def _pieces(head: str, blocks: Iterable[Block], notation: str | None, meter: Meter) -> Iterator[Sequence[Piece]]:
    """Yield the pieces of a text that begins so; where its notation cannot be told, one piece with that error."""
    try:
        chosen = notation_of(head, notation)
    except NotationError as error:
        yield [Piece(head, error=error)]
        return
    any_there = False
    for pieces in (
        line_stretches(meter.blocks(blocks), notation) if chosen.by_line else zip(chosen.split(meter.lines(blocks)))
    ):
        if pieces:
            any_there = True
            yield pieces
    if not any_there:
        yield [Piece(head, error=NotationError("there is no puzzle in the text", 1, 1, "a puzzle", ""))]


def text_items(text: Text, notation: str | None = None, order: str | None = None) -> Iterator[Item]:
    """Yield the puzzles of a text; where its notation cannot be told, one item that raises so."""
    pieces = chain.from_iterable(_text_pieces(text.text, notation, Meter()))
    return (Item(piece, order, text.file, number) for number, piece in enumerate(pieces, start=1))


def entries(item: Item, puzzle: Puzzle, page: Page | None) -> Position:
    """Return what is entered on a puzzle: on its own page, or on ``page``, the same sheet with values filled in.

    Raises ``PuzzleError`` when ``page`` is of another kind or size, or has a printed cell or a clue changed.
    """
    if page is None:
        return item.page().position
    sheet = page.sheet
    mine = (puzzle.kind.name, puzzle.sheet.rows, puzzle.sheet.cols)
    theirs = (sheet.kind, sheet.rows, sheet.cols)
    if mine != theirs:
        raise PuzzleError(("the position is {} {}×{}, expected {} {}×{}".format(*theirs, *mine),))
    other = [
        f"the position has clue {clue} {port}, and the puzzle {puzzle.sheet.clues[port]}"
        for port, clue in sheet.clues.stated()
        if puzzle.sheet.clues[port] not in (None, clue)
    ]
    notes = [name for name in sheet.notes.stated() if getattr(sheet.notes, name) != getattr(puzzle.sheet.notes, name)]
    other += [f"the position says {name} otherwise than the puzzle" for name in notes]
    if other:
        raise PuzzleError(tuple(other))
    entered = dict(page.position.entries)
    entered |= {cell: value for cell, value in sheet.cells.facts() if value not in (BLANK, puzzle.sheet.cells[cell])}
    return Position(entered, page.position.pencil, page.position.excluded)


def read(text: str, *, notation: str | None = None, order: str | None = None) -> Puzzle:
    """Read the one puzzle that a text holds.

    The notation is told from its marks unless it is named; ``order`` is the order of the clues in a bare list. Raises
    ``NotationError``, ``AmbiguousOrder``, ``UnknownName`` and ``PuzzleError``.

    >>> read("2:1/2/2/1/1/2/2/1").sheet.clues.top
    (1, 2)
    """
    return puzzle_on(read_page(text, notation=notation, order=order).sheet)


def read_many(text: str, *, notation: str | None = None, order: str | None = None) -> Iterator[Puzzle | EyelineError]:
    """Yield the puzzles of a text in order; in the place of one that is wrong, the error that says so."""
    for item in text_items(Text(text), notation, order):
        try:
            yield item.puzzle()
        except EyelineError as error:
            yield error


def read_steps(text: str, puzzle: Puzzle) -> list[ClaimedStep]:
    """Read a list of claimed steps about a puzzle: facts such as ``r1c1=3`` and ``r2c2!=4``, a step a line.

    Also takes what ``eyeline explain --json`` prints. Raises ``NotationError``, also for a text without any step.

    >>> [step.facts for step in read_steps("r1c1=2 r1c2!=1  # the tallest", read("2:1/2/2/1/1/2/2/1"))]
    [(Known(cell=Cell(row=0, col=0), value='2', holds=True), Known(cell=Cell(row=0, col=1), value='1', holds=False))]
    """
    held = frozenset(puzzle.values)
    cells = {
        fact.cell for fact in puzzle.sheet.cells.facts() if fact.value in held or puzzle.kind.open_token(fact.value)
    }
    return list(claimed_steps(text, puzzle.grid, cells, puzzle.values))


def write(page: Page | Puzzle, notation: str, *, order: str | None = None) -> str:
    """Write a puzzle, or a page with entries, in a notation. Raises ``CannotHold`` and ``UnknownName``."""
    if isinstance(page, Puzzle):
        page = Page(page.sheet)
    return format_named(notation).write(page, order)
