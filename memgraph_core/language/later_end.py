"""Whether a later sentence says that a state is over, although no fact was read from it: "Priya's last day at Shoppers", 豆花走了.

A profile does not state such a fact as present. It does not need to know when the state ended or what replaced it, so the signs
are wider than the patterns of the relations.
"""

import re
from collections.abc import Collection
from datetime import datetime

from memgraph_core.language.detection import language_of
from memgraph_core.language.times import times_in

_JOBS = frozenset({"WORKS_AT", "WORKS_IN", "WORKS_AS", "TEACHES"})
_HAS_EN = r"(?:['’](?:s|ve)| has| have)?(?: (?:just|finally|now|already|both))?"
_JOB_ENDED = {
    "en": re.compile(
        r"\b(?:last (?:day|week|shift) (?:at|with|in|of|done|is|was)|handed in (?:my|his|her|their) (?:notice|resignation)"
        r"|(?:i|he|she|they)['’]?(?:ve|s)? (?:just )?(?:quit|resigned|retired)(?= (?:my|his|her|their|the) job|[.,!;]|$| from\b)"
        r"|farewell (?:do|party|drinks) at work)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"辞职|辞了|辞掉|离职|离开|不干了|不教了|最后一(?:天|趟|班)|被裁|下岗|跳槽|退休了|(?:从|离).{1,8}出来了"),
}  # fmt: skip
_BEGINS = re.compile(
    r"\b(?:start|begin|join|mov(?:e|ing))(?:s|ing)?\b|报到|入职|上岗|开始|上小学|录取|入学", re.IGNORECASE
)
_JOB = re.compile(
    r"\bwork(?:s|ing)? (?:at|for|as|in)\b|(?:['’]m|\bam|['’]s|\bis) an? (?:\w+ ){1,4}(?:at|in|for)\b|\bdrives? (?:the|a) "
    r"|\b(?:i|he|she) teach(?:es)?\b"
    r"|上班|工作(?!室)|跑.{0,4}(?:车|货运|业务)|在.{2,12}[当做教](?!了)",
    re.IGNORECASE,
)
# Another job or school than that of the fact.
_ANOTHER = {
    "WORKS_AT": {
        "en": re.compile(
            r"\bstart(?:s|ed|ing)? (?:work )?at (?:the )?(?-i:[A-Z])|\b(?:a|the|my|his|her|their) new job\b"
            r"|\b(?:took|accepted|got) (?:the|a) (?:\w+ ){0,3}(?:job|post|position)\b", re.IGNORECASE
        ),
        "zh": re.compile(r"入职|跳槽|去.{2,8}报到"),
    },
    "STUDIES_AT": {
        "en": re.compile(r"\b(?:graduated|transferred to|got into|(?:was|been) (?:accepted|admitted))\b", re.IGNORECASE),
        "zh": re.compile(r"录取|毕业了|考上|转学"),
    },
}  # fmt: skip
# An activity that somebody stops; `stem` is the beginning of its verb.
_STOPPED = {
    "en": r"\b(?:no (?:more )?|stopp?ed |can['’]t |can ?not |gave up |given up |quit |not allowed to |banned from ){stem}",
    "zh": r"(?:别|不能|不再|不许|停了?|没法|跑不动)(?:再)?(?:去)?{stem}|不{stem}.{{0,2}}了|{stem}.{{0,2}}(?:停了|不了|不动)",
}
_DISMISSED = r"{who}(?:['’]\w+| has| have| was| were| got| been| is| just)* (?:laid off|fired|sacked|made redundant|let go)\b"
_MOVED = {
    "en": rf"(?:{_HAS_EN} ?moved(?: (?:in|back|over|out|up|down))?(?=[.!,]|$| (?:to|into|in|with|here|away)\b)"
    r"|(?:['’](?:s|m|re)| is| am| are) (?:living )?in (?-i:[A-Z])\w+ now\b)",
    "zh": r"(?:搬(?:到|去|进|来|走|完|家了)|住进)",
}
_WE = {
    "en": r"(?:^|\b(?:i|we)\b)",
    "zh": r"(?:^|[，。！])(?:[我咱]们?)?(?:也|已经|终于|刚|都|今天|昨天|前天|上周末?|正式){0,3}",
}
_THEY = {"en": r"(?:\b(?:he|she|they)\b{others})", "zh": r"(?:[他她]们?{others}).{{0,8}}"}
_SMOKES_AGAIN = {
    "en": re.compile(
        r"\b(?:smoking again|(?:back|again) (?:to|on) (?:smoking|the (?:fags|cigarettes))|had a relapse)\b", re.IGNORECASE
    ),
    "zh": re.compile(r"又.{0,4}(?:抽上|吸上|抽起|抽烟|吸烟)|复吸"),
}  # fmt: skip
_DIED = {
    "en": r"(?:\b{name}(?:['’]s| has)? (?:\w+ )?(?:died|passed away|gone for good|been put (?:down|to sleep))\b"
    r"|\b(?:lost|buried|put down|goodbye to|gave away|rehomed) {name}\b|\blet {name} go\b|\bput {name} (?:down|to sleep)\b)",
    "zh": r"(?:{name}.{{0,8}}(?:走了(?!丢)|死了|去世|没了|离世|安乐死|喵星|汪星)|把{name}送(?:人|给|走))",
}
_SIGN = re.compile(
    r"\b(?:last|handed|notice|quit|resigned|retired|laid|fired|sacked|redundant|let|farewell|moved|smok\w+|fags|relapse|died|passed"
    r"|gone|now|put|lost|start\w*|new|graduated|transferred|got|accepted|admitted|no|can\w*|given|banned|not|buried|goodbye|rehomed|gave)\b|[辞离干教裁岗槽退走死别不停]|录取|毕业|考上|转学|入职|报到|搬|住进|去世|没了|喵星|汪星|送|又|最后|出来",
    re.IGNORECASE,
)
# A sentence that only considers it, or denies it.
_NOT_YET = {
    "en": re.compile(
        r"\b(?:if|might|may|could|would|want(?:s|ed)? to|think\w* (?:of|about)|consider\w*|never|not|hop\w+|plan\w*|almost|nearly"
        r"|dreamt|dreamed)\b|n['’]t\b|\?",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"如果|要是|万一|假如|也许|可能|想(?!起|到)|考虑|打算|准备|计划|要不要|没有?(?!了)|差点|别|吗|？|\?"),
}  # fmt: skip


def says_over(
    type_: str, object_: str, sentence: str, names: Collection[str], said_at: datetime | None, at: datetime
) -> bool:
    """Whether a sentence says that somebody's state has ended by the moment `at`: a job, a home, a pet's life.

    `names` are the words for the subject in the sentence; empty if the subject speaks.
    """
    language = language_of(sentence)
    if type_ in ("PRACTICES", "PLAYS"):
        return language in _STOPPED and _has_stopped(object_, sentence, language)
    if language not in _NOT_YET or _NOT_YET[language].search(sentence):
        return False
    if type_ == "HAS_PET":
        return bool(object_) and _matches(_DIED[language].format(name=re.escape(object_)), sentence)
    if type_ == "LIVES_IN":
        found = object_.casefold() not in sentence.casefold() and _has_moved(sentence, names, language)
    else:
        found = (type_ in _JOBS and _has_left(sentence, names, language)) or _has_another(
            type_, object_, sentence, language
        )
    return found and not _is_ahead(sentence, said_at, at, language)


def _has_left(sentence: str, names: Collection[str], language: str) -> bool:
    who = "|".join(map(re.escape, names)) if names else r"\bi\b"
    is_dismissed = language == "en" and _matches(_DISMISSED.format(who=f"(?:{who})"), sentence)
    return is_dismissed or _JOB_ENDED[language].search(sentence) is not None


def _has_another(type_: str, object_: str, sentence: str, language: str) -> bool:
    signs = _ANOTHER.get("WORKS_AT" if type_ in _JOBS else type_)
    return (
        signs is not None
        and object_.casefold() not in sentence.casefold()
        and signs[language].search(sentence) is not None
    )


def _has_stopped(activity: str, sentence: str, language: str) -> bool:
    """Whether a sentence says that somebody stopped an activity: "no running for six weeks", 别跑步了 of 晨跑."""
    if language == "zh":
        stem = next((verb for verb in "跑游打踢骑爬练跳弹唱滑" if verb in activity), "")
    else:
        stem = activity.casefold().split()[0].removesuffix("ing").rstrip("n") if activity else ""
    return len(stem) > (language == "en") and _matches(
        _STOPPED[language].format(stem=re.escape(stem)), sentence
    )


def _has_moved(sentence: str, names: Collection[str], language: str) -> bool:
    others = "".join(f"|{re.escape(name)}" for name in names)
    who = _THEY[language].format(others=others) if names else _WE[language]
    return _matches(who + _MOVED[language], sentence)


def _matches(pattern: str, sentence: str) -> bool:
    return re.search(pattern, sentence, re.IGNORECASE) is not None


def may_say_over(sentence: str) -> bool:
    """Whether a sentence has a sign of an end; saves time."""
    return _SIGN.search(sentence) is not None


def says_begins(sentence: str) -> bool:
    """Whether a sentence announces the beginning of a state, which may hold after its time: "Ana starts at Fiat on Monday"."""
    return _BEGINS.search(sentence) is not None


def states_job(sentence: str) -> bool:
    """Whether a sentence says what somebody does for a living, whatever else it says."""
    return _JOB.search(sentence) is not None


def smokes_again(sentence: str) -> bool:
    """Whether a sentence says that somebody who had stopped smoking smokes again."""
    signs = _SMOKES_AGAIN.get(language_of(sentence))
    return signs is not None and signs.search(sentence) is not None


def _is_ahead(sentence: str, said_at: datetime | None, at: datetime, language: str) -> bool:
    """Whether the sentence states a day that has not come: "my last day is April 30". Both moments are local."""
    if said_at is None:
        return False
    ends = [span.end or span.start for span in times_in(sentence, said_at, language)]
    return any(end is not None and end > at for end in ends)
