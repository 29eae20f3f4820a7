"""The next step and why, and all steps to the end.

Steps are found as Bogaerts, Gamba and Guns (A framework for step-wise explaining how to solve constraint satisfaction
problems, Artificial Intelligence 300, 2021) describe: the cheapest first, each a small set of rules and earlier facts
from which new facts follow, and where no set is small enough a nested one, which supposes the opposite and goes on to a
clash. Cheapest of all are the techniques of the ladder. Where they end, minimal unsatisfiable subsets over all rules
take over, as in Espasa et al. (Using small MUSes to explain how to solve pen and paper puzzles, 2021).
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from eyeline.claimed import JudgedStep, Standing
from eyeline.clash import Clash
from eyeline.deadline import Overdue, look, paced
from eyeline.engine import NO_LIMITS, Clock, Limits
from eyeline.engines.bounded import Purse, Spent, conflicts_and_questions
from eyeline.engines.support import Because, Support
from eyeline.errors import UnknownName
from eyeline.grid import Cell, Port
from eyeline.ladder.haunted import MOST_LAST
from eyeline.ladder.skyscrapers import CELL_START, CELL_UNITS, UNIT_CELLS, UNIT_START
from eyeline.ladder.source import BECAUSE, END, HEADER, ROOM, clear
from eyeline.ladder.source import ones as bits_of
from eyeline.model import Known, Model, Reason, Row
from eyeline.picture import Role
from eyeline.puzzles import Puzzle
from eyeline.sheet import Fact, Position
from eyeline.terrain import Terrain, terrain

#: Rules that can be seen at a glance; where more work together, the step comes with a way from its opposite to a clash.
MOST_AT_ONCE = 2
#: Steps that need more rules than this are suppositions, and nothing else.
MOST_REASONS = 8
#: Conflicts that may be spent on one question whether something follows.
CONFLICTS = 20_000
#: Conflicts, and questions, that may be spent on the smallest set of rules of a step, or of a hint that is a clash.
CONFLICTS_FOR_SMALLEST = 1500
#: The same for all ways to clashes that are tried for a step, where a round of techniques counts as so many.
CONFLICTS_INSIDE, PRICE_OF_A_ROUND = 600, 15
#: Suppositions within suppositions go so deep, and so many are tried by sets of rules.
DEEPEST, MOST_SPLITS = 2, 4
#: So many facts that look alike are looked at closely.
CANDIDATES = 4
#: A way to a clash of so many steps is not worth being beaten.
SHORT = 3
#: What a step costs that no technique finds, and one that supposes something.
PRICE_OF_RULES, PRICE_OF_SUPPOSING = 50, 100

NO_POSITION = Position()
#: How an explanation ends, and what a step is called, where a limit came first.
UNKNOWN = "unknown"
#: What steps are called that find no fact: no technique has such a name.
ENDS = frozenset({"finished", "free", "clash", UNKNOWN})
#: Techniques that go from cell to cell; their steps come with the way.
CHAINS = ("forcing chain", "chain")
#: The rules that every cell of a skyscraper puzzle obeys; clues come on top.
STRUCTURE = frozenset({"row", "column", "diagonal", "region", "total", "group"})


@dataclass(frozen=True, slots=True)
class Step:
    """Facts that follow from rules and earlier facts, none of which can be left out.

    ``technique`` is a name of the ladder's, or one of these: ``rules``, a smallest set of rules found by search;
    ``suppose``, ``supposed`` leads by the steps ``inner`` to a clash, so that the opposite is the fact; ``clash``, the
    reasons and earlier facts exclude each other, and there are no facts; ``finished``, there is nothing left to find;
    ``free``, nothing more is forced, for there are several answers; ``unknown``, a limit was reached before anything
    was found. ``detail`` is a number that goes with the technique: of arrangements, or of the value or cell it turns
    on. ``cost`` is higher for steps that are harder to see. ``besides`` has, for steps told by cases, what is ruled out
    by then and not needed: cases that nobody has to look at.
    """

    technique: str
    facts: tuple[Known, ...] = ()
    reasons: tuple[Reason, ...] = ()
    earlier: tuple[Known, ...] = ()
    cost: int = 0
    detail: int = 0
    supposed: Known | None = None
    inner: tuple[Step, ...] = ()
    besides: tuple[Known, ...] = ()

    def roles(self) -> dict[Cell | Port, Role]:
        """Return what each cell and clue is in a picture: won, lost, a reason; a supposed cell is the focus."""
        found: dict[Cell | Port, Role] = {one.cell: Role.REASON for one in self.earlier}
        found |= {reason.of: Role.REASON for reason in self.reasons if isinstance(reason.of, Cell | Port)}
        found |= {one.cell: Role.WON if one.holds else Role.LOST for one in self.facts}
        if self.supposed:
            found[self.supposed.cell] = Role.FOCUS
        return found


@dataclass(frozen=True, slots=True)
class Explanation:
    """All steps from a ``position`` on.

    ``end`` is ``finished``, ``clash`` (there is no answer), ``free`` (many) or ``unknown`` (a limit was reached; the
    steps found by then are there).
    """

    puzzle: Puzzle
    steps: tuple[Step, ...]
    end: str
    position: Position = NO_POSITION

    def before(self, number: int) -> Position:
        """Return what was known before a step, numbered from 1: entries, and for other cells the values left to them.

        These stand as pencil marks in cells that have lost values, and in those of the step. Raises ``UnknownName`` for
        a number that no step has.
        """
        if not 1 <= number <= len(self.steps):
            there = {0: "it has no steps", 1: "it has one step"}.get(len(self.steps), f"it has {len(self.steps)} steps")
            raise UnknownName(f"no step {number} in the explanation: {there}")
        step = self.steps[number - 1]
        explainer = Explainer.of(self.puzzle, self.position)
        explainer.learn(fact for earlier in self.steps[: number - 1] for fact in earlier.facts)
        cells, values = explainer.ground.cells, explainer.ground.values
        # What is certain is entered, but nothing that the step itself finds.
        found = {cells[place]: values[value] for place, value in explainer.placed.items()}
        entries = {cell: token for cell, token in found.items() if self.puzzle.sheet.cells[cell] != token}
        shown = {fact.cell for fact in step.facts}
        pencil = {
            cells[place]: frozenset(values[value] for value in range(len(values)) if domain >> value & 1)
            for place, domain in enumerate(explainer.domains)
            if place not in explainer.placed and (bits_of(domain) < len(values) or cells[place] in shown)
        }
        return Position(entries, pencil)


def explain(puzzle: Puzzle, position: Position | None = None, *, limits: Limits = NO_LIMITS) -> Explanation:
    """Explain a puzzle to its end: until it is filled, or clashes, or nothing more is forced.

    What ``position`` has entered and excluded is taken for known. Of the ``limits``, ``seconds`` and ``cancel`` count;
    when one is reached, the explanation ends there, as ``unknown``. Raises ``PuzzleError`` for a position that does not
    belong to the puzzle.
    """
    held = position or NO_POSITION
    steps: list[Step] = []
    end = UNKNOWN
    with suppress(Overdue), Clock(limits).deadline():
        for step in _steps(puzzle, held):
            if step.facts or step.technique == "clash":
                steps.append(step)
            if not step.facts:
                end = step.technique
    return Explanation(puzzle, tuple(steps), end, held)


def _steps(puzzle: Puzzle, position: Position) -> Iterator[Step]:
    """Yield the steps, and at last one that says how it ends: clash, finished or free."""
    explainer = Explainer.of(puzzle, position)
    while True:
        step = explainer.next()
        yield step
        if not step.facts:
            return
        explainer.learn(step.facts)


def hint(puzzle: Puzzle, position: Position | None = None, *, limits: Limits = NO_LIMITS) -> Step:
    """Return the cheapest next step from a position.

    Where the entries cannot all be right the step is a ``clash``: its earlier facts are entries that together break the
    rules named, or, where there are none, the puzzle has no answer at all. ``limits`` are kept as by :func:`explain`;
    where one is reached first the step is ``unknown``. Raises as :func:`explain`.
    """
    found = Step(UNKNOWN)
    with suppress(Overdue), Clock(limits).deadline():
        explainer = Explainer.of(puzzle, position or NO_POSITION)
        clash = explainer.clash()
        if clash is None:
            return explainer.next()
        # A better one each time; what is there when the deadline passes is told.
        found = clash
        found = explainer.smaller(found)
        found = explainer.led(found)
    return found


def followed(clash: Clash, limits: Limits = NO_LIMITS) -> Step | None:
    """Return a clash as a step, with the steps that lead to it.

    ``None`` where it takes too many rules to be told, or more time than the ``limits`` leave.
    """
    if not _few(clash.rules):
        return None
    return _led(clash.puzzle, Step("clash", (), clash.rules, (*clash.printed, *clash.entered)), limits)


def _led(puzzle: Puzzle, clash: Step, limits: Limits) -> Step | None:
    """Return a clash with the steps that lead to it; ``None`` where a limit is reached first."""
    return Clock(limits).made(lambda: Explainer.of(puzzle).led(clash))


def _few(rules: Iterable[Reason]) -> bool:
    """Return whether rules are few enough to be told of; those that every cell obeys are not counted."""
    return sum(rule.rule not in STRUCTURE for rule in rules) <= MOST_REASONS


def followed_step(found: JudgedStep, limits: Limits = NO_LIMITS) -> Step | None:
    """Return a forced or a wrong claim as a step, with the way from its opposite to a clash where it takes one.

    ``None`` for any other claim, and where it takes too many rules or steps to be told, or more time than the
    ``limits`` leave.
    """
    if found.standing not in (Standing.FORCED, Standing.WRONG) or not _few(found.reasons):
        return None
    if found.standing is Standing.WRONG and len(found.facts) > 1:
        clash = Step("clash", (), found.reasons, (*found.earlier, *found.facts))
        return _led(found.puzzle, clash, limits) if found.reasons else clash
    facts = found.facts
    if found.standing is Standing.WRONG:
        facts = (facts[0]._replace(holds=not facts[0].holds),)
    step = Step("rules", facts, found.reasons, found.earlier)
    if len(facts) > 1 or len(found.reasons) <= MOST_AT_ONCE:
        return step
    opposite = facts[0]._replace(holds=not facts[0].holds)
    led = _led(found.puzzle, Step("clash", (), found.reasons, (*found.earlier, opposite)), limits)
    if led is None or len(led.inner) > MOST_REASONS:
        return None
    return replace(step, supposed=opposite, inner=led.inner) if led.inner else step


class _Finding(NamedTuple):
    """One finding of the ladder's trace."""

    technique: int
    detail: int
    reasons: tuple[int, ...]
    struck: tuple[tuple[int, int], ...]


