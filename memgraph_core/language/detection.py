"""Detect the language of a text by its script, and for Latin script by its function words.

The result is the code of a language pack. Short English chat messages have few function words. Therefore a text in
Latin script is English unless it has more function words of another language than English ones.
"""

import re
from collections import Counter
from functools import cache, lru_cache

from memgraph_core.language.persons.given_names import is_given_name
from memgraph_core.language.word_lists import sections_of

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_KANA = "\u3041-\u3096\u309d-\u30fa\u30fd-\u30ff\uff66-\uff9d"
# Printable ASCII only: Chinese text continues directly after an address.
_ADDRESS = re.compile(r"(?:https?://|www\.)[!-~]{1,2000}|(?<![!-~])[!-~]{1,64}@[!-~]{1,255}")
_LETTERS = re.compile(
    rf"(?P<latin>[A-Za-z\u00aa-\u024f\u1e00-\u1eff]+)|(?P<han>[{_HAN}]+)|(?P<kana>[{_KANA}]+)|(?P<other>[^\W\d_])"
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_HOUR = re.compile(r"(?<=\d) ?am\b", re.IGNORECASE)  # `6:50 am` is not German
_MAX_LENGTH = 4_000  # characters of a text that are read
_HAN_SHARE = 0.3  # of the letters: names and product words in Latin letters are common inside Chinese, the reverse is rare
_HAN_SENTENCE = 4  # Chinese characters that make a text Chinese if it has no English function word
_OTHER_SHARE = 0.3  # of the letters in a script that no pack reads
_KANA_SHARE = 0.08  # of the letters: Chinese has no kana, but may quote a Japanese name
_KANA_SHARE_OF_CJK = 0.2


@lru_cache(maxsize=2_048)
def language_of(text: str) -> str:
    """The code of the pack that reads a text: `en`, `zh`, or `other`. English for a text without letters.

    Addresses are ignored, unless the text has nothing else.
    """
    beginning = text[:_MAX_LENGTH]
    beginning = _ADDRESS.sub("", beginning).strip() or beginning
    if beginning.isascii():
        return _latin_language(beginning)
    counts = Counter[str]()
    for match in _LETTERS.finditer(beginning):
        counts[match.lastgroup or ""] += len(match[0])
    letters = counts.total()
    if counts["kana"] >= max(2, _KANA_SHARE * letters, _KANA_SHARE_OF_CJK * (counts["han"] + counts["kana"])):
        return "other"
    if counts["other"] >= _OTHER_SHARE * letters and counts["other"]:
        return "other"
    has_sentence = counts["han"] >= _HAN_SENTENCE and not _evidence(beginning)[0]
    if counts["han"] and (counts["han"] >= _HAN_SHARE * letters or has_sentence):
        return "zh"
    return _latin_language(beginning)


def marks_nouns(text: str) -> bool:
    """Whether a text is in German, which writes every noun with a capital."""
    words = [word.lower() for word in _WORD.findall(text[:_MAX_LENGTH])]
    found = Counter(code for word in words for code in _languages().get(word, ()))
    return found["de"] > 0 and found["de"] == max(found[code] for code in found if code != "en")


def _latin_language(text: str) -> str:
    english, foreign = _evidence(_HOUR.sub("", text))
    return "other" if foreign > english and (foreign > 1 or not english) else "en"


def _evidence(text: str) -> tuple[int, int]:
    """How many words are English function words, and how many are those of the best other language."""
    found = Counter[str]()
    for word in _WORD.findall(text):
        codes = _languages().get(word.lower().replace("’", "'"), ())
        if codes and "en" not in codes and word[0].isupper() and is_given_name(word):
            continue  # "Ben" is also a Turkish pronoun
        for code in codes:
            found[code] += 1
    english = found.pop("en", 0)
    return english, max(found.values(), default=0)


@cache
def _languages() -> dict[str, tuple[str, ...]]:
    """Function word → codes of the languages that have it. An English function word counts for English only."""
    found: dict[str, list[str]] = {}
    for code, words in sections_of("function_words"):
        for word in words.split():
            codes = found.setdefault(word, [])
            if "en" not in codes and code not in codes:
                codes.append(code)
    return {word: tuple(codes) for word, codes in found.items()}
