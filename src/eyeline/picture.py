"""Pictures as data: marks with a place, a size and a meaning, in no file format.

Coordinates are in grid units: x runs right and y down from the top left corner of the grid, cell ``(row, col)`` covers
``col <= x <= col + 1`` and ``row <= y <= row + 1``, and what stands around the grid has negative coordinates or such
beyond it. Marks have no colours; a :class:`Role` says what a mark means, and each renderer knows how to show that.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from eyeline.pictured import Pictured


class Role(StrEnum):
    """What a mark means.

    The last six are for steps and faults: ``focus`` is where to look, ``reason`` what a step follows from, ``won`` a
    value that has been found, ``lost`` one that has been ruled out, ``broken`` what breaks a rule, ``note`` a remark.
    """

    GRID = "grid"
    RIM = "rim"
    REGION = "region"
    DIAGONAL = "diagonal"
    CLUE = "clue"
    GIVEN = "given"
    TILE = "tile"
    MIRROR = "mirror"
    WALL = "wall"
    SHOOTER = "shooter"
    GROUP = "group"
    TOTAL = "total"
    ENTRY = "entry"
    PENCIL = "pencil"
    EXCLUDED = "excluded"
    ANSWER = "answer"
    DIFFER = "differ"
    OTHER = "other"
    LIT = "lit"
    DARK = "dark"
    BEAM = "beam"
    PATH = "path"
    SEEN = "seen"
    LEVEL = "level"
    FOCUS = "focus"
    REASON = "reason"
    WON = "won"
    LOST = "lost"
    BROKEN = "broken"
    NOTE = "note"


class Point(NamedTuple):
    """A place, in grid units."""

    x: float
    y: float


class Box(NamedTuple):
    """A rectangle by its top left corner and its size, in grid units."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> Point:
        """The middle."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)


class Outline(NamedTuple):
    """One contour of a figure, in a square of side 1 around the origin.

    It begins at ``start``; each of ``parts`` is one point (a straight line to it) or three (a cubic Bézier curve to the
    last of them). A contour that is not ``closed`` is a stroke. ``tone`` is how it is painted: ``ink`` in the colour of
    the role, ``paper`` in that of the ground, ``shade`` between the two with an edge in ink.
    """

    start: Point
    parts: tuple[tuple[Point, ...], ...]
    closed: bool = True
    tone: str = "ink"


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle filled evenly."""

    box: Box
    role: Role


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through two or more points."""

    points: tuple[Point, ...]
    role: Role


@dataclass(frozen=True, slots=True)
class Label:
    """A text at a point. ``size`` is the size of its font in grid units.

    ``anchor`` says where in the text the point lies, ``middle`` or ``start``; vertically it is in the middle of digits.
    """

    at: Point
    text: str
    role: Role
    size: float = 0.5
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class Figure:
    """A small drawing around a point, ``size`` grid units wide; ``name`` says what it shows, in one word.

    ``letter`` stands for it in text and ``plain`` where text must be ASCII.
    """

    at: Point
    name: str
    outlines: tuple[Outline, ...]
    role: Role
    letter: str
    plain: str
    size: float = 0.7


@dataclass(frozen=True, slots=True)
class Level:
    """A box filled from below to ``amount``, a number from 0 to 1, with a mark that says of what."""

    box: Box
    amount: float
    face: Label | Figure
    role: Role = Role.LEVEL


Mark: TypeAlias = Area | Stroke | Label | Figure | Level


@dataclass(frozen=True, slots=True)
class Picture(Pictured):
    """Marks around a grid of ``rows`` by ``cols`` cells, painted in order.

    ``title`` names what is to be seen and ``description`` tells it to those who cannot see it; ``captions`` stand
    below, one paragraph each. ``frame`` is the room that the marks take.
    """

    rows: int
    cols: int
    marks: tuple[Mark, ...]
    title: str
    description: str
    captions: tuple[str, ...]
    frame: Box
