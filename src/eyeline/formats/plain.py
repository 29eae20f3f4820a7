"""The plain page: the puzzle as one would type it, with what was entered in blocks of their own below the grid."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from eyeline.formats.alphabet import ALPHABETS, KIND_NAMES, Alphabet, claimed, missing, too_large
from eyeline.formats.format import EVERYTHING, Claim, Format, Piece, Result, page_claim, refuse
from eyeline.formats.source import Source, Word, clean, number, shown
from eyeline.grid import Cell, Grid
from eyeline.sheet import Cells, Clue, Clues, Notes, Page, Position, Sheet, Totals

NAME = "plain"
HOLDS = dict.fromkeys(ALPHABETS, EVERYTHING)
#: Blocks: a note whose value is a row of tokens for each row of the grid.
BLOCKS = ("regions", "entries", "pencil", "excluded")
NOTES = ("totals", "same", "parks", "diagonals", "boxes", "clues", *BLOCKS)
#: The longest line outside rooms of beams: a row of 255 heights needs less than a hundredth of it.
LONGEST_LINE = 1 << 16

_BLANKS = re.compile(r"\s")
_PARTED = re.compile(r"[,\s]")
_NOTE = re.compile(r"\s*([A-Za-z]+)\s*:")
_TOKEN = re.compile(r"\{[^{}]*\}|[^\s{}]+|[{}]")
_CELL = re.compile(r"[rR]([0-9]{1,9})[cC]([0-9]{1,9})")
_TOTAL = re.compile(r"([GVZgvz])=([0-9]{1,9})")
_BOX = re.compile(r"([0-9]{1,9})[xX]([0-9]{1,9})")

Marks: TypeAlias = dict[Cell, frozenset[str]]


def sniff(head: str) -> bool:
    """Return whether the first line is the name of a kind."""
    return _kind(head.split("\n", 1)[0]) is not None


def _kind(line: str) -> str | None:
    word = line.strip().lower() if len(line) < 100 else ""
    return word if word in ALPHABETS else None


# --- pieces


def split(text: str) -> Iterator[Piece]:
    """Yield the pages of a text.

    A page begins at a line that names a kind, and after a blank line at one that begins with a letter and is no note.
    Blank lines within a page mean nothing. Lines with ``#`` before the first page are comments.
    """
    lines = clean(text).split("\n")
    start: int | None = None
    after_blank = True
    for i, line in enumerate(lines):
        if not line.strip():
            after_blank = True
            continue
        if start is None:
            if not line.lstrip().startswith("#"):
                start = i
        elif _kind(line) or (after_blank and _begins(line)):
            yield _piece(lines, start, i)
            start = i
        after_blank = False
    if start is not None:
        yield _piece(lines, start, len(lines))


def _begins(line: str) -> bool:
    """Return whether a line after a blank one begins a new page."""
    return line.lstrip()[0].isalpha() and not _NOTE.match(line)


def _piece(lines: Sequence[str], start: int, end: int) -> Piece:
    while not lines[end - 1].strip():
        end -= 1
    return Piece("\n".join(lines[start:end]), start + 1, notation=NAME)


# --- reading


@dataclass(slots=True)
class _Parts:
    """The lines of a page by what they belong to; ``line`` is where each note stands."""

    notes: Notes = field(default_factory=Notes)
    same: list[list[Word]] = field(default_factory=list)
    grid: list[int] = field(default_factory=list)
    blocks: dict[str, list[int]] = field(default_factory=dict)
    line: dict[str, int] = field(default_factory=dict)


def read(piece: Piece, order: str | None = None) -> Page:
    """Return the page in a piece; there is but one order of clues. Raises ``NotationError``."""
    source = Source.of(piece)
    first = next(source.filled(), None)
    if first is None:
        raise source.error("the page is empty", expected=f"a kind on the first line: {KIND_NAMES}")
    kind = _kind(source.lines[first])
    if kind is None:
        word = source.words(first)[0]
        raise source.wrong(word, f"{shown(word.text)} is no kind", KIND_NAMES)
    alphabet = ALPHABETS[kind]
    if alphabet.clues:
        for row in source.filled():
            if len(source.lines[row]) > LONGEST_LINE:
                raise source.error(
                    f"a line of {len(source.lines[row])} characters", row, LONGEST_LINE, f"at most {LONGEST_LINE}"
                )
    parts = _parts(source, first, alphabet)
    if alphabet.clues:
        cells, clues, pencil = _framed(source, parts.grid, first, kind)
    else:
        cells, pencil = _room(source, parts.grid, first, kind)
        clues = Clues()
    notes = replace(parts.notes, same=tuple(_group(source, words, cells.grid) for words in parts.same))
    position = Position(pencil=pencil)
    if parts.blocks:
        notes, position = _blocks(source, parts, alphabet, cells, notes, pencil)
    return Page(Sheet(kind, cells, clues, notes), position)


def _parts(source: Source, first: int, alphabet: Alphabet) -> _Parts:
    parts = _Parts()
    current = parts.grid
    for row in source.filled(first + 1):
        line = source.lines[row]
        found = _NOTE.match(line) if ":" in line else None
        if found is None:
            current.append(row)
            continue
        name = found.group(1).lower()
        word = Word(found.group(1), row, found.start(1))
        words = [Word(w.text, row, w.column) for w in source.words(row, _TOKEN) if w.column >= found.end()]
        if name not in NOTES:
            raise source.wrong(word, f"no note is called {shown(word.text)}", f"one of {', '.join(NOTES)}")
        if name in parts.line and name != "same":
            raise source.wrong(word, f"{name} is said twice", "each note once")
        parts.line[name] = row
        if name in BLOCKS:
            if words:
                raise source.wrong(
                    words[0], f"{shown(words[0].text)} on the line of {name}:", "its rows on the lines below"
                )
            current = parts.blocks.setdefault(name, [])
        elif name == "same":
            parts.same.append(words or [source.ends(row)])
            current = parts.grid
        else:
            parts.notes = _noted(source, parts.notes, name, words, source.ends(row))
            current = parts.grid
    if not parts.grid and parts.blocks.get("regions"):
        # The grid has no mark of its own, so the block before it runs into it: as many rows for both, and two of clues.
        lines = parts.blocks["regions"]
        around = 2 if alphabet.clues else 0
        rows, odd = divmod(len(lines) - around, 2)
        if odd or rows < 1:
            raise source.error(
                f"{len(lines)} lines below regions:",
                lines[-1],
                expected="as many rows of regions as the grid has, then the grid" + " with its clues" * alphabet.clues,
            )
        parts.blocks["regions"], parts.grid = lines[:rows], lines[rows:]
    return parts


def _noted(source: Source, notes: Notes, name: str, words: list[Word], end: Word) -> Notes:
    """Return the notes with one more, read from the words of its line."""
    match name:
        case "totals":
            return replace(notes, totals=_totals(source, words, end))
        case "parks":
            word = _only(source, words, end, expected := "a number")
            if (parks := number(word.text)) is None:
                raise source.wrong(word, f"{shown(word.text)} is no number of parks", expected)
            return replace(notes, parks=parks)
        case "diagonals":
            word = _only(source, words, end, expected := "yes or no")
            if word.text.lower() not in ("yes", "no"):
                raise source.wrong(word, f"diagonals: {shown(word.text)}", expected)
            return replace(notes, diagonals=word.text.lower() == "yes")
        case "boxes":
            word = _only(source, words, end, expected := "rows and columns of a box, as 2x3")
            if (found := _BOX.fullmatch(word.text)) is None:
                raise source.wrong(word, f"{shown(word.text)} is no size of boxes", expected)
            return replace(notes, boxes=(int(found[1]), int(found[2])))
        case _:
            word = _only(source, words, end, expected := "count or sum")
            meaning = word.text.lower()
            if meaning == "count":
                return replace(notes, clues="count")
            if meaning == "sum":
                return replace(notes, clues="sum")
            raise source.wrong(word, f"clues: {shown(word.text)}", expected)


def _only(source: Source, words: list[Word], end: Word, expected: str) -> Word:
    if not words:
        raise source.wrong(end, "a note without a value", expected)
    if len(words) > 1:
        raise source.wrong(words[1], f"{shown(words[1].text)} after the value of a note", expected)
    return words[0]


def _totals(source: Source, words: list[Word], end: Word) -> Totals:
    expected = "totals as G=2 V=2 Z=6"
    found: dict[str, int] = {}
    for word in words:
        match = _TOTAL.fullmatch(word.text.rstrip(","))
        if match is None:
            raise source.wrong(word, f"{shown(word.text)} is no total", expected)
        token = match[1].upper()
        if token in found:
            raise source.wrong(word, f"the total of {token} is said twice", expected)
        found[token] = int(match[2])
    if not found:
        raise source.wrong(end, "a note without a value", expected)
    return Totals(found.get("G"), found.get("V"), found.get("Z"))


def _group(source: Source, words: list[Word], grid: Grid) -> tuple[Cell, ...]:
    group = []
    for word in words:
        match = _CELL.fullmatch(word.text.rstrip(","))
        if match is None:
            raise source.wrong(
                word, f"{shown(word.text)} is no cell" if word.text else "a note without a value", "cells as r1c3"
            )
        cell = Cell(int(match[1]) - 1, int(match[2]) - 1)
        if cell not in grid:
            raise source.wrong(word, f"{word.text} lies outside the grid", f"r1c1 to r{grid.rows}c{grid.cols}")
        group.append(cell)
    return tuple(group)


def _framed(source: Source, grid: list[int], first: int, kind: str) -> tuple[Cells, Clues, Marks]:
    """Return the cells, clues and pencil marks of a grid with clues around it."""
    alphabet = ALPHABETS[kind]
    if len(grid) < 3:
        whole = "the top clues, a line for each row with its left and right clue, the bottom clues"
        raise source.error(f"the grid has {len(grid)} lines", grid[-1] if grid else first, expected=whole)
    above, *middle, below = grid
    top = source.words(above, _TOKEN)
    cols = _width(top, source.words(middle[0], _TOKEN), len(middle), alphabet)
    if expected := too_large(kind, len(middle), cols):
        raise source.wrong(top[0], f"a grid of {len(middle)} rows and {cols} columns", expected)
    left, right = [], []

    def rows() -> Iterator[list[Word]]:
        for i, row in enumerate(middle):
            words = source.words(row, _TOKEN)
            inner = _spread(words[1:-1], cols)
            if inner is None:
                place = words[cols + 2] if len(words) > cols + 2 else source.ends(row)
                expected = f"{cols + 2}: a left clue, {cols} cells, a right clue"
                raise source.wrong(place, f"{len(words)} tokens in the line of row {i + 1}", expected)
            left.append(_clue(source, words[0]))
            right.append(_clue(source, words[-1]))
            yield inner

    cells, pencil = _printed(source, rows(), alphabet)
    edges = [_edge(source, name, row, cols) for name, row in (("top", above), ("bottom", below))]
    return cells, Clues(edges[0], edges[1], tuple(left), tuple(right)), pencil


def _width(top: list[Word], row: list[Word], rows: int, alphabet: Alphabet) -> int:
    """Return the number of columns, told by the top clues and the first row, each in words or in single characters."""
    inner = row[1:-1]
    clues, letters = len(top), _letters(top)
    cells, cell_letters = len(inner), _letters(inner)
    if clues == cells == 1:
        # One word each: written together, unless it is a single column with a number of several digits.
        together = letters == cell_letters and (letters == rows or alphabet.token(inner[0].text) is None)
        return letters if together else 1
    if clues in (cells, cell_letters):
        return clues
    return letters if letters in (cells, cell_letters) or clues == 1 else clues


def _letters(words: list[Word]) -> int:
    return sum(1 if word.text[0] == "{" else len(word.text) for word in words)


def _spread(words: list[Word], cols: int) -> list[Word] | None:
    """Return the words, or their single characters, whichever are ``cols``; ``None`` if neither are."""
    if len(words) == cols:
        return words
    if _letters(words) != cols:
        return None
    spread = []
    for word in words:
        if word.text[0] == "{":
            spread.append(word)
        else:
            spread.extend(Word(c, word.row, word.column + i) for i, c in enumerate(word.text))
    return spread


def _edge(source: Source, name: str, row: int, cols: int) -> tuple[Clue, ...]:
    words = source.words(row, _TOKEN)
    spread = _spread(words, cols)
    if spread is None:
        place = words[cols] if len(words) > cols else source.ends(row)
        raise source.wrong(place, f"{len(words)} {name} clues", f"{cols}, one for each column")
    return tuple([_clue(source, word) for word in spread])


def _clue(source: Source, word: Word) -> Clue:
    if word.text == ".":
        return None
    clue = number(word.text)
    if clue is None:
        raise source.wrong(word, f"{shown(word.text)} is no clue", "a number, or . for no clue")
    return clue


def _printed(source: Source, rows: Iterable[list[Word]], alphabet: Alphabet) -> tuple[Cells, Marks]:
    pencil: Marks = {}
    tokens: list[list[str]] = []
    for r, words in enumerate(rows):
        held = []
        for c, word in enumerate(words):
            if word.text[0] == "{":
                pencil[Cell(r, c)] = _marks(source, word, alphabet)
                held.append(alphabet.blank)
                continue
            token = alphabet.token(word.text)
            if token is None:
                raise source.wrong(word, f"{shown(word.text)} is no cell", alphabet.tokens_in_words)
            held.append(token)
        tokens.append(held)
    try:
        return Cells.of(tokens), pencil
    except ValueError as error:
        raise source.error(str(error)) from None


def _marks(source: Source, word: Word, alphabet: Alphabet) -> frozenset[str]:
    """Return the values between braces: single characters, or words where commas or blanks part them."""
    expected = f"marks as {{{'135' if alphabet.numbers else alphabet.values}}}"
    if len(word.text) < 2:
        raise source.wrong(word, "a brace without its partner", expected)
    inner = word.text[1:-1]
    marks = []
    for part in inner.replace(",", " ").split() if _PARTED.search(inner) else inner:
        value = alphabet.value(part)
        if value is None:
            raise source.wrong(word, f"{shown(part)} is no mark", expected)
        marks.append(value)
    return frozenset(marks)


def _room(source: Source, grid: list[int], first: int, kind: str) -> tuple[Cells, Marks]:
    """Return the cells and pencil marks of a grid without clues, whose tokens are all one character.

    Without pencil marks no work is done per cell in Python: rooms can be large.
    """
    alphabet = ALPHABETS[kind]
    if not grid:
        raise source.error("the grid has 0 lines", first, expected="a line for each row")
    lines = ["".join(source.lines[row].split()) for row in grid]
    marked = any("{" in line for line in lines)
    cols = _letters(source.words(grid[0], _TOKEN)) if marked else len(lines[0])
    if expected := too_large(kind, len(lines), cols):
        raise source.error(f"a grid of {len(lines)} rows and {cols} columns", grid[0], expected=expected)

    def words(numbered: Iterable[tuple[int, int]]) -> Iterator[list[Word]]:
        for i, row in numbered:
            found = source.words(row, _TOKEN)
            spread = _spread(found, _letters(found)) or found
            if len(spread) != cols:
                place = spread[cols] if len(spread) > cols else source.ends(row)
                raise source.wrong(place, f"{len(spread)} cells in row {i + 1}", f"{cols}, as in row 1")
            yield spread

    numbered = list(enumerate(grid))
    if not marked:
        letters = set(alphabet.letters)
        faulty = [i for i, line in enumerate(lines) if len(line) != cols or not letters.issuperset(line)]
        if not faulty:
            return Cells.of_letters(len(lines), cols, "".join(lines).encode()), {}
        _printed(source, words([numbered[faulty[0]]]), alphabet)
    return _printed(source, words(numbered), alphabet)


def _blocks(
    source: Source, parts: _Parts, alphabet: Alphabet, cells: Cells, notes: Notes, pencil: Marks
) -> tuple[Notes, Position]:
    entries: dict[Cell, str] = {}
    excluded: Marks = {}
    for name, lines in parts.blocks.items():
        rows = _block(source, name, lines, parts.line[name], cells)
        if name == "regions":
            notes = replace(notes, regions=tuple([_region_row(source, row) for row in rows]))
            continue
        for r, row in enumerate(rows):
            for c, word in enumerate(row):
                cell = Cell(r, c)
                if word.text == ".":
                    continue
                if word.text[0] == "{":
                    marks = excluded if name == "excluded" else pencil
                    if cell in marks:
                        raise source.wrong(word, f"pencil marks for {cell} twice", "marks once in a cell")
                    marks[cell] = _marks(source, word, alphabet)
                elif name == "entries" and (value := alphabet.value(word.text)) is not None:
                    entries[cell] = value
                else:
                    expected = f"{alphabet.values_in_words}, " if name == "entries" else ""
                    raise source.wrong(
                        word, f"{shown(word.text)} among {name}", f"{expected}marks in braces, or . for nothing"
                    )
    return notes, Position(entries, pencil, excluded)


def _region_row(source: Source, row: list[Word]) -> tuple[str, ...]:
    for word in row:
        if not _nameable(word.text):
            raise source.wrong(word, f"{shown(word.text)} is no name of a region", "letters or digits")
    return tuple([word.text for word in row])


def _block(source: Source, name: str, lines: list[int], head: int, cells: Cells) -> Iterator[list[Word]]:
    if len(lines) != cells.rows:
        row = lines[cells.rows] if len(lines) > cells.rows else lines[-1] if lines else head
        raise source.error(f"{len(lines)} rows of {name}", row, expected=f"{cells.rows}, as the grid has")
    for i, row in enumerate(lines):
        words = source.words(row, _TOKEN)
        spread = _spread(words, cells.cols)
        if spread is None:
            place = words[cells.cols] if len(words) > cells.cols else source.ends(row)
            expected = f"{cells.cols}, as the grid has columns"
            raise source.wrong(place, f"{len(words)} tokens in row {i + 1} of {name}", expected)
        yield spread


# --- writing


def write(page: Page, order: str | None = None) -> str:
    """Return the page; there is but one order of clues. Raises ``CannotHold``."""
    sheet, position = page
    names = {name for row in sheet.notes.regions or () for name in row}
    refuse(
        NAME,
        [
            *missing(page, HOLDS),
            *(f"the region name {name!r}" for name in sorted(names) if not _nameable(name)),
            *(["regions that do not fit the grid"] if sheet.notes.regions and not _fits(sheet) else []),
            *(["an empty group of cells"] if () in sheet.notes.same else []),
            *(["several rows of one height of several digits"] if _column_of_numbers(sheet) else []),
        ],
    )
    lines = [sheet.kind, *_note_lines(sheet.notes)]
    lines += _framed_lines(sheet) if ALPHABETS[sheet.kind].clues else sheet.cells.lines()
    if position.entries:
        lines += ["entries:", *_table(sheet.grid, position.entries)]
    for name, marks in (("pencil", position.pencil), ("excluded", position.excluded)):
        if marks:
            lines += [f"{name}:", *_table(sheet.grid, {cell: _braced(values) for cell, values in marks.items()})]
    return "\n".join(lines) + "\n"


def _nameable(name: str) -> bool:
    """Return whether a region's name comes back as one word, and does not look like a note, marks or a kind."""
    return (
        name.isprintable()
        and clean(name) == name
        and _TOKEN.fullmatch(name) is not None
        and not set(name) & set("{}:")
        and _kind(name) is None
    )


