"""Cells, headings, sides, ports and the grid that ties them together.

Rows and columns count from 0, row 0 on top; people are shown ``r1c1``, from 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import partial
from itertools import product
from typing import NamedTuple


class Cell(NamedTuple):
    """A cell by row and column, both from 0. ``str`` gives the name for people, from 1.

    >>> str(Cell(0, 2))
    'r1c3'
    """

    row: int
    col: int

    def __str__(self) -> str:
        """Return the name for people, as ``r1c3``."""
        return f"r{self.row + 1}c{self.col + 1}"


_CELL = partial(tuple.__new__, Cell)


class Heading(IntEnum):
    """The way a ray travels, clockwise from up; the numbers index the columns of a sight table."""

    UP = 0
    RIGHT = 1
    DOWN = 2
    LEFT = 3

    @property
    def step(self) -> tuple[int, int]:
        """The change of (row, column) by one step."""
        return STEPS[self]

    @property
    def horizontal(self) -> bool:
        """Whether the ray runs along a row."""
        return bool(self & 1)

    @property
    def reverse(self) -> Heading:
        """The opposite way."""
        return Heading(self ^ 2)


STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


class Side(StrEnum):
    """A side of the grid."""

    TOP = "top"
    BOTTOM = "bottom"
    LEFT = "left"
    RIGHT = "right"

    @property
    def inward(self) -> Heading:
        """The heading of a ray that enters through this side."""
        return INWARD[self]


INWARD = {
    Side.TOP: Heading.DOWN,
    Side.BOTTOM: Heading.UP,
    Side.LEFT: Heading.RIGHT,
    Side.RIGHT: Heading.LEFT,
}


class Port(NamedTuple):
    """A place on the rim where a line of sight enters.

    ``index`` is the column of a top or bottom port (left to right) and the row of a left or right one (top to
    bottom), from 0. ``str`` gives the name for people, from 1.

    >>> str(Port(Side.TOP, 2))
    'top:3'
    """

    side: Side
    index: int  # type: ignore[assignment]  # the tuple's method of this name is given up

    @classmethod
    def named(cls, name: str) -> Port:
        """Return the port that people call ``name``. Raises ``ValueError`` for what is no such name.

        >>> Port.named("left:1").index
        0
        """
        side, colon, number = name.strip().lower().partition(":")
        if side not in tuple(Side) or not (colon and number.isascii() and number.isdigit() and int(number)):
            raise ValueError(f"{name!r} is no place at the rim; expected a side and a number from 1, as top:3")
        return cls(Side(side), int(number) - 1)

    def __str__(self) -> str:
        """Return the name for people, as ``top:3``."""
        return f"{self.side.value}:{self.index + 1}"


@dataclass(frozen=True, slots=True)
class Grid:
    """A rectangle of cells; a cell's index is its place in row-major order, from 0."""

    rows: int
    cols: int

    def __contains__(self, cell: object) -> bool:
        """Return whether ``cell`` lies within the grid."""
        return isinstance(cell, tuple) and 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.rows * self.cols

    def index(self, cell: Cell) -> int:
        """Return the row-major index of a cell."""
        return cell.row * self.cols + cell.col

    def cell(self, index: int) -> Cell:
        """Return the cell at a row-major index."""
        return Cell(*divmod(index, self.cols))

    def cells(self) -> Iterator[Cell]:
        """Yield every cell, row by row."""
        # Made without a step of Python for each: grids can have millions.
        return map(_CELL, product(range(self.rows), range(self.cols)))

    def length(self, side: Side) -> int:
        """Return the number of ports on a side."""
        return self.cols if side in (Side.TOP, Side.BOTTOM) else self.rows

    def ports(self) -> Iterator[Port]:
        """Yield every port: top, bottom, left, right, each left to right or top to bottom."""
        return (Port(side, i) for side in Side for i in range(self.length(side)))

    def entry(self, port: Port) -> Cell:
        """Return the cell that a ray through ``port`` meets first."""
        side, i = port
        if side is Side.TOP:
            return Cell(0, i)
        if side is Side.BOTTOM:
            return Cell(self.rows - 1, i)
        return Cell(i, 0 if side is Side.LEFT else self.cols - 1)
