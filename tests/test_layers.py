"""Imports point to lower layers only: this table is the architecture of the package.

Changing the table is a design decision. Imports inside functions count too.
"""

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "memgraph_core"

# From the lowest layer to the highest. A part is a module or a whole package; where several names match a
# module, the longest one counts. The modules of one part may import each other.
LAYERS = (
    ("errors", "statements", "samples", "threads", "tracing"),
    ("records",),
    ("store.log_contract",),
    ("store.contract", "models.protocol", "extract.protocol", "scenarios"),
    ("config", "language"),
    ("turns", "retrieve"),
    ("views",),
    ("plan",),
    ("consolidate", "extract", "quality"),
    ("models", "store"),
    ("engine",),
    ("transfer", "remote"),
    ("verbs", "verbs.inspection"),
    ("verbs.searching", "verbs.unknown_names"),
    ("verbs.first_facts",),
    ("verbs.viewing",),
    ("verbs.core_memory",),
    ("verbs.maintaining",),
    ("memory",),
    ("aio",),
    ("integrations", "browser", "plot", "bench", "server"),
    ("cli", ""),  # the empty name is memgraph_core/__init__.py
    ("__main__",),
)
LAYER_OF = {part: number for number, layer in enumerate(LAYERS) for part in layer}


def module_name(path: Path) -> str:
    """`store/neo4j/log.py` is store.neo4j.log, `store/__init__.py` is store, the package itself is the empty name."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def syntax_trees() -> dict[str, ast.Module]:
    return {module: ast.parse(path.read_text(encoding="utf-8")) for module, path in MODULES.items()}


def part_of(module: str) -> str | None:
    """The part that a module belongs to; None where the table has none."""
    parts = module.split(".")
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((name for name in names if name in LAYER_OF), None)


def imports_of(module: str, tree: ast.Module, is_package: bool = False) -> set[str]:
    """The modules of this package that a module imports, anywhere in it, also for type checkers only."""
    imported = (
        name for node in ast.walk(tree) for name in _imported_names(node, module.split("."), is_package)
    )
    return {_existing_module(name) for name in imported if name.split(".")[0] == PACKAGE.name} - {module}


def _imported_names(node: ast.AST, importer: list[str], is_package: bool) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        up = node.level - (1 if is_package else 0)
        parents = [PACKAGE.name, *importer[: len(importer) - up]] if node.level else []
        base = ".".join(part for part in [*parents, node.module] if part)
        yield from (f"{base}.{alias.name}" for alias in node.names)


def _existing_module(dotted: str) -> str:
    """`memgraph_core.records.graph.Turn` is in records.graph: the longest prefix that is a module."""
    parts = dotted.split(".")[1:]
    while parts and ".".join(parts) not in MODULES:
        parts.pop()
    return ".".join(parts)


def import_graph(trees: dict[str, ast.Module]) -> dict[str, set[str]]:
    """For each module the modules that it imports."""
    return {
        module: imports_of(module, tree, MODULES[module].name == "__init__.py")
        for module, tree in trees.items()
    }


def without_type_imports(tree: ast.Module) -> ast.Module:
    """A module without the blocks that only type checkers read: a protocol may name the types that use it."""
    return ast.Module([node for node in tree.body if not _is_for_type_checkers(node)], type_ignores=[])


def _is_for_type_checkers(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def violation(importer: str, imported: str) -> str | None:
    """Why a module must not import another one; None when it may."""
    part, other = part_of(importer), part_of(imported)
    if part is None:
        return f"{importer} is in no layer: add it to LAYERS in tests/test_layers.py, or move it"
    if not imported:
        return (
            f"{importer} must not import memgraph_core itself: import from the module that defines the name"
        )
    if other == part or (other is not None and LAYER_OF[other] < LAYER_OF[part]):
        return None
    return f"{importer} must not import {imported}: it is not in a lower layer"


def test_every_module_imports_only_from_lower_layers():
    violations = [
        reason
        for module, imports in import_graph(syntax_trees()).items()
        for imported in sorted(imports or {module})
        if (reason := violation(module, imported)) is not None
    ]
    assert violations == []


def test_no_modules_import_each_other_in_a_circle():
    at_run_time = {module: without_type_imports(tree) for module, tree in syntax_trees().items()}
    try:
        TopologicalSorter(import_graph(at_run_time)).prepare()
    except CycleError as e:
        pytest.fail("a circle of imports: " + " -> ".join(e.args[1]))


@pytest.mark.parametrize(
    ("source", "module"),
    [
        ("import memgraph_core.store.contract", "store.contract"),
        ("from memgraph_core.records.graph import Turn", "records.graph"),
        ("from memgraph_core.models import protocol", "models.protocol"),
        ("from ..models.protocol import Embedder", "models.protocol"),
        ("from .. import retrieve", "retrieve"),
        ("def late():\n    from memgraph_core.records.plan import WritePlan", "records.plan"),
        ("if TYPE_CHECKING:\n    from memgraph_core.records.search import Hit", "records.search"),
    ],
)
def test_every_form_of_import_is_recognized(source, module):
    assert imports_of("plan.build", ast.parse(source)) == {module}


@pytest.mark.parametrize(
    ("importer", "imported", "allowed"),
    [
        ("retrieve.rank", "retrieve.expand", True),
        ("plan.build", "language.times", True),
        ("engine.search", "store.neo4j", True),
        ("extract.llm.reader", "models.protocol", True),
        ("retrieve.rank", "store.contract", True),
        ("retrieve.rank", "plan.build", False),
        ("plan.build", "models.minilm", False),
        ("language.terms", "config", False),
        ("records.graph", "language.terms", False),
        ("store.neo4j.log", "memory", False),
        ("utils", "records.graph", False),
        ("cli.app", "", False),
    ],
)
def test_the_table_allows_imports_of_lower_layers_and_of_the_same_part(importer, imported, allowed):
    assert (violation(importer, imported) is None) == allowed
