"""Putting words right: what is read changes, what was said is kept, and nothing stands that only the old words supported."""

from datetime import UTC, datetime
from threading import Barrier, Thread

import pytest

from factories import DIMENSION, NOW, all_text_of
from hashing_embedder import HashingEmbedder
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import ChangeError, ExtractionError, InvalidInput
from memgraph_core.memory import Memory
from memgraph_core.transfer.jsonl import archive_in, lines_of
from memgraph_core.transfer.reading import archive_of
from memgraph_core.transfer.writing import load
from sample_namespace import all_answers

WORDS = {
    "en": ("Ada", "I live in Turin. I like jazz.", "I live in Genoa", "Turin", "Genoa"),
    "zh": ("小明", "我住在上海。我喜欢茶。", "我住在广州", "上海", "广州"),
}


class Unready:
    """A model that is not there."""

    name = "unready"

    def extract(self, window):
        raise ExtractionError("not now")


@pytest.fixture
def memory(database, namespace) -> Memory:
    return Memory(MemoryEngine(database, embedder=HashingEmbedder(DIMENSION), clock=lambda: NOW), namespace)


def add_turns(memory, *said, speaker="Ada"):
    """Each said on its day, in a session of its own; uids are t1, t2 …"""
    for number, (date, text) in enumerate(said, start=1):
        at = datetime.fromisoformat(date).replace(hour=9, tzinfo=UTC)
        memory.add(text, speaker=speaker, said_at=at, session=f"s{number}", uid=f"t{number}", now=at)


def note_with(memory, word, *turns):
    """The uid of the note of these turns that has the word."""
    return next(note.uid for note in memory.store.notes_of(turns or ["t1"]) if word in note.text)


def homes(memory, **asked):
    """Where anybody lives, since and until when, in the order of time."""
    result = [each for each in memory.facts(**asked) if each.type == "LIVES_IN"]
    spans = [(each.object_name, day_of(each.holds_from), day_of(each.holds_until)) for each in result]
    return sorted(spans, key=lambda row: row[1:])


def day_of(moment):
    return moment.date().isoformat() if moment else ""


@pytest.mark.parametrize("language", WORDS)
def test_a_correction_removes_everything_that_only_the_old_text_supported(memory, language):
    speaker, said, right, old, new = WORDS[language]
    add_turns(memory, ("2026-03-20", said), speaker=speaker)
    uid = note_with(memory, old)
    result = memory.update(uid, right)
    assert (result.turn, result.before, result.after) == ("t1", said, said.replace(old, new))
    assert [home for home, *_ in homes(memory)] == [new]
    assert memory.entity(old) is None
    assert new in memory.notes([uid])[0].text  # it keeps its uid
    assert len(memory.store.notes_of(["t1"])) == 2  # what else was said stands as it did
    assert len(result.removed.facts) == len(result.removed.entities) == 1
    assert result.removed.notes == ()
    [turn] = memory.turns(["t1"])
    assert (turn.text, turn.original_text) == (result.after, said)


@pytest.mark.parametrize("language", WORDS)
def test_a_context_quotes_the_corrected_text_with_the_day_of_the_correction(memory, language):
    speaker, said, right, old, new = WORDS[language]
    add_turns(memory, ("2026-03-20", said), speaker=speaker)
    memory.update(note_with(memory, old), right)
    text = memory.context({"en": "Where does Ada live?", "zh": "小明住在哪里？"}[language]).text
    assert new in text
    assert old not in text
    day = NOW.date().isoformat()
    assert {"en": f"corrected {day}", "zh": f"{day}更正"}[language] in text


def test_full_text_and_vector_find_the_corrected_words(memory):
    add_turns(memory, ("2026-03-20", "I live in Turin."))
    memory.update("t1", "I live in Genoa.")
    assert [hit.turns for hit in memory.search("Genoa")] == [("t1",)]
    [turn] = memory.turns(["t1"])
    assert "turin" not in turn.terms.split()
    fresh = memory.engine.embed(["Ada: I live in Genoa."])[0]
    assert turn.vector == pytest.approx(fresh)


def test_a_whole_turn_can_be_corrected(memory):
    add_turns(memory, ("2026-03-20", "I live in Turin. I like jazz."))
    memory.update("t1", "I live in Genoa and play chess.")
    assert memory.turns(["t1"])[0].text == "I live in Genoa and play chess."
    assert "jazz" not in memory.turns(["t1"])[0].terms.split()


def test_a_later_fact_still_ends_a_corrected_fact(memory):
    add_turns(memory, ("2026-03-20", "I live in Turin."), ("2026-06-20", "I moved to Milan."))
    memory.update("t1", "I live in Genoa.")
    assert homes(memory) == [("Genoa", "2026-03-20", "2026-06-20"), ("Milan", "2026-06-20", "")]
    assert [home for home, *_ in homes(memory, as_of="2026-05-01")] == ["Genoa"]
    assert [home for home, *_ in homes(memory, as_of="2026-07-01")] == ["Milan"]


