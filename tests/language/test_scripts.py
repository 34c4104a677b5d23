"""Which language, and the two foldings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_core.language.pack import language_of
from memgraph_core.language.scripts import folded, one_line

WRITING = st.text(st.characters(codec="utf-8"), max_size=60)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I live in Turin", "en"),
        ("我住在北京", "zh"),
        ("我买了iPhone手机", "zh"),
        ("Ada said 你好", "en"),
        ("123 !", "en"),
        ("", "en"),
        ("发到wei.zhang.longaddress@example.com就行", "zh"),
        ("看 https://example.com/some/very/long/path?x=y", "zh"),
        ("https://example.com/a", "en"),
    ],
)
def test_the_language_is_detected_by_the_share_of_chinese_letters(text, language):
    assert language_of(text) == language


@given(WRITING)
def test_folding_twice_is_folding_once(text):
    assert folded(folded(text)) == folded(text)


def test_compatibility_forms_are_unified_before_case():
    assert folded("㎒ ﬁ Å İ") == "mhz fi a i"


@given(WRITING)
def test_one_line_returns_one_line_and_is_idempotent(text):
    assert len(one_line(text).splitlines()) <= 1
    assert one_line(one_line(text)) == one_line(text)


def test_direction_and_control_signs_do_not_reach_a_terminal():
    assert one_line("a\u202eb\x1b[31m\tc\u2028d") == "a b [31m c d"
