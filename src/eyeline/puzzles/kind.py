"""What a kind of puzzle is, and a puzzle: a sheet that its kind has found in order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from eyeline.arrays import RoomArrays
from eyeline.engine import Arrays, Task
from eyeline.errors import PuzzleError, UnknownName
from eyeline.grid import Cell, Grid
from eyeline.model import Model, Reason
from eyeline.pictured import Pictured
from eyeline.puzzles.symmetry import Symmetry
from eyeline.sheet import Cells, Position, Sheet
from eyeline.sight import Line, port_lines


class Fault(NamedTuple):
    """Something on a grid that breaks a rule for certain, however the open cells are filled.

    ``reason`` is the rule that is broken, ``cells`` where; ``expected`` and ``seen`` are numbers where the rule counts
    (``seen`` is what the grid shows now, open cells showing nothing); ``value`` is the token in question, where one is.
    """

    reason: Reason
    cells: tuple[Cell, ...] = ()
    expected: int | None = None
    seen: int | None = None
    value: str | None = None


class Kind(ABC):
    """The rules of one kind of puzzle. Stateless; there is one value of each in ``KINDS``.

    ``notes`` names the notes that mean something to it; ``variants`` says what each variant changes, by name. ``flips``
    and ``transposes`` say which tokens turn into which when a grid is flipped left to right (or top to bottom) and when
    it is mirrored along its main diagonal.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    notes: ClassVar[frozenset[str]] = frozenset()
    variants: ClassVar[Mapping[str, str]] = {}
    formulations: ClassVar[tuple[str, ...]]
    flips: ClassVar[Mapping[str, str]] = {}
    transposes: ClassVar[Mapping[str, str]] = {}

    @abstractmethod
    def problems(self, sheet: Sheet) -> Iterator[str]:
        """Yield a sentence for everything that keeps ``sheet`` from being a puzzle of this kind.

        A sheet whose clues contradict each other is still a puzzle, one without an answer.
        """

    @abstractmethod
    def values(self, sheet: Sheet) -> tuple[str, ...]:
        """Return the tokens that an open cell can take, in their natural order."""

    @abstractmethod
    def open_token(self, token: str) -> bool:
        """Return whether a cell with this printed token is to be filled in."""

    @abstractmethod
    def model(self, sheet: Sheet, formulation: str) -> Model:
        """Return the rows of a sheet without problems, by one of ``formulations``."""

    @abstractmethod
    def faults(self, sheet: Sheet, cells: Cells) -> Iterator[Fault]:
        """Yield the rules that ``cells``, a filling of the sheet, break for certain; open cells hold what is printed.

        Walks the rules directly, never a model.
        """

    def lines(self, sheet: Sheet) -> Iterator[Line]:
        """Yield the lines of sight of a sheet: by default that of each port."""
        return port_lines(sheet.grid, sheet.cells.row_major())

    @abstractmethod
    def arrays(self, sheet: Sheet) -> Arrays:
        """Return a sheet without problems as engines take it that are made for the kind."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Pickle by name."""
        return _kind_named, (self.name,)


def _kind_named(name: str) -> Kind:
    from eyeline.puzzles import KINDS

    return KINDS[name]


