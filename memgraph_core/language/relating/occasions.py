"""The planned days and the routines that a text states, in every language."""

from dataclasses import dataclass
from datetime import datetime

from memgraph_core.records.kinds import Grain


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """A planned day that a statement gives, or the days of a routine. Times are stated times."""

    start: datetime | None = None  # of a routine: its first day, if it is stated
    end: datetime | None = None  # of a routine: when it ends, if that is stated
    grain: Grain = "day"
    rule: str | None = None  # RRULE of a routine
    is_deadline: bool = False
    about: str = ""  # the words for it, if the statement gives several
