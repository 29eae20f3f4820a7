"""The verb trim."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import typer

from eyeline.batch import Reply
from eyeline.cli.options import EngineName, Files, From, Json, Nodes, Order, Seconds, To, apart
from eyeline.cli.verb import ALONE, DONE, NONE, UNKNOWN, Batch, ItemWork, Manner, put, verb
from eyeline.engine import NO_LIMITS, Limits
from eyeline.formats import format_named
from eyeline.reading import Item
from eyeline.sheet import Page
from eyeline.solve import Verdict


@dataclass(frozen=True, kw_only=True)
class Trimming(ItemWork):
    """Leaving out what puzzles can do without, and writing them in the notation ``to``."""

    verb: ClassVar[str] = "trim"
    to: str = "plain"
    seed: int = 0
    keep: tuple[str, ...] = ()
    symmetric: bool = False
    smallest: bool = False
    engine: str = "auto"
    limits: Limits = NO_LIMITS

    def reply(self, item: Item) -> Reply:
        """Return a trimmed puzzle."""
        from eyeline.telling import trims
        from eyeline.trimming import trim

        found = trim(
            item.puzzle(),
            seed=self.seed,
            keep=self.keep,
            symmetric=self.symmetric,
            smallest=self.smallest,
            engine=self.engine,
            limits=self.limits,
        )
        one = found.verdict is Verdict.ONE
        code = UNKNOWN if not found.complete else DONE if one else NONE
        if self.json:
            from eyeline import record

            return Reply(code, (record.line(record.trimmed(found, record.source_of(item))),))
        talk = tuple(f"{self.prefix(item)}{sentence}" for sentence in trims.trimmed(found))
        return Reply(code, talk=talk, part=format_named(self.to).write(Page(found.puzzle.sheet)) if one else None)

    def code_of(self, record: dict[str, Any]) -> int:
        """Return the exit code that a record gave."""
        if not record["complete"]:
            return UNKNOWN
        return DONE if record["verdict"] == Verdict.ONE else NONE


@verb
def trim_verb(
    files: Files,
    from_: From = None,
    to: To = None,
    order: Order = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="Draws the order in which clues and givens are tried.")
    ] = 0,
    keep: Annotated[
        list[str] | None,
        typer.Option("--keep", metavar="WHAT", help="Leave all of these in: clue, given or total; may be repeated."),
    ] = None,
    symmetric: Annotated[
        bool,
        typer.Option("--symmetric", help="Leave out only together what a half-turn of the page takes to each other."),
    ] = False,
    smallest: Annotated[
        bool,
        typer.Option("--smallest", help="Go on until as few as possible are left; name a limit for large puzzles."),
    ] = False,
    engine: EngineName = "auto",
    time_limit: Seconds = None,
    node_limit: Nodes = None,
    json: Json = False,
    manner: Manner = ALONE,
) -> int:
    """Leave out the clues, givens and totals that puzzles can do without, so that each keeps its one answer.

    Of what is left nothing more can go; other seeds may leave less or more, and --smallest the least there is. The page
    goes to standard output, by default in the notation plain; what was left out, and what could go on its own while all
    else stays, is said on standard error. Entries are left out; rules stay, such as regions, or groups of equal cells.
    In a room of beams only shooters that are turned already can go: they are then not turned.

    Exit: 0 when nothing more can go, 1 for a puzzle that has not exactly one answer, 2 for bad input, 3 when a limit
    was reached: the page written has the same one answer all the same, and more might go.
    """
    apart(json=json, to=to)
    apart(symmetric=symmetric, smallest=smallest)
    if to is not None:
        manner.no_records("--to")
    writer = format_named(to or "plain")
    batch = Batch(files, from_, order, manner)
    work = Trimming(
        json=json or manner.out is not None,
        alone=batch.single,
        to=writer.name,
        seed=seed,
        keep=tuple(keep or ()),
        symmetric=symmetric,
        smallest=smallest,
        engine=engine,
        limits=Limits(seconds=time_limit, nodes=node_limit),
    )
    if work.json:
        batch.run(work)
    else:
        put(writer.join(part for part in batch.parts(work) if isinstance(part, str)), None)
    return batch.code()
