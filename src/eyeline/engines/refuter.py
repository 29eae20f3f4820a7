"""Refutations: Glucose 4 shows that clauses have no answer, and writes down why, for others to check.

The proof is a list of clauses. Each follows from those before it by unit propagation ("reverse unit propagation"), and
the last one is empty: the format DRUP of Heule, Hunt and Wetzler (Trimming while checking clausal proofs, FMCAD 2013).
What Glucose deletes on its way is left out, since checkers differ in what they make of a deleted unit; without
deletions they all agree.

The search runs in a process of its own. Glucose looks at limits only when it restarts, which can take seconds, and a
process can be ended at once.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

from eyeline.engine import Clock
from eyeline.errors import Unable

#: The empty clause, as the last line of every proof.
EMPTY = "0"


class Found(NamedTuple):
    """What a search came to: the variables (from 0) that are 1 in an answer, or the lines of a proof.

    Both are ``None`` when a limit was reached first.
    """

    ones: frozenset[int] | None = None
    proof: tuple[str, ...] | None = None


def decide(clauses: Sequence[tuple[int, ...]], clock: Clock) -> Found:
    """Return an answer to clauses, or a proof that there is none.

    ``Limits.nodes`` are conflicts, looked at when the solver restarts. Raises ``Unable`` when the process ends without
    a reply.
    """
    if clock.over:
        return Found()
    if () in clauses:
        return Found(proof=(EMPTY,))
    nodes = clock.limits.nodes
    question = f"{-1 if nodes is None else nodes}\n" + "".join(f"{' '.join(map(str, clause))}\n" for clause in clauses)
    reply = _ask(question, clock)
    if reply is None:
        return Found()
    verdict, *lines = reply.splitlines() or [""]
    if verdict == "answer":
        return Found(ones=frozenset(literal - 1 for literal in map(int, " ".join(lines).split()) if literal > 0))
    if verdict == "proof":
        return Found(proof=tuple(_proof(lines)))
    if verdict == "stopped":
        return Found()
    raise Unable("the solver that writes proofs ended without a reply")


def _proof(lines: Iterable[str]) -> Iterable[str]:
    for line in lines:
        lemma = line.strip()
        if lemma == EMPTY:
            break
        if lemma and not lemma.startswith("d"):
            yield lemma
    # Where clauses contradict each other as they come in, Glucose writes nothing more.
    yield EMPTY


def _ask(question: str, clock: Clock) -> str | None:
    """Return the reply of the process; ``None`` when a limit was reached first. Ctrl-C ends it."""
    # A file, and no pipe: `communicate` forgets what is left of its input when its time is up.
    with TemporaryFile("w+", encoding="ascii") as asked:
        asked.write(question)
        asked.seek(0)
        child = subprocess.Popen(  # noqa: S603
            # By its file: the package is not needed there, and takes longer to load than most proofs to find.
            [sys.executable, "-P", str(Path(__file__).with_name("refuter_child.py"))],
            stdin=asked,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)},
            # Its own session: Ctrl-C is for us to deal with.
            start_new_session=True,
            encoding="ascii",
        )
    with child:
        try:
            while True:
                try:
                    return child.communicate(timeout=clock.tick)[0]
                except subprocess.TimeoutExpired:
                    if clock.over:
                        return None
        finally:
            child.kill()
