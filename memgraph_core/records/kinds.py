"""Literal types of record fields, and the types of vectors."""

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]  # shape (dimension,), unit length
Matrix = NDArray[np.float32]  # shape (n, dimension), rows of unit length

Role = Literal["user", "assistant", "tool", "system", "web"]
Trust = Literal["said", "observed", "inferred", "external"]
TurnState = Literal["pending", "extracted", "skipped"]
NoteKind = Literal["episodic", "semantic", "procedural", "resource", "core", "vault", "insight"]
# What a search may ask for: the kinds of notes, with the blocks of core memory as `core`, and as `working` the
# statements in the working memory of a session.
MemoryKind = Literal["episodic", "semantic", "procedural", "resource", "core", "vault", "insight", "working"]
# Several kinds; a mapping has the maximum number of hits of each kind. "all" are all kinds but `vault`.
Kinds = Literal["all"] | Sequence[MemoryKind] | Mapping[MemoryKind, int]
# abstraction: derived from other notes by consolidation. A search ranks it apart from the notes that people stated.
# retired: an abstraction that is undone or no longer supported. No search finds it.
# question: a question of a person that a memory could answer. summary: a stored summary of notes.
# style_request: a request of a person about the style of answers. No search finds these three.
NoteState = Literal[
    "active", "archived", "agent_generated", "abstraction", "retired", "question", "summary", "style_request"
]
EntityType = Literal["Person", "Place", "Organization", "Event", "Work", "Thing", "Concept"]
Grain = Literal["year", "month", "week", "day", "hour", "minute"]
DAY_GRAINS: tuple[Grain, ...] = ("day", "hour", "minute")  # those of a stated day
MentionKind = Literal["named", "resolved", "agent_generated"]
StatedLinkReason = Literal["same_event", "continues", "explains", "answers", "exception_to", "contradicts"]
LinkReason = Literal[StatedLinkReason, "cited_by"]  # cited_by: from an insight to an insight about it
CallKind = Literal["extract", "repair", "answer", "consolidate"]
# unfinished: an agent's run ended without an answer, although each of its calls was answered
CallOutcome = Literal["used", "unreadable", "refused", "unreachable", "unfinished"]

# The trust of a turn, by its role.
TRUST_OF_ROLE: dict[Role, Trust] = {
    "user": "said",
    "assistant": "inferred",
    "tool": "observed",
    "system": "observed",
    "web": "external",
}
# Trust of agent-generated turns: see `Turn.is_agent_generated`.
AGENT_GENERATED: frozenset[Trust] = frozenset(("inferred", "external"))
