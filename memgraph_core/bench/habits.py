"""How well consolidation finds the habits of a generated life, and how well contexts answer questions about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import fmean
from time import perf_counter

from memgraph_core.bench.daily_life import Language, Life, TrueHabit, daily_life, stated
from memgraph_core.bench.life_questions import KINDS, is_answered, questions_about
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.language.derived_text import clock
from memgraph_core.memory import Memory
from memgraph_core.records.consolidation import Abstraction

_MIN_MESSAGES = 5  # messages; a habit with fewer does not count
_PURE, _COVERED = 0.9, 0.8  # least shares, for an abstraction that finds a habit
_MAX_MINUTES = 20  # minutes
_CLOSE = 0.1  # relative error of a count


@dataclass(frozen=True, slots=True, kw_only=True)
class HabitScores:
    """Shares from 0 to 1, sizes, and seconds."""

    messages: int
    habits: int  # that can be found
    abstractions: int  # of the kind habit
    precision: float  # abstractions whose instances belong to one habit
    recall: float  # habits with an abstraction that has most of their messages
    messages_found: float  # messages of habits that are instances of an abstraction of their habit
    counts: float  # found habits whose count is right within a tenth
    times: float  # found habits with a time of day that is right within 20 minutes
    exceptions: float  # exceptions that are linked
    exceptions_right: float  # linked exceptions that are exceptions of that habit
    active_before: int  # notes
    active_after: int  # notes and abstractions
    active_saved: float  # share of the active notes that consolidation saves
    habit_answered_before: float  # questions about what is usual that a context answers, before consolidation
    habit_answered: float  # after it
    habit_tokens_before: float  # mean size of these contexts
    habit_tokens: float
    detail_answered_before: float  # the same for questions about one day
    detail_answered: float
    detail_tokens_before: float
    detail_tokens: float
    exception_answered_before: float  # the same for questions about exceptions
    exception_answered: float
    exception_tokens_before: float
    exception_tokens: float
    stale_facts: float  # replaced objects that are still current facts
    latest_facts: float  # latest objects of a relation that are current facts
    seconds_to_write: float
    seconds_to_consolidate: float


def measure(engine: MemoryEngine, language: Language, *, days: int, seed: int, noise: float) -> HabitScores:
    """Write a generated life to a namespace of its own, consolidate it, and compare.

    The same questions are asked before and after the consolidation.
    """
    life = daily_life(language, days=days, seed=seed, noise=noise)
    memory = Memory(engine, f"daily-{language}-{days}-{seed}")
    began = perf_counter()
    for start in range(0, len(life.messages), 500):
        memory.add(
            [
                {
                    "role": "user",
                    "content": message.text,
                    "speaker": life.speaker,
                    "said_at": message.said_at,
                    "uid": message.uid,
                    "session": str(message.said_at.date()),
                }
                for message in life.messages[start : start + 500]
            ]
        )
    written = perf_counter()
    before = memory.count("notes", filters={"archived": None, "role": "user"})
    now = life.messages[-1].said_at + timedelta(days=31)
    asked = _asked(memory, life, language, seed, now)
    began_consolidation = perf_counter()
    memory.consolidate(now=now)
    seconds = (written - began, perf_counter() - began_consolidation)
    habits = [each for each in memory.abstractions(limit=1_000) if each.kind == "habit"]
    sources = {note.uid: note.turns[0] for each in habits for note in memory.instances(each.note.uid)}
    exceptions = {uid: memory.notes([uid])[0].turns[0] for each in habits for uid in each.exceptions}
    after = memory.count("notes", filters={"archived": None, "role": "user"}) + len(
        memory.abstractions(limit=1_000)
    )
    answers = {f"{name}_before": value for name, value in asked.items()}
    answers |= _asked(memory, life, language, seed, now)
    return _scores(
        life, habits, sources | exceptions, (before, after), seconds, answers | _facts(memory, life, now)
    )


def _asked(memory: Memory, life: Life, language: Language, seed: int, now: datetime) -> dict[str, float]:
    """For each kind of question, the share that contexts answer, and their mean size in tokens."""
    answered: dict[str, list[bool]] = {kind: [] for kind in KINDS}
    tokens: dict[str, list[int]] = {kind: [] for kind in KINDS}
    for question in questions_about(life, language, seed=seed, least=_MIN_MESSAGES):
        context = memory.context(question.text, now=now)
        answered[question.kind].append(is_answered(question, context, life, language))
        tokens[question.kind].append(context.tokens)
    shares = {f"{kind}_answered": _share(sum(of_kind), len(of_kind)) for kind, of_kind in answered.items()}
    return shares | {f"{kind}_tokens": round(fmean(sizes or [0]), 1) for kind, sizes in tokens.items()}


def _facts(memory: Memory, life: Life, now: datetime) -> dict[str, float]:
    """The shares of replaced objects that are still current, and of latest objects that are."""
    current = {(fact.type, fact.object_name) for fact in memory.facts(life.speaker, as_of=now, limit=10_000)}
    replaced = [(relation, value) for relation, values in life.updates.items() for value in values[:-1]]
    latest = [(relation, values[-1]) for relation, values in life.updates.items()]
    return {
        "stale_facts": sum(each in current for each in replaced) / max(1, len(replaced)),
        "latest_facts": _share(sum(each in current for each in latest), len(latest)),
    }


def _scores(
    life: Life,
    habits: Sequence[Abstraction],
    turn_of: Mapping[str, str],
    active: tuple[int, int],
    seconds: tuple[float, float],
    answers: Mapping[str, float],
) -> HabitScores:
    true = stated(life.habits, _MIN_MESSAGES)
    routine = {uid: habit.name for habit in true for uid in habit.messages}
    matched: dict[str, list[Abstraction]] = {}
    pure = 0
    for each in habits:
        names = [routine.get(turn_of[uid], "") for uid in each.instances]
        name = max(set(names), key=names.count)
        if name and names.count(name) >= _PURE * len(names):
            pure += 1
            matched.setdefault(name, []).append(each)
    found = [(habit, best) for habit in true if (best := _best(habit, matched.get(habit.name, ()), turn_of))]
    excepted = {uid: habit.name for habit in life.habits for uid in habit.exceptions}
    linked = [
        (turn_of[uid], name) for name, each in matched.items() for one in each for uid in one.exceptions
    ]
    right = [turn for turn, name in linked if excepted.get(turn) == name]
    instances = {turn_of[uid] for each in matched.values() for one in each for uid in one.instances}
    return HabitScores(
        messages=len(life.messages),
        habits=len(true),
        abstractions=len(habits),
        precision=_share(pure, len(habits)),
        recall=_share(len(found), len(true)),
        messages_found=_share(len(instances & set(routine)), len(routine)),
        counts=_share(sum(_has_count(habit, best) for habit, best in found), len(found)),
        times=_share(sum(_has_time(habit, best) for habit, best in found), len(found)),
        exceptions=_share(len(set(right)), len(excepted)),
        exceptions_right=_share(len(right), len(linked)),
        active_before=active[0],
        active_after=active[1],
        active_saved=_share(active[0] - active[1], active[0]),
        **answers,
        seconds_to_write=round(seconds[0], 1),
        seconds_to_consolidate=round(seconds[1], 1),
    )


def _best(
    habit: TrueHabit, candidates: Sequence[Abstraction], turn_of: Mapping[str, str]
) -> Abstraction | None:
    """The abstraction with most of the messages of a habit, if it has enough of them."""
    messages = set(habit.messages)
    best = max(
        candidates, key=lambda each: sum(turn_of[uid] in messages for uid in each.instances), default=None
    )
    if best is None or sum(turn_of[uid] in messages for uid in best.instances) < _COVERED * len(messages):
        return None
    return best


def _has_count(habit: TrueHabit, found: Abstraction) -> bool:
    return abs(found.count - len(habit.messages)) <= _CLOSE * len(habit.messages)


def _has_time(habit: TrueHabit, found: Abstraction) -> bool:
    hours = {habit.minute + shift for shift in range(-_MAX_MINUTES, _MAX_MINUTES + 1)}
    return any(clock(minute) in found.note.text for minute in hours)


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 1.0
