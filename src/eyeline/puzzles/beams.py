"""Beaming With Joy: turn shooters so that every empty cell has a beam through it and no beam hits a shooter.

The puzzle is that of Google Code Jam 2017, Round 2. A shooter fires both ways along a row (``-``) or a column (``|``);
its beam bends at mirrors and ends at walls and the rim; beams cross freely, and mirrors and shooters need no light.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from typing import ClassVar

from eyeline.arrays import ROOM_TOKENS, RoomArrays
from eyeline.catalogue import later
from eyeline.deadline import paced
from eyeline.grid import Heading
from eyeline.model import Model, Reason
from eyeline.puzzles.kind import Fault, Kind
from eyeline.room import NOBODY, lines
from eyeline.sheet import BLANK, Cells, Fact, Sheet
from eyeline.sight import Line, sight_table, walk

SHOOTER = "+"
TURNED = ("-", "|")
HEADINGS = {"-": (Heading.LEFT, Heading.RIGHT), "|": (Heading.UP, Heading.DOWN)}


class Beams(Kind):
    """The kind ``beams``."""

    name = "beams"
    title = later("Beaming With Joy")
    summary = later("turn shooters so that their beams light every empty cell and hit no shooter")
    formulations = ("clauses",)
    flips: ClassVar[Mapping[str, str]] = {"/": "\\", "\\": "/"}
    transposes: ClassVar[Mapping[str, str]] = {"-": "|", "|": "-"}
    blank = SHOOTER

    def problems(self, sheet: Sheet) -> Iterator[str]:
        """Yield what keeps a sheet from being a room: shape, tokens, clues."""
        if sheet.rows < 1 or sheet.cols < 1:
            yield "a room has at least one cell"
            return
        if not set(ROOM_TOKENS).issuperset(sheet.cells.tokens):
            for cell, token in sheet.cells.facts():
                if token not in tuple(ROOM_TOKENS):
                    yield f"{cell} holds {token}, expected one of {' '.join(ROOM_TOKENS)}"
        if sheet.clues:
            yield "a room of beams has no clues around it"

    def values(self, sheet: Sheet) -> tuple[str, ...]:
        """Return a shooter turned horizontally, and one turned vertically."""
        return TURNED

    def open_token(self, token: str) -> bool:
        """Return whether the token is a shooter that is not turned yet."""
        return token == SHOOTER

    def room(self, sheet: Sheet) -> RoomArrays:
        """Return a sheet without problems as arrays; its turned shooters stay as they are."""
        place = bytes(ROOM_TOKENS.index(token) for token in sheet.cells.tokens)
        return RoomArrays(sheet.rows, sheet.cols, sheet.cells.codes.translate(place.ljust(256, b"\0")))

    def arrays(self, sheet: Sheet) -> RoomArrays:
        """Return the room."""
        return self.room(sheet)

    def lines(self, sheet: Sheet) -> Iterator[Line]:
        """Yield the lines of the whole room, by their first cell, row by row."""
        return iter(lines(self.room(sheet)))

    def model(self, sheet: Sheet, formulation: str) -> Model:
        """Return the rows: h + v = 1 for a shooter, 0 for a way that is not safe, at least 1 way that lights a cell.

        ``h`` and ``v`` say that a shooter is turned horizontally and vertically. An empty cell counts only the ways
        that are safe, at most two; where there are none, its row reads 0 >= 1.
        """
        laid = lines(self.room(sheet))
        model = Model()
        # Variable 2k and 2k + 1 are literal 2k and 2k + 1 of shooter k.
        facts = [laid.fact(literal) for literal in paced(range(2 * len(laid.shooters)))]
        for fact in paced(facts):
            model.variable(f"{'h' if fact.value == '-' else 'v'}_{fact.cell}", fact)
        for k in paced(range(len(laid.shooters))):
            cell = facts[2 * k].cell
            model.add_sum((2 * k, 2 * k + 1), "=", 1, None, f"cell_{cell}")
            if (token := sheet.cells[cell]) in TURNED:
                reason = Reason("given", cell)
                model.add_sum((2 * k + TURNED.index(token),), "=", 1, reason, reason.name)
        for literal, safe in enumerate(paced(laid.safe())):
            if not safe:
                reason = Reason("safe", facts[literal])
                model.add_sum((literal,), "=", 0, reason, reason.name)
        grid = sheet.grid
        for index, across, down in paced(laid.lighting()):
            reason = Reason("light", grid.cell(index))
            ways = tuple(sorted({across, down} - {NOBODY}))
            model.add_sum(ways, ">=", 1, reason, reason.name)
        return model

    def faults(self, sheet: Sheet, cells: Cells) -> Iterator[Fault]:
        """Yield changed prints, foreign tokens, turned shooters that hit one, and cells that stay dark for certain.

        A cell may still be lit by a shooter that is not turned yet, unless that way is not safe. Where a print was
        changed or a token is foreign, what is printed is taken instead. A shooter that hits another is a fault with the
        cells of both, its own first; one that hits only itself has its own cell alone.
        """
        tokens = sheet.cells.row_major()
        held = {index: tokens[index] for index in sheet.cells.places((SHOOTER, *TURNED))}
        for cell in paced(sheet.cells.differ(cells)):
            index, value = sheet.grid.index(cell), cells[cell]
            if tokens[index] != SHOOTER:
                yield Fault(Reason("given", cell), (cell,), value=value)
            elif value in TURNED:
                held[index] = value
            else:
                yield Fault(Reason("cell", cell), (cell,), value=value)
        table = sight_table(sheet.grid, tokens)
        lit = bytearray(len(tokens))
        for shooter, value in paced(held.items()):
            for way in (value,) if value in TURNED else TURNED:
                passed, hits = _beam(table, held, shooter, way)
                if hits and value in TURNED:
                    cell = sheet.grid.cell(shooter)
                    others = tuple(sheet.grid.cell(hit) for hit in hits if hit != shooter)
                    yield Fault(Reason("safe", Fact(cell, value)), (cell, *others), value=value)
                if value in TURNED or not hits:
                    for index in passed:
                        lit[index] = 1
        for index in paced(sheet.cells.places((BLANK,))):
            if not lit[index]:
                cell = sheet.grid.cell(index)
                yield Fault(Reason("light", cell), (cell,))


def _beam(table: array[int], shooters: dict[int, str], source: int, way: str) -> tuple[list[int], list[int]]:
    """Return the cells that a shooter's beam passes and the shooters that it hits, as row-major indices."""
    passed: list[int] = []
    hits: list[int] = []
    for heading in HEADINGS[way]:
        for state in walk(table, table[4 * source + heading]):
            index = state >> 2
            if index in shooters:
                if index not in hits:
                    hits.append(index)
                break
            passed.append(index)
    return passed, hits
