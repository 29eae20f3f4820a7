"""A position checked: what is broken and what is seen there, and what to take back so that it can be completed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain
from typing import NamedTuple

from eyeline.clash import ENOUGH, ENTERED, Clash, clash_among, entered, why_none
from eyeline.engine import Clock, Limits
from eyeline.engines.bounded import Purse, Rules
from eyeline.engines.corrections import smallest_correction
from eyeline.grid import Cell, Port
from eyeline.model import Known
from eyeline.puzzles import Fault, Puzzle
from eyeline.puzzles.haunted import MONSTERS, Passes
from eyeline.puzzles.skyscrapers import PARK, city, measures
from eyeline.sheet import Cells, Fact, Position
from eyeline.sight import sight_table, visits
from eyeline.solve import Answer, Verdict, marks_against, solve


class GridState(StrEnum):
    """What a position is.

    ``right``: complete, and no rule is broken. ``open``: no rule is broken and it can be completed. ``broken``: a rule
    is broken for certain. ``stuck``: no rule is broken yet, but it can no longer be completed. ``impossible``: the
    puzzle itself has no answer, so no entry is to blame. ``unknown``: a limit was reached before it was known whether a
    rule is broken, or whether it can be completed.
    """

    RIGHT = "right"
    OPEN = "open"
    BROKEN = "broken"
    STUCK = "stuck"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


class SeenCell(NamedTuple):
    """A cell as somebody meets it along a line of sight.

    ``value`` is what stands there, ``None`` for an open cell; ``counts`` is what it adds to the count there: 1 when it
    is seen (its height, where clues are sums), else 0. ``reflected`` says that mirrors lie before it.
    """

    cell: Cell
    value: str | None
    counts: int
    reflected: bool = False


@dataclass(frozen=True, slots=True)
class Sighting:
    """What is seen along the line of a clue.

    ``line`` has its cells in the order of sight, a maze's cell as often as the line passes it. ``seen`` is what is
    counted now, open cells counting nothing, and ``possible`` every number that the line can still show, whatever other
    lines say, in ascending order.
    """

    port: Port
    clue: int | None
    line: tuple[SeenCell, ...]
    seen: int
    possible: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Entries and marks that have to be taken back before the rest can be completed.

    There is no way with fewer than ``least``; ``facts`` is one with as few as that when it is ``exact``. ``only`` says
    that the puzzle has one answer, so that these are the entries and marks that differ from it, and no others will do.
    """

    facts: tuple[Known, ...]
    least: int
    only: bool = False

    @property
    def exact(self) -> bool:
        """Whether fewer are known not to be enough."""
        return len(self.facts) == self.least


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of a position.

    ``cells`` is the grid with the entries written in, ``faults`` the rules that it breaks for certain, ``look`` what is
    seen along the first broken line, ``open_cells`` the number of cells without an entry. Where the position cannot be
    completed, ``take_back`` and ``clash`` say what to do about it and why, as far as the limits went. ``looked`` is
    false where a limit came before the rules were looked at.
    """

    puzzle: Puzzle
    position: Position
    state: GridState
    cells: Cells
    faults: tuple[Fault, ...] = ()
    look: Sighting | None = None
    open_cells: int = 0
    take_back: TakeBack | None = None
    clash: Clash | None = None
    looked: bool = True


def check(puzzle: Puzzle, position: Position | None = None, *, limits: Limits = ENOUGH, why: bool = True) -> Checked:
    """Check what is entered on a puzzle, and marked as "not this"; pencil marks are not looked at.

    A clue is broken only when no filling of its line's open cells gives it. ``limits.seconds`` are for everything
    together, ``limits.nodes``, being conflicts, for each question that goes beyond the broken rules. Without ``why``
    nothing is asked about a broken position, and of a stuck one not what to take back; that is many times faster.
    Raises ``PuzzleError`` for a position that does not belong to the puzzle.

    >>> import eyeline
    >>> puzzle = eyeline.read("4:/2/////3//////3//3/")
    >>> found = check(puzzle, eyeline.Position({eyeline.Cell(0, 0): "1"}))
    >>> found.state.value, [f"{one.cell}={one.value}" for one in found.take_back.facts], found.take_back.exact
    ('stuck', ['r1c1=1'], True)
    """
    clock = Clock(limits)
    held = position or Position()
    cells = puzzle.filled(held)
    still_open = sum(1 for _ in cells.places(puzzle.open_tokens()))
    faults = clock.made(lambda: puzzle.faults(cells) + puzzle.clash(held))
    if faults is None:
        return Checked(puzzle, held, GridState.UNKNOWN, cells, open_cells=still_open, looked=False)
    found = Checked(puzzle, held, GridState.BROKEN, cells, faults, _first_look(puzzle, cells, faults), still_open)
    if not faults:
        if not still_open:
            return replace(found, state=GridState.RIGHT)
        verdict = solve(puzzle, limits=clock.rest, first=True, position=held).verdict
        if verdict is not Verdict.NONE:
            return replace(found, state=GridState.UNKNOWN if verdict is Verdict.UNKNOWN else GridState.OPEN)
    elif not why:
        return found
    answer = solve(puzzle, limits=clock.rest)
    if answer.verdict is Verdict.NONE:
        return replace(found, state=GridState.IMPOSSIBLE, clash=why_none(puzzle, limits=clock.rest) if why else None)
    if not faults:
        found = replace(found, state=GridState.STUCK, faults=marks_against(answer, held))
    if not why:
        return found
    purse = Purse(limits, clock)
    rules = clock.made(lambda: Rules(puzzle.model(None, held)))
    if rules is None:
        return found
    back = _take_back(rules, held, answer, purse.part(0.5))
    return replace(found, take_back=back, clash=clash_among(puzzle, held, rules, purse))


def lifted(puzzle: Puzzle) -> tuple[Puzzle, Position]:
    """Return a puzzle with nothing in the cells that have values, and what stood there as entries.

    For a page that does not tell what is printed from what somebody has entered.
    """
    held = dict(puzzle.sheet.cells.facts(frozenset(puzzle.values)))
    cells = puzzle.sheet.cells.filled(Fact(cell, puzzle.kind.blank) for cell in held)
    return replace(puzzle, sheet=puzzle.sheet.with_cells(cells)), Position(held)


def _take_back(rules: Rules, position: Position, answer: Answer, purse: Purse) -> TakeBack | None:
    """Return the fewest entries and marks without which the rest can be completed, as far as the purse goes."""
    pencil = {mark: entered(reason, position) for mark, reason in rules.reasons.items() if reason.rule in ENTERED}
    ways = [
        tuple(mark for mark, fact in pencil.items() if (cells[fact.cell] == fact.value) != fact.holds)
        for cells in (answer.cells, answer.other)
        if cells is not None
    ]
    if answer.verdict is Verdict.ONE:
        return TakeBack(tuple(pencil[mark] for mark in ways[0]), len(ways[0]), True)
    hard = [mark for mark in rules.reasons if mark not in pencil]
    found = smallest_correction(rules, list(pencil), hard, purse, min(ways, key=len, default=None))
    return None if found is None else TakeBack(tuple(pencil[mark] for mark in found.chosen), found.least)


def _first_look(puzzle: Puzzle, cells: Cells, faults: Iterable[Fault]) -> Sighting | None:
    """Return what is seen along the first line whose clue is broken."""
    ports = (fault.reason.of for fault in faults if fault.reason.rule == "clue")
    return next((look(puzzle, cells, port) for port in ports if isinstance(port, Port)), None)


def look(puzzle: Puzzle, cells: Cells, port: Port) -> Sighting:
    """Sighting into a filled or partly filled grid from a place at its rim. For kinds with clues.

    What stands behind an open cell counts as if the open cell hid nothing, as in the faults.
    """
    tokens = puzzle.sheet.cells.row_major()
    line = visits(puzzle.grid, sight_table(puzzle.grid, tokens), tokens, port)
    clue = puzzle.sheet.clues[port]
    if puzzle.kind.name == "haunted":
        looked, possible = [], {0}
        for cell, _, bounces in line:
            passes = Passes(int(not bounces), int(bounces > 0))
            held = cells[cell] if cells[cell] in MONSTERS else None
            looked.append(SeenCell(cell, held, passes.seen(held) if held else 0, bounces > 0))
        for cell in dict.fromkeys(visit.cell for visit in line):
            direct = sum(visit.cell == cell and not visit.bounces for visit in line)
            passes = Passes(direct, sum(visit.cell == cell for visit in line) - direct)
            choices = {passes.seen(monster) for monster in (MONSTERS if cells[cell] not in MONSTERS else cells[cell])}
            possible = {sum(pair) for pair in chain.from_iterable([(a, b) for b in choices] for a in possible)}
    else:
        here = city(puzzle.sheet)
        summed = puzzle.sheet.notes.clues == "sum"
        looked, top = [], 0
        for cell, _, bounces in line:
            held = cells[cell] if cells[cell] in here.values else None
            height = int(held or PARK)
            looked.append(SeenCell(cell, held, (height if summed else 1) if height > top else 0, bounces > 0))
            top = max(top, height)
        met = {one.cell: one.value for one in looked}
        shown = [None if value is None else int(value) for value in met.values()]
        possible = set(measures(shown, here.heights, here.parks, summed=summed, bent=here.bent))
    return Sighting(port, clue, tuple(looked), sum(one.counts for one in looked), tuple(sorted(possible)))
