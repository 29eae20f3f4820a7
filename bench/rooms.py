"""Times and memory of rooms of beams: ``python bench/rooms.py [--largest N] [--command]``.

Prints nanoseconds and bytes for each state (a cell and a direction) of planted rooms, the verdict one or many included:
the fastest of several runs of the kernel, in processor time. Rooms are planted so: mirrors and shooters are scattered,
shooters are turned, one that hits another becomes a wall, and so does every cell that then stays dark. With
``--command`` the last room of each row is solved once more from a Code Jam file, by the whole command in a process of
its own.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np

from eyeline.arrays import BACKSLASH, EMPTY, HORIZONTAL, ROOM_TOKENS, SHOOTER, SLASH, WALL, RoomArrays
from eyeline.kernels.beams import decided
from eyeline.kernels.compiled import compiled

SIZES = (500, 1000, 2000, 4000)
MIRRORS = (0, 10, 30)
SHOOTERS = (2, 10)
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


def command(room: RoomArrays) -> str:
    """Return the time and the memory of the whole command on a Code Jam file with this room."""
    letters = room.codes.translate(ROOM_TOKENS.replace("+", "-").encode().ljust(256, b"-")).decode()
    rows = [letters[start : start + room.cols] for start in range(0, len(letters), room.cols)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "room.in"
        path.write_text(f"1\n{room.rows} {room.cols}\n" + "\n".join(rows) + "\n")
        arguments = ["solve", "--to", "codejam", str(path)]
        program = f"import sys; from eyeline.cli import main; sys.argv[1:] = {arguments!r}; main()"
        started = time.perf_counter()
        process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, env=dict(os.environ))
        output = process.stdout.read() if process.stdout else b""
        _, _, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    cpu = usage.ru_utime + usage.ru_stime
    return f"command {cpu:.2f} s of processor, {wall:.2f} s, {peak / 1e6:.0f} MB ({output[:20].split()[2].decode()})"


def report(name: str, room: RoomArrays, runs: int, whole: bool) -> float:
    """Print what is measured of a room and return the nanoseconds a state."""
    states = 2 * len(room.codes)
    best = float("inf")
    for _ in range(runs):
        started = time.process_time()
        found, longest = verdict(room)
        best = min(best, (time.process_time() - started) / states * 1e9)
    tracemalloc.start()
    verdict(room)
    peak = tracemalloc.get_traced_memory()[1] / states
    tracemalloc.stop()
    walls = room.codes.count(WALL) / len(room.codes)
    print(
        f"{name}  walls {walls:4.0%}  {best:5.1f} ns  {peak:5.1f} bytes a state  {found}"
        f"  longest slice {longest * 1000:.0f} ms" + (f"  {command(room)}" if whole else ""),
        flush=True,
    )
    return best


def main() -> None:
    """Print a row for each share of mirrors and shooters and each size, then the growth of one case."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--largest", type=int, default=4000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--command", action="store_true")
    asked = parser.parse_args()
    verdict(planted(50, 10, 10, 0))
    every = []
    for mirrors in MIRRORS:
        for shooters in SHOOTERS:
            for size in (size for size in SIZES if size <= asked.largest):
                room = planted(size, mirrors, shooters, size + mirrors)
                name = f"mirrors {mirrors:2} %  shooters {shooters:2} %  {size}x{size}"
                every.append(report(name, room, asked.runs, asked.command))
    for size in (size for size in SIZES if size <= asked.largest):
        room = crossed(size)
        report(f"two shooters a cell  {size}x{size}", room, asked.runs, asked.command)
    print(f"median {statistics.median(every):.1f} ns, worst {max(every):.1f} ns a state")


if __name__ == "__main__":
    main()
