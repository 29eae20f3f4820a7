"""One city or many: which kernel takes them, and the buffers around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from eyeline.arrays import LineArrays
from eyeline.kernels import latin, tabled
from eyeline.kernels.compiled import numbers, values_of, zeros
from eyeline.kernels.outcome import ENOUGH, EXHAUSTED, FULL, PAUSED, UNLIMITED, Decision

__all__ = [
    "ENOUGH",
    "EXHAUSTED",
    "FULL",
    "PAUSED",
    "UNLIMITED",
    "Batch",
    "Decision",
    "Search",
    "Shape",
    "clues_of",
    "kernel_for",
]

Kernel: TypeAlias = tabled.Tabled | latin.Latin


class Shape(NamedTuple):
    """What cities have in common that one kernel takes together: all but clues and givens."""

    cells: int
    heights: int
    parks: int
    summed: bool
    lines: tuple[tuple[int, ...], ...]
    units: tuple[tuple[int, ...], ...]
    sights: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, city: LineArrays) -> Shape:
        """Return the shape of a city."""
        return cls(
            len(city.cells),
            city.heights,
            city.parks,
            city.summed,
            city.lines,
            city.units,
            tuple([sight.cells for sight in city.sights]),
        )

    @property
    def fits(self) -> bool:
        """Whether a kernel takes it: lines of at most 16 cells, and not too many lines, units and sights."""
        constraints = len(self.lines) + len(self.units) + len(self.sights)
        return (
            self.heights + self.parks <= latin.LONGEST
            and len(self.lines) <= latin.MOST_LINES
            and constraints <= latin.MOST_CONSTRAINTS
        )


@lru_cache(maxsize=64)
def kernel_for(shape: Shape) -> Kernel:
    """Return the kernel for cities of a shape that `fits`."""
    length = shape.heights + shape.parks
    # Among mirrors there are more rows than a row has cells, even when no line of sight has a clue.
    straight = not shape.units and not shape.sights and shape.cells == length * length
    if straight and length <= tabled.LONGEST and len(shape.lines) <= tabled.MOST_LINES:
        return tabled.Tabled(shape.heights, shape.parks, shape.summed, shape.lines)
    return latin.Latin(*shape)


def clues_of(city: LineArrays) -> list[int]:
    """Return near and far clue of each line, then the clue of each sight; -1 = blank."""
    clues = [-1] * (2 * len(city.lines))
    clues[: 2 * len(city.near) : 2] = city.near
    clues[1 : 2 * len(city.far) : 2] = city.far
    return clues + [sight.clue for sight in city.sights]


class Search:
    """A search for the answers of one city that can be interrupted and goes on where it was.

    ``nodes`` are the values tried so far, ``found`` the answers.
    """

    def __init__(self, city: LineArrays, room: int = 64) -> None:
        """Start; a call finds at most ``room`` answers."""
        self._kernel = kernel_for(Shape.of(city))
        self._clues = numbers(clues_of(city))
        self._state = self._kernel.start(self._clues, numbers(city.domains))
        self._answers = values_of(room * self._kernel.cells)
        self._room = room
        self._fresh = 0
        self.nodes = 0
        self.found = 0

    def advance(self, steps: int = UNLIMITED, nodes: int = UNLIMITED, room: int = UNLIMITED) -> int:
        """Go on for about so many more steps, until so many nodes in all, or until ``room`` more answers are found.

        A step takes some microseconds at most. Returns how it ended: ``EXHAUSTED``, ``PAUSED``, ``FULL`` or ``ENOUGH``.
        """
        spent = self._kernel.spent(self._state)[1]
        outcome = self._kernel.search(
            self._clues, self._state, self._answers, min(room, self._room), spent + steps, nodes
        )
        before = self.found
        self.nodes, _, self.found = self._kernel.spent(self._state)
        self._fresh = self.found - before
        return outcome

    def answers(self) -> Iterator[bytes]:
        """Yield the answers found in the last call: for each cell the place of its value, from 0."""
        size = self._kernel.cells
        held = bytes(self._answers[: self._fresh * size])
        return (held[start : start + size] for start in range(0, len(held), size))


class Batch:
    """Many cities of one shape, each searched for up to ``room`` answers: two tell none, one and several apart.

    ``clues`` has for each city the numbers of `clues_of`, ``domains`` the values each cell can have; both as sequences
    of numbers, or as flat arrays with one city after the other.
    """

    def __init__(self, shape: Shape, count: int, clues: Any, domains: Any, room: int = 2) -> None:
        """Take ``count`` cities."""
        self._kernel = kernel_for(shape)
        self._clues = numbers(clues)
        self._domains = numbers(domains)
        self._state = zeros(self._kernel.size)
        self._answers = values_of(count * room * self._kernel.cells)
        self._found = zeros(count)
        self._room = room
        self._fresh = True
        self._told: tuple[list[int], bytes] | None = None
        self.done = 0
        self.count = count

    @classmethod
    def of(cls, cities: Sequence[LineArrays], room: int = 2) -> Batch:
        """Take some cities of one shape, at least one."""
        clues = [clue for city in cities for clue in clues_of(city)]
        domains = [domain for city in cities for domain in city.domains]
        return cls(Shape.of(cities[0]), len(cities), clues, domains, room)

    def advance(self, steps: int = UNLIMITED, nodes: int = UNLIMITED) -> bool:
        """Go on for about so many steps, with at most so many nodes for each city; return whether all are done."""
        self.done = self._kernel.decide(
            self._clues,
            self._domains,
            self._state,
            self._answers,
            self._found,
            self.done,
            self._fresh,
            self._room,
            steps,
            nodes,
        )
        self._fresh = False
        self._told = None
        return self.done == self.count

    def skip(self) -> None:
        """Leave the city that is under way as it is: what was found for it so far is all there will be."""
        self._found[self.done] = 16 * self._kernel.spent(self._state)[2] + PAUSED
        self.done += 1
        self._fresh = True
        self._told = None

    def decision(self, k: int) -> Decision:
        """Return what was found for city ``k``, which is below ``done``."""
        if self._told is None:
            self._told = list(map(int, self._found)), bytes(self._answers)
        found, held = self._told
        count, outcome = divmod(found[k], 16)
        size = self._kernel.cells
        start = k * self._room * size
        answers = tuple([held[at : at + size] for at in range(start, start + count * size, size)])
        return Decision(answers, outcome == EXHAUSTED)
