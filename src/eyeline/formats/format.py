"""What a notation is: how its puzzles are found in a text, read and written, and what it has a place for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from eyeline.errors import CannotHold, EyelineError, NotationError
from eyeline.sheet import BLANK, Cells, Page, Position
from eyeline.sight import TURNS

#: What a page can have beyond its cells and clues; a notation says for each kind which of them it can hold.
#: ``open totals`` = a total that is not said; ``same groups`` = more than one group of cells holding the same monster;
#: ``sum`` = clues that add up heights; ``mirrors`` = mirrors in a city.
FEATURES = (
    "blank clues",
    "clue 0",
    "givens",
    "rectangles",
    "totals",
    "open totals",
    "same",
    "same groups",
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

EVERYTHING = frozenset(FEATURES)
PARK = "0"
_GIVEN = frozenset("VGZ-|")
_POSITION = frozenset({"entries", "pencil", "excluded"})

#: The features that a sheet of each kind can come to have.
POSSIBLE: Mapping[str, frozenset[str]] = {
    "skyscrapers": _POSITION
    | {"blank clues", "clue 0", "givens", "parks", "diagonals", "boxes", "regions", "sum", "mirrors"},
    "haunted": _POSITION
    | {"blank clues", "clue 0", "givens", "rectangles", "totals", "open totals", "same", "same groups"},
    "beams": _POSITION | {"givens", "rectangles"},
}


class Piece(NamedTuple):
    """The part of a text that holds one puzzle.

    ``line`` and ``column`` are the place of its first character in the whole text, from 1. ``notation`` is the name of
    its notation, ``None`` where that is still to be seen from its marks. ``error`` says what keeps it from being read
    at all.
    """

    text: str
    line: int = 1
    column: int = 1
    notation: str | None = None
    error: EyelineError | None = None


class Claim(NamedTuple):
    """An answer that somebody gives for a puzzle.

    ``cells`` is the filled grid; ``None`` says that there is no answer. ``line`` is where it stands, from 1. ``number``
    is the puzzle's place in its input, from 1, where the claim says so (``Case #3``). ``verdict`` is the verdict it
    claims, in small letters, where it does: without cells, any but ``none`` means that no answer is given at all.
    ``error`` says what is wrong with a claim that cannot be read; such a claim has no cells.
    """

    cells: Cells | None
    line: int
    number: int | None = None
    verdict: str | None = None
    error: NotationError | None = None


class Result(NamedTuple):
    """One solved puzzle to be written down: the page it came from and its answer, ``None`` = it has none.

    ``number`` is its place in the input, from 1; ``None`` = one more than the result before it.
    """

    page: Page
    answer: Cells | None
    number: int | None = None


def entered(result: Result) -> Page | None:
    """Return the sheet of a result with its answer entered into the blank cells, ``None`` where there is none."""
    sheet = result.page.sheet
    if result.answer is None:
        return None
    return Page(sheet, Position({cell: value for cell, value in result.answer.facts() if sheet.cells[cell] == BLANK}))


class Writer(Protocol):
    """Writes one page; ``order`` is the order of the clues, for a notation that leaves it open."""

    def __call__(self, page: Page, order: str | None = None) -> str:
        """Return the page as text that ends a line. Raises ``CannotHold`` and, for the order, ``UnknownName``."""
        ...


class Reader(Protocol):
    """Reads one page; ``order`` is the order of the clues, ignored by a notation that fixes it."""

    def __call__(self, piece: Piece, order: str | None = None) -> Page:
        """Return the page. Raises ``NotationError``, its lines counted in the whole text."""
        ...


@dataclass(frozen=True)
class Format:
    """One notation.

    ``holds`` says for each kind that it can write which of the :data:`FEATURES` it has a place for. ``sniff`` says
    whether a text bears the notation's unmistakable marks; it is given the beginning of the text, cleaned, without the
    blank lines and comments at its head. ``split`` cuts the lines of a text, as they come, into pieces of one puzzle
    each, and never raises; it holds hardly more than one piece at a time.
    ``join`` puts written puzzles together into one text that ``split`` cuts again: one after the other, unless the
    notation asks for more. ``answers``, where the notation has a form for answers, writes results; ``claims``, where it
    has one, reads answers and never raises. ``by_line`` = each puzzle stands on a line of its own, so that one file may
    mix such notations.
    """

    name: str
    title: str
    holds: Mapping[str, frozenset[str]]
    example: str
    sniff: Callable[[str], bool]
    split: Callable[[Iterable[str]], Iterator[Piece]]
    read: Reader
    write: Writer
    join: Callable[[Iterable[str]], Iterator[str]] = iter
    answers: Callable[[Iterable[Result]], Iterator[str]] | None = None
    claims: Callable[[str], Iterator[Claim]] | None = None
    by_line: bool = False

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds that it can write."""
        return frozenset(self.holds)


def features(page: Page) -> tuple[str, ...]:
    """Return which of the :data:`FEATURES` a page has, in their order."""
    sheet, position = page
    notes, cells = sheet.notes, sheet.cells
    clues = [
        clue for side in (sheet.clues.top, sheet.clues.bottom, sheet.clues.left, sheet.clues.right) for clue in side
    ]
    city = sheet.kind == "skyscrapers"
    has = {
        "blank clues": None in clues,
        "clue 0": 0 in clues,
        "givens": any(token in _GIVEN or (city and token.isdigit() and token != PARK) for token in cells.tokens),
        "rectangles": cells.rows != cells.cols,
        "totals": any(total is not None for total in notes.totals),
        "open totals": sheet.kind == "haunted" and None in notes.totals,
        "same": bool(notes.same),
        "same groups": len(notes.same) > 1,
        "parks": notes.parks != 0 or (city and PARK in cells.tokens),
        "diagonals": notes.diagonals,
        "boxes": notes.boxes is not None,
        "regions": notes.regions is not None,
        "sum": notes.clues == "sum",
        "mirrors": city and any(token in TURNS for token in cells.tokens),
        "entries": bool(position.entries),
        "pencil": bool(position.pencil),
        "excluded": bool(position.excluded),
    }
    return tuple(name for name in FEATURES if has[name])


def refuse(notation: str, missing: Iterable[str]) -> None:
    """Raise ``CannotHold`` if ``missing`` names anything that a notation has no place for."""
    named = list(missing)
    if named:
        raise CannotHold(f"{notation} cannot hold {', '.join(named)}")


def blank_between(texts: Iterable[str]) -> Iterator[str]:
    """Yield written puzzles with a blank line between them."""
    for i, text in enumerate(texts):
        yield f"\n{text}" if i else text


def page_claim(read: Reader, piece: Piece) -> Claim:
    """Return the answer that a filled page makes: what is printed on it, and what was entered."""
    try:
        page = read(piece)
    except NotationError as error:
        return Claim(None, piece.line, error=error)
    cells = page.sheet.cells
    return Claim(cells.filled(page.position.facts()) if page.position.entries else cells, piece.line)
