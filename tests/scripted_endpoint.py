"""A language model that says what a script tells it to: a small HTTP server speaking Chat Completions.

It plays models that are good, slow, broken, cut off, hostile, busy or gone. `python tests/scripted_endpoint.py` plays a
plain reader until it is interrupted, for a demo without a model.
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
Say = str | Callable[[Messages], str]  # a text, or what makes it of the messages


@dataclass(frozen=True, kw_only=True)
class Reply:
    """One answer of the server."""

    say: Say = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    wait: float = 0.0  # seconds before it answers
    finish: str = "stop"  # "length": it was cut
    raw: str | None = None  # this body instead of a completion
    hangs_up: bool = False  # no answer at all


BUSY = Reply(status=429, headers={"Retry-After": "0"})
BROKEN = Reply(status=500)


@dataclass(frozen=True)
class Request:
    """What it was asked."""

    body: Mapping[str, Any]
    headers: Mapping[str, str]
    at: float  # by the monotonic clock

    @property
    def text(self) -> str:
        """All messages, one after the other."""
        return "\n".join(message["content"] for message in self.body["messages"])

    @property
    def format(self) -> str:
        """How the answer is to be held to a schema."""
        return (self.body.get("response_format") or {"type": ""})["type"]


class ScriptedEndpoint:
    """Answers each request with the next of `script`, and when that has come to its end with `always`.

    `knows` are the response formats that it accepts, `options` the further ones; a request with another is refused
    as real endpoints do.
    """

    def __init__(self, always: Reply | Say = "{}") -> None:
        self.script: list[Reply | Say] = []
        self.always = always
        self.knows = {"json_schema", "json_object", ""}
        self.options = {"temperature", "max_tokens"}
        self.requests: list[Request] = []
        self.most_at_once = 0
        self._now = 0
        self._lock = threading.Lock()
        self.closing = threading.Event()  # nobody is kept waiting by an answer that is still to come
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
        """What a request is answered."""
        with self._lock:
            self.requests.append(request)
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
            if refusal := self._refusal(request):
                return refusal
            reply = self.script.pop(0) if self.script else self.always
        return reply if isinstance(reply, Reply) else Reply(say=reply)

    def is_done(self) -> None:
        """A request has its answer."""
        with self._lock:
            self._now -= 1

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
    """A model that is good and has no imagination: a note for every turn that it is to read, in the words of the turn."""
    lines = messages[1]["content"].splitlines()
    turns = [json.loads(line) for line in lines if line.startswith('{"turn"')]
    notes = [
        {"turn": turn["turn"], "text": f"{turn['speaker']}: {turn['text']}", "importance": 5}
        for turn in turns
        if not turn["text"].endswith(("?", "？"))
    ]
    return json.dumps({"entities": [], "notes": notes, "neighbours": []})


def turns_asked(request: Request) -> list[str]:
    """The texts of the turns that a request is to read."""
    lines = request.body["messages"][1]["content"].splitlines()
    return [json.loads(line)["text"] for line in lines if line.startswith('{"turn"')]


def nobody_listens() -> str:
    """The address of an endpoint that is not there."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{unused.getsockname()[1]}/v1"


def completion(text: str, request: Request, finish: str = "stop") -> dict[str, Any]:
    """The body of an answer."""
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
    """The type and the text of a body."""
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
                endpoint.is_done()

        def answer(self, reply: Reply, request: Request) -> None:
            kind, content = _content(reply, request)
            encoded = content.encode("utf-8", "surrogatepass")
            self.send_response(reply.status)
            headers = {"Content-Type": kind, "Content-Length": str(len(encoded))} | dict(reply.headers)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            with suppress(BrokenPipeError, ConnectionResetError):  # who asked did not wait
                self.wfile.write(encoded)

        def log_message(self, *_: object) -> None:
            pass

    return ThreadingHTTPServer(("127.0.0.1", 0), Handler)


def main() -> None:
    """Be a plain reader until interrupted."""
    with ScriptedEndpoint(plain_reader) as endpoint:
        print(
            f"OPENAI_BASE_URL={endpoint.url} MEMGRAPH_CORE_LLM=scripted MEMGRAPH_CORE_EXTRACTOR=llm",
            flush=True,
        )
        with suppress(KeyboardInterrupt):
            endpoint.closing.wait()


if __name__ == "__main__":
    main()
