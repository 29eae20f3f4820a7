"""What is the same in all answers, and what is free."""

from __future__ import annotations

from eyeline.backbone import Freedom
from eyeline.catalogue import gettext as _
from eyeline.catalogue import ngettext
from eyeline.grid import Cell
from eyeline.model import Known
from eyeline.telling import counts, facts, grammar, values


def freedom(found: Freedom) -> list[str]:
    """Return what is the same in all answers and where they differ, as sentences; none where there is no answer."""
    if not found.forced and not found.free:
        return []
    said = []
    if found.forced and found.free and found.exact:
        said.append(_same(found))
    elif found.free and found.exact:
        said.append(_("no open cell is the same in all answers"))
    if 0 < len(found.free) <= facts.MOST_NAMED:
        said.append(_("free: {cells}").format(cells="; ".join(_may_be(found))))
    if len(found.groups) > 1 and len(found.free) <= facts.MOST_NAMED:
        groups = "; ".join(grammar.cells(group) for group in found.groups)
        said.append(
            _("{n} groups of cells do not depend on each other: {groups}").format(n=len(found.groups), groups=groups)
        )
    if not found.exact:
        said.append(_("a limit was reached: more cells and values may be free"))
    return [*said, counts.answers(found.count)] if found.free else said


def _same(found: Freedom) -> str:
    """Return how many cells are the same in all answers, and what they are where these are few."""
    n = len(found.forced)
    total = n + len(found.free)
    named = facts.few(found.puzzle, [Known(*fact) for fact in found.forced])
    if named is None:
        return ngettext(
            "{n} of {total} open cells is the same in all answers",
            "{n} of {total} open cells are the same in all answers",
            n,
        ).format(n=n, total=total)
    return ngettext(
        "{n} of {total} open cells is the same in all answers: {facts}",
        "{n} of {total} open cells are the same in all answers: {facts}",
        n,
    ).format(n=n, total=total, facts=named)


def _may_be(found: Freedom) -> list[str]:
    """Return the values that the free cells can have, cells with the same values together."""
    by_values: dict[tuple[str, ...], list[Cell]] = {}
    for cell, tokens in found.free.items():
        by_values.setdefault(tokens, []).append(cell)
    return [
        ngettext("{cells} may be {values}", "each of {cells} may be {values}", len(cells)).format(
            cells=grammar.cells(cells),
            values=grammar.either(values.value(found.puzzle, token) for token in tokens),
        )
        for tokens, cells in by_values.items()
    ]
