"""The process in which ``cpmpy:NAME`` runs a solver: ``python -m eyeline.engines.cpmpy_child``.

It takes one JSON array a line on standard input and answers each with a JSON array on standard output: ``["post",
variables, solver, rows]`` and ``["forbid", held, missing]`` with ``["done"]``, ``["solve"]`` with ``["solved", verdict,
ones]``, and whatever goes wrong with ``["error", message]``. What a solver prints is thrown away.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TextIO

from eyeline.engines.posted import Posted


def serve(questions: TextIO, replies: TextIO) -> None:
    """Answer every question, until there are no more."""
    posted: Posted | None = None
    for line in questions:
        try:
            match json.loads(line):
                case ["post", variables, solver, rows]:
                    posted = Posted(variables, solver)
                    posted.post(rows, lambda: None)
                    reply: list[object] = ["done"]
                case ["forbid", held, missing] if posted:
                    posted.forbid(held, missing)
                    reply = ["done"]
                case ["solve"] if posted:
                    verdict = posted.solve()
                    reply = ["solved", verdict, list(posted.ones()) if verdict else []]
                case other:
                    reply = ["error", f"not understood: {other[0]}"]
        except Exception as error:
            reply = ["error", str(error) or type(error).__name__]
        print(json.dumps(reply), file=replies, flush=True)


def main() -> None:
    """Keep standard output to the replies, and serve."""
    replies = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    serve(sys.stdin, replies)


if __name__ == "__main__":
    main()
