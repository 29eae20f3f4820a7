"""What kinds of puzzle are called, and what they ask."""

from __future__ import annotations

from eyeline.catalogue import gettext as _
from eyeline.puzzles import Kind, Puzzle


def title(kind: Kind) -> str:
    """Return the name of a kind."""
    return _(kind.title)


def sized(puzzle: Puzzle) -> str:
    """Return the name of a puzzle's kind with the size of its grid."""
    return _("{kind}, {rows}×{cols}").format(kind=title(puzzle.kind), rows=puzzle.grid.rows, cols=puzzle.grid.cols)


def summary(kind: Kind) -> str:
    """Return what a kind asks, as a phrase."""
    return _(kind.summary)


def variants(kind: Kind) -> dict[str, str]:
    """Return what each variant of a kind changes, as phrases by their names."""
    return {name: _(changed) for name, changed in kind.variants.items()}


def formulations(kind: Kind) -> str:
    """Return the formulations of a kind as one phrase."""
    return _("formulations: {names}").format(names=", ".join(kind.formulations))
