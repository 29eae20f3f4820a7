"""The way of a clue's line of sight through the grid, and what is seen along it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from eyeline.errors import PuzzleError
from eyeline.grid import Cell, Heading, Port
from eyeline.picture import Point
from eyeline.puzzles import Puzzle
from eyeline.puzzles.beams import HEADINGS, SHOOTER, TURNED
from eyeline.puzzles.haunted import MONSTERS, Passes
from eyeline.sheet import Cells
from eyeline.sight import TURNS, Visit, sight_table, visits, walk

_STRAIGHT = tuple(Heading)
_SHOOTERS = (SHOOTER, *TURNED)


class Glimpse(NamedTuple):
    """Something seen along a line: where, and what the viewer's count (or sum) has come to with it."""

    cell: Cell
    tally: int


class Sightline(NamedTuple):
    """A line of sight through a filled or partly filled grid.

    ``points`` run from the rim through the centres of cells to the rim again, or to the wall where the line ends;
    ``leaves`` is the heading there. ``seen`` has what is seen for certain, in order; ``whole`` says that nothing more
    can be, because no cell on the line is open.
    """

    port: Port
    points: tuple[Point, ...]
    leaves: Heading
    seen: tuple[Glimpse, ...]
    whole: bool

    @property
    def tally(self) -> int:
        """What the viewer counts, or adds up, as far as the line is filled."""
        return self.seen[-1].tally if self.seen else 0


def sightline(puzzle: Puzzle, port: Port, cells: Cells) -> Sightline:
    """Follow the line of sight that enters through ``port``; ``cells`` is what the grid holds.

    Raises ``PuzzleError`` for a puzzle without clues, and for a port that the grid does not have.
    """
    grid = puzzle.grid
    if puzzle.kind.name not in _SEEN:
        raise PuzzleError((f"{puzzle.kind.name} has no clues, and so no line of sight from the rim",))
    if not 0 <= port.index < grid.length(port.side):
        raise PuzzleError((f"there is no {port}: the grid is {grid.rows}×{grid.cols}",))
    tokens = puzzle.sheet.cells.row_major()
    table = sight_table(grid, tokens)
    states = list(walk(table, 4 * grid.index(grid.entry(port)) + port.side.inward))
    line = visits(grid, table, tokens, port)
    last = states[-1]
    leaves = Heading(TURNS.get(tokens[last >> 2], _STRAIGHT)[last & 3])
    first = grid.entry(port)
    points = _bends(
        [
            _edge(first, port.side.inward.reverse),
            *(middle(grid.cell(state >> 2)) for state in states),
            _edge(grid.cell(last >> 2), leaves),
        ]
    )
    held = [cells[visit.cell] for visit in line]
    is_open = [puzzle.kind.open_token(token) for token in held]
    seen = tuple(_SEEN[puzzle.kind.name](puzzle, line, held))
    return Sightline(port, points, leaves, seen, not any(is_open))


class Beam(NamedTuple):
    """One half of what a turned shooter fires: from its centre to the rim, a wall, or the shooter that it hits."""

    points: tuple[Point, ...]
    passed: tuple[Cell, ...]


def beams(cells: Cells) -> Iterator[Beam]:
    """Yield the two beams of every turned shooter in a room, row by row."""
    grid, tokens = cells.grid, cells.row_major()
    table = sight_table(grid, tokens)
    for index, token in enumerate(tokens):
        for heading in HEADINGS.get(token, ()):
            source = out_of = grid.cell(index)
            out, points, passed = heading, [middle(source)], []
            for state in walk(table, table[4 * index + heading]):
                cell, arrived = grid.cell(state >> 2), Heading(state & 3)
                if tokens[state >> 2] in _SHOOTERS:
                    points.append(_edge(cell, arrived.reverse))
                    break
                passed.append(cell)
                points.append(middle(cell))
                out_of, out = cell, Heading(TURNS.get(tokens[state >> 2], _STRAIGHT)[arrived])
            else:
                points.append(_edge(out_of, out))
            yield Beam(_bends(points), tuple(passed))


def middle(cell: Cell) -> Point:
    """Return the middle of a cell."""
    return Point(cell.col + 0.5, cell.row + 0.5)


def _edge(cell: Cell, heading: Heading) -> Point:
    down, right = heading.step
    return Point(cell.col + 0.5 + right / 2, cell.row + 0.5 + down / 2)


def _bends(points: Sequence[Point]) -> tuple[Point, ...]:
    """Leave out the points where a line goes straight on."""
    kept = [points[0]]
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        straight = (here.x - before.x) * (after.y - here.y) == (here.y - before.y) * (after.x - here.x)
        if not straight:
            kept.append(here)
    return (*kept, points[-1])


def _buildings(puzzle: Puzzle, line: Sequence[Visit], held: Sequence[str]) -> Iterator[Glimpse]:
    """Yield the buildings that are taller than all before them, up to the first open lot: it may hide the rest."""
    summed = puzzle.sheet.notes.clues == "sum"
    tallest = tally = 0
    for visit, token in zip(line, held, strict=True):
        if puzzle.kind.open_token(token):
            return
        if int(token) > tallest:
            tallest = int(token)
            tally += tallest if summed else 1
            yield Glimpse(visit.cell, tally)


def _monsters(puzzle: Puzzle, line: Sequence[Visit], held: Sequence[str]) -> Iterator[Glimpse]:
    """Yield the monsters that are seen, one glimpse for every visit."""
    tally = 0
    for visit, token in zip(line, held, strict=True):
        passes = Passes(int(visit.bounces == 0), int(visit.bounces > 0))
        if token in MONSTERS and passes.seen(token):
            tally += 1
            yield Glimpse(visit.cell, tally)


_SEEN = {"skyscrapers": _buildings, "haunted": _monsters}
