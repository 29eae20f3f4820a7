"""From arguments, files and texts to puzzles, and back to text."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from eyeline.errors import EyelineError, NotationError, PuzzleError, UnreadableInput
from eyeline.formats import Piece, decode, format_named, read_page, read_piece, sniff, split
from eyeline.formats.steps import ClaimedStep, claimed_steps
from eyeline.puzzles import Puzzle
from eyeline.puzzles import puzzle as puzzle_on
from eyeline.sheet import BLANK, Page, Position

#: No file has a longer name here; a longer argument is a puzzle.
LONGEST_NAME = 4096


class Text(NamedTuple):
    """A text and the file that it came from; ``None`` = standard input, or typed as an argument."""

    text: str
    file: str | None = None


@dataclass(frozen=True)
class Item:
    """One puzzle of an input, or what is left of it: asking for its page or puzzle raises what is wrong with it.

    ``number`` is its place in the input, from 1.
    """

    piece: Piece
    order: str | None
    file: str | None = None
    number: int = 1

    @cached_property
    def _page(self) -> Page | EyelineError:
        try:
            return read_piece(self.piece, self.order)
        except EyelineError as error:
            return error

    @cached_property
    def _puzzle(self) -> Puzzle | EyelineError:
        try:
            return puzzle_on(self.page().sheet)
        except EyelineError as error:
            return error

    def page(self) -> Page:
        """Return the page. Raises ``NotationError``."""
        if isinstance(self._page, EyelineError):
            raise self._page
        return self._page

    def puzzle(self) -> Puzzle:
        """Return the puzzle. Raises ``NotationError`` and ``PuzzleError``."""
        if isinstance(self._puzzle, EyelineError):
            raise self._puzzle
        return self._puzzle

    @property
    def kind(self) -> str | None:
        """The name of the kind, where the page could be read."""
        return None if isinstance(self._page, EyelineError) else self._page.sheet.kind


def load(argument: str, notation: str | None = None) -> Text:
    """Return the text that an argument stands for: a file, standard input for ``-``, or the puzzle itself.

    An existing file wins; else the argument is the puzzle where it has the marks of a notation, or has blanks and its
    ``notation`` is named. Raises ``UnreadableInput``.
    """
    # A puzzle typed as an argument can be longer than a file's name may be, and hold what no name may.
    typed = argument != "-" and (len(argument) > LONGEST_NAME or "\n" in argument or "\0" in argument)
    if not typed and (argument == "-" or os.path.lexists(argument)):
        return load_file(argument)
    return _typed(argument, notation)


def load_file(name: str) -> Text:
    """Return the text of a file, or of standard input for ``-``. Raises ``UnreadableInput``."""
    shown = printable(name)
    try:
        if name != "-":
            return Text(decode(Path(name).read_bytes()), shown)
        if sys.stdin is None:
            raise UnreadableInput("standard input is closed")
        return Text(decode(sys.stdin.buffer.read()))
    except OSError as error:
        raise UnreadableInput(f"{shown}: {error.strerror}") from error
    except UnreadableInput as error:
        raise UnreadableInput(f"{shown}: {error}") from error


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


def items(argument: str, notation: str | None = None, order: str | None = None) -> Iterator[Item]:
    """Yield the puzzles that an argument stands for, as :func:`load` says.

    One that is wrong raises only when it is asked for, and so does an input that cannot be read at all. Raises
    ``UnknownName`` for a notation that there is none of.
    """
    if notation is not None:
        format_named(notation)
    try:
        text = load(argument, notation)
    except UnreadableInput as error:
        return iter([Item(Piece("", error=error), order, printable(argument))])
    return text_items(text, notation, order)


def text_items(text: Text, notation: str | None = None, order: str | None = None) -> Iterator[Item]:
    """Yield the puzzles of a text; where its notation cannot be told, one item that raises so."""
    try:
        pieces = list(split(text.text, notation))
    except NotationError as error:
        pieces = [Piece(text.text, error=error)]
    if not pieces:
        pieces = [Piece(text.text, error=NotationError("there is no puzzle in the text", 1, 1, "a puzzle", ""))]
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
    return puzzle_on(read_page(text, notation, order).sheet)


def read_many(text: str, *, notation: str | None = None, order: str | None = None) -> Iterator[Puzzle | EyelineError]:
    """Yield the puzzles of a text in order; in the place of one that is wrong, the error that says so."""
    for item in text_items(Text(text), notation, order):
        try:
            yield item.puzzle()
        except EyelineError as error:
            yield error


def read_steps(text: str, puzzle: Puzzle) -> list[ClaimedStep]:
    """Read a list of claimed steps about a puzzle: facts such as ``r1c1=3`` and ``r2c2!=4``, a step a line.

    Also takes what ``eyeline explain --json`` prints. Raises ``NotationError``.

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
