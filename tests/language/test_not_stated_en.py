"""English sentences that state less than their words suggest: what is tried, undecided or only beside the point is no fact."""

import pytest

from memgraph_core.language.en.parser import installed_pipeline
from stated_facts import facts_of

pytestmark = pytest.mark.skipif(installed_pipeline() is None, reason="needs the extra `en`")


@pytest.mark.parametrize(
    "text",
    [
        "I had a latte before opening my laptop.",  # what happened after something is no plan
        "I decided on hanging that mirror because it was cheap.",
        "I want to make sure I'm wearing the helmet properly.",
        "It's essential we sponsor the lifeboat crew.",
        "We're still deciding on the wallpaper.",
        "I'm trying to knit a scarf for my nephew.",
        "The tram is free in Tallinn.",  # a place after an adjective is not that of the subject
        "My knees are sore from Rome.",
        "The smell of bread draws the neighbours.",
        "I'm happy they understand the seriousness of it.",
        "The new one is doing fine - learning tricks and sewing.",
        "I've never placed any orders or received parcels.",
        "I rang Mum.",  # a past form that the parser takes for a present one
        "I rewrote the poem.",
        "Being a keen gardener, did you like the greenhouse?",
        "I prefer hiring a plumber who speaks Welsh.",
        "I eat ANYWHERE.",
        "Never met him before.",
        "Always ready for another round!",
        "Keep it warm with a blanket, a hat and thick socks at night.",
    ],
)
def test_it_gives_no_fact(text):
    assert facts_of([text]) == []


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I've been using the budgeting app Pennywise since May.", ["speaker USES Pennywise"]),
        ("I was so happy at the concert!", ["speaker ATTENDED concert"]),
        ("I'm good - learning Dutch.", ["speaker LEARNING Dutch"]),
        ("I really like the museum and the old bridge is quite the sight.", ["speaker LIKES museum"]),
        ("I've played chess before.", ["speaker PLAYS chess [ended]"]),
        ("I have played chess for years when I was young.", ["speaker PLAYS chess [ended]"]),
        ("Previously I've only been doing judo.", ["speaker PRACTICES judo [ended]"]),
        (
            "I've decided to use Inkscape over Figma due to its cheap licence and better export.",
            ["speaker DECIDED use Inkscape over Figma", "speaker USES Inkscape"],
        ),
    ],
)
def test_a_fact_is_kept_and_its_object_is_whole_and_without_the_reason(text, facts):
    assert facts_of([text]) == facts
