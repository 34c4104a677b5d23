"""Open relations: what a clause states with a verb that no relation type covers.

The type is the verb as the text uses it, with its preposition: LANDS_IN, ROTATED, EXPIRES. Only clear assertions are read:

- what somebody or a certain thing does as a rule, in the simple present ("I bank with Monzo", "the cron host sends the mails"),
- what was done to a name or an amount, or what people do at work ("we rotated the keys"),
- which name, number or code something is ("the port is 8443").
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from memgraph_core.language.en.clauses import Clause, conjuncts_of, is_negated
from memgraph_core.language.en.nouns import is_of, is_vague, noun_classes
from memgraph_core.language.en.slots import Ends
from memgraph_core.language.en.things import is_date, is_price, is_software
from memgraph_core.language.en.verbs import is_past_form, is_speaker
from memgraph_core.language.persons.kin import kin_words
from memgraph_core.language.timing.words_en import YEAR
from memgraph_core.language.vocabulary import Phrase

if TYPE_CHECKING:
    from spacy.tokens import Token

_CONFIDENCE = 0.6
_PREPOSITIONS = frozenset(["in", "on", "at", "to", "from", "with", "via", "into", "by"])
_MAIN = frozenset(["ROOT", "conj", "ccomp", "parataxis"])
# Verbs that praise a thing: "the dialogue adds a twist".
_PRAISING = frozenset(
    ["add", "offer", "provide", "deliver", "bring", "remind", "capture", "combine", "blend", "explore", "convey", "represent",
     "reflect", "inspire", "enhance", "boost", "improve", "ensure", "allow", "enable", "involve", "create", "deepen", "give"]
)  # fmt: skip
_DEFINITE = frozenset(["the", "our", "my", "this"])
_WORKING = frozenset(["boss", "manager", "supervisor", "landlord", "landlady", "coach", "mentor", "tutor"])
_CODE = re.compile(r"(?=.*\d)[\w./:@#+-]{2,}|[\w-]+(?:[._/:@][\w-]+)+|[A-Z]{2,}")


def open_phrases_of(clause: Clause, ends: Ends) -> Iterator[Phrase]:
    """The open relation of a clause; at most one."""
    if clause.is_passive or clause.head.dep_ not in _MAIN:
        return
    if clause.status == "planned" and (found := _ends_on(clause, ends)) is not None:
        yield found
    if clause.status not in ("asserted", "denied") or clause.lemma == "have":
        return
    if clause.lemma == "be":
        found = _value(clause, ends)
    else:
        found = _ends_on(clause, ends)
        if found is None and not any(c.dep_ == "prt" for c in clause.head.children):
            found = _action(clause, ends)
    if found is not None:
        yield found


def _action(clause: Clause, ends: Ends) -> Phrase | None:
    """The relation of a verb that has a specific meaning."""
    head = clause.head
    if _is_idle(clause, ends):
        return None
    is_work = clause.lemma in noun_classes()["work_verb"] | noun_classes()["deed_verb"]
    works, is_rule = is_work and head.tag_ != "VBZ", _is_rule(clause)
    if clause.status == "denied" or not (is_rule or head.tag_ in ("VBZ", "VBD", "VBN")):
        return None
    if not clause.subjects and head.tag_ == "VBN" and not clause.objects:
        return None  # "Fixed in 3f9c1ab" leaves out what was fixed, not who fixed it
    subject = clause.subjects[0] if clause.subjects else None
    if is_rule and subject is not None and not (_is_person(subject, ends) or _is_own_thing(subject, ends)):
        return None  # "the smell of bread draws a crowd"
    acts = works or (is_rule and bool(subject))
    name = _subject_name(subject, clause, ends) if acts or not _is_person(subject, ends) else None
    if name is None:
        return None
    for preposition, token in _objects(clause):
        if _is_object(token, preposition, ends, works=works, is_rule=is_rule):
            text = ends.object_text(token, with_complement=False)
            if text is not None:
                return open_phrase(name, open_type(head, preposition), text, token, clause, ends)
    return None


def _is_own_thing(subject: "Token", ends: Ends) -> bool:
    """Whether a thing has a name, is that of the speaker, or is technical: what it does as a rule is then worth keeping."""
    is_own = any(c.lower_ in ("my", "our") for c in subject.lefts)
    return is_own or ends.span(subject) is not None or is_software(subject) or is_of(subject, "deploy")


def _is_idle(clause: Clause, ends: Ends) -> bool:
    """Whether a verb has no specific meaning, or is a noun that the parser takes for a verb: "my website redesign"."""
    if (
        not clause.lemma.isalpha()
        or is_of(clause.head, "calendar")  # "the surgeon, weds 2.15"
        or clause.lemma in noun_classes()["light_verb"] | noun_classes()["attitude_verb"]
    ):
        return True
    if clause.lemma == "miss" and not (clause.objects and is_of(clause.objects[0], "missed")):
        return True
    subject = clause.subjects[0] if clause.subjects else None
    is_singular = len(clause.subjects) == 1 and subject is not None and subject.tag_ in ("NN", "NNP")
    if is_singular and clause.head.tag_ == "VBP":
        return True
    return clause.lemma in _PRAISING and not _is_person(subject, ends)


def _is_rule(clause: Clause) -> bool:
    """Whether a clause states something general: simple present, without a time at which it happens."""
    head = clause.head
    is_present = head.tag_ in ("VBZ", "VBP") and not is_past_form(head)
    return is_present and not any(t.lower_ in ("now", "today", "again", "just") for t in head.children)


def _is_person(token: "Token | None", ends: Ends) -> bool:
    return token is None or ends.is_person(token)


def _subject_name(subject: "Token | None", clause: Clause, ends: Ends) -> str | None:
    """The name of the subject: the speaker, a person, or a definite thing."""
    if subject is None:
        return ends.speaker
    if ends.is_person(subject):
        return ends.name(subject)
    if is_of(subject, "human") or is_of(subject, "family"):
        return None
    is_own = any(c.i == subject.i for c in clause.head.lefts)
    works_with = any(is_software(a.token) for a in clause.arguments)
    is_certain = _is_definite(subject, ends) or (
        works_with and subject.tag_ == "NNS" and subject.left_edge.i == subject.i
    )
    return ends.subject_text(subject) if is_own and is_certain and not is_vague(subject) else None


def _objects(clause: Clause) -> Iterator[tuple[str, "Token"]]:
    objects = [token for token in clause.objects if token.dep_ != "dative"]
    for token in objects[:1]:
        yield "", token
    if all(map(is_vague, objects)):
        for argument in clause.arguments:
            if argument.depth == 0 and argument.preposition in _PREPOSITIONS:
                yield argument.preposition, argument.token


def _is_object(token: "Token", preposition: str, ends: Ends, *, works: bool, is_rule: bool) -> bool:
    if is_negated(token) or is_vague(token) or token.pos_ == "VERB" or token.tag_ == "VBG":
        return False
    if is_of(token, "measure") and any(c.dep_ == "nummod" for c in token.lefts):
        return False  # "three cans a day" does not say of what
    if not is_price(token) and (is_date(token) or token.ent_type_ in ("CARDINAL", "ORDINAL")):
        return False
    if preposition and _YEAR.fullmatch(token.text):
        return False  # "she hired me in 2020"
    is_certain = ends.is_name(token) or is_price(token) or is_software(token)
    if is_rule:
        is_thing = (
            not preposition and token.pos_ == "NOUN" and not (_is_passing(token) or _is_abstract(token))
        )
        return is_certain or is_thing
    if not (works or is_certain):
        return False
    return (
        works or not preposition or preposition == "in" or is_software(token) or ends.type(token) == "Place"
    )


_YEAR = re.compile(YEAR)
_ABSTRACT = re.compile(r"\w{3}(?:[ts]ion|ness|ity|ance|ence|ship|ism|dom|hood)s?$")


def _is_abstract(token: "Token") -> bool:
    """Whether a noun without a modifier is abstract: "patience", "loneliness"."""
    is_bare = not any(c.dep_ in ("compound", "amod") for c in token.lefts)
    return is_of(token, "abstract") or (is_bare and _ABSTRACT.match(token.lower_) is not None)


def _is_passing(token: "Token") -> bool:
    """Whether a noun names a part of the body, a feeling, or an utterance: "my head", "a headache", "a question"."""
    return is_of(token, "passing") or is_of(token, "body")


def _ends_on(clause: Clause, ends: Ends) -> Phrase | None:
    """The day on which something begins, ends or arrives: "my passport expires in May"."""
    subject = clause.subjects[0] if clause.subjects else None
    runs_out = clause.lemma == "run" and "out" in clause.particles
    if not (runs_out or clause.lemma in noun_classes()["dated_verb"]) or clause.head.tag_ not in (
        "VBZ",
        "VBP",
    ):
        return None
    if subject is None or ends.is_person(subject):
        return None
    name = _subject_name(subject, clause, ends)
    dates = [a.token for a in clause.arguments if a.preposition in ("on", "in", "at") and a.depth == 0]
    dates += [c for c in clause.head.rights if c.dep_ in ("npadvmod", "dobj")]
    date = next((token for token in dates if is_date(token)), None)
    text = ends.object_text(date, with_complement=False) if date is not None else None
    if name is None or date is None or text is None:
        return None
    type_ = "RUNS_OUT_ON" if runs_out else open_type(clause.head, "on")
    return open_phrase(name, type_, text, date, clause, ends, dated=False)


def _value(clause: Clause, ends: Ends) -> Phrase | None:
    """The name, number or code that a thing is, or who has a role."""
    if clause.is_past or not clause.subjects or not clause.complements:
        return None
    subject, complement = clause.subjects[0], clause.complements[0]
    has_age = complement.like_num and (is_of(subject, "pet") or is_of(subject, "role"))
    is_thing = subject.pos_ in ("NOUN", "PROPN") and not ends.is_person(subject) and not has_age
    if not is_thing or subject.i > clause.head.i:
        return None
    if _is_read_elsewhere(subject, complement, ends):
        return None
    for one in conjuncts_of(complement):
        if is_negated(one):
            continue
        if (
            is_of(subject, "role")
            and (ends.span(one) or is_speaker(one))
            and ends.is_person(one)
            and not any(c.dep_ == "case" for c in one.children)  # "the backend is Tom's"
            and clause.status == "asserted"
        ):
            role = ends.subject_text(subject)
            name = ends.name(one)
            return (
                open_phrase(name, "WORKS_AS", role, subject, clause, ends, dated=False)
                if role and name
                else None
            )
        if (
            not (_is_value(one, ends) or _is_measure(subject, one))
            or not _is_definite(subject, ends)
            or is_of(subject, "calendar")
        ):
            continue
        name, text = ends.subject_text(subject), ends.object_text(one, with_complement=False)
        if _is_measure(subject, one):
            text = ends.text(one.doc, one.left_edge.i, one.i)
        if name and text and len(text) > 1:
            return open_phrase(name, "IS", text, one, clause, ends)
    return None


def _is_read_elsewhere(subject: "Token", complement: "Token", ends: Ends) -> bool:
    """Whether other modules read the value, as of a number, or the subject is people: "the new neighbours are Kasia and Tomek"."""
    if subject.lower_ in ("number", "id", "reference", "ref", "email", "e-mail", "phone", "address"):
        return True
    names_people = any(map(ends.is_person, conjuncts_of(complement))) and not is_of(subject, "role")
    return _is_kin(subject) or names_people


def _is_kin(noun: "Token") -> bool:
    """Whether a noun says how somebody is related to somebody else, and is no work."""
    return noun.lower_ in kin_words("en") and not is_of(noun, "occupation") and noun.lower_ not in _WORKING


def _is_measure(subject: "Token", value: "Token") -> bool:
    """Whether a number or a word is the value of a measure: "my rating is 1650", "the limit is 20 MB", "99.9%"."""
    if not is_of(subject, "measured_kind") and not (subject.pos_ == "PROPN" and value.text == "%"):
        return False
    return (
        value.pos_ == "NUM"
        or any(c.like_num for c in value.lefts)
        or (subject.lower_ in ("type", "group") and not any(c.dep_ == "det" for c in value.lefts))
    )


def _is_value(token: "Token", ends: Ends) -> bool:
    if is_date(token) or ends.is_person(token):
        return False
    return (
        is_software(token)
        or (token.pos_ == "PROPN" and not any(c.dep_ == "det" for c in token.lefts))
        or bool(_CODE.fullmatch(token.text))
    )


def _is_definite(token: "Token", ends: Ends) -> bool:
    """Whether a subject is a definite thing: a name, or a noun with `the`, `our` or `my`, or one that opens a note."""
    if ends.is_name(token):
        return True
    if token.pos_ != "NOUN" or is_vague(token):
        return False
    determiners = {c.lower_ for c in token.lefts if c.dep_ in ("det", "poss")}
    if determiners:
        return bool(determiners & _DEFINITE)
    return token.tag_ == "NN" and token.left_edge.i == 0  # "port is 8443"


def open_phrase(
    subject: str, type_: str, text: str, token: "Token", clause: Clause, ends: Ends, *, dated: bool = True
) -> Phrase:
    """An open relation, with the polarity of its clause."""
    return Phrase(
        subject,
        type_,
        text,
        denied=clause.status == "denied",
        object_type=ends.type(token),
        start=clause.head.idx,
        confidence=_CONFIDENCE,
        dated=dated,
    )


def open_type(verb: "Token", preposition: str) -> str:
    """The relation type: the verb in its tense, `LANDS_IN`, `ROTATED`."""
    if verb.tag_ == "VBN" or is_past_form(verb):
        form = verb.lower_
    else:
        lemma = verb.lemma_.lower()
        form = f"{lemma}es" if lemma.endswith(("s", "sh", "ch", "x", "z", "o")) else f"{lemma}s"
        form = f"{lemma[:-1]}ies" if lemma.endswith("y") and lemma[-2:-1] not in "aeiou" else form
    return f"{form}_{preposition}".strip("_").upper()
