"""Kernels are compiled once for all processes that want them at the same time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from eyeline.kernels import beams, compiled

PROGRAM = """
import sys
if sys.argv[1:]:
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
from eyeline.kernels import beams
from eyeline.kernels.compiled import called, numbers, octets
counts = numbers([0] * 7)
assert called(beams.count, octets(b"\\0\\1\\1"), numbers([0]), counts, 100)
assert called(beams.count, octets(b"\\1"), numbers([0]), counts, 100)
assert list(counts) == [1, 3, 0, 0, 0, 0, 0]
print(sum(beams.count.stats.cache_misses.values()), sum(beams.count.stats.cache_hits.values()))
"""

pytestmark = pytest.mark.skipif(not compiled.COMPILED, reason="numba is missing or switched off")


def run(folder: Path, processes: int, *arguments: str) -> list[tuple[int, ...]]:
    """How often each of several processes compiled the kernel, and how often it found it compiled."""
    source = Path(compiled.__file__).parents[2]
    command = [sys.executable, "-c", PROGRAM, *arguments]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder), "PYTHONPATH": str(source)}
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) for _ in range(processes)]
    outputs = [process.communicate(timeout=300)[0] for process in started]
    assert all(process.returncode == 0 for process in started)
    return [tuple(map(int, output.split())) for output in outputs]


def test_of_several_processes_one_compiles(tmp_path: Path) -> None:
    assert sorted(run(tmp_path, 4)) == [(0, 1), (0, 1), (0, 1), (1, 0)]
    assert run(tmp_path, 1) == [(0, 1)]


@pytest.mark.skipif(sys.platform == "win32", reason="files cannot be bounded here")
def test_a_folder_that_is_full_costs_the_time_to_compile_and_no_more(tmp_path: Path) -> None:
    assert run(tmp_path, 1, "100") == [(1, 0)]
    assert run(tmp_path, 1) == [(1, 0)]
    assert run(tmp_path, 1) == [(0, 1)]


@pytest.mark.parametrize("kept", [0, -9])
def test_files_that_were_cut_off_are_made_anew(kept: int, tmp_path: Path) -> None:
    run(tmp_path, 1)
    for ending in ("nbi", "nbc"):
        for file in tmp_path.rglob(f"*.{ending}"):
            file.write_bytes(file.read_bytes()[:kept])
        assert run(tmp_path, 1) == [(1, 0)]
        assert run(tmp_path, 1) == [(0, 1)]


def test_a_folder_without_locks_is_no_matter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")

    def refused(*_: object) -> None:
        raise OSError("no locks available")

    monkeypatch.setattr(fcntl, "flock", refused)
    monkeypatch.setattr(compiled, "_kept", lambda *_: False)
    counts = compiled.numbers([0] * 7)
    compiled._ready.discard(beams.count)
    assert compiled.called(beams.count, compiled.octets(b"\0"), compiled.numbers([0]), counts, 100)


def test_a_folder_that_cannot_be_written_to_is_no_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    class Locked(type(Path())):  # type: ignore[misc]
        def open(self, *_: object) -> None:
            tried.append(self.name)
            raise PermissionError(self)

    monkeypatch.setattr(compiled, "_kept", lambda *_: False)
    monkeypatch.setattr(compiled, "Path", Locked)
    counts = compiled.numbers([0] * 7)
    compiled._ready.discard(beams.count)
    assert compiled.called(beams.count, compiled.octets(b"\0"), compiled.numbers([0]), counts, 100)
    assert tried == ["compiling.lock"]
    assert beams.count in compiled._ready
