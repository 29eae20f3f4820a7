"""Haunted mazes to measure with, made from a random answer."""

from __future__ import annotations

import random

import eyeline
from eyeline.arrays import BLANK, FALLING, MAZE_TOKENS, RISING, VAMPIRE, MazeArrays
from eyeline.sheet import Cells, Clues, Notes, Sheet, Totals


def planted(size: int, mirrors: int, rng: random.Random) -> MazeArrays:
    """Return a maze with this share of mirrors, in per cent, all clues and totals, made from a random answer."""
    codes = bytes(rng.choice((RISING, FALLING)) if rng.random() * 100 < mirrors else BLANK for _ in range(size * size))
    answer = bytes(VAMPIRE + rng.randrange(3) if code == BLANK else code for code in codes)
    vampires, ghosts, zombies = (answer.count(VAMPIRE + value) for value in range(3))
    clues = tuple(seen(answer, size, port) for port in range(4 * size))
    return MazeArrays(size, size, codes, clues, (vampires, ghosts, zombies))


def seen(answer: bytes, size: int, port: int) -> int:
    """Return how many monsters are seen through a port: top, bottom, left, right."""
    side, index = divmod(port, size)
    row, col, down, right = ((0, index, 1, 0), (size - 1, index, -1, 0), (index, 0, 0, 1), (index, size - 1, 0, -1))[
        side
    ]
    count = bounces = 0
    while 0 <= row < size and 0 <= col < size:
        code = answer[row * size + col]
        if code == RISING:
            down, right, bounces = -right, -down, bounces + 1
        elif code == FALLING:
            down, right, bounces = right, down, bounces + 1
        else:
            count += code != VAMPIRE + (0 if bounces else 1)
        row, col = row + down, col + right
    return count


def puzzle_of(maze: MazeArrays) -> eyeline.Puzzle:
    """Return the puzzle of a square maze."""
    size = maze.cols
    cells = Cells.flat(size, size, [MAZE_TOKENS[code] for code in maze.codes])
    sides = [maze.clues[start : start + size] for start in range(0, 4 * size, size)]
    vampires, ghosts, zombies = maze.totals
    notes = Notes(totals=Totals(ghosts, vampires, zombies))
    return eyeline.puzzle(Sheet("haunted", cells, Clues(*sides), notes))
