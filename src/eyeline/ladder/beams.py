"""Techniques for rooms of beams.

A board is a tuple of arrays:

* ``HEAD``: number of shooters, number of empty cells;
* ``SAFE``: for each literal whether a shooter turned so hits none. Literal ``2 k`` says that shooter ``k`` is turned
  horizontally, ``2 k + 1`` vertically;
* ``LIGHT``: for each empty cell, in twos, the safe literals that light it, -1 = none;
* ``CLAUSE_START``, ``CLAUSES``: for each literal the empty cells that it lights.

Values are 0 for horizontally, 1 for vertically. Reasons are numbered: the literals that are not safe, then the empty
cells that must be lit.
"""

from __future__ import annotations

from eyeline.ladder.source import Board, Numbers, because, begin, close, halted, strike

HEAD, SAFE, LIGHT, CLAUSE_START, CLAUSES = range(5)
SHOOTERS, CELLS = range(2)

UNSAFE, ONLY, CHAIN = range(3)

#: Implications of a chain on the lower, the middle and the upper rung.
SHORT, MIDDLE, LONG = 3, 6, 1 << 30


def unsafe(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Rule out the turns with which a shooter would hit a shooter."""
    for literal in range(2 * board[HEAD][SHOOTERS]):
        if not board[SAFE][literal]:
            begin(trace, UNSAFE, literal)
            because(trace, literal)
            strike(trace, domains, removed, literal >> 1, 1 << (literal & 1))
            close(trace)


def _open(domains: Numbers, literal: int) -> bool:
    return literal >= 0 and domains[literal >> 1] >> (literal & 1) & 1 != 0


def only_light(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Turn the one shooter that can still light a cell."""
    head, light = board[HEAD], board[LIGHT]
    for cell in range(head[CELLS]):
        one, other = light[2 * cell], light[2 * cell + 1]
        first, second = _open(domains, one), _open(domains, other)
        if first and second and one != other:
            continue
        begin(trace, ONLY, cell)
        because(trace, 2 * head[SHOOTERS] + cell)
        if first or second:
            literal = one if first else other
            strike(trace, domains, removed, literal >> 1, 2 >> (literal & 1))
        else:
            # Nobody can: whatever a shooter is turned to, the cell stays dark.
            for shooter in range(head[SHOOTERS]):
                strike(trace, domains, removed, shooter, 3)
        close(trace)


def _chains(board: Board, domains: Numbers, removed: Numbers, trace: Numbers, fewest: int, most: int) -> None:
    """Follow what a turn implies, nearest first: if that is its own opposite, after so many steps, it is out."""
    head, light, start, clauses = board[HEAD], board[LIGHT], board[CLAUSE_START], board[CLAUSES]
    literals = 2 * head[SHOOTERS]
    depth = [0] * literals
    parent = [0] * literals
    through = [0] * literals
    queue = [0] * literals
    for literal in range(literals):
        if domains[literal >> 1] != 3:
            continue
        if halted(trace):
            return
        for other in range(literals):
            depth[other] = -1
        depth[literal] = 0
        queue[0] = literal
        done, size = 0, 1
        while done < size and depth[literal ^ 1] < 0:
            held = queue[done]
            done += 1
            if depth[held] >= most:
                break
            for at in range(start[held ^ 1], start[(held ^ 1) + 1]):
                cell = clauses[at]
                one, other = light[2 * cell], light[2 * cell + 1]
                if one == other:
                    continue
                forced = other if one == held ^ 1 else one
                if forced < 0 or domains[forced >> 1] != 3 or depth[forced] >= 0:
                    continue
                depth[forced] = depth[held] + 1
                parent[forced] = held
                through[forced] = cell
                queue[size] = forced
                size += 1
        if depth[literal ^ 1] >= fewest:
            begin(trace, CHAIN, literal)
            step = literal ^ 1
            while step != literal:
                because(trace, literals + through[step])
                step = parent[step]
            strike(trace, domains, removed, literal >> 1, 1 << (literal & 1))
            close(trace)


def chains(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Rule out a turn that implies its own opposite, over cells that must be lit, however long the chain."""
    _chains(board, domains, removed, trace, 1, LONG)


PRICES = (1, 2, 4, 8, 12)


def climb(rung: int, board: Board, domains: Numbers, removed: Numbers, trace: Numbers, memo: Numbers) -> None:
    """Run all techniques of a rung."""
    if rung == 0:
        unsafe(board, domains, removed, trace)
    elif rung == 1:
        only_light(board, domains, removed, trace)
    elif rung == 2:
        _chains(board, domains, removed, trace, 1, SHORT)
    elif rung == 3:
        _chains(board, domains, removed, trace, SHORT + 1, MIDDLE)
    elif rung == 4:
        _chains(board, domains, removed, trace, MIDDLE + 1, LONG)
