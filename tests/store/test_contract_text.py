"""Contract of texts: any text is data, never syntax, and is returned unchanged."""

from contextlib import suppress

import pytest

from factories import (
    make_change,
    make_entity,
    make_fact,
    make_mentions,
    make_note,
    make_question,
    make_turn,
    make_turns,
    mention,
    remember,
    terms_of,
)
from memgraph_core.errors import InvalidInput
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import About, Name
from memgraph_core.records.inspect import EntityQuery, StreamQuery
from memgraph_core.records.log import ExtractionNeeds
from memgraph_core.records.plan import FactLookup, NeighbourLookup, SnapshotRequest
from memgraph_core.records.search import Filters, Limits, Seeds
from memgraph_core.records.validation import MAX_TEXT

ONE_LINE = {
    "Chinese": "我三月搬到了都灵。",
    "Arabic": "انتقلت إلى تورينو",
    "emoji": "👩🏽‍🚀 lands 🪐",
    "combining": "Zoe\u0308 lives in Ma\u0301laga",
    "wide": "Ａｄａ\u3000\u200b\u2028\ufeff",
    "quotes": 'O\'Brien said "`yes`" \\ and \\\' or \\"',
    "Cypher": "Ada'}) DETACH DELETE n //",
    "Cypher type": "LIVES_IN]->(x) MATCH (n) DETACH DELETE n WITH 1 AS y MATCH (a)-[:A",
    "SQL": "Robert'); DROP TABLE turns; --",
    "Lucene": '+must -not "phrase"~2 field:value fuzzy~ wild* ?ny [a TO z] {b} ^4 && || ! AND OR NOT ( *:* * p*',
    "FTS5": '"open NEAR(a b, 2) column : terms - {x y} ^start pea* *',
    "parameters": "$space {key} %s %(name)s :named ?1 @x #1",
    "percent": "100% _ %_ LIKE",
    "JSON": '{"a": [null, "\\u0000"]}',
    "numbers": "1e400 0x10 NaN 007",
    "beyond the basic plane": "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𠀋",
}
CONTROLLED = {
    "NUL": "before\x00after",
    "control characters": "bell\x07 escape\x1b[31m delete\x7f \x01",
    "lines": "first\r\nsecond\rthird\n\tfourth ",
    "surrounding spaces": "  \t words  ",
}
TEXTS = ONE_LINE | CONTROLLED


@pytest.mark.parametrize("name", TEXTS)
def test_every_text_is_returned_unchanged(store, name):
    text = TEXTS[name]
    turn = make_turn("t1", text, caption=text)
    note = make_note("n1", text, context=text, keywords=(text, "b"), tags=("c", text))
    ada = make_entity("ada", text)
    fact = make_fact("f1", "ada", "KNOWS", "ada", text=text)
    change = make_change(reason=text)
    remember(
        store,
        [turn],
        notes=[note],
        entities=[ada],
        mentions=make_mentions(turn, "ada"),
        facts=[fact],
        changes=[change],
    )
    [stored] = store.turns(["t1"])
    assert (stored.text, stored.caption) == (text, text)
    assert store.notes(["n1"]) == (note,)
    assert store.facts(None, 9) == (fact,)
    assert store.changes(9) == (change,)
    assert store.entities(EntityQuery())[0].name == text
    assert store.stream(StreamQuery())[0].name == text


@pytest.mark.parametrize("name", ONE_LINE)
def test_every_text_is_safe_as_a_name_or_uid(store, name):
    text = ONE_LINE[name]
    ada, bea = make_entity(f"e {text}", text), make_entity("bea")
    turn = make_turn(f"t {text}", "pear", session=f"s {text}", speaker=text, agent=text)
    remember(
        store,
        [turn],
        spoken_by={turn.uid: ada.uid},
        notes=[make_note(f"n {text}", "pear", turns=(turn.uid,), agent=text)],
        entities=[ada, bea],
        names=[Name(text, text, ada.uid)],
        mentions=make_mentions(turn, ada.uid),
        abouts=[About(f"n {text}", ada.uid, text), About(f"n {text}", "bea")],
        facts=[make_fact(f"f {text}", ada.uid, "KNOWS", "bea", notes=(f"n {text}",))],
    )
    assert store.turns([turn.uid])[0].speaker == text
    assert [one.uid for one in store.append([], ExtractionNeeds(name_keys=[text])).entities[text]] == [
        ada.uid
    ]
    probe = FactLookup(subject=text, type="KNOWS", object="", single=True)
    assert [
        fact.uid for fact in store.snapshot(SnapshotRequest(name_keys=(text,), facts=(probe,))).facts
    ] == [f"f {text}"]
    assert [item.turn for item in store.stream(StreamQuery(entity=ada.uid))] == [turn.uid]
    filters = Filters(entity=text, speaker=text, session=turn.session, agent=text)
    found = store.candidates(
        make_question(text, terms=("pear",), name_keys=(text,), filters=filters), Limits()
    )
    assert set(found.channels) == {turn.uid, f"n {text}"}
    around = store.expand(Seeds(entities=(ada.uid,)), make_question(text))
    assert ("bea", f"f {text}") in {(hop.target, hop.uid) for hop in around.hops}
    assert store.forget(Selection(session=turn.session)).turns == (turn.uid,)


