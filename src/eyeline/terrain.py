"""A puzzle as the ladder sees it: flat arrays, places instead of cells, numbers instead of reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Any

from eyeline.arrays import RoomArrays
from eyeline.grid import Cell, Port, Side
from eyeline.ladder import LADDERS, Ladder
from eyeline.ladder.skyscrapers import CELL_START, CELL_UNITS, UNIT_CELLS, UNIT_FULL, UNIT_START
from eyeline.model import Reason
from eyeline.puzzles import Puzzle
from eyeline.puzzles.haunted import lines
from eyeline.puzzles.skyscrapers import city
from eyeline.room import lines as room_lines
from eyeline.sheet import BLANK, Cells, Clues, Fact, Sheet
from eyeline.sight import TURNS

_OPPOSITE = {Side.TOP: Side.BOTTOM, Side.BOTTOM: Side.TOP, Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT}


@dataclass(frozen=True)
class Terrain:
    """The board of a puzzle and what its numbers mean.

    ``cells`` has the cell of each place, row by row; ``values`` the token of each value; ``reasons`` the reason of each
    number. ``domains`` is what the print alone leaves possible, as bits. ``memo`` is how much memory the techniques ask
    for, ``blocks`` what a city has in common with others.
    """

    puzzle: Puzzle
    ladder: Ladder
    board: tuple[list[int], ...]
    cells: tuple[Cell, ...]
    values: tuple[str, ...]
    reasons: tuple[Reason, ...]
    domains: tuple[int, ...]
    memo: int = 1
    blocks: Blocks | None = None

    def arrays(self) -> tuple[Any, ...]:
        """Return the board as numpy arrays."""
        import numpy as np

        fixed = self.blocks.arrays if self.blocks else {}
        return tuple(fixed[at] if at in fixed else np.array(part, dtype=np.int64) for at, part in enumerate(self.board))

    @property
    def places(self) -> dict[Cell, int]:
        """The place of each cell."""
        return {cell: place for place, cell in enumerate(self.cells)}

    def mask(self, token: str) -> int:
        """Return the domain that holds one value, given as its token."""
        return 1 << self.values.index(token)


def terrain(puzzle: Puzzle) -> Terrain:
    """Return the terrain of a puzzle."""
    return {"skyscrapers": _city, "haunted": _maze, "beams": _room}[puzzle.kind.name](puzzle)


def _flat(parts: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Return where each part starts, with the end of the last, and all parts joined."""
    return [0, *accumulate(map(len, parts))], [number for part in parts for number in part]


def _domains(puzzle: Puzzle, cells: Sequence[Cell], values: Sequence[str]) -> tuple[int, ...]:
    full = (1 << len(values)) - 1
    printed = puzzle.sheet.cells
    left = {token: 1 << values.index(token) if token in values else full for token in printed.tokens}
    return tuple([left[printed[cell]] for cell in cells])


class Blocks:
    """What cities of one shape have in common: everything but clues and givens."""

    def __init__(self, bare: Sheet) -> None:
        """Build from a sheet without clues and givens."""
        here = city(bare)
        self.heights, self.parks, self.values, self.bent = here.heights, here.parks, here.values, here.bent
        self.cells = tuple(fact.cell for fact in bare.cells.facts() if fact.value not in TURNS)
        place = {cell: number for number, cell in enumerate(self.cells)}
        units = [[place[cell] for cell in unit.cells] for unit in here.units]
        self.reasons = tuple(unit.reason for unit in here.units)
        self.full = [int(unit.full) for unit in here.units]
        self.unit_start, self.unit_cells = _flat(units)
        self.lines = {port: [place[cell] for cell in line] for port, line in here.lines.items()}
        held: list[list[int]] = [[] for _ in self.cells]
        for unit, members in enumerate(units):
            for at in members:
                held[at].append(unit)
        self.cell_start, self.cell_units = _flat(held)

    @cached_property
    def arrays(self) -> dict[int, Any]:
        """The parts that belong to the shape alone, by their place in a board."""
        import numpy as np

        parts = {
            UNIT_START: self.unit_start,
            UNIT_CELLS: self.unit_cells,
            UNIT_FULL: self.full,
            CELL_START: self.cell_start,
            CELL_UNITS: self.cell_units,
        }
        return {at: np.array(part, dtype=np.int64) for at, part in parts.items()}


@lru_cache(maxsize=64)
def _blocks(bare: Sheet) -> Blocks:
    return Blocks(bare)


