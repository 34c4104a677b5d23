"""Relation phrases: a dozen kinds of statement that name two ends.

Each pattern is anchored on a trigger and yields (subject, type, object). `I` stands for the speaker and is
resolved by the extractor. Questions, plans and wishes ("would love to", "if I") give nothing: better no fact
than a wrong one. The vocabulary says which relations hold one object at a time.
"""

import re
from dataclasses import dataclass

from memgraph_core.types import EntityType


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation type of the vocabulary. Of a single one a subject has one object at a time."""

    type: str
    single: bool = False
    object_type: EntityType | None = None


VOCABULARY: dict[str, Relation] = {
    r.type: r
    for r in (
        Relation("LIVES_IN", single=True, object_type="Place"),
        Relation("WORKS_AT", single=True, object_type="Organization"),
        Relation("STUDIES_AT", single=True, object_type="Organization"),
        Relation("MARRIED_TO", single=True, object_type="Person"),
        Relation("BORN_IN", single=True, object_type="Place"),
        Relation("LOCATED_IN", single=True, object_type="Place"),
        Relation("LIKES"),
        Relation("DISLIKES"),
        Relation("ALLERGIC_TO"),
        Relation("OWNS"),
        Relation("VISITED", object_type="Place"),
        Relation("RELATIVE_OF", object_type="Person"),
        Relation("FRIEND_OF", object_type="Person"),
        Relation("CREATED", object_type="Work"),
    )
}


@dataclass(frozen=True, slots=True)
class Phrase:
    """A relation as a sentence words it. `ended`: it holds no longer."""

    subject: str  # a name, or "I"
    type: str
    object: str
    ended: bool = False


_NAME = r"[A-Z][\w'’\-]*(?: (?:(?:of|the|de|van|von) )?[A-Z][\w'’\-]*){0,3}"
_KIN = (
    r"(?:sister|brother|mother|mom|mum|father|dad|son|daughter|cousin|aunt|uncle|niece|nephew|grandmother|grandma"
    r"|grandfather|grandpa|sister-in-law|brother-in-law)"
)
_SPOUSE = r"(?:husband|wife|spouse)"
_FRIEND = r"(?:best friend|friend|colleague|coworker|boss|roommate|flatmate|neighbou?r)"
_ANY_KIN = rf"(?:{_KIN}|{_SPOUSE}|{_FRIEND}|partner|boyfriend|girlfriend|fianc[eé]e?)"
_SUBJECT = rf"(?P<s>\b(?:I|we|We)\b|(?:[Mm]y|[Oo]ur) (?:\w+ )?{_ANY_KIN},? {_NAME}|{_NAME})"
_ADVERB = r"(?:,? (?:just|now|also|still|really|finally|recently|currently|actually|already|always|both|absolutely))*"
_BE = r"(?:['’](?:m|re|s|ve been)| am| are| is| was| have been| has been| been)"
_HAVE = r"(?:['’]ve| have| has)?"
_PLACE = rf"(?P<o>{_NAME})"
_THING = r"(?P<o>(?:[\w'’\-]+ ?){1,4})"


def _en(trigger: str, object_: str = _PLACE) -> re.Pattern[str]:
    return re.compile(rf"{_SUBJECT}{trigger} {object_}")


_ENGLISH: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("LIVES_IN", _en(rf"{_BE}?{_HAVE}{_ADVERB} (?:live|lives|lived|living|settled) (?:here )?in")),
    ("LIVES_IN", _en(rf"{_BE}?{_HAVE}{_ADVERB} (?:moved|relocated|moving)(?: back| over| out)?{_ADVERB} to")),
    (
        "LIVES_IN",
        re.compile(rf"(?P<s>\b(?:I|we|We)\b)(?:['’]m|['’]re| am| are){_ADVERB} in {_PLACE} (?:since|now)"),
    ),
    ("WORKS_AT", _en(rf"{_BE}?{_HAVE}{_ADVERB} (?:work|works|worked|working) (?:\w+ ){{0,3}}?(?:at|for)")),
    ("WORKS_AT", _en(rf"{_HAVE}{_ADVERB} (?:joined|join|joins)")),
    ("WORKS_AT", _en(rf"{_HAVE}{_ADVERB} (?:started|start|starts|got)(?: \w+){{0,4}} (?:at|with)")),
    (
        "STUDIES_AT",
        _en(rf"{_BE}?{_HAVE}{_ADVERB} (?:stud(?:y|ies|ied|ying)|enrolled)(?: \w+){{0,3}} (?:at|in the)"),
    ),
    ("MARRIED_TO", _en(rf"{_BE}?{_HAVE}{_ADVERB}(?: got| getting)? married(?: to)?")),
    ("BORN_IN", _en(r"(?:['’]s| was| were) born in")),
    (
        "LOCATED_IN",
        _en(r"(?:['’]s| is| are| has| have|['’]ve)(?: \w+){0,4} (?:located|headquartered|based|office) in"),
    ),
    (
        "LOCATED_IN",
        _en(r"(?:['’]s)? (?:\w+ ){0,3}(?:head office|headquarters|office)s?(?: is| are| \w+){0,3} (?:in|to)"),
    ),
    ("LOCATED_IN", _en(r"(?: \w+){0,2} moved (?:their|its) (?:head )?(?:office|headquarters)(?: \w+)? to")),
    ("ALLERGIC_TO", _en(rf"{_BE}{_ADVERB}(?: \w+)? allergic to", _THING)),
    (
        "DISLIKES",
        _en(rf"{_ADVERB} (?:hates?|can['’]t stand|dislikes?|don['’]t like|doesn['’]t like)", _THING),
    ),
    ("LIKES", _en(rf"{_ADVERB} (?:loves?|likes?|enjoys?|adores?|prefers?|['’]m (?:really )?into)", _THING)),
    ("OWNS", _en(rf"{_HAVE}{_ADVERB} (?:bought|adopted|owns?)", _THING)),
    ("VISITED", _en(rf"{_HAVE}{_ADVERB} (?:visited|went to|been to|traveled to|travelled to|flew to)")),
    ("CREATED", _en(rf"{_HAVE}{_ADVERB} (?:wrote|written|painted|composed|directed|founded|published)")),
)
_ENDED = re.compile(
    r"\b(?:used to|no longer|not any ?more|any ?more|quit|left|stopped|gave up|given up|moved out of|ex-)\b",
    re.IGNORECASE,
)
_USED_TO = re.compile(
    rf"(?P<s>\bI\b|{_NAME}) used to (?P<v>live in|work (?:at|for)|study at|like|love|own|have) (?P<o>{_NAME}|(?:[\w'’]+ ?){{1,3}})"
)
_USED_TYPES = {
    "live": "LIVES_IN",
    "work": "WORKS_AT",
    "study": "STUDIES_AT",
    "like": "LIKES",
    "love": "LIKES",
}
_QUIT = re.compile(rf"(?P<s>\bI\b|{_NAME}){_HAVE}{_ADVERB} (?:left|quit) (?P<o>{_NAME})")
_GAVE_UP = re.compile(
    rf"(?P<s>\bI\b|{_NAME}){_HAVE}{_ADVERB} (?:gave up|given up|went off) (?:drinking |eating )?{_THING}"
)
_KIN_NAMED = re.compile(
    rf"(?P<s>\b[Mm]y|{_NAME}['’]s) (?:\w+ )?(?:(?P<kin>{_KIN})|(?P<spouse>{_SPOUSE})|(?P<friend>{_FRIEND}))"
    rf"(?:,? (?:is )?(?:named |called )?|['’]s name is |['’]s called )(?P<o>{_NAME})"
)
_UNSURE = re.compile(
    r"\b(?:would|could|might|if|wish|hope|hoping|want(?:s|ed)? to|going to|gonna|planning|plan to|thinking of|maybe"
    r"|dream(?:s|ing)? of|will|['’]ll|should|never)\b",
    re.IGNORECASE,
)
_OBJECT_END = re.compile(
    r"\b(?:and|but|because|since|when|while|that|which|who|so|as|at|in|on|for|to|with|from|if|now|too|much|very|more"
    r"|this|last|next|every|instead|anymore|lately|yesterday|today|about|of|again|how"
    r"|what|it|them|him|her|you|me|is|are|was)\b.*",
    re.IGNORECASE,
)
_DETERMINER = re.compile(
    r"^(?:a|an|the|my|our|his|her|their|your|some|any|all|new|old|drinking|eating|having) ", re.I
)
_NO_OBJECT = re.compile(
    r"(?:being\b.*|\w+ing .*|to \w+|lots?|ones?|things?|stuff|way|idea|look|time|part|fact)?", re.I
)
_TRAILING = re.compile(r"(?: (?:of|the|a|an|my|your|his|her|our|their|or|by|\w+ly))+$")


def phrases_in(sentence: str, language: str) -> list[Phrase]:
    """The relations that a statement words, in the order of the vocabulary's patterns."""
    return _chinese(sentence) if language == "zh" else _english(sentence)


