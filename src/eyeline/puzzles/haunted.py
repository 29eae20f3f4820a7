"""The Haunted Mirror Maze, also called Undead: vampires, ghosts and zombies seen directly or by mirrors.

One row a clue, over the visits of its line of sight: the cells of a line are a multiset, so a
monster counts once for every time the line passes through its cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import ClassVar, NamedTuple

from eyeline.arrays import MAZE_TOKENS, MazeArrays
from eyeline.catalogue import later
from eyeline.deadline import look, paced
from eyeline.grid import Cell, Port
from eyeline.model import Model, Reason
from eyeline.puzzles.kind import Fault, Kind
from eyeline.sheet import BLANK, Cells, Fact, Sheet
from eyeline.sight import TURNS, sight_table, visits

MONSTERS = ("V", "G", "Z")


class Passes(NamedTuple):
    """How often a line of sight passes a cell ``direct``, before any mirror, and ``reflected``, after at least one."""

    direct: int
    reflected: int

    def seen(self, monster: str) -> int:
        """Return how often a monster (``V``, ``G`` or ``Z``) in the cell is seen along the line."""
        return self.direct * (monster != "G") + self.reflected * (monster != "V")


@lru_cache(maxsize=64)
def lines(sheet: Sheet) -> dict[Port, dict[Cell, Passes]]:
    """Return for every port the cells of its line of sight, in the order they are first met, with the passes."""
    grid, tokens = sheet.grid, sheet.cells.row_major()
    table = sight_table(grid, tokens)
    found = {}
    for port in grid.ports():
        line: dict[Cell, Passes] = {}
        for visit in visits(grid, table, tokens, port):
            direct, reflected = line.get(visit.cell, Passes(0, 0))
            line[visit.cell] = Passes(direct + (visit.bounces == 0), reflected + (visit.bounces > 0))
        found[port] = line
    return found


class Haunted(Kind):
    """The kind ``haunted``."""

    name = "haunted"
    title = later("Haunted Mirror Maze")
    summary = later("a monster in every cell without a mirror; a clue counts those seen along its line of sight")
    notes = frozenset({"totals", "same"})
    formulations = ("visits",)
    flips: ClassVar[Mapping[str, str]] = {"/": "\\", "\\": "/"}

    def problems(self, sheet: Sheet) -> Iterator[str]:
        """Yield what keeps a sheet from being a maze: shape, tokens, groups."""
        if sheet.rows < 1 or sheet.cols < 1:
            yield "a maze has at least one cell"
            return
        allowed = {BLANK, *TURNS, *MONSTERS}
        if not allowed.issuperset(sheet.cells.tokens):
            for cell, token in sheet.cells.facts():
                if token not in allowed:
                    yield f"{cell} holds {token}, expected one of . / \\ V G Z"
        for port, clue in sheet.clues.stated() if sheet.clues.least(0) < 0 else ():
            if clue < 0:
                yield f"clue {clue} at {port}: expected 0 or more"
        for k, group in enumerate(sheet.notes.same, start=1):
            if not group:
                yield f"same, group {k}: expected at least one cell"
            for cell in group:
                if cell not in sheet.grid:
                    yield f"same, group {k}: {cell} lies outside the {sheet.rows}×{sheet.cols} grid"
                elif sheet.cells[cell] in TURNS:
                    yield f"same, group {k}: {cell} holds a mirror, expected a free cell"

    def values(self, sheet: Sheet) -> tuple[str, ...]:
        """Return vampire, ghost and zombie."""
        return MONSTERS

    def open_token(self, token: str) -> bool:
        """Return whether the token is a blank."""
        return token == BLANK

    def model(self, sheet: Sheet, formulation: str) -> Model:
        """Return the rows, one a clue over the visits of its line."""
        model = Model()
        x = {}
        for cell, token in paced(sheet.cells.facts()):
            at = f"{cell.row + 1}_{cell.col + 1}"
            free = token not in TURNS
            x[cell] = {m: model.variable(f"{m.lower()}_{at}", Fact(cell, m) if free else None) for m in MONSTERS}
            if free:
                model.add_sum(tuple(x[cell].values()), "=", 1, None, f"cell_{at}")
            else:
                for monster in MONSTERS:
                    model.add_sum((x[cell][monster],), "=", 0, None, f"mirror_{at}_{monster.lower()}")
            if token in MONSTERS:
                reason = Reason("given", cell)
                model.add_sum((x[cell][token],), "=", 1, reason, reason.name)
        for monster, total in sheet.notes.totals.stated():
            reason = Reason("total", monster)
            model.add_sum(tuple(choices[monster] for choices in x.values()), "=", total, reason, reason.name)
        for k, group in enumerate(sheet.notes.same):
            reason = Reason("group", k)
            for i, (one, other) in enumerate(pairwise(group), start=1):
                for monster in MONSTERS:
                    terms = ((1, x[one][monster]), (-1, x[other][monster]))
                    model.add(terms, "=", 0, reason, f"{reason.name}_{i}_{monster.lower()}")
        along = lines(sheet)
        for port, clue in sheet.clues.stated():
            look()
            reason = Reason("clue", port)
            seen = [(p.seen(m), x[cell][m]) for cell, p in along[port].items() for m in MONSTERS]
            model.add(seen, "=", clue, reason, reason.name)
        return model

    def arrays(self, sheet: Sheet) -> MazeArrays:
        """Return a sheet without problems as arrays; groups that share a cell become one."""
        cells, clues, totals = sheet.cells, sheet.clues, sheet.notes.totals
        place = bytes(MAZE_TOKENS.index(token) for token in cells.tokens)
        around = (*clues.top, *clues.bottom, *clues.left, *clues.right) or (None,) * 2 * (sheet.rows + sheet.cols)
        groups: list[int] = []
        if sheet.notes.same:
            groups = list(range(sheet.grid.size))
            for group in sheet.notes.same:
                joined = {groups[sheet.grid.index(cell)] for cell in group}
                first = min(joined, default=0)
                groups = [first if held in joined else held for held in groups]
        monsters = (totals.vampires, totals.ghosts, totals.zombies)
        return MazeArrays(
            rows=sheet.rows,
            cols=sheet.cols,
            codes=cells.codes.translate(place.ljust(256, b"\0")),
            clues=tuple([-1 if clue is None else clue for clue in around]),
            totals=tuple([-1 if total is None else total for total in monsters]),  # type: ignore[arg-type]
            groups=tuple(groups),
        )

    def faults(self, sheet: Sheet, cells: Cells) -> Iterator[Fault]:
        """Yield changed prints, foreign tokens, unequal groups, and totals and clues that no filling can meet."""
        held = {fact.cell: fact.value for fact in cells.facts()}
        for cell, printed in sheet.cells.facts():
            value = held[cell]
            if printed != BLANK and value != printed:
                yield Fault(Reason("given", cell), (cell,), value=value)
                if value not in MONSTERS or printed in TURNS:
                    held[cell] = printed
            elif printed == BLANK and value != BLANK and value not in MONSTERS:
                yield Fault(Reason("cell", cell), (cell,), value=value)
                held[cell] = BLANK
        for k, group in enumerate(sheet.notes.same):
            if len({held[cell] for cell in group} - {BLANK}) > 1:
                yield Fault(Reason("group", k), tuple(group))
        count = Counter(held.values())
        for monster, total in sheet.notes.totals.stated():
            if not count[monster] <= total <= count[monster] + count[BLANK]:
                where = tuple(cell for cell, value in held.items() if value == monster)
                yield Fault(Reason("total", monster), where, total, count[monster], monster)
        along = lines(sheet)
        for port, clue in sheet.clues.stated():
            line = along[port]
            if all(held[cell] != BLANK for cell in line):
                seen = sum(passes.seen(held[cell]) for cell, passes in line.items())
                if seen != clue:
                    yield Fault(Reason("clue", port), tuple(line), clue, seen)
                continue
            # Bit s of `sums` says that the cells so far can add up to s: twice-crossed cells leave gaps between the
            # ends.
            sums, now = 1, 0
            for cell, passes in line.items():
                if held[cell] == BLANK:
                    choices = {passes.seen(monster) for monster in MONSTERS}
                else:
                    choices = {passes.seen(held[cell])}
                    now += passes.seen(held[cell])
                sums, before = 0, sums
                for seen in choices:
                    sums |= before << seen
            if not sums >> clue & 1:
                yield Fault(Reason("clue", port), tuple(line), clue, now)
