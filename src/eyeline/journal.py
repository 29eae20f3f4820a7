"""The file that a long run adds its records to, and with which another run goes on where the first one ended."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from eyeline.errors import UnreadableInput, UnwritableOutput
from eyeline.reading import Item
from eyeline.record import RECORDS

#: How much of a file is read at once in search of its last line end.
_BLOCK = 1 << 16


class Journal:
    """A file of records, one a line, that is added to.

    What :meth:`add` was given is in the hands of the operating system when it returns: a run that is killed then loses
    nothing of it.
    """

    def __init__(self, path: Path, verb: str, *, resume: bool = False) -> None:
        """Open the file for the records of a verb; to ``resume``, with what is in it, a torn last line cut off.

        Raises ``UnwritableOutput``, also for a file that has something in it and is not to be resumed.
        """
        self.path = path
        self.verb = verb
        self.resume = resume
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
            if os.fstat(self._file).st_size and not resume:
                os.close(self._file)
                raise UnwritableOutput(f"{path}: there is something in this file; go on with it by --resume")
            if resume:
                os.ftruncate(self._file, self._whole())
        except OSError as error:
            raise UnwritableOutput(f"{path}: {error.strerror}") from error

    def __enter__(self) -> Self:
        """Return the journal."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        os.close(self._file)

    def _whole(self) -> int:
        """Return the length of all complete lines."""
        end = os.fstat(self._file).st_size
        while end > 0:
            start = max(0, end - _BLOCK)
            os.lseek(self._file, start, os.SEEK_SET)
            found = os.read(self._file, end - start).rfind(b"\n")
            if found >= 0:
                return start + found + 1
            end = start
        return 0

    def add(self, lines: Iterable[str]) -> None:
        """Append lines. Raises ``UnwritableOutput``."""
        data = memoryview("".join(f"{line}\n" for line in lines).encode())
        try:
            while data:
                data = data[os.write(self._file, data) :]
        except OSError as error:
            raise UnwritableOutput(f"{self.path}: {error.strerror}") from error

    def finished(self, items: Iterator[Item]) -> Iterator[dict[str, Any]]:
        """Yield the records that are there already, and take from ``items`` those that they belong to.

        Raises ``UnreadableInput`` as soon as a line is no record of this verb or not that of its item.
        """
        if not self.resume:
            return
        fields = set(RECORDS[self.verb].__struct_fields__)
        decode = msgspec.json.Decoder(dict[str, Any]).decode
        with self.path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                try:
                    record = decode(line)
                except (msgspec.DecodeError, UnicodeDecodeError):
                    record = {}
                if set(record) != fields:
                    raise UnreadableInput(f"{self.path}: line {number} is no record of {self.verb}, so --resume stops")
                item = next(items, None)
                if item is None:
                    raise UnreadableInput(
                        f"{self.path}: line {number} is beyond the {number - 1} puzzles of the input, so --resume stops"
                    )
                source = record["source"]
                if (source["line"], source["text"]) != (item.piece.line, item.piece.text):
                    raise UnreadableInput(
                        f"{self.path}: line {number} is the record of another puzzle than line {item.piece.line} of "
                        f"{item.file or 'the input'}, so --resume stops"
                    )
                yield record
