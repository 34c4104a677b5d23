"""English verbs of a parse: their subjects, and whether they are requests."""

import re
from typing import TYPE_CHECKING

from memgraph_core.language.persons.given_names import is_given_name
from memgraph_core.language.word_lists import groups_of

if TYPE_CHECKING:
    from spacy.tokens import Token

SUBJECTS = frozenset(["nsubj", "nsubjpass", "csubj", "expl"])
_SPEAKER = frozenset(["i", "we", "me", "us", "myself", "ourselves", "im"])


def is_speaker(token: "Token") -> bool:
    """Whether a token means the speaker."""
    return token.lower_ in _SPEAKER


def is_request(token: "Token") -> bool:
    """Whether a verb is an imperative: a bare form at the head of a sentence, without subject or auxiliary."""
    head = _shared_head(token)
    if head.dep_ not in ("ROOT", "ccomp", "parataxis", "dep") or head.tag_ not in ("VB", "VBP"):
        return False
    auxiliaries = [c for c in head.lefts if c.dep_ in ("aux", "auxpass")]
    if any(c.lower_ not in ("do", "please") for c in auxiliaries):
        return False
    return not own_subjects(head)


def lemma_of(token: "Token") -> str:
    """The lemma of a verb, also of its short forms."""
    lemma = token.lemma_.lower()
    return {
        "'m": "be",
        "'re": "be",
        "'s": "be",
        "m": "be",
        "'ve": "have",
        "ve": "have",
        "gon": "go",
        "got": "get",
        "hat": "hate",
        "rewatche": "rewatch",
    }.get(lemma, lemma)


_PREFIX = re.compile(r"(?:re|over|under|mis|un|out|with)-?(?=\w{3})")


def is_past_form(verb: "Token") -> bool:
    """Whether a verb has the form of a simple past, also where the parser takes it for a present: "I rang Mum"."""
    if verb.tag_ != "VBP" or verb.pos_ != "VERB":
        return verb.tag_ == "VBD"
    forms = groups_of("clause_verbs_en")["past"]
    is_listed = verb.lower_ in forms or _PREFIX.sub("", verb.lower_, count=1) in forms
    return is_listed or verb.lower_ != verb.lemma_.lower()


def own_subjects(verb: "Token") -> list["Token"]:
    """The subjects that a verb has itself; they are sometimes parsed as those of its auxiliary."""
    own = [c for c in verb.children if c.dep_ in SUBJECTS]
    if own:
        return own
    auxiliaries = (c for c in verb.children if c.dep_ in ("aux", "auxpass"))
    return [c for auxiliary in auxiliaries for c in auxiliary.children if c.dep_ in SUBJECTS]


def _shared_head(verb: "Token") -> "Token":
    """The first one of the verbs that share a subject."""
    while verb.dep_ == "conj" and not own_subjects(verb) and verb.head.pos_ in ("VERB", "AUX"):
        verb = verb.head
    return verb


def subjects_of(verb: "Token") -> tuple["Token", ...] | None:
    """The subjects of a verb; empty for the speaker who is left out, None if they cannot be known."""
    own = own_subjects(verb)
    if own:
        if own[0].dep_ == "csubj":
            return (own[0],) if own[0].tag_ == "VBG" else None
        if own[0].dep_ == "expl":
            return None
        antecedent = _antecedent(own[0], verb)
        return (antecedent,) if antecedent != own[0] and antecedent.conjuncts else _with_conjuncts(antecedent)
    head = verb.head
    if verb.dep_ == "conj":
        return _shared_subjects(verb, head)
    if verb.dep_ in ("xcomp", "advcl"):
        objects = [c for c in head.children if c.dep_ in ("dobj", "obj")]
        if verb.dep_ == "xcomp" and objects and lemma_of(head) not in ("promise", "have"):
            return _with_conjuncts(objects[0])
        return subjects_of(head) if head.pos_ in ("VERB", "AUX") and not is_request(head) else None
    if verb.dep_ == "pcomp" and head.head.pos_ in ("VERB", "AUX"):
        return subjects_of(head.head)
    if verb.dep_ == "acl":
        return _subjects_of_participle(verb)
    if verb.dep_ in ("ROOT", "ccomp", "parataxis", "dep"):
        return () if _is_finite(verb) and not _has_other_subject(verb) else None
    return None


def _has_other_subject(verb: "Token") -> bool:
    """Whether a verb without a subject in the parse is not the speaker's: it is in the third person, or a name before it
    was taken for an adverb ("Carly broke up with Matt").
    """
    if any(c.tag_ == "VBZ" for c in verb.lefts if c.dep_ in ("aux", "auxpass")):
        return True
    return any(
        c.pos_ in ("ADV", "ADJ", "INTJ", "X") and c.text.istitle() and is_given_name(c.text)
        for c in verb.lefts
    )


def _subjects_of_participle(verb: "Token") -> tuple["Token", ...] | None:
    """The noun that a participle belongs to. "Print a map with labels using Inkscape" says who uses it."""
    if verb.lower_ == "using":
        governor = next((t for t in verb.ancestors if t.pos_ in ("VERB", "AUX")), None)
        return subjects_of(governor) if governor is not None and not is_request(governor) else None
    noun = verb.head
    is_participle = verb.tag_ in ("VBN", "VBG") and noun.pos_ in ("NOUN", "PROPN")
    return _with_conjuncts(noun) if is_participle else None


def _shared_subjects(verb: "Token", head: "Token") -> tuple["Token", ...] | None:
    """The subjects that a verb shares with the one that it is joined to. "Still got the old bike, weighs a ton" has
    two subjects: the second verb is in the third person.
    """
    if head.pos_ not in ("VERB", "AUX"):
        return () if head.dep_ == "ROOT" and _is_finite(verb) else None
    shared = subjects_of(head)
    is_third_person = verb.tag_ == "VBZ" or any(c.tag_ == "VBZ" for c in verb.lefts if c.dep_ == "aux")
    if is_third_person and shared is not None and len(shared) < 2 and all(map(is_speaker, shared)):
        return None
    return shared


def _is_finite(verb: "Token") -> bool:
    if verb.tag_ == "VBG" and verb.left_edge.i == verb.i and any(t.dep_ == "aux" for t in verb.subtree):
        return False  # "Visiting the Louvre and climbing the tower must be tiring" is parsed as one verb
    return (
        verb.tag_ in ("VBD", "VBN", "VBG")
        or (verb.pos_ == "AUX" and verb.tag_ != "VBZ")
        or any(c.dep_ == "aux" and c.tag_ != "TO" for c in verb.lefts)
    )


def _antecedent(subject: "Token", verb: "Token") -> "Token":
    if verb.dep_ != "relcl" or subject.lower_ not in ("who", "that", "which"):
        return subject
    before = subject.i - 1 - (subject.i > 1 and subject.nbor(-1).text == ",")
    if (
        subject.lower_ == "who"
        and verb.head.tag_ == "NNS"
        and before >= 0
        and subject.doc[before].pos_ == "PROPN"
    ):
        return subject.doc[
            before
        ]  # the parse often attaches the clause to an earlier noun: "two kids, Theo who's 15"
    nearest = max(
        (t for t in (verb.head, *verb.head.conjuncts) if t.i < subject.i),
        key=lambda t: t.i,
        default=verb.head,
    )
    return nearest if verb.head.pos_ == "PROPN" else verb.head


def _with_conjuncts(token: "Token") -> tuple["Token", ...]:
    others = (t for t in token.conjuncts if t.i > token.i and t.pos_ in ("NOUN", "PROPN", "PRON"))
    return (token, *others)
