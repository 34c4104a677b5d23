"""How worth keeping a sentence is: the probability that a friend would write it down about the person who said it.

A profile states what the relation rules read, and quotes other sentences that are worth keeping. A logistic regression decides
which: its features are words, pairs of neighbouring words and ends of words (in Chinese characters,
pairs and triples), hashed into a table (Weinberger et al. 2009, arXiv 0902.2206). `benchmarks/noteworthy.py` trains the tables on
labelled chats and reports how well they work for people whose chats they have not seen.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import exp, sqrt
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file  # pyright: ignore[reportUnknownVariableType]

from memgraph_core.language.scripts import CHINESE_CHARACTER

BUCKETS = 2**14
FILE = Path(__file__).with_suffix(".safetensors")  # by language: a weight for each bucket, and the intercept
_ENGLISH = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+|[?!:\"“”…]")
_CHINESE = re.compile(rf"{CHINESE_CHARACTER.pattern}|[a-z]+|\d+|[？！?!：:\"“”「」]")
_LONG_WORD = 5  # letters
_LENGTHS = 8  # classes of the length of a sentence
_WORDS_OF_LENGTH = {"en": 3, "zh": 5}  # words, or characters, of one class


def worth_of(sentence: str) -> float:
    """The probability that a sentence is worth keeping. With a Chinese character it is read as Chinese, else as English."""
    language = "zh" if CHINESE_CHARACTER.search(sentence) else "en"
    buckets = sorted(buckets_of(sentence, language))
    table = _tables()[language]
    score = float(table[buckets].sum(dtype=np.float64)) / sqrt(len(buckets)) + float(table[-1])
    return 1 / (1 + exp(-score))


def buckets_of(sentence: str, language: str) -> set[int]:
    """The features of a sentence, as places in the table of its language."""
    words = ["0" if word[0].isdigit() else word for word in _words(sentence, language)]
    return {crc32(feature.encode()) % BUCKETS for feature in _features(words, language)}


def _words(sentence: str, language: str) -> list[str]:
    pattern = _CHINESE if language == "zh" else _ENGLISH
    return pattern.findall(sentence.lower().replace("’", "'"))


def _features(words: list[str], language: str) -> Iterator[str]:
    framed = ["^", *words, "$"]
    yield from words
    yield from (f"{one} {two}" for one, two in pairwise(framed))
    yield f"#{min(_LENGTHS, len(words) // _WORDS_OF_LENGTH[language])}"
    if language == "zh":
        yield from (" ".join(framed[place : place + 3]) for place in range(len(framed) - 2))
        return
    for word in words:
        if len(word) >= _LONG_WORD:
            yield f"~{word[-3:]}"
        if len(word) > _LONG_WORD:
            yield f"~{word[-4:]}"
            yield f"{word[:4]}~"


@cache
def _tables() -> dict[str, NDArray[np.float16]]:
    return load_file(FILE)
