"""A room of beams cut into its lines, and what follows from them for each shooter and each empty cell.

A line is what one beam would pass if no shooter stood in its way: pairs of a cell (empty, or with a shooter) and the
direction in which the beam passes it. Because beams run both ways and mirrors turn them one to one, every pair lies on
exactly one line, so the lines are a partition. A line either ends on both sides, at a wall or the rim, or closes to a
loop. The notion is that of the official analysis of Google Code Jam 2017, Round 2, "Beaming With Joy".

Shooters are numbered row by row from 0. *Literal* ``2 * k`` says that shooter ``k`` is turned horizontally, ``2 * k +
1`` that it is turned vertically; ``literal ^ 1`` is the opposite.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from eyeline.arrays import EMPTY, ROOM_TOKENS, SHOOTER, RoomArrays
from eyeline.deadline import look as look_at_deadline
from eyeline.deadline import paced
from eyeline.grid import Heading
from eyeline.sheet import Fact
from eyeline.sight import DIRECTIONS, STOP, Line, Pair, sight_table, walk

NOBODY = -1

#: Called with the number of steps done since the last call; raises to break off.
Look = Callable[[int], object]

# A walk comes up for air after so many steps.
_STRIDE = 10_000


def _at_deadline(steps: int) -> None:
    """Look at the deadline of the context after a long walk; between short ones somebody looks anyway."""
    if steps == _STRIDE:
        look_at_deadline()


@dataclass(frozen=True, slots=True)
class Lines:
    """All lines of a room, numbered from 0 by their first cell, row by row.

    ``shooters`` has the row-major index of each shooter's cell. ``across`` and ``down`` hold for each cell, row-major,
    the number of the line that passes it horizontally and vertically, -1 in walls and mirrors. ``turned`` has for each
    line the literals of the shooters on it: a shooter on its own line twice is there with both. ``loops`` has 1 for
    each line that is a loop. ``table`` is the sight table of the room, ``starts`` a state on each line.
    """

    room: RoomArrays
    shooters: tuple[int, ...]
    across: array[int]
    down: array[int]
    turned: tuple[tuple[int, ...], ...]
    loops: bytes
    table: array[int]
    starts: array[int]

    def __len__(self) -> int:
        """Return the number of lines."""
        return len(self.starts)

    def __iter__(self) -> Iterator[Line]:
        """Yield the lines in order."""
        return (self.line(number) for number in range(len(self)))

    def line(self, number: int) -> Line:
        """Return a line with its pairs, from one end to the other; those of a loop start at its first cell.

        Its length is its cost: the pairs are not stored.
        """
        start = self.starts[number]
        ahead = list(walk(self.table, start))
        if self.loops[number]:
            return Line(tuple(self._pairs(ahead)), True)
        back = list(walk(self.table, start ^ 2))[:0:-1]
        return Line(tuple(self._pairs(back + ahead)), False)

    def fact(self, literal: int) -> Fact:
        """Return what a literal says."""
        return Fact(self.room.grid.cell(self.shooters[literal >> 1]), DIRECTIONS[literal & 1])

    def soles(self) -> list[int]:
        """Return for each line the literal of the one shooter that can light it safely, -1 where there is none.

        It is the only shooter on a line that ends. On a loop a beam comes back to its shooter, and of two shooters on
        one line each hits the other or one in between. One more -1 stands last, where the number -1 of walls and
        mirrors finds it.
        """
        found = [
            turned[0] if len(turned) == 1 and not loop else NOBODY
            for turned, loop in paced(zip(self.turned, self.loops, strict=True))
        ]
        found.append(NOBODY)
        return found

    def safe(self) -> bytearray:
        """Return for each literal whether a shooter turned so hits none, itself included: 1 safe, 0 not."""
        found = bytearray(2 * len(self.shooters))
        for literal in self.soles():
            if literal != NOBODY:
                found[literal] = 1
        return found

    def lighting(self) -> Iterator[tuple[int, int, int]]:
        """Yield for each empty cell its row-major index and the safe literals that light it across and down.

        A literal is -1 where there is none; both are the same where a line crosses a cell twice.
        """
        sole = self.soles()
        for cell, code in enumerate(self.room.codes):
            if code == EMPTY:
                yield cell, sole[self.across[cell]], sole[self.down[cell]]

    def reaching(self, cell: int) -> tuple[int, ...]:
        """Return the literals, safe or not, whose beams reach the empty cell with this index before they hit."""
        found = []
        codes = self.room.codes
        for heading in Heading:
            for state in walk(self.table, 4 * cell + heading):
                if codes[state >> 2] >= SHOOTER:
                    found.append(2 * bisect_left(self.shooters, state >> 2) + (~state & 1))
                    break
        return tuple(sorted(set(found)))

    def _pairs(self, states: list[int]) -> Iterator[Pair]:
        grid, codes = self.room.grid, self.room.codes
        for state in states:
            if codes[state >> 2] == EMPTY or codes[state >> 2] >= SHOOTER:
                yield Pair(grid.cell(state >> 2), DIRECTIONS[~state & 1])


def lines(room: RoomArrays, look: Look = _at_deadline) -> Lines:
    """Cut a room into its lines, in time linear in the number of cells.

    ``look`` is called at least every 10,000 steps, the making of the sight table aside.
    """
    codes = room.codes
    table = sight_table(room.grid, map(ROOM_TOKENS.__getitem__, codes))
    shooters = tuple([cell for cell, code in enumerate(paced(codes)) if code >= SHOOTER])
    number = {cell: k for k, cell in enumerate(shooters)}
    across = array("i", [NOBODY]) * len(codes)
    down = across[:]
    turned: list[tuple[int, ...]] = []
    loops = bytearray()
    starts = array("i")

    def mark(state: int, stop: int, line: int, met: list[int]) -> int:
        """Give the states from ``state`` on to a line, up to its end or ``stop``; return where the walk ended."""
        while True:
            for steps in range(_STRIDE):
                if state < 0 or state == stop:
                    look(steps)
                    return state
                cell = state >> 2
                code = codes[cell]
                if not code or code >= SHOOTER:
                    if state & 1:
                        across[cell] = line
                    else:
                        down[cell] = line
                    if code:
                        met.append(2 * number[cell] + (~state & 1))
                state = table[state]
            look(_STRIDE)

    def follow(start: int) -> None:
        """Give all pairs of a new line its number: the pair of ``start``, what lies ahead of it, what lies behind."""
        line = len(starts)
        met: list[int] = []
        # The first step is taken by hand, for a walk that is back at its start is a loop.
        (across if start & 1 else down)[start >> 2] = line
        if codes[start >> 2]:
            met.append(2 * number[start >> 2] + (~start & 1))
        loop = mark(table[start], start, line, met) == start
        if not loop:
            mark(table[start ^ 2], STOP, line, met)
        starts.append(start)
        turned.append(tuple(met))
        loops.append(loop)

    for cell, code in enumerate(paced(codes)):
        if not code or code >= SHOOTER:
            if across[cell] < 0:
                follow(4 * cell + Heading.RIGHT)
            if down[cell] < 0:
                follow(4 * cell + Heading.DOWN)
    return Lines(room, shooters, across, down, tuple(turned), bytes(loops), table, starts)
