"""Links of the editor penpa+: a text of lines, shortened, packed and written in base 64."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import Any, NamedTuple

from eyeline.formats.pattern import pattern

#: The words that links shorten; ``z`` begins no other pair of characters, so that one pass undoes it.
_SHORT = {
    '"qa"': "z9", '"pu_q"': "zQ", '"pu_a"': "zA", '"grid"': "zG", '"edit_mode"': "zM", '"surface"': "zS",
    '"line"': "zL", '"lineE"': "zE", '"wall"': "zW", '"cage"': "zC", '"number"': "zN", '"symbol"': "zY",
    '"special"': "zP", '"board"': "zB", '"command_redo"': "zR", '"command_undo"': "zU", '"command_replay"': "z8",
    '"numberS"': "z1", '"freeline"': "zF", '"freelineE"': "z2", '"thermo"': "zT", '"arrows"': "z3",
    '"direction"': "zD", '"squareframe"': "z0", '"polygon"': "z5", '"deletelineE"': "z4", '"killercages"': "z6",
    '"nobulbthermo"': "z7", '"__a"': "z_", "null": "zO",
}  # fmt: skip
_LONG = {short: word for word, short in _SHORT.items()} | {"zZ": "z"}
_SHORTENED = pattern("z[0-9A-Z_]")
_WORDS = pattern("|".join(map(re.escape, sorted(_SHORT, key=len, reverse=True))))

LINK = pattern(r"\s*(?:\S*?[#?])?m=(?P<mode>edit|solve)[^\s&]*&p=(?P<data>[^\s&]*)(?P<rest>\S*)\s*")
_ANSWER = pattern(r"&a=([^\s&]*)")
_URL = str.maketrans("-_ ", "+/+")
_PERCENT = {"%2B": "+", "%2F": "/", "%3D": "=", "%20": "+"}
_PERCENTS = pattern("%2B|%2F|%3D|%20", re.IGNORECASE)

#: Texts longer than this are not unpacked; a board of 255×255 with everything on it stays below.
MOST = 1 << 23

ADDRESS = "https://swaroopg92.github.io/penpa-edit/"


class Link(NamedTuple):
    """A link: the places of its ``data`` and of the ``answer`` in the text, ``None`` where it has no answer."""

    data: tuple[int, int]
    answer: tuple[int, int] | None


def found(text: str) -> Link | None:
    """Return the link that a text consists of, if it does."""
    match = LINK.fullmatch(text)
    if match is None:
        return None
    answer = _ANSWER.search(text, match.start("rest"), match.end("rest"))
    return Link(match.span("data"), answer and answer.span(1))


def unpacked(data: str) -> str:
    """Return the text that was packed. Raises ``ValueError`` with what is wrong."""
    plain = _PERCENTS.sub(lambda match: _PERCENT[match.group().upper()], data).translate(_URL).rstrip("=")
    try:
        packed = b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except ValueError:
        raise ValueError("the data of the link is no base 64") from None
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        held = inflate.decompress(packed, MOST + 1)
    except zlib.error:
        raise ValueError("the data of the link cannot be unpacked") from None
    if len(held) > MOST:
        raise ValueError("the data of the link is too long")
    if not inflate.eof:
        raise ValueError("the data of the link breaks off")
    try:
        return held.decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError("the data of the link is no text") from None


def packed(text: str) -> str:
    """Return a text packed and in base 64."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return b64encode(deflate.compress(text.encode("utf-8")) + deflate.flush()).decode("ascii")


def parsed(line: str) -> Any:
    """Return the JSON in a line whose words are shortened. Raises ``ValueError``."""
    try:
        return json.loads(_SHORTENED.sub(lambda match: _LONG.get(match.group(), match.group()), line))
    except RecursionError:
        raise ValueError("nested too deeply") from None


def shortened(value: Any) -> str:
    """Return a value as JSON with its words shortened."""
    return _WORDS.sub(lambda match: _SHORT[match.group()], json.dumps(value, separators=(",", ":")))


def note_in(text: str) -> str:
    """Return free text as it stands in the first line, where a comma parts fields."""
    for plain, code in _NOTE_CODES:
        text = text.replace(plain, code)
    return text


def note_out(text: str) -> str:
    """Return free text from the first line."""
    for plain, code in _NOTE_CODES:
        text = text.replace(code, plain)
    return text


_NOTE_CODES: Sequence[tuple[str, str]] = (("\n", "%2D"), (",", "%2C"), ("&", "%2E"), ("=", "%2F"))
