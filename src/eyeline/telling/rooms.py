"""Why a step in a room of beams follows, in sentences."""

from __future__ import annotations

from functools import lru_cache

from eyeline.arrays import RoomArrays
from eyeline.catalogue import gettext as _
from eyeline.explaining import Step
from eyeline.grid import Cell
from eyeline.puzzles import Puzzle
from eyeline.room import Lines, lines
from eyeline.sheet import Fact
from eyeline.telling import grammar, values
from eyeline.telling.view import Told, View


class RoomView(View):
    """A step in a room of beams."""

    def __init__(self, puzzle: Puzzle, step: Step) -> None:
        """Cut the room into its lines."""
        super().__init__(puzzle, step)
        self.room = _lines(puzzle)

    def tell(self) -> Told:
        """Return the sentences that say why: what an unsafe shooter would hit, and who can light a cell."""
        before: list[str] = []
        for reason in self.step.reasons:
            self.named.add(reason)
            if reason.rule == "safe" and isinstance(reason.of, Fact):
                before.append(self._unsafe(reason.of))
            elif reason.rule == "light" and isinstance(reason.of, Cell):
                before.append(self._lit(reason.of))
            else:
                before.append(self.rule(reason))
        return Told(before, [])

    def _unsafe(self, turn: Fact) -> str:
        """Say what a shooter would hit."""
        literal = self._literal(turn)
        (line,) = [number for number, turned in enumerate(self.room.turned) if literal in turned]
        hit = [self.room.fact(other).cell for other in self.room.turned[line]]
        others = sorted({cell for cell in hit if cell != turn.cell})
        way = values.turned(turn.value)
        if self.room.loops[line] and not others:
            pattern = _("Turned {way}, the shooter at {cell} would hit itself: its beam runs in a circle.")
            return pattern.format(way=way, cell=turn.cell)
        if not others:
            pattern = _("Turned {way}, the shooter at {cell} would hit itself: mirrors bring its beam back.")
            return pattern.format(way=way, cell=turn.cell)
        if len(others) == 1:
            pattern = _("Turned {way}, the shooter at {cell} would hit the one at {others}.")
        else:
            pattern = _("Turned {way}, the shooter at {cell} would hit another: {others} are on the same line.")
        return pattern.format(way=way, cell=turn.cell, others=grammar.cells(others))

    def _lit(self, cell: Cell) -> str:
        """Say who can light a cell."""
        index = self.room.room.grid.index(cell)
        soles = self.room.soles()
        literals = sorted({soles[self.room.across[index]], soles[self.room.down[index]]} - {-1})
        if not literals:
            return _("No shooter can light {cell} without hitting a shooter.").format(cell=cell)
        ways = [self.room.fact(literal) for literal in literals]
        named = [
            _("the shooter at {cell}, turned {way}").format(cell=way.cell, way=values.turned(way.value)) for way in ways
        ]
        if len(named) == 1:
            return _("{cell} must be lit, and only one can light it: {shooter}.").format(cell=cell, shooter=named[0])
        return _("{cell} must be lit, and only these can light it: {shooters}.").format(
            cell=cell, shooters=_("{first}, or {last}").format(first=named[0], last=named[-1])
        )

    def _literal(self, turn: Fact) -> int:
        index = self.room.room.grid.index(turn.cell)
        return 2 * self.room.shooters.index(index) + (turn.value == "|")


@lru_cache(maxsize=4)
def _lines(puzzle: Puzzle) -> Lines:
    room = puzzle.kind.arrays(puzzle.sheet)
    if not isinstance(room, RoomArrays):
        raise TypeError(f"{puzzle.kind.name} has no shooters")
    return lines(room)
