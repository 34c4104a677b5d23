"""Plans and wishes whose verb no pattern knows, as a verb phrase: "I'm going to apply for citizenship"."""

from collections.abc import Iterator

from memgraph_core.language.en.clauses import Clause
from memgraph_core.language.en.nouns import noun_classes
from memgraph_core.language.en.slots import Ends
from memgraph_core.language.en.status import status_of
from memgraph_core.language.vocabulary import Phrase


def plans_of(clause: Clause, ends: Ends) -> Iterator[Phrase]:
    """What somebody plans or wants to do, as a verb phrase, if no pattern knows the verb."""
    has_event = clause.lemma == "have" and clause.head.tag_ == "VBG" and bool(clause.objects)
    if clause.status != "planned" or (clause.lemma in noun_classes()["light_verb"] and not has_event):
        return
    head = clause.head
    if (
        head.dep_ in ("xcomp", "pcomp")
        and status_of(head.head) == "planned"
        and head.head.lemma_ not in ("go", "plan")
    ):
        return  # the verb phrase of the outer clause contains this one
    frame = (
        head.head.lemma_
        if head.dep_ in ("xcomp", "pcomp", "ccomp")
        else "will"
        if any(c.lower_ in ("will", "'ll") for c in head.lefts)
        else ""
    )
    names_something = clause.objects or clause.arguments
    if (
        not names_something
        or any(o.pos_ == "PRON" for o in clause.objects)
        or frame in ("need", "have", "decide", "choose")
    ):
        return
    if (
        not frame
        and not has_event
        and clause.lemma not in noun_classes()["journey"] | noun_classes()["work_verb"]
    ):
        return
    if frame == "will" and not any(t.ent_type_ in ("DATE", "TIME") for t in head.subtree):
        return
    relation = "WANTS" if frame in ("want", "hope", "wish", "like", "love") else "PLANS_TO"
    names = (
        [ends.name(t) for t in clause.subjects if ends.is_person(t)] if clause.subjects else [ends.speaker]
    )
    for name in names:
        if name is not None:
            yield Phrase(
                name, relation, ends.action_text(head).replace(head.text, head.lemma_, 1), object_type="Concept", start=head.idx,
                confidence=0.7,
            )  # fmt: skip
