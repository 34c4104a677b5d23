"""The verbs of `Memory` that maintain a memory: consolidation, archiving, retention, and jobs."""

from collections.abc import Mapping, Sequence
from typing import Unpack

from memgraph_core.consolidate.runs import PresetName
from memgraph_core.engine import archive, expire, jobs, retention
from memgraph_core.records.changes import Change
from memgraph_core.records.conformance import check_verbs
from memgraph_core.records.consolidation import Consolidated
from memgraph_core.records.jobs import Job, JobRun
from memgraph_core.records.kinds import NoteKind
from memgraph_core.records.local_time import local_times
from memgraph_core.records.progress import Progress, no_progress
from memgraph_core.records.retention import CurveName, Expired, ExpiryAction, Retention
from memgraph_core.records.scope import Scope
from memgraph_core.records.search import Filters, Hit
from memgraph_core.remote.dispatch import remote_verbs
from memgraph_core.verbs.core_memory import CoreMemory
from memgraph_core.verbs.inspection import Moment


@check_verbs
@local_times
@remote_verbs
class Maintaining(CoreMemory):
    """Verbs that maintain one namespace."""

    # Consolidate

    def consolidate(
        self,
        *,
        dry_run: bool = False,
        preset: PresetName | None = None,
        progress: Progress | None = None,
        now: Moment | None = None,
    ) -> Consolidated:
        """Derive abstractions from the notes: habits, preferences, trajectories, episodes and insights.

        An abstraction is a note in the state `abstraction`, with its instances. Each abstraction is checked before it is
        written; the result counts those that fail, by reason. Instances that state nothing else and are older than 30 days
        are archived: a search does not return them by default, but it still finds their turns. A second consolidation
        changes nothing. After an interruption the next consolidation continues the work. With `dry_run` nothing is written.
        `preset` sets the longest time between the events of a run: `balanced` 27.5 days, `topic` no limit, `log` 6.6 days, or
        that of a scenario. Without it, the preset is the scenario of the settings, or that of the last consolidation, or
        `balanced`.
        `progress` is called with the number of notes that were read and the number of all notes.

        The sentences come from templates. If the settings choose the wording of a language model, it is called once for each
        new or revised abstraction; the template's sentence stays if the answer fails a check. Raises ConfigError if the
        settings choose a model and name none.
        """
        from memgraph_core.engine.consolidate import consolidate  # on use, because it imports much

        moment = self._now(now)
        return consolidate(
            self.engine, self.store, progress or no_progress, preset=preset, dry_run=dry_run, moment=moment
        )

    def archive(
        self, notes: Sequence[str], *, reason: str = "", now: Moment | None = None
    ) -> tuple[Change, ...]:
        """Archive notes (uids): searches and lists leave them out, unless the filter `archived` asks for them.

        Their turns are still found. Returns the decisions, which can be undone. Raises InvalidInput for an unknown uid
        and for a derived note.
        """
        moment = self._now(now)
        return archive.set_archived(self.engine, self.store, notes, reason, moment, archived=True)

    def restore(
        self, notes: Sequence[str], *, reason: str = "", now: Moment | None = None
    ) -> tuple[Change, ...]:
        """Make archived notes (uids) active again. Consolidation does not archive them again. See `archive`."""
        moment = self._now(now)
        return archive.set_archived(self.engine, self.store, notes, reason, moment, archived=False)

    # Retention

    def used(self, used: Sequence[Hit | str], *, now: Moment | None = None) -> tuple[str, ...]:
        """Record that an answer used these hits, or notes or turns (uids). Returns the uids of the turns, each once.

        Each use strengthens what was used; see `retention`. A use is a time that is kept with the turn: exports, moves and
        rebuilds keep it, and `forget` of the turn deletes it. The last 100 uses of a turn are kept. `remember_run` records the
        uses of the sources that an answer cites. Unknown uids are left out, because a model may cite a wrong one.
        """
        return retention.record_uses(self.store, used, self._now(now))

    def retention(
        self, records: Sequence[Hit | str], *, curve: CurveName | None = None, now: Moment | None = None
    ) -> tuple[Retention, ...]:
        """How well hits, notes, turns or entities (uids) would still be remembered, in the order given.

        A note has the times and uses of its turns. Each instance of an abstraction and each mention of an entity counts as a
        use. The curve is that of the settings, or `fsrs` (FSRS-6) or `ebbinghaus` (R = e^(−t/S)). Uses after `now` do not
        count. Unknown uids are left out.
        """
        curve = curve or self.engine.settings.retention.curve
        return retention.retention(self.store, records, curve, self._now(now))

    def expire(
        self,
        policy: Mapping[NoteKind, float],
        *,
        action: ExpiryAction = "archive",
        dry_run: bool = True,
        limit: int | None = None,
        filters: Filters | Mapping[str, object] | None = None,
        now: Moment | None = None,
        **scope: Unpack[Scope],
    ) -> Expired:
        """List, archive or forget the notes that are older than a time-to-live in days for each kind: `{"episodic": 365}`.

        By default this is a dry run, which changes nothing. The result has the expired notes, the lowest retention first, at most
        `limit`. `archive` can be undone for each note. `forget` deletes the turns of the notes; a note stays if its turn also
        states something that has not expired. A note that states a current fact does not expire. Raises InvalidInput for a
        wrong number of days, and when a kind that never fades by the settings is to be archived.
        """
        within = self._within(filters, scope) or Filters()
        return expire.expire(
            self._open,
            policy,
            action,
            within,
            self._now(now),
            limit=limit,
            dry_run=dry_run,
        )

    # Jobs

    def run_jobs(self, *, now: Moment | None = None) -> tuple[JobRun, ...]:
        """Run the due jobs of this namespace. Returns one result for each attempt, in the order of the attempts.

        A job `derive` extracts the pending turns of a session. It is due one minute after the last of them was added; with a
        language model after 30 minutes, unless the settings give another time. A job `consolidate` is due when at least 50 notes
        and a tenth of all notes are new; after the end of a session, at least 10 notes and a fiftieth. A failed job is repeated
        after one minute, and the pause doubles with each failure; after ten attempts the job is dead. Jobs that another worker
        has leased are left out. Raises StoreError.
        """
        moment = None if now is None else self._now(now)
        clock = self.engine.clock if moment is None else lambda: moment
        return tuple(jobs.run_due(self._open, clock, jobs.Permissions()))

    def retry_jobs(self, uids: Sequence[str] = (), *, now: Moment | None = None) -> tuple[Job, ...]:
        """Make these jobs (uids) due now; without uids, all dead jobs. Each gets all ten attempts again. Returns these jobs.

        A job that a worker has leased is left out. Raises InvalidInput for an unknown uid.
        """
        return jobs.retry_jobs(self.store, tuple(uids), self._now(now))
