"""The propagators of a line: the exact one keeps the values of all fillings, the relaxed one no fewer."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from eyeline.kernels import latin, layout
from eyeline.kernels.compiled import numbers
from eyeline.kernels.outlook import relaxed
from eyeline.kernels.subsets import exact


def fillings(
    domains: Sequence[int], heights: int, parks: int, before: tuple[int, ...] = ()
) -> Iterator[tuple[int, ...]]:
    """Every way to fill a line, a value a place: heights from 0, ``heights`` for a park."""
    if len(before) == len(domains):
        yield before
        return
    for value in range(heights + 1):
        room = parks if value == heights else 1
        if domains[len(before)] >> value & 1 and before.count(value) < room:
            yield from fillings(domains, heights, parks, (*before, value))


def seen(filling: Sequence[int], heights: int, summed: bool) -> int:
    tallest, total = -1, 0
    for value in filling:
        if tallest < value < heights:
            tallest = value
            total += value + 1 if summed else 1
    return total


def union(ways: Sequence[tuple[int, ...]]) -> list[int]:
    """The values of each place."""
    domains = [0] * len(ways[0])
    for way in ways:
        for place, value in enumerate(way):
            domains[place] |= 1 << value
    return domains


@pytest.mark.parametrize("seed", range(240))
def test_the_values_left_are_those_of_all_fillings(seed: int) -> None:
    rng = random.Random(seed)
    parks, summed = rng.choice((0, 0, 1, 2)), rng.random() < 0.3
    length = rng.choice((3, 5, 7, 8, 9, 10))
    heights = length - parks
    planted = rng.sample([*range(heights), *[heights] * parks], length)
    # Wide where a few can stand anywhere, or narrow everywhere, so that all fillings can be listed.
    loose = set(rng.sample(range(length), min(length, 5)))
    density = 0.35 if length > 7 else 0.7
    standing = rng.random() < 0.5
    domains = []
    for place, value in enumerate(planted):
        other = [bit for bit in range(heights + (parks > 0)) if rng.random() < (0.9 if place in loose else density)]
        domains.append(1 << value | (0 if standing and rng.random() < 0.3 else sum(1 << bit for bit in other)))
    near = seen(planted, heights, summed) if rng.random() < 0.8 else -1
    far = seen(planted[::-1], heights, summed) if rng.random() < 0.8 else -1
    if rng.random() < 0.15:
        near = rng.randint(heights if summed else 1, heights)
    kernel = latin.Latin(length, heights, parks, summed, (tuple(range(length)),), (), ())
    state = kernel.start(numbers([near, far]), numbers(domains))
    if latin._singles(kernel.geometry, state, 0, True) < 0:
        assert not list(fillings(domains, heights, parks))
        return
    held = [int(state[layout.DOMAIN + place]) for place in range(length)]
    ways = [
        way
        for way in fillings(held, heights, parks)
        if near in (-1, seen(way, heights, summed)) and far in (-1, seen(way[::-1], heights, summed))
    ]
    if near >= 0 or far >= 0:
        loosely = state.copy()
        assert relaxed(kernel.geometry, loosely, 0, near, far) or not ways
        if ways:
            for place, domain in enumerate(union(ways)):
                assert domain & ~int(loosely[layout.DOMAIN + place]) == 0
    assert exact(kernel.geometry, state, 0, near, far) == bool(ways)
    if ways:
        assert [int(state[layout.DOMAIN + place]) for place in range(length)] == union(ways)
