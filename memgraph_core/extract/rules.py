"""Turns → notes, mentions and facts by rules, without a language model and without a network. English and Chinese.

Each salient statement becomes one note, with the statement before it as context, so that the note can be understood
and found without its conversation. Unclear statements give no facts; the turn is searchable anyway.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from memgraph_core.extract.date_corrections import may_correct
from memgraph_core.extract.events import Events
from memgraph_core.extract.reading import (
    KnownNames,
    TimeContext,
    TurnReading,
    prepare_turns,
    read_turn,
    turn_mentions,
)
from memgraph_core.extract.turn_extraction import TurnExtraction
from memgraph_core.language.counts import count_of, is_number
from memgraph_core.language.names import name_key
from memgraph_core.language.pack import language_of, pack_of
from memgraph_core.language.persons.self_named import SelfNamed, called_myself, is_nameless
from memgraph_core.language.topic import Topic
from memgraph_core.language.values import has_same_unit, is_new_value
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.plan.agent_generated import without_agent_claims
from memgraph_core.plan.draft import Draft
from memgraph_core.plan.resolution import KnownEntities
from memgraph_core.records.extraction import (
    ExtractedEnd,
    ExtractedFact,
    Extraction,
    ExtractionWindow,
    joined,
)
from memgraph_core.records.graph import Turn
from memgraph_core.records.kinds import EntityType
from memgraph_core.records.validation import EARLIEST
from memgraph_core.turns.content import keys_of

_AHEAD = 200  # turns that are prepared together
_LONGEST_CONTEXT = 4_000  # characters of an earlier turn that are read for the next ones
_MAX_TOPIC_PAUSE = timedelta(hours=2)  # between a turn and one that leaves out its subject
_MAX_PAUSE = timedelta(days=2)  # between two turns of one conversation


@dataclass(frozen=True, slots=True)
class RulesExtractor:
    """The default extractor."""

    @property
    def name(self) -> str:
        """`rules`."""
        return "rules"

    def extract(self, window: ExtractionWindow) -> Extraction:
        """The notes, mentions, facts and aliases of the turns in an extraction window. It accepts any text."""
        return joined([piece for _, piece in self._read(window)], self.name)

    def readings(self, window: ExtractionWindow) -> tuple[TurnReading, ...]:
        """The readings of the turns, from which `extract` makes its result."""
        return tuple(reading for reading, _ in self._read(window))

    def _read(self, window: ExtractionWindow) -> Iterator[tuple[TurnReading, Extraction]]:
        """The reading and extraction of each turn, in order.

        A turn is read with the names that the graph has after the turns before it, whether they are in the window or not.
        """
        known = KnownEntities.of(window.entities)
        written, types = dict[str, str](), dict[str, EntityType]()
        _learn(written, types, known, window.entities)
        texts = {(turn.session, turn.position): turn for turn in (*window.preceding, *window.turns)}
        own = _own_names(window)
        for number, turn in enumerate(window.turns):
            if number % _AHEAD == 0:
                prepare_turns(window.turns[number : number + _AHEAD])
            position = turn.position or 0
            before_it = ((turn.session, position - back) for back in (1, 2))
            earlier = [_ending(texts[at]) for at in before_it if at in texts]
            lexicon = _lexicon_of(turn, earlier, written, types, known)
            before = [turn_mentions(each, lexicon) for each in reversed(earlier)]
            time_context = _earlier_times(turn, earlier, lexicon)
            topic = _earlier_topic(turn, earlier, lexicon)
            reading = read_turn(turn, [] if turn.is_document else before, lexicon, time_context, topic)
            asked = texts.get((turn.session, position - 1))
            extraction = TurnExtraction(
                reading,
                asked,
                own.get(turn.speaker or ""),
                _stated_names(reading),
                lexicon.written,
            ).extraction()
            extraction = _with_ends(extraction, [*_with_subjects(extraction, turn, earlier, lexicon)])
            own |= {same.alias: same.name for same in extraction.aliases if same.alias == turn.speaker}
            yield reading, extraction
            _learn(written, types, known, known.add(_draft_of(turn, extraction)))


def _with_subjects(
    extraction: Extraction, turn: Turn, earlier: Sequence[Turn], lexicon: KnownNames
) -> Iterator[ExtractedEnd]:
    """The ends. One without an object ("call it off"), or with only a new value, means a fact of an earlier turn of the
    speaker. After a question of somebody else a value is an answer.
    """
    types: dict[str, EntityType | None] = {name_key(m.name): m.type for m in extraction.mentions}
    is_answer = bool(earlier) and earlier[0].speaker != turn.speaker and "?" in earlier[0].text
    for end in extraction.ends:
        relation = relation_of(end.type)
        if not (end.is_only and (end.replacement or relation.recent)) and not (
            end.replacement and relation.corrects
        ):
            yield end
            continue
        own = (before for before in earlier if before.speaker == turn.speaker and not is_answer)
        facts = (fact for before in own for fact in _facts_of(before, lexicon))
        former = next((fact for fact in facts if _is_meant(end, fact, types)), None)
        if former is not None:
            is_common = former.object[:1].islower() and types.get(name_key(end.replacement)) is None
            yield _about(end, former, is_common=is_common)
        elif not relation.recent:
            yield end


def _facts_of(turn: Turn, lexicon: KnownNames) -> Sequence[ExtractedFact]:
    """The facts of a turn that is read without the turns before it, the last one first."""
    reading = read_turn(turn, (), lexicon)
    return TurnExtraction(reading, None, None, ()).extraction().facts[::-1]


def _ending(turn: Turn) -> Turn:
    """A turn as context of the next ones: the end of a long text, so that parts of a message are not read several times."""
    return turn if len(turn.text) <= _LONGEST_CONTEXT else replace(turn, text=turn.text[-_LONGEST_CONTEXT:])


def _with_ends(extraction: Extraction, ends: Sequence[ExtractedEnd]) -> Extraction:
    """The extraction with these ends, and with mentions of their new objects."""
    written = {end.replacement.lower().split(" ")[0]: end.replacement for end in ends if end.of_type}
    mentions = (replace(m, name=written.get(m.name.lower(), m.name)) for m in extraction.mentions)
    return replace(extraction, ends=tuple(ends), mentions=tuple(mentions))


def _about(end: ExtractedEnd, former: ExtractedFact, *, is_common: bool) -> ExtractedEnd:
    """The end of a fact. A number that takes the place of a count has its noun: `four kids`. A common noun has no capital."""
    count, replacement = count_of(former.object), end.replacement
    if count is not None and is_number(replacement):
        replacement = f"{replacement} {count.written}"
    elif end.object and end.object.lower() != former.object.lower():
        replacement = re.sub(re.escape(end.object), replacement, former.object, flags=re.IGNORECASE)
    elif is_common:
        replacement = replacement[:1].lower() + replacement[1:]
    return replace(
        end,
        subject=former.subject,
        object=former.object,
        of_type=former.type,
        is_only=False,
        replacement=replacement,
    )


def _is_meant(end: ExtractedEnd, fact: ExtractedFact, types: Mapping[str, EntityType | None]) -> bool:
    """Whether an end means a fact: one that it can end; one whose object is the wrong word, or a value of the form of the new
    one, or of its type.
    """
    relation = relation_of(end.type)
    if fact.ended or fact.denied or (relation.ends and fact.type not in relation.ends):
        return False
    if not end.replacement:
        return fact.subject == end.subject
    if relation.ends:
        return True
    if not end.is_only:
        return bool(end.object) and end.object.lower() in fact.object.lower()
    if (is_new_value(end.replacement, fact.object) and has_same_unit(end.replacement, fact.object)) or (
        is_number(end.replacement) and count_of(fact.object)
    ):
        return True
    type_ = types.get(name_key(end.replacement))
    is_name, was_name = end.replacement[:1].isupper(), fact.object[:1].isupper()
    has_number = any(map(str.isdigit, end.replacement + fact.object))
    if relation.corrects and not (is_name or was_name or has_number):
        return type_ is None and fact.type not in ("PLANS_TO", "WANTS")  # "I meant the clarinet"
    return (
        relation.corrects
        and is_name
        and was_name
        and (None in (type_, fact.object_type) or type_ == fact.object_type)
    )


def _earlier_times(turn: Turn, earlier: Sequence[Turn], lexicon: KnownNames) -> TimeContext | None:
    """The times that the speaker stated in the last two turns.

    "Actually it was on the 3rd" corrects them and "it was great" inherits them. None if the turn has no words that may
    do so.
    """
    pack = pack_of(language_of(turn.text))
    may_move = pack.may_move(turn.text)
    if turn.is_document or not (may_correct(turn.text) or may_move or pack.continues(turn.text)):
        return None
    own = next((before for before in earlier if before.speaker == turn.speaker), None)
    if own is None or (
        not may_move and own.said_at and turn.said_at and abs(turn.said_at - own.said_at) > _MAX_PAUSE
    ):
        return None
    return read_turn(own, (), lexicon).after


def _earlier_topic(turn: Turn, earlier: Sequence[Turn], lexicon: KnownNames) -> Topic | None:
    """Whom the last turn of the speaker is about, for a turn that may leave out its subject.

    None after a long pause, or if somebody asks the speaker about themselves in between.
    """
    pack = pack_of(language_of(turn.text))
    if turn.is_document or not earlier or not pack.may_leave_out_subject(turn.text):
        return None
    own = next((before for before in earlier if before.speaker == turn.speaker), None)
    if own is None or own.is_document or (own is not earlier[0] and pack.asks_speaker(earlier[0].text)):
        return None
    if own.said_at and turn.said_at and abs(turn.said_at - own.said_at) > _MAX_TOPIC_PAUSE:
        return None
    others = [before for before in earlier[earlier.index(own) + 1 :] if before.speaker == turn.speaker]
    topic = _earlier_topic(own, others, lexicon)
    return read_turn(own, (), lexicon, None, topic).topic


def _learn(
    written: dict[str, str], types: dict[str, EntityType], known: KnownEntities, keys: Iterable[str]
) -> None:
    """Note the spelling of the names with these keys, and the types that are known."""
    for key in keys:
        entities = known.get(key)
        if entities:
            written[key] = entities[0].name
        if entities and entities[0].type != "Thing":
            types[key] = entities[0].type


def _lexicon_of(
    turn: Turn,
    earlier: Sequence[Turn],
    written: Mapping[str, str],
    types: Mapping[str, EntityType],
    known: KnownEntities,
) -> KnownNames:
    """The known names that a turn may contain, and the speakers of it and of the turns before it.

    The turns before it are read with the same names: a call that adds the turn alone looks up no others.
    """
    keys = [key for key in keys_of([turn]) if key in written]
    speakers = {name_key(each.speaker): each.speaker for each in (*earlier, turn) if each.speaker}
    known_types: dict[str, EntityType] = {key: types[key] for key in keys if key in types}
    known_types.update((key, "Person") for key in speakers)
    return KnownNames({key: written[key] for key in keys} | speakers, known_types, Events(known))


def _draft_of(turn: Turn, extraction: Extraction) -> Draft:
    """The names of a turn, to resolve them."""
    window = ExtractionWindow(turns=(turn,))
    return Draft(
        namespace="",
        at=turn.at or EARLIEST,
        window=window,
        extraction=without_agent_claims(extraction, window)[0],
        notes=(),
    )


def _own_names(window: ExtractionWindow) -> dict[str, str]:
    """Speaker → name. For a speaker without a name, such as "user", it is the name that they stated earlier."""
    own: dict[str, str] = {}
    for speaker in {turn.speaker for turn in window.turns if turn.speaker}:
        known = window.entities.get(name_key(speaker), ())
        name = known[0].name if known and is_nameless(speaker) else speaker
        if not is_nameless(name):
            own[speaker] = name
    return own


def _stated_names(reading: TurnReading) -> tuple[SelfNamed, ...]:
    people = [named.text for named in reading.named if named.type == "Person"]
    if not reading.turn.speaker or not reading.asserts_all:
        return ()
    return called_myself(reading.turn.text, reading.language, people)
