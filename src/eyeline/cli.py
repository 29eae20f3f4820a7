"""The command line: one function a verb, and the only place that prints."""

from __future__ import annotations

import functools
import io
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from importlib.util import find_spec
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ParamSpec

import typer

from eyeline import __version__, words
from eyeline.engine import EngineEntry, Limits
from eyeline.engines import ENGINES
from eyeline.errors import AmbiguousOrder, CannotHold, EyelineError, NotationError, UnreadableInput, UnwritableOutput
from eyeline.export import MODEL_FORMS, write_model
from eyeline.formats import FEATURES, FORMATS, POSSIBLE, Format, Result, claims, format_named, order_named
from eyeline.grid import Port
from eyeline.judge import Judgement, judge
from eyeline.puzzles import KINDS, Puzzle
from eyeline.reading import Item, entries, items, load, load_file
from eyeline.sheet import Cells, Page, Position
from eyeline.solution import read_solution
from eyeline.solve import (
    COUNT_LIMIT,
    Answer,
    Count,
    Verdict,
    answers,
    count,
    engine_for,
    installed,
    overruled,
    settle,
    solve,
)

if TYPE_CHECKING:
    from eyeline.record import Source

#: What settling the order of a list of clues, and checking marks against the only answer, may take: seconds a puzzle.
ASIDE = 2.0

DONE, NONE, BAD, UNKNOWN, INTERRUPTED = 0, 1, 2, 3, 130

