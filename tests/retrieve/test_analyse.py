from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_core.config import RetrieveSettings
from memgraph_core.errors import ConfigError, InvalidInput
from memgraph_core.records.search import Filters
from memgraph_core.retrieve.analyse import analyse, intents_of, text_of_vector, text_to_embed

NOW = datetime(2026, 6, 20, 12, tzinfo=UTC)


def test_a_query_has_terms_names_and_time():
    query = analyse("What did Ada paint last month?", now=NOW)
    assert "paint" in query.terms
    assert "ada" in query.name_keys
    assert (query.since, query.until) == (datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC))
    assert query.language == "en"


def test_a_chinese_question_is_recognised():
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
def test_intents(question, language, intent):
    assert intent in intents_of(question, language)


def test_a_question_after_a_greeting_is_no_greeting():
    assert "greeting" not in intents_of("Hi, where does Ada live?", "en")


def test_a_broad_question_gets_more_hits_than_a_plain_one():
    plain = analyse("Where does Ada live?", now=NOW)
    broad = analyse("Which books did both Ada and Ben read?", now=NOW)
    assert broad.depth > plain.depth


def test_the_names_of_speakers_are_not_embedded():
    assert text_to_embed("What is Ada's favourite tea?", ["Ada", "Ben"]) == "What is favourite tea?"
    assert text_to_embed("李蔓喜欢喝什么茶？", ["李蔓"]) == "喜欢喝什么茶？"


def test_a_question_of_names_only_is_embedded_unchanged():
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
def test_before_after_and_since_give_open_intervals(question, since, until):
    query = analyse(question, now=NOW)
    assert query.since == (since and datetime(*since, tzinfo=UTC))
    assert query.until == (until and datetime(*until, tzinfo=UTC))


def test_statements_around_a_question_count_less_than_the_question():
    query = analyse("The weather is lovely. Which firm employs Ben?", now=NOW)
    weights = dict(zip(query.terms, query.term_weights, strict=True))
    assert query.terms[:3] == analyse("Which firm employs Ben?", now=NOW).terms
    assert weights["firm"] == 1.0 > weights["weather"] > 0
    assert text_of_vector(query) == "Which firm employs Ben?"


def test_a_message_is_searched_whole():
    text = "I ran my first half marathon today! It rained all the way. How should I celebrate?"
    query = analyse(text, now=NOW)
    assert query.kind == "message"
    weights = dict(zip(query.terms, query.term_weights, strict=True))
    assert {weights[term] for term in ("marathon", "rain", "celebr")} == {1.0}
    assert text_of_vector(query) == text
    assert len(query.parts) == 3


@pytest.mark.parametrize(
    ("text", "topic", "light"),
    [
        ("I really want to look after my garden. It is a lot of fun!", "garden", "look"),
        ("我想养一只乌龟。可能有点难。", "乌龟", "可能"),
    ],
)
def test_words_without_a_topic_count_little_in_a_message(text, topic, light):
    query = analyse(text, now=NOW)
    weights = dict(zip(query.terms, query.term_weights, strict=True))
    assert query.kind == "message"
    assert weights[topic] == 1.0 > 0.5 > weights[light] > 0


def test_a_message_that_refers_to_something_before_it_is_compared_as_a_whole():
    text = "I'm applying for a job in Turin. It is well paid. How should I prepare for it?"
    query = analyse(text, now=NOW)
    assert (query.kind, text_of_vector(query)) == ("message", text)


def test_a_time_in_a_statement_is_not_asked_about():
    assert analyse("Yesterday I played chess. I won a game!", now=NOW).since is None
    assert analyse("I was away. What did I do yesterday?", now=NOW).since is not None
    assert analyse("Summarise what happened yesterday.", now=NOW).since is not None


def test_a_message_is_searched_with_the_recent_turns_at_a_low_weight():
    query = analyse("I am so nervous about it tomorrow", now=NOW, recent=["I play the cello at the gala."])
    other = analyse("I am so nervous about the concert", now=NOW, recent=["I play the cello at the gala."])
    assert "cello" in query.terms
    assert dict(zip(other.terms, other.term_weights, strict=True))["cello"] < 0.5


@pytest.mark.parametrize(
    "question",
    [
        "What did you suggest for the schema?", "Remind me of your advice on testing.", "Which steps did we finish?",
        "What have we decided about hosting?", "List the order in which we discussed the topics.",
        "Summarise our work on the parser.", "Can you summarise how I prepared the talk with Ben?", "Give me a summary.",
        "你上次建议用什么数据库？", "你的建议是什么？", "我们讨论过哪些方案？", "我们完成了哪些步骤？", "总结一下我们的项目",
    ],
)  # fmt: skip
def test_a_question_about_the_work_of_the_agent_is_recognised(question):
    assert "work" in analyse(question, now=NOW).intents


@pytest.mark.parametrize(
    "question",
    [
        "What did Ada suggest for the schema?", "Summarise Anna's week.", "Can you summarise what Ben did in Rome?",
        "How many books has Ada read so far?", "When did we go to Rome?", "When do we work on Sundays?",
        "List the order in which I mentioned my trips in our conversations.", "我们去过哪里？",
        "总结一下王明这周的情况", "小雨目前为止读了几本书？",
    ],
)  # fmt: skip
def test_a_question_about_people_does_not_ask_for_the_work_of_the_agent(question):
    assert "work" not in analyse(question, now=NOW).intents


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
def test_kin_are_searched_for_by_their_owner(question, asker, key):
    assert key in analyse(question, now=NOW, asker=asker).name_keys


def test_kin_of_an_unknown_asker_are_not_searched_for():
    assert not [key for key in analyse("我表哥的生日是哪天？", now=NOW).name_keys if key.startswith("I的")]


def test_the_colon_is_removed_with_the_name_of_a_recent_turn():
    query = analyse("那王小明呢？", now=NOW, recent=["李华: 我住在上海。"])
    assert query.asking_text == "我住在上海。 那王小明呢？"


def test_of_course_is_not_a_course():
    assert "ENROLLED_IN" not in analyse("Of course, but where?", now=NOW).relations


def test_stop_words_are_not_names():
    assert not {"the", "in", "is the"} & set(analyse("Where is the mill in Turin?", now=NOW).name_keys)


def test_the_published_preset_ranges_from_three_hits_to_twenty():
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


def test_an_unknown_preset_is_refused():
    with pytest.raises(ConfigError, match="calibrated or published"):
        RetrieveSettings.of("deep")
