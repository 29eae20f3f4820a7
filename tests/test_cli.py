"""The command line: exit codes, records, judgements, files, interruption."""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner, Result

import eyeline
from eyeline.cli import app
from eyeline.errors import NotationError

ONE = "4:1/2/2/3/4/1/2/2/1/2/3/2/4/2/1/2"
CITY = "skyscrapers\n  1 2 . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n  . . . .\n"
UNIQUE = "4:/2/////3//////3//3/"
MANY = "4:2/2/1/3/2/3/2/1////////"
NONE = "4:1/1//////////////"
BROKEN = "4:1/2"
ROOMS = "3\n1 3\n-.-\n2 2\n-.\n#|\n1 1\n#\n"


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(app, list(arguments), input=text)


def records(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((UNIQUE,), 0),
        ((MANY,), 0),
        ((MANY, "--unique"), 1),
        ((MANY, "--first"), 0),
        ((UNIQUE, "--unique"), 0),
        ((NONE,), 1),
        ((BROKEN,), 2),
        ((UNIQUE, "--time-limit", "0"), 3),
        ((UNIQUE, "--node-limit", "0"), 3),
        ((UNIQUE, NONE), 0),
        ((UNIQUE, BROKEN), 2),
        (("no-such-file",), 2),
        ((UNIQUE, "--engine", "nobody"), 2),
        ((UNIQUE, "--engine", "2sat"), 2),
        ((UNIQUE, "--to", "codejam"), 2),
        ((UNIQUE, "--formulation", "nobody"), 2),
        ((UNIQUE, "--time-limit", "-1"), 2),
        ((), 2),
    ],
)
def test_solve_leaves_with_the_code_of_the_design(arguments: tuple[str, ...], code: int) -> None:
    result = run("solve", *arguments)
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(("text", "verdict"), [(UNIQUE, "one"), (MANY, "many"), (NONE, "none")])
def test_a_record_says_all_of_a_solved_puzzle(text: str, verdict: str) -> None:
    (record,) = records(run("solve", "--json", text))
    assert list(record) == [
        "kind",
        "verdict",
        "answer",
        "other",
        "differ",
        "engine",
        "seconds",
        "why",
        "reasons",
        "freedom",
        "error",
        "source",
    ]
    assert record["verdict"] == verdict
    assert record["source"] == {"file": None, "line": 1, "text": text}
    assert (record["answer"] is None) == (verdict == "none")
    assert (record["other"] is None) == (verdict != "many")
    if verdict == "many":
        differ = [[r, c] for r in range(4) for c in range(4) if record["answer"][r][c] != record["other"][r][c]]
        assert record["differ"] == differ


def test_many_puzzles_give_one_record_each_in_order_and_a_bad_one_its_error(tmp_path: Path) -> None:
    file = tmp_path / "ids"
    file.write_text(f"{UNIQUE}\n{BROKEN}\n\n# a comment\n{MANY}\n")
    result = run("solve", "--json", str(file))
    assert result.exit_code == 2
    found = records(result)
    assert [record["verdict"] for record in found] == ["one", None, "many"]
    assert [record["source"]["line"] for record in found] == [1, 2, 5]
    assert found[1]["error"]["code"] == "notation"
    assert set(found[1]["error"]) == {"code", "message", "line", "column", "expected"}


@pytest.mark.parametrize(
    ("verb", "arguments"),
    [
        ("solve", (UNIQUE,)),
        ("solve", (BROKEN,)),
        ("count", (MANY,)),
        ("check", (UNIQUE,)),
    ],
)
def test_records_keep_their_published_schema(verb: str, arguments: tuple[str, ...]) -> None:
    schema = json.loads(run("formats", "--schema", verb).stdout)
    (record,) = records(run(verb, "--json", *arguments))
    jsonschema.validate(record, schema)


def test_first_says_some_and_a_limit_says_unknown() -> None:
    (record,) = records(run("solve", "--json", "--first", MANY))
    assert record["verdict"] == "some"
    assert record["other"] is None
    (record,) = records(run("solve", "--json", "--time-limit", "0", MANY))
    assert record["verdict"] == "unknown"


