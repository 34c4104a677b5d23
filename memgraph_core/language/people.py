"""People in a text: given names and their gender, nicknames, and kin ("my sister", 我妹妹)."""

from collections.abc import Collection, Iterable

from memgraph_core.language.pack import pack_of
from memgraph_core.language.persons.given_names import gender_of, is_given_name
from memgraph_core.language.persons.kin import Kin, kin_name, kin_words
from memgraph_core.language.persons.self_named import is_nameless
from memgraph_core.language.scripts import folded

__all__ = ["Kin", "gender_of", "is_given_name", "is_nameless", "kin_forms", "kin_in", "kin_name", "short_for"]

_SHORTEST = 2  # letters of a nickname
_ANY = frozenset({"pet", "pets", "宠物"})  # any animal


def kin_in(text: str, language: str, names: Collection[str] = ()) -> list[Kin]:
    """Relatives, partners, friends, colleagues and pets named by whose they are, by where they begin.

    None overlap. `names` are names known to stand in the text; in Chinese they tell where a name begins and
    ends, which rules alone only know of the common surnames. What tells the name of somebody spoken of before
    ("Her name is Clara") comes too, with `identifies`.
    """
    return pack_of(language).kin(text, names)


def short_for(name: str, people: Iterable[str]) -> str | None:
    """The one of the people whose first name begins with this nickname: Mel is Melanie.

    None if several begin so, if it is somebody's whole name, and for what is no capitalised word.
    """
    short = folded(name)
    if len(short) < _SHORTEST or not name[:1].isupper() or not name.isalpha():
        return None
    firsts = {person: folded(person).split()[0] for person in people if person.strip()}
    if short in firsts.values():
        return None
    longer = sorted(person for person, first in firsts.items() if first.startswith(short))
    return longer[0] if len(longer) == 1 else None


def kin_forms(word: str) -> tuple[str, ...]:
    """All words for the kin that a word tells from others, its own first: 母亲 and 妈, or dog and beagle.

    None for a word that tells no kin from another (child, pet, relative), or that is none.
    """
    words = kin_words("en" if word.isascii() else "zh")
    found = words.get(word.lower())
    if found is None or not (found.gender or (found.is_pet and found.word not in _ANY)):
        return ()
    return (word, *(form for form, other in words.items() if other.word == found.word and form != word))
