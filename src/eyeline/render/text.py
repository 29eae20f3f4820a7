"""Pictures as text: box-drawing characters or ASCII, with the colours of a terminal or without.

A cell is a block of characters whose size follows from what has to stand in it; lines of the grid, beams and lines of
sight are laid on a canvas of joints, so that every crossing gets the character with the right arms.
"""

from __future__ import annotations

import math
import unicodedata
from dataclasses import dataclass, field

from eyeline.deadline import look, paced
from eyeline.picture import Area, Figure, Label, Level, Picture, Point, Role, Stroke

# The character with given arms: their weights (0 none, 1 light, 2 heavy) up, right, down, left as digits to base 3.
_JOINTS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
_UP, _RIGHT, _DOWN, _LEFT = 27, 9, 3, 1

_LIGHT = {Role.GRID}
_RULES = {Role.GRID, Role.RIM, Role.REGION, Role.DIAGONAL}

#: What fills a cell that is empty otherwise, in Unicode and ASCII.
_FILLS = {Role.WALL: ("█", "#"), Role.DARK: ("░", "%")}
#: What stands at both sides of a cell or clue that is pointed at.
_BRACKETS = {Role.FOCUS: ("[", "]"), Role.REASON: ("(", ")"), Role.BROKEN: ("!", "!"), Role.WON: ("<", ">")}
_CROSSED = {Role.EXCLUDED, Role.LOST}

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

_COLOURS: dict[Role, str] = {
    Role.GRID: "2",
    Role.RIM: "",
    Role.DIAGONAL: "2",
    Role.GIVEN: "1",
    Role.CLUE: "1",
    Role.MIRROR: "36",
    Role.WALL: "2",
    Role.SHOOTER: "1",
    Role.GROUP: "36",
    Role.ENTRY: "34",
    Role.PENCIL: "2",
    Role.EXCLUDED: "2;31",
    Role.ANSWER: "32",
    Role.OTHER: "31",
    Role.DIFFER: "33",
    Role.DARK: "2",
    Role.BEAM: "33",
    Role.PATH: "33",
    Role.SEEN: "33",
    Role.FOCUS: "1;34",
    Role.REASON: "33",
    Role.WON: "1;32",
    Role.LOST: "31",
    Role.BROKEN: "1;31",
    Role.NOTE: "2",
}


def text(picture: Picture) -> str:
    """Return a picture as Unicode text without colours; the lines of the grid are equally long."""
    return _render(picture, plain=False, colour=False)


def ascii_text(picture: Picture) -> str:
    """Return a picture as text of ASCII characters alone; letters of captions lose their accents."""
    return _render(picture, plain=True, colour=False)


def colour_text(picture: Picture) -> str:
    """Return a picture as Unicode text with the escape sequences of terminals for colours."""
    return _render(picture, plain=False, colour=True)


@dataclass
class _Cell:
    """What stands in one cell.

    ``left``, ``middle`` and ``right`` of its centre, in a ``corner``, ``small`` marks by their place from 0 to 1, and
    ``levels``, one a line.
    """

    corner: list[tuple[str, Role]] = field(default_factory=list)
    left: list[tuple[str, Role]] = field(default_factory=list)
    middle: list[tuple[str, Role]] = field(default_factory=list)
    right: list[tuple[str, Role]] = field(default_factory=list)
    small: list[tuple[Point, str, Role]] = field(default_factory=list)
    levels: list[tuple[str, Role]] = field(default_factory=list)
    fill: Role | None = None
    brackets: Role | None = None


def _render(picture: Picture, *, plain: bool, colour: bool) -> str:
    canvas = _Layout(picture, plain).painted()
    for row in canvas:
        look()
        while row and row[-1][0] == " ":
            row.pop()
    margin = min((next(i for i, (c, _) in enumerate(row) if c != " ") for row in canvas if row), default=0)
    while canvas and not canvas[0]:
        canvas.pop(0)
    while canvas and not canvas[-1]:
        canvas.pop()
    lines = []
    for row in canvas:
        look()
        lines.append(_coloured(row[margin:]) if colour else "".join(character for character, _ in row[margin:]))
    captions = [_plain(caption) if plain else caption for caption in picture.captions]
    return "\n".join([*lines, *captions]) + "\n"


def _plain(words: str) -> str:
    """Return words in ASCII: accents dropped, the rest by the nearest character or a question mark."""
    swapped = words.translate(
        {ord("×"): "x", ord("đ"): "d", ord("Đ"): "D", ord("Σ"): "S", ord("–"): "-", ord("’"): "'"}
    )
    bare = "".join(c for c in unicodedata.normalize("NFKD", swapped) if not unicodedata.combining(c))
    return bare.encode("ascii", "replace").decode("ascii")


