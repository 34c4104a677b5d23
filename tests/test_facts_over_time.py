"""Facts over time, as people tell them: on every store, in English and Chinese, from turn to answer."""

from datetime import UTC, datetime

import pytest

from factories import DIMENSION
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import ChangeError, InvalidInput
from memgraph_core.memory import Memory
from memgraph_core.models.hashing import HashingEmbedder

SPEAKERS = {"en": "Ada", "zh": "小明"}


@pytest.fixture
def memory(database, namespace) -> Memory:
    return Memory(MemoryEngine(database, embedder=HashingEmbedder(DIMENSION)), namespace)


def on(date: str) -> datetime:
    return datetime.fromisoformat(date).replace(hour=9, tzinfo=UTC)


def tell(memory: Memory, *said: tuple[str, str], speaker: str = "Ada") -> list[str]:
    """Each a turn of a session of its own, told and learnt that day; their uids."""
    uids = []
    for date, text in said:
        receipt = memory.add(
            text, speaker=speaker, said_at=on(date), session=f"on {date}: {text}", now=on(date)
        )
        uids += [turn.uid for turn in receipt.turns]
    return uids


def spans(memory: Memory, relation: str = "LIVES_IN") -> list[tuple[str, str, str]]:
    """Object, since, until of every fact of a relation that was not told wrongly, in the order of time."""
    names = {entity.uid: entity.name for entity in memory.entities(limit=100)}
    found = [f for f in memory.facts() if f.type == relation and not f.never_held]
    rows = [
        (names[f.object], *(str(t.date()) if t else "" for t in (f.holds_from, f.holds_until))) for f in found
    ]
    return sorted(rows, key=lambda row: row[1:])


HOME = [
    (
        "en",
        [
            ("2026-01-05", "I live in Turin."),
            ("2026-06-05", "I moved to Milan."),
            ("2026-09-05", "I moved back to Turin."),
        ],
        ("Turin", "Milan"),
    ),
    (
        "zh",
        [
            ("2026-01-05", "我住在上海。"),
            ("2026-06-05", "我搬到北京了。"),
            ("2026-09-05", "我又搬回上海了。"),
        ],
        ("上海", "北京"),
    ),
]


@pytest.mark.parametrize(("language", "said", "places"), HOME)
def test_a_move_and_a_move_back_are_three_intervals(memory, language, said, places):
    tell(memory, *said, speaker=SPEAKERS[language])
    first, second = places
    assert spans(memory) == [
        (first, "2026-01-05", "2026-06-05"),
        (second, "2026-06-05", "2026-09-05"),
        (first, "2026-09-05", ""),
    ]


@pytest.mark.parametrize(("language", "said", "places"), HOME)
def test_forgetting_the_move_takes_it_out_of_the_middle(memory, language, said, places):
    _, moved, _ = tell(memory, *said, speaker=SPEAKERS[language])
    memory.forget(turns=[moved])
    first, _ = places
    assert spans(memory) == [(first, "2026-01-05", "2026-09-05"), (first, "2026-09-05", "")]


WORK = [
    ("en", "I work at Fiat.", "I no longer work at Fiat.", "Fiat"),
    ("en", "I work at Fiat.", "I used to work at Fiat.", "Fiat"),
    ("zh", "我在腾讯工作。", "我不在腾讯工作了。", "腾讯"),
]


@pytest.mark.parametrize(("language", "begun", "over", "employer"), WORK)
def test_no_longer_ends_a_fact_until_that_is_forgotten(memory, language, begun, over, employer):
    said = [("2026-01-05", begun), ("2026-06-05", over)]
    _, ended = tell(memory, *said, speaker=SPEAKERS[language])
    assert spans(memory, "WORKS_AT") == [(employer, "2026-01-05", "2026-06-05")]
    assert len(memory.forget(turns=[ended]).restored_facts) == 1
    assert spans(memory, "WORKS_AT") == [(employer, "2026-01-05", "")]


def test_forgetting_one_of_two_turns_that_said_so_does_not_reopen_a_fact(memory):
    _, first, _ = tell(
        memory,
        ("2026-01-05", "I work at Fiat."),
        ("2026-06-05", "I no longer work at Fiat."),
        ("2026-07-05", "I used to work at Fiat."),
    )
    assert spans(memory, "WORKS_AT") == [("Fiat", "2026-01-05", "2026-06-05")]
    memory.forget(turns=[first])
    assert spans(memory, "WORKS_AT") == [("Fiat", "2026-01-05", "2026-07-05")]


