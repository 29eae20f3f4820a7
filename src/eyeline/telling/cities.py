"""Why a step on skyscrapers follows, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from eyeline.catalogue import gettext as _
from eyeline.catalogue import ngettext
from eyeline.explaining import Step
from eyeline.grid import Cell, Port
from eyeline.model import Reason
from eyeline.puzzles import Puzzle
from eyeline.puzzles.skyscrapers import PARK, Unit, city
from eyeline.telling import arguments, facts, grammar, places, rules, values
from eyeline.telling.chain import MOST_CLUES, Chain, Found, Rule, led
from eyeline.telling.view import Left, LineView, Told

#: At most so many arrangements are listed; listing gives up beyond so many that are tried.
MOST_LISTED, MOST_TRIED = 12, 10_000
#: At most so many states are looked at in one cell of a line.
MOST_STATES = 20_000
#: Sets of so many cells, or of heights, are looked for.
LARGEST_SET = 4
#: A line is told apart by where one building stands in at most so many cases.
MOST_CASES = 3

#: What can have been seen, as bits, by what stands on a line so far: heights as bits (all, or the tallest), and parks.
_States = dict[tuple[int, int], int]


class _Bound(NamedTuple):
    """At most so many are seen before a building, there, and behind it; ``taller``: those behind are all taller."""

    before: int
    there: int
    behind: int
    taller: bool

    @property
    def most(self) -> int:
        return self.before + self.there + self.behind


class CityView(LineView):
    """A step on skyscrapers."""

    def __init__(self, puzzle: Puzzle, step: Step) -> None:
        """Take the units that the step names, and those along which its clues look: everybody knows them."""
        super().__init__(puzzle, step)
        self.city = city(self.sheet)
        self.summed = self.sheet.notes.clues == "sum"
        self.parks = self.city.parks
        # What is said of a value that a clue rules out is asked for more than once.
        self.said: dict[tuple[Port, Cell, str], str | None] = {}
        self.along: dict[Port, Unit] = {}
        for port in self.ports:
            cells = set(self.city.lines[port])
            for unit in self.city.units:
                if unit.full and set(unit.cells) == cells:
                    self.along[port] = unit
                    break
        lines = [unit.reason for unit in self.along.values()]
        self.units = [unit for unit in self.city.units if unit.reason in step.reasons or unit.reason in lines]

    def tell(self) -> Told:
        """Return the sentences that say why."""
        teller = _TELLERS.get(self.step.technique)
        told = (teller(self) if teller else None) or _by_clues(self) or _by_units(self)
        return told or _by_chains(self) or _by_rules(self)

    def told(self) -> set[Reason]:
        """Return the rules that need no sentence of their own, those along which a clue looks among them."""
        return super().told() | {unit.reason for unit in self.along.values()}

    def left(self, cell: Cell) -> tuple[str, ...]:
        """Return the heights that a cell can have, those gone that stand in a unit with it."""
        found = super().left(cell)
        if cell in self.held:
            return found
        gone = set()
        for unit in self.units:
            if cell in unit.cells:
                gone |= {self.held[other] for other in unit.cells if other in self.held}
        return tuple(token for token in found if token == PARK or token not in gone)

    def all_left(self) -> dict[Cell, set[str]]:
        """Return what each cell of the units can have."""
        cells = [cell for unit in self.units for cell in unit.cells]
        cells += [cell for port in self.ports for cell in self.city.lines[port]]
        return {cell: set(self.left(cell)) for cell in [*cells, *(fact.cell for fact in self.step.facts)]}

    def chain(self) -> Chain:
        """Return what follows by the rules of the step, to be led to a clash."""
        rules = [_rule(self, port) for port in self.ports]
        return Chain(self.puzzle, self.all_left(), units=self.units, rules=rules)

    def shown(self, port: Port, fixed: Mapping[Cell, str], left: Left | None = None) -> frozenset[int] | None:
        """Return every number that a line can show with these values fixed; ``None`` where there is too much to try.

        Heights on the line differ where it is straight; what diagonals and regions add is not looked at.
        """
        states = self._walked(port, {(0, 0): 1}, self.city.lines[port], fixed, left=left)
        return None if states is None else _numbers(states)

    def _walked(
        self,
        port: Port,
        states: _States,
        cells: Iterable[Cell],
        fixed: Mapping[Cell, str],
        without: str = "",
        left: Left | None = None,
    ) -> _States | None:
        """Return the states after some cells of a line, in which ``without`` does not stand; ``None`` for too many."""
        for cell in cells:
            states = self._onward(port, states, [t for t in self.choices(cell, fixed, left) if t != without])
            if len(states) > MOST_STATES:
                return None
        return states

    def _onward(self, port: Port, states: _States, choices: Iterable[str]) -> _States:
        straight = port in self.along
        found: _States = {}
        heights = [int(token) for token in choices if token != PARK]
        parks = self.parks and PARK in choices
        for (built, empty), seen in states.items():
            if parks and (empty < self.parks or not straight):
                state = built, empty + 1 if straight else 0
                found[state] = found.get(state, 0) | seen
            for height in heights:
                bit = 1 << height
                if straight and built & bit:
                    continue
                gain = (height if self.summed else 1) if bit > built else 0
                state = built | bit if straight else max(built, bit), empty
                found[state] = found.get(state, 0) | seen << gain
        return found

    def bound(self, port: Port, cell: Cell, token: str) -> _Bound | None:
        """Return how many can be seen at most when a building stands somewhere, in parts; ``None`` for a park."""
        if token == PARK or self.summed or port not in self.along:
            return None
        cells = self.city.lines[port]
        place = cells.index(cell)
        height = int(token)
        before = min(place, self.city.heights)
        return _Bound(before, 1, self.city.heights - height, True)

    def close_bound(self, port: Port, cell: Cell, token: str) -> _Bound | None:
        """Return the same by what is known of the line; ``None`` where there is too much to try."""
        if token == PARK or self.summed:
            return None
        fixed = {cell: token}
        cells = self.city.lines[port]
        place = cells.index(cell)
        parts = []
        states: _States = {(0, 0): 1}
        # Along a line that mirrors bend the same height can stand before it.
        before_it = token if port in self.along else ""
        for part, without in ((cells[:place], before_it), (cells[place : place + 1], ""), (cells[place + 1 :], "")):
            walked = self._walked(port, states, part, fixed, without)
            if walked is None:
                return None
            parts.append(max(_numbers(walked), default=0))
            states = dict.fromkeys(walked, 1)
        before, there, behind = parts
        return _Bound(before, there, behind, False)

    def sure(self, port: Port, fixed: Mapping[Cell, str]) -> list[Cell]:
        """Return the buildings that are seen for certain: taller, however low, than all before, however tall."""
        found = []
        tallest = 0
        for cell in self.city.lines[port]:
            taken = {token for other, token in fixed.items() if other != cell}
            choices = [token for token in self.choices(cell, fixed) if port not in self.along or token not in taken]
            heights = [int(token) for token in choices if token != PARK]
            if not heights:
                continue
            if len(heights) == len(choices) and min(heights) > tallest:
                found.append(cell)
            tallest = max(tallest, *heights)
        return found

    def fillings(self, port: Port, fixed: Mapping[Cell, str], clue: int | None = None) -> list[tuple[str, ...]] | None:
        """Return all fillings of a clue's line that this step leaves open; ``None`` for too many.

        With a ``clue`` those alone that show it.
        """
        cells = self.city.lines[port]
        apart = [unit for unit in self.units if len(set(unit.cells).intersection(cells)) > 1]
        # A filling so far, its tallest, and what is seen of it.
        found: list[tuple[tuple[str, ...], int, int]] = [((), 0, 0)]
        for at, cell in enumerate(cells):
            near = [
                [other for other in range(at) if cells[other] in unit.cells] for unit in apart if cell in unit.cells
            ]
            choices = [(token, int(token)) for token in self.choices(cell, fixed)]
            left = len(cells) - at - 1
            onward = []
            for line, top, seen in found:
                for token, height in choices:
                    after = seen if height <= top else seen + (height if self.summed else 1)
                    if clue is not None and (after > clue or (not self.summed and after + left < clue)):
                        continue
                    if token in line:
                        most = self.parks if token == PARK else 1
                        if any(sum(line[other] == token for other in unit) >= most for unit in near):
                            continue
                    onward.append(((*line, token), max(top, height), after))
            found = onward
            if len(found) > MOST_TRIED:
                return None
        return [line for line, _top, seen in found if clue is None or seen == clue]

    def seen(self, line: Iterable[str]) -> int:
        """Return what a filling shows: a number of buildings, or a sum of heights."""
        top = total = 0
        for height in map(int, line):
            if height > top:
                top = height
                total += height if self.summed else 1
        return total

    def exactly(self, numbers: Iterable[int]) -> str:
        """Say which numbers would be seen."""
        listed = sorted(numbers)
        if not listed:
            return arguments.no_filling()
        said = grammar.either(str(number) for number in listed)
        if self.summed:
            return _("the heights seen would add up to {n}").format(n=said)
        return ngettext("{n} building would be seen", "{n} buildings would be seen", listed[-1]).format(n=said)

    def at_most(self, number: int) -> str:
        """Say how many would be seen at most."""
        if self.summed:
            return _("the heights seen would add up to at most {n}").format(n=number)
        return ngettext("at most {n} building would be seen", "at most {n} buildings would be seen", number).format(
            n=number
        )

    def at_least(self, number: int) -> str:
        """Say how many would be seen at least."""
        if self.summed:
            return _("the heights seen would add up to at least {n}").format(n=number)
        return ngettext("at least {n} building would be seen", "at least {n} buildings would be seen", number).format(
            n=number
        )

    def looks(self, port: Port) -> list[str]:
        """Name a clue, and the cells that it looks at where mirrors bend its line."""
        said = [grammar.sentence(self.clue(port))]
        if self.city.bent:
            said.append(_("It looks along {cells}.").format(cells=grammar.cells(self.city.lines[port])))
        elif self.sheet.clues[port] == 2 and not self.summed:
            said.append(
                _(
                    "Nothing but the first building and the tallest, {top}, is to be seen: what stands between them is"
                    " lower than the first."
                ).format(top=self.city.heights)
            )
        return said


def _numbers(states: _States) -> frozenset[int]:
    """Return what can have been seen after some cells of a line."""
    seen = 0
    for bits in states.values():
        seen |= bits
    return frozenset(number for number in range(seen.bit_length()) if seen >> number & 1)


def _by_clues(view: CityView) -> Told | None:
    """Tell a step that needs clues: of one, what it would show; of two along one line, what fits both."""
    if not view.ports:
        return None
    cells = [set(view.city.lines[port]) for port in view.ports]
    if len(view.ports) > 1:
        return _listed(view, MOST_LISTED) if all(each == cells[0] for each in cells) else None
    (port,) = view.ports
    after = list(_counted(view, port))
    return Told(view.looks(port), after) if after and _all_told(view, port) else None


def _all_told(view: CityView, port: Port) -> bool:
    """Return whether a clue's line tells all of a step, without what crosses it."""
    clue = view.sheet.clues[port] or 0
    return all(
        cell in view.city.lines[port] and _would(view, port, clue, cell, token) is not None
        for cell, token in view.losses()
    )


