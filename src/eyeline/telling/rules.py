"""Rules and what is printed, as noun phrases: the clue above column 2, row 3, the given at r1c1."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eyeline.catalogue import gettext as _
from eyeline.catalogue import ngettext
from eyeline.grid import Cell, Port, Side
from eyeline.model import Reason
from eyeline.puzzles import Puzzle
from eyeline.sheet import Fact
from eyeline.telling import grammar, places, values


def rule(reason: Reason) -> str:
    """Return a rule, or something printed or entered, by its name."""
    match reason:
        case Reason("clue", Port() as at):
            return clues(at.side, [at.index])
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
            return _("the total of {monsters}").format(monsters=values.monsters(token))
        case Reason("given", Cell() as cell):
            return givens([cell])
        case Reason("entry", of):
            return _("the entry at {cell}").format(cell=of)
        case Reason("added", of):
            return _("the row {name}, added by hand").format(name=of)
        case Reason("mark", Fact(cell, value)):
            return _("the mark at {cell}: not {value}").format(cell=cell, value=value)
        case Reason("marks", of):
            return _("the marks at {cell}, which exclude every value").format(cell=of)
        case Reason("light", of):
            return _("{cell} must be lit").format(cell=of)
        case Reason("safe", Fact(cell, value)):
            return _("the shooter at {cell} would hit a shooter if turned {way}").format(
                cell=cell, way=values.turned(value)
            )
    return reason.name


def numbered(puzzle: Puzzle, reason: Reason) -> str:
    """Return a rule by its name, a clue with its number."""
    if isinstance(reason.of, Port) and (number := puzzle.sheet.clues[reason.of]) is not None:
        return f"{rule(reason)} ({number})"
    return rule(reason)


def clues(side: Side, indices: Sequence[int]) -> str:
    """Return clues of one side by their places, at least one."""
    pattern = ngettext("the clue {where}", "the clues {where}", len(indices))
    return pattern.format(where=places.ports(side, indices))


def givens(cells: Sequence[Cell]) -> str:
    """Return printed values by their cells, at least one."""
    return ngettext("the given at {cells}", "the givens at {cells}", len(cells)).format(cells=grammar.cells(cells))


def printed(reasons: Iterable[Reason]) -> str:
    """Return clues, givens and totals as one phrase, those of a side together.

    >>> printed([Reason("given", Cell(0, 1)), Reason("clue", Port(Side.TOP, 0)), Reason("clue", Port(Side.TOP, 2))])
    'the given at r1c2; the clues above columns 1 and 3'
    """
    held = list(reasons)
    cells = [reason.of for reason in held if reason.rule == "given" and isinstance(reason.of, Cell)]
    parts = [givens(cells)] if cells else []
    parts += [rule(reason) for reason in held if reason.rule == "total"]
    ports = [reason.of for reason in held if isinstance(reason.of, Port)]
    for side in Side:
        if indices := [port.index for port in ports if port.side is side]:
            parts.append(clues(side, indices))
    return "; ".join(parts)


def definitions() -> str:
    """Return what rows that come from no rule are, as a heading."""
    return _("by definition")
