"""`knows`: whether memory can answer, and what is wanting when it cannot; on both stores, English and Chinese."""

from typing import Any

import pytest

from factories import NOW, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory

TOLD: list[dict[str, Any]] = [
    {"uid": "moved", "speaker": "Ada", "said_at": day(0), "content": "I live in Turin, near the river."},
    {"uid": "cello", "speaker": "Ben", "said_at": day(1), "content": "I play the cello in an orchestra."},
    {"uid": "cat", "speaker": "王小明", "said_at": day(2), "content": "我养了一只橘猫，名字叫年糕。"},
    {"uid": "work", "speaker": "李华", "said_at": day(3), "content": "我在上海的一家银行工作。"},
]


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add(TOLD, session="s1")
    return memory


@pytest.mark.parametrize(
    ("question", "turn"),
    [("Where does Ada live?", "moved"), ("王小明养了什么猫？", "cat"), ("Who plays the cello?", "cello")],
)
def test_what_was_told_is_known_and_the_best_evidence_comes_along(memory, question, turn):
    known = memory.knows(question)
    assert known
    assert known.reason == "known"
    assert known.evidence[0].turns == (turn,)


@pytest.mark.parametrize(
    ("question", "name"), [("Where does Zoe live?", "Zoe"), ("张伟在哪家银行工作？", "张伟")]
)
def test_nobody_is_known_by_a_name_that_never_came_up(memory, question, name):
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
def test_what_another_person_said_of_themselves_is_not_known_of_this_one(memory, question, name):
    known = memory.knows(question)
    assert (known.reason, known.names) == ("nothing_about", (name,))


def test_what_another_tells_of_themselves_better_is_not_known_of_who_only_touches_on_it(memory):
    memory.add("I love the orchestra.", speaker="Ada", said_at=day(5), session="s2")
    assert memory.knows("Does Ben play the cello in an orchestra?")
    assert memory.knows("Does Ada play the cello in an orchestra?").reason == "nothing_about"


def test_a_fact_that_answers_stands_whatever_another_says_of_themselves(database, namespace):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    said = [
        ("Ada", "Actually we are in Milan since June."),
        ("Ada", "I love green tea."),
        ("Ben", "Hi Ada, good to see you."),
        ("Dora", "My name is Dora and I live in Graz."),
        ("Dora", "I bought a cello yesterday."),
    ]
    for place, (speaker, text) in enumerate(said):
        memory.add(text, speaker=speaker, said_at=day(place), session=f"s{place}")
    assert memory.knows("Where does Ada live?")
    assert not memory.knows("Where does Ben live?")


@pytest.mark.parametrize(
    ("speaker", "told", "asked", "other", "own"),
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
def test_what_somebody_tells_of_another_is_not_known_of_themselves(
    database, namespace, speaker, told, asked, other, own
):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add(told, speaker=speaker, said_at=day(0))
    assert not memory.knows(asked)
    assert memory.knows(other)
    memory.add(own, speaker=speaker, said_at=day(1))
    assert memory.knows(asked)


@pytest.mark.parametrize("question", ["Which volcano erupted yesterday?", "哪座火山喷发了？"])
def test_what_nobody_spoke_of_is_not_known(memory, question):
    assert memory.knows(question).reason == "nothing"


def test_what_was_only_told_before_the_time_asked_about_is_said_so(memory):
    known = memory.knows("Where did Ada live after May 2031?", now=day(3000))
    assert known.reason == "only_before"
    assert known.last == day(0)
    assert day(0).date().isoformat() in known.explanation


@pytest.mark.parametrize(
    "question",
    [
        "Is Clara married?",  # much is known of her, and nothing about that
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


def test_what_is_compared_is_known_when_each_is_told_of(memory):
    memory.add("王小明身高一米八。", speaker="周海", said_at=day(4), session="s2")
    assert not memory.knows("李华和王小明谁的身高更高？")
    memory.add("李华身高一米七五。", speaker="周海", said_at=day(4), session="s2")
    assert memory.knows("李华和王小明谁的身高更高？")


@pytest.mark.parametrize(
    ("told", "asked", "other"),
    [
        ("My mum was born in Bristol.", "Where was my mother born?", "Where was my father born?"),
        ("我妈妈的电话是13512345678。", "我母亲的电话是多少？", "我舅舅的电话是多少？"),
    ],
)
def test_kin_are_known_by_any_word_for_them_and_not_by_that_for_others(
    database, namespace, told, asked, other
):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add(told, speaker="Ada", said_at=day(0))
    assert memory.knows(asked)
    assert not memory.knows(other)


@pytest.mark.parametrize(
    ("told", "asked", "other"),
    [
        ("我每个月的月租是三千五。", "李华的房租是多少？", "李华的工资是多少？"),
        ("My favourite film is a western.", "What is Ada's favourite movie?", "What is Ada's salary?"),
    ],
)
def test_what_a_thing_is_also_called_is_known_by_it(memory, told, asked, other):
    memory.add(told, speaker="李华" if "李华" in asked else "Ada", said_at=day(4), session="s2")
    assert memory.knows(asked)
    assert not memory.knows(other)


def test_another_number_is_no_answer_to_whose_it_is(memory):
    memory.add("我表哥的电话是13512345678。", speaker="李华", said_at=day(4), session="s2")
    assert memory.knows("电话是13512345678的人是谁？")
    assert not memory.knows("电话是13587654321的人是谁？")


def test_what_was_asked_is_not_told(memory):
    memory.add("Does Ben have a boat?", speaker="Ada", said_at=day(4), session="s2")
    memory.add("Yes, and a small one!", speaker="Ben", said_at=day(4), session="s3")
    assert not memory.knows("What is Ben's boat called?")
    memory.add("我喜欢喝碧螺春，你呢？", speaker="李华", said_at=day(5), session="s4")
    assert memory.knows("李华喜欢喝什么？")


def test_what_is_planned_for_the_time_asked_about_is_known_before_it(memory):
    memory.add("国庆我要去北京看长城。", speaker="李华", said_at=day(4), session="s2")
    assert memory.knows("李华国庆要去哪里？", now=day(9))


def test_a_greeting_asks_nothing(memory):
    assert memory.knows("Hello!").reason == "nothing_asked"


def test_a_blank_question_is_refused(memory):
    with pytest.raises(InvalidInput, match="question is blank"):
        memory.knows(" ")
