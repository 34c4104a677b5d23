"""The words of an English question that say what it is about."""

import re
from collections.abc import Iterator, Sequence

from memgraph_core.language.subject import Sort, SubjectWord
from memgraph_core.language.terms import stop_words, terms_of
from memgraph_core.language.word_lists import word_set

_LATIN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")

_ASKED_EN = re.compile(
    r"\b(?:what|which|how many|how much)(?: kinds? of| types? of| sorts? of)? $", re.IGNORECASE
)

_CONTRACTED = re.compile(r"['’]\w{0,2}$")


def subject_words(question: str, names: Sequence[str]) -> Iterator[SubjectWord]:
    """The words without stop words, words for asking and names."""
    named = {word.lower() for name in names for word in _LATIN.findall(_CONTRACTED.sub("", name))}
    for match in _LATIN.finditer(question):
        word = _CONTRACTED.sub("", match[0])
        if word.lower() in stop_words() or word.lower() in named or word.lower() in word_set("asking_en"):
            continue
        is_kind = _ASKED_EN.search(question[: match.start()]) is not None
        is_thing = word[0].isdigit() or (word[0].isupper() and match.start() > 0)
        sort: Sort = "kind" if is_kind else "thing" if is_thing else "deed"
        yield SubjectWord(word, match.start(), match.start() + len(word), sort, tuple(terms_of(word)))
