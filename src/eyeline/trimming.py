"""Which clues and givens of a puzzle can go, so that its one answer stays the only one.

The rules, the clues and the givens of a puzzle with one answer, and "not this answer", contradict each other. Clues and
givens that are enough for the answer to be the only one are an unsatisfiable subset of these, the rules kept; one of
which nothing can be left out is a minimal one. It is found by deletion (Chinneck and Dravnieks, Locating minimal
infeasible constraint sets in linear programs, ORSA Journal on Computing 3, 1991): try to leave out one after another,
in a fixed order. So the outcome depends on the order alone, and not on the solver. Two things spare most questions to
the solver: reasons found to be enough say the same of every larger set, and another answer found breaks some clues and
givens, one of which has to stay.
"""

from __future__ import annotations

import random
import time
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from contextlib import closing
from dataclasses import dataclass, replace

from eyeline.engine import NO_LIMITS, Clock, Limits
from eyeline.engines.bounded import Purse
from eyeline.engines.otherwise import Otherwise
from eyeline.engines.smallest import Hitting
from eyeline.errors import UnknownName
from eyeline.grid import Cell, Grid, Port
from eyeline.model import Model, Reason
from eyeline.puzzles import Puzzle
from eyeline.puzzles.symmetry import Symmetry
from eyeline.sheet import Cells, Clues, Fact, Totals
from eyeline.solve import Answer, Verdict, solve

#: What can be left out of a page, by the rule of its reason: clues, printed values, and the totals of monsters.
PRINTED = ("clue", "given", "total")

_HALF_TURN = Symmetry(upside_down=True, left_right=True)


@dataclass(frozen=True, slots=True)
class Trimmed:
    """A puzzle without the clues and givens that it can do without.

    ``solved`` is what became of the puzzle as it was. Only where that is *one* is anything tried, and ``puzzle`` then
    has the same one answer; else it is the puzzle as it was. ``removed`` and ``kept`` are the reasons of the clues,
    givens and totals, each in the order of the model's rows. Of those kept none can go as well, unless somebody wanted
    it kept; or it is one of the ``undecided``, which a limit came before. ``alone`` are those of which each could go on
    its own, all others staying, and ``unclear`` those of which that is not known. ``least``, where the smallest set was
    asked for, is a number that no set can go below: where it is the number of those kept, there is no smaller one.
    ``seconds`` is the wall time.
    """

    solved: Answer
    puzzle: Puzzle
    removed: tuple[Reason, ...] = ()
    kept: tuple[Reason, ...] = ()
    undecided: tuple[Reason, ...] = ()
    alone: tuple[Reason, ...] = ()
    unclear: tuple[Reason, ...] = ()
    least: int | None = None
    seconds: float = 0.0

    @property
    def verdict(self) -> Verdict:
        """What is known of the answers of the puzzle as it was."""
        return self.solved.verdict

    @property
    def complete(self) -> bool:
        """Whether no limit left anything open."""
        if self.least is not None and self.least < len(self.kept):
            return False
        return self.verdict is not Verdict.UNKNOWN and not self.undecided and not self.unclear


