"""Steps as sentences, so that somebody who knows only the rules can follow.

Each step is told from its own rules and earlier facts alone: what they leave possible is worked out anew here, by
listing.
"""

from __future__ import annotations

from collections.abc import Callable

from eyeline.catalogue import gettext as _
from eyeline.explaining import Step
from eyeline.puzzles import Puzzle
from eyeline.telling import facts, grammar, rules
from eyeline.telling.cities import CityView
from eyeline.telling.mazes import MazeView
from eyeline.telling.rooms import RoomView
from eyeline.telling.view import View


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
    }[name]


def where(step: Step) -> str:
    """Return where to look for a step: its clues, or its rows, columns and regions, or its cells."""
    clues = [reason for reason in step.reasons if reason.rule == "clue"]
    looked = clues or [reason for reason in step.reasons if reason.rule not in ("light", "safe")]
    if looked and len(looked) <= 3:
        return _("look at {rules}").format(rules=grammar.all_of(rules.rule(reason) for reason in looked))
    cells = sorted({fact.cell for fact in step.facts} or {fact.cell for fact in step.earlier})
    if not cells:
        return _("look at the whole puzzle")
    return _("look at {cells}").format(cells=grammar.first_cells(cells))


def paragraphs(puzzle: Puzzle, step: Step) -> list[str]:
    """Return a step as lines; the steps from a supposition to its clash stand further in."""
    if not step.inner:
        return [" ".join(sentences(puzzle, step))]
    said = _supposition(puzzle, step)
    for inner in step.inner:
        said += [f"  {line}" for line in paragraphs(puzzle, inner)]
    return said + _conclusion(puzzle, step)


def sentences(puzzle: Puzzle, step: Step) -> list[str]:
    """Return a step as sentences: what is seen, what it rests on, what follows."""
    if step.inner:
        said = _supposition(puzzle, step)
        for inner in step.inner:
            said += sentences(puzzle, inner)
        return said + _conclusion(puzzle, step)
    view = _VIEWS[puzzle.kind.name](puzzle, step)
    told = view.tell()
    said = [*told.before, *view.rules(view.unnamed())]
    if step.earlier:
        said.append(facts.remembered(puzzle, step.earlier))
    return [*said, *told.after, *_conclusion(puzzle, step)]


def _supposition(puzzle: Puzzle, step: Step) -> list[str]:
    return [] if step.supposed is None else [facts.supposed(puzzle, step.supposed)]


def _conclusion(puzzle: Puzzle, step: Step) -> list[str]:
    if step.facts:
        return [_("So {facts}.").format(facts=facts.stated(puzzle, step.facts))]
    return [_("That cannot be.")] if step.technique == "clash" and not step.inner else []


_VIEWS: dict[str, Callable[[Puzzle, Step], View]] = {"skyscrapers": CityView, "haunted": MazeView, "beams": RoomView}
