"""What is said about clashes, free cells, positions and claimed steps.

Values come in as data and go out as sentences; nothing here decides anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from eyeline import telling, words
from eyeline.backbone import Freedom
from eyeline.catalogue import gettext as _
from eyeline.catalogue import ngettext
from eyeline.checking import Checked, GridState, SeenCell, Sighting, TakeBack
from eyeline.claimed import JudgedStep, Standing
from eyeline.clash import Clash
from eyeline.explaining import Step, followed_step
from eyeline.grid import Cell, Port
from eyeline.model import Known, Reason
from eyeline.puzzles import Puzzle

#: At most so many cells are named one by one; of more only the number is said.
MOST_NAMED = 30


# --- clashes


def clash(found: Clash, followed: Step | None = None) -> list[str]:
    """Return what excludes each other, as sentences, and how it comes to that, where ``followed`` tells it."""
    named = telling.known(found.puzzle, found.entered) + telling.known(found.puzzle, found.printed)
    rules = sorted(found.rules, key=lambda reason: reason.rule != "clue")
    named += [rule(found.puzzle, reason) for reason in rules]
    n = len(found.reasons)
    if n == 1:
        said = _("this alone leaves no answer: {what}")
    elif found.smallest:
        said = _("these {n} exclude each other, and no fewer do: {what}")
    else:
        said = _("these {n} exclude each other: {what}")
    return [
        said.format(n=n, what="; ".join(named)),
        *([] if followed is None else telling.paragraphs(found.puzzle, followed)),
    ]


def rule(puzzle: Puzzle, reason: Reason) -> str:
    """Return a rule as a noun phrase, a clue with its number."""
    if isinstance(reason.of, Port) and (number := puzzle.sheet.clues[reason.of]) is not None:
        return f"{words.reason(reason)} ({number})"
    return words.reason(reason)


# --- freedom


def freedom(found: Freedom) -> list[str]:
    """Return what is the same in all answers and where they differ, as sentences; none where there is no answer."""
    if not found.forced and not found.free:
        return []
    puzzle = found.puzzle
    total = len(found.forced) + len(found.free)
    said = []
    if found.forced and found.free and found.exact:
        pattern = ngettext(
            "{n} of {total} open cells is the same in all answers: {facts}",
            "{n} of {total} open cells are the same in all answers: {facts}",
            len(found.forced),
        )
        facts = _few([Known(*fact) for fact in found.forced], puzzle)
        if facts is None:
            pattern = ngettext(
                "{n} of {total} open cells is the same in all answers",
                "{n} of {total} open cells are the same in all answers",
                len(found.forced),
            )
        said.append(pattern.format(n=len(found.forced), total=total, facts=facts))
    elif found.free and found.exact:
        said.append(_("no open cell is the same in all answers"))
    if 0 < len(found.free) <= MOST_NAMED:
        said.append(_("free: {cells}").format(cells="; ".join(may_be(found))))
    if len(found.groups) > 1 and len(found.free) <= MOST_NAMED:
        groups = "; ".join(words.join([str(cell) for cell in group]) for group in found.groups)
        said.append(
            _("{n} groups of cells do not depend on each other: {groups}").format(n=len(found.groups), groups=groups)
        )
    if not found.exact:
        said.append(_("a limit was reached: more cells and values may be free"))
    return [*said, words.count(found.count)] if found.free else said


def may_be(found: Freedom) -> list[str]:
    """Return the values that the free cells can have, cells with the same values together."""
    by_values: dict[tuple[str, ...], list[Cell]] = {}
    for cell, values in found.free.items():
        by_values.setdefault(values, []).append(cell)
    return [
        ngettext("{cells} may be {values}", "each of {cells} may be {values}", len(cells)).format(
            cells=words.join([str(cell) for cell in cells]),
            values=telling.either([telling.value(found.puzzle, value) for value in values]),
        )
        for values, cells in by_values.items()
    ]


def _few(facts: list[Known], puzzle: Puzzle) -> str | None:
    return telling.stated(puzzle, facts) if len(facts) <= MOST_NAMED else None


# --- positions


def checked(found: Checked, followed: Step | None = None) -> list[str]:
    """Return what a position is, as sentences; ``followed`` tells how its clash comes about."""
    sound = words.sound(found.open_cells)
    match found.state:
        case GridState.RIGHT:
            return [finished()]
        case GridState.OPEN:
            return [sound, _("it can be completed")]
        case GridState.UNKNOWN:
            return [sound, _("a limit was reached before it was known whether it can be completed")]
    said = list(faults(found))
    if found.state is GridState.STUCK:
        said.append(_("it can no longer be completed, though no rule is broken yet"))
    said += blame(found)
    return said + ([] if found.clash is None else clash(found.clash, followed))


def finished() -> str:
    """Return what to say of a grid that is filled without a fault."""
    return _("complete and right: every cell is filled, and no rule is broken")


def blame(found: Checked) -> list[str]:
    """Return which entries are to blame that a position cannot be completed, or that none is."""
    if found.state is GridState.IMPOSSIBLE:
        blank = not found.position
        return [_("the puzzle has no answer") if blank else _("the puzzle itself has no answer: no entry is to blame")]
    return take_back(found.puzzle, found.take_back)


def faults(found: Checked) -> Iterable[str]:
    """Yield the broken rules, the first broken line with what is seen there."""
    told = False
    for fault in found.faults:
        yield words.fault(fault)
        if found.look is not None and not told and fault.reason == Reason("clue", found.look.port):
            told = True
            yield look(found.puzzle, found.look)


def take_back(puzzle: Puzzle, found: TakeBack | None) -> list[str]:
    """Return what to take back, as sentences; none where it is not known."""
    if found is None or not found.facts:
        return []
    n = len(found.facts)
    facts = telling.stated(puzzle, found.facts)
    said = [
        ngettext(
            "take back {n} entry, and the rest can be completed: {facts}",
            "take back {n} entries, and the rest can be completed: {facts}",
            n,
        ).format(n=n, facts=facts)
    ]
    if found.only:
        said.append(_("the puzzle has one answer, so nothing else will do"))
    elif not found.exact:
        said.append(_("perhaps fewer are enough, but not fewer than {n}").format(n=found.least))
    elif n > 1:
        said.append(_("no fewer are enough, though others may be"))
    return said


def look(puzzle: Puzzle, found: Sighting) -> str:
    """Return what is seen along a line: its cells in the order of sight, and what they come to."""
    if not found.line:
        return _("nothing stands in sight from there")
    summed = puzzle.sheet.notes.clues == "sum"
    cells = ", ".join(_looked(puzzle, one, summed) for one in found.line)
    if all(one.value is not None for one in found.line):
        pattern = _("in order of sight: {cells}; the heights seen add up to {n}") if summed else None
        return (pattern or _("in order of sight: {cells}; {n} in all")).format(cells=cells, n=found.seen)
    numbers = telling.either([str(number) for number in found.possible])
    if not numbers:
        return _("in order of sight: {cells}; no height is left for an open cell").format(cells=cells)
    return _("in order of sight: {cells}; filled in any way, the line shows {numbers}").format(
        cells=cells, numbers=numbers
    )


def _looked(puzzle: Puzzle, one: SeenCell, summed: bool) -> str:
    if one.value is None:
        return _("{cell} open").format(cell=one.cell)
    value = telling.value(puzzle, one.value)
    if summed and one.counts:
        return _("{value} at {cell} (seen, adds {n})").format(value=value, cell=one.cell, n=one.counts)
    if one.counts:
        mirrored = puzzle.kind.name == "haunted" and one.reflected
        pattern = _("{value} at {cell} (seen in a mirror)") if mirrored else _("{value} at {cell} (seen)")
    elif puzzle.kind.name != "haunted":
        pattern = _("{value} at {cell} (hidden)")
    elif one.reflected:
        pattern = _("{value} at {cell} (not seen in a mirror)")
    else:
        pattern = _("{value} at {cell} (not seen without a mirror)")
    return pattern.format(value=value, cell=one.cell)


# --- claimed steps


def judged_steps(steps: Sequence[JudgedStep]) -> list[str]:
    """Return the judgements of claimed steps as sentences, and at last how many are what."""
    said = [sentence for step in steps for sentence in judged_step(step)]
    count = Counter(step.standing for step in steps)
    names = {
        Standing.FORCED: _("{n} forced"),
        Standing.GUESSED: _("{n} guessed"),
        Standing.WRONG: _("{n} wrong"),
        Standing.UNKNOWN: _("{n} unknown"),
    }
    found = ", ".join(name.format(n=count[standing]) for standing, name in names.items() if count[standing])
    total = ngettext("{n} step", "{n} steps", len(steps)).format(n=len(steps))
    return [*said, f"{total}: {found}" if found else total]


def judged_step(step: JudgedStep) -> list[str]:
    """Return the judgement of a claimed step as sentences: what it is first, then why."""
    puzzle = step.puzzle
    head = _("step {n} (line {line}), {facts}: {judgement}").format(
        n=step.number, line=step.line, facts=telling.stated(puzzle, step.facts), judgement=_standing(step)
    )
    if step.standing is Standing.GUESSED:
        loose = telling.stated(puzzle, step.loose)
        return [head, _("this does not follow; some answers have it, some do not: {facts}").format(facts=loose)]
    if step.standing is Standing.UNKNOWN:
        return [head]
    return [head, *_because(step)]


def _standing(step: JudgedStep) -> str:
    on = _numbers(step.resting)
    match step.standing:
        case Standing.FORCED if set(step.facts) <= set(step.earlier):
            said = _("forced, and known before")
        case Standing.FORCED:
            said = _("forced, if the guesses in {steps} are right") if on else _("forced")
        case Standing.WRONG:
            said = _("wrong, if the guesses in {steps} are right") if on else _("wrong")
        case Standing.GUESSED:
            said = _("guessed, on top of the guesses in {steps}") if on else _("guessed")
        case _:
            said = _("unknown: a limit was reached")
    return said.format(steps=on)


def _numbers(steps: Iterable[int]) -> str:
    numbers = [str(step) for step in steps]
    return ngettext("step {n}", "steps {n}", len(numbers)).format(n=words.join(numbers)) if numbers else ""


def _because(step: JudgedStep) -> list[str]:
    """Return why a step is forced or wrong: told in full where few rules do it, else the rules by name."""
    puzzle = step.puzzle
    if set(step.facts) <= set(step.earlier):
        return []
    if not step.reasons and step.standing is Standing.WRONG:
        against = [*step.earlier] or [*step.facts]
        return [_("it is against what was known: {facts}").format(facts=telling.stated(puzzle, against))]
    told = followed_step(step)
    if told is None:
        rules = "; ".join(rule(puzzle, reason) for reason in step.reasons)
        said = [_("it takes {n} rules together: {rules}").format(n=len(step.reasons), rules=rules)]
        known = _few(list(step.earlier), puzzle)
        return [*said, _("known: {facts}").format(facts=known)] if known else said
    return telling.paragraphs(puzzle, told)
