"""Notes that share terms with a text."""

from collections.abc import Iterable

from memgraph_core.records.graph import Note
from memgraph_core.records.search import Limits
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.namespace_state import NamespaceState
from memgraph_core.store.sqlite.rows import NOTE, NOTE_TURNS, json_array, note_with_turns
from memgraph_core.store.sqlite.tokens import token

_QUERY_TERMS = 64
# The rarest tokens of the text. Tokens in many notes do not distinguish notes; without them the time of the lookup does not
# depend on the size of the memory.
_RAREST = f"""
SELECT v.term FROM json_each(:tokens) row CROSS JOIN note_vocabulary v ON v.term = row.value
WHERE v.doc <= :frequency_cap ORDER BY v.doc, v.term LIMIT {_QUERY_TERMS}
"""
_NOTES = f"""
SELECT {NOTE}, {NOTE_TURNS} FROM note_terms CROSS JOIN note n ON n.id = note_terms.rowid
WHERE note_terms MATCH :query AND n.space = :space AND n.state = 'active' AND n.kind <> 'vault'
ORDER BY note_terms.rank, n.uid LIMIT :count
"""


def notes(
    connection: Connection, state: NamespaceState, terms: Iterable[str], count: int
) -> tuple[Note, ...]:
    """Up to `count` active notes that share most of the rarer terms, best first, without sensitive notes and vectors."""
    hashed = {token(state.salt, state.space, term) for term in terms if term}
    if count <= 0 or not hashed:
        return ()
    rarest = connection.run(
        _RAREST, {"tokens": json_array(hashed), "frequency_cap": Limits().max_document_frequency}
    )
    if not rarest:
        return ()
    query = " OR ".join(term for (term,) in rarest)
    rows = connection.run(_NOTES, {"query": query, "space": state.space, "count": count})
    return tuple(map(note_with_turns, rows))
