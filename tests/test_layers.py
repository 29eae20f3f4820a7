"""The house stands on its floors: what every module imports, read from the source."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "eyeline"

#: From the ground up. A module imports from the lines above it in this list, and within its own package.
LINES: tuple[tuple[str, ...], ...] = (
    ("errors", "grid"),
    ("sight", "sheet", "arrays", "picture"),
    ("model", "room"),
    ("engine",),
    ("puzzles", "formats", "engines", "kernels"),
    ("words",),
    ("solve",),
    ("reading",),
    ("judge",),
    ("export",),
    ("record",),
    ("__init__",),
    ("cli",),
    ("__main__",),
)
FLOOR = {name: floor for floor, names in enumerate(LINES) for name in names}

#: Heavy packages, and the modules that load them as soon as they are imported themselves.
HEAVY: dict[str, set[str]] = {
    "typer": {"cli"},
    "click": set(),
    "msgspec": {"record"},
    "numpy": set(),
    "numba": set(),
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


def rooms(name: str) -> set[str]:
    """The rooms of the house (top modules or packages) that a module imports, local imports included."""
    found = set()
    for imported in imports(ast.parse(dict(modules())[name].read_text())):
        head, *rest = imported.split(".")
        if head != "eyeline":
            continue
        if not rest:
            continue
        if rest[0] in FLOOR:
            found.add(rest[0])
        else:
            found.add("__init__")
    return found


def test_every_module_has_its_floor() -> None:
    assert modules()
    assert {name.split(".")[0] for name, _ in modules()} <= set(FLOOR)


@pytest.mark.parametrize("name", [name for name, _ in modules()])
def test_a_module_imports_only_from_lower_floors(name: str) -> None:
    own = name.split(".")[0]
    above = {room for room in rooms(name) if room != own and FLOOR[room] >= FLOOR[own]}
    # The version alone is asked of the package itself.
    source = dict(modules())[name].read_text()
    if above == {"__init__"}:
        asked = {imported for imported in imports(ast.parse(source)) if imported.count(".") == 1}
        asked = {imported for imported in asked if imported.split(".")[1] not in FLOOR}
        assert asked == {"eyeline.__version__"}
    else:
        assert not above


@pytest.mark.parametrize("name", [name for name, _ in modules()])
def test_heavy_packages_are_imported_where_they_are_used(name: str) -> None:
    loaded = {imported.split(".")[0] for imported in imports(top_level(ast.parse(dict(modules())[name].read_text())))}
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
