"""Named ties between notes: what a model tells, or what rules are sure of.

The rules are few, because a wrong tie leads astray. Samples were read by eye in conversations between people, and of one
who tells a diary, in English and Chinese: of 42 that continue 41 were right, of 19 of the same event 18. Exceptions and
contradictions must be said so plainly that the samples had none: theirs is a guess. Ties with fewer than four right in five are not
here: of two notes with many common words, one denied, hardly any contradict each other. Nor are answers: questions
have no notes.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice

from memgraph_core.language.contrast import denies, excepts, is_denied, means_one, of_a_kind, phrase_of
from memgraph_core.language.names import name_key
from memgraph_core.language.terms import terms_of
from memgraph_core.plan.draft import Draft, note_uid
from memgraph_core.plan.windows import CONTINUATION_DISTANCE
from memgraph_core.records.extraction import ExtractedLink, ExtractedNote
from memgraph_core.records.graph import Link, Turn
from memgraph_core.records.kinds import EntityType, LinkReason
from memgraph_core.records.plan import Neighbour, PlanningSnapshot

WEIGHT: Mapping[LinkReason, float] = {
    "same_event": 0.95,
    "continues": 0.95,
    "exception_to": 0.8,
    "contradicts": 0.8,
}
LAST = datetime.max.replace(tzinfo=UTC)
AMONG = 200  # new notes before it that one is compared with: a long document must not take long
_OWN_NAMES = frozenset({"Person", "Organization", "Event", "Work"})  # of places and things too many speak
MOST = 2  # notes of the same event that a new one is tied to


def ties_of(draft: Draft, known: PlanningSnapshot) -> tuple[Link, ...]:
    """The ties that a model tells where one has read the window, else those of the rules; by a, b and reason."""
    found: dict[tuple[str, str, str], Link] = {}
    for link in links_told(draft) if draft.extraction.jointly else _by_rules(draft, known):
        found.setdefault((link.a, link.b, link.reason), link)
    return tuple(found[key] for key in sorted(found))


def links_told(draft: Draft) -> tuple[Link, ...]:
    """The ties that the extraction tells, strongest first. One from or to a note that is neither new nor a candidate,
    or from a note to itself, is left out.
    """
    new = {note.uid for note in draft.notes}
    ends = new | {note.uid for note in draft.window.candidates}
    told = [_link(draft, link) for link in draft.extraction.links]
    sound = [link for link in told if link.a in new and link.b in ends and link.a != link.b]
    return tuple(sorted(sound, key=lambda link: -link.weight))


@dataclass(frozen=True, slots=True)
class _Said:
    """A note as the rules look at it: a new one with whom it is about, a stored one by its words alone."""

    uid: str
    text: str  # with its speaker in front
    words: frozenset[str]  # terms of it, without its context
    denied: bool
    about: frozenset[str] | None = None  # keys of names, without the speaker's
    subjects: frozenset[str] = frozenset()  # those of whom a fact is told
    told: ExtractedNote | None = None

    def speaks_of(self, key: str) -> bool:
        """Whether it names somebody or something."""
        if self.about is not None:
            return key in self.about
        terms = terms_of(key)
        return self.words.issuperset(terms) and (len(terms) < 2 or bool(phrase_of(key).search(self.text)))


@dataclass(frozen=True, slots=True)
class _Talk:
    """What is said in a window, and what was said before it."""

    known: PlanningSnapshot
    turns: Mapping[tuple[str, int], Turn]  # session and position → turn, those before too
    notes: Mapping[
        str, list[tuple[int, _Said]]
    ]  # uid of a turn → ordinal and note, of the new ones, in their order
    types: Mapping[str, EntityType]  # key of a name → what it is called for, as far as it is known

    def before(self, turn: Turn, ordinal: int) -> _Said | None:
        """What the speaker of a note stated last: in its turn, else in one shortly before it."""
        own = [said for place, said in self.notes.get(turn.uid, ()) if place < ordinal]
        if own or turn.speaker is None or turn.position is None:
            return own[-1] if own else None
        for back in range(1, CONTINUATION_DISTANCE + 1):
            other = self.turns.get((turn.session, turn.position - back))
            if other and other.speaker == turn.speaker and (last := self._last_of(other)):
                return last
        return None

    def _last_of(self, turn: Turn) -> _Said | None:
        if fresh := self.notes.get(turn.uid):
            return fresh[-1][1]
        end = frozenset(terms_of(turn.text[-200:]))
        stored = [_stored(near) for near in self.known.supporting_notes.get(turn.uid, ())]
        return max(stored, key=lambda said: (len(end & said.words), said.uid)) if stored else None


def _by_rules(draft: Draft, known: PlanningSnapshot) -> Iterator[Link]:
    talk = _talk(draft, known)
    earlier: list[_Said] = []
    for turn in draft.window.turns:
        for ordinal, said in talk.notes.get(turn.uid, ()):
            if not _asks(said.text):
                others = [
                    *reversed(earlier[-AMONG:]),
                    *(_stored(n) for n in known.neighbours.get(said.uid, ())),
                ]
                yield from _of_one_speaker(said, talk.before(turn, ordinal), talk.types)
                yield from _of_one_event(said, others, talk.types)
                yield from _denied(said, others)
            earlier.append(said)


def _talk(draft: Draft, known: PlanningSnapshot) -> _Talk:
    turns = {turn.uid: turn for turn in (*draft.window.before, *draft.window.turns)}
    speakers = {name_key(turn.speaker) for turn in turns.values() if turn.speaker}
    searched = {note.uid: note for note in draft.notes if note.state == "active" and note.kind != "vault"}
    notes: dict[str, list[tuple[int, _Said]]] = {}
    for told in sorted(draft.extraction.notes, key=lambda note: note.ordinal):
        uid = note_uid(draft.namespace, told.turn, draft.extraction.extractor, told.ordinal)
        if uid in searched and _words(told.text) not in (turns[told.turn].caption or ""):
            notes.setdefault(told.turn, []).append((told.ordinal, _new(uid, told, speakers)))
    types: dict[str, EntityType] = {key: found[0].type for key, found in known.entities.items() if found}
    types |= {name_key(m.name): m.type for m in draft.extraction.mentions if m.type}
    return _Talk(
        known,
        turns={(turn.session, turn.position or 0): turn for turn in turns.values()},
        notes=notes,
        types=types,
    )


def _of_one_speaker(said: _Said, before: _Said | None, types: Mapping[str, EntityType]) -> Iterator[Link]:
    """A statement goes on about what the same speaker has just spoken of, or excepts something from it."""
    if before is None or _asks(before.text):
        return
    if any(_goes_on(said, before, key, types) for key in said.about or ()):
        yield Link(said.uid, before.uid, "continues", WEIGHT["continues"])
    if excepts(_words(said.text)):
        yield Link(said.uid, before.uid, "exception_to", WEIGHT["exception_to"])


def _goes_on(said: _Said, before: _Said, key: str, types: Mapping[str, EntityType]) -> bool:
    """Whether both speak of it, and not of two people or things that only share a place or a trait."""
    if not before.speaks_of(key):
        return False
    if before.about is None:
        return types.get(key) in _OWN_NAMES
    return not (said.subjects and before.subjects) or bool(said.subjects & before.subjects)


def _of_one_event(said: _Said, others: Iterable[_Said], types: Mapping[str, EntityType]) -> Iterator[Link]:
    """Of happenings with a name of more than a word: every hike is another one, that charity race is one."""
    named = [key for key in said.about or () if types.get(key) == "Event" and len(terms_of(key)) > 1]
    events = [key for key in named if means_one(said.text, key)]
    of_it = (
        other
        for other in others
        if any(other.speaks_of(key) for key in events)
        and _at_one_time(said, other)
        and not of_a_kind(other.text)
    )
    for other in islice(of_it, MOST if events else 0):
        yield Link(said.uid, other.uid, "same_event", WEIGHT["same_event"])


def _denied(said: _Said, others: Iterable[_Said]) -> Iterator[Link]:
    """Only of one speaker: two people who are of two minds do not contradict themselves."""
    speaker = said.text.partition(": ")[0]
    for other in others:
        if other.denied == said.denied or len(said.words & other.words) < 2 or _asks(other.text):
            continue
        if other.text.partition(": ")[0] == speaker and denies(_words(said.text), _words(other.text)):
            yield Link(said.uid, other.uid, "contradicts", WEIGHT["contradicts"])
            return


def _at_one_time(said: _Said, other: _Said) -> bool:
    """Whether nothing tells that they speak of two times."""
    one, two = said.told, other.told
    if one is None or two is None or not (one.holds_from and two.holds_from):
        return True
    ends = one.holds_until or LAST, two.holds_until or LAST
    return one.holds_from < ends[1] and two.holds_from < ends[0]


def _new(uid: str, told: ExtractedNote, speakers: Collection[str]) -> _Said:
    keys = [(name_key(name), role) for name, role in told.about]
    about = frozenset(key for key, _ in keys if key and key not in speakers)
    subjects = frozenset(key for key, role in keys if role == "subject" and key in about)
    words = _words(told.text)
    return _Said(uid, told.text, frozenset(terms_of(words)), is_denied(words), about, subjects, told)


def _stored(near: Neighbour) -> _Said:
    words = _words(near.text)
    return _Said(near.uid, near.text, frozenset(terms_of(words)), is_denied(words))


def _words(text: str) -> str:
    """A note's text without who said it."""
    speaker, colon, words = text.partition(": ")
    return words if colon and len(speaker) < 60 else text


def _asks(text: str) -> bool:
    return text.rstrip()[-1:] in ("?", "？")


def _link(draft: Draft, told: ExtractedLink) -> Link:
    by = draft.extraction.extractor
    to = told.to if isinstance(told.to, str) else note_uid(draft.namespace, told.to[0], by, told.to[1])
    weight = min(max(told.weight, 0.0), 1.0)
    return Link(note_uid(draft.namespace, told.turn, by, told.ordinal), to, told.reason, weight)
