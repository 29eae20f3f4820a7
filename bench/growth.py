"""Growth: how time grows with size, for cities, mazes and rooms, each as a table and a plot."""

from __future__ import annotations

import random
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable, Sequence

import plot
from cities import random_city
from floor import reading
from mazes import planted, puzzle_of
from report import Report, table
from rivals import AUTO, FIRST, FIRST_SAT, FIRST_WHOLE, HIGHS, KERNEL, SAT, WHOLE, Field, Solver
from rooms import crossed, verdict
from rooms import planted as planted_room
from sides import measured
from stopwatch import fastest, median, ms

import eyeline
from eyeline.arrays import RoomArrays

#: Seconds for one puzzle, and the median from which on a solver is asked for nothing larger.
LIMIT, ENOUGH = 5.0, 1.0
CITIES = tuple(range(4, 13))
MAZES = (4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20)
ROOMS = (50, 100, 200, 500, 1000, 2000, 4000)
#: The share of cells that are given in cities whose answer is proven to be the only one.
GIVEN = 0.2
#: Shares of mirrors in mazes and in rooms, in per cent, and of shooters in rooms.
OTHERS = ("puzzlekit", "multi-puzzle-solver", "CP-SAT", "clingo", "sgt-towers (C)")
#: The same in all plots, and such that people who see few colours can tell them apart (Okabe and Ito, 2008).
COLOURS = {
    KERNEL.name: "#0072b2",
    WHOLE.name: "#56b4e9",
    AUTO.name: "#56b4e9",
    SAT.name: "#009e73",
    HIGHS.name: "#5b4a8a",
    "puzzlekit": "#d55e00",
    "multi-puzzle-solver": "#cc79a7",
    "CP-SAT": "#e69f00",
    "clingo": "#8c6d1f",
    "sgt-towers (C)": "#000000",
    "kernel": "#0072b2",
    "kernel, two shooters a cell": "#56b4e9",
    "2sat": "#009e73",
}
MIRRORS, ROOM_MIRRORS, SHOOTERS = (20, 35, 50), (0, 10, 30), (2, 10)


def grown(
    report: Report,
    name: str,
    sizes: Sequence[int],
    make: Callable[[int], Sequence[eyeline.Puzzle]],
    solvers: Sequence[Solver],
    budget: float,
) -> dict[str, dict[int, tuple[float, float]]]:
    """Return by solver and size the median and the worst seconds; a solver that has become slow is left out."""
    found: dict[str, dict[int, tuple[float, float]]] = {solver.name: {} for solver in solvers}
    left = list(solvers)
    for size in sizes:
        answers = measured(report, f"{name} {size}", make(size), left, budget, min(LIMIT, 2 * budget))
        for solver in list(left):
            ended = [each.seconds for each in answers[solver.name] if each.seconds == each.seconds]
            stopped = sum(each.verdict == "unknown" for each in answers[solver.name])
            if 2 * stopped < len(answers[solver.name]) and ended:
                found[solver.name][size] = (median(ended), max(ended))
            if 2 * stopped >= len(answers[solver.name]) or (ended and median(ended) > ENOUGH):
                left.remove(solver)
    return found


def grid(sizes: Sequence[int], found: dict[str, dict[int, tuple[float, float]]], label: str) -> str:
    """Return the table of medians and worsts in milliseconds; a dash where a solver was too slow."""
    rows = []
    for size in sizes:
        cells = [f"{ms(each[size][0])} ({ms(each[size][1])})" if size in each else "–" for each in found.values()]
        rows.append((f"{size}×{size}", *cells))
    return table((label, *found), rows)


def drawn(title: str, across: str, sizes: Sequence[int], found: dict[str, dict[int, tuple[float, float]]]) -> str:
    """Return the plot of medians."""
    series = [series_of(name, sizes, each) for name, each in found.items()]
    return plot.growth(title, across, [(size, f"{size}×{size}") for size in sizes], series)


