"""Rows as CPMpy takes them, handed over to one of its solvers.

CPMpy (Guns, Increasing modeling language convenience with a universal n-dimensional array, CPpy as python-embedded
example, ModRef 2019) speaks to Exact, Gurobi, MiniZinc, OR-Tools, SCIP, Z3 and others.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

#: Weights, variables, sense and bound of a row of a model.
Terms: TypeAlias = tuple[Sequence[int], Sequence[int], str, int]

#: Rows that are handed over between two looks at the limits.
LOAD = 50

_SENSES = {"<=": operator.le, "=": operator.eq, ">=": operator.ge}


def solvers() -> dict[str, bool]:
    """Return the names of the solvers that CPMpy knows, its default first, and whether each is installed."""
    from cpmpy.solvers.utils import SolverLookup

    return {name: bool(held.supported()) for name, held in SolverLookup.base_solvers()}


class Posted:
    """A solver by its name in CPMpy (``None`` = CPMpy's default), and the variables of a model in it."""

    def __init__(self, variables: int, solver: str | None) -> None:
        """Make a solver without rows for variables 0 to ``variables - 1``."""
        import cpmpy
        from cpmpy.solvers.utils import SolverLookup

        # Names of our own: CPMpy numbers variables by a counter that two threads may step at once.
        self._variables = [cpmpy.boolvar(name=f"x{number}") for number in range(variables)]
        self.solver = SolverLookup.get(solver)

    def post(self, rows: Iterable[Terms], look: Callable[[], object]) -> None:
        """Hand over rows; ``look`` is called now and then, and may raise."""
        import cpmpy

        met: set[int] = set()
        for number, (weights, variables, sense, bound) in enumerate(rows):
            if number % LOAD == 0:
                look()
            met.update(variables)
            self.solver += self._row(weights, variables, sense, bound)
        for number, variable in enumerate(self._variables):
            if number not in met:
                # A solver only knows variables that stand somewhere; this row holds whatever the variable is.
                self.solver += variable | cpmpy.boolvar(name=f"y{number}")

    def _row(self, weights: Sequence[int], variables: Sequence[int], sense: str, bound: int) -> Any:
        import cpmpy
        from cpmpy.expressions.core import Operator

        compare = _SENSES[sense]
        # A plain list: CPMpy 1.1 does not reduce a sum over an array of shape (1, k).
        terms = [self._variables[variable] for variable in variables]
        if not terms:
            return cpmpy.BoolVal(compare(0, bound))
        if all(weight == 1 for weight in weights):
            return compare(Operator("sum", terms), bound)
        return compare(Operator("wsum", (list(weights), terms)), bound)

    def solve(self, **options: object) -> bool | None:
        """Return whether the rows can be met, ``None`` when the solver does not say."""
        from cpmpy.solvers.solver_interface import ExitStatus

        if self.solver.solve(**options):
            return True
        return False if self.solver.status().exitstatus == ExitStatus.UNSATISFIABLE else None

    def ones(self) -> Iterator[int]:
        """Yield the variables that are 1 in the answer just found."""
        return (number for number, variable in enumerate(self._variables) if variable.value())

    def forbid(self, held: Iterable[int], missing: Iterable[int]) -> None:
        """Ask of all further answers that one of ``held`` is 0 or one of ``missing`` is 1."""
        import cpmpy

        variables = self._variables
        self.solver += cpmpy.any([*(~variables[v] for v in held), *(variables[v] for v in missing)])
