"""The page about language models: its example runs, and the answer that it shows is one."""

import re
from pathlib import Path

import pytest

from memgraph_core.extract.llm.answer import answer_schema, read_answer
from scripted_endpoint import turns_asked

PAGE = (Path(__file__).parents[1] / "docs" / "language-models.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return found


def test_the_answer_that_the_page_shows_has_every_key_of_the_schema():
    answer = read_answer(block("json"))
    assert [note.text for note in answer.notes] == ["Ada's sister Clara moved to Turin."]
    assert not answer.cut
    for key in ("entities", "notes", "neighbours"):
        properties = answer_schema()["properties"][key]["items"]["properties"]
        assert all(f'"{name}"' in block("json") for name in properties)


def test_the_example_of_the_page_runs(endpoint, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    monkeypatch.setenv("MEMGRAPH_CORE_LLM", "small")
    monkeypatch.setenv("MEMGRAPH_CORE_EMBEDDER", "none")
    endpoint.always = block("json")
    exec(compile(block("python"), "language-models.md", "exec"), {})
    printed = capsys.readouterr().out
    assert "Ada's sister Clara moved to Turin." in printed
    assert printed.endswith("1 call\n")
    assert turns_asked(endpoint.requests[0]) == ["My sister Clara moved to Turin.", "She loves it there."]


@pytest.mark.parametrize("name", re.findall(r"`(MEMGRAPH_CORE_[A-Z_]+)`", PAGE))
def test_every_name_on_the_page_is_read_from_the_environment(name):
    example = (Path(__file__).parents[1] / ".env.example").read_text(encoding="utf-8")
    assert f"\n{name}=" in example
