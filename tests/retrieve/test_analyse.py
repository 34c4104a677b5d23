from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_core.config import RetrieveSettings
from memgraph_core.errors import ConfigError, InvalidInput
from memgraph_core.records.search import Filters
from memgraph_core.retrieve.analyse import analyse, intents_of, text_to_embed

NOW = datetime(2026, 6, 20, 12, tzinfo=UTC)


def test_a_question_is_known_by_its_words_names_and_time():
    query = analyse("What did Ada paint last month?", now=NOW)
    assert "paint" in query.terms
    assert "ada" in query.name_keys
    assert (query.since, query.until) == (datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC))
    assert query.language == "en"


def test_a_chinese_question_is_read_as_chinese():
    query = analyse("李蔓上个月去了哪里？", now=NOW)
    assert query.language == "zh"
    assert "李蔓" in query.name_keys
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
        ("How do Ada's and Ben's tastes differ?", "en", "comparison"),
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


@pytest.mark.parametrize(
    ("question", "since", "until"),
    [
        ("What did Ada do before May 2026?", None, (2026, 5, 1)),
        ("What did Ada do after May 2026?", (2026, 6, 1), None),
        ("What has Ada painted since March?", (2026, 3, 1), None),
        ("What happened between March and May 2026?", (2026, 3, 1), (2026, 6, 1)),
        ("2024年之前小陈住在哪里？", None, (2024, 1, 1)),
        ("五月以后他做了什么？", (2026, 6, 1), None),
        ("从三月以来她画了什么？", (2026, 3, 1), None),
    ],
)
def test_before_after_and_since_are_no_in(question, since, until):
    query = analyse(question, now=NOW)
    assert query.since == (since and datetime(*since, tzinfo=UTC))
    assert query.until == (until and datetime(*until, tzinfo=UTC))


def test_what_is_told_around_a_question_is_not_searched_for():
    query = analyse("The weather is lovely. Which firm employs Ben?", now=NOW)
    assert query.terms == analyse("Which firm employs Ben?", now=NOW).terms


def test_each_of_several_questions_has_its_terms():
    query = analyse("Who paints? And which firm employs Ben?", now=NOW)
    assert [part[0] for part in query.subquestions] == ["paint", "firm"]


@pytest.mark.parametrize(
    ("question", "asker", "key"),
    [
        ("Where does my mum live?", "Ada", "adas mother"),  # a name key has no apostrophe
        ("Where does Ben's mum live?", None, "bens mother"),
        ("我表哥的生日是哪天？", "李华", "李华的表哥"),
    ],
)
def test_kin_are_looked_for_by_whose_they_are(question, asker, key):
    assert key in analyse(question, now=NOW, asker=asker).name_keys


def test_nobody_is_looked_for_as_kin_of_who_knows_whom():
    assert not [key for key in analyse("我表哥的生日是哪天？", now=NOW).name_keys if key.startswith("I的")]


def test_what_is_taken_up_without_a_name_keeps_no_colon_of_it():
    query = analyse("那王小明呢？", now=NOW, recent=["李华: 我住在上海。"])
    assert query.asking_text == "我住在上海。 那王小明呢？"


def test_of_course_is_no_course():
    assert "ENROLLED_IN" not in analyse("Of course, but where?", now=NOW).relations


def test_small_words_are_no_names():
    assert not {"the", "in", "is the"} & set(analyse("Where is the mill in Turin?", now=NOW).name_keys)


def test_the_published_preset_goes_from_three_hits_to_twenty():
    published = RetrieveSettings.of("published")
    plain = analyse("Who is Ada?", now=NOW, settings=published)
    broad = analyse(
        "Which of the books and paintings that Ada, Ben and Clara talked about between March and June were about boats, birds, "
        "rivers, mountains, bridges, trains or gardens?",
        now=NOW,
        settings=published,
    )
    assert 3 <= plain.depth <= 5
    assert broad.depth == 20


def test_a_preset_that_is_not_there_is_refused():
    with pytest.raises(ConfigError, match="calibrated and published"):
        RetrieveSettings.of("deep")