def _counted(view: CityView, port: Port) -> Iterator[str]:
    """Say what a clue would show with each value that is ruled out, those of one pattern together."""
    clue = view.sheet.clues[port] or 0
    if not view.step.facts:
        yield from _never(view, port, clue)
        return
    losses = [(cell, token) for cell, token in view.losses() if cell in view.city.lines[port]]
    plain = [(cell, token, bound) for cell, token in losses if (bound := view.bound(port, cell, token))]
    plain = [(cell, token, bound) for cell, token, bound in plain if bound.most < clue]
    if len(plain) > 1:
        yield _(
            "Up to a building at most as many are seen as there are cells, and behind it only taller ones: {sums}."
        ).format(
            sums="; ".join(
                _("with {value}, at most {before} + {behind} = {n}").format(
                    value=facts.suppositions(view.puzzle, [(cell, token)]),
                    before=bound.before + bound.there,
                    behind=bound.behind,
                    n=bound.most,
                )
                for cell, token, bound in plain
            )
        )
        losses = [loss for loss in losses if loss not in [(cell, token) for cell, token, bound in plain]]
    together: dict[str, list[tuple[Cell, str]]] = {}
    for cell, token in losses:
        said = _would(view, port, clue, cell, token)
        if said is not None:
            together.setdefault(said, []).append((cell, token))
    for said, pairs in together.items():
        yield arguments.with_values(view.puzzle, pairs, said)


