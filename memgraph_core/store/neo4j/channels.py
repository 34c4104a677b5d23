"""The channels of a search, each with its best or newest notes and turns."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import log
from typing import Any, LiteralString

from memgraph_core.language.terms import agent_generated_terms
from memgraph_core.records.kinds import Vector
from memgraph_core.records.search import Channel, Limits, Query
from memgraph_core.statements import cypher
from memgraph_core.store.neo4j import fulltext
from memgraph_core.store.neo4j.conversion import UNKNOWN_TIME, floats, numbers, utc_or_none
from memgraph_core.store.neo4j.filters import ALL_ROWS, filter_parameters, omitted
from memgraph_core.store.neo4j.namespace_state import NamespaceState
from memgraph_core.store.neo4j.overfetch import overfetch
from neo4j import ManagedTransaction, Record

# Up to this number, all vectors of a space are compared. That takes about 10 ms, as long as a query of the index. The index
# becomes slower with the number of requested results. If that number exceeds the number of vectors in the space, all vectors
# are compared too.
_COMPARED_VECTORS = 1000
# The largest request to the index (20 ms). If too few results belong to the space, all its vectors are compared.
_MAX_FETCHED = 2000
# The number of full-text results. Without a limit Lucene would score every text with a common word. A channel needs about
# thirty results; the number is larger because sensitive and archived notes are among them.
_FULLTEXT_RESULTS = 1000
# Words are weighted if the database has more than this share of turns in other namespaces, relative to the namespace. To
# compute the weight, a word is counted in at most `_COUNTED_TEXTS` texts: counting more takes longer than the search, and
# for a very common word the error is small.
_SHARE_OF_OTHERS = 0.1
_COUNTED_TEXTS = 5000
_MIN_BOOST = 0.01

LAST_TIME = datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class ChannelResult:
    """A note or turn that a channel found. Scores are comparable only within a channel."""

    uid: str
    note: bool
    channel: Channel
    score: float | None
    turns: tuple[str, ...]  # the source turns of a note; for a turn, the turn itself


@dataclass(frozen=True, slots=True)
class _Word:
    term: str
    own: int  # texts of the namespace that contain it
    all: int  # texts of the database that contain it


def find(
    tx: ManagedTransaction, state: NamespaceState, query: Query, vector: Vector | None, limits: Limits
) -> tuple[list[ChannelResult], dict[str, int]]:
    """The results of the channels, and the document frequency of each term in the namespace.

    Frequencies are counted up to one more than `limits.max_document_frequency`. Two statements; with a vector three. If
    the index returns too few results four, rarely five.
    """
    words = _frequencies(tx, state, query, limits)
    results = _candidates(tx, state, query, limits, _searched(words, limits))
    if vector is not None:
        results += _vectors(tx, state, query, vector, limits)
    return results, {word.term: word.own for word in words}


def best_turns(results: Iterable[ChannelResult], count: int) -> list[str]:
    """The best turns of the terms channel and of the vector channel, by rank, then by uid.

    Notes and turns are ranked separately; a note counts as its source turns.
    """
    ranked = sorted(results, key=lambda one: (-(one.score or 0.0), one.uid))
    best: set[str] = set()
    for channel in ("terms", "vector"):
        ranks: dict[str, int] = {}
        for note in (True, False):
            found = (one for one in ranked if (one.channel, one.note) == (channel, note))
            for rank, one in enumerate(found):
                ranks |= {uid: min(rank, ranks.get(uid, rank)) for uid in one.turns}
        best.update(sorted(ranks, key=lambda uid: (ranks[uid], uid))[:count])
    return sorted(best)


def _frequencies(tx: ManagedTransaction, state: NamespaceState, query: Query, limits: Limits) -> list[_Word]:
    words = fulltext.words(query.terms)
    if not words:
        return []
    tokens = _tokens(state)
    ask: dict[str, Any] = {
        "words": [
            {"term": term, "own": fulltext.counted(quoted, *tokens), "all": f"({quoted})^0"}
            for term, quoted in words.items()
        ],
        "cap": max(0, limits.max_document_frequency),
        "counted": _COUNTED_TEXTS,
    }
    without = () if _needs_boost(state) else ("fragments/counted_in_all",)
    return [_Word(*record.values()) for record in tx.run(cypher("read/frequencies", *without), ask=ask)]


def _tokens(state: NamespaceState) -> tuple[str, str]:
    return fulltext.of_notes(state.space), fulltext.of_turns(state.namespace)


def _needs_boost(state: NamespaceState) -> bool:
    """Whether other namespaces are so large that the rarity of a word in the index differs from that in the namespace."""
    return state.all_turns - state.turns > _SHARE_OF_OTHERS * state.turns


def _searched(words: Sequence[_Word], limits: Limits) -> list[_Word]:
    """The words to search.

    A word in too many texts is left out, because every text with it would be scored. If all words are in too many texts,
    all are searched.
    """
    present = [word for word in words if word.own > 0]
    rare = [word for word in present if word.own <= max(0, limits.max_document_frequency)]
    return (rare or present)[: fulltext.MAX_TERMS]


def _boosted(word: _Word, state: NamespaceState) -> str:
    """The quoted word, with a boost if other namespaces share the index.

    The boost turns Lucene's idf over all texts into the idf over the texts of the namespace.
    """
    quoted = fulltext.words([word.term])[word.term]
    if not _needs_boost(state):
        return quoted
    own, all = state.turns + state.notes, state.all_turns + state.all_notes
    boost = _idf(own, word.own) / _idf(all, word.all)
    return f"{quoted}^{max(_MIN_BOOST, round(boost, 3))}"


def _idf(documents: int, frequency: int) -> float:
    """Inverse document frequency as in Lucene's BM25Similarity."""
    return log(1 + (abs(documents - frequency) + 0.5) / (frequency + 0.5))