def _city(puzzle: Puzzle) -> Terrain:
    sheet = puzzle.sheet
    printed = sheet.cells
    if set(printed.tokens).isdisjoint(TURNS):
        bare = Cells.blank(sheet.rows, sheet.cols)
    else:
        bare = printed.filled(Fact(f.cell, BLANK) for f in printed.facts() if f.value not in TURNS)
    blocks = _blocks(replace(sheet, cells=bare, clues=Clues()))
    stated = list(sheet.clues.stated())
    number = {port: line for line, (port, _) in enumerate(stated)}
    line_unit, facing = [], []
    for port, _ in stated:
        unit = port.index + (0 if port.side in (Side.LEFT, Side.RIGHT) else sheet.rows)
        straight = not blocks.bent and blocks.full[unit]
        line_unit.append(unit if straight else -1)
        facing.append(number.get(Port(_OPPOSITE[port.side], port.index), -1) if straight else -1)
    size = len(blocks.cells)
    summed = int(sheet.notes.clues == "sum")
    board = (
        [size, blocks.heights, blocks.parks, summed, len(blocks.full), len(stated), sheet.rows],
        blocks.unit_start,
        blocks.unit_cells,
        blocks.full,
        *_flat([blocks.lines[port] for port, _ in stated]),
        [clue for _, clue in stated],
        line_unit,
        facing,
        blocks.cell_start,
        blocks.cell_units,
    )
    return Terrain(
        puzzle,
        LADDERS["skyscrapers"],
        board,
        blocks.cells,
        blocks.values,
        (*blocks.reasons, *(Reason("clue", port) for port, _ in stated)),
        _domains(puzzle, blocks.cells, blocks.values),
        len(stated) * (3 * sheet.rows + 1) + 1,
        blocks,
    )


def _maze(puzzle: Puzzle) -> Terrain:
    sheet = puzzle.sheet
    values = puzzle.values
    cells = tuple(fact.cell for fact in sheet.cells.facts() if fact.value not in TURNS)
    place = {cell: number for number, cell in enumerate(cells)}
    along = lines(sheet)
    ends = _ends(puzzle)
    paths = [(near, far) for near, far in ends if sheet.clues[near] is not None or sheet.clues[far] is not None]
    crossed = [list(along[near]) for near, _ in paths]
    weights: tuple[list[int], list[int]] = ([], [])
    for path, members in zip(paths, crossed, strict=True):
        for end, port in enumerate(path):
            for cell in members:
                weights[end].extend(along[port][cell].seen(value) for value in values)
    clues = [[-1 if sheet.clues[path[end]] is None else sheet.clues[path[end]] for path in paths] for end in (0, 1)]
    totals = dict(sheet.notes.totals.stated())
    groups = sheet.notes.same
    board: tuple[Any, ...] = (
        [len(cells), len(paths), len(groups)],
        *_flat([[place[cell] for cell in members] for members in crossed]),
        *weights,
        *clues,
        [totals.get(value, -1) for value in values],
        *_flat([[place[cell] for cell in group] for group in groups]),
    )
    reasons = (
        *(Reason("clue", port) for path in paths for port in path),
        *(Reason("total", value) for value in values),
        *(Reason("group", k) for k in range(len(groups))),
    )
    return Terrain(puzzle, LADDERS["haunted"], board, cells, values, reasons, _domains(puzzle, cells, values))


def _ends(puzzle: Puzzle) -> list[tuple[Port, Port]]:
    """Return the two ports of every path of light, each path once."""
    sheet = puzzle.sheet
    grid = sheet.grid
    found = []
    done: set[Port] = set()
    for port in grid.ports():
        if port not in done:
            far = _leaving(puzzle, port)
            done |= {port, far}
            found.append((port, far))
    return found


def _leaving(puzzle: Puzzle, port: Port) -> Port:
    """Return where a ray that enters through ``port`` leaves the grid."""
    grid, tokens = puzzle.grid, puzzle.sheet.cells
    cell, heading = grid.entry(port), port.side.inward
    while True:
        turn = TURNS.get(tokens[cell])
        heading = type(heading)(turn[heading]) if turn else heading
        row, col = heading.step
        ahead = Cell(cell.row + row, cell.col + col)
        if ahead not in grid:
            side = next(side for side in Side if side.inward is heading.reverse)
            return Port(side, cell.row if side in (Side.LEFT, Side.RIGHT) else cell.col)
        cell = ahead


def _room(puzzle: Puzzle) -> Terrain:
    sheet = puzzle.sheet
    room = puzzle.kind.arrays(sheet)
    if not isinstance(room, RoomArrays):
        raise TypeError(f"{puzzle.kind.name} has no shooters")
    laid = room_lines(room)
    shooters = len(laid.shooters)
    safe = list(laid.safe())
    lighting = list(laid.lighting())
    clauses: list[list[int]] = [[] for _ in range(2 * shooters)]
    for number, (_, across, down) in enumerate(lighting):
        for literal in {across, down} - {-1}:
            clauses[literal].append(number)
    board = (
        [shooters, len(lighting)],
        safe,
        [literal for _, across, down in lighting for literal in (across, down)],
        *_flat(clauses),
    )
    facts = [laid.fact(literal) for literal in range(2 * shooters)]
    cells = tuple(sheet.grid.cell(index) for index in laid.shooters)
    reasons = (
        *(Reason("safe", Fact(*fact)) for fact in facts),
        *(Reason("light", sheet.grid.cell(index)) for index, _, _ in lighting),
    )
    values = puzzle.values
    return Terrain(puzzle, LADDERS["beams"], board, cells, values, reasons, _domains(puzzle, cells, values))
