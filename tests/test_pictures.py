"""Pictures: held against golden files, and against what has to be true of every picture.

The golden files are compared exactly. After a change that is meant, look at the new ones and keep them:

    EYELINE_RENEW_GOLDEN=1 python -m pytest -n 0 tests/test_pictures.py
"""

from __future__ import annotations

import functools
import os
import pickle
import random
import re
import shlex
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import bridge
import eyeline
import naive
import naive_beams
from eyeline.cli import app
from eyeline.cli.draw import picture_form
from eyeline.drawing import Highlights, draw, draw_answer
from eyeline.drawing.sightline import beams, sightline
from eyeline.grid import Cell, Port, Side
from eyeline.picture import Area, Figure, Label, Level, Picture, Point, Role, Stroke
from eyeline.puzzles.beams import SHOOTER, TURNED
from eyeline.puzzles.symmetry import SYMMETRIES
from eyeline.relax import relaxation
from eyeline.render import RENDERERS, renderer_named, write_picture
from eyeline.render.svg import SCALE
from eyeline.render.text import _JOINTS
from eyeline.sheet import BLANK, Cells, Fact, Page, Position, Sheet
from eyeline.sight import WALL

ROOT = Path(__file__).parents[1]
GOLDEN = Path(__file__).parent / "golden"
PAGES = ROOT / "docs" / "pictures"
SVG = "{http://www.w3.org/2000/svg}"
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
seeds = st.integers(0, 2**32 - 1)


@functools.cache
def page(name: str) -> Page:
    """The page of an example, which may have a position on it."""
    from eyeline.formats import read_page

    return read_page((PAGES / f"{name}.txt").read_text())


@functools.cache
def example(name: str) -> eyeline.Puzzle:
    """The puzzle of an example."""
    return eyeline.puzzle(page(name).sheet)


@functools.cache
def answer(name: str) -> Cells:
    """The one answer of an example."""
    found = eyeline.solve(example(name))
    assert found.verdict == "one"
    assert found.cells is not None
    return found.cells


def two_answers(name: str) -> Picture:
    """An example with several answers: the first two in the order of their tokens, whatever the engine finds first."""
    first, second, *_ = sorted(eyeline.answers(example(name)), key=Cells.row_major)
    return draw(example(name), answer=first, other=second)


def step() -> Picture:
    """A position with what a step of an explanation points at."""
    shown = Highlights(
        cells={Cell(0, 1): Role.FOCUS, Cell(0, 2): Role.REASON, Cell(4, 4): Role.BROKEN},
        ports={Port(Side.TOP, 2): Role.REASON},
        won=(Fact(Cell(2, 2), "2"),),
        lost=(Fact(Cell(0, 1), "3"), Fact(Cell(3, 3), "5")),
    )
    return draw(example("skyscrapers"), page("skyscrapers-position").position, highlights=shown)


def levels(name: str) -> dict[Fact, float]:
    """Made-up values for an example: every second open cell is settled, the others are torn between two values."""
    found = {}
    for k, cell in enumerate(example(name).open_cells()):
        values = example(name).values
        if k % 2:
            found[Fact(cell, values[k % len(values)])] = 1.0
        else:
            found[Fact(cell, values[0])] = 0.25
            found[Fact(cell, values[-1])] = 0.75
    return found


