"""Text from any endpoint that speaks OpenAI's Chat Completions: hosted, or a server of one's own.

The `openai` client carries the messages; it is imported with the first of them. What is tried again, and for how
long, is decided here: a turn that is not read now stays pending, so nobody waits for long.
"""

import random
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any, cast

from memgraph_core.config import ModelSettings
from memgraph_core.errors import ConfigError, ModelError, ModelRefused
from memgraph_core.models.endpoints import OPENAI, checked_base
from memgraph_core.models.protocol import ChatAnswer, Messages, Schema

_TRIES = 3
_BACKOFF = 0.5  # seconds before the second try, doubled before the third
_TRANSIENT = frozenset({408, 409, 429})  # and 500 to 599
_UNACCEPTED = frozenset({400, 422, 501})  # what endpoints answer to an option that they do not know
_OF_MESSAGE = frozenset(
    {400, 413, 422}
)  # what they answer to a message that is too long, or not to their taste
_LONGEST = 200_000  # characters of an answer that are read
_MOST_TOKENS = 8_000  # that an answer may have

# How an answer is held to a schema, strictest first. Not every server knows each; some say so, others do not care.
_FORMATS = ("json_schema", "json_object", "")


def chat_for(models: ModelSettings) -> "OpenAIChat":
    """The language model that the settings name. Raises ConfigError when they name none."""
    if not models.llm:
        raise ConfigError(
            "No language model is named. Set MEMGRAPH_CORE_LLM to its name, and OPENAI_BASE_URL and OPENAI_API_KEY "
            "to where it answers; or use the extractor `rules`, which needs none."
        )
    return OpenAIChat(
        models.llm,
        base_url=models.base_url,
        api_key=models.api_key,
        timeout=models.timeout,
        patience=models.patience,
    )


class OpenAIChat:
    """A language model behind an OpenAI-compatible endpoint. Any number of threads may use one."""

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 60.0,
        patience: float = 10.0,
        backoff: float = _BACKOFF,
    ) -> None:
        """Names the model; asks nothing yet.

        `timeout` is how many seconds one answer may take, `patience` how many are waited when the endpoint asks
        for it (Retry-After): what asks for more is given up at once, and not asked again before that. Raises
        ConfigError for a `base_url` that is none.
        """
        self._model = model
        self._url = checked_base(base_url or OPENAI, "language")
        self._api_key = api_key or ""
        self._timeout = timeout
        self._patience = patience
        self._backoff = backoff
        # What this endpoint has been found not to know. Replaced, never changed: threads may be reading it.
        self._format = 0
        self._unknown: frozenset[str] = frozenset()
        self._not_before = 0.0  # by the monotonic clock

    @property
    def name(self) -> str:
        """The model, as the ledger names it."""
        return self._model

    def answer(self, messages: Messages, schema: Schema | None = None) -> ChatAnswer:
        """One answer, held to the schema as strictly as the endpoint can.

        Asks up to three times where asking again may help; what takes too long is not asked again. Raises
        ModelRefused or ModelError with the model and the address, never the key.
        """
        self._check_rest()
        begun = time.monotonic()
        with self._client() as client:
            completion = self._fitting(client, messages, schema)
        return self._answer(completion, messages, time.monotonic() - begun)

    def _check_rest(self) -> None:
        rest = self._not_before - time.monotonic()
        if rest > 0:
            raise ModelRefused(self._said(f"asked not to be called for {rest:.0f} more seconds"), rest)

    @contextmanager
    def _client(self) -> Generator[Any]:
        """A client of our own for each answer: nothing stays open, and 20 ms do not matter here."""
        # A client without a key refuses to be made; servers of one's own want none.
        key = self._api_key or "none"
        with _openai().OpenAI(
            base_url=self._url, api_key=key, timeout=self._timeout, max_retries=0
        ) as client:
            yield client

    def _fitting(self, client: Any, messages: Messages, schema: Schema | None) -> Any:  # noqa: ANN401
        """The completion, without the options that the endpoint does not know. What fitted is remembered."""
        options, step, unknown = self._options(schema), self._format, self._unknown
        while True:
            given = {name: value for name, value in options.items() if name not in unknown}
            if schema is not None and _FORMATS[step]:
                given["response_format"] = _format(_FORMATS[step], schema)
            try:
                completion = self._tried(client, messages, given)
            except _openai().APIStatusError as e:
                unfit = _unfit(e, given)
                if unfit is None:
                    raise self._refused(e) from e
                if unfit == "response_format":
                    step += 1
                else:
                    unknown |= {unfit}
                continue
            self._format, self._unknown = step, unknown
            return completion

    def _options(self, schema: Schema | None) -> dict[str, Any]:
        """What is asked for where it is known: the same answer to the same messages, and an end to it."""
        return {"temperature": 0, "max_tokens": _MOST_TOKENS} if schema is not None else {}

    def _tried(self, client: Any, messages: Messages, given: Mapping[str, Any]) -> Any:  # noqa: ANN401
        """The completion, after as many tries as are allowed. Raises ModelError, or APIStatusError for a refusal."""
        openai = _openai()
        for tries_left in reversed(range(_TRIES)):
            wait = self._backoff * 2 ** (_TRIES - 1 - tries_left) * random.uniform(0.75, 1.25)
            try:
                return client.chat.completions.create(
                    model=self._model, messages=[dict(message) for message in messages], **given
                )
            except openai.APITimeoutError as e:
                raise self._error(f"took longer than {self._timeout:g} seconds") from e
            except openai.APIConnectionError as e:
                if not tries_left:
                    raise self._error(f"did not answer: {e.__cause__ or e}") from e
            except openai.APIStatusError as e:
                asked = _retry_after(e.response.headers)
                if not (e.status_code in _TRANSIENT or e.status_code >= 500):
                    raise
                if not tries_left or (asked is not None and asked > self._patience):
                    raise self._busy(e, asked) from e
                wait = wait if asked is None else asked
            except (openai.OpenAIError, ValueError) as e:  # a body that is no JSON
                raise self._error(f"gave no completion: {type(e).__name__}") from e
            time.sleep(wait)
        raise AssertionError("the last try returns or raises")

    def _answer(self, completion: Any, messages: Messages, seconds: float) -> ChatAnswer:  # noqa: ANN401
        choices: list[Any] = getattr(completion, "choices", None) or []
        message = getattr(choices[0], "message", None) if choices else None
        if message is None:
            raise self._error("gave no completion")
        text = _text_of(message.content)
        usage = getattr(completion, "usage", None)
        return ChatAnswer(
            text=text,
            tokens_in=_count(usage, "prompt_tokens") or _estimate(*(m.get("content", "") for m in messages)),
            tokens_out=_count(usage, "completion_tokens") or _estimate(text),
            seconds=round(seconds, 3),
            cut=getattr(choices[0], "finish_reason", None) == "length",
        )

    def _busy(self, error: Any, asked: float | None) -> ModelError:  # noqa: ANN401
        """What did not pass with time: remembered, where the endpoint said how long it wants to be left alone."""
        if asked is not None:
            self._not_before = time.monotonic() + asked
        if error.status_code != 429:
            return self._error(f"answered {error.status_code}: {str(error.message)[:300]}")
        when = f"; it asks to be left alone for {asked:g} seconds" if asked is not None else ""
        return ModelRefused(self._said(f"answered 429, too many requests{when}"), asked)

    def _refused(self, error: Any) -> ModelRefused:  # noqa: ANN401
        said = self._said(f"answered {error.status_code}: {str(error.message)[:300]}")
        refused = f"{said}. Check the model's name, the address and the key."
        return ModelRefused(refused, of_message=error.status_code in _OF_MESSAGE)

    def _error(self, what: str) -> ModelError:
        return ModelError(f"{self._said(what)}. Check that it runs, its address, and its load.")

    def _said(self, what: str) -> str:
        message = f"The language model {self._model!r} at {self._url} {what}"
        # Some servers repeat the key in what they answer.
        return message.replace(self._api_key, "…") if self._api_key else message


