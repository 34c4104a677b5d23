"""The actions that a sentence states as done once, by the language pack: `I had a latte at 8`, 今早喝了拿铁."""

from collections.abc import Collection

from memgraph_core.language.activities import Action
from memgraph_core.language.assertions import UnassertedParts
from memgraph_core.language.pack import pack_of
from memgraph_core.language.sentences import is_question

__all__ = [
    "Action",
    "actions_in",
    "denies",
    "is_instead",
    "is_unusual",
    "may_have_happened",
    "without_contrast",
]

_MAX_LENGTH = 300  # characters; the sentences of a diary are shorter


def actions_in(text: str, language: str) -> list[Action]:
    """The actions that a statement asserts as past, in order, each once.

    Nothing for a plan, a wish, a condition, a denial, a general statement, a question, a quotation or a report, for a
    text of more than 300 characters, and for a language without a pack.
    """
    if _states_nothing(text):
        return []
    pack = pack_of(language)
    return list(dict.fromkeys(pack.actions(pack.plain(text))))


def may_have_happened(text: str, language: str) -> bool:
    """Whether a statement may report something that happened, in any words: `Tram at 9, late again`. It is not a
    denial, plan, supposition or question, and names nobody else as its subject.
    """
    if _states_nothing(text):
        return False
    pack = pack_of(language)
    return pack.may_have_happened(pack.plain(text))


def is_instead(text: str, language: str) -> bool:
    """Whether a statement says that something was done in place of something else: `instead`, 改, because of the rain."""
    return pack_of(language).is_instead(text)


def without_contrast(text: str, language: str) -> str:
    """A sentence without what it says was not done: "Ran on Friday instead of Thursday" becomes "Ran on Friday"."""
    return pack_of(language).without_contrast(text)


def is_unusual(text: str, language: str) -> bool:
    """Whether a statement says that something was not as usual: "Ran on Friday instead of Thursday", 比平时晚."""
    return pack_of(language).is_unusual(text)


def denies(text: str, language: str, topics: Collection[str]) -> bool:
    """Whether a statement says that one of these topics did not take place: `no choir tonight`, 课取消了."""
    pack = pack_of(language)
    return pack.denies(pack.plain(text), topics)


def _states_nothing(text: str) -> bool:
    return len(text) > _MAX_LENGTH or is_question(text) or bool(UnassertedParts.of(text).parts)
