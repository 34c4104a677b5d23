"""The protocol of language packs, and the pack for each language code.

A pack is one folder of this package: `en`, `zh`, and `other` for every language without rules of its own. Code outside
`memgraph_core.language` passes the code of a pack along, and never compares it.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, TypeVar

from memgraph_core.language.detection import language_of
from memgraph_core.records.kinds import EntityType

if TYPE_CHECKING:
    from memgraph_core.language.activities import Action
    from memgraph_core.language.derived_text import DerivedText
    from memgraph_core.language.keywords import Word
    from memgraph_core.language.naming.named import Named
    from memgraph_core.language.persons.antecedents import PronounRules, Reference
    from memgraph_core.language.persons.kin import Kin
    from memgraph_core.language.persons.self_named import Sort as SelfNamedSort
    from memgraph_core.language.relating.appointed import Appointment
    from memgraph_core.language.relating.date_changes import DateChange
    from memgraph_core.language.spans import Span
    from memgraph_core.language.subject import SubjectWord
    from memgraph_core.language.times import TimeSpan
    from memgraph_core.language.timing.expressions import Rule
    from memgraph_core.language.timing.tenses import TenseRules
    from memgraph_core.language.topic import Topic
    from memgraph_core.language.vocabulary import Phrase

_T = TypeVar("_T")
__all__ = ["LanguagePack", "answer_language", "language_of", "pack_of"]


class LanguagePack(Protocol):
    """Everything that depends on the language of a text. Offsets are offsets into the text that is passed."""

    @property
    def code(self) -> str:
        """The code under which texts of this pack are stored."""
        ...

    @property
    def answers_in(self) -> str:
        """The code of the language in which the engine answers: it has texts in English and Chinese."""
        ...

    def pick(self, english: _T, chinese: _T) -> _T:
        """Of two texts, patterns or word orders, the one for this language."""
        ...

    def plain(self, text: str) -> str:
        """The text in the form that the rules read. Its length does not change."""
        ...

    # Names and people

    def read_ahead(self, texts: Iterable[str]) -> None:
        """Process these texts in one batch, which is faster than one by one, and cache the results."""
        ...

    def names(
        self, text: str, full_text: str, known: Mapping[str, str], types: Mapping[str, EntityType]
    ) -> "list[Named]":
        """The names in a text, in order of appearance, without overlaps; without a parser, as searches need them.

        Addresses and code are hidden in `text`, which is as long as `full_text`.
        """
        ...

    def confirmed(
        self, text: str, names: "Sequence[Named]", types: Mapping[str, EntityType]
    ) -> "list[Named]":
        """The names of a stored text, with further names and better types from a parser or tagger."""
        ...

    def occurrences(self, name: str) -> re.Pattern[str]:
        """A pattern for the complete occurrences of a name in a text."""
        ...

    def kin(self, text: str, names: Collection[str]) -> "list[Kin]":
        """Relatives, partners, friends, colleagues and pets, in order of appearance."""
        ...

    def kin_name(self, owner: str, word: str) -> str:
        """The description of kin without a known name: `Ada's sister`."""
        ...

    def event_keys(self, keys: Iterable[str]) -> Iterable[str]:
        """The name keys that may mean an event of the speaker, such as "the meeting"."""
        ...

    def is_pronoun(self, owner: str) -> bool:
        """Whether the owner of a relative is only a pronoun."""
        ...

    @property
    def pronouns(self) -> "PronounRules | None":
        """The pronouns of the language; None if pronouns are not resolved."""
        ...

    def replaced(self, text: str, reference: "Reference") -> tuple[str, int] | None:
        """The replacement of a resolved pronoun, and the offset after it; None if the pronoun is kept."""
        ...

    @property
    def call(self) -> str:
        """A pattern template that matches an address to the person `{name}`."""
        ...

    def self_naming(self) -> "Sequence[tuple[SelfNamedSort, re.Pattern[str]]]":
        """Patterns for the names that speakers give themselves; the name is the group `name`."""
        ...

    def self_name(self, written: str, sort: "SelfNamedSort", people: Collection[str]) -> str | None:
        """The name that one of these patterns found; None if it is not a name."""
        ...

    def other_names(self, text: str) -> Iterable[tuple[str, str]]:
        """The name and another name of each person to whom a text gives both."""
        ...

    # Times

    def time_rules(self) -> "tuple[Rule, ...]":
        """The rules for time expressions, the more exact first."""
        ...

    @property
    def tenses(self) -> "TenseRules":
        """The cue words of each tense."""
        ...

    def happens(self, text: str) -> bool:
        """Whether a sentence is in the past or present, and not a plan, wish, habit, condition or generalisation."""
        ...

    def happened(self, text: str) -> bool:
        """Whether a sentence that `happens` is in the past."""
        ...

    def continues(self, text: str) -> bool:
        """Whether the beginning of a turn continues the speaker's earlier turn."""
        ...

    def leaves_out_speaker(self, text: str) -> bool:
        """Whether a text has no word for its speaker, so that what it leaves out may be somebody else."""
        ...

    # Statements

    def question_start(self, question: str) -> int | None:
        """The offset of a question that follows a statement in the same sentence; None without such a statement."""
        ...

    def clause_starts(self, sentence: str) -> list[int]:
        """Offsets of the clauses that can be understood alone, ascending, without the first clause."""
        ...

    def small_talk(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        """Patterns for sentences that are only a greeting, and for those that only acknowledge."""
        ...

    def salience(self, sentence: str) -> float:
        """The part of the salience that the words of a sentence give."""
        ...

    def tells_how(self, text: str) -> bool:
        """Whether a text describes how something is done."""
        ...

    def lasts(self, text: str) -> bool:
        """Whether a text states something lasting: a habit, a preference, a property."""
        ...

    def phrases(
        self, sentence: str, spans: "Sequence[Span]", speaker: str, topic: "Topic | None"
    ) -> "tuple[list[Phrase], Topic | None]":
        """The relations that a sentence states, and whom it is about. `topic` is whom the sentence before it is about."""
        ...

    def may_leave_out_subject(self, text: str) -> bool:
        """Whether a text may begin with a sentence whose subject is the topic of the text before it."""
        ...

    def asks_speaker(self, text: str) -> bool:
        """Whether a turn asks the other person about themselves. The answer is then not about an earlier topic."""
        ...

    def states_mistake(self, text: str) -> bool:
        """Whether a text says that something said before was wrong."""
        ...

    def corrected_value(self, text: str) -> tuple[str, str] | None:
        """The wrong and the right value, if a text is only a correction: "no wait, April 2nd". The wrong one may be empty."""
        ...

    def appointments(self, text: str, now: datetime) -> "Iterable[Appointment]":
        """The events whose day a text states."""
        ...

    def date_change(self, text: str, said_at: datetime) -> "DateChange | None":
        """The change of a date that a text states: what is moved, corrected or cancelled, and its new day."""
        ...

    def deadline(self, text: str, said_at: datetime) -> "TimeSpan | None":
        """The day before or on which something must be done, if a text states one."""
        ...

    def undertaking(self, text: str) -> tuple[str, bool] | None:
        """What somebody does something for in a text, and whether it is the speaker: `grant` in "I'm applying for a grant"."""
        ...

    def actions(self, sentence: str) -> "list[Action]":
        """What a sentence states as done once."""
        ...

    def may_have_happened(self, sentence: str) -> bool:
        """Whether a sentence may report something that happened to the speaker, in any words."""
        ...

    def is_instead(self, sentence: str) -> bool:
        """Whether a sentence says that something was done in place of something else."""
        ...

    def denies(self, sentence: str, topics: Collection[str]) -> bool:
        """Whether a sentence says that what these words name did not happen."""
        ...

    @property
    def derived_text(self) -> "DerivedText":
        """The words and sentences of derived notes."""
        ...

    # Search

    def keywords(self, text: str, names: Sequence[str], words: "Sequence[Word] | None") -> list[str]:
        """Candidates for the keywords of a text, the best first."""
        ...

    def topics(self, text: str) -> list[str]:
        """The topics of the words of a text; words without a topic are skipped."""
        ...

    def date_words(self, moment: datetime) -> str:
        """A date as people write it, for full-text search."""
        ...

    def subject_words(self, question: str, names: Sequence[str]) -> "Iterable[SubjectWord]":
        """The content words that name the subject of a question."""
        ...

    def question_pattern(self, alternatives: str) -> re.Pattern[str]:
        """A pattern that matches any of these alternatives in a question."""
        ...


@cache
def pack_of(language: str) -> LanguagePack:
    """The pack of a language code; `other` for a code without a pack."""
    name = language if language in ("en", "zh") else "other"
    return import_module(f"memgraph_core.language.{name}.pack").PACK


def answer_language(text: str) -> str:
    """The code of the language in which a text is answered: `en` or `zh`."""
    return pack_of(language_of(text)).answers_in
