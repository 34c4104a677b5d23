"""The difference of two derivations. Records are compared by content, not by uid."""

from factories import all_text_of, make_entity, make_fact, make_note
from memgraph_core.plan.difference import MAX_EXAMPLES, Contents, Part, contents, difference

ADA, TURIN = make_entity("ada", "Ada"), make_entity("turin", "Turin", "Place")


def test_records_with_the_same_content_and_other_uids_are_equal():
    one = contents([make_note("n1")], [make_fact("f1", "ada", "LIVES_IN", "turin")], [ADA, TURIN])
    people = [make_entity("a", "Ada"), make_entity("t", "Turin", "Place")]
    other = contents([make_note("n9")], [make_fact("f9", "a", "LIVES_IN", "t")], people)
    found = difference(one, other)
    assert [(part.kept, part.gained, part.lost) for part in (found.notes, found.facts, found.entities)] == [
        (1, 0, 0),
        (1, 0, 0),
        (2, 0, 0),
    ]


def test_gained_and_lost_records_are_listed_with_their_turns():
    before = contents([make_note("n1", "Ada moved."), make_note("n2", "Ada sings.")], [], [ADA])
    after = contents(
        [make_note("n1", "Ada moved."), make_note("n2", "Ada sang.", turns=("t1", "t2"))], [], [TURIN]
    )
    found = difference(before, after)
    assert found.notes == Part(
        kept=1,
        gained=1,
        lost=1,
        examples_gained=("Ada sang. [t1, t2]",),
        examples_lost=("Ada sings. [t1]",),
    )
    assert (found.entities.examples_gained, found.entities.examples_lost) == (
        ("Turin (Place)",),
        ("Ada (Person)",),
    )


def test_a_fact_is_listed_with_the_names_of_its_entities():
    after = contents([], [make_fact("f1", "ada", "LIVES_IN", "turin")], [ADA, TURIN])
    assert difference(Contents(), after).facts.examples_gained == ("Ada LIVES_IN Turin",)


def test_equal_records_are_counted_separately():
    twice = contents([make_note("n1"), make_note("n2")], [], [])
    once = contents([make_note("n1")], [], [])
    found = difference(twice, once).notes
    assert (found.kept, found.gained, found.lost, len(found.examples_lost)) == (1, 0, 1, 1)


def test_examples_are_limited_and_counts_are_complete():
    many = contents([make_note(f"n{n}", f"Note {n:03}.") for n in range(3 * MAX_EXAMPLES)], [], [])
    found = difference(Contents(), many).notes
    assert found.gained == 3 * MAX_EXAMPLES
    assert found.examples_gained == tuple(f"Note {n:03}. [t1]" for n in range(MAX_EXAMPLES))


def test_a_sensitive_note_is_counted_but_not_listed():
    found = difference(Contents(), contents([make_note("n1", "The PIN is 4711.", kind="vault")], [], []))
    assert found.notes.gained == 1
    assert "4711" not in all_text_of(found)
