"""The agent that remembers: memory first, tools from outside for the rest, write-back; and none of it without a model."""

from pathlib import Path

import pytest

from factories import NOW, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import InvalidInput
from memgraph_core.integrations.react import FilesOfFolder, MemoryAgent, Persona, calculator
from memgraph_core.memory import Memory
from memgraph_core.turns.documents import document_turns

# What LlamaIndex uses of others, and of itself, although it is deprecated, is not ours to mend.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add("I live in Milan, near the Duomo.", speaker="Ada", uid="home", said_at=day(1))
    memory.add("我现在住在北京。", speaker="小雨", uid="beijing", said_at=day(2))
    return memory


def scripted(*script):
    pytest.importorskip("llama_index.core", reason="needs llama-index-core, of the extra llamaindex")
    from scripted import ScriptedLLM

    return ScriptedLLM(script=list(script))


def action(tool, **arguments):
    import json

    return f"Thought: I need a tool.\nAction: {tool}\nAction Input: {json.dumps(arguments)}"


def answer(text):
    return f"Thought: I can answer.\nAnswer: {text}"


def look_up(query: str) -> str:
    """Look something up on the web.

    Args:
        query (str): what
    """
    return "https://example.org/po: the Po is 652 kilometres long."


# Without a model


def test_without_a_model_it_quotes_memory_and_says_so(memory):
    reply = MemoryAgent(memory).ask("Where does Ada live?")
    assert reply.text.splitlines()[0] == "(No language model: this is a quotation from memory.)"
    assert "2026-01-02 Ada: I live in Milan, near the Duomo." in reply.text
    assert (reply.turns[0], reply.by_model) == ("home", False)


def test_without_a_model_it_says_that_memory_does_not_know(memory):
    assert "nothing about this" in MemoryAgent(memory).ask("Which instrument does Ada play?").text


def test_without_a_model_it_answers_in_chinese_too(memory):
    reply = MemoryAgent(memory).ask("小雨住在哪里？")
    assert reply.text.startswith("（没有语言模型")
    assert "我现在住在北京。" in reply.text


def test_without_a_model_statements_are_stored(memory):
    agent = MemoryAgent(memory, speaker="Ada")
    assert agent.ask("I bought a red bicycle.").text == "Noted."
    assert "red bicycle" in agent.ask("What did I buy, a bicycle?").text
    assert [turn.role for turn in memory.conversation("chat")] == ["user", "user"]


@pytest.mark.parametrize(("question", "name"), [("Who is Zebulon?", "Zebulon"), ("赵大宝是谁？", "赵大宝")])
def test_without_a_model_a_name_that_only_questions_contain_is_unknown(memory, question, name):
    agent = MemoryAgent(memory, speaker="Ada")
    for _ in range(2):
        reply = agent.ask(question)
        assert (reply.knowledge.reason, reply.knowledge.names) == ("nobody", (name,))
    agent.ask("Zebulon 赵大宝 is a friend of mine.")
    memory.add("Zebulon lives in Rome. 赵大宝住在罗马。", speaker="Ada", said_at=day(3))
    assert agent.ask(question).knowledge.reason != "nobody"


@pytest.mark.parametrize(
    "request_",
    [
        "Forget that I have a dog.", "Delete everything you know about Tuva.", "Please forget about Tuva",
        "Can you delete my data?",
        "Erase whatever I told you about the dog.", "I want you to forget what I said.", "Remove Tuva from your memory.",
        "忘掉我有一只狗。", "请删除你知道的关于小红的一切", "把关于小红的都忘了吧", "帮我清除我说过的话",
    ],
)  # fmt: skip
def test_without_a_model_a_request_to_forget_is_answered_with_how_to_forget(memory, request_):
    memory.add("I have a dog. Tuva and 小红 have cats.", speaker="Ada", said_at=day(3))
    turns = memory.stats().turns
    reply = MemoryAgent(memory, speaker="Ada").ask(request_)
    assert "`memgraph-core forget`" in reply.text
    assert "memory.forget" in reply.text
    assert memory.stats().turns == turns


