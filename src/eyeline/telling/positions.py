"""What became of a position: whether it is right so far, what is broken, and what to take back."""

from __future__ import annotations

from collections.abc import Iterator

from eyeline.catalogue import gettext as _
from eyeline.catalogue import ngettext
from eyeline.checking import Checked, GridState, TakeBack
from eyeline.explaining import Step
from eyeline.model import Reason
from eyeline.puzzles import Puzzle
from eyeline.telling import explanations, facts, faults, sightings, verdicts


def checked(found: Checked, followed: Step | None = None) -> list[str]:
    """Return what a position is, as sentences; ``followed`` tells how its clash comes about."""
    match found.state:
        case GridState.RIGHT:
            return [verdicts.finished()]
        case GridState.OPEN:
            return [_sound(found), _("it can be completed")]
        case GridState.UNKNOWN:
            late = _("a limit was reached before it was known whether it can be completed")
            return [_sound(found), late] if found.looked else [late]
    said = list(_faults(found))
    if found.state is GridState.STUCK:
        said.append(_("it can no longer be completed, though no rule is broken yet"))
    said += blame(found)
    return said + ([] if found.clash is None else explanations.clash(found.clash, followed))


def blame(found: Checked) -> list[str]:
    """Return which entries are to blame that a position cannot be completed, or that none is."""
    if found.state is not GridState.IMPOSSIBLE:
        return _take_back(found.puzzle, found.take_back)
    if not found.position:
        return [verdicts.impossible()]
    return [_("the puzzle itself has no answer: no entry is to blame")]


def _sound(found: Checked) -> str:
    """Return that no rule is broken, and how many cells are open."""
    n = found.open_cells
    return ngettext(
        "no rule is broken so far; {n} cell is open", "no rule is broken so far; {n} cells are open", n
    ).format(n=n)


def _faults(found: Checked) -> Iterator[str]:
    """Yield the broken rules, the first broken line with what is seen there."""
    told = False
    for fault in found.faults:
        yield faults.fault(fault)
        if found.look is not None and not told and fault.reason == Reason("clue", found.look.port):
            told = True
            yield sightings.sighting(found.puzzle, found.look)


def _take_back(puzzle: Puzzle, found: TakeBack | None) -> list[str]:
    """Return what to take back, as sentences; none where it is not known."""
    if found is None or not found.facts:
        return []
    n = len(found.facts)
    said = [
        ngettext(
            "take back {n} entry, and the rest can be completed: {facts}",
            "take back {n} entries, and the rest can be completed: {facts}",
            n,
        ).format(n=n, facts=facts.stated(puzzle, found.facts))
    ]
    if found.only:
        said.append(_("the puzzle has one answer, so nothing else will do"))
    elif not found.exact:
        said.append(_("perhaps fewer are enough, but not fewer than {n}").format(n=found.least))
    elif n > 1:
        said.append(_("no fewer are enough, though others may be"))
    return said
