"""Rooms of beams to measure with, and the run of the kernel on one.

Rooms are planted so: mirrors and shooters are scattered, shooters are turned, one that hits another becomes a wall, and
so does every cell that then stays dark.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from eyeline.arrays import BACKSLASH, EMPTY, HORIZONTAL, ROOM_TOKENS, SHOOTER, SLASH, WALL, RoomArrays
from eyeline.kernels.beams import decided
from eyeline.kernels.compiled import compiled

STEPS = 500_000


@compiled
def shoot(codes: Any, rows: int, cols: int, cell: int, lit: Any, light: bool) -> bool:
    """Follow the beam of a turned shooter both ways; return whether it hits nobody. With ``light``, light its cells."""
    for end in range(2):
        row, col = cell // cols, cell % cols
        down, right = (0, 1 - 2 * end) if codes[cell] == HORIZONTAL else (1 - 2 * end, 0)
        while True:
            row += down
            col += right
            if row < 0 or row >= rows or col < 0 or col >= cols:
                break
            code = codes[row * cols + col]
            if code == WALL:
                break
            if code >= SHOOTER:
                return False
            if code == SLASH:
                down, right = -right, -down
            elif code == BACKSLASH:
                down, right = right, down
            elif light:
                lit[row * cols + col] = 1
    return True


@compiled
def plant(codes: Any, rows: int, cols: int, lit: Any) -> None:
    """Make walls of turned shooters that hit another and of the cells that the others leave dark."""
    for cell in range(rows * cols):
        if codes[cell] >= SHOOTER and not shoot(codes, rows, cols, cell, lit, False):
            codes[cell] = WALL
    for cell in range(rows * cols):
        if codes[cell] >= SHOOTER:
            shoot(codes, rows, cols, cell, lit, True)
    for cell in range(rows * cols):
        if codes[cell] >= SHOOTER:
            codes[cell] = SHOOTER
        elif codes[cell] == EMPTY and lit[cell] == 0:
            codes[cell] = WALL


def planted(size: int, mirrors: int, shooters: int, seed: int, walls: int = 5) -> RoomArrays:
    """Return a square room with these shares of mirrors, shooters and walls, in per cent, to begin with."""
    rng = np.random.default_rng(seed)
    drawn = rng.random(size * size, dtype=np.float32) * 100
    codes = np.full(size * size, EMPTY, dtype=np.uint8)
    side = rng.integers(0, 2, size * size, dtype=np.uint8)
    mirror = drawn < mirrors
    codes[mirror] = SLASH + side[mirror]
    shooter = (drawn >= mirrors) & (drawn < mirrors + shooters)
    codes[shooter] = HORIZONTAL + side[shooter]
    codes[(drawn >= mirrors + shooters) & (drawn < mirrors + shooters + walls)] = WALL
    plant(codes, size, size, np.zeros(size * size, dtype=np.uint8))
    return RoomArrays(size, size, codes.tobytes())


def crossed(size: int) -> RoomArrays:
    """Return a room without mirrors, one shooter a row and a column, so that nearly every cell has two to light it."""
    codes = np.full((size, size), EMPTY, dtype=np.uint8)
    codes[np.arange(size), np.random.default_rng(size).permutation(size)] = SHOOTER
    return RoomArrays(size, size, codes.tobytes())


def verdict(room: RoomArrays) -> tuple[str, float]:
    """Return the verdict, and the longest pause between two looks at the clock, in seconds."""
    search = decided(room)
    answers, longest = 0, 0.0
    started = time.perf_counter()
    found = next(search)
    while True:
        try:
            found = search.send(STEPS)
        except StopIteration as end:
            return ("one" if answers else "none") if end.value else "many", longest
        now = time.perf_counter()
        longest = max(longest, now - started)
        started = now
        answers += found is not None


def text(room: RoomArrays) -> str:
    """Return a Code Jam file with this room; a shooter stands as ``-``."""
    letters = room.codes.translate(ROOM_TOKENS.replace("+", "-").encode().ljust(256, b"-")).decode()
    rows = [letters[start : start + room.cols] for start in range(0, len(letters), room.cols)]
    return f"1\n{room.rows} {room.cols}\n" + "\n".join(rows) + "\n"
