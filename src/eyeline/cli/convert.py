"""The verb convert."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from typing import Annotated, Any, ClassVar

import typer

from eyeline.batch import Reply
from eyeline.cli.options import Cluster, Files, From, Jobs, Order, Output, ShardOf
from eyeline.cli.verb import DONE, Batch, ItemWork, Manner, put, verb
from eyeline.errors import UnwritableOutput
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


def not_read(output: Path, files: Iterable[str]) -> None:
    """Raise ``UnwritableOutput`` where a file to be written is read, too: most of it would be gone before it is."""
    try:
        written = output.stat()
    except OSError:
        # It is not there yet, or opening it will say what is wrong.
        return
    if not S_ISREG(written.st_mode):
        return
    for file in files:
        try:
            read = Path(file).stat() if file != "-" else os.fstat(sys.stdin.fileno())
        except (OSError, ValueError, AttributeError):
            # A puzzle that was typed, or a standard input that is closed or no file.
            continue
        if os.path.samestat(read, written):
            raise UnwritableOutput(f"{output}: this file is read as well; name another one to be written")


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
    if output is not None and str(output) != "-":
        not_read(output, files)
    batch = Batch(files, from_, order, Manner(jobs, cluster, shard=shard))
    writer = format_named(to)
    parts = batch.parts(Converting(alone=batch.single, to=to))
    put(writer.join(part for part in parts if isinstance(part, str)), output)
    return batch.code()