app = typer.Typer(
    name="eyeline",
    help="Line-of-sight grid puzzles: Skyscrapers, the Haunted Mirror Maze (Undead) and Beaming With Joy.",
    epilog="A FILE is a path, - for standard input, or a puzzle itself: eyeline solve '4:2/2/1/3/2/3/2/1////////'",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def number(value: float | None) -> float | None:
    """Return a number as it is. Raises ``typer.BadParameter`` for one that is none, which no bound keeps out."""
    if value != value:
        raise typer.BadParameter("nan is not a number")
    return value


Files = Annotated[
    list[str], typer.Argument(metavar="FILE...", help="Paths, - for standard input, or puzzles themselves.")
]
File = Annotated[str, typer.Argument(metavar="FILE", help="A path, - for standard input, or the puzzle itself.")]
From = Annotated[
    str | None, typer.Option("--from", metavar="NOTATION", help="The notation of the input (see: formats).")
]
To = Annotated[str | None, typer.Option("--to", metavar="NOTATION", help="The notation to write (see: formats).")]
Order = Annotated[
    str | None, typer.Option("--order", help="The order of the clues in a bare list, as tblr or clockwise.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")]
EngineName = Annotated[str, typer.Option("--engine", metavar="NAME", help="The engine (see: engines).")]
Formulation = Annotated[str | None, typer.Option("--formulation", metavar="NAME", help="The rows to use (see: kinds).")]
Seconds = Annotated[
    float | None,
    typer.Option("--time-limit", metavar="SECONDS", min=0, help="Wall time for each puzzle.", callback=number),
]
Nodes = Annotated[int | None, typer.Option("--node-limit", metavar="N", min=0, help="Search nodes for each puzzle.")]

EntriesFile = Annotated[
    str | None,
    typer.Option("--position", metavar="FILE", help="The same page with entries, which hold in every answer."),
]

P = ParamSpec("P")


def verb(function: Callable[P, int | None]) -> Callable[P, None]:
    """Turn what a verb returns into the exit code, and what it may raise into a message and the exit code."""

    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            code = function(*args, **kwargs) or DONE
            sys.stdout.flush()
        except EyelineError as error:
            sys.stdout.flush()
            complain(settled(error))
            code = error.exit_code
        except KeyboardInterrupt:
            sys.stdout.flush()
            code = INTERRUPTED
        except BrokenPipeError:
            # Whoever read the output has had enough.
            silence()
            code = DONE
        except OSError as error:
            silence()
            complain(UnwritableOutput(f"standard output: {error.strerror}"))
            code = BAD
        raise typer.Exit(code)

    return run


def silence() -> None:
    """Let nothing more be written to standard output, at exit either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(text: str) -> None:
    """Print talk on standard error."""
    print(text, file=sys.stderr)


def complain(error: EyelineError, where: str = "") -> None:
    """Print an error on standard error: what, where, what was expected, and the place in the text."""
    say(f"eyeline: {where}{describe(error)}")
    if isinstance(error, NotationError) and (picture := error.picture()):
        say(picture)


def describe(error: EyelineError) -> str:
    """Return an error as one line."""
    if not isinstance(error, NotationError):
        return str(error)
    place = (
        "" if error.line is None else f"line {error.line}" + (f", column {error.column}" if error.column else "") + ": "
    )
    return f"{place}{error.message}" + (f"; expected {error.expected}" if error.expected else "")


def source_of(item: Item) -> Source:
    """Return the record of where an item stands."""
    from eyeline.record import Source

    return Source(item.file, item.piece.line, item.piece.text)


def name_of(item: Item) -> str:
    """Return where an item stands, for people."""
    return f"{item.file}: line {item.piece.line}" if item.file else f"line {item.piece.line}"


def settled(error: EyelineError) -> EyelineError:
    """Return an error; one for a list of clues that fits several orders says which of them has exactly one answer."""
    if not isinstance(error, AmbiguousOrder):
        return error
    orders = settle(error, limits=Limits(seconds=ASIDE / len(error.pages)))
    return replace(error, message=f"{error.message}; {words.orders(orders)}") if orders else error


class Batch:
    """The items of one run: how many there are decides how they are reported and what the exit code is."""

    def __init__(self, files: Sequence[str], notation: str | None, order: str | None) -> None:
        """Read all inputs; one that cannot be read is an item of its own. Raises ``UnknownName`` for the order."""
        if order is not None:
            order_named(order)
        found = (item for file in files for item in items(file, notation, order))
        self.items = [replace(item, number=number) for number, item in enumerate(found, start=1)]
        self.codes: list[int] = []

    @property
    def single(self) -> bool:
        """Whether there is just one puzzle."""
        return len(self.items) == 1

    def __iter__(self) -> Iterator[Item]:
        """Yield the items in order."""
        return iter(self.items)

    def failed(self, item: Item, error: EyelineError, *, quiet: bool = False) -> None:
        """Note a puzzle that could not be read or dealt with, and say so unless its record already does."""
        self.codes.append(error.exit_code)
        if quiet:
            return
        error = settled(error)
        if isinstance(error, UnreadableInput):
            complain(error)
        elif self.single or (isinstance(error, NotationError) and error.line is not None):
            complain(error, f"{item.file}: " if item.file else "")
        else:
            complain(error, f"{name_of(item)}: ")

    @property
    def code(self) -> int:
        """The exit code: that of a single puzzle; of many, bad before unknown before done."""
        if len(self.codes) == 1:
            return self.codes[0]
        return BAD if BAD in self.codes else UNKNOWN if UNKNOWN in self.codes else DONE


def emit(text: str) -> None:
    """Print one record at once, so that an interruption loses nothing that was finished."""
    print(text, flush=True)


@app.callback(invoke_without_command=True)
def root(
    version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
) -> None:
    """Solve, count, check, judge and convert line-of-sight grid puzzles."""
    if version:
        print(f"eyeline {__version__}")
        raise typer.Exit


@app.command("solve")
@verb
def solve_verb(
    files: Files,
    from_: From = None,
    to: To = None,
    order: Order = None,
    position: EntriesFile = None,
    engine: EngineName = "auto",
    formulation: Formulation = None,
    time_limit: Seconds = None,
    node_limit: Nodes = None,
    first: Annotated[
        bool, typer.Option("--first", help="Stop at one answer; do not prove that it is the only one.")
    ] = False,
    unique: Annotated[bool, typer.Option("--unique", help="Leave with 1 when there are several answers.")] = False,
    json: Json = False,
) -> int:
    """Solve puzzles, and prove whether each answer is the only one.

    Verdicts: one, many (two answers and the cells that differ), none, unknown (a limit was reached), some (--first).
    Exit: 0 for one, many or some, 1 for none (with --unique also for many), 2 for bad input, 3 for unknown; with many
    puzzles 2 if any is bad, else 3 if any is unknown, else 0.
    """
    if json and to is not None:
        raise typer.BadParameter("--json and --to exclude each other")
    if first and unique:
        raise typer.BadParameter("--first and --unique exclude each other")
    batch = Batch(files, from_, order)
    page = one_page(position, from_)
    writer = None if to is None else format_named(to)
    limits = Limits(seconds=time_limit, nodes=node_limit)
    codes = {Verdict.NONE: NONE, Verdict.UNKNOWN: UNKNOWN, Verdict.MANY: NONE if unique else DONE}

    def solved() -> Iterator[tuple[Item, Answer]]:
        for item in batch:
            try:
                puzzle = item.puzzle()
                answer = solve(
                    puzzle,
                    engine=engine,
                    limits=limits,
                    first=first,
                    formulation=formulation,
                    position=entries(item, puzzle, page),
                )
            except EyelineError as error:
                if json:
                    from eyeline import record

                    emit(
                        record.line(
                            record.SolveRecord(kind=item.kind, error=settled(error).record(), source=source_of(item))
                        )
                    )
                batch.failed(item, error, quiet=json)
                continue
            batch.codes.append(codes.get(answer.verdict, DONE))
            yield item, answer

    if json:
        from eyeline import record

        for item, answer in solved():
            emit(record.line(record.solved(answer, source_of(item))))
    elif writer is None:
        for item, answer in solved():
            print_answer(answer, None if batch.single else name_of(item))
    else:
        put(written(batch, writer, solved()), None)
    return batch.code


def written(batch: Batch, writer: Format, solved: Iterator[tuple[Item, Answer]]) -> Iterator[str]:
    """Yield solved puzzles in a notation's form for answers, or else as filled pages; the unsolved are only named."""

    def results() -> Iterator[tuple[Item, Result]]:
        for item, answer in solved:
            if item.kind not in writer.kinds:
                batch.failed(item, CannotHold(f"{writer.name} cannot hold the kind {item.kind}"))
            elif answer.cells is None and answer.verdict is not Verdict.NONE:
                say(f"{name_of(item)}: {words.verdict(answer.verdict)}")
            else:
                yield item, Result(item.page(), answer.cells, item.number)

    def pages() -> Iterator[str]:
        for item, (page, answer, _) in results():
            if answer is None:
                say(f"{name_of(item)}: {words.verdict(Verdict.NONE)}")
                continue
            try:
                yield writer.write(Page(page.sheet.with_cells(answer)))
            except CannotHold as error:
                batch.failed(item, error)

    if writer.answers is not None:
        return writer.answers(result for _, result in results())
    return writer.join(pages())


def one_page(file: str | None, notation: str | None) -> Page | None:
    """Return the one page in ``file``, if a file is named. Raises ``UnreadableInput`` when it holds several."""
    if file is None:
        return None
    # The notation named is that of the puzzle; the position may well be in another one, if it has the marks of one.
    found = list(items(file))
    if notation is not None and len(found) == 1 and isinstance(found[0].piece.error, NotationError):
        found = list(items(file, notation))
    if len(found) != 1:
        raise UnreadableInput(f"{file}: holds {len(found)} pages, expected one")
    return found[0].page()


def print_answer(answer: Answer, name: str | None) -> None:
    """Print an answer for people: pages on standard output; the verdict beside them, or above where there are many."""
    verdict = words.verdict(answer.verdict, answer.differ)
    if name is None:
        say(f"{verdict} ({answer.engine}, {answer.seconds:.3g} s)")
    else:
        print(f"{name}: {verdict}")
    for sentence in words.no_answer(answer.reasons, answer.chain):
        (say if name is None else print)(sentence)
    for cells in (answer.cells, answer.other):
        if cells is not None:
            print(page_text(answer.puzzle, cells))
    sys.stdout.flush()


def page_text(puzzle: Puzzle, cells: Cells) -> str:
    """Return a filled page in the plain notation."""
    return FORMATS["plain"].write(Page(puzzle.sheet.with_cells(cells)))


@app.command("count")
@verb
def count_verb(
    files: Files,
    from_: From = None,
    order: Order = None,
    position: EntriesFile = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=0, help="Stop at this many answers.")] = COUNT_LIMIT,
    all_: Annotated[bool, typer.Option("--all", help="Print every answer as it is found.")] = False,
    engine: EngineName = "auto",
    formulation: Formulation = None,
    time_limit: Seconds = None,
    node_limit: Nodes = None,
    json: Json = False,
) -> int:
    """Count the answers of puzzles, exactly up to --limit, beyond that as "at least N".

    Exit: 0 when all counts are exact or reach --limit, 2 for bad input, 3 when another limit came first.
    """
    batch = Batch(files, from_, order)
    page = one_page(position, from_)
    limits = Limits(seconds=time_limit, nodes=node_limit, answers=limit)
    for item in batch:
        try:
            puzzle = item.puzzle()
            entered = entries(item, puzzle, page)
            started = time.perf_counter()
            if all_:
                found = stream(puzzle, engine, limits, formulation, entered, json)
            else:
                found = count(puzzle, engine=engine, limits=limits, formulation=formulation, position=entered)
        except EyelineError as error:
            if json:
                from eyeline import record

                emit(
                    record.line(
                        record.CountRecord(kind=item.kind, error=settled(error).record(), source=source_of(item))
                    )
                )
            batch.failed(item, error, quiet=json)
            continue
        batch.codes.append(DONE if found.exact or found.n >= limit else UNKNOWN)
        if json:
            from eyeline import record

            name = engine_for(puzzle.kind.name, engine).name
            emit(record.line(record.counted(puzzle, found, name, time.perf_counter() - started, source_of(item))))
        elif all_:
            say(f"{'' if batch.single else name_of(item) + ': '}{words.count(found)}")
        else:
            emit(f"{'' if batch.single else name_of(item) + ': '}{words.count(found)}")
    return batch.code


