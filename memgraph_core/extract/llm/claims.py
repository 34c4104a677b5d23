"""An answer and its window → an extraction: what the model says, as far as the window bears it out.

A statement that does not stand up is told as the rules read it; names that nobody said, dates that nobody told and
notes that were not shown are left out. The rules also tell what a model is never shown: the secrets.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from memgraph_core.extract.llm.answer import KINDS, Answer, EntityClaim, NeighbourClaim, NoteClaim
from memgraph_core.extract.llm.facts import facts_of
from memgraph_core.extract.llm.grounding import Grounds, grounds_beside, grounds_of
from memgraph_core.extract.llm.prompt import KEYWORDS, NOTES, TAGS, shown
from memgraph_core.extract.llm.times import time_told
from memgraph_core.language.names import name_key, name_keys
from memgraph_core.language.scripts import folded, language_of
from memgraph_core.language.secrets import secrets_in
from memgraph_core.language.sentences import statements_of
from memgraph_core.language.terms import terms_of
from memgraph_core.records.extraction import (
    ExtractedAlias,
    ExtractedFact,
    ExtractedLink,
    ExtractedMention,
    ExtractedNote,
    Extraction,
    ExtractionWindow,
    NoteImprovement,
)
from memgraph_core.records.graph import Note, Turn
from memgraph_core.records.kinds import EntityType, LinkReason, NoteKind

_LONGEST = 500  # characters of a statement
_CONTEXT = 200
_WORD = 40  # characters of a keyword or a tag
_NAME = 80
_LINKS = 5  # of a note
_ENTITIES = 100
_TYPES: dict[str, EntityType] = {
    "person": "Person", "place": "Place", "location": "Place", "organization": "Organization",
    "organisation": "Organization", "event": "Event", "work": "Work", "thing": "Thing", "concept": "Concept",
}  # fmt: skip
_KINDS: dict[str, NoteKind] = {"episodic": "episodic", "semantic": "semantic", "procedural": "procedural"}
_REASONS: dict[str, LinkReason] = {
    "same_event": "same_event", "continues": "continues", "explains": "explains", "answers": "answers",
    "exception_to": "exception_to", "contradicts": "contradicts",
}  # fmt: skip
_FEELING = re.compile(r"[^\W\d_]{2,20}")
_TIED = re.compile(r"\s*([KN])\W{0,2}(\d{1,4})\s*", re.IGNORECASE)
_UNFELT = frozenset(("none", "neutral", "null", "unknown"))


@dataclass(slots=True)
class _Told:
    """A note that is kept, with its facts; `number` is that of its claim, 0 for one of the rules."""

    note: ExtractedNote
    facts: Sequence[ExtractedFact] = ()
    number: int = 0
    claim: NoteClaim | None = None
    by_rules: bool = False


def extraction_of(answer: Answer, window: ExtractionWindow, rules: Extraction, name: str) -> Extraction:
    """What the answer says of the window; `rules` is what the rules say of it, `name` how its notes are marked,
    but for those that are in the words of the rules.
    """
    return _Claims(answer, window, rules).extraction(name)


@dataclass(frozen=True)
class _Claims:
    """An answer, and what it is held against."""

    answer: Answer
    window: ExtractionWindow
    rules: Extraction
    told: dict[str, list[_Told]] = field(default_factory=dict[str, list[_Told]])  # turn uid → its notes

    def extraction(self, name: str) -> Extraction:
        for number, turn in enumerate(self.window.turns, start=1):
            self.told[turn.uid] = self._numbered(turn, self._notes(turn, number))
        kept = [told for turn in self.window.turns for told in self.told[turn.uid]]
        return Extraction(
            extractor=name,
            notes=tuple(told.note for told in kept),
            mentions=tuple(self._mentions()),
            facts=tuple(fact for told in kept for fact in told.facts),
            aliases=(*self.rules.aliases, *self._same()),
            skipped={uid: self._why_skipped(uid) for uid, notes in self.told.items() if not notes},
            links=tuple(dict.fromkeys(link for told in kept for link in self._links(told))),
            improvements=tuple(self._evolved()),
            whole_window=True,
        )

    @cached_property
    def candidates(self) -> tuple[Note, ...]:
        return shown(self.window)

    @cached_property
    def grounds(self) -> Grounds:
        return grounds_of(self.window, self.candidates)

    @cached_property
    def entities(self) -> tuple[EntityClaim, ...]:
        """Those that the window names."""
        known = (claim for claim in self.answer.entities[:_ENTITIES] if len(claim.name) <= _NAME)
        return tuple(
            {name_key(claim.name): claim for claim in known if self.grounds.has(claim.name)}.values()
        )

    @cached_property
    def types(self) -> dict[str, EntityType]:
        """Name key → type, of those that the answer gives one that there is; whoever speaks is a person."""
        types: dict[str, EntityType] = {
            name_key(claim.name): _TYPES[claim.type.lower()]
            for claim in self.entities
            if claim.type.lower() in _TYPES
        }
        for turn in self.window.turns:
            if turn.speaker:
                types[name_key(turn.speaker)] = "Person"
        return types

    # Notes

    def _notes(self, turn: Turn, number: int) -> list[_Told]:
        """The notes of a turn: those of the model, else, where its answer is of no use, those of the rules."""
        claims = [claim for claim in self.answer.notes if claim.turn == number][:NOTES]
        told: dict[str, _Told] = {}
        for claim in claims:
            if (one := self._told(claim, turn)) is not None:
                told.setdefault(folded(one.note.text), one)
        of_rules = self._of_rules(turn)
        if told:
            return [*told.values(), *(one for one in of_rules if one.note.kind == "vault")]
        broke_off = self.answer.cut and number > max((c.turn for c in self.answer.notes), default=0)
        if claims or broke_off:
            return of_rules
        return [one for one in of_rules if one.note.kind == "vault"]

    def _told(self, claim: NoteClaim, turn: Turn) -> _Told | None:
        if len(claim.text) > _LONGEST or self.grounds.objection(claim.text, turn.at):
            return self._nearest(claim, turn)
        when = time_told(claim.when, self.grounds)
        note = ExtractedNote(
            turn=turn.uid,
            ordinal=0,
            text=claim.text,
            context=self._context(claim.context, turn, self.grounds),
            keywords=self._words(claim.keywords, self.grounds, KEYWORDS, told=True),
            tags=self._words(claim.tags, self.grounds, TAGS),
            kind=_KINDS.get(claim.kind.lower(), _KINDS[KINDS[0]]),
            salience=round(claim.importance / 2, 2),  # what the rules give lies between 1 and 5, too
            affect=self._affect(claim.affect),
            language=language_of(claim.text),
            holds_from=when.start if when else None,
            holds_until=when.end if when else None,
            grain=when.grain if when else None,
        )
        facts = facts_of(claim, note, turn, self.grounds, self.types)
        about = dict.fromkeys(self._about(note, turn, facts))
        return _Told(replace(note, about=tuple(about)), facts, claim.number, claim)

    def _nearest(self, claim: NoteClaim, turn: Turn) -> _Told | None:
        """The turn's own sentence that comes nearest to a claim which does not stand up, with what of its facts does."""
        words = frozenset(terms_of(claim.text))
        shared = [(len(words & frozenset(terms_of(t.note.text))), t) for t in self._sentences(turn)]
        count, best = max(shared, key=lambda pair: pair[0], default=(0, None))
        if best is None or not count:
            return None
        told = {(fact.type, name_key(fact.object)) for fact in best.facts}
        facts = [*best.facts]
        for fact in facts_of(claim, best.note, turn, self.grounds, self.types):
            if (fact.type, name_key(fact.object)) not in told:
                facts.append(replace(fact, text=best.note.text))
        return replace(best, facts=facts, number=claim.number, claim=claim)

    def _sentences(self, turn: Turn) -> Iterator[_Told]:
        """What a turn says in its own words, without its secrets: as the rules read it, and else as it stands there."""
        for one in self._of_rules(turn):
            if one.note.kind != "vault":
                yield one
        language = language_of(turn.text)
        for statement in statements_of(turn.text, language):
            if statement.sort == "statement" and not secrets_in(turn.text):
                text = f"{turn.speaker}: {statement.text}" if turn.speaker else statement.text
                note = ExtractedNote(turn=turn.uid, ordinal=0, text=text, language=language)
                yield _Told(replace(note, extractor=self.rules.extractor))

    def _of_rules(self, turn: Turn) -> list[_Told]:
        """What the rules tell of a turn."""
        facts = [fact for fact in self.rules.facts if fact.turn == turn.uid]
        return [
            _Told(
                replace(note, extractor=self.rules.extractor),
                [fact for fact in facts if fact.ordinal == note.ordinal],
                by_rules=True,
            )
            for note in self.rules.notes
            if note.turn == turn.uid
        ]

    def _numbered(self, turn: Turn, told: Iterable[_Told]) -> list[_Told]:
        """The notes of a turn with their places."""
        return [
            replace(
                one,
                note=replace(one.note, ordinal=ordinal),
                facts=[replace(fact, ordinal=ordinal) for fact in one.facts],
            )
            for ordinal, one in enumerate(told)
        ]

    def _about(
        self, note: ExtractedNote, turn: Turn, facts: Sequence[ExtractedFact]
    ) -> Iterator[tuple[str, str]]:
        """Whom and what a note is about, with the part that each has in it."""
        if turn.is_document:
            yield turn.session, "title"
        elif turn.speaker:
            yield turn.speaker, "speaker"
        keys = frozenset(name_keys(note.text))
        for claim in self.entities:
            if name_key(claim.name) in keys:
                yield claim.name, "topic"
        for fact in facts:
            yield fact.subject, "subject"
            yield fact.object, "object"

    def _context(self, text: str, turn: Turn, grounds: Grounds) -> str:
        text = text[:_CONTEXT]
        return text if text and not grounds.objection(text, turn.at) else ""

    def _words(
        self, words: Sequence[str], grounds: Grounds, most: int, *, told: bool = False
    ) -> tuple[str, ...]:
        """The words that may stand, each once; `told`: only those that the window has."""
        fit = [w for w in words if len(w) <= _WORD and (grounds.has(w) if told else grounds.allows(w))]
        return tuple({folded(word): word for word in fit}.values())[:most]

    def _affect(self, text: str) -> str | None:
        feeling = text.strip().lower()
        fits = _FEELING.fullmatch(feeling) and feeling not in _UNFELT and self.grounds.allows(feeling)
        return feeling if fits else None

    def _why_skipped(self, uid: str) -> str:
        return self.rules.skipped.get(uid, "nothing stated")

    # Names

    def _mentions(self) -> Iterator[ExtractedMention]:
        """Whom each turn names, and whom its notes mean; the speaker counts only when named."""
        for turn in self.window.turns:
            told = self.told[turn.uid]
            found: dict[str, ExtractedMention] = {}
            if any(one.by_rules for one in told):
                found = {name_key(m.name): m for m in self.rules.mentions if m.turn == turn.uid}
            for mention in self._named(turn, told):
                found.setdefault(name_key(mention.name), mention)
            yield from found.values()

    def _named(self, turn: Turn, told: Sequence[_Told]) -> Iterator[ExtractedMention]:
        keys = frozenset(name_keys(f"{turn.text}\n{turn.caption or ''}"))
        meant = frozenset(key for one in told for key in name_keys(one.note.text))
        speaker = name_key(turn.speaker or "")
        if turn.is_document:
            yield ExtractedMention(turn=turn.uid, name=turn.session)
        for claim in self.entities:
            key = name_key(claim.name)
            if key in keys:
                yield ExtractedMention(turn=turn.uid, name=claim.name, type=self.types.get(key))
            elif key in meant and key != speaker:
                yield ExtractedMention(
                    turn=turn.uid, name=claim.name, type=self.types.get(key), how="resolved"
                )
        for fact in (fact for one in told for fact in one.facts):
            yield ExtractedMention(turn=turn.uid, name=fact.object, type=fact.object_type)
            if name_key(fact.subject) != speaker:
                type_ = self.types.get(name_key(fact.subject))
                yield ExtractedMention(turn=turn.uid, name=fact.subject, type=type_, how="resolved")

    def _same(self) -> Iterator[ExtractedAlias]:
        """Further names of somebody. Two that the graph knows are not made one by a model's word."""
        named = {name_key(claim.name) for claim in self.entities} | self.types.keys()
        for claim in self.entities:
            for alias in claim.aliases[:3]:
                key = name_key(alias)
                if key in named or self.window.entities.get(key) or not self.grounds.has(alias):
                    continue
                turn = next((t for t in self.window.turns if key in name_keys(t.text)), self.window.turns[0])
                yield ExtractedAlias(turn=turn.uid, name=claim.name, alias=alias[:_NAME])

    # Ties

    def _links(self, told: _Told) -> Iterator[ExtractedLink]:
        note = told.note
        for claim in told.claim.links[:_LINKS] if told.claim else ():
            reason = _REASONS.get(re.sub(r"[\s-]+", "_", claim.reason.strip().lower()))
            to = self._target(claim.to)
            if reason is not None and to is not None and to != (note.turn, note.ordinal):
                yield ExtractedLink(turn=note.turn, ordinal=note.ordinal, to=to, reason=reason)

    def _target(self, text: str) -> str | tuple[str, int] | None:
        """The note that is meant, by its name in the prompt or its place in the answer; None for any other."""
        if (match := _TIED.fullmatch(text)) is None:
            return None
        number = int(match[2])
        if match[1].upper() == "K":
            return self.candidates[number - 1].uid if 0 < number <= len(self.candidates) else None
        new = (one.note for notes in self.told.values() for one in notes if one.number == number)
        return next(((note.turn, note.ordinal) for note in new if number), None)

    def _evolved(self) -> Iterator[NoteImprovement]:
        improved: set[str] = set()
        for claim in self.answer.neighbours:
            uid = self._target(claim.note)
            note = next((note for note in self.candidates if note.uid == uid), None)
            if note is not None and note.uid not in improved and (evolved := self._improved(note, claim)):
                improved.add(note.uid)
                yield evolved

    def _improved(self, note: Note, claim: NeighbourClaim) -> NoteImprovement | None:
        """The note as it should be now; None where no turn is named, or nothing is better."""
        if not 0 < claim.turn <= len(self.window.turns):
            return None
        turn = self.window.turns[claim.turn - 1]
        grounds = grounds_beside(self.grounds, note, self.candidates)
        context = self._context(claim.context, turn, grounds) or note.context[:_CONTEXT]
        keywords = self._words(claim.keywords, grounds, KEYWORDS, told=True) or note.keywords[:KEYWORDS]
        tags = self._words(claim.tags, grounds, TAGS) or note.tags[:TAGS]
        if (context, keywords, tags) == (note.context, note.keywords, note.tags):
            return None
        return NoteImprovement(note=note.uid, turn=turn.uid, context=context, keywords=keywords, tags=tags)
