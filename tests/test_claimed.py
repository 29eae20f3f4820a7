"""Claimed steps: read from lists and records, and judged one after the other."""

from __future__ import annotations

import random

import pytest

import eyeline
from eyeline import record
from eyeline.claimed import JudgedStep, Standing, judge_steps
from eyeline.engine import Clock, Limits
from eyeline.engines.support import Support
from eyeline.errors import NotationError, PuzzleError
from eyeline.explaining import explain
from eyeline.formats.steps import ClaimedStep
from eyeline.grid import Cell
from eyeline.model import Known
from eyeline.puzzles import Puzzle
from eyeline.reading import read_steps
from eyeline.sheet import Position
from samples import samples

CITY = "4:1///////////////"
MAZE = "4x4:0,2,6,LLaRLaRaRaRdL,2,1,1,1,2,2,2,2,2,2,3,3,3,0,0,1"
ROOM = "beams\n.+.\n+//\n.+.\n#\\/\n"


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("r1c1=4", [(0, 0, "4", True)]),
        (
            "  R1C1 = 4 , r2c1!=4;r3c1≠4 r4c1<>4  # all of them",
            [(0, 0, "4", True), *((i, 0, "4", False) for i in (1, 2, 3))],
        ),
        ("r1c1＝4", [(0, 0, "4", True)]),
    ],
)
def test_a_line_is_a_step(text: str, facts: list[tuple[int, int, str, bool]]) -> None:
    (step,) = read_steps(text, eyeline.read(CITY))
    assert step.facts == tuple(Known(Cell(row, col), value, holds) for row, col, value, holds in facts)


def test_comments_and_blank_lines_are_no_steps() -> None:
    steps = read_steps("# the first\n\nr1c1=4\n \n  # and\nr2c2=4\n", eyeline.read(CITY))
    assert [step.line for step in steps] == [3, 6]


