"""Names by a trained pipeline, with a blank one whose patterns stand in for what training would bring."""

import importlib.util

import pytest

from memgraph_core.errors import ConfigError
from memgraph_core.language.entities import named_in
from memgraph_core.language.naming.named import Named
from memgraph_core.language.naming.trained import entities_of, trained_entities

needs_spacy = pytest.mark.skipif(importlib.util.find_spec("spacy") is None, reason="spaCy is not installed")


def found_by_training(*names):
    """What a pipeline would find: the given (text, type) wherever they stand."""

    def recognise(text, language):
        return [
            Named(name, type_, text.index(name), text.index(name) + len(name))
            for name, type_ in names
            if name in text
        ]

    return recognise


def typed(sentence, trained, known=None, types=None):
    found = named_in(sentence, "en", known, types, trained=trained)
    return [f"{name.text} {name.type}" for name in found]


@pytest.fixture
def pipeline_folder(tmp_path):
    spacy = pytest.importorskip("spacy")
    pipeline = spacy.blank("en")
    pipeline.add_pipe("entity_ruler").add_patterns(
        [
            {"label": "PERSON", "pattern": "quillon"},
            {"label": "ORG", "pattern": "Brackwater Nine"},
            {"label": "GPE", "pattern": "the Vale"},
            {"label": "DATE", "pattern": "Tuesday"},
        ]
    )
    pipeline.to_disk(tmp_path / "pipeline")
    return str(tmp_path / "pipeline")


@needs_spacy
def test_a_pipeline_finds_what_rules_cannot_see(pipeline_folder):
    trained = trained_entities(pipeline_folder)
    assert typed("Yes, quillon saw the Vale on Tuesday", trained) == ["quillon Person", "Vale Place"]


@needs_spacy
def test_a_pipeline_reads_only_its_own_language(pipeline_folder):
    assert list(trained_entities(pipeline_folder)("quillon", "zh")) == []


@needs_spacy
def test_dates_are_no_entities_and_articles_no_part_of_one(pipeline_folder):
    import spacy

    found = entities_of(spacy.load(pipeline_folder), "In the Vale on Tuesday")
    assert [(name.text, name.start) for name in found] == [("Vale", 7)]


@needs_spacy
def test_a_pipeline_that_is_not_installed_is_named_with_the_remedy():
    with pytest.raises(ConfigError, match=r"en_no_such_pipeline.*MEMGRAPH_CORE_SPACY"):
        trained_entities("en_no_such_pipeline")("Ada", "en")


def test_rules_keep_what_they_found_and_the_pipeline_tells_the_type_they_could_not():
    trained = found_by_training(("Zarvox", "Organization"), ("Turin", "Person"))
    assert typed("I like Zarvox and Turin.", trained) == ["Zarvox Organization", "Turin Place"]


def test_the_longer_of_two_names_that_overlap_holds_more():
    trained = found_by_training(("Zarvox and Sons", "Organization"))
    assert typed("I like Zarvox and Sons.", trained) == ["Zarvox and Sons Organization"]


def test_a_name_that_would_swallow_two_is_not_believed():
    trained = found_by_training(("Ada and Bob", "Organization"))
    assert typed("I met Ada and Bob.", trained) == ["Ada Person", "Bob Person"]


def test_the_graph_knows_better_than_the_pipeline():
    trained = found_by_training(("Zarvox", "Person"))
    assert typed("I like Zarvox.", trained, {"zarvox": "Zarvox"}, {"zarvox": "Work"}) == ["Zarvox Work"]
