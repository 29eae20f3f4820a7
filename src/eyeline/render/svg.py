"""Pictures as SVG: one self-contained file, sharp at any size, light and dark, legible in black and white.

Every role is a class whose ``color`` is set twice, for light and for dark surroundings; all else is painted in
``currentColor``. There are no variables, scripts, outside fonts or patterns, so that converters to PDF and PNG can
follow; those that know no media queries take the light colours. The rules are the same in every file: several pictures
written into one page do not disturb each other.
"""

from __future__ import annotations

import textwrap
import zlib
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from eyeline.deadline import paced
from eyeline.picture import Area, Box, Figure, Label, Level, Mark, Outline, Picture, Point, Role, Stroke

#: User units in one grid unit.
SCALE = 40

# Half of the height of a digit, as a share of the size of its font, in Helvetica, Arial and their metric twins.
_HALF_DIGIT = 0.358
_CAPTION, _LEADING = 0.29, 0.42
# The average width of a letter in running text, as a share of the size of its font.
_LETTER = 0.47

_PAPER, _SHADE = ("#ffffff", "#17191d"), ("#b4bac2", "#69717c")
_FONT = "'Helvetica Neue',Helvetica,Arial,'Liberation Sans','Nimbus Sans',sans-serif"


class _Look(NamedTuple):
    """How a role is shown: its colour in light and in dark, the width of its strokes, other properties."""

    light: str
    dark: str
    width: float = 0
    more: str = ""


_INK, _INK_DARK = "#14171a", "#eef1f4"

_LOOKS: dict[Role, _Look] = {
    Role.GRID: _Look("#8d949c", "#59616b", 0.9),
    Role.RIM: _Look(_INK, "#c9d0d8", 2.6, "stroke-linejoin:miter"),
    Role.REGION: _Look(_INK, "#c9d0d8", 2.6, "stroke-linecap:square"),
    Role.DIAGONAL: _Look("#8d949c", "#6b747f", 1.4),
    Role.CLUE: _Look("#2b3036", "#d5dbe1"),
    Role.GIVEN: _Look(_INK, _INK_DARK, 1.5, "font-weight:bold"),
    Role.TILE: _Look("#e9ebee", "#2a2f36"),
    Role.MIRROR: _Look(_INK, _INK_DARK, 3.4),
    Role.WALL: _Look("#3a4047", "#59616b"),
    Role.SHOOTER: _Look(_INK, _INK_DARK, 1.8),
    Role.GROUP: _Look("#dfeaf4", "#22364a"),
    Role.TOTAL: _Look("#2b3036", "#d5dbe1", 1.5),
    Role.ENTRY: _Look("#1552ad", "#8fbcff", 1.5),
    Role.PENCIL: _Look("#5a636d", "#a5aeb8", 1),
    Role.EXCLUDED: _Look("#79828c", "#8a939e", 1.1),
    Role.ANSWER: _Look(_INK, _INK_DARK, 1.5),
    Role.DIFFER: _Look("#fbe3c5", "#4a3517", 0.9),
    Role.OTHER: _Look("#a82a1c", "#ff9d8f", 1.5),
    Role.LIT: _Look("#fff4cf", "#3b3518"),
    Role.DARK: _Look("#9aa2ab", "#3c434b"),
    Role.BEAM: _Look("#d97f00", "#f0b040", 2.6),
    Role.PATH: _Look("#e59a1c", "#d9962a", 8, "stroke-opacity:.5"),
    Role.SEEN: _Look("#fdf0d2", "#40361c"),
    Role.LEVEL: _Look("#8db4e2", "#3767a1", 0.8),
    Role.FOCUS: _Look("#1552ad", "#8fbcff", 3.4, "stroke-linejoin:round"),
    Role.REASON: _Look("#dcecd2", "#29401f"),
    Role.WON: _Look("#0b6b34", "#76d69a", 1.8, "font-weight:bold"),
    Role.LOST: _Look("#a82a1c", "#ff9d8f", 1.6),
    Role.BROKEN: _Look("#f8d3cd", "#572520"),
    Role.NOTE: _Look("#5a636d", "#a5aeb8"),
}

# Roles that are grounds of cells have texts as well, and these need the colour of ink.
_INKED = {Role.GROUP: Role.CLUE, Role.SEEN: Role.CLUE, Role.DIFFER: Role.GRID, Role.REASON: Role.CLUE}
_INKED[Role.BROKEN] = Role.OTHER


def svg(picture: Picture) -> str:
    """Return a picture as the text of an SVG file, ending with a line feed."""
    frame = picture.frame
    captions = list(_captions(picture))
    below = (0.2 + _LEADING * len(captions)) if captions else 0
    pad = 0.15
    x, y = (frame.x - pad) * SCALE, (frame.y - pad) * SCALE
    width, height = (frame.width + 2 * pad) * SCALE, (frame.height + below + 2 * pad) * SCALE
    body = [f'<rect class="ground" x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"/>']
    for role, marks in groupby(_pieces(picture), key=lambda piece: piece[0]):
        body.append(f'<g class="{role.value}">')
        body.extend(mark for _, mark in marks)
        body.append("</g>")
    if captions:
        body.append('<g class="note">')
        for i, line in enumerate(captions):
            at = Point(frame.x + 0.1, frame.y + frame.height + 0.2 + _LEADING * (i + 0.5))
            body.append(_text(Label(at, line, Role.NOTE, _CAPTION, "start")))
        body.append("</g>")
    inside = "\n".join(body)
    # The names must differ between the pictures of one page, and be the same whenever a picture is drawn again.
    mark = f"{zlib.crc32(inside.encode() + picture.title.encode()):08x}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="eyeline" role="img" aria-labelledby="t{mark} d{mark}" '
        f'width="{_n(width)}" height="{_n(height)}" viewBox="{_n(x)} {_n(y)} {_n(width)} {_n(height)}">\n'
        f'<title id="t{mark}">{escape(picture.title)}</title>\n'
        f'<desc id="d{mark}">{escape(picture.description)}</desc>\n'
        f"<style>{_STYLE}</style>\n{inside}\n</svg>\n"
    )


