"""Names: how they are compared, and which n-grams of a text could be one.

The graph's own names are the gazetteer: every n-gram of a text is turned into a key and looked up, so
recognition gets better with use and needs no model.
"""

import re

from memgraph_core.language.scripts import CJK, folded

_WORD = re.compile(rf"[{CJK}]+|[^\W_{CJK}]+(?:['’\-&.][^\W_{CJK}]+)*[.+#]*")
_POSSESSIVE = re.compile(r"['’]s?$")
_ARTICLE = re.compile(r"^(?:the|a|an) (?=.)")
_LONGEST_WORDS = 5
_LONGEST_CJK = 8


def name_key(name: str) -> str:
    """The normalised form under which a name is stored and found.

    Case, accents, punctuation, a leading article and a trailing possessive do not distinguish names:
    `The O'Brien's` and `obrien` meet. A name of signs alone keeps its folded form.
    """
    text = _POSSESSIVE.sub("", folded(name).strip())
    joined = re.sub(r"(?<=\w)['’.](?=\w)", "", text)
    words = " ".join(_split_cjk(joined)) or text
    return _ARTICLE.sub("", words)


def name_keys(text: str) -> tuple[str, ...]:
    """The keys of all n-grams of a text that could be a name: up to 5 words, or 2 to 8 characters.

    Each once, in order of appearance. Linear in the text: at most 5 keys start at a word and 7 at a
    character.
    """
    keys: dict[str, None] = {}
    for run in re.split(r"[^\w\s'’\-&.]+|\n", text):
        words = _WORD.findall(run)
        for start in range(len(words)):
            for end in range(start + 1, min(start + _LONGEST_WORDS, len(words)) + 1):
                keys[name_key(" ".join(words[start:end]))] = None
            if re.match(f"[{CJK}]", words[start]):
                keys.update(dict.fromkeys(_cjk_grams(words[start])))
    keys.pop("", None)
    return tuple(keys)


def _cjk_grams(word: str) -> list[str]:
    lengths = range(2, _LONGEST_CJK + 1)
    return [name_key(word[i : i + n]) for i in range(len(word)) for n in lengths if i + n <= len(word)]


def _split_cjk(text: str) -> list[str]:
    """Words; neighbouring CJK characters stay together, without blanks."""
    return re.findall(rf"[{CJK}·]+|[^\W_{CJK}]+[+#]*", text)
