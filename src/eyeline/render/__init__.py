"""The renderers by name: from pictures to text and SVG."""

from __future__ import annotations

from eyeline.errors import UnknownName
from eyeline.picture import Picture
from eyeline.render.renderer import Renderer
from eyeline.render.svg import svg
from eyeline.render.text import ascii_text, colour_text, text

__all__ = ["RENDERERS", "Renderer", "renderer_named", "write_picture"]

RENDERERS: dict[str, Renderer] = {
    renderer.name: renderer
    for renderer in (
        Renderer("text", "Unicode text", (".txt",), text),
        Renderer("ascii", "text in ASCII alone", (".asc",), ascii_text),
        Renderer("colour", "Unicode text in the colours of a terminal", (".ans",), colour_text),
        Renderer("svg", "scalable vector graphics, light and dark", (".svg",), svg),
    )
}


def renderer_named(name: str) -> Renderer:
    """Return a renderer by its name, or by the ending of a file name, as ``.svg``. Raises ``UnknownName``."""
    for renderer in RENDERERS.values():
        if name == renderer.name or name.lower() in renderer.endings:
            return renderer
    known = ", ".join(f"{renderer.name} ({' '.join(renderer.endings)})" for renderer in RENDERERS.values())
    raise UnknownName(f"no form of pictures {name!r}; there is {known}")


def write_picture(picture: Picture, form: str = "svg") -> str:
    """Return a picture in a form: ``svg``, ``text``, ``ascii`` or ``colour``. Raises ``UnknownName``."""
    return renderer_named(form).render(picture)
