"""Broken texts, each with the one error that it must give: what, where, and what was expected there."""

from __future__ import annotations

import pytest

from eyeline.errors import NotationError
from eyeline.formats import read_page, read_piece, split

GRID = "    1 2\n1   . .   1\n.   . .   2\n    . .\n"
ANY = (
    "a puzzle in the notation plain, json, tatham, savefile, codejam, cluelist, gridtext, puzzlink, pzprv3, penpa "
    "or tungjson; "
    "name the notation where the text has no marks of its own"
)
SHAPE = "W:clues for Towers, or WxH:totals,grid,clues for Undead"
BLANK = "a number; 0 - . _ ? or null where there is none"
FRAME = "the top clues, a line for each row with its left and right clue, the bottom clues"
KEYS = "one of kind, rows, cols, clues, cells, notes, position, answer"

#: By notation, ``None`` = not named: text, message, line, column, what was expected.
BROKEN: dict[str | None, list[tuple[str, str, int, int, str]]] = {
    None: [
        ("", "there is no puzzle in the text", 1, 1, ANY),
        (" \n\t\n", "there is no puzzle in the text", 1, 1, ANY),
        ("# only a comment\n", "there is no puzzle in the text", 1, 1, ANY),
        ("hello", "'hello' has the marks of no notation", 1, 1, ANY),
        ("\u0000\u0001\u0002", "'\\x00\\x01\\x02' has the marks of no notation", 1, 1, ANY),
        ("    3 2 2\n. . . . .\n", "'3 2 2' has the marks of no notation", 1, 5, ANY),
        ("skyscraper\n1", "'skyscraper' has the marks of no notation", 1, 1, ANY),
        ("5;1/2", "'5;1/2' has the marks of no notation", 1, 1, ANY),
    ],
    "plain": [
        ("# x\n", "there is no puzzle in the text", 1, 1, "one puzzle"),
        ("towers\n", "'towers' is no kind", 1, 1, "skyscrapers, haunted or beams"),
        ("haunted\n", "the grid has 0 lines", 1, 1, FRAME),
        ("skyscrapers\n  1 2\n", "the grid has 1 line", 2, 1, FRAME),
        ("skyscrapers\nparks 1\n" + GRID, "'parks' without a colon", 2, 1, "parks: and its value"),
        (
            "haunted\ntitle: x\n" + GRID,
            "no note is called 'title'",
            2,
            1,
            "one of totals, same, parks, diagonals, boxes, clues, regions, entries, pencil, excluded",
        ),
        ("haunted\ntotals: G=1\ntotals: G=2\n" + GRID, "totals is said twice", 3, 1, "each note once"),
        ("haunted\ntotals:\n" + GRID, "totals without a value", 2, 8, "a value behind the colon"),
        ("haunted\ntotals: G=1 H=2\n" + GRID, "'H=2' is no total", 2, 13, "totals as G=2 V=2 Z=6"),
        ("haunted\ntotals: G=1 g=2\n" + GRID, "the total of G is said twice", 2, 13, "totals as G=2 V=2 Z=6"),
        ("haunted\ntotals: G=-1\n" + GRID, "'G=-1' is no total", 2, 9, "totals as G=2 V=2 Z=6"),
        ("haunted\nsame: r1c1 r3c1\n" + GRID, "r3c1 lies outside the grid", 2, 12, "r1c1 to r2c2"),
        ("haunted\nsame: r1c1 x\n" + GRID, "'x' is no cell", 2, 12, "cells as r1c3"),
        ("haunted\nsame: r0c1\n" + GRID, "r0c1 lies outside the grid", 2, 7, "r1c1 to r2c2"),
        ("skyscrapers\nparks: two\n" + GRID, "parks: 'two'", 2, 8, "a number"),
        ("skyscrapers\nparks: 1 2\n" + GRID, "'2' after the value of parks", 2, 10, "a number"),
        ("skyscrapers\ndiagonals: maybe\n" + GRID, "diagonals: 'maybe'", 2, 12, "yes or no"),
        ("skyscrapers\nboxes: 2\n" + GRID, "boxes: '2'", 2, 8, "rows and columns of a box, as 2x3"),
        ("skyscrapers\nclues: product\n" + GRID, "clues: 'product'", 2, 8, "count or sum"),
        ("skyscrapers\nregions: ab\n" + GRID, "'ab' on the line of regions:", 2, 10, "its rows on the lines below"),
        (
            "skyscrapers\nregions:\na a\nb b\nb\n" + GRID,
            "7 lines below regions:",
            9,
            1,
            "as many rows of regions as of the grid below them, with clues above and below",
        ),
        ("skyscrapers\nregions:\nab\nabc\n" + GRID, "1 token in row 2 of regions", 4, 4, "2, as the grid has columns"),
        ("skyscrapers\nregions:\n{a} b\na b\n" + GRID, "'{a}' is no name of a region", 3, 1, "letters or digits"),
        (
            "skyscrapers\nregions:\n",
            "0 lines below regions:",
            2,
            1,
            "as many rows of regions as of the grid below them, with clues above and below",
        ),
        (
            "skyscrapers\n    1 2\n1   . .   1\n.   . .\n    . .\n",
            "3 tokens in the line of row 2",
            4,
            8,
            "4: a left clue, 2 cells, a right clue",
        ),
        (
            "skyscrapers\n    1 2\n1   . . .   1\n.   . .   2\n    . .\n",
            "5 tokens in the line of row 1",
            3,
            13,
            "4: a left clue, 2 cells, a right clue",
        ),
        (
            "skyscrapers\n    1 2\n1   . .   1   1\n.   . .   2\n    . .\n",
            "5 tokens in the line of row 1",
            3,
            15,
            "4: a left clue, 2 cells, a right clue",
        ),
        (
            "skyscrapers\n    1 2\n1   . .   1\n.   . .   2\n    . . .\n",
            "3 bottom clues",
            5,
            9,
            "2, one for each column",
        ),
        (
            "skyscrapers\n    1 x\n1   . .   1\n.   . .   2\n    . .\n",
            "'x' is no clue",
            2,
            7,
            "a number, or . for no clue",
        ),
        (
            "skyscrapers\n    1 2\n-   . .   1\n.   . .   2\n    . .\n",
            "'-' is no clue",
            3,
            1,
            "a number, or . for no clue",
        ),
        (
            "skyscrapers\n    1 2\n1   . V   1\n.   . .   2\n    . .\n",
            "'V' is no cell",
            3,
            7,
            "a height or one of . / \\",
        ),
        (
            "skyscrapers\n    1 2\n1   . 1234567890   1\n.   . .   2\n    . .\n",
            "'1234567890' is no cell",
            3,
            7,
            "a height or one of . / \\",
        ),
        ("haunted\n    1 2\n1   . 1   1\n.   . .   2\n    . .\n", "'1' is no cell", 3, 7, "one of . / \\ V G Z"),
        ("skyscrapers\n    1 2\n1   . {15a}   1\n.   . .   2\n    . .\n", "'a' is no mark", 3, 7, "marks as {135}"),
        (
            "skyscrapers\n    1 2\n1   . {   1\n.   . .   2\n    . .\n",
            "a brace without its partner",
            3,
            7,
            "marks as {135}",
        ),
        ("skyscrapers\n" + GRID + "entries:\n. 1\n", "1 row of entries", 7, 1, "2, as the grid has"),
        (
            "skyscrapers\n" + GRID + "entries:\n. 1\n. 2 3\n",
            "3 tokens in row 2 of entries",
            8,
            5,
            "2, as the grid has columns",
        ),
        (
            "skyscrapers\n" + GRID + "entries:\n. 1\n. V\n",
            "'V' among entries",
            8,
            3,
            "a height, marks in braces, or . for nothing",
        ),
        ("skyscrapers\n" + GRID + "pencil:\n. 1\n. .\n", "'1' among pencil", 7, 3, "marks in braces, or . for nothing"),
        (
            "skyscrapers\n" + GRID + "pencil:\n. {1}\n. .\nentries:\n. {2}\n. .\n",
            "pencil marks for r1c2 twice",
            10,
            3,
            "marks once in a cell",
        ),
        ("skyscrapers\n" + GRID + "entries:\n", "0 rows of entries", 6, 1, "2, as the grid has"),
        ("beams\n", "the grid has 0 lines", 1, 1, "a line for each row"),
        ("beams\n.+.\n.-\n", "2 cells in row 2", 3, 3, "3, as in row 1"),
        ("beams\n.+.\n.-..\n", "4 cells in row 2", 3, 4, "3, as in row 1"),
        ("beams\n.+.\n.*.\n", "'*' is no cell", 3, 2, "one of . # / \\ + - |"),
        ("beams\n. + .\n. o .\n", "'o' is no cell", 3, 3, "one of . # / \\ + - |"),
        ("beams\n.{-}\n.{+}\n", "'+' is no mark", 3, 2, "marks as {-|}"),
        ("beams\n.{-}\n.\n", "1 cell in row 2", 3, 2, "2, as in row 1"),
        (
            "skyscrapers\n" + ". " * 300 + "\n" + ". " * 302 + "\n" + ". " * 300,
            "a grid of 1 row and 300 columns",
            2,
            1,
            "at most 255 rows and columns",
        ),
        ("beams\n. \u00e9\n", "'\u00e9' is no cell", 2, 3, "one of . # / \\ + - |"),
    ],
    "json": [
        ("{", "the JSON ends too early", 1, 2, "valid JSON"),
        ('{"kind": "beams"', "the JSON ends too early", 1, 17, "valid JSON"),
        ('{"kind" "beams"}', "not JSON: Expecting ':' delimiter", 1, 9, "valid JSON"),
        ("{}", "the key kind is missing", 1, 1, "at least kind and cells"),
        ("[]", "there is no puzzle in the text", 1, 1, "one puzzle"),
        (
            "[1]",
            "1 where an object belongs",
            1,
            2,
            "an object with kind, rows, cols, clues, cells, notes, position, answer",
        ),
        ('{"kind": "beam", "cells": []}', "'beam' is no kind", 1, 10, "skyscrapers, haunted or beams"),
        ('{"kind": "beams", "cells": []}', "a grid of 0 rows and 0 columns", 1, 28, "at least one row and one column"),
        ('{"kind": "beams", "cells": [[]]}', "a grid of 1 row and 0 columns", 1, 28, "at least one row and one column"),
        ('{"kind": "beams", "cells": 3}', "3 where an array belongs", 1, 28, "an array of rows"),
        ('{"kind": "beams", "cells": [3]}', "3 where a row belongs", 1, 29, "an array of tokens, or a string"),
        ('{"kind": "beams", "cells": ["..", "."]}', "1 cell in row 2", 1, 35, "2, as in row 1"),
        ('{"kind": "beams", "cells": [".x"]}', "'x' is no cell", 1, 29, "one of . # / \\ + - | or null"),
        ('{"kind": "beams", "cells": [[".", "x"]]}', "'x' is no cell", 1, 35, "one of . # / \\ + - | or null"),
        ('{"kind": "beams", "cells": ["."], "rows": 2}', "rows is 2, but cells has 1", 1, 43, "1"),
        (
            '{"kind": "beams", "cells": ["."], "cols": "1"}',
            "'1' where a number belongs",
            1,
            43,
            "a whole number from 0",
        ),
        ('{"kind": "beams", "cells": ["."], "clues": {}}', "beams has no clues", 1, 35, "no clues"),
        ('{"kind": "beams", "cells": ["."], "color": 1}', "the key 'color' has no meaning here", 1, 35, KEYS),
        ('{"kind": "beams", "kind": "beams"}', "the key 'kind' stands twice", 1, 19, "each key once"),
        (
            '{"kind": "haunted", "cells": ["."], "clues": {"top": [1, 2]}}',
            "an array of 2",
            1,
            54,
            "1 clue, null for none",
        ),
        (
            '{"kind": "haunted", "cells": ["."], "clues": {"top": ["1"]}}',
            "'1' where a number belongs",
            1,
            55,
            "a whole number from 0, or null",
        ),
        (
            '{"kind": "haunted", "cells": ["."], "clues": {"top": [true]}}',
            "true where a number belongs",
            1,
            55,
            "a whole number from 0, or null",
        ),
        (
            '{"kind": "haunted", "cells": ["."], "clues": {"top": [1.0]}}',
            "1.0 where a number belongs",
            1,
            55,
            "a whole number from 0, or null",
        ),
        (
            '{"kind": "haunted", "cells": ["."], "clues": {"top": [-1]}}',
            "-1 where a number belongs",
            1,
            55,
            "a whole number from 0, or null",
        ),
        (
            '{"kind": "haunted", "cells": ["."], "clues": {"top": [12345678901234567890]}}',
            "a number of many digits where a number belongs",
            1,
            55,
            "a whole number from 0, or null",
        ),
        (
            '{"kind": "haunted", "cells": ["."],\n "clues": {"up": [1]}}',
            "the key 'up' has no meaning here",
            2,
            12,
            "one of top, bottom, left, right",
        ),
        (
            '{"kind": "haunted", "cells": ["."], "notes": {"totals": {"H": 1}}}',
            "the key 'H' has no meaning here",
            1,
            58,
            "one of G, V, Z",
        ),
        (
            '{"kind": "haunted", "cells": ["."], "notes": {"same": [[[0, 1]]]}}',
            "a cell outside the grid",
            1,
            57,
            "[row, col] from [0, 0] to [0, 0]",
        ),
        (
            '{"kind": "skyscrapers", "cells": ["."], "notes": {"diagonals": 1}}',
            "1 where true or false belongs",
            1,
            64,
            "true or false",
        ),
        (
            '{"kind": "skyscrapers", "cells": ["."], "notes": {"boxes": [1]}}',
            "an array of 1",
            1,
            60,
            "[rows, cols] of a box",
        ),
        (
            '{"kind": "skyscrapers", "cells": ["."], "notes": {"regions": ["a"]}}',
            "'a' where an array belongs",
            1,
            63,
            "1 name, one a cell",
        ),
        (
            '{"kind": "skyscrapers", "cells": ["."], "notes": {"regions": [[null]]}}',
            "null is no name of a region",
            1,
            64,
            "a string or a number",
        ),
        (
            '{"kind": "skyscrapers", "cells": ["."], "notes": {"clues": "max"}}',
            "'max' where count or sum belongs",
            1,
            60,
            "count or sum",
        ),
        (
            '{"kind": "skyscrapers", "cells": ["."], "position": {"entries": [{"cell": [0, 0]}]}}',
            "a mark without its cell or value",
            1,
            66,
            "cell and value",
        ),
        (
            '{"kind": "skyscrapers", "cells": ["."], "position": {"entries": [{"cell": [0, 0], "value": "V"}]}}',
            "'V' cannot be filled in",
            1,
            92,
            "a height",
        ),
        (
            '{"kind": "skyscrapers", "cells": ["."], "position": {"pencil": '
            '[{"cell": [0, 0], "values": [1]}, {"cell": [0, 0], "values": [2]}]}}',
            "r1c1 stands twice among pencil",
            1,
            107,
            "each cell once",
        ),
        ("[" * 100_000, "JSON nested too deeply", 1, 2, "a page"),
        ('{"kind": "beams", "cells": ["."]} x', "a second puzzle", 1, 35, "one puzzle"),
    ],
    "tatham": [
        ("5", "'5' is no id", 1, 1, SHAPE),
        ("x:1", "'x:1' is no id", 1, 1, SHAPE),
        ("5#12345", "a random seed, which only the game can turn into a puzzle", 1, 2, SHAPE),
        ("5dz:", "no level is called 'z'", 1, 3, "one of e h x u"),
        ("4x4du:", "no level is called 'u'", 1, 5, "one of e n t"),
        ("100000:", "a size of '100000'", 1, 1, "at most 255 rows and columns"),
        ("0:", "a size of '0'", 1, 1, "at least one row and one column"),
        ("9000x9000:", "a size of '9000x9000'", 1, 1, "at most 67108864 cells"),
        ("12345678901:", "a size of '12345678901'", 1, 1, "at most 255 rows and columns"),
        ("2:1/2", "2 clues", 1, 6, "8, parted by /"),
        ("2:1/2/2/1/1/2/2/1/1", "9 clues", 1, 18, "8, parted by /"),
        ("2:1/0/2/1/1/2/2/1", "'0' is no clue", 1, 5, "a number from 1, or nothing for no clue"),
        ("2:1/2/x/1/1/2/2/1", "'x' is no clue", 1, 7, "a number from 1, or nothing for no clue"),
        ("2:1/2 /2/1/1/2/2/1", "'2 ' is no clue", 1, 5, "a number from 1, or nothing for no clue"),
        ("2:///////,", "0 cells", 1, 11, "4 cells"),
        ("2:///////,c", "3 cells", 1, 12, "4 cells"),
        ("2:///////,e", "more than 4 cells", 1, 11, "4 cells"),
        ("2:///////,a0b", "'0' among the cells", 1, 12, "a run a to z, or a height from 1"),
        ("2:///////,a1A", "'A' among the cells", 1, 13, "a run a to z, or a height from 1"),
        ("2:///////,a\u0661b", "'\u0661' among the cells", 1, 12, "a run a to z, or a height from 1"),
        ("2x2:1,1", "the id breaks off", 1, 8, "three totals, the grid and the clues, parted by commas"),
        ("2x2:1,x,1,d,1,1,1,1,1,1,1,1", "'x' is no total", 1, 7, "a number"),
        ("2x2:1,1,1,d,1,1,1,1,1,1,1,1", "the totals add up to 3", 1, 5, "4, as there are free cells"),
        ("2x2:2,1,1,c,1,1,1,1,1,1,1,1", "3 cells", 1, 12, "4 cells"),
        ("2x2:2,1,1,e,1,1,1,1,1,1,1,1", "more than 4 cells", 1, 11, "4 cells"),
        ("2x2:2,1,1,dX,1,1,1,1,1,1,1,1", "'X' in the grid", 1, 12, "L or R for a mirror, G V Z, or a run a to z"),
        ("2x2:2,1,1,aMb,1,1,1,1,1,1,1,1", "'M' in the grid", 1, 12, "L or R for a mirror, G V Z, or a run a to z"),
        ("2x2:2,1,1,d,1,1,1,1,1,1,1", "7 clues", 1, 26, "8, parted by ,"),
        ("2x2:2,1,1,d,1,1,1,1,1,1,1,1,1", "9 clues", 1, 28, "8, parted by ,"),
        ("2x2:2,1,1,d,1,1,1,?,1,1,1,1", "'?' is no clue", 1, 19, "a number, or - for a hidden one"),
    ],
    "codejam": [
        ("x\n1 1\n.\n", "'x' where the number of cases belongs", 1, 1, "a number"),
        ("1\n1\n.\n", "'1' where the size belongs", 2, 1, "the numbers of rows and columns"),
        ("1\n1 x\n.\n", "'1 x' where the size belongs", 2, 1, "the numbers of rows and columns"),
        ("1\n0 3\n", "a grid of 0 rows and 3 columns", 2, 1, "at least one row and one column"),
        ("1\n99999 99999\n", "a grid of 99999 rows and 99999 columns", 2, 1, "at most 67108864 cells"),
        ("1\n2 2\n..\n.\n", "1 cell in row 2", 4, 2, "2 cells"),
        ("1\n2 2\n..\n...\n", "3 cells in row 2", 4, 3, "2 cells"),
        ("1\n2 2\n..\n.+\n", "'+' in a room", 4, 2, "one of . / \\ # - |"),
        ("1\n2 2\n..\n", "1 row", 3, 3, "2, as the size says"),
        ("1\n1 2\n..\n..\n", "2 rows", 4, 1, "1, as the size says"),
        ("1\n\n", "0 cases", 1, 1, "1, as the first line says"),
        ("\u00b9\n", "'\u00b9' where the number of cases belongs", 1, 1, "a number"),
    ],
    "cluelist": [
        ("1 2 3", "3 clues", 1, 6, "4n: as many for each of the four sides"),
        ("1,,2,3", "an empty place in the list", 1, 3, "a clue, 0 or - where there is none"),
        (",1,2,3,4", "an empty place in the list", 1, 1, "a clue, 0 or - where there is none"),
        ("1,2,3,4,", "an empty place at the end", 1, 9, "a clue, 0 or - where there is none"),
        ("1 2 3 a", "'a' is no clue", 1, 7, BLANK),
        ("1 2 3 -1", "'-1' is no clue", 1, 7, BLANK),
        ("1 2 3 1_0", "'1_0' is no clue", 1, 7, BLANK),
        ("1 2 3 1.5", "'1.5' is no clue", 1, 7, BLANK),
        ("1 " * 1024, "more than 1020 clues", 1, 2041, "at most 1020"),
        ("()", "0 clues", 1, 3, "4n: as many for each of the four sides"),
        (
            "4 3 2 1 1 2 2 2 4 3 2 1 1 2 2 2",
            "a list of 16 clues fits several orders: tblr, clockwise, lrtb, ltrb",
            1,
            1,
            "an order by its name",
        ),
        ("1 2 3 1234567890", "'1234567890' is no clue", 1, 7, BLANK),
    ],
}

