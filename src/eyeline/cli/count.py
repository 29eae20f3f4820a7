"""The verb count."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

import typer

from eyeline.batch import Reply, load_kernels
from eyeline.cli.aside import enough, wanted, why
from eyeline.cli.options import EngineName, EntriesFile, Files, Formulation, From, Json, Nodes, Order, Seconds
from eyeline.cli.verb import ALONE, DONE, UNKNOWN, Batch, ItemWork, Manner, emit, one_page, page_text, verb
from eyeline.engine import Limits
from eyeline.errors import EyelineError
from eyeline.many import count_all, together
from eyeline.puzzles import Puzzle
from eyeline.reading import Item, entries
from eyeline.sheet import Page, Position
from eyeline.solve import COUNT_LIMIT, Count, answers, count, engine_for


@dataclass(frozen=True, kw_only=True)
class Counting(ItemWork):
    """Counting answers, up to those that the limits name."""

    verb: ClassVar[str] = "count"
    engine: str = "auto"
    limits: Limits = field(default_factory=lambda: Limits(answers=COUNT_LIMIT))
    formulation: str | None = None
    page: Page | None = None

    def reply(self, item: Item) -> Reply:
        """Return the number of answers of a puzzle."""
        puzzle = item.puzzle()
        entered = entries(item, puzzle, self.page)
        started = time.perf_counter()
        found = self.counted(puzzle, entered)
        return self.answered(item, found, time.perf_counter() - started)

    def answered(self, item: Item, found: Count, seconds: float) -> Reply:
        """Return the reply with the number of answers of a puzzle."""
        puzzle = item.puzzle()
        code = self.code(found)
        if self.json:
            from eyeline import record

            name = engine_for(puzzle.kind.name, self.engine).name
            return Reply(code, (record.line(record.counted(puzzle, found, name, seconds, record.source_of(item))),))
        from eyeline.telling import counts

        told = self.told(code, f"{self.prefix(item)}{counts.answers(found)}")
        if found == Count(0, True) and wanted(puzzle, None, alone=self.alone):
            entered = entries(item, puzzle, self.page)
            told = told._replace(talk=(*told.talk, *why(puzzle, entered, enough(self.limits, seconds)).text))
        return told

    def prepare(self) -> None:
        """Load the kernels, which take no rows."""
        if self.formulation is None:
            load_kernels(self.engine)

    def code_of(self, record: dict[str, Any]) -> int:
        """Return the exit code that a record gave."""
        return self.code(Count(record["count"] or 0, bool(record["exact"])))

    def code(self, found: Count) -> int:
        """Return the exit code for a count."""
        return DONE if found.exact or found.n >= (self.limits.answers or 0) else UNKNOWN

    def counted(self, puzzle: Puzzle, entered: Position) -> Count:
        """Count the answers of a puzzle."""
        return count(puzzle, engine=self.engine, limits=self.limits, formulation=self.formulation, position=entered)

    def told(self, code: int, sentence: str) -> Reply:
        """Return the number for people."""
        return Reply(code, (sentence,))


@dataclass(frozen=True, kw_only=True)
class Totalling(Counting):
    """Counting answers, of many puzzles at once."""

    def many(self, items: Sequence[Item]) -> list[Reply]:
        """Return the numbers of answers of many puzzles, those with nothing entered being counted together."""
        started = time.perf_counter()

        def work(puzzles: Sequence[Puzzle]) -> list[Count | EyelineError]:
            return count_all(puzzles, engine=self.engine, limits=self.limits)

        found = together(items, self.bare, work)
        seconds = (time.perf_counter() - started) / len(items)
        return [
            self.answered(item, count, seconds)
            if isinstance(count, Count)
            else self(item)
            if count is None
            else self.failed(item, count)
            for item, count in zip(items, found, strict=True)
        ]

    def bare(self, item: Item) -> Puzzle | None:
        """Return the puzzle of an item unless something is entered on it, or rows are asked for."""
        puzzle = item.puzzle()
        return None if self.formulation or entries(item, puzzle, self.page) else puzzle


@dataclass(frozen=True, kw_only=True)
class Listing(Counting):
    """Counting answers that are printed as they are found; so it is work for this process alone."""

    def counted(self, puzzle: Puzzle, entered: Position) -> Count:
        """Print the answers of a puzzle and return their number."""
        found = answers(puzzle, engine=self.engine, limits=self.limits, formulation=self.formulation, position=entered)
        while True:
            try:
                cells = next(found)
            except StopIteration as end:
                number: Count = end.value
                return number
            if self.json:
                from eyeline import record

                emit(record.line(record.AnswerRecord(record.rows(cells) or [])))
            else:
                emit(page_text(puzzle, cells))

    def told(self, code: int, sentence: str) -> Reply:
        """Return the number beside the answers."""
        return Reply(code, talk=(sentence,))


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
    manner: Manner = ALONE,
) -> int:
    """Count the answers of puzzles, exactly up to --limit, beyond that as "at least N".

    Exit: 0 when all counts are exact or reach --limit, 2 for bad input, 3 when another limit came first.
    """
    if all_:
        manner.no_records("--all")
        if manner.jobs > 1 or manner.cluster is not None:
            raise typer.BadParameter("--all prints answers as they are found; --jobs and --cluster bring whole replies")
    batch = Batch(files, from_, order, manner)
    work = (Listing if all_ else Totalling)(
        json=json or manner.out is not None,
        alone=batch.single,
        engine=engine,
        limits=Limits(seconds=time_limit, nodes=node_limit, answers=limit),
        formulation=formulation,
        page=one_page(position, from_),
    )
    batch.run(work)
    return batch.code(forgiving=True)
