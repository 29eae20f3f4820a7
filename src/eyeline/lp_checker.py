"""Check certificates by linear programming (eyeline certify --json), by their own rows: python lp_checker.py FILE."""

import json
import sys
from fractions import Fraction


def complaint(proof: dict) -> str:  # type: ignore[type-arg]
    """Return what is wrong with a certificate, as read from JSON; empty when it proves its verdict."""
    bound, total = Fraction(0), dict[str, Fraction]()
    for row in proof["rows"] or ():
        times, sense = Fraction(row["times"]), row["sense"]
        if times and sense not in ("=", "<=" if times > 0 else ">="):
            return f"{row['name']}: a row {sense} times {times} turns round"
        bound += times * Fraction(row["bound"])
        for weight, variable in row["terms"]:
            total[variable] = total.get(variable, Fraction(0)) + times * Fraction(weight)
    if negative := [variable for variable, weight in total.items() if weight < 0]:
        return f"{negative[0]} has a weight below 0"
    if proof["verdict"] == "none":
        return "" if bound < 0 else "the bound is not below 0"
    if proof["verdict"] != "one" or bound > 0:
        return f"the bound is {bound}, and the verdict {proof['verdict']}"
    fixed = "./\\#" if proof["kind"] == "beams" else "/\\"
    filled = {(r, c): held for r, row in enumerate(proof["answer"]) for c, held in enumerate(row) if held not in fixed}
    facts = {(r, c, value) for _, (r, c), value in proof["facts"]}
    values = {value for *_, value in facts}.union(filled.values())
    if facts != {(r, c, value) for r, c in filled for value in values}:
        return "there are cells of which some values are left out"
    for variable, (r, c), value in proof["facts"]:
        if (filled[r, c] != value) == (total.get(variable, 0) == 0):
            return f"{variable} has the weight {total.get(variable, 0)}"
    return ""


if __name__ == "__main__":
    wrong = [complaint(json.loads(line)) for line in open(sys.argv[1], encoding="utf-8")]  # noqa: PTH123, SIM115
    print(*(f"{number}: {text or 'proven'}" for number, text in enumerate(wrong, start=1)), sep="\n")  # noqa: T201
    sys.exit(not wrong or any(wrong))