@dataclass(frozen=True, slots=True)
class Puzzle(Pictured):
    """A sheet that is in order, with its kind. Make one with :func:`eyeline.read` or :func:`eyeline.puzzle`."""

    sheet: Sheet
    kind: Kind

    def __post_init__(self) -> None:
        """Check the sheet. Raises ``PuzzleError`` with every problem at once."""
        problems = tuple(self.kind.problems(self.sheet))
        if problems:
            raise PuzzleError(problems)

    @property
    def grid(self) -> Grid:
        """The grid of the puzzle."""
        return self.sheet.grid

    @property
    def values(self) -> tuple[str, ...]:
        """The tokens that an open cell can take, in their natural order."""
        return self.kind.values(self.sheet)

    def at(self, position: Position) -> Board:
        """Return the puzzle together with what is entered on it; a notebook draws it so. Raises as :meth:`filled`."""
        return Board(self, position)

    def open_cells(self) -> tuple[Cell, ...]:
        """Return the cells to be filled in, row by row."""
        is_open = {token: self.kind.open_token(token) for token in self.sheet.cells.tokens}
        return tuple(fact.cell for fact in self.sheet.cells.facts() if is_open[fact.value])

    def filled(self, position: Position) -> Cells:
        """Return the printed cells with the entries of ``position`` written in.

        Raises ``PuzzleError`` for an entry that lies outside the grid, on a printed cell with another token, or holds a
        token that the puzzle does not use.
        """
        problems = []
        values = set(self.values)
        for cell, value in position.facts():
            if cell not in self.grid:
                problems.append(f"{cell} lies outside the {self.sheet.rows}×{self.sheet.cols} grid")
            elif value not in values:
                problems.append(f"{cell} holds {value}, expected one of {' '.join(self.values)}")
            elif not self.kind.open_token(held := self.sheet.cells[cell]) and held != value:
                problems.append(f"{cell} is printed as {held}, but {value} is entered there")
        if problems:
            raise PuzzleError(tuple(problems))
        return self.sheet.cells.filled(position.facts())

    def lines(self) -> Iterator[Line]:
        r"""Yield the lines of sight: the cells that each passes, in which direction, and in which order.

        In a puzzle with clues there is one for each port: top, bottom, left, right, each left to right or top to
        bottom. Where a wall stands at the port, it is empty. In a room of beams they are the lines of the whole room,
        as if no shooter stood in the way: each pair of a cell (empty, or with a shooter) and a direction lies on one.

        >>> import eyeline
        >>> room = eyeline.read("beams\n/+\\\n+..\n\\./")
        >>> for line in room.lines():
        ...     print(line)
        loop r1c2- r2c3| r3c2- r2c1|
        line r1c2| r2c2| r3c2|
        line r2c1- r2c2- r2c3-
        """
        return self.kind.lines(self.sheet)

    def model(self, formulation: str | None = None, position: Position | None = None) -> Model:
        """Return the puzzle's rows, by default the kind's first formulation; entries become rows of their own.

        Raises ``UnknownName`` for a formulation that the kind does not have, ``PuzzleError`` for a wrong position.
        """
        chosen = formulation or self.kind.formulations[0]
        if chosen not in self.kind.formulations:
            raise UnknownName(
                f"no formulation {chosen!r} for {self.kind.name}; there is {', '.join(self.kind.formulations)}"
            )
        model = self.kind.model(self.sheet, chosen)
        if position:
            self.filled(position)
            numbers = {fact: variable for variable, fact in model.facts.items()}
            for fact in position.facts():
                if fact in numbers:
                    model.add_sum((numbers[fact],), "=", 1, reason := Reason("entry", fact.cell), reason.name)
        return model

    def task(self, formulation: str | None = None, position: Position | None = None) -> Task:
        """Return the puzzle as engines take it; what ``position`` has entered holds in every answer."""
        sheet = self.sheet.with_cells(self.filled(position)) if position else self.sheet

        def arrays() -> Arrays:
            built = self.kind.arrays(sheet)
            if isinstance(built, RoomArrays) and position:
                opened = self.open_cells()
                entered = frozenset(self.grid.index(cell) for cell in opened if cell in position.entries)
                return replace(built, entered=entered)
            return built

        return Task(self.kind.name, lambda: self.model(formulation, position), arrays)

    def faults(self, cells: Cells) -> tuple[Fault, ...]:
        """Return the rules that a filling of the grid breaks for certain; cells still open hold their printed token."""
        return tuple(self.kind.faults(self.sheet, cells))

    def turned(self, symmetry: Symmetry) -> Puzzle:
        """Return the puzzle turned or mirrored."""
        return Puzzle(symmetry.sheet(self.sheet, self.kind.flips, self.kind.transposes), self.kind)


@dataclass(frozen=True, slots=True)
class Board(Pictured):
    """A puzzle with a position on it. A position alone knows neither grid nor rules, and so cannot be drawn."""

    puzzle: Puzzle
    position: Position

    def __post_init__(self) -> None:
        """Check that the position belongs to the puzzle. Raises ``PuzzleError``."""
        self.puzzle.filled(self.position)
