"""Kernels and clauses agree on random puzzles of every sort: verdicts and answers, budgets and pauses.

A few hundred of each kind in the ordinary run, 20,000 with ``-m long``: half an hour on one core, most of it spent by
the clauses.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

import bridge
import eyeline
import naive
import test_beams_kernel
import test_latin
from eyeline.arrays import LineArrays, MazeArrays, RoomArrays
from eyeline.engine import Limits
from eyeline.kernels import beams, city, maze
from eyeline.kernels.outcome import ENOUGH, EXHAUSTED, FULL
from eyeline.many import solve_all
from eyeline.sheet import Cells, Sheet

CHUNKS, CHUNK = 3, 90
LONG = 20_000
#: Half of the towns have been told by brute force; the others are larger.
LARGER = (4, 5, 5, 6, 7)


def town(seed: int) -> eyeline.Puzzle:
    """A town with up to two variants, blank clues and givens; one in three is spoilt by a wrong clue."""
    if seed % 2:
        return bridge.puzzle_of(test_latin.town(seed))
    rng = random.Random(seed)
    variants = tuple(rng.sample(("parks", "diagonals", "boxes", "sum", "mirrors"), rng.choice((0, 0, 1, 1, 2))))
    plain, _ = test_latin.planted(
        rng, rng.choice(LARGER), variants, rng.choice((0.0, 0.15, 0.3, 0.5)), rng.choice((1.0, 0.9, 0.7, 0.5))
    )
    if plain.clues and rng.random() < 0.45:
        place = rng.choice(list(plain.clues))
        least = 0 if "mirrors" in variants else 1
        clue = max(least, plain.clues[place] + rng.choice((-1, 1)))
        plain = replace(plain, clues={**plain.clues, place: clue})
    return bridge.puzzle_of(plain)


def haunted(seed: int) -> eyeline.Puzzle:
    """A maze with blank clues, missing totals, groups and givens."""
    return bridge.puzzle_of(naive.random_maze(random.Random(seed), 16 if seed % 2 else 8))


def room(seed: int) -> eyeline.Puzzle:
    """A room."""
    return eyeline.puzzles.puzzle(Sheet("beams", Cells.of(test_beams_kernel.drawn(seed))))


MAKERS = {"skyscrapers": town, "haunted": haunted, "beams": room}


def found_in_slices(arrays: object, rng: random.Random) -> tuple[list[bytes], bool]:
    """At most two answers, and whether they are all, by a search that stops for steps, for nodes and for answers."""
    answers: list[bytes] = []
    if isinstance(arrays, RoomArrays):
        pack = beams.Rooms([arrays])
        while not pack.advance(1):
            pass
        (decision,) = pack.decisions()
        return list(decision.answers), decision.exhausted
    assert isinstance(arrays, (LineArrays, MazeArrays))
    search = city.Search(arrays) if isinstance(arrays, LineArrays) else maze.Search(arrays)
    nodes = 0
    while len(answers) < 2:
        outcome = search.advance(rng.choice((1, 2, 9, 100)), nodes, 1)
        answers += search.answers()
        if outcome == EXHAUSTED:
            return answers, True
        if outcome == ENOUGH:
            assert search.nodes == nodes
            nodes += rng.choice((1, 2, 10))
        assert outcome != FULL or search.found == len(answers)
    return answers, False


def grids(puzzle: eyeline.Puzzle, arrays: object, answers: list[bytes]) -> Iterator[Cells]:
    """The answers of a search as grids."""
    for answer in answers:
        facts = []
        if isinstance(arrays, LineArrays):
            facts = [
                eyeline.Fact(cell, arrays.plan.values[value])
                for cell, value in zip(arrays.plan.cells, answer, strict=True)
            ]
        elif isinstance(arrays, MazeArrays):
            owners = maze.Search(arrays).owners
            where = [(puzzle.grid.cell(i), owner) for i, owner in enumerate(owners) if owner >= 0]
            facts = [eyeline.Fact(cell, "VGZ"[answer[owner]]) for cell, owner in where]
        else:
            facts = [eyeline.Fact(puzzle.grid.cell(i), ".#/\\+-|"[code]) for i, code in enumerate(answer)]
        yield puzzle.sheet.cells.filled(facts)


def agree(make: Callable[[int], eyeline.Puzzle], seeds: range) -> Counter[str]:
    """Hold the kernels against the clauses on these puzzles; return the verdicts."""
    seen: Counter[str] = Counter()
    puzzles = [make(seed) for seed in seeds]
    for seed, puzzle, packed in zip(seeds, puzzles, solve_all(puzzles, engine="kernel"), strict=True):
        rng = random.Random(seed)
        assert isinstance(packed, eyeline.Answer)
        others = [eyeline.solve(puzzle, engine="sat")]
        if puzzle.kind.name == "beams":
            others.append(eyeline.solve(puzzle, engine="2sat"))
        for other in others:
            assert other.verdict == packed.verdict, (seed, other.engine)
            assert packed.verdict != "one" or other.cells == packed.cells, (seed, other.engine)
        given = [cells for cells in (packed.cells, packed.other) if cells is not None]
        assert not any(puzzle.faults(cells) for cells in given), seed
        arrays = puzzle.task().arrays
        answers, exhausted = found_in_slices(arrays, rng)
        assert list(grids(puzzle, arrays, answers)) == given, seed
        assert exhausted == (packed.verdict != "many"), seed
        # What a limit leaves is a part of the truth.
        nodes = rng.choice((0, 1, 2, 5))
        cut = eyeline.solve(puzzle, engine="kernel", limits=Limits(nodes=nodes))
        assert cut.verdict in ("unknown", packed.verdict), seed
        left = [cells for cells in (cut.cells, cut.other) if cells is not None]
        assert left == given[: len(left)], seed
        assert eyeline.solve(puzzle, engine="kernel", first=True).cells == packed.cells, seed
        seen[packed.verdict.value] += 1
    return seen


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_kernel_and_clauses_agree(kind: str, chunk: int) -> None:
    seen = agree(MAKERS[kind], range(chunk * CHUNK, chunk * CHUNK + CHUNK))
    assert min(seen[verdict] for verdict in ("none", "one", "many")) >= 0.12 * CHUNK, seen


@pytest.mark.long
@pytest.mark.parametrize("kind", MAKERS)
def test_kernel_and_clauses_agree_at_length(kind: str) -> None:
    seen: Counter[str] = Counter()
    for start in range(100_000, 100_000 + LONG, 500):
        seen += agree(MAKERS[kind], range(start, start + 500))
    print(kind, dict(seen))  # noqa: T201
    assert seen.total() == LONG
    assert min(seen[verdict] for verdict in ("none", "one", "many")) >= 0.15 * LONG, seen


def test_the_random_puzzles_are_of_every_sort() -> None:
    towns = [town(seed) for seed in range(CHUNKS * CHUNK)]
    cities = [puzzle.task().city for puzzle in towns]
    assert any(lines.plan.summed for lines in cities)
    assert any(lines.plan.parks for lines in cities)
    assert any(lines.sights for lines in cities)
    assert any(puzzle.sheet.notes.diagonals for puzzle in towns)
    assert any(puzzle.sheet.notes.boxes for puzzle in towns)
    assert any(puzzle.sheet.notes.regions for puzzle in towns)
    assert any(None in puzzle.sheet.clues.top for puzzle in towns)
    assert any(len(puzzle.open_cells()) < len(lines.plan.cells) for puzzle, lines in zip(towns, cities, strict=True))
    mazes = [haunted(seed).sheet for seed in range(CHUNKS * CHUNK)]
    assert any(sheet.notes.same for sheet in mazes)
    assert any(None in sheet.notes.totals for sheet in mazes)
    assert any(sheet.rows != sheet.cols for sheet in mazes)
