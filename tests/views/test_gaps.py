"""What memory does not know, on both stores."""

import pytest

from factories import NOW, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add("My sister lives in Rome. My brother Ben plays the cello.", speaker="Ada", said_at=day(0))
    memory.add("When is Zoe's birthday?", speaker="Ada", said_at=day(1), uid="zoe")
    memory.add("Who plays the cello?", speaker="Ada", said_at=day(2))
    return memory


def test_a_question_without_an_answer_is_a_gap_until_it_is_answered(memory):
    [question] = memory.gaps().questions
    assert (question.turn, question.speaker) == ("zoe", "Ada")
    assert "Zoe" in question.explanation
    memory.add("Zoe's birthday is on 3 May.", speaker="Ben", said_at=day(3))
    assert memory.gaps().questions == ()


def test_a_relative_without_a_name_is_a_gap(memory):
    assert memory.gaps().unnamed == ("Ada's sister",)
    assert "- Ada's sister" in memory.gaps().text().splitlines()


def test_groups_and_roles_with_stated_names_are_no_gaps(database, namespaces):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespaces("-named"))
    texts = (
        "Our two kids, Elsa and Viggo, are at school.",
        "Our kids love the sea.",
        "Tomas's parents, Lena and Rolf, live in Umea.",
        "My boss is in a bad mood. My colleague is ill. My friend is ill. My sister called.",
        "My new boss is Karin Ek.",
        "Clara is my sister and Ben is my friend.",
    )
    for number, text in enumerate(texts):
        memory.add(text, speaker="Ada", said_at=day(number))
    memory.add("我老板很忙。我的老板是王小明。我妹妹在北京。", speaker="小芳", said_at=day(9))
    unnamed = memory.gaps().unnamed
    assert set(unnamed) <= {"Ada's colleague", "Ada's friend", "Ada's sister", "小芳的妹妹"}
    assert {"Ada's colleague", "小芳的妹妹"} <= set(unnamed)


def test_a_memory_without_gaps_says_so(database, namespaces):
    empty = Memory(MemoryEngine(database, clock=lambda: NOW), namespaces("-empty"))
    assert empty.gaps().text().endswith("There are no gaps.")


def test_secrets_and_repeated_questions(memory):
    token = "a1B2" * 9
    memory.add(f"What is the API key sk-{token} for?", speaker="Ada", said_at=day(4))
    memory.add("When is Zoe's birthday?", speaker="Bob", said_at=day(5), uid="again")
    found = memory.gaps().questions
    assert token not in memory.gaps().text()
    assert [question.turn for question in found if "Zoe" in question.text] == ["again"]
    assert [question.turn for question in memory.gaps(now=day(2)).questions] == ["zoe"]


def test_a_reply_answers_the_question_before_it_until_it_is_forgotten(memory):
    memory.add("When does the regatta start?", speaker="Ada", said_at=day(4, 8), uid="asked", session="s")
    memory.add("It starts on 9 June.", speaker="Ben", said_at=day(4, 10), uid="reply", session="s")
    [closed] = [each for each in memory.gaps(answered=True).answered if each.turn == "asked"]
    assert closed.answer.turns == ("reply",)
    assert (closed.speaker, closed.session, closed.answered_at) == ("Ada", "s", day(4, 10))
    assert "asked" not in {question.turn for question in memory.gaps().questions}
    memory.forget(turns=["reply"])
    assert "asked" in {question.turn for question in memory.gaps().questions}
    memory.forget(turns=["asked"])
    assert "regatta" not in memory.gaps(answered=True).text()


