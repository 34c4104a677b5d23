"""The number of hits of a question, k = ⌊k_base · (1 + δ · C)⌋, for both presets, computed by hand."""

from datetime import UTC, datetime
from math import floor

import pytest

from memgraph_core.config import RetrieveSettings
from memgraph_core.retrieve.analyse import analyse

NOW = datetime(2026, 6, 20, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "terms", "names", "conjunctions"),
    [
        ("Where does Ada live?", 2, 1, 0),
        ("Did Ada and Ben read books in Turin before March?", 7, 3, 2),
        ("李华和王小明比较喜欢吃什么？", 22, 2, 2),
    ],
)
def test_the_published_complexity_weighs_terms_names_and_conjunctions(question, terms, names, conjunctions):
    query = analyse(question, now=NOW, settings=RetrieveSettings.of("published"))
    complexity = (
        0.5 * min(len(query.terms) / 15, 1) + 0.3 * min(names / 3, 1) + 0.2 * min(conjunctions / 2, 1)
    )
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
def test_the_calibrated_depth_depends_on_the_intents(question, complexity, depth):
    query = analyse(question, now=NOW)
    assert (query.complexity, query.depth) == (complexity, depth)


@pytest.mark.parametrize(
    ("question", "is_continuation"),
    [
        ("Where did Ada live before she moved?", False),
        ("Does Ada know him?", True),
        ("What does she read?", True),
        ("李华说他喜欢什么？", False),
        ("李华认识他吗？", True),
    ],
)
def test_a_pronoun_after_its_name_is_no_continuation(question, is_continuation):
    assert ("continuation" in analyse(question, now=NOW).intents) is is_continuation
