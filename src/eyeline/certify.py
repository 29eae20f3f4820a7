"""Certificates: proofs that somebody else can check without trusting a solver.

By linear programming: where the relaxation of the rows (any numbers from 0 on in the place of 0 and 1) leaves just the
answer, the theorem of duality promises multipliers for the rows, so that the rows, each times its multiplier, add up to

    sum of c[v] * v  <=  b     with every c[v] >= 0, c[v] > 0 for every value that the answer does not hold, and b <= 0.

A sum of numbers that are 0 or more is at most 0 only if each is 0: no cell can hold another value. The multipliers are
found in floating point and made exact; what is handed out has been added up in fractions.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from eyeline.engine import NO_LIMITS, Clock, Limits
from eyeline.engines.linear import NOISE, dual_rows, least, multipliers
from eyeline.errors import Inexact, TimeUp
from eyeline.model import Model, Row
from eyeline.puzzles import Puzzle
from eyeline.sheet import Cells, Fact, Position
from eyeline.solve import Verdict, engine_for, solve

#: The largest denominators that are tried, in turn, before the multipliers are solved for exactly.
DENOMINATORS = (12, 120, 2000)

#: Beyond so many rows the fewest are looked for among those of one proof, and no longer among all.
MANY_ROWS = 1500

# What is still free once all equations are solved is rounded to such a denominator.
_ROUNDED = 1000

# Below this a relaxation counts as tight. Corners of these programmes have coordinates with small denominators.
_TIGHT = 1e-6


class Term(NamedTuple):
    """A row and what it is multiplied by: 0 or more for a row ``<=``, 0 or less for a row ``>=``."""

    row: Row
    times: Fraction


@dataclass(frozen=True, slots=True)
class Certificate:
    """What the linear relaxation of a puzzle's rows proves.

    ``tight`` says that it proves the verdict, which then is *one* or *none*, and ``terms`` are the rows that do so.
    Else the verdict is what is known without it: *none*, *some*, or *unknown* when no answer was found in time.
    ``answer`` is the answer; ``gap``, where there is one, says how many of the ``cells`` the relaxation can fill
    otherwise, parts of cells counting as parts: 0 when it is tight. ``seconds`` is the wall time.
    """

    puzzle: Puzzle
    formulation: str
    model: Model
    verdict: Verdict
    tight: bool
    answer: Cells | None
    gap: float | None
    terms: tuple[Term, ...]
    seconds: float

    @property
    def proven(self) -> bool:
        """Whether there is a proof: there is one exactly when the relaxation is tight."""
        return self.tight

    @property
    def cells(self) -> int:
        """The number of cells that hold a value, given ones included."""
        return len({fact.cell for fact in self.model.facts.values()})


def certify(
    puzzle: Puzzle,
    *,
    formulation: str | None = None,
    position: Position | None = None,
    engine: str = "auto",
    limits: Limits = NO_LIMITS,
) -> Certificate:
    """Ask the linear relaxation for a proof that a puzzle has one answer, or none.

    ``formulation`` is by default the kind's last one, whose relaxation is the tightest; ``engine`` finds the answer. Of
    the ``limits``, seconds and nodes count. Raises what :func:`eyeline.solve.solve` raises, ``TimeUp`` when a limit is
    reached before a linear programme is solved, and ``Inexact``.

    >>> import eyeline
    >>> proof = certify(eyeline.read("3:3/2/1/1/2/2/3/2/1/1/2/2"))
    >>> proof.verdict.value, proof.tight, proof.gap
    ('one', True, 0.0)
    """
    clock = Clock(limits)
    engine_for(puzzle.kind.name, "highs", "lp")
    formulation = formulation or puzzle.kind.formulations[-1]
    model = clock.made(lambda: puzzle.model(formulation, position))
    if model is None:
        raise TimeUp
    answer: Cells | None = None
    gap: float | None = None
    terms: tuple[Term, ...] = ()
    tight = least(model, {}, clock) is None
    if tight:
        verdict = Verdict.NONE
        terms = prove(model, None, clock)
    else:
        left = Limits(seconds=clock.left, nodes=limits.nodes, cancel=limits.cancel)
        found = solve(puzzle, engine=engine, limits=left, first=True, formulation=None, position=position)
        verdict, answer = found.verdict, found.cells
    if answer is not None:
        held = frozenset(answer.facts())
        optimum = least(model, {v: -1.0 for v, fact in model.facts.items() if fact not in held}, clock)
        # The answer itself is a point of the relaxation, but for the accuracy of the method.
        gap = 0.0 if optimum is None else -optimum.cost
        tight = gap < _TIGHT
        if tight:
            verdict, gap = Verdict.ONE, 0.0
            terms = prove(model, held, clock)
    seconds = time.perf_counter() - clock.started
    return Certificate(puzzle, formulation, model, verdict, tight, answer, gap, terms, seconds)


def prove(model: Model, held: frozenset[Fact] | None, clock: Clock) -> tuple[Term, ...]:
    """Return few rows of a model with multipliers that prove that no fact outside ``held`` holds.

    With ``held`` = ``None`` they prove that there is no answer: all c[v] are 0 or more, and b is below 0. The
    relaxation must be tight. Raises ``Inexact`` and ``TimeUp``.
    """
    aim = _Aim.of(model, held)
    times = _few(model, aim, clock) if held is not None and len(model.rows) > MANY_ROWS else None
    times = times or multipliers(model.rows, aim.weights, aim.bound, clock)
    if times is None:
        raise Inexact("the relaxation is tight, and there are no multipliers that say so")
    for denominator in DENOMINATORS:
        exact = {i: Fraction(t).limit_denominator(denominator) for i, t in enumerate(times) if abs(t) > NOISE}
        if aim.met(model.rows, exact):
            break
    else:
        exact = _solved(model.rows, times, aim)
        if not aim.met(model.rows, exact):
            raise Inexact("the multipliers could not be made exact")
    return tuple(Term(model.rows[i], t) for i, t in exact.items() if t)


def _few(model: Model, aim: _Aim, clock: Clock) -> list[float] | None:
    """Return multipliers of rows of some proof, which is quick to find; a few more rows may be left than need be."""
    kept = dual_rows(model, {v: -1.0 for v, least in aim.weights.items() if least}, clock)
    found = multipliers([model.rows[i] for i in kept], aim.weights, aim.bound, clock)
    if found is None:
        return None
    times = [0.0] * len(model.rows)
    for i, t in zip(kept, found, strict=True):
        times[i] = t
    return times


class _Aim(NamedTuple):
    """What a sum of rows must be: a least weight for each variable, and a greatest bound."""

    weights: Mapping[int, int]
    bound: int

    @classmethod
    def of(cls, model: Model, held: frozenset[Fact] | None) -> _Aim:
        """Any multiple of a proof is a proof, so "above 0" can be 1 or more, and "below 0" can be -1 or less."""
        weights = dict.fromkeys(range(len(model.names)), 0)
        if held is None:
            return cls(weights, -1)
        return cls(weights | {v: 1 for v, fact in model.facts.items() if fact not in held}, 0)

    def met(self, rows: Sequence[Row], times: Mapping[int, Fraction]) -> bool:
        """Return whether the rows times these multipliers, by number, add up to what is asked."""
        if any((t < 0 and rows[i].sense == "<=") or (t > 0 and rows[i].sense == ">=") for i, t in times.items()):
            return False
        weights, bound = added(Term(rows[i], t) for i, t in times.items())
        return bound <= self.bound and all(weights.get(v, 0) >= least for v, least in self.weights.items())


def added(terms: Iterable[Term]) -> tuple[dict[int, Fraction], Fraction]:
    """Return the weights by variable, and the bound, of the sum of some rows times their multipliers."""
    weights: dict[int, Fraction] = {}
    bound = Fraction(0)
    for row, times in terms:
        bound += times * row.bound
        for weight, variable in zip(row.weights, row.variables, strict=True):
            weights[variable] = weights.get(variable, Fraction(0)) + times * weight
    return weights, bound


def _solved(rows: Sequence[Row], times: Sequence[float], aim: _Aim) -> dict[int, Fraction]:
    """Return the exact multipliers of the corner that ``times`` lies at.

    At a corner the multipliers that are not 0 are determined by the conditions that hold with equality. Gaussian
    elimination in fractions; whatever is left undetermined keeps its rounded value.
    """
    support = [i for i, t in enumerate(times) if abs(t) > NOISE]
    sums = dict.fromkeys(aim.weights, 0.0)
    by_variable: dict[int, dict[int, Fraction]] = {}
    bound = 0.0
    for i in support:
        bound += times[i] * rows[i].bound
        for weight, variable in zip(rows[i].weights, rows[i].variables, strict=True):
            sums[variable] += times[i] * weight
            by_variable.setdefault(variable, {})[i] = Fraction(weight)
    equations = [
        (by_variable[v], Fraction(least))
        for v, least in aim.weights.items()
        if v in by_variable and math.isclose(sums[v], least, abs_tol=1e-6)
    ]
    if math.isclose(bound, aim.bound, abs_tol=1e-6):
        equations.append(({i: Fraction(rows[i].bound) for i in support if rows[i].bound}, Fraction(aim.bound)))
    solved: list[tuple[int, dict[int, Fraction], Fraction]] = []
    left = sorted(equations, key=lambda equation: len(equation[0]))
    while left:
        left.sort(key=lambda equation: len(equation[0]))
        weights, right = left.pop(0)
        if not weights:
            continue
        pivot, scale = next(iter(weights.items()))
        weights = {i: w / scale for i, w in weights.items()}
        right /= scale
        solved.append((pivot, weights, right))
        left = [
            (_less(other, weights, factor), bound_ - factor * right)
            if (factor := other.get(pivot, Fraction(0)))
            else (other, bound_)
            for other, bound_ in left
        ]
    exact = {i: Fraction(times[i]).limit_denominator(_ROUNDED) for i in support}
    for pivot, weights, right in reversed(solved):
        exact[pivot] = right - sum((w * exact[i] for i, w in weights.items() if i != pivot), Fraction(0))
    return exact


def _less(one: Mapping[int, Fraction], other: Mapping[int, Fraction], factor: Fraction) -> dict[int, Fraction]:
    """Return ``one - factor * other``, zeros left out."""
    result = dict(one)
    for i, weight in other.items():
        value = result.get(i, Fraction(0)) - factor * weight
        if value:
            result[i] = value
        else:
            result.pop(i, None)
    return result
