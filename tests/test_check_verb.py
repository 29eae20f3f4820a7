"""Positions and claimed steps on the command line: each that is wrong, impossible or finished has its clear answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner, Result

from eyeline import record
from eyeline.cli import app

CITY = "skyscrapers\n  . 2 . .\n. . . . . 3\n. . . . . .\n. . . . . 3\n. . . . . .\n  . . 3 .\n"
#: The rows of its only answer.
ANSWER = ["4312", "1243", "2431", "3124"]
IMPOSSIBLE = "skyscrapers\n  1 1 . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n  . . . .\n"
MANY = "4:2/2/1/3/2/3/2/1////////"
MAZE = "haunted\n  . . .\n1 . \\ .  .\n. . . .  .\n  . . .\n"

OPEN = ["....", "1243", "....", "...."]
STUCK = ["1...", "....", "....", "...."]
BROKEN = [".4..", "....", "....", "...."]
WRONG = ["4312", "1243", "2431", "3142"]
ROWS = {"right": ANSWER, "open": OPEN, "stuck": STUCK, "broken": BROKEN, "wrong": WRONG}


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(app, list(arguments), input=text)


def page(rows: list[str]) -> str:
    """A page without clues, with these rows of one-character tokens."""
    return "skyscrapers\n  . . . .\n" + "".join(f". {row} .\n" for row in rows) + "  . . . .\n"


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """The names of files with the puzzles and positions of this module."""
    texts = {"city": CITY, "impossible": IMPOSSIBLE, "maze": MAZE, **{name: page(rows) for name, rows in ROWS.items()}}
    texts["large"] = "skyscrapers\n  . . .\n. . . . .\n. 1 . . .\n. . . . .\n  . . .\n"
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return {name: str(tmp_path / name) for name in texts}


def rec(result: Result, verb: str) -> dict[str, Any]:
    (line,) = result.stdout.splitlines()
    found: dict[str, Any] = json.loads(line)
    jsonschema.validate(found, record.schema(verb))
    return found


# --- every verb, every position

TAKE_BACK = "take back 1 entry, and the rest can be completed: "
BLAMELESS = "the puzzle itself has no answer: no entry is to blame"
FINISHED = "every cell is filled, and no rule is broken"
OTHER_SIZE = "the position is skyscrapers 3×3, expected skyscrapers 4×4"


@pytest.mark.parametrize(
    ("verb", "puzzle", "position", "code", "said"),
    [
        ("check", "city", "right", 0, FINISHED),
        ("check", "city", "open", 0, "it can be completed"),
        (
            "check",
            "city",
            "stuck",
            1,
            f"it can no longer be completed, though no rule is broken yet\n{TAKE_BACK}r1c1 is 1",
        ),
        ("check", "city", "broken", 1, f"{TAKE_BACK}r1c2 is 4"),
        ("check", "city", "wrong", 1, "take back 2 entries, and the rest can be completed: r4c3 is 4 and r4c4 is 2"),
        ("check", "impossible", "stuck", 1, BLAMELESS),
        ("check", "city", "large", 2, OTHER_SIZE),
        ("hint", "city", "right", 0, FINISHED),
        ("hint", "city", "open", 0, "look at "),
        ("hint", "city", "stuck", 1, f"{TAKE_BACK}r1c1 is 1"),
        ("hint", "city", "broken", 1, f"{TAKE_BACK}r1c2 is 4"),
        ("hint", "city", "wrong", 1, "take back 2 entries"),
        ("hint", "impossible", "open", 1, BLAMELESS),
        ("hint", "city", "large", 2, OTHER_SIZE),
        ("explain", "city", "right", 0, FINISHED),
        ("explain", "city", "open", 0, FINISHED),
        ("explain", "city", "stuck", 1, f"{TAKE_BACK}r1c1 is 1"),
        ("explain", "city", "broken", 1, f"{TAKE_BACK}r1c2 is 4"),
        ("explain", "city", "wrong", 1, "take back 2 entries"),
        ("explain", "impossible", "open", 1, BLAMELESS),
        ("explain", "city", "large", 2, OTHER_SIZE),
        ("solve", "city", "right", 0, FINISHED),
        ("solve", "city", "open", 0, "one: this is the only answer"),
        ("solve", "city", "stuck", 1, f"{TAKE_BACK}r1c1 is 1"),
        ("solve", "city", "broken", 1, f"{TAKE_BACK}r1c2 is 4"),
        ("solve", "city", "wrong", 1, "take back 2 entries"),
        ("solve", "impossible", "open", 1, BLAMELESS),
        ("solve", "city", "large", 2, OTHER_SIZE),
    ],
)
def test_every_position_has_its_clear_answer(
    files: dict[str, str], verb: str, puzzle: str, position: str, code: int, said: str
) -> None:
    result = run(verb, files[puzzle], "--position", files[position])
    assert result.exit_code == code, result.output
    assert said in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize("verb", ["check", "hint", "explain", "solve"])
@pytest.mark.parametrize("position", [*ROWS, "impossible"])
def test_the_records_say_the_same(files: dict[str, str], verb: str, position: str) -> None:
    puzzle, held = ("impossible", "open") if position == "impossible" else ("city", position)
    found = rec(run(verb, files[puzzle], "--position", files[held], "--json"), verb)
    wrong = position in ("stuck", "broken", "wrong")
    if verb == "check":
        states = {"wrong": "broken"}
        assert found["state"] == states.get(position, position)
        assert (found["clash"] is not None) == (wrong or position == "impossible")
        assert (found["look"] is not None) == (position in ("broken", "wrong"))
        assert found["text"]
    if verb == "solve":
        assert (found["why"] is None) == (position in ("right", "open"))
        assert (found["reasons"] is None) == (found["why"] is None)
    elif wrong:
        assert found["take_back"]["only"]
        assert found["take_back"]["least"] == len(found["take_back"]["facts"]) == (2 if position == "wrong" else 1)
    else:
        assert found["take_back"] is None


def test_the_first_broken_line_is_looked_along(files: dict[str, str]) -> None:
    said = run("check", files["city"], "--position", files["broken"]).stdout.splitlines()
    assert said[:2] == [
        "the clue above column 2 is 2, and it can no longer be met: 1 seen there now",
        "in order of sight: 4 at r1c2 (seen), r2c2 open, r3c2 open, r4c2 open; filled in any way, the line shows 1",
    ]
    full = run("check", files["city"], "--position", files["wrong"]).stdout
    assert (
        "in order of sight: 4 at r4c3 (seen), 3 at r3c3 (hidden), 4 at r2c3 (hidden), 1 at r1c3 (hidden); 1 in all"
        in full
    )


def test_a_maze_is_looked_along_with_its_mirrors(files: dict[str, str], tmp_path: Path) -> None:
    for first, second, said in (
        ("V", "G", "a vampire at r1c1 (seen), a ghost at r2c2 (seen in a mirror); 2 in all"),
        ("G", "V", "a ghost at r1c1 (not seen without a mirror), a vampire at r2c2 (not seen in a mirror); 0 in all"),
        ("Z", "Z", "a zombie at r1c1 (seen), a zombie at r2c2 (seen in a mirror); 2 in all"),
    ):
        (tmp_path / "entries").write_text(f"haunted\n  . . .\n. {first} \\ .  .\n. . {second} .  .\n  . . .\n")
        assert (
            f"in order of sight: {said}\n"
            in run("check", files["maze"], "--position", str(tmp_path / "entries")).stdout
        )


def test_values_on_the_page_itself_are_entries(files: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "entered").write_text(CITY.replace(". . . . . 3\n. . . . . .", ". 1 . . . 3\n. . . . . .", 1))
    result = run("check", str(tmp_path / "entered"))
    assert result.exit_code == 1
    assert f"{TAKE_BACK}r1c1 is 1" in result.stdout


def test_many_grids_are_checked_without_asking_why(files: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "many").write_text("4:1/1//////////////\n4:1///////////////\n4:/2/////3//////3//3/,1o\n")
    result = run("check", str(tmp_path / "many"), "--json")
    assert result.exit_code == 1
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [one["state"] for one in found] == ["impossible", "open", "stuck"]
    assert all(one["clash"] is None and one["take_back"] is None for one in found)
    asked = run("check", str(tmp_path / "many"), "--json", "--why").stdout.splitlines()
    assert [json.loads(line)["clash"] is not None for line in asked] == [True, False, True]


def test_a_limit_leaves_a_check_unknown(files: dict[str, str]) -> None:
    result = run("check", files["city"], "--position", files["stuck"], "--time-limit", "0")
    assert result.exit_code == 3
    assert "a limit was reached before it was known whether it can be completed" in result.stdout


# --- why none, what is free


def test_none_comes_with_the_smallest_clash_where_one_puzzle_is_asked_for() -> None:
    none = "4:1/1//////////////"
    single = run("solve", none)
    assert (
        "these 5 exclude each other, and no fewer do: the clue above column 1 (1); the clue above column 2 (1); row 1;"
        " column 1; column 2"
    ) in single.output
    assert "exclude each other" not in run("solve", none, none).output
    assert "exclude each other" not in run("solve", none, "--no-why").output
    assert run("solve", none, none, "--why").output.count("exclude each other") == 2
    found = rec(run("solve", none, "--json"), "solve")
    assert found["reasons"] == ["row_1", "column_1", "column_2", "clue_top_1", "clue_top_2"]
    assert rec(run("solve", none, "--json", "--no-why"), "solve")["why"] is None
    assert "exclude each other" in run("count", none).output


@pytest.mark.parametrize("engine", ["sat", "highs", "kernel", "auto"])
def test_the_engine_makes_no_difference_to_why(engine: str) -> None:
    if engine == "kernel":
        pytest.importorskip("numba")
    found = rec(run("solve", "4:1/1//////////////", "--json", "--engine", engine), "solve")
    assert (found["verdict"], len(found["reasons"])) == ("none", 5)


def test_none_stays_none_when_there_is_no_time_to_say_why() -> None:
    result = run("solve", "4:1/1//////////////", "--node-limit", "1", "--json", "--engine", "highs")
    found = rec(result, "solve")
    assert (found["verdict"], found["why"], result.exit_code) == ("none", None, 1)


def test_a_room_tells_its_own_chain() -> None:
    result = run("solve", "beams\n..-\n-/.\n")
    assert result.exit_code == 1
    assert "exclude each other" not in result.output
    assert len(result.output.splitlines()) > 1


def test_many_comes_with_what_is_forced_and_what_is_free() -> None:
    free = (
        "free: each of r1c2, r1c4, r2c1, r2c3, r3c3, r3c4, r4c1 and r4c2 may be 1 or 2\n2 answers\n",
        "8 of 16 open cells are the same in all answers: r1c1, r2c4, r3c2 and r4c3 are 3; r1c3, ",
    )
    for verb in ("solve", "explain"):
        said = run(verb, MANY).output
        assert all(sentence in said for sentence in free)
        found = rec(run(verb, MANY, "--json"), verb)
        assert len(found["freedom"]["forced"]) == len(found["freedom"]["free"]) == 8
        assert (found["freedom"]["count"], found["freedom"]["exact"]) == (2, True)
        assert len(found["freedom"]["groups"]) == 1
    assert "free: " not in run("solve", MANY, MANY).output


def test_a_hint_where_nothing_is_forced_says_what_is_free() -> None:
    result = run("hint", "2:////////"[:-1])
    assert result.exit_code == 0
    assert "each of r1c1, r1c2, r2c1 and r2c2 may be 1 or 2" in result.stdout
    assert rec(run("hint", "2:///////", "--json"), "hint")["freedom"]["count"] == 2


# --- grades


@pytest.mark.parametrize(
    ("text", "verdict", "code", "said"),
    [
        ("4:1/1//////////////", "none", 1, "no level: the puzzle has no answer"),
        (MANY, "many", 1, "no level: the puzzle has several answers"),
        ("4:/2/////3//////3//3/", "one", 0, "score"),
    ],
)
def test_only_a_puzzle_with_one_answer_has_a_level(text: str, verdict: str, code: int, said: str) -> None:
    result = run("grade", text)
    assert (result.exit_code, said in result.stdout) == (code, True)
    found = rec(run("grade", text, "--json"), "grade")
    assert found["verdict"] == verdict
    assert (found["level"] is None) == (found["score"] is None) == (verdict != "one")
    assert run("grade", text, text).exit_code == 0


# --- claimed steps


def judged(*arguments: str, text: str) -> tuple[int, list[str]]:
    result = run("check", *arguments, "--steps", "-", text=text)
    return result.exit_code, result.stdout.splitlines()


@pytest.mark.parametrize(
    ("steps", "code", "last"),
    [
        ("r1c1=4\n", 0, "1 step: 1 forced"),
        ("r1c1=4\nr2c1=2\nr2c1!=2\n", 1, "3 steps: 2 forced, 1 wrong"),
    ],
)
def test_steps_are_judged_and_counted(files: dict[str, str], steps: str, code: int, last: str) -> None:
    found, said = judged(files["city"], text=steps)
    assert (found, said[-1]) == (code, last)


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", '{"steps": []}', '{"facts": []}'])
def test_a_list_without_steps_is_told(files: dict[str, str], tmp_path: Path, text: str) -> None:
    path = tmp_path / "steps"
    path.write_text(text)
    result = run("check", files["city"], "--steps", str(path))
    said = f"eyeline: {path}: there is no step in it; expected a fact such as r1c1=3 or r1c1!=3\n"
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", said)
    (line,) = run("check", files["city"], "--steps", str(path), "--json").stdout.splitlines()
    assert json.loads(line)["error"]["code"] == "notation"


def test_a_guess_is_called_one_and_what_rests_on_it(files: dict[str, str]) -> None:
    code, said = judged(MANY, text="r1c2=1\nr1c4=2\nr2c2=4\nr1c4=1")
    assert code == 1
    assert said[:2] == [
        "step 1 (line 1), r1c2 is 1: guessed",
        "this does not follow; some answers have it, some do not: r1c2 is 1",
    ]
    assert "step 2 (line 2), r1c4 is 2: forced, if the guesses in step 1 are right" in said
    assert "step 3 (line 3), r2c2 is 4: forced" in said
    assert "step 4 (line 4), r1c4 is 1: wrong, if the guesses in step 1 are right" in said
    assert said[-1] == "4 steps: 2 forced, 1 guessed, 1 wrong"


def test_reasons_are_told(files: dict[str, str]) -> None:
    _, said = judged("4:1///////////////", text="r1c1=4\nr2c1=4\nr1c1=4\nr3c3=1 r3c3=2")
    assert said[0] == "step 1 (line 1), r1c1 is 4: forced"
    assert said[1].endswith("So r1c1 is 4.")
    assert "above column 1 is 1" in said[1]
    assert said[2] == "step 2 (line 2), r2c1 is 4: wrong"
    assert said[3].endswith("So r2c1 is not 4.")
    assert said[4] == "step 3 (line 3), r1c1 is 4: forced, and known before"
    assert said[6].startswith("it is against what was known")


def test_what_explain_prints_is_judged_forced(files: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "steps").write_text(run("explain", files["city"], "--json").stdout)
    result = run("check", files["city"], "--steps", str(tmp_path / "steps"), "--json")
    assert result.exit_code == 0
    found = rec(result, "check")
    assert {step["standing"] for step in found["steps"]} == {"forced"}
    assert found["text"] == []


def test_a_list_that_cannot_be_read_is_named_with_its_place(files: dict[str, str], tmp_path: Path) -> None:
    steps = tmp_path / "steps"
    steps.write_text("r1c1=4\nr1c1=9\n")
    result = run("check", files["city"], "--steps", str(steps))
    assert result.exit_code == 2
    assert (
        result.output == f"eyeline: {steps}: line 2, column 6: '9' at r1c1; expected one of 1 2 3 4\nr1c1=9\n     ^\n"
    )
    error = rec(run("check", files["city"], "--steps", str(steps), "--json"), "check")["error"]
    assert (error["line"], error["column"], error["expected"]) == (2, 6, "one of 1 2 3 4")


def test_steps_from_a_wrong_position_are_not_judged(files: dict[str, str]) -> None:
    code, said = judged(files["city"], "--position", files["stuck"], text="r1c2=3\n")
    assert code == 1
    assert f"{TAKE_BACK}r1c1 is 1" in said
    assert not any(line.startswith("step") for line in said)
    code, said = judged(files["impossible"], text="r1c2=3\n")
    assert (code, said[0]) == (1, "the puzzle has no answer")


def test_steps_are_for_one_puzzle(files: dict[str, str]) -> None:
    assert run("check", files["city"], files["city"], "--steps", files["city"]).exit_code == 2
    assert run("check", files["city"], "--steps", files["city"], "--solution", files["city"]).exit_code == 2


def test_no_time_leaves_steps_unknown(files: dict[str, str]) -> None:
    result = run("check", files["city"], "--steps", "-", "--time-limit", "0", text="r1c1=4\n")
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (3, "1 step: 1 unknown")
