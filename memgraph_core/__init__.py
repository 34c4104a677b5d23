"""Long-term memory for LLM agents, kept as a graph: on Neo4j, or in one file."""

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
