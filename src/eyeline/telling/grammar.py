"""How words are put together: lists that end with "and" or "or", and the beginning and the end of a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eyeline.catalogue import gettext as _
from eyeline.grid import Cell

#: At most so many cells are listed where the rest can be counted.
MOST_CELLS = 12


def all_of(words: Iterable[str]) -> str:
    """Return words joined by commas, the last by "and"; nothing for no words."""
    held = list(words)
    if len(held) < 2:
        return "".join(held)
    return _("{first} and {last}").format(first=", ".join(held[:-1]), last=held[-1])


def either(words: Iterable[str]) -> str:
    """Return words joined by commas, the last by "or"; nothing for no words."""
    held = list(words)
    if len(held) < 2:
        return "".join(held)
    return _("{first} or {last}").format(first=", ".join(held[:-1]), last=held[-1])


def cells(which: Iterable[Cell]) -> str:
    """Return cells joined by commas, the last by "and", however many.

    >>> cells([Cell(0, 0), Cell(0, 1), Cell(1, 0)])
    'r1c1, r1c2 and r2c1'
    """
    return all_of(str(cell) for cell in which)


def first_cells(which: Sequence[Cell]) -> str:
    """Return cells as one list, a long one cut with the number left out.

    >>> first_cells([Cell(0, col) for col in range(20)])
    'r1c1, r1c2, r1c3, r1c4, r1c5, r1c6, r1c7, r1c8, r1c9, r1c10, r1c11, r1c12 and 8 more'
    """
    if len(which) <= MOST_CELLS:
        return cells(which)
    listed = ", ".join(str(cell) for cell in which[:MOST_CELLS])
    return _("{cells} and {n} more").format(cells=listed, n=len(which) - MOST_CELLS)


def capital(text: str) -> str:
    """Return a text with its first letter large, unless it starts with a cell.

    >>> capital("row 2"), capital("r1c1 is 4")
    ('Row 2', 'r1c1 is 4')
    """
    return text if text[:1] == "r" and text[1:2].isdigit() else text[:1].upper() + text[1:]


def sentence(clause: str) -> str:
    """Return a clause as a sentence of its own.

    >>> sentence("row 2 is full")
    'Row 2 is full.'
    """
    return _("{clause}.").format(clause=capital(clause))
