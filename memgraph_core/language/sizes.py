"""Sizes of texts: words, and estimated tokens without a tokenizer."""

import re
from math import ceil

_CJK = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+(?:['’][^\W{_CJK}]+)*")
_PIECE = re.compile(rf"[{_CJK}]|\w+|[^\w\s]")


def estimated_tokens(text: str) -> int:
    """The approximate number of tokens: 4/3 for a word, 1 for a Chinese character or a punctuation mark."""
    return ceil(thirds_of_tokens(text) / 3)


def thirds_of_tokens(text: str) -> int:
    """The approximate number of tokens in thirds: an integer, so that the sizes of lines can be added exactly."""
    return sum(3 if len(piece) == 1 else 4 for piece in _PIECE.findall(text))


def length_of(text: str) -> int:
    """The number of words of a text, and of Chinese characters."""
    return sum(1 for _ in _WORD.finditer(text))
