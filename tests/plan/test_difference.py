"""What two derivations have in common and what each has alone, by what they say and not by their uids."""

from factories import make_entity, make_fact, make_note
from memgraph_core.plan.difference import MAX_EXAMPLES, Contents, Part, contents, difference

ADA, TURIN = make_entity("ada", "Ada"), make_entity("turin", "Turin", "Place")


def test_the_same_under_other_uids_is_no_difference():
    one = contents([make_note("n1")], [make_fact("f1", "ada", "LIVES_IN", "turin")], [ADA, TURIN])
    people = [make_entity("a", "Ada"), make_entity("t", "Turin", "Place")]
    other = contents([make_note("n9")], [make_fact("f9", "a", "LIVES_IN", "t")], people)
    found = difference(one, other)
    assert [(part.kept, part.gained, part.lost) for part in (found.notes, found.facts, found.entities)] == [
        (1, 0, 0),
        (1, 0, 0),
        (2, 0, 0),
    ]


def test_what_is_gained_and_lost_is_told_with_its_turns():
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


def test_a_fact_is_told_by_the_names_it_joins():
    after = contents([], [make_fact("f1", "ada", "LIVES_IN", "turin")], [ADA, TURIN])
    assert difference(Contents(), after).facts.examples_gained == ("Ada LIVES_IN Turin",)


def test_what_is_there_twice_is_counted_twice():
    twice = contents([make_note("n1"), make_note("n2")], [], [])
    once = contents([make_note("n1")], [], [])
    found = difference(twice, once).notes
    assert (found.kept, found.gained, found.lost, len(found.examples_lost)) == (1, 0, 1, 1)


def test_only_the_first_are_told_and_all_are_counted():
    many = contents([make_note(f"n{n}", f"Note {n:03}.") for n in range(3 * MAX_EXAMPLES)], [], [])
    found = difference(Contents(), many).notes
    assert found.gained == 3 * MAX_EXAMPLES
    assert found.examples_gained == tuple(f"Note {n:03}. [t1]" for n in range(MAX_EXAMPLES))


def test_a_secret_is_compared_but_not_told():
    found = difference(Contents(), contents([make_note("n1", "The PIN is 4711.", kind="vault")], [], []))
    assert found.notes.gained == 1
    assert "4711" not in repr(found)
