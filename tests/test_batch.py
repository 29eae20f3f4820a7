"""Many puzzles: streamed in, shared among processes or a cluster, written to a file, gone on with after a crash."""

from __future__ import annotations

import json
import multiprocessing
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from io import StringIO
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

import eyeline
from eyeline.batch import CHUNK, Chunks, ChunkWork, Feed, Shard, replies
from eyeline.cli import app
from eyeline.cli.certify import Certifying
from eyeline.cli.check import Checking
from eyeline.cli.convert import Converting
from eyeline.cli.count import Counting
from eyeline.cli.explaining import Explaining, Grading, Hinting
from eyeline.cli.progress import Progress
from eyeline.cli.solve import Solving
from eyeline.cli.verb import ItemWork
from eyeline.formats import FORMATS, Block, Piece, decode, line_stretches, read_piece, split
from eyeline.formats.source import line_pieces
from eyeline.journal import Journal
from eyeline.many import MANY
from eyeline.pool import AHEAD, spread
from eyeline.reading import BLOCK, Item, Items, Meter, Text, items, text_items

UNIQUE = "4:/2/////3//////3//3/"
MANY_ANSWERS = "4:2/2/1/3/2/3/2/1////////"
NONE = "4:1/1//////////////"
BROKEN = "4:1/2"
IDS = (UNIQUE, MANY_ANSWERS, NONE, BROKEN, "3:2/1/2/2/3/1/2/1/2/2/3/1", "2x2:0,1,2,Rc,-,-,-,-,-,-,-,-", "4:é")

SECONDS = re.compile(r'"seconds":[^,]*')
quick = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)


def run(*arguments: str | Path, text: str | None = None) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=text)


def timeless(text: str) -> str:
    return SECONDS.sub('"seconds":0', text)


def put(folder: Path, lines: list[str] | tuple[str, ...]) -> Path:
    file = folder / "ids"
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return file


# --- reading in a stream


