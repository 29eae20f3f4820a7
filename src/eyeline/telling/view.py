"""What a step's own rules and earlier facts leave possible, and which of its rules have been named."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from eyeline.catalogue import gettext as _
from eyeline.explaining import Step
from eyeline.grid import Cell, Port
from eyeline.model import Reason
from eyeline.puzzles import Puzzle
from eyeline.telling import grammar, rules, values

#: The rules that say which heights a set of cells holds.
UNITS = ("row", "column", "diagonal", "region")


#: What each cell can have.
Left: TypeAlias = Mapping[Cell, set[str]]


class Told(NamedTuple):
    """Sentences of a step: those that come before what is known, and those that rest on it."""

    before: list[str]
    after: list[str]


class View(ABC):
    """A step of any kind of puzzle. Everything is worked out anew, from nothing but what the step names."""

    def __init__(self, puzzle: Puzzle, step: Step) -> None:
        self.puzzle = puzzle
        self.step = step
        self.sheet = puzzle.sheet
        self.named: set[Reason] = set()
        self.ports = [reason.of for reason in step.reasons if isinstance(reason.of, Port)]
        self.held = {fact.cell: fact.value for fact in step.earlier if fact.holds}
        self.besides = {(fact.cell, fact.value) for fact in step.besides}
        self.lost: dict[Cell, set[str]] = {}
        for fact in step.earlier:
            if not fact.holds:
                self.lost.setdefault(fact.cell, set()).add(fact.value)

    @abstractmethod
    def tell(self) -> Told:
        """Return the sentences that say why, as fits the technique; they name all that they can of the rules."""

    def left(self, cell: Cell) -> tuple[str, ...]:
        """Return the values that a cell can have, as far as this step knows."""
        if cell in self.held:
            return (self.held[cell],)
        gone = self.lost.get(cell, set())
        return tuple(token for token in self.puzzle.values if token not in gone)

    def losses(self) -> Iterator[tuple[Cell, str]]:
        """Yield what the facts rule out, cell by cell."""
        for fact in self.step.facts:
            if fact.holds:
                yield from ((fact.cell, token) for token in self.left(fact.cell) if token != fact.value)
            else:
                yield fact.cell, fact.value

    def clue(self, port: Port) -> str:
        """Name a clue with its number."""
        self.named.add(Reason("clue", port))
        return _("{clue} is {number}").format(clue=rules.rule(Reason("clue", port)), number=self.sheet.clues[port])

    def value(self, token: str) -> str:
        """Return a value of a cell in words."""
        return values.value(self.puzzle, token)

    def told(self) -> set[Reason]:
        """Return the rules that need no sentence of their own: known heights are told, and what they keep out."""
        return {reason for reason in self.step.reasons if reason.rule in ("row", "column") and self.step.earlier}

    def unnamed(self) -> list[Reason]:
        """Return the rules that no sentence has named yet."""
        passed = self.named | self.told()
        return [reason for reason in self.step.reasons if reason not in passed]

    def rule(self, reason: Reason) -> str:
        """Return a rule as a sentence."""
        self.named.add(reason)
        if isinstance(reason.of, Port):
            return grammar.sentence(self.clue(reason.of))
        if reason.rule in UNITS:
            return _no_repeats([reason])
        if reason.rule == "total":
            total = dict(self.sheet.notes.totals.stated())[str(reason.of)]
            return _("The total of {monsters} is {total}.").format(
                monsters=values.monsters(str(reason.of)), total=total
            )
        if reason.rule == "group" and isinstance(reason.of, int):
            return _("{cells} hold the same monster.").format(cells=grammar.cells(self.sheet.notes.same[reason.of]))
        return grammar.sentence(rules.rule(reason))

    def rules(self, reasons: list[Reason]) -> list[str]:
        """Return rules as sentences, rows, columns and the like in one."""
        units = [reason for reason in reasons if reason.rule in UNITS]
        said = [self.rule(reason) for reason in reasons if reason not in units]
        if units:
            self.named.update(units)
            said.append(_no_repeats(units))
        return said


class LineView(View):
    """A step of a kind whose clues look along lines."""

    def choices(self, cell: Cell, fixed: Mapping[Cell, str], left: Left | None = None) -> Iterable[str]:
        """Return what a cell can have when some are fixed; ``left`` says what it could have, if not what is known."""
        if cell in fixed:
            return (fixed[cell],)
        return self.left(cell) if left is None else left[cell]

    def against(self, numbers: Iterable[int], clue: int) -> str:
        """Say which numbers would be seen: at most or at least so many where that tells them from the clue."""
        listed = sorted(set(numbers))
        if len(listed) > 1 and listed[-1] < clue:
            return self.at_most(listed[-1])
        if len(listed) > 1 and listed[0] > clue:
            return self.at_least(listed[0])
        return self.exactly(listed)

    @abstractmethod
    def exactly(self, numbers: Iterable[int]) -> str:
        """Say which numbers would be seen."""

    @abstractmethod
    def at_most(self, number: int) -> str:
        """Say how many would be seen at most."""

    @abstractmethod
    def at_least(self, number: int) -> str:
        """Say how many would be seen at least."""

    @abstractmethod
    def looks(self, port: Port) -> list[str]:
        """Name a clue, and the cells that it looks at where that cannot be seen at a glance."""

    def all_looks(self) -> list[str]:
        """Name every clue of the step."""
        return [said for port in self.ports for said in self.looks(port)]


def _no_repeats(units: Iterable[Reason]) -> str:
    return _("No height stands twice in {unit}.").format(unit=grammar.all_of(rules.rule(unit) for unit in units))
