"""The engine ``cpmpy``: a model's rows for OR-Tools' CP-SAT, or for another of the solvers that CPMpy speaks to.

CP-SAT runs in a thread of this process, since it can be told to stop. Of the others some cannot, some hold the
interpreter while they run, keep Ctrl-C to themselves, break when two of them run at once, or print what nobody asked
for. So each of them runs in a process of its own, which is ended when a limit is reached.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any

from eyeline.deadline import look
from eyeline.engine import TICK, Clock, Limits, Outcome, Task, Want
from eyeline.engines.posted import Posted
from eyeline.engines.search import Search, outcomes, watch
from eyeline.errors import Unable
from eyeline.model import Model

#: The solver that runs in this process.
NEAR = "ortools"


class Cpmpy:
    """The engine ``cpmpy``, with a solver by its name in CPMpy; by default CPMpy's own default, OR-Tools' CP-SAT.

    Any other solver than CP-SAT takes a second or two to start, for every run.
    """

    def __init__(self, solver: str | None = None) -> None:
        self.solver = solver or NEAR

    def run(self, task: Task, limits: Limits, want: Want) -> Generator[Outcome, None, None]:
        """Yield as :class:`eyeline.engine.Engine` says; with ``Want.COUNT`` only the number of answers, at the end.

        Raises ``Unable`` for a limit on nodes, which these solvers do not count, and for rows that the solver refuses.
        """
        if limits.nodes is not None:
            raise Unable("the engine cpmpy counts no nodes; limit the seconds")
        yield from outcomes(self._begun, task, limits, want)

    def _begun(self, model: Model, clock: Clock, want: Want) -> Search:
        return _Near(model, clock) if self.solver == NEAR else _Far(self.solver, model, clock)


class _Near:
    """CP-SAT in a thread of this process, kept within the limits of a run."""

    def __init__(self, model: Model, clock: Clock) -> None:
        """Hand over the rows. Raises ``Overdue``."""
        self._clock = clock
        self._posted = Posted(len(model.names), NEAR)
        self._posted.post((row[:4] for row in model.rows), look)

    def solve(self) -> bool | None:
        """Return whether there is a further answer; ``None`` when a limit was reached first."""
        posted = self._posted
        if self._clock.over:
            return None
        # CP-SAT would take Ctrl-C away from Python.
        aside = _Aside(lambda: posted.solve(catch_sigint_signal=False))
        try:
            if not aside.wait(self._clock):
                return None
        finally:
            # A search that is just about to begin does not hear it: so it is said again.
            while not aside.done.wait(0):
                posted.solver.ort_solver.stop_search()
                aside.done.wait(TICK)
        verdict: bool | None = aside.result()
        return verdict

    def ones(self) -> set[int]:
        """Return the variables that are 1 in the answer just found."""
        return set(self._posted.ones())

    def forbid(self, held: Iterable[int], missing: Iterable[int]) -> None:
        """Ask of all further answers that one of ``held`` is 0 or one of ``missing`` is 1."""
        self._posted.forbid(held, missing)

    def reasons(self) -> None:
        """Return nothing: CPMpy names no reasons."""

    def close(self) -> None:
        """Do nothing: no search is left running."""


class _Far:
    """Another solver in a process of its own, kept within the limits of a run."""

    def __init__(self, solver: str, model: Model, clock: Clock) -> None:
        self._solver = solver
        self._model = model
        self._clock = clock
        self._posted = False
        self._ones: set[int] = set()
        # Its own session: Ctrl-C is for us to deal with.
        self._child = subprocess.Popen(
            [sys.executable, "-P", "-m", "eyeline.engines.cpmpy_child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)},
            start_new_session=True,
            encoding="utf-8",
        )

    def _ask(self, *question: object) -> list[Any] | None:
        """Return the reply to a question; ``None`` when a limit was reached first, then and ever after."""
        if self._clock.over:
            return None
        child = self._child

        def asked() -> str:
            if child.stdin is None or child.stdout is None:
                return ""
            child.stdin.write(json.dumps(question) + "\n")
            child.stdin.flush()
            return child.stdout.readline()

        aside = _Aside(asked)
        if not aside.wait(self._clock):
            return None
        try:
            reply: list[Any] = json.loads(aside.result())
        except (OSError, ValueError) as error:
            raise Unable(f"the engine cpmpy:{self._solver} ended without a reply") from error
        if reply[0] == "error":
            raise Unable(f"the engine cpmpy:{self._solver} cannot take these rows: {' '.join(reply[1].split())}")
        return reply

    def solve(self) -> bool | None:
        """Return whether there is a further answer; ``None`` when a limit was reached first."""
        if not self._posted:
            rows = [row[:4] for row in self._model.rows]
            self._posted = self._ask("post", len(self._model.names), self._solver, rows) is not None
        reply = self._ask("solve")
        if reply is None:
            return None
        verdict: bool | None = reply[1]
        self._ones = set(reply[2])
        return verdict

    def ones(self) -> set[int]:
        """Return the variables that are 1 in the answer just found."""
        return self._ones

    def forbid(self, held: Iterable[int], missing: Iterable[int]) -> None:
        """Ask of all further answers that one of ``held`` is 0 or one of ``missing`` is 1."""
        self._ask("forbid", list(held), list(missing))

    def reasons(self) -> None:
        """Return nothing: CPMpy names no reasons."""

    def close(self) -> None:
        """End the process, whatever it does."""
        self._child.kill()
        self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    continue


class _Aside:
    """Something that is done in a thread of its own while this one keeps an eye on the limits."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.done = threading.Event()
        self._result: Any = None
        self._error: Exception | None = None

        def run() -> None:
            try:
                self._result = work()
            except Exception as error:
                self._error = error
            finally:
                self.done.set()

        threading.Thread(target=run, name="eyeline cpmpy", daemon=True).start()

    def wait(self, clock: Clock) -> bool:
        """Return ``True`` when it is done, ``False`` as soon as a limit is reached."""
        return watch(self.done, clock, lambda: None, 0)

    def result(self) -> Any:
        """Return what came of it, or raise what it raised."""
        if self._error is not None:
            raise self._error
        return self._result
