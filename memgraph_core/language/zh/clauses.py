"""Chinese clauses: the subject of a predicate, and the adverbs, times and prepositional phrases before it.

A clause without a subject continues with that of the clause before; the first one's is the speaker. A noun at the
beginning is a topic: the clause is about it and not about the speaker.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from memgraph_core.language.relating.mask import SIGN, Masked
from memgraph_core.language.word_lists import word_set
from memgraph_core.language.zh.relatives import relative_of
from memgraph_core.language.zh.slots import sorts_of
from memgraph_core.language.zh.words import Word
from memgraph_core.records.kinds import EntityType

_CLAUSE = re.compile(
    r"(?:[^，,。！？!?；;:：…～~（）()“”\"\n\s]|(?<=[号码址箱话头型本格价额率])[:：]\s?(?=[A-Za-z0-9¥\ue000-\uefff])"
    r"|(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])"  # 在车场 干了十二年: other such blanks are commas here
    r"|(?<=[ -~\ue000-\uefff]) (?=\S)|(?<=\S) (?=[ -~\ue000-\uefff]))+"
)
OPENING = re.compile(
    r"(?:而且|但是?|不过|可是?|所以|因为|其实|另外|对了|然后|后来|终于|原来|说起来|还有|反正|结果|告诉你|嗯|哦|哈哈|是的|而|并且|同时"
    r"|好消息|坏消息|更正(?:一下)?|补充(?:一下)?|那|现在|其)$"
)
_ADVERBIAL = frozenset(["d", "ad", "TIME", "vd", "xc", "c", "f", "t"])
_MODAL = re.compile(
    r"(?:将要|习惯|一般|将|即将|会|要|想|想要|能|可以|应该|打算|准备|计划|决定|希望|开始|去|来|得|需要|一起|到处|每[天周月年]|天天|常常|总|老|连|顺便|改|就|正在|在|顺路|回来|回家|下班|放学|出门"
    r"|本科|大学|研究生|硕士|博士|高中|初中|平时|周末|白天|晚上|主业|副业|私下|业余|诸|還|还|没|没有|不|别|不用|不再|已经不|不会|不能|不想|一共|自己|自个儿|亲自|单独|独自|目前|现在|平时|以前|之前|从小|马上|快|又|再|新)$"
)
_FRAME = re.compile(r"[在从跟和与给对向为用由同往到把被]着?$")
_IN_FRAME = frozenset(
    ["n", "nz", "LOC", "ORG", "PER", "*", "s", "r", "f", "eng", "m", "q", "vn", "TIME", "nw"]
)
_OWN = re.compile(r"^(?:家的?|自己的?|自个儿的?)(?=.)")  # between 我 and a thing
# Common nouns for somebody whom the text does not name: 老板娘是柳州人, 女方在幼儿园上班.
_PEOPLE = re.compile(
    r"(?:老板娘|老爷子|老头子|老两口|[男女]方|孩子[他她]?[爸妈]|邻居|阿姨|师傅|大爷|大妈|小哥|小伙子?|姑娘|护士|教练|保安|徒弟|学徒|司机|房客|租客|新人|店长|店员|老太太|老头|同桌|老板|领导|上司|网友)$"
)
_AND = re.compile(r"[和跟与同、]$")
_TOPIC_TAGS = frozenset(["n", "nz", "nw", "vn", "eng", "ORG", "LOC", "s", "x"])
_PRONOUN = re.compile(r"[我他她]们?|咱们?")
_PLACES_AROUND = ("阳台", "阳台上", "院子", "院子里", "花园", "花园里", "家里", "屋里", "办公室里", "公司里")
_SINCE = (
    "多", "起", "后", "前", "之后", "之前", "以后", "以前", "以来", "开始", "左右", "初", "底", "末",
    "中旬",
)  # fmt: skip
_ASKS_OF = re.compile(r"借|租|买|收|打听|请教|讨|学")
_BEFORE_OR_AFTER = re.compile(r"(?:之|以)?(?:前|后|时)$|的?时候$")
_DETERMINER = re.compile(r"^(?:这|那)(?:儿|边|里|个|些|台|款|家|套|版|次|条|份|种|只|本)?(?=.)")
_EACH = re.compile(r"(?:一个人|每人|人均|AA)$")
_GROUP = re.compile(r"(?:组|部门|团队|公司|班|家|学校|单位|宿舍|部|乐队|小区)$")
TOPIC: frozenset[EntityType | None] = frozenset()  # kinds of a subject that is a common noun
# Departments before the name of a colleague: 运营小赵.
_DEPARTMENT = re.compile(r"(?:设计|运营|测试|开发|产品|前端|后端|销售|财务|人事|行政|市场|客服|算法|采购)$")
# The last word of a noun phrase for a person who belongs to somebody: 我们年级主任, 咱店里的师傅.
_SOMEBODY_OF = re.compile(
    r"(?:师傅|主顾|顾客|老乡|网友|老师|教练|主任|经理|总监|主管|同事|邻居|徒弟|客户|学生|老板|领导|亲戚|同学|同桌|室友|搭档|队友|医生|师|员|组长|班长|店长|厂长|校长|院长|队长|会长)$"
)
_IN_PERSON_PHRASE = frozenset(["n", "nz", "nw", "vn", "s", "f", "LOC", "ORG", "a"])
_NEW = re.compile(r"^(?:新来?的?|现在的?|现任)(?=..)")
_KNOWS = re.compile(r"(?<![不没])(?:知道|晓得|记得|忘了|忘记了?|忘掉|不记得|没记住)$")
_DOCTOR = re.compile(
    r"(?:医生|大夫|医师|护士|主任|医院|门诊|急诊|(?:骨|内|外|儿|眼|妇产|皮肤|口腔|心内|神内|内分泌|呼吸|消化|耳鼻喉|泌尿)科)$"
)
_MAX_STEPS = 8
_START = attrgetter("start")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with signs for its spans, and its words in the offsets of the masked text."""

    masked: Masked
    words: tuple[Word, ...]
    speaker: str = ""

    def owned(self, topic: str) -> str:
        """A topic, with the speaker as owner if it is a word such as 房东, which usually means the speaker's own."""
        bare = _NEW.sub("", topic)  # 新老板
        return f"{self.speaker}的{bare}" if self.speaker and bare in word_set("my_people_zh") else topic

    def within(self, start: int, end: int) -> Sequence[Word]:
        """The words of a piece."""
        first = bisect_left(self.words, start, key=_START)
        last = bisect_left(self.words, end, key=_START)
        return self.words[first:last]


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause with a subject: the predicate is `text[begin:end]`, the adverbs before it are `adverbs`."""

    sentence: Sentence
    start: int
    end: int
    begin: int
    subjects: tuple[str, ...]
    kinds: frozenset[EntityType | None]
    adverbs: str = ""
    is_stated: bool = True  # the clause or one before it has a subject; else the speaker is assumed
    is_inherited: bool = False  # the subject is that of a clause before
    is_joined: bool = False  # 和 and somebody else follow: a reading with both comes next

    @property
    def text(self) -> str:
        """The predicate."""
        return self.sentence.masked.text[self.begin : self.end]


def clauses_of(sentence: Sentence) -> Iterator[tuple[int, int]]:
    """Start and end of the clauses of a sentence in the masked text: at signs, and before 我, 你, 他 … with its own verb."""
    for start, end in (match.span() for match in _CLAUSE.finditer(sentence.masked.text)):
        words = sentence.within(start, end)
        for before, word, after in zip(words, words[1:], words[2:], strict=False):
            if _ends_report(before, word, after):
                start = after.start
            elif _begins_clause(sentence, start, before, word, after):
                yield start, word.start
                start = word.start
        yield start, end


def _ends_report(before: Word, word: Word, after: Word) -> bool:
    """Whether a clause ends in words such as 医生说 or 医生让: the next clause is then about the patient."""
    is_said = word.text in ("说", "讲") or (word.text in ("让", "叫") and after.tag[0] not in "nwp")
    return is_said and _DOCTOR.search(before.text) is not None


def _begins_clause(sentence: Sentence, start: int, before: Word, word: Word, after: Word) -> bool:
    """Whether a word begins a clause without a mark before it: 他做设计我做验证, 一个叫可可一个叫乐乐, 养了只猫叫团子."""
    if word.text in ("叫", "名叫", "取名", "起名") and "pet" in sorts_of(before.text):
        return any(earlier.tag == "v" for earlier in sentence.within(start, before.start))
    is_known = _KNOWS.search(sentence.masked.text, start, word.start) is not None
    is_sign = word.tag == "*" and re.fullmatch(SIGN, word.text) is not None
    if is_known and is_sign and sentence.masked.written(word.text) == "我":
        return True  # 她总忘了我对芒果过敏
    if before.tag not in ("n", "nz", "vn", "eng", "PER", "*", "xc") or after.tag not in ("v", "p"):
        return False
    is_somebody = word.tag == "*" and _PRONOUN.fullmatch(sentence.masked.written(word.text)) is not None
    if not is_somebody and word.text != "一个":
        return False
    return any(earlier.tag == "v" for earlier in sentence.within(start, word.start)) and after.text not in (
        "是",
    )


def subjects_of(
    sentence: Sentence, start: int, end: int, before: tuple[str, ...], kinds: frozenset[EntityType | None]
) -> list[Clause]:
    """The ways in which a clause may be divided into subject and predicate, the most likely one first."""
    masked, words = sentence.masked, sentence.within(start, end)
    first = _behind_opening(words)
    opening = masked.text[start : words[first].start] if first < len(words) else ""
    if first == len(words):
        return []
    clause = Clause(
        sentence, start, end, words[first].start, before, kinds, opening, is_stated=False, is_inherited=True
    )
    whole = [replace(clause, begin=words[0].start, adverbs="")] if first else []
    word = words[first]
    if word.tag == "*" and re.fullmatch(SIGN, word.text):
        return [*_of_spans(clause, words, first), clause, *whole]
    if (person := _described_person(masked, words, first)) > first:
        return [*_of_spans(clause, words, person), clause, *whole]
    noun = _behind_relative(words, first)
    topic = _topic_end(words, noun)
    if topic > noun:
        text = masked.shown(masked.text[words[noun].start : words[topic - 1].end], "的")
        text = _DETERMINER.sub("", text)
        is_of_other = not before or ("Person" in kinds and sentence.speaker not in before)
        owned = text if is_of_other else sentence.owned(text)  # 陶陶上小学了，班主任姓贺
        named = replace(
            clause,
            begin=words[topic - 1].end,
            subjects=(owned,),
            kinds=TOPIC if owned == text and not _PEOPLE.search(text) else frozenset(["Person"]),
            is_stated=True,
            is_inherited=False,
        )
        behind = []
        if topic < len(words) and words[topic].tag == "*" and re.fullmatch(SIGN, words[topic].text):
            behind = list(_of_spans(clause, words, topic))[:1]  # 后端我们用的是 Go
        return [clause, named, *behind, *whole]
    return [clause, *whole]


def _described_person(masked: Masked, words: Sequence[Word], index: int) -> int:
    """The index of a person after a description: 对门的王大爷, 运营小赵. The same index without one."""
    if index + 2 < len(words) and words[index].tag in ("n", "s", "f") and words[index + 1].text == "的":
        return index + 2 if _is_person(masked, words[index + 2]) else index
    is_department = index + 1 < len(words) and _DEPARTMENT.fullmatch(words[index].text) is not None
    return index + 1 if is_department and _is_person(masked, words[index + 1]) else index


def predicates_of(clause: Clause) -> Iterator[Clause]:
    """The clause with each beginning of its predicate: after more and more adverbs, times and prepositional phrases."""
    yield clause
    if clause.is_joined:
        return
    masked, words = clause.sentence.masked, clause.sentence.within(clause.begin, clause.end)
    index = 0
    for _ in range(_MAX_STEPS):
        after = _behind_adverbial(words, index)
        if after == index or after >= len(words):
            return
        index = after
        begin = words[index].start
        yield replace(clause, begin=begin, adverbs=clause.adverbs + masked.text[clause.begin : begin])


def _behind_opening(words: Sequence[Word]) -> int:
    index = 2 if len(words) > 2 and (words[0].text, words[1].text) == ("对", "了") else 0
    if len(words) > 2 and words[0].text in ("从", "自", "自从", "打") and words[1].tag == "TIME":
        index = 2  # 从这个月起
    if (
        len(words) > 2
        and words[0].tag in ("n", "vn", "v")
        and words[1].text in ("以后", "之后", "以前", "之前")
        and not _PEOPLE.search(words[0].text)
    ):
        index = 2  # 裁员以后
    while index < len(words) and (
        (words[index].tag in ("c", "xc", "TIME", "u", "w") and not _AND.match(words[index].text))
        or OPENING.match(words[index].text)
        or _is_leading(words, index)
        or (words[index].text in _PLACES_AROUND and index + 1 < len(words))
        or (
            0 < index < len(words) - 1
            and words[index].text in ("到", "至", "-", "~")
            and words[index + 1].tag == "TIME"
        )
        or (
            words[index].tag in ("m", "f", "v")
            and words[index].text in _SINCE
            and index > 0
            and words[index - 1].tag == "TIME"
        )
    ):
        index += 1
    if index + 2 < len(words) and words[index + 1].tag == "f" and words[index + 2].tag == "*":
        return index + 2  # 川菜里 我 …
    if index + 1 < len(words) and words[index].tag == "s" and words[index + 1].tag == "*":
        return index + 1  # 楼上 邻居老吴
    return index


def _is_leading(words: Sequence[Word], index: int) -> bool:
    """An adverb before the subject: 刚 我 …, 其实 我 …."""
    follows = words[index + 1] if index + 1 < len(words) else None
    return words[index].tag in ("d", "ad", "f") and follows is not None and follows.tag == "*"


def _of_spans(clause: Clause, words: Sequence[Word], index: int) -> Iterator[Clause]:
    """Subjects that are spans: one, or several that are joined."""
    masked = clause.sentence.masked
    names = [masked.name(words[index].text)]
    kinds: set[EntityType | None] = {masked.span(words[index].text).type}
    if (relative := relative_of(masked, words, index, clause.sentence.speaker)) is not None:
        yield _said_of(clause, words[relative[0]].end, [relative[1]], {"Person"})
        return
    if (end := _named_behind(masked, words, index)) > index:  # 我朋友小王
        yield _said_of(clause, words[end].end, [masked.name(words[end].text)], {"Person"})
    if (person := _person_phrase(clause, words, index)) is not None:
        yield person
        return
    first = _said_of(clause, words[index].end, names, kinds)
    yield replace(first, is_joined=_is_joined(masked, words, index))
    while _is_joined(masked, words, index):
        index += 2
        names.append(masked.name(words[index].text))
        kinds.add(masked.span(words[index].text).type)
        yield _said_of(clause, words[index].end, names, kinds)
    if len(names) == 1:
        yield from _person_behind(clause, words, index)
        yield from _topic_of_span(clause, words, index)


def _person_phrase(clause: Clause, words: Sequence[Word], index: int) -> Clause | None:
    """The person of a noun phrase that begins with 我 or 我们: 我们年级主任, 我们镇上的剃头匠老耿. None for another phrase."""
    masked = clause.sentence.masked
    if not _is_pronoun(masked, words[index]):
        return None
    end = index + 1
    while (
        end < len(words)
        and end - index < 7
        and (words[end].tag in _IN_PERSON_PHRASE or words[end].text == "的")
    ):
        end += 1
    is_named = index + 2 < end < len(words) and _is_person(masked, words[end])
    if is_named:
        return _said_of(clause, words[end].end, [masked.name(words[end].text)], {"Person"})
    last = words[end - 1]
    if end == index + 1 or not _SOMEBODY_OF.search(last.text) or last.tag not in ("n", "nz", "s"):
        return None
    if end + 1 < len(words) and words[end].text in ("叫", "是") and _is_person(masked, words[end + 1]):
        return None  # 我的发型师叫Ken: the pattern has both
    name = _name_of_topic(masked, words, index, index + 1 + (words[index + 1].text == "的"), end)
    return _said_of(clause, last.end, [name], {"Person"})


def _is_person(masked: Masked, word: Word) -> bool:
    return masked.is_person(word.text) and not _is_pronoun(masked, word)


def _person_behind(clause: Clause, words: Sequence[Word], index: int) -> Iterator[Clause]:
    """The person of the span directly after a span: 陶然 in 我们班长陶然."""
    masked = clause.sentence.masked
    if index + 1 < len(words) and masked.is_person(words[index + 1].text):
        yield _said_of(clause, words[index + 1].end, [masked.name(words[index + 1].text)], {"Person"})


def _topic_of_span(clause: Clause, words: Sequence[Word], index: int) -> Iterator[Clause]:
    """The thing or group after a span, to which it belongs: 我们组, 我的手机."""
    masked = clause.sentence.masked
    start = index + 1 + (index + 1 < len(words) and words[index + 1].text == "的")
    if start < len(words) and _is_pronoun(masked, words[start]):  # 篮球队我退了
        return
    end = _topic_end(words, start)
    if start < end <= len(words):
        name = _name_of_topic(masked, words, index, start, end)
        yield replace(
            clause,
            begin=words[end - 1].end,
            subjects=(name,),
            kinds=TOPIC,
            is_stated=True,
            is_inherited=False,
        )


def _name_of_topic(masked: Masked, words: Sequence[Word], index: int, start: int, end: int) -> str:
    """The name of the noun phrase `words[start:end]`, which belongs to the span at `index`."""
    owner = masked.written(words[index].text)
    thing = masked.shown(masked.text[words[start].start : words[end - 1].end], "的")
    if owner in ("我", "俺"):
        name = _DETERMINER.sub("", _OWN.sub("", thing))
        return f"{masked.name(words[index].text)}的{name}"
    if not _PRONOUN.fullmatch(owner):
        return masked.shown(masked.text[words[index].start : words[end - 1].end], "的")
    text = masked.sentence[masked.offsets[words[index].start] : masked.offsets[words[end - 1].end]]
    return text if _GROUP.search(text) else thing  # 我们组, and 测试环境 of 我们测试环境


def _is_pronoun(masked: Masked, word: Word) -> bool:
    is_sign = word.tag == "*" and re.fullmatch(SIGN, word.text) is not None
    return is_sign and _PRONOUN.fullmatch(masked.written(word.text)) is not None


def _named_behind(masked: Masked, words: Sequence[Word], index: int) -> int:
    """The index of the person that the nouns after a span name; that of the span without one."""
    end = index + 1
    while end < len(words) and end - index <= 3 and (words[end].tag == "n" or words[end].text == "的"):
        end += 1
    return end if index + 1 < end < len(words) and masked.is_person(words[end].text) else index


def _is_joined(masked: Masked, words: Sequence[Word], index: int) -> bool:
    """Whether 和 and somebody else follow. The person after 跟 is not a subject of a verb such as 借: 我跟表姐借了三万."""
    if index + 2 >= len(words) or not _AND.match(words[index + 1].text):
        return False
    verb = next((word.text for word in words[index + 3 :] if word.tag == "v"), "")
    if words[index + 1].text != "和" and _ASKS_OF.match(verb):
        return False
    return masked.is_person(words[index + 2].text)


def _said_of(clause: Clause, begin: int, names: Sequence[str], kinds: set[EntityType | None]) -> Clause:
    return replace(
        clause, begin=begin, subjects=tuple(names), kinds=frozenset(kinds), is_stated=True, is_inherited=False
    )


def _behind_relative(words: Sequence[Word], index: int) -> int:
    """The index after a short clause with 的 before a noun: 新买的 耳机; the same index without one."""
    verb = index
    while verb < len(words) and words[verb].tag in _ADVERBIAL:
        verb += 1
    is_relative = (
        verb + 2 < len(words)
        and words[verb].tag == "v"
        and words[verb + 1].text == "的"
        and (words[verb + 2].tag in _TOPIC_TAGS or words[verb + 2].tag in ("r", "*"))
    )
    return verb + 2 if is_relative else index


def _topic_end(words: Sequence[Word], index: int) -> int:
    """The index after the noun phrase that begins at a word; the same index without one."""
    end = index
    while end < len(words) and end - index < 5:
        word = words[end]
        if (
            word.tag in _TOPIC_TAGS
            or (word.text == "的" and end > index)
            or (word.tag in ("a", "m", "q", "r", "*") and end == index)
            or (word.tag in ("m", "q", "r") and words[end - 1].tag in ("s", "f", "r", "m"))  # 楼下那只
        ):
            end += 1
        else:
            break
    while end > index and (
        words[end - 1].text == "的"
        or words[end - 1].tag in ("a", "m", "q", "r")
        or _EACH.match(words[end - 1].text)
    ):
        end -= 1
    return end


def _behind_adverbial(words: Sequence[Word], index: int) -> int:
    """The index after the adverb, time or prepositional phrase that begins at a word; the same index without one."""
    if index >= len(words):
        return index
    word = words[index]
    if (frame := _behind_frame(words, index)) > index:
        return frame
    following = words[index + 1] if index + 1 < len(words) else None
    if word.text == "是" and following and (following.tag in ("p", "TIME") or following.text in ("不", "没")):
        return index + 1  # 是在常州上班, 是2010年去世的, 还 是 不吃
    if word.tag in _ADVERBIAL or _MODAL.match(word.text) or word.tag in ("m", "q"):
        return index + 1
    is_before = following is not None and following.tag == "f" and _BEFORE_OR_AFTER.match(following.text)
    if is_before and not _PEOPLE.search(word.text):  # not 老板以前
        return index + 2  # 退休前
    return index


def _behind_frame(words: Sequence[Word], index: int) -> int:
    """The index after the prepositional phrase that begins at a word, if a predicate follows: after 在苏州 in 在苏州教书."""
    word = words[index]
    if not _FRAME.search(word.text) or len(word.text) > 2 or word.tag in ("TIME", "d"):
        return index
    end = index + 1
    while (
        end < len(words)
        and end - index <= 5
        and (words[end].tag in _IN_FRAME or words[end].text in ("的", "一起", "和"))
    ):
        end += 1
    return end if index + 1 < end < len(words) else index
