"""Turns → notes, mentions and facts by rules, without a language model and without a network. English and Chinese.

Each salient statement becomes one note, with the statement before it as context, so that the note can be understood
and found without its conversation. Unclear statements give no facts; the turn is searchable anyway.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypedDict

from memgraph_core.extract.date_corrections import may_correct
from memgraph_core.extract.events import Events
from memgraph_core.extract.reading import Before, Lexicon, Reading, Stated, heard, read_ahead, read_turn
from memgraph_core.language.keywords import keywords_of, tags_of
from memgraph_core.language.kinds import kind_of
from memgraph_core.language.names import name_key
from memgraph_core.language.pack import language_of, pack_of
from memgraph_core.language.persons.self_named import SelfNamed, also_called, called_myself, is_nameless
from memgraph_core.language.relations import Phrase
from memgraph_core.language.salience import THRESHOLD
from memgraph_core.language.secrets import redacted
from memgraph_core.language.sentences import sentences_of
from memgraph_core.language.vocabulary import ANY_OBJECT, relation_of
from memgraph_core.records.extraction import (
    ExtractedAlias,
    ExtractedEnd,
    ExtractedFact,
    ExtractedMention,
    ExtractedNote,
    Extraction,
    ExtractionWindow,
)
from memgraph_core.records.graph import Turn
from memgraph_core.records.kinds import EntityType, Grain, NoteKind

_DAYS = {"year": 366, "month": 31, "week": 7}  # at most; of a finer grain one
_AHEAD = 200  # turns that are prepared together
_PLANNED = ("PLANS_TO", "WANTS")
_MAX_PAUSE = timedelta(days=2)  # between two turns of one conversation


@dataclass(frozen=True, slots=True)
class RulesExtractor:
    """The default extractor."""

    threshold: float = THRESHOLD  # salience from which a statement becomes a note

    @property
    def name(self) -> str:
        """`rules`."""
        return "rules"

    def extract(self, window: ExtractionWindow) -> Extraction:
        """The notes, mentions, facts and aliases of the turns in an extraction window. It accepts any text."""
        return _merged(self.name, [piece for _, piece in self._read(window)])

    def readings(self, window: ExtractionWindow) -> tuple[Reading, ...]:
        """The readings of the turns, from which `extract` makes its result."""
        return tuple(reading for reading, _ in self._read(window))

    def _read(self, window: ExtractionWindow) -> Iterator[tuple[Reading, Extraction]]:
        """The turns in order. The names of each turn are known in the next ones."""
        written, types = _known(window)
        lexicon = Lexicon(written, types, Events(window.entities))
        told = {(turn.session, turn.position): heard(turn, lexicon) for turn in window.preceding}
        texts = {(turn.session, turn.position): turn for turn in (*window.preceding, *window.turns)}
        said: dict[str, Before] = {}
        own = _own_names(window)
        for number, turn in enumerate(window.turns):
            if number % _AHEAD == 0:
                read_ahead(window.turns[number : number + _AHEAD])
            place = turn.position or 0
            before = [told[at] for back in (2, 1) if (at := (turn.session, place - back)) in told]
            earlier = [texts[at] for back in (1, 2) if (at := (turn.session, place - back)) in texts]
            gone = _earlier_times(turn, earlier, said, lexicon)
            reading = read_turn(turn, [] if turn.is_document else before, lexicon, gone)
            said[turn.uid] = reading.after
            told[turn.session, place] = reading.alone
            asked = texts.get((turn.session, place - 1))
            drawn = _TurnExtraction(
                reading, asked, self.threshold, own.get(turn.speaker or ""), _stated_names(reading)
            )
            drawn = drawn.extraction()
            own |= {same.alias: same.name for same in drawn.aliases if same.alias == turn.speaker}
            yield reading, drawn
            for mention in drawn.mentions:
                written.setdefault(name_key(mention.name), mention.name)
                if mention.type:
                    types.setdefault(name_key(mention.name), mention.type)


def _earlier_times(
    turn: Turn, earlier: Sequence[Turn], said: Mapping[str, Before], lexicon: Lexicon
) -> Before | None:
    """The times that the speaker stated in the last two turns.

    "Actually it was on the 3rd" corrects them and "it was great" inherits them. None if the turn has no words that may
    do so.
    """
    if turn.is_document or not (
        may_correct(turn.text) or pack_of(language_of(turn.text)).continues(turn.text)
    ):
        return None
    own = next((before for before in earlier if before.speaker == turn.speaker), None)
    if own is None or (own.said_at and turn.said_at and abs(turn.said_at - own.said_at) > _MAX_PAUSE):
        return None
    return said[own.uid] if own.uid in said else read_turn(own, (), lexicon).after


def _known(window: ExtractionWindow) -> tuple[dict[str, str], dict[str, EntityType]]:
    """The names of the graph and of the speakers by name key: their spelling, and their type if it is known."""
    written = {key: found[0].name for key, found in window.entities.items()}
    types: dict[str, EntityType] = {
        key: found[0].type for key, found in window.entities.items() if found[0].type != "Thing"
    }
    for turn in (*window.preceding, *window.turns):
        if turn.speaker:
            written[name_key(turn.speaker)] = turn.speaker
            types[name_key(turn.speaker)] = "Person"
    return written, types


def _own_names(window: ExtractionWindow) -> dict[str, str]:
    """Speaker → name. For a speaker without a name, such as "user", it is the name that they stated earlier."""
    own: dict[str, str] = {}
    for speaker in {turn.speaker for turn in window.turns if turn.speaker}:
        known = window.entities.get(name_key(speaker), ())
        name = known[0].name if known and is_nameless(speaker) else speaker
        if not is_nameless(name):
            own[speaker] = name
    return own


def _stated_names(reading: Reading) -> tuple[SelfNamed, ...]:
    people = [named.text for named in reading.named if named.type == "Person"]
    if not reading.turn.speaker or not reading.asserts_all:
        return ()
    return called_myself(reading.turn.text, reading.language, people)


def _merged(name: str, pieces: Sequence[Extraction]) -> Extraction:
    return Extraction(
        extractor=name,
        notes=tuple(n for p in pieces for n in p.notes),
        mentions=tuple(m for p in pieces for m in p.mentions),
        facts=tuple(f for p in pieces for f in p.facts),
        ends=tuple(end for p in pieces for end in p.ends),
        aliases=tuple(s for p in pieces for s in p.aliases),
        skipped={uid: why for p in pieces for uid, why in p.skipped.items()},
    )


@dataclass(frozen=True, slots=True)
class _TurnExtraction:
    """Makes the extraction of one turn from its reading."""

    reading: Reading
    before: Turn | None
    threshold: float
    own_name: str | None  # of its speaker, if known
    stated_names: tuple[SelfNamed, ...]  # names that the speaker states for themselves

    def extraction(self) -> Extraction:
        turn = self.reading.turn
        notes: list[ExtractedNote] = []
        facts: dict[tuple[str, str, str], ExtractedFact] = {}
        ends: list[ExtractedEnd] = []
        context = self._opening_context()
        for stated in self.reading.stated:
            if stated.salience >= self.threshold:
                notes.append(self._note(stated, context, len(notes)))
                ends += self._ends(stated, notes[-1])
                for fact in self._facts(stated, notes[-1]):
                    key = name_key(fact.subject), fact.type, name_key(fact.object)
                    if stated.corrects or key not in facts:
                        facts[key] = fact
            if not stated.is_caption:
                context = redacted(stated.statement.text) if stated.secrets else stated.statement.text
        return Extraction(
            extractor="",
            notes=tuple(notes),
            mentions=self._mentions(facts.values()),
            facts=tuple(facts.values()),
            ends=tuple(ends),
            aliases=tuple(self._aliases()),
            skipped={} if notes else {turn.uid: self._why_skipped()},
        )

    def _aliases(self) -> Iterator[ExtractedAlias]:
        """The aliases that the turn states, and the shorter names of events."""
        turn = self.reading.turn.uid
        for tie in self.reading.heard.ties:
            if tie.called:
                yield ExtractedAlias(turn=turn, name=tie.name, alias=tie.called)
        yield from self._introduced()
        for event in (
            event for stated in self.reading.stated for event in stated.events if not stated.secrets
        ):
            for form in event.also:
                yield ExtractedAlias(turn=turn, name=event.phrase.subject, alias=form, shared=True)

    def _introduced(self) -> Iterator[ExtractedAlias]:
        """The names that speakers state for themselves. Without a name yet, the first one is the name, others aliases."""
        turn, stated_names = self.reading.turn, self.stated_names
        if not stated_names or not turn.speaker:
            return
        if self.own_name is None:
            own, *others = (stated.name for stated in stated_names)
            yield ExtractedAlias(turn=turn.uid, name=own, alias=turn.speaker)
            for given in also_called(own):
                yield ExtractedAlias(turn=turn.uid, name=own, alias=given, shared=given not in others)
        else:
            own, others = self.own_name, [stated.name for stated in stated_names if self._is_alias(stated)]
        for other in others:
            if name_key(other) != name_key(own):
                yield ExtractedAlias(turn=turn.uid, name=own, alias=other)

    def _is_alias(self, stated: SelfNamed) -> bool:
        """Whether a stated name is an alias of the known name of the speaker.

        With an anonymous label such as "user" the speaker may have changed; then a different name is no alias.
        """
        if stated.sort == "being":
            return False
        is_same = not set(name_key(stated.name).split()).isdisjoint(name_key(self.own_name or "").split())
        return stated.sort == "nickname" or is_same or not is_nameless(self.reading.turn.speaker or "")

    def _opening_context(self) -> str:
        """The context of the first statement: the last sentence of another speaker's turn before it, or a document title."""
        turn, before = self.reading.turn, self.before
        if turn.is_document:
            return turn.title
        if before is None or before.speaker == turn.speaker:
            return ""
        return (sentences_of(redacted(before.text)) or [""])[-1]

    def _note(self, stated: Stated, context: str, ordinal: int) -> ExtractedNote:
        turn, language, when = self.reading.turn, self.reading.language, stated.when
        relations = [phrase.type for phrase in stated.phrases]
        words = stated.text.rstrip(" ,，;；")  # a clause of a longer sentence
        return ExtractedNote(
            turn=turn.uid,
            ordinal=ordinal,
            text=f"{turn.speaker}: {words}" if turn.speaker else words,
            context=context,
            keywords=keywords_of(stated.statement.text, stated.names, language),
            tags=tags_of(stated.statement.text, language, relations),
            kind=self._kind(stated),
            salience=round(stated.salience, 2),
            language=language,
            holds_from=when.start if when else None,
            holds_until=when.end if when else None,
            grain=when.grain if when else None,
            recurs=next((span.rule for span in stated.times if span.rule), None),
            about=tuple(self._about(stated)),
        )

    def _kind(self, stated: Stated) -> NoteKind:
        return kind_of(
            stated.statement.text,
            self.reading.language,
            has_fact=any(not p.plan and p.type not in _PLANNED for p in stated.phrases),
            is_plan=any(p.plan or p.type in _PLANNED for p in stated.phrases),
            has_secret=bool(stated.secrets),
        )

    def _about(self, stated: Stated) -> Iterable[tuple[str, str]]:
        """The names that a note is about, each with its role."""
        turn = self.reading.turn
        if turn.title:
            yield turn.title, "title"
        elif turn.speaker:
            yield turn.speaker, "speaker"
        for name in stated.names:
            yield name, "topic"
        for phrase in self._fact_phrases(stated):
            yield phrase.subject, "subject"
            if phrase.object != ANY_OBJECT:
                yield phrase.object, "object"

    def _fact_phrases(self, stated: Stated) -> list[Phrase]:
        """The relations that become facts. A plan becomes a fact of planning; names of others become aliases."""
        phrases = [p.as_plan(self.reading.language) if p.plan else p for p in stated.phrases]
        own = {
            name_key(stated_name.name) for stated_name in self.stated_names
        }  # in "My name is Dora and I live here" both subjects are the speaker
        return [
            replace(p, subject=self.reading.turn.speaker or p.subject) if name_key(p.subject) in own else p
            for p in phrases
            if p is not None and (p.type != "NAMED" or p.subject == self.reading.turn.speaker)
        ]

    def _facts(self, stated: Stated, note: ExtractedNote) -> Iterable[ExtractedFact]:
        """The facts of a statement. A statement with a secret gives none, because facts are not redacted."""
        if stated.secrets:
            return
        types: Mapping[str, EntityType | None] = {name_key(s.name): s.type for s in stated.spans}
        for phrase in self._fact_phrases(stated):
            if phrase.object == ANY_OBJECT or name_key(phrase.subject) == name_key(phrase.object):
                continue
            # "I left Turin" ends LIVES_IN only if it is known; people also leave a town after a visit.
            left_a_place = phrase.ended and phrase.only_if == "Place"
            yield ExtractedFact(
                turn=self.reading.turn.uid,
                ordinal=note.ordinal,
                subject=phrase.subject,
                type=phrase.type,
                object=phrase.object,
                text=note.text,
                object_type=types.get(name_key(phrase.object))
                or phrase.object_type
                or relation_of(phrase.type).object_type,
                **_when(phrase, note, self.reading.turn.said_at),
                ended=phrase.ended and not left_a_place,
                denied=phrase.denied or left_a_place,
                confidence=phrase.confidence,
                is_new=phrase.is_new,
            )

    def _ends(self, stated: Stated, note: ExtractedNote) -> Iterable[ExtractedEnd]:
        """The relation types of which the statement says that no fact holds any more."""
        for phrase in self._fact_phrases(stated):
            if phrase.object == ANY_OBJECT and not stated.secrets:
                yield ExtractedEnd(
                    turn=self.reading.turn.uid,
                    ordinal=note.ordinal,
                    subject=phrase.subject,
                    type=phrase.type,
                    holds_until=_when(phrase, note, self.reading.turn.said_at)["holds_until"],
                )

    def _mentions(self, facts: Iterable[ExtractedFact]) -> tuple[ExtractedMention, ...]:
        """All mentioned entities, each once: names, resolved pronouns and kin, objects of facts, and subject events.

        They include names in statements without a note. "I" is no mention of the speaker.
        """
        found: dict[str, ExtractedMention] = {}
        turn, named = self.reading.turn, {(n.start, n.end) for n in self.reading.named}
        if turn.title:
            _mention(found, ExtractedMention(turn=turn.uid, name=turn.title))
        for stated in self.reading.stated:
            for span in stated.spans:
                place = span.start + stated.statement.start, span.end + stated.statement.start
                words = stated.statement.text[span.start : span.end]
                is_named = (
                    place in named or stated.is_caption or bool(span.name and words.endswith(span.name))
                )
                how = "named" if is_named else "resolved"
                if span.name:
                    _mention(found, ExtractedMention(turn=turn.uid, name=span.name, type=span.type, how=how))
        for fact in facts:
            mention = ExtractedMention(turn=turn.uid, name=fact.object, type=fact.object_type, how="resolved")
            _mention(found, mention)
            if relation_of(fact.type).subject_type == "Event":
                _mention(
                    found, ExtractedMention(turn=turn.uid, name=fact.subject, type="Event", how="resolved")
                )
        return tuple(found.values())

    def _why_skipped(self) -> str:
        sorts = {stated.statement.sort for stated in self.reading.stated}
        if not sorts:
            return "no words"
        return "only questions" if sorts == {"question"} else "nothing stated"


