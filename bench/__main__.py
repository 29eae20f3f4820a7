"""Measure everything side by side in one run, on one core: ``python bench [--corpora DIR] [--rivals PYTHON]``.

Fills the tables of docs/performance.md and draws its plots; with ``--only``, those of some parts. Others take part
where they are there, and are left out with the reason where they are not: puzzlekit, multi-puzzle-solver, CP-SAT,
clingo in the interpreter that ``--rivals`` names (``--install-rivals`` makes one, and removes it), Tatham's programs
where Debian's sgt-puzzles are installed. Leaves with 1 when two solvers disagree.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

import auto
import commands
import corpora
import floor
import growth
import sides
from report import Report, write
from rivals import HERE, Field, field, installed, warm
from stopwatch import pin

PARTS = ("floor", "sides", "corpora", "growth", "auto", "mazes", "rooms", "commands")
#: The parts that others take part in.
COMPARING = {"sides", "growth", "commands"}
RIVALS = ("puzzlekit", "multi-puzzle-solver", "clingo")
PAGE = HERE.parent / "docs" / "performance.md"


def machine() -> str:
    """Return what this ran on: processor, system, versions."""
    import numba
    import numpy

    import eyeline

    processor = platform.processor()
    if (told := Path("/proc/cpuinfo")).exists():
        lines = told.read_text(encoding="utf-8").splitlines()
        processor = next((line.split(": ")[1] for line in lines if line.startswith("model name")), processor)
    versions = f"eyeline {eyeline.__version__}, Python {platform.python_version()}, numba {numba.__version__}"
    return f"{processor}, {platform.system()}, {versions}, numpy {numpy.__version__}"


def parsed(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(
        prog="bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="few and small puzzles; less than a minute")
    parser.add_argument("--tiny", action="store_true", help="next to nothing, to see that it runs")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--corpora", type=Path, metavar="DIR", help="puzzles to measure on, as files of ids")
    parser.add_argument("--rivals", metavar="PYTHON", help="an interpreter that has other people's solvers")
    parser.add_argument("--install-rivals", action="store_true", help="install them into a folder of its own, with pip")
    parser.add_argument("--python", help="an interpreter that has eyeline installed; else one is made, with pip")
    parser.add_argument("--core", type=int, help="the core to run on; by default the last one")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to fill (docs/performance.md)")
    parser.add_argument("--print", action="store_true", help="print the texts, and leave the page as it is")
    return parser.parse_args(arguments)


def parts(asked: argparse.Namespace, report: Report, everyone: Field, python: str) -> dict[str, Callable[[], None]]:
    """Return what each part does."""
    # Puzzles of a set, seconds for a solver on a set, puzzles of a size, largest city, maze and room.
    most, budget, each, city, maze, room = (
        (1, 0.3, 1, 5, 5, 50) if asked.tiny else (3, 0.4, 2, 6, 6, 500) if asked.quick else (10, 3.0, 3, 12, 20, 4000)
    )
    limit = 2.0 if not (asked.quick or asked.tiny) else 0.5
    rounds, contest, ids = (1, 50, 50) if asked.tiny else (2, 2000, 2000) if asked.quick else (9, 2000, 10_000)

    shares = (0, 10, 30) if not (asked.quick or asked.tiny) else (10,)

    def grow() -> None:
        growth.cities(report, everyone, each, city, budget)
        growth.mazes(report, everyone, each, maze, budget)

    def large() -> None:
        sizes = (5,) if asked.tiny else (10,) if asked.quick else (10, 15, 20)
        growth.large_mazes(report, sizes, 2 if asked.tiny or asked.quick else 8, 30.0)

    return {
        "floor": lambda: floor.measure(report, rounds, [python]),
        "sides": lambda: sides.measure(report, everyone, asked.corpora, most, budget, 5 if asked.tiny else 9),
        "corpora": lambda: corpora.measure(report, asked.corpora, most if asked.tiny or asked.quick else None),
        "growth": grow,
        "auto": lambda: auto.measure(
            report, None if asked.quick or asked.tiny else asked.corpora, each, (city, maze, room), limit
        ),
        "mazes": large,
        "rooms": lambda: growth.rooms(report, room, 1 if asked.tiny or asked.quick else 3),
        "commands": lambda: commands.measure(report, everyone, python, rounds, contest, shares, ids, asked.corpora),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the parts that are asked for; return the exit code."""
    asked = parsed(arguments)
    report = Report()
    started = time.perf_counter()
    with ExitStack() as stack:
        python, rivals = asked.python, asked.rivals
        if asked.install_rivals:
            say(f"installing {', '.join(RIVALS)}")
            rivals = stack.enter_context(installed(RIVALS))
        if python is None and {"floor", "commands"} & {*asked.only}:
            if asked.quick or asked.tiny:
                python = sys.executable
            else:
                say("installing eyeline")
                python = stack.enter_context(installed([str(HERE.parent)]))
        core = pin(asked.core)
        everyone = stack.enter_context(field(rivals, bool(COMPARING & {*asked.only})))
        for name, reason in everyone.missing.items():
            say(f"without {name}: {reason}")
        warm()
        begun = time.perf_counter()
        for name, work in parts(asked, report, everyone, python or sys.executable).items():
            if name in asked.only:
                work()
                say(f"{name}: {time.perf_counter() - begun:.0f} s")
                begun = time.perf_counter()
    report.finish()
    took = time.perf_counter() - started
    where = "on whatever core was free" if core is None else "on one core"
    busy = (
        f", with {os.getloadavg()[0]:.1f} processes running on average at its end" if hasattr(os, "getloadavg") else ""
    )
    cold = "the source" if python == sys.executable else "a folder into which pip had installed eyeline"
    report.texts["machine"] = f"{machine()}; {where}, in {took:.0f} s{busy}. Commands ran from {cold}."
    if asked.print:
        for name, text in report.texts.items():
            print(f"## {name}\n\n{text}\n")
    else:
        if {*asked.only} != {*PARTS}:
            # What is told of a whole run stays what it was.
            for name in ("machine", "goals", "verdicts"):
                report.texts.pop(name, None)
        write(report, asked.page)
    for what, wanted, measured, met in report.goals:
        say(f"{'met   ' if met else 'MISSED'} {what}: {measured} (asked for: {wanted})")
    for difference in report.verdicts.differ:
        say(f"DIFFER {difference}")
    if report.verdicts.compared:
        say(report.verdicts.text())
    return 1 if report.verdicts.differ else 0


def say(text: str) -> None:
    """Print talk on standard error."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
