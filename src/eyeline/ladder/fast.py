"""The techniques compiled: the same source, given to numba."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
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
        from numba.extending import overload, register_jitable
    except ImportError as error:
        raise MissingExtra("many grades at once need the package numba: pip install numba") from error
    from eyeline.kernels.compiled import lowest, ones

    # Those that plain Python has something of its own for.
    overload(source.ones)(lambda bits: lambda bits: ones(bits))
    overload(source.lowest)(lambda bits: lambda bits: lowest(bits))
    highest = register_jitable(_highest_bit)
    overload(source.highest_bit)(lambda bits: lambda bits: highest(bits))
    stop = source.STOP
    overload(source.halted)(lambda trace: lambda trace: trace[stop] != 0)
    own_way = (source.ones, source.lowest, source.highest_bit, source.halted)
    for module in MODULES:
        for function in vars(module).values():
            own = isinstance(function, FunctionType) and function.__module__ == module.__name__
            if own and function not in own_way:
                register_jitable(function)
    return numba.njit


def _highest_bit(bits: int) -> int:
    while bits & (bits - 1):
        bits &= bits - 1
    return bits


def _stamp() -> int:
    """Return a number that changes with the source of the techniques: numba looks at one file alone."""
    text = b"".join(Path(str(module.__file__)).read_bytes() for module in MODULES)
    return zlib.crc32(text)


@cache
def compiled_rounds(climb: Callable[..., None], rungs: int) -> Callable[..., int]:
    """Return :func:`eyeline.ladder.rounds.rounds` of a ladder, compiled at its first call. Raises ``MissingExtra``.

    The machine code is kept on disk where that can be.
    """
    decorate = _registered()
    plain = rounds(climb, rungs, _stamp())
    ascend: Callable[..., int]
    try:
        ascend = decorate(nogil=True, cache=True)(plain)
    except (RuntimeError, OSError):
        # numba found no folder that it may write to.
        ascend = decorate(nogil=True)(plain)
    return ascend
