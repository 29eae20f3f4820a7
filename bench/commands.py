"""Whole commands, cold: processes of an installed and byte-compiled eyeline, in turns with those of others."""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from cities import random_ids
from report import Report, table
from rivals import HERE, TATHAM, Field
from rooms import planted, text
from sides import generated, ids
from stopwatch import Process, digits, every_core, median, ms, process

import eyeline

#: Runs puzzlekit on a puzzle in grid text, as its readers would; then multi-puzzle-solver on the same.
PUZZLEKIT = """
import sys, puzzlekit
found = puzzlekit.solve(sys.argv[1], "skyscraper", solver_options={"num_workers": 1})
print(found.solution_data["solution_grid"])
"""
MULTI = """
import sys, numpy as np
from puzzle_solver import towers_solver as towers
head, *lines = sys.argv[1].splitlines()
sides = [np.array([-1 if clue == "-" else int(clue) for clue in line.split()]) for line in lines[:4]]
cells = np.array([[token.replace("-", " ") for token in line.split()] for line in lines[4:]])
board = towers.Board(cells, top=sides[0], bottom=sides[1], left=sides[2], right=sides[3])
board.solve_and_print()
"""


#: How often the same ids are solved to compare one job with two.
AGAIN = 20
#: How many ids make a run load the kernels, and how many must be solved for their time to stand out.
FEW, MANY = 200, 5000


def environment(python: str) -> dict[str, str]:
    """Return the environment for an interpreter that is installed; this tree's source for the one that runs us."""
    env = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")}
    if python == sys.executable:
        env["PYTHONPATH"] = str(HERE.parent / "src")
    return env


def turns(commands: dict[str, Sequence[str]], rounds: int, env: dict[str, str]) -> dict[str, list[Process]]:
    """Run commands in turns, A B C A B C, so that whatever else the machine does hits all alike; once before."""
    found: dict[str, list[Process]] = {name: [] for name in commands}
    for number in range(rounds + 1):
        for name, command in commands.items():
            run = process(command, env)
            if number:
                found[name].append(run)
    return found


def cold(report: Report, everyone: Field, python: str, rounds: int, corpora: Path | None) -> None:
    """Measure whole processes on one 6×6 puzzle."""
    puzzles = ids(corpora / "skyscrapers" / "tatham-6dh.ids", 1) if corpora else generated("skyscrapers", "6dh", 1)
    puzzle = puzzles[0] if puzzles else eyeline.read(random_ids(6, 1, random.Random(6))[0])
    towers, page = eyeline.write(puzzle, "tatham"), eyeline.write(puzzle, "gridtext")
    commands: dict[str, Sequence[str]] = {
        "eyeline solve ID": (python, "-m", "eyeline", "solve", towers),
        "python -c pass": (python, "-c", "pass"),
    }
    for name, program in (("puzzlekit", PUZZLEKIT), ("multi-puzzle-solver", MULTI)):
        if name in everyone.children:
            commands[name] = (everyone.children[name].interpreter, "-c", program, page)
    if "skyscrapers" in everyone.programs:
        commands["sgt-towers --test-solve ID (C)"] = (
            everyone.programs["skyscrapers"],
            *("--generate", "1", "--test-solve", towers),
        )
    found = turns(commands, rounds, environment(python))
    ours = found["eyeline solve ID"]
    rows = []
    for name, runs in found.items():
        against = median([run.cpu / our.cpu for run, our in zip(runs, ours, strict=True)])
        against_wall = median([run.wall / our.wall for run, our in zip(runs, ours, strict=True)])
        rows.append(
            (
                f"`{name}`" if name.startswith(("eyeline", "python", "sgt")) else f"{name}, whole process",
                ms(median([run.cpu for run in runs])),
                ms(median([run.wall for run in runs])),
                ms(max(run.wall for run in runs)),
                f"{max(run.peak for run in runs) / 1e6:.0f}",
                f"{digits(against)} ({digits(against_wall)})",
            )
        )
        if name == "puzzlekit":
            share = 1 / against
            report.goal(
                "`eyeline solve` of one 6×6 id, cold, of puzzlekit's process",
                "a quarter",
                f"{share:.2f}",
                share <= 0.25,
            )
    head = ("command", "processor, ms", "by the clock, ms", "worst, ms", "peak, MB", "× eyeline (by the clock)")
    report.texts["cold"] = table(head, rows)


