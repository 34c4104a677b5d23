"""The phrase from a pattern with two ends, and its status: it holds, has ended, is denied or is planned."""

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from memgraph_core.language.en.clauses import Clause, is_negated
from memgraph_core.language.en.nouns import is_of, noun_classes
from memgraph_core.language.en.pattern_match import End, PatternMatch
from memgraph_core.language.vocabulary import Phrase, relation_of
from memgraph_core.records.kinds import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Token

_CONFIDENCE = 0.75
_WISHING = frozenset(["want", "hope", "wish", "try", "like", "love", "aim", "threaten", "offer", "consider"])
_BE = frozenset(["is", "are", "am", "'m", "'re", "'s"])


def phrase_of(match: PatternMatch, subject: End, object_: End) -> Phrase | None:
    """The phrase with its status; None if the clause states nothing."""
    if subject.text == object_.text:
        return None
    pattern, token = match.pattern, object_.token
    if _names_something_known(match):
        return None
    phrase = Phrase(
        subject.text,
        pattern.relation,
        object_.text,
        object_type=_object_type(match, token) if token is not None else None,
        start=_start(match.clause),
        confidence=_CONFIDENCE,
        is_total=pattern.kind == "state"
        and not (match.clause.is_past or relation_of(pattern.relation).literal),
        is_change=_is_change(match),
        is_new=pattern.relation in _JOBS and _BESIDE.search(match.clause.head.sent.text) is not None,
    )
    if any("known" in slot.classes for slot in pattern.slots):
        phrase = replace(phrase, only_if=relation_of(pattern.relation).object_type)
    if _is_planned(match):
        is_action = pattern.relation in _ACTIONS and pattern.action == "infinitive"
        return replace(phrase, object=f"to {phrase.object}" if is_action else phrase.object, plan=True)
    if match.clause.status == "planned" and pattern.kind == "ends":
        is_arranged = relation_of(phrase.type).only_ends and _is_arranged(match.clause.head)
        return replace(phrase, ended=True, is_ahead=True) if is_arranged else None
    if relation_of(pattern.relation).only_ends and pattern.kind == "state" and match.clause.status != "ended":
        return None  # "playing" ends nothing, "stopped playing" does
    return _with_status(phrase, match, is_none=token is not None and is_negated(token))


def _names_something_known(match: PatternMatch) -> bool:
    """Whether a clause only names an action or a change, and does not state that it happens."""
    pattern, clause = match.pattern, match.clause
    if pattern.kind == "did" and clause.status == "asserted" and _is_enjoyed(clause.head):
        return True  # "I love going to the beach" states no event
    if pattern.kind == "did" and _is_attempt(clause.head):
        return True
    # "I sleep badly since we moved": the move is known already
    return relation_of(pattern.relation).arrives and any(c.lower_ == "since" for c in clause.head.lefts)


def _object_type(match: PatternMatch, token: "Token") -> EntityType | None:
    """The type of what an object names. A workplace is the employer of those who work there: "York Museum"."""
    type_ = match.ends.type(token)
    is_employer = relation_of(match.pattern.relation).object_type == "Organization" and type_ == "Place"
    return "Organization" if is_employer and is_of(token, "workplace") else type_


_JOBS = frozenset(["WORKS_AT", "WORKS_AS", "WORKS_IN"])
_ACTIONS = frozenset(["LEARNING"])  # their object may be an action: a plan to "learn to sail"
# Words for a job beside the main one, which it does not replace.
_BESIDE = re.compile(
    r"\b(?:also|too|as well|on the side|second job|side (?:job|gig|hustle)|part[- ]time|(?:satur|sun|week)days|weekends?"
    r"|evenings?)\b",
    re.IGNORECASE,
)
_TO = frozenset(["to", "onto", "over-to", "in"])


def _is_change(match: PatternMatch) -> bool:
    """Whether the clause says that something took the place of something else: "switched to Mubi", "got a van instead"."""
    clause, pattern = match.clause, match.pattern
    if pattern.kind not in ("begins", "state") or not clause.particles.isdisjoint(("also", "too")):
        return False
    is_to = any(not _TO.isdisjoint(slot.prepositions) for slot in pattern.slots)
    return (is_to and clause.lemma in noun_classes()["changing_verb"]) or "instead" in clause.particles


