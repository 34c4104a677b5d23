"""Chinese relation phrases: clause by clause, a subject, its adverbs, a trigger, an object."""

import re

from memgraph_core.language.vocabulary import VOCABULARY, Phrase

_NAME = r"[^\W\d_a-zA-Z的了在和跟与是我你您他她它们到去把被不没再就也这那哪谁]{2,4}"
_CLAUSE = re.compile(r"[，,。！？!?；;：:\s]+")
_OPENING = re.compile(
    r"^(?:昨天|前天|今天|上周|上个月|这个月|去年|前年|今年|最近|后来|然后|现在|所以|因为|其实|但是|但|不过|而且|另外|对了|听说|终于)+"
)
_KIN = "爸爸|妈妈|哥哥|姐姐|弟弟|妹妹|儿子|女儿|表姐|表哥|表弟|表妹|堂姐|堂哥|舅舅|姑姑|阿姨"
_SPOUSE = "老公|老婆|丈夫|妻子|太太"
_FRIEND = "朋友|同事|同学|室友|老板|邻居"
_ANY_KIN = f"{_KIN}|{_SPOUSE}|{_FRIEND}"
_KIN_WORD = re.compile(f"^(?:{_ANY_KIN})")
_ADVERB = (
    r"(?:已经|现在|最近|刚刚|刚|也|都|一直|还|终于|今年|去年|前年|昨天|上周|上个月|这个月|从小|就|又|其实"
    r"|特别|非常|很|最|真的){0,4}+"
)
_FORMERLY = r"(?:以前|曾经|之前|过去|原来)"
_SUBJECT = rf"(?:{_NAME}[和跟与])?(?:我们?的?(?={_ANY_KIN}))?(?P<s>我们?|{_NAME}?|)"
_END = r"(?=[了的和跟与、]|之后|以后|上班|工作|读书|上学|生活|定居|过敏|离职|辞职|$)"
_OBJECT = r"[^\W_]{1,10}?"
_EAT = r"(?:吃|喝|看|听)?"
_COUNTED = r"(?:了)?+(?:[一两三]?(?:只|条|辆|套|台|个|本|部|把))?+"


def _pattern(trigger: str, object_: str = _OBJECT) -> re.Pattern[str]:
    return re.compile(rf"^{_SUBJECT}{_ADVERB}{trigger}(?P<o>{object_}){_END}")


# Statements that something holds: relation, trigger between subject and object.
_HOLDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("LIVES_IN", _pattern(r"(?:住在|住到|搬到了?+|搬去了?+|搬家到了?+|定居在?+)")),
    ("WORKS_AT", _pattern(r"在", rf"{_OBJECT}(?=工作|上班)")),
    ("WORKS_AT", _pattern(r"(?:入职了?+|加入了?+|跳槽到了?+|去了?+(?=[^\W_]{2,8}上班))")),
    ("STUDIES_AT", _pattern(r"(?:就读于|考上了?+|在)", r"[^\W_]{2,10}?(?:大学|学院|中学|小学)")),
    ("LOCATED_IN", _pattern(r"(?:的?总部(?:就|搬到了?+)?在?+|位于)")),
    ("BORN_IN", _pattern(r"(?:出生在|出生于)")),
    ("MARRIED_TO", _pattern(r"(?:嫁给了?+|娶了)")),
    ("ALLERGIC_TO", _pattern(r"对", rf"{_OBJECT}(?=过敏)")),
    ("DISLIKES", _pattern(rf"(?:不喜欢|讨厌|受不了|不爱吃|不爱喝){_EAT}")),
    ("LIKES", _pattern(rf"(?:喜欢上?+了?+|爱吃|爱喝|迷上了?+|爱上了?+){_EAT}")),
    ("OWNS", _pattern(rf"(?:养了|买了|领养了){_COUNTED}")),
)

