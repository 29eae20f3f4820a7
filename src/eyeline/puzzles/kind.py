"""What a kind of puzzle is, and a puzzle: a sheet that its kind has found in order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from eyeline.arrays import MazeArrays, RoomArrays
from eyeline.deadline import paced
from eyeline.engine import Arrays, Task
from eyeline.errors import PuzzleError, UnknownName
from eyeline.grid import Cell, Grid
from eyeline.model import Model, Reason
from eyeline.pictured import Pictured
from eyeline.puzzles.symmetry import Symmetry
from eyeline.sheet import BLANK, Cells, Fact, Position, Sheet
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
    it is mirrored along its main diagonal. ``blank`` is the token of a cell that is to be filled in.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    notes: ClassVar[frozenset[str]] = frozenset()
    variants: ClassVar[Mapping[str, str]] = {}
    formulations: ClassVar[tuple[str, ...]]
    flips: ClassVar[Mapping[str, str]] = {}
    transposes: ClassVar[Mapping[str, str]] = {}
    blank: ClassVar[str] = BLANK

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
        problems = list(self.kind.problems(self.sheet))
        foreign = [name for name in self.sheet.notes.stated() if name not in self.kind.notes]
        problems += [f"{name}: {self.kind.title} has no such note" for name in foreign]
        if problems:
            raise PuzzleError(tuple(problems))

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
        return tuple([self.grid.cell(index) for index in self.sheet.cells.places(self.open_tokens())])

    def open_tokens(self) -> frozenset[str]:
        """Return the tokens that stand in cells to be filled in."""
        return frozenset(token for token in self.sheet.cells.tokens if self.kind.open_token(token))

    def filled(self, position: Position) -> Cells:
        """Return the printed cells with the entries of ``position`` written in.

        Raises ``PuzzleError`` for an entry or a mark that lies outside the grid or holds a token that the puzzle does
        not use, and for an entry on a printed cell with another token.
        """
        problems = []
        values = set(self.values)
        for marks in (position.pencil, position.excluded):
            for cell in sorted(marks):
                strange = sorted(marks[cell] - values)
                if cell not in self.grid:
                    problems.append(f"{cell} lies outside the {self.sheet.rows}×{self.sheet.cols} grid")
                elif strange:
                    problems.append(f"{cell} is marked with {strange[0]}, expected one of {' '.join(self.values)}")
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
        """Return the puzzle's rows, by default the kind's first formulation.

        Entries become rows of their own, and so do the values that ``position`` has excluded; pencil marks do not.

        Raises ``UnknownName`` for a formulation that the kind does not have, ``PuzzleError`` for a wrong position.
        """
        model = self.kind.model(self.sheet, self.formulation(formulation))
        if position:
            self.filled(position)
            numbers = {fact: variable for variable, fact in paced(model.facts.items())}
            for fact in position.facts():
                if fact in numbers:
                    model.add_sum((numbers[fact],), "=", 1, reason := Reason("entry", fact.cell), reason.name)
            for fact in position.marks():
                if fact in numbers:
                    model.add_sum((numbers[fact],), "=", 0, reason := Reason("mark", fact), reason.name)
        return model

    def formulation(self, name: str | None = None) -> str:
        """Return the name of a formulation, by default the kind's first. Raises ``UnknownName`` for one it has not."""
        chosen = name or self.kind.formulations[0]
        if chosen not in self.kind.formulations:
            raise UnknownName(
                f"no formulation {chosen!r} for {self.kind.name}; there is {', '.join(self.kind.formulations)}"
            )
        return chosen

    def task(self, formulation: str | None = None, position: Position | None = None) -> Task:
        """Return the puzzle as engines take it; what ``position`` has entered or excluded holds in every answer.

        Where marks leave a shooter of a room one way to turn, it is taken as entered so; positions that contradict
        themselves (see :meth:`clash`) are not for engines. Raises as :meth:`model`.
        """
        formulation = self.formulation(formulation)
        sheet = self.sheet.with_cells(self.filled(position)) if position else self.sheet

        def arrays() -> Arrays:
            return self._marked(self.kind.arrays(sheet), sheet, position) if position else self.kind.arrays(sheet)

        return Task(self.kind.name, lambda: self.model(formulation, position), arrays)

    def _marked(self, arrays: Arrays, sheet: Sheet, position: Position) -> Arrays:
        """Return the arrays of a sheet with its entries written in, without the values that ``position`` excludes."""
        if isinstance(arrays, RoomArrays):
            touched = [cell for cell in self.open_cells() if cell in position.entries or cell in position.excluded]
            left = {cell: self._left(cell, position) for cell in touched}
            turned = [Fact(cell, values[0]) for cell, values in left.items() if len(values) == 1]
            room = self.kind.arrays(sheet.with_cells(sheet.cells.filled(turned)))
            entered = frozenset(self.grid.index(fact.cell) for fact in turned)
            return replace(room, entered=entered) if isinstance(room, RoomArrays) else room
        places = {value: place for place, value in enumerate(self.values)}

        def excluded(cell: Cell) -> int:
            return sum(1 << places[value] for value in position.excluded.get(cell, ()))

        if isinstance(arrays, MazeArrays):
            return replace(arrays, excluded=bytes(excluded(cell) for cell in self.grid.cells()))
        left_over = zip(arrays.plan.cells, arrays.domains, strict=True)
        return replace(arrays, domains=tuple(domain & ~excluded(cell) for cell, domain in left_over))

    def _held(self, cell: Cell, position: Position) -> str | None:
        """Return what is printed or entered in a cell, ``None`` where nothing is."""
        printed = self.sheet.cells[cell]
        return position.entries.get(cell) if self.kind.open_token(printed) else printed

    def _left(self, cell: Cell, position: Position) -> tuple[str, ...]:
        """Return the values that print, entries and marks leave a cell, whatever the rules say."""
        held = self._held(cell, position)
        values = self.values if held is None else (held,)
        return tuple([value for value in values if value not in position.excluded.get(cell, ())])

    def clash(self, position: Position) -> tuple[Fault, ...]:
        """Return the cells for which marks leave nothing: all values are excluded, or the one that stands there is.

        Raises as :meth:`filled`.
        """
        self.filled(position)
        found = []
        for cell in sorted(position.excluded):
            if not self._left(cell, position):
                held = self._held(cell, position)
                reason = Reason("marks", cell) if held is None else Reason("mark", Fact(cell, held))
                found.append(Fault(reason, (cell,), value=held))
        return tuple(found)

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