def test_a_consolidation_records_what_answers_a_question(memory):
    [question] = memory.gaps().questions
    assert (question.about, question.relations) == (("Zoe",), ("BORN_ON",))
    memory.add("Zoe's birthday is on 3 May.", speaker="Ben", said_at=day(3), uid="birthday")
    found = memory.gaps(answered=True).answered
    assert memory.consolidate().answered == 2  # the other question is about the cello
    assert memory.consolidate().answered == 0
    assert memory.gaps(answered=True).answered == found
    assert [each.answer.turns for each in found if each.turn == "zoe"] == [("birthday",)]
    memory.update("birthday", "Zoe has a dog called Rex.")
    assert [each.turn for each in memory.gaps().questions] == ["zoe"]


def test_stored_questions_are_no_notes_of_a_search(memory):
    notes = memory.stats().notes
    memory.add("When does the regatta start?", speaker="Ada", said_at=day(4), uid="asked")
    assert memory.stats().notes == notes
    assert all(
        hit.note is None or hit.note.state != "question"
        for hit in memory.search("When does the regatta start?")
    )
    rebuilt = memory.rebuild(embedder="none")
    assert rebuilt.after.notes == notes
    assert [question.turn for question in memory.gaps().questions] == ["asked", "zoe"]


def test_questions_in_chinese_are_answered_too(memory):
    memory.add("佐伊的生日是什么时候？", speaker="小雨", said_at=day(10), uid="生日", session="聊天")
    assert memory.gaps().questions[0].turn == "生日"
    memory.add("她的生日是5月3日。", speaker="李雷", said_at=day(10, 10), session="聊天")
    assert "生日" in {each.turn for each in memory.gaps(answered=True).answered}
    assert "生日" not in {question.turn for question in memory.gaps().questions}


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("We have three hens and one of them stopped laying.", "How many eggs does a hen lay in winter?"),
        (
            "The wind load report is done, I sent it to Ben.",
            "What's a good way to structure a wind load report?",
        ),
        ("我家有三只鸡，有一只不下蛋了。", "一只鸡冬天能下多少蛋？"),
        ("风荷载报告写完了。", "写风荷载报告有什么好方法？"),
    ],
)
def test_questions_about_the_world_and_for_advice_are_no_gaps(memory, said, question):
    memory.add(said, speaker="Nora", said_at=day(4), session="s4")
    memory.add(question, speaker="Nora", said_at=day(5), session="s5", uid="asked")
    found = memory.gaps(answered=True)
    assert "asked" not in {each.turn for each in (*found.questions, *found.answered)}


@pytest.mark.parametrize(
    ("said", "question", "is_answer"),
    [
        (
            "We have three hens and one of them stopped laying.",
            "How many eggs did our hens lay in winter?",
            False,
        ),
        ("We have three hens and one of them stopped laying.", "How many hens do we have?", True),
        ("Our regatta was great fun.", "When is our regatta?", False),
        ("Our regatta is on 9 June.", "When is our regatta?", True),
        ("我家有三只鸡。", "我家的鸡冬天下多少蛋？", False),
        ("我家有三只鸡，有一只不下蛋了。", "我家有多少只鸡？", True),
    ],
)
def test_an_answer_has_the_number_or_the_time_that_is_asked_for(memory, said, question, is_answer):
    memory.add(said, speaker="Nora", said_at=day(4), session="s4")
    memory.add(question, speaker="Nora", said_at=day(5), session="s5", uid="asked")
    found = memory.gaps(answered=True)
    assert ("asked" in {each.turn for each in found.answered}) == is_answer
    assert ("asked" in {each.turn for each in found.questions}) != is_answer


def test_gaps_are_written_in_the_language_of_most_statements(database, namespaces):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespaces("-language"))
    for number, text in enumerate(("I live in Turin.", "I like jazz.", "I play the cello.")):
        memory.add(text, speaker="Ada", said_at=day(number))
    memory.add("张伟的生日是哪天？", speaker="Ada", said_at=day(4))
    found = memory.gaps()
    assert [question.text for question in found.questions] == ["张伟的生日是哪天？"]
    assert (found.language, found.questions[0].explanation) == ("en", "Memory knows nobody called 张伟.")
    assert found.text().startswith("What memory does not know")
