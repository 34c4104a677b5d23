"""Whether the speaker asserts a verb of a parse: its status, from its own words and the clauses around it."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from memgraph_core.language.en.verbs import (
    SUBJECTS,
    is_past_form,
    is_request,
    is_speaker,
    lemma_of,
    own_subjects,
    subjects_of,
)
from memgraph_core.language.word_lists import groups_of

if TYPE_CHECKING:
    from spacy.tokens import Token

# required: the clause states a requirement. unasserted: a condition, something imagined, or a statement of somebody
# else.
Status = Literal["asserted", "denied", "ended", "planned", "required", "unasserted"]

_COMPLEMENTS = frozenset(["attr", "acomp", "oprd"])
_OBJECTS = frozenset(["dobj", "obj", "dative"])


@cache
def _words() -> dict[str, frozenset[str]]:
    return groups_of("clause_verbs_en")


def status_of(verb: "Token") -> Status:
    """Whether the speaker asserts a verb, by its own words and by the clauses around it."""
    own = _own_status(verb)
    outer = "unasserted" if own == "unasserted" else _outer_status(verb)
    if outer == "unasserted":
        return outer
    if own == "required":
        return "required" if outer == "asserted" else "unasserted"
    if "ended" in (own, outer):
        return "ended" if outer != "denied" else "asserted"
    if "denied" in (own, outer):
        return "denied" if "planned" not in (own, outer) else "unasserted"
    return "planned" if "planned" in (own, outer) else "asserted"


def is_about_speech(verb: "Token") -> bool:
    """Whether a verb is one of speech, thought or perception, whose object is said, thought or seen."""
    return lemma_of(verb) in _words()["saying"] | _words()["transparent"] | _words()["imagining"]


def _own_status(verb: "Token") -> Status:
    children = list(verb.children)
    if _is_open(children):
        return "unasserted"
    auxiliaries = {c.lower_ for c in children if c.dep_ in ("aux", "auxpass")}
    if (modal := _modal_status(verb, children, auxiliaries)) is not None:
        return modal
    if _is_over(verb):
        return "ended"
    if _is_denied(children):
        return "unasserted" if auxiliaries & {"will", "wo", "'ll"} else "denied"
    if auxiliaries & {"will", "'ll", "wo", "gonna", "shall", "ll"}:
        return "planned"
    is_main = verb.dep_ in ("ROOT", "conj", "ccomp", "relcl", "parataxis") or bool(auxiliaries)
    is_present = is_main and verb.tag_ in ("VBG", "VBP", "VBZ") and "been" not in auxiliaries
    is_present = is_present and not (verb.tag_ == "VBP" and verb.lemma_ in _words()["same_in_past"])
    return "planned" if is_present and _is_ahead(verb) else "asserted"


def _is_open(children: Sequence["Token"]) -> bool:
    """Whether the clause is a condition, has one, is only possible, or reports what somebody else says."""
    if any(c.dep_ == "det" and c.lower_ == "no" for c in children):
        return True  # "no running for six weeks"
    marks = [c for c in children if c.dep_ == "mark"]
    if any(c.lower_ in ("if", "unless", "whether", "lest", "like") for c in marks):
        return True  # "I feel like I've been to Bali" compares
    if any(c.lower_ in ("until", "till", "til") and not is_past(c.head) for c in marks):
        return True
    if any(
        c.dep_ in SUBJECTS and c.doc[max(c.left_edge.i - 2, 0) : c.left_edge.i].text.lower() == "next time"
        for c in children
    ):
        return True  # "the next time I buy a car"
    if any(c.dep_ == "advmod" and c.lower_ in ("maybe", "perhaps", "possibly") for c in children):
        return True
    if any(
        c.lower_ in ("almost", "nearly") and c.head.i == c.i + 1 and c.head.tag_ == "VBD" for c in children
    ):
        return True  # "we almost bought a boat"
    return any(_is_condition(c) for c in children) or _is_reported_beside(children)


def _modal_status(verb: "Token", children: Sequence["Token"], auxiliaries: set[str]) -> Status | None:
    """The status that a modal verb gives to a clause; None without one."""
    if auxiliaries & {"would", "could", "might", "may", "should", "'d", "d"} and not _is_had(children):
        return "unasserted"
    if "must" in auxiliaries and not any(map(is_speaker, own_subjects(verb))):
        return "required"
    if not auxiliaries & {"must", "can", "ca"}:
        return None
    is_denied = _is_denied(children)
    if verb.lemma_ in ("stand", "bear", "abide") and is_denied:
        return "asserted"  # "can't stand" states a dislike
    return "unasserted" if verb.lemma_ not in _words()["ability"] else "denied" if is_denied else "asserted"


def _is_denied(children: Sequence["Token"]) -> bool:
    return any(
        ((c.dep_ == "neg" or c.lower_ in ("never", "not", "nt", "n't", "hardly")) and not _is_contrast(c))
        or (c.dep_ in SUBJECTS and c.lower_ in ("nobody", "none", "neither", "nothing"))
        or (c.dep_ in SUBJECTS and c.left_edge.lower_ == "neither")
        for c in children
    )


def _is_contrast(negation: "Token") -> bool:
    """Whether a negation only excludes the word after it: "she turned 40, not 39"."""
    is_behind = negation.i > negation.head.i and negation.nbor(-1).text == ","
    is_last = negation.i + 1 == len(negation.doc)
    return negation.lower_ == "not" and is_behind and not is_last and negation.nbor(1).like_num


def _is_over(verb: "Token") -> bool:
    """Whether the clause says that something has stopped: "no longer", "anymore", "used to"."""
    may_have_stopped = any(t.lower_ in ("anymore", "more", "longer") for t in verb.doc)
    words = [t.lower_ for t in verb.subtree] if may_have_stopped else []
    if "anymore" in words or any(
        pair in (("no", "longer"), ("any", "more"), ("any", "longer")) for pair in pairwise(words)
    ):
        return not any(
            t.lower_ == "anymore" and t.head.pos_ == "VERB" and t.head != verb and t.head.is_ancestor(verb)
            for t in verb.subtree
        )
    return (verb.tag_ in ("VBN", "VBD") and _has_lapsed(verb)) or (
        verb.dep_ == "xcomp" and verb.head.lower_ == "used" and verb.tag_ == "VB" and verb.head.pos_ == "VERB"
    )


def _has_lapsed(verb: "Token") -> bool:
    """Whether something has not been done for some time: "I haven't smoked in three months"."""
    before = list(verb.lefts)
    has = any(
        c.lemma_ in ("have", "'ve", "ve") and c.tag_ in ("VBP", "VBZ") for c in before if c.dep_ == "aux"
    )
    if not (has and _is_denied(before)):
        return False
    spans = (c for c in verb.subtree if c.dep_ in ("prep", "mark") and c.lower_ in ("since", "in", "for"))
    return any(c.lower_ == "since" or any(t.ent_type_ in ("DATE", "TIME") for t in c.subtree) for c in spans)


def _is_had(children: Sequence["Token"]) -> bool:
    return any(c.lower_ in ("'d", "d") and c.lemma_ == "have" for c in children)


def _is_condition(token: "Token") -> bool:
    return token.dep_ == "advcl" and any(
        c.dep_ == "mark" and c.lower_ in ("if", "unless") for c in token.children
    )


def _is_reported_beside(children: Sequence["Token"]) -> bool:
    """Whether a clause beside this one says that somebody else says it: "…, she claims"."""
    return any(
        c.dep_ == "parataxis" and c.lemma_ in _words()["saying"] and not any(map(is_speaker, own_subjects(c)))
        for c in children
    )


def is_inverted(verb: "Token") -> bool:
    """Whether the verb or its auxiliary precedes the subject, as in questions and conditions: "Were Sam to move"."""
    subjects = [c for c in own_subjects(verb) if c.dep_ in ("nsubj", "nsubjpass")]
    if not subjects:
        return False
    first = min([verb, *(c for c in verb.children if c.dep_ in ("aux", "auxpass"))], key=lambda t: t.i)
    return (
        first.i < subjects[0].i
        and first.lemma_ in ("be", "do", "have", "will", "can", "should", "would", "could")
        and first.is_sent_start is True
    )


def _is_ahead(verb: "Token") -> bool:
    """Whether a present clause has a future time: "we fly tomorrow", "getting a dog on Saturday"."""
    for token in verb.subtree:
        if (token.i < verb.i and verb.dep_ != "ROOT") or _is_in_clause_below(token, verb):
            continue
        if _is_added(token, verb):
            continue
        if token.lower_ in ("tomorrow", "tonight"):
            return True
        if (
            token.lower_ == "next"
            and token.head.pos_ in ("NOUN", "PROPN")
            and token.head.ent_type_ in ("DATE", "TIME")
        ):
            return True
        is_named_time = token.lower_ in _words()["dates"] and token.pos_ in ("PROPN", "NOUN")
        is_named_time = is_named_time or (
            token.lower_[-2:] in ("st", "nd", "rd", "th") and token.text[0].isdigit()
        )
        if (
            (verb.tag_ == "VBG" or verb.lemma_ not in _words()["states"])
            and is_named_time
            and (token.head.lower_ in ("on", "in", "this") or _is_end_of(token) or token.dep_ == "npadvmod")
        ):
            return not any(t.lower_ in ("last", "since", "every") for t in token.subtree)
    return False


def _is_added(token: "Token", verb: "Token") -> bool:
    """Whether a word is in a fragment that a comma adds to the statement of a state: "I'm a nurse at Fern, six years next
    month". It does not say when the state is.
    """
    return verb.lemma_ in _words()["states"] and "," in verb.doc[verb.i : token.left_edge.i].text


def _is_in_clause_below(token: "Token", verb: "Token") -> bool:
    """Whether a word is in a clause of its own below a verb: "I live with Ann, who moves out in July"."""
    while token.i != verb.i and token.head.i != token.i:
        if token.dep_ in ("relcl", "appos") or (token.dep_ in ("advcl", "conj") and own_subjects(token)):
            return True
        token = token.head
    return False


def _is_end_of(token: "Token") -> bool:
    """Whether a month is that of "at the end of July"."""
    return token.head.lower_ == "of" and token.head.head.lower_ in ("end", "beginning", "start", "middle")


def _outer_status(verb: "Token") -> Status:
    """The status that the clauses around a clause give to it."""
    status: Status = "asserted"
    inner, head = verb, verb.head
    # "a cake for Ann, who is six now" states that Ann is six, whatever the clause about the cake states.
    is_aside = verb.dep_ == "relcl" and verb.head.pos_ == "PROPN"
    while head.i != inner.i:
        if inner.dep_ == "ccomp" and _is_left_open(head):
            return "unasserted"
        if inner.dep_ == "pcomp" and head.pos_ == "ADP":
            found = _frame_of_gerund(head)
            if found == "unasserted":
                return found
            status = found if found != "asserted" else status
        if head.pos_ in ("VERB", "AUX"):
            found = "asserted" if is_aside and inner.pos_ in ("NOUN", "PROPN") else _frame(inner, head)
            if found == "unasserted":
                return found
            status = found if found != "asserted" else status
        inner, head = head, head.head
    if inner.pos_ in ("VERB", "AUX") and inner.i != verb.i and (is_inverted(inner) and inner.dep_ == "ROOT"):
        return "unasserted"
    return status


def _is_left_open(head: "Token") -> bool:
    """Whether an adjective does not say that its clause is true: "make sure that …", "it's likely that …"."""
    adjectives = [head] if head.pos_ == "ADJ" else [c for c in head.children if c.dep_ == "acomp"]
    for adjective in adjectives:
        if adjective.lower_ in ("sure", "certain"):
            verb = adjective.head
            return lemma_of(verb) == "make" or any(c.dep_ == "neg" for c in verb.children)
        if adjective.lower_ in _words()["open"]:
            return True
    return False


def _frame(inner: "Token", head: "Token") -> Status:
    """The status that the verb `head` gives to the verb `inner` that depends on it."""
    if inner.dep_ == "conj" and inner.tag_ == "VB" and not own_subjects(inner):
        first = next((c for c in head.rights if c.dep_ == "xcomp" and c.tag_ == "VB" and c.i < inner.i), None)
        if first is not None:  # "planning to ski, try the food and rest"
            return _frame_of_action(first, head)
    if inner.dep_ == "conj":
        shared = _own_status(head) if not own_subjects(inner) else "asserted"
        is_shared = shared in ("planned", "unasserted") or (shared == "denied" and _is_alternative(inner))
        return shared if is_shared else "asserted"
    if inner.dep_ in ("advcl", "relcl", "acl", "pcomp", "nsubj", "csubj"):
        return _frame_of_adjunct(inner, head)
    if inner.dep_ not in ("ccomp", "xcomp", "dobj", "attr", "acomp", "oprd"):
        return "asserted"
    if is_request(head):
        is_reminder = lemma_of(head) in ("remember", "note") and any(map(is_speaker, own_subjects(inner)))
        return "asserted" if is_reminder else "unasserted"
    if lemma_of(head) in _words()["imagining"]:
        return "unasserted"
    if inner.dep_ == "ccomp" and (inner.tag_ != "VBG" or own_subjects(inner)):
        return _frame_of_clause(inner, head)
    return _frame_of_action(inner, head)


def _is_alternative(verb: "Token") -> bool:
    """Whether `or` joins a verb to the one before it: "I've never placed an order or received a parcel"."""
    before = verb.left_edge.i - 1
    return before >= 0 and verb.doc[before].lower_ in ("or", "nor")


def _frame_of_clause(inner: "Token", head: "Token") -> Status:
    """The status that a verb gives to a whole clause: "I think that …", "he says …"."""
    words, lemma = _words(), lemma_of(head)
    speaks = lemma in words["saying"] | words["transparent"]
    if inner.i < head.i and any(
        t.text == "," for t in head.doc[inner.i : head.i]
    ):  # two clauses side by side
        has_own = any(c.dep_ in _COMPLEMENTS | _OBJECTS for c in head.children)
        return "unasserted" if speaks and not has_own else "asserted"
    if (
        inner.tag_ == "VB"
        and lemma in words["planning"]
        and any(c.dep_ == "aux" and c.tag_ == "TO" for c in inner.lefts)
    ):
        return "unasserted"  # "my parents want me to study law"
    subjects = subjects_of(head)
    is_own = subjects == () or any(map(is_speaker, subjects or ()))
    if (
        is_own
        and head.tag_ == "VBD"
        and lemma in ("think", "believe", "assume", "suppose", "guess", "figure")
    ):
        return "unasserted"  # "I thought it was Graz" says that it was not, or that nobody knows
    if lemma in words["transparent"] and is_own and _own_status(head) == "asserted":
        return "asserted"
    return "unasserted" if speaks else "asserted"


def _frame_of_action(inner: "Token", head: "Token") -> Status:
    """The status that a verb gives to an infinitive or a gerund: "plan to …", "stopped …ing"."""
    words, lemma, own = _words(), lemma_of(head), _own_status(head)
    if _is_reached(inner, head):
        return own
    if inner.dep_ == "xcomp" and lemma in ("like", "love", "prefer") and _is_would(head):
        return "planned"
    if lemma == "use" and head.lower_ == "used":
        return "ended"
    if lemma == "be" and inner.tag_ == "VB" and _is_due(head):
        return "planned" if own == "asserted" else "unasserted"
    if lemma in words["stopping"]:
        return "ended" if own in ("asserted", "ended") else "unasserted"
    uses = lemma_of(inner) in ("use", "adopt", "go", "switch", "migrate", "stay", "stick")
    if lemma in ("decide", "choose", "agree") and uses and own == "asserted":
        return "asserted"  # "decided to use" counts as used
    if lemma in words["passing"]:
        return own
    if lemma in ("want", "plan", "hope", "intend", "wish", "mean") and head.tag_ == "VBD":
        return "unasserted"  # "we wanted to take the ferry" says that it did not happen, or does not say whether it did
    # "I began going to fencing classes" is often parsed with an infinitive.
    is_going_to = lemma == "go" and head.tag_ == "VBG" and head.dep_ not in ("xcomp", "pcomp")
    if lemma in words["planning"] or is_going_to:
        return "planned" if own in ("asserted", "planned") else "unasserted"
    return "unasserted"


def _is_due(verb: "Token") -> bool:
    """Whether an action after `be` is to be done: "I'm off to bake a cake", "she's to paint the bedroom"."""
    is_off = any(c.lower_ in ("off", "about", "due") for c in verb.rights)
    return is_off or any(c.tag_ == "PRP" and c.lower_ != "it" for c in own_subjects(verb))


def _frame_of_gerund(preposition: "Token") -> Status:
    """The status that a preposition with its verb gives to a gerund: "thinking of …", "by …"."""
    head = preposition.head
    if preposition.lower_ in ("by", "after", "before", "since", "while"):
        return "asserted"
    if head.tag_ != "VBD" and head.pos_ in ("VERB", "AUX") and lemma_of(head) in _words()["planning"]:
        # not "I thought about getting a parrot"
        return "planned" if preposition.lower_ not in ("without", "with", "like", "despite") else "unasserted"
    return "unasserted"


def _is_would(verb: "Token") -> bool:
    return any(c.lower_ in ("would", "'d") for c in verb.children if c.dep_ == "aux")


def _frame_of_adjunct(inner: "Token", head: "Token") -> Status:
    if inner.dep_ == "advcl" and any(
        c.dep_ == "mark" and c.lower_ in ("if", "unless") for c in inner.children
    ):
        return "unasserted"
    if inner.dep_ in ("advcl", "xcomp") and _is_reached(inner, head):
        return "asserted"
    if inner.dep_ == "advcl" and inner.tag_ == "VB" and not own_subjects(inner):
        is_over = head.tag_ == "VBD" and head.lemma_ in _DONE_FOR  # "I had friends over to watch a film"
        return "unasserted" if is_over or _own_status(head) in ("unasserted", "denied") else "planned"
    return "asserted"


def _is_reached(inner: "Token", head: "Token") -> bool:
    """Whether the movement before an infinitive has happened, or is repeated: "she went to live with her aunt"."""
    if inner.tag_ == "VB" and any(c.lower_ in _AGAIN for c in head.children):
        return True
    has_gone = head.lemma_ in ("go", "come", "move") and head.tag_ in ("VBD", "VBN")
    return has_gone and inner.tag_ == "VB" and inner.lemma_ in _words()["staying"]


_DONE_FOR = frozenset(
    ("have", "take", "go", "bring", "meet", "come", "gather")
)  # a purpose of these in the past is over
_AGAIN = frozenset(("often", "usually", "always", "sometimes", "regularly", "normally"))
# The action after these verbs in the past tense may still continue: "I started working at …".
_GOES_ON = frozenset(("decide", "choose", "agree", "start", "begin", "continue"))


def is_past(verb: "Token") -> bool:
    """Whether the clause is only about the past: simple past, or a past progressive; a perfect may still hold."""
    auxiliaries = [c for c in verb.children if c.dep_ in ("aux", "auxpass")]
    if any(c.lemma_ == "have" and c.tag_ in ("VBP", "VBZ", "VB") for c in auxiliaries):
        return False
    if any(c.tag_ == "VBD" for c in auxiliaries):
        return True
    if verb.dep_ == "xcomp" and verb.head.pos_ == "VERB":
        return is_past(verb.head) and lemma_of(verb.head) not in _GOES_ON and not _is_reached(verb, verb.head)
    if verb.lower_ == "been":
        return False  # "always been into chess" leaves out "have"
    return is_past_form(verb) or (verb.tag_ == "VBN" and not auxiliaries and verb.dep_ in ("ROOT", "conj"))