def test_a_date_that_is_told_later_counts_more_than_when_the_end_was_mentioned(memory):
    tell(
        memory,
        ("2026-01-05", "I work at Fiat."),
        ("2026-06-05", "I no longer work at Fiat."),
        ("2026-07-05", "I left Fiat in April."),
    )
    [(employer, since, until)] = spans(memory, "WORKS_AT")
    assert (employer, since, until[:7] in ("2026-04", "2026-05")) == ("Fiat", "2026-01-05", True)


@pytest.mark.parametrize(
    ("language", "liked", "over", "relation"),
    [
        ("en", "I like tea.", "I don't like tea anymore.", "LIKES"),
        ("zh", "我喜欢喝茶。", "我不喜欢喝茶了。", "LIKES"),
    ],
)
def test_a_preference_that_changes_ends_and_can_come_back(memory, language, liked, over, relation):
    said = [("2026-01-05", liked), ("2026-06-05", over), ("2026-09-05", liked)]
    tell(memory, *said, speaker=SPEAKERS[language])
    assert [row[1:] for row in spans(memory, relation)] == [("2026-01-05", "2026-06-05"), ("2026-09-05", "")]


def test_liking_another_thing_ends_nothing(memory):
    tell(memory, ("2026-01-05", "I like tea."), ("2026-06-05", "I like coffee."))
    assert [(row[0], row[2]) for row in spans(memory, "LIKES")] == [("tea", ""), ("coffee", "")]


def test_a_corrected_date_moves_the_beginning_and_what_ended_there(memory):
    *_, corrected = tell(
        memory,
        ("2026-01-05", "I live in Turin."),
        ("2026-08-05", "I moved to Milan in June 2026."),
        ("2026-08-06", "Actually, I moved to Milan in July 2026."),
    )
    assert spans(memory) == [("Turin", "2026-01-05", "2026-07-01"), ("Milan", "2026-07-01", "")]
    memory.forget(turns=[corrected])
    assert spans(memory) == [("Turin", "2026-01-05", "2026-06-01"), ("Milan", "2026-06-01", "")]


def test_a_coarser_date_of_the_same_corrects_nothing(memory):
    tell(
        memory,
        ("2026-08-05", "I moved to Milan in June 2026."),
        ("2026-08-06", "I have lived in Milan since 2026."),
    )
    assert spans(memory) == [("Milan", "2026-06-01", "")]


def test_a_birthday_told_again_is_a_correction_and_not_a_change(memory):
    _, second = tell(
        memory, ("2026-01-05", "I was born in Turin."), ("2026-01-06", "Actually I was born in Milan.")
    )
    assert spans(memory, "BORN_IN") == [("Milan", "", "")]
    memory.forget(turns=[second])
    assert spans(memory, "BORN_IN") == [("Turin", "", "")]


def test_what_is_told_late_finds_its_place_among_what_held_then(memory):
    *_, late = tell(
        memory,
        ("2026-06-05", "I live in Milan."),
        ("2026-01-05", "I live in Turin."),
        ("2026-03-05", "I live in Oslo."),
    )
    assert spans(memory) == [
        ("Turin", "2026-01-05", "2026-03-05"),
        ("Oslo", "2026-03-05", "2026-06-05"),
        ("Milan", "2026-06-05", ""),
    ]
    memory.forget(turns=[late])
    assert spans(memory) == [("Turin", "2026-01-05", "2026-06-05"), ("Milan", "2026-06-05", "")]


def test_since_june_begins_in_june_and_ends_what_held_until_then(memory):
    tell(
        memory,
        ("2026-03-05", "I live in Turin."),
        ("2026-07-14", "Actually we have lived in Milan since June 2026."),
    )
    assert spans(memory)[0] == ("Turin", "2026-03-05", "2026-06-01")


def test_several_sources_support_one_fact_until_the_last_of_them_is_forgotten(memory):
    first, second = tell(memory, ("2026-01-05", "I live in Turin."), ("2026-02-05", "I live in Turin."))
    [fact] = [f for f in memory.facts() if f.type == "LIVES_IN"]
    assert len(fact.notes) == 2
    assert [kept.turns for kept in memory.forget(turns=[first]).kept_facts] == [(second,)]
    assert [row[0] for row in spans(memory)] == ["Turin"]
    memory.forget(turns=[second])
    assert spans(memory) == []


