"""The notes, mentions and facts of one turn, made from its reading."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from memgraph_core.extract.fact_times import (
    PLANNED,
    has_fixed_end,
    has_fixed_start,
    validity,
)
from memgraph_core.extract.reading import StatementReading, TurnReading
from memgraph_core.extract.turn_aliases import MAX_CORRECTION, aliases_in, corrects_spelling
from memgraph_core.extract.validity import validity_of
from memgraph_core.language.counts import count_of
from memgraph_core.language.keywords import keywords_of, tags_of
from memgraph_core.language.kinds import kind_of
from memgraph_core.language.names import name_key
from memgraph_core.language.pack import pack_of
from memgraph_core.language.persons.self_named import SelfNamed
from memgraph_core.language.salience import THRESHOLD
from memgraph_core.language.secrets import redacted
from memgraph_core.language.sentences import sentences_of
from memgraph_core.language.shown import is_context_bound
from memgraph_core.language.vocabulary import (
    ANY_OBJECT,
    MISTAKEN,
    ONLY_OBJECT,
    Phrase,
    fact_type,
    relation_of,
)
from memgraph_core.records.extraction import (
    ExtractedEnd,
    ExtractedFact,
    ExtractedMention,
    ExtractedNote,
    Extraction,
)
from memgraph_core.records.graph import Turn
from memgraph_core.records.kinds import EntityType, NoteKind

_UNNAMED = (ANY_OBJECT, ONLY_OBJECT)


@dataclass(frozen=True, slots=True)
class TurnExtraction:
    """Makes the extraction of one turn from its reading."""

    reading: TurnReading
    before: Turn | None
    own_name: str | None  # of its speaker, if known
    stated_names: tuple[SelfNamed, ...]  # names that the speaker states for themselves
    known: Collection[str] = ()  # keys of the names before the turn

    def extraction(self) -> Extraction:
        """The notes, facts, ends of facts, mentions and aliases of the turn."""
        turn = self.reading.turn
        notes: list[ExtractedNote] = []
        facts: dict[tuple[str, str, str], ExtractedFact] = {}
        ends: list[ExtractedEnd] = []
        context = self._opening_context()
        for stated in self.reading.statements:
            if stated.salience >= THRESHOLD:
                phrases = self._fact_phrases(stated)
                notes.append(self._note(stated, phrases, context, len(notes)))
                ends += self._ends(stated, phrases, notes[-1])
                for fact in self._facts(stated, phrases, notes[-1]):
                    key = name_key(fact.subject), fact.type, name_key(fact.object)
                    if stated.corrects or key not in facts:
                        facts[key] = fact
            if not stated.is_caption:
                context = redacted(stated.statement.text) if stated.secrets else stated.statement.text
        return Extraction(
            extractor="",
            notes=tuple(notes),
            mentions=self._mentions(facts.values(), ends),
            facts=tuple(facts.values()),
            ends=tuple(ends),
            aliases=tuple(aliases_in(self.reading, self.own_name, self.stated_names, self.known)),
            skipped={} if notes else {turn.uid: self._why_skipped()},
        )

    def _opening_context(self) -> str:
        """The context of the first statement: the last sentence of another speaker's turn before it, or a document title."""
        turn, before = self.reading.turn, self.before
        if turn.is_document:
            return turn.title
        if before is None or before.speaker == turn.speaker:
            return ""
        return (sentences_of(redacted(before.text)) or [""])[-1]

    def _note(
        self, stated: StatementReading, phrases: Sequence[Phrase], context: str, ordinal: int
    ) -> ExtractedNote:
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
            recurs=self._recurs(stated, context),
            about=tuple(self._about(stated, phrases)),
        )

    def _recurs(self, stated: StatementReading, context: str) -> str | None:
        """The recurrence of a statement. That of "her birthday is on 3 May" has no word for it."""
        rules = [span.rule for span in stated.times if span.rule]
        said_at = self.reading.turn.said_at
        pack = pack_of(self.reading.language)
        if not rules and stated.times and said_at is not None and pack.may_be_yearly(stated.text):
            rules = [each.rule for each in pack.occasions(stated.text, said_at, context) or () if each.rule]
        return next(iter(rules), None)

    def _kind(self, stated: StatementReading) -> NoteKind:
        return kind_of(
            stated.statement.text,
            self.reading.language,
            has_fact=any(not p.plan and p.type not in PLANNED for p in stated.phrases),
            is_plan=any(p.plan or p.type in PLANNED for p in stated.phrases),
            has_secret=bool(stated.secrets),
            is_document=self.reading.turn.is_document,
        )

    def _about(self, stated: StatementReading, phrases: Sequence[Phrase]) -> Iterable[tuple[str, str]]:
        """The names that a note is about, each with its role."""
        turn = self.reading.turn
        if turn.title:
            yield turn.title, "title"
        elif turn.speaker:
            yield turn.speaker, "speaker"
        for name in stated.names:
            yield name, "topic"
        for phrase in phrases:
            yield phrase.subject, "subject"
            if phrase.object not in _UNNAMED and not relation_of(phrase.type).only_ends:
                yield phrase.object, "object"

    def _fact_phrases(self, stated: StatementReading) -> list[Phrase]:
        """The relations that become facts. A plan becomes a fact of planning; names of others become aliases."""
        phrases = [
            p.as_plan(self.reading.language) if p.plan else p
            for p in stated.phrases
            if not p.is_ahead or has_fixed_end(p, stated, self.reading)
        ]
        phrases += [
            replace(p, plan=False) for p in stated.phrases if has_fixed_start(p, stated, self.reading)
        ]
        # In "My name is Dora and I live here" both subjects are the speaker.
        own = {name_key(stated_name.name) for stated_name in self.stated_names}
        return [
            replace(p, subject=self.reading.turn.speaker or p.subject) if name_key(p.subject) in own else p
            for p in phrases
            if p is not None
            and (p.type != "NAMED" or p.subject == self.reading.turn.speaker)
            and (p.ended or p.denied or not is_context_bound(p.type, p.object, stated.statement.text))
        ]

    def _facts(
        self, stated: StatementReading, phrases: Sequence[Phrase], note: ExtractedNote
    ) -> Iterable[ExtractedFact]:
        """The facts of a statement. A statement with a secret gives none, because facts are not redacted."""
        if stated.secrets:
            return
        types: Mapping[str, EntityType | None] = {name_key(s.name): s.type for s in stated.spans}
        is_corrected = self._is_corrected(stated)
        for phrase in phrases:
            if phrase.object in _UNNAMED or relation_of(phrase.type).only_ends:
                continue
            if name_key(phrase.subject) == name_key(phrase.object):
                continue
            # "I left Turin" ends LIVES_IN only if it is known; people also leave a town after a visit.
            left_a_place = phrase.ended and phrase.only_if == "Place"
            yield ExtractedFact(
                turn=self.reading.turn.uid,
                ordinal=note.ordinal,
                subject=phrase.subject,
                type=fact_type(phrase.type),
                object=phrase.object,
                text=note.text,
                object_type=types.get(name_key(phrase.object))
                or phrase.object_type
                or relation_of(phrase.type).object_type,
                **validity(phrase, stated, note, self.reading),
                ended=phrase.ended and not left_a_place,
                denied=phrase.denied or left_a_place,
                confidence=phrase.confidence,
                is_new=phrase.is_new,
                is_total=phrase.is_total
                and (relation_of(phrase.type).literal or count_of(phrase.object) is not None),
                is_change=phrase.is_change or is_corrected,
                corrects=is_corrected and not (phrase.ended or phrase.denied or phrase.plan),
                corrects_time=stated.corrects,
            )

    def _is_corrected(self, stated: StatementReading) -> bool:
        """Whether a statement of a turn that corrects something may give the right fact.

        A statement beside one that names the wrong and the right words is about something else.
        """
        states_mistake = pack_of(self.reading.language).states_mistake
        if not states_mistake(self.reading.turn.text[:MAX_CORRECTION]):
            return False
        has_both = any(
            phrase.type == MISTAKEN and phrase.object not in _UNNAMED
            for other in self.reading.statements
            for phrase in other.phrases
        )
        return not has_both or states_mistake(stated.text)

    def _ends(
        self, stated: StatementReading, phrases: Sequence[Phrase], note: ExtractedNote
    ) -> Iterable[ExtractedEnd]:
        """The ends that the statement gives: of all facts of a relation, or of those with one object."""
        for phrase in phrases:
            if corrects_spelling(phrase, self.reading, self.known) or not self._has_its_context(phrase):
                continue
            is_only = phrase.object == ONLY_OBJECT
            is_value = bool(phrase.replacement)  # a new value, and not "it"
            is_named = relation_of(phrase.type).only_ends and phrase.object not in _UNNAMED
            object_ = phrase.object if is_named else ""
            if is_only and not is_value and stated is not self.reading.statements[0]:
                continue  # what "it" means may be in the statement before
            if (object_ or phrase.object in _UNNAMED) and not stated.secrets:
                yield ExtractedEnd(
                    turn=self.reading.turn.uid,
                    ordinal=note.ordinal,
                    subject=phrase.subject,
                    type=fact_type(phrase.type),
                    object=object_,
                    is_only=is_only,
                    replacement=phrase.replacement,
                    holds_until=validity_of(phrase, note, self.reading.turn.said_at)["holds_until"],
                )

    def _has_its_context(self, phrase: Phrase) -> bool:
        """Whether the turn has the other statement that a phrase of this relation needs, if it needs one."""
        beside = relation_of(phrase.type).beside
        return beside is None or any(
            (other.type, other.subject) == (beside, phrase.subject)
            for stated in self.reading.statements
            for other in stated.phrases
        )

    def _mentions(
        self, facts: Iterable[ExtractedFact], ends: Iterable[ExtractedEnd]
    ) -> tuple[ExtractedMention, ...]:
        """All mentioned entities, each once: names, resolved pronouns and kin, objects of facts, new objects of ended
        facts, and events that are subjects.

        They include names in statements without a note. "I" is not a mention of the speaker.
        """
        found: dict[str, ExtractedMention] = {}
        turn, named = self.reading.turn, {(n.start, n.end) for n in self.reading.named}
        if turn.title:
            _mention(found, ExtractedMention(turn=turn.uid, name=turn.title))
        for stated in self.reading.statements:
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
        for end in (end for end in ends if end.replacement):
            _mention(found, ExtractedMention(turn=turn.uid, name=end.replacement, how="resolved"))
        return tuple(found.values())

    def _why_skipped(self) -> str:
        sorts = {stated.statement.sort for stated in self.reading.statements}
        if not sorts:
            return "no words"
        return "only questions" if sorts == {"question"} else "nothing stated"


def _mention(found: dict[str, ExtractedMention], mention: ExtractedMention) -> None:
    """Add a mention. For an existing name, the first known type is kept, and "named" replaces "resolved"."""
    key = name_key(mention.name)
    seen = found.get(key)
    if seen is None:
        found[key] = mention
        return
    how = "named" if "named" in (seen.how, mention.how) else "resolved"
    found[key] = ExtractedMention(turn=seen.turn, name=seen.name, type=seen.type or mention.type, how=how)