CASES = [(name, *case) for name, cases in BROKEN.items() for case in cases]


@pytest.mark.parametrize(("name", "text", "message", "line", "column", "expected"), CASES)
def test_a_broken_text_gives_its_one_error(
    name: str | None, text: str, message: str, line: int, column: int, expected: str
) -> None:
    with pytest.raises(NotationError) as caught:
        read_page(text, notation=name)
    error = caught.value
    assert (error.message, error.line, error.column, error.expected) == (message, line, column, expected)
    assert text.split("\n")[line - 1][error.shift :].startswith(error.source or "")


def test_every_notation_is_among_them() -> None:
    assert len(CASES) >= 140
    assert all(len(cases) >= 8 for cases in BROKEN.values())


@pytest.mark.parametrize(
    ("text", "picture"),
    [
        ("haunted\n    1 2\n1   . 1   1\n    . .\n", "1   . 1   1\n      ^"),
        ("beams\n.+.\n.-\n", ".-\n  ^"),
        ("5:1/2/\t3/x", "5:1/2/ 3/x\n          ^"),
        ("2:///////," + "_" * 1000 + "x", "_" * 39 + "x\n" + " " * 39 + "^"),
    ],
)
def test_the_caret_stands_below_the_place(text: str, picture: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_page(text)
    assert caught.value.picture() == picture


PAGE = "skyscrapers\n" + GRID
CITY = "2:1/2/2/1/1/2/2/1"
LINK = "https://puzz.link/p?skyscrapers/2/2/1212"
EITHER = "puzzles that take one line each or pages that take several, not both: a file of its own for each"
ALONE = "an id or a link: every line is a puzzle of its own here, as the first is"

#: Texts that mix pages with puzzles of one line: text, which of the pieces is wrong, message, line, column, expected.
MIXED = [
    *(
        (
            f"{page}{gap}{line}\n",
            0,
            f" is a puzzle of one line ({name}) in a text of the notation plain",
            row,
            EITHER,
        )
        for page, gap, row in ((PAGE, "", 6), (PAGE, "\n\n", 8), ("beams\n.+\n", "", 3))
        for line, name in ((CITY, "tatham"), (LINK, "puzzlink"))
    ),
    (f"{CITY}\n{PAGE}", 1, "a page begins where every line is a puzzle of its own", 2, EITHER),
    (f"{LINK}\n\n{PAGE}", 1, "a page begins where every line is a puzzle of its own", 3, EITHER),
    (f"{CITY}\n. .\n", 1, "'. .' has the marks of no notation", 2, ALONE),
    (f"{CITY}\n1 2 3 1 2\n", 1, "", 2, "; every line is a puzzle of its own here"),
]


@pytest.mark.parametrize(("text", "piece", "message", "line", "expected"), MIXED)
def test_a_text_of_pages_and_of_ids_is_told_so(text: str, piece: int, message: str, line: int, expected: str) -> None:
    with pytest.raises(NotationError) as found:
        read_piece([*split(text)][piece])
    error = found.value
    assert error.line == line
    assert message in error.message
    assert (error.expected or "").endswith(expected)


def test_what_is_wrong_with_a_page_or_an_id_is_told_as_ever() -> None:
    for text, message in (
        (PAGE.replace("1 2", "1 x"), "'x' is no clue"),
        ("2:1/x", "2 clues"),
        (f"{CITY}\n2:1", "1 clue"),
    ):
        with pytest.raises(NotationError, match=message):
            read_piece([*split(text)][-1])
