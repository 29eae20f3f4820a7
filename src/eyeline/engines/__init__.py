"""The engines by name. Each is imported when it is first used, so that nothing heavy is loaded without need."""

from __future__ import annotations

from eyeline.engine import Engine, EngineEntry

__all__ = ["ENGINES"]


def _sat() -> Engine:
    from eyeline.engines.sat import Sat

    return Sat()


def _highs() -> Engine:
    from eyeline.engines.highs import Highs

    return Highs()


def _two_sat() -> Engine:
    from eyeline.engines.beaming import TwoSat

    return TwoSat()


ENGINES: dict[str, EngineEntry] = {
    entry.name: entry
    for entry in (
        EngineEntry(
            name="sat",
            summary="the rows as clauses, for PySAT's Glucose 4",
            takes="model",
            load=_sat,
            abilities=frozenset({"solve", "count", "core"}),
            needs="pysat",
        ),
        EngineEntry(
            name="highs",
            summary="the rows as they stand, for the integer programming solver HiGHS",
            takes="model",
            load=_highs,
            abilities=frozenset({"solve", "count"}),
            needs="highspy",
        ),
        EngineEntry(
            name="2sat",
            summary="two literals a cell, strongly connected components, linear time",
            takes="room",
            load=_two_sat,
            kinds=frozenset({"beams"}),
            abilities=frozenset({"solve", "count", "core"}),
        ),
    )
}
