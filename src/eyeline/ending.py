"""That a process which is asked to end does end, wherever the request finds it, and says no more."""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

#: The signals that ask a process to end, by the error that each becomes.
SIGNALS: dict[type[BaseException], signal.Signals] = {
    KeyboardInterrupt: signal.SIGINT,
    SystemExit: signal.SIGTERM,
}
#: Seconds until a request that was lost is made again.
PAUSE = 0.02


def insist() -> None:
    """Make a request to end again, from now on, where it is raised in a place that loses it.

    What is raised while an object is taken down, as solvers are all the time, goes no further: Python says that it is
    ignored, and so it is.
    """
    before = sys.unraisablehook

    def hook(lost: UnraisableHookArgs) -> None:
        number = SIGNALS.get(lost.exc_type)
        if number is None:
            before(lost)
            return
        asked = False
        while not asked:
            again = threading.Timer(PAUSE, _ask, (number,))
            again.daemon = True
            # Where no thread can be started any more, the process is at its end; where another request comes in the
            # midst of it, nobody knows whether one was.
            with suppress(KeyboardInterrupt, SystemExit):
                with suppress(RuntimeError):
                    again.start()
                asked = True

    sys.unraisablehook = hook


@contextmanager
def heeding() -> Iterator[None]:
    """Let a Ctrl-C raise ``KeyboardInterrupt`` in this block where the command has left it to the system so far."""
    left = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    if left:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        if left:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def unasked() -> Iterator[None]:
    """Start processes and threads in this block to which no Ctrl-C says anything, until they want to hear of it.

    It is meant for this process, which hears of it after the block; they inherit that. Where the system cannot do so,
    nothing is done.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    # It is started along with the first process, and takes the mask away.
    ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def silence(stream: int) -> None:
    """Let what is written to a stream from now on go nowhere; 1 = standard output, 2 = standard error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream)


def _ask(number: signal.Signals) -> None:
    """Send the main thread a signal, which ends what it waits for, too, where the system can do that."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        _thread.interrupt_main(number)
