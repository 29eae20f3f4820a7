"""Laws of the notations: what is written is read again, what is cut is still an error, what cannot be held is named."""

from __future__ import annotations

import json
import pickle
import random
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shared
from eyeline.errors import AmbiguousOrder, CannotHold, EyelineError, NotationError, UnknownName, UnreadableInput
from eyeline.formats import (
    FORMATS,
    POSSIBLE,
    Claim,
    Piece,
    Result,
    claims,
    decode,
    features,
    format_named,
    page_schema,
    read_page,
    read_piece,
    sniff,
    split,
    write_page,
)
from eyeline.grid import Cell
from eyeline.sheet import Cells, Clues, Notes, Page, Position, Sheet, Totals
from strategies import KINDS, pages, sheets

T = TypeVar("T")
VALIDATOR = jsonschema.Draft202012Validator(page_schema())
PAIRS = [(kind, name) for name, notation in FORMATS.items() for kind in KINDS if kind in notation.kinds]
ANSWERING = [(kind, name) for kind, name in PAIRS if FORMATS[name].answers]
EXAMPLES = [(name, notation.example) for name, notation in FORMATS.items()]


def any_page() -> st.SearchStrategy[Page]:
    return st.sampled_from(KINDS).flatmap(pages)


def outcome(action: Callable[[], T]) -> T | EyelineError:
    """What an action returns, or the error of ours that it raises."""
    try:
        return action()
    except EyelineError as error:
        return error


def read_or_error(piece: Piece) -> Page | EyelineError:
    return outcome(lambda: read_piece(piece))


def told(piece: Piece) -> str:
    """The kind of a piece's page, or where and what its error is."""
    found = read_or_error(piece)
    if isinstance(found, NotationError):
        return f"{found.line}:{found.column} {found.message}"
    assert isinstance(found, Page)
    return found.sheet.kind


def filled(sheet: Sheet) -> Cells:
    """Some filling of a sheet: what is asked of it is only that it is written and read."""
    blank, value = {"skyscrapers": (".", "2"), "haunted": (".", "V"), "beams": ("+", "|")}[sheet.kind]
    return Cells.flat(sheet.rows, sheet.cols, [value if t == blank else t for t in sheet.cells.row_major()])


# --- writing and reading


@pytest.mark.parametrize(("kind", "name"), PAIRS)
@settings(deadline=None, max_examples=80)
@given(data=st.data())
def test_reading_what_was_written_gives_the_same_page(kind: str, name: str, data: st.DataObject) -> None:
    page = data.draw(pages(kind, FORMATS[name].holds[kind]))
    text = write_page(page, name)
    assert text.endswith("\n")
    assert read_page(text, notation=name, order="tblr") == page


@pytest.mark.parametrize(("kind", "name"), PAIRS)
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_the_notation_of_what_was_written_is_seen_without_being_named(
    kind: str, name: str, data: st.DataObject
) -> None:
    page = data.draw(pages(kind, FORMATS[name].holds[kind]))
    text = write_page(page, name)
    if re.search("[1-9]", text):  # A list of nothing but blanks is no mark of anything.
        assert sniff(text).name == name


@pytest.mark.parametrize(("kind", "name"), PAIRS)
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_pages_joined_are_cut_apart_again(kind: str, name: str, data: st.DataObject) -> None:
    held = data.draw(st.lists(pages(kind, FORMATS[name].holds[kind]), min_size=1, max_size=4))
    text = "".join(FORMATS[name].join(write_page(page, name) for page in held))
    pieces = list(split(text, name))
    assert [read_piece(piece, "tblr") for piece in pieces] == held
    lines = text.split("\n")
    assert all(piece.text.split("\n")[0] in lines[piece.line - 1] for piece in pieces)


@pytest.mark.parametrize("name", FORMATS)
@settings(deadline=None, max_examples=80)
@given(page=any_page())
def test_what_a_notation_cannot_hold_is_named_and_nothing_else(name: str, page: Page) -> None:
    kind, holds = page.sheet.kind, FORMATS[name].holds
    lacking = [feature for feature in features(page) if feature not in holds.get(kind, ())]
    written = outcome(lambda: write_page(page, name))
    if isinstance(written, str):
        assert not lacking
        assert read_page(written, notation=name, order="tblr") == page
        return
    assert isinstance(written, CannotHold)
    assert str(written).startswith(f"{name} cannot hold ")
    named = str(written).removeprefix(f"{name} cannot hold ").split(", ")
    if kind not in holds:
        assert named == [f"the kind {kind}"]
    else:
        assert [feature for feature in named if feature in POSSIBLE[kind]] == lacking
        assert lacking or "totals that do not add up to the free cells" in named


