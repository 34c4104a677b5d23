"""What a Chinese sentence states as done once, read from its words."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache

from memgraph_core.language.activities import (
    Action,
    act,
    action_with,
    is_thing,
    listed_verbs,
    longest_thing_in,
)
from memgraph_core.language.persons.kin import kin_words
from memgraph_core.language.timing.words_zh import ABOUT
from memgraph_core.language.word_lists import groups_of, word_set
from memgraph_core.language.zh import moods, tenses
from memgraph_core.language.zh.words import Word, word_at, words_of

# Verbs of states, of speech and thought, of movement towards another action, and of beginnings.
_NO_ACTIONS = word_set("actions_zh")
# Second characters of verbs that are not things: 写完, 看见.
_RESULTS = frozenset("坏完见到好过起来下上出懂会掉成住开走着")
# Verbs of one character that words such as 坐地铁 begin with.
_BEFORE_THINGS = frozenset("喝吃坐骑打看读听练做洗买写弹浇遛喂拖扫搭乘画拉")
_NOUNS = ("n", "nz", "nw", "vn", "eng", "PER", "ORG")
_BETWEEN = ("u", "xc", "m", "q", "TIME", "a", "d", "r")
_WHEN = re.compile(r"(?:之|以)?[后前]|的?时候?|完")
_HABIT = re.compile(r"通常|一般|经常|常常|总是|总会|平时|往往|习惯|每[天周月年个]|天天")
_SPEAKER = ("我", "我们", "咱", "咱们")
# Before what did not happen.
_LACKING = r"(?<![跟像和如])没有?(?:能|去|法|空)?(?:给\w{1,3}?)?[\u4e00-\u9fff]{0,2}?"
_OTHERS = ("他", "她", "他们", "她们", "你", "你们", "您", "它")
_SPEAKS = ("通", "聊", "聊天", "视频", "通话", "通电话")
_CARES = frozenset("打浇喂添洗换讲读剪梳按量")  # verbs of actions for somebody or something
# Without an object after these verbs, the word before them is the person to whom it is done: 小宝接回来了
_DONE_TO = frozenset("接喂哄抱遛洗领")
_MAX_RECEIVER_WORDS = 4  # of a receiver
_FIRST_WORDS = 4  # words of a clause in which its subject is searched
_ABOUT = re.compile(rf"{ABOUT}(?=\d|[一二三四五六七八九十两]{{1,3}}点)")
_INSTEAD = re.compile(
    r"改|换成|代替|而不是|只好|临时|停运|停了|取消|没.{0,6}[，,]就|来不及|故障|坏了|关门|没赶上|因为|难得"
)
# 没去上课, 课取消了, 今天停课; but not 没人, 没想到, 没问题
_NOT_DONE = re.compile(
    r"(?<![跟像和如])没(?:能|有|法|空|时间|力气)?(?:去|做|上|看|练|跑|游|打|骑|喝|吃|读|写|弹|画|唱|扫|打扫|搞|拖|洗|遛|走|聊|通|视频|开|碰|约|参加|赶上"
    r"|做成|[\u4e00-\u9fff]{1,2}成)(?!完|过瘾|够|懂|见|.{0,4}一样)"
    r"|(?<![受忍免少忘大停])不了(?=$|\W)|取消|泡汤|停课|停了|改期|延期|请假|翘了|翘课|缺席|缺课|错过|鸽了|不成了|没戏|歇业|关门"
)
# What was not done, or is not usual here, beside what was: 不是星期五, 本来该周四的, 周四改到.
_CONTRASTED = re.compile(
    r"[，,]?(?:而?不是|本来(?:应该|该|是))[^，,。；;！!]*|(?:周|星期|礼拜)[一二三四五六日天](?=改[到成])改[到成]"
)
# What is going to be different: not about one day.
_CHANGES = re.compile(
    r"以后都?|往后|从此|从[这下](?:周|个?月|星期)起|从今[天往]?[起后]|先停了|不打算再|新(?:时间表|安排)|戒了"
)
_UNUSUAL = re.compile(r"比(?:平时|平常|往常)|不是(?:平时|平常|往常)|换了(?:个)?(?:日子|时间)")
_A_WHILE = re.compile(r"(?<=[\u4e00-\u9fff])会儿")  # 练了会儿吉他: not 会 of the future
_PARTS = re.compile(r"[，,。；;！!？?…]| +")
_REPORTED = re.compile(
    r"(?:说|讲|提到|告诉我)(?:了|过)?[，,：:]?(?:他|她|自己)(?!们?的)"
)  # 小李说她坐地铁上班
_AMOUNT = r"[\d一二三四五六七八九十百千两半]{1,4}多?"
# 跑了五公里, 八公里跑完; 游了一千米
_RAN = re.compile(rf"(?<=公里)跑(?=[完了])|跑(?=[了的]?个?{_AMOUNT}(?:公里|千米|圈|里|km))")
_SWAM = re.compile(rf"游(?=[了的]?个?{_AMOUNT}(?:个?来回|米|千米|公里|圈|趟))")
_DONE = re.compile(r"([跑游剪理散爬])完(?=[步泳头发山])(步|泳|头发|发|山)")  # 跑完步
_BORDER = re.compile(r"[，,。；;！!]")


def actions_in(text: str) -> list[Action]:
    """The actions of a sentence, in order."""
    text = _SWAM.sub("游泳", _RAN.sub("跑步", _A_WHILE.sub("", _ABOUT.sub("", text))))
    text = _DONE.sub(r"\1\2了", text)
    if (
        _HABIT.search(_first_clause(text))
        or moods.is_imagined(text)
        or moods.is_attributed(text)
        or _REPORTED.search(text)
    ):
        return []
    words = words_of(text)
    dated = any(word.tag == "TIME" for word in words)
    if not (tenses.happens(text) or (dated and not moods.has_time_ahead(text))):
        return []
    found: list[Action] = []
    subject: str | None = None
    for clause in _clauses(words):
        subject = _subject(clause, subject)
        if subject == "" or _HABIT.search("".join(word.text for word in clause)):
            continue
        found += [replace(action, subject=subject) for action in _actions_of(clause)]
    return found


def may_have_happened(text: str) -> bool:
    """Whether a sentence may report something that happened to the speaker, in any words. Its first clause decides; the
    rest is often a comment: 药吃了，没忘.
    """
    text = _A_WHILE.sub("", _ABOUT.sub("", text))
    first = _first_clause(text)
    if _CHANGES.search(text):
        return False
    if _HABIT.search(first) or moods.is_imagined(text) or moods.is_attributed(text) or moods.is_asked(text):
        return False
    if (
        moods.is_denied(first)
        or moods.is_intended(first)
        or moods.lies_ahead(first)
        or moods.is_unsure(first)
    ):
        return False
    words = words_of(first)
    return not any(
        word.text in _OTHERS
        or (word.tag == "PER" and not is_thing("zh", word.text) and not _is_done_to(words[index + 1 :]))
        or (
            _names_somebody(word.text)
            and _may_be_subject(words[:index])
            and not _is_done_to(words[index + 1 :])
        )
        for index, word in enumerate(words[:_FIRST_WORDS])
    )


def _may_be_subject(before: Sequence[Word]) -> bool:
    """Whether a noun after these words may be the subject: no verb or preposition has it as its object."""
    return not any(word.tag in ("v", "p", "c") or word.text in ("给", "和", "跟", "陪") for word in before)


@cache
def _people() -> frozenset[str]:
    """The words for people, such as 表姐 and 老板."""
    kin = {word for word, relative in kin_words("zh").items() if not relative.is_pet}
    return word_set("roles_zh").union(kin, *groups_of("person_words_zh").values())


def _names_somebody(word: str) -> bool:
    return (
        word in _people()
        or word.removeprefix("我") in _people()
        or word.endswith(("有人", "别人", "人家", "大爷", "大妈", "隔壁"))
    )


def is_instead(text: str) -> bool:
    """Whether a sentence says that something was done in place of something else."""
    return _INSTEAD.search(text) is not None


def is_unusual(text: str) -> bool:
    """Whether a sentence says that something was not as usual."""
    return _UNUSUAL.search(text) is not None or _CONTRASTED.search(text) is not None


def without_contrast(text: str) -> str:
    """A sentence without what it says was not done: 昨天跑了步，不是星期五 becomes 昨天跑了步."""
    return _CONTRASTED.sub("", text)


def denies(text: str, topics: Collection[str]) -> bool:
    """Whether a sentence says that what these words name did not happen, in its first part or in one that names them."""
    if _CHANGES.search(text):
        return False
    first, *others = _PARTS.split(text)
    # The parts of a verb may be divided: 没跑成步
    patterns = [
        re.compile(".{0,2}".join(map(re.escape, topic)) if len(topic) == 2 else re.escape(topic))
        for topic in topics
    ]
    named = (part for part in others if any(pattern.search(part) for pattern in patterns))
    if any(re.search(rf"{_LACKING}{re.escape(topic)}(?!.{{0,2}}一样)", text) for topic in topics):
        return True
    return any(_NOT_DONE.search(part) is not None for part in (first, *named))


def _first_clause(text: str) -> str:
    return _BORDER.split(text, maxsplit=1)[0]


def _is_done_to(following: Sequence[Word]) -> bool:
    """Whether something is done to the person before these words: 小宝接回来了."""
    verb = next((index for index, word in enumerate(following) if word.tag == "v"), None)
    if verb is None or following[verb].text[0] not in _DONE_TO:
        return False
    return not any(word.tag in (*_NOUNS, "p") for word in following)


def _clauses(words: Sequence[Word]) -> Iterator[Sequence[Word]]:
    start = 0
    for index, word in enumerate(words):
        if word.tag == "w" and _BORDER.search(word.text):
            yield words[start:index]
            start = index + 1
    yield words[start:]


def _subject(clause: Sequence[Word], former: str | None) -> str | None:
    """The subject of a clause: None for the speaker, empty for somebody without a name, else that of the clause before."""
    for index, word in enumerate(clause):
        if word.tag in ("v", "p", "c"):
            break
        following = word_at(clause, index + 1)
        if word.text in _SPEAKER:
            return "" if following is not None and _names_somebody(following.text) else None
        if word.text in _OTHERS or _names_somebody(word.text):
            return ""
        if word.tag == "PER" and (following is None or following.tag not in ("u", "c")):
            return word.text
    return former


def _actions_of(clause: Sequence[Word]) -> Iterator[Action]:
    found = False
    for index, word in enumerate(clause):
        before = "".join(each.text for each in clause[:index])
        if (
            moods.is_denied(before)
            or moods.is_intended(before)
            or moods.lies_ahead(before)
            or moods.is_unsure(before)
        ):
            return
        if (
            word.tag not in ("v", "vn")
            or (word.tag == "vn" and not act("zh", word.text))
            or is_thing("zh", word.text)
        ):
            continue
        if word.text == "是" and before.endswith("又"):  # 又是一杯拿铁
            if (again := _consumed(clause[index + 1 :])) is not None:
                found = True
                yield again
            continue
        following = word_at(clause, index + 1)
        if following is not None and _WHEN.fullmatch(following.text):
            continue
        thing = _listed_thing(word.text, clause[index + 1 :]) or _thing(clause, index + 1)
        action = _action(word.text, thing, _receiver(clause[:index], word.text))
        # A verb without a thing adds to the action before it, or is about a topic: 才开工, 雨伞丢了.
        if action is None or (
            not action.kind and (found or any(each.tag in _NOUNS for each in clause[:index]))
        ):
            continue
        found = True
        yield action


def _consumed(following: Sequence[Word]) -> Action | None:
    """The action with what people eat and drink; None for another thing."""
    for verb in ("喝", "吃"):
        if (thing := _listed_thing(verb, following)) and (
            found := action_with("zh", verb, (thing,), thing)
        ) is not None:
            return found
    return None


def _listed_thing(verb: str, following: Sequence[Word]) -> str:
    """A thing that is listed with the verb, before the next verb; empty for none. The tagger may have divided it: 澳白."""
    borders = (
        i
        for i, word in enumerate(following)
        if word.tag == "v" and word.text != "是" and not is_thing("zh", word.text)
    )
    end = next(borders, len(following))
    return longest_thing_in("zh", verb, "".join(word.text for word in following[:end])) if end else ""


def _thing(clause: Sequence[Word], start: int) -> str:
    """The noun that follows a verb; empty if there is none."""
    nouns = ""
    for word in clause[start:]:
        if word.tag in _NOUNS:
            nouns += word.text
        elif nouns or (word.tag not in _BETWEEN and word.text != "是"):
            break
    return nouns


def _receiver(before: Sequence[Word], verb: str) -> str:
    """The receiver that 给 names before a verb: 妈妈 in 给妈妈打电话; with verbs of speech also 和 and 跟. Empty for none."""
    signs = ("给", "和", "跟") if verb in _SPEAKS else ("给",) if verb in _CARES else ()
    start = max((index for index, word in enumerate(before) if word.text in signs), default=None)
    receiver = () if start is None else before[start + 1 :]
    return "".join(word.text for word in receiver) if len(receiver) <= _MAX_RECEIVER_WORDS else ""


def _action(verb: str, thing: str, receiver: str) -> Action | None:
    if (alone := act("zh", verb)) is not None:
        return alone
    if thing and (divided := act("zh", verb + thing)) is not None:
        return divided  # 跑了步
    if len(verb) > 1 and verb[0] in _BEFORE_THINGS and verb[1] not in _RESULTS and not thing:
        verb, thing = verb[0], verb[1:]
    if thing and verb in listed_verbs("zh"):
        names = [thing[start:] for start in range(len(thing))] + [
            thing[:end] for end in range(len(thing) - 1, 1, -1)
        ]
        if (listed := action_with("zh", verb, names, thing)) is not None:
            return listed
        if verb == "去" and (at_place := act("zh", thing)) is not None:
            return at_place
    if is_thing("zh", verb + thing):
        return None  # 拿铁, divided by the tagger
    if verb in _NO_ACTIONS or (
        not thing and (len(verb) == 1 or verb[-1] in _RESULTS or verb in listed_verbs("zh"))
    ):
        return None
    given = f"给{receiver}" if receiver else ""
    return Action(verb, receiver or thing, "", f"{given}{verb}{thing}")
