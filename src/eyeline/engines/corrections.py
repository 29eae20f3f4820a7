"""Smallest clashes and smallest corrections: what excludes each other, and what to leave out so that nothing does.

Among given elements (assumptions of a solver) a *clash* is a set that nothing keeps, a *correction* a set without which
something keeps the rest. Every correction hits every clash, so a smallest set of one sort is a smallest hitting set of
all sets of the other, and these need only be found as far as they are missed: Davies and Bacchus (Solving MAXSAT by
solving a sequence of simpler SAT instances, CP 2011) for corrections, Ignatiev, Previti, Liffiton and Marques-Silva
(Smallest MUS extraction with minimal hitting set dualization, CP 2015) for clashes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from eyeline.engines.bounded import Bounded, Purse

#: Conflicts that may be spent on leaving out one element, and on adding one.
LEAVING_OUT, ADDING = 1000, 200


class Smallest(NamedTuple):
    """The smallest set that was found, none of whose elements is superfluous, and how many there must be at ``least``.

    Both agree when no set can be smaller. Where the purse was emptied early, ``chosen`` may be less than minimal.
    """

    chosen: tuple[int, ...]
    least: int

    @property
    def exact(self) -> bool:
        """Whether no set can be smaller."""
        return len(self.chosen) == self.least


def shrunk(
    solver: Bounded,
    core: Collection[int],
    hard: Sequence[int],
    purse: Purse,
    first: Callable[[int], int] = lambda element: 0,
) -> list[int]:
    """Return a minimal part of a clash, as far as the purse goes; what ``first`` ranks lowest is left out first."""
    held = list(core)
    for element in sorted(core, key=first):
        if element not in held:
            continue
        rest = [other for other in held if other != element]
        if solver.solve([*hard, *rest], purse, LEAVING_OUT) is False:
            left = set(solver.core())
            held = [other for other in rest if other in left]
        if purse.empty:
            break
    return held


def smallest_clash(
    solver: Bounded, core: Collection[int], elements: Sequence[int], hard: Sequence[int], purse: Purse, share: float = 1
) -> Smallest:
    """Return a smallest clash among ``elements``, of which ``core`` is a clash that is known; ``hard`` always holds.

    First ``core`` is made minimal, with half of the purse at most; then a ``share`` of what is left goes to looking for
    a smaller one. A clash may be empty: what is hard is one by itself.
    """
    best = shrunk(solver, core, hard, purse.part(0.5))
    purse = purse.part(share)
    corrections: list[frozenset[int]] = []
    least = 0
    while len(best) > least and not purse.empty:
        hitting = smallest_hitting(corrections, least, len(best) - 1, purse)
        if hitting.chosen is None:
            least = hitting.least
            continue
        least = len(hitting.chosen)
        verdict = solver.solve([*hard, *hitting.chosen], purse)
        if verdict is False:
            left = set(solver.core())
            # Nothing smaller hits all corrections, so all of it is needed.
            best = [element for element in hitting.chosen if element in left]
            least = len(best)
        elif verdict:
            corrections.append(_missing(solver, hitting.chosen, elements, hard, purse))
        else:
            break
    return Smallest(tuple(best), least)


def _missing(
    solver: Bounded, held: Iterable[int], elements: Sequence[int], hard: Sequence[int], purse: Purse
) -> frozenset[int]:
    """Return a small correction that leaves out nothing of ``held``, which the solver has just found to be kept."""
    kept = dict.fromkeys((*held, *solver.true(elements)))
    left = [element for element in elements if element not in kept]
    missing = []
    while left:
        element = left.pop()
        if solver.solve([*hard, *kept, element], purse, ADDING):
            kept |= dict.fromkeys((element, *solver.true(left)))
            left = [other for other in left if other not in kept]
        else:
            missing.append(element)
    return frozenset(missing)


def smallest_correction(
    solver: Bounded, elements: Sequence[int], hard: Sequence[int], purse: Purse, start: Sequence[int] | None = None
) -> Smallest | None:
    """Return a smallest set of ``elements`` without which something keeps the others; ``hard`` always holds.

    ``start`` is a correction that is known. Returns ``None`` where nothing keeps what is hard, or the purse was emptied
    before that was known.
    """
    if start is None:
        solver.like(elements)
        if not solver.solve(hard, purse):
            return None
        start = tuple(_missing(solver, (), elements, hard, purse.part(0.25)))
    best = tuple(start)
    clashes: list[frozenset[int]] = []
    least = 0
    while len(best) > least and not purse.empty:
        hitting = smallest_hitting(clashes, least, len(best) - 1, purse)
        if hitting.chosen is None:
            least = hitting.least
            continue
        least = len(hitting.chosen)
        out = set(hitting.chosen)
        # Clashes are taken until nothing is left of them: sets without common elements say most about the size.
        while True:
            verdict = solver.solve([*hard, *(element for element in elements if element not in out)], purse)
            if verdict is not False:
                break
            soft = set(elements)
            clash = shrunk(solver, [element for element in solver.core() if element in soft], hard, purse)
            if not clash:
                return None
            clashes.append(frozenset(clash))
            out |= set(clash)
        if verdict is None:
            break
        missed = tuple(element for element in elements if element in out and not solver.true([element]))
        if len(missed) < len(best):
            best = missed
    return Smallest(best, least)


class Hitting(NamedTuple):
    """A smallest set that hits some sets, ``None`` where the bound leaves none; none has fewer than ``least``."""

    chosen: tuple[int, ...] | None
    least: int


def smallest_hitting(sets: Sequence[frozenset[int]], least: int, most: int, purse: Purse) -> Hitting:
    """Return a smallest set that has an element of each of ``sets``, known to have ``least`` elements or more.

    Sets of more than ``most`` elements are not looked for. The number is counted with Sinz's sequential counter
    (Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005), which grows with the bound.
    """
    least = max(least, _apart(sets))
    elements = sorted({element for each in sets for element in each})
    number = {element: place for place, element in enumerate(elements, start=1)}
    solver = Bounded([[number[element] for element in each] for each in sets])
    solver.like([-place for place in number.values()])
    before: list[int] = []
    free = len(elements) + 1
    size = 0
    while least <= most:
        while size <= least:
            # Column by column: register i says that more than ``size`` of the first i elements are chosen.
            column = list(range(free, free + len(elements)))
            free += len(elements)
            for place, register in enumerate(column):
                if place:
                    solver.add([-column[place - 1], register])
                if size == 0:
                    solver.add([-(place + 1), register])
                elif place:
                    solver.add([-(place + 1), -before[place - 1], register])
            before = column
            size += 1
        verdict = solver.solve([-before[-1]] if before else [], purse)
        if verdict:
            return Hitting(tuple(element for element in elements if solver.true([number[element]])), least)
        if verdict is None:
            break
        least += 1
    return Hitting(None, least)


def _apart(sets: Iterable[frozenset[int]]) -> int:
    """Return the size of a collection of sets without common elements: each takes an element of its own to hit."""
    taken: set[int] = set()
    count = 0
    for each in sorted(sets, key=len):
        if taken.isdisjoint(each):
            taken |= each
            count += 1
    return count
