"""Links between notes, from a model's answer or from rules.

There are only a few rules, because a wrong link misleads. Samples from conversations and from a diary, in English and Chinese,
were judged by hand: 41 of 42 `continues` links and 18 of 19 `same_event` links were right. `exception_to` and `contradicts` need
very explicit wording that did not occur in the samples, so their weights are a guess. A rule was left out if fewer than 80 % of
its links were right. For example, two notes with many common words hardly ever contradict each other if one of them is negated.
`answers` links lead to stored questions: see `plan/questions.py`.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from operator import itemgetter

from memgraph_core.language.contrast import (
    contains_denial,
    is_about_repeated_events,
    is_denial_of,
    is_exception,
    pattern_of_name,
    refers_to_one_event,
)
from memgraph_core.language.names import name_key
from memgraph_core.language.terms import terms_of
from memgraph_core.plan.draft import Draft
from memgraph_core.plan.windows import CONTINUATION_DISTANCE
from memgraph_core.records.extraction import ExtractedLink, ExtractedNote
from memgraph_core.records.graph import Link, Turn
from memgraph_core.records.kinds import EntityType, LinkReason
from memgraph_core.records.plan import Neighbour, PlanningSnapshot
from memgraph_core.records.representation import without_speaker

WEIGHT: Mapping[LinkReason, float] = {
    "same_event": 0.95,
    "continues": 0.95,
    "exception_to": 0.8,
    "contradicts": 0.8,
}
LATEST_TIME = datetime.max.replace(tzinfo=UTC)
MAX_COMPARED = 200  # earlier new notes that one is compared with, so that long documents stay fast
MAX_EVENT_LINKS = 2  # `same_event` links of a new note
# Types whose common mention shows a continued subject. Places and things are mentioned in too many contexts.
_SUBJECT_TYPES = frozenset({"Person", "Organization", "Event", "Work"})


def links_of(draft: Draft, snapshot: PlanningSnapshot) -> tuple[Link, ...]:
    """The links of a draft: those of the model if a model extracted the window, else those of the rules.

    They are sorted by a, b and reason.
    """
    links: dict[tuple[str, str, str], Link] = {}
    for link in model_links(draft) if draft.extraction.whole_window else _rule_links(draft, snapshot):
        links.setdefault((link.a, link.b, link.reason), link)
    return tuple(links[key] for key in sorted(links))


def model_links(draft: Draft) -> tuple[Link, ...]:
    """The links of the extraction, strongest first.

    A link must start from a new note and lead to another new note or to a candidate; others are left out.
    """
    new = {note.uid for note in draft.notes}
    targets = new | {note.uid for note in draft.window.candidates}
    links = [_link(draft, link) for link in draft.extraction.links]
    valid = [link for link in links if link.a in new and link.b in targets and link.a != link.b]
    return tuple(sorted(valid, key=lambda link: -link.weight))


@dataclass(frozen=True, slots=True)
class _NoteView:
    """The input of the rules for one note: for a stored note only its text, for a new one also its entities."""

    uid: str
    speaker: str | None  # None if the text did not begin with one
    text: str  # without the speaker
    words: frozenset[str]  # terms of the text
    denied: bool
    about: frozenset[str] | None = None  # name keys, without those of speakers; None for a stored note
    subjects: frozenset[str] = frozenset()  # name keys of the subjects of its facts
    extracted: ExtractedNote | None = None

    def mentions(self, key: str) -> bool:
        """Whether it mentions the entity with this name key."""
        if self.about is not None:
            return key in self.about
        terms = terms_of(key)
        return self.words.issuperset(terms) and (
            len(terms) < 2 or bool(pattern_of_name(key).search(self.text))
        )


@dataclass(frozen=True, slots=True)
class _WindowView:
    """The turns and notes of a window, and the notes before it."""

    snapshot: PlanningSnapshot
    turns: Mapping[tuple[str, int], Turn]  # session and position → turn, preceding ones included
    notes: Mapping[str, list[tuple[int, _NoteView]]]  # turn uid → ordinal and view of its new notes, in order
    types: Mapping[str, EntityType]  # name key → entity type, if known

    def previous_of_speaker(self, turn: Turn, ordinal: int) -> _NoteView | None:
        """The note before this one from the same speaker, in the same turn or shortly before it."""
        own = self.notes.get(turn.uid, [])
        if before := bisect_left(own, ordinal, key=itemgetter(0)):
            return own[before - 1][1]
        if turn.speaker is None or turn.position is None:
            return None
        for back in range(1, CONTINUATION_DISTANCE + 1):
            other = self.turns.get((turn.session, turn.position - back))
            if other and other.speaker == turn.speaker and (last := self._last_of(other)):
                return last
        return None

    def _last_of(self, turn: Turn) -> _NoteView | None:
        """The last note of a turn. Stored notes have no ordinal, so it is the one most similar to the end of the turn."""
        if new := self.notes.get(turn.uid):
            return new[-1][1]
        end = frozenset(terms_of(turn.text[-200:]))
        stored = [_view_of_stored(n, turn.speaker) for n in self.snapshot.supporting_notes.get(turn.uid, ())]
        return max(stored, key=lambda view: (len(end & view.words), view.uid)) if stored else None


def _rule_links(draft: Draft, snapshot: PlanningSnapshot) -> Iterator[Link]:
    window = _window_view(draft, snapshot)
    earlier: list[_NoteView] = []
    for turn in draft.window.turns:
        for ordinal, note in window.notes.get(turn.uid, ()):
            if not _is_question(note.text):
                stored = (_view_of_stored(n, turn.speaker) for n in snapshot.neighbours.get(note.uid, ()))
                others = [*reversed(earlier[-MAX_COMPARED:]), *stored]
                yield from _speaker_links(note, window.previous_of_speaker(turn, ordinal), window.types)
                yield from _event_links(note, others, window.types)
                yield from _contradiction_links(note, others)
            earlier.append(note)


def _window_view(draft: Draft, snapshot: PlanningSnapshot) -> _WindowView:
    turns = {turn.uid: turn for turn in (*draft.window.preceding, *draft.window.turns)}
    speakers = {name_key(turn.speaker) for turn in turns.values() if turn.speaker}
    searchable = {note.uid for note in draft.notes if note.state == "active" and note.kind != "vault"}
    notes: dict[str, list[tuple[int, _NoteView]]] = {}
    for extracted in sorted(draft.extraction.notes, key=lambda note: note.ordinal):
        uid = draft.note_uid(extracted.turn, extracted.ordinal)
        turn = turns[extracted.turn]
        view = _view_of_new(uid, extracted, turn.speaker, speakers)
        if uid in searchable and view.text not in (turn.caption or ""):
            notes.setdefault(extracted.turn, []).append((extracted.ordinal, view))
    types: dict[str, EntityType] = {key: named[0].type for key, named in snapshot.entities.items() if named}
    types |= {name_key(m.name): m.type for m in draft.extraction.mentions if m.type}
    return _WindowView(
        snapshot,
        turns={(turn.session, turn.position or 0): turn for turn in turns.values()},
        notes=notes,
        types=types,
    )


def _speaker_links(
    note: _NoteView, previous: _NoteView | None, types: Mapping[str, EntityType]
) -> Iterator[Link]:
    """`continues` and `exception_to` links to the previous note of the same speaker."""
    if previous is None or _is_question(previous.text):
        return
    if any(_continues(note, previous, key, types) for key in note.about or ()):
        yield Link(note.uid, previous.uid, "continues", WEIGHT["continues"])
    if is_exception(note.text):
        yield Link(note.uid, previous.uid, "exception_to", WEIGHT["exception_to"])


def _continues(note: _NoteView, previous: _NoteView, key: str, types: Mapping[str, EntityType]) -> bool:
    """Whether both notes mention the entity and have a common subject.

    Two notes on different persons or things that only share a place or a property do not continue each other.
    """
    if not previous.mentions(key):
        return False
    if previous.about is None:
        return types.get(key) in _SUBJECT_TYPES
    return not (note.subjects and previous.subjects) or bool(note.subjects & previous.subjects)


def _event_links(
    note: _NoteView, others: Iterable[_NoteView], types: Mapping[str, EntityType]
) -> Iterator[Link]:
    """`same_event` links. The event needs a name of several words: "that charity race" is one, "the hike" is not."""
    named = [key for key in note.about or () if types.get(key) == "Event" and len(terms_of(key)) > 1]
    events = [key for key in named if refers_to_one_event(note.text, key)]
    same = (
        other
        for other in others
        if any(other.mentions(key) for key in events)
        and _may_be_simultaneous(note, other)
        and not is_about_repeated_events(other.text)
    )
    for other in islice(same, MAX_EVENT_LINKS if events else 0):
        yield Link(note.uid, other.uid, "same_event", WEIGHT["same_event"])


def _contradiction_links(note: _NoteView, others: Iterable[_NoteView]) -> Iterator[Link]:
    """A `contradicts` link to a note of the same speaker. A disagreement of two people is not a contradiction."""
    for other in others if note.speaker else ():
        if other.denied == note.denied or len(note.words & other.words) < 2 or _is_question(other.text):
            continue
        if other.speaker == note.speaker and is_denial_of(note.text, other.text):
            yield Link(note.uid, other.uid, "contradicts", WEIGHT["contradicts"])
            return


def _may_be_simultaneous(note: _NoteView, other: _NoteView) -> bool:
    """Whether the valid times of the two notes overlap, or one of them is unknown."""
    one, two = note.extracted, other.extracted
    if one is None or two is None or not (one.holds_from and two.holds_from):
        return True
    ends = one.holds_until or LATEST_TIME, two.holds_until or LATEST_TIME
    return one.holds_from < ends[1] and two.holds_from < ends[0]


def _view_of_new(
    uid: str, extracted: ExtractedNote, speaker: str | None, speakers: Collection[str]
) -> _NoteView:
    keys = [(name_key(name), role) for name, role in extracted.about]
    about = frozenset(key for key, _ in keys if key and key not in speakers)
    subjects = frozenset(key for key, role in keys if role == "subject" and key in about)
    text = without_speaker(extracted.text, speaker)
    terms = frozenset(terms_of(text))
    return _NoteView(uid, speaker, text, terms, contains_denial(text), about, subjects, extracted)


def _view_of_stored(note: Neighbour, speaker: str | None) -> _NoteView:
    """The view of a stored note, which may be by this speaker."""
    text = without_speaker(note.text, speaker)
    is_by_speaker = text != note.text
    return _NoteView(
        note.uid, speaker if is_by_speaker else None, text, frozenset(terms_of(text)), contains_denial(text)
    )


def _is_question(text: str) -> bool:
    return text.rstrip()[-1:] in ("?", "？")


def _link(draft: Draft, link: ExtractedLink) -> Link:
    to = link.to if isinstance(link.to, str) else draft.note_uid(*link.to)
    return Link(draft.note_uid(link.turn, link.ordinal), to, link.reason, min(max(link.weight, 0.0), 1.0))
