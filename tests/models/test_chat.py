"""The chat model against a local HTTP server that answers from a script."""

import json
import time
from collections.abc import Callable

import pytest

from memgraph_core.config import ModelSettings
from memgraph_core.errors import ConfigError, ModelError, ModelRefused
from memgraph_core.models.chat import OpenAIChat, chat_for
from scripted_endpoint import BROKEN, BUSY, Reply, ScriptedEndpoint, unreachable_url

KEY = "sk-very-secret"
HELLO = [{"role": "user", "content": "Hello"}]
SCHEMA = {"type": "object", "properties": {}, "additionalProperties": False}

Chat = Callable[..., OpenAIChat]


@pytest.fixture
def chat(endpoint: ScriptedEndpoint) -> OpenAIChat:
    return OpenAIChat("small", base_url=endpoint.url, api_key=KEY, timeout=5, patience=0.5, backoff=0.01)


def test_an_answer_comes_with_its_cost(endpoint, chat):
    endpoint.always = Reply(say="Hello, Ada.", wait=0.05)
    answer = chat.answer(HELLO)
    assert (answer.text, answer.tokens_in, answer.tokens_out, answer.cut) == ("Hello, Ada.", 1, 2, False)
    assert 0.05 <= answer.seconds < 5
    (request,) = endpoint.requests
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.body == {"model": "small", "messages": HELLO}


def test_a_truncated_answer_is_marked(endpoint, chat):
    endpoint.always = Reply(say='{"notes": [', finish="length")
    assert chat.answer(HELLO, SCHEMA).cut


def test_missing_token_counts_are_estimated(endpoint, chat):
    body = '{"choices": [{"index": 0, "message": {"role": "assistant", "content": "12345678"}}]}'
    endpoint.always = Reply(raw=body)
    answer = chat.answer(HELLO)
    assert (answer.tokens_in, answer.tokens_out) == (1, 2)


def test_an_answer_in_parts_is_one_text(endpoint, chat):
    parts = [{"type": "text", "text": "Hello, "}, {"type": "text", "text": "Ada."}]
    body = {"choices": [{"index": 0, "message": {"role": "assistant", "content": parts}}]}
    endpoint.always = Reply(raw=json.dumps(body))
    assert chat.answer(HELLO).text == "Hello, Ada."


# Structured output


@pytest.mark.parametrize(
    ("knows", "asked"),
    [
        ({"json_schema", "json_object", ""}, ["json_schema"]),
        ({"json_object", ""}, ["json_schema", "json_object"]),
        ({""}, ["json_schema", "json_object", ""]),
    ],
)
def test_the_strictest_supported_response_format_is_used_and_remembered(endpoint, chat, knows, asked):
    endpoint.knows = knows
    chat.answer(HELLO, SCHEMA)
    chat.answer(HELLO, SCHEMA)
    assert [request.format for request in endpoint.requests] == [*asked, asked[-1]]


def test_an_unsupported_option_is_left_out_from_then_on(endpoint, chat):
    endpoint.options = set()
    chat.answer(HELLO, SCHEMA)
    assert len(endpoint.requests) == 3
    chat.answer(HELLO, SCHEMA)
    assert len(endpoint.requests) == 4
    assert [request.format for request in endpoint.requests] == ["json_schema"] * 4


def test_a_refused_message_does_not_change_the_format_of_the_next(endpoint, chat):
    endpoint.script = [Reply(status=400, raw='{"error": {"message": "too long"}}')] * 3
    with pytest.raises(ModelRefused, match=r"answered 400: .*too long"):
        chat.answer(HELLO, SCHEMA)
    chat.answer(HELLO, SCHEMA)
    assert endpoint.requests[-1].format == "json_schema"


# Failures


