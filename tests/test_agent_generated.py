"""Agent-generated turns: stored with their sources, and never treated as statements of people."""

from typing import Any

import pytest

from factories import DIMENSION, NOW, day
from hashing_embedder import HashingEmbedder
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory
from memgraph_core.records.graph import Support
from memgraph_core.records.search import Filters

STATEMENTS: dict[str, list[dict[str, Any]]] = {
    "en": [
        {"uid": "turin", "speaker": "Ada", "said_at": day(0), "content": "I moved to Turin in March."},
        {
            "uid": "milan",
            "speaker": "Ada",
            "said_at": day(60),
            "content": "I live in Milan now, near the Duomo.",
        },
        {"uid": "fiat", "speaker": "Ada", "said_at": day(61), "content": "I work at Fiat, as an engineer."},
        {
            "uid": "tea",
            "speaker": "Ben",
            "said_at": day(62),
            "content": "I live in Genoa and like green tea.",
        },
        {
            "uid": "cat",
            "speaker": "Ben",
            "said_at": day(63),
            "content": "My cat Mio lives with Ada in Milan.",
        },
    ],
    "zh": [
        {"uid": "turin", "speaker": "小雨", "said_at": day(0), "content": "我三月搬到了成都。"},
        {"uid": "milan", "speaker": "小雨", "said_at": day(60), "content": "我现在住在北京，靠近天坛公园。"},
        {"uid": "fiat", "speaker": "小雨", "said_at": day(61), "content": "我在华为工作，是工程师。"},
        {"uid": "tea", "speaker": "王明", "said_at": day(62), "content": "我住在上海，喜欢喝绿茶。"},
        {"uid": "cat", "speaker": "王明", "said_at": day(63), "content": "我的猫和小雨一起住在北京。"},
    ],
}
QUESTION = {"en": "Where does Ada live?", "zh": "小雨住在哪里？"}
OPENINGS = {
    "en": [
        "Ada lives in Milan.", "She is in Milan these days.", "As far as I know, Ada's home is Milan.",
        "Milan is where Ada lives now.", "You told me that Ada lives in Milan, near the Duomo.",
        "Ada moved to Milan.", "Her current city is Milan.", "The answer is Milan.",
        "Ada resides in Milan, close to the Duomo.", "According to memory: Milan, where Ada works at Fiat.",
    ],
    "zh": [
        "小雨住在北京。", "她现在在北京。", "据我所知，小雨的家在北京。", "北京是小雨现在住的地方。",
        "您告诉过我，小雨住在北京，靠近天坛公园。", "小雨搬到了北京。", "她目前的城市是北京。", "答案是北京。",
        "小雨居住在北京，离天坛公园很近。", "根据记忆：北京，小雨在华为工作。",
    ],
}  # fmt: skip
ENDINGS = {
    "en": [
        "",
        " Can I help with anything else?",
        " That is what I have.",
        " Ada lives there.",
        " Glad to help!",
    ],
    "zh": ["", "还有什么可以帮您的吗？", "这是我所知道的。", "小雨住在那里。", "很高兴能帮到您！"],
}
NOT_SAID = {"en": "inferred, not said by a person", "zh": "推断，不是人说的"}
FALSE = {"en": "Ada lives in Paris and works at Renault.", "zh": "小雨住在巴黎，在百度工作。"}


@pytest.fixture(params=[pytest.param(True, id="vectors"), pytest.param(False, id="words")])
def engine(database, request) -> MemoryEngine:
    embedder = HashingEmbedder(DIMENSION) if request.param else None
    return MemoryEngine(database, embedder=embedder, clock=lambda: NOW)


@pytest.fixture
def memory(engine, namespace) -> Memory:
    return Memory(engine, namespace)


def answers(language: str) -> list[str]:
    """Fifty differently worded answers to the question, all true to memory."""
    return [opening + ending for opening in OPENINGS[language] for ending in ENDINGS[language]]


def human_memory(memory: Memory, language: str) -> object:
    """Everything that agent-generated turns must not change."""
    questions = (QUESTION[language], STATEMENTS[language][1]["content"], "Fiat 华为 tea 绿茶")
    return (
        memory.entities(limit=99),
        memory.facts(),
        memory.stream(),
        memory.timeline(),
        [[(h.uid, h.score) for h in memory.search(q) if h.trust == "said"] for q in questions],
    )


