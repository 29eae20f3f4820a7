"""Answers, one after the other in a text; and such as are files of their own, with every open cell entered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from eyeline.errors import NotationError
from eyeline.formats.format import Claim, Piece, Result, entered
from eyeline.formats.source import denies, text_lines
from eyeline.sheet import Page


def filled_files(results: Iterable[Result], write: Callable[[Page], str]) -> Iterator[str]:
    """Yield the files with every open cell entered, ``none`` where there is no answer."""
    for result in results:
        page = entered(result)
        yield "none\n" if page is None else write(page)


def claims_of(
    text: str, split: Callable[[Iterable[str]], Iterator[Piece]], claim: Callable[[Piece], Claim]
) -> Iterator[Claim]:
    """Yield the answers in a text, each as ``claim`` reads it; ``none`` or ``IMPOSSIBLE`` where there is none.

    What ``claim`` raises as ``NotationError`` becomes the error of a claim.
    """
    for piece in split(text_lines(text)):
        try:
            yield Claim(None, piece.line) if denies(piece.text) else claim(piece)
        except NotationError as error:
            yield Claim(None, piece.line, error=error)
