"""The kernel for rooms of beams: against brute force and 2sat, interrupted at every step, compiled and not."""

from __future__ import annotations

import functools
import random
from collections import Counter

import pytest

import eyeline
import naive_beams as naive
import uncompiled
from eyeline.arrays import ROOM_TOKENS, RoomArrays
from eyeline.engine import Cancel, Limits
from eyeline.errors import Unable
from eyeline.kernels.beams import MOST_CELLS, decided
from eyeline.sheet import Cells, Sheet
from test_beams import HAND, beams

EVERYTHING = 1 << 40
GENERATORS = (naive.random_room, naive.planted_room, naive.crossed_room)
CHUNKS, CHUNK = 8, 300


def drawn(seed: int) -> naive.Room:
    rng = random.Random(seed)
    return rng.choice(GENERATORS)(rng)


def arrays(room: naive.Room) -> RoomArrays:
    return RoomArrays(len(room), len(room[0]), bytes(ROOM_TOKENS.index(token) for row in room for token in row))


def run(room: RoomArrays, steps: int = EVERYTHING, most: int = 2) -> tuple[list[tuple[str, ...]], bool]:
    """The answers, and whether these are known to be all, by a search that pauses after so many steps."""
    search = decided(room, most)
    answers: list[tuple[str, ...]] = []
    next(search)
    while True:
        try:
            codes = search.send(steps)
        except StopIteration as end:
            return answers, end.value
        if codes is not None:
            text = "".join(ROOM_TOKENS[code] for code in codes)
            answers.append(tuple(text[i : i + room.cols] for i in range(0, len(text), room.cols)))


def apart(one: naive.Room, other: naive.Room) -> int:
    return sum(a != b for a, b in zip("".join(one), "".join(other), strict=True))


def check(room: naive.Room, steps: int = EVERYTHING) -> int:
    """Hold what the kernel says of a room against brute force; return the number of its answers, 2 for several."""
    expected = set(naive.answers(room))
    answers, complete = run(arrays(room), steps)
    assert len(set(answers)) == len(answers) == min(2, len(expected)), room
    assert set(answers) <= expected, room
    assert complete == (len(expected) < 2), room
    if len(answers) == 2:
        first, second = answers
        assert apart(first, second) == min(apart(first, other) for other in expected if other != first), room
    return len(answers)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_verdict_is_that_of_brute_force(chunk: int) -> None:
    seen = Counter(check(drawn(seed)) for seed in range(chunk * CHUNK, chunk * CHUNK + CHUNK))
    assert all(seen[number] >= 30 for number in (0, 1, 2)), seen


@pytest.mark.parametrize("room", [room for room, _ in HAND.values()], ids=HAND)
def test_rooms_by_hand(room: tuple[str, ...]) -> None:
    check(room)


@pytest.mark.parametrize("steps", [1, 2, 7])
def test_pauses_change_nothing(steps: int) -> None:
    for seed in range(150):
        room = arrays(drawn(seed))
        assert run(room, steps) == run(room)
        answers, complete = run(room, steps, most=1)
        assert answers == run(room)[0][:1]
        assert not complete or not answers


def wide(seed: int, size: int) -> naive.Room:
    """A room too large for brute force: one shooter a row and a column, some walls and mirrors, nothing dark."""
    rng = random.Random(seed)
    room = [["#" if rng.random() < 0.05 else "." for _ in range(size)] for _ in range(size)]
    for _ in range(rng.randrange(size)):
        room[rng.randrange(size)][rng.randrange(size)] = rng.choice("/\\")
    for r, c in enumerate(rng.sample(range(size), size)):
        room[r][c] = rng.choice("+++-|")
    plain = tuple(map("".join, room))
    return naive.turned(plain, dict.fromkeys(naive.dark(plain), "#"))


def test_2sat_agrees() -> None:
    seen: Counter[str] = Counter()
    for seed in range(200):
        room = wide(seed, 12) if seed % 2 else naive.planted_room(random.Random(seed), 60)
        puzzle = beams(room)
        mine, theirs = eyeline.solve(puzzle, engine="kernel"), eyeline.solve(puzzle, engine="2sat")
        assert mine.verdict == theirs.verdict, room
        assert len(mine.differ) == len(theirs.differ), room
        for cells in (mine.cells, mine.other):
            assert cells is None or not puzzle.faults(cells), room
        assert eyeline.count(puzzle, engine="kernel") == eyeline.count(puzzle, engine="2sat")
        seen[mine.verdict.value] += 1
    assert min(seen[verdict] for verdict in ("none", "one", "many")) >= 5, seen


def test_shooters_that_are_turned_already_stay() -> None:
    puzzle = beams(("+.+", "..."))
    position = eyeline.Position({eyeline.Cell(0, 0): "|", eyeline.Cell(0, 2): "|"})
    assert eyeline.solve(puzzle, engine="kernel").verdict == eyeline.solve(puzzle, engine="2sat").verdict
    answer = eyeline.solve(beams((".+.", ".#.")), engine="kernel", position=None)
    assert answer.verdict == "none"
    assert eyeline.solve(puzzle, engine="kernel", position=position).verdict == "none"


def test_limits_are_kept() -> None:
    large = eyeline.puzzles.puzzle(Sheet("beams", Cells.of(wide(1, 30))))
    solve = functools.partial(eyeline.solve, engine="kernel")
    assert solve(large, limits=Limits(answers=0)).verdict == "unknown"
    assert solve(large, limits=Limits(seconds=0)).verdict == "unknown"
    cancel = Cancel()
    cancel.set()
    assert solve(large, limits=Limits(cancel=cancel)).verdict == "unknown"
    one = beams(("+.", ".#"))
    assert solve(one).verdict == eyeline.solve(one, engine="2sat").verdict
    many = beams(("+#", "#+"))
    assert solve(many).verdict == "many"
    assert solve(many, first=True).verdict == "some"
    assert len(list(eyeline.answers(many, engine="kernel"))) == 4


def test_what_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_CELLS == 1 << 29
    monkeypatch.setattr("eyeline.kernels.beams.MOST_CELLS", 3)
    with pytest.raises(Unable, match="at most 3 cells, not 4"):
        eyeline.solve(beams(("+#", "#+")), engine="kernel")


PROGRAM = """
import test_beams_kernel
for seed in range(150):
    test_beams_kernel.check(test_beams_kernel.drawn(seed), 1 + seed % 9)
test_beams_kernel.test_2sat_agrees()
"""


@pytest.mark.parametrize("way", uncompiled.WAYS)
def test_uncompiled_it_does_the_same(way: str) -> None:
    uncompiled.run(PROGRAM, way)