def _would(view: CityView, port: Port, clue: int, cell: Cell, token: str) -> str | None:
    """Say what would be seen with a value that the clue rules out; ``None`` where the line does not tell."""
    if (port, cell, token) not in view.said:
        view.said[port, cell, token] = _said(view, port, clue, cell, token)
    return view.said[port, cell, token]


def _said(view: CityView, port: Port, clue: int, cell: Cell, token: str) -> str | None:
    fixed = {cell: token}
    quick = view.bound(port, cell, token)
    if quick is not None and quick.most < clue:
        return _parts(view, quick)
    sure = view.sure(port, fixed)
    if not view.summed and len(sure) > clue:
        return _certain(sure)
    numbers = view.shown(port, fixed)
    if numbers is None or clue in numbers:
        return _tried(view, port, clue, fixed)
    if numbers and max(numbers) < clue:
        close = view.close_bound(port, cell, token)
        if close is not None and close.most < clue:
            return _parts(view, close)
    astride = numbers and min(numbers) < clue < max(numbers)
    return (_by_cases(view, port, clue, fixed) if astride else None) or view.against(numbers, clue)


def _certain(sure: Sequence[Cell]) -> str:
    return _("{cells} are seen for certain, at least {n}").format(cells=grammar.cells(sure), n=len(sure))


