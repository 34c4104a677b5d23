"""The number of documents with a term, and the terms that distinguish documents."""

from collections.abc import Iterable, Mapping, Sequence

from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.namespace_state import NamespaceState
from memgraph_core.store.sqlite.tokens import token
from memgraph_core.store.sqlite.write.batch import json_rows

_COUNT = """
SELECT coalesce((SELECT doc FROM note_vocabulary WHERE term = value ->> '$.in_notes'), 0)
  + coalesce((SELECT doc FROM turn_vocabulary WHERE term = value ->> '$.in_turns'), 0)
FROM json_each(:rows)
"""


def count_documents(connection: Connection, state: NamespaceState, terms: Sequence[str]) -> dict[str, int]:
    """The number of notes and turns that contain each term."""
    if not terms:
        return {}
    rows = [
        {
            "in_notes": token(state.salt, state.space, term),
            "in_turns": token(state.salt, state.namespace, term),
        }
        for term in terms
    ]
    counts = connection.run(_COUNT, {"rows": json_rows(rows)})
    return {term: count for term, (count,) in zip(terms, counts, strict=True)}


def distinctive(frequencies: Mapping[str, int], cap: int) -> list[str]:
    """The terms that occur in 1 to `cap` documents. If all terms occur in more, the rarest ones."""
    rarest = min((count for count in frequencies.values() if count), default=0)
    return [term for term, count in frequencies.items() if 1 <= count <= max(cap, rarest)]


def any_of(salt: bytes, space: int, terms: Iterable[str]) -> str:
    """A full-text query for documents with any of these terms; `space` is the id of a space or a namespace.

    Without terms it is empty. FTS5 refuses an empty query, so the caller must not run it.
    """
    return " OR ".join(token(salt, space, term) for term in terms)