def _candidates(
    tx: ManagedTransaction, state: NamespaceState, query: Query, limits: Limits, words: Sequence[_Word]
) -> list[ChannelResult]:
    """The channels terms, agent_generated, anchor and time; one statement."""
    per_channel = {
        "terms": limits.terms,
        "agent_generated": limits.agent_generated,
        "anchor": limits.anchor,
        "time": limits.time,
        "abstraction": limits.abstraction,
    }
    without = omitted(query.filters)
    # The filters are applied last, so with filters no branch may limit its rows before them.
    most = max(limits.vector, limits.passages, *per_channel.values())
    ask: dict[str, Any] = {
        "queries": _queries(state, query, words),
        "searched": max(_FULLTEXT_RESULTS, *per_channel.values()) if without else ALL_ROWS,
        "fetch": most if without else ALL_ROWS,
        "keys": list(dict.fromkeys(query.name_keys)),
        "limits": per_channel,
    }
    if query.since is None and query.until is None:
        without += ("fragments/time_range",)
    else:
        ask["since"] = utc_or_none(query.since) or UNKNOWN_TIME
        ask["until"] = utc_or_none(query.until) or LAST_TIME
    if not (ask["queries"] or ask["keys"] or "since" in ask):
        return []
    records = tx.run(
        cypher("read/candidates", *without),
        {"namespace": state.namespace, "space": state.space},
        ask=ask,
        filters=filter_parameters(query.filters),
    )
    return _results(records.single(strict=True))


def _queries(state: NamespaceState, query: Query, words: Sequence[_Word]) -> list[dict[str, str]]:
    """The full-text queries: one for notes, one for turns, one for abstractions, and one for agent-generated turns."""
    notes, turns = _tokens(state)
    text = " ".join(_boosted(word, state) for word in words)
    state_of_notes = "archived" if query.filters.archived else "active"

    def ask(channel: str, text: str, state: str = state_of_notes) -> dict[str, str]:
        return {"channel": channel, "text": text, "state": state}

    queries = [ask("terms", f"{fulltext.head(token)} +({text})") for token in (notes, turns) if words]
    if words and not query.filters.archived:
        queries.append(ask("abstraction", f"{fulltext.head(notes)} +({text})", "abstraction"))
    generated = fulltext.query(agent_generated_terms(query.terms), turns)
    return queries + ([ask("agent_generated", generated)] if generated else [])


