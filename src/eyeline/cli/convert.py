"""The verb convert."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import typer

from eyeline.batch import Reply
from eyeline.cli.options import Cluster, Files, From, Jobs, Order, Output, ShardOf
from eyeline.cli.verb import DONE, Batch, ItemWork, Manner, put, verb
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

    def code_of(self, record: dict[str, Any]) -> int:
        """Return the exit code that a record gave."""
        return DONE


@verb
def convert_verb(
    files: Files,
    to: Annotated[str, typer.Option("--to", metavar="NOTATION", help="The notation to write (see: formats).")],
    from_: From = None,
    order: Order = None,
    output: Output = None,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    shard: ShardOf = None,
) -> int:
    """Write puzzles in another notation. What it cannot hold is refused by name."""
    batch = Batch(files, from_, order, Manner(jobs, cluster, shard=shard))
    writer = format_named(to)
    parts = batch.parts(Converting(alone=batch.single, to=to))
    put(writer.join(part for part in parts if isinstance(part, str)), output)
    return batch.code()