def series_of(name: str, sizes: Sequence[int], found: dict[int, tuple[float, float]]) -> plot.Series:
    """Return the line of a solver, in its own colour."""
    points = [(size, found[size][0]) for size in sizes if size in found]
    return plot.Series(name, points, COLOURS[name], bold=name not in OTHERS)


def cities(report: Report, everyone: Field, count: int, largest: int, budget: float) -> None:
    """Measure first answers of random cities with all clues, and verdicts of those with some cells given."""
    sizes = [n for n in CITIES if n <= largest]
    others = tuple(everyone.solvers("skyscrapers", "puzzlekit", "CP-SAT", "clingo", most=1))

    def clued(n: int) -> list[eyeline.Puzzle]:
        rng = random.Random(n)
        return [random_city(n, rng) for _ in range(count)]

    found = grown(report, "first answer", sizes, clued, (FIRST, FIRST_WHOLE, FIRST_SAT, *others), budget)
    report.texts["growth-first"] = grid(sizes, found, "first answer, ms")
    report.plots["growth-first.svg"] = drawn("Skyscrapers, all clues: a first answer", "size", sizes, found)
    for n, goal in ((9, 1.0), (12, 20.0)):
        if n in found[FIRST.name]:
            took = found[FIRST.name][n][0] * 1000
            report.goal(f"random {n}×{n}, all clues, a first answer", f"{goal:g} ms", f"{took:.3g} ms", took <= goal)
    others = tuple(everyone.solvers("skyscrapers", "multi-puzzle-solver", "CP-SAT", "clingo", "Tatham"))

    def given(n: int) -> list[eyeline.Puzzle]:
        rng = random.Random(100 + n)
        return [random_city(n, rng, GIVEN) for _ in range(count)]

    found = grown(report, "verdict", sizes, given, (KERNEL, WHOLE, SAT, *others), budget)
    report.texts["growth-verdict"] = grid(sizes, found, "verdict, ms")
    report.plots["growth-verdict.svg"] = drawn(
        "Skyscrapers, all clues and a fifth of the cells: the verdict", "size", sizes, found
    )


def mazes(report: Report, everyone: Field, count: int, largest: int, budget: float) -> None:
    """Measure verdicts of random mazes that have an answer."""
    sizes = [n for n in MAZES if n <= largest]
    others = tuple(everyone.solvers("haunted", "multi-puzzle-solver", "CP-SAT", "clingo"))

    def made(n: int) -> list[eyeline.Puzzle]:
        rng = random.Random(n * 100 + 35)
        return [puzzle_of(planted(n, 35, rng)) for _ in range(count)]

    found = grown(report, "maze", sizes, made, (KERNEL, AUTO, SAT, HIGHS, *others), budget)
    report.texts["growth-mazes"] = grid(sizes, found, "verdict, ms")
    report.plots["growth-mazes.svg"] = drawn("Haunted mazes, 35 % mirrors: the verdict", "size", sizes, found)


def large_mazes(report: Report, sizes: Sequence[int], count: int, limit: float) -> None:
    """Measure what ``auto`` takes for random mazes of three shares of mirrors."""
    rows, every = [], []
    for size in sizes:
        for mirrors in MIRRORS:
            rng = random.Random(size * 100 + mirrors)
            seconds: list[float] = []
            ends: Counter[str] = Counter()
            for _ in range(count):
                puzzle = puzzle_of(planted(size, mirrors, rng))
                started = time.process_time()
                answer = eyeline.solve(puzzle, limits=eyeline.Limits(seconds=limit))
                seconds.append(time.process_time() - started)
                ends[f"{answer.verdict.value} by {answer.engine}"] += 1
            told = ", ".join(f"{end} {number}" for end, number in sorted(ends.items()))
            rows.append((f"{size}×{size}, {mirrors} %", len(seconds), ms(median(seconds)), ms(max(seconds)), told))
            every.append((median(seconds), max(seconds)))
    report.texts["mazes"] = table(("mazes, mirrors", "mazes", "median, ms", "worst, ms", "verdicts by engine"), rows)
    middle, worst = max(each[0] for each in every), max(each[1] for each in every)
    told = f"{middle:.2g} s, worst {worst:.2g} s"
    report.goal(
        "random mazes 10×10 to 20×20, verdict by auto", "1 s median, 10 s worst", told, middle <= 1 and worst <= 10
    )


