"""English statements and what they say of two ends; what is asked, imagined or vague says nothing."""

import pytest
from marked import phrases, said

STATEMENTS = (
    ("I live in [Oslo](Place) with my cat.", ["Eve LIVES_IN Oslo"]),
    ("[Ada] and [Tom] live in [Rome](Place).", ["Ada LIVES_IN Rome", "Tom LIVES_IN Rome"]),
    (
        "[Clara|She] works at [Tarn Optics](Organization) and lives in [Leeds](Place).",
        ["Clara WORKS_AT Tarn Optics", "Clara LIVES_IN Leeds"],
    ),
    ("[Ada|She]'s living in [Porto](Place) these days.", ["Ada LIVES_IN Porto"]),
    ("[Ada's sister|My sister] has lived in [Cardiff](Place) for years.", ["Ada's sister LIVES_IN Cardiff"]),
    (
        "I moved from [Turin](Place) to [Milan](Place) last spring.",
        ["Eve LIVES_IN Milan", "Eve MOVED_FROM Turin"],
    ),
    ("We settled in [Bergen](Place).", ["Eve LIVES_IN Bergen"]),
    ("I live with [Nadia](Person).", ["Eve LIVES_WITH Nadia"]),
    ("[Tom] works as a welder.", ["Tom WORKS_AS welder"]),
    ("[Tom] is a nurse at [Saint Anne](Organization).", ["Tom WORKS_AS nurse", "Tom WORKS_AT Saint Anne"]),
    ("I'm a software engineer.", ["Eve WORKS_AS software engineer"]),
    ("[Ada] became a teacher.", ["Ada WORKS_AS teacher"]),
    ("[Ada] works in finance.", ["Ada WORKS_IN finance"]),
    ("[Ada] works in [Berlin](Place).", ["Ada WORKS_IN Berlin"]),
    ("[Jonas] is still at [Pellworth](Organization).", ["Jonas WORKS_AT Pellworth"]),
    ("I got a job at [Fiat](Organization).", ["Eve WORKS_AT Fiat"]),
    ("I've joined [Mareal Charts](Organization).", ["Eve WORKS_AT Mareal Charts"]),
    ("I joined a hiking club.", ["Eve MEMBER_OF hiking club"]),
    ("I lead a small team.", ["Eve LEADS small team"]),
    ("[Ada] founded a bakery.", ["Ada FOUNDED bakery"]),
    ("I'm starting a blog.", ["Eve FOUNDED? blog"]),
    ("I volunteer at an animal shelter.", ["Eve VOLUNTEERS_AT animal shelter"]),
    ("[Ada] teaches chemistry.", ["Ada TEACHES chemistry"]),
    ("I study physics.", ["Eve STUDIES physics"]),
    ("[Eve|I] majored in biology.", ["Eve STUDIES biology"]),
    ("[Tom] graduated from [Delft University](Organization).", ["Tom GRADUATED_FROM Delft University"]),
    ("I'm learning Portuguese.", ["Eve LEARNING Portuguese"]),
    ("I'm learning to play the cello.", ["Eve PLAYS cello", "Eve LEARNING playing the cello"]),
    ("I signed up for a pottery class.", ["Eve ENROLLED_IN pottery class"]),
    ("[Ada] speaks French and Italian.", ["Ada SPEAKS French", "Ada SPEAKS Italian"]),
    ("[Ada] married [Bob](Person) in June.", ["Ada MARRIED_TO Bob"]),
    ("[Ada] is engaged to [Bob](Person).", ["Ada ENGAGED_TO Bob"]),
    ("I'm dating [Max](Person).", ["Eve DATING Max"]),
    ("[Ada] got divorced from [Bob](Person).", ["Ada DIVORCED_FROM Bob"]),
    ("I was born in [Oslo](Place).", ["Eve BORN_IN Oslo"]),
    ("I was born on the 4th of March.", ["Eve BORN_ON the 4th of March"]),
    ("My birthday is on July 12th.", ["Eve BORN_ON July 12th"]),
    ("I'm 34 years old.", ["Eve AGED 34"]),
    ("[Ada] turned 40 last week.", ["Ada AGED 40"]),
    ("I'm from [Lisbon](Place).", ["Eve COMES_FROM Lisbon"]),
    ("I grew up in [Ghent](Place).", ["Eve COMES_FROM Ghent"]),
    ("[Mareal](Organization) is based in [Porto](Place).", ["Mareal LOCATED_IN Porto"]),
    ("[Fiat](Organization)'s head office is in [Turin](Place).", ["Fiat LOCATED_IN Turin"]),
    ("I went to [Japan](Place) last autumn.", ["Eve VISITED Japan"]),
    ("We visited the aquarium.", ["Eve VISITED aquarium"]),
    ("I've been to [Crete](Place) twice.", ["Eve VISITED Crete"]),
    ("I attended a jazz festival.", ["Eve ATTENDED jazz festival"]),
    ("[Ada] ran a marathon.", ["Ada ATTENDED marathon"]),
    ("We went camping.", ["Eve PRACTICES camping"]),
    ("I do yoga every morning.", ["Eve PRACTICES yoga"]),
    ("I've been painting since May.", ["Eve PRACTICES painting"]),
    ("I hiked in the hills.", ["Eve PRACTICES hiking"]),
    ("I love jazz and hiking.", ["Eve LIKES jazz", "Eve LIKES hiking"]),
    ("[Tom] likes to swim.", ["Tom LIKES swimming"]),
    ("My favourite author is [Le Guin](Person).", ["Eve LIKES Le Guin", "Eve FAVORITE_AUTHOR Le Guin"]),
    ("[Jazz|Jazz] is my favourite music.", ["Eve LIKES Jazz"]),
    ("My hobbies are chess and gardening.", ["Eve LIKES chess", "Eve LIKES gardening"]),
    ("I can't stand olives.", ["Eve DISLIKES olives"]),
    ("[Ada] doesn't like coriander.", ["Ada DISLIKES coriander"]),
    ("I'm interested in astronomy.", ["Eve INTERESTED_IN astronomy"]),
    ("[Ada] is afraid of spiders.", ["Ada AFRAID_OF spiders"]),
    ("I'm allergic to nuts and shellfish.", ["Eve ALLERGIC_TO nuts", "Eve ALLERGIC_TO shellfish"]),
    ("[Tom] has diabetes.", ["Tom HAS_CONDITION diabetes"]),
    ("[Tom] was diagnosed with asthma.", ["Tom HAS_CONDITION asthma"]),
    ("[Ada] is vegan.", ["Ada FOLLOWS_DIET vegan"]),
    ("[Tom] went vegetarian.", ["Tom FOLLOWS_DIET vegetarian"]),
    ("I only drink tea.", ["Eve DRINKS tea"]),
    ("I bought a cello.", ["Eve OWNS cello"]),
    ("[Ada] adopted a kitten.", ["Ada HAS_PET kitten"]),
    ("We have two dogs.", ["Eve HAS_PET two dogs"]),
    ("My dog is called [Max|Max].", ["Eve HAS_PET Max"]),
    ("I own a sailing boat.", ["Eve OWNS sailing boat"]),
    ("[Ada] plays the violin.", ["Ada PLAYS violin"]),
    ("[Tom] plays for the [Wolves](Organization).", ["Tom MEMBER_OF Wolves"]),
    ("I'm reading [Night Songs](Work).", ["Eve READ Night Songs"]),
    ("We watched a documentary.", ["Eve WATCHED documentary"]),
    ("[Ada] wrote [Night Songs](Work).", ["Ada CREATED Night Songs"]),
    ("I baked a lemon cake.", ["Eve CREATED lemon cake"]),
    ("[Tom] won the regional tournament.", ["Tom WON regional tournament"]),
    ("I met [Zora](Person) in [Rome](Place).", ["Eve MET Zora"]),
    ("I want to adopt a dog.", ["Eve WANTS adopt a dog"]),
    ("I'd love to visit [Japan](Place).", ["Eve WANTS visit Japan"]),
    ("[Ada] plans to open a bakery.", ["Ada PLANS_TO open a bakery"]),
    ("I'm going to learn Spanish.", ["Eve LEARNING? Spanish"]),
    ("I'm moving to [Braga](Place) in autumn.", ["Eve LIVES_IN? Braga"]),
    ("We're thinking of buying a boat.", ["Eve PLANS_TO buying a boat"]),
    ("I decided to sell my flat.", ["Eve PLANS_TO sell Eve's flat"]),
    ("[Clara|My sister Clara] lives in [Rome](Place).", ["Eve SIBLING_OF Clara", "Clara LIVES_IN Rome"]),
    ("[Ada]'s brother [Max](Person) plays the drums.", ["Ada SIBLING_OF Max", "Max PLAYS drums"]),
    ("[Marian](Person), my boss, is on holiday.", ["Eve COLLEAGUE_OF Marian"]),
    ("[Duarte](Person) is my neighbour.", ["Eve NEIGHBOR_OF Duarte"]),
    ("My son [Milo](Person) has asthma.", ["Eve PARENT_OF Milo", "Milo HAS_CONDITION asthma"]),
    ("I used to live in [Bristol](Place).", ["Eve LIVES_IN† Bristol"]),
    ("[Ada] no longer works at [Fiat](Organization).", ["Ada WORKS_AT† Fiat"]),
    ("I don't work at [Fiat](Organization) any more.", ["Eve WORKS_AT† Fiat"]),
    ("I gave up coffee at Easter.", ["Eve LIKES† coffee"]),
    ("I don't work at [Fiat](Organization).", ["Eve WORKS_AT¬ Fiat"]),
    ("I've never been to [Paris](Place).", ["Eve VISITED¬ Paris"]),
    ("[Ada] doesn't have a dog.", ["Ada HAS_PET¬ dog"]),
    ("Moved to [Rome](Place) last week!", ["Eve LIVES_IN Rome"]),
    ("Can't wait to visit [Rome](Place)!", ["Eve WANTS visit Rome"]),
    ("I'm looking for a new flat.", ["Eve WANTS flat"]),
    ("My trip to [Lima](Place) was great.", ["Eve VISITED Lima"]),
    ("In my pottery class we glazed bowls.", ["Eve ENROLLED_IN pottery class"]),
    ("I think [Tom] lives in [Rome](Place).", ["Tom LIVES_IN Rome"]),
    ("[Femi] from my workshop has moved to [Leeds](Place).", ["Femi LIVES_IN Leeds"]),
    ("[Ada|Her] favourite drink is ginger tea.", ["Ada LIKES ginger tea", "Ada FAVORITE_DRINK ginger tea"]),
    ("Pottery is a huge part of my life.", ["Eve LIKES pottery"]),
    ("Knitting helps me relax after work.", ["Eve LIKES knitting"]),
    ("I'm a big science fiction fan.", ["Eve LIKES science fiction"]),
    ("As a lifelong chess enthusiast, I follow every final.", ["Eve LIKES chess"]),
    ("I find gardening to be very relaxing.", ["Eve LIKES gardening"]),
    ("[Porto](Place) is such a beautiful city.", ["Eve LIKES Porto"]),
    ("My dream is to open a small hotel.", ["Eve WANTS open a small hotel"]),
    ("Seeing the northern lights is on my bucket list.", []),
    ("Dining in Crete is on my bucket list.", ["Eve WANTS dining in Crete"]),
    ("[Night Songs](Work) by [Ada Kern](Person) kept me awake.", ["Ada Kern CREATED Night Songs"]),
    ("The novel I'm reading is [Night Songs](Work).", ["Eve READ Night Songs"]),
    ("This is my stamp collection.", ["Eve COLLECTS stamps"]),
    ("I took my kids to the aquarium.", ["Eve VISITED aquarium"]),
    ("We went on a boat tour.", ["Eve ATTENDED boat tour"]),
    ("I'm planning a trip to [Crete](Place).", ["Eve PLANS_TO trip to Crete"]),
    ("We organized a bake sale.", ["Eve ORGANIZED bake sale"]),
    ("I twisted my ankle on the stairs.", ["Eve INJURED ankle"]),
    ("[Tom] had a car accident.", ["Tom EXPERIENCED car accident"]),
    ("I mentor two young nurses.", ["Eve HELPS two young nurses"]),
    ("I started lifting weights a year ago.", ["Eve PRACTICES lifting weights"]),
    ("I had the chance to meet [Jonas](Person).", ["Eve MET Jonas"]),
    ("I'm looking forward to the summer fair.", ["Eve LOOKS_FORWARD_TO summer fair"]),
    ("I read a book about bees.", ["Eve READ book about bees"]),
    ("I've been studying topics like astronomy and law.", ["Eve STUDIES astronomy", "Eve STUDIES law"]),
    ("[Leo](Person), who lives in [Madrid](Place), is visiting us.", ["Leo LIVES_IN Madrid"]),
    ("[Eve's wife|My wife] and I have been married for 12 years.", ["Eve MARRIED_TO Eve's wife"]),
    ("[Lena] and [Tom] got engaged!", ["Lena ENGAGED_TO Tom"]),
    ("[Tom] and [Lena](Person) are colleagues.", ["Tom COLLEAGUE_OF Lena"]),
    ("I got promoted to head of sales.", ["Eve WORKS_AS head of sales"]),
    ("I sold my motorbike.", ["Eve OWNS† motorbike"]),
    ("[Jonas] founded a startup called [Pellworth](Organization).", ["Jonas FOUNDED Pellworth"]),
    ("Now I'm at [Bosch](Organization).", ["Eve WORKS_AT Bosch"]),
    ("I'm from [Peru](Place) originally.", ["Eve COMES_FROM Peru"]),
    ("Just got back from [Japan](Place) 🎉", ["Eve VISITED Japan"]),
    ("I love sushi 😍", ["Eve LIKES sushi"]),
    ("We are vegans.", ["Eve FOLLOWS_DIET vegan"]),
    ("[Tom] is a firefighter in [Leeds](Place).", ["Tom WORKS_AS firefighter", "Tom WORKS_IN Leeds"]),
    ("I'm thankful for my grandparents.", ["Eve VALUES grandparents"]),
    ("Im taking a pottery class.", ["Eve ENROLLED_IN pottery class"]),
    ("I dont like olives.", ["Eve DISLIKES olives"]),
)

