"""Whether a step says the truth: asked of a solver and of clauses that have nothing of the library's but its rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pysat.solvers import Glucose4

from eyeline.explaining import Step
from eyeline.model import Known, Model, Reason, Row
from eyeline.puzzles import Puzzle


class StepJudge:
    """The rows of a puzzle's model, those of a reason under an assumption of its own; what is given is a fact."""

    def __init__(self, puzzle: Puzzle) -> None:
        model: Model = puzzle.model()
        self.solver = Glucose4()
        self.last = len(model.names)
        self.number = {fact: variable + 1 for variable, fact in model.facts.items()}
        self.marks: dict[Reason, int] = {}
        for row in model.rows:
            if row.reason is None:
                self.add(row, None)
            elif row.reason.rule != "given":
                if row.reason not in self.marks:
                    self.marks[row.reason] = self.fresh()
                self.add(row, self.marks[row.reason])

    def fresh(self) -> int:
        self.last += 1
        return self.last

    def add(self, row: Row, mark: int | None) -> None:
        """Walk a row from left to right: a literal says "the sum so far is so much", and no wrong sum is reached."""
        guard = [] if mark is None else [-mark]
        right = {"<=": lambda total: total <= row.bound, ">=": lambda total: total >= row.bound}
        right["="] = lambda total: total == row.bound
        here: dict[int, list[int]] = {0: guard}
        for at, (weight, variable) in enumerate(zip(row.weights, row.variables, strict=True), start=1):
            rest = row.weights[at:]
            least, most = sum(w for w in rest if w < 0), sum(w for w in rest if w > 0)
            ahead: dict[int, list[int]] = {}
            for total, before in here.items():
                for taken in (0, 1):
                    reached = total + taken * weight
                    ends = [right[row.sense](reached + end) for end in range(least, most + 1)]
                    step = [*before, (-1 if taken else 1) * (variable + 1)]
                    if not any(ends):
                        self.solver.add_clause(step)
                    elif not all(ends):
                        if reached not in ahead:
                            ahead[reached] = [-self.fresh()]
                        self.solver.add_clause([*step, -ahead[reached][0]])
            here = ahead
        if not row.weights and not right[row.sense](0):
            self.solver.add_clause(guard)

    def possible(self, reasons: Iterable[Reason], known: Iterable[Known]) -> bool:
        assumed = [self.marks[reason] for reason in reasons]
        return bool(self.solver.solve([*assumed, *map(self.literal, known)]))

    def literal(self, known: Known) -> int:
        number = self.number[(known.cell, known.value)]  # type: ignore[index]
        return number if known.holds else -number

    def forced(self, reasons: Sequence[Reason], known: Sequence[Known], facts: Sequence[Known]) -> bool:
        """Whether all facts follow; without facts, whether the rules and what is known exclude each other."""
        if not facts:
            return not self.possible(reasons, known)
        return not any(self.possible(reasons, [*known, fact._replace(holds=not fact.holds)]) for fact in facts)

    def check(self, steps: Iterable[Step], known: set[Known]) -> None:
        """Hold steps to the law, those within suppositions too: forced, nothing to spare, nothing not yet known."""
        for step in steps:
            assert known.issuperset(step.earlier), step
            assert self.forced(step.reasons, step.earlier, step.facts), step
            for left_out in step.reasons:
                fewer = [reason for reason in step.reasons if reason != left_out]
                assert not self.forced(fewer, step.earlier, step.facts), (left_out, step)
            for forgotten in step.earlier:
                less = [fact for fact in step.earlier if fact != forgotten]
                assert not self.forced(step.reasons, less, step.facts), (forgotten, step)
            if step.inner:
                assert not step.inner[-1].facts
                assert all(set(step.reasons).issuperset(inner.reasons) for inner in step.inner)
                self.check(step.inner, {*step.earlier, *([step.supposed] if step.supposed else [])})
            known |= set(step.facts)
