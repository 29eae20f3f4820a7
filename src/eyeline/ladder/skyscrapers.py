"""Techniques for skyscrapers.

A board is a tuple of arrays:

* ``HEAD``: number of cells to fill, heights, parks in a line, 1 if clues are sums, number of units, number of lines,
  side of the grid;
* ``UNIT_START``, ``UNIT_CELLS``, ``UNIT_FULL``: the units (cells that hold no height twice), rows and columns first,
  and whether each holds every height and all parks;
* ``LINE_START``, ``LINE_CELLS``, ``LINE_CLUE``: the lines of sight that have a clue, cells in the order they are met;
* ``LINE_UNIT``: the full unit that a straight line runs along, -1 for one that mirrors bend;
* ``LINE_FACING``: the line that looks along the same cells from the other end, -1 where that end has no clue;
* ``CELL_START``, ``CELL_UNITS``: the units of each cell, in ascending order.

Reasons are numbered: first the units, then the clues of the lines. Value ``v`` is height ``v + 1``; the last value is a
park, where there are parks. Positions on a line count from 0. A straight line with a full unit holds ``heights``
buildings, all different, and its parks anywhere; that is what all techniques on lines rest on but ``line of sight``.
"""

from __future__ import annotations

from eyeline.ladder.source import (
    WAYS,
    Board,
    Numbers,
    because,
    begin,
    close,
    halted,
    highest_bit,
    lowest,
    ones,
    single,
    strike,
)

(
    HEAD,
    UNIT_START,
    UNIT_CELLS,
    UNIT_FULL,
    LINE_START,
    LINE_CELLS,
    LINE_CLUE,
    LINE_UNIT,
    LINE_FACING,
    CELL_START,
    CELL_UNITS,
) = range(11)
PLACES, HEIGHTS, PARKS, SUMMED, UNITS, LINES, SIDE = range(7)

(
    NAKED_SINGLE,
    HIDDEN_SINGLE,
    PARKS_PLACED,
    CLUE_ONE,
    CLUE_ALL,
    FACING,
    WITHIN_REACH,
    CLUE_TWO,
    SURE_TO_BE_SEEN,
    LINE_OF_SIGHT,
    NAKED_SET,
    HIDDEN_SET,
    FEW,
    ARRANGEMENTS,
    X_WING,
    FORCING_CHAIN,
    BOTH_ENDS,
) = range(17)

#: Lines with so many arrangements or fewer are listed one by one.
MOST_LISTED = 12
#: Arrangements that fit one clue are compared with the clue at the other end when there are at most so many.
MOST_COMPARED = 40
#: Sets of at most so many cells, or heights, are looked for.
LARGEST_SET = 4
#: Lines of more heights than this, or of larger sums than 62 bits hold, are not arranged.
MOST_ARRANGED = 12
MOST_SUMMED = 10
#: The largest clue that has a bit of its own in 64.
LARGEST_CLUE = 60


