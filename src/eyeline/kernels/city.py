"""One city or many: which kernel takes them, and the buffers around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias

from eyeline.arrays import LineArrays, Plan
from eyeline.kernels import latin, tabled
from eyeline.kernels.compiled import numbers, values_of, zeros
from eyeline.kernels.outcome import UNLIMITED
from eyeline.kernels.pack import Pack

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
        shape = _straight(city.plan)
        return shape._replace(sights=tuple([sight.cells for sight in city.sights])) if city.sights else shape

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
def _straight(plan: Plan) -> Shape:
    """Return the shape of the cities with a plan in which no line of sight is bent."""
    return Shape(len(plan.cells), plan.heights, plan.parks, plan.summed, plan.lines, plan.units, ())


@lru_cache(maxsize=64)
def kernel_for(shape: Shape) -> Kernel:
    """Return the kernel for cities of a shape that `fits`."""
    length = shape.heights + shape.parks
    # Among mirrors there are more rows than a row has cells, even when no line of sight has a clue.
    straight = not shape.units and not shape.sights and shape.cells == length * length
    if straight and length <= tabled.LONGEST and len(shape.lines) <= tabled.MOST_LINES:
        return tabled.Tabled(shape.heights, shape.parks, shape.summed, shape.lines)
    return latin.Latin(*shape)


def _clues_of(city: LineArrays) -> list[int]:
    """Return near and far clue of each line, then the clue of each sight; -1 = blank."""
    clues = [-1] * (2 * len(city.plan.lines))
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
        self._clues = numbers(_clues_of(city))
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


class Cities(Pack):
    """Many cities of one shape; their answers are the places of values, from 0."""

    def __init__(self, cities: Sequence[LineArrays], most: int = 2) -> None:
        """Take some cities of one shape, at least one."""
        self._kernel = kernel_for(Shape.of(cities[0]))
        self._clues = numbers(chain.from_iterable(map(_clues_of, cities)))
        self._domains = numbers(chain.from_iterable([city.domains for city in cities]))
        self._state = zeros(self._kernel.size)
        super().__init__((self._kernel.cells,) * len(cities), most)

    def _decide(self, steps: int, nodes: int) -> int:
        return self._kernel.decide(
            self._clues,
            self._domains,
            self._state,
            self._answers,
            self._found,
            self.done,
            self._fresh,
            self._most,
            steps,
            nodes,
        )
