"""The engine ``greedy`` for rooms of beams without mirrors: do what is forced, then turn all other shooters one way.

Its three steps are those of the official analysis of Google Code Jam 2017, Round 2, "Beaming With Joy"; that it also
settles whether there is one answer or several is ours.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from eyeline.arrays import BACKSLASH, SLASH, RoomArrays
from eyeline.deadline import Overdue
from eyeline.engine import Limits, Outcome, Status, Task, Want
from eyeline.engines.beaming import Formula, Over, Watch
from eyeline.errors import Unable
from eyeline.room import Look


class Greedy:
    """The engine ``greedy``. It takes time linear in the number of cells.

    A shooter that nothing forces may be turned either way, as long as all of them are turned the same way. So a room
    has one answer exactly when everything is forced. Of several answers only those two are known: the engine lists no
    further ones, and cannot count.
    """

    def run(self, task: Task, limits: Limits, want: Want) -> Generator[Outcome, None, None]:
        """Yield at most two answers; see :class:`eyeline.engine.Engine`.

        Raises ``Unable`` for a task that has no room of beams, for a room with mirrors, and for ``Want.COUNT``.
        """
        if want is Want.COUNT:
            raise Unable("the engine greedy cannot count")
        room = task.room
        refuse_mirrors(room, "greedy")
        try:
            yield from _answered(room, limits, Watch(limits))
        except (Over, Overdue):
            yield Outcome(Status.STOPPED)


def refuse_mirrors(room: RoomArrays, engine: str) -> None:
    """Raise ``Unable`` for a room with mirrors, naming the first one."""
    found = [at for code in (SLASH, BACKSLASH) if (at := room.codes.find(code)) >= 0]
    if found:
        raise Unable(
            f"the engine {engine} takes rooms without mirrors, and there is one in {room.grid.cell(min(found))}; "
            "2sat takes any room"
        )


def _answered(room: RoomArrays, limits: Limits, watch: Watch) -> Iterator[Outcome]:
    with watch.clock.deadline():
        formula = Formula.of(room, watch.look)
        fault = formula.plain_fault()
        if fault is None:
            forced, walk = _forced(formula, watch.look)
            fault = formula.contradiction(walk) if walk else None
    if fault is not None:
        yield fault
        return
    shooters = range(len(formula.lines.shooters))
    free = [k for k in shooters if not forced[2 * k] and not forced[2 * k + 1]]
    ways = (0, 1) if free else (0,)
    for found, way in enumerate(ways):
        if found == limits.answers:
            break
        with watch.clock.deadline():
            answer = formula.answer(2 * k + (way if not forced[2 * k + 1 - way] else 1 - way) for k in shooters)
        yield Outcome(Status.FOUND, answer)
    else:
        yield Outcome(Status.STOPPED if len(free) > 1 else Status.EXHAUSTED)
        return
    yield Outcome(Status.STOPPED)


def _forced(formula: Formula, look: Look) -> tuple[bytearray, list[int]]:
    """Return for each literal whether it is forced, and a contradiction if that leads to one.

    The first two steps: a shooter turns away from whom it would hit; a dark cell that only one shooter can still light
    gets it. The contradiction is a walk of implications from a literal to its opposite and back, empty without one.
    """
    onward = formula.graph().forced
    forced = bytearray(len(onward))
    # What forced each literal: another one, or for a clause of one literal its own opposite.
    before = [0] * len(onward)
    waiting: list[int] = []
    steps = [(literal ^ 1, literal) for literal, other in formula.clauses if literal == other]
    while True:
        for source, literal in steps:
            if not forced[literal]:
                forced[literal] = 1
                before[literal] = source
                if forced[literal ^ 1]:
                    there, back = _trail(literal, before), _trail(literal ^ 1, before)
                    return forced, [*there, *_contrary(back), *back[1:], *_contrary(there)]
                waiting.append(literal)
        if not waiting:
            return forced, []
        source = waiting.pop()
        look(len(onward[source]) + 1)
        steps = [(source, literal) for literal in onward[source]]


def _trail(literal: int, before: list[int]) -> list[int]:
    """Return how a literal came to be forced, from the opposite of one that was so from the start."""
    trail = [literal]
    while len(trail) < 2 or trail[-1] ^ 1 != trail[-2]:
        trail.append(before[trail[-1]])
    return trail[::-1]


def _contrary(trail: list[int]) -> list[int]:
    """Return the implications of a trail, its first step left out, the other way round; without their first literal."""
    return [literal ^ 1 for literal in trail[-2:0:-1]]
