"""A backup of a file is one consistent state, is made while a writer is active, and replaces its target as a whole."""

import os
import threading
from datetime import UTC, datetime

import pytest

from memgraph_core import Memory
from memgraph_core.errors import InvalidInput, StoreError, StoreUnavailable
from memgraph_core.store.sqlite.backup import back_up

AT = datetime(2026, 3, 20, tzinfo=UTC)


@pytest.fixture
def memory(tmp_path):
    with Memory.open(tmp_path / "memory.db", embedder="none") as memory:
        memory.add("I live in Turin.", speaker="Ada", said_at=AT)
        yield memory


def texts(path) -> list[str]:
    with Memory.open(path, embedder="none") as copy:
        return sorted(turn.text for turn in copy.list_turns(limit=1_000).items)


def test_a_backup_of_an_open_memory_answers_as_the_memory_does(memory, tmp_path):
    size = back_up(tmp_path / "memory.db", tmp_path / "copy.db")
    assert size == (tmp_path / "copy.db").stat().st_size
    with Memory.open(tmp_path / "copy.db", embedder="none") as copy:
        assert [str(fact) for fact in copy.facts("Ada")] == [str(fact) for fact in memory.facts("Ada")]
        copy.add("I moved to Milan.", speaker="Ada", said_at=AT)  # a copy is a memory like any other


def test_each_backup_during_writes_contains_the_first_turns_without_a_gap(memory, tmp_path):
    done = threading.Event()

    def write() -> None:
        for number in range(60):
            memory.add(f"Note {number:02}.", said_at=AT, session=str(number))
        done.set()

    writer = threading.Thread(target=write)
    writer.start()
    copies = 0
    while not done.is_set():
        copies += 1
        back_up(tmp_path / "memory.db", tmp_path / f"copy{copies}.db")
    writer.join()
    for number in range(1, copies + 1):
        found = [text for text in texts(tmp_path / f"copy{number}.db") if text.startswith("Note")]
        assert found == [f"Note {n:02}." for n in range(len(found))]


@pytest.mark.skipif(os.name == "nt", reason="needs the modes of POSIX")
def test_a_copy_is_private_until_it_has_the_mode_of_the_memory(memory, tmp_path):
    (tmp_path / "memory.db").chmod(0o640)
    modes = []

    def report(_copied, _all):
        [unfinished] = tmp_path.glob("*.part")
        modes.append(unfinished.stat().st_mode & 0o777)

    back_up(tmp_path / "memory.db", tmp_path / "copy.db", report)
    assert set(modes) == {0o600}
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o640


def test_a_damaged_source_leaves_the_last_backup_unchanged(memory, tmp_path):
    back_up(tmp_path / "memory.db", tmp_path / "copy.db")
    before = (tmp_path / "copy.db").read_bytes()
    memory.close()
    damaged = bytearray((tmp_path / "memory.db").read_bytes())
    damaged[8192 * 3 : 8192 * 5] = b"\xff" * 8192 * 2
    (tmp_path / "memory.db").write_bytes(damaged)
    with pytest.raises(StoreError, match="damaged"):
        back_up(tmp_path / "memory.db", tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_bytes() == before
    assert list(tmp_path.glob("*.part*")) == []


def test_wrong_files_are_refused(memory, tmp_path):
    source = tmp_path / "memory.db"
    with pytest.raises(InvalidInput, match="does not exist"):
        back_up(tmp_path / "other.db", tmp_path / "copy.db")
    with pytest.raises(InvalidInput, match="the memory itself"):
        back_up(source, source)
    with Memory.open(tmp_path / "in-use.db", embedder="none"), pytest.raises(InvalidInput, match="in use"):
        back_up(source, tmp_path / "in-use.db")
    (tmp_path / "text.db").write_text("no database " * 1_000)
    with pytest.raises(StoreUnavailable, match="not an SQLite database"):
        back_up(tmp_path / "text.db", tmp_path / "copy.db")
    with pytest.raises(StoreUnavailable, match="cannot be opened"):
        back_up(source, tmp_path / "missing" / "copy.db")