def test_a_code_jam_file_comes_out_as_a_code_jam_answer() -> None:
    result = run("solve", "--from", "codejam", "--to", "codejam", "-", text=ROOMS)
    assert result.exit_code == 0
    assert result.stdout in (
        "Case #1: IMPOSSIBLE\nCase #2: POSSIBLE\n-.\n#|\nCase #3: POSSIBLE\n#\n",
        "Case #1: IMPOSSIBLE\nCase #2: POSSIBLE\n|.\n#|\nCase #3: POSSIBLE\n#\n",
    )


def test_an_undecided_room_is_never_called_impossible() -> None:
    result = run("solve", "--from", "codejam", "--to", "codejam", "--time-limit", "0", "-", text=ROOMS)
    assert result.exit_code == 3
    assert result.stdout == ""
    assert "unknown" in result.stderr


def test_count_is_exact_up_to_its_limit_and_at_least_beyond() -> None:
    assert run("count", MANY).stdout == "2 answers\n"
    assert run("count", UNIQUE).stdout == "1 answer\n"
    assert run("count", NONE).stdout == "0 answers\n"
    assert run("count", MANY, "--limit", "2").stdout == "2 answers\n"
    assert run("count", MANY, "--limit", "1").stdout == "at least 1 answer\n"
    assert run("count", "4:///////////////").stdout == "576 answers\n"


def test_count_all_streams_every_answer_once() -> None:
    found = records(run("count", "--all", "--json", "4:2/////////////2//"))
    answers = [json.dumps(record["answer"]) for record in found[:-1]]
    assert found[-1]["exact"] is True
    assert len(answers) == len(set(answers)) == found[-1]["count"] > 2


def test_counting_a_blank_city_keeps_its_time_limit() -> None:
    command = ("count", "12:" + "/" * 47, "--time-limit", "1", "--limit", "1000000")
    # The first run may have to compile the kernel, where that is loaded.
    run(*command)
    started = time.perf_counter()
    result = run(*command)
    assert result.exit_code == 3
    assert result.stdout.startswith("at least ")
    assert time.perf_counter() - started < 2


def test_check_names_the_broken_line_and_what_is_seen() -> None:
    page = "skyscrapers\n  3 . .\n. 3 1 2 .\n. 1 2 3 .\n. 2 3 1 .\n  . . .\n"
    result = run("check", "-", text=page)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[:2] == [
        "the clue above column 1 is 3, and it can no longer be met: 1 seen there now",
        "in order of sight: 3 at r1c1 (seen), 1 at r2c1 (hidden), 2 at r3c1 (hidden); 1 in all",
    ]


def test_check_judges_a_partial_grid_by_what_is_certain() -> None:
    # With 1 in front, 3 buildings can still be seen; with 2 in front they cannot.
    page = "skyscrapers\n  3 . .\n. {} . . .\n. . . . .\n. . . . .\n  . . .\n"
    assert run("check", "-", text=page.format(1)).exit_code == 0
    assert run("check", "-", text=page.format(2)).exit_code == 1


def test_a_position_holds_in_every_answer(tmp_path: Path) -> None:
    entered = tmp_path / "entered"
    (record,) = records(run("solve", "--json", MANY))
    rows = [list(row) for row in record["other"]]
    entered.write_text("skyscrapers\n  2 2 1 3\n" + "".join(f". {' '.join(row)} .\n" for row in rows) + "  2 3 2 1\n")
    (held,) = records(run("solve", "--json", MANY, "--position", str(entered)))
    assert held["verdict"] == "one"
    assert held["answer"] == record["other"]
    assert run("check", MANY, "--position", str(entered)).exit_code == 0


def test_a_position_of_another_size_is_refused(tmp_path: Path) -> None:
    entered = tmp_path / "entered"
    entered.write_text("skyscrapers\n  . .\n. . . .\n. . . .\n  . .\n")
    result = run("solve", MANY, "--position", str(entered))
    assert result.exit_code == 2
    assert "the position is skyscrapers 2×2, expected skyscrapers 4×4" in result.stderr


