"""The engines by name. Each is imported when it is first used, so that nothing heavy is loaded without need."""

from __future__ import annotations

from eyeline.engine import Engine, EngineEntry

__all__ = ["ENGINES"]


def _auto() -> Engine:
    from eyeline.engines.auto import Auto

    return Auto()


def _sat() -> Engine:
    from eyeline.engines.sat import Sat

    return Sat()


def _highs() -> Engine:
    from eyeline.engines.highs import Highs

    return Highs()


def _two_sat() -> Engine:
    from eyeline.engines.beaming import TwoSat

    return TwoSat()


def _forced_two_sat() -> Engine:
    from eyeline.engines.forcing import ForcedTwoSat

    return ForcedTwoSat()


def _dp() -> Engine:
    from eyeline.engines.columns import Columns

    return Columns()


def _greedy() -> Engine:
    from eyeline.engines.greedy import Greedy

    return Greedy()


def _cpmpy(solver: str | None = None) -> Engine:
    from eyeline.engines.cpmpy import Cpmpy

    return Cpmpy(solver)


def _cpmpy_solvers() -> dict[str, bool]:
    from eyeline.engines.posted import solvers

    return solvers()


def _kernel() -> Engine:
    from eyeline.engines.kernel import Kernel

    return Kernel()


ENGINES: dict[str, EngineEntry] = {
    entry.name: entry
    for entry in (
        EngineEntry(
            name="auto",
            summary="the engines that are fastest on the puzzle, one after the other",
            takes="arrays",
            load=_auto,
            kinds=frozenset({"skyscrapers", "haunted", "beams"}),
            abilities=frozenset({"solve", "count", "core"}),
        ),
        EngineEntry(
            name="sat",
            summary="the rows as clauses, for PySAT's MiniSat 2.2",
            takes="model",
            load=_sat,
            abilities=frozenset({"solve", "count", "core", "proof"}),
            needs="pysat",
        ),
        EngineEntry(
            name="highs",
            summary="the rows as they stand, for the integer programming solver HiGHS",
            takes="model",
            load=_highs,
            abilities=frozenset({"solve", "count", "lp"}),
            needs="highspy",
        ),
        EngineEntry(
            name="cpmpy",
            summary="the rows as they stand, for CP-SAT or, as cpmpy:NAME, another solver that CPMpy knows",
            takes="model",
            load=_cpmpy,
            abilities=frozenset({"solve", "count"}),
            needs="cpmpy",
            extra="cpmpy",
            solvers=_cpmpy_solvers,
            load_with=_cpmpy,
        ),
        EngineEntry(
            name="2sat",
            summary="two literals a cell, strongly connected components, linear time",
            takes="room",
            load=_two_sat,
            kinds=frozenset({"beams"}),
            abilities=frozenset({"solve", "count", "core"}),
        ),
        EngineEntry(
            name="forced-2sat",
            summary="what the lines force at once, then two literals for each cell still dark, linear time",
            takes="room",
            load=_forced_two_sat,
            kinds=frozenset({"beams"}),
            abilities=frozenset({"solve", "count", "core"}),
        ),
        EngineEntry(
            name="dp",
            summary="four states a row, column by column; no mirrors, the shorter side at most 10",
            takes="room",
            load=_dp,
            kinds=frozenset({"beams"}),
            abilities=frozenset({"solve", "count"}),
        ),
        EngineEntry(
            name="greedy",
            summary="what is forced, then all other shooters one way; no mirrors, at most two answers, linear time",
            takes="room",
            load=_greedy,
            kinds=frozenset({"beams"}),
            abilities=frozenset({"solve", "core"}),
        ),
        EngineEntry(
            name="kernel",
            summary="made for the puzzle: exact propagation over whole lines, compiled where numba is installed",
            takes="arrays",
            load=_kernel,
            kinds=frozenset({"skyscrapers", "haunted", "beams"}),
            abilities=frozenset({"solve", "count"}),
        ),
    )
}
