"""The floor: what it costs to read memory, to start a process, an interpreter, numba, and to call anything at all."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from report import Report, table
from stopwatch import fastest, median, ms, process

from eyeline.kernels.compiled import compiled

#: Bytes of the room that is read: 4000 by 4000 cells, far beyond any cache.
BYTES = 16_000_000


@compiled
def total(codes: Any) -> int:
    """Return the sum of bytes, one by one."""
    found = 0
    for code in codes:
        found += code
    return found


@compiled
def nothing(codes: Any) -> int:
    """Return 0."""
    return 0


def reading() -> float:
    """Return the seconds to read a byte of memory, in a row."""
    codes = np.zeros(BYTES, dtype=np.uint8)
    total(codes[:10])
    return fastest(lambda: total(codes), 9) / BYTES


def calling() -> float:
    """Return the seconds of a call into compiled code that does nothing."""
    codes = np.zeros(8, dtype=np.uint8)
    nothing(codes)
    count = 100_000

    def many() -> None:
        for _ in range(count):
            nothing(codes)

    return fastest(many, 3) / count


def measure(report: Report, rounds: int, python: Sequence[str]) -> None:
    """Measure what there is no getting below; ``python`` is the interpreter of the installed eyeline."""
    rows: list[tuple[str, str]] = [
        ("read a byte of a large room, one after the other", f"{reading() * 1e9:.2g} ns"),
        ("call compiled code from Python, which does nothing", f"{calling() * 1e6:.2g} µs"),
    ]
    for name, command in (
        ("start a process that does nothing (`true`)", ("true",)),
        ("start Python without anything (`python -S -E -c pass`)", (*python, "-S", "-E", "-c", "pass")),
        ("start Python (`python -c pass`)", (*python, "-c", "pass")),
        ("start Python and load typer, which reads command lines", (*python, "-c", "import typer")),
        ("start Python and load eyeline", (*python, "-c", "import eyeline")),
        ("start Python and load numpy", (*python, "-c", "import numpy")),
        ("start Python and load numba", (*python, "-c", "import numba")),
    ):
        runs = [process(command) for _ in range(rounds)]
        rows.append((name, f"{ms(median([run.cpu for run in runs]))} ms ({ms(median([run.wall for run in runs]))} ms)"))
    report.texts["floor"] = table(("what", "processor time (by the clock)"), rows)


if __name__ == "__main__":
    found = Report()
    measure(found, 5, [sys.executable])
    print(found.texts["floor"])
    print(time.process_time())
