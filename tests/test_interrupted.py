"""A Ctrl-C at any moment of a short run: no traceback, and an exit code that tells of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent to the process itself")

SOURCE = Path(__file__).parents[1] / "src"
CITY = "6:2/1/4/2/4/3/3/2/2/5/1/2/2/4/5/1/2/3/3/2/1/5/3/2"
COMMAND = [sys.executable, "-c", "from eyeline_command import main; main()", "solve", CITY]

#: Python loads this by itself, before all else. Looking for a certain module of the package, it sends its process a
#: Ctrl-C; looking for the first one, it closes a pipe where it has been given one.
CUSTOM = """
import os, signal, sys

class Finder:
    told = os.environ.get("TOLD")

    def find_spec(self, name, path=None, target=None):
        if name.startswith("eyeline.") and self.told is not None:
            os.close(int(self.told))
            self.told = None
        if name == os.environ.get("INTERRUPTED"):
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
"""


def environment(folder: Path, **more: str) -> dict[str, str]:
    (folder / "sitecustomize.py").write_text(CUSTOM)
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), str(SOURCE)])} | more


def test_a_ctrl_c_while_the_package_is_loaded_ends_it_without_a_word(tmp_path: Path) -> None:
    for name in ("eyeline.catalogue", "eyeline.solve", "eyeline.cli", "eyeline.cli.trim"):
        run = subprocess.run(
            COMMAND,
            env=environment(tmp_path, INTERRUPTED=name),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (run.returncode, run.stdout, run.stderr) == (-signal.SIGINT, "", "")


def test_a_ctrl_c_at_any_moment_leaves_no_traceback(tmp_path: Path) -> None:
    for moment in (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4):
        begun, theirs = os.pipe()
        with subprocess.Popen(
            COMMAND,
            env=environment(tmp_path, TOLD=str(theirs)),
            pass_fds=(theirs,),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            os.close(theirs)
            # Until the process closes its end.
            os.read(begun, 1)
            os.close(begun)
            time.sleep(moment)
            process.send_signal(signal.SIGINT)
            _, talk = process.communicate(timeout=60)
        assert process.returncode in (-signal.SIGINT, 130, 0)
        assert not talk or talk.startswith("one: this is the only answer")
        assert talk.count("\n") <= 1


@pytest.mark.parametrize("ignored", [False, True])
def test_a_library_leaves_ctrl_c_as_it_is(ignored: bool) -> None:
    program = (
        "import signal, sys\n"
        f"if {ignored}: signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "before = signal.getsignal(signal.SIGINT)\n"
        "import eyeline, eyeline.cli, eyeline_command\n"
        "assert signal.getsignal(signal.SIGINT) is before\n"
        f"if {ignored}:\n"
        "    eyeline_command.unheard()\n"
        "    assert signal.getsignal(signal.SIGINT) is before\n"
    )
    subprocess.run(
        [sys.executable, "-c", program], timeout=60, check=True, env=os.environ | {"PYTHONPATH": str(SOURCE)}
    )
