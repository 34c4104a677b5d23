"""Routes for the Python client of Mem0 (`mem0.MemoryClient`, version 2). A program changes only its `host` and its key.

What Mem0 calls a memory is a note, or a turn without notes. Options of Mem0's models are accepted and have no effect.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal, cast

from fastapi import APIRouter, Body, Path, Query, Request
from starlette.exceptions import HTTPException

from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory
from memgraph_core.records.graph import Note, Turn
from memgraph_core.records.representation import without_speaker
from memgraph_core.records.scope import USER_ID
from memgraph_core.records.validation import local_moment
from memgraph_core.server.rest import By

router = APIRouter(include_in_schema=False)  # described in docs/how-to/serve.md

Object = dict[str, Any]
Given = Annotated[Object, Body()]
Uid = Annotated[str, Path(max_length=1_000)]
Owner = Literal["user", "agent", "run", "app"]

_APP = "app_id"  # kept in the metadata
_SCOPE = (USER_ID, "agent_id", "run_id", _APP)
_ANY = "*"  # as a value of a filter: no restriction
_MAX_LISTED = 10_000  # newest turns whose owners are listed
_PAGE = 100
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


@router.get("/v1/ping/")
def ping(by: By) -> Object:
    """Confirm that the key is valid. The client requires an organisation and a project; this server does not use them."""
    return {"status": "ok", "user_email": by.principal.name, "org_id": "local", "project_id": "local"}


@router.post("/v3/memories/add/")
def add(by: By, body: Given) -> Object:
    """Add messages. The result lists the notes that were written."""
    messages = body.get("messages")
    if not isinstance(messages, list):
        raise InvalidInput("messages is missing; give a list of messages with role and content.")
    scope = {name: body[name] for name in _SCOPE if body.get(name) is not None}
    metadata = {**_object(body, "metadata"), **({_APP: scope.pop(_APP)} if _APP in scope else {})}
    said_at = body.get("timestamp")
    if said_at is not None and (isinstance(said_at, bool) or not isinstance(said_at, int | float)):
        raise InvalidInput(f"timestamp is {said_at!r:.80}; give seconds since 1970.")

    def work(memory: Memory) -> list[Object]:
        given: Any = {"metadata": metadata, "said_at": said_at and _moment(said_at), **scope}
        receipt = memory.add(cast(list[object], messages), **given)
        notes = memory.notes([uid for turn in (*receipt.turns, *receipt.earlier) for uid in turn.notes])
        turns = _turns(memory, [note.turns[0] for note in notes])
        return [
            {"id": note.uid, "memory": _text(note, turns[note.turns[0]]), "event": "ADD"} for note in notes
        ]

    return {"results": by.run("write", "add", None, work)}


@router.post("/v3/memories/search/")
def search(by: By, body: Given) -> Object:
    """Memories for a query, best first. The score is the part of the query that a memory covers, from 0 to 1."""
    query, wanted, threshold = body.get("query"), body.get("top_k") or 10, body.get("threshold") or 0.0
    if not isinstance(query, str) or isinstance(threshold, bool) or not isinstance(threshold, int | float):
        raise InvalidInput(
            "query is missing, or threshold is not a number; give a text, and a number from 0 to 1."
        )

    def work(memory: Memory) -> list[Object]:
        hits = memory.search(query, limit=wanted, **_within(body))
        turns = _turns(memory, [hit.turns[0] for hit in hits])
        return [
            {**_memory(hit.note or turns[hit.turns[0]], turns), "score": round(hit.support, 4)}
            for hit in hits
            if hit.support >= threshold
        ]

    return {"results": by.run("read", "search", None, work)}


@router.post("/v3/memories/")
def get_all(
    by: By,
    request: Request,
    body: Given,
    page: Annotated[int, Query(ge=1, le=10_000)] = 1,
    page_size: Annotated[int, Query(ge=1, le=1_000)] = _PAGE,
) -> Object:
    """A page of memories, newest first."""
    within = _within(body)

    def work(memory: Memory) -> tuple[int, list[Object], bool]:
        cursor, found = None, memory.list_notes(limit=page_size, **within)
        for _ in range(page - 1):
            cursor = found.cursor
            if cursor is None:
                return memory.count("notes", **within), [], False
            found = memory.list_notes(limit=page_size, cursor=cursor, **within)
        turns = _turns(memory, [note.turns[0] for note in found])
        return (
            memory.count("notes", **within),
            [_memory(note, turns) for note in found],
            found.cursor is not None,
        )

    count, results, has_more = by.run("read", "list_notes", None, work)

    def address(number: int) -> str:
        return str(request.url.include_query_params(page=number, page_size=page_size))

    following, before = address(page + 1) if has_more else None, address(page - 1) if page > 1 else None
    return {"count": count, "next": following, "previous": before, "results": results}


@router.get("/v1/memories/{uid}/")
def get(by: By, uid: Uid) -> Object:
    """One memory."""
    return by.run("read", "get", None, lambda memory: _found(memory, uid))


@router.put("/v1/memories/{uid}/")
def update(by: By, uid: Uid, body: Given) -> Object:
    """Correct the text of a memory."""
    text = body.get("text")
    if not isinstance(text, str) or set(body) != {"text"}:
        raise InvalidInput("only the text of a memory can be changed; give text.")

    def work(memory: Memory) -> Object:
        _found(memory, uid)
        updated = memory.update(uid, text)
        present = memory.get(uid) or memory.get(updated.turn)
        return _memory(cast(Note | Turn, present), _turns(memory, [updated.turn]))

    return by.run("write", "update", None, work)


@router.delete("/v1/memories/{uid}/")
def delete(by: By, uid: Uid) -> Object:
    """Delete a memory with the turns that it was derived from."""

    def work(memory: Memory) -> Object:
        _found(memory, uid)
        is_note = isinstance(memory.get(uid), Note)
        memory.forget(**cast(Any, {"notes" if is_note else "turns": [uid]}))
        return {"message": "Memory deleted successfully!"}

    return by.run("forget", "forget", None, work)


@router.delete("/v1/memories/")
def delete_all(by: By, request: Request) -> Object:
    """Delete the memories of a user, an agent, a run or an app."""
    scope = {name: request.query_params[name] for name in _SCOPE if name in request.query_params}
    if not scope or _ANY in scope.values():
        raise InvalidInput(
            "give user_id, agent_id, run_id or app_id; POST /v1/forget deletes a whole namespace."
        )
    return _forget(by, scope)


@router.get("/v1/memories/{uid}/history/")
def history(by: By, uid: Uid) -> list[Object]:
    """The first text of a memory and its corrections, oldest first."""

    def work(memory: Memory) -> list[Object]:
        shown = _found(memory, uid)
        states = memory.history(uid)
        turn = (states.turns if states else memory.turns([uid]))[0]
        texts = [shown["memory"]] if not turn.corrections else [*turn.all_texts]
        times = [turn.recorded_at, *(correction.at for correction in turn.corrections)]
        return [
            {
                "id": f"{uid}:{number}",
                "memory_id": uid,
                "old_memory": texts[number - 1] if number else None,
                "new_memory": text,
                "event": "UPDATE" if number else "ADD",
                "created_at": at,
                "updated_at": at,
            }
            for number, (text, at) in enumerate(zip(texts, times, strict=True))
        ]

    return by.run("read", "history", None, work)


@router.get("/v1/entities/")
def users(by: By) -> Object:
    """The users, agents, runs and apps of the newest 10,000 turns, with the numbers of their turns."""

    def work(memory: Memory) -> list[Object]:
        counts = Counter(owner for turn in _newest_turns(memory) for owner in _owners(turn))
        return [
            {"id": name, "name": name, "type": kind, "total_memories": count}
            for (kind, name), count in sorted(counts.items())
        ]

    found = by.run("read", "list_turns", None, work)
    return {"count": len(found), "results": found}


@router.delete("/v2/entities/{kind}/{name}/")
def delete_user(by: By, kind: Owner, name: Uid) -> Object:
    """Delete the memories of one user, agent, run or app."""
    return _forget(by, {f"{kind}_id": name})


def _forget(by: By, scope: Mapping[str, str]) -> Object:
    def work(memory: Memory) -> Object:
        memory.forget(**_within({"filters": scope}))
        return {"message": "Memories deleted successfully!"}

    return by.run("forget", "forget", None, work)


def _within(body: Mapping[str, Any]) -> dict[str, Any]:
    """The filters of Mem0 as `filters` and identifiers of this package. Raises InvalidInput for a filter that it does not have."""
    conditions = _joined(_conditions(_object(body, "filters")), "the filters")
    scope = {name: conditions.pop(name) for name in _SCOPE if name in conditions}
    metadata = conditions.pop("metadata", None)
    created = conditions.pop("created_at", {})
    if conditions or not isinstance(created, Mapping) or created.keys() - {"gte", "lt", "lte"}:
        raise InvalidInput(
            f"the filters {sorted(conditions) or created!r} are not supported; give user_id, agent_id, run_id, app_id, "
            "metadata and created_at (gte, lt, lte), joined by AND."
        )
    times = cast(Mapping[str, Any], created)
    filters = {"since": times.get("gte"), "until": _end_of(times), "metadata": metadata}
    return {"filters": {name: value for name, value in filters.items() if value is not None}, **scope}


def _conditions(filters: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The filters as pairs of name and value, with those inside `AND`. Filters that restrict nothing are left out.

    An app is a condition on the metadata.
    """
    for name, value in filters.items():
        if name == "AND" and isinstance(value, list):
            for part in cast(list[Any], value):
                yield from _conditions(_object({"filters": part}, "filters"))
        elif name == "metadata":
            yield from ((name, {key: each}) for key, each in _object(filters, name).items())
        elif value not in (None, _ANY):
            yield ("metadata", {_APP: value}) if name == _APP else (name, value)