@pytest.mark.parametrize(
    ("answer", "judgement"),
    [
        ("Case #1: IMPOSSIBLE\nCase #2: POSSIBLE\n-.\n#|\nCase #3: POSSIBLE\n#\n", ["right", "right", "right"]),
        ("Case #1: POSSIBLE\n-.-\nCase #2: IMPOSSIBLE\nCase #3: POSSIBLE\n#\n", ["wrong", "possible", "right"]),
        ("Case #1: IMPOSSIBLE\nCase #3: POSSIBLE\n#\n", ["right", "missing", "right"]),
        ("Case #1: IMPOSSIBLE\nCase #2: POSSIBLE\n-..\n#|.\nCase #3: POSSIBLE\n#\n", ["right", "size", "right"]),
        ("Case #1: IMPOSSIBLE\nCase #2: POSSIBLE\n--\n#|\nCase #3: POSSIBLE\n#\n", ["right", "wrong", "right"]),
        (
            "Case #1: IMPOSSIBLE\nCase #2: POSSIBLE\n-.\n#|\nCase #3: POSSIBLE\n#\nCase #4: IMPOSSIBLE\n",
            ["right", "right", "right", "surplus"],
        ),
        (
            "Case #1: IMPOSSIBLE\nCase #2: POSSIBLE\n-.\n#|\nCase #3: POSSIBLE\n#\nCase #1: IMPOSSIBLE\n",
            ["right", "right", "right", "repeated"],
        ),
    ],
)
def test_judge_tells_right_from_wrong(answer: str, judgement: list[str], tmp_path: Path) -> None:
    puzzles, output = tmp_path / "in", tmp_path / "out"
    puzzles.write_text(ROOMS)
    output.write_text(answer)
    result = run("judge", "--json", "--from", "codejam", str(puzzles), str(output))
    assert [record["judgement"] for record in records(result)] == judgement
    assert result.exit_code == (0 if set(judgement) == {"right"} else 1)


def test_judge_reads_its_own_records_and_grids(tmp_path: Path) -> None:
    puzzles, output = tmp_path / "in", tmp_path / "out"
    puzzles.write_text(f"{UNIQUE}\n{MANY}\n{NONE}\n")
    output.write_text(run("solve", "--json", str(puzzles)).stdout)
    assert run("judge", str(puzzles), str(output)).stdout == "3 of 3 right\n"
    output.write_text(run("solve", "--json", MANY).stdout)
    assert run("judge", MANY, str(output)).exit_code == 0
    assert run("judge", UNIQUE, str(output)).exit_code == 1


def test_convert_does_not_write_over_what_it_reads(tmp_path: Path) -> None:
    file, link, other = tmp_path / "ids", tmp_path / "link", tmp_path / "other"
    text = f"{UNIQUE}\n" * 20_000
    file.write_text(text)
    link.symlink_to(file)
    for output in (file, link):
        result = run("convert", "--to", "plain", MANY, str(file), "-o", str(output))
        assert result.exit_code == 2
        assert result.stderr == f"eyeline: {output}: this file is read as well; name another one to be written\n"
        assert file.read_text() == text
    command = [sys.executable, "-m", "eyeline", "convert", "--to", "plain", "-", "-o", str(file)]
    with file.open() as stdin:
        assert subprocess.run(command, stdin=stdin, stderr=subprocess.DEVNULL, check=False).returncode == 2
    assert file.read_text() == text
    other.write_text(text)
    assert run("convert", "--to", "tatham", MANY, "-o", str(other)).exit_code == 0
    assert other.read_text() == MANY + "\n"


def test_convert_writes_what_it_read() -> None:
    page = run("convert", "--to", "plain", UNIQUE).stdout
    assert run("convert", "--to", "tatham", "-", text=page).stdout == UNIQUE + "\n"
    result = run("convert", "--to", "codejam", UNIQUE)
    assert result.exit_code == 2
    assert "codejam cannot hold the kind skyscrapers" in result.stderr


@pytest.mark.parametrize("form", ["lp", "mps", "opb", "cnf"])
def test_model_writes_the_form_of_the_ending(form: str, tmp_path: Path) -> None:
    file = tmp_path / f"rows.{form}"
    assert run("model", UNIQUE, "-o", str(file)).exit_code == 0
    assert file.read_text() == run("model", UNIQUE, "--to", form).stdout


def test_model_refuses_a_form_that_there_is_none_of(tmp_path: Path) -> None:
    result = run("model", UNIQUE, "-o", str(tmp_path / "rows.xyz"))
    assert result.exit_code == 2
    assert "lp, mps, opb" in result.stderr


