"""The techniques: on positions typed for each, and against the rows of the rules that they name."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import permutations

import pytest

from eyeline.engines.support import Support
from eyeline.grid import Cell, Port, Side
from eyeline.ladder import LADDERS, skyscrapers
from eyeline.ladder.source import BECAUSE, END, HEADER, ROOM, WAYS, clear
from eyeline.model import Known
from eyeline.puzzles import Puzzle, puzzle
from eyeline.puzzles.skyscrapers import city as geometry
from eyeline.sheet import Cells, Clues, Notes, Sheet, Totals
from eyeline.terrain import Terrain, terrain
from samples import samples

NOTHING = Notes()

TOP, BOTTOM, LEFT, RIGHT = Side


def page(
    kind: str, rows: list[str], clues: Mapping[tuple[Side, int], int] | None = None, notes: Notes = NOTHING
) -> Puzzle:
    """A puzzle from rows of one-letter tokens and clues by side and number, from 1."""
    cells = Cells.of(rows)
    stated = {Port(side, i - 1): clue for (side, i), clue in (clues or {}).items()}
    return puzzle(Sheet(kind, cells, Clues.of(cells.grid, stated) if kind != "beams" else Clues(), notes))


def findings(ground: Terrain, domains: list[int], rung: int) -> list[tuple[str, list[int], dict[int, int]]]:
    """What the techniques of a rung find: name, reasons, values ruled out by place."""
    trace = [0] * 50_000
    trace[ROOM] = len(trace)
    removed = [0] * len(domains)
    clear(trace, removed)
    ground.ladder.climb(rung, ground.board, domains, removed, trace, [0] * ground.memo)
    found = []
    at = HEADER
    while at < trace[END]:
        lost: dict[int, int] = {}
        reasons = []
        for i in range(at + 3, at + trace[at], 2):
            if trace[i] == BECAUSE:
                reasons.append(trace[i + 1])
            else:
                lost[trace[i]] = lost.get(trace[i], 0) | trace[i + 1]
        found.append((ground.ladder.techniques[trace[at + 1]].name, reasons, lost))
        at += trace[at]
    assert len(found) == trace[WAYS]
    assert {place: mask for place, mask in enumerate(removed) if mask} == {
        place: mask for place in range(len(domains)) if (mask := _union(lost.get(place, 0) for _, _, lost in found))
    }
    return found


def _union(masks: object) -> int:
    total = 0
    for mask in masks:  # type: ignore[attr-defined]
        total |= mask
    return total


def facts(given: Puzzle, technique: str, pencil: Mapping[str, str]) -> str:
    """What a technique rules out where cells have been narrowed as pencilled, as ``r1c1 12 r1c2 3``."""
    ground = terrain(given)
    domains = list(ground.domains)
    for place, cell in enumerate(ground.cells):
        if str(cell) in pencil:
            domains[place] = sum(ground.mask(token) for token in pencil[str(cell)])
    lost: dict[int, int] = {}
    for rung in range(ground.ladder.rungs):
        for name, _, struck in findings(ground, domains, rung):
            if name == technique:
                for place, mask in struck.items():
                    lost[place] = lost.get(place, 0) | mask
    return "  ".join(
        f"{ground.cells[place]} {''.join(v for i, v in enumerate(ground.values) if lost[place] >> i & 1)}"
        for place in sorted(lost)
    )


def city(n: int, stated: Mapping[tuple[Side, int], int] | None = None, **notes: object) -> Puzzle:
    return page("skyscrapers", ["." * n] * n, stated, Notes(**notes))  # type: ignore[arg-type]


def lane(n: int, clues: Mapping[tuple[Side, int], int] | None = None, **notes: object) -> Puzzle:
    return page("haunted", ["." * n], clues, Notes(**notes))  # type: ignore[arg-type]


TWICE = page("haunted", ["./\\", "\\./", "..."], {(TOP, 1): 2})
BEND = page("haunted", ["....", "....", "....", ".../"], {(LEFT, 4): 3, (TOP, 4): 3})
CLASHING = lane(2, totals=Totals(1, 1, 0), same=((Cell(0, 0), Cell(0, 1)),))

POSITIONS = [
    (city(3), "naked single", {"r1c1": "2"}, "r1c2 2  r1c3 2  r2c1 2  r3c1 2"),
    (city(3), "hidden single", {"r1c2": "12", "r1c3": "12"}, "r1c1 12"),
    (city(3, parks=1), "parks placed", {"r1c1": "0"}, "r1c2 0  r1c3 0  r2c1 0  r3c1 0"),
    (city(3, {(LEFT, 1): 1}), "clue one", {}, "r1c1 12  r1c2 3  r1c3 3"),
    (city(4, {(LEFT, 1): 1}, parks=1), "clue one", {}, "r1c3 3  r1c4 3"),
    (city(3, {(LEFT, 1): 3}, clues="sum"), "clue one", {}, "r1c1 12  r1c2 3  r1c3 3"),
    (city(3, {(BOTTOM, 2): 3}), "clue all", {}, "r1c2 12  r2c2 13  r3c2 23"),
    (city(4, {(LEFT, 1): 2, (RIGHT, 1): 3}), "facing", {}, "r1c1 4  r1c2 123  r1c3 4  r1c4 4"),
    (city(4, {(LEFT, 1): 3}), "within reach", {}, "r1c1 34  r1c2 4"),
    (city(4, {(LEFT, 1): 2}), "within reach", {"r1c1": "12", "r1c2": "12", "r1c3": "4", "r1c4": "3"}, "r1c1 1  r1c2 2"),
    (city(4, {(LEFT, 1): 2}), "clue two", {}, "r1c1 4  r1c2 3"),
    (
        city(5, {(LEFT, 1): 3}),
        "sure to be seen",
        {"r1c1": "1", "r1c2": "23", "r1c3": "23", "r1c4": "5", "r1c5": "4"},
        "r1c2 2  r1c3 3",
    ),
    (page("skyscrapers", ["/..", "./.", "../"], {(TOP, 2): 2}), "line of sight", {}, "r1c2 2  r2c1 1"),
    (city(4), "naked set", {"r1c1": "12", "r1c2": "12"}, "r1c3 12  r1c4 12"),
    (city(4), "hidden set", {"r1c3": "12", "r1c4": "12"}, "r1c1 12  r1c2 12"),
    (city(3, {(LEFT, 1): 2}), "few", {"r1c3": "23"}, "r1c1 3  r1c2 2"),
    (city(5, {(LEFT, 1): 3}), "arrangements", {}, "r1c1 45  r1c2 5"),
    (
        city(4),
        "x-wing",
        {"r1c2": "123", "r1c4": "123", "r3c2": "123", "r3c4": "123"},
        "r2c1 4  r2c3 4  r4c1 4  r4c3 4",
    ),
    (city(4), "forcing chain", {"r1c1": "12", "r1c3": "13", "r3c1": "23"}, "r3c3 3"),
    (city(4, {(LEFT, 1): 2, (RIGHT, 1): 2}), "both ends", {}, "r1c1 4  r1c2 3  r1c3 3  r1c4 4"),
    (lane(3, {(LEFT, 1): 0}), "clue zero", {}, "r1c1 VZ  r1c2 VZ  r1c3 VZ"),
    (lane(3, {(LEFT, 1): 3}), "clue full", {}, "r1c1 G  r1c2 G  r1c3 G"),
    (lane(3, {(LEFT, 1): 2}), "count", {"r1c1": "VZ", "r1c2": "VZ"}, "r1c3 VZ"),
    (lane(3, {(LEFT, 1): 2}), "count", {"r1c1": "G"}, "r1c2 G  r1c3 G"),
    (lane(3, totals=Totals(None, 1, None)), "total", {"r1c1": "V"}, "r1c2 V  r1c3 V"),
    (lane(3, totals=Totals(None, 2, None)), "total", {"r1c1": "GZ"}, "r1c2 GZ  r1c3 GZ"),
    (lane(3, same=((Cell(0, 0), Cell(0, 2)),)), "group", {"r1c1": "VG"}, "r1c3 Z"),
    (page("haunted", ["./", ".."], {(LEFT, 1): 1, (TOP, 2): 1}), "ends compared", {}, "r1c1 VG"),
    (TWICE, "crossed twice", {"r1c1": "VG", "r2c2": "VG", "r3c2": "V"}, "r1c1 V  r2c2 V"),
    (lane(3, {(LEFT, 1): 1}), "few", {"r1c1": "V", "r1c2": "GZ", "r1c3": "VG"}, "r1c2 Z  r1c3 V"),
    (BEND, "arrangements", {}, "r1c4 Z  r2c4 Z  r3c4 Z  r4c1 Z  r4c2 Z  r4c3 Z"),
    (CLASHING, "last cells", {"r1c1": "VG", "r1c2": "VG"}, "r1c1 VG  r1c2 VG"),
    (CLASHING, "supposed", {"r1c1": "VG", "r1c2": "VG"}, "r1c1 VG  r1c2 VG"),
    (page("beams", ["+.+"]), "unsafe", {}, "r1c1 -  r1c3 -"),
    (page("beams", ["+."]), "only", {}, "r1c1 |"),
    (page("beams", ["+..", "#+/"]), "chain", {}, "r1c1 |"),
]


@pytest.mark.parametrize(("given", "technique", "pencil", "expected"), POSITIONS, ids=[p[1] for p in POSITIONS])
def test_a_technique_finds_what_is_listed(given: Puzzle, technique: str, pencil: dict[str, str], expected: str) -> None:
    assert facts(given, technique, pencil) == expected


def test_every_technique_has_a_position() -> None:
    for kind, ladder in LADDERS.items():
        listed = {technique for given, technique, _, _ in POSITIONS if given.kind.name == kind}
        assert listed == {technique.name for technique in ladder.techniques}


@pytest.mark.parametrize(
    "notes",
    [NOTHING, Notes(diagonals=True), Notes(boxes=(2, 3)), Notes(boxes=(3, 2), diagonals=True)],
)
def test_the_unit_that_two_cells_share_is_the_first_that_holds_both(notes: Notes) -> None:
    here = geometry(Sheet("skyscrapers", cells := Cells.blank(6, 6), notes=notes))
    ground = terrain(puzzle(Sheet("skyscrapers", cells, Clues.blank(cells.grid), notes)))
    start, units = ground.board[skyscrapers.CELL_START], ground.board[skyscrapers.CELL_UNITS]
    for one, other in permutations(range(36), 2):
        both = {ground.cells[one], ground.cells[other]}
        expected = next((number for number, unit in enumerate(here.units) if both <= set(unit.cells)), -1)
        assert skyscrapers.shared_unit(start, units, one, other) == expected


@pytest.mark.parametrize("seed", range(4))
def test_what_a_technique_finds_follows_from_its_reasons(seed: int) -> None:
    chance = random.Random(seed)
    for given, answer in samples(seed, 3):
        ground = terrain(given)
        support = Support(given.model())
        domains = list(ground.domains)
        for place, cell in enumerate(ground.cells):
            # Rule out what the answer does not need, at random.
            for value, token in enumerate(ground.values):
                if (answer is None or answer[cell] != token) and chance.random() < 0.35:
                    domains[place] &= ~(1 << value)
        known = [
            Known(cell, token, False)
            for place, cell in enumerate(ground.cells)
            for value, token in enumerate(ground.values)
            if not domains[place] >> value & 1
        ]
        for rung in range(ground.ladder.rungs):
            for name, numbers, lost in findings(ground, domains, rung):
                # What supposes something may use every rule.
                reasons = [ground.reasons[number] for number in numbers] or list(support.marks)
                claims = [
                    Known(ground.cells[place], token, False)
                    for place, mask in lost.items()
                    for value, token in enumerate(ground.values)
                    if mask >> value & 1
                ]
                assert support.force(reasons, known, claims, shrink=False) is not None, (name, given.sheet, claims)
