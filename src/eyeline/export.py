"""Models as text, for other solvers: LP, MPS, OPB (pseudo-Boolean) and DIMACS CNF; and for people: LaTeX and Typst.

Rows and variables keep their names, and comments say in words what they come from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from eyeline.catalogue import SOURCE, language, spoken
from eyeline.engines.clauses import encode
from eyeline.errors import UnknownName
from eyeline.grid import Cell
from eyeline.model import Model, Reason, Row

#: Lines are folded at this width; CPLEX, the strictest reader of LP files, takes 560 characters.
WIDTH = 100

#: What every reader takes as a name: no leading digit, and no leading e, which some take for an exponent.
_NAME = re.compile(r"[A-DF-Za-df-z_][A-Za-z0-9_]{0,199}")

#: What begins a section or stands for a number in LP files, and the two names that are used here.
_KEYWORDS = re.compile(
    r"m(in|ax)(imi[zs]e|imum)?|subject|such|st|bounds?|bin(ary|aries)?|gen(erals?)?|int(egers?)?|free|semis?|sos[12]?|inf(inity)?"
    r"|obj|nothing",
    re.IGNORECASE,
)


def write_model(model: Model, form: str) -> str:
    """Return a model as a file: ``lp``, ``mps`` (free format), ``opb``, ``cnf`` (DIMACS), ``tex`` or ``typ`` (Typst).

    The answers of the file, looked at where variables stand for facts, are those of the model; ``cnf`` has further
    variables for counters. Comments in files for solvers and for LaTeX are in English, which every reader of theirs
    takes; Typst speaks the language that is spoken. Raises ``UnknownName`` for any other form.
    """
    if form not in MODEL_FORMS:
        raise UnknownName(f"no form {form!r} for models; there is {', '.join(MODEL_FORMS)}")
    with language(spoken() if form == "typ" else SOURCE):
        return "".join(f"{line}\n" for line in MODEL_FORMS[form](model))


def _lp(model: Model) -> Iterator[str]:
    names = legal_names(model)
    for line in (*_preamble(model), *_cells(model, names)):
        yield f"\\ {line}"
    yield "Minimize"
    yield f" obj: 0 {names[0]}" if names else " obj:"
    yield "Subject To"
    for row, name, heading in _rows(model):
        if heading:
            yield f"\\ {heading}"
        terms = [f"{_sign(w)}{'' if abs(w) == 1 else f'{abs(w)} '}{names[v]}" for w, v in _terms(row)]
        if not terms:
            terms = [f"0 {names[0]}"]
        yield from _folded(f" {name}:", [*terms, row.sense, str(row.bound)])
    if names:
        yield "Binary"
        yield from _folded("", names)
    yield "End"


def _mps(model: Model) -> Iterator[str]:
    names = legal_names(model)
    rows = list(_rows(model))
    for line in (*_preamble(model), *_cells(model, names)):
        yield f"* {line}"
    yield "NAME eyeline"
    yield "ROWS"
    yield " N obj"
    for row, name, heading in rows:
        if heading:
            yield f"* {heading}"
        yield f" {_SENSES[row.sense]} {name}"
    columns: list[list[str]] = [[] for _ in names]
    for row, name, _ in rows:
        for weight, variable in _terms(row):
            columns[variable].append(f"{name} {weight}")
    yield "COLUMNS"
    yield " whole 'MARKER' 'INTORG'"
    for name, column in zip(names, columns, strict=True):
        # A variable that stands in no row is named here all the same.
        for entry in column or ["obj 0"]:
            yield f" {name} {entry}"
    yield " whole 'MARKER' 'INTEND'"
    yield "RHS"
    for row, name, _ in rows:
        if row.bound:
            yield f" rhs {name} {row.bound}"
    yield "BOUNDS"
    for name in names:
        yield f" BV bounds {name}"
    yield "ENDATA"


def _opb(model: Model) -> Iterator[str]:
    names = legal_names(model)
    yield f"* #variable= {len(names)} #constraint= {len(model.rows)}"
    for line in _preamble(model):
        yield f"* {line}"
    for number, name in enumerate(names):
        yield f"* x{number + 1} {name}{_meaning(model, number)}"
    for row, name, heading in _rows(model):
        if heading:
            yield f"* {heading}"
        yield f"* {name}"
        # The format has "=" and ">=" alone.
        sign = -1 if row.sense == "<=" else 1
        terms = [f"{sign * weight:+d} x{variable + 1}" for weight, variable in _terms(row)] or ["+0 x1"]
        yield " ".join([*terms, "=" if row.sense == "=" else ">=", f"{sign * row.bound} ;"])


def _cnf(model: Model) -> Iterator[str]:
    clauses = encode(model)
    for line in _preamble(model):
        yield f"c {line}"
    for number, name in enumerate(_legal(model.names, "x")):
        yield f"c {clauses.literal(number)} {name}{_meaning(model, number)}"
    if clauses.variables > len(model.names):
        yield f"c {len(model.names) + 1} to {clauses.variables}: unions and counters, which follow from the others"
    yield f"p cnf {clauses.variables} {len(clauses.clauses)}"
    for clause in clauses.clauses:
        yield " ".join(map(str, (*clause, 0)))


def _tex(model: Model) -> Iterator[str]:
    from eyeline.mathematics import tex

    return tex(model)


def _typst(model: Model) -> Iterator[str]:
    from eyeline.mathematics import typst

    return typst(model)


#: The forms by name, which is also the ending of their files.
MODEL_FORMS: dict[str, Callable[[Model], Iterator[str]]] = {
    "lp": _lp,
    "mps": _mps,
    "opb": _opb,
    "cnf": _cnf,
    "tex": _tex,
    "typ": _typst,
}

_SENSES = {"<=": "L", "=": "E", ">=": "G"}


def _preamble(model: Model) -> Iterator[str]:
    from eyeline.telling import models

    yield f"eyeline. {models.size(model)}"


def _cells(model: Model, names: Sequence[str]) -> Iterator[str]:
    """Yield for each cell the values it can hold and the variables that say so, in the same order."""
    by_cell: dict[Cell, list[tuple[str, str]]] = {}
    for number, (cell, value) in sorted(model.facts.items()):
        by_cell.setdefault(cell, []).append((value, names[number]))
    for cell, choices in by_cell.items():
        *values, last = (value for value, _ in choices)
        # Two characters make it a comment.
        yield from _folded(f"{cell} holds", [*values, f"{last}:", *(name for _, name in choices)], WIDTH - 2)


def _meaning(model: Model, number: int) -> str:
    fact = model.facts.get(number)
    return f" {fact.cell}={fact.value}" if fact else ""


def legal_names(model: Model) -> list[str]:
    """Return the name of each variable in files: legal in every form, and different from all others.

    Where rows have no variables to stand on, one named ``nothing`` is added.
    """
    names = _legal(model.names, "x")
    if not names and model.rows:
        names.append("nothing")
    return names


def _rows(model: Model) -> Iterator[tuple[Row, str, str]]:
    """Yield each row, its name, and a heading in words where it comes from something else than the row before."""
    from eyeline.telling import rules

    last: Reason | None = None
    for row, name in zip(model.rows, _legal([row.name for row in model.rows], "row"), strict=True):
        heading = "" if row.reason is None or row.reason == last else rules.rule(row.reason)
        last = row.reason
        yield row, name, heading


def _legal(names: Sequence[str], letter: str) -> list[str]:
    """Return names that every reader takes, no two alike; those that cannot stay are spelt anew behind ``letter``."""
    taken = set(names)
    seen: set[str] = set()
    legal = []
    for given in names:
        name = given
        if name in seen or _KEYWORDS.fullmatch(name) or not _NAME.fullmatch(name):
            name = f"{letter}_{re.sub('[^A-Za-z0-9_]', '_', name)[:150]}"
            number, stem = 1, name
            while name in taken:
                number += 1
                name = f"{stem}_{number}"
            taken.add(name)
        seen.add(name)
        legal.append(name)
    return legal


def _terms(row: Row) -> Iterable[tuple[int, int]]:
    return zip(row.weights, row.variables, strict=True)


def _sign(weight: int) -> str:
    return "- " if weight < 0 else "+ "


def _folded(head: str, parts: Iterable[str], width: int = WIDTH) -> Iterator[str]:
    """Yield lines of at most ``width`` characters, unless one part alone is longer; all but the first are indented."""
    line = head
    for part in parts:
        if len(line) + 1 + len(part) > width and line.strip():
            yield line
            line = " "
        line = f"{line} {part}"
    yield line
