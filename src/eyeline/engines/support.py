"""Which rules and known facts force which further facts: small sets of them, by assumption literals and cores.

A minimal unsatisfiable subset is found from the solver's own core by leaving out one element after another; a smallest
one as :mod:`eyeline.engines.smallest` says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from eyeline.engines.bounded import ENDLESS, Purse, Rules, Spent
from eyeline.engines.smallest import smallest
from eyeline.model import Known, Model, Reason


class Because(NamedTuple):
    """Rules and known facts that together force something."""

    reasons: tuple[Reason, ...]
    known: tuple[Known, ...]

    @property
    def size(self) -> tuple[int, int]:
        """What is compared: fewer rules first, then fewer facts."""
        return len(self.reasons), len(self.known)


class Support(Rules):
    """A solver over the rows of some reasons. ``conflicts`` counts what it has spent."""

    def __init__(self, model: Model) -> None:
        """Load the rows, those of each reason under an assumption of its own."""
        super().__init__(model, held=False)

    @property
    def conflicts(self) -> int:
        """The conflicts that all calls have cost so far."""
        return int(self._solver.accum_stats()["conflicts"])

    def answer(self, reasons: Iterable[Reason], known: Iterable[Known]) -> frozenset[Known] | None:
        """Return what holds in some answer under these rules and facts; ``None`` where there is none."""
        marks = [self.marks[reason] for reason in reasons if reason in self.marks]
        if not self.decide([*marks, *map(self.literal, known)]):
            return None
        values = self._solver.get_model()
        return frozenset(Known(*fact) for fact, literal in self.facts.items() if values[literal - 1] > 0)

    def force(
        self,
        reasons: Collection[Reason],
        known: Collection[Known],
        claims: Sequence[Known],
        conflicts: int | None = None,
        dear: Callable[[Reason], int] = lambda reason: 0,
        shrink: bool = True,
    ) -> Because | None:
        """Return a minimal set of the rules and facts that forces all claims; with no claims, one that has no answer.

        ``dear`` orders the reasons: what it ranks higher is tried first to be left out. Returns ``None`` where they do
        not force the claims, or where that takes more than ``conflicts``; then it can also be less than minimal.
        """
        marks = {self.marks[reason]: reason for reason in reasons if reason in self.marks}
        # A value that stands in a cell says more, and is seen sooner, than the values that led to it. What the solver
        # assumes later and follows from what came before never gets into its core.
        facts = {self.literal(one): one for one in sorted(known, key=lambda one: not one.holds)}
        switch = self._claimed(claims)
        core = self._core([*switch, *marks, *facts], conflicts)
        if core is not None and shrink:
            order = sorted((mark for mark in core if mark in marks), key=lambda mark: -dear(marks[mark]))
            cheap = [mark for mark in order if dear(marks[mark]) <= 0]
            tried = [*order[: len(order) - len(cheap)], *sorted(mark for mark in core if mark in facts), *cheap]
            for literal in tried:
                if literal in core:
                    left = self._core([*switch, *(other for other in core if other != literal)], conflicts)
                    core = core if left is None else left
        if switch:
            self.drop(switch[0])
        if core is None:
            return None
        held = set(core)
        return Because(
            tuple(reason for mark, reason in marks.items() if mark in held),
            tuple(one for one in dict.fromkeys(known) if self.literal(one) in held),
        )

    def fewest_reasons(
        self,
        reasons: Collection[Reason],
        known: Collection[Known],
        claims: Sequence[Known | None],
        most: int,
        purse: Purse,
        wanted: int = 1,
    ) -> list[tuple[Known | None, tuple[Reason, ...]]]:
        """Return the claims that the fewest reasons force, with these reasons; all that is known may be used.

        A claim that is ``None`` says that there is no answer at all.

        At most ``wanted`` claims come back, each with as few reasons as there are for any claim; none where every claim
        takes more than ``most``. Raises ``Spent`` when the purse is emptied before that is known.
        """
        marks = {self.marks[reason]: reason for reason in reasons if reason in self.marks}
        opposites = {self.fresh() if claim is None else -self.literal(claim): claim for claim in claims}
        fixed = [self.literal(one) for one in known]
        with self._leaning(marks):
            found = smallest(self._solver, fixed, list(marks), list(opposites), most, purse, wanted)
        return [(opposites[one.opposite], tuple(marks[mark] for mark in one.elements)) for one in found]

    def fewest(
        self, reasons: Collection[Reason], known: Collection[Known], claims: Sequence[Known], purse: Purse
    ) -> Because | None:
        """Return a smallest set that forces all claims: as few reasons as can be, and with these as few facts.

        With no claims it is one that has no answer. Where the purse is emptied, what has been found by then is
        returned; it is minimal. Returns ``None`` where the claims are not forced.
        """
        found = self.force(reasons, known, claims)
        return None if found is None else self.fewer(found, reasons, known, claims, purse)

    def fewer(
        self,
        found: Because,
        reasons: Collection[Reason],
        known: Collection[Known],
        claims: Sequence[Known],
        purse: Purse,
    ) -> Because:
        """Return a smallest set as :meth:`fewest` does, from a minimal one; that one where the purse is emptied."""
        switch = self._claimed(claims) or [self.fresh()]
        marks = {self.marks[reason]: reason for reason in reasons if reason in self.marks}
        facts = {self.literal(one): one for one in known}
        try:
            fewer = self._smallest(list(facts), list(marks), switch, len(found.reasons) - 1, purse)
            if fewer is not None:
                found = self.force([marks[mark] for mark in fewer], known, claims) or found
            own = [self.marks[reason] for reason in found.reasons]
            less = self._smallest(own, list(facts), switch, len(found.known) - 1, purse)
            if less is not None:
                found = Because(found.reasons, tuple(facts[literal] for literal in less))
        except Spent:
            # What has been found by now is small enough to be told.
            return found
        finally:
            self.drop(switch[0])
        return found

    def _smallest(
        self, fixed: list[int], elements: list[int], switch: list[int], most: int, purse: Purse
    ) -> tuple[int, ...] | None:
        with self._leaning(elements):
            found = smallest(self._solver, fixed, elements, switch, most, purse)
        return found[0].elements if found else None

    @contextmanager
    def _leaning(self, literals: Iterable[int]) -> Iterator[None]:
        """Prefer answers in which these literals hold."""
        literals = list(literals)
        self._solver.set_phases(literals)
        try:
            yield
        finally:
            self._solver.set_phases([-abs(literal) for literal in literals])

    def _claimed(self, claims: Sequence[Known]) -> list[int]:
        """Return an assumption under which not all claims hold."""
        return [self.any_of(-self.literal(claim) for claim in claims)] if claims else []

    def _core(self, assumptions: list[int], conflicts: int | None) -> list[int] | None:
        """Return the assumptions that leave no answer, the switch of claims aside; ``None`` where there is one."""
        if self.decide(assumptions, ENDLESS if conflicts is None else conflicts) is not False:
            return None
        return [literal for literal in self.core() if literal in self.reasons or abs(literal) in self._known]
