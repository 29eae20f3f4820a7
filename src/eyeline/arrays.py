"""Plain arrays: what special-purpose engines take instead of rows."""

from __future__ import annotations

from dataclasses import dataclass

from eyeline.grid import Grid

#: The tokens of a room; a code is the place in this string. ``-`` and ``|`` are shooters that may not be turned.
ROOM_TOKENS = ".#/\\+-|"
EMPTY, WALL, SLASH, BACKSLASH, SHOOTER, HORIZONTAL, VERTICAL = range(len(ROOM_TOKENS))


@dataclass(frozen=True, slots=True)
class RoomArrays:
    """A room of beams: ``codes`` has one code of :data:`ROOM_TOKENS` a cell, row-major.

    ``entered`` has the row-major indices of the turned shooters that are not printed so, but somebody's entries.
    """

    rows: int
    cols: int
    codes: bytes
    entered: frozenset[int] = frozenset()

    @property
    def grid(self) -> Grid:
        """The grid of the room."""
        return Grid(self.rows, self.cols)