NOTHING = (
    "Do you live in [Oslo](Place)?",
    "Where does [Ada] work?",
    "Does [Ada] like jazz?",
    "She moved to [Turin](Place).",
    "It was born in [Milan](Place).",
    "There is work at [Fiat](Organization).",
    "The office moved to [Turin](Place).",
    "Everyone loves [Ada].",
    "I love it.",
    "I love how it looks.",
    "I love everything.",
    "I love this.",
    "I love your energy.",
    "I love that painting.",
    "If I lived in [Turin](Place) I could walk.",
    "I almost moved to [Turin](Place).",
    "I wish I lived in [Rome](Place).",
    "Maybe [Ada] lives in [Rome](Place).",
    "I don't think [Ada] lives in [Rome](Place).",
    "I could work at [Fiat](Organization).",
    "I should visit [Rome](Place).",
    "I might get a dog.",
    "[Ada] may join [Fiat](Organization).",
    "We moved to Friday.",
    "I got coffee with [Bob](Person).",
    "My work at the office is dull.",
    "Her boss lives in [Rome](Place).",
    "The boy I met in [Turin](Place) loves jazz.",
    "I helped [Ada] move to [Rome](Place).",
    "Let me live in [Rome](Place).",
    "Thanks for asking!",
    "Ok, see you later.",
    "That means a lot to me.",
    "I'm so happy for you.",
    "I have a lot of work.",
    "I have no idea.",
    "I made a huge difference.",
    "I made it.",
    "I went to bed.",
    "I went to work.",
    "I'm working on it.",
    "I want to thank you.",
    "I can't wait to hear more.",
    "I'm going to be fine.",
    "You'll be a great mom.",
    "[Ada] is a great friend.",
    "How are you enjoying your new hobbies?",
    "I work hard.",
    "I learned a lot.",
    "I met you at noon.",
    "Enjoy your meal!",
    'I said "I live in [Rome](Place)" as a joke.',
    "Like spiders, bats scare people.",
    "I know what I like.",
    "She got promoted.",
    "I quit smoking.",
    "I love you 😍",
    "[Mia] started school.",
    "Your friendship means a lot to me.",
    "Wow, that painting's amazing!",
    "Opening a shop is a great idea.",
    "Working as a nurse gives you a lot of experience.",
    "Thinking about the choices cheers me up.",
    "I read this book.",
    "I made sure of it.",
    "I want to improve.",
)


