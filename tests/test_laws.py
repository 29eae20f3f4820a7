"""Laws of the kinds and engines: the library against the naive tracer, checker and search, and against itself."""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bridge
import eyeline
import naive
import naive_rows
from eyeline.engine import Limits, Task, Want
from eyeline.engines import ENGINES
from eyeline.grid import Cell, Port, Side
from eyeline.model import Model, Reason
from eyeline.puzzles import Puzzle
from eyeline.puzzles.symmetry import SYMMETRIES, Symmetry
from eyeline.sheet import Cells

KINDS = ("skyscrapers", "haunted")
EACH = 2000
CHUNK = 200
#: So many answers of one puzzle are counted; beyond that an engine has to say "at least". Only `sat` lists more.
MOST = 8
seeds = st.integers(0, 2**32 - 1)
symmetries = st.sampled_from(SYMMETRIES)


def town(rng: random.Random) -> naive.Towers:
    """A random small town; every second one has one variant or two."""
    if rng.random() < 0.5:
        return naive.random_towers(rng, rng.choice((1, 2, 3, 3, 3, 3, 4)))
    variants = tuple(rng.sample(naive.VARIANTS, rng.choice((1, 1, 2))))
    if {"boxes", "regions"} <= set(variants):
        variants = variants[:1]
    # Below 4, nothing but empty lots lets a height stand once on either diagonal.
    return naive.random_towers(rng, 4 if "diagonals" in variants else rng.choice((3, 3, 3, 4)), variants)


def small(kind: str, seed: int) -> naive.Puzzle:
    """A random small puzzle of a kind."""
    rng = random.Random(seed)
    return town(rng) if kind == "skyscrapers" else naive.random_maze(rng)


@functools.cache
def known(kind: str, seed: int) -> tuple[naive.Puzzle, frozenset[naive.Tokens]]:
    """A random small puzzle and all its answers, by brute force."""
    plain = small(kind, seed)
    return plain, frozenset(naive.answers(plain))


def found(puzzle: Puzzle, engine: str = "sat") -> list[naive.Tokens]:
    """All answers the library finds."""
    return [bridge.tokens_of(cells) for cells in eyeline.answers(puzzle, engine=engine)]


def stated(number: int) -> eyeline.Verdict:
    """The verdict on a puzzle with so many answers."""
    return {0: eyeline.Verdict.NONE, 1: eyeline.Verdict.ONE}.get(number, eyeline.Verdict.MANY)


# --- engines against brute force --------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", range(0, EACH, CHUNK))
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "engine", [entry.name for entry in ENGINES.values() if entry.takes == "model" and not entry.extra]
)
def test_an_engine_equals_brute_force(engine: str, kind: str, start: int) -> None:
    verdicts: Counter[eyeline.Verdict] = Counter()
    for seed in range(start, start + CHUNK):
        plain, expected = known(kind, seed)
        puzzle = bridge.puzzle_of(plain)
        answer = eyeline.solve(puzzle, engine=engine)
        verdicts[answer.verdict] += 1
        assert answer.verdict is stated(len(expected)), (seed, plain)
        shown = [bridge.tokens_of(cells) for cells in (answer.cells, answer.other) if cells is not None]
        assert len(set(shown)) == min(2, len(expected)), (seed, plain)
        assert expected.issuperset(shown), (seed, plain)
        if len(expected) > 1:
            cells = [Cell(r, c) for r, c in naive.cells_of(plain.grid) if shown[0][r][c] != shown[1][r][c]]
            assert answer.differ == tuple(cells)
        # Whoever lists the answers has counted them; so the slower engine counts apart only where it cannot list them
        # all, and now and then.
        if engine == "sat" or len(expected) > MOST or seed % 4 == 0:
            counted = eyeline.count(puzzle, engine=engine, limits=Limits(answers=MOST))
            assert counted == (min(MOST, len(expected)), len(expected) <= MOST), (seed, plain)
        if 1 < len(expected) <= MOST or (engine == "sat" and len(expected) > 1):
            every = found(puzzle, engine)
            assert len(every) == len(expected), (seed, plain)
            assert set(every) == expected, (seed, plain)
    assert all(verdicts[verdict] >= 0.15 * CHUNK for verdict in map(stated, range(3))), verdicts


