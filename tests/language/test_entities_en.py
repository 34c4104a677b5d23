"""Which names stand in an English sentence, and of what type they look."""

from pathlib import Path

import pytest

from memgraph_core.language.en.parser import installed_pipeline
from memgraph_core.language.entities import named_in, named_in_turn
from memgraph_core.language.names import name_key

KNOWN = {"ada": "Ada", "bob": "Bob", "will": "Will", "jasmine tea": "jasmine tea", "saint mary": "Saint Mary"}


def names(sentence, known=None, types=None):
    return [name.text for name in named_in(sentence, "en", known, types)]


def typed(sentence, known=None, types=None):
    return [f"{name.text} {name.type}" for name in named_in(sentence, "en", known, types)]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("I met Dr. Patel in New York.", ["Dr. Patel Person", "New York Place"]),
        ("Mrs. Robinson called.", ["Mrs. Robinson Person"]),
        ("We had tea with Professor McGonagall.", ["Professor McGonagall Person"]),
        ("My Uncle Henry fixed the roof.", ["Uncle Henry Person"]),
        ("She moved from Österreich to Čakovec.", ["Österreich Place", "Čakovec Place"]),
        ("He works at Saint Mary's Hospital.", ["Saint Mary's Hospital Organization"]),
        ("AT&T and NASA called.", ["AT&T Organization", "NASA Organization"]),
        ("I study at the University of Turin.", ["University of Turin Organization"]),
        ("I read physics at Delft University.", ["Delft University Organization"]),
        ("We spent the day at Lake Como.", ["Lake Como Place"]),
        ("They climbed Mount Kenya.", ["Mount Kenya Place"]),
        ("We walked through Riverside Park.", ["Riverside Park Place"]),
        ("She ran the Oslo Marathon.", ["Oslo Marathon Event"]),
        ("We sang at the Lantern Hill Festival.", ["Lantern Hill Festival Event"]),
        ("I got an iPhone 15 and a MacBook.", ["iPhone 15 Thing", "MacBook Thing"]),
        ("The code is on GitHub.", ["GitHub Thing"]),
        ("J. K. Rowling wrote that.", ["J. K. Rowling Person"]),
        ("I'm reading Pride and Prejudice.", ["Pride and Prejudice Work"]),
        ('We watched "The Old House" again.', ["The Old House Work"]),
        ("I finished 'Night Songs' yesterday.", ["Night Songs Work"]),
        ('My brother started a band called "Broken Kettles".', ["Broken Kettles Organization"]),
        ("Clara works at Fiat.", ["Clara Person", "Fiat Organization"]),
        ("Zoran told me about it.", ["Zoran Person"]),
        ("My friend Quill is late.", ["Quill Person"]),
        ("My dog Max barked.", ["Max Thing"]),
        ("We have a puppy named Biscuit.", ["Biscuit Thing"]),
        ("Max, our old labrador, slept.", ["Max Thing"]),
        ("She got a job at Quantrix.", ["Quantrix Organization"]),
        ("I moved to Zabarovsk.", ["Zabarovsk Place"]),
        ("Have you played Hollowdeep?", ["Hollowdeep Work"]),
        ("We ate at McDonald's.", ["McDonald's Organization"]),
        ("I shop at Trader Joe's and Target.", ["Trader Joe's Organization", "Target Organization"]),
        ("We flew to Rio de Janeiro.", ["Rio de Janeiro Place"]),
        ("Greetings from Washington D.C. and the U.S. again.", ["Washington D.C. Place", "U.S. Place"]),
        ("He plays Elden Ring and Zelda.", ["Elden Ring Work", "Zelda Work"]),
        ("We are learning Python and Node.js.", ["Python Thing", "Node.js Thing"]),
        ("Her teacher, Mr. Ng, smiled.", ["Mr. Ng Person"]),
        ("New York City was loud.", ["New York City Place"]),
        ("We enjoyed the New York City Marathon.", ["New York City Marathon Event"]),
    ],
)
def test_a_name_has_the_type_that_it_or_its_context_shows(sentence, found):
    assert typed(sentence) == found


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("We watched Ada’s parade.", ["Ada"]),
        ("It was Ada's Fiat.", ["Ada", "Fiat"]),
        ("Thanks, Bob!", ["Bob"]),
        ("Hey Bob, hi Ada!", ["Bob", "Ada"]),
        ("Wow Ada, that's great!", ["Ada"]),
        ("- Bob came", ["Bob"]),
        ("Yesterday Ada left.", ["Ada"]),
        ("Visit Oslo soon.", ["Oslo"]),
        ("The Quantrix office is new.", ["Quantrix"]),
        ("Central Park was green.", ["Central Park"]),
        ("Ada met Bob and Ada left.", ["Ada", "Bob", "Ada"]),
        ("Will Ada come?", ["Ada"]),
        ("Will told me so.", ["Will"]),
        ("I asked Will.", ["Will"]),
        ("In May Ada turned ten.", ["Ada"]),
        ("I met May Chen.", ["May Chen"]),
        ("I bought it... Ada paid.", ["Ada"]),
    ],
)
def test_words_around_a_name_are_not_part_of_it(sentence, found):
    assert names(sentence, KNOWN) == found


