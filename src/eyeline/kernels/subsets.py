"""All fillings of a line at once: the exact propagator of cities.

A state is the set of heights used so far, in the manner of Held and Karp (1962), and what has been seen. Of the heights
only those matter that no cell of the line holds yet: its *open* heights, the tallest of all left out. With m of them
there are 2^m sets, and a set of such sets is a string of bits; for up to 6 open heights, one word. To add a building to
every set that lacks it is to shift that string: the number of a set grows by 2^rank, and the rank of a height is the
number of open ones that are lower. From the near end a building is seen where no taller one is used, and these are the
first 2^rank sets; from the far end it is seen where all taller ones are used, and these sets lie together, too. So
masks tell apart what a clue counts.

For each place there is a level of rows, a row being such a string: first one for each number that can have been seen
from the near end while the tallest is still to come, then one for each number seen from the far end beyond it. How many
parks have been used follows from the place and the set. A backward pass keeps what leads to the end, and finds the
values on the way (Trick, 2003; Pesant, 2004).
"""

from __future__ import annotations

from typing import Any

from eyeline.kernels.compiled import compiled, lowest, ones
from eyeline.kernels.layout import DOMAIN, HEIGHTS, LENGTH, SCRATCH, STARTS, STEPS, SUMMED, TABLE, narrow


def scratch_size(length: int) -> int:
    """Return the words of scratch that lines of ``length`` cells need."""
    return 3 * length + 1


def table_size(length: int, heights: int, summed: bool, most_open: int) -> int:
    """Return the words that the table needs for lines of ``length`` cells, at most ``most_open`` of them open."""
    most_seen = heights * (heights - 1) // 2 if summed else heights - 1
    return (length + 1) * 2 * (most_seen + 1) << max(0, min(heights - 1, most_open) - 6)


#: For each rank below 6 the sets that lack this height, among the 64 of a word.
_LACKING = (
    0x5555555555555555,
    0x3333333333333333,
    0x0F0F0F0F0F0F0F0F,
    0x00FF00FF00FF00FF,
    0x0000FFFF0000FFFF,
    0x00000000FFFFFFFF,
)


@compiled
def _pass(
    state: Any,
    below: int,
    rise: int,
    back: bool,
    beyond: int,
    size: int,
    here: int,
    there: int,
    rows: int,
    words: int,
) -> None:
    """Pass a building that stands, ``below`` of the open heights being lower; -1 when it is hidden anyway."""
    flip = words - 1 if beyond else 0
    for row in range(rows):
        up = row + rise
        for w in range(words):
            word = state[here + row * words + w]
            if word == 0:
                continue
            seen = 0
            if below >= 6:
                if w ^ flip < 1 << (below - 6):
                    seen = word
            elif below >= 0 and w == flip:
                gap = 1 << below
                seen = (1 << gap) - 1
                if beyond:
                    seen <<= size - gap
                seen &= word
            stay = word ^ seen
            if back:
                stay &= state[there + row * words + w]
                if up < rows:
                    stay |= seen & state[there + up * words + w]
                state[here + row * words + w] = stay
            else:
                state[there + row * words + w] |= stay
                if seen and up < rows:
                    state[there + up * words + w] |= seen


@compiled
def _onward(
    state: Any,
    opened: int,
    domain: int,
    top: int,
    floor: int,
    summed: int,
    beyond: int,
    size: int,
    here: int,
    there: int,
    rows: int,
    words: int,
) -> None:
    """Put the values of a cell to what has been reached ``here``, on one side of the tallest, and add it ``there``.

    ``floor`` is the tallest building, as a bit, that stands between the cell and the end from which it is seen: what is
    lower hides.
    """
    parked = domain & top << 1
    bits = domain & opened
    if domain & (domain - 1) == 0:
        if domain < top:
            below = ones(opened & (domain - 1)) if domain > floor else -1
            rise = lowest(domain) + 1 if summed else 1
            _pass(state, below, rise, False, beyond, size, here, there, rows, words)
        return
    flip = words - 1 if beyond else 0
    for row in range(rows):
        for w in range(words):
            word = state[here + row * words + w]
            if word == 0:
                continue
            stay = word if parked else 0
            left = bits
            while left:
                bit = left & -left
                left ^= bit
                rank = ones(opened & (bit - 1))
                up = row + (lowest(bit) + 1 if summed else 1)
                if rank < 6:
                    gap = 1 << rank
                    part = word & _LACKING[rank]
                    if bit > floor and w == flip:
                        seen = (1 << gap) - 1
                        if beyond:
                            seen <<= size - 2 * gap
                        seen &= part
                        part ^= seen
                        if seen and up < rows:
                            state[there + up * words + w] |= seen << gap
                    stay |= part << gap
                else:
                    stride = 1 << (rank - 6)
                    if w & stride == 0:
                        if bit > floor and (w ^ flip) & ~stride < stride:
                            if up < rows:
                                state[there + up * words + w + stride] |= word
                        else:
                            state[there + row * words + w + stride] |= word
            state[there + row * words + w] |= stay


