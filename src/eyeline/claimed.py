"""Somebody's claimed steps, judged one by one: forced, guessed or wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from eyeline.engine import Clock, Limits
from eyeline.engines.bounded import Purse, Rules
from eyeline.engines.corrections import smallest_clash
from eyeline.errors import PuzzleError
from eyeline.formats.steps import ClaimedStep
from eyeline.model import Known, Reason
from eyeline.puzzles import Puzzle
from eyeline.sheet import Position

#: What is spent on one step when nobody says, in conflicts.
A_STEP = Limits(nodes=5_000)
#: The part of it that may be spent on finding fewer reasons than a minimal set has, and up to how many that is tried.
SMALLER, MOST_TRIED = 0.1, 12
#: Conflicts that are spent on the question whether a single clue does it.
A_LOOK = 50


class Standing(StrEnum):
    """What a claimed step is.

    ``forced``: it follows from the rules and what was known before. ``guessed``: some answer has it and some has not.
    ``wrong``: no answer has it. ``unknown``: a limit was reached before it was known which.
    """

    FORCED = "forced"
    GUESSED = "guessed"
    WRONG = "wrong"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class JudgedStep:
    """The judgement of one claimed step.

    ``number`` counts the steps from 1, and ``line`` the lines of their list. Of a forced step, ``reasons`` and
    ``earlier`` (facts known before) force all its ``facts``; of a wrong one, they exclude them. None of these can be
    left out, unless a limit was reached early, and with ``smallest`` it is known that no fewer will do. Of a guessed
    step, ``loose`` has the facts that do not follow. ``resting`` has the numbers of the guessed steps that the
    judgement rests on: the step is judged as if they were right.
    """

    puzzle: Puzzle
    number: int
    line: int
    facts: tuple[Known, ...]
    standing: Standing
    reasons: tuple[Reason, ...] = ()
    earlier: tuple[Known, ...] = ()
    smallest: bool = False
    loose: tuple[Known, ...] = ()
    resting: tuple[int, ...] = ()


def judge_steps(
    puzzle: Puzzle, steps: Iterable[ClaimedStep], position: Position | None = None, *, limits: Limits = A_STEP
) -> Iterator[JudgedStep]:
    r"""Yield a judgement for each step, one after the other.

    What is printed, and what ``position`` has entered or excluded, is known at the start; then every step that is
    forced or guessed is taken in, and the next is judged on top of it. A wrong one is not taken in, and neither is one
    of which nothing is known. ``limits.nodes`` are conflicts for each step, ``limits.seconds`` for all together, from
    the first one on. Raises ``PuzzleError`` where the position does not belong to the puzzle, or there is no answer to
    begin with.

    >>> import eyeline
    >>> puzzle = eyeline.read("3:1///////////")
    >>> steps = eyeline.read_steps("r1c1=3\nr2c2=3\nr1c2=3", puzzle)
    >>> [step.standing.value for step in judge_steps(puzzle, steps)]
    ['forced', 'guessed', 'wrong']
    """
    clock = Clock(limits)
    judge = clock.made(lambda: _Judge(puzzle, position or Position(), Purse(limits, clock)))
    for number, step in enumerate(steps, start=1):
        if judge is None:
            yield JudgedStep(puzzle, number, step.line, step.facts, Standing.UNKNOWN)
        else:
            yield judge.judged(number, step)


class _Judge:
    """What is known so far: by itself, and on top of which guesses."""

    def __init__(self, puzzle: Puzzle, position: Position, purse: Purse) -> None:
        """Make the solver. Raises ``Overdue`` where a deadline passes first, and ``PuzzleError``."""
        puzzle.filled(position)
        model = puzzle.model()
        model.rows = [row for row in model.rows if row.reason is None or row.reason.rule != "given"]
        self.puzzle = puzzle
        self.clock = purse.clock
        self.rules = Rules(model)
        # The solver uses what it is given first: what stands in the grid, then what holds everywhere, clues at last.
        self.marks = sorted(self.rules.reasons, key=lambda mark: self.rules.reasons[mark].rule == "clue")
        printed = [fact for fact in puzzle.sheet.cells.facts() if fact in self.rules.facts]
        start = [Known(*fact) for fact in (*printed, *position.facts())]
        start += [Known(cell, value, False) for cell, value in position.marks()]
        #: The literals of what is known, each with the numbers of the guesses that it rests on.
        self.known: dict[int, frozenset[int]] = {self.rules.literal(one): frozenset() for one in start}
        self.rules.like(list(self.known))
        if self.rules.solve([*self.known, *self.marks], purse) is False:
            where = "position" if position else "puzzle"
            raise PuzzleError((f"the {where} has no answer, so there is nothing that steps could lead to",))

    def judged(self, number: int, step: ClaimedStep) -> JudgedStep:
        purse = Purse(self.clock.limits, self.clock)
        claims = [self.rules.literal(fact) for fact in step.facts]
        firm = [literal for literal, guesses in self.known.items() if not guesses]
        # What follows without any guess is judged without any.
        grounds = [firm] if len(firm) == len(self.known) else [firm, list(self.known)]
        found: JudgedStep | None = None
        for ground in grounds:
            found = found or self._wrong(number, step, claims, ground, purse)
            found = found or self._forced(number, step, claims, ground, purse)
        if found is None:
            found = self._guessed(number, step, claims, purse)
        if found.standing in (Standing.FORCED, Standing.GUESSED):
            resting = frozenset(found.resting) | ({number} if found.standing is Standing.GUESSED else frozenset())
            self.rules.like(claims)
            for claim in claims:
                if not resting or claim not in self.known:
                    self.known[claim] = resting
        return found

    def _wrong(
        self, number: int, step: ClaimedStep, claims: Sequence[int], ground: Sequence[int], purse: Purse
    ) -> JudgedStep | None:
        if self.rules.solve([*claims, *ground, *self.marks], purse) is not False:
            return None
        return self._because(number, step, Standing.WRONG, claims, ground, purse)

    def _forced(
        self, number: int, step: ClaimedStep, claims: Sequence[int], ground: Sequence[int], purse: Purse
    ) -> JudgedStep | None:
        switch = self.rules.any_of(-claim for claim in claims)
        forced = self.rules.solve([switch, *ground, *self.marks], purse) is False
        found = self._because(number, step, Standing.FORCED, [switch], ground, purse) if forced else None
        self.rules.drop(switch)
        return found

    def _because(
        self,
        number: int,
        step: ClaimedStep,
        standing: Standing,
        hard: Sequence[int],
        ground: Sequence[int],
        purse: Purse,
    ) -> JudgedStep:
        """Name the smallest set that the solver, which has just said no, can do with."""
        elements = [literal for literal in (*ground, *self.marks) if literal not in hard]
        first = [literal for literal in self.rules.core() if literal not in hard]
        core = self._by_one_clue(first, hard, ground, purse)
        found = smallest_clash(self.rules, core, elements, hard, purse, share=SMALLER, most=MOST_TRIED)
        used = frozenset[int]().union(*(self.known.get(literal, frozenset()) for literal in found.chosen))
        return JudgedStep(
            self.puzzle,
            number,
            step.line,
            step.facts,
            standing,
            tuple(self.rules.reasons[mark] for mark in self.marks if mark in found.chosen),
            tuple(sorted(self.rules.known(found.chosen))),
            found.exact,
            resting=tuple(sorted(used)),
        )

    def _by_one_clue(self, core: list[int], hard: Sequence[int], ground: Sequence[int], purse: Purse) -> list[int]:
        """Return a core with one clue alone, the smallest at first sight; the one that is known where there is none."""
        clues = [mark for mark in self.marks if self.rules.reasons[mark].rule == "clue"]
        if sum(mark in clues for mark in core) < 2:
            return core
        others = [mark for mark in self.marks if mark not in clues]
        best = core
        for clue in clues:
            if self.rules.solve([*hard, *ground, *others, clue], purse, A_LOOK) is False:
                found = [literal for literal in self.rules.core() if literal not in hard]
                best = found if best is core else min(best, found, key=len)
        return best

    def _guessed(self, number: int, step: ClaimedStep, claims: Sequence[int], purse: Purse) -> JudgedStep:
        """Judge what neither follows nor is excluded, or where the purse was emptied before either was seen."""
        ground = [*self.known, *self.marks]
        guesses = tuple(sorted(frozenset[int]().union(*self.known.values())))
        if not self.rules.solve([*ground, *claims], purse):
            return JudgedStep(self.puzzle, number, step.line, step.facts, Standing.UNKNOWN)
        loose = []
        for fact, claim in zip(step.facts, claims, strict=True):
            verdict = self.rules.solve([*ground, -claim], purse)
            if verdict:
                loose.append(fact)
        standing = Standing.GUESSED if loose else Standing.UNKNOWN
        return JudgedStep(self.puzzle, number, step.line, step.facts, standing, loose=tuple(loose), resting=guesses)
