"""Where the kernel for cities keeps things: a geometry for all cities of a shape, and a state for each search.

Both are flat arrays of words; the constants are places in them. The geometry has a header; for each constraint where
its cells start, then the cells; for each cell where its constraints start, then these. Constraints are numbered
through: lines (full units), other units, sights. The state has a header, the domains of the cells, the levels of the
search, scratch, the table of the exact propagator, and a weight for each constraint, which grows as it fails. Domains
are sets of values as bits: the heights from 1, then the park.
"""

from __future__ import annotations

from typing import Any

from eyeline.kernels.compiled import compiled

# Places in the geometry. Three say where in the state scratch, table and weights start; the last two, with how many
# open cells at most a line goes to the exact propagator.
(
    CELLS,
    HEIGHTS,
    PARKS,
    LINES,
    UNITS,
    SIGHTS,
    SUMMED,
    ADJACENT,
    LENGTH,
    SCRATCH,
    TABLE,
    WEIGHT,
    MOST_OPEN,
    MOST_OPEN_DEEP,
) = range(14)
STARTS = 16

# Places in the state.
(
    PHASE,
    DEPTH,
    NODES,
    STEPS,
    FOUND,
    CHEAP,
    CHEAP_2,
    COSTLY,
    LAST,
    AGAIN,
    PATIENCE,
) = range(11)
DOMAIN = 16

#: Constraints that one word of the queue holds.
QUEUE = 62


@compiled
def narrow(geometry: Any, state: Any, cell: int, domain: int) -> None:
    """Give a cell another domain and queue its constraints."""
    state[DOMAIN + cell] = domain
    lines = geometry[LINES]
    where = geometry[ADJACENT] + cell
    for entry in range(geometry[where], geometry[where + 1]):
        constraint = geometry[entry]
        if constraint < QUEUE:
            state[CHEAP] |= 1 << constraint
        else:
            state[CHEAP_2] |= 1 << (constraint - QUEUE)
        if constraint < lines:
            state[COSTLY] |= 1 << constraint
