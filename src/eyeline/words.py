"""Every sentence shown to people about puzzles, answers and faults, in one place.

Values come in as data and go out as text; nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import gettext as _
from gettext import ngettext

from eyeline.engine import Implication
from eyeline.grid import Cell, Port, Side
from eyeline.judge import Judged, Judgement
from eyeline.model import Reason
from eyeline.puzzles import Fault
from eyeline.sheet import Fact
from eyeline.solve import Count, Verdict

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


def verdict(found: Verdict, differ: Sequence[Cell] = ()) -> str:
    """Return a verdict as a phrase, with the cells in which two answers differ."""
    text = {
        Verdict.NONE: _("none: there is no answer"),
        Verdict.ONE: _("one: this is the only answer"),
        Verdict.MANY: _("many: two answers differ at {cells}").format(cells=cell_list(differ)),
        Verdict.SOME: _("some: an answer; nobody asked whether it is the only one"),
        Verdict.UNKNOWN: _("unknown: a limit was reached"),
    }
    return text[found]


def count(found: Count) -> str:
    """Return a number of answers as a phrase."""
    if not found.exact:
        return ngettext("at least {n} answer", "at least {n} answers", found.n).format(n=found.n)
    return ngettext("{n} answer", "{n} answers", found.n).format(n=found.n)


def sound(still_open: int) -> str:
    """Return what to say of a grid that breaks no rule."""
    if not still_open:
        return _("complete, and no rule is broken")
    return ngettext(
        "no rule is broken so far; {n} cell is open", "no rule is broken so far; {n} cells are open", still_open
    ).format(n=still_open)


def judged(found: Judged) -> list[str]:
    """Return the judgement of a claimed answer as sentences."""
    number = found.number
    match found.judgement:
        case Judgement.RIGHT:
            return [_("{n}: right").format(n=number)]
        case Judgement.MISSING:
            return [_("{n}: missing").format(n=number)]
        case Judgement.POSSIBLE:
            return [
                _("{n}: IMPOSSIBLE is claimed (line {line}), but there is an answer").format(n=number, line=found.line)
            ]
        case Judgement.SIZE:
            return [_("{n}: the grid (line {line}) is not of the puzzle's size").format(n=number, line=found.line)]
        case Judgement.SURPLUS:
            return [_("{n}: an answer (line {line}) to a puzzle that is not there").format(n=number, line=found.line)]
        case Judgement.UNREADABLE:
            return [_("{n}: cannot be read (line {line}): {why}").format(n=number, line=found.line, why=found.error)]
        case Judgement.UNKNOWN:
            return [_("{n}: a limit was reached before it was known whether there is an answer").format(n=number)]
    sentences = [fault(one) for one in found.faults]
    if found.open_cells:
        sentences.append(_("still open: {cells}").format(cells=cell_list(found.open_cells)))
    return [_("{n}: wrong (line {line}): {why}").format(n=number, line=found.line, why=why) for why in sentences]


def score(right: int, total: int) -> str:
    """Return how many answers are right."""
    return _("{right} of {total} right").format(right=right, total=total)