# Statements that something holds no longer.
_ENDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("LIVES_IN", _pattern(rf"{_FORMERLY}{_ADVERB}住在")),
    ("LIVES_IN", _pattern(r"不再住在")),
    ("LIVES_IN", _pattern(r"不住在", rf"{_OBJECT}(?=了)")),
    ("LIVES_IN", _pattern(r"(?:搬离了?+|搬出了?+)")),
    ("WORKS_AT", _pattern(rf"{_FORMERLY}{_ADVERB}在", rf"{_OBJECT}(?=工作|上班)")),
    ("WORKS_AT", _pattern(r"不再?+在", rf"{_OBJECT}(?=(?:工作|上班)了?)")),
    ("WORKS_AT", _pattern(r"从", rf"{_OBJECT}(?=离职|辞职)")),
    ("LIKES", _pattern(rf"{_FORMERLY}{_ADVERB}(?:喜欢|爱吃|爱喝){_EAT}")),
    ("LIKES", _pattern(rf"不再(?:喜欢|爱吃|爱喝){_EAT}")),
    ("LIKES", _pattern(rf"不(?:喜欢|爱吃|爱喝){_EAT}", rf"{_OBJECT}(?=了$)")),
    ("LIKES", _pattern(r"(?:戒掉了?+|戒了)")),
)
_LEFT = _pattern(r"离开了?+")  # a place or an employer: what the object is known to be decides

_KIN_NAMED = re.compile(
    rf"(?P<s>我|[^\W\d_]{{2,3}}?)的?(?:(?P<kin>{_KIN})|(?P<spouse>{_SPOUSE})|(?P<friend>{_FRIEND}))"
    r"(?:叫|名叫|名字叫|名字是)(?P<o>[^\W\d_a-z的了在和跟是我你他她它们]{2,4})"
)
_UNSURE = re.compile(r"如果|要是|可能|也许|想要?|打算|希望|准备|计划|会不会|应该|差点")
_NO_OBJECT = re.compile(r"[得过着你我您他她它这那哪某的了]|一家|一个|什么|谁|怎么|多少|大家|自己|别人|家$")
_ASKED = re.compile(r"什么|谁|哪|怎么|多少")


def phrases_in(sentence: str) -> list[Phrase]:
    """Kin first, then clause by clause what ended and what holds.

    A clause without a subject goes on with that of the clause before; the first one's is the speaker's.
    """
    phrases = [_kinship(match) for match in _KIN_NAMED.finditer(sentence)]
    if _UNSURE.search(sentence):
        return phrases
    subject = "I"
    for clause in filter(None, _CLAUSE.split(sentence)):
        found = _of_clause(_OPENING.sub("", clause), subject)
        subject = found[-1].subject if found else ""  # of a clause that was not understood nothing is known
        phrases += found
    return phrases


def _of_clause(clause: str, before: str) -> list[Phrase]:
    ended = [
        phrase
        for type_, pattern in _ENDS
        if (phrase := _phrase(pattern.match(clause), type_, before, ended=True))
    ]
    left = [
        phrase
        for type_ in ("WORKS_AT", "LIVES_IN")
        if (phrase := _phrase(_LEFT.match(clause), type_, before, ended=True, must_be_known=True))
    ]
    if ended or left:
        return ended + left
    return [phrase for type_, pattern in _HOLDS if (phrase := _phrase(pattern.match(clause), type_, before))]


def _phrase(
    match: re.Match[str] | None, type_: str, before: str, *, ended: bool = False, must_be_known: bool = False
) -> Phrase | None:
    if match is None or _NO_OBJECT.match(match["o"]) or _ASKED.search(match["o"]):
        return None
    subject = _subject(match["s"]) if match["s"] else before
    if not subject:
        return None
    return Phrase(subject, type_, match["o"], ended, VOCABULARY[type_].object_type if must_be_known else None)


def _kinship(match: re.Match[str]) -> Phrase:
    type_ = "RELATIVE_OF" if match["kin"] else "MARRIED_TO" if match["spouse"] else "FRIEND_OF"
    return Phrase(_subject(match["s"]), type_, match["o"])


def _subject(text: str) -> str:
    """A kin word before a name is no part of it; a kin word alone names nobody."""
    return "I" if text in ("我", "我们") else _KIN_WORD.sub("", text)
