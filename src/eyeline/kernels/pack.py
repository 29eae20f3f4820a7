"""Many puzzles that one call of a kernel takes, and what it finds for each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from eyeline.kernels.compiled import values_of, zeros
from eyeline.kernels.outcome import EXHAUSTED, PAUSED, UNLIMITED, Decision


class Pack(ABC):
    """Some puzzles, each searched for up to ``most`` answers: two tell none, one and several apart.

    ``count`` is their number; those before ``done`` are decided or left out.
    """

    def __init__(self, sizes: Sequence[int], most: int) -> None:
        """Take puzzles of so many cells each."""
        self._sizes = sizes
        self._most = most
        self._answers = values_of(most * sum(sizes))
        self._found = zeros(len(sizes))
        self._fresh = True
        self.count = len(sizes)
        self.done = 0

    def advance(self, steps: int = UNLIMITED, nodes: int = UNLIMITED) -> bool:
        """Go on for about so many steps, with at most so many nodes for each puzzle; return whether all are done."""
        self.done = int(self._decide(steps, nodes))
        self._fresh = False
        return self.done == self.count

    @abstractmethod
    def _decide(self, steps: int, nodes: int) -> int:
        """Call the kernel, which goes on with the first puzzle not ``done``; return the first that is not done then.

        ``_fresh`` = that puzzle is to be begun. For each that is done, ``_found`` gets 16 times the number of answers,
        and how the search ended; its answers stand in ``_answers``, in which each puzzle has room for its own.
        """

    def skip(self) -> None:
        """Leave the puzzle that is under way as it is, without an answer."""
        self._found[self.done] = PAUSED
        self.done += 1
        self._fresh = True

    def decisions(self) -> list[Decision]:
        """Return what was found for each puzzle that is done, in order: its answers as one byte a cell."""
        held = bytes(self._answers)
        decisions = []
        first = 0
        for size, found in zip(self._sizes, map(int, self._found[: self.done]), strict=False):
            number, outcome = divmod(found, 16)
            answers = tuple([held[at : at + size] for at in range(first, first + number * size, size)])
            decisions.append(Decision(answers, outcome == EXHAUSTED))
            first += self._most * size
        return decisions
