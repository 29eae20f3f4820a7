"""Cities whose lines can be tabulated: every arrangement of a line is one word, and a line knows those still possible.

For cities that consist of full units of at most 7 cells. An arrangement is a 64-bit word with bit ``place * values +
value`` set for what stands at each place; the domain of a line is the union of such words. A revision keeps the
arrangements that lie within the domain and makes their union the domain: that is all the values which any arrangement
supports, exactly. The lists are sparse sets (Briggs and Torczon, 1993; for constraints: Le Clément and others, 2013):
what is struck out is swapped to the end, and to backtrack one needs the lengths alone. Every unit is such a line, with
or without clues, and a cell is written into each of its lines.
"""

from __future__ import annotations

from functools import lru_cache
from math import factorial
from typing import Any, NamedTuple

import numpy as np

from eyeline.kernels.compiled import called, compiled, lowest, numbers, ones, zeros
from eyeline.kernels.outcome import BRANCH, OVER, PROPAGATE, RETREAT

#: Cells in a line, at most: beyond that the tables outgrow the caches.
LONGEST = 7
MOST_LINES = 32

# Places in the state: a header, then what is kept for each line.
_PHASE, _DEPTH, _NODES, _STEPS, _SWEEP, _PENDING, _FOUND, _LISTS = 0, 1, 2, 3, 4, 5, 6, 7
_HEADER = 16
_DOMAIN = _HEADER
_SIZE = _DOMAIN + MOST_LINES
_FIRST = _SIZE + MOST_LINES
_TOTAL = _FIRST + MOST_LINES
_LIST = _TOTAL + MOST_LINES
_LEVELS = _LIST + MOST_LINES
_LEVEL = 2 * MOST_LINES + 2

# Places in the geometry: a header, then for each (line, place) where its entries start.
_LENGTH, _VALUES, _LINES, _REACH = 0, 1, 2, 3
_STARTS = 4


class Arrangements(NamedTuple):
    """All arrangements of a line, four times: by both clues, by the near, by the far, and all in one class.

    ``classes[2 * ((near + 1) * (most + 2) + far + 1)]`` is where the class of these clues starts in ``listed``, the
    number after it how many there are; a clue of -1 is blank. ``most`` is the highest clue.
    """

    listed: Any
    classes: Any
    most: int


@lru_cache(maxsize=32)
def arrangements(length: int, heights: int, summed: bool) -> Arrangements:
    """Tabulate the arrangements of ``heights`` buildings and ``length - heights`` parks on a line."""
    parks = length - heights
    lines = np.zeros((1, 0), dtype=np.int8)
    for _ in range(length):
        grown = []
        for height in range(heights + 1):
            room = (lines == height).sum(axis=1) < (1 if height else parks)
            chosen = lines[room]
            grown.append(np.hstack([chosen, np.full((len(chosen), 1), height, dtype=np.int8)]))
        lines = np.vstack(grown)
    values = heights + (parks > 0)
    arranged = np.zeros(len(lines), dtype=np.uint64)
    for place in range(length):
        value = np.where(lines[:, place] == 0, heights, lines[:, place].astype(np.int64) - 1)
        arranged |= np.uint64(1) << (place * values + value).astype(np.uint64)
    near, far = _seen(lines, summed), _seen(lines[:, ::-1], summed)
    most = heights * (heights + 1) // 2 if summed else heights
    classes = np.zeros(2 * (most + 2) ** 2, dtype=np.int64)
    sorted_words = []
    start = 0
    blank = np.full(len(lines), -1, dtype=np.int64)
    for one, other in ((near, far), (near, blank), (blank, far), (blank, blank)):
        keys = (one + 1) * (most + 2) + other + 1
        order = np.argsort(keys, kind="stable")
        sorted_words.append(arranged[order])
        found, starts, counts = np.unique(keys[order], return_index=True, return_counts=True)
        classes[2 * found] = start + starts
        classes[2 * found + 1] = counts
        start += len(lines)
    return Arrangements(numbers(np.concatenate(sorted_words).view(np.int64)), numbers(classes), most)


def _seen(lines: Any, summed: bool) -> Any:
    before = np.zeros_like(lines)
    before[:, 1:] = np.maximum.accumulate(lines, axis=1)[:, :-1]
    visible = lines > before
    return (visible * lines if summed else visible).sum(axis=1).astype(np.int64)


def geometry(length: int, values: int, lines: list[tuple[int, ...]]) -> Any:
    """Return the geometry of a city: for each place of each line, where else its cell stands.

    ``lines`` have ``length`` cells each; the first ``length`` of them are the rows and together hold every cell once.
    """
    where: dict[int, list[tuple[int, int]]] = {}
    for line, cells in enumerate(lines):
        for place, cell in enumerate(cells):
            where.setdefault(cell, []).append((line, place))
    starts: list[int] = []
    entries: list[int] = []
    base = _STARTS + len(lines) * length + 1
    for line, cells in enumerate(lines):
        for cell in cells:
            starts.append(base + len(entries))
            entries += [16 * other + place for other, place in where[cell] if other != line]
    starts.append(base + len(entries))
    return numbers([length, values, len(lines), 0, *starts, *entries])


