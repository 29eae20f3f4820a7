"""Grid text with its sizes in front, as puzzlekit keeps skyscrapers puzzles and their answers (many from janko.at)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from eyeline.formats.alphabet import missing, too_large
from eyeline.formats.filled import claims_of
from eyeline.formats.format import Claim, Format, Piece, Result, blank_between, refuse
from eyeline.formats.pattern import pattern
from eyeline.formats.source import Source, Word, block_pieces, counted, denies, number, shown
from eyeline.formats.tatham import SIDES
from eyeline.grid import Side
from eyeline.sheet import BLANK, Cells, Clue, Clues, Notes, Page, Sheet

NAME = "gridtext"
HOLDS = {"skyscrapers": frozenset({"blank clues", "clue 0", "givens", "parks", "diagonals"})}

_HEAD = pattern(r"\s*([0-9]{1,9})[ \t]+([0-9]{1,9})[ \t]+([0-9]{1,9})([ \t]+[Dd])?[ \t]*")
_SHAPE = "the numbers of rows and columns, the greatest height, and D where both diagonals count"
#: A puzzle has at least so many lines: the sizes, four sides, one row.
_FEWEST = 6


def sniff(head: str) -> bool:
    """Return whether a line with three numbers begins the text, and a block of at least five lines follows it.

    The line below has as many words as the second number says: so it is no list of clues.
    """
    lines = [line for line in re.split(r"\n[ \t]*\n", head, maxsplit=1)[0].split("\n") if line.strip()]
    match = _HEAD.fullmatch(lines[0]) if lines else None
    return match is not None and len(lines) >= _FEWEST and len(lines[1].split()) == int(match[2])


def answered(head: str) -> bool:
    """Return whether the text begins with sizes and as many rows of as many words: no plain grid is like that."""
    lines = [line for line in re.split(r"\n[ \t]*\n", head, maxsplit=1)[0].split("\n") if line.strip()]
    match = _HEAD.fullmatch(lines[0]) if lines else None
    if match is None or match[1] != match[2] or len(lines) != int(match[1]) + 1:
        return False
    return all(len(line.split()) == int(match[1]) for line in lines[1:])


# --- pieces


def split(lines: Iterable[str]) -> Iterator[Piece]:
    """Yield the puzzles of a text; one begins after a blank line, wherever sizes stand.

    Blank lines within a puzzle mean nothing. Lines with ``#`` are left out between puzzles.
    """
    return block_pieces(
        lines,
        NAME,
        lambda line, gap: denies(line) or (gap and _HEAD.fullmatch(line) is not None),
        lambda line, inside: line.lstrip().startswith("#"),
    )


# --- reading


def read(piece: Piece, order: str | None = None) -> Page:
    """Return the page of a puzzle; the order of its clues is fixed. Raises ``NotationError``."""
    source = Source.of(piece)
    filled = [row for row in source.filled() if not source.lines[row].lstrip().startswith("#")]
    n, tallest, diagonals = _sizes(source, filled)
    if len(filled) != n + 5:
        if len(filled) > n + 5:
            raise source.error(counted(len(filled) - 5, "row"), filled[n + 5], expected=f"{n}, as the sizes say")
        names = ("the top clues", "the bottom clues", "the left clues", "the right clues")
        wanted = names[len(filled) - 1] if len(filled) < 5 else counted(n, "row")
        raise source.wrong(source.ends(filled[-1]), "the puzzle breaks off", f"{wanted} below")
    by_side: dict[Side, tuple[Clue, ...]] = {}
    for side, row in zip(SIDES, filled[1:5], strict=True):
        words = _words(source, row, n, f"{side} clue")
        by_side[side] = tuple([_number(source, word, "clue") for word in words])
    heights = [[_number(source, word, "cell") for word in _words(source, row, n, "cell")] for row in filled[5:]]
    cells = _cells(source, heights)
    clues = Clues(*(by_side[side] for side in Side))
    return Page(Sheet("skyscrapers", cells, clues, Notes(parks=n - tallest, diagonals=diagonals)))


def _sizes(source: Source, filled: list[int]) -> tuple[int, int, bool]:
    """Return the size of the grid, the greatest height, and whether the diagonals count."""
    row = filled[0] if filled else 0
    source.short(row)
    match = _HEAD.fullmatch(source.lines[row])
    if match is None:
        raise source.wrong(source.first(row), f"{shown(source.lines[row].strip())} where the sizes belong", _SHAPE)
    rows, cols, tallest = (int(match[k]) for k in (1, 2, 3))
    if rows != cols:
        raise source.error(f"a grid of {rows}×{cols}", row, match.start(2), "as many columns as rows")
    if expected := too_large("skyscrapers", rows, cols):
        raise source.error(f"a grid of {rows}×{cols}", row, match.start(1), expected)
    if tallest > rows:
        raise source.error(f"heights up to {tallest}", row, match.start(3), f"at most {rows}, as there are rows")
    return rows, tallest, match[4] is not None


def _words(source: Source, row: int, count: int, what: str) -> list[Word]:
    source.short(row)
    words = source.words(row)
    if len(words) != count:
        at = words[count] if len(words) > count else source.ends(row)
        raise source.wrong(at, counted(len(words), what), f"{count}, as the sizes say")
    return words


def _number(source: Source, word: Word, what: str) -> int | None:
    found = number(word.text)
    if found is None and word.text not in ("-", BLANK):
        raise source.wrong(word, f"{shown(word.text)} is no {what}", "a number, or - for none")
    return found


def _cells(source: Source, rows: list[list[int | None]]) -> Cells:
    try:
        return Cells.of([[BLANK if height is None else str(height) for height in row] for row in rows])
    except ValueError as error:
        raise source.error(str(error), expected="fewer different heights") from None


# --- writing


def write(page: Page, order: str | None = None) -> str:
    """Return the puzzle; the order of its clues is fixed. Raises ``CannotHold``."""
    sheet = page.sheet
    notes = sheet.notes
    refuse(NAME, [*missing(page, HOLDS), *(["more parks than a row has cells"] if notes.parks > sheet.rows else [])])
    clues = sheet.clues or Clues.blank(sheet.grid)
    lines = [_head(sheet)]
    lines += [" ".join("-" if clue is None else str(clue) for clue in clues.side(side)) for side in SIDES]
    lines += [" ".join("-" if token == BLANK else token for token in row) for row in sheet.cells]
    return "\n".join(lines) + "\n"


def _head(sheet: Sheet) -> str:
    return f"{sheet.rows} {sheet.cols} {sheet.rows - sheet.notes.parks}" + (" D" if sheet.notes.diagonals else "")


# --- answers


def answers(results: Iterable[Result]) -> Iterator[str]:
    """Yield the sizes and the filled grids, a park as 0; ``none`` where there is no answer; blank lines between."""

    def texts() -> Iterator[str]:
        for sheet, answer in ((result.page.sheet, result.answer) for result in results):
            if answer is None:
                yield "none\n"
                continue
            refuse(NAME, missing(Page(sheet.with_cells(answer)), HOLDS))
            yield _head(sheet) + "\n" + "".join(" ".join(row) + "\n" for row in answer)

    return blank_between(texts())


def claims(text: str) -> Iterator[Claim]:
    """Yield answers: sizes and a filled grid each, or a whole puzzle that is filled in; ``none`` for no answer."""
    return claims_of(text, split, lambda piece: Claim(_answer(piece), piece.line))


def _answer(piece: Piece) -> Cells:
    source = Source.of(piece)
    filled = [row for row in source.filled() if not source.lines[row].lstrip().startswith("#")]
    n = _sizes(source, filled)[0]
    if len(filled) == n + 5:
        return read(piece).sheet.cells
    if len(filled) != n + 1:
        place = source.first(filled[n + 1]) if len(filled) > n + 1 else source.ends(filled[-1])
        raise source.wrong(place, counted(len(filled) - 1, "row"), f"{n}, as the sizes say")
    return _cells(
        source, [[_number(source, word, "cell") for word in _words(source, row, n, "cell")] for row in filled[1:]]
    )


FORMAT = Format(
    name=NAME,
    title="grid text with sizes, as of puzzlekit and janko.at",
    holds=HOLDS,
    example="4 4 3 D\n- 2 - -\n- - - 1\n2 - - -\n- - 3 -\n- - - -\n- 0 - -\n- - - -\n- - - 2\n",
    sniff=sniff,
    split=split,
    read=read,
    write=write,
    join=blank_between,
    answers=answers,
    claims=claims,
)
