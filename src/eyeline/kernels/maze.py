"""Haunted mazes: domains of cells, a propagator for each path that knows both its clues, a queue and a search.

A *path* is what is seen through a port; it leaves through another port, where the same cells are seen backwards, so it
has two clues. A monster adds to either a number that depends on where it stands: before the first mirror, after the
last, or between. The propagator is dynamic programming over the cells of the path (Trick, 2003): the set of pairs of
sums that the cells so far can have, and backwards the set from which both clues can still be met, so that a value stays
exactly when it belongs to some filling of the path. Such a set is one word: near sum and eight times the far sum,
modulo 61. Where a path is open in at most six visits no two pairs share a bit; in longer ones bounds on both sums watch
over the rest.

A variable is a cell, or all cells of one group. Values are vampire, ghost and zombie, in this order, as bits.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from eyeline.arrays import BLANK, FALLING, GHOST, RISING, VAMPIRE, MazeArrays
from eyeline.kernels.compiled import called, compiled, lowest, numbers, octets, values_of, zeros
from eyeline.kernels.outcome import BRANCH, OVER, PROPAGATE, RETREAT, UNLIMITED
from eyeline.kernels.pack import Pack
from eyeline.kernels.residues import MODULUS, minus, plus

_FAR = 8
#: Visits up to which all pairs of sums have bits of their own: 6 + 8 * 6 is below the modulus.
_EXACT = 6

#: Nodes after which a search that has found nothing starts again, at first; each time an eighth more.
_FIRST_PATIENCE = 100
#: How far chance may then overrule what is likeliest, as the logarithm of the odds.
_NOISE = 1.0

# Places in the geometry: a header, then what it says where to find.
(
    _VARIABLES,
    _PATHS,
    _SIZES,
    _STARTS,
    _CLUES,
    _ADJACENT,
    _DOMAIN,
    _TRAIL,
    _LEVELS,
    _QUEUE,
    _WAITING,
    _WEIGHTS,
    _REACHED,
    _WORDS,
    _BIGGEST,
) = range(15)
_TOTALS = 15
_CELLS = 18

# What is said of a variable on a path: the variable; what each value adds to the near and to the far clue; and to the
# number of a pair of sums.
_NEAR, _FAR_ADDS, _SHIFT, _ENTRY = 1, 4, 7, 10

# Places in the state: a header, then what the geometry says.
_PHASE, _DEPTH, _NODES, _STEPS, _FOUND, _LENGTH, _HEAD, _COUNT, _AGAIN, _PATIENCE, _SEED = range(11)
_FIXED, _POSSIBLE, _HEADER = 11, 14, 17


def room_for(cells: int, rows: int, cols: int) -> int:
    """Return how many words the geometry of a maze takes at most."""
    paths = rows + cols
    return _CELLS + 6 * cells + 4 * paths + 4 + 2 * _ENTRY * cells


@compiled
def _step(codes: Any, rows: int, cols: int, cell: int, heading: int) -> int:
    """Return the state, ``4 * cell + heading``, after that of a ray at a cell; at the rim it is -1 - port."""
    code = codes[cell]
    if code == RISING:
        heading ^= 1
    elif code == FALLING:
        heading = 3 - heading
    row = cell // cols
    col = cell - row * cols
    if heading == 0:
        return 4 * (cell - cols) if row > 0 else -1 - col
    if heading == 1:
        return 4 * (cell + 1) + 1 if col < cols - 1 else -1 - (2 * cols + rows + row)
    if heading == 2:
        return 4 * (cell + cols) + 2 if row < rows - 1 else -1 - (cols + col)
    return 4 * (cell - 1) + 3 if col > 0 else -1 - (2 * cols + row)


@compiled
def _enter(rows: int, cols: int, port: int) -> int:
    """Return the first state of the ray that enters through a port: top, bottom, left, right."""
    if port < cols:
        return 4 * port + 2
    if port < 2 * cols:
        return 4 * ((rows - 1) * cols + port - cols)
    if port < 2 * cols + rows:
        return 4 * (port - 2 * cols) * cols + 1
    return 4 * ((port - 2 * cols - rows + 1) * cols - 1) + 3


@compiled
def lay_out(codes: Any, rows: int, cols: int, clues: Any, totals: Any, group: Any, geometry: Any) -> None:
    """Walk all paths and write the geometry of a maze; see :class:`eyeline.arrays.MazeArrays` for what it is given."""
    cells = rows * cols
    # Variables, in the order of their first cells; 1 and the variable, 0 at mirrors.
    variables = 0
    sizes = _CELLS + cells
    for cell in range(cells):
        if codes[cell] != RISING and codes[cell] != FALLING:
            first = group[cell]
            if first == cell:
                variables += 1
                geometry[_CELLS + cell] = variables
                geometry[sizes + variables - 1] = 0
            held = geometry[_CELLS + first]
            geometry[_CELLS + cell] = held
            geometry[sizes + held - 1] += 1
        else:
            geometry[_CELLS + cell] = 0
    # Paths. `seen` has for each variable the last place where it was written down.
    starts = sizes + variables
    at = starts + rows + cols + 1
    clued = at
    at += 3 * (rows + cols)
    seen = at
    at += variables + 1
    for i in range(variables):
        geometry[seen + i] = 0
    ports = 2 * (rows + cols)
    paths = 0
    for port in range(ports):
        state = _enter(rows, cols, port)
        bounces = 0
        while state >= 0:
            code = codes[state >> 2]
            bounces += code in (RISING, FALLING)
            state = _step(codes, rows, cols, state >> 2, state & 3)
        end = -1 - state
        if end < port:
            continue
        near = clues[port]
        far = clues[end]
        if near < 0 and far < 0:
            continue
        begin = at
        geometry[starts + paths] = begin
        geometry[clued + 3 * paths] = near
        geometry[clued + 3 * paths + 1] = far
        state = _enter(rows, cols, port)
        met = 0
        while state >= 0:
            cell = state >> 2
            variable = geometry[_CELLS + cell] - 1
            if variable < 0:
                met += 1
            else:
                entry = geometry[seen + variable]
                if entry < begin:
                    entry = at
                    geometry[seen + variable] = at
                    at += _ENTRY
                    geometry[entry] = variable
                    for i in range(1, _ENTRY):
                        geometry[entry + i] = 0
                if near >= 0:
                    geometry[entry + _NEAR + (0 if met == 0 else 1)] += 1
                    geometry[entry + _NEAR + 2] += 1
                if far >= 0:
                    geometry[entry + _FAR_ADDS + (0 if met == bounces else 1)] += 1
                    geometry[entry + _FAR_ADDS + 2] += 1
            state = _step(codes, rows, cols, cell, state & 3)
        visits = 0
        for entry in range(begin, at, _ENTRY):
            visits += max(geometry[entry + _NEAR + 2], geometry[entry + _FAR_ADDS + 2])
            for i in range(3):
                adds = geometry[entry + _NEAR + i] + _FAR * geometry[entry + _FAR_ADDS + i]
                geometry[entry + _SHIFT + i] = adds % MODULUS
        geometry[clued + 3 * paths + 2] = visits > _EXACT
        paths += 1
    geometry[starts + paths] = at
    # The paths of each variable. `seen` first counts them.
    for i in range(variables + 1):
        geometry[seen + i] = 0
    longest = 0
    for path in range(paths):
        begin = geometry[starts + path]
        stop = geometry[starts + path + 1]
        longest = max(longest, (stop - begin) // _ENTRY)
        for entry in range(begin, stop, _ENTRY):
            geometry[seen + geometry[entry]] += 1
    total = at
    for i in range(variables + 1):
        total += geometry[seen + i]
        geometry[seen + i] = total
    for path in range(paths):
        for entry in range(geometry[starts + path], geometry[starts + path + 1], _ENTRY):
            place = geometry[seen + geometry[entry]] - 1
            geometry[seen + geometry[entry]] = place
            geometry[place] = path
    geometry[_VARIABLES] = variables
    geometry[_PATHS] = paths
    geometry[_SIZES] = sizes
    geometry[_STARTS] = starts
    geometry[_CLUES] = clued
    geometry[_ADJACENT] = seen
    # Of three totals each follows from the others.
    free = 0
    unsaid = 0
    said = 0
    biggest = 1
    for i in range(variables):
        free += geometry[sizes + i]
        biggest = max(biggest, geometry[sizes + i])
    geometry[_BIGGEST] = biggest
    for i in range(3):
        geometry[_TOTALS + i] = totals[i]
        if totals[i] < 0:
            unsaid += 1
        else:
            said += totals[i]
    for i in range(3):
        if unsaid == 1 and totals[i] < 0:
            geometry[_TOTALS + i] = free - said
    # The state.
    place = _HEADER
    geometry[_DOMAIN] = place
    place += variables
    geometry[_TRAIL] = place
    place += 4 * variables
    geometry[_LEVELS] = place
    place += 3 * variables
    geometry[_QUEUE] = place
    place += paths
    geometry[_WAITING] = place
    place += paths
    geometry[_WEIGHTS] = place
    place += paths
    geometry[_REACHED] = place
    geometry[_WORDS] = place + longest + 1


@compiled
def begin(codes: Any, excluded: Any, geometry: Any, state: Any) -> None:
    """Set ``state``, all zeros, to the start of a search."""
    variables = geometry[_VARIABLES]
    paths = geometry[_PATHS]
    domain = geometry[_DOMAIN]
    for i in range(variables):
        state[domain + i] = 7
    for cell in range(len(codes)):
        variable = geometry[_CELLS + cell] - 1
        if variable >= 0 and codes[cell] != BLANK:
            state[domain + variable] &= 1 << (codes[cell] - (GHOST - 1))
        if variable >= 0:
            state[domain + variable] &= 7 ^ excluded[cell]
    for i in range(variables):
        size = geometry[geometry[_SIZES] + i]
        for value in range(3):
            if state[domain + i] >> value & 1:
                state[_POSSIBLE + value] += size
                if state[domain + i] == 1 << value:
                    state[_FIXED + value] += size
        if state[domain + i] == 0:
            state[_PHASE] = OVER
    for value in range(3):
        # Two totals that leave less than nothing for the third.
        if geometry[_TOTALS + value] < -1:
            state[_PHASE] = OVER
    for path in range(paths):
        state[geometry[_QUEUE] + path] = path
        state[geometry[_WAITING] + path] = 1
        state[geometry[_WEIGHTS] + path] = 1
    state[_COUNT] = paths
    state[_PATIENCE] = _FIRST_PATIENCE
    state[_AGAIN] = _FIRST_PATIENCE


@compiled
def _narrow(geometry: Any, state: Any, variable: int, domain: int) -> None:
    """Give a variable a smaller domain, keep the old one on the trail, and queue its paths."""
    place = geometry[_DOMAIN] + variable
    before = state[place]
    state[place] = domain
    trail = geometry[_TRAIL] + 2 * state[_LENGTH]
    state[trail] = variable
    state[trail + 1] = before
    state[_LENGTH] += 1
    size = geometry[geometry[_SIZES] + variable]
    gone = before & ~domain
    for value in range(3):
        if gone >> value & 1:
            state[_POSSIBLE + value] -= size
    if domain & (domain - 1) == 0 and domain != 0:
        state[_FIXED + lowest(domain)] += size
    paths = geometry[_PATHS]
    queue = geometry[_QUEUE]
    waiting = geometry[_WAITING]
    where = geometry[_ADJACENT] + variable
    for at in range(geometry[where], geometry[where + 1]):
        path = geometry[at]
        if state[waiting + path] == 0:
            state[waiting + path] = 1
            place = state[_HEAD] + state[_COUNT]
            state[queue + (place if place < paths else place - paths)] = path
            state[_COUNT] += 1


@compiled
def _revise(geometry: Any, state: Any, path: int) -> bool:
    """Take from the cells of a path what belongs to no filling of it; return False when there is none."""
    first = geometry[geometry[_STARTS] + path]
    stop = geometry[geometry[_STARTS] + path + 1]
    near = geometry[geometry[_CLUES] + 3 * path]
    far = geometry[geometry[_CLUES] + 3 * path + 1]
    near = max(near, 0)
    far = max(far, 0)
    domains = geometry[_DOMAIN]
    reached = geometry[_REACHED]
    least_near = most_near = least_far = most_far = 0
    sums = 1
    for entry in range(first, stop, _ENTRY):
        domain = state[domains + geometry[entry]]
        state[reached] = sums
        reached += 1
        if domain == 1 or domain == 2 or domain == 4:
            value = domain >> 1
            add = geometry[entry + _NEAR + value]
            least_near += add
            most_near += add
            add = geometry[entry + _FAR_ADDS + value]
            least_far += add
            most_far += add
            sums = plus(sums, geometry[entry + _SHIFT + value])
        else:
            low = low_far = 1 << 20
            high = high_far = 0
            before = sums
            sums = 0
            for value in range(3):
                if domain >> value & 1:
                    add = geometry[entry + _NEAR + value]
                    low = min(low, add)
                    high = max(high, add)
                    add = geometry[entry + _FAR_ADDS + value]
                    low_far = min(low_far, add)
                    high_far = max(high_far, add)
                    sums |= plus(before, geometry[entry + _SHIFT + value])
            least_near += low
            most_near += high
            least_far += low_far
            most_far += high_far
    if near < least_near or near > most_near or far < least_far or far > most_far:
        return False
    goal = (near + _FAR * far) % MODULUS
    if sums >> goal & 1 == 0:
        return False
    sums = 1 << goal
    for entry in range(stop - _ENTRY, first - 1, -_ENTRY):
        variable = geometry[entry]
        domain = state[domains + variable]
        reached -= 1
        if domain == 1 or domain == 2 or domain == 4:
            sums = minus(sums, geometry[entry + _SHIFT + (domain >> 1)])
            continue
        before = state[reached]
        after = sums
        sums = 0
        kept = 0
        low = low_far = 1 << 20
        high = high_far = 0
        for value in range(3):
            if domain >> value & 1:
                low = min(low, geometry[entry + _NEAR + value])
                high = max(high, geometry[entry + _NEAR + value])
                low_far = min(low_far, geometry[entry + _FAR_ADDS + value])
                high_far = max(high_far, geometry[entry + _FAR_ADDS + value])
        for value in range(3):
            if domain >> value & 1 and plus(before, geometry[entry + _SHIFT + value]) & after:
                add = geometry[entry + _NEAR + value]
                add_far = geometry[entry + _FAR_ADDS + value]
                if (
                    least_near - low + add <= near <= most_near - high + add
                    and least_far - low_far + add_far <= far <= most_far - high_far + add_far
                ):
                    kept |= 1 << value
                    sums |= minus(after, geometry[entry + _SHIFT + value])
        if kept != domain:
            if kept == 0:
                return False
            _narrow(geometry, state, variable, kept)
    return True


@compiled
def _totals(geometry: Any, state: Any) -> bool:
    """Take values that would break a total; return False when one is broken."""
    variables = geometry[_VARIABLES]
    domains = geometry[_DOMAIN]
    sizes = geometry[_SIZES]
    biggest = geometry[_BIGGEST]
    for value in range(3):
        total = geometry[_TOTALS + value]
        if total < 0:
            continue
        spare = total - state[_FIXED + value]
        surplus = state[_POSSIBLE + value] - total
        if spare < 0 or surplus < 0:
            return False
        if (spare < biggest or surplus < biggest) and spare + surplus > 0:
            for variable in range(variables):
                domain = state[domains + variable]
                if domain >> value & 1 and domain & (domain - 1) != 0:
                    size = geometry[sizes + variable]
                    if size > total - state[_FIXED + value]:
                        _narrow(geometry, state, variable, domain & ~(1 << value))
                    elif size > state[_POSSIBLE + value] - total:
                        _narrow(geometry, state, variable, 1 << value)
    return True


@compiled
def _undo(geometry: Any, state: Any, length: int) -> None:
    """Take back the trail to a length."""
    domains = geometry[_DOMAIN]
    sizes = geometry[_SIZES]
    while state[_LENGTH] > length:
        state[_LENGTH] -= 1
        trail = geometry[_TRAIL] + 2 * state[_LENGTH]
        variable = state[trail]
        before = state[trail + 1]
        domain = state[domains + variable]
        state[domains + variable] = before
        size = geometry[sizes + variable]
        gone = before & ~domain
        for value in range(3):
            if gone >> value & 1:
                state[_POSSIBLE + value] += size
        if domain & (domain - 1) == 0 and domain != 0:
            state[_FIXED + lowest(domain)] -= size


@compiled
def _propagate(geometry: Any, state: Any, most_steps: int) -> int:
    """Revise paths and totals until nothing changes: return 0; 1 when something fits no more, 2 when steps ran out."""
    paths = geometry[_PATHS]
    queue = geometry[_QUEUE]
    waiting = geometry[_WAITING]
    starts = geometry[_STARTS]
    clues = geometry[_CLUES]
    while True:
        while state[_COUNT] > 0:
            if state[_STEPS] >= most_steps:
                return 2
            path = state[queue + state[_HEAD]]
            state[_HEAD] = state[_HEAD] + 1 if state[_HEAD] + 1 < paths else 0
            state[_COUNT] -= 1
            state[_STEPS] += 1 + (geometry[starts + path + 1] - geometry[starts + path] >> 6)
            before = state[_LENGTH]
            fits = _revise(geometry, state, path)
            # What the path took itself needs no second look, unless pairs of sums shared a bit.
            if fits and state[_LENGTH] > before and geometry[clues + 3 * path + 2] != 0:
                place = state[_HEAD] + state[_COUNT]
                state[queue + (place if place < paths else place - paths)] = path
                state[_COUNT] += 1
            else:
                state[waiting + path] = 0
            if not fits:
                state[geometry[_WEIGHTS] + path] += 1
                return 1
        before = state[_LENGTH]
        if not _totals(geometry, state):
            return 1
        if state[_LENGTH] == before:
            return 0


@compiled
def _choose(geometry: Any, state: Any) -> int:
    """Return the variable to branch on, -1 when each has one value: few values, on paths that failed often."""
    domains = geometry[_DOMAIN]
    weights = geometry[_WEIGHTS]
    chosen = -1
    best = 0
    best_size = 1
    for variable in range(geometry[_VARIABLES]):
        domain = state[domains + variable]
        if domain & (domain - 1) == 0:
            continue
        size = 3 if domain == 7 else 2
        weight = 1
        where = geometry[_ADJACENT] + variable
        for at in range(geometry[where], geometry[where + 1]):
            weight += state[weights + geometry[at]]
        if chosen < 0 or weight * best_size > best * size:
            chosen = variable
            best = weight
            best_size = size
    return chosen


@compiled
def _random(state: Any) -> float:
    """Return the next of a fixed sequence of numbers between 0 and 1 that look random."""
    state[_SEED] = (state[_SEED] * 1103515245 + 12345) & 0x7FFFFFFF
    return float(state[_SEED]) / 2147483648.0


@compiled
def _likeliest(geometry: Any, state: Any, variable: int) -> int:
    """Return the value of a variable, as a bit, that leaves its paths and the totals closest to what they may expect.

    What the other open cells of a path add is taken as normally distributed, all their values being equally likely.
    """
    domains = geometry[_DOMAIN]
    odds_0 = odds_1 = odds_2 = 0.0
    for value in range(3):
        if geometry[_TOTALS + value] >= 0:
            need = geometry[_TOTALS + value] - state[_FIXED + value]
            odds = math.log((need + 0.5) / (state[_POSSIBLE + value] - state[_FIXED + value] + 1.0))
            if value == 0:
                odds_0 = odds
            elif value == 1:
                odds_1 = odds
            else:
                odds_2 = odds
    where = geometry[_ADJACENT] + variable
    for at in range(geometry[where], geometry[where + 1]):
        path = geometry[at]
        for side in range(2):
            clue = geometry[geometry[_CLUES] + 3 * path + side]
            if clue < 0:
                continue
            first = _NEAR + 3 * side
            mean = 0.0
            spread = 0.3
            own = 0
            for entry in range(geometry[geometry[_STARTS] + path], geometry[geometry[_STARTS] + path + 1], _ENTRY):
                domain = state[domains + geometry[entry]]
                adds = entry + first
                if geometry[entry] == variable:
                    own = adds
                elif domain == 7:
                    total = geometry[adds] + geometry[adds + 1] + geometry[adds + 2]
                    squares = geometry[adds] ** 2 + geometry[adds + 1] ** 2 + geometry[adds + 2] ** 2
                    mean += total / 3.0
                    spread += squares / 3.0 - total * total / 9.0
                elif domain == 1 or domain == 2 or domain == 4:
                    mean += geometry[adds + (domain >> 1)]
                else:
                    one = geometry[adds + lowest(domain)]
                    two = geometry[adds + (2 if domain & 4 else 1)]
                    mean += (one + two) / 2.0
                    spread += (one - two) * (one - two) / 4.0
            need = clue - mean
            odds_0 -= (need - geometry[own]) ** 2 / (2.0 * spread)
            odds_1 -= (need - geometry[own + 1]) ** 2 / (2.0 * spread)
            odds_2 -= (need - geometry[own + 2]) ** 2 / (2.0 * spread)
    if state[_SEED] != 0:
        # What came next to the likeliest may come first in the next attempt.
        odds_0 += _NOISE * _random(state)
        odds_1 += _NOISE * _random(state)
        odds_2 += _NOISE * _random(state)
    domain = state[domains + variable]
    best = 0
    odds = 0.0
    if domain & 1:
        best = 1
        odds = odds_0
    if domain & 2 and (best == 0 or odds_1 > odds):
        best = 2
        odds = odds_1
    if domain & 4 and (best == 0 or odds_2 > odds):
        best = 4
    return best


@compiled
def search(geometry: Any, state: Any, answers: Any, at: int, room: int, most_steps: int, most_nodes: int) -> int:
    """Go on until the search is over (0), steps ran out (1), ``room`` answers were found (2) or nodes ran out (3).

    Answers are written to ``answers`` from ``at`` on, the place of its value for each variable; their number is added
    to the state's. A node is a value tried for a variable. ``most_steps`` and ``most_nodes`` count from the start of
    the search.
    """
    variables = geometry[_VARIABLES]
    domains = geometry[_DOMAIN]
    levels = geometry[_LEVELS]
    phase = state[_PHASE]
    outcome = -1
    while outcome < 0:
        if phase == PROPAGATE:
            result = _propagate(geometry, state, most_steps)
            if result == 2:
                outcome = 1
            elif result == 0:
                phase = BRANCH
            else:
                while state[_COUNT] > 0:
                    path = state[geometry[_QUEUE] + state[_HEAD]]
                    state[geometry[_WAITING] + path] = 0
                    state[_HEAD] = state[_HEAD] + 1 if state[_HEAD] + 1 < geometry[_PATHS] else 0
                    state[_COUNT] -= 1
                phase = RETREAT
        elif phase == BRANCH:
            variable = _choose(geometry, state)
            if variable < 0:
                for i in range(variables):
                    answers[at + i] = state[domains + i] >> 1
                at += variables
                state[_FOUND] += 1
                room -= 1
                phase = RETREAT
                if room == 0:
                    outcome = 2
            elif state[_NODES] >= most_nodes:
                outcome = 3
            else:
                state[_NODES] += 1
                state[_STEPS] += 1 + (variables >> 5)
                domain = state[domains + variable]
                value = _likeliest(geometry, state, variable)
                level = levels + 3 * state[_DEPTH]
                state[level] = state[_LENGTH]
                state[level + 1] = variable
                state[level + 2] = domain ^ value
                state[_DEPTH] += 1
                _narrow(geometry, state, variable, value)
                phase = PROPAGATE
        elif phase == RETREAT:
            if state[_DEPTH] == 0:
                phase = OVER
            elif state[_FOUND] == 0 and state[_NODES] >= state[_AGAIN]:
                # Nothing was found, and nothing is lost but time: the weights know more by now than at the start.
                _undo(geometry, state, state[levels])
                state[_DEPTH] = 0
                state[_SEED] = state[_NODES]
                state[_PATIENCE] += state[_PATIENCE] >> 3
                state[_AGAIN] = state[_NODES] + state[_PATIENCE]
                phase = BRANCH
            else:
                state[_DEPTH] -= 1
                level = levels + 3 * state[_DEPTH]
                _undo(geometry, state, state[level])
                _narrow(geometry, state, state[level + 1], state[level + 2])
                phase = PROPAGATE
        else:
            outcome = 0
    state[_PHASE] = phase
    return outcome


class Search:
    """A search for the answers of one maze that can be interrupted and goes on where it was.

    ``owners`` has the variable of each cell, -1 at mirrors; ``nodes`` are the values tried so far, ``found`` the
    answers.
    """

    def __init__(self, maze: MazeArrays, room: int = 64) -> None:
        """Start; a call finds at most ``room`` answers."""
        cells = maze.rows * maze.cols
        self.maze = maze
        self._geometry = zeros(room_for(cells, maze.rows, maze.cols))
        codes = octets(maze.codes)
        groups = numbers(maze.groups or range(cells))
        clues, totals = numbers(maze.clues), numbers(maze.totals)
        called(lay_out, codes, maze.rows, maze.cols, clues, totals, groups, self._geometry)
        self.variables = int(self._geometry[_VARIABLES])
        self._state = zeros(int(self._geometry[_WORDS]))
        called(begin, codes, octets(maze.excluded or bytes(cells)), self._geometry, self._state)
        self._answers = values_of(room * self.variables)
        self._room = room
        self._fresh = 0
        self.owners = tuple([int(owner) - 1 for owner in self._geometry[_CELLS : _CELLS + cells]])
        self.nodes = 0
        self.found = 0

    def advance(self, steps: int = UNLIMITED, nodes: int = UNLIMITED, room: int = UNLIMITED) -> int:
        """Go on for about so many more steps, until so many nodes in all, or until ``room`` more answers are found.

        A step takes a microsecond at most. Returns how it ended: ``EXHAUSTED``, ``PAUSED``, ``FULL`` or ``ENOUGH``.
        """
        state = self._state
        before = int(state[_FOUND])
        outcome = called(
            search, self._geometry, state, self._answers, 0, min(room, self._room), int(state[_STEPS]) + steps, nodes
        )
        self.nodes, self.found = int(state[_NODES]), int(state[_FOUND])
        self._fresh = self.found - before
        return int(outcome)

    def answers(self) -> Iterator[bytes]:
        """Yield the answers found in the last call: for each variable the place of its value, from 0."""
        size = self.variables
        held = bytes(self._answers[: self._fresh * size])
        return (held[k * size : (k + 1) * size] for k in range(self._fresh))


# What is said of each of many mazes: rows, columns, first cell, first clue; the first of its groups and of what is
# excluded, -1 where it has none.
_ROWS, _COLS, _FIRST, _CLUE, _GROUP, _EXCLUDED, _SHAPE = range(7)


@compiled
def decide(
    shapes: Any,
    codes: Any,
    clues: Any,
    totals: Any,
    groups: Any,
    excluded: Any,
    alone: Any,
    nothing: Any,
    geometry: Any,
    state: Any,
    values: Any,
    answers: Any,
    found: Any,
    first: int,
    fresh: bool,
    room: int,
    most_steps: int,
    most_nodes: int,
) -> int:
    """Search many mazes for up to ``room`` answers each; return the first that is not finished.

    The arrays hold what is said of one maze after the other, ``alone`` and ``nothing`` what is said of a maze without
    groups and without excluded values. ``found`` gets for each ``16 * answers + outcome``, the outcome as `search`
    returns it, ``answers`` the codes of the cells, ``room`` times as many as ``codes``. If not ``fresh``, maze
    ``first`` is under way, with its geometry, its state and its answers so far in ``values``.
    """
    spent = 0
    for k in range(first, len(found)):
        shape = _SHAPE * k
        rows = shapes[shape + _ROWS]
        cols = shapes[shape + _COLS]
        start = shapes[shape + _FIRST]
        cells = rows * cols
        own = codes[start : start + cells]
        if fresh:
            clue = shapes[shape + _CLUE]
            group = shapes[shape + _GROUP]
            lay_out(
                own,
                rows,
                cols,
                clues[clue : clue + 2 * (rows + cols)],
                totals[3 * k : 3 * k + 3],
                alone[:cells] if group < 0 else groups[group : group + cells],
                geometry,
            )
            for i in range(geometry[_WORDS]):
                state[i] = 0
            struck = shapes[shape + _EXCLUDED]
            begin(own, nothing[:cells] if struck < 0 else excluded[struck : struck + cells], geometry, state)
        fresh = True
        before = state[_STEPS]
        had = state[_FOUND]
        variables = geometry[_VARIABLES]
        outcome = search(geometry, state, values, had * variables, room - had, before + most_steps - spent, most_nodes)
        spent += state[_STEPS] - before
        if outcome == 1:
            return k
        found[k] = 16 * state[_FOUND] + outcome
        for answer in range(state[_FOUND]):
            at = room * start + answer * cells
            for cell in range(cells):
                variable = geometry[_CELLS + cell] - 1
                answers[at + cell] = (
                    codes[start + cell] if variable < 0 else VAMPIRE + values[answer * variables + variable]
                )
    return len(found)


class Mazes(Pack):
    """Many mazes; their answers are the codes of their cells."""

    def __init__(self, mazes: Sequence[MazeArrays], most: int = 2) -> None:
        """Take some mazes, at least one."""
        shapes: list[int] = []
        clues: list[int] = []
        totals: list[int] = []
        groups: list[int] = []
        excluded: list[bytes] = []
        cells = struck = 0
        for each in mazes:
            size = len(each.codes)
            shapes += (each.rows, each.cols, cells, len(clues))
            shapes += (len(groups) if each.groups else -1, struck if each.excluded else -1)
            clues += each.clues
            totals += each.totals
            groups += each.groups
            if each.excluded:
                excluded.append(each.excluded)
                struck += size
            cells += size
        # A path crosses a cell twice at most, so neither rows nor columns alone say how long it is.
        largest = max(len(each.codes) for each in mazes)
        geometry = max(room_for(len(each.codes), each.rows, each.cols) for each in mazes)
        rim = max(each.rows + each.cols for each in mazes)
        self._shapes = numbers(shapes)
        self._arrays = (
            octets(b"".join([each.codes for each in mazes])),
            numbers(clues),
            numbers(totals),
            numbers(groups),
            octets(b"".join(excluded)),
            numbers(range(largest)),
            octets(bytes(largest)),
            zeros(geometry),
            zeros(_HEADER + 9 * largest + 3 * rim + 1),
            values_of(most * largest),
        )
        super().__init__([len(each.codes) for each in mazes], most)

    def _decide(self, steps: int, nodes: int) -> int:
        return int(
            called(
                decide,
                self._shapes,
                *self._arrays,
                self._answers,
                self._found,
                self.done,
                self._fresh,
                self._most,
                steps,
                nodes,
            )
        )