@compiled
def _homeward(
    state: Any,
    opened: int,
    domain: int,
    top: int,
    floor: int,
    summed: int,
    beyond: int,
    size: int,
    here: int,
    there: int,
    rows: int,
    words: int,
) -> int:
    """Keep of what has been reached ``here`` what leads on to ``there``; return the values by which it does."""
    parked = domain & top << 1
    bits = domain & opened
    if domain & (domain - 1) == 0:
        if domain < top:
            below = ones(opened & (domain - 1)) if domain > floor else -1
            rise = lowest(domain) + 1 if summed else 1
            _pass(state, below, rise, True, beyond, size, here, there, rows, words)
        return 0
    flip = words - 1 if beyond else 0
    found = 0
    for row in range(rows):
        for w in range(words):
            word = state[here + row * words + w]
            if word == 0:
                continue
            after = state[there + row * words + w]
            live = word & after if parked else 0
            if live:
                found |= parked
            left = bits
            while left:
                bit = left & -left
                left ^= bit
                rank = ones(opened & (bit - 1))
                up = row + (lowest(bit) + 1 if summed else 1)
                way = 0
                if rank < 6:
                    gap = 1 << rank
                    part = word & _LACKING[rank]
                    if bit > floor and w == flip:
                        seen = (1 << gap) - 1
                        if beyond:
                            seen <<= size - 2 * gap
                        seen &= part
                        part ^= seen
                        if up < rows:
                            way = state[there + up * words + w] >> gap & seen
                    way |= after >> gap & part
                else:
                    stride = 1 << (rank - 6)
                    if w & stride == 0:
                        if bit > floor and (w ^ flip) & ~stride < stride:
                            if up < rows:
                                way = word & state[there + up * words + w + stride]
                        else:
                            way = word & state[there + row * words + w + stride]
                if way:
                    live |= way
                    found |= bit
            state[here + row * words + w] = live
    return found


@compiled
def exact(geometry: Any, state: Any, line: int, near: int, far: int) -> bool:
    """Narrow the cells of a line to the values that some filling of the whole line gives them; False without one.

    The singles of the line have been seen to, so that no two cells hold the same height; the clues are at most what
    all heights would show.
    """
    start = geometry[STARTS + line]
    places = geometry[LENGTH]
    heights = geometry[HEIGHTS]
    summed = geometry[SUMMED]
    top = 1 << (heights - 1)
    lower = top - 1
    park = 1 << heights
    by_top = heights if summed else 1
    need = near - by_top if near >= 0 else 0
    need_far = far - by_top if far >= 0 else 0
    if need < 0 or need_far < 0:
        return False
    rows = need + 1
    rows_far = need_far + 1
    levels = geometry[SCRATCH]
    taller = levels + places + 1
    shorter = taller + places
    stands = 0
    tops = 0
    tallest = 0
    for place in range(places - 1, -1, -1):
        domain = state[DOMAIN + geometry[start + place]]
        state[taller + place] = tallest
        if domain & (domain - 1) == 0:
            stands |= domain
            tallest = max(tallest, domain & lower)
        tops |= (domain >> (heights - 1) & 1) << place
    if tops == 0:
        return False
    opened = lower & ~stands
    count = ones(opened)
    words = 1 << max(0, count - 6)
    size = min(64, 1 << count)
    first = lowest(tops)
    last = first
    while tops >> (last + 1):
        last += 1
    far_side = rows * words
    width = far_side + rows_far * words
    here = geometry[TABLE]
    for i in range(here, here + width):
        state[i] = 0
    state[here] = 1
    tallest = 0
    work = 0
    for place in range(places):
        state[levels + place] = here
        state[shorter + place] = tallest
        domain = state[DOMAIN + geometry[start + place]]
        floor = tallest if near >= 0 else park
        floor_far = state[taller + place] if far >= 0 else park
        before = here
        if domain & (domain - 1):
            here += width
            work += width * (1 + ones(domain))
        else:
            tallest = max(tallest, domain & lower)
            if domain == top or (domain < top and domain > min(floor, floor_far)):
                here += width
        if before == here:
            # A park, or a building that hides at either side of the tallest.
            continue
        for i in range(here, here + width):
            state[i] = 0
        if place < last:
            _onward(state, opened, domain, top, floor, summed, 0, size, before, here, rows, words)
        if place > first:
            _onward(
                state,
                opened,
                domain,
                top,
                floor_far,
                summed,
                1,
                size,
                before + far_side,
                here + far_side,
                rows_far,
                words,
            )
        if tops >> place & 1:
            before += need * words
            for w in range(words):
                state[here + far_side + w] |= state[before + w]
    state[STEPS] += work >> 5
    final = here + width - 1
    if state[final] >> (size - 1) & 1 == 0:
        return False
    for i in range(here, here + width):
        state[i] = 0
    state[final] = 1 << (size - 1)
    for place in range(places - 1, -1, -1):
        after = here
        here = state[levels + place]
        if here == after:
            continue
        cell = geometry[start + place]
        domain = state[DOMAIN + cell]
        floor = state[shorter + place] if near >= 0 else park
        floor_far = state[taller + place] if far >= 0 else park
        found = 0
        if place > first:
            found = _homeward(
                state,
                opened,
                domain,
                top,
                floor_far,
                summed,
                1,
                size,
                here + far_side,
                after + far_side,
                rows_far,
                words,
            )
        lift = here + need * words
        if tops >> place & 1:
            for w in range(words):
                way = state[after + far_side + w] & state[lift + w]
                state[after + far_side + w] = way
                if way:
                    found |= top
        if place < last:
            found |= _homeward(state, opened, domain, top, floor, summed, 0, size, here, after, rows, words)
        else:
            for i in range(here, here + far_side):
                state[i] = 0
        if found & top:
            for w in range(words):
                state[lift + w] |= state[after + far_side + w]
        if domain & (domain - 1) and found != domain:
            if found == 0:
                return False
            narrow(geometry, state, cell, found)
    return True
