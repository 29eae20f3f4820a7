"""The puzzles that lie beside the repository, read as plainly as possible and without the library.

Tests that want them skip, with a reason, where they are missing.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import naive

SHARED = Path(__file__).parents[2] / "shared"
CORPORA = SHARED / "corpora"
SIDES = ("top", "bottom", "left", "right")
MISSING = f"no corpora at ../{SHARED.name}/{CORPORA.name}"

needs_corpora = pytest.mark.skipif(not CORPORA.is_dir(), reason=MISSING)


def corpus(name: str) -> Path:
    """The path of a corpus, by its name below the folder; skips the test that asks where it is missing."""
    path = CORPORA / name
    if not path.exists():
        pytest.skip(f"{MISSING}/{name}")
    return path


def lines(name: str) -> list[str]:
    """The lines of a corpus, without comments and blank ones."""
    return [line for line in corpus(name).read_text().splitlines() if line.strip() and not line.startswith("#")]


def load(name: str) -> Any:
    """A corpus in JSON."""
    return json.loads(corpus(name).read_text())


def names(pattern: str) -> list[Any]:
    """The corpora of a pattern, as parameters for a test; a single skipped one where there are none."""
    found = sorted(str(path.relative_to(CORPORA)) for path in CORPORA.glob(pattern))
    return list(found) or [pytest.param(pattern, marks=pytest.mark.skip(reason=MISSING))]


def towers(text: str) -> naive.Towers:
    """The puzzle of a Towers id, ``W:clues,cells``."""
    size, desc = text.strip().split(":")
    n = int(size.split("d")[0])
    fields, _, cells = desc.partition(",")
    numbers = [int(field) if field else None for field in fields.split("/")]
    tokens: list[str] = []
    for part in re.findall(r"[a-z]|\d+", cells):
        tokens += ["."] * (ord(part) - 96) if part.isalpha() else [part]
    tokens = tokens or ["."] * n * n
    if len(numbers) != 4 * n or len(tokens) != n * n:
        raise ValueError(text)
    return naive.Towers(_grid(tokens, n), _clues([numbers[i * n : i * n + n] for i in range(4)]), n)


def undead(text: str) -> naive.Maze:
    """The maze of an Undead id, ``WxH:ghosts,vampires,zombies,cells,clues``."""
    size, desc = text.strip().split(":")
    width, height = map(int, size.split("d")[0].split("x"))
    ghosts, vampires, zombies, cells, *rest = desc.split(",")
    tokens: list[str] = []
    for letter in cells:
        tokens += {"L": ["\\"], "R": ["/"], "G": ["G"], "V": ["V"], "Z": ["Z"]}.get(letter, ["."] * (ord(letter) - 96))
    numbers = [None if field == "-" else int(field) for field in rest]
    if len(tokens) != width * height or len(numbers) != 2 * (width + height):
        raise ValueError(text)
    top, rest_ = numbers[:width], numbers[width:]
    right, rest_ = rest_[:height], rest_[height:]
    bottom, left = rest_[:width][::-1], rest_[width:][::-1]
    totals = {"G": int(ghosts), "V": int(vampires), "Z": int(zombies)}
    return naive.Maze(_grid(tokens, width), _clues([top, bottom, left, right]), totals)


def town(case: dict[str, Any]) -> naive.Towers:
    """A skyscraper puzzle from JSON: clue lists by side, ``givens`` or ``grid``, and the notes of the variants."""
    n = case["n"]
    givens = case.get("givens") or case.get("grid") or [[None] * n] * n
    # 0 is no height: in these files it stands for a blank, and parks are never given.
    tokens = [str(value) if value else "." for row in givens for value in row]
    clues = _clues([case[side] or [None] * n for side in SIDES])
    if "data" in case:
        data = case["data"]
        for at, mirror in data["mirrors"].items():
            row, col = map(int, at.split(","))
            tokens[row * n + col] = mirror
        clues = {("left", i): ends[0] for i, ends in enumerate(data["rows"])}
        clues |= {("right", i): ends[1] for i, ends in enumerate(data["rows"])}
        clues |= {("top", i): ends[0] for i, ends in enumerate(data["cols"])}
        clues |= {("bottom", i): ends[1] for i, ends in enumerate(data["cols"])}
    mirrors = sum(token in naive.MIRRORS for token in tokens[:n])
    regions = case.get("regions")
    return naive.Towers(
        grid=_grid(tokens, n),
        clues={place: clue for place, clue in clues.items() if clue},
        tallest=case.get("max_height", n - mirrors),
        diagonals=case.get("diagonals", False),
        boxes=tuple(case["boxes"]) if "boxes" in case else None,
        regions=tuple(tuple(map(str, row)) for row in regions) if regions else None,
        sums=case.get("variant") == "sum",
    )


def maze(case: dict[str, Any]) -> naive.Maze:
    """A haunted maze from JSON."""
    tokens = [token for row in case["mirrors"] for token in row]
    for at, monster in case.get("fixed", {}).items():
        row, col = map(int, at.split(","))
        tokens[row * case["cols"] + col] = monster
    return naive.Maze(
        grid=_grid(tokens, case["cols"]),
        clues=_clues([case[side] for side in SIDES]),
        totals=case.get("totals", {}),
        same=tuple(tuple((row, col) for row, col in group) for group in case.get("same", [])),
    )


def _grid(tokens: list[str], width: int) -> naive.Tokens:
    return tuple(tuple(tokens[i : i + width]) for i in range(0, len(tokens), width))


def _clues(sides: list[list[int | None]]) -> dict[naive.Place, int]:
    return {
        (side, i): clue
        for side, numbers in zip(SIDES, sides, strict=True)
        for i, clue in enumerate(numbers)
        if clue is not None
    }
