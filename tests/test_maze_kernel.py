"""The kernel for haunted mazes: against brute force and the clauses, interrupted at every step, compiled and not."""

from __future__ import annotations

import functools
import itertools
import random
import time
from collections import Counter
from collections.abc import Iterator

import pytest

import bridge
import eyeline
import naive
import shared
import uncompiled
from eyeline.arrays import MazeArrays
from eyeline.engine import Cancel, Limits, Want
from eyeline.engines.auto import Auto, Cascade, Stage
from eyeline.kernels import maze
from eyeline.kernels.outcome import EXHAUSTED, PAUSED, UNLIMITED
from eyeline.sheet import Cells, Clues, Sheet

CHUNKS, CHUNK = 8, 150


def drawn(seed: int) -> naive.Maze:
    return naive.random_maze(random.Random(seed))


@functools.cache
def known(seed: int) -> frozenset[naive.Tokens]:
    return frozenset(naive.answers(drawn(seed)))


def arrays(plain: naive.Maze) -> MazeArrays:
    built = bridge.puzzle_of(plain).task().arrays
    assert isinstance(built, MazeArrays)
    return built


def found(
    plain: naive.Maze, steps: int = UNLIMITED, nodes: int | None = None, room: int = 64
) -> Iterator[naive.Tokens]:
    """Every answer, by a search that is interrupted after so many steps, nodes or answers."""
    search = maze.Search(arrays(plain), room)
    outcome = PAUSED
    while outcome != EXHAUSTED:
        outcome = search.advance(steps, UNLIMITED if nodes is None else search.nodes + nodes)
        for answer in search.answers():
            grid = [list(row) for row in plain.grid]
            for i, owner in enumerate(search.owners):
                if owner >= 0:
                    grid[i // len(grid[0])][i % len(grid[0])] = "VGZ"[answer[owner]]
            yield tuple(map(tuple, grid))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_all_answers_are_those_of_brute_force(chunk: int) -> None:
    for seed in range(chunk * CHUNK, chunk * CHUNK + CHUNK):
        answers = list(found(drawn(seed)))
        assert len(answers) == len(set(answers)), seed
        assert set(answers) == known(seed), seed


def test_the_random_mazes_are_of_every_sort() -> None:
    mazes = [drawn(seed) for seed in range(CHUNKS * CHUNK)]
    counts = Counter(min(len(known(seed)), 2) for seed in range(len(mazes)))
    assert all(counts[number] >= 100 for number in (0, 1, 2)), counts
    assert sum(bool(plain.same) for plain in mazes) >= 50
    lines = [naive.trace(plain.grid, place) for plain in mazes for place in plain.clues]
    assert any(len({cell for cell, _ in line}) < len(line) for line in lines)


@pytest.mark.parametrize("seed", range(60))
def test_an_interrupted_search_finds_the_same_answers_in_the_same_order(seed: int) -> None:
    plain = drawn(seed)
    answers = list(itertools.islice(found(plain), 300))
    for steps, nodes, room in ((1, None, 64), (UNLIMITED, 1, 64), (UNLIMITED, None, 1), (3, 2, 1)):
        assert list(itertools.islice(found(plain, steps, nodes, room), 300)) == answers


def planted(seed: int, size: int, share: float, clues: float = 1.0, spoil: bool = False) -> naive.Maze:
    """A maze of any size around a random answer, with this share of its clues."""
    rng = random.Random(seed)
    answer = tuple(
        tuple(rng.choice(naive.MIRRORS) if rng.random() < share else rng.choice("VGZ") for _ in range(size))
        for _ in range(size)
    )
    grid = tuple(tuple(token if token in naive.MIRRORS else "." for token in row) for row in answer)
    blank = naive.Maze(grid, {})
    held = [token for row in answer for token in row]
    seen = {p: naive.seen_in_maze(blank, answer, p) for p in naive.places(grid) if rng.random() < clues}
    if spoil:
        place = rng.choice(list(seen))
        seen[place] += 1
    totals = {monster: held.count(monster) for monster in "VGZ"}
    return naive.Maze(grid, seen, totals)


def test_the_clauses_agree() -> None:
    verdicts: Counter[str] = Counter()
    for seed in range(60):
        plain = planted(seed, 4 + seed % 3, (0.3, 0.5)[seed % 2], (1.0, 0.8)[seed % 5 == 0], spoil=seed % 4 == 0)
        puzzle = bridge.puzzle_of(plain)
        limits = Limits(answers=30)
        mine = eyeline.count(puzzle, engine="kernel", limits=limits)
        assert mine == eyeline.count(puzzle, engine="sat", limits=limits), seed
        verdicts[("none", "one")[mine.n] if mine.n < 2 else "many"] += 1
    assert min(verdicts[verdict] for verdict in ("none", "one", "many")) >= 3, verdicts


@pytest.mark.parametrize(("size", "share"), [(9, 0.2), (10, 0.5), (14, 0.35), (20, 0.5)])
def test_long_paths_keep_the_rules(size: int, share: float) -> None:
    for seed in range(3):
        puzzle = bridge.puzzle_of(planted(seed, size, share))
        limits = Limits(nodes=3000, answers=20)
        for cells in eyeline.answers(puzzle, engine="kernel", limits=limits):
            assert not puzzle.faults(cells)


@pytest.mark.parametrize("seed", range(3))
def test_a_large_maze_gets_its_verdict(seed: int) -> None:
    puzzle = bridge.puzzle_of(planted(seed, 14, 0.5))
    answer = eyeline.solve(puzzle, limits=Limits(seconds=60))
    assert answer.verdict == "many"
    assert answer.cells is not None
    assert answer.other is not None
    assert not puzzle.faults(answer.cells)
    assert not puzzle.faults(answer.other)


@shared.needs_corpora
def test_the_corpus_has_one_answer_each() -> None:
    for size in ("4x4dt", "5x5dt", "7x7dt"):
        for line in shared.lines(f"haunted/tatham-{size}.ids"):
            assert eyeline.solve(eyeline.read(line), engine="kernel").verdict == "one"
    for line in shared.lines("haunted/many-answers.ids"):
        assert eyeline.solve(eyeline.read(line), engine="kernel").verdict == "many"


def blank(n: int) -> eyeline.Puzzle:
    return eyeline.puzzles.puzzle(Sheet("haunted", Cells.blank(n, n), Clues.blank(Cells.blank(n, n).grid)))


def test_limits_are_kept() -> None:
    solve = functools.partial(eyeline.solve, engine="kernel")
    assert eyeline.count(blank(2), engine="kernel") == (81, True)
    assert eyeline.count(blank(2), engine="kernel", limits=Limits(answers=81)) == (81, True)
    assert eyeline.count(blank(2), engine="kernel", limits=Limits(answers=10)) == (10, False)
    assert len(list(eyeline.answers(blank(5), engine="kernel", limits=Limits(answers=200)))) == 200
    assert solve(blank(5), limits=Limits(nodes=0)).verdict == "unknown"
    assert solve(blank(5), limits=Limits(answers=0)).verdict == "unknown"
    assert solve(blank(5), first=True).verdict == "some"
    assert solve(blank(5)).verdict == "many"
    cancel = Cancel()
    cancel.set()
    assert solve(blank(5), limits=Limits(cancel=cancel)).verdict == "unknown"
    started = time.perf_counter()
    assert not eyeline.count(blank(9), engine="kernel", limits=Limits(seconds=0.3, answers=10**9)).exact
    assert time.perf_counter() - started < 5


def test_mazes_of_mirrors_alone() -> None:
    for clue, verdict in ((0, "one"), (1, "none")):
        plain = naive.Maze((("/", "\\"),), {("left", 0): clue})
        assert eyeline.solve(bridge.puzzle_of(plain), engine="kernel").verdict == verdict


def test_a_position_holds_in_every_answer() -> None:
    position = eyeline.Position({eyeline.Cell(1, 0): "G"})
    answers = list(eyeline.answers(blank(2), engine="kernel", position=position))
    assert len(answers) == 27
    assert all(cells[eyeline.Cell(1, 0)] == "G" for cells in answers)


@pytest.mark.parametrize("nodes", [0, 1, 2])
def test_a_cascade_says_the_same_wherever_it_changes_engines(nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    cascade = Cascade("haunted", (Stage("kernel", nodes), Stage("sat")))
    monkeypatch.setattr("eyeline.engines.auto.CASCADES", (cascade,))
    engines = set()
    for seed in range(60):
        puzzle = bridge.puzzle_of(drawn(seed))
        answers = [bridge.tokens_of(cells) for cells in eyeline.answers(puzzle)]
        assert len(answers) == len(set(answers)), seed
        assert set(answers) == known(seed), seed
        assert eyeline.count(puzzle) == (len(known(seed)), True)
        answer = eyeline.solve(puzzle)
        assert answer.verdict == ("none", "one", "many")[min(2, len(known(seed)))], seed
        engines.add(answer.engine)
        few = list(eyeline.answers(puzzle, limits=Limits(answers=3)))
        assert len(few) == min(3, len(known(seed)))
    assert engines == {"kernel", "sat"}
    hard = bridge.puzzle_of(planted(1, 6, 0.3))
    assert eyeline.solve(hard, limits=Limits(nodes=0)).verdict == "unknown"
    assert list(Auto().run(hard.task(), Limits(seconds=0), Want.COUNT))[-1].count == 0


PROGRAM = """
import test_maze_kernel
for seed in range(150):
    assert set(test_maze_kernel.found(test_maze_kernel.drawn(seed), 7)) == set(test_maze_kernel.known(seed)), seed
"""


@pytest.mark.parametrize("way", uncompiled.WAYS)
def test_uncompiled_it_does_the_same(way: str) -> None:
    uncompiled.run(PROGRAM, way)
