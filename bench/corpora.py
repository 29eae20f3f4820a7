"""Everything in a folder of corpora, on the kernel alone: nothing may be slow."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cities import latin
from report import Report, table
from rivals import KERNEL, Found
from sides import ids
from stopwatch import fastest, ms
from stopwatch import median as median_of

import eyeline
from eyeline.arrays import LineArrays
from eyeline.kernels import city
from eyeline.kernels.outcome import FULL


def row(name: str, found: Sequence[Found]) -> tuple[str, int, str, str, str, str]:
    """Return the row of a set."""
    seconds = [each.seconds for each in found]
    verdicts = sorted({each.verdict for each in found})
    mean = sum(seconds) / len(seconds)
    return name, len(found), ms(median_of(seconds)), ms(mean), ms(max(seconds)), " ".join(verdicts)


def counted(path: Path, most: int | None) -> tuple[list[float], int]:
    """Return the seconds to count all answers of each list of clues in a file, and how many counts are wrong."""
    took, wrong = [], 0
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    for line in lines[:most]:
        clues, number = line.split("\t")
        arrays = latin(7, [int(clue) for clue in clues.split()])
        searches: list[city.Search] = []

        def run(found: list[city.Search] = searches, arrays: LineArrays = arrays) -> None:
            found.append(city.Search(arrays, 256))
            while found[-1].advance() == FULL:
                pass

        took.append(fastest(run, 3))
        wrong += searches[-1].found != int(number)
    return took, wrong


def measure(report: Report, corpora: Path | None, most: int | None) -> None:
    """Measure all sets of a folder."""
    if corpora is None:
        report.texts["corpora"] = "No corpora were given (`--corpora DIR`)."
        return
    rows, worst = [], 0.0
    found: dict[str, list[Found]] = {}
    for path in sorted(corpora.glob("*/*.ids")):
        puzzles: list[eyeline.Puzzle] = ids(path, most)
        found[path.stem] = [KERNEL.solve(puzzle, 10.0) for puzzle in puzzles]
        rows.append(row(f"{path.parent.name}/{path.stem}", found[path.stem]))
        top = max(each.seconds for each in found[path.stem])
        if "many" not in path.stem:
            worst = max(worst, top)
    head = ("set", "puzzles", "median, ms", "mean, ms", "worst, ms", "verdicts")
    text = table(head, rows)
    report.goal(
        "anything in the corpora with one answer, kernel, worst", "3 ms", f"{worst * 1000:.3g} ms", worst <= 0.003
    )
    if many := found.get("many-answers"):
        seconds = [each.seconds for each in many]
        met = median_of(seconds) <= 0.005
        told = f"{ms(median_of(seconds))} ms, worst {ms(max(seconds))}"
        report.goal("mazes with many answers decided, median", "5 ms (worst 96)", told, met and max(seconds) <= 0.096)
    file = corpora / "skyscrapers" / "counts-7x7.tsv"
    if file.exists():
        took, wrong = counted(file, most)
        mean = sum(took) / len(took)
        told = f"{ms(mean)} ms" + (f", {wrong} wrong" if wrong else "")
        report.goal("answers of 7×7 clue lists counted exactly, mean", "8 ms", told, mean <= 0.008 and not wrong)
        told = f"{ms(median_of(took))} ms median, {ms(mean)} ms mean, {ms(max(took))} ms worst"
        right = f"**{wrong} of them wrong**" if wrong else "each as it should be"
        text += f"\n\nAll answers of {len(took)} full 7×7 clue lists counted, {right}: {told}."
    report.texts["corpora"] = text
