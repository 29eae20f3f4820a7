"""Steps: each follows from what it names, nothing of that can be left out, and together they lead to the end."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

import eyeline
from eyeline.clash import why_none
from eyeline.explaining import Explanation, Step, explain, hint
from eyeline.grid import Cell
from eyeline.model import Known
from eyeline.puzzles import Puzzle
from eyeline.sheet import Cells, Position
from eyeline.telling import explanations, steps
from samples import room, samples, unique
from shared import lines, names
from step_judge import StepJudge

ENDS = {"one": "finished", "none": "clash", "many": "free"}
KINDS = ("skyscrapers", "haunted", "beams")
SINGLES = {"naked single", "hidden single"}

CITY = "5:3///2////2/3///3////////1,b2e2p"
MAZE = "4x4:0,2,6,LLaRLaRaRaRdL,2,1,1,1,2,2,2,2,2,2,3,3,3,0,0,1"


def checked(puzzle: Puzzle) -> Explanation:
    """The explanation of a puzzle, after every step of it was looked at."""
    found = explain(puzzle)
    known = {Known(*fact) for fact in puzzle.sheet.cells.facts() if fact.value in puzzle.values}
    StepJudge(puzzle).check(found.steps, known)
    answer = eyeline.solve(puzzle)
    assert found.end == ENDS[answer.verdict]
    if found.end == "finished":
        assert answer.cells == puzzle.sheet.cells.filled((k.cell, k.value) for k in known if k.holds)  # type: ignore[misc]
    assert list(explanations.explanation(found))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_steps_are_forced_and_minimal_and_lead_to_the_end(seed: int) -> None:
    ends = Counter(checked(puzzle).end for puzzle, _ in samples(seed + 100, 2))
    assert ends["finished"]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", KINDS)
def test_puzzles_with_one_answer_are_explained_to_the_end(kind: str, seed: int) -> None:
    for puzzle in unique(kind, seed, 10):
        assert checked(puzzle).end == "finished"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("kind", KINDS)
def test_five_hundred_of_each_kind_are_explained_to_the_end(kind: str, seed: int) -> None:
    for puzzle in unique(kind, seed + 1000, 50):
        assert checked(puzzle).end == "finished"


@pytest.mark.parametrize("name", names("skyscrapers/tatham-[56]d?.ids") + names("haunted/tatham-[457]x?d?.ids"))
def test_real_puzzles_are_explained_to_the_end(name: str) -> None:
    assert checked(eyeline.read(lines(name)[2])).end == "finished"


@pytest.mark.parametrize("seed", range(2))
def test_large_rooms_are_explained(seed: int) -> None:
    """Of more than a thousand rows no part is made that lacks those of a room."""
    found = explain(room(50, 50, random.Random(seed)))
    assert found.end in ENDS.values()
    assert explanations.explanation(found)


@pytest.mark.parametrize(
    "text", ["4:1/1//////////////", "4:4/4//////////////", "5:1///2//5/////3///1/1/////", "3:3/3//1//////3//"]
)
def test_a_hint_without_any_answer_is_a_smallest_clash(text: str) -> None:
    puzzle = eyeline.read(text)
    found, clash = hint(puzzle), why_none(puzzle)
    assert clash is not None
    assert clash.smallest
    assert (found.technique, found.facts, found.earlier) == ("clash", (), ())
    assert len(found.reasons) == len(clash.reasons)


SUPPOSED = re.compile(r"Suppose r(\d+)c(\d+) is (?:an? )?(\w+)")


def suppositions(puzzle: Puzzle, step: Step) -> Iterator[tuple[Cell, str]]:
    """What a step supposes, in its own steps and in the sentences that tell it."""
    if step.supposed is not None and step.supposed.holds:
        yield step.supposed.cell, step.supposed.value
    for inner in step.inner:
        yield from suppositions(puzzle, inner)
    for row, col, value in SUPPOSED.findall(" ".join(steps.sentences(puzzle, step))):
        yield Cell(int(row) - 1, int(col) - 1), value[0].upper() if value.isalpha() else value


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", ["haunted", "skyscrapers"])
def test_nothing_is_supposed_that_is_ruled_out(kind: str, seed: int) -> None:
    for puzzle in unique(kind, seed, 10):
        left = {cell: set(puzzle.values) for cell in puzzle.open_cells()}
        for step in explain(puzzle).steps:
            for cell, value in suppositions(puzzle, step):
                assert value in left[cell], (step.technique, cell, value)
            for fact in step.facts:
                left[fact.cell] &= {fact.value} if fact.holds else left[fact.cell] - {fact.value}


def by_technique(most: int | None) -> float:
    """The share of steps that techniques find, of those that are no singles."""
    count: Counter[bool] = Counter()
    wanted = [f"skyscrapers/tatham-{n}d{level}.ids" for n in (5, 6, 7) for level in "eh"]
    wanted += [f"haunted/tatham-{n}x{n}d{level}.ids" for n in (4, 5, 7) for level in "en"]
    for name in wanted:
        for line in lines(name)[:most]:
            for step in explain(eyeline.read(line)).steps:
                if step.technique not in SINGLES:
                    count[step.technique not in ("rules", "suppose")] += 1
    return count[True] / count.total()


def test_techniques_find_most_steps_that_are_no_singles() -> None:
    assert by_technique(2) >= 0.8


@pytest.mark.long
def test_techniques_find_most_steps_of_all_the_puzzles_that_people_know() -> None:
    assert by_technique(None) >= 0.95


@pytest.mark.parametrize("level", "nt")
def test_suppositions_of_known_mazes_are_short(level: str) -> None:
    """A supposition keeps nothing that its clash does not rest on."""
    for line in lines(f"haunted/tatham-7x7d{level}.ids")[:2]:
        for step in explain(eyeline.read(line)).steps:
            for inner in [step, *step.inner]:
                used = {fact for later in inner.inner for fact in later.earlier}
                assert all(used.intersection(one.facts) for one in inner.inner[:-1])
                assert len(inner.inner) <= 12


def answer_of(puzzle: Puzzle) -> Cells:
    cells = eyeline.solve(puzzle).cells
    assert cells is not None
    return cells


@pytest.mark.parametrize("text", [CITY, MAZE])
def test_a_hint_leads_on_from_any_right_position(text: str) -> None:
    puzzle = eyeline.read(text)
    answer = answer_of(puzzle)
    chance = random.Random(7)
    for share in (0.0, 0.2, 0.4, 0.6, 0.8):
        entered = {cell: answer[cell] for cell in puzzle.open_cells()[1:] if chance.random() < share}
        step = hint(puzzle, Position(entered))
        assert step.facts
        assert all((answer[fact.cell] == fact.value) == fact.holds for fact in step.facts)
        assert set(step.earlier) <= {
            *(Known(cell, value) for cell, value in entered.items()),
            *(Known(*fact) for fact in puzzle.sheet.cells.facts()),
        }
    assert hint(puzzle, Position({cell: answer[cell] for cell in puzzle.open_cells()})).technique == "finished"


def test_wrong_entries_are_named() -> None:
    puzzle = eyeline.read(CITY)
    answer = answer_of(puzzle)
    cell = puzzle.open_cells()[0]
    wrong = str(int(answer[cell]) % 5 + 1)
    step = hint(puzzle, Position({cell: wrong}))
    assert step.technique == "clash"
    assert Known(cell, wrong) in step.earlier
    said = explanations.hint(puzzle, step, 1)
    assert said[0] == f"these entries cannot all be right: {cell} is {wrong}"


def test_a_puzzle_without_an_answer_says_so() -> None:
    puzzle = eyeline.read("3:1/1//////1////")
    step = hint(puzzle)
    assert step.technique == "clash"
    assert explanations.hint(puzzle, step, 1)[0] == "the puzzle has no answer"
    assert explain(puzzle).end == "clash"


def test_hints_say_more_by_stages() -> None:
    puzzle = eyeline.read("4:1///////////////")
    step = hint(puzzle)
    first, second, third = (explanations.hint(puzzle, step, stage) for stage in (1, 2, 3))
    assert first == ["look at the clue above column 1"]
    assert second == [*first, "technique: a clue of one building"]
    assert third[:2] == second
    assert third[2:] == [
        "The clue above column 1 is 1: whatever stands first there hides all the others, so it is the tallest, 4.",
        "So r1c1 is 4; r2c1, r3c1 and r4c1 are not 4.",
    ]


def test_steps_rest_on_values_in_cells_before_values_ruled_out() -> None:
    """That nothing else can be 4 in row 4 is why it stands in r4c3; once it stands there, the 5 takes that alone."""
    found = explain(eyeline.read("5://///2///2/2//3//2//////"))
    (step,) = (step for step in found.steps if Known(Cell(3, 1), "5") in step.facts)
    assert step.technique == "hidden single"
    assert set(step.earlier) == {
        Known(Cell(3, 2), "4"),
        Known(Cell(3, 0), "5", False),
        Known(Cell(3, 3), "5", False),
        Known(Cell(3, 4), "5", False),
    }
