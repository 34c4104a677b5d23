"""The route of the stream of changes: server-sent events, as the HTML standard describes them."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from memgraph_core.errors import StoreUnavailable
from memgraph_core.memory import Memory
from memgraph_core.records.changes import Change
from memgraph_core.server.event_streams import ChangeFeed, EventStreams, counts_of
from memgraph_core.server.principals import Principal
from memgraph_core.server.rest import PROBLEMS, By, Namespace

router = APIRouter(prefix="/v1", responses=PROBLEMS, tags=["read"])

MEDIA_TYPE = "text/event-stream"
_MAX_SECONDS = 3_600.0  # seconds
_MAX_SECONDS_UNASKED = 2.0  # seconds, for a client that does not accept the media type by its name
_BETWEEN_POLLS = 1.0  # seconds
_BETWEEN_HEARTBEATS = 15.0  # seconds
_EXAMPLE = """retry: 3000

id: 4f1c3ab09d2e77c1
event: supersede
data: {"uid": "4f1c3ab09d2e77c1", "verb": "supersede", "by": "engine", "at": "2026-06-20T09:00:00+00:00", "counts": {"facts": 1}}

: heartbeat

"""

_EVENT_SCHEMA = {
    "type": "object",
    "description": "One event of the stream.",
    "properties": {
        "id": {"type": "string", "description": "The uid of the change."},
        "event": {"type": "string", "description": "The verb of the decision, or `missed`."},
        "data": {"type": "string", "description": "A JSON object with uid, verb, by, at and counts."},
        "retry": {"type": "integer", "description": "Milliseconds after which a client connects again."},
    },
}

Seconds = Annotated[
    float, Query(ge=0, le=_MAX_SECONDS, description="The stream ends after this time. 0 ends it at once.")
]
LastEventId = Annotated[
    str | None,
    Header(
        alias="Last-Event-ID",
        max_length=1_000,
        description="The uid of a change: the stream begins after it. Default: it begins now.",
    ),
]


class _EventStream(StreamingResponse):
    """A stream that reports its end, however it ends."""

    media_type = MEDIA_TYPE

    def __init__(self, content: AsyncGenerator[str], on_end: Callable[[], None]) -> None:
        super().__init__(content, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        self._on_end = on_end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._on_end()


@router.get(
    "/events",
    summary="Changes as they are made",
    response_class=StreamingResponse,
    responses={200: {"content": {MEDIA_TYPE: {"schema": _EVENT_SCHEMA, "example": _EXAMPLE}}}},
)
def events(
    by: By,
    request: Request,
    namespace: Namespace = None,
    seconds: Seconds = _MAX_SECONDS,
    last_event_id: LastEventId = None,
) -> StreamingResponse:
    """The decisions that `GET /v1/changes` lists, oldest first, each within about a second; without memory text.

    The name of an event is the verb of the decision. An event `missed` means that the change of `Last-Event-ID` is unknown,
    and that the stream begins now. Send `Accept: text/event-stream`: without it, the stream ends after two seconds at most.
    A principal may have five open streams.
    """
    streams = by.access.streams
    name = by.principal.name

    def begin(memory: Memory) -> ChangeFeed:
        streams.begin(name)
        try:
            return ChangeFeed(memory, last_event_id)
        except BaseException:
            streams.end(name)
            raise

    feed = by.run("read", "events", namespace, begin)
    present: Callable[[], Awaitable[Principal | None]] = request.scope["present_principal"]

    async def is_allowed() -> bool:
        principal = await present()
        return principal is not None and principal.may("read", feed.namespace)

    is_asked_for = MEDIA_TYPE in request.headers.get("accept", "")
    limit = seconds if is_asked_for else min(seconds, _MAX_SECONDS_UNASKED)
    return _EventStream(_events(feed, streams, limit, is_allowed), lambda: streams.end(name))


async def _events(
    feed: ChangeFeed, streams: EventStreams, seconds: float, is_allowed: Callable[[], Awaitable[bool]]
) -> AsyncGenerator[str]:
    """The text of the stream. It ends after `seconds`, when the server stops, and when the grant ends."""
    end = time.monotonic() + seconds
    yield "retry: 3000\n\n"
    if feed.missed:
        yield "event: missed\ndata: {}\n\n"
    sent_at = time.monotonic()
    while await is_allowed():
        try:
            for change in await run_in_threadpool(feed.new):
                yield event_text(change)
                sent_at = time.monotonic()
        except StoreUnavailable:  # the next poll may succeed
            yield ": the database does not answer\n\n"
        left = end - time.monotonic()
        if left <= 0 or streams.is_closed:
            return
        if time.monotonic() - sent_at >= _BETWEEN_HEARTBEATS:
            yield ": heartbeat\n\n"
            sent_at = time.monotonic()
        await asyncio.sleep(min(_BETWEEN_POLLS, left))


def event_text(change: Change) -> str:
    """A change as an event. It contains no memory text, and not the reason that a person gave."""
    data = {
        "uid": change.uid,
        "verb": change.kind,
        "by": change.by,
        "at": change.at.isoformat(),
        "counts": counts_of(change),
    }
    return f"id: {change.uid}\nevent: {change.kind}\ndata: {json.dumps(data)}\n\n"
