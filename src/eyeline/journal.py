"""The file that a long run adds its records to, and with which another run goes on where the first one ended."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISREG
from types import TracebackType
from typing import Any, Self

import msgspec

from eyeline.errors import UnreadableInput, UnwritableOutput
from eyeline.reading import Item
from eyeline.record import RECORDS


class Journal:
    """A file of records, one a line, that is added to.

    What :meth:`add` was given is in the hands of the operating system when it returns: a run that is killed then loses
    nothing of it.
    """

    def __init__(self, path: Path, verb: str, *, resume: bool = False) -> None:
        """Open the file for the records of a verb; to ``resume``, :meth:`finished` has to be gone through first.

        Raises ``UnwritableOutput``, also for a file that another run has open, and for one that has something in it and
        is not to be resumed.
        """
        self.path = path
        self.verb = verb
        self.resume = resume
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
            if os.fstat(self._file).st_size and not resume:
                os.close(self._file)
                raise UnwritableOutput(f"{path}: there is something in this file; go on with it by --resume")
        except OSError as error:
            raise UnwritableOutput(f"{path}: {error.strerror}") from error
        if not _locked(self._file):
            os.close(self._file)
            raise UnwritableOutput(f"{path}: another run is writing to this file")

    def __enter__(self) -> Self:
        """Return the journal."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        os.close(self._file)

    def add(self, lines: str) -> None:
        """Append lines, each with its end. Raises ``UnwritableOutput``."""
        data = memoryview(lines.encode())
        try:
            while data:
                data = data[os.write(self._file, data) :]
        except OSError as error:
            raise UnwritableOutput(f"{self.path}: {error.strerror}") from error

    def finished(self, items: Iterator[Item]) -> Iterator[dict[str, Any]]:
        """Yield the records that are there already, taking from ``items`` those they belong to; then cut a torn line.

        Raises ``UnreadableInput`` as soon as a line is no record of this verb or not that of its item; the file then
        stays as it is.
        """
        if not self.resume:
            return
        if not S_ISREG(os.fstat(self._file).st_mode):
            raise UnreadableInput(f"{self.path}: this is no plain file, with which --resume could go on")
        shape = RECORDS[self.verb]
        fields = shape.__struct_fields__
        decode = msgspec.json.Decoder(dict[str, Any]).decode
        whole = 0
        with self.path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if not line.endswith(b"\n"):
                    begin = f'{{"{fields[0]}":'.encode()
                    if line[: len(begin)] != begin[: len(line)]:
                        raise self._strange(number)
                    break
                try:
                    record = decode(line)
                    msgspec.convert(record, shape)
                except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                    record = {}
                if set(record) != set(fields):
                    raise self._strange(number)
                self._match(number, record, next(items, None))
                yield record
                whole += len(line)
        if whole < os.fstat(self._file).st_size:
            os.ftruncate(self._file, whole)

    def _strange(self, number: int) -> UnreadableInput:
        return UnreadableInput(f"{self.path}: line {number} is no record of {self.verb}, so --resume stops")

    def _match(self, number: int, record: dict[str, Any], item: Item | None) -> None:
        """Raise ``UnreadableInput`` unless the record, on that line of the file, is that of the item."""
        if item is None:
            wrong = f"is beyond the {number - 1} puzzles of the input"
        elif (record["source"]["line"], record["source"]["text"]) != (item.piece.line, item.piece.text):
            wrong = f"is the record of another puzzle than line {item.piece.line} of {item.file or 'the input'}"
        else:
            return
        raise UnreadableInput(f"{self.path}: line {number} {wrong}, so --resume stops")


def _locked(file: int) -> bool:
    """Keep other runs from writing to a file until it is closed, where the system can; false where one does already."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        # Some network file systems know of no locks.
        return True
    return True
