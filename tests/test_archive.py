"""A namespace told again elsewhere: nothing is lost, nothing is added, whatever store it comes from and goes to."""

from contextlib import closing
from dataclasses import fields, replace

import numpy as np
import pytest

from factories import (
    NOW,
    STAMP,
    day,
    make_change,
    make_entity,
    make_fact,
    make_mentions,
    make_names,
    make_note,
    make_plan,
    make_turns,
    remember,
    vector,
)  # fmt: skip
from memgraph_core.archive import archive_from, archive_of, lines_of, load
from memgraph_core.errors import InvalidInput
from memgraph_core.store.sqlite import open_sqlite
from memgraph_core.types import About, Call, Link, Support
from memgraph_core.writes import Conflict, Merge, Probe, Revised, Selection, Split
from world import fill, snapshot

BUT_FOR = {"stats"}  # the version counts writes, and the namespace has another name


def whole(store):
    """A namespace that has something of every kind: merged and split entities, revised notes, links, calls."""
    fill(store, "quince")
    turns = make_turns("t7", "t8", said_at=day(5), vector=vector(1, 0.7))
    carl, karl, ben = make_entity("carl"), make_entity("karl"), make_entity("ben")
    remember(
        store, turns,
        notes=[make_note(f"n{n}", turns=(f"t{n}",), vector=vector(1, n), affect="glad") for n in (7, 8)],
        entities=[carl, karl, ben], names=make_names(carl, karl, ben),
        mentions=[*make_mentions(turns[0], "carl", "karl"), *make_mentions(turns[1], "karl", "ben")],
        abouts=[About("n7", "carl"), About("n7", "karl", "subject"), About("n8", "karl")],
        facts=[make_fact("f7", "karl", "KNOWS", "ben", notes=("n7", "n8"))],
        links=[Link("n8", "n7", "continues", 0.5)], supports=[Support("n8", "n7")],
        calls=[Call(uid="call1", at=NOW, model="m", kind="extract", outcome="used", turns=2, tokens_in=7)],
        changes=[make_change("c7", by="user")],
    )  # fmt: skip
    store.apply(replace(make_plan(store.known(Probe())), gate='{"of": "the gate"}'))
    remember(store, conflicts=[Conflict(a="f2", b="f7", at=NOW, reason="told apart")])
    remember(store, merges=[Merge(alias="karl", into="carl", reason="told so", turn="t8")])
    remember(store, splits=[Split(alias="ben", into="carl")])
    for number, text in enumerate(("Ada moved, they say.", "Ada moved to Turin in spring."), 1):
        state = Revised(
            note="n7", turn="t8", at=day(6 + number), text=text, context="then", keywords=("spring",), tags=("move",),
            terms="ada moved", language="en", vector=vector(1, number),
        )  # fmt: skip
        remember(store, revised=[state])


@pytest.fixture
def elsewhere(tmp_path):
    """Another file."""
    with closing(open_sqlite(tmp_path / "elsewhere.db", STAMP)) as database:
        yield database.store("elsewhere")


def alike(one, other):
    """Two archives: the same records in the same order, vectors to the bit."""
    assert one.counts == other.counts
    for kind, records in one.records.items():
        assert records == other.records[kind], kind
        for mine, theirs in zip(records, other.records[kind], strict=True):
            if any(field.name == "vector" for field in fields(mine)):
                assert (mine.vector is None) == (theirs.vector is None)
                assert mine.vector is None or np.array_equal(mine.vector, theirs.vector)
    assert one.checksum == other.checksum


def without_changes(archive):
    return replace(archive, records={**archive.records, "change": ()})


def test_there_and_back_every_record_is_the_same(store, other_store, elsewhere):
    whole(store)
    there = archive_of(store)
    assert [kind for kind, count in there.counts.items() if not count] == []  # something of every kind
    load(elsewhere, there)
    alike(there, archive_of(elsewhere))
    load(other_store, archive_of(elsewhere))
    alike(there, archive_of(other_store))
    mine, theirs = snapshot(store), snapshot(other_store)
    assert {name for name in mine if mine[name] != theirs[name]} <= BUT_FOR
    assert store.history("n7") == other_store.history("n7")


def test_what_was_merged_elsewhere_can_be_split_here(store, elsewhere):
    whole(store)
    load(elsewhere, archive_of(store))
    for each in (store, elsewhere):
        remember(each, splits=[Split(alias="karl", into="carl")])
    alike(archive_of(store), archive_of(elsewhere))


def test_what_is_forgotten_here_takes_the_same_along_as_there(store, elsewhere):
    whole(store)
    load(elsewhere, archive_of(store))
    assert store.forget(Selection(turns=("t8",))) == elsewhere.forget(Selection(turns=("t8",)))
    alike(*(without_changes(archive_of(each)) for each in (store, elsewhere)))  # they say when


def test_a_load_that_was_interrupted_anywhere_is_begun_again_and_ends_the_same(store, elsewhere):
    whole(store)
    archive, stops = archive_of(store), []
    for stop in range(1, 40, 3):

        def interrupt(done, all, stop=stop):
            if done == stop:
                raise KeyboardInterrupt

        try:
            load(elsewhere, archive, interrupt)
        except KeyboardInterrupt:
            stops.append(stop)
    assert len(stops) > 2
    load(elsewhere, archive)
    alike(archive, archive_of(elsewhere))


def test_the_lines_are_the_archive(store):
    whole(store)
    archive = archive_of(store)
    lines = [*lines_of(archive)]
    read = archive_from(lines)
    alike(archive, read)
    assert (read.namespace, read.stamp, read.gate) == (archive.namespace, STAMP, archive.gate)
    assert [*lines_of(read)] == lines


@pytest.mark.parametrize(
    "spoil", [lambda lines: lines[:-1], lambda lines: lines[:3] + lines[4:], lambda lines: ["{}"]]
)
def test_an_export_that_is_not_whole_is_refused(store, spoil):
    fill(store, "quince")
    with pytest.raises(InvalidInput):
        archive_from(spoil([*lines_of(archive_of(store))]))


def test_a_namespace_that_holds_other_turns_is_left_alone(store, elsewhere):
    fill(store, "quince")
    remember(elsewhere, make_turns("mine"))
    before = snapshot(elsewhere)
    with pytest.raises(InvalidInput, match="holds other turns, such as 'mine'"):
        load(elsewhere, archive_of(store))
    assert snapshot(elsewhere) == before


def test_an_empty_namespace_is_an_empty_archive(store, elsewhere):
    archive = archive_of(store)
    assert sum(archive.counts.values()) == 0
    load(elsewhere, archive)
    assert elsewhere.known(Probe()).version >= 0
