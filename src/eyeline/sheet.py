r"""What is printed (a sheet), and what somebody entered on it (a position).

A sheet knows tokens and places, not the rules of a kind. Tokens: heights as numbers; ``.`` blank (in beams an empty
cell); ``0`` a park; ``V G Z`` monsters; ``/`` and ``\`` mirrors; ``#`` a wall; ``+`` a shooter not yet turned, ``-``
and ``|`` a turned one.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import compress, count
from operator import ne
from typing import Literal, NamedTuple, TypeAlias, cast

from eyeline.grid import Cell, Grid, Port, Side

BLANK = "."
MOST_TOKENS = 256
#: How many letters or cells are looked at one by one, before others like them are passed over.
_LOOK = 1024


class Fact(NamedTuple):
    """That a cell holds a value, the value written as its token."""

    cell: Cell
    value: str


_FACT = partial(tuple.__new__, Fact)


@dataclass(frozen=True, slots=True)
class Cells:
    """One token a cell, stored as one byte a cell and a vocabulary, so that a room of 4000×4000 takes 16 MB.

    ``tokens`` is the sorted vocabulary; ``codes`` holds in row-major order the place of each cell's token in it. Two
    values are equal exactly when they hold the same tokens: build them by :meth:`of` or :meth:`filled`.
    """

    rows: int
    cols: int
    tokens: tuple[str, ...]
    codes: bytes

    @classmethod
    def of(cls, rows: Iterable[Sequence[str]]) -> Cells:
        """Build from rows of tokens, top to bottom; all rows equally long.

        Raises ``ValueError`` for ragged rows and for more than 256 different tokens.
        """
        held = [list(row) for row in rows]
        width = len(held[0]) if held else 0
        if any(len(row) != width for row in held):
            raise ValueError("the rows differ in length")
        return cls.flat(len(held), width, [token for row in held for token in row])

    @classmethod
    def flat(cls, rows: int, cols: int, tokens: Sequence[str]) -> Cells:
        """Build from ``rows * cols`` tokens, row-major. Raises ``ValueError`` for more than 256 different ones."""
        vocabulary = tuple(sorted(set(tokens)))
        if len(vocabulary) > MOST_TOKENS:
            raise ValueError(f"{len(vocabulary)} different tokens; at most {MOST_TOKENS} are held")
        place = {token: i for i, token in enumerate(vocabulary)}
        return cls(rows, cols, vocabulary, bytes([place[token] for token in tokens]))

    @classmethod
    def of_letters(cls, rows: int, cols: int, letters: bytes) -> Cells:
        """Build from ``rows * cols`` one-character tokens written together in row-major order, as ASCII.

        Does no work per cell in Python: a few passes over the bytes.
        """
        found: set[int] = set()
        left = letters
        # To take out many letters at once is a fast pass; letter by letter it would be slow ones.
        while left:
            found.update(left[:_LOOK])
            left = left.translate(None, bytes(found))
        vocabulary = bytes(sorted(found))
        codes = letters.translate(bytes.maketrans(vocabulary, bytes(range(len(vocabulary)))))
        return cls(rows, cols, tuple(vocabulary.decode("ascii")), codes)

    @classmethod
    def blank(cls, rows: int, cols: int) -> Cells:
        """Return cells that all hold ``.``."""
        return cls(rows, cols, (BLANK,), bytes(rows * cols))

    @property
    def grid(self) -> Grid:
        """The grid of these cells."""
        return Grid(self.rows, self.cols)

    def __getitem__(self, cell: Cell) -> str:
        """Return the token of a cell."""
        return self.tokens[self.codes[cell[0] * self.cols + cell[1]]]

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        """Yield the rows of tokens, top to bottom."""
        tokens, cols = self.tokens, self.cols
        for start in range(0, self.rows * cols, cols):
            yield tuple([tokens[code] for code in self.codes[start : start + cols]])

    def lines(self) -> Iterator[str]:
        """Yield the rows with their tokens written together, for tokens of one character each."""
        tokens, cols = self.tokens, self.cols
        if all(len(token) == 1 and token.isascii() for token in tokens):
            letters = self.codes.translate("".join(tokens).encode().ljust(MOST_TOKENS, b" ")).decode("ascii")
            for start in range(0, self.rows * cols, cols):
                yield letters[start : start + cols]
        else:
            for row in self:
                yield "".join(row)

    def row_major(self) -> tuple[str, ...]:
        """Return all tokens in row-major order."""
        tokens = self.tokens
        return tuple([tokens[code] for code in self.codes])

    def places(self, tokens: Container[str]) -> Iterator[int]:
        """Yield the row-major indices of the cells that hold one of these tokens, in order; some ten ns a cell."""
        wanted = bytes([token in tokens for token in self.tokens]).ljust(MOST_TOKENS, b"\0")
        return compress(count(), self.codes.translate(wanted))

    def facts(self, tokens: Container[str] | None = None) -> Iterator[Fact]:
        """Yield what each cell holds, row by row, or each that holds one of these tokens."""
        if tokens is None:
            return map(_FACT, zip(self.grid.cells(), map(self.tokens.__getitem__, self.codes), strict=True))
        held, cols = self.codes, self.cols
        return (Fact(Cell(*divmod(index, cols)), self.tokens[held[index]]) for index in self.places(tokens))

    def filled(self, facts: Iterable[Fact]) -> Cells:
        """Return these cells with some replaced. Raises ``ValueError`` for more than 256 different tokens."""
        cols = self.cols
        place = {token: i for i, token in enumerate(self.tokens)}
        changed = {row * cols + col: place.setdefault(value, len(place)) for (row, col), value in facts}
        if len(place) > MOST_TOKENS:
            held = list(self.row_major())
            tokens = [*place]
            for index, code in changed.items():
                held[index] = tokens[code]
            return Cells.flat(self.rows, cols, held)
        codes = bytearray(self.codes)
        for index, code in changed.items():
            codes[index] = code
        left = sorted(token for token, code in place.items() if code in codes)
        order = {place[token]: i for i, token in enumerate(left)}
        return Cells(self.rows, cols, tuple(left), bytes(codes.translate(bytes(order.get(i, 0) for i in range(256)))))

    def differ(self, other: Cells) -> tuple[Cell, ...]:
        """Return the cells whose tokens differ, row by row; both grids of one size."""
        mine, theirs, cols = self.tokens, other.tokens, self.cols
        alike = mine == theirs
        found: list[Cell] = []
        apart: Iterable[bool]
        for start in range(0, len(self.codes), _LOOK):
            here, there = self.codes[start : start + _LOOK], other.codes[start : start + _LOOK]
            if alike:
                # Most of a large grid is passed over.
                apart = () if here == there else map(ne, here, there)
            else:
                apart = map(ne, map(mine.__getitem__, here), map(theirs.__getitem__, there))
            found += [Cell(*divmod(k, cols)) for k in compress(count(start), apart)]
        return tuple(found)


Clue: TypeAlias = int | None


@dataclass(frozen=True, slots=True)
class Clues:
    """The clues around the grid, ``None`` = blank: top and bottom left to right, left and right top to bottom.

    All four are empty for a kind that has no clues.
    """

    top: tuple[Clue, ...] = ()
    bottom: tuple[Clue, ...] = ()
    left: tuple[Clue, ...] = ()
    right: tuple[Clue, ...] = ()

    @classmethod
    def blank(cls, grid: Grid) -> Clues:
        """Return clues for ``grid`` that are all blank."""
        return cls(*((None,) * grid.length(side) for side in Side))

    @classmethod
    def of(cls, grid: Grid, clues: Mapping[Port, Clue]) -> Clues:
        """Return clues for ``grid``: those given by port, the rest blank."""
        return cls(*(tuple(clues.get(Port(side, i)) for i in range(grid.length(side))) for side in Side))

    def side(self, side: Side) -> tuple[Clue, ...]:
        """Return the clues of one side."""
        clues: tuple[Clue, ...] = getattr(self, side.value)
        return clues

    def __getitem__(self, port: Port) -> Clue:
        """Return the clue at a port; ``None`` where it is blank or the kind has none."""
        clues = self.side(port.side)
        return clues[port.index] if clues else None

    def __bool__(self) -> bool:
        """Return whether there are places for clues at all (they may all be blank)."""
        return bool(self.top or self.bottom or self.left or self.right)

    def least(self, most: int) -> int:
        """Return the least clue, or ``most`` where none is less."""
        stated = {most, *self.top, *self.bottom, *self.left, *self.right} - {None}
        return min(cast("set[int]", stated))

    def stated(self) -> Iterator[tuple[Port, int]]:
        """Yield port and clue wherever a clue stands: top, bottom, left, right."""
        for side in Side:
            for i, clue in enumerate(self.side(side)):
                if clue is not None:
                    yield Port(side, i), clue


class Totals(NamedTuple):
    """How many ghosts, vampires and zombies there are in all; ``None`` where it is not said."""

    ghosts: int | None = None
    vampires: int | None = None
    zombies: int | None = None

    def stated(self) -> Iterator[tuple[str, int]]:
        """Yield the token of each monster (``G``, ``V``, ``Z``) whose total is said, and that total."""
        for token, total in zip("GVZ", self, strict=True):
            if total is not None:
                yield token, total


NO_TOTALS = Totals()


@dataclass(frozen=True, slots=True)
class Notes:
    """What stands beside the grid.

    ``totals`` and ``same`` (groups of cells that hold one monster) belong to haunted mazes; the others are variants of
    skyscrapers: ``parks`` empty lots per row and column, ``diagonals`` (each height once on both), ``boxes`` (rows and
    columns of a box), ``regions`` (a name for each cell, cells of one name form a region), ``clues`` (what a clue adds
    up: the ``count`` of the visible buildings or the ``sum`` of their heights).
    """

    totals: Totals = NO_TOTALS
    same: tuple[tuple[Cell, ...], ...] = ()
    parks: int = 0
    diagonals: bool = False
    boxes: tuple[int, int] | None = None
    regions: tuple[tuple[str, ...], ...] | None = None
    clues: Literal["count", "sum"] = "count"

    def stated(self) -> tuple[str, ...]:
        """Return the names of the notes that say something, in the order of the fields."""
        if self is _NO_NOTES or self == _NO_NOTES:
            return ()
        return tuple(name for name in self.__slots__ if getattr(self, name) != getattr(_NO_NOTES, name))


_NO_NOTES = Notes()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A puzzle as printed: the name of its kind, one token a cell, the clues by port, the notes."""

    kind: str
    cells: Cells
    clues: Clues = Clues()
    notes: Notes = _NO_NOTES

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self.cells.rows

    @property
    def cols(self) -> int:
        """The number of columns."""
        return self.cells.cols

    @property
    def grid(self) -> Grid:
        """The grid of the cells."""
        return self.cells.grid

    def with_cells(self, cells: Cells) -> Sheet:
        """Return the sheet with other cells."""
        return replace(self, cells=cells)