class Tap:
    """Lines handed out one by one, and how many there were."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.taken = 0

    def __iter__(self) -> Iterator[str]:
        for line in self.lines:
            self.taken += 1
            yield line


@pytest.mark.parametrize("name", FORMATS)
def test_a_text_is_cut_without_being_held(name: str) -> None:
    notation = FORMATS[name]
    example = notation.example.rstrip("\n") + "\n"
    count = 50
    text = f"{count}\n{example.partition(chr(10))[2] * count}" if name == "codejam" else "\n".join([example] * count)
    tap = Tap(text)
    # What comes after a puzzle says where it ends: a gap, and the beginning of the next one.
    longest = 2 * example.count("\n") + 8
    pieces = []
    for piece in FORMATS[name].split(tap):
        assert tap.taken <= piece.line + longest
        pieces.append(piece)
    assert pieces == list(split(text, name))
    assert len(pieces) == count
    assert not [piece for piece in pieces if piece.error]


def test_lists_without_a_gap_and_an_array_are_cut_without_being_held() -> None:
    lists = Tap("\n".join(["1 2 2 1 2 1 1 2"] * 1000))
    page = FORMATS["json"].example.strip()
    array = Tap("[\n" + ",\n".join([page] * 1000) + "\n]")
    for name, tap in (("cluelist", lists), ("json", array)):
        pieces = 0
        for piece in FORMATS[name].split(tap):
            assert tap.taken <= piece.line + piece.text.count("\n") + 8
            pieces += 1
        assert pieces == 1000


ODD = ("", "  ", "# a comment", "none of it", f"  {UNIQUE}\t", "4:\0", "#m=edit&p=1", "4:\x1c/", "ｘ")
LINES_OF_ALL_SORTS = st.lists(st.sampled_from([*IDS, *IDS, *IDS, *ODD]), max_size=12)


@quick
@given(
    lines=LINES_OF_ALL_SORTS,
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    mark=st.sampled_from([b"", b"\xef\xbb\xbf"]),
    last=st.booleans(),
    block=st.sampled_from([1, 30, 70, BLOCK]),
    notation=st.sampled_from([None, "tatham", "cluelist"]),
)
def test_a_file_is_read_as_its_text(
    lines: list[str],
    end: str,
    mark: bytes,
    last: bool,
    block: int,
    notation: str | None,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    lines = [line for line in lines if "\0" not in line]
    data = mark + (end.join(lines) + (end if last else "")).encode()
    file = tmp_path_factory.mktemp("read") / "file"
    file.write_bytes(data)
    meter = Meter()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("eyeline.reading.BLOCK", block)
        read = list(items(str(file), notation, meter=meter))
    assert meter.puzzles == len(read)
    expected = list(text_items(Text(decode(data), str(file)), notation))
    assert [(item.number, item.piece._replace(text="", error=None)) for item in read] == [
        (item.number, item.piece._replace(text="", error=None)) for item in expected
    ]
    assert [str(item.piece.error) for item in read] == [str(item.piece.error) for item in expected]
    assert meter.read <= len(data)


@quick
@given(blocks=st.lists(LINES_OF_ALL_SORTS, max_size=5), notation=st.sampled_from([None, "tatham"]))
def test_lines_cut_a_block_at_a_time_are_cut_as_all_at_once(blocks: list[list[str]], notation: str | None) -> None:
    found = list(line_stretches((Block(0, lines) for lines in blocks), notation))
    assert [piece for pieces in found for piece in pieces] == list(line_pieces(chain.from_iterable(blocks), notation))


def held(items: Iterable[Item]) -> list[tuple[object, ...]]:
    return [(type(item.piece), item.piece, item.order, item.file, item.number) for item in items]


@quick
@given(lines=LINES_OF_ALL_SORTS, start=st.integers(-14, 14), end=st.integers(-14, 14), data=st.data())
def test_puzzles_that_stand_together_are_those_that_stand_alone(
    lines: list[str], start: int, end: int, data: st.DataObject
) -> None:
    (pieces,) = line_stretches([Block(0, lines)], None)
    alone = [Item(piece, "tblr", "a file", number) for number, piece in enumerate(pieces, start=7)]
    together = Items(pieces, "tblr", "a file", 7)
    assert len(together) == len(alone)
    assert held(together) == held(alone)
    assert held(together[start:end]) == held(alone[start:end])
    assert held(pickle.loads(pickle.dumps(together[start:end]))) == held(alone[start:end])  # noqa: S301
    if alone:
        index = data.draw(st.integers(-len(alone), len(alone) - 1))
        assert held([together[index]]) == held([alone[index]])
    for wrong in (len(alone), -len(alone) - 1):
        with pytest.raises(IndexError):
            together[wrong]


@quick
@given(
    stretches=st.lists(st.lists(st.integers(), max_size=5), max_size=8),
    takes=st.lists(st.tuples(st.sampled_from(["next", "take", "count"]), st.integers(1, 7)), max_size=30),
)
def test_what_is_fed_comes_out_in_order_however_it_is_taken(
    stretches: list[list[int]], takes: list[tuple[str, int]]
) -> None:
    every = [*chain.from_iterable(stretches)]
    feed = Feed(stretches)
    out: list[int] = []
    for how, most in takes:
        if how == "count":
            assert feed.count(most) == min(most, len(every) - len(out))
        elif how == "next":
            out.extend(number for number in [next(feed, None)] if number is not None)
        else:
            some = feed.take(most)
            assert (len(some) > 0) == (len(out) < len(every))
            assert len(some) <= most
            out.extend(some)
        assert out == every[: len(out)]
    assert out + list(feed) == every


def test_a_slow_stream_is_not_waited_for_where_its_notation_is_named(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as other:
        reader = items(str(pipe), "tatham")
        first = other.submit(next, reader)
        with pipe.open("w") as source:
            source.write(f"{UNIQUE}\n{MANY_ANSWERS}\n")
            source.flush()
            assert first.result(timeout=10).piece.text == UNIQUE
        assert [item.piece.text for item in reader] == [MANY_ANSWERS]


@pytest.mark.parametrize("notation", ["tatham", "plain"])
def test_what_is_read_is_metered_as_puzzles_come(notation: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(f"{eyeline.write(eyeline.read(UNIQUE), notation)}\n" * 3000)
    meter = Meter(size=file.stat().st_size)
    for number, _ in enumerate(items(str(file), meter=meter), start=1):
        # Puzzles that come together are counted together.
        assert meter.puzzles >= number
        assert abs(meter.read / file.stat().st_size - meter.puzzles / 3000) < 0.02
    assert meter.read == meter.size


def test_a_line_that_is_no_text_is_an_error_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "ids"
    file.write_bytes(f"{UNIQUE}\n4:\0\n{MANY_ANSWERS}\n".encode())
    result = run("solve", "--json", file)
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [record["verdict"] for record in found] == ["one", None, "many"]
    assert "a NUL at line 2, column 3" in found[1]["error"]["message"]
    file.write_bytes(f"{UNIQUE}\0\n{MANY_ANSWERS}\n".encode())
    assert "binary data" in run("solve", file).stderr
    file.write_bytes(f"{UNIQUE}\n".encode() + b"4:\xff/1\n" + f"{MANY_ANSWERS}\n".encode())
    result = run("solve", "--json", file)
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [record["verdict"] for record in found] == ["one", None, "many"]
    assert found[1]["error"]["code"] == "input"
    assert "byte 0xFF at line 2, column 3" in found[1]["error"]["message"]
    assert result.exit_code == 2


LINES = 200_000
FLOOD = f"for i in range({{lines}}): print({UNIQUE!r}) if i % 1000 else print({BROKEN!r})"


def test_a_long_stream_takes_no_more_memory_than_a_short_one() -> None:
    program = (
        "import resource, subprocess, sys\n"
        "source = subprocess.Popen([sys.executable, '-c', sys.argv[1]], stdout=subprocess.PIPE)\n"
        "command = [sys.executable, '-m', 'eyeline', 'convert', '--to', 'tatham', '--shard', '2/500', '-']\n"
        "out = subprocess.run(command, stdin=source.stdout, capture_output=True).stdout\n"
        "print(len(out.splitlines()), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
    )

    def measured(lines: int) -> tuple[int, int]:
        done = subprocess.run(
            [sys.executable, "-c", program, FLOOD.format(lines=lines)], capture_output=True, check=True, text=True
        )
        written, most = done.stdout.split()
        return int(written), int(most)

    few, short = measured(2_000)
    many, long = measured(LINES)
    assert (few, many) == (4, 400)
    # Kilobytes on Linux; the text alone has more than four megabytes, and as items it would take ten times as many.
    assert long - short < 8_000 * (1024 if sys.platform == "darwin" else 1)


# --- work


WORKS: tuple[ItemWork, ...] = (
    Solving(json=True),
    Solving(alone=False),
    Solving(to="plain"),
    Counting(json=True),
    Checking(json=True),
    Certifying(json=True),
    Hinting(json=True),
    Explaining(alone=False),
    Grading(json=True),
    Converting(to="json"),
)


@pytest.mark.parametrize("work", WORKS, ids=repr)
def test_work_and_what_it_makes_can_be_sent(work: ItemWork) -> None:
    sent = pickle.loads(pickle.dumps(work))  # noqa: S301
    for item in text_items(Text("\n".join(IDS))):
        there = pickle.loads(pickle.dumps(sent(pickle.loads(pickle.dumps(item)))))  # noqa: S301
        here = work(item)
        assert timeless("\n".join(there.out)) == timeless("\n".join(here.out))
        assert (there.code, there.talk, there.part) == (here.code, here.talk, here.part)
        lost = work.lost(item)
        assert lost.code == 3
        assert "died" in "".join(lost.out + lost.talk)


@dataclass(frozen=True)
class Doubling:
    """Doubles numbers; dies of ``deadly``, and of ``shaky`` the first time, which it notes in ``folder``."""

    folder: str
    deadly: int = -1
    shaky: int = -1
    wait: float = 0

    def __call__(self, item: int) -> int:
        time.sleep(self.wait)
        first = Path(self.folder, "died")
        if item == self.deadly or (item == self.shaky and not first.exists()):
            first.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if item < 0:
            raise ZeroDivisionError(item)
        return 2 * item

    def prepare(self) -> None:
        """Nothing."""

    def lost(self, item: int) -> int:
        return -item


@dataclass(frozen=True)
class Bulk(Doubling):
    """Doubles many numbers at once."""

    def many(self, numbers: list[int]) -> list[int]:
        return [2 * number for number in numbers]


@dataclass(frozen=True)
class Muddled(Doubling):
    """Works on what comes after the first number until it is told to end; then something else goes wrong."""

    def __call__(self, item: int) -> int:
        try:
            time.sleep(60 * item)
        except SystemExit:
            raise RuntimeError("broken off") from None
        return item


def job(work: Doubling) -> ChunkWork[int, int, list[int]]:
    return ChunkWork(work, bulk=False, gather=list)


def one(number: int) -> int:
    return 1


def singly(numbers: Iterable[int]) -> Feed[int]:
    return Feed(zip(numbers))


def flat(lists: Iterator[list[int]]) -> list[int]:
    return [number for numbers in lists for number in numbers]


def test_a_worker_that_dies_costs_at_most_the_item_it_died_of(tmp_path: Path) -> None:
    taken = []

    def numbers() -> Iterator[int]:
        for number in range(200):
            taken.append(number)
            yield number

    chunks = Chunks(singly(numbers()), one)
    found = []
    for some in spread(job(Doubling(str(tmp_path), deadly=13, shaky=30)), chunks, 2):
        found += some
        assert len(taken) <= len(found) + 2 * AHEAD * CHUNK
    assert found == [-13 if number == 13 else 2 * number for number in range(200)]


def kill_children() -> None:
    for child in multiprocessing.active_children():
        child.kill()


def test_workers_that_are_killed_from_outside_cost_nothing(tmp_path: Path) -> None:
    found: list[int] = []
    kills = 0
    for some in spread(job(Doubling(str(tmp_path), wait=0.002)), Chunks(singly(range(600)), one), 2):
        found += some
        if len(found) >= 150 * (kills + 1):
            kills += 1
            kill_children()
    assert kills >= 3
    assert found == [2 * number for number in range(600)]


def test_workers_that_die_before_they_have_begun_are_replaced_while_others_work(tmp_path: Path) -> None:
    late = ChunkWork(Late(str(tmp_path), wait=0.02), bulk=True, gather=list)
    assert flat(spread(late, Chunks(singly(range(300)), one), 2)) == [2 * number for number in range(300)]
    assert len([*tmp_path.iterdir()]) >= 5


def test_an_error_that_is_nobodys_is_not_hidden(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="ZeroDivisionError: -2"):
        flat(spread(job(Doubling(str(tmp_path))), Chunks(singly([1, -2]), one), 1))


@dataclass(frozen=True)
class Failing(Doubling):
    """Cannot read what it needs."""

    def __call__(self, item: int) -> int:
        raise FileNotFoundError(item)


def test_a_worker_whose_work_fails_is_not_taken_for_dead(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="FileNotFoundError: 1"):
        flat(spread(job(Failing(str(tmp_path))), Chunks(singly([1, 2]), one), 1))


class Fussy(int):
    """A number that can be sent, and not be taken in."""

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return int, ("no number",)


def test_what_cannot_be_taken_in_is_told(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="no number"):
        flat(spread(job(Doubling(str(tmp_path))), Chunks(singly([1, Fussy(2)]), one), 1))


@dataclass(frozen=True)
class Masked(Doubling):
    """Tells whether a Ctrl-C is kept from the process since it was started."""

    def __call__(self, item: int) -> int:
        time.sleep(0.05)
        return os.getpid() if signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []) else 0


MASKS = """
import signal
from test_batch import Masked, Singles, flat, job
from eyeline.pool import spread
if __name__ == "__main__":
    found = set(flat(spread(job(Masked("")), Singles(40), 2)))
    print(len(found - {0}), 0 in found, signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))