def naked_singles(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Keep a height that a cell holds for certain from the other cells of its units."""
    head, start, cells = board[HEAD], board[UNIT_START], board[UNIT_CELLS]
    building = (1 << head[HEIGHTS]) - 1
    for unit in range(head[UNITS]):
        if halted(trace):
            return
        for at in range(start[unit], start[unit + 1]):
            domain = domains[cells[at]]
            if single(domain) and domain & building:
                begin(trace, NAKED_SINGLE, cells[at])
                because(trace, unit)
                for other in range(start[unit], start[unit + 1]):
                    if other != at:
                        strike(trace, domains, removed, cells[other], domain)
                close(trace)


def hidden_singles(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Place a height that has one place left in a unit; parks likewise, where just enough places are left."""
    head, start, cells, full = board[HEAD], board[UNIT_START], board[UNIT_CELLS], board[UNIT_FULL]
    heights, parks = head[HEIGHTS], head[PARKS]
    for unit in range(head[UNITS]):
        if halted(trace):
            return
        if not full[unit]:
            continue
        for value in range(heights + (1 if parks else 0)):
            asked = 1 if value < heights else parks
            found = 0
            for at in range(start[unit], start[unit + 1]):
                found += domains[cells[at]] >> value & 1
            if found > asked:
                continue
            for at in range(start[unit], start[unit + 1]):
                # Where there are too few places, nothing can stand anywhere.
                if found < asked or domains[cells[at]] >> value & 1:
                    begin(trace, HIDDEN_SINGLE, value)
                    because(trace, unit)
                    strike(trace, domains, removed, cells[at], ~(1 << value) if found == asked else -1)
                    close(trace)


def parks_placed(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Keep parks from the other cells of a unit that has all its parks."""
    head, start, cells = board[HEAD], board[UNIT_START], board[UNIT_CELLS]
    park = 1 << head[HEIGHTS]
    if not head[PARKS]:
        return
    for unit in range(head[UNITS]):
        found = 0
        for at in range(start[unit], start[unit + 1]):
            found += domains[cells[at]] == park
        if found >= head[PARKS]:
            begin(trace, PARKS_PLACED, unit)
            because(trace, unit)
            for at in range(start[unit], start[unit + 1]):
                if domains[cells[at]] != park or found > head[PARKS]:
                    strike(trace, domains, removed, cells[at], park)
            close(trace)


def clue_one(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Who sees one building sees the tallest, and nothing stands before it."""
    head, start, cells, clues, units = (
        board[HEAD],
        board[LINE_START],
        board[LINE_CELLS],
        board[LINE_CLUE],
        board[LINE_UNIT],
    )
    heights, parks = head[HEIGHTS], head[PARKS]
    tallest = 1 << (heights - 1)
    for line in range(head[LINES]):
        if units[line] < 0 or clues[line] != (heights if head[SUMMED] else 1):
            continue
        begin(trace, CLUE_ONE, line)
        because(trace, head[UNITS] + line)
        because(trace, units[line])
        first = start[line]
        if parks == 0:
            strike(trace, domains, removed, cells[first], ~tallest)
        for at in range(first + parks + 1, start[line + 1]):
            strike(trace, domains, removed, cells[at], tallest)
        close(trace)


def clue_all(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Who sees every building sees them rise one by one."""
    head, start, cells, clues, units = (
        board[HEAD],
        board[LINE_START],
        board[LINE_CELLS],
        board[LINE_CLUE],
        board[LINE_UNIT],
    )
    heights, parks = head[HEIGHTS], head[PARKS]
    for line in range(head[LINES]):
        if halted(trace):
            return
        if units[line] < 0 or clues[line] != (heights * (heights + 1) // 2 if head[SUMMED] else heights):
            continue
        begin(trace, CLUE_ALL, line)
        because(trace, head[UNITS] + line)
        because(trace, units[line])
        for p in range(start[line + 1] - start[line]):
            for value in range(heights):
                if not value <= p <= value + parks:
                    strike(trace, domains, removed, cells[start[line] + p], 1 << value)
        close(trace)


def facing(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Place the tallest where two facing clues that add up to one more than the number of buildings meet."""
    head, start, cells, clues = board[HEAD], board[LINE_START], board[LINE_CELLS], board[LINE_CLUE]
    heights, parks = head[HEIGHTS], head[PARKS]
    tallest = 1 << (heights - 1)
    if head[SUMMED]:
        return
    for line in range(head[LINES]):
        other = board[LINE_FACING][line]
        # Of the two lines the lower one speaks; a finding is counted once.
        if board[LINE_UNIT][line] < 0 or other < line or clues[line] + clues[other] != heights + 1:
            continue
        begin(trace, FACING, line)
        because(trace, head[UNITS] + line)
        because(trace, head[UNITS] + other)
        because(trace, board[LINE_UNIT][line])
        for p in range(start[line + 1] - start[line]):
            at = cells[start[line] + p]
            if not clues[line] - 1 <= p <= clues[line] - 1 + parks:
                strike(trace, domains, removed, at, tallest)
            elif parks == 0:
                strike(trace, domains, removed, at, ~tallest)
        close(trace)


def within_reach(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Rule out tall buildings near the viewer: too little room before them, too few taller ones behind.

    Working down from the tallest, as far as their places are known: those that stand before all taller ones are seen.
    Before the nearest of them, ``near`` cells away, ``left`` buildings are still to be seen. A building at position p
    there is followed by at most as many as are taller; where the clue asks for more, it cannot stand there.
    """
    head, start, cells, clues, units = (
        board[HEAD],
        board[LINE_START],
        board[LINE_CELLS],
        board[LINE_CLUE],
        board[LINE_UNIT],
    )
    heights, parks = head[HEIGHTS], head[PARKS]
    if head[SUMMED]:
        return
    for line in range(head[LINES]):
        if units[line] < 0:
            continue
        first = start[line]
        length = start[line + 1] - first
        near, left, top = length, clues[line], heights
        while True:
            if halted(trace):
                return
            begin(trace, WITHIN_REACH, line)
            because(trace, head[UNITS] + line)
            because(trace, units[line])
            for p in range(near):
                for value in range(top):
                    if (
                        # Too near: not enough in sight up to here and above.
                        p + top - value < left
                        # Nobody is left to be seen, or just one: it stands first.
                        or (left <= 0)
                        or (left == 1 and value == top - 1 and p > parks)
                        # All are seen, one by one.
                        or (left == near and not p <= value <= p + top - near)
                    ):
                        strike(trace, domains, removed, cells[first + p], 1 << value)
            if left == 1 and parks == 0 and near > 1:
                # The first hides all others before the nearest.
                strike(trace, domains, removed, cells[first], (1 << (near - 1)) - 1)
            close(trace)
            # Look for the next tallest.
            top -= 1
            if top <= 0:
                break
            places, where = 0, 0
            for p in range(length):
                if domains[cells[first + p]] >> top & 1:
                    places += 1
                    where = p
            if places != 1:
                break
            if where < near:
                near = where
                left -= 1
            if near == 0:
                break


def clue_two(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Who sees two buildings sees the first and the tallest: the first is taller than all between them."""
    head, start, cells, clues, units = (
        board[HEAD],
        board[LINE_START],
        board[LINE_CELLS],
        board[LINE_CLUE],
        board[LINE_UNIT],
    )
    heights = head[HEIGHTS]
    if head[SUMMED] or head[PARKS] or heights < 3:
        return
    tallest = heights - 1
    for line in range(head[LINES]):
        if halted(trace):
            return
        if units[line] < 0 or clues[line] != 2:
            continue
        first, last = start[line], start[line + 1]
        begin(trace, CLUE_TWO, line)
        because(trace, head[UNITS] + line)
        because(trace, units[line])
        strike(trace, domains, removed, cells[first], 1 << tallest)
        highest = -1
        for value in range(tallest):
            if domains[cells[first]] >> value & 1:
                highest = value
        nearest = 0
        for p in range(1, last - first):
            if domains[cells[first + p]] >> tallest & 1:
                if nearest == 0:
                    nearest = p
                # Between them stand p - 1 lower ones than the first.
                if highest < p - 1:
                    strike(trace, domains, removed, cells[first + p], 1 << tallest)
        strike(trace, domains, removed, cells[first], (1 << (nearest - 1)) - 1 if nearest else -1)
        for p in range(1, last - first):
            # Before the first place that the tallest can have, nothing is taller than the first building.
            if p >= nearest > 0:
                break
            for value in range(tallest):
                if value >= highest:
                    strike(trace, domains, removed, cells[first + p], 1 << value)
        # The next tallest stands first, or behind the tallest.
        if nearest:
            strike(trace, domains, removed, cells[first + nearest], 1 << (tallest - 1))
        close(trace)


def sure_to_be_seen(board: Board, domains: Numbers, removed: Numbers, trace: Numbers, memo: Numbers) -> None:
    """With a height in a place, more buildings than the clue says are seen for certain.

    A building is seen for certain when it is taller, however low, than all before it, however tall they are.
    """
    head, start, cells, clues, units = (
        board[HEAD],
        board[LINE_START],
        board[LINE_CELLS],
        board[LINE_CLUE],
        board[LINE_UNIT],
    )
    heights = head[HEIGHTS]
    building = (1 << heights) - 1
    for line in range(head[LINES]):
        if units[line] < 0 or head[SUMMED]:
            continue
        first, last = start[line], start[line + 1]
        # A line that has shown nothing, and has not changed since, is passed by.
        length = last - first
        kept = head[LINES] * (2 * length + 1) + line * length
        same = True
        for p in range(length):
            same = same and memo[kept + p] == domains[cells[first + p]]
        if same:
            continue
        before = trace[WAYS]
        for at in range(first, last):
            if single(domains[cells[at]]):
                continue
            if halted(trace):
                return
            begin(trace, SURE_TO_BE_SEEN, line)
            because(trace, head[UNITS] + line)
            because(trace, units[line])
            for value in range(heights):
                if not domains[cells[at]] >> value & 1:
                    continue
                sure, tallest = 0, 0
                for other in range(first, last):
                    domain = 1 << value if other == at else domains[cells[other]] & ~(1 << value)
                    built = domain & building
                    if domain == built and built & -built > tallest:
                        sure += 1
                    tallest = max(tallest, highest_bit(built))
                if sure > clues[line]:
                    strike(trace, domains, removed, cells[at], 1 << value)
            close(trace)
        for p in range(length):
            memo[kept + p] = domains[cells[first + p]] if trace[WAYS] == before else 0


def line_of_sight(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Along a line that mirrors bend, heights can repeat: what is left is to rise as often as the clue says.

    Works with the states (tallest so far, seen so far): sets of what has been seen, as bits, for each tallest.
    """
    head, start, cells, clues = board[HEAD], board[LINE_START], board[LINE_CELLS], board[LINE_CLUE]
    heights, parks = head[HEIGHTS], head[PARKS]
    for line in range(head[LINES]):
        if board[LINE_UNIT][line] >= 0 or clues[line] > LARGEST_CLUE:
            continue
        first = start[line]
        length = start[line + 1] - first
        width = heights + 1
        most = (1 << (clues[line] + 1)) - 1
        ahead = [0] * ((length + 1) * width)
        back = [0] * ((length + 1) * width)
        ahead[0] = 1
        for tallest in range(width):
            back[length * width + tallest] = 1 << clues[line]
        for p in range(length):
            if halted(trace):
                return
            domain = domains[cells[first + p]]
            for tallest in range(width):
                seen = ahead[p * width + tallest]
                if seen == 0:
                    continue
                if domain & ((1 << tallest) - 1) or (parks and domain >> heights & 1):
                    ahead[(p + 1) * width + tallest] |= seen
                for value in range(tallest, heights):
                    if domain >> value & 1:
                        weight = value + 1 if head[SUMMED] else 1
                        if weight <= LARGEST_CLUE:
                            ahead[(p + 1) * width + value + 1] |= seen << weight & most
        begin(trace, LINE_OF_SIGHT, line)
        because(trace, head[UNITS] + line)
        for p in range(length - 1, -1, -1):
            if halted(trace):
                return
            domain = domains[cells[first + p]]
            kept = 0
            for tallest in range(width):
                seen = ahead[p * width + tallest]
                wanted = back[(p + 1) * width + tallest]
                hidden = domain & ((1 << tallest) - 1)
                if parks:
                    hidden |= domain & 1 << heights
                fits = 0
                if hidden:
                    fits = wanted
                    if seen & wanted:
                        kept |= hidden
                for value in range(tallest, heights):
                    if domain >> value & 1:
                        weight = value + 1 if head[SUMMED] else 1
                        if weight <= LARGEST_CLUE:
                            before = back[(p + 1) * width + value + 1] >> weight
                            fits |= before
                            if seen & before:
                                kept |= 1 << value
                back[p * width + tallest] = fits
            strike(trace, domains, removed, cells[first + p], ~kept)
        if length == 0 and clues[line] != 0:
            for place in range(head[PLACES]):
                strike(trace, domains, removed, place, -1)
        close(trace)


def naked_sets(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Two cells of a unit with the same two heights left keep them from the others; three, four alike."""
    head, start, cells = board[HEAD], board[UNIT_START], board[UNIT_CELLS]
    building = (1 << head[HEIGHTS]) - 1
    for unit in range(head[UNITS]):
        if halted(trace):
            return
        length = start[unit + 1] - start[unit]
        masks = [0] * length
        for i in range(length):
            domain = domains[cells[start[unit] + i]]
            # Cells that could be parks, which may repeat, and cells that are done take no part.
            masks[i] = 0 if domain & ~building or single(domain) else domain
        _sets(domains, removed, trace, masks, unit, NAKED_SET, cells, start[unit], length)


def hidden_sets(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Two heights of a unit with the same two cells left keep all others from these; three, four alike."""
    head, start, cells, full = board[HEAD], board[UNIT_START], board[UNIT_CELLS], board[UNIT_FULL]
    heights = head[HEIGHTS]
    for unit in range(head[UNITS]):
        if halted(trace):
            return
        if not full[unit]:
            continue
        length = start[unit + 1] - start[unit]
        masks = [0] * heights
        for value in range(heights):
            found = 0
            for i in range(length):
                found |= (domains[cells[start[unit] + i]] >> value & 1) << i
            masks[value] = 0 if single(found) else found
        _sets(domains, removed, trace, masks, unit, HIDDEN_SET, cells, start[unit], length)


def _sets(
    domains: Numbers,
    removed: Numbers,
    trace: Numbers,
    masks: Numbers,
    unit: int,
    technique: int,
    cells: Numbers,
    start: int,
    length: int,
) -> None:
    """Find 2 to ``LARGEST_SET`` masks whose union has as many bits, and strike what follows."""
    count = len(masks)
    alive = 0
    for mask in masks:
        alive += mask != 0
    chosen = [0] * (LARGEST_SET + 1)
    unions = [0] * (LARGEST_SET + 2)
    depth = 0
    chosen[0] = -1
    while depth >= 0:
        if depth == 0 and halted(trace):
            return
        chosen[depth] += 1
        i = chosen[depth]
        if i >= count:
            depth -= 1
            continue
        if masks[i] == 0:
            continue
        union = unions[depth] | masks[i]
        size = depth + 1
        bits = ones(union)
        if bits > LARGEST_SET:
            continue
        if 2 <= size == bits < alive:
            begin(trace, technique, union)
            because(trace, unit)
            if technique == NAKED_SET:
                for j in range(length):
                    if masks[j] & ~union or masks[j] == 0:
                        strike(trace, domains, removed, cells[start + j], union)
            else:
                values = 0
                for level in range(size):
                    values |= 1 << chosen[level]
                for j in range(length):
                    if union >> j & 1:
                        strike(trace, domains, removed, cells[start + j], ~values)
            close(trace)
        if size < LARGEST_SET:
            unions[depth + 1] = union
            depth += 1
            chosen[depth] = i


def _walked(board: Board, domains: Numbers, line: int, found: Numbers, at: int) -> Numbers:
    """Walk all arrangements of a line at once: gather in ``found``, from ``at`` on, what each cell can have.

    The state of a walk from the viewer on is the set of heights met, with the number of parks; for each, what has been
    seen (counts or sums) is a set of bits, walked forward, then backward from the clue. Returns the latter: from which
    states, with how much seen, the clue can be reached.
    """
    head, start, cells, clues = board[HEAD], board[LINE_START], board[LINE_CELLS], board[LINE_CLUE]
    heights, parks, summed = head[HEIGHTS], head[PARKS], head[SUMMED]
    first = start[line]
    length = start[line + 1] - first
    step = parks + 1
    size = (1 << heights) * step
    ahead = [0] * size
    back = [0] * size
    ahead[0] = 1
    most = (1 << (clues[line] + 1)) - 1
    for state in range(size):
        seen = ahead[state]
        if seen == 0:
            continue
        met, parked = state // step, state % step
        p = ones(met) + parked
        if p >= length:
            continue
        domain = domains[cells[first + p]]
        if parked < parks and domain >> heights & 1:
            ahead[state + 1] |= seen
        free = domain & ~met & ((1 << heights) - 1)
        while free:
            bit = free & -free
            free ^= bit
            weight = 0
            if bit > met:
                weight = lowest(bit) + 1 if summed else 1
            ahead[(met | bit) * step + parked] |= seen << weight & most
    back[size - 1] = 1 << clues[line]
    for state in range(size - 2, -1, -1):
        seen = ahead[state]
        if seen == 0:
            continue
        met, parked = state // step, state % step
        p = ones(met) + parked
        if p >= length:
            continue
        domain = domains[cells[first + p]]
        fits = 0
        if parked < parks and domain >> heights & 1:
            fits = back[state + 1]
            if seen & fits:
                found[at + p] |= 1 << heights
        free = domain & ~met & ((1 << heights) - 1)
        while free:
            bit = free & -free
            free ^= bit
            weight = 0
            if bit > met:
                weight = lowest(bit) + 1 if summed else 1
            before = back[(met | bit) * step + parked] >> weight
            fits |= before
            if seen & before:
                found[at + p] |= bit
        back[state] = fits
    return back


def supports(board: Board, domains: Numbers, memo: Numbers, line: int) -> int:
    """Arrange a straight line: return where in ``memo`` the values stand that each of its cells can have; -1 = unable.

    Before these stands the number of arrangements, ``MOST_LISTED + 1`` for more. A line whose domains are those of the
    last time is not arranged again.
    """
    head, start, cells, clues = board[HEAD], board[LINE_START], board[LINE_CELLS], board[LINE_CLUE]
    if (
        board[LINE_UNIT][line] < 0
        or head[HEIGHTS] > (MOST_SUMMED if head[SUMMED] else MOST_ARRANGED)
        or clues[line] > LARGEST_CLUE
    ):
        return -1
    first = start[line]
    length: int = start[line + 1] - first
    # The memo of a line: the domains of last time, the number of arrangements, the values of each cell.
    kept = line * (2 * length + 1)
    result = kept + length + 1
    same = True
    for p in range(length):
        same = same and memo[kept + p] == domains[cells[first + p]]
    if same:
        return result
    for p in range(length):
        memo[kept + p] = domains[cells[first + p]]
        memo[result + p] = 0
    back = _walked(board, domains, line, memo, result)
    memo[result - 1] = _listed(board, domains, line, back, MOST_LISTED, 0, memo, result)
    return result


def _listed(
    board: Board, domains: Numbers, line: int, back: Numbers, most: int, compared: int, memo: Numbers, result: int
) -> int:
    """Return the number of arrangements that lead to the clue, ``most + 1`` for more.

    With ``compared`` only those count that show the other end its clue, and ``memo`` gathers from ``result`` on the
    values that they give each cell; then the number returned is of those, -1 when there were more than ``most`` in all.
    """
    head, start, cells = board[HEAD], board[LINE_START], board[LINE_CELLS]
    heights, parks, summed = head[HEIGHTS], head[PARKS], head[SUMMED]
    first = start[line]
    length = start[line + 1] - first
    step = parks + 1
    met = [0] * (length + 1)
    parked = [0] * (length + 1)
    seen = [0] * (length + 1)
    left = [0] * (length + 1)
    taken = [0] * (length + 1)
    found, agreed = 0, 0
    p = 0
    left[0] = domains[cells[first]] if length else 0
    while p >= 0:
        if p == length:
            found += 1
            if found > most:
                return -1 if compared else found
            if compared:
                tallest, shown = 0, 0
                for q in range(length - 1, -1, -1):
                    if taken[q] < 1 << heights and taken[q] > tallest:
                        tallest = taken[q]
                        shown += lowest(tallest) + 1 if summed else 1
                if shown == board[LINE_CLUE][board[LINE_FACING][line]]:
                    agreed += 1
                    for q in range(length):
                        memo[result + q] |= taken[q]
            p -= 1
            continue
        if left[p] == 0:
            p -= 1
            continue
        bit = left[p] & -left[p]
        left[p] ^= bit
        if bit >> heights:
            if parked[p] == parks:
                continue
            met[p + 1] = met[p]
            parked[p + 1] = parked[p] + 1
            seen[p + 1] = seen[p]
        else:
            if bit & met[p]:
                continue
            met[p + 1] = met[p] | bit
            parked[p + 1] = parked[p]
            weight = 0
            if bit > met[p]:
                weight = lowest(bit) + 1 if summed else 1
            seen[p + 1] = seen[p] + weight
        if seen[p + 1] > LARGEST_CLUE or back[met[p + 1] * step + parked[p + 1]] >> seen[p + 1] & 1 == 0:
            continue
        taken[p] = bit
        p += 1
        left[p] = domains[cells[first + p]] if p < length else 0
    return agreed if compared else found


def few_arrangements(board: Board, domains: Numbers, removed: Numbers, trace: Numbers, memo: Numbers) -> None:
    """List the arrangements of a line that fit its clue, where they are few: what they share stands."""
    _arranged(board, domains, removed, trace, memo, FEW)


def arrangements(board: Board, domains: Numbers, removed: Numbers, trace: Numbers, memo: Numbers) -> None:
    """Rule out what stands in no arrangement of a line that fits its clue, however many there are."""
    _arranged(board, domains, removed, trace, memo, ARRANGEMENTS)


def _arranged(board: Board, domains: Numbers, removed: Numbers, trace: Numbers, memo: Numbers, technique: int) -> None:
    head, start, cells = board[HEAD], board[LINE_START], board[LINE_CELLS]
    for line in range(head[LINES]):
        if halted(trace):
            return
        result = supports(board, domains, memo, line)
        if result < 0 or (memo[result - 1] > MOST_LISTED) == (technique == FEW):
            continue
        begin(trace, technique, memo[result - 1])
        because(trace, head[UNITS] + line)
        because(trace, board[LINE_UNIT][line])
        for p in range(start[line + 1] - start[line]):
            strike(trace, domains, removed, cells[start[line] + p], ~memo[result + p])
        close(trace)


def both_ends(board: Board, domains: Numbers, removed: Numbers, trace: Numbers, memo: Numbers) -> None:
    """List the arrangements of a line that fit one clue, where they are few, and keep those that fit the other too."""
    head, start, cells = board[HEAD], board[LINE_START], board[LINE_CELLS]
    for line in range(head[LINES]):
        other = board[LINE_FACING][line]
        if other < 0:
            continue
        if halted(trace):
            return
        result = supports(board, domains, memo, line)
        if result < 0:
            continue
        length = start[line + 1] - start[line]
        if memo[result - 1] == 0:
            continue
        met = [0] * length
        fits = [0] * length
        back = _walked(board, domains, line, met, 0)
        agreed = _listed(board, domains, line, back, MOST_COMPARED, 1, fits, 0)
        if agreed < 0:
            continue
        begin(trace, BOTH_ENDS, agreed)
        because(trace, head[UNITS] + line)
        because(trace, head[UNITS] + other)
        because(trace, board[LINE_UNIT][line])
        for p in range(length):
            strike(trace, domains, removed, cells[start[line] + p], ~fits[p])
        close(trace)


def x_wings(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Find a height that two rows can have in the same two columns only: it takes both there; three and four alike."""
    head, start, cells, full = board[HEAD], board[UNIT_START], board[UNIT_CELLS], board[UNIT_FULL]
    side = head[SIDE]
    for base in (0, side):
        cover = side - base
        # The cover unit of each cell, and within it nothing more.
        across = [0] * head[PLACES]
        for unit in range(side):
            for at in range(start[cover + unit], start[cover + unit + 1]):
                across[cells[at]] = unit
        for value in range(head[HEIGHTS]):
            if halted(trace):
                return
            masks = [0] * side
            alive = 0
            for unit in range(side):
                found = 0
                for at in range(start[base + unit], start[base + unit + 1]):
                    found |= (domains[cells[at]] >> value & 1) << across[cells[at]]
                masks[unit] = 0 if single(found) or not full[base + unit] else found
                alive += masks[unit] != 0
            _wings(board, domains, removed, trace, masks, alive, base, cover, value)


def _wings(
    board: Board,
    domains: Numbers,
    removed: Numbers,
    trace: Numbers,
    masks: Numbers,
    alive: int,
    base: int,
    cover: int,
    value: int,
) -> None:
    """Find 2 to ``LARGEST_SET`` base units whose cells for a value lie in as many cover units, and strike the rest."""
    head, start, cells = board[HEAD], board[UNIT_START], board[UNIT_CELLS]
    side = head[SIDE]
    chosen = [0] * (LARGEST_SET + 1)
    unions = [0] * (LARGEST_SET + 2)
    depth = 0
    chosen[0] = -1
    while depth >= 0:
        if depth == 0 and halted(trace):
            return
        chosen[depth] += 1
        i = chosen[depth]
        if i >= side:
            depth -= 1
            continue
        if masks[i] == 0:
            continue
        union = unions[depth] | masks[i]
        size = depth + 1
        bits = ones(union)
        if bits > LARGEST_SET:
            continue
        if 2 <= size == bits < alive:
            begin(trace, X_WING, value)
            within = 0
            for level in range(size):
                because(trace, base + chosen[level])
                within |= 1 << chosen[level]
            for unit in range(side):
                if not union >> unit & 1:
                    continue
                because(trace, cover + unit)
                for at in range(start[cover + unit], start[cover + unit + 1]):
                    place = cells[at]
                    inside = False
                    for level in range(size):
                        for other in range(start[base + chosen[level]], start[base + chosen[level] + 1]):
                            inside = inside or cells[other] == place
                    if not inside:
                        strike(trace, domains, removed, place, 1 << value)
            close(trace)
        if size < LARGEST_SET:
            unions[depth + 1] = union
            depth += 1
            chosen[depth] = i


def shared_unit(start: Numbers, units: Numbers, one: int, other: int) -> int:
    """Return the first unit that holds both of two cells; -1 where they share none."""
    a, b = start[one], start[other]
    last, end = start[one + 1], start[other + 1]
    while a < last and b < end:
        if units[a] == units[b]:
            unit: int = units[a]
            return unit
        if units[a] < units[b]:
            a += 1
        else:
            b += 1
    return -1


def forcing_chains(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """From a cell with two heights left through others: if it is not the one, the last of the chain is.

    So one of the two ends has that height, and no cell that shares a unit with both does. A node is a cell with the
    height that it is forced to; what one forces on another with two left is reachable from it.
    """
    head, start, units = board[HEAD], board[CELL_START], board[CELL_UNITS]
    places, heights = head[PLACES], head[HEIGHTS]
    building = (1 << heights) - 1
    pairs = [0] * places
    count = 0
    for place in range(places):
        if ones(domains[place]) == 2 and not domains[place] & ~building:
            pairs[count] = place
            count += 1
    # Each of these cells has two nodes, the first for the lower of its heights.
    queue = [0] * (2 * count)
    parent = [0] * (2 * count)
    # What shares a unit with the origin, and with the cell of a node, has their number here.
    by_origin = [0] * places
    by_place = [0] * places
    looked = 0
    for i in range(count):
        if halted(trace):
            return
        origin = pairs[i]
        _mark(board, by_origin, origin, i + 1)
        left = domains[origin]
        for which in range(2):
            lost = left & -left
            left ^= lost
            for node in range(2 * count):
                parent[node] = -1
            begun = 2 * i + 1 - which
            queue[0] = begun
            parent[begun] = begun
            done, size = 0, 1
            while done < size:
                node = queue[done]
                done += 1
                place = pairs[node >> 1]
                looked += 1
                _mark(board, by_place, place, looked)
                bit = domains[place] & -domains[place]
                if node & 1:
                    bit ^= domains[place]
                for j in range(count):
                    other = pairs[j]
                    if by_place[other] != looked or other == place or not domains[other] & bit:
                        continue
                    # Forced is the height that is not the one of this node.
                    forced = 2 * j + (domains[other] & (bit - 1) == 0)
                    if parent[forced] >= 0:
                        continue
                    parent[forced] = node
                    queue[size] = forced
                    size += 1
                if node == begun or bit != lost:
                    continue
                begin(trace, FORCING_CHAIN, origin)
                step = node
                while step != begun:
                    because(trace, shared_unit(start, units, pairs[step >> 1], pairs[parent[step] >> 1]))
                    step = parent[step]
                for target in range(places):
                    if by_origin[target] != i + 1 or by_place[target] != looked:
                        continue
                    if target == origin:
                        if place == origin:
                            # The chain comes back: the cell is what it was supposed not to be.
                            strike(trace, domains, removed, origin, domains[origin] ^ lost)
                        continue
                    if target == place or not domains[target] & lost:
                        continue
                    because(trace, shared_unit(start, units, target, origin))
                    because(trace, shared_unit(start, units, target, place))
                    strike(trace, domains, removed, target, lost)
                close(trace)


def _mark(board: Board, marks: Numbers, place: int, mark: int) -> None:
    """Put a mark on a cell, and on all that share a unit with it."""
    start, cells = board[UNIT_START], board[UNIT_CELLS]
    for at in range(board[CELL_START][place], board[CELL_START][place + 1]):
        unit = board[CELL_UNITS][at]
        for member in range(start[unit], start[unit + 1]):
            marks[cells[member]] = mark


#: Techniques of one rung are tried together, and the next rung only where they find nothing. By rung: its price.
PRICES = (1, 2, 3, 5, 6, 8, 12, 16, 24)


def climb(rung: int, board: Board, domains: Numbers, removed: Numbers, trace: Numbers, memo: Numbers) -> None:
    """Run all techniques of a rung."""
    if rung == 0:
        naked_singles(board, domains, removed, trace)
        parks_placed(board, domains, removed, trace)
    elif rung == 1:
        hidden_singles(board, domains, removed, trace)
        clue_one(board, domains, removed, trace)
        clue_all(board, domains, removed, trace)
        facing(board, domains, removed, trace)
    elif rung == 2:
        within_reach(board, domains, removed, trace)
        sure_to_be_seen(board, domains, removed, trace, memo)
        clue_two(board, domains, removed, trace)
    elif rung == 3:
        line_of_sight(board, domains, removed, trace)
        few_arrangements(board, domains, removed, trace, memo)
    elif rung == 4:
        naked_sets(board, domains, removed, trace)
        hidden_sets(board, domains, removed, trace)
    elif rung == 5:
        arrangements(board, domains, removed, trace, memo)
    elif rung == 6:
        x_wings(board, domains, removed, trace)
    elif rung == 7:
        forcing_chains(board, domains, removed, trace)
    elif rung == 8:
        both_ends(board, domains, removed, trace, memo)
