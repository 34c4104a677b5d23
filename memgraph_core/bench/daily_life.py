"""A generator of daily life: a year of short messages of one person, with the habits that are behind them.

The habits are known, so that what consolidation derives can be compared with them. Messages have several wordings, most
with a time of day and some without. Around the habits there are exceptions, a change of a habit, single events, plans,
denials, opinions, and events of other people. The same seed gives the same messages.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Literal

Language = Literal["en", "zh"]
START = date(2026, 1, 5)


@dataclass(frozen=True, slots=True)
class Routine:
    """What a person does on some weekdays at about a time, in several wordings with `{thing}` and `{when}`."""

    name: str
    weekdays: tuple[int, ...]
    minute: int
    wordings: tuple[str, ...]
    things: tuple[tuple[str, int], ...] = (("", 1),)  # with their weights
    instead: tuple[str, ...] = ()  # wordings of exceptions
    days: tuple[int, int] = (0, 365)  # first and last day
    share: float = 0.85  # of the days on which it is done and mentioned


@dataclass(frozen=True, slots=True)
class Message:
    """One message, and the routine that it is an event or an exception of."""

    uid: str
    text: str
    said_at: datetime
    routine: str | None = None
    exception_to: str | None = None


@dataclass(slots=True)
class TrueHabit:
    """A routine as it was lived."""

    name: str
    minute: int
    messages: list[str] = field(default_factory=list[str])  # uids
    exceptions: list[str] = field(default_factory=list[str])  # uids


WORK, ALL = (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5, 6)
ROUTINES: Mapping[Language, tuple[Routine, ...]] = {
    "en": (
        Routine(
            "coffee", WORK, 8 * 60,
            ("Had {thing} {when}.", "I had {thing} {when} before opening my laptop.", "Grabbed {thing} {when}.",
             "I drank {thing} {when}.", "{thing} {when}, same as ever.", "Started the day with {thing} {when}."),
            (("a latte", 6), ("an americano", 3), ("a flat white", 1)),
            ("Had green tea {when}, the coffee tin was empty.", "I drank a smoothie {when} for a change."), (0, 220),
        ),
        Routine("tea", WORK, 8 * 60 + 15,
            ("Had {thing} {when}.", "I drank {thing} {when}.", "I made myself {thing} {when}."),
            (("an earl grey", 5), ("a green tea", 3)), ("I had a cappuccino {when} at the station.",), (221, 365)),
        Routine("run", (1, 3, 5), 18 * 60 + 30,
            ("I went for a run {when}.", "Went running {when}.", "Ran through the park {when}.", "I jogged along the canal {when}."),
            instead=("I went swimming {when} because of the rain.",)),
        Routine("tram", WORK, 9 * 60, ("I took the tram to work {when}.", "Took the tram {when}.", "Caught the tram {when}."),
            instead=("I took a taxi {when}, the tram was not running.", "Rode my bike to work {when}.")),
        Routine("mother", (6,), 19 * 60, ("I called Mum {when}.", "Called Mum {when}.", "I rang Mum {when}.", "Talked to Mum {when}.")),
        Routine("plants", (2, 6), 20 * 60, ("I watered the plants {when}.", "Watered the plants {when}.")),
        Routine("piano", (0, 2, 4), 21 * 60, ("I practised piano {when}.", "Practised the piano {when}.", "I played the piano {when}.")),
        Routine("soup", (0, 1, 2, 3), 12 * 60 + 30,
            ("I had {thing} for lunch {when}.", "Ate {thing} {when}.", "Lunch {when} was {thing}."),
            (("tomato soup", 3), ("lentil soup", 2)), ("I had pizza with the team {when}.",), (40, 320)),
        Routine("cat", ALL, 7 * 60, ("I fed the cat {when}.", "Fed the cat {when}.", "The cat got her breakfast {when}."), share=0.5),
    ),
    "zh": (
        Routine("coffee", WORK, 8 * 60,
            ("{when}喝了{thing}。", "我{when}喝了{thing}才开工。", "{when}买了{thing}。", "{when}来了{thing}提神。", "{when}又是{thing}。"),
            (("一杯拿铁", 6), ("一杯美式", 3), ("一杯澳白", 1)), ("{when}喝了豆浆，咖啡喝完了。", "{when}换成绿茶喝了一杯。"), (0, 220)),
        Routine("tea", WORK, 8 * 60 + 15, ("{when}喝了{thing}。", "{when}泡了{thing}。", "我{when}喝的是{thing}。"),
            (("一壶红茶", 5), ("一杯绿茶", 3)), ("{when}在车站喝了杯咖啡。",), (221, 365)),
        Routine("run", (1, 3, 5), 18 * 60 + 30, ("{when}去跑步了。", "我{when}在公园跑步了。", "{when}沿河慢跑了一圈。", "{when}跑了步。"),
            instead=("{when}下雨，改去游泳了。",)),
        Routine("metro", WORK, 9 * 60, ("{when}坐地铁上班。", "我{when}坐地铁去公司了。", "{when}坐了地铁。"),
            instead=("{when}打车去公司了。", "{when}骑车去上班了。")),
        Routine("mother", (6,), 19 * 60, ("{when}给妈妈打了电话。", "我{when}给妈妈打电话了。", "{when}和妈妈通了电话。")),
        Routine("plants", (2, 6), 20 * 60, ("{when}给花浇了水。", "{when}浇了花。")),
        Routine("piano", (0, 2, 4), 21 * 60, ("{when}练了钢琴。", "我{when}练了一小时钢琴。", "{when}弹了钢琴。")),
        Routine("noodles", (0, 1, 2, 3), 12 * 60 + 30, ("{when}吃了{thing}。", "午饭{when}吃的{thing}。", "我{when}吃了{thing}。"),
            (("牛肉面", 3), ("炸酱面", 2)), ("{when}和同事吃了披萨。",), (40, 320)),
        Routine("cat", ALL, 7 * 60, ("{when}喂了猫。", "我{when}喂猫了。", "{when}给猫添了粮。"), share=0.5),
    ),
}  # fmt: skip
# Messages of no habit; `{name}`, `{object}` and `{subject}` are drawn for each.
NOISE: Mapping[Language, tuple[str, ...]] = {
    "en": (
        "The weather was dreadful today.", "I will have a latte with {name} tomorrow.", "{name} went for a run this evening.",
        "I did not feel like cooking today.", "Did you see the match?", "I bought {object} for the hall.", "No coffee today.",
        "{name} told me that she takes the tram now.", "I want to go swimming in Lake Como.", "My back hurts a bit.",
        "The dentist moved my appointment to Friday.", "I watched a film about {subject}.", "{name} lost {object}.",
        "If it rains I will take the bus.", "I met {name} at the library.", "Work was exhausting.", "I repaired {object}.",
        "I read an article about {subject}.", "{name} gave me {object}.", "I ran into {name} and we talked about {subject}.",
    ),
    "zh": (
        "今天天气真糟糕。", "明天要和{name}一起喝拿铁。", "{name}晚上去跑步了。", "今天不想做饭。", "你看比赛了吗？", "我给客厅买了{object}。",
        "今天没喝咖啡。", "{name}说她现在坐地铁上班。", "我想去太湖游泳。", "腰有点疼。", "牙医把预约改到了周五。", "看了一部关于{subject}的电影。",
        "{name}把{object}弄丢了。", "要是下雨我就坐公交。", "在图书馆碰到了{name}。", "上班累坏了。", "我修好了{object}。",
        "读了一篇关于{subject}的文章。", "{name}送了我{object}。", "路上遇到{name}，聊了聊{subject}。",
    ),
}  # fmt: skip
NAMES: Mapping[Language, tuple[str, ...]] = {
    "en": ("Ben", "Clara", "Nora", "Tom", "Eve", "Hugo", "Ines", "Karl", "Lena", "Omar", "Petra", "Rosa", "Sven", "Ugo", "Vera"),
    "zh": ("李雷", "韩梅梅", "张伟", "刘洋", "陈静", "赵磊", "孙丽", "周杰", "吴敏", "郑强", "冯娟", "褚亮", "蒋欣", "沈涛", "杨帆"),
}  # fmt: skip
OBJECTS: Mapping[Language, tuple[str, ...]] = {
    "en": ("a lamp", "a chair", "an umbrella", "a kettle", "a clock", "a scarf", "a bag", "a mirror", "a shelf", "a fan", "a rug", "a radio"),
    "zh": ("一盏灯", "一把椅子", "一把伞", "一个水壶", "一个钟", "一条围巾", "一个包", "一面镜子", "一个书架", "一台风扇", "一块地毯", "一台收音机"),
}  # fmt: skip
SUBJECTS: Mapping[Language, tuple[str, ...]] = {
    "en": ("bees", "glaciers", "castles", "volcanoes", "clocks", "whales", "bridges", "deserts", "opera", "maps", "kites", "tides"),
    "zh": ("蜜蜂", "冰川", "城堡", "火山", "钟表", "鲸鱼", "桥梁", "沙漠", "歌剧", "地图", "风筝", "潮汐"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Life:
    """The messages in the order of time, and the habits behind them."""

    speaker: str
    messages: tuple[Message, ...]
    habits: tuple[TrueHabit, ...]


def daily_life(language: Language, *, days: int = 365, seed: int = 1, noise: float = 1.5) -> Life:
    """The messages of some days. `noise` is the number of other messages a day."""
    numbers = random.Random(f"{language} {seed}")
    habits = {routine.name: TrueHabit(routine.name, routine.minute) for routine in ROUTINES[language]}
    messages: list[Message] = []
    for number in range(days):
        day = START + timedelta(days=number)
        messages += sorted(_of_day(numbers, language, day, number), key=lambda each: each.said_at)
        for _ in range(int(noise) + (numbers.random() < noise % 1)):
            said_at = _moment(day, 22 * 60 + numbers.randrange(60))
            text = numbers.choice(NOISE[language]).format(
                name=numbers.choice(NAMES[language]),
                object=numbers.choice(OBJECTS[language]),
                subject=numbers.choice(SUBJECTS[language]),
            )
            messages.append(Message(f"{number}-noise-{len(messages)}", text, said_at))
    for message in messages:
        if message.routine is not None:
            habits[message.routine].messages.append(message.uid)
        if message.exception_to is not None:
            habits[message.exception_to].exceptions.append(message.uid)
    return Life("Ada" if language == "en" else "王芳", tuple(messages), tuple(habits.values()))


def _of_day(numbers: random.Random, language: Language, day: date, number: int) -> Iterator[Message]:
    for routine in ROUTINES[language]:
        first, last = routine.days
        if day.weekday() not in routine.weekdays or not first <= number <= last:
            continue
        chance = numbers.random()
        minute = routine.minute + numbers.randrange(-10, 11)
        when, said_at = _when(numbers, language, minute), _moment(day, minute + numbers.randrange(5, 90))
        if routine.instead and chance > 0.96:
            text = numbers.choice(routine.instead).format(when=when)
            yield Message(f"{number}-{routine.name}", _sentence(text), said_at, exception_to=routine.name)
        elif chance < routine.share:
            things = [thing for thing, weight in routine.things for _ in range(weight)]
            text = numbers.choice(routine.wordings).format(thing=numbers.choice(things), when=when)
            yield Message(f"{number}-{routine.name}", _sentence(text), said_at, routine=routine.name)


def _when(numbers: random.Random, language: Language, minute: int) -> str:
    hour, rest = divmod(minute, 60)
    part = 0 if hour < 11 else 1 if hour < 14 else 2 if hour < 18 else 3
    if language == "zh":
        names = ("今天早上", "今天中午", "今天下午", "今天晚上")
        exact = f"{names[part]}{hour if hour <= 12 else hour - 12}点{f'{rest}分' if rest else ''}"
        return numbers.choice((exact, exact, names[part]))
    names = ("this morning", "at lunchtime", "this afternoon", "this evening")
    suffix = "am" if hour < 12 else "pm"
    clock = f"{hour if hour <= 12 else hour - 12}:{rest:02} {suffix}"
    return numbers.choice((f"at {clock}", f"around {clock}", names[part], f"at {clock} today"))


def _moment(day: date, minute: int) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(minutes=min(minute, 1_439))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def stated(habits: Sequence[TrueHabit], least: int) -> list[TrueHabit]:
    """The habits with at least so many messages."""
    return [habit for habit in habits if len(habit.messages) >= least]
