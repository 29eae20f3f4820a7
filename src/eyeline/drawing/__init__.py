"""From puzzles, positions and answers to pictures."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from eyeline.deadline import look, paced
from eyeline.drawing.figures import arrow, figure
from eyeline.drawing.sightline import Sightline, beams, middle, sightline
from eyeline.grid import Cell, Port
from eyeline.picture import Area, Box, Figure, Label, Level, Mark, Picture, Point, Role, Stroke
from eyeline.puzzles import Puzzle
from eyeline.puzzles.haunted import MONSTERS
from eyeline.sheet import BLANK, Cells, Fact, Position
from eyeline.sight import TURNS, WALL
from eyeline.solve import Answer
from eyeline.telling import pictures

__all__ = ["Highlights", "draw", "draw_answer"]

# Sizes of text in grid units, and how near to 0 or 1 a value of the relaxation counts as that.
_DIGIT, _CLUE, _SMALL, _TINY = 0.54, 0.4, 0.34, 0.2
_NEAR = 1e-6

_NOWHERE = Position()


@dataclass(frozen=True, slots=True)
class Highlights:
    """What a step, or a fault, points at.

    ``cells`` and ``ports`` (their clues) get a role each: ``Role.FOCUS``, ``Role.REASON`` or ``Role.BROKEN``. ``won``
    are facts that have been found, ``lost`` facts that have been ruled out. ``totals`` are monsters whose total is a
    reason.
    """

    cells: Mapping[Cell, Role] = field(default_factory=dict)
    ports: Mapping[Port, Role] = field(default_factory=dict)
    won: tuple[Fact, ...] = ()
    lost: tuple[Fact, ...] = ()
    totals: frozenset[str] = frozenset()


def draw(
    puzzle: Puzzle,
    position: Position = _NOWHERE,
    *,
    answer: Cells | None = None,
    other: Cells | None = None,
    path: Port | None = None,
    relaxation: Mapping[Fact, float] | None = None,
    highlights: Highlights | None = None,
    letters: bool = False,
) -> Picture:
    """Draw a puzzle with what is entered on it.

    ``answer`` fills the open cells; with ``other``, a second answer, the cells in which they differ show both values.
    ``path`` follows the line of sight from a port and counts what is seen along it. ``relaxation`` gives facts a value
    from 0 to 1; a cell shows those of its facts that are not 0. ``letters`` draws monsters as letters. Beams are drawn
    for the shooters that are turned. Raises ``PuzzleError`` for a position that does not belong to the puzzle and for a
    path that the puzzle does not have.
    """
    page = _Page(puzzle, position, answer, other, relaxation or {}, highlights or Highlights(), letters)
    line = None if path is None else sightline(puzzle, path, page.held)
    whole = answer is not None and other is None
    lights = _lights(puzzle, page.held, whole) if puzzle.kind.name == "beams" and not page.split else ([], [])
    captions = [*pictures.notes(puzzle), *page.captions()]
    if line is not None:
        summed = puzzle.sheet.notes.clues == "sum"
        captions.append(pictures.seen_along(line.port, puzzle.sheet.clues[line.port], line.tally, line.whole, summed))
    marks: Iterable[Mark] = chain(
        lights[0],
        page.tints(),
        _glimpse_tints(line) if line else (),
        _rules(puzzle),
        lights[1],
        _way(line) if line else (),
        page.contents(),
        _tallies(line) if line else (),
        _rim(puzzle),
        page.focus(),
        page.around(),
    )
    title = pictures.title(puzzle, position, answer, other, path, relaxation)
    return Picture(
        puzzle.grid.rows,
        puzzle.grid.cols,
        tuple(paced(marks)),
        title,
        pictures.spoken(puzzle, page.held),
        tuple(captions),
        _frame(puzzle),
    )


def draw_answer(
    answer: Answer, position: Position = _NOWHERE, *, path: Port | None = None, letters: bool = False
) -> Picture:
    """Draw what became of a puzzle: its answer, two answers with their differences, or the puzzle if there is none.

    Of two answers the first is the one whose tokens come first, whichever the engine found first. The other arguments
    are those of :func:`draw`, and it raises the same.
    """
    cells, other = answer.cells, answer.other
    if cells is not None and other is not None:
        cells, other = sorted((cells, other), key=Cells.row_major)
    return draw(answer.puzzle, position, answer=cells, other=other, path=path, letters=letters)


@dataclass
class _Page:
    """What stands on one page, gathered once."""

    puzzle: Puzzle
    position: Position
    answer: Cells | None
    other: Cells | None
    relaxation: Mapping[Fact, float]
    highlights: Highlights
    letters: bool
    held: Cells = field(init=False)
    split: frozenset[Cell] = field(init=False)
    levels: dict[Cell, dict[str, float]] = field(init=False)

    def __post_init__(self) -> None:
        entered = self.puzzle.filled(self.position)
        self.held = entered if self.answer is None else self.answer
        self.split = frozenset(self.answer.differ(self.other) if self.answer and self.other else ())
        self.levels = {}
        for (cell, value), amount in self.relaxation.items():
            self.levels.setdefault(cell, {})[value] = amount

    def captions(self) -> Iterator[str]:
        """Yield what has to be said of how this page is drawn."""
        if self.split:
            yield pictures.both_values()
        if self.levels:
            yield pictures.relaxed()

    def tints(self) -> Iterator[Mark]:
        """Yield the grounds of cells: walls, printed values, groups, differences, highlights."""
        groups = {cell for group in self.puzzle.sheet.notes.same for cell in group}
        for cell, token in self.puzzle.sheet.cells.facts():
            if token == WALL:
                yield Area(_cell_box(cell), Role.WALL)
            elif cell in self.split:
                yield Area(_cell_box(cell), Role.DIFFER)
            elif cell in groups:
                yield Area(_cell_box(cell), Role.GROUP)
            elif not self.puzzle.kind.open_token(token) and token in self.puzzle.values:
                yield Area(_cell_box(cell), Role.TILE)
        for cell, role in sorted(self.highlights.cells.items()):
            if role is not Role.FOCUS:
                yield Area(_cell_box(cell), role)
        for port, role in sorted(self.highlights.ports.items()):
            x, y = _clue_place(self.puzzle, port)
            yield Area(Box(x - 0.36, y - 0.36, 0.72, 0.72), role)

    def focus(self) -> Iterator[Mark]:
        """Yield the frames around the cells to look at and the values found, and corners where a reason stands.

        So that none of them is told from the others by its colour alone.
        """
        for cell, role in sorted(self.highlights.cells.items()):
            if role is Role.FOCUS:
                yield _framed(_cell_box(cell), role)
            else:
                yield from _cornered(_inset(_cell_box(cell), 0.07), role)
        for cell, _value in self.highlights.won:
            yield _framed(_inset(_cell_box(cell), 0.08), Role.WON)
        for port, role in sorted(self.highlights.ports.items()):
            x, y = _clue_place(self.puzzle, port)
            yield from _cornered(Box(x - 0.36, y - 0.36, 0.72, 0.72), role)

    def contents(self) -> Iterator[Mark]:
        """Yield what stands in the cells."""
        won = dict(self.highlights.won)
        for k, group in enumerate(self.puzzle.sheet.notes.same):
            for cell in group:
                yield Label(Point(cell.col + 0.11, cell.row + 0.13), pictures.letter(k), Role.GROUP, _TINY)
        for cell, printed in self.puzzle.sheet.cells.facts():
            here = middle(cell)
            if printed in TURNS:
                yield self.value(printed, here, Role.MIRROR)
            elif printed in self.puzzle.values and not self.puzzle.kind.open_token(printed):
                yield self.value(printed, here, Role.GIVEN)
            elif not self.puzzle.kind.open_token(printed):
                continue
            elif cell in won:
                yield self.value(won[cell], here, Role.WON)
            elif cell in self.levels:
                yield from self.relaxed(cell, self.levels[cell])
            elif cell in self.split and self.answer and self.other:
                yield from self.both(cell, self.answer[cell], self.other[cell])
            elif cell in self.position.entries:
                yield self.value(self.position.entries[cell], here, Role.ENTRY)
            elif self.answer is not None:
                yield self.value(self.answer[cell], here, Role.ANSWER)
            else:
                yield from self.candidates(cell)
                if printed == "+" and not self.position.pencil.get(cell):
                    yield self.value(printed, here, Role.SHOOTER)

    def value(self, token: str, at: Point, role: Role, scale: float = 1) -> Label | Figure:
        """Return the mark of a token: a drawing where there is one, else the token itself."""
        drawn = None if self.letters and token in MONSTERS else figure(token, at, role, scale)
        size = _DIGIT if len(token) == 1 else _DIGIT * 0.8
        return drawn or Label(at, token, role, round(size * scale, 4))

    def both(self, cell: Cell, first: str, second: str) -> Iterator[Mark]:
        """Yield two values in one cell, the first above left and the second below right of a stroke."""
        x, y = cell.col, cell.row
        yield Stroke((Point(x + 1, y), Point(x, y + 1)), Role.DIFFER)
        yield self.value(first, Point(x + 0.29, y + 0.3), Role.ANSWER, 0.64)
        yield self.value(second, Point(x + 0.71, y + 0.7), Role.OTHER, 0.64)

    def lattice(self, cell: Cell) -> Iterator[tuple[str, Box]]:
        """Yield every value of the puzzle with its own place in the cell."""
        values = self.puzzle.values
        across, down = lattice(len(values))
        inner = 0.84
        for k, value in enumerate(values):
            row, col = divmod(k, across)
            width, height = inner / across, inner / down
            yield value, Box(cell.col + 0.08 + col * width, cell.row + 0.08 + row * height, width, height)

    def candidates(self, cell: Cell) -> Iterator[Mark]:
        """Yield pencil marks, those that somebody crossed out, and those that a step rules out."""
        pencil = self.position.pencil.get(cell, frozenset())
        crossed = self.position.excluded.get(cell, frozenset())
        lost = {value for where, value in self.highlights.lost if where == cell}
        if not (pencil or crossed or lost):
            return
        for value, box in self.lattice(cell):
            role = Role.LOST if value in lost else Role.EXCLUDED if value in crossed else Role.PENCIL
            if value not in pencil | crossed | lost:
                continue
            size = min(0.3, box.height * 0.86, box.width * 0.86)
            yield self.small(value, box.centre, role, size)
            if role is not Role.PENCIL:
                (x, y), reach = box.centre, size * 0.46
                yield Stroke((Point(x - reach, y + reach), Point(x + reach, y - reach)), role)

    def small(self, value: str, at: Point, role: Role, size: float) -> Label | Figure:
        """Return the mark of a token so small that it fits among others, ``size`` grid units high."""
        drawn = None if value in MONSTERS else figure(value, at, role)
        if drawn is not None:
            return figure(value, at, role, size / drawn.size) or drawn
        return Label(at, value, role, round(size if len(value) == 1 else size * 0.8, 4))

    def relaxed(self, cell: Cell, amounts: Mapping[str, float]) -> Iterator[Mark]:
        """Yield the values that a cell has in the relaxation, each at its own place; a value of 1 stands alone."""
        whole = [value for value, amount in amounts.items() if amount > 1 - _NEAR]
        if whole:
            yield Level(_inset(_cell_box(cell), 0.06), 1.0, self.value(whole[0], middle(cell), Role.ANSWER, 0.9))
            return
        for value, box in self.lattice(cell):
            amount = amounts.get(value, 0.0)
            if amount > _NEAR:
                size = min(0.3, box.height * 0.7, box.width * 0.7)
                yield Level(_inset(box, 0.025), amount, self.small(value, box.centre, Role.ANSWER, size))

    def around(self) -> Iterator[Mark]:
        """Yield what stands outside the grid: clues, the sign of sums, totals."""
        sheet = self.puzzle.sheet
        for port, clue in sheet.clues.stated():
            yield Label(_clue_place(self.puzzle, port), str(clue), Role.CLUE, _CLUE)
        if sheet.notes.clues == "sum":
            yield Label(Point(-0.5, -0.5), "Σ", Role.NOTE, _SMALL)
        stated = list(sheet.notes.totals.stated())
        step = 1.35
        left = sheet.cols / 2 - step * len(stated) / 2
        for k, (monster, total) in enumerate(stated):
            x, y = left + step * k, sheet.rows + (1.5 if sheet.clues else 0.65)
            if monster in self.highlights.totals:
                behind = Box(x - 0.02, y - 0.38, 1.08, 0.76)
                yield Area(behind, Role.REASON)
                yield from _cornered(behind, Role.REASON)
            yield self.value(monster, Point(x + 0.4, y), Role.TOTAL, 0.75)
            yield Label(Point(x + 0.76, y), str(total), Role.TOTAL, _CLUE, "start")


def lattice(n: int) -> tuple[int, int]:
    """Return how many places across and down hold ``n`` small marks in a cell.

    >>> [lattice(n) for n in (3, 4, 5, 9, 10)]
    [(3, 1), (2, 2), (3, 2), (3, 3), (4, 3)]
    """
    across = n if n <= 3 else math.ceil(math.sqrt(n))
    return max(1, across), max(1, -(-n // max(1, across)))


def _cell_box(cell: Cell) -> Box:
    return Box(cell.col, cell.row, 1, 1)


def _inset(box: Box, by: float) -> Box:
    return Box(box.x + by, box.y + by, box.width - 2 * by, box.height - 2 * by)


def _framed(box: Box, role: Role) -> Stroke:
    x, y, right, bottom = box.x, box.y, box.x + box.width, box.y + box.height
    return Stroke((Point(x, y), Point(right, y), Point(right, bottom), Point(x, bottom), Point(x, y)), role)


def _cornered(box: Box, role: Role, reach: float = 0.14) -> Iterator[Stroke]:
    """Yield the four corners of a box."""
    for x, across in ((box.x, reach), (box.x + box.width, -reach)):
        for y, down in ((box.y, reach), (box.y + box.height, -reach)):
            yield Stroke((Point(x, y + down), Point(x, y), Point(x + across, y)), role)


def _clue_place(puzzle: Puzzle, port: Port) -> Point:
    """Return the middle of a clue, half a unit outside the grid."""
    down, right = port.side.inward.step
    x, y = middle(puzzle.grid.entry(port))
    return Point(x - right, y - down)


def _frame(puzzle: Puzzle) -> Box:
    """Return the room around a grid: a unit for clues where there are any, another one below for totals."""
    rows, cols, sheet = puzzle.grid.rows, puzzle.grid.cols, puzzle.sheet
    margin = 1.0 if sheet.clues else 0.3
    below = 0.95 if any(True for _ in sheet.notes.totals.stated()) else 0.0
    wide = max(0.0, 1.35 * below / 0.95 * len(list(sheet.notes.totals.stated())) - (cols + 2 * margin)) / 2
    return Box(-margin - wide, -margin, cols + 2 * (margin + wide), rows + 2 * margin + below)


def _rules(puzzle: Puzzle) -> Iterator[Mark]:
    """Yield the lines between cells, and the diagonals where they matter."""
    rows, cols = puzzle.grid.rows, puzzle.grid.cols
    for r in range(1, rows):
        yield Stroke((Point(0, r), Point(cols, r)), Role.GRID)
    for c in range(1, cols):
        yield Stroke((Point(c, 0), Point(c, rows)), Role.GRID)
    if puzzle.sheet.notes.diagonals:
        # Only near the corners of cells: a line through a digit would make it hard to read.
        reach = 0.24
        for k in range(rows + 1):
            low, high = max(0, k - reach), min(rows, k + reach)
            yield Stroke((Point(low, low), Point(high, high)), Role.DIAGONAL)
            yield Stroke((Point(cols - low, low), Point(cols - high, high)), Role.DIAGONAL)


def _rim(puzzle: Puzzle) -> Iterator[Mark]:
    """Yield the borders of boxes and regions, then the rim."""
    rows, cols = puzzle.grid.rows, puzzle.grid.cols
    regions = _regions(puzzle)
    if regions:
        # A border is drawn in one stroke for as long as it runs straight.
        for r in range(1, rows):
            for start, end in _runs([regions[r - 1][c] != regions[r][c] for c in range(cols)]):
                yield Stroke((Point(start, r), Point(end, r)), Role.REGION)
        for c in range(1, cols):
            for start, end in _runs([regions[r][c - 1] != regions[r][c] for r in range(rows)]):
                yield Stroke((Point(c, start), Point(c, end)), Role.REGION)
    corners = ((0, 0), (cols, 0), (cols, rows), (0, rows), (0, 0))
    yield Stroke(tuple(Point(*corner) for corner in corners), Role.RIM)


def _regions(puzzle: Puzzle) -> Sequence[Sequence[str]]:
    """Return a name of the region of each cell; empty where there are none."""
    notes = puzzle.sheet.notes
    if notes.boxes:
        height, width = notes.boxes
        return [[f"{r // height},{c // width}" for c in range(puzzle.grid.cols)] for r in range(puzzle.grid.rows)]
    return notes.regions or ()


def _runs(flags: Iterable[bool]) -> Iterator[tuple[int, int]]:
    """Yield start and end of every run of true flags."""
    start = None
    for i, flag in enumerate((*flags, False)):
        if flag and start is None:
            start = i
        elif not flag and start is not None:
            yield start, i
            start = None


def _lights(puzzle: Puzzle, held: Cells, whole: bool) -> tuple[list[Mark], list[Mark]]:
    """Return the grounds of lit cells (in a ``whole`` room also of dark ones) and the beams of turned shooters."""
    found = []
    lit: set[Cell] = set()
    for beam in beams(held):
        # A beam may be as long as the room is wide, or longer.
        look()
        found.append(beam)
        lit.update(beam.passed)
    grounds: list[Mark] = []
    if found or whole:
        for cell, _ in paced(puzzle.sheet.cells.facts((BLANK,))):
            if cell in lit or whole:
                grounds.append(Area(_cell_box(cell), Role.LIT if cell in lit else Role.DARK))
    return grounds, [Stroke(beam.points, Role.BEAM) for beam in found]


def _glimpse_tints(line: Sightline) -> Iterator[Mark]:
    """Yield the grounds of the cells where something is seen."""
    for cell in dict.fromkeys(glimpse.cell for glimpse in line.seen):
        yield Area(_cell_box(cell), Role.SEEN)


def _way(line: Sightline) -> Iterator[Mark]:
    """Yield the line of sight, with an arrowhead where it enters and one where it leaves."""
    if len(line.points) > 1:
        yield Stroke(line.points, Role.PATH)
    for end, heading, back in ((line.points[0], line.port.side.inward, -1), (line.points[-1], line.leaves, 1)):
        down, right = heading.step
        yield arrow(Point(end.x + back * right * 0.15, end.y + back * down * 0.15), heading)


def _tallies(line: Sightline) -> Iterator[Mark]:
    """Yield what the count has come to, in the corner of each cell where something is seen."""
    tallies: dict[Cell, list[str]] = {}
    for cell, tally in line.seen:
        tallies.setdefault(cell, []).append(str(tally))
    for cell, numbers in tallies.items():
        yield Label(Point(cell.col + 0.83, cell.row + 0.17), ",".join(numbers), Role.SEEN, _TINY)