@pytest.mark.parametrize("language", ["en", "zh"])
def test_fifty_answers_and_a_false_claim_do_not_change_what_people_said(memory, language):
    memory.add(STATEMENTS[language], session="s1")
    before = human_memory(memory, language)
    used = memory.search(QUESTION[language])
    for number, answer in enumerate(answers(language)):
        said_at = NOW.replace(minute=number)
        memory.add(
            answer, role="assistant", session="s1" if number % 2 else "s2", said_at=said_at, used=used[:2]
        )
    memory.add(FALSE[language], role="assistant", session="s1")
    assert human_memory(memory, language) == before


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_false_claim_of_an_agent_is_never_shown_as_said_by_a_person(memory, language):
    memory.add(STATEMENTS[language], session="s1")
    for _ in range(3):
        memory.add(FALSE[language], role="assistant", session="s1", said_at=day(70))
    context = memory.context(QUESTION[language])
    claimed = [hit for hit in context.hits if FALSE[language][-10:] in hit.text]
    assert claimed
    assert {(hit.trust, hit.speaker, hit.note, hit.facts) for hit in claimed} == {
        ("inferred", "assistant", None, ())
    }
    (line,) = [line for line in context.text.splitlines() if FALSE[language][-10:] in line]
    assert f"; {NOT_SAID[language]}] assistant: " in line


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_answer_is_supported_by_what_it_used_and_an_invented_claim_by_nothing(memory, language):
    memory.add(STATEMENTS[language], session="s1")
    (home,) = [hit for hit in memory.search(QUESTION[language]) if hit.turns == ("milan",)]
    (answer,) = memory.add(OPENINGS[language][0], role="assistant", used=[home]).turns
    (claim,) = memory.add(FALSE[language], role="assistant", used=[home]).turns
    notes = memory.notes(answer.notes)
    assert [(note.trust, note.state) for note in notes] == [("inferred", "agent_generated")]
    assert memory.turns([answer.uid])[0].used == ("milan",)
    assert memory.supports(answer.notes) == (Support(answer.notes[0], home.uid),)
    assert memory.supports([home.uid]) == memory.supports(answer.notes)  # from the other end of the edge
    assert memory.supports(claim.notes) == ()


def test_an_answer_without_used_hits_is_supported_by_the_nearest_note(database, namespace):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    (statement,) = memory.add("I live in Milan, near the Duomo.", speaker="Ada").turns
    (answer,) = memory.add("Ada lives in Milan, near the Duomo.", role="assistant").turns
    assert memory.supports(answer.notes) == (Support(answer.notes[0], statement.notes[0]),)


def test_an_answer_cannot_support_another_answer(memory):
    (first,) = memory.add("Ada lives in Paris.", role="assistant", said_at=day(1)).turns
    (second,) = memory.add("Ada lives in Paris.", role="assistant", said_at=day(2), used=[first.uid]).turns
    assert memory.supports(first.notes + second.notes) == ()


def test_an_agent_creates_no_entities(memory):
    memory.add("Paris is lovely, and Renault builds cars.", role="assistant")
    assert memory.entities() == ()
    assert memory.stats().mentions == 0


def test_an_agent_generated_turn_is_found_by_its_words(memory):
    memory.add("Which restaurant would you choose?", speaker="Ada", said_at=day(1))
    memory.add("I recommend the trattoria Bella Vista.", role="assistant", said_at=day(1))
    hit = memory.search("Which trattoria did you recommend?")[0]
    assert (hit.text, hit.trust) == ("I recommend the trattoria Bella Vista.", "inferred")
    assert {hit.trust for hit in memory.search("trattoria", filters=Filters(trust="said"))} <= {"said"}
    assert len(memory.search("trattoria", filters=Filters(role="assistant"))) == 1


def test_a_web_page_is_external_and_names_its_source(memory):
    memory.add("The tower of Turin is 167 metres high.", role="web", session="https://example.org/turin")
    (hit,) = memory.search("How high is the tower?")
    assert (hit.trust, hit.session, hit.speaker) == ("external", "https://example.org/turin", None)
    assert memory.facts() == ()
    assert "external, not said by a person" in memory.context("How high is the tower?").text


