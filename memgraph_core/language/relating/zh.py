"""Chinese relation phrases: clause by clause a subject, its adverbs, a predicate that words a relation.

A clause without a subject goes on with that of the clause before; the first one's is the speaker. 其 is the
subject of the clause before. Adverbs tell whether it holds, held once (以前), is denied (没) or lies ahead (将要).
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from memgraph_core.language.relating.clauses_zh import Clause, candidates_in, opening_of
from memgraph_core.language.relating.mask import SIGN, SOMEBODY, Masked
from memgraph_core.language.relating.objects_zh import ASKED, PARTICLES, Object, objects_in
from memgraph_core.language.relating.verbs_zh import Row, any_row, rows
from memgraph_core.language.vocabulary import Phrase, favourite, relation_of
from memgraph_core.records.kinds import EntityType

_CLAUSE = re.compile(r"[^，,。！？!?；;：:\s…～~（）()“”\"]{1,120}")
_INTENT = r"(?:想要|想着|想|打算|准备|计划|希望|考虑|决定|盼着|梦想着?|期待)"
_IMAGINED = re.compile(
    r"如果|要是|假如|假设|万一|差点|的话|巴不得|恨不得|难道|是不是|会不会|要不要|有没有|不知道"
)
_PLANNED = re.compile(rf"(?P<verb>{_INTENT})(?!起|到|念|法|象|不|过|得|好|的|了)(?P<o>[^\s]{{2,16}})$")
_IDLE = re.compile(
    r"(?:说|问|知道|看看|聊|谢谢|哭|笑|吐槽|分享|请教|了解|告诉|跟你|和你|听听|了|过|着|到|不|你|它|做什么|[一这那])"
)
_WISHES = re.compile(r"想|希望|盼|梦想|期待")
_FORMERLY = re.compile(r"以前|曾|之前|过去|原先|从前|原来|本来")
_NO_LONGER = re.compile(r"不再|再也?不|(?:已经|早就)不")
_NEVER = re.compile(r"没|未")
_DENIED = re.compile(r"没|不|未")
_AHEAD = re.compile(r"将|即|马上|就要|快要|要|会")
_TO_COME = re.compile(r"明[天年早晚]|后天|下个?(?:周|星期|礼拜|月|学期|季度)|月底|年底")
_NOW = re.compile(r"现在|目前|如今|眼下|还|仍")
_HABIT = re.compile(r"只|每天|经常|常|天天|每个?[周天月年]|一直")
_SOOTHES = re.compile(
    rf"(?:^|[，,。！!；;])(?P<o>[^\s，。,{SOMEBODY}]{{1,8}}?)(?:总是?|真的?)?(?:能|会|可以)?(?:让|使|令)(?P<s>{SIGN})(?:总?能|会)?(?:感到|感觉|觉得|变得)?(?:很|特别|非常"
    r"|更|比较|十分|超级|无比)*(?:放松|开心|快乐|平静|治愈|解压|着迷|享受|满足)"
)
_SO_IS = re.compile(rf"(?:而且|还有)?(?P<s>{SIGN})也(?:是|一样|如此)(?:的|了|哦|呢|啊)?")
_WITH_MORE = frozenset(
    ["WORKS_AT", "MOVED_FROM", "WORKS_IN", "STUDIES_AT", "FAVORITE"]
)  # what is told beside others
_CALLED = re.compile(r"(?P<head>公司|单位|医院|学校|厂|店|机构|银行)(?:的?名字)?(?:就)?(?:叫做|名叫|叫)")
_LEFT = re.compile(r"离开了?(?P<o>[^\s]{1,10})$")
_SAYS_SOMETHING = re.compile(
    rf"(?:{SIGN}|其)(?![的组这那家里们]|单位|公司|学校|室友|同事|朋友|同学|老板|邻居"
    r"|[爸妈哥姐弟妹叔舅姑姨爷奶表堂嫂婶]|[老女男][公婆友])"
)
_SOMEBODY_UNKNOWN = re.compile(r"[他她它]")
_NOBODY: frozenset[EntityType | None] = frozenset(["Place", "Organization", "Event", "Work"])
_MUST_BE: dict[str, frozenset[EntityType]] = {
    "place": frozenset(["Place", "Organization", "Thing"]),
    "employer": frozenset(["Organization", "Thing"]),
    "person": frozenset(["Person", "Thing"]),
    "no-person": frozenset(["Place", "Organization", "Event", "Work", "Thing", "Concept"]),
    "known-employer": frozenset(["Organization"]),
    "known-place": frozenset(["Place"]),
    "known-person": frozenset(["Person"]),
}


def phrases_in(masked: Masked, speaker: str) -> list[Phrase]:
    """The relations that the masked sentence words, clause by clause."""
    found: list[Phrase] = []
    subjects, is_told = (speaker,), False
    imagined = False
    for match in _CLAUSE.finditer(masked.text):
        if _SOMEBODY_UNKNOWN.search(match[0][:8]):
            subjects = ()  # who that is nobody has told
        imagined = imagined or _IMAGINED.search(match[0]) is not None
        if imagined:
            continue
        if same := _SO_IS.fullmatch(match[0]):
            found += _so_is(masked, same, match.start(), found)
            continue
        phrases, after = _of_clause(masked, match[0], match.start(), subjects, is_told=is_told)
        is_told = is_told or after != subjects or re.search(SIGN, match[0]) is not None
        subjects, found = after, found + phrases
    return [*_without_vague_firms(masked, found), *_soothing(masked)]


def _without_vague_firms(masked: Masked, found: list[Phrase]) -> list[Phrase]:
    """`在一家设计公司上班，公司叫云朵`: one employer, and it has a name."""
    called = _CALLED.search(masked.text)
    firms = [p for p in found if p.type == "WORKS_AT" and not p.ended]
    if called is None or len(firms) < 2:
        return found
    vague = [p for p in firms[:-1] if p.object.endswith(called["head"]) and p.subject == firms[-1].subject]
    return [p for p in found if p not in vague]


def _so_is(masked: Masked, match: re.Match[str], start: int, before: list[Phrase]) -> list[Phrase]:
    """`我对花生过敏，我妹妹也是`: what was said last holds of one more."""
    name, last = masked.name(match["s"]), before[-1] if before else None
    if last is None or name == last.object:
        return []
    same = [p for p in before if (p.type, p.start) == (last.type, last.start)]
    place = masked.offsets[start]
    return [replace(p, subject=name, start=place, confidence=0.6) for p in same if p.subject != name]


def _soothing(masked: Masked) -> Iterator[Phrase]:
    """`画画让我很放松`: a liking told by the thing."""
    for match in _SOOTHES.finditer(masked.text):
        objects = objects_in(masked, match["o"])
        if len(objects) == 1:
            start = masked.offsets[match.start()]
            yield Phrase(
                masked.name(match["s"]),
                "LIKES",
                objects[0].text,
                object_type=objects[0].type,
                start=start,
                confidence=0.6,
            )


def _of_clause(
    masked: Masked, clause: str, start: int, before: tuple[str, ...], *, is_told: bool
) -> tuple[list[Phrase], tuple[str, ...]]:
    """The clause's phrases, and whom the next clause goes on about."""
    first: tuple[str, ...] = ()
    named_with_adverb = False
    begin = opening_of(clause)
    for candidate in candidates_in(masked, clause, begin, start, before):
        if candidate.adverbs or not first:
            first = candidate.subjects if not named_with_adverb else first
            named_with_adverb = bool(candidate.adverbs)
        candidate = replace(candidate, is_told=is_told or candidate.is_told)
        phrases = _read(candidate) or _read_at(candidate)
        if phrases:
            return phrases, candidate.subjects
    if _starts_with_sign(clause[begin:]):
        return [], first if named_with_adverb or _SAYS_SOMETHING.match(clause, begin) else _named_after(
            masked, clause
        )
    if _SOMEBODY_UNKNOWN.search(clause):
        return [], ()
    return [], before if begin > 0 and not re.search(SIGN, clause) else ()


