"""Weighted 0-1 rows as clauses.

Model variable ``v`` becomes literal ``v + 1``; literals beyond the model's are auxiliary: selectors, unions, registers.

Groups come first: sets of literals of which at most one holds. They are read from the model's background alone (rows
"sum of variables = 1" without a reason, such as "a cell holds one value", and rows ``x - z >= 0`` that put a z under a
member), so the clauses of one reason mean the same whichever other reasons hold. Members of one group with one weight
are taken together as their union, a literal of its own, or the negative of the one member left out: "taller than 3
here" is one literal wherever it is used.

Then a row is put down as the first of these that fits:

* nothing, where no choice can break it, or an empty clause, where every choice does;
* one clause, where it only forbids that all its literals lean the wrong way;
* a split on the literals whose weight equals the bound: such a literal leaves no room for any other and excludes each
  of them; what is left without it is often implied. ``T + p z <= p`` of the textbook rows becomes "z excludes what is
  taller, on each cell before": T counts taller buildings on p cells, and a cell holds one;
* a counter: a register for "the first i groups weigh at least j", as far down as the bounds ask for. It is the
  sequential counter of Sinz (Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005), taking a
  group a step and weights as they stand, as the generalised sequential weight counter of Bofill, Coll, Suy and Villaret
  does (An MDD-based SAT encoding for pseudo-Boolean constraints with at-most-one relations, Artificial Intelligence
  Review 53, 2020).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations, compress, groupby, islice
from operator import neg
from typing import NamedTuple

from eyeline.deadline import look, paced
from eyeline.model import Model, Reason, Sense

#: Up to this many pairs, literals that exclude each other are written pair by pair; beyond it with a counter.
MOST_PAIRS = 150
#: Rows that are put down between two looks at the deadline.
ROWS = 100


@dataclass(frozen=True, slots=True)
class Clauses:
    """A model in conjunctive normal form.

    ``clauses`` are tuples of literals 1.. or their negatives; ``variables`` is the largest literal. ``selectors`` has,
    where they were asked for, a literal for each reason: under the assumption of that literal its rows hold, otherwise
    they may fail; background rows always hold. Every 0-1 choice of the model's variables that keeps the rows extends to
    the auxiliary literals, and no other does. ``unions`` has for each auxiliary literal that stands for one of others
    holding, these others.
    """

    variables: int
    clauses: list[tuple[int, ...]]
    selectors: dict[Reason, int]
    unions: dict[int, tuple[int, ...]]

    @staticmethod
    def literal(variable: int) -> int:
        """Return the literal that says that a variable of the model is 1."""
        return variable + 1

    @staticmethod
    def nogood(held: Iterable[int], missing: Iterable[int]) -> tuple[int, ...]:
        """Return the clause that asks of an answer that one of the variables ``held`` is 0 or one ``missing`` is 1."""
        literal = Clauses.literal
        return (*(-literal(variable) for variable in held), *(literal(variable) for variable in missing))


def encode(model: Model, *, selectors: bool = False) -> Clauses:
    """Return the model's rows as clauses, with ``selectors`` an assumption literal for each reason."""
    encoding = Encoding(model, selectors=selectors)
    while encoding.advance(ROWS):
        look()
    return encoding.result()


class Encoding:
    """The work of putting down a model's rows, for those who want to look up in between.

    ``clauses`` are the clauses so far; they only grow.
    """

    def __init__(self, model: Model, *, selectors: bool = False) -> None:
        """Start with no row put down."""
        self._encoder = _Encoder(model)
        self._rows = iter(model.rows)
        self._left = len(model.rows)
        self._selectors = selectors
        self._marks: dict[Reason, int] = {}
        # Few rows differ in shape: the textbook rows of a 9×9 are 5,000 rows of some 200 shapes.
        self._shapes: dict[tuple[tuple[int, ...], Sense, int], _Shape] = {}
        self.clauses = self._encoder.clauses

    def advance(self, rows: int) -> bool:
        """Put down the next rows, at most so many, and return whether any are left."""
        encoder, shapes, marks = self._encoder, self._shapes, self._marks
        guard: tuple[int, ...] = ()
        for weights, variables, sense, bound, reason, _ in islice(self._rows, rows):
            key = (weights, sense, bound)
            shape = shapes.get(key)
            if shape is None:
                shape = shapes[key] = _shape(weights, sense, bound)
            if self._selectors:
                guard = () if reason is None else (-(marks.get(reason) or marks.setdefault(reason, encoder.fresh())),)
            encoder.add(weights, [variable + 1 for variable in variables], bound, shape, guard)
        self._left = max(0, self._left - rows)
        return self._left > 0

    def result(self) -> Clauses:
        """Return the clauses of the rows put down."""
        return Clauses(self._encoder.variables, self.clauses, self._marks, self._encoder.unions)

    @property
    def variables(self) -> int:
        """The largest literal so far."""
        return self._encoder.variables


