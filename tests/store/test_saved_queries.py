"""Saved queries and their parameters, without a database. tests/test_explore.py tests their results."""

import re
from datetime import UTC, datetime

import pytest

from memgraph_core.errors import InvalidInput, NeedsNeo4j
from memgraph_core.language.vocabulary import VOCABULARY
from memgraph_core.store.saved_queries import checked_parameters, saved_queries, saved_query
from memgraph_core.store.sqlite import open_sqlite


def test_each_saved_query_has_a_title_and_describes_its_parameters_and_result():
    assert len(saved_queries()) >= 10
    for query in saved_queries():
        assert query.title.endswith(".")
        assert query.returns
        assert all(query.takes.values())


@pytest.mark.parametrize("name", ["entity", "overview", "connection"])
def test_pictures_exclude_the_objects_of_all_literal_relations(name):
    [listed] = re.findall(r"\[('AGED'[^]]*)\]", saved_query(name).statement)
    assert re.findall(r"\w+", listed) == sorted(type for type, known in VOCABULARY.items() if known.literal)


def test_a_caller_cannot_choose_the_namespace_of_a_saved_query():
    assert all(not {"namespace", "space"} & query.takes.keys() for query in saved_queries())
    with pytest.raises(InvalidInput, match="takes no parameter 'namespace'"):
        checked_parameters(saved_query("overview"), {"namespace": "somebody"})


def test_an_unknown_query_is_refused_with_the_known_names():
    with pytest.raises(
        InvalidInput,
        match=r"no saved query 'MATCH \(n\) RETURN n'\. The saved queries are abstraction, archived, changes, connection",
    ):
        saved_query("MATCH (n) RETURN n")


def test_a_missing_parameter_is_named_with_its_type():
    with pytest.raises(InvalidInput, match=r"connection needs other: string"):
        checked_parameters(saved_query("connection"), {"name": "Ada"})


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("entity", {"name": "The O'Brien's"}, {"name": "obrien"}),
        ("entity", {"name": "北京"}, {"name": "北京"}),
        ("day", {"day": "2026-06-14"}, {"day": "2026-06-14T00:00:00+00:00"}),
        ("changes", {"since": "2026-06-14T02:00+02:00"}, {"since": "2026-06-14T00:00:00+00:00"}),
        ("changes", {"since": datetime(2026, 6, 14, tzinfo=UTC)}, {"since": "2026-06-14T00:00:00+00:00"}),
        ("week", {}, {"until": None}),
        ("session", {"session": None}, {"session": None}),
    ],
)
def test_names_and_times_are_converted_to_keys_and_instants(name, given, expected):
    assert checked_parameters(saved_query(name), given) == expected


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("entity", {"name": 7}),
        ("entity", {"name": "  "}),
        ("day", {"day": "yesterday"}),
        ("day", {"day": datetime(2026, 6, 14)}),
        ("provenance", {"uid": ["n1"]}),
    ],
)
def test_invalid_names_and_times_are_refused(name, given):
    with pytest.raises(InvalidInput):
        checked_parameters(saved_query(name), given)


def test_sqlite_refuses_saved_queries_with_the_remedy(tmp_path):
    database = open_sqlite(tmp_path / "memory.db", None)
    with pytest.raises(NeedsNeo4j, match=r"'overview' is Cypher.*Open the memory on Neo4j"):
        database.store("ada").explore("overview", {}, 10, 1.0)
    database.close()
