"""Being asked to end while an object is taken down, where Python loses what is raised."""

from __future__ import annotations

import subprocess
import sys
import threading
from types import SimpleNamespace

import pytest

from eyeline import ending

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


#: Loads the command line, and is asked to end while that goes on.
LOADING = """
import signal, sys

class Asks:
    def find_spec(self, name, *rest):
        if name == "eyeline.cli.verb":
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Asks())
from eyeline.__main__ import main
main()
"""


def test_a_request_that_comes_while_the_command_line_is_loaded_is_met_as_any_other() -> None:
    run = subprocess.run([sys.executable, "-c", LOADING], capture_output=True, text=True, timeout=60)
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "")


def test_a_second_request_at_once_is_no_news() -> None:
    lost = sys.unraisablehook
    started = []

    class Interrupted:
        daemon = False

        def __init__(self, *arguments: object) -> None:
            pass

        def start(self) -> None:
            started.append(self)
            if len(started) == 1:
                raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threading, "Timer", Interrupted)
        ending.insist()
        try:
            sys.unraisablehook(SimpleNamespace(exc_type=KeyboardInterrupt))
        finally:
            sys.unraisablehook = lost
    assert len(started) == 2