def test_what_cannot_be_decided_is_kept_side_by_side_and_flagged(memory):
    tell(memory, ("2026-09-05", "I have lived in Milan since June 2026."))
    memory.add(
        "You live in Oslo.", role="assistant", speaker="Ada", said_at=on("2026-09-06"), now=on("2026-09-06")
    )
    tell(memory, ("2026-09-07", "I lived in Turin from July 2026 to August 2026."))
    flagged = {f.uid for f in memory.facts() if f.conflicts}
    assert len(flagged) >= 2
    assert "conflict" in {change.kind for change in memory.changes()}


def test_a_move_of_one_changes_nothing_of_another(memory):
    tell(memory, ("2026-01-05", "I live in Turin."))
    tell(memory, ("2026-02-05", "I live in Turin."), speaker="Bea")
    tell(memory, ("2026-03-05", "I moved to Milan."))
    assert sorted(row[0] for row in spans(memory) if not row[2]) == ["Milan", "Turin"]


def test_a_context_tells_what_was_corrected_and_what_ended(memory):
    tell(
        memory,
        ("2026-01-05", "I was born in Turin."),
        ("2026-01-06", "Actually I was born in Milan."),
        ("2026-02-05", "I work at Fiat."),
        ("2026-06-05", "I no longer work at Fiat."),
        ("2026-06-20", "I started at Lancia on June 8, 2026."),
        ("2026-06-21", "Sorry, I started at Lancia on June 18, 2026."),
    )
    assert "born in: corrected since, now Milan]" in memory.context("Where was Ada born?").text
    work = memory.context("Where does Ada work?").text
    assert "works at: ended by 2026-06-05, since 2026-06-18 Lancia" in work
    assert "works at: corrected since, from 2026-06-18 on" in work


@pytest.mark.parametrize(
    ("question", "told", "lines"),
    [
        (
            "Where does Ada live?",
            ["I live in Turin.", "I live in Milan now.", "I moved back to Turin."],
            ["lives in: ended by 2026-02-01, since 2026-03-01 Turin", "lives in: ended by 2026-03-01, since then Turin"],
        ),
        (
            "Ada住在哪里？",
            ["我住在都灵。", "我现在住在米兰了。", "我搬回都灵了。"],
            ["lives in: ended by 2026-02-01, since 2026-03-01 都灵", "lives in: ended by 2026-03-01, since then 都灵"],
        ),
        (
            "What does Ada like?",
            ["I like green tea.", "I no longer like green tea.", "I like coffee."],
            ["likes: ended by 2026-02-01;"],
        ),
    ],
    ids=["in English", "in Chinese", "of several none stands for another"],
)  # fmt: skip
def test_what_ended_tells_what_holds_since_then(memory, question, told, lines):
    tell(memory, *((f"2026-0{month}-01", text) for month, text in enumerate(told, start=1)))
    text = memory.context(question).text
    assert all(line in text for line in lines), text


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("I live in Turin.", "I moved to Milan last month."),
        ("I live in Turin.", "I moved to Milan in January."),
        ("I live in Turin.", "I moved to Milan this year."),
        ("我住在都灵。", "我上个月搬到米兰了。"),
    ],
)
def test_a_move_that_is_told_coarsely_comes_after_what_held_before(memory, first, then):
    tell(memory, ("2026-01-05", first), ("2026-02-05", then), ("2026-02-07", then))
    old, new = sorted(memory.facts("Ada"), key=lambda fact: fact.holds_from)
    assert (old.holds_until, new.holds_until) == (new.holds_from, None)
    assert new.holds_from.isoformat()[:10] == "2026-01-06"
    assert len(new.notes) == 2


def test_a_move_of_the_same_day_comes_after_what_was_said_in_the_morning(memory):
    memory.add("I live in Turin.", speaker="Ada", said_at="2026-01-05T09:00:00+00:00")
    memory.add("I moved to Milan today.", speaker="Ada", said_at="2026-01-05T19:00:00+00:00")
    (now,) = memory.named(memory.facts("Ada", as_of="2026-01-06"))
    assert now.object_name == "Milan"


# Undone by the word of people


def change_of(memory, kind):
    return next(change.uid for change in memory.changes() if change.kind == kind)


