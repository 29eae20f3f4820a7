"""The verb certify."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import typer

from eyeline import words
from eyeline.batch import Reply
from eyeline.certify import certify
from eyeline.cli.options import (
    Cluster,
    EngineName,
    EntriesFile,
    Files,
    From,
    Jobs,
    Json,
    Order,
    Out,
    Resume,
    Seconds,
    ShardOf,
)
from eyeline.cli.verb import DONE, NONE, UNKNOWN, Batch, ItemWork, Manner, one_page, page_text, source_of, verb
from eyeline.engine import Limits
from eyeline.reading import Item, entries
from eyeline.sheet import Page
from eyeline.solve import NO_LIMITS, Verdict


@dataclass(frozen=True, kw_only=True)
class Certifying(ItemWork):
    """Proving verdicts by linear programming."""

    verb: ClassVar[str] = "certify"
    engine: str = "auto"
    limits: Limits = NO_LIMITS
    formulation: str | None = None
    page: Page | None = None

    def reply(self, item: Item) -> Reply:
        """Return the certificate of a puzzle."""
        puzzle = item.puzzle()
        found = certify(
            puzzle,
            formulation=self.formulation,
            position=entries(item, puzzle, self.page),
            engine=self.engine,
            limits=self.limits,
        )
        code = DONE if found.tight else UNKNOWN if found.verdict is Verdict.UNKNOWN else NONE
        if self.json:
            from eyeline import record

            return Reply(code, (record.line(record.certified(found, source_of(item))),))
        proof = words.certificate(found) if found.verdict is not Verdict.UNKNOWN else ()
        grid = () if found.answer is None else (page_text(puzzle, found.answer),)
        return Reply(code, (f"{self.prefix(item)}{words.certified(found)}", *proof, *grid))

    def code_of(self, record: dict[str, Any]) -> int:
        """Return the exit code that a record gave."""
        return DONE if record["tight"] else UNKNOWN if record["verdict"] == Verdict.UNKNOWN else NONE


@verb
def certify_verb(
    files: Files,
    by: Annotated[
        str, typer.Option("--by", metavar="WAY", help="The kind of proof: lp, multipliers for the rows.")
    ] = "lp",
    from_: From = None,
    order: Order = None,
    position: EntriesFile = None,
    engine: EngineName = "auto",
    formulation: Annotated[
        str | None,
        typer.Option("--formulation", metavar="NAME", help="The rows to use (see: kinds). Default: the last one."),
    ] = None,
    time_limit: Seconds = None,
    json: Json = False,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    out: Out = None,
    resume: Resume = False,
    shard: ShardOf = None,
) -> int:
    """Prove that the answer is the only one, or that there is none, so that anybody can check it by adding up rows.

    The proof is a multiplier for each of some rows, found by linear programming. Where the relaxation is too weak for
    that, it is said by how much. With --json, python -m eyeline.lp_checker checks the proofs. Exit: 0 when the verdict
    is proven, 1 when the relaxation does not prove it, 2 for bad input, 3 when a limit was reached.
    """
    if by != "lp":
        raise typer.BadParameter(f"no way {by!r} to certify; there is lp", param_hint="--by")
    manner = Manner(jobs, cluster, out, resume, shard)
    batch = Batch(files, from_, order, manner)
    work = Certifying(
        json=json or out is not None,
        alone=batch.single,
        engine=engine,
        limits=Limits(seconds=time_limit),
        formulation=formulation,
        page=one_page(position, from_),
    )
    batch.run(work)
    return batch.code()
