"""Drawings in the editor penpa+: skyscrapers and haunted mazes as numbers, symbols and lines on a board.

A board has cells numbered row by row, with two unused ones before and after; clues stand in a margin around the grid.
What is printed is the problem, what was entered the solution. The editor knows no kinds: title, rules and tags are
asked for the name of one, and else the marks tell.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import accumulate
from typing import Any, NamedTuple, NoReturn

from eyeline.errors import NotationError
from eyeline.formats.alphabet import ALPHABETS, LONGEST_SIDE, missing, unmarkable
from eyeline.formats.filled import claims_of
from eyeline.formats.format import Claim, Format, Piece, Result, page_claim, refuse
from eyeline.formats.pattern import pattern
from eyeline.formats.penpa_board import CANDIDATES, FIRST, NORMAL, OX, SMALL, Board
from eyeline.formats.penpa_drawing import lines_of, solution_layer
from eyeline.formats.penpa_link import ADDRESS, found, note_out, packed, parsed, unpacked
from eyeline.formats.plain_notes import LINES, group, noted
from eyeline.formats.plain_words import NOTE, VALUE
from eyeline.formats.source import Source, line_pieces, number, shown
from eyeline.grid import Cell, Grid, Port
from eyeline.sheet import BLANK, Cells, Clues, Notes, Page, Position, Sheet, Totals

NAME = "penpa"
HOLDS = {
    "skyscrapers": frozenset(
        {"blank clues", "clue 0", "givens", "parks", "diagonals", "boxes", "sum", "mirrors", "entries", "pencil"}
    ),
    "haunted": frozenset(
        {
            *("blank clues", "clue 0", "givens", "rectangles", "totals", "open totals", "same", "same groups"),
            *("entries", "pencil"),
        }
    ),
}

_NAMES = {
    "haunted": pattern(r"haunted|undead|spukschlo|mirror maze|vampire|ghost|monster", re.IGNORECASE),
    "skyscrapers": pattern(r"skyscraper|building|towers|wolkenkratzer", re.IGNORECASE),
}
#: How people write the total of a monster: ``G=2``, ``Ghosts: 2``, ``2 ghosts``.
_TOTAL = pattern(
    r"\b(?:(?P<a>[GVZ]|ghosts?|vampires?|zombies?)\s*[=:]\s*(?P<n>[0-9]{1,9})"
    r"|(?P<m>[0-9]{1,9})\s*[x×]?\s*(?P<b>ghosts?|vampires?|zombies?))\b",
    re.IGNORECASE,
)
_SNIFF = pattern(r"\s*(?:\S*?[#?])?m=(?:edit|solve)[^\s&]*&")
_MONSTERS = {"🧛": "V", "👻": "G", "🧟": "Z", "V": "V", "G": "G", "Z": "Z"}
_STROKES = {"/": "/", "\\": "\\", "╱": "/", "╲": "\\"}
_LINES = ("lineE", "freelineE", "line", "freeline")
_ARROWED = pattern(r"([0-9]{1,9})_[0-9]")

_EXPECTED = "a link copied whole from the editor"


def sniff(head: str) -> bool:
    """Return whether a link of the editor begins the text."""
    return _SNIFF.match(head) is not None


def split(lines: Iterable[str]) -> Iterator[Piece]:
    """Yield the links, one a line; blank lines and lines with ``#`` are left out, unless a link begins so."""
    return line_pieces(lines, NAME)


# --- reading


class _Text(NamedTuple):
    """The unpacked lines of a link, and where the link stands for errors."""

    source: Source
    row: int
    column: int
    lines: list[str]

    def fail(self, message: str, expected: str = _EXPECTED) -> NoReturn:
        """Raise the error at the data of the link."""
        raise self.source.error(message, self.row, self.column, expected)

    def line(self, place: int) -> str:
        """Return a line, empty where there is none."""
        return self.lines[place] if place < len(self.lines) else ""

    def value(self, place: int, plain: Any) -> Any:
        """Return the JSON in a line, of the type of ``plain``, which stands for an empty line."""
        line = self.line(place)
        if not line.strip():
            return plain
        try:
            value = parsed(line)
        except ValueError:
            self.fail(f"line {place + 1} of the unpacked text is no JSON")
        return value if isinstance(value, type(plain)) else plain


def read(piece: Piece, order: str | None = None) -> Page:
    """Return the page of a link; clues stand where they stand. Raises ``NotationError``."""
    return _page(_text(piece)[0])


