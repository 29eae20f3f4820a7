"""A step of an explanation as a picture: what was known before it, what it rests on, and what it finds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from eyeline.drawing import Highlights, draw
from eyeline.explaining import Explanation, Step
from eyeline.grid import Cell, Port
from eyeline.picture import Picture, Role
from eyeline.sheet import Fact
from eyeline.telling import pictures, steps


def draw_step(found: Explanation, number: int, *, letters: bool = False) -> Picture:
    """Draw a step of an explanation, numbered from 1.

    The picture shows the position before the step, with the values left to each cell as pencil marks; the step's own
    sentences stand below it and in its description. A value that is found stands in a frame, one that is ruled out is
    crossed out, what the step rests on has a ground and corners, and the cell of a supposition is framed. ``letters``
    draws monsters as letters. Raises ``UnknownName`` for a number that no step has.
    """
    before = found.before(number)
    step = found.steps[number - 1]
    picture = draw(found.puzzle, before, highlights=highlights(step), letters=letters)
    told = list(_sentences(found, step))
    return replace(
        picture,
        title=pictures.step_title(found.puzzle, number, len(found.steps)),
        description=" ".join([picture.description, *told]),
        captions=(*picture.captions, *told),
    )


def highlights(step: Step) -> Highlights:
    """Return what a step points at. In a clash, what excludes each other is broken."""
    clash = not step.facts
    cells: dict[Cell, Role] = {}
    ports: dict[Port, Role] = {}
    for place, role in step.roles().items():
        shown = Role.BROKEN if clash and role is Role.REASON else role
        if isinstance(place, Port):
            ports[place] = shown
        elif shown not in (Role.WON, Role.LOST):
            cells[place] = shown
    return Highlights(
        cells,
        ports,
        tuple(Fact(fact.cell, fact.value) for fact in step.facts if fact.holds),
        tuple(Fact(fact.cell, fact.value) for fact in step.facts if not fact.holds),
        frozenset(str(reason.of) for reason in step.reasons if reason.rule == "total"),
    )


def _sentences(found: Explanation, step: Step) -> Iterator[str]:
    """Yield a step as paragraphs, those within a supposition without the room before them."""
    return (line.strip() for line in steps.paragraphs(found.puzzle, step))