CASES: dict[str, Callable[[], Picture]] = {
    "skyscrapers": lambda: draw(example("skyscrapers")),
    "skyscrapers-position": lambda: draw(example("skyscrapers"), page("skyscrapers-position").position),
    "skyscrapers-answer": lambda: draw(example("skyscrapers"), answer=answer("skyscrapers")),
    "skyscrapers-many": lambda: two_answers("skyscrapers-many"),
    "skyscrapers-path": lambda: draw(example("skyscrapers"), answer=answer("skyscrapers"), path=Port.named("left:2")),
    "skyscrapers-relaxation": lambda: draw(example("skyscrapers"), relaxation=levels("skyscrapers")),
    "skyscrapers-step": step,
    "parks": lambda: draw(example("parks"), answer=answer("parks")),
    "sums": lambda: draw(example("sums"), answer=answer("sums"), path=Port.named("left:1")),
    "regions": lambda: draw(example("regions")),
    "mirrors": lambda: draw(example("mirrors"), answer=answer("mirrors"), path=Port.named("left:2")),
    "haunted": lambda: draw(example("haunted")),
    "haunted-same": lambda: draw(example("haunted-same")),
    "haunted-answer": lambda: draw(example("haunted"), answer=answer("haunted")),
    "haunted-letters": lambda: draw(example("haunted"), answer=answer("haunted"), letters=True),
    "haunted-many": lambda: two_answers("haunted-many"),
    "haunted-path": lambda: draw(example("haunted"), answer=answer("haunted"), path=Port.named("right:1")),
    "haunted-relaxation": lambda: draw(example("haunted-same"), relaxation=levels("haunted-same")),
    "beams": lambda: draw(example("beams")),
    "beams-answer": lambda: draw(example("beams"), answer=answer("beams")),
    "beams-many": lambda: two_answers("beams-many"),
    "beams-position": lambda: draw(example("beams"), Position({Cell(0, 2): "-", Cell(5, 5): "|"})),
    "beams-relaxation": lambda: draw(example("beams"), relaxation=levels("beams")),
}
cases = pytest.mark.parametrize("name", CASES)


@cases
@pytest.mark.parametrize("form", ["svg", "text"])
def test_golden(name: str, form: str) -> None:
    drawn = write_picture(CASES[name](), form)
    path = GOLDEN / f"{name}{'.svg' if form == 'svg' else '.txt'}"
    if os.environ.get("EYELINE_RENEW_GOLDEN"):
        path.write_text(drawn, encoding="utf-8")
    assert drawn == path.read_text(encoding="utf-8")


def test_every_golden_file_is_drawn() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(CASES)


@cases
def test_svg_is_sound(name: str) -> None:
    picture = CASES[name]()
    text = write_picture(picture, "svg")
    root = parsed(text)
    assert root.tag == f"{SVG}svg"
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert title.text == picture.title
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    # Nothing comes from outside, and nothing runs.
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert not {"script", "image", "foreignObject", "link", "use"} & {
        each.tag.removeprefix(SVG) for each in root.iter()
    }
    classes = {each.get("class") for each in root.iter()} - {None}
    style = root.find(f"{SVG}style")
    assert style is not None
    assert style.text is not None
    assert all(f".{each}" in style.text for each in classes)
    assert "prefers-color-scheme:dark" in style.text


@cases
def test_everything_lies_on_the_sheet(name: str) -> None:
    root = parsed(write_picture(CASES[name](), "svg"))
    x, y, width, height = map(float, str(root.get("viewBox")).split())
    assert (float(str(root.get("width"))), float(str(root.get("height")))) == (width, height)
    for each in root.iter(f"{SVG}text"):
        at_x, at_y, size = (float(str(each.get(key))) for key in ("x", "y", "font-size"))
        # The widest letters are about as wide as their font is high; text runs at 0.47 of that on average.
        reach = 0.47 * size * len(each.text or "")
        left = at_x if each.get("text-anchor") is None else at_x - reach / 2
        assert x <= left
        assert left + reach <= x + width
        assert y <= at_y - 0.72 * size
        assert at_y <= y + height


@cases
def test_every_clue_and_every_printed_value_appears(name: str) -> None:
    picture = CASES[name]()
    sheet = example(_page_of(name)).sheet
    drawn = Counter(
        (mark.text, mark.at) for mark in picture.marks if isinstance(mark, Label) and mark.role is Role.CLUE
    )
    assert Counter(text for text, _ in drawn.elements()) == Counter(str(clue) for _, clue in sheet.clues.stated())
    texts = [e.text or "" for e in parsed(write_picture(picture, "svg")).iter(f"{SVG}text")]
    assert not Counter(str(clue) for _, clue in sheet.clues.stated()) - Counter(texts)
    printed = {Role.GIVEN, Role.MIRROR, Role.SHOOTER}
    at = {mark.at for mark in picture.marks if isinstance(mark, (Label, Figure)) and mark.role in printed}
    walls = {mark.box.centre for mark in picture.marks if isinstance(mark, Area) and mark.role is Role.WALL}
    for cell, token in sheet.cells.facts():
        here = Point(cell.col + 0.5, cell.row + 0.5)
        if token == WALL:
            assert here in walls
        elif token not in (BLANK, SHOOTER):
            assert here in at
    for form in ("text", "ascii"):
        lines = write_picture(picture, form).splitlines()
        clues = Counter(str(clue) for _, clue in sheet.clues.stated())
        assert not clues - Counter(re.findall(r"\d+", "\n".join(lines)))


