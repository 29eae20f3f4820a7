"""The verb judge."""

from __future__ import annotations

from math import inf
from typing import Annotated

import typer

from eyeline.cli.options import EngineName, From, Json, Nodes, Order, Seconds
from eyeline.cli.talk import say
from eyeline.cli.verb import BAD, DONE, NONE, UNKNOWN, Batch, emit, item_complaint, settled, verb
from eyeline.engine import Limits
from eyeline.errors import EyelineError
from eyeline.formats import claims
from eyeline.judge import Judgement, judge
from eyeline.puzzles import Puzzle
from eyeline.reading import Item, load


@verb
def judge_verb(
    puzzles: Annotated[str, typer.Argument(metavar="INPUT", help="The puzzles.")],
    output: Annotated[str, typer.Argument(metavar="OUTPUT", help="The answers to be judged.")],
    from_: From = None,
    order: Order = None,
    answers_from: Annotated[
        str | None, typer.Option("--answers-from", metavar="NOTATION", help="The notation of the answers.")
    ] = None,
    engine: EngineName = "auto",
    time_limit: Seconds = None,
    node_limit: Nodes = None,
    json: Json = False,
) -> int:
    """Judge somebody else's answers: Code Jam output, plain grids or JSON Lines.

    Each is right, wrong (with the broken rules), missing, of the wrong size, or claims IMPOSSIBLE where there is an
    answer. Exit: 0 when all are right, 1 when any is not, 2 for bad input, 3 when a limit was reached and none is
    wrong.
    """
    from eyeline.telling import judgements

    batch = Batch([puzzles], from_, order)
    held: list[Puzzle | None] = []
    unread: list[tuple[Item, EyelineError]] = []

    def report_unread(before: float = inf) -> None:
        while unread and unread[0][0].number < before:
            item, error = unread.pop(0)
            if json:
                from eyeline import record

                emit(record.line(record.JudgeRecord(number=item.number, error=error.record())))
            else:
                say(item_complaint(item, settled(error), alone=batch.single))
            batch.codes.add(error.exit_code)

    for item in batch:
        try:
            held.append(item.puzzle())
        except EyelineError as error:
            held.append(None)
            unread.append((item, error))
    claimed = list(claims(load(output).text, answers_from))
    right = 0
    for found in judge(held, claimed, engine=engine, limits=Limits(seconds=time_limit, nodes=node_limit)):
        report_unread(inf if found.judgement in (Judgement.SURPLUS, Judgement.REPEATED) else found.number)
        if found.judgement is Judgement.RIGHT:
            right += 1
            batch.codes.add(DONE)
        else:
            batch.codes.add(UNKNOWN if found.judgement is Judgement.UNKNOWN else NONE)
        if json:
            from eyeline import record

            emit(record.line(record.judged(found)))
        elif found.judgement is not Judgement.RIGHT:
            for sentence in judgements.judged(found):
                emit(sentence)
    report_unread()
    if not json:
        emit(judgements.score(right, len(held)))
    return next((code for code in (BAD, NONE, UNKNOWN) if code in batch.codes), DONE)
