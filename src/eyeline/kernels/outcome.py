"""What a search does next, and what a call of it ends with."""

from __future__ import annotations

from typing import NamedTuple

#: What the state of a search says comes next.
PROPAGATE, BRANCH, RETREAT, OVER = range(4)

#: No more answers, steps spent, room for answers full, nodes spent.
EXHAUSTED, PAUSED, FULL, ENOUGH = range(4)

#: More steps and nodes than any search takes.
UNLIMITED = 1 << 60


class Decision(NamedTuple):
    """The answers found for one puzzle of many, as many as there was room for, and whether there are no more."""

    answers: tuple[bytes, ...]
    exhausted: bool
