"""Plans and wishes whose verb no pattern knows, as a verb phrase: "I'm going to apply for citizenship"."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from memgraph_core.language.en.candidates import is_whole, means_elsewhere
from memgraph_core.language.en.clauses import Clause
from memgraph_core.language.en.nouns import noun_classes
from memgraph_core.language.en.slots import Ends
from memgraph_core.language.en.status import status_of
from memgraph_core.language.en.things import is_date
from memgraph_core.language.vocabulary import Phrase

if TYPE_CHECKING:
    from spacy.tokens import Token


def plans_of(clause: Clause, ends: Ends) -> Iterator[Phrase]:
    """What somebody plans or wants to do, as a verb phrase, if no pattern knows the verb."""
    head, frame = clause.head, _frame_of(clause.head)
    if clause.status != "planned" or clause.is_passive or _is_part_of_plan(head):
        return  # "I'll be promoted" is no plan of mine
    if not _says_what_is_planned(clause, frame):
        return
    text = ends.action_text(head).replace(head.text, head.lemma_, 1)
    if not is_whole(text):
        return
    relation = "WANTS" if frame in ("want", "hope", "wish", "like", "love") else "PLANS_TO"
    for name in _who_plans(clause, ends):
        yield Phrase(
            name, relation, _undated(text, head, ends), object_type="Concept", start=head.idx,
            confidence=0.7,
        )  # fmt: skip


def _is_part_of_plan(head: "Token") -> bool:
    """Whether the verb phrase of the outer clause contains this one."""
    return (
        head.dep_ in ("xcomp", "pcomp")
        and status_of(head.head) == "planned"
        and head.head.lemma_ not in ("go", "plan", "want", "hope", "like", "love", "wish", "intend")
    )


def _says_what_is_planned(clause: Clause, frame: str) -> bool:
    """Whether the verb and its arguments state the plan, without the sentences before."""
    head, classes = clause.head, noun_classes()
    has_event = clause.lemma == "have" and head.tag_ == "VBG" and bool(clause.objects)
    if clause.lemma in classes["light_verb"] and not has_event:
        return False
    names_something = clause.objects or clause.arguments
    if not names_something or means_elsewhere(head) or any(o.pos_ == "PRON" for o in clause.objects):
        return False
    if frame in ("need", "have", "decide", "choose"):
        return False
    if not frame and not has_event and clause.lemma not in classes["journey"] | classes["work_verb"]:
        return False
    return frame != "will" or any(t.ent_type_ in ("DATE", "TIME") for t in head.subtree)


def _who_plans(clause: Clause, ends: Ends) -> list[str]:
    """The names of the persons who plan: the subjects, or the speaker; nobody in "my summer, however, will start"."""
    if clause.subjects:
        names = [ends.name(t) for t in clause.subjects if ends.is_person(t)]
        return [name for name in names if name is not None]
    has_other_subject = any(c.dep_ == "npadvmod" and c.left_edge.dep_ == "poss" for c in clause.head.lefts)
    return [] if has_other_subject else [ends.speaker]


def _frame_of(verb: "Token") -> str:
    """The verb that makes a plan of a clause, or `will`; empty without one."""
    if verb.dep_ in ("xcomp", "ccomp"):
        return verb.head.lemma_
    if verb.dep_ == "pcomp":
        return verb.head.head.lemma_
    return "will" if any(c.lower_ in ("will", "'ll") for c in verb.lefts) else ""


def _undated(text: str, head: "Token", ends: Ends) -> str:
    """The text of an action without the day at its end, where a verb and an object or a particle are left."""
    last = [c for c in head.rights if c.dep_ in ("prep", "npadvmod")][-1:]
    noun = next((c for p in last for c in p.children if c.dep_ == "pobj"), None)
    is_time = noun is not None and (is_date(noun) or noun.lower_ in ("end", "beginning", "start", "middle"))
    if not is_time or not any(c.dep_ in ("dobj", "prt") for c in head.rights):
        return text
    when = ends.text(head.doc, last[0].left_edge.i, last[0].right_edge.i)
    return text.removesuffix(when).strip() if len(text.removesuffix(when).split()) > 1 else text
