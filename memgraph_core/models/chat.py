"""Text from an endpoint that implements OpenAI's Chat Completions, hosted or on your own server."""

import time
from collections.abc import Mapping
from typing import Any, cast

from pydantic import BaseModel, Field, ValidationError

from memgraph_core.config import ModelSettings
from memgraph_core.errors import ConfigError, ModelError, ModelRefused
from memgraph_core.models.endpoint import Endpoint, EndpointRefused, Post
from memgraph_core.models.protocol import ChatAnswer, Messages, Schema
from memgraph_core.tracing import span

_UNSUPPORTED_OPTION = frozenset({400, 422, 501})  # statuses for an option that the endpoint does not support
_MAX_ANSWER = 200_000  # characters of an answer; the rest is ignored
_MAX_TOKENS = 8_000  # of one structured answer

# Ways to enforce a schema, strictest first. Some servers reject a way that they do not support, others
# ignore them.
_FORMATS = ("json_schema", "json_object", "")


class _Message(BaseModel):
    content: str | list[Any] | None = None  # some servers answer in parts
    refusal: str | None = None  # why the model does not answer


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Usage(BaseModel):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Completion(BaseModel):
    choices: list[_Choice] = Field(min_length=1)
    usage: Any = None  # optional, and some servers get it wrong


def chat_for(models: ModelSettings) -> "OpenAIChat":
    """The language model that the settings name. Raises ConfigError when they name none."""
    if not models.llm:
        raise ConfigError(
            "No language model is configured. Set MEMGRAPH_CORE_LLM to its name, and OPENAI_BASE_URL and "
            "OPENAI_API_KEY to its address and key; or use the extractor `rules`, which needs no model."
        )
    return OpenAIChat(
        models.llm,
        base_url=models.base_url,
        api_key=models.api_key,
        timeout=models.timeout,
        patience=models.patience,
    )


class OpenAIChat:
    """A language model behind an OpenAI-compatible endpoint. Threads may share it."""

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 60.0,
        patience: float = 10.0,
        backoff: float = 0.5,
    ) -> None:
        """Sends nothing. `timeout`, `patience` and `backoff` are in seconds; see `Endpoint`.

        Raises ConfigError for an unusable `base_url`.
        """
        self._model = model
        self._endpoint = Endpoint(
            *("language", model, "chat/completions"),
            base_url=base_url,
            api_key=api_key,
            timeout=timeout,
            patience=patience,
            backoff=backoff,
        )
        # What this endpoint was found not to support. Replaced, never changed: other threads may be reading it.
        self._format = 0
        self._unsupported: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """The model's name in the call ledger."""
        return self._model

    def answer(self, messages: Messages, schema: Schema | None = None) -> ChatAnswer:
        """One answer. The schema is enforced as strictly as the endpoint supports.

        Raises ModelRefused or ModelError with the model and the address, never the key.
        """
        started = time.monotonic()
        asked: dict[str, str | int | float] = {
            "gen_ai.operation.name": "chat",
            "gen_ai.request.model": self._model,
        }
        with span(f"chat {self._model}", asked) as annotate:
            with self._endpoint.connect() as post:
                body = self._completion(post, messages, schema)
            answer = self._answer(body, messages, time.monotonic() - started)
            annotate(
                {
                    "gen_ai.usage.input_tokens": answer.tokens_in,
                    "gen_ai.usage.output_tokens": answer.tokens_out,
                }
            )
        return answer

    def _completion(self, post: Post, messages: Messages, schema: Schema | None) -> bytes:
        """The completion, requested without the options that the endpoint does not support.

        Each refusal removes one option. The accepted options are used for later requests.
        """
        # The same messages should give the same answer, and the answer must end.
        options: dict[str, object] = (
            {"temperature": 0, "max_tokens": _MAX_TOKENS} if schema is not None else {}
        )
        step, unsupported = self._format, self._unsupported
        while True:
            given = {name: value for name, value in options.items() if name not in unsupported}
            if schema is not None and _FORMATS[step]:
                given["response_format"] = _response_format(_FORMATS[step], schema)
            try:
                body = post({"model": self._model, "messages": [dict(m) for m in messages], **given})
            except EndpointRefused as e:
                option = _refused_option(e, given)
                if option is None:
                    raise
                if option == "response_format":
                    step += 1
                else:
                    unsupported |= {option}
                continue
            self._format, self._unsupported = step, unsupported
            return body

    def _answer(self, body: bytes, messages: Messages, seconds: float) -> ChatAnswer:
        try:
            completion = _Completion.model_validate_json(body)
        except ValidationError as e:
            raise self._no_completion(e) from e
        choice, usage = completion.choices[0], _usage(completion.usage)
        text = _text(choice.message.content)
        if not text.strip() and (choice.message.refusal or choice.finish_reason == "content_filter"):
            raise ModelRefused(
                f"The language model {self._model!r} refused this request, or a filter withheld its answer. "
                "Change the wording, or use another model.",
                of_message=True,
            )
        return ChatAnswer(
            text=text,
            tokens_in=usage.prompt_tokens or _estimate(*(_text(m.get("content")) for m in messages)),
            tokens_out=usage.completion_tokens or _estimate(text),
            seconds=round(seconds, 3),
            cut=choice.finish_reason == "length",
        )

    def _no_completion(self, error: ValidationError) -> ModelError:
        problem = error.errors(include_input=False, include_url=False)[0]
        return self._endpoint.error(f"returned no completion: {problem['msg']} at {problem['loc']}")


def _refused_option(error: EndpointRefused, given: Mapping[str, object]) -> str | None:
    """The option that an endpoint refuses, of those given; None when it refuses something else."""
    detail = error.detail
    named = next((name for name in ("temperature", "max_tokens") if name in given and name in detail), None)
    if "response_format" not in given:
        return named
    if any(word in detail for word in ("response_format", "json_schema", "json_object")):
        return "response_format"
    return (named or "response_format") if error.status in _UNSUPPORTED_OPTION else None


def _response_format(kind: str, schema: Schema) -> dict[str, object]:
    if kind == "json_object":
        return {"type": kind}
    return {"type": kind, "json_schema": {"name": "answer", "schema": dict(schema), "strict": True}}


def _text(content: str | list[Any] | None) -> str:
    if isinstance(content, list):
        parts = [cast(dict[str, Any], part) for part in content if isinstance(part, dict)]
        content = "".join(str(part.get("text", "")) for part in parts)
    return (content or "")[:_MAX_ANSWER]


def _usage(counted: object) -> _Usage:
    """The token counts of the endpoint; zeros where it gave none or unusable ones."""
    try:
        usage = _Usage.model_validate(counted)
    except ValidationError:
        return _Usage()
    return usage if min(usage.prompt_tokens, usage.completion_tokens) >= 0 else _Usage()


def _estimate(*texts: str) -> int:
    """Estimated tokens of texts that the endpoint did not count: one per four bytes."""
    return sum(len(text.encode("utf-8", "replace")) for text in texts) // 4
