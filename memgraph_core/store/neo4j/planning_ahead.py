"""Planning ahead on a server that has just started.

Such a server needs seconds to plan the statements of the first write and the first search. A thread lets it plan them while
the caller loads its models and sends its first write, on another processor of the server.
"""

from collections.abc import Callable
from contextlib import closing
from threading import Thread
from typing import LiteralString

from memgraph_core.errors import StoreError
from memgraph_core.statements import cypher
from memgraph_core.store.neo4j.connection import Connection
from memgraph_core.store.neo4j.conversion import Row
from memgraph_core.store.neo4j.filters import FRAGMENT
from memgraph_core.store.neo4j.namespace_state import space_name

# Milliseconds of the server for a statement that it has planned before; a new one takes ten times as long.
PLANNED_WITHIN = 20

THREAD = "memgraph-plan-ahead"  # the name of the thread

# The statements of a search come first, because the caller usually begins with a write. The last ones are those that the first
# write to a namespace does not need.
STATEMENTS: tuple[LiteralString, ...] = (
    cypher("read/candidates", FRAGMENT, "fragments/time_range"),
    cypher("read/records", FRAGMENT),
    cypher("read/expansion_notes", FRAGMENT),
    cypher("read/hops", FRAGMENT),
    cypher("read/frequencies"),
    cypher("read/compared_vectors", FRAGMENT),
    cypher("write/notes"),
    cypher("write/entities"),
    cypher("write/turns"),
    cypher("write/facts"),
    cypher("read/logged_turns"),
    cypher("read/extraction_context"),
    cypher("read/snapshot"),
    cypher("read/neighbours_by_comparison"),
    cypher("read/snapshot_notes"),
    cypher("write/links"),
    cypher("write/invalidations"),
    cypher("write/changes"),
)


def plan_ahead(connection: Connection, second: Callable[[], Connection], namespace: str) -> None:
    """Let the server plan the statements in the background, until the connection is closed.

    `second` opens another connection, which only the thread uses: closing the first one does not wait for it.
    """
    Thread(target=_plan, args=(connection, second, namespace), name=THREAD, daemon=True).start()


def _plan(connection: Connection, second: Callable[[], Connection], namespace: str) -> None:
    try:
        with closing(second()) as own:
            for number, statement in enumerate(STATEMENTS):
                if connection.is_closed:
                    return
                if connection.has_sent(statement):
                    continue
                milliseconds = own.explain(statement, parameters(namespace))
                if number == 0 and milliseconds < PLANNED_WITHIN:
                    return  # another process was first
    except StoreError:
        return  # the server is lost; the caller's own statement reports that


def parameters(namespace: str) -> Row:
    """Parameters of the types that the statements need.

    The server plans a statement again for parameters of other types, and for a string of more than 10 characters instead of
    fewer.
    """
    maps: Row = {name: {} for name in ("ask", "plan", "filters", "columns")}
    return {"namespace": namespace, "space": space_name(namespace, 1), **maps}
