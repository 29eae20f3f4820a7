"""Side by side: solvers on the same puzzles in the same run, in ratios to ours."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from cities import random_city
from mazes import planted, puzzle_of
from report import Report, table
from rivals import AUTO, FLOW, FROM_ID, HIGHS, KERNEL, PACK, SAT, TATHAM, WHOLE, Field, Found, Solver
from stopwatch import digits, median, ms, process, spent

import eyeline

#: Seconds that a solver may take for one puzzle.
LIMIT = 10.0
OTHERS = ("puzzlekit", "multi-puzzle-solver", "CP-SAT", "clingo", "Tatham")
MAZE_OTHERS = ("multi-puzzle-solver", "CP-SAT", "clingo", "Tatham")


class Set(NamedTuple):
    """Puzzles to compare on: a name, what they are, and the solvers of ours that take part beside the kernel."""

    name: str
    kind: str
    puzzles: Sequence[eyeline.Puzzle]
    ours: Sequence[Solver]
    others: Sequence[str]


def ids(path: Path, most: int | None = None) -> list[eyeline.Puzzle]:
    """Return the puzzles of a file with an id a line."""
    return [eyeline.read(line) for line in path.read_text(encoding="utf-8").split()[:most]]


def generated(kind: str, parameters: str, count: int) -> list[eyeline.Puzzle]:
    """Return puzzles that Simon Tatham's program makes from the seeds 1, 2, …; none where it is not installed."""
    program = shutil.which(TATHAM[kind]) or shutil.which(f"/usr/games/{TATHAM[kind]}")
    if program is None:
        return []
    made = (process([program, "--generate", "1", f"{parameters}#{seed}"]).output for seed in range(1, count + 1))
    return [eyeline.read(text.decode()) for text in made]


def sets(corpora: Path | None, most: int, largest: int) -> Iterable[Set]:
    """Yield the sets: from the corpora where they are given, else freshly generated, and random ones."""
    for name, wanted, ours in (
        ("5dh", most, (WHOLE, FROM_ID, AUTO, SAT, FLOW)),
        ("7dh", most, (WHOLE, FROM_ID, SAT, FLOW)),
        ("9dh", min(most, 5), (WHOLE, FROM_ID, SAT)),
    ):
        if int(name[0]) > largest:
            continue
        file = corpora and corpora / "skyscrapers" / f"tatham-{name}.ids"
        puzzles = ids(file, wanted) if file else generated("skyscrapers", name, wanted)
        yield Set(f"Towers {name[0]}×{name[0]} hard", "skyscrapers", puzzles, ours, OTHERS)
    if corpora:
        many = ids(corpora / "skyscrapers" / "all-clues-many-answers.ids", most)
        yield Set("all clues, several answers", "skyscrapers", many, (WHOLE, SAT), OTHERS)
    else:
        rng = random.Random(5)
        many = [random_city(5, rng) for _ in range(most)]
        yield Set("random 5×5, all clues", "skyscrapers", many, (WHOLE, SAT), OTHERS)
    for name in ("5x5dn", "7x7dt"):
        file = corpora and corpora / "haunted" / f"tatham-{name}.ids"
        puzzles = ids(file, most) if file else generated("haunted", name, most)
        level = {"n": "normal", "t": "tricky"}[name[-1]]
        yield Set(
            f"Undead {name[:3].replace('x', '×')} {level}", "haunted", puzzles, (WHOLE, FROM_ID, SAT), MAZE_OTHERS
        )
    rng = random.Random(10)
    mazes = [puzzle_of(planted(10, 35, rng)) for _ in range(min(most, 5))]
    yield Set("random maze 10×10, 35 % mirrors", "haunted", mazes, (WHOLE, AUTO, SAT, HIGHS), MAZE_OTHERS[:3])


def asked(solver: str) -> str:
    """Return what a solver is asked for."""
    if solver == "puzzlekit":
        return "a first answer"
    if solver == "multi-puzzle-solver":
        return "all answers"
    return "an answer" if solver.startswith("sgt-undead") else "verdict"


def measured(
    report: Report, name: str, puzzles: Sequence[eyeline.Puzzle], solvers: Sequence[Solver], budget: float, limit: float
) -> dict[str, list[Found]]:
    """Return what each solver found on each puzzle, while its budget of seconds lasts; all verdicts are compared."""
    found: dict[str, list[Found]] = {}
    for solver in solvers:
        total, answers = 0.0, []
        for puzzle in puzzles:
            answers.append(solver.solve(puzzle, limit))
            total += spent(answers[-1].seconds)
            if total > budget:
                break
        found[solver.name] = answers
    for i, puzzle in enumerate(puzzles):
        report.verdicts.compare(name, puzzle, {s: answers[i] for s, answers in found.items() if i < len(answers)})
    return found


