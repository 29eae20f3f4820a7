"""The engine ``dp`` for rooms of beams without mirrors: dynamic programming, column by column.

The method is that of the official analysis of Google Code Jam 2017, Round 2, "Beaming With Joy", for its smaller rooms.
All that the columns on the left have to tell those on the right is one of four states a row:

* ``BEAM``: a beam comes in, from a shooter on the left that is turned across and not shut off by a wall;
* ``NEEDS``: a beam is needed, for a dark cell on the left that can still be lit from the right;
* ``BARRED``: no beam may come, for it would hit a shooter on the left that is turned up and down;
* ``FREE``: none of these; a beam may come and need not.

Here a column is taken in parts, one for each run of cells between walls, since what one of them does to its rows does
not depend on the others. Counting the ways to reach each state, and remembering them, is ours.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from eyeline.arrays import EMPTY, HORIZONTAL, SHOOTER, VERTICAL, WALL, RoomArrays
from eyeline.engine import Limits, Outcome, Status, Task, Want
from eyeline.engines.beaming import Over, Watch
from eyeline.engines.greedy import refuse_mirrors
from eyeline.errors import Unable
from eyeline.grid import Cell
from eyeline.sheet import Fact
from eyeline.sight import DIRECTIONS

#: The longest shorter side of a room that is taken: there may be 4 to the power of it states.
MOST_ROWS = 10

FREE, NEEDS, BEAM, BARRED = range(4)

#: What a cell of a row can be. An empty cell is lit by its column or not; a shooter is turned across or upright.
BLOCK, LIT, UNLIT, ACROSS, UPRIGHT = range(5)

#: By what the cell is, and by the state of its row before it: the state behind it, ``None`` = not possible.
AFTER: tuple[tuple[int | None, ...], ...] = (
    (FREE, None, FREE, FREE),
    (FREE, NEEDS, BEAM, BARRED),
    (NEEDS, NEEDS, BEAM, None),
    (BEAM, BEAM, None, None),
    (BARRED, None, None, BARRED),
)

# The lower bits of all rows, two bits a row.
_LOWER = sum(1 << 2 * row for row in range(MOST_ROWS))


class Choice(NamedTuple):
    """One way to turn the shooters of a part: what becomes of each of its cells, and what is turned how."""

    cells: tuple[int, ...]
    facts: tuple[Fact, ...]


@dataclass(slots=True)
class Part:
    """Cells of one column from row ``top`` on: walls, then a run of other cells; ``choices`` to turn its shooters.

    ``known`` remembers for the states of its rows, two bits a row, the lowest bits for the first, the states that the
    choices lead to. Parts with the same cells share it.
    """

    top: int
    choices: tuple[Choice, ...]
    known: dict[int, list[tuple[int, int]]] = field(default_factory=dict)

    @property
    def mask(self) -> int:
        """The bits of the states of as many rows as this part has."""
        return (1 << 2 * len(self.choices[0].cells)) - 1

    def after(self, states: int) -> list[tuple[int, int]]:
        """Return for each choice that is possible the states behind it, and the number of the choice."""
        found = self.known.get(states)
        if found is None:
            found = self.known[states] = []
            for number, choice in enumerate(self.choices):
                behind = 0
                for row, cell in enumerate(choice.cells):
                    after = AFTER[cell][states >> 2 * row & 3]
                    if after is None:
                        break
                    behind |= after << 2 * row
                else:
                    found.append((behind, number))
        return found


class Node:
    """The states of all rows behind some part: in how many ways they are reached, and by which choices from where."""

    __slots__ = ("before", "ways")

    def __init__(self) -> None:
        self.ways = 0
        self.before: list[tuple[int, Node]] = []


Layer: TypeAlias = dict[int, Node]


class Columns:
    """The engine ``dp``. Time O(8^R C R) at worst, for C columns of R cells, where R is the shorter side, at most 10.

    Counts are exact, whatever ``limits.answers`` says. ``limits.nodes`` bounds the states reached over all parts of all
    columns. While answers are looked for, the states that lead to one are remembered; for a count they are not.
    """

    def run(self, task: Task, limits: Limits, want: Want) -> Generator[Outcome, None, None]:
        """Yield the answers and at last whether there are no more; see :class:`eyeline.engine.Engine`.

        Raises ``Unable`` for a task that has no room of beams, for a room with mirrors, and for one that is too large.
        """
        room = task.room
        refuse_mirrors(room, "dp")
        if min(room.rows, room.cols) > MOST_ROWS:
            raise Unable(
                f"the engine dp takes rooms whose shorter side is at most {MOST_ROWS}, and this one is "
                f"{room.rows}×{room.cols}; greedy and 2sat take it"
            )
        counted = want is Want.COUNT
        watch = Watch(limits)
        try:
            parts = list(_parts(room, watch))
            ends = _ends(parts, watch, not counted)
            total = sum(node.ways for node in ends)
            if counted:
                yield Outcome(Status.EXHAUSTED, count=total)
                return
            for found, facts in enumerate(_answers(parts, ends, watch)):
                if found == limits.answers:
                    break
                yield Outcome(Status.FOUND, facts)
                if found + 1 == limits.answers != total:
                    break
            else:
                yield Outcome(Status.EXHAUSTED)
                return
            yield Outcome(Status.STOPPED)
        except Over:
            yield Outcome(Status.STOPPED, count=0 if counted else None)


def _parts(room: RoomArrays, watch: Watch) -> Iterator[Part]:
    """Yield the parts of all columns, left to right and top to bottom; of a room that is taller than wide, of its rows.

    A part without choices is where a turned shooter hits another, and nothing gets past it.
    """
    lying = room.rows <= room.cols
    shared: dict[tuple[tuple[int, ...], ...], dict[int, list[tuple[int, int]]]] = {}
    for place in range(max(room.rows, room.cols)):
        codes = room.codes[place :: room.cols] if lying else room.codes[place * room.cols : (place + 1) * room.cols]
        watch.look(len(codes))
        top = 0
        for row in range(len(codes)):
            if row + 1 == len(codes) or (codes[row] != WALL and codes[row + 1] == WALL):
                cells = [Cell(at, place) if lying else Cell(place, at) for at in range(top, row + 1)]
                choices = tuple(_choices(codes[top : row + 1], cells, DIRECTIONS if lying else DIRECTIONS[::-1]))
                known = shared.setdefault(tuple(choice.cells for choice in choices), {})
                yield Part(top, choices, known)
                top = row + 1


def _choices(codes: bytes, cells: list[Cell], directions: tuple[str, ...]) -> Iterator[Choice]:
    """Yield the ways to turn the shooters of a part; ``directions`` are those across and along the column.

    Only a shooter that is alone can be turned along the column.
    """
    across, along = directions
    fixed = {"-": HORIZONTAL, "|": VERTICAL}
    shooters = [at for at, code in enumerate(codes) if code >= SHOOTER]

    def turned(direction: str, empty: int, shooter: int) -> Choice:
        kinds = tuple(BLOCK if code == WALL else empty if code == EMPTY else shooter for code in codes)
        return Choice(kinds, tuple(Fact(cells[at], direction) for at in shooters))

    if all(codes[at] in (SHOOTER, fixed[across]) for at in shooters):
        yield turned(across, UNLIT, ACROSS)
    if len(shooters) == 1 and codes[shooters[0]] in (SHOOTER, fixed[along]):
        yield turned(along, LIT, UPRIGHT)


def _ends(parts: Iterable[Part], watch: Watch, remembering: bool) -> list[Node]:
    """Return the nodes behind the last part in which no row still needs a beam."""
    start = Node()
    start.ways = 1
    layer: Layer = {0: start}
    for part in parts:
        if not part.choices:
            return []
        shift = 2 * part.top
        mask = part.mask
        behind: Layer = {}
        for state, node in layer.items():
            watch.node()
            watch.look(3)
            rest = state & ~(mask << shift)
            for after, choice in part.after(state >> shift & mask):
                reached = rest | after << shift
                at = behind.get(reached)
                if at is None:
                    at = behind[reached] = Node()
                at.ways += node.ways
                if remembering:
                    at.before.append((choice, node))
        layer = behind
    return [node for state, node in layer.items() if not state & ~(state >> 1) & _LOWER]


def _answers(parts: list[Part], ends: list[Node], watch: Watch) -> Iterator[tuple[Fact, ...]]:
    """Yield all answers, from the last part back to the first; every node is reached, so that there is no dead end."""
    for end in ends:
        chosen: list[int] = []
        path = [iter(end.before)]
        while path:
            watch.look(1)
            step = next(path[-1], None)
            if step is None:
                path.pop()
                if chosen:
                    chosen.pop()
                continue
            choice, node = step
            chosen.append(choice)
            path.append(iter(node.before))
            if len(chosen) == len(parts):
                yield tuple(
                    sorted(
                        fact
                        for part, number in zip(parts, reversed(chosen), strict=True)
                        for fact in part.choices[number].facts
                    )
                )
