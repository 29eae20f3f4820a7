"""The house stands on its floors: what every module imports, read from the source."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "eyeline"
DESIGN = ROOT / "docs" / "design.md"


class Room(NamedTuple):
    """Where a module or folder stands: its floor, which neighbour it is there, its place in a chain."""

    floor: int
    neighbour: int
    place: int


def drawn(floors: str) -> dict[str, Room]:
    """A drawing of the design, its floors being these characters, the lowest first.

    Each is a line ``floor  a | b < c | d``, b and c being a chain in which c may use b.
    """
    found = {}
    for floor, names in re.findall(rf"^([{floors}])  (.*?)(?:  .*)?$", DESIGN.read_text(), re.MULTILINE):
        for neighbour, chain in enumerate(names.split("|")):
            for place, name in enumerate(chain.split("<")):
                found[name.strip()] = Room(floors.index(floor), neighbour, place)
    return found


HOUSE = drawn("0123456789")
#: The modules of the folder of sentences.
TELLING = drawn("abc")
#: The package itself gathers the public names and stands on everything but the command line.
HOUSE["__init__"] = Room(HOUSE["cli"].floor - 1, -1, 0)
HOUSE["__main__"] = Room(HOUSE["cli"].floor + 1, 0, 0)

#: Heavy packages, and the modules that load them as soon as they are imported themselves.
HEAVY: dict[str, set[str]] = {
    "typer": {"cli", *(f"cli.{path.stem}" for path in (PACKAGE / "cli").glob("*.py"))},
    "click": set(),
    "msgspec": {"dossier", "journal", "record"},
    "multiprocessing": {"pool"},
    "distributed": set(),
    "numpy": {"kernels.compiled", "kernels.tabled"},
    "numba": {"kernels.compiled"},
    "cpmpy": set(),
    "highspy": {"engines.highs"},
    "pysat": {"engines.sat"},
}


def modules() -> list[tuple[str, Path]]:
    """The name of every module below the package, and its file."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found.append((".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts), path))
    return found


def imports(tree: ast.AST) -> Iterator[str]:
    """The dotted names that a module or a part of it imports; of ``from a import b``, both ``a`` and ``a.b``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def top_level(tree: ast.Module) -> ast.Module:
    """The module without the bodies of its functions, and without what only type checkers read."""

    class Outside(ast.NodeTransformer):
        def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
            return None

        def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
            return None

        def visit_If(self, node: ast.If) -> ast.AST | None:
            if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
                return None
            return self.generic_visit(node)

    outside = Outside().visit(tree)
    assert isinstance(outside, ast.Module)
    return outside


def tree_of(name: str) -> ast.Module:
    """What the source of a module says."""
    return ast.parse(dict(modules())[name].read_text())


def rooms(name: str) -> set[str]:
    """The rooms of the house that a module imports from, local imports included; its own left out."""
    found = set()
    for imported in imports(tree_of(name)):
        head, *rest = imported.split(".")
        if head == "eyeline" and rest:
            found.add(rest[0] if rest[0] in HOUSE else "__init__")
    return found - {name.split(".")[0]}


def may_use(user: str, used: str) -> bool:
    """Whether one room may import from another."""
    if user == "__init__":
        return HOUSE[used].floor <= HOUSE[user].floor
    return stands_on(HOUSE[user], HOUSE[used])


def stands_on(above: Room, below: Room) -> bool:
    """Whether a room stands above another, or behind it in a chain."""
    if above.floor != below.floor:
        return above.floor > below.floor
    return above.neighbour == below.neighbour and above.place > below.place


def test_the_house_is_read_from_the_design() -> None:
    assert {"errors", "grid", "sheet", "model", "engine", "puzzles", "formats", "engines", "solve", "cli"} <= set(HOUSE)
    assert may_use("cli", "solve")
    assert may_use("judge", "solve")
    assert not may_use("solve", "judge")
    assert not may_use("formats", "puzzles")
    assert not may_use("grid", "errors")


def test_every_module_has_its_room() -> None:
    assert {name.split(".")[0] for name, _ in modules()} - {"__main__"} == set(HOUSE) - {"__main__"}


@pytest.mark.parametrize("name", [name for name, _ in modules()])
def test_a_module_imports_only_from_lower_floors(name: str) -> None:
    own = name.split(".")[0]
    assert not [used for used in rooms(name) if not may_use(own, used)]


def test_every_module_of_sentences_has_its_room() -> None:
    assert {f"telling.{name}" for name in TELLING} == {name for name, _ in modules() if name.startswith("telling.")}


@pytest.mark.parametrize("name", TELLING)
def test_a_module_of_sentences_imports_one_way(name: str) -> None:
    used = {found.removeprefix("eyeline.telling.").split(".")[0] for found in imports(tree_of(f"telling.{name}"))}
    assert not [other for other in used & set(TELLING) if not stands_on(TELLING[name], TELLING[other])]


def test_the_folder_of_sentences_gathers_nothing() -> None:
    tree = tree_of("telling")
    assert ast.get_docstring(tree)
    assert len(tree.body) == 1


@pytest.mark.parametrize("name", [name for name, _ in modules() if not name.startswith("telling.")])
def test_sentences_are_made_in_one_folder(name: str) -> None:
    assert not {"eyeline.catalogue.gettext", "eyeline.catalogue.ngettext"} & set(imports(tree_of(name)))


@pytest.mark.parametrize("name", [name for name, _ in modules()])
def test_heavy_packages_are_imported_where_they_are_used(name: str) -> None:
    loaded = {imported.split(".")[0] for imported in imports(top_level(tree_of(name)))}
    for package, allowed in HEAVY.items():
        assert package not in loaded or name in allowed, f"{name} loads {package} before it is used"


def test_the_imports_are_found() -> None:
    tree = ast.parse("import a.b\ndef f():\n    from c import d\nif TYPE_CHECKING:\n    import e\n")
    assert set(imports(tree)) == {"a.b", "c", "c.d", "e"}
    assert set(imports(top_level(tree))) == {"a.b"}


def test_a_cold_solve_of_one_puzzle_loads_nothing_heavy() -> None:
    program = (
        "import sys, json\n"
        "from eyeline.cli import main\n"
        "sys.argv = ['eyeline', 'solve', '6:2/1/4/2/4/3/3/2/2/5/1/2/2/4/5/1/2/3/3/2/1/5/3/2']\n"
        "try:\n"
        "    main()\n"
        "except SystemExit as end:\n"
        "    code = end.code\n"
        "print(json.dumps([code, sorted({name.split('.')[0] for name in sys.modules})]), file=sys.stderr)\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    code, loaded = json.loads(run.stderr.splitlines()[-1])
    assert code in (0, None)
    assert run.stdout
    assert "eyeline" in loaded
    assert not {"numpy", "highspy", "numba"} & set(loaded)
