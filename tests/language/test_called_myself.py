"""Texts in which speakers say how they want to be called."""

import pytest

from memgraph_core.language.persons.self_named import called_myself


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("别叫我老何了，叫我阿川。", ["阿川"]),
        ("以后叫我川哥就行。", ["川哥"]),
        ("请叫我小北。", ["小北"]),
        ("叫我起床。", []),
        ("叫我加班才行。", []),
        ("我妈叫我毛毛。", []),
        ("叫我阿姨，我才二十五！", []),
    ],
)
def test_speakers_say_how_they_want_to_be_called(text, names):
    assert [one.name for one in called_myself(text, "zh")] == names