def test_a_web_page_ranks_before_the_answers_that_repeat_it(memory):
    page = "https://example.org/grenoble"
    memory.add("Grenoble has 158,000 inhabitants.", role="web", session=page, said_at=day(1))
    for number, answer in enumerate(("As I read", "Again", "Once more")):
        text = f"{answer}: Grenoble has 158,000 inhabitants."
        memory.add(text, role="assistant", said_at=day(2 + number))
    first, *_ = memory.search("How many inhabitants has Grenoble?")
    assert (first.trust, first.session) == ("external", page)


def test_repeated_questions_do_not_change_the_hits(memory):
    memory.add("I live in Milan.", speaker="Ada", said_at=day(1))
    before = [hit.uid for hit in memory.search("Where does Ada live?")]
    for number in range(5):
        memory.add("Where does Ada live?", speaker="Ada", said_at=day(2 + number))
    assert [hit.uid for hit in memory.search("Where does Ada live?")] == before


def test_forgetting_a_turn_also_forgets_the_answers_that_used_it(memory):
    memory.add("I have a heart condition.", speaker="Ada", uid="ill")
    memory.add("I like tea.", speaker="Ada", uid="tea")
    (answer,) = memory.add("Mind her heart condition.", role="assistant", used=["ill"]).turns
    (other,) = memory.add("She likes tea.", role="assistant", used=["tea"]).turns
    assert set(memory.forget(turns=["ill"]).turns) == {"ill", answer.uid}
    assert memory.turns([answer.uid, other.uid]) == memory.turns([other.uid])


def test_forgetting_an_entity_also_forgets_the_answers_that_name_it(memory):
    memory.add("Bea lives in Turin.", speaker="Ada", uid="bea")
    (answer,) = memory.add("Bea is your friend.", role="assistant").turns
    assert set(memory.forget(entity="Bea").turns) == {"bea", answer.uid}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_rebuild_gives_the_same_agent_generated_notes(database, namespace, language):
    memory = Memory(MemoryEngine(database, embedder=HashingEmbedder(DIMENSION), clock=lambda: NOW), namespace)
    memory.add(STATEMENTS[language], session="s1")
    (home,) = [hit for hit in memory.search(QUESTION[language]) if hit.turns == ("milan",)]
    (answer,) = memory.add(OPENINGS[language][0], role="assistant", session="s2", used=[home]).turns
    before = human_memory(memory, language), memory.supports(answer.notes)
    memory.rebuild()
    assert (human_memory(memory, language), memory.supports(answer.notes)) == before


def test_what_only_an_agent_said_is_not_known(database, namespace):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add("I live in Milan.", speaker="Ada", said_at=day(1))
    memory.add("Ada plays the cello in an orchestra.", role="assistant", said_at=day(2))
    assert not memory.knows("Which instrument does Ada play in the orchestra, the cello?").known


def test_questions_that_were_asked_before_are_no_hits(memory):
    memory.add("I play the oboe in the town orchestra.", speaker="Ada", said_at=day(1), session="s1")
    for number, wording in enumerate(
        ["Which instrument do I play?", "What do I play in the orchestra?", "Do you know my instrument?"] * 3
    ):
        memory.add(wording, speaker="Ada", said_at=day(2), session=f"asked {number}")
    hits = memory.search("Which instrument do I play in the orchestra?")
    assert [hit.text for hit in hits] == ["I play the oboe in the town orchestra."]
    assert "oboe" in memory.context("Which instrument do I play?").text


def test_a_question_about_the_work_finds_the_answers_of_the_agent(memory):
    for number, (asked, answered) in enumerate(
        [
            (
                "I store orders with their customers in one table.",
                "Split the schema: a table of customers, one of orders.",
            ),
            ("I deploy by hand on Fridays.", "Automate the deployment and avoid Fridays."),
        ]
    ):
        memory.add(
            [{"role": "user", "content": asked}, {"role": "assistant", "content": answered}],
            session=f"work {number}",
            said_at=day(3),
        )
    found = memory.search("What did you suggest for the schema?")
    assert any(hit.text.startswith("Split the schema") for hit in found[:2])
    assert memory.search("How do I store orders?")[0].trust == "said"


