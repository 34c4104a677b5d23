"""The words of a Chinese question that say what it is about."""

import re
from collections.abc import Iterator, Sequence

from memgraph_core.language.subject import Sort, SubjectWord, terms_of_word
from memgraph_core.language.terms import asking_characters
from memgraph_core.language.traditional import simplified
from memgraph_core.language.word_lists import word_set
from memgraph_core.language.zh.words import words_of

_ASKED_ZH = re.compile(r"(?:哪一?[个些家位种项天年本部座条只款]?|什么|啥|几[个位家次本种只项]?|多少|何)$")

_ASKING_ZH = re.compile(r"[哪几啥谁]|什么|多少")

# Tags of words that name something.
_THINGS = (
    "n", "nz", "nw", "vn", "an", "s", "m", "PER", "LOC", "ORG", "TIME", "eng",
)  # fmt: skip

# Tags of names, pronouns, adverbs, particles, measures …
_SAY_NOTHING = (
    "*", "r", "d", "c", "p", "u", "xc", "w", "q", "f", "x",
)  # fmt: skip
_NAMES = ("PER", "LOC", "ORG", "nz", "nw")
_ENDING = re.compile(r"叫$|(?<=.)[在到]$")


def subject_words(question: str, names: Sequence[str]) -> Iterator[SubjectWord]:
    """The words that name a thing or an action, without the names."""
    text = simplified(question)
    for word in words_of(text, _ranges_of(text, names)):
        if _says_nothing(word.text, word.tag):
            continue
        is_kind = _ASKED_ZH.search(text[: word.start]) is not None
        sort: Sort = "kind" if is_kind else "thing" if word.tag in _THINGS else "deed"
        bare = _ENDING.sub("", word.text) or word.text  # 狗叫什么: the dog is called, and does not bark
        end = word.start + len(bare)
        written = question[word.start : end]  # in its own script, as it is stored
        yield SubjectWord(written, word.start, end, sort, terms_of_word(written, is_guess=word.tag in _NAMES))


def _says_nothing(word: str, tag: str) -> bool:
    return (
        tag in _SAY_NOTHING
        or not word[0].isalnum()
        or word in word_set("asking_zh")
        or (len(word) == 1 and word in asking_characters())
        or _ASKING_ZH.search(word) is not None
    )


def _ranges_of(text: str, names: Sequence[str]) -> list[tuple[int, int]]:
    """The ranges of all occurrences of the names, none inside another."""
    found: list[tuple[int, int]] = []
    for name in sorted(set(map(simplified, names)), key=lambda name: (-len(name), name)):
        for match in re.finditer(re.escape(name), text):
            if all(match.end() <= start or end <= match.start() for start, end in found):
                found.append(match.span())
    return found
