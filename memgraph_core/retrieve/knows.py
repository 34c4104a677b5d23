"""Whether what was found answers the question, and if not, why: pure judgement over hits.

Evidence counts by its support: how much of what is asked it holds, whatever else was found. A question about
somebody is answered by what is theirs: said by them, or about them. What another person said of themselves may
hold every other word of the question and still answers nothing, so it is measured apart.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from memgraph_core.language.entities import named_in
from memgraph_core.language.names import name_key
from memgraph_core.reads import Candidates, Hit, Knowledge, KnowledgeReason, Query
from memgraph_core.retrieve.analyse import asks_nothing
from memgraph_core.retrieve.manner import tells_of_oneself
from memgraph_core.types import ASIDE, Entity

_MARGIN = 0.2  # of the score, by which what another says of themselves must exceed what is theirs
ENOUGH = 0.3  # support of the best evidence from which a question counts as answered
_SAID: dict[KnowledgeReason, tuple[str, str]] = {
    "known": ("Memory speaks of this.", "记忆里有相关内容。"),
    "nothing_asked": ("Nothing is asked.", "这不是一个问题。"),
    "nobody": ("Memory knows nobody called {names}.", "记忆里没有{names}这个人。"),
    "nothing_about": (
        "Memory knows {names}, but nothing about this.",
        "记忆里有{names}，但没有这方面的内容。",
    ),
    "nothing": ("Nothing in memory speaks of this.", "记忆里没有相关内容。"),
    "only_before": (
        "Memory speaks of this only until {last}, not of the time asked about.",
        "记忆里的相关内容只到{last}，没有所问的时间。",
    ),
}


def known_names(found: Candidates, speakers: Iterable[str]) -> dict[str, Entity]:
    """Whom the names in a question mean, as far as memory knows: the most mentioned of each, and all who speak."""
    speaking = {name_key(name): Entity(uid="", name=name, type="Person") for name in speakers}
    return speaking | {key: meant[0] for key, meant in found.key_entities.items() if meant}


def people_named(query: Query, known: Mapping[str, Entity]) -> tuple[str, ...]:
    """The people whom a question names, each once, as it writes them; names that memory has are known for sure."""
    names = {key: entity.name for key, entity in known.items() if entity.type == "Person"}
    found = named_in(query.text, query.language, names, dict.fromkeys(names, "Person"))
    return tuple(dict.fromkeys(n.text for n in found if n.type == "Person"))


def knowledge_of(query: Query, hits: Sequence[Hit], known: Mapping[str, Entity]) -> Knowledge:
    """The judgement. `known` are the names that memory has, by their keys, with whom each means; speakers among them."""
    keys = known.keys()
    people = people_named(query, known)
    strangers = [name for name in people if name_key(name) not in keys]
    if asks_nothing(query):
        return _told(query, "nothing_asked", hits)
    if people and len(strangers) == len(people):
        return _told(query, "nobody", hits, strangers)
    said = [hit for hit in hits if hit.trust not in ASIDE]  # what a program says is no evidence of itself
    theirs = [hit for hit in said if not people or _is_about(hit, people)]
    enough = [hit for hit in theirs if hit.support >= ENOUGH and not _is_of_another(said, people)]
    if not enough:
        return _told(query, "nothing_about" if people else "nothing", hits, people)
    if query.since and (last := _last(enough)) and last < query.since:
        return _told(query, "only_before", enough, people, last)
    return _told(query, "known", enough, people)


def _is_of_another(hits: Sequence[Hit], people: Sequence[str]) -> bool:
    """Whether somebody else says of themselves what is asked about one who speaks here too.

    Told by the score without what the name of the speaker added: theirs must come up to the best of the others. Of two
    conversations it leaves 33 of 100 questions that name the wrong person (43 by support), and with
    all other reasons 85 of 100 that name the right one (86).
    """
    keys = {name_key(name) for name in people}
    spoken = [hit for hit in hits if hit.speaker and name_key(hit.speaker) in keys]
    if not spoken:
        return False
    others = [hit for hit in hits if hit not in spoken and hit.speaker and tells_of_oneself(hit.text)]
    best = max(_as_anybodys(hit) for hit in spoken)
    return max(map(_as_anybodys, others), default=0.0) > best + _MARGIN


def _as_anybodys(hit: Hit) -> float:
    return hit.score - hit.signals.get("speaker", 0.0)


def _is_about(hit: Hit, people: Iterable[str]) -> bool:
    words = (hit.speaker or "", hit.text, hit.note.text if hit.note else "")
    said = f" {name_key(' '.join(words))} "
    return any(_holds(said, name_key(name)) for name in people)


def _holds(said: str, key: str) -> bool:
    """Whether a text holds a name: as words, or anywhere where words are not kept apart."""
    return f" {key} " in said or (not key.isascii() and key in said)


def _last(hits: Sequence[Hit]) -> datetime | None:
    """The last moment that any of them speaks of; None when one has no time, or one that is still open."""
    moments: list[datetime] = []
    for hit in hits:
        until = [hit.note.holds_until] if hit.note and hit.note.holds_until else []
        if hit.said_at is None:
            return None
        moments += [hit.said_at, *until]
    return max(moments, default=None)


def _told(
    query: Query,
    reason: KnowledgeReason,
    evidence: Sequence[Hit],
    names: Sequence[str] = (),
    last: datetime | None = None,
) -> Knowledge:
    chinese = query.language == "zh"
    words = _SAID[reason][chinese].format(
        names=("、" if chinese else ", ").join(names), last=last.date().isoformat() if last else ""
    )
    return Knowledge(
        question=query.text,
        known=reason == "known",
        reason=reason,
        told=words,
        confidence=max((hit.support for hit in evidence), default=0.0),
        evidence=tuple(evidence),
        names=tuple(names),
        last=last,
    )
