"""Consolidation end to end: what it derives, archives and refuses, and that people can undo and forget it."""

import random
import shutil
from datetime import UTC, datetime, timedelta

import pytest

from memgraph_core import Filters, InvalidInput, Memory
from memgraph_core.engine import consolidate as engine
from memgraph_core.errors import ChangeError
from memgraph_core.transfer.reading import archive_of
from memgraph_core.transfer.writing import load

NOW = "2026-06-01"
START = datetime(2026, 1, 5, 8, 30, tzinfo=UTC)  # a Monday
MORNINGS = {
    "en": [
        "I had a latte at 8 this morning.",
        "Had a latte around 8 am again.",
        "I drank an americano at 8 this morning.",
    ],
    "zh": ["今天早上八点我喝了一杯拿铁。", "早上8点又喝了拿铁。", "今天早上八点喝了美式咖啡。"],
}
TEA = {"en": "I had tea at 8 this morning.", "zh": "今天早上八点我喝了茶。"}
CANARY = {"en": "I had a cortado at 8 this morning.", "zh": "今天早上八点我喝了澳白。"}
SPEAKER = {"en": "Ada", "zh": "王芳"}
HABIT = {"en": ("usually drinks coffee on weekdays", "around 8:00", "except tea on 30 January"),
         "zh": ("通常工作日早上8:00左右喝咖啡", "拿铁", "例外：2026年1月30日茶")}  # fmt: skip
QUESTION = {"en": "What does Ada usually drink in the morning?", "zh": "王芳早上通常喝什么咖啡？"}


def turn(text, day, language, uid=None):
    moment = START + timedelta(days=day)
    made = {"role": "user", "content": text, "speaker": SPEAKER[language], "said_at": moment}
    return made | ({"uid": uid} if uid else {})


def mornings(language, days=60, canary=False):
    """A coffee on each working day, with a tea on one of them, in sessions of a day."""
    turns = []
    for day in range(days):
        if (START + timedelta(days=day)).weekday() < 5:
            texts = MORNINGS[language]
            text = TEA[language] if day == 25 else texts[day % 3]
            is_canary = canary and day == 11
            turns.append(
                turn(CANARY[language] if is_canary else text, day, language, "canary" if is_canary else None)
            )
    return turns


@pytest.fixture(params=["en", "zh"])
def language(request):
    return request.param


@pytest.fixture(scope="module")
def months(tmp_path_factory):
    """The database file with the mornings in each language, written once."""
    folder = tmp_path_factory.mktemp("months")
    for language in MORNINGS:
        with Memory.open(folder / f"{language}.db", namespace="daily", embedder="none") as memory:
            for made in mornings(language, canary=True):
                memory.add([made], session=str(made["said_at"].date()))
    return folder


@pytest.fixture
def memory(months, language, tmp_path):
    copied = shutil.copy(months / f"{language}.db", tmp_path / "daily.db")
    with Memory.open(copied, namespace="daily", embedder="none") as opened:
        yield opened


def texts(memory):
    return [each.note.text for each in memory.abstractions()]


def test_a_habit_has_its_days_time_variants_count_and_exception(memory, language):
    result = memory.consolidate(now=NOW)
    [habit] = memory.abstractions()
    assert result.count("created") == 1
    assert all(part in habit.note.text for part in HABIT[language])
    assert (habit.kind, habit.count, habit.newer) == ("habit", 43, 0)
    assert [memory.notes([uid])[0].text.partition(": ")[2] for uid in habit.exceptions] == [TEA[language]]
    assert habit.note.recurs == "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"


ONE_ROUTINE = {
    "en": [
        "Took my blood pressure pill at 6:45 am.",
        "Blood pressure meds taken around 6:50 am.",
        "Swallowed my ramipril at 6:40 am.",
    ],
    "zh": [
        "今早6点45把血压药吃了，没忘。",
        "今早6点50就着温水吃了一片降压药",
        "降压药今早快6点40的时候已经吃过了",
    ],
}


def test_a_routine_that_is_reported_in_different_words_is_one_habit(language):
    with Memory.open(":memory:", namespace="meds", embedder="none") as memory:
        words = ONE_ROUTINE[language]
        memory.add([turn(words[day % 3], day, language, f"t{day}") for day in range(30)])
        memory.consolidate(now=NOW)
        habits = [each for each in memory.abstractions() if each.kind == "habit"]
        assert [each.count for each in habits] == [30]
        assert "6:45" in habits[0].note.text


