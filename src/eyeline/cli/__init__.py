"""The command line: one function a verb, and the only place that prints."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from eyeline import __version__
from eyeline.cli.certify import certify_verb
from eyeline.cli.check import check_verb
from eyeline.cli.convert import convert_verb
from eyeline.cli.count import count_verb
from eyeline.cli.draw import draw_verb
from eyeline.cli.explaining import explain_verb, grade_verb, hint_verb
from eyeline.cli.judge import judge_verb
from eyeline.cli.lists import engines_verb, formats_verb, kinds_verb
from eyeline.cli.model import model_verb
from eyeline.cli.solve import solve_verb
from eyeline.cli.trim import trim_verb
from eyeline.ending import insist

app = typer.Typer(
    name="eyeline",
    help="Line-of-sight grid puzzles: Skyscrapers, the Haunted Mirror Maze (Undead) and Beaming With Joy.",
    epilog="A FILE is a path, - for standard input, or a puzzle itself: eyeline solve '4:2/2/1/3/2/3/2/1////////'",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def root(
    version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
) -> None:
    """Solve, count, check, judge and convert line-of-sight grid puzzles."""
    if version:
        print(f"eyeline {__version__}")
        raise typer.Exit


app.command("solve")(solve_verb)
app.command("count")(count_verb)
app.command("check")(check_verb)
app.command("judge")(judge_verb)
app.command("certify")(certify_verb)
app.command("trim")(trim_verb)
app.command("hint")(hint_verb)
app.command("explain")(explain_verb)
app.command("grade")(grade_verb)
app.command("convert")(convert_verb)
app.command("model")(model_verb)
app.command("draw")(draw_verb)
app.command("kinds")(kinds_verb)
app.command("formats")(formats_verb)
app.command("engines")(engines_verb)


def streams() -> None:
    """Make the standard streams fit to be written to: none closed, and UTF-8 where no terminal reads them."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="backslashreplace")
            else:
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def main() -> None:
    """Run the command line."""
    streams()
    insist()
    app()