def parsed(text: str) -> ElementTree.Element:
    """The tree of an SVG file that this test made itself."""
    return ElementTree.fromstring(text)  # noqa: S314


def _page_of(name: str) -> str:
    if name == "haunted-relaxation":
        return "haunted-same"
    return name if (PAGES / f"{name}.txt").exists() else name.split("-")[0]


@cases
def test_the_lines_of_a_grid_are_aligned(name: str) -> None:
    picture = CASES[name]()
    lines = write_picture(picture, "text").splitlines()
    first = next(i for i, line in enumerate(lines) if "┏" in line)
    last = next(i for i, line in enumerate(lines) if "┗" in line)
    left, right = lines[first].index("┏"), lines[first].index("┓")
    assert (right - left) % picture.cols == 0
    assert (last - first) % picture.rows == 0
    wide = (right - left) // picture.cols
    high = (last - first) // picture.rows
    for i in range(first, last + 1):
        line = lines[i].ljust(right + 1)
        assert line[left] in "┏┗┃┠┣"
        assert line[right] in "┓┛┃┨┫"
        if (i - first) % high == 0:
            assert " " not in line[left : right + 1]
        else:
            assert all(line[left + k * wide] != " " for k in range(picture.cols + 1))
    rules = [line for line in write_picture(picture, "ascii").splitlines() if re.fullmatch(r" *\+[-+:\\/X. ]*\+", line)]
    assert len(rules) == picture.rows + 1 or not picture.marks
    assert len(set(map(len, rules))) == 1


@cases
def test_ascii_is_ascii_and_colours_change_nothing_else(name: str) -> None:
    picture = CASES[name]()
    assert write_picture(picture, "ascii").isascii()
    coloured = write_picture(picture, "colour")
    assert ESCAPE.search(coloured)
    assert ESCAPE.sub("", coloured) == write_picture(picture, "text")


