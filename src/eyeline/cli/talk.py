"""What is said to people beside the records, on standard error."""

from __future__ import annotations

import sys

from eyeline.ending import silence


def say(text: str, end: str = "\n") -> None:
    """Print talk on standard error; where nobody takes it any more, as on a full disk, records go on without."""
    try:
        print(text, end=end, file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr.fileno())
