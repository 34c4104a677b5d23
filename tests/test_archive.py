"""Transfer of a namespace between stores: every record arrives unchanged, and nothing is added."""

import json
from contextlib import closing
from dataclasses import fields, replace

import apsw
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
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import InvalidInput, StoreError
from memgraph_core.memory import Memory
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import CONSOLIDATION, About, Abstracts, Call, Link, Support
from memgraph_core.records.plan import Conflict, Merge, NoteRevision, SnapshotRequest, Split, WritePlan
from memgraph_core.records.transfer import IncidentEdges
from memgraph_core.store.sqlite import open_sqlite
from memgraph_core.transfer.batches import KINDS, Summary
from memgraph_core.transfer.jsonl import archive_in, lines_of
from memgraph_core.transfer.reading import archive_of
from memgraph_core.transfer.writing import load, summary_of
from sample_namespace import contents, fill

DIFFERENT = {"stats"}  # the version counts writes, and the namespace has another name


def fill_with_every_kind(store):
    """Fill a namespace with every kind of record, with merged and split entities, revised and derived notes, links and calls."""
    fill(store, "quince")
    turns = make_turns("t7", "t8", said_at=day(5), vector=vector(1, 0.7), used_at=(day(6), day(9)))
    carl, karl, ben = make_entity("carl"), make_entity("karl"), make_entity("ben")
    remember(
        store, turns,
        notes=[
            *(make_note(f"n{n}", turns=(f"t{n}",), vector=vector(1, n), affect="glad") for n in (7, 8)),
            make_note("q7", "Who?", turns=("t7",), state="question", keywords=("KNOWS",), extractor=CONSOLIDATION),
            make_note("s7", "[t7] Note.", turns=("t7",), state="summary", tags=("day",), extractor=CONSOLIDATION),
        ],
        abstracts=[Abstracts("s7", "n7")],
        entities=[carl, karl, ben], names=make_names(carl, karl, ben),
        mentions=[*make_mentions(turns[0], "carl", "karl"), *make_mentions(turns[1], "karl", "ben")],
        abouts=[About("n7", "carl"), About("n7", "karl", "subject"), About("n8", "karl")],
        facts=[make_fact("f7", "karl", "KNOWS", "ben", notes=("n7", "n8"))],
        links=[Link("n8", "n7", "continues", 0.5), Link("n8", "q7", "answers")], supports=[Support("n8", "n7")],
        calls=[Call(uid="call1", at=NOW, model="m", kind="extract", outcome="used", turns=2, tokens_in=7)],
        changes=[make_change("c7", by="user")],
    )  # fmt: skip
    store.apply(replace(make_plan(store.snapshot(SnapshotRequest())), novelty_state='{"seen": 3}'))
    remember(store, conflicts=[Conflict(a="f2", b="f7", at=NOW, reason="stated")])
    remember(store, merges=[Merge(alias="karl", into="carl", reason="stated", turn="t8")])
    remember(store, splits=[Split(alias="ben", into="carl")])
    for number, text in enumerate(("Ada has moved.", "Ada moved to Turin in spring."), 1):
        revision = NoteRevision(
            note="n7", turn="t8", at=day(6 + number), text=text, context="then", keywords=("spring",), tags=("move",),
            terms="ada moved", language="en", vector=vector(1, number),
        )  # fmt: skip
        remember(store, revisions=[revision])


@pytest.fixture
def elsewhere(tmp_path):
    """A namespace in another file."""
    with closing(open_sqlite(tmp_path / "elsewhere.db", STAMP)) as database:
        yield database.store("elsewhere")


def records_of(archive):
    """All records of an archive, by kind."""
    found = {kind: [] for kind in KINDS}
    for batch in archive.batches():
        for kind, records in batch.records.items():
            found[kind] += records
    return found


