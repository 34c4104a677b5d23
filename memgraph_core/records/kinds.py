"""The closed sets of values that records use, and the types of vectors."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]  # shape (dimension,), unit length
Matrix = NDArray[np.float32]  # shape (n, dimension), rows of unit length

Role = Literal["user", "assistant", "tool", "system", "web"]
Trust = Literal["said", "observed", "inferred", "external"]
TurnState = Literal["pending", "extracted", "skipped"]
NoteKind = Literal["episodic", "semantic", "procedural", "resource", "core", "vault", "insight"]
NoteState = Literal["active", "archived", "agent_generated"]
EntityType = Literal["Person", "Place", "Organization", "Event", "Work", "Thing", "Concept"]
Grain = Literal["year", "month", "week", "day", "hour", "minute"]
MentionHow = Literal["named", "resolved", "agent_generated"]
LinkReason = Literal["same_event", "continues", "explains", "answers", "exception_to", "contradicts"]
CallKind = Literal["extract", "repair"]
CallOutcome = Literal["used", "unreadable", "refused", "unreachable"]

# A user's word is worth most; what an assistant says is only inferred, what a page says comes from outside.
TRUST_OF_ROLE: dict[Role, Trust] = {
    "user": "said",
    "assistant": "inferred",
    "tool": "observed",
    "system": "observed",
    "web": "external",
}
# What programs and pages say is kept beside what people said and documents hold: see `Turn.is_aside`.
AGENT_GENERATED: frozenset[Trust] = frozenset(("inferred", "external"))
