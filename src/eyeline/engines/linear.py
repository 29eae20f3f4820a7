"""Linear programmes on HiGHS: a model's rows with variables anywhere from 0 to 1, and what proves things about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from eyeline.deadline import Overdue, look
from eyeline.engine import Clock
from eyeline.errors import TimeUp
from eyeline.model import Model, Row

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]
    Places = npt.NDArray[np.int32]


#: What the methods leave of a number that is 0 in truth.
NOISE = 1e-7
#: The terms that are given to HiGHS at a time.
PART = 500_000


class Optimum(NamedTuple):
    """The least ``cost`` over a programme, and one point that has it: a value for each variable, in order."""

    cost: float
    values: Sequence[float]


def quiet_highs() -> Any:
    """Return a HiGHS solver that prints nothing.

    ``highspy.Highs`` turns its callbacks on before anybody can ask for silence, and in some versions that prints a
    banner on file descriptor 1. Its base class has no callbacks, and none are wanted: they need the interpreter lock,
    and a thread that asks for it while Python shuts down aborts the process.
    """
    from highspy import _core

    solver: Any = _core._Highs()
    solver.setOptionValue("output_flag", False)
    return solver


def hand_over(solver: Any, model: Model, costs: Mapping[int, float] | None = None, *, whole: bool = False) -> None:
    """Give a model to a HiGHS solver, to minimise ``costs`` (by variable); ``whole`` asks for 0 or 1.

    HiGHS cannot be broken off while it takes rows over, so it gets a large model in parts, and the deadline is looked
    at between them.
    """
    parts = _parts(model.rows)
    solver.passModel(_programme(len(model.names), next(parts, []), costs or {}, whole))
    for rows in parts:
        look()
        lower, upper = _bounds(rows)
        starts, variables, weights = _matrix(rows)
        solver.addRows(len(rows), lower, upper, len(variables), starts[:-1], variables, weights)


def _parts(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Cut rows into parts with about so many terms each as take some hundredths of a second."""
    part: list[Row] = []
    terms = 0
    for row in rows:
        part.append(row)
        terms += len(row.variables)
        if terms >= PART:
            yield part
            part, terms = [], 0
    if part:
        yield part


def _programme(variables: int, rows: Sequence[Row], costs: Mapping[int, float], whole: bool) -> Any:
    """Return rows over so many variables as a ``highspy.HighsLp``."""
    import highspy
    import numpy as np

    made = highspy.HighsLp()
    # Without any column HiGHS finds each model empty, whatever its rows say.
    columns = max(1, variables)
    made.num_col_, made.num_row_ = columns, len(rows)
    cost = np.zeros(columns)
    if costs:
        cost[list(costs)] = list(costs.values())
    made.col_cost_ = cost
    made.col_lower_ = np.zeros(columns)
    made.col_upper_ = np.ones(columns)
    made.row_lower_, made.row_upper_ = _bounds(rows)
    made.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    made.a_matrix_.start_, made.a_matrix_.index_, made.a_matrix_.value_ = _matrix(rows)
    if whole:
        made.integrality_ = [highspy.HighsVarType.kInteger] * columns
    return made


def _bounds(rows: Sequence[Row]) -> tuple[Numbers, Numbers]:
    """Return what rows are at least, and at most."""
    import numpy as np

    bounds = np.array([row.bound for row in rows], dtype=np.float64)
    lower = np.where([row.sense == "<=" for row in rows], -np.inf, bounds)
    return lower, np.where([row.sense == ">=" for row in rows], np.inf, bounds)


def _matrix(rows: Sequence[Row]) -> tuple[Places, Places, Numbers]:
    """Return where each row starts, with the end, and the variables and weights of all rows."""
    import numpy as np

    starts = np.concatenate([[0], np.cumsum([len(row.variables) for row in rows])]).astype(np.int32)
    variables = np.array([v for row in rows for v in row.variables], dtype=np.int32)
    return starts, variables, np.array([w for row in rows for w in row.weights], dtype=np.float64)


def _load(solver: Any, model: Model, costs: Mapping[int, float], clock: Clock) -> None:
    """Give a model to a solver. Raises ``TimeUp``."""
    try:
        with clock.deadline():
            hand_over(solver, model, costs)
    except Overdue:
        raise TimeUp from None


