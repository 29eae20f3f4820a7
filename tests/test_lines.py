"""The lines of a city: where they run, and what they can show, by walking and by listing all fillings."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import permutations, product

import pytest

from eyeline.puzzles.skyscrapers import city, measures
from eyeline.sheet import Cells, Notes, Sheet
from eyeline.sight import sight_table, visits
from samples import seen


@pytest.mark.parametrize("notes", [Notes(), Notes(parks=1), Notes(diagonals=True), Notes(boxes=(2, 3))])
def test_straight_lines_are_those_of_a_walk(notes: Notes) -> None:
    cells = Cells.blank(6, 6)
    sheet = Sheet("skyscrapers", cells, notes=notes)
    table = sight_table(cells.grid, cells.row_major())
    assert city(sheet).lines == {
        port: tuple(visit.cell for visit in visits(cells.grid, table, cells.row_major(), port))
        for port in cells.grid.ports()
    }


@pytest.mark.parametrize("seed", range(60))
def test_a_line_can_show_what_some_filling_shows(seed: int) -> None:
    chance = random.Random(seed)
    heights, parks = chance.randint(1, 4), chance.choice((0, 0, 1, 2))
    summed, bent = chance.random() < 0.4, chance.random() < 0.3
    lots = [*range(1, heights + 1), *[0] * parks]
    fillings: Iterable[tuple[int, ...]] = permutations(lots)
    if bent:
        fillings = product(sorted(set(lots)), repeat=chance.randint(1, 4))
    every = set(fillings)
    line = [height if chance.random() < 0.4 else None for height in chance.choice(sorted(every))]
    fits = [one for one in every if all(held in (None, height) for held, height in zip(line, one, strict=True))]
    expected = {seen(list(one), summed) for one in fits}
    assert measures(line, heights, parks, summed=summed, bent=bent) == expected