def test_a_second_consolidation_changes_nothing(memory):
    memory.consolidate(now=NOW)
    before = memory.changes(), memory.stats(), texts(memory)
    assert memory.consolidate(now=NOW).steps == ()
    assert (memory.changes(), memory.stats(), texts(memory)) == before


def test_the_order_of_the_turns_does_not_matter(language):
    found = []
    for seed in (1, 2):
        turns = mornings(language)
        random.Random(seed).shuffle(turns)
        with Memory.open(":memory:", namespace="daily", embedder="none") as memory:
            for made in turns:
                memory.add([made], session=str(made["said_at"].date()))
            memory.consolidate(now=NOW)
            found.append(texts(memory))
    assert found[0] == found[1] != []


def test_a_dry_run_writes_nothing(memory):
    before = memory.changes(), memory.stats()
    dry = memory.consolidate(now=NOW, dry_run=True)
    assert dry.count("created") == 1
    assert (memory.changes(), memory.stats(), memory.abstractions()) == (*before, ())
    assert [step.after for step in memory.consolidate(now=NOW).steps] == [step.after for step in dry.steps]


def test_instances_are_archived_and_their_turns_are_still_found(memory, language):
    result = memory.consolidate(now=NOW)
    assert result.archived >= 0.9 * 43
    [habit] = memory.abstractions()
    archived = memory.list_notes(filters=Filters(archived=True), limit=100).items
    assert {note.uid for note in archived} <= set(habit.instances)
    assert not set(habit.exceptions) & {note.uid for note in archived}
    hits = memory.search(CANARY[language], now=NOW)
    assert "canary" in {uid for hit in hits for uid in hit.turns}
    only = memory.search(MORNINGS[language][0], filters=Filters(archived=True), now=NOW)
    assert only
    assert {hit.uid for hit in only} <= {note.uid for note in archived}


def test_a_question_for_the_usual_finds_the_habit_first_with_its_instances(memory, language):
    memory.consolidate(now=NOW)
    first = memory.search(QUESTION[language], now=NOW)[0]
    assert first.is_abstraction
    assert [note.uid for note in first.instances()] == [note.uid for note in memory.instances(first.uid)]
    assert len(first.instances()) == 43
    context = memory.context(QUESTION[language], now=NOW).text
    remark = {
        "en": "abstraction of several notes, 2026-01-05 to 2026-03-05",
        "zh": "由多条笔记归纳，2026-01-05至2026-03-05",
    }
    assert remark[language] in context
    assert first.text in context


def test_a_question_about_one_day_gets_no_abstraction(memory, language):
    """It asks for the single day, which an abstraction leaves out."""
    memory.consolidate(now=NOW)
    question = {"en": "What did Ada drink on 2026-02-03?", "zh": "王芳2026年2月3日喝了什么咖啡？"}[language]
    context = memory.context(question, now=NOW)
    assert context.hits
    assert not any(hit.is_abstraction for hit in context.hits)


def test_a_question_for_the_exception_on_a_day_keeps_the_turns_of_that_day(memory, language):
    """The habit represents the latte of 3 February, but the question is about that day."""
    memory.consolidate(now=NOW)
    question = {
        "en": "What did Ada drink instead of tea on 2026-02-03?",
        "zh": "2026年2月3日王芳没喝茶，喝了什么代替？",
    }[language]
    hits = memory.context(question, now=NOW).hits
    assert any(not hit.is_abstraction and hit.said_at.date().isoformat() == "2026-02-03" for hit in hits)


def test_words_that_ask_what_is_usual_do_not_choose_an_abstraction(memory, language):
    memory.consolidate(now=NOW)
    question = {"en": "What does Ada usually repair on weekdays?", "zh": "王芳工作日一般修理什么？"}[language]
    assert memory.search(QUESTION[language], now=NOW)[0].is_abstraction
    assert not any(hit.is_abstraction for hit in memory.search(question, now=NOW))


def test_beside_a_habit_a_context_has_at_most_three_other_hits(memory, language):
    memory.consolidate(now=NOW)
    drinks = {"en": "I drink {} in the morning on some days.", "zh": "我有时候早上喝{}咖啡。"}[language]
    for number, kind in enumerate(["mocha", "ristretto", "cortado", "lungo", "affogato", "galao"]):
        memory.add([turn(drinks.format(kind), 80 + number, language)], session=f"other {number}")
    hits = memory.context(QUESTION[language], now=NOW).hits
    assert hits[0].is_abstraction
    assert 0 < sum(not hit.is_abstraction for hit in hits) <= 3


