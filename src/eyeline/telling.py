"""Steps of an explanation as sentences, so that somebody who knows only the rules can follow.

Each step is told from its own rules and earlier facts alone: what they leave possible is worked out anew here, by
listing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from gettext import gettext as _
from gettext import ngettext

from eyeline import words
from eyeline.explaining import Explanation, Step
from eyeline.grading import Grade
from eyeline.grid import Cell, Port
from eyeline.model import Known, Reason
from eyeline.puzzles import Puzzle
from eyeline.puzzles.haunted import lines
from eyeline.puzzles.skyscrapers import PARK, city

#: At most so many arrangements are listed.
MOST_LISTED = 12
#: Listing gives up beyond so many arrangements.
MOST_TRIED = 20_000


def technique(name: str) -> str:
    """Return the name of a technique for people."""
    return {
        "naked single": _("the last height for a cell"),
        "parks placed": _("all parks placed"),
        "hidden single": _("the last place for a height"),
        "clue one": _("a clue of one building"),
        "clue all": _("a clue of all buildings"),
        "facing": _("facing clues that meet at the tallest"),
        "within reach": _("room enough for the tall ones"),
        "clue two": _("a clue of two buildings"),
        "sure to be seen": _("buildings sure to be seen"),
        "line of sight": _("a line of sight bent by mirrors"),
        "few": _("few arrangements left"),
        "naked set": _("cells that share their last heights"),
        "hidden set": _("heights that share their last cells"),
        "arrangements": _("all arrangements of a line"),
        "x-wing": _("a height in the same places of several lines"),
        "forcing chain": _("a forcing chain"),
        "both ends": _("the clues at both ends"),
        "clue zero": _("a clue of nobody"),
        "clue full": _("a clue of everybody"),
        "group": _("equal cells"),
        "count": _("a clue reached, or just within reach"),
        "total": _("a monster all placed, or just enough cells for it"),
        "ends compared": _("the two ends of a path compared"),
        "crossed twice": _("a cell crossed twice"),
        "last cells": _("the last cells"),
        "unsafe": _("a direction that is not safe"),
        "only": _("the only shooter that can light a cell"),
        "chain": _("a chain of turns"),
        "rules": _("a few rules together"),
        "suppose": _("a supposition that leads to a clash"),
        "clash": _("a clash"),
        "finished": _("nothing left to find"),
        "free": _("nothing more is forced"),
    }[name]


def value(puzzle: Puzzle, token: str) -> str:
    """Return a value of a cell with its article, where it has one."""
    if puzzle.kind.name == "haunted":
        return {"V": _("a vampire"), "G": _("a ghost"), "Z": _("a zombie")}[token]
    if token == PARK and puzzle.kind.name == "skyscrapers":
        return _("a park")
    return words.turned(token) if puzzle.kind.name == "beams" else token


def known(puzzle: Puzzle, facts: Iterable[Known]) -> list[str]:
    """Return facts as clauses, those that rule out several values of one cell together."""
    found = []
    lost: dict[Cell, list[str]] = {}
    beams = puzzle.kind.name == "beams"
    for fact in facts:
        if fact.holds:
            pattern = _("the shooter at {cell} is turned {value}") if beams else _("{cell} is {value}")
            found.append(pattern.format(cell=fact.cell, value=value(puzzle, fact.value)))
        else:
            lost.setdefault(fact.cell, []).append(value(puzzle, fact.value))
    pattern = _("the shooter at {cell} is not turned {value}") if beams else _("{cell} is not {value}")
    return found + [pattern.format(cell=cell, value=either(values)) for cell, values in lost.items()]


def either(names: Sequence[str]) -> str:
    """Return words joined by commas, the last by "or"."""
    if len(names) < 2:
        return "".join(names)
    return _("{first} or {last}").format(first=", ".join(names[:-1]), last=names[-1])


def where(step: Step) -> str:
    """Return where to look for a step: its clues, or its rows, columns and regions, or its cells."""
    clues = [reason for reason in step.reasons if reason.rule == "clue"]
    looked = clues or [reason for reason in step.reasons if reason.rule not in ("light", "safe")]
    if looked and len(looked) <= 3:
        return _("look at {rules}").format(rules=words.join([words.reason(reason) for reason in looked]))
    cells = sorted({fact.cell for fact in step.facts} or {fact.cell for fact in step.earlier})
    if not cells:
        return _("look at the whole puzzle")
    return _("look at {cells}").format(cells=words.cell_list(cells))


def hint(puzzle: Puzzle, step: Step, stage: int) -> list[str]:
    """Return a hint in sentences: stage 1 says where to look, 2 adds the technique, 3 the whole step."""
    if step.technique in ("finished", "free", "clash"):
        return ending(puzzle, step)
    said = [where(step)]
    if stage > 1:
        said.append(_("technique: {name}").format(name=technique(step.technique)))
    return said + (sentences(puzzle, step) if stage > 2 else [])


def ending(puzzle: Puzzle, step: Step) -> list[str]:
    """Return what to say where there is no next step: finished, impossible, wrong, or nothing forced."""
    if step.technique == "finished":
        return [_("finished: every cell is filled, and no rule is broken")]
    if step.technique == "free":
        return [_("nothing more is forced: the puzzle has several answers from here on")]
    entered = [fact for fact in step.earlier if puzzle.sheet.cells[fact.cell] != fact.value]
    said = sentences(puzzle, step)
    if entered:
        return [_("these entries cannot all be right: {facts}").format(facts=words.join(known(puzzle, entered))), *said]
    return [_("the puzzle has no answer"), *said]


def explanation(found: Explanation) -> Iterator[str]:
    """Yield a whole explanation, a line for each step, numbered from 1; what is supposed goes on further in."""
    for number, step in enumerate(found.steps, start=1):
        first, *more = paragraphs(found.puzzle, step)
        yield f"{number}. {first}"
        yield from (f"   {line}" for line in more)
    if found.end != "clash":
        yield ending(found.puzzle, Step(found.end))[0]


def grade(found: Grade) -> str:
    """Return a grade as a phrase."""
    return _("{level}, score {score}").format(level=level(found.level), score=found.score)


def level(name: str) -> str:
    """Return the name of a level for people."""
    return {
        "easy": _("easy"),
        "medium": _("medium"),
        "hard": _("hard"),
        "extreme": _("extreme"),
        "beyond": _("beyond the techniques"),
    }[name]


def paragraphs(puzzle: Puzzle, step: Step) -> Iterator[str]:
    """Yield a step as lines; the steps from a supposition to its clash stand further in."""
    if not step.inner:
        yield " ".join(sentences(puzzle, step))
        return
    if step.supposed is not None:
        yield _("Suppose {fact}.").format(fact=known(puzzle, [step.supposed])[0])
    for inner in step.inner:
        yield from (f"  {line}" for line in paragraphs(puzzle, inner))
    if step.facts:
        yield _("So {facts}.").format(facts=words.join(known(puzzle, step.facts)))


def sentences(puzzle: Puzzle, step: Step) -> list[str]:
    """Return a step as sentences: what is seen, what it rests on, what follows."""
    said = []
    if step.inner:
        return _supposition(puzzle, step)
    view = _View(puzzle, step)
    said += list(_because(view))
    if step.earlier:
        said.append(_("Known: {facts}.").format(facts=words.join(known(puzzle, step.earlier))))
    others = view.unnamed()
    if others:
        said.append(_("It also takes {rules}.").format(rules=words.join([words.reason(reason) for reason in others])))
    if step.facts:
        said.append(_("So {facts}.").format(facts=words.join(known(puzzle, step.facts))))
    elif step.technique == "clash":
        said.append(_("That cannot be."))
    return said


def _supposition(puzzle: Puzzle, step: Step) -> list[str]:
    said = []
    if step.supposed is not None:
        said.append(_("Suppose {fact}.").format(fact=known(puzzle, [step.supposed])[0]))
    for inner in step.inner:
        said += sentences(puzzle, inner)
    if step.facts:
        said.append(_("So {facts}.").format(facts=words.join(known(puzzle, step.facts))))
    return said


class _View:
    """What a step's own rules and earlier facts leave possible, and which of its rules have been named."""

    def __init__(self, puzzle: Puzzle, step: Step) -> None:
        self.puzzle = puzzle
        self.step = step
        self.sheet = puzzle.sheet
        self.named: set[Reason] = set()
        self.clues = [(reason, reason.of) for reason in step.reasons if isinstance(reason.of, Port)]
        self.held = {fact.cell: fact.value for fact in step.earlier if fact.holds}
        lost: dict[Cell, set[str]] = {}
        for fact in step.earlier:
            if not fact.holds:
                lost.setdefault(fact.cell, set()).add(fact.value)
        self.lost = lost
        self.units = []
        if puzzle.kind.name == "skyscrapers":
            self.units = [unit for unit in city(self.sheet).units if unit.reason in step.reasons]

    def unnamed(self) -> list[Reason]:
        """Return the rules that no sentence has named yet, rows and columns of known values aside."""
        told = {"row", "column"} if self.step.earlier else set()
        along = [set(self.line(port)) for _reason, port in self.clues] if self.units else []
        told_units = {unit.reason for unit in self.units if set(unit.cells) in along}
        return [
            reason
            for reason in self.step.reasons
            if reason not in self.named and reason.rule not in told and reason not in told_units
        ]

    def clue(self, port: Port) -> str:
        """Name a clue with its number."""
        self.named.add(Reason("clue", port))
        return _("{clue} is {number}").format(clue=words.reason(Reason("clue", port)), number=self.sheet.clues[port])

    def left(self, cell: Cell) -> tuple[str, ...]:
        """Return the values that a cell can have, as far as this step knows."""
        if cell in self.held:
            return (self.held[cell],)
        gone = set(self.lost.get(cell, ()))
        for unit in self.units:
            if cell in unit.cells:
                gone |= {self.held[other] for other in unit.cells if other in self.held} - {PARK}
        return tuple(token for token in self.puzzle.values if token not in gone)

    def losses(self) -> Iterator[tuple[Cell, str]]:
        """Yield what the facts rule out, cell by cell."""
        for fact in self.step.facts:
            if fact.holds:
                yield from ((fact.cell, token) for token in self.left(fact.cell) if token != fact.value)
            else:
                yield fact.cell, fact.value

    def line(self, port: Port) -> tuple[Cell, ...]:
        """Return the cells that a clue looks at, in the order they are met."""
        if self.puzzle.kind.name == "haunted":
            return tuple(lines(self.sheet)[port])
        return city(self.sheet).lines[port]

    def fillings(self, port: Port, fixed: tuple[Cell, str] | None = None) -> list[tuple[str, ...]] | None:
        """Return all fillings of a clue's line that this step leaves open; ``None`` for too many."""
        cells = self.line(port)
        choices = [(fixed[1],) if fixed and cell == fixed[0] else self.left(cell) for cell in cells]
        apart = [unit for unit in self.units if len(set(unit.cells).intersection(cells)) > 1]
        parks = self.sheet.notes.parks
        found: list[tuple[str, ...]] = [()]
        for at, cell in enumerate(cells):
            near = [
                [other for other in range(at) if cells[other] in unit.cells] for unit in apart if cell in unit.cells
            ]
            found = [
                (*line, token)
                for line in found
                for token in choices[at]
                if all(sum(line[other] == token for other in unit) < (parks if token == PARK else 1) for unit in near)
            ]
            if len(found) > MOST_TRIED:
                return None
        return found

    def seen(self, port: Port, line: tuple[str, ...]) -> int:
        """Return what a filling shows: a number of buildings or monsters, or a sum of heights."""
        if self.puzzle.kind.name == "haunted":
            passes = lines(self.sheet)[port].values()
            return sum(p.seen(monster) for p, monster in zip(passes, line, strict=True))
        top = total = 0
        for height in map(int, line):
            if height > top:
                top = height
                total += height if self.sheet.notes.clues == "sum" else 1
        return total

    def shown(self, port: Port, fixed: tuple[Cell, str] | None = None) -> list[int] | None:
        """Return every number that a clue's line can still show; ``None`` where there are too many fillings to try."""
        found = self.fillings(port, fixed)
        return None if found is None else sorted({self.seen(port, line) for line in found})

    def could_be_seen(self, numbers: Sequence[int]) -> str:
        """Say which numbers could be seen."""
        summed = self.puzzle.kind.name == "skyscrapers" and self.sheet.notes.clues == "sum"
        if not numbers:
            return _("there is no way to fill the line")
        pattern = _("the heights seen add up to {n}") if summed else _("{n} would be seen from there")
        return pattern.format(n=either([str(number) for number in numbers]))


