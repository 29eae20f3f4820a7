"""What a call of a search ends with."""

from __future__ import annotations

from typing import NamedTuple

#: No more answers, steps spent, room for answers full, nodes spent.
EXHAUSTED, PAUSED, FULL, ENOUGH = range(4)

#: More steps and nodes than any search takes.
UNLIMITED = 1 << 60


class Decision(NamedTuple):
    """The answers found for one puzzle of many, as many as there was room for, and whether there are no more."""

    answers: tuple[bytes, ...]
    exhausted: bool