@pytest.mark.parametrize("kind", KINDS)
def test_the_strategies_reach_every_feature(kind: str) -> None:
    seen: set[str] = set()

    @settings(deadline=None, max_examples=120, database=None, derandomize=True)
    @given(page=pages(kind))
    def collect(page: Page) -> None:
        found = set(features(page))
        assert found <= POSSIBLE[kind]
        seen.update(found)

    collect()
    assert seen == POSSIBLE[kind]


@settings(deadline=None, max_examples=100)
@given(page=any_page(), data=st.data())
def test_a_plain_page_survives_the_ways_people_type(page: Page, data: st.DataObject) -> None:
    text = write_page(page, "plain")
    wide = str.maketrans({chr(c): chr(c + 0xFEE0) for c in range(0x21, 0x7F)})
    variant = data.draw(
        st.sampled_from(
            [
                text.replace("\n", "\r\n"),
                text.replace("\n", "\r"),
                "\ufeff" + text,
                "\n\n" + text.replace(" ", "\t"),
                text.replace(" ", "\xa0"),
                text.replace("\n", "   \n"),
                text.replace("\n", "\n\n") if page.sheet.notes.regions is None else text,
                text.rstrip("\n"),
                "# a comment\n" + text,
                text.upper() if page.sheet.notes.regions is None else text,
                text.translate(wide).replace(" ", "\u3000") if page.sheet.notes.regions is None else text,
            ]
        )
    )
    assert read_page(variant) == page


def test_rows_may_be_written_together_and_boxes_apart() -> None:
    assert read_page("skyscrapers\n..21\n. 1.. . .\n2 .... .\n. 34.. 2\n. .... .\n....").sheet == Sheet(
        "skyscrapers",
        Cells.of(["1...", "....", "34..", "...."]),
        Clues((None, None, 2, 1), (None,) * 4, (None, 2, None, None), (None, None, 2, None)),
    )
    apart = "skyscrapers\n.. 21\n.   1. ..   .\n2   .. ..   .\n.   34 ..   2\n.   .. ..   .\n.. .."
    together = "skyscrapers\n..21\n. 1... .\n2 .... .\n. 34.. 2\n. .... .\n...."
    assert read_page(apart) == read_page(together)
    assert read_page("beams\n. + .\n+ / /") == read_page("beams\n.+.\n+//")


def test_marks_may_stand_in_the_printed_grid() -> None:
    page = read_page("haunted\n    1 2\n1   {G, V} .   .\n.   . {Z}   1\n    . .\n")
    assert page.position == Position(pencil={Cell(0, 0): frozenset("GV"), Cell(1, 1): frozenset("Z")})
    assert read_page("beams\n.{-|}\n#+").position == Position(pencil={Cell(0, 1): frozenset("-|")})
    assert read_page("beams\n.{-|}\n#+").sheet.cells == Cells.of([".+", "#+"])


def test_givens_and_entries_are_told_apart() -> None:
    page = read_page("skyscrapers\n    . .\n.   1 .   .\n.   . .   2\n    . .\nentries:\n. 2\n{12} .\n")
    assert page.sheet.cells == Cells.of(["1.", ".."])
    assert page.position == Position({Cell(0, 1): "2"}, {Cell(1, 0): frozenset("12")})


# --- exact ids and files


@pytest.mark.parametrize("name", shared.names("*/*.ids"))
def test_every_id_of_the_corpora_comes_back_letter_for_letter(name: str) -> None:
    for line in shared.lines(name):
        page = read_page(line)
        assert write_page(page, "tatham") == f"{line}\n"
        for other in ("plain", "json"):
            assert read_page(write_page(page, other)) == page


@pytest.mark.parametrize("name", shared.names("beaming/*.in"))
def test_code_jam_files_come_back_letter_for_letter(name: str) -> None:
    text = shared.corpus(name).read_text()
    answered = shared.corpus(name.replace(".in", ".ans")).read_text()
    read = [read_piece(piece) for piece in split(text)]
    assert all(set(page.sheet.cells.tokens) <= set("./\\#+") for page in read)
    notation = format_named("codejam")
    written = "".join(notation.join(map(notation.write, read)))
    assert written.split() == text.replace("|", "-").split()
    given_answers = list(claims(answered))
    assert [claim.number for claim in given_answers] == list(range(1, len(read) + 1))
    assert notation.answers
    results = [Result(page, claim.cells) for page, claim in zip(read, given_answers, strict=True)]
    assert "".join(notation.answers(results)).split() == answered.split()


