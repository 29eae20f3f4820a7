"""Lines of sight: one table of next states per grid, and the walks along it.

A state is a cell with the heading by which a ray arrives there, numbered ``4 * cell index + heading``. The table holds,
for each state, the state that follows, or ``STOP`` where the ray leaves the grid or meets a wall. Mirrors are two-sided
and turn the ray by 90 degrees. Because mirrors turn rays one to one, walks never merge: a walk that starts inside
either ends or comes back to its first state.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from itertools import compress, count
from operator import or_
from typing import NamedTuple

from eyeline.deadline import paced
from eyeline.grid import STEPS, Cell, Grid, Heading, Port

STOP = -1

#: What becomes of each heading (up, right, down, left) in a cell with this token; any other token lets the ray through.
TURNS = {"/": (1, 0, 3, 2), "\\": (3, 2, 1, 0)}
WALL = "#"

_MINUS = b"\x00\xff".ljust(256, b"\0")

#: How a ray passes a cell, whichever way it goes.
DIRECTIONS = ("-", "|")


class Pair(NamedTuple):
    """A cell and the direction, ``-`` or ``|``, in which a ray passes it. ``str`` gives both, as ``r1c2-``."""

    cell: Cell
    direction: str

    def __str__(self) -> str:
        """Return the name of the cell and the direction."""
        return f"{self.cell}{self.direction}"


class Line(NamedTuple):
    """A line of sight without its mirrors: the pairs that it passes, in order. A cell may be there in both directions.

    A line that enters through a ``port`` starts there, and the first ``straight`` of its pairs come before its first
    mirror. A line between two ends, or one that closes to a ``loop``, has no port, may be walked either way, and has
    ``straight`` = 0.
    """

    pairs: tuple[Pair, ...]
    loop: bool = False
    port: Port | None = None
    straight: int = 0

    def __str__(self) -> str:
        """Return the port, or else ``line`` or ``loop``, and then the pairs."""
        return " ".join((str(self.port or ("loop" if self.loop else "line")), *map(str, self.pairs)))


class Visit(NamedTuple):
    """One cell on a line of sight: the heading on arrival, and how many mirrors the ray met before this cell."""

    cell: Cell
    heading: Heading
    bounces: int


def sight_table(grid: Grid, tokens: Iterable[str]) -> array[int]:
    r"""Build the table of next states.

    ``tokens`` gives one token a cell in row-major order: ``/`` and ``\`` are mirrors, ``#`` is a wall, all else lets
    the ray through. The result has ``4 * grid.size`` entries. Rays never enter a wall; a walk started inside one goes
    on as if it were empty.
    """
    rows, cols, size = grid.rows, grid.cols, grid.size
    held = list(paced(tokens))
    table = array("i", [STOP]) * (4 * size)
    # 0 and -1 by cell: with that, "or" leaves a state as it is or makes STOP of it.
    wall = bytes(map(WALL.__eq__, paced(held))).translate(_MINUS)
    # First as if there were no mirrors, a heading at a time, which is fast; then the rim, and last the mirrors, which
    # change where a ray leaves their own cell and nothing else.
    for heading, (dr, dc) in enumerate(STEPS):
        offset = dr * cols + dc
        ahead = array("b", wall[offset:] + bytes(offset) if offset > 0 else bytes(-offset) + wall[:offset])
        onward = range(4 * offset + heading, 4 * (offset + size) + heading, 4)
        table[heading::4] = array("i", map(or_, onward, paced(ahead)))
    table[Heading.UP : 4 * cols : 4] = table[4 * (size - cols) + Heading.DOWN :: 4] = array("i", [STOP]) * cols
    table[Heading.LEFT :: 4 * cols] = table[4 * (cols - 1) + Heading.RIGHT :: 4 * cols] = array("i", [STOP]) * rows
    for index in paced(compress(count(), map(TURNS.__contains__, held))):
        state = 4 * index
        ways = table[state : state + 4]
        table[state], table[state + 1], table[state + 2], table[state + 3] = [ways[out] for out in TURNS[held[index]]]
    return table


def walk(table: array[int], start: int) -> Iterator[int]:
    """Yield the states of a walk from ``start`` on, once each, up to ``STOP`` or the return to ``start``."""
    state = start
    while state != STOP:
        yield state
        state = table[state]
        if state == start:
            return


def visits(grid: Grid, table: array[int], tokens: tuple[str, ...], port: Port) -> tuple[Visit, ...]:
    """Return the line of sight that enters through ``port``, mirrors left out, in the order of the visits.

    A cell crossed twice appears twice. Where the first cell is a wall, the line is empty. ``tokens`` is what the table
    was made from.
    """
    entry = grid.index(grid.entry(port))
    if tokens[entry] == WALL:
        return ()
    found = []
    bounces = 0
    for state in walk(table, 4 * entry + port.side.inward):
        index, heading = state >> 2, Heading(state & 3)
        if tokens[index] in TURNS:
            bounces += 1
        else:
            found.append(Visit(grid.cell(index), heading, bounces))
    return tuple(found)


def port_lines(grid: Grid, tokens: tuple[str, ...]) -> Iterator[Line]:
    """Yield the line of sight of every port: top, bottom, left, right, each left to right or top to bottom.

    ``tokens`` gives one token a cell in row-major order.
    """
    table = sight_table(grid, tokens)
    for port in grid.ports():
        found = visits(grid, table, tokens, port)
        pairs = tuple(Pair(cell, DIRECTIONS[not heading.horizontal]) for cell, heading, _ in found)
        yield Line(pairs, port=port, straight=sum(not visit.bounces for visit in found))
