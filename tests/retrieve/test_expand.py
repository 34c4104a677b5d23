from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from factories import make_entity, make_fact, make_note, make_question, make_turn
from memgraph_core.records.graph import Entity
from memgraph_core.records.search import Candidates, Hop, Subgraph
from memgraph_core.retrieve.expand import (
    MAX_SEEDS,
    Bridge,
    SearchGraph,
    bridges,
    fact_scores,
    graph_of,
    nearness,
    path_to,
    routes_of,
    seeds_of,
    side_boost,
)
from memgraph_core.retrieve.pool import pool_of


def entity(name: str, mentions: int = 1) -> Entity:
    """An entity whose uid is its name in lower case."""
    return replace(make_entity(name.lower(), name), mentions=mentions)


def entities(*named: Entity) -> dict[str, Entity]:
    return {e.uid: e for e in named}


def graph(*named: Entity, about: Any = None, keys: tuple[str, ...] = (), **fields: Any) -> SearchGraph:
    """A graph over 100 documents. Each hop leads in both directions."""
    hops: dict[str, tuple[Hop, ...]] = {}
    for hop in fields.pop("hops", ()):
        back = replace(hop, source=hop.target, target=hop.source)
        hops[hop.source] = (*hops.get(hop.source, ()), hop)
        hops[hop.target] = (*hops.get(hop.target, ()), back)
    default: dict[str, Any] = {"documents": 100, "about": about or {}, "key_entities": keys, "hops": hops}
    return SearchGraph(entities=entities(*named), **default | fields)


def pool(*turns, notes=(), question="", **fields):
    query = make_question(question, **fields)
    return query, pool_of(query, turns, notes, {t: 1 for t in query.terms}, documents=100)


def turns(*texts: str):
    """One turn per text, t0, t1 …, each in a session of its own, so that they are not neighbours."""
    return tuple(make_turn(f"t{i}", text, session=f"s{i}", position=0) for i, text in enumerate(texts))


def near(graph: SearchGraph, *uids: str) -> list[float]:
    """The nearness of turns that each mention one of these entities."""
    _, found = pool(*turns(*uids))
    return nearness(graph, found, [frozenset([uid]) for uid in uids]).tolist()


def note_hop(source: str, target: str, note: str = "n1") -> Hop:
    return Hop(source, target, "note", note, "ABOUT")


def fact_hop(source: str, target: str, fact: str = "f1") -> Hop:
    return Hop(source, target, "fact", fact, "WORKS_AT")


# Graph


def candidates(**fields: Any) -> Candidates:
    default: dict[str, Any] = {
        "space": "ada#1",
        "documents": 100,
        "frequencies": {},
        "notes": (),
        "turns": (),
        "channels": {},
        "key_entities": {},
        "entities": {},
        "about": {},
    }
    return Candidates(**default | fields)


def subgraph(**fields: Any) -> Subgraph:
    default: dict[str, Any] = {
        "entities": {},
        "hops": (),
        "facts": {},
        "notes": (),
        "turns": (),
        "about": {},
    }
    return Subgraph(**default | fields)


def test_a_longer_name_hides_shorter_names_within_it():
    york, new_york = entity("York"), entity("New York")
    found = graph_of(make_question(), candidates(key_entities={"york": (york,), "new york": (new_york,)}))
    assert found.key_entities == ("new york",)


def test_a_lower_case_word_is_no_name_if_the_question_capitalises_names():
    country = replace(make_entity("country", "Country"), type="Thing")
    turin = replace(make_entity("turin", "Turin"), type="Place")
    named = candidates(key_entities={"country": (country,), "turin": (turin,)})

    def meant(question: str) -> tuple[str, ...]:
        return graph_of(make_question(question), named).key_entities

    assert meant("In which country does Ada love turin?") == ("turin",)
    assert meant("When did Country play in Turin?") == ("country", "turin")
    assert meant("which country is turin in and where am I") == ("country", "turin")
    assert meant("Did Ada leave the countryside for Country?") == ("country", "turin")


def test_an_ambiguous_name_means_its_two_most_mentioned_entities():
    homonyms = tuple(entity(f"Ben{n}") for n in range(3))
    assert graph_of(make_question(), candidates(key_entities={"ben": homonyms})).key_entities == (
        "ben0",
        "ben1",
    )