def _with_status(phrase: Phrase, match: PatternMatch, *, is_none: bool) -> Phrase | None:
    """The phrase as the clause states it; None if it states nothing. `is_none`: "I have no dog"."""
    clause, relation = match.clause, match.pattern.relation
    is_taste = relation in ("LIKES", "DISLIKES")
    match clause.status, match.pattern.kind:
        case "planned" | "required", "state" | "begins" if relation_of(relation).literal:
            return None if _is_wish(clause.head) else phrase  # a value that is fixed for a future day
        case "denied" | "ended", "did" if _is_called_off(clause):
            planned = phrase.as_plan("en")  # "we're not going to Rome after all"
            return replace(planned, ended=True) if planned is not None else None
        case "denied", "did" if _is_never_done(clause.head, relation):
            return replace(phrase, denied=True)
        case "asserted", "state" if clause.is_past and (is_taste or _is_occasion(clause.head)):
            return phrase if is_taste and phrase.object_type is not None and not is_none else None
        case "asserted", "state":
            is_over = (clause.is_past and not _has_become(clause.head)) or _is_of_then(clause.head)
            return replace(phrase, denied=True) if is_none else replace(phrase, ended=is_over)
        case "asserted", "denies":
            return replace(phrase, denied=True)
        case "asserted", kind:
            return None if is_none else replace(phrase, ended=kind == "ends")
        case "ended", "state" | "did":
            return replace(phrase, ended=True)
        case "denied", "state":
            return None if _is_at_times(clause.head) else replace(phrase, denied=True)
        case _:
            return None


def _has_become(verb: "Token") -> bool:
    """Whether a past clause says that a state began: "she got engaged to him", but not "she was engaged to him"."""
    return any(c.dep_ == "auxpass" and c.lemma_ == "get" for c in verb.lefts)


def _is_never_done(verb: "Token", relation: str) -> bool:
    """Whether a clause denies more than one occasion: "I've never been to Rome", "he doesn't build boats"."""
    words = {c.lower_ for c in verb.lefts}
    return "never" in words or (relation == "CREATED" and not words.isdisjoint(("do", "does")))


def _is_wish(verb: "Token") -> bool:
    """Whether somebody only wants what a clause states: "the landlord wants to raise the rent to 900"."""
    return verb.dep_ == "xcomp" and verb.head.lemma_ in _WISHING


def _is_arranged(verb: "Token") -> bool:
    """Whether a clause says that something will happen, and not only that somebody wants it: "she's leaving on Friday"."""
    outer = verb.head
    if verb.dep_ in ("xcomp", "pcomp") and not (outer.lemma_ == "go" and outer.tag_ == "VBG"):
        return False
    return not any(c.dep_ == "aux" and c.lower_ in _POSSIBLY for c in (*verb.lefts, *outer.lefts))


_POSSIBLY = frozenset(["would", "'d", "may", "might", "could", "can", "should"])
_OCCASION = re.compile(
    r"(?:on |late |early )?(?:yesterday|today|tonight|the other day|(?:last|this|mon|tues|wednes|thurs|fri|satur|sun)[ ]?"
    r"(?:day|night|week|weekend|morning|afternoon|evening|(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
    r"|(?:a couple of|a few|two|three|four|five|six|\d) (?:days|nights) ago)(?: (?:morning|afternoon|evening|night))?",
    re.IGNORECASE,
)
_UNTIL_HOUR = re.compile(
    r"(?:until|till|til) .*(?:night|morning|afternoon|evening|noon|late|\b\d\d?(?::\d\d| ?[ap]m| o'clock)?)",
    re.IGNORECASE,
)


_AT_TIMES = re.compile(
    r"(?:(?:on|at|in|during|over) )?(?:the |a |my |every )?"
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?: (?:morning|afternoon|evening|night)s?)?"
    r"|weekends?|weekdays?|mornings?|evenings?|afternoons?|winter|summer|today|tonight|tomorrow"
    r"|this (?:morning|evening|afternoon|week|weekend|month|time))",
    re.IGNORECASE,
)


