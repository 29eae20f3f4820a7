"""The verb certify."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from eyeline.batch import Reply
from eyeline.certify import Certificate, certify
from eyeline.cli.options import EngineName, EntriesFile, Files, From, Json, Order, Seconds
from eyeline.cli.verb import ALONE, DONE, NONE, UNKNOWN, Batch, ItemWork, Manner, one_page, page_text, verb
from eyeline.engine import NO_LIMITS, Limits
from eyeline.puzzles import Puzzle
from eyeline.reading import Item, entries
from eyeline.sheet import Cells, Page, Position
from eyeline.solve import Verdict

if TYPE_CHECKING:
    from eyeline.record import ManifestRecord
    from eyeline.refutation import Refutation

#: The ways to prove a verdict.
WAYS = ("lp", "drup")


@dataclass(frozen=True, kw_only=True)
class Certifying(ItemWork):
    """Proving verdicts ``by`` linear programming or by clauses, and writing the proofs into ``directory``.

    The proof of one of many puzzles goes into a directory of its own there, named by its number in the input.
    """

    verb: ClassVar[str] = "certify"
    by: str = "lp"
    engine: str = "auto"
    limits: Limits = NO_LIMITS
    formulation: str | None = None
    page: Page | None = None
    directory: Path | None = None

    def reply(self, item: Item) -> Reply:
        """Return the proof of a puzzle's verdict, once it is written."""
        place = self.place(item)
        if place is not None:
            from eyeline.dossier import ready

            ready(place)
        puzzle = item.puzzle()
        found = self.proof(puzzle, entries(item, puzzle, self.page))
        code = self.code(found.proven, found.verdict)
        manifest = self.written(found, place) if found.proven else None
        if self.json:
            return self.recorded(code, found, item, place, manifest)
        head, *lines = by_rows(found) if isinstance(found, Certificate) else by_clauses(found)
        return Reply(code, (f"{self.prefix(item)}{head}", *lines), self.talk(place, manifest))

    def place(self, item: Item) -> Path | None:
        """Return the directory for the proof of a puzzle."""
        return self.directory if self.directory is None or self.alone else self.directory / str(item.number)

    def proof(self, puzzle: Puzzle, entered: Position) -> Certificate | Refutation:
        """Return what can be proven of a puzzle from a position on."""
        from eyeline.refutation import refute

        prove = refute if self.by == "drup" else certify
        return prove(puzzle, formulation=self.formulation, position=entered, engine=self.engine, limits=self.limits)

    def written(self, found: Certificate | Refutation, place: Path | None) -> ManifestRecord | None:
        """Write a proof into its directory, if there is to be one, and return its manifest."""
        if place is None:
            return None
        from eyeline.dossier import write_proof

        return write_proof(found, place)

    def recorded(
        self,
        code: int,
        found: Certificate | Refutation,
        item: Item,
        place: Path | None,
        manifest: ManifestRecord | None,
    ) -> Reply:
        """Return the record of a proof, with where it was written."""
        from msgspec.structs import replace

        from eyeline import record

        source = record.source_of(item)
        made = record.certified(found, source) if isinstance(found, Certificate) else record.refuted(found, source)
        if manifest is not None:
            made = replace(made, directory=str(place), manifest=manifest)
        return Reply(code, (record.line(made),))

    def talk(self, place: Path | None, manifest: ManifestRecord | None) -> tuple[str, ...]:
        """Return what is said of the directory of a proof, where one was asked for."""
        if place is None:
            return ()
        from eyeline.telling import dossiers

        return (dossiers.written(str(place), len(manifest.files) + 1) if manifest else dossiers.unwritten(str(place)),)

    def code_of(self, record: dict[str, Any]) -> int:
        """Return the exit code that a record gave."""
        return self.code(record["proven"], record["verdict"])

    def code(self, proven: bool, verdict: str) -> int:
        """Return the exit code of a verdict and whether it is proven."""
        return DONE if proven else UNKNOWN if verdict == Verdict.UNKNOWN else NONE


def by_rows(found: Certificate) -> list[str]:
    """Return what linear programming proves: the verdict, the proof or what there is in its place, the answer."""
    from eyeline.telling import certificates

    proof = certificates.certificate(found) if found.verdict is not Verdict.UNKNOWN else ()
    return [certificates.certified(found), *proof, *_grids(found.puzzle, found.answer)]


def by_clauses(found: Refutation) -> list[str]:
    """Return what clauses prove: the verdict, the size of the proof, why there is no answer, the answers."""
    from eyeline.telling import refutations

    proof = (refutations.proof(found),) if found.proven else ()
    grids = _grids(found.puzzle, found.answer, found.other)
    return [refutations.refuted(found), *proof, *refutations.no_answer(found), *grids]


def _grids(puzzle: Puzzle, *answers: Cells | None) -> list[str]:
    return [page_text(puzzle, cells) for cells in answers if cells is not None]


@verb
def certify_verb(
    files: Files,
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar="WAY",
            help="The kind of proof: lp, multipliers for the rows, or drup, a refutation of clauses. Default: lp, and "
            "drup with --output.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="DIR",
            help="Write the proof and all that is needed to check it into this directory.",
        ),
    ] = None,
    from_: From = None,
    order: Order = None,
    position: EntriesFile = None,
    engine: EngineName = "auto",
    formulation: Annotated[
        str | None,
        typer.Option(
            "--formulation",
            metavar="NAME",
            help="The rows to use (see: kinds). Default: the last one for lp, the first one for drup.",
        ),
    ] = None,
    time_limit: Seconds = None,
    json: Json = False,
    manner: Manner = ALONE,
) -> int:
    """Prove that the answer is the only one, or that there is none, so that anybody can check it.

    By lp, the proof is a multiplier for each of some rows, found by linear programming, and is checked by adding up.
    Where the relaxation is too weak for that, it is said by how much. With --json, python -m eyeline.lp_checker checks
    the proofs. By drup, it is a list of clauses, each of which follows from those before, down to the empty one; any
    checker of DRUP or DRAT proofs checks it, and every puzzle with one answer or none has one.

    With --output, the puzzle, its answer, the proof, what its variables and rows mean, how to check it and a manifest
    go into that directory; of many puzzles, into directories in it named 1, 2, and so on, by their place in the input.
    Other files there stay as they are, and nothing is written that is not proven. Exit: 0 when the verdict is proven, 1
    when it is not (several answers, or a relaxation too weak), 2 for bad input and what cannot be written, 3 when a
    limit was reached.
    """
    by = by or ("lp" if output is None else "drup")
    if by not in WAYS:
        raise typer.BadParameter(f"no way {by!r} to certify; there is {' and '.join(WAYS)}", param_hint="--by")
    batch = Batch(files, from_, order, manner)
    work = Certifying(
        json=json or manner.out is not None,
        alone=batch.single,
        by=by,
        engine=engine,
        limits=Limits(seconds=time_limit),
        formulation=formulation,
        page=one_page(position, from_),
        directory=output,
    )
    batch.run(work)
    return batch.code()
