"""Deadlines: what is being made stops at the limits of a run, wherever it is, and nothing wrong comes of it."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import pytest

import eyeline
from eyeline.backbone import Freedom, freedom
from eyeline.checking import Checked, check
from eyeline.claimed import judge_steps
from eyeline.clash import why_none
from eyeline.deadline import Overdue, deadline, look, paced, watched
from eyeline.drawing import draw
from eyeline.engine import Cancel, Clock, Limits
from eyeline.engines import linear
from eyeline.engines.clauses import Encoding
from eyeline.explaining import explain, followed, followed_step, hint
from eyeline.formats.steps import ClaimedStep
from eyeline.grading import grade
from eyeline.grid import Cell
from eyeline.model import Known, Model
from eyeline.puzzles import Puzzle
from eyeline.puzzles import puzzle as puzzle_on
from eyeline.refutation import Refutation, refute
from eyeline.render import write_picture
from eyeline.room import Lines
from eyeline.sheet import Cells, Fact, Position, Sheet
from eyeline.telling import explanations, positions
from eyeline.trimming import printed, trim
from samples import maze, room, samples, town
from step_judge import StepJudge

#: Seconds by which a limit may be missed, on a machine that has other work to do.
LATE = 4.0
#: A city whose steps need many rules each: seconds to explain.
HARD = "7:4////2/3///3/2/2//2//3///3/4////4//3//3/,a3_6q3b2e2s"


class After(Cancel):
    """A switch that is set once it has been looked at so many times."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.left = looks

    def __bool__(self) -> bool:
        self.left -= 1
        return self.left < 0


def large_maze() -> Puzzle:
    return maze(20, 20, random.Random(0))[0]


def large_city() -> Puzzle:
    """Its rows have millions of terms."""
    return eyeline.read("30:" + "/".join((["2"] * 10 + [""] * 20) * 4))


def large_room() -> Puzzle:
    return room(400, 400, random.Random(1))


# --- the deadline itself


def test_without_a_deadline_nothing_is_looked_at() -> None:
    assert not watched()
    look()
    assert list(paced(range(5000))) == list(range(5000))


def test_a_deadline_holds_within_its_block_alone() -> None:
    with deadline(lambda: True):
        assert watched()
        with pytest.raises(Overdue):
            look()
    assert not watched()
    look()


def test_the_outer_deadline_holds_in_an_inner_block() -> None:
    outer: list[int] = []
    with deadline(lambda: bool(outer)), deadline(lambda: False):
        look()
        outer.append(1)
        with pytest.raises(Overdue):
            look()


def test_the_inner_deadline_ends_with_its_block() -> None:
    with deadline(lambda: False):
        with deadline(lambda: True), pytest.raises(Overdue):
            look()
        look()


def test_items_are_yielded_until_the_deadline() -> None:
    passed: list[int] = []
    got: list[int] = []

    def noted() -> None:
        for item in paced(range(10_000)):
            got.append(item)
            if item == 2500:
                passed.append(1)

    with deadline(lambda: bool(passed)), pytest.raises(Overdue):
        noted()
    assert got == list(range(len(got)))
    assert 2500 < len(got) <= 4000


def test_an_endless_source_is_paced_as_it_comes() -> None:
    with deadline(lambda: False):
        assert list(islice(paced(iter(int, 1)), 3)) == [0, 0, 0]


def test_another_thread_has_no_deadline() -> None:
    seen: list[bool] = []
    with deadline(lambda: True):
        thread = threading.Thread(target=lambda: seen.append(watched()))
        thread.start()
        thread.join()
    assert seen == [False]


def test_limits_without_time_and_switch_keep_no_deadline() -> None:
    with Clock(Limits(nodes=0, answers=0)).deadline():
        assert not watched()
    with Clock(Limits(seconds=0)).deadline(), pytest.raises(Overdue):
        look()


def test_the_rest_of_the_limits_has_the_time_that_is_left() -> None:
    limits = Limits(seconds=100, nodes=7, answers=2, cancel=Cancel())
    rest = Clock(limits).rest
    assert rest.seconds is not None
    assert 90 < rest.seconds < 100
    assert (rest.nodes, rest.answers, rest.cancel) == (7, 2, limits.cancel)
    assert Clock(Limits()).rest == Limits()


