"""The records that ``--json`` prints, one object a line, and their published schemas.

Cells are ``[row, col]`` from 0; grids are rows of tokens, top to bottom.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from eyeline.backbone import Freedom
from eyeline.certify import Certificate
from eyeline.checking import Checked, Sighting, TakeBack
from eyeline.claimed import JudgedStep
from eyeline.clash import Clash
from eyeline.errors import ErrorRecord, UnknownName
from eyeline.explaining import ENDS, Explanation, Step
from eyeline.formats import FORMATS, page_schema
from eyeline.grading import Grade
from eyeline.grid import Cell
from eyeline.judge import Judged
from eyeline.model import Known, Reason
from eyeline.puzzles import Fault, Puzzle
from eyeline.reading import Item
from eyeline.refutation import Refutation
from eyeline.sheet import Cells, Page
from eyeline.solve import Answer, Count, Verdict
from eyeline.telling import claims, clashes, explanations, faults, freedoms, rules, steps
from eyeline.trimming import Trimmed

Rows = list[list[str]]
Place = tuple[int, int]


class Source(msgspec.Struct, frozen=True):
    """Where a puzzle stands: ``file`` (null = standard input or an argument), ``line`` from 1, its ``text``."""

    file: str | None
    line: int
    text: str


class FactRecord(msgspec.Struct, frozen=True):
    """That a cell holds a value."""

    cell: Place
    value: str


class ChoiceRecord(msgspec.Struct, frozen=True):
    """The values that a cell has in some answer."""

    cell: Place
    values: list[str]


class FreedomRecord(msgspec.Struct, frozen=True):
    """What a puzzle with several answers leaves free.

    ``forced`` has the values that are the same in all answers, ``free`` the cells that are not, ``groups`` those of
    them that depend on each other. ``count`` is the number of answers where ``count_exact``, else there are at least as
    many. Unless ``exact``, a limit was reached and more may be free.
    """

    forced: list[FactRecord]
    free: list[ChoiceRecord]
    groups: list[list[Place]]
    count: int
    count_exact: bool
    exact: bool
    text: list[str]


class SolveRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one puzzle.

    ``verdict`` is none, one, many, some or unknown, null when the puzzle could not be read. ``answer`` and ``other``
    are grids, ``differ`` the cells in which they differ. ``why`` has sentences saying why there is no answer, where it
    is known, and ``reasons`` the names of rules that leave none, as in model files. ``freedom`` says what is free where
    there are several answers, and was asked for.
    """

    kind: str | None = None
    verdict: str | None = None
    answer: Rows | None = None
    other: Rows | None = None
    differ: list[Place] | None = None
    engine: str | None = None
    seconds: float | None = None
    why: list[str] | None = None
    reasons: list[str] | None = None
    freedom: FreedomRecord | None = None
    error: ErrorRecord | None = None
    source: Source


class CountRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The number of answers of one puzzle: ``count`` of them when ``exact``, else at least as many."""

    kind: str | None = None
    count: int | None = None
    exact: bool | None = None
    engine: str | None = None
    seconds: float | None = None
    error: ErrorRecord | None = None
    source: Source


class AnswerRecord(msgspec.Struct, frozen=True):
    """One of the answers that ``count --all`` streams."""

    answer: Rows


class FaultRecord(msgspec.Struct, frozen=True):
    """A broken rule: its name, the cells, the number expected and seen where the rule counts, a sentence."""

    rule: str
    cells: list[Place]
    expected: int | None
    seen: int | None
    value: str | None
    message: str


class SeenCellRecord(msgspec.Struct, frozen=True):
    """A cell on a line of sight: what stands there (null = open), and what it adds to the count."""

    cell: Place
    value: str | None
    counts: int


class SightingRecord(msgspec.Struct, frozen=True):
    """What is seen along the line of the clue ``rule``.

    ``line`` has its cells in the order of sight; ``seen`` is what they come to now, and ``possible`` has every number
    that the line can still show.
    """

    rule: str
    clue: int | None
    line: list[SeenCellRecord]
    seen: int
    possible: list[int]


class KnownRecord(msgspec.Struct, frozen=True):
    """What is known of a cell: that it ``holds`` the value, or that it does not."""

    cell: Place
    value: str
    holds: bool


class TakeBackRecord(msgspec.Struct, frozen=True):
    """Entries and marks without which the rest can be completed: no way has fewer than ``least``.

    ``only`` says that the puzzle has one answer, so that no others will do.
    """

    facts: list[KnownRecord]
    least: int
    only: bool


class ClashRecord(msgspec.Struct, frozen=True):
    """Rules, as named in model files, and entries that exclude each other; with ``smallest``, no fewer do."""

    reasons: list[str]
    entries: list[KnownRecord]
    smallest: bool


class JudgedStepRecord(msgspec.Struct, frozen=True):
    """The judgement of one claimed step: ``standing`` is forced, guessed, wrong or unknown.

    ``reasons`` (names of rules) and ``earlier`` facts force or exclude the ``facts``; ``loose`` are those that do not
    follow; ``resting`` has the numbers of the guessed steps that the judgement rests on.
    """

    number: int
    line: int
    standing: str
    facts: list[KnownRecord]
    reasons: list[str]
    earlier: list[KnownRecord]
    smallest: bool
    loose: list[KnownRecord]
    resting: list[int]
    text: list[str]


class CheckRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one grid.

    ``state`` is one of :class:`eyeline.GridState`. ``faults`` are the rules that are broken for certain, ``look`` is
    what is seen along the first broken line, ``open`` the number of cells still open. ``take_back`` and ``clash`` say
    what to do, and why, where the grid cannot be completed. ``steps`` has the judgements of claimed steps, where these
    were given, and ``grid`` what comes from a solution file.
    """

    kind: str | None = None
    state: str | None = None
    faults: list[FaultRecord] | None = None
    look: SightingRecord | None = None
    open: int | None = None
    take_back: TakeBackRecord | None = None
    clash: ClashRecord | None = None
    text: list[str] | None = None
    steps: list[JudgedStepRecord] | None = None
    grid: Rows | None = None
    error: ErrorRecord | None = None
    source: Source


class JudgeRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The judgement of one claimed answer: one of :class:`eyeline.Judgement`, null where the puzzle cannot be read.

    ``number`` is the puzzle's place in the input, from 1; ``line`` where the claim stands in the output, from 1.
    """

    number: int
    judgement: str | None = None
    line: int | None = None
    faults: list[FaultRecord] | None = None
    open: list[Place] | None = None
    error: ErrorRecord | None = None


class RowRecord(msgspec.Struct, frozen=True):
    """A row of a certificate: ``terms`` (weight, variable), ``sense``, ``bound``, multiplied by the fraction ``times``.

    ``reason`` names the rule that the row comes from, null for what holds by definition; ``message`` says it in words.
    """

    name: str
    reason: str | None
    message: str | None
    times: str
    terms: list[tuple[int, str]]
    sense: str
    bound: int


class FileRecord(msgspec.Struct, frozen=True):
    """A file of a proof: its ``name`` in the directory, ``what`` it is, its size in ``bytes``, its SHA-256 in hex."""

    name: str
    what: str
    bytes: int
    sha256: str


class ManifestRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What a directory of a proof holds, and which verdict on a puzzle of which kind it proves.

    ``layout`` says how such directories are laid out; ``by`` is the way of proof, drup or lp; ``formulation`` names the
    rows that it is about. ``files`` are all files but this one.
    """

    layout: Literal["eyeline-proof-1"] = "eyeline-proof-1"
    by: str
    kind: str
    verdict: str
    formulation: str
    files: list[FileRecord]


class CertifyRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What a proof says of a puzzle: that the verdict holds, when it is ``proven``.

    ``by`` is drup or lp. ``directory`` and ``manifest`` say where the proof was written and which files it has. With
    drup, ``clauses`` is the number of clauses that contradict each other, ``literals`` that of their variables and
    ``steps`` that of the lines of the proof; ``other`` is a second answer, where there are several, and ``differ`` the
    cells in which the two differ.

    With lp, it is what the linear relaxation of the puzzle proves: with ``rows``, when it is ``tight``. ``gap`` is the
    number of ``cells`` that the relaxation can fill otherwise than ``answer``. ``facts`` has for every variable that
    stands for a value its name, cell and value. The rows times their multipliers add up to: no weight below 0; for
    *one*, a weight above 0 for all facts but those of the answer, and a bound of at most 0; for *none*, a bound below
    0.
    """

    kind: str | None = None
    by: str | None = None
    formulation: str | None = None
    verdict: str | None = None
    proven: bool | None = None
    tight: bool | None = None
    gap: float | None = None
    cells: int | None = None
    answer: Rows | None = None
    other: Rows | None = None
    differ: list[Place] | None = None
    facts: list[tuple[str, Place, str]] | None = None
    rows: list[RowRecord] | None = None
    clauses: int | None = None
    literals: int | None = None
    steps: int | None = None
    directory: str | None = None
    manifest: ManifestRecord | None = None
    seconds: float | None = None
    error: ErrorRecord | None = None
    source: Source


class StepRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One step: its facts, the rules and the earlier facts that they follow from, how it is found, what it costs.

    ``reasons`` are names of rules, as in model files. Where something is ``supposed``, ``inner`` has the steps from
    there to the clash. ``text`` tells the step in sentences.
    """

    technique: str
    facts: list[KnownRecord]
    reasons: list[str]
    earlier: list[KnownRecord]
    cost: int
    supposed: KnownRecord | None = None
    inner: list[StepRecord] = []
    text: list[str]


class HintRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The next step from a position.

    ``state`` is ``step``, ``finished``, ``free`` (nothing more is forced), ``clash`` (the entries cannot all be
    right, or there is no answer; ``step`` says why) or ``unknown`` (a limit was reached first).
    """

    kind: str | None = None
    state: str | None = None
    step: StepRecord | None = None
    text: list[str] | None = None
    take_back: TakeBackRecord | None = None
    freedom: FreedomRecord | None = None
    error: ErrorRecord | None = None
    source: Source


class ExplainRecord(msgspec.Struct, frozen=True, kw_only=True):
    """All steps of one puzzle.

    ``end`` is ``finished``, ``clash`` (there is no answer), ``free`` (several) or ``unknown``: a limit was reached, and
    ``steps`` are those found by then.
    ``take_back`` says which entries to take back, where they are to blame for the clash; ``freedom`` what is free.
    """

    kind: str | None = None
    steps: list[StepRecord] | None = None
    end: str | None = None
    take_back: TakeBackRecord | None = None
    freedom: FreedomRecord | None = None
    error: ErrorRecord | None = None
    source: Source


class GradeRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The grade of one puzzle.

    ``level`` is easy, medium, hard, extreme or beyond; ``score`` grows with it, by 1000 a level; both are null unless
    ``verdict``, none, one, many or unknown, says that the puzzle has one answer. ``rounds`` has the
    number of rounds by rung of the ladder, ``left`` the number of cells that the techniques leave open; with ``clash``
    they find that there is no answer. Grades compare within one ``grade_version``.
    """

    kind: str | None = None
    verdict: str | None = None
    level: str | None = None
    score: int | None = None
    rounds: list[int] | None = None
    left: int | None = None
    clash: bool | None = None
    grade_version: int | None = None
    error: ErrorRecord | None = None
    source: Source


class TrimRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What a puzzle can do without.

    ``verdict`` is that on the puzzle as it was; only where it is *one* is anything left out, and ``puzzle`` is then the
    trimmed page, as the notation json has it, with the same one answer. ``removed`` and ``kept`` are the names of
    clues, givens and totals, as in model files; ``undecided`` are those kept because a limit came first. ``alone`` are
    those of which each could go on its own, all others staying; ``unclear`` those of which that is not known.
    ``least``, where the smallest set was asked for, is a number that no set can go below. ``complete`` says that no
    limit left anything open. ``why`` has sentences saying why there is no answer, where known; ``answer``, ``other``
    and ``differ`` are as for solve.
    """

    kind: str | None = None
    verdict: str | None = None
    complete: bool | None = None
    puzzle: dict[str, Any] | None = None
    removed: list[str] | None = None
    kept: list[str] | None = None
    undecided: list[str] | None = None
    alone: list[str] | None = None
    unclear: list[str] | None = None
    least: int | None = None
    answer: Rows | None = None
    other: Rows | None = None
    differ: list[Place] | None = None
    why: list[str] | None = None
    seconds: float | None = None
    error: ErrorRecord | None = None
    source: Source


RECORDS: dict[str, type[msgspec.Struct]] = {
    "solve": SolveRecord,
    "count": CountRecord,
    "check": CheckRecord,
    "judge": JudgeRecord,
    "certify": CertifyRecord,
    "hint": HintRecord,
    "explain": ExplainRecord,
    "grade": GradeRecord,
    "trim": TrimRecord,
}

#: Records that are files of their own, by name.
FILES: dict[str, type[msgspec.Struct]] = {"manifest": ManifestRecord}


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of a page, for ``sheet``, of a proof's ``manifest``, or of a record, for its verb's name.

    Raises ``UnknownName`` for a name without one.
    """
    if name == "sheet":
        return page_schema()
    records = RECORDS | FILES
    if name not in records:
        raise UnknownName(f"no schema {name!r}; there is sheet, {', '.join(records)}")
    return msgspec.json.schema(records[name])


def line(record: msgspec.Struct | dict[str, object]) -> str:
    """Return a record as one line of JSON, without the line's end."""
    return msgspec.json.encode(record).decode()


def rows(cells: Cells | None) -> Rows | None:
    """Return a grid as rows of tokens."""
    if cells is None:
        return None
    tokens, cols = cells.tokens, cells.cols
    flat = [tokens[code] for code in cells.codes]
    return [flat[start : start + cols] for start in range(0, len(flat), cols)]


def places(cells: tuple[Cell, ...]) -> list[Place]:
    """Return cells as ``[row, col]`` from 0."""
    return list(cells)


def source_of(item: Item) -> Source:
    """Return the record of where an item stands."""
    return Source(item.file, item.piece.line, item.piece.text)


def solved(
    answer: Answer,
    source: Source,
    why: Sequence[str] | None = None,
    clash: Clash | None = None,
    freedom: Freedom | None = None,
) -> SolveRecord:
    """Return the record of an answer; ``why``, ``clash`` and ``freedom`` are what was asked for beyond it."""
    reasons = answer.reasons if clash is None else clash.reasons
    return SolveRecord(
        kind=answer.puzzle.kind.name,
        verdict=answer.verdict.value,
        answer=rows(answer.cells),
        other=rows(answer.other),
        differ=places(answer.differ) if answer.other else None,
        engine=answer.engine,
        seconds=round(answer.seconds, 6),
        why=list(why or clashes.no_answer(answer.reasons, answer.chain)) or None,
        reasons=[reason.name for reason in reasons] or None,
        freedom=None if freedom is None else free(freedom),
        source=source,
    )


def free(found: Freedom) -> FreedomRecord:
    """Return the record of what is free."""
    return FreedomRecord(
        forced=[FactRecord((*fact.cell,), fact.value) for fact in found.forced],
        free=[ChoiceRecord((*cell,), list(values)) for cell, values in found.free.items()],
        groups=[places(group) for group in found.groups],
        count=found.count.n,
        count_exact=found.count.exact,
        exact=found.exact,
        text=freedoms.freedom(found),
    )


