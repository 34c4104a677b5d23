"""Saved queries and what they may be given. No database: what they show is tests/test_explore.py."""

import re
from datetime import UTC, datetime

import pytest

from memgraph_core.errors import ConfigError, InvalidInput
from memgraph_core.language.vocabulary import VOCABULARY
from memgraph_core.store.saved_queries import checked_parameters, saved_queries, saved_query
from memgraph_core.store.sqlite import open_sqlite


def test_each_saved_query_has_a_title_and_says_what_it_takes_and_returns():
    assert len(saved_queries()) >= 10
    for query in saved_queries():
        assert query.title.endswith(".")
        assert query.returns
        assert all(query.takes.values())


@pytest.mark.parametrize("name", ["entity", "overview", "connection"])
def test_pictures_exclude_the_objects_of_all_literal_relations(name):
    [listed] = re.findall(r"\[('AGED'[^]]*)\]", saved_query(name).statement)
    assert re.findall(r"\w+", listed) == sorted(type for type, known in VOCABULARY.items() if known.literal)


def test_nobody_says_whose_memory_a_saved_query_reads():
    assert all(not {"namespace", "space"} & query.takes.keys() for query in saved_queries())
    with pytest.raises(InvalidInput, match="takes no parameter 'namespace'"):
        checked_parameters(saved_query("overview"), {"namespace": "somebody"})


def test_a_query_that_is_not_there_is_told_those_that_are():
    with pytest.raises(
        InvalidInput,
        match=r"no saved query 'MATCH \(n\) RETURN n'\. The saved queries are changes, connection",
    ):
        saved_query("MATCH (n) RETURN n")


def test_a_parameter_that_is_missing_is_told_with_what_it_is():
    with pytest.raises(InvalidInput, match=r"connection needs other: string"):
        checked_parameters(saved_query("connection"), {"name": "Ada"})


@pytest.mark.parametrize(
    ("name", "given", "taken"),
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
def test_names_and_times_are_taken_as_people_write_them(name, given, taken):
    assert checked_parameters(saved_query(name), given) == taken


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
def test_what_is_no_name_and_no_time_is_refused(name, given):
    with pytest.raises(InvalidInput):
        checked_parameters(saved_query(name), given)


def test_a_file_refuses_and_says_what_to_do(tmp_path):
    database = open_sqlite(tmp_path / "memory.db", None)
    with pytest.raises(ConfigError, match=r"'overview' is Cypher.*Open the memory on Neo4j"):
        database.store("ada").explore("overview", {}, 10, 1.0)
    database.close()
