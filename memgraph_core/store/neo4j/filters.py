"""The filters of a search as parameters of the statements."""

from typing import Any

from memgraph_core.records.kinds import TRUST_OF_ROLE
from memgraph_core.records.representation import shown_fields
from memgraph_core.records.search import Filters
from memgraph_core.store.neo4j.conversion import utc_or_none
from memgraph_core.store.values import metadata_pairs

ALL_ROWS = 1_000_000  # no limit in practice, for branches whose rows are filtered afterwards

FRAGMENT = "fragments/filters"


def omitted(filters: Filters) -> tuple[str, ...]:
    """The fragments that are left out of a statement: if no filter is set, the predicates of the filters."""
    return (FRAGMENT,) if filters == Filters() else ()


def filter_parameters(filters: Filters) -> dict[str, Any]:
    """`$filters` of the statements. `vault` and `state` are always applied: sensitive and archived notes are returned
    only on request.
    """
    return {
        **shown_fields(filters),
        "since": utc_or_none(filters.since),
        "until": utc_or_none(filters.until),
        "metadata": metadata_pairs(filters.metadata),
        "roles": [role for role, trust in TRUST_OF_ROLE.items() if trust == filters.trust],
        "by_turn": filters.by_turn,
        "vault": filters.kind == "vault",
        "state": "archived" if filters.archived else "active",
        "agent_generated": filters.asks_for_agents,
    }
