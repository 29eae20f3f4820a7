"""Check certificates by linear programming (eyeline certify --json): python lp_checker.py FILE. Trusts nobody."""

import json
import sys
from fractions import Fraction


def complaint(proof: dict) -> str:  # type: ignore[type-arg]
    """Return what is wrong with a certificate, as read from JSON; empty when it proves its verdict."""
    bound, total = Fraction(0), dict[str, Fraction]()
    for row in proof["rows"] or ():
        times = Fraction(row["times"])
        if (row["sense"] == "<=" and times < 0) or (row["sense"] == ">=" and times > 0):
            return f"{row['name']}: a row {row['sense']} times {times} turns round"
        bound += times * row["bound"]
        for weight, variable in row["terms"]:
            total[variable] = total.get(variable, Fraction(0)) + times * weight
    if negative := [variable for variable, weight in total.items() if weight < 0]:
        return f"{negative[0]} has a weight below 0"
    if proof["verdict"] == "none":
        return "" if bound < 0 else "the bound is not below 0"
    if proof["verdict"] != "one" or bound > 0:
        return f"the bound is {bound}, and the verdict {proof['verdict']}"
    filled = [(r, c) for r, row in enumerate(proof["answer"]) for c, held in enumerate(row) if held not in "./\\#"]
    facts = {(r, c, value) for _, (r, c), value in proof["facts"]}
    if facts != {(r, c, value) for r, c in filled for *_, value in facts}:
        return "there are cells of which some values are left out"
    for variable, (r, c), value in proof["facts"]:
        if (proof["answer"][r][c] != value) == (total.get(variable, 0) == 0):
            return f"{variable} has the weight {total.get(variable, 0)}"
    return ""


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:  # noqa: PTH123
        wrong = [complaint(json.loads(line)) for line in file]
    for number, text in enumerate(wrong, start=1):
        print(f"{number}: {text or 'proven'}")  # noqa: T201
    sys.exit(any(wrong))
