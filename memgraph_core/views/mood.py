"""The mood of a period: the feelings of its turns by day and by weekday, and the topics and entities that go with them."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from statistics import fmean
from typing import Literal

from memgraph_core.language.affect import Affect, AffectLabel, aggregate
from memgraph_core.language.quoting import encoded_name
from memgraph_core.records.grouping import grouped
from memgraph_core.records.representation import as_date, last_date, short_repr
from memgraph_core.views.sheet import Sheet, as_text, in_order, newest_kept
from memgraph_core.views.words import WORDS

TriggerKind = Literal["topic", "entity"]

_MIN_TURNS = 3  # with a feeling, of a trigger and of a weekday
_MIN_CHANGE = 0.2  # of valence, for a trigger


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnMood:
    """The feeling of one turn."""

    turn: str  # uid
    at: datetime
    affect: Affect

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteMood:
    """The feeling of one note."""

    note: str  # uid
    turns: tuple[str, ...]  # uids
    affect: Affect

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeMood:
    """The feeling of an episode, aggregated from its notes of the period."""

    episode: str  # uid of the abstraction
    name: str  # of the matter of the episode
    affect: Affect  # mean valence and most frequent label of the notes with a feeling, highest intensity
    notes: tuple[str, ...]  # uids of the notes with a feeling

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class MoodDay:
    """The feelings of one day."""

    day: date  # in the time zone of the settings
    valence: float  # mean of the turns with a feeling, -1 to 1
    intensity: float  # of the strongest of them, 0 to 1
    label: AffectLabel  # the most frequent one
    turns: tuple[str, ...]  # uids of the turns with a feeling, in order of time

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """A topic or an entity with which the mood is better or worse than without it."""

    kind: TriggerKind
    name: str
    valence: float  # mean of the turns with a feeling that mention it
    change: float  # its difference to the mean of the other turns with a feeling
    turns: tuple[str, ...]  # uids of the turns with a feeling that mention it, in order of time

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class Mood:
    """The mood of a period (half-open)."""

    since: datetime
    until: datetime
    language: str
    turns: tuple[TurnMood, ...]  # with a feeling, in order of time
    total: int  # all turns that were considered, also those without a feeling
    valence: float  # mean of the turns with a feeling; 0 without any
    days: tuple[MoodDay, ...]  # in order of time; days without a feeling are left out
    # (0 for Monday to 6, mean valence, number of turns) of each weekday with at least three turns with a feeling, Monday first
    weekdays: tuple[tuple[int, float, int], ...]
    triggers: tuple[Trigger, ...]  # the largest change first
    notes: tuple[NoteMood, ...] = ()  # of these turns, with a feeling; by uid
    episodes: tuple[EpisodeMood, ...] = ()  # with a feeling, the strongest valence first

    __repr__ = short_repr

    def text(self, tokens: int | None = None) -> str:
        """The mood as text for a prompt, of at most `tokens` estimated tokens. Of the days, the newest ones are kept."""
        words = WORDS[self.language]
        title = words.mood_title.format(since=as_date(self.since), until=last_date(self.until))
        if not self.turns:
            return f"{title}\n{words.no_mood}"
        summary = words.mood_count.format(
            valence=_signed(self.valence), turns=len(self.turns), total=self.total
        )
        days = [
            f"{day.day.isoformat()}{words.colon}{words.feelings[day.label]} {_signed(day.valence)}"
            for day in self.days
        ]
        weekdays = [
            f"{words.weekdays[number]}{words.colon}{_signed(valence)}" for number, valence, _ in self.weekdays
        ]
        triggers = [
            f"{words.topic(trigger.name)}{words.colon}{_signed(trigger.change)}" for trigger in self.triggers
        ]
        episodes = [
            f"{encoded_name(each.name)}{words.colon}{words.feelings[each.affect.label]} {_signed(each.affect.valence)}"
            for each in self.episodes
        ]
        lines = [
            (words.mood_triggers, in_order(triggers)),
            (words.mood_weekdays, in_order(weekdays)),
            (words.mood_episodes, in_order(episodes)),
            (words.mood_days, newest_kept(days)),
        ]
        sheet = Sheet(
            title=f"{title}{words.colon}{summary}",
            language=self.language,
            day=as_date(self.until),
            sections=lines,
        )
        return as_text(sheet, tokens)


def mood_of(
    turns: Sequence[TurnMood],
    mentioned: Mapping[str, Collection[tuple[TriggerKind, str]]],
    *,
    since: datetime,
    until: datetime,
    zone: tzinfo,
    language: str,
    limit: int,
    notes: Sequence[NoteMood] = (),
    episodes: Sequence[tuple[str, str, Collection[str]]] = (),
) -> Mood:
    """The mood from the turns of a period and from the topics and entities that each turn (uid) mentions.

    Days and weekdays are those of `zone`. `notes` are those of the turns, and `episodes` have uid, name of the matter and
    uids of notes. There are at most `limit` triggers and as many episodes.
    """
    felt = {each.note: each for each in notes if each.affect.label != "neutral"}
    feeling = sorted((t for t in turns if t.affect.label != "neutral"), key=lambda t: (t.at, t.turn))
    by_day: defaultdict[date, list[TurnMood]] = defaultdict(list)
    by_weekday: defaultdict[int, list[float]] = defaultdict(list)
    for turn in feeling:
        day = turn.at.astimezone(zone).date()
        by_day[day].append(turn)
        by_weekday[day.weekday()].append(turn.affect.valence)
    return Mood(
        since=since,
        until=until,
        language=language,
        turns=tuple(feeling),
        total=len(turns),
        valence=_mean([turn.affect.valence for turn in feeling]),
        days=tuple(_day(day, of_day) for day, of_day in by_day.items()),
        weekdays=tuple(
            (number, _mean(values), len(values))
            for number, values in sorted(by_weekday.items())
            if len(values) >= _MIN_TURNS
        ),
        triggers=_triggers(feeling, mentioned)[:limit],
        notes=tuple(felt[uid] for uid in sorted(felt)),
        episodes=_episodes(episodes, felt)[:limit],
    )


def _episodes(
    episodes: Sequence[tuple[str, str, Collection[str]]], felt: Mapping[str, NoteMood]
) -> tuple[EpisodeMood, ...]:
    """The episodes that have a note with a feeling, the strongest valence first."""
    found = [
        EpisodeMood(
            episode=uid,
            name=name,
            affect=aggregate(felt[note].affect for note in notes if note in felt),
            notes=tuple(sorted(felt.keys() & set(notes))),
        )
        for uid, name, notes in episodes
        if felt.keys() & set(notes)
    ]
    return tuple(sorted(found, key=lambda each: (-abs(each.affect.valence), each.name, each.episode)))


def _day(day: date, turns: Sequence[TurnMood]) -> MoodDay:
    affect = aggregate(turn.affect for turn in turns)
    return MoodDay(
        day=day,
        valence=affect.valence,
        intensity=affect.intensity,
        label=affect.label,
        turns=tuple(turn.turn for turn in turns),
    )


def _triggers(
    turns: Sequence[TurnMood], mentioned: Mapping[str, Collection[tuple[TriggerKind, str]]]
) -> tuple[Trigger, ...]:
    """The topics and entities whose turns have another mood than the other turns, if enough turns mention them."""
    valence = {turn.turn: turn.affect.valence for turn in turns}
    with_it = grouped((thing, turn) for turn in valence for thing in sorted(set(mentioned.get(turn, ()))))
    found: list[Trigger] = []
    for (kind, name), uids in with_it.items():
        others = [value for turn, value in valence.items() if turn not in uids]
        if len(uids) < _MIN_TURNS or not others:
            continue
        mean = fmean(valence[uid] for uid in uids)
        change = mean - fmean(others)
        if abs(change) >= _MIN_CHANGE:
            found.append(
                Trigger(
                    kind=kind, name=name, valence=round(mean, 2), change=round(change, 2), turns=tuple(uids)
                )
            )
    return tuple(sorted(found, key=lambda trigger: (-abs(trigger.change), trigger.kind, trigger.name)))


def _mean(values: Sequence[float]) -> float:
    return round(fmean(values), 2) if values else 0.0


def _signed(value: float) -> str:
    return f"{value:+.2f}"
