"""The verb convert."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import typer

from eyeline.batch import Reply
from eyeline.cli.options import Files, From, Order, Output
from eyeline.cli.verb import DONE, Batch, ItemWork, put, verb
from eyeline.formats import format_named
from eyeline.reading import Item


@dataclass(frozen=True, kw_only=True)
class Converting(ItemWork):
    """Writing puzzles in the notation ``to``."""

    verb: ClassVar[str] = "convert"
    to: str

    def reply(self, item: Item) -> Reply:
        """Return a puzzle as a part of the text."""
        item.puzzle()
        return Reply(DONE, part=format_named(self.to).write(item.page()))


@verb
def convert_verb(
    files: Files,
    to: Annotated[str, typer.Option("--to", metavar="NOTATION", help="The notation to write (see: formats).")],
    from_: From = None,
    order: Order = None,
    output: Output = None,
) -> int:
    """Write puzzles in another notation. What it cannot hold is refused by name."""
    batch = Batch(files, from_, order)
    writer = format_named(to)
    replies = batch.replies(Converting(alone=batch.single, to=to))
    put(writer.join(reply.part for reply in replies if isinstance(reply.part, str)), output)
    return batch.code()
