"""Many puzzles: what a verb makes of each, as values that can be handed to other processes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from eyeline.formats import Result
from eyeline.reading import Item


class Reply(NamedTuple):
    """What became of one item.

    ``code`` is the exit code that it alone would give; ``out`` and ``talk`` are lines for standard output and standard
    error, the talk to be said first. ``part`` is what the item adds to a text that one notation writes for all items.
    """

    code: int
    out: tuple[str, ...] = ()
    talk: tuple[str, ...] = ()
    part: str | Result | None = None


class Work(Protocol):
    """What is done with every item of a batch: a value that pickles, so that it can be done anywhere."""

    def __call__(self, item: Item) -> Reply:
        """Return what became of an item; what is wrong with it is part of the reply and never raised."""
        ...


@runtime_checkable
class BulkWork(Work, Protocol):
    """Work that is done faster on many items at once."""

    def many(self, items: Sequence[Item]) -> list[Reply]:
        """Return the replies to the items, in their order: the same as one by one, engines and seconds apart."""
        ...


#: From so many items on it pays to load the kernels and to deal with many items at once.
MANY = 100
#: How many items are dealt with at once.
CHUNK = 500
