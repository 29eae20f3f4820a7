"""Line-of-sight grid puzzles: Skyscrapers, the Haunted Mirror Maze (Undead) and Beaming With Joy.

Read a puzzle in any common notation, solve it, and know whether the answer is the only one:

>>> import eyeline
>>> puzzle = eyeline.read("4:1/2/2/3/4/1/2/2/1/2/3/2/4/2/1/2")
>>> answer = eyeline.solve(puzzle)
>>> answer.verdict.value
'one'
>>> for row in answer.cells:
...     print(*row)
4 3 2 1
"""

from __future__ import annotations

from eyeline.engine import Cancel, Implication, Limits
from eyeline.errors import (
    AmbiguousOrder,
    CannotHold,
    EyelineError,
    MissingExtra,
    NotationError,
    PuzzleError,
    Unable,
    UnknownName,
    UnreadableInput,
    UnwritableOutput,
)
from eyeline.export import write_model
from eyeline.formats import Claim
from eyeline.grid import Cell, Grid, Heading, Port, Side
from eyeline.judge import Judged, Judgement, judge
from eyeline.model import Model, Reason, Row
from eyeline.puzzles import Fault, Kind, Puzzle, puzzle
from eyeline.puzzles.symmetry import SYMMETRIES, Symmetry
from eyeline.reading import read, read_many, write
from eyeline.sheet import Cells, Clues, Fact, Notes, Page, Position, Sheet, Totals
from eyeline.solve import Answer, Count, Verdict, answers, count, solve

__version__ = "0.1.0"

__all__ = [
    "SYMMETRIES",
    "AmbiguousOrder",
    "Answer",
    "Cancel",
    "CannotHold",
    "Cell",
    "Cells",
    "Claim",
    "Clues",
    "Count",
    "EyelineError",
    "Fact",
    "Fault",
    "Grid",
    "Heading",
    "Implication",
    "Judged",
    "Judgement",
    "Kind",
    "Limits",
    "MissingExtra",
    "Model",
    "NotationError",
    "Notes",
    "Page",
    "Port",
    "Position",
    "Puzzle",
    "PuzzleError",
    "Reason",
    "Row",
    "Sheet",
    "Side",
    "Symmetry",
    "Totals",
    "Unable",
    "UnknownName",
    "UnreadableInput",
    "UnwritableOutput",
    "Verdict",
    "answers",
    "count",
    "judge",
    "puzzle",
    "read",
    "read_many",
    "solve",
    "write",
    "write_model",
]
