"""Sends the requests of a hook to a server."""

import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlencode, urlsplit

_SECONDS = 5.0  # for each network operation; most hooks end earlier, see `events.SECONDS`


class Service:
    """A server, given by the configuration of the hooks: `address`, `token`, `namespace` and `speaker`.

    Its methods raise OSError or HTTPException if the server does not answer or reports an error.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        self.speaker: str = config.get("speaker") or "user"
        self._address = urlsplit(str(config["address"]))
        self._token: str | None = config.get("token")
        self._scope = {"namespace": config["namespace"]} if config.get("namespace") else {}

    def context(self, question: str, tokens: int) -> str:
        """What memory knows about a message, as text for a prompt; empty if memory knows nothing about it."""
        body = {"question": question, "tokens": tokens, **self._scope}
        found = self._send("POST", "/v1/context", body)
        # without sources the text says that nothing is known
        return str(found["text"]) if found["turns"] else ""

    def brief(self, since: str, tokens: int) -> dict[str, Any]:
        """What changed since a day (`2026-06-01`), and what is due, as the JSON of `GET /v1/brief`."""
        parameters = urlencode({"since": since, "tokens": tokens, **self._scope})
        return self._send("GET", f"/v1/brief?{parameters}", None)

    def add(self, turns: Sequence[Mapping[str, Any]]) -> None:
        """Add turns. A turn that was added before changes nothing."""
        self._send("POST", "/v1/turns", {"turns": turns, **self._scope})

    def _send(self, method: str, path: str, body: object) -> dict[str, Any]:
        kind = HTTPSConnection if self._address.scheme == "https" else HTTPConnection
        connection = kind(self._address.hostname or "127.0.0.1", self._address.port, timeout=_SECONDS)
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        content = None if body is None else json.dumps(body).encode()
        with closing(connection):
            connection.request(method, f"{self._address.path.rstrip('/')}{path}", content, headers)
            answer = connection.getresponse()
            text = answer.read()
        if answer.status != 200:
            raise HTTPException(f"{path} was answered with the status {answer.status}: {text[:300]!r}")
        return json.loads(text)
