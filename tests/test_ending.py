"""Being asked to end while an object is taken down, where Python loses what is raised."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent to the process itself")

#: Asked to end while a solver is taken down, then at work for 5 seconds.
PROGRAM = """
import signal, sys, time
from eyeline.ending import insist

class Solver:
    def __del__(self):
        signal.raise_signal(asked)
        time.sleep(0)

def leave(number, frame):
    raise SystemExit(7)

asked = getattr(signal, sys.argv[1])
signal.signal(signal.SIGTERM, leave)
if sys.argv[2] == "insist":
    insist()
try:
    solver = Solver()
    del solver
    time.sleep(float(sys.argv[3]))
except KeyboardInterrupt:
    sys.exit(7)
"""


def program(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", PROGRAM, *arguments], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("asked", ["SIGINT", "SIGTERM"])
def test_a_request_that_is_lost_is_made_again(asked: str) -> None:
    run = program(asked, "insist", "5")
    assert (run.returncode, run.stderr) == (7, "")


def test_it_would_be_lost_otherwise() -> None:
    run = program("SIGINT", "wait", "0.1")
    assert run.returncode == 0
    assert "KeyboardInterrupt" in run.stderr


def test_other_errors_there_are_told_as_ever() -> None:
    told = "import eyeline.ending\neyeline.ending.insist()\nclass It:\n    def __del__(self):\n        1 / 0\nIt()\n"
    run = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0
    assert "ZeroDivisionError" in run.stderr