def test_an_output_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    result = run("model", UNIQUE, "-o", str(tmp_path / "nowhere" / "rows.lp"))
    assert result.exit_code == 2
    assert "No such file or directory" in result.stderr


@pytest.mark.parametrize("verb", ["kinds", "formats", "engines"])
def test_the_lists_are_text_and_json(verb: str) -> None:
    assert run(verb).exit_code == 0
    assert len(records(run(verb, "--json"))) >= 3


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "there is no puzzle in the text"),
        (b"\x00\x01\x02\xff", "not UTF-8 text"),
        (b"\x7fELF\0\0", "binary data"),
        ("skyscrapers\n".encode("utf-16-le"), "binary data"),
        (b"caf\xe9", "not UTF-8 text"),
        (b"hello world\n", "has the marks of no notation"),
        (b"4:" + b"9" * 10_000_000, "clue"),
    ],
)
def test_a_bad_file_gives_one_message_and_2(data: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "bad"
    file.write_bytes(data)
    for verb in ("solve", "count", "check", "model"):
        result = run(verb, str(file))
        assert result.exit_code == 2
        assert message in result.stderr
        assert len(result.stderr) < 2000
    assert records(run("solve", "--json", str(file)))[0]["error"]["message"]


@pytest.mark.parametrize("engine", ["sat", "highs"])
def test_an_interruption_keeps_the_finished_records_and_leaves_with_130(engine: str, tmp_path: Path) -> None:
    file = tmp_path / "ids"
    # After a small puzzle one that no engine here gets through in a minute: every answer of a blank city.
    file.write_text(f"{UNIQUE}\n" + "9:" + "/" * 35 + "\n")
    arguments = ["count", "--json", "--limit", "1000000000", "--engine", engine, str(file)]
    with subprocess.Popen(
        [sys.executable, "-m", "eyeline", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first = process.stdout.readline()
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        sent = time.perf_counter()
        assert process.wait(timeout=20) == 130
        assert time.perf_counter() - sent < 2
        assert json.loads(first)["count"] == 1
        assert process.stdout.read() == ""
        assert "Traceback" not in process.stderr.read()


def test_a_reader_that_goes_away_ends_the_run_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "eyeline", "count", "--all", "5:" + "/" * 19],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(timeout=20) == 0
        assert process.stderr.read() == ""


@pytest.mark.parametrize(
    ("page", "note"),
    [
        ("haunted\nparks: 1\n  . .\n. . . .\n  . .\n", "parks: Haunted Mirror Maze has no such note"),
        ("skyscrapers\ntotals: G=1\n  . .\n. . . .\n. . . .\n  . .\n", "totals: Skyscrapers has no such note"),
    ],
)
def test_a_note_of_another_kind_is_refused_and_never_passed_over(page: str, note: str) -> None:
    result = run("solve", "-", text=page)
    assert result.exit_code == 2
    assert note in result.stderr


@pytest.mark.parametrize("arguments", [("--json", "--to", "tatham"), ("--first", "--unique")])
def test_options_that_exclude_each_other_are_refused(arguments: tuple[str, ...]) -> None:
    assert run("solve", UNIQUE, *arguments).exit_code == 2


def test_judge_gives_a_record_for_a_puzzle_that_cannot_be_read(tmp_path: Path) -> None:
    puzzles, output = tmp_path / "in", tmp_path / "out"
    puzzles.write_text(f"{UNIQUE}\n{BROKEN}\n")
    output.write_text(run("solve", "--json", UNIQUE).stdout)
    found = records(run("judge", "--json", str(puzzles), str(output)))
    assert [(record["number"], record["judgement"]) for record in found] == [(1, "right"), (2, None)]
    assert found[1]["error"]["code"] == "notation"


@pytest.mark.parametrize("name", ["sheet", "solve", "count", "check", "judge", "certify"])
def test_every_schema_named_is_printed(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(run("formats", "--schema", name).stdout))


def test_count_all_knows_at_its_limit_whether_these_were_all() -> None:
    assert records(run("count", "--all", "--json", "--limit", "2", MANY))[-1]["exact"] is True
    assert records(run("count", "--all", "--json", "--limit", "1", MANY))[-1]["exact"] is False


def process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "eyeline", *arguments], capture_output=True, check=False, **options)


