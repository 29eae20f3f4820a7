"""Clues read around the grid, clockwise from the top left corner: the bottom right to left, the left side upwards."""

from __future__ import annotations

from collections.abc import Sequence

from eyeline.sheet import Clue, Clues


def clockwise(clues: Clues) -> tuple[Clue, ...]:
    """Return the clues clockwise from the top left corner."""
    return (*clues.top, *clues.right, *clues.bottom[::-1], *clues.left[::-1])


def from_clockwise(clues: Sequence[Clue], rows: int, cols: int) -> Clues:
    """Return ``2 * (rows + cols)`` clues, clockwise from the top left corner, as the clues of a grid."""
    held = tuple(clues)
    top, right = held[:cols], held[cols : cols + rows]
    bottom, left = held[cols + rows : 2 * cols + rows], held[2 * cols + rows :]
    return Clues(top, bottom[::-1], left[::-1], right)
