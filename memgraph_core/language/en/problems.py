"""Problems of things that a clause states: "my Kindle won't turn on", "the app keeps crashing", "the tap is broken".

The relation is open: HAS_PROBLEM, from the thing to its problem, in the words of the clause.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from memgraph_core.language.en.clauses import Clause, is_negated
from memgraph_core.language.en.nouns import is_of, is_vague, noun_classes, noun_phrase
from memgraph_core.language.en.slots import Ends
from memgraph_core.language.en.things import is_software
from memgraph_core.language.en.verbs import is_speaker, own_subjects
from memgraph_core.language.vocabulary import Phrase

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

HAS_PROBLEM = "HAS_PROBLEM"
_CONFIDENCE = 0.65
_SHOWING = frozenset(
    ["show", "throw", "give", "display", "return", "report", "get", "have", "log", "flash", "spit"]
)
_DETERMINED = frozenset(["my", "our", "the", "this", "his", "her", "their"])
_MAIN = frozenset(["ROOT", "conj", "ccomp", "parataxis", "advcl"])


def problems_in(doc: "Doc", ends: Ends) -> Iterator[Phrase]:
    """The things of a parsed part that do not work: "won't charge" is a problem, not a plan."""
    for verb in doc:
        yield from _existing(verb, ends)
        subjects = own_subjects(verb) if verb.pos_ == "VERB" and verb.dep_ in _MAIN else []
        is_denied = any(c.dep_ == "neg" for c in verb.lefts)
        if not subjects or not is_denied or any(c.dep_ == "mark" for c in verb.lefts):
            continue
        auxiliaries = {c.lower_ for c in verb.lefts if c.dep_ == "aux"}
        yield from _refused(verb, subjects[0], auxiliaries, ends)


def _existing(verb: "Token", ends: Ends) -> Iterator[Phrase]:
    """A problem of a place: "there's mould in the bathroom"."""
    if verb.lemma_ != "be" or verb.tag_ == "VBD" or not any(c.dep_ == "expl" for c in verb.lefts):
        return
    for fault in (c for c in verb.rights if c.dep_ == "attr" and (is_of(c, "fault") or is_of(c, "error"))):
        places = [
            c for p in (*verb.rights, *fault.rights) if p.dep_ == "prep" for c in p.rights if c.dep_ == "pobj"
        ]
        thing = _thing(places[0], ends) if places else None
        text = ends.object_text(fault, with_complement=False)
        if thing is not None and text and not is_negated(fault):
            yield _phrase(thing, text, verb)


def _refused(verb: "Token", subject: "Token", auxiliaries: set[str], ends: Ends) -> Iterator[Phrase]:
    """A function that fails, a delivery that has not come, or something that the speaker cannot do: "I can't log in"."""
    words, first = noun_classes(), min(c.i for c in verb.lefts if c.dep_ in ("aux", "neg"))
    does_not = verb.lemma_ in words["function_verb"] and auxiliaries & {
        "wo",
        "will",
        "does",
        "do",
        "ca",
        "can",
    }
    is_late = verb.lemma_ in words["arriving_verb"] and auxiliaries & {"has", "have"}
    if does_not or is_late:
        thing = _thing(subject, ends)
        if thing is not None:
            yield _phrase(thing, ends.text(verb.doc, first, _phrase_end(verb)), verb)
    elif (
        auxiliaries & {"ca", "can"}
        and verb.lemma_ in words["access_verb"]
        and is_speaker(subject)
        and verb.dep_ == "ROOT"
    ):
        objects = [c for c in verb.rights if c.dep_ == "dobj" and c.pos_ != "PRON"]
        last = objects[0].i if objects else _particle_end(verb)
        if last > verb.i:
            yield _phrase(ends.speaker, ends.text(verb.doc, first, last), verb)


def problem_of(clause: Clause, ends: Ends) -> Phrase | None:
    """The problem of the subject of a clause; None if the clause states none."""
    if clause.status != "asserted" or not clause.subjects or clause.head.dep_ not in (*_MAIN, "relcl"):
        return None
    thing = _thing(clause.subjects[0], ends)
    what = _wrong(clause, ends) if thing is not None else None
    return _phrase(thing, what, clause.head) if thing is not None and what is not None else None


def _wrong(clause: Clause, ends: Ends) -> str | None:
    words, head = noun_classes(), clause.head
    if clause.lemma in ("keep", "start") and clause.actions:
        verb = clause.actions[0]
        if verb.lemma_ in words["failing_verb"] and verb.tag_ == "VBG":
            return (
                f"{head.text} {ends.action_text(verb)}" if clause.lemma == "keep" else ends.action_text(verb)
            )
    if (
        clause.lemma in ("stop", "quit")
        and clause.actions
        and clause.actions[0].lemma_ in words["function_verb"]
    ):
        return f"{head.text} {ends.action_text(clause.actions[0])}"
    if clause.is_passive or (clause.lemma == "be" and not clause.is_past):
        states = (
            [head]
            if clause.is_passive
            else [*clause.complements, *(c for c in head.rights if c.dep_ == "advmod")]
        )
        state = next((t for t in states if t.lower_ in words["broken"]), None)
        if (
            state is not None
            and not _was(clause)
            and (state.lower_ not in _TECHNICAL or _is_technical(clause))
        ):
            return state.lower_
        return None
    if clause.lemma in _SHOWING and clause.objects:
        error = clause.objects[0]
        if is_of(error, "error") or is_of(error, "fault") or any(is_of(c, "error") for c in error.lefts):
            return ends.text(error.doc, *noun_phrase(error))
        return None
    return _failing(clause, ends) if clause.lemma in words["failing_verb"] else None


def _failing(clause: Clause, ends: Ends) -> str | None:
    """The verb that says that something fails; None if it is one event, or if the thing is not technical."""
    subject, head = clause.subjects[0], clause.head
    if clause.objects or clause.is_passive or (clause.lemma in _TECHNICAL and not _is_technical(clause)):
        return None
    is_own = any(t.lower_ in ("my", "our") for t in subject.subtree)
    if head.tag_ == "VBD" and not (is_software(subject) or (is_own and clause.lemma != "die")):
        return None
    return ends.text(head.doc, head.i, _phrase_end(head))


# Problems only of what is technical: "the practice fails" and "the pain is down" say something else.
_TECHNICAL = frozenset(["down", "stop", "cut", "hang", "die", "shut", "fail", "squeak"])


def _is_technical(clause: Clause) -> bool:
    subject = clause.subjects[0]
    return is_software(subject) or any(is_of(subject, group) for group in ("deploy", "device", "vehicle"))


def _was(clause: Clause) -> bool:
    return any(
        c.lower_ in ("was", "were", "been", "got") for c in clause.head.lefts if c.dep_ in ("aux", "auxpass")
    )


def _phrase_end(verb: "Token") -> int:
    """The last word of a verb with its particle and the noun that the particle needs: "doesn't fit up the stairs"."""
    end = _particle_end(verb)
    if end == verb.i:
        return end
    nouns = [c for c in verb.rights if c.dep_ in ("dobj", "npadvmod")]
    nouns += [c for p in verb.rights if p.i == end for c in p.rights if c.dep_ == "pobj"]
    return max([end, *(noun.i for noun in nouns if noun.left_edge.i == end + 1)])


def _particle_end(verb: "Token") -> int:
    particles = [
        c.i for c in verb.rights if c.dep_ == "prt" or (c.lower_ in ("on", "up") and c.i == verb.i + 1)
    ]
    return max([verb.i, *particles])


def _thing(token: "Token", ends: Ends) -> str | None:
    """The name of a definite thing; None for persons, pronouns and things in general."""
    if token.pos_ not in ("NOUN", "PROPN") or ends.is_person(token) or is_of(token, "body"):
        return None
    if any(is_of(token, group) for group in ("human", "pet", "role", "children")) or ends.type(token) in (
        "Place",
        "Event",
        "Work",
    ):
        return None
    opens = is_of(token, "deploy") and token.left_edge.i == 0
    is_certain = (
        opens
        or ends.is_name(token)
        or any(c.lower_ in _DETERMINED or c.dep_ == "poss" for c in token.lefts if c.dep_ in ("det", "poss"))
    )
    if not is_certain or is_vague(token):
        return None
    return ends.object_text(token, with_complement=False)


def _phrase(thing: str, what: str, token: "Token") -> Phrase:
    return Phrase(
        thing,
        HAS_PROBLEM,
        what,
        object_type="Concept",
        start=token.left_edge.idx,
        confidence=_CONFIDENCE,
        dated=False,
    )
