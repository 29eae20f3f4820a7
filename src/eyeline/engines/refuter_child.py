"""The process in which proofs are found: ``python refuter_child.py``, a script that needs nothing of the package.

It takes the most conflicts (-1 = no limit) on the first line of standard input, and a clause on each further line. It
replies with ``answer`` and a line of literals, with ``proof`` and the lines of one, or with ``stopped``.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import TextIO

#: Seconds between two looks at whether somebody still waits for the reply.
PULSE = 0.5


def reply(question: TextIO, answer: TextIO) -> None:
    """Solve what is asked, and write the reply."""
    from pysat.solvers import Glucose4

    budget = int(question.readline())
    clauses = [[int(literal) for literal in line.split()] for line in question]
    # Handed over at the start, before it is listened to: else the proof begins with every clause that a unit shortens.
    with Glucose4(bootstrap_with=clauses, with_proof=True) as solver:
        if budget >= 0:
            solver.conf_budget(budget)
        # `expect_interrupt` lets go of the interpreter lock.
        verdict = solver.solve_limited(expect_interrupt=True)
        if verdict:
            print("answer", *solver.get_model(), sep="\n", file=answer)
        elif verdict is False:
            print("proof", *solver.get_proof(), sep="\n", file=answer)
        else:
            print("stopped", file=answer)


def leave_with(parent: int) -> None:
    """End this process when its parent has ended without a word."""
    while os.getppid() == parent:
        time.sleep(PULSE)
    os._exit(1)


def main() -> None:
    """Reply, unless nobody waits any more."""
    threading.Thread(target=leave_with, args=(os.getppid(),), daemon=True).start()
    reply(sys.stdin, sys.stdout)


if __name__ == "__main__":
    main()
