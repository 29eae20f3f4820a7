"""The catalogue of sentences: English stands in the source, every other language in ``locale/``.

There is one gettext domain, ``eyeline``. Which language is spoken is no global: it belongs to the context, so that each
thread and each task speaks its own, and English unless it was asked for another.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from eyeline.errors import UnknownName

DOMAIN = "eyeline"
#: The language that the source is written in.
SOURCE = "en"
#: ``<language>/LC_MESSAGES/eyeline.po`` and what it compiles to, ``eyeline.mo``.
LOCALE = Path(__file__).parent / "locale"

_ENGLISH = NullTranslations()
_spoken: ContextVar[str] = ContextVar("spoken", default=SOURCE)


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of the languages there are, English first, then by name."""
    return (SOURCE, *sorted(path.parts[-3] for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")))


def spoken() -> str:
    """Return the code of the language that is spoken here."""
    return _spoken.get()


@contextmanager
def language(code: str) -> Iterator[None]:
    """Speak another language within a ``with`` block: in everything said about puzzles, not in messages of errors.

    The block, and no other thread, speaks it; what a generator yields is said when it is asked for. Raises
    ``UnknownName`` for a language that there is no catalogue of.

    >>> from eyeline.grid import Port, Side
    >>> from eyeline.telling import places
    >>> with language("vi"):
    ...     places.port(Port(Side.TOP, 2))
    'phía trên cột 3'
    """
    if code not in languages():
        raise UnknownName(f"no language {code!r}; there are {', '.join(languages())}")
    before = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(before)


def gettext(message: str) -> str:
    """Return a message in the language that is spoken here."""
    return _translations(_spoken.get()).gettext(message)


def ngettext(one: str, more: str, n: int) -> str:
    """Return a message that depends on a number, in the language that is spoken here."""
    return _translations(_spoken.get()).ngettext(one, more, n)


def later(message: str) -> str:
    """Mark a message for the catalogue and return it as it is; whoever shows it passes it to :func:`gettext`."""
    return message


@cache
def _translations(code: str) -> NullTranslations:
    if code == SOURCE:
        return _ENGLISH
    with (LOCALE / code / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        return GNUTranslations(file)
