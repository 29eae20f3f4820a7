"""The engine ``forced-2sat``: what the lines of a room force at once, and the 2-SAT of what is left.

The five consequences are those of the official analysis of Google Code Jam 2017, Round 2, "Beaming With Joy". What they
force must not be forgotten afterwards: it enters the 2-SAT as clauses of one literal, and a cell that is still dark
gives a clause on the literals that are left, which may be two, one or none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from eyeline.arrays import EMPTY, RoomArrays
from eyeline.deadline import paced
from eyeline.engine import Outcome
from eyeline.engines.beaming import Clause, Formula, TwoSat, turned
from eyeline.engines.implications import Implications
from eyeline.room import NOBODY, Lines, Look, lines


@dataclass(frozen=True)
class ForcedFormula(Formula):
    """The shooters that the lines force, and a clause for each cell that is still dark.

    ``because`` also has the clauses that reasons need but that decide nothing any more; ``left`` has those that decide.
    ``cut`` has, for a clause of one literal, the literal that was left out of it since its shooter is forced the other
    way. ``walk`` is a contradiction that was met while forcing, as implications from a literal to its opposite and
    back, empty without one.
    """

    left: tuple[Clause, ...] = ()
    cut: Mapping[Clause, int] | None = None
    walk: tuple[int, ...] = ()

    @classmethod
    def of(cls, room: RoomArrays, look: Look) -> Self:
        """Draw the consequences, then look at the cells that are still dark; in linear time."""
        laid = lines(room, look)
        because: dict[Clause, tuple[str, int]] = {}
        dark = []
        for literal, rule, of in paced(_consequences(laid)):
            if literal == NOBODY:
                dark.append(of)
            else:
                because.setdefault((literal, literal), (rule, of))
        look(len(room.codes))
        forced = {literal for literal, _ in because}
        torn = next((literal for literal in forced if literal ^ 1 in forced), None)
        if dark or torn is not None:
            return cls(laid, because, tuple(dark), walk=() if torn is None else (torn, torn ^ 1, torn))
        left = dict.fromkeys(because)
        cut: dict[Clause, int] = {}
        walk: tuple[int, ...] = ()
        for cell, one, two in paced(laid.lighting()):
            if one in forced or two in forced:
                continue
            ways = sorted({one, two} - {NOBODY})
            open_ways = [way for way in ways if way ^ 1 not in forced]
            if not ways:
                dark.append(cell)
            elif not open_ways:
                first, last = ways[0], ways[-1]
                because.setdefault((first, last), ("light", cell))
                walk = (first, first ^ 1, first) if first == last else (first, first ^ 1, last, last ^ 1, first)
            elif open_ways[0] ^ 1 != open_ways[-1]:
                clause = (open_ways[0], open_ways[-1])
                if clause not in left:
                    left[clause] = None
                    because.setdefault(clause, ("light", cell))
                    if len(ways) > len(open_ways):
                        because.setdefault((ways[0], ways[1]), ("light", cell))
                        cut[clause] = ways[0] ^ ways[1] ^ open_ways[0]
            # else both ways of one shooter light the cell: it is lit whatever happens
        look(len(room.codes))
        return cls(laid, because, tuple(dark), tuple(left), cut, walk)

    @property
    def clauses(self) -> Sequence[Clause]:
        """The clauses that decide the room."""
        return self.left

    def graph(self) -> Implications:
        """Return the implications of the clauses that are left."""
        return Implications(len(self.lines.shooters), self.left)

    def plain_fault(self) -> Outcome | None:
        """Return why there is no answer, if that was seen while forcing; ``None`` where it was not."""
        return self.contradiction(self.walk) if self.walk else super().plain_fault()

    def contradiction(self, walk: Sequence[int]) -> Outcome:
        """Return why there is no answer; where a clause was cut short, the walk goes by the literal left out of it."""
        return super().contradiction(list(self._whole(walk)))

    def _whole(self, walk: Sequence[int]) -> Iterator[int]:
        cut = self.cut or {}
        yield walk[0]
        for a, b in pairwise(walk):
            if a ^ 1 == b and (missing := cut.get((b, b))) is not None:
                yield missing
                yield missing ^ 1
            yield b


def _consequences(laid: Lines) -> Iterator[tuple[int, str, int]]:
    """Yield each literal that is forced, the rule, and what the rule is about; -1 = a cell that nobody can light.

    Rules and what they are about are those of :attr:`Formula.because`.
    """
    for literal, rule in turned(laid):
        yield literal, rule, literal
    # First to third: on a loop, and on a line of several, a shooter must turn away; it cannot where it is there twice.
    for on_line, loop in zip(laid.turned, laid.loops, strict=True):
        if loop or len(on_line) > 1:
            for literal in on_line:
                yield literal ^ 1, "safe", literal
    # Fourth and fifth: cells of a line without shooters need the one shooter of the line that crosses there. It may be
    # the same line again.
    shooters = laid.turned
    for cell, code in enumerate(laid.room.codes):
        if code != EMPTY:
            continue
        across, down = laid.across[cell], laid.down[cell]
        for dark, other in ((across, down), (down, across)):
            if not shooters[dark]:
                if len(shooters[other]) != 1 or laid.loops[other]:
                    yield NOBODY, "light", cell
                else:
                    yield shooters[other][0], "light", cell


class ForcedTwoSat(TwoSat):
    """The engine ``forced-2sat``; all that is said of ``2sat`` holds, but that chains may be longer than need be."""

    formula = ForcedFormula
