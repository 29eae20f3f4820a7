"""Clauses of at most two literals as a graph of implications, and what can be read off that graph in linear time.

Literals are whole numbers: ``2 * v`` and ``2 * v + 1`` are the two values of variable ``v``, and ``literal ^ 1`` is the
opposite. A clause (a or b) says that not-a forces b and not-b forces a (Aspvall, Plass and Tarjan, 1979); a clause of
one literal is written (a or a). Nothing here recurses: a chain of implications may be as long as there are literals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod

from eyeline.deadline import paced

#: Called with the number of steps done since the last call; raises to break off.
Look = Callable[[int], object]

# How many edges the search for the shortest contradiction may look at before it settles for the best one so far.
_EDGES_FOR_A_CHAIN = 500_000


class Implications:
    """The implications of some clauses: ``forced[literal]`` lists what ``literal`` forces in one step."""

    def __init__(self, variables: int, clauses: Sequence[tuple[int, int]]) -> None:
        """Take different clauses over variables 0 to ``variables - 1``; none of them is (a or not a)."""
        self.variables = variables
        self.clauses = clauses
        self.forced: list[list[int]] = [[] for _ in range(2 * variables)]
        for a, b in paced(clauses):
            self.forced[a ^ 1].append(b)
            if a != b:
                self.forced[b ^ 1].append(a)

    def components(self, look: Look) -> list[int]:
        """Return the strongly connected component of each literal; see :func:`components`."""
        return components(self.forced, look)

    def contradictory(self, component: Sequence[int]) -> list[int]:
        """Return the variables of which each value forces the other; empty exactly when there is an answer."""
        return [v for v in range(self.variables) if component[2 * v] == component[2 * v + 1]]

    def answer(self, component: Sequence[int]) -> list[int]:
        """Return an answer, one true literal a variable, from components without contradiction.

        Components are numbered sinks first, so the literal of a variable that comes first never forces the other one.
        """
        return [2 * v + (component[2 * v] > component[2 * v + 1]) for v in range(self.variables)]

    def second(self, answer: Sequence[int], look: Look) -> list[int] | None:
        """Return another answer, or ``None`` when ``answer`` is the only one; in linear time.

        Which variables can be turned together? Take the false literals of ``answer`` and the implications among them. A
        set that is turned must contain whatever it forces, hence a sink component, and turning less cannot break a
        clause that turning more leaves whole. So it is enough to try the sink components, one at a time: one of them
        can be turned unless some clause has both its true literals (or its only literal) there. Of those that can be
        turned the smallest is, so that no other answer differs from ``answer`` in fewer variables.
        """
        onward: list[list[int]] = [[b >> 1 for b in self.forced[true ^ 1] if b != answer[b >> 1]] for true in answer]
        component = components(onward, look)
        free = [True] * (max(component, default=-1) + 1)
        for v, targets in enumerate(onward):
            for w in targets:
                if component[w] != component[v]:
                    free[component[v]] = False
        for a, b in self.clauses:
            if answer[a >> 1] == a and answer[b >> 1] == b and component[a >> 1] == component[b >> 1]:
                free[component[a >> 1]] = False
        look(len(self.clauses))
        members: dict[int, list[int]] = {}
        for v, c in enumerate(component):
            if free[c]:
                members.setdefault(c, []).append(v)
        if not members:
            return None
        other = list(answer)
        for v in min(members.values(), key=len):
            other[v] ^= 1
        return other

    def contradiction(self, component: Sequence[int], look: Look) -> list[int]:
        """Return a shortest walk from a literal to its opposite and back, as literals; empty when there is an answer.

        First and last literal are the same. In very large formulas the search ends early, and the walk is the shortest
        of those seen.
        """
        best: list[int] = []
        spent = 0
        for v in self.contradictory(component):
            if best and spent > _EDGES_FOR_A_CHAIN:
                break
            one, two = 2 * v, 2 * v + 1
            limit = len(best) - 2 if best else 2 * len(component)
            there, seen = self._path(one, two, limit - 1, look)
            spent += seen
            if there:
                back, seen = self._path(two, one, limit - (len(there) - 1), look)
                spent += seen
                if back:
                    best = there + back[1:]
        return best

    def _path(self, start: int, goal: int, most: int, look: Look) -> tuple[list[int], int]:
        """Return a shortest path of at most ``most`` steps, empty without one, and how many edges were looked at."""
        before = {start: start}
        edges = 0
        layer = [start]
        for _ in range(most):
            following = []
            for literal in layer:
                edges += len(self.forced[literal])
                look(len(self.forced[literal]) + 1)
                for b in self.forced[literal]:
                    if b not in before:
                        before[b] = literal
                        following.append(b)
            if goal in before:
                path = [goal]
                while path[-1] != start:
                    path.append(before[path[-1]])
                return path[::-1], edges
            layer = following
            if not layer:
                break
        return [], edges

    def answers(self, look: Look, node: Callable[[], object]) -> Iterator[list[int]]:
        """Yield every answer once, as one true literal a variable; there must be one.

        Between two answers lie at most as many propagations as there are variables: what propagates without
        contradiction always leads to an answer. ``node`` is called at every choice between two values.
        """
        true = bytearray(2 * self.variables)
        trail: list[int] = []
        choices: list[tuple[int, int]] = []  # (length of the trail before, value still to be tried)
        for a, b in self.clauses:
            if a == b and not true[a]:
                self._assume(a, true, trail, look)
        v = 0
        while True:
            while v < self.variables and (true[2 * v] or true[2 * v + 1]):
                v += 1
                look(1)
            if v < self.variables:
                before = len(trail)
                if self._assume(2 * v, true, trail, look):
                    choices.append((before, 2 * v + 1))
                    node()
                else:
                    self._assume(2 * v + 1, true, trail, look)
                continue
            yield [2 * v + true[2 * v + 1] for v in range(self.variables)]
            while choices:
                before, literal = choices.pop()
                while len(trail) > before:
                    true[trail.pop()] = 0
                if self._assume(literal, true, trail, look):
                    v = literal >> 1
                    break
            else:
                return

    def _assume(self, literal: int, true: bytearray, trail: list[int], look: Look) -> bool:
        """Make a literal and all it forces true; on a contradiction undo that and return ``False``."""
        start = len(trail)
        true[literal] = 1
        trail.append(literal)
        done = start
        while done < len(trail):
            targets = self.forced[trail[done]]
            done += 1
            look(len(targets) + 1)
            for b in targets:
                if true[b ^ 1]:
                    for undone in trail[start:]:
                        true[undone] = 0
                    del trail[start:]
                    return False
                if not true[b]:
                    true[b] = 1
                    trail.append(b)
        return True


def components(onward: Sequence[Sequence[int]], look: Look) -> list[int]:
    """Return the strongly connected component of each node of a graph (Tarjan, 1972), numbered from 0, sinks first.

    An edge never leads from a component to one with a greater number.
    """
    size = len(onward)
    component = [-1] * size
    rank = [0] * size  # order of discovery from 1, 0 = not seen yet
    low = [0] * size
    held: list[int] = []
    count = seen = 0
    for root in range(size):
        if rank[root]:
            continue
        seen += 1
        rank[root] = low[root] = seen
        held.append(root)
        path = [(root, iter(onward[root]))]
        while path:
            node, targets = path[-1]
            look(1)
            for target in targets:
                if not rank[target]:
                    seen += 1
                    rank[target] = low[target] = seen
                    held.append(target)
                    path.append((target, iter(onward[target])))
                    break
                if component[target] < 0 and rank[target] < low[node]:
                    low[node] = rank[target]
            else:
                path.pop()
                if path and low[node] < low[path[-1][0]]:
                    low[path[-1][0]] = low[node]
                if low[node] == rank[node]:
                    while True:
                        member = held.pop()
                        component[member] = count
                        if member == node:
                            break
                    count += 1
    return component


class Tally:
    """The number of answers of an :class:`Implications` that has one, worked out part by part.

    Variables that share no clause are counted apart and multiplied. Within a part, a variable is tried with both
    values; what either forces falls away, and the rest splits into parts again. What is left of a part depends on
    nothing but its variables, for a clause that reaches out of it is already satisfied: so each set of variables is
    counted once.
    """

    def __init__(self, graph: Implications, look: Look, node: Callable[[], object]) -> None:
        """Prepare to count; ``node`` is called at every set of variables that is split."""
        self.graph = graph
        self.look = look
        self.node = node
        self._known: dict[int, int] = {}
        self._plans: dict[int, list[list[int]]] = {}
        self._open: list[int] = []
        self._parts: list[int] = []

    def run(self, most: int | None) -> bool:
        """Count, and return whether the count is exact; :attr:`count` holds it.

        With ``most``, give up when a part has needed more than ``most`` choices; the count is then above ``most``.
        """
        members = set(range(self.graph.variables))
        for a, b in self.graph.clauses:
            if a == b and a >> 1 in members:
                # There is an answer, so what is forced from the start contradicts nothing.
                members -= self._settled(a, members) or set()
        self._parts = self._split(members)
        for part in self._parts:
            self._open = [part]
            choices = 0
            while self._open:
                at = self._open[-1]
                if at in self._known:
                    self._open.pop()
                    continue
                plan = self._plans.get(at)
                if plan is None:
                    self.node()
                    plan = self._plans[at] = self._branches(at)
                    choices += len(plan) - 1
                    if most is not None and choices > most:
                        return False
                missing = [rest for branch in plan for rest in branch if rest not in self._known]
                if missing:
                    self._open.append(missing[0])
                else:
                    self._known[at] = self._value(at, self._known)
        return True

    @property
    def count(self) -> int:
        """The number of answers as far as it has been counted: a lower bound, exact after a full :meth:`run`."""
        known = dict(self._known)
        for at in reversed(self._open):
            if at in self._plans:
                known.setdefault(at, self._value(at, known))
        return prod(known.get(part, 1) for part in self._parts)

    def _value(self, at: int, known: Mapping[int, int]) -> int:
        """Return the count of a set by its branches; what is not known yet has at least one answer."""
        return sum(prod(known.get(rest, 1) for rest in branch) for branch in self._plans[at])

    def _branches(self, at: int) -> list[list[int]]:
        """Return for each possible value of one variable of a set the parts that are left."""
        members = _members(at)
        degree = {
            v: sum(b >> 1 in members for b in self.graph.forced[2 * v])
            + sum(b >> 1 in members for b in self.graph.forced[2 * v + 1])
            for v in members
        }
        self.look(len(members) + sum(degree.values()))
        chosen = max(members, key=lambda v: (degree[v], -v))
        branches = []
        for literal in (2 * chosen, 2 * chosen + 1):
            settled = self._settled(literal, members)
            if settled is not None:
                branches.append(self._split(members - settled))
        return branches

    def _settled(self, literal: int, members: set[int]) -> set[int] | None:
        """Return the variables of a set that a literal decides, its own too; ``None`` when it contradicts itself."""
        true = {literal}
        waiting = [literal]
        while waiting:
            targets = self.graph.forced[waiting.pop()]
            self.look(len(targets) + 1)
            for b in targets:
                if b in true or b >> 1 not in members:
                    continue
                if b ^ 1 in true:
                    return None
                true.add(b)
                waiting.append(b)
        return {b >> 1 for b in true}

    def _split(self, members: set[int]) -> list[int]:
        """Return the sets of variables, as bit sets, into which clauses within ``members`` divide it."""
        parts = []
        left = set(members)
        while left:
            part = 0
            waiting = [left.pop()]
            while waiting:
                v = waiting.pop()
                part |= 1 << v
                for literal in (2 * v, 2 * v + 1):
                    for b in self.graph.forced[literal]:
                        if b >> 1 in left:
                            left.discard(b >> 1)
                            waiting.append(b >> 1)
                self.look(1)
            parts.append(part)
        return parts


def _members(bits: int) -> set[int]:
    found = set()
    while bits:
        lowest = bits & -bits
        found.add(lowest.bit_length() - 1)
        bits ^= lowest
    return found
