"""Insights: what important notes say together, in both languages and on both stores."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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


def add_turns(memory, speaker, texts, start=MARCH, pause=4):
    for number, text in enumerate(texts):
        memory.add(text, speaker=speaker, said_at=start + timedelta(days=pause * number))


def insights(memory):
    return [each for each in memory.abstractions(limit=50) if each.kind == "insight"]


def test_insights_cite_their_notes_and_follow_them(memory):
    add_turns(memory, "Ada", WORRIED)
    add_turns(memory, "王伟", CHINESE)
    memory.add("I live in Milan.", speaker="Eva", said_at="2026-01-01")
    memory.add("I work at Kestrel.", speaker="Eva", said_at="2026-01-02")
    assert memory.consolidate().count("created") == 2
    add_turns(memory, "Eva", ["I moved to Turin.", "I now work at Osprey."])
    memory.consolidate()
    texts = {each.note.text: each for each in insights(memory)}
    assert sorted(texts) == [
        "Ada mostly expresses worry about Falcon, in 3 notes from 1 March 2026 to 9 March 2026: "
        "on 9 March 2026 “I'm afraid that the Falcon project will fail.”.",
        "Several things changed for Eva in a short time: lives in Turin (1 March 2026), works at Osprey (5 March 2026).",
        "王伟谈到小红时多表现出担忧，2026年3月1日至2026年3月9日共3条：2026年3月9日“小红没有回家，我很焦虑。”。",
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


FEELINGS = {
    "Falcon": ["I'm worried about Falcon.", "Falcon makes me anxious.", "I'm afraid that Falcon will fail."],
    "Rex": ["I'm so sad about Rex.", "I'm worried about Rex.", "I cried about Rex, it's terrible."],
    "Zoe": ["I'm so happy about Zoe!", "I love Zoe, Zoe is wonderful!", "Zoe makes me so happy!"],
    "Oslo": ["I love Oslo!", "Oslo is wonderful, I'm so happy there.", "I'm so happy in Oslo!"],
}


def by_depth(memory):
    """Depth → texts of the insights, from what each of them cites."""
    cites = {each.note.uid: each.cites for each in insights(memory)}

    def depth(uid):
        return 1 + max(map(depth, cites[uid]), default=0)

    found = {}
    for each in insights(memory):
        found.setdefault(depth(each.note.uid), []).append(each.note.text)
    return {number: sorted(texts) for number, texts in sorted(found.items())}


def test_insights_about_insights_cite_them_up_to_a_depth_of_3(memory):
    for texts in FEELINGS.values():
        add_turns(memory, "Ada", texts)
    memory.consolidate()
    found = by_depth(memory)
    assert [len(found[depth]) for depth in (1, 2, 3)] == [4, 2, 1]
    assert found[2] == [
        "Ada is troubled by several things: Falcon (worry), Rex (sadness); 6 notes from 1 March 2026 to 9 March 2026.",
        "Ada mostly has good feelings about several things: Oslo (joy), Zoe (joy); 6 notes from 1 March 2026 to 9 March 2026.",
    ]
    assert found[3] == [
        "Ada mostly has good feelings about Oslo, Zoe, and bad ones about Falcon, Rex: "
        "12 notes from 1 March 2026 to 9 March 2026."
    ]
    assert memory.consolidate().steps == ()
    assert len(list(memory.search("What troubles Ada?"))) > 0

    worry = next(each for each in insights(memory) if "worry about Falcon" in each.note.text)
    (change,) = [
        c for c in memory.changes(limit=100) if c.kind == "consolidate" and c.about.note == worry.note.uid
    ]
    undone = memory.undo(change.uid)
    assert not any("Falcon" in each.note.text for each in insights(memory))  # also those that cite it
    memory.consolidate()
    assert by_depth(memory)[2] == found[2][1:]  # two of four are needed
    assert [text for text in by_depth(memory)[3] if "Falcon" in text] == []
    memory.undo(undone.uid)
    memory.consolidate()
    assert by_depth(memory) == found

    memory.forget(notes=list(worry.instances)[:1])
    assert not any("Falcon" in each.note.text for each in insights(memory))


def test_feelings_after_several_changes_are_an_insight_about_both(memory):
    add_turns(memory, "Eva", ["I live in Milan."], start=datetime(2026, 1, 1, tzinfo=UTC))
    add_turns(memory, "Eva", ["I work at Kestrel."], start=datetime(2026, 1, 2, tzinfo=UTC))
    add_turns(memory, "Eva", ["I moved to Turin.", "I now work at Osprey."])
    add_turns(memory, "Eva", FEELINGS["Rex"], start=MARCH + timedelta(days=10))
    memory.consolidate()
    (text,) = by_depth(memory)[2]
    assert text == (
        "After several things changed for Eva (lives in Turin (1 March 2026), works at Osprey (5 March 2026)), "
        "Eva expresses feelings about Rex (sadness), from 11 March 2026 to 19 March 2026."
    )


def test_chinese_insights_about_insights(memory):
    add_turns(memory, "王伟", CHINESE)
    add_turns(memory, "王伟", [text.replace("小红", "小明") for text in CHINESE])
    memory.consolidate()
    (text,) = by_depth(memory)[2]
    assert text == "王伟为几件事烦恼：小明（担忧）、小红（担忧）；2026年3月1日至2026年3月9日共6条。"


@pytest.mark.parametrize(
    ("speaker", "texts", "insight"),
    [
        ("Nora", ["Rowing practice was wonderful.", "Went rowing before work, loved it.", "I love rowing, best part of the week."],
         "Nora mostly expresses joy about rowing, in 3 notes from 1 March 2026 to 9 March 2026: "
         "on 9 March 2026 “I love rowing, best part of the week.”."),
        ("Nora", ["Gwen rejected my report. I'm so angry.", "Gwen took credit for my data. I'm so angry.",
                  "Gwen moved my desk again. I'm furious."],
         "Nora mostly expresses anger about Gwen, in 3 notes from 1 March 2026 to 9 March 2026: "
         "on 9 March 2026 “Gwen moved my desk again.”."),
        ("王伟", ["周六去做陶，太开心了。", "今天又去做陶，我很高兴。", "做陶真的让我开心。"],
         "王伟谈到做陶时多表现出喜悦，2026年3月1日至2026年3月9日共3条：2026年3月9日“做陶真的让我开心。”。"),
        ("王伟", ["吴老师又让我周末加班，真烦。", "吴老师当着全组骂我，气死我了。", "吴老师把我的课调走了，我真的受够了。"],
         "王伟谈到吴老师时多表现出愤怒，2026年3月1日至2026年3月9日共3条：2026年3月5日“吴老师当着全组骂我，气死我了。”。"),
    ],
)  # fmt: skip
def test_activities_without_a_name_and_feelings_in_the_next_sentence_give_insights(
    memory, speaker, texts, insight
):
    add_turns(memory, speaker, texts)
    memory.consolidate()
    assert insight in [each.note.text for each in insights(memory)]


ADOPTION = [
    "We asked the council about adoption.",
    "Ben and I went to an adoption evening in Leeds.",
    "Filled in the adoption form, all 14 pages.",
    "We had the home visit for the adoption on 3 April.",
    "The adoption was approved today!",
]
HONG = [
    "小红在杭州找工作。",
    "小红去了一家设计公司。",
    "小红租的房子在西湖边上。",
    "小红养了一只猫。",
    "小红升职了。",
]


def test_what_somebody_keeps_coming_back_to_is_an_insight_in_their_words(memory):
    add_turns(memory, "Ada", ADOPTION)
    add_turns(memory, "王伟", HONG, pause=9)
    memory.consolidate()
    english, chinese = sorted(insights(memory), key=lambda each: each.note.language)
    assert english.note.text == (
        "Ada about adoption, 5 notes from 1 March 2026 to 17 March 2026: "
        "on 1 March 2026 “We asked the council about adoption.”, "
        "on 5 March 2026 “Ben and I went to an adoption evening in Leeds.”, "
        "on 9 March 2026 “Filled in the adoption form, all 14 pages.”, "
        "on 13 March 2026 “We had the home visit for the adoption on 3 April.”, "
        "on 17 March 2026 “The adoption was approved today!”."
    )
    assert english.note.context == "What does Ada say about adoption?"
    assert chinese.note.text.startswith(
        "王伟谈到小红，2026年3月1日至2026年4月6日共5条：2026年3月1日“小红在杭州找工作。”"
    )
    assert chinese.note.context == "王伟怎么谈小红？"
    assert memory.consolidate().steps == ()

    memory.forget(notes=[english.instances[0]])
    assert not any("adoption" in each.note.text for each in insights(memory))  # four notes are too few


@pytest.mark.parametrize(
    "texts",
    [
        ["That makes a difference.", "What a difference.", "A big difference!", "No difference.", "Some difference."],
        ["Ben, look!", "Thanks, Ben.", "Good night, Ben.", "Ben, are you there?", "You are right, Ben."],
    ],
)  # fmt: skip
def test_general_words_and_people_in_the_conversation_are_no_themes(memory, texts):
    memory.add("Here I am.", speaker="Benjamin", said_at=MARCH)
    add_turns(memory, "Ada", texts)
    memory.consolidate()
    assert insights(memory) == []


def test_who_feels_good_about_everything_has_no_insight_about_each_thing(memory):
    add_turns(memory, "Nora", ["I love the garden!", "I love the choir!", "I love this weather!"] * 4)
    add_turns(memory, "Nora", ["I love rowing!", "Rowing was wonderful.", "So happy about rowing."])
    memory.consolidate()
    assert [each for each in insights(memory) if "rowing" in each.note.text] == []


def test_a_feeling_is_no_topic(memory):
    add_turns(memory, "Nora", ["I'm so sad.", "I'm sad again today.", "I'm sad."])
    memory.consolidate()
    assert insights(memory) == []


@settings(max_examples=12, deadline=None)
@given(
    said=st.lists(
        st.tuples(st.sampled_from(["Ada", "Ben"]), st.sampled_from(sorted(FEELINGS)), st.integers(0, 40)),
        max_size=24,
    )
)
def test_no_insight_is_deeper_than_3_and_a_second_run_changes_nothing(said):
    with Memory.open(":memory:", embedder="none") as memory:
        for number, (speaker, topic, later) in enumerate(said):
            memory.add(
                FEELINGS[topic][number % 3],
                speaker=speaker,
                said_at=MARCH + timedelta(days=later),
                uid=f"t{number}",
            )
        memory.consolidate()
        assert set(by_depth(memory)) <= {1, 2, 3}
        assert all(len(each.cites) != 1 for each in insights(memory))
        assert memory.consolidate().steps == ()


def test_mixed_feelings_few_notes_and_single_changes_give_no_insight(memory):
    add_turns(
        memory, "Ada", [*WORRIED[:2], "I love the Falcon project!", "I'm so happy with the Falcon project."]
    )
    add_turns(memory, "Ben", ["I live in Rome.", "I moved to Oslo."])
    add_turns(memory, "Eva", ["I'm sad about Rex.", "I'm angry at Rex."])
    for text in ("I love Oslo!", "Oslo is wonderful.", "I'm so happy in Oslo."):  # in one conversation
        memory.add(text, speaker="Eva", said_at=MARCH)
    add_turns(memory, "Tom", ["I love you, Eva!", "Eva, you are wonderful!", "I'm so happy for you, Eva!"])
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


@pytest.mark.parametrize(
    ("speaker", "texts"),
    [
        ("Nora", ["Viggo is allergic to cashews, and Elsa can't stand mushrooms.",
                  "One of the goldfish died, so two left. Viggo held a funeral.", "Viggo lost his first tooth."]),
        ("王伟", ["小红对花生过敏，难受得哭了。", "小红的金鱼死了。", "小红丢了钱包，很难过。"]),
    ],
)  # fmt: skip
def test_what_happens_to_a_person_is_no_feeling_about_the_person(memory, speaker, texts):
    add_turns(memory, speaker, texts)
    memory.consolidate()
    assert insights(memory) == []