"""


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no signals can be kept from a process here")
def test_a_ctrl_c_is_kept_from_the_first_worker_as_well(tmp_path: Path) -> None:
    # In a process of its own, which no other test has had start anything.
    (tmp_path / "masks.py").write_text(MASKS)
    path = os.pathsep.join([str(tmp_path), str(Path(__file__).parent), *sys.path])
    run = subprocess.run(
        [sys.executable, tmp_path / "masks.py"],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == ["2", "False", "False"]


def test_a_worker_that_is_told_to_end_says_no_more(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    found = spread(job(Muddled(str(tmp_path))), Chunks(singly(range(9)), one), 1)
    assert next(found) == [0]
    time.sleep(0.2)
    found.close()  # type: ignore[attr-defined]
    assert capfd.readouterr().err == ""


def test_no_more_than_a_window_is_under_way(tmp_path: Path) -> None:
    taken = []

    def numbers() -> Iterator[int]:
        for number in range(10**9):
            taken.append(number)
            yield number

    found = spread(job(Doubling(str(tmp_path), wait=0.001)), Chunks(singly(numbers()), one), 1)
    first = next(found)
    time.sleep(0.3)
    assert first[0] == 0
    assert len(taken) <= AHEAD * CHUNK
    found.close()  # type: ignore[attr-defined]


@dataclass
class Singles:
    """Numbers up to ``end``, in chunks of one."""

    end: int
    brisk: bool = False
    next: int = 0

    def take(self) -> list[int]:
        self.next += 1
        return [self.next - 1] if self.next <= self.end else []

    def learn(self, items: int, seconds: float) -> None:
        """Nothing."""


@dataclass(frozen=True)
class Late(Doubling):
    """Work that the first process to start is ready for, and the next five die of before they are."""

    def prepare(self) -> None:
        for number in range(100):
            with suppress(FileExistsError):
                Path(self.folder, str(number)).touch(exist_ok=False)
                break
        if 1 <= number <= 5:
            os.kill(os.getpid(), signal.SIGKILL)


@dataclass(frozen=True)
class Tarrying(Doubling):
    """Doubles numbers, and takes its time over the first one."""

    def __call__(self, item: int) -> int:
        time.sleep(0 if item else 3)
        return 2 * item


def test_one_that_takes_as_long_as_all_that_may_wait_for_it_holds_nobody_up(tmp_path: Path) -> None:
    end = 10 * AHEAD
    found: list[int] = []

    def run() -> None:
        found.extend(flat(spread(job(Tarrying(str(tmp_path))), Singles(end), 2)))

    # It would wait forever.
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(60)
    assert found == [2 * number for number in range(end)]


def test_chunks_grow_and_shrink_with_the_time_they_take() -> None:
    chunks = Chunks(Feed([range(10**6)]), one)
    assert len(chunks.take()) == 1
    for _ in range(20):
        chunks.learn(len(chunks.take()), 1e-6)
    assert len(chunks.take()) == CHUNK
    chunks.learn(CHUNK, 1000)
    assert len(chunks.take()) == 1
    heavy = Chunks(singly(range(100)), lambda number: 10**9)
    assert len(heavy.take()) == 1


def test_work_that_is_faster_on_many_is_given_many(tmp_path: Path) -> None:
    for bulk in (True, False):
        lists = list(replies(Bulk(str(tmp_path)), singly(range(1000)), gather=list, weigh=one, bulk=bulk))
        assert flat(iter(lists)) == [2 * number for number in range(1000)]
        assert (max(map(len, lists)) > 1) == bulk


# --- the command line


def test_two_jobs_print_what_one_does(tmp_path: Path) -> None:
    file = put(tmp_path, IDS * 4)
    for arguments in (("solve", "--json", "--engine", "sat"), ("grade",)):
        alone = run(*arguments, file)
        shared = run(*arguments, "--jobs", "2", file)
        assert timeless(shared.stdout) == timeless(alone.stdout)
        assert (shared.stderr, shared.exit_code) == (alone.stderr, alone.exit_code)
        assert alone.stdout


def test_from_a_hundred_puzzles_on_the_kernels_give_the_same_records(tmp_path: Path) -> None:
    file = put(tmp_path, IDS * (MANY // len(IDS) + 1))
    few = tmp_path / "few"
    few.write_text("".join(f"{line}\n" for line in IDS), encoding="utf-8")

    def verdicts(path: Path) -> list[tuple[Any, ...]]:
        lines = run("solve", "--json", path).stdout.splitlines()
        return [(record["kind"], record["verdict"], record["error"] is None) for record in map(json.loads, lines)]

    found = verdicts(file)
    assert len(found) >= MANY
    assert found == (verdicts(few) * len(found))[: len(found)]


@quick
@given(
    cut=st.floats(0, 1),
    verb=st.sampled_from(["check", "solve", "count", "hint", "explain", "grade", "certify", "trim"]),
)
def test_a_file_cut_off_anywhere_is_gone_on_with(
    cut: float, verb: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("cut")
    file = put(folder, IDS)
    whole, torn = folder / "whole", folder / "torn"
    first = run(verb, "--out", whole, file)
    assert (first.stdout, first.stderr) == ("", "")
    data = whole.read_bytes()
    assert data.count(b"\n") == len(IDS)
    torn.write_bytes(data[: int(cut * len(data))])
    again = run(verb, "--out", torn, "--resume", file)
    assert again.stderr == ""
    assert again.exit_code == first.exit_code
    assert timeless(torn.read_text()) == timeless(data.decode())
    kept = data[: int(cut * len(data))]
    assert torn.read_bytes().startswith(kept[: kept.rfind(b"\n") + 1])


def test_the_file_has_what_json_prints(tmp_path: Path) -> None:
    file, out = put(tmp_path, IDS), tmp_path / "out"
    assert run("solve", "--out", out, file).exit_code == 2
    assert timeless(out.read_text()) == timeless(run("solve", "--json", file).stdout)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ((MANY_ANSWERS, UNIQUE), "line 1 is the record of another puzzle than line 1"),
        ((UNIQUE,), "line 2 is beyond the 1 puzzles"),
        (("", UNIQUE, MANY_ANSWERS), "line 1 is the record of another puzzle than line 2"),
    ],
)
def test_records_of_another_input_are_refused_and_kept(lines: tuple[str, ...], message: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run("solve", "--out", out, put(tmp_path, (UNIQUE, MANY_ANSWERS)))
    before = out.read_text()
    result = run("solve", "--out", out, "--resume", put(tmp_path, lines))
    assert result.exit_code == 2
    assert message in result.stderr
    assert out.read_text() == before


def test_records_of_another_verb_and_other_texts_are_refused_and_kept(tmp_path: Path) -> None:
    out, file = tmp_path / "out", put(tmp_path, IDS)
    for text in (run("count", "--json", file).stdout, "not a record\n", "[1]\n", '{"source": 3}\n', "4:/1", '{"kin"'):
        out.write_text(text)
        result = run("solve", "--out", out, "--resume", file)
        assert result.exit_code == 2
        assert "line 1 is no record of solve" in result.stderr
        assert out.read_text() == text
        assert run("solve", "--out", out, file).exit_code == 2
        assert out.read_text() == text


def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    out = tmp_path / "out"
    with Journal(out, "solve"):
        result = run("solve", "--out", out, "--resume", UNIQUE)
    assert (result.exit_code, out.read_text()) == (2, "")
    assert "another run is writing" in result.stderr
    assert run("solve", "--out", out, "--resume", UNIQUE).exit_code == 0


def test_the_exit_code_counts_what_an_earlier_run_found(tmp_path: Path) -> None:
    for name, limit, code in (("unknown", ["--time-limit", "0"], 3), ("done", [], 0)):
        out = tmp_path / name
        file = put(tmp_path, (UNIQUE, NONE))
        assert run("solve", *limit, "--out", out, file).exit_code == code
        assert run("solve", "--out", out, "--resume", file).exit_code == code


@quick
@given(count=st.integers(1, 9))
def test_shards_share_the_puzzles(count: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("shards")
    file = put(folder, IDS)
    whole = run("check", "--json", file).stdout.splitlines()
    shards = [run("check", "--json", "--shard", f"{i}/{count}", file).stdout.splitlines() for i in range(1, count + 1)]
    assert [shards[i % count][i // count] for i in range(len(whole))] == whole
    assert sum(map(len, shards)) == len(whole)
    assert all(sum(Shard(i, count).holds(number) for i in range(1, count + 1)) == 1 for number in range(1, 30))


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "--resume"),
        ("solve", "--out", "x", "--to", "plain"),
        ("count", "--out", "x", "--all"),
        ("count", "--jobs", "2", "--all"),
        ("solve", "--jobs", "0"),
        ("solve", "--shard", "0/2"),
        ("solve", "--shard", "3/2"),
        ("solve", "--shard", "2"),
        ("solve", "--shard", "1/²"),
    ],
)
def test_options_that_make_no_sense_are_refused(arguments: tuple[str, ...], tmp_path: Path) -> None:
    result = run(*arguments, put(tmp_path, IDS))
    assert result.exit_code == 2
    assert not Path("x").exists()


def test_a_file_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    result = run("solve", "--out", tmp_path / "no" / "file", UNIQUE)
    assert result.exit_code == 2
    assert "No such file or directory" in result.stderr
    if Path("/dev/full").exists():
        result = run("solve", "--out", "/dev/full", UNIQUE)
        assert (result.exit_code, result.stderr) == (2, "eyeline: /dev/full: No space left on device\n")


@pytest.mark.parametrize(("sent", "jobs"), [(signal.SIGINT, 1), (signal.SIGINT, 2), (signal.SIGKILL, 2)])
def test_an_end_in_the_middle_loses_nothing_and_leaves_nobody_behind(
    sent: signal.Signals, jobs: int, tmp_path: Path
) -> None:
    file, out = put(tmp_path, [UNIQUE, MANY_ANSWERS, BROKEN] * 20), tmp_path / "out"
    # The last one takes an hour, so that the run is surely still going on.
    with file.open("a") as ids:
        ids.write("9:" + "/" * 35 + "\n")
    arguments = [sys.executable, "-m", "eyeline", "count", "--limit", "1000000000", "--out", str(out), str(file)]
    with subprocess.Popen(
        [*arguments, "--jobs", str(jobs)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        until = time.monotonic() + 120
        while not (out.exists() and out.read_bytes().count(b"\n") >= 8):
            if time.monotonic() > until:
                process.kill()
                pytest.fail("no records come")
            time.sleep(0.02)
        process.send_signal(sent)
        assert process.wait(timeout=20) == (130 if sent == signal.SIGINT else -sent)
        out_text, talk = process.communicate()
        assert (out_text, talk) == (b"", b"")
    for _ in range(200):
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            break
        time.sleep(0.05)
    else:
        pytest.fail("a worker is still there")
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:-1]))
    assert out.read_bytes().count(b"\n") >= 8
    assert run("count", "--limit", "1000000000", "--out", out, "--resume", file).exit_code == 2
    whole = run("count", "--limit", "1000000000", "--json", file).stdout
    assert timeless(out.read_text()) == timeless(whole)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_talk_that_cannot_be_said_costs_no_records(tmp_path: Path) -> None:
    file = put(tmp_path, IDS)
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "eyeline", "solve", file], stdout=subprocess.PIPE, stderr=full, check=False
        )
    there = subprocess.run([sys.executable, "-m", "eyeline", "solve", file], capture_output=True, check=False)
    assert there.stderr
    assert (done.returncode, done.stdout) == (2, there.stdout)


# --- progress


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def metered(size: int, read: int, puzzles: int) -> Meter:
    meter = Meter(size)
    assert len(list(meter.lines([Block(read, ["4:"] * puzzles)]))) == puzzles
    meter.puzzles = puzzles
    return meter


def test_progress_is_told_on_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    meter = metered(size=1000, read=100, puzzles=50)
    for stream, shown in ((Terminal(), True), (StringIO(), False)):
        monkeypatch.setattr(sys, "stderr", stream)
        progress = Progress(meter, 1, alone=True)
        progress.skip()
        progress.next = progress.started
        progress.add(9)
        progress.clear()
        assert bool(stream.getvalue()) == shown
        if shown:
            assert "10 of about 500 done" in stream.getvalue()
            assert stream.getvalue().endswith("\r\x1b[K")


def test_progress_tells_rate_and_time_left_where_the_end_is_known() -> None:
    progress = Progress(metered(size=1000, read=500, puzzles=100), 2, alone=True)
    progress.add(20)
    assert progress.text(2) == "20 of about 100 done, 10 a second, 0:08 left"
    progress.meter.size = None
    assert progress.text(40) == "20 done, 0.5 a second"


# --- the library


def test_solve_many_takes_puzzles_and_texts_as_they_come() -> None:
    taken: list[str] = []

    def ids() -> Iterator[str | eyeline.Puzzle]:
        for number in range(10**9):
            taken.append(IDS[number % len(IDS)])
            yield eyeline.read(UNIQUE) if number % len(IDS) == 0 else taken[-1]

    found = eyeline.solve_many(ids())
    records = [next(found) for _ in range(2 * len(IDS))]
    assert len(taken) <= MANY + CHUNK
    expected = [None if text in (BROKEN, "4:é") else eyeline.solve(eyeline.read(text)).verdict.value for text in IDS]
    assert [record.verdict for record in records] == expected * 2
    assert [record.source.line for record in records] == list(range(1, 2 * len(IDS) + 1))
    assert records[1].source.text == MANY_ANSWERS
    assert records[3].error is not None
    assert records[3].error["code"] == "notation"
    for record, text in zip(records, IDS, strict=False):
        assert record.error is not None or record.answer is None or len(record.answer) == int(text[0])


def test_solve_many_shares_the_work_and_refuses_what_it_cannot_do() -> None:
    alone = list(eyeline.solve_many(IDS, engine="sat"))
    shared = list(eyeline.solve_many(IDS, engine="sat", jobs=2))
    assert [(r.verdict, r.answer, r.error, r.source) for r in shared] == [
        (r.verdict, r.answer, r.error, r.source) for r in alone
    ]
    assert list(eyeline.solve_many([])) == []
    for wrong in ({"jobs": 0}, {"notation": "nobody"}, {"order": "xx"}):
        with pytest.raises((ValueError, eyeline.UnknownName)):
            eyeline.solve_many(IDS, **wrong)


def test_texts_of_a_class_that_other_processes_do_not_know_are_texts() -> None:
    class Marked(str):
        __slots__ = ()

    assert [record.verdict for record in eyeline.solve_many([Marked(text) for text in IDS[:3]], jobs=2)] == [
        "one",
        "many",
        "none",
    ]


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_came_before_an_error_of_the_iterable_has_its_records(jobs: int) -> None:
    def texts() -> Iterator[str]:
        yield from [UNIQUE] * 250
        raise ZeroDivisionError

    records = eyeline.solve_many(texts(), jobs=jobs)
    assert [record.source.line for record in islice(records, 250)] == [*range(1, 251)]
    with pytest.raises(ZeroDivisionError):
        next(records)


IN_A_POOL = """
import multiprocessing
import eyeline