def _column_of_numbers(sheet: Sheet) -> bool:
    """Return whether the rows, one word each, could be read as heights written together."""
    return sheet.cols == 1 < sheet.rows and any(len(token) > 1 for token in sheet.cells.tokens)


def _fits(sheet: Sheet) -> bool:
    regions = sheet.notes.regions or ()
    return len(regions) == sheet.rows and all(len(row) == sheet.cols for row in regions)


def _note_lines(notes: Notes) -> Iterator[str]:
    for name in notes.stated():
        match name:
            case "totals":
                yield "totals: " + " ".join(f"{token}={total}" for token, total in notes.totals.stated())
            case "same":
                yield from ("same: " + " ".join(map(str, group)) for group in notes.same)
            case "parks":
                yield f"parks: {notes.parks}"
            case "diagonals":
                yield "diagonals: yes"
            case "boxes" if notes.boxes:
                yield f"boxes: {notes.boxes[0]}x{notes.boxes[1]}"
            case "regions":
                yield "regions:"
                yield from _aligned(notes.regions or ())
            case "clues":
                yield f"clues: {notes.clues}"


def _framed_lines(sheet: Sheet) -> Iterator[str]:
    clues = sheet.clues or Clues.blank(sheet.grid)
    top, *rows, bottom = [_clue_words(clues.top), *sheet.cells, _clue_words(clues.bottom)]
    left, right = _clue_words(clues.left), _clue_words(clues.right)
    inner = list(_aligned((top, *rows, bottom)))
    margin = max(map(len, left))
    yield " " * (margin + 3) + inner[0]
    for before, line, after in zip(left, inner[1:-1], right, strict=True):
        yield f"{before:>{margin}}   {line}   {after}"
    yield " " * (margin + 3) + inner[-1]


