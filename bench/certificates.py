"""How often the linear relaxation alone proves the answer: ``python bench/certificates.py FILE...``.

Each FILE has puzzles of one class, such as ids of Tatham's puzzles one a line. For each class a line of a Markdown
table: how many puzzles, for how many the relaxation is tight, the median number of rows in a certificate, the largest
denominator, the median number of cells that the relaxation can fill otherwise where it is not tight, and the median
time. ``--formulation`` chooses the rows, ``--most`` how many puzzles are taken from each file.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import median

import eyeline

HEAD = "| class | puzzles | tight | rows of a certificate | denominators up to | gap in cells, if not tight | seconds |"


def line(file: Path, formulation: str | None, most: int | None) -> str:
    """Return the line of the table for one file."""
    made = []
    for puzzle in list(eyeline.read_many(file.read_text(encoding="utf-8")))[:most]:
        if isinstance(puzzle, eyeline.EyelineError):
            raise puzzle
        made.append(eyeline.certify(puzzle, formulation=formulation))
    tight = [found for found in made if found.tight]
    gaps = [found.gap for found in made if found.gap]
    cells = (
        file.stem,
        len(made),
        f"{len(tight)} ({len(tight) / len(made):.0%})",
        f"{median(len(found.terms) for found in tight):g}" if tight else "–",
        max((term.times.denominator for found in tight for term in found.terms), default="–"),
        f"{median(gaps):.3g}" if gaps else "–",
        f"{median(found.seconds for found in made):.2g}",
    )
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--formulation")
    parser.add_argument("--most", type=int)
    options = parser.parse_args()
    print(HEAD)
    print("|---|---|---|---|---|---|---|")
    for file in options.files:
        print(line(file, options.formulation, options.most), flush=True)


if __name__ == "__main__":
    main()