def _text(piece: Piece) -> tuple[_Text, str | None]:
    """Return the text of a link, and the text of its answer if it has one."""
    source = Source.of(piece)
    row = next(source.filled(), 0)
    surplus = next(source.filled(row + 1), None)
    if surplus is not None:
        raise source.error("a second line", surplus, expected="one link on one line")
    line = source.lines[row]
    link = found(line)
    if link is None:
        raise source.wrong(source.first(row), f"{shown(line.strip())} is no link of penpa+", "#m=edit&p= and the data")

    def unpack(place: tuple[int, int]) -> str:
        try:
            return unpacked(line[slice(*place)])
        except ValueError as error:
            raise source.error(str(error), row, place[0], _EXPECTED) from None

    text = _Text(source, row, link.data[0], unpack(link.data).split("\n"))
    return text, None if link.answer is None else unpack(link.answer)


def _board(text: _Text) -> Board:
    head = text.line(0).split(",")
    if head[0] not in ("square", "sudoku", "kakuro"):
        text.fail(f"a board of the shape {shown(head[0])}", "a square board")
    width, height = (number(field) for field in (*head[1:3], "", "")[:2])
    if not width or not height or max(width, height) > 2 * LONGEST_SIDE:
        text.fail(f"a board of {shown(','.join(head[1:3]))}", f"its width and height, at most {2 * LONGEST_SIDE}")
    margins = text.value(1, [])
    if len(margins) != 4 or not all(type(margin) is int and margin >= 0 for margin in margins):
        margins = [0, 0, 0, 0]
    top, bottom, left, right = margins
    board = Board(width + 2 * FIRST, height + 2 * FIRST, top + FIRST, left + FIRST,
                   Grid(height - top - bottom, width - left - right))  # fmt: skip
    # A board can be cut to any shape; the cells that are left are listed, each by its distance from the one before.
    steps = text.value(5, [])
    if steps and all(type(step) is int for step in steps) and len(steps) <= board.size:
        kept = [divmod(index, board.width) for index in accumulate(steps) if 0 <= index < board.size]
        if kept:
            (first, last), (left, right) = ((min(side), max(side)) for side in zip(*kept, strict=True))
            board = board._replace(row=first, col=left, grid=Grid(last - first + 1, right - left + 1))
    if min(board.grid.rows, board.grid.cols) < 1 or max(board.grid.rows, board.grid.cols) > LONGEST_SIDE:
        text.fail(f"a grid of {board.grid.rows}×{board.grid.cols}", f"1 to {LONGEST_SIDE} rows and columns")
    return board


def _page(text: _Text) -> Page:
    board = _board(text)
    head = text.line(0).split(",")
    said = "\n".join(note_out(field) for field in (*head[15:16], *head[18:19]))
    problem = text.value(3, {})
    tokens = _mirrors(text, board, problem)
    clues: dict[Port, int | None] = {}
    for cell, value, style in _numbers(board, problem):
        token = _token(value)
        if cell not in board.grid:
            port = board.port(cell)
            clue = number(value)
            if port is not None and clue is None and token != BLANK:
                text.fail(f"the clue {shown(value)} at {port}", "numbers around the grid")
            if port is not None:
                clues[port] = clue
        elif style != CANDIDATES and token != BLANK:
            if token is None or (cell in tokens and tokens[cell] != token):
                text.fail(f"{shown(value)} printed in {cell}", "one height, one of V G Z, or one mirror in a cell")
            tokens[cell] = token
    kind = _kind(said + " " + text.line(17), tokens)
    for cell, token in tokens.items():
        if ALPHABETS[kind].token(token) is None:
            text.fail(f"{shown(token)} printed in {cell}", f"{ALPHABETS[kind].tokens_in_words}, as {kind} are drawn")
    cells = _cells(text, board.grid, tokens)
    sheet = Sheet(kind, cells, Clues.of(board.grid, clues), _notes(kind, said, board.grid))
    return Page(sheet, _position(text, board, kind, text.value(4, {})))


def _cells(text: _Text, grid: Grid, tokens: Mapping[Cell, str]) -> Cells:
    try:
        return Cells.flat(grid.rows, grid.cols, [tokens.get(cell, BLANK) for cell in grid.cells()])
    except ValueError as error:
        text.fail(str(error), "fewer different heights")


