"""Facts over time, from the turn to the answer: on every store, in English and Chinese."""

from datetime import UTC, datetime

import pytest

from factories import DIMENSION
from hashing_embedder import HashingEmbedder
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import ChangeError, InvalidInput
from memgraph_core.memory import Memory

SPEAKERS = {"en": "Ada", "zh": "小明"}


@pytest.fixture
def memory(database, namespace) -> Memory:
    return Memory(MemoryEngine(database, embedder=HashingEmbedder(DIMENSION)), namespace)


def on(date: str) -> datetime:
    return datetime.fromisoformat(date).replace(hour=9, tzinfo=UTC)


def add(memory: Memory, *texts: tuple[str, str], speaker: str = "Ada") -> list[str]:
    """Add each text as a turn of its own session, said and recorded on its date. Returns the uids."""
    uids = []
    for date, text in texts:
        receipt = memory.add(
            text, speaker=speaker, said_at=on(date), session=f"on {date}: {text}", now=on(date)
        )
        uids += [turn.uid for turn in receipt.turns]
    return uids


def spans(memory: Memory, relation: str = "LIVES_IN") -> list[tuple[str, str, str]]:
    """Object, start and end of every fact of a relation that was not corrected, in the order of time."""
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


@pytest.mark.parametrize(("language", "texts", "places"), HOME)
def test_a_move_and_a_move_back_are_three_intervals(memory, language, texts, places):
    add(memory, *texts, speaker=SPEAKERS[language])
    first, second = places
    assert spans(memory) == [
        (first, "2026-01-05", "2026-06-05"),
        (second, "2026-06-05", "2026-09-05"),
        (first, "2026-09-05", ""),
    ]


@pytest.mark.parametrize(("language", "texts", "places"), HOME)
def test_forgetting_the_middle_move_joins_the_intervals(memory, language, texts, places):
    _, moved, _ = add(memory, *texts, speaker=SPEAKERS[language])
    memory.forget(turns=[moved])
    first, _ = places
    assert spans(memory) == [(first, "2026-01-05", "2026-09-05"), (first, "2026-09-05", "")]


WORK = [
    ("en", "I work at Fiat.", "I no longer work at Fiat.", "Fiat"),
    ("en", "I work at Fiat.", "I used to work at Fiat.", "Fiat"),
    ("zh", "我在腾讯工作。", "我不在腾讯工作了。", "腾讯"),
]


@pytest.mark.parametrize(("language", "start", "end", "employer"), WORK)
def test_no_longer_ends_a_fact_until_that_turn_is_forgotten(memory, language, start, end, employer):
    texts = [("2026-01-05", start), ("2026-06-05", end)]
    _, ended = add(memory, *texts, speaker=SPEAKERS[language])
    assert spans(memory, "WORKS_AT") == [(employer, "2026-01-05", "2026-06-05")]
    assert len(memory.forget(turns=[ended]).restored_facts) == 1
    assert spans(memory, "WORKS_AT") == [(employer, "2026-01-05", "")]


@pytest.mark.parametrize(
    ("language", "home", "death"),
    [
        ("en", "My uncle lives in Leeds.", "My uncle died on 3 May 2019."),
        ("zh", "我舅舅住在西安。", "我舅舅2019年5月3日去世了。"),
    ],
)
def test_a_death_is_at_its_stated_day_and_ends_what_began_before(memory, language, home, death):
    add(memory, ("2018-02-01", home), ("2026-01-05", death), speaker=SPEAKERS[language])
    assert [(since, until) for _, since, until in spans(memory, "DIED")] == [("2019-05-03", "")]
    assert [(since, until) for _, since, until in spans(memory)] == [("2018-02-01", "2019-05-03")]


def test_forgetting_one_of_two_turns_that_end_a_fact_does_not_reopen_it(memory):
    _, first, _ = add(
        memory,
        ("2026-01-05", "I work at Fiat."),
        ("2026-06-05", "I no longer work at Fiat."),
        ("2026-07-05", "I used to work at Fiat."),
    )
    assert spans(memory, "WORKS_AT") == [("Fiat", "2026-01-05", "2026-06-05")]
    memory.forget(turns=[first])
    assert spans(memory, "WORKS_AT") == [("Fiat", "2026-01-05", "2026-07-05")]


