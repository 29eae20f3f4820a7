"""The engine ``sat``: a model's rows as clauses, for MiniSat 2.2 of PySAT.

Of the solvers in PySAT, CaDiCaL cannot be interrupted, and Glucose looks at its limits only when it restarts, which can
take seconds. MiniSat looks before every decision, and on clauses as few as ours it is no slower.
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterable, Sequence
from math import inf

from eyeline.deadline import look, paced
from eyeline.engine import Clock, Limits, Outcome, Task, Want
from eyeline.engines.clauses import Clauses, Encoding
from eyeline.engines.search import outcomes, watch
from eyeline.model import Model, Reason

#: Conflicts and propagations, some milliseconds' worth, that are tried before a thread is started.
FIRST_TRY = (100, 100_000)

#: Conflicts that may be spent on leaving out one of the reasons.
CORE_CONFLICTS = 500

#: Rows that are put down between two looks at the limits.
ROWS = 100


class Sat:
    """The engine ``sat``. ``Limits.nodes`` are conflicts."""

    def run(self, task: Task, limits: Limits, want: Want) -> Generator[Outcome, None, None]:
        """Yield as :class:`eyeline.engine.Engine` says.

        With ``Want.CORE`` and no answer, none of the reasons can be left out, unless it takes long to see that. With
        ``Want.COUNT`` no answers are yielded, only their number at the end.
        """
        return outcomes(SatSearch, task, limits, want)


class SatSearch:
    """A model's rows in a solver, kept within the limits of a run.

    With ``Want.CORE`` ``selectors`` has, once the rows are loaded, an assumption literal for each reason, and they hold
    only as far as they are assumed.
    """

    def __init__(self, model: Model, clock: Clock, want: Want) -> None:
        """Load nothing yet."""
        from pysat.solvers import Minisat22

        self._model = model
        self._clock = clock
        self._explained = want is Want.CORE
        self.selectors: dict[Reason, int] = {}
        self._loaded = False
        self._solver = Minisat22()
        self._busy = threading.Lock()

    def close(self) -> None:
        """Free the solver."""
        self._solver.interrupt()
        # Whatever broke off the wait for a search in its thread, the thread ends first.
        with self._busy:
            self._solver.delete()

    def load(self) -> bool:
        """Put down the rows and hand their clauses over, once; return whether that was done in time."""
        return self._loaded or bool(self._clock.made(self._load))

    def _load(self) -> bool:
        """Do what :meth:`load` does; true at its end. Raises ``Overdue``."""
        add = self._solver.add_clause
        encoding = Encoding(self._model, selectors=self._explained)
        clauses = encoding.clauses
        more = True
        done = 0
        while more:
            look()
            more = encoding.advance(ROWS)
            for clause in paced(clauses[done:]):
                add(clause)
            done = len(clauses)
        if last := len(self._model.names):
            # The solver is to know of variables that stand in no row.
            add((last, -last))
        self.selectors = encoding.result().selectors
        self._loaded = True
        return True

    def solve(self, assumptions: Sequence[int] | None = None, most: int | None = None) -> bool | None:
        """Search under ``assumptions``, by default the selectors of all reasons, for at most ``most`` conflicts."""
        if not self.load():
            return None
        held = list(self.selectors.values()) if assumptions is None else assumptions
        nodes = self._clock.limits.nodes
        ceiling = min(inf if nodes is None else nodes, inf if most is None else self._conflicts + most)
        for conflicts, propagations, search in ((*FIRST_TRY, self._here), (inf, inf, self._aside)):
            budget = min(conflicts, ceiling - self._conflicts)
            if budget <= 0 or self._clock.over:
                break
            self._allow(budget, propagations)
            verdict = search(held)
            if verdict is not None:
                return verdict
        return None

    def _allow(self, conflicts: float, propagations: float) -> None:
        # To take off one budget takes off the other as well.
        self._solver.conf_budget(-1)
        if propagations < inf:
            self._solver.prop_budget(int(propagations))
        if conflicts < inf:
            self._solver.conf_budget(int(conflicts))

    @property
    def _conflicts(self) -> int:
        return int(self._solver.accum_stats()["conflicts"])

    def _here(self, assumptions: Sequence[int]) -> bool | None:
        # `expect_interrupt` lets go of the interpreter lock, and leaves Ctrl-C to Python.
        verdict: bool | None = self._solver.solve_limited(assumptions, expect_interrupt=True)
        return verdict

    def _aside(self, assumptions: Sequence[int]) -> bool | None:
        """Search in a thread, so that the limits and Ctrl-C can interrupt it."""
        done = threading.Event()
        verdicts = []

        def work() -> None:
            try:
                with self._busy:
                    verdicts.append(self._here(assumptions))
            finally:
                done.set()

        threading.Thread(target=work, name="eyeline sat", daemon=True).start()
        watch(done, self._clock, self._solver.interrupt)
        return verdicts[0] if verdicts else None

    def ones(self) -> set[int]:
        """Return the variables of the model that are 1 in the answer just found."""
        values = self._solver.get_model()
        return {variable for variable in range(len(self._model.names)) if values[variable] > 0}

    def forbid(self, held: Iterable[int], missing: Iterable[int]) -> None:
        """Ask of all further answers that one of ``held`` is 0 or one of ``missing`` is 1."""
        self._solver.add_clause(Clauses.nogood(held, missing))

    def reasons(self) -> tuple[Reason, ...]:
        """Return a core, each reason of which is needed as far as could be seen in short time."""
        core = self.core()
        for mark in self.selectors.values():
            if mark in core and self.solve([other for other in core if other != mark], CORE_CONFLICTS) is False:
                core = self.core()
        return tuple(reason for reason, mark in self.selectors.items() if mark in core)

    def core(self) -> list[int]:
        """Return assumptions that leave no answer, after a search that found none."""
        # None: the background alone leaves no answer.
        return self._solver.get_core() or []
