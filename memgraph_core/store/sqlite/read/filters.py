"""Filters of a search as SQL conditions: static text with bound values. An unset filter is bound as NULL.

`TURN` is a condition on a turn `t`, `NOTE` on a note `n`.
"""

from memgraph_core.records.kinds import AGENT_GENERATED, TRUST_OF_ROLE
from memgraph_core.records.representation import shown_fields
from memgraph_core.records.search import Filters
from memgraph_core.store.sqlite.rows import json_array
from memgraph_core.store.sqlite.times import micros
from memgraph_core.store.values import metadata_row

_TURN_FIELDS = """
(:since IS NULL OR t.at >= :since) AND (:until IS NULL OR t.at < :until)
AND (:speaker IS NULL OR t.speaker = :speaker) AND (:role IS NULL OR t.role = :role)
AND (:session IS NULL OR t.session = :session) AND (:agent IS NULL OR t.agent = :agent)
AND (:metadata IS NULL OR NOT EXISTS (
  SELECT 1 FROM json_each(:metadata) wanted WHERE NOT EXISTS (
    SELECT 1 FROM json_each(t.metadata) given
    WHERE given.key = wanted.key AND given.type = wanted.type AND given.value IS wanted.value)))
"""

TURN = f"""
(:only_notes = 0 AND {_TURN_FIELDS}
AND (:trust IS NULL OR t.role IN (SELECT value FROM json_each(:roles)))
AND (:entity IS NULL OR EXISTS (
  SELECT 1 FROM edge JOIN name ON name.entity = edge.target AND name.key = :entity
  WHERE edge.source = t.id AND edge.type IN ('MENTIONS', 'SPOKEN_BY')
  AND name.space = (SELECT space FROM namespace WHERE id = t.namespace))))
"""

# Turns of these roles have a channel of their own. The other channels do not return them, unless the filters ask for them.
_AGENT_ROLES = ", ".join(f"'{role}'" for role, trust in TRUST_OF_ROLE.items() if trust in AGENT_GENERATED)
NOT_AGENT_GENERATED = f"(:with_agent_generated OR t.role NOT IN ({_AGENT_ROLES}))"

NOTE = f"""
(n.state = :state AND (n.kind <> 'vault' OR :kind = 'vault') AND (:kind IS NULL OR n.kind = :kind)
AND (:trust IS NULL OR n.trust = :trust) AND (:verified IS NULL OR n.verified = :verified)
AND (:entity IS NULL OR EXISTS (
  SELECT 1 FROM edge JOIN name ON name.entity = edge.target AND name.key = :entity AND name.space = n.space
  WHERE edge.source = n.id AND edge.type = 'ABOUT'))
AND (:relation IS NULL OR EXISTS (
  SELECT 1 FROM edge JOIN fact ON fact.id = edge.source AND fact.type = :relation
  WHERE edge.target = n.id AND edge.type = 'FACT_FROM'))
AND (:by_turn = 0 OR EXISTS (
  SELECT 1 FROM edge JOIN turn t ON t.id = edge.target
  WHERE edge.source = n.id AND edge.type = 'FROM' AND {_TURN_FIELDS})))
"""


def values_of(filters: Filters) -> dict[str, object]:
    """The values that the conditions bind."""
    return {
        **shown_fields(filters),
        "since": micros(filters.since),
        "until": micros(filters.until),
        "metadata": metadata_row(filters.metadata or {}),
        "roles": json_array(role for role, trust in TRUST_OF_ROLE.items() if trust == filters.trust),
        "with_agent_generated": int(filters.asks_for_agents),
        "state": "archived" if filters.archived else "active",
        "only_notes": int(filters.only_notes),
        "by_turn": int(filters.by_turn),
    }