# --- while rows are built


@pytest.mark.parametrize(
    ("make", "engine"),
    [
        (large_city, "sat"),
        (large_city, "highs"),
        (large_city, "auto"),
        (large_room, "sat"),
        (large_room, "highs"),
        (large_room, "2sat"),
        (large_maze, "sat"),
    ],
)
def test_rows_are_built_no_longer_than_the_limit(make: Callable[[], Puzzle], engine: str) -> None:
    puzzle = make()
    started = time.perf_counter()
    answer = eyeline.solve(puzzle, engine=engine, limits=Limits(seconds=0.1))
    assert time.perf_counter() - started < 0.1 + LATE
    assert answer.verdict == "unknown"


@pytest.mark.parametrize("looks", [1, 2, 3, 5, 8, 13, 40])
def test_whenever_building_stops_the_verdict_is_unknown_or_right(looks: int) -> None:
    for puzzle, _ in samples(5, 1):
        engines = ["sat", "highs", "kernel"] + ["2sat"] * (puzzle.kind.name == "beams")
        right = eyeline.solve(puzzle).verdict
        for engine in engines:
            limits = Limits(cancel=After(looks))
            assert eyeline.solve(puzzle, engine=engine, limits=limits).verdict in (right, "unknown")
            count = eyeline.count(puzzle, engine=engine, limits=Limits(cancel=After(looks)))
            full = eyeline.count(puzzle, engine=engine)
            assert count == full or (not count.exact and count.n <= full.n)


def test_a_model_that_was_not_finished_is_built_anew() -> None:
    puzzle = town("plain", 5, random.Random(1))[0]
    task = puzzle.task()
    with pytest.raises(Overdue), Clock(Limits(seconds=0)).deadline():
        task.model  # noqa: B018
    assert len(task.model.rows) == len(puzzle.model().rows)


def test_within_a_long_row_the_deadline_is_looked_at() -> None:
    model = Model()
    model.add_sum([model.variable(f"x_{i}") for i in range(60)], "=", 30, None, "half")
    with Clock(Limits(cancel=After(1000))).deadline():
        Encoding(model).advance(1)
    for looks in (0, 5, 50):
        with pytest.raises(Overdue), Clock(Limits(cancel=After(looks))).deadline():
            Encoding(model).advance(1)


def handed(puzzle: Puzzle) -> tuple[object, ...]:
    """All that HiGHS knows of a puzzle's rows once it has them."""
    solver = linear.quiet_highs()
    linear.hand_over(solver, puzzle.model(), {0: 2.0}, whole=True)
    solver.ensureColwise()
    lp = solver.getLp()
    matrix = lp.a_matrix_
    columns = (lp.col_cost_, lp.col_lower_, lp.col_upper_, lp.integrality_)
    numbers = (*columns, lp.row_lower_, lp.row_upper_, matrix.start_, matrix.index_, matrix.value_)
    return (lp.num_col_, lp.num_row_, matrix.format_, *(list(some) for some in numbers))


@pytest.mark.parametrize("part", [1, 50])
def test_a_model_given_to_highs_in_parts_is_the_same(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = [puzzle for puzzle, _ in samples(3, 1)]
    whole = [(handed(puzzle), eyeline.solve(puzzle, engine="highs")) for puzzle in puzzles]
    monkeypatch.setattr(linear, "PART", part)
    for puzzle, (rows, answer) in zip(puzzles, whole, strict=True):
        assert handed(puzzle) == rows
        assert replace(eyeline.solve(puzzle, engine="highs"), seconds=answer.seconds) == answer


def test_between_the_parts_of_a_model_the_deadline_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear, "PART", 1)
    model = town("plain", 4, random.Random(1))[0].model()
    solver = linear.quiet_highs()
    with pytest.raises(Overdue), Clock(Limits(cancel=After(3))).deadline():
        linear.hand_over(solver, model)
    assert 1 < solver.getNumRow() < 6


