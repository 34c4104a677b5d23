"""What depends on the language of a text, and the pack for each language code.

A pack is one folder of this package: `en`, `zh`, and `other` for every language without rules of its own. Code outside
`memgraph_core.language` passes the code of a pack along, and never compares it.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, TypeVar

from memgraph_core.language.detection import language_of
from memgraph_core.records.kinds import EntityType

if TYPE_CHECKING:
    from memgraph_core.language.activities import Action
    from memgraph_core.language.derived_text import DerivedText
    from memgraph_core.language.naming.named import Named
    from memgraph_core.language.persons.antecedents import PronounRules, Reference
    from memgraph_core.language.persons.kin import Kin
    from memgraph_core.language.persons.self_named import Sort as SelfNamedSort
    from memgraph_core.language.relating.appointed import Appointment
    from memgraph_core.language.relating.schedules import Occasion, ScheduleChange
    from memgraph_core.language.spans import Span
    from memgraph_core.language.subject import SubjectWord
    from memgraph_core.language.times import TimeSpan
    from memgraph_core.language.timing.expressions import Rule
    from memgraph_core.language.timing.tenses import TenseRules
    from memgraph_core.language.topic import Topic
    from memgraph_core.language.vocabulary import Phrase

_T = TypeVar("_T")
_NEVER = re.compile(r"(?!)")
__all__ = ["LanguagePack", "answer_language", "language_of", "pack_of"]


def _false(*_: object) -> bool:
    return False


def _none(*_: object) -> None:
    return None


def _nothing(*_: object) -> tuple[()]:
    return ()


@dataclass(frozen=True, kw_only=True, eq=False)
class LanguagePack:
    """Everything that depends on the language of a text. A default is what a language without rules gets.

    Offsets are offsets into the text that is passed.
    """

    code: str  # the code under which texts of this pack are stored
    answers_in: str = "en"  # the language in which the engine answers: it has texts in English and Chinese
    # The text in the form that the rules read. Its length does not change.
    plain: Callable[[str], str] = lambda text: text
    # Processes these texts in one batch, which is faster than one by one, and caches the results.
    read_ahead: Callable[[Iterable[str]], None] = _none

    # Names and people

    # text, full text, known, types: the names in a text, in order of appearance, without overlaps; without a parser, as
    # searches need them. Addresses and code are hidden in the text, which is as long as the full text.
    names: "Callable[[str, str, Mapping[str, str], Mapping[str, EntityType]], list[Named]]"
    # text, names, types: the names of a stored text, with further names and better types from a parser or tagger.
    confirmed: "Callable[[str, Sequence[Named], Mapping[str, EntityType]], list[Named]]" = (
        lambda text, names, types: list(names)
    )
    # A pattern for the complete occurrences of a name in a text; anywhere, because some languages have no spaces.
    occurrences: Callable[[str], re.Pattern[str]] = lambda name: re.compile(re.escape(name))
    # text, names: relatives, partners, friends, colleagues and pets, in order of appearance.
    kin: "Callable[[str, Collection[str]], list[Kin]]" = lambda text, names: []
    # owner, word: the description of kin without a known name: `Ada's sister`.
    kin_name: Callable[[str, str], str] = lambda owner, word: f"{owner}'s {word}"
    # The name keys that may mean an event of the speaker, such as "the meeting".
    event_keys: Callable[[Iterable[str]], Iterable[str]] = _nothing
    # Whether the owner of a relative is only a pronoun.
    is_pronoun: Callable[[str], bool] = _false
    # The pronouns of the language; None if pronouns are not resolved.
    pronouns: "Callable[[], PronounRules | None]" = _none
    # The replacement of a resolved pronoun, and the offset after it; None if the pronoun is kept.
    replaced: "Callable[[str, Reference], tuple[str, int] | None]" = _none
    # A pattern template that matches an address to the person `{name}`.
    call: str = r"(?:^|[.!?,;:、，。]\s{{0,2}}){name}(?=\s?[,!?.…、，。]|$)"
    # Patterns for the names that speakers give themselves; the name is the group `name`.
    self_naming: "Callable[[], Sequence[tuple[SelfNamedSort, re.Pattern[str]]]]" = _nothing
    # written, sort, people: the name that one of these patterns found; None if it is not a name.
    self_name: "Callable[[str, SelfNamedSort, Collection[str]], str | None]" = _none
    # The name and another name of each person to whom a statement gives both; the second argument are the people in it.
    other_names: Callable[[str, Sequence[str]], Iterable[tuple[str, str]]] = _nothing

    # Times

    time_rules: "Callable[[], tuple[Rule, ...]]" = _nothing  # the more exact first
    tenses: "TenseRules"  # the cue words of each tense
    # Whether a sentence is in the past or present, and not a plan, wish, habit, condition or generalisation.
    happens: Callable[[str], bool] = _false
    happened: Callable[[str], bool] = _false  # whether a sentence that `happens` is in the past
    # Whether the beginning of a turn continues the speaker's earlier turn.
    continues: Callable[[str], bool] = _false
    # Whether a text has no word for its speaker, so that what it leaves out may be somebody else.
    leaves_out_speaker: Callable[[str], bool] = _false
    speaks_to_listener: Callable[[str], bool] = (
        _false  # whether a text has a word for the person who is spoken to
    )
    # Whether a text from the beginning of a sentence to a name shows that the sentence is about somebody else than the
    # speaker: "and ", "the new boss is ".
    opens_subject: Callable[[str], bool] = _false
    # Whether the subject with which a sentence begins is a pronoun for somebody else than the speaker.
    opens_with_other: Callable[[str], bool] = _false

    # Statements

    # The offset of a question that follows a statement in the same sentence; None without such a statement.
    question_start: Callable[[str], int | None] = _none
    # Offsets of the clauses that can be understood alone, ascending, without the first clause.
    clause_starts: Callable[[str], list[int]] = lambda sentence: []
    # Patterns for sentences that are only a greeting, and for those that only acknowledge.
    small_talk: Callable[[], tuple[re.Pattern[str], re.Pattern[str]]] = lambda: (_NEVER, _NEVER)
    # The part of the salience that the words of a sentence give.
    salience: Callable[[str], float]
    tells_how: Callable[[str], bool] = _false  # whether a text describes how something is done
    lasts: Callable[[str], bool] = _false  # whether a text states a habit, a preference or a property
    # sentence, spans, speaker, topic: the relations that a sentence states, and whom it is about. The topic is whom the
    # sentence before it is about.
    phrases: "Callable[[str, Sequence[Span], str, Topic | None], tuple[list[Phrase], Topic | None]]" = (
        lambda sentence, spans, speaker, topic: ([], None)
    )
    # Whether a text may begin with a sentence whose subject is the topic of the text before it.
    may_leave_out_subject: Callable[[str], bool] = _false
    # Whether a turn asks the other person about themselves. The answer is then not about an earlier topic.
    asks_speaker: Callable[[str], bool] = _false
    # Whether a text says that something said before was wrong.
    states_mistake: Callable[[str], bool] = _false
    # The wrong and the right value, if a text is only a correction: "no wait, April 2nd". The wrong one may be empty.
    corrected_value: Callable[[str], tuple[str, str] | None] = _none
    # text, now, before: the events whose day a text states. `before` is what the speaker says before it.
    appointments: "Callable[[str, datetime, str], Iterable[Appointment]]" = _nothing
    # text, spans, speaker, now: the birthdays that a text gives by a day near `now`: 昨天过生日.
    birthdays: "Callable[[str, Sequence[Span], str, datetime], Iterable[Phrase]]" = _nothing
    # text, said at, beside: the planned days and the routines that a text states; None if it states no time, or if the
    # language has no rules for them. `beside` is other text of the same turn, which may have the bounds of a routine.
    occasions: "Callable[[str, datetime, str], Sequence[Occasion] | None]" = _none
    # text, said at, the text before: what a text ends, moves, corrects or resumes of these occasions.
    schedule_changes: "Callable[[str, datetime, str], Iterable[ScheduleChange]]" = _nothing
    # Whether a text may state a day of each year without a word for the recurrence.
    may_be_yearly: Callable[[str], bool] = _false
    adds: Callable[[str], bool] = _false  # whether a text says that something comes in addition
    # text, said at: whether a text with a day does not name what happens on it: "Thursdays at 7".
    needs_context: Callable[[str, datetime], bool] = _false
    may_move: Callable[[str], bool] = _false  # whether a text has words for moving something to another day
    # text, said at: the day before or on which something must be done, if a text states one.
    deadline: "Callable[[str, datetime], TimeSpan | None]" = _none
    actions: "Callable[[str], list[Action]]" = lambda sentence: []  # what a sentence states as done once
    # Whether a sentence may report something that happened to the speaker, in any words.
    may_have_happened: Callable[[str], bool] = _false
    # Whether a sentence says that something was done in place of something else.
    is_instead: Callable[[str], bool] = _false
    # sentence, topics: whether a sentence says that what these words name did not happen.
    denies: Callable[[str, Collection[str]], bool] = _false
    # Whether a sentence says that something was not as usual: "later than usual".
    is_unusual: Callable[[str], bool] = _false
    # A sentence without what it says was not done: "Ran on Friday instead of Thursday" becomes "Ran on Friday".
    without_contrast: Callable[[str], str] = lambda text: text
    derived_text: "DerivedText"  # the words and sentences of derived notes

    # Search

    # text, names: candidates for the keywords of a text, the best first.
    keywords: Callable[[str, Sequence[str]], list[str]]
    # The topics of the words of a text; words without a topic are skipped.
    topics: Callable[[str], list[str]] = lambda text: []
    # sentence, word: whether the word names a thing or an activity there, as "rowing" does in "I love rowing".
    names_thing: Callable[[str, str], bool] = lambda sentence, word: True
    date_words: Callable[[datetime], str]  # a date as people write it, for full-text search
    # question, names: the content words that name the subject of a question.
    subject_words: "Callable[[str, Sequence[str]], Iterable[SubjectWord]]"
    # A pattern that matches any of these alternatives in a question.
    question_pattern: Callable[[str], re.Pattern[str]] = lambda alternatives: re.compile(
        rf"\b(?:{alternatives})\b", re.IGNORECASE
    )

    def pick(self, english: _T, chinese: _T) -> _T:
        """Of two texts, patterns or word orders, the one for this language."""
        return chinese if self.answers_in == "zh" else english


class _Later:
    """A module that is imported with the first call of one of its functions."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, function: str) -> Callable[..., object]:
        return lambda *arguments: getattr(import_module(self._name), function)(*arguments)


def later(package: str, *modules: str) -> Iterable[_Later]:
    """These modules of a package of `memgraph_core.language`, for a pack: they have patterns that few texts need."""
    return [_Later(f"memgraph_core.language.{package}.{module}") for module in modules]


@cache
def pack_of(language: str) -> LanguagePack:
    """The pack of a language code; `other` for a code without a pack."""
    name = language if language in ("en", "zh") else "other"
    return import_module(f"memgraph_core.language.{name}.pack").PACK


def answer_language(text: str) -> str:
    """The code of the language in which a text is answered: `en` or `zh`."""
    return pack_of(language_of(text)).answers_in
