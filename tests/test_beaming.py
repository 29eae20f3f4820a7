"""Beaming With Joy: the engines forced-2sat, dp and greedy against brute force, and lines of sight as values."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product

import pytest

import eyeline
import naive_beams as naive
from eyeline.engine import Cancel, Engine, Limits, Outcome, Status, Task, Want
from eyeline.engines.beaming import TwoSat
from eyeline.engines.columns import AFTER, Columns
from eyeline.engines.forcing import ForcedFormula, ForcedTwoSat
from eyeline.engines.greedy import Greedy
from eyeline.errors import Unable
from eyeline.grid import Cell, Port, Side
from eyeline.model import Model, Reason
from eyeline.sheet import Fact, Position
from eyeline.sight import Pair
from test_beams import GENERATORS, HAND, NO_LIMITS, as_rule, beams, found, rooms

ENGINES: dict[str, Engine] = {
    "2sat": TwoSat(),
    "forced-2sat": ForcedTwoSat(),
    "dp": Columns(),
    "greedy": Greedy(),
}
#: The engines that take rooms without mirrors alone.
PLAIN = ("dp", "greedy")
#: The room that shows why what is forced must enter the 2-SAT, and one without mirrors that asks for as much.
TRAP = ("..+", "+/.")
PLAIN_TRAP = (".+#", "+..", "#.#")


def outcomes(
    name: str, room: naive.Room, limits: Limits = NO_LIMITS, want: Want = Want.ANSWERS, position: Position | None = None
) -> list[Outcome]:
    return list(ENGINES[name].run(beams(room).task(position=position), limits, want))


def has_mirrors(room: naive.Room) -> bool:
    return any(letter in "/\\" for letter in "".join(room))


def without_mirrors(room: naive.Room) -> tuple[str, ...]:
    return tuple(row.replace("/", ".").replace("\\", "#") for row in room)


def engines_for(room: naive.Room) -> list[str]:
    return [name for name in ENGINES if name not in PLAIN or not has_mirrors(room)]


def check_answers(name: str, room: naive.Room, expected: set[tuple[str, ...]]) -> None:
    """All answers, each once, and that there are no more; of greedy two where there are several."""
    reports = outcomes(name, room)
    answers = found(room, reports)
    assert [report.status for report in reports[:-1]] == [Status.FOUND] * len(answers), (name, room)
    assert len(set(answers)) == len(answers), (name, room)
    if name != "greedy":
        assert set(answers) == expected, (name, room)
        assert reports[-1].status is Status.EXHAUSTED
        return
    assert set(answers) <= expected, room
    assert len(answers) == min(2, len(expected)), room
    if len(expected) != 2:
        assert (reports[-1].status is Status.EXHAUSTED) == (len(expected) < 2), room


# --- brute force -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chunk", range(20))
def test_the_methods_agree_with_brute_force(chunk: int) -> None:
    """In 20,000 rooms, the ones that test_beams gives to 2sat; every second one again without its mirrors."""
    seen: Counter[str] = Counter()
    for number, room in enumerate(rooms(chunk, 1000)):
        expected = set(naive.answers(room))
        check_answers("forced-2sat", room, expected)
        shots = [(cell, naive.beam(room, cell, way)) for cell in naive.cells_with(room, naive.SHOOTERS) for way in "-|"]
        seen["loops"] += any(cell in shot.hits for cell, shot in shots)
        seen["crossed twice"] += any(len(shot.lit) < len(shot.passes) and not shot.hits for _, shot in shots)
        seen["unreachable"] += any(
            not any(cell in shot.lit for _, shot in shots) for cell in naive.cells_with(room, ".")
        )
        if number % 2 and has_mirrors(room):
            room = without_mirrors(room)
            expected = set(naive.answers(room))
        if not has_mirrors(room):
            for name in PLAIN:
                check_answers(name, room, expected)
            assert outcomes("dp", room, want=Want.COUNT) == [Outcome(Status.EXHAUSTED, count=len(expected))], room
            seen["both ends"] += any(len(shot.hits) > 1 for _, shot in shots)
            seen[f"plain {min(2, len(expected))}"] += 1
    for what, least in {
        "loops": 20,
        "crossed twice": 10,
        "unreachable": 50,
        "both ends": 20,
        "plain 0": 100,
        "plain 1": 50,
        "plain 2": 50,
    }.items():
        assert seen[what] >= least, seen


@pytest.mark.parametrize("room", [room for room, _ in HAND.values()], ids=HAND)
def test_rooms_by_hand(room: tuple[str, ...]) -> None:
    expected = set(naive.answers(room))
    for name in engines_for(room):
        check_answers(name, room, expected)


def test_entries_and_printed_turns_are_honoured_alike() -> None:
    rng = random.Random(8)
    seen: Counter[int] = Counter()
    for i in range(900):
        room = without_mirrors(GENERATORS[i % 2](rng))
        if has_mirrors(room) or not next(naive.answers(room), None):
            continue
        spare = naive.cells_with(room, "+")
        if not spare:
            continue
        entered = {cell: rng.choice("-|") for cell in rng.sample(spare, rng.randint(1, len(spare)))}
        position = Position(entries={Cell(*cell): way for cell, way in entered.items()})
        expected = set(naive.answers(naive.turned(room, entered)))
        seen[min(2, len(expected))] += 1
        for name in ENGINES:
            answers = found(room, outcomes(name, room, position=position))
            assert set(answers) <= expected
            assert len(answers) == (min(2, len(expected)) if name == "greedy" else len(expected)), (name, room, entered)
    assert min(seen[number] for number in range(3)) > 5, seen


# --- the trap --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["auto", *ENGINES])
def test_what_is_forced_must_not_be_forgotten(name: str) -> None:
    room = PLAIN_TRAP if name in PLAIN else TRAP
    answer = eyeline.solve(beams(room), engine=name)
    assert not list(naive.answers(room))
    assert answer.verdict is eyeline.Verdict.NONE
    assert bool(answer.reasons) == (name != "dp")


def test_the_trap_is_one() -> None:
    """Whoever forgets what is forced, as a clause and in the clauses, thinks that the dark cells can all be lit."""
    formula = ForcedFormula.of(beams(TRAP).task().room, lambda steps: None)
    assert formula.cut is not None
    dark = [(clause[0], missing) for clause, missing in formula.cut.items()]
    forced = [clause for clause in formula.clauses if clause not in formula.cut]
    assert [formula.lines.fact(literal) for literal, _ in forced] == [Fact(Cell(0, 2), "|")]
    assert len(dark) == 2
    chosen = list(product((0, 1), repeat=len(formula.lines.shooters)))

    def met(clauses: list[tuple[int, int]]) -> bool:
        return any(all(a & 1 == c[a >> 1] or b & 1 == c[b >> 1] for a, b in clauses) for c in chosen)

    assert met(dark)
    assert not met(dark + forced)
    assert not met(list(formula.cut))


# --- reasons ---------------------------------------------------------------------------------------------------------


def grids(seed: int, number: int) -> Iterator[tuple[str, ...]]:
    """Rooms with one shooter to a row and a column, some turned, no mirrors, and no cell that nobody could light."""
    rng = random.Random(seed)
    for _ in range(number):
        room = without_mirrors(naive.crossed_room(rng))
        while unlit := naive.dark(room):
            room = naive.turned(room, dict.fromkeys(unlit, "#"))
        shooters = naive.cells_with(room, "+")
        yield naive.turned(room, {cell: rng.choice("-|") for cell in rng.sample(shooters, min(2, len(shooters)))})


@pytest.mark.parametrize("name", ["forced-2sat", "greedy"])
def test_reasons_leave_no_answer_and_chains_hold(name: str) -> None:
    kinds: Counter[int] = Counter()
    for room in (*rooms(31, 1500), *grids(31, 800)):
        if name in PLAIN:
            room = without_mirrors(room)
        if len(naive.cells_with(room, naive.SHOOTERS)) > 6 or next(naive.answers(room), None):
            continue
        (last,) = outcomes(name, room, want=Want.CORE)
        assert last.status is Status.EXHAUSTED
        assert last.reasons
        rules = {as_rule(reason) for reason in last.reasons}
        assert len(rules) == len(last.reasons)
        assert not naive.can_keep(room, rules, {}), room
        kinds[min(6, len(last.chain))] += 1
        if not last.chain:
            continue
        start = last.chain[0].assumed
        assert last.chain[-1].forced == start
        assert all(step.forced == after.assumed for step, after in pairwise(last.chain))
        assert Fact(start.cell, naive.other(start.value)) in [step.assumed for step in last.chain]
        unsafe = {rule for rule in rules if rule[0] == "safe"}
        for step in last.chain:
            refuted = {step.assumed, Fact(step.forced.cell, naive.other(step.forced.value))}
            how = {(cell.row, cell.col): way for cell, way in refuted}
            assert not naive.can_keep(room, {as_rule(step.reason)} | unsafe, how), (room, step)
    assert kinds[0] > 50
    assert kinds[2] > 50
    assert kinds[6] > 3, kinds


# --- what each engine takes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAIN)
def test_rooms_with_mirrors_are_refused_by_name(name: str) -> None:
    with pytest.raises(Unable, match=f"the engine {name} takes rooms without mirrors, and there is one in r1c2"):
        eyeline.solve(beams((".\\", "/+")), engine=name)


def test_large_rooms_are_refused_by_dp_alone() -> None:
    room = ("+" + "." * 10, *["." * 11] * 10)
    with pytest.raises(Unable, match="at most 10, and this one is 11×11"):
        eyeline.solve(beams(room), engine="dp")
    assert eyeline.solve(beams(room), engine="greedy").verdict is eyeline.Verdict.NONE


def test_greedy_settles_uniqueness_and_refuses_to_count() -> None:
    assert eyeline.solve(beams(("+.",)), engine="greedy").verdict is eyeline.Verdict.ONE
    assert eyeline.solve(beams(("+#+",)), engine="greedy").verdict is eyeline.Verdict.MANY
    assert eyeline.solve(beams(("+#+",)), engine="greedy", first=True).verdict is eyeline.Verdict.SOME
    with pytest.raises(Unable, match="greedy cannot count"):
        eyeline.count(beams(("+#+",)), engine="greedy")
    with pytest.raises(Unable, match="greedy cannot count"):
        outcomes("greedy", ("+#+",), want=Want.COUNT)


@pytest.mark.parametrize("name", ENGINES)
def test_only_rooms_are_taken(name: str) -> None:
    with pytest.raises(Unable, match="has no rooms of beams"):
        list(ENGINES[name].run(Task("haunted", Model), Limits(), Want.ANSWERS))
    with pytest.raises(Unable, match="solves beams, not skyscrapers"):
        eyeline.solve(eyeline.read("3:///////////"), engine=name)


# --- dp --------------------------------------------------------------------------------------------------------------


def test_the_states_of_dp_are_those_of_a_row() -> None:
    """A row by itself, its dark cells waived where a column lights them, against the table, by brute force."""
    cells = "#*.-|"  # a wall, a lit cell, a dark one, a shooter across, one upright

    def possible(row: str) -> bool:
        for part in row.split("#"):
            across, upright = part.count("-"), part.count("|")
            if across > 1 or (across and upright) or (not across and "." in part):
                return False
        return True

    for size in range(1, 6):
        for letters in product(cells, repeat=size):
            state: int | None = 0
            for letter in letters:
                state = None if state is None else AFTER[cells.index(letter)][state]
            assert (state not in (None, 1)) == possible("".join(letters)), letters


def tall_and_wide(seed: int) -> Iterator[tuple[str, ...]]:
    """Rooms of up to 10 rows or columns that have an answer, by walls where a random turning leaves it dark."""
    rng = random.Random(seed)
    for number in range(12):
        rows, cols = (10, 25) if number % 2 else (25, 10)
        weights = rng.choice(((2, 6, 2), (1, 8, 1), (4, 3, 3)))
        room = tuple("".join(rng.choices("#.+", weights, k=cols)) for _ in range(rows))
        how = {cell: rng.choice("-|") for cell in naive.cells_with(room, "+")}
        for cell in list(how):
            if naive.beam(room, cell, how[cell]).hits:
                room = naive.turned(room, {cell: "#"})
                del how[cell]
        yield naive.turned(room, dict.fromkeys(naive.dark(naive.turned(room, how)), "#"))


def test_dp_counts_large_rooms_as_2sat_does() -> None:
    counts = set()
    for room in tall_and_wide(3):
        (dp,) = outcomes("dp", room, want=Want.COUNT)
        (other,) = outcomes("2sat", room, want=Want.COUNT)
        assert dp == other
        assert dp.count
        counts.add(dp.count)
        answers = found(room, outcomes("dp", room, Limits(answers=2)))
        assert len(set(answers)) == min(2, dp.count)
        assert not any(naive.broken(answer) for answer in answers)
    assert max(counts) > 10**4


FREE = ("+#" * 40,)


@pytest.mark.parametrize("name", ["forced-2sat", "dp", "greedy"])
def test_limits(name: str) -> None:
    cancel = Cancel()
    cancel.set()
    for limits in (Limits(seconds=0), Limits(cancel=cancel)):
        (last,) = outcomes(name, ("+.",), limits)
        assert last == Outcome(Status.STOPPED)
    for most in (0, 1, 2):
        reports = outcomes(name, FREE, Limits(answers=most))
        assert [report.status for report in reports] == [Status.FOUND] * most + [Status.STOPPED]
    assert [r.status for r in outcomes(name, ("+.",), Limits(answers=1))] == [Status.FOUND, Status.EXHAUSTED]
    if name != "greedy":
        assert outcomes(name, FREE, want=Want.COUNT) == [Outcome(Status.EXHAUSTED, count=2**40)]
        assert outcomes(name, ("+.",), Limits(seconds=0), Want.COUNT) == [Outcome(Status.STOPPED, count=0)]
        (*answers, last) = outcomes(name, FREE, Limits(seconds=0.1))
        assert last == Outcome(Status.STOPPED)
        assert len({report.answer for report in answers}) == len(answers) > 2
        assert outcomes(name, FREE, Limits(nodes=5))[-1].status is Status.STOPPED


@pytest.mark.parametrize("name", ["forced-2sat", "dp", "greedy"])
def test_long_rooms_take_no_deep_recursion(name: str) -> None:
    room = ("+#" * 3000 + "+.",)
    started = time.perf_counter()
    answer = eyeline.solve(beams(room), engine=name)
    assert answer.verdict is eyeline.Verdict.MANY
    assert time.perf_counter() - started < 20


# --- lines of sight as values ----------------------------------------------------------------------------------------


def test_the_lines_of_a_room_are_printed() -> None:
    assert [str(line) for line in beams(("/+\\", ".+.", "\\./")).lines()] == [
        "loop r1c2- r2c3| r3c2- r2c1|",
        "line r1c2| r2c2| r3c2|",
        "line r2c1- r2c2- r2c3-",
    ]


def test_the_lines_of_a_maze_come_from_its_ports() -> None:
    maze = eyeline.read("haunted\ntotals: G=1 V=1 Z=0\n    3 . .\n.   . / \\   .\n.   \\ . /   .\n    . . .\n")
    lines = {line.port: line for line in maze.lines()}
    assert list(lines) == list(maze.grid.ports())
    line = lines[Port(Side.TOP, 0)]
    assert line.pairs == (Pair(Cell(0, 0), "|"), Pair(Cell(1, 1), "-"), Pair(Cell(1, 1), "|"))
    assert line.straight == 1
    assert str(line) == "top:1 r1c1| r2c2- r2c2|"
    assert not any(line.loop for line in lines.values())


def test_the_lines_of_a_city_are_its_rows_and_columns_from_both_ends() -> None:
    city = eyeline.read("3:///////////")
    lines = {str(line.port): [str(pair) for pair in line.pairs] for line in city.lines()}
    assert len(lines) == 12
    assert lines["left:2"] == ["r2c1-", "r2c2-", "r2c3-"]
    assert lines["right:2"] == lines["left:2"][::-1]
    assert lines["bottom:1"] == ["r3c1|", "r2c1|", "r1c1|"]
    assert all(line.straight == 3 for line in city.lines())


def test_a_reason_is_given_for_a_turned_shooter_that_is_in_the_way() -> None:
    (last,) = outcomes("greedy", ("|", "+"), want=Want.CORE)
    assert Reason("given", Cell(0, 0)) in (last.reasons or ())