def test_the_speakers_are_those_of_the_candidate_turns():
    found = graph_of(
        make_question(),
        candidates(entities=entities(entity("Ada"), entity("Turin")), turns=(make_turn(speaker="Ada"),)),
    )
    assert found.speakers == {"ada"}


def test_hops_over_ended_facts_are_used_only_for_questions_about_the_past():
    ended = make_fact("f1", holds_until=make_turn().said_at)
    around = subgraph(hops=(fact_hop("ada", "turin"),), facts={"f1": ended})
    assert graph_of(make_question(), candidates(), around).hops == {}
    assert set(graph_of(make_question(intents=frozenset({"past"})), candidates(), around).hops) == {
        "ada",
        "turin",
    }


def test_a_hop_leads_in_both_directions():
    found = graph_of(make_question(), candidates(), subgraph(hops=(note_hop("ada", "turin"),)))
    assert found.hops["turin"] == (note_hop("turin", "ada"),)


def test_a_rare_entity_counts_more_than_a_common_one():
    found = graph(entity("Po", mentions=1), entity("Turin", mentions=80))
    assert found.rarity("po") == pytest.approx(1.0, abs=0.01)
    assert found.rarity("po") > found.rarity("turin") > 0


# Seeds


def test_key_entities_come_first_then_the_rarest_entities_of_the_best_turns():
    found = graph(
        entity("Ada"),
        entity("Turin", mentions=80),
        entity("Po"),
        entity("Dull"),
        about={"t0": ("turin", "po"), "t1": ("dull",)},
        keys=("ada",),
    )
    _, two = pool(*turns("good", "bad"))
    assert seeds_of(make_question(), found, two, np.array([0.9, 0.0])).entities == ("ada", "po", "turin")


def test_seeds_carry_the_terms_of_the_question_with_their_idf():
    query = make_question("population of Kansas")
    found = pool_of(query, turns("x"), (), {"population": 2, "kansas": 50}, documents=100)
    idf = dict(seeds_of(query, graph(), found, np.zeros(1)).terms)
    assert list(idf) == list(query.terms)
    assert idf["population"] > idf["kansas"] > 0


def test_there_are_at_most_eight_seeds():
    names = tuple(entity(f"E{n}") for n in range(20))
    found = graph(*names, keys=tuple(e.uid for e in names))
    _, one = pool(*turns("x"))
    assert len(seeds_of(make_question(), found, one, np.zeros(1)).entities) == MAX_SEEDS


def test_without_candidates_and_key_entities_there_are_no_seeds():
    _, empty = pool()
    assert seeds_of(make_question(), graph(), empty, np.zeros(0)).entities == ()


# Near


CHAIN = (note_hop("ada", "fiat"), note_hop("fiat", "mirafiori"), note_hop("mirafiori", "moon"))
CHAINED = (entity("Ada"), entity("Fiat"), entity("Mirafiori"), entity("Moon"))


def test_each_hop_halves_the_nearness_and_three_hops_are_too_far():
    found = graph(*CHAINED, keys=("ada",), hops=CHAIN)
    assert near(found, "ada", "fiat", "mirafiori", "moon") == [1.0, 0.5, 0.25, 0.0]


def test_a_turn_near_two_key_entities_counts_double():
    found = graph(
        *CHAINED,
        entity("Ben"),
        keys=("ada", "ben"),
        hops=(note_hop("ada", "fiat"), note_hop("ben", "fiat"), note_hop("ada", "moon")),
    )
    joined, single = near(found, "fiat", "moon")
    assert joined == pytest.approx(2 * single)


def test_routes_do_not_lead_over_speakers():
    hops = (note_hop("turin", "ada"), note_hop("ada", "fiat"))
    named = (entity("Ada"), entity("Turin"), entity("Fiat"))
    assert near(graph(*named, keys=("turin",), hops=hops), "fiat") == [0.25]
    assert near(graph(*named, keys=("turin",), hops=hops, speakers=frozenset(["ada"])), "fiat") == [0.0]


