"""Imports point inward: what each room may know, and no room twice removed from that.

The table is the design; when a change needs another row or another name in a row, that is a decision to make
here, in sight, and not an import to hide in a function: those are read as well.
"""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "memgraph_core"

NOUNS = ("errors", "types", "writes", "reads")
PURE = (*NOUNS, "config", "language")  # what judgement may rest on: no store, no model
CONTRACTS = ("store.protocol", "models.protocol", "extractors.protocol")
IMPLEMENTATIONS = (
    "store",
    "models",
    "extractors",
    "extractors.rules",
    "extractors.reading",
    "extractors.appointing",
    "extractors.correcting",
)

# Room: what it may import. A room is a module or a whole folder; the longest name wins, and the modules of
# one folder may import each other.
MAY_IMPORT = {
    "errors": (),
    "types": ("errors",),
    "writes": ("errors", "types"),
    "reads": ("errors", "types"),
    "store.protocol": NOUNS,
    "models.protocol": NOUNS,
    "extractors.protocol": NOUNS,
    "config": NOUNS,
    "language": NOUNS,
    "samples": NOUNS,
    "ingest": PURE,
    "retrieve": PURE,
    "models": (*PURE, "models.protocol"),
    "extractors.appointing": PURE,
    "extractors.correcting": PURE,
    "extractors.reading": (*PURE, "extractors.appointing", "extractors.correcting"),
    "extractors.rules": (
        *PURE,
        "ingest",
        "extractors.protocol",
        "extractors.reading",
        "extractors.appointing",
        "extractors.correcting",
    ),
    "extractors": (
        *PURE,
        "ingest",
        "extractors.protocol",
        "extractors.rules",
        "extractors.reading",
        "models.protocol",
    ),
    "store": (*PURE, "store.protocol"),
    "engine": (*PURE, *CONTRACTS, *IMPLEMENTATIONS),
    "claims": PURE,
    "derive": (*PURE, *CONTRACTS, "engine", "ingest", "claims"),
    "remember": (*PURE, *CONTRACTS, "engine", "ingest", "derive", "claims"),
    "same": (*PURE, *CONTRACTS, "engine", "ingest"),
    "correct": (*PURE, *CONTRACTS, "engine", "ingest", "remember", "same"),
    "undo": (*PURE, *CONTRACTS, "engine", "ingest", "correct"),
    "rebuild": (*PURE, *CONTRACTS, "store", "engine", "ingest", "derive", "remember", "same"),
    "search": (*PURE, *CONTRACTS, "engine", "retrieve"),
    "memory": (
        *PURE,
        *CONTRACTS,
        "engine",
        "ingest",
        "retrieve",
        "remember",
        "same",
        "correct",
        "undo",
        "rebuild",
        "search",
        "window",
        "trends",
        "expectations",
        "checks",
    ),
    "window": (*PURE, *CONTRACTS, "retrieve"),
    "trends": (*PURE, *CONTRACTS, "retrieve"),
    "archive": (*PURE, "store.protocol"),
    "expectations": (*PURE, "retrieve"),
    "checks": (*PURE, "store.protocol", "expectations"),
    "documents": (*PURE, "ingest", "memory"),
    "aio": (*PURE, "memory"),
    "integrations": (*PURE, "models.protocol", "ingest", "retrieve", "memory", "aio"),
    "browser": (*PURE, "store", "memory"),
    "plot": (*PURE, "retrieve"),
    "bench": (*PURE, "store.protocol", "models.protocol"),
    "cli": (
        *PURE,
        *CONTRACTS,
        *IMPLEMENTATIONS,
        "ingest",
        "retrieve",
        "samples",
        "engine",
        "rebuild",
        "search",
        "memory",
        "integrations",
        "archive",
        "checks",
        "expectations",
        "documents",
        "browser",
        "plot",
        "bench",
    ),
    # The front door says what is public. Nobody inside comes in through it: that would be a circle.
    "": (*PURE, *CONTRACTS, "ingest", "retrieve", "engine", "rebuild", "memory", "aio"),
}


