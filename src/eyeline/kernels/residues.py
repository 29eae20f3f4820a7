"""Sets of numbers modulo 61, as bits of a word: what is seen along a line, in all ways that are left."""

from __future__ import annotations

from eyeline.kernels.compiled import compiled

#: What the numbers are taken modulo: a prime, and so small that a word has a bit for each and its sign besides.
MODULUS = 61
_ALL = (1 << MODULUS) - 1


@compiled
def plus(bits: int, by: int) -> int:
    """Add ``by`` to every number of a set."""
    return ((bits << by) | (bits >> (MODULUS - by))) & _ALL


@compiled
def minus(bits: int, by: int) -> int:
    """Subtract ``by`` from every number of a set."""
    return ((bits >> by) | (bits << (MODULUS - by))) & _ALL
