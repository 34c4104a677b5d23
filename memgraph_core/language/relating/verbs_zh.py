"""Chinese predicates that word a relation: what stands after the subject and its adverbs.

A row is a pattern with the object as `o`. What a row takes: `name` (a span), `short` (any short noun phrase), or a
sort of `words/heads_zh.txt`, told by how the object ends.
"""

import re
from dataclasses import dataclass
from functools import cache

from memgraph_core.language.relating.mask import SIGN, SOMEBODY

_COUNTED = (
    r"(?:了)?(?:[一二两三四五几这那\d]{0,3}(?:个|只|条|辆|套|台|本|部|把|件|双|张|幅|首|篇|间|家|所|栋"
    r"|盆|支|门|场|次|位|名|款|盒|副|架|块|头|匹|座|趟|些|份|期|届))?"
)
_O = r"(?P<o>[^\s]{1,24}?)"
_END = r"$"
_IS = r"(?:就|也|应该|现在)?(?:是在|是|为|在)"
_CALLED = r"(?:就)?(?:叫做|叫|名叫|是)"
_EAT = r"(?:吃|喝|看|听|玩|穿|用)?"
_WORKING = r"(?:工作|上班|任职|就职|实习|打工|供职|干活)"
_POST = r"(?:当|做|担任|任)(?:一?[个名位])?"


@dataclass(frozen=True, slots=True)
class Row:
    """One way to word a relation."""

    type: str
    pattern: re.Pattern[str]
    takes: frozenset[str]
    flags: frozenset[str]


