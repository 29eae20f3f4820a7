"""The notebooks run, print what stands in them, and say the same in both languages."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "notebooks"
ENGLISH = sorted(path for path in FOLDER.glob("*.ipynb") if not path.stem.endswith(".vi"))


def cells(path: Path, kind: str | None = None) -> list[dict[str, Any]]:
    """The cells of a notebook, or those of one kind."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    return [cell for cell in notebook["cells"] if kind in (None, cell["cell_type"])]


def source(cell: dict[str, Any]) -> str:
    """The text of a cell."""
    return "".join(cell["source"])


def run(code: str, names: dict[str, Any]) -> tuple[str, Any]:
    """Run a cell as a notebook does: return what it prints, and the value of its last line."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)  # noqa: S102
        value = None
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)  # noqa: S307
    return printed.getvalue(), value


def test_there_are_two_notebooks_each_with_its_twin() -> None:
    assert [path.stem for path in ENGLISH] == ["mazes-and-beams", "skyscrapers"]
    assert len(list(FOLDER.glob("*.ipynb"))) == 4


@pytest.mark.parametrize("path", ENGLISH, ids=lambda path: path.stem)
def test_a_notebook_runs_and_prints_what_stands_in_it(path: Path) -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    shown = 0
    for cell in cells(path, "code"):
        printed, value = run(source(cell), names)
        assert printed == "".join(text for output in cell["outputs"] for text in output["text"]), source(cell)
        if hasattr(value, "_repr_svg_"):
            assert value._repr_svg_().startswith("<svg")
            shown += 1
    assert shown > 2


@pytest.mark.parametrize("path", ENGLISH, ids=lambda path: path.stem)
def test_the_twin_has_the_same_code_and_other_words(path: Path) -> None:
    twin = path.with_suffix(".vi.ipynb")
    assert cells(path, "code") == cells(twin, "code")
    assert [cell["cell_type"] for cell in cells(path)] == [cell["cell_type"] for cell in cells(twin)]
    for mine, theirs in zip(cells(path, "markdown"), cells(twin, "markdown"), strict=True):
        assert source(mine) != source(theirs)
        assert source(mine).startswith("#") == source(theirs).startswith("#")
        assert source(theirs).encode().isascii() is False
        assert source(mine).count("\n\n") == source(theirs).count("\n\n")
