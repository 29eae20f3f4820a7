"""Whole explanations, hints, and what is said where no step is left."""

from __future__ import annotations

from eyeline.catalogue import gettext as _
from eyeline.clash import Clash
from eyeline.explaining import ENDS, Explanation, Step
from eyeline.puzzles import Puzzle
from eyeline.telling import clashes, facts, steps, verdicts


def explanation(found: Explanation) -> list[str]:
    """Return a whole explanation, a line for each step, numbered from 1; what is supposed goes on further in."""
    said = []
    for number, step in enumerate(found.steps, start=1):
        first, *more = steps.paragraphs(found.puzzle, step)
        said += [f"{number}. {first}", *(f"   {line}" for line in more)]
    if found.end != "clash":
        said.append(ending(found.puzzle, Step(found.end))[0])
    return said


def hint(puzzle: Puzzle, step: Step, stage: int) -> list[str]:
    """Return a hint in sentences: stage 1 says where to look, 2 adds the technique, 3 the whole step."""
    if step.technique in ENDS:
        return ending(puzzle, step)
    said = [steps.where(step)]
    if stage > 1:
        said.append(_("technique: {name}").format(name=steps.technique(step.technique)))
    return said + (steps.sentences(puzzle, step) if stage > 2 else [])


def ending(puzzle: Puzzle, step: Step) -> list[str]:
    """Return what to say where there is no next step: finished, impossible, wrong, nothing forced, or not known."""
    if step.technique == "finished":
        return [verdicts.finished()]
    if step.technique == "free":
        return [_("nothing more is forced: the puzzle has several answers from here on")]
    if step.technique == "unknown":
        return [_("a limit was reached before anything more was found")]
    entered = [fact for fact in step.earlier if puzzle.sheet.cells[fact.cell] != fact.value]
    said = steps.sentences(puzzle, step)
    if entered:
        return [_("these entries cannot all be right: {facts}").format(facts=facts.stated(puzzle, entered)), *said]
    return [verdicts.impossible(), *said]


def clash(found: Clash, followed: Step | None = None) -> list[str]:
    """Return what excludes each other, as sentences, and how it comes to that, where ``followed`` tells it."""
    return [clashes.clash(found), *([] if followed is None else steps.paragraphs(found.puzzle, followed))]
