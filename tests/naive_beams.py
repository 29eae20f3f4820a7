"""Beaming With Joy, told a second time and as plainly as possible.

Nothing here is imported from eyeline: the library is held against this file, and this file against the rules as one
reads them. A room is a sequence of rows, each a string of the tokens ``. # / \\ + - |``. Cells are ``(row, col)`` from
0. ``+`` is a shooter that may be turned, ``-`` and ``|`` are turned and stay so. A rule that is broken is named
``(rule, of)``: ``("safe", (cell, way))`` or ``("light", cell)``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]
Room: TypeAlias = Sequence[str]
Rule: TypeAlias = tuple[str, object]

SHOOTERS = "+-|"


class Beam(NamedTuple):
    """The empty cells that a beam passes, once for every time, and the shooters that it hits."""

    passes: list[tuple[Cell, str]]
    hits: set[Cell]

    @property
    def lit(self) -> set[Cell]:
        return {cell for cell, _ in self.passes}


def beam(room: Room, start: Cell, way: str) -> Beam:
    """Shoot both ways from a cell, step by step, until something stops each ray. Each pass comes with its direction.

    Where no shooter stands in the first cell a ray may come back there; it ends when it would go round once more.
    """
    found = Beam([], set())
    for sign in (1, -1):
        dr, dc = first = (0, sign) if way == "-" else (sign, 0)
        r, c = start
        while True:
            r, c = r + dr, c + dc
            if not (0 <= r < len(room) and 0 <= c < len(room[0])) or room[r][c] == "#":
                break
            if ((r, c), (dr, dc)) == (start, first) and room[r][c] not in SHOOTERS:
                break
            if room[r][c] in SHOOTERS:
                found.hits.add((r, c))
                break
            if room[r][c] == "/":
                dr, dc = -dc, -dr
            elif room[r][c] == "\\":
                dr, dc = dc, dr
            else:
                found.passes.append(((r, c), "-" if dc else "|"))
    return found


def cells_with(room: Room, tokens: str) -> list[Cell]:
    return [(r, c) for r, row in enumerate(room) for c, letter in enumerate(row) if letter in tokens]


def ways(letter: str) -> str:
    """How a shooter with this letter may be turned."""
    return "-|" if letter == "+" else letter


def turned(room: Room, how: dict[Cell, str]) -> tuple[str, ...]:
    """The room with shooters turned."""
    return tuple("".join(how.get((r, c), letter) for c, letter in enumerate(row)) for r, row in enumerate(room))


def broken(room: Room) -> set[Rule]:
    """The rules that a room breaks for certain, whatever becomes of the shooters still to be turned."""
    hitting = {("safe", ((r, c), room[r][c])) for r, c in cells_with(room, "-|") if beam(room, (r, c), room[r][c]).hits}
    return hitting | {("light", cell) for cell in dark(room)}


def dark(room: Room) -> list[Cell]:
    """The empty cells that no turned shooter lights and no other can light without hitting somebody."""
    lit: set[Cell] = set()
    for r, c in cells_with(room, SHOOTERS):
        for way in ways(room[r][c]):
            shot = beam(room, (r, c), way)
            if room[r][c] != "+" or not shot.hits:
                lit |= shot.lit
    return [cell for cell in cells_with(room, ".") if cell not in lit]


def answers(room: Room) -> Iterator[tuple[str, ...]]:
    """Every answer, by trying both ways of every shooter. Each beam is traced once; cells are bits of a number."""
    bit = {cell: 1 << i for i, cell in enumerate(cells_with(room, "."))}
    shooters = cells_with(room, SHOOTERS)
    choices = []
    for r, c in shooters:
        options = []
        for way in ways(room[r][c]):
            shot = beam(room, (r, c), way)
            if not shot.hits:
                options.append((way, sum(bit[cell] for cell in shot.lit)))
        choices.append(options)
    for chosen in product(*choices):
        light = 0
        for _, lit in chosen:
            light |= lit
        if light == (1 << len(bit)) - 1:
            yield turned(room, {cell: way for cell, (way, _) in zip(shooters, chosen, strict=True)})


def can_keep(room: Room, rules: set[Rule], fixed: dict[Cell, str]) -> bool:
    """Whether some turning of the shooters, some of them ``fixed``, breaks none of these rules.

    Printed turns count only as far as ``("given", cell)`` or ``("entry", cell)`` is among the rules.
    """
    shooters = cells_with(room, SHOOTERS)
    lit = {(cell, way): beam(room, cell, way).lit for cell in shooters for way in "-|"}

    def kept(rule: str, of: Any, how: dict[Cell, str]) -> bool:
        if rule == "light":
            return any(of in lit[turn] for turn in how.items())
        cell, way = of if rule == "safe" else (of, other(room[of[0]][of[1]]))
        return how[cell] != str(way)

    for chosen in product(*(fixed.get(cell, "-|") for cell in shooters)):
        how = dict(zip(shooters, chosen, strict=True))
        if all(kept(rule, of, how) for rule, of in rules):
            return True
    return False


def clauses(room: Room) -> set[frozenset[tuple[Cell, str]]]:
    """What must hold, as "one of these turns": for each printed turn, each beam that hits, and each empty cell."""
    shooters = cells_with(room, SHOOTERS)
    shots = {(cell, way): beam(room, cell, way) for cell in shooters for way in "-|"}
    found = {frozenset({(cell, room[cell[0]][cell[1]])}) for cell in shooters if room[cell[0]][cell[1]] != "+"}
    found |= {frozenset({(cell, other(way))}) for (cell, way), shot in shots.items() if shot.hits}
    for cell in cells_with(room, "."):
        found.add(frozenset(turn for turn, shot in shots.items() if not shot.hits and cell in shot.lit))
    return found


def other(way: str) -> str:
    return "|" if way == "-" else "-"


def shortest_contradiction(room: Room) -> int:
    """The least number of implications, each from one clause, from a turn to its opposite and back; 0 without."""
    follows: dict[tuple[Cell, str], set[tuple[Cell, str]]] = {
        (cell, way): set() for cell in cells_with(room, SHOOTERS) for way in "-|"
    }
    for clause in clauses(room):
        for cell, way in clause:
            follows[cell, other(way)] |= clause if len(clause) == 1 else clause - {(cell, way)}

    def distance(start: tuple[Cell, str], goal: tuple[Cell, str]) -> int:
        reached, steps = {start}, 0
        while goal not in reached:
            more = reached.union(*(follows[turn] for turn in reached))
            if more == reached:
                return 0
            reached, steps = more, steps + 1
        return steps

    lengths = []
    for cell in cells_with(room, SHOOTERS):
        there, back = distance((cell, "-"), (cell, "|")), distance((cell, "|"), (cell, "-"))
        if there and back:
            lengths.append(there + back)
    return min(lengths, default=0)


# --- random rooms ----------------------------------------------------------------------------------------------------

# Beams that run in a circle, that cross one cell twice, and that come back to their shooter; `?` is anything.
SHAPES = (
    ("/.\\", ".?.", "\\./"),
    ("/\\", "\\/"),
    ("/+\\", "+?.", "\\./"),
    ("/\\", "..", "+/"),
    ("?/\\", "+./", "???"),
    ("/.\\", ".?+", "\\..", "??."),
    ("+.+", ".?.", "+.+"),
)


def random_room(rng: random.Random, most_shooters: int = 8) -> tuple[str, ...]:
    """A room up to 5×5. Few of them have an answer."""
    rows, cols = rng.choice((1, 2, 3, 4, 5, 4, 5)), rng.choice((1, 2, 3, 4, 5, 4, 5))
    wall, mirror = rng.choice((0.0, 0.1, 0.25)), rng.choice((0.0, 0.15, 0.35, 0.6))
    shooter, fixed = rng.choice((0.15, 0.25, 0.4)), rng.choice((0.0, 0.0, 0.25))
    room = [[_token(rng, wall, mirror, shooter, fixed) for _ in range(cols)] for _ in range(rows)]
    fitting = [shape for shape in SHAPES if len(shape) <= rows and len(shape[0]) <= cols]
    if fitting and rng.random() < 0.6:
        shape = rng.choice(fitting)
        top, left = rng.randint(0, rows - len(shape)), rng.randint(0, cols - len(shape[0]))
        for r, line in enumerate(shape):
            for c, letter in enumerate(line):
                if letter != "?":
                    room[top + r][left + c] = letter
    drawn = tuple(map("".join, room))
    spare = cells_with(drawn, SHOOTERS)
    rng.shuffle(spare)
    return turned(drawn, dict.fromkeys(spare[most_shooters:], "#"))


def planted_room(rng: random.Random, most_shooters: int = 8) -> tuple[str, ...]:
    """A room with at least one answer: shooters that hit somebody become walls, and so does what stays dark."""
    room = random_room(rng, most_shooters)
    how = {(r, c): rng.choice(ways(room[r][c])) for r, c in cells_with(room, SHOOTERS)}
    for cell in list(how):
        if beam(room, cell, how[cell]).hits:
            room = turned(room, {cell: "#"})
            del how[cell]
    return turned(room, dict.fromkeys(dark(turned(room, how)), "#"))


def crossed_room(rng: random.Random) -> tuple[str, ...]:
    """A room with one shooter to a row and a column, a few mirrors and walls, and no cell that nobody can light.

    Nearly every cell has two shooters that can light it, so that it takes several steps to see that there is no answer.
    """
    size = rng.randint(3, 6)
    room = [["."] * size for _ in range(size)]
    for _ in range(rng.randint(1, size)):
        room[rng.randrange(size)][rng.randrange(size)] = rng.choice("/\\/\\#")
    for r, c in enumerate(rng.sample(range(size), size)):
        if rng.random() < 0.9:
            room[r][c] = "+"
    drawn = tuple(map("".join, room))
    while unlit := dark(drawn):
        drawn = turned(drawn, dict.fromkeys(unlit, "#"))
    return drawn


def _token(rng: random.Random, wall: float, mirror: float, shooter: float, fixed: float) -> str:
    drawn = rng.random()
    if drawn < wall:
        return "#"
    if drawn < wall + mirror:
        return rng.choice("/\\")
    if drawn < wall + mirror + shooter:
        return rng.choice("-|") if rng.random() < fixed else "+"
    return "."