def _english(sentence: str) -> list[Phrase]:
    phrases = [*_kinship(sentence), *_endings(sentence)]
    if _UNSURE.search(sentence):
        return phrases
    ended = bool(_ENDED.search(sentence))
    for type_, pattern in _ENGLISH:
        for match in pattern.finditer(sentence):
            object_ = _object(match["o"], type_)
            if object_ and not ended:
                phrases.append(Phrase(_subject(match["s"]), type_, object_))
    return phrases


def _kinship(sentence: str) -> list[Phrase]:
    phrases: list[Phrase] = []
    for match in _KIN_NAMED.finditer(sentence):
        owner = "I" if match["s"].lower() == "my" else re.sub(r"['’]s$", "", match["s"])
        type_ = "RELATIVE_OF" if match["kin"] else "MARRIED_TO" if match["spouse"] else "FRIEND_OF"
        phrases.append(Phrase(owner, type_, _bare(match["o"])))
    return phrases


def _endings(sentence: str) -> list[Phrase]:
    found: list[Phrase] = []
    for match in _USED_TO.finditer(sentence):
        type_ = _USED_TYPES.get(match["v"].split()[0], "OWNS")
        if object_ := _object(match["o"], type_):
            found.append(Phrase(_subject(match["s"]), type_, object_, ended=True))
    for pattern, type_ in ((_QUIT, "WORKS_AT"), (_GAVE_UP, "LIKES")):
        for match in pattern.finditer(sentence):
            if object_ := _object(match["o"], type_):
                found.append(Phrase(_subject(match["s"]), type_, object_, ended=True))
    return found