def trim(
    puzzle: Puzzle,
    *,
    seed: int | None = 0,
    order: Sequence[Reason] | None = None,
    keep: Collection[str] = (),
    symmetric: bool = False,
    smallest: bool = False,
    engine: str = "auto",
    limits: Limits = NO_LIMITS,
) -> Trimmed:
    """Leave out clues, givens and totals of a puzzle, as long as its answer stays the only one.

    They are tried in ``order`` (what it does not name stays), or else in an order drawn by ``seed``, or with
    ``seed=None`` in the order of the rows; the same order gives the same puzzle. What rules of ``keep`` (``clue``,
    ``given``, ``total``) have printed stays. ``symmetric`` leaves out only together what a half-turn takes to each
    other. ``smallest`` goes on until as few as possible are kept, for which large puzzles take very long: name a
    limit. Groups of equal cells, regions and the like are rules and stay; in a room of beams the givens are the
    shooters that are turned already. ``engine`` solves the puzzle as it is; of the ``limits``, seconds and nodes count,
    for everything together. Raises what :func:`eyeline.solve.solve` raises, ``UnknownName`` for a rule in ``keep`` or a
    reason in ``order`` that the puzzle has nothing of, and ``ValueError`` for ``symmetric`` and ``smallest`` at once.

    >>> import eyeline
    >>> found = trim(eyeline.read("3:3/2/1/1/2/2/3/2/1/1/2/2"))
    >>> len(found.removed), len(found.kept), eyeline.solve(found.puzzle).verdict.value
    (10, 2, 'one')
    """
    clock = Clock(limits)
    if symmetric and smallest:
        raise ValueError("symmetric and smallest exclude each other")
    if strange := [rule for rule in keep if rule not in PRINTED]:
        raise UnknownName(f"nothing {strange[0]!r} to keep; there is {', '.join(PRINTED)}")
    solved = solve(puzzle, engine=engine, limits=replace(limits, answers=None))
    page = printed(puzzle)
    if order is None:
        order = list(page)
        if seed is not None:
            random.Random(seed).shuffle(order)  # noqa: S311
    elif strangers := [reason for reason in order if reason not in page]:
        raise UnknownName(f"the puzzle has no {strangers[0].name}")
    least: int | None = None
    tried = dict.fromkeys(reason for reason in order if reason.rule not in keep)
    kept, undecided = set(page), set(tried)
    spare: dict[Reason, bool | None] = {reason: None for reason in page if reason in tried}
    cells = solved.cells
    if solved.verdict is Verdict.ONE and cells is not None:
        made = clock.made(lambda: _Trial(puzzle, puzzle.model(), cells, clock))
        if made is not None:
            units = [tuple(unit) for unit in dict.fromkeys(_units(tried, puzzle.grid, symmetric))]
            with closing(made) as trial:
                kept, undecided = trial.minimal(page, units)
                spare = {reason: trial.spare(reason) for reason in spare}
                if smallest:
                    kept, least = trial.smallest(kept, list(tried))
    elif solved.verdict is not Verdict.UNKNOWN:
        undecided, spare = set(), {}
    removed = tuple(reason for reason in page if reason not in kept)
    return Trimmed(
        solved=solved,
        puzzle=without(puzzle, removed) if removed else puzzle,
        removed=removed,
        kept=tuple(reason for reason in page if reason in kept),
        undecided=tuple(reason for reason in page if reason in undecided),
        alone=tuple(reason for reason, can_go in spare.items() if can_go),
        unclear=tuple(reason for reason, can_go in spare.items() if can_go is None),
        least=least,
        seconds=time.perf_counter() - clock.started,
    )


def printed(puzzle: Puzzle) -> tuple[Reason, ...]:
    """Return the reasons that can be left out of the page, in the order that they have in the model's rows."""
    sheet = puzzle.sheet
    values = set(puzzle.values)
    return (
        *(Reason("given", cell) for cell, token in sheet.cells.facts() if token in values),
        *(Reason("total", token) for token, _ in sheet.notes.totals.stated()),
        *(Reason("clue", port) for port, _ in sheet.clues.stated()),
    )


def without(puzzle: Puzzle, reasons: Iterable[Reason]) -> Puzzle:
    """Return a puzzle without some clues, givens and totals; those that it has not are passed over."""
    gone = frozenset(reasons)
    sheet = puzzle.sheet
    clues = sheet.clues
    if clues:
        clues = Clues.of(sheet.grid, {port: clue for port, clue in clues.stated() if Reason("clue", port) not in gone})
    stated = {token: total for token, total in sheet.notes.totals.stated() if Reason("total", token) not in gone}
    emptied = [Fact(cell, puzzle.kind.blank) for cell, _ in sheet.cells.facts() if Reason("given", cell) in gone]
    notes = replace(sheet.notes, totals=Totals(*map(stated.get, "GVZ")))
    return Puzzle(replace(sheet, cells=sheet.cells.filled(emptied), clues=clues, notes=notes), puzzle.kind)


def _units(tried: Collection[Reason], grid: Grid, symmetric: bool) -> Iterator[tuple[Reason, ...]]:
    """Yield what is left out together, in the order in which it is tried."""
    for reason in tried:
        other = _across(reason, grid) if symmetric else reason
        yield tuple(sorted({reason, other}, key=str)) if other in tried else (reason,)