def stream(
    puzzle: Puzzle, engine: str, limits: Limits, formulation: str | None, position: Position, json: bool
) -> Count:
    """Print the answers as they are found and return their number."""
    found = answers(puzzle, engine=engine, limits=limits, formulation=formulation, position=position)
    while True:
        try:
            cells = next(found)
        except StopIteration as end:
            number: Count = end.value
            return number
        if json:
            from eyeline import record

            emit(record.line(record.AnswerRecord(record.rows(cells) or [])))
        else:
            emit(page_text(puzzle, cells))


@app.command("check")
@verb
def check_verb(
    files: Files,
    from_: From = None,
    order: Order = None,
    position: EntriesFile = None,
    solution: Annotated[
        str | None,
        typer.Option("--solution", metavar="FILE", help="A solver's solution of the file that model wrote, to check."),
    ] = None,
    formulation: Annotated[
        str | None, typer.Option("--formulation", metavar="NAME", help="The rows that were solved (see: kinds).")
    ] = None,
    json: Json = False,
) -> int:
    """Name every rule that a full or partial grid breaks for certain, and what is seen there.

    A clue is broken only when no filling of the open cells on its line gives it. A mark "not this" is wrong when it
    excludes what is entered there, every value, or what the only answer has there; pencil marks are not looked at. With
    --solution the grid is read from a solution file of HiGHS, Gurobi, CBC, SCIP or CPLEX, and printed. Exit: 0 when
    nothing is broken, 1 when something is, 2 for bad input.
    """
    if solution is not None and position is not None:
        raise typer.BadParameter("--solution and --position exclude each other")
    batch = Batch(files, from_, order)
    page = one_page(position, from_)
    solved = None if solution is None else load_file(solution).text
    if solved is not None and not batch.single:
        raise NotationError(f"{len(batch.items)} puzzles, and {solution} solves one", expected="one puzzle")
    for item in batch:
        try:
            puzzle = item.puzzle()
            if solved is None:
                entered = entries(item, puzzle, page)
                cells = puzzle.filled(entered)
            else:
                entered = Position()
                cells = puzzle.sheet.cells.filled(read_solution(solved, puzzle.model(formulation)))
            faults = puzzle.faults(cells) + puzzle.clash(entered)
            faults += () if faults else overruled(puzzle, entered, limits=Limits(seconds=ASIDE))
        except EyelineError as error:
            if json:
                from eyeline import record

                emit(
                    record.line(
                        record.CheckRecord(kind=item.kind, error=settled(error).record(), source=source_of(item))
                    )
                )
            batch.failed(item, error, quiet=json)
            continue
        still_open = sum(puzzle.kind.open_token(cells[cell]) for cell in puzzle.open_cells())
        batch.codes.append(NONE if faults else DONE)
        if json:
            from eyeline import record

            shown = None if solved is None else cells
            emit(record.line(record.checked(puzzle, faults, still_open, source_of(item), shown)))
            continue
        if solved is not None:
            emit(page_text(puzzle, cells))
        prefix = "" if batch.single else f"{name_of(item)}: "
        for fault in faults:
            print(f"{prefix}{words.fault(fault)}")
        if not faults:
            print(f"{prefix}{words.sound(still_open)}")
    return max(batch.codes, default=DONE)


