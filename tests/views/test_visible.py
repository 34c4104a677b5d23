"""Views of the turns of one user, on both stores: nothing of the turns of another user is in them."""

import pytest

from factories import NOW, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory

# Both users speak as Sam and mention Ben, so that facts and entities have sources in turns of both.
TURNS = [
    (0, "u1", "I work at Fiat. I live in Milan. My boss is Ben."),
    (1, "u2", "I work at Fiat since 2019. My boss is Ben Kramer."),
    (2, "u2", "I moved to Oslo on 3 March 2026. I love hang gliding."),
    (3, "u2", "My sister is a nurse. Vera's birthday is on 2 June."),
    (4, "u1", "Zoe's birthday is on 3 June. I like tea."),
    (5, "u1", "Who is the captain?"),
    (6, "u2", "When does the regatta start?"),
]
FOREIGN = ("Oslo", "2019", "Kramer", "March", "2026-03", "gliding", "nurse", "sister", "Vera", "regatta")
OWN = (("due", "Zoe"), ("gaps", "captain"), ("brief", "Milan"), ("profile", "tea"), ("boss", "Ben"))


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    for number, user, text in TURNS:
        memory.add(text, speaker="Sam", session=user, said_at=day(number), uid=f"t{number}", user_id=user)
    return memory


def test_no_view_of_a_user_contains_what_another_user_said(memory):
    shown = {
        "profile": memory.profile("Sam", user_id="u1").text(),
        "page": memory.profile("Sam", user_id="u1").page(),
        "boss": memory.profile("Ben", filters={"user_id": "u1"}).text(),
        "changes": memory.profile_changes("Sam", since=day(-1), user_id="u1").text(),
        "summary": memory.summarise(about="Sam", user_id="u1").text,
        "due": memory.due(days=400, now=day(0), user_id="u1").text(),
        "brief": memory.brief(day(-1), user_id="u1").text(),
        "gaps": memory.gaps(answered=True, user_id="u1").text(),
    }
    found = {(view, word) for view, text in shown.items() for word in FOREIGN if word in text}
    assert found == set()
    assert all(word in shown[view] for view, word in OWN)


def test_a_shared_fact_is_shown_as_the_user_stated_it(memory):
    mine, theirs = (memory.profile("Sam", user_id=user) for user in ("u1", "u2"))
    mine_work, their_work = (
        next(line for line in profile.lines if line.relation == "WORKS_AT") for profile in (mine, theirs)
    )
    assert mine_work.object == their_work.object == "Fiat"
    assert (mine_work.fact.grain, their_work.fact.grain) == (None, "year")
    assert set(mine_work.fact.notes).isdisjoint(their_work.fact.notes)
    (home,) = mine.section("home")
    assert (home.object, home.state) == ("Milan", "current")  # another user ended it
    assert {line.object for line in memory.profile("Sam").section("home")} == {"Milan", "Oslo"}


def test_a_name_that_only_others_mention_has_no_profile(memory):
    assert memory.profile("Vera", user_id="u1") is None
    assert memory.profile("Vera", user_id="u2") is not None
    boss = memory.profile("Ben", user_id="u1")
    assert (boss.name, boss.entity.mentions) == ("Ben", 1)


def test_views_refuse_filters_that_do_not_select_turns(memory):
    with pytest.raises(InvalidInput, match="kind"):
        memory.profile("Sam", filters={"kind": "semantic"})


def test_a_filter_that_restricts_nothing_is_accepted_by_views(memory):
    unrestricted = memory.profile("Sam", filters={"archived": False, "metadata": {}})
    assert unrestricted is not None
    assert unrestricted.text() == memory.profile("Sam").text()
