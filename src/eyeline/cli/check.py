"""The verb check."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from eyeline.batch import Reply, load_kernels
from eyeline.cli.aside import enough, sentences, wanted
from eyeline.cli.options import EntriesFile, Files, From, Json, Order, Seconds, Why, apart
from eyeline.cli.verb import (
    ALONE,
    DONE,
    NONE,
    UNKNOWN,
    Batch,
    ItemWork,
    Manner,
    complaint,
    one_page,
    page_text,
    verb,
)
from eyeline.engine import NO_LIMITS, Clock, Limits
from eyeline.errors import NotationError
from eyeline.puzzles import Puzzle
from eyeline.reading import Item, Text, entries, load_file, read_steps
from eyeline.sheet import Cells, Page, Position

if TYPE_CHECKING:
    from eyeline.checking import Checked

#: The exit codes of the states that are not in order.
_CODES = {"broken": NONE, "stuck": NONE, "impossible": NONE, "unknown": UNKNOWN}


@dataclass(frozen=True, kw_only=True)
class Checking(ItemWork):
    """Checking grids: those of the items or of ``page``, or that of a ``solution``, the text of a solver's file.

    ``steps`` is a list of claimed steps, to be judged from the grid on.
    """

    verb: ClassVar[str] = "check"
    limits: Limits = NO_LIMITS
    formulation: str | None = None
    page: Page | None = None
    solution: str | None = None
    steps: Text | None = None
    why: bool | None = None

    def reply(self, item: Item) -> Reply:
        """Return what is wrong with a grid, and what is said of steps."""
        from eyeline.claimed import A_STEP, judge_steps

        puzzle = item.puzzle()
        clock = Clock(self.limits)
        found = self.checked(item, puzzle)
        full = wanted(puzzle, self.why, alone=self.alone)
        judged = None
        if self.steps is not None and found.state in ("open", "right", "unknown"):
            try:
                claimed = read_steps(self.steps.text, puzzle)
            except NotationError as error:
                return self.unread(item, error, self.steps.file)
            judged = list(judge_steps(puzzle, claimed, found.position, limits=replace(A_STEP, seconds=clock.left)))
        code = self.code(found.state, () if judged is None else (step.standing for step in judged))
        text = sentences(found, full=full, limits=clock.rest) if judged is None else []
        if self.json:
            from eyeline import record

            grid = None if self.solution is None else found.cells
            return Reply(code, (record.line(record.checked(found, record.source_of(item), text, grid, judged)),))
        grid_text = () if self.solution is None else (page_text(puzzle, found.cells),)
        if judged is not None:
            from eyeline.telling import claims

            text = claims.judged_steps(judged, clock.rest)
        return Reply(code, (*grid_text, *(f"{self.prefix(item)}{sentence}" for sentence in text)))

    def checked(self, item: Item, puzzle: Puzzle) -> Checked:
        """Return what became of a grid; where nothing tells entries from what is printed, all values are entries."""
        from eyeline.checking import Checked, GridState, check, lifted

        if self.solution is None:
            entered = entries(item, puzzle, self.page)
            if not entered and self.page is None and self.steps is None:
                puzzle, entered = lifted(puzzle)
        else:
            from eyeline.solution import read_solution

            cells = puzzle.sheet.cells.filled(read_solution(self.solution, puzzle.model(self.formulation)))
            faults = puzzle.faults(cells)
            if any(fault.reason.rule == "given" for fault in faults):
                return Checked(puzzle, Position(), GridState.BROKEN, cells, faults)
            entered = _entered(puzzle, cells)
        why = wanted(puzzle, self.why, alone=self.alone)
        return check(puzzle, entered, limits=enough(self.limits), why=why)

    def unread(self, item: Item, error: NotationError, file: str | None) -> Reply:
        """Return the reply where the list of steps cannot be read."""
        where = f"{file or 'standard input'}: "
        if self.json:
            return self.failed(item, replace(error, message=where + error.message))
        return Reply(error.exit_code, talk=(complaint(error, where),))

    def prepare(self) -> None:
        """Load the kernels."""
        load_kernels("auto")

    def code_of(self, record: dict[str, Any]) -> int:
        """Return the exit code that a record gave."""
        return self.code(record["state"], (step["standing"] for step in record["steps"] or ()))

    def code(self, state: str, standings: Iterable[str]) -> int:
        """Return the exit code for a grid and the steps from there."""
        found = set(standings)
        if found & {"guessed", "wrong"}:
            return NONE
        if self.steps is not None and state not in ("broken", "stuck", "impossible"):
            return UNKNOWN if "unknown" in found else DONE
        return _CODES.get(state, DONE)


def _entered(puzzle: Puzzle, cells: Cells) -> Position:
    """Return what a filled grid has in the cells that the puzzle leaves open."""
    found = {cell: cells[cell] for cell in puzzle.open_cells()}
    return Position({cell: value for cell, value in found.items() if not puzzle.kind.open_token(value)})


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
    steps: Annotated[
        str | None,
        typer.Option(
            "--steps",
            metavar="FILE",
            help="Steps to judge: lines as r1c1=3 or r1c1!=3, or what explain --json prints.",
        ),
    ] = None,
    time_limit: Seconds = None,
    why: Why = None,
    json: Json = False,
    manner: Manner = ALONE,
) -> int:
    """Say whether a full or partial grid is right so far: what is broken, and what to take back.

    Without --position, and where the notation does not tell what is printed from what is entered, all values on the
    page are taken as entries.

    A clue is broken only when no filling of the open cells on its line gives it; what is seen along the first broken
    line is told. Where no rule is broken but the grid can no longer be completed, the fewest entries and marks to take
    back are named, and which entries and rules exclude each other. A mark "not this" is wrong when it excludes what is
    entered there, every value, or what the only answer has there; pencil marks are not looked at. With --solution the
    grid is read from a solution file of HiGHS, Gurobi, CBC, SCIP or CPLEX, and printed.

    With --steps, claimed steps are judged one by one: forced (with the reasons), guessed (some answers have it, some do
    not) or wrong (with what excludes it). Each is judged on top of those before it; a wrong one is not taken in.

    Exit: 0 when nothing is wrong (all steps forced), 1 when something is (or guessed), 2 for bad input, 3 when a limit
    was reached before that was known.
    """
    apart(solution=solution, position=position)
    apart(solution=solution, steps=steps)
    batch = Batch(files, from_, order, manner)
    page = one_page(position, from_)
    for one, does in ((solution, "solves one"), (steps, "has the steps of one")):
        if one is not None and not batch.single:
            raise NotationError(f"{len(list(batch))} puzzles, and {one} {does}", expected="one puzzle")
    work = Checking(
        json=json or manner.out is not None,
        alone=batch.single,
        limits=Limits(seconds=time_limit),
        formulation=formulation,
        page=page,
        solution=None if solution is None else load_file(solution).text,
        steps=None if steps is None else load_file(steps),
        why=why,
    )
    batch.run(work)
    return batch.code()