def _tried(view: CityView, port: Port, clue: int, fixed: Mapping[Cell, str]) -> str | None:
    """Say what would be seen by trying all fillings, where that tells more."""
    tried = view.fillings(port, fixed)
    if tried is None:
        return None
    numbers = {view.seen(line) for line in tried}
    return None if clue in numbers else view.exactly(numbers)


def _parts(view: CityView, bound: _Bound) -> str:
    """Say how many would be seen at most, and where."""
    if bound.taller:
        pattern = ngettext(
            "{most} ({before} before it, itself, and {n} taller one behind it)",
            "{most} ({before} before it, itself, and {n} taller ones behind it)",
            bound.behind,
        )
    elif bound.there:
        pattern = _("{most} ({before} before it, itself, and {n} behind it)")
    else:
        pattern = _("{most} ({before} before it, {n} behind it, and it is hidden itself)")
    return pattern.format(most=view.at_most(bound.most), before=bound.before, n=bound.behind)


def _by_cases(view: CityView, port: Port, clue: int, fixed: Mapping[Cell, str]) -> str | None:
    """Say what would be seen by where the tallest building stands whose place is open, in a few cases."""
    cells = view.city.lines[port]
    for height in range(view.city.heights, 1, -1):
        token = str(height)
        places = [cell for cell in cells if cell not in fixed and token in view.left(cell)]
        if token not in fixed.values() and token not in view.held.values() and len(places) > 1:
            break
    else:
        return None
    cases: dict[str, list[Cell]] = {}
    for place in places:
        numbers = view.shown(port, {**fixed, place: token})
        if numbers is None or clue in numbers:
            return None
        if numbers and len(numbers) > 1 and min(numbers) < clue < max(numbers):
            return None
        if numbers:
            cases.setdefault(view.against(numbers, clue), []).append(place)
    if not 1 < len(cases) <= MOST_CASES:
        return None
    return grammar.all_of(
        _("{seen} with {value}").format(
            seen=seen, value=facts.suppositions(view.puzzle, [(place, token) for place in where])
        )
        for seen, where in cases.items()
    )


def _never(view: CityView, port: Port, clue: int) -> Iterator[str]:
    """Say why a clue cannot be met at all."""
    sure = view.sure(port, {})
    if not view.summed and len(sure) > clue:
        yield arguments.but(_certain(sure))
        return
    numbers = view.shown(port, {})
    if numbers is None or clue in numbers:
        tried = view.fillings(port, {})
        numbers = None if tried is None else frozenset(view.seen(line) for line in tried)
    if numbers is None or clue in numbers:
        return
    said = view.against(numbers, clue)
    yield arguments.but(said) if numbers else grammar.sentence(said)


