"""When work is to stop that takes no limits of its own: the deadline belongs to the context, as the language does.

Engines look at their clock while they search. Rows, clauses and steps are made by many small functions, which know of
no limits; whoever runs them keeps a deadline meanwhile, and they look at it once in a while.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import chain, islice
from typing import TypeVar

T = TypeVar("T")

#: Items between two looks, some milliseconds' worth.
_PACE = 1000

_over: ContextVar[Callable[[], bool] | None] = ContextVar("over", default=None)


class Overdue(Exception):
    """The deadline has passed: breaks off what is being made, and is no error. Whoever keeps a deadline catches it."""


@contextmanager
def deadline(over: Callable[[], bool]) -> Iterator[None]:
    """Let what looks at the deadline within a ``with`` block raise ``Overdue`` once ``over`` returns true.

    A deadline that is kept already holds as well. The block must not yield: what runs in between would be held to it.

    >>> with deadline(lambda: False):
    ...     look()
    """
    outer = _over.get()
    before = _over.set(over if outer is None else lambda: outer() or over())
    try:
        yield
    finally:
        _over.reset(before)


def look() -> None:
    """Raise ``Overdue`` if the deadline has passed; without one nothing happens."""
    over = _over.get()
    if over is not None and over():
        raise Overdue


def watched() -> bool:
    """Return whether a deadline is kept."""
    return _over.get() is not None


def paced(items: Iterable[T]) -> Iterator[T]:
    """Yield items as they are, with a look at the deadline before every thousand of them.

    >>> list(paced("abc"))
    ['a', 'b', 'c']
    """
    return chain.from_iterable(_lots(iter(items))) if watched() else iter(items)


def _lots(items: Iterator[T]) -> Iterator[list[T]]:
    while lot := list(islice(items, _PACE)):
        look()
        yield lot
