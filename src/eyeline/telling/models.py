"""What is written between the rows of a model."""

from __future__ import annotations

from collections.abc import Sequence

from eyeline.catalogue import gettext as _
from eyeline.grid import Cell
from eyeline.model import Model


def title() -> str:
    """Return the title of a model written as mathematics."""
    return _("The rows")


def size(model: Model) -> str:
    """Return how large a model is, as a sentence."""
    return _("Variables, each 0 or 1: {variables}. Rows: {rows}. Weights: {weights}.").format(
        variables=len(model.names), rows=len(model.rows), weights=model.nonzeros
    )


def choices(cell: Cell, values: Sequence[str]) -> str:
    """Return which values a cell can hold, as the beginning of a line that goes on with variables."""
    return _("{cell} holds {values}:").format(cell=cell, values=", ".join(values))