@pytest.mark.parametrize(("sentence", "relations"), STATEMENTS)
def test_a_statement_says_it(sentence, relations):
    assert said(sentence, "en") == relations


@pytest.mark.parametrize("sentence", NOTHING)
def test_what_is_asked_imagined_or_vague_says_nothing(sentence):
    assert said(sentence, "en") == []


@pytest.mark.parametrize("question", [s for s, _ in STATEMENTS])
def test_a_question_states_nothing(question):
    assert said(question.rstrip(".!") + "?", "en") == []


def test_what_somebody_only_believes_is_told_with_less_confidence():
    (sure,) = phrases("[Tom] lives in [Rome](Place).", "en")
    (reported,) = phrases("I think [Tom] lives in [Rome](Place).", "en")
    assert reported.confidence < sure.confidence


def test_an_object_that_meets_a_span_is_of_its_type_else_of_the_relations():
    assert [p.object_type for p in phrases("[Ada] went to [Rome](Place).", "en")] == ["Place"]
    assert [p.object_type for p in phrases("[Ada] works as a welder.", "en")] == ["Concept"]


def test_a_phrase_begins_where_its_subject_stands():
    assert [p.start for p in phrases("Well, [Ada] lives in [Rome](Place).", "en")] == [6]


def test_a_verb_without_a_subject_of_its_own_goes_on_with_the_one_before():
    assert said("[Ada] lives in [Rome](Place), works at [Fiat](Organization) and plays the piano.", "en") == [
        "Ada LIVES_IN Rome",
        "Ada WORKS_AT Fiat",
        "Ada PLAYS piano",
    ]


def test_whose_something_is_does_not_do_it():
    assert said("[Ada|Her] move to [Rome](Place) was hard.", "en") == []
    assert said("My office is in [Rome](Place).", "en") == []


def test_who_is_told_something_does_not_say_it_of_himself():
    assert said("[Ben|You]'re going to visit [Rome](Place).", "en") == []


def test_a_name_that_tells_who_my_sister_is_names_her():
    assert said("[Eve's sister|My sister] is called [Clara](Person).", "en") == [
        "Eve SIBLING_OF Clara",
        "Eve's sister NAMED Clara",
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "I never worked at [Fiat](Organization).",
        "I didn't work at [Fiat](Organization).",
        "I haven't worked at [Fiat](Organization).",
    ],
)
def test_a_denial_in_the_past_is_a_denial_and_no_end(sentence):
    assert said(sentence, "en") == ["Eve WORKS_AT¬ Fiat"]
