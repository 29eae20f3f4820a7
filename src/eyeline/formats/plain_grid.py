"""The grid of a plain page, with the clues around it, and the blocks of what was entered."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeAlias

from eyeline.errors import NotationError
from eyeline.formats.alphabet import ALPHABETS, Alphabet, grid_of, too_large
from eyeline.formats.pattern import pattern
from eyeline.formats.plain_words import TOKEN, aligned, letter_count, spread_out
from eyeline.formats.source import Source, Word, counted, number, shown
from eyeline.grid import Cell, Grid
from eyeline.sheet import Cells, Clue, Clues, Position, Sheet

Marks: TypeAlias = dict[Cell, frozenset[str]]

_FILLED = pattern(r"\S")
_PARTED = pattern(r"[,\s]")

# --- with clues around it


def framed(source: Source, grid: Sequence[int], head: int, kind: str) -> tuple[Cells, Clues, Marks]:
    """Return the cells, clues and pencil marks of a grid with clues around it, on the lines ``grid``.

    ``head`` is the line of the kind. Raises ``NotationError``.
    """
    alphabet = ALPHABETS[kind]
    for row in grid:
        source.short(row)
    if len(grid) < 3:
        whole = "the top clues, a line for each row with its left and right clue, the bottom clues"
        raise source.error(f"the grid has {counted(len(grid), 'line')}", grid[-1] if grid else head, expected=whole)
    above, *middle, below = grid
    top = source.words(above, TOKEN)
    cols = _width(top, source.words(middle[0], TOKEN), len(middle), alphabet)
    if expected := too_large(kind, len(middle), cols):
        raise source.wrong(top[0], grid_of(len(middle), cols), expected)
    left: list[Clue] = []
    right: list[Clue] = []

    def rows() -> Iterator[list[Word]]:
        for i, row in enumerate(middle, start=1):
            words = source.words(row, TOKEN)
            inner = spread_out(words[1:-1], cols)
            if inner is None:
                place = words[cols + 2] if len(words) > cols + 2 else source.ends(row)
                expected = f"{cols + 2}: a left clue, {counted(cols, 'cell')}, a right clue"
                raise source.wrong(place, f"{counted(len(words), 'token')} in the line of row {i}", expected)
            left.append(_clue(source, words[0]))
            yield inner
            right.append(_clue(source, words[-1]))

    top_clues = _edge(source, "top", above, cols)
    cells, pencil = _printed(source, rows(), alphabet)
    clues = Clues(top_clues, _edge(source, "bottom", below, cols), tuple(left), tuple(right))
    return cells, clues, pencil


def _width(top: Sequence[Word], row: Sequence[Word], rows: int, alphabet: Alphabet) -> int:
    """Return the number of columns, told by the top clues and the first row, each in words or in single characters."""
    inner = row[1:-1]
    clues, clue_letters = len(top), letter_count(top)
    cells, cell_letters = len(inner), letter_count(inner)
    if clues == cells and clue_letters == cell_letters:
        # Both ways agree. Grids of numbers are square, and 12 is one height in a grid of any other width.
        together = clue_letters == rows or any(word.text[0] != "{" and not alphabet.token(word.text) for word in inner)
        return clue_letters if together else clues
    if clues in (cells, cell_letters):
        return clues
    return clue_letters if clue_letters in (cells, cell_letters) or clues == 1 else clues


def _edge(source: Source, name: str, row: int, cols: int) -> tuple[Clue, ...]:
    words = source.words(row, TOKEN)
    spread = spread_out(words, cols)
    if spread is None:
        place = words[cols] if len(words) > cols else source.ends(row)
        raise source.wrong(place, counted(len(words), name + " clue"), f"{cols}, one for each column")
    return tuple([_clue(source, word) for word in spread])


def _clue(source: Source, word: Word) -> Clue:
    if word.text == ".":
        return None
    clue = number(word.text)
    if clue is None:
        raise source.wrong(word, f"{shown(word.text)} is no clue", "a number, or . for no clue")
    return clue


# --- without clues


def room(source: Source, grid: Sequence[int], head: int, kind: str) -> tuple[Cells, Marks]:
    """Return the cells and pencil marks of a grid without clues, whose tokens are all one character.

    Without pencil marks no work is done per cell in Python: rooms can be large. Raises ``NotationError``.
    """
    alphabet = ALPHABETS[kind]
    if not grid:
        raise source.error("the grid has 0 lines", head, expected="a line for each row")
    lines = ["".join(source.lines[row].split()) for row in grid]
    cols = len(lines[0])
    if any("{" in line for line in lines):
        return _marked(source, grid, kind)
    if expected := too_large(kind, len(lines), cols):
        raise source.error(grid_of(len(lines), cols), grid[0], expected=expected)
    for i, line in enumerate(lines):
        if len(line) != cols or not alphabet.spells(line):
            raise _faulty(source, grid[i], line, alphabet, f"{counted(len(line), 'cell')} in row {i + 1}", cols)
    return Cells.of_letters(len(lines), cols, "".join(lines).encode()), {}


def _faulty(source: Source, row: int, line: str, alphabet: Alphabet, message: str, cols: int) -> NotationError:
    """Return the error of a row that has a strange letter or another length; ``line`` is the row without blanks."""
    at, expected = cols, f"{cols}, as in row 1"
    if strange := re.search(f"[^{re.escape(alphabet.letters)}]", line):
        at, message, expected = strange.start(), f"{shown(strange.group())} is no cell", alphabet.tokens_in_words
    place = next(islice(_FILLED.finditer(source.lines[row]), at, None), None)
    column = place.start() if place else source.ends(row).column
    return source.error(message, row, column, expected)


def _marked(source: Source, grid: Sequence[int], kind: str) -> tuple[Cells, Marks]:
    """Return the cells and pencil marks of a grid without clues that has such marks."""

    def rows() -> Iterator[list[Word]]:
        cols = 0
        for i, row in enumerate(grid, start=1):
            source.short(row)
            words = source.words(row, TOKEN)
            spread = spread_out(words, letter_count(words)) or words
            cols = cols or len(spread)
            if len(spread) != cols:
                place = spread[cols] if len(spread) > cols else source.ends(row)
                raise source.wrong(place, f"{counted(len(spread), 'cell')} in row {i}", f"{cols}, as in row 1")
            yield spread

    return _printed(source, rows(), ALPHABETS[kind])


def _printed(source: Source, rows: Iterable[Sequence[Word]], alphabet: Alphabet) -> tuple[Cells, Marks]:
    """Return the cells that rows of words print, and the marks where there are marks instead."""
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


# --- blocks


def block(source: Source, name: str, lines: Sequence[int], head: int, grid: Grid) -> Iterator[list[Word]]:
    """Yield the rows of words of a block, as many as the grid has rows and columns; ``head`` is the line of its name.

    Raises ``NotationError``.
    """
    for row in lines:
        source.short(row)
    if len(lines) != grid.rows:
        row = lines[grid.rows] if len(lines) > grid.rows else lines[-1] if lines else head
        raise source.error(f"{counted(len(lines), 'row')} of {name}", row, expected=f"{grid.rows}, as the grid has")
    for i, row in enumerate(lines, start=1):
        words = source.words(row, TOKEN)
        spread = spread_out(words, grid.cols)
        if spread is None:
            place = words[grid.cols] if len(words) > grid.cols else source.ends(row)
            expected = f"{grid.cols}, as the grid has columns"
            raise source.wrong(place, f"{counted(len(words), 'token')} in row {i} of {name}", expected)
        yield spread


def entered(source: Source, blocks: Mapping[str, Iterable[Sequence[Word]]], pencil: Marks, kind: str) -> Position:
    """Return what the blocks ``entries``, ``pencil`` and ``excluded`` say, with the pencil marks found in the grid.

    Raises ``NotationError``.
    """
    alphabet = ALPHABETS[kind]
    entries: dict[Cell, str] = {}
    marks: dict[str, Marks] = {"entries": pencil, "pencil": pencil, "excluded": {}}
    for name, rows in blocks.items():
        for r, row in enumerate(rows):
            for c, word in enumerate(row):
                cell = Cell(r, c)
                if word.text == ".":
                    continue
                if word.text[0] == "{":
                    if cell in marks[name]:
                        raise source.wrong(word, f"pencil marks for {cell} twice", "marks once in a cell")
                    marks[name][cell] = _marks(source, word, alphabet)
                elif name == "entries" and (value := alphabet.value(word.text)) is not None:
                    entries[cell] = value
                else:
                    value_or = f"{alphabet.values_in_words}, " if name == "entries" else ""
                    expected = f"{value_or}marks in braces, or . for nothing"
                    raise source.wrong(word, f"{shown(word.text)} among {name}", expected)
    return Position(entries, pencil, marks["excluded"])


# --- writing


def framed_lines(sheet: Sheet) -> Iterator[str]:
    """Yield the lines of a grid with its clues around it."""
    clues = sheet.clues or Clues.blank(sheet.grid)
    above, *inner, below = aligned([_clue_words(clues.top), *sheet.cells, _clue_words(clues.bottom)])
    left, right = _clue_words(clues.left), _clue_words(clues.right)
    margin = max(map(len, left))
    yield (" " * (margin + 3) + above).rstrip()
    for before, line, after in zip(left, inner, right, strict=True):
        yield f"{before:>{margin}}   {line}   {after}"
    yield (" " * (margin + 3) + below).rstrip()


def _clue_words(clues: Sequence[Clue]) -> tuple[str, ...]:
    return tuple(["." if clue is None else str(clue) for clue in clues])


def entered_lines(position: Position, grid: Grid) -> Iterator[str]:
    """Yield the blocks of what was entered."""
    tables: dict[str, Mapping[Cell, str]] = {
        "entries": position.entries,
        "pencil": {cell: _braced(values) for cell, values in position.pencil.items()},
        "excluded": {cell: _braced(values) for cell, values in position.excluded.items()},
    }
    for name, table in tables.items():
        if table:
            yield f"{name}:"
            rows = [[table.get(Cell(r, c), ".") for c in range(grid.cols)] for r in range(grid.rows)]
            yield from (line.rstrip() for line in aligned(rows))


def _braced(values: Iterable[str]) -> str:
    """Return values in braces; a comma, if only one at the end, says that they are not single characters."""
    ordered = sorted(values, key=lambda value: (len(value), value))
    if all(len(value) == 1 for value in ordered):
        return "{" + "".join(ordered) + "}"
    return "{" + ",".join(ordered) + ("," if len(ordered) == 1 else "") + "}"
