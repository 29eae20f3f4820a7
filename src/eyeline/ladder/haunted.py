"""Techniques for haunted mazes.

A board is a tuple of arrays:

* ``HEAD``: number of cells to fill, number of paths, number of groups;
* ``PATH_START``, ``PATH_CELLS``: the paths of light, each once, with the cells that it crosses, each once;
* ``NEAR``, ``FAR``: for each cell of a path, in threes, how often a vampire, a ghost, a zombie there is seen from the
path's
  near end, and from its far end;
* ``NEAR_CLUE``, ``FAR_CLUE``: the clues at its ends, -1 = blank;
* ``TOTALS``: how many vampires, ghosts, zombies there are, -1 = not said;
* ``GROUP_START``, ``GROUP_CELLS``: the groups of cells that hold one monster.

Values are 0 for a vampire, 1 for a ghost, 2 for a zombie. Reasons are numbered: near and far clue of each path, then
the three totals, then the groups.
"""

from __future__ import annotations

from eyeline.ladder.source import HEADER, ROOM, WAYS, Board, Numbers, because, begin, clear, close, halted, strike

HEAD, PATH_START, PATH_CELLS, NEAR, FAR, NEAR_CLUE, FAR_CLUE, TOTALS, GROUP_START, GROUP_CELLS = range(10)
PLACES, PATHS, GROUPS = range(3)

(
    CLUE_ZERO,
    CLUE_FULL,
    COUNT,
    TOTAL,
    GROUP,
    ENDS_COMPARED,
    CROSSED_TWICE,
    FEW,
    ARRANGEMENTS,
    LAST_CELLS,
    SUPPOSED,
) = range(11)

MONSTERS = 3
MOST_LISTED = 12
#: Counts that a path of light is arranged for stay below this; more arrangements than ``MANY`` are not counted.
MOST_ARRANGED = 60
MANY = 1000
#: So many cells left are few.
MOST_LAST = 5
#: Rounds to a clash.
SOON, LATER = 2, 8
#: The rungs below those that suppose something.
SIMPLE = 5


def _clue(board: Board, path: int, end: int) -> int:
    clues: Numbers = board[NEAR_CLUE] if end == 0 else board[FAR_CLUE]
    clue: int = clues[path]
    return clue


def _least(domain: int, weights: Numbers, at: int) -> int:
    least = 1 << 30
    for value in range(MONSTERS):
        if domain >> value & 1 and weights[at + value] < least:
            least = weights[at + value]
    return least


def _most(domain: int, weights: Numbers, at: int) -> int:
    most = -(1 << 30)
    for value in range(MONSTERS):
        if domain >> value & 1 and weights[at + value] > most:
            most = weights[at + value]
    return most