def _few(view: CityView) -> Told | None:
    """List the arrangements of a line, unless they are many; then the counts tell more."""
    return _listed(view, MOST_LISTED)


def _listed(view: CityView, most: int) -> Told | None:
    """List the arrangements of a line that fit its clues, where they are few; else say what else would be seen."""
    if not view.ports or any(set(view.city.lines[port]) != set(view.city.lines[view.ports[0]]) for port in view.ports):
        return None
    cells = view.city.lines[view.ports[0]]
    tried = view.fillings(view.ports[0], {}, view.sheet.clues[view.ports[0]])
    if tried is None:
        return None
    fits = [
        line for line in tried if all(_fits(view, port, dict(zip(cells, line, strict=True))) for port in view.ports)
    ]
    if len(fits) > most:
        return _facing_counts(view, tried) if len(view.ports) == 2 else None
    shown = [[values.name(view.puzzle, token) for token in line] for line in fits]
    return Told(view.all_looks(), [arguments.arrangements(cells, shown)])


def _fits(view: CityView, port: Port, held: Mapping[Cell, str]) -> bool:
    return view.seen(held[cell] for cell in view.city.lines[port]) == view.sheet.clues[port]


def _facing_counts(view: CityView, tried: Sequence[tuple[str, ...]]) -> Told:
    """Say of each value ruled out what one clue would show where the other is met."""
    one, other = view.ports
    cells = view.city.lines[one]
    together: dict[frozenset[int], list[tuple[Cell, str]]] = {}
    for cell, token in view.losses():
        if cell not in cells:
            continue
        held = [dict(zip(cells, line, strict=True)) for line in tried if line[cells.index(cell)] == token]
        met = [line for line in held if _fits(view, one, line)]
        numbers = frozenset(view.seen(line[c] for c in view.city.lines[other]) for line in met)
        together.setdefault(numbers, []).append((cell, token))
    after = [
        arguments.with_clue_met(view.puzzle, pairs, one, other, view.against(numbers, view.sheet.clues[other] or 0))
        for numbers, pairs in together.items()
    ]
    return Told(view.all_looks(), after)


def _naked_single(view: CityView) -> Told | None:
    if not all(fact.holds for fact in view.step.facts):
        return None
    names = grammar.all_of(rules.rule(unit.reason) for unit in view.units)
    view.named.update(unit.reason for unit in view.units)
    after = []
    for fact in view.step.facts:
        value = view.value(fact.value)
        if names:
            pattern = _("What stands in {units} leaves only {value} for {cell}.")
            after.append(pattern.format(units=names, value=value, cell=fact.cell))
        else:
            after.append(arguments.only_value(value, fact.cell))
    return Told([], after)


def _parks_placed(view: CityView) -> Told | None:
    """Tell which parks a unit has, or which heights take the cells that it has for buildings."""
    found = []
    for unit in view.units:
        parks = [cell for cell in unit.cells if view.left(cell) == (PARK,)]
        if len(parks) >= view.parks and any(fact.cell in unit.cells for fact in view.step.facts):
            view.named.add(unit.reason)
            pattern = ngettext(
                "{unit} has its {n} park, at {cells}.", "{unit} has its {n} parks, at {cells}.", view.parks
            )
            found.append(
                pattern.format(unit=grammar.capital(rules.rule(unit.reason)), n=view.parks, cells=grammar.cells(parks))
            )
    return Told([], found) if found else None


def _hidden_single(view: CityView) -> Told | None:
    after = []
    for fact in view.step.facts:
        # The unit in which the value has no other place, as far as this step knows.
        for unit in view.units:
            places = [cell for cell in unit.cells if fact.value in view.left(cell)]
            asked = view.parks if fact.value == PARK else 1
            if unit.full and fact.cell in places and len(places) <= asked:
                view.named.add(unit.reason)
                if asked > 1:
                    pattern = _("{unit} has {n} parks, and only {cells} are left for them.")
                    after.append(
                        pattern.format(
                            unit=grammar.capital(rules.rule(unit.reason)), n=asked, cells=grammar.cells(places)
                        )
                    )
                else:
                    after.append(arguments.only_place(rules.rule(unit.reason), view.value(fact.value), fact.cell))
                break
        else:
            return None
    return Told([], after)