TOWERS = {
    "1:///": "1:///",
    "2:1/2/2/1/1/2/2/1": "2:1/2/2/1/1/2/2/1",
    "2du:1/2/2/1////": "2:1/2/2/1////",
    "2:///////,a1_2a": "2:///////,a1_2a",
    "2:///////,_a_1_2__a_": "2:///////,a1_2a",
    "2:///////,aa1a": "2:///////,b1a",
    "2:///////,d": "2:///////",
    "2:12/2/////07/": "2:12/2/////7/",
    "11:" + "/" * 43 + "," + "z" * 4 + "q": "11:" + "/" * 43,
    "11:" + "/" * 43 + ",11_10zzzzo": "11:" + "/" * 43 + ",11_10zzzzo",
}
UNDEAD = {
    "1x1:1,0,0,a,1,1,1,1": "1x1:1,0,0,a,1,1,1,1",
    "2x1:0,1,0,LV,,0,-,4,5,6": "2x1:0,1,0,LV,0,0,-,4,5,6",
    "2x1det:": None,
    "2x1de:,,1,aR,1,2,3,4,5,6": "2x1:0,0,1,aR,1,2,3,4,5,6",
    "2x1:0,0,2,aa,1,2,3,4,5,6": "2x1:0,0,2,b,1,2,3,4,5,6",
}


@pytest.mark.parametrize(("text", "canonical"), [*TOWERS.items(), *UNDEAD.items()])
def test_ids_are_read_as_the_game_reads_them(text: str, canonical: str | None) -> None:
    if canonical is None:
        with pytest.raises(NotationError):
            read_page(text)
    else:
        assert write_page(read_page(text), "tatham") == f"{canonical}\n"


def test_the_clues_of_an_id_stand_where_the_game_puts_them() -> None:
    towers = read_page("3:1/2/3/4/5/6/7/8/9/10/11/12").sheet
    assert towers.clues == Clues((1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12))
    undead = read_page("3x2:3,2,1,f,1,2,3,4,5,6,7,8,9,10").sheet
    assert undead.clues == Clues((1, 2, 3), (8, 7, 6), (10, 9), (4, 5))
    assert undead.notes == Notes(totals=Totals(ghosts=3, vampires=2, zombies=1))
    assert read_page("2x2:1,1,0,LaRG,0,0,0,0,0,0,0,0").sheet.cells == Cells.of(["\\.", "/G"])


def test_towers_and_undead_may_share_a_file_and_a_bad_line_is_its_own_error() -> None:
    text = (
        "# ids\n\n2:1/2/2/1/1/2/2/1\r\n  1x1:0,1,0,a,1,1,1,1  \n2:1/2\nhello\n4 3 2 1 1 2 2 2 4 3 2 1 1 2 2 2\n1:///\n"
    )
    pieces = list(split(text))
    assert [(piece.line, piece.column) for piece in pieces] == [(3, 1), (4, 3), (5, 1), (6, 1), (7, 1), (8, 1)]
    assert [told(piece) for piece in pieces] == [
        "skyscrapers",
        "haunted",
        "5:6 2 clues",
        "6:1 'hello' has the marks of no notation",
        "7:1 a list of 16 clues fits several orders: tblr, clockwise, lrtb, ltrb",
        "skyscrapers",
    ]


# --- clue lists

NUMBERS = "4 3 2 1 1 2 2 2 0 3 2 1 1 2 2 2"
LISTS = [
    "4,3,2,1,1,2,2,2,0,3,2,1,1,2,2,2",
    "4, 3, 2, 1; 1, 2, 2, 2; -, 3, 2, 1; 1, 2, 2, 2",
    "4/3/2/1/1/2/2/2/0/3/2/1/1/2/2/2",
    '"4 3 2 1 1 2 2 2 . 3 2 1 1 2 2 2"',
    "[4, 3, 2, 1, 1, 2, 2, 2, null, 3, 2, 1, 1, 2, 2, 2]",
    "[[4,3,2,1],[1,2,2,2],[None,3,2,1],[1,2,2,2]]",
    "(4 3 2 1) (1 2 2 2) (_ 3 2 1) (1 2 2 2)",
    "{4,3,2,1, 1,2,2,2, ?,3,2,1, 1,2,2,2}",
    "'4','3','2','1','1','2','2','2','0','3','2','1','1','2','2','2'",
    "4 3 2 1\n1 2 2 2\n0 3 2 1\n1 2 2 2",
    "[[4, 3, 2, 1],\n [1, 2, 2, 2],\n [0, 3, 2, 1],\n [1, 2, 2, 2]]",
    "４ ３ ２ １ １ ２ ２ ２ ０ ３ ２ １ １ ２ ２ ２",
    "4\t3\t2\t1\t1\t2\t2\t2\t0\t3\t2\t1\t1\t2\t2\t2",
]


