"""Note evolution in the engine: links and revisions are recorded, can be undone, and are removed with their turn."""

import pytest

from factories import DIMENSION, NOW, day
from hashing_embedder import HashingEmbedder
from memgraph_core import Memory
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import ChangeError
from memgraph_core.records.changes import ChangeState
from memgraph_core.records.extraction import ExtractedLink, ExtractedNote, Extraction, NoteImprovement
from memgraph_core.records.graph import Call
from sample_namespace import all_answers


class JointExtractor:
    """One note per turn, linked to the first candidate note, whose context becomes the text of the last turn."""

    name = "joint"
    windowed = True

    def extract(self, window):
        first = [note.uid for note in window.candidates][:1]
        turns = window.turns
        return Extraction(
            extractor="joint",
            whole_window=True,
            notes=tuple(ExtractedNote(turn=t.uid, ordinal=0, text=t.text) for t in turns),
            links=tuple(
                ExtractedLink(turn=t.uid, ordinal=0, to=uid, reason="explains")
                for t in turns
                for uid in first
            ),
            improvements=tuple(
                NoteImprovement(note=uid, turn=t.uid, context=t.text, keywords=("better",), tags=())
                for t in turns[-1:]
                for uid in first
            ),
            calls=tuple(
                Call(uid=f"call of {t.uid}", at=NOW, model="joint", kind="extract", outcome="used", turns=1)
                for t in turns[:1]
            ),
        )


@pytest.fixture
def memory(database, namespace):
    engine = MemoryEngine(
        database, embedder=HashingEmbedder(DIMENSION), extractor=JointExtractor(), clock=lambda: NOW
    )
    return Memory(engine, namespace)


def add_turns(memory, *texts):
    for number, text in enumerate(texts):
        memory.add(text, speaker="Ada", said_at=day(number), session=f"s{number}", uid=f"t{number}")
        memory.flush()


def note_of(memory, turn):
    [note] = memory.store.notes_of([turn])
    return note.uid


def test_an_older_note_is_revised_and_its_history_returned(memory):
    add_turns(memory, "I grow quinces.", "The quinces stand in Turin.")
    old, new = note_of(memory, "t0"), note_of(memory, "t1")
    history = memory.history(old)
    assert history.note.text == "I grow quinces."
    assert [(state.number, state.context, state.turn) for state in history.states] == [
        (0, "", None),
        (1, "The quinces stand in Turin.", "t1"),
    ]
    assert [(link.a, link.b, link.reason) for link in history.links] == [(new, old, "explains")]
    [change] = [change for change in memory.changes() if change.kind == "evolve"]
    assert change.after == ChangeState(note=old, number=1, turn="t1")
    assert memory.history("unknown") is None


def test_forgetting_the_newer_turn_restores_the_older_note(memory, database):
    add_turns(memory, "I grow quinces.", "The quinces stand in xylocanary.", "I sail.")
    memory.forget(turns=["t1"])
    history = memory.history(note_of(memory, "t0"))
    assert [state.context for state in history.states] == [""]
    assert history.links == ()
    assert "xylocanary" not in all_answers(database.store(memory.namespace))


def test_each_model_call_is_in_the_ledger(memory):
    add_turns(memory, "I grow quinces.", "The quinces stand in Turin.")
    assert sorted(call.uid for call in memory.store.ledger(9)) == ["call of t0", "call of t1"]


def test_a_rebuild_derives_revisions_again(memory):
    add_turns(memory, "I grow quinces.", "The quinces stand in Turin.")
    memory.rebuild()
    history = memory.history(note_of(memory, "t0"))
    assert history.states[0].turn is None
    assert [change.kind for change in memory.changes()].count("rebuild") == 1


def test_rules_link_notes_of_separate_turns(database, namespace):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    for number, text in enumerate(
        ["I like strong coffee.", "But not at night.", "I don't like strong coffee."]
    ):
        memory.add(text, speaker="Ada", said_at=day(number), session="s", uid=f"t{number}")
    notes = {note.uid: note.turns[0] for t in ("t0", "t1", "t2") for note in memory.store.notes_of([t])}
    links = {(notes[link.a], notes[link.b], link.reason) for link in memory.store.links(list(notes))}
    assert ("t2", "t0", "contradicts") in links
    assert memory.history(note_of(memory, "t0")).states[-1].number == 0


def evolutions(memory):
    return [change.uid for change in memory.changes() if change.kind == "evolve"]


def test_an_undone_revision_restores_the_note_and_survives_a_rebuild(memory):
    add_turns(memory, "Ada has a farm.", "The farm has cows.")
    [changed] = evolutions(memory)
    uid = memory.store.changes(9)[0].before.note
    before, revised = memory.history(uid).states
    undone = memory.undo(changed).uid
    assert memory.notes([uid])[0].context == before.context
    memory.rebuild()
    assert memory.notes([uid])[0].context == before.context
    assert evolutions(memory) == []
    assert revised.context != before.context
    with pytest.raises(ChangeError, match="another state"):
        memory.undo(undone)


def test_undoing_the_undo_applies_the_revision_again(memory):
    add_turns(memory, "Ada has a farm.", "The farm has cows.")
    [changed] = evolutions(memory)
    uid = memory.store.changes(9)[0].before.note
    revised = memory.notes([uid])[0]
    memory.undo(memory.undo(changed).uid)
    again = memory.notes([uid])[0]
    assert (again.context, again.keywords, again.terms) == (revised.context, revised.keywords, revised.terms)
    assert again.vector == pytest.approx(revised.vector)
    memory.forget(turns=["t1"])
    assert len(memory.history(uid).states) == 1


def test_a_revision_is_undone_only_after_the_later_ones(memory):
    add_turns(memory, "Ada has a farm.", "The farm has cows.", "The farm has hens.")
    by_note = {}
    evolved = [change for change in memory.changes() if change.kind == "evolve"]
    for change in sorted(evolved, key=lambda change: change.after.number):  # their times are equal
        by_note.setdefault(change.before.note, []).append(change.uid)
    first, later = next(uids for uids in by_note.values() if len(uids) == 2)
    with pytest.raises(ChangeError, match=later):
        memory.undo(first)
    memory.undo(later)