def test_a_later_stated_end_date_replaces_the_date_of_the_turn(memory):
    add(
        memory,
        ("2026-01-05", "I work at Fiat."),
        ("2026-06-05", "I no longer work at Fiat."),
        ("2026-07-05", "I left Fiat in April."),
    )
    [(employer, since, until)] = spans(memory, "WORKS_AT")
    assert (employer, since, until[:7] in ("2026-04", "2026-05")) == ("Fiat", "2026-01-05", True)


@pytest.mark.parametrize("over", ["我辞职了。", "我换工作了。", "我不在菲亚特工作了。"])
def test_a_job_that_is_quit_in_chinese_ends_without_the_name_of_the_employer(memory, over):
    add(memory, ("2026-01-05", "我在菲亚特工作。"), ("2026-07-05", over), speaker="小明")
    assert spans(memory, "WORKS_AT") == [("菲亚特", "2026-01-05", "2026-07-05")]


@pytest.mark.parametrize("text", ["我快退休了。", "我打算辞职。", "如果我辞职了就好了。", "我没辞职。"])
def test_a_resignation_that_has_not_happened_ends_no_job_in_chinese(memory, text):
    add(memory, ("2026-01-05", "我在菲亚特工作。"), ("2026-07-05", text), speaker="小明")
    assert spans(memory, "WORKS_AT") == [("菲亚特", "2026-01-05", "")]


@pytest.mark.parametrize(
    ("language", "liked", "over", "relation"),
    [
        ("en", "I like tea.", "I don't like tea anymore.", "LIKES"),
        ("zh", "我喜欢喝茶。", "我不喜欢喝茶了。", "LIKES"),
    ],
)
def test_a_preference_that_changes_ends_and_can_hold_again(memory, language, liked, over, relation):
    texts = [("2026-01-05", liked), ("2026-06-05", over), ("2026-09-05", liked)]
    add(memory, *texts, speaker=SPEAKERS[language])
    assert [row[1:] for row in spans(memory, relation)] == [("2026-01-05", "2026-06-05"), ("2026-09-05", "")]


def test_a_second_preference_ends_nothing(memory):
    add(memory, ("2026-01-05", "I like tea."), ("2026-06-05", "I like coffee."))
    assert [(row[0], row[2]) for row in spans(memory, "LIKES")] == [("tea", ""), ("coffee", "")]


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize(
    ("before", "naming", "name", "relation"),
    [
        ("My husband plays chess.", "My husband Tom is a nurse.", "Tom", "MARRIED_TO"),
        ("My sister lives in Bari.", "My sister's name is Clara.", "Clara", "SIBLING_OF"),
        ("我老公在华为上班。", "我老公叫张伟。", "张伟", "MARRIED_TO"),
    ],
)
def test_a_relative_who_is_named_later_is_one_person(memory, together, before, naming, name, relation):
    turns = [{"text": text, "speaker": "Ada", "said_at": on("2026-01-05")} for text in (before, naming)]
    for part in [turns] if together else [[turn] for turn in turns]:
        memory.add(part, now=on("2026-01-05"))
    assert [(name, end) for name, _, end in spans(memory, relation)] == [(name, "")]
    [earlier] = {fact.subject_name for fact in memory.facts() if fact.type not in (relation, "WORKS_AS")}
    assert earlier == name


def test_the_end_of_a_partnership_ends_the_one_that_is_stored(memory):
    add(memory, ("2026-01-05", "My wife loves tea."), ("2026-03-05", "My wife and I broke up."))
    assert [end for _, _, end in spans(memory, "MARRIED_TO")] == ["2026-03-05"]


def test_a_corrected_date_moves_the_start_and_the_end_of_the_fact_before(memory):
    *_, corrected = add(
        memory,
        ("2026-01-05", "I live in Turin."),
        ("2026-08-05", "I moved to Milan in June 2026."),
        ("2026-08-06", "Actually, I moved to Milan in July 2026."),
    )
    assert spans(memory) == [("Turin", "2026-01-05", "2026-07-01"), ("Milan", "2026-07-01", "")]
    memory.forget(turns=[corrected])
    assert spans(memory) == [("Turin", "2026-01-05", "2026-06-01"), ("Milan", "2026-06-01", "")]


