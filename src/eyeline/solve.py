"""Solve and count: one verdict, whichever engine finds it."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from importlib.util import find_spec
from typing import NamedTuple

from eyeline.engine import NO_LIMITS, EngineEntry, Implication, Limits, Outcome, Status, Want
from eyeline.engines import ENGINES
from eyeline.errors import AmbiguousOrder, MissingExtra, PuzzleError, Unable, UnknownName
from eyeline.grid import Cell
from eyeline.model import Model, Reason
from eyeline.pictured import Pictured
from eyeline.puzzles import Fault, Puzzle
from eyeline.puzzles import puzzle as puzzle_on
from eyeline.sheet import Cells, Position

#: How many answers `count` looks for when nobody says.
COUNT_LIMIT = 10_000


class Verdict(StrEnum):
    """What is known about the answers of a puzzle.

    ``none``, ``one`` and ``many`` are proven. ``unknown``: a limit was reached (an answer found before it is still
    given). ``some``: there is an answer, and nobody asked whether it is the only one.
    """

    NONE = "none"
    ONE = "one"
    MANY = "many"
    UNKNOWN = "unknown"
    SOME = "some"


@dataclass(frozen=True, slots=True)
class Answer(Pictured):
    """What became of a puzzle.

    ``cells`` is the filled grid, ``None`` where none was found; with *many*, ``other`` is another one and ``differ``
    the cells in which they differ, row by row. ``engine`` is the name of the engine, ``seconds`` the wall time. With
    *none*, ``reasons`` and ``chain`` say why, where the engine can tell (see :class:`eyeline.engine.Outcome`).
    """

    puzzle: Puzzle
    verdict: Verdict
    cells: Cells | None
    other: Cells | None
    differ: tuple[Cell, ...]
    engine: str
    seconds: float
    reasons: tuple[Reason, ...] = ()
    chain: tuple[Implication, ...] = ()


class Count(NamedTuple):
    """The number of answers: ``n`` of them when ``exact``, else at least ``n``."""

    n: int
    exact: bool

    def __str__(self) -> str:
        """Return the number in words."""
        return str(self.n) if self.exact else f"at least {self.n}"


def engine_for(kind: str, name: str = "auto", ability: str = "solve") -> EngineEntry:
    """Return the engine of this name for a kind; ``auto`` chooses among the others, see :mod:`eyeline.engines.auto`.

    A name as ``cpmpy:ortools`` says which solver the engine hands the rows to. Raises ``UnknownName`` for a name there
    is none of, ``Unable`` when the engine does not solve this kind or lacks the ability, ``MissingExtra`` when its
    package or the solver is not installed.
    """
    base, colon, solver = name.partition(":")
    entry = ENGINES.get(base)
    if entry is None or (colon and entry.solvers is None):
        raise UnknownName(f"no engine {name!r}; there is {', '.join(ENGINES)}")
    if not entry.solves(kind):
        raise Unable(f"the engine {name} solves {', '.join(sorted(entry.kinds))}, not {kind}")
    if ability not in entry.abilities:
        raise Unable(f"the engine {name} cannot {ability}; it can {', '.join(sorted(entry.abilities))}")
    if not installed(entry):
        raise MissingExtra(f"the engine {name} is not installed: {entry.install}")
    return _with_solver(entry, solver) if colon else entry


def _with_solver(entry: EngineEntry, solver: str) -> EngineEntry:
    """Return an engine that hands the rows to this solver, which may have one of its own, as in ``pysat:glucose4``."""
    first = solver.partition(":")[0]
    known = entry.solvers() if entry.solvers else {}
    name = f"{entry.name}:{solver}"
    if first not in known or entry.load_with is None:
        raise UnknownName(f"no engine {name!r}; {entry.name} knows {', '.join(known)}")
    if not known[first]:
        raise MissingExtra(
            f"the engine {name} needs the solver {first}, which is not installed: pip install '{entry.name}[{first}]'"
        )
    return replace(entry, name=name, load=partial(entry.load_with, solver))


def installed(entry: EngineEntry) -> bool:
    """Return whether the package that an engine needs is there; nothing is imported."""
    return entry.needs is None or find_spec(entry.needs) is not None


class _Rows(NamedTuple):
    """Which rows stand for a puzzle: a formulation with some entries, or a model that somebody brings along."""

    formulation: str | None
    position: Position | None
    model: Model | None

    def engine(self, puzzle: Puzzle, name: str, ability: str) -> EngineEntry:
        """Return the engine of this name for these rows. Raises as :func:`engine_for`, and ``ValueError``."""
        if self.model is None:
            # Who names a formulation means rows; made for the kind, engines know none.
            chosen = "sat" if name == "auto" and self.formulation else name
            return engine_for(puzzle.kind.name, chosen, ability)
        if self.formulation or self.position:
            raise ValueError("a model has its formulation and entries already: give one or the other")
        entry = engine_for(puzzle.kind.name, "sat" if name == "auto" else name, ability)
        if entry.takes != "model":
            raise Unable(f"the engine {entry.name} takes no rows, so no model of your own")
        if not {fact.cell for fact in self.model.facts.values()}.issubset(puzzle.grid.cells()):
            raise Unable(f"the model speaks of cells outside the {puzzle.sheet.rows}×{puzzle.sheet.cols} grid")
        return entry

    def outcomes(
        self, puzzle: Puzzle, entry: EngineEntry, limits: Limits, want: Want
    ) -> Generator[Outcome, None, None]:
        """Run the engine; where marks leave nothing for a cell, there is nothing to run."""
        if self.position and (clash := puzzle.clash(self.position)):
            return _exhausted(tuple(reason for fault in clash for reason in _against(puzzle, fault)))
        task = puzzle.task(self.formulation, self.position)
        if (model := self.model) is not None:
            task = replace(task, build_model=lambda: model)
        return entry.load().run(task, limits, want)


def _against(puzzle: Puzzle, fault: Fault) -> tuple[Reason, ...]:
    """Return the marks that leave nothing for a cell, and what stands there in spite of them."""
    (cell,) = fault.cells
    if fault.value is None:
        return (fault.reason,)
    return (fault.reason, Reason("entry" if puzzle.kind.open_token(puzzle.sheet.cells[cell]) else "given", cell))


def _exhausted(reasons: tuple[Reason, ...]) -> Generator[Outcome, None, None]:
    yield Outcome(Status.EXHAUSTED, reasons=reasons)


def solve(
    puzzle: Puzzle,
    *,
    engine: str = "auto",
    limits: Limits = NO_LIMITS,
    first: bool = False,
    formulation: str | None = None,
    position: Position | None = None,
    model: Model | None = None,
) -> Answer:
    """Solve a puzzle and prove whether its answer is the only one; with ``first`` stop at one answer.

    What ``position`` has entered or excluded holds in every answer; what it has pencilled in means nothing here. A
    ``model`` of the puzzle, perhaps with rows of your own (:meth:`Model.plus`), is solved in the place of its own rows.
    Which of several answers is found may depend on the engine. Raises what :func:`engine_for` and :meth:`Puzzle.task`
    raise; a limit that is reached gives *unknown*.

    >>> import eyeline
    >>> answer = eyeline.solve(eyeline.read("4:2/2/1/3/2/3/2/1////////"))
    >>> answer.verdict.value
    'many'
    """
    started = time.perf_counter()
    rows = _Rows(formulation, position, model)
    entry = rows.engine(puzzle, engine, "solve")
    wanted = 1 if first else 2
    if limits.answers is not None:
        wanted = min(wanted, limits.answers)
    found: list[Cells] = []
    last = Outcome(Status.STOPPED)
    outcomes = rows.outcomes(puzzle, entry, replace(limits, answers=wanted), Want.ANSWERS)
    sheet = puzzle.sheet
    with closing(outcomes):
        for outcome in outcomes:
            last = outcome
            if outcome.answer is not None:
                found.append(outcome.filled(sheet.cells))
    if len(found) == 2:
        verdict = Verdict.MANY
    elif last.status is Status.EXHAUSTED:
        verdict = Verdict.ONE if found else Verdict.NONE
    else:
        verdict = Verdict.SOME if len(found) == wanted > 0 else Verdict.UNKNOWN
    return Answer(
        puzzle=puzzle,
        verdict=verdict,
        cells=found[0] if found else None,
        other=found[1] if len(found) == 2 else None,
        differ=found[0].differ(found[1]) if len(found) == 2 else (),
        engine=last.engine or entry.name,
        seconds=time.perf_counter() - started,
        reasons=last.reasons or (),
        chain=last.chain,
    )


def overruled(
    puzzle: Puzzle, position: Position, *, engine: str = "auto", limits: Limits = NO_LIMITS
) -> tuple[Fault, ...]:
    """Return the marks of a position that exclude what the puzzle's only answer has there, as faults, row by row.

    Solves the puzzle as it is printed; where it has not exactly one answer, or a limit comes first, there are none.
    Raises as :func:`solve`.
    """
    if not position.excluded:
        return ()
    return marks_against(solve(puzzle, engine=engine, limits=limits), position)


def marks_against(answer: Answer, position: Position) -> tuple[Fault, ...]:
    """Return the marks of a position that exclude what an answer has there, as faults; none unless it is the only one.

    The marks stand row by row.
    """
    if answer.cells is None or answer.verdict is not Verdict.ONE:
        return ()
    cells = answer.cells
    return tuple(
        Fault(Reason("mark", fact), (fact.cell,), seen=1, value=fact.value)
        for fact in position.marks()
        if cells[fact.cell] == fact.value
    )


def settle(error: AmbiguousOrder, *, engine: str = "auto", limits: Limits = NO_LIMITS) -> tuple[str, ...]:
    """Return the orders with which a list of clues that fits several gives a puzzle with exactly one answer.

    ``limits`` hold for each order. Empty where none does, and where a limit leaves it open for any. Raises as
    :func:`solve`.
    """
    found = []
    for order, page in error.pages.items():
        try:
            verdict = solve(puzzle_on(page.sheet), engine=engine, limits=limits).verdict
        except PuzzleError:
            continue
        if verdict is Verdict.UNKNOWN:
            return ()
        if verdict is Verdict.ONE:
            found.append(order)
    return tuple(found)


def answers(
    puzzle: Puzzle,
    *,
    engine: str = "auto",
    limits: Limits = NO_LIMITS,
    formulation: str | None = None,
    position: Position | None = None,
    model: Model | None = None,
) -> Generator[Cells, None, Count]:
    """Yield the answers one by one as they are found, all different, until there are no more or a limit is reached.

    The generator returns the count, which says whether these were all. Raises as :func:`solve`.
    """
    rows = _Rows(formulation, position, model)
    entry = rows.engine(puzzle, engine, "count")
    most = limits.answers
    # One more than asked for, as in `count`.
    outcomes = rows.outcomes(puzzle, entry, limits if most is None else replace(limits, answers=most + 1), Want.ANSWERS)
    n = 0
    exact = False
    with closing(outcomes):
        for outcome in outcomes:
            if outcome.answer is not None:
                if n == most:
                    break
                n += 1
                yield outcome.filled(puzzle.sheet.cells)
            else:
                exact = outcome.status is Status.EXHAUSTED
    return Count(n, exact)


def count(
    puzzle: Puzzle,
    *,
    engine: str = "auto",
    limits: Limits = NO_LIMITS,
    formulation: str | None = None,
    position: Position | None = None,
    model: Model | None = None,
) -> Count:
    """Count the answers, exactly up to ``limits.answers`` (by default 10,000), beyond that as "at least".

    Rooms of beams are counted part by part and multiplied, so that their exact numbers can be far above the limit.
    Raises as :func:`solve`.
    """
    most = COUNT_LIMIT if limits.answers is None else limits.answers
    rows = _Rows(formulation, position, model)
    entry = rows.engine(puzzle, engine, "count")
    # One more than asked for: who finds exactly as many as the limit still learns that there are no more.
    outcomes = rows.outcomes(puzzle, entry, replace(limits, answers=most + 1), Want.COUNT)
    n = 0
    exact = False
    with closing(outcomes):
        for outcome in outcomes:
            if outcome.answer is not None:
                n += 1
            else:
                exact = outcome.status is Status.EXHAUSTED
                n = n if outcome.count is None else outcome.count
    # An engine that multiplies may know of far more than it was asked to look for.
    return Count(n, exact) if exact or n > most + 1 else Count(min(n, most), False)
