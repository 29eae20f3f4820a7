"""The one place that knows whether numba is there: a decorator, the arrays, and two bit operations.

Kernels work on flat arrays of 64-bit words. Uncompiled these are lists, for Python reads a list faster than an array,
and its numbers never run over.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]  # no locks on files here

Function = TypeVar("Function", bound=Callable[..., Any])
Result = TypeVar("Result")

#: The sources of the kernels: names, times, sizes.
_STAMP = tuple(
    (path.name, path.stat().st_mtime, path.stat().st_size) for path in sorted(Path(__file__).parent.glob("*.py"))
)

# numba makes so many objects that stay that looking for garbage among them takes a sixth of the time of loading it.
_collecting = gc.isenabled()
gc.disable()
try:
    import numba
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic, register_jitable
except ImportError:
    COMPILED = False
else:
    #: Whether kernels are compiled. numba's own switch ``NUMBA_DISABLE_JIT=1`` counts as its absence.
    COMPILED = not getattr(numba.config, "DISABLE_JIT", False)
finally:
    if _collecting:
        gc.enable()

if TYPE_CHECKING or not COMPILED:

    def compiled(function: Function) -> Function:
        """Return ``function``, compiled where numba is there: at its first call, and without the GIL."""
        return function

    def numbers(values: Iterable[int]) -> Any:
        """Return these numbers as a flat array of words."""
        return values.tolist() if isinstance(values, np.ndarray) else list(values)

    def zeros(count: int) -> Any:
        """Return an array of ``count`` zeros."""
        return [0] * count

    def values_of(count: int) -> Any:
        """Return room for ``count`` values of cells, a byte each."""
        return bytearray(count)

    def short_numbers(values: Iterable[int]) -> Any:
        """Return these numbers as a flat array of words of 32 bits, a copy."""
        return list(values)

    def short_zeros(count: int) -> Any:
        """Return an array of ``count`` zeros of 32 bits."""
        return [0] * count

    def octets(values: bytes) -> Any:
        """Return bytes as an array that is only read; nothing is copied."""
        return values

    def lowest(bits: int) -> int:
        """Return the place of the lowest bit that is set; ``bits`` is not 0."""
        return (bits & -bits).bit_length() - 1

    def ones(bits: int) -> int:
        """Return the number of bits that are set; ``bits`` is not negative."""
        return bits.bit_count()

else:

    def compiled(function):
        """Compile ``function`` at its first call and keep the machine code on disk, where that can be."""
        try:
            made = numba.njit(nogil=True, cache=True)(function)
        except (RuntimeError, OSError):
            # numba found no folder that it may write to.
            return numba.njit(nogil=True)(function)
        with suppress(AttributeError):
            # numba looks at the file of a function, and not at those of the functions that it calls.
            made._cache._cache_file._source_stamp = _STAMP
            _spare(made._cache)
        return made

    def _spare(cache):
        """Let what is wrong with the files of a cache cost the time of compiling once more, and nothing else."""
        load, save = cache.load_overload, cache.save_overload

        def loaded(signature, context):
            try:
                return load(signature, context)
            except Exception:
                # A file that a full disk or a machine that went down has cut off, of which anything may be said.
                with suppress(OSError):
                    cache.flush()
                return None

        def saved(signature, made):
            with suppress(Exception):
                save(signature, made)

        cache.load_overload, cache.save_overload = loaded, saved

    def numbers(values):
        """Return these numbers as a flat array of words."""
        return np.array(values, np.int64) if isinstance(values, np.ndarray) else np.fromiter(values, np.int64)

    @register_jitable
    def zeros(count):
        """Return an array of ``count`` zeros."""
        return np.zeros(count, dtype=np.int64)

    @register_jitable
    def values_of(count):
        """Return room for ``count`` values of cells, a byte each."""
        return np.zeros(count, dtype=np.uint8)

    def short_numbers(values):
        """Return these numbers as a flat array of words of 32 bits, a copy."""
        return np.array(values if isinstance(values, np.ndarray) else list(values), dtype=np.int32)

    @register_jitable
    def short_zeros(count):
        """Return an array of ``count`` zeros of 32 bits."""
        return np.zeros(count, dtype=np.int32)

    def octets(values):
        """Return bytes as an array that is only read; nothing is copied."""
        return np.frombuffer(values, dtype=np.uint8)

    @intrinsic
    def lowest(_typing, _bits):
        """Return the place of the lowest bit, as one instruction."""

        def generate(_context, builder, _signature, args):
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), generate

    @intrinsic
    def ones(_typing, _bits):
        """Return the number of bits, as one instruction."""

        def generate(_context, builder, _signature, args):
            return builder.ctpop(args[0])

        return types.int64(types.int64), generate


#: The kernels that this process has called.
_ready: set[Callable[..., Any]] = set()


def called(function: Callable[..., Result], *args: Any) -> Result:
    """Call a kernel. Of several processes that find it in no cache, one compiles it, and the others wait for that."""
    if not COMPILED or function in _ready:
        return function(*args)
    with _turn(function):
        result = function(*args)
    _ready.add(function)
    return result


@contextmanager
def _turn(function: Any) -> Iterator[None]:
    """Hold the lock of the folder where compiled kernels are kept, if this one is not there."""
    folder = Path(function.stats.cache_path or "")
    if fcntl is None or not folder.name or _kept(function, folder):
        yield
        return
    try:
        lock = (folder / "compiling.lock").open("a")
    except OSError:
        # Where nothing can be written nothing is kept either.
        yield
        return
    with lock:
        # Some network file systems know of no locks; then each compiles for itself.
        with suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX)
        # To close the file gives the lock back, and so does the end of the process.
        yield


def _kept(function: Any, folder: Path) -> bool:
    """Return whether a folder has the kernel, compiled later than the sources were written."""
    try:
        written = max(time for _, time, _ in _STAMP)
        name = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
        return any(path.stat().st_mtime > written for path in folder.glob(f"{name}-*.nbi"))
    except OSError:
        return False