def contest(report: Report, python: str, rounds: int, size: int, shares: Sequence[int]) -> None:
    """Measure a Code Jam file with one large room, as a whole command; the first run may have to compile."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "room.in"
        for mirrors in shares:
            path.write_text(text(planted(size, mirrors, 10, size + mirrors)), encoding="ascii")
            command = (python, "-m", "eyeline", "solve", "--to", "codejam", str(path))
            before, *runs = [process(command, environment(python)) for _ in range(rounds + 1)]
            wall, peak = median([run.wall for run in runs]), max(run.peak for run in runs) / 1e6
            cpu = median([run.cpu for run in runs])
            said = before.output[:24].split()[2].decode().lower() if before.output else "nothing"
            rows.append((f"{size}×{size}, {mirrors} % mirrors", f"{cpu:.2f}", f"{wall:.2f}", f"{peak:.0f}", said))
            met = min(cpu, wall) <= 2 and peak <= 500
            told = f"{cpu:.2f} s of processor, {wall:.2f} s by the clock, {peak:.0f} MB"
            report.goal(f"Code Jam file {size}×{size}, {mirrors} % mirrors, whole command", "2 s, 500 MB", told, met)
    head = ("room", "processor, s", "by the clock, s", "peak, MB", "answer")
    report.texts["contest"] = table(head, rows)


def stream(report: Report, python: str, rounds: int, count: int) -> None:
    """Measure many ids to JSON Lines; taken off is what a run on a few takes, which loads the kernels as well."""
    env = environment(python)
    with tempfile.TemporaryDirectory() as folder:
        few, many, several, out = (Path(folder) / name for name in ("few.ids", "many.ids", "several.ids", "out.jsonl"))
        texts = random_ids(5, count, random.Random(count))
        for file, ids_of in ((few, texts[:FEW]), (many, texts), (several, texts * AGAIN)):
            file.write_text("\n".join(ids_of) + "\n", encoding="ascii")

        def run(file: Path, jobs: int) -> Process:
            out.unlink(missing_ok=True)
            return process((python, "-m", "eyeline", "solve", "--jobs", str(jobs), "--out", str(out), str(file)), env)

        # The first run may have to compile.
        run(few, 1)
        alone = [(run(few, 1), run(many, 1)) for _ in range(rounds)]
        lines = out.read_bytes().count(b"\n")
        with every_core() as cores:
            enough = cores > 1 and count >= MANY
            shared = [[(run(few, n), run(several, n)) for n in (1, 2)] for _ in range(min(rounds, 5) * enough)]
    spent = median([done.cpu - begun.cpu for begun, done in alone])
    begun, done = alone[-1]
    rows = [figures(f"{FEW} ids, one job", begun), figures(f"{count:,} ids, one job", done, f"{spent:.2f}")]
    if shared:
        clocks = [[done.wall - begun.wall for begun, done in pair] for pair in shared]
        for jobs, (begun, done), clock in zip(("one job", "two jobs"), shared[-1], clocks[-1], strict=True):
            rows.append(figures(f"{FEW} ids, {jobs}, any core", begun))
            rows.append(figures(f"{count * AGAIN:,} ids, {jobs}, any core", done, f"{clock:.2f} by the clock"))
        gain = median([one / two for one, two in clocks])
        report.goal("two jobs, by the clock, beyond start-up", "1.7×", f"{gain:.2f}×", gain >= 1.7)
    head = ("command", "processor, s", "by the clock, s", "beyond start-up, s", "peak, MB")
    report.texts["stream"] = f"{table(head, rows)}\n\n{lines:,} records were written."
    scaled = spent * 10_000 / max(1, count - FEW)
    if count >= MANY:
        report.goal("10,000 distinct 5×5 ids to JSON Lines, beyond start-up", "0.8 s", f"{scaled:.2f} s", scaled <= 0.8)


def figures(name: str, run: Process, beyond: str = "") -> tuple[str, ...]:
    """Return a row of the table of `stream`."""
    return name, f"{run.cpu:.2f}", f"{run.wall:.2f}", beyond, f"{run.peak / 1e6:.0f}"


def generators(report: Report, everyone: Field, rounds: int) -> None:
    """Measure what Simon Tatham's programs take to make a puzzle, which they also solve and prove."""
    rows = []
    for kind, parameters in (
        ("skyscrapers", ("5de", "5dh", "6dh", "7dh")),
        ("haunted", ("4x4dn", "5x5dn", "7x7dn")),
    ):
        program = everyone.programs.get(kind)
        for name in parameters if program else ():
            # Seeds make it the same puzzles in every run.
            runs = [process((str(program), "--generate", "1", f"{name}#{seed}")) for seed in range(1, rounds + 1)]
            empty = process((str(program), "--version")).cpu
            seconds = [max(run.cpu - empty, 1e-4) for run in runs]
            rows.append((f"{TATHAM[kind]} {name}", len(runs), ms(median(seconds)), ms(max(seconds))))
    if rows:
        report.texts["generators"] = table(("program and parameters", "puzzles", "median, ms", "worst, ms"), rows)
    else:
        report.texts["generators"] = "Debian's sgt-puzzles are not installed."


def measure(
    report: Report,
    everyone: Field,
    python: str,
    rounds: int,
    size: int,
    shares: Sequence[int],
    count: int,
    corpora: Path | None,
) -> None:
    """Measure all commands: ``size`` and ``shares`` are those of contest rooms and their mirrors, ``count`` ids."""
    cold(report, everyone, python, rounds, corpora)
    contest(report, python, min(rounds, 3), size, shares)
    stream(report, python, rounds, count)
    generators(report, everyone, 3 * rounds)
