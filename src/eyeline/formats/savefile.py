"""Save files of Towers and Undead in Simon Tatham's Portable Puzzle Collection: the puzzle, and the moves made on it.

The moves are those of ``towers.c`` and ``undead.c``; what they add up to is a position.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from eyeline.errors import NotationError
from eyeline.formats import tatham
from eyeline.formats.alphabet import unmarkable
from eyeline.formats.filled import claims_of, filled_files
from eyeline.formats.format import Format, Piece, page_claim, refuse
from eyeline.formats.pattern import pattern
from eyeline.formats.source import Source, counted, headed_pieces, number, shown
from eyeline.grid import Cell
from eyeline.sheet import BLANK, Page, Position, Sheet
from eyeline.sight import TURNS

NAME = "savefile"
HOLDS = {kind: held | {"entries", "pencil"} for kind, held in tatham.HOLDS.items()}
#: The name of the game for each kind.
GAMES = {"skyscrapers": "Towers", "haunted": "Undead"}
KIND = "Simon Tatham's Portable Puzzle Collection"

_BEGINS = pattern(r"\s*SAVEFILE\s*:")
_FIELD = pattern(r"\s*([A-Z0-9]{1,8}) *:([0-9]{1,9}):")
_MOVES = ("MOVE", "SOLVE", "RESTART")
_TOWERS = pattern(r"(?P<act>[PR])(?P<x>[0-9]{1,9}),(?P<y>[0-9]{1,9}),(?P<n>[0-9]{1,9})")
_DONE = pattern(r"D[0-9]{1,9},[0-9]{1,9}")
_UNDEAD = pattern(r"S?(?:(?P<act>[GVZEgvz])(?P<i>[0-9]{1,9})|D[0-9]{1,9},[0-9]{1,9}|(?P<fill>M))?(?:;|\Z)")
_MONSTERS = "GVZ"


def sniff(head: str) -> bool:
    """Return whether the key ``SAVEFILE`` begins the text."""
    return _BEGINS.match(head) is not None


def split(lines: Iterable[str]) -> Iterator[Piece]:
    """Yield the files in a text: one begins at every line with the key ``SAVEFILE``."""
    return headed_pieces(lines, NAME, _BEGINS)


# --- reading


class _Value(NamedTuple):
    """The value of a key, and where it stands: ``row`` and ``column`` from 0 within the piece."""

    key: str
    text: str
    row: int
    column: int


def read(piece: Piece, order: str | None = None) -> Page:
    """Return the page of a save file, with what its moves entered; moves that were undone do not count.

    Raises ``NotationError``.
    """
    source = Source.of(piece)
    values = [_value(source, row) for row in source.filled()]
    held = {value.key: value for value in reversed(values) if value.key not in _MOVES}
    moves = [value for value in values if value.key in _MOVES]
    if not values or values[0].key != "SAVEFILE" or values[0].text != KIND:
        at = values[0] if values else _Value("", "", 0, 0)
        raise source.error("no save file of that collection", at.row, at.column, f"SAVEFILE:{len(KIND)}:{KIND}")
    end = max(source.filled())
    for key in ("GAME", "PARAMS", "DESC", "STATEPOS"):
        if key not in held:
            raise source.error(f"the key {key} is missing", end, source.ends(end).column, f"{key:8}:LENGTH:VALUE")
    game = held["GAME"]
    if game.text not in GAMES.values():
        raise source.error(f"a save file of {shown(game.text)}", game.row, game.column, "one of Towers or Undead")
    sheet = _sheet(source, game.text, held["PARAMS"], held["DESC"])
    place = held["STATEPOS"]
    state = number(place.text)
    if not state or state > len(moves) + 1:
        raise source.error(
            f"state {shown(place.text)} of {counted(len(moves), 'move')}",
            place.row,
            place.column,
            f"a number from 1 to {len(moves) + 1}",
        )
    board = _Board.of(sheet)
    for move in moves[: state - 1]:
        if move.key == "RESTART":
            board = _Board.of(sheet)
        else:
            board.make(source, move)
    return Page(sheet, board.position())


def _value(source: Source, row: int) -> _Value:
    line = source.lines[row]
    match = _FIELD.match(line)
    if match is None:
        raise source.wrong(source.first(row), f"{shown(line.strip())} is no line of a save file", "KEY:LENGTH:VALUE")
    text = line[match.end() :]
    length = int(match[2])
    if len(text) != length and len(text.rstrip()) == length:
        text = text.rstrip()
    if len(text) != length:
        raise source.error(counted(len(text), "character"), row, match.end(), f"{length}, as the line says")
    return _Value(match[1], text, row, match.end())


def _sheet(source: Source, game: str, size: _Value, desc: _Value) -> Sheet:
    """Return the sheet that size and description make, as in an id; errors stand where they stand in the file."""
    wanted = r"[0-9]+x[0-9]+(d[a-z])?" if game == "Undead" else r"[0-9]+(d[a-z])?"
    if re.fullmatch(wanted, size.text) is None:
        expected = "a size as 4x4" if game == "Undead" else "a size as 4"
        raise source.error(f"{shown(size.text)} where the size of {game} belongs", size.row, size.column, expected)
    try:
        return tatham.read(Piece(f"{size.text}:{desc.text}")).sheet
    except NotationError as error:
        column = (error.column or 1) - 1
        before = len(size.text) + 1
        value, column = (size, column) if column < before else (desc, column - before)
        raise source.error(error.message, value.row, value.column + column, error.expected) from None


@dataclass(slots=True)
class _Board:
    """What the moves have made of a sheet so far. ``cells`` are those that moves count, in their order."""

    sheet: Sheet
    cells: list[Cell]
    values: tuple[str, ...]
    entries: dict[Cell, str] = field(default_factory=dict)
    pencil: dict[Cell, set[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, sheet: Sheet) -> _Board:
        """Return a board with nothing on it."""
        cells = [fact.cell for fact in sheet.cells.facts() if fact.value not in TURNS]
        city = sheet.kind == "skyscrapers"
        return cls(sheet, cells, tuple(map(str, range(1, sheet.cols + 1))) if city else ("G", "V", "Z"))

    def make(self, source: Source, move: _Value) -> None:
        """Make a move. Raises ``NotationError``."""
        if self.sheet.kind == "haunted":
            at = 0
            while at < len(move.text):
                match = _UNDEAD.match(move.text, at)
                if match is None:
                    expected = "G, V, Z or E and the number of a cell; g, v or z for a pencil mark"
                    raise source.error(
                        f"{shown(move.text[at:])} is no move of Undead", move.row, move.column + at, expected
                    )
                if match["act"]:
                    self._undead(source, move, at, match["act"], int(match["i"]))
                elif match["fill"]:
                    self._fill()
                at = match.end()
            return
        if move.text.startswith("S"):
            self._solved(source, move)
        elif move.text == "M":
            self._fill()
        elif match := _TOWERS.fullmatch(move.text):
            self._towers(source, move, match)
        elif _DONE.fullmatch(move.text) is None:
            expected = "Rx,y,n to enter, Px,y,n to pencil, S and the whole grid"
            raise source.error(f"{shown(move.text)} is no move of Towers", move.row, move.column, expected)

    def _undead(self, source: Source, move: _Value, at: int, act: str, index: int) -> None:
        if index >= len(self.cells):
            expected = f"a number below {len(self.cells)}, as there are free cells"
            raise source.error(f"a move in cell {index}", move.row, move.column + at, expected)
        cell = self.cells[index]
        if act == "E":
            self.entries.pop(cell, None)
            self.pencil.pop(cell, None)
        elif act in _MONSTERS:
            self.entries[cell] = act
        else:
            self.pencil.setdefault(cell, set()).symmetric_difference_update({act.upper()})

    def _towers(self, source: Source, move: _Value, match: re.Match[str]) -> None:
        cell = Cell(int(match["y"]), int(match["x"]))
        if cell not in self.sheet.grid:
            raise source.error("a move outside the grid", move.row, move.column, f"x and y below {self.sheet.rows}")
        value = str(int(match["n"]))
        if match["act"] == "P" and value != "0":
            self.pencil.setdefault(cell, set()).symmetric_difference_update({value})
            return
        self.pencil.pop(cell, None)
        self.entries.pop(cell, None)
        if value != "0":
            self.entries[cell] = value

    def _solved(self, source: Source, move: _Value) -> None:
        digits = move.text[1:]
        if len(digits) != len(self.cells) or not (digits.isascii() and digits.isdigit()):
            expected = f"S and {counted(len(self.cells), 'digit')}, one a cell"
            raise source.error("a solution that does not fit the grid", move.row, move.column, expected)
        self.entries = dict(zip(self.cells, digits, strict=True))
        self.pencil = {}

    def _fill(self) -> None:
        """Pencil everything in wherever nothing is entered."""
        for cell in self.cells:
            if self.sheet.cells[cell] == BLANK and cell not in self.entries:
                self.pencil[cell] = set(self.values)

    def position(self) -> Position:
        """Return what is on the board besides the print: games do not keep printed cells from being filled anew."""
        printed = self.sheet.cells
        return Position(
            {cell: value for cell, value in self.entries.items() if printed[cell] != value},
            {cell: frozenset(marks) for cell, marks in self.pencil.items() if marks and printed[cell] == BLANK},
        )


# --- writing


def write(page: Page, order: str | None = None) -> str:
    """Return the file, with a move for each entry and each pencil mark. Raises ``CannotHold``."""
    sheet, position = page
    refuse(NAME, [*tatham.lacking(page, HOLDS), *unmarkable(page)])
    size, description = tatham.identity(sheet)
    free = {cell: i for i, cell in enumerate(_Board.of(sheet).cells)}
    city = sheet.kind == "skyscrapers"
    moves = []
    for cell in sorted({*position.entries, *position.pencil}):
        marks = sorted(position.pencil.get(cell, ()), key=lambda value: (len(value), value))
        entry = [position.entries[cell]] if cell in position.entries else []
        at = f"{cell.col},{cell.row}"
        moves += [f"R{at},{value}" if city else f"{value}{free[cell]}" for value in entry]
        moves += [f"P{at},{value}" if city else f"{value.lower()}{free[cell]}" for value in marks]
    state = str(len(moves) + 1)
    values = [
        ("SAVEFILE", KIND),
        ("VERSION", "1"),
        ("GAME", GAMES[sheet.kind]),
        ("PARAMS", size),
        ("CPARAMS", size),
        ("DESC", description),
        ("NSTATES", state),
        ("STATEPOS", state),
        *(("MOVE", move) for move in moves),
    ]
    return "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in values)


FORMAT = Format(
    name=NAME,
    title="save files of Towers and Undead, with the moves",
    holds=HOLDS,
    example="".join(
        f"{line}\n"
        for line in (
            f"SAVEFILE:41:{KIND}",
            "VERSION :1:1",
            "GAME    :6:Towers",
            "PARAMS  :1:3",
            "CPARAMS :1:3",
            "DESC    :14:/2////2/1/////",
            "NSTATES :1:4",
            "STATEPOS:1:4",
            "MOVE    :6:R0,0,1",
            "MOVE    :6:P0,1,2",
            "MOVE    :6:P0,1,3",
        )
    ),
    sniff=sniff,
    split=split,
    read=read,
    write=write,
    answers=partial(filled_files, write=write),
    claims=partial(claims_of, split=split, claim=partial(page_claim, read)),
)
