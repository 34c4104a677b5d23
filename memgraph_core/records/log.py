"""What the log answers when turns are appended."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from memgraph_core.records.graph import Call, Entity, Note, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTotals:
    """What the calls in a namespace's ledger add up to."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0

    def plus(self, calls: Iterable[Call]) -> "CallTotals":
        """What it adds up to with these."""
        told = tuple(calls)
        return CallTotals(
            calls=self.calls + len(told),
            tokens_in=self.tokens_in + sum(call.tokens_in for call in told),
            tokens_out=self.tokens_out + sum(call.tokens_out for call in told),
            cost=self.cost + sum(call.cost for call in told),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendResult:
    """What the log holds after `log`, and what extraction needs to go on."""

    space: str  # the generation that derived records belong to
    version: int  # of the namespace, at that moment
    turns: tuple[Turn, ...]  # the turns given, in their order, as they now stand (position, state)
    new: frozenset[str]  # uids that were not logged before
    before: tuple[Turn, ...]  # turns that stand before the given ones in their sessions, oldest first
    entities: Mapping[str, tuple[Entity, ...]]  # name key → whom it means, of the keys asked for
    novelty_state: str | None = None  # what the gate remembers of the space, as it wrote it; None: nothing
    candidates: tuple[
        Note, ...
    ] = ()  # notes that share terms with the turns, as many as asked for, nearest first
    spent: CallTotals = field(default_factory=CallTotals)
    forgotten: Mapping[str, datetime] = field(
        default_factory=dict[str, datetime]
    )  # turns given that people had forgotten, and when: they are not logged, and not among the turns
    leased: Mapping[str, str] = field(
        default_factory=dict[str, str]
    )  # pending turns, of those given and before, that another reader claims, and who; told where one claims


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaseRequest:
    """Somebody is about to have turns read, which costs money: who else would is told (`Logged.taken`).

    `of` says of what the log tells which turns are claimed, and for how many seconds; claims of readers who are gone count
    no longer. A claim ends with the turn's state, with its words, when it is released, and when its time is up.
    """

    reader: str
    of: Callable[[AppendResult], Mapping[str, float]]  # without side effects: it may be asked twice
    is_gone: Callable[[str], bool]  # a reader


@dataclass(frozen=True, slots=True, kw_only=True)
class Tombstone:
    """What is left of a turn that was forgotten: a salted hash of its uid and words, and when that was."""

    digest: str
    salt: str
    at: datetime
