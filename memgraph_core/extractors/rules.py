"""Turns → notes, names and facts by rules alone: no model, no network, English and Chinese.

One note per salient sentence, with the sentence before it as context, so that a note can be understood and
found without its conversation. What a sentence does not say clearly is left out: a turn is searchable anyway.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from memgraph_core.language.entities import Named, named_in
from memgraph_core.language.names import name_key
from memgraph_core.language.relations import Phrase, phrases_in, relation_of
from memgraph_core.language.salience import THRESHOLD, salience_of
from memgraph_core.language.scripts import language_of
from memgraph_core.language.sentences import is_question, sentences_of
from memgraph_core.language.terms import stop_words
from memgraph_core.language.times import times_in
from memgraph_core.types import EntityType, NoteKind, Turn
from memgraph_core.writes import ExtractedFact, ExtractedMention, ExtractedNote, Extraction, Window

_KEYWORDS = 6
_OF_PERSONS = frozenset(["LIVES_IN", "WORKS_AT", "STUDIES_AT", "MARRIED_TO", "BORN_IN", "ALLERGIC_TO"])
_GRAIN_ORDER = ("minute", "hour", "day", "week", "month", "year")


@dataclass(frozen=True, slots=True)
class RulesExtractor:
    """The default extractor."""

    threshold: float = THRESHOLD  # salience from which a sentence becomes a note

    @property
    def name(self) -> str:
        """`rules`."""
        return "rules"

    def extract(self, window: Window) -> Extraction:
        """What the window's turns state, turn by turn. Never fails on text."""
        known, types = _known_names(window), _known_types(window)
        placed = {(t.session, t.position): t for t in (*window.before, *window.turns)}
        pieces: list[Extraction] = []
        for turn in window.turns:
            before = placed.get((turn.session, (turn.position or 0) - 1))
            pieces.append(_TurnReader(turn, before, known, types, self.threshold).read())
            for mention in pieces[-1].mentions:
                known[name_key(mention.name)] = mention.name
                if mention.type:
                    types.setdefault(name_key(mention.name), mention.type)
        return _joined(self.name, pieces)


def _known_names(window: Window) -> dict[str, str]:
    """Name keys of the graph and of the speakers, with how they are written."""
    known = {key: found[0].name for key, found in window.entities.items()}
    speakers = {t.speaker for t in (*window.before, *window.turns) if t.speaker}
    return known | {name_key(s): s for s in speakers}


def _known_types(window: Window) -> dict[str, EntityType]:
    """What the graph knows each name to be, and speakers to be persons."""
    types: dict[str, EntityType] = {
        key: found[0].type for key, found in window.entities.items() if found[0].type != "Thing"
    }
    types.update({name_key(t.speaker): "Person" for t in (*window.before, *window.turns) if t.speaker})
    return types


