"""Trimmed puzzles, held against brute force: what is left is enough, and nothing of it can go."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Collection, Iterable, Set
from dataclasses import replace
from functools import partial
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner, Result

import bridge
import eyeline
import naive
import naive_beams
import shared
from eyeline import record
from eyeline.cli import app
from eyeline.engine import Cancel, Limits
from eyeline.errors import UnknownName
from eyeline.model import Reason
from eyeline.puzzles import Puzzle
from eyeline.puzzles import puzzle as puzzle_on
from eyeline.sheet import Cells, Sheet
from eyeline.solve import Verdict
from eyeline.telling import trims
from eyeline.trimming import PRINTED, _Trial, printed, trim, without
from samples import samples
from test_laws import known


def fewer(plain: naive.Puzzle, gone: Collection[Reason]) -> naive.Puzzle:
    """A naive puzzle without some of what is printed."""
    rules = {bridge.rule_of(reason) for reason in gone}
    clues = {place: clue for place, clue in plain.clues.items() if ("clue", place) not in rules}
    grid = tuple(
        tuple("." if ("given", (r, c)) in rules else token for c, token in enumerate(row))
        for r, row in enumerate(plain.grid)
    )
    if isinstance(plain, naive.Maze):
        totals = {monster: total for monster, total in plain.totals.items() if ("total", monster) not in rules}
        return replace(plain, clues=clues, grid=grid, totals=totals)
    return replace(plain, clues=clues, grid=grid)


def fewer_turned(room: naive_beams.Room, gone: Collection[Reason]) -> tuple[str, ...]:
    """A room in which some shooters are no longer turned."""
    cells = {tuple(reason.of) for reason in gone if isinstance(reason.of, eyeline.Cell)}
    return tuple(
        "".join("+" if (r, c) in cells else token for c, token in enumerate(row)) for r, row in enumerate(room)
    )


def single(found: Iterable[object]) -> bool:
    return len(list(islice(found, 2))) == 1


#: Whether a puzzle without some of what is printed has exactly one answer.
Unique = Callable[[set[Reason]], bool]


def still_one(plain: naive.Puzzle, gone: set[Reason]) -> bool:
    return single(naive.answers(fewer(plain, gone)))


def still_one_way(room: naive_beams.Room, gone: set[Reason]) -> bool:
    return single(naive_beams.answers(fewer_turned(room, gone)))


def by_deletion(page: Collection[Reason], order: Iterable[Reason], unique: Unique) -> set[Reason]:
    """What is left when one after another is left out where it can, by brute force."""
    gone: set[Reason] = set()
    for reason in order:
        if unique(gone | {reason}):
            gone.add(reason)
    return set(page) - gone


def held_against(puzzle: Puzzle, unique: Unique, seed: int) -> eyeline.Trimmed:
    """Trim a puzzle with one answer, and hold what comes of it against brute force."""
    page = printed(puzzle)
    assert page == tuple(reason for reason in puzzle.model().reasons() if reason.rule in PRINTED)
    order = random.Random(seed).sample(page, len(page))
    found = trim(puzzle, order=order)
    assert found.verdict is Verdict.ONE
    assert found.complete
    assert (*sorted(found.removed, key=page.index), *sorted(found.kept, key=page.index)) == (
        *found.removed,
        *found.kept,
    )
    assert set(found.kept) == by_deletion(page, order, unique)
    assert set(found.kept).isdisjoint(found.removed)
    assert set(found.kept) | set(found.removed) == set(page)
    assert not any(unique({*found.removed, reason}) for reason in found.kept)
    assert found.alone == tuple(reason for reason in page if unique({reason}))
    answer = eyeline.solve(found.puzzle)
    assert answer.verdict is Verdict.ONE
    assert answer.cells == found.solved.cells
    assert printed(found.puzzle) == found.kept
    return found


@pytest.mark.parametrize("kind", ["skyscrapers", "haunted"])
def test_a_trimmed_puzzle_is_what_deletion_by_brute_force_leaves(kind: str) -> None:
    tried = removed = 0
    for seed in range(160):
        plain, expected = known(kind, seed)
        if len(expected) != 1:
            continue
        tried += 1
        puzzle = bridge.puzzle_of(plain)
        found = held_against(puzzle, partial(still_one, plain), seed)
        removed += len(found.removed)
        assert found.puzzle == bridge.puzzle_of(fewer(plain, found.removed))
    assert tried > 30
    assert removed > 30


def test_in_a_room_the_shooters_that_are_turned_can_go() -> None:
    rng = random.Random(5)
    tried = removed = 0
    while tried < 60:
        room = naive_beams.planted_room(rng)
        if not single(naive_beams.answers(room)) or not {"-", "|"} & set("".join(room)):
            continue
        tried += 1
        puzzle = puzzle_on(Sheet("beams", Cells.of(room)))
        found = held_against(puzzle, partial(still_one_way, room), tried)
        removed += len(found.removed)
        assert all(reason.rule == "given" for reason in (*found.removed, *found.kept))
    assert removed > 20


@pytest.mark.parametrize("kind", ["skyscrapers", "haunted"])
def test_the_smallest_set_is_the_smallest_by_brute_force(kind: str) -> None:
    tried = fewer_than_minimal = 0
    for seed in range(110):
        plain, expected = known(kind, seed)
        if len(expected) != 1:
            continue
        puzzle = bridge.puzzle_of(plain)
        found = trim(puzzle, smallest=True)
        n = len(found.kept)
        page = (*found.removed, *found.kept)
        if math.comb(len(page), max(0, n - 1)) > 250:
            continue
        tried += 1
        assert found.complete
        assert found.least == n
        assert still_one(plain, set(found.removed))
        if n:
            few = (set(page) - set(held) for held in combinations(page, n - 1))
            assert not any(still_one(plain, gone) for gone in few)
        fewer_than_minimal += n < len(trim(puzzle).kept)
    assert tried > 20
    assert fewer_than_minimal


def test_the_smallest_set_keeps_what_is_to_be_kept_and_stops_at_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = eyeline.read(FULL)
    some = [Reason("clue", eyeline.Port(eyeline.Side.TOP, i)) for i in range(4)]
    found = trim(puzzle, order=some, smallest=True)
    assert set(found.kept) >= set(printed(puzzle)) - set(some)
    assert found.least == len(found.kept)
    with pytest.raises(ValueError, match="exclude"):
        trim(puzzle, smallest=True, symmetric=True)
    cancel = Cancel()
    minimal = _Trial.minimal

    def stopping(self: _Trial, *arguments: Any) -> Any:
        left = minimal(self, *arguments)
        cancel.set()
        return left

    monkeypatch.setattr(_Trial, "minimal", stopping)
    stopped = trim(puzzle, smallest=True, limits=Limits(cancel=cancel))
    assert stopped.kept == trim(puzzle).kept
    assert stopped.least is not None
    assert stopped.least < len(stopped.kept)
    assert not stopped.complete
    assert "a limit was reached" in "\n".join(trims.trimmed(stopped))


FULL = "4:3/2/1/2/1/3/2/2/2/2/3/1/2/2/1/3"


def test_a_seed_settles_the_order_and_so_the_outcome() -> None:
    puzzle = eyeline.read(FULL)
    first = trim(puzzle, seed=7)
    assert replace(trim(puzzle, seed=7), seconds=0, solved=first.solved) == replace(first, seconds=0)
    assert len({trim(puzzle, seed=seed).kept for seed in range(8)}) > 1
    assert trim(puzzle, seed=None).kept == trim(puzzle, order=printed(puzzle)).kept


def test_what_is_to_be_kept_stays() -> None:
    puzzle = eyeline.read("4:3/2/1/2/1/3/2/2/2/2/3/1/2/2/1/3,2a4c1b3f")
    found = trim(puzzle, keep=["clue"])
    assert len(found.puzzle.sheet.clues.top) == 4
    assert found.puzzle.sheet.clues == puzzle.sheet.clues
    assert {reason.rule for reason in found.removed} == {"given"}
    assert {reason.rule for reason in found.alone} == {"given"}
    whole = trim(puzzle, keep=PRINTED)
    assert (whole.puzzle, whole.removed, whole.alone) == (puzzle, (), ())
    one = Reason("given", eyeline.Cell(0, 0))
    assert trim(puzzle, order=[one]).removed == (one,)
    with pytest.raises(UnknownName, match="clue, given, total"):
        trim(puzzle, keep=["clues"])
    with pytest.raises(UnknownName, match="given_r1c2"):
        trim(puzzle, order=[Reason("given", eyeline.Cell(0, 1))])


def test_symmetric_pages_stay_symmetric() -> None:
    puzzle = eyeline.read(FULL)
    sides = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}
    for seed in range(6):
        found = trim(puzzle, seed=seed, symmetric=True)
        assert found.removed
        kept = {(reason.of.side.value, reason.of.index) for reason in found.kept if isinstance(reason.of, eyeline.Port)}
        assert kept == {(sides[side], 3 - index) for side, index in kept}
        assert eyeline.solve(found.puzzle).verdict is Verdict.ONE
        for reason in found.kept:
            assert isinstance(reason.of, eyeline.Port)
            across = eyeline.Port(eyeline.Side(sides[reason.of.side.value]), 3 - reason.of.index)
            assert eyeline.solve(without(found.puzzle, [reason, Reason("clue", across)])).verdict is Verdict.MANY


@pytest.mark.parametrize(
    ("text", "verdict"),
    [("3:3/3/3/3/3/3/3/3/3/3/3/3", Verdict.NONE), ("4:2/2/1/3/2/3/2/1////////", Verdict.MANY)],
)
def test_a_puzzle_without_exactly_one_answer_stays_as_it_is(text: str, verdict: Verdict) -> None:
    puzzle = eyeline.read(text)
    found = trim(puzzle)
    assert (found.verdict, found.puzzle, found.removed, found.alone) == (verdict, puzzle, (), ())
    assert found.complete


def test_a_room_of_shooters_that_nobody_has_turned_has_nothing_to_trim() -> None:
    puzzle = eyeline.read("beams\n+.\n..")
    found = trim(puzzle)
    assert (found.puzzle, found.removed, found.kept, found.alone) == (puzzle, (), (), ())


@pytest.mark.parametrize("limits", [Limits(seconds=0), Limits(nodes=0)])
def test_a_limit_before_the_first_answer_leaves_all_open(limits: Limits) -> None:
    puzzle = eyeline.read(FULL)
    # The kernel, once a process has loaded it, needs no node for a puzzle like this.
    found = trim(puzzle, limits=limits, engine="sat")
    assert found.verdict is Verdict.UNKNOWN
    assert (found.puzzle, found.removed) == (puzzle, ())
    assert found.undecided == found.unclear == found.kept == printed(puzzle)
    assert not found.complete


def test_a_limit_on_the_way_leaves_a_puzzle_with_the_same_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = eyeline.read(FULL)
    whole = trim(puzzle)
    from eyeline.engines.otherwise import Otherwise

    asked = 0
    ask = Otherwise.ask
    cancel = Cancel()

    def tired(self: Otherwise, reasons: Any) -> Any:
        nonlocal asked
        asked += 1
        if asked > 4:
            cancel.set()
        return ask(self, reasons)

    monkeypatch.setattr(Otherwise, "ask", tired)
    found = trim(puzzle, limits=Limits(cancel=cancel))
    assert found.verdict is Verdict.ONE
    assert not found.complete
    assert found.undecided
    assert set(found.undecided) < set(found.kept)
    assert set(found.removed) < set(whole.removed)
    assert found.unclear
    assert set(found.alone) <= set(whole.alone)
    assert eyeline.solve(found.puzzle).cells == whole.solved.cells


@pytest.mark.parametrize("name", ["haunted/tatham-5x5dn.ids", "skyscrapers/tatham-6dh.ids"])
def test_real_puzzles_are_trimmed(name: str) -> None:
    for line in shared.lines(name)[:4]:
        puzzle = eyeline.read(line)
        found = trim(puzzle, seed=3)
        assert eyeline.solve(found.puzzle).cells == found.solved.cells
        for reason in found.kept:
            assert eyeline.solve(without(found.puzzle, [reason])).verdict is Verdict.MANY
        for reason in printed(puzzle):
            alone = eyeline.solve(without(puzzle, [reason])).verdict is Verdict.ONE
            assert alone == (reason in found.alone)


# --- the command line -------------------------------------------------------------------------------------------------

MANY = "4:2/2/1/3/2/3/2/1////////"
NONE = "4:1/1//////////////"
ROOM = "beams\n-.\n##\n"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((FULL,), 0),
        ((FULL, "--to", "tatham", "--seed", "3"), 0),
        ((FULL, "--keep", "clue"), 0),
        ((FULL, "--smallest"), 0),
        ((FULL, "--symmetric"), 0),
        ((FULL, "--symmetric", "--smallest"), 2),
        ((ROOM,), 0),
        ((MANY,), 1),
        ((NONE,), 1),
        ((FULL, "--time-limit", "0"), 3),
        ((FULL, "--node-limit", "0"), 3),
        (("no-such-file",), 2),
        (("4:1/2",), 2),
        ((FULL, "--keep", "clues"), 2),
        ((FULL, "--to", "nobody"), 2),
        ((FULL, "--to", "codejam"), 2),
        ((FULL, "--engine", "nobody"), 2),
        ((FULL, "--json", "--to", "plain"), 2),
        ((FULL, MANY), 1),
        ((FULL, MANY, "4:1/2"), 2),
    ],
)
def test_trim_leaves_with_its_codes(arguments: tuple[str, ...], code: int) -> None:
    found = run("trim", *arguments)
    assert found.exit_code == code
    assert "Traceback" not in found.output


def test_the_trimmed_page_is_printed_and_the_talk_is_beside_it() -> None:
    found = run("trim", FULL, "--seed", "3", "--to", "tatham")
    trimmed = trim(eyeline.read(FULL), seed=3)
    assert eyeline.read(found.stdout) == trimmed.puzzle
    assert f"{len(trimmed.removed)} of 16 left out: " in found.stderr
    assert "each of these could go on its own: " in found.stderr
    again = run("trim", found.stdout.strip())
    assert eyeline.read(again.stdout) == trimmed.puzzle
    assert "nothing can be left out" in again.stderr
    room = run("trim", ROOM)
    assert room.stdout == "beams\n+.\n##\n"
    assert "1 of 1 left out: the given at r1c1" in room.stderr
    assert "this could go on its own: the given at r1c1" in room.stderr
    assert "no clues" in run("trim", room.stdout).stderr


def test_what_is_not_trimmed_is_named() -> None:
    for text, verdict in ((MANY, "many: two answers differ"), (NONE, "none: there is no answer")):
        found = run("trim", text)
        assert found.stdout == ""
        assert verdict in found.stderr
        assert "only a puzzle with exactly one answer" in found.stderr
    assert "unknown: a limit was reached" in run("trim", FULL, "--time-limit", "0").stderr


def test_many_puzzles_are_trimmed_in_order(tmp_path: Path) -> None:
    file = tmp_path / "ids"
    file.write_text(f"{FULL}\n{MANY}\n4:1/2\n{FULL}\n")
    found = run("trim", str(file), "--to", "tatham")
    assert found.exit_code == 2
    trimmed = trim(eyeline.read(FULL)).puzzle
    assert [eyeline.read(line) for line in found.stdout.splitlines()] == [trimmed, trimmed]
    listed = [json.loads(line) for line in run("trim", str(file), "--json").stdout.splitlines()]
    assert [one["verdict"] for one in listed] == ["one", "many", None, "one"]
    schema = record.schema("trim")
    for one in listed:
        jsonschema.validate(one, schema)
    assert eyeline.read(json.dumps(listed[0]["puzzle"])) == trimmed
    assert [one["complete"] for one in listed] == [True, True, None, True]
    assert listed[1]["puzzle"] is None
    assert listed[1]["other"] != listed[1]["answer"]
    assert set(listed[0]["alone"]) >= set(listed[0]["removed"][:1])
    assert len(listed[0]["kept"]) + len(listed[0]["removed"]) == 16


def test_the_words_tell_what_a_limit_left_open() -> None:
    puzzle = eyeline.read(FULL)
    whole = trim(puzzle)
    for found in (replace(whole, undecided=whole.kept[:2]), replace(whole, unclear=whole.kept[:2])):
        assert not found.complete
        assert "a limit was reached" in "\n".join(trims.trimmed(found))
    assert not any("limit" in sentence for sentence in trims.trimmed(whole))


def test_nothing_more_is_asked_once_a_limit_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    cancel = Cancel()
    asked = []

    def enough(trial: _Trial, reasons: Set[Reason]) -> bool | None:
        asked.append(reasons)
        cancel.set()
        return None

    monkeypatch.setattr(_Trial, "enough", enough)
    puzzle = eyeline.read(FULL)
    found = trim(puzzle, limits=Limits(cancel=cancel))
    assert len(asked) == 1
    assert found.undecided == found.unclear == found.kept == printed(puzzle)


@pytest.mark.parametrize("seed", range(3))
def test_what_can_be_left_out_is_known_without_the_rows(seed: int) -> None:
    for puzzle, _ in samples(seed, 3):
        reasons = puzzle.model().reasons()
        assert printed(puzzle) == tuple(reason for reason in reasons if reason.rule in PRINTED)
