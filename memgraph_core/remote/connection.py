"""Sends requests to a server, repeats them where that is safe, and raises the errors that the server reports."""

import random
import time
from collections.abc import Mapping
from typing import Any, cast

import httpx

from memgraph_core.config import masked_url
from memgraph_core.errors import Forbidden, InvalidInput, MemgraphError, StoreError, StoreUnavailable
from memgraph_core.remote.problems import error_of, error_of_status

_ATTEMPTS = 4
_FIRST_PAUSE, _LONGEST_PAUSE = 0.2, 5.0  # seconds
_CONNECT_SECONDS = 2.0
_ANSWER_SECONDS = 120.0
_LONG_ANSWER_SECONDS = 900.0
_NO_VALID_TOKEN = 401
_REFUSED = 429  # the server did not begin the request
_UNAVAILABLE = (502, 503, 504)


class Connection:
    """An HTTP client of one server. Threads may share it."""

    def __init__(self, client: httpx.Client) -> None:
        """Use a client with the address of the server and the token in its headers."""
        self._client = client

    @classmethod
    def open(cls, address: str, token: str | None) -> "Connection":
        """A connection to `http://host:port`. Nothing is sent yet.

        Raises InvalidInput for an address that is not a URL, and for a token with characters that no token has.
        """
        if token is not None and not (token.isascii() and token.isprintable()):
            raise InvalidInput(
                "the token has characters that no token has. Give it as `token create` printed it."
            )
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        timeout = httpx.Timeout(_ANSWER_SECONDS, connect=_CONNECT_SECONDS)
        try:
            return cls(httpx.Client(base_url=address, headers=headers, timeout=timeout))
        except httpx.InvalidURL as e:
            raise InvalidInput(
                f"{masked_url(address)!r:.200} is not an address: {e}. Give one such as http://host:8765."
            ) from e

    @property
    def address(self) -> str:
        """The address of the server, without a password."""
        return masked_url(str(self._client.base_url))

    def get(self, path: str, parameters: Mapping[str, str]) -> dict[str, Any]:
        """The JSON object that the server returns for a GET request.

        The request is sent at most four times while the server does not answer. Raises the errors of `post`.
        """
        return self._send("GET", path, parameters, None, repeatable=True, long=False)

    def post(
        self, path: str, parameters: Mapping[str, str], body: object, *, repeatable: bool, long: bool
    ) -> dict[str, Any]:
        """The JSON object that the server returns for a POST request. The request is sent at most four times.

        A request that is not `repeatable` is sent again only if the server has certainly not begun it. The client waits 15
        minutes for the answer to a `long` request, and two minutes for others. Raises the error that the server reports,
        StoreUnavailable if it does not answer, and StoreError if the answer is not a JSON object.
        """
        return self._send("POST", path, parameters, body, repeatable=repeatable, long=long)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _send(
        self,
        method: str,
        path: str,
        parameters: Mapping[str, str],
        body: object,
        *,
        repeatable: bool,
        long: bool,
    ) -> dict[str, Any]:
        timeout = (
            httpx.Timeout(_LONG_ANSWER_SECONDS, connect=_CONNECT_SECONDS)
            if long
            else httpx.USE_CLIENT_DEFAULT
        )
        for attempt in range(1, _ATTEMPTS + 1):
            is_last = attempt == _ATTEMPTS
            pause = _pause(attempt)
            try:
                answer = self._client.request(method, path, params=parameters, json=body, timeout=timeout)
            except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as e:
                if is_last:
                    raise self._unavailable(e) from e
            except httpx.TransportError as e:
                if is_last or not repeatable:
                    raise self._unavailable(e) from e
            else:
                if answer.is_success:
                    return _object_of(answer)
                may_repeat = answer.status_code == _REFUSED or (
                    repeatable and answer.status_code in _UNAVAILABLE
                )
                if is_last or not may_repeat:
                    raise _error_of(answer)
                pause = max(pause, _seconds_to_wait(answer))
            time.sleep(pause)
        raise AssertionError("the last attempt returns or raises")

    def _unavailable(self, error: Exception) -> StoreUnavailable:
        reason = str(error) or type(error).__name__
        return StoreUnavailable(
            f"the server {self.address} does not answer ({reason}). Is `memgraph-core serve` running there?"
        )


def _pause(attempt: int) -> float:
    """Seconds to wait after an attempt (from 1) that failed.

    They double with each attempt, and are partly random, so that several clients do not repeat at the same time.
    """
    return min(_FIRST_PAUSE * 2 ** (attempt - 1), _LONGEST_PAUSE) * random.uniform(0.5, 1.0)


def _seconds_to_wait(answer: httpx.Response) -> float:
    """The seconds of the header Retry-After, at most `_LONGEST_PAUSE`; 0 if it has no whole number."""
    given = answer.headers.get("Retry-After", "")
    return min(float(given), _LONGEST_PAUSE) if given.isdecimal() else 0.0


def _object_of(answer: httpx.Response) -> dict[str, Any]:
    try:
        found = answer.json()
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise StoreError(
            f"{masked_url(str(answer.url))} did not answer with a JSON object. Is this a server of memgraph-core?"
        )
    return cast(dict[str, Any], found)


def _error_of(answer: httpx.Response) -> MemgraphError:
    """The error that the server reports, with its class and message. If it reports none, the status gives the class."""
    if answer.status_code == _NO_VALID_TOKEN:
        return Forbidden(
            f"{answer.url.host} needs a token that is valid. Give it as `token`, or as the variable MEMGRAPH_CORE_TOKEN."
        )
    try:
        return error_of(cast(dict[str, Any], answer.json()))
    except (ValueError, KeyError, TypeError):
        return error_of_status(
            answer.status_code,
            f"{masked_url(str(answer.url))} answered with the status {answer.status_code}.",
        )
