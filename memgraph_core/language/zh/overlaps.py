"""Leaves out phrases of a Chinese clause if others state the same more exactly."""

from collections.abc import Sequence

from memgraph_core.language.vocabulary import ANY_OBJECT, Phrase, relation_of
from memgraph_core.language.zh import status
from memgraph_core.language.zh.slots import sorts_of

# A phrase of the first type is left out beside one of the second type with the same object.
_WEAKER = (
    ("LEARNING", "STUDIES"),
    ("WORKS_ON", "LEADS"),
    ("HAS_CONDITION", "FELT"),
    ("OWNS", "USES"),
    ("WORKS_IN", "WORKS_AS"),
    ("WORKS_AT", "WORKS_IN"),
    ("LIKES", "DISLIKES"),
)


def without_overlaps(phrases: Sequence[Phrase]) -> list[Phrase]:
    """The phrases of a clause, in order, without those that others replace."""
    found = _with_one_plan(phrases)
    ended = {(p.subject, p.start) for p in found if p.ended and p.object != ANY_OBJECT}
    # 我从腾讯离职了 ends one job only.
    found = [
        p for p in found if p.object != ANY_OBJECT or p.type == "TEACHES" or (p.subject, p.start) not in ended
    ]
    # If a phrase ends a fact of a certain type (合唱团我退了 ends a membership), phrases that end facts of any type with the
    # same object are left out, except those that name a new object.
    exact = {
        (p.subject, p.object)
        for p in found
        if p.ended
        and not relation_of(p.type).only_ends
        and p.type not in ("WORKS_AT", "LIKES", "USES", "OWNS")
    }
    found = [
        p
        for p in found
        if not relation_of(p.type).only_ends or p.replacement or (p.subject, p.object) not in exact
    ]
    closed = {p.object for p in found if not (relation_of(p.type).open or relation_of(p.type).only_ends)}
    found = [p for p in found if not (relation_of(p.type).open and p.object in closed)]
    employers = {
        p.object
        for p in found
        if p.type == "WORKS_AT" and p.object != ANY_OBJECT and "department" not in sorts_of(p.object)
    }
    found = [
        p for p in found if p.type != "WORKS_IN" or p.object_type == "Place" or p.object not in employers
    ]
    if any(p.type == "VOLUNTEERS_AT" for p in found):
        found = [p for p in found if p.type not in ("WORKS_AT", "WORKS_AS")]
    if any(p.type == "WORKS_AT" and p.ended and p.object != ANY_OBJECT for p in found):
        found = [p for p in found if p.type != "DECIDED"]
    over = {p.object for p in found if p.type == "LIKES" and p.ended}
    found = [p for p in found if p.type != "DISLIKES" or p.object not in over]
    hurt = {p.object for p in found if p.type == "INJURED"}
    found = [p for p in found if p.type != "HAS_CONDITION" or not _is_injury(p.object, hurt)]
    for weaker, stronger in _WEAKER:
        stated = {p.object for p in found if p.type == stronger and p.object != ANY_OBJECT}
        found = [p for p in found if p.type != weaker or p.object not in stated]
    return found


def _is_injury(condition: str, hurt: set[str]) -> bool:
    """Whether a condition is the injury of one of these parts of the body: 左手腕骨折 of 左手腕."""
    return any(condition.startswith(part) and condition != part for part in hurt)


def _with_one_plan(phrases: Sequence[Phrase]) -> list[Phrase]:
    """The phrases with one plan for the same words: a stated intention replaces plans, and a plan replaces other intentions."""
    if any(p.type in status.INTENDED and p.confidence >= status.ASSUMED for p in phrases):
        return [p for p in phrases if not p.plan and p.confidence >= status.ASSUMED]
    if any(p.plan and p.as_plan("zh") for p in phrases):
        return [p for p in phrases if p.type not in status.INTENDED]
    return list(phrases)
