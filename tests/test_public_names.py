"""The front door says what is public: no name too few, none too many."""

from types import ModuleType

import memgraph_core

# Tools of the module itself, not offered to anyone.
OWN = {"annotations", "TYPE_CHECKING"}


def test_all_is_sorted_and_names_nothing_twice():
    names = list(getattr(memgraph_core, "__all__", ()))
    assert names == sorted(set(names))


def test_all_is_what_is_really_there():
    names = set(getattr(memgraph_core, "__all__", ()))
    missing = sorted(name for name in names if not hasattr(memgraph_core, name))  # fetches lazy ones too
    assert missing == []
    there = {
        name
        for name, value in vars(memgraph_core).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    assert sorted(there - OWN - names) == []


def test_a_name_that_is_not_there_is_an_attribute_error():
    assert not hasattr(memgraph_core, "no_such_name")