@pytest.mark.parametrize("text", LISTS)
def test_a_list_may_be_typed_in_many_ways(text: str) -> None:
    assert read_page(text, order="tblr") == read_page(NUMBERS, order="tblr")
    assert sniff(text).name == "cluelist"


ORDERED = {
    "tblr": Clues((1, 2), (3, 4), (5, 6), (7, 8)),
    "lrtb": Clues((5, 6), (7, 8), (1, 2), (3, 4)),
    "ltrb": Clues((3, 4), (7, 8), (1, 2), (5, 6)),
    "clockwise": Clues((1, 2), (6, 5), (8, 7), (3, 4)),
    "rblt": Clues((7, 8), (3, 4), (5, 6), (1, 2)),
    "TBLR": Clues((1, 2), (3, 4), (5, 6), (7, 8)),
}


@pytest.mark.parametrize("order", ORDERED)
def test_the_order_of_a_list_is_kept(order: str) -> None:
    page = read_page("1 2 3 4 5 6 7 8", order=order)
    assert page.sheet.clues == ORDERED[order]
    assert write_page(page, "cluelist", order) == "1 2 3 4 5 6 7 8\n"


def test_a_list_that_fits_several_orders_is_refused_with_what_each_gives() -> None:
    with pytest.raises(AmbiguousOrder) as caught:
        read_page("\n 1 2 3 4 5 6 7 8")
    error = caught.value
    assert (error.line, error.column, error.code) == (2, 2, "ambiguous")
    assert {order: page.sheet.clues for order, page in error.pages.items()} == {
        order: ORDERED[order] for order in ("tblr", "clockwise", "lrtb", "ltrb")
    }
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert (copy.message, copy.pages, copy.source) == (error.message, error.pages, error.source)


def test_a_list_that_comes_out_the_same_in_every_order_is_read() -> None:
    assert read_page("2 2 2 2 2 2 2 2").sheet.clues == Clues((2, 2), (2, 2), (2, 2), (2, 2))
    assert read_page("1 1 1 1").sheet.clues == Clues((1,), (1,), (1,), (1,))


def test_four_short_lines_are_one_list_and_longer_ones_are_four() -> None:
    assert len(list(split("1 2 1\n2 2 1\n3 2 1\n1 2 2"))) == 1
    assert len(list(split("4 3 2 1\n1 2 2 2\n4 3 2 1\n1 2 2 2"))) == 1
    assert len(list(split("1 1 1 1\n1 1 1 1\n1 1 1 1\n1 1 1 1"))) == 4
    assert len(list(split("\n".join([NUMBERS] * 4)))) == 4
    assert [piece.line for piece in split("1 2 1\n2 2 1\n3 2 1\n1 2 2\n\n# b\n1 2 1\n2 2 1\n3 2 1\n1 2 2")] == [1, 7]


@pytest.mark.parametrize("order", ["", "tbl", "tblrr", "tblx", "spiral"])
def test_an_order_there_is_none_of_is_refused(order: str) -> None:
    if order:
        with pytest.raises(UnknownName, match="clockwise, and any order of the letters t b l r"):
            read_page(NUMBERS, order=order)
    with pytest.raises(UnknownName):
        write_page(read_page(NUMBERS, order="tblr"), "cluelist", order or "-")


# --- JSON


def test_the_schema_is_sound() -> None:
    jsonschema.Draft202012Validator.check_schema(page_schema())


@settings(deadline=None, max_examples=80)
@given(page=any_page())
def test_every_page_written_as_json_satisfies_the_schema(page: Page) -> None:
    text = write_page(page, "json")
    assert text.count("\n") == 1
    document = json.loads(text)
    VALIDATOR.validate(document)
    assert (document["rows"], document["cols"]) == (page.sheet.rows, page.sheet.cols)


WRONG: list[Any] = [None, True, -1, 1.5, 10**12, "x", "", [], {}, [[]], {"a": 1}, ["."], [[9, 9]], "sum"]


