"""The page on explanations holds what the ladder is."""

from __future__ import annotations

import re
from pathlib import Path

from eyeline.ladder import LADDERS

PAGE = Path(__file__).parents[1] / "docs" / "explaining.md"


def test_the_tables_list_every_technique_on_its_rung() -> None:
    text = PAGE.read_text(encoding="utf-8").partition("## The ladder")[2].partition("## Grades")[0]
    tables = re.split(r"\| rung \|.*\n\|-.*\n", text)[1:]
    for ladder, table in zip(LADDERS.values(), tables, strict=True):
        listed = [
            (int(rung) - 1, name, level, int(price))
            for rung, name, level, price in re.findall(r"^\| (\d+) \| `([^`]+)` \| (\w+) \| (\d+) \|", table, re.M)
        ]
        for rung, _, level, price in listed:
            assert (level, price) == (ladder.levels[rung], ladder.prices[rung])
        assert {name for _, name, _, _ in listed} == {technique.name for technique in ladder.techniques}
        assert {rung for rung, _, _, _ in listed} == set(range(ladder.rungs))
        for technique in ladder.techniques:
            # Some stand on several rungs; the ladder names one of them.
            assert technique.rung in {rung for rung, name, _, _ in listed if name == technique.name}
