"""The verbs of `Memory` that summarise what memory knows. They call no language model. Only `acknowledge` writes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Unpack

from memgraph_core.engine import views
from memgraph_core.engine.acknowledge import acknowledge, due_without
from memgraph_core.engine.acknowledge import acknowledged as seen_items
from memgraph_core.engine.mood import mood
from memgraph_core.engine.procedures import procedures
from memgraph_core.engine.relationship import relationship, style
from memgraph_core.engine.summaries import summarise
from memgraph_core.engine.visible_records import checked_turn_filters
from memgraph_core.engine.working import working
from memgraph_core.errors import InvalidInput
from memgraph_core.records.changes import Change
from memgraph_core.records.conformance import check_verbs
from memgraph_core.records.local_time import local_times
from memgraph_core.records.scope import Scope, session_of
from memgraph_core.records.search import Filters
from memgraph_core.records.summaries import SUMMARY_TOKENS
from memgraph_core.records.validation import checked_name, checked_period
from memgraph_core.remote.dispatch import remote_verbs
from memgraph_core.retrieve.working import WorkingMemory
from memgraph_core.verbs.inspection import Moment
from memgraph_core.verbs.searching import Searching
from memgraph_core.views.brief import Brief
from memgraph_core.views.due import Due
from memgraph_core.views.gaps import Gaps
from memgraph_core.views.mood import Mood
from memgraph_core.views.procedures import Procedure
from memgraph_core.views.profile import Profile
from memgraph_core.views.profile_changes import ProfileChanges, changes_between
from memgraph_core.views.relationship import Relationship, Style
from memgraph_core.views.summary import Summary

_MOOD_DAYS = 30


@check_verbs
@local_times
@remote_verbs
class Viewing(Searching):
    """Derived views of one namespace. Each line of a view has the facts and notes that it is based on.

    `filters`, `user_id`, `agent_id` and `run_id` restrict a view to the turns that pass these filters. The view then contains only
    values, dates and names that these turns state, even if other turns state the same fact or mention the same entity. Except for
    `summarise`, the filters must select turns: `since`, `until`, `speaker`, `role`, `session`, `agent`, `trust`, `metadata`.
    """

    def profile(
        self,
        name: str,
        *,
        as_of: Moment | None = None,
        known_at: Moment | None = None,
        now: Moment | None = None,
        filters: Filters | Mapping[str, object] | None = None,
        **scope: Unpack[Scope],
    ) -> Profile | None:
        """What memory knows of an entity, by section: current facts, plans and former facts.

        None when no entity has this name, also from a server; the route `GET /v1/profile` answers with status 404. Raises
        InvalidInput for a blank name. `as_of` gives the profile of an earlier day; `known_at` leaves out what was
        recorded later. `profile.text(tokens=300)` writes it for a prompt.
        """
        past = self._optional_moment(as_of, "as_of")
        known = self._optional_moment(known_at, "known_at")
        return views.profile(
            self.store,
            name,
            past or self._now(now),
            known,
            self._turns_within(filters, scope),
            self._zone,
            is_past=past is not None,
        )

    def profile_changes(
        self,
        name: str,
        since: Moment,
        until: Moment | None = None,
        *,
        filters: Filters | Mapping[str, object] | None = None,
        **scope: Unpack[Scope],
    ) -> ProfileChanges | None:
        """What began and ended in the profile of an entity between two moments (default: now).

        None when no entity has this name.
        """
        earlier = self.profile(name, as_of=since, filters=filters, **scope)
        later = self.profile(name, as_of=until, filters=filters, **scope)
        return None if earlier is None or later is None else changes_between(earlier, later)

    def summarise(
        self,
        *,
        session: str | None = None,
        since: Moment | None = None,
        until: Moment | None = None,
        about: str | None = None,
        tokens: int = SUMMARY_TOKENS,
        filters: Filters | Mapping[str, object] | None = None,
        **scope: Unpack[Scope],
    ) -> Summary:
        """The notes of a session, a period or an entity that together cover most of its content, in order of time.

        The selections can be combined. It quotes and does not rephrase. It considers the newest 5,000 notes of the selection. A
        week (from Monday, in the time zone of the settings) is summarised from the summaries of its days. `consolidate` stores the
        summaries of sessions, days and weeks; a stored one is returned if its notes have not changed.
        """
        first, last = self._period(since, until)
        given = self._within(filters, scope) or Filters()
        within = replace(
            given,
            session=session or given.session,
            since=first or given.since,
            until=last or given.until,
            entity=given.entity if about is None else checked_name(about, "about"),
        ).checked()
        return summarise(self.store, within, tokens, self.engine.settings.zone)

    def due(
        self,
        *,
        days: float = 7.0,
        acknowledged: bool = False,
        now: Moment | None = None,
        filters: Filters | Mapping[str, object] | None = None,
        **scope: Unpack[Scope],
    ) -> Due:
        """Planned days, appointments, deadlines, birthdays and recurring days in the next days, in order of time.

        Days are days of the time zone of the settings. Recurrences are listed with the next of each of their days, and only
        if their rule names a day ("every Tuesday", but not "twice a week"). Items that were acknowledged are left out, unless
        `acknowledged` is true; see `acknowledge`.
        """
        since = self._now(now)
        until, zone = since + timedelta(days=days), self.engine.settings.zone
        found = views.due(self.store, since, until, zone, self._turns_within(filters, scope))
        return found if acknowledged else due_without(found, seen_items(self.store))

    def brief(
        self,
        since: Moment,
        *,
        limit: int = 10,
        acknowledged: bool = False,
        transaction_time: bool = False,
        now: Moment | None = None,
        filters: Filters | Mapping[str, object] | None = None,
        **scope: Unpack[Scope],
    ) -> Brief:
        """What changed since a moment: new and ended facts, new people, rising topics; and what is due in seven days.

        The time of a fact is when somebody first stated it, and of its end when somebody first stated that, so that an imported
        conversation is news of its own days; with `transaction_time`, it is when memory recorded them. Each list has at most
        `limit` items. What was acknowledged is left out, unless `acknowledged` is true.
        """
        start, end = self._moment(since, "since"), self._now(now)
        within, zone = self._turns_within(filters, scope), self.engine.settings.zone
        seen: Mapping[str, datetime] = {} if acknowledged else seen_items(self.store)
        return views.brief(
            self.store,
            start,
            end,
            limit,
            zone,
            within,
            seen,
            transaction_time=transaction_time,
        )

    def gaps(
        self,
        *,
        limit: int = 10,
        answered: bool = False,
        acknowledged: bool = False,
        now: Moment | None = None,
        filters: Filters | Mapping[str, object] | None = None,
        **scope: Unpack[Scope],
    ) -> Gaps:
        """What memory does not know: stored questions that it cannot answer now, and relatives without a name.

        Each question of a person about something that memory could know is stored. It is answered by a reply directly after
        it, or by any other note: the newest 50 questions without a recorded answer are asked again with `knows`, and a
        consolidation records what answers them. With `answered`, the result also has the answered questions with the notes
        that answer them. Each list has at most `limit` items, newest first. Questions that were acknowledged are left out,
        unless `acknowledged` is true.
        """
        within = self._turns_within(filters, scope)
        seen = () if acknowledged else seen_items(self.store)
        return views.gaps(self._open, self._now(now), limit, within, seen, answered=answered)

    def acknowledge(self, items: Sequence[str], *, now: Moment | None = None) -> Change:
        """Record that somebody has seen items of `due`, `brief` or `gaps`, so that these views do not show them again.

        `items` are uids: of an item of `due` (this day only), of a fact or a person of `brief`, or of the turn of a question of
        `gaps`. A fact is shown again when it ends later. Uids of no item are recorded too, and have no effect. Returns the record
        of the decision. Raises InvalidInput without items.
        """
        return acknowledge(self.store, items, self._now(now), self.engine.settings.ingest.attempts)

    def mood(
        self,
        *,
        since: Moment | None = None,
        until: Moment | None = None,
        speaker: str | None = None,
        limit: int = 10,
        filters: Filters | Mapping[str, object] | None = None,
        **scope: Unpack[Scope],
    ) -> Mood:
        """The feelings that turns of people express in a period (default: the last 30 days), by day and by weekday.

        The result also has at most `limit` topics and entities with which the mood is better or worse. Valence is from -1 to 1.
        The newest 5,000 turns of the period are considered; turns with a secret are left out. Raises InvalidInput for an
        empty period.
        """
        first, last = self._period(since, until)
        end = last or self._now(None)
        start = first or end - timedelta(days=_MOOD_DAYS)
        checked_period(start, end)
        within = self._turns_within(filters, scope)
        within = replace(within, speaker=speaker or within.speaker)
        return mood(self.store, start, end, self.engine.settings.zone, limit, within)

    def relationship(
        self,
        *,
        since: Moment | None = None,
        until: Moment | None = None,
        speaker: str | None = None,
        filters: Filters | Mapping[str, object] | None = None,
        **scope: Unpack[Scope],
    ) -> Relationship:
        """What happened between people and assistants, oldest first: the first talk, thanks, praise, complaints and so on.

        Word lists and rules find the events in English and Chinese, in sessions in which an assistant takes part. Thanks,
        praise, complaints, corrections and disagreements count only directly after an answer. The oldest 500 and the newest
        5,000 turns are considered; turns with a secret are left out. Raises InvalidInput for an empty period.
        """
        first, last = self._period(since, until)
        end = last or self._now(None)
        if first is not None:
            checked_period(first, end)
        within = self._turns_within(filters, scope)
        return relationship(self.store, first, end, speaker or within.speaker, within)

    def style(
        self,
        *,
        speaker: str | None = None,
        now: Moment | None = None,
        filters: Filters | Mapping[str, object] | None = None,
        **scope: Unpack[Scope],
    ) -> Style:
        """How people want the answers of an assistant: detail, formality, proactivity and humour, from their reactions.

        "Too long", "please explain more", "stop joking" or 太长了 ask for a style; the latest reaction decides. Each hint has
        its turns. `style.text()` writes the hints for a prompt, and a context window contains them. The requests are stored when
        their turns are extracted; the newest 200 are considered, in sessions with an assistant or of one person alone, without
        turns with a secret.
        """
        within = self._turns_within(filters, scope)
        return style(self.store, speaker or within.speaker, self._now(now), within)

    def procedures(
        self,
        question: str | None = None,
        *,
        limit: int = 10,
        now: Moment | None = None,
        filters: Filters | Mapping[str, object] | None = None,
        **scope: Unpack[Scope],
    ) -> tuple[Procedure, ...]:
        """How something is done: goal, preconditions, steps in their order, and the reported outcomes of each procedure.

        With a question, the procedures that a search for procedural notes finds, best first; else the newest first, at most
        `limit`. Reports such as "that worked" or 没用 are counted for the procedure that a turn shortly before them stated or
        used. They are looked for in the newest 5,000 turns that pass the filters.
        """
        within = self._turns_within(filters, scope)
        return procedures(self._open, question, limit, self._now(now), within)

    def working(
        self,
        *,
        session: str | None = None,
        chunks: int | None = None,
        now: Moment | None = None,
        **scope: Unpack[Scope],
    ) -> WorkingMemory:
        """The working memory of a session: the statements and entities that its last turns stated, mentioned or used.

        At most `chunks` (5 to 9, by default as in the settings), most active first, each with its source turns. A chunk that was
        touched once is dropped after a day; one that was touched more often is kept longer. The default session is `default`;
        `run_id` and `user_id` select a session as in `add`. The last 50 turns of the session are considered. Raises InvalidInput
        for another number of chunks.
        """
        settings = self.engine.settings.working
        if chunks is not None:
            if not 5 <= chunks <= 9:
                raise InvalidInput(f"chunks is {chunks}; give 5 to 9.")
            settings = replace(settings, chunks=chunks)
        return working(self.store, session_of(session, scope), self._now(now), settings)

    def _turns_within(self, filters: Filters | Mapping[str, object] | None, scope: Scope) -> Filters:
        return checked_turn_filters(self._within(filters, scope))
