"""The verbs that tell how a person solves a puzzle: hint, explain and grade."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Annotated, Any, ClassVar

import typer

from eyeline.batch import Reply
from eyeline.cli.options import Cluster, EntriesFile, Files, From, Jobs, Json, Order, Out, Resume, ShardOf
from eyeline.cli.verb import DONE, NONE, Batch, ItemWork, Manner, name_of, one_page, source_of, verb
from eyeline.reading import Item, entries
from eyeline.sheet import Page


@dataclass(frozen=True, kw_only=True)
class Hinting(ItemWork):
    """Finding the next step, told in as much detail as ``stage`` says: 1, 2 or 3."""

    verb: ClassVar[str] = "hint"
    stage: int = 1
    page: Page | None = None

    def reply(self, item: Item) -> Reply:
        """Return the next step of a puzzle."""
        from eyeline import telling
        from eyeline.explaining import hint

        puzzle = item.puzzle()
        step = hint(puzzle, entries(item, puzzle, self.page))
        code = NONE if step.technique == "clash" else DONE
        if self.json:
            from eyeline import record

            return Reply(code, (record.line(record.hinted(puzzle, step, self.stage, source_of(item))),))
        sentences = telling.hint(puzzle, step, self.stage)
        return Reply(code, tuple(f"{self.prefix(item)}{sentence}" for sentence in sentences))

    def code_of(self, record: dict[str, Any]) -> int:
        """Return the exit code that a record gave."""
        return NONE if record["state"] == "clash" else DONE


@dataclass(frozen=True, kw_only=True)
class Explaining(ItemWork):
    """Finding all steps."""

    verb: ClassVar[str] = "explain"
    page: Page | None = None

    def reply(self, item: Item) -> Reply:
        """Return all steps of a puzzle."""
        from eyeline import telling
        from eyeline.explaining import explain

        puzzle = item.puzzle()
        found = explain(puzzle, entries(item, puzzle, self.page))
        code = DONE if found.end == "finished" else NONE
        if self.json:
            from eyeline import record

            return Reply(code, (record.line(record.explained(found, source_of(item))),))
        head = () if self.alone else (f"{name_of(item)}:",)
        return Reply(code, (*head, *telling.explanation(found)))

    def code_of(self, record: dict[str, Any]) -> int:
        """Return the exit code that a record gave."""
        return DONE if record["end"] == "finished" else NONE


@dataclass(frozen=True, kw_only=True)
class Grading(ItemWork):
    """Grading; ``compiled`` = by techniques compiled by numba, which takes its time to load."""

    verb: ClassVar[str] = "grade"
    compiled: bool = False

    def reply(self, item: Item) -> Reply:
        """Return the grade of a puzzle."""
        from eyeline import telling
        from eyeline.grading import grade

        puzzle = item.puzzle()
        found = grade(puzzle, compiled=self.compiled)
        if self.json:
            from eyeline import record

            return Reply(DONE, (record.line(record.graded(puzzle, found, source_of(item))),))
        return Reply(DONE, (f"{self.prefix(item)}{telling.grade(found)}",))

    def code_of(self, record: dict[str, Any]) -> int:
        """Return the exit code that a record gave."""
        return DONE


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
    jobs: Jobs = 1,
    cluster: Cluster = None,
    out: Out = None,
    resume: Resume = False,
    shard: ShardOf = None,
) -> int:
    """Say what can be found next, as little of it as asked for.

    Exit: 0 when there is a next step or nothing left to find, 1 when the entries cannot all be right or there is no
    answer, 2 for bad input.
    """
    manner = Manner(jobs, cluster, out, resume, shard)
    batch = Batch(files, from_, order, manner)
    batch.run(Hinting(json=json or out is not None, alone=batch.single, stage=stage, page=one_page(position, from_)))
    return batch.code()


@verb
def explain_verb(
    files: Files,
    from_: From = None,
    order: Order = None,
    position: EntriesFile = None,
    json: Json = False,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    out: Out = None,
    resume: Resume = False,
    shard: ShardOf = None,
) -> int:
    """Explain puzzles to the end, step by step, each with its reasons.

    Exit: 0 when every cell is found, 1 when there is no answer or several, 2 for bad input.
    """
    manner = Manner(jobs, cluster, out, resume, shard)
    batch = Batch(files, from_, order, manner)
    batch.run(Explaining(json=json or out is not None, alone=batch.single, page=one_page(position, from_)))
    return batch.code()


@verb
def grade_verb(
    files: Files,
    from_: From = None,
    order: Order = None,
    json: Json = False,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    out: Out = None,
    resume: Resume = False,
    shard: ShardOf = None,
) -> int:
    """Grade puzzles: easy, medium, hard, extreme, or beyond the techniques of a person, and a score.

    Exit: 0, or 2 for bad input.
    """
    manner = Manner(jobs, cluster, out, resume, shard)
    batch = Batch(files, from_, order, manner)
    compiled = batch.many and find_spec("numba") is not None
    batch.run(Grading(json=json or out is not None, alone=batch.single, compiled=compiled))
    return batch.code()