def ratio(mine: Sequence[Found], theirs: Sequence[Found]) -> float:
    """Return the median of how many times as long the one takes as the other, puzzle by puzzle."""
    pairs = zip(mine, theirs, strict=False)
    return median([b.seconds / a.seconds for a, b in pairs if a.seconds > 0 and b.seconds == b.seconds])


def measure(report: Report, everyone: Field, corpora: Path | None, most: int, budget: float, largest: int = 9) -> None:
    """Measure all sets, of cities only those up to a size."""
    texts = []
    ratios: dict[tuple[str, str], float] = {}
    medians: dict[str, float] = {}
    for each in sets(corpora, most, largest):
        if not each.puzzles:
            texts.append(f"**{each.name}**: left out; {TATHAM[each.kind]} is not installed and no corpora were given.")
            continue
        kernels = [PACK, KERNEL] if each.kind == "skyscrapers" else [KERNEL]
        solvers = [*kernels, *each.ours, *everyone.solvers(each.kind, *each.others)]
        found = measured(report, each.name, each.puzzles, solvers, budget, min(LIMIT, budget))
        base, whole = found[kernels[0].name], found[WHOLE.name]
        medians[each.name] = median([one.seconds for one in base])
        rows = []
        for solver in solvers:
            answers = [answer for answer in found[solver.name] if answer.seconds == answer.seconds]
            if not answers:
                continue
            ratios[each.name, solver.name] = ratio(base, found[solver.name])
            stopped = sum(answer.verdict == "unknown" for answer in answers)
            seconds = [answer.seconds for answer in answers]
            rows.append(
                (
                    solver.name + (f" ({stopped} not within {min(LIMIT, budget):g} s)" if stopped else ""),
                    asked(solver.name),
                    len(answers),
                    ms(median(seconds)),
                    ms(max(seconds)),
                    "1" if solver is kernels[0] else digits(ratios[each.name, solver.name]),
                    digits(ratio(whole, found[solver.name])) if solver not in (*kernels, WHOLE) else "",
                )
            )
        head = ("solver", "asked for", "puzzles", "median, ms", "worst, ms", "× kernel", "× eyeline.solve")
        texts.append(f"**{each.name}**, {len(each.puzzles)} puzzles\n\n{table(head, rows)}")
    absent = [f"{name} ({reason})" for name, reason in everyone.missing.items()]
    if absent:
        texts.append("Not there: " + ", ".join(absent) + ".")
    names = [f"{name} {child.version}" for name, child in everyone.children.items()]
    texts.append("Measured with " + ", ".join(names) + "." if names else "Nobody else was there.")
    report.texts["sides"] = "\n\n".join(texts)
    goals(report, medians, ratios)


def goals(report: Report, medians: dict[str, float], ratios: dict[tuple[str, str], float]) -> None:
    """Note what was asked for of these sets."""
    for n, goal, times in ((5, 0.015, 1000), (7, 0.12, 600), (9, 0.5, 400)):
        name = f"Towers {n}×{n} hard"
        if name not in medians:
            continue
        took = medians[name] * 1000
        report.goal(
            f"{n}×{n} hard proven unique, kernel in a pack, median", f"{goal} ms", f"{took:.3g} ms", took <= goal
        )
        if times_as_long := ratios.get((name, "puzzlekit")):
            # "About": three quarters of it will do.
            met = times_as_long >= 0.75 * times
            report.goal(f"{n}×{n} hard, puzzlekit's first answer", f"about {times}×", f"{times_as_long:,.0f}×", met)
        if times_as_long := ratios.get((name, "multi-puzzle-solver")):
            met = times_as_long >= 100
            report.goal(f"{n}×{n} hard, multi-puzzle-solver", "at least 100×", f"{times_as_long:,.0f}×", met)
    if (name := "all clues, several answers") in medians:
        took = medians[name] * 1000
        report.goal("all-clues ids decided, median", "0.5 ms", f"{took:.3g} ms", took <= 0.5)
    if (name := "Undead 7×7 tricky") in medians:
        took = medians[name] * 1000
        report.goal("7×7 tricky mazes, kernel, median", "0.08 ms", f"{took:.3g} ms", took <= 0.08)