def test_a_coarser_date_of_the_same_fact_corrects_nothing(memory):
    add(
        memory,
        ("2026-08-05", "I moved to Milan in June 2026."),
        ("2026-08-06", "I have lived in Milan since 2026."),
    )
    assert spans(memory) == [("Milan", "2026-06-01", "")]


def test_a_second_birthplace_is_a_correction_and_not_a_change(memory):
    _, second = add(
        memory, ("2026-01-05", "I was born in Turin."), ("2026-01-06", "Actually I was born in Milan.")
    )
    assert spans(memory, "BORN_IN") == [("Milan", "", "")]
    memory.forget(turns=[second])
    assert spans(memory, "BORN_IN") == [("Turin", "", "")]


def test_facts_stated_out_of_order_are_placed_by_their_time(memory):
    *_, late = add(
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


def test_since_june_starts_in_june_and_ends_the_fact_before(memory):
    add(
        memory,
        ("2026-03-05", "I live in Turin."),
        ("2026-07-14", "Actually we have lived in Milan since June 2026."),
    )
    assert spans(memory)[0] == ("Turin", "2026-03-05", "2026-06-01")


def test_several_sources_support_one_fact_until_the_last_of_them_is_forgotten(memory):
    first, second = add(memory, ("2026-01-05", "I live in Turin."), ("2026-02-05", "I live in Turin."))
    [fact] = [f for f in memory.facts() if f.type == "LIVES_IN"]
    assert len(fact.notes) == 2
    assert [kept.turns for kept in memory.forget(turns=[first]).kept_facts] == [(second,)]
    assert [row[0] for row in spans(memory)] == ["Turin"]
    memory.forget(turns=[second])
    assert spans(memory) == []


def test_contradictory_facts_are_both_kept_and_flagged(memory):
    add(memory, ("2026-09-05", "I have lived in Milan since June 2026."))
    memory.add(
        "You live in Oslo.", role="assistant", speaker="Ada", said_at=on("2026-09-06"), now=on("2026-09-06")
    )
    add(memory, ("2026-09-07", "I lived in Turin from July 2026 to August 2026."))
    flagged = {f.uid for f in memory.facts() if f.conflicts}
    assert len(flagged) >= 2
    assert "conflict" in {change.kind for change in memory.changes()}


def test_a_move_of_one_person_does_not_change_another(memory):
    add(memory, ("2026-01-05", "I live in Turin."))
    add(memory, ("2026-02-05", "I live in Turin."), speaker="Bea")
    add(memory, ("2026-03-05", "I moved to Milan."))
    assert sorted(row[0] for row in spans(memory) if not row[2]) == ["Milan", "Turin"]


def test_a_context_marks_corrected_and_ended_facts(memory):
    add(
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
    assert "works at: until 2026-06-05, since 2026-06-18 Lancia" in work
    assert "works at: corrected since, from 2026-06-18 on" in work


@pytest.mark.parametrize(
    ("question", "texts", "lines"),
    [
        (
            "Where does Ada live?",
            ["I live in Turin.", "I live in Milan now.", "I moved back to Turin."],
            ["lives in: until 2026-02-01, since 2026-03-01 Turin", "lives in: until 2026-03-01, since then Turin"],
        ),
        (
            "Ada住在哪里？",
            ["我住在都灵。", "我现在住在米兰了。", "我搬回都灵了。"],
            ["住在：至2026-02-01，自2026-03-01起是都灵", "住在：至2026-03-01，此后是都灵"],
        ),
        (
            "What does Ada like?",
            ["I like green tea.", "I no longer like green tea.", "I like coffee."],
            ["likes: until 2026-02-01]"],
        ),
    ],
    ids=["in English", "in Chinese", "several values, no replacement"],
)  # fmt: skip
def test_an_ended_fact_names_its_replacement(memory, question, texts, lines):
    add(memory, *((f"2026-0{month}-01", text) for month, text in enumerate(texts, start=1)))
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
def test_a_move_with_a_coarse_date_follows_the_fact_before(memory, first, then):
    add(memory, ("2026-01-05", first), ("2026-02-05", then), ("2026-02-07", then))
    old, new = sorted(memory.facts("Ada"), key=lambda fact: fact.holds_from)
    assert (old.holds_until, new.holds_until) == (new.holds_from, None)
    assert new.holds_from.isoformat()[:10] == "2026-01-06"
    assert len(new.notes) == 2


def test_a_move_in_the_evening_follows_a_statement_of_the_morning(memory):
    memory.add("I live in Turin.", speaker="Ada", said_at="2026-01-05T09:00:00+00:00")
    memory.add("I moved to Milan today.", speaker="Ada", said_at="2026-01-05T19:00:00+00:00")
    (now,) = memory.facts("Ada", as_of="2026-01-06")
    assert now.object_name == "Milan"


# Undo


def change_of(memory, kind):
    return next(change.uid for change in memory.changes() if change.kind == kind)


def test_an_undone_move_stays_undone_when_a_neighbouring_turn_is_processed_again(memory):
    at = on("2026-01-05")
    memory.add("I like tea.", uid="t0", speaker="Ada", said_at=at, session="s", now=at)
    memory.add("I live in Turin.", uid="t1", speaker="Ada", said_at=at, session="before", now=at)
    memory.add("I moved to Milan.", uid="t2", speaker="Ada", said_at=on("2026-06-05"), session="s", now=at)
    undone = memory.undo(change_of(memory, "supersede"), reason="she has both flats")
    assert (undone.kind, undone.by) == ("undo", "user")
    assert [row[2] for row in spans(memory)] == ["", ""]
    memory.forget(turns=["t0"])  # t2 is in the same session and is processed again
    assert [row[2] for row in spans(memory)] == ["", ""]


def test_an_end_can_be_undone_once(memory):
    add(memory, ("2026-01-05", "I work at Fiat."), ("2026-06-05", "I no longer work at Fiat."))
    ended = change_of(memory, "end")
    memory.undo(ended)
    assert spans(memory, "WORKS_AT") == [("Fiat", "2026-01-05", "")]
    with pytest.raises(ChangeError, match="undone already"):
        memory.undo(ended)


def test_an_undone_correction_restores_the_first_statement(memory):
    add(memory, ("2026-01-05", "I was born in Turin."), ("2026-01-06", "Actually I was born in Milan."))
    memory.undo(change_of(memory, "correct"))
    assert spans(memory, "BORN_IN") == [("Turin", "", "")]


def test_a_change_is_not_undone_before_later_changes_that_depend_on_it(memory):
    add(memory, *HOME[0][1])
    last, first = (change.uid for change in memory.changes() if change.kind == "supersede")
    with pytest.raises(ChangeError, match=last):
        memory.undo(first)
    memory.undo(last)
    memory.undo(first)
    assert [row[2] for row in spans(memory)] == ["", "", ""]


def test_a_merge_can_be_undone_and_a_forget_cannot(memory):
    (turn,) = add(memory, ("2026-01-05", "Bob met Bobby in Turin."))
    memory.merge("Bobby", "Bob")
    memory.undo(change_of(memory, "merge"))
    assert {"Bob", "Bobby"} <= {entity.name for entity in memory.entities()}
    memory.forget(turns=[turn])
    with pytest.raises(ChangeError, match="add them again with force"):
        memory.undo(change_of(memory, "forget"))
    with pytest.raises(InvalidInput, match="no change"):
        memory.undo("unknown")


def test_an_undo_survives_a_rebuild(memory):
    add(memory, ("2026-01-05", "I live in Turin."), ("2026-06-05", "I moved to Milan."))
    memory.undo(change_of(memory, "supersede"))
    planned = memory.rebuild(dry_run=True).difference
    assert planned is not None
    assert (planned.facts.gained, planned.facts.lost) == (0, 0)
    memory.rebuild()
    assert [row[2] for row in spans(memory)] == ["", ""]


def test_forgetting_a_note_forgets_its_source_turns(memory):
    kept, forgotten = add(memory, ("2026-01-05", "I live in Turin."), ("2026-06-05", "I moved to Milan."))
    (fact,) = memory.facts("Milan")
    assert memory.forget(notes=fact.notes).turns == (forgotten,)
    assert spans(memory) == [("Turin", "2026-01-05", "")]
    assert [turn.uid for turn in memory.turns([kept, forgotten])] == [kept]
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
        "dentist appointment",
    ),
    ("zh", "周三有产品会议。", "产品会议改到周五了。", "小明的产品会议"),
    ("zh", "周三我有个面试。", "我提到的面试推迟到周五了。", "小明的面试"),
]


