"""Steps of an explanation as sentences, so that somebody who knows only the rules can follow.

Each step is told from its own rules and earlier facts alone: what they leave possible is worked out anew here, by
listing.
"""

from __future__ import annotations

from collections.abc import Callable

from eyeline import words
from eyeline.catalogue import gettext as _
from eyeline.explaining import Explanation, Step
from eyeline.grading import Grade
from eyeline.puzzles import Puzzle
from eyeline.solve import Verdict
from eyeline.telling.cities import CityView
from eyeline.telling.facts import either, known, stated, value
from eyeline.telling.mazes import MazeView
from eyeline.telling.rooms import RoomView
from eyeline.telling.view import View

__all__ = [
    "either",
    "ending",
    "explanation",
    "grade",
    "hint",
    "known",
    "level",
    "paragraphs",
    "sentences",
    "stated",
    "technique",
    "value",
    "where",
]


def technique(name: str) -> str:
    """Return the name of a technique for people."""
    return {
        "naked single": _("the last height for a cell"),
        "parks placed": _("all parks placed"),
        "hidden single": _("the last place for a height"),
        "clue one": _("a clue of one building"),
        "clue all": _("a clue of all buildings"),
        "facing": _("facing clues that meet at the tallest"),
        "within reach": _("room enough for the tall ones"),
        "clue two": _("a clue of two buildings"),
        "sure to be seen": _("buildings sure to be seen"),
        "line of sight": _("a line of sight bent by mirrors"),
        "few": _("few arrangements left"),
        "naked set": _("cells that share their last heights"),
        "hidden set": _("heights that share their last cells"),
        "arrangements": _("all arrangements of a line"),
        "x-wing": _("a height in the same places of several lines"),
        "forcing chain": _("a forcing chain"),
        "both ends": _("the clues at both ends"),
        "clue zero": _("a clue of nobody"),
        "clue full": _("a clue of everybody"),
        "group": _("equal cells"),
        "count": _("a clue reached, or just within reach"),
        "total": _("a monster all placed, or just enough cells for it"),
        "ends compared": _("the two ends of a path compared"),
        "crossed twice": _("a cell crossed twice"),
        "last cells": _("the last cells"),
        "unsafe": _("a direction that is not safe"),
        "only": _("the only shooter that can light a cell"),
        "chain": _("a chain of turns"),
        "rules": _("a few rules together"),
        "suppose": _("a supposition that leads to a clash"),
        "clash": _("a clash"),
        "finished": _("nothing left to find"),
        "free": _("nothing more is forced"),
        "unknown": _("a limit was reached"),
    }[name]


def where(step: Step) -> str:
    """Return where to look for a step: its clues, or its rows, columns and regions, or its cells."""
    clues = [reason for reason in step.reasons if reason.rule == "clue"]
    looked = clues or [reason for reason in step.reasons if reason.rule not in ("light", "safe")]
    if looked and len(looked) <= 3:
        return _("look at {rules}").format(rules=words.join([words.reason(reason) for reason in looked]))
    cells = sorted({fact.cell for fact in step.facts} or {fact.cell for fact in step.earlier})
    if not cells:
        return _("look at the whole puzzle")
    return _("look at {cells}").format(cells=words.cell_list(cells))


def hint(puzzle: Puzzle, step: Step, stage: int) -> list[str]:
    """Return a hint in sentences: stage 1 says where to look, 2 adds the technique, 3 the whole step."""
    if step.technique in ("finished", "free", "clash", "unknown"):
        return ending(puzzle, step)
    said = [where(step)]
    if stage > 1:
        said.append(_("technique: {name}").format(name=technique(step.technique)))
    return said + (sentences(puzzle, step) if stage > 2 else [])


def ending(puzzle: Puzzle, step: Step) -> list[str]:
    """Return what to say where there is no next step: finished, impossible, wrong, nothing forced, or not known."""
    if step.technique == "finished":
        return [_("finished: every cell is filled, and no rule is broken")]
    if step.technique == "free":
        return [_("nothing more is forced: the puzzle has several answers from here on")]
    if step.technique == "unknown":
        return [_("a limit was reached before anything more was found")]
    entered = [fact for fact in step.earlier if puzzle.sheet.cells[fact.cell] != fact.value]
    said = sentences(puzzle, step)
    if entered:
        return [_("these entries cannot all be right: {facts}").format(facts=stated(puzzle, entered)), *said]
    return [_("the puzzle has no answer"), *said]


def explanation(found: Explanation) -> list[str]:
    """Return a whole explanation, a line for each step, numbered from 1; what is supposed goes on further in."""
    said = []
    for number, step in enumerate(found.steps, start=1):
        first, *more = paragraphs(found.puzzle, step)
        said += [f"{number}. {first}", *(f"   {line}" for line in more)]
    if found.end != "clash":
        said.append(ending(found.puzzle, Step(found.end))[0])
    return said


def grade(found: Grade) -> str:
    """Return a grade as a phrase; a puzzle that has no answer, or several, has none."""
    if found.level is None:
        return {
            Verdict.NONE: _("no level: the puzzle has no answer"),
            Verdict.MANY: _("no level: the puzzle has several answers"),
        }.get(found.verdict, _("no level: a limit was reached before it was known how many answers there are"))
    return _("{level}, score {score}").format(level=level(found.level), score=found.score)


def level(name: str) -> str:
    """Return the name of a level for people."""
    return {
        "easy": _("easy"),
        "medium": _("medium"),
        "hard": _("hard"),
        "extreme": _("extreme"),
        "beyond": _("beyond the techniques"),
    }[name]


def paragraphs(puzzle: Puzzle, step: Step) -> list[str]:
    """Return a step as lines; the steps from a supposition to its clash stand further in."""
    if not step.inner:
        return [" ".join(sentences(puzzle, step))]
    said = []
    if step.supposed is not None:
        said.append(_("Suppose {fact}.").format(fact=stated(puzzle, [step.supposed])))
    for inner in step.inner:
        said += [f"  {line}" for line in paragraphs(puzzle, inner)]
    return said + _conclusion(puzzle, step)


def sentences(puzzle: Puzzle, step: Step) -> list[str]:
    """Return a step as sentences: what is seen, what it rests on, what follows."""
    if step.inner:
        said = []
        if step.supposed is not None:
            said.append(_("Suppose {fact}.").format(fact=stated(puzzle, [step.supposed])))
        for inner in step.inner:
            said += sentences(puzzle, inner)
        return said + _conclusion(puzzle, step)
    view = _VIEWS[puzzle.kind.name](puzzle, step)
    told = view.tell()
    said = [*told.before, *view.rules(view.unnamed())]
    if step.earlier:
        said.append(_("Known: {facts}.").format(facts=stated(puzzle, step.earlier)))
    return [*said, *told.after, *_conclusion(puzzle, step)]


def _conclusion(puzzle: Puzzle, step: Step) -> list[str]:
    if step.facts:
        return [_("So {facts}.").format(facts=stated(puzzle, step.facts))]
    return [_("That cannot be.")] if step.technique == "clash" and not step.inner else []


_VIEWS: dict[str, Callable[[Puzzle, Step], View]] = {"skyscrapers": CityView, "haunted": MazeView, "beams": RoomView}
