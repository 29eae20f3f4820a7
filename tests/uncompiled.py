"""Programs that run where nothing is compiled, for tests that kernels do the same there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

#: Two ways to have nothing compiled: numba's own switch, and no numba.
WAYS = ("import os; os.environ['NUMBA_DISABLE_JIT'] = '1'", "sys.modules['numba'] = None")


def run(program: str, way: str) -> None:
    """Run a program that can import the tests in a process of its own; fail with what it says if it fails."""
    here = Path(__file__).parent
    head = f"import sys\n{way}\nsys.path[:0] = {[str(here), str(here.parent / 'src')]!r}\n"
    check = "from eyeline.kernels import compiled\nassert not compiled.COMPILED\n"
    ended = subprocess.run(
        [sys.executable, "-c", head + check + program], capture_output=True, text=True, timeout=300, check=False
    )
    assert ended.returncode == 0, ended.stderr
