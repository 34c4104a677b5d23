"""What may come out of a search, as the parameters that the filters in Cypher take."""

from typing import Any

from memgraph_core.records.kinds import TRUST_OF_ROLE
from memgraph_core.records.search import Filters
from memgraph_core.store.neo4j.rows import sent

ALL = 1_000_000  # "as many as there are", where what passes the filters can only be seen afterwards


def filter_parameters(filters: Filters) -> dict[str, Any]:
    """`$filters`. `vault` is not a filter: what is in the vault stays there unless asked."""
    by_turn = {
        "since": sent(filters.since),
        "until": sent(filters.until),
        "speaker": filters.speaker,
        "role": filters.role,
        "session": filters.session,
        "agent": filters.agent,
    }
    by_itself = {
        "kind": filters.kind,
        "verified": filters.verified,
        "trust": filters.trust,
        "relation": filters.relation,
        "entity": filters.entity,
    }
    return {
        **by_turn,
        **by_itself,
        "roles": [role for role, trust in TRUST_OF_ROLE.items() if trust == filters.trust],
        "by_turn": any(value is not None for value in by_turn.values()),
        "given": filters != Filters(),
        "vault": filters.kind == "vault",
        "asides_too": any((filters.role, filters.trust, filters.agent)),
    }


def turns_pass(filters: Filters) -> bool:
    """Whether a turn can pass by itself: only notes have a kind, are verified or state relations."""
    return filters.kind is None and filters.verified is None and filters.relation is None
