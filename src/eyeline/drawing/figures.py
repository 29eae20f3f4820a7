"""The small drawings in cells: monsters, mirrors, parks, shooters, arrows.

They are made to be told apart in black and white and at the size of a printed digit: a ghost is an empty sheet, a
vampire is black with a white face, a zombie is grey with a square head.
"""

from __future__ import annotations

from eyeline.grid import Heading
from eyeline.picture import Figure, Outline, Point, Role

# What the control points of a quarter of a circle add to its ends.
_ROUND = 0.5523


def _polygon(*points: tuple[float, float], tone: str = "ink") -> Outline:
    first, *rest = (Point(*point) for point in points)
    return Outline(first, tuple((point,) for point in rest), True, tone)


def _line(*points: tuple[float, float]) -> Outline:
    first, *rest = (Point(*point) for point in points)
    return Outline(first, tuple((point,) for point in rest), False)


def _curve(start: tuple[float, float], *parts: tuple[float, ...], tone: str = "ink") -> Outline:
    """Close a contour whose parts are flat lists of two or six coordinates."""
    pairs = tuple(tuple(Point(*part[i : i + 2]) for i in range(0, len(part), 2)) for part in parts)
    return Outline(Point(*start), pairs, True, tone)


def _ellipse(x: float, y: float, across: float, down: float, tone: str = "ink") -> Outline:
    """Return an ellipse by its centre and radii."""
    a, b = across * _ROUND, down * _ROUND
    return _curve(
        (x - across, y),
        (x - across, y - b, x - a, y - down, x, y - down),
        (x + a, y - down, x + across, y - b, x + across, y),
        (x + across, y + b, x + a, y + down, x, y + down),
        (x - a, y + down, x - across, y + b, x - across, y),
        tone=tone,
    )


_GHOST = (
    _curve(
        (-0.36, 0.44),
        (-0.36, -0.08),
        (-0.36, -0.3, -0.2, -0.46, 0, -0.46),
        (0.2, -0.46, 0.36, -0.3, 0.36, -0.08),
        (0.36, 0.44),
        (0.24, 0.32),
        (0.12, 0.44),
        (0, 0.32),
        (-0.12, 0.44),
        (-0.24, 0.32),
        tone="paper",
    ),
    _ellipse(-0.13, -0.12, 0.06, 0.09),
    _ellipse(0.13, -0.12, 0.06, 0.09),
    _ellipse(0, 0.1, 0.055, 0.06),
)

_VAMPIRE = (
    _polygon((-0.48, -0.2), (-0.26, 0.14), (0, 0.3), (0.26, 0.14), (0.48, -0.2), (0.44, 0.46), (-0.44, 0.46)),
    _curve(
        (-0.28, -0.2),
        (-0.28, 0.1, -0.16, 0.34, 0, 0.34),
        (0.16, 0.34, 0.28, 0.1, 0.28, -0.2),
        (0.28, -0.56, -0.28, -0.56, -0.28, -0.2),
        tone="paper",
    ),
    _curve(
        (-0.28, -0.1),
        (-0.32, -0.6, 0.32, -0.6, 0.28, -0.1),
        (0.25, -0.2, 0.21, -0.26, 0.15, -0.28),
        (0, -0.12),
        (-0.15, -0.28),
        (-0.21, -0.26, -0.25, -0.2, -0.28, -0.1),
    ),
    _ellipse(-0.11, -0.02, 0.045, 0.045),
    _ellipse(0.11, -0.02, 0.045, 0.045),
    _polygon(
        (-0.13, 0.11),
        (0.13, 0.11),
        (0.1, 0.15),
        (0.085, 0.26),
        (0.045, 0.16),
        (-0.045, 0.16),
        (-0.085, 0.26),
        (-0.1, 0.15),
    ),
)

_ZOMBIE = (
    _curve(
        (-0.36, -0.34),
        (-0.36, 0.3),
        (-0.36, 0.38, -0.3, 0.44, -0.22, 0.44),
        (0.22, 0.44),
        (0.3, 0.44, 0.36, 0.38, 0.36, 0.3),
        (0.36, -0.34),
        tone="shade",
    ),
    _polygon(
        (-0.4, -0.44),
        (0.4, -0.44),
        (0.4, -0.22),
        (0.27, -0.3),
        (0.16, -0.22),
        (0.03, -0.3),
        (-0.1, -0.22),
        (-0.25, -0.3),
        (-0.4, -0.22),
    ),
    _ellipse(-0.16, -0.05, 0.11, 0.11, tone="paper"),
    _ellipse(-0.14, -0.04, 0.045, 0.045),
    _line((0.09, -0.12), (0.23, 0.03)),
    _line((0.23, -0.12), (0.09, 0.03)),
    _line((-0.22, 0.24), (0.22, 0.24)),
    _line((-0.12, 0.17), (-0.12, 0.31)),
    _line((0, 0.17), (0, 0.31)),
    _line((0.12, 0.17), (0.12, 0.31)),
)

