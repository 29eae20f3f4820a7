"""How notebooks show puzzles, boards and answers: the drawing is loaded when the first of them is shown."""

from __future__ import annotations

from eyeline.picture import Picture
from eyeline.pictured import notebook_svg
from eyeline.puzzles import Board, Puzzle
from eyeline.solve import Answer


def register() -> None:
    """Say how each type becomes SVG. A type that derives from ``Pictured`` and is not named here shows as text."""
    notebook_svg.register(Puzzle, _puzzle)
    notebook_svg.register(Board, _board)
    notebook_svg.register(Answer, _answer)
    notebook_svg.register(Picture, _svg)


def _svg(picture: Picture) -> str:
    from eyeline.render import write_picture

    return write_picture(picture)


def _puzzle(puzzle: Puzzle) -> str:
    from eyeline.drawing import draw

    return _svg(draw(puzzle))


def _board(board: Board) -> str:
    from eyeline.drawing import draw

    return _svg(draw(board.puzzle, board.position))


def _answer(answer: Answer) -> str:
    from eyeline.drawing import draw_answer

    return _svg(draw_answer(answer))
