"""Smallest sets of rules and facts that force something.

A set is enough when it hits every correction set: every set of elements without which all the others leave room for the
opposite. So a smallest set is a smallest hitting set of all correction sets, and these are found one at a time, each
from a hitting set that was not enough (Ignatiev, Previti, Liffiton and Marques-Silva, Smallest MUS extraction with
minimal hitting set dualization, CP 2015). Which of many claims is forced by the fewest is asked at once: a hitting set
then also chooses a claim, and correction sets count for the claims that they are of, as in the optimal constrained
unsatisfiable subsets of Gamba, Bogaerts and Guns (Efficiently explaining CSPs with unsatisfiable subset optimization,
IJCAI 2021).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from eyeline.engines.bounded import Purse, Spent

#: What hitting sets are chosen for where there is one claim only; it is no literal.
_CLAIM = 0


class Chosen(NamedTuple):
    """A smallest set of ``elements`` that forces the claim whose opposite is ``opposite``; all are literals."""

    opposite: int
    elements: tuple[int, ...]


class Choice:
    """Smallest hitting sets, and a claim that goes with each, by a solver and a counter of what is chosen.

    ``least`` is the size below which none is left.
    """

    def __init__(self, elements: Sequence[int], claims: Sequence[int], most: int) -> None:
        """Choose of these elements, at most so many, and one of these claims."""
        from pysat.solvers import Minisat22

        self.least = 0
        self.most = min(most, len(elements))
        self._of = {element: at for at, element in enumerate(elements, start=1)}
        self._claims = {claim: at for at, claim in enumerate(claims, start=len(elements) + 1)}
        self._last = len(elements) + len(claims)
        self.solver = Minisat22(bootstrap_with=[list(self._claims.values())])
        self._over = self._counted(len(elements))

    def _fresh(self) -> int:
        self._last += 1
        return self._last

    def _counted(self, count: int) -> list[int]:
        """Return a literal for each number from 1: that so many are chosen; beyond the most they are not counted."""
        before: list[int] = []
        for element in range(1, count + 1):
            here = [self._fresh() for _ in range(min(element, self.most + 1))]
            for number, literal in enumerate(here):
                if number < len(before):
                    self.solver.add_clause((-before[number], literal))
                if number <= len(before):
                    self.solver.add_clause((-element, *([-before[number - 1]] if number else []), literal))
            before = here
        return before

    def next(self, purse: Purse) -> Chosen | None:
        """Return the next smallest choice; ``None`` where none is small enough."""
        while self.least <= self.most:
            within = [-self._over[self.least]] if self.least < len(self._over) else []
            if purse.solve(self.solver, within):
                held = {literal for literal in self.solver.get_model() if literal > 0}
                claim = next(claim for claim, at in self._claims.items() if at in held)
                return Chosen(claim, tuple(element for element, at in self._of.items() if at in held))
            self.least += 1
        return None

    def hit(self, claims: Collection[int], correction: Collection[int]) -> None:
        """Ask of every further choice of one of these claims that it takes one of these elements."""
        mark = self._fresh()
        self.solver.add_clause((-mark, *(self._of[element] for element in correction)))
        for claim in claims:
            self.solver.add_clause((-self._claims[claim], mark))

    def forget(self, claim: int) -> None:
        """Choose a claim no more."""
        self.solver.add_clause((-self._claims[claim],))

    def close(self) -> None:
        """Free the solver."""
        self.solver.delete()


class Hitting:
    """Smallest sets that hit some sets, each as small as any that hits those known by then.

    No set of fewer than ``least`` elements hits them.
    """

    def __init__(self, elements: Sequence[int], most: int) -> None:
        """Choose of these elements, at most so many; of fewer than none nothing is chosen."""
        self._choice = Choice(elements, (_CLAIM,), max(0, most))
        self._most = most
        self._sets: list[frozenset[int]] = []

    @property
    def least(self) -> int:
        """The size below which no set is left."""
        return self._choice.least

    def hit(self, some: Iterable[int]) -> None:
        """Ask of every further set that it takes one of these elements."""
        self._sets.append(frozenset(some))
        self._choice.hit((_CLAIM,), self._sets[-1])
        # Sets without common elements take an element of their own each; to see that is hard for a solver.
        taken: set[int] = set()
        count = 0
        for each in sorted(self._sets, key=len):
            if taken.isdisjoint(each):
                taken |= each
                count += 1
        self._choice.least = max(self._choice.least, count)

    def next(self, purse: Purse) -> tuple[int, ...] | None:
        """Return the next set; ``None`` where none is small enough, or the purse is emptied."""
        if self._most < 0:
            return None
        try:
            chosen = self._choice.next(purse)
        except Spent:
            return None
        return None if chosen is None else chosen.elements

    def close(self) -> None:
        """Free the solver."""
        self._choice.close()


def smallest(
    solver: Any,
    fixed: Sequence[int],
    elements: Sequence[int],
    opposites: Sequence[int],
    most: int,
    purse: Purse,
    wanted: int = 1,
) -> list[Chosen]:
    """Return smallest sets of elements that, with what is fixed, leave no room for an opposite; each for another one.

    ``solver`` is one of PySAT's, the rest are its literals. At most ``wanted`` sets of at most ``most`` elements come
    back, all of the same size; none where none is small enough. Raises ``Spent`` when the purse is emptied before the
    first is found.
    """
    found: list[Chosen] = []
    choice = Choice(elements, opposites, most)
    try:
        while len(found) < wanted:
            chosen = choice.next(purse)
            if chosen is None or (found and len(chosen.elements) > len(found[0].elements)):
                break
            grown = _grown(solver, fixed, elements, chosen, opposites, purse)
            if grown is None:
                found.append(chosen)
                choice.forget(chosen.opposite)
            else:
                choice.hit(*grown)
    except Spent:
        if not found:
            raise
    finally:
        choice.close()
    return found


def _grown(
    solver: Any,
    fixed: Sequence[int],
    elements: Sequence[int],
    chosen: Chosen,
    opposites: Sequence[int],
    purse: Purse,
) -> tuple[list[int], list[int]] | None:
    """Return a correction set that a choice does not hit, behind all opposites that it is of; ``None`` for none."""
    if not purse.solve(solver, [*fixed, *chosen.elements, chosen.opposite]):
        return None
    model = solver.get_model()
    kept = dict.fromkeys(element for element in elements if model[abs(element) - 1] == element)
    for element in elements:
        if element not in kept and purse.solve(solver, [*fixed, *kept, element, chosen.opposite]):
            model = solver.get_model()
            kept |= dict.fromkeys(other for other in elements if model[abs(other) - 1] == other)
    held = [opposite for opposite in opposites if model[abs(opposite) - 1] == opposite]
    return held, [element for element in elements if element not in kept]
