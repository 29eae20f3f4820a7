"""Beaming With Joy: rules, rows, lines and the engine 2sat against the naive tracer and checker."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive_beams as naive
import shared
from eyeline.engine import Cancel, Limits, Outcome, Status, Task, Want
from eyeline.engines.beaming import TwoSat
from eyeline.engines.implications import Implications, Tally
from eyeline.errors import PuzzleError, Unable
from eyeline.grid import Cell
from eyeline.model import Model, Reason
from eyeline.puzzles import Fault, Puzzle, puzzle
from eyeline.puzzles.symmetry import SYMMETRIES
from eyeline.room import lines
from eyeline.sheet import Cells, Clues, Fact, Notes, Position, Sheet

NO_LIMITS = Limits()
GENERATORS = (naive.random_room, naive.planted_room, naive.crossed_room)


def beams(room: naive.Room) -> Puzzle:
    return puzzle(Sheet("beams", Cells.of(room)))


def rows(cells: Cells) -> tuple[str, ...]:
    return tuple("".join(row) for row in cells)


def outcomes(room: naive.Room, limits: Limits = NO_LIMITS, want: Want = Want.ANSWERS) -> list[Outcome]:
    return list(TwoSat().run(beams(room).task(), limits, want))


def found(room: naive.Room, reports: list[Outcome]) -> list[tuple[str, ...]]:
    cells = Cells.of(room)
    return [rows(report.filled(cells)) for report in reports if report.answer is not None]


def rooms(seed: int, number: int) -> Iterator[tuple[str, ...]]:
    rng = random.Random(seed)
    return (GENERATORS[i % len(GENERATORS)](rng) for i in range(number))


def as_rule(reason: Reason) -> naive.Rule:
    """The reason as the naive checker names it."""
    if isinstance(reason.of, Fact):
        return (reason.rule, (tuple(reason.of.cell), reason.of.value))
    assert isinstance(reason.of, Cell)
    return (reason.rule, tuple(reason.of))


@st.composite
def small_rooms(draw: st.DrawFn) -> tuple[str, ...]:
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    row = st.text("..+/\\#-|", min_size=width, max_size=width)
    return tuple(draw(st.lists(row, min_size=height, max_size=height)))


# --- by hand ---------------------------------------------------------------------------------------------------------

HAND = {
    "the trap of forcing without units: r1c1 and r2c3 ask two things of the upper shooter": (("..+", "+/."), 0),
    "each hits the other": (("+.+",), 0),
    "nothing to light": (("+",), 2),
    "one way lights": (("+.",), 1),
    "nobody lights": ((".",), 0),
    "nothing at all": (("#/",), 1),
    "turned, and may stay so": (("-",), 1),
    "turned away": (("|.",), 0),
    "turned towards a shooter": (("|", ".", "+"), 0),
    "must not hit one that is turned": (("-", "+"), 1),
    "beams cross": (("#+#", "+..", "#.#"), 1),
    "one shooter for two corners": (("+.", "./"), 0),
    "back to its shooter both ways": (("+\\", "\\/"), 0),
    "a loop with a shooter, lit across": (("/+\\", "\\./"), 1),
    "a loop that nobody crosses": (("/+\\", ".#.", "\\./"), 0),
    "either way lights r2c2": (("+\\", "\\."), 2),
    "one beam crosses r2c2 twice": (("#/\\", "+./", "#.#"), 1),
    "two shooters at a wall": (("+#+", ".#."), 1),
    "from the contest": ((".+.", "+//", ".+.", "#\\/"), 2),
}


@pytest.mark.parametrize(("room", "number"), HAND.values(), ids=HAND)
def test_rooms_by_hand(room: tuple[str, ...], number: int) -> None:
    expected = set(naive.answers(room))
    assert len(expected) == number
    reports = outcomes(room)
    assert len(found(room, reports)) == number
    assert set(found(room, reports)) == expected
    assert reports[-1].status is Status.EXHAUSTED
    assert bool(reports[-1].reasons) == (number == 0)


# --- the corpora -----------------------------------------------------------------------------------------------------


def contest(name: str) -> list[tuple[str, ...]]:
    """The rooms of a Code Jam input; there a shooter may be turned however it is drawn."""
    words = shared.corpus(name).read_text().split()
    found = []
    at = 1
    for _ in range(int(words[0])):
        height, width = int(words[at]), int(words[at + 1])
        room = tuple(word.replace("-", "+").replace("|", "+") for word in words[at + 2 : at + 2 + height])
        assert all(len(row) == width for row in room)
        found.append(room)
        at += 2 + height
    return found


@shared.needs_corpora
@pytest.mark.parametrize(("name", "number"), [("sample", 5), ("official-small", 99)])
def test_contest_rooms_get_the_stated_verdict(name: str, number: int) -> None:
    given_rooms = contest(f"beaming/{name}.in")
    stated = [line for line in shared.corpus(f"beaming/{name}.ans").read_text().splitlines() if line.startswith("Case")]
    assert len(given_rooms) == len(stated) == number
    for room, line in zip(given_rooms, stated, strict=True):
        answers = found(room, outcomes(room, Limits(answers=2)))
        assert bool(answers) == line.endswith(": POSSIBLE")
        assert all(not naive.broken(answer) for answer in answers)
        assert all("+" not in "".join(answer) for answer in answers)


@shared.needs_corpora
def test_public_rooms_have_the_stated_number_of_answers() -> None:
    cases = [case for case in shared.load("public-cases.json") if case["kind"] == "beaming"]
    assert len(cases) == 15
    for case in cases:
        room = tuple(row.replace("-", "+").replace("|", "+") for row in case["grid"])
        answers = found(room, outcomes(room, Limits(answers=2)))
        assert {0: "0", 1: "1", 2: "2+"}[len(answers)] == str(case["n_solutions"])
        assert all(not naive.broken(answer) for answer in answers)
        if len(answers) == 1:
            assert answers[0] == tuple(case["solution"])


# --- the engine ------------------------------------------------------------------------------------------------------


def distance(one: tuple[str, ...], two: tuple[str, ...]) -> int:
    return sum(a != b for a, b in zip("".join(one), "".join(two), strict=True))


@pytest.mark.parametrize("chunk", range(20))
def test_answers_and_counts_are_those_of_brute_force(chunk: int) -> None:
    """In all 20,000 rooms: verdict, uniqueness, all answers, counts, and that the second answer is a nearest one."""
    seen: Counter[str] = Counter()
    for room in rooms(chunk, 1000):
        expected = list(naive.answers(room))
        reports = outcomes(room)
        answers = found(room, reports)
        assert len(answers) == len(expected), room
        assert set(answers) == set(expected), room
        assert [report.status for report in reports] == [Status.FOUND] * len(answers) + [Status.EXHAUSTED]
        assert outcomes(room, want=Want.COUNT) == [Outcome(Status.EXHAUSTED, count=len(expected))], room
        if len(expected) > 1:
            nearest = min(distance(answers[0], answer) for answer in expected if answer != answers[0])
            assert distance(*answers[:2]) == nearest, room
        seen[("none", "one")[len(expected)] if len(expected) < 2 else "many"] += 1
        shots = [(cell, naive.beam(room, cell, way)) for cell in naive.cells_with(room, naive.SHOOTERS) for way in "-|"]
        seen["mirrors"] += any(letter in "/\\" for letter in "".join(room))
        seen["loops"] += any(cell in shot.hits for cell, shot in shots)
        seen["crossed twice"] += any(len(shot.lit) < len(shot.passes) and not shot.hits for _, shot in shots)
        seen["long chains"] += len(reports[0].chain) > 2
    for what, least in {
        "none": 150,
        "one": 150,
        "many": 150,
        "mirrors": 500,
        "loops": 20,
        "crossed twice": 10,
        "long chains": 10,
    }.items():
        assert seen[what] >= least, seen


def test_reasons_leave_no_answer_and_chains_hold() -> None:
    """By the rules as the naive checker knows them, and by the rows."""
    kinds: Counter[int] = Counter()
    for room in rooms(77, 6000):
        if len(naive.cells_with(room, naive.SHOOTERS)) > 7 or next(naive.answers(room), None):
            continue
        (last,) = outcomes(room, want=Want.CORE)
        assert last.status is Status.EXHAUSTED
        assert last.reasons
        assert len(set(last.reasons)) == len(last.reasons)
        rules = {as_rule(reason) for reason in last.reasons}
        assert not naive.can_keep(room, rules, {}), room
        model = beams(room).model()
        assert set(last.reasons) <= set(model.reasons())
        kinds[len(last.chain)] += 1
        if not last.chain:
            assert sum(rule == "light" for rule, _ in rules) == 1
            continue
        assert len(last.chain) == naive.shortest_contradiction(room), room
        ends = [step.assumed for step in last.chain]
        start = last.chain[0].assumed
        assert last.chain[-1].forced == start
        assert all(step.forced == after.assumed for step, after in pairwise(last.chain))
        assert Fact(start.cell, naive.other(start.value)) in ends
        unsafe = {rule for rule in rules if rule[0] == "safe"}
        for step in last.chain:
            # Assumed and not forced: of one shooter that is the same turn, which then must not be.
            refuted = {step.assumed, Fact(step.forced.cell, naive.other(step.forced.value))}
            how = {(cell.row, cell.col): way for cell, way in refuted}
            assert len(how) == len(refuted)
            assert not naive.can_keep(room, {as_rule(step.reason)} | unsafe, how), (room, step)
            ones = {number for number, fact in model.facts.items() if fact in refuted}
            assert not row_can_hold(model, step.reason, ones), (room, step)
    assert kinds[0] > 200
    assert kinds[2] > 200
    assert sum(number for length, number in kinds.items() if length > 2) > 50


def row_can_hold(model: Model, reason: Reason, ones: set[int]) -> bool:
    """Whether the rows of a reason can hold, one value a shooter, when these variables are 1."""
    variables = sorted(model.facts)
    for chosen in product((0, 1), repeat=len(variables) // 2):
        true = {2 * k + bit for k, bit in enumerate(chosen)}
        if ones <= true and not any(row.reason == reason for row in model.broken(true)):
            return True
    return False


def test_an_entry_is_told_from_a_given() -> None:
    room = ("+", "+")
    position = Position(entries={Cell(0, 0): "|"})
    (last,) = TwoSat().run(beams(room).task(position=position), Limits(), Want.CORE)
    assert {step.reason for step in last.chain} == {Reason("entry", Cell(0, 0)), Reason("safe", Fact(Cell(0, 0), "|"))}
    (last,) = outcomes(("|", "+"), want=Want.CORE)
    assert Reason("given", Cell(0, 0)) in {step.reason for step in last.chain}


FREE = ("+#" * 30,)  # thirty shooters that may be turned at will


def test_limits_on_answers() -> None:
    for many in (FREE, ("+#+",), ("+\\", "\\.")):
        for most in (0, 1, 2):
            reports = outcomes(many, Limits(answers=most))
            assert [report.status for report in reports] == [Status.FOUND] * most + [Status.STOPPED]
    assert [report.status for report in outcomes(("+.",), Limits(answers=1))] == [Status.FOUND, Status.EXHAUSTED]
    assert [report.status for report in outcomes(("+#+",), Limits(answers=5))] == [Status.FOUND] * 4 + [
        Status.EXHAUSTED
    ]


@pytest.mark.parametrize("want", list(Want))
def test_a_run_that_may_not_start_stops(want: Want) -> None:
    cancel = Cancel()
    cancel.set()
    for limits in (Limits(seconds=0), Limits(cancel=cancel)):
        (last,) = outcomes(("+.",), limits, want)
        assert last.status is Status.STOPPED
        assert last.reasons is None
        assert last.answer is None


def test_streaming_stops_in_time_and_when_it_is_cancelled() -> None:
    *answers, last = outcomes(FREE, Limits(seconds=0.1))
    assert last.status is Status.STOPPED
    assert len({report.answer for report in answers}) == len(answers) > 2
    cancel = Cancel()
    run = TwoSat().run(beams(FREE).task(), Limits(cancel=cancel), Want.ANSWERS)
    assert len(list(islice(run, 10))) == 10
    cancel.set()
    assert list(run)[-1].status is Status.STOPPED
    *answers, last = outcomes(FREE, Limits(nodes=30))
    assert last.status is Status.STOPPED


def test_counts_multiply_over_parts_and_stop_above_the_limit() -> None:
    assert outcomes(FREE, Limits(answers=1), Want.COUNT) == [Outcome(Status.EXHAUSTED, count=2**30)]
    # One part: along each row and column of a square lies one shooter, and every cell wants its row's or its column's.
    size = 8
    room = tuple("".join("+" if r == c else "." for c in range(size)) for r in range(size))
    expected = len(list(naive.answers(room)))
    assert outcomes(room, want=Want.COUNT) == [Outcome(Status.EXHAUSTED, count=expected)]
    for most in range(expected):
        (last,) = outcomes(room, Limits(answers=most), Want.COUNT)
        assert last.count is not None
        assert last.count == expected if last.status is Status.EXHAUSTED else most < last.count <= expected
    (last,) = outcomes(room, Limits(nodes=0), Want.COUNT)
    assert last.status is Status.STOPPED
    assert last.count == 1


def test_only_rooms_are_taken() -> None:
    with pytest.raises(Unable):
        list(TwoSat().run(Task("haunted", Model), Limits(), Want.ANSWERS))


# --- clauses of two literals by themselves ---------------------------------------------------------------------------


def never(steps: int = 0) -> None:
    """Go on."""


@st.composite
def formulas(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]]]:
    variables = draw(st.integers(1, 8))
    literal = st.integers(0, 2 * variables - 1)
    pairs = draw(st.lists(st.tuples(literal, literal), max_size=14))
    return variables, sorted({(min(a, b), max(a, b)) for a, b in pairs if a ^ 1 != b})


def all_answers(variables: int, clauses: list[tuple[int, int]]) -> list[list[int]]:
    tried = ([2 * v + bit for v, bit in enumerate(bits)] for bits in product((0, 1), repeat=variables))
    return [true for true in tried if all(a in true or b in true for a, b in clauses)]


@settings(max_examples=400, deadline=None)
@given(formulas())
def test_formulas_agree_with_brute_force(formula: tuple[int, list[tuple[int, int]]]) -> None:
    variables, clauses = formula
    expected = all_answers(variables, clauses)
    graph = Implications(variables, clauses)
    component = graph.components(never)
    walk = graph.contradiction(component, never)
    if not expected:
        assert graph.contradictory(component)
        assert walk[0] == walk[-1]
        assert walk[0] ^ 1 in walk
        edges = {(a ^ 1, b) for a, b in clauses} | {(b ^ 1, a) for a, b in clauses}
        assert edges.issuperset(pairwise(walk))
        return
    assert walk == []
    assert not graph.contradictory(component)
    answer = graph.answer(component)
    assert answer in expected
    second = graph.second(answer, never)
    others = [other for other in expected if other != answer]
    if second is None:
        assert others == []
    else:
        apart = [sum(a != b for a, b in zip(answer, other, strict=True)) for other in others]
        assert second in others
        assert sum(a != b for a, b in zip(answer, second, strict=True)) == min(apart)
    streamed = list(graph.answers(never, never))
    assert sorted(streamed) == sorted(expected)
    tally = Tally(graph, never, never)
    assert tally.run(None)
    assert tally.count == len(expected)
    for most in range(len(expected) + 1):
        tally = Tally(graph, never, never)
        exact = tally.run(most)
        assert tally.count == len(expected) if exact else most < tally.count <= len(expected)


@settings(max_examples=200, deadline=None)
@given(formulas(), st.integers(0, 60))
def test_a_count_that_is_broken_off_is_a_lower_bound(formula: tuple[int, list[tuple[int, int]]], steps: int) -> None:
    variables, clauses = formula
    expected = all_answers(variables, clauses)
    if not expected:
        return
    left = steps

    def look(done: int) -> None:
        nonlocal left
        left -= done
        if left < 0:
            raise TimeoutError

    tally = Tally(Implications(variables, clauses), look, never)
    try:
        tally.run(None)
    except TimeoutError:
        assert 1 <= tally.count <= len(expected)
    else:
        assert tally.count == len(expected)


def test_chains_may_be_as_long_as_they_like() -> None:
    size = 50_000
    graph = Implications(size, [(2 * v + 1, 2 * v + 2) for v in range(size - 1)])
    component = graph.components(never)
    answer = graph.answer(component)
    second = graph.second(answer, never)
    assert second is not None
    assert sum(a != b for a, b in zip(answer, second, strict=True)) == 1
    circle = Implications(size, [(2 * v + 1, (2 * v + 2) % (2 * size)) for v in range(size)])
    one, other = islice(circle.answers(never, never), 2)
    assert {*one, *other} == set(range(2 * size))
    # The last now forces the opposite of the first: only "all no" is left.
    closed = Implications(size, [*circle.clauses, (1, 2 * size - 1)])
    only = closed.answer(closed.components(never))
    assert only == list(range(1, 2 * size, 2))


def test_counts_of_paths_are_fibonacci_numbers() -> None:
    size = 200
    tally = Tally(Implications(size, [(2 * v, 2 * v + 2) for v in range(size - 1)]), never, never)
    assert tally.run(10_000)
    before, after = 1, 2
    for _ in range(size - 1):
        before, after = after, before + after
    assert tally.count == after


# --- rows and rules --------------------------------------------------------------------------------------------------


def few_shooters(seed: int, number: int, most: int) -> Iterator[tuple[str, ...]]:
    rng = random.Random(seed)
    return (generator(rng, most) for _ in range(number // 2) for generator in GENERATORS[:2])


def test_the_rows_have_the_answers_of_brute_force() -> None:
    """All 0-1 values of all variables, "one value a shooter" included."""
    verdicts: Counter[bool] = Counter()
    for room in few_shooters(5, 600, 3):
        model = beams(room).model()
        met = set()
        for bits in product((0, 1), repeat=len(model.names)):
            ones = [variable for variable, bit in enumerate(bits) if bit]
            if not any(model.broken(ones)):
                met.add(rows(Cells.of(room).filled(model.answer(ones))))
        assert met == set(naive.answers(room)), room
        verdicts[bool(met)] += 1
    assert min(verdicts.values()) > 100


def test_the_rows_of_each_reason_say_its_rule() -> None:
    rules_seen: Counter[str] = Counter()
    for room in few_shooters(6, 400, 4):
        model = beams(room).model()
        shooters = naive.cells_with(room, naive.SHOOTERS)
        shots = {(cell, way): naive.beam(room, cell, way) for cell in shooters for way in "-|"}
        expected: set[naive.Rule] = {("light", cell) for cell in naive.cells_with(room, ".")}
        expected |= {("safe", turn) for turn, shot in shots.items() if shot.hits}
        expected |= {("given", (r, c)) for r, c in shooters if room[r][c] != "+"}
        reasons = model.reasons()
        assert {as_rule(reason) for reason in reasons} == expected
        assert len(reasons) == len(expected)
        for chosen in product("-|", repeat=len(shooters)):
            how = dict(zip(shooters, chosen, strict=True))
            ones = [v for v, fact in model.facts.items() if how[fact.cell.row, fact.cell.col] == fact.value]
            broken = {row.reason for row in model.broken(ones)}
            assert None not in broken
            for reason in reasons:
                rule, of = as_rule(reason)
                if rule == "light":
                    kept = any(of in shots[turn].lit and not shots[turn].hits for turn in how.items())
                    if not any(shots[turn].hits for turn in how.items()):
                        assert kept == any(of in shots[turn].lit for turn in how.items())
                elif rule == "safe":
                    kept = of not in set(how.items())
                else:
                    kept = how[of] == room[of[0]][of[1]]  # type: ignore[index]
                assert (reason in broken) != kept, (room, how, reason)
                rules_seen[rule] += 1
    assert set(rules_seen) == {"light", "safe", "given"}


def test_numbers_of_variables_and_rows() -> None:
    for room in rooms(12, 300):
        model = beams(room).model()
        shooters = naive.cells_with(room, naive.SHOOTERS)
        printed = len(naive.cells_with(room, "-|"))
        shots = [naive.beam(room, cell, way) for cell in shooters for way in "-|"]
        unsafe = sum(bool(shot.hits) for shot in shots)
        lighting = sum(len(shot.lit) for shot in shots if not shot.hits)
        assert len(model.names) == 2 * len(shooters)
        assert len(model.rows) == len(shooters) + printed + unsafe + len(naive.cells_with(room, "."))
        assert model.nonzeros == 2 * len(shooters) + printed + unsafe + lighting


def test_names_in_files() -> None:
    model = beams(("+.", "|#")).model()
    assert model.names == ["h_r1c1", "v_r1c1", "h_r2c1", "v_r2c1"]
    assert [row.name for row in model.rows] == [
        "cell_r1c1",
        "cell_r2c1",
        "given_r2c1",
        "safe_r1c1_vertical",
        "safe_r2c1_vertical",
        "light_r1c2",
    ]


# --- faults ----------------------------------------------------------------------------------------------------------


def test_faults_are_those_of_the_naive_checker() -> None:
    seen: Counter[str] = Counter()
    rng = random.Random(8)
    for room in rooms(9, 4000):
        share = rng.choice((0.3, 0.7, 1.0))
        how = {
            (r, c): rng.choice(naive.ways(room[r][c])) for r, c in naive.cells_with(room, "+") if rng.random() < share
        }
        entered = naive.turned(room, how)
        faults = beams(room).faults(Cells.of(entered))
        rules = [as_rule(fault.reason) for fault in faults]
        assert set(rules) == naive.broken(entered), (room, entered)
        assert len(set(rules)) == len(rules)
        seen.update(fault.reason.rule for fault in faults)
        seen["whole"] += not faults
        for fault in faults:
            if isinstance(fault.reason.of, Fact):
                cell, way = fault.reason.of
                hits = naive.beam(entered, cell, way).hits
                assert set(fault.cells) == hits | {cell}
                assert fault.cells[0] == cell
                assert fault.value == way
    assert min(seen["light"], seen["safe"], seen["whole"]) > 300


def test_answers_have_no_faults_and_only_answers_are_whole() -> None:
    for room in few_shooters(10, 400, 5):
        shooters = naive.cells_with(room, "+")
        expected = set(naive.answers(room))
        for chosen in product("-|", repeat=len(shooters)):
            entered = naive.turned(room, dict(zip(shooters, chosen, strict=True)))
            assert (not beams(room).faults(Cells.of(entered))) == (entered in expected)


def test_a_changed_print_and_a_foreign_token() -> None:
    sheet = beams(("+.#", "-/+"))
    assert sheet.faults(Cells.of(("-.#", "-/+"))) == ()
    # What is printed is taken instead: turned down, the shooter at r2c1 would hit the one above.
    assert sheet.faults(Cells.of(("X-#", "|\\."))) == (
        Fault(Reason("cell", Cell(0, 0)), (Cell(0, 0),), value="X"),
        Fault(Reason("given", Cell(0, 1)), (Cell(0, 1),), value="-"),
        Fault(Reason("given", Cell(1, 0)), (Cell(1, 0),), value="|"),
        Fault(Reason("given", Cell(1, 1)), (Cell(1, 1),), value="\\"),
        Fault(Reason("cell", Cell(1, 2)), (Cell(1, 2),), value="."),
    )


# --- lines -----------------------------------------------------------------------------------------------------------


def test_lines_are_the_seeds() -> None:
    """Two pairs lie on one line exactly when a beam through the first, all shooters away, passes the second."""
    kinds: Counter[str] = Counter()
    for room in rooms(11, 1500):
        laid = lines(beams(room).task().room)
        bare = tuple("".join("." if token in naive.SHOOTERS else token for token in row) for row in room)
        pairs = [(cell, way) for cell in naive.cells_with(bare, ".") for way in "-|"]
        found_lines = list(laid)
        assert len(found_lines) == len(laid)
        assert sorted(tuple(pair) for line in found_lines for pair in line.pairs) == sorted(pairs)
        for number, line in enumerate(found_lines):
            assert laid.line(number) == line
            held = {(tuple(cell), way) for cell, way in line.pairs}
            for cell, way in line.pairs:
                assert {(tuple(cell), way), *naive.beam(bare, cell, way).passes} == held
                assert number == (laid.across if way == "-" else laid.down)[cell.row * len(room[0]) + cell.col]
            # Neighbours on a line see each other with nothing but mirrors between them.
            for one, two in pairwise(line.pairs):
                assert two in next_pairs(bare, one.cell, one.direction)
            literals = [laid.fact(literal) for literal in laid.turned[number]]
            on_it = [pair for pair in line.pairs if room[pair.cell.row][pair.cell.col] in naive.SHOOTERS]
            assert sorted(literals) == sorted((cell, way) for cell, way in on_it)
            kinds["loop" if line.loop else "open"] += 1
            kinds[("dark", "one", "more")[min(2, len(on_it))]] += 1
            kinds["crossing itself"] += len({cell for cell, _ in line.pairs}) < len(line.pairs)
        numbers = [min(cell.row * len(room[0]) + cell.col for cell, _ in line.pairs) for line in found_lines]
        assert numbers == sorted(numbers)
    assert min(kinds.values()) > 50, kinds


def next_pairs(bare: naive.Room, cell: Cell, way: str) -> list[tuple[Cell, str]]:
    """The pairs that a beam from a cell comes to first, either way."""
    posts = naive.turned(bare, {at: "+" for at in naive.cells_with(bare, ".") if at != cell})
    near = naive.beam(posts, cell, way).hits | {cell}
    return [(Cell(*at), direction) for at, direction in naive.beam(bare, cell, way).passes if at in near]


def test_loops_are_told() -> None:
    laid = lines(beams(("/+\\", ".+.", "\\./")).task().room)
    loops = [line for line in laid if line.loop]
    assert [str(pair.cell) + pair.direction for pair in loops[0].pairs] == ["r1c2-", "r2c3|", "r3c2-", "r2c1|"]
    assert len(loops) == 1
    assert laid.safe() == bytearray([0, 0, 1, 0])


# --- the sheet -------------------------------------------------------------------------------------------------------


def test_problems_are_named_all_at_once() -> None:
    sheet = Sheet("beams", Cells.of(("+X", "3.")), Clues(top=(None, 1)), Notes(parks=1))
    with pytest.raises(PuzzleError) as caught:
        puzzle(sheet)
    assert caught.value.problems == (
        "r1c2 holds X, expected one of . # / \\ + - |",
        "r2c1 holds 3, expected one of . # / \\ + - |",
        "a room of beams has no clues around it",
        "parks: Beaming With Joy has no such note",
    )
    with pytest.raises(PuzzleError, match="a room has at least one cell"):
        puzzle(Sheet("beams", Cells.of(())))
    with pytest.raises(PuzzleError, match=r"r1c1 holds \.#, expected one of"):
        puzzle(Sheet("beams", Cells.of(((".#",),))))


def test_values_and_open_cells() -> None:
    room = beams(("+-", "|."))
    assert room.values == ("-", "|")
    assert room.open_cells() == (Cell(0, 0),)
    assert room.task().room.codes == bytes([4, 5, 6, 0])


@settings(max_examples=150, deadline=None)
@given(small_rooms(), st.sampled_from(SYMMETRIES))
def test_symmetries_map_answers_to_answers(room: tuple[str, ...], symmetry: object) -> None:
    kind = beams(room).kind
    image = beams(room).turned(symmetry)  # type: ignore[arg-type]
    mapped = {
        rows(symmetry.cells(Cells.of(answer), kind.flips, kind.transposes))  # type: ignore[attr-defined]
        for answer in naive.answers(room)
    }
    assert mapped == set(naive.answers(rows(image.sheet.cells)))
    assert mapped == set(found(rows(image.sheet.cells), outcomes(rows(image.sheet.cells))))
