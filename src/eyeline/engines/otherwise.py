"""Whether some of a puzzle's reasons leave its answer the only one, asked again and again of one solver."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Set
from typing import NamedTuple

from eyeline.engine import Clock, Want
from eyeline.engines.nogood import Alternatives
from eyeline.engines.sat import SatSearch
from eyeline.model import Model, Reason
from eyeline.sheet import Fact


class Finding(NamedTuple):
    """Either ``enough``, reasons out of those asked for that admit no other answer, or the facts of an ``other``."""

    enough: frozenset[Reason] | None = None
    other: tuple[Fact, ...] | None = None


class Otherwise:
    """A solver over a model, its known answer forbidden; each reason holds only where it is asked for.

    What it learns about one set of reasons it knows of the next: the reasons are assumptions, and the assumptions that
    a refutation rests on are reasons that are enough.
    """

    def __init__(self, model: Model, answer: Iterable[Fact], clock: Clock) -> None:
        """Load nothing yet. ``answer`` has a fact for each cell that holds a value."""
        self._model = model
        self._held = frozenset(answer)
        self._clock = clock
        self._search = SatSearch(model, clock, Want.CORE)
        self._ready = False

    def ask(self, reasons: Collection[Reason]) -> Finding | None:
        """Return what these reasons admit besides the answer; ``None`` when a limit was reached first."""
        search = self._search
        if not self._ready:
            nogood = self._clock.made(self._nogood) if search.load() else None
            if nogood is None:
                return None
            search.forbid(*nogood)
            self._ready = True
        marks = search.selectors
        verdict = search.solve([marks[reason] for reason in reasons])
        if verdict is None:
            return None
        if verdict:
            return Finding(other=self._model.answer(search.ones()))
        core: Set[int] = set(search.core())
        return Finding(enough=frozenset(reason for reason in reasons if marks[reason] in core))

    def _nogood(self) -> tuple[list[int], list[int]]:
        ones = {variable for variable, fact in self._model.facts.items() if fact in self._held}
        return Alternatives.of(self._model).nogood(ones)

    def close(self) -> None:
        """Free the solver."""
        self._search.close()
