"""The subject that a Chinese sentence leaves out, and who its facts are about then.

A sentence without a subject continues the topic of the text before it: after 我外婆一个人住。 the words 血糖高。 are about the
grandmother. Only states go to a topic of another sentence, because an action or a plan may be the speaker's: 我外婆来了。
下午去买菜。 Nothing goes to somebody who is not identified (有个网友在上海做翻译), and nothing to the speaker in that place.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from memgraph_core.language.naming.lists import listed_zh
from memgraph_core.language.persons.kin import PARTNERS, kin_words
from memgraph_core.language.relating.mask import SIGN
from memgraph_core.language.topic import Topic
from memgraph_core.language.vocabulary import ANY_OBJECT, Phrase
from memgraph_core.language.zh import status
from memgraph_core.language.zh.clauses import Clause, Sentence
from memgraph_core.language.zh.following import ANIMAL, UNCLEAR, Kinds, Subject
from memgraph_core.language.zh.slots import sorts_of
from memgraph_core.language.zh.words import Word
from memgraph_core.records.kinds import EntityType

_IT = re.compile("它(?![们的])")
_THIRD = re.compile("[他她它]")
_FIRST = re.compile(r"我|咱|俺")
_OF_CHILDREN = re.compile(
    "儿保|儿科|儿童医院|儿研所|幼儿园|宠物医院|兽医"
)  # what is found there is not the speaker's
_WORKS = re.compile("当|做|上班|工作|任教|实习")  # there: 在幼儿园当老师
_HOUSEHOLD = PARTNERS | {"PARENT_OF", "HAS_PET"}
_OPENING = re.compile(
    r"\W*(?:另外|对了|话说|说起来|说回|说到|顺便|换个话题|回到正题|总之|好消息|坏消息|今天心情|哈哈|谢谢|好的|嗯)"
)  # a new topic, or an answer
_STATES = frozenset([
    "AGED", "ALLERGIC_TO", "BORN_ON", "COMES_FROM", "DISLIKES", "DRINKS", "EATS", "AFRAID_OF", "FOLLOWS_DIET",
    "HAS_CONDITION", "HAS_PET", "HAS_SURNAME", "IN_GRADE", "IS_A", "LIKES", "LIVES_IN", "PLAYS", "SPEAKS",
    "STUDIES", "STUDIES_AT", "TAKES", "TEACHES", "WORKS_AS", "WORKS_AT", "WORKS_IN",
])  # fmt: skip
_PEOPLE = (
    r"(?:人|师傅|师(?!傅)|员|家|生|友|手|娘|长|士|医|工|孩子?|娃|哥|姐|弟|妹|爷|奶|妈|爸|叔|姨|婶|大[爷妈叔姐]|夫妻|夫妇|情侣|一家|[三四五六七八]口|同[学事桌行]|邻居|客户|老板|亲戚|徒弟"
    r"|学徒|司机|保姆|月嫂|护士|教练|保安|大夫|教授|博士|硕士|太太|老头|伙子?|姑娘|小哥|帅哥|美女|博主|主播|领导|同乡|老乡|前辈|新人|学霸|实习生|租客|房客|读者|网红|患者|病号|志愿者|候选人"
    r"|作者|记者|学者|老外|警察|会计|律师|翻译|导游|演员)"
)
_COUNT = r"(?:一?[个位名对群]|[两几][个位名对群](?!人)|一家|[一两几三四五六七八九十]家(?=[三四五六]口))"
_INTRODUCED = re.compile(
    rf"[^，]*?(?:(?<!没)有|搬来|住进来?|住着|来|认识|碰到|碰见|碰上|遇到|遇见|遇上|面试|(?<=[午天上])见|招|聊到|加|约|接待|介绍|(?<=的)是)"
    rf"(?:到|进)?(?:了|过|着)?{_COUNT}(?:[^，的]{{0,8}}的)?(?P<who>[^，的]{{0,5}}?{_PEOPLE})(?P<does>[^，]*)"
)  # 有个网友, 刚认识一个画家, 来面试的是个应届生
_COUNTED = re.compile(rf"{_COUNT}[^，]*{_PEOPLE}")
_FOUND_PARTNER = re.compile(r"[处谈找]了?个?(?:新)?(?:对象|男朋友|女朋友|男友|女友)了?(?=$|[，,。！!；;])")
_BROUGHT = re.compile(
    rf"[^，]*(?:[带领]着?(?:了|过)?|把)[^，]{{0,3}}(?:(?P<who>{SIGN})|男友|女友|男朋友|女朋友|对象|老公|老婆|媳妇|丈夫|妻子|孩子|儿子|女儿|同事|朋友|同学)"
)
_INTRODUCES = re.compile(r"有|养|还|也|家|认识|领养|捡")
_IS_ILL = re.compile(r"吃坏|[吐拉泻]了|拉肚子|拉稀|不肯?吃|没精神|没胃口|蔫|生病|病了|发烧|打喷嚏|绝食")
_REFUSES = re.compile(r"(?:昨天|今天|最近|现在|就是|又)*(?:死活|不肯|不愿|非要|嚷|闹着|哭)")
# Nouns before an illness or a medicine that are no names: 先天性, 医院, 早饭.
_NO_NAME = re.compile(r"[性型期度级院所科校司位家里后前饭餐]$|^(?:结果|报告|遗传|胎儿|月经|怀孕)")
# Topics whose facts are those of the person who has them: 左腿是假肢，现在打轮椅篮球.
OF_BODY = re.compile("[头脸眼耳鼻口牙喉嗓颈肩背腰腹胸手腕指腿膝脚骨腺肠胃肝肾肺心脑血皮]|[病症炎]$")
_TAKES_IN = re.compile("捡|领养|收养|接回")  # what the speaker does, too
_SHORT_NAME = re.compile(r"[\u4e00-\u9fff]{2,3}")
_CALLED = re.compile(rf"(?:名字)?(?:名?叫|是){SIGN}|{SIGN}")


def opening_subject(sentence: Sentence, topic: Topic | None) -> Subject:
    """The subject of a sentence that states none: the topic of the text before it, or the speaker."""
    text = sentence.masked.sentence
    if _OF_CHILDREN.search(text) and not (_FIRST.search(text) or _WORKS.search(text)):
        return UNCLEAR
    speaker = Subject((sentence.speaker,), frozenset(["Person"]), is_stated=False, person=(sentence.speaker,))
    if topic is None or _is_about_something_else(sentence, topic):
        return speaker
    if not topic.name:
        return UNCLEAR
    kinds: Kinds = ANIMAL if topic.is_animal else frozenset(["Person"])
    return Subject(
        (topic.name,), kinds, person=(topic.name,), is_assumed=True, is_household=topic.is_household
    )


def _is_about_something_else(sentence: Sentence, topic: Topic) -> bool:
    """Whether a sentence begins with another topic, or has the topic as its object: 想给她买条围巾."""
    text = sentence.masked
    if _OPENING.match(text.sentence):
        return True
    first = re.split("[，,]", text.text, maxsplit=1)[0]
    signs = [sign for sign in re.findall(SIGN, first) if text.name(sign) == topic.name]
    return bool(signs) and not text.text.lstrip().startswith(signs[0])


def introduces_somebody(sentence: Sentence, start: int, end: int) -> bool:
    """Whether a clause introduces somebody whom it does not name: 昨天来了个租客, 有个网友养了条蛇, 他处对象了."""
    text = sentence.masked
    if _FOUND_PARTNER.search(text.text, start, end):
        return True
    if _COUNTED.search(text.text, start, end) is None:
        return False
    match = _INTRODUCED.fullmatch(text.text, start, end)
    if match is None or _CALLED.match(match["does"]):
        return False
    if any(text.span(sign).type == "Person" for sign in re.findall(SIGN, match["who"])):
        return False
    following = sentence.within(match.end("who"), end)
    is_whole = any(word.end == match.end("who") for word in sentence.within(start, match.end("who")))
    return is_whole and (not following or following[0].tag not in ("n", "nz", "nw", "vn"))


def possible_name(clause: Clause) -> Word | None:
    """The noun at the beginning of a clause if it may be the name of a child or an animal: 汤圆 in 汤圆鸡蛋过敏."""
    words = clause.sentence.within(clause.begin, clause.end)
    if (
        len(words) < 2
        or words[0].tag not in ("n", "nz", "nw", "PER")
        or not _SHORT_NAME.fullmatch(words[0].text)
    ):
        return None
    name = words[0].text
    is_thing = (
        sorts_of(name) - {"pet"} or name in listed_zh() or _NO_NAME.search(name) or OF_BODY.search(name)
    )
    is_doubled = len(name) == 2 and name[0] == name[1]
    return None if (is_thing and not is_doubled) or status.is_somebody(name) else words[0]


def acts_like_somebody(clause: Clause) -> bool:
    """Whether a clause begins with a common noun that is ill or refuses something, and so is a name: 豆皮今天吃坏肚子了."""
    words = clause.sentence.within(clause.begin, clause.end)
    if len(words) < 3 or words[0].tag not in ("n", "nz", "nw") or not _SHORT_NAME.fullmatch(words[0].text):
        return False
    is_known = sorts_of(words[0].text) & {"role", "event"} or status.is_somebody(words[0].text)
    is_ill = words[1].tag in ("TIME", "d", "r") and _IS_ILL.search(clause.text) is not None
    is_body = "body" in sorts_of(words[0].text)
    return not is_known and (
        (is_ill and not is_body) or _REFUSES.match(clause.text, words[0].end - clause.begin) is not None
    )


def with_known_subject(
    phrases: Iterable[Phrase], sentence: Sentence, start: int, end: int, subject: Subject
) -> Iterator[Phrase]:
    """The phrases of a clause whose subject is known. `subject` is the one that the clause inherits."""
    written = sentence.masked.sentence[sentence.masked.offsets[start] : sentence.masked.offsets[end]]
    is_own = not subject.is_assumed or _FIRST.search(written) is not None
    for phrase in phrases:
        if subject.is_assumed and phrase.subject in subject.person:
            is_state = phrase.type in _STATES and not phrase.plan and phrase.object != ANY_OBJECT
            is_act = phrase.type == "HAS_PET" and _TAKES_IN.search(written) is not None
            if is_state and not is_act and not _names_another(sentence, start, end, subject):
                yield phrase
        elif is_own or not _is_of_speaker(phrase.subject, sentence.speaker):
            yield phrase


def _names_another(sentence: Sentence, start: int, end: int, subject: Subject) -> bool:
    """Whether a clause names a person other than its subject: 主力门将陈大力手指骨折了."""
    masked = sentence.masked
    signs = re.findall(SIGN, masked.text[start:end])
    return any(masked.is_person(sign) and masked.name(sign) not in subject.person for sign in signs)


def goes_on(sentence: Sentence, start: int, end: int, subject: Subject, stated: Sequence[Phrase]) -> bool:
    """Whether the clauses after a clause are still about the topic of the sentence before: not after a clause with a verb that
    neither mentions the topic nor states anything of it. It may name somebody who is not recognised: 向晚要去集训，在长沙.
    """
    is_of_person = subject.is_assumed and subject.person and subject.kinds == frozenset(["Person"])
    if not is_of_person or any(p.subject in subject.person for p in stated):
        return True
    masked = sentence.masked
    is_mentioned = any(
        masked.name(sign) in subject.person for sign in re.findall(SIGN, masked.text[start:end])
    )
    has_verb = any(word.tag in ("v", "vn", "a") for word in sentence.within(start, end))
    return is_mentioned or not has_verb or _THIRD.search(masked.text, start, end) is not None


def _is_of_speaker(name: str, speaker: str) -> bool:
    """Whether a name is that of the speaker, or of somebody or something that belongs to the speaker."""
    return name == speaker or name.startswith(f"{speaker}的")


def brings_somebody(sentence: Sentence, start: int, end: int, subject: Subject) -> bool:
    """Whether somebody else than the speaker brings a person in a clause: the next clause may be about either."""
    if not subject.person or sentence.speaker in subject.person:
        return False
    brought = _BROUGHT.match(sentence.masked.text, start, end)
    who = brought["who"] if brought else None
    return brought is not None and (who is None or sentence.masked.span(who).type != "Place")


def behind_it(sentence: Sentence, start: int, subject: Subject) -> int:
    """The offset after 它 at the beginning of a clause, if it means the animal that the clause inherits as its subject."""
    is_animal = subject.is_assumed and "Thing" in subject.kinds
    return start + 1 if is_animal and _IT.match(sentence.masked.text, start) else start


def topic_after(sentence: Sentence, subject: Subject, stated: Sequence[Phrase]) -> Topic | None:
    """Whom a sentence is about; None for the speaker, or for nobody. `subject` is the one after its last clause, and `stated`
    are the phrases of the sentence.
    """
    if _is_unknown_animal(subject) or (subject.is_assumed and not subject.person):
        return Topic()
    if not subject.person or sentence.speaker in subject.person:
        return None
    is_clear = len(subject.person) == 1 and not _has_speaker_take_part(sentence)
    if not is_clear:
        return Topic("", is_animal="Thing" in subject.kinds)
    name = subject.person[0]
    is_household = subject.is_household or _is_of_household(sentence, name, stated)
    return Topic(name, "Thing" in subject.kinds, is_household)


def _is_of_household(sentence: Sentence, name: str, stated: Sequence[Phrase]) -> bool:
    """Whether a sentence says that somebody is the speaker's partner, child or pet."""
    if any((p.subject, p.type, p.object) == (sentence.speaker, "HAS_PET", name) for p in stated):
        return True
    masked = sentence.masked
    written = [masked.written(sign) for sign in re.findall(SIGN, masked.text) if masked.name(sign) == name]
    known = kin_words("zh")
    endings = (one[start:] for one in written for start in range(len(one)))
    return any(known[ending].relation in _HOUSEHOLD for ending in endings if ending in known)


