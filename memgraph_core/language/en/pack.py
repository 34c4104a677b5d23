"""The English pack. Modules with many patterns are imported with the first text that needs them."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TypeVar

from memgraph_core.language.activities import Action
from memgraph_core.language.derived_text import DerivedText
from memgraph_core.language.en import (
    compound,
    keywords,
    kinds,
    mistakes,
    rewriting,
    salience,
    self_named,
    subject,
    tenses,
)
from memgraph_core.language.en.segments import FIRST_PERSON
from memgraph_core.language.naming.capitals import in_small_letters
from memgraph_core.language.naming.named import Named, without_overlaps
from memgraph_core.language.persons.antecedents import PronounRules, Reference
from memgraph_core.language.persons.kin import Kin
from memgraph_core.language.relating.appointed import Appointment
from memgraph_core.language.relating.date_changes import DateChange
from memgraph_core.language.scripts import CJK
from memgraph_core.language.spans import Span
from memgraph_core.language.stating.acts import english_small_talk
from memgraph_core.language.subject import SubjectWord
from memgraph_core.language.times import TimeSpan
from memgraph_core.language.timing.calendar import MONTHS
from memgraph_core.language.timing.expressions import Rule
from memgraph_core.language.timing.tenses import TenseRules
from memgraph_core.language.topic import Topic
from memgraph_core.language.vocabulary import Phrase
from memgraph_core.language.word_lists import word_set
from memgraph_core.language.zh.words import Word
from memgraph_core.records.kinds import EntityType

_T = TypeVar("_T")
_CHINESE = re.compile(f"[{CJK}]")


class EnglishPack:
    """English, with names in Chinese characters inside English text."""

    code = "en"
    answers_in = "en"
    tenses: TenseRules = tenses.TENSES
    call = (
        r"(?:^|[.!?,]\s{{0,2}}|\b(?:hey|hi|hello|thanks|thank you|ok|okay|yes|yeah|no|oh|wow|so|dear|and you)\s)"
        r"{name}(?=\s?[,!?.…]|$)"
    )

    def pick(self, english: _T, chinese: _T) -> _T:
        """The English one."""
        return english

    def plain(self, text: str) -> str:
        """The text itself."""
        return text

    def read_ahead(self, texts: Iterable[str]) -> None:
        """Parse the sentences of the texts in batches, where a parser is installed. Long texts are not parsed ahead."""
        from memgraph_core.language.en.evidence import parse_sentences
        from memgraph_core.language.sentences import LONG_TEXT

        parse_sentences(in_small_letters(text) for text in texts if len(text) <= LONG_TEXT)

    def names(
        self, text: str, full_text: str, known: Mapping[str, str], types: Mapping[str, EntityType]
    ) -> list[Named]:
        """The names in a text, in order of appearance, without overlaps."""
        from memgraph_core.language.naming.english import english_names

        small = in_small_letters(text, known.values())
        found = english_names(small, known, types, full_text if small == text else "")
        if _CHINESE.search(text):
            from memgraph_core.language.zh.names import names_in

            found = without_overlaps([*found, *names_in(text, known, types)])
        return found

    def confirmed(self, text: str, names: Sequence[Named], types: Mapping[str, EntityType]) -> list[Named]:
        """With the evidence of the parse, where a parser is installed."""
        from memgraph_core.language.en.evidence import confirmed

        return confirmed(in_small_letters(text, [name.text for name in names]), names, types)

    def occurrences(self, name: str) -> re.Pattern[str]:
        """The name as whole words."""
        return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")

    def kin(self, text: str, names: Collection[str]) -> list[Kin]:
        """Relatives, partners, friends, colleagues and pets, in order of appearance."""
        from memgraph_core.language.persons.kin_en import kin_in_english

        return kin_in_english(text)

    def kin_name(self, owner: str, word: str) -> str:
        """As in `Ada's sister`."""
        return f"{owner}'s {word}"

    def event_keys(self, keys: Iterable[str]) -> Iterable[str]:
        """Keys whose last word is an event."""
        heads = word_set("appointments_en")
        return (key for key in keys if key.rpartition(" ")[2] in heads)

    def is_pronoun(self, owner: str) -> bool:
        """Whether the owner of a relative is only a pronoun."""
        return not owner[0].isupper()

    @property
    def pronouns(self) -> PronounRules:
        """The pronouns of English."""
        from memgraph_core.language.persons.pronouns_en import ENGLISH

        return ENGLISH

    def replaced(self, text: str, reference: Reference) -> tuple[str, int] | None:
        """The replacement of a resolved pronoun, and the offset at which the text continues."""
        return rewriting.replaced(text, reference)

    def self_naming(self) -> Sequence[tuple[self_named.Sort, re.Pattern[str]]]:
        """Patterns for the names that speakers give themselves."""
        return self_named.self_naming()

    def self_name(self, written: str, sort: self_named.Sort, people: Collection[str]) -> str | None:
        """The name that one of these patterns found; None if it is not a name."""
        return self_named.self_name(written, sort)

    def other_names(self, text: str) -> Sequence[tuple[str, str]]:
        """Nothing: nicknames of others are not read."""
        return ()

    def time_rules(self) -> tuple[Rule, ...]:
        """The rules for time expressions."""
        from memgraph_core.language.timing.rules_en import RULES

        return RULES

    def happens(self, text: str) -> bool:
        """Whether a sentence is past or present, and not a plan, wish, habit, condition or general statement."""
        return tenses.happens(text)

    def happened(self, text: str) -> bool:
        """Whether a sentence that `happens` is in the past."""
        return tenses.happened(text)

    def continues(self, text: str) -> bool:
        """Whether the beginning of an answer continues the speaker's turn before it."""
        return tenses.continues(text)

    def leaves_out_speaker(self, text: str) -> bool:
        """Whether a text has no pronoun of the first person."""
        return FIRST_PERSON.search(text) is None

    def clause_starts(self, sentence: str) -> list[int]:
        """The offsets at which the independent clauses of a sentence begin."""
        return compound.clause_starts(sentence)

    def question_start(self, question: str) -> int | None:
        """The offset of a question that follows a statement in the same sentence."""
        return compound.question_start(question)

    def small_talk(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        """The patterns of greetings and acknowledgements."""
        return english_small_talk()

    def salience(self, sentence: str) -> float:
        """The part of the salience that the words of a sentence give."""
        return salience.salience(sentence)

    def tells_how(self, text: str) -> bool:
        """Whether a text describes how something is done."""
        return kinds.tells_how(text)

    def lasts(self, text: str) -> bool:
        """Whether a text states something lasting."""
        return kinds.lasts(text)

    def phrases(
        self, sentence: str, spans: Sequence[Span], speaker: str, topic: Topic | None
    ) -> tuple[list[Phrase], Topic | None]:
        """The relations that a sentence states."""
        from memgraph_core.language.en import certain, relations
        from memgraph_core.language.en.parser import has_parser

        sentence = in_small_letters(sentence, [span.name for span in spans])
        if not has_parser():
            return certain.phrases_in(sentence, spans, speaker), None
        return relations.phrases_in(sentence, spans, speaker), None

    def may_leave_out_subject(self, text: str) -> bool:
        """False: no topic of another text is used."""
        return False

    def asks_speaker(self, text: str) -> bool:
        """False, as no topic of another text is used."""
        return False

    def states_mistake(self, text: str) -> bool:
        """Whether a text says that something said before was wrong."""
        return mistakes.states_mistake(text)

    def corrected_value(self, text: str) -> tuple[str, str] | None:
        """The wrong and the right value, if a text is only a correction."""
        return mistakes.corrected_value(text)

    def appointments(self, text: str, now: datetime) -> Iterable[Appointment]:
        """The events whose day a text states."""
        from memgraph_core.language.en.appointments import appointments_in

        return appointments_in(text, now)

    def date_change(self, text: str, said_at: datetime) -> DateChange | None:
        """The change of a date that a text states."""
        from memgraph_core.language.en.date_changes import date_change_in

        return date_change_in(text, said_at)

    def deadline(self, text: str, said_at: datetime) -> TimeSpan | None:
        """The day before or on which something must be done, if a text states one."""
        from memgraph_core.language.en.deadlines import deadline_in

        return deadline_in(text, said_at)

    def undertaking(self, text: str) -> tuple[str, bool] | None:
        """What somebody does something for in a text, and whether it is the speaker."""
        from memgraph_core.language.en.undertakings import undertaking_in

        return undertaking_in(text)

    def actions(self, sentence: str) -> list[Action]:
        """What a sentence states as done once."""
        from memgraph_core.language.en.actions import actions_in

        return actions_in(sentence)

    def may_have_happened(self, sentence: str) -> bool:
        """Whether a sentence may report something that happened to the speaker, in any words."""
        from memgraph_core.language.en.actions import may_have_happened

        return may_have_happened(sentence)

    def is_instead(self, sentence: str) -> bool:
        """Whether a sentence says that something was done in place of something else."""
        from memgraph_core.language.en.actions import is_instead

        return is_instead(sentence)

    def denies(self, sentence: str, topics: Collection[str]) -> bool:
        """Whether a sentence says that what these words name did not happen."""
        from memgraph_core.language.en.actions import denies

        return denies(sentence, topics)

    @property
    def derived_text(self) -> DerivedText:
        """The words and sentences of derived notes."""
        from memgraph_core.language.en.derived_text import EnglishDerivedText

        return EnglishDerivedText()

    def keywords(self, text: str, names: Sequence[str], words: Sequence[Word] | None) -> list[str]:
        """Candidates for the keywords of a text, the best first."""
        return keywords.keywords(text, names)

    def topics(self, text: str) -> list[str]:
        """The topic of each word of a text that has one."""
        return keywords.topics(text)

    def date_words(self, moment: datetime) -> str:
        """As in `2026 March 20`."""
        return f"{moment.year} {MONTHS[moment.month - 1]} {moment.day}"

    def subject_words(self, question: str, names: Sequence[str]) -> Iterable[SubjectWord]:
        """The words of a question that say what it is about."""
        return subject.subject_words(question, names)

    def question_pattern(self, alternatives: str) -> re.Pattern[str]:
        """Whole words, in capitals and small letters."""
        return re.compile(rf"\b(?:{alternatives})\b", re.IGNORECASE)


PACK = EnglishPack()
