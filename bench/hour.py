"""What one core does in an hour: ``python bench/hour.py`` prints the table of docs/scale.md.

Each row runs ``eyeline solve --out`` on a few and on many random puzzles of a kind and size. What counts is the
processor time of the whole command; the difference leaves out starting it and loading the kernels. Processor time
depends little on what else the machine does.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from cities import random_city

import eyeline

HOUR = 3600
BILLION = 10**9
FEW, MANY = 500, 20_500


def city(n: int, given: float, chance: random.Random) -> str:
    """Return an id of Towers with all clues of a random city, and a share of its heights given."""
    return eyeline.write(random_city(n, chance, given), "tatham").strip()


KINDS: dict[str, Callable[[random.Random], str]] = {
    "Skyscrapers 5×5, all clues": lambda chance: city(5, 0, chance),
    "Skyscrapers 7×7, all clues, a quarter given": lambda chance: city(7, 0.25, chance),
    "Skyscrapers 9×9, all clues, a third given": lambda chance: city(9, 0.33, chance),
}


def seconds(ids: list[str], folder: Path) -> tuple[float, int]:
    """Return the processor time of a run on these puzzles, and the bytes that it writes."""
    source, out = folder / "ids", folder / "records"
    source.write_text("".join(f"{line}\n" for line in ids))
    out.unlink(missing_ok=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "eyeline", "solve", "--out", str(out), str(source)], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    size = out.stat().st_size
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, size


def main() -> None:
    """Print the table."""
    print("| puzzles | in an hour on one core | a billion: core-hours | a billion: records |")
    print("|---|---|---|---|")
    for name, puzzle in KINDS.items():
        chance = random.Random(name)
        ids = [puzzle(chance) for _ in range(MANY)]
        with tempfile.TemporaryDirectory() as folder:
            seconds(ids[:FEW], Path(folder))
            few, small = seconds(ids[:FEW], Path(folder))
            many, large = seconds(ids, Path(folder))
        each = (many - few) / (MANY - FEW)
        size = (large - small) / (MANY - FEW)
        rate, cost, written = HOUR / each / 1e6, each * BILLION / HOUR, size * BILLION / 1e12
        print(f"| {name} | {rate:.1f} million | {cost:,.0f} | {written:.2f} TB |", flush=True)


if __name__ == "__main__":
    main()
