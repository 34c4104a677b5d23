"""What every store promises of lists: every record once, in order, in pages, restricted by filters."""

import pytest

from factories import day, make_entity, make_mentions, make_names, make_note, make_turn, remember
from memgraph_core.records.listing import ListedUid, ListQuery
from memgraph_core.records.search import Filters


@pytest.fixture
def filled(store):
    turns = [
        make_turn(
            f"t{n}", f"Word {n}.", speaker="Ada" if n % 2 else "Ben", said_at=day(n // 2), session=f"s{n % 3}"
        )
        for n in range(7)
    ]
    cleo = make_entity("cleo")
    remember(
        store, turns, entities=[cleo], names=make_names(cleo), mentions=make_mentions(turns[3], "cleo"),
        notes=[make_note(f"n{n}", turns=(f"t{n}",), said_at=day(n // 2)) for n in range(7)],
    )  # fmt: skip
    return store


def pages(store, of, limit, **query):
    found, after = [], None
    while page := store.listed(
        ListQuery(of=of, filters=query.pop("filters", Filters()), after=after, limit=limit, **query)
    ):
        found += [each.uid for each in page]
        after = page[-1]
        query["filters"] = query.get("filters", Filters())
    return found


@pytest.mark.parametrize("of", ["turn", "note"])
@pytest.mark.parametrize("limit", [1, 2, 3, 9])
def test_pages_hold_every_record_once_in_order_of_time(filled, of, limit):
    letter = of[0]
    newest = [f"{letter}{n}" for n in (6, 4, 5, 2, 3, 0, 1)]
    oldest = [f"{letter}{n}" for n in (0, 1, 2, 3, 4, 5, 6)]
    assert pages(filled, of, limit) == newest
    assert pages(filled, of, limit, newest=False) == oldest


@pytest.mark.parametrize(
    ("filters", "kept"),
    [
        (Filters(speaker="Ada"), [1, 3, 5]),
        (Filters(session="s0"), [0, 3, 6]),
        (Filters(since=day(1), until=day(3)), [2, 3, 4, 5]),
        (Filters(speaker="Ada", session="s0"), [3]),
        (Filters(entity="cleo"), [3]),
        (Filters(speaker="Nobody"), []),
    ],
)
def test_filters_restrict_the_list(filled, filters, kept):
    query = ListQuery(of="turn", filters=filters, newest=False, limit=99)
    assert [each.uid for each in filled.listed(query)] == [f"t{n}" for n in kept]


def test_a_filter_on_notes_lets_no_turn_pass_and_an_unknown_namespace_is_empty(filled, other_store):
    assert filled.listed(ListQuery(of="turn", filters=Filters(kind="episodic"))) == ()
    assert len(filled.listed(ListQuery(of="note", filters=Filters(kind="episodic")))) == 7
    assert other_store.listed(ListQuery(of="turn", filters=Filters())) == ()


def test_sensitive_notes_are_listed_only_when_asked_for(filled):
    remember(filled, notes=[make_note("secret", turns=("t1",), kind="vault", said_at=day(9))])
    assert "secret" not in [each.uid for each in filled.listed(ListQuery(of="note", filters=Filters()))]
    assert filled.listed(ListQuery(of="note", filters=Filters(kind="vault"))) == (
        ListedUid("secret", day(9)),
    )


def test_scheduled_notes_begin_in_the_period_or_end_in_it_or_recur(store):
    notes = [
        make_note("due", holds_from=None, holds_until=day(12)),
        make_note("overdue", holds_from=None, holds_until=day(9)),
        make_note("early", holds_from=day(9), holds_until=day(10)),
        make_note("first", holds_from=day(10)),
        make_note("last", holds_from=day(19), holds_until=day(40)),
        make_note("late", holds_from=day(20)),
        make_note("weekly", recurs="FREQ=WEEKLY;BYDAY=TU"),
        make_note("secret", holds_from=day(12), kind="vault"),
        make_note("hidden", holds_from=day(12), state="agent_generated"),
    ]
    remember(store, [make_turn("t1")], notes=notes)
    assert store.scheduled(day(10), day(20)) == ("first", "last", "due", "weekly")
    assert store.scheduled(day(30), day(40)) == ("weekly",)
