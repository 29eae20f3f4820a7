"""What a call of a search ends with."""

from __future__ import annotations

#: No more answers, steps spent, room for answers full, nodes spent.
EXHAUSTED, PAUSED, FULL, ENOUGH = range(4)

#: More steps and nodes than any search takes.
UNLIMITED = 1 << 60