WORK: dict[str, list[tuple[str, str]]] = {
    "en": [
        (
            "My laptop overheats whenever I compile the kernel.",
            "Clean the fan first, then lower the voltage.",
        ),
        ("The invoices are printed without their totals.", "Add a column for the sums, and a test for it."),
        ("Our garden floods after each storm.", "Dig a shallow trench along the fence."),
        ("I want to learn Portuguese before the summer.", "Practise twenty minutes every morning."),
        ("The choir needs a new rehearsal room.", "Ask the school for its gym on Tuesdays."),
    ],
    "zh": [
        ("我的笔记本电脑一编译就过热。", "先清理风扇，再降低电压。"),
        ("发票打印出来没有总额。", "加一列合计，再写一个测试。"),
        ("我们的花园每次暴雨后都积水。", "沿着篱笆挖一条浅沟。"),
        ("我想在夏天之前学会葡萄牙语。", "每天早上练习二十分钟。"),
        ("合唱团需要新的排练室。", "问问学校周二能不能用体育馆。"),
    ],
}
ASKED_WORK = {
    "en": "What did you recommend about the laptop that overheats?",
    "zh": "笔记本电脑过热，你上次建议怎么办？",
}


def work_with_an_agent(memory: Memory, language: str) -> None:
    for number, (asked, answered) in enumerate(WORK[language]):
        exchange = [{"role": "user", "content": asked}, {"role": "assistant", "content": answered}]
        memory.add(exchange, session="work", said_at=day(number))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_answer_is_found_by_what_it_answers(memory, language):
    work_with_an_agent(memory, language)
    best, second = memory.search(ASKED_WORK[language])[:2]
    assert ((best.text, best.trust), second.text) == (
        (WORK[language][0][1], "inferred"),
        WORK[language][0][0],
    )
    assert best.signals
    assert WORK[language][0][1] in memory.context(ASKED_WORK[language]).text


@pytest.mark.parametrize("language", ["en", "zh"])
def test_answers_take_at_most_a_third_of_the_places_of_a_summary(memory, language):
    work_with_an_agent(memory, language)
    summary = {
        "en": "Can you summarise our work on the laptop, the invoices, the garden, Portuguese and the choir?",
        "zh": "总结一下我们的工作：电脑过热、发票总额、花园积水、葡萄牙语和合唱团排练室。",
    }[language]
    for limit in (3, 4, 6, 20):
        hits = memory.search(summary, limit=limit)
        assert hits[0].trust == "said"
        assert sum(hit.trust == "inferred" for hit in hits) == min(limit // 3, 5)
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_answers_do_not_change_what_is_known_and_quoted_about_people(memory, language):
    memory.add(STATEMENTS[language], session="s1")
    before = memory.knows(QUESTION[language]), memory.context(QUESTION[language], tokens=80).turns
    for number, answer in enumerate(answers(language)):
        memory.add(answer, role="assistant", session="s2", said_at=NOW.replace(minute=number))
    assert memory.knows(QUESTION[language]) == before[0]
    assert [uid for uid in memory.context(QUESTION[language], tokens=80).turns if uid in before[1]] == list(
        before[1]
    )


def test_nothing_is_shown_for_work_that_was_never_done(database, namespace):
    memory = Memory(
        MemoryEngine(database, clock=lambda: NOW), namespace
    )  # the vectors of the tests have no meaning
    work_with_an_agent(memory, "en")
    context = memory.context("What did you recommend about kangaroos in Australia?")
    assert [hit for hit in context.hits if hit.trust == "inferred"] == []


def test_an_answer_after_a_forgotten_turn_is_not_found_by_it(memory):
    work_with_an_agent(memory, "en")
    before = memory.search(ASKED_WORK["en"])
    assert before[0].text == WORK["en"][0][1]
    memory.forget(turns=[before[1].turns[0]])
    found = [hit for hit in memory.search(ASKED_WORK["en"]) if hit.uid == before[0].uid]
    assert all("answers" not in hit.signals and hit.support < before[0].support for hit in found)
