"""The words of the remarks in contexts, in English and Chinese."""

from collections.abc import Mapping
from dataclasses import dataclass

from memgraph_core.language.entries import relation_label


@dataclass(frozen=True, slots=True)
class RemarkWords:
    """The words of one language. None contains a semicolon or a bracket, which end a remark."""

    language: str
    has_labels: bool  # relation types have labels of their own, and are not shown by their names
    corrected: str  # a turn
    generated: str
    trust: Mapping[str, str]
    via: str
    when: str
    also_on: str
    other_days: str
    other_day: str
    comma: str
    range: str
    since: str
    until: str
    abstraction: str
    span: str
    reworded: str
    # Of facts that have ended, were corrected or are contradicted
    ended: str
    only_past: str  # without a stated end
    since_then: str
    since_day: str
    now: str
    corrected_fact: str
    from_day: str
    contradicted: str
    # Of current facts
    fact_since: str
    fact_until: str
    week_of: str
    said: str
    event: str
    before_that: str

    def relation(self, type_: str) -> str:
        """The name of a relation type."""
        return relation_label(type_, self.language) if self.has_labels else type_.replace("_", " ").lower()

    def interval(self, first: str, last: str) -> str:
        """A time from its first to its last day. One of them may be empty."""
        if first and last:
            return self.range.format(first=first, last=last)
        return self.since.format(day=first) if first else self.until.format(day=last)


_ENGLISH = RemarkWords(
    language="en",
    has_labels=False,
    corrected="corrected {day}",
    generated="{trust}, not said by a person",
    trust={},
    via="via {via}",
    when="when: {when}",
    also_on="also on {days}",
    other_days=" and {number} other days",
    other_day=" and 1 other day",
    comma=", ",
    range="{first} to {last}",
    since="since {day}",
    until="until {day}",
    abstraction="abstraction of several notes{span}",
    span=", {first} to {last}",
    reworded="reworded by a model",
    ended="{relation}: until {day}{then}",
    only_past="{relation}: ended before {day}{then}",
    since_then=", since then {name}",
    since_day=", since {day} {name}",
    now=", now {name}",
    corrected_fact="{relation}: corrected since{then}",
    from_day=", from {day} on",
    contradicted="{relation}: another fact contradicts it",
    fact_since=" since {day}",
    fact_until=" until {day}",
    week_of="the week of {day}",
    said=" (said {day})",
    event=" ({day})",
    before_that="; before that {name}",
)
_CHINESE = RemarkWords(
    language="zh",
    has_labels=True,
    corrected="{day}更正",
    generated="{trust}，不是人说的",
    trust={"inferred": "推断", "external": "外部来源", "observed": "观察"},
    via="经由 {via}",
    when="时间：{when}",
    also_on="另见于{days}",
    other_days="及另外{number}天",
    other_day="及另外1天",
    comma="、",
    range="{first}至{last}",
    since="自{day}起",
    until="至{day}",
    abstraction="由多条笔记归纳{span}",
    span="，{first}至{last}",
    reworded="由模型改写",
    ended="{relation}：至{day}{then}",
    only_past="{relation}：{day}之前已结束{then}",
    since_then="，此后是{name}",
    since_day="，自{day}起是{name}",
    now="，现在是{name}",
    corrected_fact="{relation}：后来更正{then}",
    from_day="，应自{day}起",
    contradicted="{relation}：与另一个事实矛盾",
    fact_since="，自{day}起",
    fact_until="，至{day}",
    week_of="{day}那一周",
    said="（{day}提到）",
    event="（{day}）",
    before_that="；之前是{name}",
)

_WORDS = {words.language: words for words in (_ENGLISH, _CHINESE)}


def remark_words(language: str) -> RemarkWords:
    """The words of a language; the English ones for languages without words."""
    return _WORDS.get(language, _ENGLISH)