def _clue_words(clues: Sequence[Clue]) -> tuple[str, ...]:
    return tuple("." if clue is None else str(clue) for clue in clues)


def _braced(values: Iterable[str]) -> str:
    ordered = sorted(values, key=lambda value: (len(value), value))
    return "{" + ("," if any(len(value) > 1 for value in ordered) else "").join(ordered) + "}"


def _table(grid: Grid, words: Mapping[Cell, str]) -> Iterator[str]:
    return _aligned([[words.get(Cell(r, c), ".") for c in range(grid.cols)] for r in range(grid.rows)])


def _aligned(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    held = list(rows)
    width = max((len(word) for row in held for word in row), default=0)
    return (" ".join(f"{word:<{width}}" for word in row).rstrip() for row in held)


def join(texts: Iterable[str]) -> Iterator[str]:
    """Yield the pages with a blank line between them."""
    for i, text in enumerate(texts):
        yield f"\n{text}" if i else text


# --- answers


def answers(results: Iterable[Result]) -> Iterator[str]:
    """Yield the pages with their cells filled in, ``none`` where there is no answer, a blank line between them."""
    return join(
        "none\n" if result.answer is None else write(Page(result.page.sheet.with_cells(result.answer)))
        for result in results
    )


def claims(text: str) -> Iterator[Claim]:
    """Yield answers: grids or filled pages, a blank line between them; ``none`` or ``IMPOSSIBLE`` where there is none.

    In a grid, tokens are parted by blanks or commas, or else all written together.
    """
    lines = clean(text).split("\n")
    block: list[int] = []
    paged = after_blank = False
    for i, line in enumerate(lines):
        word = line.strip()[:20].lower()
        if not word:
            after_blank = True
            continue
        denies = word in ("none", "impossible")
        begins = denies or _kind(line) is not None or (after_blank and (not paged or _begins(line)))
        if block and begins:
            yield _claim(lines, block, paged)
            block = []
        if denies:
            yield Claim(None, i + 1)
        else:
            if not block:
                paged = _kind(line) is not None
            block.append(i)
        after_blank = False
    if block:
        yield _claim(lines, block, paged)


def _claim(lines: list[str], block: list[int], paged: bool) -> Claim:
    first = block[0]
    if paged:
        return page_claim(read, Piece("\n".join(lines[first : block[-1] + 1]), first + 1))
    source = Source([lines[i].replace(",", " ") for i in block], first + 1)
    stripped = [line.strip() for line in source.lines]
    together = not any(_BLANKS.search(line) for line in stripped)
    if together and len({len(line) for line in stripped}) == 1 and all(line.isascii() for line in stripped):
        letters = "".join(stripped).upper().encode()
        return Claim(Cells.of_letters(len(stripped), len(stripped[0]), letters), first + 1)
    rows: list[list[str]] = []
    for row, line in enumerate(stripped):
        tokens = list(line) if together else line.split()
        if rows and len(tokens) != len(rows[0]):
            error = source.wrong(
                source.ends(row), f"{len(tokens)} cells in row {row + 1}", f"{len(rows[0])}, as in row 1"
            )
            return Claim(None, first + 1, error=error)
        rows.append([claimed(token) for token in tokens])
    try:
        return Claim(Cells.of(rows), first + 1)
    except ValueError as wrong:
        return Claim(None, first + 1, error=source.error(str(wrong)))


FORMAT = Format(
    name=NAME,
    title="the page as one would type it",
    holds=HOLDS,
    example="haunted\ntotals: G=0 V=2 Z=6\n    2 1 1 1\n1   \\ \\ . /   2\n0   \\ . / .   2\n0   / . / .   2\n"
    "3   . . . \\   2\n    3 3 2 2\n",
    sniff=sniff,
    split=split,
    read=read,
    write=write,
    join=join,
    answers=answers,
    claims=claims,
)
