"""Full explanations, in every language, held against golden files: four puzzles of each kind.

``tests/explained`` has for each puzzle its page and the explanation in each language, compared exactly. After a change
that is meant, read the new ones and keep them:

    EYELINE_RENEW_GOLDEN=1 python -m pytest -n 0 tests/test_explained.py
"""

from __future__ import annotations

import functools
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import eyeline
from eyeline.explaining import Explanation, Step, explain
from eyeline.telling import explanations, steps

FOLDER = Path(__file__).parent / "explained"
NAMES = sorted(path.stem for path in FOLDER.glob("*.txt") if "." not in path.stem)
names = pytest.mark.parametrize("name", NAMES)
languages = pytest.mark.parametrize("language", eyeline.languages())


@functools.cache
def explained(name: str) -> Explanation:
    return explain(eyeline.read((FOLDER / f"{name}.txt").read_text(encoding="utf-8")))


def told(name: str, language: str) -> str:
    with eyeline.language(language):
        return "".join(f"{line}\n" for line in explanations.explanation(explained(name)))


def path(name: str, language: str) -> Path:
    return FOLDER / f"{name}.{language}.txt"


def every(found: tuple[Step, ...]) -> list[Step]:
    """All steps, those within others too."""
    return [inner for step in found for inner in (step, *every(step.inner))]


@names
@languages
def test_golden(name: str, language: str) -> None:
    text = told(name, language)
    if os.environ.get("EYELINE_RENEW_GOLDEN"):
        path(name, language).write_text(text, encoding="utf-8")
    assert text == path(name, language).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["city-easy", "maze-ends"])
def test_an_explanation_is_the_same_in_every_process(name: str) -> None:
    """The order in which sets come out differs from process to process."""
    command = [sys.executable, "-m", "eyeline", "explain", str(FOLDER / f"{name}.txt")]
    for seed in ("1", "2", "3"):
        ran = subprocess.run(command, capture_output=True, env={**os.environ, "PYTHONHASHSEED": seed}, check=True)
        assert ran.stdout.decode() == path(name, "en").read_text(encoding="utf-8")


def test_four_a_kind_with_variants_and_suppositions() -> None:
    count = Counter(explained(name).puzzle.kind.name for name in NAMES)
    assert count == dict.fromkeys(("skyscrapers", "haunted", "beams"), 4)
    for kind in count:
        found = [explained(name) for name in NAMES if explained(name).puzzle.kind.name == kind]
        assert any(step.supposed for one in found for step in one.steps), kind
        if kind != "beams":
            assert any(set(one.puzzle.sheet.notes.stated()) - {"totals"} for one in found), kind
    assert {path.name for path in FOLDER.iterdir()} == {
        *(f"{name}.txt" for name in NAMES),
        *(path(name, language).name for name in NAMES for language in eyeline.languages()),
    }


@names
@languages
def test_cells_and_numbers_are_those_of_the_steps_in_every_language(name: str, language: str) -> None:
    """Whatever the language, the same cells and the same numbers are named, as often."""
    assert figures(told(name, language)) == figures(told(name, "en"))
    for step in explained(name).steps:
        with eyeline.language(language):
            lines = steps.paragraphs(explained(name).puzzle, step)
        text = " ".join(lines)
        named = [step.facts, step.earlier if not step.inner else (), (step.supposed,) if step.supposed else ()]
        assert all(str(fact.cell) in text for facts in named for fact in facts)


def figures(text: str) -> Counter[str]:
    return Counter(re.findall(r"r\d+c\d+|\d+", text))
