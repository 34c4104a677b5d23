"""Insights: what important notes say together, in both languages and on both stores."""

from datetime import UTC, datetime, timedelta

import pytest

from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory

MARCH = datetime(2026, 3, 1, 9, tzinfo=UTC)
WORRIED = [
    "I'm worried about the Falcon project.",
    "The Falcon project makes me anxious, I couldn't sleep.",
    "I'm afraid that the Falcon project will fail.",
]
CHINESE = ["我很担心小红。", "我怕小红会生病。", "小红没有回家，我很焦虑。"]


@pytest.fixture
def memory(database, namespace) -> Memory:
    return Memory(MemoryEngine(database), namespace)


def tell(memory, speaker, texts, start=MARCH):
    for number, text in enumerate(texts):
        memory.add(text, speaker=speaker, said_at=start + timedelta(days=4 * number))


def insights(memory):
    return [each for each in memory.abstractions(limit=50) if each.kind == "insight"]


def test_insights_cite_their_notes_and_follow_them(memory):
    tell(memory, "Ada", WORRIED)
    tell(memory, "王伟", CHINESE)
    memory.add("I live in Milan.", speaker="Eva", said_at="2026-01-01")
    memory.add("I work at Kestrel.", speaker="Eva", said_at="2026-01-02")
    assert memory.consolidate().count("created") == 2
    tell(memory, "Eva", ["I moved to Turin.", "I now work at Osprey."])
    memory.consolidate()
    texts = {each.note.text: each for each in insights(memory)}
    assert sorted(texts) == [
        "Ada mostly expresses worry about Falcon: in 3 notes from 1 March 2026 to 9 March 2026.",
        "Several things changed for Eva in a short time: lives in Turin (1 March 2026), works at Osprey (5 March 2026).",
        "王伟谈到小红时多表现出担忧：2026年3月1日至2026年3月9日共3条。",
    ]
    ada, eva, _ = (texts[text].note.uid for text in sorted(texts))
    assert [len(memory.instances(uid)) for uid in (ada, eva)] == [3, 2]
    assert memory.consolidate().steps == ()
    (hit, *_) = [h for h in memory.search("How does Ada feel about Falcon?") if h.is_abstraction]
    assert hit.note.context == "How does Ada feel about Falcon?"

    memory.forget(notes=[memory.instances(ada)[0].uid])
    memory.consolidate()
    assert not any("Falcon" in each.note.text for each in insights(memory))
    (change,) = [c for c in memory.changes(limit=100) if c.kind == "consolidate" and c.about.note == eva]
    memory.undo(change.uid)
    memory.consolidate()
    assert [each.note.language for each in insights(memory)] == ["zh"]


def test_mixed_feelings_few_notes_and_single_changes_give_no_insight(memory):
    tell(memory, "Ada", [*WORRIED[:2], "I love the Falcon project!", "I'm so happy with the Falcon project."])
    tell(memory, "Ben", ["I live in Rome.", "I moved to Oslo."])
    tell(memory, "Eva", ["I'm sad about Rex.", "I'm angry at Rex."])
    for text in ("I love Oslo!", "Oslo is wonderful.", "I'm so happy in Oslo."):  # in one conversation
        memory.add(text, speaker="Eva", said_at=MARCH)
    tell(memory, "Tom", ["I love you, Eva!", "Eva, you are wonderful!", "I'm so happy for you, Eva!"])
    memory.consolidate()
    assert insights(memory) == []


def test_a_first_statement_of_a_user_is_no_change_of_what_another_user_said():
    with Memory.open(":memory:", embedder="none") as memory:
        for day, user, text in (
            (1, "one", "I live in Milan."),
            (2, "one", "I work at Kestrel."),
            (5, "two", "I moved to Turin."),
            (9, "two", "I now work at Osprey."),
        ):
            memory.add(text, speaker="Eva", said_at=MARCH + timedelta(days=day), user_id=user)
        memory.consolidate()
        assert insights(memory) == []