def _because(view: _View) -> Iterator[str]:
    """Yield the sentences that say why, as fits the technique."""
    step, puzzle = view.step, view.puzzle
    teller = _TELLERS.get(step.technique)
    if teller is not None:
        yield from teller(view)
    elif step.technique in ("few", "both ends", "arrangements", "ends compared") or len(view.clues) > 1:
        yield from _listed(view)
    elif view.clues:
        yield from _counted(view)
    elif step.reasons:
        names = words.join([words.reason(reason) for reason in step.reasons])
        view.named.update(step.reasons)
        if puzzle.kind.name == "beams":
            yield _("Mind that {rules}.").format(rules=names)
        else:
            yield _("Look at {rules}.").format(rules=names)


def _counted(view: _View) -> Iterator[str]:
    """Say which number a clue would show with each value that is ruled out."""
    for _reason, port in view.clues:
        yield _("{clue}.").format(clue=_capital(view.clue(port)))
        along = view.line(port)
        together: dict[tuple[int, ...], dict[Cell, list[str]]] = {}
        for cell, token in view.losses():
            numbers = view.shown(port, (cell, token)) if cell in along else None
            if numbers is not None and view.sheet.clues[port] not in numbers:
                together.setdefault(tuple(numbers), {}).setdefault(cell, []).append(value(view.puzzle, token))
        for numbers_, cells in together.items():
            named = [_("{value} at {cell}").format(value=either(v), cell=cell) for cell, v in cells.items()]
            yield _("With {values}, {seen}.").format(values=either(named), seen=view.could_be_seen(numbers_))
        if not view.step.facts:
            numbers = view.shown(port)
            if numbers is not None:
                yield _("But {seen}.").format(seen=view.could_be_seen(numbers))