def test_recent_instances_stay_active(memory):
    assert memory.consolidate(now="2026-03-06").archived < memory.consolidate(now=NOW).archived


def test_an_undone_consolidation_is_not_made_again(memory):
    memory.consolidate(now=NOW)
    change = next(each for each in memory.changes() if each.kind == "consolidate")
    undo = memory.undo(change.uid)
    assert memory.abstractions() == ()
    assert memory.count("notes", filters=Filters(archived=True)) == 0  # a retired abstraction is not archived
    assert memory.consolidate(now=NOW).steps == ()
    memory.undo(undo.uid)
    assert memory.consolidate(now=NOW).count("archived") == 1
    assert len(memory.abstractions()) == 1


def test_a_decision_that_a_person_makes_during_a_consolidation_is_respected(memory, monkeypatch):
    memory.consolidate(now="2026-02-01")
    [before] = memory.abstractions()
    original = engine.differences

    def decided(*arguments, **options):
        monkeypatch.setattr(engine, "differences", original)
        found = original(*arguments, **options)
        memory.undo(next(each for each in memory.changes() if each.kind == "consolidate").uid)
        return found

    monkeypatch.setattr(engine, "differences", decided)
    assert memory.consolidate(now=NOW).steps == ()
    assert memory.abstractions() == ()
    assert [note.state for note in memory.notes([before.note.uid])] == ["retired"]
    assert memory.count("notes", filters=Filters(archived=True)) == 0


def test_abstractions_are_not_counted_as_notes(memory):
    before = memory.stats().notes
    memory.consolidate(now=NOW)
    assert memory.stats().notes == before
    memory.undo(next(each for each in memory.changes() if each.kind == "consolidate").uid)
    assert memory.stats().notes == before
    rebuilt = memory.rebuild()
    assert rebuilt.before.notes == rebuilt.after.notes == before


def test_an_undone_consolidation_can_be_made_again_after_a_rebuild(memory):
    memory.consolidate(now=NOW)
    undo = memory.undo(next(each for each in memory.changes() if each.kind == "consolidate").uid)
    memory.rebuild()
    assert memory.abstractions() == ()
    memory.undo(undo.uid)
    memory.consolidate(now=NOW)
    assert len(memory.abstractions()) == 1


@pytest.fixture
def fortnights():
    """A jog every second Monday."""
    with Memory.open(":memory:", namespace="jogs", embedder="none") as opened:
        for week in range(0, 24, 2):
            moment = START + timedelta(weeks=week)
            opened.add("I went jogging this morning.", speaker="Ada", said_at=moment, session=f"{week}")
        yield opened


def test_a_retirement_is_not_undone_and_new_support_restores_the_abstraction(fortnights):
    fortnights.consolidate(now=NOW)
    [uid] = [each.note.uid for each in fortnights.abstractions()]
    assert fortnights.consolidate(now=NOW, preset="log").count("retired") == 1
    retirement = next(each for each in fortnights.changes() if each.reason == "no longer supported")
    with pytest.raises(ChangeError, match="no notes support"):
        fortnights.undo(retirement.uid)
    fortnights.consolidate(now=NOW, preset="balanced")
    assert [each.note.uid for each in fortnights.abstractions()] == [uid]


def test_a_rebuild_uses_the_preset_of_the_last_consolidation(fortnights):
    fortnights.forget(session="10")
    fortnights.forget(session="12")
    fortnights.consolidate(now=NOW, preset="topic")
    [before] = texts(fortnights)
    fortnights.rebuild()
    assert texts(fortnights) == [before]


def test_a_note_with_a_number_is_not_archived():
    with Memory.open(":memory:", namespace="prices", embedder="none") as memory:
        for day in range(14):
            price = " for 4 euros" if day == 3 else ""
            moment = START + timedelta(days=day)
            memory.add(
                f"I had a latte{price} at 8 this morning.", speaker="Ada", said_at=moment, session=f"{day}"
            )
        memory.consolidate(now=NOW)
        archived = memory.list_notes(filters=Filters(archived=True), limit=100).items
        assert archived
        assert not any("euros" in note.text for note in archived)


def test_stated_times_are_those_of_the_clock_in_every_time_zone(monkeypatch):
    monkeypatch.setenv("MEMGRAPH_CORE_TIME_ZONE", "America/New_York")
    with Memory.open(":memory:", namespace="zone", embedder="none") as memory:
        for day in range(14):
            moment = START + timedelta(days=day, hours=6)
            memory.add("I had a latte at 8 this morning.", speaker="Ada", said_at=moment, session=f"{day}")
        memory.consolidate(now=NOW)
        [text] = texts(memory)
        assert "in the morning around 8:00" in text


