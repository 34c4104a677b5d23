"""An overview quotes a little of every session, in short lines."""

from datetime import UTC, datetime

import pytest
from test_context import PLENTY, make_hit

from factories import day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.language.request import asks_for_overview
from memgraph_core.memory import Memory
from memgraph_core.retrieve.analyse import analyse
from memgraph_core.retrieve.context import context_of
from memgraph_core.retrieve.overview import spread_over_sessions


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Can you summarize how my project developed?"),
        ("en", "List the order in which I mentioned my trips."),
        ("en", "How has my garden changed over the year?"),
        ("zh", "帮我总结一下我的项目。"),
        ("zh", "按时间顺序说说我的旅行。"),
    ],
)
def test_a_summary_or_the_order_of_events_is_an_overview(language, text):
    assert asks_for_overview(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Where is the order that I placed?"),
        ("en", "How did you change the tyre?"),
        ("zh", "年终总结大会在哪里开？"),
    ],
)
def test_another_request_is_none(language, text):
    assert not asks_for_overview(text, language)


def test_every_session_has_a_hit_before_one_has_two():
    hits = [make_hit(f"{session}{n}", session=session) for session in "aab" for n in range(2)]
    assert [hit.session for hit in spread_over_sessions(hits)] == ["a", "b", "a", "b", "a", "a"]
    assert spread_over_sessions(hits)[0] == hits[0]


def test_the_lines_of_an_overview_are_short():
    long = make_hit(text=f"I planted roses. {'The weather was fine that day. ' * 9}", said_at=day(1))
    assert len(context_of("Summarize my garden.", [long], PLENTY).text) < 150
    assert len(context_of("What is in my garden?", [long], PLENTY).text) > 150


def test_a_context_and_a_search_for_an_overview_reach_every_session():
    memory = Memory.open(":memory:", namespace="garden", embedder="none")
    memory.add(
        [
            {
                "role": "user",
                "content": f"In the garden I planted {month * 10 + number} roses near the old wall, which took hours.",
                "speaker": "Ada",
                "said_at": f"2026-{month:02}-10",
                "session": f"s{month}",
            }
            for month in range(1, 7)
            for number in range(6)
        ]
    )
    question = "In which order did I plant roses near the old wall of the garden?"
    context = memory.context(question, tokens=300, now="2026-12-01")
    assert {hit.session for hit in context.hits} == {f"s{month}" for month in range(1, 7)}
    hits = memory.search(question, limit=6, now="2026-12-01")
    assert {hit.session for hit in hits} == {f"s{month}" for month in range(1, 7)}
    assert [hit.rank for hit in hits] == [1, 2, 3, 4, 5, 6]


PERIODS = [
    ("en", "Can you summarise my year?", "2026-01-01"), ("en", "Summarise my year", "2026-01-01"),
    ("en", "Give me an overview of my year so far.", "2026-01-01"), ("en", "A quick recap of this month, please", "2026-11-01"),
    ("en", "Give me a summary of last month", "2026-10-01"), ("en", "Could you summarize my week?", "2026-11-23"),
    ("zh", "总结一下我这一年", "2026-01-01"), ("zh", "帮我总结这个月", "2026-11-01"), ("zh", "今年发生了什么？", "2026-01-01"),
    ("zh", "回顾一下我的今年", "2026-01-01"), ("zh", "能不能总结一下上个月？", "2026-10-01"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "since"), PERIODS)
def test_an_overview_of_a_period_alone_asks_for_all_of_it(language, text, since):
    query = analyse(text, now=datetime(2026, 11, 26, 12, tzinfo=UTC))
    assert query.language == language
    assert query.intents >= {"overview", "period"}
    assert query.since is not None
    assert query.since.date().isoformat() == since


@pytest.mark.parametrize(
    "text",
    [
        "Summarise my trip to Rome this year.", "Give me an overview of the Falcon project.", "Summarise Anna's week.",
        "What did I cook this week?", "I wrote a summary of my year.", "总结一下我今年的工作",
        "概括一下项目的进展", "我总结了这个月的账单",
        "这个月小红发生了什么",
    ],
)  # fmt: skip
def test_an_overview_with_a_topic_is_none_of_a_period(text):
    assert "period" not in analyse(text, now=datetime(2026, 11, 26, tzinfo=UTC)).intents


@pytest.mark.parametrize(
    ("texts", "year", "month"),
    [
        (("I signed up for an Italian course.", "Norconsult offered me the job.", "We moved to Alingsås."),
         "Can you summarise my year?", "Summarise this month"),
        (("我报名了意大利语课。", "诺康给了我一份工作。", "我们搬到了杭州。"), "总结一下我这一年", "总结一下这个月"),
    ],
)  # fmt: skip
def test_a_context_for_a_period_quotes_what_was_said_in_it(database, namespace, texts, year, month):
    memory = Memory(MemoryEngine(database), namespace)
    for said_at, text in zip(("2026-01-05", "2026-02-05", "2026-11-05"), texts, strict=True):
        memory.add(text, speaker="Nora", said_at=said_at, session=said_at)
    now = "2026-11-26"
    assert all(text in memory.context(year, now=now).text for text in texts)
    assert memory.knows(year, now=now)
    of_month = memory.context(month, now=now).text
    assert [text in of_month for text in texts] == [False, False, True]
    assert not memory.knows(year, now="2020-11-26")
