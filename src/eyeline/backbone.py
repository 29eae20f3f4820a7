"""What a puzzle with several answers leaves free, and what is the same in all of them: its backbone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from eyeline.clash import ENOUGH
from eyeline.engine import Limits
from eyeline.engines.bounded import Purse, Rules
from eyeline.grid import Cell
from eyeline.puzzles import Puzzle
from eyeline.sheet import Fact, Position
from eyeline.solve import Count

#: So many ways to fill a group of cells are listed before "at least" is said.
MOST_WAYS = 100


@dataclass(frozen=True, slots=True)
class Freedom:
    """What is forced in a puzzle with several answers, and where it is free.

    ``forced`` has the cells whose value is the same in all answers, row by row; ``free`` the values that each other
    cell has in some answer, in their natural order. What is printed or entered is in neither. ``groups`` are free cells
    that may depend on each other; between groups nothing does, so each is filled as if the others were not there.
    ``count`` is the number of answers. Where a limit was reached it is not ``exact``: cells may be missing, and values
    of free cells. Without any answer there is nothing forced and nothing free, and the count is 0.
    """

    puzzle: Puzzle
    forced: tuple[Fact, ...]
    free: Mapping[Cell, tuple[str, ...]]
    groups: tuple[tuple[Cell, ...], ...]
    count: Count
    exact: bool

    def __hash__(self) -> int:
        """Hash by content."""
        return hash((self.puzzle, self.forced, tuple(self.free.items()), self.groups, self.count, self.exact))


def freedom(puzzle: Puzzle, position: Position | None = None, *, limits: Limits = ENOUGH) -> Freedom:
    """Find what is the same in all answers, from ``position`` on, and where they differ.

    Every value that no answer so far has shown is asked for, as in Marques-Silva, Janota and Lynce (On computing
    backbones of propositional theories, ECAI 2010), here cell by cell; ``limits.nodes`` are conflicts of the solver.
    Raises ``PuzzleError`` for a position that does not belong to the puzzle.

    >>> import eyeline
    >>> found = freedom(eyeline.read("3:1//////1/////"))
    >>> [f"{fact.cell}={fact.value}" for fact in found.forced], found.groups, found.count
    (['r1c1=3'], ((Cell(row=0, col=1), ...),), Count(n=4, exact=True))
    """
    held = position or Position()
    purse = Purse(limits)
    rules = purse.clock.made(lambda: Rules(puzzle.model(None, held)))
    if rules is None:
        return Freedom(puzzle, (), {}, (), Count(0, False), False)
    marks = list(rules.reasons)
    cells = [cell for cell in puzzle.open_cells() if cell not in held.entries]
    choices = {
        cell: {rules.facts[Fact(cell, value)]: value for value in puzzle.values if Fact(cell, value) in rules.facts}
        for cell in cells
    }
    if not rules.solve(marks, purse):
        return Freedom(puzzle, (), {}, (), Count(0, not purse.empty), not purse.empty)
    seen: set[int] = set()
    lost: list[int] = []
    exact = True

    def look() -> None:
        seen.update(rules.true(literal for literals in choices.values() for literal in literals))

    look()
    for literals in choices.values():
        while unseen := [literal for literal in literals if literal not in seen]:
            switch = rules.any_of(unseen)
            verdict = rules.solve([*marks, *(-literal for literal in lost), switch], purse)
            if verdict:
                look()
            rules.drop(switch)
            if verdict is False:
                lost += unseen
                break
            if verdict is None:
                exact = False
                break
    proven = set(lost)
    forced, free = [], {}
    for cell, literals in choices.items():
        values = tuple(value for literal, value in literals.items() if literal in seen)
        if len(values) > 1:
            free[cell] = values
        elif all(literal in proven for literal in literals if literal not in seen):
            forced.append(Fact(cell, values[0]))
    fixed = [
        *marks,
        *(-literal for literal in lost),
        *(rules.facts[fact] for fact in forced),
    ]
    unknown = {literal: cell for cell, literals in choices.items() for literal in literals if literal not in proven}
    groups = _groups(rules, fixed, {literal: cell for literal, cell in unknown.items() if cell in free})
    count = _count(rules, fixed, [[literal for literal, cell in unknown.items() if cell in g] for g in groups], purse)
    if not exact:
        # A free cell alone makes two answers.
        count = Count(max(count.n, 2 if free else 1), False)
    return Freedom(puzzle, tuple(forced), free, groups, count, exact)


def _groups(rules: Rules, fixed: Sequence[int], free: Mapping[int, Cell]) -> tuple[tuple[Cell, ...], ...]:
    """Return the free cells in groups that no clause joins, once all that is fixed is taken for true."""
    held = rules.implied(fixed)
    parent: dict[int, int] = {}

    def root(variable: int) -> int:
        while parent.setdefault(variable, variable) != variable:
            parent[variable] = variable = parent[parent[variable]]
        return variable

    for clause in rules.clauses:
        if held.isdisjoint(clause):
            first, *others = [root(abs(literal)) for literal in clause if -literal not in held]
            for other in others:
                parent[root(other)] = root(first)
    found: dict[int, dict[Cell, None]] = {}
    for literal, cell in free.items():
        found.setdefault(root(literal), {})[cell] = None
    return tuple(tuple(cells) for cells in found.values())


def _count(rules: Rules, fixed: Sequence[int], groups: Iterable[Sequence[int]], purse: Purse) -> Count:
    """Return the number of ways to fill each group, given as the literals of its cells, multiplied."""
    ways = []
    complete = True
    for literals in groups:
        here = rules.fresh()
        n = 0
        while n < MOST_WAYS and (verdict := rules.solve([*fixed, here], purse)):
            n += 1
            rules.add([-here, *(-literal for literal in rules.true(literals))])
        else:
            complete = complete and n < MOST_WAYS and verdict is False
        rules.drop(here)
        ways.append(max(1, n))
    return Count(prod(ways), complete)
