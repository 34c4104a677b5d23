"""Which facts a profile shows."""

from dataclasses import replace

import pytest

from factories import day, make_fact
from memgraph_core.language.shown import is_shown

SHOWN = [
    ("LIKES", "old songs", "I love all the old songs of my region."),
    ("DECIDED", "quit my job", "I decided to quit my job last week."),
    ("DECIDED", "paint the hall green", "I've decided to paint the hall green."),
    ("LEADS", "chess team", "I manage the chess team."),
    ("DECIDED", "buy a bike", "I chose to buy a bike after comparing prices."),
    ("DECIDED", "continue with law", "I decided to continue with law."),
    ("CREATED", "small shed", "We painted walls and built a small shed."),
    ("ENROLLED_IN", "6-week drawing course", "I've enrolled in a 6-week drawing course."),
    ("CREATED", "old mill", "I painted that old mill."),
    ("DECIDED", "Postgres", "We decided on Postgres today."),
    ("OWNS", "new car", "I bought a new car."),
    ("WANTS", "dog", "I want a dog that is good with cats."),
    ("USES", "Lightroom", "I use Lightroom for my photos."),
    ("LEARNING", "swim", "I'm learning to swim."),
    ("ORGANIZED", "book swap", "I organized a book swap."),
    ("INJURED", "wrist", "I hurt my wrist yesterday."),
    ("PRACTICES", "sailing", "I go sailing two times a week."),
    ("WORKS_ON", "thesis", "I'm working on my thesis."),
    ("STUDIES", "physics", "I study physics."),
    ("STUDIES", "business", "I study business."),
    ("TRIED", "tennis", "I tried tennis."),
    ("READ", "crime stories", "I read crime stories."),
    ("LIKES", "keeping bees", "I like keeping bees or knitting."),
    ("MET", "Ines", "I met Ines at the fair."),
    ("PLANS_TO", "show my paintings", "I'm gonna show my paintings next month."),
    ("LIKES", "camping trips", "I love camping trips with my fam."),
    ("WORKS_AT", "Fiat", "I work at Fiat cars."),
    ("HAS_PET", "a dog", "I have a dog and two cats."),
    ("VALUES", "mental health", "Mental health is important to me."),
    ("REQUIRES", "always use tabs", "Always use tabs."),
    ("WANTS", "一把吉他", "小明一直想要一把吉他。"),
    ("WON", "第二名", "小明在长跑里得了第二名。"),
    ("LIKES", "喝茶", "我喜欢喝茶的时候看书。"),
    ("LIKES", "ocean", "I love the ocean."),
    ("WANTS", "boat", "I've always wanted a boat."),
    ("LIKES", "camping", "I love the beach and camping."),
    ("LIKES", "singing at the church", "I love singing at the church."),
    ("PRACTICES", "diving", "I go diving for fun."),
    ("LIKES", "movies", "I love movies."),
    ("READ", "fantasy books", "I've been reading fantasy books."),
    ("CREATED", "bowl", "I made this bowl in my class."),
    ("WANTS", "learn Spanish", "I've always wanted to learn Spanish."),
    ("MEMBER_OF", "chess club", "I joined the chess club."),
    ("PLANS_TO", "take cooking class", "I'm going to take a cooking class."),
]
HIDDEN = [
    ("VISITED", "Lake Garda", "I like to relax by going to Lake Garda."),
    ("PLANS_TO", "go chess", "I'm getting into chess."),
    ("DISCUSSED", "future plans", "We're discussing future plans."),
    ("ENROLLED_IN", "3 modules", "I have completed 3 modules."),
    ("PLANS_TO", "go hiking", "I'm considering new boots for hiking."),
    ("HELPS", "skin", "We look after our skin."),
    ("GROWS", "flowers", "We planted flowers in the yard."),
    ("CREATED", "fences", "We painted fences in the park."),
    ("LEADS", "moving logistics", "I'm trying to manage the moving logistics."),
    ("PLANS_TO", "meet Ada's friends", "I'm going to meet my friends."),
    ("WANTS", "一把吉他", "小明一直想要一把吉他，叔叔给小明买了一把。"),
    ("WON", "倒数第二名", "小明在长跑里得了倒数第二名。"),
    ("ORGANIZED", "book swap", "I'm planning a book swap for next month."),
    ("INJURED", "wrist", "I hurt my wrist last season."),
    ("PRACTICES", "sailing", "I've gone sailing a few times."),
    ("WORKS_ON", "studies", "I'm working on my studies."),
    ("STUDIES", "motifs", "I've been studying motifs."),
    ("DISCUSSED", "hobbies", "We talked about hobbies."),
    ("VISITED", "castle", "I visited a castle."),
    ("MET", "Ada's teammates", "I met my teammates."),
    ("TRIED", "workout videos", "I'm trying workout videos."),
    ("READ", "crime story", "I'm reading a crime story."),
    ("LIKES", "new job", "I'm enjoying my new job."),
    ("WANTS", "help others", "I want to help others."),
    ("LOOKS_FORWARD_TO", "testing", "I'm looking forward to testing."),
    ("PLAYS", "games", "I play games."),
    ("LIKES", "painted tiles", "I love all the painted tiles, it looks so bright."),
    ("DECIDED", "take a stroll", "After the tea we decided to take a stroll."),
    ("DECIDED", "bake some rolls", "Today I have decided to bake some rolls."),
    ("DECIDED", "tidy up", "When the rain came we decided to tidy up."),
    ("OWNS", "new socks", "I bought some new socks."),
    ("RECEIVED", "money", "I still received some money."),
    ("TRIED", "Nope", "Nope, not that one."),
    ("TRIED", "diverse soups", "I've been trying diverse soups."),
    ("WANTS", "help people", "I want to help people who lost their home."),
    ("LIKES", "puzzles", "I like puzzles that take a week."),
    ("LIKES", "go stitch", "I like to go stitch or knitting with my aunt."),
    ("LIKES", "AB", "I love AB:CD."),
    ("PLANS_TO", "make work", "I'm going to make this work."),
    ("USES", "plan", "Using the plan from before, we won the game."),
    ("USES", "algebra", "I have used algebra on the job."),
    ("LEARNING", "handle stress", "I've learned to handle stress."),
    ("MET", "Ada's best friends", "I met my best friends for lunch."),
    ("WANTS", "work in the future", "I hope to work in the future."),
    ("PLANS_TO", "create more enjoyable experiences", "I'm planning to create more enjoyable experiences."),
    ("LIKES", "odd characters", "I enjoyed the show for its odd characters."),
    ("LOOKS_FORWARD_TO", "cozy lounge", "I'm looking forward to the cozy lounge."),
    ("LOOKS_FORWARD_TO", "hearing about the trial", "I'm looking forward to hearing about the trial."),
    ("TRIED", "different flavors", "We tried different flavors."),
    ("RECEIVED", "email", "I got an email."),
    ("PLANS_TO", "explore the old town there", "We'll explore the old town there next week."),
    ("LIKES", "skates", "We loved skates back then."),
    ("VISITED", "great vacay", "I'm back from a great vacay."),
    ("OWNS", "snacks", "I bought some snacks."),
    ("LIKES", "diving", "I like diving for the ball."),
    ("WATCHED", "show's", "I watched the show's last episode."),
    ("LIKES", "songs", "She has some songs that I really enjoy."),
    ("LIKES", "finding new ways", "I love finding new ways to save water."),
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


@pytest.mark.parametrize(
    ("text", "is_habit"),
    [
        ("I played badminton with Tom today.", False),
        ("We played badminton and then had a picnic.", False),
        ("I used to play badminton.", True),
        ("I played badminton for ten years.", True),
        ("I played badminton in high school.", True),
    ],
)
def test_one_occasion_is_no_former_habit(text, is_habit):
    fact = make_fact(type="PLAYS", text=f"Ada: {text}", notes=("n1",), holds_until=day(0))
    assert is_shown(fact, "badminton") == is_habit


def test_what_was_over_when_it_was_stated_is_shown_if_it_was_regular():
    fact = make_fact(type="HELPS", notes=("n1",), holds_until=day(0), retired_at=day(1), recorded_at=day(1))
    once, often = "Ada: I looked after the cat of Tom.", "Ada: I used to look after the cat of Tom."
    assert not is_shown(replace(fact, text=once), "Tom")
    assert is_shown(replace(fact, text=often), "Tom")
    assert is_shown(replace(fact, text="Ada: I help Tom.", retired_at=day(9)), "Tom")


def test_a_relation_outside_the_vocabulary_needs_two_notes():
    text = "Ada: We roast marshmallows."
    assert is_shown(make_fact(type="ROASTS", text=text, notes=("n1", "n2")), "marshmallows")
