"""What every technique is written in: a subset of Python that runs as it stands and that numba compiles.

Arrays are flat and hold whole numbers: lists where the code runs plain, 64-bit arrays where it is compiled. A *domain*
is the set of values that a cell can still have, as a number whose bit ``v`` is set for the puzzle's value ``v``.

A technique looks at a board and its domains, and writes to a *trace* what it finds; it changes no domain itself. Of one
finding the trace holds ``length, technique, detail`` and then pairs: ``(-1, reason)`` for each reason, by its number,
and ``(place, mask)`` for the values ruled out in a cell. ``removed`` gathers, by place, all values that the trace rules
out.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from eyeline.deadline import look

#: A list of whole numbers, or a 64-bit array where the code is compiled.
Numbers: TypeAlias = Any
#: The arrays that describe a puzzle, as each module of techniques says.
Board: TypeAlias = Any

# What stands at the start of a trace: the end of what is written, the number of findings, the end of the finding that
# is being written, how many facts it has, the room there is, and whether to stop. A finding that there is no room for
# still counts, and what it rules out is removed.
END, WAYS, NEXT, FACTS, ROOM, STOP = range(6)
HEADER = 6
BECAUSE = -1


def ones(bits: int) -> int:
    """Return the number of bits that are set."""
    return bits.bit_count()


def lowest(bits: int) -> int:
    """Return the place of the lowest bit that is set; ``bits`` is not 0."""
    return (bits & -bits).bit_length() - 1


def single(bits: int) -> bool:
    """Return whether exactly one bit is set."""
    return bits != 0 and bits & (bits - 1) == 0


def highest_bit(bits: int) -> int:
    """Return the highest bit that is set, as a power of two; 0 where none is."""
    return bits and 1 << bits.bit_length() - 1


def halted(trace: Numbers) -> bool:
    """Return whether to stop in the middle of a technique that can take long: somebody has put a 1 at ``STOP``.

    Nobody can do that while plain Python runs, which looks at the deadline instead. Raises ``Overdue``.
    """
    look()
    return False


def clear(trace: Numbers, removed: Numbers) -> None:
    """Empty a trace; that it is to stop stays."""
    trace[END] = HEADER
    trace[WAYS] = 0
    for place in range(len(removed)):
        removed[place] = 0


def begin(trace: Numbers, technique: int, detail: int) -> None:
    """Start a finding."""
    end = trace[END]
    trace[FACTS] = 0
    trace[NEXT] = end + 3
    if end + 3 <= trace[ROOM]:
        trace[end + 1] = technique
        trace[end + 2] = detail


def put(trace: Numbers, first: int, second: int) -> None:
    """Add a pair to the finding."""
    at = trace[NEXT]
    if at + 2 <= trace[ROOM]:
        trace[at] = first
        trace[at + 1] = second
    trace[NEXT] = at + 2


def because(trace: Numbers, reason: int) -> None:
    """Add a reason to the finding."""
    put(trace, BECAUSE, reason)


def strike(trace: Numbers, domains: Numbers, removed: Numbers, place: int, mask: int) -> None:
    """Rule out values; those that are ruled out already do not count."""
    found = domains[place] & mask
    if found:
        put(trace, place, found)
        trace[FACTS] += 1
        removed[place] |= found


def close(trace: Numbers) -> None:
    """Keep the finding if it rules anything out."""
    if trace[FACTS]:
        trace[WAYS] += 1
        if trace[NEXT] <= trace[ROOM]:
            trace[trace[END]] = trace[NEXT] - trace[END]
            trace[END] = trace[NEXT]