@pytest.mark.parametrize(
    "statement",
    [
        "Forget it.", "I forgot that Tuva came.", "Don't forget my birthday.", "Delete the old files on my laptop tomorrow.",
        "I removed the dog from the sofa.", "我忘了带伞。", "别忘了我的生日。", "我删除了旧文件。",
    ],
)  # fmt: skip
def test_without_a_model_other_sentences_about_forgetting_are_stored(memory, statement):
    turns = memory.stats().turns
    MemoryAgent(memory, speaker="Ada").ask(statement)
    assert memory.stats().turns == turns + 1


def test_without_a_model_the_current_number_is_quoted_first_and_former_ones_are_marked(memory):
    for number, text in enumerate(("We have two hens.", "We have four hens now.", "We have three hens.")):
        memory.add(text, speaker="Nora", said_at=day(10 + number), session=f"s{number}")
    agent = MemoryAgent(memory, speaker="Nora")
    _, first, *others = agent.ask("How many hens do we have?").text.splitlines()
    assert first.endswith("We have three hens.")
    assert all(line.endswith("(no longer so)") or "changed since then" in line for line in others)


@pytest.mark.parametrize(
    ("text", "request_"), [("I moved to Rome.", "Summarise my year"), ("我搬到了杭州。", "总结一下我这一年")]
)
def test_without_a_model_an_overview_of_a_period_is_answered(database, namespace, text, request_):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add(text, speaker="Ada", said_at=NOW)
    assert text in MemoryAgent(memory, speaker="Ada").ask(request_).text


def test_a_blank_message_is_refused(memory):
    with pytest.raises(InvalidInput, match="blank"):
        MemoryAgent(memory).ask("  ")


# With a model


def test_known_answers_use_no_external_tool(memory):
    llm = scripted(answer("In Milan, near the Duomo."))
    agent = MemoryAgent(memory, llm, speaker="Ada")
    agent.add_tool("web", look_up)
    reply = agent.ask("Where does Ada live?")
    assert (reply.text, reply.by_model, reply.knowledge.known) == ("In Milan, near the Duomo.", True, True)
    assert "[home] Ada: I live in Milan" in llm.asked[0]
    assert "look something up" not in llm.asked[0].lower()
    assert memory.conversation("chat")[-1].used[0] == "home"


def test_each_kind_of_memory_is_asked_before_an_answer(memory):
    memory.add("My cat Milo is afraid of thunder.", speaker="Ada", uid="milo", said_at=day(3))
    memory.add("I fed Milo at the station.", speaker="Ada", said_at=day(4), session="walk")
    memory.add(
        "To calm Milo, close the windows and then sit next to him.",
        speaker="Ada",
        said_at=day(5),
        session="x",
    )
    memory.add(document_turns("vet.md", "Milo weighs five kilograms and eats twice a day."))
    for number in range(3):
        memory.add(
            "I'm worried about Milo, I couldn't sleep.",
            speaker="Ada",
            said_at=day(10 + 3 * number),
            session="w",
        )
    memory.add("The thunderstorm begins at nine.", speaker="Ada", said_at=NOW, session="chat")
    memory.core_append("style", "Answer in one sentence.", now=NOW)
    memory.consolidate(now=NOW)
    llm = scripted(answer("Close the windows."))
    MemoryAgent(memory, llm, speaker="Ada", kinds="all").ask(
        "Milo hides under the bed, what can I do for Milo?"
    )
    asked = llm.asked[0]
    assert "style: Answer in one sentence." in asked  # core
    assert "afraid of thunder" in asked  # semantic
    assert "at the station" in asked  # episodic
    assert "close the windows" in asked  # procedural
    assert "five kilograms" in asked  # resource
    assert "worry about Milo" in asked  # insight
    assert "begins at nine" in asked  # working


def test_unknown_answers_use_an_external_tool_and_are_stored_with_its_source(memory):
    llm = scripted(action("web", query="length of the Po"), answer("652 kilometres."))
    agent = MemoryAgent(memory, llm)
    agent.add_tool("web", look_up)
    reply = agent.ask("How long is the river Po in kilometres?")
    assert (reply.text, reply.tools) == ("652 kilometres.", ("web",))
    assert "Look something up on the web" in llm.asked[0]
    external = [hit for hit in memory.search("How long is the Po?") if hit.trust == "external"]
    assert external[0].session == "https://example.org/po"
    assert memory.facts("Po") == ()


