"""The relations that a sentence states, by the language pack; each is marked if it is denied, ended or planned."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from memgraph_core.language.doses import doses_in
from memgraph_core.language.pack import pack_of
from memgraph_core.language.sentences import is_question
from memgraph_core.language.spans import Span
from memgraph_core.language.topic import Topic
from memgraph_core.language.traditional import as_written
from memgraph_core.language.vocabulary import Phrase

_MAX_LENGTH = 2_000  # characters; a longer text is not a sentence


def phrases_and_topic(
    sentence: str, language: str, spans: Sequence[Span], speaker: str, topic: Topic | None
) -> tuple[list[Phrase], Topic | None]:
    """The relations that a sentence states, each once, and whom it is about. A question states none.

    `spans` are the mentions of people and things in the sentence. `speaker` is the name of the first person and of subjects
    that are left out. `topic` is whom the sentence before it is about. After a question the topic is the same.
    """
    if len(sentence) > _MAX_LENGTH or is_question(sentence):
        return [], topic
    pack = pack_of(language)
    plain = pack.plain(sentence)
    stated, after = pack.phrases(plain, spans, speaker, topic)
    found = [p for p in stated if p.subject and p.object]
    found += doses_in(plain, found)
    if plain != sentence:
        found = [replace(p, object=as_written(p.object, sentence)) for p in found]
    return _each_once(found), after


def _each_once(phrases: Iterable[Phrase]) -> list[Phrase]:
    """The first phrase of each kind. A denial in the same sentence replaces the fact."""
    first: dict[tuple[str, str, str, str | None], Phrase] = {}
    for phrase in phrases:
        key = (phrase.subject, phrase.type, phrase.object, phrase.only_if)
        earlier = first.get(key)
        if earlier is None or (phrase.denied and not earlier.denied):
            first[key] = phrase
    return list(first.values())
