"""What notebooks ask a value for its picture, so small that everything can stand on it."""

from __future__ import annotations

from functools import singledispatch


@singledispatch
def notebook_svg(value: object) -> str | None:
    """Return a value as SVG for a notebook; ``None`` where nobody has said how to draw it."""
    return None


class Pictured:
    """A value that a notebook shows as a picture.

    How it is drawn is registered with :func:`notebook_svg` by modules that stand above it.
    """

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        """Return the picture as SVG: the protocol of notebooks."""
        return notebook_svg(self)
