"""Entity resolution: the entities of names, aliases and merges."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factories import NOW, make_entity, make_turn
from memgraph_core.language.aliases import can_be_stated_same
from memgraph_core.language.names import name_key
from memgraph_core.plan.draft import draft_of
from memgraph_core.plan.resolution import resolve
from memgraph_core.records.extraction import (
    ExtractedAlias,
    ExtractedFact,
    ExtractedMention,
    Extraction,
    ExtractionWindow,
)
from memgraph_core.records.graph import Entity
from memgraph_core.records.plan import PlanningSnapshot


def resolved(*mentions, known=None, facts=(), aliases=(), speaker="Ada", apart=()):
    extracted = tuple(ExtractedMention(turn="t1", name=name, type=type_) for name, type_ in mentions)
    window = ExtractionWindow(turns=(make_turn(speaker=speaker),))
    draft = draft_of(
        window, Extraction(extractor="rules", mentions=extracted, facts=facts, aliases=aliases), "space", NOW
    )
    known = PlanningSnapshot(
        space="space", version=1, entities=known or {}, kept_apart=frozenset(map(frozenset, apart))
    )
    return resolve(draft, known)


def test_two_spellings_of_a_name_are_one_entity_with_the_longer_name():
    found = resolved(("at&t", None), ("The AT&T", "Organization"))
    assert [(e.name, e.type) for e in found.entities if e.name != "Ada"] == [("The AT&T", "Organization")]
    assert found.uid("AT&T") == found.uid("the at&t")


def test_the_uid_of_a_new_name_is_deterministic():
    assert resolved(("李娜", "Person")).uid("李娜") == resolved(("李娜", None)).uid("李娜")


def test_a_name_with_several_entities_means_the_most_mentioned_one():
    two = (make_entity("rome-city", "Rome", "Place"), make_entity("rome-band", "Rome", "Organization"))
    found = resolved(("Rome", None), known={"rome": two}, speaker=None)
    assert (found.uid("Rome"), found.entities, found.names) == ("rome-city", (), ())


def test_an_entity_of_type_thing_takes_a_known_type_and_others_keep_theirs():
    known = {"coco": (make_entity("coco", "Coco", "Thing"),), "rome": (make_entity("rome", "Rome", "Place"),)}
    found = resolved(("Coco", "Person"), ("Rome", "Organization"), known=known, speaker=None)
    assert found.entities == (Entity(uid="coco", name="Coco", type="Person"),)


def test_a_person_with_the_name_of_a_place_is_another_entity():
    known = {"paris": (make_entity("city", "Paris", "Place"),)}
    found = resolved(("Paris", "Person"), known=known, speaker=None)
    assert [(e.name, e.type) for e in found.entities] == [("Paris", "Person")]
    assert found.uid("Paris") != "city"
    assert resolved(("Paris", None), known=known, speaker=None).uid("Paris") == "city"


def test_another_form_of_a_stored_name_is_a_name_of_the_same_entity():
    known = {"mit": (make_entity("m", "MIT", "Organization"),)}
    found = resolved(("Massachusetts Institute of Technology", None), known=known, speaker=None)
    assert (found.entities, [(n.key, n.entity) for n in found.names]) == (
        (),
        [("massachusetts institute of technology", "m")],
    )


def test_the_forms_of_a_new_name_belong_to_one_entity():
    found = resolved(("RGS", None), ("Royal Geographical Society", None), speaker=None)
    assert [e.name for e in found.entities] == ["Royal Geographical Society"]
    assert found.uid("RGS") == found.uid("Royal Geographical Society")


def test_names_with_different_titles_are_different_entities():
    known = {"lee": (make_entity("l", "Mrs. Lee", "Person"),)}
    assert resolved(("Mr. Lee", "Person"), known=known, speaker=None).uid("Mr. Lee") != "l"


def test_an_alias_is_a_further_name_unless_it_means_another_entity():
    aliases = (ExtractedAlias(turn="t1", name="Clara", alias="Ada's sister"),)
    found = resolved(("Clara", "Person"), aliases=aliases)
    assert found.uid("Ada's sister") == found.uid("Clara")
    known = {"adas sister": (make_entity("x", "Ada's sister", "Person"),)}
    kept = resolved(("Clara", "Person"), aliases=aliases, known=known)
    assert "adas sister" not in {n.key for n in kept.names}


def stated_alias(name="Clara", other_name="Ada's sister", turn="t1"):
    return ExtractedAlias(turn=turn, name=name, alias=other_name)


def known_as(*entities):
    """The entities by the key of their name, as a snapshot returns them."""
    found = {}
    for entity in entities:
        found.setdefault(name_key(entity.name), []).append(entity)
    return found


CLARA, SISTER = make_entity("c", "Clara", "Person"), make_entity("s", "Ada's sister", "Person")


def merges(*mentions, **given):
    return [(merge.alias, merge.into, merge.turn) for merge in resolved(*mentions, **given).merges]


def test_an_alias_between_two_stored_entities_merges_them():
    found = resolved(("Clara", "Person"), known=known_as(CLARA, SISTER), aliases=[stated_alias()])
    [merge] = found.merges
    assert (merge.alias, merge.into, merge.turn) == ("s", "c", "t1")
    assert merge.reason == "stated by turn t1"
    assert [name.key for name in found.names] == ["ada"]


def test_an_alias_between_a_stored_and_a_new_entity_merges_them():
    found = resolved(
        ("Clara", None), ("Ada's sister", None), known=known_as(SISTER), aliases=[stated_alias()]
    )
    assert [(m.alias, m.into) for m in found.merges] == [("s", found.uid("Clara"))]
    both_new = resolved(("Clara", None), ("Ada's sister", None), aliases=[stated_alias()])
    assert [(m.alias, m.into) for m in both_new.merges] == [
        (both_new.uid("Ada's sister"), both_new.uid("Clara"))
    ]


def test_an_alias_stated_twice_or_reversed_is_one_merge():
    again = [stated_alias(), stated_alias(), stated_alias("Ada's sister", "Clara")]
    assert merges(("Clara", None), known=known_as(CLARA, SISTER), aliases=again) == [("s", "c", "t1")]


def test_two_names_of_one_entity_are_not_merged():
    known = {"clara": (CLARA,), "adas sister": (CLARA,)}
    assert merges(("Clara", None), known=known, aliases=[stated_alias()]) == []


def test_entities_that_people_split_are_not_merged():
    known = known_as(CLARA, SISTER)
    assert merges(("Clara", None), known=known, aliases=[stated_alias()], apart=[("c", "s")]) == []
    assert len(merges(("Clara", None), known=known, aliases=[stated_alias()], apart=[("c", "other")])) == 1


def test_an_alias_of_an_ambiguous_name_merges_nothing():
    another = make_entity("s2", "Ada's sister", "Person")
    assert merges(("Clara", None), known=known_as(CLARA, SISTER, another), aliases=[stated_alias()]) == []
    another = make_entity("c2", "Clara", "Place")
    assert merges(("Clara", None), known=known_as(CLARA, another, SISTER), aliases=[stated_alias()]) == []


def test_a_merged_entity_is_not_merged_again_in_the_same_draft():
    nurse = make_entity("n", "the nurse", "Person")
    aliases = [stated_alias(), stated_alias("Ada's sister", "the nurse"), stated_alias("the nurse", "Clara")]
    found = merges(("Clara", None), known=known_as(CLARA, SISTER, nurse), aliases=aliases)
    assert found == [("s", "c", "t1")]


NAMED = (
    "Clara",
    "Ada's sister",
    "Bea's sister",
    "Mr. Lee",
    "Mrs. Lee",
    "Room 3",
    "Room 4",
    "Paris",
    "李雷的妈妈",
    "韩梅的妈妈",
)
KINDS = ("Person", "Place", "Organization", "Thing")


@given(
    types=st.lists(st.sampled_from(KINDS), min_size=len(NAMED), max_size=len(NAMED)),
    pairs=st.lists(st.tuples(st.sampled_from(NAMED), st.sampled_from(NAMED)), max_size=8),
    apart=st.lists(st.tuples(st.sampled_from(NAMED), st.sampled_from(NAMED)), max_size=3),
    are_known=st.lists(st.booleans(), min_size=len(NAMED), max_size=len(NAMED)),
)
@pytest.mark.slow
def test_entities_of_different_owners_or_types_are_never_merged(types, pairs, apart, are_known):
    entities = {name: make_entity(name, name, type_) for name, type_ in zip(NAMED, types, strict=True)}
    found = resolved(
        *zip(NAMED, types, strict=True),
        known=known_as(
            *(entities[name] for name, is_known in zip(NAMED, are_known, strict=True) if is_known)
        ),
        aliases=[stated_alias(*pair) for pair in pairs],
        apart=apart,
        speaker=None,
    )
    names = {found.uid(name): name for name in NAMED}
    assert len({merge.alias for merge in found.merges}) == len(found.merges)
    for merge in found.merges:
        alias, into = names[merge.alias], names[merge.into]
        assert can_be_stated_same(alias, into)
        assert {entities[alias].type, entities[into].type} not in (
            {"Person", "Place"},
            {"Person", "Organization"},
        )
        assert {merge.alias, merge.into} not in [set(pair) for pair in apart]
        assert (into, alias) in pairs


def test_a_speaker_is_an_entity_of_type_person():
    assert [(e.name, e.type) for e in resolved().entities] == [("Ada", "Person")]


def test_a_document_has_no_speaker():
    assert resolved(speaker=None).entities == ()


def test_similar_names_are_never_merged():
    assert (
        len(
            resolved(
                ("张伟", None), ("张玮", None), ("Python 2", None), ("Python 3", None), speaker=None
            ).entities
        )
        == 4
    )


def test_a_name_of_punctuation_is_an_entity_and_a_blank_name_is_not():
    assert [e.name for e in resolved(("!!!", None), (" ", None), speaker=None).entities] == ["!!!"]


def test_entities_and_names_are_sorted():
    found = resolved(*((name, None) for name in ("Turin", "Bob", "Oslo", "北京")))
    assert [e.uid for e in found.entities] == sorted(e.uid for e in found.entities)
    assert [n.key for n in found.names] == sorted(n.key for n in found.names)


def test_the_object_type_of_a_fact_is_the_type_of_the_entity():
    fact = ExtractedFact(
        turn="t1", ordinal=0, subject="Ada", type="LIVES_IN", object="Turin", text="…", object_type="Place"
    )
    assert {e.name: e.type for e in resolved(facts=(fact,)).entities} == {"Ada": "Person", "Turin": "Place"}


def test_an_alias_of_one_person_does_not_merge_another():
    known = {
        "adas sister": (make_entity("clara", "Clara", "Person"),),
        "bea": (make_entity("bea", "Bea", "Person"),),
    }
    found = resolved(
        ("Bea", "Person"), aliases=(ExtractedAlias(turn="t1", name="Bea", alias="Ada's sister"),), known=known
    )
    assert (found.merges, found.uid("Bea")) == ((), "bea")


def test_a_first_name_means_the_person_of_the_full_name_beside_it():
    found = resolved(("Sanna Lindqvist", "Person"), ("Sanna", "Person"))
    assert found.uid("Sanna") == found.uid("Sanna Lindqvist")


@pytest.mark.parametrize(
    ("mentions", "speaker"),
    [
        ((("Sanna Lindqvist", "Person"), ("Sanna Berg", "Person"), ("Sanna", "Person")), "Ada"),
        ((("Tom Hanks", "Person"), ("Tom", "Person")), "Tom"),
        ((("Delft Systems", "Organization"), ("Delft", "Place")), "Ada"),
    ],
)
def test_a_first_name_stays_alone_if_it_may_be_of_somebody_else(mentions, speaker):
    found = resolved(*mentions, speaker=speaker)
    uids = [found.uid(name) for name, _ in mentions]
    assert len(set(uids)) == len(uids)


@pytest.mark.parametrize(
    ("turns", "same"),
    [
        ((("Sanna",), ("Sanna Lindqvist",)), False),
        ((("Sanna",), ("Sanna Lindqvist", "Sanna")), False),
        ((("Sanna Lindqvist",), ("Sanna",)), False),
        ((("Sanna Lindqvist", "Sanna"), ("Sanna",)), True),
        ((("Sanna Lindqvist", "Sanna"), ("Sanna Berg", "Sanna")), True),
    ],
)
def test_a_first_name_means_the_full_name_in_the_first_turn_that_uses_it(turns, same):
    mentions = tuple(
        ExtractedMention(turn=f"t{number}", name=name, type="Person")
        for number, names in enumerate(turns)
        for name in names
    )
    window = ExtractionWindow(
        turns=tuple(make_turn(f"t{number}", speaker="Ada") for number in range(len(turns)))
    )
    draft = draft_of(window, Extraction(extractor="rules", mentions=mentions), "space", NOW)
    found = resolve(draft, PlanningSnapshot(space="space", version=1, entities={}))
    assert (found.uid("Sanna") == found.uid("Sanna Lindqvist")) is same
