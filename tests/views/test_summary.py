"""Extractive summaries, on both stores."""

import pytest

from factories import NOW, day, make_note
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.language.quoting import sources_in
from memgraph_core.language.sizes import estimated_tokens
from memgraph_core.memory import Memory
from memgraph_core.records.listing import ListQuery
from memgraph_core.records.search import Filters
from memgraph_core.retrieve.coverage_order import coverage, ordered_by_coverage

TURNS = [
    (0, "Ben", "s1", "I started at Kestrel on 20 April as a data engineer."),
    (0, "Ada", "s1", "I moved to Milan last week, the rent is 1,150 euros."),
    (1, "Ada", "s1", "Yes, Milan is nice."),
    (1, "Ben", "s1", "Clara's wedding is on 12 September in Verona."),
    (1, "Ada", "s1", "I love Milan a lot."),
    (9, "Ada", "s2", "My PIN is 4711."),
    (9, "李雷", "s2", "我5月3号搬到了成都，房租2500元。"),
]


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    turns = [
        {
            "uid": f"t{number}",
            "content": text,
            "speaker": speaker,
            "session": session,
            "said_at": day(at, 9 + number),
        }
        for number, (at, speaker, session, text) in enumerate(TURNS)
    ]
    memory.add(turns)
    return memory


def texts(summary) -> list[str]:
    return [note.text.partition(": ")[2] for note in summary.notes]


def test_a_summary_covers_names_numbers_and_dates_before_repetitions(memory):
    summary = memory.summarise(session="s1", tokens=100)
    assert texts(summary) == [TURNS[0][3], TURNS[1][3], TURNS[3][3]]
    assert summary.coverage > 0.7
    assert summary.total == 4


@pytest.mark.parametrize("tokens", [10, 30, 60, 1000])
def test_a_summary_fits_its_budget(memory, tokens):
    summary = memory.summarise(tokens=tokens)
    assert estimated_tokens(summary.text) <= tokens


def test_each_line_has_its_sources(memory):
    summary = memory.summarise(tokens=500)
    assert sources_in(summary.text) == tuple(uid for note in summary.notes for uid in note.turns)


def test_a_summary_of_a_period_and_of_an_entity(memory):
    assert texts(memory.summarise(since=day(9, 0), tokens=500)) == [TURNS[6][3]]
    assert set(texts(memory.summarise(about="Verona", tokens=500))) == {TURNS[3][3]}
    assert memory.summarise(about="Nobody").lines == ()


def test_no_secrets_nothing_forgotten_and_nothing_generated(memory):
    memory.add("Ada lives in Oslo since 2019 with 3 cats.", role="assistant", session="s1", said_at=day(2))
    memory.forget(turns=["t0"])
    text = memory.summarise(tokens=1000).text
    for word in ("4711", "Kestrel", "Oslo"):
        assert word not in text


def test_order_by_coverage_does_not_depend_on_the_order_of_the_notes():
    notes = [make_note(f"n{n}", f"Word {n % 3} and {n}.", keywords=(f"word{n % 3}",)) for n in range(9)]
    ordered = [note.uid for note in ordered_by_coverage(notes)]
    assert ordered == [note.uid for note in ordered_by_coverage(notes[::-1])]
    assert coverage(notes, notes) == pytest.approx(1.0)
    assert coverage([], notes) == 0.0


TALK = [
    ("Ada", "Hey Ben! Long time no see!"),
    ("Ben", "Hi Ada! I repaired the old sailing boat of my uncle last weekend."),
    ("Ada", "Wow, Ben, that sounds wonderful! You always work so hard on your boats and your projects."),
    ("Ben", "Thanks, Ada! Your kind words and your support really mean a lot to me."),
    ("Ada", "I signed up for a pottery course in Turin yesterday."),
    ("Ben", "Wow, Ada! Creativity and patience are a great source of strength and peace for everybody."),
    ("Ada", "Absolutely! Your friendship and your encouragement inspire me every single day."),
]


def test_a_summary_of_a_chat_quotes_reports_of_both_and_no_praise(database, namespace):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    for number, (speaker, text) in enumerate(TALK):
        memory.add(text, speaker=speaker, session="talk", said_at=day(2, 9 + number), uid=f"p{number}")
    summary = memory.summarise(session="talk", tokens=70)
    assert {"p1", "p4"} <= {uid for note in summary.notes for uid in note.turns}
    assert not {"p2", "p3", "p6"} & {uid for note in summary.notes for uid in note.turns}


WEEK = [
    (4, "s3", "Clara's wedding is on 12 September in Verona."),
    (4, "s3", "I paid 340 euros for the hotel in Verona."),
    (4, "s3", "My flight to Verona is on 11 September."),
    (5, "s4", "I started a course in Turin on 3 March."),
    (5, "s4", "The course costs 210 euros."),
    (5, "s4", "My teacher is called Marta."),
    (5, "s4", "Marta lives in Asti."),
    (5, "s4", "My password is tiger-77-Lake."),
    (5, "s4", "The exam is on 30 June."),
]


@pytest.fixture
def consolidated(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    for number, (at, session, text) in enumerate(WEEK):
        memory.add(
            text, speaker="Ada", session=session, said_at=day(at, 8 + number), uid=f"w{number}", user_id="ada"
        )
    assert memory.consolidate().summaries == 3  # session s4, its day, and the week
    return memory


SPANS = [
    {"session": "s4"},
    {"since": "2026-01-06", "until": "2026-01-07"},
    {"since": "2026-01-05", "until": "2026-01-12"},
]


def stored(memory) -> list[str]:
    listed = memory.store.listed(ListQuery(of="summary", filters=Filters()))
    return [note.text for note in memory.store.notes([each.uid for each in listed])]


@pytest.mark.parametrize("span", SPANS)
def test_a_stored_summary_is_the_computed_one(consolidated, span):
    summary = consolidated.summarise(**span)
    assert summary.text in stored(consolidated)
    assert consolidated.summarise(**span, user_id="ada") == summary
    assert consolidated.summarise(**span, user_id="ben").total == 0
    consolidated.rebuild(embedder="none")
    assert stored(consolidated) == []
    assert consolidated.summarise(**span) == summary


def test_only_summaries_of_changed_notes_are_made_again(consolidated):
    assert consolidated.consolidate().summaries == 0
    tent = "I bought a tent for 90 euros."
    consolidated.add(tent, speaker="Ada", session="s5", said_at=day(6), user_id="ada")
    assert "90 euros" in consolidated.summarise(**SPANS[2]).text  # before the next consolidation
    assert consolidated.consolidate().summaries == 1  # of the week
    assert consolidated.summarise(**SPANS[2]).text in stored(consolidated)


def test_a_stored_summary_contains_nothing_forgotten_and_nothing_sensitive(consolidated):
    assert not any("tiger" in text for text in stored(consolidated))
    consolidated.forget(turns=["w5", "w6"])
    assert not any("Marta" in text for text in stored(consolidated))
    assert "Marta" not in "".join(consolidated.summarise(**span).text for span in SPANS)
    consolidated.update("w8", "The exam is on 7 July.")
    assert "30 June" not in "".join(consolidated.summarise(**span).text for span in SPANS)
    consolidated.consolidate()
    assert not any("Marta" in text or "30 June" in text for text in stored(consolidated))
    assert (
        consolidated.stats().notes == consolidated.count("notes", filters=Filters()) + 1
    )  # the sensitive note