def _read_at(clause: Clause) -> list[Phrase]:
    """`还在书店上班`: what looks like "still doing" may say where it is done."""
    if not clause.adverbs.endswith("在"):
        return []
    return _read(replace(clause, adverbs=clause.adverbs[:-1], predicate=f"在{clause.predicate}"))


def _named_after(masked: Masked, clause: str) -> tuple[str, ...]:
    """`我表妹许棠…`, `我们组的老韩…`: the person whom the words after the first sign lead to."""
    match = re.match(rf"[^\s]{{0,8}}?{SIGN}[^\s]{{1,8}}?({SIGN})", clause)
    is_person = match is not None and masked.span(match[1]).type == "Person"
    return (masked.name(match[1]),) if match and is_person else ()


def _starts_with_sign(text: str) -> bool:
    return re.match(SIGN, text) is not None or text.startswith("其")


def _read(clause: Clause) -> list[Phrase]:
    if planned := _PLANNED.match(clause.predicate):
        return _intention(clause, planned)
    found: list[Phrase] = []
    for row in rows() if any_row().match(clause.predicate) else ():
        match = row.pattern.match(clause.predicate)
        if match is not None:
            type_ = row.type
            if type_ == "FAVORITE":
                is_most = "最" in clause.adverbs or clause.predicate.startswith("最")
                type_ = favourite(match["kind"]) if is_most else None
            found += _by_row(clause, replace(row, type=type_), match) if type_ else []
            if found and row.type not in _WITH_MORE:
                break
    if not found and (left := _LEFT.match(clause.predicate)):
        found = _left(clause, left)
    return found