# Relation, what follows subject and adverbs, what it takes, flags. FAVORITE stands for that of each `kind`.
# `over`: it holds no longer. `employer`, `place`, `person`, `no-person`: what a span must be, if its type is known;
# `told`: of whom must be said. With `known-` in front, it must be known. `thing`: the subject is no person.
_ROWS: tuple[tuple[str, str, str, str], ...] = (
    (
        "LIVES_IN",
        (
            r"(?:的?家)?(?:住在|住到了?|住进了?|搬到了?|搬去了?|搬来了?|搬回了?|搬进了?|搬家到了?"
            rf"|搬家去了?|定居在?|移居到?了?|居住在|常住|落户){_O}{_END}"
        ),
        "short",
        "place",
    ),
    ("LIVES_IN", rf"(?:的?家)(?:就)?在{_O}{_END}", "name place", "place"),
    ("LIVES_IN", rf"住的(?:那个|这个)?(?:小区|地方|城市|街道)(?:名字)?{_CALLED}{_O}{_END}", "short", "place"),
    ("LIVES_IN", rf"从[^\s]{{1,12}}?搬(?:家)?(?:到|去|来|回)了?{_O}{_END}", "short", "place"),
    ("MOVED_FROM", rf"从{_O}搬(?:家)?(?:到|去|来|回|过来|过去|出来|走)", "short", "place"),
    ("LIVES_IN", rf"(?:搬离了?|搬出了?){_O}{_END}", "short", "place over"),
    ("LIVES_IN", rf"在{_O}(?:住了|住过|生活了|生活过|待了|待过)", "name", "known-place"),
    ("COMES_FROM", rf"在{_O}长大", "name", "known-place"),
    ("LIVES_WITH", rf"[和跟与]{_O}(?:一起住|一块儿?住|合租|同居|住在?一起)", "name", "person"),
    ("VOLUNTEERS_AT", rf"在{_O}(?:做|当)(?:过|了)?(?:义工|志愿者|志愿服务|公益)", "short", "no-person"),
    ("WORKS_AT", rf"在{_O}(?:{_WORKING}|{_POST}(?:[^\s]{{1,10}}))", "short", "employer"),
    ("WORKS_IN", rf"在{_O}{_WORKING}", "name", "known-place"),
    ("WORKS_AT", rf"在(?P<o>[^\s]{{0,6}}{SIGN})(?:写|做|搞|负责|教|跑|干|带)[^\s]", "name", "employer"),
    ("WORKS_AS", rf"(?:在[^\s]{{1,14}}?)?(?:又|还|去)?{_POST}(?:上了|了)?{_O}{_END}", "role", ""),
    (
        "WORKS_AS",
        rf"(?:成了|成为了?|升为|升任|晋升为|转行做|改行做|转行当|改行当)(?:一?[个名位])?{_O}{_END}",
        "role",
        "",
    ),
    ("WORKS_AS", rf"是(?:一?[个名位])?(?:做|当|干|搞|从事){_O}(?:的|这一?行的?)?{_END}", "short", ""),
    ("WORKS_AS", rf"是(?:一?[个名位])?{_O}{_END}", "role", "own-words"),
    (
        "WORKS_AS",
        rf"的?(?:职业|工作|职位|职务|岗位|本职){_IS}(?:一?[个名位])?(?:做|当|干)?{_O}{_END}",
        "short",
        "no-name",
    ),
    ("WORKS_AT", rf"的?(?:工作单位|单位|公司|东家|雇主)(?:名字)?{_CALLED}{_O}{_END}", "short", "employer"),
    (
        "WORKS_AT",
        rf"(?:上班|工作)的?(?:那家|那个)?(?:公司|单位|地方|医院|学校|店){_CALLED}{_O}{_END}",
        "short",
        "employer",
    ),
    ("WORKS_IN", rf"的?(?:工作地点?|工作城市|上班地点|上班的?地方){_IS}{_O}{_END}", "short", "place"),
    ("WORKS_AT", rf"在{_O}{_END}", "name", "known-employer now"),
    (
        "WORKS_AT",
        rf"(?:入职了?|加入了?|加盟了?|跳槽到了?|跳槽去了?|换到了?|调到了?|被[^\s]{{0,4}}录取到){_O}{_END}",
        "name business",
        "employer",
    ),
    ("WORKS_AT", rf"(?:去了?|换到了?|进了?|到了?){_O}{_WORKING}", "short", "employer"),
    ("WORKS_AT", rf"(?:去了?|进了?)一家(?:叫|名叫){_O}的", "short", "employer"),
    ("WORKS_AT", rf"从{_O}(?:离职|辞职|跳槽|退休|被裁)", "short", "employer over"),
    ("WORKS_AT", rf"(?:辞了|辞掉了?|辞去了?){_O}的?(?:工作|职务|职位)", "short", "employer over"),
    (
        "STUDIES_AT",
        rf"在{_O}(?:读书|上学|念书|读研|读博|读本科|上大学|读大学|就读|留学|读[大研高初小]?[一二三四五六])",
        "short",
        "employer",
    ),
    ("STUDIES_AT", r"在(?P<o>[^\s]{2,10}?(?:大学|学院))(?:学|读|念)", "short", "employer"),
    ("STUDIES_AT", rf"(?:就读于|考上了?|考进了?|考入了?|在读){_O}{_END}", "short", "employer"),
    ("STUDIES_AT", r"在(?P<o>[^\s]{2,10}?(?:大学|学院|中学|小学))$", "short", "employer"),
    ("STUDIES", rf"的?专业(?:是|为){_O}{_END}", "short", ""),
    ("STUDIES", rf"(?:学的是|读的是|主修|攻读){_O}(?:专业)?{_END}", "short", ""),
    ("GRADUATED_FROM", rf"毕业于{_O}{_END}", "short", "employer"),
    (
        "GRADUATED_FROM",
        rf"(?:是从|从|是)(?P<o>{SIGN}|[^\s]{{2,10}}(?:大学|学院|中学))毕业",
        "short",
        "employer",
    ),
    ("EDUCATED_TO", rf"的?(?:学历|教育背景|文化程度|最高学历|教育程度){_IS}{_O}(?:毕业)?{_END}", "level", ""),
    ("EDUCATED_TO", rf"(?:只|就|才)?(?:念|读|上)(?:到了?|过){_O}(?:毕业)?{_END}", "level", ""),
    (
        "EDUCATED_TO",
        r"(?:是)?(?P<o>小学|初中|高中|中专|大专|专科|本科|硕士|博士|研究生)(?:毕业|学历)",
        "level",
        "",
    ),
    (
        "COMES_FROM",
        rf"的?(?:家乡|老家|故乡|籍贯)(?:是在|就在|是|在|为){_O}(?:的|那边的?|人)?{_END}",
        "short",
        "place",
    ),
    ("COMES_FROM", rf"(?:是?来自于?){_O}(?:的)?{_END}", "name", "place"),
    ("COMES_FROM", rf"(?:的?家)?是(?P<o>{SIGN}{{1,2}})(?:那边|这边)?[人的]{_END}", "name", "known-place"),
    ("BORN_IN", rf"(?:是)?(?:出生在|出生于|生于|生在){_O}(?:的)?{_END}", "name place", "place"),
    (
        "BORN_ON",
        (
            rf"的?(?:生日|过生日|出生日期){_IS}?(?:每年)?(?P<o>"
            rf"(?:\d{{4}}年)?[\d一二三四五六七八九十]{{1,3}}月[\d一二三四五六七八九十]{{1,3}}[日号]?)"
        ),
        "short",
        "",
    ),
    (
        "AGED",
        (
            rf"(?:的?(?:年龄|年纪|岁数){_IS})?(?:有|才|都|也|刚|满|刚满|快|今年|已经){{0,3}}(?P<o>"
            rf"(?:\d{{1,3}}|[一二三四五六七八九十]{{1,3}})岁)(?:了|啦|半)?{_END}"
        ),
        "short",
        "told",
    ),
    ("MARRIED_TO", rf"(?:嫁给了?|娶了){_O}{_END}", "short", "person"),
    ("MARRIED_TO", rf"[和跟与]{_O}(?:结了?婚|领了?证|成家)", "short", "person"),
    ("ENGAGED_TO", rf"[和跟与]{_O}订了?婚", "short", "person"),
    ("DATING", rf"[和跟与]{_O}(?:在谈恋爱|谈恋爱|在一起了|在交往|交往|恋爱)", "short", "person"),
    ("DATING", rf"[和跟与]{_O}(?:分手|分了)", "short", "person over"),
    ("DIVORCED_FROM", rf"[和跟与]{_O}离了?婚", "short", "person"),
    ("FRIEND_OF", rf"[和跟与]{_O}是(?:很?好的?|老|最好的)?(?:朋友|闺蜜|同学|哥们|发小)", "name", "person"),
    ("COLLEAGUE_OF", rf"[和跟与]{_O}是(?:老)?同事", "name", "person"),
    ("MET", rf"(?:认识了|遇到了|遇见了|见到了|碰到了|见了){_O}{_END}", "name", "known-person"),
    ("MET", rf"[和跟与]{_O}(?:见了?面|聚了|吃了|碰了?面)", "name", "known-person"),
    ("ALLERGIC_TO", rf"(?:一查|查出来?)?(?:是|会)?对{_O}(?:严重|有点|会|都|也)?过敏", "short", ""),
    (
        "INTERESTED_IN",
        rf"对{_O}(?:很|特别|非常|挺|最|都|也|一直|十分|越来越){{0,2}}(?:感兴趣|有兴趣|着迷|入迷|好奇)",
        "short",
        "",
    ),
    (
        "HAS_CONDITION",
        rf"(?:得了|得过|患有|患了|患上了?|查出来?了?|确诊了?|诊断出了?|有)(?:点|点儿|轻微的?|严重的?)?{_O}{_END}",
        "condition",
        "",
    ),
    ("AFRAID_OF", rf"(?:害怕|怕|恐惧)(?!是|它|他|她|你|我|自己|的|什么){_O}{_END}", "short", "brief"),
    ("FOLLOWS_DIET", r"(?:是)?(?:一个|个)?(?P<o>吃全?素|素食|清真)(?:主义者|者|的)?$", "short", ""),
    (
        "FAVORITE",
        rf"最?(?:喜欢|爱)(?:吃|喝|看|听|玩)?的(?P<kind>[^\s是]{{1,4}}?)(?:现在)?(?:就是|还是|是|变成了?|成了|换成了?){_O}{_END}",
        "short",
        "",
    ),
    (
        "LIKES",
        rf"(?:最?喜欢|最?爱)(?:吃|喝|看|听|玩)?的[^\s是]{{0,8}}(?:就是|还是|是|叫){_O}{_END}",
        "short",
        "",
    ),
    (
        "LIKES",
        rf"的?(?:兴趣爱好|业余爱好|爱好|兴趣)(?:主要|一直)?(?:就是|还是|是|为|有|包括){_O}{_END}",
        "short",
        "",
    ),
    ("DISLIKES", rf"(?:讨厌|受不了|反感|最烦|嫌弃){_EAT}{_O}{_END}", "short", ""),
    (
        "LIKES",
        rf"(?:喜欢上了?|喜欢|迷上了?|爱上了?|热爱|痴迷于?|沉迷于?|钟爱|偏爱|中意|酷爱){_EAT}{_O}{_END}",
        "short",
        "",
    ),
    ("LIKES", rf"爱(?:吃|喝|看|听|玩|穿|用)(?!的){_O}{_END}", "short", ""),
    ("LIKES", rf"爱(?![情人心护惜的上好]){_O}{_END}", "activity sport", ""),
    ("LIKES", rf"(?:戒掉了?|戒了){_O}{_END}", "short", "over"),
    (
        "LIKES",
        rf"戒(?P<o>烟|酒|糖|咖啡|奶茶|甜食|辣)(?:了)?(?:[^\s]{{0,6}}[天周月年])?(?:了)?{_END}",
        "short",
        "over",
    ),
    ("LIKES", rf"把{_O}(?:给)?戒(?:了|掉了?)", "short", "over"),
    (
        "HAS_PET",
        (
            rf"(?:家)?(?:里)?(?:养了|养着|养过|领养了|收养了|收留了|养|有){_COUNTED}(?:叫|名叫|名字叫)"
            rf"(?P<o>[^\s的]{{1,6}})的(?=[^\s]{{0,4}}[猫狗兔鸟鱼龟鼠犬])"
        ),
        "short",
        "",
    ),
    ("HAS_PET", rf"(?:养了|养着|养过|领养了|收养了|收留了|养){_COUNTED}{_O}{_END}", "pet", ""),
    (
        "HAS_PET",
        rf"(?:家)?有{_COUNTED}(?P<o>[^\s]{{0,4}}(?:猫|狗|猫咪|狗狗|兔子|仓鼠|乌龟|鹦鹉)){_END}",
        "pet",
        "",
    ),
    (
        "HAS_PET",
        rf"(?:家)?的?(?:小)?(?:猫|狗|猫咪|狗狗|兔子|仓鼠|乌龟|鹦鹉|宠物)(?:的?名字)?(?:就)?(?:叫做?|名叫|是叫){_O}{_END}",
        "short",
        "",
    ),
    ("OWNS", rf"(?:养了){_COUNTED}{_O}{_END}", "short", "no-pet"),
    (
        "OWNS",
        rf"(?:给自己)?(?:新买了|买了|买到了|入手了|购入了|买下了|拥有|添置了){_COUNTED}{_O}{_END}",
        "short",
        "",
    ),
    (
        "OWNS",
        rf"(?:有|开着?|骑着?)(?:了)?[一二两三四五几\d]?(?:辆|台|架|艘|栋)(?:新|二手)?{_O}{_END}",
        "short",
        "no-pet",
    ),
    ("OWNS", rf"把{_O}(?:给)?卖(?:了|掉了?)", "short", "over"),
    ("OWNS", rf"(?:卖了|卖掉了?){_COUNTED}{_O}{_END}", "thing-owned name", "over no-person"),
    ("LOST", rf"(?:丢了|弄丢了|丢失了|搞丢了){_COUNTED}{_O}{_END}", "short", "no-person"),
    ("LOST", rf"把{_O}(?:给)?(?:弄|搞)?丢了", "short", "no-person"),
    ("OWNS", rf"(?:换了|有了?){_COUNTED}(?:新)?{_O}{_END}", "thing-owned", ""),
    (
        "OWNS",
        (
            r"(?:现在|平时|手里|手头|手上)?(?:用|开|骑)?的?(?:那个|这个|这款|这部|那部|这台|那辆"
            rf"|这辆)?(?:手机|电脑|车|相机|平板|耳机|手表|笔记本)(?:就)?是{_O}{_END}"
        ),
        "short",
        "model",
    ),
    (
        "VISITED",
        (
            r"(?:去过|去了趟?|到过|到了|参观了?过?|逛了逛?|游览了?过?|游玩了?|玩遍了|飞到了?"
            rf"|来过){_COUNTED}{_O}(?:旅游|旅行|玩|出差|度假|爬山|看海|参观|逛逛?|转了?转)?{_END}"
        ),
        "place",
        "",
    ),
    (
        "VISITED",
        (
            rf"(?:去过|去了趟?|到过|到了|参观了?过?|逛了逛?|游览了?过?|飞到了?|来过){_O}(?:旅游|旅行|玩"
            rf"|出差|度假|爬山|看海|参观|转了?转)?(?:了|一趟|一次|几天)?{_END}"
        ),
        "name",
        "known-place",
    ),
    ("VISITED", rf"(?:去|到){_O}(?:旅游|旅行|玩|出差|度假|爬山|看海)(?:了|过)", "name place", "place"),
    ("VISITED", rf"从{_O}(?:旅游|旅行|出差|度假|玩)?回来", "name", "known-place"),
    (
        "VISITED",
        rf"(?:去|到|飞去?|飞往){_O}(?:旅游|旅行|玩儿?|出差|度假|爬山|看海|看[^\s]{{1,4}}|留学|读书|开会|参加[^\s]{{1,8}}|过年)?{_END}",
        "name",
        "known-place ahead",
    ),
    (
        "ATTENDED",
        rf"(?:报名参加了?|参加了?过?|出席了?|参与了?){_COUNTED}(?!的){_O}{_END}",
        "name event course",
        "no-person",
    ),
    ("ATTENDED", rf"(?:报名参加|参加|出席)的(?:是)?{_O}{_END}", "name event course", "no-person"),
    ("ENROLLED_IN", rf"(?:报了名?|报名了?|报上了?){_COUNTED}{_O}{_END}", "course event", ""),
    (
        "LEARNING",
        (
            rf"(?:正在学|在学习?|开始学习?|改学|去学习?|来学|自学|学习|学起了?|学){_COUNTED}(?!校|生|会"
            rf"|历|期|长|费|到|完|得|不|过|的|姐|妹|弟|习|霸|着){_O}{_END}"
        ),
        "short",
        "brief",
    ),
    (
        "TEACHES",
        rf"(?:在[^\s]{{1,10}}?)?教(?!室|授|练|育|学|师|堂|我|你|他|她|会|导|训|程|材){_O}{_END}",
        "short",
        "brief no-person",
    ),
    ("PLAYS", rf"(?:会|常|在)?(?:弹|拉|吹|打|踢|玩|下|敲)(?:了)?{_O}{_END}", "sport", ""),
    ("PRACTICES", rf"(?:坚持|开始|去|练习|练起了?|练|学会了|做){_O}{_END}", "activity", ""),
    (
        "PRACTICES",
        rf"(?P<o>跑步|游泳|健身|爬山|练瑜伽|打太极|骑行|徒步|冥想|晨跑|夜跑)(?:了)?{_END}",
        "activity sport",
        "habit",
    ),
    (
        "READ",
        (
            rf"(?:在看|在读|看完了?|读完了?|读了|看了|读过){_COUNTED}(?:书|小说|绘本|漫画)?(?P<o>{SIGN}"
            rf"|《[^》]{{1,20}}》)(?:这本书|这部小说)"
        ),
        "short",
        "",
    ),
    (
        "READ",
        rf"(?:在读|读完了?|读了|读过){_COUNTED}(?:书|小说|绘本|漫画)?(?P<o>{SIGN}|《[^》]{{1,20}}》)",
        "short",
        "",
    ),
    (
        "WATCHED",
        (
            rf"(?:在看|看完了?|看了|看过|追完了?|在追){_COUNTED}(?:电影|电视剧|纪录片|话剧|剧|动画片?"
            rf"|综艺)(?P<o>{SIGN}|《[^》]{{1,20}}》)"
        ),
        "short",
        "",
    ),
    (
        "CREATED",
        rf"(?:写了|写完了?|画了|画完了?|做了|创作了|拍了|设计了|编了|开发了|织了|烤了|出版了|发表了){_COUNTED}{_O}{_END}",
        "creation",
        "",
    ),
    (
        "WON",
        rf"(?:获得了?|得了|拿了|赢得了?|赢了|拿到了?|拿下了?|夺得了?|考到了?|考过了?|考下了?){_O}{_END}",
        "prize",
        "",
    ),
    (
        "FOUNDED",
        rf"(?:开了|开起了?|创办了?|创立了?|成立了|创建了?|开办了?){_COUNTED}{_O}{_END}",
        "business",
        "",
    ),
    (
        "LEADS",
        rf"(?:负责|管理|管着|带领|领导着?|带着?)(?P<o>[^\s]{{1,10}}(?:团队|部门|项目|小组|班|公司|分店)){_END}",
        "short",
        "",
    ),
    ("SPEAKS", rf"(?:会|能)?(?:说|讲)(?:一口)?(?:流利的?|一点|点儿?|标准的?)?{_O}{_END}", "language", ""),
    ("SPEAKS", rf"的?母语(?:是|为){_O}{_END}", "language", ""),
    ("MEMBER_OF", rf"(?:加入了?|进了|入选了?){_COUNTED}{_O}{_END}", "club", ""),
    ("MEMBER_OF", rf"是{_O}的?(?:成员|会员|队员|社员|团员|一员){_END}", "short", ""),
    ("EATS", rf"吃{_O}{_END}", "short", "brief habit"),
    ("DRINKS", rf"喝{_O}{_END}", "short", "brief habit"),
    (
        "LOCATED_IN",
        rf"的?(?:总部|办公室)(?:就|也)?(?:搬到了?|迁到了?|在|位于|设在){_O}{_END}",
        "short",
        "place",
    ),
    (
        "LOCATED_IN",
        rf"(?:就)?(?:位于|坐落[在于]|开在|建在){_O}(?:上|里|边|旁边|附近)?{_END}",
        "short",
        "place",
    ),
    ("LOCATED_IN", rf"的?(?:地点|举办地|举办地点|地址|位置){_IS}{_O}{_END}", "short", "place thing"),
    (
        "NAMED",
        rf"(?:的?(?:名字|大名|小名|全名))?(?:就)?(?:叫做|叫|名叫)(?P<o>[{SOMEBODY}]|[\u4e00-\u9fff]{{2,4}}){_END}",
        "short",
        "name-only",
    ),
)


@cache
def rows() -> tuple[Row, ...]:
    """The rows in the order in which they are tried."""
    return tuple(
        Row(type_, re.compile(pattern), frozenset(takes.split()), frozenset(flags.split()))
        for type_, pattern, takes, flags in _ROWS
    )
