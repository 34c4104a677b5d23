"""Traditional Chinese is read as simplified: rules and lists have one form, what is told keeps the writer's.

One character stands for one, so that offsets stay. Characters that simplified writing has, too, are left as they
are, except 著 beside others: 住著.
"""

from functools import cache, lru_cache

from memgraph_core.language.word_lists import word_set

_SENTENCE = 1_000  # characters; nobody reads longer texts again and again


def simplified(text: str) -> str:
    """The text, as long as before, in simplified characters."""
    if text.isascii():
        return text
    return _remembered(text) if len(text) <= _SENTENCE else _remembered_long(text)


def as_written(piece: str, text: str) -> str:
    """A piece of `simplified(text)` as the text has it; a piece that is none is left alone."""
    plain = simplified(text)
    at = plain.find(piece) if plain != text else -1
    return text[at : at + len(piece)] if at >= 0 else piece


@lru_cache(maxsize=256)  # every room reads the same few sentences
def _remembered(text: str) -> str:
    return _translated(text)


@lru_cache(maxsize=8)  # each relative of a long turn is written as the turn has it
def _remembered_long(text: str) -> str:
    return _translated(text)


def _translated(text: str) -> str:
    plain = text.translate(_table())
    return plain if plain == text else plain.replace("著", "着")


@cache
def _table() -> dict[int, str]:
    return {ord(pair[0]): pair[1] for pair in word_set("traditional_zh")}