def spoiled(document: Any, choice: random.Random) -> Any:
    """The document with one of its values, at any depth, replaced, dropped or repeated."""
    spots: list[tuple[Any, Any]] = []

    def visit(value: Any) -> None:
        if isinstance(value, dict | list):
            for key in list(value) if isinstance(value, dict) else range(len(value)):
                spots.append((value, key))
                visit(value[key])

    visit(document)
    holder, key = choice.choice(spots)
    match choice.randrange(3):
        case 0:
            holder[key] = choice.choice(WRONG)
        case 1:
            del holder[key]
        case _ if isinstance(holder, list):
            holder.append(choice.choice(WRONG))
        case _:
            holder[choice.choice(["x", "kind", "rows", "clues", "same"])] = choice.choice(WRONG)
    return document


@settings(deadline=None, max_examples=200)
@given(page=any_page(), choice=st.randoms(use_true_random=False))
def test_what_does_not_satisfy_the_schema_is_refused_at_its_place(page: Page, choice: random.Random) -> None:
    document = spoiled(json.loads(write_page(page, "json")), choice)
    text = json.dumps(document, indent=choice.choice([None, 1]))
    valid = VALIDATOR.is_valid(document)
    found = outcome(lambda: read_page(text, notation="json"))
    if isinstance(found, EyelineError):
        check(found, text)
    else:
        assert valid


def test_json_may_be_lines_an_array_or_spread_out_and_a_bad_one_is_its_own_error() -> None:
    room = '{"kind": "beams", "cells": [".+"]}'
    spread = json.dumps(json.loads(room), indent=2)
    for text, starts in {
        f"{room}\n{room}\n": [(1, 1), (2, 1)],
        f"[{room}, {room}]": [(1, 2), (1, len(room) + 4)],
        f"# two\n\n{spread}\n{spread}": [(3, 1), (9, 1)],
        f"[\n  {room},\n  {room}\n]\n": [(2, 3), (3, 3)],
    }.items():
        pieces = list(split(text))
        assert [(piece.line, piece.column) for piece in pieces] == starts
        assert len({read_piece(piece) for piece in pieces}) == 1
    broken = f'{room}\n{{"kind": "be\n{room}\nnonsense\n{{"kind": 3}}\n{room}'
    found = [told(piece) for piece in split(broken)]
    assert found == [
        "beams",
        "2:10 not JSON: Unterminated string starting at",
        "beams",
        "4:1 not JSON: Expecting value",
        "5:1 the key cells is missing",
        "beams",
    ]
    inside = f"[\n {room},\n {{3}},\n {room}\n] x"
    assert [told(piece) for piece in split(inside)] == [
        "beams",
        "3:3 not JSON: Expecting property name enclosed in double quotes",
        "beams",
        "5:3 text after the array",
    ]


def test_json_rows_may_be_strings_numbers_and_nulls() -> None:
    rows = '{"kind": "skyscrapers", "cells": ["1.", [null, 2]], "clues": {"top": [1, null]}}'
    assert read_page(rows).sheet == Sheet(
        "skyscrapers", Cells.of(["1.", ".2"]), Clues((1, None), (None, None), (None, None), (None, None))
    )


# --- Code Jam


def test_a_bad_case_does_not_spoil_the_next() -> None:
    text = "5\n1 3\n-.-\n2 2\n-.\n2 2\n-.\n#x\n3 x\n.\n1 1\n-\n"
    assert [told(piece) for piece in split(text)] == [
        "beams",
        "5:3 1 row",
        "8:2 'x' in a room",
        "9:1 '3 x' where the size belongs",
        "beams",
    ]


def test_another_number_of_cases_than_promised_is_an_error_of_its_own() -> None:
    assert [told(piece) for piece in split("3\n1 1\n-\n1 1\n.\n")] == ["beams", "beams", "1:1 2 cases"]
    assert [told(piece) for piece in split("1\n1 1\n-\n1 1\n.\n")] == ["beams", "4:1 case 2 of 1"]
    assert [told(piece) for piece in split("0\n1 1\n-\n")] == ["2:1 case 1 of 0"]
    assert [told(piece) for piece in split("2\n", "codejam")] == ["1:1 0 cases"]