# --- symmetries -------------------------------------------------------------------------------------------------------


def turned(puzzle: Puzzle, symmetry: Symmetry, tokens: naive.Tokens) -> naive.Tokens:
    """A filled grid turned."""
    return bridge.tokens_of(symmetry.cells(Cells.of(tokens), puzzle.kind.flips, puzzle.kind.transposes))


def test_the_symmetries_are_eight_different_moves_of_the_corners() -> None:
    grid = Cells.of([["a", "b"], ["c", "d"], ["e", "f"]])
    images = [tuple(symmetry.cells(grid, {}, {})) for symmetry in SYMMETRIES]
    assert len(set(images)) == 8
    assert {len(image) for image in images} == {2, 3}


@pytest.mark.parametrize("kind", KINDS)
@given(seed=seeds, symmetry=symmetries)
@settings(max_examples=150, deadline=None)
def test_a_symmetry_maps_answers_to_answers(kind: str, seed: int, symmetry: Symmetry) -> None:
    plain = small(kind, seed)
    puzzle = bridge.puzzle_of(plain)
    image = puzzle.turned(symmetry)
    expected = {turned(puzzle, symmetry, tokens) for tokens in naive.answers(plain)}
    every = found(image)
    assert len(every) == len(expected)
    assert set(every) == expected
    assert not any(image.faults(Cells.of(tokens)) for tokens in expected)
    assert eyeline.solve(image).verdict is stated(len(expected))


@pytest.mark.parametrize("kind", KINDS)
@given(seed=seeds, symmetry=symmetries)
@settings(max_examples=100, deadline=None)
def test_a_symmetry_keeps_the_faults_of_a_filling(kind: str, seed: int, symmetry: Symmetry) -> None:
    rng = random.Random(seed)
    plain = small(kind, seed)
    puzzle = bridge.puzzle_of(plain)
    tokens = filling(rng, plain, 1.0)
    faults = puzzle.faults(Cells.of(tokens))
    image = puzzle.turned(symmetry).faults(Cells.of(turned(puzzle, symmetry, tokens)))
    # Rows become columns, boxes are renumbered: what stays is how many rules break, and in which cells.
    places = sorted(sorted(symmetry.cell(puzzle.grid, cell) for cell in fault.cells) for fault in faults)
    assert places == sorted(sorted(fault.cells) for fault in image)


# --- fewer clues ------------------------------------------------------------------------------------------------------


def eased(plain: naive.Puzzle) -> Iterator[naive.Puzzle]:
    """The puzzle with one printed thing less: each clue, given, total and group in turn."""
    for place in plain.clues:
        yield replace(plain, clues={p: clue for p, clue in plain.clues.items() if p != place})
    for r, c in naive.cells_of(plain.grid):
        if plain.grid[r][c] not in (".", *naive.MIRRORS):
            rows = [list(row) for row in plain.grid]
            rows[r][c] = "."
            yield replace(plain, grid=tuple(map(tuple, rows)))
    if isinstance(plain, naive.Maze):
        for monster in plain.totals:
            yield replace(plain, totals={m: total for m, total in plain.totals.items() if m != monster})
        for k in range(len(plain.same)):
            yield replace(plain, same=plain.same[:k] + plain.same[k + 1 :])


@pytest.mark.parametrize("kind", KINDS)
@given(seed=seeds)
@settings(max_examples=40, deadline=None)
def test_removing_a_clue_never_removes_an_answer(kind: str, seed: int) -> None:
    plain = small(kind, seed)
    before = set(found(bridge.puzzle_of(plain)))
    for easier in eased(plain):
        assert before <= set(found(bridge.puzzle_of(easier)))


# --- rows and rules ---------------------------------------------------------------------------------------------------


def looked_along(plain: naive.Puzzle, rule: naive.Rule, cells: list[naive.Cell]) -> list[naive.Rule]:
    """The rules that the rows of one reason are held against.

    The textbook's z says that nothing taller stands before a building. On a straight line that is "taller than all
    before" once no height stands twice, which its row or column sees to; so these two reasons go together.
    """
    if rule[0] == "clue" and isinstance(plain, naive.Towers) and len(cells) == len(plain.grid):
        rows, columns = {r for r, _ in cells}, {c for _, c in cells}
        if len(rows) == 1:
            return [rule, ("row", rows.pop())]
        if len(columns) == 1:
            return [rule, ("column", columns.pop())]
    return [rule]