@dataclass
class _Rules:
    """The solvers of one puzzle, made when they are first asked for."""

    model: Model
    supports: dict[frozenset[Reason], Support] = field(default_factory=dict)

    @cached_property
    def _by_reason(self) -> dict[Reason | None, list[Row]]:
        found: dict[Reason | None, list[Row]] = {}
        for row in paced(self.model.rows):
            found.setdefault(row.reason, []).append(row)
        return found

    @cached_property
    def _defined(self) -> dict[int, list[Row]]:
        """The rows of the background by the last of their variables that is no fact; -1 where all are."""
        found: dict[int, list[Row]] = {}
        facts = self.model.facts
        for row in self._by_reason.get(None, ()):
            found.setdefault(max((v for v in row.variables if v not in facts), default=-1), []).append(row)
        return found

    def _part(self, clues: frozenset[Reason]) -> Model:
        """Return the rows of the structure and of some clues, with the background that they need."""
        rows = [row for reason in (*self.structure, *sorted(clues)) for row in self._by_reason[reason]]
        used = dict.fromkeys(v for row in rows for v in row.variables if v not in self.model.facts)
        background = [row for variable in (-1, *used) for row in self._defined.get(variable, ())]
        return replace(self.model, rows=background + rows)

    @cached_property
    def reasons(self) -> tuple[Reason, ...]:
        """Every rule; what is printed in a cell is a fact instead."""
        return tuple(reason for reason in self.model.reasons() if reason.rule != "given")

    @cached_property
    def structure(self) -> tuple[Reason, ...]:
        """The rules that hold without any clue."""
        return tuple(reason for reason in self.reasons if reason.rule in STRUCTURE)

    @cached_property
    def all(self) -> Support:
        """A solver for all rules."""
        return Support(
            replace(
                self.model, rows=[row for row in self.model.rows if row.reason is None or row.reason.rule != "given"]
            )
        )

    def support(self, reasons: Iterable[Reason]) -> Support:
        """Return a solver for the structure and some more rules, small where the puzzle allows it."""
        wanted = frozenset(reasons).difference(self.structure)
        few = len(wanted) <= 2 and all(reason.rule == "clue" for reason in wanted)
        if len(self.model.rows) < 1000 or not few:
            return self.all
        if wanted not in self.supports:
            self.supports[wanted] = Support(self._part(wanted))
        return self.supports[wanted]


