"""Skyscrapers and haunted mazes, told a second time and as plainly as possible.

Nothing here is imported from eyeline: the library is held against this file, and this file against the rules as one
reads them. It traces a line of sight step by step, checks a full grid rule by rule, finds all answers by trying every
value in every cell, and makes small random puzzles of which many have no answer, many have one and many have several.

Cells are ``(row, col)`` from 0. A grid is a tuple of rows of tokens. A clue is found under ``(side, index)``; where
there is none, nothing is printed. A rule is named ``(rule, of)``: ``("clue", ("left", 2))``, ``("row", 0)``.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]
Tokens: TypeAlias = tuple[tuple[str, ...], ...]
Place: TypeAlias = tuple[str, int]
Rule: TypeAlias = tuple[str, object]

MIRRORS = ("/", "\\")


@dataclass(frozen=True)
class Towers:
    """A skyscraper puzzle: each height 1..``tallest`` once per row and column, empty lots (``0``) in what is left.

    ``grid`` holds ``.`` where a height is to be found, else a given or a mirror, as many in each row and column.
    """

    grid: Tokens
    clues: Mapping[Place, int]
    tallest: int
    diagonals: bool = False
    boxes: tuple[int, int] | None = None
    regions: Tokens | None = None
    sums: bool = False


@dataclass(frozen=True)
class Maze:
    """A haunted mirror maze; ``.`` is a cell whose monster is to be found."""

    grid: Tokens
    clues: Mapping[Place, int]
    totals: Mapping[str, int] = field(default_factory=dict)
    same: tuple[tuple[Cell, ...], ...] = ()


Puzzle: TypeAlias = Towers | Maze


def cells_of(grid: Tokens) -> list[Cell]:
    return [(r, c) for r in range(len(grid)) for c in range(len(grid[0]))]


def places(grid: Tokens) -> list[Place]:
    """All places for clues, by side."""
    rows, cols = len(grid), len(grid[0])
    return [(side, i) for side in ("top", "bottom") for i in range(cols)] + [
        (side, i) for side in ("left", "right") for i in range(rows)
    ]


# --- looking ----------------------------------------------------------------------------------------------------------


def trace(grid: Tokens, place: Place) -> list[tuple[Cell, int]]:
    """The cells a ray crosses, mirrors left out, each with the number of mirrors met before. A cell may come twice."""
    rows, cols = len(grid), len(grid[0])
    side, i = place
    r, c, dr, dc = {
        "top": (0, i, 1, 0),
        "bottom": (rows - 1, i, -1, 0),
        "left": (i, 0, 0, 1),
        "right": (i, cols - 1, 0, -1),
    }[side]
    crossed = []
    bounces = 0
    while 0 <= r < rows and 0 <= c < cols:
        if grid[r][c] == "/":
            dr, dc = -dc, -dr
            bounces += 1
        elif grid[r][c] == "\\":
            dr, dc = dc, dr
            bounces += 1
        else:
            crossed.append(((r, c), bounces))
        r += dr
        c += dc
    return crossed


def seen_in_town(puzzle: Towers, grid: Tokens, place: Place) -> int:
    """What is seen from a place: how many buildings, or the sum of their heights."""
    visible = []
    highest = 0
    for (r, c), _ in trace(puzzle.grid, place):
        height = int(grid[r][c])
        if height > highest:
            visible.append(height)
            highest = height
    return sum(visible) if puzzle.sums else len(visible)


def seen_in_maze(puzzle: Maze, grid: Tokens, place: Place) -> int:
    """How many monsters are seen from a place; one that is met twice is seen twice."""
    count = 0
    for (r, c), bounces in trace(puzzle.grid, place):
        monster = grid[r][c]
        if monster == "Z" or (monster == "V" and bounces == 0) or (monster == "G" and bounces > 0):
            count += 1
    return count


def seen(puzzle: Puzzle, grid: Tokens, place: Place) -> int:
    """What is seen from a place."""
    if isinstance(puzzle, Towers):
        return seen_in_town(puzzle, grid, place)
    return seen_in_maze(puzzle, grid, place)


# --- the rules --------------------------------------------------------------------------------------------------------


class Check(NamedTuple):
    """One rule: the cells it looks at, and whether a grid that is filled there keeps it."""

    rule: Rule
    cells: list[Cell]
    kept: Callable[[Tokens], bool]


def units(puzzle: Towers) -> list[tuple[Rule, list[Cell]]]:
    """The rows, columns, diagonals and regions in which each height stands once; mirrors left out."""
    n = len(puzzle.grid)
    found: list[tuple[Rule, list[Cell]]] = [(("row", i), [(i, j) for j in range(n)]) for i in range(n)]
    found += [(("column", j), [(i, j) for i in range(n)]) for j in range(n)]
    if puzzle.diagonals:
        found.append((("diagonal", 0), [(i, i) for i in range(n)]))
        found.append((("diagonal", 1), [(i, n - 1 - i) for i in range(n)]))
    if puzzle.boxes:
        height, width = puzzle.boxes
        for top in range(0, n, height):
            for left in range(0, n, width):
                box = [(top + i, left + j) for i in range(height) for j in range(width)]
                found.append((("region", top // height * (n // width) + left // width), box))
    if puzzle.regions:
        names: list[str] = []
        for r, c in cells_of(puzzle.grid):
            if puzzle.regions[r][c] not in names:
                names.append(puzzle.regions[r][c])
        for k, name in enumerate(names):
            found.append((("region", k), [(r, c) for r, c in cells_of(puzzle.grid) if puzzle.regions[r][c] == name]))
    return [(rule, [(r, c) for r, c in cells if puzzle.grid[r][c] not in MIRRORS]) for rule, cells in found]


def parks(puzzle: Towers) -> int:
    """How many empty lots a row has."""
    return len(puzzle.grid) - sum(token in MIRRORS for token in puzzle.grid[0]) - puzzle.tallest


def well_built(puzzle: Towers, tokens: list[str]) -> bool:
    """Whether a full unit is in order.

    Each height stands once, the other lots are empty. A diagonal or region that has another number of mirrors than a
    row has another number of lots too: no height stands twice there and no more lots are empty than in a row.
    """
    counts = [tokens.count(str(height)) for height in range(1, puzzle.tallest + 1)]
    if len(tokens) == puzzle.tallest + parks(puzzle):
        return all(count == 1 for count in counts)
    return all(count <= 1 for count in counts) and tokens.count("0") <= parks(puzzle)


def checks(puzzle: Puzzle) -> list[Check]:
    """All rules of a puzzle."""
    found = []
    for r, c in cells_of(puzzle.grid):
        if puzzle.grid[r][c] not in (".", *MIRRORS):
            found.append(Check(("given", (r, c)), [(r, c)], _given(puzzle, (r, c))))
    for place in puzzle.clues:
        along = [cell for cell, _ in trace(puzzle.grid, place)]
        found.append(Check(("clue", place), along, _clue(puzzle, place)))
    if isinstance(puzzle, Towers):
        found += [Check(rule, cells, _unit(puzzle, cells)) for rule, cells in units(puzzle)]
    else:
        free = [(r, c) for r, c in cells_of(puzzle.grid) if puzzle.grid[r][c] not in MIRRORS]
        found += [Check(("total", monster), free, _total(puzzle, monster, free)) for monster in puzzle.totals]
        found += [Check(("group", k), list(group), _alike(group)) for k, group in enumerate(puzzle.same)]
    return found


def shown(grid: Tokens, cells: Sequence[Cell]) -> list[str]:
    """What stands in some cells."""
    return [grid[r][c] for r, c in cells]


def _given(puzzle: Puzzle, cell: Cell) -> Callable[[Tokens], bool]:
    return lambda grid: shown(grid, [cell]) == shown(puzzle.grid, [cell])


def _clue(puzzle: Puzzle, place: Place) -> Callable[[Tokens], bool]:
    return lambda grid: seen(puzzle, grid, place) == puzzle.clues[place]


def _unit(puzzle: Towers, cells: list[Cell]) -> Callable[[Tokens], bool]:
    return lambda grid: well_built(puzzle, shown(grid, cells))


def _total(puzzle: Maze, monster: str, free: list[Cell]) -> Callable[[Tokens], bool]:
    return lambda grid: shown(grid, free).count(monster) == puzzle.totals[monster]


def _alike(group: Sequence[Cell]) -> Callable[[Tokens], bool]:
    return lambda grid: len(set(shown(grid, group))) <= 1


def _differ(one: Cell, other: Cell) -> Callable[[Tokens], bool]:
    return lambda grid: grid[one[0]][one[1]] != grid[other[0]][other[1]] or grid[one[0]][one[1]] == "0"


def broken(puzzle: Puzzle, grid: Tokens) -> set[Rule]:
    """The rules that a full grid breaks."""
    return {check.rule for check in checks(puzzle) if not check.kept(grid)}


# --- all answers ------------------------------------------------------------------------------------------------------


def hints(puzzle: Puzzle) -> list[Check]:
    """What follows from the rules and can be looked at sooner, so that fewer grids are tried."""
    if isinstance(puzzle, Maze):
        return []
    return [
        Check(("differ", (one, other)), [one, other], _differ(one, other))
        for _, cells in units(puzzle)
        for one, other in itertools.combinations(cells, 2)
    ]


def values(puzzle: Puzzle) -> list[str]:
    """What may stand in an open cell."""
    if isinstance(puzzle, Maze):
        return ["G", "V", "Z"]
    return [str(height) for height in range(0 if parks(puzzle) else 1, puzzle.tallest + 1)]


def answers(puzzle: Puzzle, rng: random.Random | None = None) -> Iterator[Tokens]:
    """Every answer: all values are tried in every open cell, row by row; a rule is tested once its last cell is filled.

    With ``rng`` the values are tried in random order.
    """
    open_cells = [(r, c) for r, c in cells_of(puzzle.grid) if puzzle.grid[r][c] == "."]
    step = {cell: i for i, cell in enumerate(open_cells)}
    due: list[list[Check]] = [[] for _ in range(len(open_cells) + 1)]
    for check in (*hints(puzzle), *checks(puzzle)):
        due[1 + max((step.get(cell, -1) for cell in check.cells), default=-1)].append(check)
    grid = [list(row) for row in puzzle.grid]
    tried = values(puzzle)

    def fill(done: int) -> Iterator[Tokens]:
        now = tuple(map(tuple, grid))
        if not all(check.kept(now) for check in due[done]):
            return
        if done == len(open_cells):
            yield now
            return
        r, c = open_cells[done]
        for value in rng.sample(tried, len(tried)) if rng else tried:
            grid[r][c] = value
            yield from fill(done + 1)
        grid[r][c] = "."

    return fill(0)


# --- random puzzles ---------------------------------------------------------------------------------------------------

VARIANTS = ("parks", "diagonals", "boxes", "regions", "sum", "mirrors")
JIGSAWS = (
    ("aabb", "aabb", "ccdd", "ccdd"),
    ("aaab", "acbb", "ccdb", "cddd"),
    ("aaaa", "bbcc", "bbcc", "dddd"),
    ("abbb", "aabc", "adcc", "dddc"),
)


def blank_town(rng: random.Random, n: int, variants: tuple[str, ...] = ()) -> Towers:
    """A town of n×n without clues or givens that has at least one answer."""
    while True:
        grid = [["."] * n for _ in range(n)]
        tallest = n
        if "mirrors" in variants:
            tallest -= 1
            for r, c in enumerate(rng.sample(range(n), n)):
                grid[r][c] = rng.choice(MIRRORS)
        if "parks" in variants and tallest > 1:
            tallest -= rng.randint(1, tallest - 1)
        boxes, regions = None, None
        if "boxes" in variants:
            boxes = rng.choice([(a, n // a) for a in range(1, n + 1) if n % a == 0])
        if "regions" in variants:
            layout = rng.choice(JIGSAWS) if n == 4 else tuple("abcdefghi"[r] * n for r in range(n))
            layout = layout if rng.random() < 0.5 else tuple(map("".join, zip(*layout, strict=True)))
            regions = tuple(tuple(row) for row in layout)
        town = Towers(
            grid=tuple(map(tuple, grid)),
            clues={},
            tallest=tallest,
            diagonals="diagonals" in variants,
            boxes=boxes,
            regions=regions,
            sums="sum" in variants,
        )
        if next(answers(town), None):
            return town


def random_towers(rng: random.Random, n: int, variants: tuple[str, ...] = ()) -> Towers:
    """A town with clues and givens taken from a random answer; some are then left out, and sometimes one is spoilt."""
    town = blank_town(rng, n, variants)
    answer = next(answers(town, rng))
    clues = {place: seen_in_town(town, answer, place) for place in places(town.grid)}
    grid = _keep_givens(rng, town.grid, answer, rng.choice((0.0, 0.0, 0.15, 0.4)))
    clues = _keep_clues(rng, clues, (1.0, 0.6, 0.4, 0.2, 0.1))
    if rng.random() < 0.4:
        if clues and rng.random() < 0.8:
            place = rng.choice(list(clues))
            clues[place] = max(0 if "mirrors" in variants else 1, clues[place] + rng.choice((-1, 1)))
        else:
            lots = [(r, c) for r, c in cells_of(grid) if grid[r][c] not in MIRRORS]
            grid = _put(grid, rng.choice(lots), rng.choice(values(town)))
    return replace(town, grid=grid, clues=clues)


def random_maze(rng: random.Random, most_free: int = 8) -> Maze:
    """A maze with clues, totals, groups and givens taken from a random filling; some left out, sometimes one spoilt."""
    while True:
        rows, cols = rng.randint(1, 4), rng.randint(1, 4)
        share = rng.choice((0.1, 0.3, 0.5, 0.6))
        grid = tuple(
            tuple(rng.choice(MIRRORS) if rng.random() < share else "." for _ in range(cols)) for _ in range(rows)
        )
        free = [(r, c) for r, c in cells_of(grid) if grid[r][c] == "."]
        if 1 <= len(free) <= most_free:
            break
    maze = Maze(grid, {})
    answer = grid
    for cell in free:
        answer = _put(answer, cell, rng.choice("GVZ"))
    clues = _keep_clues(
        rng, {place: seen_in_maze(maze, answer, place) for place in places(grid)}, (1.0, 0.8, 0.6, 0.4, 0.2)
    )
    totals = {monster: shown(answer, free).count(monster) for monster in "GVZ" if rng.random() < 0.6}
    same: list[tuple[Cell, ...]] = []
    for monster in "GVZ":
        alike = [(r, c) for r, c in free if answer[r][c] == monster]
        if len(alike) >= 2 and rng.random() < 0.2:
            same.append(tuple(sorted(rng.sample(alike, rng.randint(2, len(alike))))))
    grid = _keep_givens(rng, grid, answer, rng.choice((0.0, 0.0, 0.2)))
    if rng.random() < 0.4:
        spoilt = rng.random()
        if clues and spoilt < 0.7:
            place = rng.choice(list(clues))
            clues[place] = max(0, clues[place] + rng.choice((-1, 1)))
        elif totals and spoilt < 0.85:
            monster = rng.choice(list(totals))
            totals[monster] = max(0, totals[monster] + rng.choice((-1, 1)))
        else:
            grid = _put(grid, rng.choice(free), rng.choice("GVZ"))
    return Maze(grid, clues, totals, tuple(same))


def _keep_clues(rng: random.Random, clues: dict[Place, int], shares: tuple[float, ...]) -> dict[Place, int]:
    share = rng.choice(shares)
    return {place: clue for place, clue in clues.items() if rng.random() < share}


def _keep_givens(rng: random.Random, grid: Tokens, answer: Tokens, share: float) -> Tokens:
    for r, c in cells_of(grid):
        if grid[r][c] == "." and rng.random() < share:
            grid = _put(grid, (r, c), answer[r][c])
    return grid


def _put(grid: Tokens, cell: Cell, token: str) -> Tokens:
    held = [list(row) for row in grid]
    held[cell[0]][cell[1]] = token
    return tuple(map(tuple, held))
