"""A solver over the rows of a model for many short questions, which together may cost so much and no more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias
from weakref import finalize

from eyeline.deadline import look, paced
from eyeline.engine import Clock, Limits
from eyeline.engines.clauses import encode
from eyeline.model import Known, Model, Reason
from eyeline.sheet import Fact

#: Conflicts between two looks at the clock or the deadline, a few hundredths of a second's worth.
SLICE = 1000
#: More conflicts than anybody waits for.
ENDLESS = 1 << 60
#: Propagations that cost as much as a conflict: where conflicts are few, these are what takes the time.
PER_CONFLICT = 500
#: What a question costs that has taken so many conflicts and propagations.
Cost: TypeAlias = Callable[[int, int], int]


def work(conflicts: int, propagations: int) -> int:
    """Count conflicts, 500 propagations as one; a question costs one at least, however easy it is."""
    return max(1, conflicts + propagations // PER_CONFLICT)


def conflicts_and_questions(conflicts: int, propagations: int) -> int:
    """Count conflicts, and one more for each question, or each thousand conflicts of a long one."""
    return 1 + conflicts


class Spent(Exception):
    """The purse is empty."""


class Purse:
    """What many questions may cost together: ``Limits.nodes``, by some count of it, and the time that the limits give.

    Counted so, the same questions have the same answers on every machine, as long as no limit of time cuts them short.
    """

    def __init__(self, limits: Limits, clock: Clock | None = None, cost: Cost = work) -> None:
        """Start with what ``limits`` allow; without a limit of nodes with so much that it never ends.

        The time runs from now on, or since the ``clock`` was started.
        """
        self.left = ENDLESS if limits.nodes is None else limits.nodes
        self.clock = clock or Clock(limits)
        self._cost = cost

    def part(self, share: float) -> Purse:
        """Return a purse with a share of what is left; what is spent from it is gone from this one as well."""
        return _Part(self, share)

    @property
    def empty(self) -> bool:
        """Whether nothing is left, the time is up, or somebody asked to stop."""
        return self.left <= 0 or self.clock.over

    def spend(self, cost: int) -> None:
        """Take out what a question has cost."""
        self.left -= cost

    def asked(self, solver: Any, assumptions: Sequence[int], most: int = ENDLESS) -> bool | None:
        """Return whether the clauses of one of PySAT's solvers can be met under assumptions.

        ``None`` where that takes more than what is left, or ``most`` conflicts. Raises ``Overdue`` where a deadline is
        kept as well.
        """
        conflicts, propagations = start, _ = _done(solver)
        verdict: bool | None = None
        while verdict is None and conflicts < start + most and not self.empty:
            look()
            solver.conf_budget(min(SLICE, start + most - conflicts, self.left))
            verdict = solver.solve_limited(assumptions, expect_interrupt=True)
            before = conflicts, propagations
            conflicts, propagations = _done(solver)
            self.spend(self._cost(conflicts - before[0], propagations - before[1]))
        return verdict

    def solve(self, solver: Any, assumptions: Sequence[int]) -> bool:
        """Return the same; raises ``Spent`` in the place of ``None``."""
        verdict = self.asked(solver, assumptions)
        if verdict is None:
            raise Spent
        return verdict


class _Part(Purse):
    def __init__(self, whole: Purse, share: float) -> None:
        super().__init__(Limits(nodes=int(share * whole.left)), whole.clock, whole._cost)
        self._whole = whole

    def spend(self, cost: int) -> None:
        super().spend(cost)
        self._whole.spend(cost)


def _done(solver: Any) -> tuple[int, int]:
    """Return the conflicts and the propagations of a solver so far."""
    done = solver.accum_stats()
    return int(done["conflicts"]), int(done["propagations"])


class Bounded:
    """MiniSat over some clauses, asked under assumptions and with a purse."""

    def __init__(self, clauses: Iterable[Sequence[int]], liked: Sequence[int] = ()) -> None:
        """Load the clauses; the search tries the literals ``liked`` first."""
        from pysat.solvers import Minisat22

        self._solver = Minisat22(bootstrap_with=paced(clauses))
        # While the interpreter shuts down, the solver's own way to free itself comes too late.
        self._free_solver = finalize(self, self._solver.delete)
        self.like(liked)

    def like(self, literals: Sequence[int]) -> None:
        """Let the search try these literals first."""
        if literals:
            self._solver.set_phases(literals)

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause for good."""
        self._solver.add_clause(clause)

    def solve(self, assumptions: Sequence[int], purse: Purse, most: int = ENDLESS) -> bool | None:
        """Return whether something keeps the clauses and the assumptions.

        ``None`` where that takes more than what is in the purse, or ``most`` conflicts.
        """
        return purse.asked(self._solver, assumptions, most)

    def decide(self, assumptions: Sequence[int], most: int = ENDLESS) -> bool | None:
        """Return the same, held to no purse but to the deadline that is kept, if any. Raises ``Overdue``."""
        left = most
        while left > 0:
            look()
            self._solver.conf_budget(min(SLICE, left))
            verdict: bool | None = self._solver.solve_limited(assumptions, expect_interrupt=True)
            if verdict is not None:
                return verdict
            left -= SLICE
        return None

    def core(self) -> list[int]:
        """Return the assumptions that the last *no* has used."""
        return self._solver.get_core() or []

    def true(self, literals: Iterable[int]) -> list[int]:
        """Return those of the literals that hold in what was found last."""
        values = self._solver.get_model()
        return [literal for literal in literals if (values[abs(literal) - 1] > 0) == (literal > 0)]

    def implied(self, assumptions: Sequence[int]) -> set[int]:
        """Return the assumptions and what follows from them by single clauses."""
        return {*assumptions, *self._solver.propagate(assumptions)[1]}


