"""How often entities are mentioned: set anew from the edges, by a trigger of planned.sql."""

from collections.abc import Iterable

from memgraph_core.store.sqlite.connection import Link
from memgraph_core.store.sqlite.records import ids

_RECOUNT = "INSERT INTO counted (entities) VALUES (?)"


def recount(link: Link, entities: Iterable[int]) -> None:
    """Count the mentions of these entities (ids of rows) anew."""
    link.run(_RECOUNT, (ids(entities),))
