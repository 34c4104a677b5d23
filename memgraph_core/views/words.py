"""The words that views write, in English and Chinese."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from memgraph_core.language.entries import ClaimKind, Section, relation_label
from memgraph_core.language.quoting import encoded_name, encoded_text
from memgraph_core.language.times import TimeSpan
from memgraph_core.records.graph import Fact
from memgraph_core.records.representation import as_date, last_date
from memgraph_core.views.claims import Claim, days_of


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language."""

    language: str
    profile_title: str
    no_profile: str
    sections: Mapping[Section, str]
    states: Mapping[str, str]  # put before a line
    since: str
    until: str
    ended_before: str
    said: str
    outdated: str
    starting: str
    week: str
    range: str
    on: str
    planned_for: str
    colon: str
    space: str
    conflicting: str
    topics: str
    open_topics: str
    interests: str
    highlights: str
    talking_heading: str
    talking: str
    due_title: str
    due: str
    nothing_due: str
    due_kinds: Mapping[str, str]
    turning: str
    brief_title: str
    began: str
    ended: str
    new_people: str
    rising: str
    nothing_new: str
    gaps_title: str
    open_questions: str
    answered_questions: str
    unnamed: str
    no_gaps: str
    mood_title: str
    mood_count: str
    mood_triggers: str
    mood_weekdays: str
    mood_episodes: str
    mood_days: str
    no_mood: str
    feelings: Mapping[str, str]
    relationship_title: str
    events: str
    no_events: str
    event_kinds: Mapping[str, str]
    assistant: str
    user: str
    comma: str
    style_title: str
    style_hints: str
    style_source: str
    styles: Mapping[tuple[str, str], str]
    weekdays: tuple[str, ...]
    topic_names: Mapping[str, str] = field(default_factory=dict[str, str])  # topics with another name

    def topic(self, name: str) -> str:
        """The name of a topic or an entity in this language."""
        return encoded_name(self.topic_names.get(name, name))

    def statement(self, relation: str, subject: str | None, object_: str) -> str:
        """`works at: Kestrel`; with a subject the whole statement: `Ben reports to Ada`."""
        label, value = relation_label(relation, self.language), encoded_name(object_)
        if subject is None:
            return f"{label}{self.colon}{value}"
        return f"{encoded_name(subject)} {label} {value}"

    def period(self, fact: Fact) -> str:
        """The validity of a fact, written after its statement. Without a stated start, the day when the fact was said."""
        if fact.holds_until and fact.is_only_past:
            return self.ended_before.format(day=as_date(fact.holds_until))
        until = self.until.format(day=last_date(fact.holds_until)) if fact.holds_until else ""
        if fact.holds_from is None:
            return until
        day = as_date(fact.holds_from, fact.grain)
        return (
            self.since.format(day=day) + until if fact.has_stated_start else until + self.said.format(day=day)
        )

    def claimed_time(self, claim: Claim, *, is_ahead: bool, kind: ClaimKind) -> str:
        """The times that a claim states, written after its statement. Without a start or end, the day when it was said."""
        said = self.said.format(day=as_date(claim.said.at)) if claim.said.at else ""
        if claim.on is not None:
            day = self._day(claim.on, whole=True)
            return self.planned_for.format(day=day) + said if kind == "wish" else self.on.format(day=day)
        since, until = (self._day(span) if span else "" for span in (claim.since, claim.until))
        begun = (self.starting if is_ahead else self.since).format(day=since) if since else ""
        over = self.until.format(day=until) if until else ""
        return begun + over if begun or (over and not said) else over + said

    def quoted(self, claim: Claim, name: str) -> str:
        """The sentence of a claim with its day, and its speaker if that is another one, as in `2026-06-01, Ben: "Ada moved."`."""
        day = as_date(claim.said.at) if claim.said.at else ""
        speaker = claim.said.speaker
        who = encoded_name(speaker) if speaker is not None and speaker != name else ""
        source = self.comma.join(part for part in (day, who) if part)
        outdated = self.outdated if claim.is_outdated else ""
        return f"{source}{self.colon if source else ''}{encoded_text(claim.said.text)}{outdated}"

    def _day(self, span: TimeSpan, *, whole: bool = False) -> str:
        """The first unit of a time; with `whole` also the last one, of a time that has several."""
        first, last = days_of(span)
        if span.grain == "week":
            return self.week.format(day=first)
        return self.range.format(first=first, last=last) if whole and first != last else first


