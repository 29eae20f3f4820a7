"""Plots of growth as SVG: both axes logarithmic, a line a solver, its name where it ends."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 860, 520
LEFT, RIGHT, TOP, BOTTOM = 76, 216, 64, 60
#: How far names stand from each other, and sizes.
APART, WIDE = 17.0, 44.0


class Series(NamedTuple):
    """A line: its name, its points (x, y) with y > 0, its colour, and whether it is drawn bold.

    Without a colour it is a floor, which is drawn grey and dashed.
    """

    name: str
    points: Sequence[tuple[float, float]]
    colour: str | None = None
    bold: bool = False


def growth(title: str, across: str, ticks: Sequence[tuple[float, str]], series: Sequence[Series]) -> str:
    """Return a plot of seconds against size as an SVG document; ``ticks`` are the sizes to name below."""
    lines = [each._replace(points=[p for p in each.points if p[1] > 0]) for each in series]
    lines = [each for each in lines if each.points]
    xs = [x for x, _ in ticks]
    ys = [y for each in lines for _, y in each.points] or [1.0]
    low, high = math.floor(math.log10(min(ys))), math.ceil(math.log10(max(ys)) + 1e-9)
    high = max(high, low + 1)
    inner, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    left, right = math.log(min(xs)), math.log(max(xs))

    def across_at(x: float) -> float:
        return LEFT + inner * (0.5 if right == left else (math.log(x) - left) / (right - left))

    def up_at(y: float) -> float:
        return TOP + tall * (high - math.log10(y)) / (high - low)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
        ' font-family="Helvetica, Arial, sans-serif" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="30" font-size="17" font-weight="bold" fill="#1a1a1a">{escape(title)}</text>',
        f'<text x="{LEFT}" y="50" font-size="12" fill="#595959">seconds of processor time, median;'
        " both axes logarithmic</text>",
    ]
    for power in range(low, high + 1):
        y = up_at(10.0**power)
        out.append(f'<path d="M{LEFT} {y:.1f}h{inner}" stroke="#d4d4d4"/>')
        out.append(_text(LEFT - 8, y + 4, _seconds(power), "end"))
        if power < high:
            minor = "".join(f"M{LEFT} {up_at(k * 10.0**power):.1f}h{inner}" for k in range(2, 10))
            out.append(f'<path d="{minor}" stroke="#f1f1f1"/>')
    bottom = TOP + tall
    named = float(WIDTH)
    for x, name in reversed(ticks):
        place = across_at(x)
        out.append(f'<path d="M{place:.1f} {TOP}V{bottom + 5}" stroke="#e4e4e4"/>')
        if named - place >= WIDE:
            out.append(_text(place, bottom + 21, name, "middle"))
            named = place
    out.append(f'<path d="M{LEFT} {TOP}V{bottom}h{inner}" fill="none" stroke="#595959"/>')
    out.append(_text(LEFT + inner / 2, HEIGHT - 14, across, "middle", "#595959"))
    # Names in order of height, so that the lines that lead to them do not cross; bold lines last, above all others.
    ends = _spread([up_at(each.points[-1][1]) for each in lines])
    for each, height in sorted(zip(lines, ends, strict=True), key=lambda pair: pair[0].bold):
        colour = each.colour or "#767676"
        path = " ".join(f"{across_at(x):.1f},{up_at(y):.1f}" for x, y in each.points)
        thick, size = (3.0, 3.4) if each.bold else (1.8, 2.6)
        style = f'stroke-width="{thick}"' if each.colour else 'stroke-width="1.5" stroke-dasharray="5 4"'
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" {style} stroke-linejoin="round"/>')
        if each.colour:
            places = [(across_at(x), up_at(y)) for x, y in each.points]
            out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size}" fill="{colour}"/>' for x, y in places]
        end, level = across_at(each.points[-1][0]), up_at(each.points[-1][1])
        edge = LEFT + inner
        out.append(
            f'<path d="M{end + 5:.1f} {level:.1f}L{edge + 6} {height:.1f}h4" fill="none" stroke="{colour}"'
            ' stroke-width="0.9" stroke-opacity="0.65"/>'
        )
        out.append(_text(edge + 14, height + 4, each.name, "start", colour, each.bold))
    return "\n".join([*out, "</svg>", ""])


def _text(x: float, y: float, text: str, anchor: str, colour: str = "#333333", bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="12"{weight} text-anchor="{anchor}"'
    return f'<text {place} fill="{colour}">{escape(text)}</text>'


def _seconds(power: int) -> str:
    """Return a power of ten as a time with its unit."""
    for unit, exponent in (("s", 0), ("ms", -3), ("µs", -6), ("ns", -9)):
        if power >= exponent:
            return f"{10 ** (power - exponent):,} {unit}"
    return f"1e{power} s"


def _spread(heights: Sequence[float]) -> list[float]:
    """Return where names go so that none covers another, as near to their lines as can be, within the plot."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    placed = [heights[i] for i in order]
    # Names that touch become a block around the middle of its lines; blocks that touch become one.
    blocks: list[list[float]] = []
    for height in placed:
        blocks.append([height])
        while len(blocks) > 1 and _bottom(blocks[-2]) + APART > _top(blocks[-1]):
            last = blocks.pop()
            blocks[-1] += last
    found = {}
    at = 0
    for block in blocks:
        for offset in range(len(block)):
            found[order[at]] = _top(block) + APART * offset
            at += 1
    return [found[i] for i in range(len(heights))]


def _top(block: Sequence[float]) -> float:
    middle = sum(block) / len(block)
    half = APART * (len(block) - 1) / 2
    return min(max(middle - half, TOP + 4.0), HEIGHT - BOTTOM - 2 * half)


def _bottom(block: Sequence[float]) -> float:
    return _top(block) + APART * (len(block) - 1)