#: The solvers of the puzzles looked at last; each thread has its own, for a solver serves one at a time.
_HELD = threading.local()
_MOST_HELD = 4


def _rules(puzzle: Puzzle) -> _Rules:
    """Return the solvers of a puzzle, those of last time where they are still there."""
    held: dict[Puzzle, _Rules] = _HELD.__dict__.setdefault("rules", {})
    found = held.pop(puzzle, None) or _Rules(puzzle.model())
    held[puzzle] = found
    if len(held) > _MOST_HELD:
        del held[next(iter(held))]
    return found


class Explainer:
    """What is known on a puzzle so far, and what follows next."""

    @classmethod
    def of(cls, puzzle: Puzzle, position: Position = NO_POSITION) -> Explainer:
        """Start from what is printed and what ``position`` has. Raises ``PuzzleError`` as :meth:`Puzzle.filled`."""
        puzzle.filled(position)
        ground = terrain(puzzle)
        printed = [Known(fact.cell, fact.value) for fact in puzzle.sheet.cells.facts() if fact.value in ground.values]
        places = ground.places
        entered = [Known(*fact) for fact in position.facts() if fact.cell in places]
        excluded = [
            Known(cell, value, False)
            for cell in paced(ground.cells)
            if cell in position.excluded
            for value in ground.values
            if value in position.excluded[cell]
        ]
        return cls(ground, _rules(puzzle), None, [*printed, *entered, *excluded])

    def __init__(
        self,
        ground: Terrain,
        rules: _Rules,
        allowed: frozenset[Reason] | None,
        known: Iterable[Known],
        depth: int = 0,
        plain: bool = False,
    ) -> None:
        """Start from what is ``known``, with the rules ``allowed``; ``None`` = all of them.

        ``depth`` counts the suppositions around; ``plain``: it goes on by techniques and by small sets of rules alone.
        """
        self.ground = ground
        self.rules = rules
        self.allowed = allowed
        self.depth = depth
        self.plain = plain
        #: Who knows all that is known outside of any supposition; ``None`` where that may not be true.
        self.root: Explainer | None = None if depth else self
        #: What may still be spent on the ways to clashes.
        self.purse = _purse(0)
        self.places = ground.places
        self.known: dict[Known, None] = {}
        self.domains = [(1 << len(ground.values)) - 1] * len(ground.cells)
        self.placed: dict[int, int] = {}
        self._memo = [0] * ground.memo
        self._trace = [0] * 4000
        self._removed = [0] * len(ground.cells)
        self.learn(known)

    def _clear(self, place: int, value: int) -> None:
        """Take a height that is placed from the other cells of its units."""
        domains, start, cells = self.domains, self.ground.board[UNIT_START], self.ground.board[UNIT_CELLS]
        held, gone = domains[place], ~(1 << value)
        for unit in self._units(place):
            if self._may(self.ground.reasons[unit]):
                for other in cells[start[unit] : start[unit + 1]]:
                    domains[other] &= gone
        domains[place] = held

    def _units(self, place: int) -> list[int]:
        """Return the units of a place, where it has any."""
        if self.ground.puzzle.kind.name != "skyscrapers":
            return []
        start, units = self.ground.board[CELL_START], self.ground.board[CELL_UNITS]
        return units[start[place] : start[place + 1]]

    def _may(self, reason: Reason) -> bool:
        return self.allowed is None or reason in self.allowed

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The rules that may be used."""
        return tuple(reason for reason in self.rules.reasons if self._may(reason))

    def learn(self, facts: Iterable[Known]) -> None:
        """Take facts for known. A height that is placed is gone from the units of its cell."""
        for one in paced(facts):
            self.known[one] = None
            place, value = self.places[one.cell], self.ground.values.index(one.value)
            if not one.holds:
                self.domains[place] &= ~(1 << value)
                continue
            self.domains[place] &= 1 << value
            self.placed[place] = value
            if one.value != "0":
                self._clear(place, value)

    @property
    def open_places(self) -> list[int]:
        """The places whose value is not known."""
        return [place for place in range(len(self.domains)) if place not in self.placed]

    def _around(self, place: int) -> list[Reason]:
        """Return the units of a place, where it has any: with what is known they leave nothing for it."""
        return [self.ground.reasons[unit] for unit in self._units(place)]

    def _broken(self, reasons: Iterable[Reason]) -> Step | None:
        """Return a clash by one of some broken rules alone; ``None`` where none of them may be used."""
        for reason in reasons:
            if reason in self.reasons:
                return self._made("clash", (), (reason,), 1)
        return None

    def clash(self) -> Step | None:
        """Return why what is known cannot be completed; ``None`` where it can."""
        found = self.rules.all.force(self.reasons, self.known, (), CONFLICTS)
        return None if found is None else self._step("clash", (), found, PRICE_OF_RULES)

    def smaller(self, clash: Step) -> Step:
        """Return a clash of the fewest rules, and then of the fewest facts, as far as its purse goes."""
        known = Because(clash.reasons, clash.earlier)
        found = self.rules.all.fewer(known, self.reasons, self.known, (), _purse(CONFLICTS_FOR_SMALLEST))
        return self._step("clash", (), found, PRICE_OF_RULES)

    def led(self, clash: Step) -> Step:
        """Return a clash with the steps that lead to it from its rules and facts alone, where it takes any."""
        inner = Explainer(self.ground, self.rules, frozenset(clash.reasons), clash.earlier, 1)
        inner.purse = _purse(CONFLICTS_INSIDE)
        steps = inner._to_the_clash()
        return replace(clash, inner=tuple(steps)) if len(steps) > 1 else clash

    def _to_the_clash(self) -> list[Step]:
        steps = []
        while True:
            steps.append(step := self.next())
            if not step.facts:
                return _needed(steps)
            self.learn(step.facts)

    def next(self) -> Step:
        """Return the cheapest next step. Raises ``Overdue``."""
        look()
        if not self.depth:
            self.purse = _purse(CONFLICTS_INSIDE)
        if not all(self.domains):
            return self._made("clash", (), self._around(self.domains.index(0)), 1)
        for place in self.open_places:
            domain = self.domains[place]
            if domain & (domain - 1) == 0:
                return self._made("naked single", self._facts(((place, 0),)), (), 1)
        if not self.open_places:
            filled = [Fact(self.ground.cells[place], self.ground.values[v]) for place, v in self.placed.items()]
            puzzle = self.ground.puzzle
            broken = [fault.reason for fault in puzzle.faults(puzzle.sheet.cells.filled(filled))]
            step = self._broken(broken)
            if step is None and (broken or self.allowed is not None):
                step = self.clash()
            return step or Step("finished")
        return self._by_technique() or self._by_rules()

    def _facts(self, struck: Iterable[tuple[int, int]]) -> tuple[Known, ...]:
        """Return what follows when values are ruled out; empty when a cell loses all."""
        found = []
        for place, mask in struck:
            cell, left = self.ground.cells[place], self.domains[place] & ~mask
            if left == 0:
                return ()
            if left & (left - 1) == 0:
                found.append(Known(cell, self.ground.values[left.bit_length() - 1]))
            else:
                found += [Known(cell, v, False) for i, v in enumerate(self.ground.values) if mask >> i & 1]
        return tuple(found)

    def _made(
        self, technique: str, facts: tuple[Known, ...], reasons: Iterable[Reason], price: int, detail: int = 0
    ) -> Step:
        """Make a step from as few of these rules, the structure's and the known facts as it takes."""
        # In order, so that the same puzzle gets the same explanation every time.
        own = tuple(dict.fromkeys(reason for reason in reasons if self._may(reason)))
        found = self._narrowed(own, facts)
        if found is None:
            used = [reason for reason in self.reasons if reason in own or reason.rule in STRUCTURE]
            found = self.rules.support(used).force(used, self.known, facts, dear=lambda reason: reason not in own)
        if found is None:
            raise AssertionError(f"{technique} finds what does not follow: {facts} from {sorted(map(str, own))}")
        if (
            facts
            and set(own).difference(self.rules.structure)
            and set(own).intersection(found.reasons) <= set(self.rules.structure)
        ):
            # What the technique found by a clue follows without one.
            technique = "rules"
        return self._step(technique, facts, found, price, detail)

    def _narrowed(self, own: Sequence[Reason], facts: tuple[Known, ...]) -> Because | None:
        """Return a minimal set close to what a technique looked at.

        What heights placed elsewhere rule out is taken for known at first, and only what is needed of that is traced
        back to those heights and the units that they share.
        """
        support = self.rules.support(own)
        gone = self._gone()
        first = support.force(own, [*self.known, *gone], facts)
        if first is None:
            return None
        reasons = dict.fromkeys(first.reasons)
        known = dict.fromkeys(one for one in first.known if one not in gone)
        ways = [gone[one] for one in first.known if one in gone]
        # Where a height is out for several reasons, the one that is used already is taken.
        for way in sorted(ways, key=len):
            unit, source = min(way, key=lambda entry: (entry[0] not in reasons, entry[1] not in known))
            reasons[unit] = None
            known[source] = None
        return support.force(list(reasons), list(known), facts) if ways else first

    def _gone(self) -> dict[Known, list[tuple[Reason, Known]]]:
        """Return the heights that others in the same unit keep from a cell, each with those units and heights."""
        found: dict[Known, list[tuple[Reason, Known]]] = {}
        if self.ground.puzzle.kind.name != "skyscrapers":
            return found
        head, start, cells = self.ground.board[:3]
        for unit in range(head[4]):
            reason = self.ground.reasons[unit]
            if not self._may(reason):
                continue
            look()
            members = cells[start[unit] : start[unit + 1]]
            for one in members:
                if one not in self.placed or (token := self.ground.values[self.placed[one]]) == "0":
                    continue
                source = Known(self.ground.cells[one], token)
                for other in members:
                    lost = Known(self.ground.cells[other], token, False)
                    if other not in self.placed and lost not in self.known:
                        found.setdefault(lost, []).append((reason, source))
        return found

    def _step(self, technique: str, facts: tuple[Known, ...], found: Because, price: int, detail: int = 0) -> Step:
        cost = 10 * price + 2 * len(found.reasons) + len(found.known)
        besides = self._besides(found.known) if technique in ("rules", "clash") else ()
        return Step(technique, facts, found.reasons, found.known, cost, detail, besides=besides)

    def _besides(self, used: Iterable[Known]) -> tuple[Known, ...]:
        """Return what is ruled out, outside of any supposition, and does not follow from single facts that are used."""
        if self.root is None:
            return ()
        held = {fact.cell for fact in used if fact.holds}
        lost = set(used)
        return tuple(
            fact
            for place, cell in enumerate(self.ground.cells)
            if cell not in held
            for value, token in enumerate(self.ground.values)
            if not self.root.domains[place] >> value & 1 and (fact := Known(cell, token, False)) not in lost
        )

    def _gone_before(self, fact: Known) -> bool:
        """Return whether what a fact rules out is ruled out already, outside of any supposition."""
        value = self.ground.values.index(fact.value)
        return self.root is not None and not self.root.domains[self.places[fact.cell]] >> value & 1

    def _by_technique(self) -> Step | None:
        """Return the simplest finding of the lowest rung that has any."""
        ladder = self.ground.ladder
        for rung in range(ladder.supposing):
            look()
            findings = [finding for finding in self._findings(rung) if self._allows(finding)]
            if findings:
                best = min(findings, key=self._effort)
                technique = ladder.techniques[best.technique].name
                facts = self._facts(best.struck)
                reasons = [self.ground.reasons[number] for number in best.reasons]
                if technique in CHAINS and self.allowed is None:
                    return self._chain(technique, best, ladder.prices[rung])
                return self._made(technique if facts else "clash", facts, reasons, ladder.prices[rung], best.detail)
        return None

    def _chain(self, technique: str, finding: _Finding, price: int) -> Step:
        """Return one fact of a chain, with the way from its opposite to the clash."""
        place, mask = finding.struck[0]
        lost = self.ground.values[(mask & -mask).bit_length() - 1]
        fact = Known(self.ground.cells[place], lost, False)
        made = self._made(technique, (fact,), [self.ground.reasons[number] for number in finding.reasons], price)
        return self._suppose(fact, Because(made.reasons, made.earlier), technique, price)

    def _allows(self, finding: _Finding) -> bool:
        return self.allowed is None or all(self.ground.reasons[number] in self.allowed for number in finding.reasons)

    def _effort(self, finding: _Finding) -> tuple[int, int, int, int]:
        """Order findings of one rung: those that fill a cell first, then by technique, few rules, few values."""
        wins = any((left := self.domains[place] & ~mask) & (left - 1) == 0 for place, mask in finding.struck)
        listed = finding.detail if self.ground.ladder.techniques[finding.technique].name == "few" else 0
        return not wins, listed, len(finding.reasons), sum(bits_of(mask) for _, mask in finding.struck)

    def _findings(self, rung: int) -> list[_Finding]:
        while True:
            trace = self._trace
            trace[ROOM] = len(trace)
            clear(trace, self._removed)
            self.ground.ladder.climb(rung, self.ground.board, self.domains, self._removed, trace, self._memo)
            found = list(_read(trace))
            if len(found) == trace[1]:
                return found
            self._trace = [0] * (4 * len(trace))

    def _by_rules(self) -> Step:
        """Return the step with the fewest rules, or a supposition where these are too many."""
        if self.depth:
            return self._inside()
        forced = self._forced()
        if not forced:
            return self.clash() or Step("free")
        purse = _purse(CONFLICTS_FOR_SMALLEST)
        try:
            fewest = self.rules.all.fewest_reasons(self.reasons, self.known, forced, MOST_REASONS, purse, CANDIDATES)
        except Spent:
            fewest = []
        if not fewest:
            return self._split(forced) or self._of_a_core(forced[:CANDIDATES])
        if len(fewest[0][1]) > MOST_AT_ONCE:
            return self._easiest([(fact, self._enough(rules, (fact,), purse)) for fact, rules in fewest if fact])
        return min((self._at_once(fact, rules, purse) for fact, rules in fewest), key=lambda step: step.cost)

    def _easiest(self, claims: list[tuple[Known, Because]]) -> Step:
        """Return the supposition that is the easiest to follow, of the facts that take the fewest earlier ones."""
        claims.sort(key=lambda claim: (claim[1].size, claim[0]))
        tried = []
        for fact, found in claims:
            tried.append(self._suppose(fact, found))
            if _length(tried[-1]) <= SHORT and not _crowd(tried[-1]):
                break
        return min(tried, key=_plainness)

    def _inside(self) -> Step:
        """Return the next step within a supposition, where the rules exclude each other and all follows from all.

        A few rules that clash, or that leave less of a cell; else a supposition of its own; else whatever clashes.
        """
        full = len(self.ground.values)
        for claims in ([None], self._possible()):
            try:
                few = self.rules.all.fewest_reasons(self.reasons, self.known, claims, MOST_AT_ONCE, self.purse)
            except Spent:
                break
            if few:
                return self._at_once(*few[0], self.purse)
        if self.plain:
            return Step("free")
        # A cell of which nothing is known tells little.
        known = [
            fact
            for fact in self._possible()
            if bits_of(self.domains[self.places[fact.cell]]) < full and not self._gone_before(fact)
        ]
        return (self._split(known) if self.depth < DEEPEST else None) or self.clash() or Step("free")

    def _possible(self) -> list[Known]:
        """Return every value that a cell can still have, as the fact that it is not; cells with few values first."""
        return [
            Known(self.ground.cells[place], token, False)
            for place in sorted(self.open_places, key=lambda place: bits_of(self.domains[place]))
            for value, token in enumerate(self.ground.values)
            if self.domains[place] >> value & 1
        ]

    def _at_once(self, fact: Known | None, reasons: tuple[Reason, ...], purse: Purse) -> Step:
        """Return a step of a few rules that can be seen together; ``None`` stands for a clash."""
        facts: tuple[Known, ...] = ()
        found = None
        if fact is not None:
            facts = self._facts(((self.places[fact.cell], 1 << self.ground.values.index(fact.value)),))
            found = self._because(reasons, facts, purse) if facts else None
            if found is None:
                # What else the cell has lost is told by other rules.
                facts = (fact,)
        return self._step(
            "rules" if facts else "clash", facts, found or self._enough(reasons, facts, purse), PRICE_OF_RULES
        )

    def _because(self, reasons: tuple[Reason, ...], facts: tuple[Known, ...], purse: Purse) -> Because | None:
        return self.rules.support(reasons).fewest(reasons, list(self.known), facts, purse)

    def _enough(self, reasons: tuple[Reason, ...], facts: tuple[Known, ...], purse: Purse) -> Because:
        """Return what it takes of rules that force facts."""
        found = self._because(reasons, facts, purse)
        if found is None:
            raise AssertionError(f"{facts} do not follow from {sorted(map(str, reasons))}")
        return found

    def _of_a_core(self, forced: list[Known]) -> Step:
        """Return the supposition of few rules, of some facts that follow."""
        found = [(self.rules.all.force(self.reasons, self.known, (fact,)), fact) for fact in forced]
        _, fact, because = min((one.size, fact, one) for one, fact in found if one is not None)
        return self._suppose(fact, because)

    def _forced(self) -> list[Known]:
        """Return every value that the rules take from a cell; none where they leave no answer at all."""
        support = self.rules.all
        reasons = self.reasons
        answer = support.answer(reasons, self.known)
        if answer is None:
            return []
        possible = set(answer)
        found = []
        for place in self.open_places:
            for value, token in enumerate(self.ground.values):
                fact = Known(self.ground.cells[place], token, False)
                opposite = fact._replace(holds=True)
                if not self.domains[place] >> value & 1 or opposite in possible:
                    continue
                other = support.answer(reasons, [*self.known, opposite])
                if other is None:
                    found.append(fact)
                else:
                    possible |= other
        return found

    def _within(self, fact: Known, found: Because, plain: bool = False) -> Explainer:
        """Return what is known when the opposite of a fact is supposed, with nothing but these rules and facts.

        ``plain``: it goes on by techniques and by small sets of rules alone.
        """
        inner = Explainer(
            self.ground,
            self.rules,
            frozenset(found.reasons),
            [*found.known, fact._replace(holds=not fact.holds)],
            self.depth + 1,
            plain,
        )
        inner.purse = self.purse
        inner.root = self.root
        return inner

    def _split(self, facts: list[Known]) -> Step | None:
        """Return the supposition of one of these facts that is led to its clash in the fewest rounds of techniques.

        In a round all findings of the cheapest rung are taken at once. Where techniques lead none to a clash, a few
        are tried with small sets of rules as well. ``None`` where that does not do either.
        """
        everything = Because(self.reasons, tuple(self.known))
        trials = [(fact, self._within(fact, everything)) for fact in facts]
        while trials and self.purse.left > 0:
            self.purse.left -= PRICE_OF_A_ROUND * len(trials)
            trials = [(fact, trial) for fact, trial in trials if trial.advance()]
            clashing = [fact for fact, trial in trials if not all(trial.domains)]
            found = [step for fact in clashing[:CANDIDATES] if (step := self._plainly(fact))]
            if found:
                return min(found, key=_plainness)
            trials = [(fact, trial) for fact, trial in trials if all(trial.domains)]
        tried = (self._plainly(fact) for fact in facts[:MOST_SPLITS] if self.purse.left > 0)
        return next((step for step in tried if step), None)

    def _plainly(self, fact: Known) -> Step | None:
        """Return the supposition of a fact where techniques and small sets of rules lead it to its clash."""
        inner = self._within(fact, Because(self.reasons, tuple(self.known)), plain=True)
        steps = inner._to_the_clash()
        if steps[-1].technique != "clash":
            return None
        used = dict.fromkeys(reason for step in steps for reason in step.reasons)
        found = self.rules.all.force(list(used), self.known, (fact,))
        return None if found is None else self._suppose(fact, found)

    def advance(self) -> bool:
        """Take all findings of the cheapest rung that has any; return whether there were some. For trials."""
        for rung in range(self.ground.ladder.supposing):
            look()
            findings = [finding for finding in self._findings(rung) if self._allows(finding)]
            for finding in findings:
                for place, mask in finding.struck:
                    self.domains[place] &= ~mask
            if findings:
                return True
        return False

    def _suppose(self, fact: Known, found: Because, technique: str = "", price: int = PRICE_OF_SUPPOSING) -> Step:
        """Return a step that supposes the opposite of a fact and leads it to a clash, by nothing but what is found."""
        supposed = fact._replace(holds=not fact.holds)
        inner = self._within(fact, found)
        steps = inner._to_the_clash()
        cost = 10 * price + sum(step.cost for step in steps)
        if not technique:
            maze = self.ground.puzzle.kind.name == "haunted"
            technique = "last cells" if maze and len(self.open_places) <= MOST_LAST else "rules"
            if len(found.reasons) > MOST_REASONS:
                technique = "suppose"
        return Step(technique, (fact,), found.reasons, found.known, cost, len(steps), supposed, tuple(steps))