def _joined(name: str, pieces: Sequence[Extraction]) -> Extraction:
    return Extraction(
        extractor=name,
        notes=tuple(n for p in pieces for n in p.notes),
        mentions=tuple(m for p in pieces for m in p.mentions),
        facts=tuple(f for p in pieces for f in p.facts),
        skipped={uid: why for p in pieces for uid, why in p.skipped.items()},
    )


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence with what rules see in it."""

    text: str
    names: tuple[Named, ...]
    phrases: tuple[Phrase, ...]
    salience: float


class _TurnReader:
    """Reads one turn."""

    def __init__(
        self,
        turn: Turn,
        before: Turn | None,
        known: Mapping[str, str],
        types: Mapping[str, EntityType],
        threshold: float,
    ) -> None:
        self._turn = turn
        self._is_document = turn.is_document
        self._before = None if self._is_document else before
        self._known = known
        self._types = types
        self._threshold = threshold
        self._language = language_of(turn.text)
        self._now: datetime | None = turn.at
        self._named: frozenset[str] = frozenset()

    def read(self) -> Extraction:
        title = (Named(self._turn.session),) if self._is_document else ()
        texts = sentences_of(self._turn.text)
        sentences = [self._sentence(text) for text in texts]
        if self._turn.caption:
            sentences.append(self._sentence(self._turn.caption, is_caption=True))
        self._named = frozenset(name_key(n.text) for s in sentences for n in s.names)
        notes = self._notes(sentences, title)
        facts = self._facts(sentences, notes)
        mentions = self._mentions((*title, *(n for s in sentences for n in s.names)), facts)
        skipped = {} if notes else {self._turn.uid: _why_skipped(texts)}
        return Extraction(extractor="", notes=tuple(notes), mentions=mentions, facts=facts, skipped=skipped)

    def _sentence(self, text: str, *, is_caption: bool = False) -> _Sentence:
        names = tuple(named_in(text, self._language, self._known))
        asks = is_question(text)
        found = [] if asks or is_caption else phrases_in(text, self._language)
        phrases = tuple(p for p in found if self._fits(p, {name_key(n.text): n.type for n in names}))
        named = {name_key(n.text) for n in names} | self._known.keys()
        names += tuple(n for n in _introduced(phrases) if name_key(n.text) not in named)
        if self._is_document or is_caption:
            return _Sentence(text, names, phrases, self._threshold)
        others = [n for n in names if name_key(n.text) != name_key(self._turn.speaker or "")]
        has_time = bool(times_in(text, self._now, self._language)) if self._now else False
        salience = salience_of(text, self._language, has_name=bool(others), has_time=has_time)
        return _Sentence(text, names, phrases, max(salience, self._threshold if phrases else salience))

    def _fits(self, phrase: Phrase, seen: Mapping[str, EntityType | None]) -> bool:
        """Whether the object can be what the relation asks for: nobody works at a city or lives in a firm."""
        key = name_key(phrase.object)
        type_, wanted = seen.get(key) or self._types.get(key), relation_of(phrase.type).object_type
        if phrase.only_if is not None:
            return type_ == phrase.only_if
        return not _contradict(type_, wanted)

    def _notes(self, sentences: Sequence[_Sentence], title: Sequence[Named]) -> list[ExtractedNote]:
        notes: list[ExtractedNote] = []
        context = self._opening_context()
        for sentence in sentences:
            if sentence.salience >= self._threshold:
                notes.append(self._note(sentence, context, len(notes), title))
            context = sentence.text
        return notes

    def _opening_context(self) -> str:
        """The last sentence of the turn before, if this one answers it; a document's chunk has its title."""
        if self._is_document:
            return self._turn.session
        before = self._before
        if before is None or before.speaker == self._turn.speaker:
            return ""
        return (sentences_of(before.text) or [""])[-1]

    def _note(self, sentence: _Sentence, context: str, ordinal: int, title: Sequence[Named]) -> ExtractedNote:
        turn = self._turn
        text = f"{turn.speaker}: {sentence.text}" if turn.speaker else sentence.text
        spans = times_in(sentence.text, self._now, self._language) if self._now else []
        span = min(spans, key=lambda s: _GRAIN_ORDER.index(s.grain), default=None)
        about = [(n.text, "title") for n in title] + [(n.text, "topic") for n in sentence.names]
        about += [(name, role) for p in sentence.phrases for name, role in self._ends(p)]
        if turn.speaker and not self._is_document:
            about.append((turn.speaker, "speaker"))
        return ExtractedNote(
            turn=turn.uid,
            ordinal=ordinal,
            text=text,
            context=context,
            keywords=_keywords(sentence),
            kind=_kind(sentence),
            salience=round(sentence.salience, 2),
            language=self._language,
            holds_from=span.start if span else None,
            holds_until=span.end if span else None,
            grain=span.grain if span else None,
            about=tuple(about),
        )

    def _ends(self, phrase: Phrase) -> list[tuple[str, str]]:
        subject = self._name_of(phrase.subject)
        return [(subject, "subject"), (phrase.object, "object")] if subject else []

    def _name_of(self, subject: str) -> str | None:
        """The name that a phrase's subject stands for; None for a pronoun or a word that names nobody."""
        if subject == "I":
            return self._turn.speaker
        key = name_key(subject)
        return subject if key in self._named or key in self._known else None

    def _facts(
        self, sentences: Sequence[_Sentence], notes: Sequence[ExtractedNote]
    ) -> tuple[ExtractedFact, ...]:
        facts: dict[tuple[str, str, str], ExtractedFact] = {}
        by_text = {n.text.removeprefix(f"{self._turn.speaker}: "): n for n in notes}
        for sentence in sentences:
            types: dict[str, EntityType | None] = {name_key(n.text): n.type for n in sentence.names}
            for phrase in sentence.phrases:
                note, subject = by_text.get(sentence.text), self._name_of(phrase.subject)
                if note is None or subject is None or name_key(subject) == name_key(phrase.object):
                    continue
                type_ = types.get(name_key(phrase.object)) or relation_of(phrase.type).object_type
                fact = self._fact(phrase, subject, note, type_)
                facts.setdefault((name_key(subject), phrase.type, name_key(phrase.object)), fact)
        return tuple(facts.values())

    def _fact(
        self, phrase: Phrase, subject: str, note: ExtractedNote, object_type: EntityType | None
    ) -> ExtractedFact:
        return ExtractedFact(
            turn=self._turn.uid,
            ordinal=note.ordinal,
            subject=subject,
            type=phrase.type,
            object=phrase.object,
            text=note.text,
            object_type=object_type,
            holds_from=None if phrase.ended else note.holds_from,
            holds_until=note.holds_until if phrase.ended else None,
            grain=None if phrase.ended else note.grain,
            ended=phrase.ended,
        )

    def _mentions(
        self, names: Iterable[Named], facts: Sequence[ExtractedFact]
    ) -> tuple[ExtractedMention, ...]:
        """Every name once; what a fact is about counts too. The speaker only when named, not for "I"."""
        types: dict[str, tuple[str, EntityType | None]] = {}
        for name in names:
            _, seen = types.get(name_key(name.text), ("", None))
            types[name_key(name.text)] = (name.text, seen or name.type)
        for fact in facts:
            text, seen = types.get(name_key(fact.object), (fact.object, None))
            types[name_key(fact.object)] = (text, seen or fact.object_type)
        return tuple(ExtractedMention(turn=self._turn.uid, name=t, type=kind) for t, kind in types.values())


def _introduced(phrases: Sequence[Phrase]) -> list[Named]:
    """Names that only a statement shows to be one: in "Clara works at Fiat" the capital proves nothing."""
    subjects = dict.fromkeys(p.subject for p in phrases if p.type in _OF_PERSONS and p.subject[:1].isupper())
    return [Named(subject) for subject in subjects if subject != "I"]


def _contradict(type_: EntityType | None, wanted: EntityType | None) -> bool:
    """Whether a thing of one type cannot be what a relation asks for; an organisation may be a place."""
    return type_ in ("Place", "Person") and wanted is not None and type_ != wanted


def _keywords(sentence: _Sentence) -> tuple[str, ...]:
    words = [w.strip(".,!?;:\"'“”()[]…") for w in sentence.text.split()]
    content = [w for w in words if len(w) > 3 and w.isascii() and w.lower() not in stop_words()]
    return tuple(dict.fromkeys([n.text for n in sentence.names] + content))[:_KEYWORDS]


def _kind(sentence: _Sentence) -> NoteKind:
    return "semantic" if sentence.phrases else "episodic"


def _why_skipped(sentences: Sequence[str]) -> str:
    if not sentences:
        return "no words"
    return "only questions" if all(map(is_question, sentences)) else "nothing stated"