def _is_unknown_animal(subject: Subject) -> bool:
    """Whether a subject may be an animal, because it is a thing with a short Chinese name."""
    is_thing = subject.kinds == frozenset[EntityType | None](["Thing"])
    return is_thing and bool(subject.names) and all(map(_SHORT_NAME.fullmatch, subject.names))


def _has_speaker_take_part(sentence: Sentence) -> bool:
    """Whether the speaker does something in a sentence, or somebody does it to the speaker: 我外婆昨天来看我."""
    words, text = sentence.words, sentence.masked
    for index, word in enumerate(words):
        if word.tag != "*" or not re.fullmatch(SIGN, word.text) or text.name(word.text) != sentence.speaker:
            continue
        before = words[index - 1] if index else None
        after = words[index + 1] if index + 1 < len(words) else None
        is_receiver = before is not None and before.tag in ("v", "p") and before.text not in ("是", "在")
        does = after is not None and after.tag in ("v", "p", "d") and not _INTRODUCES.match(after.text)
        if is_receiver or does:
            return True
    return False


def may_leave_out_subject(text: str) -> bool:
    """Whether a text in simplified characters does not begin with the first person."""
    return _FIRST.match(text.lstrip()) is None


def asks_speaker(text: str) -> bool:
    """Whether a turn has words for the other person."""
    return re.search("[你您妳]", text) is not None