def _is_at_times(verb: "Token") -> bool:
    """Whether a denial concerns only some days, so that the state still holds: "I don't play tennis on Mondays"."""
    adjuncts = (c for c in verb.subtree if c.dep_ in ("npadvmod", "prep"))
    texts = (verb.doc[c.left_edge.i : c.right_edge.i + 1].text for c in adjuncts)
    return any(_AT_TIMES.fullmatch(text) for text in texts)


def _is_occasion(verb: "Token") -> bool:
    """Whether a verb in the past concerns one day or week, and not a state that is over: "I played tennis yesterday"."""
    adjuncts = (c for c in verb.children if c.dep_ in ("npadvmod", "advmod", "prep"))
    texts = [verb.doc[c.left_edge.i : c.right_edge.i + 1].text for c in adjuncts]
    return any(_OCCASION.fullmatch(text) or _UNTIL_HOUR.fullmatch(text) for text in texts)


def _is_of_then(verb: "Token") -> bool:
    """Whether a clause in the perfect speaks of a time that is over: "I have played chess when I was a student", "before"."""
    if verb.tag_ not in ("VBN", "VBG"):
        return False
    return any(
        c.lower_ in ("previously", "formerly")
        or (c.lower_ == "before" and c.dep_ == "advmod")
        or (c.dep_ == "advcl" and c.tag_ == "VBD" and any(w.lower_ == "when" for w in c.lefts))
        for c in verb.children
    )


def _is_planned(match: PatternMatch) -> bool:
    """Whether the clause says that the fact may hold in the future: "we'll visit Rome", "I'm moving to Munich"."""
    clause, pattern = match.clause, match.pattern
    match clause.status, pattern.kind:
        case "asserted" | "planned", "plans":
            return True
        case "asserted", "begins":
            return _is_going_on(clause.head)
        case "asserted", "did" if _is_duty(clause.head):
            return True
        case "asserted", "did":
            return _is_going_on(clause.head) and clause.lemma in noun_classes()["arranged_verb"]
        case "planned", "state" | "begins":
            return not relation_of(pattern.relation).literal
        case "planned", "did":
            return True
        case _:
            return False


def _is_duty(verb: "Token") -> bool:
    """Whether something must be done and is not done yet: "I have to write a report"."""
    must = verb.head
    return (
        verb.dep_ == "xcomp" and verb.tag_ == "VB" and must.lemma_ == "have" and must.tag_ in ("VBP", "VBZ")
    )


_ENJOYING = frozenset(["love", "like", "enjoy", "adore", "prefer", "hate", "dislike", "mind"])


def _is_enjoyed(verb: "Token") -> bool:
    """Whether a clause only names what somebody likes or dislikes to do."""
    while verb.dep_ == "conj" and verb.tag_ == "VBG" and not any(c.dep_ == "aux" for c in verb.lefts):
        verb = verb.head
        if verb.lemma_ in _ENJOYING:
            return True  # "I love warm weather and going to the beach"
    return verb.dep_ in ("xcomp", "dobj", "pcomp") and verb.head.lemma_ in _ENJOYING


def _is_attempt(verb: "Token") -> bool:
    """Whether something is only tried and not done: "I'm trying to knit a scarf"."""
    return verb.dep_ == "xcomp" and verb.tag_ == "VB" and verb.head.lemma_ in ("try", "struggle", "attempt")


def _is_called_off(clause: Clause) -> bool:
    """Whether a denied clause gives up what was arranged: "we're not going to Rome after all"."""
    is_arranged = _is_going_on(clause.head) and clause.lemma in noun_classes()["arranged_verb"]
    return is_arranged and re.search(r"\b(?:after all|any ?more|now)\b", clause.head.sent.text) is not None


def _is_going_on(verb: "Token") -> bool:
    """Whether a change is under way and not complete: "is moving to Munich"."""
    auxiliaries = {c.lower_ for c in verb.lefts if c.dep_ == "aux"}
    return verb.tag_ == "VBG" and not auxiliaries.isdisjoint(_BE)


def _start(clause: Clause) -> int:
    """The character at which the clause begins, without a conjunction before it."""
    roles = ("aux", "auxpass", "neg", "nsubj", "nsubjpass")
    own = (c for c in clause.head.lefts if c.dep_ in roles)
    return min(token.idx for token in (clause.head, *clause.subjects, *own))
