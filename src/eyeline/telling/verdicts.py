"""What is to be said of a puzzle as a whole."""

from __future__ import annotations

from collections.abc import Sequence

from eyeline.catalogue import gettext as _
from eyeline.grid import Cell
from eyeline.solve import Verdict
from eyeline.telling import grammar


def verdict(found: Verdict, differ: Sequence[Cell] = ()) -> str:
    """Return a verdict as a phrase; of several answers two differ in the cells ``differ``."""
    match found:
        case Verdict.NONE:
            return _("none: there is no answer")
        case Verdict.ONE:
            return _("one: this is the only answer")
        case Verdict.MANY:
            return _("many: two answers differ at {cells}").format(cells=grammar.first_cells(differ))
        case Verdict.SOME:
            return _("some: an answer; nobody asked whether it is the only one")
    return unknown()


def unknown() -> str:
    """Return that a limit came before the verdict."""
    return _("unknown: a limit was reached")


def answer() -> str:
    """Return what a filled grid is called where it is shown."""
    return _("the answer")


def finished() -> str:
    """Return that a grid is filled without a fault."""
    return _("finished: every cell is filled, and no rule is broken")


def impossible() -> str:
    """Return that there is no answer, where no verdict was asked for."""
    return _("the puzzle has no answer")


def orders(names: Sequence[str]) -> str:
    """Return which orders of a list of clues give a puzzle with exactly one answer, as a phrase; at least one.

    It ends the message of an error, and those are in English.
    """
    if len(names) == 1:
        return f"only with --order {names[0]} has it exactly one answer"
    return f"with each of these it has exactly one answer: {', '.join(names)}"
