"""The lines of the text that a link of penpa+ packs, for a page that is drawn on a board."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from eyeline.formats.penpa_board import FIRST, NORMAL, OX, SMALL, Board
from eyeline.formats.penpa_link import note_in, shortened
from eyeline.formats.plain_notes import note_lines
from eyeline.sheet import BLANK, Position, Sheet
from eyeline.sight import TURNS

TITLES = {"skyscrapers": "Skyscrapers", "haunted": "Haunted"}
_BLACK, _GREEN = 1, 2
_SIZE = 38


def _layer(numbers: Any = None, symbols: Any = None, corners: Any = None) -> dict[str, Any]:
    history: dict[str, Any] = {name: {"__a": []} for name in ("command_redo", "command_undo", "command_replay")}
    return history | {
        "surface": {}, "number": numbers or {}, "numberS": corners or {}, "symbol": symbols or {}, "freeline": {},
        "freelineE": {}, "thermo": [], "arrows": [], "direction": [], "squareframe": [], "polygon": [], "line": {},
        "lineE": {}, "wall": {}, "cage": {}, "deletelineE": {}, "killercages": [], "nobulbthermo": [],
    }  # fmt: skip


def _problem(sheet: Sheet, board: Board) -> dict[str, Any]:
    numbers = {str(board.at(port)): [str(clue), _BLACK, NORMAL] for port, clue in sheet.clues.stated()}
    symbols = {}
    strokes = {mirror: shape for shape, mirror in OX.items()}
    for cell, token in sheet.cells.facts():
        key = str(board.number(*cell))
        if token in TURNS:
            symbols[key] = [strokes[token], "ox_B", 1]
        elif token != BLANK:
            numbers[key] = [token, _BLACK, NORMAL]
    return _layer(numbers, symbols)


def solution_layer(position: Position, board: Board) -> dict[str, Any]:
    """Return the layer of what was entered: entries in green, pencil marks small, in a corner beside an entry."""
    numbers = {str(board.number(*fact.cell)): [fact.value, _GREEN, NORMAL] for fact in position.facts()}
    corners = {}
    for cell in sorted(position.pencil):
        marks = sorted(position.pencil[cell], key=lambda value: (len(value), value))
        # As in plain pages, a comma says that the marks are not single characters.
        text = "".join(marks) if len(marks[-1]) == 1 else ",".join(marks) + ("," if len(marks) == 1 else "")
        index = board.number(*cell)
        if cell in position.entries:
            corners[str(4 * (board.size + index))] = [text, _BLACK]
        else:
            numbers[str(index)] = [text, _BLACK, SMALL]
    return _layer(numbers, corners=corners)


def _mode() -> dict[str, Any]:
    def layer(line: int) -> dict[str, Any]:
        return {
            "edit_mode": "number", "surface": ["", 1], "line": ["1", line], "lineE": ["1", line], "wall": ["", line],
            "cage": ["1", 10], "number": ["1", _GREEN if line == 3 else _BLACK], "symbol": ["circle_L", 1],
            "special": ["thermo", ""], "board": ["", ""], "move": ["1", ""], "combi": ["battleship", ""],
            "sudoku": ["1", 9 if line == 3 else 1],
        }  # fmt: skip

    return {"qa": "pu_a", "grid": ["1", "2", "1"], "pu_q": layer(2), "pu_a": layer(3)}


def lines_of(sheet: Sheet, board: Board, solution: dict[str, Any] | None) -> list[str]:
    """Return the lines of the text; without a solution they are those of a link for solvers."""
    width, height = board.width - 2 * FIRST, board.height - 2 * FIRST
    rules = note_in("\n".join(note_lines(sheet.notes)))
    middle = _middle(board, width, height)
    head = ["square", width, height, _SIZE, 0, 1, 1, (width + 1) * _SIZE, (height + 1) * _SIZE, middle, middle]
    head += [0, 0, 0, 0, f"Title: {TITLES[sheet.kind]}", "Author: ", "", rules, "OFF", "false"]
    inside = [board.number(*cell) for cell in sheet.grid.cells()]
    steps = [inside[0], *(b - a for a, b in pairwise(inside))]
    mode = shortened(_mode())
    solving = f"{shortened(['1', '2', '1'])}~{shortened('number')}~{shortened(['1', _GREEN])}"
    tags = ["alphabet"] if sheet.kind == "haunted" else []
    return [
        ",".join(map(str, head)),
        "[1,1,1,1]",
        solving if solution is None else mode,
        shortened(_problem(sheet, board)),
        "" if solution is None else shortened(solution),
        shortened(steps),
        '["Number Normal"]',
        '{"sol_number":true}',
        '"x"',
        '"x"',
        "[3,1,4]",
        mode,
        '"x"',
        "0",
        shortened(_layer()),
        '"x"' if solution is None else shortened(_layer()),
        "{}",
        shortened(tags),
        "false",
    ]


def _middle(board: Board, width: int, height: int) -> int:
    """Return the index of the point in the middle: of a cell, a corner, or the middle of an edge below or right."""
    index = (board.height - 1) // 2 * board.width + (board.width - 1) // 2
    even = (height % 2 == 0, width % 2 == 0)
    family = {(False, False): 0, (True, True): 1, (True, False): 2, (False, True): 3}[even]
    return family * board.size + index
