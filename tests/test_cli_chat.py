"""`chat` from the command line, without a model."""

import json

import pytest
from typer.testing import CliRunner

from memgraph_core.cli.app import app
from scripted_endpoint import Reply


@pytest.fixture
def chat(tmp_path, monkeypatch):
    for name in ("MEMGRAPH_CORE_LLM", "MEMGRAPH_CORE_STORE", "MEMGRAPH_CORE_NAMESPACE", "NEO4J_URI"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments, said=""):
        options = ["--store", str(tmp_path / "m.db"), "--embedder", "none"]
        return CliRunner().invoke(app, ["chat", *options, *arguments], input=said)

    return run


def test_a_conversation_goes_on_until_an_empty_line_and_is_remembered(chat):
    told = chat("--as", "Ada", said="I live in Milan.\nWhere do I live?\n\nWhere do I work?\n")
    assert told.exit_code == 0
    assert "Noted." in told.stdout
    assert "Ada: I live in Milan." in told.stdout
    assert "word for word" in told.stderr
    assert "Milan" not in chat("--as", "Bea", "Where does Ada live?").stdout  # one namespace per user


def test_a_message_may_be_given_and_the_answer_be_json(chat):
    chat("--as", "Ada", "I live in Milan.")
    told = json.loads(chat("--as", "Ada", "Where does Ada live?", "--json").stdout)
    assert (told["known"], told["by_model"], len(told["turns"])) == (True, False, 1)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_model_that_does_not_answer_is_told_and_the_conversation_goes_on(chat, endpoint, monkeypatch):
    pytest.importorskip("llama_index.core", reason="needs the extra llamaindex")
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    endpoint.script = [Reply(status=401), "Thought: I know.\nAnswer: You live in Milan."]
    told = chat("--as", "Ada", "--model", "tiny", said="I live in Milan.\nWhere do I live?\n\n")
    assert told.exit_code == 0
    assert "answered 401" in told.stderr
    assert "What you said is kept." in told.stderr
    assert "You live in Milan." in told.stdout
    endpoint.script = [Reply(status=401)]
    assert chat("--as", "Ada", "--model", "tiny", "I work at Fiat.").exit_code == 1
    assert "I work at Fiat." in chat("--as", "Ada", "Where do I work?").stdout


def test_a_tool_that_is_not_there_is_refused_with_those_that_are(chat):
    told = chat("Hello", "--tool", "camera")
    assert told.exit_code == 1
    assert "calculator and files:FOLDER are accepted" in told.stderr


def test_a_search_on_the_terminal_says_what_no_person_said(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMGRAPH_CORE_EMBEDDER", "none")
    store = ["--store", str(tmp_path / "m.db")]
    CliRunner().invoke(app, ["add", "Ada lives in Paris.", "--role", "assistant", *store])
    told = CliRunner().invoke(app, ["search", "Where does Ada live?", *store]).stdout
    assert "assistant · inferred, not said by a person" in told