def test_a_note_whose_manual_archiving_was_undone_is_not_archived(memory):
    uid = memory.list_notes(limit=100).items[-1].uid
    [change] = memory.archive([uid])
    memory.undo(change.uid)
    memory.consolidate(now=NOW)
    assert memory.notes([uid])[0].state == "active"


def test_undone_archiving_is_not_repeated(memory):
    memory.consolidate(now=NOW)
    change = next(each for each in memory.changes() if each.kind == "archive")
    memory.undo(change.uid)
    assert memory.count("notes", filters=Filters(archived=True)) == 0
    assert memory.consolidate(now=NOW).steps == ()


def test_forgetting_an_instance_leaves_no_word_of_it(memory, language):
    memory.consolidate(now=NOW)
    word = {"en": "cortado", "zh": "澳白"}[language]
    assert word in memory.abstractions()[0].note.text
    memory.forget(turns=["canary"])
    assert memory.abstractions() == ()
    assert memory.count("notes", filters=Filters(archived=True)) == 0
    memory.consolidate(now=NOW)
    [habit] = memory.abstractions()
    assert habit.count == 42
    assert word not in habit.note.text
    assert word not in str(memory.notes(habit.instances)) + str(memory.changes())


def test_forgetting_an_exception_leaves_no_word_of_it(memory):
    memory.consolidate(now=NOW)
    [habit] = memory.abstractions()
    memory.forget(turns=memory.notes(habit.exceptions)[0].turns)
    assert memory.abstractions() == ()
    memory.consolidate(now=NOW)
    assert memory.abstractions()[0].exceptions == ()


@pytest.mark.parametrize(
    "scope",
    [
        {"filters": Filters(session="2026-01-05")},
        {"filters": Filters(until="2026-02-01")},
        {"filters": Filters(metadata={"room": "kitchen"})},
        {"exclude": ["canary"]},
    ],
)
def test_a_search_returns_no_abstraction_of_turns_that_its_filters_hide(memory, language, scope):
    memory.consolidate(now=NOW)
    assert not any(hit.is_abstraction for hit in memory.search(QUESTION[language], now=NOW, **scope))


def test_an_abstraction_is_found_if_all_its_turns_pass_the_filters(memory, language):
    memory.consolidate(now=NOW)
    everything = Filters(speaker=SPEAKER[language], since="2026-01-01", role="user")
    hit = memory.search(QUESTION[language], now=NOW, filters=everything)[0]
    assert hit.is_abstraction
    assert len(hit.instances()) == 43


def test_notes_of_different_users_are_not_combined():
    likes = {"u1": ["sushi"], "u2": ["heavy metal", "chess"]}
    with Memory.open(":memory:", namespace="users", embedder="none") as memory:
        for user, things in likes.items():
            for number, thing in enumerate(things):
                memory.add(f"I like {thing}.", speaker="Sam", user_id=user, session=f"{user}-{number}")
        memory.consolidate()
        assert memory.abstractions() == ()


def test_a_correction_of_an_instance_is_considered(memory, language):
    memory.consolidate(now=NOW)
    memory.update("canary", TEA[language])
    assert memory.abstractions() == ()
    memory.consolidate(now=NOW)
    [habit] = memory.abstractions()
    assert (habit.count, len(habit.exceptions)) == (42, 2)


def test_new_instances_revise_the_habit(memory, language):
    memory.consolidate(now=NOW)
    [before] = memory.abstractions()
    memory.add([turn(MORNINGS[language][0], 61, language)], session="later")
    assert memory.abstractions()[0].newer == 1
    result = memory.consolidate(now=NOW)
    [after] = memory.abstractions()
    assert (result.count("revised"), after.note.uid) == (1, before.note.uid)
    assert (after.count, after.newer) == (44, 0)


def test_people_archive_and_restore_notes(memory):
    note = memory.list_notes(limit=1).items[0]
    [change] = memory.archive([note.uid], reason="old")
    assert (change.kind, change.by, change.about.note) == ("archive", "user", note.uid)
    assert note.uid not in {each.uid for each in memory.list_notes(limit=100)}
    assert memory.archive([note.uid]) == ()
    memory.undo(change.uid)
    assert note.uid in {each.uid for each in memory.list_notes(limit=100)}
    memory.archive([note.uid])
    [restored] = memory.restore([note.uid])
    assert restored.kind == "restore"
    assert note.uid in {each.uid for each in memory.list_notes(limit=100)}


