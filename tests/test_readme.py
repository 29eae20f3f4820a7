"""The README's commands print what it says they print; docs/cli.md says what the help says."""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SECONDS = re.compile(r"[\d.e-]+ s\)")


def consoles() -> list[tuple[str, str]]:
    """Every command in a console block, and what is printed below it."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


@pytest.mark.parametrize(("command", "output"), consoles())
def test_the_readme_prints_what_it_says(command: str, output: str, tmp_path: Path) -> None:
    name, *arguments = shlex.split(command)
    assert name == "eyeline"
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    done = subprocess.run(
        [sys.executable, "-m", "eyeline", *arguments],
        cwd=tmp_path,
        check=False,
        text=True,
        encoding="utf-8",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert SECONDS.sub("t s)", done.stdout.strip()) == SECONDS.sub("t s)", output.strip())


def test_the_page_of_the_command_line_is_its_help() -> None:
    spec = importlib.util.spec_from_file_location("cli_page", ROOT / "docs" / "cli_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    written = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert written == module.page(), "renew it with: python docs/cli_page.py"
