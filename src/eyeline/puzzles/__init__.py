"""The kinds of puzzle, one a module, and the registry that names them."""

from __future__ import annotations

from eyeline.errors import PuzzleError
from eyeline.puzzles.beams import Beams
from eyeline.puzzles.haunted import Haunted
from eyeline.puzzles.kind import Board, Fault, Kind, Puzzle
from eyeline.puzzles.skyscrapers import Skyscrapers
from eyeline.sheet import Sheet

__all__ = ["KINDS", "Board", "Fault", "Kind", "Puzzle", "puzzle"]

KINDS: dict[str, Kind] = {kind.name: kind for kind in (Skyscrapers(), Haunted(), Beams())}


def puzzle(sheet: Sheet) -> Puzzle:
    """Return the puzzle on a sheet. Raises ``PuzzleError`` with every problem at once."""
    kind = KINDS.get(sheet.kind)
    if kind is None:
        raise PuzzleError((f"no kind {sheet.kind!r}; there is {', '.join(KINDS)}",))
    return Puzzle(sheet, kind)
