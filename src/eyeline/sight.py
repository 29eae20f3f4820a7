"""Lines of sight: one table of next states per grid, and the walks along it.

A state is a cell with the heading by which a ray arrives there, numbered ``4 * cell index + heading``. The table holds,
for each state, the state that follows, or ``STOP`` where the ray leaves the grid or meets a wall. Mirrors are two-sided
and turn the ray by 90 degrees. Because mirrors turn rays one to one, walks never merge: a walk that starts inside
either ends or comes back to its first state.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from eyeline.grid import STEPS, Cell, Grid, Heading, Port

STOP = -1

#: What becomes of each heading (up, right, down, left) in a cell with this token; any other token lets the ray through.
TURNS = {"/": (1, 0, 3, 2), "\\": (3, 2, 1, 0)}
WALL = "#"


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
    rows, cols = grid.rows, grid.cols
    held = list(tokens)
    table = array("i", [STOP]) * (4 * grid.size)
    straight = (0, 1, 2, 3)
    moves = tuple((dr, dc, dr * cols + dc) for dr, dc in STEPS)
    inner = tuple(4 * offset for _, _, offset in moves)
    state = 0
    for r in range(rows):
        edge_row = r in (0, rows - 1)
        for c in range(cols):
            turn = TURNS.get(held[state >> 2], straight)
            edge = edge_row or c in (0, cols - 1)
            for heading in straight:
                out = turn[heading]
                if edge:
                    dr, dc, _ = moves[out]
                    if not (0 <= r + dr < rows and 0 <= c + dc < cols):
                        continue
                if held[(state + inner[out]) >> 2] != WALL:
                    table[state + heading] = state + inner[out] + out
            state += 4
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
