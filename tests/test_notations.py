"""The notations that others made: worked examples, positions, and what people type that is broken."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

import naive
import shared
from eyeline import Limits, NotationError, Verdict, overruled, read, settle, solve
from eyeline.cli import app
from eyeline.errors import AmbiguousOrder, CannotHold, EyelineError
from eyeline.formats import FORMATS, claims, read_page, read_piece, sniff, split, write_page
from eyeline.formats import Result as Answered
from eyeline.formats.penpa_link import packed, parsed, shortened, unpacked
from eyeline.grid import Cell
from eyeline.puzzles import puzzle
from eyeline.sheet import Cells, Clues, Notes, Page, Position, Sheet, Totals
from strategies import pages

NEW = ("savefile", "gridtext", "puzzlink", "pzprv3", "penpa", "tungjson")
KEEPERS = [
    (kind, name)
    for name, notation in FORMATS.items()
    for kind in sorted(notation.kinds)
    if "entries" in notation.holds[kind]
]
SEED = "skyscrapers/4/4/k13h4j3g"
ANSWER = ["2143", "1234", "4312", "3421"]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def clues(**sides: str) -> Clues:
    """Clues by side, a dot for none."""
    return Clues(
        *(tuple(None if c == "." else int(c) for c in sides[side]) for side in ("top", "bottom", "left", "right"))
    )


# --- puzz.link

ADDRESSES = {
    "skyscrapers/4/4/12342h1h3h2h": Sheet(
        "skyscrapers", Cells.blank(4, 4), clues(top="1234", bottom="2..1", left="..3.", right=".2..")
    ),
    "skyscrapers/4/4/1uk3p": Sheet(
        "skyscrapers",
        Cells.of(["....", ".3..", "....", "...."]),
        clues(top="1...", bottom="....", left="....", right="...."),
    ),
    SEED: Sheet("skyscrapers", Cells.blank(4, 4), clues(top="....", bottom=".13.", left=".4..", right="..3.")),
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_worked_addresses_are_read_and_written(address: str) -> None:
    sheet = ADDRESSES[address]
    assert read_page(address) == Page(sheet)
    assert write_page(Page(sheet), "puzzlink") == f"https://puzz.link/p?{address}\n"


@pytest.mark.parametrize("name", ["skyscrapers", "skyscraper", "building"])
@pytest.mark.parametrize(
    "form",
    ["https://puzz.link/p?{}/{}", "http://pzv.jp/p.html?{}_edit/{}", "puzz.link/p?{}_play/{}/", "?{}/{}", "{}/{}"],
)
def test_an_address_may_be_of_any_page(name: str, form: str) -> None:
    address = form.format(name, "4/4/k13h4j3g")
    assert sniff(address).name == "puzzlink"
    assert read_page(address).sheet == ADDRESSES[SEED]


def test_the_worked_address_has_the_answer_that_is_known() -> None:
    answer = solve(read(SEED))
    assert answer.verdict is Verdict.ONE
    assert answer.cells == Cells.of(ANSWER)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("", "................"),  # What is missing at the end is blank.
        ("1", "1..............."),
        ("g1", ".1.............."),
        (".2.3", ".2.3............"),
        ("-10-ff", "16 255"),
    ],
)
def test_the_numbers_of_an_address(body: str, expected: str) -> None:
    held = read_page(f"skyscrapers/4/4/{body}").sheet.clues
    wanted = [*expected] if "1" not in expected[:2] or " " not in expected else expected.split() + ["."] * 14
    found = [*held.top, *held.bottom, *held.left, *held.right]
    assert ["." if clue is None else str(clue) for clue in found] == wanted


def test_runs_longer_than_twenty_are_written_in_parts() -> None:
    page = Page(Sheet("skyscrapers", Cells.of(["1" + "." * 5] + ["." * 6] * 5), Clues.blank(Cells.blank(6, 6).grid)))
    assert write_page(page, "puzzlink") == "https://puzz.link/p?skyscrapers/6/6/zj1zu\n"
    assert read_page(write_page(page, "puzzlink")) == page


def test_a_number_too_large_for_an_address_is_refused() -> None:
    page = Page(Sheet("skyscrapers", Cells.blank(1, 1), Clues((256,), (None,), (None,), (None,))))
    with pytest.raises(CannotHold, match=r"^puzzlink cannot hold the number 256$"):
        write_page(page, "puzzlink")


def test_a_saved_file_tells_givens_from_entries() -> None:
    line = (
        "pzprv3/skyscrapers/4/4/. . . . . . /. 2 1 4 3 . /4 1 .[2,,3,] . . . /. 4 q3 1 2 3 /. 3 4 2 1 . /. . 1 3 . . /"
    )
    page = read_page(line)
    assert page == read_page(line.replace("/", "\n"))
    assert page.sheet == ADDRESSES[SEED].with_cells(Cells.of(["....", "....", ".3..", "...."]))
    assert page.position.entries[Cell(0, 0)] == "2"
    assert page.position.pencil == {Cell(1, 1): frozenset("23")}
    assert len(page.position.entries) == 12
    assert "q3" in write_page(page, "pzprv3")


# --- grid text

TEXT = "4 4 3 D\n- 2 - -\n- - - 1\n2 - - -\n- - 3 -\n- - - -\n- 0 - -\n- - - -\n- - - 2\n"


def test_sizes_in_front_say_parks_and_diagonals() -> None:
    sheet = read_page(TEXT).sheet
    assert sheet.notes == Notes(parks=1, diagonals=True)
    assert sheet.clues == clues(top=".2..", bottom="...1", left="2...", right="..3.")
    assert sheet.cells == Cells.of(["....", ".0..", "....", "...2"])
    assert read_page(TEXT.replace("4 4 3 D", "4 4 4")).sheet.notes == Notes()


def test_answers_as_grid_text_are_judged(tmp_path: Path) -> None:
    city = tmp_path / "city.txt"
    city.write_text("4 4 4\n- - - -\n- 1 3 -\n- 4 - -\n- - 3 -\n" + "- - - -\n" * 4)
    answer = run("solve", "--to", "gridtext", str(city))
    assert answer.stdout == "4 4 4\n" + "".join(" ".join(row) + "\n" for row in ANSWER)
    (tmp_path / "answer.txt").write_text(answer.stdout)
    judged = run("judge", str(city), str(tmp_path / "answer.txt"))
    assert judged.exit_code == 0, judged.output


# --- Tung-hehe's JSON


def test_the_files_of_the_solver_are_read_as_it_reads_them() -> None:
    maze = {
        "shape": [2, 3],
        "visibility": {"top": [1, None, 0], "bottom": [None, None, 2], "left": [1, 0], "right": [None, 3]},
        "mirrors": [{"row": 0, "col": 2, "val": "\\"}],
        "monster_number": [{"name": "Z", "val": 2}],
        "fixed_cells": [{"row": 1, "col": 0, "val": "V"}],
        "same_cells": [{"row": 0, "col": 0}, {"row": 1, "col": 2}],
    }
    for text in (json.dumps(maze), json.dumps(maze, indent=4), f"[{json.dumps(maze)}]"):
        assert sniff(text).name == "tungjson"
        assert read_page(text).sheet == Sheet(
            "haunted",
            Cells.of(["..\\", "V.."]),
            Clues((1, None, 0), (None, None, 2), (1, 0), (None, 3)),
            Notes(totals=Totals(zombies=2), same=((Cell(0, 0), Cell(1, 2)),)),
        )
    city = '{"shape": 2, "fixed_cells": [{"row": 0, "col": 1, "val": 2}], "visible": {"left": [1, 2]}}'
    assert read_page(city).sheet == Sheet(
        "skyscrapers", Cells.of([".2", ".."]), Clues((None, None), (None, None), (1, 2), (None, None))
    )


# --- save files


def saved(game: str, size: str, desc: str, *moves: str, state: int | None = None) -> str:
    values = [
        ("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"),
        ("VERSION", "1"),
        ("GAME", game),
        ("PARAMS", size),
        ("CPARAMS", size),
        ("SEED", "15-digits-of-it"),
        ("DESC", desc),
        ("UI", "0"),
        ("NSTATES", str(len(moves) + 1)),
        ("STATEPOS", str(len(moves) + 1 if state is None else state)),
    ]
    lines = [f"{key:8}:{len(value)}:{value}" for key, value in values]
    for move in moves:
        key = "RESTART" if move == "restart" else "SOLVE" if move.startswith("S") else "MOVE"
        lines.append(f"{key:8}:{len(move)}:{move}")
    return "\n".join(lines) + "\n"


TOWERS: list[tuple[tuple[str, ...], int | None, dict[str, str], dict[str, str]]] = [
    ((), None, {}, {}),
    (("R0,1,2",), None, {"r2c1": "2"}, {}),
    (("R0,1,2", "R0,1,1"), None, {"r2c1": "1"}, {}),
    (("R0,1,2", "R0,1,0"), None, {}, {}),
    (("P1,0,1", "P1,0,2"), None, {}, {"r1c2": "12"}),
    (("P1,0,1", "P1,0,2", "P1,0,1"), None, {}, {"r1c2": "2"}),
    (("P1,0,1", "R1,0,2"), None, {"r1c2": "2"}, {}),
    (("M", "R0,0,1"), None, {"r1c1": "1"}, {"r1c2": "12", "r2c1": "12", "r2c2": "12"}),
    (("R0,0,1", "R1,0,2", "R1,1,1"), 2, {"r1c1": "1"}, {}),  # The last two moves were undone.
    (("R0,0,1", "restart", "R1,0,2"), None, {"r1c2": "2"}, {}),
    (("P0,0,1", "S1221"), None, {"r1c1": "1", "r1c2": "2", "r2c1": "2", "r2c2": "1"}, {}),
    (("D0,1", "R0,1,2"), None, {"r2c1": "2"}, {}),
]
UNDEAD: list[tuple[tuple[str, ...], dict[str, str], dict[str, str]]] = [
    (("G0",), {"r1c2": "G"}, {}),
    (("G0", "V0"), {"r1c2": "V"}, {}),
    (("Z1", "E1"), {}, {}),
    (("g1", "v1", "g1"), {}, {"r2c1": "V"}),
    (("M", "g1"), {}, {"r1c2": "GVZ", "r2c1": "VZ", "r2c2": "GVZ"}),
    (("S;G0;V1;Z2",), {"r1c2": "G", "r2c1": "V", "r2c2": "Z"}, {}),
    (("D1,0", "Z2"), {"r2c2": "Z"}, {}),
]


def position(entries: dict[str, str], pencil: dict[str, str]) -> Position:
    def cell(name: str) -> Cell:
        return Cell(int(name[1]) - 1, int(name[3]) - 1)

    return Position({cell(k): v for k, v in entries.items()}, {cell(k): frozenset(v) for k, v in pencil.items()})


@pytest.mark.parametrize(("moves", "state", "entries", "pencil"), TOWERS)
def test_the_moves_of_towers(
    moves: tuple[str, ...], state: int | None, entries: dict[str, str], pencil: dict[str, str]
) -> None:
    page = read_page(saved("Towers", "2de", "1///////", *moves, state=state))
    assert page.sheet == read_page("2:1///////").sheet
    assert page.position == position(entries, pencil)


@pytest.mark.parametrize(("moves", "entries", "pencil"), UNDEAD)
def test_the_moves_of_undead(moves: tuple[str, ...], entries: dict[str, str], pencil: dict[str, str]) -> None:
    page = read_page(saved("Undead", "2x2dn", "1,1,1,Lc,0,0,0,0,0,0,0,0", *moves))
    assert page.position == position(entries, pencil)


def test_printed_cells_are_counted_by_the_moves_of_undead_but_are_no_entries() -> None:
    page = read_page(saved("Undead", "2x1", "0,1,1,Va,0,0,0,0,0,0", "V0", "Z1"))
    assert page.sheet.cells == Cells.of(["V."])
    assert page.position == position({"r1c2": "Z"}, {})


# --- penpa+

BOARD = "square,4,4,38,0,1,1,190,190,36,36,0,0,0,0,Title: {title},Author: ,,{rules},OFF,false"


def drawn(
    problem: dict[str, Any], solution: dict[str, Any] | None = None, *, title: str = "", rules: str = "", cut: str = ""
) -> str:
    """A link with a board of 4×4, its grid 2×2 inside margins of one; cells are numbered by rows of 8."""
    lines = [
        BOARD.format(title=title, rules=rules),
        "[1,1,1,1]",
        "",
        json.dumps(problem),
        json.dumps(solution or {}),
        cut,
    ]
    return "m=edit&p=" + packed("\n".join(lines))


def grid_of(text: str) -> str:
    return " ".join(read_page(text).sheet.cells.lines())


def test_links_are_packed_as_the_editor_packs_them() -> None:
    text = 'square\n{"number":{"1":[2,3]},"lineE":null}'
    deflate = zlib.compressobj(wbits=-15)
    data = b64encode(deflate.compress(text.encode()) + deflate.flush()).decode()
    assert unpacked(data) == unpacked(packed(text)) == text
    assert unpacked(data.rstrip("=").replace("+", "-").replace("/", "_")) == text
    assert shortened({"number": 1, "lineE": None, "line": []}) == "{zN:1,zE:zO,zL:[]}"
    assert parsed('{zN:1,"x":"zZebra"}') == {"number": 1, "x": "zebra"}


@pytest.mark.parametrize(
    ("problem", "cells"),
    [
        ({"number": {"27": ["3", 1, "1"]}}, "3. .."),
        ({"number": {"27": [3, 1, "1"], "36": ["1", 1, "10"]}}, "3. .1"),
        ({"number": {"27": ["v", 1, "1"], "36": ["👻", 1, "1"]}}, "V. .G"),
        ({"number": {"28": ["/", 1, "1"], "35": ["\\", 1, "1"]}}, "./ \\."),
        (
            {"symbol": {"27": [5, "ox_B", 1], "36": [6, "ox_E", 2], "28": [1, "ox_B", 1], "99": [5, "ox_B", 1]}},
            "\\. ./",
        ),
        ({"lineE": {"82,91": 2, "84,91": 2}}, "\\/ .."),
        ({"freelineE": {"91,82": 2}, "line": {"27,36": 3}}, "\\. .."),
        ({"lineE": {"82,83": 2, "82,90": 2}}, ".. .."),
    ],
)
def test_what_setters_draw_in_the_grid(problem: dict[str, Any], cells: str) -> None:
    assert grid_of(drawn(problem)) == cells


def test_clues_stand_around_the_grid_and_nothing_else_does() -> None:
    numbers = {"19": 1, "44": ["2", 1, "1"], "34": ["3_0", 1, "2"], "29": ["?", 1, "1"], "18": ["8", 1, "1"]}
    page = read_page(drawn({"number": {k: v if isinstance(v, list) else [v, 1, "1"] for k, v in numbers.items()}}))
    assert page.sheet.clues == Clues((1, None), (None, 2), (None, 3), (None, None))


def test_a_board_that_was_cut_to_shape_is_taken_as_it_was_cut() -> None:
    text = drawn({"number": {"19": ["2", 1, "1"]}}, cut="[27,1]")
    assert read_page(text).sheet.cells == Cells.of([".."])
    assert read_page(text).sheet.clues.top == (2, None)


@pytest.mark.parametrize(
    ("title", "rules", "kind", "notes"),
    [
        ("", "", "skyscrapers", Notes()),
        ("Undead", "", "haunted", Notes()),
        ("", "Each building has its height.%2Dparks: 1", "skyscrapers", Notes(parks=1)),
        ("Haunted", "totals: G%2F1 V%2F2", "haunted", Notes(totals=Totals(1, 2))),
        ("", "Ghosts: 1%2C vampires: 0%2C and 3 Zombies", "haunted", Notes(totals=Totals(1, 0, 3))),
        ("Skyscrapers", "diagonals: yes%2Dboxes: many%2Dclues: sum", "skyscrapers", Notes(diagonals=True, clues="sum")),
        ("Haunted", "same: r1c1 r2c2%2Dsame: r1c9", "haunted", Notes(same=((Cell(0, 0), Cell(1, 1)),))),
    ],
)
def test_title_and_rules_tell_the_kind_and_its_notes(title: str, rules: str, kind: str, notes: Notes) -> None:
    sheet = read_page(drawn({}, title=title, rules=rules)).sheet
    assert (sheet.kind, sheet.notes) == (kind, notes)


def test_mirrors_alone_make_a_maze_and_mirrors_with_heights_a_city() -> None:
    mirror = {"symbol": {"27": [5, "ox_B", 1]}}
    assert read_page(drawn(mirror)).sheet.kind == "haunted"
    assert read_page(drawn(mirror | {"number": {"28": ["2", 1, "1"]}})).sheet.kind == "skyscrapers"


def test_the_solution_layer_is_what_was_entered() -> None:
    candidates = [0, 1, 1, 0, 0, 0, 0, 0, 0, 0]
    layer = {
        "number": {"27": ["2", 2, "1"], "28": ["12", 1, "5"], "35": [candidates, 1, "7"]},
        "numberS": {str(4 * (64 + 36)): ["1", 1], str(4 * (64 + 36) + 1): ["2", 1]},
    }
    assert read_page(drawn({}, layer)).position == position({"r1c1": "2"}, {"r1c2": "12", "r2c1": "23", "r2c2": "12"})


@pytest.mark.parametrize(
    "address", ["skyscrapers/4/4/k13h4j3g", "4x4:0,2,6,LLaRLaRaRaRdL,2,1,1,1,2,2,2,2,2,2,3,3,3,0,0,1"]
)
def test_a_link_to_solve_carries_the_answer_for_the_check_of_the_editor(address: str) -> None:
    found = read(address)
    answer = solve(found)
    assert answer.cells is not None
    write_answers = FORMATS["penpa"].answers
    assert write_answers
    (text,) = write_answers([Answered(Page(found.sheet), answer.cells)])
    assert "#m=solve&p=" in text
    link, _, data = text.strip().partition("&a=")
    solution = json.loads(unpacked(data))
    width = found.sheet.cols + 6
    expected = [
        f"{(row + 3) * width + col + 3},{value.lower()}"
        for (row, col), value in answer.cells.facts()
        if found.sheet.cells[Cell(row, col)] == "."
    ]
    assert solution == [[], [], [], [], sorted(expected), []]
    lines = unpacked(link.partition("&p=")[2]).split("\n")
    assert json.loads(lines[7]) == {"sol_number": True}
    assert lines[4] == ""
    assert [claim.cells for claim in claims(text)] == [answer.cells]
    assert read_page(text) == Page(found.sheet)


def test_a_comment_is_no_link_and_a_link_is_no_comment() -> None:
    link = drawn({"number": {"27": ["1", 1, "1"]}})
    text = f"# drawn by hand\n#{link}\n"
    assert [piece.line for piece in split(text)] == [2]
    assert grid_of(text) == "1. .."


# --- all of them


@pytest.mark.parametrize(("kind", "name"), KEEPERS)
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_a_position_that_was_written_is_read_again(kind: str, name: str, data: st.DataObject) -> None:
    page = data.draw(pages(kind, FORMATS[name].holds[kind]).filter(lambda page: bool(page.position)))
    assert read_page(write_page(page, name), notation=name).position == page.position


def test_every_notation_of_the_issue_keeps_positions() -> None:
    keepers = {name for _, name in KEEPERS}
    assert keepers == {"plain", "json", "savefile", "pzprv3", "penpa"}
    assert {name for name in FORMATS if "excluded" in FORMATS[name].holds.get("skyscrapers", ())} == {"plain", "json"}


@pytest.mark.parametrize("name", shared.names("skyscrapers/tatham-4de.ids") + shared.names("haunted/tatham-4x4dn.ids"))
def test_ids_go_through_every_notation_of_their_kind_and_come_back(name: str) -> None:
    for line in shared.lines(name)[:20]:
        page = read_page(line)
        for notation in FORMATS.values():
            if page.sheet.kind not in notation.kinds:
                continue
            try:
                text = notation.write(page)
            except CannotHold:
                assert notation.name == "cluelist"  # It holds no givens.
                continue
            back = read_page(text, notation=notation.name, order="tblr")
            assert write_page(back, "tatham") == f"{line}\n"


def test_grid_text_of_the_variants_has_the_answers_that_are_known() -> None:
    seen = 0
    for case in shared.load("skyscrapers/variants-parks-diagonals.json")[:8]:
        town = shared.town(case)
        held = [" ".join("-" if clue is None else str(clue) for clue in sides(town, side)) for side in shared.SIDES]
        rows = [" ".join("-" if held == "." else held for held in row) for row in town.grid]
        text = f"{case['n']} {case['n']} {town.tallest}{' D' if town.diagonals else ''}\n" + "\n".join([*held, *rows])
        assert read_page(text).sheet.notes == Notes(parks=case["n"] - town.tallest, diagonals=town.diagonals)
        assert write_page(read_page(text), "gridtext") == text + "\n"
        seen += 1
    assert seen == 8


def sides(town: naive.Towers, side: str) -> list[int | None]:
    return [town.clues.get((side, i)) for i in range(len(town.grid))]


def cut_texts() -> list[tuple[str, str]]:
    """The examples of the new notations, and more of what they have a place for."""
    return [
        *((name, FORMATS[name].example) for name in NEW),
        ("puzzlink", "https://puzz.link/p?skyscrapers_edit/4/4/1-10h.ck3p/"),
        ("pzprv3", "pzprv3/skyscrapers/2/2/. 2 . . /. q1 2[1,] . /. .[1,2,,] . 1 /. . . . /"),
        ("savefile", saved("Undead", "2x1de", "0,1,1,Va,0,0,0,0,0,0", "Z1;g1", "restart", "S;Z1", state=3)),
        ("tungjson", '[{"shape": 2, "visible": {"left": [1, null]}, "fixed_cells": [{"row": 0, "col": 1, "val": 2}]}]'),
    ]


def outcome(text: str, notation: str | None) -> list[Page] | NotationError:
    """The pages of a text, or the first error."""
    try:
        return [read_piece(piece) for piece in split(text, notation)]
    except NotationError as error:
        return error


@pytest.mark.parametrize(("name", "text"), cut_texts())
def test_a_text_cut_at_every_length_raises_nothing_but_errors_of_the_tree(name: str, text: str) -> None:
    for end in range(len(text) + 1):
        for part in (text[:end], text[end:], text[:end] + text[end + 1 :], text[:end] + "~" + text[end:]):
            for notation in (None, name):
                found = outcome(part, notation)
                if isinstance(found, NotationError):
                    assert found.expected
                else:
                    assert all(page.sheet.cells.grid.size for page in found)
            if FORMATS[name].claims:
                assert all(claim.error is None or claim.cells is None for claim in claims(part, name))


@settings(deadline=None, max_examples=100)
@given(
    lines=st.lists(st.text('[]{}",:0123456789zNYAE_qa ', max_size=40), max_size=6),
    mode=st.sampled_from(["edit", "solve"]),
)
def test_whatever_a_link_holds_raises_nothing_but_errors_of_the_tree(lines: list[str], mode: str) -> None:
    for head in ("square,4,4,38", "square,4,4", ""):
        text = f"m={mode}&p={packed(chr(10).join([head, *lines]))}"
        found = outcome(text, "penpa")
        if isinstance(found, NotationError):
            assert (found.line, found.column) == (1, text.index("p=") + 3)


WHERE = "a link copied whole from the editor"
NUMBERS = "0 to f, - and two such digits, . or a run g to z"
SHAPE = "skyscrapers/COLS/ROWS/ and the numbers"
NAMES = "one of skyscrapers, skyscraper, building"
HEADS = "pzprv3, skyscrapers, the numbers of rows and columns, the table"
SIZES = "the numbers of rows and columns, the greatest height, and D where both diagonals count"
MOVE = "Rx,y,n to enter, Px,y,n to pencil, S and the whole grid"


def towers(*moves: str, **changes: str) -> str:
    text = saved("Towers", "2", "///////", *moves)
    for old, new in changes.items():
        text = (
            text.replace(f"{old:8}:", f"{new}:")
            if new
            else "".join(line for line in text.splitlines(True) if not line.startswith(old))
        )
    return text


#: By notation: text, message, line, column, what was expected.
BROKEN: dict[str, list[tuple[str, str, int, int, str]]] = {
    "puzzlink": [
        ("https://puzz.link/p?slither/4/4/1", "'slither' is no puzzle that is held here", 1, 21, NAMES),
        ("skyscrapers/4", "the address breaks off", 1, 14, SHAPE),
        ("skyscrapers/4/x/1", "'x' where a size belongs", 1, 15, SHAPE),
        ("skyscrapers/-4/4/1", "'-4' where a size belongs", 1, 13, SHAPE),
        ("skyscrapers/0/4/1", "a grid of 4×0", 1, 13, "at least one row and one column"),
        ("skyscrapers/999/999/1", "a grid of 999×999", 1, 13, "at most 255 rows and columns"),
        ("skyscrapers/4/4/1!", "'!' among the numbers", 1, 18, NUMBERS),
        ("skyscrapers/4/4/-1", "'-' among the numbers", 1, 17, NUMBERS),
        ("skyscrapers/4/4/12z", "a run of 20 blank clues", 1, 19, "at most 14 here"),
        ("skyscrapers/4/4/vz", "a run of 20 blank cells", 1, 18, "at most 16 here"),
        ("skyscrapers/2/2/n1j2", "a run of 4 blank cells", 1, 19, "at most 3 here"),
        ("skyscrapers/2/2/n12341", "more than 4 cells", 1, 22, "4 cells"),
        ("skyscrapers/2/2/n/1234", "something after the numbers", 1, 19, "nothing more"),
    ],
    "pzprv3": [
        ("pzprv3\nskyscrapers\n2", "the file breaks off", 3, 2, HEADS),
        ("pzprv3/slither/2/2/", "'slither' is no puzzle that is held here", 1, 8, NAMES),
        ("pzprv3/skyscrapers/2/b/", "'b' where a size belongs", 1, 22, "a number"),
        ("pzprv3/skyscrapers/2/2/. . . ./", "a table of 1 line", 1, 32, "4: the grid, and clues around it"),
        (
            "pzprv3/skyscrapers/1/1/. . ./. . /. . .",
            "2 tokens in line 2 of the table",
            1,
            33,
            "3: a row of the grid and its clues",
        ),
        ("pzprv3/skyscrapers/1/1/. x ./. . ./. . .", "'x' is no clue", 1, 26, "a number, or . for none"),
        (
            "pzprv3/skyscrapers/1/1/. . ./. qq ./. . .",
            "'qq' is no cell",
            1,
            32,
            ". for none, q and a given height, or a height that was entered",
        ),
    ],
    "gridtext": [
        ("4 4\n", "'4 4' where the sizes belong", 1, 1, SIZES),
        ("4 5 4\n", "a grid of 4×5", 1, 3, "as many columns as rows"),
        ("4 4 5\n", "heights up to 5", 1, 5, "at most 4, as there are rows"),
        ("1 1 1\n-\n-\n", "the puzzle breaks off", 3, 2, "the left clues below"),
        ("2 2 2\n- -\n- -\n- -\n- -\n- -\n", "the puzzle breaks off", 6, 4, "2 rows below"),
        ("1 1 1\n-\n-\n-\n-\n-\n-\n", "2 rows", 7, 1, "1, as the sizes say"),
        ("1 1 1\n- -\n-\n-\n-\n-\n", "2 top clues", 2, 3, "1, as the sizes say"),
        ("1 1 1\n-\n-\n-\n-\nx\n", "'x' is no cell", 6, 1, "a number, or - for none"),
    ],
    "savefile": [
        (
            "SAVEFILE:3:abc\n",
            "no save file of that collection",
            1,
            12,
            "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection",
        ),
        (towers(STATEPOS=""), "the key STATEPOS is missing", 9, 13, "STATEPOS:LENGTH:VALUE"),
        (towers(GAME="NAME    "), "the key GAME is missing", 10, 13, "GAME    :LENGTH:VALUE"),
        (saved("Mines", "2", "x"), "a save file of 'Mines'", 3, 12, "one of Towers or Undead"),
        (saved("Undead", "2", "x"), "'2' where the size of Undead belongs", 4, 12, "a size as 4x4"),
        (saved("Towers", "2", "////"), "5 clues", 7, 16, "8, parted by /"),
        (towers().replace("7:///////", "6:///////"), "7 characters", 7, 12, "6, as the line says"),
        (towers().replace("STATEPOS:1:1", "STATEPOS:1:3"), "state '3' of 0 moves", 10, 12, "a number from 1 to 1"),
        (towers("X1"), "'X1' is no move of Towers", 11, 12, MOVE),
        (towers("R2,0,1"), "a move outside the grid", 11, 12, "x and y below 2"),
        (towers("S12"), "a solution that does not fit the grid", 11, 12, "S and 4 digits, one a cell"),
        (
            saved("Undead", "1x1", "1,0,0,a,0,0,0,0", "G0;V1"),
            "a move in cell 1",
            11,
            15,
            "a number below 1, as there are free cells",
        ),
        (towers() + "hello\n", "'hello' is no line of a save file", 11, 1, "KEY:LENGTH:VALUE"),
    ],
    "tungjson": [
        ('{"visibility": {}}', "the key shape is missing", 1, 1, "at least shape"),
        ('{"shape": [2]}', "an array of 1", 1, 11, "[rows, cols]"),
        ('{"shape": 0}', "a grid of 0 rows and 0 columns", 1, 11, "at least one row and one column"),
        (
            '{"shape": [1, 1], "mirrors": [{"row": 0, "col": 1, "val": "/"}]}',
            "col 1 lies outside the grid",
            1,
            49,
            "a col from 0 to 0",
        ),
        ('{"shape": [1, 1], "mirrors": [{"row": 0, "col": 0, "val": "x"}]}', "'x' is no mirror", 1, 59, "/ or \\"),
        ('{"shape": [1, 1], "visibility": {"top": [1, 2]}}', "an array of 2", 1, 41, "1 clue, null for none"),
        (
            '{"shape": 1, "mirrors": []}',
            "the key 'mirrors' has no meaning here",
            1,
            14,
            "one of shape, visible, fixed_cells",
        ),
    ],
    "penpa": [
        ("m=edit&p=", "the data of the link breaks off", 1, 10, WHERE),
        ("m=edit&p=!!!!", "the data of the link is no base 64", 1, 10, WHERE),
        ("m=edit&p=////", "the data of the link cannot be unpacked", 1, 10, WHERE),
        ("m=edit&p=" + packed("hex,4"), "a board of the shape 'hex'", 1, 10, "a square board"),
        (
            "m=edit&p=" + packed("square,4"),
            "a board of '4'",
            1,
            10,
            "its width and height, at most 510",
        ),
        ("m=edit&p=" + packed("square,2,2\n[1,1,0,0]"), "a grid of 0×2", 1, 10, "1 to 255 rows and columns"),
        ("m=edit&p=" + packed("square,4,4\n[1,1,1,1]\n\nx"), "line 4 of the unpacked text is no JSON", 1, 10, WHERE),
        (
            drawn({"number": {"27": ["x", 1, "1"]}}),
            "'x' printed in r1c1",
            1,
            10,
            "one height, one of V G Z, or one mirror in a cell",
        ),
        (drawn({"number": {"19": ["x", 1, "1"]}}), "the clue 'x' at top:1", 1, 10, "numbers around the grid"),
        (
            drawn({"symbol": {"27": [5, "ox_B", 1]}, "lineE": {"83,90": 1}}),
            "two mirrors in r1c1",
            1,
            10,
            "one mirror in a cell",
        ),
        (drawn({}, {"number": {"27": ["V", 2, "1"]}}), "'V' entered in r1c1", 1, 10, "a height"),
    ],
}
CASES = [(name, *case) for name, held in BROKEN.items() for case in held]


def test_there_are_enough_broken_texts() -> None:
    assert len(CASES) >= 40


@pytest.mark.parametrize(("name", "text", "message", "line", "column", "expected"), CASES)
def test_a_broken_text_gives_its_one_error(
    name: str, text: str, message: str, line: int, column: int, expected: str
) -> None:
    with pytest.raises(NotationError) as caught:
        read_page(text, notation=name)
    error = caught.value
    assert (error.message, error.line, error.column, error.expected) == (message, line, column, expected)


# --- positions

MARKED = (
    "skyscrapers\n  . . . .\n. . . . . .\n4 . . . . .\n. . . . . 3\n. . . . . .\n  . 1 3 .\n{}:\n{} . . .\n"
    + ". . . .\n" * 3
)


@pytest.mark.parametrize("notation", ["plain", "json", "savefile", "pzprv3", "penpa"])
def test_a_position_from_any_notation_holds(notation: str, tmp_path: Path) -> None:
    entered = Page(ADDRESSES[SEED], position({"r1c1": "1"}, {"r1c2": "1"}))
    file = tmp_path / "position"
    file.write_text(write_page(entered, notation))
    for arguments in ((SEED, "--from", "puzzlink", "--position", str(file)), (str(file),)):
        found = run("solve", *arguments)
        assert (found.exit_code, found.stdout) == (1, "")
        assert run("count", *arguments).stdout == "0 answers\n"
        assert "entry_r1c1" in run("model", *arguments).stdout
        assert run("draw", *arguments).exit_code == 0
        checked = run("check", *arguments)
        assert (checked.exit_code, "no rule is broken" in checked.stdout) == (1, True)


@pytest.mark.parametrize(
    ("block", "mark", "answers", "message"),
    [
        ("excluded", "{1}", 1, "no rule is broken so far"),
        ("excluded", "{2}", 0, "r1c1 is marked as not 2, and the only answer has 2 there"),
        ("excluded", "{1234}", 0, "every value of r1c1 is marked as not there"),
        ("pencil", "{1}", 1, "no rule is broken so far"),
    ],
)
def test_marks_hold_and_pencil_marks_do_not(block: str, mark: str, answers: int, message: str, tmp_path: Path) -> None:
    file = tmp_path / "page.txt"
    file.write_text(MARKED.format(block, mark))
    assert run("count", str(file)).stdout.split()[0] == str(answers)
    checked = run("check", str(file))
    assert message in checked.stdout
    assert checked.exit_code == (0 if answers else 1)


def test_a_mark_against_an_entry_is_named_with_it(tmp_path: Path) -> None:
    page = read_page(MARKED.format("excluded", "{2}") + "entries:\n2 . . .\n" + ". . . .\n" * 3)
    found = puzzle(page.sheet)
    assert [(fault.reason.name, fault.value) for fault in found.clash(page.position)] == [("mark_r1c1_2", "2")]
    answer = solve(found, position=page.position)
    assert answer.verdict is Verdict.NONE
    assert [reason.name for reason in answer.reasons] == ["mark_r1c1_2", "entry_r1c1"]


@pytest.mark.parametrize("engine", ["2sat", "sat"])
def test_marks_on_shooters_turn_them(engine: str) -> None:
    page = read_page("beams\n+.\n.+\nexcluded:\n{-} .\n. .\n")
    answer = solve(puzzle(page.sheet), engine=engine, position=page.position)
    assert answer.cells == Cells.of(["|.", ".|"])
    both = Position(excluded={Cell(0, 0): frozenset("-|")})
    assert solve(puzzle(page.sheet), engine=engine, position=both).verdict is Verdict.NONE


@settings(deadline=None, max_examples=20)
@given(
    marks=st.dictionaries(st.builds(Cell, st.integers(0, 3), st.integers(0, 3)), st.frozensets(st.sampled_from("1234")))
)
def test_marks_are_overruled_exactly_where_the_only_answer_is_marked(marks: dict[Cell, frozenset[str]]) -> None:
    found = puzzle(ADDRESSES[SEED])
    answer = Cells.of(ANSWER)
    wrong = [cell for cell in sorted(marks) if answer[cell] in marks[cell]]
    assert [fault.cells for fault in overruled(found, Position(excluded=marks))] == [(cell,) for cell in wrong]
    verdict = solve(found, position=Position(excluded=marks)).verdict
    assert verdict is (Verdict.NONE if wrong else Verdict.ONE)


def test_a_mark_that_the_puzzle_does_not_use_is_refused() -> None:
    for strange in (Position(excluded={Cell(0, 0): frozenset("9")}), Position(pencil={Cell(9, 0): frozenset("1")})):
        with pytest.raises(EyelineError, match=r"r1c1 is marked with 9, expected|r10c1 lies outside"):
            solve(puzzle(ADDRESSES[SEED]), position=strange)


# --- the order of a list


#: All clues of the city with the answer above, clockwise; in the other orders they leave no answer or several.
LIST = "2 4 1 2 2 1 3 3 3 3 1 2 2 1 4 2"


@pytest.mark.parametrize("verb", ["solve", "count", "check", "model", "draw"])
def test_the_one_order_with_one_answer_is_said(verb: str) -> None:
    found = run(verb, LIST)
    assert found.exit_code == 2
    assert "fits several orders: tblr, clockwise, lrtb, ltrb; only with --order clockwise has it" in found.stderr
    assert run("solve", LIST, "--order", "clockwise").exit_code == 0


def test_the_record_says_the_order_too() -> None:
    (record,) = (json.loads(line) for line in run("solve", "--json", LIST).stdout.splitlines())
    assert record["error"]["code"] == "ambiguous"
    assert record["error"]["message"].endswith("only with --order clockwise has it exactly one answer")


def test_settling_an_order_keeps_its_limits() -> None:
    with pytest.raises(AmbiguousOrder) as caught:
        read_page(LIST)
    assert settle(caught.value) == ("clockwise",)
    assert settle(caught.value, limits=Limits(seconds=0)) == ()
