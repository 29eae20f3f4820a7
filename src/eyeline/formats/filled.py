"""Answers as files of their own: the puzzle with every open cell entered, or a word that says there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from eyeline.formats.format import Claim, Piece, Reader, Result, entered, page_claim
from eyeline.formats.source import denies, text_lines
from eyeline.sheet import Page


def filled_files(results: Iterable[Result], write: Callable[[Page], str]) -> Iterator[str]:
    """Yield the files with every open cell entered, ``none`` where there is no answer."""
    for result in results:
        page = entered(result)
        yield "none\n" if page is None else write(page)


def file_claims(text: str, split: Callable[[Iterable[str]], Iterator[Piece]], read: Reader) -> Iterator[Claim]:
    """Yield answers: files with every open cell entered; ``none`` or ``IMPOSSIBLE`` where there is none."""
    for piece in split(text_lines(text)):
        yield Claim(None, piece.line) if denies(piece.text) else page_claim(read, piece)