class _Shape(NamedTuple):
    """What can be said of a row before its variables are looked at.

    ``clauses`` has, for each bound that is a clause, two masks over the variables: those that stand in it as they are,
    and those that stand negated. ``once``: at most one of the variables is 1. ``split`` is the place of the one literal
    whose weight equals the upper bound, -1 = not of that shape, and ``room`` how many of the others the bound has room
    for. ``lower`` and ``upper`` say which bounds are still to be put down.
    """

    clauses: tuple[tuple[tuple[bool, ...], tuple[bool, ...]], ...]
    split: int
    room: int
    once: bool
    lower: bool
    upper: bool


def _shape(weights: tuple[int, ...], sense: Sense, bound: int) -> _Shape:
    clauses = []
    lower = upper = False
    smallest = min(map(abs, weights), default=1)
    most = sum(w for w in weights if w > 0)
    least = sum(w for w in weights if w < 0)
    plus = tuple(w > 0 for w in weights)
    minus = tuple(w < 0 for w in weights)
    if sense != "<=" and bound > least:
        lower = bound - least > smallest
        if not lower or not weights:
            clauses.append((plus, minus))
    if sense != ">=" and bound < most:
        upper = most - bound > smallest
        if not upper or not weights:
            clauses.append((minus, plus))
    once = upper and bound == 1 and weights.count(1) == len(weights)
    split = room = -1
    if upper and not lower and not least and weights.count(bound) == 1 and max(weights) == bound:
        split = weights.index(bound)
        room = bound // max(weights[:split] + weights[split + 1 :])
    return _Shape(tuple(clauses), split, room, once, lower and bool(weights), upper and bool(weights))


class _Term(NamedTuple):
    weight: int
    literal: int


_Group = list[_Term]


