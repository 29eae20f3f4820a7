"""What a notation is: how its puzzles are found in a text, read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from eyeline.sheet import Cells, Page

#: What a sheet or position can have beyond its cells and clues; a notation lists those it can hold.
FEATURES = (
    "blank clues",
    "givens",
    "rectangles",
    "totals",
    "same",
    "parks",
    "diagonals",
    "boxes",
    "regions",
    "sum",
    "mirrors",
    "entries",
    "pencil",
    "excluded",
)


class Piece(NamedTuple):
    """The part of a text that holds one puzzle: ``line`` is the number of its first line in the whole text, from 1."""

    text: str
    line: int = 1


class Claim(NamedTuple):
    """An answer that somebody gives for a puzzle.

    ``cells`` is the filled grid; ``None`` says that there is no answer. ``line`` is where it stands, from 1. ``number`` is
    the puzzle's place in its input, from 1, where the claim says so (``Case #3``).
    """

    cells: Cells | None
    line: int
    number: int | None = None


class Result(NamedTuple):
    """One solved puzzle to be written down: the page it came from and its answer, ``None`` = it has none."""

    page: Page
    answer: Cells | None


@dataclass(frozen=True)
class Format:
    """One notation.

    ``kinds`` are the kinds it can write, ``holds`` the :data:`FEATURES` it can hold. ``sniff`` says whether a text bears
    the notation's unmistakable marks. ``split`` cuts a text into pieces of one puzzle each. ``read`` takes a piece and the
    order of its clues (``None`` = not said) and raises ``NotationError`` with lines counted in the whole text. ``write``
    raises ``CannotHold``, naming what the notation has no place for. ``join`` puts written puzzles together into one text
    that ``split`` cuts again. ``answers``, where the notation has a form for answers, writes a list of results.
    """

    name: str
    title: str
    kinds: frozenset[str]
    holds: frozenset[str]
    example: str
    sniff: Callable[[str], bool]
    split: Callable[[str], Iterator[Piece]]
    read: Callable[[Piece, str | None], Page]
    write: Callable[[Page], str]
    join: Callable[[Iterable[str]], str]
    answers: Callable[[Iterable[Result]], Iterator[str]] | None = None
    claims: Callable[[str], Iterator[Claim]] | None = None
