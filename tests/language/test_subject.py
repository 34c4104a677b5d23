"""The words of a question that tell what it is about."""

import pytest

from memgraph_core.language.subject import subject_words


@pytest.mark.parametrize(
    ("question", "language", "names", "words"),
    [
        (
            "Which book did Ada read in Turin?",
            "en",
            ["Ada"],
            [("book", "kind"), ("read", "deed"), ("Turin", "thing")],
        ),
        ("How many people live there now?", "en", [], [("live", "deed")]),
        ("那个职位是厨师的人有多高来着？", "zh", [], [("职位", "thing"), ("厨师", "thing"), ("高", "deed")]),
        ("李华养的狗叫什么名字？", "zh", ["李华"], [("养", "deed"), ("狗", "thing"), ("名字", "kind")]),
        ("林曉住在哪個城市？", "zh", ["林曉"], [("住", "deed"), ("城市", "kind")]),
    ],
)
def test_question_words_pronouns_and_numerals_are_not_subject_words(question, language, names, words):
    assert [(word.text, word.sort) for word in subject_words(question, language, names)] == words


def test_a_word_is_found_as_the_question_writes_it():
    (word,) = subject_words("電話？", "zh")
    assert word.terms == ("電話",)
