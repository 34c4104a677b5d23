"""The questions in a text, and questions that continue the conversation before them."""

import re
from collections.abc import Sequence
from typing import Literal

from memgraph_core.language.sentences import sentences_of

# "And then?", "What about her?", "那他呢？": a question that continues the conversation.
_FOLLOW_UP = {
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
_POINTER = {
    "en": re.compile(
        r"(?P<resolvable>\b(?:he|she|his|they|their)\b|\bher\b(?= \w))"
        r"|\b(?:him|her|hers|them|it|its|that one|those|these)\b|\b(?:that|this|there)\W*$",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"(?P<resolvable>[他她]们?(?![们吗呢吧？?]|$))|[他她它]们?|这个人|那个人|那件事|这件事"),
}
# The target of a follow-up question: what happened next, or more of the same kind.
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
_ANNOUNCEMENT = {
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
_QUESTION_MARK_END = re.compile(r"[?？]\W*$")
_BACK_REFERENCE = {
    "en": re.compile(r"\b(?:he|she|him|her|his|hers|they|them|their|it|its|this|that|these|those|there|then)\b", re.IGNORECASE),
    "zh": re.compile(r"[他她它]|(?<!那)这(?:个|位|件)|那(?:里|边|时)"),
}  # fmt: skip
_LETTERS = re.compile(r"\w")
_SENTENCE_ENDS = re.compile(r"[.!?。！？…]+")
_OPENING = 400  # characters at the beginning of a question that are searched for cues
_MIN_LENGTH = 3  # characters of a question


def asked_parts(question: str, language: str) -> tuple[str, ...]:
    """The sentences that are questions; the whole text as one part if it has one sentence or no question.

    It is also one part if a question refers to a sentence before it: "I met Ada. Where does she live?" If the text
    contains "what I really want to know is", the parts are the text after it and a question at the end.
    """
    sentences = _sentences(question)
    if len(sentences) < 2:
        return (question,)
    asking = {index: s for index, s in enumerate(sentences) if _QUESTION_MARK_END.search(s)}
    if announced := _announced(sentences, language):
        last = len(sentences) - 1
        asking = {index: s for index, s in asking.items() if index == last} | announced
    elif not asking or any(
        _BACK_REFERENCE.get(language, _BACK_REFERENCE["en"]).search(s) for s in asking.values()
    ):
        return (question,)
    return tuple(asking[index] for index in sorted(asking))


def announced_questions(question: str, language: str) -> bool:
    """Whether the text announces its question: "what I really want to know is …", 我真正想问的是…."""
    sentences = _sentences(question)
    return len(sentences) > 1 and bool(_announced(sentences, language))


def _sentences(text: str) -> list[str]:
    return _whole_quotes([s for s in sentences_of(text) if _LETTERS.search(s)])


def _announced(sentences: Sequence[str], language: str) -> dict[int, str]:
    """Index of each sentence that announces a question → the text after the announcement."""
    announcement = _ANNOUNCEMENT.get(language, _ANNOUNCEMENT["en"])
    announced: dict[int, str] = {}
    for index, sentence in enumerate(sentences):
        rest = sentence
        while match := announcement.search(rest):
            rest = rest[match.end() :]
        if rest != sentence and len(rest) > _MIN_LENGTH:
            announced[index] = rest
    return announced


def _whole_quotes(sentences: Sequence[str]) -> list[str]:
    """The sentences, with those joined again that were divided at a full stop inside a quotation."""
    whole: list[str] = []
    for sentence in sentences:
        if whole and (whole[-1].count('"') % 2 or whole[-1].endswith('"')):
            whole[-1] += sentence
        else:
            whole.append(sentence)
    return whole


def is_follow_up(question: str, language: str, people: Sequence[str] = ()) -> bool:
    """Whether the conversation before a question is needed to understand it: "and then?", "what about her?", 他呢?.

    `people` are the names of people in the question. A pronoun after one of them is not a sign of a follow-up: "Where
    did Ada live before she moved?".
    """
    opening = question[:_OPENING]
    if _FOLLOW_UP.get(language, _FOLLOW_UP["en"]).search(opening):
        return True
    first_name = min((at for name in people if (at := opening.find(name)) >= 0), default=_OPENING)
    pointers = _POINTER.get(language, _POINTER["en"]).finditer(opening)
    return any(match["resolvable"] is None or match.start() < first_name for match in pointers)


def follow_up_target(question: str, language: str) -> Literal["next", "else"] | None:
    """What a follow-up question asks for.

    "next": what happened after the last answer ("and then?", 后来呢?). "else": more of the same kind ("what else?",
    还有呢?). None: the same question about somebody else ("and her?").
    """
    opening = question[:_OPENING]
    if _NEXT.get(language, _NEXT["en"]).search(opening):
        return "next"
    return "else" if _ELSE.get(language, _ELSE["en"]).search(opening) else None


def has_question_mark(text: str) -> bool:
    """Whether a text has a question mark. Fast enough for every candidate of a search."""
    return "?" in text or "？" in text


def question_share(text: str) -> float:
    """The share of sentences that end in a question mark, 0..1. Sentences are divided at punctuation only."""
    ends = _SENTENCE_ENDS.findall(text)
    has_rest = bool(_LETTERS.search(_SENTENCE_ENDS.split(text)[-1]))
    return sum("?" in end or "？" in end for end in ends) / max(len(ends) + has_rest, 1)
