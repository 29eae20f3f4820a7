"""Smallest sets of rules and facts: held against trying all smaller ones."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, TypeVar

import pytest

import eyeline
from eyeline.engine import Limits
from eyeline.engines.bounded import Purse, Spent
from eyeline.engines.support import Because, Support
from eyeline.model import Known, Model, Reason
from eyeline.puzzles import Puzzle
from samples import unique
from step_judge import StepJudge

T = TypeVar("T")
PLENTY = Limits(nodes=10**6)
KINDS = ("skyscrapers", "haunted", "beams")


def ruled(puzzle: Puzzle) -> Model:
    model = puzzle.model()
    return replace(model, rows=[row for row in model.rows if row.reason is None or row.reason.rule != "given"])


def questions(kind: str, seed: int, count: int) -> Iterator[tuple[Puzzle, list[Known], list[Known]]]:
    """Puzzles with some of their answer known, and facts that follow."""
    chance = random.Random(seed)
    for puzzle in unique(kind, seed, count):
        answer = eyeline.solve(puzzle).cells
        assert answer is not None
        known = [Known(*fact) for fact in puzzle.sheet.cells.facts() if fact.value in puzzle.values]
        known += [Known(cell, answer[cell]) for cell in puzzle.open_cells() if chance.random() < 0.3]
        left = [cell for cell in puzzle.open_cells() if Known(cell, answer[cell]) not in known]
        facts = [Known(cell, value, False) for cell in left for value in puzzle.values if value != answer[cell]]
        chance.shuffle(facts)
        if facts:
            yield puzzle, known, facts


def smaller(elements: Iterable[T], than: int) -> Iterator[Sequence[T]]:
    pool = list(elements)
    for size in range(than):
        yield from combinations(pool, size)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", KINDS)
def test_no_smaller_set_forces_a_fact(kind: str, seed: int) -> None:
    for puzzle, known, facts in questions(kind, seed + 20, 6):
        support, judge = Support(ruled(puzzle)), StepJudge(puzzle)
        found = support.fewest(support.marks, known, facts[:1], Purse(PLENTY))
        assert found is not None
        assert judge.forced(found.reasons, found.known, facts[:1])
        assert not any(judge.forced(few, known, facts[:1]) for few in smaller(support.marks, len(found.reasons)))
        assert not any(judge.forced(found.reasons, few, facts[:1]) for few in smaller(known, len(found.known)))


@pytest.mark.parametrize("kind", KINDS)
def test_of_many_claims_the_one_with_the_fewest_rules_comes(kind: str) -> None:
    for puzzle, known, facts in questions(kind, 5, 6):
        support, judge = Support(ruled(puzzle)), StepJudge(puzzle)
        found = support.fewest_reasons(support.marks, known, facts, 99, Purse(PLENTY), wanted=3)
        (size,) = {len(reasons) for _, reasons in found}
        assert len({claim for claim, _ in found}) == len(found) > 0
        for claim, reasons in found:
            assert claim is not None
            assert judge.forced(reasons, known, [claim])
        for fact in facts:
            assert not any(judge.forced(few, known, [fact]) for few in smaller(support.marks, size))
        assert support.fewest_reasons(support.marks, known, facts, size - 1, Purse(PLENTY)) == []


@pytest.mark.parametrize("kind", KINDS)
def test_smallest_clashes(kind: str) -> None:
    for puzzle, known, facts in questions(kind, 9, 6):
        support, judge = Support(ruled(puzzle)), StepJudge(puzzle)
        wrong = [*known, facts[0]._replace(holds=True)]
        found = support.fewest(support.marks, wrong, (), Purse(PLENTY))
        assert found is not None
        assert judge.forced(found.reasons, found.known, ())
        assert not any(judge.forced(few, wrong, ()) for few in smaller(support.marks, len(found.reasons)))
        least = support.fewest_reasons(support.marks, wrong, [None], 99, Purse(PLENTY))
        assert [(claim, len(reasons)) for claim, reasons in least] == [(None, len(found.reasons))]


@pytest.mark.parametrize("conflicts", [1, 2, 5, 10, 30])
def test_when_the_purse_is_emptied_the_set_is_minimal_at_least(conflicts: int) -> None:
    for puzzle, known, facts in questions("skyscrapers", 31, 8):
        support, judge = Support(ruled(puzzle)), StepJudge(puzzle)
        found = support.fewest(support.marks, known, facts[:1], Purse(Limits(nodes=conflicts)))
        assert found is not None
        assert minimal(judge, found, facts[:1])


def minimal(judge: StepJudge, found: Because, facts: list[Known]) -> bool:
    fewer: list[tuple[Sequence[Reason], Sequence[Known]]] = [
        ([other for other in found.reasons if other != reason], found.known) for reason in found.reasons
    ]
    fewer += [(found.reasons, [other for other in found.known if other != fact]) for fact in found.known]
    return judge.forced(*found, facts) and not any(judge.forced(*less, facts) for less in fewer)


def test_a_purse_that_is_emptied_before_anything_is_found_says_so() -> None:
    puzzle, known, facts = next(questions("skyscrapers", 31, 1))
    support = Support(ruled(puzzle))
    with pytest.raises(Spent):
        support.fewest_reasons(support.marks, known, facts, 99, Purse(Limits(nodes=1)))


def test_what_does_not_follow_has_no_set() -> None:
    puzzle, known, facts = next(questions("skyscrapers", 31, 1))
    support = Support(ruled(puzzle))
    true: list[Any] = [facts[0]._replace(holds=True)]
    assert support.fewest(support.marks, known, true, Purse(PLENTY)) is None
