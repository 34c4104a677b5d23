"""`memgraph_core.__all__` lists exactly the public names."""

from types import ModuleType

import memgraph_core

# Names that the module itself uses.
OWN = {"annotations", "TYPE_CHECKING"}


def test_all_is_sorted_without_duplicates():
    names = list(getattr(memgraph_core, "__all__", ()))
    assert names == sorted(set(names))


def test_all_lists_every_public_attribute():
    names = set(getattr(memgraph_core, "__all__", ()))
    missing = sorted(name for name in names if not hasattr(memgraph_core, name))  # also loads lazy names
    assert missing == []
    existing = {
        name
        for name, value in vars(memgraph_core).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    assert sorted(existing - OWN - names) == []


def test_an_unknown_name_is_an_attribute_error():
    assert not hasattr(memgraph_core, "no_such_name")
