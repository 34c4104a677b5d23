"""What happened between people and an assistant, computed from their turns. Nothing is written."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from memgraph_core.engine.batches import notes_of_turns, turns_with_secrets
from memgraph_core.engine.listing import list_turns, notes_listed
from memgraph_core.language.pack import answer_language
from memgraph_core.language.secrets import redacted
from memgraph_core.plan.style_requests import style_request_of
from memgraph_core.records.graph import Turn
from memgraph_core.records.listing import ListQuery
from memgraph_core.records.search import Filters
from memgraph_core.store.contract import Store
from memgraph_core.views.relationship import Relationship, Style, events_of, style_of

_MAX_TURNS = 5_000  # the newest turns that are considered
_MAX_REQUESTS = 200  # the newest requests about the style of answers
_SESSION_TURNS = 100  # of a session, in which an assistant is looked for
_FIRST_TURNS = 500  # the oldest turns, for the first talk


def relationship(
    store: Store, since: datetime | None, until: datetime, speaker: str | None, filters: Filters
) -> Relationship:
    """The events of a period. See `Memory.relationship`."""
    turns = _turns(store, replace(filters, until=_earlier(filters.until, until)))
    start = max(filter(None, (since, filters.since)), default=None)
    events = [
        replace(event, text=redacted(event.text))
        for event in events_of(turns, speaker)
        if start is None or (event.at is not None and event.at >= start)
    ]
    return Relationship(
        since=since,
        until=until,
        language=_language([event.text for event in events]),
        events=tuple(events),
        total=len(turns),
    )


def style(store: Store, speaker: str | None, until: datetime, filters: Filters) -> Style:
    """The style that people ask for. See `Memory.style`."""
    within = replace(filters, since=None, speaker=speaker, role=None, until=_earlier(filters.until, until))
    notes = notes_listed(store, ListQuery(of="style_request", filters=within, limit=_MAX_REQUESTS))
    turns = {turn.uid: turn for turn in store.turns(sorted({note.turns[0] for note in notes}))}
    sessions = {turn.session for turn in turns.values()}
    with_assistant = {session for session in sessions if _is_with_assistant(store, session)}
    hints = style_of(
        (turns[note.turns[0]], style_request_of(note))
        for note in notes
        if turns[note.turns[0]].session in with_assistant
    )
    return Style(language=_language([hint.text for hint in hints]), hints=hints)


def _is_with_assistant(store: Store, session: str) -> bool:
    """Whether an assistant takes part in a session, or only one person: its answers may not be stored.

    In other sessions people ask each other.
    """
    turns = store.conversation(session, _SESSION_TURNS)
    return any(turn.role == "assistant" for turn in turns) or len({turn.speaker for turn in turns}) == 1


def _turns(store: Store, filters: Filters) -> list[Turn]:
    """The oldest and the newest turns that pass, without those with a secret. `since` of the filters does not apply.

    A reaction is interpreted together with the answer before it, so a filter of speakers or roles does not apply either.
    """
    within = replace(filters, since=None, speaker=None, role=None)
    newest = list_turns(store, within, "newest", _MAX_TURNS, None).items
    oldest = list_turns(store, within, "oldest", _FIRST_TURNS, None).items
    found = {turn.uid: turn for turn in (*oldest, *newest)}
    sensitive = turns_with_secrets(notes_of_turns(store, sorted(found)))
    return [turn for uid, turn in found.items() if uid not in sensitive]


def _earlier(one: datetime | None, other: datetime) -> datetime:
    return other if one is None else min(one, other)


def _language(texts: Sequence[str]) -> str:
    return answer_language(" ".join(texts))