@pytest.mark.parametrize(("language", "text", "moved", "event"), MOVED)
def test_a_moved_event_has_a_new_day_and_keeps_the_old_one_as_ended(memory, language, text, moved, event):
    add(memory, ("2026-07-06", text), ("2026-07-07", moved), speaker=SPEAKERS[language])
    assert spans(memory, "HAPPENS_ON") == [
        ("2026-07-08", "2026-07-06", "2026-07-07"),
        ("2026-07-10", "2026-07-07", ""),
    ]
    named = {entity.uid: entity.name for entity in memory.entities(limit=100)}
    assert {named[f.subject] for f in memory.facts() if f.type == "HAPPENS_ON"} == {event}
    (change,) = (c for c in memory.changes() if c.kind == "supersede")
    memory.undo(change.uid)
    assert [until for _, _, until in spans(memory, "HAPPENS_ON")] == ["", ""]


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("I have a meeting with Bob on Wednesday.", "It's been pushed to Friday."),
        ("The dentist appointment is on Wednesday.", "the clinic rang, they've moved me to Friday"),
    ],
)
def test_an_event_without_a_name_is_the_one_of_the_turn_before(memory, text, moved):
    for words in (text, moved):
        memory.add(words, speaker="Ada", said_at=on("2026-07-06"), session="one")
    (day,) = (day for day, _, end in spans(memory, "HAPPENS_ON") if not end)
    assert day == "2026-07-10"


