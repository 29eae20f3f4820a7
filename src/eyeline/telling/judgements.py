"""What is thought of other people's answers."""

from __future__ import annotations

from eyeline.catalogue import gettext as _
from eyeline.judge import Judged, Judgement
from eyeline.telling import faults, grammar


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
        case Judgement.REPEATED:
            return [_("{n}: a second answer (line {line}) to this puzzle").format(n=number, line=found.line)]
        case Judgement.UNREADABLE if found.error is not None:
            wrong = found.error
            sentence = _("{n}: cannot be read (line {line}): {why}; expected {expected}")
            place = wrong.line or found.line
            return [sentence.format(n=number, line=place, why=wrong.message, expected=wrong.expected)]
        case Judgement.UNKNOWN:
            return [_("{n}: a limit was reached before it was known whether there is an answer").format(n=number)]
    sentences = [faults.fault(one) for one in found.faults]
    if found.open_cells:
        sentences.append(_("still open: {cells}").format(cells=grammar.first_cells(found.open_cells)))
    return [_("{n}: wrong (line {line}): {why}").format(n=number, line=found.line, why=why) for why in sentences]


def score(right: int, total: int) -> str:
    """Return how many answers are right."""
    return _("{right} of {total} right").format(right=right, total=total)