def assert_equal(one, other, except_=()):
    """Assert that two archives have the same records in the same order, with equal vectors, except for some kinds."""
    mine, theirs = records_of(one), records_of(other)
    for kind in KINDS.keys() - {*except_}:
        assert mine[kind] == theirs[kind], kind
        for record, other_record in zip(mine[kind], theirs[kind], strict=True):
            if any(field.name == "vector" for field in fields(record)):
                assert (record.vector is None) == (other_record.vector is None)
                assert record.vector is None or np.array_equal(record.vector, other_record.vector)
    assert one.novelty_state == other.novelty_state
    assert except_ or summary_of(one).checksum() == summary_of(other).checksum()


def write_lines(archive, path):
    path.write_text("\n".join(lines_of(archive)), encoding="utf-8")
    return path


def test_every_record_is_the_same_after_two_transfers(store, other_store, elsewhere):
    fill_with_every_kind(store)
    archive = archive_of(store)
    assert [
        kind for kind, count in summary_of(archive).counts.items() if not count
    ] == []  # there are records of every kind
    load(elsewhere, archive)
    assert_equal(archive, archive_of(elsewhere))
    load(other_store, archive_of(elsewhere))
    assert_equal(archive, archive_of(other_store))
    mine, theirs = contents(store), contents(other_store)
    assert {name for name in mine if mine[name] != theirs[name]} <= DIFFERENT
    assert store.history("n7") == other_store.history("n7")


WRONG_VALUES = [
    None, 5, -1, 1.5, 10**20, float("inf"), True, "", "soon", "lone \ud800", "a\x00b", "2026-06-01", [], [5], ["a"], [[1, 2]],
    {}, {"a": 1}, "[" * 2000, "AAAA",
]  # fmt: skip


def signed(lines):
    """The lines of a changed export with the counts and the checksum that belong to them."""
    summary = Summary(novelty_state=json.loads(lines[0])["novelty_state"])
    for line in lines[1:-1]:
        summary.add(next(iter(json.loads(line))), line)
    return [*lines[:-1], json.dumps({"end": summary.counts, "checksum": summary.checksum()})]


def first_of_each_kind(lines):
    found = {}
    for number, line in enumerate(lines[1:-1], 1):
        found.setdefault(next(iter(json.loads(line))), number)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*KINDS, "head"])
def test_a_changed_field_with_a_correct_checksum_is_refused_or_harmless(kind, tmp_path):
    with closing(open_sqlite(":memory:", STAMP)) as database:
        fill_with_every_kind(database.store("original"))
        lines = list(lines_of(archive_of(database.store("original"))))
    number = 0 if kind == "head" else first_of_each_kind(lines)[kind]
    row = json.loads(lines[number])
    record = row if kind == "head" else row[kind]
    for name in record:
        for value in WRONG_VALUES:
            changed = {**record, name: value}
            line = json.dumps(changed if kind == "head" else {kind: changed})
            try:
                mutant = signed([*lines[:number], line, *lines[number + 1 :]])
            except (AttributeError, KeyError, TypeError, ValueError):  # no checksum exists for such a head
                mutant = [*lines[:number], line, *lines[number + 1 :]]
            path = tmp_path / "mutant.jsonl"
            path.write_text("\n".join(mutant), encoding="utf-8", errors="surrogatepass")
            try:
                archive = archive_in(path)
            except InvalidInput as e:
                assert "line" in str(e) or "incomplete" in str(e) or "format" in str(e)  # noqa: PT017
                continue
            use(archive, f"{name}={value!r}")


def use(archive, what):
    """Load an accepted archive and read it as people do."""
    with closing(open_sqlite(":memory:", STAMP)) as database:
        copy = database.store("copy")
        try:
            load(copy, archive)
        except (InvalidInput, StoreError):
            return
        memory = Memory(MemoryEngine(database, clock=lambda: NOW), "copy")
        for read in (
            lambda: memory.context("Where does Ada live, and what about the quince?").text,
            lambda: memory.context_window("Where does Ada live?", session="s1"),
            lambda: memory.knows("Where does Ada live?"),
            lambda: (memory.stream(), memory.timeline(), memory.themes(), memory.changes(), memory.ledger()),
            lambda: memory.facts(),
            lambda: memory.diff("2020-01-01", "2030-01-01"),
            lambda: memory.add("I moved to Turin.", speaker="Ada"),
            lambda: summary_of(archive_of(copy)),
        ):
            try:
                read()
            except Exception as e:
                raise AssertionError(f"{what}: {e!r}") from e


