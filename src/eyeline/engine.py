"""The protocol between the library and its engines, and the limits they keep.

An engine takes a :class:`Task`, yields an :class:`Outcome` for every answer as it is found, and at last one that says
whether the search is complete. It knows models or arrays, never a kind.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from eyeline.arrays import LineArrays, MazeArrays, RoomArrays
from eyeline.deadline import Overdue, deadline
from eyeline.errors import Unable
from eyeline.model import Model, Reason
from eyeline.sheet import Cells, Fact

T = TypeVar("T")

#: A puzzle as engines take it that are made for its kind.
Arrays: TypeAlias = RoomArrays | LineArrays | MazeArrays


class Cancel:
    """A switch that stops a run from another thread; once set it stays set. Engines look at it at least every 50 ms."""

    def __init__(self) -> None:
        """Start unset."""
        self._event = threading.Event()

    def set(self) -> None:
        """Ask the run to stop."""
        self._event.set()

    def __bool__(self) -> bool:
        """Return whether the run was asked to stop."""
        return self._event.is_set()

    def __getstate__(self) -> bool:
        """Pickle the state alone."""
        return bool(self)

    def __setstate__(self, state: bool) -> None:
        """Restore the state."""
        self.__init__()  # type: ignore[misc]
        if state:
            self.set()


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a run may go; ``None`` = as far as it takes.

    ``seconds`` of wall time, ``nodes`` of search (conflicts in ``sat``, branch-and-bound nodes in ``highs``),
    ``answers`` to find at most, ``cancel`` to stop from another thread. A limit that is reached gives *unknown*, never
    a wrong answer.
    """

    seconds: float | None = None
    nodes: int | None = None
    answers: int | None = None
    cancel: Cancel | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot be a limit. Raises ``ValueError``."""
        for name in ("seconds", "nodes", "answers"):
            value = getattr(self, name)
            if value is not None and not value >= 0:
                raise ValueError(f"{name} must be 0 or more, not {value}")


NO_LIMITS = Limits()

#: Seconds between two looks at a clock or a deadline while something is waited for.
TICK = 0.03


class Clock:
    """The running time of one run against its limits."""

    def __init__(self, limits: Limits) -> None:
        """Start now."""
        self.limits = limits
        self.started = time.perf_counter()

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self.started

    @property
    def left(self) -> float | None:
        """Seconds until the limit, 0 when it has passed; ``None`` without one."""
        seconds = self.limits.seconds
        return None if seconds is None else max(0.0, seconds - self.elapsed)

    @property
    def tick(self) -> float:
        """Seconds until it is to be looked at again, while something is waited for."""
        left = self.left
        return TICK if left is None else min(TICK, left)

    @property
    def over(self) -> bool:
        """Whether the time is up or somebody asked to stop."""
        return bool(self.limits.cancel) or self.left == 0.0

    @property
    def rest(self) -> Limits:
        """The limits for what comes next: the same ones, with the time that is left."""
        return replace(self.limits, seconds=self.left)

    def deadline(self) -> AbstractContextManager[None]:
        """Hold what is made within a ``with`` block to the limits; see :mod:`eyeline.deadline`. Raises ``Overdue``."""
        limited = self.limits.seconds is not None or self.limits.cancel is not None
        return deadline(lambda: self.over) if limited else nullcontext()

    def made(self, make: Callable[[], T]) -> T | None:
        """Return what ``make`` makes; ``None`` where a limit is reached before it is done."""
        with suppress(Overdue), self.deadline():
            return make()
        return None


class Status(StrEnum):
    """What an outcome reports: an answer found, the search exhausted, or a limit reached."""

    FOUND = "found"
    EXHAUSTED = "exhausted"
    STOPPED = "stopped"


class Implication(NamedTuple):
    """``assumed`` forces ``forced`` because of ``reason``."""

    assumed: Fact
    forced: Fact
    reason: Reason


class Outcome(NamedTuple):
    """One report of a run.

    ``answer`` comes with *found*: a fact for each cell that was open or, from an engine made for millions of cells, the
    whole grid; :meth:`filled` makes no difference between them. ``reasons``, where the engine can name them, come with
    *exhausted* before any answer: together they leave no answer. ``chain`` is a contradiction as implications, from a
    fact to its opposite and back. ``count``, where the engine was asked for it, is the exact number of answers, or a
    lower bound with *stopped*. ``engine`` is the name of the engine that another one has left the work to.
    """

    status: Status
    answer: tuple[Fact, ...] | Cells | None = None
    reasons: tuple[Reason, ...] | None = None
    chain: tuple[Implication, ...] = ()
    count: int | None = None  # type: ignore[assignment]  # the tuple's method of this name is given up
    engine: str | None = None

    def filled(self, cells: Cells) -> Cells:
        """Return the printed cells with the answer filled in; as they are where there is none."""
        return self.answer if isinstance(self.answer, Cells) else cells.filled(self.answer or ())


class Want(StrEnum):
    """What a run is for: stream answers up to the limit, name the reasons when there is none, or just count."""

    ANSWERS = "answers"
    CORE = "core"
    COUNT = "count"


@dataclass
class Task:
    """A puzzle as engines see it: its rows and, where the kind has them, arrays; each is built when first asked for."""

    kind: str
    build_model: Callable[[], Model]
    build_arrays: Callable[[], Arrays] | None = None

    @cached_property
    def model(self) -> Model:
        """The rows."""
        return self.build_model()

    @cached_property
    def arrays(self) -> Arrays:
        """What engines made for the kind take. Raises ``Unable`` where there is nothing of the sort."""
        if self.build_arrays is None:
            raise Unable(f"{self.kind} has no arrays")
        return self.build_arrays()

    @property
    def room(self) -> RoomArrays:
        """The arrays of a room of beams. Raises ``Unable`` for any other kind."""
        if self.build_arrays is None or not isinstance(self.arrays, RoomArrays):
            raise Unable(f"{self.kind} has no rooms of beams")
        return self.arrays

    @property
    def city(self) -> LineArrays:
        """The arrays of a city. Raises ``Unable`` for any other kind."""
        if self.build_arrays is None or not isinstance(self.arrays, LineArrays):
            raise Unable(f"{self.kind} has no buildings")
        return self.arrays


class Engine(Protocol):
    """A solver. Stateless: one value may run in several threads at once."""

    def run(self, task: Task, limits: Limits, want: Want) -> Generator[Outcome, None, None]:
        """Yield an outcome for each answer (all different), then exactly one *exhausted* or *stopped*.

        At ``limits.answers`` answers the run ends with *stopped*, unless the engine knows that there are no more.
        """
        ...


@dataclass(frozen=True)
class EngineEntry:
    """What the registry says of an engine.

    ``takes`` is ``model``, ``room`` or ``arrays``; ``kinds`` names the kinds it solves, empty = all; ``abilities`` are
    among ``solve``, ``count``, ``core``, ``lp`` (the linear relaxation of the rows, and what it proves), ``proof``
    (refutations of the rows as clauses); ``extra`` is the optional dependency that it needs, ``needs`` the module to
    look for. An engine that hands the rows on to other solvers has ``solvers``, which returns their names and whether
    each is installed, and ``load_with``, which takes such a name; it may only be called where the engine is installed.
    """

    name: str
    summary: str
    takes: str
    load: Callable[[], Engine]
    kinds: frozenset[str] = frozenset()
    abilities: frozenset[str] = frozenset()
    needs: str | None = None
    extra: str | None = None
    solvers: Callable[[], Mapping[str, bool]] | None = None
    load_with: Callable[[str], Engine] | None = None

    @property
    def install(self) -> str:
        """The command that brings the package it needs."""
        return f"pip install 'eyeline[{self.extra}]'" if self.extra else "pip install eyeline"

    def solves(self, kind: str) -> bool:
        """Return whether the engine solves puzzles of this kind."""
        return not self.kinds or kind in self.kinds
