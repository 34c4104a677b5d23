"""The further names of persons and events that a turn states."""

from collections.abc import Collection, Iterator, Sequence

from memgraph_core.extract.reading import TurnReading
from memgraph_core.language.misspelling import is_misspelling
from memgraph_core.language.names import name_key
from memgraph_core.language.pack import pack_of
from memgraph_core.language.persons.given_names import chinese_given_name
from memgraph_core.language.persons.self_named import (
    SelfNamed,
    also_called,
    is_nameless,
)
from memgraph_core.language.vocabulary import MISTAKEN, Phrase
from memgraph_core.records.extraction import ExtractedAlias

MAX_CORRECTION = 200  # characters of a turn in which a correction is looked for


def aliases_in(
    reading: TurnReading, own_name: str | None, stated_names: Sequence[SelfNamed], known: Collection[str]
) -> Iterator[ExtractedAlias]:
    """The aliases that a turn states, and the shorter names of events. The other arguments are those of `TurnExtraction`."""
    turn = reading.turn.uid
    for kin in reading.mentions.kin:
        if kin.description:
            yield ExtractedAlias(turn=turn, name=kin.name, alias=kin.description)
        if kin.is_named and (given := chinese_given_name(kin.name)):
            yield ExtractedAlias(turn=turn, name=kin.name, alias=given, shared=True)
    yield from _introduced(reading, own_name, stated_names)
    for stated in reading.statements if reading.asserts_all else ():
        people = [span.name for span in stated.spans if span.type == "Person" and span.name != own_name]
        for name, alias in pack_of(reading.language).other_names(stated.text, people):
            yield ExtractedAlias(turn=turn, name=name, alias=alias)
    for phrase in (phrase for stated in reading.statements for phrase in stated.phrases):
        if corrects_spelling(phrase, reading, known):
            yield ExtractedAlias(turn=turn, name=phrase.replacement, alias=phrase.object)
    for event in (event for stated in reading.statements for event in stated.events if not stated.secrets):
        for form in event.also:
            yield ExtractedAlias(turn=turn, name=event.phrase.subject, alias=form, shared=True)


def corrects_spelling(phrase: Phrase, reading: TurnReading, known: Collection[str]) -> bool:
    """Whether a phrase corrects the spelling of a name. The entity then gets another name, and its facts remain."""
    text = reading.turn.text[:MAX_CORRECTION]
    return phrase.type == MISTAKEN and is_misspelling(
        text, phrase.object, phrase.replacement, is_new=name_key(phrase.replacement) not in known
    )


def _introduced(
    reading: TurnReading, own_name: str | None, stated_names: Sequence[SelfNamed]
) -> Iterator[ExtractedAlias]:
    """Names that speakers state for themselves. If none is known, the first is the name, others are aliases."""
    turn = reading.turn
    if not stated_names or not turn.speaker:
        return
    if own_name is None:
        own, *others = (stated.name for stated in stated_names)
        yield ExtractedAlias(turn=turn.uid, name=own, alias=turn.speaker)
        for given in also_called(own):
            yield ExtractedAlias(turn=turn.uid, name=own, alias=given, shared=given not in others)
    else:
        own, others = (
            own_name,
            [each.name for each in stated_names if _is_alias(each, own_name, turn.speaker)],
        )
    for other in others:
        if name_key(other) != name_key(own):
            yield ExtractedAlias(turn=turn.uid, name=own, alias=other)


def _is_alias(stated: SelfNamed, own_name: str, speaker: str) -> bool:
    """Whether a stated name is an alias of the known name of the speaker.

    With an anonymous label such as "user" the speaker may have changed; then a different name is not an alias.
    """
    if stated.sort == "being":
        return False
    is_same = not set(name_key(stated.name).split()).isdisjoint(name_key(own_name).split())
    return stated.sort == "nickname" or is_same or not is_nameless(speaker)