def _intention(clause: Clause, planned: re.Match[str]) -> list[Phrase]:
    words = PARTICLES.sub("", clause.masked.shown(planned["o"], "的"))
    if (
        _DENIED.search(clause.adverbs)
        or _FORMERLY.search(clause.adverbs)
        or _IDLE.match(words)
        or len(words) < 2
    ):
        return []
    if ASKED.search(words):
        return []
    type_ = "WANTS" if _WISHES.match(planned["verb"]) else "PLANS_TO"
    return _phrases(clause, type_, Object(words, "Concept", frozenset(), is_name=False))


def _left(clause: Clause, match: re.Match[str]) -> list[Phrase]:
    """`离开了`: a place or an employer; what the object is known to be decides."""
    objects = objects_in(clause.masked, match["o"])
    return [
        replace(phrase, ended=True, only_if=relation_of(type_).object_type)
        for type_ in ("WORKS_AT", "LIVES_IN")
        for object_ in objects
        for phrase in _phrases(clause, type_, object_)
        if not _DENIED.search(clause.adverbs)
    ]


def _by_row(clause: Clause, row: Row, match: re.Match[str]) -> list[Phrase]:
    if "habit" in row.flags and not (_HABIT.search(clause.adverbs) or _NO_LONGER.search(clause.adverbs)):
        return []
    if relation_of(row.type).subject_type == "Person" and clause.kinds & _NOBODY:
        return []
    if "told" in row.flags and not clause.is_told:
        return []
    if "thing" in row.flags and "Person" in clause.kinds:
        return []
    if "ahead" in row.flags and not (_AHEAD.search(clause.adverbs) or _TO_COME.search(clause.adverbs)):
        return []
    just_before = clause.masked.text[max(0, clause.start - 6) : clause.start] + clause.adverbs
    if "now" in row.flags and not _NOW.search(just_before):
        return []
    objects = [o for o in objects_in(clause.masked, match["o"]) if _fits(o, row)]
    follows = clause.predicate[match.end() :]
    return [p for o in objects for p in _in_mood(clause, row, o, follows)]


def _in_mood(clause: Clause, row: Row, object_: Object, follows: str) -> list[Phrase]:
    """The phrases of a row, with what the adverbs say about whether it holds."""
    adverbs, type_ = clause.adverbs, row.type
    denied = _DENIED.search(adverbs) is not None
    if _NEVER.search(adverbs):  # "以前没去过" denies, whatever it says of the past
        return [replace(p, denied=True) for p in _phrases(clause, type_, object_) if "over" not in row.flags]
    is_over = "不" in adverbs and clause.predicate.endswith(("了", "了呢", "了啊", "啦"))
    over = _FORMERLY.search(adverbs) or _NO_LONGER.search(adverbs) or follows.startswith("过") or is_over
    if over or "over" in row.flags:
        if type_ == "DISLIKES" or ("over" in row.flags and denied):
            return []
        return [replace(p, ended=True) for p in _phrases(clause, type_, object_)]
    if denied and type_ == "LIKES":
        return _phrases(clause, "DISLIKES", object_)
    if denied:
        return [replace(p, denied=True) for p in _phrases(clause, type_, object_) if type_ != "DISLIKES"]
    ahead = ("ahead" in row.flags or _AHEAD.search(adverbs)) and type_ not in (
        "SPEAKS",
        "PLAYS",
        "LIKES",
        "AGED",
        "BORN_ON",
    )
    return [replace(p, plan=bool(ahead)) for p in _phrases(clause, type_, object_)]


def _phrases(clause: Clause, type_: str, object_: Object) -> list[Phrase]:
    known = object_.type or relation_of(type_).object_type
    start = clause.masked.offsets[clause.start]
    return [
        Phrase(
            s,
            type_,
            object_.text,
            object_type=known,
            start=start,
            confidence=clause.confidence,
            dated=not relation_of(type_).literal,
        )
        for s in clause.subjects
        if s != object_.text
    ]


def _fits(object_: Object, row: Row) -> bool:
    for flag in row.flags & _MUST_BE.keys():
        unknown = object_.type is None
        if (unknown and flag.startswith("known-")) or (not unknown and object_.type not in _MUST_BE[flag]):
            return False
    if not _is_shaped(object_, row.flags):
        return False
    return (
        "short" in row.takes or bool(object_.sorts & row.takes) or (object_.is_name and "name" in row.takes)
    )


def _is_shaped(object_: Object, flags: frozenset[str]) -> bool:
    if "no-pet" in flags and "pet" in object_.sorts:
        return False
    if ("no-name" in flags or "own-words" in flags) and object_.is_name:
        return False
    if "own-words" in flags and ("的" in object_.text or len(object_.text) > 7):
        return False
    if flags & {"person", "known-person"} and not object_.is_name and object_.text.endswith("人"):
        return False  # 嫁给了一个法国人
    if "model" in flags and not (object_.is_name or re.search(r"[A-Za-z0-9]", object_.text)):
        return False
    return "brief" not in flags or len(object_.text) <= 6
