"""The engine ``auto`` beside each single engine of the base dependencies, once the kernels are loaded."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import cities
import mazes
import rooms
from report import Report, table
from sides import ids
from stopwatch import fastest, ms

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
TITLES = {"skyscrapers": "Skyscrapers", "haunted": "Haunted mazes", "beams": "Rooms of beams"}
#: How often a puzzle is run at most: on small ones the clock's own noise is a good part of what is measured.
RUNS = 15
#: The seconds after which it is not run again; whoever needs as long is not the best.
ENOUGH = 0.05
#: Puzzles of a set that reach the limit before an engine is not asked for the rest; cells of a room above which it is
#: not put into rows.
PATIENCE = 2
MOST_CELLS = 20_000


class Set(NamedTuple):
    """Puzzles of one kind under a name."""

    name: str
    puzzles: Sequence[eyeline.Puzzle]


class Taken(NamedTuple):
    """What an engine took for a set: the seconds of each puzzle, how many are only a limit, and who answered."""

    seconds: list[float]
    cut: int
    by: Counter[str]

    @property
    def mean(self) -> float:
        """The seconds of a puzzle on average."""
        return sum(self.seconds) / len(self.seconds)


def corpora(folder: Path, most: int) -> Iterator[Set]:
    """Yield a set for each file of ids, for the lists of all clues, and for the official rooms."""
    for path in sorted(folder.glob("*/*.ids")):
        yield Set(path.stem, ids(path, most))
    if (path := folder / "skyscrapers" / "counts-7x7.tsv").exists():
        lines = [
            line.split("\t")[0].split() for line in path.read_text(encoding="utf-8").splitlines() if line[:1] != "#"
        ]
        yield Set(path.stem, [town(7, list(map(int, clues))) for clues in lines[:most] if clues])
    if (path := folder / "beaming" / "official-small.in").exists():
        found = [item.puzzle() for item in text_items(Text(path.read_text(encoding="utf-8")))]
        yield Set(path.stem, found[:: max(1, len(found) // (2 * most))])


def town(n: int, clues: Sequence[int]) -> eyeline.Puzzle:
    """Return a plain city with clues top, bottom, left, right."""
    sides = (tuple(clues[start : start + n]) for start in range(0, 4 * n, n))
    return eyeline.puzzle(Sheet("skyscrapers", Cells.blank(n, n), Clues(*sides)))


def room(arrays: RoomArrays) -> eyeline.Puzzle:
    """Return the puzzle of a room."""
    letters = arrays.codes.translate(ROOM_TOKENS.encode().ljust(256, b" "))
    return eyeline.puzzle(Sheet("beams", Cells.of_letters(arrays.rows, arrays.cols, letters)))


def made(most: int, city: int, maze: int, side: int) -> Iterator[Set]:
    """Yield random sets up to these sizes: cities with all clues, mazes and rooms that have an answer."""
    for n in (n for n in (5, 7, 8, 9, 10, 12) if n <= city):
        rng = random.Random(n)
        yield Set(f"random {n}×{n}, all clues", [cities.random_city(n, rng) for _ in range(most)])
    for size in (size for size in (5, 10, 15, 20) if size <= maze):
        for mirrors in (20, 35, 50):
            rng = random.Random(size * 100 + mirrors)
            planted = [mazes.planted(size, mirrors, rng) for _ in range(most)]
            yield Set(f"random {size}×{size}, {mirrors} % mirrors", [mazes.puzzle_of(each) for each in planted])
    for size in (size for size in (10, 50, 200, 1000) if size <= side):
        laid = [rooms.planted(size, mirrors, 10, mirrors) for mirrors in (0, 10, 30)]
        yield Set(f"planted {size}×{size}", [room(each) for each in laid])


def taken(puzzles: Sequence[eyeline.Puzzle], engines: Sequence[str], seconds: float) -> dict[str, Taken | None]:
    """Return what engines take for a set; ``None`` for one that cannot solve it or reaches the limit too often.

    A puzzle is given to one engine after the other, so that what else the machine does hits all alike.
    """
    found: dict[str, Taken | None] = {engine: Taken([], 0, Counter()) for engine in engines}
    for puzzle in puzzles:
        for engine, so_far in found.items():
            if so_far is None:
                continue
            answers: list[eyeline.Answer] = []

            def run(
                puzzle: eyeline.Puzzle = puzzle, engine: str = engine, answers: list[eyeline.Answer] = answers
            ) -> None:
                answers.append(eyeline.solve(puzzle, engine=engine, limits=Limits(seconds=seconds)))

            try:
                if not so_far.seconds or so_far.seconds[-1] < 1:
                    # The first run loads what the engine needs for such a puzzle.
                    run()
                so_far.seconds.append(fastest(run, RUNS, ENOUGH))
            except EyelineError:
                found[engine] = None
                continue
            so_far.by[answers[-1].engine] += 1
            cut = so_far.cut + (answers[-1].verdict is eyeline.Verdict.UNKNOWN)
            found[engine] = None if cut == PATIENCE and engine != "auto" else so_far._replace(cut=cut)
    return found


def row(entry: Set, seconds: float) -> tuple[list[str], float]:
    """Return the row of a set and the ratio of ``auto`` to the best of the others; not a number where none is done."""
    kind = entry.puzzles[0].kind.name
    large = kind == "beams" and entry.puzzles[0].grid.size > MOST_CELLS
    engines = [engine for engine in ENGINES[kind] if not (large and engine in ("sat", "highs"))]
    # What is compiled is compiled before.
    taken(entry.puzzles[:1], ["kernel"], seconds)
    found = taken(entry.puzzles, ["auto", *engines], seconds)
    shown = [
        "–" if each is None else f"{'>' if each.cut else ''}{ms(each.mean)}"
        for each in map(found.get, (*ENGINES[kind], "auto"))
    ]
    auto = found.pop("auto")
    best = min((each.mean for each in found.values() if each is not None), default=float("nan"))
    ratio = float("nan") if auto is None else auto.mean / best
    by = "" if auto is None else ", ".join(f"{name} {count}" for name, count in auto.by.most_common())
    return [entry.name, str(len(entry.puzzles)), *shown, f"{ratio:.2f}", by], ratio


def measure(report: Report, folder: Path | None, most: int, sizes: tuple[int, int, int], seconds: float) -> None:
    """Measure all sets, random ones up to these sizes of cities, mazes and rooms, with so many seconds for a puzzle."""
    sets = [*(corpora(folder, most) if folder else ()), *made(most, *sizes)]
    tables, ratios = [], []
    for kind, engines in ENGINES.items():
        found = [row(entry, seconds) for entry in sets if entry.puzzles[0].kind.name == kind]
        ratios += [ratio for _, ratio in found if ratio == ratio]
        head = ("set", "puzzles", *engines, "auto", "ratio", "answered by")
        told = table(head, [cells for cells, _ in found])
        tables.append(f"{TITLES[kind]}, milliseconds a puzzle on average:\n\n{told}")
    worst = max(ratios, default=float("nan"))
    report.goal("`auto` against the best single engine, worst set", "2", f"{worst:.2f}", worst <= 2)
    report.texts["auto"] = "\n\n".join(tables)
