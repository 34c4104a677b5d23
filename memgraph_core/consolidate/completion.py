"""Complete habits: all notes that name what a habit is about, with those which say that it did not happen.

The events of a habit show its names: the thing that it is about, and words that hardly occur without it. Every other
note that names one of them and may report something that happened is an event too, on whatever day. A note which says
that it did not happen is none. Habits that have the same notes, or that are reported in turn at the same times, are one.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from memgraph_core.consolidate.material import Material
from memgraph_core.consolidate.mentions import Mention, mentions_in
from memgraph_core.consolidate.occurrences import Occurrence, in_order
from memgraph_core.consolidate.recurrence import Recurrence, usual_times
from memgraph_core.consolidate.routines import Routine
from memgraph_core.consolidate.weekdays import alike, expected_together, overlap
from memgraph_core.language.actions import denies, is_instead, may_have_happened, without_contrast
from memgraph_core.language.activities import is_listed_kind

_ROUNDS = 2  # a completed habit has more names
_MIN_NAMING = 3  # notes of a habit with a word, so that it may be one of its names
_MIN_SHARE = 0.05  # of the notes of the habit
_MIN_OWN = 0.6  # of all notes with the word that are of the habit
_USUAL = 0.6  # share of the notes of a habit with a word, so that it is what the habit is about
_MIN_SHARED = 0.5  # of the notes of a habit that another one has, so that they are one
_NEAR = 60  # minutes between the usual times of two habits that are one
_NEAR_AS_SAID = 120  # minutes between the usual times at which they are reported, if no other times are known
_MIN_ALIKE = 0.6  # the share of their weekdays that is common
_MIN_EXPECTED = 4.0  # days on which both would be reported if they were independent
_MIN_EXPECTED_AT_TIME = 2.0  # the same if both are at about the same stated time
_MAX_TOGETHER = 0.2  # share of these days on which both are


@dataclass(frozen=True, slots=True)
class Reports:
    """What the notes of the speakers say, for each note that names something."""

    named: Mapping[str, Mention]  # uid of the note → what it names
    known: Mapping[
        str, Occurrence
    ]  # uid of the note → its first event with an action, or else its first event
    material: Material
    _done: dict[str, bool] = field(default_factory=dict[str, bool])

    @classmethod
    def of(cls, events: Sequence[Occurrence], material: Material) -> "Reports":
        """The notes of the material, of which `events` are read."""
        known: dict[str, Occurrence] = {}
        for each in sorted(events, key=lambda each: each.action is None):
            known.setdefault(each.note, each)
        mentions = (_with_event(each, known.get(each.note)) for each in mentions_in(material))
        return cls({each.note: each for each in mentions}, known, material)

    def turns(self, notes: Iterable[str]) -> frozenset[str]:
        """The turns of notes."""
        return frozenset(turn for note in notes for turn in self.material.notes[note].turns)

    def is_denied(self, note: str, topics: Iterable[str]) -> bool:
        """Whether a note says that what these words name did not happen."""
        known = self.material.notes[note]
        return denies(self.material.statement(known), known.language, sorted(topics))

    def is_done(self, note: str) -> bool:
        """Whether a note may report something that happened to its speaker."""
        if note not in self._done:
            known, action = self.material.notes[note], self.known.get(note)
            text = self.material.statement(known)
            self._done[note] = not is_instead(without_contrast(text, known.language), known.language) and (
                action.subject == self.named[note].subject
                if action is not None
                else may_have_happened(text, known.language)
            )
        return self._done[note]

    def event(self, note: str) -> Occurrence:
        """A note as an event of its speaker."""
        mention, known = self.named[note], self.known.get(note)
        if known is not None and known.subject == mention.subject:
            return replace(known, part=known.part or mention.part, words=mention.topics)
        return Occurrence(
            note=note,
            subject=mention.subject,
            action=None,
            words=mention.topics,
            day=mention.day,
            moment=mention.moment,
            minute=mention.minute if mention.has_time else None,
            part=mention.part,
            language=self.material.notes[note].language,
        )

    def denial(self, note: str, topics: Sequence[str]) -> Occurrence:
        """A note as an event that did not happen, with the first of these words that it names."""
        mention = self.named[note]
        name = next((topic for topic in topics if topic in mention.topics), topics[0])
        return replace(self.event(note), action=None, words=frozenset({name}), is_instead=True)


def _with_event(mention: Mention, known: Occurrence | None) -> Mention:
    """A mention at the time of its event, with the general name of its thing: run for one in other words."""
    if known is None or known.subject != mention.subject:
        return mention
    timed = mention
    if known.day != mention.day or known.minute is not None:
        timed = replace(
            mention,
            day=known.day,
            moment=known.moment,
            minute=known.minute,
            part=known.part,
            has_time=known.minute is not None,
        )
    action = known.action
    if action is None or not is_listed_kind(action.activity, action.kind):
        return timed
    return replace(timed, topics=timed.topics | {known.thing})


def completed(habits: Sequence[Routine], reports: Reports, instead: Set[str]) -> list[Routine]:
    """The habits with all notes that name them; `instead` are notes of events that were done in place of them."""
    mentions: dict[tuple[str, str], list[Mention]] = defaultdict(list)
    for each in reports.named.values():
        if each.note not in instead:
            mentions[each.subject, each.user].append(each)
    of_person: dict[tuple[str, str], list[Routine]] = defaultdict(list)
    for routine in habits:
        of_person[routine.subject, routine.user].append(routine)
    return [
        routine
        for person, own in sorted(of_person.items())
        for routine in _completed(own, mentions[person], reports)
    ]


def _completed(routines: Sequence[Routine], mentions: Sequence[Mention], reports: Reports) -> list[Routine]:
    by_word: dict[str, list[Mention]] = defaultdict(list)
    for each in mentions:
        for topic in each.topics:
            by_word[topic].append(each)
    found = _as_one(routines, reports)
    for _ in range(_ROUNDS):
        taken = Counter(note for routine in found for note in routine.uids)
        found = _as_one([_with_named(each, mentions, by_word, taken, reports) for each in found], reports)
    return found


def _with_named(
    routine: Routine,
    mentions: Sequence[Mention],
    by_word: Mapping[str, Sequence[Mention]],
    taken: Counter[str],
    reports: Reports,
) -> Routine:
    """A routine with the notes that name it. A note that does not name what it is about must be of no other routine, and
    at the usual times.
    """
    usual = usual_times([reports.named[note] for note in routine.uids if note in reports.named])
    own = _own_names(routine, mentions, by_word, usual, taken, reports)
    main = [*routine.names]
    usual_names = [
        name for name, number in own.items() if number >= _USUAL * len(routine.uids) and name not in main
    ]
    main = [*main, *usual_names]
    names = [*main, *(name for name in own if name not in main)]
    if not names:
        return routine
    denied = {each.note: each for each in routine.denied}
    events: dict[str, Occurrence] = {}
    for each in routine.events:
        if each.note in reports.named and reports.is_denied(each.note, names):
            denied[each.note] = reports.denial(each.note, names)
        else:
            events[each.note] = each
    turns = reports.turns((*events, *denied))
    for name in names:
        for each in by_word.get(name, ()):
            is_known = (
                not turns.isdisjoint(reports.turns([each.note])) or each.note in events or each.note in denied
            )
            is_sure = name in main or (usual.expects(each) and not taken[each.note])
            if is_known or not is_sure or _is_other(routine, each, reports):
                continue
            if reports.is_denied(each.note, names):
                denied[each.note] = reports.denial(each.note, names)
            elif reports.is_done(each.note) and _is_at_part(routine, each):
                events[each.note] = reports.event(each.note)
    topics = (*routine.topics, *usual_names)
    return replace(routine, topics=topics, denied=in_order(denied.values()), events=in_order(events.values()))


def _is_other(routine: Routine, mention: Mention, reports: Reports) -> bool:
    """Whether the action of a note is an alternative to that of a routine: tea to coffee."""
    known = reports.known.get(mention.note)
    if known is None or known.action is None or known.subject != mention.subject:
        return False
    action = known.action
    is_kind = is_listed_kind(action.activity, action.kind)
    return is_kind and action.activity == routine.matter and action.kind not in routine.kinds


def _is_at_part(routine: Routine, mention: Mention) -> bool:
    """Whether a note is of the part of the day of a routine, if the same is done at several parts of the day."""
    return routine.part is None or mention.part in (None, routine.part)


def _own_names(
    routine: Routine,
    mentions: Sequence[Mention],
    by_word: Mapping[str, Sequence[Mention]],
    usual: Recurrence,
    taken: Counter[str],
    reports: Reports,
) -> Mapping[str, int]:
    """The words that hardly occur in other notes of the person, or only at the times of the habit, with their notes in the
    habit, the most frequent first.
    """
    counts = Counter(
        topic for note in routine.uids if note in reports.named for topic in reports.named[note].topics
    )
    least = max(_MIN_NAMING, _MIN_SHARE * len(routine.uids))
    share = usual.share_at(mentions)
    names: dict[str, int] = {}
    for word, own in sorted(by_word.items(), key=lambda item: (-counts[item[0]], item[0])):
        is_own = counts[word] >= least and counts[word] >= _MIN_OWN * len(own)
        others = [each for each in own if each.note in routine.uids or not taken[each.note]]
        if is_own or (usual.has(others, share, len(by_word)) and _are_in_turn(routine, others)):
            names[word] = counts[word]
    return names


def _are_in_turn(routine: Routine, mentions: Sequence[Mention]) -> bool:
    """Whether mentions are not on the days of a routine, as those of another thing would often be."""
    others = [each for each in mentions if each.note not in routine.uids]
    days = {each.day for each in others}
    together = len(days & routine.days)
    return bool(days) and together <= _MAX_TOGETHER * expected_together(days, routine.days)


def _as_one(routines: Sequence[Routine], reports: Reports) -> list[Routine]:
    """The routines, the largest first, with those that are one joined."""
    found: list[Routine] = []
    for each in sorted(routines, key=lambda one: (-len(one.uids), one.key)):
        number = next((n for n, one in enumerate(found) if _are_one(one, each, reports)), None)
        if number is None:
            found.append(each)
        else:
            found[number] = _joined(found[number], each)
    return sorted(found, key=lambda one: one.key)


def _joined(one: Routine, other: Routine) -> Routine:
    """Two routines as one, with the key of the larger one, unless only the other one is of a listed kind."""
    is_named = is_listed_kind(other.matter, other.kind) and not is_listed_kind(one.matter, one.kind)
    main, more = (other, one) if is_named else (one, other)
    topics = (*main.topics, *(topic for topic in more.topics if topic not in main.topics))
    denied = {each.note: each for each in (*more.denied, *main.denied)}
    joined = replace(main, topics=topics, denied=in_order(denied.values()))
    return joined.with_events(more.events)


def _are_one(one: Routine, other: Routine, reports: Reports) -> bool:
    if one.is_alternative_to(other) or (one.part and other.part and one.part != other.part):
        return False
    if len(one.uids & other.uids) >= _MIN_SHARED * len(other.uids):
        return True
    if alike(one.weekdays, other.weekdays) < _MIN_ALIKE or not _are_near(one, other, reports):
        return False
    names, others = [*one.names], [*other.names]
    if names and others and names[0] == others[0]:
        return True
    together = one.together_with(other)
    expected = expected_together(one.days, other.days)
    least = _MIN_EXPECTED if one.minute is None or other.minute is None else _MIN_EXPECTED_AT_TIME
    return overlap(one.days, other.days) and expected >= least and together <= _MAX_TOGETHER * expected


def _are_near(one: Routine, other: Routine, reports: Reports) -> bool:
    """Whether two routines are at about the same time of day: as stated, or else when they were reported."""
    if one.minute is not None and other.minute is not None:
        return abs(one.minute - other.minute) <= _NEAR
    times = [_said_minute(each, reports) for each in (one, other)]
    return times[0] is not None and times[1] is not None and abs(times[0] - times[1]) <= _NEAR_AS_SAID


def _said_minute(routine: Routine, reports: Reports) -> int | None:
    minutes = sorted(
        minute
        for note in routine.uids
        if note in reports.named and (minute := reports.named[note].minute) is not None
    )
    return minutes[len(minutes) // 2] if minutes else None
