"""The indexed text of a note: its full-text terms, and the text that is embedded.

Keywords and tags from a model add information and are included. Those from the rules only repeat words of the note and are
left out.
"""

from collections.abc import Iterable
from datetime import datetime

from memgraph_core.language.terms import date_terms, terms_of


def terms_of_note(
    text: str, context: str, said_at: datetime | None, language: str, extra: Iterable[str] = ()
) -> str:
    """The terms of a note, its context, the `extra` words, and the day when it was said."""
    terms = terms_of(text_of_note(text, context))
    present = set(terms)
    terms += [term for word in extra for term in terms_of(word) if term not in present]
    return " ".join(terms + date_terms(said_at, language) if said_at else terms)


def text_of_note(text: str, context: str, extra: Iterable[str] = ()) -> str:
    """The text to embed: the note, its context, and the `extra` words that occur in neither."""
    base = f"{text} {context}".strip()
    folded_base = base.casefold()
    more = [word for word in dict.fromkeys(extra) if word.casefold() not in folded_base]
    return f"{base} {' '.join(more)}" if more else base
