"""Why a puzzle or a position has no answer: the smallest set of rules, clues, givens and entries that clash."""

from __future__ import annotations

from dataclasses import dataclass

from eyeline.engine import Limits
from eyeline.engines.bounded import Purse, Rules
from eyeline.engines.corrections import smallest_clash
from eyeline.model import Known, Reason
from eyeline.puzzles import Puzzle
from eyeline.sheet import Fact, Position

#: What is spent on one question when nobody says: so many conflicts, a second or two.
ENOUGH = Limits(nodes=20_000)
#: The reasons that come from somebody's pencil, not from the print.
ENTERED = frozenset({"entry", "mark"})


@dataclass(frozen=True, slots=True)
class Clash:
    """Rules, clues, givens and entries that exclude each other.

    Each of ``reasons`` is needed, unless a limit was reached early; with ``smallest`` it is known that no fewer leave
    the puzzle without an answer. ``position`` is what they were looked for on.
    """

    puzzle: Puzzle
    position: Position
    reasons: tuple[Reason, ...]
    smallest: bool

    @property
    def rules(self) -> tuple[Reason, ...]:
        """The rules and clues among the reasons."""
        return tuple(reason for reason in self.reasons if reason.rule not in ENTERED and reason.rule != "given")

    @property
    def printed(self) -> tuple[Known, ...]:
        """What is printed in the cells that the reasons name."""
        cells = self.puzzle.sheet.cells
        found = [reason.of for reason in self.reasons if reason.rule == "given" and isinstance(reason.of, tuple)]
        return tuple(Known(cell, cells[cell]) for cell in found)  # type: ignore[arg-type, index]

    @property
    def entered(self) -> tuple[Known, ...]:
        """What is entered or marked in the cells that the reasons name."""
        return tuple(entered(reason, self.position) for reason in self.reasons if reason.rule in ENTERED)


def entered(reason: Reason, position: Position) -> Known:
    """Return the entry or the mark that a reason of the rule ``entry`` or ``mark`` is about."""
    if isinstance(reason.of, Fact):
        return Known(reason.of.cell, reason.of.value, False)
    return Known(reason.of, position.entries[reason.of])  # type: ignore[arg-type, index]


def why_none(puzzle: Puzzle, position: Position | None = None, *, limits: Limits = ENOUGH) -> Clash | None:
    """Return why a puzzle has no answer, or none from ``position`` on; ``None`` where it has one.

    ``limits.nodes`` are conflicts of a solver that names what it has used; what it names is first made so small that
    nothing can be left out, and then, as far as the limits go, as small as any set is. Returns ``None`` also where a
    limit is reached before a first set is found. Raises ``PuzzleError`` for a position that does not belong to the
    puzzle.

    >>> import eyeline
    >>> clash = why_none(eyeline.read("4:1/1//////////////"))
    >>> [reason.name for reason in clash.reasons], clash.smallest
    (['row_1', 'column_1', 'column_2', 'clue_top_1', 'clue_top_2'], True)
    """
    held = position or Position()
    purse = Purse(limits)
    rules = purse.clock.made(lambda: Rules(puzzle.model(None, held)))
    return None if rules is None else clash_among(puzzle, held, rules, purse)


def clash_among(puzzle: Puzzle, position: Position, rules: Rules, purse: Purse) -> Clash | None:
    """Return a smallest clash among all that a solver has reasons for; ``None`` where none is found."""
    elements = list(rules.reasons)
    if rules.solve(elements, purse) is not False:
        return None
    core = [mark for mark in rules.core() if mark in rules.reasons]
    found = smallest_clash(rules, core, elements, (), purse)
    chosen = set(found.chosen)
    return Clash(puzzle, position, tuple(r for mark, r in rules.reasons.items() if mark in chosen), found.exact)
