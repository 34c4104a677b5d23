"""`knows`: whether memory can answer, and if not, why; on both stores, in English and Chinese."""

from datetime import UTC, datetime
from typing import Any

import pytest

from factories import NOW, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory

STATEMENTS: list[dict[str, Any]] = [
    {"uid": "moved", "speaker": "Ada", "said_at": day(0), "content": "I live in Turin, near the river."},
    {"uid": "cello", "speaker": "Ben", "said_at": day(1), "content": "I play the cello in an orchestra."},
    {"uid": "cat", "speaker": "王小明", "said_at": day(2), "content": "我养了一只橘猫，名字叫年糕。"},
    {"uid": "work", "speaker": "李华", "said_at": day(3), "content": "我在上海的一家银行工作。"},
]


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add(STATEMENTS, session="s1")
    return memory


@pytest.mark.parametrize(
    ("statement", "question"),
    [
        ("Mila is allergic to peanuts and cats.", "What is Mila allergic to?"),
        ("Mila plays the flute.", "What does Mila play?"),
    ],
)
def test_a_fact_with_several_values_that_another_person_states_is_known(
    database, namespaces, statement, question
):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespaces("-values"))
    others = ("I'm allergic to penicillin and dust, what a pain.", "I play the cello, and I play it a lot.")
    memory.add("I love my new bike.", speaker="Mila", said_at=day(0))
    memory.add(statement, speaker="Ada", said_at=day(1))
    for number, text in enumerate(others):
        memory.add(text, speaker="Ben", said_at=day(2 + number))
    memory.add("What a day.", speaker="Mila", said_at=day(4))
    assert memory.knows(question)
    assert not memory.knows(
        question.replace("What is", "Which cream is").replace("What does", "Which match does")
    )


@pytest.mark.parametrize(
    ("question", "turn"),
    [("Where does Ada live?", "moved"), ("王小明养了什么猫？", "cat"), ("Who plays the cello?", "cello")],
)
def test_a_stated_fact_is_known_with_its_best_evidence(memory, question, turn):
    known = memory.knows(question)
    assert known
    assert known.reason == "known"
    assert known.evidence[0].turns == (turn,)


@pytest.mark.parametrize(
    ("question", "name"), [("Where does Zoe live?", "Zoe"), ("张伟在哪家银行工作？", "张伟")]
)
def test_an_unknown_name_is_reported(memory, question, name):
    known = memory.knows(question)
    assert not known
    assert (known.reason, known.names) == ("nobody", (name,))
    assert name in known.explanation


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Which instrument does Ada play in the orchestra?", "Ada"),
        ("Which airport did Ben fly from?", "Ben"),
        ("李华养的猫叫什么名字？", "李华"),
    ],
)
def test_a_statement_of_one_person_is_not_known_of_another(memory, question, name):
    known = memory.knows(question)
    assert (known.reason, known.names) == ("nothing_about", (name,))


def test_a_better_statement_of_another_person_outweighs_a_remark_on_the_topic(memory):
    memory.add("I love the orchestra.", speaker="Ada", said_at=day(5), session="s2")
    assert memory.knows("Does Ben play the cello in an orchestra?")
    assert memory.knows("Does Ada play the cello in an orchestra?").reason == "nothing_about"


def test_a_fact_answers_despite_statements_of_others_about_themselves(database, namespace):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    turns = [
        ("Ada", "Actually we are in Milan since June."),
        ("Ada", "I love green tea."),
        ("Ben", "Hi Ada, good to see you."),
        ("Dora", "My name is Dora and I live in Graz."),
        ("Dora", "I bought a cello yesterday."),
    ]
    for number, (speaker, text) in enumerate(turns):
        memory.add(text, speaker=speaker, said_at=day(number), session=f"s{number}")
    assert memory.knows("Where does Ada live?")
    assert not memory.knows("Where does Ben live?")


@pytest.mark.parametrize(
    ("speaker", "text", "asked", "other", "own"),
    [
        (
            "Ada",
            "My sister lives in Rome. I visit her often.",
            "Where does Ada live?",
            "Where does Ada's sister live?",
            "I live in Turin.",
        ),
        ("李华", "我弟弟住在苏州。", "李华住在哪里？", "李华的弟弟住在哪里？", "我住在上海。"),
        ("Ada", "My sister lives in Rome.", "Where do I live?", "Where does my sister live?", "I live in Turin."),
        ("Ada", "My brother works as a nurse.", "What does Ada do for a living?", "What does my brother do for a living?",
         "My brother and I work as nurses."),
    ],
)  # fmt: skip
def test_a_statement_about_kin_is_not_known_of_the_speaker(
    database, namespace, speaker, text, asked, other, own
):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add(text, speaker=speaker, said_at=day(0))
    assert not memory.knows(asked)
    assert memory.knows(other)
    memory.add(own, speaker=speaker, said_at=day(1))
    assert memory.knows(asked)


