"""Where clues stand."""

from __future__ import annotations

from collections.abc import Sequence

from eyeline.catalogue import gettext as _
from eyeline.catalogue import ngettext
from eyeline.grid import Port, Side
from eyeline.telling import grammar


def port(at: Port) -> str:
    """Return where a clue stands.

    >>> port(Port(Side.LEFT, 1))
    'at the left of row 2'
    """
    return ports(at.side, [at.index])


def ports(side: Side, indices: Sequence[int]) -> str:
    """Return where clues of one side stand, at least one.

    >>> ports(Side.TOP, [0, 2])
    'above columns 1 and 3'
    """
    n = len(indices)
    pattern = {
        Side.TOP: ngettext("above column {i}", "above columns {i}", n),
        Side.BOTTOM: ngettext("below column {i}", "below columns {i}", n),
        Side.LEFT: ngettext("at the left of row {i}", "at the left of rows {i}", n),
        Side.RIGHT: ngettext("at the right of row {i}", "at the right of rows {i}", n),
    }[side]
    return pattern.format(i=grammar.all_of(str(index + 1) for index in indices))


def side(which: Side) -> str:
    """Return what the clues of a side are called, as the start of a list."""
    return {
        Side.TOP: _("Clues above"),
        Side.BOTTOM: _("Clues below"),
        Side.LEFT: _("Clues at the left"),
        Side.RIGHT: _("Clues at the right"),
    }[which]