def _openai() -> Any:  # noqa: ANN401
    try:
        return import_module("openai")
    except ImportError as e:
        raise ConfigError(
            "A language model needs the client of the extra llm: pip install 'memgraph-core[llm]'."
        ) from e


def _unfit(error: Any, given: Mapping[str, Any]) -> str | None:  # noqa: ANN401
    """Which option of those given an endpoint refuses; None when it refuses something else."""
    said = str(error.message)
    named = next((name for name in ("temperature", "max_tokens") if name in given and name in said), None)
    if "response_format" not in given:
        return named
    of_format = "response_format" in said or "json_schema" in said or "json_object" in said
    if of_format:
        return "response_format"
    return (named or "response_format") if error.status_code in _UNACCEPTED else None


def _format(kind: str, schema: Schema) -> dict[str, object]:
    if kind == "json_object":
        return {"type": kind}
    return {"type": kind, "json_schema": {"name": "answer", "schema": dict(schema), "strict": True}}


def _text_of(content: Any) -> str:  # noqa: ANN401
    """The text of a message: some servers give it in parts, some give none."""
    if isinstance(content, list):
        parts = [cast(dict[str, Any], part) for part in cast(list[Any], content) if isinstance(part, dict)]
        content = "".join(str(part.get("text", "")) for part in parts)
    return str(content or "")[:_LONGEST]


def _count(usage: Any, name: str) -> int:  # noqa: ANN401
    value = getattr(usage, name, None)
    return value if isinstance(value, int) and value > 0 else 0


def _estimate(*texts: str) -> int:
    """About how many tokens, where nobody counted: four bytes each."""
    return sum(len(text.encode("utf-8", "replace")) for text in texts) // 4


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds that the endpoint wants to be left alone; None when it does not say, or says a date."""
    try:
        seconds = float(headers.get("retry-after", ""))
    except ValueError:
        return None
    return seconds if 0 <= seconds < float("inf") else None