def test_a_joint_has_the_arms_of_its_name() -> None:
    import unicodedata

    words = {"UP": 27, "RIGHT": 9, "DOWN": 3, "LEFT": 1, "HORIZONTAL": 10, "VERTICAL": 30}
    assert len(_JOINTS) == 81
    assert len(set(_JOINTS)) == 81
    for code, joint in enumerate(_JOINTS[1:], start=1):
        named = re.findall("UP|RIGHT|DOWN|LEFT|HORIZONTAL|VERTICAL", unicodedata.name(joint))
        arms = sum(words[word] for word in named)
        assert sum(place for place in (27, 9, 3, 1) if code // place % 3) == arms


def test_forms_are_told_by_name_and_by_ending() -> None:
    for name, renderer in RENDERERS.items():
        assert renderer_named(name) is renderer
        assert all(renderer_named(ending) is renderer for ending in renderer.endings)
    with pytest.raises(eyeline.UnknownName, match=r"no form of pictures '.gif'; there is text \(.txt\)"):
        renderer_named(".gif")


# --- what is drawn is what is so


def random_answer(kind: str, seed: int) -> tuple[eyeline.Puzzle, Cells]:
    """A small random puzzle and one of its answers."""
    rng = random.Random(seed)
    while True:
        if kind == "beams":
            room = naive_beams.random_room(rng)
            puzzle = eyeline.puzzle(Sheet("beams", Cells.of([tuple(row) for row in room])))
        else:
            plain = naive.random_maze(rng) if kind == "haunted" else naive.random_towers(rng, 4)
            puzzle = eyeline.puzzle(bridge.sheet_of(plain))
        found = eyeline.solve(puzzle, first=True).cells
        if found is not None:
            return puzzle, found


@settings(max_examples=40, deadline=None)
@given(seeds, st.sampled_from(["skyscrapers", "haunted"]))
def test_what_is_counted_along_a_line_of_an_answer_is_its_clue(kind_seed: int, kind: str) -> None:
    puzzle, cells = random_answer(kind, kind_seed)
    for port, clue in puzzle.sheet.clues.stated():
        line = sightline(puzzle, port, cells)
        assert line.whole
        assert line.tally == clue
        picture = draw(puzzle, answer=cells, path=port)
        counts = [
            int(number)
            for mark in picture.marks
            if isinstance(mark, Label) and mark.role is Role.SEEN
            for number in mark.text.split(",")
        ]
        assert max(counts, default=0) == clue
        assert str(clue) in picture.captions[-1]


@settings(max_examples=30, deadline=None)
@given(seeds, st.sampled_from(SYMMETRIES), st.sampled_from(["skyscrapers", "haunted"]))
def test_a_line_of_sight_turns_with_its_grid(seed: int, symmetry: eyeline.Symmetry, kind: str) -> None:
    puzzle, cells = random_answer(kind, seed)
    turned = puzzle.turned(symmetry)
    grid, flips, transposes = puzzle.grid, puzzle.kind.flips, puzzle.kind.transposes

    def place(point: Point) -> Point:
        x = grid.cols - point.x if symmetry.left_right else point.x
        y = grid.rows - point.y if symmetry.upside_down else point.y
        return Point(y, x) if symmetry.transpose else Point(x, y)

    for port in grid.ports():
        line = sightline(puzzle, port, cells)
        other = sightline(turned, symmetry.port(grid, port), symmetry.cells(cells, flips, transposes))
        assert tuple(map(place, line.points)) == other.points
        assert [(symmetry.cell(grid, cell), tally) for cell, tally in line.seen] == list(other.seen)


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_beams_light_what_the_naive_tracer_lights(seed: int) -> None:
    puzzle, cells = random_answer("beams", seed)
    room = list(cells.lines())
    lit = {cell for beam in beams(cells) for cell in beam.passed if room[cell.row][cell.col] == "."}
    traced = set()
    for row, line in enumerate(room):
        for col, token in enumerate(line):
            if token in TURNED:
                traced |= naive_beams.beam(room, (row, col), token).lit
    assert lit == traced
    picture = draw(puzzle, answer=cells)
    drawn = {mark.box.centre for mark in picture.marks if isinstance(mark, Area) and mark.role is Role.LIT}
    assert drawn == {Point(cell.col + 0.5, cell.row + 0.5) for cell in lit}
    assert not [mark for mark in picture.marks if isinstance(mark, Area) and mark.role is Role.DARK]


@settings(max_examples=30, deadline=None)
@given(seeds, st.sampled_from(["skyscrapers", "haunted", "beams"]))
def test_any_puzzle_and_answer_can_be_drawn_in_every_form(seed: int, kind: str) -> None:
    puzzle, cells = random_answer(kind, seed)
    for picture in (draw(puzzle), draw(puzzle, answer=cells), draw(puzzle, answer=cells, letters=True)):
        parsed(write_picture(picture, "svg"))
        assert write_picture(picture, "ascii").isascii()
        assert write_picture(picture, "text").count("\n") >= 2 * puzzle.grid.rows + 1


def test_the_cells_that_differ_show_both_values() -> None:
    found = eyeline.solve(example("skyscrapers-many"))
    assert found.cells is not None
    assert found.other is not None
    picture = draw_answer(found)
    split = {mark.box.centre for mark in picture.marks if isinstance(mark, Area) and mark.role is Role.DIFFER}
    assert split == {Point(cell.col + 0.5, cell.row + 0.5) for cell in found.differ}
    first, second = sorted((found.cells, found.other), key=Cells.row_major)
    for cell in found.differ:
        inside = [
            mark.text
            for mark in picture.marks
            if isinstance(mark, Label) and (int(mark.at.y), int(mark.at.x)) == cell and mark.role is not Role.CLUE
        ]
        assert inside == [first[cell], second[cell]]


def test_a_puzzle_without_an_answer_is_drawn_as_it_is() -> None:
    puzzle = eyeline.read("2:1/1/2/2/1/2/2/1")
    found = eyeline.solve(puzzle)
    assert found.verdict == "none"
    assert draw_answer(found) == draw(puzzle)


def test_entries_are_told_apart_from_givens_and_pencil_marks_are_small() -> None:
    labels = {
        role: [mark for mark in CASES["skyscrapers-position"]().marks if isinstance(mark, Label) and mark.role is role]
        for role in (Role.GIVEN, Role.ENTRY, Role.PENCIL, Role.EXCLUDED)
    }
    assert all(labels.values())
    assert {mark.text for mark in labels[Role.EXCLUDED]} == {"5"}
    assert max(mark.size for mark in labels[Role.PENCIL]) < min(mark.size for mark in labels[Role.ENTRY]) / 2


def test_a_relaxation_shows_each_value_that_is_not_zero() -> None:
    picture = draw(example("skyscrapers"), relaxation=levels("skyscrapers"))
    shown = sorted(mark.amount for mark in picture.marks if isinstance(mark, Level))
    assert shown == sorted(levels("skyscrapers").values())
    root = parsed(write_picture(picture, "svg"))
    named = [each.text for each in root.iter(f"{SVG}title")][1:]
    assert Counter(text.split(": ")[1] for text in named if text) == Counter(f"{amount:.4g}" for amount in shown)
    filled = picture.marks[next(i for i, mark in enumerate(picture.marks) if isinstance(mark, Level))]
    assert isinstance(filled, Level)
    assert f'height="{filled.box.height * SCALE * filled.amount:.4g}"' in write_picture(picture, "svg")


@pytest.mark.parametrize("name", ["skyscrapers", "haunted", "beams", "parks", "mirrors"])
def test_a_relaxation_is_a_point_of_the_rows(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    values = relaxation(example(name).model())
    assert values is not None
    assert all(0 <= value <= 1 for value in values.values())
    for cell in example(name).open_cells():
        assert sum(values[Fact(cell, value)] for value in example(name).values) == pytest.approx(1)
    # HiGHS would greet whoever makes a solver.
    assert capfd.readouterr().out == ""


def test_a_relaxation_without_a_point_is_none() -> None:
    assert relaxation(eyeline.read("2:1/1/2/2/1/2/2/1").model()) is None


# --- paths that there are not, and partial grids


def test_a_path_needs_a_clue_s_place() -> None:
    with pytest.raises(eyeline.PuzzleError, match="beams has no clues"):
        draw(example("beams"), path=Port(Side.TOP, 0))
    with pytest.raises(eyeline.PuzzleError, match="there is no top:6: the grid is 5×5"):
        draw(example("haunted"), path=Port(Side.TOP, 5))


@pytest.mark.parametrize("name", ["top", "top:", "top:0", "top:x", "up:1", "top:-1", "3", "top:²"])
def test_a_port_s_name_is_a_side_and_a_number(name: str) -> None:
    with pytest.raises(ValueError, match="expected a side and a number from 1, as top:3"):
        Port.named(name)


def test_ports_are_called_by_their_names() -> None:
    assert all(Port.named(str(port)) == port for port in example("haunted-same").grid.ports())


def test_on_a_partial_line_only_what_is_certain_is_seen() -> None:
    puzzle = example("skyscrapers")
    picture = draw(puzzle, path=Port.named("left:2"))
    assert picture.captions[-1] == "Clue 3 at the left of row 2: 1 seen so far."


# --- notebooks


def test_notebooks_show_puzzles_boards_answers_and_pictures() -> None:
    puzzle, position = example("skyscrapers"), page("skyscrapers-position").position
    assert puzzle._repr_svg_() == write_picture(draw(puzzle), "svg")
    assert puzzle.at(position)._repr_svg_() == write_picture(draw(puzzle, position), "svg")
    found = eyeline.solve(puzzle)
    assert found._repr_svg_() == write_picture(draw(puzzle, answer=found.cells), "svg")
    assert draw(puzzle)._repr_svg_() == write_picture(draw(puzzle), "svg")
    assert pickle.loads(pickle.dumps(puzzle.at(position))) == puzzle.at(position)  # noqa: S301


def test_a_board_refuses_a_position_of_another_puzzle() -> None:
    with pytest.raises(eyeline.PuzzleError, match="r9c9 lies outside"):
        example("skyscrapers").at(Position({Cell(8, 8): "1"}))


def test_two_pictures_of_one_page_have_different_names() -> None:
    names = [parsed(write_picture(CASES[name](), "svg")).get("aria-labelledby") for name in CASES]
    assert len(set(names)) == len(CASES)


# --- the command line


@pytest.mark.parametrize("more", [(), ("--answer",), ("--relaxation",), ("--step", "1")])
def test_a_limit_that_comes_before_the_picture_leaves_with_3(more: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "x.svg"
    code, out, error = run(
        "draw", "5:3/2/1/2/4/3/1/2/3/2/3/2/1/3/2/2/3/3/1/2", "-o", str(file), "--time-limit", "0", *more
    )
    assert (code, out) == (3, "")
    assert "a limit was reached" in error
    assert not file.exists()


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.usefixtures("at_root")
def test_the_page_of_pictures_shows_what_its_commands_write(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```\n(\$ .*?)^```", text, re.MULTILINE | re.DOTALL)
    made = set()
    assert len(blocks) >= 10
    for block in blocks:
        for part in re.split(r"^\$ eyeline ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            arguments = shlex.split(command)
            if "-o" in arguments:
                path = Path(arguments[arguments.index("-o") + 1])
                made.add(path.relative_to("docs").as_posix())
                arguments[arguments.index("-o") + 1] = str(tmp_path / path.name)
            code, out, _ = run(*arguments)
            assert code == 0
            # Which vertex of the relaxation is found may change with the solver.
            if "--relaxation" in arguments:
                continue
            if "-o" in arguments:
                assert (tmp_path / path.name).read_text(encoding="utf-8") == path.read_text(encoding="utf-8")
            else:
                assert out.rstrip("\n") == expected.rstrip("\n")
    assert set(re.findall(r"!\[.*?\]\((.*?)\)", text)) == made


@pytest.mark.usefixtures("at_root")
def test_draw_chooses_the_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = "docs/pictures/haunted.txt"
    assert run("draw", puzzle, "--ascii")[1].isascii()
    assert run("draw", puzzle, "--to", "svg")[1].startswith("<svg")
    assert run("draw", puzzle, "-o", str(tmp_path / "x.txt"), "--ascii")[0] == 0
    assert (tmp_path / "x.txt").read_text().isascii()
    code, out, error = run("draw", puzzle, "-o", str(tmp_path / "x.gif"))
    assert (code, out) == (2, "")
    assert "no form of pictures '.gif'" in error
    assert run("draw", puzzle, "--ascii", "--to", "svg")[0] == 2
    assert run("draw", puzzle, "--answer", "--relaxation")[0] == 2
    assert run("draw", puzzle, "--path", "middle:1")[0] == 2
    assert run("draw", puzzle, "--path", "top:9")[0] == 2

    class Terminal:
        encoding = "utf-8"

        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("sys.stdout", terminal := Terminal())
    assert picture_form(None, None) == "colour"
    monkeypatch.setenv("NO_COLOR", "1")
    assert picture_form(None, None) == "text"
    monkeypatch.setattr(terminal, "encoding", "ascii")
    assert picture_form(None, None) == "ascii"


@pytest.mark.usefixtures("at_root")
def test_draw_says_when_there_is_nothing_to_draw() -> None:
    code, out, error = run("draw", "2:1/1/2/2/1/2/2/1", "--answer")
    assert (code, out) == (1, "")
    assert "none" in error
    code, out, error = run("draw", "2:1/1/2/2/1/2/2/1", "--relaxation")
    assert (code, out) == (1, "")
    assert "linear relaxation" in error
    code, out, error = run("draw", "2:1/2/2/1/1/2/2/1\n2:1/2/2/1/1/2/2/1\n")
    assert (code, out) == (2, "")
    assert "holds 2 puzzles" in error


@pytest.mark.usefixtures("at_root")
def test_draw_takes_a_position_from_another_page() -> None:
    there = run("draw", "docs/pictures/skyscrapers.txt", "--position", "docs/pictures/skyscrapers-position.txt")
    assert there == run("draw", "docs/pictures/skyscrapers-position.txt")


def test_strokes_of_the_grid_lie_between_cells() -> None:
    picture = draw(example("regions"))
    for mark in picture.marks:
        if isinstance(mark, Stroke) and mark.role in (Role.GRID, Role.REGION, Role.RIM):
            assert all(float(number).is_integer() for point in mark.points for number in point)
