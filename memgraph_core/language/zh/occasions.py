"""The planned days and the routines of a Chinese text, each with its bounds: 每周六上午，3月7号开始，一共六次; 30号走，4号回."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from memgraph_core.language.relating.date_changes import without_label
from memgraph_core.language.relating.schedules import Occasion, Scope
from memgraph_core.language.relating.stated_times import end_of_count, stored
from memgraph_core.language.times import TimeSpan, without_times
from memgraph_core.language.timing.intervals import midnight
from memgraph_core.language.timing.words_zh import CLOCK, SMALL, number_of
from memgraph_core.language.traditional import simplified
from memgraph_core.language.word_lists import groups_of
from memgraph_core.language.zh.change_words import BORDER, CANCELS, SENTENCE_END
from memgraph_core.language.zh.date_changes import changes_in, content_words, right_day
from memgraph_core.language.zh.deadlines import deadline_in
from memgraph_core.language.zh.named_days import day_spans
from memgraph_core.language.zh.slots import sorts_of
from memgraph_core.records.kinds import DAY_GRAINS
from memgraph_core.records.recurrence import on_weekdays, weekdays_of

_SCOPES: tuple[Scope, ...] = ("work", "school")
_MAY_STATE = re.compile(
    r"[号日月]|[周礼末底]|星期|[今明后前昨]天|[今明][晚早]|\d[/.-]\d|元旦|春节|除夕|五一|清明|端午|中秋|国庆|圣诞"
)
_MAY_HAVE_TIME = re.compile(rf"{_MAY_STATE.pattern}|[每一]天|[点午晚早]|\d:\d")
_CLOCK_WORDS = re.compile(rf"{CLOCK}|开始|结束|为止|一次|时间")
_ADDS = re.compile("[也又另再还都加]")
_YEARLY = re.compile("生日|大寿|周年|纪念日")
_LONGEST = timedelta(days=2)  # a longer time is no day: 下个月; a weekend is one
# A clause that plans nothing for its day: what was so formerly, conditions, and denials.
_NO_PLAN = re.compile(
    r"本来|本想|原[来本定]|原计划|没有?[^，,。]{0,6}[课班会]|没(?:空|时间|法|办法)|有事|不用[去来上管]|不去|不来|不上[课班学]|停一?次|不(?:行|方便|在(?![乎意]))|[办去来赶参做]不[了成上]|说啥也不|不打算|不想[^，]{0,3}了"
    r"|来着|可能|也许|说不定|没定|不一定|再说"
)
_IF = re.compile(r"如果|要是|假如|万一|除非")
_DENIED = re.compile(r"(?:不是|不在|并非)$")
# Another plan for the same day: 周五不吃火锅了，换成日料.
_REPLACED = re.compile(
    r"[换改](?:成|吃|去|看|打|喝|做|玩)(?![^，,。]*(?:\d|[号周月点]|星期|礼拜|[明后]天))[^，,。；;！!？?]{1,8}"
)
_NEW_DAY = re.compile(r"[改换调挪推移延]")
# A recurrence of which only some days count, and a remark about what recurs: 周末轮一天, 食堂每周三的红烧肉真好吃.
_SOME_DAYS = re.compile(r"[^，,。；！!？?]{0,4}(?:轮|有时|偶尔|其中|选)")
_FORMERLY = re.compile(r"以前|之前|从前|小时候|当年|曾经|那时候?|那会儿?|[去前]年|上学时")
_OF_OTHERS = re.compile(
    r"(?<![和跟与同陪约给帮叫])(?:同事|邻居|隔壁|楼[上下]|小区|别人|人家|发小|老板|领导|室友|朋友|闺蜜|博主|播客|[电视网]剧|超市|食堂|商场|菜场|市场|餐厅"
    r"|公园|博物馆|图书馆|电视台?)们?[^，,。]{0,2}$"
)
_WITH_SPEAKER = re.compile("我|咱|来|婚|宴|聚|请客|找|送|接|一起|一块|到期|截止")
_OFFER = re.compile(
    r"[^，,。；！!？?]{0,4}(?:会员日|打折|特价|半价|促销|优惠|都?(?:想|觉得|骂)|更新|播出?|上新|停[水电]|装修|[关闭休]馆|关门|[一二三四五六七八九\d.]+折)"
)
_REMARK = re.compile(
    r"的?(?P<thing>[^，,。；！!？?]{1,8}?)(?:真|都|太|最|很|挺|超|好吃|不错|一绝|特别|可|实在)"
)
# The bounds of a routine.
_FIRST = re.compile(
    r"[（(）)\s上中下早晚午]{0,3}(?:的?第一[次节堂课回讲期场]|首[次节课]|开[始课班学]|起(?![床飞来])|正式)"
)
_IS_FIRST = re.compile(r"(?:第一[次节堂课回讲期场]课?|首[次节]|开课|开班|从)(?:时间|日期|就|定)?[是在]?\s?$")
# What goes on to a day, but not what comes or is moved to it: 上到月底, 推到月底.
_UNTIL = re.compile(r"(?<=[\u4e00-\u9fff])(?<![推改挪调移延换拖来等提收见号日月天点末底排约定放])(?:到|至)$")
_LAST = re.compile(
    r"[（(）)\s]{0,2}(?:就|是)?(?:最后一?[次节堂课回期]|结[课束业班]|到期|为止|截止|放假|收官|上完|学完|做完|练完)"
)
_COUNT = re.compile(
    rf"(?<![每第剩\d一二两三四五六七八九十])(?<!一周)(?<!每周)(?<!一个月)(?<!还剩)(?<!每月)(?P<n>{SMALL})(?:[次节堂讲]|回(?!来|去|家|老))(?!以[上后])"
)
_WEEKS = re.compile(
    rf"(?:为期|连续|一共|连着|持续|总共|共|[上学练跑吃服喝打用涂贴敷输住]|报了|做|[个是])\s?(?P<n>{SMALL})个?(?P<u>周(?![一二三四五六日末])|星期|礼拜|月|天)(?![前后以])"
)
_DAYS = {"天": 1, "月": 31}  # of a unit; 7 of all others
_SCOPE = re.compile(
    r"(?:份|里|整个|期间|这个)?[^，,。；\d]{0,3}$"
)  # between a month and its routine: 2月份我每周六


def may_be_yearly(text: str) -> bool:
    """Whether a text may state a day of each year without a word for the recurrence."""
    return _YEARLY.search(text) is not None


def needs_context(text: str, said_at: datetime) -> bool:
    """Whether a text with a day does not name what happens on it: 周一三五，七点到九点."""
    statement = without_label(simplified(text))
    spans = day_spans(statement, said_at) if _MAY_HAVE_TIME.search(statement) else ()
    rest = without_times(statement, spans)
    return rest != statement and not content_words(_CLOCK_WORDS.sub(" ", rest))


def adds(text: str) -> bool:
    """Whether a text says that something comes in addition: 周四也练."""
    return _ADDS.search(text) is not None


def occasions_in(text: str, said_at: datetime, beside: str = "") -> tuple[Occasion, ...] | None:
    """The planned days and the routines of a text; None if it has no words for a time. `beside` may have the bounds."""
    statement = without_label(simplified(text))
    if not _MAY_HAVE_TIME.search(statement):
        return None
    spans = day_spans(statement, said_at, beside)
    if not any(span.kind in ("date", "until", "recurring", "since") for span in spans):
        return None
    reading = _Reading(statement, said_at, _with_new_days(statement, said_at, spans))
    return tuple(_named(each, statement) for each in reading.occasions(simplified(beside)))


def _named(occasion: Occasion, statement: str) -> Occasion:
    """The occasion with the words by which it is told apart from others."""
    if occasion.rule is None:
        return occasion
    names = frozenset(content_words(occasion.words or statement))
    scope = next(
        (each for each in _SCOPES if any(word in statement for word in groups_of("scopes_zh")[each])), None
    )
    return replace(occasion, names=names, scope=scope)


def _with_new_days(text: str, said_at: datetime, spans: Sequence[TimeSpan]) -> tuple[TimeSpan, ...]:
    """The times, with the days to which something is moved: they are to come."""
    days = [each.day for each in changes_in(text, said_at) if each.sort == "moved" and each.day is not None]
    return tuple(
        next((_on_day(span, day) for day in days if span.text.startswith(day.text)), span) for span in spans
    )


def _on_day(span: TimeSpan, day: TimeSpan) -> TimeSpan:
    """A time of day on another day."""
    if span.kind != "date" or span.start is None or span.end is None or day.start is None:
        return span
    shift = midnight(day.start) - midnight(span.start)
    return replace(span, start=span.start + shift, end=span.end + shift)


@dataclass(frozen=True, slots=True)
class _Reading:
    """A statement and its times, in which a day with two names is one."""

    text: str
    said_at: datetime
    spans: tuple[TimeSpan, ...]

    def occasions(self, beside: str) -> Iterator[Occasion]:
        """The routines, the planned days, and the deadline."""
        if right := right_day(self.text, self.said_at):
            yield _planned(right)
            return
        routines = [span for span in self.spans if span.kind == "recurring" and self._is_routine(span)]
        for span in routines:
            if not self._is_former(span):
                yield self._routine(span, beside)
        if moved := self._moved_routine(routines):
            yield moved
        yield from self._days(has_routine=bool(routines))
        if (last := deadline_in(self.text, self.said_at)) is not None:
            yield Occasion(start=stored(last.start), end=stored(last.end), grain=last.grain, is_deadline=True)

    def _days(self, *, has_routine: bool) -> Iterator[Occasion]:
        """The days on which the statement plans something."""
        gone = self._given_up()
        for each in self.spans:
            span = each
            if span.kind == "since" and not has_routine and span.start is not None:  # 从18号考到20号
                span = replace(span, kind="date", end=span.start + timedelta(days=1))
            if span.kind != "date" or span.grain not in DAY_GRAINS or span.start is None or span.end is None:
                continue
            is_one = span.end - span.start <= _LONGEST or self._is_range(span)
            if not is_one or not _MAY_STATE.search(span.text):
                continue  # a longer time, or a time of day alone
            if (
                (span.start in gone and not _REPLACED.search(self.text))
                or self._is_former(span)
                or self._is_of_others(span)
            ):
                continue
            if self._is_plan(span):
                yield _planned(span, self._words_for(span))

    def _words_for(self, span: TimeSpan) -> str:
        """The words for a day: from the border before it to the one before the next day. Empty for the only day."""
        others = [
            each for each in self.spans if each.kind in ("date", "recurring") and each.grain in DAY_GRAINS
        ]
        if len(others) < 2:
            return ""
        start = span.at - len(self._clause_before(span))
        following = next((each for each in others if each.at > span.at), None)
        end = len(self.text) if following is None else following.at - len(self._clause_before(following))
        return self.text[start : max(end, span.at + len(span.text))]

    def _given_up(self) -> set[datetime]:
        """The days that the statement itself moves to another day or cancels."""
        changes = changes_in(self.text, self.said_at)
        return {
            change.former.start
            for change in changes
            if change.former is not None
            and change.former.start is not None
            and change.sort != "paused"
            and (change.day is None or change.day.start != change.former.start)
        }

    def _is_former(self, span: TimeSpan) -> bool:
        """Whether the words before a time say that it was so formerly, and later words give a new time."""
        before = self._clause_before(span)
        return re.search(r"原[来先本定]|本来|之前|以前", before) is not None and bool(
            _NEW_DAY.search(self.text, span.at + len(span.text))
        )

    def _is_plan(self, span: TimeSpan) -> bool:
        """Whether the clause of a day states a plan, and no later clause of the sentence gives it up."""
        end = span.at + len(span.text)
        clause_end = self._end_of_clause(end)
        clause = self._clause_before(span) + self.text[end:clause_end]
        sentence = re.split(f"[{SENTENCE_END}]", self.text[: span.at])[-1]
        if _REPLACED.search(self.text, clause_end):
            return True
        if (
            _IF.search(sentence)
            or _NO_PLAN.search(clause)
            or CANCELS.search(clause)
            or _DENIED.search(self._clause_before(span))
        ):
            return False
        sentence_end = re.compile(f"[{SENTENCE_END}]|$").search(self.text, clause_end)
        rest = self.text[clause_end : sentence_end.start() if sentence_end else len(self.text)]
        given_up = CANCELS.search(rest)
        if given_up is None:
            return True
        return any(clause_end <= other.at < clause_end + given_up.end() for other in self.spans)

    def _is_of_others(self, span: TimeSpan) -> bool:
        """Whether a day is only that of somebody who does not live with the speaker: 同事老赵周五做胃镜."""
        clause_end = self._end_of_clause(span.at + len(span.text))
        rest = self.text[span.at + len(span.text) : clause_end]
        return _OF_OTHERS.search(self._clause_before(span)) is not None and not _WITH_SPEAKER.search(rest)

    def _is_range(self, span: TimeSpan) -> bool:
        """Whether a longer time is from one day to another: 27号到29号."""
        return re.search("[到至~-]", span.text) is not None

    def _is_routine(self, span: TimeSpan) -> bool:
        """Whether a recurrence is a routine with its own days, and not a remark about something that recurs."""
        end = span.at + len(span.text)
        if "末" in span.text and _SOME_DAYS.match(self.text, end):
            return False
        before = self._clause_before(span)
        if _FORMERLY.search(before) or _OF_OTHERS.search(before) or _OFFER.match(self.text, end):
            return False
        remark = _REMARK.match(self.text, end) if "的" in self.text[end - 1 : end + 1] else None
        return remark is None or not sorts_of(remark["thing"]).isdisjoint(
            {"event", "course", "activity", "sport"}
        )

    def _routine(self, span: TimeSpan, beside: str) -> Occasion:
        """A routine with the bounds that the statement, or else the text beside it, gives."""
        first, end, count, length = self._bounds(span)
        if beside and not (first or end or count or length):
            spans = day_spans(beside, self.said_at)
            other = _Reading(beside, self.said_at, spans)
            if not any(each.kind == "recurring" for each in spans):
                first, end, count, length = other._bounds(None)
        rule = span.rule or ""
        if first is None and "INTERVAL" in rule:
            first = self._any_day_of(rule) or self._next_day_of(rule)
        start = first or midnight(self.said_at)
        if end is None and count and not rule.startswith("FREQ=DAILY"):  # 每天两次
            end = end_of_count(rule, start, count)
        elif end is None and length:
            end = start + length
        return Occasion(start=stored(first), end=stored(end), rule=rule, words=self._words_for(span))

    def _any_day_of(self, rule: str) -> datetime | None:
        """A day that the statement names on the weekday of a routine, which shows in which weeks it is."""
        days = [
            span.start
            for span in self.spans
            if span.kind == "date" and span.grain in DAY_GRAINS and span.start
        ]
        return next((day for day in days if day.weekday() in weekdays_of(rule)), None)

    def _next_day_of(self, rule: str) -> datetime | None:
        """The coming day of a routine, if no day shows in which weeks it is."""
        days = (midnight(self.said_at) + timedelta(days=number) for number in range(7))
        return next((day for day in days if day.weekday() in weekdays_of(rule)), None)

    def _bounds(
        self, routine: TimeSpan | None
    ) -> tuple[datetime | None, datetime | None, int | None, timedelta | None]:
        """The first day, the end, the number of occasions and the length of a routine."""
        first = end = None
        for span in self.spans:
            if span.kind == "since" and span.start is not None and first is None:
                first = span.start
            if span.kind == "until" and span.end is not None and self._goes_on_until(span):
                end = span.end
            if span.kind != "date" or span.start is None:
                continue
            before, after = self.text[: span.at], span.at + len(span.text)
            if _FIRST.match(self.text, after) or _IS_FIRST.search(before):
                first = span.start
            elif _UNTIL.search(before) or _LAST.match(self.text, after):
                end = span.end
            elif routine is not None and span.grain == "month" and self._is_scope(span, routine):
                first, end = span.start, span.end
        count = _COUNT.search(self.text)
        length = _WEEKS.search(self.text)
        return (
            first,
            end,
            number_of(count["n"]) if count and number_of(count["n"]) > 1 else None,
            timedelta(days=_DAYS.get(length["u"], 7) * number_of(length["n"])) if length else None,
        )

    def _goes_on_until(self, span: TimeSpan) -> bool:
        return _UNTIL.search(self.text[: span.at]) is not None

    def _is_scope(self, span: TimeSpan, routine: TimeSpan) -> bool:
        """Whether a month is the time of a routine: 2月份我每周六值夜班."""
        end = span.at + len(span.text)
        return end <= routine.at and _SCOPE.fullmatch(self.text, end, routine.at) is not None

    def _moved_routine(self, routines: Sequence[TimeSpan]) -> Occasion | None:
        """The routine on its new weekday, if the statement has the former one too: 原来是每周六，下学期起调到周五."""
        former = next((span for span in routines if self._is_former(span)), None)
        change = next((each for each in changes_in(self.text, self.said_at) if each.sort == "moved"), None)
        if former is None or change is None or change.day is None or change.day.start is None:
            return None
        first, end, *_ = self._bounds(None)
        rule = on_weekdays(former.rule or "", [change.day.start.weekday()])
        return Occasion(start=stored(first), end=stored(end), rule=rule)

    def _clause_before(self, span: TimeSpan) -> str:
        return re.split(f"[{BORDER}]", self.text[: span.at])[-1]

    def _end_of_clause(self, end: int) -> int:
        border = re.compile(f"[{BORDER}]|$").search(self.text, end)
        return border.start() if border else len(self.text)


def _planned(span: TimeSpan, words: str = "") -> Occasion:
    return Occasion(start=stored(span.start), end=stored(span.end), grain=span.grain, words=words)
