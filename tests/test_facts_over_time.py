"""Facts over time, as people tell them: on every store, in English and Chinese, from turn to answer."""

from datetime import UTC, datetime

import pytest

from memgraph_core.engine import MemoryEngine
from memgraph_core.memory import Memory

SPEAKERS = {"en": "Ada", "zh": "小明"}


@pytest.fixture
def memory(database, namespace) -> Memory:
    return Memory(MemoryEngine(database), namespace)


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
    found = [f for f in memory.facts() if f.type == relation and not f.corrected]
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
    assert memory.forget(turns=[ended]).restored_facts == 1
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
    assert memory.forget(turns=[first]).kept_facts == 1
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
