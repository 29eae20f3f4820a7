"""Every sentence shown to people about puzzles, answers and faults, in one place.

Values come in as data and go out as text; nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import gettext as _

from eyeline.engine import Implication
from eyeline.grid import Cell, Port, Side
from eyeline.model import Reason
from eyeline.puzzles import Fault
from eyeline.sheet import Fact

#: At most so many cells are listed in a sentence; the rest are counted.
MOST_CELLS = 12


def cell_list(cells: Sequence[Cell]) -> str:
    """Return cells as ``r1c1, r1c2 and r2c1``, a long list cut with the number left out.

    >>> cell_list([Cell(0, 0), Cell(0, 1), Cell(1, 0)])
    'r1c1, r1c2 and r2c1'
    """
    names = [str(cell) for cell in cells[:MOST_CELLS]]
    if len(cells) > MOST_CELLS:
        return _("{cells} and {n} more").format(cells=", ".join(names), n=len(cells) - MOST_CELLS)
    return join(names)


def join(names: Sequence[str]) -> str:
    """Return words joined by commas, the last by "and"."""
    if len(names) < 2:
        return "".join(names)
    return _("{first} and {last}").format(first=", ".join(names[:-1]), last=names[-1])


def port(at: Port) -> str:
    """Return where a clue stands.

    >>> port(Port(Side.LEFT, 1))
    'at the left of row 2'
    """
    pattern = {
        Side.TOP: _("above column {i}"),
        Side.BOTTOM: _("below column {i}"),
        Side.LEFT: _("at the left of row {i}"),
        Side.RIGHT: _("at the right of row {i}"),
    }[at.side]
    return pattern.format(i=at.index + 1)


def monster(token: str) -> str:
    """Return the name of a monster, in the plural."""
    return {"V": _("vampires"), "G": _("ghosts"), "Z": _("zombies")}[token]


def turned(value: str) -> str:
    """Return how a shooter is turned."""
    return _("horizontally") if value == "-" else _("vertically")


def reason(because: Reason) -> str:
    """Return a reason as a noun phrase."""
    match because:
        case Reason("clue", Port() as at):
            return _("the clue {where}").format(where=port(at))
        case Reason("row", int(i)):
            return _("row {i}").format(i=i + 1)
        case Reason("column", int(i)):
            return _("column {i}").format(i=i + 1)
        case Reason("diagonal", int(i)):
            return _("the diagonal from the top right") if i else _("the diagonal from the top left")
        case Reason("region", int(i)):
            return _("region {i}").format(i=i + 1)
        case Reason("group", int(i)):
            return _("group {i} of equal cells").format(i=i + 1)
        case Reason("total", str(token)):
            return _("the total of {monsters}").format(monsters=monster(token))
        case Reason("given", of):
            return _("the given at {cell}").format(cell=of)
        case Reason("entry", of):
            return _("the entry at {cell}").format(cell=of)
        case Reason("light", of):
            return _("{cell} must be lit").format(cell=of)
        case Reason("safe", Fact(cell, value)):
            return _("the shooter at {cell} would hit a shooter if turned {way}").format(cell=cell, way=turned(value))
    return because.name


def fault(found: Fault) -> str:
    """Return a broken rule as a sentence."""
    cells = cell_list(found.cells)
    match found.reason:
        case Reason("clue", Port() as at):
            return _("the clue {where} is {clue}, and it can no longer be met: {seen} seen there now").format(
                where=port(at), clue=found.expected, seen=found.seen
            )
        case Reason("total", str(token)):
            return _("there are {seen} {monsters} and the total is {total}: it can no longer be met").format(
                seen=found.seen, monsters=monster(token), total=found.expected
            )
        case Reason("group", int(i)):
            return _("group {i}: {cells} must hold one monster, and they differ").format(i=i + 1, cells=cells)
        case Reason("given", of):
            return _("{cell} is printed otherwise than {value}").format(cell=of, value=found.value)
        case Reason("cell", of):
            return _("{cell} holds {value}, which this puzzle does not use").format(cell=of, value=found.value)
        case Reason("light", of):
            return _("{cell} is dark, and no shooter can light it any more").format(cell=of)
        case Reason("safe", Fact(cell, value)):
            return _("the shooter at {cell}, turned {way}, hits a shooter").format(cell=cell, way=turned(value))
    where = reason(found.reason)
    if found.value == "0":
        return _("{where} has {seen} parks where {most} are allowed: {cells}").format(
            where=where, seen=found.seen, most=found.expected, cells=cells
        )
    return _("{where} has {value} {seen} times: {cells}").format(
        where=where, value=found.value, seen=found.seen, cells=cells
    )


def chain(steps: Sequence[Implication]) -> list[str]:
    """Return a contradiction of implications as sentences, one a step."""
    return [
        _("if {cell} is turned {way}, then {other} must be turned {other_way}, since {reason}").format(
            cell=step.assumed.cell,
            way=turned(step.assumed.value),
            other=step.forced.cell,
            other_way=turned(step.forced.value),
            reason=reason(step.reason),
        )
        for step in steps
    ]


def no_answer(reasons: Iterable[Reason], steps: Sequence[Implication]) -> list[str]:
    """Return why there is no answer, as sentences; empty where nobody knows."""
    if steps:
        return [
            *chain(steps),
            _("so {cell} can be turned neither way").format(cell=steps[0].assumed.cell),
        ]
    held = list(reasons)
    if not held:
        return []
    return [_("these exclude each other: {reasons}").format(reasons="; ".join(reason(r) for r in held))]