@pytest.mark.parametrize("name", TEXTS)
def test_every_text_is_safe_in_a_query(store, name):
    """The engine's terms are words. Anything else finds nothing and does no harm."""
    text = TEXTS[name]
    remember(store, [make_turn("t1", "pear")], notes=[make_note("n1", "pear"), make_note("n2", "lamp")])
    pieces = tuple(dict.fromkeys(text.split()))
    found = store.candidates(
        make_question(text, terms=("pear", *pieces), name_keys=(text,)), Limits(neighbour_seeds=0)
    )
    assert set(found.channels) == {"n1", "t1"}
    assert not store.candidates(make_question(text, terms=pieces, name_keys=(text,)), Limits()).channels
    near = store.snapshot(
        SnapshotRequest(name_keys=(text,), notes=(NeighbourLookup(uid="new", terms=f"pear {text}"),))
    ).neighbours["new"]
    assert [one.uid for one in near] == ["n1"]
    assert store.stats().turns == 1


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_is_found_by_each_of_its_terms(store, name):
    text = TEXTS[name]
    terms = terms_of(text)
    remember(
        store,
        [make_turn("t1", text), make_turn("t2", "lamp")],
        notes=[make_note("n1", text), make_note("n2", "lamp")],
    )
    for term in terms.split():
        found = store.candidates(make_question(terms=(term,)), Limits(neighbour_seeds=0))
        assert set(found.channels) == {"n1", "t1"}, term
        assert found.frequencies[term] == 2


def test_chinese_is_found_by_character_and_by_pair_of_characters(store):
    turns = [
        make_turn("t1", "北京很冷", terms="北 京 北京 京很 很 冷 很冷"),
        make_turn("t2", "南京很热", terms="南 京 南京 京很 很 热 很热"),
    ]
    remember(store, turns)
    limits = Limits(neighbour_seeds=0)
    for terms, expected in {
        ("北京",): {"t1"},
        ("京",): {"t1", "t2"},
        ("南", "热"): {"t2"},
        ("东京",): set(),
    }.items():
        assert set(store.candidates(make_question(terms=terms), limits).channels) == expected


def test_stores_do_not_fold_or_stem_terms(store):
    """The engine folds terms. A store that folds or stems again would find more than the other store."""
    remember(store, [make_turn("t1", "x", terms="malaga pears"), make_turn("t2", "x", terms="málaga pear")])
    limits = Limits(neighbour_seeds=0)
    for term, expected in {"malaga": "t1", "málaga": "t2", "pear": "t2", "pears": "t1"}.items():
        assert set(store.candidates(make_question(terms=(term,)), limits).channels) == {expected}, term


def test_stop_words_and_operators_are_ordinary_terms(store):
    """The stores use no stop words, and read no term as an operator."""
    words = ("the", "and", "or", "not", "near", "to", "null", "true", "i")
    remember(store, [make_turn(f"t-{word}", word, session=word) for word in words])
    for word in words:
        assert set(store.candidates(make_question(terms=(word,)), Limits()).channels) == {f"t-{word}"}, word


def test_a_text_of_maximum_length_is_stored_and_found(store):
    text = ("medlar " + "pear plum quince " * (MAX_TEXT // 17))[: MAX_TEXT - 5] + " end."
    remember(store, [make_turn("t1", text)], notes=[make_note("n1", text)])
    assert store.turns(["t1"])[0].text == text
    assert store.notes(["n1"])[0].text == text
    found = store.candidates(make_question("end"), Limits())
    assert set(found.channels) == {"t1", "n1"}


def test_a_text_with_one_very_long_word_is_stored_and_found(store):
    text = "x" * (MAX_TEXT - 5) + " pear"
    remember(store, [make_turn("t1", text)], notes=[make_note("n1", text)])
    assert store.turns(["t1"])[0].text == text
    assert set(store.candidates(make_question("pear"), Limits()).channels) == {"t1", "n1"}


def test_a_lone_surrogate_is_refused(store):
    with pytest.raises(InvalidInput, match="surrogate"):
        make_turn("t1", "half \ud83d of it")
    remember(store, make_turns("t1"))
    with suppress(InvalidInput):  # refused or not found, never a crash
        assert not store.candidates(
            make_question(terms=("\ud83d",), name_keys=("\ud83d",)), Limits()
        ).channels
    assert store.stats().turns == 1


def test_a_query_may_have_hundreds_of_terms_and_keys(store):
    mention(store, "Ada", uid="t1")
    terms = tuple(f"word{number}" for number in range(1500))
    found = store.candidates(make_question(terms=(*terms, "ada"), name_keys=(*terms, "ada")), Limits())
    assert set(found.channels) == {"t1"}
    assert set(found.key_entities) == {"ada"}


def test_thousands_of_uids_can_be_requested_at_once(store):
    remember(store, make_turns("t1"), notes=[make_note()])
    uids = [f"x{number}" for number in range(5000)]
    assert [turn.uid for turn in store.turns([*uids, "t1"])] == ["t1"]
    assert [note.uid for note in store.notes([*uids, "n1"])] == ["n1"]
    assert store.forget(Selection(turns=(*uids, "t1"))).turns == ("t1",)
