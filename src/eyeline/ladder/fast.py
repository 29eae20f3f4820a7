"""The techniques compiled: the same source, given to numba."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from eyeline.errors import MissingExtra
from eyeline.ladder import beams, haunted, skyscrapers, source
from eyeline.ladder.rounds import rounds

MODULES: tuple[ModuleType, ...] = (source, skyscrapers, haunted, beams)


@cache
def _registered() -> Any:
    """Tell numba of every function of the ladder, and return its decorator."""
    try:
        import numba
        from llvmlite import ir
        from numba.core import types
        from numba.extending import intrinsic, overload, register_jitable
    except ImportError as error:
        raise MissingExtra("many grades at once need the package numba: pip install 'eyeline[numba]'") from error

    @intrinsic  # type: ignore[untyped-decorator]
    def population(_typing: Any, _bits: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def trailing(_typing: Any, _bits: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), generate

    # The two that plain Python has methods for.
    overload(source.ones)(lambda bits: lambda bits: population(bits))
    overload(source.lowest)(lambda bits: lambda bits: trailing(bits))
    for module in MODULES:
        for function in vars(module).values():
            own = isinstance(function, FunctionType) and function.__module__ == module.__name__
            if own and function not in (source.ones, source.lowest):
                register_jitable(function)
    return numba.njit(nogil=True)


@cache
def compiled_rounds(climb: Callable[..., None], rungs: int) -> Callable[..., int]:
    """Return :func:`eyeline.ladder.rounds.rounds` of a ladder, compiled at its first call. Raises ``MissingExtra``."""
    ascend: Callable[..., int] = _registered()(rounds(climb, rungs))
    return ascend
