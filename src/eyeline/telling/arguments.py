"""Sentences that steps on several kinds of puzzle are told with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eyeline.catalogue import gettext as _
from eyeline.catalogue import ngettext
from eyeline.grid import Cell, Port
from eyeline.puzzles import Puzzle
from eyeline.telling import facts, grammar, places

# --- what is left for a cell, and for a value


def nothing_left(cell: Cell) -> str:
    """Say that a cell can have no value."""
    return _("Nothing is left for {cell}.").format(cell=cell)


def only_value(value: str, cell: Cell) -> str:
    """Say that a cell can have one value and no other."""
    return _("Only {value} is left for {cell}.").format(value=value, cell=cell)


def no_place(unit: str, value: str) -> str:
    """Say that a value can stand nowhere in a unit that holds it."""
    return _("In {unit}, no place is left for {value}.").format(unit=unit, value=value)


def only_place(unit: str, value: str, cell: Cell) -> str:
    """Say that a value can stand at one place of a unit that holds it."""
    return _("In {unit}, {value} has no other place than {cell}.").format(unit=unit, value=value, cell=cell)


# --- what a clue would show; ``seen`` is a clause that says what would be seen


def no_filling() -> str:
    """Say, as a clause, that a line cannot be filled at all."""
    return _("there is no way to fill the line")


def but(seen: str) -> str:
    """Say what would be seen instead of the clue."""
    return _("But {seen}.").format(seen=seen)


def with_values(puzzle: Puzzle, pairs: Iterable[tuple[Cell, str]], seen: str) -> str:
    """Say what would be seen with any of some values."""
    return _("With {values}, {seen}.").format(values=facts.suppositions(puzzle, pairs), seen=seen)


def with_clue_met(puzzle: Puzzle, pairs: Iterable[tuple[Cell, str]], met: Port, other: Port, seen: str) -> str:
    """Say what would be seen from the place ``other`` with any of some values where the clue at ``met`` is met."""
    return _("With {values} and the clue {where} met, {seen} {other}.").format(
        values=facts.suppositions(puzzle, pairs), where=places.port(met), seen=seen, other=places.port(other)
    )


def for_clue(port: Port, seen: str) -> str:
    """Say what would be seen instead of a clue, by what is known at some point of a chain."""
    return _("For the clue {where}, {seen}.").format(where=places.port(port), seen=seen)


def by_clue(port: Port) -> str:
    """Return what follows from a clue, ``{facts}`` still to be filled in."""
    return _("By the clue {where}, {facts}.").replace("{where}", places.port(port))


def arrangements(line: Iterable[Cell], fitting: Sequence[Sequence[str]]) -> str:
    """List the arrangements of cells that fit; each has what stands there, in the order of the cells."""
    cells = grammar.cells(line)
    if not fitting:
        return _("No arrangement of {cells} fits.").format(cells=cells)
    shown = "; ".join(" ".join(held) for held in fitting)
    return ngettext(
        "{n} arrangement of {cells} fits: {shown}.", "{n} arrangements of {cells} fit: {shown}.", len(fitting)
    ).format(n=len(fitting), cells=cells, shown=shown)
