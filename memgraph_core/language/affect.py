"""The feeling that a turn expresses: valence, intensity and label, from word lists and rules, without a model.

Each expression of a feeling has a strength. It can be a word for the feeling, an event, a bodily sign, a judgement, an
interjection or a symbol. A word before it can strengthen, weaken or deny it; a denied feeling becomes another one ("not
worried" is relief). Titles do not count. A question counts only if it is about the speaker and not good ("Why am I so
sad?"), a request only if it thanks. What follows "but" counts more than what precedes it. The lists are in affect.yaml.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import fmean
from typing import Any, Literal, get_args

from memgraph_core.language.assertions import without_quotations
from memgraph_core.language.detection import language_of
from memgraph_core.language.word_lists import yaml_of
from memgraph_core.records.representation import short_repr

AffectLabel = Literal["joy", "gratitude", "relief", "sadness", "anger", "fear", "neutral"]

LABELS: tuple[AffectLabel, ...] = get_args(AffectLabel)
_POSITIVE = ("joy", "gratitude", "relief")
_STRENGTHS: Mapping[str, float] = {"weak": 0.35, "medium": 0.55, "strong": 0.8}
_DENIED: Mapping[
    str, tuple[AffectLabel, float]
] = {  # feeling → the feeling that its denial expresses, and the share of the strength that remains
    "joy": ("sadness", -0.8),
    "gratitude": ("anger", -0.5),
    "relief": ("fear", -0.5),
    "sadness": ("joy", 0.5),
    "anger": ("joy", 0.4),
    "fear": ("relief", 0.7),
}
_FORMS = (
    "negators",
    "affirmative",
    "intensifiers",
    "intensifiers_after",
    "diminishers",
    "contrast",
    "first_person",
    "requests",
)
_STRONGER, _WEAKER, _EXCLAMATION, _OTHERS, _AFTER_CONTRAST = 1.25, 0.6, 1.1, 0.3, 1.5
_REACH = {"en": 4, "zh": 5}  # words, or Chinese characters, before a feeling that may change it
_PARTS = re.compile(r"[^.!?;。！？；\n]+[.!?;。！？；]*")
_WORD = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)?")
_PAUSE = re.compile(r"[,，、:：]")
_ENDING = "[a-z]{0,5}"
_GAP = "…"
_GAPS = {"en": r"(?:\s+[a-z']+){0,3}?\s+", "zh": r"[^,，、:：\s]{0,6}?"}
_CANNOT = re.compile(r"\b(can) ?not\b", re.IGNORECASE)
_NOT = re.compile(r"\b(do|does|did|is|was|are|were|has|have|had|could|would|should) not\b", re.IGNORECASE)
_GREETING = re.compile(
    r"^\W*(?:(?:hi|hey|hello|good (?:morning|afternoon|evening)|ok|okay|so|你好|您好|嗨|那)\W+)?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Affect:
    """The feeling that a text expresses."""

    valence: float  # -1 (bad) to 1 (good); 0 if it expresses none
    intensity: float  # 0 to 1
    label: AffectLabel

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class _Feeling:
    label: AffectLabel
    value: float  # signed strength


@dataclass(frozen=True, slots=True)
class _Lexicon:
    """The word lists of one language."""

    pattern: re.Pattern[str]  # every expression, the longest first
    # expression without apostrophes and "*" → feeling; None if it expresses none
    exact: Mapping[str, _Feeling | None]
    # expressions with "*" or a gap, the longest first
    open: Sequence[tuple[re.Pattern[str], _Feeling | None]]
    negators: re.Pattern[str]
    affirmative: re.Pattern[str]
    intensifiers: re.Pattern[str]
    intensifiers_after: re.Pattern[str]
    diminishers: re.Pattern[str]
    contrast: re.Pattern[str]
    first_person: re.Pattern[str]
    requests: re.Pattern[str]

    def feeling(self, found: str) -> _Feeling | None:
        """The feeling of a match of the pattern."""
        key = found.replace("'", "")
        if key in self.exact:
            return self.exact[key]
        return next((feeling for form, feeling in self.open if form.fullmatch(found)), None)


@dataclass(frozen=True, slots=True)
class _AboutForms:
    """How a sentence of one language connects the expression of a feeling with what the feeling is about."""

    clause: re.Pattern[str]  # where a clause ends
    own: re.Pattern[str]  # what precedes the expression if the speaker has the feeling
    to_object: re.Pattern[str]  # the words between the expression and its object
    owned: re.Pattern[str]  # what follows a name that only owns the object: "Ben's bike"
    # the words between a cause and the expression, "|", and those after the expression
    as_cause: re.Pattern[str]
    before_object: re.Pattern[str]  # what precedes an object that precedes the expression: 我对小红
    closes: re.Pattern[str]  # what follows an expression without an object
    alone: re.Pattern[str]  # what precedes an expression in a clause without a subject: "loved it", 太开心了
    with_person: re.Pattern[str]  # a name between two parts of a quarrel or a parting: 跟小红吵架


_KIN_EN = (
    r"my|our|the|dear|little|big|older|younger|sister|brother|mother|father|mum|mom|dad|son|daughter|wife|husband|friend|cousin|aunt"
    r"|uncle|boss|colleague|cat|dog"
)
_ABOUT: Mapping[str, _AboutForms] = {
    "en": _AboutForms(
        clause=re.compile(r"[,;:]|\b(?:and|but|while|whereas|although|though)\b"),
        own=re.compile(
            r"(?:^|[,;:]|\b(?:and|but|because|that|think|so))?\s*(?:\bI|\b[Ww]e)(?:'(?:m|ve|d|ll|re))?"
            r"(?:\s+(?!he\b|she\b|they\b|you\b|it\b|who\b|that\b|told\b|said\b|saw\b|heard\b|think\b|know\b|met\b)[a-z']+){0,6}\s*$"
            r"|^\W*(?i:(?:so|really|very|super|just|still|also|always|feeling)\s+)*$"
        ),
        to_object=re.compile(
            r"\s+(?:(?:so|very|too|really|much|again|and|sick|about|for|of|by|at|with|over|in|on|to|that|because|when|if|see|have|lose"
            rf"|hear|know|how|is|how much|{_KIN_EN})\s+)*"
        ),
        owned=re.compile(r"['’]s?\s+[a-z]"),
        as_cause=re.compile(
            r"(?:\s+[a-z]+)?\s+(?:(?:really|always|often|still|just|has|have|is|was|will|can|never)\s+)*"
            r"(?:(?:makes?|made|making|keeps?|kept|gets?|got|drives?|drove|leaves?|left)\s+(?:me|us)\s+(?:feel\s+)?(?:[a-z]+\s+){0,2}\|.*"
            r"|\|\s*(?:me|us)\b.*)",
            re.DOTALL,
        ),
        before_object=re.compile(r"(?!)"),
        closes=re.compile(
            r"\s*(?:(?:now|today|again|there|too|it|every (?:second|minute|bit) of it|about (?:it|him|her|that|them)"
            r"|for (?:him|her|them))\s*)*(?:[.!?,;:]|$)"
        ),
        alone=re.compile(r"(?:^|[,;:])\s*(?:(?:so|such|really|absolutely|just|it|was)\s+)*$"),
        with_person=re.compile(r"(?!)"),
    ),
    "zh": _AboutForms(
        clause=re.compile(r"[,，;；:：、]|但是?|不过|而且|可是"),
        own=re.compile(
            r"我们?(?:(?!他|她|它|你|谁|觉得|知道|听说|看到|听到|说|告诉|问|让|和|跟)[^,，。！？]){0,8}$|^\W*(?:好|太|真|很)*$"
        ),
        to_object=re.compile(
            r"(?:的|地|得|着|过|了|很|太|真|因为|是|会|能|跟|和|给|到|见|有|我|们|家|这个|儿子|女儿|妹妹|弟弟|哥哥|姐姐|妈妈|爸爸|同事|朋友)*"
        ),
        owned=re.compile(r"的[^,，。！？]"),
        as_cause=re.compile(
            r"(?:总是?|一直|老是?|真|又|的|会|能|可)*(?:让|使|令|叫|把)我们?(?:[^,，。！？|他她]{0,4})\|.*|(?:总是?|一直|老|又)*\|(?:我|咱).*",
            re.DOTALL,
        ),
        before_object=re.compile(r"我们?[^,，。！？]{0,4}(?:对|为|替|给)$"),
        closes=re.compile(r"我?[了啊呀吧的极死坏]*\s*(?:[。！？!?,，;；]|$)"),
        alone=re.compile(r"(?:^|[，,；。])(?:我|好|太|真|很|特别|可|挺|还|又|也|最|非常|心里)*$"),
        with_person=re.compile(r"(?:^|[^他她])[跟和]\|(?:又|大)?(?:吵|分手|闹|翻脸)"),
    ),
}

_OWN_BEGINNING = re.compile(r"\W*(?:(?:God|so|honestly)\W+)?(?:I\b|[Ww]e\b|I['’]|我|太|真|好|气死|烦死)")
_IT_BEGINNING = re.compile(r"\W*(?:[Ii]t|[Tt]hat|[Tt]his)(?:['’]s| was| is)\b|[这那]")
_IRRITATED = re.compile(r"烦|气人|过分|讨厌|无语|可恶")
NEUTRAL = Affect(valence=0.0, intensity=0.0, label="neutral")


def own_affect(text: str, *, is_person: bool) -> Affect:
    """The feeling of a sentence that begins with its speaker or with the feeling: "I'm so angry.", 真烦. Otherwise neutral.

    If the sentence before is about a thing, it may also begin with "it": "It was such fun."
    """
    is_own = _OWN_BEGINNING.match(text) or (not is_person and _IT_BEGINNING.match(text))
    return affect_of(text) if is_own else NEUTRAL


def aggregate(affects: Iterable[Affect]) -> Affect:
    """The feeling of several texts together: mean valence and most frequent label of those with a feeling, highest intensity."""
    known = [affect for affect in affects if affect.label != "neutral"]
    if not known:
        return NEUTRAL
    counts = Counter(affect.label for affect in known)
    return Affect(
        valence=round(fmean(affect.valence for affect in known), 2),
        intensity=max(affect.intensity for affect in known),
        label=max(LABELS, key=lambda label: counts[label]),
    )


def affect_of(text: str) -> Affect:
    """The feeling that an English or a Chinese text expresses. A text in another language is neutral."""
    return _affect(text, lambda _part, _found, _language: True)


def affect_about(text: str, topic: str, *, is_person: bool) -> Affect:
    """The feeling that the speaker of a text expresses about a topic that the text names.

    About a person, the feeling must have this person as its object ("I worry about Ben", 我担心小红), its cause ("Ben makes me
    happy"), or the cause in the words directly before it ("Ben is ill, I'm sad"). "Ben lost a tooth" is no feeling about Ben. About
    a thing, it is enough that one part of a sentence contains both.
    """
    name = topic.casefold()
    return _affect(
        text,
        lambda part, found, language: _is_about(part, found, name, language, is_person=is_person),
    )


def _affect(text: str, counts: Callable[[str, re.Match[str], str], bool]) -> Affect:
    """The feeling of those expressions of a text that count: sentence, expression and language → whether it counts."""
    language = language_of(text)
    if language not in yaml_of("affect"):
        return NEUTRAL
    lexicon = _lexicon(language)
    plain = _CANNOT.sub(r"\1't", _NOT.sub(r"\1n't", without_quotations(text)))
    feelings = [
        feeling
        for part in _PARTS.findall(plain)
        for feeling, found in _feelings(part, lexicon, language)
        if counts(part, found, language)
    ]
    if not feelings:
        return NEUTRAL
    ordered = sorted(feelings, key=lambda feeling: -abs(feeling.value))
    valence = ordered[0].value + _OTHERS * sum(feeling.value for feeling in ordered[1:])
    totals: dict[AffectLabel, float] = dict.fromkeys(LABELS, 0.0)
    for feeling in feelings:
        totals[feeling.label] += feeling.value
    label = _strongest(totals, valence) or ordered[0].label
    valence = round(max(-1.0, min(1.0, valence)), 2)
    return Affect(valence=valence, intensity=round(min(1.0, abs(ordered[0].value)), 2), label=label)


def _strongest(totals: Mapping[AffectLabel, float], valence: float) -> AffectLabel | None:
    """The strongest label with the sign of the valence. Joy counts only without another label of this sign."""
    best: AffectLabel | None = None
    for label in LABELS:
        if totals[label] * valence > 0 and (best in (None, "joy") or abs(totals[label]) > abs(totals[best])):
            best = label
    return best


def _feelings(part: str, lexicon: _Lexicon, language: str) -> Iterator[tuple[_Feeling, re.Match[str]]]:
    """The feelings of one sentence, each with the expression of it."""
    lower = part.lower()
    allowed = _allowed(lower, lexicon)
    contrast = lexicon.contrast.search(lower)
    excited = _EXCLAMATION if part.rstrip().endswith(("!", "！")) else 1.0
    for found in lexicon.pattern.finditer(lower) if allowed else ():
        feeling = lexicon.feeling(found[0])
        if feeling is None or _is_name(part, found):
            continue
        feeling = _changed(feeling, _before(lower[: found.start()], language), lower[found.end() :], lexicon)
        if feeling.label not in allowed:
            continue
        value = feeling.value * excited
        if contrast is not None:
            value *= _AFTER_CONTRAST if found.start() >= contrast.start() else 1 / _AFTER_CONTRAST
        yield _Feeling(feeling.label, max(-1.0, min(1.0, value))), found


def _is_about(part: str, found: re.Match[str], name: str, language: str, *, is_person: bool) -> bool:
    """Whether the expression of a feeling in a sentence is about somebody or something of this name (casefolded)."""
    lower, start, end = part.lower(), found.start(), found.end()
    form = _ABOUT[language]
    pattern = rf"(?<![a-z]){re.escape(name)}(?![a-rt-z])" if name.isascii() else re.escape(name)
    places = [(each.start(), each.end()) for each in re.finditer(pattern, lower)]
    if not places:
        return False
    breaks = [each.start() for each in form.clause.finditer(lower)]

    def in_one_clause(a: int, b: int) -> bool:
        return not any(min(a, b) <= at < max(a, b) for at in breaks)

    is_own = (
        form.own.search(part[:start]) is not None
        or "我" in part[start : end + 1]
        or _is_annoyed(lower, start)
    )
    is_alone = form.alone.search(lower[:start]) is not None
    # nothing else follows that the feeling could be about
    closes = form.closes.match(lower[end:]) is not None
    for first, last in places:
        if not is_person and (in_one_clause(first, start) or (is_alone and closes)):
            return True
        if form.with_person.search(f"{lower[:first]}|{lower[last:]}"):
            return True
        if (
            is_own
            and first >= end
            and form.to_object.fullmatch(lower[end:first])
            and not form.owned.match(lower[last:])
        ):
            return True
        if last <= start and form.as_cause.fullmatch(f"{lower[last:start]}|{lower[end:]}"):
            return True
        if last <= start and is_own and closes and not in_one_clause(last, start):
            return True
        if (
            last <= start
            and is_own
            and form.before_object.search(lower[:first])
            and in_one_clause(first, start)
        ):
            return True
    return False


def _is_annoyed(sentence: str, start: int) -> bool:
    """Whether a clause of an exclamation precedes a feeling, 吴老师又骂人，真烦: it is the feeling of its speaker."""
    return (
        sentence[:start].endswith(("，真", "，太", "，真是", "，真的", ",真", ",太"))
        and _IRRITATED.match(sentence, start) is not None
    )


def _allowed(sentence: str, lexicon: _Lexicon) -> Sequence[AffectLabel]:
    """The labels that a sentence can express: a request only thanks, a question only thanks and what troubles the speaker."""
    if lexicon.requests.match(sentence, pos=_start(sentence)):
        return ("gratitude",)
    if not sentence.rstrip().endswith(("?", "？", "吗", "吗。")):
        return LABELS
    return ("gratitude", "sadness", "anger", "fear") if lexicon.first_person.search(sentence) else ()


def _start(sentence: str) -> int:
    """Where a sentence begins after a greeting."""
    greeting = _GREETING.match(sentence)
    return greeting.end() if greeting else 0


def _changed(feeling: _Feeling, before: str, after: str, lexicon: _Lexicon) -> _Feeling:
    """A feeling, changed by the words that directly precede and follow it."""
    label, value = feeling.label, feeling.value
    plain = lexicon.intensifiers.sub(" ", lexicon.affirmative.sub(" ", before))  # 别 in 特别 denies nothing
    if lexicon.negators.search(plain):
        label, share = _DENIED[label]
        value = abs(value) * share
    if lexicon.diminishers.search(plain):
        value *= _WEAKER
    elif lexicon.intensifiers.search(before) or lexicon.intensifiers_after.match(after):
        value *= _STRONGER
    return _Feeling(label, value)


def _before(text: str, language: str) -> str:
    """The words directly before a feeling that may change it: not those before a pause."""
    near = _PAUSE.split(text)[-1]
    if language == "zh":
        return near[-_REACH["zh"] :]
    return " ".join(near.split()[-_REACH["en"] :])


def _is_name(part: str, found: re.Match[str]) -> bool:
    """Whether a single word is written as a part of a name or title: with a capital letter, and not at the beginning."""
    word = part[found.start() : found.end()]
    return word.istitle() and word.isalpha() and word.isascii() and bool(_WORD.search(part[: found.start()]))


@cache
def _lexicon(language: str) -> _Lexicon:
    lists: Mapping[str, Any] = yaml_of("affect")[language]
    feelings: dict[str, _Feeling | None] = {**_expressions(yaml_of("affect")["any"]), **_expressions(lists)}
    feelings |= dict.fromkeys(lists["neutral"])
    ordered = sorted(feelings, key=lambda expression: -len(expression))
    varying = [expression for expression in ordered if _GAP in expression or expression.endswith("*")]
    forms = {name: _any_of(lists[name], language) for name in _FORMS}
    return _Lexicon(
        pattern=_any_of(ordered, language),
        exact={expression.rstrip("*").replace("'", ""): feelings[expression] for expression in ordered},
        open=[(_any_of([expression], language), feelings[expression]) for expression in varying],
        **forms,
    )


def _expressions(lists: Mapping[str, Any]) -> dict[str, _Feeling]:
    """The expressions of one part of the lists, each with its feeling."""
    return {
        expression: _Feeling(label, _STRENGTHS[strength] * (1 if label in _POSITIVE else -1))
        for label in LABELS[:-1]
        for strength, expressions in lists.get(label, {}).items()
        for expression in expressions
    }


def _any_of(expressions: Sequence[str], language: str) -> re.Pattern[str]:
    """A pattern of expressions, the longest first. The words have one common beginning, which makes the search fast."""
    ordered = sorted(expressions, key=lambda expression: -len(expression))
    words = [_form(expression, language) for expression in ordered if expression[0].isalpha()]
    symbols = [_symbol(expression) for expression in ordered if not expression[0].isalpha()]
    beginning = "" if language == "zh" else "(?<![a-z'])"
    alternatives = [f"{beginning}(?:{'|'.join(words)})"] if words else []
    return re.compile("|".join([*alternatives, *symbols]))


def _symbol(expression: str) -> str:
    """The pattern of a symbol. A symbol of ASCII characters does not match inside something longer, such as an address."""
    form = re.escape(expression)
    return rf"(?<![\w/]){form}(?![\w/])" if expression.isascii() else form


def _form(expression: str, language: str) -> str:
    """The pattern of one expression that begins with a letter or a Chinese character."""
    stem = expression.removesuffix("*")
    pieces = [
        re.escape(piece.strip()).replace("'", "'?").replace(r"\ ", r"\s+") for piece in stem.split(_GAP)
    ]
    form = _GAPS[language].join(pieces)
    if language == "zh":
        return rf"(?<![a-z]){form}(?![a-z])" if stem.isascii() else form
    return f"{form}{_ENDING if stem != expression else ''}(?!'?[a-z])"
