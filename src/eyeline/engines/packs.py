"""Many puzzles in few calls of the kernels: those of one sort are packed together, and what takes long is left out.

A call that decides a small puzzle takes some microseconds, and to set it up for one puzzle takes many times that.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from eyeline.arrays import LineArrays, MazeArrays, RoomArrays
from eyeline.engine import Arrays, Limits
from eyeline.kernels import beams, city, maze
from eyeline.kernels.compiled import COMPILED
from eyeline.kernels.pack import Pack
from eyeline.sheet import MOST_TOKENS, Cells, Fact

#: What a pack may spend between two looks at its limits, some hundredths of a second; a puzzle that takes longer than
#: one such slice is left out.
STEPS = 4000
#: The same for rooms, whose steps take some nanoseconds.
ROOM_STEPS = 2_000_000
#: Nodes that a puzzle may take in a pack, at most.
NODES = 20_000
#: A time limit for each puzzle below which packs, which look at the clock for all of them together, keep none.
SECONDS = 0.1


class Decided(NamedTuple):
    """The answers found for a puzzle as full grids, as many as were wanted unless ``exhausted``: then they are all."""

    answers: tuple[Cells, ...]
    exhausted: bool


class Packing(NamedTuple):
    """How puzzles of one sort are packed, for how many steps at a time, and made grids of an answer."""

    pack: Callable[[Sequence[Any], int], Pack]
    steps: int
    unpack: Callable[[Any, Cells, bytes], Cells]


def decide(
    puzzles: Sequence[tuple[Arrays, Cells]], limits: Limits, most: int, *, rooms: bool = True
) -> list[Decided | None]:
    """Decide puzzles, given as arrays and printed cells, by up to ``most`` answers each (for rooms one or two).

    ``None`` stands for those that are no matter for a pack: uncompiled kernels, what no kernel takes, rooms without
    ``rooms``, whatever takes longer than some hundredths of a second, and limits that a pack cannot keep for each
    puzzle. A room is never interrupted, so let it be small. The limit of answers means nothing here.
    """
    found: list[Decided | None] = [None] * len(puzzles)
    if not COMPILED or (limits.seconds is not None and limits.seconds < SECONDS):
        return found
    sorts: dict[Hashable, list[int]] = {}
    for k, (arrays, _) in enumerate(puzzles):
        sort = _sort(arrays, rooms and limits.nodes is None)
        if sort is not None:
            sorts.setdefault(sort, []).append(k)
    nodes = NODES if limits.nodes is None else min(NODES, limits.nodes)
    for members in sorts.values():
        packing = _PACKINGS[type(puzzles[members[0]][0])]
        pack = packing.pack([puzzles[k][0] for k in members], most)
        _run(pack, packing.steps, nodes, limits)
        for k, (answers, exhausted) in zip(members, pack.decisions(), strict=False):
            if exhausted or len(answers) == most:
                found[k] = Decided(tuple([packing.unpack(*puzzles[k], answer) for answer in answers]), exhausted)
    return found


def _sort(arrays: Arrays, rooms: bool) -> Hashable | None:
    """Return what puzzles have in common that go into one pack, ``None`` for one that goes into none."""
    if isinstance(arrays, LineArrays):
        shape = city.Shape.of(arrays)
        return shape if shape.fits else None
    return None if isinstance(arrays, RoomArrays) and not rooms else type(arrays).__name__


def _run(pack: Pack, steps: int, nodes: int, limits: Limits) -> None:
    """Go on until all are done or left out, or somebody asks to stop."""
    while pack.done < pack.count and not limits.cancel:
        before = pack.done
        pack.advance(steps, nodes)
        if pack.done == before:
            pack.skip()


def _city(arrays: LineArrays, printed: Cells, answer: bytes) -> Cells:
    if len(answer) < printed.rows * printed.cols:
        facts = (Fact(cell, arrays.plan.values[place]) for cell, place in zip(arrays.plan.cells, answer, strict=True))
        return printed.filled(facts)
    # Every row holds every value, so that the vocabulary is known.
    tokens, codes = _vocabulary(arrays.plan.values)
    return Cells(printed.rows, printed.cols, tokens, answer.translate(codes))


@lru_cache(maxsize=64)
def _vocabulary(values: tuple[str, ...]) -> tuple[tuple[str, ...], bytes]:
    """Return values as cells keep them, and the code of each place."""
    tokens = tuple(sorted(values))
    return tokens, bytes(tokens.index(value) for value in values).ljust(MOST_TOKENS, b"\0")


def _letters(arrays: MazeArrays | RoomArrays, printed: Cells, answer: bytes) -> Cells:
    return arrays.cells(answer)


_PACKINGS: dict[type[Arrays], Packing] = {
    LineArrays: Packing(city.Cities, STEPS, _city),
    MazeArrays: Packing(maze.Mazes, STEPS, _letters),
    RoomArrays: Packing(beams.Rooms, ROOM_STEPS, _letters),
}
