"""What stands around a picture: titles, captions, letters, and the description for those who cannot see it."""

from __future__ import annotations

from eyeline.catalogue import gettext as _
from eyeline.catalogue import ngettext
from eyeline.grid import Port, Side
from eyeline.puzzles import Puzzle
from eyeline.sheet import Cells
from eyeline.telling import grammar, kinds, places, values, verdicts

#: Beyond so many cells a grid is not told cell by cell.
MOST_SPOKEN = 150


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


def unfinished() -> str:
    """Return that a limit came before the picture was there."""
    return _("a limit was reached before the picture was finished")


def seen_along(at: Port, clue: int | None, seen: int, whole: bool, summed: bool) -> str:
    """Return what is seen along a line of sight, as a sentence. ``whole`` says that no cell on it is open."""
    if not whole:
        found = _("{seen} seen so far").format(seen=seen)
    elif summed:
        found = _("the heights seen add up to {seen}").format(seen=seen)
    else:
        found = _("{seen} seen").format(seen=seen)
    if clue is None:
        return _("Line of sight {where}: {found}.").format(where=places.port(at), found=found)
    return _("Clue {clue} {where}: {found}.").format(clue=clue, where=places.port(at), found=found)


def title(
    puzzle: Puzzle, position: object, answer: object, other: object, path: Port | None, relaxation: object
) -> str:
    """Return the title of a picture; each argument but ``puzzle`` counts only by whether it is there."""
    name = kinds.sized(puzzle)
    if relaxation:
        what = _("the linear relaxation")
    elif other:
        what = _("two answers")
    elif answer:
        what = verdicts.answer()
    elif position:
        what = _("a position")
    else:
        what = ""
    if path is not None:
        way = _("the line of sight {where}").format(where=places.port(path))
        what = grammar.all_of([what, way]) if what else way
    return f"{name}: {what}" if what else name


def step_title(puzzle: Puzzle, number: int, count: int) -> str:
    """Return the title of the picture of a step, numbered from 1, of so many."""
    return _("{title}: step {number} of {count}").format(title=kinds.sized(puzzle), number=number, count=count)


def spoken(puzzle: Puzzle, cells: Cells) -> str:
    """Return a filled or partly filled grid for those who cannot see it: what is asked, the clues, the rows."""
    told = [grammar.sentence(kinds.summary(puzzle.kind))]
    blank = values.blank()
    for which in Side:
        clues = puzzle.sheet.clues.side(which)
        if any(clue is not None for clue in clues):
            told.append(f"{places.side(which)}: {', '.join(blank if clue is None else str(clue) for clue in clues)}.")
    for token, total in puzzle.sheet.notes.totals.stated():
        told.append(_("{monsters}: {total}.").format(monsters=grammar.capital(values.monsters(token)), total=total))
    if puzzle.grid.size <= MOST_SPOKEN:
        names = {token: values.name(puzzle, token) for token in cells.tokens}
        for i, row in enumerate(cells, start=1):
            told.append(_("Row {i}: {cells}.").format(i=i, cells=", ".join(names[token] for token in row)))
    return " ".join(told)
