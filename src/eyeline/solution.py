"""Read what another solver found: a solution file for a model that eyeline wrote, back into facts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from eyeline.errors import NotationError
from eyeline.export import legal_names
from eyeline.grid import Cell
from eyeline.model import Model
from eyeline.sheet import Fact

#: How far from 0 or 1 a solver may leave a variable that it was asked to make whole.
_TOLERANCE = 1e-4

# Where the variables end: what follows in files of HiGHS are rows, and then dual values under the same names.
_ROWS = re.compile(r"#?\s*Rows\b")

_XML = re.compile(r'<variable\s[^>]*?name="([^"]+)"[^>]*?value="([^"]+)"')

# A literal of a file for pseudo-Boolean or SAT solvers: 12, -12, x12, -x12.
_LITERAL = re.compile(r"(-?)x?(\d+)")


def read_solution(text: str, model: Model) -> tuple[Fact, ...]:
    """Return the facts that hold in a solution file, by cell; ``model`` is the one that was solved.

    Taken are files of HiGHS (raw and pretty), Gurobi, CBC, SCIP and CPLEX (XML), that is, lines with a variable's name
    and its value, and the lines ``v …`` of pseudo-Boolean and SAT solvers. A variable that is not named is 0. Raises
    ``NotationError`` when no variable of the model is named, a fact is neither 0 nor 1, or a cell holds two values.
    """
    numbers = {name: number for number, name in enumerate(legal_names(model))}
    named = False
    held: dict[Cell, Fact] = {}
    for line, (number, value) in _values(text, numbers):
        named = True
        fact = model.facts.get(number)
        if fact is None:
            continue
        if not min(abs(value), abs(value - 1)) <= _TOLERANCE:
            raise NotationError(
                f"{fact.cell}={fact.value} is {value:g}", line, None, "0 or 1: a solution in whole numbers"
            )
        if value < 0.5:
            continue
        other = held.setdefault(fact.cell, fact)
        if other != fact:
            raise NotationError(
                f"{fact.cell} holds both {other.value} and {fact.value}", line, None, "one value a cell"
            )
    if not named:
        raise NotationError(
            "no variable of the model has a value there",
            expected="a solution file of HiGHS, Gurobi, CBC, SCIP or CPLEX for a file that eyeline model wrote",
        )
    return tuple(held[cell] for cell in sorted(held))


def _values(text: str, numbers: dict[str, int]) -> Iterator[tuple[int, tuple[int, float]]]:
    """Yield line, variable and value wherever a variable of the model is given one."""
    column: slice | None = None
    for line, content in enumerate(text.splitlines(), start=1):
        words = content.split()
        if _ROWS.match(content):
            return
        if not words:
            continue
        if words[0] == "v":
            for word in words[1:]:
                literal = _LITERAL.fullmatch(word)
                if literal and 0 < int(literal[2]) <= len(numbers):
                    yield line, (int(literal[2]) - 1, 0.0 if literal[1] else 1.0)
        elif xml := _XML.search(content):
            if xml[1] in numbers:
                yield line, (numbers[xml[1]], float(xml[2]))
        elif "Primal" in words and words[-1] == "Name":
            # The pretty table of HiGHS: entries end below the end of their heading, and can be missing.
            column = slice(content.index("Upper") + len("Upper"), content.index("Primal") + len("Primal"))
        elif column is not None:
            if words[-1] in numbers and (value := content[column].strip()):
                yield line, (numbers[words[-1]], _number(value, line))
        else:
            for name, value in pairwise(words):
                if name in numbers:
                    yield line, (numbers[name], _number(value, line))
                    break


def _number(text: str, line: int) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise NotationError(f"{text!r} is no number", line, None, "the value of a variable") from error