def check_rows(plain: naive.Puzzle, model: Model, reason: Reason) -> None:
    """Hold the rows of a reason, with the background, against the rule: exactly the same fillings of its cells."""
    all_checks = {check.rule: check for check in naive.checks(plain)}
    check = all_checks[bridge.rule_of(reason)]
    cells = list(dict.fromkeys(check.cells))
    rules = looked_along(plain, check.rule, cells)
    values = naive.values(plain)
    numbers = {(tuple(cell), value): number for number, (cell, value) in model.facts.items()}
    choices = [{value: numbers[cell, value] for value in values} for cell in cells]
    mine = {number for choice in choices for number in choice.values()}

    # Background of other cells and other lines says nothing about these: no row may tie the two together.
    owned = [row for row in model.rows if row.reason is not None and bridge.rule_of(row.reason) in rules]
    background = [row for row in model.rows if row.reason is None]
    others = set(model.facts) - mine
    others |= {v for row in background if not others.isdisjoint(row.variables) for v in row.variables} - mine
    near = [row for row in background if others.isdisjoint(row.variables)]
    assert all(others.isdisjoint(row.variables) for row in owned), "a reason reaches beyond its cells"

    expected = set()
    for filling_ in itertools.product(values, repeat=len(cells)):
        rows = [list(row) for row in plain.grid]
        for (r, c), value in zip(cells, filling_, strict=True):
            rows[r][c] = value
        tokens = tuple(map(tuple, rows))
        if all(all_checks[rule].kept(tokens) for rule in rules):
            expected.add(filling_)
    assert naive_rows.solutions([*owned, *near], choices) == expected, (reason, plain)

    part = Model(list(model.names), {v: model.facts[v] for v in mine}, [*owned, *near])
    told = set()
    for outcome in ENGINES["sat"].load().run(Task("part", lambda: part), Limits(), Want.ANSWERS):
        if outcome.answer is not None:
            held = {tuple(cell): value for cell, value in outcome.answer}
            told.add(tuple(held[cell] for cell in cells))
    assert told == expected, (reason, plain)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_rows_of_a_clue_say_what_the_clue_says(n: int) -> None:
    rng = random.Random(n)
    for side, clue in itertools.product(Side, range(1, n + 2)):
        index = rng.randrange(n)
        plain = naive.Towers(((".",) * n,) * n, {(side.value, index): clue}, n)
        check_rows(plain, bridge.puzzle_of(plain).model(), Reason("clue", Port(side, index)))


@pytest.mark.parametrize("kind", KINDS)
@given(seed=seeds)
@settings(max_examples=60, deadline=None)
def test_the_rows_of_a_reason_say_what_the_rule_says(kind: str, seed: int) -> None:
    rng = random.Random(seed)
    plain = town(rng) if kind == "skyscrapers" else naive.random_maze(rng, most_free=5)
    model = bridge.puzzle_of(plain).model()
    reasons = model.reasons()
    assert {bridge.rule_of(reason) for reason in reasons} == {check.rule for check in naive.checks(plain)}
    for reason in rng.sample(reasons, min(4, len(reasons))):
        check_rows(plain, model, reason)


# --- faults -----------------------------------------------------------------------------------------------------------


def filling(rng: random.Random, plain: naive.Puzzle, share: float) -> naive.Tokens:
    """A random filling of that share of the cells, often near an answer; a given is changed now and then."""
    base = next(naive.answers(plain, rng), None) if rng.random() < 0.7 else None
    base = base or plain.grid
    values = naive.values(plain)
    noise = rng.choice((0.0, 0.1, 0.3))
    rows = [list(row) for row in plain.grid]
    for r, c in naive.cells_of(plain.grid):
        printed = plain.grid[r][c]
        if printed in naive.MIRRORS or (printed == "." and rng.random() >= share):
            continue
        rows[r][c] = rng.choice(values) if base[r][c] == "." or rng.random() < noise else base[r][c]
    return tuple(map(tuple, rows))