def _joined(conditions: Iterable[tuple[str, Any]], what: str) -> Object:
    """Conditions that all must hold, by name; the keys of objects are joined. Raises InvalidInput for two values of one name."""
    found: Object = {}
    for name, value in conditions:
        known = found.get(name, value)
        if isinstance(known, Mapping) and isinstance(value, Mapping):
            parts = [*cast(Object, known).items(), *cast(Object, value).items()]
            found[name] = _joined(parts, name)
        elif known == value:
            found[name] = value
        else:
            raise InvalidInput(f"{what} have two values of {name!r:.80}; give one.")
    return found


def _end_of(times: Mapping[str, Any]) -> object:
    """The end of a period, exclusive, for `lt` or `lte`. A day that is given for `lte` is included, as a moment is."""
    if "lte" not in times:
        return times.get("lt")
    if "lt" in times:
        raise InvalidInput("created_at has lt and lte; give one of them.")
    last = local_moment(times["lte"], "lte")
    try:
        end = last + (
            timedelta(days=1) if _DAY.fullmatch(times["lte"].strip()) else timedelta(microseconds=1)
        )
    except OverflowError as e:
        raise InvalidInput(f"lte is {last.isoformat()}; give an earlier time.") from e
    return end.isoformat()


def _object(body: Mapping[str, Any], name: str) -> Object:
    value = body.get(name) or dict[str, Any]()
    if not isinstance(value, dict):
        raise InvalidInput(f"{name} is {value!r:.80}; give an object.")
    return cast(Object, value)