def test_an_export_with_an_invalid_byte_is_damaged(store, tmp_path):
    fill_with_every_kind(store)
    path = write_lines(archive_of(store), tmp_path / "export.jsonl")
    content = path.read_bytes()
    offset = content.index(b'"text":"') + 8
    path.write_bytes(content[:offset] + b"\xff" + content[offset + 1 :])
    with pytest.raises(InvalidInput, match="is incomplete: its end is missing, or"):
        archive_in(path)


def test_entities_merged_before_the_transfer_can_be_split_after_it(store, elsewhere):
    fill_with_every_kind(store)
    load(elsewhere, archive_of(store))
    for each in (store, elsewhere):
        remember(each, splits=[Split(alias="karl", into="carl")])
    assert_equal(archive_of(store), archive_of(elsewhere))


def test_forgetting_has_the_same_effect_before_and_after_the_transfer(store, elsewhere):
    fill_with_every_kind(store)
    load(elsewhere, archive_of(store))
    assert store.forget(Selection(turns=("t8",))) == elsewhere.forget(Selection(turns=("t8",)))
    assert_equal(
        *(archive_of(each) for each in (store, elsewhere)), except_={"change", "tombstone"}
    )  # these contain the present time
    assert [left.digest for left in store.tombstones()] == [left.digest for left in elsewhere.tombstones()]


def test_an_interrupted_load_can_be_started_again_with_the_same_result(store, elsewhere):
    fill_with_every_kind(store)
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
    assert_equal(archive, archive_of(elsewhere))


def test_loading_again_writes_nothing(store, elsewhere):
    fill_with_every_kind(store)
    load(elsewhere, archive_of(store))
    before = elsewhere.snapshot(SnapshotRequest()).version
    load(elsewhere, replace(archive_of(store), novelty_state=None))
    assert elsewhere.snapshot(SnapshotRequest()).version == before


def test_a_merge_keeps_the_time_of_its_decision(store, elsewhere):
    fill_with_every_kind(store)
    (merge,) = store.incident_edges("entity", ["karl"]).merges
    load(elsewhere, archive_of(store))
    assert merge.at is not None
    assert elsewhere.incident_edges("entity", ["karl"]).merges == (merge,)


def test_a_write_during_the_reading_of_an_archive_is_an_error(store):
    fill(store, "quince")
    batches = archive_of(store).batches()
    next(batches)
    store.append(make_turns("late"))
    with pytest.raises(StoreError, match="was written to while it was read"):
        list(batches)


class CountingStore:
    """A store that records the largest number of records that one call returned."""

    def __init__(self, store):
        self._store, self.most = store, 0

    def __getattr__(self, name):
        verb = getattr(self._store, name)
        return (
            verb
            if name not in {"turns", "notes", "facts", "entities", "changes", "ledger"}
            else self.counted(verb)
        )

    def counted(self, verb):
        def call(*arguments):
            found = verb(*arguments)
            self.most = max(self.most, len(found))
            return found

        return call


def test_at_most_one_batch_is_in_memory(store, elsewhere, monkeypatch):
    monkeypatch.setattr("memgraph_core.transfer.reading.BATCH", 2)
    fill_with_every_kind(store)
    counting = CountingStore(store)
    archive = archive_of(counting)
    sizes = [
        len(records)
        for batch in archive.batches()
        for kind, records in batch.records.items()
        if kind in SMALL
    ]
    assert max(sizes) == 2
    assert counting.most == 2
    assert len([*archive.batches()]) == archive.steps >= 20
    load(elsewhere, archive)
    assert_equal(archive, archive_of(elsewhere))


SMALL = {"turn", "note", "turn_update", "fact", "entity", "change", "call"}