def counted(puzzle: Puzzle, count: Count, engine: str, seconds: float, source: Source) -> CountRecord:
    """Return the record of a count."""
    return CountRecord(
        kind=puzzle.kind.name,
        count=count.n,
        exact=count.exact,
        engine=engine,
        seconds=round(seconds, 6),
        source=source,
    )


def fault(found: Fault) -> FaultRecord:
    """Return the record of a broken rule."""
    return FaultRecord(
        rule=found.reason.name,
        cells=places(found.cells),
        expected=found.expected,
        seen=found.seen,
        value=found.value,
        message=faults.fault(found),
    )


def judged(found: Judged) -> JudgeRecord:
    """Return the record of a judgement."""
    return JudgeRecord(
        number=found.number,
        judgement=found.judgement.value,
        line=found.line,
        faults=[fault(one) for one in found.faults],
        open=places(found.open_cells),
        error=None if found.error is None else found.error.record(),
    )


def checked(
    found: Checked,
    source: Source,
    text: Sequence[str],
    grid: Cells | None = None,
    steps: Sequence[JudgedStep] | None = None,
) -> CheckRecord:
    """Return the record of a check; ``grid`` is what was read from a solution file, ``steps`` are claimed ones."""
    return CheckRecord(
        kind=found.puzzle.kind.name,
        state=found.state.value,
        faults=[fault(one) for one in found.faults],
        look=None if found.look is None else looked(found.look),
        open=found.open_cells,
        take_back=taken_back(found.take_back),
        clash=None if found.clash is None else clashing(found.clash),
        text=list(text),
        steps=None if steps is None else [judged_step(step) for step in steps],
        grid=rows(grid),
        source=source,
    )


def looked(found: Sighting) -> SightingRecord:
    """Return the record of what is seen along a line."""
    line = [SeenCellRecord((*one.cell,), one.value, one.counts) for one in found.line]
    return SightingRecord(Reason("clue", found.port).name, found.clue, line, found.seen, list(found.possible))


def taken_back(found: TakeBack | None) -> TakeBackRecord | None:
    """Return the record of what to take back."""
    return None if found is None else TakeBackRecord(known(found.facts), found.least, found.only)


def clashing(found: Clash) -> ClashRecord:
    """Return the record of a clash."""
    return ClashRecord([reason.name for reason in found.reasons], known(found.entered), found.smallest)


def judged_step(found: JudgedStep) -> JudgedStepRecord:
    """Return the record of a claimed step."""
    return JudgedStepRecord(
        number=found.number,
        line=found.line,
        standing=found.standing.value,
        facts=known(found.facts),
        reasons=[reason.name for reason in found.reasons],
        earlier=known(found.earlier),
        smallest=found.smallest,
        loose=known(found.loose),
        resting=list(found.resting),
        text=claims.judged_step(found),
    )


def certified(found: Certificate, source: Source) -> CertifyRecord:
    """Return the record of a certificate."""
    names = found.model.names
    proof = [
        RowRecord(
            name=row.name,
            reason=None if row.reason is None else row.reason.name,
            message=None if row.reason is None else rules.rule(row.reason),
            times=str(times),
            terms=[(weight, names[variable]) for weight, variable in zip(row.weights, row.variables, strict=True)],
            sense=row.sense,
            bound=row.bound,
        )
        for row, times in found.terms
    ]
    return CertifyRecord(
        kind=found.puzzle.kind.name,
        by="lp",
        formulation=found.formulation,
        verdict=found.verdict.value,
        proven=found.proven,
        tight=found.tight,
        gap=found.gap,
        cells=found.cells,
        answer=rows(found.answer),
        facts=[(names[v], (*fact.cell,), fact.value) for v, fact in found.model.facts.items()] if found.tight else None,
        rows=proof if found.tight else None,
        seconds=round(found.seconds, 6),
        source=source,
    )


