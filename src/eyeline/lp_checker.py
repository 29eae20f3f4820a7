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
    if facts != {(*cell, value) for cell in filled for value in {*filled.values(), *(value for *_, value in facts)}}:
        return "there are cells of which some values are left out"
    wrong = [v for v, (r, c), value in proof["facts"] if (filled[r, c] != value) == (total.get(v, 0) == 0)]
    return f"{wrong[0]} has the weight {total.get(wrong[0], 0)}" if wrong else ""


if __name__ == "__main__":
    try:
        texts = [complaint(json.loads(line)) or "proven" for line in open(sys.argv[1], "rb")]  # noqa: PTH123, SIM115
    except (ArithmeticError, AttributeError, LookupError, OSError, RecursionError, TypeError, ValueError) as error:
        print(f"no certificates, one a line: {error!r}. {__doc__}", file=sys.stderr)  # noqa: T201
        sys.exit(2)
    print(*(f"{number}: {text}" for number, text in enumerate(texts or ["nothing"], start=1)), sep="\n")  # noqa: T201
    sys.exit({*texts} != {"proven"})
