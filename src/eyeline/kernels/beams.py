r"""Rooms of beams of any size: an answer, and whether it is the only one, in linear time and in slices.

The method is that of ``docs/models.md``: at most two literals light a cell, hence 2-SAT (Aspvall, Plass and Tarjan,
1979), and a second answer is a sink component among the false literals that can be turned.

No line is ever walked. A sweep over the room, row by row, carries a *label* for what comes in from the left and one for
what comes in from above in each column: cells pass both on, ``\`` swaps them, a wall ends both and starts two, and
``/`` joins both, as in a union-find (Hoshen and Kopelman, 1976, label clusters so), and starts one that leaves to the
right and down. Labels joined twice are a loop. Sweeps repeat, so that nothing need be kept for a cell: the next ones
carry literals in the place of labels. Components are found by Pearce's form of Tarjan's algorithm (2016), which takes
three words a node.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from eyeline.arrays import BACKSLASH, EMPTY, HORIZONTAL, SHOOTER, SLASH, VERTICAL, WALL, RoomArrays
from eyeline.kernels.compiled import called, compiled, numbers, octets, short_numbers, short_zeros, values_of, zeros
from eyeline.kernels.pack import Pack

#: Cells of a room, at most: a literal and a place among the implications are words of 32 bits.
MOST_CELLS = 1 << 29

# Places in the cursor of a sweep: the next cell, what comes in from the left, the next label, the next shooter, and for
# a sweep that finds them, the cells that nobody can light or the places of literals in clauses.
_CELL, _LEFT, _FRESH, _SHOOTER, _DARK = range(5)
_CLAUSES = _DARK

# Places in the cursor of a search for components: the next root, the lengths of both stacks, the next index, the next
# number of a component.
_ROOT, _PATH, _HELD, _INDEX, _COMPONENT = range(5)


@compiled
def _root(parent: Any, label: int) -> int:
    """Return the smallest label that a label has been joined with; 0 is the parent of these."""
    while parent[label] != 0:
        above: int = parent[label]
        further = parent[above]
        if further == 0:
            return above
        parent[label] = further
        label = further
    return label


@compiled
def _join(parent: Any, sole: Any, one: int, other: int) -> None:
    """Join two labels into one line, which is a loop when they are one line already."""
    one = _root(parent, one)
    other = _root(parent, other)
    if one == other:
        sole[one] = -1
        return
    if other < one:
        one, other = other, one
    parent[other] = one
    if sole[one] == 0:
        sole[one] = sole[other]
    elif sole[other] != 0:
        sole[one] = -1


@compiled
def label(codes: Any, cols: int, cursor: Any, above: Any, parent: Any, sole: Any, steps: int) -> bool:
    """Give labels to what comes in at each cell, and to each line its one shooter; return whether the sweep is done.

    ``sole`` gets for a label that was joined with no smaller one the literal of the only shooter on the line and 1, or
    -1 for several and for a loop.
    """
    cell = cursor[_CELL]
    left = cursor[_LEFT]
    fresh = cursor[_FRESH]
    shooter = cursor[_SHOOTER]
    stop = min(len(codes), cell + steps)
    while cell < stop:
        col = cell % cols
        if col == 0:
            left = fresh
            fresh += 1
        end = min(stop, cell + cols - col)
        for place in range(cell, end):
            code = codes[place]
            if code != EMPTY:
                if code == BACKSLASH:
                    left, above[col] = above[col], left
                elif code == SLASH:
                    _join(parent, sole, left, above[col])
                    left = fresh
                    above[col] = fresh
                    fresh += 1
                elif code == WALL:
                    left = fresh
                    above[col] = fresh + 1
                    fresh += 2
                else:
                    line = _root(parent, left)
                    sole[line] = 2 * shooter + 1 if sole[line] == 0 else -1
                    line = _root(parent, above[col])
                    sole[line] = 2 * shooter + 2 if sole[line] == 0 else -1
                    shooter += 1
            col += 1
        cell = end
    cursor[_CELL] = cell
    cursor[_LEFT] = left
    cursor[_FRESH] = fresh
    cursor[_SHOOTER] = shooter
    return bool(cell == len(codes))


@compiled
def settle(cursor: Any, parent: Any, sole: Any, steps: int) -> bool:
    """Give every label what its line has: a literal and 1, or 0 where no shooter can light the line safely."""
    first = cursor[_CELL]
    stop = min(len(sole), first + steps)
    for at in range(first, stop):
        if parent[at] != 0:
            sole[at] = sole[parent[at]]
        elif sole[at] < 0:
            sole[at] = 0
    cursor[_CELL] = stop
    return bool(stop == len(sole))


@compiled
def force(codes: Any, cols: int, cursor: Any, above: Any, sole: Any, forced: Any, steps: int) -> bool:
    """Mark the literals that stand alone in a clause, and count the cells that nobody can light."""
    cell = cursor[_CELL]
    left = cursor[_LEFT]
    fresh = cursor[_FRESH]
    shooter = cursor[_SHOOTER]
    dark = 0
    stop = min(len(codes), cell + steps)
    while cell < stop:
        col = cell % cols
        if col == 0:
            left = sole[fresh]
            fresh += 1
        end = min(stop, cell + cols - col)
        for place in range(cell, end):
            code = codes[place]
            top = above[col]
            if code == EMPTY:
                if left == 0:
                    if top == 0:
                        dark += 1
                    else:
                        forced[top - 1] = 1
                elif top == 0 or top == left:
                    forced[left - 1] = 1
            elif code == BACKSLASH:
                above[col] = left
                left = top
            elif code == SLASH:
                left = sole[fresh]
                above[col] = left
                fresh += 1
            elif code == WALL:
                left = sole[fresh]
                above[col] = sole[fresh + 1]
                fresh += 2
            else:
                if code == VERTICAL or left != 2 * shooter + 1:
                    forced[2 * shooter + 1] = 1
                if code == HORIZONTAL or top != 2 * shooter + 2:
                    forced[2 * shooter] = 1
                shooter += 1
            col += 1
        cell = end
    cursor[_CELL] = cell
    cursor[_LEFT] = left
    cursor[_FRESH] = fresh
    cursor[_SHOOTER] = shooter
    cursor[_DARK] += dark
    return bool(cell == len(codes) or cursor[_DARK] > 0)


@compiled
def gather(codes: Any, cols: int, cursor: Any, above: Any, sole: Any, clauses: Any, steps: int) -> bool:
    """Sweep over the cells with a clause of two literals of which none is forced, and write these down."""
    cell = cursor[_CELL]
    left = cursor[_LEFT]
    fresh = cursor[_FRESH]
    found = cursor[_CLAUSES]
    stop = min(len(codes), cell + steps)
    while cell < stop:
        col = cell % cols
        if col == 0:
            left = sole[fresh]
            fresh += 1
        end = min(stop, cell + cols - col)
        for place in range(cell, end):
            code = codes[place]
            top = above[col]
            if code == EMPTY:
                # A literal that is forced makes its clause true; of the two ways of one shooter one is true anyway.
                if left > 0 and top > 0 and left != top and (left - 1) ^ 1 != top - 1:
                    clauses[found] = left - 1
                    clauses[found + 1] = top - 1
                    found += 2
            elif code == BACKSLASH:
                above[col] = left
                left = top
            elif code == SLASH:
                left = sole[fresh]
                above[col] = left
                fresh += 1
            elif code == WALL:
                left = sole[fresh]
                above[col] = sole[fresh + 1]
                fresh += 2
            col += 1
        cell = end
    cursor[_CELL] = cell
    cursor[_LEFT] = left
    cursor[_FRESH] = fresh
    cursor[_CLAUSES] = found
    return bool(cell == len(codes))


@compiled
def tally(cursor: Any, clauses: Any, stop: int, start: Any, steps: int) -> bool:
    """Count in ``start`` what each literal implies: the opposite of one literal of a clause, the other."""
    first = cursor[_CELL]
    end = min(stop, first + steps)
    for at in range(first, end):
        start[clauses[at] ^ 1] += 1
    cursor[_CELL] = end
    return bool(end == stop)


@compiled
def imply(cursor: Any, clauses: Any, stop: int, start: Any, onward: Any, steps: int) -> bool:
    """Write to ``onward`` what each literal implies; ``start`` moves from where that ends to where it begins."""
    first = cursor[_CELL]
    end = min(stop, first + steps)
    for at in range(first, end):
        literal = clauses[at] ^ 1
        start[literal] -= 1
        onward[start[literal]] = clauses[at ^ 1]
    cursor[_CELL] = end
    return bool(end == stop)


@compiled
def count(codes: Any, cursor: Any, counts: Any, steps: int) -> bool:
    """Count the codes of each sort."""
    first = cursor[_CELL]
    stop = min(len(codes), first + steps)
    for cell in range(first, stop):
        counts[codes[cell]] += 1
    cursor[_CELL] = stop
    return bool(stop == len(codes))


@compiled
def hide(cursor: Any, sole: Any, forced: Any, steps: int) -> bool:
    """Make lines whose literal is forced say so, as -1: their cells are lit and give no clause that matters."""
    first = cursor[_CELL]
    stop = min(len(sole), first + steps)
    for at in range(first, stop):
        if sole[at] > 0 and forced[sole[at] - 1] != 0:
            sole[at] = -1
    cursor[_CELL] = stop
    return bool(stop == len(sole))


@compiled
def lay_out(cursor: Any, forced: Any, start: Any, steps: int) -> bool:
    """Turn numbers of implications into where those of each literal end; its opposite, if forced, is one of them."""
    first = cursor[_CELL]
    stop = min(len(start), first + steps)
    total = cursor[_LEFT]
    for literal in range(first, stop):
        total += start[literal]
        if literal < len(forced):
            total += forced[literal ^ 1]
        start[literal] = total
    cursor[_LEFT] = total
    cursor[_CELL] = stop
    return bool(stop == len(start))


@compiled
def insist(cursor: Any, forced: Any, start: Any, onward: Any, steps: int) -> bool:
    """Let the opposite of each forced literal imply it."""
    first = cursor[_CELL]
    stop = min(len(forced), first + steps)
    for literal in range(first, stop):
        if forced[literal] != 0:
            start[literal ^ 1] -= 1
            onward[start[literal ^ 1]] = literal
    cursor[_CELL] = stop
    return bool(stop == len(forced))


@compiled
def components(
    cursor: Any, first: Any, last: Any, onward: Any, number: Any, edge: Any, stack: Any, is_root: Any, steps: int
) -> bool:
    """Find strongly connected components: ``number`` gets for each node that of its component, from the nodes' down.

    The implications of a node stand in ``onward`` from ``first`` to ``last``. Components get smaller numbers than those
    that they lead to. While a node is under way ``number`` has an index, below all numbers of components. The path
    grows from the one end of ``stack``, nodes whose component is not closed from the other.
    """
    size = len(number)
    root = cursor[_ROOT]
    path = cursor[_PATH]
    held = cursor[_HELD]
    index = cursor[_INDEX]
    component = cursor[_COMPONENT]
    while steps > 0:
        if path == 0:
            while root < size and number[root] != 0:
                root += 1
                steps -= 1
            if root == size:
                break
            stack[0] = root
            path = 1
            number[root] = index
            index += 1
            is_root[root] = 1
            edge[root] = first[root]
        node = stack[path - 1]
        at = edge[node]
        stop = last[node]
        begun = at
        low = number[node]
        new = -1
        while at < stop:
            target = onward[at]
            if number[target] == 0:
                new = target
                break
            if number[target] < low:
                low = number[target]
                is_root[node] = 0
            at += 1
        steps -= at - begun + 1
        number[node] = low
        edge[node] = at
        if new >= 0:
            stack[path] = new
            path += 1
            number[new] = index
            index += 1
            is_root[new] = 1
            edge[new] = first[new]
            continue
        path -= 1
        if is_root[node] != 0:
            index -= 1
            while held > 0 and low <= number[stack[size - held]]:
                number[stack[size - held]] = component
                held -= 1
                index -= 1
                steps -= 1
            number[node] = component
            component -= 1
        else:
            held += 1
            stack[size - held] = node
    cursor[_ROOT] = root
    cursor[_PATH] = path
    cursor[_HELD] = held
    cursor[_INDEX] = index
    cursor[_COMPONENT] = component
    return bool(root == size and path == 0)


@compiled
def decide(cursor: Any, component: Any, truth: Any, steps: int) -> bool:
    """Choose of each shooter the literal whose component comes later; count the shooters that contradict themselves.

    ``truth`` gets 0 for a shooter turned horizontally and 1 for one turned vertically.
    """
    first = cursor[_CELL]
    stop = min(len(truth), first + steps)
    torn = 0
    for shooter in range(first, stop):
        across = component[2 * shooter]
        down = component[2 * shooter + 1]
        truth[shooter] = 1 if across < down else 0
        torn += across == down
    cursor[_CELL] = stop
    cursor[_DARK] += torn
    return bool(stop == len(truth))


@compiled
def turn_over(cursor: Any, start: Any, onward: Any, truth: Any, first: Any, last: Any, steps: int) -> bool:
    """Leave for each shooter what its false literal implies, the false literals before the true ones, as shooters.

    They stand in ``onward`` from ``first`` on, the false up to ``last``.
    """
    shooter = cursor[_CELL]
    while shooter < len(truth) and steps > 0:
        false = 2 * shooter + 1 - truth[shooter]
        front = start[false]
        back = start[false + 1]
        steps -= back - front + 1
        first[shooter] = front
        while front < back:
            target = onward[front]
            if target & 1 != truth[target >> 1]:
                onward[front] = target >> 1
                front += 1
            else:
                back -= 1
                onward[front] = onward[back]
                onward[back] = target >> 1
        last[shooter] = front
        shooter += 1
    cursor[_CELL] = shooter
    return bool(shooter == len(truth))


@compiled
def weigh(
    cursor: Any, start: Any, onward: Any, truth: Any, first: Any, last: Any, component: Any, sizes: Any, steps: int
) -> bool:
    """Give each component its size, or -1 when it leads to another or cannot be turned without breaking a clause."""
    shooter = cursor[_CELL]
    while shooter < len(truth) and steps > 0:
        own = component[shooter]
        stop = start[2 * shooter + 2 - truth[shooter]]
        middle = last[shooter]
        at = first[shooter]
        free = sizes[own - 1] >= 0
        steps -= 1
        while free and at < stop:
            free = (component[onward[at]] == own) == (at < middle)
            at += 1
            steps -= 1
        if free:
            sizes[own - 1] += 1
        else:
            sizes[own - 1] = -1
        shooter += 1
    cursor[_CELL] = shooter
    return bool(shooter == len(truth))


@compiled
def smallest(cursor: Any, sizes: Any, steps: int) -> bool:
    """Find the number of the smallest component that can be turned, 0 where there is none; it is left in the cursor."""
    first = cursor[_CELL]
    stop = min(len(sizes), first + steps)
    best = cursor[_LEFT]
    for at in range(first, stop):
        if sizes[at] > 0 and (best == 0 or sizes[at] < sizes[best - 1]):
            best = at + 1
    cursor[_LEFT] = best
    cursor[_CELL] = stop
    return bool(stop == len(sizes))


@compiled
def flip(cursor: Any, truth: Any, component: Any, chosen: int, steps: int) -> bool:
    """Turn the shooters of one component."""
    first = cursor[_CELL]
    stop = min(len(truth), first + steps)
    for shooter in range(first, stop):
        if component[shooter] == chosen:
            truth[shooter] = 1 - truth[shooter]
    cursor[_CELL] = stop
    return bool(stop == len(truth))


@compiled
def turned(codes: Any, cursor: Any, truth: Any, answer: Any, steps: int) -> bool:
    """Write the codes of the room with its shooters turned."""
    first = cursor[_CELL]
    shooter = cursor[_SHOOTER]
    stop = min(len(codes), first + steps)
    for cell in range(first, stop):
        code = codes[cell]
        if code >= SHOOTER:
            code = HORIZONTAL + truth[shooter]
            shooter += 1
        answer[cell] = code
    cursor[_CELL] = stop
    cursor[_SHOOTER] = shooter
    return bool(stop == len(codes))


def _stage(steps: int, work: Callable[..., bool], *arrays: Any) -> Generator[None, int, int]:
    """Do a piece of work, with a pause whenever steps are spent; return the steps that were granted last."""
    while not called(work, *arrays, steps):
        steps = yield None
    return steps


def decided(room: RoomArrays, most: int = 2) -> Generator[bytes | None, int, bool]:
    """Yield the answers of a room, at most two, as its codes with the shooters turned; return whether these are all.

    No answer differs from the first in fewer shooters than the second. With ``most`` = 1 no second is looked for, and
    what is returned is false. In between, the first time before any work, yields ``None`` and goes on for as many steps
    as are sent then, at least one; a step takes some nanoseconds.
    """
    cols = room.cols
    codes = octets(room.codes)
    steps = yield None
    counts = numbers([0] * (VERTICAL + 1))
    steps = yield from _stage(steps, count, codes, numbers([0]), counts)
    shooters = int(sum(counts[SHOOTER:]))
    # Label 0 is nobody's; the first ones come in from above, then one begins at each row, two at a wall, one at a
    # slash.
    labels = int(1 + cols + room.rows + 2 * counts[WALL] + counts[SLASH])

    def sweep() -> Any:
        return numbers([0, 0, cols + 1, 0, 0])

    parent, sole = short_zeros(labels), short_zeros(labels)
    above = short_numbers(range(1, cols + 1))
    steps = yield from _stage(steps, label, codes, cols, sweep(), above, parent, sole)
    steps = yield from _stage(steps, settle, sweep(), parent, sole)
    del parent
    forced = values_of(2 * shooters)
    cursor = sweep()
    steps = yield from _stage(steps, force, codes, cols, cursor, short_numbers(sole[1 : cols + 1]), sole, forced)
    if cursor[_DARK] > 0:
        return True
    steps = yield from _stage(steps, hide, sweep(), sole, forced)
    # Memory that is never written to costs nothing: most rooms have few such clauses.
    clauses = short_zeros(2 * int(counts[EMPTY]))
    cursor = sweep()
    steps = yield from _stage(steps, gather, codes, cols, cursor, short_numbers(sole[1 : cols + 1]), sole, clauses)
    del sole
    stop = int(cursor[_CLAUSES])
    start = short_zeros(2 * shooters + 1)
    steps = yield from _stage(steps, tally, sweep(), clauses, stop, start)
    cursor = numbers([0, 0])
    steps = yield from _stage(steps, lay_out, cursor, forced, start)
    onward = short_zeros(int(cursor[_LEFT]))
    steps = yield from _stage(steps, imply, sweep(), clauses, stop, start, onward)
    del clauses
    steps = yield from _stage(steps, insist, sweep(), forced, start, onward)
    component = short_zeros(2 * shooters)
    edge, stack, is_root = short_zeros(2 * shooters), short_zeros(2 * shooters), values_of(2 * shooters)
    cursor = numbers([0, 0, 0, 1, 2 * shooters])
    steps = yield from _stage(steps, components, cursor, start[:-1], start[1:], onward, component, edge, stack, is_root)
    truth = values_of(shooters)
    cursor = sweep()
    steps = yield from _stage(steps, decide, cursor, component, truth)
    if cursor[_DARK] > 0:
        return True
    answer = values_of(len(codes))
    steps = yield from _stage(steps, turned, codes, sweep(), truth, answer)
    steps = (yield bytes(answer)) or steps
    if most < 2:
        return False
    first, last = short_zeros(shooters), short_zeros(shooters)
    steps = yield from _stage(steps, turn_over, sweep(), start, onward, truth, first, last)
    component = short_zeros(shooters)
    cursor = numbers([0, 0, 0, 1, shooters])
    steps = yield from _stage(
        steps, components, cursor, first, last, onward, component, edge[:shooters], stack[:shooters], is_root
    )
    sizes = short_zeros(shooters)
    steps = yield from _stage(steps, weigh, sweep(), start, onward, truth, first, last, component, sizes)
    cursor = numbers([0, 0])
    steps = yield from _stage(steps, smallest, cursor, sizes)
    if cursor[_LEFT] == 0:
        return True
    steps = yield from _stage(steps, flip, sweep(), truth, component, int(cursor[_LEFT]))
    steps = yield from _stage(steps, turned, codes, sweep(), truth, answer)
    yield bytes(answer)
    return False


@compiled
def _first_labels(cols: int) -> Any:
    """Return the labels of what comes in from above: 1 for the first column, and so on."""
    above = short_zeros(cols)
    for col in range(cols):
        above[col] = col + 1
    return above


@compiled
def _coming_in(cols: int, sole: Any) -> Any:
    """Return what comes in from above for a sweep that carries literals."""
    above = short_zeros(cols)
    for col in range(cols):
        above[col] = sole[col + 1]
    return above


@compiled
def _sweep(cols: int) -> Any:
    """Return the cursor of a sweep at its start."""
    cursor = zeros(5)
    cursor[_FRESH] = cols + 1
    return cursor


@compiled
def _put(codes: Any, truth: Any, answers: Any, at: int) -> None:
    """Write the codes of a room with its shooters turned to ``answers``, from ``at`` on."""
    answer = values_of(len(codes))
    turned(codes, zeros(5), truth, answer, len(codes))
    for cell in range(len(codes)):
        answers[at + cell] = answer[cell]


@compiled
def decide_room(codes: Any, rows: int, cols: int, most: int, answers: Any, at: int) -> int:
    """Decide one room without a pause, as `decided` does with many; return 16 times the answers, and 2 if not complete.

    The answers, at most ``most`` and two, are written to ``answers`` from ``at`` on, as codes, a byte a cell.
    """
    every = 1 << 60
    counts = zeros(VERTICAL + 1)
    count(codes, zeros(5), counts, every)
    shooters = 0
    for code in range(SHOOTER, VERTICAL + 1):
        shooters += counts[code]
    labels = 1 + cols + rows + 2 * counts[WALL] + counts[SLASH]
    parent, sole = short_zeros(labels), short_zeros(labels)
    label(codes, cols, _sweep(cols), _first_labels(cols), parent, sole, every)
    settle(_sweep(cols), parent, sole, every)
    forced = values_of(2 * shooters)
    cursor = _sweep(cols)
    force(codes, cols, cursor, _coming_in(cols, sole), sole, forced, every)
    if cursor[_DARK] > 0:
        return 0
    hide(_sweep(cols), sole, forced, every)
    clauses = short_zeros(2 * counts[EMPTY])
    cursor = _sweep(cols)
    gather(codes, cols, cursor, _coming_in(cols, sole), sole, clauses, every)
    stop = cursor[_CLAUSES]
    start = short_zeros(2 * shooters + 1)
    tally(_sweep(cols), clauses, stop, start, every)
    cursor = zeros(5)
    lay_out(cursor, forced, start, every)
    onward = short_zeros(cursor[_LEFT])
    imply(_sweep(cols), clauses, stop, start, onward, every)
    insist(_sweep(cols), forced, start, onward, every)
    component = short_zeros(2 * shooters)
    edge, stack, is_root = short_zeros(2 * shooters), short_zeros(2 * shooters), values_of(2 * shooters)
    cursor = zeros(5)
    cursor[_INDEX] = 1
    cursor[_COMPONENT] = 2 * shooters
    components(cursor, start[:-1], start[1:], onward, component, edge, stack, is_root, every)
    truth = values_of(shooters)
    cursor = _sweep(cols)
    decide(cursor, component, truth, every)
    if cursor[_DARK] > 0:
        return 0
    _put(codes, truth, answers, at)
    if most < 2:
        return 16 + 2
    first, last = short_zeros(shooters), short_zeros(shooters)
    turn_over(_sweep(cols), start, onward, truth, first, last, every)
    component = short_zeros(shooters)
    cursor = zeros(5)
    cursor[_INDEX] = 1
    cursor[_COMPONENT] = shooters
    components(cursor, first, last, onward, component, edge[:shooters], stack[:shooters], is_root, every)
    sizes = short_zeros(shooters)
    weigh(_sweep(cols), start, onward, truth, first, last, component, sizes, every)
    cursor = zeros(5)
    smallest(cursor, sizes, every)
    if cursor[_LEFT] == 0:
        return 16
    flip(_sweep(cols), truth, component, cursor[_LEFT], every)
    _put(codes, truth, answers, at + len(codes))
    return 32 + 2


@compiled
def decide_rooms(codes: Any, shapes: Any, answers: Any, found: Any, first: int, most: int, steps: int) -> int:
    """Decide one room after the other from ``first`` on, until ``steps`` are spent; return the first that is not done.

    ``shapes`` has for each room its rows, its columns and its first place in ``codes``; ``found`` gets for each what
    `decide_room` returns. ``answers`` has ``most`` times as many places as ``codes``.
    """
    for k in range(first, len(found)):
        if steps <= 0:
            return k
        rows = shapes[3 * k]
        cols = shapes[3 * k + 1]
        start = shapes[3 * k + 2]
        size = rows * cols
        found[k] = decide_room(codes[start : start + size], rows, cols, most, answers, most * start)
        # About as many as the sweeps take together; those over shooters are much shorter.
        steps -= 8 * size
    return len(found)


class Rooms(Pack):
    """Many rooms, with one or two answers each; their answers are their codes, shooters turned.

    Pauses are between rooms alone.
    """

    def __init__(self, rooms: Sequence[RoomArrays], most: int = 2) -> None:
        """Take some rooms."""
        shapes = []
        start = 0
        for each in rooms:
            shapes += [each.rows, each.cols, start]
            start += len(each.codes)
        self._codes = octets(b"".join([each.codes for each in rooms]))
        self._shapes = numbers(shapes)
        super().__init__([len(each.codes) for each in rooms], most)

    def _decide(self, steps: int, nodes: int) -> int:
        return int(
            called(
                decide_rooms,
                self._codes,
                self._shapes,
                self._answers,
                self._found,
                self.done,
                self._most,
                max(steps, 1),
            )
        )
