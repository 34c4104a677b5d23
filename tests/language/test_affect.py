"""The feeling of a turn: the labelled turns, and what changes a feeling."""

from pathlib import Path
from statistics import correlation

import pytest
import yaml

from memgraph_core.language.affect import affect_of

DATA = Path(__file__).parents[1] / "data"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_labels_and_valences_of_labelled_turns(language):
    turns = yaml.safe_load((DATA / f"affect_{language}.yaml").read_text("utf-8"))
    found = [affect_of(text) for _, _, text in turns]
    right = sum(affect.label == label for affect, (_, label, _) in zip(found, turns, strict=True))
    assert right / len(turns) >= 0.95
    assert correlation([affect.valence for affect in found], [valence for valence, _, _ in turns]) >= 0.9


@pytest.mark.parametrize(
    ("weaker", "stronger"),
    [
        ("I'm a bit sad.", "I'm sad."),
        ("I'm sad.", "I'm very sad."),
        ("I'm pleased.", "I'm really pleased!"),
        ("我有点难过。", "我难过。"),
        ("我难过。", "我非常难过。"),
    ],
)
def test_words_before_a_feeling_change_its_intensity(weaker, stronger):
    assert 0 < affect_of(weaker).intensity < affect_of(stronger).intensity


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("I'm not afraid of the dark.", "relief"),
        ("I don't love it.", "sadness"),
        ("The hotel was lovely, but I was furious about the bill.", "anger"),
        ("我不害怕。", "relief"),
        ("我特别高兴。", "joy"),
        ("We read 'The Happy Hour' and Happy Days.", "neutral"),
        ("Is the happy hour at six?", "neutral"),
        ("Ich bin sehr traurig.", "neutral"),
        ("", "neutral"),
    ],
)
def test_denied_contrasted_and_named_feelings(text, label):
    assert affect_of(text).label == label
