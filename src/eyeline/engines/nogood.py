"""What keeps an answer from being found again: a no-good over its facts."""

from __future__ import annotations

from dataclasses import dataclass

from eyeline.deadline import paced
from eyeline.model import Model


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Which variables of a model tell one answer from another.

    ``ruled`` are variables of facts of which some background row says that exactly one holds: where two answers differ
    on those, they differ on one that holds in the first. ``free`` are the other variables of facts.
    """

    ruled: tuple[int, ...]
    free: tuple[int, ...]

    @classmethod
    def of(cls, model: Model) -> Alternatives:
        """Read them from the rows of a model."""
        facts = model.facts
        ruled: set[int] = set()
        for weights, variables, sense, bound, reason, _ in paced(model.rows):
            exactly_one = sense == "=" and bound == 1 and weights.count(1) == len(weights)
            if exactly_one and reason is None and all(variable in facts for variable in variables):
                ruled.update(variables)
        return cls(
            tuple(variable for variable in facts if variable in ruled),
            tuple(variable for variable in facts if variable not in ruled),
        )

    def nogood(self, ones: set[int]) -> tuple[list[int], list[int]]:
        """Return the variables that are 1 and those that are 0 of which any other answer changes at least one.

        ``ones`` are the variables that are 1 in an answer; both lists are empty when there can be no other.
        """
        held = [variable for variable in (*self.ruled, *self.free) if variable in ones]
        return held, [variable for variable in self.free if variable not in ones]
