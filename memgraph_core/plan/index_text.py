"""What a note is found by: its terms for full text, and the text that its vector is made of.

Keywords and tags that a model gave say more than the note's own words, and count; those of the rules are drawn from
these words, and are left out.
"""

from collections.abc import Iterable
from datetime import datetime

from memgraph_core.language.terms import date_terms, terms_of


def terms_of_note(
    text: str, context: str, said_at: datetime | None, language: str, extra: Iterable[str] = ()
) -> str:
    """The terms of a note with its context and with further words, and of the day when it was said."""
    terms = terms_of(text_of_note(text, context))
    known = set(terms)
    terms += [term for word in extra for term in terms_of(word) if term not in known]
    return " ".join(terms + date_terms(said_at, language) if said_at else terms)


def text_of_note(text: str, context: str, extra: Iterable[str] = ()) -> str:
    """What is embedded of a note: with those of the further words that stand neither in it nor in its context."""
    said = f"{text} {context}".strip()
    there = said.casefold()
    more = [word for word in dict.fromkeys(extra) if word.casefold() not in there]
    return f"{said} {' '.join(more)}" if more else said
