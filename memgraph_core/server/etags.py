"""Entity tags: a client that already has the current answer to a GET request receives the status 304 without the body."""

from hashlib import blake2b

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_PREFIX = "/v1/"


class EntityTags:
    """Adds an `ETag` to the answers of GET requests under `/v1`, and compares it with `If-None-Match`.

    The tag is a hash of the body, so the verb runs in any case: this saves the transfer, not the search.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["method"] != "GET" or not scope["path"].startswith(_PREFIX):
            await self._app(scope, receive, send)
            return
        known = Headers(scope=scope).get("if-none-match", "")
        start: Message = {}
        body = bytearray()

        async def tagged(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
                if _is_stream(start):
                    await send(message)
                return
            if _is_stream(start):
                await send(message)
                return
            body.extend(message.get("body", b""))
            if not message.get("more_body", False):
                for each in _answer(start, bytes(body), known):
                    await send(each)

        await self._app(scope, receive, tagged)


def _is_stream(start: Message) -> bool:
    """Whether the answer is a stream of events, which is sent as it comes and has no tag."""
    return Headers(raw=start["headers"]).get("content-type", "").startswith("text/event-stream")


def _answer(start: Message, body: bytes, known: str) -> tuple[Message, Message]:
    """The messages of the answer with its tag; without the body if the client has it. An error has no tag."""
    end: Message = {"type": "http.response.body", "body": body}
    if start["status"] != 200:
        return start, end
    tag = f'W/"{blake2b(body, digest_size=16).hexdigest()}"'
    headers = MutableHeaders(raw=list(start["headers"]))
    headers["ETag"] = tag
    headers["Cache-Control"] = "private, no-cache"
    if tag not in [each.strip() for each in known.split(",")]:
        return {**start, "headers": headers.raw}, end
    del headers["Content-Length"], headers["Content-Type"]
    return {**start, "status": 304, "headers": headers.raw}, {**end, "body": b""}
