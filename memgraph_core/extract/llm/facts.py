"""The facts of a note that a model tells, as far as its window bears them out."""

import re
from collections.abc import Iterator, Mapping

from memgraph_core.errors import InvalidInput
from memgraph_core.extract.llm.answer import FactClaim, NoteClaim
from memgraph_core.extract.llm.grounding import Grounds
from memgraph_core.extract.llm.times import time_told
from memgraph_core.language.names import name_key
from memgraph_core.language.vocabulary import VOCABULARY, relation_of
from memgraph_core.records.extraction import ExtractedFact, ExtractedNote
from memgraph_core.records.graph import Turn
from memgraph_core.records.kinds import EntityType
from memgraph_core.records.validation import checked_relation

_FACTS = 8  # of a note
_NAME = 80  # characters
_LONGEST = 300
_SURE = 0.8
_SELF = frozenset(("i", "me", "my", "myself", "speaker", "user", "我", "自己", "本人"))


def facts_of(
    claim: NoteClaim, note: ExtractedNote, turn: Turn, grounds: Grounds, types: Mapping[str, EntityType]
) -> list[ExtractedFact]:
    """The facts that a note states, each once. `types` are those of names, by their keys."""
    found: dict[tuple[str, str, str], ExtractedFact] = {}
    for one in claim.facts[:_FACTS]:
        for fact in _fact(one, note, turn, grounds, types):
            found.setdefault((name_key(fact.subject), fact.type, name_key(fact.object)), fact)
    return list(found.values())


def _fact(
    claim: FactClaim, note: ExtractedNote, turn: Turn, grounds: Grounds, types: Mapping[str, EntityType]
) -> Iterator[ExtractedFact]:
    type_ = relation_named(claim.relation, grounds)
    subject, object_ = _end(claim.subject, turn, grounds), _end(claim.object, turn, grounds)
    if not type_ or not subject or not object_ or name_key(subject) == name_key(object_):
        return
    wanted = relation_of(type_).object_type
    seen = types.get(name_key(object_))
    if seen in ("Place", "Person") and wanted is not None and wanted != seen:
        return  # nobody works at a city or lives in a friend
    since, until = time_told(claim.since, grounds), time_told(claim.until, grounds)
    begun = since.start if since else None if claim.ended else note.holds_from
    stands = claim.text and len(claim.text) <= _LONGEST and not grounds.objection(claim.text, turn.at)
    yield ExtractedFact(
        turn=turn.uid,
        ordinal=note.ordinal,
        subject=subject,
        type=type_,
        object=object_,
        text=claim.text if stands else note.text,
        object_type=seen or wanted,
        holds_from=begun,
        holds_until=until.end if until and (begun is None or begun < until.end) else None,
        grain=since.grain if since else note.grain if begun else until.grain if until else None,
        ended=claim.ended,
        denied=claim.denied and not claim.ended,
        confidence=_SURE,
    )


def relation_named(text: str, grounds: Grounds) -> str | None:
    """The relation type that a model means, in upper snake case; None for what can be none."""
    name = re.sub(r"\W+", "_", text.strip()).strip("_").upper()
    if name in VOCABULARY:
        return name
    try:
        return checked_relation(name) if grounds.allows(name.replace("_", " ").lower()) else None
    except InvalidInput:
        return None


def _end(text: str, turn: Turn, grounds: Grounds) -> str | None:
    """The name at one end of a fact; None for one that nobody said."""
    if text.strip().lower() in _SELF:
        return turn.speaker
    return text if len(text) <= _NAME and name_key(text) and grounds.has(text) else None