def _listed(view: _View) -> Iterator[str]:
    """List the arrangements of a line that fit its clues, where they are few."""
    ports = [port for _reason, port in view.clues]
    if not ports or any(set(view.line(port)) != set(view.line(ports[0])) for port in ports):
        for port in ports:
            yield _("{clue}.").format(clue=_capital(view.clue(port)))
        return
    cells = view.line(ports[0])
    tried = view.fillings(ports[0])
    clues = words.join([view.clue(port) for port in ports])
    yield _("{clues}.").format(clues=_capital(clues))
    if tried is None:
        return
    fits = []
    for line in tried:
        held = dict(zip(cells, line, strict=True))
        if all(view.seen(port, tuple(held[c] for c in view.line(port))) == view.sheet.clues[port] for port in ports):
            fits.append(line)
    if not fits:
        yield _("No arrangement of {cells} fits.").format(cells=words.cell_list(cells))
    elif len(fits) <= MOST_LISTED:
        shown = "; ".join(" ".join(line) for line in fits)
        yield ngettext(
            "One arrangement of {cells} fits: {shown}.", "{n} arrangements of {cells} fit: {shown}.", len(fits)
        ).format(n=len(fits), cells=words.cell_list(cells), shown=shown)
    else:
        yield _("Of {all} arrangements of {cells}, {n} fit, none of them otherwise than said below.").format(
            all=len(tried), cells=words.cell_list(cells), n=len(fits)
        )


