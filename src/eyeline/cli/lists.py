"""The verbs that list what there is: kinds, formats and engines."""

from __future__ import annotations

from typing import Annotated

import typer

from eyeline.cli.options import Json
from eyeline.cli.verb import DONE, emit, json_line, verb
from eyeline.engine import EngineEntry
from eyeline.engines import ENGINES
from eyeline.formats import FEATURES, FORMATS, POSSIBLE
from eyeline.puzzles import KINDS
from eyeline.solve import installed


@verb
def kinds_verb(json: Json = False) -> int:
    """List the kinds of puzzle, their variants and their formulations."""
    from eyeline.telling import kinds

    if json:
        for kind in KINDS.values():
            emit(
                json_line(
                    {
                        "kind": kind.name,
                        "title": kinds.title(kind),
                        "summary": kinds.summary(kind),
                        "formulations": list(kind.formulations),
                        "variants": kinds.variants(kind),
                    }
                )
            )
        return DONE
    for kind in KINDS.values():
        print(f"{kind.name:12} {kinds.title(kind)}: {kinds.summary(kind)}")
        print(f"{'':12} {kinds.formulations(kind)}")
        for name, summary in kinds.variants(kind).items():
            print(f"{'':12} {name}: {summary}")
    return DONE


@verb
def formats_verb(
    json: Json = False,
    schema: Annotated[
        str | None,
        typer.Option(
            "--schema", metavar="NAME", help="Print the JSON Schema of sheet, of manifest, or of a verb's record."
        ),
    ] = None,
) -> int:
    """List the notations, which kinds each can write, and what each can hold."""
    if schema is not None:
        from eyeline import record

        emit(json_line(record.schema(schema)))
        return DONE
    for notation in FORMATS.values():
        holds = {
            kind: [feature for feature in FEATURES if feature in notation.holds[kind] & POSSIBLE[kind]]
            for kind in KINDS
            if kind in notation.kinds
        }
        if json:
            emit(json_line({"notation": notation.name, "title": notation.title, "holds": holds}))
            continue
        print(f"{notation.name:10} {notation.title}")
        for kind, features in holds.items():
            beyond = POSSIBLE[kind].difference(features)
            listed = "everything" if not beyond else "cells and clues" + "".join(f", {name}" for name in features)
            print(f"{'':10} {kind}: {listed}")
    return DONE


@verb
def engines_verb(json: Json = False) -> int:
    """List the engines, whether each is installed, which kinds it solves and what it can do."""
    for engine in ENGINES.values():
        kinds = sorted(engine.kinds) or list(KINDS)
        abilities = sorted(engine.abilities)
        if json:
            entry = {
                "engine": engine.name,
                "summary": engine.summary,
                "installed": installed(engine),
                "kinds": kinds,
                "abilities": abilities,
                "extra": engine.extra,
                "solvers": with_solvers(engine),
            }
            emit(json_line(entry))
        else:
            print(f"{engine.name:12} {engine.summary}")
            state = "installed" if installed(engine) else f"not installed: {engine.install}"
            print(f"{'':12} {state}; kinds: {', '.join(kinds)}; can: {', '.join(abilities)}")
            if names := with_solvers(engine):
                print(f"{'':12} {', '.join(names)}")
    return DONE


def with_solvers(engine: EngineEntry) -> list[str]:
    """Return the names of an engine together with each of its solvers that is installed."""
    if engine.solvers is None or not installed(engine):
        return []
    return [f"{engine.name}:{solver}" for solver, there in engine.solvers().items() if there]