def solved(text):
    try:
        return [record.verdict for record in eyeline.solve_many([text], jobs=2)]
    except eyeline.WorkerLost as error:
        return str(error)

if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(pool.map(solved, ["4:"]))
"""


def test_a_process_of_a_pool_is_told_that_it_can_start_none(tmp_path: Path) -> None:
    program = tmp_path / "pooled.py"
    program.write_text(IN_A_POOL)
    run = subprocess.run([sys.executable, program], capture_output=True, text=True, check=True, timeout=60)
    assert "cannot be started from here" in run.stdout


def test_a_text_of_solve_many_is_of_the_sort_of_its_first_line() -> None:
    page = eyeline.write(eyeline.read(UNIQUE), "plain")
    broken, unnamed = eyeline.solve_many([page.replace("2", "x", 1), "abc"])
    assert broken.error is not None
    assert "'x'" in broken.error["message"]
    assert unnamed.error is not None
    assert "name the notation" in (unnamed.error["expected"] or "")


def test_a_lack_of_memory_while_a_puzzle_is_read_is_its_own_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def short(piece: Piece, order: str | None) -> eyeline.Page:
        if piece.text == NONE:
            raise MemoryError
        return read_piece(piece, order)

    monkeypatch.setattr("eyeline.reading.read_piece", short)
    for again in (1, 60):
        records = [*eyeline.solve_many([UNIQUE, NONE] * again)]
        assert [record.verdict for record in records] == ["one", None] * again
        assert {record.error["code"] for record in records if record.error} == {"memory"}


def test_solve_many_says_so_when_it_gets_something_else() -> None:
    for single in (IDS[0], eyeline.read(UNIQUE)):
        with pytest.raises(TypeError, match="expected an iterable of puzzles or texts"):
            eyeline.solve_many(single)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="number 2 is a int, expected a puzzle or a text"):
        list(eyeline.solve_many([UNIQUE, 5]))  # type: ignore[list-item]


# --- a cluster


def test_a_missing_extra_is_one_line_that_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = run("solve", "--cluster", "local", UNIQUE)
    assert result.exit_code == 2
    assert "eyeline[cluster]" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_worker_of_a_cluster_that_dies_is_survived(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    from eyeline.cluster import spread_wide

    file = put(tmp_path, IDS * 3)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        found: list[int] = []
        killed = False
        work = job(Doubling(str(tmp_path), wait=0.005))
        for some in spread_wide(work, Chunks(singly(range(400)), one), address, 1):
            found += some
            if len(found) >= 50 and not killed:
                os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
                killed = True
        assert killed
        assert found == [2 * number for number in range(400)]
        shared = run("solve", "--json", "--engine", "sat", "--cluster", address, file)
        assert timeless(shared.stdout) == timeless(run("solve", "--json", "--engine", "sat", file).stdout)


def test_one_that_takes_as_long_as_all_that_may_wait_for_it_ends_no_cluster(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    from eyeline.cluster import LOCAL, spread_wide

    end = 10 * AHEAD
    found = flat(spread_wide(job(Tarrying(str(tmp_path))), Singles(end), LOCAL, 2))
    assert found == [2 * number for number in range(end)]


def test_all_workers_of_a_cluster_may_die_at_once(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    from eyeline.cluster import spread_wide

    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0") as cluster:
        found: list[int] = []
        killed = False
        work = job(Doubling(str(tmp_path), wait=0.005))
        for some in spread_wide(work, Chunks(singly(range(400)), one), cluster.scheduler_address, 1):
            found += some
            if len(found) >= 50 and not killed:
                killed = True
                for nanny in cluster.workers.values():
                    os.kill(nanny.pid, signal.SIGKILL)
        assert found == [2 * number for number in range(400)]


def test_an_address_where_nobody_is_gives_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("eyeline.cluster.PATIENCE", 0.5)
    result = run("solve", "--cluster", "tcp://127.0.0.1:9", UNIQUE)
    assert result.exit_code == 2
    assert "no Dask scheduler answers there" in result.stderr
