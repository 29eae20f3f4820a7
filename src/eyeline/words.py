"""Every sentence shown to people about puzzles, answers and faults, in one place.

Values come in as data and go out as text, in the language that is spoken (:mod:`eyeline.catalogue`); nothing here
decides anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eyeline.catalogue import gettext as _
from eyeline.catalogue import ngettext
from eyeline.certify import Certificate, Term
from eyeline.engine import Implication
from eyeline.grid import Cell, Port, Side
from eyeline.judge import Judged, Judgement
from eyeline.model import Model, Reason
from eyeline.puzzles import Fault, Puzzle
from eyeline.sheet import BLANK, Cells, Fact
from eyeline.solve import Count, Verdict

#: At most so many cells are listed in a sentence; the rest are counted.
MOST_CELLS = 12


def cell_list(cells: Sequence[Cell]) -> str:
    """Return cells as ``r1c1, r1c2 and r2c1``, a long list cut with the number left out.

    >>> cell_list([Cell(0, 0), Cell(0, 1), Cell(1, 0)])
    'r1c1, r1c2 and r2c1'
    """
    names = [str(cell) for cell in cells[:MOST_CELLS]]
    if len(cells) > MOST_CELLS:
        return _("{cells} and {n} more").format(cells=", ".join(names), n=len(cells) - MOST_CELLS)
    return join(names)


def join(names: Sequence[str]) -> str:
    """Return words joined by commas, the last by "and"."""
    if len(names) < 2:
        return "".join(names)
    return _("{first} and {last}").format(first=", ".join(names[:-1]), last=names[-1])


def capital(text: str) -> str:
    """Return a sentence with its first letter large, unless it starts with a cell.

    >>> capital("row 2"), capital("r1c1 is 4")
    ('Row 2', 'r1c1 is 4')
    """
    return text if text[:1] == "r" and text[1:2].isdigit() else text[:1].upper() + text[1:]


def port(at: Port) -> str:
    """Return where a clue stands.

    >>> port(Port(Side.LEFT, 1))
    'at the left of row 2'
    """
    pattern = {
        Side.TOP: _("above column {i}"),
        Side.BOTTOM: _("below column {i}"),
        Side.LEFT: _("at the left of row {i}"),
        Side.RIGHT: _("at the right of row {i}"),
    }[at.side]
    return pattern.format(i=at.index + 1)


def monster(token: str) -> str:
    """Return the name of a monster, in the plural."""
    return {"V": _("vampires"), "G": _("ghosts"), "Z": _("zombies")}[token]


def turned(value: str) -> str:
    """Return how a shooter is turned."""
    return _("horizontally") if value == "-" else _("vertically")


def reason(because: Reason) -> str:
    """Return a reason as a noun phrase."""
    match because:
        case Reason("clue", Port() as at):
            return _("the clue {where}").format(where=port(at))
        case Reason("row", int(i)):
            return _("row {i}").format(i=i + 1)
        case Reason("column", int(i)):
            return _("column {i}").format(i=i + 1)
        case Reason("diagonal", int(i)):
            return _("the diagonal from the top right") if i else _("the diagonal from the top left")
        case Reason("region", int(i)):
            return _("region {i}").format(i=i + 1)
        case Reason("group", int(i)):
            return _("group {i} of equal cells").format(i=i + 1)
        case Reason("total", str(token)):
            return _("the total of {monsters}").format(monsters=monster(token))
        case Reason("given", of):
            return _("the given at {cell}").format(cell=of)
        case Reason("entry", of):
            return _("the entry at {cell}").format(cell=of)
        case Reason("added", of):
            return _("the row {name}, added by hand").format(name=of)
        case Reason("mark", Fact(cell, value)):
            return _("the mark at {cell}: not {value}").format(cell=cell, value=value)
        case Reason("marks", of):
            return _("the marks at {cell}, which exclude every value").format(cell=of)
        case Reason("light", of):
            return _("{cell} must be lit").format(cell=of)
        case Reason("safe", Fact(cell, value)):
            return _("the shooter at {cell} would hit a shooter if turned {way}").format(cell=cell, way=turned(value))
    return because.name


def fault(found: Fault) -> str:
    """Return a broken rule as a sentence."""
    cells = cell_list(found.cells)
    match found.reason:
        case Reason("clue", Port() as at):
            return _("the clue {where} is {clue}, and it can no longer be met: {seen} seen there now").format(
                where=port(at), clue=found.expected, seen=found.seen
            )
        case Reason("total", str(token)):
            return _("there are {seen} {monsters} and the total is {total}: it can no longer be met").format(
                seen=found.seen, monsters=monster(token), total=found.expected
            )
        case Reason("group", int(i)):
            return _("group {i}: {cells} must hold one monster, and they differ").format(i=i + 1, cells=cells)
        case Reason("mark", Fact(cell, value)):
            if found.seen is not None:
                return _("{cell} is marked as not {value}, and the only answer has {value} there").format(
                    cell=cell, value=value
                )
            return _("{cell} holds {value} and is marked as not {value}").format(cell=cell, value=value)
        case Reason("marks", of):
            return _("every value of {cell} is marked as not there").format(cell=of)
        case Reason("given", of):
            return _("{cell} is printed otherwise than {value}").format(cell=of, value=found.value)
        case Reason("cell", of):
            return _("{cell} holds {value}, which this puzzle does not use").format(cell=of, value=found.value)
        case Reason("light", of):
            return _("{cell} is dark, and no shooter can light it any more").format(cell=of)
        case Reason("safe", Fact(cell, value)):
            return _("the shooter at {cell}, turned {way}, hits a shooter").format(cell=cell, way=turned(value))
    where = reason(found.reason)
    if found.value == "0":
        return _("{where} has {seen} parks where {most} are allowed: {cells}").format(
            where=where, seen=found.seen, most=found.expected, cells=cells
        )
    return _("{value} stands {seen} times in {where}: {cells}").format(
        where=where, value=found.value, seen=found.seen, cells=cells
    )


def chain(steps: Sequence[Implication]) -> list[str]:
    """Return a contradiction of implications as sentences, one a step."""
    return [
        _("if {cell} is turned {way}, then {other} must be turned {other_way}, since {reason}").format(
            cell=step.assumed.cell,
            way=turned(step.assumed.value),
            other=step.forced.cell,
            other_way=turned(step.forced.value),
            reason=reason(step.reason),
        )
        for step in steps
    ]


def no_answer(reasons: Iterable[Reason], steps: Sequence[Implication]) -> list[str]:
    """Return why there is no answer, as sentences; empty where nobody knows."""
    if steps:
        return [
            *chain(steps),
            _("so {cell} can be turned neither way").format(cell=steps[0].assumed.cell),
        ]
    held = list(reasons)
    if not held:
        return []
    dark = [because.of for because in held if because.rule == "light"]
    others = [reason(because) for because in held if because.rule != "light"]
    if len(dark) == 1 and all(because.rule in ("light", "safe", "given", "entry") for because in held):
        sentence = _("nothing can light {cell}: {why}") if others else _("nothing can light {cell}")
        return [sentence.format(cell=dark[0], why="; ".join(others))]
    if len(held) == 1:
        return [_("this alone leaves no answer: {reason}").format(reason=reason(held[0]))]
    return [_("these exclude each other: {reasons}").format(reasons="; ".join(reason(r) for r in held))]


def verdict(found: Verdict, differ: Sequence[Cell] = ()) -> str:
    """Return a verdict as a phrase, with the cells in which two answers differ."""
    text = {
        Verdict.NONE: _("none: there is no answer"),
        Verdict.ONE: _("one: this is the only answer"),
        Verdict.MANY: _("many: two answers differ at {cells}").format(cells=cell_list(differ)),
        Verdict.SOME: _("some: an answer; nobody asked whether it is the only one"),
        Verdict.UNKNOWN: _("unknown: a limit was reached"),
    }
    return text[found]


def count(found: Count) -> str:
    """Return a number of answers as a phrase."""
    if not found.exact:
        return ngettext("at least {n} answer", "at least {n} answers", found.n).format(n=found.n)
    return ngettext("{n} answer", "{n} answers", found.n).format(n=found.n)


def orders(names: Sequence[str]) -> str:
    """Return which orders of a list of clues give a puzzle with exactly one answer, as a phrase; at least one.

    It ends the message of an error, and those are in English.
    """
    if len(names) == 1:
        return f"only with --order {names[0]} has it exactly one answer"
    return f"with each of these it has exactly one answer: {', '.join(names)}"


def sound(still_open: int) -> str:
    """Return what to say of a grid that breaks no rule."""
    if not still_open:
        return _("complete, and no rule is broken")
    return ngettext(
        "no rule is broken so far; {n} cell is open", "no rule is broken so far; {n} cells are open", still_open
    ).format(n=still_open)


def judged(found: Judged) -> list[str]:
    """Return the judgement of a claimed answer as sentences."""
    number = found.number
    match found.judgement:
        case Judgement.RIGHT:
            return [_("{n}: right").format(n=number)]
        case Judgement.MISSING:
            return [_("{n}: missing").format(n=number)]
        case Judgement.POSSIBLE:
            return [
                _("{n}: IMPOSSIBLE is claimed (line {line}), but there is an answer").format(n=number, line=found.line)
            ]
        case Judgement.SIZE:
            return [_("{n}: the grid (line {line}) is not of the puzzle's size").format(n=number, line=found.line)]
        case Judgement.SURPLUS:
            return [_("{n}: an answer (line {line}) to a puzzle that is not there").format(n=number, line=found.line)]
        case Judgement.REPEATED:
            return [_("{n}: a second answer (line {line}) to this puzzle").format(n=number, line=found.line)]
        case Judgement.UNREADABLE if found.error is not None:
            wrong = found.error
            sentence = _("{n}: cannot be read (line {line}): {why}; expected {expected}")
            place = wrong.line or found.line
            return [sentence.format(n=number, line=place, why=wrong.message, expected=wrong.expected)]
        case Judgement.UNKNOWN:
            return [_("{n}: a limit was reached before it was known whether there is an answer").format(n=number)]
    sentences = [fault(one) for one in found.faults]
    if found.open_cells:
        sentences.append(_("still open: {cells}").format(cells=cell_list(found.open_cells)))
    return [_("{n}: wrong (line {line}): {why}").format(n=number, line=found.line, why=why) for why in sentences]


def score(right: int, total: int) -> str:
    """Return how many answers are right."""
    return _("{right} of {total} right").format(right=right, total=total)


def letter(k: int) -> str:
    """Return the letter that marks group ``k``, counted from 0: ``a`` to ``z``, then ``aa`` and so on.

    >>> letter(0), letter(27)
    ('a', 'ab')
    """
    before, place = divmod(k, 26)
    return (letter(before - 1) if before else "") + chr(ord("a") + place)


def notes(puzzle: Puzzle) -> list[str]:
    """Return what has to be said beside a picture of a puzzle, a sentence each."""
    beside = puzzle.sheet.notes
    found = []
    if beside.clues == "sum":
        found.append(_("A clue is the sum of the heights seen from there."))
    if beside.parks:
        found.append(
            ngettext("{n} park in every row and column.", "{n} parks in every row and column.", beside.parks).format(
                n=beside.parks
            )
        )
    if beside.diagonals:
        found.append(_("No height twice on either diagonal."))
    if beside.boxes or beside.regions:
        found.append(_("No height twice within a heavy border."))
    if beside.same:
        found.append(_("Cells with the same small letter hold the same monster."))
    return found


def both_values() -> str:
    """Return how a cell that differs in two answers is to be read."""
    return _("Where two answers differ, both values stand: first / second.")


def relaxed() -> str:
    """Return how a picture of the linear relaxation is to be read."""
    return _("Values of the linear relaxation: a full box is 1, and what is not shown is 0.")


def no_relaxation() -> str:
    """Return that there is nothing to be drawn of the linear relaxation."""
    return _("none: even the linear relaxation has no point, so there is no answer")


def seen_along(at: Port, clue: int | None, seen: int, whole: bool, summed: bool) -> str:
    """Return what is seen along a line of sight, as a sentence. ``whole`` says that no cell on it is open."""
    if not whole:
        found = _("{seen} seen so far").format(seen=seen)
    elif summed:
        found = _("the heights seen add up to {seen}").format(seen=seen)
    else:
        found = _("{seen} seen").format(seen=seen)
    if clue is None:
        return _("Line of sight {where}: {found}.").format(where=port(at), found=found)
    return _("Clue {clue} {where}: {found}.").format(clue=clue, where=port(at), found=found)


def picture_title(
    puzzle: Puzzle, position: object, answer: object, other: object, path: Port | None, relaxation: object
) -> str:
    """Return the title of a picture; each argument but ``puzzle`` counts only by whether it is there."""
    name = _("{kind}, {rows}×{cols}").format(kind=_(puzzle.kind.title), rows=puzzle.grid.rows, cols=puzzle.grid.cols)
    if relaxation:
        what = _("the linear relaxation")
    elif other:
        what = _("two answers")
    elif answer:
        what = _("the answer")
    elif position:
        what = _("a position")
    else:
        what = ""
    if path is not None:
        way = _("the line of sight {where}").format(where=port(path))
        what = join([what, way]) if what else way
    return f"{name}: {what}" if what else name


def step_title(puzzle: Puzzle, number: int, count: int) -> str:
    """Return the title of the picture of a step, numbered from 1, of so many."""
    title = picture_title(puzzle, None, None, None, None, None)
    return _("{title}: step {number} of {count}").format(title=title, number=number, count=count)


def side(which: Side) -> str:
    """Return what the clues of a side are called, as the start of a list."""
    return {
        Side.TOP: _("Clues above"),
        Side.BOTTOM: _("Clues below"),
        Side.LEFT: _("Clues at the left"),
        Side.RIGHT: _("Clues at the right"),
    }[which]


#: Beyond so many cells a grid is not told cell by cell.
MOST_SPOKEN = 150


def spoken(puzzle: Puzzle, cells: Cells) -> str:
    """Return a filled or partly filled grid for those who cannot see it: what is asked, the clues, the rows."""
    told = [capital(_(puzzle.kind.summary)) + "."]
    blank = _("blank")
    for which in Side:
        clues = puzzle.sheet.clues.side(which)
        if any(clue is not None for clue in clues):
            told.append(f"{side(which)}: {', '.join(blank if clue is None else str(clue) for clue in clues)}.")
    for token, total in puzzle.sheet.notes.totals.stated():
        told.append(_("{monsters}: {total}.").format(monsters=capital(monster(token)), total=total))
    if puzzle.grid.size <= MOST_SPOKEN:
        names = {token: token_name(puzzle, token) for token in cells.tokens}
        for i, row in enumerate(cells, start=1):
            told.append(_("Row {i}: {cells}.").format(i=i, cells=", ".join(names[token] for token in row)))
    return " ".join(told)


def token_name(puzzle: Puzzle, token: str) -> str:
    """Return what a cell holds, as it is read out."""
    if puzzle.kind.name == "beams" and token == BLANK:
        return _("empty")
    return {
        ".": _("blank"),
        "0": _("park"),
        "#": _("wall"),
        "/": _("rising mirror"),
        "\\": _("falling mirror"),
        "V": _("vampire"),
        "G": _("ghost"),
        "Z": _("zombie"),
        "+": _("shooter"),
        "-": _("horizontal shooter"),
        "|": _("vertical shooter"),
    }.get(token, token)


def certified(found: Certificate) -> str:
    """Return the verdict of a certificate as a phrase."""
    if found.verdict is Verdict.SOME:
        return _("some: an answer; the relaxation does not tell whether it is the only one")
    return verdict(found.verdict)


def certificate(found: Certificate) -> list[str]:
    """Return what the linear relaxation proves as sentences, with the rows and their multipliers."""
    if not found.tight:
        if found.gap is None:
            return [_("the linear relaxation has a point: it does not tell that there is no answer")]
        return [
            _("the linear relaxation does not prove it: it can fill {gap:.4g} of {n} cells otherwise").format(
                gap=found.gap, n=found.cells
            )
        ]
    number = ngettext("{n} row, added up:", "{n} rows, added up:", len(found.terms)).format(n=len(found.terms))
    by_reason: dict[Reason | None, list[Term]] = {}
    for term in found.terms:
        by_reason.setdefault(term.row.reason, []).append(term)
    lines = [
        f"  {definitions() if because is None else reason(because)}: "
        + ", ".join(f"{term.times} × {term.row.name}" for term in terms)
        for because, terms in by_reason.items()
    ]
    if found.verdict is Verdict.NONE:
        end = _("The sum has no weight below 0 and a bound below 0: nothing meets these rows.")
    else:
        end = _(
            "The sum has no weight below 0, a weight above 0 for every value that the answer does not hold, and the"
            " bound 0: no cell can hold anything else."
        )
    return [number, *lines, end]


def model_title() -> str:
    """Return the title of a model written as mathematics."""
    return _("The rows")


def model_size(model: Model) -> str:
    """Return how large a model is, as a sentence."""
    return _("Variables, each 0 or 1: {variables}. Rows: {rows}. Weights: {weights}.").format(
        variables=len(model.names), rows=len(model.rows), weights=model.nonzeros
    )


def definitions() -> str:
    """Return what background rows are, as a heading."""
    return _("by definition")


def choices(cell: Cell, values: Sequence[str]) -> str:
    """Return which values a cell can hold, as the beginning of a line that goes on with variables."""
    return _("{cell} holds {values}:").format(cell=cell, values=", ".join(values))


def progress(done: int, total: int | None, rate: float, left: float | None) -> str:
    """Return how far a run is: puzzles done, of how many, how many in a second, and the seconds left where known."""
    pace = f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"
    if total is None or left is None:
        return _("{done} done, {pace} a second").format(done=f"{done:,}", pace=pace)
    return _("{done} of about {total} done, {pace} a second, {left} left").format(
        done=f"{done:,}", total=f"{total:,}", pace=pace, left=duration(left)
    )


def duration(seconds: float) -> str:
    """Return a length of time in hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
