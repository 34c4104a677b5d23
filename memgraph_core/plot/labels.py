"""The texts of pictures in English and Chinese: titles, axes, relations, topics and entity types."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memgraph_core.language.entries import entries, relation_label
from memgraph_core.language.pack import answer_language

_ENGLISH = {
    "mentions": "Mentions over time in {name}",
    "per day": "mentions per day",
    "per week": "mentions per week",
    "entities": "Most mentioned entities of {name}",
    "last": "last {day}",
    "trends": "Topics and entities of {name} that are mentioned more or less than before",
    "share": "share of all mentions in per cent: before ○  since ●",
    "topic": "{name} (topic)",
    "retention": "Retention in {name}: probability of recall in per cent; a dot is a use",
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
    "trends": "{name}：提及增多和减少的话题与实体",
    "share": "占全部提及的百分比：之前 ○  之后 ●",
    "topic": "{name}（话题）",
    "retention": "{name}：记忆保持率（百分比），圆点表示一次使用",
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
        return self.relations.get(type) or relation_label(type, "en")

    @property
    def texts(self) -> tuple[str, ...]:
        """All words, for the choice of a font."""
        groups = (self.phrases, self.types, self.topics, self.relations)
        return tuple(text for group in groups for text in group.values())


def _relations(language: str) -> dict[str, str]:
    return {type_: entry.label[language] for type_, entry in entries().items() if language in entry.label}


_LABELS = {
    "en": Labels(_ENGLISH, {}, {}, {}),
    "zh": Labels(_CHINESE, _CHINESE_TYPES, _CHINESE_TOPICS, _relations("zh")),
}


def labels_for(texts: Iterable[str]) -> Labels:
    """The labels in the language of the names and texts that a picture shows."""
    return _LABELS[answer_language(" ".join(texts))]
