"""The verbs of `Memory` that a server runs, each with the right that it needs and whether it may be repeated."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Right = Literal["read", "write", "forget", "manage"]


@dataclass(frozen=True, slots=True)
class RemoteVerb:
    """How a server runs a verb.

    Running a `repeatable` verb twice has the same effect on the memory as running it once, so a client may repeat a request
    without an answer. A `long` verb may take minutes; a server also runs it as an operation.
    """

    right: Right
    repeatable: bool = True
    long: bool = False


_READING = (
    "search search_many context knows context_window profile profile_changes summarise due brief gaps mood relationship "
    "style working procedures core "
    "core_history entities entity show facts diff turns conversation sessions notes supports history "
    "list_turns list_notes list_entities get count abstractions instances retention stream timeline themes trends "
    "changes ledger stats jobs explore"
)

VERBS: Mapping[str, RemoteVerb] = {
    **{name: RemoteVerb("read") for name in _READING.split()},
    # A repeated `add` changes nothing, because the client gives each turn its uid before it sends the turn.
    "add": RemoteVerb("write", long=True),
    "flush": RemoteVerb("write", long=True),
    "retry": RemoteVerb("write", long=True),
    "consolidate": RemoteVerb("write", long=True),
    "run_jobs": RemoteVerb("write", long=True),
    "retry_jobs": RemoteVerb("write"),
    "rebuild": RemoteVerb("manage", long=True),
    **{
        name: RemoteVerb("write", repeatable=False)
        for name in (
            *("update", "merge", "split", "undo", "archive", "restore"),
            *("core_append", "core_replace", "core_undo", "acknowledge", "used"),
        )
    },
    "expire": RemoteVerb("forget", repeatable=False),
    "forget": RemoteVerb("forget", repeatable=False),
    "forget_outdated": RemoteVerb("forget", repeatable=False),
    "core_forget": RemoteVerb("forget"),
}

# The largest `limit` of a list that has no cursor, for one request to a server.
LONGEST_LIST = 10_000

# These convert their arguments in the program of the caller, and then send an `add`; `close` ends the connection.
CLIENT_VERBS = frozenset({"add", "remember_question", "remember_run", "close"})

# A remote memory runs these as operations, because they may take longer than a request.
OPERATIONS = frozenset({"rebuild", "consolidate", "run_jobs", "retry"})

# These need the database or the models themselves.
LOCAL_VERBS = frozenset({"discard_rebuild", "check", "explain_search"})
