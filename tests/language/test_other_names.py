"""Texts that give one person two names."""

import pytest

from memgraph_core.language.pack import pack_of
from memgraph_core.language.persons.self_named import called_myself


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("小曼本名叫苏曼，现在做运营。", [("苏曼", "小曼")]),
        ("阿强外号叫铁锤。", [("阿强", "铁锤")]),
        ("我儿子大名周砚，小名果果。", [("周砚", "果果")]),
        ("我女儿小名米粒，大名何知夏。", [("何知夏", "米粒")]),
        ("儿子出生了，叫周砚，小名果果。", [("周砚", "果果")]),
        ("小曼的真名是什么？", []),
        ("小李大名鼎鼎。", []),
        ("小王外号难听。", []),
        ("我儿子大名小名都没定。", []),
        ("My son is called Ben.", []),
    ],
)
def test_two_names_are_those_of_one_person(text, names):
    language = "en" if text.isascii() else "zh"
    assert list(pack_of(language).other_names(text, ())) == names


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
