"""Input and answer files of Google Code Jam 2017, Round 2, problem "Beaming With Joy"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from eyeline.errors import NotationError
from eyeline.formats.alphabet import grid_of, missing, too_large
from eyeline.formats.format import Claim, Format, Piece, Result, refuse
from eyeline.formats.pattern import pattern
from eyeline.formats.source import Source, clean, clean_lines, counted, number, shown
from eyeline.sheet import Cells, Page, Sheet

NAME = "codejam"
HOLDS = {"beams": frozenset({"rectangles"})}

#: What a cell can hold, and what it is read as: how a shooter stands in the input says nothing about the answer.
LETTERS = b"./\\#-|"
_READ = bytes.maketrans(b"-|", b"++")

_SNIFF = pattern(r"\s*[0-9]+[ \t]*\n\s*[0-9]+[ \t]+[0-9]+[ \t]*(\n|\Z)")
_STRANGE = pattern(r"[^./\\#|-]")
_CASE = pattern(r"\s*case\b", re.IGNORECASE)
_HEAD = pattern(r"\s*case\s*#\s*([0-9]{1,9})\s*:\s*(possible|impossible)\s*", re.IGNORECASE)


def sniff(head: str) -> bool:
    """Return whether a line with one number and a line with two begin the text."""
    return _SNIFF.match(head) is not None


# --- pieces


def split(lines: Iterable[str]) -> Iterator[Piece]:
    """Yield the cases: a case begins at every line whose first character is a digit or a letter.

    No row of a room begins so, hence a broken case does not spoil the next. Where the first line promises another
    number of cases, the pieces beyond it, or one more at the end, have that as their error.
    """
    numbered = enumerate(clean_lines(lines), start=1)
    first, head = next(((i, line) for i, line in numbered if line.strip()), (0, ""))
    if not first:
        return
    source = Source([head], first)
    promised = number(head.strip())
    if promised is None:
        word = source.first(0)
        error = source.wrong(word, f"{shown(head.strip())} where the number of cases belongs", "a number")
        yield Piece(head, first, notation=NAME, error=error)
        return
    cases = 0
    last = first
    case: list[str] = []
    for i, line in numbered:
        blank = not line.strip()
        if case and not blank and line.lstrip()[0].isalnum():
            cases += 1
            yield _case(case, last, cases, promised)
            case = []
        if case or not blank:
            case.append(line)
            last = i
    if case:
        cases += 1
        yield _case(case, last, cases, promised)
        while not case[-1].strip():
            case.pop()
            last -= 1
    if cases < promised:
        short = source.error(counted(cases, "case"), expected=f"{promised}, as the first line says")
        yield Piece("", last, notation=NAME, error=short)


def _case(lines: Sequence[str], last: int, number: int, promised: int) -> Piece:
    """Return the lines of a case, of which ``last`` is the number of the last one, as a piece."""
    first = last - len(lines) + 1
    surplus = None
    if number > promised:
        surplus = Source([lines[0]], first).error(f"case {number} of {promised}", expected="nothing more")
    end = max(i for i, line in enumerate(lines, start=1) if line.strip())
    return Piece("\n".join(lines[:end]), first, notation=NAME, error=surplus)


# --- reading


def read(piece: Piece, order: str | None = None) -> Page:
    """Return the room of one case; every shooter is read as not yet turned. Raises ``NotationError``.

    Looks at all letters at once, and line by line only where something is wrong.
    """
    source = Source.of(piece)
    filled = list(source.filled())
    if not filled:
        raise source.error("the case is empty", expected="a line with the numbers of rows and columns")
    size = source.words(filled[0]) if len(source.lines[filled[0]]) < 100 else []
    rows, cols = (number(word.text) for word in size) if len(size) == 2 else (None, None)
    if rows is None or cols is None:
        text = source.lines[filled[0]].strip()
        raise source.error(
            f"{shown(text)} where the size belongs", filled[0], expected="the numbers of rows and columns"
        )
    if expected := too_large("beams", rows, cols):
        raise source.error(grid_of(rows, cols), filled[0], expected=expected)
    grid = filled[1 : rows + 1]
    lines = [source.lines[row].strip() for row in grid]
    letters = "".join(lines).encode("ascii", "replace")
    if letters.translate(None, LETTERS) or any(len(line) != cols for line in lines):
        for i, line in enumerate(lines):
            if len(line) != cols or _STRANGE.search(line):
                raise _faulty(source, grid[i], line, cols, i + 1)
    if len(filled) - 1 > rows:
        raise source.error(counted(len(filled) - 1, "row"), filled[rows + 1], expected=f"{rows}, as the size says")
    if len(lines) < rows:
        end = source.ends(filled[-1])
        raise source.wrong(end, counted(len(lines), "row"), f"{rows}, as the size says")
    return Page(Sheet("beams", Cells.of_letters(rows, cols, letters.translate(_READ))))


def _faulty(source: Source, row: int, line: str, cols: int, place: int) -> NotationError:
    """Return the error of a row that has a strange letter or another length."""
    margin = len(source.lines[row]) - len(source.lines[row].lstrip())
    strange = _STRANGE.search(line)
    if strange:
        return source.error(f"{shown(strange.group())} in a room", row, margin + strange.start(), "one of . / \\ # - |")
    return source.error(
        f"{counted(len(line), 'cell')} in row {place}", row, margin + min(len(line), cols), counted(cols, "cell")
    )


# --- writing


def write(page: Page, order: str | None = None) -> str:
    """Return an input file of one case; shooters are written ``-``. Raises ``CannotHold``."""
    refuse(NAME, missing(page, HOLDS))
    cells = page.sheet.cells
    return f"1\n{cells.rows} {cells.cols}\n" + "".join(f"{line}\n" for line in cells.lines()).replace("+", "-")


def join(texts: Iterable[str]) -> Iterator[str]:
    """Yield one file with all the cases; nothing where there are none."""
    cases = [text.split("\n", 1)[1] for text in texts]
    if cases:
        yield f"{len(cases)}\n"
        yield from cases


# --- answers


def answers(results: Iterable[Result]) -> Iterator[str]:
    """Yield an answer file: for each case whether it is possible and, if it is, the turned shooters."""
    number = 0
    for result in results:
        number = number + 1 if result.number is None else result.number
        if result.answer is None:
            yield f"Case #{number}: IMPOSSIBLE\n"
        else:
            yield f"Case #{number}: POSSIBLE\n" + "".join(f"{line}\n" for line in result.answer.lines())


def claims(text: str) -> Iterator[Claim]:
    """Yield the answers of an answer file."""
    lines = clean(text).split("\n")
    filled = [i for i, line in enumerate(lines) if line.strip()]
    starts = [*filled[:1], *(i for i in filled[1:] if _CASE.match(lines[i]))]
    for start, end in pairwise([*starts, len(lines)]):
        yield _claim(Source([line.strip() for line in lines[start:end] if line.strip()], start + 1))


def _claim(source: Source) -> Claim:
    head, *grid = source.lines
    found = _HEAD.fullmatch(head)
    if found is None:
        error = source.error(f"{shown(head)} is no case", expected="Case #1: POSSIBLE or Case #1: IMPOSSIBLE")
        return Claim(None, source.line, error=error)
    number, possible = int(found[1]), found[2].lower() == "possible"
    if not possible and not grid:
        return Claim(None, source.line, number)
    if not possible:
        error = source.error("a grid below IMPOSSIBLE", 1, expected="the next case")
    elif not grid:
        error = source.error("POSSIBLE without a grid", 0, len(head), "the room with its shooters turned")
    else:
        cols = len(grid[0])
        faulty = next((i for i, line in enumerate(grid) if len(line) != cols or not line.isascii()), None)
        if faulty is None:
            return Claim(Cells.of_letters(len(grid), cols, "".join(grid).encode()), source.line, number)
        error = _faulty(source, faulty + 1, grid[faulty], cols, faulty + 1)
    return Claim(None, source.line, number, error=error)


FORMAT = Format(
    name=NAME,
    title="Code Jam files of Beaming With Joy",
    holds=HOLDS,
    example="1\n2 3\n.-.\n#-#\n",
    sniff=sniff,
    split=split,
    read=read,
    write=write,
    join=join,
    answers=answers,
    claims=claims,
)
