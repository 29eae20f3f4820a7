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

HOUR = 3600
BILLION = 10**9
FEW, MANY = 500, 5500


def city(n: int, given: float, chance: random.Random) -> str:
    """Return an id of Towers with all clues of a random city, and a share of its heights given."""
    order = [chance.sample(range(n), n) for _ in range(3)]
    grid = [[order[2][(r + c) % n] + 1 for c in order[1]] for r in order[0]]
    cols = [list(col) for col in zip(*grid, strict=True)]
    lines = [*cols, *(col[::-1] for col in cols), *grid, *(row[::-1] for row in grid)]
    clues = "/".join(str(seen(line)) for line in lines)
    cells = [height if chance.random() < given else 0 for row in grid for height in row]
    return f"{n}:{clues}" + (f",{run_lengths(cells)}" if given else "")


def seen(line: list[int]) -> int:
    """Return how many buildings of a line are seen from its beginning."""
    return sum(height > max(line[:i], default=0) for i, height in enumerate(line))


def run_lengths(cells: list[int]) -> str:
    """Return cells, 0 for a blank one, as the ids write them."""
    parts: list[str] = []
    blanks = 0
    for height in [*cells, -1]:
        if height == 0:
            blanks += 1
            continue
        parts += ["z"] * (blanks // 26) + [chr(ord("a") + blanks % 26 - 1)] * (blanks % 26 > 0)
        if height > 0:
            parts += ["_", str(height)] if parts and parts[-1].isdigit() else [str(height)]
        blanks = 0
    return "".join(parts)


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