@pytest.mark.parametrize(
    ("stated", "question", "fact"),
    [
        ("I report to Sanna Lindqvist.", "Who do I report to?", "Ada reports to Sanna Lindqvist"),
        (
            "I live in Turin. My brother Leo lives in Rome.",
            "Where does my brother live?",
            "Leo lives in Rome",
        ),
        ("I live in Turin. My brother Leo is a nurse.", "Where does my brother live?", None),
        ("I live in Turin. My brother Leo is a nurse.", "Where does my sister live?", None),
        ("我住在上海。我弟弟李雷住在北京。", "我弟弟住在哪里？", "李雷 住在 北京"),
        ("我住在上海。我弟弟李雷是护士。", "我妹妹住在哪里？", None),
    ],
)
def test_a_current_fact_is_about_the_relative_asked_about(database, namespace, stated, question, fact):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add(stated, speaker="Ada" if stated.isascii() else "王芳")
    facts = [line for line in memory.context(question).text.splitlines() if "] fact: " in line]
    assert len(facts) == (fact is not None)
    assert all(str(fact) in line for line in facts)
    assert fact is None or memory.knows(question)


@pytest.mark.parametrize("question", ["Which volcano erupted yesterday?", "哪座火山喷发了？"])
def test_an_unknown_subject_is_not_known(memory, question):
    assert memory.knows(question).reason == "nothing"


def test_a_statement_from_before_the_time_asked_about_is_only_before(memory):
    known = memory.knows("Where did Ada live after May 2031?", now=day(3000))
    assert known.reason == "only_before"
    assert known.last == day(0)
    assert day(0).date().isoformat() in known.explanation


def test_the_last_day_of_a_period_is_shown_and_not_the_day_after_it(database, namespace):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add("我2031年6月18号过生日。", speaker="王芳", said_at=day(0))
    known = memory.knows("王芳2033年过生日吗？", now=day(3000))
    assert known.reason == "only_before"
    assert "2031-06-18" in known.explanation


@pytest.mark.parametrize(
    ("statement", "question"),
    [
        ("小曼本名叫苏曼，现在在美团做运营。", "小曼在哪上班？"),
        ("我女儿大名叫何知夏，小名米粒，在学画画。", "米粒在学什么？"),
    ],
)
def test_a_person_is_known_by_each_of_two_names(database, namespace, statement, question):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add(statement, speaker="王芳", said_at=day(0))
    assert memory.knows(question).reason == "known"


def test_a_person_is_known_if_a_verb_follows_the_name(database, namespace):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add("赵琴管招商。", speaker="王芳", said_at=day(0))
    assert memory.knows("赵琴管哪块？").reason == "known"


@pytest.mark.parametrize(
    "question",
    [
        "Is Clara married?",  # much is known about her, but not this
        "Where did Clara grow up?",
        "Who lives in Lisbon?",  # somebody lives somewhere
        "Who works as a lawyer?",
        "What is Ada's email address?",
        "张敏结婚了吗？",
        "谁住在重庆？",
        "张敏的手机是什么牌子的？",
    ],
)
def test_a_fact_of_the_same_kind_or_person_is_no_answer_to_another_question(memory, question):
    memory.add("My friend Clara teaches chemistry.", speaker="Ada", said_at=day(4), session="s2")
    memory.add("Clara works as a nurse at weekends.", speaker="Ada", said_at=day(4), session="s2")
    memory.add(
        "我的朋友张敏在苏州当老师，最近买了一辆白色的车。", speaker="李华", said_at=day(4), session="s2"
    )
    assert not memory.knows(question)


@pytest.mark.parametrize(
    ("question", "known"),
    [
        ("Where does Ada live? And who plays the cello?", True),
        ("Where does Ada live? And who plays the trumpet?", False),
        ("李华在哪里工作？另外，王小明的猫叫什么？", True),
        ("李华在哪里工作？另外，王小明的导师叫什么？", False),
    ],
)
def test_each_of_several_questions_must_be_answered(memory, question, known):
    assert bool(memory.knows(question)) is known


def test_a_comparison_is_known_when_both_sides_are(memory):
    memory.add("王小明身高一米八。", speaker="周海", said_at=day(4), session="s2")
    assert not memory.knows("李华和王小明谁的身高更高？")
    memory.add("李华身高一米七五。", speaker="周海", said_at=day(4), session="s2")
    assert memory.knows("李华和王小明谁的身高更高？")