@pytest.mark.parametrize("reply", [BUSY, BROKEN, Reply(status=503), Reply(status=408), Reply(hangs_up=True)])
def test_transient_failures_are_retried(endpoint, chat, reply):
    endpoint.script = [reply, reply]
    endpoint.always = "Hello."
    assert chat.answer(HELLO).text == "Hello."
    assert len(endpoint.requests) == 3


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (BUSY, "answered 429, too many requests"),
        (BROKEN, "answered 500"),
        (Reply(hangs_up=True), "did not answer"),
        (Reply(raw="<html>"), "returned no completion"),
        (Reply(raw='{"choices": []}'), "returned no completion"),
        (Reply(raw='{"error": {"message": "overloaded"}}'), "returned no completion"),
        (Reply(raw="[]"), "returned no completion"),
        (Reply(status=401, raw=f'{{"error": {{"message": "wrong key {KEY}"}}}}'), "answered 401"),
        (Reply(status=404, raw='{"error": {"message": "no such model"}}'), "answered 404: .*no such model"),
    ],
)
def test_failures_name_the_model_and_the_address_but_not_the_key(endpoint, chat, reply, message):
    endpoint.always = reply
    with pytest.raises(ModelError, match=rf"'small' at http://127.*/v1 {message}") as caught:
        chat.answer(HELLO)
    assert KEY not in str(caught.value)
    assert len(endpoint.requests) <= 3


def test_a_key_at_the_end_of_a_long_answer_is_not_shown_in_part(endpoint, chat):
    endpoint.always = Reply(status=401, raw="x" * 295 + KEY)
    with pytest.raises(ModelRefused) as caught:
        chat.answer(HELLO)
    assert KEY[:4] not in str(caught.value)


@pytest.mark.parametrize(
    ("key", "proxy"), [("schlüssel", None), (KEY, "nothing://here")], ids=["non-ASCII key", "unusable proxy"]
)
def test_unusable_connection_settings_end_as_a_model_error(endpoint, monkeypatch, key, proxy):
    if proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy)
    with pytest.raises(ModelError, match=r"cannot be called: .*Check the API key"):
        OpenAIChat("small", base_url=endpoint.url, api_key=key).answer(HELLO)


def test_a_request_over_the_time_limit_is_not_repeated(endpoint):
    endpoint.always = Reply(wait=60)
    slow = OpenAIChat("small", base_url=endpoint.url, timeout=0.1)
    started = time.monotonic()
    with pytest.raises(ModelError, match=r"took longer than 0\.1 seconds"):
        slow.answer(HELLO)
    assert time.monotonic() - started < 5
    assert len(endpoint.requests) == 1


def test_an_unreachable_endpoint_is_reported_with_its_address():
    url = unreachable_url()
    with pytest.raises(ModelError, match=f"{url} did not answer"):
        OpenAIChat("small", base_url=url, backoff=0.01).answer(HELLO)


def test_retry_after_is_obeyed(endpoint, chat):
    endpoint.script = [Reply(status=429, headers={"Retry-After": "0.3"})]
    chat.answer(HELLO)
    first, second = endpoint.requests
    assert second.at - first.at >= 0.3


def test_a_long_retry_after_fails_at_once_and_blocks_later_requests(endpoint, chat):
    endpoint.script = [Reply(status=429, headers={"Retry-After": "60"})]
    with pytest.raises(ModelRefused, match="for a pause of 60 seconds") as caught:
        chat.answer(HELLO)
    assert caught.value.retry_after == 60
    with pytest.raises(ModelRefused, match=r"asked not to be called for \d\d more seconds"):
        chat.answer(HELLO)
    assert len(endpoint.requests) == 1


def test_a_huge_answer_is_cut(endpoint, chat):
    endpoint.always = Reply(say="x" * 5_000_000)
    assert len(chat.answer(HELLO).text) == 200_000


# Settings


def test_the_settings_name_the_model_and_its_address(endpoint):
    models = ModelSettings(llm="small", base_url=endpoint.url)
    endpoint.always = "Hello."
    assert chat_for(models).answer(HELLO).text == "Hello."


def test_settings_without_a_model_are_refused():
    with pytest.raises(ConfigError, match="Set MEMGRAPH_CORE_LLM"):
        chat_for(ModelSettings())


@pytest.mark.parametrize("url", ["localhost:11434", "http://ada:pw@host/v1", "http://host/v1?key=pw"])
def test_an_invalid_address_or_one_with_a_secret_is_refused(url):
    with pytest.raises(ConfigError, match="base URL of the language model") as caught:
        OpenAIChat("small", base_url=url)
    assert "pw" not in str(caught.value)
