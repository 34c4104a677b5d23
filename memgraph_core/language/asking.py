"""Which sentences of a text ask, and whether a question continues the conversation before it."""

import re
from collections.abc import Sequence
from typing import Literal

from memgraph_core.language.sentences import sentences_of

# "And then?", "What about her?", "那他呢？": a question that continues the conversation.
_GOES_ON = {
    "en": re.compile(
        r"^\W*(?:(?:and|so|but|ok(?:ay)?|then)\W+)*(?:(?:and )?then\b|(?:and |so )?(?:what|how) about\b|what else\b|who else\b"
        r"|where else\b|any(?:thing|one|body|where) else\b|why(?: not| so)?\W*$|when\W*$|where\W*$|who\W*$|how so\b|since when\W*$"
        r"|which one\b|what (?:happened|came|comes) (?:next|then|after)\b|tell me more|go on\b|and(?: [\w'’]+){1,3}\?\s*$"
        r"|and (?:him|her|them|you|before|after(?:wards)?|now|why|when|where|who|how)\b)",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"^\W*(?:然后|后来|接着|接下来|还有|除此之外|再后来|为什么\W*$|什么时候\W*$|在哪里?\W*$|哪一?个\W*$|继续|再说说)|^\W*那?.{1,8}呢\W*$"
    ),
}
_SOMEBODY = {
    "en": re.compile(
        r"(?P<theirs>\b(?:he|she|his|they|their)\b|\bher\b(?= \w))"
        r"|\b(?:him|her|hers|them|it|its|that one|those|these)\b|\b(?:that|this|there)\W*$",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"(?P<theirs>[他她]们?(?![们吗呢吧？?]|$))|[他她它]们?|这个人|那个人|那件事|这件事"),
}
# What such a question asks for: what came afterwards, or what else there is.
_NEXT = {
    "en": re.compile(
        r"^\W*(?:(?:and|so|but|ok(?:ay)?)\W+)*(?:then|after(?:wards)?)\b"
        r"|\b(?:next|after (?:that|this|it)|afterwards?|later(?: on)?)\W*$|\bwhat (?:happened|came|comes) (?:next|then|after)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"^\W*那?(?:然后|后来|再后来|接着|接下来|之后|以后|再往后|下一步)"),
}
_ELSE = {
    "en": re.compile(r"\b(?:else|tell me more|go on|more)\b", re.IGNORECASE),
    "zh": re.compile(r"^\W*那?(?:还有|除此之外|除了(?:这|那)|此外|继续|再说说|别的|其他)"),
}
# "What I really want to know is …" announces the question.
_REALLY = {
    "en": re.compile(
        r"\b(?:what i (?:really|actually) (?:want|wanted|meant|need) (?:to )?(?:know|ask|find out)?(?: is| was)?"
        r"|(?:my|the) (?:real |actual )?question is|i (?:just |really |actually )?(?:want(?:ed)?|would like|meant)"
        r" to (?:know|ask))\b[\s,:]*|^\W*(?:oh,? )?(?:wait|hold on|hang on)\b(?:[\s,.!…]+(?:wait|actually|no)\b)*[\s,.!…]+",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"(?:我|其实)?(?:真正|本来|其实|就是|只是)?(?:想|要)(?:要)?(?:问|说|知道|了解|弄清楚?|搞清楚)"
        r"(?:的|一下)?(?:其实)?(?:是|，)(?:这个|这样)?[，,：:\s]*"
        r"|我?(?:真正|本来|其实|那个|想问)的?问题(?:其实|就)?是(?:这个|这样)?[，,：:\s]*"
        r"|^\W*(?:哦|诶|哎|啊)?[，, ]?(?:等等|等一下|等下|停一下)[，,。…\s]+(?:(?:诶|哎|啊|等等|等一下|不对)[，,。…\s]+)*"
    ),
}
_ASKS = re.compile(r"[?？]\W*$")
_LEANS = {
    "en": re.compile(r"\b(?:he|she|him|her|his|hers|they|them|their|it|its|this|that|these|those|there|then)\b", re.IGNORECASE),
    "zh": re.compile(r"[他她它]|(?<!那)这(?:个|位|件)|那(?:里|边|时)"),
}  # fmt: skip
_LETTERS = re.compile(r"\w")
_SENTENCE_ENDS = re.compile(r"[.!?。！？…]+")
_OPENING = 400  # characters of a question in which it shows
_SHORTEST = 3  # characters of something asked


def asked_parts(question: str, language: str) -> tuple[str, ...]:
    """The sentences that ask, each a part; the whole text if it has one sentence or none that asks.

    Also the whole text if a sentence that asks refers to one before it: "I met Ada. Where does she live?" After "what I
    really want to know is", only what follows asks, and the last sentence if it is a question.
    """
    sentences = _sentences(question)
    if len(sentences) < 2:
        return (question,)
    asking = {index: s for index, s in enumerate(sentences) if _ASKS.search(s)}
    if announced := _announced(sentences, language):
        last = len(sentences) - 1
        asking = {index: s for index, s in asking.items() if index == last} | announced
    elif not asking or any(_LEANS.get(language, _LEANS["en"]).search(s) for s in asking.values()):
        return (question,)
    return tuple(asking[index] for index in sorted(asking))


def announced_questions(question: str, language: str) -> bool:
    """Whether the text announces its question: "what I really want to know is …", 我真正想问的是…."""
    sentences = _sentences(question)
    return len(sentences) > 1 and bool(_announced(sentences, language))


def _sentences(text: str) -> list[str]:
    return _whole_quotes([s for s in sentences_of(text) if _LETTERS.search(s)])


def _announced(sentences: Sequence[str], language: str) -> dict[int, str]:
    """Index of each sentence that announces a question → what follows the announcement."""
    really = _REALLY.get(language, _REALLY["en"])
    announced: dict[int, str] = {}
    for index, sentence in enumerate(sentences):
        rest = sentence
        while match := really.search(rest):
            rest = rest[match.end() :]
        if rest != sentence and len(rest) > _SHORTEST:
            announced[index] = rest
    return announced


def _whole_quotes(sentences: Sequence[str]) -> list[str]:
    """Sentences with those joined again that a full stop inside a quote has cut."""
    joined: list[str] = []
    for sentence in sentences:
        if joined and (joined[-1].count('"') % 2 or joined[-1].endswith('"')):
            joined[-1] += sentence
        else:
            joined.append(sentence)
    return joined


def goes_on(question: str, language: str, people: Sequence[str] = ()) -> bool:
    """Whether a question can only be understood from what was said before: "and then?", "what about her?", 他呢?.

    `people` are the names of people in it: after one, "he" and "their" need nobody else ("Where did Ada live before she moved?").
    """
    opening = question[:_OPENING]
    if _GOES_ON.get(language, _GOES_ON["en"]).search(opening):
        return True
    first = min((at for name in people if (at := opening.find(name)) >= 0), default=_OPENING)
    pointing = _SOMEBODY.get(language, _SOMEBODY["en"]).finditer(opening)
    return any(match["theirs"] is None or match.start() < first for match in pointing)


def goes_on_to(question: str, language: str) -> Literal["next", "else"] | None:
    """What a question that goes on wants: what came after what was said last ("and then?", 后来呢?), or what there is beside it
    ("what else?", 还有呢?). None for one that asks the same of another.
    """
    opening = question[:_OPENING]
    if _NEXT.get(language, _NEXT["en"]).search(opening):
        return "next"
    return "else" if _ELSE.get(language, _ELSE["en"]).search(opening) else None


def asks(text: str) -> bool:
    """Whether any sentence of it ends in a question mark: fast enough for every candidate of a search."""
    return "?" in text or "？" in text


def share_that_asks(text: str) -> float:
    """How many of its sentences end in a question mark, 0..1; sentences are told by their marks alone."""
    ends = _SENTENCE_ENDS.findall(text)
    rest = bool(_LETTERS.search(_SENTENCE_ENDS.split(text)[-1]))
    return sum("?" in end or "？" in end for end in ends) / max(len(ends) + rest, 1)
