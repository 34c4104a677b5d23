"""Long-term memory for LLM agents, kept as a graph: on Neo4j, or in one file.

Each name is fetched when it is first asked for, so that who wants the help of a command does not wait for all of the engine.
"""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memgraph_core.config import Settings
    from memgraph_core.engine import MemoryEngine
    from memgraph_core.errors import (
        ConfigError,
        ExtractionError,
        InvalidInput,
        MemgraphError,
        ModelError,
        StoreError,
        StoreMismatch,
        StoreUnavailable,
        TurnConflict,
    )
    from memgraph_core.ingest.difference import Difference
    from memgraph_core.ingest.receipt import Receipt, TurnReceipt
    from memgraph_core.memory import Memory
    from memgraph_core.reads import Context, Day, Filters, Hit, Knowledge, Stats, StreamItem
    from memgraph_core.rebuild import Rebuilt
    from memgraph_core.retrieve.look import EntityView
    from memgraph_core.types import Entity, Fact, Note, Turn
    from memgraph_core.writes import Forgotten

_PLACES = {
    name: module
    for module, names in {
        "memgraph_core.config": "Settings",
        "memgraph_core.engine": "MemoryEngine",
        "memgraph_core.errors": "ConfigError ExtractionError InvalidInput MemgraphError ModelError StoreError StoreMismatch "
        "StoreUnavailable TurnConflict",
        "memgraph_core.ingest.difference": "Difference",
        "memgraph_core.ingest.receipt": "Receipt TurnReceipt",
        "memgraph_core.memory": "Memory",
        "memgraph_core.reads": "Context Day Filters Hit Knowledge Stats StreamItem",
        "memgraph_core.rebuild": "Rebuilt",
        "memgraph_core.retrieve.look": "EntityView",
        "memgraph_core.types": "Entity Fact Note Turn",
        "memgraph_core.writes": "Forgotten",
    }.items()
    for name in names.split()
}

__all__ = [
    "ConfigError",
    "Context",
    "Day",
    "Difference",
    "Entity",
    "EntityView",
    "ExtractionError",
    "Fact",
    "Filters",
    "Forgotten",
    "Hit",
    "InvalidInput",
    "Knowledge",
    "MemgraphError",
    "Memory",
    "MemoryEngine",
    "ModelError",
    "Note",
    "Rebuilt",
    "Receipt",
    "Settings",
    "Stats",
    "StoreError",
    "StoreMismatch",
    "StoreUnavailable",
    "StreamItem",
    "Turn",
    "TurnConflict",
    "TurnReceipt",
]


def __getattr__(name: str) -> object:
    """A public name, from the module that has it."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_PLACES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
