"""Grids as they are stored: a code for each cell, and a vocabulary of tokens in any order."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eyeline import sheet
from eyeline.grid import Cell
from eyeline.sheet import Cells, Fact

#: A few of very different length, as heights have.
TOKENS = (".", "1", "2", "10", "G", "\\")


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Cells, Cells]:
    """Two grids of one size, seldom with one vocabulary, some larger than what is looked at in one go."""
    rows, cols = draw(st.sampled_from([(1, 1), (2, 3), (7, 5), (1, sheet._LOOK + 9)]))
    chance = draw(st.randoms(use_true_random=False))
    mine = chance.choices(TOKENS[: chance.randint(1, 6)], k=rows * cols)
    theirs = list(mine)
    for _ in range(chance.randint(0, 5)):
        theirs[chance.randrange(rows * cols)] = chance.choice(TOKENS)
    return Cells.flat(rows, cols, mine), Cells.flat(rows, cols, theirs)


@settings(max_examples=50)
@given(pairs())
def test_the_cells_that_differ_are_those_whose_tokens_do(pair: tuple[Cells, Cells]) -> None:
    mine, theirs = pair
    apart = [a.cell for a, b in zip(mine.facts(), theirs.facts(), strict=True) if a.value != b.value]
    assert list(mine.differ(theirs)) == list(theirs.differ(mine)) == apart


@settings(max_examples=50)
@given(pairs(), st.sets(st.sampled_from((*TOKENS, "7"))))
def test_what_holds_some_tokens_is_found_as_one_by_one(pair: tuple[Cells, Cells], tokens: set[str]) -> None:
    cells, _ = pair
    one_by_one = [
        Fact(cell, cells[cell]) for cell in (Cell(r, c) for r in range(cells.rows) for c in range(cells.cols))
    ]
    assert list(cells.facts()) == one_by_one
    assert all(type(fact) is Fact and type(fact.cell) is Cell for fact in cells.facts())
    assert list(cells.grid.cells()) == [fact.cell for fact in one_by_one]
    held = [fact for fact in one_by_one if fact.value in tokens]
    assert list(cells.facts(tokens)) == held
    assert list(cells.places(tokens)) == [cells.grid.index(fact.cell) for fact in held]


@settings(max_examples=50)
@given(pairs(), st.lists(st.tuples(st.integers(0, 10_000), st.sampled_from((*TOKENS, "7")))), st.booleans())
def test_cells_are_filled_in_as_one_by_one(
    pair: tuple[Cells, Cells], entered: list[tuple[int, str]], whole: bool
) -> None:
    cells, other = pair
    facts = [Fact(cells.grid.cell(index % cells.grid.size), value) for index, value in entered]
    facts += other.facts() if whole else ()
    held = list(cells.row_major())
    for cell, value in facts:
        held[cells.grid.index(cell)] = value
    assert cells.filled(iter(facts)) == Cells.flat(cells.rows, cells.cols, held)
    assert cells == Cells.flat(cells.rows, cells.cols, cells.row_major())


def test_all_tokens_may_be_replaced_though_there_are_no_more_than_256() -> None:
    old, new = ([f"{sort}{n}" for n in range(256)] for sort in "ab")
    cells = Cells.flat(16, 16, old)
    facts = [Fact(cell, value) for cell, value in zip(cells.grid.cells(), new, strict=True)]
    assert cells.filled(facts) == Cells.flat(16, 16, new)
    with pytest.raises(ValueError, match="257 different tokens"):
        Cells.flat(1, 257, [*old, "."]).filled([])
    with pytest.raises(ValueError, match="257 different tokens"):
        Cells.flat(1, 257, [*old, "a0"]).filled([Fact(Cell(0, 256), "b0")])
