"""English relations: the clauses of a sentence, matched with the patterns of the relation entries."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from memgraph_core.language.en.candidates import anchors_of, forms_of, is_word
from memgraph_core.language.en.clauses import Argument, Clause, clauses_in, conjuncts_of, is_negated
from memgraph_core.language.en.directives import directives_in, requirements_of
from memgraph_core.language.en.literals import literals_in
from memgraph_core.language.en.nominal import clause_phrases_of, nominal_phrases_in
from memgraph_core.language.en.nouns import is_of, noun_classes, noun_phrase
from memgraph_core.language.en.open import open_phrases_of
from memgraph_core.language.en.parser import parse_ahead, parsed
from memgraph_core.language.en.patterns import Pattern, Slot
from memgraph_core.language.en.plans import plans_of
from memgraph_core.language.en.preparing import Prepared, prepared_parts
from memgraph_core.language.en.slots import Ends, is_date
from memgraph_core.language.en.verbs import is_speaker
from memgraph_core.language.spans import Span
from memgraph_core.language.vocabulary import Phrase, relation_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_CONFIDENCE = 0.75
_LONGEST = 600  # characters; a longer sentence is a list or a paste, and its parse is not reliable
# A condition without `if`: "were Sam to move out", "had I known".
_SUPPOSED = re.compile(
    r"\W*(?:(?:were|should) (?!in\b|at\b|on\b)\w+ |had (?:i|you|he|she|we|they|it) )", re.IGNORECASE
)
_DEPTH = 2  # nouns between a predicate and an argument that has a class; without a class one less


@dataclass(frozen=True, slots=True)
class _End:
    """One end of a fact: its text and the token that it was read from (None for the speaker who is left out)."""

    text: str
    token: "Token | None"


def phrases_in(sentence: str, spans: Sequence[Span], speaker: str) -> list[Phrase]:
    """The relations that a sentence states, in the order of their clauses, each once."""
    if len(sentence) > _LONGEST:
        return []
    found: dict[tuple[str, str, str], Phrase] = {}
    parts = prepared_parts(sentence, spans, speaker)
    parse_ahead(part.text for part in parts)
    timed = [_has_time(part) for part in parts]
    for part, has_time in zip(parts, timed, strict=True):
        for phrase in _part_phrases(part, speaker):
            key = phrase.subject, phrase.type, phrase.object
            # The time of one clause is not that of a clause beside it.
            dated = phrase.dated and (has_time or not any(timed))
            found.setdefault(key, replace(phrase, start=part.origin(phrase.start), dated=dated))
    return list(found.values())


def _has_time(part: Prepared) -> bool:
    return any(token.ent_type_ in ("DATE", "TIME") or is_date(token) for token in parsed(part.text))


def _part_phrases(part: Prepared, speaker: str) -> Iterator[Phrase]:
    if _SUPPOSED.match(part.text):
        return
    doc, ends = parsed(part.text), Ends(part.spans, speaker)
    yield from literals_in(part, speaker)
    yield from directives_in(doc, ends)
    first_dated = _first_dated_verb(doc)
    for clause in clauses_in(doc):
        has_other_time = first_dated is not None and clause.head.i != first_dated
        for phrase in _clause_phrases(clause, ends):
            yield replace(phrase, dated=False) if has_other_time else phrase
    yield from nominal_phrases_in(doc, ends)


def _clause_phrases(clause: Clause, ends: Ends) -> Iterator[Phrase]:
    yield from clause_phrases_of(clause, ends)
    yield from requirements_of(clause, ends)
    found = [p for form, patterns in forms_of(clause) for p in _Reader(form, ends, patterns).phrases()]
    yield from found
    if not found:
        yield from plans_of(clause, ends)
        yield from open_phrases_of(clause, ends)


def _first_dated_verb(doc: "Doc") -> int | None:
    """The verb of the first time, if several verbs have times of their own: its time is not that of the others."""
    verbs = [
        _governor(token) for token in doc if token.ent_type_ in ("DATE", "TIME") and token.dep_ != "nummod"
    ]
    return verbs[0] if len(set(verbs)) > 1 else None


def _governor(token: "Token") -> int:
    while token.pos_ not in ("VERB", "AUX") and token.head.i != token.i:
        token = token.head
    return token.i


def _measured(token: "Token") -> "Token":
    """What a word of measure measures: of "a lot of Bach" Bach."""
    if token.lemma_ in noun_classes()["measure"]:
        of = next((c for c in token.rights if c.dep_ == "prep" and c.lower_ == "of"), None)
        return next((c for c in of.rights if c.dep_ == "pobj"), token) if of is not None else token
    return token


def _names_of(token: "Token", ends: Ends) -> list["Token"]:
    """The names of several persons or animals behind the word for them: "two cats, Pixel and Bohr"."""
    if token.tag_ != "NNS" or not (is_of(token, "pet") or is_of(token, "human") or is_of(token, "family")):
        return []
    first = next((c for c in token.rights if c.dep_ == "appos" and ends.is_name(c)), None)
    return list(conjuncts_of(first)) if first is not None else []


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one clause."""

    clause: Clause
    ends: Ends
    patterns: Sequence[Pattern]

    def phrases(self) -> Iterator[Phrase]:
        """What the patterns find; a word is the object of one relation of a subject only."""
        used: set[tuple[int, str]] = set()
        for pattern in self.patterns:
            taken: set[tuple[int, str]] = set()
            for phrase, place in self._matches(pattern):
                if phrase.only_if is not None:
                    yield phrase
                elif place < 0 or (place, phrase.subject) not in used:
                    taken |= {(place, phrase.subject), (self._anchor_place(pattern), phrase.subject)}
                    yield phrase
            used |= taken

    def _anchor_place(self, pattern: Pattern) -> int:
        has_class = any(word.startswith(":") for word in pattern.complements)
        anchor = self._anchor(pattern) if pattern.complements and not has_class else None
        return anchor.i if anchor is not None else -1

    def _matches(self, pattern: Pattern) -> Iterator[tuple[Phrase, int]]:
        anchor = self._anchor(pattern)
        if not self._applies(pattern, anchor):
            return
        filled = self._filled(pattern, anchor)
        if pattern.value == "each other":
            yield from self._pairs(pattern, filled.get("SUBJ", ()))
            return
        for subject in filled.get("SUBJ", ()):
            for object_ in filled.get("OBJ", ()):
                phrase = self._phrase(pattern, subject, object_)
                if phrase is not None:
                    yield phrase, object_.token.i if object_.token is not None else -1

    def _applies(self, pattern: Pattern, anchor: "Token | None") -> bool:
        """Whether the clause has the voice, the particle and the complement of a pattern."""
        clause = self.clause
        has_voice = pattern.is_passive == clause.is_passive or anchor == clause.head
        if not has_voice and not (pattern.is_passive and self._is_bare_participle()):
            return False
        if pattern.particle is not None and pattern.particle not in clause.particles:
            return False
        if not self._has_frame(pattern):
            return False
        if pattern.complements:
            is_of_other = (
                bool(pattern.value) and anchor is not None and any(c.dep_ == "dobj" for c in anchor.children)
            )
            is_judged = (
                anchor is not None and anchor.lemma_ == "part" and any(c.tag_ == "JJS" for c in anchor.lefts)
            )
            return anchor is not None and not is_of_other and not is_judged
        has_prepositions = any(slot.prepositions for slot in pattern.slots)
        if self._is_noun_fragment() and has_prepositions:
            return False
        # "moved my pension to Vanguard" is not "moved to Vanguard"
        takes_object = bool(pattern.value or pattern.action) or any(
            not slot.prepositions for slot in pattern.slots
        )
        return takes_object or not clause.objects or clause.lemma not in noun_classes()["transfer"]

    def _is_infinitive(self) -> bool:
        """Whether the clause only names an action: "learning to swim"."""
        return self.clause.head.dep_ == "xcomp" and self.clause.head.tag_ == "VB"

    def _has_frame(self, pattern: Pattern) -> bool:
        """Whether the clause has the tense, the other prepositions and no object, as a pattern wants."""
        clause = self.clause
        if (pattern.tense == "past" and not clause.is_past) or (pattern.is_alone and clause.objects):
            return False
        if (
            pattern.tense == "present"
            and clause.status != "ended"
            and (clause.is_past or self._is_infinitive())
        ):
            return False
        if not (pattern.other_prepositions or pattern.excluded):
            return True
        found = {a.preposition for a in clause.arguments} | clause.particles
        return not (pattern.other_prepositions and found.isdisjoint(pattern.other_prepositions)) and (
            found.isdisjoint(pattern.excluded)
        )

    def _filled(self, pattern: Pattern, anchor: "Token | None") -> dict[str, list[_End]]:
        """The ends by role; none if a slot stays empty. A pattern without a subject is about the speaker."""
        filled: dict[str, list[_End]] = {}
        for slot in pattern.slots:
            filled[slot.role] = list(self._fillers(slot, pattern, anchor))
            if not filled[slot.role]:
                return {}
        if pattern.subject.role:
            filled[pattern.subject.role] = list(self._subjects(pattern))
        if pattern.value == "owned":
            filled["OBJ"] = [_End(self.ends.text(n.doc, *noun_phrase(n)), n) for n in self.clause.subjects]
        elif pattern.value:
            filled["OBJ"] = [_End(pattern.value, None)]
        if pattern.action:
            filled["OBJ"] = list(self._actions(pattern, anchor))
        filled.setdefault("SUBJ", [_End(self.ends.speaker, None)])
        return filled

    def _pairs(self, pattern: Pattern, subjects: Sequence[_End]) -> Iterator[tuple[Phrase, int]]:
        """A symmetric relation between two subjects: "Ann and Tom got married"."""
        ends = sorted(subjects, key=lambda end: end.text != self.ends.speaker)
        if len(ends) == 2 and (phrase := self._phrase(pattern, ends[0], ends[1])) is not None:
            yield phrase, -2

    def _is_noun_fragment(self) -> bool:
        return self.clause.head.pos_ in ("NOUN", "PROPN") and not self.clause.subjects

    def _is_bare_participle(self) -> bool:
        return self.clause.head.tag_ == "VBN" and not self.clause.subjects and not self.clause.objects

    def _anchor(self, pattern: Pattern) -> "Token | None":
        """The word of the complement or object that the pattern names."""
        if not pattern.complements:
            return None
        return next(
            (
                one
                for one in anchors_of(self.clause)
                if any(is_word(one, wanted) for wanted in pattern.complements)
            ),
            None,
        )

    def _subjects(self, pattern: Pattern) -> Iterator[_End]:
        """The ends that the subject of the verb fills, or its owner."""
        if pattern.owned:
            yield from self._owners(pattern)
            return
        if not self.clause.subjects:
            if all(wanted in ("self", "person", "any") for wanted in pattern.subject.classes):
                yield _End(self.ends.speaker, None)
            return
        for token in self.clause.subjects:
            if token.pos_ == "VERB":
                if pattern.subject.role == "OBJ":
                    yield _End(self.ends.action_text(token), token)
            elif self._fits(token, pattern.subject, pattern) and (text := self.ends.subject_text(token)):
                yield _End(text, token)

    def _owners(self, pattern: Pattern) -> Iterator[_End]:
        """The ends that the owner of the subject fills: "my boss", "the deadline for the grant"."""
        for noun in self.clause.subjects:
            owner = next((c for c in noun.lefts if c.dep_ == "poss"), None)
            if owner is not None and owner.lower_ in ("my", "our"):
                yield _End(self.ends.speaker, owner)
                continue
            of = (c for c in noun.rights if c.dep_ == "prep" and c.lower_ in ("of", "for"))
            owners = [owner] if owner is not None else [c for p in of for c in p.rights if c.dep_ == "pobj"]
            for token in owners:
                text = self.ends.subject_text(token) if self._fits(token, pattern.subject, pattern) else None
                if text:
                    yield _End(text, token)

    def _fillers(self, slot: Slot, pattern: Pattern, anchor: "Token | None") -> Iterator[_End]:
        """The ends that a slot behind the verb finds, with their conjuncts."""
        for token in self._places(slot, pattern, anchor):
            ends = [
                end
                for one in conjuncts_of(_measured(token))
                if (whole := self._end(one, slot, pattern)) is not None
                for end in self._named_ends(one) or (whole,)
            ]
            if ends:
                yield from ends
                return

    def _named_ends(self, token: "Token") -> list[_End]:
        names = (
            (self.ends.object_text(one, with_complement=False), one) for one in _names_of(token, self.ends)
        )
        return [_End(text, one) for text, one in names if text]

    def _places(self, slot: Slot, pattern: Pattern, anchor: "Token | None") -> Iterator["Token"]:
        clause = self.clause
        if not slot.prepositions:
            is_given = slot.role == "OBJ" and len(clause.objects) > 1
            yield from (t for t in clause.objects if not (is_given and t.dep_ == "dative"))
            yield from (t for t in clause.complements if t != anchor)
            if "date" in slot.classes:
                yield from (
                    t
                    for h in (clause.head, anchor)
                    if h is not None
                    for t in h.rights
                    if t.dep_ == "npadvmod"
                )
            return
        deepest = _DEPTH if slot.classes else _DEPTH - 1
        for argument in clause.arguments:
            if (
                argument.preposition in slot.prepositions
                and argument.depth <= deepest
                and self._is_near(argument, anchor)
            ):
                yield argument.token

    def _is_near(self, argument: Argument, anchor: "Token | None") -> bool:
        return anchor is None or argument.token.i > anchor.i

    def _end(self, token: "Token", slot: Slot, pattern: Pattern) -> _End | None:
        if is_negated(token) and not (self.clause.lemma == "have" and pattern.kind == "state"):
            return None
        if not self._fits(token, slot, pattern):
            return None
        if token.pos_ == "VERB" and token.tag_ == "VB" and not self.ends.span(token):
            return _End(token.text, token)
        if token.pos_ == "VERB" and token.tag_ == "VBG" and not self.ends.span(token):
            return _End(self.ends.action_text(token), token)
        if slot.role == "SUBJ":
            text = self.ends.subject_text(token)
        else:
            text = self.ends.object_text(token, with_complement=not slot.classes)
        return _End(text, token) if text else None

    def _actions(self, pattern: Pattern, anchor: "Token | None") -> Iterator[_End]:
        tag = "VB" if pattern.action == "infinitive" else "VBG"
        for verb in self.clause.actions:
            if verb.tag_ == tag and (anchor is None or verb.i > anchor.i):
                for one in conjuncts_of(verb):
                    if pattern.action == "verb":
                        yield _End(one.lower_, one)
                        continue
                    text = self.ends.action_text(one)
                    is_other_clause = one.i != verb.i and any(c.dep_ in ("nsubj", "aux") for c in one.lefts)
                    if not is_other_clause and (
                        " " in text or one.lemma_ not in noun_classes()["light_verb"]
                    ):
                        yield _End(text, one)
                return

    def _fits(self, token: "Token", slot: Slot, pattern: Pattern) -> bool:
        if slot.classes:
            return all(self.ends.fits(token, wanted) for wanted in slot.classes)
        relation = relation_of(pattern.relation)
        wanted = relation.subject_type if slot.role == "SUBJ" else relation.object_type
        if slot.role == "SUBJ":
            return self._fits_subject(token, wanted)
        type_ = self.ends.type(token)
        if wanted == "Person":
            return self.ends.is_person(token)
        if token.ent_type_ in ("DATE", "TIME", "ORDINAL", "CARDINAL") and not relation.literal:
            return False
        return type_ is None or wanted is None or type_ == wanted or (type_ not in ("Place", "Person"))

    def _fits_subject(self, token: "Token", wanted: str | None) -> bool:
        if wanted == "Person":
            return self.ends.is_person(token)
        return not is_speaker(token) and not self.ends.is_person(token)

    def _phrase(self, pattern: Pattern, subject: _End, object_: _End) -> Phrase | None:
        if subject.text == object_.text:
            return None
        type_ = self.ends.type(object_.token) if object_.token is not None else None
        phrase = Phrase(
            subject.text,
            pattern.relation,
            object_.text,
            object_type=type_,
            start=self._start(),
            confidence=_CONFIDENCE,
        )
        if any("known" in slot.classes for slot in pattern.slots):
            phrase = replace(phrase, only_if=relation_of(pattern.relation).object_type)
        is_none = object_.token is not None and is_negated(object_.token)
        return self._with_status(phrase, pattern, is_none=is_none)

    def _with_status(self, phrase: Phrase, pattern: Pattern, *, is_none: bool) -> Phrase | None:
        """The phrase as the clause states it; None if it states nothing. `is_none`: "I have no dog"."""
        if self._is_planned(pattern):
            return replace(phrase, plan=True)
        match self.clause.status, pattern.kind:
            case "planned" | "required", "state" if relation_of(pattern.relation).literal:
                return phrase  # a value that is set for a day to come
            case "denied", "did" if any(c.lower_ == "never" for c in self.clause.head.children):
                return replace(phrase, denied=True)
            case "asserted", "state" if self.clause.is_past and pattern.relation in ("LIKES", "DISLIKES"):
                return phrase if phrase.object_type is not None and not is_none else None
            case "asserted", "state":
                return replace(phrase, denied=True) if is_none else replace(phrase, ended=self.clause.is_past)
            case "asserted", kind:
                return None if is_none else replace(phrase, ended=kind == "ends")
            case "ended", "state" | "did":
                return replace(phrase, ended=True)
            case "denied", "state":
                return replace(phrase, denied=True)
            case _:
                return None

    def _is_planned(self, pattern: Pattern) -> bool:
        """Whether the clause says that the fact may hold one day: "we'll visit Rome", "I'm moving to Munich"."""
        match self.clause.status, pattern.kind:
            case "asserted" | "planned", "plans":
                return True
            case "asserted", "begins":
                return self._is_going_on()
            case "asserted", "did":
                return self._is_going_on() and self.clause.lemma in noun_classes()["travel_verb"]
            case "planned", "state":
                return not relation_of(pattern.relation).literal
            case "planned", "begins" | "did":
                return True
            case _:
                return False

    def _is_going_on(self) -> bool:
        """Whether a change is under way and not complete: "is moving to Munich"."""
        head = self.clause.head
        auxiliaries = {c.lower_ for c in head.lefts if c.dep_ == "aux"}
        return (
            head.tag_ == "VBG"
            and bool(auxiliaries & {"is", "are", "am", "'m", "'re", "'s"})
            and "been" not in auxiliaries
        )

    def _start(self) -> int:
        """Where the clause begins: at its first word that is no conjunction."""
        head = self.clause.head
        tokens = [
            head,
            *self.clause.subjects,
            *(c for c in head.lefts if c.dep_ in ("aux", "auxpass", "neg", "nsubj", "nsubjpass")),
        ]
        return min(t.idx for t in tokens)
