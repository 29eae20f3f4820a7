"""The board of a drawing in penpa+: how its cells are numbered, and how marks in them are written."""

from __future__ import annotations

from typing import NamedTuple

from eyeline.grid import Cell, Grid, Port, Side

#: Styles of numbers: in the middle of a cell, small (pencil marks), and as a table of ten candidates.
NORMAL, SMALL, CANDIDATES = "1", "5", "7"
#: Symbols of the family ``ox_``: their fifth shape is a stroke downwards, the sixth one upwards.
OX = {5: "\\", 6: "/"}
#: The row and column of the first cell of a board: two unused ones come before.
FIRST = 2


class Board(NamedTuple):
    """A board of ``width`` cells in a row, all counted, and the grid on it; ``row`` and ``col`` are its first cell."""

    width: int
    height: int
    row: int
    col: int
    grid: Grid

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.width * self.height

    def place(self, index: int) -> Cell:
        """Return the cell of the grid at an index; outside the grid it is negative or too large."""
        row, col = divmod(index, self.width)
        return Cell(row - self.row, col - self.col)

    def number(self, row: int, col: int) -> int:
        """Return the index of a cell counted from the first of the grid."""
        return (row + self.row) * self.width + col + self.col

    def port(self, cell: Cell) -> Port | None:
        """Return the port at a cell next to the grid, ``None`` elsewhere."""
        row, col = cell
        if row in (-1, self.grid.rows) and 0 <= col < self.grid.cols:
            return Port(Side.TOP if row < 0 else Side.BOTTOM, col)
        if col in (-1, self.grid.cols) and 0 <= row < self.grid.rows:
            return Port(Side.LEFT if col < 0 else Side.RIGHT, row)
        return None

    def at(self, port: Port) -> int:
        """Return the index of the cell in which the clue of a port stands."""
        rows, cols = self.grid.rows, self.grid.cols
        places = {
            Side.TOP: (-1, port.index),
            Side.BOTTOM: (rows, port.index),
            Side.LEFT: (port.index, -1),
            Side.RIGHT: (port.index, cols),
        }
        return self.number(*places[port.side])
