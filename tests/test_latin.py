"""The kernel for cities: against brute force and the clauses, interrupted at every step, compiled and not."""

from __future__ import annotations

import functools
import itertools
import random
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

import bridge
import eyeline
import naive
import shared
import uncompiled
from eyeline.arrays import LineArrays
from eyeline.engine import Cancel, Limits
from eyeline.errors import Unable
from eyeline.grid import Port, Side
from eyeline.kernels import city, tabled
from eyeline.kernels.outcome import EXHAUSTED, PAUSED, UNLIMITED
from eyeline.sheet import Cells, Clues, Notes, Sheet

NO_LIMITS = Limits()
KERNELS = ("tabled", "latin")
CHUNKS, CHUNK = 8, 40


def town(seed: int) -> naive.Towers:
    """A random town that brute force can search, with up to two variants."""
    rng = random.Random(seed)
    variants = tuple(rng.sample(naive.VARIANTS, rng.choice((0, 0, 1, 1, 1, 2, 2))))
    if {"boxes", "regions"} <= set(variants):
        variants = variants[:1]
    sizes = (4,) if "diagonals" in variants else (3, 4, 4) if variants else (1, 2, 3, 4, 4)
    return naive.random_towers(rng, rng.choice(sizes), variants)


def arrays(plain: naive.Towers) -> LineArrays:
    return bridge.puzzle_of(plain).task().city


def shown(plain: naive.Towers, lines: LineArrays, answer: bytes) -> naive.Tokens:
    """The grid of an answer."""
    grid = [list(row) for row in plain.grid]
    for (row, col), value in zip(lines.plan.cells, answer, strict=True):
        grid[row][col] = lines.plan.values[value]
    return tuple(map(tuple, grid))


def found(lines: LineArrays, steps: int = UNLIMITED, nodes: int | None = None, room: int = 64) -> Iterator[bytes]:
    """Every answer, by a search that is interrupted after so many steps, nodes or answers."""
    search = city.Search(lines, room)
    outcome = PAUSED
    while outcome != EXHAUSTED:
        outcome = search.advance(steps, UNLIMITED if nodes is None else search.nodes + nodes)
        yield from search.answers()