def refuted(found: Refutation, source: Source) -> CertifyRecord:
    """Return the record of a proof by clauses."""
    return CertifyRecord(
        kind=found.puzzle.kind.name,
        by="drup",
        formulation=found.formulation,
        verdict=found.verdict.value,
        proven=found.proven,
        answer=rows(found.answer),
        other=rows(found.other),
        differ=places(found.answer.differ(found.other)) if found.answer and found.other else None,
        clauses=len(found.clauses) if found.proven else None,
        literals=found.literals if found.proven else None,
        steps=len(found.proof) if found.proven else None,
        seconds=round(found.seconds, 6),
        source=source,
    )


def trimmed(found: Trimmed, source: Source) -> TrimRecord:
    """Return the record of a trimmed puzzle."""

    def names(reasons: Sequence[Reason]) -> list[str]:
        return [reason.name for reason in reasons]

    solved = found.solved
    page = None
    if found.verdict is Verdict.ONE:
        page = msgspec.json.decode(FORMATS["json"].write(Page(found.puzzle.sheet)))
    return TrimRecord(
        kind=found.puzzle.kind.name,
        verdict=found.verdict.value,
        complete=found.complete,
        puzzle=page,
        removed=names(found.removed),
        kept=names(found.kept),
        undecided=names(found.undecided),
        alone=names(found.alone),
        unclear=names(found.unclear),
        least=found.least,
        answer=rows(solved.cells),
        other=rows(solved.other),
        differ=places(solved.differ) if solved.other else None,
        why=clashes.no_answer(solved.reasons, solved.chain) or None,
        seconds=round(found.seconds, 6),
        source=source,
    )


def known(facts: Sequence[Known]) -> list[KnownRecord]:
    """Return the records of facts."""
    return [KnownRecord((fact.cell.row, fact.cell.col), fact.value, fact.holds) for fact in facts]


def step(puzzle: Puzzle, found: Step) -> StepRecord:
    """Return the record of a step."""
    return StepRecord(
        technique=found.technique,
        facts=known(found.facts),
        reasons=[reason.name for reason in found.reasons],
        earlier=known(found.earlier),
        cost=found.cost,
        supposed=known([found.supposed])[0] if found.supposed else None,
        inner=[step(puzzle, inner) for inner in found.inner],
        text=steps.sentences(puzzle, found),
    )


def hinted(
    puzzle: Puzzle,
    found: Step,
    stage: int,
    source: Source,
    take_back: TakeBack | None = None,
    freedom: Freedom | None = None,
) -> HintRecord:
    """Return the record of a hint; the step itself only where the whole of it is asked for."""
    special = found.technique in ENDS
    return HintRecord(
        kind=puzzle.kind.name,
        state=found.technique if special else "step",
        step=step(puzzle, found) if stage > 2 or found.technique == "clash" else None,
        text=explanations.hint(puzzle, found, stage),
        take_back=taken_back(take_back),
        freedom=None if freedom is None else free(freedom),
        source=source,
    )


def explained(
    found: Explanation, source: Source, take_back: TakeBack | None = None, freedom: Freedom | None = None
) -> ExplainRecord:
    """Return the record of an explanation."""
    puzzle = found.puzzle
    return ExplainRecord(
        kind=puzzle.kind.name,
        steps=[step(puzzle, one) for one in found.steps],
        end=found.end,
        take_back=taken_back(take_back),
        freedom=None if freedom is None else free(freedom),
        source=source,
    )


def graded(puzzle: Puzzle, found: Grade, source: Source) -> GradeRecord:
    """Return the record of a grade."""
    return GradeRecord(
        kind=puzzle.kind.name,
        verdict=found.verdict.value,
        level=found.level,
        score=None if found.level is None else found.score,
        rounds=list(found.rounds),
        left=found.left,
        clash=found.clash,
        grade_version=found.version,
        source=source,
    )
