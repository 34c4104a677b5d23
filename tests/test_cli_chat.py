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


def test_a_conversation_ends_at_an_empty_line_and_is_stored(chat):
    output = chat("--as", "Ada", said="I live in Milan.\nWhere do I live?\n\nWhere do I work?\n")
    assert output.exit_code == 0
    assert "Noted." in output.stdout
    assert "Ada: I live in Milan." in output.stdout
    assert "quotations from memory" in output.stderr
    assert "Milan" not in chat("--as", "Bea", "Where does Ada live?").stdout  # one namespace per user


def test_one_message_can_be_given_and_answered_in_json(chat):
    chat("--as", "Ada", "I live in Milan.")
    output = json.loads(chat("--as", "Ada", "Where does Ada live?", "--json").stdout)
    assert (output["known"], output["by_model"], len(output["turns"])) == (True, False, 1)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_model_failure_is_noted_and_the_conversation_continues(chat, endpoint, monkeypatch):
    pytest.importorskip("llama_index.core", reason="needs the extra llamaindex")
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    endpoint.script = [Reply(status=401), "Thought: I know.\nAnswer: You live in Milan."]
    output = chat("--as", "Ada", "--model", "tiny", said="I live in Milan.\nWhere do I live?\n\n")
    assert output.exit_code == 0
    assert "answered 401" in output.stderr
    assert "Your message is stored." in output.stderr
    assert "You live in Milan." in output.stdout
    endpoint.script = [Reply(status=401)]
    assert chat("--as", "Ada", "--model", "tiny", "I work at Fiat.").exit_code == 1
    assert "I work at Fiat." in chat("--as", "Ada", "Where do I work?").stdout


def test_an_unknown_tool_is_refused_with_the_list_of_tools(chat):
    output = chat("Hello", "--tool", "camera")
    assert output.exit_code == 1
    assert "use calculator, places, files:FOLDER, images:FOLDER or web:ADDRESS" in output.stderr


def test_a_search_marks_notes_that_no_person_said(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMGRAPH_CORE_EMBEDDER", "none")
    store = ["--store", str(tmp_path / "m.db")]
    CliRunner().invoke(app, ["add", "Ada lives in Paris.", "--role", "assistant", *store])
    output = CliRunner().invoke(app, ["search", "Where does Ada live?", *store]).stdout
    assert "assistant · inferred, not said by a person" in output