def test_a_plan_called_off_in_the_next_turn_ends_and_an_older_one_holds(memory):
    for day, text in (
        ("06", "I'm planning to visit Turin."),
        ("07", "I'm planning to visit Milan."),
        ("08", "That fell through."),
    ):
        memory.add(text, speaker="Ada", said_at=on(f"2026-07-{day}"), session="one")
    assert [plan for plan, _, end in spans(memory, "PLANS_TO") if not end] == ["visit Turin"]


def test_the_place_of_a_coming_event_is_replaced_before_its_day(memory):
    for text in (
        "The gig is on the 27th at the Blue Door.",
        "The bar flooded, so it's at Cellar Nine instead.",
    ):
        memory.add(text, speaker="Ada", said_at=on("2026-07-06"), session="one")
    assert [place for place, _, end in spans(memory, "LOCATED_IN") if not end] == ["Cellar Nine"]


def test_moving_a_meeting_does_not_move_another_one(memory):
    add(
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
    ("language", "relation", "statement", "correction"),
    [
        ("en", "VISITED", "I visited Turin yesterday.", "Actually it was on the 3rd."),
        ("zh", "MET", "我昨天见了张伟。", "不对，是3号。"),
    ],
)
def test_an_occasion_on_another_day_is_another_fact_and_a_correction_changes_the_last(
    memory, language, relation, statement, correction
):
    for date in ("2026-07-06", "2026-07-21"):
        memory.add(statement, speaker=SPEAKERS[language], said_at=on(date), session=date)
    assert [since for _, since, _ in spans(memory, relation)] == ["2026-07-05", "2026-07-20"]
    memory.add(correction, speaker=SPEAKERS[language], said_at=on("2026-07-21"), session="2026-07-21")
    assert [since for _, since, _ in spans(memory, relation)] == ["2026-07-03", "2026-07-05"]


