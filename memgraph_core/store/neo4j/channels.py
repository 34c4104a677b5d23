"""Who is a candidate at all: the channels vector, terms, anchor and time, each with its best or newest."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from memgraph_core.language.terms import aside_terms
from memgraph_core.records.kinds import Vector
from memgraph_core.records.search import Channel, Limits, Query
from memgraph_core.statements import cypher
from memgraph_core.store.neo4j import fulltext
from memgraph_core.store.neo4j.filters import ALL, filter_parameters, turns_pass
from memgraph_core.store.neo4j.overfetch import overfetch
from memgraph_core.store.neo4j.rows import UNKNOWN, floats, numbers, sent
from memgraph_core.store.neo4j.standing import Standing
from neo4j import ManagedTransaction, Record

# Up to here every vector of a space is compared, which takes about 10 ms; the index takes as long. It takes longer the more
# it is asked for: where that is more than the space has, all of these are compared, too.
_FEW_VECTORS = 1000
# What the index is asked for at most (20 ms). When too few of them are the space's own, all are compared.
_MOST_FETCHED = 2000
# What the full text is asked for. Asked for all it would rank every text with a common word, only for thirty to be taken;
# there are more than those because notes of the vault and archived ones are among them.
_LOOKED = 1000
# The share of others, as against one's own turns, from which on words are weighed; and in how many texts of all a word is
# counted for it: a word in more is a little too rare then, but counting them took longer than the search.
_OTHERS = 0.1
_MOST_COUNTED = 5000

END = datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Found:
    """A note or turn that a channel found. `score` only compares within the channel."""

    uid: str
    note: bool
    channel: Channel
    score: float | None
    turns: tuple[str, ...]  # sources of a note, a turn itself


def find(
    tx: ManagedTransaction, standing: Standing, query: Query, vector: Vector | None, limits: Limits
) -> tuple[list[Found], dict[str, int]]:
    """What the channels bring, in one statement; in two where the vectors are better compared one by one. And in how
    many texts each term stands: one that is in more than say something is counted to one more than these, and not looked
    for, unless all are such.
    """
    whose = {"namespace": standing.namespace, "space": standing.space}
    filters = filter_parameters(query.filters)
    ask = _ask(standing, query, vector, limits)
    exact = vector is not None and standing.turns + standing.notes <= _few_vectors(ask)
    if exact:
        ask["vector"] = None
    answer = tx.run(cypher("read/candidates"), whose, ask=ask, filters=filters).single(strict=True)
    found, frequencies = _found(answer), dict(answer["frequencies"])
    if vector is None or not (exact or _too_few(found, standing, query, limits)):
        return found, frequencies
    ask = {"vector": floats(vector), "limits": _of_vectors(limits), "shelf": standing.shelf.embedding}
    nearest = _found(tx.run(cypher("read/nearest"), whose, ask=ask, filters=filters).single(strict=True))
    return [one for one in found if one.channel != "vector"] + nearest, frequencies


def _few_vectors(ask: Mapping[str, Any]) -> int:
    """So many are compared one by one: no index is asked for more of all spaces than this one has."""
    return _FEW_VECTORS and max(_FEW_VECTORS, ask["note_fetch"] + ask["turn_fetch"])


def best_turns(found: Iterable[Found], count: int) -> list[str]:
    """The best turns of the terms channel and of the vector channel; a note stands for its source turns."""
    ranked = sorted(found, key=lambda one: (-(one.score or 0.0), one.uid))
    best: set[str] = set()
    for channel in ("terms", "vector"):
        turns = (uid for one in ranked if one.channel == channel for uid in one.turns)
        best.update(list(dict.fromkeys(turns))[:count])
    return sorted(best)


def _found(answer: Record) -> list[Found]:
    return [
        Found(
            uid=uid,
            note=turns is not None,
            channel=channel,
            score=score,
            turns=(uid,) if turns is None else tuple(turns),
        )
        for uid, channel, score, turns in answer["found"]
    ]


def _ask(standing: Standing, query: Query, vector: Vector | None, limits: Limits) -> dict[str, Any]:
    filtered = filter_parameters(query.filters)["given"]
    tokens = (fulltext.of_notes(standing.space), fulltext.of_turns(standing.namespace))
    per_channel = {
        **_of_vectors(limits),
        "terms": limits.terms,
        "anchor": limits.anchor,
        "time": limits.time,
        "agent_generated": limits.agent_generated,
    }
    return {
        "limits": per_channel,
        "fetch": ALL if filtered else max(per_channel.values()),
        "looked": ALL if filtered else max(_LOOKED, *per_channel.values()),
        "vector": None if vector is None else numbers(vector),
        "turn_index": standing.shelf.index,
        "note_fetch": _fetch(limits.vector, standing.notes, standing.all_notes, filtered),
        "turn_fetch": _fetch(limits.passages, standing.turns, standing.all_turns, filtered),
        **_worded(standing, query, limits, tokens),
        "asides": [text] if (text := fulltext.query(aside_terms(query.terms), tokens[1])) else [],
        "keys": list(dict.fromkeys(query.name_keys)),
        "times": _times(query),
    }


def _worded(standing: Standing, query: Query, limits: Limits, tokens: tuple[str, str]) -> dict[str, Any]:
    """The words asked for, and of whom. Where others have a share in the index, so have they in how rare a word is there:
    the words are weighed by how rare they are among one's own.
    """
    words = fulltext.words(query.terms)
    return {
        "words": [
            {"term": term, "quoted": quoted, "own": fulltext.counted(quoted, *tokens), "all": f"({quoted})^0"}
            for term, quoted in words.items()
        ],
        "clauses": fulltext.MOST_TERMS,
        "whose": [fulltext.head(token) for token in tokens] if words else [],
        "weigh": standing.all_turns - standing.turns > _OTHERS * standing.turns,
        "cap": max(0, limits.max_document_frequency),
        "most": _MOST_COUNTED,
        "own": standing.turns + standing.notes,
        "all": standing.all_turns + standing.all_notes,
    }


def _of_vectors(limits: Limits) -> dict[str, int]:
    return {"vector": limits.vector, "passages": limits.passages}


def _fetch(k: int, own: int, all: int, filtered: bool) -> int:
    return _MOST_FETCHED if filtered else min(overfetch(k, own, all), _MOST_FETCHED)


def _times(query: Query) -> list[dict[str, datetime]]:
    if query.since is None and query.until is None:
        return []
    return [{"since": sent(query.since) or UNKNOWN, "until": sent(query.until) or END}]


def _too_few(found: Sequence[Found], standing: Standing, query: Query, limits: Limits) -> bool:
    """Whether the index, which spans all spaces, may have missed some of this one."""
    notes = sum(one.channel == "vector" and one.note for one in found)
    turns = sum(one.channel == "vector" and not one.note for one in found)
    missed_turns = turns_pass(query.filters) and turns < min(
        limits.passages, standing.turns - standing.asides
    )
    return missed_turns or notes < min(limits.vector, standing.notes)