def _purse(conflicts: int) -> Purse:
    """Return a purse for what is tried: so many conflicts, where each question counts as one."""
    return Purse(Limits(nodes=conflicts), cost=conflicts_and_questions)


def _plainness(step: Step) -> tuple[int, int, int]:
    """Order suppositions: those that need no clash of many rules first, then by the number of steps, and by cost."""
    return _crowd(step), _length(step), step.cost


def _crowd(step: Step) -> int:
    """Return how many rules clash at once in a supposition, beyond those that can be seen together."""
    if step.inner:
        return max(_crowd(inner) for inner in step.inner)
    return max(0, len(step.reasons) - MOST_AT_ONCE) if step.technique == "clash" else 0


def _length(step: Step) -> int:
    """Return the number of steps within a step."""
    return sum(1 + _length(inner) for inner in step.inner)


def _needed(steps: list[Step]) -> list[Step]:
    """Return the last step and those that it rests on; what is found on the way and not used is left out."""
    wanted: set[Known] = set()
    kept: list[Step] = []
    for step in reversed(steps):
        if not kept or wanted.intersection(step.facts):
            kept.append(step)
            wanted.update(step.earlier)
    return kept[::-1]


def _read(trace: list[int]) -> Iterator[_Finding]:
    """Yield the findings of a trace."""
    at = HEADER
    while at < trace[END]:
        pairs = [(trace[i], trace[i + 1]) for i in range(at + 3, at + trace[at], 2)]
        struck: dict[int, int] = {}
        for place, mask in pairs:
            if place != BECAUSE:
                struck[place] = struck.get(place, 0) | mask
        reasons = tuple(dict.fromkeys(reason for first, reason in pairs if first == BECAUSE))
        yield _Finding(trace[at + 1], trace[at + 2], reasons, tuple(struck.items()))
        at += trace[at]
