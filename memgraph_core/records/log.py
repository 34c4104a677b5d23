"""The results of appending turns to the log, and the leases under which readers process them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from memgraph_core.records.graph import Call, Entity, Note, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTotals:
    """Sums over the model calls in a namespace's ledger."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0

    def plus(self, calls: Iterable[Call]) -> "CallTotals":
        """The sums with these calls added."""
        added = tuple(calls)
        return CallTotals(
            calls=self.calls + len(added),
            tokens_in=self.tokens_in + sum(call.tokens_in for call in added),
            tokens_out=self.tokens_out + sum(call.tokens_out for call in added),
            cost=self.cost + sum(call.cost for call in added),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractionNeeds:
    """What an extraction of turns reads besides these turns."""

    name_keys: Sequence[str] = ()  # the entities with these names
    before: int = 0  # number of turns of each session before the first of these
    candidates: int = 0  # number of active notes that share most terms with the pending turns


NO_NEEDS = ExtractionNeeds()


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendResult:
    """The log after `Log.append`, and what extraction needs to continue."""

    space: str  # the generation that derived records belong to
    version: int  # of the namespace
    turns: tuple[Turn, ...]  # the given turns in their order, as they are stored (position, state)
    new: frozenset[str]  # uids that were not in the log before
    preceding: tuple[Turn, ...]  # earlier turns of the same sessions, oldest first
    entities: Mapping[str, tuple[Entity, ...]]  # requested name key → entities with that name
    novelty_state: str | None = None  # serialised state of the novelty filter for this space
    # Notes that share terms with the turns, most similar first, up to the limit.
    candidates: tuple[Note, ...] = ()
    call_totals: CallTotals = field(default_factory=CallTotals)
    # Uids of given turns that were forgotten earlier, and when. They are not logged and not in `turns`.
    forgotten: Mapping[str, datetime] = field(default_factory=dict[str, datetime])
    # Pending turns (given or preceding) that another reader has leased → that reader. Filled if a lease was requested.
    leased: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaseRequest:
    """Asks for the exclusive right to process turns for some time, so that no model reads them twice.

    Other readers see the lease in `AppendResult.leased`. It ends when the turn's state or text changes, when it is
    released, or when its time is over. Leases of readers that have ended are ignored.
    """

    reader: str
    # Returns uid → seconds. It may be called twice, so it must have no side effects.
    select_turns: Callable[[AppendResult], Mapping[str, float]]
    has_ended: Callable[[str], bool]  # whether the process of this reader has ended


@dataclass(frozen=True, slots=True, kw_only=True)
class Tombstone:
    """Remains of a forgotten turn: a salted hash of its uid and text, and when it was forgotten."""

    digest: str
    salt: str
    at: datetime