@app.command("judge")
@verb
def judge_verb(
    puzzles: Annotated[str, typer.Argument(metavar="INPUT", help="The puzzles.")],
    output: Annotated[str, typer.Argument(metavar="OUTPUT", help="The answers to be judged.")],
    from_: From = None,
    order: Order = None,
    answers_from: Annotated[
        str | None, typer.Option("--answers-from", metavar="NOTATION", help="The notation of the answers.")
    ] = None,
    engine: EngineName = "auto",
    time_limit: Seconds = None,
    node_limit: Nodes = None,
    json: Json = False,
) -> int:
    """Judge somebody else's answers: Code Jam output, plain grids or JSON Lines.

    Each is right, wrong (with the broken rules), missing, of the wrong size, or claims IMPOSSIBLE where there is an
    answer. Exit: 0 when all are right, 1 when any is not, 2 for bad input, 3 when a limit was reached and none is
    wrong.
    """
    batch = Batch([puzzles], from_, order)
    held: list[Puzzle | None] = []
    unread: list[tuple[Item, EyelineError]] = []

    def report_unread(before: float = inf) -> None:
        while unread and unread[0][0].number < before:
            item, error = unread.pop(0)
            if json:
                from eyeline import record

                emit(record.line(record.JudgeRecord(number=item.number, error=error.record())))
            batch.failed(item, error, quiet=json)

    for item in batch:
        try:
            held.append(item.puzzle())
        except EyelineError as error:
            held.append(None)
            unread.append((item, error))
    claimed = list(claims(load(output).text, answers_from))
    right = 0
    for found in judge(held, claimed, engine=engine, limits=Limits(seconds=time_limit, nodes=node_limit)):
        report_unread(inf if found.judgement in (Judgement.SURPLUS, Judgement.REPEATED) else found.number)
        if found.judgement is Judgement.RIGHT:
            right += 1
            batch.codes.append(DONE)
        else:
            batch.codes.append(UNKNOWN if found.judgement is Judgement.UNKNOWN else NONE)
        if json:
            from eyeline import record

            emit(record.line(record.judged(found)))
        elif found.judgement is not Judgement.RIGHT:
            for sentence in words.judged(found):
                emit(sentence)
    report_unread()
    if not json:
        emit(words.score(right, len(held)))
    return next((code for code in (BAD, NONE, UNKNOWN) if code in batch.codes), DONE)


