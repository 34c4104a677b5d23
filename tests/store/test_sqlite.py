"""Tests that only SQLite can run: the file, locks, faults, and the number of transactions of a call."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from factories import (
    NOW,
    STAMP,
    make_entity,
    make_fact,
    make_mentions,
    make_names,
    make_note,
    make_plan,
    make_question,
    make_revision,
    make_turn,
    make_turns,
    remember,
    vector,
)
from memgraph_core.errors import StoreError, StoreMismatch, StoreUnavailable
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import About, Name, NameSource
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.log import ExtractionNeeds
from memgraph_core.records.plan import Merge, SnapshotRequest, Split, StateChange, TurnUpdate
from memgraph_core.records.search import Limits, Seeds
from memgraph_core.store.sqlite import SqliteDatabase, open_sqlite
from sample_namespace import VERB_CALLS, all_answers, contents, fill, sample_rows

TESTS = Path(__file__).parents[1]


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "memory.db"


@pytest.fixture
def statements() -> list[str]:
    """The statements that `database` has executed."""
    return []


@pytest.fixture
def database(path, statements) -> Iterator[SqliteDatabase]:
    with closing(open_sqlite(path, STAMP, on_statement=statements.append)) as database:
        yield database


def run_python(script: str, *arguments: str, **options) -> subprocess.Popen[str]:
    """Start another process that can import the test helpers."""
    environment = os.environ | {"PYTHONPATH": str(TESTS)}
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE, **options)


def bytes_of(path: Path) -> bytes:
    """The content of the database file and of the files beside it."""
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


# The file


def test_the_file_uses_a_write_ahead_log_and_full_synchronisation(database, path):
    with database._pool.exclusive() as connection:
        pragmas = {
            name: connection.pragma(name)
            for name in ("journal_mode", "synchronous", "page_size", "mmap_size")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "page_size": 8192, "mmap_size": 0}


def test_an_in_memory_database_creates_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with closing(open_sqlite(":memory:", STAMP)) as database:
        store = database.store("ada")
        fill(store, "quince")
        assert "quince" in all_answers(store)
        store.forget(Selection(everything=True))
        assert database.namespaces() == ()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"Dear diary, " * 1000, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_file_that_is_not_a_database_is_refused_and_not_changed(path, content):
    path.write_bytes(content)
    with pytest.raises(StoreUnavailable, match=r"memory\.db"):
        open_sqlite(path)
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


def test_a_database_of_another_program_is_refused_and_not_changed(path):
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE turn (theirs)")
    before = path.read_bytes()
    with pytest.raises(StoreUnavailable, match="another program"):
        open_sqlite(path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_folder_is_refused_without_a_file_beside_it(tmp_path):
    (folder := tmp_path / "notes").mkdir()
    with pytest.raises(StoreUnavailable, match="cannot be opened"):
        open_sqlite(folder)
    assert list(tmp_path.iterdir()) == [folder]


def test_another_schema_version_is_refused_with_the_remedy(path):
    open_sqlite(path).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreMismatch, match=r"version 99.*Export.*release that wrote the file.*import"):
        open_sqlite(path)


@pytest.mark.parametrize("missing", ["no-folder/memory.db", "a-file/memory.db", ""])
def test_a_path_where_no_file_can_be_created_is_refused(tmp_path, missing):
    (tmp_path / "a-file").touch()
    with pytest.raises(StoreUnavailable, match="folder that exists and is writable"):
        open_sqlite(tmp_path / missing)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_unavailable(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(StoreUnavailable, match="writable"):
        open_sqlite(tmp_path / "memory.db")


def test_two_paths_to_one_file_share_one_lock(path, tmp_path):
    open_sqlite(path).close()
    (tmp_path / "alias.db").symlink_to(path)
    open_sqlite(tmp_path / "alias.db").close()
    assert not (tmp_path / "alias.db.lock").exists()


def test_an_error_on_a_full_disk_changes_nothing(database, path):
    store = database.store("ada")
    fill(store, "quince")
    before = contents(store)
    with database._pool.exclusive() as connection:
        connection.script(f"PRAGMA max_page_count = {connection.pragma('page_count')}")
    with pytest.raises(StoreError, match="disk is full") as caught:
        store.append([make_turn("big", "word " * 15_000)])
    assert isinstance(caught.value.__cause__, apsw.FullError)
    assert contents(store) == before
    with database._pool.exclusive() as connection:
        connection.script("PRAGMA max_page_count = 1000000")
    assert store.append([make_turn("big", "word " * 15_000)]).new == {"big"}


def test_sqlite_errors_keep_their_cause(database, path):
    with database._pool.exclusive() as connection:
        connection.script("DROP TABLE change")
    with pytest.raises(StoreError, match="no such table") as caught:
        database.store("ada").changes(1)
    assert isinstance(caught.value.__cause__, apsw.SQLError)


@pytest.mark.slow
def test_a_forked_process_must_open_the_database_again(path):
    script = """
