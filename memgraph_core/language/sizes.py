"""Estimate the number of tokens of a text without a tokenizer."""

import re
from math import ceil

_PIECE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\w+|[^\w\s]")


def estimated_tokens(text: str) -> int:
    """The approximate number of tokens: 4/3 for a word, 1 for a Chinese character or a punctuation mark."""
    return ceil(thirds_of_tokens(text) / 3)


def thirds_of_tokens(text: str) -> int:
    """The approximate number of tokens in thirds: an integer, so that the sizes of lines can be added exactly."""
    return sum(3 if len(piece) == 1 else 4 for piece in _PIECE.findall(text))
