"""Weighted 0-1 rows, each with its reason: the integer programmes as written on paper.

A model knows nothing of kinds. Its variables are 0 or 1 and are numbered from 0; some stand for a fact ("r1c1 holds
3"), and those alone make up an answer. Every row says why it is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from eyeline.deadline import paced
from eyeline.errors import UnknownName
from eyeline.grid import Cell, Port
from eyeline.sheet import Fact

Sense: TypeAlias = Literal["<=", "=", ">="]


class Reason(NamedTuple):
    """The rule or printed thing that a row comes from, as data.

    ``rule`` is one of ``clue`` (of: a Port), ``row``, ``column``, ``diagonal``, ``region``, ``group`` (of: a number
    from 0), ``given``, ``entry``, ``light`` and ``cell`` (of: a Cell; the last says that its token is foreign),
    ``total`` (of: a monster's token), ``safe`` (of: the Fact that a shooter is turned so), ``mark`` (of: the Fact that
    a mark rules out), ``marks`` (of: a Cell of which they rule out every value) and ``added`` (of: the name of a row
    that somebody added by hand).
    """

    rule: str
    of: Port | Cell | Fact | int | str

    @property
    def name(self) -> str:
        """The name in files, counting from 1.

        >>> Reason("row", 0).name
        'row_1'
        """
        return f"{self.rule}_{_name(self.of)}"


_WAYS = {"-": "horizontal", "|": "vertical"}


def _name(of: Port | Cell | Fact | int | str) -> str:
    match of:
        case Port(side, index):
            return f"{side.value}_{index + 1}"
        case Fact(cell, value):
            return f"{cell}_{_WAYS.get(value, value)}"
        case Cell():
            return str(of)
        case int():
            return str(of + 1)
        case _:
            return str(of)


class Known(NamedTuple):
    """What somebody knows of a cell: that it ``holds`` a value (as its token), or that it does not."""

    cell: Cell
    value: str
    holds: bool = True


class Row(NamedTuple):
    """``sum of weights[i] * variables[i]  sense  bound``. Weights are whole and not 0; no variable stands twice.

    ``reason`` is ``None`` for background: what merely defines a variable, or that a cell holds one value.
    """

    weights: tuple[int, ...]
    variables: tuple[int, ...]
    sense: Sense
    bound: int
    reason: Reason | None
    name: str


@dataclass(slots=True)
class Model:
    """The rows of one puzzle.

    ``names`` has a name for each variable, ``facts`` the fact of each variable that has one, ``rows`` the rows in
    order.
    """

    names: list[str] = field(default_factory=list)
    facts: dict[int, Fact] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)

    def variable(self, name: str, fact: Fact | None = None) -> int:
        """Add a variable and return its number."""
        number = len(self.names)
        self.names.append(name)
        if fact is not None:
            self.facts[number] = fact
        return number

    def add(
        self,
        terms: Iterable[tuple[int, int]],
        sense: Sense,
        bound: int,
        reason: Reason | None,
        name: str,
    ) -> None:
        """Add a row from (weight, variable) pairs; pairs of one variable are added up, zeros dropped."""
        total: dict[int, int] = {}
        for weight, variable in terms:
            total[variable] = total.get(variable, 0) + weight
        kept = {variable: weight for variable, weight in total.items() if weight}
        self.rows.append(Row(tuple(kept.values()), tuple(kept), sense, bound, reason, name))

    def add_sum(self, variables: Sequence[int], sense: Sense, bound: int, reason: Reason | None, name: str) -> None:
        """Add a row of different variables, all with weight 1."""
        self.rows.append(Row((1,) * len(variables), tuple(variables), sense, bound, reason, name))

    def number(self, of: int | str | Fact) -> int:
        """Return the number of a variable: by its name, by its fact, or by its fact written as ``r1c1=3``.

        Raises ``UnknownName``.
        """
        if isinstance(of, int):
            if 0 <= of < len(self.names):
                return of
        elif isinstance(of, Fact):
            for variable, fact in self.facts.items():
                if fact == of:
                    return variable
        elif of in self.names:
            return self.names.index(of)
        else:
            for variable, (cell, value) in self.facts.items():
                if f"{cell}={value}" == of:
                    return variable
        shown = f"{of.cell}={of.value}" if isinstance(of, Fact) else of
        raise UnknownName(f"no variable {shown} in the model; its names begin with {', '.join(self.names[:3])}")

    def row(self, terms: Mapping[str | Fact | int, int], sense: Sense, bound: int, name: str = "extra") -> Row:
        """Return a row of one's own to hand to :meth:`plus`: weights by variable (see :meth:`number`).

        Its reason says that it was added by hand. Raises ``UnknownName``, and ``ValueError`` for another sense.
        """
        if sense not in ("<=", "=", ">="):
            raise ValueError(f"the sense is <=, = or >=, not {sense!r}")
        # Names stand in files of one row a line.
        name = "_".join(name.split()) or "extra"
        total: dict[int, int] = {}
        for of, weight in terms.items():
            variable = self.number(of)
            total[variable] = total.get(variable, 0) + weight
        kept = {variable: weight for variable, weight in total.items() if weight}
        return Row(tuple(kept.values()), tuple(kept), sense, bound, Reason("added", name), name)

    def plus(self, *rows: Row) -> Model:
        """Return a model with further rows; this one stays as it is. Solve it with ``solve(puzzle, model=…)``.

        >>> from eyeline.grid import Cell
        >>> model = Model()
        >>> number = model.variable("x_1_1_3", Fact(Cell(0, 0), "3"))
        >>> more = model.plus(model.row({"r1c1=3": 1}, "=", 0, "not_three"))
        >>> len(model.rows), more.rows[0].name, more.rows[0].sense, more.rows[0].bound
        (0, 'not_three', '=', 0)
        """
        return Model(list(self.names), dict(self.facts), [*self.rows, *rows])

    def reasons(self) -> tuple[Reason, ...]:
        """Return every reason once, in the order of the rows."""
        return tuple(dict.fromkeys(row.reason for row in paced(self.rows) if row.reason is not None))

    @property
    def nonzeros(self) -> int:
        """The number of weights over all rows."""
        return sum(len(row.variables) for row in self.rows)

    def answer(self, ones: Iterable[int]) -> tuple[Fact, ...]:
        """Return the facts among the variables that are 1, by cell."""
        return tuple(sorted(self.facts[v] for v in ones if v in self.facts))

    def broken(self, ones: Iterable[int]) -> Iterator[Row]:
        """Yield the rows that fail when exactly ``ones`` are 1."""
        held = set(ones)
        for row in self.rows:
            total = sum(w for w, v in zip(row.weights, row.variables, strict=True) if v in held)
            if not (
                total <= row.bound
                if row.sense == "<="
                else total >= row.bound
                if row.sense == ">="
                else total == row.bound
            ):
                yield row