def test_values_are_those_of_the_kind() -> None:
    maze, room = eyeline.read(MAZE), eyeline.read(ROOM)
    assert read_steps("r1c3=z", maze)[0].facts == (Known(Cell(0, 2), "Z"),)
    assert read_steps("r1c2=– r2c1=|", room)[0].facts == (Known(Cell(0, 1), "-"), Known(Cell(1, 0), "|"))


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("r1c1=4\nr1c1 5", 2, 5, "= or != and a value"),
        ("r1c1=4\n  1,1=3", 2, 3, "a fact such as r1c1=3 or r1c1!=3"),
        ("r1c1=5", 1, 6, "one of 1 2 3 4"),
        ("r1c1=", 1, 6, "one of 1 2 3 4"),
        ("r1c1=4 r5c1=1", 1, 8, "a cell from r1c1 to r4c4"),
        ("r0c1=4", 1, 1, "a cell from r1c1 to r4c4"),
        ('{"facts": [{"cell": [0, 4], "value": "1"}]}', 1, 21, "[row, col] from [0, 0] to [3, 3]"),
        ('{"facts": [{"cell": [0, 0], "value": "9"}]}', 1, 38, "one of 1 2 3 4"),
        ('{"facts": [{"cell": [0, 0], "value": "1", "holds": 1}]}', 1, 52, "true or false"),
        ('{"facts": [{"cell": [0, 0]}]}', 1, 12, "an object with cell, value, holds"),
        ('{"facts": [7]}', 1, 12, "an object with cell, value, holds"),
        ('{"facts": []}\n{"fact": []}', 2, 1, "a record of explain or hint, or a step with facts"),
        ("[1]", 1, 2, "a record of explain or hint, or a step with facts"),
        ('{"facts": []', 1, 13, "valid JSON"),
    ],
)
def test_what_is_no_step_is_shown_with_its_place(text: str, line: int, column: int, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_steps(text, eyeline.read(CITY))
    assert (caught.value.line, caught.value.column, caught.value.expected) == (line, column, expected)
    assert caught.value.picture().endswith("^")


def test_a_mirror_has_no_value() -> None:
    with pytest.raises(NotationError, match="r1c1 has no value in this puzzle"):
        read_steps("r1c1=Z", eyeline.read(MAZE))


def entails(support: Support, step: JudgedStep) -> bool:
    """Whether the reasons of a judgement carry it, by a solver that knows nothing of the judge."""
    if step.standing is Standing.WRONG:
        return support.answer(step.reasons, [*step.earlier, *step.facts]) is None
    return all(
        support.answer(step.reasons, [*step.earlier, fact._replace(holds=not fact.holds)]) is None
        for fact in step.facts
    )


@pytest.mark.parametrize("seed", range(3))
def test_random_steps_are_judged_as_all_answers_say(seed: int) -> None:
    chance = random.Random(seed)
    seen = set()
    for puzzle, _ in samples(seed + 700, 1):
        answers = list(eyeline.answers(puzzle, engine="sat", limits=Limits(answers=200)))
        cells = puzzle.open_cells()
        if not cells or not answers or len(answers) == 200:
            continue
        model = puzzle.model()
        model.rows = [row for row in model.rows if row.reason is None or row.reason.rule != "given"]
        support = Support(model)
        claims = []
        for line in range(1, 9):
            facts = [
                Known(chance.choice(cells), chance.choice(puzzle.values), chance.random() < 0.4)
                for _ in range(chance.choice((1, 1, 2)))
            ]
            claims.append(ClaimedStep(tuple(facts), line))
        known = {Known(*fact) for fact in puzzle.sheet.cells.facts() if fact.value in puzzle.values}
        left = answers
        for step in judge_steps(puzzle, claims, limits=Limits(nodes=2000)):
            seen.add(step.standing)
            holding = [a for a in left if all((a[f.cell] == f.value) == f.holds for f in step.facts)]
            if not holding:
                assert step.standing is Standing.WRONG
                assert entails(support, step)
            elif len(holding) == len(left):
                assert step.standing is Standing.FORCED
                assert entails(support, step)
            else:
                assert step.standing is Standing.GUESSED
                loose = {f for f in step.facts if any((a[f.cell] == f.value) != f.holds for a in left)}
                assert set(step.loose) == loose
            assert set(step.earlier) <= known
            if step.standing is not Standing.WRONG:
                known |= set(step.facts)
                left = holding
            bare = [a for a in answers if all((a[f.cell] == f.value) == f.holds for f in step.facts)]
            if step.standing is Standing.FORCED and len(bare) == len(answers):
                assert not step.resting
            if step.standing is Standing.WRONG and not bare:
                assert not step.resting
    assert seen == {Standing.FORCED, Standing.GUESSED, Standing.WRONG}


def test_later_steps_say_which_guesses_they_rest_on() -> None:
    puzzle = eyeline.read("3:1///////////")
    claims = read_steps("r2c2=3\nr3c3=3\nr1c1=3\nr2c3=1\nr2c1=2\nr3c1=2\nr1c2=3", puzzle)
    found = list(judge_steps(puzzle, claims))
    assert [(step.standing.value, step.resting) for step in found] == [
        ("guessed", ()),
        ("forced", (1,)),
        ("forced", ()),
        ("guessed", (1,)),
        ("forced", (1, 4)),
        ("wrong", (1, 4)),
        ("wrong", ()),
    ]


def test_a_step_that_was_known_already_is_forced_by_itself() -> None:
    puzzle = eyeline.read(CITY)
    first, second = judge_steps(puzzle, read_steps("r1c1=4\nr1c1=4", puzzle))
    assert second.standing is Standing.FORCED
    assert (second.reasons, second.earlier) == ((), (Known(Cell(0, 0), "4"),))
    assert first.reasons


def test_a_step_against_itself_is_wrong_for_no_other_reason() -> None:
    puzzle = eyeline.read(CITY)
    (found,) = judge_steps(puzzle, read_steps("r2c2=1 r2c2=2", puzzle))
    assert (found.standing, found.reasons, found.earlier) == (Standing.WRONG, (), ())


def test_steps_start_from_a_position() -> None:
    puzzle = eyeline.read("3:1///////////")
    (found,) = judge_steps(puzzle, read_steps("r3c3=3", puzzle), Position({Cell(1, 1): "3"}))
    assert found.standing is Standing.FORCED
    assert Known(Cell(1, 1), "3") in found.earlier


@pytest.mark.parametrize(
    ("text", "position", "said"),
    [("4:1/1//////////////", Position(), "the puzzle has"), (CITY, Position({Cell(0, 0): "1"}), "the position has")],
)
def test_where_there_is_no_answer_steps_lead_nowhere(text: str, position: Position, said: str) -> None:
    puzzle = eyeline.read(text)
    with pytest.raises(PuzzleError, match=said):
        list(judge_steps(puzzle, read_steps("r1c1=4", puzzle), position))


def test_the_time_is_for_all_steps_together(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: dict[int, int] = {}

    def elapsed(clock: Clock) -> float:
        looks[id(clock)] = looks.get(id(clock), 0) + 1
        return looks[id(clock)] / 100

    monkeypatch.setattr(Clock, "elapsed", property(elapsed))
    puzzle = eyeline.read(CITY)
    steps = [ClaimedStep((Known(Cell(0, 0), "4"),), line) for line in range(1, 101)]
    found = [step.standing for step in judge_steps(puzzle, steps, limits=Limits(seconds=1, nodes=5000))]
    known = found.count(Standing.FORCED)
    assert 0 < known < 100
    assert found == [Standing.FORCED] * known + [Standing.UNKNOWN] * (100 - known)


def test_an_empty_purse_leaves_a_step_unknown() -> None:
    puzzle = eyeline.read(CITY)
    (found,) = judge_steps(puzzle, read_steps("r1c1=4", puzzle), limits=Limits(nodes=0))
    assert found.standing is Standing.UNKNOWN


def round_trip(puzzle: Puzzle) -> list[JudgedStep]:
    """The judgements of a puzzle's own explanation, by way of the record that is printed of it."""
    printed = record.line(record.explained(explain(puzzle), record.Source(None, 1, "")))
    return list(judge_steps(puzzle, read_steps(printed, puzzle)))


@pytest.mark.parametrize("text", ["4:/2/////3//////3//3/", "5:3///2////2/3///3////////1,b2e2p", MAZE, ROOM, CITY])
def test_every_step_of_an_explanation_is_forced(text: str) -> None:
    found = round_trip(eyeline.read(text))
    assert found
    assert {step.standing for step in found} == {Standing.FORCED}
    assert not any(step.resting for step in found)


@pytest.mark.parametrize("seed", range(2))
def test_every_step_of_explanations_of_all_variants_is_forced(seed: int) -> None:
    for puzzle, _ in samples(seed + 800, 1):
        if eyeline.solve(puzzle, engine="sat", first=True).cells is not None:
            assert {step.standing for step in round_trip(puzzle)} <= {Standing.FORCED}