@compiled
def begin(geometry: Any, classes: Any, most: int, clues: Any, at: int, cells: Any, cells_at: int, state: Any) -> bool:
    """Set ``state`` to the start of a search; return whether every line has an arrangement at all.

    ``clues[at:]`` has near and far clue of each line (-1 = blank), ``cells[cells_at:]`` the values each cell can have,
    row by row, as bits.
    """
    length = geometry[_LENGTH]
    values = geometry[_VALUES]
    lines = geometry[_LINES]
    for i in range(_HEADER):
        state[i] = 0
    possible = True
    room = _LEVELS + (length * length + 1) * _LEVEL
    for line in range(lines):
        near = clues[at + 2 * line]
        far = clues[at + 2 * line + 1]
        state[_DOMAIN + line] = 0
        state[_SIZE + line] = -1
        if near > most or far > most:
            possible = False
            near = far = -1
        key = 2 * ((near + 1) * (most + 2) + far + 1)
        state[_FIRST + line] = classes[key]
        state[_TOTAL + line] = classes[key + 1]
        possible = possible and classes[key + 1] > 0
        state[_LIST + line] = room
        room += classes[key + 1]
    for row in range(length):
        for place in range(length):
            domain = cells[cells_at + row * length + place]
            state[_DOMAIN + row] |= domain << (place * values)
            where = _STARTS + row * length + place
            for entry in range(geometry[where], geometry[where + 1]):
                other = geometry[entry] >> 4
                state[_DOMAIN + other] |= domain << ((geometry[entry] & 15) * values)
    state[_PENDING] = (1 << lines) - 1
    if not possible:
        state[_PHASE] = OVER
    return possible


@compiled
def _strike(geometry: Any, state: Any, line: int, place: int, part: int) -> None:
    """Take the values ``part`` from a cell, in the other lines that it lies on."""
    values = geometry[_VALUES]
    where = _STARTS + line * geometry[_LENGTH] + place
    pending = state[_PENDING]
    for entry in range(geometry[where], geometry[where + 1]):
        other = geometry[entry] >> 4
        state[_DOMAIN + other] &= ~(part << ((geometry[entry] & 15) * values))
        pending |= 1 << other
    state[_PENDING] = pending


@compiled
def _propagate(geometry: Any, listed: Any, state: Any, most_steps: int) -> int:
    """Revise lines until none is pending: return 0; 1 when a line has no arrangement left, 2 when steps ran out."""
    length = geometry[_LENGTH]
    values = geometry[_VALUES]
    field = (1 << values) - 1
    sweep = state[_SWEEP]
    while True:
        if sweep == 0:
            sweep = state[_PENDING]
            if sweep == 0:
                return 0
        if state[_STEPS] >= most_steps:
            return 2
        bits = sweep
        line = -1
        shortest = 1 << 30
        while bits != 0:
            other = lowest(bits)
            bits &= bits - 1
            size = state[_SIZE + other]
            if size < 0:
                size = state[_TOTAL + other] * 2
            if size < shortest:
                shortest = size
                line = other
        state[_PENDING] = sweep & ~(1 << line)
        sweep = 0
        domain = state[_DOMAIN + line]
        outside = ~domain
        size = state[_SIZE + line]
        start = state[_LIST + line]
        union = 0
        kept = 0
        if size < 0:
            size = state[_TOTAL + line]
            first = state[_FIRST + line]
            for i in range(first, first + size):
                word = listed[i]
                state[start + kept] = word
                if word & outside == 0:
                    union |= word
                    kept += 1
        else:
            for i in range(start, start + size):
                word = state[i]
                if word & outside == 0:
                    state[i] = state[start + kept]
                    state[start + kept] = word
                    union |= word
                    kept += 1
        state[_STEPS] += 1 + (size >> 6)
        if kept == 0:
            state[_SWEEP] = 0
            state[_PENDING] = 0
            return 1
        state[_SIZE + line] = kept
        gone = domain & ~union
        if gone != 0:
            state[_DOMAIN + line] = union
            for place in range(length):
                part = (gone >> (place * values)) & field
                if part != 0:
                    _strike(geometry, state, line, place, part)


@compiled
def _choose(geometry: Any, state: Any) -> int:
    """Return row * 16 + place of the cell with the fewest values, at least two; -1 when every cell has one."""
    length = geometry[_LENGTH]
    values = geometry[_VALUES]
    field = (1 << values) - 1
    fewest = 99
    chosen = -1
    for row in range(length):
        if state[_SIZE + row] == 1:
            continue
        domain = state[_DOMAIN + row]
        for place in range(length):
            count = ones((domain >> (place * values)) & field)
            if 1 < count < fewest:
                fewest = count
                chosen = row * 16 + place
                if count == 2:
                    return chosen
    return chosen


@compiled
def _take(geometry: Any, state: Any, chosen: int, gone: int) -> None:
    """Take the values ``gone`` from a cell in all its lines."""
    row = chosen >> 4
    place = chosen & 15
    state[_DOMAIN + row] &= ~(gone << (place * geometry[_VALUES]))
    state[_PENDING] |= 1 << row
    _strike(geometry, state, row, place, gone)


