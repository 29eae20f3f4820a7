"""Smallest clashes, freedom and checks, held against trying everything out."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

import eyeline
from eyeline.backbone import freedom
from eyeline.checking import GridState, check, look
from eyeline.clash import why_none
from eyeline.engine import Cancel, Limits
from eyeline.engines.bounded import Bounded, Purse
from eyeline.engines.corrections import smallest_clash, smallest_correction
from eyeline.engines.support import Support
from eyeline.grid import Cell, Port, Side
from eyeline.model import Known, Reason
from eyeline.puzzles import Puzzle
from eyeline.sheet import Cells, Position
from samples import samples

AMPLE = Limits(nodes=200_000)


def small(seed: int, count: int) -> Iterator[tuple[Puzzle, list[Cells]]]:
    """Puzzles with all their answers, where these are few enough to be listed."""
    for puzzle, _ in samples(seed, count):
        found = list(eyeline.answers(puzzle, engine="sat", limits=Limits(answers=200)))
        if len(found) < 200:
            yield puzzle, found


def entered(puzzle: Puzzle, chance: random.Random, share: float) -> Position:
    """Entries and marks made by chance; some puzzles have no cell to be filled in."""
    cells = [cell for cell in puzzle.open_cells() if chance.random() < share]
    entries = {cell: chance.choice(puzzle.values) for cell in cells}
    others = [cell for cell in puzzle.open_cells() if cell not in entries and chance.random() < share / 2]
    return Position(entries, excluded={cell: frozenset([chance.choice(puzzle.values)]) for cell in others})


def pencilled(position: Position) -> list[Known]:
    return [
        *(Known(*fact) for fact in position.facts()),
        *(Known(cell, value, False) for cell, value in position.marks()),
    ]


def missed(answer: Cells, facts: list[Known]) -> list[Known]:
    return [fact for fact in facts if (answer[fact.cell] == fact.value) != fact.holds]


@pytest.mark.parametrize("seed", range(4))
def test_smallest_sets_are_those_of_trying_all(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(40):
        variables = chance.randint(3, 7)
        clauses = [[chance.choice((-1, 1)) * chance.randint(1, variables) for _ in range(2)] for _ in range(16)]
        marks = list(range(variables + 1, variables + 17))
        solver = Bounded([[-mark, *clause] for mark, clause in zip(marks, clauses, strict=True)])

        def kept(chosen: tuple[int, ...] | list[int], solver: Bounded = solver) -> bool:
            return bool(solver.solve(chosen, Purse(Limits())))

        if kept(marks):
            continue
        core = solver.core()
        clash = smallest_clash(solver, core, marks, (), Purse(AMPLE))
        assert clash.exact
        assert not kept(clash.chosen)
        assert all(kept(some) for some in combinations(marks, len(clash.chosen) - 1))
        correction = smallest_correction(solver, marks, (), Purse(AMPLE))
        assert correction is not None
        assert correction.exact
        assert kept([mark for mark in marks if mark not in correction.chosen])
        size = len(correction.chosen) - 1
        assert not any(kept([m for m in marks if m not in some]) for some in combinations(marks, size))


@pytest.mark.parametrize("seed", range(3))
def test_a_clash_has_no_answer_and_nothing_can_be_left_out(seed: int) -> None:
    found = 0
    chance = random.Random(seed)
    for puzzle, _ in small(seed + 300, 2):
        held = entered(puzzle, chance, 0.3)
        clash = why_none(puzzle, held, limits=AMPLE)
        verdict = eyeline.solve(puzzle, engine="sat", position=held).verdict
        assert (clash is None) == (verdict != "none")
        if clash is None:
            continue
        found += 1
        support = Support(puzzle.model(None, held))
        assert support.answer(clash.reasons, ()) is None
        for left_out in clash.reasons:
            assert support.answer([reason for reason in clash.reasons if reason != left_out], ()) is not None
        if clash.smallest and len(clash.reasons) <= 3 and len(support.marks) <= 40:
            fewer = combinations(support.marks, len(clash.reasons) - 1)
            assert all(support.answer(some, ()) is not None for some in fewer)
        assert set(clash.entered) <= set(pencilled(held))
        assert pickle.loads(pickle.dumps(clash)) == clash  # noqa: S301
    assert found >= 5


def test_a_purse_that_is_empty_gives_no_clash_or_one_that_is_not_called_smallest() -> None:
    puzzle = eyeline.read("4:1/1//////////////")
    assert why_none(puzzle, limits=Limits(nodes=0)) is None
    whole = why_none(puzzle)
    assert whole is not None
    for nodes in range(1, 12):
        clash = why_none(puzzle, limits=Limits(nodes=nodes))
        assert clash is None or len(clash.reasons) >= len(whole.reasons)
        assert clash is None or not clash.smallest or len(clash.reasons) == len(whole.reasons)


@pytest.mark.parametrize("seed", range(4))
def test_freedom_is_what_all_answers_together_show(seed: int) -> None:
    chance = random.Random(seed)
    several = 0
    for puzzle, answers in small(seed + 400, 3):
        held = entered(puzzle, chance, 0.1) if chance.random() < 0.5 else Position()
        facts = pencilled(held)
        fits = [answer for answer in answers if not missed(answer, facts)]
        found = freedom(puzzle, held, limits=AMPLE)
        assert found.exact
        cells = [cell for cell in puzzle.open_cells() if cell not in held.entries]
        shown = {cell: tuple(v for v in puzzle.values if any(a[cell] == v for a in fits)) for cell in cells}
        if not fits:
            assert (found.forced, dict(found.free), found.groups, found.count) == ((), {}, (), eyeline.Count(0, True))
            continue
        assert dict(found.forced) == {cell: values[0] for cell, values in shown.items() if len(values) == 1}
        assert dict(found.free) == {cell: values for cell, values in shown.items() if len(values) > 1}
        assert found.count.n == len(fits) if found.count.exact else found.count.n <= len(fits)
        assert sorted(cell for group in found.groups for cell in group) == sorted(found.free)
        # Between groups nothing depends on anything: the answers are all combinations.
        ways = 1
        for group in found.groups:
            ways *= len({tuple(answer[cell] for cell in group) for answer in fits})
        assert ways == len(fits)
        several += len(fits) > 1
    assert several


def test_freedom_within_limits_says_less_and_nothing_wrong() -> None:
    puzzle = eyeline.read("5:2/1/3/2/2" + 15 * "/")
    whole = freedom(puzzle, limits=AMPLE)
    for nodes in range(0, 60, 3):
        part = freedom(puzzle, limits=Limits(nodes=nodes))
        assert set(part.forced) <= set(whole.forced)
        assert all(set(values) <= set(whole.free[cell]) for cell, values in part.free.items())
        assert part.count.n <= whole.count.n or not whole.count.exact
        assert part.exact or not part.count.exact


def test_two_squares_that_can_be_turned_are_two_groups() -> None:
    text = "skyscrapers\n    . . . .\n. . . 3 4 .\n. . . 4 3 .\n. 3 4 . . .\n. 4 3 . . .\n    . . . .\n"
    found = freedom(eyeline.read(text))
    assert found.groups == (
        (Cell(0, 0), Cell(0, 1), Cell(1, 0), Cell(1, 1)),
        (Cell(2, 2), Cell(2, 3), Cell(3, 2), Cell(3, 3)),
    )
    assert found.count == eyeline.Count(4, True)


@pytest.mark.parametrize("seed", range(4))
def test_what_to_take_back_is_the_fewest_that_some_answer_differs_in(seed: int) -> None:
    chance = random.Random(seed)
    states = set()
    for puzzle, answers in small(seed + 500, 3):
        held = entered(puzzle, chance, chance.choice((0.1, 0.2, 0.5, 1.0)))
        facts = pencilled(held)
        found = check(puzzle, held, limits=AMPLE)
        states.add(found.state)
        nearest = min((len(missed(answer, facts)) for answer in answers), default=None)
        if nearest is None:
            assert found.state is GridState.IMPOSSIBLE
            assert found.clash is not None
            assert not found.clash.entered
            assert found.take_back is None
            continue
        if nearest == 0:
            assert found.state is (GridState.OPEN if found.open_cells else GridState.RIGHT)
            assert found.take_back is None
            continue
        assert found.state in (GridState.BROKEN, GridState.STUCK)
        assert found.take_back is not None
        assert found.take_back.exact
        assert found.take_back.least == nearest
        assert set(found.take_back.facts) <= set(facts)
        kept = [fact for fact in facts if fact not in found.take_back.facts]
        assert any(not missed(answer, kept) for answer in answers)
        assert found.take_back.only == (len(answers) == 1)
        assert found.clash is not None
        assert found.clash.entered
        own = puzzle.faults(puzzle.filled(held)) + puzzle.clash(held)
        assert (found.state is GridState.BROKEN) == bool(own)
    assert GridState.BROKEN in states


def test_an_empty_purse_leaves_a_position_unknown_or_says_at_least() -> None:
    puzzle = eyeline.read("4:/2/////3//////3//3/")
    held = Position({Cell(0, 0): "1"})
    assert check(puzzle, held).state is GridState.STUCK
    stopped = Cancel()
    stopped.set()
    assert check(puzzle, held, limits=Limits(cancel=stopped)).state is GridState.UNKNOWN
    chance = random.Random(3)
    city = eyeline.read("5:2/1/3/2/2" + 15 * "/")
    full = entered(city, chance, 1.0)
    exact = check(city, full, limits=AMPLE).take_back
    assert exact is not None
    for nodes in (1, 5, 20, 80):
        part = check(city, full, limits=Limits(nodes=nodes)).take_back
        assert part is None or part.least <= exact.least <= len(part.facts)


def test_a_complete_grid_is_right_whatever_else_would_be_right_too() -> None:
    puzzle = eyeline.read("4:2/2/1/3/2/3/2/1////////")
    answer = eyeline.solve(puzzle).cells
    assert answer is not None
    found = check(puzzle, Position({cell: answer[cell] for cell in puzzle.open_cells()}), limits=Limits(nodes=0))
    assert (found.state, found.open_cells) == (GridState.RIGHT, 0)


def test_marks_are_taken_back_like_entries() -> None:
    puzzle = eyeline.read("4:/2/////3//////3//3/")
    answer = eyeline.solve(puzzle).cells
    assert answer is not None
    cell = puzzle.open_cells()[0]
    found = check(puzzle, Position(excluded={cell: frozenset([answer[cell]])}))
    assert found.take_back is not None
    assert found.take_back.facts == (Known(cell, answer[cell], False),)
    assert [fault.reason.rule for fault in found.faults] == ["mark"]
    assert found.state is GridState.STUCK


def test_a_look_counts_what_the_rules_count() -> None:
    chance = random.Random(5)
    for puzzle, answers in small(600, 3):
        if puzzle.kind.name == "beams" or not answers:
            continue
        answer = chance.choice(answers)
        some = Position({cell: answer[cell] for cell in puzzle.open_cells() if chance.random() < 0.5})
        cells = puzzle.filled(some)
        for port in puzzle.grid.ports():
            full, part = look(puzzle, answer, port), look(puzzle, cells, port)
            assert full.possible == (full.seen,)
            assert full.clue in (None, full.seen)
            assert full.seen in part.possible
            stated = replace(puzzle.sheet.clues, **{port.side.value: _with(puzzle, port, 99)})
            wrong = eyeline.puzzle(replace(puzzle.sheet, clues=stated))
            fault = next(fault for fault in wrong.faults(cells) if fault.reason == Reason("clue", port))
            assert fault.seen == part.seen


def _with(puzzle: Puzzle, port: Port, clue: int) -> tuple[int | None, ...]:
    side = puzzle.sheet.clues.side(port.side) or (None,) * puzzle.grid.length(port.side)
    return (*side[: port.index], clue, *side[port.index + 1 :])


def test_a_line_that_comes_back_is_looked_along_twice() -> None:
    maze = eyeline.read("haunted\n  . .\n. . / .\n. \\ / .\n  . .\n")
    found = look(maze, maze.filled(Position({Cell(0, 0): "Z"})), Port(Side.LEFT, 0))
    assert [(str(one.cell), one.value, one.counts, one.reflected) for one in found.line] == [("r1c1", "Z", 1, False)]
