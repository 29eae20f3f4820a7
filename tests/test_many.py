"""Many puzzles at once: the same answers, counts and errors as one by one, whatever they are, however they are cut."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import msgspec
import pytest

import bridge
import eyeline
import naive
import naive_beams
import test_beams_kernel
import test_latin
import test_maze_kernel
from eyeline import batch
from eyeline.arrays import MAZE_TOKENS, ROOM_TOKENS, VAMPIRE, MazeArrays
from eyeline.batch import Reply
from eyeline.cli.count import Totalling
from eyeline.cli.solve import Solving
from eyeline.engine import Cancel, Limits
from eyeline.engines import packs
from eyeline.errors import EyelineError, Unable
from eyeline.kernels import beams, maze
from eyeline.kernels.compiled import COMPILED
from eyeline.kernels.outcome import EXHAUSTED, UNLIMITED, Decision
from eyeline.many import count_all, solve_all
from eyeline.reading import Item, Text, text_items
from eyeline.sheet import Cells, Clues, Sheet

NO_LIMITS = Limits()
needs_numba = pytest.mark.skipif(not COMPILED, reason="packs are for compiled kernels")


def town(seed: int) -> eyeline.Puzzle:
    return bridge.puzzle_of(test_latin.town(seed))


def haunted(seed: int) -> eyeline.Puzzle:
    return bridge.puzzle_of(test_maze_kernel.drawn(seed))


def room(seed: int) -> eyeline.Puzzle:
    return eyeline.puzzles.puzzle(Sheet("beams", Cells.of(test_beams_kernel.drawn(seed))))


def blank(n: int) -> eyeline.Puzzle:
    cells = Cells.blank(n, n)
    return eyeline.puzzles.puzzle(Sheet("skyscrapers", cells, Clues.blank(cells.grid)))


def mixed(count: int) -> list[eyeline.Puzzle]:
    """Towns of every variant, mazes and rooms, in a random order."""
    found = [make(seed) for make in (town, haunted, room) for seed in range(count)]
    random.Random(count).shuffle(found)
    return found


def one_by_one(
    puzzles: Sequence[eyeline.Puzzle], limits: Limits = NO_LIMITS, first: bool = False
) -> list[eyeline.Answer | EyelineError]:
    found: list[eyeline.Answer | EyelineError] = []
    for puzzle in puzzles:
        try:
            found.append(eyeline.solve(puzzle, engine="kernel", limits=limits, first=first))
        except EyelineError as error:
            found.append(error)
    return found


def untimed(found: Sequence[eyeline.Answer | EyelineError]) -> list[object]:
    return [replace(each, seconds=0.0) if isinstance(each, eyeline.Answer) else str(each) for each in found]


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("limits", [NO_LIMITS, Limits(nodes=1), Limits(nodes=0), Limits(seconds=30), Limits(answers=1)])
def test_the_answers_are_those_of_one_by_one(limits: Limits, first: bool) -> None:
    puzzles = mixed(150)
    found = solve_all(puzzles, engine="kernel", limits=limits, first=first)
    assert untimed(found) == untimed(one_by_one(puzzles, limits, first))
    if limits == NO_LIMITS and not first:
        verdicts = Counter(each.verdict.value for each in found if isinstance(each, eyeline.Answer))
        assert min(verdicts[verdict] for verdict in ("none", "one", "many")) > 40, verdicts


@needs_numba
def test_packs_decide_nearly_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    alone: list[eyeline.Puzzle] = []
    monkeypatch.setattr("eyeline.many.solve", lambda puzzle, **_: alone.append(puzzle))
    solve_all(mixed(100), engine="kernel")
    assert not alone
    solve_all([room(seed) for seed in range(100)])
    # Rooms without an answer are left to the engine that says why.
    assert 0 < len(alone) < 100
    assert all(eyeline.solve(puzzle).verdict == "none" for puzzle in alone)


def test_rooms_without_an_answer_say_why() -> None:
    found = solve_all([room(seed) for seed in range(100)])
    silent = [each for each in found if isinstance(each, eyeline.Answer) and each.verdict == "none"]
    assert silent
    assert all(each.reasons or each.chain for each in silent)


@needs_numba
def test_auto_is_the_kernel_once_that_is_loaded_and_2sat_says_why() -> None:
    rooms = [room(seed) for seed in range(100)]
    found = [eyeline.solve(each) for each in rooms]
    assert {each.engine for each in found if each.verdict != "none"} == {"kernel"}
    silent = [each for each in found if each.verdict == "none"]
    assert {each.engine for each in silent} == {"2sat"}
    assert all(each.reasons or each.chain for each in silent)
    assert untimed(solve_all(rooms)) == untimed(found)
    # Who is stopped says nothing, and is not asked why.
    stopped = eyeline.solve(silent[0].puzzle, limits=Limits(seconds=0))
    assert (stopped.verdict, stopped.reasons, stopped.engine) == ("unknown", (), "kernel")


def test_counts_are_those_of_one_by_one() -> None:
    puzzles = mixed(80)
    for limits in (NO_LIMITS, Limits(answers=0), Limits(answers=1), Limits(answers=3), Limits(nodes=1)):
        expected = [eyeline.count(puzzle, engine="kernel", limits=limits) for puzzle in puzzles]
        assert count_all(puzzles, engine="kernel", limits=limits) == expected


def test_an_error_stands_in_its_place() -> None:
    puzzles = [town(0), blank(17), haunted(0), blank(17), room(0)]
    found = solve_all(puzzles, engine="kernel")
    assert [isinstance(each, Unable) for each in found] == [False, True, False, True, False]
    assert [isinstance(each, Unable) for each in count_all(puzzles, engine="kernel")] == [
        isinstance(each, Unable) for each in found
    ]
    assert [str(each) for each in solve_all(puzzles, engine="no such")] == 5 * [str(failure("no such"))]
    assert solve_all([]) == count_all([]) == []


def failure(engine: str) -> EyelineError:
    with pytest.raises(EyelineError) as caught:
        eyeline.solve(blank(3), engine=engine)
    return caught.value


def test_other_engines_are_asked_one_by_one() -> None:
    found = solve_all([town(seed) for seed in range(10)], engine="sat")
    assert {each.engine for each in found if isinstance(each, eyeline.Answer)} == {"sat"}


@needs_numba
def test_what_takes_long_is_left_out_and_the_rest_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    small = [blank(3), *(town(seed) for seed in range(20))]
    # A blank city of 12 has answers at once, but to find that clues of it contradict each other takes long.
    monkeypatch.setattr(packs, "STEPS", 40)
    packings = {sort: packing._replace(steps=1) for sort, packing in packs._PACKINGS.items()}
    monkeypatch.setattr(packs, "_PACKINGS", packings)
    tasks = [(puzzle.task().arrays, puzzle.sheet.cells) for puzzle in small]
    decided = packs.decide(tasks, NO_LIMITS, 2)
    assert None in decided
    assert untimed(solve_all(small, engine="kernel")) == untimed(one_by_one(small))


@needs_numba
def test_a_cancelled_pack_leaves_the_rest_to_the_limit() -> None:
    cancel = Cancel()
    cancel.set()
    found = solve_all(mixed(20), engine="kernel", limits=Limits(cancel=cancel))
    assert {each.verdict.value for each in found if isinstance(each, eyeline.Answer)} == {"unknown"}


@needs_numba
def test_few_puzzles_do_not_load_the_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eyeline.many.kernels_loaded", lambda: False)
    monkeypatch.setattr("eyeline.engines.packs.decide", lambda *_, **__: pytest.fail("packed"))
    assert len(solve_all([town(seed) for seed in range(5)])) == 5


# --- the kernels' own batches


def codes_of(arrays: MazeArrays, search: maze.Search) -> tuple[bytes, ...]:
    return tuple(
        bytes(
            code if owner < 0 else VAMPIRE + answer[owner]
            for code, owner in zip(arrays.codes, search.owners, strict=True)
        )
        for answer in search.answers()
    )


@pytest.mark.parametrize("room_for", [1, 2, 5])
def test_a_pack_of_mazes_decides_like_one_by_one(room_for: int) -> None:
    mazes = [test_maze_kernel.arrays(test_maze_kernel.drawn(seed)) for seed in range(120)]
    mazes += [replace(each, excluded=bytes(seed % 8 for seed in range(len(each.codes)))) for each in mazes[:40]]
    expected = []
    for each in mazes:
        search = maze.Search(each)
        outcome = search.advance(room=room_for)
        expected.append(Decision(codes_of(each, search), outcome == EXHAUSTED))
    for steps in (UNLIMITED, 1, 50):
        pack = maze.Mazes(mazes, room_for)
        while not pack.advance(steps):
            assert pack.done < len(mazes)
        assert pack.decisions() == expected
    assert any(each.groups for each in mazes)


def test_a_pack_of_mazes_keeps_its_nodes() -> None:
    mazes = [test_maze_kernel.arrays(test_maze_kernel.drawn(seed)) for seed in range(60)]
    pack = maze.Mazes(mazes)
    assert pack.advance(nodes=1)
    for each, decision in zip(mazes, pack.decisions(), strict=True):
        search = maze.Search(each)
        outcome = search.advance(nodes=1, room=2)
        assert decision == Decision(codes_of(each, search), outcome == EXHAUSTED)


def test_a_maze_that_is_skipped_has_no_answer_and_spoils_no_other() -> None:
    mazes = [test_maze_kernel.arrays(test_maze_kernel.drawn(seed)) for seed in range(20)]
    whole, pack = maze.Mazes(mazes), maze.Mazes(mazes)
    whole.advance()
    left_out = []
    while not pack.advance(1):
        if pack.done % 3 == 0:
            left_out.append(pack.done)
            pack.skip()
    assert left_out
    for k, (decision, other) in enumerate(zip(pack.decisions(), whole.decisions(), strict=True)):
        assert decision == (Decision((), False) if k in left_out else other)


@pytest.mark.parametrize("most", [1, 2])
def test_a_pack_of_rooms_decides_like_one_by_one(most: int) -> None:
    plain = [test_beams_kernel.drawn(seed) for seed in range(400)]
    plain.append(naive_beams.planted_room(random.Random(0), 60))
    rooms = [test_beams_kernel.arrays(each) for each in plain]
    for steps in (UNLIMITED, 1, 500):
        pack = beams.Rooms(rooms, most)
        while not pack.advance(steps):
            assert pack.done < len(rooms)
        for each, decision in zip(rooms, pack.decisions(), strict=True):
            answers, complete = test_beams_kernel.run(each, most=most)
            assert decision.exhausted == complete
            shown = ["".join(ROOM_TOKENS[code] for code in answer) for answer in decision.answers]
            assert shown == ["".join(answer) for answer in answers]


def test_a_maze_keeps_what_is_printed() -> None:
    for found in solve_all([haunted(seed) for seed in range(100)], engine="kernel"):
        assert isinstance(found, eyeline.Answer)
        for cells in (found.cells, found.other):
            assert cells is None or not found.puzzle.faults(cells)
            assert cells is None or set(cells.tokens) <= set(MAZE_TOKENS)


def test_naive_and_packed_towns_agree() -> None:
    plain = [test_latin.town(seed) for seed in range(150)]
    for each, found in zip(plain, solve_all(list(map(bridge.puzzle_of, plain)), engine="kernel"), strict=True):
        answers = list(naive.answers(each))
        assert isinstance(found, eyeline.Answer)
        assert found.verdict == ("none", "one", "many")[min(2, len(answers))]
        assert all(bridge.tokens_of(cells) in answers for cells in (found.cells, found.other) if cells)


# --- verbs

LINES = (
    "5:4//3//1////3/4/////3////3/",
    "4:2/2/1/3/2/3/2/1////////",
    "4:1/2",
    "4:///////////////,1a1m",
    "3x3:2,1,2,RLcLLb,0,0,1,1,0,4,3,3,0,0,2,0",
    "3:9///////////",
    "2:///////,3c",
    '{"kind": "beams", "rows": 1, "cols": 2, "cells": [["+", "."]]}',
    '{"kind": "beams", "rows": 1, "cols": 3, "cells": [["+", "#", "."]]}',
    '{"kind": "beams", "rows": 1, "cols": 3, "cells": [["+", "#", "+"]]}',
    '{"kind": "skyscrapers", "rows": 2, "cols": 2, "cells": [[".", "."], [".", "."]],'
    ' "position": {"entries": [{"cell": [0, 0], "value": "1"}]}}',
    "no puzzle at all",
    "17:" + "/" * 67,
)


def told(replies: Sequence[Reply]) -> list[Reply]:
    """Replies without the seconds that they took."""
    return [
        reply._replace(out=tuple(re.sub(r'"seconds":[0-9.e-]+', "", line) for line in reply.out)) for reply in replies
    ]


@pytest.mark.parametrize(
    "work",
    [
        Solving(json=True, alone=False, engine="kernel"),
        Solving(json=True, alone=False, engine="kernel", unique=True, limits=Limits(nodes=0)),
        Solving(json=True, alone=False, engine="kernel", first=True),
        Solving(json=False, alone=False, engine="kernel"),
        Solving(alone=False, engine="kernel", to="tatham"),
        Solving(alone=False, engine="kernel", to="codejam"),
        Solving(json=True, alone=False, engine="sat"),
        Solving(json=True, alone=False, formulation="textbook"),
        Totalling(json=True, alone=False, engine="kernel"),
        Totalling(json=False, alone=False, engine="kernel", limits=Limits(answers=3)),
        Totalling(json=True, alone=False, engine="2sat"),
    ],
    ids=repr,
)
def test_the_replies_to_many_are_those_to_each(work: Solving | Totalling) -> None:
    def items() -> list[Item]:
        return list(text_items(Text("\n".join(LINES), "a file")))

    many = told(work.many(items()))
    assert many == told([work(item) for item in items()])
    assert len(many) == len(LINES)


def test_a_page_with_entries_for_all_is_kept_to() -> None:
    page = next(iter(text_items(Text(LINES[10])))).page()
    for work in (
        Solving(json=True, alone=False, engine="kernel", page=page),
        Totalling(json=True, alone=False, engine="kernel", page=page),
    ):
        items = list(text_items(Text("2:///////\n2:2///////")))
        assert told(work.many(items)) == told([work(item) for item in items])


def test_records_of_many_are_those_of_each() -> None:
    work = batch.RecordWork(engine="kernel")
    entries: list[Item | tuple[int, eyeline.Puzzle]] = [*text_items(Text("\n".join(LINES)))]
    entries += [(number, puzzle) for number, puzzle in enumerate(mixed(20), start=1)]
    many, each = work.many(entries), [work(entry) for entry in entries]
    assert [msgspec.structs.replace(found, seconds=None) for found in many] == [
        msgspec.structs.replace(found, seconds=None) for found in each
    ]
