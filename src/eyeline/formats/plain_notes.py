"""The notes of a plain page: ``key: value`` lines between the kind and the grid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from eyeline.formats.pattern import pattern
from eyeline.formats.plain_words import BLOCKS, TOKEN, aligned, kind_named
from eyeline.formats.source import Source, Word, clean, number, shown
from eyeline.grid import Cell, Grid
from eyeline.sheet import Notes, Totals

#: The notes that stand on one line, and all of them.
LINES = ("totals", "same", "parks", "diagonals", "boxes", "clues")
NAMES = (*LINES, *BLOCKS)

_EXPECTED = {
    "totals": "totals as G=2 V=2 Z=6",
    "same": "cells as r1c3",
    "parks": "a number",
    "diagonals": "yes or no",
    "boxes": "rows and columns of a box, as 2x3",
    "clues": "count or sum",
}
_CELL = pattern(r"[rR]([0-9]{1,9})[cC]([0-9]{1,9})")
_TOTAL = pattern(r"([GVZgvz])=([0-9]{1,9})")
_BOX = pattern(r"([0-9]{1,9})x([0-9]{1,9})")


def noted(source: Source, notes: Notes, name: str, words: list[Word]) -> Notes:
    """Return the notes with one more, of the :data:`LINES` but ``same``, from the words behind its colon, at least one.

    Raises ``NotationError``.
    """
    if name == "totals":
        return replace(notes, totals=_totals(source, words))
    word = words[0]
    text = word.text.lower()
    if len(words) > 1:
        raise source.wrong(words[1], f"{shown(words[1].text)} after the value of {name}", _EXPECTED[name])
    match name:
        case "parks" if (parks := number(text)) is not None:
            return replace(notes, parks=parks)
        case "diagonals" if text in ("yes", "no"):
            return replace(notes, diagonals=text == "yes")
        case "boxes" if found := _BOX.fullmatch(text):
            return replace(notes, boxes=(int(found[1]), int(found[2])))
        case "clues" if text == "sum":
            return replace(notes, clues="sum")
        case "clues" if text == "count":
            return replace(notes, clues="count")
    raise source.wrong(word, f"{name}: {shown(word.text)}", _EXPECTED[name])


def _totals(source: Source, words: list[Word]) -> Totals:
    found: dict[str, int] = {}
    for word in words:
        match = _TOTAL.fullmatch(word.text)
        if match is None:
            raise source.wrong(word, f"{shown(word.text)} is no total", _EXPECTED["totals"])
        token = match[1].upper()
        if token in found:
            raise source.wrong(word, f"the total of {token} is said twice", _EXPECTED["totals"])
        found[token] = int(match[2])
    return Totals(found.get("G"), found.get("V"), found.get("Z"))


def group(source: Source, words: list[Word], grid: Grid) -> tuple[Cell, ...]:
    """Return the cells that the words of a note ``same`` name. Raises ``NotationError``."""
    cells = []
    for word in words:
        match = _CELL.fullmatch(word.text)
        if match is None:
            raise source.wrong(word, f"{shown(word.text)} is no cell", _EXPECTED["same"])
        cell = Cell(int(match[1]) - 1, int(match[2]) - 1)
        if cell not in grid:
            raise source.wrong(word, f"{word.text} lies outside the grid", f"r1c1 to r{grid.rows}c{grid.cols}")
        cells.append(cell)
    return tuple(cells)


def region_row(source: Source, words: list[Word]) -> tuple[str, ...]:
    """Return the names in a row of regions. Raises ``NotationError``."""
    for word in words:
        if not nameable(word.text):
            raise source.wrong(word, f"{shown(word.text)} is no name of a region", "letters or digits")
    return tuple([word.text for word in words])


def note_lines(notes: Notes) -> Iterator[str]:
    """Yield the lines of all notes that say something."""
    for name in notes.stated():
        match name:
            case "totals":
                yield "totals: " + " ".join(f"{token}={total}" for token, total in notes.totals.stated())
            case "same":
                yield from ("same: " + " ".join(map(str, group)) for group in notes.same)
            case "parks":
                yield f"parks: {notes.parks}"
            case "diagonals":
                yield "diagonals: yes"
            case "boxes" if notes.boxes:
                yield f"boxes: {notes.boxes[0]}x{notes.boxes[1]}"
            case "regions":
                yield "regions:"
                yield from (line.rstrip() for line in aligned(notes.regions or ()))
            case "clues":
                yield f"clues: {notes.clues}"


def nameable(name: str) -> bool:
    """Return whether a region's name comes back as one word, and does not look like a note, marks or a kind."""
    return (
        name.isprintable()
        and clean(name) == name
        and TOKEN.fullmatch(name) is not None
        and not set(name) & set("{}:")
        and kind_named(name) is None
    )
