"""People in a text: given names and their gender, nicknames, and kin ("my sister", 我妹妹)."""

import re
from collections.abc import Collection, Iterable

from memgraph_core.language.pack import pack_of
from memgraph_core.language.persons.given_names import gender_of, is_given_name
from memgraph_core.language.persons.kin import Kin, kin_name, kin_words
from memgraph_core.language.persons.self_named import is_nameless
from memgraph_core.language.scripts import folded

__all__ = [
    "Kin",
    "gender_of",
    "is_given_name",
    "is_nameless",
    "kin_forms",
    "kin_in",
    "kin_members",
    "kin_name",
    "own_kin_names",
    "short_for",
]

_LONGEST_KIN = 40  # characters of a name that may be a word for a relative
_MIN_LETTERS = 2  # of a nickname
_MEMBERS = frozenset({"PARENT_OF", "SIBLING_OF", "CHILD_OF"})
_FIRST_PERSON = re.compile(r"\b(?:I|my|we|our)\b|[我咱]")
_ANY_PET = frozenset({"pet", "pets", "宠物"})


def kin_in(text: str, language: str, names: Collection[str] = ()) -> list[Kin]:
    """The kin in a text: relatives, partners, friends, colleagues and pets of an owner, sorted, without overlaps.

    `names` are known names in the text. In Chinese they show where a name begins and ends; the rules alone know this
    only for common surnames. A statement of the name of somebody mentioned before ("Her name is Clara") is returned
    too, with `identifies`.
    """
    return pack_of(language).kin(text, names)


def kin_members(word: str) -> tuple[str, ...]:
    """The words for the members of a family that a general word means, the given word first: son and daughter of children.

    Empty for other words.
    """
    words = kin_words("en" if word.isascii() else "zh")
    found = words.get(word.lower())
    if found is None or found.relation not in _MEMBERS or (found.gender and not found.plural):
        return ()
    same = (
        form
        for form, other in words.items()
        if other.relation == found.relation and found.gender in (None, other.gender) and form != word
    )
    return (word, *same)


def own_kin_names(name: str, owners: Iterable[str]) -> tuple[str, ...]:
    """What a relative of each owner is called, if a name is only a word for one: "my mum" and 妈妈 of the speaker.

    Empty for other names and for several relatives: "my brothers".
    """
    if len(name) > _LONGEST_KIN:
        return ()
    language = "en" if name.isascii() else "zh"
    own = name if is_first_person(name) else f"my {name.lower()}" if language == "en" else f"我{name}"
    found = [kin for kin in kin_in(own, language) if kin.owner == "I" and not kin.plural and kin.name is None]
    if len(found) != 1 or own[found[0].start : found[0].end].strip() not in (
        own,
        _FIRST_PERSON.sub("", own).strip(),
    ):
        return ()
    return tuple(kin_name(owner, found[0].called, language) for owner in owners)


def short_for(name: str, people: Iterable[str]) -> str | None:
    """The one of the people whose first name begins with this nickname: Melanie for Mel.

    None if several first names begin with it, if it is a complete first name, or if it is not a capitalised word.
    """
    short = folded(name)
    if len(short) < _MIN_LETTERS or not name[:1].isupper() or not name.isalpha():
        return None
    first_names = {person: folded(person).split()[0] for person in people if person.strip()}
    if short in first_names.values():
        return None
    matching = sorted(person for person, first in first_names.items() if first.startswith(short))
    return matching[0] if len(matching) == 1 else None


def kin_forms(word: str) -> tuple[str, ...]:
    """All words for the same kin, the given word first: 母亲 and 妈, or dog and beagle.

    Empty for a word that is too general (child, pet, relative) or that is not a kin word.
    """
    words = kin_words("en" if word.isascii() else "zh")
    found = words.get(word.lower())
    if found is None or not (found.gender or (found.is_pet and found.word not in _ANY_PET)):
        return ()
    return (word, *(form for form, other in words.items() if other.word == found.word and form != word))


def is_first_person(text: str) -> bool:
    """Whether the speaker talks about themselves: "I", "my", 我."""
    return _FIRST_PERSON.search(text) is not None
