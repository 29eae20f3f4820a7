"""Grids as they are stored: a code for each cell, and a vocabulary of tokens in any order."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from eyeline import sheet
from eyeline.sheet import Cells

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