def _moment(seconds: float) -> datetime:
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, OSError, ValueError) as e:
        raise InvalidInput(f"timestamp is {seconds!r:.80}; give seconds since 1970.") from e


def _found(memory: Memory, uid: str) -> Object:
    """The memory with this uid. Raises HTTPException 404 for an unknown one."""
    record = memory.get(uid)
    if not isinstance(record, Note | Turn):
        raise HTTPException(404)
    turns = _turns(memory, [record.turns[0]]) if isinstance(record, Note) else {record.uid: record}
    return _memory(record, turns)


def _memory(record: Note | Turn, turns: Mapping[str, Turn]) -> Object:
    """A note or a turn with the fields of Mem0."""
    turn = turns[record.turns[0]] if isinstance(record, Note) else record
    metadata = dict(turn.metadata)
    return {
        "id": record.uid,
        "memory": _text(record, turn),
        "user_id": metadata.pop(USER_ID, None),
        "agent_id": turn.agent,
        "run_id": _run_of(turn),
        "app_id": metadata.pop(_APP, None),
        "metadata": metadata or None,
        "categories": list(record.tags) if isinstance(record, Note) else [],
        "created_at": turn.at,
        "updated_at": turn.corrected_at or turn.recorded_at,
    }


def _text(record: Note | Turn, turn: Turn) -> str:
    """The text without the name of the speaker at its beginning: Mem0 gives the user or the agent separately."""
    return without_speaker(record.text, turn.speaker)


def _turns(memory: Memory, uids: Sequence[str]) -> dict[str, Turn]:
    return {turn.uid: turn for turn in memory.turns(list(dict.fromkeys(uids)))}


def _newest_turns(memory: Memory) -> Iterator[Turn]:
    """The newest `_MAX_LISTED` turns, newest first."""
    cursor, number = None, 0
    while number < _MAX_LISTED:
        page = memory.list_turns(limit=1_000, cursor=cursor)
        yield from page
        number, cursor = number + len(page), page.cursor
        if cursor is None:
            return


def _run_of(turn: Turn) -> str | None:
    """The run of a turn: its session. None if the turn was added without a run."""
    return None if turn.session in ("default", turn.metadata.get(USER_ID)) else turn.session


def _owners(turn: Turn) -> Iterator[tuple[str, str]]:
    """The kind and the name of each user, agent, run and app that a turn belongs to."""
    for kind, name in (
        ("user", turn.metadata.get(USER_ID)),
        ("agent", turn.agent),
        ("run", _run_of(turn)),
        ("app", turn.metadata.get(_APP)),
    ):
        if isinstance(name, str):
            yield kind, name
