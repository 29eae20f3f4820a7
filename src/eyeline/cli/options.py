"""The arguments and options that several verbs share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from eyeline.batch import Shard


def number(value: float | None) -> float | None:
    """Return a number as it is. Raises ``typer.BadParameter`` for one that is none, which no bound keeps out."""
    if value != value:
        raise typer.BadParameter("nan is not a number")
    return value


def apart(**given: object) -> None:
    """Refuse that two options are given, which exclude each other. Raises ``typer.BadParameter``."""
    names = [f"--{name}" for name, value in given.items() if value is not None and value is not False]
    if len(names) > 1:
        raise typer.BadParameter(f"{names[0]} and {names[1]} exclude each other")


Files = Annotated[
    list[str], typer.Argument(metavar="FILE...", help="Paths, - for standard input, or puzzles themselves.")
]
File = Annotated[str, typer.Argument(metavar="FILE", help="A path, - for standard input, or the puzzle itself.")]
From = Annotated[
    str | None, typer.Option("--from", metavar="NOTATION", help="The notation of the input (see: formats).")
]
To = Annotated[str | None, typer.Option("--to", metavar="NOTATION", help="The notation to write (see: formats).")]
Order = Annotated[
    str | None,
    typer.Option("--order", metavar="ORDER", help="The order of the clues in a bare list, as tblr or clockwise."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")]
EngineName = Annotated[str, typer.Option("--engine", metavar="NAME", help="The engine (see: engines).")]
Formulation = Annotated[str | None, typer.Option("--formulation", metavar="NAME", help="The rows to use (see: kinds).")]
Seconds = Annotated[
    float | None,
    typer.Option("--time-limit", metavar="SECONDS", min=0, help="Wall time for each puzzle.", callback=number),
]
Nodes = Annotated[int | None, typer.Option("--node-limit", metavar="N", min=0, help="Search nodes for each puzzle.")]
EntriesFile = Annotated[
    str | None,
    typer.Option("--position", metavar="FILE", help="The same page with entries, which hold in every answer."),
]
Output = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write here.")]


def shard(text: str | Shard) -> Shard:
    """Return the shard that ``i/k`` names. Raises ``typer.BadParameter``."""
    if isinstance(text, Shard):
        return text
    first, _, second = text.partition("/")
    if first.isascii() and second.isascii() and first.isdigit() and second.isdigit():
        found = Shard(int(first), int(second))
        if 1 <= found.index <= found.count:
            return found
    raise typer.BadParameter(f"{text} is no shard; expected i/k, with i from 1 to k")


Jobs = Annotated[
    int, typer.Option("--jobs", metavar="N", min=1, help="Share the puzzles among so many processes, in order.")
]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="Append the records, as of --json, to this file as they are finished."),
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Go on where the records in --out end, after an interruption or a crash.")
]
ShardOf = Annotated[
    Shard | None,
    typer.Option("--shard", metavar="I/K", parser=shard, help="Take every K-th puzzle alone, from the I-th on."),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Share the puzzles among the workers of the Dask scheduler there; local starts --jobs of them.",
    ),
]
Lang = Annotated[
    str, typer.Option("--lang", metavar="LANGUAGE", help="The language of what is said about puzzles: en or vi.")
]
Why = Annotated[
    bool | None,
    typer.Option(
        "--why/--no-why",
        help="Say why there is no answer, or what is free. By default for a single puzzle, and not for many.",
        show_default=False,
    ),
]
