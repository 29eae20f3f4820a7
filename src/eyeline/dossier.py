"""Proofs as directories of files: what is proven, the proof, how to check it, and a manifest with digests.

A directory that is there already may hold other files; they stay. What an earlier proof has left is replaced, as far as
nobody has changed it since.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

import msgspec

from eyeline import lp_checker
from eyeline.certify import Certificate
from eyeline.errors import Unable, UnwritableOutput
from eyeline.formats import FORMATS
from eyeline.model import Row
from eyeline.puzzles import Puzzle
from eyeline.record import FileRecord, ManifestRecord, Source, certified, line
from eyeline.refutation import Refutation
from eyeline.sheet import Cells, Page, Position
from eyeline.solve import Verdict
from eyeline.telling import dossiers, refutations

#: The name of the manifest, which is written last: a directory that has it is complete.
MANIFEST = "manifest.json"

#: All files that a proof can have.
NAMES = (
    "README.txt",
    "puzzle.txt",
    "answer.txt",
    "chain.txt",
    "refutation.cnf",
    "refutation.drup",
    "rows.txt",
    "variables.txt",
    "certificate.json",
    "lp_checker.py",
)

#: Sentences are folded at so many characters.
WIDTH = 100

#: Checks a proof with dratify, in the directory of its files.
DRATIFY = (
    'python -c "import dratify as d, pathlib; read = lambda name: pathlib.Path(name).read_text(); '
    "print(d.check_proof(d.parse_dimacs(read('refutation.cnf'), strict=True), read('refutation.drup')).ok)\""
)


class File(NamedTuple):
    """A file of a proof: its name and its text."""

    name: str
    text: str

    @property
    def what(self) -> str:
        """What the file is."""
        return dossiers.content(self.name)


def write_proof(found: Refutation | Certificate, directory: str | os.PathLike[str]) -> ManifestRecord:
    """Write a proof by clauses or by linear programming as files into a directory, and return its manifest.

    The directory is made where there is none; its ``README.txt`` says what each file is. Raises ``Unable`` for what
    proves nothing, and what :func:`ready` raises.
    """
    if not found.proven:
        raise Unable(f"there is no proof to be written; the verdict is {found.verdict.value}")
    files = list(_by_clauses(found) if isinstance(found, Refutation) else _by_rows(found))
    files.insert(0, File("README.txt", _readme(found, files)))
    manifest = ManifestRecord(
        by="drup" if isinstance(found, Refutation) else "lp",
        kind=found.puzzle.kind.name,
        verdict=found.verdict.value,
        formulation=found.formulation,
        files=[
            FileRecord(file.name, file.what, len(file.text.encode()), _digest(file.text.encode())) for file in files
        ],
    )
    _put(Path(directory), files, manifest)
    return manifest


# --- the files


def _by_clauses(found: Refutation) -> Iterator[File]:
    yield from _puzzle(found.puzzle, found.position, found.answer)
    if told := refutations.no_answer(found):
        yield File("chain.txt", _lines(told))
    yield File("refutation.cnf", _lines(_dimacs(found)))
    yield File("refutation.drup", _lines(found.proof))
    yield File("rows.txt", _lines(_rows(found)))
    yield File("variables.txt", _lines(_variables(found)))


def _by_rows(found: Certificate) -> Iterator[File]:
    yield from _puzzle(found.puzzle, None, found.answer)
    text = FORMATS["plain"].write(Page(found.puzzle.sheet))
    record = certified(found, Source(None, 1, text))
    yield File("certificate.json", _lines([line(record)]))
    script = Path(lp_checker.__file__).read_text(encoding="utf-8")
    yield File("lp_checker.py", script)


def _puzzle(puzzle: Puzzle, position: Position | None, answer: Cells | None) -> Iterator[File]:
    plain = FORMATS["plain"]
    page = Page(puzzle.sheet, position or Position())
    yield File("puzzle.txt", plain.write(page))
    if answer is not None:
        yield File("answer.txt", plain.write(Page(puzzle.sheet.with_cells(answer))))


def _dimacs(found: Refutation) -> Iterator[str]:
    """Yield the clauses under the names of their rows; in comments are names alone, which no language changes."""
    yield f"c eyeline: {found.puzzle.kind.name}, the verdict {found.verdict.value}, by the rows {found.formulation}"
    yield "c variables.txt says what each variable is, rows.txt what each row is"
    facts = found.model.facts if found.model else {}
    for literal, name in enumerate(found.names, start=1):
        fact = facts.get(literal - 1)
        yield f"c {literal} {name}" + (f" {fact.cell}={fact.value}" if fact else "")
    yield f"p cnf {found.literals} {len(found.clauses)}"
    for part in found.parts:
        if part.start < part.end:
            yield f"c {part.row}" + (f" from {part.reason.name}" if part.reason else "")
        for clause in found.clauses[part.start : part.end]:
            yield " ".join(map(str, (*clause, 0)))


def _rows(found: Refutation) -> Iterator[str]:
    """Yield each row as it is written on paper, below the numbers of its clauses, from 1, and what it comes from."""
    rows: Sequence[Row] = found.model.rows if found.model else ()
    names = found.names
    for i, part in enumerate(found.parts):
        row = rows[i] if i < len(rows) else None
        yield f"{dossiers.numbers(part.start + 1, part.end)}\t{part.row}\t{refutations.because(part)}"
        if row is not None:
            terms = (
                f"{weight:+d} {names[variable]}" for weight, variable in zip(row.weights, row.variables, strict=True)
            )
            yield f"\t{' '.join(terms) or '0'} {row.sense} {row.bound}"


def _variables(found: Refutation) -> Iterator[str]:
    for literal, name, says in refutations.literals(found):
        yield f"{literal}\t{name}\t{says}"


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{text}\n" for text in lines)


def _readme(found: Refutation | Certificate, files: Iterable[File]) -> str:
    """Return what the directory proves, what its files are, how to check the proof and what is left to be trusted."""
    listed = [*((file.name, file.what) for file in files), (MANIFEST, dossiers.content(MANIFEST))]
    parts = [
        dossiers.title(found.puzzle, found.verdict),
        "\n".join(f"{name:16} {what}" for name, what in listed),
        dossiers.checkers(),
    ]
    if isinstance(found, Refutation):
        parts += [
            f"  pip install dratify\n  {DRATIFY}",
            "  drat-trim refutation.cnf refutation.drup",
            fill(dossiers.clauses_checked(), WIDTH),
        ]
        if found.verdict is not Verdict.NONE:
            parts.append(fill(dossiers.last_clause(), WIDTH))
    else:
        parts += ["  python lp_checker.py certificate.json", fill(dossiers.rows_checked(), WIDTH)]
    return "\n\n".join(parts) + "\n"


# --- the directory


def ready(directory: str | os.PathLike[str]) -> None:
    """Raise ``UnwritableOutput`` where a proof cannot be written; nothing is made or changed.

    That is so where there is a file of that name, no right to write, or a file in the directory that a proof has as
    well and that no proof has left there, or that has been changed since.
    """
    place = Path(directory)
    try:
        if not place.is_dir():
            if os.path.lexists(place):
                raise UnwritableOutput(f"{place}: is a file, expected a directory")
            above = next(parent for parent in place.absolute().parents if os.path.lexists(parent))
            if not above.is_dir():
                raise UnwritableOutput(f"{place}: {above} is a file, expected a directory")
            if not os.access(above, os.W_OK | os.X_OK):
                raise UnwritableOutput(f"{place}: nothing may be written to {above}")
            return
        if not os.access(place, os.W_OK | os.X_OK):
            raise UnwritableOutput(f"{place}: nothing may be written there")
        _left(place)
    except OSError as error:
        raise UnwritableOutput(f"{place}: {error.strerror}") from error


def _left(place: Path) -> set[str]:
    """Return the names of the files that an earlier proof has left. Raises ``UnwritableOutput`` for strange ones."""
    digests: dict[str, str] = {}
    try:
        manifest = msgspec.json.decode((place / MANIFEST).read_bytes(), type=ManifestRecord)
        digests = {file.name: file.sha256 for file in manifest.files if file.name in NAMES}
    except FileNotFoundError:
        pass
    except (OSError, msgspec.MsgspecError) as error:
        raise UnwritableOutput(f"{place / MANIFEST}: is there already, and not from eyeline certify") from error
    left = set()
    for name in NAMES:
        path = place / name
        if not os.path.lexists(path):
            continue
        if name not in digests:
            raise UnwritableOutput(f"{path}: is there already, and not from eyeline certify; name another directory")
        if not path.is_file() or _digest(path.read_bytes()) != digests[name]:
            raise UnwritableOutput(f"{path}: has been changed since eyeline wrote it; name another directory")
        left.add(name)
    return left


def _put(place: Path, files: Iterable[File], manifest: ManifestRecord) -> None:
    """Write files, the manifest last. What they replace is there in full until all are written."""
    ready(place)
    texts = {file.name: file.text for file in files} | {MANIFEST: _lines([line(manifest)])}
    written: list[Path] = []
    try:
        place.mkdir(parents=True, exist_ok=True)
        left = _left(place)
        for name, text in texts.items():
            path = place / f".{name}.{os.getpid()}"
            written.append(path)
            path.write_text(text, encoding="utf-8", newline="\n")
        for path, name in zip(written, texts, strict=True):
            path.replace(place / name)
        for name in left.difference(texts):
            (place / name).unlink()
    except OSError as error:
        raise UnwritableOutput(f"{place}: {error.strerror}") from error
    finally:
        for path in written:
            path.unlink(missing_ok=True)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