def test_a_large_room_is_read_and_written_in_little_time_and_space() -> None:
    side = 2000
    choice = random.Random(5)
    text = f"1\n{side} {side}\n" + "".join("".join(choice.choices("...#/\\-|", k=side)) + "\n" for _ in range(side))
    started = time.process_time()
    page = read_page(text)
    assert len(page.sheet.cells.codes) == side * side
    assert write_page(page, "codejam") == text.replace("|", "-")
    assert read_page(write_page(page, "plain")) == page
    # Two milliseconds a row of 2,000 cells would be one microsecond a cell: Python per cell takes several times that.
    assert time.process_time() - started < 4


# --- pieces


def test_plain_pages_are_cut_at_kinds_and_at_strange_words_after_a_blank_line() -> None:
    text = "# two\nbeams\n.+\n\nbeems\n.+\nbeams\n.x\n\nhaunted\n\ntotals: G=1\n\n  1\n\n1 . 1\n  1\nbeams\n+\n"
    assert [told(piece) for piece in split(text, "plain")] == [
        "beams",
        "5:1 'beems' is no kind",
        "8:2 'x' is no cell",
        "haunted",
        "beams",
    ]


def test_read_page_wants_exactly_one() -> None:
    for text, message, line in [
        ("beams\n.\n\nbeams\n+\n", "a second puzzle", 4),
        ("2:1/2/2/1/1/2/2/1\n1:///", "a second puzzle", 2),
        ("", "there is no puzzle in the text", 1),
    ]:
        with pytest.raises(NotationError) as caught:
            read_page(text)
        assert (caught.value.message, caught.value.line) == (message, line)


def test_a_notation_there_is_none_of_lists_those_there_are() -> None:
    for use in (
        lambda: read_page("", notation="tathm"),
        lambda: write_page(read_page("1:///"), "x"),
        lambda: claims("", "y"),
    ):
        with pytest.raises(UnknownName, match=f"there is {', '.join(FORMATS)}$"):
            use()


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_the_example_of_a_notation_is_one(name: str, example: str) -> None:
    assert sniff(example).name == name
    page = read_page(example, order="tblr")
    assert write_page(page, name) == example
    for other, text in EXAMPLES:
        assert FORMATS[name].sniff(text) == (other == name)


# --- texts cut short


def cut_texts() -> Iterator[tuple[str, str]]:
    yield from EXAMPLES
    notes = "skyscrapers\nparks: 1\nregions:\nab\nab\n"
    yield "plain", f"{notes}  1 2\n1 12 .\n. .. 3\n  . .\nentries:\n. 2\n{{12}} .\nexcluded:\n. .\n{{1}} .\n"
    yield "plain", "haunted\ntotals: G=1\nsame: r1c1 r1c2\n 1 2\n1 \\ V 2\n 1 1\n\nbeams\n.+\n#{-|}\n"
    yield (
        "json",
        (
            '[{"kind": "haunted", "rows": 1, "cols": 2, "clues": {"top": [1, null], "left": [0]}, '
            '"cells": [["/", "V"]], "notes": {"totals": {"G": 1}, "same": [[[0, 0], [0, 1]]]}, '
            '"position": {"entries": [{"cell": [0, 1], "value": "G"}], '
            '"pencil": [{"cell": [0, 0], "values": ["V", "Z"]}]}, "answer": null}]'
        ),
    )
    yield "tatham", "2x2det:1,1,0,LaRG,-,,0,0,0,0,0,0\n3dx:1///////////,a3_2f\n"
    yield "codejam", "2\n1 3\n-.-\n2 2\n-.\n#|\n"
    yield "cluelist", "[1, 2,\t3; 4] null 6 7 8\n1 2 1\n2 2 1\n3 2 1\n1 2 2\n"


@pytest.mark.parametrize(("name", "text"), list(cut_texts()))
def test_a_text_cut_anywhere_raises_nothing_but_errors_of_the_tree(name: str, text: str) -> None:
    for end in range(len(text) + 1):
        for notation in (None, name):
            read_all(text[:end], notation)
        read_all(text[end:], name)
        read_all(text[:end] + "\0" + text[end:], name)
        read_all(text[:end] + text[end + 1 :], name)
        for claim in (*claims(text[:end]), *claims(text[:end], name if FORMATS[name].claims else None)):
            assert claim.cells is None or claim.cells.grid.size


def read_all(text: str, notation: str | None) -> None:
    pieces = outcome(lambda: list(split(text, notation)))
    if isinstance(pieces, EyelineError):
        check(pieces, text)
        return
    for piece in pieces:
        assert piece.text in text
        found = read_or_error(piece)
        if isinstance(found, EyelineError):
            check(found, text)