_ENGLISH = Words(
    language="en",
    profile_title="Profile of {name}", no_profile="Memory has no facts.",
    sections={
        "identity": "Identity", "people": "People", "home": "Home", "work": "Work and study",
        "preferences": "Preferences", "habits": "Habits", "health": "Health", "possessions": "Possessions",
        "plans": "Plans", "events": "Events", "other": "Other",
    },
    states={"current": "", "planned": "planned", "former": "formerly"},
    since=" since {day}", until=" until {day}", ended_before=" ended before {day}", said=" (said {day})",
    outdated=" (changed since then)",
    starting=" from {day}", week="the week of {day}", range="{first} to {last}",
    on=" ({day})", planned_for=", for {day}", colon=": ", space=" ",
    conflicting=" (contradicted)", topics="Topics",
    open_topics="Open topics", highlights="Also said", interests="Share of topics", talking_heading="Style of talking",
    talking="about {length} words a message; {questions:.0%} ask something, {emoji:.0%} have an emoji",
    due_title="Due from {since} until {until}", due="Due", nothing_due="Nothing is due.",
    due_kinds={
        "appointment": "appointment", "deadline": "deadline", "birthday": "birthday", "plan": "plan",
        "recurring": "recurring",
    },
    turning=" (turns {age})", brief_title="What changed since {since}", began="New facts", ended="No longer true",
    new_people="New people", rising="Mentioned more often", nothing_new="Nothing changed.",
    gaps_title="What memory does not know", open_questions="Questions without an answer",
    answered_questions="Answered questions",
    unnamed="People without a name", no_gaps="There are no gaps.",
    mood_title="Mood from {since} until {until}", mood_count="valence {valence} ({turns} of {total} messages)",
    mood_triggers="Better (+) or worse (-) with", mood_weekdays="By weekday", mood_episodes="By episode", mood_days="By day",
    no_mood="No message expresses a feeling.",
    feelings={
        "joy": "joy", "gratitude": "gratitude", "relief": "relief", "sadness": "sadness", "anger": "anger",
        "fear": "fear",
    },
    relationship_title="Events between people and the assistant", events="Events", no_events="Nothing happened.",
    event_kinds={
        "first_talk": "first talk", "thanks": "thanks", "praise": "praise", "complaint": "complaint",
        "correction": "correction", "apology": "apology", "disagreement": "disagreement", "promise": "promise",
        "promise_kept": "promise kept", "promise_broken": "promise broken",
    },
    assistant="assistant", user="user", comma=", ",
    style_title="How to answer", style_hints="As people asked", style_source=" ({day}, {count} in all: {text})",
    styles={
        ("detail", "less"): "Be brief.", ("detail", "more"): "Explain in detail.",
        ("formality", "less"): "Be informal.", ("formality", "more"): "Be formal.",
        ("proactivity", "less"): "Answer only what is asked.", ("proactivity", "more"): "Make suggestions and remind.",
        ("humour", "less"): "Make no jokes.", ("humour", "more"): "Be humorous.",
    },
    weekdays=("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
)  # fmt: skip
_CHINESE = Words(
    language="zh",
    topic_names={
        "work": "工作", "family": "家庭", "friends": "朋友", "love": "恋爱", "health": "健康", "travel": "旅行", "food": "饮食",
        "sport": "运动", "music": "音乐", "film": "影视", "reading": "阅读", "games": "游戏", "hobby": "爱好", "study": "学习",
        "technology": "科技", "money": "钱", "shopping": "购物", "home": "居家", "pets": "宠物", "nature": "自然",
        "celebration": "节日", "faith": "信仰", "feelings": "情绪", "plans": "计划",
    },
    profile_title="{name}的档案", no_profile="记忆里没有事实。",
    sections={
        "identity": "身份", "people": "人际", "home": "居住", "work": "工作与学习", "preferences": "偏好",
        "habits": "习惯", "health": "健康", "possessions": "物品", "plans": "计划", "events": "经历", "other": "其他",
    },
    states={"current": "", "planned": "将", "former": "曾"},
    since="，自{day}", until="，至{day}", ended_before="，{day}之前结束", said="（{day}提到）",
    outdated="（后来有变化）",
    starting="，{day}起", week="{day}那周", range="{first}至{last}",
    on="（{day}）", planned_for="，时间{day}", colon="：", space="",
    conflicting="（有矛盾）", topics="话题",
    open_topics="近期话题", highlights="还提到", interests="话题占比", talking_heading="说话方式",
    talking="每条消息约{length}字；{questions:.0%}含提问，{emoji:.0%}含表情",
    due_title="{since}至{until}的日程", due="日程", nothing_due="没有日程。",
    due_kinds={"appointment": "安排", "deadline": "截止", "birthday": "生日", "plan": "计划", "recurring": "定期"},
    turning="（满{age}岁）", brief_title="{since}以来的变化", began="新的事实", ended="不再成立", new_people="新认识的人",
    rising="提到更多", nothing_new="没有变化。", gaps_title="记忆中的空白", open_questions="没有答案的问题",
    answered_questions="已有答案的问题",
    unnamed="不知道名字的人", no_gaps="没有空白。",
    mood_title="{since}至{until}的心情", mood_count="效价{valence}（{total}条消息中的{turns}条）",
    mood_triggers="与之相关时更好（+）或更差（-）", mood_weekdays="按星期", mood_episodes="按事件", mood_days="按日期",
    no_mood="没有表达情绪的消息。",
    feelings={"joy": "喜悦", "gratitude": "感激", "relief": "宽慰", "sadness": "悲伤", "anger": "愤怒", "fear": "担忧"},
    relationship_title="与助手之间的事件", events="事件", no_events="没有事件。",
    event_kinds={
        "first_talk": "初次交谈", "thanks": "感谢", "praise": "称赞", "complaint": "抱怨", "correction": "纠正", "apology": "道歉",
        "disagreement": "不同意", "promise": "承诺", "promise_kept": "守约", "promise_broken": "失约",
    },
    assistant="助手", user="用户", comma="，",
    style_title="回答方式", style_hints="按用户的要求", style_source="（{day}，共{count}次：{text}）",
    styles={
        ("detail", "less"): "回答要简短。", ("detail", "more"): "回答要详细。", ("formality", "less"): "语气随意一些。",
        ("formality", "more"): "语气正式一些。", ("proactivity", "less"): "只回答所问的问题。",
        ("proactivity", "more"): "主动提出建议和提醒。", ("humour", "less"): "不要开玩笑。", ("humour", "more"): "可以幽默一些。",
    },
    weekdays=("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"),
)  # fmt: skip
WORDS: Mapping[str, Words] = {words.language: words for words in (_ENGLISH, _CHINESE)}
