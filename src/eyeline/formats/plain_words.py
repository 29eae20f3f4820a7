"""The words of a plain page, and the lines that begin something new."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from eyeline.formats.alphabet import ALPHABETS
from eyeline.formats.pattern import pattern
from eyeline.formats.source import Word

#: Notes whose value is a row of tokens for each row of the grid.
BLOCKS = ("regions", "entries", "pencil", "excluded")

NOTE = pattern(r"\s*([A-Za-z]+)\s*:")
TOKEN = pattern(r"\{[^{}]*\}|[^\s{}]+|[{}]")
_MONSTERS = pattern(r"[VGZvgz.{},\s]+")
VALUE = pattern(r"[^\s,]+")


def kind_named(line: str) -> str | None:
    """Return the kind whose name is all that stands on a line, if one is."""
    word = line.strip().lower() if len(line) < 100 else ""
    return word if word in ALPHABETS else None


def begins_page(line: str) -> bool:
    """Return whether a line after a blank one begins a new page: with a word, no note and no row of monsters."""
    return line.lstrip()[0].isalpha() and not NOTE.match(line) and not _MONSTERS.fullmatch(line)


def letter_count(words: Iterable[Word]) -> int:
    """Return the number of characters in words; marks in braces count as one."""
    return sum(1 if word.text[0] == "{" else len(word.text) for word in words)


def spread_out(words: list[Word], cols: int) -> list[Word] | None:
    """Return the words, or their single characters, whichever are ``cols``; ``None`` if neither are."""
    if len(words) == cols:
        return words
    if letter_count(words) != cols:
        return None
    found = []
    for word in words:
        if word.text[0] == "{":
            found.append(word)
        else:
            found.extend(Word(c, word.row, word.column + i) for i, c in enumerate(word.text))
    return found


def aligned(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield rows of words as lines, all columns equally wide."""
    held = list(rows)
    width = max((len(word) for row in held for word in row), default=0)
    return (" ".join(f"{word:<{width}}" for word in row) for row in held)
