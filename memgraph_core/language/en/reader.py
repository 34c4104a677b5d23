"""Reads one clause with the patterns of the relation entries that may fit it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from memgraph_core.language.en.candidates import anchors_of, is_word, means_elsewhere, measured, names_of
from memgraph_core.language.en.clauses import Argument, Clause, conjuncts_of, contrasts_of, is_negated
from memgraph_core.language.en.nouns import noun_classes, noun_phrase
from memgraph_core.language.en.patterns import Pattern, Slot
from memgraph_core.language.en.slots import Ends
from memgraph_core.language.en.verbs import is_speaker
from memgraph_core.language.vocabulary import Phrase, relation_of

if TYPE_CHECKING:
    from spacy.tokens import Token

_CONFIDENCE = 0.75
_DEPTH = 2  # nouns between a predicate and an argument that has a class; without a class one less


@dataclass(frozen=True, slots=True)
class _End:
    """One end of a fact: its text and the token that it was read from (None for the speaker who is left out)."""

    text: str
    token: "Token | None"
    is_denied: bool = False  # "to Ann, not to Tom"


@dataclass(frozen=True, slots=True)
class ClauseReader:
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
        if pattern.particles and pattern.particles.isdisjoint(clause.particles):
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
        if pattern.tense == "not past" and clause.head.tag_ in ("VBD", "VBN"):
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
            filled[pattern.subject.role] = [*self._subjects(pattern), *self._company(pattern)]
        if pattern.value == "owned":
            filled["OBJ"] = [_End(self.ends.text(n.doc, *noun_phrase(n)), n) for n in self.clause.subjects]
        elif pattern.value:
            filled["OBJ"] = [_End(pattern.value, None)]
        if pattern.action:
            filled["OBJ"] = list(self._actions(pattern, anchor))
        filled.setdefault("SUBJ", [_End(self.ends.speaker, None)])
        return filled

    def _company(self, pattern: Pattern) -> Iterator[_End]:
        """Those who take part: of "I'm building a shed with Otto" Otto."""
        uses_with = any("with" in slot.prepositions for slot in pattern.slots)
        if pattern.subject.role != "SUBJ" or uses_with or not relation_of(pattern.relation).together:
            return
        for argument in self.clause.arguments:
            if argument.preposition == "with" and argument.depth <= 1:
                for one in conjuncts_of(argument.token):
                    if (
                        self.ends.is_person(one)
                        and not is_speaker(one)
                        and (text := self.ends.subject_text(one))
                    ):
                        yield _End(text, one)

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
        for token in map(measured, self.clause.subjects):
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
                if "!self" not in pattern.subject.classes:
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
                for one in self._joined(measured(token), slot, pattern)
                for end in self._named_or_whole(one, slot, pattern)
            ]
            if ends:
                yield from ends
                yield from self._denied(token, slot, pattern)
                return

    def _denied(self, token: "Token", slot: Slot, pattern: Pattern) -> Iterator[_End]:
        """The ends that the clause denies beside those that it states."""
        if self.clause.status != "asserted" or pattern.kind not in ("state", "begins") or self.clause.is_past:
            return
        for one in contrasts_of(token):
            if self._fits(one, slot, pattern) and (text := self.ends.object_text(one, with_complement=False)):
                yield _End(text, one, is_denied=True)

    def _joined(self, token: "Token", slot: Slot, pattern: Pattern) -> Iterator["Token"]:
        """A noun with its conjuncts, also those with a place between them: "Polish at home and Dutch at work".

        A single thing has one name: "the repo is called fern, Node 22, pnpm" yields only `fern`.
        """
        if pattern.relation == "NAMED" and [s.tag_ for s in self.clause.subjects] in (["NN"], ["NNP"]):
            yield token
            return
        yield from conjuncts_of(token)
        if not slot.classes or slot.prepositions:
            return
        adjuncts = [
            c
            for p in (*self.clause.head.rights, *token.rights)
            if p.dep_ == "prep"
            for c in p.rights
            if c.dep_ == "pobj"
        ]
        for adjunct in (self.clause.head, *adjuncts):
            for one in (
                c
                for c in adjunct.rights
                if c.dep_ == "conj" and c.pos_ in ("NOUN", "PROPN") and c.i > token.i
            ):
                if not any(self.ends.fits(adjunct, wanted) for wanted in slot.classes):
                    yield one

    def _named_or_whole(self, token: "Token", slot: Slot, pattern: Pattern) -> list[_End]:
        """The names of several persons or animals, if they follow; else the noun."""
        names = [
            (self.ends.object_text(one, with_complement=False), one) for one in names_of(token, self.ends)
        ]
        are_fit = self._fits(token, slot, pattern) or all(self._fits(one, slot, pattern) for _, one in names)
        if is_negated(token) or not are_fit:
            names = []
        whole = self._end(token, slot, pattern) if not names else None
        return [_End(text, one) for text, one in names if text] or ([whole] if whole is not None else [])

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
        if not self._fits(token, slot, pattern) or self._is_judgement(token, pattern):
            return None
        if token.pos_ == "ADJ" and token.dep_ == "conj" and token.head.pos_ == "NOUN":
            return None  # "excited about the trip and eager to go"
        if token.pos_ == "VERB" and token.tag_ == "VB" and not self.ends.span(token):
            return _End(token.text, token)
        if token.pos_ == "VERB" and token.tag_ == "VBG" and not self.ends.span(token):
            return _End(self.ends.action_text(token), token)
        if slot.role == "SUBJ":
            text = self.ends.subject_text(token)
        else:
            text = self.ends.object_text(token, with_complement=not slot.classes)
        if text and pattern.relation == "WORKS_AS":
            text = re.sub(r"^(?:new|only|sole) ", "", text)
        return _End(text, token) if text else None

    def _is_judgement(self, token: "Token", pattern: Pattern) -> bool:
        """Whether an end is praised or shown, not named: "she's a great cook", "I love this photo"."""
        if pattern.relation == "WORKS_AS" and (self.ends.is_person(token) or self._calls_out(token)):
            return True  # "my housemates are a nurse called Ines and Tom"
        if pattern.relation in ("WORKS_AS", "IS_A") and self.clause.lemma == "be":
            return any(
                c.tag_ == "JJS" or c.lower_ in noun_classes()["evaluative"]
                for c in token.lefts
                if c.dep_ == "amod"
            )
        is_shown = any(
            c.lower_ in ("this", "that", "these", "those", "their", "his", "her", "your", "its")
            for c in token.lefts
            if c.dep_ in ("det", "poss")
        )
        return is_shown and pattern.relation in ("LIKES", "DISLIKES") and not self.ends.is_name(token)

    def _calls_out(self, token: "Token") -> bool:
        """Whether a plural noun without a verb addresses or names others, not the speaker: "Teachers, I salute you"."""
        return token.tag_ in ("NNS", "NNPS") and not self.clause.subjects

    def _actions(self, pattern: Pattern, anchor: "Token | None") -> Iterator[_End]:
        tag = "VB" if pattern.action == "infinitive" else "VBG"
        for verb in self.clause.actions:
            if pattern.action == "verb" and verb.i > self.clause.head.i + 2:
                continue  # "went swimming", but not "went through a lot, losing …"
            if verb.tag_ == tag and (anchor is None or verb.i > anchor.i):
                for one in conjuncts_of(verb):
                    if pattern.action == "verb":
                        yield _End(one.lower_, one)
                        continue
                    text = self.ends.action_text(one)
                    is_other_clause = one.i != verb.i and any(c.dep_ in ("nsubj", "aux") for c in one.lefts)
                    if (
                        not is_other_clause
                        and not means_elsewhere(one)
                        and (" " in text or one.lemma_ not in noun_classes()["light_verb"])
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
        if object_.is_denied:
            return replace(phrase, denied=True)
        is_none = object_.token is not None and is_negated(object_.token)
        return self._with_status(phrase, pattern, is_none=is_none)

    def _with_status(self, phrase: Phrase, pattern: Pattern, *, is_none: bool) -> Phrase | None:
        """The phrase as the clause states it; None if it states nothing. `is_none`: "I have no dog"."""
        if self._is_planned(pattern):
            return replace(phrase, plan=True)
        match self.clause.status, pattern.kind:
            case "planned" | "required", "state" | "begins" if relation_of(pattern.relation).literal:
                return phrase  # a value that is set for a day to come
            case "denied", "did" if any(c.lower_ == "never" for c in self.clause.head.children):
                return replace(phrase, denied=True)
            case "asserted", "state" if self.clause.is_past and pattern.relation in ("LIKES", "DISLIKES"):
                return phrase if phrase.object_type is not None and not is_none else None
            case "asserted", "state":
                return replace(phrase, denied=True) if is_none else replace(phrase, ended=self.clause.is_past)
            case "asserted", "denies":
                return replace(phrase, denied=True)
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
            case "planned", "begins":
                return not relation_of(pattern.relation).literal
            case "planned", "did":
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
