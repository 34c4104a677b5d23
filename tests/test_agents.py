"""The small programs of agents/: each does what it says, with a scripted model or none, and no network."""

import io
import sys
from pathlib import Path

import pytest

from factories import NOW, day
from memgraph_core.config import StoreSettings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory
from memgraph_core.store import open_database

AGENTS = Path(__file__).parents[1] / "agents"


@pytest.fixture
def agents(monkeypatch):
    """The folder of the programs, as Python sees it when one of them is run."""
    monkeypatch.syspath_prepend(str(AGENTS))
    for name in ("OPENAI_BASE_URL", "MEMGRAPH_CORE_LLM", "MEMGRAPH_CORE_STORE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MEMGRAPH_CORE_EMBEDDER", "none")
    yield
    for name in ("chat", "research", "diary_zh"):
        sys.modules.pop(name, None)


@pytest.fixture
def memory():
    with MemoryEngine(open_database(StoreSettings(url=":memory:")), clock=lambda: NOW) as engine:
        yield Memory(engine, "ada")


def test_the_chat_remembers_between_runs(agents, monkeypatch, tmp_path, capsys):
    import chat

    store = str(tmp_path / "memory.db")
    for said in ("I live in Milan.\n\n", "Where do I live?\n"):
        monkeypatch.setattr("sys.stdin", io.StringIO(said))
        chat.main("Ada", store)
    output = capsys.readouterr().out
    assert output.startswith("Noted.\n")
    assert "Ada: I live in Milan." in output


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_chat_uses_its_tools_when_a_model_asks_for_them(agents, memory, capsys):
    pytest.importorskip("llama_index.core", reason="needs llama-index-core, of the extra llamaindex")
    monkey = str(Path(__file__).parent / "integrations")
    sys.path.insert(0, monkey)
    import chat

    from scripted import ScriptedLLM

    script = [
        'Thought: I ask.\nAction: weather\nAction Input: {"place": "Oslo"}',
        "Thought: I know.\nAnswer: Sunny.",
    ]
    agent = chat.agent_of(memory, "Ada", ScriptedLLM(script=script))
    chat.converse(agent, ["What is the weather in Oslo?", "", "not read"])
    sys.path.remove(monkey)
    assert capsys.readouterr().out == "Sunny.\n"
    assert memory.conversation("https://weather.example/")[0].trust == "external"


def test_the_research_assistant_names_its_sources_and_invents_nothing(agents, memory, tmp_path):
    import research

    (tmp_path / "rivers.md").write_text("The Po is 652 kilometres long.\n\nIt rises at Monviso.")
    (tmp_path / "mountains.txt").write_text("Monviso is 3841 metres high.")
    assert research.read(memory, tmp_path) == 2
    assert research.read(memory, tmp_path) == 0
    answer = research.ask(memory, tmp_path, "How long is the Po?")
    assert "652 kilometres" in answer
    assert "Sources: rivers.md" in answer
    assert "652" not in research.ask(memory, tmp_path, "Who composed the opera Turandot?")


def test_the_diary_answers_in_chinese(agents, memory):
    import diary_zh

    assert diary_zh.look_back(memory) == "还没有写过。"
    assert diary_zh.write(memory, "今天和小雨去了西湖，吃了龙井虾仁。", day(3)) == "2026-01-04 记下了。"
    assert "今天和小雨去了西湖" in diary_zh.ask(memory, "谁去了西湖？")
    assert diary_zh.look_back(memory) == "西湖：2 次"  # written of once, asked about once
    assert "西湖" not in diary_zh.ask(memory, "我的护照号码是什么？")


def test_the_research_assistant_needs_a_folder(agents, tmp_path):
    import research

    with pytest.raises(SystemExit, match="not a folder"):
        research.main(str(tmp_path / "a.md"), "How long is the Po?", str(tmp_path / "r.db"))
    assert not (tmp_path / "r.db").exists()
