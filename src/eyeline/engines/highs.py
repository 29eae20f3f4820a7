"""The engine ``highs``: a model's rows as they stand, for the integer programming solver HiGHS.

Whether an answer is the only one is asked by a second programme, the *uniqueness programme*: over the same rows, keep
as few of the answer's values as can be. The answer itself keeps all N of them, and any other at most N - 1. So where
the bound of the programme reaches N there is no other answer; and else its optimum is an answer that differs in as many
cells as any can.
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterable, Sequence
from math import inf

from eyeline.engine import Clock, Limits, Outcome, Task, Want
from eyeline.engines.linear import hand_over, quiet_highs
from eyeline.engines.search import outcomes, watch
from eyeline.model import Model

#: Seconds that a solver has to stop when it is asked to. HiGHS looks up between steps of its work, and some are long:
#: then it is left behind, and its thread ends when it notices.
GRACE = 0.5

#: Nodes that may be spent on looking for the answer that differs most, when one that differs is enough for the verdict.
NODES_TO_DIFFER = 500

#: The largest number of nodes that HiGHS takes as a limit.
MOST_NODES = 2**31 - 1

#: The presolve rules that are off, as bits. The aggregator (12) saves columns of the textbook rows and loses their
#: sparsity: with it, the slowest of the 9×9 puzzles that were measured took four times as long, and none was faster.
RULES_OFF = 1 << 12


class Highs:
    """The engine ``highs``. ``Limits.nodes`` are nodes of branch and bound; each search takes at least one."""

    def run(self, task: Task, limits: Limits, want: Want) -> Generator[Outcome, None, None]:
        """Yield as :class:`eyeline.engine.Engine` says.

        An answer is yielded only when it keeps the rows exactly; one that does not ends the run as *stopped*. With
        ``Want.COUNT`` no answers are yielded, only their number at the end. This engine names no reasons. When two
        answers are asked for, the second is one that differs from the first in the most cells, or the best one seen
        where it takes more than :data:`NODES_TO_DIFFER` nodes to be sure.
        """
        pair = want is Want.ANSWERS and limits.answers == 2
        return outcomes(lambda model, clock, _: _Search(model, clock, pair), task, limits, want)


class _Search:
    def __init__(self, model: Model, clock: Clock, pair: bool) -> None:
        import highspy

        self._api = highspy
        self._model = model
        self._clock = clock
        self._pair = pair
        self._nodes = clock.limits.nodes
        self._forbidden: list[tuple[set[int], set[int]]] = []
        self._idle = threading.Event()
        self._idle.set()
        # Whether the solver was left at work, since it did not stop in time.
        self._abandoned = False
        self._ones: set[int] = set()
        self._solver = quiet_highs()
        for name, value in (("threads", 1), ("random_seed", 0), ("presolve_rule_off", RULES_OFF)):
            self._solver.setOptionValue(name, value)
        hand_over(self._solver, model, whole=True)

    def close(self) -> None:
        if not self._abandoned:
            self._stop()
            # If stopping takes long, the solver is freed by its thread.
            self._idle.wait(GRACE)
        del self._solver

    def _stop(self) -> None:
        # HiGHS reads the limit anew at each look, in presolve too, where it would not look for an interrupt.
        self._solver.setOptionValue("time_limit", 0.0)

    def forbid(self, held: Iterable[int], missing: Iterable[int]) -> None:
        import numpy as np

        ones, zeros = list(held), list(missing)
        self._forbidden.append((set(ones), set(zeros)))
        self._solver.addRows(
            1,
            np.array([-self._api.kHighsInf]),
            np.array([len(ones) - 1.0]),
            len(ones) + len(zeros),
            np.zeros(1, dtype=np.int32),
            np.array([*ones, *zeros], dtype=np.int32),
            np.array([1.0] * len(ones) + [-1.0] * len(zeros)),
        )
        if self._pair:
            self._cost([*ones, *zeros], [1.0] * len(ones) + [-1.0] * len(zeros))

    def _cost(self, variables: Sequence[int], costs: Sequence[float]) -> None:
        import numpy as np

        self._solver.changeColsCost(len(variables), np.array(variables, dtype=np.int32), np.array(costs))

    def solve(self) -> bool | None:
        """Search; ``None`` also when an answer is wrong once its values are rounded."""
        if self._pair and self._forbidden:
            verdict = self._solve(NODES_TO_DIFFER)
            if verdict is not None or self._clock.over or self._nodes == 0:
                return verdict
            # Nothing that differs has been found so far: any will do.
            every = range(len(self._model.names))
            self._cost(every, [0.0] * len(every))
        return self._solve(MOST_NODES)

    def _solve(self, most: int) -> bool | None:
        """Search over at most ``most`` nodes; an answer counts even where a better one might be found."""
        if self._clock.over or self._nodes == 0:
            return None
        left = inf if self._clock.left is None else self._clock.left
        nodes = most if self._nodes is None else min(self._nodes, most)
        # The solver counts the time of all its runs together.
        self._solver.setOptionValue("time_limit", self._solver.getRunTime() + left)
        self._solver.setOptionValue("mip_max_nodes", nodes)
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
        self._ones = {variable for variable in range(len(self._model.names)) if values[variable] > 0.5}
        return True if self._holds() else None

    def _holds(self) -> bool:
        """Return whether the answer, made of whole numbers, keeps every row and is a new one."""
        known = any(held <= self._ones and missing.isdisjoint(self._ones) for held, missing in self._forbidden)
        return not known and next(self._model.broken(self._ones), None) is None

    def _finished(self) -> bool:
        """Run the solver in a thread of its own; return whether it ended, by itself or soon after being asked to."""
        solver, idle = self._solver, self._idle

        def work() -> None:
            try:
                solver.run()
            finally:
                idle.set()

        idle.clear()
        threading.Thread(target=work, name="eyeline highs", daemon=True).start()
        done = watch(idle, self._clock, self._stop, GRACE)
        self._abandoned = not done
        return done

    def ones(self) -> set[int]:
        return self._ones

    def reasons(self) -> None:
        return None