def _subject(text: str) -> str:
    if text in ("I", "we", "We"):
        return "I"
    return _bare(re.sub(rf"^(?:[Mm]y|[Oo]ur) (?:\w+ )?{_ANY_KIN},? ", "", text))


def _object(text: str, type_: str) -> str | None:
    """The object without what follows it and without its determiner; None when nothing definite is left."""
    if VOCABULARY[type_].object_type is not None and text[0].isupper():
        return _bare(text)
    trimmed = _OBJECT_END.sub("", text).strip(" ,.'’-")
    while _DETERMINER.match(trimmed):
        trimmed = _DETERMINER.sub("", trimmed)
    trimmed = _TRAILING.sub("", trimmed)
    return None if _NO_OBJECT.fullmatch(trimmed) or len(trimmed) < 3 else trimmed


def _bare(name: str) -> str:
    return re.sub(r"['’]s?$", "", name)


_ZH_NAME = r"[^\W\d_a-z的了在和跟是我你他她它们到去把被]{2,4}"
_ZH_SUBJECT = rf"(?P<s>我们|我|{_ZH_NAME}?)"
_ZH_END = r"(?=[了的，,。.！!？?、；;\s]|之后|以后|上班|工作|读书|上学|生活|定居|过敏|$)"
_ZH_ADVERB = r"(?:已经|现在|最近|刚刚|刚|也|都|一直|还|终于|今年|去年|上个月|这个月|从小|就|又|其实|特别|非常|很|最|真的)*"