class _Encoder:
    def __init__(self, model: Model) -> None:
        self.variables = len(model.names)
        self.clauses: list[tuple[int, ...]] = []
        # By literal: the number of an exactly-one row that holds it, or a number of its own below 0.
        self._number = [-literal for literal in range(self.variables + 1)]
        # By number of such a row: its literals.
        self._members: dict[int, frozenset[int]] = {}
        # By literal: a member of a group that it implies.
        self._under: dict[int, int] = {}
        self.unions: dict[int, tuple[int, ...]] = {}
        self._unions: dict[tuple[int, ...], int] = {}
        self._read_background(model)

    def _read_background(self, model: Model) -> None:
        pairs = []
        numbers = self._number
        for row, (weights, variables, sense, bound, reason, _) in enumerate(paced(model.rows)):
            if reason is not None:
                continue
            if bound == 0 and len(weights) == 2 and sense != "=" and weights in ((1, -1), (-1, 1)):
                pairs.append(variables if (weights[0] > 0) == (sense == ">=") else variables[::-1])
            elif bound == 1 and sense == "=" and weights.count(1) == len(weights):
                members = frozenset(variable + 1 for variable in variables)
                if all(numbers[literal] < 0 for literal in members):
                    self._members[row] = members
                    for literal in members:
                        numbers[literal] = row
        self._under = {under + 1: over + 1 for over, under in pairs if numbers[over + 1] >= 0}

    def fresh(self) -> int:
        """Return a new literal."""
        self.variables += 1
        return self.variables

    def add(
        self, weights: tuple[int, ...], literals: list[int], bound: int, shape: _Shape, guard: tuple[int, ...]
    ) -> None:
        """Put down a row of this shape; ``guard`` goes into each clause that enforces it."""
        for plus, minus in shape.clauses:
            self.clauses.append((*compress(literals, plus), *map(neg, compress(literals, minus)), *guard))
        if shape.once:
            self._at_most_one(literals, guard)
        elif (shape.lower or shape.upper) and not (shape.split >= 0 and self._split(literals, shape, guard)):
            self._bounds(weights, literals, bound, shape, guard)

    def _united(self, literals: Iterable[int]) -> list[int]:
        """Return literals with each run of one group replaced by its union, unless it is the whole group."""
        found = []
        for number, run in groupby(literals, self._number.__getitem__):
            part = tuple(run)
            if len(part) == 1:
                found.append(part[0])
            elif number >= 0 and len(part) == len(self._members[number]):
                found += part
            else:
                found.append(self._unions.get(part) or self._union(part, number))
        return found

    def _union(self, part: tuple[int, ...], number: int) -> int:
        """Return a literal that holds when one of ``part`` does; ``number`` is the group they belong to, or < 0."""
        ordered = tuple(sorted(part))
        union = self._unions.get(ordered)
        if union is None:
            others = self._members[number].difference(part) if number >= 0 else frozenset()
            if len(others) == 1:
                union = -min(others)
            else:
                union = self.fresh()
                self.unions[union] = ordered
                self.clauses.append((-union, *ordered))
                self.clauses += [(union, -literal) for literal in ordered]
            self._unions[ordered] = union
        self._unions[part] = union
        return union

    def _at_most_one(self, literals: list[int], guard: tuple[int, ...]) -> None:
        # A row that makes a group passes here, and its literals stay apart: nothing else says that they exclude each
        # other.
        united = self._united(literals)
        if len(united) * (len(united) - 1) // 2 <= MOST_PAIRS:
            self.clauses += [(-first, -second, *guard) for first, second in combinations(united, 2)]
        else:
            self._count([[_Term(1, literal)] for literal in united], 0, 1, guard)

    def _split(self, literals: list[int], shape: _Shape, guard: tuple[int, ...]) -> bool:
        """Split on one heavy literal, if what is left without it is implied; a shortcut for the bulk of the rows."""
        place = shape.split
        united = self._united(literals[:place] + literals[place + 1 :])
        if len(united) > shape.room:
            return False
        self.clauses += [(-literals[place], -literal, *guard) for literal in united]
        return True

    def _bounds(
        self, weights: tuple[int, ...], literals: list[int], bound: int, shape: _Shape, guard: tuple[int, ...]
    ) -> None:
        """Put down ``low <= sum <= high`` over groups of literals with positive weights."""
        groups, sure = self._groups(
            _Term(w, literal) if w > 0 else _Term(-w, -literal) for w, literal in zip(weights, literals, strict=True)
        )
        bound -= sure + sum(w for w in weights if w < 0)
        low = bound if shape.lower else 0
        high = bound if shape.upper else _most(groups)
        if high < 0:
            self.clauses.append(guard)
            return
        for group in groups:
            self.clauses += [(-term.literal, *guard) for term in group if term.weight > high]
        groups = _kept(groups, lambda term: term.weight <= high)
        if 0 < low <= min((term.weight for group in groups for term in group), default=0):
            self.clauses.append((*(term.literal for group in groups for term in group), *guard))
            low = 0
        rest = self._exclude(groups, high, guard)
        if rest is groups:
            self._count(groups, low, high, guard)
        else:
            self._count(groups, low, _most(groups), guard)
            self._count(rest, 0, high, guard)

    def _groups(self, terms: Iterable[_Term]) -> tuple[list[_Group], int]:
        """Sort terms into groups, members of one weight united; return them and the weight that holds in any case."""
        found: dict[int, dict[int, _Term]] = {}
        for term in terms:
            # Of negatives, many may hold: each is a group of its own.
            member = literal = term.literal
            if literal > 0 and self._number[literal] < 0:
                member = self._under.get(literal, literal)
            number = self._number[member] if member > 0 else -1
            if number < 0 or member in found.get(number, ()):
                number, member = -len(found) - 1, literal
            found.setdefault(number, {})[member] = term
        groups = []
        sure = 0
        for number, terms_by_member in found.items():
            weights: dict[int, list[int]] = {}
            for weight, literal in terms_by_member.values():
                weights.setdefault(weight, []).append(literal)
            members = self._members[number] if number >= 0 else frozenset()
            if members and not members.issuperset(term.literal for term in terms_by_member.values()):
                members, number = frozenset(), -1
            if len(terms_by_member) == len(members):
                # One of them holds for certain, so the least weight does.
                least = min(weights)
                sure += least
                weights = {weight - least: literals for weight, literals in weights.items() if weight > least}
            if weights:
                groups.append(
                    [
                        _Term(weight, literals[0] if len(literals) == 1 else self._union(tuple(literals), number))
                        for weight, literals in weights.items()
                    ]
                )
        return groups, sure

    def _exclude(self, groups: list[_Group], high: int, guard: tuple[int, ...]) -> list[_Group]:
        """Split on the literals of weight ``high`` if that is cheap, and return the groups left without them."""
        heavy = [(place, term.literal) for place, group in enumerate(groups) for term in group if term.weight == high]
        pairs = len(heavy) * sum(map(len, groups)) - len(heavy) * (len(heavy) + 1) // 2
        if not heavy or (len(heavy) > 1 and pairs > MOST_PAIRS):
            return groups
        done: set[int] = set()
        for place, literal in heavy:
            done.add(literal)
            for other, group in enumerate(groups):
                if other != place:
                    self.clauses += [(-literal, -term.literal, *guard) for term in group if term.literal not in done]
        return _kept(groups, lambda term: term.literal not in done)

    def _count(self, groups: list[_Group], low: int, high: int, guard: tuple[int, ...]) -> None:
        """Put down a counter over groups: at least ``low``, at most ``high``; a bound sure to hold costs nothing."""
        reach = [0]
        for group in groups:
            reach.append(reach[-1] + max(term.weight for term in group))
        if low > reach[-1]:
            self.clauses.append(guard)
            return
        # The registers that are asked for after so many groups, by weight. ``above`` must be true from that weight on,
        # ``below`` false under it. The outermost (0 = no register) are the bounds themselves, which the guard switches.
        above = {high + 1: 0} if high < reach[-1] else {}
        below = {low: 0} if low > 0 else {}
        for group, before in zip(reversed(groups), reversed(reach[:-1]), strict=True):
            if not above and not below:
                break
            # A row over a whole grid takes tenths of a second.
            look()
            registers: dict[int, int] = {}
            above = self._count_above(group, before, above, registers, guard)
            below = self._count_below(group, before, below, registers, guard)

    def _count_above(
        self, group: _Group, before: int, above: dict[int, int], registers: dict[int, int], guard: tuple[int, ...]
    ) -> dict[int, int]:
        """Make each register true when the group lifts the weight that far; return the registers asked for.

        ``before`` is the most that the earlier groups weigh, ``registers`` those made for them so far.
        """
        asked = {}
        for weight, register in above.items():
            result = (register,) if register else guard
            for term in (_Term(0, 0), *group):
                left = weight - term.weight
                if left > before:
                    continue
                condition = (-term.literal,) if term.literal else ()
                if left > 0:
                    asked[left] = registers.get(left) or registers.setdefault(left, self.fresh())
                    condition = (-asked[left], *condition)
                self.clauses.append(condition + result)
        return asked

    def _count_below(
        self, group: _Group, before: int, below: dict[int, int], registers: dict[int, int], guard: tuple[int, ...]
    ) -> dict[int, int]:
        """Make each register false when the group cannot lift the weight that far; return the registers asked for."""
        asked = {}
        for weight, register in below.items():
            result = (-register,) if register else guard
            steps = sorted({0, *(term.weight for term in group)})
            for step, heavier in zip(steps, (*steps[1:], weight), strict=True):
                left = weight - step
                if left <= 0:
                    break
                if weight - heavier > before:
                    # The clause of the next step says more.
                    continue
                condition = tuple(term.literal for term in group if term.weight > step)
                if left <= before:
                    asked[left] = registers.get(left) or registers.setdefault(left, self.fresh())
                    condition = (asked[left], *condition)
                self.clauses.append(condition + result)
        return asked


def _most(groups: list[_Group]) -> int:
    return sum(max(term.weight for term in group) for group in groups)


def _kept(groups: list[_Group], keep: Callable[[_Term], bool]) -> list[_Group]:
    return [kept for group in groups if (kept := [term for term in group if keep(term)])]