_PARK = (
    _line((0, 0.44), (0, 0)),
    _curve(
        (0, -0.46),
        (0.2, -0.46, 0.26, -0.3, 0.22, -0.24),
        (0.38, -0.18, 0.38, 0.16, 0.14, 0.16),
        (-0.14, 0.16),
        (-0.38, 0.16, -0.38, -0.18, -0.22, -0.24),
        (-0.26, -0.3, -0.2, -0.46, 0, -0.46),
        tone="shade",
    ),
    _line((0, 0.44), (0, -0.1)),
    _line((-0.12, 0.44), (0.12, 0.44)),
)

_SHOOTER = (
    _ellipse(0, 0, 0.36, 0.36, tone="paper"),
    _line((-0.2, 0), (0.2, 0)),
    _line((0, -0.2), (0, 0.2)),
)

_ACROSS = (
    _polygon((-0.5, 0), (-0.24, -0.24), (-0.24, 0.24)),
    _polygon((0.5, 0), (0.24, -0.24), (0.24, 0.24)),
    _polygon((-0.24, -0.09), (0.24, -0.09), (0.24, 0.09), (-0.24, 0.09)),
    _ellipse(0, 0, 0.2, 0.2),
)

_ARROW = _polygon((-0.34, -0.4), (0.46, 0), (-0.34, 0.4))


def _transposed(outlines: tuple[Outline, ...]) -> tuple[Outline, ...]:
    return tuple(
        Outline(
            Point(o.start.y, o.start.x),
            tuple(tuple(Point(p.y, p.x) for p in part) for part in o.parts),
            o.closed,
            o.tone,
        )
        for o in outlines
    )


def _turned(outline: Outline, heading: Heading) -> Outline:
    """Turn a contour that points right so that it points along ``heading``."""
    down, right = heading.step

    def place(point: Point) -> Point:
        return Point(round(point.x * right - point.y * down, 4), round(point.x * down + point.y * right, 4))

    parts = tuple(tuple(place(point) for point in part) for part in outline.parts)
    return Outline(place(outline.start), parts, outline.closed, outline.tone)


#: By token: name, contours, letter in text, letter in ASCII, size in grid units.
_TOKENS: dict[str, tuple[str, tuple[Outline, ...], str, str, float]] = {
    "G": ("ghost", _GHOST, "G", "G", 0.72),
    "V": ("vampire", _VAMPIRE, "V", "V", 0.72),
    "Z": ("zombie", _ZOMBIE, "Z", "Z", 0.72),
    "0": ("park", _PARK, "0", "0", 0.66),
    "/": ("mirror", (_line((-0.37, 0.37), (0.37, -0.37)),), "╱", "/", 1),
    "\\": ("mirror", (_line((-0.37, -0.37), (0.37, 0.37)),), "╲", "\\", 1),
    "+": ("shooter", _SHOOTER, "+", "+", 0.76),
    "-": ("shooter", _ACROSS, "↔", "-", 0.76),
    "|": ("shooter", _transposed(_ACROSS), "↕", "|", 0.76),
}

_ARROWS = {Heading.UP: ("↑", "^"), Heading.RIGHT: ("→", ">"), Heading.DOWN: ("↓", "v"), Heading.LEFT: ("←", "<")}


def figure(token: str, at: Point, role: Role, scale: float = 1) -> Figure | None:
    """Return the drawing of a token around ``at``, ``scale`` times its natural size; ``None`` where a token is text."""
    if token not in _TOKENS:
        return None
    name, outlines, letter, plain, size = _TOKENS[token]
    return Figure(at, name, outlines, role, letter, plain, size * scale)


def arrow(at: Point, heading: Heading, role: Role = Role.PATH) -> Figure:
    """Return an arrowhead that points along ``heading``."""
    letter, plain = _ARROWS[heading]
    return Figure(at, "arrow", (_turned(_ARROW, heading),), role, letter, plain, 0.22)