def test_a_number_that_is_none_is_no_time_limit() -> None:
    assert run("solve", UNIQUE, "--time-limit", "nan").exit_code == 2


def test_a_file_name_that_is_no_text_gives_its_record_and_the_rest_go_on(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff"
    Path(os.fsdecode(name)).write_text(UNIQUE)
    done = process("solve", "--json", os.fsdecode(name), MANY)
    assert [json.loads(line)["verdict"] for line in done.stdout.splitlines()] == ["one", "many"]


def test_json_and_pictures_are_utf_8_whatever_the_locale_says() -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = process("solve", "--json", "4:\u00e9", env=env)
    assert json.loads(done.stdout)["source"]["text"] == "4:\u00e9"
    assert "\u00d7" in process("draw", "--to", "svg", UNIQUE, env=env).stdout.decode()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_is_one_line_and_2() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "eyeline", "solve", UNIQUE], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert b"No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_position_with_another_clue_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "page"
    page.write_text("skyscrapers\n  3 2 1 3\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n  2 3 2 1\n")
    result = run("solve", MANY, "--position", str(page))
    assert result.exit_code == 2
    assert "the position has clue 3 top:1, and the puzzle 2" in result.stderr


@pytest.mark.parametrize("arguments", [("--order", "xx"), ("--formulation", "xx")])
def test_a_name_that_is_none_is_refused_also_where_nothing_hangs_on_it(arguments: tuple[str, ...]) -> None:
    assert run("solve", "beams\n+.\n.+\n", *arguments).exit_code == 2


def test_a_cell_that_nothing_can_light_is_named() -> None:
    assert "nothing can light r1c1\n" in run("solve", "beams\n.#\n").output


def test_the_command_says_which_option_settles_what_an_error_leaves_open() -> None:
    order = run("solve", "1 2 3 4 1 2 3 4")
    assert order.stderr.splitlines()[0].endswith("; expected an order by its name (--order)")
    none = run("solve", "-", text="hello")
    assert none.stderr.splitlines()[0].endswith("; name the notation where the text has no marks of its own (--from)")


@pytest.mark.parametrize("text", ["hello", "1 2 3 4 1 2 3 4"])
def test_the_library_speaks_of_no_options(text: str) -> None:
    (found,) = eyeline.solve_many([text])
    assert found.error is not None
    assert "--" not in json.dumps(found.error)
    with pytest.raises(NotationError) as caught:
        eyeline.read(text)
    assert caught.value.argument == ("notation" if text == "hello" else "order")
    assert "--" not in f"{caught.value} {caught.value.expected}"


@pytest.mark.parametrize(("verb", "where"), [("solve", "eyeline.batch"), ("count", "eyeline.cli.count")])
def test_a_puzzle_that_takes_too_much_memory_fails_alone(
    verb: str, where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = importlib.import_module(where)
    does = getattr(module, verb)

    def greedy(puzzle: eyeline.Puzzle, **rest: Any) -> object:
        if puzzle.grid.rows == 3:
            raise MemoryError
        return does(puzzle, **rest)

    monkeypatch.setattr(module, verb, greedy)
    file = tmp_path / "ids"
    file.write_text("2:1///////\n3:1///////////\n2:/1//////\n")
    found = run(verb, str(file), "--json")
    assert [one["error"] and one["error"]["code"] for one in records(found)] == [None, "memory", None]
    assert found.exit_code == 3
    told = run(verb, "3:1///////////")
    assert (told.exit_code, told.stdout, told.stderr) == (3, "", "eyeline: there is not enough memory for it\n")


FAILING = """
import sys
from eyeline.cli.verb import verb

@verb
def failing():
    sys.stdout.write("a record\\n")
    raise FileNotFoundError(2, "No such file or directory", "a folder")

failing()
"""


def test_a_file_that_fails_costs_no_record_that_waits_to_be_written() -> None:
    env = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    run = subprocess.run([sys.executable, "-c", FAILING], capture_output=True, text=True, check=False, env=env)
    assert run.stdout == "a record\n"
    assert "eyeline: a folder: No such file or directory\n" in run.stderr
