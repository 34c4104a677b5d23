"""A state that is arranged now and begins later: "I accepted the offer from Fiat. I start on 1 April.", 房子买好了，六月搬.

The statement that names the place or the employer has no time; another one beside it says when the state begins.
"""

import re
from collections.abc import Mapping

# Relation type → the words by which a statement arranges the state, and those by which a statement says that it begins.
_Words = tuple[re.Pattern[str], re.Pattern[str]]


def _words(arranged: str, begins: str) -> _Words:
    return re.compile(arranged, re.IGNORECASE), re.compile(begins, re.IGNORECASE)


_JOB_EN = _words(
    r"\b(?:accept(?:ed)?|offer(?:ed)?|got|landed|signed|hired|recruited|found|took|taking|joined|joining)\b",
    r"(?:^|[,;] ?|\b(?:and|but|so) )\W*(?:i|we|he|she|they|i['’]ll|i will|i['’]m|[A-Z]\w+)?(?: \w+)? ?"
    r"(?:start(?:s|ing)?|begin(?:s|ning)?)\b(?! (?:at|with) [A-Z])|\b(?:first day|start(?:ing)? date)\b",
)
_HOME_EN = _words(
    r"\b(?:bought|got|purchased|found|rent(?:ed)?|signed|closed|buying|renting)\b",
    r"(?:^|[,;.!] ?|\b(?:and|but|so|we|i|he|she|they) ?|['’](?:re|m|ll) |\bwill |\bare |\bam )\W*mov(?:e|es|ing)\b"
    r"(?! (?:to|into|from) [A-Z])|\bmove-?in\b|\bget(?:ting)? the keys\b",
)
_SCHOOL_EN = _words(r"\b(?:accepted|admitted|got|offered|enrol\w+)\b", _JOB_EN[1].pattern)
_JOB_ZH = _words(r"offer|录用|录取|接受|拿到|签|找到|入职|跳槽|加入|应聘", r"入职|上班|报到|上岗|开始")
_HOME_ZH = _words(r"买|租|签|找到|落户|拿到", r"搬|入住|住进|交房|拿钥匙")
_SCHOOL_ZH = _words(r"录取|考上|拿到|offer|考进", r"开学|入学|报到|开始")
_TYPES: Mapping[str, Mapping[str, _Words]] = {
    "en": {"WORKS_AT": _JOB_EN, "WORKS_AS": _JOB_EN, "LIVES_IN": _HOME_EN, "STUDIES_AT": _SCHOOL_EN},
    "zh": {"WORKS_AT": _JOB_ZH, "WORKS_AS": _JOB_ZH, "LIVES_IN": _HOME_ZH, "STUDIES_AT": _SCHOOL_ZH},
}
# A beginning that is fixed, not only wanted: "Ben starts at Fiat on 12 January", 下周一去腾讯入职.
_NOT_ONLY_TO = r"(?<!(?<!going )to )(?<!might )(?<!may )(?<!could )(?<!should )"
_STARTS_EN = re.compile(
    rf"{_NOT_ONLY_TO}\b(?:start(?:s|ed|ing)?|begin(?:s|ning)?|first (?:day|shift|week))\b", re.IGNORECASE
)
_FIXED: Mapping[str, Mapping[str, re.Pattern[str]]] = {
    "en": {
        "WORKS_AT": _STARTS_EN,
        "STUDIES_AT": _STARTS_EN,
        "LIVES_IN": re.compile(
            rf"{_NOT_ONLY_TO}\b(?:mov(?:e|es|ing)|relocat(?:e|es|ing)|emigrat(?:e|es|ing))\b"
            r"(?!.*\bfor (?:an?|the|two|three|four|five|six|\d+|a few|a couple of) (?:\w+ )?"
            r"(?:days?|weeks?|months?|summer|winter)\b)",
            re.IGNORECASE,
        ),
        "MARRIED_TO": re.compile(
            rf"{_NOT_ONLY_TO}\b(?:get(?:s|ting)? married|marr(?:y|ies|ying)|married)\b", re.IGNORECASE
        ),
    },
    "zh": {"WORKS_AT": re.compile(r"入职|报到|上岗|第一天")},
}
_WISHED = {
    "en": re.compile(
        r"\b(?:want|hop(?:e|ing)|think(?:ing)?|wish|might|(?-i:may)|maybe|perhaps|could|would|like|plan\w*|if|unless"
        r"|when)\b", re.IGNORECASE
    ),
    "zh": re.compile(r"想|希望|可能|也许|打算|计划|要是|如果|考虑"),
}  # fmt: skip


def is_arranged(type_: str, text: str, language: str) -> bool:
    """Whether a statement of a relation may only arrange it: "we bought a house in Kent"."""
    words = _TYPES.get(language, {}).get(type_)
    return words is not None and words[0].search(text) is not None


def says_when(type_: str, text: str, language: str) -> bool:
    """Whether a statement may say when an arranged relation begins: "we move in on 3 June"."""
    words = _TYPES.get(language, {}).get(type_)
    return words is not None and words[1].search(text) is not None and not is_wished(text, language)


def is_fixed_start(type_: str, text: str, language: str) -> bool:
    """Whether a statement says that a job, a home or a marriage begins on its day, and not only that somebody wants it."""
    words = _FIXED.get(language, {}).get(type_)
    return words is not None and words.search(text) is not None and not is_wished(text, language)


def is_wished(text: str, language: str) -> bool:
    """Whether a statement is about a wish, a possibility or a condition."""
    return language in _WISHED and _WISHED[language].search(text) is not None