@pytest.mark.parametrize(
    ("text", "asked", "other"),
    [
        ("My mum was born in Bristol.", "Where was my mother born?", "Where was my father born?"),
        ("我妈妈的电话是13512345678。", "我母亲的电话是多少？", "我舅舅的电话是多少？"),
    ],
)
def test_kin_are_known_by_any_synonym_but_not_by_words_for_other_kin(database, namespace, text, asked, other):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add(text, speaker="Ada", said_at=day(0))
    assert memory.knows(asked)
    assert not memory.knows(other)


@pytest.mark.parametrize(
    ("text", "asked", "other"),
    [
        ("我每个月的月租是三千五。", "李华的房租是多少？", "李华的工资是多少？"),
        ("My favourite film is a western.", "What is Ada's favourite movie?", "What is Ada's salary?"),
    ],
)
def test_a_thing_is_known_by_its_synonym(memory, text, asked, other):
    memory.add(text, speaker="李华" if "李华" in asked else "Ada", said_at=day(4), session="s2")
    assert memory.knows(asked)
    assert not memory.knows(other)


def test_another_number_does_not_match(memory):
    memory.add("我表哥的电话是13512345678。", speaker="李华", said_at=day(4), session="s2")
    assert memory.knows("电话是13512345678的人是谁？")
    assert not memory.knows("电话是13587654321的人是谁？")


def test_a_question_in_memory_is_no_statement(memory):
    memory.add("Does Ben have a boat?", speaker="Ada", said_at=day(4), session="s2")
    memory.add("Yes, and a small one!", speaker="Ben", said_at=day(4), session="s3")
    assert not memory.knows("What is Ben's boat called?")
    memory.add("我喜欢喝碧螺春，你呢？", speaker="李华", said_at=day(5), session="s4")
    assert memory.knows("李华喜欢喝什么？")


def test_a_plan_for_the_time_asked_about_is_known_before_that_time(memory):
    memory.add("国庆我要去北京看长城。", speaker="李华", said_at=day(4), session="s2")
    assert memory.knows("李华国庆要去哪里？", now=day(9))


def test_a_greeting_is_no_question(memory):
    assert memory.knows("Hello!").reason == "nothing_asked"


def test_a_blank_question_is_refused(memory):
    with pytest.raises(InvalidInput, match="question is blank"):
        memory.knows(" ")


@pytest.mark.parametrize(
    ("statement", "question"),
    [
        ("我早上喝了一杯拿铁。", "李华2026年5月12日早上喝了什么？"),
        ("I had a latte this morning.", "What did Ada have on the morning of 2026-05-12?"),
    ],
)
def test_a_date_in_a_question_is_no_code_that_evidence_must_contain(database, namespace, statement, question):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    speaker = "Ada" if statement.isascii() else "李华"
    memory.add(statement, uid="drink", speaker=speaker, said_at=datetime(2026, 5, 11, 8, tzinfo=UTC))
    assert memory.context(question).turns == ("drink",)


@pytest.mark.parametrize(
    ("instruction", "question"),
    [
        ("Always show code in Python.", "How should you answer me?"),
        ("Always reply in French.", "How do I like answers?"),
        ("Always show code in Python.", "What instructions did I give you?"),
        ("请一直用中文回答。", "你应该怎么回答我？"),
    ],
)
def test_a_question_for_instructions_finds_them(instruction, question):
    with Memory.open(":memory:", namespace="instructions") as memory:
        memory.add(instruction, speaker="Noor", said_at=NOW)
        memory.add("I had pizza with Ben.", speaker="Noor", said_at=NOW)
        found = memory.knows(question)
    assert found.known
    assert found.evidence[0].text == instruction


@pytest.mark.parametrize("question", ["What car does Ada have?", "Which car does Ada drive?"])
def test_a_thing_that_is_asked_for_by_its_kind_is_known_and_in_the_context(database, namespace, question):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add("We bought a used Polestar 2, dark blue.", speaker="Ada", said_at=day(0))
    assert memory.knows(question)
    assert "Polestar 2" in memory.context(question).text


@pytest.mark.parametrize(
    ("texts", "question", "is_known"),
    [
        (["下周五公司团建。"], "下周五有什么安排？", True),
        (["下周五公司团建。"], "下周六有什么安排？", False),
        (["我有一个女儿，今年5岁。"], "我有几个孩子？", True),
        (["我喜欢喝茶。"], "我有几个孩子？", False),
        (["我弟弟在成都读研。"], "我有兄弟姐妹吗？", True),
        (["The outing is next Friday."], "What is planned for next Friday?", True),
        (["The outing is next Friday."], "What is planned for next Saturday?", False),
    ],
)
def test_plans_of_a_day_and_members_of_a_family_need_not_be_called_so(
    database, namespace, texts, question, is_known
):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    for text in texts:
        memory.add(text, speaker="林晚", said_at=NOW)
    assert bool(memory.knows(question, now=NOW)) is is_known
