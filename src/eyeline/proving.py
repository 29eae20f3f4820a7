"""Sentences about proofs by clauses, what they are made of, and about trimmed puzzles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from eyeline import words
from eyeline.catalogue import gettext as _
from eyeline.catalogue import ngettext
from eyeline.grid import Port, Side
from eyeline.model import Reason
from eyeline.puzzles import Puzzle
from eyeline.refutation import ANOTHER, Part, Refutation
from eyeline.sheet import Fact
from eyeline.solve import Verdict
from eyeline.trimming import Trimmed

#: The names of variables of skyscrapers that stand for no value of a cell: see :mod:`eyeline.puzzles.skyscrapers`.
_SEEN = re.compile(r"z_clue_(?P<side>[a-z]+)_(?P<index>\d+)_(?P<lot>\d+)_(?P<height>\d+)")
_PATH = re.compile(
    r"path_clue_(?P<side>[a-z]+)_(?P<index>\d+)_(?P<lot>\d+)_(?P<tallest>\d+)_(?P<seen>\d+)_(?P<height>\d+)"
)


# --- refutations


def refuted(found: Refutation) -> str:
    """Return the verdict of a proof by clauses as a phrase."""
    differ = found.answer.differ(found.other) if found.answer and found.other else ()
    return words.verdict(found.verdict, differ)


def proof(found: Refutation) -> str:
    """Return how large a proof is, as a sentence."""
    clauses = ngettext("{n} clause", "{n} clauses", len(found.clauses)).format(n=len(found.clauses))
    steps = ngettext("{n} step", "{n} steps", len(found.proof)).format(n=len(found.proof))
    return _("{clauses} contradict each other; the proof has {steps}").format(clauses=clauses, steps=steps)


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
            one_of = words.join([names[other - 1] for other in unions[literal]])
            yield literal, name, _("one of these is 1: {names}").format(names=one_of)
        else:
            yield literal, name, _("a counter of the row {row}").format(row=made_for[literal])


def _variable(found: Refutation, variable: int, name: str) -> str:
    """Return what a variable of the rows says when it is 1."""
    fact = found.model.facts.get(variable) if found.model else None
    if fact is not None:
        return holds(found.puzzle, fact)
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
    return words.reason(Reason("clue", Port(Side(match["side"]), int(match["index"]) - 1)))


def holds(puzzle: Puzzle, fact: Fact) -> str:
    """Return a fact as a sentence."""
    if puzzle.kind.name == "beams":
        return _("the shooter at {cell} is turned {way}").format(cell=fact.cell, way=words.turned(fact.value))
    return _("{cell} holds {value}").format(cell=fact.cell, value=words.token_name(puzzle, fact.value))


def because(part: Part) -> str:
    """Return what a row comes from, as a phrase."""
    if part.row == ANOTHER and part.reason is None:
        return _("what is to be refuted: some cell differs from the answer")
    return words.definitions() if part.reason is None else words.reason(part.reason)


def clash(found: Refutation) -> list[str]:
    """Return why a room of beams has no answer, step by step; empty where the engine did not tell."""
    if found.verdict is not Verdict.NONE or found.puzzle.kind.name != "beams":
        return []
    return words.no_answer(found.reasons, found.chain)


def written(directory: str, files: int) -> str:
    """Return that a proof was written, as a phrase."""
    return ngettext("written: {n} file in {directory}", "written: {n} files in {directory}", files).format(
        n=files, directory=directory
    )


def unwritten(directory: str) -> str:
    """Return that there was no proof to be written, as a phrase."""
    return _("nothing is written to {directory}: there is no proof").format(directory=directory)


# --- trimmed puzzles


def trimmed(found: Trimmed) -> list[str]:
    """Return what was left out of a puzzle and what could be, as sentences."""
    if found.verdict is not Verdict.ONE:
        solved = found.solved
        return [
            words.verdict(solved.verdict, solved.differ),
            *words.no_answer(solved.reasons, solved.chain),
            _("only a puzzle with exactly one answer can be trimmed"),
        ]
    if not found.kept and not found.removed:
        return [_nothing(found.puzzle)]
    told = []
    if found.removed:
        gone = _("{n} of {all} left out: {what}")
        number = len(found.removed)
        told.append(gone.format(n=number, all=number + len(found.kept), what=on_the_page(found.removed)))
    elif not found.undecided:
        told.append(_("nothing can be left out"))
    if found.alone:
        singly = ngettext(
            "this could go on its own: {what}", "each of these could go on its own: {what}", len(found.alone)
        )
        told.append(singly.format(what=on_the_page(found.alone)))
    if found.undecided:
        told.append(_("a limit was reached before these were tried: {what}").format(what=on_the_page(found.undecided)))
    elif found.least is not None and found.least < len(found.kept):
        told.append(
            _("a limit was reached: {n} are left, and it is only known that there must be {least}").format(
                n=len(found.kept), least=found.least
            )
        )
    elif found.unclear:
        told.append(
            _("a limit was reached; it is not known whether these could go on their own: {what}").format(
                what=on_the_page(found.unclear)
            )
        )
    return told


def _nothing(puzzle: Puzzle) -> str:
    if puzzle.kind.name == "beams":
        return _("nothing to trim: mirrors, walls and shooters that are not turned yet are no clues")
    return _("nothing to trim: there are no clues and no givens")


def on_the_page(reasons: Iterable[Reason]) -> str:
    """Return clues, givens and totals as one phrase, those of a side together.

    >>> from eyeline.grid import Cell
    >>> on_the_page([Reason("given", Cell(0, 1)), Reason("clue", Port(Side.TOP, 0)), Reason("clue", Port(Side.TOP, 2))])
    'the given at r1c2; the clues above columns 1 and 3'
    """
    held = list(reasons)
    parts = []
    if cells := [str(reason.of) for reason in held if reason.rule == "given"]:
        listed = ngettext("the given at {cells}", "the givens at {cells}", len(cells))
        parts.append(listed.format(cells=words.join(cells)))
    parts += [words.reason(reason) for reason in held if reason.rule == "total"]
    for side in Side:
        ports = [reason.of for reason in held if isinstance(reason.of, Port) and reason.of.side is side]
        if ports:
            parts.append(_side(side, [port.index + 1 for port in ports]))
    return "; ".join(parts)


def _side(side: Side, numbers: Sequence[int]) -> str:
    n = len(numbers)
    pattern = {
        Side.TOP: ngettext("the clue above column {i}", "the clues above columns {i}", n),
        Side.BOTTOM: ngettext("the clue below column {i}", "the clues below columns {i}", n),
        Side.LEFT: ngettext("the clue at the left of row {i}", "the clues at the left of rows {i}", n),
        Side.RIGHT: ngettext("the clue at the right of row {i}", "the clues at the right of rows {i}", n),
    }[side]
    return pattern.format(i=words.join([str(number) for number in numbers]))
