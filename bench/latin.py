"""Times of the kernel for cities: ``python bench/latin.py [CORPORA]``.

Prints milliseconds a puzzle on one core, start-up and compilation apart: the median and the worst of each set, a puzzle
counting with the fastest of several runs. *call* is the kernel alone, its state included; *whole* goes from the
puzzle's arrays to the answers as bytes. The sets are Towers ids, where the folder of corpora is given, and random ones.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import eyeline
from eyeline.arrays import FullUnit, LineArrays
from eyeline.grid import Cell
from eyeline.kernels import city

RUNS = 7


def fastest(work: Callable[[], object], runs: int = RUNS) -> float:
    """Return the milliseconds of the fastest of several runs."""
    best = float("inf")
    for _ in range(runs):
        started = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - started)
    return best * 1000


def latin(n: int, clues: Sequence[int] | None = None, rng: random.Random | None = None) -> LineArrays:
    """Return a plain city: its clues top, bottom, left, right, or those of a random Latin square."""
    rows = [tuple(range(r * n, r * n + n)) for r in range(n)]
    columns = [tuple(range(c, n * n, n)) for c in range(n)]
    if clues is None:
        assert rng is not None  # noqa: S101
        square = random_square(n, rng)
        lines = [[square[cell] for cell in line] for line in (*rows, *columns)]
        near = [seen(line) for line in lines]
        far = [seen(line[::-1]) for line in lines]
    else:
        top, bottom, left, right = (clues[i : i + n] for i in range(0, 4 * n, n))
        near, far = [*left, *top], [*right, *bottom]
    return LineArrays(
        cells=tuple(Cell(r, c) for r in range(n) for c in range(n)),
        values=tuple(map(str, range(1, n + 1))),
        heights=n,
        parks=0,
        summed=False,
        domains=((1 << n) - 1,) * (n * n),
        lines=tuple(map(FullUnit, (*rows, *columns), near, far)),
    )


def random_square(n: int, rng: random.Random) -> list[int]:
    """Return a Latin square row by row, each row a random matching of its columns with the heights left to them."""
    square: list[int] = []
    used: list[set[int]] = [set() for _ in range(n)]
    for _ in range(n):
        taken: dict[int, int] = {}

        def place(column: int, tried: set[int], taken: dict[int, int] = taken) -> bool:
            for height in rng.sample(range(1, n + 1), n):
                if height not in used[column] and height not in tried:
                    tried.add(height)
                    if height not in taken or place(taken[height], tried):
                        taken[height] = column
                        return True
            return False

        for column in rng.sample(range(n), n):
            place(column, set())
        row = {column: height for height, column in taken.items()}
        for column in range(n):
            used[column].add(row[column])
            square.append(row[column])
    return square


def seen(line: Iterable[int]) -> int:
    """Return how many heights are taller than all before them."""
    tallest = count = 0
    for height in line:
        count += height > tallest
        tallest = max(tallest, height)
    return count


def report(name: str, cities: Sequence[LineArrays], room: int, runs: int = RUNS, nodes: int = city.UNLIMITED) -> None:
    """Print the times of a set."""
    calls, wholes, answers, open_ends = [], [], set(), 0
    for lines in cities:

        def whole(lines: LineArrays = lines) -> city.Search:
            search = city.Search(lines, room)
            search.advance(nodes=nodes)
            list(search.answers())
            return search

        batch = city.Batch.of([lines], room)

        def call(batch: city.Batch = batch) -> None:
            batch.done, batch._fresh = 0, True
            batch.advance(nodes=nodes)

        calls.append(fastest(call, runs))
        wholes.append(fastest(whole, runs))
        search = whole()
        answers.add(search.found)
        open_ends += search.found == 0 and search.nodes >= nodes
    print(
        f"{name:28} {len(cities):4} puzzles  call: median {statistics.median(calls):8.4f}"
        f"  mean {statistics.mean(calls):8.4f}  worst {max(calls):8.3f}"
        f"   whole: median {statistics.median(wholes):8.4f}"
        f"   answers {min(answers)}..{max(answers)}" + (f"   {open_ends} given up" if open_ends else "")
    )


def ids(path: Path) -> list[LineArrays]:
    """Return the cities of a file of ids."""
    return [eyeline.read(line).task().city for line in path.read_text().split()]


def report_batch(count: int) -> None:
    """Print the time of many small ids, from text to verdicts."""
    rng = random.Random(0)
    texts = []
    for _ in range(count):
        lines = latin(5, rng=rng).lines
        clues = [lines[5 + i].near for i in range(5)] + [lines[5 + i].far for i in range(5)]
        clues += [lines[i].near for i in range(5)] + [lines[i].far for i in range(5)]
        texts.append("5:" + "/".join(map(str, clues)))
    started = time.perf_counter()
    puzzles = [eyeline.read(text) for text in texts]
    read = time.perf_counter()
    cities = [puzzle.task().city for puzzle in puzzles]
    built = time.perf_counter()
    batch = city.Batch.of(cities)
    packed = time.perf_counter()
    batch.advance()
    solved = time.perf_counter()
    one = sum(batch.decision(k).exhausted for k in range(count))
    end = time.perf_counter()
    print(
        f"{count} 5x5 ids ({one} with one answer): read {read - started:.2f} s, arrays {built - read:.2f} s,"
        f" pack {packed - built:.3f} s, decide {solved - packed:.3f} s, unpack {end - solved:.3f} s"
    )


def main() -> None:
    """Run all sets."""
    corpora = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    if corpora:
        for path in sorted(corpora.glob("skyscrapers/tatham-*.ids")):
            report(path.stem, ids(path), 2)
        report("all clues, many answers", ids(corpora / "skyscrapers/all-clues-many-answers.ids"), 2)
        lines = (corpora / "skyscrapers/counts-7x7.tsv").read_text().splitlines()
        clues = [line.split("\t")[0].split() for line in lines if line and not line.startswith("#")]
        report("counts 7x7, exact", [latin(7, list(map(int, each))) for each in clues], 30_000, 3)
    for n in (5, 7, 8, 9, 10, 11, 12):
        rng = random.Random(n)
        report(f"random {n}x{n}, first answer", [latin(n, rng=rng) for _ in range(30)], 1, 3, 20_000)
    report_batch(10_000)


if __name__ == "__main__":
    main()