@compiled
def search(
    geometry: Any, listed: Any, state: Any, answers: Any, at: int, room: int, most_steps: int, most_nodes: int
) -> int:
    """Go on with a search until it is over (0), steps ran out (1), ``room`` answers are found (2) or nodes ran out (3).

    Answers are written to ``answers`` from ``at`` on, a value a cell, row by row; their number is added to the state's.
    A node is a value tried in a cell. ``most_steps`` and ``most_nodes`` count from the start of the search.
    """
    length = geometry[_LENGTH]
    values = geometry[_VALUES]
    lines = geometry[_LINES]
    field = (1 << values) - 1
    phase = state[_PHASE]
    while True:
        if phase == PROPAGATE:
            outcome = _propagate(geometry, listed, state, most_steps)
            if outcome == 2:
                state[_PHASE] = PROPAGATE
                return 1
            phase = BRANCH if outcome == 0 else RETREAT
        if phase == BRANCH:
            chosen = _choose(geometry, state)
            if chosen < 0:
                for row in range(length):
                    domain = state[_DOMAIN + row]
                    for place in range(length):
                        answers[at] = lowest((domain >> (place * values)) & field)
                        at += 1
                state[_FOUND] += 1
                room -= 1
                phase = RETREAT
                if room == 0:
                    state[_PHASE] = RETREAT
                    return 2
            else:
                if state[_NODES] >= most_nodes:
                    state[_PHASE] = BRANCH
                    return 3
                state[_NODES] += 1
                level = _LEVELS + state[_DEPTH] * _LEVEL
                for line in range(lines):
                    state[level + line] = state[_DOMAIN + line]
                    state[level + MOST_LINES + line] = state[_SIZE + line]
                domain = (state[_DOMAIN + (chosen >> 4)] >> ((chosen & 15) * values)) & field
                value = domain & -domain
                state[level + 2 * MOST_LINES] = chosen
                state[level + 2 * MOST_LINES + 1] = value
                state[_DEPTH] += 1
                _take(geometry, state, chosen, domain ^ value)
                phase = PROPAGATE
        elif phase == RETREAT:
            if state[_DEPTH] == 0:
                phase = OVER
            else:
                state[_DEPTH] -= 1
                level = _LEVELS + state[_DEPTH] * _LEVEL
                for line in range(lines):
                    state[_DOMAIN + line] = state[level + line]
                    state[_SIZE + line] = state[level + MOST_LINES + line]
                _take(geometry, state, state[level + 2 * MOST_LINES], state[level + 2 * MOST_LINES + 1])
                phase = PROPAGATE
        if phase == OVER:
            state[_PHASE] = OVER
            return 0


@compiled
def decide(
    geometry: Any,
    listed: Any,
    classes: Any,
    most: int,
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
    length = geometry[_LENGTH]
    lines = geometry[_LINES]
    size = length * length
    spent = 0
    for k in range(first, len(found)):
        if fresh:
            begin(geometry, classes, most, clues, 2 * lines * k, cells, size * k, state)
        fresh = True
        before = state[_STEPS]
        had = state[_FOUND]
        outcome = search(
            geometry,
            listed,
            state,
            answers,
            (k * room + had) * size,
            room - had,
            before + most_steps - spent,
            most_nodes,
        )
        spent += state[_STEPS] - before
        if outcome == 1:
            return k
        found[k] = 16 * state[_FOUND] + outcome
    return len(found)


class Tabled:
    """The kernel for cities of one shape: ``lines`` as lists of cells, the rows first."""

    def __init__(self, heights: int, parks: int, summed: bool, lines: tuple[tuple[int, ...], ...]) -> None:
        """Tabulate the lines."""
        length = heights + parks
        self.geometry = geometry(length, heights + (parks > 0), list(lines))
        self.arrangements = arrangements(length, heights, summed)
        self.cells = length * length
        longest = factorial(length) // factorial(parks)
        self.size = _LEVELS + (self.cells + 1) * _LEVEL + len(lines) * longest

    def start(self, clues: Any, cells: Any) -> Any:
        """Return the state at the start of a search; see `begin`."""
        state = zeros(self.size)
        called(begin, self.geometry, self.arrangements.classes, self.arrangements.most, clues, 0, cells, 0, state)
        return state

    def search(self, clues: Any, state: Any, answers: Any, room: int, most_steps: int, most_nodes: int) -> int:
        """Go on with a search; see `search`."""
        listed = self.arrangements.listed
        return called(search, self.geometry, listed, state, answers, 0, room, most_steps, most_nodes)

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
        listed, classes, most = self.arrangements
        return called(
            decide,
            self.geometry,
            listed,
            classes,
            most,
            clues,
            cells,
            state,
            answers,
            found,
            first,
            fresh,
            room,
            steps,
            nodes,
        )

    def spent(self, state: Any) -> tuple[int, int, int]:
        """Return nodes, steps and answers of a search so far."""
        return int(state[_NODES]), int(state[_STEPS]), int(state[_FOUND])