def test_a_corrected_date_moves_the_start_of_a_fact_and_the_end_of_the_former_one(memory):
    add_turns(
        memory, ("2026-01-05", "I live in Turin."), ("2026-07-14", "I have lived in Milan since May 2026.")
    )
    memory.update("t2", "I have lived in Milan since June 2026.")
    assert homes(memory) == [("Turin", "2026-01-05", "2026-06-01"), ("Milan", "2026-06-01", "")]


def test_a_fact_that_another_turn_supports_is_kept(memory):
    add_turns(memory, ("2026-03-20", "I live in Turin."), ("2026-04-20", "I live in Turin."))
    result = memory.update("t1", "I like jazz.")
    assert [home for home, *_ in homes(memory)] == ["Turin"]
    assert [kept.turns for kept in result.removed.kept_facts] == [("t2",)]


def test_a_rebuild_keeps_corrections(memory):
    add_turns(memory, ("2026-03-20", "I live in Turin."), ("2026-06-20", "I moved to Milan."))
    memory.update(note_with(memory, "Turin"), "I live in Genoa.", reason="a slip")
    before = homes(memory)
    memory.rebuild()
    assert homes(memory) == before
    result = memory.rebuild(dry_run=True).difference
    assert not any(part.gained or part.lost for part in (result.notes, result.facts, result.entities))
    assert "a slip" in [change.reason for change in memory.changes()]


def test_forgetting_a_corrected_turn_forgets_the_corrected_text(memory):
    add_turns(memory, ("2026-03-20", "I live in Xylobefore."))
    memory.update("t1", "I live in Xyloafter.", reason="Xyloreason")
    memory.forget(turns=["t1"])
    assert "xylo" not in all_answers(memory.store).lower()
    assert "xylo" not in all_text_of(memory.changes()).lower()


def test_an_export_takes_it_along(memory, namespaces, tmp_path):
    add_turns(memory, ("2026-03-20", "I live in Turin."))
    memory.update("t1", "I live in Genoa.", reason="a slip")
    copy = Memory(memory.engine, namespaces("-copy"))
    export = tmp_path / "export.jsonl"
    export.write_text("\n".join(lines_of(archive_of(memory.store))), encoding="utf-8")
    load(copy.store, archive_in(export))
    assert copy.turns(["t1"]) == memory.turns(["t1"])
    assert copy.changes() == memory.changes()


def test_changes_and_history_show_the_text_before_and_after(memory):
    add_turns(memory, ("2026-03-20", "I live in Turin."))
    uid = note_with(memory, "Turin")
    result = memory.update(uid, "I live in Genoa.", reason="a slip")
    change = memory.changes()[0]
    assert (change.uid, change.kind, change.by, change.reason) == (result.change, "update", "user", "a slip")
    assert change.before.text == "I live in Turin."
    assert change.after.text == "I live in Genoa."
    assert memory.history(uid).turns[0].all_texts == ("I live in Turin.", "I live in Genoa.")


def test_a_store_keeps_no_words_in_the_record_of_a_correction(memory):
    add_turns(memory, ("2026-03-20", "I live in Turin."))
    memory.update("t1", "I live in Genoa.", reason="a slip")
    assert not {"Turin", "Genoa", "slip"} & set(all_text_of(memory.store.changes(9)).split())


@pytest.mark.parametrize("text", ["I live in Turin.", "Ada: I live in Turin.", "  I live in Turin. "])
def test_the_same_words_change_nothing(memory, text):
    add_turns(memory, ("2026-03-20", "I live in Turin."))
    version = memory.stats().version
    result = memory.update("t1", text)
    assert (result.change, result.after) == (None, "I live in Turin.")
    assert (memory.stats().version, memory.turns(["t1"])[0].corrections) == (version, ())


@pytest.mark.parametrize(("uid", "text"), [("t1", "  "), ("t1", ""), ("unknown", "I live in Genoa.")])
def test_an_invalid_correction_is_refused_and_changes_nothing(memory, uid, text):
    add_turns(memory, ("2026-03-20", "I live in Turin."))
    with pytest.raises(InvalidInput):
        memory.update(uid, text)
    assert memory.turns(["t1"])[0].text == "I live in Turin."


def test_a_turn_of_an_assistant_can_be_corrected_and_remains_inferred(memory):
    add_turns(memory, ("2026-03-20", "I live in Turin."))
    memory.add("Ada lives in Rome.", role="assistant", uid="a1", used=["t1"], session="chat")
    memory.update("a1", "Ada lives in Turin.")
    [turn] = memory.turns(["a1"])
    assert (turn.text, turn.trust) == ("Ada lives in Turin.", "inferred")
    assert homes(memory) == [("Turin", "2026-03-20", "")]


