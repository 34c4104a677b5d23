"""The relation entries: each is well formed, and each example gives exactly the facts that it lists."""

import re
from dataclasses import dataclass
from typing import get_args

import pytest
import yaml

from memgraph_core.language.en.parser import installed_pipeline
from memgraph_core.language.entries import DayKind, Entry, entries, language_parts, patterns_of
from memgraph_core.language.vocabulary import VOCABULARY
from memgraph_core.language.word_lists import groups_of
from stated_facts import facts_of

_FACT = re.compile(r"(?P<subject>.+?) (?P<type>[A-Z][A-Z_]+) (?P<object>.+?)(?: \[(?:ended|denied)\])?")
_NEEDS_PARSER = pytest.mark.skipif(installed_pipeline() is None, reason="needs the extra `en`")


@dataclass(frozen=True)
class Example:
    """Turns of one speaker, 30 days apart, and the expected facts as texts: of one turn the facts it states, of
    several turns the facts that are stored after the last one.

    A fact is written `speaker LIVES_IN Rome`, followed by ` [ended]` or ` [denied]` if it does not hold. All facts
    are listed, also those of other types.
    """

    type: str  # of the entry that has the example
    turns: tuple[str, ...]
    facts: tuple[str, ...]


def examples_of(language):
    """The examples of all entries in a language."""
    for type_, part in language_parts(language):
        for row in part.get("examples", ()):
            text = row["text"]
            turns = (text,) if isinstance(text, str) else tuple(text)
            yield Example(type_, turns, tuple(row["facts"]))


_EXAMPLES = [*(pytest.param(e, marks=_NEEDS_PARSER) for e in examples_of("en")), *examples_of("zh")]


@pytest.mark.parametrize("entry", entries().values(), ids=entries())
def test_the_properties_of_an_entry_fit_together(entry: Entry):
    relation = entry.relation
    assert entry.due in (None, *get_args(DayKind))
    assert entry.due is None or relation.literal
    open_types = groups_of("open_zh").keys() | groups_of("deeds_zh").keys()
    assert set(relation.ends) <= VOCABULARY.keys() | open_types
    if relation.inverse is not None:
        assert VOCABULARY[relation.inverse].inverse == relation.type
        assert not relation.symmetric


@pytest.mark.parametrize("type_", entries())
def test_the_words_of_questions_are_regular_expressions(type_: str):
    for words in entries()[type_].question.values():
        re.compile(words)


def test_properties_are_the_same_with_and_without_the_parts_of_the_languages():
    from memgraph_core.language import entries as module

    whole = module._rows(with_languages=True)
    for row in whole.values():
        row.pop("en", None)
        row.pop("zh", None)
    assert module._rows(with_languages=False) == whole
    assert yaml.CSafeLoader  # the fast loader; the other one is several times slower


@pytest.mark.parametrize("language", ["en", "zh"])
def test_patterns_are_of_known_kinds(language):
    for type_, kinds in patterns_of(language).items():
        assert type_ in entries()
        assert kinds.keys() <= {"state", "begins", "ends", "did", "plans", "denies"}


def _id(example: Example) -> str:
    return f"{example.type}: {' / '.join(example.turns)}"[:80]


@pytest.mark.parametrize("example", _EXAMPLES, ids=_id)
def test_an_example_gives_its_facts(example: Example):
    assert all(_FACT.fullmatch(fact) for fact in example.facts)
    assert facts_of(example.turns) == sorted(example.facts)
