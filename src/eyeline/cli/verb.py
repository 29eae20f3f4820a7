"""What all verbs share: exit codes, standard output, the items of a run and what is done with each."""

from __future__ import annotations

import functools
import inspect
import sys
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any, ClassVar, ParamSpec

import typer

from eyeline.batch import Feed, Replies, Reply, item_weight, replies
from eyeline.catalogue import SOURCE, language
from eyeline.cli.options import Cluster, Jobs, Lang, Out, Resume, ShardOf
from eyeline.cli.progress import Progress
from eyeline.cli.talk import say
from eyeline.ending import heeding, silence
from eyeline.engine import Limits
from eyeline.errors import (
    AmbiguousOrder,
    EyelineError,
    NotationError,
    UnreadableInput,
    UnwritableOutput,
    WorkerLost,
    exit_code,
    memory_told,
)
from eyeline.formats import FORMATS, Result, order_named
from eyeline.garbage import collect_seldom
from eyeline.many import MANY
from eyeline.puzzles import Puzzle
from eyeline.reading import Item, Meter, items, sizes, stretches
from eyeline.sheet import Cells, Page
from eyeline.solve import settle
from eyeline.telling import verdicts

#: What settling the order of a list of clues, and checking marks against the only answer, may take: seconds a puzzle.
ASIDE = 2.0

DONE, NONE, BAD, UNKNOWN, INTERRUPTED = 0, 1, 2, 3, 130

#: The options that take what would settle an error, by the argument that takes it in Python.
_OPTIONS = {"notation": "--from", "order": "--order"}

P = ParamSpec("P")


@dataclass(frozen=True)
class Manner:
    """How the puzzles of a run are dealt with: by so many processes or a cluster, into which file, which part of them.

    Raises ``typer.BadParameter`` for what does not go together.
    """

    jobs: Jobs = 1
    cluster: Cluster = None
    out: Out = None
    resume: Resume = False
    shard: ShardOf = None

    def __post_init__(self) -> None:
        """Refuse what does not go together."""
        if self.resume and self.out is None:
            raise typer.BadParameter("--resume goes on with the file of --out, and none is named")

    def no_records(self, option: str) -> None:
        """Refuse an option with which there are no records to be written. Raises ``typer.BadParameter``."""
        if self.out is not None:
            raise typer.BadParameter(f"--out and {option} exclude each other")


ALONE = Manner()
#: The options that make a manner.
MANNERS = {
    name: option.replace(kind=inspect.Parameter.KEYWORD_ONLY)
    for name, option in inspect.signature(Manner, eval_str=True).parameters.items()
}


def verb(function: Callable[P, int | None]) -> Callable[P, None]:
    """Turn what a verb returns into the exit code, and what it may raise into a message and the exit code.

    Every verb gets the option --lang, and speaks that language while it runs. A verb that takes a :class:`Manner` gets
    the options that make it.
    """
    own = inspect.signature(function, eval_str=True)
    manner = next((name for name, parameter in own.parameters.items() if parameter.annotation is Manner), None)

    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            with heeding(), language(str(kwargs.pop("lang", SOURCE))), memory_told():
                if manner is not None:
                    options: dict[str, Any] = {name: kwargs.pop(name) for name in MANNERS}
                    kwargs[manner] = Manner(**options)
                code = function(*args, **kwargs) or DONE
            sys.stdout.flush()
        except EyelineError as error:
            _flush()
            say(complaint(settled(error)))
            code = error.exit_code
        except KeyboardInterrupt:
            _flush()
            code = INTERRUPTED
        except BrokenPipeError:
            # Whoever read the output has had enough.
            _flush()
            code = DONE
        except OSError as error:
            # It may be another file's, and records still wait to be written.
            _flush()
            say(complaint(UnwritableOutput(f"{error.filename or 'standard output'}: {error.strerror}")))
            code = BAD
        raise typer.Exit(code)

    # Typer reads the options of a command from its signature.
    added = [] if manner is None else list(MANNERS.values())
    added.append(inspect.Parameter("lang", inspect.Parameter.KEYWORD_ONLY, default=SOURCE, annotation=Lang))
    kept = [parameter for name, parameter in own.parameters.items() if name != manner]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in (*kept, *added)}
    run.__signature__ = own.replace(parameters=[*kept, *added])  # type: ignore[attr-defined]
    return run