@app.command("certify")
@verb
def certify_verb(
    files: Files,
    by: Annotated[
        str, typer.Option("--by", metavar="WAY", help="The kind of proof: lp, multipliers for the rows.")
    ] = "lp",
    from_: From = None,
    order: Order = None,
    position: EntriesFile = None,
    engine: EngineName = "auto",
    formulation: Annotated[
        str | None,
        typer.Option("--formulation", metavar="NAME", help="The rows to use (see: kinds). Default: the last one."),
    ] = None,
    time_limit: Seconds = None,
    json: Json = False,
) -> int:
    """Prove that the answer is the only one, or that there is none, so that anybody can check it by adding up rows.

    The proof is a multiplier for each of some rows, found by linear programming. Where the relaxation is too weak for
    that, it is said by how much. With --json, python -m eyeline.lp_checker checks the proofs. Exit: 0 when the verdict
    is proven, 1 when the relaxation does not prove it, 2 for bad input, 3 when a limit was reached.
    """
    from eyeline.certify import certify

    if by != "lp":
        raise typer.BadParameter(f"no way {by!r} to certify; there is lp", param_hint="--by")
    batch = Batch(files, from_, order)
    page = one_page(position, from_)
    for item in batch:
        try:
            puzzle = item.puzzle()
            found = certify(
                puzzle,
                formulation=formulation,
                position=entries(item, puzzle, page),
                engine=engine,
                limits=Limits(seconds=time_limit),
            )
        except EyelineError as error:
            if json:
                from eyeline import record

                emit(record.line(record.CertifyRecord(kind=item.kind, error=error.record(), source=source_of(item))))
            batch.failed(item, error, quiet=json)
            continue
        batch.codes.append(DONE if found.tight else UNKNOWN if found.verdict is Verdict.UNKNOWN else NONE)
        if json:
            from eyeline import record

            emit(record.line(record.certified(found, source_of(item))))
            continue
        prefix = "" if batch.single else f"{name_of(item)}: "
        emit(f"{prefix}{words.certified(found)}")
        for sentence in words.certificate(found) if found.verdict is not Verdict.UNKNOWN else ():
            emit(sentence)
        if found.answer is not None:
            emit(page_text(puzzle, found.answer))
    return next((code for code in (BAD, UNKNOWN, NONE) if code in batch.codes), DONE)