def why_and_what_is_free(puzzle: Puzzle, limits: Limits) -> list[object]:
    entered = Position({puzzle.open_cells()[0]: puzzle.values[0]})
    return [
        why_none(puzzle, limits=limits),
        freedom(puzzle, limits=limits),
        check(puzzle, entered, limits=limits),
        refute(puzzle, limits=limits),
    ]


@pytest.mark.parametrize("make", [large_city, large_room])
def test_what_is_asked_beside_keeps_the_limit_as_well(make: Callable[[], Puzzle]) -> None:
    puzzle = make()
    started = time.perf_counter()
    clash, free, checked, proof = why_and_what_is_free(puzzle, Limits(seconds=0.1))
    assert time.perf_counter() - started < 4 * (0.1 + LATE / 2)
    assert clash is None
    assert isinstance(free, Freedom)
    assert (free.exact, free.count.exact) == (False, False)
    assert isinstance(checked, Checked)
    assert checked.state in ("unknown", "broken")
    assert isinstance(proof, Refutation)
    assert not proof.proven


def largest_city() -> Puzzle:
    """Its cells have sixteen million values."""
    return eyeline.read("255:" + "/" * (4 * 255 - 1))


def clued_city() -> Puzzle:
    """What its lines can show takes long to find out, and its rows have more terms than fit into memory."""
    return eyeline.read("120:" + "/".join(["60"] * 480))


@pytest.mark.parametrize("make", [large_city, largest_city, clued_city])
def test_large_cities_keep_the_limit_whatever_is_asked(make: Callable[[], Puzzle]) -> None:
    puzzle = make()
    limits = Limits(seconds=0.1)
    steps = [ClaimedStep((Known(Cell(0, 0), "3"),), 1)]
    asked: list[Callable[[], object]] = [
        lambda: eyeline.solve(puzzle, limits=limits).verdict,
        lambda: eyeline.count(puzzle, limits=limits).exact,
        lambda: trim(puzzle, limits=limits).complete,
        lambda: [step.standing for step in judge_steps(puzzle, steps, limits=limits)],
        lambda: check(puzzle, limits=limits).state,
        lambda: hint(puzzle, limits=limits).technique,
        lambda: explain(puzzle, limits=limits).end,
        lambda: grade(puzzle, limits=limits).verdict,
    ]
    found = []
    for ask in asked:
        started = time.perf_counter()
        found.append(ask())
        assert time.perf_counter() - started < 0.1 + LATE
    assert found == ["unknown", False, False, ["unknown"], "unknown", "unknown", "unknown", "unknown"]


def test_certificates_are_not_waited_for() -> None:
    puzzle = large_city()
    started = time.perf_counter()
    with pytest.raises(eyeline.TimeUp):
        eyeline.certify(puzzle, limits=Limits(seconds=0.1))
    assert time.perf_counter() - started < 0.1 + LATE