def _numbers(board: Board, layer: Mapping[str, Any]) -> Iterator[tuple[Cell, str, str]]:
    """Yield where each number of a layer stands, what it says and in which style; of candidates, what they are."""
    numbers = layer.get("number")
    for key, mark in numbers.items() if isinstance(numbers, dict) else ():
        index = number(key)
        if index is None or index >= board.size or not isinstance(mark, list) or not mark:
            continue
        style = str(mark[2]) if len(mark) > 2 else NORMAL
        value = mark[0]
        if style == CANDIDATES and isinstance(value, list):
            value = ",".join(str(i) for i, on in enumerate(value, start=1) if on == 1)
        if isinstance(value, str | int) and not isinstance(value, bool):
            text = str(value).strip()
            arrowed = _ARROWED.fullmatch(text)
            yield board.place(index), arrowed[1] if arrowed else text, style


def _token(value: str) -> str | None:
    """Return the token that a mark in a cell means, ``None`` if none."""
    if value in ("", "?"):
        return BLANK
    height = number(value)
    if height is not None:
        return str(height)
    return _STROKES.get(value) or _MONSTERS.get(value.upper().rstrip("\ufe0f"))


def _mirrors(text: _Text, board: Board, problem: Mapping[str, Any]) -> dict[Cell, str]:
    """Return the mirrors that are drawn as symbols, or as lines from corner to corner of a cell."""
    mirrors: dict[Cell, str] = {}

    def put(cell: Cell, mirror: str) -> None:
        if mirrors.setdefault(cell, mirror) != mirror:
            text.fail(f"two mirrors in {cell}", "one mirror in a cell")

    symbols = problem.get("symbol")
    for key, mark in symbols.items() if isinstance(symbols, dict) else ():
        index = number(key)
        if index is None or index >= board.size or not isinstance(mark, list) or len(mark) < 2:
            continue
        shape, family = mark[:2]
        if isinstance(family, str) and family.startswith("ox_") and isinstance(shape, int) and shape in OX:
            put(board.place(index), OX[shape])
    for name in _LINES:
        lines = problem.get(name)
        for key in lines if isinstance(lines, dict) else ():
            ends = [number(end) for end in key.split(",")]
            # Corners are numbered like cells, after all of these; the corner below right of a cell has its place.
            if len(ends) == 2 and all(end is not None and board.size <= end < 2 * board.size for end in ends):
                one, other = sorted(divmod((end or 0) - board.size, board.width) for end in ends)
                if other[0] - one[0] == 1 and abs(other[1] - one[1]) == 1:
                    corner = Cell(other[0] - board.row, max(one[1], other[1]) - board.col)
                    put(corner, "\\" if other[1] > one[1] else "/")
    return {cell: mirror for cell, mirror in mirrors.items() if cell in board.grid}


def _kind(said: str, tokens: Mapping[Cell, str]) -> str:
    for kind, names in _NAMES.items():
        if names.search(said):
            return kind
    marks = set(tokens.values())
    heights = any(token.isdigit() for token in marks)
    return "haunted" if marks and not heights else "skyscrapers"


def _notes(kind: str, said: str, grid: Grid) -> Notes:
    """Return what the rules say in the words of plain pages, and totals in the words of people."""
    notes = Notes()
    same = []
    for line in said.split("\n"):
        head = NOTE.match(line)
        name = head[1].lower() if head else ""
        source = Source([line])
        words = [word for word in source.words(0, VALUE) if head and word.column >= head.end()]
        if name in LINES and words and name != "totals":
            try:
                if name == "same":
                    same.append(group(source, words, grid))
                else:
                    notes = noted(source, notes, name, words)
            except NotationError:
                continue  # Rules are free text: what only looks like a note is none.
    if kind != "haunted":
        return replace(notes, same=())
    totals: dict[str, int] = {}
    for match in _TOTAL.finditer(said):
        totals.setdefault((match["a"] or match["b"])[0].upper(), int(match["n"] or match["m"]))
    return Notes(totals=Totals(totals.get("G"), totals.get("V"), totals.get("Z")), same=tuple(same))