@dataclass(frozen=True, slots=True)
class Position:
    """What somebody entered on a sheet so far.

    ``entries`` are values written into cells, ``pencil`` the values that somebody still holds possible there,
    ``excluded`` the values marked as "not this". Values are tokens. A cell that the sheet prints is in none of them.
    Entries and excluded values are held to when a puzzle is solved from a position; pencil marks never are: they are
    notes, and who keeps them need not keep them up.
    """

    entries: Mapping[Cell, str] = field(default_factory=dict)
    pencil: Mapping[Cell, frozenset[str]] = field(default_factory=dict)
    excluded: Mapping[Cell, frozenset[str]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Return whether anything was entered or marked."""
        return bool(self.entries or self.pencil or self.excluded)

    def __hash__(self) -> int:
        """Hash by content."""
        return hash((frozenset(self.entries.items()), frozenset(self.pencil.items()), frozenset(self.excluded.items())))

    def facts(self) -> Iterator[Fact]:
        """Yield the entries as facts, row by row."""
        return (Fact(cell, self.entries[cell]) for cell in sorted(self.entries))

    def marks(self) -> Iterator[Fact]:
        """Yield the excluded values as facts that do not hold, row by row."""
        return (Fact(cell, value) for cell in sorted(self.excluded) for value in sorted(self.excluded[cell]))


class Page(NamedTuple):
    """What a notation writes down: a sheet and what somebody entered on it."""

    sheet: Sheet
    position: Position = Position()
