"""The feeling of a turn: the labelled turns, and what changes a feeling."""

import json
from pathlib import Path
from statistics import correlation

import pytest
import yaml

from memgraph_core.language.affect import affect_about, affect_of

DATA = Path(__file__).parents[1] / "data"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_labels_and_valences_of_labelled_turns(language):
    turns = yaml.safe_load((DATA / f"affect_{language}.yaml").read_text("utf-8"))
    found = [affect_of(text) for _, _, text in turns]
    right = sum(affect.label == label for affect, (_, label, _) in zip(found, turns, strict=True))
    assert right / len(turns) >= 0.95
    assert correlation([affect.valence for affect in found], [valence for valence, _, _ in turns]) >= 0.9


@pytest.mark.parametrize("language", ["en", "zh"])
def test_signs_of_turns_by_another_writer(language):
    """The signs of turns by somebody who had not seen the lists, most of them without a word for a feeling."""
    lines = (DATA / "language" / language / "affect.dev.jsonl").read_text("utf-8").splitlines()
    turns = [json.loads(line) for line in lines]
    valences = [affect_of(turn["text"]).valence for turn in turns]
    right = sum(_sign(valence) == turn["label"] for valence, turn in zip(valences, turns, strict=True))
    assert right / len(turns) >= 0.9
    assert correlation(valences, [turn["valence"] for turn in turns]) >= 0.85


def _sign(valence):
    return "positive" if valence > 0.1 else "negative" if valence < -0.1 else "neutral"


@pytest.mark.parametrize(
    ("weaker", "stronger"),
    [
        ("I'm a bit sad.", "I'm sad."),
        ("I'm sad.", "I'm very sad."),
        ("I'm pleased.", "I'm really pleased!"),
        ("我有点难过。", "我难过。"),
        ("我难过。", "我非常难过。"),
        ("我难过。", "我难过得要命。"),
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
        ("I could not stop laughing.", "joy"),
        ("My dog is home again 🥰", "joy"),
        ("I am SO HAPPY!", "joy"),
        ("He broke my sister's heart.", "sadness"),
        ("I couldnt sleep at all.", "fear"),
        ("He's such a jerk.", "anger"),
        ("Why am I so sad?", "sadness"),
        ("忍不住笑了。", "joy"),
        ("昨天别人比我开心。", "joy"),
        ("Could you find me a good, cheap hotel?", "neutral"),
        ("Good morning, please explain what a nightmare is.", "neutral"),
        ("The page is at http://example.org/a:)b.", "neutral"),
        ("He won't come on Friday.", "neutral"),
        ("帮我写一段开心的话。", "neutral"),
        ("这个demo用了emoji。", "neutral"),
        ("We read 'The Happy Hour' and Happy Days.", "neutral"),
        ("Is the happy hour at six?", "neutral"),
        ("Ich bin sehr traurig.", "neutral"),
        ("", "neutral"),
    ],
)
def test_denied_contrasted_and_named_feelings(text, label):
    assert affect_of(text).label == label


TOWARDS = [
    ("We're so proud of Elsa.", "Elsa"), ("I miss my sister Elsa so much.", "Elsa"), ("Ben annoys me.", "Ben"),
    ("I am really angry with Ben.", "Ben"), ("So worried about Viggo.", "Viggo"), ("Zoe makes me so happy!", "Zoe"),
    ("Viggo is ill again, I'm so worried.", "Viggo"), ("小红让我很生气。", "小红"), ("我对小红很失望。", "小红"),
    ("我好想念小红。", "小红"), ("小红没有回家，我很焦虑。", "小红"),
]  # fmt: skip
NOT_TOWARDS = [
    ("Viggo is allergic to cashews, and Elsa can't stand mushrooms.", "Viggo"), ("Viggo lost his first tooth.", "Viggo"),
    ("One of the goldfish died, so two left. Viggo held a funeral.", "Viggo"), ("Viggo is happy at school.", "Viggo"),
    ("I told Viggo that I was worried about the exam.", "Viggo"), ("Elsa is angry with Viggo.", "Viggo"),
    ("I had a wonderful dinner and Viggo ate cake.", "Viggo"), ("I love Viggo's bike.", "Viggo"),
    ("I think Bob is worried about Viggo.", "Viggo"), ("小红很难过。", "小红"), ("小红丢了钱包。", "小红"),
    ("我告诉小红我很担心考试。", "小红"), ("妈妈很担心小红。", "小红"), ("我喜欢小红的自行车。", "小红"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name"), TOWARDS)
def test_a_feeling_about_a_person_has_the_person_as_its_object_or_cause(text, name):
    assert affect_about(text, name, is_person=True).valence != 0


@pytest.mark.parametrize(("text", "name"), NOT_TOWARDS)
def test_a_feeling_beside_a_person_is_not_about_the_person(text, name):
    assert affect_about(text, name, is_person=True).valence == 0


def test_a_feeling_about_a_thing_is_in_the_same_part_of_the_sentence():
    assert affect_about("Oslo is wonderful, I'm so happy there.", "Oslo", is_person=False).valence > 0
    assert affect_about("The Falcon project makes me anxious.", "Falcon", is_person=False).valence < 0
    assert affect_about("Falcon is done, but the weather is awful.", "Falcon", is_person=False).valence == 0
