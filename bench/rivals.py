"""The solvers side by side: ours, and others in processes of their own, all asked in one way."""

from __future__ import annotations

import json
import math
import os
import random
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from cities import random_city
from mazes import planted, puzzle_of
from stopwatch import PATIENCE, RUNS, Process, fastest, process

import eyeline
from eyeline.arrays import LineArrays, MazeArrays
from eyeline.kernels import city, maze
from eyeline.kernels.outcome import PAUSED

HERE = Path(__file__).parent
#: What a solver may take to be loaded, and beyond its limit, in seconds.
LOADING, GRACE = 60.0, 2.0
#: Where Debian keeps Simon Tatham's puzzles; each solves ids and generates, without a display.
TATHAM = {"skyscrapers": "sgt-towers", "haunted": "sgt-undead"}


class Found(NamedTuple):
    """What a solver found: the verdict, the first answer as rows of tokens, and the seconds of processor time.

    The verdict *some* is an answer that nobody has proven to be the only one; *unknown* = the limit was reached.
    """

    verdict: str
    seconds: float
    cells: tuple[tuple[str, ...], ...] | None = None


class Solver(NamedTuple):
    """A solver by name, and what it does with a puzzle within a limit of seconds."""

    name: str
    solve: Callable[[eyeline.Puzzle, float], Found]


# --- ours


def whole(puzzle: eyeline.Puzzle, seconds: float, engine: str, formulation: str | None = None) -> Found:
    """Run ``eyeline.solve``, from puzzle to answer."""
    answers: list[eyeline.Answer] = []
    limits = eyeline.Limits(seconds=seconds)
    took = fastest(lambda: answers.append(eyeline.solve(puzzle, engine=engine, formulation=formulation, limits=limits)))
    answer = answers[-1]
    return Found(answer.verdict.value, took, None if answer.cells is None else tuple(answer.cells))


def from_id(puzzle: eyeline.Puzzle, seconds: float) -> Found:
    """Run reading and solving, from an id to the answer."""
    text = eyeline.write(puzzle, "tatham").strip()
    answers: list[eyeline.Answer] = []
    limits = eyeline.Limits(seconds=seconds)
    took = fastest(lambda: answers.append(eyeline.solve(eyeline.read(text), engine="kernel", limits=limits)))
    return Found(answers[-1].verdict.value, took, tuple(answers[-1].cells or ()) or None)


def search_of(arrays: object, room: int) -> city.Search | maze.Search:
    """Return the kernel's search on a city or a maze. Raises ``TypeError`` for a room."""
    if isinstance(arrays, LineArrays):
        return city.Search(arrays, room)
    if isinstance(arrays, MazeArrays):
        return maze.Search(arrays, room)
    raise TypeError(f"no search on {arrays!r}")


def bare(puzzle: eyeline.Puzzle, seconds: float) -> Found:
    """Run the kernel alone, from the puzzle's arrays to two answers as bytes; the limit counts in between."""
    arrays = puzzle.task().arrays
    counted: list[tuple[int, bool]] = []

    def run() -> None:
        search = search_of(arrays, 2)
        started = time.process_time()
        outcome = search.advance(200_000)
        while outcome == PAUSED and time.process_time() - started < seconds:
            outcome = search.advance(200_000)
        list(search.answers())
        counted.append((search.found, outcome != PAUSED))

    took = fastest(run, runs=7)
    found, ended = counted[-1]
    return Found("many" if found > 1 else ("one" if found else "none") if ended else "unknown", took)


def packed(puzzle: eyeline.Puzzle, seconds: float) -> Found:
    """Run the kernel on a city as it runs on many: in a pack, from clues in its buffer to answers in its buffer."""
    pack = city.Cities([puzzle.task().city])

    def run() -> None:
        pack.done, pack._fresh = 0, True
        pack.advance()

    took = fastest(run, runs=3)
    # Short calls are timed many at once.
    times = max(1, min(50, int(0.001 / took)))
    took = min(took, fastest(partial(repeated, run, times), runs=7) / times)
    ((answers, exhausted),) = pack.decisions()
    return Found("many" if len(answers) > 1 else ("one" if answers else "none") if exhausted else "unknown", took)


def repeated(work: Callable[[], object], times: int) -> None:
    """Do something several times."""
    for _ in range(times):
        work()


