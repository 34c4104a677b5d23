"""The pack for languages without a pack: notes, names by script-neutral rules, and search terms.

It finds no kin, times or relations, because without rules for the language they would be guesses.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TypeVar

from memgraph_core.language.activities import Action
from memgraph_core.language.derived_text import DerivedText
from memgraph_core.language.en import keywords, subject
from memgraph_core.language.naming.named import Named
from memgraph_core.language.other.names import names_in
from memgraph_core.language.persons.antecedents import Reference
from memgraph_core.language.persons.kin import Kin
from memgraph_core.language.persons.self_named import Sort
from memgraph_core.language.relating.appointed import Appointment
from memgraph_core.language.relating.date_changes import DateChange
from memgraph_core.language.spans import Span
from memgraph_core.language.subject import SubjectWord
from memgraph_core.language.times import TimeSpan
from memgraph_core.language.timing.calendar import MONTHS
from memgraph_core.language.timing.expressions import Rule
from memgraph_core.language.timing.tenses import TenseRules
from memgraph_core.language.topic import Topic
from memgraph_core.language.vocabulary import Phrase
from memgraph_core.language.zh.words import Word
from memgraph_core.records.kinds import EntityType

_T = TypeVar("_T")
_NEVER = re.compile(r"(?!)")
_WORD = re.compile(r"[^\W\d_]{2,}")
_DETAIL = re.compile(r"\d|[\w.+-]{1,64}@[\w-]{1,60}\.|https?://")
_PER_LETTER = 0.06  # salience per letter: a sentence of 17 letters becomes a note
_MAX_LETTERS = 25


class OtherPack:
    """Any language but English and Chinese."""

    code = "other"
    answers_in = "en"
    pronouns = None
    tenses = TenseRules(_NEVER, _NEVER)
    call = r"(?:^|[.!?,;:、，。]\s{{0,2}}){name}(?=\s?[,!?.…、，。]|$)"

    def pick(self, english: _T, chinese: _T) -> _T:
        """Always the English variant."""
        return english

    def plain(self, text: str) -> str:
        """The text itself."""
        return text

    def read_ahead(self, texts: Iterable[str]) -> None:
        """Does nothing: texts are processed one by one."""

    def names(
        self, text: str, full_text: str, known: Mapping[str, str], types: Mapping[str, EntityType]
    ) -> list[Named]:
        """The names in a text, in order of appearance, without overlaps."""
        return names_in(text, known, types)

    def confirmed(self, text: str, names: Sequence[Named], types: Mapping[str, EntityType]) -> list[Named]:
        """The names themselves."""
        return list(names)

    def occurrences(self, name: str) -> re.Pattern[str]:
        """The name anywhere: some of these languages have no spaces."""
        return re.compile(re.escape(name))

    def kin(self, text: str, names: Collection[str]) -> list[Kin]:
        """Nothing: the language has no rules for this."""
        return []

    def kin_name(self, owner: str, word: str) -> str:
        """As in English."""
        return f"{owner}'s {word}"

    def event_keys(self, keys: Iterable[str]) -> Iterable[str]:
        """Nothing: the language has no rules for this."""
        return ()

    def is_pronoun(self, owner: str) -> bool:
        """False: kin are not recognised, so there are no owners."""
        return False

    def replaced(self, text: str, reference: Reference) -> tuple[str, int] | None:
        """None: pronouns are not resolved."""
        return None

    def self_naming(self) -> Sequence[tuple[Sort, re.Pattern[str]]]:
        """Nothing: the language has no rules for this."""
        return ()

    def self_name(self, written: str, sort: Sort, people: Collection[str]) -> str | None:
        """Nothing: the language has no rules for this."""
        return None

    def other_names(self, text: str) -> Sequence[tuple[str, str]]:
        """Nothing: the language has no rules for this."""
        return ()

    def time_rules(self) -> tuple[Rule, ...]:
        """Nothing: the language has no rules for this."""
        return ()

    def happens(self, text: str) -> bool:
        """False: the language has no rules for this."""
        return False

    def happened(self, text: str) -> bool:
        """False: the language has no rules for this."""
        return False

    def continues(self, text: str) -> bool:
        """False: the language has no rules for this."""
        return False

    def leaves_out_speaker(self, text: str) -> bool:
        """False: the language has no rules for this."""
        return False

    def clause_starts(self, sentence: str) -> list[int]:
        """No offsets: sentences are not divided."""
        return []

    def question_start(self, question: str) -> int | None:
        """None: questions are not divided."""
        return None

    def small_talk(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        """Patterns that never match: short texts have too little salience for a note anyway."""
        return _NEVER, _NEVER

    def salience(self, sentence: str) -> float:
        """Grows with the number of letters; a number or an address adds to it."""
        letters = sum(map(len, _WORD.findall(sentence)))
        spaced = " " in sentence.strip()  # a word of Japanese or Thai has fewer letters
        return (1 if spaced else 2) * _PER_LETTER * min(_MAX_LETTERS, letters) + 0.5 * bool(
            _DETAIL.search(sentence)
        )

    def tells_how(self, text: str) -> bool:
        """False: the language has no rules for this."""
        return False

    def lasts(self, text: str) -> bool:
        """False: the language has no rules for this."""
        return False

    def phrases(
        self, sentence: str, spans: Sequence[Span], speaker: str, topic: Topic | None
    ) -> tuple[list[Phrase], Topic | None]:
        """Nothing: the language has no rules for this."""
        return [], None

    def may_leave_out_subject(self, text: str) -> bool:
        """False: no topic of another text is used."""
        return False

    def asks_speaker(self, text: str) -> bool:
        """False, as no topic of another text is used."""
        return False

    def states_mistake(self, text: str) -> bool:
        """False: corrections are not recognised yet."""
        return False

    def corrected_value(self, text: str) -> tuple[str, str] | None:
        """None: corrections are not recognised yet."""
        return None

    def appointments(self, text: str, now: datetime) -> Iterable[Appointment]:
        """Nothing: the language has no rules for this."""
        return ()

    def date_change(self, text: str, said_at: datetime) -> DateChange | None:
        """None: the language has no rules for this."""
        return None

    def deadline(self, text: str, said_at: datetime) -> TimeSpan | None:
        """None: the language has no rules for this."""
        return None

    def undertaking(self, text: str) -> tuple[str, bool] | None:
        """None: the language has no rules for this."""
        return None

    def actions(self, sentence: str) -> list[Action]:
        """Nothing: the language has no rules for this."""
        return []

    def may_have_happened(self, sentence: str) -> bool:
        """False: the language has no rules for this."""
        return False

    def is_instead(self, sentence: str) -> bool:
        """False: the language has no rules for this."""
        return False

    def denies(self, sentence: str, topics: Collection[str]) -> bool:
        """False: the language has no rules for this."""
        return False

    @property
    def derived_text(self) -> DerivedText:
        """English, because the engine answers in English or Chinese."""
        from memgraph_core.language.en.derived_text import EnglishDerivedText

        return EnglishDerivedText()

    def keywords(self, text: str, names: Sequence[str], words: Sequence[Word] | None) -> list[str]:
        """Runs of words, the longer first."""
        return keywords.keywords(text, names)

    def topics(self, text: str) -> list[str]:
        """Nothing: the language has no rules for this."""
        return []

    def date_words(self, moment: datetime) -> str:
        """As in English."""
        return f"{moment.year} {MONTHS[moment.month - 1]} {moment.day}"

    def subject_words(self, question: str, names: Sequence[str]) -> Iterable[SubjectWord]:
        """All words of a question."""
        return subject.subject_words(question, names)

    def question_pattern(self, alternatives: str) -> re.Pattern[str]:
        """Whole words, in capitals and small letters."""
        return re.compile(rf"\b(?:{alternatives})\b", re.IGNORECASE)


PACK = OtherPack()