def _across(reason: Reason, grid: Grid) -> Reason:
    """Return what a half-turn of the page takes a reason to."""
    match reason.of:
        case Port() as port:
            return Reason(reason.rule, _HALF_TURN.port(grid, port))
        case Cell() as cell:
            return Reason(reason.rule, _HALF_TURN.cell(grid, cell))
    return reason


class _Trial:
    """Questions whether some reasons are enough, answered from what is known already where that can be done."""

    def __init__(self, puzzle: Puzzle, model: Model, answer: Cells, clock: Clock) -> None:
        self._puzzle = puzzle
        self._page = printed(puzzle)
        self._rules = [reason for reason in model.reasons() if reason.rule not in PRINTED]
        facts = set(model.facts.values())
        self._clock = clock
        self._otherwise = Otherwise(model, [fact for fact in answer.facts() if fact in facts], clock)
        # Sets that are enough, and sets of which one has to be there: what another answer breaks.
        self._enough: list[frozenset[Reason]] = []
        self._broken: list[frozenset[Reason]] = []

    def enough(self, reasons: Set[Reason]) -> bool | None:
        """Return whether these leave no other answer; ``None`` when a limit came first."""
        if any(held <= reasons for held in self._enough):
            return True
        if any(broken.isdisjoint(reasons) for broken in self._broken):
            return False
        found = self._otherwise.ask([*self._rules, *(reason for reason in self._page if reason in reasons)])
        if found is None:
            return None
        if found.enough is not None:
            self._enough.append(found.enough.intersection(self._page))
            return True
        cells = self._puzzle.sheet.cells.filled(found.other or ())
        self._broken.append(frozenset(fault.reason for fault in self._puzzle.faults(cells)).intersection(self._page))
        return False

    def minimal(self, page: Iterable[Reason], units: Iterable[tuple[Reason, ...]]) -> tuple[set[Reason], set[Reason]]:
        """Return what is left when unit after unit is left out where it can, and what is undecided of that."""
        kept = set(page)
        undecided: set[Reason] = set()
        for unit in units:
            # On a large page even what is known already takes its time.
            enough = None if self._clock.over else self.enough(kept.difference(unit))
            if enough:
                kept.difference_update(unit)
            elif enough is None:
                undecided.update(unit)
        return kept, undecided

    def smallest(self, kept: set[Reason], tried: Sequence[Reason]) -> tuple[set[Reason], int]:
        """Return a smallest set that is enough, and how many there are at least in any; ``kept`` is one that is enough.

        A set is enough when it has one of what each other answer breaks: a smallest hitting set (Ignatiev, Previti,
        Liffiton and Marques-Silva, Smallest MUS extraction with minimal hitting set dualization, CP 2015). When a limit
        is reached, ``kept`` comes back.
        """
        fixed = frozenset(self._page).difference(tried)
        numbers = {reason: number for number, reason in enumerate(tried)}
        # Nodes are conflicts of the solver that is asked; what hitting sets cost is bounded by the time alone.
        purse = Purse(replace(self._clock.limits, nodes=None), self._clock)
        with closing(Hitting(list(numbers.values()), len(kept - fixed) - 1)) as hitting:
            for broken in self._broken:
                if broken.isdisjoint(fixed):
                    hitting.hit(numbers[reason] for reason in broken)
            while (chosen := hitting.next(purse)) is not None:
                held = fixed.union(tried[number] for number in chosen)
                enough = self.enough(held)
                if enough:
                    return set(held), len(held)
                if enough is None:
                    break
                hitting.hit(numbers[reason] for reason in self._fewest_broken() if reason in numbers)
            return kept, min(len(kept), len(fixed) + hitting.least)

    def _fewest_broken(self) -> frozenset[Reason]:
        """Return what another answer breaks of which no other answer breaks just a part, near the last one found."""
        broken = self._broken[-1]
        for reason in sorted(broken, key=self._page.index):
            if reason in broken and self.enough(frozenset(self._page) - broken | {reason}) is False:
                broken = next(other for other in reversed(self._broken) if other < broken)
        return broken

    def spare(self, reason: Reason) -> bool | None:
        """Return whether this one can go on its own; ``None`` when a limit came first."""
        return None if self._clock.over else self.enough(frozenset(self._page) - {reason})

    def close(self) -> None:
        """Free the solver."""
        self._otherwise.close()