def test_an_undone_move_has_the_old_home_hold_again_also_when_a_neighbour_is_read_anew(memory):
    at = on("2026-01-05")
    memory.add("I like tea.", uid="t0", speaker="Ada", said_at=at, session="s", now=at)
    memory.add("I live in Turin.", uid="t1", speaker="Ada", said_at=at, session="before", now=at)
    memory.add("I moved to Milan.", uid="t2", speaker="Ada", said_at=on("2026-06-05"), session="s", now=at)
    undone = memory.undo(change_of(memory, "supersede"), reason="she has both flats")
    assert (undone.kind, undone.by) == ("undo", "user")
    assert [row[2] for row in spans(memory)] == ["", ""]
    memory.forget(turns=["t0"])  # t2 stands beside it, and is derived again
    assert [row[2] for row in spans(memory)] == ["", ""]


def test_an_undone_end_is_no_end_and_is_not_undone_twice(memory):
    tell(memory, ("2026-01-05", "I work at Fiat."), ("2026-06-05", "I no longer work at Fiat."))
    ended = change_of(memory, "end")
    memory.undo(ended)
    assert spans(memory, "WORKS_AT") == [("Fiat", "2026-01-05", "")]
    with pytest.raises(ChangeError, match="undone already"):
        memory.undo(ended)


def test_an_undone_correction_is_as_it_was_told_before(memory):
    tell(memory, ("2026-01-05", "I was born in Turin."), ("2026-01-06", "Actually I was born in Milan."))
    memory.undo(change_of(memory, "correct"))
    assert spans(memory, "BORN_IN") == [("Turin", "", "")]


def test_what_a_later_change_rests_on_is_not_undone_before_that_one(memory):
    tell(memory, *HOME[0][1])
    last, first = (change.uid for change in memory.changes() if change.kind == "supersede")
    with pytest.raises(ChangeError, match=last):
        memory.undo(first)
    memory.undo(last)
    memory.undo(first)
    assert [row[2] for row in spans(memory)] == ["", "", ""]


def test_an_undone_merge_is_a_split_and_what_is_forgotten_is_not_brought_back(memory):
    (turn,) = tell(memory, ("2026-01-05", "Bob met Bobby in Turin."))
    memory.merge("Bobby", "Bob")
    memory.undo(change_of(memory, "merge"))
    assert {"Bob", "Bobby"} <= {entity.name for entity in memory.entities()}
    memory.forget(turns=[turn])
    with pytest.raises(ChangeError, match="say it again"):
        memory.undo(change_of(memory, "forget"))
    with pytest.raises(InvalidInput, match="no change"):
        memory.undo("unknown")


def test_an_undo_survives_a_rebuild(memory):
    tell(memory, ("2026-01-05", "I live in Turin."), ("2026-06-05", "I moved to Milan."))
    memory.undo(change_of(memory, "supersede"))
    rehearsed = memory.rebuild(dry_run=True).difference
    assert rehearsed is not None
    assert (rehearsed.facts.gained, rehearsed.facts.lost) == (0, 0)
    memory.rebuild()
    assert [row[2] for row in spans(memory)] == ["", ""]


def test_forgetting_a_note_forgets_the_turns_it_was_drawn_from(memory):
    kept, gone = tell(memory, ("2026-01-05", "I live in Turin."), ("2026-06-05", "I moved to Milan."))
    (fact,) = memory.facts("Milan")
    assert memory.forget(notes=fact.notes).turns == (gone,)
    assert spans(memory) == [("Turin", "2026-01-05", "")]
    assert [turn.uid for turn in memory.turns([kept, gone])] == [kept]
    assert memory.forget(notes=["unknown"]).turns == ()


MOVED = [
    (
        "en",
        "I have a meeting with Bob on Wednesday.",
        "The meeting I mentioned is on Friday now.",
        "Ada's meeting with Bob",
    ),
    (
        "en",
        "the dentist appointment is on wednesday",
        "my dentist appointment got pushed back to friday",
        "Ada's dentist appointment",
    ),
    ("zh", "周三有产品会议。", "产品会议改到周五了。", "小明的产品会议"),
    ("zh", "周三我有个面试。", "我提到的面试推迟到周五了。", "小明的面试"),
]


@pytest.mark.parametrize(("language", "told", "moved", "event"), MOVED)
def test_a_moved_event_has_its_new_day_and_had_the_old_one(memory, language, told, moved, event):
    tell(memory, ("2026-07-06", told), ("2026-07-07", moved), speaker=SPEAKERS[language])
    assert spans(memory, "HAPPENS_ON") == [
        ("2026-07-08", "2026-07-06", "2026-07-07"),
        ("2026-07-10", "2026-07-07", ""),
    ]
    named = {entity.uid: entity.name for entity in memory.entities(limit=100)}
    assert {named[f.subject] for f in memory.facts() if f.type == "HAPPENS_ON"} == {event}
    (change,) = (c for c in memory.changes() if c.kind == "supersede")
    memory.undo(change.uid)
    assert [until for _, _, until in spans(memory, "HAPPENS_ON")] == ["", ""]


