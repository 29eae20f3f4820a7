"""Line-of-sight grid puzzles: Skyscrapers, the Haunted Mirror Maze (Undead) and Beaming With Joy.

Read a puzzle in any common notation, solve it, and know whether the answer is the only one:

>>> import eyeline
>>> puzzle = eyeline.read("4:3/2/1/2/1/3/2/2/2/2/3/1/2/2/1/3")
>>> answer = eyeline.solve(puzzle)
>>> answer.verdict.value
'one'
>>> for row in answer.cells:
...     print(*row)
2 1 4 3
3 4 1 2
1 3 2 4
4 2 3 1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eyeline.catalogue import language, languages
from eyeline.certify import Certificate, Term, certify
from eyeline.engine import Cancel, Implication, Limits
from eyeline.errors import (
    AmbiguousOrder,
    CannotHold,
    EyelineError,
    Inexact,
    MemoryShort,
    MissingExtra,
    NotationError,
    PuzzleError,
    TimeUp,
    Unable,
    UnknownName,
    UnnamedNotation,
    UnreadableInput,
    UnwritableOutput,
    WorkerLost,
)
from eyeline.export import write_model
from eyeline.formats import Claim, read_page
from eyeline.formats.steps import ClaimedStep
from eyeline.grid import Cell, Grid, Heading, Port, Side
from eyeline.judge import Judged, Judgement, judge
from eyeline.model import Known, Model, Reason, Row
from eyeline.notebook import register
from eyeline.puzzles import Board, Fault, Kind, Puzzle, puzzle
from eyeline.puzzles.symmetry import SYMMETRIES, Symmetry
from eyeline.reading import read, read_many, read_steps, write
from eyeline.sheet import Cells, Clues, Fact, Notes, Page, Position, Sheet, Totals
from eyeline.sight import Line, Pair
from eyeline.solve import Answer, Count, Verdict, answers, count, overruled, settle, solve

if TYPE_CHECKING:
    from eyeline.backbone import Freedom, freedom
    from eyeline.batch import solve_many
    from eyeline.checking import Checked, GridState, SeenCell, Sighting, TakeBack, check
    from eyeline.claimed import JudgedStep, Standing, judge_steps
    from eyeline.clash import Clash, why_none
    from eyeline.dossier import write_proof
    from eyeline.drawing import Highlights, draw, draw_answer
    from eyeline.drawing.steps import draw_step
    from eyeline.picture import Picture
    from eyeline.refutation import Refutation, refute
    from eyeline.relax import relaxation
    from eyeline.render import write_picture
    from eyeline.solution import read_solution
    from eyeline.trimming import Trimmed, trim

__version__ = "0.1.0"

register()

__all__ = [
    "SYMMETRIES",
    "AmbiguousOrder",
    "Answer",
    "Board",
    "Cancel",
    "CannotHold",
    "Cell",
    "Cells",
    "Certificate",
    "Checked",
    "Claim",
    "ClaimedStep",
    "Clash",
    "Clues",
    "Count",
    "Explanation",
    "EyelineError",
    "Fact",
    "Fault",
    "Freedom",
    "Grade",
    "Grid",
    "GridState",
    "Heading",
    "Highlights",
    "Implication",
    "Inexact",
    "Judged",
    "JudgedStep",
    "Judgement",
    "Kind",
    "Known",
    "Limits",
    "Line",
    "MemoryShort",
    "MissingExtra",
    "Model",
    "NotationError",
    "Notes",
    "Page",
    "Pair",
    "Picture",
    "Port",
    "Position",
    "Puzzle",
    "PuzzleError",
    "Reason",
    "Refutation",
    "Row",
    "SeenCell",
    "Sheet",
    "Side",
    "Sighting",
    "Standing",
    "Step",
    "Symmetry",
    "TakeBack",
    "Term",
    "TimeUp",
    "Totals",
    "Trimmed",
    "Unable",
    "UnknownName",
    "UnnamedNotation",
    "UnreadableInput",
    "UnwritableOutput",
    "Verdict",
    "WorkerLost",
    "answers",
    "certify",
    "check",
    "count",
    "draw",
    "draw_answer",
    "draw_step",
    "explain",
    "freedom",
    "grade",
    "hint",
    "judge",
    "judge_steps",
    "language",
    "languages",
    "overruled",
    "puzzle",
    "read",
    "read_many",
    "read_page",
    "read_solution",
    "read_steps",
    "refute",
    "relaxation",
    "settle",
    "solve",
    "solve_many",
    "trim",
    "why_none",
    "write",
    "write_model",
    "write_picture",
    "write_proof",
]

# What most runs have no use for, with the module that it is loaded from when somebody first asks.
_LATER = {
    "judge_steps": "eyeline.claimed",
    "Standing": "eyeline.claimed",
    "JudgedStep": "eyeline.claimed",
    "check": "eyeline.checking",
    "SeenCell": "eyeline.checking",
    "Sighting": "eyeline.checking",
    "TakeBack": "eyeline.checking",
    "GridState": "eyeline.checking",
    "Checked": "eyeline.checking",
    "freedom": "eyeline.backbone",
    "Freedom": "eyeline.backbone",
    "why_none": "eyeline.clash",
    "Clash": "eyeline.clash",
    "Explanation": "eyeline.explaining",
    "Grade": "eyeline.grading",
    "read_solution": "eyeline.solution",
    "Highlights": "eyeline.drawing",
    "Picture": "eyeline.picture",
    "Refutation": "eyeline.refutation",
    "Step": "eyeline.explaining",
    "Trimmed": "eyeline.trimming",
    "draw": "eyeline.drawing",
    "draw_answer": "eyeline.drawing",
    "draw_step": "eyeline.drawing.steps",
    "explain": "eyeline.explaining",
    "grade": "eyeline.grading",
    "hint": "eyeline.explaining",
    "refute": "eyeline.refutation",
    "relaxation": "eyeline.relax",
    "solve_many": "eyeline.batch",
    "trim": "eyeline.trimming",
    "write_picture": "eyeline.render",
    "write_proof": "eyeline.dossier",
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for. Raises ``AttributeError``."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    globals()[name] = value = getattr(import_module(_LATER[name]), name)
    return value


def __dir__() -> list[str]:
    """List the public names, those loaded later included."""
    return sorted({*globals(), *__all__})
