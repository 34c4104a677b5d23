"""The identifiers with which other memory libraries scope their records, in terms of turns and filters.

`run_id` is the session. `agent_id` is the agent. `user_id` is the person whom a conversation belongs to. It is kept in the
metadata of every turn of the conversation, also of the assistant's turns. It is the speaker of those messages of the user
that name no speaker. It does not separate tenants; the namespace does.
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, TypedDict, cast

from memgraph_core.errors import InvalidInput
from memgraph_core.records.search import Filters
from memgraph_core.records.validation import checked_name

USER_ID = "user_id"  # its key in the metadata of a turn


class Scope(TypedDict, total=False):
    """Keyword arguments of the verbs that add and search."""

    user_id: str
    agent_id: str
    run_id: str


def scope_of(user_id: str | None, agent_id: str | None, run_id: str | None) -> Scope:
    """The given identifiers as keyword arguments of a verb."""
    given = {"user_id": user_id, "agent_id": agent_id, "run_id": run_id}
    return cast(Scope, {name: value for name, value in given.items() if value is not None})


def session_of(session: str | None, scope: Scope) -> str:
    """`session`, else `run_id`, else `user_id`, else "default"."""
    return _only_value(session, "session", scope, "run_id") or scope.get("user_id") or "default"


def agent_of(agent: str | None, scope: Scope) -> str | None:
    """`agent`, else `agent_id` of the scope."""
    return _only_value(agent, "agent", scope, "agent_id")


def scope_metadata(scope: Scope) -> dict[str, object]:
    """The metadata of turns in the scope."""
    return {USER_ID: checked_name(scope["user_id"], USER_ID)} if "user_id" in scope else {}


def user_of(filters: Filters | None) -> str | None:
    """The `user_id` that filters select; None if they select none."""
    user = (filters.metadata or {}).get(USER_ID) if filters is not None else None
    return user if isinstance(user, str) else None


def only_user_of(filters: Filters) -> str | None:
    """The `user_id` that filters select, if they select nothing else; else None."""
    user = user_of(filters)
    return user if user is not None and filters == Filters(metadata={USER_ID: user}) else None


def filters_of(given: Filters | Mapping[str, object] | None, scope: Scope) -> Filters | None:
    """The filters, given as a record or by name, restricted to the scope. Raises InvalidInput."""
    filters = given if isinstance(given, Filters) or given is None else _filters_by_name(given)
    if not scope:
        return filters
    filters = filters or Filters()
    return replace(
        filters,
        session=_only_value(filters.session, "session", scope, "run_id"),
        agent=_only_value(filters.agent, "agent", scope, "agent_id"),
        metadata={**(filters.metadata or {}), **scope_metadata(scope)} or None,
    )


def _filters_by_name(given: Mapping[str, object]) -> Filters:
    scope = cast(Scope, {name: given[name] for name in Scope.__annotations__ if name in given})
    for name, value in scope.items():
        if not isinstance(value, str):
            raise InvalidInput(f"filters: {name} is {value!r:.80}; give text.")
    names = [field.name for field in fields(Filters)]
    if unknown := sorted(set(given) - set(names) - set(scope)):
        raise InvalidInput(
            f"filters has {unknown}; give some of {', '.join([*names, *Scope.__annotations__])}."
        )
    others: Any = {name: value for name, value in given.items() if name not in scope}
    return filters_of(Filters(**others), scope) or Filters()


def _only_value(given: str | None, name: str, scope: Scope, scope_name: str) -> str | None:
    """The value that is given by either name. Raises InvalidInput if both are given and differ."""
    value = cast(Mapping[str, str], scope).get(scope_name)
    if value is None:
        return given
    if given is not None and given != value:
        raise InvalidInput(f"{name} is {given!r:.80} and {scope_name} is {value!r:.80}; give one of them.")
    return checked_name(value, scope_name)