def test_a_pending_turn_is_derived_from_its_corrected_text(memory):
    unready = Memory(MemoryEngine(memory.engine.database, extractor=Unready()), memory.namespace)
    add_turns(unready, ("2026-03-20", "I live in Turin."))
    unready.update("t1", "I live in Genoa.")
    assert memory.turns(["t1"])[0].state == "pending"
    memory.retry()
    assert [home for home, *_ in homes(memory)] == ["Genoa"]


def test_adding_a_corrected_turn_again_does_not_restore_the_old_text(memory):
    add_turns(memory, ("2026-03-20", "I live in Turin."))
    memory.update("t1", "I live in Genoa.")
    add_turns(memory, ("2026-03-20", "I live in Turin."))
    assert [home for home, *_ in homes(memory)] == ["Genoa"]


def test_a_merge_by_a_person_remains_when_the_only_turn_with_the_name_is_corrected(memory):
    add_turns(memory, ("2026-03-20", "I met Clara Rossi."), ("2026-03-21", "Clarissa likes tea."))
    memory.merge("Clarissa", "Clara Rossi")
    memory.update("t2", "Clarissa likes coffee.")
    assert memory.entity("Clarissa").name == memory.entity("Clara Rossi").name


def test_two_simultaneous_corrections_of_a_note_are_both_recorded(memory):
    add_turns(memory, ("2026-03-20", "I live in Turin. I like jazz."))
    uid, ready = note_with(memory, "Turin"), Barrier(2)

    def put_right(text):
        ready.wait()
        memory.update(uid, text)

    threads = [Thread(target=put_right, args=(text,)) for text in ("I live in Genoa.", "I live in Rome.")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    [turn] = memory.turns(["t1"])
    assert len(turn.corrections) == 2
    assert turn.text in ("I live in Genoa. I like jazz.", "I live in Rome. I like jazz.")
    memory.retry()
    assert len(homes(memory)) == 1


# Taken back


def test_an_undone_correction_reads_as_before_and_undone_again_as_corrected(memory):
    add_turns(memory, ("2026-03-20", "I live in Turin. I like jazz."))
    result = memory.update(note_with(memory, "Turin"), "I live in Genoa.", reason="a slip")
    undone = memory.undo(result.change)
    assert [home for home, *_ in homes(memory)] == ["Turin"]
    assert memory.turns(["t1"])[0].corrected_at is None
    memory.undo(undone.uid)
    assert [home for home, *_ in homes(memory)] == ["Genoa"]
    memory.rebuild()
    assert [home for home, *_ in homes(memory)] == ["Genoa"]
    assert [change.kind for change in memory.changes() if change.kind == "update"] == ["update"] * 3


def test_a_correction_cannot_be_undone_before_a_later_one_that_depends_on_it(memory):
    add_turns(memory, ("2026-03-20", "I live in Turin."))
    first = memory.update("t1", "I live in Genoa.").change
    second = memory.update("t1", "I live in Rome.").change
    with pytest.raises(ChangeError, match=second):
        memory.undo(first)
    memory.undo(second)
    memory.undo(first)
    assert [home for home, *_ in homes(memory)] == ["Turin"]
    with pytest.raises(ChangeError, match="undone already"):
        memory.undo(first)


def test_a_decision_about_forgotten_records_cannot_be_undone(memory):
    add_turns(memory, ("2026-01-05", "I live in Turin."), ("2026-06-05", "I moved to Milan."))
    [ended] = [change.uid for change in memory.changes() if change.kind == "supersede"]
    corrected = memory.update("t1", "I like jazz.").change
    with pytest.raises(ChangeError, match="was forgotten"):
        memory.undo(ended)
    memory.forget(turns=["t1"])
    with pytest.raises(ChangeError, match="was forgotten"):
        memory.undo(corrected)


def test_an_undo_can_be_undone_any_number_of_times(memory):
    add_turns(memory, ("2026-01-05", "I live in Turin."), ("2026-06-05", "I moved to Milan."))
    moved = homes(memory)
    [ended] = [change.uid for change in memory.changes() if change.kind == "supersede"]
    undone = memory.undo(ended).uid
    assert [until for _, _, until in homes(memory)] == ["", ""]
    again = memory.undo(undone).uid
    assert homes(memory) == moved
    memory.rebuild()
    assert homes(memory) == moved
    memory.undo(again)
    assert [until for _, _, until in homes(memory)] == ["", ""]
    memory.rebuild()
    assert [until for _, _, until in homes(memory)] == ["", ""]
    with pytest.raises(ChangeError, match="undone already"):
        memory.undo(again)


def test_an_undone_correction_of_a_fact_is_done_again(memory):
    add_turns(memory, ("2026-01-05", "I live in Turin."), ("2026-01-06", "Actually, I live in Milan."))
    before = [(each.object_name, each.never_held) for each in memory.facts("Ada")]
    corrected = [change.uid for change in memory.changes() if change.kind in ("correct", "supersede")]
    memory.undo(memory.undo(corrected[0]).uid)
    after = [(each.object_name, each.never_held) for each in memory.facts("Ada")]
    assert sorted(after) == sorted(before)


def test_a_preference_that_changes_and_its_undo(memory):
    add_turns(memory, ("2026-01-05", "I like coffee."), ("2026-06-05", "I don't like coffee anymore."))

    def liked():
        result = memory.facts("Ada", as_of="2026-07-01")
        return [each.object_name for each in result if each.type == "LIKES"]

    assert liked() == []
    [ended] = [change.uid for change in memory.changes() if change.kind == "end"]
    memory.undo(ended)
    assert liked() == ["coffee"]


def test_the_record_of_an_undone_correction_shows_the_text(memory):
    add_turns(memory, ("2026-01-05", "I live in Turin."))
    undone = memory.undo(memory.update("t1", "I live in Genoa.").change)
    result = [side.text for side in (undone.before, undone.after)]
    assert result == ["I live in Genoa.", "I live in Turin."]


def test_an_undone_correction_restores_an_ended_fact(memory):
    add_turns(memory, ("2026-01-05", "I used to work at Fiat."))
    memory.update("t1", "I work at Fiat.")
    [fact] = [fact for fact in memory.facts("Ada") if fact.type == "WORKS_AT"]
    assert fact.holds_until is None
    memory.undo(memory.changes()[0].uid)
    result = [fact for fact in memory.facts("Ada") if fact.type == "WORKS_AT"]
    assert all(fact.holds_until is not None for fact in result)


# Forgotten for good


def test_the_result_of_forget_lists_deleted_records_and_not_those_derived_again(memory):
    memory.add("I live in Turin.", speaker="Ada", said_at=NOW, uid="t1")
    memory.add("I like jazz.", speaker="Ada", said_at=NOW, uid="t2")  # read together with the one before
    gone = memory.forget(turns=["t1"])
    assert (len(gone.notes), len(gone.facts), gone.pending) == (1, 1, ())
    assert memory.entity("Turin") is None
    assert memory.entity("Ada") is not None
    assert memory.entity("Ada").uid not in gone.entities


def test_a_forgotten_turn_is_not_restored_by_adding_it_again(memory):
    add_turns(memory, ("2026-03-20", "I live in Turin."))
    memory.forget(notes=[note_with(memory, "Turin")])
    receipt = memory.add("I live in Turin.", speaker="Ada", session="s1", uid="t1")
    assert (receipt.turns[0].state, receipt.forgotten, receipt.pending) == ("forgotten", 1, 0)
    assert "again" in receipt.turns[0].reason
    memory.retry()
    memory.rebuild()
    assert homes(memory) == []
    memory.add("I live in Turin.", speaker="Ada", session="s1", uid="t1", force=True)
    assert [home for home, *_ in homes(memory)] == ["Turin"]


def test_an_export_contains_the_tombstones_of_forgotten_turns(memory, namespaces, tmp_path):
    add_turns(memory, ("2026-03-20", "I live in Turin."), ("2026-03-21", "I like jazz."))
    export = tmp_path / "export.jsonl"
    export.write_text("\n".join(lines_of(archive_of(memory.store))), encoding="utf-8")
    memory.forget(turns=["t1"])
    with pytest.raises(InvalidInput, match="1 of these turns were forgotten"):
        load(memory.store, archive_in(export))
    export.write_text("\n".join(lines_of(archive_of(memory.store))), encoding="utf-8")
    copy = Memory(memory.engine, namespaces("-copy"))
    load(copy.store, archive_in(export))
    add_turns(copy, ("2026-03-20", "I live in Turin."))
    assert (copy.turns(["t1"]), homes(copy)) == ((), [])


def test_the_result_of_forget_lists_kept_records_with_their_sources(memory):
    add_turns(memory, ("2026-03-20", "I live in Turin. I like jazz."), ("2026-04-20", "I live in Turin."))
    notes = [note.uid for note in memory.store.notes_of(["t1"])]
    gone = memory.forget(turns=["t1"])
    assert gone.turns == ("t1",)
    assert sorted(gone.notes) == sorted(notes)
    assert len(gone.facts) == 1
    assert [kept.turns for kept in gone.kept_facts] == [("t2",)]
