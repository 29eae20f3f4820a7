"""What is thought of claimed steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from eyeline.catalogue import gettext as _
from eyeline.catalogue import ngettext
from eyeline.claimed import JudgedStep, Standing
from eyeline.engine import NO_LIMITS, Clock, Limits
from eyeline.explaining import followed_step
from eyeline.telling import counts, facts, grammar, rules, steps, verdicts


def judged_steps(claimed: Sequence[JudgedStep], limits: Limits = NO_LIMITS) -> list[str]:
    """Return the judgements of claimed steps as sentences, and at last how many are what.

    ``limits`` are for what it takes to tell why, for all together; beyond them rules are only named.
    """
    clock = Clock(limits)
    said = [sentence for step in claimed for sentence in judged_step(step, clock.rest)]
    count = Counter(step.standing for step in claimed)
    names = {
        Standing.FORCED: _("{n} forced"),
        Standing.GUESSED: _("{n} guessed"),
        Standing.WRONG: _("{n} wrong"),
        Standing.UNKNOWN: _("{n} unknown"),
    }
    found = ", ".join(name.format(n=count[standing]) for standing, name in names.items() if count[standing])
    total = counts.steps(len(claimed))
    return [*said, f"{total}: {found}" if found else total]


def judged_step(step: JudgedStep, limits: Limits = NO_LIMITS) -> list[str]:
    """Return the judgement of a claimed step as sentences: what it is first, then why."""
    puzzle = step.puzzle
    head = _("step {n} (line {line}), {facts}: {judgement}").format(
        n=step.number, line=step.line, facts=facts.stated(puzzle, step.facts), judgement=_standing(step)
    )
    if step.standing is Standing.GUESSED:
        loose = facts.stated(puzzle, step.loose)
        return [head, _("this does not follow; some answers have it, some do not: {facts}").format(facts=loose)]
    if step.standing is Standing.UNKNOWN:
        return [head]
    return [head, *_because(step, limits)]


def _standing(step: JudgedStep) -> str:
    on = _numbers(step.resting)
    match step.standing:
        case Standing.FORCED if set(step.facts) <= set(step.earlier):
            said = _("forced, and known before")
        case Standing.FORCED:
            said = _("forced, if the guesses in {steps} are right") if on else _("forced")
        case Standing.WRONG:
            said = _("wrong, if the guesses in {steps} are right") if on else _("wrong")
        case Standing.GUESSED:
            said = _("guessed, on top of the guesses in {steps}") if on else _("guessed")
        case _:
            said = verdicts.unknown()
    return said.format(steps=on)


def _numbers(numbers: Iterable[int]) -> str:
    listed = [str(number) for number in numbers]
    return ngettext("step {n}", "steps {n}", len(listed)).format(n=grammar.all_of(listed)) if listed else ""


def _because(step: JudgedStep, limits: Limits) -> list[str]:
    """Return why a step is forced or wrong: told in full where few rules do it, else the rules by name."""
    puzzle = step.puzzle
    if set(step.facts) <= set(step.earlier):
        return []
    if not step.reasons and step.standing is Standing.WRONG:
        against = [*step.earlier] or [*step.facts]
        return [_("it is against what was known: {facts}").format(facts=facts.stated(puzzle, against))]
    told = followed_step(step, limits)
    if told is None:
        named = "; ".join(rules.numbered(puzzle, reason) for reason in step.reasons)
        said = [_("it takes {n} rules together: {rules}").format(n=len(step.reasons), rules=named)]
        known = facts.few(puzzle, step.earlier)
        return [*said, _("known: {facts}").format(facts=known)] if known else said
    return steps.paragraphs(puzzle, told)
