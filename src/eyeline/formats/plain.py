"""The plain page: the puzzle as one would type it, with what was entered in blocks of their own below the grid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from eyeline.errors import NotationError
from eyeline.formats.alphabet import ALPHABETS, KIND_NAMES, Alphabet, claimed, missing
from eyeline.formats.format import EVERYTHING, Claim, Format, Piece, Result, blank_between, page_claim, refuse
from eyeline.formats.pattern import pattern
from eyeline.formats.plain_grid import block, entered, entered_lines, framed, framed_lines, room
from eyeline.formats.plain_notes import NAMES, group, nameable, note_lines, noted, region_row
from eyeline.formats.plain_words import BLOCKS, NOTE, VALUE, begins_page, kind_named
from eyeline.formats.source import Source, Word, block_pieces, clean, counted, shown
from eyeline.sheet import Cells, Clues, Notes, Page, Sheet

NAME = "plain"
HOLDS = {**dict.fromkeys(ALPHABETS, EVERYTHING), "skyscrapers": EVERYTHING - {"rectangles"}}

_BLANK = pattern(r"\s")


def sniff(head: str) -> bool:
    """Return whether the first line is the name of a kind."""
    return kind_named(head.split("\n", 1)[0]) is not None


# --- pieces


def split(lines: Iterable[str]) -> Iterator[Piece]:
    """Yield the pages of a text.

    A page begins at a line that names a kind, and after a blank line at one that begins with a letter and is no note.
    Blank lines within a page mean nothing. Lines with ``#`` before the first page are comments.
    """
    return block_pieces(
        lines,
        NAME,
        lambda line, gap: kind_named(line) is not None or (gap and begins_page(line)),
        lambda line, inside: not inside and line.lstrip().startswith("#"),
    )


# --- reading


@dataclass(slots=True)
class _Parts:
    """The lines of a page by what they belong to; ``heads`` is where each note stands."""

    notes: Notes = field(default_factory=Notes)
    same: list[list[Word]] = field(default_factory=list)
    grid: list[int] = field(default_factory=list)
    blocks: dict[str, list[int]] = field(default_factory=dict)
    heads: dict[str, int] = field(default_factory=dict)


def read(piece: Piece, order: str | None = None) -> Page:
    """Return the page in a piece; there is but one order of clues. Raises ``NotationError``."""
    source = Source.of(piece)
    head = next(source.filled(), None)
    if head is None:
        raise source.error("the page is empty", expected=f"a kind on the first line: {KIND_NAMES}")
    kind = kind_named(source.lines[head])
    if kind is None:
        word = source.first(head)
        raise source.wrong(word, f"{shown(word.text)} is no kind", KIND_NAMES)
    parts = _parts(source, head, ALPHABETS[kind])
    clues = Clues()
    if ALPHABETS[kind].clues:
        cells, clues, pencil = framed(source, parts.grid, head, kind)
    else:
        cells, pencil = room(source, parts.grid, head, kind)
    grid = cells.grid
    blocks = {name: block(source, name, lines, parts.heads[name], grid) for name, lines in parts.blocks.items()}
    notes = replace(parts.notes, same=tuple([group(source, words, grid) for words in parts.same]))
    if (regions := blocks.pop("regions", None)) is not None:
        notes = replace(notes, regions=tuple([region_row(source, row) for row in regions]))
    return Page(Sheet(kind, cells, clues, notes), entered(source, blocks, pencil, kind))


def _parts(source: Source, head: int, alphabet: Alphabet) -> _Parts:
    parts = _Parts()
    current = parts.grid
    for row in source.filled(head + 1):
        line = source.lines[row]
        found = NOTE.match(line) if ":" in line else None
        if found is None:
            if current is parts.grid and not current:
                _no_note(source, row)
            current.append(row)
            continue
        word = Word(found.group(1), row, found.start(1))
        name = word.text.lower()
        if name not in NAMES:
            raise source.wrong(word, f"no note is called {shown(word.text)}", f"one of {', '.join(NAMES)}")
        if name in parts.heads and name != "same":
            raise source.wrong(word, f"{name} is said twice", "each note once")
        source.short(row)
        parts.heads[name] = row
        words = [value for value in source.words(row, VALUE) if value.column >= found.end()]
        current = parts.grid
        if name in BLOCKS:
            if words:
                message = f"{shown(words[0].text)} on the line of {name}:"
                raise source.wrong(words[0], message, "its rows on the lines below")
            current = parts.blocks.setdefault(name, [])
        elif not words:
            raise source.wrong(source.ends(row), f"{name} without a value", "a value behind the colon")
        elif name == "same":
            parts.same.append(words)
        else:
            parts.notes = noted(source, parts.notes, name, words)
    if not parts.grid and "regions" in parts.blocks:
        _cut_regions(source, parts, 2 if alphabet.clues else 0)
    return parts


def _no_note(source: Source, row: int) -> None:
    """Refuse a note whose colon was forgotten, where the grid should begin. Raises ``NotationError``."""
    word = source.first(row)
    name = word.text.lower()
    if name in NAMES:
        raise source.wrong(word, f"{shown(word.text)} without a colon", f"{name}: and its value")


def _cut_regions(source: Source, parts: _Parts, around: int) -> None:
    """Cut the grid off the block of regions above it, which has as many rows; ``around`` lines of it hold clues."""
    lines = parts.blocks["regions"]
    rows, odd = divmod(len(lines) - around, 2)
    if odd or rows < 1:
        row = lines[-1] if lines else parts.heads["regions"]
        clues = ", with clues above and below" if around else ""
        expected = f"as many rows of regions as of the grid below them{clues}"
        raise source.error(f"{counted(len(lines), 'line')} below regions:", row, expected=expected)
    parts.blocks["regions"], parts.grid = lines[:rows], lines[rows:]


# --- writing


def write(page: Page, order: str | None = None) -> str:
    """Return the page; there is but one order of clues. Raises ``CannotHold``."""
    sheet, position = page
    refuse(NAME, [*missing(page, HOLDS), *_unwritable(sheet)])
    lines = [sheet.kind, *note_lines(sheet.notes)]
    lines += framed_lines(sheet) if ALPHABETS[sheet.kind].clues else sheet.cells.lines()
    lines += entered_lines(position, sheet.grid)
    return "\n".join(lines) + "\n"


def _unwritable(sheet: Sheet) -> Iterator[str]:
    """Yield what would not come back as it is."""
    names = {name for row in sheet.notes.regions or () for name in row}
    yield from (f"the region name {name!r}" for name in sorted(names) if not nameable(name))
    if () in sheet.notes.same:
        yield "an empty group of cells"


# --- answers


def answers(results: Iterable[Result]) -> Iterator[str]:
    """Yield the pages with their cells filled in, ``none`` where there is no answer, a blank line between them."""
    return blank_between(
        "none\n" if result.answer is None else write(Page(result.page.sheet.with_cells(result.answer)))
        for result in results
    )


def claims(text: str) -> Iterator[Claim]:
    """Yield answers: grids or filled pages, a blank line between them; ``none`` or ``IMPOSSIBLE`` where there is none.

    In a grid, tokens are parted by blanks or commas, or else all written together.
    """
    lines = clean(text).split("\n")
    block: list[int] = []
    paged = after_blank = False
    for i, line in enumerate(lines):
        word = line.strip()[:20].lower()
        if not word:
            after_blank = True
            continue
        denies = word in ("none", "impossible")
        begins = denies or kind_named(line) is not None or (after_blank and (not paged or begins_page(line)))
        if block and begins:
            yield _claim(lines, block, paged)
            block = []
        if denies:
            yield Claim(None, i + 1)
        else:
            if not block:
                paged = kind_named(line) is not None
            block.append(i)
        after_blank = False
    if block:
        yield _claim(lines, block, paged)


def _claim(lines: list[str], block: list[int], paged: bool) -> Claim:
    first = block[0]
    if paged:
        return page_claim(read, Piece("\n".join(lines[first : block[-1] + 1]), first + 1))
    try:
        return Claim(_claimed_cells(Source([lines[i].replace(",", " ") for i in block], first + 1)), first + 1)
    except NotationError as error:
        return Claim(None, first + 1, error=error)


def _claimed_cells(source: Source) -> Cells:
    stripped = [line.strip() for line in source.lines]
    together = not any(_BLANK.search(line) for line in stripped)
    if together and len({len(line) for line in stripped}) == 1 and all(line.isascii() for line in stripped):
        letters = "".join(stripped).upper().encode()
        return Cells.of_letters(len(stripped), len(stripped[0]), letters)
    rows: list[list[str]] = []
    for row, line in enumerate(stripped):
        source.short(row)
        tokens = list(line) if together else line.split()
        if rows and len(tokens) != len(rows[0]):
            message = f"{counted(len(tokens), 'cell')} in row {row + 1}"
            raise source.wrong(source.ends(row), message, f"{len(rows[0])}, as in row 1")
        rows.append([claimed(token) for token in tokens])
    try:
        return Cells.of(rows)
    except ValueError as wrong:
        raise source.error(str(wrong)) from None


FORMAT = Format(
    name=NAME,
    title="the page as one would type it",
    holds=HOLDS,
    example="haunted\ntotals: G=0 V=2 Z=6\n    2 1 1 1\n1   \\ \\ . /   2\n0   \\ . / .   2\n0   / . / .   2\n"
    "3   . . . \\   2\n    3 3 2 2\n",
    sniff=sniff,
    split=split,
    read=read,
    write=write,
    join=blank_between,
    answers=answers,
    claims=claims,
)
