"""Checks a model's answer against its extraction window and turns it into an extraction.

A model's note is accepted only if every name, date and number in it occurs in the window, and if its stance (denied, reported,
hypothetical …) fits the stance of its turn. Otherwise the most similar sentence of the turn replaces it. Other names, dates and
links that are not supported are left out. Sensitive notes come from the rules, because a model never sees secrets.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import get_args

from memgraph_core.extract.llm.answer import KINDS, Answer, EntityClaim, ImprovementClaim, NoteClaim
from memgraph_core.extract.llm.facts import checked_facts
from memgraph_core.extract.llm.grounding import grounds_of, grounds_with_note, source_stance
from memgraph_core.extract.llm.prompt import MAX_KEYWORDS, MAX_NOTES, MAX_TAGS, shown_notes
from memgraph_core.extract.llm.times import grounded_time
from memgraph_core.language.grounds import Grounds
from memgraph_core.language.names import name_key, name_keys
from memgraph_core.language.pack import language_of
from memgraph_core.language.scripts import folded
from memgraph_core.language.secrets import secrets_in
from memgraph_core.language.sentences import statements_of
from memgraph_core.language.stance import stance_differs, stance_of
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
from memgraph_core.records.kinds import EntityType, LinkReason, NoteKind, StatedLinkReason

_MAX_TEXT = 500  # characters of a note
_MAX_CONTEXT = 200  # characters
_MAX_WORD = 40  # characters of a keyword or a tag
_MAX_NAME = 80  # characters
_MAX_LINKS = 5  # of a note
_MAX_ENTITIES = 100
_TYPES: dict[str, EntityType] = {
    **{type_.lower(): type_ for type_ in get_args(EntityType)},
    "location": "Place",
    "organisation": "Organization",
}
_KINDS: dict[str, NoteKind] = {kind: kind for kind in KINDS}
_REASONS: dict[str, LinkReason] = {reason: reason for reason in get_args(StatedLinkReason)}
_FEELING = re.compile(r"[^\W\d_]{2,20}")
_NOTE_NAME = re.compile(r"\s*([KN])\W{0,2}(\d{1,4})\s*", re.IGNORECASE)
_NO_FEELING = frozenset(("none", "neutral", "null", "unknown"))


def _kind(claim: NoteClaim, turn: Turn) -> NoteKind:
    """The kind of a note. A note of a document is a resource, unless it is procedural."""
    kind = _KINDS.get(claim.kind.lower(), _KINDS[KINDS[0]])
    return "resource" if turn.is_document and kind != "procedural" else kind


@dataclass(slots=True)
class _CheckedNote:
    """An accepted note with its facts."""

    note: ExtractedNote
    facts: Sequence[ExtractedFact] = ()
    number: int = 0  # of the claim; 0 for a note of the rules
    claim: NoteClaim | None = None
    by_rules: bool = False


def checked_extraction(answer: Answer, window: ExtractionWindow, rules: Extraction, name: str) -> Extraction:
    """The extraction of a window from a model's answer and from the extraction by the rules.

    `name` is the extractor of the notes, except of those whose text comes from the rules.
    """
    return _AnswerCheck(answer, window, rules).extraction(name)


@dataclass(frozen=True)
class _AnswerCheck:
    """Checks the claims of one answer."""

    answer: Answer
    window: ExtractionWindow
    rules: Extraction
    # Turn uid → its accepted notes.
    checked: dict[str, list[_CheckedNote]] = field(default_factory=dict[str, list[_CheckedNote]])

    def extraction(self, name: str) -> Extraction:
        for number, turn in enumerate(self.window.turns, start=1):
            self.checked[turn.uid] = self._numbered(self._notes(turn, number))
        kept = [note for turn in self.window.turns for note in self.checked[turn.uid]]
        return Extraction(
            extractor=name,
            notes=tuple(each.note for each in kept),
            mentions=tuple(self._mentions()),
            facts=tuple(fact for each in kept for fact in each.facts),
            aliases=(*self.rules.aliases, *self._aliases()),
            skipped={uid: self._skip_reason(uid) for uid, notes in self.checked.items() if not notes},
            links=tuple(dict.fromkeys(link for each in kept for link in self._links(each))),
            improvements=tuple(self._improvements()),
            whole_window=True,
        )

    @cached_property
    def candidates(self) -> tuple[Note, ...]:
        return shown_notes(self.window)

    @cached_property
    def grounds(self) -> Grounds:
        return grounds_of(self.window, self.candidates)

    @cached_property
    def entities(self) -> tuple[EntityClaim, ...]:
        """The entities whose names occur in the window."""
        known = (claim for claim in self.answer.entities[:_MAX_ENTITIES] if len(claim.name) <= _MAX_NAME)
        return tuple(
            {name_key(claim.name): claim for claim in known if self.grounds.contains(claim.name)}.values()
        )

    @cached_property
    def types(self) -> dict[str, EntityType]:
        """Name key → entity type, from valid types in the answer. A speaker is a person."""
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

    def _notes(self, turn: Turn, number: int) -> list[_CheckedNote]:
        """The notes of a turn, from the model and the sensitive ones from the rules.

        All notes come from the rules if every claim was rejected, if the answer was cut off before this turn, or if no
        claim has its number but one has the number of no turn: that claim may be about this turn.
        """
        claims = [claim for claim in self.answer.notes if claim.turn == number][:MAX_NOTES]
        accepted: dict[str, _CheckedNote] = {}
        for claim in claims:
            if (checked := self._check(claim, turn)) is not None:
                accepted.setdefault(folded(checked.note.text), checked)
        rule_notes = self._rule_notes(turn)
        sensitive = [each for each in rule_notes if each.note.kind == "vault"]
        if accepted:
            return [*accepted.values(), *sensitive]
        numbers = {claim.turn for claim in self.answer.notes}
        was_cut_off = self.answer.cut and number > max(numbers, default=0)
        is_misnumbered = not numbers <= set(range(1, len(self.window.turns) + 1))
        return rule_notes if claims or was_cut_off or is_misnumbered else sensitive

    def _check(self, claim: NoteClaim, turn: Turn) -> _CheckedNote | None:
        """The note of a claim; if the claim is rejected, the most similar sentence of the turn, if there is one."""
        if len(claim.text) > _MAX_TEXT or self.grounds.rejection_reason(claim.text, turn.at):
            return self._most_similar(claim, turn)
        # In doubt the turn is quoted.
        if stance_differs(stance_of(claim.text), source_stance(claim.text, turn)):
            return self._most_similar(claim.model_copy(update={"facts": []}), turn)
        when = grounded_time(claim.when, self.grounds)
        note = ExtractedNote(
            turn=turn.uid,
            ordinal=0,
            text=claim.text,
            context=self._context(claim.context, turn, self.grounds),
            keywords=self._words(claim.keywords, self.grounds, MAX_KEYWORDS, in_window=True),
            tags=self._words(claim.tags, self.grounds, MAX_TAGS),
            kind=_kind(claim, turn),
            salience=round(claim.importance / 2, 2),  # same range as the salience by rules, up to 5
            affect=self._affect(claim.affect),
            language=language_of(claim.text),
            holds_from=when.start if when else None,
            holds_until=when.end if when else None,
            grain=when.grain if when else None,
        )
        facts = checked_facts(claim, note, turn, self.grounds, self.types)
        about = dict.fromkeys(self._about(note, turn, facts))
        return _CheckedNote(replace(note, about=tuple(about)), facts, claim.number, claim)

    def _most_similar(self, claim: NoteClaim, turn: Turn) -> _CheckedNote | None:
        """The sentence of the turn that shares most words with a rejected claim, with the accepted facts of the claim."""
        words = frozenset(terms_of(claim.text))
        shared = [(len(words & frozenset(terms_of(s.note.text))), s) for s in self._sentences(turn)]
        count, best = max(shared, key=lambda pair: pair[0], default=(0, None))
        if best is None or not count:
            return None
        present = {(fact.type, name_key(fact.object)) for fact in best.facts}
        facts = [*best.facts]
        for fact in checked_facts(claim, best.note, turn, self.grounds, self.types):
            if (fact.type, name_key(fact.object)) not in present:
                facts.append(replace(fact, text=best.note.text))
        return replace(best, facts=facts, number=claim.number, claim=claim)

    def _sentences(self, turn: Turn) -> Iterator[_CheckedNote]:
        """The statements of a turn without secrets: the notes of the rules, then the sentences of the text."""
        for each in self._rule_notes(turn):
            if each.note.kind != "vault":
                yield each
        language = language_of(turn.text)
        for statement in statements_of(turn.text, language):
            if statement.sort == "statement" and not secrets_in(turn.text):
                text = f"{turn.speaker}: {statement.text}" if turn.speaker else statement.text
                note = ExtractedNote(turn=turn.uid, ordinal=0, text=text, language=language)
                yield _CheckedNote(replace(note, extractor=self.rules.extractor))

    def _rule_notes(self, turn: Turn) -> list[_CheckedNote]:
        """The notes of a turn by the rules."""
        facts = [fact for fact in self.rules.facts if fact.turn == turn.uid]
        return [
            _CheckedNote(
                replace(note, extractor=self.rules.extractor),
                [fact for fact in facts if fact.ordinal == note.ordinal],
                by_rules=True,
            )
            for note in self.rules.notes
            if note.turn == turn.uid
        ]

    @staticmethod
    def _numbered(notes: Iterable[_CheckedNote]) -> list[_CheckedNote]:
        """The notes of a turn with their ordinals."""
        return [
            replace(
                each,
                note=replace(each.note, ordinal=ordinal),
                facts=[replace(fact, ordinal=ordinal) for fact in each.facts],
            )
            for ordinal, each in enumerate(notes)
        ]

    def _about(
        self, note: ExtractedNote, turn: Turn, facts: Sequence[ExtractedFact]
    ) -> Iterator[tuple[str, str]]:
        """The names of the entities that a note is about, with their roles."""
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
        text = text[:_MAX_CONTEXT]
        return text if text and not grounds.rejection_reason(text, turn.at) else ""

    @staticmethod
    def _words(
        words: Sequence[str], grounds: Grounds, limit: int, *, in_window: bool = False
    ) -> tuple[str, ...]:
        """The acceptable keywords or tags, each once. `in_window`: only words that occur in the window."""
        is_valid = grounds.contains if in_window else grounds.allows
        valid = [word for word in words if len(word) <= _MAX_WORD and is_valid(word)]
        return tuple({folded(word): word for word in valid}.values())[:limit]

    def _affect(self, text: str) -> str | None:
        feeling = text.strip().lower()
        fits = _FEELING.fullmatch(feeling) and feeling not in _NO_FEELING and self.grounds.allows(feeling)
        return feeling if fits else None

    def _skip_reason(self, uid: str) -> str:
        return self.rules.skipped.get(uid, "nothing stated")

    # Names

    def _mentions(self) -> Iterator[ExtractedMention]:
        """The entities that each turn names or its notes refer to. The speaker counts only if named."""
        for turn in self.window.turns:
            notes = self.checked[turn.uid]
            found: dict[str, ExtractedMention] = {}
            if any(each.by_rules for each in notes):
                found = {name_key(m.name): m for m in self.rules.mentions if m.turn == turn.uid}
            for mention in self._turn_mentions(turn, notes):
                found.setdefault(name_key(mention.name), mention)
            yield from found.values()

    def _turn_mentions(self, turn: Turn, notes: Sequence[_CheckedNote]) -> Iterator[ExtractedMention]:
        named = frozenset(name_keys(f"{turn.text}\n{turn.caption or ''}"))
        in_notes = frozenset(key for each in notes for key in name_keys(each.note.text))
        speaker = name_key(turn.speaker or "")
        if turn.is_document:
            yield ExtractedMention(turn=turn.uid, name=turn.session)
        for claim in self.entities:
            key = name_key(claim.name)
            if key in named:
                yield ExtractedMention(turn=turn.uid, name=claim.name, type=self.types.get(key))
            elif key in in_notes and key != speaker:
                yield ExtractedMention(
                    turn=turn.uid, name=claim.name, type=self.types.get(key), how="resolved"
                )
        for fact in (fact for each in notes for fact in each.facts):
            yield ExtractedMention(turn=turn.uid, name=fact.object, type=fact.object_type)
            if name_key(fact.subject) != speaker:
                type_ = self.types.get(name_key(fact.subject))
                yield ExtractedMention(turn=turn.uid, name=fact.subject, type=type_, how="resolved")

    def _aliases(self) -> Iterator[ExtractedAlias]:
        """Further names of entities. A name of a stored entity is left out: a model's answer merges no entities."""
        named = {name_key(claim.name) for claim in self.entities} | self.types.keys()
        for claim in self.entities:
            for alias in claim.aliases[:3]:
                key = name_key(alias)
                if key in named or self.window.entities.get(key) or not self.grounds.contains(alias):
                    continue
                turn = next((t for t in self.window.turns if key in name_keys(t.text)), self.window.turns[0])
                yield ExtractedAlias(turn=turn.uid, name=claim.name, alias=alias[:_MAX_NAME])

    # Links and improvements

    def _links(self, checked: _CheckedNote) -> Iterator[ExtractedLink]:
        note = checked.note
        for claim in checked.claim.links[:_MAX_LINKS] if checked.claim else ():
            reason = _REASONS.get(re.sub(r"[\s-]+", "_", claim.reason.strip().lower()))
            to = self._target(claim.to)
            if reason is not None and to is not None and to != (note.turn, note.ordinal):
                yield ExtractedLink(turn=note.turn, ordinal=note.ordinal, to=to, reason=reason)

    def _target(self, text: str) -> str | tuple[str, int] | None:
        """The uid of a known note (K3), or turn and ordinal of a new one (N2); None if there is no such note."""
        if (match := _NOTE_NAME.fullmatch(text)) is None:
            return None
        number = int(match[2])
        if match[1].upper() == "K":
            return self.candidates[number - 1].uid if 0 < number <= len(self.candidates) else None
        new = (each.note for notes in self.checked.values() for each in notes if each.number == number)
        return next(((note.turn, note.ordinal) for note in new if number), None)

    def _improvements(self) -> Iterator[NoteImprovement]:
        improved: set[str] = set()
        for claim in self.answer.neighbours:
            uid = self._target(claim.note)
            note = next((note for note in self.candidates if note.uid == uid), None)
            if note is not None and note.uid not in improved and (found := self._improvement(note, claim)):
                improved.add(note.uid)
                yield found

    def _improvement(self, note: Note, claim: ImprovementClaim) -> NoteImprovement | None:
        """The improvement of a known note; None if it names no turn or changes nothing."""
        if not 0 < claim.turn <= len(self.window.turns):
            return None
        turn = self.window.turns[claim.turn - 1]
        grounds = grounds_with_note(self.grounds, note, self.candidates)
        context = self._context(claim.context, turn, grounds) or note.context[:_MAX_CONTEXT]
        keywords = self._words(claim.keywords, grounds, MAX_KEYWORDS, in_window=True)
        keywords = keywords or note.keywords[:MAX_KEYWORDS]
        tags = self._words(claim.tags, grounds, MAX_TAGS) or note.tags[:MAX_TAGS]
        if (context, keywords, tags) == (note.context, note.keywords, note.tags):
            return None
        return NoteImprovement(note=note.uid, turn=turn.uid, context=context, keywords=keywords, tags=tags)
