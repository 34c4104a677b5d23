"""Whether a sentence is about the entity of a profile: it has its name, a pronoun, or the word by which its speaker calls it."""

import re
from collections.abc import Iterable, Iterator, Mapping

from memgraph_core.language.detection import language_of
from memgraph_core.language.pack import pack_of
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.records.graph import Entity, Fact

_PERSON = re.compile(r"\b(?:he|she|they|him|them|his|her|hers|their)\b|[他她]", re.IGNORECASE)
_PRONOUN = re.compile(rf"{_PERSON.pattern}|\b(?:it|its)\b|它", re.IGNORECASE)
_MIN_NAME = 2  # characters of a given name
# Around the name with which an English sentence begins: an opening, and no possession ("Gwen's assistant") or opinion.
_BEFORE_EN = r"^(?:\W*\b(?:and|so|but|oh|well|my|our|the|then|today|yesterday|poor|little|old|now|also)\b)*(?:\W*\b[a-z]+){0,2}\W*"
_NO_POSSESSION = (
    r"(?!['’]s (?!been|got|just|not|still|never|going|a\b|an\b|so|very|really|off|back|out|home|in\b|at\b|on\b"
    r"|\w+(?:ing|ed)\b))"
)
_NO_SPEECH = (
    r"(?! (?:just |also |still )?"
    r"(?:said|says|thinks?|thought|told|rang|called|asked|reckons|claims|refuses|wants|hates|loves)\b)"
)
_BEFORE_ZH = r"^(?!.{0,6}(?:跟|和|给|带|把|让|听|陪|替|送))[\u4e00-\u9fff]{0,5}"
_AFTER_ZH = r"(?!的|家|他|她|那|该|说|觉得|问|想)"
_HEAD = 12  # characters in which the subject of a sentence begins


def relations_to(entity: Entity, facts: Iterable[Fact], names: Mapping[str, str]) -> Mapping[str, set[str]]:
    """Name of another person → the relations of that person to the entity, such as MARRIED_TO."""
    found: dict[str, set[str]] = {}
    for fact in facts:
        is_subject = fact.subject == entity.uid
        other = names.get(fact.object if is_subject else fact.subject, "")
        known = relation_of(fact.type)
        relation = (fact.type if known.symmetric else known.inverse) if is_subject else fact.type
        if other and relation:
            found.setdefault(other, set()).add(relation)
    return found


def words_for(name: str, sentence: str, relations: Iterable[str]) -> Iterator[str]:
    """The words of a sentence that mean somebody: the name, its parts, and what a speaker with these relations says."""
    text = sentence.casefold()
    yield from (part for part in _parts(name) if part.casefold() in text)
    wanted = set(relations)
    for kin in pack_of(language_of(sentence)).kin(sentence, ()):
        if kin.owner == "I" and kin.relation in wanted and (kin.name is None or kin.name == name):
            yield sentence[kin.start : kin.end]


def has_pronoun(sentence: str) -> bool:
    """Whether a sentence refers to somebody of another sentence."""
    return _PRONOUN.search(sentence) is not None


def _parts(name: str) -> list[str]:
    """A name, and its given name: 雨航 of 沈雨航, Theo of Theo Marsh."""
    given = name[1:] if language_of(name) == "zh" and len(name) > _MIN_NAME else name.partition(" ")[0]
    return [name, given] if len(given) >= _MIN_NAME else [name]


def begins_with_name(sentence: str, name: str) -> bool:
    """Whether a sentence or clause begins with a name, so that it probably says something of its bearer."""
    language = language_of(sentence)
    for part in _parts(name):
        called = re.escape(part)
        pattern = (
            f"{_BEFORE_ZH}{called}{_AFTER_ZH}"
            if language == "zh"
            else rf"{_BEFORE_EN}\b{called}\b{_NO_POSSESSION}{_NO_SPEECH}"
        )
        if re.search(pattern, sentence, re.IGNORECASE):
            return True
    return False


def names_other(sentence: str, speaker: str, names: Iterable[str]) -> bool:
    """Whether a sentence of a speaker is about somebody else: it begins with another name, a relative or a pronoun."""
    head = sentence[: len(sentence) // 2 + 1]
    if any(part in head[:_HEAD] for name in names if name != speaker for part in _parts(name)):
        return True
    return _PERSON.search(head) is not None or any(
        kin.start < _HEAD for kin in pack_of(language_of(sentence)).kin(sentence, ())
    )