def _naked_single(view: _View) -> Iterator[str]:
    for fact in view.step.facts:
        if view.puzzle.kind.name == "skyscrapers":
            yield _("At {cell} every other height is ruled out.").format(cell=fact.cell)
        else:
            yield _("At {cell} everything else is ruled out.").format(cell=fact.cell)


def _hidden_single(view: _View) -> Iterator[str]:
    for fact in view.step.facts:
        # The unit in which the value has no other place, as far as this step knows.
        for unit in view.units:
            other = [cell for cell in unit.cells if cell != fact.cell and fact.value in view.left(cell)]
            if fact.cell in unit.cells and not other:
                view.named.add(unit.reason)
                yield _("In {unit}, {value} has no other place than {cell}.").format(
                    unit=words.reason(unit.reason), value=value(view.puzzle, fact.value), cell=fact.cell
                )
                break


def _clue_one(view: _View) -> Iterator[str]:
    for _reason, port in view.clues:
        yield _("{clue}: whatever stands first there hides all the others, so it is the tallest, {top}.").format(
            clue=_capital(view.clue(port)), top=city(view.sheet).heights
        )


def _clue_all(view: _View) -> Iterator[str]:
    for _reason, port in view.clues:
        yield _("{clue}: all {n} buildings are seen, so they rise one by one.").format(
            clue=_capital(view.clue(port)), n=city(view.sheet).heights
        )