def test_tools_are_added_and_removed_by_name(memory):
    agent = MemoryAgent(memory)
    agent.add_tool("calculator", calculator, external=False)
    agent.add_tool("web", look_up)
    assert agent.tools == ("calculator", "web")
    known, unknown = memory.knows("Where does Ada live?"), memory.knows("How long is the Nile?")
    assert set(agent.offered(known)) == {"calculator"}
    assert set(agent.offered(unknown)) == {"calculator", "web"}
    agent.remove_tool("web")
    assert agent.tools == ("calculator",)
    with pytest.raises(InvalidInput, match="there are calculator"):
        agent.remove_tool("web")
    with pytest.raises(InvalidInput, match="cannot be called 'calculator'"):
        agent.add_tool("calculator", calculator)


def test_the_model_can_search_memory_and_sees_the_conversation(memory):
    llm = scripted(
        action("search_memories", question="Where does Ada live?"),
        answer("Milan."),
        answer("You asked about Ada."),
    )
    agent = MemoryAgent(memory, llm, persona=Persona(name="Mia", text="You are Mia."))
    assert agent.ask("And where is home for her?").text == "Milan."
    assert agent.ask("What did I just ask?").text == "You asked about Ada."
    assert "And where is home for her?" in llm.asked[-1]
    assert "You are Mia." in llm.asked[-1]
    assert {turn.speaker for turn in memory.conversation("chat")} == {"user", "Mia"}


def test_any_chat_endpoint_is_a_model(memory):
    scripted("")
    from memgraph_core.models.protocol import ChatAnswer

    class Endpoint:
        name = "local"

        def answer(self, messages, schema=None):
            assert messages[0]["role"] == "system"
            return ChatAnswer(text=answer("Milan."))

    assert MemoryAgent(memory, Endpoint()).ask("Where does Ada live?").text == "Milan."


# Tools that ship


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("12 * (3.5 + 2) ** 2", "363"),
        ("-7 // 2 + 7 % 4", "-1"),
        ("round(sqrt(2), 3)", "1.414"),
        ("max(1, 2, pi)", "3.14159265359"),
        ("2 ** 10", "1024"),
    ],
)
def test_a_calculator_evaluates_arithmetic(expression, result):
    assert calculator(expression) == result


@pytest.mark.parametrize(
    "expression",
    [
        "__import__('os').system('true')", "(1).__class__", "9 ** 9 ** 9", "1 / 0", "open('/etc/passwd')", "[1] * 9",
        "lambda: 1", "1 +", "x", "True", "'a' * 9", "sqrt(-1)", "1" * 600, "(" * 300 + "1" + ")" * 300, "min()", "10.0 ** 999",
    ],
)  # fmt: skip
def test_a_calculator_refuses_everything_else(expression):
    said = calculator(expression)
    assert "cannot be evaluated" in said or "are accepted" in said or said == "1"


def test_the_files_of_a_folder_are_read_and_nothing_outside(tmp_path: Path):
    folder = tmp_path / "notes"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "rivers.md").write_text("# Rivers\n\nThe Po is 652 km long.\n\nThe Nile is longer.")
    (folder / ".secret.txt").write_text("The Po is poisoned.")
    (tmp_path / "outside.txt").write_text("The Po is outside.")
    (folder / "link.txt").symlink_to(tmp_path / "outside.txt")
    found = FilesOfFolder(folder).files("How long is the Po?")
    assert (found.source, "652 km" in found.text) == ("deep/rivers.md", True)
    assert "outside" not in str(FilesOfFolder(folder).files("outside"))
    assert FilesOfFolder(folder).files("cathedral").source == ""
    with pytest.raises(InvalidInput, match="is not a folder"):
        FilesOfFolder(tmp_path / "nowhere")


def test_a_persona_is_read_from_a_file(tmp_path: Path):
    (tmp_path / "mia.txt").write_text("You are Mia, and terse.\n")
    assert Persona.from_file(tmp_path / "mia.txt") == Persona(name="mia", text="You are Mia, and terse.")
    (tmp_path / "empty.txt").write_text(" ")
    with pytest.raises(InvalidInput, match="is empty"):
        Persona.from_file(tmp_path / "empty.txt")
