"""How far a sentence supports a fact: whether it states the fact itself, and whether it states its beginning, end or time.

A sentence has other words than those of the fact: a time of something else, a reason, a joke. So a time belongs to a fact only if
it is in the clause of its object, and it is a beginning or an end only if the words of this clause say so. What is not
recognised makes a weaker claim: the fact without a time, or the sentence as a quotation.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from memgraph_core.language.detection import language_of
from memgraph_core.language.times import TimeSpan, times_in
from memgraph_core.language.traditional import simplified
from memgraph_core.language.word_lists import groups_of

_MAX_WORDS = 4  # of an object that is understood without its sentence
_MAX_CHARACTERS = 8
_DAY = timedelta(days=1)
_ANY_DAY = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class _Signs:
    """The signs of one language."""

    border: re.Pattern[str]  # between clauses
    joined: re.Pattern[str]  # after an object: the speaker is a subject together with it, "Tom and I"
    speaker: re.Pattern[str]  # who says it is named
    other: re.Pattern[str]  # before an object: perhaps a subject other than the speaker
    unsure: re.Pattern[str]  # a joke, a supposition, hearsay: the sentence is not meant as it stands
    refers: re.Pattern[str]  # in an object: a word that means something in another sentence
    small: re.Pattern[str]  # the words of a clause that has only a time
    begins: re.Pattern[str]
    will_begin: re.Pattern[str]
    ends: re.Pattern[str]
    ended_before: re.Pattern[str]  # an end at an unknown time
    past: re.Pattern[str]
    habit: re.Pattern[str] | None  # None: the tense of the verb says whether something is a habit


_SIGNS: Mapping[str, _Signs] = {
    "en": _Signs(
        border=re.compile(
            r"[,;:!?()–—]|\.(?=\s|$)|\s-+\s"
            r"|\b(?:and|but|so|because|when|while|which|who|that|although|though|if|as|then|than)\b",
            re.IGNORECASE,
        ),
        joined=re.compile(r" and (?:i|me)\b", re.IGNORECASE),
        speaker=re.compile(r"\b(?:i|we|my|our|mine|ours|myself)\b|\b(?:i|we)['’]\w+|\bim\b", re.IGNORECASE),
        other=re.compile(
            r"^\W*(?:the|a|an|his|her|their|its|your|this|that|these|those|no|some)\b|\b(?:he|she|they|it|you|who|there)\b|['’]s\b"
            r"|[,;:!?()–—]|(?-i:(?<!^)\b[A-Z])",
            re.IGNORECASE,
        ),
        unsure=re.compile(
            r"\b(?:if|unless|would|wouldn['’]t|might|could|maybe|perhaps|probably|possibly|guess|wish|pretend|imagine|as if"
            r"|thinking (?:about|of)|considering|jok(?:e|es|ing)|kidding|ha(?:ha)*|lol|lmao|supposedly|apparently|allegedly"
            r"|rumou?rs?|almost|nearly"
            r"|(?:he|she|they|mum|mom|dad|everyone|everybody|people|[a-z]+) (?:says?|said|thinks?|thought|claims?|told|reckons?))\b"
            r"|['’]d\b|\?",
            re.IGNORECASE,
        ),
        refers=re.compile(
            r"\b(?:it|its|this|that|these|those|them|they|their|him|his|her|he|she|you|your|my|our|me|one|ones|there|here"
            r"|everything|something|anything|stuff|things?)\b|['’]s\b(?= [a-z])",
            re.IGNORECASE,
        ),
        small=re.compile(
            r"\b(?:in|on|at|from|since|by|of|the|this|last|next|just|back|early|late|around|about|only|until|till|it|was|is|and"
            r"|began|begun|started|starting|beginning|effective)\b",
            re.IGNORECASE,
        ),
        begins=re.compile(
            r"\b(?:since|began|begun|start(?:s|ed|ing)?|join(?:s|ed|ing)?|mov(?:e|ed|es|ing)|became|become|got|gotten|adopt(?:ed|ing)?"
            r"|bought|purchased|took (?:up|over|on)|enrol?led|found(?:ed)?|opened|launched|married|engaged|met|hired|promoted"
            r"|picked up|switched|appointed|elected|diagnosed|arrived|came"
            r"|for (?:about |over |almost |nearly )?[\w-]+ (?:years?|months?|weeks?)"
            r"|(?:first|new) \w+)\b",
            re.IGNORECASE,
        ),
        will_begin=re.compile(
            r"\b(?:starts?|starting|begins?|beginning|will|going to|gonna|joining|moving|from|becoming)\b|['’]ll\b", re.IGNORECASE
        ),
        ends=re.compile(
            r"\b(?:no longer|(?:not|n['’]t) .*\bany ?more|quit|stopp?ed|gave up|given up|left|leaving|broke up|split up|divorced"
            r"|finished|ended|retired|resigned|dropped|cancell?ed|died|passed away|sold|lost|moved out|moved away|until|till"
            r"|got rid of|over with|gone)\b",
            re.IGNORECASE,
        ),
        ended_before=re.compile(
            r"\b(?:used to|former(?:ly)?|previous(?:ly)?|once|back then|when i was|as an? (?:kid|child|teenager|student|girl|boy)"
            r"|in my (?:youth|childhood|teens|twenties)|(?<!\w )years ago|ex)\b",
            re.IGNORECASE,
        ),
        past=re.compile(
            r"\b(?:was|were|did|had|went|took|ate|drank|ran|swam|rode|sang|saw|read|got|(?:i|we|just|also|even|really) \w+ed)\b",
            re.IGNORECASE,
        ),
        habit=None,
    ),
    "zh": _Signs(
        border=re.compile(r"[，,。；;：:！!？?…~（）()]|但是?|不过|所以|因为|然后|而且|后来|结果"),
        joined=re.compile(r"和我"),
        speaker=re.compile(r"[我咱]"),
        other=re.compile(r"[他她它你您这那谁A-Z，,；;：:]|[妈爸爹娘哥姐弟妹爷奶婆公叔姑姨舅儿女孩娃妻夫]"),
        unsure=re.compile(
            r"如果|要是|假如|万一|可能|也许|大概|说不定|好像|估计|似乎|恐怕|差点|哈哈|开玩笑|笑死|听说|据说|[他她妈爸]们?(?:说|觉得|以为)|吗|？"
        ),
        refers=re.compile(r"[我你您他她它咱这那其]|自己|什么|东西|一下|的话"),
        small=re.compile(r"[在于从就了是的起到至,，\s]|开始|正式|那天|那会儿"),
        begins=re.compile(
            r"开始|起|入职|加入|搬|买|领养|收养|当上|当了|成为|结婚|订婚|认识|在一起|考上|录取|开业|报名|恢复|以来|学会|签|办了|转到|转去|改成|升|上任|确诊"
        ),
        will_begin=re.compile(r"开始|起|入职|报到|搬|开业|上任|正式"),
        ends=re.compile(r"不再|戒|分手|离婚|离职|辞|停了|停掉|退了|退出|退租|不干|不去|不做|不当|搬离|搬走|卖|去世|没了|结束|毕业|到期|为止|不.{0,6}了"),
        ended_before=re.compile(r"以前|之前|曾|从前|过去|小时候|当年|那时|前男|前女|前任|原来|早年|年轻"),
        past=re.compile(r"过|了"),
        habit=re.compile(r"每|天天|常|总|一直|平时|习惯|现在|最近|周末|开始|坚持|改|爱|喜欢|只|不"),
    ),
}  # fmt: skip

_NAME_HEADS = ("level", "business", "place")  # of lists of Chinese words
_TO_SPEAKER = re.compile(r"\b(?:me|us)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Support:
    """What a sentence supports of a fact."""

    is_explicit: bool  # it names the subject and the object, and is meant as it stands
    is_habit: bool  # it is about what somebody does, and not about one occasion
    start: TimeSpan | None = None  # the beginning that it states
    time: TimeSpan | None = None  # the time in the clause of the object, of whatever it is
    end: TimeSpan | None = None  # the end that it states
    ends: bool = False  # it states that the fact is over
    begins: bool = False  # it states that the fact has begun


def support_of(sentence: str, subject: str | None, object_: str, said_at: datetime | None) -> Support:
    """What a sentence supports of a fact about a subject; None for its speaker.

    A language without signs supports what the extractor read, without a time.
    """
    language = language_of(sentence)
    signs = _SIGNS.get(language)
    if signs is None:
        return Support(is_explicit=True, is_habit=True)
    text = simplified(sentence) if language == "zh" else sentence
    spans = _dates(text, said_at, language)
    start, end = _clause_of(text, object_, spans, signs)
    clause, own = text[start:end], [span for span in spans if start <= span.at < end]
    time = own[0] if len(own) == 1 else None
    ends, before = signs.ends.search(clause) is not None, signs.ended_before.search(clause) is not None
    begins = signs.begins.search(clause) is not None or (time is not None and time.kind == "since")
    return Support(
        is_explicit=(
            _names(sentence, subject, signs)
            or (subject is None and _leaves_out_speaker(text, object_, signs))
        )
        and signs.unsure.search(text, 0, end) is None
        and not _is_cut(text, object_, language),
        is_habit=begins or _is_habit(clause, signs),
        start=_start(time, clause, said_at, signs) if begins and not before else None,
        time=time,
        end=time if ends and not before and time is not None and time.kind != "since" else None,
        ends=ends or before,
        begins=begins,
    )


def _is_habit(clause: str, signs: _Signs) -> bool:
    if signs.habit is not None:
        return signs.habit.search(clause) is not None
    return signs.past.search(clause) is None


def is_clear(object_: str) -> bool:
    """Whether the name of an object is short, has no time, and means something without its sentence."""
    language = language_of(object_)
    signs = _SIGNS.get(language)
    if signs is None:
        return True
    if times_in(object_, _ANY_DAY, language):  # 四年产品经理
        return False
    is_short = (
        len(object_) <= _MAX_CHARACTERS if signs is _SIGNS["zh"] else len(object_.split()) <= _MAX_WORDS
    )
    return is_short and signs.refers.search(object_) is None


def names_speaker(sentence: str) -> bool:
    """Whether a sentence says who it is about, if it is about its speaker: "I", 我. True in a language without signs."""
    signs = _SIGNS.get(language_of(sentence))
    return (
        signs is None
        or signs.speaker.search(sentence) is not None
        or _TO_SPEAKER.search(sentence) is not None
    )


def _names(sentence: str, subject: str | None, signs: _Signs) -> bool:
    if subject is None:
        return signs.speaker.search(sentence) is not None
    return subject.casefold() in sentence.casefold()


def _leaves_out_speaker(text: str, object_: str, signs: _Signs) -> bool:
    """Whether a sentence has words before the object, and none of them can be a subject: "moved to Leeds last week"."""
    at, _ = _place_of(text, object_)
    return at > 0 and signs.other.search(text, 0, at) is None


def _is_cut(text: str, object_: str, language: str) -> bool:
    """Whether a Chinese object is the beginning of a longer name: 集美 of 集美大学."""
    if language != "zh":
        return False
    following = text.partition(object_)[2]
    return any(following.startswith(head) for group in _NAME_HEADS for head in groups_of("heads_zh")[group])


def _dates(text: str, said_at: datetime | None, language: str) -> list[TimeSpan]:
    if said_at is None:
        return []
    return [span for span in times_in(text, said_at, language) if span.kind in ("date", "since", "until")]


def _start(time: TimeSpan | None, clause: str, said_at: datetime | None, signs: _Signs) -> TimeSpan | None:
    """The time, if it is a beginning. A time ahead is one only of what will begin: "I signed up for the race in May" is none."""
    if time is None or time.start is None or said_at is None:
        return None
    if time.grain in ("hour", "minute"):  # "I've been meditating for 15 minutes daily"
        return None
    if time.start > said_at and signs.will_begin.search(clause) is None:
        return None
    return time


def _clause_of(text: str, object_: str, spans: Sequence[TimeSpan], signs: _Signs) -> tuple[int, int]:
    """The start and end of the clause of the object; of the whole sentence if it does not contain the object."""
    at, length = _place_of(text, object_)
    joined = signs.joined.match(text, at + length) if at >= 0 else None
    for start, end in _clauses(text, spans, signs, joined) if at >= 0 else ():
        if start <= at < end:
            return start, max(end, at + length)
    return 0, len(text)


def _place_of(text: str, object_: str) -> tuple[int, int]:
    """The offset and length of an object in a sentence; of a verb phrase, whose verb has another form, those of its object."""
    for part in (object_, object_.partition(" ")[2]):
        if part and (at := text.casefold().find(part.casefold())) >= 0:
            return at, len(part)
    return -1, 0


def _clauses(
    text: str, spans: Sequence[TimeSpan], signs: _Signs, joined: re.Match[str] | None
) -> Iterator[tuple[int, int]]:
    """The clauses of a sentence. One that has only a time belongs to the next one; the last one to that before it.

    `joined` has the words that join the object to the speaker. They are no border.
    """
    borders = [
        match.start()
        for match in signs.border.finditer(text)
        if not any(span.at <= match.start() < span.at + len(span.text) for span in spans)
        and not (joined and joined.start() <= match.start() < joined.end())
    ]
    pieces = list(zip([0, *borders], [*borders, len(text)], strict=True))
    start, found = 0, list[tuple[int, int]]()
    for number, (first, last) in enumerate(pieces):
        is_time = _is_only_time(text, first, last, spans, signs)
        if is_time and number + 1 < len(pieces):
            continue
        if is_time and found:
            found[-1] = (found[-1][0], last)
        else:
            found.append((start, last))
        start = last
    yield from found


def _is_only_time(text: str, start: int, end: int, spans: Sequence[TimeSpan], signs: _Signs) -> bool:
    inside = [span for span in spans if start <= span.at < end]
    if not inside:
        return not any(character.isalnum() for character in signs.border.sub(" ", text[start:end]))
    rest = list(text[start:end])
    for span in inside:
        for place in range(span.at - start, min(span.at - start + len(span.text), len(rest))):
            rest[place] = " "
    remaining = signs.small.sub(" ", signs.border.sub(" ", "".join(rest)))
    return not any(character.isalnum() for character in remaining)


def agrees(span: TimeSpan, moment: datetime | None) -> bool:
    """Whether a time in a sentence is the stored time of a fact, whose days may be those of another zone."""
    bounds = [bound for bound in (span.start, span.end) if bound is not None]
    return moment is not None and any(abs(bound - moment) <= _DAY for bound in bounds)
