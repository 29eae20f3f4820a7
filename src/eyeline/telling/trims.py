"""What a puzzle can do without."""

from __future__ import annotations

from eyeline.catalogue import gettext as _
from eyeline.catalogue import ngettext
from eyeline.puzzles import Puzzle
from eyeline.solve import Verdict
from eyeline.telling import clashes, rules, verdicts
from eyeline.trimming import Trimmed


def trimmed(found: Trimmed) -> list[str]:
    """Return what was left out of a puzzle and what could be, as sentences."""
    if found.verdict is not Verdict.ONE:
        solved = found.solved
        return [
            verdicts.verdict(solved.verdict, solved.differ),
            *clashes.no_answer(solved.reasons, solved.chain),
            _("only a puzzle with exactly one answer can be trimmed"),
        ]
    if not found.kept and not found.removed:
        return [_nothing(found.puzzle)]
    told = []
    if found.removed:
        gone = _("{n} of {all} left out: {what}")
        number = len(found.removed)
        told.append(gone.format(n=number, all=number + len(found.kept), what=rules.printed(found.removed)))
    elif not found.undecided:
        told.append(_("nothing can be left out"))
    if found.alone:
        singly = ngettext(
            "this could go on its own: {what}", "each of these could go on its own: {what}", len(found.alone)
        )
        told.append(singly.format(what=rules.printed(found.alone)))
    if found.undecided:
        untried = rules.printed(found.undecided)
        told.append(_("a limit was reached before these were tried: {what}").format(what=untried))
    elif found.least is not None and found.least < len(found.kept):
        told.append(
            _("a limit was reached: {n} are left, and it is only known that there must be {least}").format(
                n=len(found.kept), least=found.least
            )
        )
    elif found.unclear:
        told.append(
            _("a limit was reached; it is not known whether these could go on their own: {what}").format(
                what=rules.printed(found.unclear)
            )
        )
    return told


def _nothing(puzzle: Puzzle) -> str:
    if puzzle.kind.name == "beams":
        return _("nothing to trim: mirrors, walls and shooters that are not turned yet are no clues")
    return _("nothing to trim: there are no clues and no givens")
