"""A tool that searches the web through a SearXNG server, or any other with the same JSON interface."""

from typing import Any

import httpx
from pydantic import BaseModel, ValidationError

from memgraph_core.errors import ConfigError, ToolError
from memgraph_core.integrations.react.passage import Passage, Passages

_MAX_TEXT = 2_000  # characters of one result


class _Result(BaseModel):
    url: str
    title: str = ""
    content: str | None = None


class _Answer(BaseModel):
    results: list[_Result] = []


class WebSearch:
    """`web_search(query)` returns the best results of a search engine, each with its address as the source."""

    def __init__(self, base_url: str, *, results: int = 3, timeout: float = 10.0) -> None:
        """`base_url` is the address of the server, without `/search`. `timeout` is in seconds. Sends nothing.

        Raises ConfigError for an address that is not HTTP.
        """
        try:
            address = httpx.URL(base_url)
        except httpx.InvalidURL as e:
            raise ConfigError(f"{base_url!r} is not the address of a search server: {e}.") from e
        if address.scheme not in ("http", "https") or not address.host:
            raise ConfigError(
                f"{base_url!r} is not the address of a search server. Give one such as http://localhost:8080."
            )
        self._address = f"{base_url.rstrip('/')}/search"
        self._results = results
        self._timeout = timeout

    def web_search(self, query: str) -> Passages:
        """Search the web. Returns the best pages with their addresses.

        Args:
            query (str): what to look for, in a few words
        """
        answer = self._answer(query)
        return Passages(
            Passage(f"{result.title}\n{result.content or ''}".strip()[:_MAX_TEXT], result.url)
            for result in answer.results[: self._results]
        )

    def _answer(self, query: str) -> _Answer:
        try:
            response = httpx.get(
                self._address,
                params={"q": query, "format": "json"},
                timeout=self._timeout,
                follow_redirects=True,
            )
            response.raise_for_status()
            body: Any = response.json()
            return _Answer.model_validate(body)
        except httpx.HTTPStatusError as e:
            raise ToolError(
                f"the search server at {self._address} answered with status {e.response.status_code}. A SearXNG server must "
                "allow the format json in its settings."
            ) from e
        except httpx.HTTPError as e:
            raise ToolError(f"the search server at {self._address} did not answer: {e}.") from e
        except (ValueError, ValidationError) as e:
            raise ToolError(
                f"the answer of the search server at {self._address} is not a JSON list of results."
            ) from e