import os, sys
from memgraph_core.errors import StoreError
from memgraph_core.store.sqlite import open_sqlite
database = open_sqlite(sys.argv[1])
if os.fork() == 0:
    try:
        database.namespaces()
    except StoreError as e:
        print(e, flush=True)
    os._exit(0)
os.wait()
"""
    if not hasattr(os, "fork"):
        pytest.skip("processes do not fork here")
    out, _ = run_python(script, str(path)).communicate(timeout=60)
    assert "forked" in out


# Forgetting


def fill_without_changes(store, word: str) -> None:
    """Fill without changes: they are kept, and the reasons of real changes contain no text of a memory."""
    rows = sample_rows(word) | {"changes": []}
    remember(store, rows.pop("turns"), **rows)
    store.append([make_turn("t3", f"Bea wrote {word}.")])


@pytest.mark.parametrize(
    "selection",
    [Selection(turns=("t1", "t2", "t3")), Selection(everything=True)],
    ids=["turns", "everything"],
)
def test_no_byte_of_forgotten_text_remains(database, path, selection):
    store, other = database.store("ada"), database.store("bea")
    fill_without_changes(store, "xylocanary")
    fill(other, "quince")
    assert b"xylocanary" in bytes_of(path)
    store.forget(selection)
    assert b"xylocanary" not in bytes_of(path)
    assert "quince" in all_answers(other)


@pytest.mark.parametrize("forgotten", ["t2", "t3"])
def test_no_byte_of_what_a_forgotten_turn_added_to_an_older_note_remains(database, path, forgotten):
    """The turn added a revision, text of a later revision, and a name."""
    store = database.store("ada")
    turns = [make_turn(f"t{n}", f"This is {n}.", session=f"s{n}") for n in (1, 2, 3)]
    remember(store, turns, notes=[make_note("n1")], entities=[make_entity("ada", "Xylocanary")])
    canary = f"xylocanary from {forgotten}"
    first = canary if forgotten == "t2" else "plain"
    names = [Name(canary, "Xylocanary", "ada"), Name("ada", "Ada", "ada")]
    name_sources = [NameSource(canary, forgotten), NameSource("ada", "t1")]
    mentions = make_mentions(turns[0], "ada")
    remember(
        store,
        revisions=[make_revision(context=first)],
        names=names,
        name_sources=name_sources,
        mentions=mentions,
    )
    remember(store, revisions=[make_revision(turn="t3", context=canary, vector=vector(1))])
    assert b"xylocanary" in bytes_of(path)
    store.forget(Selection(turns=(forgotten,)))
    assert b"xylocanary" not in bytes_of(path).lower()
    assert store.notes(["n1"])[0].context == ("" if forgotten == "t2" else "plain")


@pytest.mark.slow
def test_the_full_text_index_stores_no_parts_of_words(database, path):
    """FTS5 would keep the first letters of words at the boundary of two pages, so the index stores hashes of words."""
    store = database.store("ada")
    for batch in range(10):
        numbers = range(300 * batch, 300 * batch + 300)
        turns = [make_turn(f"t{number}", f"xylo{number:05} " * 5) for number in numbers]
        notes = [make_note(f"n{turn.uid}", turn.text, turns=(turn.uid,)) for turn in turns]
        remember(store, turns, notes=notes)
    store.forget(Selection(turns=tuple(f"t{number}" for number in range(0, 3000, 2))))
    left = {int(number) for number in re.findall(rb"xylo(\d{5})", bytes_of(path))}
    assert left == set(range(1, 3000, 2))
    with database._pool.exclusive() as connection:
        blocks = connection.run("SELECT block FROM note_terms_data UNION ALL SELECT term FROM note_terms_idx")
    assert not any(b"xylo" in bytes(block) for (block,) in blocks if not isinstance(block, str))


def test_the_full_text_index_is_merged_into_few_segments(database):
    store = database.store("ada")
    for plan in range(32):
        turn = make_turn(f"t{plan}")
        notes = [make_note(f"n{plan}-{number}", f"word{number}", turns=(turn.uid,)) for number in range(16)]
        remember(store, [turn], notes=notes)
    with database._pool.exclusive() as connection:
        assert connection.run("SELECT count(DISTINCT segid) FROM note_terms_idx")[0][0] <= 2


def test_forgetting_during_another_read_reports_that_bytes_remain(path, monkeypatch):
    monkeypatch.setattr("memgraph_core.store.sqlite.connection._BUSY_TIMEOUT", 50)
    with closing(open_sqlite(path, STAMP)) as database, closing(apsw.Connection(str(path))) as reader:
        store = database.store("ada")
        fill_without_changes(store, "xylocanary")
        reader.execute("BEGIN; SELECT count(*) FROM turn").fetchall()
        with pytest.raises(StoreUnavailable, match="Forget it again"):
            store.forget(Selection(turns=("t1", "t2", "t3")))
        assert store.stats().turns == 0
        reader.execute("COMMIT")
        store.forget(Selection(turns=("t1",)))
        assert b"xylocanary" not in bytes_of(path)


# Processes and threads

WRITE_MANY = """
import sys
from factories import STAMP, make_entity, make_mentions, make_note, make_turn, remember, vector
from memgraph_core.store.sqlite import open_sqlite
path, writer, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
store = open_sqlite(path, STAMP).store("ada")
for number in range(count):
    turn = make_turn(f"t-{writer}-{number}", session=writer, vector=vector(1, number))
    note = make_note(f"n-{writer}-{number}", turns=(turn.uid,), vector=vector(1, number))
    remember(store, [turn], notes=[note], entities=[make_entity()], mentions=make_mentions(turn, "ada"))
    print(turn.uid, flush=True)
