"""What linear programming proves, and what it has to say without a proof."""

from __future__ import annotations

from eyeline.catalogue import gettext as _
from eyeline.catalogue import ngettext
from eyeline.certify import Certificate, Term
from eyeline.model import Reason
from eyeline.solve import Verdict
from eyeline.telling import rules, verdicts


def certified(found: Certificate) -> str:
    """Return the verdict of a certificate as a phrase."""
    if found.verdict is Verdict.SOME:
        return _("some: an answer; the relaxation does not tell whether it is the only one")
    return verdicts.verdict(found.verdict)


def certificate(found: Certificate) -> list[str]:
    """Return what the linear relaxation proves as sentences, with the rows and their multipliers."""
    if not found.tight:
        if found.gap is None:
            return [_("the linear relaxation has a point: it does not tell that there is no answer")]
        return [
            _("the linear relaxation does not prove it: it can fill {gap:.4g} of {n} cells otherwise").format(
                gap=found.gap, n=found.cells
            )
        ]
    number = ngettext("{n} row, added up:", "{n} rows, added up:", len(found.terms)).format(n=len(found.terms))
    by_reason: dict[Reason | None, list[Term]] = {}
    for term in found.terms:
        by_reason.setdefault(term.row.reason, []).append(term)
    lines = [
        f"  {rules.definitions() if because is None else rules.rule(because)}: "
        + ", ".join(f"{term.times} × {term.row.name}" for term in terms)
        for because, terms in by_reason.items()
    ]
    if found.verdict is Verdict.NONE:
        end = _("The sum has no weight below 0 and a bound below 0: nothing meets these rows.")
    else:
        end = _(
            "The sum has no weight below 0, a weight above 0 for every value that the answer does not hold, and the"
            " bound 0: no cell can hold anything else."
        )
    return [number, *lines, end]
