"""Steps as pictures: each on the position before it, told by shape as well as by colour, in text too."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import eyeline
from eyeline.drawing.steps import draw_step, highlights
from eyeline.errors import UnknownName
from eyeline.explaining import Explanation, explain
from eyeline.model import Known
from eyeline.picture import Area, Picture, Role, Stroke
from eyeline.render import write_picture
from eyeline.sheet import Position
from eyeline.telling import steps
from samples import unique

CITY = "5:3///2////2/3///3////////1,b2e2p"
MAZE = "4x4:0,2,6,LLaRLaRaRaRdL,2,1,1,1,2,2,2,2,2,2,3,3,3,0,0,1"
ROOM = "beams\n+..#\n#+./\n...+\n"
KINDS = ("skyscrapers", "haunted", "beams")


def roles(picture: Picture, kind: type[Area] | type[Stroke]) -> set[Role]:
    return {mark.role for mark in picture.marks if isinstance(mark, kind)}


def explanations() -> list[Explanation]:
    return [explain(puzzle) for kind in KINDS for puzzle in unique(kind, 3, 4)]


def test_a_picture_shows_what_the_step_points_at_and_says_its_sentences() -> None:
    for found in explanations():
        for number, step in enumerate(found.steps, start=1):
            picture = draw_step(found, number)
            assert picture.title.endswith(f": step {number} of {len(found.steps)}")
            told = [line.strip() for line in steps.paragraphs(found.puzzle, step)]
            assert list(picture.captions[-len(told) :]) == told
            assert picture.description.endswith(" ".join(told))
            shown = roles(picture, Stroke)
            assert (Role.WON in shown) == any(fact.holds for fact in step.facts)
            assert (Role.LOST in shown) == any(not fact.holds for fact in step.facts)
            pointed = [role for role in step.roles().values() if role is Role.REASON]
            if pointed:
                # A ground alone would be told by its colour.
                assert Role.REASON in shown
                assert Role.REASON in roles(picture, Area)
            for form in ("svg", "text", "ascii", "colour"):
                assert write_picture(picture, form)


def test_the_position_before_a_step_has_all_that_was_found_and_nothing_more() -> None:
    for found in explanations():
        answer = eyeline.solve(found.puzzle).cells
        assert answer is not None
        known: set[Known] = set()
        for number, step in enumerate(found.steps, start=1):
            before = found.before(number)
            entered = {Known(cell, value) for cell, value in before.entries.items()}
            assert entered == {fact for fact in known if fact.holds}
            for cell, left in before.pencil.items():
                assert answer[cell] in left
                assert left.isdisjoint(fact.value for fact in known if fact.cell == cell)
            for fact in step.facts:
                assert fact.cell not in before.entries
                if not fact.holds:
                    assert fact.value in before.pencil[fact.cell]
            known |= set(step.facts)


def test_steps_from_a_position_begin_there() -> None:
    puzzle = eyeline.read(CITY)
    answer = eyeline.solve(puzzle).cells
    assert answer is not None
    entries = {cell: answer[cell] for cell in puzzle.open_cells()[:6]}
    found = explain(puzzle, Position(entries))
    assert dict(found.before(1).entries) == entries
    picture = draw_step(found, 1)
    assert sum(mark.role is Role.ENTRY for mark in picture.marks) == len(entries)


def test_a_clash_is_shown_as_broken() -> None:
    found = explain(eyeline.read("3:1/1//////1////"))
    assert found.end == "clash"
    shown = highlights(found.steps[-1])
    assert set(shown.ports.values()) | set(shown.cells.values()) == {Role.BROKEN}
    assert not shown.won + shown.lost


def test_text_tells_the_roles_apart_by_its_characters() -> None:
    found = explain(eyeline.read(MAZE))
    for number, step in enumerate(found.steps, start=1):
        drawn = write_picture(draw_step(found, number), "ascii").split("\n\n")[0]
        assert ("x" in drawn) >= any(not fact.holds for fact in step.facts)
        assert ("<" in drawn) == any(fact.holds for fact in step.facts)
        assert ("(" in drawn) >= any(reason.rule == "clue" for reason in step.reasons)


@pytest.mark.parametrize("number", [0, -1, 1000])
def test_a_number_that_no_step_has(number: int) -> None:
    found = explain(eyeline.read(CITY))
    with pytest.raises(UnknownName, match=f"no step {number} in the explanation: it has {len(found.steps)} steps"):
        draw_step(found, number)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "eyeline", "draw", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_draws_steps(tmp_path: Path) -> None:
    drawn = run(CITY, "--step", "1")
    assert drawn.returncode == 0
    assert drawn.stdout == write_picture(draw_step(explain(eyeline.read(CITY)), 1), "text")
    (tmp_path / "room.txt").write_text(ROOM)
    kept = run(str(tmp_path / "room.txt"), "--step", "1", "-o", str(tmp_path / "step.svg"))
    assert kept.returncode == 0
    assert 'class="won"' in (tmp_path / "step.svg").read_text()


def test_the_command_says_how_many_steps_there_are() -> None:
    drawn = run(CITY, "--step", "99")
    assert drawn.returncode == 2
    assert drawn.stdout == ""
    steps = len(explain(eyeline.read(CITY)).steps)
    assert drawn.stderr == f"eyeline: no step 99 in the explanation: it has {steps} steps\n"


@pytest.mark.parametrize("other", [["--answer"], ["--relaxation"], ["--path", "top:1"]])
def test_a_step_is_drawn_alone(other: list[str]) -> None:
    drawn = run(CITY, "--step", "1", *other)
    assert drawn.returncode == 2
    assert "--step" in drawn.stderr
