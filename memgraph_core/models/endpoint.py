"""The HTTP client for OpenAI-compatible endpoints: retries, time limits, and a ModelError for every failure."""

import json
import random
import ssl
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Literal

import httpx

from memgraph_core.errors import ConfigError, ModelError, ModelRefused

OPENAI = "https://api.openai.com/v1"

_MAX_TRIES = 3
_BACKOFF = 0.5  # seconds before the second try, doubled before the third
_MAX_WAIT = 20.0  # seconds between two tries where no `patience` is set
_TRANSIENT = frozenset({408, 409, 429})  # and 500 to 599
_REJECTED_CONTENT = frozenset({400, 413, 422})  # statuses for a text that is too long or not accepted
_MAX_DETAIL = 300  # characters of an error body that a message quotes

Post = Callable[[Mapping[str, object]], bytes]


class EndpointRefused(ModelRefused):
    """The endpoint answered with a status that another try will not change."""

    def __init__(self, message: str, status: int, detail: str) -> None:
        super().__init__(message, of_message=status in _REJECTED_CONTENT)
        self.status = status
        self.detail = detail  # the body of the answer


class Endpoint:
    """One API path of an OpenAI-compatible server, for one model. Threads may share it.

    A request is sent up to three times: after a lost connection and after status 408, 409, 429 and 5xx. A
    request that exceeds the timeout is not repeated. Messages name the model and the base URL, never the key.
    """

    def __init__(
        self,
        kind: Literal["embedding", "language"],
        model: str,
        path: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 60.0,
        patience: float | None = None,
        backoff: float = _BACKOFF,
    ) -> None:
        """Checks the address; sends nothing.

        `timeout` is the limit in seconds to connect and to wait for data. `patience` is the longest Retry-After,
        in seconds, that is obeyed; a longer one fails at once, and later requests fail until it has passed.
        Without `patience`, longer ones are cut to 20 s. `backoff` is the wait in seconds before the second try,
        doubled before the third. Raises ConfigError for an unusable `base_url`.
        """
        self._subject = f"The {kind} model {model!r}"
        self._base_url = checked_base_url(base_url or OPENAI, kind)
        self._url = f"{self._base_url}/{path}"
        self._api_key = (api_key or "").strip()
        self._timeout = timeout
        self._patience = patience
        self._backoff = backoff
        self._not_before = 0.0  # monotonic clock; the endpoint asked for no requests before

    @contextmanager
    def connect(self) -> Generator[Post]:
        """A function that sends a JSON body and returns the body of the answer; one connection serves all calls.

        The function raises EndpointRefused, ModelRefused or ModelError.
        """
        headers = {"Content-Type": "application/json"}
        if self._api_key:
            headers["Authorization"] = f"Bearer {self._api_key}"
        try:
            client = httpx.Client(
                headers=headers, timeout=self._timeout, verify=self._certificates, follow_redirects=True
            )
        except (OSError, ValueError, httpx.InvalidURL) as e:  # certificates, key or proxy
            what = self._message(f"cannot be called: {e}")
            raise ModelError(
                f"{what}. Check the API key and the settings for proxies and certificates."
            ) from e
        with client:
            yield lambda body: self._post(client, json.dumps(body).encode())

    def error(self, what: str) -> ModelError:
        """A ModelError whose message starts with the model and its address, followed by `what`."""
        return ModelError(f"{self._message(what)}. Check that the server runs, its address and its load.")

    @cached_property
    def _certificates(self) -> ssl.SSLContext:
        return httpx.create_ssl_context()  # takes 20 ms, so once per endpoint instead of once per client

    def _post(self, client: httpx.Client, body: bytes) -> bytes:
        self._check_rest()
        for attempt in range(_MAX_TRIES):
            is_last = attempt == _MAX_TRIES - 1
            wait = self._backoff * 2**attempt * random.uniform(0.75, 1.25)  # spreads parallel clients
            try:
                response = client.post(self._url, content=body)
            except httpx.TimeoutException as e:
                raise self.error(f"took longer than {self._timeout:g} seconds") from e
            except httpx.RequestError as e:
                if is_last:
                    raise self.error(f"did not answer: {type(e).__name__}: {e}") from e
            else:
                if response.is_success:
                    return response.content
                wait = self._wait_after(response, wait, is_last=is_last)
            time.sleep(wait)
        raise AssertionError("the last try returns or raises")

    def _check_rest(self) -> None:
        rest = self._not_before - time.monotonic()
        if rest > 0:
            raise ModelRefused(
                self._message(f"asked not to be called for {rest:.0f} more seconds. Try again then"), rest
            )

    def _wait_after(self, response: httpx.Response, wait: float, *, is_last: bool) -> float:
        """Seconds until the next try: the Retry-After of the failed answer, else `wait`. Raises if there is no next try."""
        status = response.status_code
        if status not in _TRANSIENT and status < 500:
            raise self._refusal(response)
        retry_after = _retry_after(response)
        exceeds = self._patience is not None and retry_after is not None and retry_after > self._patience
        if is_last or exceeds:
            raise self._overload(response, retry_after)
        return min(wait if retry_after is None else retry_after, self._patience or _MAX_WAIT)

    def _refusal(self, response: httpx.Response) -> EndpointRefused:
        what = self._message(self._answered(response))
        return EndpointRefused(
            f"{what}. Check the model's name, the address and the key.", response.status_code, response.text
        )

    def _overload(self, response: httpx.Response, retry_after: float | None) -> ModelError:
        """The error after the last try; with `patience`, later requests wait until Retry-After has passed."""
        if retry_after is not None and self._patience is not None:
            self._not_before = time.monotonic() + retry_after
        if response.status_code != 429:
            return self.error(self._answered(response))
        when = f"; it asks for a pause of {retry_after:g} seconds" if retry_after is not None else ""
        return ModelRefused(self._message(f"answered 429, too many requests{when}"), retry_after)

    def _answered(self, response: httpx.Response) -> str:
        return f"answered {response.status_code}: {self._masked(response.text)[:_MAX_DETAIL]}"

    def _message(self, what: str) -> str:
        return self._masked(f"{self._subject} at {self._base_url} {what}")

    def _masked(self, text: str) -> str:
        """The text without the key, which some servers repeat in their answers."""
        return text.replace(self._api_key, "…") if self._api_key else text


def checked_base_url(base_url: str, kind: str) -> str:
    """The base URL without a trailing slash. Messages show it, so a password in it is refused.

    Raises ConfigError with the `kind` of model that the URL is for.
    """
    try:
        url = httpx.URL(base_url)
    except httpx.InvalidURL as e:
        raise ConfigError(f"The base URL of the {kind} model is not a URL: {e}.") from e
    if url.scheme not in {"http", "https"} or not url.host:
        raise ConfigError(f"The base URL of the {kind} model is {base_url!r}; http(s)://host/… is accepted.")
    if url.userinfo or url.query:
        raise ConfigError(
            f"The base URL of the {kind} model contains a secret. Give the secret as the API key."
        )
    return str(url).rstrip("/")


def _retry_after(response: httpx.Response) -> float | None:
    """The seconds of the Retry-After header; None where it is missing or a date."""
    try:
        seconds = float(response.headers.get("Retry-After", ""))
    except ValueError:
        return None
    return seconds if 0 <= seconds < float("inf") else None
