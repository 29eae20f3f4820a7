"""Skyscrapers: heights once in every row and column, clues that count the buildings seen from the rim, and variants.

The textbook rows are the usual integer programme of the plain puzzle, taken one for one; the variants generalise
what a row of the city holds (``heights`` different buildings and ``parks`` empty lots) and which cells a line of sight
meets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import chain
from operator import or_
from typing import ClassVar, NamedTuple

from eyeline.arrays import LineArrays, Plan, Sight
from eyeline.catalogue import later
from eyeline.deadline import look, paced
from eyeline.grid import Cell, Port, Side
from eyeline.model import Model, Reason, Row, Sense
from eyeline.puzzles.flow import Line, add_flow_line
from eyeline.puzzles.kind import Fault, Kind
from eyeline.sheet import BLANK, Cells, Fact, Notes, Sheet
from eyeline.sight import TURNS, sight_table, visits

PARK = "0"


class Unit(NamedTuple):
    """Cells that hold no height twice; ``full`` when they hold every height once and the parks of a line."""

    reason: Reason
    cells: tuple[Cell, ...]
    full: bool


class City(NamedTuple):
    """The geometry of a sheet.

    Heights are 1..``heights``; each row and column has ``parks`` empty lots and ``mirrors`` mirrors. ``units`` are the
    rows, columns and whatever the variants add. ``lines`` has for every port the cells in the order a viewer meets
    them, each at its first visit: a building met again cannot be taller than itself. ``bent`` tells whether lines can
    turn.
    """

    heights: int
    parks: int
    units: tuple[Unit, ...]
    lines: dict[Port, tuple[Cell, ...]]
    bent: bool

    @property
    def values(self) -> tuple[str, ...]:
        """The tokens of an open cell: heights from 1 up, then the park."""
        return (*map(str, range(1, self.heights + 1)), *((PARK,) if self.parks else ()))


@dataclass(frozen=True)
class Variant:
    """What a variant asks of a sheet and which units it adds; ``applies`` tells whether a sheet uses it."""

    name: str
    summary: str
    applies: Callable[[Sheet], bool]
    problems: Callable[[Sheet], Iterator[str]] = lambda sheet: iter(())
    units: Callable[[Sheet], Iterator[tuple[Reason, list[Cell]]]] = lambda sheet: iter(())


def _mirrors(sheet: Sheet) -> int:
    """Return the number of mirrors in the first row: a sheet in order has as many in every line."""
    if TURNS.keys().isdisjoint(sheet.cells.tokens):
        return 0
    return sum(token in TURNS for token in next(iter(sheet.cells), ()))


def _mirror_problems(sheet: Sheet) -> Iterator[str]:
    expected = _mirrors(sheet)
    rows = list(sheet.cells)
    lines = [(f"row {i + 1}", row) for i, row in enumerate(rows)]
    lines += [(f"column {j + 1}", column) for j, column in enumerate(zip(*rows, strict=True))]
    for name, line in lines:
        found = sum(token in TURNS for token in line)
        if found != expected:
            yield f"{name} has {found} mirrors and row 1 has {expected}; expected as many in every row and column"


def _park_problems(sheet: Sheet) -> Iterator[str]:
    room = sheet.cols - _mirrors(sheet)
    if not 0 < sheet.notes.parks < room:
        yield f"parks: {sheet.notes.parks} leaves no building in a line of {room}; expected 0 to {room - 1}"


def _diagonals(sheet: Sheet) -> Iterator[tuple[Reason, list[Cell]]]:
    n = sheet.rows
    yield Reason("diagonal", 0), [Cell(i, i) for i in range(n)]
    yield Reason("diagonal", 1), [Cell(i, n - 1 - i) for i in range(n)]


def _box_problems(sheet: Sheet) -> Iterator[str]:
    rows, cols = sheet.notes.boxes or (0, 0)
    if rows < 1 or cols < 1 or rows * cols != sheet.rows:
        yield f"boxes: {rows}x{cols} has {rows * cols} cells; expected {sheet.rows}, as many as a row"


def _boxes(sheet: Sheet) -> Iterator[tuple[Reason, list[Cell]]]:
    rows, cols = sheet.notes.boxes or (1, 1)
    across = sheet.cols // cols
    for k in range(sheet.rows):
        top, left = k // across * rows, k % across * cols
        yield Reason("region", k), [Cell(top + r, left + c) for r in range(rows) for c in range(cols)]


def _region_problems(sheet: Sheet) -> Iterator[str]:
    regions = sheet.notes.regions or ()
    if len(regions) != sheet.rows or any(len(row) != sheet.cols for row in regions):
        yield f"regions: expected {sheet.rows} rows of {sheet.cols} names, one for each cell"
        return
    if sheet.notes.boxes:
        yield "boxes and regions exclude each other"
    for name, size in Counter(name for row in regions for name in row).items():
        if size != sheet.rows:
            yield f"region {name} has {size} cells, expected {sheet.rows}, as many as a row"


def _regions(sheet: Sheet) -> Iterator[tuple[Reason, list[Cell]]]:
    members: dict[str, list[Cell]] = {}
    for r, row in enumerate(sheet.notes.regions or ()):
        for c, name in enumerate(row):
            members.setdefault(name, []).append(Cell(r, c))
    for k, cells in enumerate(members.values()):
        yield Reason("region", k), cells


VARIANTS: dict[str, Variant] = {
    variant.name: variant
    for variant in (
        Variant(
            "mirrors",
            later("two-sided mirrors in the grid bend the lines of sight, as many in every row and column"),
            lambda sheet: not TURNS.keys().isdisjoint(sheet.cells.tokens),
            _mirror_problems,
        ),
        Variant(
            "parks",
            later("empty lots in every row and column, which neither hide nor count"),
            lambda sheet: sheet.notes.parks != 0,
            _park_problems,
        ),
        Variant(
            "diagonals",
            later("no height twice on either long diagonal"),
            lambda sheet: sheet.notes.diagonals,
            units=_diagonals,
        ),
        Variant(
            "boxes",
            later("no height twice in any rectangular box, as in sudoku"),
            lambda sheet: sheet.notes.boxes is not None,
            _box_problems,
            _boxes,
        ),
        Variant(
            "regions",
            later("no height twice in any region of an irregular partition"),
            lambda sheet: sheet.notes.regions is not None,
            _region_problems,
            _regions,
        ),
        Variant(
            "sum",
            later("a clue is the sum of the visible heights instead of their number"),
            lambda sheet: sheet.notes.clues == "sum",
        ),
    )
}


def city(sheet: Sheet) -> City:
    """Return the geometry of a sheet that has no problems."""
    return _city(_bare(sheet))


def _bare(sheet: Sheet) -> Sheet:
    """Return the sheet without clues and givens, which have no part in its geometry: so many puzzles share one."""
    if not TURNS.keys().isdisjoint(sheet.cells.tokens):
        bare = [token if token in TURNS else BLANK for token in sheet.cells.row_major()]
        return Sheet(sheet.kind, Cells.flat(sheet.rows, sheet.cols, bare), notes=sheet.notes)
    return Sheet(sheet.kind, Cells.blank(sheet.rows, sheet.cols), notes=sheet.notes)


@lru_cache(maxsize=64)
def _city(sheet: Sheet) -> City:
    n, parks = sheet.rows, sheet.notes.parks
    mirrors = _mirrors(sheet)
    heights = n - mirrors - parks
    tokens = sheet.cells.row_major()
    grid = sheet.grid
    groups = [(Reason("row", i), [Cell(i, j) for j in range(n)]) for i in range(n)]
    groups += [(Reason("column", j), [Cell(i, j) for i in range(n)]) for j in range(n)]
    for variant in VARIANTS.values():
        if variant.applies(sheet):
            groups += variant.units(sheet)
    units = []
    for reason, cells in groups:
        look()
        built = tuple(cell for cell in cells if tokens[grid.index(cell)] not in TURNS)
        units.append(Unit(reason, built, len(built) == heights + parks))
    if not mirrors:
        return City(heights, parks, tuple(units), _straight(units[:n], units[n : 2 * n]), False)
    table = sight_table(grid, tokens)
    lines = {}
    for port in grid.ports():
        look()
        lines[port] = tuple(dict.fromkeys(visit.cell for visit in visits(grid, table, tokens, port)))
    return City(heights, parks, tuple(units), lines, True)


def _straight(rows: Sequence[Unit], columns: Sequence[Unit]) -> dict[Port, tuple[Cell, ...]]:
    """Return the line of every port where no mirror bends any: a row or a column, from one end or from the other."""
    ways = ((Side.TOP, columns, 1), (Side.BOTTOM, columns, -1), (Side.LEFT, rows, 1), (Side.RIGHT, rows, -1))
    return {Port(side, i): unit.cells[::way] for side, units, way in ways for i, unit in enumerate(units)}


class _Blank(NamedTuple):
    """The arrays of a bare sheet, and the set of values that each token leaves a cell."""

    arrays: LineArrays
    bits: Mapping[str, int]


def _blank(sheet: Sheet) -> _Blank:
    """Return what a sheet has in common with all that differ from it in clues and givens alone."""
    # To look up a sheet takes longer than the few words that tell straight cities apart.
    if TURNS.keys().isdisjoint(sheet.cells.tokens):
        return _straight_blank(sheet.rows, sheet.cols, sheet.notes)
    return _bare_blank(_bare(sheet))


@lru_cache(maxsize=64)
def _straight_blank(rows: int, cols: int, notes: Notes) -> _Blank:
    return _bare_blank(Sheet(Skyscrapers.name, Cells.blank(rows, cols), notes=notes))


@lru_cache(maxsize=64)
def _bare_blank(sheet: Sheet) -> _Blank:
    arrays = _arrays(sheet)
    bits = {value: 1 << i for i, value in enumerate(arrays.plan.values)} | {BLANK: (1 << len(arrays.plan.values)) - 1}
    return _Blank(arrays, bits)


def _arrays(sheet: Sheet) -> LineArrays:
    """Return the arrays of a bare sheet: no clues, a sight for every port where mirrors bend them."""
    here = city(sheet)
    tokens = sheet.cells.row_major()
    cells = tuple(cell for cell in sheet.grid.cells() if tokens[sheet.grid.index(cell)] not in TURNS)
    place = {cell: i for i, cell in enumerate(cells)}
    members = [(unit.full, tuple(place[cell] for cell in unit.cells)) for unit in here.units]
    plan = Plan(
        cells=cells,
        values=here.values,
        heights=here.heights,
        parks=here.parks,
        summed=sheet.notes.clues == "sum",
        lines=tuple(unit for full, unit in members if full),
        units=tuple(unit for full, unit in members if not full),
    )
    return LineArrays(
        plan,
        domains=((1 << len(here.values)) - 1,) * len(cells),
        sights=tuple(Sight(tuple(place[cell] for cell in line), -1) for line in here.lines.values() if here.bent),
    )


@lru_cache(maxsize=64)
def _allowed(heights: int, parks: int) -> frozenset[str]:
    """Return the tokens that a cell can be printed with."""
    return frozenset((BLANK, *TURNS, *map(str, range(1, heights + 1)), *((PARK,) if parks else ())))


class Skyscrapers(Kind):
    """The kind ``skyscrapers``."""

    name = "skyscrapers"
    title = later("Skyscrapers")
    summary = later("heights once in every row and column; a clue counts the buildings seen from there")
    notes = frozenset({"parks", "diagonals", "boxes", "regions", "clues"})
    variants: ClassVar[Mapping[str, str]] = {variant.name: variant.summary for variant in VARIANTS.values()}
    formulations = ("textbook", "flow")
    flips: ClassVar[Mapping[str, str]] = {"/": "\\", "\\": "/"}

    def problems(self, sheet: Sheet) -> Iterator[str]:
        """Yield what keeps a sheet from being a city: shape, variants, tokens, clues."""
        if sheet.rows != sheet.cols or sheet.rows < 1:
            yield f"a skyscrapers grid is square, not {sheet.rows}×{sheet.cols}"
            return
        if sheet.notes.stated() or not TURNS.keys().isdisjoint(sheet.cells.tokens):
            found = [problem for v in VARIANTS.values() if v.applies(sheet) for problem in v.problems(sheet)]
            if found:
                yield from found
                return
        mirrors = _mirrors(sheet)
        heights = sheet.rows - mirrors - sheet.notes.parks
        if heights < 1:
            yield "there is no room for a building among the mirrors"
            return
        allowed = _allowed(heights, sheet.notes.parks)
        if not allowed.issuperset(sheet.cells.tokens):
            expected = f". or a height from 1 to {heights}" + (" or 0 for a park" if sheet.notes.parks else "")
            for cell, token in sheet.cells.facts():
                if token not in allowed:
                    yield f"{cell} holds {token}, expected {expected}"
        least = 0 if mirrors else 1
        if sheet.clues.least(least) >= least:
            return
        for port, clue in sheet.clues.stated():
            if clue < least:
                yield f"clue {clue} at {port}: somebody who looks at buildings sees at least one; leave it blank with ."

    def values(self, sheet: Sheet) -> tuple[str, ...]:
        """Return the heights from 1 up, then ``0`` where there are parks."""
        return city(sheet).values

    def open_token(self, token: str) -> bool:
        """Return whether the token is a blank."""
        return token == BLANK

    def model(self, sheet: Sheet, formulation: str) -> Model:
        """Return the rows of the city, and for the lines that have a clue the definitions of z or the flow rows."""
        here = city(sheet)
        model = Model()
        x = {}
        for cell, token in sheet.cells.facts():
            if token in TURNS:
                continue
            look()
            at = f"x_{cell.row + 1}_{cell.col + 1}"
            x[cell] = {value: model.variable(f"{at}_{value}", Fact(cell, value)) for value in here.values}
        for cell, choices in paced(x.items()):
            model.add_sum(tuple(choices.values()), "=", 1, None, f"cell_{cell.row + 1}_{cell.col + 1}")
        for unit in here.units:
            look()
            for value in here.values:
                times = here.parks if value == PARK else 1
                sense: Sense = "=" if unit.full else "<="
                variables = tuple(x[cell][value] for cell in unit.cells)
                model.add_sum(variables, sense, times, unit.reason, f"{unit.reason.name}_height_{value}")
        for cell, token in sheet.cells.facts():
            if token in here.values:
                reason = Reason("given", cell)
                model.add_sum((x[cell][token],), "=", 1, reason, reason.name)
        summed = sheet.notes.clues == "sum"
        for port, clue in sheet.clues.stated():
            reason = Reason("clue", port)
            look()
            lots = [{int(value): variable for value, variable in x[cell].items()} for cell in here.lines[port]]
            if formulation == "flow":
                line = Line(len(lots), here.heights, here.parks, summed, here.bent)
                add_flow_line(model, line, lots, clue, reason)
            else:
                heights = [[choices[k] for k in range(1, here.heights + 1)] for choices in lots]
                _add_textbook_line(model, heights, clue, reason, summed=summed, bent=here.bent)
        return model

    def arrays(self, sheet: Sheet) -> LineArrays:
        """Return the full units as lines, with the clues where they are straight, and the rest as units and sights."""
        bare, bits = _blank(sheet)
        sights, clues = bare.sights, sheet.clues
        near: tuple[int, ...] = ()
        far: tuple[int, ...] = ()
        if sights:
            clued = zip(sights, sheet.grid.ports(), strict=True) if clues else ()
            sights = tuple([Sight(s.cells, clue) for s, port in clued if (clue := clues[port]) is not None])
        else:
            # Rows come first, then columns.
            near = tuple([-1 if clue is None else clue for clue in (*clues.left, *clues.top)])
            far = tuple([-1 if clue is None else clue for clue in (*clues.right, *clues.bottom)])
        if sheet.cells.tokens == (BLANK,):
            domains = bare.domains
        else:
            by_code = [bits.get(token, 0) for token in sheet.cells.tokens]
            # Only mirrors, which are no cells of a city, have no bits.
            domains = tuple(filter(None, map(by_code.__getitem__, sheet.cells.codes)))
        return LineArrays(bare.plan, domains, near, far, sights)

    def faults(self, sheet: Sheet, cells: Cells) -> Iterator[Fault]:
        """Yield changed givens, foreign tokens, heights that stand twice and clues that no filling can meet."""
        here = city(sheet)
        values = here.values
        held = {fact.cell: fact.value for fact in cells.facts()}
        for cell, printed in sheet.cells.facts():
            value = held[cell]
            if printed != BLANK and value != printed:
                yield Fault(Reason("given", cell), (cell,), value=value)
                if value not in values or printed in TURNS:
                    held[cell] = printed
            elif printed == BLANK and value != BLANK and value not in values:
                yield Fault(Reason("cell", cell), (cell,), value=value)
                held[cell] = BLANK
        for unit in here.units:
            look()
            places: dict[str, list[Cell]] = {}
            for cell in unit.cells:
                places.setdefault(held[cell], []).append(cell)
            for value in values:
                most = here.parks if value == PARK else 1
                found = places.get(value, ())
                if len(found) > most:
                    yield Fault(unit.reason, tuple(found), most, len(found), value)
        for port, clue in sheet.clues.stated():
            line = here.lines[port]
            shown = [None if held[cell] == BLANK else int(held[cell]) for cell in line if held[cell] not in TURNS]
            summed = sheet.notes.clues == "sum"
            if clue not in measures(shown, here.heights, here.parks, summed=summed, bent=here.bent):
                yield Fault(Reason("clue", port), line, clue, _shown(shown, summed))


def _add_textbook_line(
    model: Model, line: list[list[int]], clue: int, reason: Reason, *, summed: bool, bent: bool
) -> None:
    """Add the z of one line, their definitions and the clue.

    ``line[p][k - 1]`` is the variable "the building at p, counted from the viewer, has height k". z(p, k) is 1 when
    that building is there and T(p, k), the number of taller ones before it, is 0. A ``bent`` line can meet a height
    twice, and the second hides behind the first: there T counts those of height k as well.
    """
    rows, name = model.rows, reason.name
    heights = len(line[0]) if line else 0
    taller: list[tuple[int, ...]] = [()] * heights
    seen = []
    for p, choices in enumerate(line):
        look()
        for k, x in enumerate(choices, start=1):
            z = model.variable(f"z_{name}_{p + 1}_{k}")
            t = taller[k - 1]
            at = f"{p + 1}_{k}"
            ones = (1,) * len(t)
            if p:
                rows.append(Row((*ones, p), (*t, z), "<=", p, None, f"{name}_clear_{at}"))
            rows.append(Row((1, -1), (x, z), ">=", 0, None, f"{name}_built_{at}"))
            rows.append(Row((1, *(-1,) * len(t), -1), (x, *t, z), "<=", 0, None, f"{name}_shown_{at}"))
            seen.append((k if summed else 1, z))
        taller = [(*t, *choices[k - bent :]) for k, t in enumerate(taller, start=1)]
    model.add(seen, "=", clue, reason, name)


def _shown(line: Iterable[int | None], summed: bool) -> int:
    """Return the count or sum that a viewer sees along a line, open lots and parks showing nothing."""
    tallest = seen = 0
    for height in line:
        if height and height > tallest:
            tallest = height
            seen += height if summed else 1
    return seen


def measures(
    line: Sequence[int | None], heights: int, parks: int, *, summed: bool = False, bent: bool = False
) -> frozenset[int]:
    """Return every count (or sum) that a viewer can see along a line, over all fillings of its open lots.

    ``line`` has the heights from the viewer on, 0 = a park, ``None`` = open. A straight line holds no height twice, and
    at most ``parks`` parks; a ``bent`` one may repeat both. What hides behind the tallest building so far is all alike,
    so a state is just (tallest, parks placed, seen), and the lower heights left over are counted, not listed. Raises
    ``Overdue``.
    """
    if None not in line:
        return frozenset((_shown(line, summed),))
    missing = sorted(set(range(1, heights + 1)) - set(line))
    lower = [sum(height <= tallest for height in missing) for tallest in range(heights + 1)]
    lots = len(line) if bent else max(0, parks - sum(height == 0 for height in line))
    if bent:
        missing = list(range(1, heights + 1))
    # By the parks placed and the tallest: the numbers seen so far, as bits.
    ahead = [[0] * (heights + 1) for _ in range((lots if parks else 0) + 1)]
    ahead[0][0] = 1
    choices = frozenset(missing)
    filled = 0
    for height in line:
        look()
        after = [[0] * (heights + 1) for _ in ahead]
        for parked, row in enumerate(ahead):
            left = after[parked]
            lower_ones = 0
            for tallest, seen in enumerate(row):
                if height is None and lower_ones and tallest in choices:
                    left[tallest] |= lower_ones << (tallest if summed else 1)
                if not seen:
                    continue
                if height is None:
                    lower_ones |= seen
                    if parked + 1 < len(after):
                        after[parked + 1][tallest] |= seen
                    if tallest if bent else lower[tallest] > filled - parked:
                        left[tallest] |= seen
                elif height > tallest:
                    left[height] |= seen << (height if summed else 1)
                else:
                    left[tallest] |= seen
        ahead = after
        filled += height is None
    found = reduce(or_, chain.from_iterable(ahead))
    return frozenset(number for number in range(found.bit_length()) if found >> number & 1)