@pytest.mark.parametrize(
    ("language", "statement", "correction"),
    [
        ("en", "I moved to Turin on March 5th.", "Actually it was on the 3rd."),
        ("en", "I moved to Turin on March 5th.", "I said March 5th, but it was March 3rd."),
        ("en", "I moved to Turin on March 5th.", "It was March 3rd, not March 5th, the move."),
        ("zh", "我3月5号搬到了上海。", "不对，是3号。"),
    ],
)
def test_a_date_corrected_in_the_next_turn_replaces_the_first(memory, language, statement, correction):
    for text in (statement, correction):
        memory.add(text, speaker=SPEAKERS[language], said_at=on("2026-07-06"), session="one")
    assert [since for _, since, _ in spans(memory)] == ["2026-03-03"]


@pytest.mark.parametrize(
    ("language", "past", "present", "employer"),
    [
        ("en", "I used to work at Fiat.", "I started working at Google in June.", "Google"),
        ("zh", "我以前在华为工作。", "我从六月起在腾讯工作。", "腾讯"),
    ],
)
def test_a_fact_already_ended_when_stated_ends_no_later_fact(memory, language, past, present, employer):
    add(memory, ("2026-07-05", past), ("2026-07-06", present), speaker=SPEAKERS[language])
    assert (employer, "2026-06-01", "") in spans(memory, "WORKS_AT")


