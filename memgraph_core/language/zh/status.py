"""Which subjects a Chinese relation may have, and whether a fact holds, has ended, is denied or is planned."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from memgraph_core.language.entries import PatternKind
from memgraph_core.language.relating.mask import SIGN
from memgraph_core.language.vocabulary import Phrase, relation_of
from memgraph_core.language.word_lists import groups_of, word_set
from memgraph_core.language.zh import moods
from memgraph_core.language.zh.clauses import Clause
from memgraph_core.language.zh.fragments import OF_FRAGMENTS, is_other_fragment
from memgraph_core.language.zh.slots import Filled, sorts_of
from memgraph_core.records.kinds import EntityType

# Confidence: with a stated subject, with the speaker as assumed subject, and of a plan that only a time expression shows.
SURE, ASSUMED, SCHEDULED = 0.7, 0.6, 0.55
INTENDED = frozenset(["PLANS_TO", "WANTS"])
BY_PEOPLE = word_set("by_people_zh")
OF_THINGS = frozenset(["COSTS", "RUNS_ON", "CAUSES", "DEADLINE_OF", "LOCATED_IN"])
# Relations that pets may have, too. Pets have the type Thing.
_OF_ANIMALS = frozenset([
    "AGED", "LIKES", "DISLIKES", "EATS", "AFRAID_OF", "HAS_CONDITION", "ALLERGIC_TO", "TAKES", "DIED",
    "BORN_ON", "INJURED",
])  # fmt: skip
_OF_DEVICES = frozenset(["HAS_PORT", "HAS_MODEL", "HAS_VERSION", "HAS_MEMORY", "HAS_CAPACITY", "HAS_LATENCY"])
_LASTING = frozenset(["LIVES_IN", "WORKS_AT", "WORKS_IN", "WORKS_AS", "STUDIES_AT"])  # 在新疆当过兵: ended
_FOR_EVER = frozenset(["COMES_FROM"])  # 小时候在兰州长大: it does not end
_GOES_TO = re.compile(r"(?<!过)去(?![年了过世掉])")
_LABELS = frozenset(["地点", "位置", "地址", "时间"])  # of something that the text does not name
_SOMEBODY = re.compile(
    r"(?:人|师|员|任|长|理|监|授|练|东|姆|士|医|生|友|猫|狗|孩子?|娃|哥|姐|弟|妹|爸|妈|爷|奶|婆|公|叔|姨|舅|女儿|儿子|犬|兔|鸟|老板|同事|领导"
    r"|客户|他|她|爷子|[爷头太]子|太太|老头|两口|崽|丫头|堂客|婆娘|班头|亲|属|父|傅|徒|夫|妻|邻居|客服|中介|员工)$"
)
_GROUP = re.compile(r"(?:们|团队|组|公司|家|队|物业|班)$")
_DONE = re.compile(r"[到成完掉]了|了[^，]{0,10}$")  # 年底搬到了成都: it is over
_INSTEAD = re.compile(r"(?<!修)改$")  # 改喝茶, 改学钢琴: in place of something else
_INSTEAD_VERB = re.compile(
    r"(?:改[喝吃用学练教开坐骑看做当打玩弹养追跑负]|换成|换到|改成|改为|迁到|迁移到|切到|升级到|转到|调到|搬到|用[^，]{1,16}重[写构做])"
)
_MOVES = re.compile(
    rf"(?:从[^，]{{1,8}})?(?:全家|一家(?:子|人|[三四五六]口)?|举家)?(?:要|准备|打算)?搬(?:家|去|到|{SIGN})"
)
_ARRANGED = re.compile(r"(?:约|预约|订|定|说|谈|商量)好?了")  # 约了30号，从松江搬到嘉定: it is to come
# Amounts of money, which cost nothing themselves, and the price of something that the text does not name.
_SUMS = frozenset([
    "预算", "经费", "额度", "限额", "上限", "余额", "月租", "年租", "租金", "定金", "尾款", "总价", "单价", "手续费",
])  # fmt: skip
_DURATION = re.compile(r"[年月周]|星期|以来|起来|开始")  # 弹了三年钢琴
_AMOUNT = re.compile(r"[\d一二两三四五六七八九十百千万]")
# Words of a sentence for a pause in a job, which goes on after it: 休产假，不上班了.
_ON_LEAVE = re.compile(r"[休请放][^，。]{0,8}假|[产病婚丧育年寒暑长]假|停薪留职|哺乳期")
_PAUSES = re.compile(r"不(?:去)?上班")
_OF_JOBS = frozenset(["WORKS_AT", "WORKS_AS", "WORKS_IN", "TEACHES"])
# A job that has not begun: 二十六号开始上班.
_BEGINS_LATER = re.compile(
    r"(?:[号日]|下个?(?:月|周)[^，]{0,3}?|月底|月初|[明后]天)(?:正式|就|要)*(?:开始上班|入职|报到|报道|到岗|上岗|上班)(?!了|的|前|时)"
)
_OFFERS = re.compile("有一?家|挖我|找我|猎头|岗位|招聘|招人|offer|面试|开价|开出", re.IGNORECASE)
_THEN = re.compile(r"那[年时]|当年|当时")  # 那年我九岁
_HABIT = re.compile(r"每[天周月年个]|经常|常常|总是|天天")
# The objects of relations that a verb implies: 又抽上了, 绕着小区跑三公里.
_SAME_OBJECT = {
    ("SMOKES", "戒"): "烟",
    ("SMOKES", "抽"): "烟",
    ("SMOKES", "吸"): "烟",
    ("SMOKES", "不"): "烟",
    ("HAS_CONDITION", "怀"): "怀孕",
    ("PRACTICES", "跑"): "跑步",
    ("PRACTICES", "游"): "游泳",
    ("EXPERIENCED", "离"): "离婚",
}
_OF_PETS = re.compile("(?:处方|猫|狗|低敏|主食|幼犬|幼猫)粮|猫条|冻干")
# Words for one meal: 初五吃饺子, 在面馆吃面, 喝一次茶, 吃个饭; or for the time of a treatment.
_OCCASION = re.compile(
    rf"初[一二三四五六七八九十]|除夕|冬至|元宵|生日|期间|在[^，]{{0,6}}(?:[馆店厅摊吧]|{SIGN})|昨[天晚]|回家|下班|放学|刚(?:刚|才)?$|一次|个饭|顿饭"
)
_LATELY = re.compile("[今昨前]天|刚|[早中晚]上|[上下]午|先|又|终于")
_MOURNS = re.compile("难过|伤心|想[他她]|享年|安详|癌|病|葬|追悼|殡|骨灰|节哀|送[他她]最后")
_FOR_NOW = re.compile(r"[今昨明]|这[几两]|现在|最近|暂时|先|期间|之前|以前|能|让|术")
_INVITES = re.compile(r"[约请陪带]")
_FOR_OTHERS = re.compile(r"[给帮替](?!自己|自个)")
_EXAMS = (
    "面试", "笔试", "考试", "补考", "科", "课", "数学", "语文", "英语", "物理", "化学", "高数", "线代",
    "雅思", "托福",
)  # fmt: skip
# Verbs of wishes that last. After other verbs 想 is mostly a figure of speech: 想投降, 想吃糖.
_WOULD = re.compile("(?:很|特别|好|真|一直)?想(?!要)")
_WISHES = re.compile(
    r"(?:[我你他她]|以后|将来|明年|今年|自己|一起|[跟和带陪][^，]{1,4}|在[^，]{2,6}|重新|再|多|好好|报名|试着|抽空|有空|周末|暑假|寒假)*"
    r"(?:要(?!是)|买|换|学|去(?!死|世)|考|养|做|开(?!除)|搬|找|生(?!气)|当|读|种|租|装|写|减|戒|报|办|回(?!到|忆)|转|辞|移民|创业|结婚|旅|参加|成为|从事|申请|练|治|存|攒|还清|卖|改|创|组|来|把[^，]{1,8}(?:改|换|卖|租|装|写|学|辞|搬|做|送))"
)
_FOUND_OUT = re.compile(r"(?:体检|复查|检查)*查出|确诊|诊断|检查出")
_EARLIER = re.compile("之前|以前|当时|上次")
_RIDE = re.compile(r"(?:高铁|动车|火车|飞机|大巴|航班|轮渡|卧铺|硬座|[软硬]卧)(?:票)?")
_REPORTED = re.compile(r"感到|感觉|觉得|看到|看见|遇到|发现")  # in reports about a journey
_CHANGED = re.compile(r"新|换|改")  # 新手机号是…: it replaces the former one
_GOES = re.compile(r"改?[去到飞](?:往)?(?![了过])")


def may_be_subject(type_: str, kinds: frozenset[EntityType | None]) -> bool:
    """Whether a relation may have subjects of these kinds. A common noun has no kinds."""
    if type_ in OF_THINGS:
        return not kinds or bool(kinds - {"Person"})
    if type_ in _OF_DEVICES:
        return "Person" not in kinds
    if type_ in ("HAS_MEMBERS", "EXPIRES_ON"):
        return "Person" not in kinds
    if type_ in BY_PEOPLE:
        return bool(kinds & {"Person", None})
    if type_ == "FELT" and "Thing" in kinds:
        return False  # 养了只猫，很开心: the owner
    if type_ == "USES" and not kinds:
        return True  # 网关用 Envoy
    is_for_people = relation_of(type_).subject_type == "Person"
    is_animal = "Thing" in kinds and type_ in _OF_ANIMALS
    return not is_for_people or bool(kinds & {"Person", None}) or is_animal


def is_nobody(names: Sequence[str]) -> bool:
    """Whether no name can be that of a person. The next clause may then be about the last person."""
    return bool(names) and not any(_SOMEBODY.search(name) or _GROUP.search(name) for name in names)


def is_somebody(name: str) -> bool:
    """Whether a common noun is a word for a person or an animal."""
    return _SOMEBODY.search(name) is not None


def is_thing(names: Sequence[str], kinds: frozenset[EntityType | None]) -> bool:
    """Whether the names can only be names of things."""
    return "Person" not in kinds and not any(map(is_somebody, names))


def _may_have(type_: str, subject: str) -> bool:
    """Whether a thing with this name can have a price, a fault, or another attribute."""
    if (
        type_ != "HAS_MEMBERS"
        and type_ in groups_of("attributes_zh")
        and len(subject) == 1
        and subject >= "\u4e00"
    ):
        return False  # 三年期，利率二点几
    if type_ == "COSTS":  # neither sums of money, nor wages, nor a size such as 2核4G
        return (
            len(subject) > 1
            and subject not in _SUMS
            and "role" not in sorts_of(subject)
            and not subject.endswith((*_wages(), "行情", "售后", "补贴"))
            and not subject.startswith("自")
            and not subject[:1].isdigit()
        )
    if type_ == "LOCATED_IN":
        return subject != "卡"  # 卡在视力
    if type_ == "EXPERIENCED":  # no examinations, sports and parts of the body: 面试挂了, 球打不动了
        if (
            subject.endswith(("路上", "路", "街上", "高速", "桥上", "里", "外面"))
            or subject[:1] in "一二三四五六七八九十"
        ):
            return False  # 路上堵了一个钟头, 礼拜三雷打不动
        return not subject.endswith(_EXAMS) and sorts_of(subject).isdisjoint(("sport", "activity", "body"))
    return True


@cache
def _wages() -> tuple[str, ...]:
    return (*groups_of("attributes_zh")["EARNS"], "薪资")


def _is_unstated(clause: Clause, kind: PatternKind, type_: str, one: Filled, adverbs: str, tail: str) -> bool:
    """Whether the clause matches a pattern, but does not state the fact: it is unsure, has not happened, or is a limit."""
    if moods.is_unsure(adverbs) or (kind != "ends" and moods.is_soon(adverbs)):
        return True
    if kind == "ends" and type_ in _OF_JOBS and _is_no_end_of_job(clause):
        return True
    if relation_of(type_).literal and tail.startswith(("以上", "以下", "以内")):
        return True  # 绩点要3.5以上: a limit
    if type_ in OF_FRAGMENTS and is_other_fragment(clause, type_, one.text):
        return True
    return _is_other(clause, type_, one, adverbs, tail) or _is_other_place(clause, type_)


def _is_no_end_of_job(clause: Clause) -> bool:
    """Whether a job goes on: 休产假，不上班了."""
    is_pause = _PAUSES.search(clause.text) is not None
    return is_pause and _ON_LEAVE.search(clause.sentence.masked.text) is not None


def _is_other(clause: Clause, type_: str, one: Filled, adverbs: str, tail: str) -> bool:
    """Whether the clause states something else than facts of a type usually do."""
    match type_:
        case "AGED":
            return _is_no_age(clause, one, adverbs)
        case "OWNS":  # 给我爸换了台手机, 买了周五的高铁
            return _FOR_OTHERS.search(adverbs) is not None or _RIDE.fullmatch(one.text) is not None
        case "DISLIKES":  # 膝盖受不了, 这几天不吃辣
            return "body" in sorts_of(one.text) or (
                "不吃" in clause.text and _FOR_NOW.search(adverbs) is not None
            )
        case "WANTS":
            return _is_passing_wish(clause, one, adverbs)
        case "DIED":
            return _is_departure(clause, one, adverbs)
        case "HAS_MEMBERS":
            return _AMOUNT.match(tail) is not None  # 机票四个人五千六
        case "EATS" | "DRINKS":  # 上周约我喝咖啡: an occasion
            return _is_no_diet(clause, one, adverbs)
        case "VISITED" | "PLANS_TO":
            return _is_no_journey(clause, type_, adverbs, tail)
        case "HAS_SURNAME":
            is_speaker = clause.subjects == (clause.sentence.speaker,)
            return (
                clause.is_inherited and is_speaker
            )  # 换了医生，姓程: the clause before introduces the person
        case _:
            return _is_other_work(clause, type_, one, adverbs)


def _is_passing_wish(clause: Clause, one: Filled, adverbs: str) -> bool:
    """Whether a wish is a mood (好累，不想上班), in vain (想看一眼都难) or a figure of speech (想投降)."""
    is_mood = moods.is_denied(adverbs) and not clause.is_stated
    is_vain = re.search("[都也](?:难|不|没)", one.text) is not None
    is_wish = not _WOULD.match(clause.text) or _WISHES.match(one.text) is not None
    return is_mood or is_vain or "总" in adverbs or not is_wish


def _is_no_diet(clause: Clause, one: Filled, adverbs: str) -> bool:
    """Whether a meal or a drink is one occasion, food of an animal, what somebody may eat, or a treatment of some days."""
    if _OF_PETS.search(one.text) and clause.subjects == (clause.sentence.speaker,):
        return True
    may_eat = moods.is_possible(adverbs) and not moods.is_denied(adverbs) and "Thing" not in clause.kinds
    if may_eat or re.search("不[行了]$", one.text):
        return True  # 只能吃流食, 吃辣不行
    is_once = _OCCASION.search(f"{adverbs}{clause.text}") and not _HABIT.search(adverbs)
    is_treatment = re.search(r"[一二两三四五六七八九十\d]天$", clause.text) is not None
    return (
        bool(is_once)
        or is_treatment
        or adverbs.endswith(("少", "多"))
        or _INVITES.search(adverbs) is not None
    )


def _is_departure(clause: Clause, one: Filled, adverbs: str) -> bool:
    """Whether somebody has left and not died: 婆婆昨天走了，临走给了个金锁."""
    is_recent = one.text == "走了" and _LATELY.search(adverbs) is not None
    return is_recent and _MOURNS.search(clause.sentence.masked.text) is None


def _is_no_journey(clause: Clause, type_: str, adverbs: str, tail: str) -> bool:
    """Whether a clause states a habit (往后去梁子湖), one step of several (下到十点再去店里), or a route (从南昌到长沙)."""
    if _NEW_HABIT.match(clause.text):
        return True
    if type_ == "PLANS_TO":
        return False
    if re.search("每个?(?:天|周|星期|礼拜|晚|早)", adverbs):
        return True
    if _AGAIN.search(f"{adverbs}{clause.text[:2]}") and not moods.has_time_ahead(adverbs):
        return True
    is_route = clause.text.startswith("到") and "从" in adverbs
    returns = clause.text.startswith("从") and _is_plan(clause, "VISITED", tail)  # 下周三从日本回来
    return is_route or returns


def _is_other_work(clause: Clause, type_: str, one: Filled, adverbs: str) -> bool:
    """Whether the clause states something else than facts about work usually do."""
    match type_:
        case "MAKES":
            return _AMOUNT.match(one.text) is not None  # 包500吧
        case "EMPLOYS":
            return one.text.endswith("假")  # 请了病假
        case "PAYS":  # 奶盖送了急诊，花了三千多
            return clause.is_inherited and None in clause.kinds
        case "SMOKES":  # 把烟全扔了，说从今天起戒
            return one.text == "戒" and "烟" not in clause.sentence.masked.text[: clause.start]
        case "RESPONSIBLE_FOR":
            return one.text in ("个人", "人")  # 管五个人
        case "EARNS":
            return not clause.is_stated and _OFFERS.search(clause.sentence.masked.text) is not None
        case "WORKS_AS":  # 儿子把我的口红当画笔; 一共三个人，两个是实习生
            is_of_some = clause.is_inherited and _SOME.match(clause.sentence.masked.text, clause.start)
            return "把" in adverbs or "用" in adverbs or (is_of_some is not None and bool(is_of_some))
        case "PASSED":  # 生日过了: a time, and no examination
            return one.text.endswith(("生日", "节", "年", "瘾", "期", "假"))
        case "ENROLLED_IN":  # 我妈给我报了物理班
            return _FOR_OTHERS.search(adverbs) is not None
        case _:
            return False


_NEW_HABIT = re.compile("改[去到][^，]{1,8}?[打练跳游骑]")  # 改去公园打八段锦
_STOPS = re.compile("停|断掉|断了|不吃")
_AGAIN = re.compile(r"往后|以后|今后|从此|再去|再到|改去")
_IS_TREATED = re.compile(
    r"住院|看病|急诊|手术|挂水|输液|体检|骨折|摔|疫苗|打针|挂号|复查|检查|拆线|换药|产检|抢救|ICU|查出"
)
_IS_AWAY = re.compile(
    r"军训|出差|旅游|旅行|培训|比赛|考试|演出|开会|度假|夏令营|冬令营|婚礼|婚宴|酒席|聚会|年会|办[^，]{0,4}[酒席宴]"
)
_SOME = re.compile(r"(?:[两三四五六七八九几]个|俩|其中|一半|大部分|全|都)(?:人)?都?是")


def _is_other_place(clause: Clause, type_: str) -> bool:
    """Whether a place is that of an event or a thing: 咪咪要去打疫苗，在宠物医院; 地点在三楼; 把沙发搬过来了."""
    begins_later = _BEGINS_LATER.search(clause.sentence.masked.text) if type_ in _OF_JOBS else None
    if begins_later and not clause.start <= begins_later.start() < clause.end:
        return True
    if type_ == "WORKS_AT":
        return (
            clause.is_inherited
            and _IS_TREATED.search(clause.sentence.masked.text[: clause.start]) is not None
        )
    if type_ == "LIVES_IN" and clause.is_inherited and clause.text.startswith("在"):
        return _IS_AWAY.search(clause.sentence.masked.text[: clause.start]) is not None
    if type_ != "LOCATED_IN":
        return False
    before = clause.sentence.masked.text[: clause.start]
    is_of_event = clause.is_inherited and _GOES_TO.search(before) is not None
    return is_of_event or not _LABELS.isdisjoint(clause.subjects)


def _is_no_age(clause: Clause, one: Filled, adverbs: str) -> bool:
    """Whether a number is not the present age of a person whom the text states: 那年我九岁, 一共五十, 我得二十八."""
    is_bare = clause.is_inherited and one.text == clause.text and "岁" not in one.text
    is_past = _THEN.search(clause.sentence.masked.text) is not None
    return not clause.is_stated or is_bare or is_past or adverbs.endswith("得")


def phrase_of(
    clause: Clause, kind: PatternKind, type_: str, subject: str, one: Filled, tail: str
) -> Phrase | None:
    """The phrase with the status that adverbs and aspect particles show; None if the clause does not state it."""
    adverbs = clause.adverbs
    if _is_unstated(clause, kind, type_, one, adverbs, tail) or not _may_have(type_, subject):
        return None
    if type_ == "OWES" and not (one.is_name or _AMOUNT.search(one.text)):
        return None
    if type_ == "COSTS":
        subject = subject.removeprefix(f"{clause.sentence.speaker}的")  # 我的房租 is the rent
    relation = relation_of(type_)
    is_scheduled = type_ == "PLANS_TO" and kind == "did"
    if is_scheduled and (
        not moods.has_time_ahead(adverbs)
        or tail.startswith(("了", "过"))
        or "了" in one.text
        or f"{one.text}{tail}".endswith("吧")
        or moods.is_denied(adverbs)
    ):
        return None
    phrase = Phrase(
        subject,
        type_,
        _SAME_OBJECT.get((type_, one.text[:1]), one.text),
        object_type=one.type or relation.object_type,
        start=clause.sentence.masked.offsets[clause.start],
        confidence=SCHEDULED if is_scheduled else SURE if clause.is_stated else ASSUMED,
        dated=not (
            relation.is_value or _is_one_occasion(clause, kind, type_) or _is_of_object(clause, type_, one)
        ),
        is_total=kind == "state"
        and (not relation.literal or _CHANGED.search(clause.sentence.masked.text) is not None),
    )
    if type_ == "HAS_CONDITION" and _FOUND_OUT.match(clause.text):
        adverbs = _EARLIER.sub("", adverbs)  # 之前查出来脂肪肝: the finding is past, and not the illness
    is_plan = _is_plan(clause, type_, tail)
    if kind == "ends":
        is_over = not (is_plan or moods.is_denied(adverbs) or moods.is_near(adverbs))
        return replace(phrase, ended=True) if is_over else None
    found = _with_status(phrase, kind, adverbs, tail, is_plan=is_plan)
    is_change = _INSTEAD.search(adverbs) or _INSTEAD_VERB.match(clause.text)
    if type_ == "TAKES" and _STOPS.search(clause.sentence.masked.text):
        is_change = None  # 停掉甲药，换成乙药: the other medicines go on
    return replace(found, is_change=True) if found is not None and is_change else found


def _is_of_object(clause: Clause, type_: str, one: Filled) -> bool:
    """Whether the time of a clause is that of the event for which somebody registers: 报了3月15号的半马."""
    return type_ in ("SIGNED_UP_FOR", "ENROLLED_IN") and f"的{one.text}" in clause.sentence.masked.sentence


def _is_one_occasion(clause: Clause, kind: PatternKind, type_: str) -> bool:
    """Whether somebody did once what they do as a rule, so that its day is not the start of the fact: 今晚弹了钢琴."""
    is_done = kind == "state" and type_ in ("PLAYS", "PRACTICES") and "了" in clause.text
    return is_done and _DURATION.search(clause.text) is None


def _is_plan(clause: Clause, type_: str, tail: str) -> bool:
    """Whether the clause states an intention or the future. A move without 了 and without a past time is in the future."""
    if _HABIT.search(clause.adverbs) and not moods.is_intended(clause.adverbs):
        return False  # 每年三月我都会去无锡
    if moods.is_intended(clause.adverbs) or moods.lies_ahead(clause.adverbs):
        return not (_DONE.search(clause.text) and moods.may_be_past(clause.adverbs))
    is_open = False
    if type_ in ("LIVES_IN", "MOVED_FROM"):
        done = "了" in _ARRANGED.sub("", clause.sentence.masked.text)
        is_open = _MOVES.match(clause.text) is not None and not done
    elif type_ == "VISITED":
        is_reported = _REPORTED.search(clause.sentence.masked.text) is not None and not moods.has_time_ahead(
            clause.adverbs
        )
        is_open = (
            _GOES.match(clause.text) is not None and not tail.startswith(("了", "过")) and not is_reported
        )
    return is_open and not moods.is_past(clause.adverbs)


def _with_status(
    phrase: Phrase, kind: PatternKind, adverbs: str, tail: str, *, is_plan: bool
) -> Phrase | None:
    denied = moods.is_denied(adverbs)
    if moods.never_was(adverbs):
        return replace(phrase, denied=True)
    if phrase.type in _FOR_EVER and not denied:
        return phrase
    if kind == "did" and tail.startswith("了") and "不" in adverbs:  # 不去日本了
        planned = phrase.as_plan("zh")
        return replace(planned, ended=True) if planned else None
    if moods.is_over(adverbs, tail):
        return replace(phrase, ended=kind != "did" or denied)
    if kind == "state" and (tail.startswith("过") or (phrase.type in _LASTING and "过" in tail)):
        return replace(phrase, ended=True)
    return (
        replace(phrase, denied=True)
        if denied
        else replace(phrase, plan=is_plan and phrase.type not in INTENDED)
    )