def _coloured(row: list[tuple[str, Role | None]]) -> str:
    found, now = [], ""
    for character, role in row:
        code = _COLOURS.get(role, "") if role is not None and character != " " else ""
        if code != now:
            found.append("\x1b[0m" if now else "")
            found.append(f"\x1b[{code}m" if code else "")
            now = code
        found.append(character)
    return "".join(found) + ("\x1b[0m" if now else "")


class _Layout:
    """The place of everything on a canvas of characters."""

    def __init__(self, picture: Picture, plain: bool) -> None:
        self.picture, self.plain = picture, plain
        self.cells: dict[tuple[int, int], _Cell] = {}
        self.outside: list[Label | Figure] = []
        self.pointed: dict[Point, Role] = {}
        self.joints: dict[tuple[int, int], dict[int, tuple[int, Role]]] = {}
        self.slants: dict[tuple[int, int], str] = {}
        # ASCII has one weight of lines: where regions need it, of the light ones only the crossings are left.
        self.faint = plain and any(isinstance(mark, Stroke) and mark.role is Role.REGION for mark in picture.marks)
        for mark in paced(picture.marks):
            match mark:
                case Label() | Figure():
                    self._placed(mark)
                case Level():
                    shown, role = self._letter(mark.face), mark.face.role
                    whole = mark.box.width > 0.8
                    number = f"{mark.amount:.2f}".removeprefix("0")
                    cell = self._cell(mark.box.centre)
                    if cell is not None:
                        (cell.middle if whole else cell.levels).append((shown if whole else f"{shown} {number}", role))
                case Area():
                    self._ground(mark)
                case Stroke():
                    self._bracketed(mark)
        self._measure()

    def _letter(self, mark: Label | Figure) -> str:
        if isinstance(mark, Figure):
            return mark.plain if self.plain else mark.letter
        return _plain(mark.text) if self.plain else mark.text

    def _outer(self, mark: Label | Figure) -> str:
        """Return what stands outside the grid, between brackets where it is pointed at."""
        before, after = _BRACKETS.get(self.pointed.get(_near(mark.at), mark.role), ("", ""))
        return f"{before}{self._letter(mark)}{after}"

    def _inside(self, at: Point) -> bool:
        return 0 < at.x < self.picture.cols and 0 < at.y < self.picture.rows

    def _cell(self, at: Point) -> _Cell | None:
        return self.cells.setdefault((int(at.y), int(at.x)), _Cell()) if self._inside(at) else None

    def _placed(self, mark: Label | Figure) -> None:
        cell = self._cell(mark.at)
        if cell is None:
            self.outside.append(mark)
            return
        letter = self._letter(mark)
        across, down = mark.at.x % 1, mark.at.y % 1
        if mark.role in _CROSSED or mark.role is Role.PENCIL:
            shown = ("x" if self.plain else "×") if mark.role in _CROSSED else letter
            cell.small.append((Point(across, down), shown, mark.role))
        elif mark.role is Role.GROUP:
            cell.corner.append((letter, mark.role))
        elif mark.role is Role.SEEN:
            cell.right.append((f"^{letter}" if self.plain else letter.translate(_RAISED), mark.role))
        elif across < 1 / 3:
            cell.left.append((letter, mark.role))
        elif across > 2 / 3:
            cell.right.append((letter, mark.role))
        else:
            cell.middle.append((letter, mark.role))

    def _ground(self, area: Area) -> None:
        cell = self._cell(area.box.centre)
        if cell is not None:
            if area.role in _FILLS:
                cell.fill = area.role
            if area.role in _BRACKETS:
                cell.brackets = area.role
        elif area.role in _BRACKETS:
            self.pointed[_near(area.box.centre)] = area.role

    def _bracketed(self, stroke: Stroke) -> None:
        if stroke.role in _BRACKETS:
            xs, ys = [p.x for p in stroke.points], [p.y for p in stroke.points]
            cell = self._cell(Point((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2))
            if cell is not None:
                cell.brackets = stroke.role
        elif stroke.role is Role.DIFFER:
            (ax, ay), (bx, by) = stroke.points[0], stroke.points[-1]
            cell = self._cell(Point((ax + bx) / 2, (ay + by) / 2))
            if cell is not None:
                cell.middle.append(("/" if self.plain else "╱", stroke.role))

    def _measure(self) -> None:
        """Choose the size of a cell: even numbers of characters from line to line, so that it has a middle."""
        width, height = 3, 1
        self.inset = 0
        for cell in paced(self.cells.values()):
            edge = max(_width(cell.corner), int(cell.brackets is not None))
            if cell.small or cell.levels:
                self.inset = max(self.inset, edge)
            if Role.DIFFER in (role for _, role in cell.middle):
                edge = max(edge, 1)
            sides = max(_width(cell.left), _width(cell.right))
            width = max(width, 2 * (sides + edge) + max(1, _width(cell.middle)))
            height = max(height, len(cell.levels))
        down, across, longest = self._lattice()
        height = max(height, down)
        longest_level = max((len(level) for cell in self.cells.values() for level, _ in cell.levels), default=-1)
        width = max(width, 2 * self.inset + max(across * longest, longest_level + 1))
        self.width = width + 1 + (width + 1) % 2
        self.height = height + 1 + (height + 1) % 2
        frame = self.picture.frame
        clues = [len(self._outer(mark)) for mark in self.outside if isinstance(mark, Label)]
        self.margin = max(4, 2 + 2 * max(clues, default=1))
        left = math.ceil(max(0.0, -frame.x)) if self.outside else 0
        right = math.ceil(max(0.0, frame.x + frame.width - self.picture.cols)) if self.outside else 0
        above = math.ceil(max(0.0, -frame.y)) if self.outside else 0
        below = math.ceil(max(0.0, frame.y + frame.height - self.picture.rows)) if self.outside else 0
        self.left, self.top = left * self.margin, above * 2
        self.columns = self.left + self.picture.cols * self.width + right * self.margin + 1
        self.lines = self.top + self.picture.rows * self.height + below * 2 + 1

    def _lattice(self) -> tuple[int, int, int]:
        """Return how many small marks there are at most below and beside each other, and the longest of them."""
        places = {(round(at.x, 3), round(at.y, 3)) for cell in self.cells.values() for at, _, _ in cell.small}
        longest = max((len(s) for cell in self.cells.values() for _, s, _ in cell.small), default=0)
        return len({y for _, y in places}), len({x for x, _ in places}), longest

    def _x(self, x: float) -> int:
        if x < 0:
            return self.left + math.floor(x * self.margin)
        if x > self.picture.cols:
            return self.left + self.picture.cols * self.width + math.ceil((x - self.picture.cols) * self.margin)
        return self.left + round(x * self.width)

    def _y(self, y: float) -> int:
        if y < 0:
            return self.top + math.floor(y * 2)
        if y > self.picture.rows:
            return self.top + self.picture.rows * self.height + math.ceil((y - self.picture.rows) * 2)
        return self.top + round(y * self.height)

    def painted(self) -> list[list[tuple[str, Role | None]]]:
        """Return the canvas: rows of characters with their roles."""
        canvas: list[list[tuple[str, Role | None]]] = [[(" ", None)] * self.columns for _ in range(self.lines)]
        for mark in self.picture.marks:
            if isinstance(mark, Stroke) and mark.role not in _BRACKETS:
                # A stroke may be as long as the page.
                look()
                self._stroke(mark)
        for (line, column), arms in paced(self.joints.items()):
            code = sum(arm * weight for arm, (weight, _) in arms.items())
            role = max(arms.values(), key=lambda each: (each[1] not in _RULES, each[0]))[1]
            canvas[line][column] = (self._joint(code, arms), role)
        for (line, column), slant in self.slants.items():
            canvas[line][column] = (slant, Role.DIAGONAL)
        for place, cell in paced(self.cells.items()):
            self._fill(canvas, place, cell)
        for mark in self.outside:
            self._write(canvas, mark)
        return canvas

    def _joint(self, code: int, arms: dict[int, tuple[int, Role]]) -> str:
        if not self.plain:
            return _JOINTS[code]
        across, down = _RIGHT in arms or _LEFT in arms, _UP in arms or _DOWN in arms
        rays = {role for _, role in arms.values() if role not in _RULES}
        if rays:
            ray_across = any(arm in (_LEFT, _RIGHT) and role in rays for arm, (_, role) in arms.items())
            ray_down = any(arm in (_UP, _DOWN) and role in rays for arm, (_, role) in arms.items())
            if not any(role is Role.RIM for _, role in arms.values()):
                return "*" if ray_across and ray_down else "=" if ray_across else ":"
        if self.faint and all(role is Role.GRID for _, role in arms.values()):
            return "." if across and down else " "
        return "+" if across and down else "-" if across else "|"

    def _stroke(self, stroke: Stroke) -> None:
        weight = 1 if stroke.role in _LIGHT else 2
        for a, b in zip(stroke.points, stroke.points[1:], strict=False):
            x, y, to_x, to_y = self._x(a.x), self._y(a.y), self._x(b.x), self._y(b.y)
            if a.y == b.y and x != to_x:
                for column in range(min(x, to_x), max(x, to_x)):
                    self._arm(y, column, _RIGHT, weight, stroke.role)
                    self._arm(y, column + 1, _LEFT, weight, stroke.role)
            elif a.x == b.x and y != to_y:
                for line in range(min(y, to_y), max(y, to_y)):
                    self._arm(line, x, _DOWN, weight, stroke.role)
                    self._arm(line + 1, x, _UP, weight, stroke.role)
            elif stroke.role is Role.DIAGONAL:
                self._slant(a, b)

    def _arm(self, line: int, column: int, arm: int, weight: int, role: Role) -> None:
        if 0 <= line < self.lines and 0 <= column < self.columns:
            arms = self.joints.setdefault((line, column), {})
            if arm not in arms or arms[arm][0] <= weight:
                arms[arm] = (weight, role)

    def _slant(self, a: Point, b: Point) -> None:
        """Mark the corner of cells that a diagonal passes."""
        corner = Point((a.x + b.x) / 2, (a.y + b.y) / 2)
        if not (self._inside(corner) and corner.x.is_integer()):
            return
        rising = (b.x - a.x) * (b.y - a.y) < 0
        shown = ("/" if self.plain else "╱") if rising else ("\\" if self.plain else "╲")
        place = (self._y(corner.y), self._x(corner.x))
        crossed = self.slants.get(place, shown) != shown
        self.slants[place] = ("X" if self.plain else "╳") if crossed else shown

    def _fill(self, canvas: list[list[tuple[str, Role | None]]], place: tuple[int, int], cell: _Cell) -> None:
        top, left = self.top + place[0] * self.height, self.left + place[1] * self.width
        middle_line, middle_column = top + self.height // 2, left + self.width // 2
        if cell.fill is not None:
            shown = _FILLS[cell.fill][self.plain]
            for line in range(top + 1, top + self.height):
                for column in range(left + 1, left + self.width):
                    if canvas[line][column][0] == " ":
                        canvas[line][column] = (shown, cell.fill)

        def put(line: int, column: int, words: list[tuple[str, Role]]) -> int:
            for word, role in words:
                for character in word:
                    canvas[line][column] = (character, role)
                    column += 1
            return column

        inside = self.width - 1 - 2 * self.inset
        for at, shown, role in cell.small:
            line = top + 1 + int(at.y * (self.height - 1))
            put(line, left + 1 + self.inset + int(at.x * inside), [(shown, role)])
        for i, level in enumerate(cell.levels):
            line = top + 1 + i + (self.height - 1 - len(cell.levels)) // 2
            put(line, left + 1 + self.inset + (inside - len(level[0])) // 2, [level])
        put(middle_line, left + 1, cell.corner)
        if cell.middle:
            start = middle_column - _width(cell.middle) // 2
            put(middle_line, start, cell.middle)
        else:
            start = middle_column
        if cell.left:
            put(middle_line, start - _width(cell.left), cell.left)
        if cell.right:
            put(middle_line, start + max(1, _width(cell.middle)), cell.right)
        if cell.brackets is not None:
            before, after = _BRACKETS[cell.brackets]
            canvas[middle_line][left + 1] = (before, cell.brackets)
            canvas[middle_line][left + self.width - 1] = (after, cell.brackets)

    def _write(self, canvas: list[list[tuple[str, Role | None]]], mark: Label | Figure) -> None:
        """Write what stands outside the grid: clues in the middle of their cells, others where there is room."""
        shown = self._outer(mark)
        line, column = self._y(mark.at.y), self._x(mark.at.x)
        if isinstance(mark, Label) and mark.anchor == "middle":
            column -= len(shown) - 1 if mark.at.x < 0 else 0 if mark.at.x > self.picture.cols else len(shown) // 2
        line = min(max(line, 0), self.lines - 1)
        column = max(column, 0)
        if isinstance(mark, Label) and mark.anchor == "start":
            while column > 0 and canvas[line][column - 1][0] == " ":
                column -= 1
            column += 1
        while any(canvas[line][c][0] != " " for c in range(column, min(self.columns, column + len(shown)))):
            column += 1
        for offset, character in enumerate(shown):
            while column + offset >= len(canvas[line]):
                for row in canvas:
                    row.append((" ", None))
                self.columns += 1
            canvas[line][column + offset] = (character, mark.role)


def _near(at: Point) -> Point:
    return Point(round(at.x, 2), round(at.y, 2))


def _width(words: list[tuple[str, Role]]) -> int:
    return sum(len(word) for word, _ in words)
