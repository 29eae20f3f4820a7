"""The two puzzles as anybody would first write them for CP-SAT and for clingo: what a good solver alone is worth.

A puzzle comes as a dictionary: ``rows``, ``cols``, ``cells`` (rows of tokens, as eyeline writes them), ``clues`` (top,
bottom, left, right; ``None`` = blank) and, for a maze, ``totals`` of V, G and Z; where ``most`` is 1 a first answer
will do. All functions return a verdict, *one*, *many*, *none*, *some* (a first answer, nothing proven) or *unknown* (a
limit of seconds was reached), and the first answer as rows of tokens. This module needs nothing of eyeline, for it runs
in whatever interpreter has those solvers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

Found = tuple[str, "list[list[str]] | None"]

MONSTERS = "VGZ"


def sights(puzzle: dict[str, Any]) -> Iterator[tuple[int | None, list[tuple[int, int, bool]]]]:
    """Yield for each port its clue and the cells seen there, in order, each with whether a mirror comes before it."""
    rows, cols, cells = puzzle["rows"], puzzle["cols"], puzzle["cells"]
    starts = (
        [(0, c, 1, 0) for c in range(cols)],
        [(rows - 1, c, -1, 0) for c in range(cols)],
        [(r, 0, 0, 1) for r in range(rows)],
        [(r, cols - 1, 0, -1) for r in range(rows)],
    )
    for clues, ports in zip(puzzle["clues"], starts, strict=True):
        for clue, (row, col, down, right) in zip(clues, ports, strict=True):
            path, bent = [], False
            while 0 <= row < rows and 0 <= col < cols:
                if cells[row][col] == "/":
                    down, right, bent = -right, -down, True
                elif cells[row][col] == "\\":
                    down, right, bent = right, down, True
                else:
                    path.append((row, col, bent))
                row, col = row + down, col + right
            yield clue, path


def visible(monster: str, bent: bool) -> bool:
    """Return whether a monster is seen, directly or in a mirror."""
    return monster == "Z" or (monster == "G") == bent


# --- CP-SAT


def cp_sat(puzzle: dict[str, Any], seconds: float) -> Found:
    """Solve with CP-SAT and one worker: an answer, then another one that is not it."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells, read = (_city if puzzle["kind"] == "skyscrapers" else _maze)(model, puzzle)
    deadline = time.monotonic() + seconds
    answers: list[list[list[str]]] = []
    while len(answers) < puzzle.get("most", 2):
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = max(0.01, deadline - time.monotonic())
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return ("one", answers[0]) if answers else ("none", None)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return "unknown", answers[0] if answers else None
        answers.append(read(solver))
        model.add_forbidden_assignments(cells, [[solver.value(cell) for cell in cells]])
    return ("many" if len(answers) > 1 else "some"), answers[0]


def _city(model: Any, puzzle: dict[str, Any]) -> tuple[list[Any], Callable[[Any], list[list[str]]]]:
    n = puzzle["rows"]
    grid = [[model.new_int_var(1, n, f"x{r},{c}") for c in range(n)] for r in range(n)]
    for r in range(n):
        model.add_all_different(grid[r])
        model.add_all_different([grid[i][r] for i in range(n)])
        for c in range(n):
            if puzzle["cells"][r][c] != ".":
                model.add(grid[r][c] == int(puzzle["cells"][r][c]))
    for clue, path in sights(puzzle):
        if clue is None:
            continue
        line = [grid[r][c] for r, c, _ in path]
        tallest, shown = line[0], []
        for height in line[1:]:
            taller = model.new_bool_var("")
            model.add(height > tallest).only_enforce_if(taller)
            model.add(height < tallest).only_enforce_if(~taller)
            both = model.new_int_var(1, n, "")
            model.add_max_equality(both, [tallest, height])
            tallest = both
            shown.append(taller)
        model.add(sum(shown) == clue - 1)
    return [x for row in grid for x in row], lambda solver: [[str(solver.value(x)) for x in row] for row in grid]