def shot(rows: int, cols: int) -> Puzzle:
    """A room with one answer and many shooters, all of them turned already."""
    return puzzle_on(Sheet("beams", Cells.of(["#-.#" * (cols // 4)] * rows)))


def test_a_room_with_many_givens_is_trimmed_no_longer_than_the_limit() -> None:
    room = shot(200, 240)
    started = time.perf_counter()
    found = trim(room, limits=Limits(seconds=1.5))
    assert time.perf_counter() - started < 1.5 + LATE
    assert found.verdict in ("one", "unknown")
    # A fast machine gets as far as to ask which of them could each go alone.
    assert found.unclear
    assert not found.complete
    assert set(found.undecided) <= set(printed(room))


@pytest.mark.parametrize("looks", [0, 1, 2, 3, 5, 8, 13, 40, 100, 300])
def test_whenever_trimming_stops_the_answer_stays_the_same(looks: int) -> None:
    stopped = 0
    for puzzle, _ in samples(11, 2):
        whole = trim(puzzle)
        found = trim(puzzle, limits=Limits(cancel=After(looks)))
        assert found.verdict in (whole.verdict, "unknown")
        assert {*found.kept, *found.removed} == set(printed(puzzle))
        if found.complete:
            assert (found.kept, found.removed, found.alone) == (whole.kept, whole.removed, whole.alone)
            continue
        stopped += 1
        assert found.undecided or found.unclear or found.verdict == "unknown"
        assert set(found.removed) <= set(whole.removed)
        if found.verdict == "one":
            assert eyeline.solve(found.puzzle).cells == whole.solved.cells
    assert stopped or looks > 40


@pytest.mark.parametrize("engine", ["2sat", "forced-2sat", "greedy"])
@pytest.mark.parametrize("kind", ["one", "none", "many"])
def test_whenever_a_room_is_left_its_verdict_is_unknown_or_right(engine: str, kind: str) -> None:
    whole = {"one": "#-.#" * 9, "none": "#.##" * 9, "many": "#+##" * 9}[kind]
    room = puzzle_on(Sheet("beams", Cells.of([whole, "#" * 36] * 20)))
    right = eyeline.solve(room, engine=engine)
    assert right.verdict == kind
    looks, verdict = 0, ""
    while verdict != kind:
        found = eyeline.solve(room, engine=engine, limits=Limits(cancel=After(looks)))
        verdict = found.verdict
        assert verdict in (kind, "unknown")
        if verdict == kind:
            assert (found.reasons, found.chain) == (right.reasons, right.chain)
        looks += 1


def test_what_literals_say_is_told_no_longer_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    watching: list[bool] = []
    fact = Lines.fact

    def noted(self: Lines, literal: int) -> Fact:
        watching.append(watched())
        return fact(self, literal)

    monkeypatch.setattr(Lines, "fact", noted)
    for rows in (["#-.#"], ["#+##"], ["#+.+#"], ["#+.+#", "#+.+#"], [".+.", "+.+"]):
        room = puzzle_on(Sheet("beams", Cells.of(rows)))
        for engine in ("2sat", "forced-2sat", "greedy"):
            watching.clear()
            eyeline.solve(room, engine=engine, limits=Limits(seconds=60))
            assert watching
            assert all(watching)


@pytest.mark.parametrize("form", ["text", "colour", "svg"])
@pytest.mark.parametrize("solved", [False, True])
def test_pictures_are_drawn_no_longer_than_the_limit(form: str, solved: bool) -> None:
    room = shot(300, 400) if solved else large_room()
    for seconds in (0.1, 1.0):
        started = time.perf_counter()
        clock = Clock(Limits(seconds=seconds))
        drawn = clock.made(lambda: write_picture(draw(room), form))
        assert time.perf_counter() - started < seconds + LATE
        if drawn is None:
            assert time.perf_counter() - started >= seconds


@pytest.mark.parametrize("form", ["text", "colour", "svg"])
def test_a_picture_that_is_there_is_the_same_with_a_limit(form: str) -> None:
    puzzle = shot(3, 8)
    clock = Clock(Limits(seconds=60))
    assert clock.made(lambda: write_picture(draw(puzzle), form)) == write_picture(draw(puzzle), form)


# --- while steps are found


@pytest.mark.parametrize("looks", [0, 1, 3, 10, 30, 100, 300, 1000])
def test_an_explanation_that_is_stopped_has_only_right_steps(looks: int) -> None:
    for puzzle, _ in samples(7, 1):
        full = explain(puzzle)
        found = explain(puzzle, limits=Limits(cancel=After(looks)))
        if found.end != "unknown":
            assert (found.steps, found.end) == (full.steps, full.end)
            continue
        known = {Known(*fact) for fact in puzzle.sheet.cells.facts() if fact.value in puzzle.values}
        StepJudge(puzzle).check(found.steps, known)
        assert all(step.facts for step in found.steps)
        assert explanations.explanation(found)[-1] == "a limit was reached before anything more was found"


@pytest.mark.parametrize("looks", [0, 1, 3, 10, 30, 100])
def test_a_hint_that_is_stopped_is_unknown_or_right(looks: int) -> None:
    for puzzle, _ in samples(7, 1):
        found = hint(puzzle, limits=Limits(cancel=After(looks)))
        if found.technique == "unknown":
            assert not found.facts
            assert explanations.hint(puzzle, found, 3) == ["a limit was reached before anything more was found"]
        elif found.technique == "clash":
            assert hint(puzzle).technique == "clash"
        else:
            assert found == hint(puzzle)


@pytest.mark.parametrize("looks", [0, 1, 3, 10, 30, 100])
@pytest.mark.parametrize("compiled", [False, True])
def test_a_grade_that_is_stopped_is_unknown_or_right(looks: int, compiled: bool) -> None:
    if compiled:
        pytest.importorskip("numba")
    for puzzle, _ in samples(7, 1):
        found = grade(puzzle, compiled=compiled, limits=Limits(cancel=After(looks)))
        if found.verdict == "unknown":
            assert (found.level, found.score, found.clash) == (None, 0, False)
            assert found.left <= len(puzzle.open_cells())
        else:
            assert found == grade(puzzle)


def test_a_grade_without_any_time_counts_all_cells_as_open() -> None:
    puzzle = town("plain", 4, random.Random(1))[0]
    found = grade(puzzle, limits=Limits(seconds=0))
    assert (found.verdict, found.left) == ("unknown", len(puzzle.open_cells()))


@pytest.mark.parametrize("seconds", [0, 0.1, 0.6])
@pytest.mark.parametrize("make", [large_maze, lambda: eyeline.read(HARD)])
def test_time_is_kept_on_puzzles_that_take_long(make: Callable[[], Puzzle], seconds: float) -> None:
    puzzle = make()
    for work in (explain, hint, grade):
        started = time.perf_counter()
        work(puzzle, limits=Limits(seconds=seconds))
        assert time.perf_counter() - started < seconds + LATE


def test_compiled_techniques_stop_in_their_midst() -> None:
    pytest.importorskip("numba")
    grade(maze(4, 4, random.Random(1))[0], compiled=True)  # Compiling takes its time, and is not stopped.
    puzzle = large_maze()
    started = time.perf_counter()
    found = grade(puzzle, compiled=True, limits=Limits(seconds=0.2))
    assert time.perf_counter() - started < 0.2 + LATE
    assert found.verdict == "unknown"
    assert sum(found.rounds) > 0


@pytest.mark.parametrize("work", [explain, hint, grade])
def test_another_thread_can_stop_it(work: Callable[..., object]) -> None:
    cancel = Cancel()
    timer = threading.Timer(0.2, cancel.set)
    timer.start()
    started = time.perf_counter()
    work(large_maze(), limits=Limits(cancel=cancel))
    assert time.perf_counter() - started < 0.2 + LATE
    timer.cancel()


def test_what_was_stopped_does_not_spoil_what_comes_after() -> None:
    puzzle = town("plain", 5, random.Random(3))[0]
    stopped = [explain(puzzle, limits=Limits(cancel=After(looks))).end for looks in range(0, 60, 7)]
    assert "unknown" in stopped
    known = {Known(*fact) for fact in puzzle.sheet.cells.facts() if fact.value in puzzle.values}
    found = explain(puzzle)
    StepJudge(puzzle).check(found.steps, known)
    assert found.end == {"one": "finished", "many": "free"}[eyeline.solve(puzzle).verdict]


def test_what_leads_to_a_clash_is_not_told_once_the_time_is_up() -> None:
    clash = why_none(eyeline.read("4:1/1//////////////"))
    assert clash is not None
    assert followed(clash) is not None
    assert followed(clash, Limits(seconds=0)) is None


def test_what_leads_to_a_step_is_not_told_once_the_time_is_up() -> None:
    puzzle = eyeline.read("5://///2///2/2//3//2//////")
    cells = eyeline.solve(puzzle).cells
    assert cells is not None
    steps = [ClaimedStep((Known(cell, cells[cell]),), 1) for cell in puzzle.open_cells()]
    hard = [found for step in steps for found in judge_steps(puzzle, [step]) if len(found.reasons) > 2]
    assert any(followed_step(step) for step in hard)
    assert not any(followed_step(step, Limits(seconds=0)) for step in hard)


def test_a_position_that_nobody_has_looked_at_is_not_called_sound() -> None:
    puzzle = eyeline.read("4:/2/////3//////3//3/")
    found = check(puzzle, Position({Cell(0, 0): "1"}), limits=Limits(seconds=0))
    assert (found.state, found.looked) == ("unknown", False)
    assert positions.checked(found) == ["a limit was reached before it was known whether it can be completed"]
    assert check(puzzle, Position({Cell(0, 0): "4"})).looked