@pytest.mark.parametrize(
    ("language", "texts", "colours"),
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
def test_there_is_one_current_favourite_per_kind(memory, language, texts, colours):
    add(memory, ("2026-07-05", texts[0]), ("2026-07-06", texts[1]), speaker=SPEAKERS[language])
    first, second = colours
    assert spans(memory, "FAVORITE_COLOR") == [
        (first, "2026-07-05", "2026-07-06"),
        (second, "2026-07-06", ""),
    ]


def test_two_homes_in_one_statement_are_both_kept(memory):
    add(memory, ("2026-07-05", "I live in Turin and in Milan."))
    assert {(home, until) for home, _, until in spans(memory)} == {("Turin", ""), ("Milan", "")}
    assert len([c for c in memory.changes() if c.kind == "conflict"]) == 1


def test_a_chat_without_capitals_yields_the_same_facts(memory):
    add(memory, ("2026-07-05", "i live in turin"), ("2026-07-06", "i started working at google last week"))
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
def test_a_current_fact_ranks_above_the_fact_it_replaced(memory, before, now, question, past):
    speaker = "Ada" if before.isascii() else "小明"
    add(memory, ("2026-03-01", before), ("2026-06-14", now), speaker=speaker)
    found = [hit.text for hit in memory.search(question, now=on("2026-07-01"))]
    assert found.index(now) < found.index(before)
    assert memory.search(past, now=on("2026-07-01"))[0].text == before


def test_a_corrected_fact_shows_no_end(memory):
    memory.add("Signe was born on September 4, 3,420 grams.", speaker="Ada", said_at=on("2026-09-05"))
    memory.add("Signe was born on September 5.", speaker="Ada", said_at=on("2026-09-06"))
    shown = sorted(str(fact) for fact in memory.facts())
    assert shown == ["Signe BORN_ON September 4 (never held)", "Signe BORN_ON September 5"]


@pytest.mark.parametrize(
    ("language", "text", "question"),
    [("en", "I used to live in Rome.", "Where did I live?"), ("zh", "我以前住在罗马。", "我以前住在哪里？")],
)
def test_a_state_that_is_only_said_to_be_over_has_no_day_of_its_end(memory, language, text, question):
    add(memory, ("2026-01-05", text), speaker=SPEAKERS[language])
    (fact,) = memory.facts()
    assert "ended before 2026-01-05" in str(fact)
    context = memory.context(question).text
    remark = "lives in: ended before 2026-01-05" if language == "en" else "2026-01-05之前已结束"
    assert remark in context


@pytest.mark.parametrize(
    ("language", "texts", "relation", "expected"),
    [
        (
            "en",
            ["I work at Fiat.", "I accepted the offer from Kestrel. I start on April 1st."],
            "WORKS_AT",
            [("Fiat", "2026-01-05", "2026-04-01"), ("Kestrel", "2026-04-01", "")],
        ),
        (
            "en",
            ["I live in Turin.", "We got the house in Genoa! Moving on June 13."],
            "LIVES_IN",
            [("Turin", "2026-01-05", "2026-06-13"), ("Genoa", "2026-06-13", "")],
        ),
        (
            "zh",
            ["我住在成都。", "我们在苏州买了房，六月十三号搬家。"],
            "LIVES_IN",
            [("成都", "2026-01-05", "2026-06-13"), ("苏州", "2026-06-13", "")],
        ),
    ],
)
def test_what_is_arranged_begins_on_its_stated_day(memory, language, texts, relation, expected):
    add(memory, ("2026-01-05", texts[0]), ("2026-02-05", texts[1]), speaker=SPEAKERS[language])
    assert spans(memory, relation) == expected


# Plans and planned states with a day.

MOVE = [("2026-03-01", "I live in Leeds."), ("2026-03-08", "I'm moving to Bergen on May 2.")]


def homes_on(memory: Memory, day: str) -> list[str]:
    return [f.object_name for f in memory.facts(as_of=on(day)) if f.type == "LIVES_IN"]


def test_a_plan_with_a_day_holds_until_the_day_is_over(memory):
    add(memory, ("2026-03-01", "We're visiting Oslo on April 5."))
    assert spans(memory, "PLANS_TO") == [("visit Oslo", "2026-03-01", "2026-04-06")]
    for day, count in (("2026-03-20", 1), ("2026-04-05", 1), ("2026-04-07", 0)):
        assert len([f for f in memory.facts(as_of=on(day)) if f.type == "PLANS_TO"]) == count


def test_a_planned_move_becomes_the_home_on_its_day(memory):
    add(memory, *MOVE)
    assert spans(memory) == [("Leeds", "2026-03-01", "2026-05-02"), ("Bergen", "2026-05-02", "")]
    assert homes_on(memory, "2026-04-30") == ["Leeds"]
    assert homes_on(memory, "2026-05-03") == ["Bergen"]


def test_a_planned_move_that_is_called_off_ends_nothing(memory):
    add(memory, *MOVE)
    add(memory, ("2026-03-15", "We're not moving to Bergen after all."))
    assert spans(memory) == [("Leeds", "2026-03-01", "")]
    assert spans(memory, "PLANS_TO") == [("move to Bergen", "2026-03-08", "2026-03-15")]
    assert homes_on(memory, "2026-05-03") == ["Leeds"]


@pytest.mark.parametrize(
    "said", ["The move has been pushed back to June 1.", "We're moving to Bergen on June 1 now."]
)
def test_a_planned_move_can_get_a_later_day(memory, said):
    add(memory, *MOVE)
    add(memory, ("2026-03-15", said))
    assert spans(memory) == [("Leeds", "2026-03-01", "2026-06-01"), ("Bergen", "2026-06-01", "")]
    assert spans(memory, "PLANS_TO")[-1] == ("move to Bergen", "2026-03-15", "2026-06-02")
    add(memory, ("2026-03-22", "The move is off."))
    assert spans(memory) == [("Leeds", "2026-03-01", "")]


def test_forgetting_a_cancellation_makes_the_plan_hold_again(memory):
    add(memory, *MOVE)
    [uid] = add(memory, ("2026-03-15", "We're not moving to Bergen after all."))
    memory.forget(turns=[uid])
    assert ("Bergen", "2026-05-02", "") in spans(memory)
    assert spans(memory, "PLANS_TO") == [("move to Bergen", "2026-03-08", "2026-05-03")]


def test_a_plan_ends_when_what_was_planned_is_done(memory):
    add(memory, ("2026-03-01", "We're getting a kitten."), ("2026-03-09", "We got the kitten!"))
    assert spans(memory, "PLANS_TO") == [("get kitten", "2026-03-01", "2026-03-09")]
    [change] = [c for c in memory.changes() if c.kind == "end"]
    memory.undo(change.uid)
    assert spans(memory, "PLANS_TO") == [("get kitten", "2026-03-01", "")]
