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
HARD = "7:4////2/3///3/2/2//2//3///3/4////4//3//3/,a3_6q3b2e2s"
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
        (("hint", UNIQUE, "--time-limit", "0"), 3),
        (("explain", UNIQUE, "--time-limit", "0"), 3),
        (("grade", UNIQUE, "--time-limit", "0"), 3),
        (("hint", UNIQUE, MANY, "--time-limit", "0"), 3),
        (("explain", UNIQUE, MANY, "--time-limit", "0"), 3),
        (("grade", UNIQUE, MANY, "--time-limit", "0"), 3),
        (("explain", UNIQUE, BROKEN, "--time-limit", "0"), 2),
        (("hint", UNIQUE, "--time-limit", "100"), 0),
        (("explain", UNIQUE, "--time-limit", "100"), 0),
        (("grade", UNIQUE, "--time-limit", "100"), 0),
        (("hint", UNIQUE, "--time-limit", "-1"), 2),
        (("explain", UNIQUE, "--time-limit", "nan"), 2),
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


@pytest.mark.parametrize(
    ("verb", "field", "said"),
    [
        ("hint", "state", "a limit was reached before anything more was found"),
        ("explain", "end", "a limit was reached before anything more was found"),
        ("grade", "verdict", "no level: a limit was reached before it was known how many answers there are"),
    ],
)
def test_a_time_limit_that_is_reached_is_told(verb: str, field: str, said: str) -> None:
    late = (verb, UNIQUE, "--time-limit", "0")
    assert run(*late).stdout.splitlines() == [said]
    assert run(*late, "--lang", "vi").stdout.splitlines() != [said]
    found = json.loads(run(*late, "--json").stdout)
    jsonschema.validate(found, record.schema(verb))
    assert found[field] == "unknown"
    assert found["error"] is None


@pytest.mark.parametrize("verb", ["hint", "explain", "grade"])
def test_a_run_that_goes_on_keeps_the_code_of_what_was_not_known(verb: str, tmp_path: Path) -> None:
    out = ("--out", str(tmp_path / "records"))
    assert run(verb, UNIQUE, MANY, *out, "--time-limit", "0").exit_code == 3
    assert run(verb, UNIQUE, MANY, *out, "--resume").exit_code == 3


def test_the_steps_found_by_the_limit_are_printed() -> None:
    """All of them take seconds, the first ones a few hundredths."""
    result = run("explain", HARD, "--time-limit", "0.7")
    assert result.exit_code == 3
    first, *_, last = result.stdout.splitlines()
    assert first.startswith("1. ")
    assert last == "a limit was reached before anything more was found"
    found = json.loads(run("explain", HARD, "--time-limit", "0.7", "--json").stdout)
    assert found["end"] == "unknown"
    assert len(found["steps"]) > 3
    assert all(step["facts"] for step in found["steps"])


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


@pytest.mark.parametrize("verb", ["hint", "explain", "grade"])
def test_the_largest_city_is_left_unknown_in_one_line_at_the_limit(verb: str) -> None:
    result = run(verb, "255:" + "/" * (4 * 255 - 1), "--time-limit", "0.1")
    assert (result.exit_code, result.stderr, result.stdout.count("\n")) == (3, "", 1)
    assert "a limit was reached before" in result.stdout
