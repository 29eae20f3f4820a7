"""The verbs hint, explain and grade: what they print, their records, their codes."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from typer.testing import CliRunner, Result

from eyeline import record
from eyeline.cli import app

UNIQUE = "4:/2/////3//////3//3/"
MANY = "4:2/2/1/3/2/3/2/1////////"
NONE = "4:1/1//////////////"
BROKEN = "4:1/2"
FIRST = "4:1///////////////"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("hint", UNIQUE), 0),
        (("hint", NONE), 1),
        (("hint", BROKEN), 2),
        (("hint", UNIQUE, "--stage", "4"), 2),
        (("explain", UNIQUE), 0),
        (("explain", MANY), 1),
        (("explain", NONE), 1),
        (("explain", UNIQUE, BROKEN), 2),
        (("grade", UNIQUE), 0),
        (("grade", UNIQUE, BROKEN), 2),
    ],
)
def test_the_codes(arguments: tuple[str, ...], code: int) -> None:
    assert run(*arguments).exit_code == code


@pytest.mark.parametrize("verb", ["hint", "explain", "grade"])
def test_records_keep_their_published_schema(verb: str) -> None:
    lines = run(verb, UNIQUE, MANY, NONE, BROKEN, "--json").stdout.splitlines()
    assert len(lines) == 4
    for line in lines:
        jsonschema.validate(json.loads(line), record.schema(verb))
    assert json.loads(lines[3])["error"]["code"] == "notation"


def test_hints_come_in_three_stages() -> None:
    said = [run("hint", FIRST, "--stage", str(stage)).stdout.splitlines() for stage in (1, 2, 3)]
    assert said[0] == ["look at the clue above column 1"]
    assert said[1] == [*said[0], "technique: a clue of one building"]
    assert said[2][:2] == said[1]
    assert said[2][-1] == "So r1c1 is 4; r2c1, r3c1 and r4c1 are not 4."


def test_an_explanation_ends_with_what_it_came_to() -> None:
    assert run("explain", UNIQUE).stdout.endswith("finished: every cell is filled, and no rule is broken\n")
    assert "\nnothing more is forced: the puzzle has several answers from here on\n" in run("explain", MANY).stdout
    assert run("explain", NONE).stdout.endswith("That cannot be.\n")


def test_positions_that_are_wrong_or_of_another_size_are_told(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet"
    sheet.write_text("skyscrapers\n  1 . .\n. . . . .\n. . . . .\n. . . . .\n  . . .\n")
    wrong = tmp_path / "wrong"
    wrong.write_text("skyscrapers\n  1 . .\n. 2 . . .\n. . . . .\n. . . . .\n  . . .\n")
    other = tmp_path / "other"
    other.write_text("skyscrapers\n  . .\n. . . .\n. . . .\n  . .\n")
    told = run("hint", str(sheet), "--position", str(wrong))
    assert told.exit_code == 1
    assert told.stdout.splitlines()[0] == "these entries cannot all be right: r1c1 is 2"
    told = run("hint", str(sheet), "--position", str(other))
    assert told.exit_code == 2
    assert "the position is skyscrapers 2×2, expected skyscrapers 3×3" in told.stderr


def test_a_grade_is_a_level_and_a_score() -> None:
    found = json.loads(run("grade", UNIQUE, "--json").stdout)
    assert found["level"] in ("easy", "medium", "hard", "extreme", "beyond")
    assert found["grade_version"] == 2
    assert run("grade", UNIQUE).stdout == f"{found['level']}, score {found['score']}\n"


def test_pencil_marks_are_notes_and_never_hold(tmp_path: Path) -> None:
    page = tmp_path / "page"
    lines = run("convert", "--to", "plain", UNIQUE).stdout
    answer = json.loads(run("solve", "--json", UNIQUE).stdout)["answer"]
    wrong = next(value for value in "1234" if value != answer[0][0])
    page.write_text(lines + f"pencil:\n{{{wrong}}} . . .\n" + ". . . .\n" * 3)
    assert run("explain", str(page)).exit_code == 0
