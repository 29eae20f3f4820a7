"""Refutations: proofs by clauses that a puzzle has no answer, or no other than the one that is known.

The rows of the puzzle become clauses, the same that the engine ``sat`` takes; for *one*, a last clause says that some
cell differs from the answer. A fresh solver that assumes nothing shows that they contradict each other, and writes a
proof that any checker of DRUP or DRAT proofs can follow without trusting the solver.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from eyeline.engine import NO_LIMITS, Clock, Implication, Limits
from eyeline.engines.clauses import Clauses, Encoding
from eyeline.engines.nogood import Alternatives
from eyeline.engines.refuter import decide
from eyeline.errors import Unable
from eyeline.model import Model, Reason
from eyeline.puzzles import Puzzle
from eyeline.sheet import Cells, Position
from eyeline.solve import Verdict, engine_for, solve

#: The row name of the clause that asks for another answer.
ANOTHER = "another_answer"


class Part(NamedTuple):
    """The clauses of one row: those from ``start`` up to ``end``, from 0, and the auxiliary literals made for them.

    ``row`` is the name of the row and ``reason`` what it comes from, ``None`` for background and for the last clause of
    a proof of *one*, which is named ``another_answer``.
    """

    row: str
    reason: Reason | None
    start: int
    end: int
    auxiliary: range


@dataclass(frozen=True, slots=True)
class Refutation:
    """What clauses prove of a puzzle.

    ``verdict`` is *none* or *one* with a ``proof``, *many* (``answer`` and ``other`` are two answers) or *unknown* (a
    limit came first; ``answer`` is one that was found). ``clauses`` are tuples of literals: variable v of ``model`` is
    literal v + 1, its negative says that it is 0; literals beyond are auxiliary, up to ``literals``, and ``unions`` has
    for those that say "one of these holds" what these are. ``parts`` says of which row each clause is, in order. With
    *one*, the last clause says that an answer differs from ``answer``.

    ``proof`` has the lines of the proof in the format DRUP, without deletions: each is a clause, literals and a final
    0, that follows from the clauses and the lines before it by unit propagation; the last is ``0``, the empty clause.
    ``chain`` and ``reasons`` say why there is no answer, where the engine that looked for one could tell. ``seconds``
    is the wall time.
    """

    puzzle: Puzzle
    position: Position | None
    formulation: str
    verdict: Verdict
    answer: Cells | None = None
    other: Cells | None = None
    model: Model | None = None
    clauses: tuple[tuple[int, ...], ...] = ()
    literals: int = 0
    unions: tuple[tuple[int, tuple[int, ...]], ...] = ()
    parts: tuple[Part, ...] = ()
    proof: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()
    chain: tuple[Implication, ...] = ()
    seconds: float = 0.0

    @property
    def proven(self) -> bool:
        """Whether there is a proof."""
        return bool(self.proof)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each literal from 1 on: that of its variable, or for auxiliary ones a number behind ``aux_``."""
        named = tuple(self.model.names) if self.model else ()
        return named + tuple(f"aux_{literal}" for literal in range(len(named) + 1, self.literals + 1))


def refute(
    puzzle: Puzzle,
    *,
    formulation: str | None = None,
    position: Position | None = None,
    engine: str = "auto",
    limits: Limits = NO_LIMITS,
) -> Refutation:
    """Prove by clauses that a puzzle has one answer, or none.

    ``engine`` looks for an answer first; the proof is always that of a solver of its own. ``formulation`` is by default
    the kind's first one, the rows as written on paper. What ``position`` has entered or excluded holds, as in
    :func:`eyeline.solve.solve`. Of the ``limits``, seconds and nodes count. Raises what ``solve`` raises, and
    ``Unable``.

    >>> import eyeline
    >>> found = refute(eyeline.read("3:3/2/1/1/2/2/3/2/1/1/2/2"))
    >>> found.verdict.value, found.proof[-1]
    ('one', '0')
    """
    clock = Clock(limits)
    engine_for(puzzle.kind.name, "sat", "proof")
    formulation = puzzle.formulation(formulation)
    solved = solve(puzzle, engine=engine, limits=replace(limits, answers=None), first=True, position=position)
    found = Refutation(
        puzzle, position, formulation, Verdict.UNKNOWN, solved.cells, reasons=solved.reasons, chain=solved.chain
    )

    def begun() -> tuple[Model, Encoding]:
        model = puzzle.model(formulation, position)
        return model, Encoding(model)

    if solved.verdict is not Verdict.UNKNOWN and not clock.over and (made := clock.made(begun)):
        model, encoding = made
        parts = list(_parts(encoding, model, clock))
        if len(parts) == len(model.rows):
            found = _refuted(found, model, encoding.result(), parts, clock)
    return replace(found, seconds=time.perf_counter() - clock.started)


def _parts(encoding: Encoding, model: Model, clock: Clock) -> Iterator[Part]:
    """Put down the rows one after another, as long as no limit is reached, and yield what became of each."""
    for row in model.rows:
        if clock.over:
            return
        start, first = len(encoding.clauses), encoding.variables + 1
        encoding.advance(1)
        yield Part(row.name, row.reason, start, len(encoding.clauses), range(first, encoding.variables + 1))


def _refuted(found: Refutation, model: Model, encoded: Clauses, parts: list[Part], clock: Clock) -> Refutation:
    """Return what the solver makes of the clauses, with one against the answer where there is one."""
    clauses = list(encoded.clauses)
    if found.answer is not None:
        answer = found.answer
        ones = {variable for variable, fact in model.facts.items() if answer[fact.cell] == fact.value}
        clauses.append(Clauses.nogood(*Alternatives.of(model).nogood(ones)))
        parts = [*parts, Part(ANOTHER, None, len(clauses) - 1, len(clauses), range(0))]
    result = decide(clauses, clock)
    if result.ones is not None and found.answer is None:
        raise Unable("the clauses have an answer that the engine did not find; please report this puzzle")
    found = replace(
        found,
        model=model,
        clauses=tuple(clauses),
        literals=encoded.variables,
        unions=tuple(encoded.unions.items()),
        parts=tuple(parts),
    )
    if result.ones is not None:
        cells = found.puzzle.sheet.cells.filled(model.answer(result.ones))
        return replace(found, verdict=Verdict.MANY, other=cells)
    if result.proof is not None:
        verdict = Verdict.NONE if found.answer is None else Verdict.ONE
        return replace(found, verdict=verdict, proof=result.proof)
    return found
