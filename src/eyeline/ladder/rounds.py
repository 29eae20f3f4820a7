"""Up the ladder in rounds: all findings of the cheapest rung at once, so that no order matters."""

from __future__ import annotations

from collections.abc import Callable

from eyeline.ladder.source import STOP, WAYS, Board, Numbers, clear

#: What a ladder ends with: every cell has one value left, a cell has none, no rung finds anything, or it was stopped.
DONE, CLASH, STUCK, STOPPED = range(4)


def rounds(climb: Callable[..., None], rungs: int, stamp: int = 0) -> Callable[..., int]:
    """Return the function that goes up a ladder until it ends; ``stamp`` tells apart what is kept of it on disk.

    It takes a board, its domains (which it narrows), scratch (``removed``, ``trace``, ``memo``) and two arrays, counted
    by rung: ``times``, the rounds that found something there, and ``ways``, in 360ths, the sum of 1 by the number of
    findings that were open in such a round. It returns how the ladder ended.
    """
    ladder = (rungs, stamp)

    def ascend(
        board: Board, domains: Numbers, removed: Numbers, trace: Numbers, memo: Numbers, times: Numbers, ways: Numbers
    ) -> int:
        while True:
            still_open = 0
            for domain in domains:
                if domain == 0:
                    return CLASH
                still_open += domain & (domain - 1) != 0
            if still_open == 0:
                return DONE
            found = 0
            for rung in range(ladder[0]):
                clear(trace, removed)
                climb(rung, board, domains, removed, trace, memo)
                if trace[STOP]:
                    return STOPPED
                found = trace[WAYS]
                if found:
                    times[rung] += 1
                    ways[rung] += 360 // found
                    break
            if found == 0:
                return STUCK
            for place in range(len(domains)):
                domains[place] &= ~removed[place]

    return ascend
