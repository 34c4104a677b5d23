"""English statements that move or cancel the date of something: "the dentist moved me to 20 October", "Porto is off"."""

import re
from collections.abc import Iterator
from datetime import datetime

from memgraph_core.language.en.replaced_days import may_replace, replaced_day
from memgraph_core.language.en.thing_terms import event_terms
from memgraph_core.language.naming.lists import calendar, no_names, phrases_without_entity
from memgraph_core.language.relating.appointed import first_day
from memgraph_core.language.relating.date_changes import SPEAKER
from memgraph_core.language.relating.schedules import ChangeSort, ScheduleChange
from memgraph_core.language.times import TimeSpan, times_in
from memgraph_core.language.timing.intervals import midnight, week
from memgraph_core.language.timing.words_en import ANY_WEEKDAY
from memgraph_core.language.word_lists import word_set

_QUOTES = str.maketrans("’‘", "''")
_CLAUSE = re.compile(
    r"[;!?\n]+|\.(?!\d)|,\s|\s[-–—]\s|\s(?:so|because|but)\s|\sand (?=(?:he|she|it|they|we|i|the|my)\b)"
)
_UNSURE = re.compile(
    r"\b(?:if|could|can (?:we|you|i)|should|let's|might|hop(?:e|ing)|wants?|wish|would|maybe|perhaps|ask(?:ed|ing)?|try(?:ing)?"
    r"|please|thinking|wonder(?:ing)?|almost|nearly|never|not (?:been )?(?:moved|cancell?ed|postponed)"
    r"|(?:isn't|wasn't|hasn't been) (?:moved|cancell?ed|postponed))\b|\?",
    re.IGNORECASE,
)
_AUXILIARY = (
    r"(?:'s|'re|'ve|'d|\b(?:is|are|was|were|has|have|had|got|gets|been|being|be|just|now|already|also|all|both|had to|has to"
    r"|have to|will|finally|officially))"
)
_AUXILIARIES = re.compile(rf"\s*(?:{_AUXILIARY}\s*)+$", re.IGNORECASE)
_PARTICLES = re.compile(r"^(?:back|forward|up|out|on|along)\b\s*|\s*\b(?:back|forward|up|out|on|along|over)$")
_MOVE = re.compile(
    r"\b(?:moved?|pushed?|shift(?:ed)?|postponed?|(?P<booked>reschedul|rebook|rearrang)e?(?:d|ed)?|delayed?|bump(?:ed)?|slipped"
    r"|(?:brought|bring|put)(?=(?: [\w']+){0,5}? (?:back|forward|off|up)\b)|changed?|switch(?:ed)?|defer(?:red)?|swap(?:ped)?)\b",
    re.IGNORECASE,
)
_OWNER = re.compile(r"(?:\b(?:the|our|my|your|his|her|their|this|that|an?)|'s)\s+(?:\w+ )?$", re.IGNORECASE)
_TO = re.compile(r"\b(?:to|until|till|til|for)\s+(?=\S)", re.IGNORECASE)
_FROM = re.compile(r"\s*\bfrom (?P<from>.{2,25})$", re.IGNORECASE)
_NOW_ON = re.compile(
    r"(?:'s|'re|'ll be|\s(?:is|are|will be))\s+(?P<now>now\s+)?(?:\w+ing\s+)?(?:now\s+)?(?:on|in|at)?\s*",
    re.IGNORECASE,
)
_INSTEAD = re.compile(r"^,?\s*(?:(?:at [\d:.apm ]{1,8}|in the \w+) ?)?(?:now|instead)\b", re.IGNORECASE)
_OFF = re.compile(
    rf"(?:{_AUXILIARY}\s*)+\s(?:off|cancell?ed|called off|scrapped|axed|abandoned|no longer (?:on|happening|going ahead)"
    r"|not (?:on|happening|going ahead|going to happen|taking place))(?=$|\s(?:then|again|now|after|sadly|because|due|until|this"
    r"|next|on|for)\b)"
    r"|\s(?:isn't|aren't|won't be) (?:on|happening|going ahead|taking place|going to happen)\b"
    rf"|(?:\s?{_AUXILIARY})*\s(?:fell|fallen) through\b",
    re.IGNORECASE,
)
_CALL_OFF = re.compile(
    r"\b(?:cancel(?:led|ed)?|call(?:ed)? off|scrap(?:ped)?|pull(?:ed)? out of|back(?:ed)? out of|drop(?:ped)? out of"
    r"|bail(?:ed)? on) (?P<object>(?!on\b|off\b).+)|\bcall(?:ed)? (?P<called>.{2,40}?) off\b",
    re.IGNORECASE,
)
_GIVE_UP = re.compile(
    r"\b(?:stopped|quit|given up|gave up|dropped|packed in|jacked in|finished with|no longer(?: able to)?"
    r"|(?:have|had|'ve) to (?:stop|quit|give up|drop)) (?P<object>.+)",
    re.IGNORECASE,
)
_NO_MORE = re.compile(
    r"(?:\b(?:do|does|can|will|wo|ca|is|are|am)n't|\b(?:cannot|not)|\bwon't|\bcan't) (?:be |going to |able to )?"
    r"(?P<object>.+?),? (?:any ?more|any longer|after all)\b",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"^(?P<subject>.{1,40}?)(?:'s\b|'ve\b|n't\b|\s+(?:is|are|was|were|has|have|had|got|fell|can't|cannot|isn't|won't|hasn't)\b)"
)
_ONCE = re.compile(
    r"\b(?:this|next|last|today|tonight|tomorrow|once|only|\d{1,2}(?:st|nd|rd|th)?)\b", re.IGNORECASE
)
_CLOCK = re.compile(
    r"\b\d{1,2}(?:[:.]\d\d)? ?(?:[ap]\.?m\b|o'clock)|\b\d{1,2}[:.]\d\d|\bat \d{1,2}\b", re.IGNORECASE
)
_WEEKDAY = re.compile(rf"(?:on )?(?:a )?{ANY_WEEKDAY}", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_PRONOUNS = frozenset(
    ["it", "that", "this", "they", "them", "he", "she", "him", "her", "we", "i", "me", "us", "you", "all"]
)
_LIGHT = frozenset(
    ["going", "go", "doing", "do", "playing", "play", "taking", "take", "attending", "attend", "having", "have", "seeing", "see",
     "visiting", "visit", "making", "make", "coming", "come", "running", "get", "time", "date", "day", "now", "other", "ill"]
)  # fmt: skip
# The beginnings of the words that all changes of dates have.
_MAY_CHANGE = re.compile(
    r"\b(?:mov|push|shift|postpon|resched|rebook|rearrang|delay|bump|slip|bring|brought|put|chang|switch|defer|swap|now|instead"
    r"|off|cancel|call|scrap|axed|abandon|no longer|happening|going ahead|tak|fell|fallen|pull|back|drop|bail|stop|quit|giv|gave"
    r"|pack|jack|finish|any ?more|any longer|after all|on\b)",
    re.IGNORECASE,
)
_LEADS = ("It will be on ", "It will be in ", "It will be ")


def may_move(text: str) -> bool:
    """Whether a text has words for moving something to another day."""
    return _MOVE.search(text) is not None


def date_changes_in(text: str, said_at: datetime) -> Iterator[ScheduleChange]:
    """The change of a date that an English text states, if it states one."""
    plain = text.translate(_QUOTES)
    if _MAY_CHANGE.search(plain) is None and not may_replace(plain):
        return
    speaker = SPEAKER.match(plain)
    statement = plain[speaker.end() :] if speaker else plain
    if _UNSURE.search(statement):
        return
    clauses = [clause.strip() for clause in _CLAUSE.split(statement) if clause.strip()]
    found = next(_moves(clauses, said_at), None) or next(_cancellations(clauses, said_at), None)
    found = found or next(_given_up(clauses, speaker["speaker"] if speaker else "", said_at), None)
    if found is not None:
        yield found
    if days := replaced_day(statement, said_at):
        yield ScheduleChange(sort="moved", since=said_at, until=said_at, former=(days[0],), day=days[1])


def _moves(clauses: list[str], said_at: datetime) -> Iterator[ScheduleChange]:
    for number, clause in enumerate(clauses):
        for thing, new in (*_moved(clause, said_at), *_now_on(clause, said_at)):
            named = thing
            if not _words(named) and number and (subject := _SUBJECT.match(clauses[number - 1])):
                named = subject["subject"]
            yield _change(named, "moved", new, said_at, clause)


def _moved(clause: str, said_at: datetime) -> Iterator[tuple[str, TimeSpan]]:
    """What is moved and its new day: "my flight to Krakow" of "I changed my flight to Krakow to 30 May"."""
    verb = next((found for found in _MOVE.finditer(clause) if not _is_noun(found, clause)), None)
    if verb is None:
        return
    subject, rest = _AUXILIARIES.sub("", clause[: verb.start()]), clause[verb.end() :]
    for target in _TO.finditer(rest):
        if target[0].strip().lower() == "for" and not verb["booked"]:
            continue  # "we changed the plan for Friday"
        if new := _day_at(rest[target.end() :], said_at):
            between = rest[: target.start()].strip()
            came = _FROM.search(between)
            object_ = _PARTICLES.sub("", between[: came.start()] if came else between).strip()
            is_named = object_ and not _is_pronoun(object_)
            former = f" {came['from']}" if came else ""
            yield (object_ if is_named else subject) + former, new
            return


def _is_noun(word: re.Match[str], clause: str) -> bool:
    """Whether a word for moving is the noun of "the move has been pushed back"."""
    return (
        word[0].lower() in ("move", "change", "delay", "switch")
        and _OWNER.search(clause[: word.start()]) is not None
    )


def _now_on(clause: str, said_at: datetime) -> Iterator[tuple[str, TimeSpan]]:
    """What is on another day: "lunch is now on 23 May", "he's coming on 11 May instead"."""
    for verb in _NOW_ON.finditer(clause):
        new = _day_at(clause[verb.end() :], said_at)
        if new is not None and (verb["now"] or _INSTEAD.match(clause[verb.end() + len(new.text) :])):
            yield clause[: verb.start()], new


def _cancellations(clauses: list[str], said_at: datetime) -> Iterator[ScheduleChange]:
    for clause in clauses:
        if off := _OFF.search(clause):
            thing, rest = clause[: off.start()], clause[off.end() :]
        elif called := _CALL_OFF.search(clause):
            thing, rest = called["object"] or called["called"], ""
        else:
            continue
        if _words(thing):
            yield _change(f"{thing} {rest}".strip(), "ended", None, said_at, clause)


def _given_up(clauses: list[str], speaker: str, said_at: datetime) -> Iterator[ScheduleChange]:
    """The plans and habits that the speaker, or somebody with a name, gives up."""
    for clause in clauses:
        found = _NO_MORE.search(clause) or _GIVE_UP.search(clause)
        if found is None:
            continue
        who = _AUXILIARIES.sub("", clause[: found.start()]).strip()
        owner = _words(who) if not _is_pronoun(who) else ()
        if who.lower() in ("he", "she", "they", "you"):
            continue
        if words := _words(found["object"]):
            yield ScheduleChange(
                sort="ended", since=said_at, words=(*(owner or (speaker,) * bool(speaker)), *words)
            )


def _change(
    thing: str, sort: ChangeSort, new: TimeSpan | None, said_at: datetime, clause: str
) -> ScheduleChange:
    """The change of a thing. The day or the period in its words is the former one: the 14th of "bowling on the 14th"."""
    spans = times_in(f"{_LEADS[-1]}{thing.strip()}", said_at, "en")
    former = next((span for span in spans if span.kind == "date" and span.start and span.end), None)
    for span in spans:
        thing = thing.replace(span.text, " ")
    words = _words(thing)
    is_weekday = new is not None and (
        new.kind == "recurring"
        or (_WEEKDAY.fullmatch(new.text.strip()) is not None and not _ONCE.search(_CLOCK.sub("", clause)))
    )
    since, until = said_at, None if is_weekday and former is None else said_at
    if former is not None and former.start is not None:
        since, until = former.start, former.end
    elif new is not None and new.start is not None and not is_weekday:
        whole = week(new.start)
        since, until = max(whole.start, midnight(said_at)), whole.end
    return ScheduleChange(
        sort=sort,
        since=since,
        until=until,
        words=words,
        kinds=event_terms(thing),
        day=new if new is not None and new.kind != "recurring" else None,
        former=(former,) if former is not None else (),
    )


def _day_at(words: str, said_at: datetime) -> TimeSpan | None:
    """The day or the recurrence with which the words begin."""
    words = re.sub(r"^(?:the|a|about|around|probably)\s+(?=\D)", "", words[:60])
    if not _may_be_day(words):
        return None
    for lead in _LEADS:
        spans = times_in(lead + words, said_at, "en")
        recurring = next((s for s in spans if s.kind == "recurring" and s.at <= len(lead)), None)
        if found := recurring or first_day(spans, len(lead), 4):
            return found
    return None


def _may_be_day(words: str) -> bool:
    """Whether words may begin with a day: not with a name that is none, as in "moved to Turin". This saves reading their times."""
    first = words.partition(" ")[0].rstrip(",.!?")
    if not first.isalpha() or first.islower():
        return True
    key = first.lower()
    return (
        key in calendar()
        or key in no_names()
        or any(each.startswith(key) for each in phrases_without_entity())
    )


def _is_pronoun(words: str) -> bool:
    return words.lower() in _PRONOUNS


def _words(thing: str) -> tuple[str, ...]:
    """The words that name the thing: camping and trip of "the camping trip"."""
    thing = re.sub(r"'(?:s|re|ve|d|m)\b", " ", thing)
    found = (word.lower() for word in _WORD.findall(thing))
    return tuple(
        word
        for word in dict.fromkeys(found)
        if word not in word_set("stop_en") and word not in _LIGHT and not word[0].isdigit()
    )
