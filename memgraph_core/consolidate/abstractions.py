"""An abstraction before it is written: what it states, and the notes that it represents."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from memgraph_core.language.derived_text import Derived
from memgraph_core.records.consolidation import AbstractionKind
from memgraph_core.records.graph import uid_of

MIN_INSTANCES: dict[AbstractionKind, int] = {
    "habit": 5,
    "preference": 3,
    "trajectory": 2,
    "episode": 4,
    "insight": 2,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An abstraction that consolidation proposes."""

    kind: AbstractionKind
    subject: str  # entity uid
    key: tuple[str, ...]  # with the kind, the subject and the user it identifies the abstraction
    user: str = ""  # the `user_id` of all its turns; empty without one
    derived: Derived
    language: str
    instances: tuple[str, ...]  # note uids, in the order of time
    exceptions: tuple[str, ...] = ()  # note uids
    about: tuple[str, ...] = ()  # entity uids, besides the subject
    first: datetime
    last: datetime
    recurs: str | None = None  # RRULE
    cites: tuple[str, ...] = ()  # uids of the insights that an insight is about, sorted
    depth: int = 1  # of an insight about insights: 1 + the largest depth of those it cites
    contradicted: bool = False  # facts that it states contradict each other

    @property
    def uid(self) -> str:
        """The uid, which stays the same when instances are added, and in a namespace that is moved."""
        user = (self.user,) if self.user else ()
        return uid_of("abstraction", self.kind, self.subject, *self.key, *user)


def most_frequent(values: list[str]) -> str:
    """The most frequent value; of equally frequent ones the first in the alphabet."""
    counts = Counter(values)
    return min(counts, key=lambda value: (-counts[value], value))