def first(puzzle: eyeline.Puzzle, seconds: float) -> Found:
    """Run the kernel alone up to a first answer."""
    arrays = puzzle.task().arrays
    counted: list[int] = []

    def run() -> None:
        search = search_of(arrays, 1)
        started = time.process_time()
        while search.advance(200_000) == PAUSED and time.process_time() - started < seconds:
            pass
        list(search.answers())
        counted.append(search.found)

    took = fastest(run, runs=7)
    return Found("some" if counted[-1] else "unknown", took)


def first_whole(puzzle: eyeline.Puzzle, seconds: float, engine: str) -> Found:
    """Run ``eyeline.solve`` up to a first answer."""
    answers: list[eyeline.Answer] = []
    limits = eyeline.Limits(seconds=seconds)
    took = fastest(lambda: answers.append(eyeline.solve(puzzle, engine=engine, limits=limits, first=True)))
    return Found(answers[-1].verdict.value, took, tuple(answers[-1].cells or ()) or None)


PACK = Solver("eyeline, kernel in a pack", packed)
KERNEL = Solver("eyeline, kernel on one puzzle", bare)
WHOLE = Solver("eyeline.solve, kernel", partial(whole, engine="kernel"))
FROM_ID = Solver("eyeline, from the id", from_id)
AUTO = Solver("eyeline.solve, auto", partial(whole, engine="auto"))
SAT = Solver("eyeline.solve, sat", partial(whole, engine="sat"))
HIGHS = Solver("eyeline.solve, highs", partial(whole, engine="highs"))
FLOW = Solver("eyeline.solve, highs, flow rows", partial(whole, engine="highs", formulation="flow"))
FIRST = Solver("eyeline, kernel on one puzzle", first)
FIRST_WHOLE = Solver("eyeline.solve, kernel", partial(first_whole, engine="kernel"))
FIRST_SAT = Solver("eyeline.solve, sat", partial(first_whole, engine="sat"))


# --- others


def told(puzzle: eyeline.Puzzle) -> dict[str, Any]:
    """Return a puzzle as ``straight.py`` describes it."""
    sheet = puzzle.sheet
    clues = sheet.clues
    totals = sheet.notes.totals
    return {
        "kind": puzzle.kind.name,
        "rows": sheet.rows,
        "cols": sheet.cols,
        "cells": [list(row) for row in sheet.cells],
        "clues": [list(side) for side in (clues.top, clues.bottom, clues.left, clues.right)],
        "totals": [totals.vampires, totals.ghosts, totals.zombies],
    }


