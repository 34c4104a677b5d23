"""Topics of Chinese clauses that are objects: 摩托出手了 is about a motorbike of the speaker."""

import re
from dataclasses import replace

from memgraph_core.language.vocabulary import ANY_OBJECT, Phrase
from memgraph_core.language.zh.clauses import TOPIC, Clause
from memgraph_core.language.zh.following import Subject
from memgraph_core.language.zh.status import is_somebody

_POINTING = re.compile(r"^(?:那|这|原来|之前|以前|旧|老|的)*(?:[个台部辆把只条份家套张]|边)?(?:的)?(?=..)")
_POINTED = re.compile(
    r"(?<=..)的(?:计划|行程|旅行|旅游|机票|票|出差|打算|安排|预约|课|会员|活儿?|事儿?|工作)$|(?<=..)(?:那|这)(?:版|边|个|家|台|份|套|块儿?|儿|事儿?|活儿?)$"
)


def with_topic_as_object(phrase: Phrase, clause: Clause, before: Subject) -> Phrase | None:
    """The phrase with the topic of its clause as object, if its pattern has none. `before` has the last person.

    An action of somebody unnamed, 医生 in 医生把药停了, is a fact about the last person. None if the clause has no topic of its
    own.
    """
    if phrase.object != ANY_OBJECT:
        is_unnamed = clause.kinds == TOPIC and all(map(is_somebody, clause.subjects))
        return replace(phrase, subject=_person(clause, before)) if is_unnamed else phrase
    if "Person" in clause.kinds or clause.is_inherited or len(clause.subjects) != 1:
        return None
    owner, thing = _owned(clause, before)
    return replace(phrase, subject=owner, object=thing)


def _owned(clause: Clause, before: Subject) -> tuple[str, str]:
    """The owner and the thing of a topic: 婆婆的降压药. By default the owner is the last person, or the speaker."""
    topic = clause.subjects[0]
    people = {span.name for span in clause.sentence.masked.spans if span.type == "Person"}
    for name in (clause.sentence.speaker, *sorted(people, key=len, reverse=True)):
        if name and topic.startswith(f"{name}的"):
            return name, _bare(topic.removeprefix(f"{name}的"))
    return _person(clause, before), _bare(topic)


def _person(clause: Clause, before: Subject) -> str:
    return before.person[0] if before.person else clause.sentence.speaker


def _bare(thing: str) -> str:
    return _POINTED.sub("", _POINTING.sub("", thing))
