"""What can be seen along a line, were heights free to stand several times: the relaxed propagators of cities.

*Lines* are full units with up to two clues, *sights* are lines of sight that mirrors bend. A state is the tallest
building so far and what has been seen. In a line the tallest of all splits it, so that the two ends never meet in one
state; a sight is not split, for a building may stand there twice. A backward pass gives every value each cell can still
have (Trick, 2003; Pesant, 2004).

What has been seen is a set of residues. Counts, and sums of up to 10 heights, are below the modulus; sums of more are
checked once more when every cell is filled.
"""

from __future__ import annotations

from typing import Any

from eyeline.kernels.compiled import compiled, lowest
from eyeline.kernels.layout import DOMAIN, HEIGHTS, PARKS, SCRATCH, STARTS, SUMMED, narrow
from eyeline.kernels.residues import MODULUS, minus, plus


def scratch_size(longest: int, heights: int) -> int:
    """Return the words of scratch that propagators need here, no constraint having more than ``longest`` cells."""
    return (2 * longest + 4) * (heights + 1) + longest


@compiled
def _smeared(bits: int) -> int:
    """Return the numbers below the highest of a set of numbers up to 16."""
    bits |= bits >> 1
    bits |= bits >> 2
    bits |= bits >> 4
    bits |= bits >> 8
    return bits >> 1


@compiled
def _forward_counts(
    geometry: Any, state: Any, start: int, step: int, reach: int, places: int, need: int, tops: int
) -> int:
    """Do what `_forward` does where clues are counts: for place and count so far, which can have been the tallest.

    Bit h of a row stands for height h, bit 0 for no building yet. There are as many rows as counts up to ``need``, and
    these are fewer than heights.
    """
    lower = (1 << (geometry[HEIGHTS] - 1)) - 1
    parks = geometry[PARKS]
    rows = need + 1
    for row in range(1, rows):
        state[reach + row] = 0
    state[reach] = 1
    kept = 0
    for place in range(places):
        here = reach + place * rows
        if tops >> place & 1 and state[here + need]:
            kept |= 1 << place
        if tops >> (place + 1) == 0:
            break
        domain = state[DOMAIN + geometry[start + step * place]]
        # As many buildings stand up to here as there are places for no park, and one of them is as tall as that.
        tall = -1 << max(0, place + 1 - parks)
        lows = (domain & lower) << 1
        # Behind these there is a value that hides.
        hide = -1 if domain >> geometry[HEIGHTS] else -((lows & -lows) << 1)
        up = 0
        for row in range(rows):
            before = state[here + row]
            state[here + rows + row] = (before & hide | up) & tall
            up = lows & -((before & -before) << 1)
    return kept


@compiled
def _backward_counts(
    geometry: Any, state: Any, start: int, step: int, reach: int, accept: int, need: int, tops: int, support: int
) -> None:
    """Do what `_backward` does where clues are counts."""
    heights = geometry[HEIGHTS]
    lower = (1 << (heights - 1)) - 1
    rows = need + 1
    for row in range(rows + 1):
        state[accept + row] = 0
    last = 0
    while tops >> (last + 1):
        last += 1
    state[accept + need] = -1
    for place in range(last - 1, -1, -1):
        here = reach + place * rows
        domain = state[DOMAIN + geometry[start + step * place]]
        lows = (domain & lower) << 1
        parked = domain >> heights
        hide = -1 if parked else -((lows & -lows) << 1)
        found = 0
        after = state[accept]
        for row in range(rows):
            before = state[here + row]
            higher = state[accept + row + 1]
            both = before & after
            found |= _smeared(both) | lows & higher & -((before & -before) << 1)
            if both:
                found |= parked << (heights + 1)
            state[accept + row] = after & hide | _smeared(lows & higher)
            after = higher
        if tops >> place & 1:
            state[accept + need] = -1
        state[support + step * place] |= found >> 1


@compiled
def _forward(
    geometry: Any, state: Any, start: int, step: int, reach: int, places: int, seen_before: int, tops: int
) -> int:
    """Fill ``reach`` from one end of a line: for place and tallest so far, what can have been seen.

    ``start`` is where the first cell stands in the geometry, ``step`` leads to the next. ``tops`` are the places where
    the tallest building may stand, counted from this end: returns those before which ``seen_before`` can have been
    seen.
    """
    heights = geometry[HEIGHTS]
    parks = geometry[PARKS]
    if not geometry[SUMMED]:
        return _forward_counts(geometry, state, start, step, reach, places, seen_before, tops)
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
        domain = state[DOMAIN + geometry[start + step * place]]
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
                    after |= plus(every, tallest)
            state[here + heights + tallest] = after
            every |= before
    return kept