def _clue_one(view: CityView) -> Told | None:
    before = []
    for port in view.ports:
        if view.summed:
            pattern = _(
                "{clue}: the tallest building, {top}, is always seen and is all that the clue asks for, so it hides all"
                " the others."
            )
        elif view.parks:
            pattern = _(
                "{clue}: whatever building stands first there hides all the others, so it is the tallest, {top}; only"
                " parks can stand before it."
            )
        else:
            pattern = _("{clue}: whatever stands first there hides all the others, so it is the tallest, {top}.")
        before.append(pattern.format(clue=grammar.capital(view.clue(port)), top=view.city.heights))
    return Told(before, []) if before else None


def _clue_all(view: CityView) -> Told | None:
    before = []
    for port in view.ports:
        pattern = _("{clue}: all {n} buildings are seen, so they rise one by one.")
        if view.summed:
            pattern = _("{clue}, all {n} heights added up: every building is seen, so they rise one by one.")
        before.append(pattern.format(clue=grammar.capital(view.clue(port)), n=view.city.heights))
    return Told(before, []) if before else None


def _facing(view: CityView) -> Told | None:
    if len(view.ports) != 2:
        return None
    top = view.city.heights
    one = view.ports[0]
    clues = grammar.capital(grammar.all_of(view.clue(port) for port in view.ports))
    before = [
        _(
            "{clues}: together one more than the {n} buildings, so every building is seen from one end and the tallest,"
            " {n}, from both."
        ).format(clues=clues, n=top)
    ]
    ahead = (view.sheet.clues[one] or 1) - 1
    if not view.parks:
        pattern = ngettext(
            "So {n} building stands before it {where}, and it stands at {cell} itself.",
            "So {n} buildings stand before it {where}, and it stands at {cell} itself.",
            ahead,
        )
        before.append(pattern.format(n=ahead, where=places.port(one), cell=view.city.lines[one][ahead]))
    return Told(before, [])


def _set(view: CityView) -> Told | None:
    """Tell which cells share their last heights, or which heights their last cells."""
    after = []
    for cell, token in view.losses():
        said = _set_of(view, cell, token)
        if said is None:
            return None
        if said not in after:
            after.append(said)
    return Told([], after)


def _set_of(view: CityView, cell: Cell, token: str) -> str | None:
    for size in range(1, LARGEST_SET + 1):
        for unit in view.units:
            if cell not in unit.cells or (token == PARK and view.parks > 1):
                continue
            left = {other: view.left(other) for other in unit.cells}
            for cells in combinations([other for other in unit.cells if other != cell], size):
                held = sorted({value for other in cells for value in left[other]}, key=view.puzzle.values.index)
                if len(held) == size and token in held and (PARK not in held or view.parks == 1):
                    view.named.add(unit.reason)
                    return ngettext(
                        "In {unit}, {cells} can hold nothing but {values}, so no other cell does.",
                        "In {unit}, {cells} can hold nothing but {values}, as many heights as cells, so no other cell"
                        " does.",
                        size,
                    ).format(
                        unit=rules.rule(unit.reason),
                        cells=grammar.cells(cells),
                        values=grammar.all_of(view.value(token) for token in held),
                    )
            heights = [value for value in view.puzzle.values if value not in (PARK, token)]
            for kept in combinations(heights, size) if unit.full and token != PARK else ():
                places = [other for other in unit.cells if set(kept).intersection(left[other])]
                if len(places) == size and cell in places:
                    view.named.add(unit.reason)
                    return ngettext(
                        "In {unit}, {values} can stand nowhere but at {cells}, so nothing else stands there.",
                        "In {unit}, {values} can stand nowhere but at {cells}, as many cells as heights, so nothing"
                        " else stands there.",
                        size,
                    ).format(unit=rules.rule(unit.reason), values=grammar.all_of(kept), cells=grammar.cells(places))
    return None


