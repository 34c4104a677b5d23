"""Names: how they are compared, and which n-grams of a text could be one.

The graph's own names are the gazetteer: every n-gram of a text is turned into a key and looked up, so
recognition gets better with use and needs no model.
"""

import re

from memgraph_core.language.scripts import CJK, folded
from memgraph_core.records.validation import MAX_NAME

_WORD = re.compile(rf"[{CJK}]+|[^\W_{CJK}]+(?:['’\-&.][^\W_{CJK}]+)*[.+#]*")
_POSSESSIVE = re.compile(r"['’]s?$")
_ARTICLES = re.compile(r"^(?:(?:the|a|an) )+(?=.)")
_MIDDLE_DOT = re.compile(rf"(?<=[{CJK}])[·・•‧](?=[{CJK}])")  # 卡尔·马克思
_BREAK = re.compile(r"[^\w\s'’\-&.]+|\n")
_IS_CJK = re.compile(f"[{CJK}]")
_INSIDE = re.compile(r"(?<=\w)['’.](?=\w)")
_LONGEST_WORDS = 5
_LONGEST_CJK = 8


def name_key(name: str) -> str:
    """The normalised form under which a name is stored and found.

    Case, accents, punctuation, leading articles and a trailing possessive do not distinguish names:
    `The O'Brien's` and `obrien` meet. A name of signs alone keeps its folded form. Idempotent.
    """
    signs = folded(name).strip()
    if signs.isascii() and signs.replace(" ", "").isalnum():  # as most are, so that nothing has to go
        return _ARTICLES.sub("", " ".join(signs.split()))
    joined = _INSIDE.sub("", _POSSESSIVE.sub("", _MIDDLE_DOT.sub("", signs)))
    return _ARTICLES.sub("", " ".join(_split_cjk(joined))) or signs


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
            if _IS_CJK.match(words[start]):
                keys.update(dict.fromkeys(_cjk_grams(words[start])))
    keys.pop("", None)
    return tuple(keys)


def _cjk_grams(word: str) -> list[str]:
    """Keys of the pieces of a run of characters, in which folding is all that a key asks for."""
    run, lengths = folded(word), range(2, _LONGEST_CJK + 1)
    return [run[i : i + n] for i in range(len(run)) for n in lengths if i + n <= len(run)]


def _split_cjk(text: str) -> list[str]:
    """Words; neighbouring CJK characters stay together, without blanks."""
    return re.findall(rf"[{CJK}]+|[^\W_{CJK}]+[+#]*", text)
