"""The verb check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import typer

from eyeline import words
from eyeline.batch import Reply
from eyeline.cli.options import Cluster, EntriesFile, Files, From, Jobs, Json, Order, Out, Resume, ShardOf
from eyeline.cli.verb import ASIDE, DONE, NONE, Batch, ItemWork, Manner, one_page, page_text, source_of, verb
from eyeline.engine import Limits
from eyeline.errors import NotationError
from eyeline.reading import Item, entries, load_file
from eyeline.sheet import Page, Position
from eyeline.solution import read_solution
from eyeline.solve import overruled


@dataclass(frozen=True, kw_only=True)
class Checking(ItemWork):
    """Checking grids: those of the items or of ``page``, or that of a ``solution``, the text of a solver's file."""

    verb: ClassVar[str] = "check"
    formulation: str | None = None
    page: Page | None = None
    solution: str | None = None

    def reply(self, item: Item) -> Reply:
        """Return the faults of a grid."""
        puzzle = item.puzzle()
        if self.solution is None:
            entered = entries(item, puzzle, self.page)
            cells = puzzle.filled(entered)
        else:
            entered = Position()
            cells = puzzle.sheet.cells.filled(read_solution(self.solution, puzzle.model(self.formulation)))
        faults = puzzle.faults(cells) + puzzle.clash(entered)
        faults += () if faults else overruled(puzzle, entered, limits=Limits(seconds=ASIDE))
        still_open = sum(puzzle.kind.open_token(cells[cell]) for cell in puzzle.open_cells())
        code = NONE if faults else DONE
        if self.json:
            from eyeline import record

            shown = None if self.solution is None else cells
            return Reply(code, (record.line(record.checked(puzzle, faults, still_open, source_of(item), shown)),))
        grid = () if self.solution is None else (page_text(puzzle, cells),)
        sentences = [words.fault(fault) for fault in faults] or [words.sound(still_open)]
        return Reply(code, (*grid, *(f"{self.prefix(item)}{sentence}" for sentence in sentences)))

    def code_of(self, record: dict[str, Any]) -> int:
        """Return the exit code that a record gave."""
        return NONE if record["faults"] else DONE


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
    jobs: Jobs = 1,
    cluster: Cluster = None,
    out: Out = None,
    resume: Resume = False,
    shard: ShardOf = None,
) -> int:
    """Name every rule that a full or partial grid breaks for certain, and what is seen there.

    A clue is broken only when no filling of the open cells on its line gives it. A mark "not this" is wrong when it
    excludes what is entered there, every value, or what the only answer has there; pencil marks are not looked at. With
    --solution the grid is read from a solution file of HiGHS, Gurobi, CBC, SCIP or CPLEX, and printed. Exit: 0 when
    nothing is broken, 1 when something is, 2 for bad input.
    """
    if solution is not None and position is not None:
        raise typer.BadParameter("--solution and --position exclude each other")
    manner = Manner(jobs, cluster, out, resume, shard)
    batch = Batch(files, from_, order, manner)
    page = one_page(position, from_)
    solved = None if solution is None else load_file(solution).text
    if solved is not None and not batch.single:
        raise NotationError(f"{len(list(batch))} puzzles, and {solution} solves one", expected="one puzzle")
    batch.run(
        Checking(json=json or out is not None, alone=batch.single, formulation=formulation, page=page, solution=solved)
    )
    return batch.code()
