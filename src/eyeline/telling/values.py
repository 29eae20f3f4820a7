"""What stands in a cell: a height, a park, a monster, a mirror, a shooter and how it is turned."""

from __future__ import annotations

from eyeline.catalogue import gettext as _
from eyeline.puzzles import Puzzle
from eyeline.puzzles.skyscrapers import PARK
from eyeline.sheet import BLANK


def value(puzzle: Puzzle, token: str) -> str:
    """Return a value of a cell with its article, where it has one."""
    if puzzle.kind.name == "haunted":
        return {"V": _("a vampire"), "G": _("a ghost"), "Z": _("a zombie")}[token]
    if token == PARK and puzzle.kind.name == "skyscrapers":
        return _("a park")
    return turned(token) if puzzle.kind.name == "beams" else token


def shared(puzzle: Puzzle, token: str) -> str:
    """Return a value that several cells have."""
    if puzzle.kind.name == "haunted":
        return monsters(token)
    if token == PARK and puzzle.kind.name == "skyscrapers":
        return _("parks")
    return value(puzzle, token)


def name(puzzle: Puzzle, token: str) -> str:
    """Return what a cell holds, a value or not, as it is read out cell by cell."""
    if puzzle.kind.name == "beams" and token == BLANK:
        return _("empty")
    return {
        ".": blank(),
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


def blank() -> str:
    """Return what is read out where nothing stands."""
    return _("blank")


def monsters(token: str) -> str:
    """Return the name of a monster, in the plural."""
    return {"V": _("vampires"), "G": _("ghosts"), "Z": _("zombies")}[token]


def turned(way: str) -> str:
    """Return how a shooter is turned."""
    return _("horizontally") if way == "-" else _("vertically")
