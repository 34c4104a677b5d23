"""The parts of a description of how something is done, and reports of its outcome, in English and Chinese."""

import re
from collections.abc import Mapping
from typing import Literal

Outcome = Literal["worked", "failed"]

_MAX_LENGTH = 200  # characters of a report; a longer text is about something else

_GOAL: Mapping[str, re.Pattern[str]] = {
    "en": re.compile(
        r"^(?:in order )?to (?P<a>[^,:.]{2,60}),|\bhow to (?P<b>[^,:.?]{2,60})[:,]|^the way to (?P<c>[^,:.]{2,60}?) is\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"(?:怎么|如何)(?P<a>[^，,：:。？]{1,20})[：:]|^(?P<b>[^，,：:。]{1,20})的(?:做法|步骤|方法|流程)"
    ),
}
_NEXT: Mapping[str, re.Pattern[str]] = {
    "en": re.compile(
        r"(?:[,;.]\s*(?:and\s+)?|\s+and\s+)(?:then|after that|next|finally|lastly)\b[,]?\s+(?=\S)",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"[，,；;。]\s*(?:然后|接着|之后|最后|再)(?=\S)"),
}
_FIRST: Mapping[str, re.Pattern[str]] = {
    "en": re.compile(
        r"^(?:[-*•·]\s*|\d{1,2}[.)]\s*|step (?:\d{1,2}|one|two|three|four|five)[:,.]?\s+)?"
        r"(?:(?:first|firstly|then|next|finally|after that)\b[,]?\s+)?",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"^(?:[-*•·]\s*|\d{1,2}[.、)]\s*|第[一二三四五六七八九十]步[，,：:]?\s*)?(?:首先|先|然后|接着|最后)?[，,]?再?"
        r"(?:(?:做法|步骤|方法|流程)(?:是|如下)?[:：]\s*)?"
    ),
}
_BEFORE: Mapping[str, re.Pattern[str]] = {
    "en": re.compile(
        r"^(?:before (?:you|that|starting|anything)\b|make sure\b|ensure\b|check that\b|you(?:['’]ll)? (?:first )?need\b"
        r"|(?:this|it) (?:requires|needs)\b|have .{2,40} ready\b|only if\b|remember to .{2,60} before\b)",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"^(?:.{0,12}(?:之前|以前)[，,]?|前提|确保|需要(?:先|准备)|准备好|务必先|一定要先)"),
}
_WORKED: Mapping[str, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:that|it|this|which)(?: really| finally| totally)? worked\b"
        r"|\bworked (?:like a charm|great|perfectly|well|fine|for me)\b"
        r"|\b(?:that|it|this) (?:did the trick|fixed it|solved it|helped|did it|was a success)\b|\bit(?:['’]s| is) working now\b"
        r"|^(?:success|solved|fixed|it works)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"成功了|管用|有效[果]?(?:[了，。！]|$)|搞定了|弄好了|修好了|解决了|做成了|起作用了"),
}
_FAILED: Mapping[str, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:that|it|this|which)(?: still| really)? (?:did not|didn['’]?t|does not|doesn['’]?t|hasn['’]?t|has not) "
        r"(?:work(?:ed)?|help(?:ed)?|fix(?:ed)? it|do the trick|change anything|make a difference)\b"
        r"|\b(?:that|it|this) (?:failed|was a failure|made it worse)\b|\bno luck\b|\bstill (?:broken|fails|failing|not working"
        r"|does(?:n['’]?t| not) work)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"没(?:有)?(?:用(?![过的它])|成功|效果|作用|解决|修好|搞定)|失败了|不管用|不起作用|无效|还是不行|还是坏的|不行[，。！]?$"
    ),
}
_CONDITIONAL: Mapping[str, re.Pattern[str]] = {
    "en": re.compile(
        r"^(?:if|unless|when)\b|\bif (?:that|it|this)\b|\bI (?:hope|think|wonder|doubt)\b", re.IGNORECASE
    ),
    "zh": re.compile(r"如果|要是|希望|会不会|是不是"),
}


def goal_of(text: str, language: str) -> str:
    """What a description is for, if it says so: "To bake bread, mix …" gives "bake bread"; else ""."""
    match = _GOAL[language].search(text) if language in _GOAL else None
    return next((part.strip() for part in match.groups() if part), "") if match else ""


def steps_of(text: str, language: str) -> tuple[str, ...]:
    """The steps of a sentence, in their order and without numbers, goal and words such as "first" and "then"."""
    if language not in _NEXT:
        return (text.strip(),)
    goal = _GOAL[language].match(text)
    rest = text[goal.end() :] if goal else text
    parts = [
        _FIRST[language].sub("", part.strip(" ，,；;:："), count=1) for part in _NEXT[language].split(rest)
    ]
    return tuple(part.strip() for part in parts if part.strip(" .。"))


def is_precondition(step: str, language: str) -> bool:
    """Whether a step says what must be done or true before the others."""
    return language in _BEFORE and _BEFORE[language].match(step) is not None


def outcome_of(text: str, language: str) -> Outcome | None:
    """What a short text reports of something that was tried: "That worked!", 没用; None for other texts and for questions."""
    if language not in _WORKED or len(text) > _MAX_LENGTH or text.rstrip().endswith(("?", "？")):
        return None
    if _CONDITIONAL[language].search(text):
        return None
    if _FAILED[language].search(text):
        return "failed"
    return "worked" if _WORKED[language].search(text) else None