def check(error: EyelineError, text: str) -> None:
    """An error has a message of one line, and a place that is in the text, with that line of it."""
    assert isinstance(error, NotationError)
    assert error.message
    assert "\n" not in error.message
    assert error.expected
    assert error.line is not None
    assert error.column is not None
    line = text.split("\n")[error.line - 1]
    assert 1 <= error.column <= len(line) + 1
    assert error.source is not None
    assert line[error.shift :].startswith(error.source)
    shown, caret = error.picture().split("\n")
    assert len(caret) <= len(shown) + 1


@settings(deadline=None, max_examples=300)
@given(
    text=st.text() | st.text('0123456789x:/,.-+|#\\{}[]"\nVGZabcRL skyunted'), name=st.sampled_from([None, *FORMATS])
)
def test_no_text_at_all_raises_anything_else(text: str, name: str | None) -> None:
    pieces = outcome(lambda: list(split(text, name)))
    for found in [pieces] if isinstance(pieces, EyelineError) else map(read_or_error, pieces):
        assert not isinstance(found, EyelineError) or found.record()["message"]
    for claim in claims(text):
        assert claim.error is None or claim.cells is None


LONG = 10_000_000
LONG_LINES = [
    (None, "", "x"),
    (None, "", "1 "),
    (None, "", "５"),
    ("plain", "", "1 "),
    ("plain", "skyscrapers\n", "1 "),
    ("plain", "haunted\ntotals: ", "G=1 "),
    ("plain", "beams\n", "x"),
    ("plain", "beams\n", "{-}"),
    ("json", "", "["),
    ("json", "", '{"a": '),
    ("json", '{"kind": "skyscrapers", "cells": ["', "1"),
    ("tatham", "", "7"),
    ("tatham", "5:", "/"),
    ("tatham", "2:///////,", "1_"),
    ("tatham", "2x2:1,1,1,", "a"),
    ("tatham", "2x2:4,0,0,d,", "1,"),
    ("codejam", "", "1 "),
    ("codejam", "1\n1 1\n", "."),
    ("cluelist", "", "1 "),
    ("cluelist", "", "7"),
]


