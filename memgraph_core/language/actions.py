"""The actions that a sentence states as done once, by the language pack: `I had a latte at 8`, 今早喝了拿铁."""

from memgraph_core.language.activities import Action
from memgraph_core.language.assertions import UnassertedParts
from memgraph_core.language.pack import pack_of
from memgraph_core.language.sentences import is_question

__all__ = ["Action", "actions_in"]

_LONGEST = 300  # characters; the sentences of a diary are shorter


def actions_in(text: str, language: str) -> list[Action]:
    """The actions that a statement asserts as past, in order, each once.

    Nothing for a plan, a wish, a condition, a denial, a general statement, a question, a quotation or a report, for a
    text of more than 300 characters, and for a language without a pack.
    """
    if len(text) > _LONGEST or is_question(text) or UnassertedParts.of(text).parts:
        return []
    pack = pack_of(language)
    return list(dict.fromkeys(pack.actions(pack.plain(text))))
