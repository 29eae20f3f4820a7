"""A million puzzles through the command: ``python bench/soak.py [--puzzles N] [--jobs N] [--seed N] [-- OPTIONS]``.

Feeds ``eyeline solve --json -`` with random puzzles, made as they go from a seed, and reads its records: cities, mazes
and rooms, with no answer, one or several, and now and then a line that is no puzzle. Every tenth of the way it prints
how far it is, the rate, and the resident memory of the command and its processes in MB: that must not grow. Leaves with
1 when a record is missing or out of order, or the last memory is a tenth above the largest of the first three.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator

PROGRAM = "import sys; from eyeline_command import main; sys.argv[0] = 'eyeline'; main()"
LOOKS = 10
SLACK = 1.1


def texts(count: int, seed: int) -> Iterator[str]:
    """Yield puzzles of all kinds, one a line; one in a thousand is spoilt."""
    rng = random.Random(seed)
    for _ in range(count):
        drawn = rng.random()
        text = city(rng) if drawn < 0.6 else maze(rng) if drawn < 0.9 else room(rng)
        yield text if rng.random() > 0.001 else text[: rng.randrange(len(text))] + "?"


def city(rng: random.Random) -> str:
    """Return an id of Towers: the clues of a shuffled Latin square of 3 to 6, some blank, some wrong."""
    n = rng.randint(3, 6)
    heights, rows, columns = (rng.sample(range(n), n) for _ in range(3))
    grid = [[heights[(row + column) % n] for column in columns] for row in rows]
    turned = [list(column) for column in zip(*grid, strict=True)]
    lines = [*turned, *(column[::-1] for column in turned), *grid, *(row[::-1] for row in grid)]
    share = rng.choice((1.0, 1.0, 0.8, 0.5))
    clues = [seen(line) + (rng.random() < 0.01) if rng.random() < share else 0 for line in lines]
    return f"{n}:" + "/".join(str(clue) if clue else "" for clue in clues)


def seen(line: list[int]) -> int:
    """Return how many heights are taller than all before them."""
    tallest, count = -1, 0
    for height in line:
        if height > tallest:
            tallest, count = height, count + 1
    return count


def maze(rng: random.Random) -> str:
    """Return an id of Undead, 2 to 4 each way, with clues that are those of an answer or just drawn."""
    rows, cols = rng.randint(2, 4), rng.randint(2, 4)
    answer = [[rng.choice("LRLRGVZGVZ") for _ in range(cols)] for _ in range(rows)]
    flat = "".join(map("".join, answer))
    cells = "".join(letter if letter in "LR" else "a" for letter in flat)
    clues = [watch(answer, row, col, *way) for row, col, *way in ports(rows, cols)]
    if rng.random() < 0.3:
        clues[rng.randrange(len(clues))] += 1
    totals = [flat.count(monster) for monster in "GVZ"]
    fields = ["-" if rng.random() < 0.1 else str(clue) for clue in clues]
    return f"{cols}x{rows}:{','.join(map(str, totals))},{cells},{','.join(fields)}"


def ports(rows: int, cols: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield where rays enter and which way they go, clockwise from the top left corner."""
    yield from ((0, col, 1, 0) for col in range(cols))
    yield from ((row, cols - 1, 0, -1) for row in range(rows))
    yield from ((rows - 1, col, -1, 0) for col in reversed(range(cols)))
    yield from ((row, 0, 0, 1) for row in reversed(range(rows)))


def watch(answer: list[list[str]], row: int, col: int, down: int, right: int) -> int:
    """Return how many monsters a ray meets that can be seen."""
    count = bounces = 0
    while 0 <= row < len(answer) and 0 <= col < len(answer[0]):
        letter = answer[row][col]
        if letter in "LR":
            down, right = (right, down) if letter == "L" else (-right, -down)
            bounces += 1
        else:
            count += letter != ("G" if bounces == 0 else "V")
        row, col = row + down, col + right
    return count


def room(rng: random.Random) -> str:
    """Return a room as a page in JSON."""
    rows, cols = rng.randint(2, 6), rng.randint(2, 6)
    cells = [[rng.choice("..#/\\+") for _ in range(cols)] for _ in range(rows)]
    return json.dumps({"kind": "beams", "rows": rows, "cols": cols, "cells": cells})


def memory(root: int) -> float:
    """Return the resident memory of a process and all below it, in MB."""
    command = ["ps", "-eo", "pid=,ppid=,rss="]
    table = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows = [tuple(map(int, line.split())) for line in table.splitlines()]
    family, size = {root}, 0
    while len(family) != size:
        size = len(family)
        family |= {pid for pid, parent, _ in rows if parent in family}
    return sum(resident for pid, _, resident in rows if pid in family) / 1024


def main() -> int:
    """Feed, read and look."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    command = [sys.executable, "-c", PROGRAM, "solve", "--json", "--jobs", str(asked.jobs), "-"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    if process.stdin is None or process.stdout is None:
        raise SystemExit("the command has no pipes")
    into, out = process.stdin, process.stdout

    def feed() -> None:
        with into:
            for text in texts(asked.puzzles, asked.seed):
                into.write(text + "\n")

    threading.Thread(target=feed, daemon=True).start()
    started = time.perf_counter()
    verdicts: Counter[str] = Counter()
    looks: list[float] = []
    number = 0
    for number, line in enumerate(out, start=1):
        record = json.loads(line)
        if record["source"]["line"] != number:
            raise SystemExit(f"record {number} is that of line {record['source']['line']}")
        verdicts[record["verdict"] or "error"] += 1
        if number % max(1, asked.puzzles // LOOKS) == 0:
            looks.append(memory(process.pid))
            seconds = time.perf_counter() - started
            told = ", ".join(f"{verdict} {count}" for verdict, count in sorted(verdicts.items()))
            print(f"{number:9}  {number / seconds:7.0f} a second  {looks[-1]:6.1f} MB  {told}", flush=True)
    process.wait()
    flat = not looks[3:] or looks[-1] <= SLACK * max(looks[:3])
    print(f"{number} records, {'memory flat' if flat else 'memory grows'}, exit {process.returncode}")
    return 0 if flat and number == asked.puzzles else 1


if __name__ == "__main__":
    sys.exit(main())
