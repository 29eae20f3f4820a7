"""From a solver that finds one answer at a time to the outcomes of a run: what engines over rows have in common."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from typing import Protocol

from eyeline.engine import Clock, Limits, Outcome, Status, Task, Want
from eyeline.engines.nogood import Alternatives
from eyeline.model import Model, Reason


class Search(Protocol):
    """A solver that has a model, and keeps within the limits of a run."""

    def solve(self) -> bool | None:
        """Return whether there is an answer (a further one); ``None`` when a limit was reached first."""
        ...

    def ones(self) -> set[int]:
        """Return the variables of the model that are 1 in the answer just found."""
        ...

    def forbid(self, held: Iterable[int], missing: Iterable[int]) -> None:
        """Ask of all further answers that one of ``held`` is 0 or one of ``missing`` is 1."""
        ...

    def reasons(self) -> tuple[Reason, ...] | None:
        """Return reasons that together leave no answer, when there is none; ``None`` where the solver cannot tell."""
        ...

    def close(self) -> None:
        """Free the solver; it is not running, unless an exception broke off the wait for it."""
        ...


def outcomes(
    start: Callable[[Model, Clock, Want], Search], task: Task, limits: Limits, want: Want
) -> Generator[Outcome, None, None]:
    """Yield the outcomes of a run as :class:`eyeline.engine.Engine` says; ``start`` makes the search.

    With ``Want.COUNT`` no answers are yielded, only their number at the end.
    """
    clock = Clock(limits)
    found = 0
    verdict: bool | None = None
    reasons: tuple[Reason, ...] | None = None

    def begun() -> tuple[Model, Alternatives, Search]:
        model = task.model
        return model, Alternatives.of(model), start(model, clock, want)

    if not clock.over and limits.nodes != 0 and limits.answers != 0 and (made := clock.made(begun)):
        model, alternatives, search = made
        with closing(search):
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
                reasons = search.reasons()
    status = Status.STOPPED if verdict is None else Status.EXHAUSTED
    yield Outcome(status, reasons=reasons, count=found if want is Want.COUNT else None)


def watch(done: threading.Event, clock: Clock, stop: Callable[[], None], grace: float | None = None) -> bool:
    """Wait until ``done``; when a limit is reached call ``stop`` and wait on, for at most ``grace`` seconds.

    Returns whether it is done. Ctrl-C breaks off the wait.
    """
    while not done.wait(clock.tick):
        if clock.over:
            stop()
            return done.wait(grace)
    return True
