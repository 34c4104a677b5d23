"""Name keys: the normalised form of a name, and the keys of all n-grams of a text that could be a name.

The names in the graph are used as a gazetteer: every n-gram of a text is converted to a key and looked up. Recognition
improves with use and needs no model.
"""

import re
from functools import lru_cache

from memgraph_core.language.scripts import CJK, folded
from memgraph_core.records.validation import MAX_NAME

_WORD = re.compile(rf"[{CJK}]+|[^\W_{CJK}]+(?:['’\-&.][^\W_{CJK}]+)*[.+#]*")
_POSSESSIVE = re.compile(r"['’]s?$")
_ARTICLES = re.compile(r"^(?:(?:the|a|an) )+(?=.)")
_MIDDLE_DOT = re.compile(rf"(?<=[{CJK}])[·・•‧](?=[{CJK}])")  # 卡尔·马克思
_BREAK = re.compile(r"[^\w\s'’\-&.]+|\n")
_PIECE = re.compile(rf"[{CJK}]+|[^\W_{CJK}]+[+#]*")
IS_CJK = re.compile(f"[{CJK}]")
_INSIDE = re.compile(r"(?<=\w)['’.](?=\w)")
_LONGEST_WORDS = 5
_LONGEST_CJK = 8


@lru_cache(maxsize=4096)  # the names of a text are compared many times
def name_key(name: str) -> str:
    """The normalised form under which a name is stored and found.

    Case, accents, punctuation, leading articles and a trailing possessive do not distinguish names:
    `The O'Brien's` and `obrien` have the same key. A name without letters keeps its folded form. Idempotent.
    """
    folded_name = folded(name).strip()
    if folded_name.isascii() and folded_name.replace(" ", "").isalnum():  # fast path for most names
        return _ARTICLES.sub("", " ".join(folded_name.split()))
    joined = _INSIDE.sub("", _POSSESSIVE.sub("", _MIDDLE_DOT.sub("", folded_name)))
    return _ARTICLES.sub("", " ".join(words_of_name(joined))) or folded_name


def name_keys(text: str) -> tuple[str, ...]:
    """The keys of all n-grams of a text that could be a name: up to 5 words, or 2 to 8 characters.

    Each once, in order of appearance. Linear in the text: at most 5 keys start at a word and 7 at a
    character.
    """
    keys: dict[str, None] = {}
    for run in _BREAK.split(_MIDDLE_DOT.sub("", text)):
        words = _WORD.findall(run)
        for start in range(len(words)):
            for end in range(start + 1, min(start + _LONGEST_WORDS, len(words)) + 1):
                joined = " ".join(words[start:end])
                if len(joined) <= MAX_NAME:
                    keys[name_key(joined)] = None
            if IS_CJK.match(words[start]):
                keys.update(dict.fromkeys(_cjk_grams(words[start])))
    keys.pop("", None)
    return tuple(keys)


def _cjk_grams(word: str) -> list[str]:
    """The keys of the n-grams of a run of CJK characters. Such a key is the folded n-gram."""
    run, lengths = folded(word), range(2, _LONGEST_CJK + 1)
    return [run[i : i + n] for i in range(len(run)) for n in lengths if i + n <= len(run)]


def words_of_name(text: str) -> list[str]:
    """The words of a text. Neighbouring CJK characters are one word."""
    return _PIECE.findall(text)
