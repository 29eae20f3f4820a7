"""Plain arrays: what special-purpose engines take instead of rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from eyeline.grid import Cell, Grid
from eyeline.sheet import MOST_TOKENS, Cells

#: The tokens of a room; a code is the place in this string. ``-`` and ``|`` are shooters that may not be turned.
ROOM_TOKENS = ".#/\\+-|"
EMPTY, WALL, SLASH, BACKSLASH, SHOOTER, HORIZONTAL, VERTICAL = range(len(ROOM_TOKENS))
_ROOM_LETTERS = ROOM_TOKENS.encode().ljust(MOST_TOKENS, b" ")


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

    def cells(self, codes: bytes) -> Cells:
        """Return the tokens of a room of the same size with these codes."""
        return Cells.of_letters(self.rows, self.cols, codes.translate(_ROOM_LETTERS))


class Sight(NamedTuple):
    """A line of sight that mirrors bend: its cells, each at its first visit, and what is seen there; -1 = blank."""

    cells: tuple[int, ...]
    clue: int


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What cities have in common that differ in clues and givens alone; one object for them all, which is only itself.

    ``cells`` are the cells to fill, row by row; elsewhere a cell is its place there. ``values`` are the tokens that it
    can hold, heights from 1 to ``heights`` and then the park, where there are ``parks``. ``lines`` are the full units,
    which hold every height once and all the parks of a line: where lines of sight are straight, the rows, the columns,
    then others. ``units`` are those that just hold no value too often. Clues are sums of the heights seen if
    ``summed``, else their number.
    """

    cells: tuple[Cell, ...]
    values: tuple[str, ...]
    heights: int
    parks: int
    summed: bool
    lines: tuple[tuple[int, ...], ...]
    units: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class LineArrays:
    """A city of skyscrapers.

    A set of values is a number whose bits follow the order of ``plan.values``, and ``domains`` has one for each cell.
    ``near`` and ``far`` are what is seen from either end of the first of ``plan.lines``, as far as there are such
    clues; -1 = blank. ``sights`` are the lines of sight that mirrors bend.
    """

    plan: Plan
    domains: tuple[int, ...]
    near: tuple[int, ...] = ()
    far: tuple[int, ...] = ()
    sights: tuple[Sight, ...] = ()


#: The tokens of a maze; a code is the place in this string.
MAZE_TOKENS = "./\\VGZ"
BLANK, RISING, FALLING, VAMPIRE, GHOST, ZOMBIE = range(len(MAZE_TOKENS))
_MAZE_LETTERS = MAZE_TOKENS.encode().ljust(MOST_TOKENS, b" ")


@dataclass(frozen=True, slots=True)
class MazeArrays:
    """A haunted maze: ``codes`` has one code of :data:`MAZE_TOKENS` a cell, row-major.

    ``clues`` are those of the top and the bottom, left to right, then of the left and the right side, top to bottom;
    ``totals`` how many vampires, ghosts and zombies there are; -1 = blank. ``groups`` has for each cell the first cell,
    row by row, that holds the same monster because the puzzle says so, itself where none comes before it; it is empty
    where the puzzle has no groups. ``excluded`` has for each cell the monsters that somebody says it does not hold, as
    the bits 1, 2 and 4 for vampire, ghost and zombie; it is empty where there is nothing of the sort.
    """

    rows: int
    cols: int
    codes: bytes
    clues: tuple[int, ...]
    totals: tuple[int, int, int] = (-1, -1, -1)
    groups: tuple[int, ...] = ()
    excluded: bytes = b""

    def cells(self, codes: bytes) -> Cells:
        """Return the tokens of a maze of the same size with these codes."""
        return Cells.of_letters(self.rows, self.cols, codes.translate(_MAZE_LETTERS))