def _position(text: _Text, board: Board, kind: str, solution: Mapping[str, Any]) -> Position:
    alphabet = ALPHABETS[kind]
    entries: dict[Cell, str] = {}
    pencil: dict[Cell, set[str]] = {}

    def pencilled(cell: Cell, value: str) -> None:
        marks = re.split(r"[,\s]+", value.strip(", ")) if re.search(r"[,\s]", value) else list(value)
        for mark in marks:
            held = alphabet.value(mark)
            if held is not None:
                pencil.setdefault(cell, set()).add(held)

    for cell, value, style in _numbers(board, solution):
        token = _token(value)
        if cell not in board.grid or token == BLANK:
            continue
        if style in (SMALL, CANDIDATES):
            pencilled(cell, value)
        elif token is None or (held := alphabet.value(token)) is None:
            text.fail(f"{shown(value)} entered in {cell}", alphabet.values_in_words)
        else:
            entries[cell] = held
    corners = solution.get("numberS")
    for key, mark in corners.items() if isinstance(corners, dict) else ():
        index = number(key)
        if index is not None and isinstance(mark, list) and mark and isinstance(mark[0], str | int):
            cell = board.place(index // 4 - board.size)
            if cell in board.grid:
                pencilled(cell, str(mark[0]))
    return Position(entries, {cell: frozenset(marks) for cell, marks in pencil.items()})


# --- writing


def write(page: Page, order: str | None = None) -> str:
    """Return a link to edit the puzzle, with what was entered as its solution. Raises ``CannotHold``."""
    board = _drawn(page)
    lines = lines_of(page.sheet, board, solution_layer(page.position, board))
    return _link("edit", lines) + "\n"


def _drawn(page: Page) -> Board:
    """Return the board that a page is drawn on. Raises ``CannotHold``."""
    sheet = page.sheet
    problems = [
        *missing(page, HOLDS),
        *unmarkable(page),
        *(["an empty group of cells"] if () in sheet.notes.same else []),
        *([f"more than {LONGEST_SIDE} rows or columns"] if max(sheet.rows, sheet.cols) > LONGEST_SIDE else []),
    ]
    refuse(NAME, problems)
    around = 2 * FIRST + 2
    return Board(sheet.cols + around, sheet.rows + around, FIRST + 1, FIRST + 1, sheet.grid)


def _link(mode: str, lines: Iterable[str]) -> str:
    text = packed("\n".join(lines))
    return f"{ADDRESS}#m={mode}&p={text}"


# --- answers


def answers(results: Iterable[Result]) -> Iterator[str]:
    """Yield links to solve the puzzles, with the answer for the editor's own check; ``none`` where there is none."""
    for result in results:
        sheet = result.page.sheet
        if result.answer is None:
            yield "none\n"
            continue
        board = _drawn(Page(sheet))
        printed = sheet.cells
        numbers = sorted(
            f"{board.number(*cell)},{value.lower()}"
            for cell, value in result.answer.facts()
            if printed[cell] == BLANK and value != BLANK
        )
        # Shading, lines, edges, walls, numbers, symbols.
        solution = json.dumps([[], [], [], [], numbers, []], separators=(",", ":"))
        yield f"{_link('solve', lines_of(sheet, board, None))}&a={packed(solution)}\n"


def claims(text: str) -> Iterator[Claim]:
    """Yield answers: links that carry one, or whose cells are filled in; ``none`` where there is none."""
    return claims_of(text, split, _claim)


def _claim(piece: Piece) -> Claim:
    held, answer = _text(piece)
    return page_claim(read, piece) if answer is None else Claim(_answered(held, answer), piece.line)


def _answered(text: _Text, answer: str) -> Cells:
    """Return the printed cells with the numbers of an answer written in."""
    sheet = _page(text).sheet
    board = _board(text)
    try:
        numbers = json.loads(answer)[4]
        pairs = [str(pair).partition(",") for pair in numbers]
    except (ValueError, IndexError, KeyError, TypeError, RecursionError):
        text.fail("an answer that is no list of numbers", "the answer of a link made for checking numbers")
    tokens = dict(zip(sheet.grid.cells(), sheet.cells.row_major(), strict=True))
    for key, _, value in pairs:
        index, token = number(key), _token(value)
        cell = Cell(-1, -1) if index is None else board.place(index)
        if cell not in sheet.grid or token is None:
            text.fail(f"{shown(f'{key},{value}')} in the answer", "cells of the grid, and what is in them")
        tokens[cell] = token
    return _cells(text, sheet.grid, tokens)


FORMAT = Format(
    name=NAME,
    title="links of the editor penpa+",
    holds=HOLDS,
    example=write(
        Page(
            Sheet("haunted", Cells.of(["/.", ".."]), Clues((1, None), (None, 2), (None, None), (0, None))),
            Position({Cell(0, 1): "V"}, {Cell(1, 0): frozenset("GZ")}),
        )
    ),
    sniff=sniff,
    split=split,
    read=read,
    write=write,
    answers=answers,
    claims=claims,
    by_line=True,
)