def _facing(view: _View) -> Iterator[str]:
    top = city(view.sheet).heights
    yield _(
        "{clues}: together one more than the {n} buildings, so every building is seen from one end and the tallest,"
        " {n}, from both."
    ).format(clues=_capital(words.join([view.clue(port) for _reason, port in view.clues])), n=top)


def _set(view: _View) -> Iterator[str]:
    for unit in view.units:
        struck = {fact.cell for fact in view.step.facts}
        if not struck.issubset(unit.cells):
            continue
        view.named.add(unit.reason)
        if view.step.technique == "naked set":
            cells = [cell for cell in unit.cells if cell not in struck and 1 < len(view.left(cell)) <= 4]
            values = sorted({token for cell in cells for token in view.left(cell)})
            yield _("In {unit}, {cells} hold nothing but {values}, as many cells as heights.").format(
                unit=words.reason(unit.reason), cells=words.cell_list(cells), values=words.join(values)
            )
        else:
            yield _("In {unit}, a few heights have just as many places left, and take them.").format(
                unit=words.reason(unit.reason)
            )
        return


def _x_wing(view: _View) -> Iterator[str]:
    token = view.step.facts[0].value
    yield _("Look at {rules}: in as many lines one way as the other, {value} stands in the same places only.").format(
        rules=words.join([words.reason(reason) for reason in view.step.reasons]), value=token
    )
    view.named.update(view.step.reasons)


def _clue_zero(view: _View) -> Iterator[str]:
    for _reason, port in view.clues:
        yield _(
            "{clue}: nobody is seen along its path. Before the first mirror only ghosts are unseen, behind it only"
            " vampires."
        ).format(clue=_capital(view.clue(port)))


def _clue_full(view: _View) -> Iterator[str]:
    for _reason, port in view.clues:
        yield _(
            "{clue}, as many as its path can show: somebody is seen at every step. Before the first mirror no ghost is"
            " seen, behind it no vampire."
        ).format(clue=_capital(view.clue(port)))


def _total(view: _View) -> Iterator[str]:
    for reason in view.step.reasons:
        if reason.rule == "total":
            view.named.add(reason)
            total = dict(view.sheet.notes.totals.stated())[str(reason.of)]
            cells = [fact.cell for fact in view.step.earlier if fact.holds and fact.value == reason.of]
            if len(cells) >= total:
                yield _("There are {n} {monsters} in all, and they are found: {cells}.").format(
                    n=total, monsters=words.monster(str(reason.of)), cells=words.cell_list(cells)
                )
            else:
                yield _("There are {n} {monsters} in all, and no more than {n} cells are left for them.").format(
                    n=total, monsters=words.monster(str(reason.of))
                )


def _group(view: _View) -> Iterator[str]:
    for reason in view.step.reasons:
        if reason.rule == "group" and isinstance(reason.of, int):
            view.named.add(reason)
            yield _("{cells} hold the same monster.").format(cells=words.cell_list(view.sheet.notes.same[reason.of]))


def _unsafe(view: _View) -> Iterator[str]:
    for reason in view.step.reasons:
        view.named.add(reason)
        yield _("{rule}.").format(rule=_capital(words.reason(reason)))


def _only(view: _View) -> Iterator[str]:
    for reason in view.step.reasons:
        view.named.add(reason)
        yield _("{rule}, and nobody else can.").format(rule=_capital(words.reason(reason)))


def _capital(text: str) -> str:
    """Return a sentence with its first letter large, unless it starts with a cell."""
    return text if text[:1] == "r" and text[1:2].isdigit() else text[:1].upper() + text[1:]


_TELLERS = {
    "naked single": _naked_single,
    "hidden single": _hidden_single,
    "clue one": _clue_one,
    "clue all": _clue_all,
    "facing": _facing,
    "naked set": _set,
    "hidden set": _set,
    "x-wing": _x_wing,
    "clue zero": _clue_zero,
    "clue full": _clue_full,
    "total": _total,
    "group": _group,
    "unsafe": _unsafe,
    "only": _only,
}
