"""Chinese pronouns, and the cues around them that restrict their antecedents."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import pairwise

from memgraph_core.language.persons.antecedents import (
    AntecedentQuery,
    Candidate,
    PronounRules,
    TurnMentions,
    TurnStructure,
    candidates_in,
)
from memgraph_core.language.persons.kin import kin_words
from memgraph_core.language.spans import Gender

_PRONOUN = re.compile(
    r"我们|咱们|你们|[他她](?:们|[俩仨])|自己|(?<!自)(?<!本)我(?!国|方|校|院|司)|咱|俺|你|您|(?<![其吉犹维])(?<!马耳)(?<!布司)他(?![人国乡杀妈汀韦]|达拉|克莫)|她"
)
_FIRST = frozenset(["我", "俺"])
_SECOND = frozenset(["你", "您"])
_WE = frozenset(["我们", "咱们", "咱"])
_THEY = frozenset(["他们", "她们", "他俩", "她俩", "他仨", "她仨"])
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
# People without a name, also without 一个 before them: 数学老师代课，他 ….
_PERSON = re.compile(
    r"老爷爷|老奶奶|老太太|老太婆|老头子?|老人家?|老板娘?|老师|老乡|师傅|师父|师[兄弟姐妹]|[大大]夫|医生|护士|护工|教练|教授|经理|主任|主管|总监"
    r"|领导|校长|院长|店长|班长|组长|队长|厂长|局长|科长|客户|顾客|客人|司机|警察|律师|中介|房东|租客|保姆|月嫂|阿姨|大[爷妈叔姐哥婶娘]|女娃儿?|男娃儿?"
    r"|女孩|男孩|女生|男生|姑娘|小伙子?|丫头|后生|小孩|孩子|娃娃|宝宝|婴儿|同学|同事|同桌|朋友|室友|舍友|邻居|战友|队友|网友|笔友|病友|战士|记者|编辑"
    r"|老公|老婆|媳妇|对象|丈夫|妻子|爱人|男友|女友|闺女|儿子|女儿|外孙女?|孙子|孙女|侄[子女]|外甥女?|[爷奶爸妈叔伯舅姑姨婶嫂哥姐弟妹]{1,2}|婆婆|公公|岳[父母]|徒弟"
    r"|学徒|学生|实习生|老人|病人|患者|歌手|演员|作者|导演|医师|顾问|律师|选手|评委|面试官"
)
_FEMALE = re.compile(r"[女奶妈姑姨婶嫂姐妹她娘婆]|丫头|老太|媳妇|妻子|老婆|月嫂|保姆")
_MALE = re.compile(r"[男爷爸叔伯舅哥弟]|老头|小伙|后生|儿子|孙子|侄子|丈夫|老公|公公|岳父")
_OWNS_PERSON = re.compile(rf"(?:的|家的?)[^，,。！？!?；;：:\s的]{{0,4}}?(?:{_PERSON.pattern})")
# What may be before a pronoun that continues the turn before: one clause, or clauses about the speaker.
_OPENING = 16  # characters
_OPENS = re.compile(
    r"(?:(?:对了|而且|还有|后来|然后|不过|但是?|另外|听说|结果|原来|哈+|嗯+|唉|哎|行|好)?[，,。！!\s]*)(?:我[^。！？!?\n]*|[^，,。；;：:！？!?\n]*)"
)
_CHAIN = 2  # turns that only have the pronoun, between it and the turn with its antecedent
_SEVERAL = re.compile(
    r"全班|全家|全组|两口子|夫妻|夫妇|一家|双方|大家|(?:孩子|同学|朋友|老师|学生|客人|邻居|同事|村民|人)们|很多人|一群人|几个[^，。！？]{0,3}人|他们|她们|公司|学校|医院"
)


@lru_cache(maxsize=32)  # a turn is used again as one of the four earlier turns of the next ones
def structure_of(mentions: TurnMentions) -> TurnStructure:
    """The structure of a Chinese turn."""
    text = mentions.text
    sentences = tuple(match.end() for match in _SENTENCE_END.finditer(text))
    clauses = tuple(match.end() for match in _CLAUSE_END.finditer(text))
    people = [
        _with_subject(text, c)
        for c in candidates_in(text, mentions.spans, _pets())
        if not _is_pronoun(text, c) and not _is_owner(text, c)
    ]
    people = [replace(c, name="", doubtful=False) if c.doubtful else c for c in people]
    taken = [(c.start, c.end) for c in people]
    found = sorted([*people, *_groups(text, people), *_unnamed(text, taken)], key=lambda c: (c.start, c.end))
    pronouns = [(m.start(), m[0]) for m in _PRONOUN.finditer(text) if m[0] in _THEY or m[0] in _GENDERS]
    genders = frozenset("p" if word in _THEY else _GENDERS[word] for _, word in pronouns)
    unresolved = frozenset(
        "p" if word in _THEY else _GENDERS[word]
        for start, word in pronouns
        if not any(c.end <= start and _fits(c, word) for c in found)
    )
    return TurnStructure(tuple(found), sentences, clauses, genders, unresolved)


def searched_turns(
    mentions: TurnMentions,
    turn: TurnStructure,
    earlier: Sequence[TurnStructure],
    query: AntecedentQuery,
    excluded: frozenset[str],
) -> Sequence[TurnStructure]:
    """The earlier turn in which the antecedent of a pronoun is searched: the one directly before, if it mentions one person
    who fits, and the pronoun is the first person whom its turn mentions. Between them may be turns with only the pronoun.

    他们 is never somebody of an earlier turn. Measured on conversations, one in three pronouns was wrong without these conditions.
    """
    before = mentions.text[: query.offset]
    is_first = all(c.start >= query.offset for c in turn.candidates) and _PERSON.search(before) is None
    has_other = any(m[0] in _THEY or m[0] in _GENDERS for m in _PRONOUN.finditer(before))
    is_opening = len(before) <= _OPENING and _OPENS.fullmatch(before) is not None
    if query.plural or not is_first or has_other or not is_opening:
        return ()
    for structure in earlier[: _CHAIN + 1]:
        people = [c for c in structure.candidates if not c.plural and c.name not in excluded]
        if not people and query.gender in structure.unresolved:
            continue
        fitting = {c.name for c in people if c.gender in (None, query.gender)}
        is_clear = (
            len(fitting) == 1 and "" not in fitting and structure.unresolved.isdisjoint({query.gender, "p"})
        )
        return (structure,) if is_clear else ()
    return ()


def is_certain(
    name: str,
    turn: TurnStructure,
    earlier: Sequence[TurnStructure],
    query: AntecedentQuery,
    excluded: frozenset[str],
) -> bool:
    """Whether no other person may be meant whom the scores do not show.

    A relative of somebody who may be meant too is not certain (老李住院了，他儿子在深圳，他 …), nor somebody of unknown gender in
    the turn, if the turn before is about somebody whose gender is known to fit.
    """
    owner = name.rpartition("的")[0]
    if owner and owner not in excluded and not query.plural:
        genders = {c.gender for c in turn.by_name.get(owner, ())}
        if not genders or None in genders or query.gender in genders:
            return False
    same = turn.by_name.get(name, ())
    is_before = any(c.end <= query.offset for c in same)
    if not is_before or query.plural or any(c.gender and c.end <= query.offset for c in same):
        return True
    return all(c.gender != query.gender or c.name in excluded for c in _singular(earlier[:1]))


def _singular(turns: Sequence[TurnStructure]) -> list[Candidate]:
    return [c for turn in turns for c in turn.candidates if not c.plural]


def _fits(candidate: Candidate, pronoun: str) -> bool:
    if pronoun in _THEY:
        return candidate.plural
    return not candidate.plural and candidate.gender in (None, _GENDERS[pronoun])


def _is_pronoun(text: str, candidate: Candidate) -> bool:
    return _PRONOUN.fullmatch(text, candidate.start, candidate.end) is not None


def _is_owner(text: str, candidate: Candidate) -> bool:
    """Whether a person is only named as the owner of another person: 我爸 in 我爸的战友."""
    return _OWNS_PERSON.match(text, candidate.end) is not None


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
    new = [match.span() for match in _NEW.finditer(text)]
    for match in _PERSON.finditer(text):
        is_known = any(start < match.end() and match.start() < end for start, end in new)
        if not (is_known or _touches(ends, taken, match.span())):
            yield Candidate("", *match.span(), gender=_gender_of_person(match[0]))
    for match in _SEVERAL.finditer(text):
        if match[0] not in _THEY and not _touches(ends, taken, match.span()):
            yield Candidate("", *match.span(), plural=True)


def _gender_of_person(word: str) -> Gender | None:
    if _FEMALE.search(word):
        return "f"
    return "m" if _MALE.search(word) else None


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
    join_names=_join_names, reflexive=frozenset([SELF]), searched=searched_turns,
    is_certain=is_certain,
)  # fmt: skip
