"""Long-term memory for LLM agents, stored as a graph in Neo4j or in one file.

Public names are imported on first access, so that short commands such as `--help` do not load the whole engine.
"""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memgraph_core.aio import AsyncMemory
    from memgraph_core.config import Settings
    from memgraph_core.engine.engine import MemoryEngine
    from memgraph_core.engine.rebuild import Rebuilt
    from memgraph_core.errors import (
        ConfigError,
        ExtractionError,
        Forbidden,
        InvalidInput,
        MemgraphError,
        ModelError,
        StoreError,
        StoreMismatch,
        StoreUnavailable,
        TurnConflict,
    )
    from memgraph_core.memory import Memory
    from memgraph_core.plan.difference import Difference
    from memgraph_core.plan.receipts import Receipt, TurnReceipt
    from memgraph_core.records.core import CoreState
    from memgraph_core.records.forget import Forgotten
    from memgraph_core.records.graph import Entity, Fact, Note, Turn
    from memgraph_core.records.inspect import Day, Stats, StreamItem
    from memgraph_core.records.search import Context, Filters, Hit, Knowledge
    from memgraph_core.retrieve.entity_view import EntityView
    from memgraph_core.retrieve.working import WorkingMemory
    from memgraph_core.views.brief import Brief
    from memgraph_core.views.due import Due
    from memgraph_core.views.gaps import Gaps
    from memgraph_core.views.mood import Mood
    from memgraph_core.views.procedures import Procedure
    from memgraph_core.views.profile import Profile
    from memgraph_core.views.profile_changes import ProfileChanges
    from memgraph_core.views.relationship import Relationship, Style
    from memgraph_core.views.summary import Summary

_MODULES = {
    name: module
    for module, names in {
        "memgraph_core.aio": "AsyncMemory",
        "memgraph_core.config": "Settings",
        "memgraph_core.engine.engine": "MemoryEngine",
        "memgraph_core.errors": "ConfigError ExtractionError Forbidden InvalidInput MemgraphError ModelError StoreError "
        "StoreMismatch StoreUnavailable TurnConflict",
        "memgraph_core.plan.difference": "Difference",
        "memgraph_core.plan.receipts": "Receipt TurnReceipt",
        "memgraph_core.memory": "Memory",
        "memgraph_core.records.search": "Context Filters Hit Knowledge",
        "memgraph_core.records.inspect": "Day Stats StreamItem",
        "memgraph_core.engine.rebuild": "Rebuilt",
        "memgraph_core.retrieve.entity_view": "EntityView",
        "memgraph_core.retrieve.working": "WorkingMemory",
        "memgraph_core.views.brief": "Brief",
        "memgraph_core.views.due": "Due",
        "memgraph_core.views.gaps": "Gaps",
        "memgraph_core.views.mood": "Mood",
        "memgraph_core.views.procedures": "Procedure",
        "memgraph_core.views.profile": "Profile",
        "memgraph_core.views.profile_changes": "ProfileChanges",
        "memgraph_core.views.relationship": "Relationship Style",
        "memgraph_core.views.summary": "Summary",
        "memgraph_core.records.graph": "Entity Fact Note Turn",
        "memgraph_core.records.core": "CoreState",
        "memgraph_core.records.forget": "Forgotten",
    }.items()
    for name in names.split()
}

__all__ = [
    "AsyncMemory",
    "Brief",
    "ConfigError",
    "Context",
    "CoreState",
    "Day",
    "Difference",
    "Due",
    "Entity",
    "EntityView",
    "ExtractionError",
    "Fact",
    "Filters",
    "Forbidden",
    "Forgotten",
    "Gaps",
    "Hit",
    "InvalidInput",
    "Knowledge",
    "MemgraphError",
    "Memory",
    "MemoryEngine",
    "ModelError",
    "Mood",
    "Note",
    "Procedure",
    "Profile",
    "ProfileChanges",
    "Rebuilt",
    "Receipt",
    "Relationship",
    "Settings",
    "Stats",
    "StoreError",
    "StoreMismatch",
    "StoreUnavailable",
    "StreamItem",
    "Style",
    "Summary",
    "Turn",
    "TurnConflict",
    "TurnReceipt",
    "WorkingMemory",
]


def __getattr__(name: str) -> object:
    """Import a public name from its module."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_MODULES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
