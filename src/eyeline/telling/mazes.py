"""Why a step on a haunted maze follows, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from eyeline.catalogue import gettext as _
from eyeline.catalogue import ngettext
from eyeline.explaining import Step
from eyeline.grid import Cell, Port
from eyeline.puzzles import Puzzle
from eyeline.puzzles.haunted import lines
from eyeline.sight import sight_table, visits
from eyeline.telling import arguments, facts, grammar, places, values
from eyeline.telling.chain import MOST_CLUES, Chain, Found, Rule, led
from eyeline.telling.view import Left, LineView, Told

#: At most so many arrangements are listed.
MOST_LISTED = 12
#: Listing gives up beyond so many arrangements that are tried.
MOST_TRIED = 20_000


class MazeView(LineView):
    """A step on a haunted maze."""

    def __init__(self, puzzle: Puzzle, step: Step) -> None:
        """Take the lines of sight of the maze."""
        super().__init__(puzzle, step)
        self.lines = lines(self.sheet)

    def tell(self) -> Told:
        """Return the sentences that say why."""
        teller = _TELLERS.get(self.step.technique)
        told = (teller(self) if teller else None) or _by_clues(self) or _by_total(self)
        return told or _by_chains(self) or _by_rules(self)

    def chain(self) -> Chain:
        """Return what follows by the rules of the step, to be led to a clash."""
        cells = [*self.puzzle.open_cells(), *(cell for line in self.lines.values() for cell in line)]
        return Chain(self.puzzle, {cell: set(self.left(cell)) for cell in cells}, rules=_chained(self))

    def shown(self, ports: Iterable[Port], fixed: Mapping[Cell, str], left: Left | None = None) -> set[tuple[int, ...]]:
        """Return what the clues along one path can show together with these values fixed."""
        along = [self.lines[port] for port in ports]
        found = {(0,) * len(along)}
        for cell in along[0]:
            found = {
                tuple(number + line[cell].seen(token) for number, line in zip(numbers, along, strict=True))
                for numbers in found
                for token in self.choices(cell, fixed, left)
            }
        return found

    def looks(self, port: Port) -> list[str]:
        """Name a clue and the cells that it looks at, in the order they are met."""
        said = [grammar.sentence(self.clue(port))]
        tokens = self.sheet.cells.row_major()
        met = visits(self.puzzle.grid, sight_table(self.puzzle.grid, tokens), tokens, port)
        direct = grammar.cells(visit.cell for visit in met if not visit.bounces)
        reflected = grammar.cells(visit.cell for visit in met if visit.bounces)
        if direct and reflected:
            said.append(
                _("It looks along {direct}, and behind the first mirror along {reflected}.").format(
                    direct=direct, reflected=reflected
                )
            )
        elif direct:
            # Translators: for mazes; skyscrapers have "It looks along {cells}.", for which another word may be fit.
            said.append(_("It looks along {direct}.").format(direct=direct))
        elif reflected:
            said.append(_("It looks along {reflected}, all behind a mirror.").format(reflected=reflected))
        else:
            said.append(_("It meets nothing but mirrors."))
        return said

    def exactly(self, numbers: Iterable[int]) -> str:
        """Say which numbers would be seen."""
        listed = sorted(numbers)
        if not listed:
            return arguments.no_filling()
        return ngettext("{n} monster would be seen", "{n} monsters would be seen", listed[-1]).format(
            n=grammar.either(str(number) for number in listed)
        )

    def at_most(self, number: int) -> str:
        """Say how many would be seen at most."""
        return ngettext("at most {n} monster would be seen", "at most {n} monsters would be seen", number).format(
            n=number
        )

    def at_least(self, number: int) -> str:
        """Say how many would be seen at least."""
        return ngettext("at least {n} monster would be seen", "at least {n} monsters would be seen", number).format(
            n=number
        )


def _by_clues(view: MazeView) -> Told | None:
    """Tell a step that needs clues alone: of one, what it would show; of both ends of a path, what fits both."""
    if not view.ports or len(view.ports) < len(view.step.reasons):
        return None
    if len(view.ports) == 1:
        (port,) = view.ports
        if any(cell not in view.lines[port] for cell, token in view.losses()):
            return None
        return Told(view.looks(port), list(_counted(view, port)))
    cells = [set(view.lines[port]) for port in view.ports]
    if len(view.ports) == 2 and cells[0] == cells[1]:
        return _listed(view) or _compared(view)
    return None


def _counted(view: MazeView, port: Port) -> Iterator[str]:
    """Say what is seen for certain and at most, and what a clue would show with each value that is ruled out."""
    clue = view.sheet.clues[port] or 0
    line = view.lines[port]
    held = {cell: [line[cell].seen(token) for token in view.left(cell)] for cell in line}
    held = {cell: numbers for cell, numbers in held.items() if numbers}
    least = sum(min(numbers) for numbers in held.values())
    most = sum(max(numbers) for numbers in held.values())
    yield _certain(held, least, most)
    if not view.step.facts:
        yield _never(view, port, clue, least, most)
        return
    together: dict[frozenset[int], list[tuple[Cell, str]]] = {}
    for cell, token in view.losses():
        if cell not in line:
            continue
        numbers = frozenset(number for (number,) in view.shown([port], {cell: token}))
        if clue not in numbers:
            together.setdefault(numbers, []).append((cell, token))
    if together and least == clue and all(min(numbers) > clue for numbers in together):
        yield _("Those seen for certain reach the clue, and nobody else is seen.")
    elif together and most == clue and all(max(numbers) < clue for numbers in together):
        yield _("The clue takes all of them.")
    else:
        by_clause: dict[str, list[tuple[Cell, str]]] = {}
        for numbers, pairs in together.items():
            by_clause.setdefault(view.against(numbers, clue), []).extend(pairs)
        for said, pairs in by_clause.items():
            yield arguments.with_values(view.puzzle, pairs, said)


def _certain(held: Mapping[Cell, list[int]], least: int, most: int) -> str:
    """Say how many are seen for certain, and how many more at most, each with the cells."""
    sure = grammar.cells(cell for cell, numbers in held.items() if min(numbers))
    maybe = grammar.cells(cell for cell, numbers in held.items() if max(numbers) > min(numbers))
    more = most - least
    if least and more:
        return _("Seen for certain: {n}, at {cells}; at most {more} more, at {others}.").format(
            n=least, cells=sure, more=more, others=maybe
        )
    if least:
        return _("Seen for certain: {n}, at {cells}, and nobody else.").format(n=least, cells=sure)
    if more:
        return _("Nobody is seen for certain; at most {more}, at {others}.").format(more=more, others=maybe)
    return _("Nobody is seen.")


def _never(view: MazeView, port: Port, clue: int, least: int, most: int) -> str:
    """Say why a clue cannot be met at all."""
    if least > clue:
        return _("That is more than {clue}.").format(clue=clue)
    if most < clue:
        return _("That is less than {clue}.").format(clue=clue)
    numbers = [number for (number,) in view.shown([port], {})]
    said = view.exactly(numbers)
    return arguments.but(said) if numbers else grammar.sentence(said)


def _listed(view: MazeView) -> Told | None:
    """List the arrangements of a path that fit its clues, where they are few."""
    ports = view.ports
    cells = tuple(view.lines[ports[0]])
    along = [view.lines[port] for port in ports]
    clues = [view.sheet.clues[port] for port in ports]
    found: list[tuple[str, ...]] = [()]
    for cell in cells:
        found = [(*line, token) for line in found for token in view.left(cell)]
        if len(found) > MOST_TRIED:
            return None
    fits = [
        line
        for line in found
        if [sum(passes[cell].seen(token) for cell, token in zip(cells, line, strict=True)) for passes in along] == clues
    ]
    if len(fits) > MOST_LISTED:
        return None
    return Told(view.all_looks(), [arguments.arrangements(cells, fits)])


def _compared(view: MazeView) -> Told | None:
    """Say what one end of a path would show where the other shows its clue."""
    one, other = view.ports
    wanted = view.sheet.clues[one]
    before = view.all_looks()
    if not view.step.facts:
        numbers = [second for first, second in view.shown(view.ports, {}) if first == wanted]
        if not numbers:
            return None
        pattern = _("With the clue {where} met, {seen} {other}.")
        seen = view.against(numbers, view.sheet.clues[other] or 0)
        return Told(before, [pattern.format(where=places.port(one), other=places.port(other), seen=seen)])
    together: dict[tuple[bool, str], list[tuple[Cell, str]]] = {}
    for cell, token in view.losses():
        if cell not in view.lines[one]:
            return None
        pairs = view.shown(view.ports, {cell: token})
        numbers = [second for first, second in pairs if first == wanted]
        if numbers:
            seen = view.against(numbers, view.sheet.clues[other] or 0)
        else:
            seen = view.against([first for first, second in pairs], wanted or 0)
        together.setdefault((bool(numbers), seen), []).append((cell, token))
    after = [
        arguments.with_clue_met(view.puzzle, ruled_out, one, other, seen)
        if met
        else _("With {values}, {seen} {where}.").format(
            values=facts.suppositions(view.puzzle, ruled_out), seen=seen, where=places.port(one)
        )
        for (met, seen), ruled_out in together.items()
    ]
    return Told(before, after)


def _clue_zero(view: MazeView) -> Told | None:
    before = view.all_looks()
    before.append(_("Nobody is seen: before the first mirror only a ghost is unseen, behind it only a vampire."))
    return Told(before, [])


def _clue_full(view: MazeView) -> Told | None:
    before = view.all_looks()
    before.append(
        _("No more can be seen there, so everybody is: before the first mirror stands no ghost, behind it no vampire.")
    )
    return Told(before, [])


def _by_total(view: MazeView) -> Told | None:
    """Tell a step that needs a total and nothing else."""
    if any(reason.rule != "total" for reason in view.step.reasons):
        return None
    totals = dict(view.sheet.notes.totals.stated())
    before, after = [], []
    for reason in view.step.reasons:
        token = str(reason.of)
        total = totals[token]
        open_cells = list(view.puzzle.open_cells())
        printed = [fact.cell for fact in view.sheet.cells.facts() if fact.value == token]
        found = sorted({cell for cell in [*open_cells, *printed] if view.held.get(cell) == token})
        places = sorted({cell for cell in open_cells if token in view.left(cell)} | set(found))
        before.append(view.rule(reason))
        if len(found) > total:
            after.append(_("But there are {n}, at {cells}.").format(n=len(found), cells=grammar.cells(found)))
        elif len(places) < total and places:
            after.append(_("But only {cells} are left for them.").format(cells=grammar.cells(places)))
        elif len(places) < total:
            after.append(_("But no cell is left for them."))
        elif len(found) == total and found:
            after.append(_("All of them are found: {cells}.").format(cells=grammar.cells(found)))
        elif len(places) == total and places:
            after.append(_("Just as many cells are left for them: {cells}.").format(cells=grammar.cells(places)))
    return Told(before, after)


def _group(view: MazeView) -> Told | None:
    """Tell that cells hold the same monster, where that is all it takes."""
    if any(reason.rule != "group" for reason in view.step.reasons):
        return None
    return Told(view.rules(list(view.step.reasons)), [])


def _by_chains(view: MazeView) -> Told | None:
    """Say what has to be, one thing after the other, up to a clash."""
    if len(view.ports) > MOST_CLUES:
        return None
    after = led(view.chain, view.puzzle, list(view.losses()) if view.step.facts else None, view.besides)
    if after is None:
        return None
    return Told([said for port in view.ports for said in view.looks(port)] + view.rules(view.unnamed()), after)


def _chained(view: MazeView) -> list[Rule]:
    """Return the rules of a step for chains: single ones first, then both ends of a path together."""
    found = [_clue_rule(view, [port]) for port in view.ports]
    for reason in view.step.reasons:
        if reason.rule == "total":
            found += [_total_rule(view, str(reason.of)), _balance_rule(view, str(reason.of))]
        elif reason.rule == "group" and isinstance(reason.of, int):
            found.append(_group_rule(view.sheet.notes.same[reason.of]))
    pairs = [(one, other) for one in view.ports for other in view.ports if one < other]
    found += [_clue_rule(view, pair) for pair in pairs if set(view.lines[pair[0]]) == set(view.lines[pair[1]])]
    return found


def _clue_rule(view: MazeView, ports: Sequence[Port]) -> Rule:
    """Return a clue, or the clues at both ends of a path, as a rule for chains."""
    line = view.lines[ports[0]]
    clues = tuple(view.sheet.clues[port] or 0 for port in ports)
    where = places.port(ports[0])
    both = grammar.all_of(places.port(port) for port in ports)

    def rule(left: Left) -> Found | None:
        if not all(left[cell] for cell in line):
            return None
        numbers = view.shown(ports, {}, left)
        if clues not in numbers and len(ports) > 1:
            return Found(_("The clues {both} cannot both be met.").format(both=both), (), line)
        if clues not in numbers:
            seen = view.against([number for (number,) in numbers], clues[0])
            return Found(arguments.for_clue(ports[0], seen), (), line)
        losses = [
            (cell, token)
            for cell in line
            for token in sorted(left[cell])
            if len(left[cell]) > 1 and clues not in view.shown(ports, {cell: token}, left)
        ]
        if not losses:
            return None
        if len(ports) > 1:
            said = _("By the clues {both} together, {facts}.")
        elif min(numbers) == clues:
            said = _("The clue {where} is reached, and nobody else is seen: {facts}.")
        elif max(numbers) == clues:
            said = _("The clue {where} takes all that can be seen: {facts}.")
        else:
            said = arguments.by_clue(ports[0])
        return Found(said.replace("{where}", where).replace("{both}", both), losses, line)

    return rule


def _total_rule(view: MazeView, token: str) -> Rule:
    """Return the total of a monster as a rule for chains."""
    total = dict(view.sheet.notes.totals.stated())[token]
    name = values.monsters(token)

    def rule(left: Left) -> Found | None:
        found = [cell for cell, tokens in left.items() if tokens == {token}]
        places = [cell for cell, tokens in left.items() if token in tokens]
        if len(found) > total:
            said = _("Of the {monsters} there would be {n}, at {cells}.")
            return Found(said.format(n=len(found), monsters=name, cells=grammar.cells(sorted(found))), (), found)
        if len(places) < total:
            said = ngettext(
                "Only {n} cell would be left for the {monsters}.",
                "Only {n} cells would be left for the {monsters}.",
                len(places),
            )
            return Found(said.format(n=len(places), monsters=name), (), left)
        losses = []
        if len(found) == total:
            losses = [(cell, token) for cell in places if cell not in found]
            said = _("All {monsters} are found: {facts}.")
            return Found(said.replace("{monsters}", name), losses, found) if losses else None
        if len(places) == total:
            losses = [(cell, other) for cell in places for other in sorted(left[cell] - {token})]
        said = _("Just as many cells are left for the {monsters}: {facts}.")
        return Found(said.replace("{monsters}", name), losses, left) if losses else None

    return rule


def _balance_rule(view: MazeView, token: str) -> Rule:
    """Return the total of a monster against how many of them clues along lines without a common open cell ask for."""
    total = dict(view.sheet.notes.totals.stated())[token]
    name = values.monsters(token)
    clues = {port: view.sheet.clues[port] or 0 for port in view.ports}

    def asked(left: Left, port: Port) -> set[int]:
        """Return how many of them can stand in the open cells along a line that shows its clue."""
        line = view.lines[port]
        found = {(0, 0)}
        for cell in line:
            found = {
                (shown + line[cell].seen(held), number + (held == token and len(left[cell]) > 1))
                for shown, number in found
                for held in left[cell]
            }
        return {number for shown, number in found if shown == clues[port]}

    def rule(left: Left) -> Found | None:
        numbers = {port: asked(left, port) for port in view.ports}
        if not all(numbers.values()):
            return None
        sure = sorted(cell for cell, held in left.items() if held == {token})
        for size in range(1, len(view.ports) + 1):
            for chosen in combinations(view.ports, size):
                inside = [cell for port in chosen for cell in view.lines[port] if len(left[cell]) > 1]
                if len(set(inside)) < len(inside):
                    continue
                maybe = sorted(cell for cell, held in left.items() if token in held and cell not in inside)
                least = sum(min(numbers[port]) for port in chosen) + len(sure)
                most = sum(max(numbers[port]) for port in chosen) + len(maybe)
                if least > total:
                    said = _("Of the {monsters} there would be at least {n}: {parts}.")
                    parts = [_along(port, min(numbers[port])) for port in chosen] + _standing(sure)
                elif most < total:
                    said = _("Of the {monsters} there would be at most {n}: {parts}.")
                    parts = [_along(port, max(numbers[port])) for port in chosen] + _standing(maybe)
                else:
                    continue
                number = least if least > total else most
                return Found(said.format(n=number, monsters=name, parts=grammar.all_of(parts)), (), left)
        return None

    return rule


def _along(port: Port, number: int) -> str:
    return _("{n} in the open cells that the clue {where} looks at").format(n=number, where=places.port(port))


def _standing(cells: Sequence[Cell]) -> list[str]:
    return [_("{n} at {cells}").format(n=len(cells), cells=grammar.cells(cells))] if cells else []


def _group_rule(cells: Sequence[Cell]) -> Rule:
    """Return cells that hold the same monster as a rule for chains."""

    def rule(left: Left) -> Found | None:
        common = set.intersection(*(left[cell] for cell in cells))
        losses = [(cell, token) for cell in cells for token in sorted(left[cell] - common)]
        said = _("{cells} hold the same monster: {facts}.")
        return Found(said.replace("{cells}", grammar.cells(cells)), losses, cells) if losses else None

    return rule


def _by_rules(view: MazeView) -> Told:
    """Name the rules that a step takes, one by one; each clue with its path."""
    ports = [said for port in view.ports for said in view.looks(port)]
    return Told(ports + view.rules(view.unnamed()), [])


def _naked_single(view: MazeView) -> Told | None:
    if not all(fact.holds for fact in view.step.facts) or view.step.reasons:
        return None
    return Told([], [arguments.only_value(view.value(fact.value), fact.cell) for fact in view.step.facts])


_TELLERS: dict[str, Callable[[MazeView], Told | None]] = {
    "naked single": _naked_single,
    "clue zero": _clue_zero,
    "clue full": _clue_full,
    "group": _group,
}
