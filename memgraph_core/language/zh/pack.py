"""The Chinese pack, for simplified and traditional characters."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memgraph_core.language.pack import LanguagePack, later
from memgraph_core.language.persons.antecedents import PronounRules, Reference
from memgraph_core.language.spans import Span
from memgraph_core.language.stating.acts import chinese_small_talk
from memgraph_core.language.timing.expressions import Rule
from memgraph_core.language.topic import Topic
from memgraph_core.language.traditional import simplified
from memgraph_core.language.vocabulary import Phrase
from memgraph_core.language.word_lists import word_set
from memgraph_core.language.zh import compound, keywords, kinds, salience, self_named, tenses
from memgraph_core.language.zh.asides import without_asides
from memgraph_core.language.zh.derived_text import ChineseDerivedText
from memgraph_core.language.zh.subject import subject_words
from memgraph_core.language.zh.words import tag_together

if TYPE_CHECKING:
    from memgraph_core.language.persons import kin_zh
    from memgraph_core.language.zh import (
        actions,
        appointments,
        birthdays,
        date_changes,
        deadlines,
        left_out,
        mistakes,
        names,
        occasions,
        other_names,
        schedule_changes,
    )
else:
    (kin_zh,) = later("persons", "kin_zh")
    (
        actions,
        appointments,
        birthdays,
        date_changes,
        deadlines,
        left_out,
        mistakes,
        names,
        occasions,
        other_names,
        schedule_changes,
    ) = later(
        "zh",
        "actions",
        "appointments",
        "birthdays",
        "date_changes",
        "deadlines",
        "left_out",
        "mistakes",
        "names",
        "occasions",
        "other_names",
        "schedule_changes",
    )

_THIRD = frozenset(["他", "她", "他们", "她们"])
_SENTENCE_END = re.compile("[。！？!?\\n]|…+|\\.{2,}")


def _tagged_ahead(texts: Iterable[str]) -> None:
    """Tag the texts, their sentences and their statements in one batch."""
    from memgraph_core.language.sentences import LONG_TEXT, statements_of

    pieces: list[str] = []
    for text in texts:
        statements = statements_of(text, "zh")
        if len(text) <= LONG_TEXT:
            pieces.append(text)
        pieces += (text[slice(*statement.sentence)] for statement in statements)
        pieces += (statement.text for statement in statements)
    tag_together(pieces)


def _event_keys(keys: Iterable[str]) -> Iterable[str]:
    """Keys that end in an event."""
    heads = tuple(word_set("appointments_zh"))
    return (key for key in keys if key.endswith(heads))


def _pronouns() -> PronounRules:
    from memgraph_core.language.persons.pronouns_zh import CHINESE

    return CHINESE


def _replaced(text: str, reference: Reference) -> tuple[str, int] | None:
    """The name for a pronoun of the third person. None if the same sentence mentions the person before: 我叔叔他在深圳."""
    if reference.text not in _THIRD:
        return None
    mentioned = None if reference.back is None else reference.start - reference.back
    if (
        mentioned is not None
        and mentioned >= 0
        and not _SENTENCE_END.search(text, mentioned, reference.start)
    ):
        return None
    return reference.name or "", reference.end


def _time_rules() -> tuple[Rule, ...]:
    from memgraph_core.language.timing.rules_zh import RULES

    return RULES


def _phrases(
    sentence: str, spans: Sequence[Span], speaker: str, topic: Topic | None
) -> tuple[list[Phrase], Topic | None]:
    from memgraph_core.language.zh.mistakes import mistakes_in, new_values_in
    from memgraph_core.language.zh.person_words import person_phrases_in
    from memgraph_core.language.zh.relations import phrases_in

    sentence = without_asides(sentence)
    stated, after = phrases_in(sentence, spans, speaker, topic)
    found = person_phrases_in(sentence, spans, speaker) + stated
    found = [replace(p, dated=False) if tenses.ends_now(sentence, p) else p for p in found]
    corrections = mistakes_in(sentence, spans, speaker, is_read=bool(found))
    return found + (corrections or new_values_in(sentence, speaker, found)), after


PACK = LanguagePack(
    code="zh",
    answers_in="zh",
    plain=simplified,
    read_ahead=_tagged_ahead,
    names=lambda text, full_text, known, types: names.names_in(without_asides(text), known, types),
    kin=lambda text, names: kin_zh.kin_in_chinese(without_asides(text), names),
    kin_name=lambda owner, word: f"{owner}的{word}",
    event_keys=_event_keys,
    is_pronoun=lambda owner: owner[0] in "你您他她它",
    pronouns=_pronouns,
    replaced=_replaced,
    call=r"(?:^|[，,。！？!?\s]){name}(?=[，,！!？?。：:]|$)",
    speaks_to_listener=lambda text: "你" in text or "您" in text,
    self_naming=self_named.self_naming,
    self_name=self_named.self_name,
    other_names=other_names.other_names_in,
    time_rules=_time_rules,
    tenses=tenses.TENSES,
    happens=tenses.happens,
    happened=tenses.happened,
    continues=tenses.continues,
    question_start=compound.question_start,
    clause_starts=compound.clause_starts,
    small_talk=chinese_small_talk,
    salience=salience.salience,
    tells_how=kinds.tells_how,
    lasts=kinds.lasts,
    phrases=_phrases,
    may_leave_out_subject=lambda text: left_out.may_leave_out_subject(simplified(text)),
    asks_speaker=left_out.asks_speaker,
    states_mistake=lambda text: mistakes.states_mistake(simplified(text)),
    appointments=lambda text, now, before: appointments.appointments_in(text, now),
    birthdays=lambda text, spans, speaker, now: birthdays.birthdays_in(text, spans, speaker, now),
    occasions=occasions.occasions_in,
    schedule_changes=schedule_changes.schedule_changes_in,
    needs_context=occasions.needs_context,
    adds=occasions.adds,
    may_be_yearly=occasions.may_be_yearly,
    may_move=date_changes.may_move,
    deadline=deadlines.deadline_in,
    actions=actions.actions_in,
    may_have_happened=actions.may_have_happened,
    is_instead=actions.is_instead,
    denies=actions.denies,
    is_unusual=actions.is_unusual,
    without_contrast=actions.without_contrast,
    derived_text=ChineseDerivedText(),
    keywords=keywords.keywords,
    topics=keywords.topics,
    date_words=lambda moment: f"{moment.year}年{moment.month}月{moment.day}日",
    subject_words=subject_words,
    question_pattern=re.compile,
)
