"""How often a process that deals with many puzzles, and with nothing else, looks for garbage."""

from __future__ import annotations

import gc

#: Objects made between two looks: some hundred puzzles, hardly any of which leave objects that point at each other.
OBJECTS = 100_000


def collect_seldom() -> None:
    """Look for garbage in what is made from now on, and seldom; what kernels are made of is much, and stays."""
    gc.freeze()
    gc.set_threshold(OBJECTS)
