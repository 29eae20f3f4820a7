"""The verbs that tell how a person solves a puzzle: hint, explain and grade."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Annotated, Any, ClassVar, TypeVar

import typer

from eyeline.batch import Reply
from eyeline.cli.aside import NOTHING, Aside, checked, enough, free
from eyeline.cli.options import EntriesFile, Files, From, Json, Order, Seconds
from eyeline.cli.verb import ALONE, DONE, NONE, UNKNOWN, Batch, ItemWork, Manner, name_of, one_page, verb
from eyeline.engine import NO_LIMITS, Clock, Limits
from eyeline.puzzles import Puzzle
from eyeline.reading import Item, entries
from eyeline.sheet import Page, Position
from eyeline.solve import Verdict

T = TypeVar("T")


def ending(puzzle: Puzzle, entered: Position, end: str, limits: Limits) -> Aside:
    """Return what is to be said where there is no next step: which entries are to blame, or what is free."""
    if end == "free":
        return free(puzzle, entered, enough(limits))
    if end == "clash" and entered:
        from eyeline.telling import positions

        found = checked(puzzle, entered, enough(limits))
        return Aside(tuple(positions.blame(found)), found.clash, take_back=found.take_back)
    return NOTHING


@dataclass(frozen=True, kw_only=True)
class Stepping(ItemWork):
    """Finding steps from what is entered in a puzzle, there or on a ``page``.

    ``codes`` has the exit codes of what they end with, ``DONE`` aside; a record names the end in its field ``end``.
    """

    codes: ClassVar[dict[str, int]] = {"clash": NONE, "unknown": UNKNOWN}
    end: ClassVar[str]
    page: Page | None = None
    limits: Limits = NO_LIMITS

    def found(self, item: Item, find: Callable[..., T], end_of: Callable[[T], str]) -> tuple[Puzzle, T, int, Aside]:
        """Return a puzzle, what is found of it, the exit code, and what is to be said where there is no next step."""
        puzzle = item.puzzle()
        entered = entries(item, puzzle, self.page)
        clock = Clock(self.limits)
        found = find(puzzle, entered, limits=self.limits)
        end = end_of(found)
        return puzzle, found, self.codes.get(end, DONE), ending(puzzle, entered, end, clock.rest)

    def code_of(self, record: dict[str, Any]) -> int:
        """Return the exit code that a record gave."""
        return self.codes.get(record[self.end], DONE)


@dataclass(frozen=True, kw_only=True)
class Hinting(Stepping):
    """Finding the next step, told in as much detail as ``stage`` says: 1, 2 or 3."""

    verb: ClassVar[str] = "hint"
    end: ClassVar[str] = "state"
    stage: int = 1

    def reply(self, item: Item) -> Reply:
        """Return the next step of a puzzle."""
        from eyeline.explaining import hint
        from eyeline.telling import explanations

        puzzle, step, code, aside = self.found(item, hint, lambda step: step.technique)
        if self.json:
            from eyeline import record

            told = record.hinted(puzzle, step, self.stage, record.source_of(item), aside.take_back, aside.freedom)
            return Reply(code, (record.line(told),))
        sentences = [*explanations.hint(puzzle, step, self.stage), *aside.text]
        return Reply(code, tuple(f"{self.prefix(item)}{sentence}" for sentence in sentences))


@dataclass(frozen=True, kw_only=True)
class Explaining(Stepping):
    """Finding all steps."""

    verb: ClassVar[str] = "explain"
    codes: ClassVar[dict[str, int]] = Stepping.codes | {"free": NONE}
    end: ClassVar[str] = "end"

    def reply(self, item: Item) -> Reply:
        """Return all steps of a puzzle."""
        from eyeline.explaining import explain
        from eyeline.telling import explanations

        _, found, code, aside = self.found(item, explain, lambda found: found.end)
        if self.json:
            from eyeline import record

            told = record.explained(found, record.source_of(item), aside.take_back, aside.freedom)
            return Reply(code, (record.line(told),))
        head = () if self.alone else (f"{name_of(item)}:",)
        return Reply(code, (*head, *explanations.explanation(found), *aside.text))


@dataclass(frozen=True, kw_only=True)
class Grading(ItemWork):
    """Grading; ``compiled`` = by techniques compiled by numba, which takes its time to load."""

    verb: ClassVar[str] = "grade"
    compiled: bool = False
    limits: Limits = NO_LIMITS

    def reply(self, item: Item) -> Reply:
        """Return the grade of a puzzle."""
        from eyeline.grading import grade
        from eyeline.telling import grades

        puzzle = item.puzzle()
        found = grade(puzzle, compiled=self.compiled, limits=enough(self.limits))
        code = self.code(found.verdict)
        if self.json:
            from eyeline import record

            return Reply(code, (record.line(record.graded(puzzle, found, record.source_of(item))),))
        return Reply(code, (f"{self.prefix(item)}{grades.grade(found)}",))

    def code_of(self, record: dict[str, Any]) -> int:
        """Return the exit code that a record gave."""
        return self.code(record["verdict"])

    def code(self, verdict: str) -> int:
        """Return the exit code of a puzzle with so many answers."""
        return {Verdict.ONE: DONE, Verdict.UNKNOWN: UNKNOWN}.get(Verdict(verdict), NONE)


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
    time_limit: Seconds = None,
    json: Json = False,
    manner: Manner = ALONE,
) -> int:
    """Say what can be found next, as little of it as asked for.

    Where nothing more is forced it says what is free, and where the entries cannot all be right which to take back.
    Exit: 0 when there is a next step or nothing left to find, 1 when the entries cannot all be right or there is no
    answer, 2 for bad input, 3 when the time limit was reached before that was known.
    """
    batch = Batch(files, from_, order, manner)
    batch.run(
        Hinting(
            json=json or manner.out is not None,
            alone=batch.single,
            stage=stage,
            page=one_page(position, from_),
            limits=Limits(seconds=time_limit),
        )
    )
    return batch.code()


@verb
def explain_verb(
    files: Files,
    from_: From = None,
    order: Order = None,
    position: EntriesFile = None,
    time_limit: Seconds = None,
    json: Json = False,
    manner: Manner = ALONE,
) -> int:
    """Explain puzzles to the end, step by step, each with its reasons.

    A puzzle with several answers ends with what is free, one with wrong entries with those to take back. Where the time
    limit is reached, the steps found by then are printed.

    Exit: 0 when every cell is found, 1 when there is no answer or several, 2 for bad input, 3 when the time limit was
    reached.
    """
    batch = Batch(files, from_, order, manner)
    batch.run(
        Explaining(
            json=json or manner.out is not None,
            alone=batch.single,
            page=one_page(position, from_),
            limits=Limits(seconds=time_limit),
        )
    )
    return batch.code()


@verb
def grade_verb(
    files: Files,
    from_: From = None,
    order: Order = None,
    time_limit: Seconds = None,
    json: Json = False,
    manner: Manner = ALONE,
) -> int:
    """Grade puzzles: easy, medium, hard, extreme, or beyond the techniques of a person, and a score.

    Only a puzzle with exactly one answer has a level. Exit: 0, or 2 for bad input; for a single puzzle also 1 when it
    has no answer or several, and 3 when a limit was reached before that was known.
    """
    batch = Batch(files, from_, order, manner)
    compiled = batch.many and find_spec("numba") is not None
    batch.run(
        Grading(
            json=json or manner.out is not None,
            alone=batch.single,
            compiled=compiled,
            limits=Limits(seconds=time_limit),
        )
    )
    return batch.code(forgiving=True)
