import pytest

from memgraph_core.language.standing_requests import has_standing_request


@pytest.mark.parametrize(
    "text",
    [
        "Always name your sources when I ask about health.",
        "I moved to Turin. From now on, please answer in Italian.",
        "When I ask about a recipe, list the calories.",
        "Never suggest meat.",
        "Please use short sentences whenever I ask about grammar.",
        "以后请用中文回答。",
        "每次我问到预算，请注明货币。",
        "请始终列出来源。",
        "以後請用中文回答。",
    ],
)
def test_a_request_for_every_time_is_recognised(text):
    assert has_standing_request(text)


@pytest.mark.parametrize(
    "text",
    [
        "Always happy to help.",
        "Never heard of it!",
        "I always call Ada when I need help.",
        "Whenever I talk to my mother, she asks me to visit her.",
        "From now on I run every day.",
        "Could you list the hotels?",
        "我每次去那里都很开心。",
        "以后我要去北京。",
    ],
)
def test_habits_plans_and_single_requests_are_not(text):
    assert not has_standing_request(text)
