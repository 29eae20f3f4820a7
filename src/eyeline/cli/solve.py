"""The verb solve."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import typer

from eyeline.batch import Reply, SolvingWork
from eyeline.cli.aside import NOTHING, beside, wanted
from eyeline.cli.options import (
    EngineName,
    EntriesFile,
    Files,
    Formulation,
    From,
    Json,
    Nodes,
    Order,
    Seconds,
    To,
    Why,
    apart,
)
from eyeline.cli.verb import (
    ALONE,
    DONE,
    NONE,
    UNKNOWN,
    Batch,
    ItemWork,
    Manner,
    name_of,
    one_page,
    page_text,
    put,
    verb,
)
from eyeline.engine import Limits
from eyeline.errors import CannotHold, EyelineError, MemoryShort
from eyeline.formats import Format, Result, format_named
from eyeline.many import together
from eyeline.puzzles import Puzzle
from eyeline.reading import Item, entries
from eyeline.sheet import Page
from eyeline.solve import Answer, Verdict
from eyeline.telling import verdicts


@dataclass(frozen=True, kw_only=True)
class Solving(SolvingWork, ItemWork):
    """Solving puzzles. ``to`` is the name of the notation that answers are written in; ``page`` holds entries."""

    verb: ClassVar[str] = "solve"
    unique: bool = False
    page: Page | None = None
    to: str | None = None
    why: bool | None = None

    def reply(self, item: Item) -> Reply:
        """Return the answer of a puzzle."""
        puzzle = item.puzzle()
        return self.answered(item, self.solved(puzzle, entries(item, puzzle, self.page)))

    def many(self, items: Sequence[Item]) -> list[Reply]:
        """Return the answers of many puzzles, those with nothing entered being solved together."""
        found = together(items, self.bare, self.solved_together)
        return [self.taken(item, answer) for item, answer in zip(items, found, strict=True)]

    def bare(self, item: Item) -> Puzzle | None:
        """Return the puzzle of an item unless something is entered on it, or rows are asked for."""
        puzzle = item.puzzle()
        return None if self.formulation or entries(item, puzzle, self.page) else puzzle

    def taken(self, item: Item, answer: Answer | EyelineError | None) -> Reply:
        """Return the reply to an item that was solved together with others, if it was; else solve it."""
        if not isinstance(answer, Answer):
            return self(item) if answer is None else self.failed(item, answer)
        try:
            return self.answered(item, answer)
        except EyelineError as error:
            return self.failed(item, error)
        except MemoryError:
            return self.failed(item, MemoryShort())

    def answered(self, item: Item, answer: Answer) -> Reply:
        """Return the reply with an answer."""
        code = self.code(answer.verdict)
        if self.to is not None:
            return self.written(item, answer, code, format_named(self.to))
        aside = NOTHING
        if wanted(answer.puzzle, self.why, alone=self.alone):
            aside = beside(answer, entries(item, answer.puzzle, self.page), self.limits)
        if self.json:
            from eyeline import record

            why = aside.text if answer.verdict is Verdict.NONE else ()
            found = record.solved(answer, record.source_of(item), why, aside.clash, aside.freedom)
            return Reply(code, (record.line(found),))
        return self.told(item, answer, code, aside.text)

    def code_of(self, record: dict[str, Any]) -> int:
        """Return the exit code that a record gave."""
        return self.code(record["verdict"])

    def code(self, verdict: str) -> int:
        """Return the exit code for a verdict."""
        if verdict == Verdict.UNKNOWN:
            return UNKNOWN
        return NONE if verdict == Verdict.NONE or (verdict == Verdict.MANY and self.unique) else DONE

    def told(self, item: Item, answer: Answer, code: int, aside: tuple[str, ...]) -> Reply:
        """Return an answer for people: pages for standard output, the verdict beside them, or above of many."""
        verdict = verdicts.verdict(answer.verdict, answer.differ)
        pages = tuple(page_text(answer.puzzle, cells) for cells in (answer.cells, answer.other) if cells is not None)
        reasons = aside
        if answer.verdict is Verdict.NONE:
            from eyeline.telling import clashes

            reasons = (*clashes.no_answer(answer.reasons, answer.chain), *aside)
        if self.alone:
            return Reply(code, pages, (f"{verdict} ({answer.engine}, {answer.seconds:.3g} s)", *reasons))
        return Reply(code, (f"{name_of(item)}: {verdict}", *reasons, *pages))

    def written(self, item: Item, answer: Answer, code: int, writer: Format) -> Reply:
        """Return an answer in a notation's form for answers, or else as a filled page; the unsolved is only named."""
        if item.kind not in writer.kinds:
            return self.failed(item, CannotHold(f"{writer.name} cannot hold the kind {item.kind}"))
        page = item.page()
        if writer.answers is not None and (answer.cells is not None or answer.verdict is Verdict.NONE):
            return Reply(code, part=Result(page, answer.cells, item.number))
        if answer.cells is None:
            return Reply(code, talk=(f"{name_of(item)}: {verdicts.verdict(answer.verdict)}",))
        return Reply(code, part=writer.write(Page(page.sheet.with_cells(answer.cells))))


def written(writer: Format, parts: Iterator[str | Result]) -> Iterator[str]:
    """Yield the text that a notation makes of what puzzles add to it."""
    if writer.answers is not None:
        return writer.answers(part for part in parts if isinstance(part, Result))
    return writer.join(part for part in parts if isinstance(part, str))


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
    why: Why = None,
    json: Json = False,
    manner: Manner = ALONE,
) -> int:
    """Solve puzzles, and prove whether each answer is the only one.

    Verdicts: one, many (two answers and the cells that differ), none, unknown (a limit was reached), some (--first).
    With --why, and for a single puzzle anyway, none comes with the smallest set of clues and rules that clash, and many
    with the cells that are the same in all answers, what the others may be, and the number of answers.
    Exit: 0 for one, many or some, 1 for none (with --unique also for many), 2 for bad input, 3 for unknown; with many
    puzzles 2 if any is bad, else 3 if any is unknown, else 0.
    """
    apart(json=json, to=to)
    apart(first=first, unique=unique)
    if to is not None:
        manner.no_records("--to")
    batch = Batch(files, from_, order, manner)
    work = Solving(
        json=json or manner.out is not None,
        alone=batch.single,
        engine=engine,
        limits=Limits(seconds=time_limit, nodes=node_limit),
        first=first,
        unique=unique,
        formulation=formulation,
        page=one_page(position, from_),
        to=to,
        why=why,
    )
    if to is None:
        batch.run(work)
    else:
        put(written(format_named(to), batch.parts(work)), None)
    return batch.code(forgiving=True)
