"""What is found in the file of an earlier run: records of this verb, and nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from eyeline.cli import app

IDS = ("4:/2/////3//////3//3/", "4:2/2/1/3/2/3/2/1////////", "4:1/1//////////////", "4:1/2")
VERBS = ("solve", "count", "check", "certify", "trim", "hint", "explain", "grade")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.mark.parametrize("verb", VERBS)
def test_a_record_with_something_else_in_a_place_is_refused_and_kept(verb: str, tmp_path: Path) -> None:
    file, out = tmp_path / "ids", tmp_path / "out"
    file.write_text("".join(f"{line}\n" for line in IDS))
    code = run(verb, "--out", out, file).exit_code
    first, *others = out.read_text().splitlines()
    record: dict[str, Any] = json.loads(first)
    changes: list[dict[str, Any]] = [{name: [0.5, None]} for name in record]
    changes += [{"source": None}, {"source": {}}, {"source": {**record["source"], "line": "1"}}]
    changes += [{"error": "worker"}, {"error": {}}, {"error": {"code": []}}]
    for change in changes:
        text = "\n".join([json.dumps(record | change), *others, ""])
        out.write_text(text)
        result = run(verb, "--out", out, "--resume", file)
        assert (result.exit_code, result.exception.__class__) == (2, SystemExit)
        assert result.stderr == f"eyeline: {out}: line 1 is no record of {verb}, so --resume stops\n"
        assert out.read_text() == text
    out.write_text("\n".join([first, *others, ""]))
    assert run(verb, "--out", out, "--resume", file).exit_code == code


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_what_is_no_plain_file_is_not_gone_on_with(tmp_path: Path) -> None:
    out = tmp_path / "pipe"
    os.mkfifo(out)
    # In a process of its own, for it waited for ever.
    command = [sys.executable, "-m", "eyeline", "solve", "--out", str(out), "--resume", IDS[0]]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 2
    assert result.stderr == f"eyeline: {out}: this is no plain file, with which --resume could go on\n"
