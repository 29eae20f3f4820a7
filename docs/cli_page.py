"""Write docs/cli.md from the command line's own help: ``python docs/cli_page.py``. A test holds the page against it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from eyeline.cli import app

PAGE = Path(__file__).with_name("cli.md")

INTRODUCTION = """\
# The command line

Answers go to standard output, talk and progress to standard error. A FILE is a path, `-` for standard input, or the
puzzle itself; an existing file wins. One input may hold many puzzles: ids one a line, JSON Lines, Code Jam cases, plain
pages one after another. Each gives one record, in order; a bad one gives a record with its error, and the rest go on.

`--json` prints one object a line; `eyeline formats --schema solve` prints the schema of such a record. Errors in it are
`{code, message, line, column, expected}`. Rows and columns count from 0 in JSON, and from 1 for people, as in `r1c1`.

| exit code | one puzzle | many puzzles |
|---|---|---|
| 0 | `solve`: one, many, some; `count`: exact or `--limit`; `check`, `judge`: sound; `certify`, `trim`: done | all so |
| 1 | `solve`: none, with `--unique` many; `grade`: not one; `check`, `judge`: faults | any so, not `solve`, `grade` |
| 1 | `check --steps`: a step guessed or wrong; `certify`, `trim`: cannot | any so |
| 1 | `hint`: no answer from there; `explain`: not one answer | any so |
| 2 | bad input or usage | any is bad |
| 3 | unknown: a limit was reached; `explain`: the steps found by then are told | none is bad, and any is unknown |
| 130 | interrupted; what was finished is kept | the same |

`--jobs` shares many puzzles among processes, `--cluster` among machines; `--out` with `--resume` survives any
interruption, `--shard` is for arrays of jobs: see [scale.md](scale.md).

`--lang vi` says in Vietnamese what is said about puzzles: verdicts, faults, steps, hints, grades, titles and captions
of pictures, and the texts in records. Without it all is in English, whatever language the machine is set to, so that
the same command prints the same everywhere. Help, errors, names (of verdicts, notations, engines, techniques in JSON)
and files for solvers are always in English.

`eyeline --version` prints the version.
"""


def page() -> str:
    """Return the page: the introduction, then a section for each verb with its usage, its text and its options."""
    group: Any = typer.main.get_command(app)
    parts = [INTRODUCTION]
    for name, command in group.commands.items():
        required = [p for p in command.params if p.param_type_name == "argument"]
        options = [p for p in command.params if p.param_type_name == "option" and p.name != "help"]
        needed = [f"{p.opts[0]} {p.metavar}" for p in options if p.required]
        usage = " ".join(["eyeline", name, "[OPTIONS]", *needed, *(p.metavar for p in required)])
        parts.append(f"## {name}\n\n```\n{usage}\n```\n\n{command.help}\n")
        rows = [f"| `{p.metavar}` | {p.help} |" for p in required]
        for p in options:
            shown = ", ".join([*p.opts, *p.secondary_opts]) + (f" {p.metavar}" if p.metavar and not p.is_flag else "")
            default = "" if p.is_flag or p.default is None or p.required else f" Default: {p.default}."
            rows.append(f"| `{shown}` | {p.help}{default} |")
        parts.append("\n".join(["| argument or option | meaning |", "|---|---|", *rows]) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