@compiled
def _backward(
    geometry: Any, state: Any, start: int, step: int, reach: int, accept: int, seen_before: int, tops: int, support: int
) -> None:
    """Add to ``support`` the values that lie on a path from this end to the tallest building at one of ``tops``."""
    heights = geometry[HEIGHTS]
    if not geometry[SUMMED]:
        _backward_counts(geometry, state, start, step, reach, accept, seen_before, tops, support)
        return
    for tallest in range(heights):
        state[accept + tallest] = 0
    last = 0
    while tops >> (last + 1):
        last += 1
    for place in range(last, -1, -1):
        here = reach + place * heights
        domain = state[DOMAIN + geometry[start + step * place]]
        parked = domain >> heights
        found = 0
        every = 0
        for tallest in range(heights):
            before = state[here + tallest]
            after = state[accept + tallest]
            if before & after:
                found |= ((1 << tallest) - 1 >> 1) | parked << heights
            if tallest and domain >> (tallest - 1) & 1 and plus(every, tallest) & after:
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
                every |= minus(after, tallest)
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
def relaxed(geometry: Any, state: Any, line: int, near: int, far: int) -> bool:
    """Narrow the cells of a line by its clues, as if lower heights could stand several times; False when none fits."""
    start = geometry[STARTS + line]
    places = geometry[STARTS + line + 1] - start
    stop = start + places - 1
    heights = geometry[HEIGHTS]
    top = 1 << (heights - 1)
    by_top = heights if geometry[SUMMED] else 1
    support = geometry[SCRATCH]
    accept = support + places
    reach = accept + heights + 1
    reach_far = reach + (places + 1) * heights
    tops = 0
    for place in range(places):
        if state[DOMAIN + geometry[start + place]] & top:
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
        domain = state[DOMAIN + cell]
        kept = domain & (state[support + place] | (top if tops >> place & 1 else 0))
        if kept != domain:
            if kept == 0:
                return False
            narrow(geometry, state, cell, kept)
    return True


@compiled
def bent(geometry: Any, state: Any, constraint: int, clue: int) -> bool:
    """Narrow the cells of a bent line of sight by its clue, as if heights could stand anywhere; False if none fits."""
    start = geometry[STARTS + constraint]
    places = geometry[STARTS + constraint + 1] - start
    heights = geometry[HEIGHTS]
    summed = geometry[SUMMED]
    width = heights + 1
    accept = geometry[SCRATCH]
    reach = accept + width
    state[reach] = 1
    for tallest in range(1, width):
        state[reach + tallest] = 0
    for place in range(places):
        here = reach + place * width
        domain = state[DOMAIN + geometry[start + place]]
        parked = domain >> heights
        every = 0
        for tallest in range(width):
            before = state[here + tallest]
            after = before if parked or domain & ((1 << tallest) - 1) else 0
            if tallest and domain >> (tallest - 1) & 1:
                after |= plus(every, tallest if summed else 1)
            state[here + width + tallest] = after
            every |= before
    for tallest in range(width):
        state[accept + tallest] = 1 << (clue % MODULUS)
    if places == 0:
        return clue == 0
    for place in range(places - 1, -1, -1):
        here = reach + place * width
        cell = geometry[start + place]
        domain = state[DOMAIN + cell]
        parked = domain >> heights
        found = 0
        every = 0
        for tallest in range(width):
            before = state[here + tallest]
            after = state[accept + tallest]
            if before & after:
                found |= ((1 << tallest) - 1) | parked << heights
            if tallest and domain >> (tallest - 1) & 1 and plus(every, tallest if summed else 1) & after:
                found |= 1 << (tallest - 1)
            every |= before
        every = 0
        for tallest in range(heights, -1, -1):
            after = state[accept + tallest]
            now = every
            if parked or domain & ((1 << tallest) - 1):
                now |= after
            if tallest and domain >> (tallest - 1) & 1:
                every |= minus(after, tallest if summed else 1)
            state[accept + tallest] = now
        if domain & found != domain:
            if domain & found == 0:
                return False
            narrow(geometry, state, cell, domain & found)
    return True
