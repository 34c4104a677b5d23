"""The English pack, with names in Chinese characters inside English text."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from memgraph_core.language.en import compound, keywords, kinds, mistakes, salience, self_named, tenses
from memgraph_core.language.en.derived_text import EnglishDerivedText, date_words
from memgraph_core.language.en.rewriting import replaced
from memgraph_core.language.en.subject import subject_words
from memgraph_core.language.naming.named import Named, without_overlaps
from memgraph_core.language.naming.without_capitals import is_in_small_letters, with_usual_letters
from memgraph_core.language.pack import LanguagePack, later
from memgraph_core.language.persons.antecedents import PronounRules
from memgraph_core.language.scripts import CJK
from memgraph_core.language.spans import Span
from memgraph_core.language.stating.acts import english_small_talk
from memgraph_core.language.timing.expressions import Rule
from memgraph_core.language.topic import Topic
from memgraph_core.language.vocabulary import Phrase
from memgraph_core.language.word_lists import word_set
from memgraph_core.records.kinds import EntityType

if TYPE_CHECKING:
    from memgraph_core.language.en import (
        actions,
        appointments,
        deadlines,
        occasions,
        schedule_changes,
    )
    from memgraph_core.language.persons import kin_en
else:
    actions, appointments, deadlines, occasions, schedule_changes = later(
        "en",
        "actions",
        "appointments",
        "deadlines",
        "occasions",
        "schedule_changes",
    )
    (kin_en,) = later("persons", "kin_en")

# A pronoun of the first person that may be a subject: not only "telling me", "give me three recipes".
_SPEAKER = re.compile(
    r"\b(?:i|we|my|our|mine|ours|(?<!ing )(?<!give )(?<!tell )(?<!show )(?<!send )(?<!help )(?:me|us))\b",
    re.IGNORECASE,
)
# What may be before the name of the subject at the beginning of a sentence.
_LISTENER = re.compile(r"\byou(?:r|rs|rself|rselves)?\b", re.IGNORECASE)
_OPENING = re.compile(
    r"\W*(?:(?:and|but|so|oh|now|then|also|btw|well|poor|dear|the|our|my) ){0,2}\W*"
    r"|\W*(?:(?:the|our|my|a|an|one) )?(?:[a-z-]+ ){0,2}[a-z-]+"
    r"(?: is| was| will be|['’]s) (?:an? (?:[a-z-]+ ){1,3})?(?:called |named )?",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"\W*(?:(?:[a-z]+ ){0,6}(?:toast|speech|poem|card|eulogy|obituary|reference|lines|bio)\b[a-z ]{0,20}"
    r" (?:for|about|on) (?:her|him|them|(?-i:[A-Z])\w+)\b"
    r"|(?:(?:and|but|so|oh|now|then|also|btw|well) )?(?:he|she|they)\b"
    r"|(?:(?:a|the|this|that|some|new|old|poor) ){0,2}(?:lad|lass|girl|boy|bloke|fella|fellow|chap|guy|man|woman|lady|kid|baby"
    r"|colleague|neighbour|neighbor)(?:['’]s)?(?= (?:called|named|is|was|has|had|at|in|on|from|next|who|got|with)\b))",
    re.IGNORECASE,
)
_CHINESE = re.compile(f"[{CJK}]")


def _parsed_ahead(texts: Iterable[str]) -> None:
    """Parse the sentences of the texts in batches, where a parser is installed. Long texts are not parsed ahead."""
    from memgraph_core.language.en.evidence import parse_sentences
    from memgraph_core.language.sentences import LONG_TEXT

    parse_sentences(with_usual_letters(text) for text in texts if len(text) <= LONG_TEXT)


def _names(
    text: str, full_text: str, known: Mapping[str, str], types: Mapping[str, EntityType]
) -> list[Named]:
    from memgraph_core.language.naming.english import english_names

    small = with_usual_letters(text, known.values())
    found = english_names(small, known, types, full_text if small == text else "")
    if small != text and is_in_small_letters(text):
        found = without_overlaps([*found, *english_names(text, known, types, full_text)])
    if _CHINESE.search(text):
        from memgraph_core.language.zh.names import names_in

        found = without_overlaps([*found, *names_in(text, known, types)])
    return found


def _confirmed(text: str, names: Sequence[Named], types: Mapping[str, EntityType]) -> list[Named]:
    from memgraph_core.language.en.evidence import confirmed

    return confirmed(with_usual_letters(text, [name.text for name in names]), names, types)


def _event_keys(keys: Iterable[str]) -> Iterable[str]:
    """Keys whose last word is an event."""
    heads = word_set("appointments_en")
    return (key for key in keys if key.rpartition(" ")[2] in heads)


def _pronouns() -> PronounRules:
    from memgraph_core.language.persons.pronouns_en import ENGLISH

    return ENGLISH


def _time_rules() -> tuple[Rule, ...]:
    from memgraph_core.language.timing.rules_en import RULES

    return RULES


def _phrases(
    sentence: str, spans: Sequence[Span], speaker: str, topic: Topic | None
) -> tuple[list[Phrase], None]:
    from memgraph_core.language.en import certain, relations
    from memgraph_core.language.en.parser import has_parser

    sentence = with_usual_letters(sentence, [span.name for span in spans])
    reader = relations if has_parser() else certain
    return reader.phrases_in(sentence, spans, speaker), None


def _names_thing(sentence: str, word: str) -> bool:
    from memgraph_core.language.en.nouns import names_thing
    from memgraph_core.language.en.parser import has_parser

    return has_parser() and names_thing(sentence, word)


PACK = LanguagePack(
    code="en",
    read_ahead=_parsed_ahead,
    names=_names,
    confirmed=_confirmed,
    occurrences=lambda name: re.compile(rf"(?<!\w){re.escape(name)}(?!\w)"),
    kin=lambda text, names: kin_en.kin_in_english(with_usual_letters(text)),
    event_keys=_event_keys,
    is_pronoun=lambda owner: not owner[0].isupper(),
    pronouns=_pronouns,
    replaced=replaced,
    call=(
        r"(?:^|[.!?,]\s{{0,2}}|\b(?:hey|hi|hello|thanks|thank you|ok|okay|yes|yeah|no|oh|wow|so|dear|and you)\s)"
        r"{name}(?=\s?[,!?.…]|$)"
    ),
    self_naming=self_named.self_naming,
    self_name=lambda written, sort, people: self_named.self_name(written, sort),
    time_rules=_time_rules,
    tenses=tenses.TENSES,
    happens=tenses.happens,
    happened=tenses.happened,
    continues=tenses.continues,
    leaves_out_speaker=lambda text: _SPEAKER.search(text) is None,
    speaks_to_listener=lambda text: _LISTENER.search(text) is not None,
    opens_subject=lambda text: _OPENING.fullmatch(text) is not None,
    opens_with_other=lambda text: _OTHER.match(text) is not None,
    question_start=compound.question_start,
    clause_starts=compound.clause_starts,
    small_talk=english_small_talk,
    salience=salience.salience,
    tells_how=kinds.tells_how,
    lasts=kinds.lasts,
    phrases=_phrases,
    states_mistake=mistakes.states_mistake,
    corrected_value=mistakes.corrected_value,
    appointments=appointments.appointments_in,
    may_move=schedule_changes.may_move,
    occasions=occasions.occasions_in,
    may_be_yearly=occasions.may_be_yearly,
    schedule_changes=schedule_changes.schedule_changes_in,
    needs_context=occasions.needs_context,
    adds=occasions.adds,
    deadline=deadlines.deadline_in,
    actions=actions.actions_in,
    may_have_happened=actions.may_have_happened,
    is_instead=actions.is_instead,
    denies=actions.denies,
    is_unusual=actions.is_unusual,
    without_contrast=actions.without_contrast,
    derived_text=EnglishDerivedText(),
    keywords=keywords.keywords,
    topics=keywords.topics,
    names_thing=_names_thing,
    date_words=date_words,
    subject_words=subject_words,
)
