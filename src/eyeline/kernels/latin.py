"""Cities of any variant up to 16 rows: domains of cells, propagators, a queue and a search.

*Lines* are full units (rows, columns, regions, diagonals) with up to two clues: singles, a relaxation (`outlook`) and
an exact propagator (`subsets`) narrow them. *Units* that are not full just hold no height twice. *Sights* are lines of
sight that mirrors bend: only a relaxation serves them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eyeline.kernels import outlook, subsets
from eyeline.kernels.compiled import called, compiled, lowest, numbers, ones, zeros
from eyeline.kernels.layout import (
    ADJACENT,
    AGAIN,
    CELLS,
    CHEAP,
    CHEAP_2,
    COSTLY,
    DEPTH,
    DOMAIN,
    FOUND,
    HEIGHTS,
    LAST,
    LENGTH,
    LINES,
    MOST_OPEN,
    MOST_OPEN_DEEP,
    NODES,
    PARKS,
    PATIENCE,
    PHASE,
    QUEUE,
    SCRATCH,
    SIGHTS,
    STARTS,
    STEPS,
    SUMMED,
    TABLE,
    UNITS,
    WEIGHT,
    narrow,
)
from eyeline.kernels.outcome import BRANCH, OVER, PROPAGATE, RETREAT
from eyeline.kernels.outlook import bent, relaxed
from eyeline.kernels.subsets import exact

#: Heights and parks of a line, at most.
LONGEST = 16
#: Lines, and constraints of all sorts, at most: a queue is a word or two.
MOST_LINES, MOST_CONSTRAINTS = 62, 124

#: Open cells from which on a line is relaxed.
_WIDE_OPEN = 7
#: Open cells up to which a line goes to the exact propagator: before the first value is tried; later; later in lines of
#: more than 10 cells; how many more for each time that the line has failed; and at most. Most wide lines never fail,
#: and most of the time would be spent on them.
_ROOT_OPEN, _DEEP_OPEN, _DEEP_OPEN_LONG, _WIDER, _MOST_OPEN = 8, 6, 8, 2, 12
#: Nodes after which a search that has found nothing starts again, at first; each time half as many more.
_FIRST_PATIENCE = 100


@compiled
def _singles(geometry: Any, state: Any, constraint: int, full: bool) -> int:
    """Let values that stand leave the other cells, and values with one place left take it.

    Returns how many cells have several values; -1 when none fits.
    """
    start = geometry[STARTS + constraint]
    stop = geometry[STARTS + constraint + 1]
    heights = geometry[HEIGHTS]
    parks = geometry[PARKS]
    park = 1 << heights
    every = park - 1
    while True:
        fixed = 0
        parked = 0
        loose = 0
        twice = 0
        opened = 0
        could_park = 0
        for i in range(start, stop):
            domain = state[DOMAIN + geometry[i]]
            if domain & (domain - 1):
                opened += 1
                twice |= loose & domain
                loose |= domain
                could_park += domain >> heights
            elif domain == park:
                parked += 1
            elif domain == 0 or fixed & domain:
                return -1
            else:
                fixed |= domain
        if parked > parks:
            return -1
        out = fixed | park if parked == parks else fixed
        hidden = 0
        must_park = False
        if full:
            if (fixed | loose) & every != every or parked + could_park < parks:
                return -1
            hidden = loose & ~twice & every & ~fixed
            must_park = parked < parks and parked + could_park == parks
        elif ones((fixed | loose) & every) + parks < stop - start:
            return -1
        if loose & out == 0 and hidden == 0 and not must_park:
            return opened
        for i in range(start, stop):
            cell = geometry[i]
            domain = state[DOMAIN + cell]
            if domain & (domain - 1):
                kept = domain & ~out
                if domain & hidden:
                    kept = domain & hidden
                    if kept & (kept - 1) or (must_park and domain & park):
                        return -1
                elif must_park and domain & park:
                    kept = park
                if kept != domain:
                    if kept == 0:
                        return -1
                    narrow(geometry, state, cell, kept)


@compiled
def _opened(geometry: Any, state: Any, constraint: int) -> int:
    """Return how many cells of a constraint have more than one value."""
    opened = 0
    for i in range(geometry[STARTS + constraint], geometry[STARTS + constraint + 1]):
        domain = state[DOMAIN + geometry[i]]
        opened += domain & (domain - 1) != 0
    return opened


@compiled
def _propagate(geometry: Any, clues: Any, at: int, state: Any, most_steps: int) -> int:
    """Revise constraints until none is queued: return 0; 1 when one cannot be met, 2 when steps ran out."""
    lines = geometry[LINES]
    units = geometry[UNITS]
    while True:
        if state[STEPS] >= most_steps:
            return 2
        state[STEPS] += 1
        fits = True
        if state[CHEAP] | state[CHEAP_2]:
            if state[CHEAP]:
                # Round after round, so that a line waits for all that cross it.
                later = state[CHEAP] & (-2 << state[LAST])
                constraint = lowest(later if later else state[CHEAP])
                state[CHEAP] &= ~(1 << constraint)
                state[LAST] = constraint
            else:
                constraint = lowest(state[CHEAP_2]) + QUEUE
                state[CHEAP_2] &= state[CHEAP_2] - 1
            if constraint < lines:
                opened = _singles(geometry, state, constraint, True)
                fits = opened >= 0
                near = clues[at + 2 * constraint]
                far = clues[at + 2 * constraint + 1]
                # A narrow line is left to the exact propagator, which has little to do there, except when it is
                # filled.
                if fits and (near >= 0 or far >= 0) and (opened < 2 or opened >= _WIDE_OPEN):
                    fits = relaxed(geometry, state, constraint, near, far)
            elif constraint < lines + units:
                fits = _singles(geometry, state, constraint, False) >= 0
            else:
                # A line has two clues, a sight has one, and a unit has none.
                clue = clues[at + lines - units + constraint]
                fits = clue < 0 or bent(geometry, state, constraint, clue)
        elif state[COSTLY]:
            constraint = lowest(state[COSTLY])
            state[COSTLY] &= state[COSTLY] - 1
            opened = _opened(geometry, state, constraint)
            near = clues[at + 2 * constraint]
            far = clues[at + 2 * constraint + 1]
            failures = state[geometry[WEIGHT] + constraint] - 1
            most = geometry[MOST_OPEN_DEEP] + _WIDER * failures
            if state[DEPTH] == 0:
                most = max(most, _ROOT_OPEN)
            most = min(most, geometry[MOST_OPEN])
            if 1 < opened <= most:
                queued = state[COSTLY]
                fits = exact(geometry, state, constraint, near, far)
                # What is exact stays so until another constraint takes something from it.
                state[COSTLY] &= queued | ~(1 << constraint)
        else:
            return 0
        if not fits:
            state[geometry[WEIGHT] + constraint] += 1
            state[CHEAP] = 0
            state[CHEAP_2] = 0
            state[COSTLY] = 0
            return 1


@compiled
def begin(geometry: Any, clues: Any, at: int, cells: Any, cells_at: int, state: Any) -> None:
    """Set ``state`` to the start of a search.

    ``clues[at:]`` has near and far clue of each line, then the clue of each sight (-1 = blank); ``cells[cells_at:]``
    the values each cell can have, as bits: the heights from 1, then the park.
    """
    for i in range(DOMAIN):
        state[i] = 0
    cells_n = geometry[CELLS]
    heights = geometry[HEIGHTS]
    lines = geometry[LINES]
    sights = geometry[SIGHTS]
    for cell in range(cells_n):
        state[DOMAIN + cell] = cells[cells_at + cell]
    most = heights * (heights + 1) // 2 if geometry[SUMMED] else heights
    for i in range(at, at + 2 * lines + sights):
        if clues[i] > most or (clues[i] == 0 and i < at + 2 * lines):
            state[PHASE] = OVER
    state[PATIENCE] = _FIRST_PATIENCE
    state[AGAIN] = _FIRST_PATIENCE
    total = lines + geometry[UNITS] + sights
    for constraint in range(total):
        state[geometry[WEIGHT] + constraint] = 1
    state[CHEAP] = (1 << min(total, QUEUE)) - 1
    state[CHEAP_2] = (1 << max(0, total - QUEUE)) - 1
    state[COSTLY] = (1 << lines) - 1


@compiled
def _choose(geometry: Any, state: Any) -> int:
    """Return the cell with the fewest values for the failures of its constraints; -1 when every cell has one value.

    After Boussemart, Hemery, Lecoutre and Sais (2004).
    """
    weights = geometry[WEIGHT]
    chosen = -1
    fewest = 1
    weightiest = 0
    for cell in range(geometry[CELLS]):
        count = ones(state[DOMAIN + cell])
        if count > 1:
            weight = 0
            where = geometry[ADJACENT] + cell
            for entry in range(geometry[where], geometry[where + 1]):
                weight += state[weights + geometry[entry]]
            if count * weightiest < fewest * weight:
                fewest = count
                weightiest = weight
                chosen = cell
    return chosen


@compiled
def _seen(geometry: Any, state: Any, start: int, step: int, places: int) -> int:
    """Return what is seen along filled cells."""
    heights = geometry[HEIGHTS]
    tallest = 0
    seen = 0
    for place in range(places):
        height = lowest(state[DOMAIN + geometry[start + step * place]]) + 1
        if height <= heights and height > tallest:
            tallest = height
            seen += height if geometry[SUMMED] else 1
    return seen


@compiled
def _kept(geometry: Any, clues: Any, at: int, state: Any) -> bool:
    """Return whether a filled city keeps every clue; asked where sums can be taken for others modulo 61."""
    lines = geometry[LINES]
    for line in range(lines):
        start = geometry[STARTS + line]
        places = geometry[STARTS + line + 1] - start
        near = clues[at + 2 * line]
        far = clues[at + 2 * line + 1]
        if near >= 0 and _seen(geometry, state, start, 1, places) != near:
            return False
        if far >= 0 and _seen(geometry, state, start + places - 1, -1, places) != far:
            return False
    first = lines + geometry[UNITS]
    for sight in range(geometry[SIGHTS]):
        start = geometry[STARTS + first + sight]
        clue = clues[at + 2 * lines + sight]
        if clue >= 0 and _seen(geometry, state, start, 1, geometry[STARTS + first + sight + 1] - start) != clue:
            return False
    return True


@compiled
def search(
    geometry: Any, clues: Any, at: int, state: Any, answers: Any, to: int, room: int, most_steps: int, most_nodes: int
) -> int:
    """Go on with a search until it is over (0), steps ran out (1), ``room`` answers are found (2) or nodes ran out (3).

    Answers are written to ``answers`` from ``to`` on, a value a cell. A node is a value tried in a cell.
    ``most_steps`` and ``most_nodes`` count from the start of the search.
    """
    cells = geometry[CELLS]
    check = geometry[SUMMED] and geometry[HEIGHTS] > 10
    phase = state[PHASE]
    while True:
        if phase == PROPAGATE:
            outcome = _propagate(geometry, clues, at, state, most_steps)
            if outcome == 2:
                state[PHASE] = PROPAGATE
                return 1
            phase = BRANCH if outcome == 0 else RETREAT
        if phase == BRANCH:
            if state[NODES] >= state[AGAIN] and state[FOUND] == 0:
                # Nothing found for long: start again from the top, by what the failures have taught since.
                state[PATIENCE] += state[PATIENCE] >> 1
                state[AGAIN] = state[NODES] + state[PATIENCE]
                if state[DEPTH] > 0:
                    state[DEPTH] = 0
                    for cell in range(cells):
                        state[DOMAIN + cell] = state[DOMAIN + cells + 2 + cell]
            chosen = _choose(geometry, state)
            if chosen < 0:
                phase = RETREAT
                if not check or _kept(geometry, clues, at, state):
                    for cell in range(cells):
                        answers[to] = lowest(state[DOMAIN + cell])
                        to += 1
                    state[FOUND] += 1
                    room -= 1
                    if room == 0:
                        state[PHASE] = RETREAT
                        return 2
            else:
                if state[NODES] >= most_nodes:
                    state[PHASE] = BRANCH
                    return 3
                state[NODES] += 1
                level = DOMAIN + (state[DEPTH] + 1) * (cells + 2)
                for cell in range(cells):
                    state[level + cell] = state[DOMAIN + cell]
                domain = state[DOMAIN + chosen]
                # Where lines of sight are straight, the tall buildings decide most; where mirrors bend them, a height
                # may stand on them twice, and the low ones do better.
                value = domain & -domain
                if geometry[SIGHTS] == 0:
                    while domain >> 1 >= value:
                        value <<= 1
                state[level + cells] = chosen
                state[level + cells + 1] = domain ^ value
                state[DEPTH] += 1
                narrow(geometry, state, chosen, value)
                phase = PROPAGATE
        elif phase == RETREAT:
            if state[DEPTH] == 0:
                phase = OVER
            else:
                state[DEPTH] -= 1
                level = DOMAIN + (state[DEPTH] + 1) * (cells + 2)
                for cell in range(cells):
                    state[DOMAIN + cell] = state[level + cell]
                narrow(geometry, state, state[level + cells], state[level + cells + 1])
                phase = PROPAGATE
        if phase == OVER:
            state[PHASE] = OVER
            return 0


@compiled
def decide(
    geometry: Any,
    clues: Any,
    cells: Any,
    state: Any,
    answers: Any,
    found: Any,
    first: int,
    fresh: bool,
    room: int,
    most_steps: int,
    most_nodes: int,
) -> int:
    """Search many cities of one shape for up to ``room`` answers each; return the first that is not finished.

    The arrays hold one city after the other. ``found`` gets for each ``16 * answers + outcome``, the outcome as
    `search` returns it. If not ``fresh``, city ``first`` is under way.
    """
    size = geometry[CELLS]
    clued = 2 * geometry[LINES] + geometry[SIGHTS]
    spent = 0
    for k in range(first, len(found)):
        if fresh:
            begin(geometry, clues, clued * k, cells, size * k, state)
        fresh = True
        before = state[STEPS]
        had = state[FOUND]
        outcome = search(
            geometry,
            clues,
            clued * k,
            state,
            answers,
            (k * room + had) * size,
            room - had,
            before + most_steps - spent,
            most_nodes,
        )
        spent += state[STEPS] - before
        if outcome == 1:
            return k
        found[k] = 16 * state[FOUND] + outcome
    return len(found)


class Latin:
    """The kernel for cities of one shape, all constraints lists of cells: full units, other units, bent sights."""

    def __init__(
        self,
        cells: int,
        heights: int,
        parks: int,
        summed: bool,
        lines: tuple[tuple[int, ...], ...],
        units: tuple[tuple[int, ...], ...],
        sights: tuple[tuple[int, ...], ...],
    ) -> None:
        """Lay out the geometry."""
        constraints = [*lines, *units, *sights]
        length = heights + parks
        longest = max(map(len, constraints))
        most_open = min(length, _MOST_OPEN)
        scratch = DOMAIN + (cells + 2) * (cells + 2)
        table = scratch + outlook.scratch_size(longest, heights) + subsets.scratch_size(length)
        weights = table + subsets.table_size(length, heights, summed, most_open)
        self.size = weights + len(constraints)
        starts, flat = _ragged(STARTS, constraints)
        members: list[list[int]] = [[] for _ in range(cells)]
        for number, constraint in enumerate(constraints):
            for cell in constraint:
                members[cell].append(number)
        adjacent = STARTS + len(starts) + len(flat)
        header = [0] * STARTS
        header[CELLS] = cells
        header[HEIGHTS] = heights
        header[PARKS] = parks
        header[LINES] = len(lines)
        header[UNITS] = len(units)
        header[SIGHTS] = len(sights)
        header[SUMMED] = int(summed)
        header[ADJACENT] = adjacent
        header[LENGTH] = length
        header[SCRATCH] = scratch
        header[TABLE] = table
        header[WEIGHT] = weights
        header[MOST_OPEN] = most_open
        header[MOST_OPEN_DEEP] = _DEEP_OPEN if length <= 10 else _DEEP_OPEN_LONG
        their_starts, their_flat = _ragged(adjacent, members)
        self.geometry = numbers([*header, *starts, *flat, *their_starts, *their_flat])
        self.cells = cells

    def start(self, clues: Any, cells: Any) -> Any:
        """Return the state at the start of a search; see `begin`."""
        state = zeros(self.size)
        called(begin, self.geometry, clues, 0, cells, 0, state)
        return state

    def search(self, clues: Any, state: Any, answers: Any, room: int, most_steps: int, most_nodes: int) -> int:
        """Go on with a search; see `search`."""
        return called(search, self.geometry, clues, 0, state, answers, 0, room, most_steps, most_nodes)

    def decide(
        self,
        clues: Any,
        cells: Any,
        state: Any,
        answers: Any,
        found: Any,
        first: int,
        fresh: bool,
        room: int,
        steps: int,
        nodes: int,
    ) -> int:
        """Search many cities; see `decide`."""
        return called(decide, self.geometry, clues, cells, state, answers, found, first, fresh, room, steps, nodes)

    def spent(self, state: Any) -> tuple[int, int, int]:
        """Return nodes, steps and answers of a search so far."""
        return int(state[NODES]), int(state[STEPS]), int(state[FOUND])


def _ragged(base: int, lists: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Return where each list starts and the last ends, the table of these standing at ``base``, and all in one list."""
    starts = [base + len(lists) + 1]
    for each in lists:
        starts.append(starts[-1] + len(each))
    return starts, [number for each in lists for number in each]
