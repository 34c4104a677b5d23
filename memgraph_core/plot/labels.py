"""The words that pictures write, in English and Chinese: titles, axes, relations, topics and types of entities."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memgraph_core.language.pack import answer_language

_ENGLISH = {
    "mentions": "Mentions over time in {name}",
    "per day": "mentions per day",
    "per week": "mentions per week",
    "entities": "Most mentioned entities of {name}",
    "last": "last {day}",
    "shifts": "Topics and entities of {name} that come up more or less than before",
    "share": "share of all mentions in per cent: before ○  since ●",
    "topic": "{name} (topic)",
    "until": "{relation} until {day}",
    "empty": "{title}: nothing yet",
    "months": "%b",
}
_CHINESE = {
    "mentions": "{name}：提及次数随时间的变化",
    "per day": "每天提及次数",
    "per week": "每周提及次数",
    "entities": "{name}：提及最多的实体",
    "last": "最近 {day}",
    "shifts": "{name}：提及增多和减少的话题与实体",
    "share": "占全部提及的百分比：之前 ○  之后 ●",
    "topic": "{name}（话题）",
    "until": "{relation}，至 {day}",
    "empty": "{title}：暂无内容",
    "months": "%m月",
}
_CHINESE_TYPES: dict[str, str] = {
    "Person": "人物",
    "Place": "地点",
    "Organization": "组织",
    "Event": "事件",
    "Work": "作品",
    "Thing": "事物",
    "Concept": "概念",
}
_CHINESE_TOPICS = {
    "celebration": "庆祝",
    "faith": "信仰",
    "family": "家庭",
    "feelings": "情绪",
    "film": "电影",
    "food": "饮食",
    "friends": "朋友",
    "games": "游戏",
    "health": "健康",
    "hobby": "爱好",
    "home": "家居",
    "love": "感情",
    "money": "金钱",
    "music": "音乐",
    "nature": "自然",
    "pets": "宠物",
    "plans": "计划",
    "reading": "阅读",
    "shopping": "购物",
    "sport": "运动",
    "study": "学习",
    "technology": "科技",
    "travel": "旅行",
    "work": "工作",
}
_CHINESE_RELATIONS = {
    "LIVES_IN": "住在",
    "LIVES_WITH": "同住",
    "MOVED_FROM": "搬离",
    "COMES_FROM": "来自",
    "BORN_IN": "出生于",
    "BORN_ON": "生日",
    "AGED": "年龄",
    "LOCATED_IN": "位于",
    "PART_OF": "属于",
    "VISITED": "去过",
    "WORKS_AT": "任职于",
    "WORKS_IN": "工作于",
    "WORKS_AS": "职业",
    "WORKS_ON": "从事",
    "LEADS": "负责",
    "FOUNDED": "创办",
    "STARTED": "开始",
    "VOLUNTEERS_AT": "志愿服务于",
    "TEACHES": "教",
    "STUDIES_AT": "就读于",
    "STUDIES": "攻读",
    "LEARNING": "在学",
    "ENROLLED_IN": "报名",
    "GRADUATED_FROM": "毕业于",
    "EDUCATED_TO": "学历",
    "SPEAKS": "会说",
    "APPLIED_TO": "申请",
    "HELPS": "帮助",
    "GAVE": "送出",
    "MARRIED_TO": "配偶",
    "ENGAGED_TO": "订婚",
    "DATING": "恋人",
    "DIVORCED_FROM": "离异",
    "PARENT_OF": "子女",
    "CHILD_OF": "父母",
    "SIBLING_OF": "兄弟姐妹",
    "RELATIVE_OF": "亲戚",
    "FRIEND_OF": "朋友",
    "COLLEAGUE_OF": "同事",
    "NEIGHBOR_OF": "邻居",
    "KNOWS": "认识",
    "MET": "见过",
    "HAS_PET": "养",
    "NAMED": "名叫",
    "IS_A": "是",
    "MEMBER_OF": "成员",
    "LIKES": "喜欢",
    "DISLIKES": "不喜欢",
    "INTERESTED_IN": "感兴趣",
    "INSPIRED_BY": "受启发于",
    "AFRAID_OF": "害怕",
    "WANTS": "想要",
    "PLANS_TO": "打算",
    "LOOKS_FORWARD_TO": "期待",
    "TRIED": "试过",
    "RECOMMENDS": "推荐",
    "DISCUSSED": "聊过",
    "VALUES": "看重",
    "MISSES": "想念",
    "ALLERGIC_TO": "过敏",
    "HAS_CONDITION": "患有",
    "FOLLOWS_DIET": "饮食习惯",
    "INJURED": "受伤",
    "EXPERIENCED": "经历",
    "FELT": "感到",
    "EATS": "吃",
    "DRINKS": "喝",
    "OWNS": "拥有",
    "USES": "使用",
    "COLLECTS": "收藏",
    "GROWS": "种",
    "RECEIVED": "收到",
    "LOST": "失去",
    "PLAYS": "玩",
    "PRACTICES": "练习",
    "READ": "读过",
    "WATCHED": "看过",
    "LISTENS_TO": "听",
    "CREATED": "创作",
    "WON": "赢得",
    "SAW": "看见",
    "ATTENDED": "参加",
    "ORGANIZED": "组织",
    "HAPPENS_ON": "日期",
}


@dataclass(frozen=True, slots=True)
class Labels:
    """The words of pictures in one language. Words without a translation are written as they are."""

    phrases: Mapping[str, str]
    types: Mapping[str, str]
    topics: Mapping[str, str]
    relations: Mapping[str, str]

    def phrase(self, key: str, **values: str) -> str:
        """A title or an axis label with its values."""
        return self.phrases[key].format(**values)

    def type(self, type: str) -> str:
        """A type of entities."""
        return self.types.get(type, type)

    def topic(self, name: str) -> str:
        """A topic of notes."""
        return self.topics.get(name, name)

    def relation(self, type: str) -> str:
        """A relation type, in English in lower case without underscores."""
        return self.relations.get(type) or type.replace("_", " ").lower()

    @property
    def texts(self) -> tuple[str, ...]:
        """All words, for the choice of a font."""
        groups = (self.phrases, self.types, self.topics, self.relations)
        return tuple(text for group in groups for text in group.values())


_LABELS = {
    "en": Labels(_ENGLISH, {}, {}, {}),
    "zh": Labels(_CHINESE, _CHINESE_TYPES, _CHINESE_TOPICS, _CHINESE_RELATIONS),
}


def labels_for(texts: Iterable[str]) -> Labels:
    """The labels in the language of the names and texts that a picture shows."""
    return _LABELS[answer_language(" ".join(texts))]
