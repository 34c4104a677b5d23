"""Sizes of texts: words, and estimated tokens without a tokenizer."""

import re
from math import ceil

_CJK = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+(?:['’][^\W{_CJK}]+)*")
_MAX_PLAIN = 4  # characters of a word of letters and digits that counts as any word: "3pm", "B12"
_PIECE = re.compile(rf"[{_CJK}]|\w+|[^\w\s]")


def estimated_tokens(text: str) -> int:
    """The approximate number of tokens.

    It is 4/3 for a word, 1 for a Chinese character or a punctuation mark, and 1/2 for each character of an identifier (a word
    of letters and digits), which tokenizers split into pieces of one to three characters.
    """
    return ceil(thirds_of_tokens(text) / 3)


def thirds_of_tokens(text: str) -> int:
    """The approximate number of tokens in thirds: an integer, so that the sizes of lines can be added exactly."""
    return sum(map(_thirds, _PIECE.findall(text)))


def _thirds(piece: str) -> int:
    if len(piece) > _MAX_PLAIN and not piece.isalpha() and not piece.isdecimal():
        return ceil(len(piece) * 3 / 2)
    return 3 if len(piece) == 1 else 4


def length_of(text: str) -> int:
    """The number of words of a text, and of Chinese characters."""
    return sum(1 for _ in _WORD.finditer(text))