@app.command("hint")
@verb
def hint_verb(
    files: Files,
    from_: From = None,
    order: Order = None,
    position: EntriesFile = None,
    stage: Annotated[
        int,
        typer.Option("--stage", metavar="N", min=1, max=3, help="1 where to look, 2 the technique, 3 the whole step."),
    ] = 1,
    json: Json = False,
) -> int:
    """Say what can be found next, as little of it as asked for.

    Exit: 0 when there is a next step or nothing left to find, 1 when the entries cannot all be right or there is no
    answer, 2 for bad input.
    """
    from eyeline import telling
    from eyeline.explaining import hint

    batch = Batch(files, from_, order)
    page = one_page(position, from_)
    for item in batch:
        try:
            puzzle = item.puzzle()
            step = hint(puzzle, entries(item, puzzle, page))
        except EyelineError as error:
            if json:
                from eyeline import record

                emit(record.line(record.HintRecord(kind=item.kind, error=error.record(), source=source_of(item))))
            batch.failed(item, error, quiet=json)
            continue
        batch.codes.append(NONE if step.technique == "clash" else DONE)
        if json:
            from eyeline import record

            emit(record.line(record.hinted(puzzle, step, stage, source_of(item))))
            continue
        for sentence in telling.hint(puzzle, step, stage):
            emit(("" if batch.single else f"{name_of(item)}: ") + sentence)
    return max(batch.codes, default=DONE)


@app.command("explain")
@verb
def explain_verb(
    files: Files,
    from_: From = None,
    order: Order = None,
    position: EntriesFile = None,
    json: Json = False,
) -> int:
    """Explain puzzles to the end, step by step, each with its reasons.

    Exit: 0 when every cell is found, 1 when there is no answer or several, 2 for bad input.
    """
    from eyeline import telling
    from eyeline.explaining import explain

    batch = Batch(files, from_, order)
    page = one_page(position, from_)
    for item in batch:
        try:
            puzzle = item.puzzle()
            found = explain(puzzle, entries(item, puzzle, page))
        except EyelineError as error:
            if json:
                from eyeline import record

                emit(record.line(record.ExplainRecord(kind=item.kind, error=error.record(), source=source_of(item))))
            batch.failed(item, error, quiet=json)
            continue
        batch.codes.append(DONE if found.end == "finished" else NONE)
        if json:
            from eyeline import record

            emit(record.line(record.explained(found, source_of(item))))
            continue
        if not batch.single:
            emit(f"{name_of(item)}:")
        for paragraph in telling.explanation(found):
            emit(paragraph)
    return max(batch.codes, default=DONE)


#: From so many puzzles on it pays to load numba.
MANY = 100


@app.command("grade")
@verb
def grade_verb(
    files: Files,
    from_: From = None,
    order: Order = None,
    json: Json = False,
) -> int:
    """Grade puzzles: easy, medium, hard, extreme, or beyond the techniques of a person, and a score.

    Exit: 0, or 2 for bad input.
    """
    from eyeline import telling
    from eyeline.grading import grade

    batch = Batch(files, from_, order)
    compiled = len(batch.items) >= MANY and find_spec("numba") is not None
    for item in batch:
        try:
            puzzle = item.puzzle()
            found = grade(puzzle, compiled=compiled)
        except EyelineError as error:
            if json:
                from eyeline import record

                emit(record.line(record.GradeRecord(kind=item.kind, error=error.record(), source=source_of(item))))
            batch.failed(item, error, quiet=json)
            continue
        batch.codes.append(DONE)
        if json:
            from eyeline import record

            emit(record.line(record.graded(puzzle, found, source_of(item))))
        else:
            emit(("" if batch.single else f"{name_of(item)}: ") + telling.grade(found))
    return batch.code


@app.command("convert")
@verb
def convert_verb(
    files: Files,
    to: Annotated[str, typer.Option("--to", metavar="NOTATION", help="The notation to write (see: formats).")],
    from_: From = None,
    order: Order = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write here.")] = None,
) -> int:
    """Write puzzles in another notation. What it cannot hold is refused by name."""
    batch = Batch(files, from_, order)
    writer = format_named(to)

    def converted() -> Iterator[str]:
        for item in batch:
            try:
                item.puzzle()
                yield writer.write(item.page())
            except EyelineError as error:
                batch.failed(item, error)
            else:
                batch.codes.append(DONE)

    put(writer.join(converted()), output)
    return batch.code


