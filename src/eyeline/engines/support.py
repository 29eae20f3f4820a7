"""Which rules and known facts force which further facts: small sets of them, by assumption literals and cores.

A minimal unsatisfiable subset is found from the solver's own core by leaving out one element after another; a smallest
one as :mod:`eyeline.engines.smallest` says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple
from weakref import finalize

from eyeline.engines.clauses import encode
from eyeline.engines.smallest import Budget, Spent, smallest
from eyeline.model import Known, Model, Reason


class Because(NamedTuple):
    """Rules and known facts that together force something."""

    reasons: tuple[Reason, ...]
    known: tuple[Known, ...]

    @property
    def size(self) -> tuple[int, int]:
        """What is compared: fewer rules first, then fewer facts."""
        return len(self.reasons), len(self.known)


class Support:
    """A solver over the rows of some reasons. ``conflicts`` counts what it has spent."""

    def __init__(self, model: Model) -> None:
        """Load the rows, those of each reason under an assumption of its own."""
        from pysat.solvers import Minisat22

        clauses = encode(model, selectors=True)
        self._solver = Minisat22(bootstrap_with=clauses.clauses)
        # While the interpreter shuts down, the solver's own way to free itself comes too late.
        self._free_solver = finalize(self, self._solver.delete)
        self._literals = {fact: clauses.literal(variable) for variable, fact in model.facts.items()}
        self._facts = {literal: fact for fact, literal in self._literals.items()}
        self._marks = clauses.selectors
        self._reasons = {mark: reason for reason, mark in clauses.selectors.items()}
        self._free = max(clauses.variables, len(model.names)) + 1
        for literal in self._facts:
            # The solver learns of variables that stand in no row.
            self._solver.add_clause((literal, -literal))

    @property
    def conflicts(self) -> int:
        """The conflicts that all calls have cost so far."""
        return int(self._solver.accum_stats()["conflicts"])

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The reasons that have rows here."""
        return tuple(self._marks)

    def literal(self, known: Known) -> int:
        """Return the literal of a fact."""
        literal = self._literals[(known.cell, known.value)]  # type: ignore[index]
        return literal if known.holds else -literal

    def answer(self, reasons: Iterable[Reason], known: Iterable[Known]) -> frozenset[Known] | None:
        """Return what holds in some answer under these rules and facts; ``None`` where there is none."""
        marks = [self._marks[reason] for reason in reasons if reason in self._marks]
        if not self._solver.solve([*marks, *map(self.literal, known)]):
            return None
        values = self._solver.get_model()
        return frozenset(Known(*fact) for literal, fact in self._facts.items() if values[literal - 1] > 0)

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
        marks = {self._marks[reason]: reason for reason in reasons if reason in self._marks}
        facts = {self.literal(one): one for one in known}
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
            self._solver.add_clause((-switch[0],))
        if core is None:
            return None
        held = set(core)
        return Because(
            tuple(reason for mark, reason in marks.items() if mark in held),
            tuple(one for literal, one in facts.items() if literal in held),
        )

    def fewest_reasons(
        self,
        reasons: Collection[Reason],
        known: Collection[Known],
        claims: Sequence[Known | None],
        most: int,
        budget: Budget,
        wanted: int = 1,
    ) -> list[tuple[Known | None, tuple[Reason, ...]]]:
        """Return the claims that the fewest reasons force, with these reasons; all that is known may be used.

        A claim that is ``None`` says that there is no answer at all.

        At most ``wanted`` claims come back, each with as few reasons as there are for any claim; none where every claim
        takes more than ``most``. Raises ``Spent`` when the budget ends before that is known.
        """
        marks = {self._marks[reason]: reason for reason in reasons if reason in self._marks}
        opposites = {self._fresh() if claim is None else -self.literal(claim): claim for claim in claims}
        fixed = [self.literal(one) for one in known]
        with self._leaning(marks):
            found = smallest(self._solver, fixed, list(marks), list(opposites), most, budget, wanted)
        return [(opposites[one.opposite], tuple(marks[mark] for mark in one.elements)) for one in found]

    def fewest(
        self, reasons: Collection[Reason], known: Collection[Known], claims: Sequence[Known], budget: Budget
    ) -> Because | None:
        """Return a smallest set that forces all claims: as few reasons as can be, and with these as few facts.

        With no claims it is one that has no answer. When the budget ends, what has been found by then is returned; it
        is minimal. Returns ``None`` where the claims are not forced.
        """
        found = self.force(reasons, known, claims)
        if found is None:
            return None
        switch = self._claimed(claims) or [self._fresh()]
        marks = {self._marks[reason]: reason for reason in reasons if reason in self._marks}
        facts = {self.literal(one): one for one in known}
        try:
            fewer = self._smallest(list(facts), list(marks), switch, len(found.reasons) - 1, budget)
            if fewer is not None:
                found = self.force([marks[mark] for mark in fewer], known, claims) or found
            own = [self._marks[reason] for reason in found.reasons]
            less = self._smallest(own, list(facts), switch, len(found.known) - 1, budget)
            if less is not None:
                found = Because(found.reasons, tuple(facts[literal] for literal in less))
        except Spent:
            # What has been found by now is small enough to be told.
            return found
        finally:
            self._solver.add_clause((-switch[0],))
        return found

    def _smallest(
        self, fixed: list[int], elements: list[int], switch: list[int], most: int, budget: Budget
    ) -> tuple[int, ...] | None:
        with self._leaning(elements):
            found = smallest(self._solver, fixed, elements, switch, most, budget)
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

    def _fresh(self) -> int:
        literal = self._free
        self._free += 1
        self._solver.add_clause((literal, -literal))
        return literal

    def _claimed(self, claims: Sequence[Known]) -> list[int]:
        """Return an assumption under which not all claims hold."""
        if not claims:
            return []
        switch = self._free
        self._free += 1
        self._solver.add_clause((-switch, *(-self.literal(claim) for claim in claims)))
        return [switch]

    def _core(self, assumptions: list[int], conflicts: int | None) -> list[int] | None:
        """Return the assumptions that leave no answer, the switch of claims aside; ``None`` where there is one."""
        if conflicts is None:
            verdict = self._solver.solve(assumptions)
        else:
            self._solver.conf_budget(conflicts)
            verdict = self._solver.solve_limited(assumptions)
        if verdict is not False:
            return None
        core = self._solver.get_core() or []
        return [literal for literal in core if literal in self._reasons or abs(literal) in self._facts]

    def close(self) -> None:
        """Free the solver."""
        self._free_solver()
