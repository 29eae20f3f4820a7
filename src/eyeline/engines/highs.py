"""The engine ``highs``: a model's rows as they stand, for the integer programming solver HiGHS."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterable
from contextlib import closing
from math import inf
from typing import Any

from eyeline.engine import Clock, Limits, Outcome, Status, Task, Want
from eyeline.engines.nogood import Alternatives
from eyeline.model import Model

#: Seconds between two looks at the limits while the solver runs in its thread.
TICK = 0.03

#: Seconds that a solver has to stop when it is asked to. HiGHS looks up between steps of its work, and some are long:
#: then it is left behind, and its thread ends when it notices.
GRACE = 0.5

#: The largest number of nodes that HiGHS takes as a limit.
MOST_NODES = 2**31 - 1


class Highs:
    """The engine ``highs``. ``Limits.nodes`` are nodes of branch and bound; each search takes at least one."""

    def run(self, task: Task, limits: Limits, want: Want) -> Generator[Outcome, None, None]:
        """Yield as :class:`eyeline.engine.Engine` says.

        An answer is yielded only when it satisfies the rows exactly; one that does not ends the run as *stopped*. With
        ``Want.COUNT`` only the number of answers is yielded, at the end. Reasons are not known to this engine.
        """
        clock = Clock(limits)
        found = 0
        verdict: bool | None = None
        if not clock.over and limits.nodes != 0 and limits.answers != 0:
            model = task.model
            alternatives = Alternatives.of(model)
            with closing(_Search(model, clock)) as search:
                while verdict := search.solve():
                    found += 1
                    held, missing = alternatives.nogood(search.ones)
                    if want is not Want.COUNT:
                        yield Outcome(Status.FOUND, model.answer(held))
                    if not held and not missing:
                        verdict = False
                        break
                    if found == limits.answers:
                        verdict = None
                        break
                    search.forbid(held, missing)
        status = Status.STOPPED if verdict is None else Status.EXHAUSTED
        yield Outcome(status, count=found if want is Want.COUNT else None)


class _Search:
    """A solver with its rows, kept within the limits of a run. ``ones`` are the variables that are 1 in an answer."""

    def __init__(self, model: Model, clock: Clock) -> None:
        import highspy
        from highspy._core import _Highs

        self._api = highspy
        self._model = model
        self._clock = clock
        self._nodes = clock.limits.nodes
        self._forbidden: list[tuple[frozenset[int], frozenset[int]]] = []
        self._stop = threading.Event()
        self._idle = threading.Event()
        self._idle.set()
        self.ones: set[int] = set()
        # `highspy.Highs` turns its callbacks on before anybody can ask for silence, and in some versions that prints a
        # banner on file descriptor 1. Its base class leaves the order to us.
        self._solver = _Highs()
        for name, value in (("output_flag", False), ("threads", 1), ("random_seed", 0)):
            self._solver.setOptionValue(name, value)
        kinds = highspy.cb.HighsCallbackType
        self._solver.setCallback(self._look_up, None)
        for kind in (kinds.kCallbackMipInterrupt, kinds.kCallbackSimplexInterrupt, kinds.kCallbackIpmInterrupt):
            self._solver.startCallback(kind)
        self._load()

    def close(self) -> None:
        """Stop the solver if it runs, and let go of it: it is freed here, or by its thread if stopping takes long."""
        self._stop.set()
        self._idle.wait(GRACE)
        del self._solver

    def _look_up(self, kind: object, message: str, seen: object, told: Any, data: object) -> None:
        if self._stop.is_set():
            told.user_interrupt = True

    def _load(self) -> None:
        import numpy as np

        rows = self._model.rows
        # Without any column HiGHS finds each model empty, whatever its rows say.
        columns = max(1, len(self._model.names))
        starts = np.zeros(len(rows) + 1, dtype=np.int32)
        np.cumsum([len(row.variables) for row in rows], out=starts[1:])
        variables = [variable for row in rows for variable in row.variables]
        weights = [weight for row in rows for weight in row.weights]
        infinity = self._api.kHighsInf
        self._solver.passModel(
            columns,
            len(rows),
            len(variables),
            int(self._api.MatrixFormat.kRowwise),
            int(self._api.ObjSense.kMinimize),
            0.0,
            np.zeros(columns),
            np.zeros(columns),
            np.ones(columns),
            np.array([-infinity if row.sense == "<=" else row.bound for row in rows], dtype=np.float64),
            np.array([infinity if row.sense == ">=" else row.bound for row in rows], dtype=np.float64),
            starts,
            np.array(variables, dtype=np.int32),
            np.array(weights, dtype=np.float64),
            np.full(columns, int(self._api.HighsVarType.kInteger), dtype=np.int32),
        )

    def forbid(self, held: Iterable[int], missing: Iterable[int]) -> None:
        """Ask of all further answers that one of ``held`` is 0 or one of ``missing`` is 1."""
        import numpy as np

        ones, zeros = frozenset(held), frozenset(missing)
        self._forbidden.append((ones, zeros))
        self._solver.addRows(
            1,
            np.array([-self._api.kHighsInf]),
            np.array([len(ones) - 1.0]),
            len(ones) + len(zeros),
            np.zeros(1, dtype=np.int32),
            np.array([*ones, *zeros], dtype=np.int32),
            np.array([1.0] * len(ones) + [-1.0] * len(zeros)),
        )

    def solve(self) -> bool | None:
        """Return whether there is a further answer; ``None`` when a limit was reached first, or rounding went wrong."""
        left = self._clock.left
        if self._clock.over or self._nodes == 0:
            return None
        # The solver counts the time of all its runs. It stops by its own clock sooner than by being asked to.
        self._solver.setOptionValue("time_limit", inf if left is None else self._solver.getRunTime() + left)
        self._solver.setOptionValue(
            "mip_max_nodes", MOST_NODES if self._nodes is None else min(self._nodes, MOST_NODES)
        )
        if not self._finished():
            return None
        if self._nodes is not None:
            self._nodes = max(0, self._nodes - max(1, self._solver.getInfo().mip_node_count))
        states = self._api.HighsModelStatus
        if self._solver.getModelStatus() in (states.kInfeasible, states.kUnboundedOrInfeasible):
            return False
        solution = self._solver.getSolution()
        if not solution.value_valid:
            return None
        values = solution.col_value
        self.ones = {variable for variable in range(len(self._model.names)) if values[variable] > 0.5}
        return True if self._holds() else None

    def _holds(self) -> bool:
        """Return whether the answer, made of whole numbers, keeps every row and is a new one."""
        known = any(held <= self.ones and missing.isdisjoint(self.ones) for held, missing in self._forbidden)
        return not known and next(self._model.broken(self.ones), None) is None

    def _finished(self) -> bool:
        """Run the solver in a thread of its own; return whether it ended, by itself or soon after being asked to."""
        solver = self._solver
        idle = self._idle

        def work() -> None:
            try:
                solver.run()
            finally:
                idle.set()

        idle.clear()
        threading.Thread(target=work, name="eyeline highs", daemon=True).start()
        while not idle.wait(TICK if self._clock.left is None else min(TICK, self._clock.left)):
            if self._clock.over:
                self._stop.set()
                return idle.wait(GRACE)
        return True