def put(parts: Iterable[str], output: Path | None) -> None:
    """Print the parts of a text as they come, or write them to a file."""
    if output is None or str(output) == "-":
        sys.stdout.writelines(parts)
        return
    try:
        with output.open("w", encoding="utf-8") as file:
            file.writelines(parts)
    except OSError as error:
        raise UnwritableOutput(f"{output}: {error.strerror}") from error


@app.command("model")
@verb
def model_verb(
    file: File,
    from_: From = None,
    order: Order = None,
    position: EntriesFile = None,
    formulation: Formulation = None,
    to: Annotated[
        str | None, typer.Option("--to", metavar="FORM", help=f"The form to write: {', '.join(MODEL_FORMS)}.")
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write here.")] = None,
) -> int:
    """Write a puzzle's rows as a file for a solver, with names and comments from the rules they come from.

    The form is that of --to, or else of the ending of --output, or else lp.
    """
    batch = Batch([file], from_, order)
    if not batch.single:
        raise UnreadableInput(f"{file}: holds {len(batch.items)} puzzles, and a model is written for one")
    (item,) = batch
    try:
        puzzle = item.puzzle()
    except EyelineError as error:
        batch.failed(item, error)
        return batch.code
    form = to or ("lp" if output is None or str(output) == "-" else output.suffix.removeprefix(".") or "lp")
    model = puzzle.model(formulation, entries(item, puzzle, one_page(position, from_)))
    put((write_model(model, form),), output)
    return DONE


@app.command("draw")
@verb
def draw_verb(
    file: File,
    from_: From = None,
    order: Order = None,
    position: EntriesFile = None,
    answer: Annotated[
        bool, typer.Option("--answer", help="Draw the answer; of several answers two, with the cells that differ.")
    ] = False,
    path: Annotated[
        str | None, typer.Option("--path", metavar="PLACE", help="Follow the line of sight from a clue, as top:3.")
    ] = None,
    relaxed: Annotated[
        bool, typer.Option("--relaxation", help="Draw the values of the linear relaxation, as shaded boxes.")
    ] = False,
    letters: Annotated[bool, typer.Option("--letters", help="Draw monsters as letters.")] = False,
    engine: EngineName = "auto",
    formulation: Formulation = None,
    time_limit: Seconds = None,
    to: Annotated[str | None, typer.Option("--to", metavar="FORM", help="text, ascii, colour or svg.")] = None,
    ascii_: Annotated[bool, typer.Option("--ascii", help="Write ASCII alone; the same as --to ascii.")] = False,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write here.")] = None,
) -> int:
    """Draw a puzzle as text or SVG: with what is entered, its answer, a line of sight, or its linear relaxation.

    The form is that of --to, or else of the ending of --output (.txt or .svg), or else text, in colours on a terminal
    unless NO_COLOR is set. Exit: 0 when it is drawn, 1 when there is no answer to be drawn, 2 for bad input, 3 when a
    limit came first.
    """
    from eyeline.drawing import draw, draw_answer
    from eyeline.render import write_picture

    if answer and relaxed:
        raise typer.BadParameter("--answer and --relaxation exclude each other")
    if ascii_ and to not in (None, "ascii"):
        raise typer.BadParameter(f"--ascii and --to {to} exclude each other")
    try:
        port = None if path is None else Port.named(path)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--path") from error
    form = picture_form("ascii" if ascii_ else to, output)
    batch = Batch([file], from_, order)
    if not batch.single:
        raise UnreadableInput(f"{file}: holds {len(batch.items)} puzzles, and a picture shows one")
    (item,) = batch
    try:
        puzzle = item.puzzle()
    except EyelineError as error:
        batch.failed(item, error)
        return batch.code
    entered = entries(item, puzzle, one_page(position, from_))
    limits = Limits(seconds=time_limit)
    engine_for(puzzle.kind.name, engine)
    puzzle.formulation(formulation)
    values = None
    if answer:
        found = solve(puzzle, engine=engine, limits=limits, formulation=formulation, position=entered)
        say(words.verdict(found.verdict, found.differ))
        for sentence in words.no_answer(found.reasons, found.chain):
            say(sentence)
        if found.cells is None:
            return NONE if found.verdict is Verdict.NONE else UNKNOWN
        picture = draw_answer(found, entered, path=port, letters=letters)
        put([write_picture(picture, form)], output)
        return DONE
    if relaxed:
        from eyeline.relax import relaxation

        values = relaxation(puzzle.model(formulation, entered), limits=limits)
        if values is None:
            say(words.no_relaxation())
            return NONE
    picture = draw(puzzle, entered, path=port, relaxation=values, letters=letters)
    put([write_picture(picture, form)], output)
    return DONE


def picture_form(named: str | None, output: Path | None) -> str:
    """Return the form of a picture: the one named, or that of a file's ending, or what standard output can show."""
    if named is not None:
        return named
    if output is not None and str(output) != "-":
        return output.suffix or "text"
    if "utf" not in (sys.stdout.encoding or "").lower():
        return "ascii"
    return "colour" if sys.stdout.isatty() and not os.environ.get("NO_COLOR") else "text"


@app.command("kinds")
@verb
def kinds_verb(json: Json = False) -> int:
    """List the kinds of puzzle, their variants and their formulations."""
    if json:
        for kind in KINDS.values():
            emit(
                json_line(
                    {
                        "kind": kind.name,
                        "title": kind.title,
                        "summary": kind.summary,
                        "formulations": list(kind.formulations),
                        "variants": dict(kind.variants),
                    }
                )
            )
        return DONE
    for kind in KINDS.values():
        print(f"{kind.name:12} {kind.title}: {kind.summary}")
        print(f"{'':12} formulations: {', '.join(kind.formulations)}")
        for name, summary in kind.variants.items():
            print(f"{'':12} {name}: {summary}")
    return DONE


@app.command("formats")
@verb
def formats_verb(
    json: Json = False,
    schema: Annotated[
        str | None,
        typer.Option("--schema", metavar="NAME", help="Print the JSON Schema of sheet, or of a verb's record."),
    ] = None,
) -> int:
    """List the notations, which kinds each can write, and what each can hold."""
    if schema is not None:
        from eyeline import record

        emit(json_line(record.schema(schema)))
        return DONE
    for notation in FORMATS.values():
        holds = {
            kind: [feature for feature in FEATURES if feature in notation.holds[kind] & POSSIBLE[kind]]
            for kind in KINDS
            if kind in notation.kinds
        }
        if json:
            emit(json_line({"notation": notation.name, "title": notation.title, "holds": holds}))
            continue
        print(f"{notation.name:10} {notation.title}")
        for kind, features in holds.items():
            beyond = POSSIBLE[kind].difference(features)
            listed = "everything" if not beyond else "cells and clues" + "".join(f", {name}" for name in features)
            print(f"{'':10} {kind}: {listed}")
    return DONE


@app.command("engines")
@verb
def engines_verb(json: Json = False) -> int:
    """List the engines, whether each is installed, which kinds it solves and what it can do."""
    for engine in ENGINES.values():
        kinds = sorted(engine.kinds) or list(KINDS)
        abilities = sorted(engine.abilities)
        if json:
            entry = {
                "engine": engine.name,
                "summary": engine.summary,
                "installed": installed(engine),
                "kinds": kinds,
                "abilities": abilities,
                "extra": engine.extra,
                "solvers": with_solvers(engine),
            }
            emit(json_line(entry))
        else:
            print(f"{engine.name:12} {engine.summary}")
            state = "installed" if installed(engine) else f"not installed: {engine.install}"
            print(f"{'':12} {state}; kinds: {', '.join(kinds)}; can: {', '.join(abilities)}")
            if names := with_solvers(engine):
                print(f"{'':12} {', '.join(names)}")
    return DONE


def with_solvers(engine: EngineEntry) -> list[str]:
    """Return the names of an engine together with each of its solvers that is installed."""
    if engine.solvers is None or not installed(engine):
        return []
    return [f"{engine.name}:{solver}" for solver, there in engine.solvers().items() if there]


def json_line(entry: dict[str, Any]) -> str:
    """Return plain data as one line of JSON."""
    from eyeline import record

    return record.line(entry)


def streams() -> None:
    """Make the standard streams fit to be written to: none closed, and UTF-8 where no terminal reads them."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="backslashreplace")
            else:
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def main() -> None:
    """Run the command line."""
    streams()
    app()