def test_a_mention_of_a_speaker_gives_no_nearness():
    found = graph(entity("Ada"), keys=("ada",), speakers=frozenset(["ada"]))
    assert near(found, "ada") == [0.0]


# Facts


def scores_of_facts(facts, *, past=False, relations=("LIVES_IN",), keys=("ada",)):
    """The fact scores of the turns of notes n0, n1 … for a question about these relations."""
    stating = turns(*(f.uid for f in facts))
    notes = [make_note(f"n{i}", turns=(f"t{i}",)) for i in range(len(facts))]
    query, found = pool(
        *stating,
        notes=notes,
        relations=frozenset(relations),
        intents=frozenset(["past"] if past else []),
    )
    by_uid = {f.uid: replace(f, notes=(f"n{i}",)) for i, f in enumerate(facts)}
    people = (make_entity("ada"), make_entity("ben"), make_entity("turin", type="Place"))
    return fact_scores(query, graph(*people, keys=keys, facts=by_uid), found).round(2).tolist()


TURIN = make_fact("f0", "ada", "LIVES_IN", "turin", holds_until=make_turn().said_at)
MILAN = make_fact("f1", "ada", "LIVES_IN", "milan")


def test_a_current_home_counts_more_than_a_former_one():
    assert scores_of_facts([TURIN, MILAN]) == [0.33, 1.0]


def test_for_a_question_about_the_past_both_count_equally():
    assert scores_of_facts([TURIN, MILAN], past=True) == [1.0, 1.0]


def test_a_fact_of_a_multi_valued_relation_counts_a_third():
    assert scores_of_facts([make_fact("f0", "ada", "LIKES", "tea")], relations=["LIKES"]) == [0.33]


def test_facts_of_other_relations_or_people_count_nothing():
    assert scores_of_facts([MILAN], relations=["WORKS_AT"]) == [0.0]
    assert scores_of_facts([MILAN], keys=("ben",)) == [0.0]


def test_without_a_named_person_facts_of_anybody_count_less():
    assert scores_of_facts([MILAN], keys=()) == [0.4]
    assert scores_of_facts([MILAN], keys=("turin",)) == [0.4]


def test_the_question_may_name_the_object_of_the_fact():
    assert scores_of_facts([MILAN], keys=("milan",)) == [1.0]


# Bridges


def bridged(found: SearchGraph, *given, question: str, scores) -> dict[int, Bridge]:
    query, two = pool(*given, question=question)
    return bridges(query, found, two, found.entities_of_turns(two), np.array(scores))


QUESTION = "company headquarters river"
HALVES = turns("Her company is Fiat", "Fiat has its headquarters by the river", "The river is cold")
FIAT = {"t0": ("fiat",), "t1": ("fiat",)}


def test_the_residue_of_a_good_turn_is_found_over_its_entity():
    found = bridged(graph(entity("Fiat"), about=FIAT), *HALVES, question=QUESTION, scores=[1.0, 0.1, 0.1])
    assert (found[1].source, found[1].entity) == (0, "fiat")
    assert found[1].score == pytest.approx(1.0, abs=0.02)
    assert 2 not in found


def test_a_bridge_scores_the_share_of_the_residue_in_its_target():
    halves = turns("Her company is Fiat", "Fiat lies by a river")
    found = bridged(graph(entity("Fiat"), about=FIAT), *halves, question=QUESTION, scores=[1.0, 0.0])
    assert found[1].score == pytest.approx(0.5, abs=0.02)


def test_a_turn_that_answers_the_whole_question_has_no_bridges():
    both = turns("company headquarters river of Fiat", "Fiat headquarters river")
    assert 1 not in bridged(graph(entity("Fiat"), about=FIAT), *both, question=QUESTION, scores=[1.0, 0.0])


def test_a_speaker_is_no_bridge():
    found = graph(entity("Fiat"), about=FIAT, speakers=frozenset(["fiat"]))
    assert bridged(found, *HALVES, question=QUESTION, scores=[1.0, 0.1, 0.1]) == {}


def test_a_key_entity_can_be_a_bridge():
    found = graph(entity("Fiat"), about=FIAT, keys=("fiat",))
    assert bridged(found, *HALVES, question=QUESTION, scores=[1.0, 0.1, 0.1])[1].entity == "fiat"


