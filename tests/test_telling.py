"""What is said of a step is true: bounds, buildings sure to be seen, counts, sets and chains, held against listing."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator

import pytest

import eyeline
from eyeline.explaining import Step, explain
from eyeline.grid import Cell, Port, Side
from eyeline.model import Known, Reason
from eyeline.puzzles import Puzzle
from eyeline.puzzles.skyscrapers import PARK
from eyeline.telling import rules, steps, values
from eyeline.telling.cities import CityView
from eyeline.telling.mazes import MazeView
from samples import maze, samples, town

VARIANTS = ("plain", "parks", "sum", "diagonals", "boxes", "mirrors")
seeds = pytest.mark.parametrize("seed", range(4))


def every(found: tuple[Step, ...]) -> Iterator[Step]:
    """All steps, those within others first."""
    for step in found:
        yield from every(step.inner)
        yield step


def listed(view: CityView, port: Port, fixed: dict[Cell, str]) -> list[dict[Cell, str]]:
    """All fillings of a line, by trying all: heights differ along a line that is a row or column."""
    cells = view.city.lines[port]
    fits = []
    for line in itertools.product(*([fixed[cell]] if cell in fixed else view.left(cell) for cell in cells)):
        built = [height for height in line if height != PARK]
        straight = port in view.along
        if not straight or (len(set(built)) == len(built) and line.count(PARK) <= view.parks):
            fits.append(dict(zip(cells, line, strict=True)))
    return fits


def visible(line: dict[Cell, str]) -> set[Cell]:
    found, top = set(), 0
    for cell, height in line.items():
        if int(height) > top:
            top = int(height)
            found.add(cell)
    return found


@seeds
@pytest.mark.parametrize("variant", VARIANTS)
def test_counts_along_a_line_are_those_of_its_fillings(variant: str, seed: int) -> None:
    chance = random.Random(seed)
    puzzle, answer = town(variant, 4, chance)
    known = [Known(fact.cell, fact.value) for fact in answer.facts() if fact.value in puzzle.values]
    ports = [port for port, _ in puzzle.sheet.clues.stated()]
    for port in chance.sample(ports, min(4, len(ports))):
        earlier = tuple(chance.sample(known, 3))
        lost = [
            Known(fact.cell, token, False)
            for fact in chance.sample(known, 5)
            for token in chance.sample(puzzle.values, 1)
            if token != fact.value
        ]
        view = CityView(puzzle, Step("rules", (), (Reason("clue", port),), (*earlier, *lost)))
        for cell in view.city.lines[port]:
            for token in view.left(cell):
                lines = listed(view, port, {cell: token})
                numbers = {view.seen(line.values()) for line in lines}
                assert set(view.shown(port, {cell: token}) or ()) == numbers
                if not numbers or view.summed:
                    continue
                for bound in (view.bound(port, cell, token), view.close_bound(port, cell, token)):
                    assert bound is None or bound.most >= max(numbers)
                for line in lines:
                    assert set(view.sure(port, {cell: token})) <= visible(line)


@seeds
def test_counts_along_a_path_are_those_of_its_fillings(seed: int) -> None:
    chance = random.Random(seed)
    puzzle, answer = maze(3, 3, chance)
    known = [Known(fact.cell, fact.value) for fact in answer.facts() if fact.value in "VGZ"]
    earlier = tuple(chance.sample(known, min(2, len(known))))
    for port, _ in puzzle.sheet.clues.stated():
        view = MazeView(puzzle, Step("count", (), (Reason("clue", port),), earlier))
        line = view.lines[port]
        fillings = itertools.product(*(view.left(cell) for cell in line))
        numbers = {
            (sum(passes.seen(held) for passes, held in zip(line.values(), filling, strict=True)),)
            for filling in fillings
        }
        if line:
            assert view.shown([port], {}) == numbers


@seeds
def test_every_step_names_its_facts_what_it_rests_on_and_its_clues(seed: int) -> None:
    for puzzle, _ in samples(seed + 70, 1):
        for step in every(explain(puzzle).steps):
            text = " ".join(steps.sentences(puzzle, step))
            facts = (*step.facts, *(() if step.inner else step.earlier))
            assert all(re.search(rf"\b{fact.cell}\b", text) for fact in facts)
            assert all(values.value(puzzle, fact.value) or fact.value in text for fact in step.facts if fact.holds)
            if not step.inner:
                for reason in step.reasons:
                    if isinstance(reason.of, Port):
                        assert f"{rules.rule(reason)} is {puzzle.sheet.clues[reason.of]}" in text.lower()


def told(puzzle: Puzzle, *args: object, technique: str = "rules") -> str:
    facts, reasons, earlier = args
    step = Step(technique, tuple(facts), tuple(reasons), tuple(earlier))  # type: ignore[arg-type]
    return " ".join(steps.sentences(puzzle, step))


BLANK = eyeline.read("5:///////////////////")


def no(cell: Cell, *values: str) -> list[Known]:
    return [Known(cell, value, False) for value in values]


def test_a_hidden_set_names_its_heights_and_cells() -> None:
    earlier = [known for col in (2, 3, 4) for known in no(Cell(0, col), "4", "5")]
    text = told(BLANK, no(Cell(0, 0), "1"), [Reason("row", 0)], earlier, technique="hidden set")
    assert "In row 1, 4 and 5 can stand nowhere but at r1c1 and r1c2, as many cells as heights" in text


def test_a_naked_set_names_its_heights_and_cells() -> None:
    earlier = [known for col in (0, 1) for known in no(Cell(0, col), "3", "4", "5")]
    text = told(BLANK, no(Cell(0, 4), "1", "2"), [Reason("row", 0)], earlier, technique="naked set")
    assert "In row 1, r1c1 and r1c2 can hold nothing but 1 and 2, as many heights as cells" in text
    assert text.count("can hold nothing but") == 1


def test_an_x_wing_names_its_lines_and_cells() -> None:
    earlier = [known for row in (0, 3) for col in (1, 2, 4) for known in no(Cell(row, col), "5")]
    reasons = [Reason("row", 0), Reason("row", 3), Reason("column", 0), Reason("column", 3)]
    text = told(BLANK, no(Cell(2, 3), "5"), reasons, earlier, technique="x-wing")
    assert (
        "In row 1 and row 4, 5 can stand at r1c1, r1c4, r4c1 and r4c4 only, all of them in column 1 and column 4."
        in text
    )


def test_a_clash_without_clues_names_the_cell_or_the_height_that_is_left_over() -> None:
    cell = Cell(1, 1)
    assert "Nothing is left for r2c2." in told(BLANK, [], [Reason("row", 1)], no(cell, *"12345"), technique="clash")
    earlier = [known for col in range(5) for known in no(Cell(1, col), "3")]
    text = told(BLANK, [], [Reason("row", 1)], earlier, technique="clash")
    assert "In row 2, no place is left for 3." in text
    assert text.endswith("That cannot be.")


def test_few_arrangements_are_listed_and_many_are_told_by_what_else_would_be_seen() -> None:
    puzzle = eyeline.read("5:3///////////////////")
    port = Port(Side.TOP, 0)
    clue = [Reason("clue", port), Reason("column", 0)]
    earlier = [Known(Cell(4, 0), "4"), Known(Cell(3, 0), "5")]
    few = told(puzzle, no(Cell(2, 0), "3"), clue, earlier, technique="few")
    assert "3 arrangements of r1c1, r2c1, r3c1, r4c1 and r5c1 fit: 1 3 2 5 4; 2 1 3 5 4; 2 3 1 5 4." in few
    many = told(puzzle, no(Cell(0, 0), "4"), clue, [], technique="arrangements")
    assert "With 4 at r1c1, at most 2 buildings would be seen (0 before it, itself, and 1 taller one behind it)" in many
