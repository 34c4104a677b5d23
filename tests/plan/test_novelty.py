"""The novelty filter: scores of extraction windows, its state, and how turns are divided into windows."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from factories import make_turn, vector
from memgraph_core.errors import ConfigError, InvalidInput
from memgraph_core.language.sizes import estimated_tokens
from memgraph_core.plan.novelty import (
    PRESETS,
    NoveltyState,
    WindowFeatures,
    divergence_by_terms,
    preset_of,
    score_window,
    windows,
)

OPEN = PRESETS["open"]


def features(entities=0, tokens=100, terms=(), past=(), vector=None):
    return WindowFeatures(
        entities=entities, tokens=tokens, terms=tuple(terms), past=tuple(map(tuple, past)), vector=vector
    )


# Score


def test_the_first_window_has_divergence_one():
    judgement, state = score_window(features(vector=vector(1.0)), NoveltyState(), OPEN)
    assert (judgement.divergence, judgement.by, state.seen) == (1.0, "vector", 1)


def test_a_repeated_window_has_score_zero():
    _, state = score_window(features(vector=vector(1.0)), NoveltyState(), OPEN)
    judgement, _ = score_window(features(vector=vector(1.0)), state, OPEN)
    assert judgement.score == pytest.approx(0.0)
    assert not score_window(features(vector=vector(1.0)), state, PRESETS["calibrated"])[0].passes


def test_half_of_the_score_is_the_number_of_entities_per_token():
    _, state = score_window(features(vector=vector(1.0)), NoveltyState(), OPEN)
    judgement, _ = score_window(features(entities=10, tokens=100, vector=vector(1.0)), state, OPEN)
    assert judgement.score == pytest.approx(0.05)


def test_the_mean_keeps_nine_tenths_with_each_window():
    _, state = score_window(features(vector=vector(1.0)), NoveltyState(), OPEN)
    _, state = score_window(features(vector=vector(0.0, 1.0)), state, OPEN)
    assert state.mean is not None
    assert state.mean[:2] == pytest.approx([0.9, 0.1])
    assert state.seen == 2


def test_a_window_without_a_vector_is_scored_by_terms_and_keeps_the_mean():
    state = NoveltyState(mean=vector(1.0), seen=3)
    judgement, after = score_window(features(terms="ab", past=["ab"]), state, OPEN)
    assert (judgement.by, judgement.divergence) == ("terms", 0.0)
    assert after.seen == 4
    assert after.mean is state.mean


def test_a_mean_of_another_model_is_discarded():
    old = NoveltyState(mean=np.ones(7, dtype=np.float32), seen=9)
    judgement, after = score_window(features(vector=vector(1.0)), old, OPEN)
    assert judgement.divergence == 1.0
    assert after.mean is not None
    assert after.mean.shape == vector(1.0).shape


def test_terms_of_earlier_windows_weigh_less():
    near, far = divergence_by_terms("ab", ["ab"]), divergence_by_terms("ab", ["x", "y", "ab"])
    assert near == 0.0
    assert far == pytest.approx(1 - 0.81)
    assert divergence_by_terms("ab", ["cd"]) == 1.0


@given(st.lists(st.sampled_from("abc")), st.lists(st.lists(st.sampled_from("abcd")), max_size=5))
def test_divergence_by_terms_is_between_0_and_1(terms, past):
    assert 0.0 <= divergence_by_terms(terms, past) <= 1.0


@given(st.integers(0, 500), st.integers(0, 500))
def test_the_score_is_between_0_and_1(entities, tokens):
    for preset in PRESETS.values():
        judgement, _ = score_window(features(entities, tokens, vector=vector(1.0)), NoveltyState(), preset)
        assert 0.0 <= judgement.score <= 1.0


def test_an_unknown_preset_is_refused_with_the_valid_ones():
    assert preset_of("published").threshold == 0.35
    with pytest.raises(ConfigError, match="calibrated"):
        preset_of("tight")


# The state


def test_the_state_can_be_written_and_read():
    state = NoveltyState(mean=vector(0.6, 0.8), seen=12)
    again = NoveltyState.from_text(state.to_text())
    assert again.seen == 12
    assert again.mean is not None
    assert state.mean is not None
    assert (again.mean == state.mean).all()
    assert again.to_text() == state.to_text()
    assert NoveltyState.from_text(NoveltyState().to_text()) == NoveltyState()


@pytest.mark.parametrize(
    "text",
    ["", "x", "[]", "null", "{}", '{"seen": -1, "mean": null}', '{"seen": 1, "mean": "?"}', '{"seen": 1, "mean": "AAA="}',
     '{"seen": true, "mean": null}', '{"seen": 1, "mean": 5}', '{"seen": 1, "mean": ""}', '{"seen": 1, "mean": "AADAfw=="}'],
)  # fmt: skip
def test_an_invalid_state_is_refused(text):
    with pytest.raises(InvalidInput, match="state of the novelty filter"):
        NoveltyState.from_text(text)


@given(st.text(max_size=40))
@pytest.mark.slow
def test_any_other_text_is_refused(text):
    with pytest.raises(InvalidInput, match="state of the novelty filter"):
        NoveltyState.from_text(text)


# Division into windows


def turns_of_sizes(*sizes, session="s1"):
    """One turn for each size, with this number of words. Three words are four tokens."""
    return [
        make_turn(f"{session}-{n}", "word " * size, session=session, position=n)
        for n, size in enumerate(sizes)
    ]


def test_a_window_has_new_turns_and_preceding_turns_for_half_of_its_tokens():
    found = list(windows(turns_of_sizes(30, 30, 30, 30, 30), tokens=160))
    assert [[t.uid for t in w.turns] for w in found] == [["s1-0", "s1-1"], ["s1-2", "s1-3"], ["s1-4"]]
    assert [[t.uid for t in w.preceding] for w in found] == [[], ["s1-0", "s1-1"], ["s1-2", "s1-3"]]


def test_a_long_turn_is_a_window_of_its_own():
    found = list(windows(turns_of_sizes(3, 900, 3), tokens=160))
    assert [[t.uid for t in w.turns] for w in found] == [["s1-0"], ["s1-1"], ["s1-2"]]
    assert found[2].preceding == ()


def test_a_window_has_turns_of_one_session():
    found = list(windows(turns_of_sizes(3, 3) + turns_of_sizes(3, session="s2"), tokens=160))
    assert [[t.uid for t in w.turns] for w in found] == [["s1-0", "s1-1"], ["s2-0"]]
    assert found[1].preceding == ()


@given(st.lists(st.integers(1, 60), max_size=20), st.integers(8, 200))
def test_each_turn_is_new_in_exactly_one_window_in_order(sizes, tokens):
    turns = turns_of_sizes(*sizes)
    found = list(windows(turns, tokens))
    assert [t for w in found for t in w.turns] == turns
    for window in found:
        assert sum(estimated_tokens(t.text) for t in window.preceding) <= tokens // 2
        assert len(window.turns) == 1 or sum(estimated_tokens(t.text) for t in window.turns) <= tokens // 2


def test_the_estimate_counts_a_chinese_character_as_one_token_and_three_words_as_four():
    assert estimated_tokens("你好吗") == 3
    assert estimated_tokens("one two three") == 4
    assert estimated_tokens("") == 0
