"""Random sheets of every kind, and what may be entered on them.

They are sheets, not puzzles: what a notation must carry is more than what a kind allows. ``features`` limits them to
what a notation can hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from hypothesis import strategies as st

from eyeline.formats import POSSIBLE
from eyeline.grid import Cell, Grid, Side
from eyeline.sheet import Cells, Clues, Notes, Page, Position, Sheet, Totals

KINDS = ("skyscrapers", "haunted", "beams")
T = TypeVar("T")


@st.composite
def pages(draw: st.DrawFn, kind: str, features: frozenset[str] | None = None, longest: int = 5) -> Page:
    """A page of a kind whose features are all among ``features``, by default any that the kind can have."""
    held = POSSIBLE[kind] if features is None else features & POSSIBLE[kind]
    rows = draw(st.integers(1, longest))
    cols = draw(st.integers(1, longest)) if "rectangles" in held else rows
    grid = Grid(rows, cols)
    values, tokens = alphabet(kind, grid, held)
    cells = Cells.flat(rows, cols, draw(row_of(tokens, grid.size)))
    clues = Clues() if kind == "beams" else draw(all_clues(grid, held))
    sheet = Sheet(kind, cells, clues, draw(all_notes(kind, cells, held)))
    if not sheet.notes.parks and kind == "skyscrapers":
        # Where there are no parks, 0 is no value that could be entered or marked.
        values = [value for value in values if value != "0"]
    return Page(sheet, draw(positions(kind, cells, values, held)))


def sheets(kind: str, features: frozenset[str] | None = None) -> st.SearchStrategy[Sheet]:
    """A sheet of a kind with nothing entered on it."""
    held = POSSIBLE[kind] if features is None else features
    return pages(kind, held - {"entries", "pencil", "excluded"}).map(lambda page: page.sheet)


def row_of(choices: Sequence[T], length: int) -> st.SearchStrategy[list[T]]:
    """So many of the choices in a row; one draw of bytes is much faster than a draw for each."""
    return st.binary(min_size=length, max_size=length).map(lambda data: [choices[byte % len(choices)] for byte in data])


def alphabet(kind: str, grid: Grid, held: frozenset[str]) -> tuple[list[str], list[str]]:
    """The values that can be filled in, and the tokens that can be printed."""
    givens = "givens" in held
    if kind == "haunted":
        return [*"VGZ"], [*"../\\", *("VGZ" if givens else "")]
    if kind == "beams":
        return [*"-|"], [*"..+#/\\", *("-|" if givens else "")]
    # Two digits too: they are what a notation without separators stumbles over.
    heights = [str(height) for height in (*range(1, grid.rows + 1), 10, 12)]
    parks = ["0"] if "parks" in held else []
    printed = ["."] * 3 + (heights if givens else []) + parks + ([*"/\\"] if "mirrors" in held else [])
    return heights + parks, printed


def all_clues(grid: Grid, held: frozenset[str]) -> st.SearchStrategy[Clues]:
    """Clues around a grid."""
    blank: list[int | None] = [None] * 5 if "blank clues" in held else []
    places = [*blank, *range(0 if "clue 0" in held else 1, 13)]
    return st.builds(Clues, *(row_of(places, grid.length(side)).map(tuple) for side in Side))


@st.composite
def all_notes(draw: st.DrawFn, kind: str, cells: Cells, held: frozenset[str]) -> Notes:
    """Notes that belong to a kind."""
    grid = cells.grid

    def sometimes(feature: str, strategy: st.SearchStrategy[Any], plain: Any) -> Any:
        return draw(st.just(plain) | strategy) if feature in held else plain

    if kind == "beams":
        return Notes()
    if kind == "haunted":
        place = st.builds(Cell, st.integers(0, grid.rows - 1), st.integers(0, grid.cols - 1))
        group = st.lists(place, min_size=1, max_size=3).map(tuple)
        groups = 2 if "same groups" in held else 1
        return Notes(
            totals=draw(open_totals() if "open totals" in held else exact_totals(cells)),
            same=sometimes("same", st.lists(group, max_size=groups).map(tuple), ()),
        )
    names = st.lists(st.text("abXY01é", min_size=1, max_size=3), min_size=1, max_size=4)
    regions = names.flatmap(lambda held: row_of(held, grid.size)).map(
        lambda flat: tuple(tuple(flat[r * grid.cols : (r + 1) * grid.cols]) for r in range(grid.rows))
    )
    return Notes(
        parks=sometimes("parks", st.integers(0, min(3, grid.rows)), 0),
        diagonals=sometimes("diagonals", st.booleans(), False),
        boxes=sometimes("boxes", st.tuples(st.integers(0, 4), st.integers(0, 12)), None),
        regions=sometimes("regions", regions, None),
        clues=sometimes("sum", st.sampled_from(["sum", "count"]), "count"),
    )


def open_totals() -> st.SearchStrategy[Totals]:
    """Totals of which some may not be said."""
    total = st.none() | st.integers(0, 30)
    return st.builds(Totals, total, total, total)


@st.composite
def exact_totals(draw: st.DrawFn, cells: Cells) -> Totals:
    """Totals that add up to the cells without a mirror."""
    free = sum(token not in ("/", "\\") for token in cells.row_major())
    ghosts = draw(st.integers(0, free))
    vampires = draw(st.integers(0, free - ghosts))
    return Totals(ghosts, vampires, free - ghosts - vampires)


def positions(kind: str, cells: Cells, values: list[str], held: frozenset[str]) -> st.SearchStrategy[Position]:
    """What may be entered on a grid: in the cells to be filled in."""
    places = [fact.cell for fact in cells.facts() if fact.value == ("+" if kind == "beams" else ".")]
    if not places:
        return st.just(Position())
    place = st.sampled_from(places)
    value = st.sampled_from(values)
    marks = st.frozensets(value, min_size=1, max_size=3)

    def some(feature: str, strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[Cell, Any]]:
        return st.dictionaries(place, strategy, max_size=3 if feature in held else 0)

    return st.builds(Position, some("entries", value), some("pencil", marks), some("excluded", marks))
