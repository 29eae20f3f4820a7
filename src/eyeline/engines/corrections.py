"""Smallest clashes and smallest corrections: what excludes each other, and what to leave out so that nothing does.

Among given elements (assumptions of a solver) a *clash* is a set that nothing keeps, a *correction* a set without which
something keeps the rest. Every correction hits every clash, so a smallest set of one sort is a smallest hitting set of
all sets of the other, and these need only be found as far as they are missed: Davies and Bacchus (Solving MAXSAT by
solving a sequence of simpler SAT instances, CP 2011) for corrections, Ignatiev, Previti, Liffiton and Marques-Silva
(Smallest MUS extraction with minimal hitting set dualization, CP 2015) for clashes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import closing
from typing import NamedTuple

from eyeline.engines.bounded import Bounded, Purse
from eyeline.engines.smallest import Hitting

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


def shrunk(solver: Bounded, core: Sequence[int], hard: Sequence[int], purse: Purse) -> list[int]:
    """Return a minimal part of a clash, as far as the purse goes; the last element is the first to be left out."""
    held = list(core)
    for element in reversed(core):
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
    solver: Bounded,
    core: Collection[int],
    elements: Sequence[int],
    hard: Sequence[int],
    purse: Purse,
    *,
    share: float = 1,
    most: int | None = None,
) -> Smallest:
    """Return a smallest clash among ``elements``, of which ``core`` is a clash that is known; ``hard`` always holds.

    First ``core`` is made minimal, with half of the purse at most and the last of ``elements`` left out first; then a
    ``share`` of what is left goes to looking for a smaller one, unless it has more than ``most`` elements, and no hope.
    A clash may be empty: what is hard is one by itself.
    """
    used = set(core)
    best = shrunk(solver, [element for element in elements if element in used], hard, purse.part(0.5))
    if most is not None and len(best) > most:
        return Smallest(tuple(best), 0)
    purse = purse.part(share)
    with closing(Hitting(elements, len(best) - 1)) as hitting:
        while (chosen := hitting.next(purse)) is not None:
            verdict = solver.solve([*hard, *chosen], purse)
            if verdict is None:
                break
            if verdict is False:
                # Nothing smaller hits all corrections, so all of it is needed.
                return Smallest(chosen, len(chosen))
            hitting.hit(_missing(solver, chosen, elements, hard, purse))
        return Smallest(tuple(best), min(len(best), hitting.least))


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
    soft = frozenset(elements)
    with closing(Hitting(elements, len(best) - 1)) as hitting:
        while len(best) > hitting.least and (chosen := hitting.next(purse)) is not None:
            out = set(chosen)
            # Clashes are taken until nothing is left of them: sets without common elements say most about the size.
            while (verdict := solver.solve([*hard, *(e for e in elements if e not in out)], purse)) is False:
                clash = shrunk(solver, [element for element in solver.core() if element in soft], hard, purse)
                if not clash:
                    return None
                hitting.hit(clash)
                out |= set(clash)
            if verdict is None:
                break
            missed = tuple(element for element in elements if element in out and not solver.true([element]))
            best = min(best, missed, key=len)
        return Smallest(best, min(len(best), hitting.least))
