"""Which relations a question asks about: "Where does Ada live?" wants LIVES_IN.

The other side of the relation phrases: what a statement would have said, a question only touches with a word.
Each row is read by itself; a word that could mean anything ("do", "have", 有) is in none of them.
"""

import re
from functools import cache

from memgraph_core.language.pack import pack_of

_ROWS: tuple[tuple[str, str, str], ...] = (
    (
        "LIVES_IN",
        r"liv(?:e[sd]?|ing)(?! with)|mov(?:e[sd]?|ing)(?! from)|resid\w+|(?<!mail )address|settled?",
        r"(?<!居)住(?!院)|搬|定居|(?<!老)家在|小区",
    ),
    ("LIVES_WITH", r"liv(?:e[sd]?|ing) with|(?:room|flat|house)mates?", r"室友|舍友|合租|一起住"),
    (
        "MOVED_FROM",
        r"mov(?:e[sd]?|ing) (?:away )?(?:here )?from|where .{0,40}\bmov(?:e[sd]?|ing) from",
        r"从哪.{0,4}搬",
    ),
    (
        "COMES_FROM",
        (
            r"(?:come|comes|came|is|are|was|were|['’]s) (?:\w+ )?from|where .{1,30}\bfrom\b|home ?town"
            r"|home country|grew up|grow up|origin\w*"
        ),
        r"老家|家乡|来自|哪里人|哪儿人|籍贯|故乡",
    ),
    ("BORN_IN", r"born(?! on)|birthplace", r"出生(?!日期)"),
    ("BORN_ON", r"birthday|birth ?date|date of birth|born on|when .{1,30}\bborn", r"生日|出生日期|哪天出生"),
    ("AGED", r"how old|what age|\bage\b", r"几岁|多大(?:了|年纪)?|年龄|多少岁"),
    (
        "LOCATED_IN",
        r"located|location|head ?office|headquarter(?:s|ed)|based|take place|held",
        r"总部|位于|(?<![住家乡作])在哪(?:里|儿|条路)?[？?]?$|哪条路|地址|(?<!工作)地点|哪里举",
    ),
    (
        "DISCUSSED",
        r"(?:talk|chat|sp[eo]a?k|spoke|discuss)\w* (?:\w+ ){0,3}about|discuss\w*",
        r"聊过|谈到|讨论",
    ),
    ("FELT", r"feel(?:s|ing|ings)?|felt|mood|emotion\w*", r"心情|感受|感觉|情绪"),
    (
        "VISITED",
        r"visit(?:s|ed|ing)?|travel\w*|been to|trips?|(?:went|go|gone) (?:on|to)|vacation|holiday",
        r"去过|旅行|旅游|参观|逛|出差|度假|景点",
    ),
    (
        "WORKS_AT",
        r"work(?:s|ed|ing)?(?! (?:on|as|in)\b)|employ\w+|company|jobs?",
        r"工作|上班|公司|单位|入职",
    ),
    (
        "WORKS_AS",
        r"work(?:s|ed|ing)? as|occupation|profession|jobs?\b|career|do(?:es)? .{1,30} do for (?:a living|work)",
        r"职业|职位|做什么的|干什么的|什么工作|职务|岗位",
    ),
    (
        "WORKS_IN",
        r"work(?:s|ed|ing)? in|which city .{0,40}\bwork",
        r"工作地|在哪(?:里|儿)(?:工作|上班)|哪个城市.{0,4}(?:工作|上班)",
    ),
    ("WORKS_ON", r"work(?:s|ed|ing)? on|projects?|preparing for", r"项目"),
    ("LEADS", r"leads?|leading|manag(?:es?|ed|ing)|in charge|runs?\b|organi[sz]e[sd]?", r"负责|带领|管理"),
    (
        "FOUNDED",
        r"found(?:ed|er|ers)|start(?:ed)? .{0,20}\b(?:business|company|shop|blog)|opened",
        r"创办|创立|开了|创始",
    ),
    ("VOLUNTEERS_AT", r"volunteer\w*", r"志愿|义工|公益"),
    ("TEACHES", r"teach(?:es|ing)?|taught", r"教(?!授|室|练|堂|育)"),
    ("STUDIES_AT", r"stud(?:y|ies|ied|ying)|universit(?:y|ies)|college|school", r"读书|上学|大学|学校|就读"),
    ("STUDIES", r"stud(?:y|ies|ied|ying)(?! at)|major(?:s|ed|ing)?|degrees?|field of", r"专业|学什么|主修"),
    ("GRADUATED_FROM", r"graduat\w+|alma mater|degrees?", r"毕业"),
    ("EDUCATED_TO", r"education\w*|degrees?|qualification", r"学历|教育背景|文化程度|毕业"),
    ("LEARNING", r"learn\w*", r"在学|学什么|学习"),
    (
        "ENROLLED_IN",
        r"class(?:es)?|(?<!of )courses?|workshops?|sign(?:ed)? up|enroll?\w*|lessons?",
        r"报了|报名|课|什么班",
    ),
    ("SPEAKS", r"speaks?|spoken?|languages?|fluent", r"语言|会说|会讲|母语|外语"),
    (
        "MARRIED_TO",
        r"married|marr(?:y|ies)|husband|wife|spouse|wedding",
        r"结婚|嫁|娶|丈夫|妻子|老公|老婆|太太|媳妇",
    ),
    ("ENGAGED_TO", r"engaged|fianc[eé]e?", r"订婚|未婚"),
    (
        "DATING",
        r"dating|boyfriend|girlfriend|partner|relationship status|seeing anyone",
        r"男朋友|女朋友|男友|女友|对象|恋爱|交往",
    ),
    ("DIVORCED_FROM", r"divorc\w+|ex-(?:husband|wife)", r"离婚|前夫|前妻"),
    ("PARENT_OF", r"sons?|daughters?|child(?:ren)?|kids?", r"儿子|女儿|孩子|闺女"),
    ("CHILD_OF", r"mothers?|mom|mum|fathers?|dad|parents?", r"爸爸?|妈妈?|父亲|母亲|父母"),
    (
        "SIBLING_OF",
        r"sisters?|brothers?|siblings?|twins?",
        r"兄弟姐妹|兄弟|姐妹|(?<![表堂])(?:哥哥?|姐姐?|弟弟?|妹妹?)(?!们儿)",
    ),
    (
        "RELATIVE_OF",
        r"cousins?|aunt\w*|uncles?|niece|nephew|grand\w+|relatives?|famil(?:y|ies)|\w+-in-law",
        r"[表堂][姐妹哥弟]|[叔舅姑姨婶]|舅妈|爷爷|奶奶|外公|外婆|亲戚|家人|嫂|姐夫",
    ),
    ("FRIEND_OF", r"friends?", r"朋友|同学|闺蜜"),
    ("COLLEAGUE_OF", r"colleagues?|co-?workers?|boss|manager|teammates?", r"同事|老板|上司|下属|领导|搭档"),
    ("NEIGHBOR_OF", r"neighbou?rs?", r"邻居"),
    ("MET", r"\bmet\b|meet(?:s|ing)?(?! up)", r"认识|遇到|遇见|见了谁"),
    ("HAS_PET", r"pets?|dogs?|cats?|pupp(?:y|ies)|kittens?|animals?", r"宠物|[养只]?(?<!熊)[猫狗]|养了"),
    ("NAMED", r"(?:name|called|named)", r"叫什么|名字"),
    ("MEMBER_OF", r"members?|belongs?|join(?:ed)?|clubs?|teams?", r"加入|成员|会员|社团|俱乐部"),
    (
        "LIKES",
        r"likes?|loves?|loved|enjoy\w*|favou?rite|prefers?|hobb(?:y|ies)|fan of",
        r"(?<!不)喜欢|爱好|爱吃|爱喝|最爱|兴趣",
    ),
    ("DISLIKES", r"dislikes?|hates?|can['’]t stand|(?:not|n['’]t) like", r"不喜欢|讨厌|不爱"),
    ("INTERESTED_IN", r"interests?|interested|passion\w*", r"感兴趣|兴趣"),
    ("AFRAID_OF", r"afraid|scared|fears?|terrified|phobia", r"害怕|怕什么|最怕|恐惧"),
    (
        "WANTS",
        r"wants?|wish\w*|hop(?:es|ing)|dreams?|would (?:love|like) to|goals?",
        r"想要|希望|愿望|梦想|想(?:做|去|学|买|当)",
    ),
    ("PLANS_TO", r"plan(?:s|ned|ning)?|going to|intend\w*|upcoming", r"打算|计划|准备|将要"),
    ("ALLERGIC_TO", r"allerg\w+", r"过敏"),
    (
        "HAS_CONDITION",
        r"disease|illness|condition|diagnos\w+|suffer\w*|health (?:problem|issue)s?",
        r"什么病|生病|确诊|疾病|患",
    ),
    ("FOLLOWS_DIET", r"diets?|vegetarian|vegan", r"吃素|素食|饮食"),
    ("EATS", r"eats?|eating", r"吃(?:什么|哪)"),
    ("DRINKS", r"drinks?|drinking", r"喝(?:什么|哪)"),
    ("OWNS", r"owns?|bought|buy|adopted|purchas\w+|possess\w*", r"买了|拥有|养了|买的|手机|什么车"),
    ("PLAYS", r"play(?:s|ed|ing)?|instruments?|sports?", r"乐器|弹|打什么球|踢球|运动"),
    (
        "PRACTICES",
        r"hobb(?:y|ies)|activit(?:y|ies)|exercise|pastimes?|destress|de-stress",
        r"锻炼|健身|运动|业余",
    ),
    ("READ", r"(?:reads?|reading|books?|novels?)", r"读(?:过|了|什么|完)|看(?:过|了|的)?什么书|哪本书"),
    ("WATCHED", r"watch(?:es|ed|ing)?|movies?|films?|(?:tv )?shows?|series", r"电影|电视剧|看了什么|追剧"),
    ("LISTENS_TO", r"listen\w*|music|bands?", r"听什么|音乐"),
    (
        "CREATED",
        r"wrote|written|paint(?:s|ed|ing)?|composed|directed|author|made|make|built|created?|drew|drawn",
        r"写了|画了|作者|做了(?!什么)|创作|设计了",
    ),
    ("WON", r"won|wins?|awards?|prizes?|medals?|trophy", r"获奖|得奖|赢|冠军|奖"),
    (
        "ATTENDED",
        r"attend(?:s|ed|ing)?|(?:went|go|going) to|participat\w+|events?|concerts?|festivals?|conferences?",
        r"参加|出席|活动|演唱会|会议",
    ),
)
_MOST = 400  # characters of a question that are read


def relations_asked(question: str, language: str) -> frozenset[str]:
    """The relation types that a question touches; none for most questions."""
    return frozenset(type_ for type_, _, _ in relation_words(question, language))


def relation_words(question: str, language: str) -> tuple[tuple[str, int, int], ...]:
    """The relation types that a question touches, each with where the first words are that do."""
    pack = pack_of(language)
    question = pack.plain(question[:_MOST])
    found = ((type_, pattern.search(question)) for type_, pattern in pack.relation_words())
    return tuple((type_, *match.span()) for type_, match in found if match)


@cache
def english_relation_words() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Relation types with the English words that ask for them, compiled with the first question."""
    return tuple((type_, re.compile(rf"\b(?:{english})\b", re.IGNORECASE)) for type_, english, _ in _ROWS)


@cache
def chinese_relation_words() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Relation types with the Chinese words that ask for them."""
    return tuple((type_, re.compile(chinese)) for type_, _, chinese in _ROWS)
