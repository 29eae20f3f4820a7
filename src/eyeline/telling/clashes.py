"""Why there is no answer: what excludes each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eyeline.catalogue import gettext as _
from eyeline.clash import Clash
from eyeline.engine import Implication
from eyeline.model import Reason
from eyeline.telling import facts, rules, values


def clash(found: Clash) -> str:
    """Return what excludes each other as a sentence: what is entered, what is printed, clues, other rules."""
    named = facts.known(found.puzzle, found.entered) + facts.known(found.puzzle, found.printed)
    named += [
        rules.numbered(found.puzzle, rule) for rule in sorted(found.rules, key=lambda reason: reason.rule != "clue")
    ]
    return _excluded(named, len(found.reasons), smallest=found.smallest)


def no_answer(reasons: Iterable[Reason], steps: Sequence[Implication]) -> list[str]:
    """Return why an engine found no answer, as sentences, from its reasons or its chain; none where it did not tell."""
    if steps:
        return [*map(_implication, steps), _("so {cell} can be turned neither way").format(cell=steps[0].assumed.cell)]
    held = list(reasons)
    if not held:
        return []
    dark = [reason.of for reason in held if reason.rule == "light"]
    if len(dark) == 1 and all(reason.rule in ("light", "safe", "given", "entry") for reason in held):
        others = [rules.rule(reason) for reason in held if reason.rule != "light"]
        sentence = _("nothing can light {cell}: {why}") if others else _("nothing can light {cell}")
        return [sentence.format(cell=dark[0], why="; ".join(others))]
    return [_excluded([rules.rule(reason) for reason in held], len(held), smallest=False)]


def _excluded(named: Iterable[str], n: int, *, smallest: bool) -> str:
    """Return that ``n`` rules and facts exclude each other; ``smallest`` says that no fewer do."""
    if n == 1:
        said = _("this alone leaves no answer: {what}")
    elif smallest:
        said = _("these {n} exclude each other, and no fewer do: {what}")
    else:
        said = _("these {n} exclude each other: {what}")
    return said.format(n=n, what="; ".join(named))


def _implication(step: Implication) -> str:
    return _("if {cell} is turned {way}, then {other} must be turned {other_way}, since {reason}").format(
        cell=step.assumed.cell,
        way=values.turned(step.assumed.value),
        other=step.forced.cell,
        other_way=values.turned(step.forced.value),
        reason=rules.rule(step.reason),
    )
