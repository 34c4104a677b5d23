"""Retention of notes, turns and entities, and notes that have expired."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from memgraph_core.records.forget import Forgotten
from memgraph_core.records.kinds import NoteKind
from memgraph_core.records.representation import short_repr

CurveName = Literal["fsrs", "ebbinghaus"]
ExpiryAction = Literal["archive", "forget"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Retention:
    """How well a note, a turn or an entity would still be remembered."""

    uid: str
    retention: float  # 0 to 1: the probability of recall
    stability: float  # in days; it grows with each use
    first_at: datetime  # when it was said first
    used_at: tuple[datetime, ...] = ()  # later uses and repetitions, oldest first
    curve: CurveName = "fsrs"

    __repr__ = short_repr

    @property
    def uses(self) -> int:
        """The number of later uses and repetitions."""
        return len(self.used_at)

    @property
    def last_at(self) -> datetime:
        """The time of the last use, or when it was said first."""
        return self.used_at[-1] if self.used_at else self.first_at

    def __str__(self) -> str:
        """The retention in percent, and the number of uses."""
        return f"{self.uid}: {self.retention:.0%}, {self.uses} uses, stability {self.stability:.1f} days"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpiredNote:
    """A note that is older than the time-to-live of its kind. It has no text, because the note may be sensitive."""

    uid: str
    kind: NoteKind
    said_at: datetime
    retention: float

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class Expired:
    """The notes that have expired, and what was done with them. Its length is their number."""

    action: ExpiryAction
    dry_run: bool  # nothing was changed
    notes: tuple[ExpiredNote, ...]  # the lowest retention first
    changes: tuple[str, ...] = ()  # uids of the decisions that archived them
    forgotten: Forgotten | None = None

    __repr__ = short_repr

    def __len__(self) -> int:
        return len(self.notes)
