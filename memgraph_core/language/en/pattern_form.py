"""Whether a clause has the form that a pattern describes: its voice, tense, particle, prepositions and complement."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memgraph_core.language.en.candidates import is_word
from memgraph_core.language.en.clauses import Clause
from memgraph_core.language.en.nouns import noun_classes
from memgraph_core.language.en.patterns import Pattern
from memgraph_core.language.timing.calendar import WEEKDAYS

_WEEKDAYS = frozenset(name.capitalize() for name in WEEKDAYS)

if TYPE_CHECKING:
    from spacy.tokens import Token


_ALL = frozenset(["everything", "all", "it", "stuff", "lot"])  # "moved everything to Obsidian"


def anchor_of(anchors: "Sequence[Token]", pattern: Pattern) -> "Token | None":
    """The word that the pattern names as its complement or object, of the anchors of a clause; None if there is none."""
    for one in anchors if pattern.complements else ():
        for wanted in pattern.complements:
            if is_word(one, wanted):
                return one
    return None


def has_form(clause: Clause, pattern: Pattern, anchor: "Token | None") -> bool:
    """Whether the pattern may be read in the clause. `anchor` is what `anchor_of` found."""
    if not _has_voice(clause, pattern, anchor):
        return False
    if pattern.particles and pattern.particles.isdisjoint(clause.particles):
        return False
    if not (_has_tense(clause, pattern) and _has_prepositions(clause, pattern)):
        return False
    if pattern.is_alone and (clause.head.dep_ == "relcl" or _has_object(clause)):
        return False
    if pattern.complements:
        return anchor is not None and not (
            _means_another(pattern, anchor) or _is_of_other(clause, pattern, anchor)
        )
    # "moved my pension to Vanguard" is not "moved to Vanguard"
    takes_object = pattern.value or pattern.action or any(not slot.prepositions for slot in pattern.slots)
    if takes_object or not clause.objects or clause.lemma not in noun_classes()["transfer"]:
        return True
    return all(one.lower_ in _ALL for one in clause.objects)


def _has_voice(clause: Clause, pattern: Pattern, anchor: "Token | None") -> bool:
    if pattern.is_passive == clause.is_passive or anchor == clause.head:
        return True
    is_bare_participle = clause.head.tag_ == "VBN" and not clause.subjects and not clause.objects
    return pattern.is_passive and is_bare_participle


def _has_tense(clause: Clause, pattern: Pattern) -> bool:
    match pattern.tense:
        case "past":
            return clause.is_past
        case "not past":
            return clause.head.tag_ not in ("VBD", "VBN")
        case "done":
            if pattern.kind == "ends" and clause.status == "planned":
                return True  # "she's leaving on Friday"
            # Not "she's choosing to" and "hoping to agree".
            return clause.head.tag_ in ("VBD", "VBN") or any(c.lower_ == "did" for c in clause.head.lefts)
        case "present":
            return clause.status == "ended" or not (clause.is_past or _is_infinitive(clause))
        case _:
            return True


def _has_object(clause: Clause) -> bool:
    """Whether a verb has an object: also a clause ("we painted the door green") or a bare weekday ("Ann proposed Tuesday")."""
    head = clause.head
    is_day = any(c.i == head.i + 1 and c.text in _WEEKDAYS for c in head.rights)
    return bool(clause.objects) or is_day or any(c.dep_ == "ccomp" and c.i > head.i for c in head.children)


def _is_infinitive(clause: Clause) -> bool:
    """Whether the clause only names an action: "learning to swim"."""
    return clause.head.dep_ == "xcomp" and clause.head.tag_ == "VB"


def _has_prepositions(clause: Clause, pattern: Pattern) -> bool:
    """Whether the clause has one of the further prepositions that the pattern needs, if any, and nothing that it excludes."""
    if not (pattern.other_prepositions or pattern.excluded):
        return True
    if "VP" in pattern.excluded and any(
        c.dep_ == "advcl" and c.lower_.endswith("ing") for c in clause.head.rights
    ):
        return False
    found = {argument.preposition for argument in clause.arguments} | clause.particles
    is_complete = not pattern.other_prepositions or not found.isdisjoint(pattern.other_prepositions)
    return is_complete and found.isdisjoint(pattern.excluded)


def _is_of_other(clause: Clause, pattern: Pattern, anchor: "Token") -> bool:
    """Whether the work that a pattern of `be` wants is that of somebody else: "Ann is engaged to a baker in Turin"."""
    return (
        clause.lemma == "be"
        and ":occupation" in pattern.complements
        and anchor.dep_ == "pobj"
        and anchor.head.lower_ != "as"
    )


def _means_another(pattern: Pattern, anchor: "Token") -> bool:
    """Whether the word has another sense: it has its own object, or it is `part` in "one of the best parts"."""
    has_object = bool(pattern.value) and any(c.dep_ == "dobj" for c in anchor.children)
    return has_object or (anchor.lemma_ == "part" and any(c.tag_ == "JJS" for c in anchor.lefts))
