"""Which facts a profile shows."""

import pytest

from factories import make_fact
from memgraph_core.language.shown import is_shown

SHOWN = [
    ("LIKES", "yellow leaves", "I love all the yellow leaves, it looks so cozy."),
    ("PLANS_TO", "show my paintings", "I'm gonna show my paintings next month."),
    ("LIKES", "camping trips", "I love camping trips with my fam."),
    ("WORKS_AT", "Fiat", "I work at Fiat cars."),
    ("HAS_PET", "a dog", "I have a dog and two cats."),
    ("VALUES", "mental health", "Mental health is important to me."),
    ("REQUIRES", "always use tabs", "Always use tabs."),
    ("LIKES", "喝茶", "我喜欢喝茶的时候看书。"),
    ("LIKES", "ocean", "I love the ocean."),
    ("LIKES", "movies", "I love movies."),
    ("READ", "fantasy books", "I've been reading fantasy books."),
    ("CREATED", "bowl", "I made this bowl in my class."),
    ("WANTS", "learn Spanish", "I've always wanted to learn Spanish."),
    ("MEMBER_OF", "chess club", "I joined the chess club."),
    ("PLANS_TO", "take cooking class", "I'm going to take a cooking class."),
]
HIDDEN = [
    ("LIKES", "freedom", "I love the freedom and calm it gives me."),
    ("LIKES", "sound of the language", "I like the sound of the language."),
    ("LOOKS_FORWARD_TO", "seeing the town", "I'm looking forward to seeing the town."),
    ("READ", "amazing book", "I've been reading this gripping book."),
    ("READ", "great book", "I've read a great book."),
    ("USES", "tricks", "I use a few tricks of my own."),
    ("PLANS_TO", "make list", "I'll make a list of them."),
    ("LIKES", "making it a better place", "I love helping people and making it a better place."),
    ("WANTS", "soft green", "I wanted a soft green to show calm."),
    ("WANTS", "lend a hand with the stalls", "I'd love to lend a hand with the stalls."),
    ("VOLUNTEERS_AT", "career", "I got to volunteer at a career fair at a local school."),
    ("WANTS", "create a safe", "My dream is to create a safe and loving home for these kids."),
    ("LIKES", "creating a safe", "I'm passionate about creating a safe, inviting place."),
    ("LIKES", "details", "Love all the details!"),
    ("LIKES", "support", "Loving the inclusivity and support."),
    ("WANTS", "help in any way", "If you ever do it, let me know, I'd love to help in any way I can."),
    ("WANTS", "去青岛", "如果有空，我想去青岛。"),
    ("GAVE", "ear", "I'm here to lend an ear."),
    ("PLANS_TO", "boot camps last month", "I started going to boot camps last month."),
    ("NAMED", "volunteering", "I'm volunteering as a mentor."),
    ("REQUIRES", "never saw this coming", "Never saw this coming."),
    ("REQUIRES", "never misses", "Max is great at catching frisbees, never misses!"),
    ("WORKS_AT", "Python", "I've worked with Python and C++."),
    ("COMES_FROM", "meat", "I'm careful and stay away from red meat."),
    ("VISITED", "MGM Casino", "Visiting the MGM Casino must have been great."),
    ("LIKES", "shape the world", "I love how you can shape the world."),
    ("ROASTS", "marshmallows", "We roast marshmallows."),  # outside the vocabulary, once
]


@pytest.mark.parametrize(("type_", "name", "text"), SHOWN)
def test_facts_that_can_be_understood_alone_are_shown(type_, name, text):
    assert is_shown(make_fact(type=type_, text=f"Ada: {text}", notes=("n1",)), name)


@pytest.mark.parametrize(("type_", "name", "text"), HIDDEN)
def test_facts_that_are_cut_vague_or_hypothetical_are_hidden(type_, name, text):
    assert not is_shown(make_fact(type=type_, text=f"Ada: {text}", notes=("n1",)), name)


def test_a_relation_outside_the_vocabulary_needs_two_notes():
    text = "Ada: We roast marshmallows."
    assert is_shown(make_fact(type="ROASTS", text=text, notes=("n1", "n2")), "marshmallows")
