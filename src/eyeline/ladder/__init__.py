"""Techniques that a person solves by, kind by kind, and the rungs that they stand on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from eyeline.ladder import beams, haunted, skyscrapers

__all__ = ["LADDERS", "LEVELS", "Ladder", "Technique"]

#: The grades, from the easiest on. ``beyond`` is what no rung of the ladder reaches.
LEVELS = ("easy", "medium", "hard", "extreme", "beyond")


@dataclass(frozen=True, slots=True)
class Technique:
    """A technique by its name and the rung that it stands on."""

    name: str
    rung: int


@dataclass(frozen=True, slots=True)
class Ladder:
    """The techniques of a kind.

    ``techniques`` are in the order of their numbers in a trace; ``prices`` and ``levels`` belong to the rungs, from the
    cheapest on. ``climb`` runs all techniques of a rung (see :mod:`eyeline.ladder.source`). ``narrow`` is how narrow an
    easy way may be, for a puzzle of so many cells: the sum over its rounds of 1 by the number of findings open in each.
    The bounds come from the levels that Tatham's collection gives its puzzles. From the rung ``supposing`` on, findings
    suppose something and name no reasons.
    """

    techniques: tuple[Technique, ...]
    prices: tuple[int, ...]
    levels: tuple[str, ...]
    climb: Callable[..., None]
    narrow: Callable[[int], float]
    supposing: int

    @property
    def rungs(self) -> int:
        """The number of rungs."""
        return len(self.levels)


def _ladder(module: Any, narrow: Callable[[int], float], levels: tuple[str, ...], *rungs: tuple[str, ...]) -> Ladder:
    held = {name: rung for rung, names in enumerate(rungs) for name in names}
    numbers = {name: getattr(module, name.upper().replace(" ", "_").replace("-", "_")) for name in held}
    techniques = tuple(Technique(name, held[name]) for name in sorted(held, key=numbers.__getitem__))
    supposing = getattr(module, "SIMPLE", len(levels))
    return Ladder(techniques, module.PRICES, levels, module.climb, narrow, supposing)


LADDERS: dict[str, Ladder] = {
    "skyscrapers": _ladder(
        skyscrapers,
        lambda cells: cells / 3,
        ("easy", "easy", "easy", "medium", "medium", "hard", "extreme", "extreme", "beyond"),
        ("naked single", "parks placed"),
        ("hidden single", "clue one", "clue all", "facing"),
        ("within reach", "clue two", "sure to be seen"),
        ("line of sight", "few"),
        ("naked set", "hidden set"),
        ("arrangements",),
        ("x-wing",),
        ("forcing chain",),
        ("both ends",),
    ),
    "haunted": _ladder(
        haunted,
        lambda cells: 2.2,
        ("easy", "easy", "easy", "medium", "hard", "medium", "hard", "extreme", "extreme"),
        ("clue zero", "clue full", "group"),
        ("count", "total"),
        ("ends compared",),
        ("crossed twice", "few"),
        ("arrangements",),
        ("last cells",),
        ("supposed",),
    ),
    "beams": _ladder(
        beams,
        lambda cells: 1 + cells,
        ("easy", "easy", "medium", "hard", "extreme"),
        ("unsafe",),
        ("only",),
        ("chain",),
    ),
}