def test_a_restored_note_is_not_archived_again(memory):
    memory.consolidate(now=NOW)
    note = memory.list_notes(filters=Filters(archived=True), limit=1).items[0]
    memory.restore([note.uid])
    assert memory.consolidate(now=NOW).steps == ()
    assert memory.notes([note.uid])[0].state == "active"


def test_derived_and_unknown_notes_cannot_be_archived_manually(memory):
    memory.consolidate(now=NOW)
    with pytest.raises(InvalidInput, match="derived"):
        memory.archive([memory.abstractions()[0].note.uid])
    with pytest.raises(InvalidInput, match="no note has the uid"):
        memory.restore(["unknown"])
    with pytest.raises(InvalidInput, match="list of text"):
        memory.archive("unknown")


def test_a_rebuild_derives_abstractions_again_and_keeps_decisions(memory):
    memory.consolidate(now=NOW)
    uid = memory.list_notes(limit=1).items[0].uid
    memory.archive([uid])
    before = texts(memory), memory.count("notes", filters=Filters(archived=True))
    rebuilt = memory.rebuild(diff=True)
    assert rebuilt.before == rebuilt.after
    assert texts(memory) == before[0]
    assert memory.notes([uid])[0].state == "archived"


def test_an_abstraction_is_no_neighbour_and_no_candidate_of_new_notes(memory, language):
    """What is derived must not change what is derived from new turns."""
    memory.consolidate(now=NOW)
    [habit] = memory.abstractions()
    memory.add([turn(MORNINGS[language][0], 62, language)], session="later")
    edges = memory.store.incident_edges("note", memory.store.uids("note"))
    assert habit.note.uid not in {end for pair in edges.similar for end in (pair.a, pair.b)}


def test_a_moved_memory_has_the_same_abstractions_and_nothing_to_consolidate(memory, tmp_path):
    memory.consolidate(now=NOW)
    with Memory.open(tmp_path / "copy.db", namespace="copy", embedder="none") as copy:
        load(copy.store, archive_of(memory.store))
        assert texts(copy) == texts(memory)
        assert copy.count("notes", filters=Filters(archived=True)) == memory.count(
            "notes", filters=Filters(archived=True)
        )
        assert copy.consolidate(now=NOW).steps == ()


RACE = {
    "en": [
        "I signed up for the Turin Marathon today, it costs 45 euros.",
        "I ran 18 kilometres in the park as training for the Turin Marathon.",
        "Clara wants to run the Turin Marathon with me.",
        "I finished the Turin Marathon in 4:12!",
    ],
    "zh": [
        "我今天报名了都灵马拉松，花了45欧元。",
        "为了都灵马拉松我跑了18公里。",
        "李蔓想和我一起跑都灵马拉松。",
        "我跑完了都灵马拉松，用了4小时12分！",
    ],
}
EPISODE = {
    "en": "Ada about Turin Marathon, 4 notes from 2 March 2026 to 8 March 2026: on 2 March 2026 “I signed up",
    "zh": "Ada谈到都灵马拉松，2026年3月2日至2026年3月8日共4条：2026年3月2日“我今天报名了",
}


def add_race(memory, language, hours=48):
    for number, text in enumerate(RACE[language]):
        said_at = datetime(2026, 3, 2, 10, tzinfo=UTC) + number * timedelta(hours=hours)
        memory.add(text, speaker="Ada", said_at=said_at, session=f"race {number}", uid=f"race {number}")


def test_an_episode_quotes_what_was_said_about_a_matter_within_days(language):
    with Memory.open(":memory:", namespace="race", embedder="none") as memory:
        add_race(memory, language)
        memory.consolidate(now=NOW)
        [episode] = memory.abstractions()
        assert (episode.kind, episode.count) == ("episode", 4)
        assert episode.note.text.startswith(EPISODE[language])
        assert all(number in episode.note.text for number in ("45", "18", "12"))
        assert memory.consolidate(now=NOW).steps == ()
        assert memory.count("notes", filters={"archived": True}) == 0
        memory.forget(turns=["race 1"])
        memory.consolidate(now=NOW)
        assert memory.abstractions() == ()  # three notes are too few


