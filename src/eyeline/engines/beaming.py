"""The engine ``2sat`` for rooms of beams, and the formula behind it.

Every empty cell can be lit by at most two turned shooters, one along each of its lines, so the room is a
formula of clauses with two literals. That is the way of the official analysis of Google Code Jam 2017, Round 2,
"Beaming With Joy"; uniqueness, counting and the reasons for "impossible" are ours.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar, Self, TypeAlias

from eyeline.arrays import SHOOTER, VERTICAL, RoomArrays
from eyeline.deadline import Overdue, paced
from eyeline.engine import Clock, Implication, Limits, Outcome, Status, Task, Want
from eyeline.engines.implications import Implications, Tally
from eyeline.grid import Cell
from eyeline.model import Reason
from eyeline.room import NOBODY, Lines, Look, lines
from eyeline.sheet import Fact

#: Two literals, the smaller first; twice the same for a clause of one literal.
Clause: TypeAlias = tuple[int, int]

# So many steps of the inner loops take a few milliseconds.
_STEPS_BETWEEN_LOOKS = 10_000


class Over(Exception):
    """A limit was reached: breaks off a run, and is no error."""


class Watch:
    """Counts steps and nodes, and raises ``Over`` when a limit is reached."""

    def __init__(self, limits: Limits) -> None:
        self.clock = Clock(limits)
        self.most_nodes = limits.nodes
        self.nodes = 0
        self.steps = _STEPS_BETWEEN_LOOKS

    def look(self, steps: int) -> None:
        """Count steps, and look at the clock once in a while."""
        self.steps += steps
        if self.steps >= _STEPS_BETWEEN_LOOKS:
            self.steps = 0
            if self.clock.over:
                raise Over

    def node(self) -> None:
        """Count a node of search."""
        self.nodes += 1
        if self.most_nodes is not None and self.nodes > self.most_nodes:
            raise Over


@dataclass(frozen=True)
class Formula:
    """The clauses of a room, each with its reason.

    Literals are those of :class:`eyeline.room.Lines`. A clause is a pair with the smaller literal first, twice the same
    for a clause of one literal; of several reasons for one clause the first is kept. ``because`` holds the rule and
    what it is about: the literal that is not ``safe``, the literal that is ``given`` or ``entry``, the index of the
    cell that must have ``light``. ``dark`` has the indices of the empty cells that no safe literal lights.
    """

    lines: Lines
    because: dict[Clause, tuple[str, int]]
    dark: tuple[int, ...]

    @classmethod
    def of(cls, room: RoomArrays, look: Look) -> Self:
        """Build the clauses of a room, in linear time."""
        laid = lines(room, look)
        because: dict[Clause, tuple[str, int]] = {}
        for literal, safe in enumerate(paced(laid.safe())):
            if not safe:
                because[literal ^ 1, literal ^ 1] = ("safe", literal)
        for literal, rule in turned(laid):
            because.setdefault((literal, literal), (rule, literal))
        dark = []
        for cell, one, two in paced(laid.lighting()):
            clause = ordered(one, two)
            if clause in because:
                continue
            if clause[1] == NOBODY:
                dark.append(cell)
            elif clause[0] == NOBODY:
                because.setdefault((clause[1], clause[1]), ("light", cell))
            elif clause[0] ^ 1 != clause[1]:
                because[clause] = ("light", cell)
            # else both ways of one shooter light the cell: it is lit whatever happens
        look(len(room.codes))
        return cls(laid, because, tuple(dark))

    @property
    def clauses(self) -> Sequence[Clause]:
        """The clauses that decide the room."""
        return tuple(self.because)

    def graph(self) -> Implications:
        """Return the implications of the clauses."""
        return Implications(len(self.lines.shooters), self.clauses)

    @cached_property
    def facts(self) -> list[Fact]:
        """What each literal says."""
        return [self.lines.fact(literal) for literal in paced(range(2 * len(self.lines.shooters)))]

    @cached_property
    def safe(self) -> bytearray:
        """Whether each literal hits nobody: 1 or 0."""
        return self.lines.safe()

    def answer(self, literals: Iterable[int]) -> tuple[Fact, ...]:
        """Return what some literals say."""
        return tuple([self.facts[literal] for literal in paced(literals)])

    def reason(self, rule: str, of: int) -> Reason:
        """Return a reason as data from what ``because`` holds."""
        if rule == "light":
            return Reason(rule, self.cell(of))
        fact = self.lines.fact(of)
        return Reason(rule, fact if rule == "safe" else fact.cell)

    def cell(self, index: int) -> Cell:
        """Return the cell at a row-major index."""
        return self.lines.room.grid.cell(index)

    def unsafe_around(self, cell: int) -> Iterator[Reason]:
        """Yield why shooters that could light an empty cell must not."""
        for literal in self.lines.reaching(cell):
            if not self.safe[literal]:
                yield self.reason("safe", literal)

    def plain_fault(self) -> Outcome | None:
        """Return why there is no answer, if the formula shows that by itself; ``None`` where it does not."""
        return self.darkness() if self.dark else None

    def darkness(self) -> Outcome:
        """Return why there is no answer by a cell that stays dark: the one with the fewest shooters on its lines."""
        laid = self.lines

        def around(cell: int) -> int:
            return len(laid.turned[laid.across[cell]]) + len(laid.turned[laid.down[cell]])

        cell = min(self.dark, key=around)
        reasons = (self.reason("light", cell), *self.unsafe_around(cell))
        return Outcome(Status.EXHAUSTED, reasons=reasons)

    def contradiction(self, walk: Sequence[int]) -> Outcome:
        """Return why there is no answer by a walk of implications from a literal to its opposite and back.

        That a step has no third way out is because the other shooters around its cell must not shoot there, so what
        makes them unsafe is among the reasons too.
        """
        chain = []
        reasons: dict[Reason, None] = {}
        unsafe: dict[Reason, None] = {}
        for a, b in pairwise(walk):
            rule, of = self.because[ordered(a ^ 1, b)]
            reason = self.reason(rule, of)
            chain.append(Implication(self.lines.fact(a), self.lines.fact(b), reason))
            reasons[reason] = None
            if rule == "light":
                unsafe |= dict.fromkeys(self.unsafe_around(of))
        return Outcome(Status.EXHAUSTED, reasons=tuple(reasons | unsafe), chain=tuple(chain))


def ordered(one: int, two: int) -> Clause:
    """Return two literals as a clause."""
    return (one, two) if one < two else (two, one)


def turned(laid: Lines) -> Iterator[tuple[int, str]]:
    """Yield the literals of the shooters that are turned already, each with ``given`` or ``entry``."""
    room = laid.room
    for k, shooter in enumerate(laid.shooters):
        if room.codes[shooter] != SHOOTER:
            yield 2 * k + (room.codes[shooter] == VERTICAL), "entry" if shooter in room.entered else "given"


class TwoSat:
    """The engine ``2sat``. An answer and whether it is the only one take time linear in the number of cells.

    With ``Want.COUNT`` the parts of a room that share no clause are counted apart and multiplied; ``limits.answers``
    then bounds the number of choices that one part may take, which keeps a count that is broken off above that limit.
    ``limits.nodes`` bounds the choices in all. Which shooters are turned where nothing forces them is not specified.
    """

    formula: ClassVar[type[Formula]] = Formula

    def run(self, task: Task, limits: Limits, want: Want) -> Generator[Outcome, None, None]:
        """Yield the answers and at last whether there are no more; see :class:`eyeline.engine.Engine`.

        No answer differs from the first in fewer shooters than the second does.
        Raises ``Unable`` for a task that has no room of beams.
        """
        watch = Watch(limits)
        room = task.room
        try:
            with watch.clock.deadline():
                formula = self.formula.of(room, watch.look)
            yield from _counted(formula, limits, watch) if want is Want.COUNT else _answered(formula, limits, watch)
        except (Over, Overdue):
            yield Outcome(Status.STOPPED, count=0 if want is Want.COUNT else None)


def _answered(formula: Formula, limits: Limits, watch: Watch) -> Iterator[Outcome]:
    with watch.clock.deadline():
        fault = formula.plain_fault()
    if fault is not None:
        yield fault
        return
    with watch.clock.deadline():
        graph = formula.graph()
    component = graph.components(watch.look)
    if graph.contradictory(component):
        walk = graph.contradiction(component, watch.look)
        with watch.clock.deadline():
            fault = formula.contradiction(walk)
        yield fault
        return
    for found, literals in enumerate(_all(graph, graph.answer(component), watch)):
        if found == limits.answers:
            break
        with watch.clock.deadline():
            answer = formula.answer(literals)
        yield Outcome(Status.FOUND, answer)
        # Whether the first answer is the only one costs little to know; a third is not looked for when two are wanted.
        if limits.answers == found + 1 > 1:
            break
    else:
        yield Outcome(Status.EXHAUSTED)
        return
    yield Outcome(Status.STOPPED)


def _all(graph: Implications, first: list[int], watch: Watch) -> Iterator[list[int]]:
    """Yield all answers: the first, the one next to it, then the rest in the order of a search."""
    yield first
    second = graph.second(first, watch.look)
    if second is None:
        return
    yield second
    for literals in graph.answers(watch.look, watch.node):
        if literals not in (first, second):
            yield literals


def _counted(formula: Formula, limits: Limits, watch: Watch) -> Iterator[Outcome]:
    tally = None
    try:
        with watch.clock.deadline():
            graph = formula.graph()
        if formula.plain_fault() or graph.contradictory(graph.components(watch.look)):
            yield Outcome(Status.EXHAUSTED, count=0)
            return
        tally = Tally(graph, watch.look, watch.node)
        exact = tally.run(limits.answers)
    except (Over, Overdue):
        exact = False
    status = Status.EXHAUSTED if exact else Status.STOPPED
    yield Outcome(status, count=tally.count if tally else 0)
