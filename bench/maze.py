"""Times of the kernel for haunted mazes: ``python bench/maze.py [CORPORA]``.

Prints milliseconds a maze on one core, start-up and compilation apart: the median and the worst of each set, a maze
counting with the fastest of several runs; *call* is the search alone, *whole* goes from the maze's arrays to two
answers as bytes; *auto* is the engine of this name, once the kernels are loaded. The sets are ids, where the folder of
corpora is given, and random mazes that have an answer.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import eyeline
from eyeline.arrays import BLANK, FALLING, MAZE_TOKENS, RISING, VAMPIRE, MazeArrays
from eyeline.engine import Limits
from eyeline.kernels import maze
from eyeline.kernels.outcome import ENOUGH, UNLIMITED
from eyeline.sheet import Cells, Clues, Notes, Sheet, Totals

RUNS = 5
NODES = 100_000
SIZES = (10, 15, 20)
MIRRORS = (20, 35, 50)


def planted(size: int, mirrors: int, rng: random.Random) -> MazeArrays:
    """Return a maze with this share of mirrors, in per cent, all clues and totals, made from a random answer."""
    codes = bytes(rng.choice((RISING, FALLING)) if rng.random() * 100 < mirrors else BLANK for _ in range(size * size))
    answer = bytes(VAMPIRE + rng.randrange(3) if code == BLANK else code for code in codes)
    totals = tuple(answer.count(VAMPIRE + value) for value in range(3))
    clues = tuple(seen(answer, size, port) for port in range(4 * size))
    return MazeArrays(size, size, codes, clues, totals)  # type: ignore[arg-type]


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


def report(name: str, mazes: Sequence[MazeArrays], nodes: int = UNLIMITED, runs: int = RUNS) -> None:
    """Print the times of a set."""
    calls, wholes, tried, given_up = [], [], [], 0
    answers: set[int] = set()
    for arrays in mazes:
        call = whole = float("inf")
        for _ in range(runs):
            started = time.perf_counter()
            search = maze.Search(arrays, 2)
            begun = time.perf_counter()
            outcome = search.advance(nodes=nodes)
            ended = time.perf_counter()
            list(search.answers())
            whole = min(whole, time.perf_counter() - started)
            call = min(call, ended - begun)
        calls.append(call * 1000)
        wholes.append(whole * 1000)
        tried.append(search.nodes)
        answers.add(search.found)
        given_up += outcome == ENOUGH
    print(
        f"{name:20} {len(mazes):3} mazes  call: median {statistics.median(calls):8.4f}"
        f"  mean {statistics.mean(calls):8.4f}  worst {max(calls):9.3f}  whole: median {statistics.median(wholes):8.4f}"
        f"  nodes: median {statistics.median(tried):.0f}, most {max(tried)}  answers {min(answers)}..{max(answers)}"
        + (f"  {given_up} given up" if given_up else ""),
        flush=True,
    )


def puzzle_of(maze_arrays: MazeArrays) -> eyeline.Puzzle:
    """Return the puzzle of a square maze."""
    size = maze_arrays.cols
    cells = Cells.flat(size, size, [MAZE_TOKENS[code] for code in maze_arrays.codes])
    sides = [maze_arrays.clues[start : start + size] for start in range(0, 4 * size, size)]
    vampires, ghosts, zombies = maze_arrays.totals
    notes = Notes(totals=Totals(ghosts, vampires, zombies))
    return eyeline.puzzles.puzzle(Sheet("haunted", cells, Clues(*sides), notes))


def report_auto(name: str, mazes: Sequence[MazeArrays]) -> None:
    """Print the seconds of processor time that the engine ``auto`` takes to a verdict, and which engines gave it."""
    took = []
    ends: Counter[str] = Counter()
    for arrays in mazes:
        puzzle = puzzle_of(arrays)
        started = time.process_time()
        answer = eyeline.solve(puzzle, limits=Limits(seconds=60))
        took.append(time.process_time() - started)
        ends[f"{answer.verdict.value} by {answer.engine}"] += 1
    told = ", ".join(f"{end} {number}" for end, number in sorted(ends.items()))
    print(f"{name:20} auto: median {statistics.median(took):.3f} s, worst {max(took):.2f} s  ({told})", flush=True)


def main() -> None:
    """Run all sets."""
    corpora = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    if corpora:
        for path in sorted(corpora.glob("haunted/*.ids")):
            report(path.stem, [eyeline.read(line).task().arrays for line in path.read_text().split()])  # type: ignore[misc]
    for size in SIZES:
        for mirrors in MIRRORS:
            rng = random.Random(size * 100 + mirrors)
            mazes = [planted(size, mirrors, rng) for _ in range(20)]
            report(f"random {size}x{size}, {mirrors} %", mazes, NODES, 1)
            report_auto(f"random {size}x{size}, {mirrors} %", mazes)


if __name__ == "__main__":
    main()