def _x_wing(view: CityView) -> Told | None:
    """Tell which rows have a height in as few columns, or the other way round."""
    losses = list(view.losses())
    tokens = {token for _cell, token in losses}
    if len(tokens) != 1:
        return None
    (token,) = tokens
    struck = {cell for cell, _token in losses}
    for base, cover in (("row", "column"), ("column", "row")):
        lines = [unit for unit in view.units if unit.reason.rule == base and not struck.intersection(unit.cells)]
        across = [unit for unit in view.city.units if unit.reason.rule == cover]
        for size in range(2, LARGEST_SET + 1):
            for chosen in combinations(lines, size):
                places = [cell for unit in chosen for cell in unit.cells if token in view.left(cell)]
                met = [unit for unit in across if set(unit.cells).intersection(places)]
                if len(met) != size or not all(any(cell in unit.cells for unit in met) for cell in struck):
                    continue
                view.named.update(unit.reason for unit in (*chosen, *met))
                after = [
                    _("In {lines}, {value} can stand at {cells} only, all of them in {across}.").format(
                        lines=grammar.all_of(rules.rule(unit.reason) for unit in chosen),
                        value=token,
                        cells=grammar.cells(places),
                        across=grammar.all_of(rules.rule(unit.reason) for unit in met),
                    ),
                    _("As many lines one way as the other: so {value} stands nowhere else in {across}.").format(
                        value=token, across=grammar.all_of(rules.rule(unit.reason) for unit in met)
                    ),
                ]
                return Told([], after)
    return None


def _by_units(view: CityView) -> Told | None:
    """Tell a step that needs no clue: a cell or a height with one way left, or none, or a set."""
    if view.ports:
        return None
    if view.step.facts:
        return _set(view)
    for unit in view.units:
        for cell in unit.cells:
            if not view.left(cell):
                view.named.update(each.reason for each in view.units if cell in each.cells)
                return Told([], [arguments.nothing_left(cell)])
    for unit in view.units:
        for token in view.puzzle.values:
            places = [cell for cell in unit.cells if token in view.left(cell)]
            asked = view.parks if token == PARK else 1
            if unit.full and len(places) < asked:
                view.named.add(unit.reason)
                return Told([], [arguments.no_place(rules.rule(unit.reason), view.value(token))])
            sure = [cell for cell in unit.cells if view.left(cell) == (token,)]
            if len(sure) > asked:
                view.named.add(unit.reason)
                said = _("In {unit}, {value} would stand at {cells}.")
                return Told(
                    [],
                    [said.format(unit=rules.rule(unit.reason), value=view.value(token), cells=grammar.cells(sure))],
                )
    return None


def _by_chains(view: CityView) -> Told | None:
    """Say what has to be, one thing after the other, up to a clash."""
    if len(view.ports) > MOST_CLUES:
        return None
    after = led(view.chain, view.puzzle, list(view.losses()) if view.step.facts else None, view.besides)
    if after is None:
        return None
    return Told(view.all_looks(), after)


def _rule(view: CityView, port: Port) -> Rule:
    """Return a clue as a rule for chains."""
    cells = view.city.lines[port]
    clue = view.sheet.clues[port] or 0

    def rule(left: Left) -> Found | None:
        numbers = view.shown(port, {}, left)
        if numbers is None:
            return None
        if clue not in numbers:
            return Found(arguments.for_clue(port, view.against(numbers, clue)), (), cells)
        losses = []
        for cell in cells:
            for token in sorted(left[cell]) if len(left[cell]) > 1 else ():
                shown = view.shown(port, {cell: token}, left)
                if shown is not None and clue not in shown:
                    losses.append((cell, token))
        return Found(arguments.by_clue(port), losses, cells) if losses else None

    return rule


def _by_rules(view: CityView) -> Told:
    """Name the rules that a step takes, one by one; of rows and columns those that no clue looks along."""
    along = {unit.reason for unit in view.along.values()}
    return Told(view.rules([reason for reason in view.step.reasons if reason not in along]), [])


_TELLERS: dict[str, Callable[[CityView], Told | None]] = {
    "naked single": _naked_single,
    "parks placed": _parks_placed,
    "hidden single": _hidden_single,
    "clue one": _clue_one,
    "clue all": _clue_all,
    "facing": _facing,
    "naked set": _set,
    "hidden set": _set,
    "few": _few,
    "both ends": _few,
    "x-wing": _x_wing,
}
