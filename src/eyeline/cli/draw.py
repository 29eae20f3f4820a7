"""The verb draw."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from eyeline.cli.options import EngineName, EntriesFile, File, Formulation, From, Order, Output, Seconds, apart
from eyeline.cli.talk import say
from eyeline.cli.verb import DONE, NONE, UNKNOWN, one_page, only, put, refused, verb
from eyeline.engine import Clock, Limits
from eyeline.errors import EyelineError, TimeUp
from eyeline.grid import Port
from eyeline.reading import entries
from eyeline.solve import Verdict, engine_for, solve
from eyeline.telling import verdicts

if TYPE_CHECKING:
    from eyeline.picture import Picture


@verb
def draw_verb(
    file: File,
    from_: From = None,
    order: Order = None,
    position: EntriesFile = None,
    answer: Annotated[
        bool, typer.Option("--answer", help="Draw the answer; of several answers two, with the cells that differ.")
    ] = False,
    path: Annotated[
        str | None, typer.Option("--path", metavar="PLACE", help="Follow the line of sight from a clue, as top:3.")
    ] = None,
    relaxed: Annotated[
        bool, typer.Option("--relaxation", help="Draw the values of the linear relaxation, as shaded boxes.")
    ] = False,
    step: Annotated[
        int | None,
        typer.Option("--step", metavar="N", help="Draw step N of the explanation, from --position on: 1, 2, …"),
    ] = None,
    letters: Annotated[bool, typer.Option("--letters", help="Draw monsters as letters.")] = False,
    engine: EngineName = "auto",
    formulation: Formulation = None,
    time_limit: Seconds = None,
    to: Annotated[str | None, typer.Option("--to", metavar="FORM", help="text, ascii, colour or svg.")] = None,
    ascii_: Annotated[bool, typer.Option("--ascii", help="Write ASCII alone; the same as --to ascii.")] = False,
    output: Output = None,
) -> int:
    """Draw a puzzle as text or SVG: with what is entered, its answer, a line of sight, a step, or its relaxation.

    The form is that of --to, or else of the ending of --output (.txt or .svg), or else text, in colours on a terminal
    unless NO_COLOR is set. A step is shown on the position before it: values that it finds stand in a frame, values
    that it rules out are crossed out, what it rests on has corners, and its sentences stand below. Exit: 0 when it is
    drawn, 1 when there is no answer to be drawn, 2 for bad input, 3 when a limit came first.
    """
    from eyeline.drawing import draw, draw_answer
    from eyeline.render import write_picture
    from eyeline.telling import pictures

    apart(answer=answer, relaxation=relaxed)
    if step is not None and (answer or relaxed or path):
        raise typer.BadParameter("--step excludes --answer, --relaxation and --path")
    if ascii_ and to not in (None, "ascii"):
        raise typer.BadParameter(f"--ascii and --to {to} exclude each other")
    try:
        port = None if path is None else Port.named(path)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--path") from error
    form = picture_form("ascii" if ascii_ else to, output)
    item = only(file, from_, order, "a picture shows one")
    try:
        puzzle = item.puzzle()
    except EyelineError as error:
        return refused(item, error)
    entered = entries(item, puzzle, one_page(position, from_))
    limits = Limits(seconds=time_limit)
    clock = Clock(limits)

    def finished(drawn: Callable[[], Picture], clock: Clock) -> int:
        """Draw and write a picture in the time that is left, and return the exit code."""
        text = clock.made(lambda: write_picture(drawn(), form))
        if text is None:
            say(pictures.unfinished())
            return UNKNOWN
        put([text], output)
        return DONE

    engine_for(puzzle.kind.name, engine)
    puzzle.formulation(formulation)
    values = None
    if step is not None:
        from eyeline.drawing.steps import draw_step
        from eyeline.explaining import explain

        explained = explain(puzzle, entered, limits=limits)
        if explained.end == "unknown" and step > len(explained.steps):
            say(pictures.unfinished())
            return UNKNOWN
        # What was found is drawn, however long it took to find it.
        return finished(lambda: draw_step(explained, step, letters=letters), Clock(limits))
    if answer:
        from eyeline.telling import clashes

        found = solve(puzzle, engine=engine, limits=limits, formulation=formulation, position=entered)
        say(verdicts.verdict(found.verdict, found.differ))
        for sentence in clashes.no_answer(found.reasons, found.chain):
            say(sentence)
        if found.cells is None:
            return NONE if found.verdict is Verdict.NONE else UNKNOWN
        return finished(lambda: draw_answer(found, entered, path=port, letters=letters), Clock(limits))
    if relaxed:
        from eyeline.relax import relaxation

        model = clock.made(lambda: puzzle.model(formulation, entered))
        if model is None:
            raise TimeUp
        values = relaxation(model, limits=clock.rest)
        if values is None:
            say(pictures.no_relaxation())
            return NONE
    return finished(lambda: draw(puzzle, entered, path=port, relaxation=values, letters=letters), clock)


def picture_form(named: str | None, output: Path | None) -> str:
    """Return the form of a picture: the one named, or that of a file's ending, or what standard output can show."""
    if named is not None:
        return named
    if output is not None and str(output) != "-":
        return output.suffix or "text"
    if "utf" not in (sys.stdout.encoding or "").lower():
        return "ascii"
    return "colour" if sys.stdout.isatty() and not os.environ.get("NO_COLOR") else "text"
