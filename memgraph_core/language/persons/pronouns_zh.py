"""Chinese pronouns, and the cues around them that restrict their antecedents."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import pairwise

from memgraph_core.language.persons.antecedents import (
    Candidate,
    PronounRules,
    TurnMentions,
    TurnStructure,
    candidates_in,
)
from memgraph_core.language.persons.kin import kin_words
from memgraph_core.language.spans import Gender

_PRONOUN = re.compile(
    r"我们|咱们|你们|他们|她们|自己|(?<!自)(?<!本)我(?!国|方|校|院|司)|咱|俺|你|您|(?<![其吉])他(?![人国乡杀妈])|她"
)
_FIRST = frozenset(["我", "俺"])
_SECOND = frozenset(["你", "您"])
_WE = frozenset(["我们", "咱们", "咱"])
_THEY = frozenset(["他们", "她们"])
_GENDERS: dict[str, Gender] = {"他": "m", "她": "f"}
SELF = "自己"

_QUOTED = re.compile(r"[“「『\"][^”」』\"\n]{1,600}[”」』\"]")
_SENTENCE_END = re.compile(r"[。！？!?]+[”」』\"]?|\n+")
_CLAUSE_END = re.compile(
    r"[，,；;：:。！？!?\n]|但是|但|因为|所以|如果|而且|时候|之后|以后|说|觉得|知道|认为|告诉"
)
_BEFORE_SUBJECT = re.compile(
    r"(?:^|[，,。！？!?；;：:\s]|昨天|今天|明天|前天|上周|最近|去年|今年|因为|所以|但是|如果|而且|那|听说|不过|后来|现在|说|觉得|知道)$"
)
_GOVERNS = re.compile(r"(?:[把被给跟和对向让叫陪帮找教问爱了过着到见]|喜欢|认识)$")
_APPOSED = re.compile(r"[，,]?")  # 我表姐她 …, 我的同事，他 …
_AND = re.compile(r"[和跟与、]")
_WITH_ME = re.compile(r"我[和跟与同]$")
_AND_ME = re.compile(r"^[和跟与同]我(?!们)")
_BOTH = re.compile(r"我们(?:上次|上回|下次|什么时候|要不|俩|两个|好久|多久|一起去?吧|聊|约)|咱们?俩?")
_SINCE = re.compile(r"(?:上次|上回|自从|从)$")
_NEW = re.compile(
    r"(?:一|那|这|有|某|另一)(?:个|位|名|对)(?:[^，,。！？!?\s我你他她]{0,4}?)(?P<word>小女孩|女孩|女人|女生|姑娘|阿姨|男孩|小男孩|男人|男生|小伙子|大叔|人|朋友|同事|同学|老师|医生|护士|司机|客户|顾客|邻居|孩子|小孩|老人|陌生人|网友|粉丝|作家|歌手|演员)"
    r"|(?P<someone>有人|某人|别人|人家)"
)
_GENDER_OF_NEW: dict[str, Gender] = {
    **dict.fromkeys(("小女孩", "女孩", "女人", "女生", "姑娘", "阿姨"), "f"),
    **dict.fromkeys(("男孩", "小男孩", "男人", "男生", "小伙子", "大叔"), "m"),
}
_SEVERAL = re.compile(
    r"大家|(?:孩子|同学|朋友|老师|学生|客人|邻居|同事|村民|人)们|很多人|一群人|几个[^，。！？]{0,3}人|他们|她们|公司|学校|医院"
)


@lru_cache(maxsize=32)  # a turn is used again as one of the four earlier turns of the next ones
def structure_of(mentions: TurnMentions) -> TurnStructure:
    """The structure of a Chinese turn."""
    text = mentions.text
    sentences = tuple(match.end() for match in _SENTENCE_END.finditer(text))
    clauses = tuple(match.end() for match in _CLAUSE_END.finditer(text))
    people = [_with_subject(text, c) for c in candidates_in(text, mentions.spans, _pets())]
    taken = [(c.start, c.end) for c in people]
    found = [*people, *_groups(text, people), *_unnamed(text, taken)]
    genders = frozenset("p" if m[0] in _THEY else _GENDERS.get(m[0], "") for m in _PRONOUN.finditer(text))
    return TurnStructure(tuple(sorted(found, key=lambda c: (c.start, c.end))), sentences, clauses, genders)


def _quotes(text: str) -> list[tuple[int, int]]:
    """The quoted ranges. In them 我 and 你 are not the speaker and the addressee."""
    return [match.span() for match in _QUOTED.finditer(text)]


def _is_both_speakers(text: str, start: int) -> bool:
    """Whether 我们 means speaker and addressee: 咱们, 我们上次."""
    return bool(_BOTH.match(text, start) or _SINCE.search(text, max(0, start - 4), start))


def _is_with_speaker(text: str, candidate: Candidate) -> bool:
    """Whether somebody is named together with the speaker: 我和吴强."""
    before = text[max(0, candidate.start - 3) : candidate.start]
    return bool(_WITH_ME.search(before) or _AND_ME.match(text[candidate.end : candidate.end + 3]))


def _is_object(text: str, pronoun: str, start: int, end: int) -> bool:
    """Whether 他 or 她 is an object: after 把, 给, 喜欢 …, and not before 的."""
    return text[end : end + 1] != "的" and _GOVERNS.search(text, max(0, start - 3), start) is not None


def _with_subject(text: str, candidate: Candidate) -> Candidate:
    if not _BEFORE_SUBJECT.search(text[max(0, candidate.start - 3) : candidate.start]):
        return candidate
    if text[candidate.end : candidate.end + 1] in "的和跟与、":
        return candidate
    return replace(candidate, subject=True)


def _groups(text: str, people: Sequence[Candidate]) -> Iterator[Candidate]:
    """Two names as one plural candidate: 张三和李四."""
    for person, next_person in pairwise(people):
        is_pair = next_person.start == person.end + 1 and _AND.fullmatch(text, person.end, next_person.start)
        if is_pair and person.name and next_person.name:
            is_subject = _BEFORE_SUBJECT.search(text[max(0, person.start - 3) : person.start]) is not None
            yield Candidate(
                _join_names(person.name, next_person.name),
                person.start,
                next_person.end,
                plural=True,
                subject=is_subject,
            )


def _unnamed(text: str, taken: Sequence[tuple[int, int]]) -> Iterator[Candidate]:
    ends = [end for _, end in taken]
    for match in _NEW.finditer(text):
        # Not in 一位同事张伟, where a name follows.
        if not _touches(ends, taken, match.span()):
            yield Candidate("", *match.span(), gender=_GENDER_OF_NEW.get(match["word"] or ""))
    for match in _SEVERAL.finditer(text):
        if match[0] not in _THEY and not _touches(ends, taken, match.span()):
            yield Candidate("", *match.span(), plural=True)


def _touches(ends: Sequence[int], taken: Sequence[tuple[int, int]], span: tuple[int, int]) -> bool:
    first = bisect_left(ends, span[0])
    return any(start <= span[1] and span[0] <= end for start, end in taken[first : first + 3])


@cache
def _pets() -> tuple[str, ...]:
    return tuple(form for form, word in kin_words("zh").items() if word.is_pet)


def _join_names(one: str, other: str) -> str:
    return f"{one}和{other}"


def _never(text: str, start: int) -> bool:
    """False: 我 is never a number, and there is no rule for a 你 that means people in general."""
    return False


CHINESE = PronounRules(
    pronoun=_PRONOUN, first=_FIRST, second=_SECOND, we=_WE, they=_THEY, genders=_GENDERS, structure_of=structure_of,
    quotes=_quotes, is_generic_you=_never, is_numeral=_never, is_object=_is_object,
    is_both_speakers=_is_both_speakers, apposed=_APPOSED, is_with_speaker=_is_with_speaker,
    join_names=_join_names, reflexive=frozenset([SELF]),
)  # fmt: skip
