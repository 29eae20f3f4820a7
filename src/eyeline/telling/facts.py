"""Facts and lists of them: what cells are, are not, or could be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eyeline.catalogue import gettext as _
from eyeline.grid import Cell
from eyeline.model import Known
from eyeline.puzzles import Puzzle
from eyeline.telling import grammar, values

#: At most so many facts or cells are named one by one; of more only the number is said.
MOST_NAMED = 30


def known(puzzle: Puzzle, facts: Iterable[Known]) -> list[str]:
    """Return facts as clauses, those of one cell and then those that say the same of several cells together."""
    return [_clause(puzzle, cells, tokens, holds) for cells, tokens, holds in _gathered(puzzle, facts)]


def _gathered(puzzle: Puzzle, facts: Iterable[Known]) -> list[tuple[list[Cell], list[str], bool]]:
    """Gather facts: cells, the values that each of them has (or has not), and whether it has them."""
    lost: dict[Cell, list[str]] = {}
    found: dict[tuple[bool, tuple[str, ...]], list[Cell]] = {}
    for fact in facts:
        if fact.holds:
            found.setdefault((True, (fact.value,)), []).append(fact.cell)
        else:
            lost.setdefault(fact.cell, []).append(fact.value)
    for cell, tokens in lost.items():
        found.setdefault((False, tuple(sorted(tokens, key=puzzle.values.index))), []).append(cell)
    return [(cells, list(tokens), holds) for (holds, tokens), cells in found.items()]


def _clause(puzzle: Puzzle, cells: Sequence[Cell], tokens: Sequence[str], holds: bool) -> str:
    beams = puzzle.kind.name == "beams"
    if len(cells) == 1:
        said = grammar.either(values.value(puzzle, token) for token in tokens)
        if holds:
            pattern = _("the shooter at {cell} is turned {value}") if beams else _("{cell} is {value}")
        else:
            pattern = _("the shooter at {cell} is not turned {value}") if beams else _("{cell} is not {value}")
        return pattern.format(cell=cells[0], value=said)
    said = grammar.either(values.shared(puzzle, token) for token in tokens)
    if holds:
        pattern = _("the shooters at {cells} are turned {values}") if beams else _("{cells} are {values}")
    else:
        pattern = _("the shooters at {cells} are not turned {values}") if beams else _("{cells} are not {values}")
    return pattern.format(cells=grammar.cells(cells), values=said)


def stated(puzzle: Puzzle, facts: Iterable[Known]) -> str:
    """Return facts as one list of clauses, separated so that the lists of cells in them stay apart."""
    held = list(facts)
    clauses = known(puzzle, held)
    if len(clauses) > 1 and any(len(cells) > 1 for cells, _tokens, _holds in _gathered(puzzle, held)):
        return "; ".join(clauses)
    return grammar.all_of(clauses)


def few(puzzle: Puzzle, facts: Sequence[Known]) -> str | None:
    """Return facts as one list of clauses; ``None`` where they are too many."""
    return stated(puzzle, facts) if len(facts) <= MOST_NAMED else None


def remembered(puzzle: Puzzle, facts: Iterable[Known]) -> str:
    """Say what is known already."""
    return _("Known: {facts}.").format(facts=stated(puzzle, facts))


def supposed(puzzle: Puzzle, fact: Known) -> str:
    """Return the sentence that begins a supposition."""
    return _("Suppose {fact}.").format(fact=stated(puzzle, [fact]))


def suppositions(puzzle: Puzzle, pairs: Iterable[tuple[Cell, str]]) -> str:
    """Return what could stand where as alternatives: cells with the same values together."""
    by_cell: dict[Cell, list[str]] = {}
    for cell, token in pairs:
        by_cell.setdefault(cell, []).append(token)
    by_values: dict[tuple[str, ...], list[Cell]] = {}
    for cell, tokens in by_cell.items():
        by_values.setdefault(tuple(tokens), []).append(cell)
    return grammar.either(
        _("{value} at {cell}").format(
            value=grammar.either(values.value(puzzle, token) for token in tokens),
            cell=grammar.either(str(cell) for cell in cells),
        )
        for tokens, cells in by_values.items()
    )