@pytest.fixture(params=KERNELS)
def kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Send all cities that can be tabulated to one of the kernels."""
    if request.param == "latin":
        monkeypatch.setattr(tabled, "LONGEST", 0)
    city.kernel_for.cache_clear()
    yield request.param
    city.kernel_for.cache_clear()


@functools.cache
def known(seed: int) -> frozenset[naive.Tokens]:
    return frozenset(naive.answers(town(seed)))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_all_answers_are_those_of_brute_force(kernel: str, chunk: int) -> None:
    for seed in range(chunk * CHUNK, chunk * CHUNK + CHUNK):
        plain = town(seed)
        lines = arrays(plain)
        answers = [shown(plain, lines, answer) for answer in found(lines)]
        assert len(answers) == len(set(answers)), seed
        assert set(answers) == known(seed), seed


def test_the_random_towns_are_of_every_sort() -> None:
    towns = [town(seed) for seed in range(CHUNKS * CHUNK)]
    assert {min(len(known(seed)), 2) for seed in range(CHUNKS * CHUNK)} == {0, 1, 2}
    assert any(arrays(plain).sights for plain in towns)
    assert any(arrays(plain).plan.units for plain in towns)
    assert any(arrays(plain).plan.parks and arrays(plain).plan.summed for plain in towns)
    assert any(len(arrays(plain).plan.lines) > 2 * len(plain.grid) for plain in towns)


@pytest.mark.parametrize("seed", range(60))
def test_an_interrupted_search_finds_the_same_answers_in_the_same_order(kernel: str, seed: int) -> None:
    lines = arrays(town(seed))
    answers = list(itertools.islice(found(lines), 300))
    for steps, nodes, room in ((1, None, 64), (UNLIMITED, 1, 64), (UNLIMITED, None, 1), (3, 2, 1)):
        assert list(itertools.islice(found(lines, steps, nodes, room), 300)) == answers


def test_the_kernels_agree_where_brute_force_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(80):
        rng = random.Random(seed)
        n = rng.choice((5, 6, 7))
        variants = tuple(rng.sample(("parks", "diagonals", "sum"), rng.choice((0, 0, 1, 2))))
        lines = arrays(planted(rng, n, variants, givens=0.3)[0])
        both = []
        for longest in (7, 0):
            monkeypatch.setattr(tabled, "LONGEST", longest)
            city.kernel_for.cache_clear()
            search = city.Search(lines, 2000)
            outcome = search.advance()
            both.append((outcome, sorted(search.answers()) if outcome == EXHAUSTED else None))
        city.kernel_for.cache_clear()
        assert both[0] == both[1], seed


def planted(
    rng: random.Random, n: int, variants: tuple[str, ...] = (), givens: float = 0.0, clues: float = 1.0
) -> tuple[naive.Towers, naive.Tokens]:
    """A town of any size around a random answer, with this share of its givens and clues, and the answer."""
    blank, answer = filled(rng, n, variants)
    grid = tuple(
        tuple(token if token in naive.MIRRORS or rng.random() < givens else "." for token in row) for row in answer
    )
    seen = {place: naive.seen_in_town(blank, answer, place) for place in naive.places(grid) if rng.random() < clues}
    return replace(blank, grid=grid, clues=seen), answer


def filled(rng: random.Random, n: int, variants: tuple[str, ...]) -> tuple[naive.Towers, naive.Tokens]:
    """A town of any size without clues, and a random answer, found by the kernel from a few random heights."""
    while True:
        grid = [["."] * n for _ in range(n)]
        mirrors = rng.sample(range(n), n) if "mirrors" in variants else []
        for r, c in enumerate(mirrors):
            grid[r][c] = rng.choice(naive.MIRRORS)
        tallest = n - bool(mirrors)
        tallest -= rng.randint(1, min(3, tallest - 2)) if "parks" in variants else 0
        plain = naive.Towers(
            grid=tuple(map(tuple, grid)),
            clues={},
            tallest=tallest,
            diagonals="diagonals" in variants,
            boxes=next((a, n // a) for a in (3, 2, 1) if n % a == 0) if "boxes" in variants else None,
            sums="sum" in variants,
        )
        for r, c in rng.sample([(r, c) for r, c in naive.cells_of(plain.grid) if grid[r][c] == "."], 3):
            grid[r][c] = str(rng.randint(1, tallest))
        lines = arrays(replace(plain, grid=tuple(map(tuple, grid))))
        search = city.Search(lines, 1)
        search.advance(nodes=2000)
        for answer in search.answers():
            return plain, shown(plain, lines, answer)


@pytest.mark.parametrize(
    ("n", "variants"),
    [
        (8, ()),
        (9, ("sum",)),
        (9, ("parks",)),
        (9, ("boxes", "diagonals")),
        (11, ("sum",)),
        (12, ("sum", "parks")),
        (12, ()),
        (16, ()),
        (16, ("sum",)),
        (16, ("parks", "diagonals")),
        (8, ("mirrors",)),
        (13, ("mirrors", "sum")),
        (16, ("mirrors", "parks")),
    ],
)
def test_a_planted_answer_is_found_and_every_answer_keeps_the_rules(n: int, variants: tuple[str, ...]) -> None:
    for seed in range(4):
        plain, answer = planted(random.Random(seed), n, variants, givens=0.6)
        puzzle = bridge.puzzle_of(plain)
        answers = list(itertools.islice(eyeline.answers(puzzle, engine="kernel", limits=Limits(seconds=60)), 2000))
        assert all(not puzzle.faults(cells) for cells in answers[:50])
        assert len(set(answers)) == len(answers)
        if len(answers) < 2000:
            assert answer in {bridge.tokens_of(cells) for cells in answers}


def test_the_clauses_agree() -> None:
    pytest.importorskip("eyeline.engines.sat")
    for seed in range(150):
        rng = random.Random(seed)
        variants = tuple(rng.sample(("parks", "diagonals", "sum", "mirrors"), rng.choice((0, 1, 1, 2))))
        plain, _ = planted(rng, rng.choice((5, 6, 7, 8)), variants, givens=0.25, clues=0.8)
        if rng.random() < 0.3 and plain.clues:
            place = rng.choice(list(plain.clues))
            plain = replace(plain, clues={**plain.clues, place: plain.clues[place] + 1})
        puzzle = bridge.puzzle_of(plain)
        kernel, sat = (eyeline.count(puzzle, engine=engine, limits=Limits(answers=30)) for engine in ("kernel", "sat"))
        assert kernel == sat, seed


@pytest.mark.parametrize("size", [4, 9])
def test_a_pack_decides_like_one_by_one(size: int) -> None:
    cities = [arrays(planted(random.Random(seed), size, givens=0.35, clues=0.6)[0]) for seed in range(30)]
    # A clue that cannot be, and a cell without a value.
    cities.append(replace_clue(cities[0], size + 1))
    cities.append(replace(cities[1], domains=(0, *cities[1].domains[1:])))
    for steps in (UNLIMITED, 1, 50):
        pack = city.Cities(cities)
        while not pack.advance(steps):
            assert pack.done < len(cities)
        decisions = pack.decisions()
        for lines, decision in zip(cities, decisions, strict=True):
            search = city.Search(lines)
            outcome = search.advance(room=2)
            assert decision == (tuple(search.answers()), outcome == EXHAUSTED)
    assert not decisions[30].answers
    assert not decisions[31].answers


def replace_clue(lines: LineArrays, clue: int) -> LineArrays:
    return replace(lines, near=(clue, *lines.near[1:]))


@shared.needs_corpora
def test_the_counts_of_the_corpus() -> None:
    for line in shared.lines("skyscrapers/counts-7x7.tsv"):
        clues, count = line.split("\t")
        numbers = list(map(int, clues.split()))
        sides = [tuple(numbers[i : i + 7]) for i in range(0, 28, 7)]
        puzzle = eyeline.puzzles.puzzle(Sheet("skyscrapers", Cells.blank(7, 7), Clues(*sides)))
        assert eyeline.count(puzzle, engine="kernel") == (int(count), True)


def blank(n: int) -> eyeline.Puzzle:
    return eyeline.puzzles.puzzle(Sheet("skyscrapers", Cells.blank(n, n), Clues.blank(Cells.blank(n, n).grid)))


def test_mirrors_without_clues() -> None:
    plain = naive.Towers((("/", ".", "."), (".", "\\", "."), (".", ".", "/")), {}, 2)
    lines = arrays(plain)
    assert {shown(plain, lines, answer) for answer in found(lines)} == set(naive.answers(plain))


def test_limits_are_kept() -> None:
    def verdict(limits: Limits = NO_LIMITS, first: bool = False) -> str:
        return eyeline.solve(blank(9), engine="kernel", limits=limits, first=first).verdict

    assert eyeline.count(blank(4), engine="kernel") == (576, True)
    assert eyeline.count(blank(4), engine="kernel", limits=Limits(answers=576)) == (576, True)
    assert eyeline.count(blank(4), engine="kernel", limits=Limits(answers=100)) == (100, False)
    assert len(list(eyeline.answers(blank(7), engine="kernel", limits=Limits(answers=200)))) == 200
    assert verdict(Limits(nodes=0)) == "unknown"
    assert verdict(Limits(answers=0)) == "unknown"
    assert verdict(first=True) == "some"
    assert verdict() == "many"
    cancel = Cancel()
    cancel.set()
    assert verdict(Limits(cancel=cancel)) == "unknown"
    started = time.perf_counter()
    assert not eyeline.count(blank(8), engine="kernel", limits=Limits(seconds=0.3, answers=10**9)).exact
    assert time.perf_counter() - started < 5


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(Unable, match="at most 16 cells, not 17"):
        eyeline.solve(blank(17), engine="kernel")


def test_a_position_holds_in_every_answer() -> None:
    puzzle = blank(4)
    position = eyeline.Position({eyeline.Cell(1, 2): "3"})
    for cells in eyeline.answers(puzzle, engine="kernel", position=position):
        assert cells[eyeline.Cell(1, 2)] == "3"


def test_clues_are_read_from_the_right_ends() -> None:
    grid = Cells.blank(3, 3).grid
    clues = {Port(Side.LEFT, 0): 3, Port(Side.BOTTOM, 0): 1}
    puzzle = eyeline.puzzles.puzzle(Sheet("skyscrapers", Cells.blank(3, 3), Clues.of(grid, clues), Notes()))
    assert [tuple(cells) for cells in eyeline.answers(puzzle, engine="kernel")] == [
        (("1", "2", "3"), ("2", "3", "1"), ("3", "1", "2"))
    ]


PROGRAM = """
import test_latin
from eyeline.kernels import city, tabled
for longest in (7, 0):
    tabled.LONGEST = longest
    city.kernel_for.cache_clear()
    for seed in range(40):
        plain = test_latin.town(seed)
        lines = test_latin.arrays(plain)
        answers = {test_latin.shown(plain, lines, answer) for answer in test_latin.found(lines, 7)}
        assert answers == set(test_latin.known(seed)), seed
test_latin.test_a_pack_decides_like_one_by_one(4)
"""


@pytest.mark.parametrize("way", uncompiled.WAYS)
def test_uncompiled_it_does_the_same(way: str) -> None:
    uncompiled.run(PROGRAM, way)
