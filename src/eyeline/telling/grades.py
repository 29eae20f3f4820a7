"""How hard a puzzle is."""

from __future__ import annotations

from eyeline.catalogue import gettext as _
from eyeline.grading import Grade
from eyeline.solve import Verdict


def grade(found: Grade) -> str:
    """Return a grade as a phrase; a puzzle that has no answer, or several, has none."""
    if found.level is None:
        return {
            Verdict.NONE: _("no level: the puzzle has no answer"),
            Verdict.MANY: _("no level: the puzzle has several answers"),
        }.get(found.verdict, _("no level: a limit was reached before it was known how many answers there are"))
    return _("{level}, score {score}").format(level=level(found.level), score=found.score)


def level(name: str) -> str:
    """Return the name of a level."""
    return {
        "easy": _("easy"),
        "medium": _("medium"),
        "hard": _("hard"),
        "extreme": _("extreme"),
        "beyond": _("beyond the techniques"),
    }[name]
