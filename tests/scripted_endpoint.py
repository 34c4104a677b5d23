"""A scripted language model: a small HTTP server that implements Chat Completions.

It simulates good, slow, broken, truncated, hostile, busy and unreachable models. `python tests/scripted_endpoint.py` runs
`plain_reader` until it is interrupted, for a demo without a model.
"""

import json
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Messages = Sequence[Mapping[str, str]]
Say = str | Callable[[Messages], str]  # a text, or a function of the messages


@dataclass(frozen=True, kw_only=True)
class Reply:
    """One answer of the server."""

    say: Say = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    wait: float = 0.0  # seconds before it answers
    finish: str = "stop"  # "length" for a truncated answer
    raw: str | None = None  # this body instead of a completion
    hangs_up: bool = False  # close the connection without an answer


BUSY = Reply(status=429, headers={"Retry-After": "0"})
BROKEN = Reply(status=500)


@dataclass(frozen=True)
class Request:
    """A received request."""

    body: Mapping[str, Any]
    headers: Mapping[str, str]
    at: float  # monotonic clock

    @property
    def text(self) -> str:
        """All messages, one after the other; of messages with images, their parts as JSON."""
        contents = (message["content"] for message in self.body["messages"])
        return "\n".join(each if isinstance(each, str) else json.dumps(each) for each in contents)

    @property
    def format(self) -> str:
        """The type of the response format; empty if none."""
        return (self.body.get("response_format") or {"type": ""})["type"]


class ScriptedEndpoint:
    """Answers each request with the next entry of `script`, afterwards with `always`.

    `knows` are the supported response formats, `options` the supported options. A request with any other is refused
    as real endpoints refuse it.
    """

    def __init__(self, always: Reply | Say = "{}") -> None:
        self.script: list[Reply | Say] = []
        self.always = always
        self.knows = {"json_schema", "json_object", ""}
        self.options = {"temperature", "max_tokens"}
        self.requests: list[Request] = []
        self.max_concurrent = 0
        self._running = 0
        self._lock = threading.Lock()
        self.closing = threading.Event()  # ends the waits of delayed answers
        self.server = _server_of(self)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"
        self._thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})

    def __enter__(self) -> "ScriptedEndpoint":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self.server.shutdown()
        self._thread.join()
        self.server.server_close()

    def next_reply(self, request: Request) -> Reply:
        """Record a request and return its reply."""
        with self._lock:
            self.requests.append(request)
            self._running += 1
            self.max_concurrent = max(self.max_concurrent, self._running)
            if refusal := self._refusal(request):
                return refusal
            reply = self.script.pop(0) if self.script else self.always
        return reply if isinstance(reply, Reply) else Reply(say=reply)

    def finish_request(self) -> None:
        """Record that a request was answered."""
        with self._lock:
            self._running -= 1

    def _refusal(self, request: Request) -> Reply | None:
        if request.format not in self.knows:
            return _refused(f"'response_format' of type '{request.format}' is not supported")
        for option in ("temperature", "max_tokens"):
            if option in request.body and option not in self.options:
                return _refused(f"Unsupported parameter: '{option}'")
        return None


def _refused(why: str) -> Reply:
    return Reply(status=400, raw=json.dumps({"error": {"message": why, "type": "invalid_request_error"}}))


def plain_reader(messages: Messages) -> str:
    """A simple correct model: one note per turn to read, in the words of the turn."""
    lines = messages[1]["content"].splitlines()
    turns = [json.loads(line) for line in lines if line.startswith('{"turn"')]
    notes = [
        {"turn": turn["turn"], "text": f"{turn['speaker']}: {turn['text']}", "importance": 5}
        for turn in turns
        if not turn["text"].endswith(("?", "？"))
    ]
    return json.dumps({"entities": [], "notes": notes, "neighbours": []})


def turns_asked(request: Request) -> list[str]:
    """The texts of the turns to read in a request."""
    lines = request.body["messages"][1]["content"].splitlines()
    return [json.loads(line)["text"] for line in lines if line.startswith('{"turn"')]


def unreachable_url() -> str:
    """The address of an endpoint that does not exist."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{unused.getsockname()[1]}/v1"


def completion(text: str, request: Request, finish: str = "stop") -> dict[str, Any]:
    """The JSON body of an answer."""
    tokens_in, tokens_out = len(request.text) // 4, len(text) // 4
    message = {"role": "assistant", "content": text}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_790_000_000,
        "model": request.body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
        "usage": {
            "prompt_tokens": tokens_in,
            "completion_tokens": tokens_out,
            "total_tokens": tokens_in + tokens_out,
        },
    }


def _streamed(text: str, request: Request, finish: str) -> str:
    whole = completion(text, request, finish)
    piece = {k: whole[k] for k in ("id", "created", "model")} | {"object": "chat.completion.chunk"}
    deltas: list[dict[str, Any]] = [
        {"index": 0, "delta": {"role": "assistant", "content": text}, "finish_reason": None},
        {"index": 0, "delta": {}, "finish_reason": finish},
    ]
    lines = [json.dumps(piece | {"choices": [delta]}) for delta in deltas]
    return "".join(f"data: {line}\n\n" for line in (*lines, "[DONE]"))


def _content(reply: Reply, request: Request) -> tuple[str, str]:
    """The content type and the text of a body."""
    text = reply.say(request.body["messages"]) if callable(reply.say) else reply.say
    if reply.raw is not None:
        return "application/json", reply.raw
    if reply.status >= 400:
        return "application/json", json.dumps({"error": {"message": f"status {reply.status}"}})
    if request.body.get("stream"):
        return "text/event-stream", _streamed(text, request, reply.finish)
    return "application/json", json.dumps(completion(text, request, reply.finish))


def _server_of(endpoint: ScriptedEndpoint) -> ThreadingHTTPServer:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            headers = {name.lower(): value for name, value in self.headers.items()}
            request = Request(body, headers, time.monotonic())
            if not self.path.endswith("/chat/completions"):
                self.answer(Reply(status=404, raw=f"no such path: {self.path}"), request)
                return
            reply = endpoint.next_reply(request)
            try:
                endpoint.closing.wait(reply.wait)
                if not reply.hangs_up:
                    self.answer(reply, request)
            finally:
                endpoint.finish_request()

        def answer(self, reply: Reply, request: Request) -> None:
            kind, content = _content(reply, request)
            encoded = content.encode("utf-8", "surrogatepass")
            self.send_response(reply.status)
            headers = {"Content-Type": kind, "Content-Length": str(len(encoded))} | dict(reply.headers)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            with suppress(BrokenPipeError, ConnectionResetError):  # the client did not wait
                self.wfile.write(encoded)

        def log_message(self, *_: object) -> None:
            pass

    return ThreadingHTTPServer(("127.0.0.1", 0), Handler)


def main() -> None:
    """Run `plain_reader` until interrupted."""
    with ScriptedEndpoint(plain_reader) as endpoint:
        print(
            f"OPENAI_BASE_URL={endpoint.url} MEMGRAPH_CORE_LLM=scripted MEMGRAPH_CORE_EXTRACTOR=llm",
            flush=True,
        )
        with suppress(KeyboardInterrupt):
            endpoint.closing.wait()


if __name__ == "__main__":
    main()