def _captions(picture: Picture) -> Iterator[str]:
    """Yield the captions broken into lines as long as the picture is wide."""
    room = int((picture.frame.width - 0.2) / (_CAPTION * _LETTER))
    for caption in picture.captions:
        yield from textwrap.wrap(caption, max(20, room))


def _pieces(picture: Picture) -> Iterator[tuple[Role, str]]:
    """Yield every mark as an element, with the role whose colour it takes."""
    for mark in paced(picture.marks):
        if isinstance(mark, Level):
            yield mark.role, _level(mark)
            yield _role(mark.face), _element(mark.face)
        else:
            yield _role(mark), _element(mark)


def _role(mark: Mark) -> Role:
    return mark.role if isinstance(mark, Area) else _INKED.get(mark.role, mark.role)


def _element(mark: Mark) -> str:
    match mark:
        case Area():
            return _rect(mark.box, "area")
        case Stroke():
            closed = len(mark.points) > 2 and mark.points[0] == mark.points[-1]
            points = mark.points[:-1] if closed else mark.points
            places = " ".join(f"{_s(x)},{_s(y)}" for x, y in points)
            return f'<{"polygon" if closed else "polyline"} class="line" points="{places}"/>'
        case Label():
            return _text(mark)
        case Figure():
            paths = "".join(_path(outline, mark) for outline in mark.outlines)
            return f"<g>{paths}</g>" if len(mark.outlines) > 1 else paths
        case Level():
            return _level(mark) + _element(mark.face)


def _level(mark: Level) -> str:
    box = mark.box
    filled = box.height * min(1.0, max(0.0, mark.amount))
    named = mark.face.text if isinstance(mark.face, Label) else mark.face.name
    return (
        f"<g><title>{escape(named)}: {mark.amount:.4g}</title>"
        + _rect(Box(box.x, box.y + box.height - filled, box.width, filled), "area")
        + _rect(box, "line")
        + "</g>"
    )


def _rect(box: Box, look: str) -> str:
    return f'<rect class="{look}" x="{_s(box.x)}" y="{_s(box.y)}" width="{_s(box.width)}" height="{_s(box.height)}"/>'


def _text(label: Label) -> str:
    x, y = label.at
    anchor = "" if label.anchor == "start" else ' text-anchor="middle"'
    words = (
        f'<text x="{_s(x)}" y="{_s(y + _HALF_DIGIT * label.size)}" font-size="{_s(label.size)}"{anchor}>'
        f"{escape(label.text)}</text>"
    )
    if label.role is not Role.SEEN:
        return words
    # A count stands on a disc of its own, since a drawing may reach into its corner.
    high = label.size * 1.35
    wide = high + label.size * 0.56 * (len(label.text) - 1)
    box = f'x="{_s(x - wide / 2)}" y="{_s(y - high / 2)}" width="{_s(wide)}" height="{_s(high)}" rx="{_s(high / 2)}"'
    return f'<rect class="paper" {box}/>{words}'


def _path(outline: Outline, figure: Figure) -> str:
    def place(point: Point) -> str:
        return f"{_s(figure.at.x + point.x * figure.size)} {_s(figure.at.y + point.y * figure.size)}"

    steps = "".join(("L" if len(part) == 1 else "C") + " ".join(map(place, part)) for part in outline.parts)
    look = outline.tone if outline.closed else "line"
    data = f"M{place(outline.start)}{steps}{'Z' if outline.closed else ''}"
    return f"<path class={quoteattr(look)} d={quoteattr(data)}/>"


def _s(units: float) -> str:
    """Return grid units as user units."""
    return _n(units * SCALE)


def _n(number: float) -> str:
    """Return a number with at most two decimals, and none that are not needed."""
    return f"{round(number, 2) + 0:.2f}".rstrip("0").rstrip(".")


def _style() -> str:
    rules = [
        f".eyeline{{font-family:{_FONT};font-variant-numeric:lining-nums tabular-nums}}",
        ".eyeline text{fill:currentColor}",
        ".eyeline .area{fill:currentColor}",
        ".eyeline .line{fill:none;stroke:currentColor;stroke-linecap:round;stroke-linejoin:round}",
        ".eyeline .ink{fill:currentColor}",
        f".eyeline .ground{{fill:{_PAPER[0]}}}",
        f".eyeline .paper{{fill:{_PAPER[0]};stroke:currentColor;stroke-linejoin:round}}",
        f".eyeline .shade{{fill:{_SHADE[0]};stroke:currentColor;stroke-linejoin:round}}",
    ]
    for role, look in _LOOKS.items():
        width = f";stroke-width:{_n(look.width)}" if look.width else ""
        rules.append(f".eyeline .{role.value}{{color:{look.light}{width}}}")
        if look.more:
            target = " text" if look.more.startswith("font") else " .line"
            rules.append(f".eyeline .{role.value}{target}{{{look.more}}}")
    rules.append("@media screen and (prefers-color-scheme:dark){")
    rules.append(f".eyeline .ground,.eyeline .paper{{fill:{_PAPER[1]}}}")
    rules.append(f".eyeline .shade{{fill:{_SHADE[1]}}}")
    rules.extend(f".eyeline .{role.value}{{color:{look.dark}}}" for role, look in _LOOKS.items())
    rules.append("}")
    return "\n".join(rules)


_STYLE = _style()
