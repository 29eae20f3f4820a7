"""Regular expressions that are compiled when they are first used.

A run reads one notation or two; to compile the marks of all of them took a tenth of the time that a small puzzle takes.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _Later:
    """Stands in for a compiled expression."""

    def __init__(self, text: str, flags: int) -> None:
        self._made = text, flags

    def __getattr__(self, name: str) -> Any:
        """Compile, and from then on be what has been asked for."""
        value = getattr(re.compile(*self._made), name)
        setattr(self, name, value)
        return value


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return what ``re.compile`` returns, or what does as well; a mistake in the text shows at its first use."""
    return cast("re.Pattern[str]", _Later(text, flags))
