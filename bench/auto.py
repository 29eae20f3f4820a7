"""The engine ``auto`` beside each single engine: ``python bench/auto.py [CORPORA] [--seconds S] [--cold] [--page]``.

Prints a row for each set: milliseconds of processor time to the verdict, the mean over the set, a puzzle counting with
the fastest of several runs, start-up and compilation apart; and the ratio of ``auto`` to the best of the others, on
these sums. The engines are those of the base dependencies. An engine that needs more than ``--seconds`` for a puzzle
counts with that, and is marked ``>``; one that needs more for three puzzles of a set is not asked for the rest of it.
``--cold`` measures whole processes with one puzzle instead, wall time. ``--page`` prints Markdown.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import cities
import mazes
import rooms

import eyeline
from eyeline.arrays import ROOM_TOKENS, RoomArrays
from eyeline.engine import Limits
from eyeline.errors import EyelineError
from eyeline.reading import Text, text_items
from eyeline.sheet import Cells, Clues, Sheet

ENGINES = {
    "skyscrapers": ("kernel", "sat", "highs"),
    "haunted": ("kernel", "sat", "highs"),
    "beams": ("kernel", "2sat", "forced-2sat", "sat", "highs"),
}
#: Runs of a puzzle, while they take less than this many seconds together.
RUNS, ENOUGH = 9, 0.2
#: Puzzles of a set, and failures after which an engine is not asked again.
PUZZLES, PATIENCE = 10, 2


class Set(NamedTuple):
    """Puzzles of one kind under a name."""

    name: str
    puzzles: Sequence[eyeline.Puzzle]


class Taken(NamedTuple):
    """What an engine took for a set: the seconds of each puzzle, and how many of them are only a limit."""

    seconds: list[float]
    cut: int
    engines: Counter[str]


def corpora(folder: Path) -> Iterator[Set]:
    """Yield a set for each file of ids, the full clue lists and the official rooms."""
    for path in sorted(folder.glob("skyscrapers/*.ids")) + sorted(folder.glob("haunted/*.ids")):
        lines = [line for line in path.read_text().split() if not line.startswith("#")]
        yield Set(path.stem, [eyeline.read(line) for line in lines[:PUZZLES]])
    lines = (folder / "skyscrapers/counts-7x7.tsv").read_text().splitlines()
    clues = [line.split("\t")[0].split() for line in lines if line and not line.startswith("#")]
    yield Set("counts-7x7", [town(7, list(map(int, each))) for each in clues[:PUZZLES]])
    text = (folder / "beaming/official-small.in").read_text()
    yield Set("official-small", [item.puzzle() for item in text_items(Text(text))][:: 100 // PUZZLES])


def town(n: int, clues: Sequence[int]) -> eyeline.Puzzle:
    """Return a plain city with clues top, bottom, left, right."""
    sides = (tuple(clues[start : start + n]) for start in range(0, 4 * n, n))
    return eyeline.puzzles.puzzle(Sheet("skyscrapers", Cells.blank(n, n), Clues(*sides)))


def room(arrays: RoomArrays) -> eyeline.Puzzle:
    """Return the puzzle of a room."""
    letters = arrays.codes.translate(ROOM_TOKENS.encode().ljust(256, b" "))
    return eyeline.puzzles.puzzle(Sheet("beams", Cells.of_letters(arrays.rows, arrays.cols, letters)))


def made() -> Iterator[Set]:
    """Yield the random sets: cities with all clues, mazes and rooms with an answer."""
    for n in (5, 7, 8, 9, 10, 12):
        rng = random.Random(n)
        yield Set(f"random {n}x{n}", [cities.random_city(n, rng) for _ in range(PUZZLES)])
    for size in (10, 15, 20):
        for mirrors in (20, 35, 50):
            rng = random.Random(size * 100 + mirrors)
            planted = [mazes.planted(size, mirrors, rng) for _ in range(PUZZLES)]
            yield Set(f"maze {size}x{size}, {mirrors} %", [mazes.puzzle_of(each) for each in planted])
    for size in (10, 50, 200, 1000):
        laid = [rooms.planted(size, mirrors, 10, mirrors) for mirrors in (0, 10, 30)]
        yield Set(f"room {size}x{size}", [room(each) for each in laid])


def taken(puzzles: Sequence[eyeline.Puzzle], engine: str, seconds: float) -> Taken | None:
    """Return what an engine takes for a set; ``None`` where it cannot solve it or fails too often."""
    times: list[float] = []
    cut = 0
    engines: Counter[str] = Counter()
    for puzzle in puzzles:
        best = float("inf")
        spent = 0.0
        for _ in range(RUNS):
            started = time.process_time()
            try:
                answer = eyeline.solve(puzzle, engine=engine, limits=Limits(seconds=seconds))
            except EyelineError:
                return None
            took = time.process_time() - started
            best, spent = min(best, took), spent + took
            if spent > ENOUGH:
                break
        engines[answer.engine] += 1
        times.append(best)
        cut += answer.verdict is eyeline.Verdict.UNKNOWN
        if cut == PATIENCE and engine != "auto":
            return None
    return Taken(times, cut, engines)


def warm(entry: Set, engine: str, seconds: float) -> None:
    """Compile what the first puzzle of a set needs."""
    try:
        eyeline.solve(entry.puzzles[0], engine=engine, limits=Limits(seconds=seconds))
    except EyelineError:
        return


def shown(found: Taken | None) -> str:
    """Return a time in a few letters."""
    if found is None:
        return "–"
    return f"{'>' if found.cut else ''}{statistics.fmean(found.seconds) * 1000:.3g}"


def report(entry: Set, seconds: float, page: bool) -> float:
    """Print the row of a set and return the ratio."""
    kind = entry.puzzles[0].kind.name
    names = ENGINES[kind]
    warm(entry, "kernel", seconds)
    found = {}
    for name in (*names, "auto"):
        large = kind == "beams" and len(entry.puzzles[0].sheet.cells.codes) > 20_000
        found[name] = None if large and name in ("sat", "highs") else taken(entry.puzzles, name, seconds)
    auto = found.pop("auto")
    if auto is None:
        raise SystemExit(f"auto cannot solve {entry.name}")
    best = min((sum(each.seconds), name) for name, each in found.items() if each is not None)
    ratio = sum(auto.seconds) / best[0]
    by = ", ".join(f"{name} {count}" for name, count in auto.engines.most_common())
    cells = [entry.name, str(len(entry.puzzles))]
    cells += [f"{name} {shown(each)}" if not page else shown(each) for name, each in found.items()]
    cells += [f"auto {shown(auto)}" if not page else shown(auto), f"{ratio:.2f}", by]
    print("| " + " | ".join(cells) + " |" if page else "  ".join(cells), flush=True)
    return ratio


def header(kind: str) -> None:
    """Print the head of a table."""
    columns = ["set", "puzzles", *ENGINES[kind], "auto", "ratio", "auto took"]
    print(f"\n| {' | '.join(columns)} |\n|{'---|' * len(columns)}")


def cold(entry: Set, seconds: float) -> None:
    """Print the wall time of whole processes with the first puzzle of a set, by engine."""
    text = eyeline.write(entry.puzzles[0], "plain")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "puzzle.txt"
        path.write_text(text)
        told = []
        for engine in ("auto", *ENGINES[entry.puzzles[0].kind.name]):
            best = float("inf")
            for _ in range(3):
                arguments = ["solve", "--json", "--engine", engine, "--time-limit", str(seconds), str(path)]
                program = f"import sys; from eyeline.cli import main; sys.argv[1:] = {arguments!r}; main()"
                started = time.perf_counter()
                done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
                best = min(best, time.perf_counter() - started)
            told.append(f"{engine} {'>' if done.returncode == 3 else ''}{best:.2f} s")
    print(f"{entry.name}  " + "  ".join(told), flush=True)


def main() -> None:
    """Run all sets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", nargs="?", type=Path)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--only", default="", help="sets whose names begin so")
    parser.add_argument("--cold", action="store_true")
    parser.add_argument("--page", action="store_true")
    asked = parser.parse_args()
    sets = [*(corpora(asked.corpora) if asked.corpora else ()), *made()]
    ratios = []
    for kind in ENGINES:
        mine = [each for each in sets if each.puzzles[0].kind.name == kind and each.name.startswith(asked.only)]
        if asked.page and mine:
            header(kind)
        for entry in mine:
            if asked.cold:
                cold(entry, asked.seconds)
            else:
                ratios.append(report(entry, asked.seconds, asked.page))
    if ratios:
        print(f"\nworst ratio {max(ratios):.2f}, median {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()
