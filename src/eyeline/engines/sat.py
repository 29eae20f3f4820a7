"""The engine ``sat``: a model's rows as clauses, for MiniSat 2.2 of PySAT.

Of the solvers in PySAT, CaDiCaL cannot be interrupted, and Glucose looks at its limits only when it restarts, which can
take seconds. MiniSat looks before every decision, and on clauses as few as ours it is no slower.
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from math import inf

from eyeline.engine import Clock, Limits, Outcome, Status, Task, Want
from eyeline.engines.clauses import Clauses, Encoding
from eyeline.engines.nogood import Alternatives
from eyeline.model import Model, Reason

#: Seconds between two looks at the limits while the solver runs in its thread.
TICK = 0.03

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
        ``Want.COUNT`` only the number of answers is yielded, at the end.
        """
        clock = Clock(limits)
        found = 0
        verdict: bool | None = None
        reasons: tuple[Reason, ...] | None = None
        if not clock.over and limits.nodes != 0 and limits.answers != 0:
            model = task.model
            alternatives = Alternatives.of(model)
            with closing(_Search(model, want is Want.CORE, clock)) as search:
                while verdict := search.solve():
                    found += 1
                    held, missing = alternatives.nogood(search.ones())
                    if want is not Want.COUNT:
                        yield Outcome(Status.FOUND, model.answer(held))
                    if not held and not missing:
                        verdict = False
                        break
                    if found == limits.answers:
                        verdict = None
                        break
                    search.forbid(held, missing)
                if verdict is False and not found and want is Want.CORE:
                    reasons = search.core()
        status = Status.STOPPED if verdict is None else Status.EXHAUSTED
        yield Outcome(status, reasons=reasons, count=found if want is Want.COUNT else None)


class _Search:
    """A solver with its clauses, kept within the limits of a run."""

    def __init__(self, model: Model, selectors: bool, clock: Clock) -> None:
        from pysat.solvers import Minisat22

        self._clock = clock
        self._variables = len(model.names)
        self._encoding = Encoding(model, selectors=selectors)
        self._selectors: dict[Reason, int] = {}
        self._loaded = False
        self._solver = Minisat22()
        self._busy = threading.Lock()

    def close(self) -> None:
        """Free the solver. Whatever broke off a search in its thread, the thread ends first."""
        self._solver.interrupt()
        with self._busy:
            self._solver.delete()

    def _load(self) -> bool:
        """Put down the rows and hand their clauses over; return whether that was done in time."""
        add = self._solver.add_clause
        clauses = self._encoding.clauses
        more = True
        done = 0
        while more:
            if self._clock.over:
                return False
            more = self._encoding.advance(ROWS)
            for clause in clauses[done:]:
                add(clause)
            done = len(clauses)
        if self._variables:
            # The solver is to know of variables that stand in no row.
            add((self._variables, -self._variables))
        self._selectors = self._encoding.result().selectors
        self._loaded = True
        return True

    def solve(self, assumptions: Sequence[int] | None = None, most: int | None = None) -> bool | None:
        """Return whether there is a further answer; ``None`` when a limit was reached first.

        ``assumptions`` are by default the selectors of all reasons; at most ``most`` conflicts are spent.
        """
        if not self._loaded and not self._load():
            return None
        held = list(self._selectors.values()) if assumptions is None else assumptions
        nodes = self._clock.limits.nodes
        ceiling = min(inf if nodes is None else nodes, inf if most is None else self._conflicts + most)
        for conflicts, propagations, search in ((*FIRST_TRY, self._here), (inf, -1, self._aside)):
            budget = min(conflicts, ceiling - self._conflicts)
            if budget <= 0 or self._clock.over:
                break
            self._solver.conf_budget(-1 if budget == inf else int(budget))
            self._solver.prop_budget(propagations)
            verdict = search(held)
            if verdict is not None:
                return verdict
        return None

    @property
    def _conflicts(self) -> int:
        return int(self._solver.accum_stats()["conflicts"])

    def _here(self, assumptions: Sequence[int]) -> bool | None:
        # `expect_interrupt` lets go of the interpreter lock, and leaves Ctrl-C to Python.
        verdict: bool | None = self._solver.solve_limited(assumptions, expect_interrupt=True)
        return verdict

    def _aside(self, assumptions: Sequence[int]) -> bool | None:
        """Solve in a thread of its own, and interrupt it when the time is up or somebody asks to stop."""
        done = threading.Event()
        verdicts = []

        def work() -> None:
            try:
                with self._busy:
                    verdicts.append(self._here(assumptions))
            finally:
                done.set()

        threading.Thread(target=work, name="eyeline sat", daemon=True).start()
        while not done.wait(TICK if self._clock.left is None else min(TICK, self._clock.left)):
            if self._clock.over:
                self._solver.interrupt()
                done.wait()
        return verdicts[0] if verdicts else None

    def ones(self) -> set[int]:
        """Return the variables of the model that are 1 in the answer just found."""
        values = self._solver.get_model()
        return {variable for variable in range(self._variables) if values[variable] > 0}

    def forbid(self, held: Iterable[int], missing: Iterable[int]) -> None:
        """Ask of all further answers that one of ``held`` is 0 or one of ``missing`` is 1."""
        literal = Clauses.literal
        self._solver.add_clause([*(-literal(v) for v in held), *(literal(v) for v in missing)])

    def core(self) -> tuple[Reason, ...]:
        """Return reasons that together leave no answer, each of them needed as far as could be seen in short time."""
        core = self._core()
        for mark in self._selectors.values():
            if mark in core and self.solve([other for other in core if other != mark], CORE_CONFLICTS) is False:
                core = self._core()
        return tuple(reason for reason, mark in self._selectors.items() if mark in core)

    def _core(self) -> list[int]:
        # None: the background alone leaves no answer.
        return self._solver.get_core() or []