class Rules(Bounded):
    """A bounded solver over a model, with a literal for every reason and for every fact.

    Under the literal of a reason its rows hold; of what stands in no row the solver knows all the same.
    """

    def __init__(self, model: Model, *, held: bool = True) -> None:
        """Load the rows. With ``held``, reasons are tried first as if they held."""
        encoded = encode(model, selectors=True)
        self.clauses: list[Sequence[int]] = [*encoded.clauses]
        facts = paced(model.facts.items())
        self.facts: Mapping[Fact, int] = {fact: encoded.literal(variable) for variable, fact in facts}
        self.marks: Mapping[Reason, int] = encoded.selectors
        self.reasons: Mapping[int, Reason] = {mark: reason for reason, mark in self.marks.items()}
        self._known = {literal: fact for fact, literal in paced(self.facts.items())}
        self._next = max(encoded.variables, len(model.names)) + 1
        super().__init__([*self.clauses, *((literal, -literal) for literal in self.facts.values())])
        if held:
            self.like(list(self.reasons))

    def literal(self, known: Known) -> int:
        """Return the literal of something known."""
        literal = self.facts[Fact(known.cell, known.value)]
        return literal if known.holds else -literal

    def known(self, literals: Iterable[int]) -> tuple[Known, ...]:
        """Return what the literals of facts among some literals say."""
        found = ((self._known[abs(literal)], literal > 0) for literal in literals if abs(literal) in self._known)
        return tuple(Known(cell, value, holds) for (cell, value), holds in found)

    def fresh(self) -> int:
        """Return a literal that stands nowhere yet, and that the solver knows all the same."""
        literal = self._next
        self._next += 1
        self.add((literal, -literal))
        return literal

    def any_of(self, literals: Iterable[int]) -> int:
        """Return an assumption under which one of the literals holds at least; see :meth:`drop`."""
        switch = self.fresh()
        self.add([-switch, *literals])
        return switch

    def drop(self, switch: int) -> None:
        """Let an assumption that :meth:`any_of` has made never be used again."""
        self.add([-switch])
