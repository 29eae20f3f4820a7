"""How many there are of something."""

from __future__ import annotations

from eyeline.catalogue import ngettext
from eyeline.solve import Count


def answers(found: Count) -> str:
    """Return a number of answers as a phrase."""
    if not found.exact:
        return ngettext("at least {n} answer", "at least {n} answers", found.n).format(n=found.n)
    return ngettext("{n} answer", "{n} answers", found.n).format(n=found.n)


def steps(n: int) -> str:
    """Return a number of steps as a phrase."""
    return ngettext("{n} step", "{n} steps", n).format(n=n)


def clauses(n: int) -> str:
    """Return a number of clauses as a phrase."""
    return ngettext("{n} clause", "{n} clauses", n).format(n=n)
