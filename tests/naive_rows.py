"""Whether weighted 0-1 rows can be met, by trying; imports nothing from eyeline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol


class Row(Protocol):
    """``sum of weights[i] * variables[i]  sense  bound``."""

    @property
    def weights(self) -> tuple[int, ...]: ...
    @property
    def variables(self) -> tuple[int, ...]: ...
    @property
    def sense(self) -> str: ...
    @property
    def bound(self) -> int: ...


def feasible(rows: Iterable[Row], fixed: Mapping[int, int]) -> bool:
    """Whether some values of the other variables meet every row.

    What a row leaves no choice about is filled in; then one variable is tried both ways.
    """
    held = dict(fixed)
    left = list(rows)
    moved = True
    while moved:
        moved = False
        for row in left:
            free = [(w, v) for w, v in zip(row.weights, row.variables, strict=True) if v not in held]
            done = sum(w * held[v] for w, v in zip(row.weights, row.variables, strict=True) if v in held)
            least = done + sum(min(0, w) for w, _ in free)
            most = done + sum(max(0, w) for w, _ in free)
            if not _reachable(row.sense, row.bound, least, most):
                return False
            for w, v in free:
                possible = [
                    value
                    for value in (0, 1)
                    if _reachable(row.sense, row.bound, least - min(0, w) + w * value, most - max(0, w) + w * value)
                ]
                if not possible:
                    return False
                if len(possible) == 1:
                    held[v] = possible[0]
                    moved = True
                    break
    unknown = next((v for row in left for v in row.variables if v not in held), None)
    return unknown is None or any(feasible(left, {**held, unknown: value}) for value in (0, 1))


def _reachable(sense: str, bound: int, least: int, most: int) -> bool:
    return (sense == ">=" or least <= bound) and (sense == "<=" or most >= bound)


def solutions(rows: Sequence[Row], choices: Sequence[Mapping[str, int]]) -> set[tuple[str, ...]]:
    """The fillings that the rows allow: ``choices`` has for each cell the variable of each of its values."""
    found: set[tuple[str, ...]] = set()

    def fill(chosen: tuple[str, ...], fixed: dict[int, int]) -> None:
        if len(chosen) == len(choices):
            if feasible(rows, fixed):
                found.add(chosen)
            return
        mine = choices[len(chosen)]
        for value in mine:
            fill((*chosen, value), {**fixed, **{number: int(token == value) for token, number in mine.items()}})

    fill((), {})
    return found