def clue_zero(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Who sees nobody sees none of a path's cells: ghosts before the first mirror, vampires behind it."""
    _extreme(board, domains, removed, trace, CLUE_ZERO)


def clue_full(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Who sees as many as the path can show sees somebody in every cell, every time it is crossed."""
    _extreme(board, domains, removed, trace, CLUE_FULL)


def _extreme(board: Board, domains: Numbers, removed: Numbers, trace: Numbers, technique: int) -> None:
    head, start, cells = board[HEAD], board[PATH_START], board[PATH_CELLS]
    for path in range(head[PATHS]):
        for end in range(2):
            clue = _clue(board, path, end)
            weights = board[NEAR] if end == 0 else board[FAR]
            full = 0
            for at in range(start[path], start[path + 1]):
                full += _most(7, weights, 3 * at)
            if clue < 0 or clue != (0 if technique == CLUE_ZERO else full):
                continue
            begin(trace, technique, 2 * path + end)
            because(trace, 2 * path + end)
            for at in range(start[path], start[path + 1]):
                wanted = 0 if technique == CLUE_ZERO else _most(7, weights, 3 * at)
                for value in range(MONSTERS):
                    if weights[3 * at + value] != wanted:
                        strike(trace, domains, removed, cells[at], 1 << value)
            close(trace)


def counts(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Count along a path: a clue that is reached shows nobody else, one that needs all who are left shows them all."""
    head, start = board[HEAD], board[PATH_START]
    for path in range(head[PATHS]):
        for end in range(2):
            clue = _clue(board, path, end)
            if clue < 0:
                continue
            weights = board[NEAR] if end == 0 else board[FAR]
            begin(trace, COUNT, 2 * path + end)
            because(trace, 2 * path + end)
            _bounded(board, domains, removed, trace, start[path], start[path + 1], weights, clue)
            close(trace)


def _bounded(
    board: Board,
    domains: Numbers,
    removed: Numbers,
    trace: Numbers,
    first: int,
    last: int,
    weights: Numbers,
    total: int,
) -> None:
    """Strike the values with which a weighted sum over the cells of a path cannot have this total, by its bounds."""
    cells = board[PATH_CELLS]
    least, most = 0, 0
    for at in range(first, last):
        domain = domains[cells[at]]
        if domain == 0:
            return
        least += _least(domain, weights, 3 * at)
        most += _most(domain, weights, 3 * at)
    for at in range(first, last):
        domain = domains[cells[at]]
        lower = least - _least(domain, weights, 3 * at)
        upper = most - _most(domain, weights, 3 * at)
        for value in range(MONSTERS):
            if not lower + weights[3 * at + value] <= total <= upper + weights[3 * at + value]:
                strike(trace, domains, removed, cells[at], 1 << value)
    if first == last and total != 0:
        # A clue that looks at mirrors alone, and is not 0.
        for place in range(len(domains)):
            strike(trace, domains, removed, place, 7)


def totals(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Compare totals: a monster that is all placed stands nowhere else, one that needs all cells left takes them."""
    head = board[HEAD]
    for value in range(MONSTERS):
        total = board[TOTALS][value]
        if total < 0:
            continue
        sure, possible = 0, 0
        for place in range(head[PLACES]):
            sure += domains[place] == 1 << value
            possible += domains[place] >> value & 1
        begin(trace, TOTAL, value)
        because(trace, 2 * head[PATHS] + value)
        for place in range(head[PLACES]):
            if sure >= total and (domains[place] != 1 << value or sure > total):
                strike(trace, domains, removed, place, 1 << value)
            elif possible == total and domains[place] >> value & 1:
                strike(trace, domains, removed, place, 7 ^ (1 << value))
            elif possible < total:
                strike(trace, domains, removed, place, 7)
        close(trace)


def groups(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Rule out for all cells of a group what one of them cannot be."""
    head, start, cells = board[HEAD], board[GROUP_START], board[GROUP_CELLS]
    for group in range(head[GROUPS]):
        common = 7
        for at in range(start[group], start[group + 1]):
            common &= domains[cells[at]]
        begin(trace, GROUP, group)
        because(trace, 2 * head[PATHS] + MONSTERS + group)
        for at in range(start[group], start[group + 1]):
            strike(trace, domains, removed, cells[at], ~common)
        close(trace)


def ends_compared(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Compare the clues at both ends of a path: what one sees more than the other, and what both see.

    In a cell before the first mirror, from one end, a vampire is seen by that end alone and a ghost by the other, so
    that the difference counts vampires against ghosts; and the sum counts zombies twice.
    """
    head, start = board[HEAD], board[PATH_START]
    for path in range(head[PATHS]):
        near, far = board[NEAR_CLUE][path], board[FAR_CLUE][path]
        if near < 0 or far < 0:
            continue
        size = 3 * start[path + 1]
        for sign in (-1, 1):
            weights = [0] * size
            for at in range(3 * start[path], size):
                weights[at] = board[NEAR][at] + sign * board[FAR][at]
            begin(trace, ENDS_COMPARED, path)
            because(trace, 2 * path)
            because(trace, 2 * path + 1)
            _bounded(board, domains, removed, trace, start[path], start[path + 1], weights, near + sign * far)
            close(trace)


def crossed_twice(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Reckon with cells that a path crosses twice: they count twice or not at all, so some counts are out of reach."""
    head, start, cells = board[HEAD], board[PATH_START], board[PATH_CELLS]
    for path in range(head[PATHS]):
        first, last = start[path], start[path + 1]
        for end in range(2):
            clue = _clue(board, path, end)
            weights = board[NEAR] if end == 0 else board[FAR]
            twice = False
            for at in range(first, last):
                twice = twice or weights[3 * at] == 2 or weights[3 * at + 1] == 2 or weights[3 * at + 2] == 2
            if clue < 0 or clue > MOST_ARRANGED or not twice:
                continue
            begin(trace, CROSSED_TWICE, 2 * path + end)
            because(trace, 2 * path + end)
            # Bit s: the cells up to here can show s.
            ahead = [0] * (last - first + 1)
            ahead[0] = 1
            mask = (1 << (clue + 1)) - 1
            for at in range(first, last):
                sums = 0
                for value in range(MONSTERS):
                    if domains[cells[at]] >> value & 1:
                        sums |= ahead[at - first] << weights[3 * at + value] & mask
                ahead[at - first + 1] = sums
            back = 1 << clue
            for at in range(last - 1, first - 1, -1):
                sums = 0
                for value in range(MONSTERS):
                    if domains[cells[at]] >> value & 1:
                        before = back >> weights[3 * at + value]
                        sums |= before
                        if not ahead[at - first] & before:
                            strike(trace, domains, removed, cells[at], 1 << value)
                back = sums
            close(trace)


def few_arrangements(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """List the arrangements of a path that fit the clues at its ends, where they are few: what they share stands."""
    _arranged(board, domains, removed, trace, FEW)


def arrangements(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """Rule out what stands in no arrangement of a path that fits the clues at its ends."""
    _arranged(board, domains, removed, trace, ARRANGEMENTS)


def _arranged(board: Board, domains: Numbers, removed: Numbers, trace: Numbers, technique: int) -> None:
    """Walk all arrangements of each path at once; a state is what has been seen from either end.

    ``ahead`` has for each cell and state the number of ways to get there, ``back`` of ways to go on to the clues.
    """
    head, start, cells = board[HEAD], board[PATH_START], board[PATH_CELLS]
    for path in range(head[PATHS]):
        first, last = start[path], start[path + 1]
        near, far = board[NEAR_CLUE][path], board[FAR_CLUE][path]
        if near > MOST_ARRANGED or far > MOST_ARRANGED:
            continue
        if halted(trace):
            return
        # A blank clue keeps no account: its end has one state.
        rows, cols = max(near, 0) + 1, max(far, 0) + 1
        size = rows * cols
        length = last - first
        ahead = [0] * ((length + 1) * size)
        back = [0] * ((length + 1) * size)
        ahead[0] = 1
        back[length * size + size - 1] = 1
        for at in range(first, last):
            for state in range(size):
                ways = ahead[(at - first) * size + state]
                if ways == 0:
                    continue
                for value in range(MONSTERS):
                    if domains[cells[at]] >> value & 1:
                        a = state // cols + (board[NEAR][3 * at + value] if near >= 0 else 0)
                        b = state % cols + (board[FAR][3 * at + value] if far >= 0 else 0)
                        if a < rows and b < cols:
                            to = (at - first + 1) * size + a * cols + b
                            ahead[to] = min(MANY, ahead[to] + ways)
        found = ahead[length * size + size - 1]
        if (found > MOST_LISTED) == (technique == FEW):
            continue
        begin(trace, technique, found)
        if near >= 0:
            because(trace, 2 * path)
        if far >= 0:
            because(trace, 2 * path + 1)
        for at in range(last - 1, first - 1, -1):
            kept = 0
            for state in range(size):
                if ahead[(at - first) * size + state] == 0:
                    continue
                for value in range(MONSTERS):
                    if domains[cells[at]] >> value & 1:
                        a = state // cols + (board[NEAR][3 * at + value] if near >= 0 else 0)
                        b = state % cols + (board[FAR][3 * at + value] if far >= 0 else 0)
                        if a < rows and b < cols and back[(at - first + 1) * size + a * cols + b]:
                            back[(at - first) * size + state] = 1
                            kept |= 1 << value
            strike(trace, domains, removed, cells[at], ~kept)
        close(trace)


def _supposed(
    board: Board, domains: Numbers, removed: Numbers, trace: Numbers, technique: int, most: int, rungs: int
) -> None:
    """Suppose each value in turn: where the simplest techniques clash, after so many rounds of them, it is out.

    A round takes everything that the lowest ``rungs`` rungs find at once. The length of a way to a clash by rounds does
    not depend on any order.
    """
    places = board[HEAD][PLACES]
    inner = trace[: HEADER + 32].copy()
    inner[ROOM] = HEADER
    held = domains.copy()
    lost = removed.copy()
    for place in range(places):
        domain = domains[place]
        if domain & (domain - 1) == 0:
            continue
        for value in range(MONSTERS):
            if not domain >> value & 1:
                continue
            if halted(trace):
                return
            for other in range(places):
                held[other] = domains[other]
            held[place] = 1 << value
            steps = 0
            clash = False
            while not clash and steps < most:
                clear(inner, lost)
                for rung in range(rungs):
                    _simple(rung, board, held, lost, inner)
                if inner[WAYS] == 0:
                    break
                steps += 1
                for other in range(places):
                    held[other] &= ~lost[other]
                    clash = clash or held[other] == 0
            if clash:
                begin(trace, technique, place * MONSTERS + value)
                strike(trace, domains, removed, place, 1 << value)
                close(trace)


def _simple(rung: int, board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    if rung == 0:
        clue_zero(board, domains, removed, trace)
        clue_full(board, domains, removed, trace)
        groups(board, domains, removed, trace)
    elif rung == 1:
        counts(board, domains, removed, trace)
        totals(board, domains, removed, trace)
    elif rung == 2:
        ends_compared(board, domains, removed, trace)
    elif rung == 3:
        crossed_twice(board, domains, removed, trace)
        few_arrangements(board, domains, removed, trace)
    elif rung == 4:
        arrangements(board, domains, removed, trace)


def last_cells(board: Board, domains: Numbers, removed: Numbers, trace: Numbers) -> None:
    """With few cells left, suppose a value, and soon the totals or the clues clash: so it is out."""
    still_open = 0
    for domain in domains:
        still_open += domain & (domain - 1) != 0
    if still_open <= MOST_LAST:
        _supposed(board, domains, removed, trace, LAST_CELLS, SOON, 2)


def supposed(board: Board, domains: Numbers, removed: Numbers, trace: Numbers, most: int, rungs: int) -> None:
    """Suppose a value anywhere: where that clashes, it is out."""
    _supposed(board, domains, removed, trace, SUPPOSED, most, rungs)


PRICES = (1, 2, 3, 4, 6, 5, 10, 20, 40)


def climb(rung: int, board: Board, domains: Numbers, removed: Numbers, trace: Numbers, memo: Numbers) -> None:
    """Run all techniques of a rung."""
    if rung < SIMPLE:
        _simple(rung, board, domains, removed, trace)
    elif rung == SIMPLE:
        last_cells(board, domains, removed, trace)
    elif rung == SIMPLE + 1:
        supposed(board, domains, removed, trace, SOON, 2)
    elif rung == SIMPLE + 2:
        supposed(board, domains, removed, trace, LATER, 2)
    elif rung == SIMPLE + 3:
        supposed(board, domains, removed, trace, LATER, SIMPLE)
