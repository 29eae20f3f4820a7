"""The linear relaxation of a model: its rows, with variables anywhere between 0 and 1."""

from __future__ import annotations

from eyeline.engine import NO_LIMITS, Clock, Limits
from eyeline.engines.linear import least
from eyeline.model import Model
from eyeline.puzzles import Puzzle
from eyeline.sheet import Fact

# What the interior point method leaves of a number that is whole in truth.
_NOISE = 1e-6


def relaxation(of: Puzzle | Model, *, limits: Limits = NO_LIMITS) -> dict[Fact, float] | None:
    """Return a value from 0 to 1 for every fact of a puzzle or model: a point of the linear relaxation, by HiGHS.

    ``None`` says that even the relaxation has no point, and so the puzzle no answer. Where there are many points this
    is one from the middle: a fact that is 0 (or 1) there is 0 (or 1) in every point, up to the accuracy of the
    interior point method, and so in every answer. A puzzle stands for the first of its formulations. Raises ``TimeUp``
    when ``limits.seconds`` is over.
    """
    model = of.model() if isinstance(of, Puzzle) else of
    optimum = least(model, {}, Clock(limits), inside=True)
    return None if optimum is None else {fact: _cleaned(optimum.values[v]) for v, fact in model.facts.items()}


def _cleaned(value: float) -> float:
    value = min(1.0, max(0.0, value))
    return float(round(value)) if abs(value - round(value)) < _NOISE else value
