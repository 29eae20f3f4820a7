"""Proofs as directories: what each file is, and how to check the proof."""

from __future__ import annotations

from eyeline.catalogue import gettext as _
from eyeline.catalogue import ngettext
from eyeline.puzzles import Puzzle
from eyeline.solve import Verdict
from eyeline.telling import kinds, verdicts


def written(directory: str, files: int) -> str:
    """Return that a proof was written, as a phrase."""
    return ngettext("written: {n} file in {directory}", "written: {n} files in {directory}", files).format(
        n=files, directory=directory
    )


def unwritten(directory: str) -> str:
    """Return that there was no proof to be written, as a phrase."""
    return _("nothing is written to {directory}: there is no proof").format(directory=directory)


def content(name: str) -> str:
    """Return what a file of a proof is, by its name."""
    return {
        "README.txt": _("how to check the proof"),
        "puzzle.txt": _("the puzzle, with what is entered"),
        "answer.txt": verdicts.answer(),
        "chain.txt": _("why there is no answer, step by step"),
        "refutation.cnf": _("the clauses, as DIMACS"),
        "refutation.drup": _("the proof that they contradict each other, as DRUP"),
        "rows.txt": _("the rows, what each comes from, and its clauses"),
        "variables.txt": _("the variables, their names, and what they say"),
        "certificate.json": _("the rows, their multipliers, and the answer"),
        "lp_checker.py": _("a script that checks the certificate, and needs Python alone"),
        "manifest.json": _("sizes and digests of these"),
    }[name]


def title(puzzle: Puzzle, verdict: Verdict) -> str:
    """Return what is proven, as the title of a directory."""
    none = verdict is Verdict.NONE
    proven = _("a proof that there is no answer.") if none else _("a proof that answer.txt is the only answer.")
    return f"{kinds.sized(puzzle)}: {proven}"


def checkers() -> str:
    """Return what goes before the commands that check a proof."""
    return _("To check the proof, in this directory, with any of these:")


def clauses_checked() -> str:
    """Return what the checkers of clauses say, and what is left to be believed."""
    return _(
        "The first says True, the second VERIFIED. Then neither the solver that found the proof has to be trusted"
        " nor the library that called it; what has to be believed is that the clauses say what the puzzle says."
        " rows.txt has the rows as they are written on paper, with what each comes from and the numbers of its"
        " clauses, and variables.txt says what the variables are."
    )


def last_clause() -> str:
    """Return what the last clause says in a proof that an answer is the only one."""
    return _(
        "The last clause says that some cell differs from answer.txt. That the answer is one can be seen by the"
        " rules, or with: eyeline check answer.txt"
    )


def rows_checked() -> str:
    """Return what the checker of rows says, and what is left to be believed."""
    return _(
        "It says: 1: proven. It adds up the rows of certificate.json, each times its multiplier, as fractions. What"
        " has to be believed is that these rows are some of the puzzle's."
    )


def numbers(first: int, last: int) -> str:
    """Return the numbers of a row's clauses; ``last`` comes before ``first`` where there is none."""
    if first > last:
        return _("no clause")
    return f"{first}" if first == last else f"{first}-{last}"
