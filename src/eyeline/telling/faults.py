"""Broken rules."""

from __future__ import annotations

from eyeline.catalogue import gettext as _
from eyeline.grid import Port
from eyeline.model import Reason
from eyeline.puzzles import Fault
from eyeline.sheet import Fact
from eyeline.telling import grammar, places, rules, values


def fault(found: Fault) -> str:
    """Return a broken rule as a sentence."""
    cells = grammar.first_cells(found.cells)
    match found.reason:
        case Reason("clue", Port() as at):
            return _("the clue {where} is {clue}, and it can no longer be met: {seen} seen there now").format(
                where=places.port(at), clue=found.expected, seen=found.seen
            )
        case Reason("total", str(token)):
            return _("there are {seen} {monsters} and the total is {total}: it can no longer be met").format(
                seen=found.seen, monsters=values.monsters(token), total=found.expected
            )
        case Reason("group", int(i)):
            return _("group {i}: {cells} must hold one monster, and they differ").format(i=i + 1, cells=cells)
        case Reason("mark", Fact(cell, value)):
            if found.seen is not None:
                return _("{cell} is marked as not {value}, and the only answer has {value} there").format(
                    cell=cell, value=value
                )
            return _("{cell} holds {value} and is marked as not {value}").format(cell=cell, value=value)
        case Reason("marks", of):
            return _("every value of {cell} is marked as not there").format(cell=of)
        case Reason("given", of):
            return _("{cell} is printed otherwise than {value}").format(cell=of, value=found.value)
        case Reason("cell", of):
            return _("{cell} holds {value}, which this puzzle does not use").format(cell=of, value=found.value)
        case Reason("light", of):
            return _("{cell} is dark, and no shooter can light it any more").format(cell=of)
        case Reason("safe", Fact(cell, value)):
            return _("the shooter at {cell}, turned {way}, hits a shooter").format(cell=cell, way=values.turned(value))
    where = rules.rule(found.reason)
    if found.value == "0":
        return _("{where} has {seen} parks where {most} are allowed: {cells}").format(
            where=where, seen=found.seen, most=found.expected, cells=cells
        )
    return _("{value} stands {seen} times in {where}: {cells}").format(
        where=where, value=found.value, seen=found.seen, cells=cells
    )
