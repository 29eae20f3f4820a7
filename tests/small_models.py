"""Models small enough to try every choice of 0 and 1, and models too hard for any engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from hypothesis import strategies as st

from eyeline.engine import Task
from eyeline.grid import Cell
from eyeline.model import Model, Reason, Row
from eyeline.sheet import Fact

REASONS = tuple(Reason("row", i) for i in range(3))


@st.composite
def models(draw: st.DrawFn, most: int = 7) -> Model:
    """A model of at most so many variables: cells that hold one value, facts that stand alone, variables under others,
    and rows of any weights, with and without reasons, some of them without terms.
    """
    model = Model()
    count = draw(st.integers(0, most))
    facts = draw(st.sets(st.integers(0, count - 1))) if count else set()
    for number in range(count):
        model.variable(f"v{number}", Fact(Cell(0, number), "1") if number in facts else None)
    numbers = st.integers(0, count - 1)
    if count:
        for i in range(draw(st.integers(0, 2))):
            # Groups may overlap: then what each says still holds.
            members = draw(st.lists(numbers, min_size=1, max_size=4, unique=True))
            model.add_sum(members, "=", 1, None, f"cell_{i}")
    if count > 1:
        for i in range(draw(st.integers(0, 2))):
            over, under = draw(st.lists(numbers, min_size=2, max_size=2, unique=True))
            if draw(st.booleans()):
                model.add([(1, over), (-1, under)], ">=", 0, None, f"under_{i}")
            else:
                model.add([(-1, over), (1, under)], "<=", 0, None, f"under_{i}")
    for i in range(draw(st.integers(0, 4))):
        weights = draw(st.sampled_from([(1,), (1, 2), (3,), (1, 1, 4), (-1, 1), (-3, -2, -1, 0, 1, 2, 3)]))
        variables = draw(st.lists(numbers, unique=True)) if count else []
        model.add(
            [(draw(st.sampled_from(weights)), variable) for variable in variables],
            draw(st.sampled_from(["<=", "=", ">="])),
            draw(st.integers(-4, 6)),
            draw(st.sampled_from([None, *REASONS])),
            f"rule_{i}",
        )
    return model


def choices(model: Model) -> Iterator[tuple[int, ...]]:
    """Every choice, as the variables that are 1."""
    for bits in product((0, 1), repeat=len(model.names)):
        yield tuple(number for number, bit in enumerate(bits) if bit)


def keeps(row: Row, ones: tuple[int, ...]) -> bool:
    """Whether a choice keeps a row; worked out anew, for the model's own word is on trial too."""
    total = sum(weight for weight, variable in zip(row.weights, row.variables, strict=True) if variable in ones)
    return {"<=": total <= row.bound, "=": total == row.bound, ">=": total >= row.bound}[row.sense]


def answers(model: Model) -> set[tuple[Fact, ...]]:
    """All answers, by trying every choice."""
    return {
        tuple(model.facts[number] for number in ones if number in model.facts)
        for ones in choices(model)
        if all(keeps(row, ones) for row in model.rows)
    }


def only(model: Model, reasons: set[Reason]) -> Model:
    """The model with its background and the rows of these reasons alone."""
    rows = [row for row in model.rows if row.reason is None or row.reason in reasons]
    return Model(model.names, model.facts, rows)


def task(model: Model) -> Task:
    """A model as engines take it."""
    return Task("rows", lambda: model)


def hard(rows: int = 4, columns: int = 30, seed: int = 1) -> Model:
    """Market split (Cornuejols and Dawande, 1998): a few equations with large weights, out of reach of both engines."""
    rng = random.Random(seed)
    model = Model()
    variables = [model.variable(f"v{i}", Fact(Cell(0, i), "1")) for i in range(columns)]
    for i in range(rows):
        weights = [rng.randrange(1, 100) for _ in variables]
        terms = zip(weights, variables, strict=True)
        model.add(terms, "=", sum(weights) // 2, REASONS[0], f"split_{i}")
    return model
