"""What is seen along a line of sight, cell by cell."""

from __future__ import annotations

from eyeline.catalogue import gettext as _
from eyeline.checking import SeenCell, Sighting
from eyeline.puzzles import Puzzle
from eyeline.telling import grammar, values


def sighting(puzzle: Puzzle, found: Sighting) -> str:
    """Return what is seen along a line: its cells in the order of sight, and what they come to."""
    if not found.line:
        return _("nothing stands in sight from there")
    summed = puzzle.sheet.notes.clues == "sum"
    cells = ", ".join(_looked(puzzle, one, summed) for one in found.line)
    if all(one.value is not None for one in found.line):
        pattern = _("in order of sight: {cells}; the heights seen add up to {n}") if summed else None
        return (pattern or _("in order of sight: {cells}; {n} in all")).format(cells=cells, n=found.seen)
    numbers = grammar.either(str(number) for number in found.possible)
    if not numbers:
        return _("in order of sight: {cells}; no height is left for an open cell").format(cells=cells)
    return _("in order of sight: {cells}; filled in any way, the line shows {numbers}").format(
        cells=cells, numbers=numbers
    )


def _looked(puzzle: Puzzle, one: SeenCell, summed: bool) -> str:
    if one.value is None:
        return _("{cell} open").format(cell=one.cell)
    value = values.value(puzzle, one.value)
    if summed and one.counts:
        return _("{value} at {cell} (seen, adds {n})").format(value=value, cell=one.cell, n=one.counts)
    if one.counts:
        mirrored = puzzle.kind.name == "haunted" and one.reflected
        pattern = _("{value} at {cell} (seen in a mirror)") if mirrored else _("{value} at {cell} (seen)")
    elif puzzle.kind.name != "haunted":
        pattern = _("{value} at {cell} (hidden)")
    elif one.reflected:
        pattern = _("{value} at {cell} (not seen in a mirror)")
    else:
        pattern = _("{value} at {cell} (not seen without a mirror)")
    return pattern.format(value=value, cell=one.cell)
