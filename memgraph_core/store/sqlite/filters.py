"""Which turns and notes may come out of a search: conditions that are static text, with values bound.

A filter that is not set is bound as NULL and asks nothing. `TURN` speaks of a turn `t`, `NOTE` of a note `n`.
"""

from memgraph_core.records.kinds import AGENT_GENERATED, TRUST_OF_ROLE
from memgraph_core.records.search import Filters
from memgraph_core.store.sqlite.records import ids
from memgraph_core.store.sqlite.times import micros

_SAID = """
(:since IS NULL OR t.at >= :since) AND (:until IS NULL OR t.at < :until)
AND (:speaker IS NULL OR t.speaker = :speaker) AND (:role IS NULL OR t.role = :role)
AND (:session IS NULL OR t.session = :session) AND (:agent IS NULL OR t.agent = :agent)
"""

TURN = f"""
(:of_notes = 0 AND {_SAID}
AND (:trust IS NULL OR t.role IN (SELECT value FROM json_each(:roles)))
AND (:entity IS NULL OR EXISTS (
  SELECT 1 FROM edge JOIN name ON name.entity = edge.target AND name.key = :entity
  WHERE edge.source = t.id AND edge.type IN ('MENTIONS', 'SPOKEN_BY')
  AND name.space = (SELECT space FROM namespace WHERE id = t.namespace))))
"""

# The roles whose turns have a channel of their own.
ASIDES = ", ".join(f"'{role}'" for role, trust in TRUST_OF_ROLE.items() if trust in AGENT_GENERATED)
# No turn of theirs takes the place of what people said, unless it is asked for.
NO_ASIDE = f"(:asides_too OR t.role NOT IN ({ASIDES}))"

NOTE = f"""
(n.state = 'active' AND (n.kind <> 'vault' OR :kind = 'vault') AND (:kind IS NULL OR n.kind = :kind)
AND (:trust IS NULL OR n.trust = :trust) AND (:verified IS NULL OR n.verified = :verified)
AND (:entity IS NULL OR EXISTS (
  SELECT 1 FROM edge JOIN name ON name.entity = edge.target AND name.key = :entity AND name.space = n.space
  WHERE edge.source = n.id AND edge.type = 'ABOUT'))
AND (:relation IS NULL OR EXISTS (
  SELECT 1 FROM edge JOIN fact ON fact.id = edge.source AND fact.type = :relation
  WHERE edge.target = n.id AND edge.type = 'FACT_FROM'))
AND (:of_turns = 0 OR EXISTS (
  SELECT 1 FROM edge JOIN turn t ON t.id = edge.target
  WHERE edge.source = n.id AND edge.type = 'FROM' AND {_SAID})))
"""


def is_set(filters: Filters) -> bool:
    """Whether they ask anything at all."""
    return filters != Filters()


def values_of(filters: Filters) -> dict[str, object]:
    """What the conditions bind. `of_notes`: no turn passes; `of_turns`: a source turn must pass."""
    said = (filters.since, filters.until, filters.speaker, filters.role, filters.session, filters.agent)
    stated = (filters.kind, filters.verified, filters.relation)
    return {
        "since": micros(filters.since),
        "until": micros(filters.until),
        "speaker": filters.speaker,
        "role": filters.role,
        "session": filters.session,
        "agent": filters.agent,
        "trust": filters.trust,
        "roles": _roles_of(filters.trust),
        "asides_too": int(any((filters.role, filters.trust, filters.agent))),
        "entity": filters.entity,
        "kind": filters.kind,
        "verified": None if filters.verified is None else int(filters.verified),
        "relation": filters.relation,
        "of_notes": int(any(value is not None for value in stated)),
        "of_turns": int(any(value is not None for value in said)),
    }


def _roles_of(trust: str | None) -> str:
    return ids(role for role, its_trust in TRUST_OF_ROLE.items() if its_trust == trust)
