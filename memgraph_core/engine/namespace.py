"""A namespace that a memory has open: its engine, its store, and the state that is kept between two calls."""

from collections.abc import Sequence
from datetime import datetime, timedelta, tzinfo

from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.remember import flush, remember
from memgraph_core.plan.receipts import Receipt
from memgraph_core.records.graph import Turn


class OpenNamespace:
    """Engine, store handle, speakers, and the sessions whose open windows this process must flush."""

    def __init__(self, engine: MemoryEngine, name: str) -> None:
        self.engine = engine
        self.store = engine.store(name)
        self.name = self.store.namespace
        # A speaker's name in a question is a weak signal. The set is replaced, never changed in place,
        # because other threads read it.
        self.speakers = frozenset(self.store.speakers())
        self.open_sessions: frozenset[str] = frozenset()  # sessions with pending turns of this object
        self._idle_checked: datetime | None = None

    @property
    def zone(self) -> tzinfo:
        """The time zone of the settings."""
        return self.engine.settings.zone

    def clock(self) -> datetime:
        """The current time of the engine."""
        return self.engine.clock()

    def add(self, turns: Sequence[Turn], moment: datetime, *, force: bool = False) -> Receipt:
        """Log and extract turns; see `remember`."""
        check_idle = self._is_idle_check_due(moment)
        receipt = remember(self.engine, self.store, turns, moment, check_idle=check_idle, force=force)
        pending = {turn.uid for turn in receipt.turns if turn.state == "pending"}
        self.open_sessions |= {turn.session for turn in turns if turn.uid in pending}
        self.speakers |= {turn.speaker for turn in turns if turn.speaker}
        return receipt

    def flush(self, session: str | None, moment: datetime) -> Receipt:
        """Extract all pending turns, or those of one session; see `remember.flush`."""
        receipt = flush(self.engine, self.store, session, moment)
        self.open_sessions = frozenset() if session is None else self.open_sessions - {session}
        return receipt

    def reload_speakers(self) -> None:
        """Read the speakers again, after turns were forgotten."""
        self.speakers = frozenset(self.store.speakers())

    def close(self, *, flush_open: bool = True) -> None:
        """Extract the turns that were added here and are pending, if `flush_open`, and close the database."""
        try:
            for session in sorted(self.open_sessions) if flush_open else ():
                self.flush(session, self.engine.clock())
        finally:
            self.engine.close()

    def _is_idle_check_due(self, moment: datetime) -> bool:
        """Whether to look for idle windows of all sessions: at the first call, then once per idle time."""
        idle = timedelta(minutes=self.engine.settings.ingest.idle)
        if self._idle_checked is not None and abs(moment - self._idle_checked) < idle:
            return False
        self._idle_checked = moment
        return True
