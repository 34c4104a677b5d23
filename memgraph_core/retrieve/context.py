"""Hits → text for a prompt, within a token budget: dated, grouped by session, each line with its source."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memgraph_core.language.names import name_key
from memgraph_core.language.scripts import language_of, one_line
from memgraph_core.language.sizes import estimated_tokens, thirds_of_tokens
from memgraph_core.language.terms import terms_of
from memgraph_core.records.graph import Fact
from memgraph_core.records.inspect import NamedFact
from memgraph_core.records.kinds import AGENT_GENERATED, Grain
from memgraph_core.records.search import Context, Hit, Step

_NOTHING = {"en": "Nothing in memory speaks of this.", "zh": "记忆里没有相关内容。"}
# Below this support of every hit the question is about something that memory does not hold. Of 125 questions
# that could be answered one fell below; of six about things never spoken of, all.
_SILENT = 0.05
_MOMENT = timedelta(microseconds=1)  # before the end of a half-open interval
_MODEL = "llm"  # the extractor whose notes are not in the words of their turns
_SAME = 0.9  # share of words from which two lines say the same


@dataclass(slots=True)
class _Line:
    """A hit that is told, and those that say the same."""

    hit: Hit
    words: frozenset[str]
    sources: list[str]
    retold: bool  # by the words of a model, not those of the turn


def context_of(question: str, hits: Sequence[Hit], budget: int, topics: Sequence[str] = ()) -> Context:
    """The text of as many hits as fit the budget, best first taken, then told in the order of time.

    What says the same as a line before is not told twice: its source joins that line. With `topics`, names that are
    compared, lines stand under the name that they are about, in time order there. When no hit supports what is
    asked, the text says so. A note that a model wrote stands for the turn that it was drawn from, and is marked,
    where it holds as much of what is asked as the turn. A hit that does not fit is passed over for a smaller one
    after it; when none fits, the text is empty. Memory is quoted as data: control signs are removed and a line
    never spans several. The same hits give the same text, and what is newer stands after what is older, so that a
    prompt keeps its beginning.
    """
    if all(hit.support < _SILENT for hit in hits):
        hits = ()
    asked = frozenset(terms_of(question))
    taken: list[_Line] = []
    quoted: list[Hit] = []
    used = 0
    for hit in hits:
        retold = _is_retold(hit, asked)
        line = _Line(hit, _content_words(hit, retold=retold), list(hit.turns), retold)
        same = next((other for other in taken if _says_the_same(other, line)), None)
        size = _size(line, taken, topics) if same is None else _size_of_sources(line, same)
        if used + size > 3 * budget:
            continue
        used += size
        quoted.append(hit)
        if same is None:
            taken.append(line)
        else:
            same.sources += [uid for uid in hit.turns if uid not in same.sources]
    text = _told(taken, topics) if hits else nothing_found(question)
    return Context(
        question=question,
        text=text,
        hits=tuple(quoted),
        turns=tuple(dict.fromkeys(uid for hit in quoted for uid in hit.turns)),
        tokens=estimated_tokens(text),
    )


def nothing_found(question: str) -> str:
    """What is said where nothing is found, in the language of the question."""
    return _NOTHING[language_of(question)]


def _size(line: _Line, taken: Sequence[_Line], topics: Sequence[str]) -> int:
    """What a line takes, in thirds of a token, with its heading where that is new."""
    heading = _heading(line.hit, topics)
    is_new = all(_heading(other.hit, topics) != heading for other in taken)
    return thirds_of_tokens(_bullet(line, topics)) + (thirds_of_tokens(heading) if is_new else 0)


def _size_of_sources(line: _Line, same: _Line) -> int:
    more = [uid for uid in line.sources if uid not in same.sources]
    return thirds_of_tokens(", ".join(["", *more])) if more else 0


def _bullet(line: _Line, topics: Sequence[str]) -> str:
    """The line as it stands in the text; under a topic with its day."""
    dated = f"{line.hit.said_at.date().isoformat()} " if topics and line.hit.said_at else ""
    return f"- {dated}{line_of(line.hit, line.sources, retold=line.retold)}"


def _is_retold(hit: Hit, asked: frozenset[str]) -> bool:
    """Whether a model's note tells the hit: it stands for itself, with names for pronouns. The rules' notes are the words
    of the turn, and so the turn is quoted.
    """
    if hit.note is None or hit.note.extractor != _MODEL:
        return False
    return len(asked.intersection(terms_of(hit.note.text))) >= len(asked.intersection(terms_of(hit.text)))


def _content_words(hit: Hit, *, retold: bool) -> frozenset[str]:
    return frozenset(terms_of(f"{hit.speaker or ''} {hit.note.text if retold and hit.note else hit.text}"))


def _says_the_same(one: _Line, other: _Line) -> bool:
    """Whether two lines share all but a few of their words, and who says it."""
    if one.hit.speaker != other.hit.speaker or one.hit.trust != other.hit.trust:
        return False
    everything = one.words | other.words
    return bool(everything) and len(one.words & other.words) >= _SAME * len(everything)


def line_of(hit: Hit, turns: Sequence[str] | None = None, *, retold: bool = False) -> str:
    """One hit as one line: its source, how it was reached, what is known to have ended, when it was; then its words.

    Its words are those of the turn; `retold`, those of the note that a model drew from it, which is said: nobody is
    quoted with words that are not theirs.

    What memory says of a turn stands before it, so that no turn can pretend to be from elsewhere, or in force.
    """
    text = hit.note.text if retold and hit.note else hit.text
    said, speaker = one_line(text), one_line(hit.speaker or "")
    if speaker and not retold and not said.startswith(f"{speaker}:"):
        said = f"{speaker}: {said}"
    notes = [
        _standing(fact, hit.replaced_by.get(fact.uid))
        for fact in hit.facts
        if fact.holds_until is not None or fact.conflicts
    ]
    if hit.corrected_at is not None:
        notes.append(f"corrected {hit.corrected_at.date().isoformat()}")
    if hit.trust in AGENT_GENERATED:
        notes.append(f"{hit.trust}, not said by a person")
    if via := via_of(hit.path):
        notes.append(f"via {via}")
    if when := _time_told(hit):
        notes.append(f"when: {when}")
    if retold:
        notes.append("retold by a model")
    sources = ", ".join(one_line(uid) for uid in (hit.turns if turns is None else turns))
    return f"[{'; '.join(dict.fromkeys([sources, *notes]))}] {said}"


def via_of(path: Sequence[Step]) -> str:
    """The entities on the way to a hit, joined by arrows; empty for a direct one."""
    names = [one_line(step.text) for step in path if step.label == "Entity"]
    return " → ".join(names) if len(path) > 2 else ""


def _standing(fact: Fact, instead: NamedFact | None) -> str:
    """What became of a fact and what holds in its place, or that another contradicts it and nothing tells which holds."""
    relation = fact.type.replace("_", " ").lower()
    if fact.never_held:
        return f"{relation}: corrected since{_put_right(fact, instead)}"
    if fact.holds_until is None:
        return f"{relation}: contradicted elsewhere"
    until = fact.holds_until.date().isoformat()
    return f"{relation}: ended by {until}{_in_place(instead, until)}"


def _in_place(instead: NamedFact | None, until: str) -> str:
    """What holds now, and since when where that is known."""
    if instead is None:
        return ""
    begun = instead.fact.holds_from
    since = begun.date().isoformat() if begun else ""
    when = "since then" if since == until else f"since {since}" if since else "now"
    return f", {when} {one_line(instead.object_name)}"


def _put_right(fact: Fact, instead: NamedFact | None) -> str:
    """What is so now; the day, where another one was told of the same."""
    if instead is None:
        return ""
    begun = instead.fact.holds_from
    if instead.fact.object == fact.object and begun:
        return f", from {begun.date().isoformat()} on"
    return f", now {one_line(instead.object_name)}"


def _time_told(hit: Hit) -> str:
    """The time that a hit speaks of, as dates: "on Friday" tells nobody which. Empty for the day on which it was said."""
    note = hit.note
    if note is None or note.grain is None:
        return ""
    first = _as_date(note.holds_from, note.grain) if note.holds_from else ""
    last = _as_date(note.holds_until - _MOMENT, note.grain) if note.holds_until else ""
    if first == last:
        said = _as_date(hit.said_at, "day") if hit.said_at else ""
        return "" if first == said else first
    if first and last:
        return f"{first} to {last}"
    return f"since {first}" if first else f"until {last}"


def _as_date(moment: datetime, grain: Grain) -> str:
    """A year, a month or a day: as exact as is known, and without hours, whose zone a reader could not tell."""
    length = {"year": 4, "month": 7}.get(grain, 10)
    return moment.date().isoformat()[:length]


def _told(taken: Sequence[_Line], topics: Sequence[str]) -> str:
    """Lines under a heading per day and session, or per topic, in time order; what has no time under its session."""
    groups: dict[str, list[str]] = {}
    ordered = sorted(taken, key=lambda line: _when(line.hit))
    if topics:
        ordered.sort(key=lambda line: [*topics, ""].index(_topic(line.hit, topics)))
    for line in ordered:
        groups.setdefault(_heading(line.hit, topics), []).append(_bullet(line, topics))
    return "\n".join("\n".join([heading, *lines]) for heading, lines in groups.items())


def _when(hit: Hit) -> tuple[bool, str, tuple[str, ...]]:
    return hit.said_at is None, hit.said_at.isoformat() if hit.said_at else hit.session, hit.turns


def _topic(hit: Hit, topics: Sequence[str]) -> str:
    """The first of the topics that a hit speaks of; nothing for none."""
    said = name_key(f"{hit.speaker or ''} {hit.text}")
    spoken_of = (
        topic
        for topic in topics
        if f" {name_key(topic)} " in f" {said} " or (not topic.isascii() and topic in said)
    )
    return next(spoken_of, "")


def _heading(hit: Hit, topics: Sequence[str]) -> str:
    if topics:
        return one_line(_topic(hit, topics)) or "…"
    session = one_line(hit.session)
    return f"{hit.said_at.date().isoformat()} · {session}" if hit.said_at else session
