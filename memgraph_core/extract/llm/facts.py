"""Checks the facts that a model's answer states for a note."""

import re
from collections.abc import Iterator, Mapping

from memgraph_core.errors import InvalidInput
from memgraph_core.extract.llm.answer import FactClaim, NoteClaim
from memgraph_core.extract.llm.times import grounded_time
from memgraph_core.language.grounds import Grounds
from memgraph_core.language.names import name_key
from memgraph_core.language.stance import Stance, stance_of
from memgraph_core.language.vocabulary import VOCABULARY, relation_of
from memgraph_core.records.extraction import ExtractedFact, ExtractedNote
from memgraph_core.records.graph import Turn
from memgraph_core.records.kinds import EntityType
from memgraph_core.records.validation import checked_relation

_MAX_FACTS = 8  # of a note
_MAX_NAME = 80  # characters
_MAX_TEXT = 300  # characters of a fact's sentence
_CONFIDENCE = 0.8
_SELF = frozenset(("i", "me", "my", "myself", "speaker", "user", "我", "自己", "本人"))


def checked_facts(
    claim: NoteClaim, note: ExtractedNote, turn: Turn, grounds: Grounds, types: Mapping[str, EntityType]
) -> list[ExtractedFact]:
    """The facts of a note that the window supports, each once. `types` maps name keys to entity types."""
    found: dict[tuple[str, str, str], ExtractedFact] = {}
    for one in claim.facts[:_MAX_FACTS]:
        for fact in _fact(one, note, turn, grounds, types):
            found.setdefault((name_key(fact.subject), fact.type, name_key(fact.object)), fact)
    return list(found.values())


def _fact(
    claim: FactClaim, note: ExtractedNote, turn: Turn, grounds: Grounds, types: Mapping[str, EntityType]
) -> Iterator[ExtractedFact]:
    if not _is_asserted(claim, stance_of(note.text)):
        return
    type_ = relation_type_of(claim.relation, grounds)
    subject, object_ = _end(claim.subject, turn, grounds), _end(claim.object, turn, grounds)
    if not type_ or not subject or not object_ or name_key(subject) == name_key(object_):
        return
    expected = relation_of(type_).object_type
    actual = types.get(name_key(object_))
    if actual in ("Place", "Person") and expected is not None and expected != actual:
        return  # for example LIVES_IN with a person, WORKS_AT with a city
    since, until = grounded_time(claim.since, grounds), grounded_time(claim.until, grounds)
    begun = since.start if since else None if claim.ended else note.holds_from
    is_grounded = (
        claim.text and len(claim.text) <= _MAX_TEXT and not grounds.rejection_reason(claim.text, turn.at)
    )
    yield ExtractedFact(
        turn=turn.uid,
        ordinal=note.ordinal,
        subject=subject,
        type=type_,
        object=object_,
        text=claim.text if is_grounded else note.text,
        object_type=actual or expected,
        holds_from=begun,
        holds_until=until.end if until and (begun is None or begun < until.end) else None,
        grain=since.grain if since else note.grain if begun else until.grain if until else None,
        ended=claim.ended,
        denied=claim.denied and not claim.ended,
        confidence=_CONFIDENCE,
    )


def _is_asserted(claim: FactClaim, stance: frozenset[Stance]) -> bool:
    """Whether a note with this stance can state the fact. A denied note states only denied or ended facts."""
    if stance & {"hypothetical", "asked"}:
        return False
    return "denied" not in stance or claim.denied or claim.ended


def relation_type_of(text: str, grounds: Grounds) -> str | None:
    """The relation type in UPPER_SNAKE_CASE, from the vocabulary or grounded in the window; None if it is neither."""
    name = re.sub(r"\W+", "_", text.strip()).strip("_").upper()
    if name in VOCABULARY:
        return name
    try:
        return checked_relation(name) if grounds.allows(name.replace("_", " ").lower()) else None
    except InvalidInput:
        return None


def _end(text: str, turn: Turn, grounds: Grounds) -> str | None:
    """The name of a subject or object; None if the window does not contain it. A first-person word means the speaker."""
    if text.strip().lower() in _SELF:
        return turn.speaker
    return text if len(text) <= _MAX_NAME and name_key(text) and grounds.contains(text) else None
