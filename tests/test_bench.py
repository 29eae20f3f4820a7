"""The benchmark runs, fills its page, and catches solvers that disagree."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

import eyeline

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "bench"))

import plot  # noqa: E402
import report  # noqa: E402
import straight  # noqa: E402
from rivals import Found, told  # noqa: E402

CITY = "3:2/1/2/1/2/2/2/2/1/2/1/2"


def test_it_fills_the_page_and_all_agree(tmp_path: Path) -> None:
    page = tmp_path / "performance.md"
    page.write_text((ROOT / "docs" / "performance.md").read_text())
    (tmp_path / "pictures").mkdir()
    command = [sys.executable, str(ROOT / "bench"), "--tiny", "--only", "sides", "growth", "auto", "--page", str(page)]
    env = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 0, done.stderr
    text = page.read_text()
    assert "all agree" in done.stderr
    assert "eyeline.solve, kernel" in text
    assert "against the best single engine" in text
    assert "planted 10×10" in text
    pictures = list((tmp_path / "pictures").iterdir())
    assert {"growth-first.svg", "growth-verdict.svg", "growth-mazes.svg"} == {picture.name for picture in pictures}
    for picture in pictures:
        ElementTree.fromstring(picture.read_text())  # noqa: S314


def test_the_page_has_a_place_for_everything_and_keeps_what_is_not_measured() -> None:
    page = (ROOT / "docs" / "performance.md").read_text()
    names = set(report.places(page))
    assert names >= {
        "machine",
        "goals",
        "verdicts",
        "sides",
        "corpora",
        "rooms",
        "mazes",
        "auto",
        "cold",
        "contest",
        "stream",
    }
    filled = report.fill(page, {"goals": "| new |"})
    assert "| new |" in filled
    assert report.fill(filled, {}) == filled
    assert set(report.places(filled)) == names


def test_verdicts_that_differ_are_told() -> None:
    puzzle = eyeline.read("2:1/2/2/1/1/2/2/1")
    right, wrong = (("2", "1"), ("1", "2")), (("1", "2"), ("2", "1"))
    for found in (Found("many", 1.0), Found("none", 1.0), Found("one", 1.0, wrong), Found("some", 1.0, wrong)):
        verdicts = report.Verdicts()
        verdicts.compare("a set", puzzle, {"one": Found("one", 1.0, right), "other": found})
        assert verdicts.differ
        assert "differ" in verdicts.text()
    for found in (Found("one", 1.0, right), Found("some", 1.0, right), Found("one", 1.0), Found("unknown", 1.0)):
        verdicts = report.Verdicts()
        verdicts.compare("a set", puzzle, {"one": Found("one", 1.0, right), "other": found})
        assert not verdicts.differ


@pytest.mark.parametrize(("package", "solve"), [("ortools", straight.cp_sat), ("clingo", straight.clingo)])
@pytest.mark.parametrize(
    "text",
    [
        CITY,
        "4:2/2/1/3/2/3/2/1////////",
        "4:4/4//////4////////",
        "4:///////////////,1c2a3i",
        "3x3:2,1,2,RLcLLb,0,0,1,1,0,4,3,3,0,0,2,0",
        "3x3:3,2,3,bRf,3,1,2,1,2,2,1,1,3,2,2,1",
        "2x2:1,1,1,aLb,1,1,1,1,1,1,1,1",
    ],
)
def test_the_straightforward_models_agree_with_ours(package: str, solve: object, text: str) -> None:
    pytest.importorskip(package)
    puzzle = eyeline.read(text)
    answer = eyeline.solve(puzzle)
    verdict, cells = solve(told(puzzle), 20.0)  # type: ignore[operator]
    assert verdict == answer.verdict.value
    if cells is not None:
        assert not list(puzzle.faults(eyeline.Cells.of(cells)))


def test_plots_place_names_apart_and_draw_every_line() -> None:
    lines = [plot.Series(f"line {i} <&>", [(4, 1e-3), (8, 1e-2 * (1 + i / 1000))], "#123456") for i in range(9)]
    lines += [plot.Series("floor", [(4, 1e-6), (8, 1e-6)])]
    root = ElementTree.fromstring(plot.growth("title", "size", [(4, "4"), (8, "8")], lines))  # noqa: S314
    space = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(f"{space}polyline")) == len(lines)
    heights = sorted(float(t.get("y", "")) for t in root.findall(f"{space}text") if "line" in (t.text or ""))
    assert len(heights) == 9
    assert min(b - a for a, b in pairwise(heights)) >= plot.APART - 0.2
    assert 0 < heights[0] < heights[-1] < plot.HEIGHT
