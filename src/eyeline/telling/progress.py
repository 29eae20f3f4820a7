"""How far a run is."""

from __future__ import annotations

from eyeline.catalogue import gettext as _


def progress(done: int, total: int | None, rate: float, left: float | None) -> str:
    """Return how far a run is: puzzles done, of how many, how many in a second, and the seconds left where known."""
    pace = f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"
    if total is None or left is None:
        return _("{done} done, {pace} a second").format(done=f"{done:,}", pace=pace)
    return _("{done} of about {total} done, {pace} a second, {left} left").format(
        done=f"{done:,}", total=f"{total:,}", pace=pace, left=duration(left)
    )


def duration(seconds: float) -> str:
    """Return a length of time in hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
