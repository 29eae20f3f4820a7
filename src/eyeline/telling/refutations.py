"""Proofs by clauses, and what their literals and rows say."""

from __future__ import annotations

import re
from collections.abc import Iterator

from eyeline.catalogue import gettext as _
from eyeline.grid import Side
from eyeline.model import Known
from eyeline.refutation import ANOTHER, Part, Refutation
from eyeline.solve import Verdict
from eyeline.telling import clashes, counts, facts, grammar, rules, verdicts

#: The names of variables of skyscrapers that stand for no value of a cell: see :mod:`eyeline.puzzles.skyscrapers`.
_SEEN = re.compile(r"z_clue_(?P<side>[a-z]+)_(?P<index>\d+)_(?P<lot>\d+)_(?P<height>\d+)")
_PATH = re.compile(
    r"path_clue_(?P<side>[a-z]+)_(?P<index>\d+)_(?P<lot>\d+)_(?P<tallest>\d+)_(?P<seen>\d+)_(?P<height>\d+)"
)


def refuted(found: Refutation) -> str:
    """Return the verdict of a proof by clauses as a phrase."""
    differ = found.answer.differ(found.other) if found.answer and found.other else ()
    return verdicts.verdict(found.verdict, differ)


def proof(found: Refutation) -> str:
    """Return how large a proof is, as a sentence."""
    return _("{clauses} contradict each other; the proof has {steps}").format(
        clauses=counts.clauses(len(found.clauses)), steps=counts.steps(len(found.proof))
    )


def literals(found: Refutation) -> Iterator[tuple[int, str, str]]:
    """Yield each literal of a refutation, from 1 on, with its name and what it says, in words."""
    names = found.names
    unions = dict(found.unions)
    made_for = {literal: part.row for part in found.parts for literal in part.auxiliary}
    own = 0 if found.model is None else len(found.model.names)
    for literal, name in enumerate(names, start=1):
        if literal <= own:
            yield literal, name, _variable(found, literal - 1, name)
        elif literal in unions:
            one_of = grammar.all_of(names[other - 1] for other in unions[literal])
            yield literal, name, _("one of these is 1: {names}").format(names=one_of)
        else:
            yield literal, name, _("a counter of the row {row}").format(row=made_for[literal])


def _variable(found: Refutation, variable: int, name: str) -> str:
    """Return what a variable of the rows says when it is 1."""
    fact = found.model.facts.get(variable) if found.model else None
    if fact is not None:
        return facts.stated(found.puzzle, [Known(*fact)])
    if match := _SEEN.fullmatch(name):
        return _("height {height} stands at lot {lot} from {clue}, and is seen from there").format(
            height=match["height"], lot=match["lot"], clue=_clue(match)
        )
    if match := _PATH.fullmatch(name):
        return _(
            "height {height} stands at lot {lot} from {clue}; of those before it the tallest is {tallest}, and what is"
            " seen comes to {seen}"
        ).format(
            height=match["height"],
            lot=match["lot"],
            clue=_clue(match),
            tallest=match["tallest"],
            seen=match["seen"],
        )
    return _("a monster in the place of a mirror: there is none")


def _clue(match: re.Match[str]) -> str:
    return rules.clues(Side(match["side"]), [int(match["index"]) - 1])


def because(part: Part) -> str:
    """Return what a row comes from, as a phrase."""
    if part.row == ANOTHER and part.reason is None:
        return _("what is to be refuted: some cell differs from the answer")
    return rules.definitions() if part.reason is None else rules.rule(part.reason)


def no_answer(found: Refutation) -> list[str]:
    """Return why a room of beams has no answer, step by step; empty where the engine did not tell."""
    if found.verdict is not Verdict.NONE or found.puzzle.kind.name != "beams":
        return []
    return clashes.no_answer(found.reasons, found.chain)
