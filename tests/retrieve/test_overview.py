"""An overview quotes a little of every session, in short lines."""

import pytest
from test_context import PLENTY, make_hit

from factories import day
from memgraph_core.language.request import asks_for_overview
from memgraph_core.memory import Memory
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
