"""Hits → text for a prompt, within a token budget: dated, grouped by session, each line with its source."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from memgraph_core.language.lasting import is_ended
from memgraph_core.language.names import name_key
from memgraph_core.language.pack import answer_language
from memgraph_core.language.quoting import NOTE, encoded_name, encoded_uid, spoken_line
from memgraph_core.language.request import asks_for_overview
from memgraph_core.language.scripts import one_line
from memgraph_core.language.sizes import estimated_tokens, thirds_of_tokens
from memgraph_core.language.terms import terms_of
from memgraph_core.records.graph import Fact
from memgraph_core.records.grouping import grouped
from memgraph_core.records.inspect import NamedFact
from memgraph_core.records.kinds import AGENT_GENERATED
from memgraph_core.records.representation import as_date, last_date, without_speaker
from memgraph_core.records.search import Context, Hit, Step
from memgraph_core.retrieve.current_facts import CurrentFact, fact_line
from memgraph_core.retrieve.quote import best_sentences
from memgraph_core.retrieve.remarks import RemarkWords, remark_words

_NOTHING = {"en": "Memory contains nothing about this.", "zh": "记忆里没有相关内容。"}
_FACTS = {"en": "Current facts", "zh": "现在的事实"}
_MAX_FACTS_SHARE = 3  # facts take at most one third of the budget
_MAX_GENERATED_SHARE = 3  # and so do agent-generated hits, so that they leave the rest to what people stated
_SENTENCE_END = ".!?。！？ "
_MODEL = "llm"  # the extractor whose notes do not quote their turns
_DUPLICATE_SHARE = 0.9  # share of common words from which two lines are duplicates
_MAX_OTHER_DAYS = 3  # days of duplicates that a line names; more are counted


@dataclass(frozen=True, slots=True)
class _Quoting:
    """How hits are quoted."""

    whole: int  # number of best hits that are quoted completely
    length: int  # characters of each other hit, in its best sentences
    shows_paths: bool = True
    language: str = "en"  # of the remarks: that of the question


_QUOTING = _Quoting(whole=2, length=80)
_OVERVIEW = _Quoting(whole=0, length=50, shows_paths=False)  # many short lines


@dataclass(slots=True)
class _Line:
    """A hit in the text, and the sources of the duplicates that it represents."""

    hit: Hit
    words: frozenset[str]
    sources: list[str]
    shows_note: bool  # the text of a model's note instead of that of the turn
    language: str  # of the remarks
    other_days: list[str] = field(default_factory=list[str])  # on which duplicates were said

    def add(self, hit: Hit) -> None:
        """Add the sources and the day of a duplicate."""
        self.sources += [uid for uid in hit.turns if uid not in self.sources]
        day = as_date(hit.said_at) if hit.said_at else None
        own = as_date(self.hit.said_at) if self.hit.said_at else None
        if day and day != own and day not in self.other_days:
            self.other_days.append(day)


def context_of(
    question: str,
    hits: Sequence[Hit],
    budget: int,
    topics: Sequence[str] = (),
    facts: Sequence[CurrentFact] = (),
) -> Context:
    """The text of the facts and of as many hits as fit the budget, chosen best first and written in order of time.

    - `budget` is in estimated tokens. A hit that does not fit is skipped for a smaller one after it; if none fits, the
      text is empty. The current `facts` precede the hits and take at most a third of the budget.
    - Agent-generated hits take at most a third of the budget, unless there are no others.
    - A duplicate of an earlier line adds only its source and its day to that line.
    - For an overview (a summary, or the order of events) all lines are short.
    - With `topics`, the names that a question compares, lines are grouped by the first topic that they mention.
    - Without hits, the text says that memory contains nothing on the question.
    - A model's note replaces the text of its turn if it contains as many words of the question, and is marked.
    - Memory is quoted as data: control characters are removed, and a hit is always one line.
    - The same hits give the same text. Newer lines follow older ones, so that the start of a prompt stays the same
      and can be cached.
    """
    if not hits:
        text = nothing_found(question)
        return Context(question=question, text=text, hits=(), turns=(), tokens=estimated_tokens(text))
    shown, used = _fitting_facts(question, facts, budget // _MAX_FACTS_SHARE)
    language = answer_language(question)
    quoting = replace(_OVERVIEW if asks_for_overview(question, language) else _QUOTING, language=language)
    asked = frozenset(terms_of(question))
    lines, quoted = _fitting_lines(hits, 3 * budget - used, topics, asked, quoting)
    of_facts = [_FACTS[answer_language(question)], *(_fact_bullet(fact, question) for fact in shown)]
    text = "\n".join((*(of_facts if shown else ()), *_grouped_lines(lines, topics)))
    turns = [uid for hit in quoted for uid in hit.turns] + [uid for fact in shown for uid in fact.turns]
    return Context(
        question=question,
        text=text,
        hits=tuple(quoted),
        turns=tuple(dict.fromkeys(turns)),
        tokens=estimated_tokens(text),
    )


def _fitting_facts(question: str, facts: Sequence[CurrentFact], budget: int) -> tuple[list[CurrentFact], int]:
    """The facts that fit the budget in their order, and their size in thirds of a token with the heading."""
    shown: list[CurrentFact] = []
    used = thirds_of_tokens(_FACTS[answer_language(question)])
    for fact in facts:
        size = thirds_of_tokens(_fact_bullet(fact, question))
        if used + size <= 3 * budget:
            used += size
            shown.append(fact)
    return shown, used if shown else 0


def _fact_bullet(fact: CurrentFact, question: str) -> str:
    return f"- {fact_line(fact, question)}"


def _fitting_lines(
    hits: Sequence[Hit], budget: int, topics: Sequence[str], asked: frozenset[str], quoting: "_Quoting"
) -> tuple[list[_Line], list[Hit]]:
    """The lines that fit the budget in thirds of a token, and the hits that they quote, both best first."""
    lines: list[_Line] = []
    quoted: list[Hit] = []
    used, used_by_generated, has_stated = 0, 0, any(hit.trust not in AGENT_GENERATED for hit in hits)
    for place, hit in enumerate(hits):
        shows_note = _prefers_note(hit, asked)
        shown = hit if place < quoting.whole else _shortened(hit, asked, quoting)
        words = _content_words(hit, shows_note=shows_note)
        line = _Line(shown, words, list(_sources(hit)), shows_note, quoting.language)
        duplicated = next((other for other in lines if _is_duplicate(other, line)), None)
        size = _size(line, lines, topics) if duplicated is None else _size_of_duplicate(line, duplicated)
        is_generated = hit.trust in AGENT_GENERATED
        if used + size > budget or (
            has_stated and is_generated and used_by_generated + size > budget // _MAX_GENERATED_SHARE
        ):
            continue
        used += size
        used_by_generated += size * is_generated
        quoted.append(hit)
        if duplicated is None:
            lines.append(line)
        else:
            duplicated.add(hit)
    return lines, quoted


def nothing_found(question: str) -> str:
    """The message for an empty result, in the language of the question."""
    return _NOTHING[answer_language(question)]


def _shortened(hit: Hit, asked: frozenset[str], quoting: "_Quoting") -> Hit:
    """The hit with only its best sentences, if it is long, and with its path if paths are shown."""
    hit = hit if quoting.shows_paths else replace(hit, path=())
    if len(hit.text) <= quoting.length:
        return hit
    return replace(hit, text=best_sentences(hit.text, asked, hit.note, quoting.length))


def _size(line: _Line, lines: Sequence[_Line], topics: Sequence[str]) -> int:
    """The size of a line in thirds of a token, with its heading if that is new."""
    heading = _heading(line.hit, topics)
    is_new = all(_heading(other.hit, topics) != heading for other in lines)
    return thirds_of_tokens(_bullet(line, topics)) + (thirds_of_tokens(heading) if is_new else 0)


def _size_of_duplicate(line: _Line, duplicated: _Line) -> int:
    """The size in thirds of a token that a duplicate adds to a line: its sources and its day."""
    with_both = replace(duplicated, sources=[*duplicated.sources], other_days=[*duplicated.other_days])
    with_both.add(line.hit)
    return thirds_of_tokens(_bullet(with_both, ())) - thirds_of_tokens(_bullet(duplicated, ()))


def _bullet(line: _Line, topics: Sequence[str]) -> str:
    """The line as a list item, with its day if it is grouped by topic."""
    day = f"{as_date(line.hit.said_at)} " if topics and line.hit.said_at else ""
    shown = format_hit(
        line.hit,
        line.sources,
        other_days=line.other_days,
        shows_note=line.shows_note,
        language=line.language,
    )
    return f"- {day}{shown}"


def _prefers_note(hit: Hit, asked: frozenset[str]) -> bool:
    """Whether to show a model's note instead of the turn, because it names what the turn only refers to by pronouns.

    Notes of the rules, and those of a model that repeat the words of the turn, quote it, so for them the turn is shown.
    """
    if hit.is_abstraction:
        return True
    if hit.note is None or hit.note.extractor != _MODEL or _is_verbatim(hit.note.text, hit):
        return False
    return len(asked.intersection(terms_of(hit.note.text))) >= len(asked.intersection(terms_of(hit.text)))


def _is_verbatim(text: str, hit: Hit) -> bool:
    """Whether a note is a part of its turn word for word, with or without the name of the speaker before it."""
    return one_line(without_speaker(text, hit.speaker)).rstrip(_SENTENCE_END) in one_line(hit.text)


def _content_words(hit: Hit, *, shows_note: bool) -> frozenset[str]:
    text = hit.note.text if shows_note and hit.note else hit.text
    return frozenset(terms_of(f"{hit.speaker or ''} {text}"))


def _is_duplicate(one: _Line, other: _Line) -> bool:
    """Whether two lines have the same speaker and trust and nearly the same words."""
    if one.hit.speaker != other.hit.speaker or one.hit.trust != other.hit.trust:
        return False
    union = one.words | other.words
    return bool(union) and len(one.words & other.words) >= _DUPLICATE_SHARE * len(union)


def format_hit(
    hit: Hit,
    turns: Sequence[str] | None = None,
    *,
    other_days: Sequence[str] = (),
    shows_note: bool = False,
    language: str | None = None,
) -> str:
    """One hit as one line: "[sources; remarks] who: text"; see `language.quoting`.

    Remarks say until when a fact holds or held, how the hit was reached, when it was, and on which other days the same was said.
    They precede the text, so that no turn can imitate them. `turns` are the sources, by default those of the hit. With
    `shows_note` the text is that of the model's note, marked as such and without a speaker, because nobody said it in
    these words. `language` is that of the remarks, by default that of the text.
    """
    text = hit.note.text if shows_note and hit.note else hit.text
    words = remark_words(language or answer_language(text))
    remarks = [
        _fact_remark(fact, hit.replaced_by.get(fact.uid), words)
        for fact in hit.facts
        if is_ended(fact) or fact.conflicts
    ]
    if hit.corrected_at is not None:
        remarks.append(words.corrected.format(day=as_date(hit.corrected_at)))
    if hit.trust in AGENT_GENERATED:
        remarks.append(words.generated.format(trust=words.trust.get(hit.trust, hit.trust)))
    if (via := path_summary(hit.path)) and not _names_path(text, hit.path):
        remarks.append(words.via.format(via=via))
    if not hit.is_abstraction and (when := _time_remark(hit, words)):
        remarks.append(words.when.format(when=when))
    if other_days:
        remarks.append(words.also_on.format(days=_days(other_days, words)))
    if hit.is_abstraction:
        remarks.append(words.abstraction.format(span=_span(hit, words)))
    elif shows_note:
        remarks.append(words.reworded)
    sources = ", ".join(encoded_uid(uid) for uid in (_sources(hit) if turns is None else turns))
    who = spoken_line(None, text, otherwise=NOTE) if shows_note else spoken_line(hit.speaker, text)
    return f"[{'; '.join(dict.fromkeys([sources, *remarks]))}] {who}"


def _sources(hit: Hit) -> Sequence[str]:
    """The uids that a line cites: the turns, or for a block of core memory without turns its own."""
    return hit.turns or (hit.uid,)


def _span(hit: Hit, words: RemarkWords) -> str:
    """The days of the first and the last instance of an abstraction."""
    first, last = hit.note.holds_from if hit.note else None, hit.said_at
    return words.span.format(first=as_date(first), last=as_date(last)) if first and last else ""


def _days(days: Sequence[str], words: RemarkWords) -> str:
    """The days of the best duplicates, and the number of the others: "2026-05-12, 2026-05-21, 2026-06-02 and 4 other days"."""
    others = len(days) - _MAX_OTHER_DAYS
    number = (words.other_days if others > 1 else words.other_day).format(number=others) if others > 0 else ""
    return words.comma.join(sorted(days[:_MAX_OTHER_DAYS])) + number


def _names_path(text: str, path: Sequence[Step]) -> bool:
    """Whether a text names all entities of a path, so that the path needs no remark."""
    return all(step.text in text for step in path if step.label == "Entity")


def path_summary(path: Sequence[Step]) -> str:
    """The entities on the path to a hit, joined by arrows; empty for a path of one or two steps."""
    names = [encoded_name(step.text) for step in path if step.label == "Entity"]
    return " → ".join(names) if len(path) > 2 else ""


def _fact_remark(fact: Fact, replacement: NamedFact | None, words: RemarkWords) -> str:
    """The remark on a fact that was corrected, is contradicted or has ended, with the current fact."""
    relation = words.relation(fact.type)
    if fact.never_held:
        return words.corrected_fact.format(relation=relation, then=_correction(fact, replacement, words))
    if fact.holds_until is None:
        return words.contradicted.format(relation=relation)
    if fact.is_only_past:
        form, day = words.only_past, as_date(fact.holds_until)
    else:
        form, day = words.ended, last_date(fact.holds_until)
    return form.format(relation=relation, day=day, then=_replacement(replacement, fact.holds_until, words))


def _replacement(replacement: NamedFact | None, until: datetime, words: RemarkWords) -> str:
    """The object of the current fact, and its start if known."""
    if replacement is None:
        return ""
    start = replacement.holds_from
    since = as_date(start) if start else ""
    follows = since in (as_date(until), last_date(until))
    when = words.since_then if follows else words.since_day if since else words.now
    return when.format(day=since, name=encoded_name(replacement.object_name))


def _correction(fact: Fact, replacement: NamedFact | None, words: RemarkWords) -> str:
    """The object of the corrected fact, or its start if only that was corrected."""
    if replacement is None:
        return ""
    start = replacement.holds_from
    if replacement.object == fact.object and start:
        return words.from_day.format(day=as_date(start))
    return words.now.format(name=encoded_name(replacement.object_name))


def _time_remark(hit: Hit, words: RemarkWords) -> str:
    """The time that a hit mentions, as dates, because "on Friday" alone is ambiguous; empty for the day it was said."""
    note = hit.note
    if note is None or note.grain is None:
        return ""
    first = as_date(note.holds_from, note.grain) if note.holds_from else ""
    last = last_date(note.holds_until, note.grain) if note.holds_until else ""
    if first == last:
        said_on = as_date(hit.said_at) if hit.said_at else ""
        return "" if first == said_on else first
    return words.interval(first, last)


def _grouped_lines(lines: Sequence[_Line], topics: Sequence[str]) -> list[str]:
    """The lines in order of time under headings: per day and session, or per topic. Lines without a time come last."""
    ordered = sorted(lines, key=lambda line: _time_order(line.hit))
    if topics:
        ordered.sort(key=lambda line: [*topics, ""].index(_topic(line.hit, topics)))
    groups = grouped((_heading(line.hit, topics), _bullet(line, topics)) for line in ordered)
    return [line for heading, bullets in groups.items() for line in (heading, *bullets)]


def _time_order(hit: Hit) -> tuple[bool, str, tuple[str, ...]]:
    return hit.said_at is None, hit.said_at.isoformat() if hit.said_at else hit.session, hit.turns


def _topic(hit: Hit, topics: Sequence[str]) -> str:
    """The first topic that a hit mentions; empty if it mentions none."""
    key = name_key(f"{hit.speaker or ''} {hit.text}")
    mentioned = (
        topic
        for topic in topics
        if f" {name_key(topic)} " in f" {key} " or (not topic.isascii() and topic in key)
    )
    return next(mentioned, "")


def _heading(hit: Hit, topics: Sequence[str]) -> str:
    if topics:
        topic = _topic(hit, topics)
        return encoded_name(topic) if topic else "…"
    session = encoded_name(hit.session)
    return f"{as_date(hit.said_at)} · {session}" if hit.said_at else session
