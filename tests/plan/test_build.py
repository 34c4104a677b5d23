"""The write plan that is made from a draft and a planning snapshot."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factories import NOW, day, make_entity, make_fact, make_turn
from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.plan.build import plan_writes
from memgraph_core.plan.draft import draft_of
from memgraph_core.records.extraction import ExtractedMention, ExtractedNote, Extraction, ExtractionWindow
from memgraph_core.records.plan import Neighbour, PlanningSnapshot

pytestmark = pytest.mark.slow  # loads the English parser

EMPTY = PlanningSnapshot(space="space", version=3, entities={})
SENTENCES = [
    "I moved to Turin in March.",
    "I live in Milan now.",
    "I used to live in Turin.",
    "My sister Eve works at Fiat.",
    "I left Fiat.",
    "I gave up coffee.",
    "Thanks!",
    "Who?",
    "我住在北京。",
    "我搬到上海了。",
    "我妈妈叫王芳。",
    "我以前住在北京。",
    "李娜在腾讯工作。",
]


def plan_of(turns, snapshot=EMPTY, before=()):
    window = ExtractionWindow(turns=tuple(turns), preceding=tuple(before))
    return plan_writes(draft_of(window, RulesExtractor().extract(window), "space", NOW), snapshot)


def keys(rows, *fields):
    return [tuple(getattr(row, field) for field in fields) for row in rows]


TURNS = st.lists(
    st.tuples(
        st.sampled_from(SENTENCES),
        st.sampled_from(["Ada", "Bob", "李娜", None]),
        st.integers(0, 30),
        st.sampled_from(["user", "assistant", "tool"]),
    ),
    max_size=7,
).map(
    lambda rows: [
        make_turn(f"t{n}", text, speaker=speaker, said_at=day(when), role=role, session=f"s{n % 2}")
        for n, (text, speaker, when, role) in enumerate(rows)
    ]
)


@given(TURNS)
def test_a_plan_is_the_same_for_the_same_input_and_its_rows_are_sorted_and_distinct(turns):
    plan = plan_of(turns)
    assert plan == plan_of(turns)
    for rows, fields in (
        (plan.turns, ["uid"]),
        (plan.notes, ["uid"]),
        (plan.entities, ["uid"]),
        (plan.names, ["key", "entity"]),
        (plan.mentions, ["turn", "entity"]),
        (plan.abouts, ["note", "entity"]),
        (plan.facts, ["uid"]),
        (plan.similar, ["a", "b"]),
    ):
        found = keys(rows, *fields)
        assert found == sorted(set(found))
    assert [c.fact for c in plan.invalidations] == sorted(c.fact for c in plan.invalidations)
    assert len({(c.fact, c.superseded_by, c.turn) for c in plan.invalidations}) == len(plan.invalidations)


@given(TURNS)
def test_a_plan_refers_only_to_records_that_it_writes(turns):
    plan = plan_of(turns)
    entities, notes, facts = ({row.uid for row in rows} for rows in (plan.entities, plan.notes, plan.facts))
    uids = {turn.uid for turn in turns}
    assert {t.uid for t in plan.turns} == uids
    assert {t.speaker for t in plan.turns if t.speaker} <= entities
    assert {n.entity for n in plan.names} == entities
    assert {(m.turn in uids, m.entity in entities) for m in plan.mentions} <= {(True, True)}
    assert {(a.note in notes, a.entity in entities) for a in plan.abouts} <= {(True, True)}
    assert {end for fact in plan.facts for end in (fact.subject, fact.object)} <= entities
    assert {note for fact in plan.facts for note in fact.notes} <= notes
    assert {c.fact for c in plan.invalidations} | {
        c.superseded_by for c in plan.invalidations if c.superseded_by
    } <= facts
    assert {uid for note in plan.notes for uid in note.turns} <= uids
    assert len(plan.changes) == len(plan.invalidations) + len(plan.conflicts)


def test_a_plan_has_the_version_and_space_of_its_snapshot():
    assert (plan_of([make_turn()]).version, plan_of([make_turn()]).space) == (3, "space")


def test_a_move_ends_the_former_home():
    turns = [
        make_turn("t1", "I moved to Turin in March.", said_at=day(78)),
        make_turn("t2", "I live in Milan now.", said_at=day(170)),
    ]
    plan = plan_of(turns)
    name = {entity.uid: entity.name for entity in plan.entities}
    assert [
        (name[f.subject], f.type, name[f.object]) for f in sorted(plan.facts, key=lambda f: f.holds_from)
    ] == [
        ("Ada", "LIVES_IN", "Turin"),
        ("Ada", "LIVES_IN", "Milan"),
    ]
    (invalidation,) = plan.invalidations
    assert name[next(f for f in plan.facts if f.uid == invalidation.fact).object] == "Turin"


def test_a_stored_fact_is_superseded_without_writing_its_entities_again():
    ada, turin, milan = (
        make_entity("ada"),
        make_entity("turin", type="Place"),
        make_entity("milan", type="Place"),
    )
    stored = make_fact("f1", "ada", "LIVES_IN", "turin", holds_from=day(0))
    snapshot = PlanningSnapshot(
        space="space",
        version=9,
        entities={"ada": (ada,), "turin": (turin,), "milan": (milan,)},
        facts=(stored,),
    )
    plan = plan_of(
        [
            make_turn("t1", "我现在住在 Milan。", speaker="Ada", said_at=day(9)),
            make_turn("t2", "I live in Milan.", said_at=day(10)),
        ],
        snapshot,
    )
    assert plan.entities == ()
    assert [(c.fact, c.superseded_by in {f.uid for f in plan.facts}) for c in plan.invalidations] == [
        ("f1", True)
    ]


def test_a_turn_mentions_an_entity_once_and_named_replaces_resolved():
    mentions = [
        ExtractedMention(turn="t1", name=name, how=how)
        for name, how in (("Bob", "resolved"), ("bob", "named"), ("BOB", "resolved"))
    ]
    draft = draft_of(
        ExtractionWindow(turns=(make_turn(speaker=None),)),
        Extraction(extractor="x", mentions=tuple(mentions)),
        "space",
        NOW,
    )
    assert [m.how for m in plan_writes(draft, EMPTY).mentions] == ["named"]


def test_a_note_is_about_an_entity_once_in_the_most_informative_role():
    about = (("Ada", "speaker"), ("ada", "subject"), ("Fiat", "topic"))
    note = ExtractedNote(turn="t1", ordinal=0, text="…", about=about)
    draft = draft_of(
        ExtractionWindow(turns=(make_turn(),)), Extraction(extractor="x", notes=(note,)), "space", NOW
    )
    assert sorted(a.role for a in plan_writes(draft, EMPTY).abouts) == ["subject", "topic"]


def test_a_turn_without_a_note_is_skipped_and_its_mentions_are_kept():
    plan = plan_of([make_turn("t1", "Who is Bob Stone?")])
    assert [(t.uid, t.state) for t in plan.turns] == [("t1", "skipped")]
    assert len(plan.mentions) == 1
    assert [note.state for note in plan.notes] == ["question"]


def test_a_mention_in_an_undated_turn_has_the_recording_time():
    plan = plan_of([make_turn("t1", "I met Bob Stone.", said_at=None, recorded_at=None)])
    assert [m.at for m in plan.mentions] == [NOW]


def test_without_vectors_new_notes_are_connected_to_stored_ones_by_terms():
    turn = make_turn("t1", "我妈妈住在杭州西湖旁边。", said_at=None)
    (note,) = plan_of([turn]).notes
    plan = plan_of([turn], replace(EMPTY, neighbours={note.uid: (Neighbour(uid="old", terms=note.terms),)}))
    assert [(e.a, e.b, e.by) for e in plan.similar] == [(*sorted((note.uid, "old")), "terms")]


@pytest.mark.parametrize("role", ["assistant"])
def test_a_statement_of_an_assistant_ends_no_stored_fact(role):
    turns = [
        make_turn("t1", "I live in Turin.", said_at=day(0)),
        make_turn(
            "t2",
            "Ada lives in Milan. Ada no longer lives in Turin.",
            speaker="Helper",
            role=role,
            said_at=day(1),
        ),
    ]
    assert plan_of(turns).invalidations == ()
