"""Standing requests: what a user asks an agent to do every time.

"Always name your sources when I ask about health" applies to later questions about health. It may share few words with them.
"""

import re
from functools import cache, lru_cache

from memgraph_core.language.pack import language_of
from memgraph_core.language.sentences import sentences_of
from memgraph_core.language.traditional import simplified
from memgraph_core.language.word_lists import word_set

_MAX_LENGTH = 300  # characters of a sentence
# One of these is in every standing request. Looking for them is much faster than dividing a text into sentences.
_CUES = (
    "always", "never", "from now on", "going forward", "future", "when i ", "whenever i ", "if i ", "time i ",
    "以后", "今后", "往后", "从现在", "从今", "每次", "每当", "总是", "始终", "务必", "永远", "当我", "只要我", "如果我",
)  # fmt: skip
_EN_LEAD = (
    r"^\W*(?:(?:and|also|so|ok(?:ay)?|please|remember to|make sure to|be sure to|you should|i want you to"
    r"|i(?:['’]d| would) like you to)\W+)*"
)
_EN_OCCASION = (
    r"(?:when|whenever|if|every time|each time|any time|anytime) "
    r"i (?:ask|mention|say|request|bring up|share|send you|tell you)\b"
)
_ZH = re.compile(
    r"^\W*(?:请|麻烦|拜托|记得|记住)?你?(?:以后|今后|往后|从现在(?:起|开始)|从今以后)[，,]?(?:都|也|再)?"
    r"(?:请|你|务必|一定要?|不要|别|要|回答|回复|用|叫我|称呼我|每次)"
    r"|^\W*(?:请|麻烦|记得)?你?(?:始终|总是|务必|永远|每次都?)"
    r"(?:都|要|请|不要|别|用|使用|给|给我|提供|包括|包含|说明|列出|注明|标明|回答|回复|确认|提醒我|告诉我|以)"
    r"|(?:每当|每次|当|只要|如果|以后)我(?:问|提|说|聊)(?:到|起|及)?.{0,40}(?:请|都要|务必|记得|一定要|不要|你要|你都)"
)  # fmt: skip


@lru_cache(maxsize=10_000)
def has_standing_request(text: str) -> bool:
    """Whether a sentence of the text asks the reader to do something every time."""
    text = simplified(text)
    lowered = text.lower()
    if not any(cue in lowered for cue in _CUES):
        return False
    return any(_is_standing(sentence) for sentence in sentences_of(text) if len(sentence) <= _MAX_LENGTH)


def _is_standing(sentence: str) -> bool:
    if language_of(sentence) == "zh":
        return _ZH.search(sentence) is not None
    return _english().search(sentence) is not None


@cache
def _english() -> re.Pattern[str]:
    verbs = "|".join(sorted(word_set("standing_en")))
    always = r"(?:always|never|from now on|going forward|in (?:the )?future|for future answers)"
    return re.compile(
        rf"{_EN_LEAD}{always}\W+(?:(?:please|always|never|don['’]t|do not|you should|try to)\W+)*(?:{verbs})\b"
        rf"|{_EN_LEAD}{_EN_OCCASION}[^?]*\W(?:please|always|never|you (?:should|must|can|need to)|(?:{verbs}))\b"
        rf"|{_EN_LEAD}(?:{verbs})\b[^?]*\b{_EN_OCCASION}",
        re.IGNORECASE,
    )