@pytest.mark.parametrize(("name", "head", "unit"), LONG_LINES)
def test_a_line_of_ten_million_characters_is_answered_at_once(name: str | None, head: str, unit: str) -> None:
    text = head + unit * (LONG // len(unit))
    started = time.process_time()
    with pytest.raises(NotationError) as caught:
        read_page(text, notation=name)
    # Two seconds of work: whatever made a word of each part in Python would take several times that.
    assert time.process_time() - started < 2
    assert len(caught.value.message) < 120
    assert len(caught.value.source or "") <= 400


# --- answers


@pytest.mark.parametrize(("kind", "name"), ANSWERING)
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_answers_that_were_written_are_read_as_claims(kind: str, name: str, data: st.DataObject) -> None:
    notation = FORMATS[name]
    held = data.draw(st.lists(sheets(kind, notation.holds[kind]), min_size=1, max_size=3))
    answered = [filled(sheet) if data.draw(st.booleans()) else None for sheet in held]
    assert notation.answers
    text = "".join(notation.answers(Result(Page(sheet), cells) for sheet, cells in zip(held, answered, strict=True)))
    found = list(claims(text))
    assert [claim.error for claim in found] == [None] * len(held)
    assert [claim.cells for claim in found] == answered


def test_code_jam_answers_keep_the_numbers_of_their_cases() -> None:
    page = read_page("1\n1 1\n-\n")
    results = [Result(page, page.sheet.cells, 2), Result(page, None), Result(page, None, 7)]
    answers = format_named("codejam").answers
    assert answers
    assert "".join(answers(results)) == "Case #2: POSSIBLE\n+\nCase #3: IMPOSSIBLE\nCase #7: IMPOSSIBLE\n"


CLAIMS: dict[str, list[str | None]] = {
    "12\n21\n\nnone\n1 2\n2 1\nIMPOSSIBLE\n": ["12/21", None, "12/21", None],
    "1, 2\n2, 1\n": ["12/21"],
    "v z\n/ g\n": ["VZ//G"],
    "#.\n.|\n\n+": ["#./.|", "+"],
    "010 2\n2 10\n": ["10 2/2 10"],
    "1 2\n2\n\n12\n21\n": ["2: 1 cell in row 2", "12/21"],
    "beams\n.+\n\nentries:\n.-\n\nbeams\n.|": [".-", ".|"],
    "beams\n.x\n\nnone": ["2: 'x' is no cell", None],
    '{"answer": [["1", "2"], ["2", "1"]]}\n{"answer": ["12", "21"]}\n{"answer": null, "verdict": "none"}': [
        "12/21",
        "12/21",
        None,
    ],
    '[[1, 2], [2, 1]]\nnull\n["1 2", "2 1"]\n': ["12/21", None, "12/21"],
    "[[[1, 2], [2, 1]], null]": ["12/21", None],
    '{"verdict": "maybe"}\n{"x": 1}\n{"answer": 3}\n{"answer": [[1], [2, 3]]}\n{"answer": [[true]]}\n'
    '{"answer": []}\n{': [
        "1: 'maybe' is no verdict",
        "2: an object without answer and verdict",
        "3: 3 where an array belongs",
        "4: 2 cells in row 2",
        "5: true is no token",
        "6: a grid without cells",
        "7: the JSON ends too early",
    ],
    '{"answer": null, "verdict": null, "error": {"code": "notation"}}': ["1: a record of an error, not of an answer"],
    "Case #2: possible\n-.\n.-\n\nCase #1: IMPOSSIBLE\n": ["2 -./.-", None],
    "Case #1: POSSIBLE\nCase #2: IMPOSSIBLE\n.\nCase 3\nCase #4: POSSIBLE\n-.\n-": [
        "1: POSSIBLE without a grid",
        "3: a grid below IMPOSSIBLE",
        "4: 'Case 3' is no case",
        "7: 1 cell in row 2",
    ],
    "2:///////,1_2_2_1\nnone\n2:///////,1_2_2\n": ["12/21", None, "3: 3 cells"],
    "": [],
    "\n \n": [],
}


@pytest.mark.parametrize("text", CLAIMS)
def test_answers_of_others_are_read_in_many_forms(text: str) -> None:
    assert [claimed(claim) for claim in claims(text)] == CLAIMS[text]


def claimed(claim: Claim) -> str | None:
    """A claim in short: its number above 1, its rows with slashes between them; or its error."""
    if claim.error:
        assert claim.cells is None
        return f"{claim.error.line}: {claim.error.message}"
    if claim.cells is None:
        return None
    gap = " " if any(len(token) > 1 for token in claim.cells.tokens) else ""
    number = f"{claim.number} " if claim.number and claim.number > 1 else ""
    return number + "/".join(gap.join(row) for row in claim.cells)


def test_claims_keep_their_lines_and_verdicts() -> None:
    assert [claim.line for claim in claims("\n12\n21\n\n\nnone\n1\n")] == [2, 6, 7]
    record = '{"verdict": "unknown", "answer": null}\n{"verdict": "many", "answer": ["1"]}\n'
    assert [(claim.verdict, claim.cells is None) for claim in claims(record)] == [("unknown", True), ("many", False)]
    with pytest.raises(CannotHold, match="cluelist has no form for answers"):
        claims("1", "cluelist")


# --- bytes


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_bytes_are_decoded_by_their_mark(encoding: str) -> None:
    text = "beams\n.＋é\n"
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
    assert decode(mark + text.encode(encoding)) == text


UNREADABLE = {
    "skyscrapers\n# \xe9\n".encode("latin-1"): (
        "not UTF-8 text: byte 0xE9 at line 2, column 3; expected UTF-8, or UTF-16 with a byte order mark"
    ),
    "beams".encode("utf-16-le"): (
        "binary data, not text: a NUL at place 2; expected UTF-8, or UTF-16 with a byte order mark"
    ),
    b"\x7fELF\x02\x01\0\0": (
        "binary data, not text: a NUL at place 7; expected UTF-8, or UTF-16 with a byte order mark"
    ),
    b"\x89PNG\r\n\x1a\n\0": (
        "not UTF-8 text: byte 0x89 at line 1, column 1; expected UTF-8, or UTF-16 with a byte order mark"
    ),
    b"\xff\xfe\x00\xd8": (
        "not UTF-16-LE text: byte 0x00 at line 1, column 1; expected UTF-8, or UTF-16 with a byte order mark"
    ),
}


@pytest.mark.parametrize("data", UNREADABLE)
def test_bytes_that_are_no_text_are_refused(data: bytes) -> None:
    with pytest.raises(UnreadableInput) as caught:
        decode(data)
    assert str(caught.value) == UNREADABLE[data]


def test_the_package_ships_its_schema() -> None:
    path = Path(__file__).parents[1] / "src" / "eyeline" / "schemas" / "page.json"
    assert json.loads(path.read_text(encoding="utf-8")) == page_schema()