# --- standard output


def _flush() -> None:
    """Write out what standard output still holds; where nobody takes it, it is dropped."""
    try:
        sys.stdout.flush()
    except OSError:
        silence(sys.stdout.fileno())


def emit(text: str, end: str = "\n") -> None:
    """Print records at once, so that an interruption loses nothing that was finished."""
    print(text, end=end, flush=True)


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


# --- texts


def complaint(error: EyelineError, where: str = "") -> str:
    """Return an error for people: what, where, what was expected, and the place in the text."""
    lines = [f"eyeline: {where}{describe(error)}"]
    if isinstance(error, NotationError) and (picture := error.picture()):
        lines.append(picture)
    return "\n".join(lines)


def describe(error: EyelineError) -> str:
    """Return an error as one line."""
    if not isinstance(error, NotationError):
        return str(error)
    place = (
        "" if error.line is None else f"line {error.line}" + (f", column {error.column}" if error.column else "") + ": "
    )
    expected = f"; expected {error.expected}" if error.expected else ""
    option = f" ({_OPTIONS[error.argument]})" if error.argument else ""
    return f"{place}{error.message}{expected}{option}"


def item_complaint(item: Item, error: EyelineError, *, alone: bool) -> str:
    """Return what is wrong with a puzzle of a run, for people."""
    if isinstance(error, UnreadableInput):
        return complaint(error)
    if alone or (isinstance(error, NotationError) and error.line is not None):
        return complaint(error, f"{item.file}: " if item.file else "")
    return complaint(error, f"{name_of(item)}: ")


def settled(error: EyelineError) -> EyelineError:
    """Return an error; one for a list of clues that fits several orders says which of them has exactly one answer."""
    if not isinstance(error, AmbiguousOrder):
        return error
    orders = settle(error, limits=Limits(seconds=ASIDE / len(error.pages)))
    return replace(error, message=f"{error.message}; {verdicts.orders(orders)}") if orders else error


def name_of(item: Item) -> str:
    """Return where an item stands, for people."""
    return f"{item.file}: line {item.piece.line}" if item.file else f"line {item.piece.line}"


def page_text(puzzle: Puzzle, cells: Cells) -> str:
    """Return a filled page in the plain notation."""
    return FORMATS["plain"].write(Page(puzzle.sheet.with_cells(cells)))


def json_line(entry: dict[str, Any]) -> str:
    """Return plain data as one line of JSON."""
    from eyeline import record

    return record.line(entry)


# --- what is done with each item, and all of them


@dataclass(frozen=True, kw_only=True)
class ItemWork:
    """The work of a verb that takes many puzzles, with its options.

    ``json`` = the reply is a record; ``alone`` = there is just one puzzle, which needs no name. A subclass says in
    ``verb`` whose records they are.
    """

    verb: ClassVar[str]
    json: bool = False
    alone: bool = True

    @abstractmethod
    def reply(self, item: Item) -> Reply:
        """Return what became of an item. Raises the ``EyelineError`` that kept it from being dealt with."""

    def __call__(self, item: Item) -> Reply:
        """Return what became of an item, an error included."""
        try:
            with memory_told():
                return self.reply(item)
        except EyelineError as error:
            return self.failed(item, error)

    def failed(self, item: Item, error: EyelineError) -> Reply:
        """Return the reply to an item that could not be read or dealt with: a record, or else a complaint."""
        error = settled(error)
        if not self.json:
            return Reply(error.exit_code, talk=(item_complaint(item, error, alone=self.alone),))
        from eyeline import record

        failure = record.RECORDS[self.verb](kind=item.kind, error=error.record(), source=record.source_of(item))
        return Reply(error.exit_code, (record.line(failure),))

    def prepare(self) -> None:
        """Load what pays where there are many items: nothing, unless a subclass knows of something."""

    def lost(self, item: Item) -> Reply:
        """Return the reply to an item that the processes died of that worked on it."""
        return self.failed(item, WorkerLost())

    def recalled(self, record: dict[str, Any]) -> int:
        """Return the exit code that the puzzle of a record gave."""
        error = record["error"]
        return self.code_of(record) if error is None else exit_code(error["code"])

    @abstractmethod
    def code_of(self, record: dict[str, Any]) -> int:
        """Return the exit code that the puzzle of a record gave, which is none of an error."""

    def prefix(self, item: Item) -> str:
        """Return what stands before a line about an item, for people: its name, where there are others."""
        return "" if self.alone else f"{name_of(item)}: "