"""


@pytest.mark.parametrize("after", [1, 7, 20])
@pytest.mark.slow
def test_acknowledged_writes_survive_a_kill(path, after):
    process = run_python(WRITE_MANY, str(path), "w", "100000")
    assert process.stdout
    acknowledged = [process.stdout.readline().strip() for _ in range(after)]
    process.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    acknowledged += process.communicate()[0].split()
    with closing(open_sqlite(path, STAMP)) as database:
        store = database.store("ada")
        assert [turn.uid for turn in store.turns(acknowledged)] == acknowledged
        assert len(store.notes([uid.replace("t-", "n-") for uid in acknowledged])) == len(acknowledged)
        (ada,) = store.entities(EntityQuery())
        assert ada.mentions == store.stats().notes == store.stats().version
        with database._pool.exclusive() as connection:
            assert connection.run("PRAGMA integrity_check") == [("ok",)]
            connection.script("INSERT INTO note_terms (note_terms) VALUES ('integrity-check')")


@pytest.mark.slow
def test_two_processes_writing_one_namespace_lose_nothing(database, path):
    writers = [run_python(WRITE_MANY, str(path), name, "40") for name in ("a", "b")]
    for writer in writers:
        writer.communicate(timeout=120)
        assert writer.returncode == 0
    store = database.store("ada")
    assert (store.stats().turns, store.stats().notes, store.stats().version) == (80, 80, 80)
    (ada,) = store.entities(EntityQuery())
    assert ada.mentions == 80
    assert {turn.position for turn in store.turns([f"t-a-{number}" for number in range(40)])} == set(
        range(40)
    )


@pytest.mark.slow
def test_threads_can_search_while_one_writes(database):
    store = database.store("ada")
    remember(
        store, [make_turn("t0", vector=vector(1))], notes=[make_note("n0", vector=vector(1), turns=("t0",))]
    )
    failures: list[BaseException] = []
    written = threading.Event()

    def search() -> None:
        try:
            while not written.is_set():
                found = store.candidates(make_question("turin", vector=vector(1)), Limits())
                uids = {note.uid for note in found.notes} | {turn.uid for turn in found.turns}
                assert "n0" in uids
                assert set(found.channels) <= uids
        except BaseException as e:  # noqa: BLE001  any exception fails the test
            failures.append(e)

    threads = [threading.Thread(target=search) for _ in range(3)]
    for thread in threads:
        thread.start()
    for number in range(1, 40):
        turn = make_turn(f"t{number}", vector=vector(1, number))
        remember(store, [turn], notes=[make_note(f"n{number}", turns=(turn.uid,), vector=vector(1, number))])
        if number % 3 == 0:
            store.forget(Selection(turns=(turn.uid,)))
    written.set()
    for thread in threads:
        thread.join()
    assert failures == []


# Number of transactions


def transactions(statements: list[str], verb: Callable[[], object]) -> int:
    """The number of transactions of a call. Statements do not matter: they are calls within this process."""
    statements.clear()
    verb()
    return sum(statement.startswith("BEGIN") for statement in statements)


def write_and_search(store, statements: list[str], size: int) -> tuple[int, int]:
    turns = [
        make_turn(f"t{number}", f"word{number}", vector=vector(1, number)) for number in range(size // 3)
    ]
    people = [make_entity(f"e{number}") for number in range(size)]
    notes = [make_note(f"n{turn.uid}", turn.text, turns=(turn.uid,), vector=turn.vector) for turn in turns]
    rows = {
        "notes": notes,
        "entities": people,
        "names": make_names(*people),
        "mentions": [
            make_mentions(turns[number // 3], person.uid)[0] for number, person in enumerate(people)
        ],
        "abouts": [About(notes[number // 3].uid, person.uid) for number, person in enumerate(people)],
        "facts": [make_fact(f"f{n.uid}", "e0", "KNOWS", "e1", notes=(n.uid,)) for n in notes],
        "spoken_by": {turn.uid: "e0" for turn in turns},
    }
    keys = tuple(person.uid for person in people)

    def search() -> None:
        question = make_question(
            " ".join(f"word{number}" for number in range(size)), name_keys=keys, vector=vector(1)
        )
        store.candidates(question, Limits())
        store.expand(Seeds(entities=keys), question)

    return transactions(statements, lambda: remember(store, turns, **rows)), transactions(statements, search)


@pytest.mark.parametrize("size", [3, 300])
def test_a_write_takes_three_transactions_and_a_search_two_for_any_size(database, statements, size):
    assert write_and_search(database.store("ada"), statements, size) == (3, 2)


def test_reading_verbs_write_nothing(database, statements):
    store = database.store("ada")
    fill(store, "quince")
    statements.clear()
    for verb in sorted(
        VERB_CALLS.keys()
        - {
            "apply",
            "correct",
            "forget",
            "begin_generation",
            "switch_generation",
            "discard_generation",
            "release_lease",
            "write_core",
            "forget_core",
            "update_jobs",
            "record_uses",
        }
    ):
        VERB_CALLS[verb].call(store)
    assert not [text for text in statements if re.match(r"\s*(INSERT|UPDATE|DELETE|BEGIN IMMEDIATE)", text)]


def test_no_statement_scans_a_whole_table(database, statements):
    store = database.store("ada")
    fill(store, "quince")
    store.candidates(make_question("quince", name_keys=("ada",), vector=vector(1), since=NOW), Limits())
    all_answers(store)
    remember(store, merges=[Merge(alias="turin", into="milan", reason="stated")])
    remember(store, splits=[Split(alias="turin", into="milan")])
    remember(store, merges=[Merge(alias="turin", into="milan", reason="stated", turn="t1")])
    known = store.snapshot(
        SnapshotRequest(revision_counts=("n1",), candidate_terms="quince", candidate_count=3)
    )
    update = TurnUpdate(uid="t2", state="extracted", context_span=(0, 1))
    states = [StateChange("n1", "archived")]
    store.apply(make_plan(known, turns=[update], states=states, revisions=[make_revision(vector=vector(1))]))
    store.append([make_turn("t9", "quince", session="s9")], ExtractionNeeds(before=5, candidates=3))
    store.forget(Selection(turns=("t1",)))
    store.forget(Selection(everything=True))
    distinct = {statement for statement in statements if not re.match(r"BEGIN|COMMIT|PRAGMA", statement)}
    assert len(distinct) > 30
    with database._pool.exclusive() as connection:
        plans = {
            statement: "\n".join(
                row[3]
                for row in connection.run(f"EXPLAIN QUERY PLAN {statement}", null_parameters(statement))
            )
            for statement in distinct
        }
    scanned = {
        statement: plan
        for statement, plan in plans.items()
        if re.search(
            r"SCAN (n|t|e|f|r|i|l|edge|note|turn|entity|fact|name|session|change|same_as|note_link|revision|context_span|call"
            r"|invalidation|similar|name_source|lease|tombstone|core_state|s|later)\b"
            r"(?! VIRTUAL)",
            plan,
        )
    }
    assert scanned == {}


def null_parameters(statement: str) -> dict[str, None]:
    """NULL for every parameter of a statement: its plan does not depend on them."""
    return dict.fromkeys(re.findall(r":(\w+)", statement))


@pytest.fixture
def read_only_folder(tmp_path):
    """A folder, and the same folder mounted read-only."""
    folder, mounted = tmp_path / "folder", tmp_path / "mounted"
    folder.mkdir()
    mounted.mkdir()
    commands = [["mount", "--bind", folder, mounted], ["mount", "-o", "remount,ro,bind", mounted]]
    try:
        ran = [subprocess.run(command, capture_output=True).returncode for command in commands]
        if any(ran):
            pytest.skip("mounting needs root")
        yield folder, mounted
    finally:
        subprocess.run(["umount", mounted], capture_output=True)


@pytest.mark.parametrize("is_open_elsewhere", [False, True])
def test_a_file_on_a_read_only_mount_can_be_read(read_only_folder, is_open_elsewhere):
    folder, mounted = read_only_folder
    with closing(open_sqlite(folder / "memory.db", STAMP)) as writer:
        remember(writer.store("ada"), make_turns("t1"))
        if not is_open_elsewhere:
            writer.close()
        with closing(open_sqlite(mounted / "memory.db", STAMP)) as database:
            assert [turn.uid for turn in database.store("ada").turns(["t1"])] == ["t1"]
            with pytest.raises(StoreUnavailable, match=r"read-only\. Copy it to a folder that is writable"):
                database.store("ada").append(make_turns("t2"))


def test_a_text_that_is_not_utf_8_is_reported_as_damage(tmp_path):
    path = tmp_path / "memory.db"
    with closing(open_sqlite(path, STAMP)) as database:
        remember(database.store("ada"), make_turns("t1"))
    with closing(apsw.Connection(str(path))) as other:
        other.create_scalar_function("tokens", lambda *_: "", 3)
        other.execute("UPDATE turn SET session = CAST(x'ff' AS TEXT)")
    with closing(open_sqlite(path, STAMP)) as database, pytest.raises(StoreError, match="is damaged"):
        database.store("ada").turns(["t1"])


@pytest.mark.slow
def test_a_limit_on_the_size_of_files_is_named(tmp_path):
    program = f"""
import resource, signal
from memgraph_core import Memory
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
memory = Memory.open({str(tmp_path / "memory.db")!r}, embedder="none")
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
for number in range(400):
    memory.add(f"I like number {{number}}. " * 50, speaker="Ada")
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "StoreError" in ran.stderr.splitlines()[-1]
    assert "limited to 300,000 bytes" in ran.stderr.splitlines()[-1]
    assert "raise the limit (ulimit -f)" in ran.stderr.splitlines()[-1]