def _mention(found: dict[str, ExtractedMention], mention: ExtractedMention) -> None:
    """Add a mention. If the name exists, the first known type is kept, and "named" wins over "resolved"."""
    key = name_key(mention.name)
    seen = found.get(key)
    if seen is None:
        found[key] = mention
        return
    how = "named" if "named" in (seen.how, mention.how) else "resolved"
    found[key] = ExtractedMention(turn=seen.turn, name=seen.name, type=seen.type or mention.type, how=how)


class _When(TypedDict):
    holds_from: datetime | None
    holds_until: datetime | None
    grain: Grain | None


def _when(phrase: Phrase, note: ExtractedNote, said_at: datetime | None) -> _When:
    """The validity interval of the fact of a phrase, from the time of its statement.

    A plan holds from its statement, not from the planned day. An ended fact gets the stated time as its end; its start
    is known only if the statement has an interval ("from July to August").
    """
    if not phrase.ended:
        is_ahead = note.holds_from is not None and said_at is not None and note.holds_from > said_at
        dated = phrase.dated and not (is_ahead and phrase.type in (*_PLANNED, "FELT"))
        return {
            "holds_from": note.holds_from if dated else None,
            "holds_until": None,
            "grain": note.grain if dated else None,
        }
    if not phrase.dated:
        return {"holds_from": None, "holds_until": None, "grain": None}
    span = note.holds_from, note.holds_until
    if phrase.only_if is None and _is_span(note):
        return {"holds_from": note.holds_from, "holds_until": note.holds_until, "grain": note.grain or "day"}
    return {"holds_from": None, "holds_until": span[1] or span[0], "grain": None}


def _is_span(note: ExtractedNote) -> bool:
    """Whether the time of a note is longer than one unit of its grain."""
    if note.holds_from is None or note.holds_until is None:
        return False
    days = (note.holds_until - note.holds_from).days
    return days > _DAYS.get(note.grain or "day", 1)