def rooms(report: Report, largest: int, runs: int) -> None:
    """Measure rooms: nanoseconds and bytes a state, and growth against the floor of reading the cells once."""
    verdict(planted_room(50, 10, 10, 0))
    sizes = [size for size in ROOMS if size <= largest]
    growing: dict[str, dict[int, tuple[float, float]]] = {"kernel": {}, "kernel, two shooters a cell": {}, "2sat": {}}
    rows, every, most = [], [], 0.0
    for mirrors in ROOM_MIRRORS:
        for shooters in SHOOTERS:
            for size in sizes:
                room = planted_room(size, mirrors, shooters, size + mirrors)
                seconds, said, pause = kernel_run(room, runs)
                states = 2 * len(room.codes)
                peak = memory(room) / states
                told = f"mirrors {mirrors} %, shooters {shooters} %"
                rows.append(
                    (
                        told,
                        f"{size}×{size}",
                        ms(seconds),
                        f"{seconds / states * 1e9:.1f}",
                        f"{peak:.1f}",
                        ms(pause),
                        said,
                    )
                )
                if size >= 500:
                    every.append(seconds / states * 1e9)
                    most = max(most, peak)
                if (mirrors, shooters) == (10, 10):
                    growing["kernel"][size] = (seconds, seconds)
                    if size <= 500:
                        puzzle = room_puzzle(room)
                        took = fastest(lambda puzzle=puzzle: eyeline.solve(puzzle, engine="2sat"), 1)  # type: ignore[misc]
                        growing["2sat"][size] = (took, took)
    for size in sizes:
        room = crossed(size)
        seconds, said, pause = kernel_run(room, runs)
        states = 2 * len(room.codes)
        peak = memory(room) / states
        growing["kernel, two shooters a cell"][size] = (seconds, seconds)
        told = "no mirrors, two shooters a cell"
        rows.append(
            (told, f"{size}×{size}", ms(seconds), f"{seconds / states * 1e9:.1f}", f"{peak:.1f}", ms(pause), said)
        )
    head = ("room", "size", "ms", "ns a state", "bytes a state", "longest slice, ms", "verdict")
    report.texts["rooms"] = table(head, rows)
    byte = reading()
    series = [series_of(name, sizes, each) for name, each in growing.items()]
    series.append(plot.Series("reading the cells once", [(size, byte * size * size) for size in sizes]))
    report.plots["growth-rooms.svg"] = plot.growth(
        "Rooms of beams, 10 % mirrors, 10 % shooters: the verdict",
        "size",
        [(size, f"{size}²") for size in sizes],
        series,
    )
    if every:
        told = f"{median(every):.1f} ns, worst {max(every):.1f} ns"
        met = median(every) <= 25 and max(every) <= 40
        report.goal("rooms from 500² on, a state", "25 ns median, 40 ns worst", told, met)
        report.goal("rooms from 500² on, memory a state", "24 bytes", f"{most:.1f} bytes", most <= 24)


def kernel_run(room: RoomArrays, runs: int) -> tuple[float, str, float]:
    """Return the seconds of the fastest run of the kernel, the verdict, and the longest slice in seconds."""
    said, pause = "", 0.0

    def run() -> None:
        nonlocal said, pause
        said, pause = verdict(room)

    return fastest(run, runs, 2.0), said, pause


def memory(room: RoomArrays) -> int:
    """Return the bytes that the kernel takes at its peak."""
    tracemalloc.start()
    verdict(room)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def room_puzzle(room: RoomArrays) -> eyeline.Puzzle:
    """Return the puzzle of a room."""
    from eyeline.arrays import ROOM_TOKENS
    from eyeline.sheet import Cells, Sheet

    letters = room.codes.translate(ROOM_TOKENS.encode().ljust(256, b" "))
    return eyeline.puzzle(Sheet("beams", Cells.of_letters(room.rows, room.cols, letters)))