def _maze(model: Any, puzzle: dict[str, Any]) -> tuple[list[Any], Callable[[Any], list[list[str]]]]:
    tokens = puzzle["cells"]
    held = {}
    for r, row in enumerate(tokens):
        for c, letter in enumerate(row):
            if letter not in "/\\":
                held[r, c] = {monster: model.new_bool_var(f"{monster}{r},{c}") for monster in MONSTERS}
                model.add_exactly_one(held[r, c].values())
                if letter in MONSTERS:
                    model.add(held[r, c][letter] == 1)
    for clue, path in sights(puzzle):
        if clue is not None:
            terms = [held[r, c][monster] for r, c, bent in path for monster in MONSTERS if visible(monster, bent)]
            model.add(sum(terms) == clue)
    for monster, total in zip(MONSTERS, puzzle["totals"], strict=True):
        if total is not None:
            model.add(sum(each[monster] for each in held.values()) == total)

    def read(solver: Any) -> list[list[str]]:
        def token(r: int, c: int) -> str:
            return next((m for m, x in held[r, c].items() if solver.value(x)), ".") if (r, c) in held else tokens[r][c]

        return [[token(r, c) for c in range(puzzle["cols"])] for r in range(puzzle["rows"])]

    return [x for each in held.values() for x in each.values()], read


# --- clingo

CITY = """
1 { x(R,C,1..n) } 1 :- R = 1..n, C = 1..n.
:- R = 1..n, H = 1..n, { x(R,C,H) } != 1.
:- C = 1..n, H = 1..n, { x(R,C,H) } != 1.
:- given(R,C,H), not x(R,C,H).
hidden(L,P) :- at(L,P,R,C), at(L,Q,S,D), Q < P, x(R,C,H), x(S,D,G), G > H.
:- clue(L,K), #count { P : at(L,P,_,_), not hidden(L,P) } != K.
#show x/3.
"""

MAZE = """
1 { x(R,C,v); x(R,C,g); x(R,C,z) } 1 :- free(R,C).
:- given(R,C,M), not x(R,C,M).
:- total(M,K), { x(R,C,M) } != K.
shows(direct,v). shows(bent,g). shows(direct,z). shows(bent,z).
:- clue(L,K), #count { P,M : at(L,P,R,C,B), shows(B,M), x(R,C,M) } != K.
#show x/3.
"""


def clingo(puzzle: dict[str, Any], seconds: float) -> Found:
    """Solve with clingo: up to two answers."""
    import clingo as asp

    city = puzzle["kind"] == "skyscrapers"
    facts = [f"#const n={puzzle['rows']}." if city else ""]
    for r, row in enumerate(puzzle["cells"], start=1):
        for c, letter in enumerate(row, start=1):
            if not city and letter not in "/\\":
                facts.append(f"free({r},{c}).")
            if letter not in "./\\":
                facts.append(f"given({r},{c},{letter.lower()}).")
    for port, (clue, path) in enumerate(sights(puzzle)):
        if clue is not None:
            facts.append(f"clue({port},{clue}).")
            for place, (r, c, bent) in enumerate(path):
                tail = "" if city else ",bent" if bent else ",direct"
                facts.append(f"at({port},{place},{r + 1},{c + 1}{tail}).")
    for monster, total in zip(MONSTERS, puzzle.get("totals") or (), strict=False):
        if total is not None:
            facts.append(f"total({monster.lower()},{total}).")
    control = asp.Control([str(puzzle.get("most", 2))], logger=lambda code, message: None)
    control.add("base", [], (CITY if city else MAZE) + "\n".join(facts))
    control.ground([("base", [])])
    answers: list[list[list[str]]] = []

    def note(model: Any) -> None:
        grid = [list(row) for row in puzzle["cells"]]
        for symbol in model.symbols(shown=True):
            r, c, value = symbol.arguments
            grid[r.number - 1][c.number - 1] = str(value).upper()
        answers.append(grid)

    with control.solve(on_model=note, async_=True) as handle:
        done = handle.wait(seconds)
        if not done:
            handle.cancel()
        exhausted = bool(handle.get().exhausted)
    if len(answers) == 2:
        return "many", answers[0]
    if answers and puzzle.get("most") == 1:
        return "some", answers[0]
    if not exhausted:
        return "unknown", answers[0] if answers else None
    return ("one", answers[0]) if answers else ("none", None)