@pytest.mark.parametrize(
    "sentence",
    [
        "On Monday in May I slept.",
        "I AM SO HAPPY TODAY",
        "Mail Foo@Bar.com or https://x.org/Foo",
        "Ask @Foo_Bar about #Baz or ~/Foo/Bar.txt",
        "Run `Foo Bar` now",
        "Call Foo_Bar() twice",
        "It cost $20M and 30 USD.",
        "Good Morning!",
        "Happy New Year!",
        "We love Italian food and speak Spanish.",
        "See you at Christmas, Mom!",
        "She is a Software Engineer.",
        "Can't wait. Don't worry. Whenever you like.",
        "Pottery is fun. Swimming too. Obviously.",
        "I watched TV, LOL. OK?",
        "Kudos to all.",
        "We tried Kayaking there.",
        "The Dad joke was bad.",
    ],
)
def test_capitals_without_evidence_give_no_names(sentence):
    assert names(sentence) == []


def test_known_names_are_found_where_a_capital_is_no_evidence():
    assert names("Pottery is fun.", {"pottery": "Pottery"}) == []  # an ordinary word still needs more
    assert names("Quillon is fun.") == []
    assert names("Quillon is fun.", {"quillon": "Quillon"}) == ["Quillon"]
    assert names("QUILLON IS SO GREAT", {"quillon": "Quillon"}) == ["Quillon"]


def test_a_clause_in_capitals_has_the_names_of_its_words():
    assert names("FRASER PASSED HIS DRIVING TEST", {"fraser": "Fraser"}) == ["Fraser"]
    assert names("omg I GOT THE JOB!!! so happy") == []
    assert names("We use AWS and GCP.") == ["AWS", "GCP"]
    assert names("WE ARE MOVING TO NEW YORK IN JUNE") == ["New York"]


def test_a_known_name_has_the_type_in_the_graph():
    assert typed("I love Quillon.", {"quillon": "Quillon"}, {"quillon": "Event"}) == ["Quillon Event"]
    assert typed("I was in Paris.", {"paris": "Paris"}, {"paris": "Person"}) == ["Paris Person"]


def test_a_nickname_is_a_person_when_one_known_person_is_called_so():
    assert typed("Thanks Quil!", {"quillon": "Quillon"}, {"quillon": "Person"}) == ["Quil Person"]


def test_the_longest_known_name_wins():
    known = {"blue": "Blue", "blue lantern": "Blue Lantern", "blue lantern cafe": "Blue Lantern Cafe"}
    assert names("We met at the Blue Lantern Cafe.", known) == ["Blue Lantern Cafe"]


def test_a_name_known_in_small_letters_is_found_so():
    assert names("We drank jasmine tea all day.", KNOWN) == ["jasmine tea"]
    assert names("Jasmine tea is good.", KNOWN) == ["Jasmine tea"]


def test_known_people_are_found_in_a_lower_case_text_but_not_ordinary_words():
    found = named_in("bob will bring ada", "en", KNOWN)
    assert [(n.text, n.start, n.end) for n in found] == [("Bob", 0, 3), ("Ada", 15, 18)]


def test_places_of_several_words_are_found_in_small_letters():
    assert typed("i moved to new york last year") == ["new york Place"]


def test_a_name_inside_a_longer_one_is_not_named_by_it():
    assert names("She lives in Saint Mary Hill.", KNOWN) == ["Saint Mary Hill"]


@pytest.mark.parametrize(
    ("sentence", "gender"),
    [
        ("Aunt Clara called.", "f"),
        ("I met Mr. Patel.", "m"),
        ("I met Dr. Patel.", None),
        ("Thanks, Clara!", "f"),
        ("I live in Turin.", None),
    ],
)
def test_a_name_shows_a_gender_if_it_is_unambiguous(sentence, gender):
    assert [name.gender for name in named_in(sentence, "en")] == [gender]


def test_chinese_names_inside_english_are_found_too():
    assert typed("I met 李娜 in 北京 with Ada.") == ["李娜 Person", "北京 Place", "Ada Person"]


@pytest.mark.parametrize(
    ("sentence", "known", "type_"),
    [
        ("We went to Paris.", "Person", "Place"),
        ("I met Paris.", "Person", "Person"),
        ("Jordan said so.", "Place", "Person"),
        ("I visited Jordan.", "Person", "Person"),  # it may be either
        ("I work at Lantern House.", "Place", "Organization"),
    ],
)
def test_a_strong_cue_around_a_name_overrides_the_type_in_the_graph(sentence, known, type_):
    name = next(name for name in ("Paris", "Jordan", "Lantern House") if name in sentence)
    found = named_in(sentence, "en", {name_key(name): name}, {name_key(name): known})
    assert [(n.text, n.type) for n in found] == [(name, type_)]


NAMES = Path(__file__).parents[1] / "data" / "language" / "en" / "names.txt"


@pytest.mark.skipif(installed_pipeline() is None, reason="no English parser is installed")
@pytest.mark.parametrize(
    "line", [line for line in NAMES.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
)
def test_names_and_types_by_all_evidence(line):
    sentence, _, expected = line.partition(" |")
    found = [f"{name.text} {name.type}" for name in named_in_turn(sentence, "en", {}, {})]
    assert found == [name.strip() for name in expected.split(",") if name.strip()]
