"""Values and facts in words, and lists of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eyeline import words
from eyeline.catalogue import gettext as _
from eyeline.grid import Cell
from eyeline.model import Known
from eyeline.puzzles import Puzzle
from eyeline.puzzles.skyscrapers import PARK


def value(puzzle: Puzzle, token: str) -> str:
    """Return a value of a cell with its article, where it has one."""
    if puzzle.kind.name == "haunted":
        return {"V": _("a vampire"), "G": _("a ghost"), "Z": _("a zombie")}[token]
    if token == PARK and puzzle.kind.name == "skyscrapers":
        return _("a park")
    return words.turned(token) if puzzle.kind.name == "beams" else token


def _values(puzzle: Puzzle, token: str) -> str:
    """Return a value that several cells have."""
    if puzzle.kind.name == "haunted":
        return words.monster(token)
    if token == PARK and puzzle.kind.name == "skyscrapers":
        return _("parks")
    return value(puzzle, token)


def either(names: Sequence[str]) -> str:
    """Return words joined by commas, the last by "or"."""
    if len(names) < 2:
        return "".join(names)
    return _("{first} or {last}").format(first=", ".join(names[:-1]), last=names[-1])


def all_of(cells: Iterable[Cell]) -> str:
    """Return cells joined by commas, the last by "and", however many."""
    return words.join([str(cell) for cell in cells])


def known(puzzle: Puzzle, facts: Iterable[Known]) -> list[str]:
    """Return facts as clauses, those of one cell and then those that say the same of several cells together."""
    return [_clause(puzzle, cells, values, holds) for cells, values, holds in _gathered(puzzle, facts)]


def _gathered(puzzle: Puzzle, facts: Iterable[Known]) -> list[tuple[list[Cell], list[str], bool]]:
    """Gather facts: cells, the values that each of them has (or has not), and whether it has them."""
    lost: dict[Cell, list[str]] = {}
    found: dict[tuple[bool, tuple[str, ...]], list[Cell]] = {}
    for fact in facts:
        if fact.holds:
            found.setdefault((True, (fact.value,)), []).append(fact.cell)
        else:
            lost.setdefault(fact.cell, []).append(fact.value)
    for cell, values in lost.items():
        found.setdefault((False, tuple(sorted(values, key=puzzle.values.index))), []).append(cell)
    return [(cells, list(values), holds) for (holds, values), cells in found.items()]


def _clause(puzzle: Puzzle, cells: Sequence[Cell], values: Sequence[str], holds: bool) -> str:
    beams = puzzle.kind.name == "beams"
    if len(cells) == 1:
        said = either([value(puzzle, token) for token in values])
        if holds:
            pattern = _("the shooter at {cell} is turned {value}") if beams else _("{cell} is {value}")
        else:
            pattern = _("the shooter at {cell} is not turned {value}") if beams else _("{cell} is not {value}")
        return pattern.format(cell=cells[0], value=said)
    said = either([_values(puzzle, token) for token in values])
    if holds:
        pattern = _("the shooters at {cells} are turned {values}") if beams else _("{cells} are {values}")
    else:
        pattern = _("the shooters at {cells} are not turned {values}") if beams else _("{cells} are not {values}")
    return pattern.format(cells=all_of(cells), values=said)


def stated(puzzle: Puzzle, facts: Iterable[Known]) -> str:
    """Return facts as one list of clauses, separated so that the lists of cells in them stay apart."""
    held = list(facts)
    clauses = known(puzzle, held)
    if len(clauses) > 1 and any(len(cells) > 1 for cells, _values, _holds in _gathered(puzzle, held)):
        return "; ".join(clauses)
    return words.join(clauses)


def suppositions(puzzle: Puzzle, pairs: Iterable[tuple[Cell, str]]) -> str:
    """Return what could stand where as alternatives: cells with the same values together."""
    by_cell: dict[Cell, list[str]] = {}
    for cell, token in pairs:
        by_cell.setdefault(cell, []).append(token)
    by_values: dict[tuple[str, ...], list[Cell]] = {}
    for cell, tokens in by_cell.items():
        by_values.setdefault(tuple(tokens), []).append(cell)
    return either(
        [
            _("{value} at {cell}").format(
                value=either([value(puzzle, token) for token in tokens]), cell=either([str(cell) for cell in cells])
            )
            for tokens, cells in by_values.items()
        ]
    )