def test_every_kind_of_row_and_edge_is_part_of_an_archive():
    """A new kind of record must be transferred too."""
    bookkeeping = {
        "space",
        "version",
        "at",
        "novelty_state",
        "withdrawals",
        "abstracts_removed",
        "links_removed",
        "states",
        "jobs",
    }  # a withdrawal and a removal leave no row, the state of a note is part of the note, and jobs belong to one store
    assert {field.name for field in fields(WritePlan)} - bookkeeping == {
        kind.rows for kind in KINDS.values()
    } - {""}
    in_others = {
        "speakers": "turn_update",
        "context_spans": "turn_update",
        "first_states": "note",
        "fact_ends": "fact",
        "novelty_state": "the head",
    }
    assert {field.name for field in fields(IncidentEdges)} - in_others.keys() <= {
        kind.rows for kind in KINDS.values()
    }


def test_every_table_of_a_file_is_transferred_or_derived(tmp_path):
    transferred = {
        "turn", "note", "entity", "name", "fact", "edge", "cache_log", "same_as", "invalidation", "note_link", "revision",
        "context_span", "name_source", "call", "novelty_state", "turn_vector", "note_vector", "tombstone", "core_state", "similar",
    }  # fmt: skip
    derived = {
        "namespace", "session", "change", "generation_build", "built_turn_state", "built_turn_vector", "call_total", "lease", "job",
    }  # fmt: skip
    with (
        closing(open_sqlite(tmp_path / "any.db", STAMP)),
        closing(apsw.Connection(str(tmp_path / "any.db"))) as link,
    ):
        tables = {name for (name,) in link.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    indexes = {
        name
        for name in tables
        if name.startswith(("note_terms", "turn_terms", "sqlite_")) or name.endswith("_vocabulary")
    }
    assert tables - transferred - derived - indexes == set()


def test_the_lines_of_an_export_are_read_as_the_same_archive(store, tmp_path):
    fill_with_every_kind(store)
    archive = archive_of(store)
    read = archive_in(write_lines(archive, tmp_path / "quince.jsonl"))
    assert_equal(archive, read)
    assert (read.namespace, read.stamp, read.novelty_state) == (
        archive.namespace,
        STAMP,
        archive.novelty_state,
    )
    assert [*lines_of(read)] == [*lines_of(archive)]
    assert json.loads([*lines_of(read)][-1])["end"]["turn"] == len(read.turns)


def test_an_export_of_another_format_is_refused_with_its_format(store, tmp_path):
    head, *lines = lines_of(archive_of(store))
    other = json.dumps(json.loads(head) | {"memgraph_core": 3})
    (tmp_path / "other.jsonl").write_text("\n".join([other, *lines]), encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"not an export.*format 4.*'memgraph_core': 3"):
        archive_in(tmp_path / "other.jsonl")


@pytest.mark.parametrize(
    "damage", [lambda lines: lines[:-1], lambda lines: lines[:3] + lines[4:], lambda lines: ["{}"]]
)
def test_an_incomplete_export_is_refused(store, damage, tmp_path):
    fill(store, "quince")
    (tmp_path / "export.jsonl").write_text(
        "\n".join(damage([*lines_of(archive_of(store))])), encoding="utf-8"
    )
    with pytest.raises(InvalidInput):
        archive_in(tmp_path / "export.jsonl")


def test_loading_into_a_namespace_with_other_turns_is_refused_and_changes_nothing(store, elsewhere):
    fill(store, "quince")
    remember(elsewhere, make_turns("mine"))
    before = contents(elsewhere)
    with pytest.raises(InvalidInput, match="contains other turns, such as 'mine'"):
        load(elsewhere, archive_of(store))
    assert contents(elsewhere) == before


def test_an_empty_namespace_is_an_empty_archive(store, elsewhere):
    archive = archive_of(store)
    assert sum(summary_of(archive).counts.values()) == 0
    load(elsewhere, archive)
    assert elsewhere.snapshot(SnapshotRequest()).version >= 0
