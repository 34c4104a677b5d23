"""The turns that are sources of a name: its speakers, mentions and aliases, but not pronouns."""

import pytest

from factories import NOW, make_turn
from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.plan.draft import draft_of
from memgraph_core.plan.name_sources import name_sources_of
from memgraph_core.records.extraction import ExtractionWindow

pytestmark = pytest.mark.slow  # loads the English parser


def source_lines(*lines, key, stored=()):
    """The numbers of the lines that are sources of the name with this key, if the keys `stored` are known before."""
    turns = [make_turn(f"t{n}", text, speaker=speaker, position=n) for n, (speaker, text) in enumerate(lines)]
    window = ExtractionWindow(turns=tuple(turns))
    draft = draft_of(window, RulesExtractor().extract(window), "space", NOW)
    return [int(source.turn[1:]) for source in name_sources_of(draft, set(stored)) if source.key == key]


def test_a_turn_is_a_source_of_the_name_of_its_speaker():
    assert source_lines(("Ada", "I moved to Turin."), ("Bea", "Nice!"), ("Ada", "I like it."), key="ada") == [
        0,
        2,
    ]


def test_a_turn_with_a_name_is_a_source_of_it_and_a_pronoun_is_not():
    lines = [("Ada", "Clara came to Turin."), ("Ada", "She stayed for a week."), ("Ada", "Clara left.")]
    assert source_lines(*lines, key="clara") == [0, 2]
    assert source_lines(*lines, key="turin") == [0]


def test_sources_of_chinese_names_are_found():
    lines = [("李娜", "王芳搬到北京了。"), ("李娜", "她很喜欢。"), ("张伟", "王芳在腾讯工作。")]
    assert source_lines(*lines, key="王芳") == [0, 2]
    assert source_lines(*lines, key="李娜") == [0, 1]


def test_a_turn_that_states_an_alias_is_a_source_of_both_names():
    assert source_lines(("Ada", "My sister Clara moved to Turin."), key="clara") == [0]
    assert source_lines(("Ada", "My sister Clara moved to Turin."), key="adas sister") == [0]


def test_a_turn_that_refers_to_a_stored_name_in_other_words_is_not_a_source_of_it():
    lines = [("Ada", "The Xylo meeting is on June 24th."), ("Ada", "The meeting is on June 23rd.")]
    assert source_lines(*lines, key="xylo meeting") == [0]
    assert source_lines(lines[1], key="xylo meeting", stored=["xylo meeting"]) == []


def test_a_turn_is_a_source_of_the_other_forms_of_a_name():
    lines = [("Ada", "I study at the Massachusetts Institute of Technology.")]
    assert source_lines(*lines, key="mit") == [0]
