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


def main(path: str) -> int:
    """Say what each line of a file proves; return 0 when all is proven, 1 when not, 2 when a line is no certificate."""
    proven = number = 0
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            for number, line in enumerate(file, start=1):
                text = complaint(json.loads(line))
                print(f"{number}: {text or 'proven'}")  # noqa: T201
                proven += not text
        if number:
            return int(proven < number)
        wrong = "there is no certificate in it"
    except OSError as error:
        wrong = error.strerror or "it cannot be read"
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        wrong = f"line {number} is no certificate as eyeline certify --json prints it, one a line"
    print(f"{path}: {wrong}", file=sys.stderr)  # noqa: T201
    return 2


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)  # noqa: T201
        sys.exit(2)
    sys.exit(main(sys.argv[1]))