class Child:
    """A solver in a process of its own, started again when it had to be ended."""

    def __init__(self, interpreter: str, name: str) -> None:
        """Start it. Raises ``LookupError`` with the reason where the interpreter has no such solver."""
        self.name = name
        self.interpreter = interpreter
        self._command = [interpreter, str(HERE / "rival.py"), name]
        self._process: subprocess.Popen[str] | None = None
        self.version = self._start()

    def _start(self) -> str:
        env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                bufsize=1,
                env=env,
            )
        except OSError as error:
            raise LookupError(f"{self._command[0]}: {error.strerror}") from error
        hello = self._line(LOADING)
        if hello is None or "version" not in hello:
            self.end()
            raise LookupError((hello or {}).get("reason", "it does not start"))
        return str(hello["version"])

    def _line(self, seconds: float) -> dict[str, Any] | None:
        pipe = self._process.stdout if self._process else None
        if pipe is None or not select.select([pipe], [], [], seconds)[0]:
            return None
        line = pipe.readline()
        return json.loads(line) if line else None

    def solve(self, puzzle: eyeline.Puzzle, seconds: float, most: int = 2) -> Found:
        """Ask for a puzzle; a solver that does not keep to the limit is ended."""
        if self._process is None:
            self._start()
        if self._process is None or self._process.stdin is None:
            return Found("unknown", seconds)
        question = told(puzzle) | {"seconds": seconds, "most": most, "runs": RUNS, "patience": PATIENCE}
        self._process.stdin.write(json.dumps(question) + "\n")
        # The clock runs on while others have the core.
        found = self._line(3 * seconds + GRACE)
        if found is None:
            self.end()
            return Found("unknown", seconds)
        cells = found["cells"]
        return Found(found["verdict"], found["seconds"], None if cells is None else tuple(map(tuple, cells)))

    def end(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def tatham(puzzle: eyeline.Puzzle, seconds: float, program: str) -> Found:
    """Let one of Simon Tatham's programs read an id and solve it; what it takes to start is taken off.

    It solves the id as often as it is asked to generate "one more". For Towers the verdict comes with it. Where there
    is not one answer it stops at once, so that what a single run takes is all that there is to see; less than it takes
    to start is no number.
    """
    text = eyeline.write(puzzle, "tatham").strip()
    most = math.ceil(seconds)

    def run(times: int) -> Process:
        return process([program, "--generate", str(times), "--test-solve", text], seconds=most)

    once = run(1)
    if once.code < 0:
        return Found("unknown", seconds)
    if once.code > 0:
        # Which of the two it is, is said on standard error.
        command = [program, "--generate", "1", "--test-solve", text]
        said = subprocess.run(command, capture_output=True, text=True, check=False).stderr
        verdict = "many" if "Multiple" in said else "none" if "No solution" in said else "unknown"
        start = min(process([program, "--version"]).cpu for _ in range(3))
        took = min(once.cpu, *(run(1).cpu for _ in range(RUNS - 1))) - start
        return Found(verdict, took if took > start else float("nan"))
    times, more = 1, 0.0
    while times < 4096 and more < 0.08 and times * once.cpu < seconds:
        times *= 8
        longer = run(times + 1)
        if longer.code:
            break
        more = longer.cpu - once.cpu
    return Found("one" if program.endswith("towers") else "some", max(more / times, 1e-7))


def warm() -> None:
    """Load and compile the kernels, which no time contains."""
    rng = random.Random(0)
    for n in (4, 8):
        puzzle = random_city(n, rng, 0.2)
        for solver in (PACK, KERNEL, FIRST, WHOLE, SAT):
            solver.solve(puzzle, 10.0)
    maze_puzzle = puzzle_of(planted(4, 30, rng))
    for solver in (KERNEL, WHOLE, SAT, HIGHS):
        solver.solve(maze_puzzle, 10.0)


class Field:
    """The solvers that there are, and the reasons why others are not."""

    def __init__(self, interpreter: str | None, wanted: bool = True) -> None:
        """Start all that the interpreter has, and what this one has of the rest; none unless they are ``wanted``."""
        self.missing: dict[str, str] = {}
        self.children: dict[str, Child] = {}
        self.programs: dict[str, str] = {}
        if not wanted:
            return
        for name in ("puzzlekit", "multi-puzzle-solver", "CP-SAT", "clingo"):
            for candidate in dict.fromkeys((interpreter or sys.executable, sys.executable)):
                try:
                    self.children[name] = Child(candidate, name)
                    self.missing.pop(name, None)
                    break
                except LookupError as error:
                    self.missing.setdefault(name, str(error))
        for kind, program in TATHAM.items():
            place = shutil.which(program) or shutil.which(f"/usr/games/{program}")
            if place is None:
                self.missing[program] = "not installed (Debian: apt install sgt-puzzles)"
            else:
                self.programs[kind] = place

    def solvers(self, kind: str, *names: str, most: int = 2) -> Iterator[Solver]:
        """Yield those of the named solvers that are there; *Tatham* is the program for the kind.

        With ``most`` = 1 they are asked for a first answer, in so far as they can be.
        """
        for name in names:
            if name == "Tatham" and kind in self.programs:
                yield Solver(f"{TATHAM[kind]} (C)", partial(tatham, program=self.programs[kind]))
            elif name in self.children:
                yield Solver(name, partial(self.children[name].solve, most=most))

    def end(self) -> None:
        """End all processes."""
        for child in self.children.values():
            child.end()


@contextmanager
def field(interpreter: str | None, wanted: bool = True) -> Iterator[Field]:
    """Give the solvers that there are, none unless they are ``wanted``, and end their processes afterwards."""
    found = Field(interpreter, wanted)
    try:
        yield found
    finally:
        found.end()


@contextmanager
def installed(packages: Sequence[str]) -> Iterator[str]:
    """Give an interpreter with these packages, in a folder that is removed afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        # Python byte-compiles what it loads only where it may, and pip what it installs.
        env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")}
        subprocess.run([sys.executable, "-m", "venv", folder], check=True, env=env)
        python = str(Path(folder) / "bin" / "python")
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *packages], check=True, env=env)
        yield python