def _zh(trigger: str, object_: str = r"[^\W_]{2,10}?") -> re.Pattern[str]:
    return re.compile(rf"{_ZH_SUBJECT}{_ZH_ADVERB}{trigger}(?P<o>{object_}){_ZH_END}")


_CHINESE: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("LIVES_IN", _zh(r"(?:住在|住到|搬到了?|搬去了?|搬家到了?|定居在?)")),
    ("WORKS_AT", _zh(r"(?:在)", r"[^\W_]{2,10}?(?=工作|上班)")),
    ("WORKS_AT", _zh(r"(?:入职了?|加入了?|跳槽到了?|去了?(?=[^\W_]{2,8}上班))")),
    ("STUDIES_AT", _zh(r"(?:就读于|考上了?|在)", r"[^\W_]{2,10}?(?:大学|学院|中学|小学)")),
    ("LOCATED_IN", _zh(r"(?:的?总部(?:就|搬到了?)?在?|位于)")),
    ("BORN_IN", _zh(r"(?:出生在|出生于)")),
    ("MARRIED_TO", _zh(r"(?:嫁给了?|娶了)")),
    ("ALLERGIC_TO", _zh(r"对", r"[^\W_]{1,8}?(?=过敏)")),
    ("DISLIKES", _zh(r"(?:不喜欢|讨厌|受不了|不爱吃|不爱喝)(?:吃|喝|看|听)?")),
    ("LIKES", _zh(r"(?<!不)(?:喜欢|爱吃|爱喝|迷上了?|爱上了?)(?:吃|喝|看|听)?")),
    ("OWNS", _zh(r"(?:养了|买了|领养了)(?:一)?(?:只|条|辆|套|台|个|本)?")),
)
_ZH_KIN = "爸爸|妈妈|哥哥|姐姐|弟弟|妹妹|儿子|女儿|表姐|表哥|表弟|表妹|堂姐|堂哥|舅舅|姑姑|阿姨"
_ZH_SPOUSE = "老公|老婆|丈夫|妻子|太太"
_ZH_FRIEND = "朋友|同事|同学|室友|老板|邻居"
_ZH_ANY_KIN = f"{_ZH_KIN}|{_ZH_SPOUSE}|{_ZH_FRIEND}"
_ZH_KIN_NAMED = re.compile(
    rf"(?P<s>我|[^\W\d_]{{2,3}}?)的?(?:(?P<kin>{_ZH_KIN})|(?P<spouse>{_ZH_SPOUSE})|(?P<friend>{_ZH_FRIEND}))"
    r"(?:叫|名叫|名字叫|名字是)(?P<o>[^\W\d_a-z的了在和跟是我你他她它们]{2,4})"
)
_ZH_UNSURE = re.compile(r"如果|要是|可能|也许|想要?|打算|希望|准备|计划|会不会|应该")
_ZH_PRONOUN = frozenset(["他", "她", "它", "这", "那", "这里", "那里", "什么", "哪里"])


def _chinese(sentence: str) -> list[Phrase]:
    phrases = [_zh_kinship(match) for match in _ZH_KIN_NAMED.finditer(sentence)]
    if _ZH_UNSURE.search(sentence):
        return phrases
    for clause in re.split(r"[，,。！？；;]", sentence):
        for type_, pattern in _CHINESE:
            for match in pattern.finditer(clause):
                if match["o"] not in _ZH_PRONOUN:
                    phrases.append(Phrase(_zh_subject(match["s"]), type_, match["o"]))
    return phrases


def _zh_kinship(match: re.Match[str]) -> Phrase:
    type_ = "RELATIVE_OF" if match["kin"] else "MARRIED_TO" if match["spouse"] else "FRIEND_OF"
    return Phrase(_zh_subject(match["s"]), type_, match["o"])


def _zh_subject(text: str) -> str:
    """A dropped subject is the speaker's; a kin word before a name is no part of it."""
    return "I" if text in ("我", "我们", "") else re.sub(rf"^(?:{_ZH_ANY_KIN})(?=..)", "", text)