class Batch:
    """The items of one run: how many there are decides how they are reported and what the exit code is."""

    def __init__(self, files: Sequence[str], notation: str | None, order: str | None, manner: Manner = ALONE) -> None:
        """Begin to read; an input that cannot be read is an item of its own. Raises ``UnknownName`` for the order."""
        if order is not None:
            order_named(order)
        self.manner = manner
        self.meter = Meter(sizes(files))
        self.codes: set[int] = set()
        holds = None if manner.shard is None else manner.shard.holds
        self._feed = Feed(chain.from_iterable(stretches(file, notation, order, self.meter, holds) for file in files))
        self._first = self._feed.count(MANY)

    @property
    def single(self) -> bool:
        """Whether there is just one puzzle."""
        return self._first == 1 and self.manner.shard is None

    @property
    def many(self) -> bool:
        """Whether there are so many puzzles that it pays to load the kernels."""
        return self._first == MANY

    def __iter__(self) -> Iterator[Item]:
        """Yield the items in order, once."""
        return self._feed

    def parts(self, work: ItemWork) -> Iterator[str | Result]:
        """Do the work on every item and yield what each adds to a text that one notation writes for all, in order."""
        for some in self._replies(work, Progress(self.meter, self._share, alone=False)):
            yield from some.parts

    def run(self, work: ItemWork) -> None:
        """Do the work on every item and print what comes out, in order, or append it to the file for it."""
        progress = Progress(self.meter, self._share, alone=self.manner.out is not None)
        if self.manner.out is not None:
            self._record(work, self.manner.out, progress)
            return
        for some in self._replies(work, progress):
            if some.out:
                emit(some.out, end="")

    def _record(self, work: ItemWork, out: Path, progress: Progress) -> None:
        from eyeline.journal import Journal

        with Journal(out, work.verb, resume=self.manner.resume) as journal:
            for record in journal.finished(self._feed):
                self.codes.add(work.recalled(record))
                progress.skip()
            for some in self._replies(work, progress):
                journal.add(some.out)

    @property
    def _share(self) -> int:
        return 1 if self.manner.shard is None else self.manner.shard.count

    def _replies(self, work: ItemWork, progress: Progress) -> Iterator[Replies]:
        if self.many:
            if self.manner.jobs == 1 and self.manner.cluster is None:
                # Loaded before, kernels are kept out of the search for garbage.
                work.prepare()
            collect_seldom()
        found = replies(
            work,
            self._feed,
            gather=Replies.of,
            weigh=item_weight,
            bulk=self.many,
            jobs=self.manner.jobs,
            cluster=self.manner.cluster,
        )
        try:
            # Other processes are ended as soon as nobody asks for more, and not only when memory is tidied up.
            with closing(found):
                for some in found:
                    self.codes |= some.codes
                    if some.talk:
                        progress.clear()
                        say(some.talk, end="")
                    yield some
                    progress.add(some.items)
        finally:
            progress.clear()

    def code(self, *, forgiving: bool = False) -> int:
        """Return the exit code: bad before unknown before none; ``forgiving`` = none of many puzzles is no fault."""
        ranks = (BAD, UNKNOWN) if forgiving and not self.single else (BAD, UNKNOWN, NONE)
        return next((code for code in ranks if code in self.codes), DONE)


def only(file: str, notation: str | None, order: str | None, purpose: str) -> Item:
    """Return the one puzzle of an input. Raises ``UnreadableInput`` where there are several, with the ``purpose``."""
    found = list(Batch([file], notation, order))
    if len(found) != 1:
        raise UnreadableInput(f"{file}: holds {len(found)} puzzles, and {purpose}")
    return found[0]


def refused(item: Item, error: EyelineError) -> int:
    """Say what is wrong with the only puzzle of a run, and return the exit code."""
    say(item_complaint(item, settled(error), alone=True))
    return error.exit_code


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
