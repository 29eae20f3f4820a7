"""Short chains of what has to be, one thing after the other, from a supposition or from what is known to a clash."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from eyeline.grid import Cell
from eyeline.model import Known
from eyeline.puzzles import Puzzle
from eyeline.puzzles.skyscrapers import PARK, Unit
from eyeline.telling import arguments, facts, rules, values
from eyeline.telling.view import Left

#: At most so many values are supposed in one step.
MOST_SUPPOSED = 4
#: With more clues than this no chain is looked for: it would take too long to find, and to follow.
MOST_CLUES = 4


class Found(NamedTuple):
    """What a rule makes of what is left: the values it rules out, none of them for a clash; ``said`` holds {facts}.

    ``scope``: the cells that this rests on.
    """

    said: str
    losses: Sequence[tuple[Cell, str]]
    scope: Iterable[Cell]


#: A rule; ``None`` where it rules nothing out.
Rule: TypeAlias = Callable[[Left], Found | None]


@dataclass(frozen=True, slots=True)
class _Link:
    """One thing that has to be, by number; ``uses``: the numbers of those that it rests on."""

    said: str
    uses: frozenset[int]
    clash: bool = False


class Chain:
    """What follows in a puzzle from what each cell can have, by heights of units that stand alone and by rules.

    ``parks`` says how many parks a full unit holds. Of what is found, the simplest is taken first.
    """

    def __init__(self, puzzle: Puzzle, left: Left, *, units: Iterable[Unit] = (), rules: Iterable[Rule] = ()) -> None:
        """Start with what is known."""
        self.puzzle = puzzle
        self.units = list(units)
        self.rules = list(rules)
        self.left = {cell: set(values) for cell, values in left.items()}
        # Where a value was ruled out here, the number of the link that did; so too for the cells that are filled.
        self._source: dict[tuple[Cell, str], int] = {}
        self._placed: set[Cell] = set()
        self._number = 0

    def to_clash(self, supposed: tuple[Cell, str] | None = None) -> list[str] | None:
        """Return the sentences from a supposition to its clash, as few as it takes; ``None`` where there is no way."""
        if supposed is not None:
            self._place(*supposed)
        links: dict[int, _Link] = {}
        for link in self._links():
            links[self._number] = link
            if link.clash:
                break
        else:
            return None
        wanted = {self._number}
        kept = []
        for number in sorted(links, reverse=True):
            if number in wanted:
                kept.append(links[number].said)
                wanted |= links[number].uses
        return kept[::-1]

    def _links(self) -> Iterator[_Link]:
        """Yield the links, numbered from 1; what is supposed has the number 0."""
        while True:
            self._number += 1
            link = self._clash() or self._naked() or self._hidden() or self._ruled()
            if link is None:
                return
            yield link

    def _lose(self, cell: Cell, tokens: Iterable[str]) -> None:
        for token in tokens:
            if token in self.left[cell]:
                self.left[cell].remove(token)
                self._source.setdefault((cell, token), self._number)

    def _place(self, cell: Cell, token: str) -> None:
        self._placed.add(cell)
        self._lose(cell, self.left[cell] - {token})
        for unit in self.units:
            if cell in unit.cells and token != PARK:
                for other in unit.cells:
                    if other != cell:
                        self._lose(other, [token])

    def _uses(self, cells: Iterable[Cell], tokens: Iterable[str] | None = None) -> frozenset[int]:
        wanted = self.puzzle.values if tokens is None else tuple(tokens)
        pairs = [(cell, token) for cell in cells for token in wanted]
        return frozenset(self._source[pair] for pair in pairs if pair in self._source)

    def _clash(self) -> _Link | None:
        for cell, tokens in self.left.items():
            if not tokens:
                return _Link(arguments.nothing_left(cell), self._uses([cell]), clash=True)
        for unit in self.units:
            for token in self.puzzle.values:
                if token != PARK and unit.full and not any(token in self.left[cell] for cell in unit.cells):
                    said = arguments.no_place(rules.rule(unit.reason), token)
                    return _Link(said, self._uses(unit.cells, [token]), clash=True)
        return None

    def _naked(self) -> _Link | None:
        for cell, tokens in self.left.items():
            if self.units and len(tokens) == 1 and cell not in self._placed:
                (token,) = tokens
                uses = self._uses([cell])
                self._place(cell, token)
                return _Link(arguments.only_value(values.value(self.puzzle, token), cell), uses)
        return None

    def _hidden(self) -> _Link | None:
        for unit in self.units:
            for token in self.puzzle.values if unit.full else ():
                places = [cell for cell in unit.cells if token in self.left[cell]]
                if token != PARK and len(places) == 1 and places[0] not in self._placed:
                    uses = self._uses(unit.cells, [token])
                    self._place(places[0], token)
                    return _Link(arguments.only_place(rules.rule(unit.reason), token, places[0]), uses)
        return None

    def _ruled(self) -> _Link | None:
        for rule in self.rules:
            found = rule(self.left)
            if found is None:
                continue
            uses = self._uses(found.scope)
            if not found.losses:
                return _Link(found.said, uses, clash=True)
            lost: dict[Cell, list[str]] = {}
            for cell, token in found.losses:
                lost.setdefault(cell, []).append(token)
            follows = []
            for cell, tokens in lost.items():
                self._lose(cell, tokens)
                if len(self.left[cell]) == 1:
                    (token,) = self.left[cell]
                    self._place(cell, token)
                    follows.append(Known(cell, token))
                else:
                    follows += [Known(cell, token, False) for token in tokens]
            return _Link(found.said.replace("{facts}", facts.stated(self.puzzle, follows)), uses)
        return None


def led(
    make: Callable[[], Chain],
    puzzle: Puzzle,
    losses: Sequence[tuple[Cell, str]] | None,
    besides: Collection[tuple[Cell, str]] = (),
) -> list[str] | None:
    """Return the sentences that lead from each of some values to a clash, or to one from what is known (``None``).

    Where what is known does not clash at once, it does for each value of some cell; of all such cells the one is taken
    that is told in the fewest sentences. What is ruled out ``besides`` is not supposed. ``None`` where no way is found.
    """
    if losses is None:
        return make().to_clash() or _by_cases(make, puzzle, besides)
    return _each(make, puzzle, losses, besides) if len(losses) <= MOST_SUPPOSED else None


def _each(
    make: Callable[[], Chain],
    puzzle: Puzzle,
    pairs: Iterable[tuple[Cell, str]],
    besides: Collection[tuple[Cell, str]],
) -> list[str] | None:
    gone, found = [], []
    for cell, token in pairs:
        if (cell, token) in besides:
            gone.append(Known(cell, token, False))
            continue
        said = make().to_clash((cell, token))
        if said is None:
            return None
        found += [facts.supposed(puzzle, Known(cell, token)), *said]
    return [facts.remembered(puzzle, gone), *found] if gone else found


def _by_cases(make: Callable[[], Chain], puzzle: Puzzle, besides: Collection[tuple[Cell, str]]) -> list[str] | None:
    best: list[str] | None = None
    left = make().left
    for cell in sorted(left, key=lambda cell: (len(left[cell]), cell)):
        if 1 < len(left[cell]) <= MOST_SUPPOSED:
            pairs = [(cell, token) for token in sorted(left[cell], key=puzzle.values.index)]
            said = _each(make, puzzle, pairs, besides)
            if said is not None and (best is None or len(said) < len(best)):
                best = said
    return best
