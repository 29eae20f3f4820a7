"""One core, processor time, medians and worsts, and whole processes."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple


def pin(core: int | None = None) -> int | None:
    """Keep this process and those that it starts to one core; return which, or ``None`` where that cannot be done."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    chosen = max(os.sched_getaffinity(0)) if core is None else core
    os.sched_setaffinity(0, {chosen})
    return chosen


@contextmanager
def every_core() -> Iterator[int]:
    """Let what is started within run on all cores; give their number."""
    if not hasattr(os, "sched_setaffinity"):
        yield os.cpu_count() or 1
        return
    pinned = os.sched_getaffinity(0)
    # The system leaves out of the set the cores that there are not, or that it keeps from this process.
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    try:
        yield len(os.sched_getaffinity(0))
    finally:
        os.sched_setaffinity(0, pinned)


#: How often a puzzle is run at most, and the seconds after which it is not run again.
RUNS, PATIENCE = 3, 0.2


def spent(seconds: float) -> float:
    """Return about what all runs of a puzzle took together when the fastest took so long; a little for no number."""
    return min(RUNS * seconds, PATIENCE + seconds) if seconds == seconds else 0.1


def fastest(work: Callable[[], object], runs: int = RUNS, patience: float = PATIENCE) -> float:
    """Return the seconds of processor time of the fastest of several runs, fewer where they take long."""
    best, total = float("inf"), 0.0
    for _ in range(runs):
        started = time.process_time()
        work()
        took = time.process_time() - started
        best, total = min(best, took), total + took
        if total > patience:
            break
    return best


class Process(NamedTuple):
    """What a whole process took: seconds by the clock and of the processor, bytes at the peak, and what it printed."""

    wall: float
    cpu: float
    peak: int
    output: bytes
    code: int


#: Starts a command and tells what it took, on standard error. What the system calls a process's peak of memory begins
#: with that of the process that started it; so a small one does.
_LAUNCH = """
import json, os, resource, sys, time
seconds, *command = sys.argv[1:]
if int(seconds):
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
started = time.perf_counter()
quiet = [(os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]
child = os.posix_spawnp(command[0], command, os.environ, file_actions=quiet)
_, status, usage = os.wait4(child, 0)
took = time.perf_counter() - started
code = os.waitstatus_to_exitcode(status)
print(json.dumps([took, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, code]), file=sys.stderr)
"""


def process(command: Sequence[str], env: Mapping[str, str] | None = None, seconds: int = 0) -> Process:
    """Run a command to its end, or for so many seconds of processor time; return what it took.

    Raises ``FileNotFoundError`` where there is no such command.
    """
    launch = [sys.executable, "-S", "-E", "-c", _LAUNCH, str(seconds), *command]
    done = subprocess.run(launch, capture_output=True, env=env, check=False)
    if done.returncode:
        raise FileNotFoundError(command[0])
    wall, cpu, peak, code = json.loads(done.stderr)
    return Process(wall, cpu, peak * (1 if sys.platform == "darwin" else 1024), done.stdout, code)


def digits(value: float) -> str:
    """Return a number with two digits, and whole from ten on."""
    if value >= 9.95:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 0.995 else f"{value:.2g}"


def ms(seconds: float) -> str:
    """Return seconds as milliseconds, with two or three digits."""
    value = seconds * 1000
    if value >= 99.5:
        return f"{value:,.0f}"
    return f"{value:.3g}" if value >= 0.01 else f"{value:.2g}"


def median(values: Sequence[float]) -> float:
    """Return the median; not a number of none."""
    return statistics.median(values) if values else float("nan")