@pytest.mark.parametrize("kind", KINDS)
@given(seed=seeds)
@settings(max_examples=300, deadline=None)
def test_faults_of_a_full_grid_equal_the_naive_checker(kind: str, seed: int) -> None:
    plain = small(kind, seed)
    tokens = filling(random.Random(seed), plain, 1.0)
    faults = bridge.puzzle_of(plain).faults(Cells.of(tokens))
    assert {bridge.rule_of(fault.reason) for fault in faults} == naive.broken(plain, tokens)


def completions(plain: naive.Puzzle, tokens: naive.Tokens, cells: list[naive.Cell]) -> Iterator[naive.Tokens]:
    """The grid with the open ones among some cells filled in every way."""
    blanks = [(r, c) for r, c in dict.fromkeys(cells) if tokens[r][c] == "."]
    for values in itertools.product(naive.values(plain), repeat=len(blanks)):
        rows = [list(row) for row in tokens]
        for (r, c), value in zip(blanks, values, strict=True):
            rows[r][c] = value
        yield tuple(map(tuple, rows))


@pytest.mark.parametrize("kind", KINDS)
@given(seed=seeds)
@settings(max_examples=150, deadline=None)
def test_a_fault_of_a_partial_grid_is_certain(kind: str, seed: int) -> None:
    rng = random.Random(seed)
    plain = small(kind, seed)
    tokens = filling(rng, plain, rng.choice((0.4, 0.7, 0.9)))
    rules = {check.rule: check for check in naive.checks(plain)}
    for fault in bridge.puzzle_of(plain).faults(Cells.of(tokens)):
        check = rules[bridge.rule_of(fault.reason)]
        along = looked_along(plain, check.rule, list(dict.fromkeys(check.cells)))
        # A clue over heights that clash already is judged by the clue alone; the clash is a fault of its own.
        assert not any(
            check.kept(full) and all(rules[rule].kept(full) for rule in along[1:])
            for full in completions(plain, tokens, check.cells)
        ), (fault, plain, tokens)


@pytest.mark.parametrize("parks", [0, 1])
@pytest.mark.parametrize("sums", [False, True])
def test_a_straight_line_is_broken_when_no_filling_of_its_blanks_gives_the_clue(parks: int, sums: bool) -> None:
    n = 4
    tallest = n - parks
    heights = [str(h) for h in range(1, tallest + 1)]
    clues = range(1, 2 + (sum(range(tallest + 1)) if sums else tallest))
    plain = naive.Towers(((".",) * n,) * n, {}, tallest, sums=sums)
    puzzles = {clue: bridge.puzzle_of(replace(plain, clues={("left", 0): clue})) for clue in clues}
    for line in itertools.product((".", *naive.values(plain)), repeat=n):
        blanks = [i for i in range(n) if line[i] == "."]
        missing = [h for h in heights if h not in line] + ["0"] * (parks - line.count("0"))
        possible = set()
        for chosen in itertools.permutations(missing, len(blanks)):
            row = list(line)
            for i, token in zip(blanks, chosen, strict=True):
                row[i] = token
            possible.add(naive.seen_in_town(plain, (tuple(row), *plain.grid[1:]), ("left", 0)))
        for clue in clues:
            faults = puzzles[clue].faults(Cells.of((line, *plain.grid[1:])))
            assert (clue not in possible) == any(fault.reason.rule == "clue" for fault in faults), (line, clue)


@pytest.mark.parametrize("kind", KINDS)
@given(seed=seeds)
@settings(max_examples=150, deadline=None)
def test_a_bent_line_is_broken_when_no_filling_of_its_blanks_gives_the_clue(kind: str, seed: int) -> None:
    rng = random.Random(seed)
    if kind == "skyscrapers":
        variants = ("mirrors", *rng.sample(("parks", "sum"), rng.randrange(3)))
        plain: naive.Puzzle = naive.random_towers(rng, rng.choice((2, 3, 4)), variants)
    else:
        plain = naive.random_maze(rng)
    tokens = filling(rng, plain, rng.choice((0.4, 0.7, 0.9)))
    faults = {bridge.rule_of(fault.reason) for fault in bridge.puzzle_of(plain).faults(Cells.of(tokens))}
    for check in naive.checks(plain):
        if check.rule[0] == "clue":
            possible = any(check.kept(full) for full in completions(plain, tokens, check.cells))
            assert possible == (check.rule not in faults), (check.rule, plain, tokens)
