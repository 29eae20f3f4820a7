"""What a renderer is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from eyeline.picture import Picture


@dataclass(frozen=True)
class Renderer:
    """A way to write a picture down. ``endings`` are the endings of file names that ask for it, each with its dot."""

    name: str
    title: str
    endings: tuple[str, ...]
    render: Callable[[Picture], str]
