"""The eight symmetries of the square, acting on cells, ports, clues and sheets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from eyeline.grid import Cell, Grid, Port, Side
from eyeline.sheet import Cells, Clues, Sheet

_FLIPPED = {Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT, Side.TOP: Side.BOTTOM, Side.BOTTOM: Side.TOP}
_TRANSPOSED = {Side.LEFT: Side.TOP, Side.TOP: Side.LEFT, Side.RIGHT: Side.BOTTOM, Side.BOTTOM: Side.RIGHT}


@dataclass(frozen=True, slots=True)
class Symmetry:
    """First ``upside_down`` (top to bottom), then ``left_right``, then ``transpose`` along the main diagonal."""

    upside_down: bool = False
    left_right: bool = False
    transpose: bool = False

    def cell(self, grid: Grid, cell: Cell) -> Cell:
        """Return where a cell of ``grid`` goes."""
        row = grid.rows - 1 - cell.row if self.upside_down else cell.row
        col = grid.cols - 1 - cell.col if self.left_right else cell.col
        return Cell(col, row) if self.transpose else Cell(row, col)

    def port(self, grid: Grid, port: Port) -> Port:
        """Return where a port of ``grid`` goes."""
        side, index = port
        across = side in (Side.TOP, Side.BOTTOM)
        if self.left_right if across else self.upside_down:
            index = grid.length(side) - 1 - index
        if self.upside_down if across else self.left_right:
            side = _FLIPPED[side]
        return Port(_TRANSPOSED[side] if self.transpose else side, index)

    def cells(self, cells: Cells, flips: Mapping[str, str], transposes: Mapping[str, str]) -> Cells:
        """Return a grid of tokens turned; each flip and the transposition change tokens as the kind says."""
        rows = list(cells)
        if self.upside_down:
            rows = [tuple(flips.get(t, t) for t in row) for row in reversed(rows)]
        if self.left_right:
            rows = [tuple(flips.get(t, t) for t in reversed(row)) for row in rows]
        if self.transpose:
            rows = [tuple(transposes.get(t, t) for t in column) for column in zip(*rows, strict=True)]
        return Cells.of(rows)

    def sheet(self, sheet: Sheet, flips: Mapping[str, str], transposes: Mapping[str, str]) -> Sheet:
        """Return a sheet turned: cells, clues and notes."""
        grid = sheet.grid
        cells = self.cells(sheet.cells, flips, transposes)
        clues = sheet.clues
        if clues:
            clues = Clues.of(cells.grid, {self.port(grid, port): clue for port, clue in clues.stated()})
        notes = replace(
            sheet.notes,
            same=tuple(tuple(sorted(self.cell(grid, c) for c in group)) for group in sheet.notes.same),
        )
        if notes.boxes and self.transpose:
            notes = replace(notes, boxes=(notes.boxes[1], notes.boxes[0]))
        if notes.regions:
            notes = replace(notes, regions=tuple(self.cells(Cells.of(notes.regions), {}, {})))
        return replace(sheet, cells=cells, clues=clues, notes=notes)


SYMMETRIES = tuple(Symmetry(u, lr, t) for t in (False, True) for lr in (False, True) for u in (False, True))
