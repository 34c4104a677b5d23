from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_core.errors import InvalidInput
from memgraph_core.reads import Filters
from memgraph_core.retrieve.analyse import analyse, intents_of, text_to_embed

NOW = datetime(2026, 6, 20, 12, tzinfo=UTC)


def test_a_question_is_known_by_its_words_names_and_time():
    query = analyse("What did Ada paint last month?", now=NOW)
    assert "paint" in query.terms
    assert "ada" in query.keys
    assert (query.since, query.until) == (datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC))
    assert query.language == "en"


def test_a_chinese_question_is_read_as_chinese():
    query = analyse("李蔓上个月去了哪里？", now=NOW)
    assert query.language == "zh"
    assert "李蔓" in query.keys
    assert query.since == datetime(2026, 5, 1, tzinfo=UTC)
    assert "temporal" not in query.intents


@pytest.mark.parametrize(
    ("question", "language", "intent"),
    [
        ("Hello!", "en", "greeting"),
        ("Thanks a lot", "en", "greeting"),
        ("When did Ada move?", "en", "temporal"),
        ("How many cats does she have?", "en", "count"),
        ("Which books did Ben read?", "en", "list"),
        ("Do Ada and Ben like the same music?", "en", "comparison"),
        ("Would Ada enjoy a hike?", "en", "inference"),
        ("Where did Ada live before?", "en", "past"),
        ("Where does Ada live now?", "en", "present"),
        ("你好！", "zh", "greeting"),
        ("他什么时候搬家？", "zh", "temporal"),
        ("她有哪些爱好？", "zh", "list"),
        ("邵明川现在在哪里工作？", "zh", "present"),
    ],
)
def test_what_kind_of_question_it_is(question, language, intent):
    assert intent in intents_of(question, language)


def test_a_question_that_opens_with_a_greeting_is_still_a_question():
    assert "greeting" not in intents_of("Hi, where does Ada live?", "en")


def test_a_broad_question_deserves_more_hits_than_a_plain_one():
    plain = analyse("Where does Ada live?", now=NOW)
    broad = analyse("Which books did both Ada and Ben read?", now=NOW)
    assert broad.depth > plain.depth


def test_the_names_of_speakers_are_taken_out_of_what_is_embedded():
    assert text_to_embed("What is Ada's favourite tea?", ["Ada", "Ben"]) == "What is favourite tea?"
    assert (
        text_to_embed("李蔓喜欢喝什么茶？", ["李蔓"]) == "李蔓喜欢喝什么茶？"
    )  # no blank around it: part of a run


def test_a_question_of_names_alone_is_embedded_as_it_is():
    assert text_to_embed("Ada?", ["Ada"]) == "Ada?"


def test_a_filter_for_an_entity_becomes_a_key_and_times_become_utc():
    local = datetime.fromisoformat("2026-03-20T09:00:00+01:00")
    query = analyse("tea", now=NOW, filters=Filters(entity="The O'Brien's", since=local))
    assert query.filters.entity == "obrien"
    assert query.filters.since is not None
    assert query.filters.since.utcoffset() == timedelta(0)


def test_a_blank_question_and_a_naive_now_are_refused():
    with pytest.raises(InvalidInput, match="question is blank"):
        analyse("  \n", now=NOW)
    with pytest.raises(InvalidInput, match="no timezone"):
        analyse("tea", now=datetime(2026, 1, 1))


@given(st.text(min_size=1, max_size=300))
def test_any_text_is_analysed_or_refused_with_a_reason(text):
    try:
        query = analyse(text, now=NOW)
    except InvalidInput:
        return
    assert len(set(query.terms)) == len(query.terms)
    assert (query.since is None) == (query.until is None)
