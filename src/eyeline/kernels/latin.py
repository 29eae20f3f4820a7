"""Cities of any variant up to 16 rows: domains of cells, three propagators, a queue and a search.

*Lines* are full units (rows, columns, regions, diagonals) with up to two clues. Two propagators serve them: a
relaxation that remembers only the tallest building so far and what has been seen, and an exact one whose states are the
sets of lower heights used so far, in the manner of Held and Karp (1962); in both the tallest building splits the line,
so that the two ends never meet in one state, and a backward pass gives every value each cell can still have (Trick,
2003; Pesant, 2004). *Units* that are not full just hold no height twice. *Sights* are lines of sight that mirrors bend:
the relaxation without the split, for a building may stand there twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eyeline.kernels.compiled import called, compiled, lowest, numbers, ones, zeros

#: What has been seen is a set of numbers modulo this, as bits of a word. Counts and sums up to 10 heights are below it;
#: taller sums are checked once more when every cell is filled.
MODULUS = 61
_ALL_SEEN = (1 << MODULUS) - 1

#: Heights and parks of a line, at most: a value of a cell is kept in four bits.
LONGEST = 16
#: Lines, and constraints of all sorts, at most: a queue is a word or two.
MOST_LINES, MOST_CONSTRAINTS = 62, 124
#: Fillings that are remembered for a line.
_REMEMBERED = 48
#: Open cells with which a line goes to the exact propagator: everywhere up to this length, else up to so many.
_EXACT_LENGTH, _EXACT_OPEN = 10, 10
#: Nodes after which a search that has found nothing starts again, at first; each time half as many more.
_FIRST_PATIENCE = 100
#: Open cells from which on a line is relaxed first.
_WIDE_OPEN = 7

# Places in the geometry: a header, then for each constraint where its cells start, then the cells; for each cell where
# its constraints start, then these.
(
    _CELLS,
    _HEIGHTS,
    _PARKS,
    _LINES,
    _UNITS,
    _SIGHTS,
    _SUMMED,
    _EXACT,
    _ADJACENT,
    _STATES,
    _LONGEST,
    _LENGTH,
    _WORDS,
    _MOST,
    _WIDE,
) = range(15)
_STARTS = 16

# Places in the state: a header, then domains, levels and scratch, from where `geometry` says.
(
    _PHASE,
    _DEPTH,
    _NODES,
    _STEPS,
    _FOUND,
    _CHEAP,
    _CHEAP_2,
    _COSTLY,
    _SCRATCH,
    _SETS,
    _MEMORY,
    _WEIGHT,
    _AGAIN,
    _PATIENCE,
) = range(14)
_DOMAIN = 16
#: Constraints that one word of the queue holds.
_QUEUE = 62

# Phases.
_PROPAGATE, _BRANCH, _RETREAT, _OVER = 0, 1, 2, 3


@compiled
def _turn(bits: int, by: int) -> int:
    """Add ``by`` to every number of a set."""
    return ((bits << by) | (bits >> (MODULUS - by))) & _ALL_SEEN


@compiled
def _back(bits: int, by: int) -> int:
    """Subtract ``by`` from every number of a set."""
    return ((bits >> by) | (bits << (MODULUS - by))) & _ALL_SEEN


@compiled
def _narrow(geometry: Any, state: Any, cell: int, domain: int) -> None:
    """Give a cell another domain and queue its constraints."""
    state[_DOMAIN + cell] = domain
    lines = geometry[_LINES]
    where = geometry[_ADJACENT] + cell
    for entry in range(geometry[where], geometry[where + 1]):
        constraint = geometry[entry]
        if constraint < _QUEUE:
            state[_CHEAP] |= 1 << constraint
        else:
            state[_CHEAP_2] |= 1 << (constraint - _QUEUE)
        if constraint < lines:
            state[_COSTLY] |= 1 << constraint


@compiled
def _singles(geometry: Any, state: Any, constraint: int, full: bool) -> bool:
    """Let values that stand leave the other cells, and values with one place left take it; False when none fits."""
    start = geometry[_STARTS + constraint]
    stop = geometry[_STARTS + constraint + 1]
    heights = geometry[_HEIGHTS]
    parks = geometry[_PARKS]
    park = 1 << heights
    every = park - 1
    changed = True
    while changed:
        changed = False
        fixed = 0
        parked = 0
        for i in range(start, stop):
            domain = state[_DOMAIN + geometry[i]]
            if domain & (domain - 1) == 0:
                if domain == park:
                    parked += 1
                elif domain == 0 or fixed & domain:
                    return False
                else:
                    fixed |= domain
        if parked > parks:
            return False
        out = fixed | park if parked == parks else fixed
        once = 0
        twice = 0
        could_park = 0
        for i in range(start, stop):
            cell = geometry[i]
            domain = state[_DOMAIN + cell]
            if domain & (domain - 1) != 0 and domain & out:
                domain &= ~out
                if domain == 0:
                    return False
                _narrow(geometry, state, cell, domain)
                changed = changed or domain & (domain - 1) == 0
            twice |= once & domain
            once |= domain
            could_park += domain >> heights
        if full:
            if once & every != every or could_park < parks:
                return False
            hidden = once & ~twice & every & ~fixed
            if hidden or (could_park == parks and parked < parks):
                for i in range(start, stop):
                    cell = geometry[i]
                    domain = state[_DOMAIN + cell]
                    kept = domain & hidden
                    if could_park == parks and domain & park:
                        if kept:
                            return False
                        kept = park
                    if kept and kept != domain:
                        if kept & (kept - 1) != 0:
                            return False
                        _narrow(geometry, state, cell, kept)
                        changed = True
        elif ones(once & every) + parks < stop - start:
            return False
    return True


@compiled
def _forward(
    geometry: Any, state: Any, start: int, step: int, reach: int, places: int, seen_before: int, tops: int
) -> int:
    """Fill ``reach`` from one end of a line: for place and tallest so far, what can have been seen.

    ``start`` is where the first cell stands in the geometry, ``step`` leads to the next. ``tops`` are the places where
    the tallest building may stand, counted from this end: returns those before which ``seen_before`` can have been
    seen.
    """
    heights = geometry[_HEIGHTS]
    parks = geometry[_PARKS]
    summed = geometry[_SUMMED]
    for tallest in range(1, heights):
        state[reach + tallest] = 0
    state[reach] = 1
    kept = 0
    for place in range(places):
        here = reach + place * heights
        if tops >> place == 0:
            break
        every = 0
        for tallest in range(heights):
            every |= state[here + tallest]
        if tops >> place & 1 and every >> seen_before & 1:
            kept |= 1 << place
        domain = state[_DOMAIN + geometry[start + step * place]]
        parked = domain >> heights
        every = 0
        for tallest in range(heights):
            before = state[here + tallest]
            after = 0
            if tallest > place - parks:
                # Bits below tallest - 1 are the heights that hide behind it.
                if parked or domain & ((1 << tallest) - 1 >> 1):
                    after = before
                if tallest and domain >> (tallest - 1) & 1:
                    after |= _turn(every, tallest if summed else 1)
            state[here + heights + tallest] = after
            every |= before
    return kept


@compiled
def _backward(
    geometry: Any, state: Any, start: int, step: int, reach: int, accept: int, seen_before: int, tops: int, support: int
) -> None:
    """Add to ``support`` the values that lie on a path from this end to the tallest building at one of ``tops``."""
    heights = geometry[_HEIGHTS]
    summed = geometry[_SUMMED]
    for tallest in range(heights):
        state[accept + tallest] = 0
    last = 0
    while tops >> (last + 1):
        last += 1
    for place in range(last, -1, -1):
        here = reach + place * heights
        domain = state[_DOMAIN + geometry[start + step * place]]
        parked = domain >> heights
        found = 0
        every = 0
        for tallest in range(heights):
            before = state[here + tallest]
            after = state[accept + tallest]
            if before & after:
                found |= ((1 << tallest) - 1 >> 1) | parked << heights
            if tallest and domain >> (tallest - 1) & 1 and _turn(every, tallest if summed else 1) & after:
                found |= 1 << (tallest - 1)
            every |= before
        state[support + step * place] |= found
        seed = 1 << seen_before if tops >> place & 1 else 0
        every = 0
        for tallest in range(heights - 1, -1, -1):
            after = state[accept + tallest]
            now = seed | every
            if parked or domain & ((1 << tallest) - 1 >> 1):
                now |= after
            if tallest and domain >> (tallest - 1) & 1:
                every |= _back(after, tallest if summed else 1)
            state[accept + tallest] = now


@compiled
def _mirrored(bits: int, places: int) -> int:
    """Return the places counted from the other end."""
    turned = 0
    while bits:
        turned |= 1 << (places - 1 - lowest(bits))
        bits &= bits - 1
    return turned


@compiled
def _relaxed(geometry: Any, state: Any, line: int, near: int, far: int) -> bool:
    """Narrow the cells of a line by its clues, as if lower heights could stand several times; False when none fits."""
    start = geometry[_STARTS + line]
    places = geometry[_STARTS + line + 1] - start
    stop = start + places - 1
    heights = geometry[_HEIGHTS]
    top = 1 << (heights - 1)
    by_top = heights if geometry[_SUMMED] else 1
    support = state[_SCRATCH]
    accept = support + places
    reach = accept + heights
    reach_far = reach + (places + 1) * heights
    tops = 0
    for place in range(places):
        if state[_DOMAIN + geometry[start + place]] & top:
            tops |= 1 << place
        state[support + place] = 0
    before_near = (near - by_top) % MODULUS
    before_far = (far - by_top) % MODULUS
    if near >= 0:
        tops = _forward(geometry, state, start, 1, reach, places, before_near, tops)
    if far >= 0 and tops:
        tops = _mirrored(tops, places)
        tops = _forward(geometry, state, stop, -1, reach_far, places, before_far, tops)
        tops = _mirrored(tops, places)
    if tops == 0:
        return False
    lower = (top - 1) | 1 << heights
    if near >= 0:
        _backward(geometry, state, start, 1, reach, accept, before_near, tops, support)
    else:
        for place in range(places):
            if tops >> (place + 1):
                state[support + place] |= lower
    if far >= 0:
        turned = _mirrored(tops, places)
        _backward(geometry, state, stop, -1, reach_far, accept, before_far, turned, support + places - 1)
    else:
        for place in range(places):
            if tops & ((1 << place) - 1):
                state[support + place] |= lower
    for place in range(places):
        cell = geometry[start + place]
        domain = state[_DOMAIN + cell]
        kept = domain & (state[support + place] | (top if tops >> place & 1 else 0))
        if kept != domain:
            if kept == 0:
                return False
            _narrow(geometry, state, cell, kept)
    return True


@compiled
def _spread(
    geometry: Any, state: Any, start: int, step: int, counted: bool, levels: int, table: int, members: int, ends: int
) -> None:
    """Fill a table from one end of a line: for each set of lower heights and parks used, what can have been seen.

    A set is a number, the bits of its heights below those of the number of parks; its entry in the table has four
    words: what can have been seen, what is asked for, and nothing twice. ``members`` lists the sets that can be
    reached, level by level; ``ends + k`` is where level k ends in it.
    """
    heights = geometry[_HEIGHTS]
    parks = geometry[_PARKS]
    summed = geometry[_SUMMED]
    places = geometry[_LENGTH]
    one_park = 1 << (heights - 1)
    lower = one_park - 1
    # What no later place can take must have been used: `ends` holds it for each level until the level is reached.
    later = 0
    for level in range(places - 1, 0, -1):
        later |= state[_DOMAIN + geometry[start + step * level]]
        if level <= levels:
            state[ends + level] = lower & ~later
    state[table] = 1
    state[members] = 0
    state[ends] = 1
    first = 0
    last = 1
    for level in range(levels):
        domain = state[_DOMAIN + geometry[start + step * level]]
        must = state[ends + level + 1]
        count = last
        for k in range(first, last):
            index = state[members + k]
            used = index & lower
            entry = table + 4 * index
            seen = state[entry]
            due = must & ~used
            free = domain & lower & ~used
            if due:
                free = free & due if due & (due - 1) == 0 else 0
            while free:
                bit = free & -free
                free ^= bit
                after = seen
                if counted and bit > used:
                    after = _turn(seen, lowest(bit) + 1) if summed else seen << 1
                target = entry + 4 * bit
                held = state[target]
                if held == 0:
                    state[members + count] = index + bit
                    count += 1
                state[target] = held | after
            if due == 0 and domain >> heights and index >> (heights - 1) < parks:
                target = entry + 4 * one_park
                held = state[target]
                if held == 0:
                    state[members + count] = index + one_park
                    count += 1
                state[target] = held | seen
        first = last
        last = count
        state[ends + level + 1] = last


@compiled
def _gather(
    geometry: Any,
    state: Any,
    start: int,
    step: int,
    counted: bool,
    levels: int,
    table: int,
    members: int,
    ends: int,
    support: int,
    through: int,
) -> None:
    """Go back from what a table is asked for and add to ``support`` the values on the way.

    ``through`` gets for each value that is found a set from which it leads on, and what has been seen with it.
    """
    heights = geometry[_HEIGHTS]
    parks = geometry[_PARKS]
    summed = geometry[_SUMMED]
    values = heights + 1
    one_park = 1 << (heights - 1)
    lower = one_park - 1
    for level in range(levels - 1, -1, -1):
        domain = state[_DOMAIN + geometry[start + step * level]]
        found = state[support + step * level]
        witness = through + 2 * step * level * values
        for k in range(state[ends + level - 1] if level else 0, state[ends + level]):
            index = state[members + k]
            used = index & lower
            entry = table + 4 * index
            seen = state[entry]
            needed = state[entry + 1]
            free = domain & lower & ~used
            while free:
                bit = free & -free
                free ^= bit
                wanted = state[entry + 4 * bit + 1]
                if wanted:
                    if counted and bit > used:
                        wanted = _back(wanted, lowest(bit) + 1) if summed else wanted >> 1
                    wanted &= seen
                    if wanted:
                        needed |= wanted
                        if found & bit == 0:
                            found |= bit
                            value = lowest(bit)
                            state[witness + 2 * value] = index
                            state[witness + 2 * value + 1] = lowest(wanted)
            if domain >> heights and index >> (heights - 1) < parks:
                wanted = state[entry + 4 * one_park + 1] & seen
                if wanted:
                    needed |= wanted
                    if found >> heights == 0:
                        found |= 1 << heights
                        state[witness + 2 * heights] = index
                        state[witness + 2 * heights + 1] = lowest(wanted)
            state[entry + 1] = needed
        state[support + step * level] = found


@compiled
def _descend(
    geometry: Any,
    state: Any,
    start: int,
    step: int,
    counted: bool,
    table: int,
    index: int,
    seen: int,
    level: int,
    filling: int,
    fresh: int,
) -> None:
    """Write into ``filling`` a way by which a set was reached with ``seen``, if possible by values in ``fresh``."""
    heights = geometry[_HEIGHTS]
    summed = geometry[_SUMMED]
    one_park = 1 << (heights - 1)
    lower = one_park - 1
    while level > 0:
        level -= 1
        domain = state[_DOMAIN + geometry[start + step * level]]
        options = index & lower & domain
        wished = options & state[fresh + step * level]
        options ^= wished
        chosen = 0
        before = seen
        while wished | options:
            if wished:
                bit = wished & -wished
                wished ^= bit
            else:
                bit = options & -options
                options ^= bit
            before = seen
            if counted and bit > (index & lower) ^ bit:
                before = (seen - (lowest(bit) + 1 if summed else 1)) % MODULUS
            if state[table + 4 * (index ^ bit)] >> before & 1:
                chosen = bit
                break
        if chosen:
            index ^= chosen
            seen = before
        else:
            chosen = 1 << heights
            index -= one_park
        state[filling + step * level] = chosen


@compiled
def _ascend(
    geometry: Any,
    state: Any,
    start: int,
    step: int,
    counted: bool,
    table: int,
    index: int,
    seen: int,
    level: int,
    filling: int,
    fresh: int,
    target: int,
    tops: int,
    table_far: int,
    target_far: int,
) -> int:
    """Write into ``filling`` a way from a set up to the tallest building; return how many places come before that."""
    heights = geometry[_HEIGHTS]
    parks = geometry[_PARKS]
    summed = geometry[_SUMMED]
    top = 1 << (heights - 1)
    lower = top - 1
    whole = lower + parks * top
    while True:
        if tops >> level & 1 and seen == target and state[table_far + 4 * (whole - index)] >> target_far & 1:
            return level
        domain = state[_DOMAIN + geometry[start + step * level]]
        options = domain & lower & ~index
        wished = options & state[fresh + step * level]
        options ^= wished
        chosen = 0
        after = seen
        while wished | options:
            if wished:
                bit = wished & -wished
                wished ^= bit
            else:
                bit = options & -options
                options ^= bit
            after = seen
            if counted and bit > index & lower:
                after = (seen + (lowest(bit) + 1 if summed else 1)) % MODULUS
            if state[table + 4 * (index + bit) + 1] >> after & 1:
                chosen = bit
                break
        if chosen:
            index += chosen
            seen = after
        else:
            chosen = top << 1
            index += top
        state[filling + step * level] = chosen
        level += 1


@compiled
def _known(geometry: Any, state: Any, line: int) -> bool:
    """Return whether the fillings remembered for a line, those within the domains, support every value of its cells.

    What they do not support is left in the scratch, a word of values a place.
    """
    start = geometry[_STARTS + line]
    places = geometry[_LENGTH]
    values = geometry[_HEIGHTS] + (geometry[_PARKS] > 0)
    words = geometry[_WORDS]
    in_word = 64 // values
    first = state[_MEMORY] + line * (geometry[_MOST] * (words + 2) + 2)
    last = first + 2 + state[first] * (words + 2)
    first += 2
    fresh = state[_SCRATCH]
    if words == 1:
        missing = 0
        for place in range(places):
            missing |= state[_DOMAIN + geometry[start + place]] << (place * values)
        outside = ~missing
        for i in range(first, last, 3):
            word = state[i]
            if word & outside == 0:
                missing &= ~word
        if missing == 0:
            return True
        state[fresh + places] = missing
    else:
        domains = fresh + places
        place = 0
        for i in range(words):
            domain = 0
            for k in range(min(in_word, places - place)):
                domain |= state[_DOMAIN + geometry[start + place]] << (k * values)
                place += 1
            state[domains + i] = domain
            state[domains + words + i] = ~domain
        if words == 2:
            missing = state[domains]
            missing_2 = state[domains + 1]
            outside = ~missing
            outside_2 = ~missing_2
            for i in range(first, last, 4):
                word = state[i]
                word_2 = state[i + 1]
                if (word & outside) | (word_2 & outside_2) == 0:
                    missing &= ~word
                    missing_2 &= ~word_2
            if missing | missing_2 == 0:
                return True
            state[domains] = missing
            state[domains + 1] = missing_2
        else:
            for i in range(first, last, words + 2):
                fits = True
                for k in range(words):
                    if state[i + k] & state[domains + words + k]:
                        fits = False
                        break
                if fits:
                    for k in range(words):
                        state[domains + k] &= ~state[i + k]
            every = 0
            for k in range(words):
                every |= state[domains + k]
            if every == 0:
                return True
    field = (1 << values) - 1
    for place in range(places):
        word = place // in_word
        state[fresh + place] = state[fresh + places + word] >> ((place - word * in_word) * values) & field
    return False


@compiled
def _remember(geometry: Any, state: Any, line: int, filling: int, fresh: int) -> None:
    """Add a filling to the memory of a line, in place of the oldest, and take its values from ``fresh``.

    A filling is remembered as bits (place * values + value, so many places to a word), as the value of each place, and
    as the place of each value, the last two in four bits each.
    """
    places = geometry[_LENGTH]
    values = geometry[_HEIGHTS] + (geometry[_PARKS] > 0)
    words = geometry[_WORDS]
    in_word = 64 // values
    most = geometry[_MOST]
    memory = state[_MEMORY] + line * (most * (words + 2) + 2)
    slot = state[memory + 1]
    state[memory + 1] = slot + 1 if slot + 1 < most else 0
    state[memory] = max(state[memory], slot + 1)
    target = memory + 2 + slot * (words + 2)
    place = 0
    by_place = 0
    by_value = 0
    for i in range(words):
        word = 0
        for k in range(min(in_word, places - place)):
            bit = state[filling + place]
            word |= bit << (k * values)
            state[fresh + place] &= ~bit
            value = lowest(bit)
            by_place |= value << (4 * place)
            by_value |= place << (4 * value)
            place += 1
        state[target + i] = word
    state[target + words] = by_place
    state[target + words + 1] = by_value


@compiled
def _meets(by_place: int, places: int, heights: int, summed: int, near: int, far: int) -> bool:
    """Return whether a filling, the value of each place in four bits, meets the clues of its line."""
    if near >= 0:
        tallest = -1
        seen = 0
        for place in range(places):
            value = by_place >> (4 * place) & 15
            if value > tallest and value < heights:
                tallest = value
                seen += value + 1 if summed else 1
        if seen != near:
            return False
    if far >= 0:
        tallest = -1
        seen = 0
        for place in range(places - 1, -1, -1):
            value = by_place >> (4 * place) & 15
            if value > tallest and value < heights:
                tallest = value
                seen += value + 1 if summed else 1
        if seen != far:
            return False
    return True


@compiled
def _swapped(geometry: Any, state: Any, line: int, near: int, far: int) -> bool:
    """Look for fillings with the values that `_known` misses: remembered ones, two values swapped; True if all have."""
    start = geometry[_STARTS + line]
    places = geometry[_LENGTH]
    heights = geometry[_HEIGHTS]
    summed = geometry[_SUMMED]
    words = geometry[_WORDS]
    width = words + 2
    fresh = state[_SCRATCH]
    filling = fresh + places
    memory = state[_MEMORY] + line * (geometry[_MOST] * width + 2)
    for place in range(places):
        while state[fresh + place]:
            bit = state[fresh + place] & -state[fresh + place]
            if bit >> heights:
                return False
            value = lowest(bit)
            found = False
            for slot in range(state[memory]):
                record = memory + 2 + slot * width
                by_place = state[record + words]
                other = state[record + words + 1] >> (4 * value) & 15
                held = by_place >> (4 * place) & 15
                if state[_DOMAIN + geometry[start + other]] >> held & 1 == 0:
                    continue
                flip = held ^ value
                by_place ^= flip << (4 * place) ^ flip << (4 * other)
                fits = True
                for i in range(places):
                    if state[_DOMAIN + geometry[start + i]] >> (by_place >> (4 * i) & 15) & 1 == 0:
                        fits = False
                        break
                if fits and _meets(by_place, places, heights, summed, near, far):
                    for i in range(places):
                        state[filling + i] = 1 << (by_place >> (4 * i) & 15)
                    _remember(geometry, state, line, filling, fresh)
                    found = True
                    break
            if not found:
                return False
    return True


@compiled
def _exact(geometry: Any, state: Any, line: int, near: int, far: int) -> bool:
    """Narrow the cells of a line to the values that some filling of the whole line gives them; False without one.

    The values for which `_known` found no filling get one.
    """
    start = geometry[_STARTS + line]
    places = geometry[_LENGTH]
    stop = start + places - 1
    heights = geometry[_HEIGHTS]
    parks = geometry[_PARKS]
    top = 1 << (heights - 1)
    by_top = heights if geometry[_SUMMED] else 1
    tops = 0
    fresh = state[_SCRATCH]
    support = fresh + places
    filling = support + places
    ends = filling + places
    ends_far = ends + places + 1
    through = ends_far + places + 1
    for place in range(places):
        if state[_DOMAIN + geometry[start + place]] & top:
            tops |= 1 << place
        state[support + place] = 0
    first = lowest(tops)
    last = first
    while tops >> (last + 1):
        last += 1
    sets = geometry[_STATES]
    table = state[_SETS]
    table_far = table + 4 * sets
    members = table_far + 4 * sets
    members_far = members + sets
    levels_far = places - 1 - first
    counted = near >= 0
    counted_far = far >= 0
    _spread(geometry, state, start, 1, counted, last, table, members, ends)
    _spread(geometry, state, stop, -1, counted_far, levels_far, table_far, members_far, ends_far)
    seen_near = (near - by_top) % MODULUS if counted else 0
    seen_far = (far - by_top) % MODULUS if counted_far else 0
    whole = top - 1 + parks * top
    kept = 0
    for place in range(first, last + 1):
        if tops >> place & 1:
            for k in range(state[ends + place - 1] if place else 0, state[ends + place]):
                entry = table + 4 * state[members + k]
                other = table_far + 4 * (whole - state[members + k])
                if state[entry] >> seen_near & 1 and state[other] >> seen_far & 1:
                    if kept >> place & 1 == 0:
                        kept |= 1 << place
                        state[support + place] = top
                        state[through + 2 * (place * (heights + 1) + heights - 1)] = state[members + k]
                    state[entry + 1] |= 1 << seen_near
                    state[other + 1] |= 1 << seen_far
    if kept:
        _gather(geometry, state, start, 1, counted, last, table, members, ends, support, through)
        half = 2 * (heights + 1)
        # A value that both sides support is witnessed by the near one, which comes first.
        from_near = through + places * half
        for place in range(places):
            state[from_near + place] = state[support + place]
        _gather(
            geometry,
            state,
            stop,
            -1,
            counted_far,
            levels_far,
            table_far,
            members_far,
            ends_far,
            support + places - 1,
            through + (places - 1) * half,
        )
        turned = _mirrored(kept, places)
        for place in range(places):
            state[fresh + place] &= state[support + place]
        for place in range(places):
            while state[fresh + place]:
                bit = state[fresh + place] & -state[fresh + place]
                value = lowest(bit)
                index = state[through + place * half + 2 * value]
                seen = state[through + place * half + 2 * value + 1]
                state[filling + place] = bit
                if bit == top:
                    _descend(geometry, state, start, 1, counted, table, index, seen_near, place, filling, fresh)
                    _descend(
                        geometry,
                        state,
                        stop,
                        -1,
                        counted_far,
                        table_far,
                        whole - index,
                        seen_far,
                        places - 1 - place,
                        filling + places - 1,
                        fresh + places - 1,
                    )
                elif bit & state[from_near + place]:
                    _through(
                        geometry,
                        state,
                        start,
                        1,
                        counted,
                        table,
                        index,
                        seen,
                        place,
                        bit,
                        filling,
                        fresh,
                        seen_near,
                        kept,
                        stop,
                        counted_far,
                        table_far,
                        seen_far,
                        filling + places - 1,
                        fresh + places - 1,
                    )
                else:
                    _through(
                        geometry,
                        state,
                        stop,
                        -1,
                        counted_far,
                        table_far,
                        index,
                        seen,
                        places - 1 - place,
                        bit,
                        filling + places - 1,
                        fresh + places - 1,
                        seen_far,
                        turned,
                        start,
                        counted,
                        table,
                        seen_near,
                        filling,
                        fresh,
                    )
                _remember(geometry, state, line, filling, fresh)
    count = state[ends + last]
    for k in range(count):
        entry = table + 4 * state[members + k]
        state[entry] = 0
        state[entry + 1] = 0
    count_far = state[ends_far + levels_far]
    for k in range(count_far):
        entry = table_far + 4 * state[members_far + k]
        state[entry] = 0
        state[entry + 1] = 0
    state[_STEPS] += (count + count_far) >> 5
    if kept == 0:
        return False
    for place in range(places):
        cell = geometry[start + place]
        domain = state[_DOMAIN + cell]
        narrowed = domain & state[support + place]
        if narrowed != domain:
            if narrowed == 0:
                return False
            _narrow(geometry, state, cell, narrowed)
    return True


@compiled
def _through(
    geometry: Any,
    state: Any,
    start: int,
    step: int,
    counted: bool,
    table: int,
    index: int,
    seen: int,
    level: int,
    bit: int,
    filling: int,
    fresh: int,
    target: int,
    tops: int,
    start_far: int,
    counted_far: bool,
    table_far: int,
    target_far: int,
    filling_far: int,
    fresh_far: int,
) -> None:
    """Write into ``filling`` a way through one value: down to its end, up to the tallest, down beyond that."""
    heights = geometry[_HEIGHTS]
    places = geometry[_LENGTH]
    top = 1 << (heights - 1)
    _descend(geometry, state, start, step, counted, table, index, seen, level, filling, fresh)
    if bit > top:
        index += top
    else:
        if counted and bit > index & (top - 1):
            seen = (seen + (lowest(bit) + 1 if geometry[_SUMMED] else 1)) % MODULUS
        index += bit
    before = _ascend(
        geometry,
        state,
        start,
        step,
        counted,
        table,
        index,
        seen,
        level + 1,
        filling,
        fresh,
        target,
        tops,
        table_far,
        target_far,
    )
    state[filling + step * before] = top
    index = top - 1 + geometry[_PARKS] * top
    for place in range(before):
        value = state[filling + step * place]
        index -= top if value > top else value
    _descend(
        geometry,
        state,
        start_far,
        -step,
        counted_far,
        table_far,
        index,
        target_far,
        places - 1 - before,
        filling_far,
        fresh_far,
    )


@compiled
def _bent(geometry: Any, state: Any, constraint: int, clue: int) -> bool:
    """Narrow the cells of a bent line of sight by its clue, as if heights could stand anywhere; False if none fits."""
    start = geometry[_STARTS + constraint]
    places = geometry[_STARTS + constraint + 1] - start
    heights = geometry[_HEIGHTS]
    summed = geometry[_SUMMED]
    width = heights + 1
    accept = state[_SCRATCH]
    reach = accept + width
    state[reach] = 1
    for tallest in range(1, width):
        state[reach + tallest] = 0
    for place in range(places):
        here = reach + place * width
        domain = state[_DOMAIN + geometry[start + place]]
        parked = domain >> heights
        every = 0
        for tallest in range(width):
            before = state[here + tallest]
            after = before if parked or domain & ((1 << tallest) - 1) else 0
            if tallest and domain >> (tallest - 1) & 1:
                after |= _turn(every, tallest if summed else 1)
            state[here + width + tallest] = after
            every |= before
    for tallest in range(width):
        state[accept + tallest] = 1 << (clue % MODULUS)
    if places == 0:
        return clue == 0
    for place in range(places - 1, -1, -1):
        here = reach + place * width
        cell = geometry[start + place]
        domain = state[_DOMAIN + cell]
        parked = domain >> heights
        found = 0
        every = 0
        for tallest in range(width):
            before = state[here + tallest]
            after = state[accept + tallest]
            if before & after:
                found |= ((1 << tallest) - 1) | parked << heights
            if tallest and domain >> (tallest - 1) & 1 and _turn(every, tallest if summed else 1) & after:
                found |= 1 << (tallest - 1)
            every |= before
        every = 0
        for tallest in range(heights, -1, -1):
            after = state[accept + tallest]
            now = every
            if parked or domain & ((1 << tallest) - 1):
                now |= after
            if tallest and domain >> (tallest - 1) & 1:
                every |= _back(after, tallest if summed else 1)
            state[accept + tallest] = now
        if domain & found != domain:
            if domain & found == 0:
                return False
            _narrow(geometry, state, cell, domain & found)
    return True


@compiled
def _opened(geometry: Any, state: Any, constraint: int) -> int:
    """Return how many cells of a constraint have more than one value."""
    opened = 0
    for i in range(geometry[_STARTS + constraint], geometry[_STARTS + constraint + 1]):
        domain = state[_DOMAIN + geometry[i]]
        opened += domain & (domain - 1) != 0
    return opened


@compiled
def _propagate(geometry: Any, clues: Any, at: int, state: Any, most_steps: int) -> int:
    """Revise constraints until none is queued: return 0; 1 when one cannot be met, 2 when steps ran out."""
    lines = geometry[_LINES]
    units = geometry[_UNITS]
    while True:
        if state[_STEPS] >= most_steps:
            return 2
        state[_STEPS] += 1
        fits = True
        if state[_CHEAP] | state[_CHEAP_2]:
            if state[_CHEAP]:
                constraint = lowest(state[_CHEAP])
                state[_CHEAP] &= state[_CHEAP] - 1
            else:
                constraint = lowest(state[_CHEAP_2]) + _QUEUE
                state[_CHEAP_2] &= state[_CHEAP_2] - 1
            if constraint < lines:
                if _known(geometry, state, constraint):
                    state[_COSTLY] &= ~(1 << constraint)
                else:
                    fits = _singles(geometry, state, constraint, True)
                    near = clues[at + 2 * constraint]
                    far = clues[at + 2 * constraint + 1]
                    opened = _opened(geometry, state, constraint)
                    # A narrow line is left to the exact propagator, which has little to do there, except when it is
                    # filled.
                    if fits and (near >= 0 or far >= 0) and (opened < 2 or opened >= geometry[_WIDE]):
                        fits = _relaxed(geometry, state, constraint, near, far)
            elif constraint < lines + units:
                fits = _singles(geometry, state, constraint, False)
            else:
                # A line has two clues, a sight has one, and a unit has none.
                clue = clues[at + lines - units + constraint]
                fits = clue < 0 or _bent(geometry, state, constraint, clue)
        elif state[_COSTLY]:
            constraint = lowest(state[_COSTLY])
            state[_COSTLY] &= state[_COSTLY] - 1
            opened = _opened(geometry, state, constraint)
            near = clues[at + 2 * constraint]
            far = clues[at + 2 * constraint + 1]
            if (
                1 < opened <= geometry[_EXACT]
                and not _known(geometry, state, constraint)
                and not _swapped(geometry, state, constraint, near, far)
            ):
                queued = state[_COSTLY]
                fits = _exact(geometry, state, constraint, near, far)
                # What is exact stays so until another constraint takes something from it.
                state[_COSTLY] &= queued | ~(1 << constraint)
        else:
            return 0
        if not fits:
            state[state[_WEIGHT] + constraint] += 1
            state[_CHEAP] = 0
            state[_CHEAP_2] = 0
            state[_COSTLY] = 0
            return 1


@compiled
def begin(geometry: Any, clues: Any, at: int, cells: Any, cells_at: int, state: Any) -> None:
    """Set ``state`` to the start of a search.

    ``clues[at:]`` has near and far clue of each line, then the clue of each sight (-1 = blank); ``cells[cells_at:]``
    the values each cell can have, as bits: the heights from 1, then the park.
    """
    for i in range(_SCRATCH):
        state[i] = 0
    cells_n = geometry[_CELLS]
    heights = geometry[_HEIGHTS]
    lines = geometry[_LINES]
    sights = geometry[_SIGHTS]
    longest = geometry[_LONGEST]
    state[_SCRATCH] = _DOMAIN + (cells_n + 2) * (cells_n + 2)
    state[_SETS] = state[_SCRATCH] + (2 * longest + 5) * (heights + 1) + 10 * (longest + 2)
    state[_MEMORY] = state[_SETS] + 10 * geometry[_STATES]
    for line in range(lines):
        memory = state[_MEMORY] + line * (geometry[_MOST] * (geometry[_WORDS] + 2) + 2)
        state[memory] = 0
        state[memory + 1] = 0
    for cell in range(cells_n):
        state[_DOMAIN + cell] = cells[cells_at + cell]
    most = heights * (heights + 1) // 2 if geometry[_SUMMED] else heights
    for i in range(at, at + 2 * lines + sights):
        if clues[i] > most or (clues[i] == 0 and i < at + 2 * lines):
            state[_PHASE] = _OVER
    state[_PATIENCE] = _FIRST_PATIENCE
    state[_AGAIN] = _FIRST_PATIENCE
    total = lines + geometry[_UNITS] + sights
    state[_WEIGHT] = state[_MEMORY] + lines * (geometry[_MOST] * (geometry[_WORDS] + 2) + 2)
    for constraint in range(total):
        state[state[_WEIGHT] + constraint] = 1
    state[_CHEAP] = (1 << min(total, _QUEUE)) - 1
    state[_CHEAP_2] = (1 << max(0, total - _QUEUE)) - 1
    state[_COSTLY] = (1 << lines) - 1


@compiled
def _choose(geometry: Any, state: Any) -> int:
    """Return the cell with the fewest values for the failures of its constraints; -1 when every cell has one value.

    After Boussemart, Hemery, Lecoutre and Sais (2004).
    """
    weights = state[_WEIGHT]
    chosen = -1
    fewest = 1
    weightiest = 0
    for cell in range(geometry[_CELLS]):
        count = ones(state[_DOMAIN + cell])
        if count > 1:
            weight = 0
            where = geometry[_ADJACENT] + cell
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
    heights = geometry[_HEIGHTS]
    tallest = 0
    seen = 0
    for place in range(places):
        height = lowest(state[_DOMAIN + geometry[start + step * place]]) + 1
        if height <= heights and height > tallest:
            tallest = height
            seen += height if geometry[_SUMMED] else 1
    return seen


@compiled
def _kept(geometry: Any, clues: Any, at: int, state: Any) -> bool:
    """Return whether a filled city keeps every clue; asked where sums can be taken for others modulo 61."""
    lines = geometry[_LINES]
    for line in range(lines):
        start = geometry[_STARTS + line]
        places = geometry[_STARTS + line + 1] - start
        near = clues[at + 2 * line]
        far = clues[at + 2 * line + 1]
        if near >= 0 and _seen(geometry, state, start, 1, places) != near:
            return False
        if far >= 0 and _seen(geometry, state, start + places - 1, -1, places) != far:
            return False
    first = lines + geometry[_UNITS]
    for sight in range(geometry[_SIGHTS]):
        start = geometry[_STARTS + first + sight]
        clue = clues[at + 2 * lines + sight]
        if clue >= 0 and _seen(geometry, state, start, 1, geometry[_STARTS + first + sight + 1] - start) != clue:
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
    cells = geometry[_CELLS]
    check = geometry[_SUMMED] and geometry[_HEIGHTS] > 10
    phase = state[_PHASE]
    while True:
        if phase == _PROPAGATE:
            outcome = _propagate(geometry, clues, at, state, most_steps)
            if outcome == 2:
                state[_PHASE] = _PROPAGATE
                return 1
            phase = _BRANCH if outcome == 0 else _RETREAT
        if phase == _BRANCH:
            if state[_NODES] >= state[_AGAIN] and state[_FOUND] == 0:
                # Nothing found for long: start again from the top, by what the failures have taught since.
                state[_PATIENCE] += state[_PATIENCE] >> 1
                state[_AGAIN] = state[_NODES] + state[_PATIENCE]
                if state[_DEPTH] > 0:
                    state[_DEPTH] = 0
                    for cell in range(cells):
                        state[_DOMAIN + cell] = state[_DOMAIN + cells + 2 + cell]
            chosen = _choose(geometry, state)
            if chosen < 0:
                phase = _RETREAT
                if not check or _kept(geometry, clues, at, state):
                    for cell in range(cells):
                        answers[to] = lowest(state[_DOMAIN + cell])
                        to += 1
                    state[_FOUND] += 1
                    room -= 1
                    if room == 0:
                        state[_PHASE] = _RETREAT
                        return 2
            else:
                if state[_NODES] >= most_nodes:
                    state[_PHASE] = _BRANCH
                    return 3
                state[_NODES] += 1
                level = _DOMAIN + (state[_DEPTH] + 1) * (cells + 2)
                for cell in range(cells):
                    state[level + cell] = state[_DOMAIN + cell]
                domain = state[_DOMAIN + chosen]
                value = domain & -domain
                state[level + cells] = chosen
                state[level + cells + 1] = domain ^ value
                state[_DEPTH] += 1
                _narrow(geometry, state, chosen, value)
                phase = _PROPAGATE
        elif phase == _RETREAT:
            if state[_DEPTH] == 0:
                phase = _OVER
            else:
                state[_DEPTH] -= 1
                level = _DOMAIN + (state[_DEPTH] + 1) * (cells + 2)
                for cell in range(cells):
                    state[_DOMAIN + cell] = state[level + cell]
                _narrow(geometry, state, state[level + cells], state[level + cells + 1])
                phase = _PROPAGATE
        if phase == _OVER:
            state[_PHASE] = _OVER
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
    size = geometry[_CELLS]
    clued = 2 * geometry[_LINES] + geometry[_SIGHTS]
    spent = 0
    for k in range(first, len(found)):
        if fresh:
            begin(geometry, clues, clued * k, cells, size * k, state)
        fresh = True
        before = state[_STEPS]
        had = state[_FOUND]
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
        spent += state[_STEPS] - before
        if outcome == 1:
            return k
        found[k] = 16 * state[_FOUND] + outcome
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
        values = heights + (parks > 0)
        words = -(-length // (64 // values))
        longest = max(map(len, constraints))
        sets = (parks + 1) << (heights - 1)
        starts, flat = _ragged(_STARTS, constraints)
        members: list[list[int]] = [[] for _ in range(cells)]
        for number, constraint in enumerate(constraints):
            for cell in constraint:
                members[cell].append(number)
        adjacent = _STARTS + len(starts) + len(flat)
        header = [0] * _STARTS
        header[_CELLS] = cells
        header[_HEIGHTS] = heights
        header[_PARKS] = parks
        header[_LINES] = len(lines)
        header[_UNITS] = len(units)
        header[_SIGHTS] = len(sights)
        header[_SUMMED] = int(summed)
        header[_EXACT] = LONGEST if length <= _EXACT_LENGTH else _EXACT_OPEN
        header[_ADJACENT] = adjacent
        header[_STATES] = sets
        header[_LONGEST] = longest
        header[_LENGTH] = length
        header[_WORDS] = words
        header[_MOST] = _REMEMBERED
        header[_WIDE] = _WIDE_OPEN
        their_starts, their_flat = _ragged(adjacent, members)
        self.geometry = numbers([*header, *starts, *flat, *their_starts, *their_flat])
        self.cells = cells
        levels = (cells + 2) * (cells + 2)
        scratch = (2 * longest + 5) * (heights + 1) + 10 * (longest + 2)
        self.size = (
            _DOMAIN + levels + scratch + 10 * sets + len(lines) * (_REMEMBERED * (words + 2) + 2) + len(constraints)
        )

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
        return int(state[_NODES]), int(state[_STEPS]), int(state[_FOUND])


def _ragged(base: int, lists: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Return where each list starts and the last ends, the table of these standing at ``base``, and all in one list."""
    starts = [base + len(lists) + 1]
    for each in lists:
        starts.append(starts[-1] + len(each))
    return starts, [number for each in lists for number in each]
