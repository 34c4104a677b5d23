"""Which turns say a name: in English and Chinese, by speaking, naming and telling, but not by pronouns."""

from factories import NOW, make_turn
from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.plan.draft import draft_of
from memgraph_core.plan.name_sources import name_sources_of
from memgraph_core.records.extraction import ExtractionWindow


def said(*lines, key):
    """The numbers of the lines that say the name."""
    turns = [make_turn(f"t{n}", text, speaker=speaker, position=n) for n, (speaker, text) in enumerate(lines)]
    window = ExtractionWindow(turns=tuple(turns))
    draft = draft_of(window, RulesExtractor().extract(window), "space", NOW)
    return [int(naming.turn[1:]) for naming in name_sources_of(draft) if naming.key == key]


def test_who_speaks_says_their_own_name():
    assert said(("Ada", "I moved to Turin."), ("Bea", "Nice!"), ("Ada", "I like it."), key="ada") == [0, 2]


def test_each_turn_that_names_somebody_says_the_name_and_a_pronoun_does_not():
    lines = [("Ada", "Clara came to Turin."), ("Ada", "She stayed for a week."), ("Ada", "Clara left.")]
    assert said(*lines, key="clara") == [0, 2]
    assert said(*lines, key="turin") == [0]


def test_in_chinese_too():
    lines = [("李娜", "王芳搬到北京了。"), ("李娜", "她很喜欢。"), ("张伟", "王芳在腾讯工作。")]
    assert said(*lines, key="王芳") == [0, 2]
    assert said(*lines, key="李娜") == [0, 1]


def test_who_tells_what_somebody_is_called_says_both():
    assert said(("Ada", "My sister Clara moved to Turin."), key="clara") == [0]
    assert said(("Ada", "My sister Clara moved to Turin."), key="adas sister") == [0]


def test_a_name_is_said_in_its_other_forms_too():
    lines = [("Ada", "I study at the Massachusetts Institute of Technology.")]
    assert said(*lines, key="mit") == [0]
