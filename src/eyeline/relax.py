"""The linear relaxation of a model: its rows, with variables anywhere between 0 and 1."""

from __future__ import annotations

from typing import Any

from eyeline.engine import Clock, Limits
from eyeline.errors import EyelineError
from eyeline.model import Model
from eyeline.sheet import Fact

# What the simplex method leaves of a number that is whole in truth.
_NOISE = 1e-9


class TimeUp(EyelineError):
    """A limit that was reached before the linear programme was solved."""

    code = "time-up"


def relaxation(model: Model, *, limits: Limits | None = None) -> dict[Fact, float] | None:
    """Return a value from 0 to 1 for every fact of a model: a point of the linear relaxation, found by HiGHS.

    ``None`` says that even the relaxation has no point, and so the puzzle no answer. Where there are many points this
    is the vertex that the simplex method comes to without an objective. Raises ``TimeUp`` when
    ``limits.seconds`` is over.
    """
    import highspy
    import numpy as np

    clock = Clock(limits or Limits())
    sizes = [len(row.variables) for row in model.rows]
    bounds = [row.bound for row in model.rows]
    senses = [row.sense for row in model.rows]
    programme = highspy.HighsLp()
    programme.num_col_, programme.num_row_ = len(model.names), len(model.rows)
    programme.col_cost_ = np.zeros(len(model.names))
    programme.col_lower_ = np.zeros(len(model.names))
    programme.col_upper_ = np.ones(len(model.names))
    programme.row_lower_ = np.array(
        [-np.inf if sense == "<=" else bound for sense, bound in zip(senses, bounds, strict=True)], dtype=np.float64
    )
    programme.row_upper_ = np.array(
        [np.inf if sense == ">=" else bound for sense, bound in zip(senses, bounds, strict=True)], dtype=np.float64
    )
    programme.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    programme.a_matrix_.start_ = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    programme.a_matrix_.index_ = np.array([v for row in model.rows for v in row.variables], dtype=np.int32)
    programme.a_matrix_.value_ = np.array([w for row in model.rows for w in row.weights], dtype=np.float64)
    solver: Any = quiet_highs()
    if clock.left is not None:
        solver.setOptionValue("time_limit", clock.left)
    solver.passModel(programme)
    solver.run()
    status = solver.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return None
    if status not in (highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kModelEmpty):
        raise TimeUp("a limit was reached before the linear relaxation was solved")
    values = solver.getSolution().col_value
    return {fact: _cleaned(values[variable]) for variable, fact in model.facts.items()}


def quiet_highs() -> Any:
    """Return a HiGHS solver that prints nothing.

    The public class prints a banner on file descriptor 1 as soon as it is made, whatever its options; the class below
    it, which has all that is needed here, does not.
    """
    from highspy import _core

    solver: Any = _core._Highs()
    solver.setOptionValue("output_flag", False)
    return solver


def _cleaned(value: float) -> float:
    value = min(1.0, max(0.0, value))
    return float(round(value)) if abs(value - round(value)) < _NOISE else value