def test_a_common_entity_is_a_weaker_bridge():
    def score(mentions: int) -> float:
        known = graph(entity("Fiat", mentions), about=FIAT)
        return bridged(known, *HALVES, question=QUESTION, scores=[1.0, 0.1, 0.1])[1].score

    assert score(1) > score(50) > 0


def test_a_document_titled_with_the_entity_counts_more_than_twice_one_that_mentions_it():
    first = make_turn("t0", "Her company is Fiat", session="chat", position=0)
    text = "headquarters by the river"
    pages = [
        make_turn(uid, text, session=title, position=0, speaker=None, role="tool")
        for uid, title in (("t1", "Fiat"), ("t2", "Rivers of Italy"))
    ]
    known = graph(entity("Fiat"), about={uid: ("fiat",) for uid in ("t0", "t1", "t2")})
    _, found_pool = pool(first, *pages)
    index_of = {turn.uid: index for index, turn in enumerate(found_pool.turns)}
    scores = [1.0 if turn.uid == "t0" else 0.0 for turn in found_pool.turns]
    found = bridged(known, first, *pages, question=QUESTION, scores=scores)
    assert found[index_of["t1"]].score > 2 * found[index_of["t2"]].score > 0


def test_without_scores_there_are_no_bridges():
    assert bridged(graph(entity("Fiat"), about=FIAT), *HALVES, question=QUESTION, scores=[0, 0, 0]) == {}


# The path


def steps(found: SearchGraph, given, index: int, bridge: Bridge | None = None) -> list[tuple[str, str]]:
    _, several = pool(*given)
    return [(step.label, step.uid) for step in path_to(found, several, index, bridge, routes_of(found))]


def test_a_path_leads_from_a_key_entity_over_facts_and_notes_to_the_turn():
    found = graph(
        *CHAINED,
        about={"t0": ("mirafiori",)},
        keys=("ada",),
        hops=(fact_hop("ada", "fiat", "f7"), note_hop("fiat", "mirafiori", "n7")),
        facts={"f7": make_fact("f7", "ada", "WORKS_AT", "fiat")},
    )
    assert steps(found, turns("x"), 0) == [
        ("Entity", "ada"),
        ("Fact", "f7"),
        ("Entity", "fiat"),
        ("Note", "n7"),
        ("Entity", "mirafiori"),
        ("Turn", "t0"),
    ]


def test_of_equally_short_paths_the_one_over_a_fact_is_chosen():
    hops = (note_hop("ada", "fiat"), fact_hop("ada", "fiat", "f7"), note_hop("ada", "moon"))
    found = graph(
        *CHAINED,
        about={"t0": ("fiat",)},
        keys=("ada",),
        hops=hops,
        facts={"f7": make_fact("f7", "ada", "WORKS_AT", "fiat")},
    )
    assert ("Fact", "f7") in steps(found, turns("x"), 0)


def test_a_path_over_a_bridge_contains_its_source_turn_and_its_entity():
    found = graph(entity("Fiat"), about=FIAT)
    assert steps(found, HALVES, 1, Bridge(0, "fiat", 1.0)) == [
        ("Turn", "t0"),
        ("Entity", "fiat"),
        ("Turn", "t1"),
    ]


def test_the_path_of_a_turn_without_a_route_is_the_turn():
    assert steps(graph(*CHAINED, keys=("ada",)), turns("x"), 0) == [("Turn", "t0")]


# Comparisons


def test_a_comparison_has_a_turn_about_each_side_among_its_first_hits():
    about = [frozenset({"ada"})] * 5 + [frozenset({"ben"})] * 2
    scores = np.array([5.0, 4.0, 3.0, 2.0, 1.5, 1.0, 0.5])
    query = replace(make_question("compare"), intents=frozenset({"comparison"}))
    found = graph(entity("Ada"), entity("Ben"), keys=("ada", "ben"))
    boosted = scores + side_boost(query, found, about, scores)
    assert np.argsort(-boosted).tolist()[:4] == [0, 1, 2, 5]
    assert not side_boost(replace(query, intents=frozenset()), found, about, scores).any()