def _vectors(
    tx: ManagedTransaction, state: NamespaceState, query: Query, vector: Vector, limits: Limits
) -> list[ChannelResult]:
    """The channels vector and agent_generated: from the indexes, or by comparing all vectors of the space.

    The index of notes contains archived ones too, and after a consolidation these may be most notes of the space. If the
    index returns too few, it is asked for more, unless that cannot be enough either. Then the vectors are compared; these are
    few: if the index has fewer than `limits.vector` active notes among 2,000, the space has one in sixty.
    """
    filtered = not omitted(query.filters)
    fetch = {
        "note_fetch": _fetch(limits.vector, state.notes, state.all_notes, filtered),
        "turn_fetch": _turn_fetch(state, limits, filtered),
    }
    if state.turns + state.notes <= _compared_at_most(fetch):
        return _compared(tx, state, query, vector, limits, notes=True, turns=True)
    results = _indexed(tx, state, query, vector, limits, fetch)
    notes, turns = _too_few(results, state, query, limits)
    found = sum(one.note for one in results)
    if notes and found * _MAX_FETCHED >= limits.vector * fetch["note_fetch"]:
        results = _indexed(tx, state, query, vector, limits, {**fetch, "note_fetch": _MAX_FETCHED})
        notes, turns = _too_few(results, state, query, limits)
    if notes or turns:
        results = [one for one in results if not (notes if one.note else turns)]
        results += _compared(tx, state, query, vector, limits, notes=notes, turns=turns)
    return results


def _indexed(
    tx: ManagedTransaction,
    state: NamespaceState,
    query: Query,
    vector: Vector,
    limits: Limits,
    fetch: Mapping[str, int],
) -> list[ChannelResult]:
    """The nearest records by the indexes, among the requested numbers of results for all spaces."""
    ask = {**fetch, "vector": numbers(vector), "turn_index": state.turn_vectors.index}
    return _nearest(tx, state, query, limits, cypher("read/indexed_vectors", *omitted(query.filters)), ask)


def _compared(
    tx: ManagedTransaction,
    state: NamespaceState,
    query: Query,
    vector: Vector,
    limits: Limits,
    *,
    notes: bool,
    turns: bool,
) -> list[ChannelResult]:
    """The nearest notes, turns or both by comparing all their vectors."""
    ask = {
        "vector": floats(vector),
        "turn_property": state.turn_vectors.embedding,
        "space": state.space if notes else None,
        "namespace": state.namespace if turns else None,
    }
    return _nearest(tx, state, query, limits, cypher("read/compared_vectors", *omitted(query.filters)), ask)


def _compared_at_most(fetch: Mapping[str, int]) -> int:
    """The number of vectors up to which comparing all is faster than the index."""
    return _COMPARED_VECTORS and max(_COMPARED_VECTORS, sum(fetch.values()))


def _fetch(k: int, own: int, all: int, filtered: bool) -> int:
    return _MAX_FETCHED if filtered else min(overfetch(k, own, all), _MAX_FETCHED)


def _turn_fetch(state: NamespaceState, limits: Limits, filtered: bool) -> int:
    """The number of results of the index that should contain the turns of people and the agent-generated ones."""
    generated = state.agent_generated_turns
    wanted = [(limits.passages, state.turns - generated), (limits.agent_passages, generated)]
    return max(_fetch(limit, own, state.all_turns, filtered) if limit and own else 1 for limit, own in wanted)


def _nearest(
    tx: ManagedTransaction,
    state: NamespaceState,
    query: Query,
    limits: Limits,
    statement: LiteralString,
    ask: Mapping[str, Any],
) -> list[ChannelResult]:
    records = tx.run(
        statement,
        {"namespace": state.namespace, "space": state.space},
        ask={
            **ask,
            "notes": limits.vector,
            "turns": limits.passages,
            "agent_generated": limits.agent_passages,
        },
        filters=filter_parameters(query.filters),
    )
    return _results(records.single(strict=True))


def _results(record: Record) -> list[ChannelResult]:
    return [
        ChannelResult(
            uid=uid,
            note=turns is not None,
            channel=channel,
            score=score,
            turns=(uid,) if turns is None else tuple(turns),
        )
        for uid, channel, score, turns in record["found"]
    ]


def _too_few(
    results: Sequence[ChannelResult], state: NamespaceState, query: Query, limits: Limits
) -> tuple[bool, bool]:
    """Whether the indexes, which cover all spaces, may have missed notes of this space, and whether they may have missed turns."""
    notes = sum(one.note for one in results)
    generated = sum(one.channel == "agent_generated" for one in results)
    turns = len(results) - notes - generated
    missed_turns = not query.filters.only_notes and (
        turns < min(limits.passages, state.turns - state.agent_generated_turns)
        or generated < min(limits.agent_passages, state.agent_generated_turns)
    )
    return notes < min(limits.vector, state.notes), missed_turns
