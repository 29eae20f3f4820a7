"""docs/formats.md: its blocks are read, agree with each other, and come back; its tables are those of the registry."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from eyeline.formats import FEATURES, FORMATS, POSSIBLE, read_page, sniff, write_page
from eyeline.sheet import Page

DOCS = (Path(__file__).parents[1] / "docs" / "formats.md").read_text(encoding="utf-8")
BLOCKS = [
    (notation, name.strip(), text)
    for notation, name, text in re.findall(r"^```(\w+)( \w+)?\n(.*?)^```$", DOCS, re.MULTILINE | re.DOTALL)
    if notation in FORMATS
]


def tables() -> str:
    """What each notation can hold, a table for each kind."""
    lines = []
    for kind, possible in POSSIBLE.items():
        writers = [notation for notation in FORMATS.values() if kind in notation.kinds]
        lines.append(f"| {kind} | {' | '.join(notation.name for notation in writers)} |")
        lines.append("|---" * (len(writers) + 1) + "|")
        for feature in FEATURES:
            if feature in possible:
                marks = ["yes" if feature in notation.holds[kind] else "no" for notation in writers]
                lines.append(f"| {feature} | {' | '.join(marks)} |")
        lines.append("")
    return "\n".join(lines)


def page(notation: str, text: str) -> Page:
    return read_page(text, order="tblr" if notation == "cluelist" else None)


def test_every_notation_has_its_chapter_and_an_example() -> None:
    for name, notation in FORMATS.items():
        assert f"\n## {name}\n" in DOCS
        assert f"| [`{name}`](#{name}) | {notation.title} |" in DOCS
        assert name in {block[0] for block in BLOCKS}


@pytest.mark.parametrize(("notation", "name", "text"), BLOCKS)
def test_a_block_is_read_as_the_notation_it_is_marked_with(notation: str, name: str, text: str) -> None:
    assert sniff(text).name == notation
    found = page(notation, text)
    written = write_page(found, notation)
    assert page(notation, written) == found
    # JSON is laid out by hand in the page, and links are packed as the library at hand packs them; everything else
    # stands there as it is written.
    assert notation in ("json", "tungjson", "penpa") or written == text


@pytest.mark.parametrize("name", ["city", "maze", "room", "begun", "half"])
def test_blocks_of_one_name_are_one_puzzle(name: str) -> None:
    pages = {notation: page(notation, text) for notation, found, text in BLOCKS if found == name}
    assert len(pages) >= 2
    assert len(set(pages.values())) == 1


def test_the_tables_are_those_of_the_registry() -> None:
    assert tables() in DOCS