def test_another_meeting_moves_none(memory):
    tell(
        memory,
        ("2026-07-05", "I have a meeting on Wednesday."),
        ("2026-07-06", "I have another meeting on Thursday."),
        ("2026-07-07", "The meeting was moved to Friday."),
    )
    assert spans(memory, "HAPPENS_ON") == [
        ("2026-07-08", "2026-07-05", ""),
        ("2026-07-09", "2026-07-06", "2026-07-07"),
        ("2026-07-10", "2026-07-07", ""),
    ]


@pytest.mark.parametrize(
    ("language", "said", "right"),
    [
        ("en", "I moved to Turin on March 5th.", "Actually it was on the 3rd."),
        ("zh", "我3月5号搬到了上海。", "不对，是3号。"),
    ],
)
def test_a_date_put_right_in_the_next_words_is_that_of_what_was_said(memory, language, said, right):
    for text in (said, right):
        memory.add(text, speaker=SPEAKERS[language], said_at=on("2026-07-06"), session="one")
    assert [since for _, since, _ in spans(memory)] == ["2026-03-03"]


@pytest.mark.parametrize(
    ("language", "over", "begun", "employer"),
    [
        ("en", "I used to work at Fiat.", "I started working at Google in June.", "Google"),
        ("zh", "我以前在华为工作。", "我从六月起在腾讯工作。", "腾讯"),
    ],
)
def test_what_was_over_when_it_was_told_ends_nothing_that_is_told_later(
    memory, language, over, begun, employer
):
    tell(memory, ("2026-07-05", over), ("2026-07-06", begun), speaker=SPEAKERS[language])
    assert (employer, "2026-06-01", "") in spans(memory, "WORKS_AT")


@pytest.mark.parametrize(
    ("language", "said", "colours"),
    [
        (
            "en",
            ("My favourite colour is blue.", "My favorite color is green now. My favourite food is pizza."),
            ("blue", "green"),
        ),
        (
            "zh",
            ("我最喜欢的颜色是蓝色。", "我现在最喜欢的颜色是绿色。我最喜欢吃的水果是苹果。"),
            ("蓝色", "绿色"),
        ),
    ],
)
def test_of_each_kind_there_is_one_favourite(memory, language, said, colours):
    tell(memory, ("2026-07-05", said[0]), ("2026-07-06", said[1]), speaker=SPEAKERS[language])
    first, second = colours
    assert spans(memory, "FAVORITE_COLOR") == [
        (first, "2026-07-05", "2026-07-06"),
        (second, "2026-07-06", ""),
    ]


def test_two_homes_in_one_breath_are_kept_side_by_side(memory):
    tell(memory, ("2026-07-05", "I live in Turin and in Milan."))
    assert {(home, until) for home, _, until in spans(memory)} == {("Turin", ""), ("Milan", "")}
    assert len([c for c in memory.changes() if c.kind == "conflict"]) == 1


def test_a_chat_without_capitals_tells_the_same(memory):
    tell(memory, ("2026-07-05", "i live in turin"), ("2026-07-06", "i started working at google last week"))
    assert spans(memory) == [("Turin", "2026-07-05", "")]
    assert [home for home, _, _ in spans(memory, "WORKS_AT")] == ["Google"]


@pytest.mark.parametrize(
    ("before", "now", "question", "past"),
    [
        ("I live in Turin, and I love to live there.", "Actually we are in Milan since June.", "Where does Ada live?",
         "Where did Ada live before?"),
        ("我住在苏州，住得很习惯。", "我六月搬到杭州了。", "小明住在哪里？", "小明以前住在哪里？"),
    ],
)  # fmt: skip
def test_what_holds_is_found_before_what_it_took_the_place_of(memory, before, now, question, past):
    speaker = "Ada" if before.isascii() else "小明"
    tell(memory, ("2026-03-01", before), ("2026-06-14", now), speaker=speaker)
    found = [hit.text for hit in memory.search(question, now=on("2026-07-01"))]
    assert found.index(now) < found.index(before)
    assert memory.search(past, now=on("2026-07-01"))[0].text == before
