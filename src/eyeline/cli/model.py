"""The verb model."""

from __future__ import annotations

from typing import Annotated

import typer

from eyeline.cli.options import EntriesFile, File, Formulation, From, Order, Output
from eyeline.cli.verb import DONE, one_page, only, put, refused, verb
from eyeline.errors import EyelineError
from eyeline.export import MODEL_FORMS, write_model
from eyeline.reading import entries


@verb
def model_verb(
    file: File,
    from_: From = None,
    order: Order = None,
    position: EntriesFile = None,
    formulation: Formulation = None,
    to: Annotated[
        str | None, typer.Option("--to", metavar="FORM", help=f"The form to write: {', '.join(MODEL_FORMS)}.")
    ] = None,
    output: Output = None,
) -> int:
    """Write a puzzle's rows as a file for a solver, with names and comments from the rules they come from.

    The form is that of --to, or else of the ending of --output, or else lp.
    """
    item = only(file, from_, order, "a model is written for one")
    try:
        puzzle = item.puzzle()
    except EyelineError as error:
        return refused(item, error)
    form = to or ("lp" if output is None or str(output) == "-" else output.suffix.removeprefix(".") or "lp")
    model = puzzle.model(formulation, entries(item, puzzle, one_page(position, from_)))
    put((write_model(model, form),), output)
    return DONE
