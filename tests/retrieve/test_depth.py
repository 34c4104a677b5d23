"""How many hits a question deserves: k = ⌊k_base · (1 + δ · C)⌋, by both presets, computed by hand."""

from datetime import UTC, datetime
from math import floor

import pytest

from memgraph_core.config import RetrieveSettings
from memgraph_core.retrieve.analyse import analyse

NOW = datetime(2026, 6, 20, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "terms", "names", "joins"),
    [
        ("Where does Ada live?", 2, 1, 0),
        ("Did Ada and Ben read books in Turin before March?", 7, 3, 2),
        ("李华和王小明比较喜欢吃什么？", 22, 2, 2),
    ],
)
def test_the_published_complexity_is_half_length_three_tenths_names_and_a_fifth_joins(
    question, terms, names, joins
):
    query = analyse(question, now=NOW, settings=RetrieveSettings.of("published"))
    complexity = 0.5 * min(len(query.terms) / 15, 1) + 0.3 * min(names / 3, 1) + 0.2 * min(joins / 2, 1)
    assert len(query.terms) == terms
    assert query.complexity == pytest.approx(complexity)
    assert query.depth == floor(3 * (1 + 5.67 * complexity))


@pytest.mark.parametrize(
    ("question", "complexity", "depth"),
    [
        ("Where does Ada live?", 0.0, 10),
        ("Would Ada like Turin?", 0.25, 12),
        ("Which books and how many?", 1.0, 20),
    ],
)
def test_the_calibrated_depth_goes_by_what_is_asked_for(question, complexity, depth):
    query = analyse(question, now=NOW)
    assert (query.complexity, query.depth) == (complexity, depth)


@pytest.mark.parametrize(
    ("question", "goes_on"),
    [
        ("Where did Ada live before she moved?", False),
        ("Does Ada know him?", True),
        ("What does she read?", True),
        ("李华说他喜欢什么？", False),
        ("李华认识他吗？", True),
    ],
)
def test_he_and_she_after_a_name_need_nothing_said_before(question, goes_on):
    assert ("continuation" in analyse(question, now=NOW).intents) is goes_on
