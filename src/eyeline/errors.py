"""The tree of errors that eyeline raises on purpose.

Everything derives from :class:`EyelineError`; whatever else escapes is a bug. Each error has a short stable ``code``
and knows how to become the record ``{code, message, line, column, expected}`` that the command line prints with
``--json``, and with which exit code the command line leaves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, TypedDict


class ErrorRecord(TypedDict):
    """An error as data. ``line`` and ``column`` count from 1; null where the error has no place in a text."""

    code: str
    message: str
    line: int | None
    column: int | None
    expected: str | None


class EyelineError(Exception):
    """The root of the tree: catch this to catch every error that eyeline raises on purpose."""

    code: ClassVar[str] = "error"
    exit_code: ClassVar[int] = 2

    def record(self) -> ErrorRecord:
        """Return the error as plain data."""
        return ErrorRecord(code=self.code, message=str(self), line=None, column=None, expected=None)


@dataclass(eq=False)
class NotationError(EyelineError):
    """A text that is not what its notation allows.

    ``line`` and ``column`` count from 1 within the text that was given (``None`` = the text as a whole); ``expected``
    says in words what would have been right. ``source`` is that line of the text, or, where the line is long, the part
    of it around the column; ``shift`` is the number of characters that it leaves out on the left.
    """

    code: ClassVar[str] = "notation"
    #: The argument of :func:`eyeline.read` that would settle it: ``notation``, ``order``, or ``None`` for none.
    argument: ClassVar[str | None] = None

    message: str
    line: int | None = None
    column: int | None = None
    expected: str | None = None
    source: str | None = None
    shift: int = 0

    def __reduce__(self) -> tuple[type[NotationError], tuple[object, ...]]:
        """Pickle by fields: an exception's own way would keep the message alone."""
        return type(self), tuple(getattr(self, each.name) for each in fields(self))

    def __str__(self) -> str:
        """Return the message alone, on one line."""
        return self.message

    def record(self) -> ErrorRecord:
        """Return the error as plain data."""
        return ErrorRecord(
            code=self.code, message=self.message, line=self.line, column=self.column, expected=self.expected
        )

    def picture(self, width: int = 78) -> str:
        """Return the source line with a caret under the column, cut to ``width`` characters; empty without a place."""
        if self.source is None or self.column is None:
            return ""
        place = self.column - 1 - self.shift
        start = max(0, place - width // 2)
        shown = "".join(c if c.isprintable() else " " for c in self.source[start : start + width])
        return f"{shown}\n{' ' * (place - start)}^"


@dataclass(eq=False)
class UnnamedNotation(NotationError):
    """A text that has the marks of no notation, or of several, so that the notation has to be named."""

    argument: ClassVar[str | None] = "notation"


@dataclass(eq=False)
class PuzzleError(EyelineError):
    """A sheet that is no puzzle of its kind. ``problems`` has every fault found, one sentence each, never empty."""

    code: ClassVar[str] = "puzzle"

    problems: tuple[str, ...]

    def __reduce__(self) -> tuple[type[PuzzleError], tuple[object, ...]]:
        """Pickle by fields."""
        return type(self), (self.problems,)

    def __str__(self) -> str:
        """Return all problems, separated by semicolons."""
        return "; ".join(self.problems)


class CannotHold(EyelineError):
    """A sheet or an answer that a notation has no way to write down."""

    code: ClassVar[str] = "cannot-hold"


@dataclass(eq=False)
class AmbiguousOrder(NotationError):
    """A list of clues that can be read in several orders; the message names them.

    ``pages`` holds, by the name of the order, the ``Page`` that each of them gives.
    """

    code: ClassVar[str] = "ambiguous"
    argument: ClassVar[str | None] = "order"

    pages: Mapping[str, Any] = field(default_factory=dict)


class UnknownName(EyelineError):
    """A name of a kind, notation, engine or variant that there is none of; the message lists those there are."""

    code: ClassVar[str] = "unknown-name"


class Unable(EyelineError):
    """An engine that was asked for something it cannot do."""

    code: ClassVar[str] = "unable"


class MissingExtra(EyelineError):
    """An optional package that is not installed; the message names the extra that brings it."""

    code: ClassVar[str] = "missing-extra"


class UnreadableInput(EyelineError):
    """A file that cannot be read as text: missing, a folder, forbidden, binary, or in an unknown encoding."""

    code: ClassVar[str] = "input"


class UnwritableOutput(EyelineError):
    """A file that cannot be written."""

    code: ClassVar[str] = "output"


class TimeUp(EyelineError):
    """A limit that was reached before a linear programme was solved."""

    code: ClassVar[str] = "time-up"
    exit_code: ClassVar[int] = 3

    def __init__(self, message: str = "a limit was reached before the linear programme was solved") -> None:
        """Say what happened."""
        super().__init__(message)


class Inexact(EyelineError):
    """Multipliers that add up to a proof in floating point, but not in fractions."""

    code: ClassVar[str] = "inexact"


class WorkerLost(EyelineError):
    """A puzzle that processes died of while they worked on it, or processes that cannot be started at all."""

    code: ClassVar[str] = "worker"
    exit_code: ClassVar[int] = 3

    def __init__(self, message: str = "the process that worked on it died, and the next one too") -> None:
        """Say what happened."""
        super().__init__(message)


class MemoryShort(EyelineError):
    """A puzzle that takes more memory than there is."""

    code: ClassVar[str] = "memory"
    exit_code: ClassVar[int] = 3

    def __init__(self, message: str = "there is not enough memory for it") -> None:
        """Say what happened."""
        super().__init__(message)


@contextmanager
def memory_told() -> Iterator[None]:
    """Let a lack of memory within a ``with`` block raise ``MemoryShort``, so that a puzzle alone fails of it."""
    try:
        yield
    except MemoryError as error:
        # The frames of the traceback hold what was half made.
        error.__traceback__ = None
        raise MemoryShort from None


def exit_code(code: str) -> int:
    """Return with which exit code the error of that short code leaves."""
    left: list[type[EyelineError]] = [EyelineError]
    while left:
        found = left.pop()
        if found.code == code:
            return found.exit_code
        left += found.__subclasses__()
    return EyelineError.exit_code
