"""Short chains of singles on skyscrapers: what has to stand where, one after the other, up to a clash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from eyeline import words
from eyeline.catalogue import gettext as _
from eyeline.grid import Cell
from eyeline.puzzles.skyscrapers import PARK, Unit


@dataclass(frozen=True, slots=True)
class _Link:
    """A height that has to stand in a cell, or (``cell`` is ``None``) a clash; ``uses``: the cells it rests on."""

    cell: Cell | None
    said: str
    uses: frozenset[Cell]


class Chain:
    """What follows from heights that cells can have in some units by singles alone.

    ``left`` says which heights each cell can have, ``parks`` how many parks a full unit holds.
    """

    def __init__(self, units: Iterable[Unit], left: dict[Cell, set[str]], parks: int) -> None:
        """Start with what is known."""
        self.units = list(units)
        self.left = {cell: set(values) for cell, values in left.items()}
        self.parks = parks
        # Where a height was ruled out here: by what stands in which cell.
        self._source: dict[tuple[Cell, str], Cell] = {}
        self._placed: set[Cell] = set()

    def to_clash(self, supposed: tuple[Cell, str] | None = None) -> list[str] | None:
        """Return the sentences from a supposition to its clash, as few as it takes; ``None`` where singles end."""
        links = []
        if supposed is not None:
            self._place(*supposed)
        for link in self._links():
            links.append(link)
            if link.cell is None:
                break
        else:
            return None
        wanted: set[Cell] = set()
        kept = []
        for link in reversed(links):
            if link.cell is None or link.cell in wanted:
                kept.append(link.said)
                wanted |= link.uses
        return kept[::-1]

    def _links(self) -> Iterator[_Link]:
        while True:
            link = self._clash() or self._naked() or self._hidden()
            if link is None:
                return
            yield link

    def _place(self, cell: Cell, token: str) -> None:
        self._placed.add(cell)
        for lost in self.left[cell] - {token}:
            self._source.setdefault((cell, lost), cell)
        self.left[cell] &= {token}
        for unit in self.units:
            if cell not in unit.cells or token == PARK:
                continue
            for other in unit.cells:
                if other != cell and token in self.left[other]:
                    self.left[other].remove(token)
                    self._source.setdefault((other, token), cell)

    def _uses(self, pairs: Iterable[tuple[Cell, str]]) -> frozenset[Cell]:
        return frozenset(self._source[pair] for pair in pairs if pair in self._source)

    def _clash(self) -> _Link | None:
        for cell, values in self.left.items():
            if not values:
                uses = self._uses(pair for pair in self._source if pair[0] == cell)
                return _Link(None, _("No height is left for {cell}.").format(cell=cell), uses)
        for unit in self.units:
            for token in sorted({token for pair in self._source for token in pair[1:]} - {PARK}):
                if unit.full and not any(token in self.left[cell] for cell in unit.cells):
                    said = _("In {unit}, no place is left for {value}.")
                    uses = self._uses((cell, token) for cell in unit.cells)
                    return _Link(None, said.format(unit=words.reason(unit.reason), value=token), uses)
        return None

    def _naked(self) -> _Link | None:
        for cell, values in self.left.items():
            if len(values) == 1 and cell not in self._placed:
                (token,) = values
                uses = self._uses(pair for pair in self._source if pair[0] == cell)
                self._place(cell, token)
                value = _("a park") if token == PARK else token
                return _Link(cell, _("Only {value} is left for {cell}.").format(value=value, cell=cell), uses)
        return None

    def _hidden(self) -> _Link | None:
        for unit in self.units:
            tokens = {token for cell in unit.cells for token in self.left[cell]} - {PARK}
            for token in sorted(tokens) if unit.full else ():
                places = [cell for cell in unit.cells if token in self.left[cell]]
                if len(places) == 1 and places[0] not in self._placed:
                    uses = self._uses((cell, token) for cell in unit.cells)
                    self._place(places[0], token)
                    said = _("In {unit}, {value} has no other place than {cell}.")
                    return _Link(
                        places[0], said.format(unit=words.reason(unit.reason), value=token, cell=places[0]), uses
                    )
        return None