def test_a_quotation_has_the_words_that_were_said():
    """The note has the name in place of "he"; the quotation does not."""
    texts = (
        "Tom broke his leg. He was skiing in Davos.",
        "Tom had an operation in Bern. He can walk 20 metres.",
    )
    with Memory.open(":memory:", namespace="leg", embedder="none") as memory:
        for number, text in enumerate(texts):
            memory.add(text, speaker="Ada", said_at=datetime(2026, 3, 2 + 2 * number, 10, tzinfo=UTC))
        memory.consolidate(now=NOW)
        assert "Ada: Tom can walk 20 metres." in [note.text for note in memory.list_notes(limit=50)]
        [episode] = memory.abstractions()
        assert "“He can walk 20 metres.”" in episode.note.text


TRAM = {"en": "I took the 15 tram to the office at 9 am.", "zh": "今天早上九点我坐十五路电车去办公室。"}
OFFICE = {
    "en": "How does Ada usually get to the office?",
    "zh": "王芳平时怎么去办公室？",
}


def test_a_habit_is_found_by_words_that_only_its_instances_contain(language):
    with Memory.open(":memory:", namespace="tram", embedder="none") as memory:
        for day in range(12):
            memory.add([turn(TRAM[language], day, language)], session=f"day {day}")
        memory.consolidate(now=NOW)
        [habit] = [each for each in memory.abstractions() if each.kind == "habit"]
        assert {"en": "office", "zh": "办公室"}[language] not in habit.note.text
        assert memory.search(OFFICE[language], now=NOW)[0].uid == habit.note.uid


def test_the_instances_of_a_habit_are_no_episode_and_the_habit_answers(language):
    """Somebody who runs in the same park again and again has a habit; there is nothing to tell about the park."""
    text = {"en": "I ran in Valentino Park at 7 pm.", "zh": "今天晚上七点我在瓦伦蒂诺公园跑步了。"}[language]
    with Memory.open(":memory:", namespace="run", embedder="none") as memory:
        for day in range(0, 14, 2):
            memory.add([turn(text, day, language)], session=f"day {day}")
        memory.consolidate(now=NOW)
        assert [each.kind for each in memory.abstractions()] == ["habit"]


@pytest.mark.parametrize("hours", [1, 24 * 6])
def test_one_conversation_and_distant_days_are_no_episode(hours):
    with Memory.open(":memory:", namespace="race", embedder="none") as memory:
        add_race(memory, "en", hours)
        assert memory.consolidate(now=NOW).abstractions == 0


def test_an_episode_that_leaves_out_most_numbers_is_not_written():
    with Memory.open(":memory:", namespace="race", embedder="none") as memory:
        for number in range(12):
            said_at = datetime(2026, 3, 2, 10, tzinfo=UTC) + number * timedelta(hours=26)
            text = f"Kilometre {number + 11} of the Turin Marathon is on a hill."
            memory.add(text, speaker="Ada", said_at=said_at, session=f"race {number}")
        result = memory.consolidate(now=NOW)
        assert result.rejected.get("coverage") == 1
        assert not any(each.kind == "episode" for each in memory.abstractions())


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (
            ("I'm a teacher at Hill School.", "I used to be a waiter in Whitby before teaching."),
            "Ada works as: waiter; then teacher.",
        ),
        (("我是老师。", "我以前是服务员。"), "Ada职业：服务员；然后老师。"),
        (
            ("I live in Leeds.", "I moved to York.", "I used to live in Rome."),
            "Ada lives in: Rome; then Leeds until 10 February 2026; then York.",
        ),
    ],
)
def test_what_was_only_stated_as_past_comes_before_the_present_and_without_an_end(texts, expected):
    with Memory.open(":memory:", namespace="n", embedder="none") as memory:
        for month, text in enumerate(texts, start=1):
            memory.add(text, speaker="Ada", said_at=f"2026-{month:02}-10T12:00:00+00:00")
        memory.consolidate(now=NOW)
        assert expected in [abstraction.note.text for abstraction in memory.abstractions()]


def test_a_stated_end_orders_what_is_over():
    with Memory.open(":memory:", namespace="n", embedder="none") as memory:
        for month, text in enumerate(
            ("I lived in Rome until 2019.", "I live in Leeds since 2021.", "I used to live in Oslo.")
        ):
            memory.add(text, speaker="Ada", said_at=f"2026-0{month + 1}-10T12:00:00+00:00")
        memory.consolidate(now=NOW)
        [text] = [each.note.text for each in memory.abstractions() if each.kind == "trajectory"]
        assert text.startswith("Ada lives in: Oslo; then Rome until ")
        assert text.endswith("; then Leeds since 2021.")
