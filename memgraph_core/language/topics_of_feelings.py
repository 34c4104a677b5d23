"""The words of a sentence about which its speaker may have a lasting feeling: an activity, a place, a duty without a name."""

import re
from collections.abc import Iterable

from memgraph_core.language.affect import affect_of
from memgraph_core.language.word_lists import word_set

_WORD = re.compile(r"[a-z][a-z-]{2,}")
_NO_TOPIC = re.compile(r"(?:ed|ly|n't)$")
# An activity of two characters, which is not always a keyword: 做陶, 钓鱼.
_ACTIVITY = re.compile(
    r"[做打跑游爬钓弹唱画练跳骑拍写种养滑][\u4e00-\u9fff](?<![了着过的得完好到一起在个出来去给成上下人不是])"
)
_DULL_ZH = re.compile(
    r"[今明昨后前]天|早上|晚上|下午|周末|时候|[一两几]|自己|大家|朋友|妈|爸|老师|医生|打算|打电|跑出|写信|做饭"
)


def topic_words(sentence: str, keywords: Iterable[str], language: str) -> frozenset[str]:
    """The topics among the keywords of a sentence, in lower case; in Chinese also short activities of the sentence."""
    if language == "zh":
        listed = {word for word in keywords if len(word) > 1}
        found = {word for word in (*listed, *_ACTIVITY.findall(sentence)) if not _DULL_ZH.search(word)}
    else:
        dull = word_set("topics_of_feelings_en")
        words = {
            word
            for keyword in keywords
            if keyword[:1].islower() or " " in keyword
            for word in _words(keyword)
        }
        words |= {word for word in _words(sentence.partition(" ")[0])} & {
            each.casefold() for each in keywords
        }
        found = {word for word in words if word not in dull and not _NO_TOPIC.search(word)}
    return frozenset(word for word in found if not affect_of(word).valence)


def _words(keyword: str) -> list[str]:
    return _WORD.findall(keyword.casefold())
