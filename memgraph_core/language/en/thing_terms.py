"""The terms of an English text by which planned things are told apart."""

import re
from functools import cache

from memgraph_core.language.relating.schedules import Scope
from memgraph_core.language.terms import is_light, term_set, terms_of_words
from memgraph_core.language.timing.words_en import SMALL, TENS
from memgraph_core.language.word_lists import groups_of, word_set

_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_LIGHT = frozenset(
    ["going", "go", "doing", "do", "playing", "play", "taking", "take", "attending", "attend", "having", "have", "seeing", "see",
     "visiting", "visit", "making", "make", "coming", "come", "running", "get", "time", "date", "day", "now", "other", "ill"]
)  # fmt: skip


def thing_words(thing: str) -> tuple[str, ...]:
    """The words that name the thing: camping and trip of "the camping trip"."""
    thing = re.sub(r"'(?:s|re|ve|d|m)\b", " ", thing)
    found = (word.lower() for word in _WORD.findall(thing))
    return tuple(
        word
        for word in dict.fromkeys(found)
        if word not in word_set("stop_en") and word not in _LIGHT and not word[0].isdigit()
    )


def naming_terms(text: str) -> frozenset[str]:
    """The terms of a text that may name a thing: not light words, numbers and names of days."""
    return frozenset(
        term
        for term in term_set(text)
        if not term[0].isdigit() and term not in _unnaming() and not is_light(term)
    )


def kind_terms(text: str) -> frozenset[str]:
    """The terms of a text that name only a kind of thing: "class"."""
    return term_set(text) & _kinds()


def event_terms(text: str) -> frozenset[str]:
    """The terms of a text for events: "meeting"."""
    return term_set(text) & _events()


def scope_of(text: str) -> Scope | None:
    """What a routine belongs to: a shift or a team meeting to a job."""
    found = term_set(text)
    return next((scope for scope, terms in _scopes().items() if not terms.isdisjoint(found)), None)


@cache
def _unnaming() -> frozenset[str]:
    """The terms of words that many planned things share, of past verbs, of numbers, and of days and months."""
    shared = word_set("calendar_en").union(SMALL, TENS, *groups_of("unnaming_en").values())
    return terms_of_words(shared | frozenset(groups_of("clause_verbs_en")["past"]))


@cache
def _kinds() -> frozenset[str]:
    return terms_of_words(groups_of("unnaming_en")["kind"])


@cache
def _events() -> frozenset[str]:
    return terms_of_words(word_set("appointments_en"))


@cache
def _scopes() -> dict[Scope, frozenset[str]]:
    groups = groups_of("scopes_en")
    return {scope: terms_of_words(groups[scope]) for scope in ("work", "school")}