def name_of(path: Path) -> str:
    """`store/neo4j.py` is store.neo4j, `store/__init__.py` is store, the package's own is the empty name."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def room_of(module: str) -> str | None:
    """The row of the table that a module belongs to; None when there is none."""
    parts = module.split(".")
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return "" if not module else next((name for name in names if name in MAY_IMPORT), None)


def imports_of(module: str, source: str, is_package: bool = False) -> set[str]:
    """The package's own modules that a source imports, anywhere in it, also for type checkers only."""
    found = (
        name
        for node in ast.walk(ast.parse(source))
        for name in _imported(node, module.split("."), is_package)
    )
    return {_module_in(name) for name in found if name.split(".")[0] == PACKAGE.name} - {module}


def _imported(node: ast.AST, here: list[str], is_package: bool) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        up = node.level - (1 if is_package else 0)
        inside = [PACKAGE.name, *here[: len(here) - up]] if node.level else []
        start = ".".join(part for part in [*inside, node.module] if part)
        yield from (f"{start}.{alias.name}" for alias in node.names)


def _module_in(dotted: str) -> str:
    """`memgraph_core.types.Turn` is in types: the longest part that is a file or a folder of the package."""
    parts = dotted.split(".")[1:]
    while parts and not (
        PACKAGE.joinpath(*parts).is_dir() or PACKAGE.joinpath(*parts).with_suffix(".py").is_file()
    ):
        parts.pop()
    return ".".join(parts)


def complaint(here: str, there: str) -> str | None:
    """Why a module must not import another one; None when it may."""
    room, other = room_of(here), room_of(there)
    if room is None:
        return f"{here} is in no room: give it a row of MAY_IMPORT in tests/test_layers.py, or move it"
    if not there:
        return f"{here} must not import memgraph_core itself: import from the module that defines the name"
    if other == room or other in MAY_IMPORT[room]:
        return None
    allowed = ", ".join(MAY_IMPORT[room]) or "nothing of the package"
    return f"{here} must not import {there}: {room or 'the front door'} may import {allowed}"


@pytest.mark.parametrize("module", MODULES, ids=lambda name: name or "memgraph_core")
def test_a_module_is_in_a_room_and_imports_only_what_the_room_may(module):
    path = MODULES[module]
    assert room_of(module) is not None, complaint(module, "types")
    imported = imports_of(module, path.read_text(encoding="utf-8"), path.name == "__init__.py")
    assert [why for there in sorted(imported) if (why := complaint(module, there))] == []


def test_no_modules_import_each_other_in_a_circle():
    graph = {
        module: imports_of(module, path.read_text(encoding="utf-8"), path.name == "__init__.py")
        for module, path in MODULES.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as e:
        pytest.fail("a circle of imports: " + " -> ".join(e.args[1]))


def test_the_table_itself_has_no_circle():
    TopologicalSorter(MAY_IMPORT).prepare()


@pytest.mark.parametrize(
    ("source", "module"),
    [
        ("import memgraph_core.store.protocol", "store.protocol"),
        ("from memgraph_core.types import Turn", "types"),
        ("from memgraph_core.models import protocol", "models.protocol"),
        ("from ..models.protocol import Embedder", "models.protocol"),
        ("from .. import retrieve", "retrieve"),
        ("def late():\n    from memgraph_core.writes import WritePlan", "writes"),
        ("if TYPE_CHECKING:\n    from memgraph_core.reads import Hit", "reads"),
    ],
)
def test_an_import_is_seen_however_it_is_written(source, module):
    assert imports_of("ingest.plan", source) == {module}


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ("retrieve.rank", "store.queries"),
        ("retrieve.rank", "store.protocol"),
        ("retrieve.rank", "ingest.plan"),
        ("ingest.plan", "models.protocol"),
        ("extractors.rules", "models.protocol"),
        ("language.terms", "config"),
        ("types", "writes"),
        ("store.neo4j", "memory"),
    ],
)
def test_an_import_outward_or_sideways_is_named(here, there):
    assert str(complaint(here, there)).startswith(f"{here} must not import {there}: ")


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ("retrieve.rank", "retrieve.join"),
        ("ingest.plan", "language.times"),
        ("extractors.rules", "ingest.windows"),
        ("extractors.llm", "models.protocol"),
        ("engine", "store.neo4j"),
    ],
)
def test_an_import_inward_or_within_the_room_passes(here, there):
    assert complaint(here, there) is None


def test_a_module_in_no_room_is_told_the_remedy():
    assert "give it a row of MAY_IMPORT" in str(complaint("utils", "types"))


def test_nobody_inside_uses_the_front_door():
    assert imports_of("cli", "from memgraph_core import Memory") == {""}
    assert "import from the module that defines the name" in str(complaint("cli", ""))
