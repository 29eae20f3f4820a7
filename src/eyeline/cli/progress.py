"""The line on a terminal that says how far a long run is."""

from __future__ import annotations

import sys
import time

from eyeline.cli.talk import say
from eyeline.reading import Meter

#: Seconds between two looks of the line, and before the first one.
BETWEEN = 0.2
BEFORE = 1.0


class Progress:
    """How far a run is, on standard error, where that is a terminal and no other output comes in between."""

    def __init__(self, meter: Meter, parts: int, *, alone: bool) -> None:
        """Start the clock; of the input that is metered one in ``parts`` puzzles is dealt with."""
        self.meter = meter
        self.parts = parts
        self.shown = sys.stderr.isatty() and (alone or not sys.stdout.isatty())
        self.started = time.monotonic()
        self.next = self.started + BEFORE
        self.written = False
        self.before = 0
        self.done = 0

    def skip(self) -> None:
        """Count a puzzle that an earlier run has dealt with."""
        self.before += 1

    def add(self, replies: int) -> None:
        """Count puzzles that are dealt with, and renew the line if it is time to."""
        self.done += replies
        now = time.monotonic()
        if self.shown and now >= self.next:
            self.next = now + BETWEEN
            self.written = True
            say(f"\r\x1b[K{self.text(now - self.started)}", end="")

    def text(self, seconds: float) -> str:
        """Return what the line says after so many seconds."""
        from eyeline.telling import progress

        total = self.total()
        rate = self.done / seconds
        done = self.before + self.done
        left = None if total is None or not rate else max(0, total - done) / rate
        return progress.progress(done, total, rate, left)

    def total(self) -> int | None:
        """Return the number of puzzles, estimated from what was read so far; ``None`` where that says nothing."""
        size, read = self.meter.size, self.meter.read
        if not size or not read:
            return None
        total = round(self.meter.puzzles / self.parts * max(1.0, size / read))
        return max(total, self.before + self.done)

    def clear(self) -> None:
        """Take the line away, for other talk to be said."""
        if self.written:
            self.written = False
            say("\r\x1b[K", end="")