def least(model: Model, costs: Mapping[int, float], clock: Clock, *, inside: bool = False) -> Optimum | None:
    """Minimise over the relaxation of a model; ``None`` when that has no point.

    With ``inside`` the point is one from within the set of all that have the least cost (the interior point method,
    without a step to a corner): what can be above 0 there is. Raises ``TimeUp``.
    """
    solver = quiet_highs()
    if inside:
        solver.setOptionValue("solver", "ipm")
        solver.setOptionValue("run_crossover", "off")
        # Presolve would settle on a corner wherever one variable can be expressed by others.
        solver.setOptionValue("presolve", "off")
    _load(solver, model, costs, clock)
    if not solved(solver, clock):
        return None
    return Optimum(solver.getInfo().objective_function_value, list(solver.getSolution().col_value))


def solved(solver: Any, clock: Clock) -> bool:
    """Run a solver, and return whether there is an optimum, ``False`` when there is no point. Raises ``TimeUp``."""
    import highspy

    status = highspy.HighsModelStatus
    if clock.over:
        raise TimeUp
    if clock.left is not None:
        solver.setOptionValue("time_limit", solver.getRunTime() + clock.left)
    solver.run()
    found = solver.getModelStatus()
    if found in (status.kOptimal, status.kModelEmpty):
        return True
    if found in (status.kInfeasible, status.kUnboundedOrInfeasible):
        return False
    raise TimeUp


def dual_rows(model: Model, costs: Mapping[int, float], clock: Clock) -> list[int]:
    """Return the numbers of the rows that one optimal dual solution uses, in order: they alone bound the costs so.

    Variables may go beyond 1 here, so that only the rows count. Raises ``TimeUp``.
    """
    import numpy as np

    solver = quiet_highs()
    _load(solver, model, costs, clock)
    columns = solver.getNumCol()
    solver.changeColsBounds(columns, np.arange(columns, dtype=np.int32), np.zeros(columns), np.full(columns, np.inf))
    if not solved(solver, clock):
        return []
    return [number for number, size in enumerate(solver.getSolution().row_dual) if abs(size) > NOISE]


def multipliers(
    rows: Sequence[Row], weights: Mapping[int, float], bound: float, clock: Clock, *, rounds: int = 3
) -> list[float] | None:
    """Return a multiplier for each row, few of them other than 0, so that the rows added up make a proof.

    The sum of the rows, ``sum of c[v] * v <= b``, has c[v] at least ``weights[v]`` for every variable named there and b
    at most ``bound``; rows ``<=`` get multipliers of 0 or more, rows ``>=`` of 0 or less. ``None``: there are none.

    The sum of the sizes of the multipliers is minimised, then again with a cost for each that is the greater the
    smaller it came out, so that small ones go to 0 (Candès, Wakin and Boyd, Enhancing sparsity by reweighted l1
    minimization, 2008). Every round ends in a corner; of all rounds the one with the fewest rows counts. Raises
    ``TimeUp``.
    """
    import highspy
    import numpy as np

    parts = [
        (number, sign)
        for number, row in enumerate(rows)
        for sign in (1, -1)
        if not (row.sense == "<=" and sign < 0) and not (row.sense == ">=" and sign > 0)
    ]
    place = {variable: i for i, variable in enumerate(weights, start=1)}
    index, value, start = [], [], [0]
    for number, sign in parts:
        row = rows[number]
        index += [0, *(place[v] for v in row.variables)]
        value += [sign * row.bound, *(sign * w for w in row.weights)]
        start.append(len(index))
    made = highspy.HighsLp()
    made.num_col_, made.num_row_ = len(parts), len(weights) + 1
    costs = np.ones(len(parts))
    made.col_cost_ = costs
    made.col_lower_, made.col_upper_ = np.zeros(len(parts)), np.full(len(parts), np.inf)
    made.row_lower_ = np.array([-np.inf, *weights.values()])
    made.row_upper_ = np.array([bound, *[np.inf] * len(weights)])
    made.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    made.a_matrix_.start_ = np.array(start, dtype=np.int32)
    made.a_matrix_.index_ = np.array(index, dtype=np.int32)
    made.a_matrix_.value_ = np.array(value, dtype=np.float64)
    solver = quiet_highs()
    solver.passModel(made)
    best: Numbers | None = None
    for _ in range(rounds):
        if not solved(solver, clock):
            break
        found = np.array(solver.getSolution().col_value)
        if best is None or np.count_nonzero(found > NOISE) < np.count_nonzero(best > NOISE):
            best = found
        costs = 1 / (found + 0.05)
        solver.changeColsCost(len(parts), np.arange(len(parts), dtype=np.int32), costs)
    if best is None:
        return None
    times = [0.0] * len(rows)
    for (number, sign), size in zip(parts, best, strict=True):
        times[number] += sign * float(size)
    return times
