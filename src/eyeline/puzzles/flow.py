"""The flow rows: what somebody sees along a line, as a path through states.

Walk away from the viewer. All that matters of the buildings passed is the state (tallest so far, seen so far). The
next lot either leaves it as it is or raises both. So the fillings of a line that show the clue are the paths through a
layered network, one layer a lot, from (0, 0) to the states that have seen as much as the clue says. This is the network
of the regular constraint (Pesant, 2004), put into rows as by Côté, Gendron and Rousseau (Modeling the regular
constraint with integer programming, CPAIOR 2007): a variable for every arc, flow into a state = flow out of it, and a
building stands where an arc that carries its height is used.

States that lead nowhere are left out, so the clue is not a row of its own: it is the network. Every row of a line
therefore has the clue as its reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from eyeline.deadline import look
from eyeline.model import Model, Reason, Row


class State(NamedTuple):
    """What is known on the way: the ``tallest`` building so far, 0 = none, and how much is ``seen`` so far."""

    tallest: int
    seen: int


class Arc(NamedTuple):
    """A step of a path: over a lot with a building of ``height`` (0 = a park), from ``start`` to ``end``."""

    start: State
    height: int
    end: State


class Line(NamedTuple):
    """What a viewer looks along: ``lots`` cells with heights up to ``heights``.

    A straight line holds every height once and ``parks`` empty lots; a ``bent`` one can repeat both. A clue counts the
    buildings seen, or adds up their heights when ``summed``.
    """

    lots: int
    heights: int
    parks: int
    summed: bool
    bent: bool

    def layers(self, clue: int) -> list[list[Arc]] | None:
        """Return for each lot, from the viewer on, the arcs of all paths that show ``clue``; ``None`` without a path.

        Arcs are in order of state and height.
        """
        layers: list[list[Arc]] = []
        states = {State(0, 0)}
        for p in range(self.lots):
            look()
            arcs = [arc for state in sorted(states) for arc in self._arcs(state, p, clue)]
            layers.append(arcs)
            states = {arc.end for arc in arcs}
        alive = {s for s in states if s.seen == clue and (self.bent or s.tallest == self.heights)}
        for p in reversed(range(self.lots)):
            layers[p] = [arc for arc in layers[p] if arc.end in alive]
            alive = {arc.start for arc in layers[p]}
        return layers if alive else None

    def _arcs(self, state: State, p: int, clue: int) -> list[Arc]:
        """Return the arcs over lot ``p`` (from 0), but for those after which the clue or the line cannot be kept."""
        tallest, seen = state
        arcs = []
        for height in range(0 if self.parks else 1, self.heights + 1):
            if height > tallest:
                end = State(height, seen + (height if self.summed else 1))
            elif height < tallest or height == 0 or self.bent:
                end = state
            else:
                continue
            # The lots so far hold different heights, none above the tallest, and no more parks than there are.
            if end.seen <= clue and (self.bent or p < end.tallest + self.parks):
                arcs.append(Arc(state, height, end))
        return arcs


def add_flow_line(model: Model, line: Line, lots: Sequence[Mapping[int, int]], clue: int, reason: Reason) -> None:
    """Add the network of one clued line.

    ``lots[p]`` has for the lot at p, counted from the viewer, the variable of each height (0 = a park). One variable is
    added for each arc. The row that starts the path has the name of the reason.
    """
    name = reason.name
    layers = line.layers(clue)
    if layers is None or not layers:
        # No path, or nothing to look at: the row 0 = 1 or 0 = 0.
        model.add_sum((), "=", 1 if layers is None else 0, reason, name)
        return
    entering: dict[State, list[int]] = {}
    for p, (arcs, choices) in enumerate(zip(layers, lots, strict=True), start=1):
        look()
        carrying: dict[int, list[int]] = {height: [] for height in choices}
        leaving: dict[State, list[int]] = {}
        following: dict[State, list[int]] = {}
        for start, height, end in arcs:
            arc = model.variable(f"path_{name}_{p}_{start.tallest}_{start.seen}_{height}")
            carrying[height].append(arc)
            leaving.setdefault(start, []).append(arc)
            following.setdefault(end, []).append(arc)
        for start, out in leaving.items():
            if p == 1:
                model.add_sum(out, "=", 1, reason, name)
                continue
            into = entering[start]
            weights = (*(1,) * len(into), *(-1,) * len(out))
            at = f"{p}_{start.tallest}_{start.seen}"
            model.rows.append(Row(weights, (*into, *out), "=", 0, reason, f"{name}_state_{at}"))
        for height, used in carrying.items():
            weights = (1, *(-1,) * len(used))
            model.rows.append(Row(weights, (choices[height], *used), "=", 0, reason, f"{name}_built_{p}_{height}"))
        entering = following
