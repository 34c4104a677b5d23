"""The Chinese pack. Modules with many patterns are imported with the first text that needs them."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TypeVar

from memgraph_core.language.activities import Action
from memgraph_core.language.derived_text import DerivedText
from memgraph_core.language.naming.named import Named
from memgraph_core.language.persons.antecedents import PronounRules, Reference
from memgraph_core.language.persons.kin import Kin
from memgraph_core.language.relating.appointed import Appointment
from memgraph_core.language.relating.date_changes import DateChange
from memgraph_core.language.spans import Span
from memgraph_core.language.stating.acts import chinese_small_talk
from memgraph_core.language.subject import SubjectWord
from memgraph_core.language.times import TimeSpan
from memgraph_core.language.timing.expressions import Rule
from memgraph_core.language.timing.tenses import TenseRules
from memgraph_core.language.topic import Topic
from memgraph_core.language.traditional import simplified
from memgraph_core.language.vocabulary import Phrase
from memgraph_core.language.word_lists import word_set
from memgraph_core.language.zh import compound, keywords, kinds, salience, self_named, subject, tenses
from memgraph_core.language.zh.asides import without_asides
from memgraph_core.language.zh.words import Word, tag_together
from memgraph_core.records.kinds import EntityType

_T = TypeVar("_T")
_THIRD = frozenset(["他", "她", "他们", "她们"])


class ChinesePack:
    """Chinese, in simplified and traditional characters."""

    code = "zh"
    answers_in = "zh"
    tenses: TenseRules = tenses.TENSES
    call = r"(?:^|[，,。！？!?\s]){name}(?=[，,！!？?。：:]|$)"

    def pick(self, english: _T, chinese: _T) -> _T:
        """The Chinese one."""
        return chinese

    def plain(self, text: str) -> str:
        """The text in simplified characters."""
        return simplified(text)

    def read_ahead(self, texts: Iterable[str]) -> None:
        """Tag the texts, their sentences and their statements in one batch."""
        from memgraph_core.language.sentences import LONG_TEXT, statements_of

        pieces: list[str] = []
        for text in texts:
            statements = statements_of(text, self.code)
            if len(text) <= LONG_TEXT:
                pieces.append(text)
            pieces += (text[slice(*statement.sentence)] for statement in statements)
            pieces += (statement.text for statement in statements)
        tag_together(pieces)

    def names(
        self, text: str, full_text: str, known: Mapping[str, str], types: Mapping[str, EntityType]
    ) -> list[Named]:
        """The names in a text, in order of appearance, without overlaps."""
        from memgraph_core.language.zh.names import names_in

        return names_in(without_asides(text), known, types)

    def confirmed(self, text: str, names: Sequence[Named], types: Mapping[str, EntityType]) -> list[Named]:
        """The names themselves."""
        return list(names)

    def occurrences(self, name: str) -> re.Pattern[str]:
        """The name anywhere: Chinese has no spaces."""
        return re.compile(re.escape(name))

    def kin(self, text: str, names: Collection[str]) -> list[Kin]:
        """Relatives, partners, friends, colleagues and pets, in order of appearance."""
        from memgraph_core.language.persons.kin_zh import kin_in_chinese

        return kin_in_chinese(without_asides(text), names)

    def kin_name(self, owner: str, word: str) -> str:
        """As in 李雷的妹妹."""
        return f"{owner}的{word}"

    def event_keys(self, keys: Iterable[str]) -> Iterable[str]:
        """Keys that end in an event."""
        heads = tuple(word_set("appointments_zh"))
        return (key for key in keys if key.endswith(heads))

    def is_pronoun(self, owner: str) -> bool:
        """Whether the owner of a relative is only a pronoun."""
        return owner[0] in "你您他她它"

    @property
    def pronouns(self) -> PronounRules:
        """The pronouns of Chinese."""
        from memgraph_core.language.persons.pronouns_zh import CHINESE

        return CHINESE

    def replaced(self, text: str, reference: Reference) -> tuple[str, int] | None:
        """The replacement of a resolved pronoun, and the offset at which the text continues."""
        return (reference.name or "", reference.end) if reference.text in _THIRD else None

    def self_naming(self) -> Sequence[tuple[self_named.Sort, re.Pattern[str]]]:
        """Patterns for the names that speakers give themselves."""
        return self_named.self_naming()

    def self_name(self, written: str, sort: self_named.Sort, people: Collection[str]) -> str | None:
        """The name that one of these patterns found; None if it is not a name."""
        return self_named.self_name(written, sort, people)

    def other_names(self, text: str) -> list[tuple[str, str]]:
        """The formal name and another name of each person to whom a text gives both."""
        from memgraph_core.language.zh.other_names import other_names_in

        return list(other_names_in(text))

    def time_rules(self) -> tuple[Rule, ...]:
        """The rules for time expressions."""
        from memgraph_core.language.timing.rules_zh import RULES

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
        """False: a sentence without a subject does not show who is meant."""
        return False

    def clause_starts(self, sentence: str) -> list[int]:
        """The offsets at which the independent clauses of a sentence begin."""
        return compound.clause_starts(sentence)

    def question_start(self, question: str) -> int | None:
        """The offset of a question that follows a statement in the same sentence."""
        return compound.question_start(question)

    def small_talk(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        """The patterns of greetings and acknowledgements."""
        return chinese_small_talk()

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
        from memgraph_core.language.zh.mistakes import mistakes_in, new_values_in
        from memgraph_core.language.zh.person_words import person_phrases_in
        from memgraph_core.language.zh.relations import phrases_in

        sentence = without_asides(sentence)
        stated, after = phrases_in(sentence, spans, speaker, topic)
        found = person_phrases_in(sentence, spans, speaker) + stated
        mistakes = mistakes_in(sentence, spans, speaker, is_read=bool(found))
        return found + (mistakes or new_values_in(sentence, speaker, found)), after

    def may_leave_out_subject(self, text: str) -> bool:
        """Whether a text does not begin with the first person."""
        from memgraph_core.language.zh.left_out import may_leave_out_subject

        return may_leave_out_subject(self.plain(text))

    def asks_speaker(self, text: str) -> bool:
        """Whether a turn has words for the other person."""
        from memgraph_core.language.zh.left_out import asks_speaker

        return asks_speaker(text)

    def states_mistake(self, text: str) -> bool:
        """Whether a text says that something said before was wrong."""
        from memgraph_core.language.zh.mistakes import states_mistake

        return states_mistake(self.plain(text))

    def corrected_value(self, text: str) -> tuple[str, str] | None:
        """None: `phrases` reads such corrections."""
        return None

    def appointments(self, text: str, now: datetime) -> Iterable[Appointment]:
        """The events whose day a text states."""
        from memgraph_core.language.relating.appointed_zh import appointments_in

        return appointments_in(text, now)

    def date_change(self, text: str, said_at: datetime) -> DateChange | None:
        """The change of a date that a text states."""
        from memgraph_core.language.zh.date_changes import date_change_in

        return date_change_in(text, said_at)

    def deadline(self, text: str, said_at: datetime) -> TimeSpan | None:
        """The day before or on which something must be done, if a text states one."""
        from memgraph_core.language.zh.deadlines import deadline_in

        return deadline_in(text, said_at)

    def undertaking(self, text: str) -> tuple[str, bool] | None:
        """None: these are not read yet."""
        return None

    def actions(self, sentence: str) -> list[Action]:
        """What a sentence states as done once."""
        from memgraph_core.language.zh.actions import actions_in

        return actions_in(sentence)

    def may_have_happened(self, sentence: str) -> bool:
        """Whether a sentence may report something that happened to the speaker, in any words."""
        from memgraph_core.language.zh.actions import may_have_happened

        return may_have_happened(sentence)

    def is_instead(self, sentence: str) -> bool:
        """Whether a sentence says that something was done in place of something else."""
        from memgraph_core.language.zh.actions import is_instead

        return is_instead(sentence)

    def denies(self, sentence: str, topics: Collection[str]) -> bool:
        """Whether a sentence says that what these words name did not happen."""
        from memgraph_core.language.zh.actions import denies

        return denies(sentence, topics)

    @property
    def derived_text(self) -> DerivedText:
        """The words and sentences of derived notes."""
        from memgraph_core.language.zh.derived_text import ChineseDerivedText

        return ChineseDerivedText()

    def keywords(self, text: str, names: Sequence[str], words: Sequence[Word] | None) -> list[str]:
        """Candidates for the keywords of a text, the best first."""
        return keywords.keywords(text, names, words)

    def topics(self, text: str) -> list[str]:
        """The topic of each word of a text that has one."""
        return keywords.topics(text)

    def date_words(self, moment: datetime) -> str:
        """As in 2026年3月20日."""
        return f"{moment.year}年{moment.month}月{moment.day}日"

    def subject_words(self, question: str, names: Sequence[str]) -> Iterable[SubjectWord]:
        """The words of a question that say what it is about."""
        return subject.subject_words(question, names)

    def question_pattern(self, alternatives: str) -> re.Pattern[str]:
        """The words anywhere."""
        return re.compile(alternatives)


PACK = ChinesePack()
