"""Requests to consolidate, and their results."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from memgraph_core.records.graph import Note
from memgraph_core.records.representation import beginning, short_repr

AbstractionKind = Literal["habit", "preference", "trajectory", "episode", "insight"]
# created, revised: the abstraction is new, or has another text or other instances. retired: the notes no longer support
# it; it is archived. archived: instances of an abstraction that did not change were archived.
ConsolidationAction = Literal["created", "revised", "retired", "archived"]

# Reasons of links to an abstraction: from an exception, and from an insight to an insight about it.
EXCEPTION = "exception_to"
CITED = "cited_by"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsolidationStep:
    """What consolidation does with one abstraction."""

    action: ConsolidationAction
    abstraction: str  # uid
    before: str | None = None  # its text before; None if it is new
    after: str | None = None  # its text afterwards; None if it is retired
    instances: int = 0
    archived: tuple[str, ...] = ()  # uids of the notes that become archived
    restored: tuple[str, ...] = ()  # uids of the notes that become active again

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class Consolidated:
    """The result of a consolidation or of its dry run."""

    notes: int  # that were read
    abstractions: int  # that are in use afterwards
    steps: tuple[ConsolidationStep, ...] = ()  # in the order of the uids of the abstractions
    # Reason → number of abstractions that were not written.
    rejected: Mapping[str, int] = field(default_factory=dict[str, int])
    active: int = 0  # active notes afterwards, without abstractions
    archived: int = 0  # archived notes afterwards
    answered: int = 0  # stored questions whose answer was recorded
    summaries: int = 0  # summaries of sessions, days and weeks that were stored or replaced

    __repr__ = short_repr

    def count(self, action: ConsolidationAction) -> int:
        """The number of steps with this action."""
        return sum(step.action == action for step in self.steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class Abstraction:
    """An abstraction in use, with what it represents."""

    note: Note
    kind: AbstractionKind
    instances: tuple[str, ...]  # note uids, sorted
    exceptions: tuple[str, ...]  # note uids, sorted
    cites: tuple[str, ...] = ()  # uids of the insights that an insight about insights is about, sorted
    first: datetime | None = None  # of its instances
    last: datetime | None = None
    newer: int = 0  # notes about its subject that were said after its last instance

    __repr__ = short_repr

    @property
    def count(self) -> int:
        """The number of its instances."""
        return len(self.instances)

    def __str__(self) -> str:
        """The kind, the number of instances and the beginning of the text."""
        return f"{self.kind}, {self.count} notes: {beginning(self.note.text)}"
