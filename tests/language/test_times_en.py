"""English words for time. Seen from Wednesday, 15 May 2024, 14:30; how a time is written is in `times_shown`."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from times_shown import shown

from memgraph_core.language.times import times_in

DAYS = [
    ("I baked bread yesterday.", "2024-05-14"),
    ("We sign the lease today.", "2024-05-15"),
    ("My parents arrive tomorrow.", "2024-05-16"),
    ("Dad sold the flat, he's moving to a care home in November.", "2024-11"),
    ("We're switching schools in February, Tom got a place.", "2025-02"),
    ("Lena's getting married in January.", "2025-01"),
    ("Suppose I started in September.", "2024-09"),
    ("The day before yesterday the heating failed.", "2024-05-13"),
    ("I got it last wk.", "2024-05-06/2024-05-13"),
    ("I finished it couple days ago.", "2024-05-13"),
    ("I quit a month or so ago.", "2024-04"),
    ("Let's meet the day after tomorrow.", "2024-05-17"),
    ("I could not sleep last night.", "2024-05-14T18:00/2024-05-15T06:00"),
    ("There is a film tonight.", "2024-05-15T18:00/2024-05-16"),
    ("I swam this morning.", "2024-05-15T06:00/2024-05-15T12:00"),
    ("Ring me tomorrow afternoon.", "2024-05-16T12:00/2024-05-16T18:00"),
    ("I sold the bike last Thursday.", "2024-05-09"),
    ("She leaves next Thursday.", "2024-05-23"),
    ("The dentist can see me this Friday.", "2024-05-17"),
    ("I met Tom this Monday.", "2024-05-13"),
    ("We danced on Saturday.", "2024-05-11"),
    ("We will dance on Saturday.", "2024-05-18"),
    ("See you Monday!", "2024-05-20"),
    ("I saw her on Sunday evening.", "2024-05-12T18:00/2024-05-13"),
    ("He called on Tuesday last week.", "2024-05-07"),
    ("The market is on Friday next week.", "2024-05-24"),
    ("I ran into her the Sunday before last.", "2024-05-05"),
    ("We are so excited for the concert on Friday.", "2024-05-17"),
    ("I had a cold, but on Friday we'll go climbing.", "2024-05-17"),
    ("The dentist moved my appointment to Monday.", "2024-05-20"),
    ("They pushed the exam back to Tuesday.", "2024-05-21"),
    ("They moved to Turin on Monday.", "2024-05-13"),
    ("Payment is due on the 20th.", "2024-05-20"),
    ("I paid it on the 3rd.", "2024-05-03"),
    ("We got our puppy on the 12th after a long wait.", "2024-05-12"),
    ("Ada was born on 10 December 1985.", "1985-12-10"),
    ("It opened on May 3rd, 2021.", "2021-05-03"),
    ("The party is on the fifth of June.", "2024-06-05"),
    ("Our trip was March 3-7, 2022.", "2022-03-03/2022-03-08"),
    ("We married on Saturday, September 9, 2017.", "2017-09-09"),
    ("Backup taken 2023-11-02.", "2023-11-02"),
    ("Logged at 2024-02-03T04:05:06Z.", "2024-02-03T04:05"),
    ("The form says 25/12/2023.", "2023-12-25"),
    ("He moved out on 7/21/2019.", "2019-07-21"),
]
STRETCHES = [
    ("I started pottery last week.", "2024-05-06/2024-05-13"),
    ("The exam is next week.", "2024-05-20/2024-05-27"),
    ("We hiked last weekend.", "2024-05-11/2024-05-13"),
    ("What a storm this weekend, we were soaked!", "2024-05-11/2024-05-13"),
    ("The fair is this weekend.", "2024-05-18/2024-05-20"),
    ("It rained the week before last.", "2024-04-29/2024-05-06"),
    ("We were in Oslo last month.", "2024-04"),
    ("I change jobs next month.", "2024-06"),
    ("She graduated last year.", "2023"),
    ("They will marry next year.", "2025"),
    ("I quit earlier this month.", "2024-05-01/2024-05-15"),
    ("I joined the choir in March.", "2024-03"),
    ("We opened the shop in November.", "2023-11"),
    ("We fly to Lima in November.", "2024-11"),
    ("He sold the house last October.", "2023-10"),
    ("We moved in late April.", "2024-04-21/2024-05-01"),
    ("It happened in early June last year.", "2023-06-01/2023-06-11"),
    ("I broke my leg in the first week of April.", "2024-04-01/2024-04-08"),
    ("It was the last weekend of March 2024.", "2024-03-30/2024-04-01"),
    ("We meet on the second Tuesday of June.", "2024-06-11"),
    ("They founded it in October 2020.", "2020-10"),
    ("I lived in Kyoto in 2016.", "2016"),
    ("That was in the summer of 2019.", "2019-06-01/2019-09-01"),
    ("We camped last summer.", "2023-06-01/2023-09-01"),
    ("We are moving next winter.", "2024-12-01/2025-03-01"),
    ("Sales rose in Q3 2023.", "2023-07-01/2023-10-01"),
    ("Disco came back in the 1990s.", "1990-01-01/2000-01-01"),
    ("My parents met in the eighties.", "1980-01-01/1990-01-01"),
    ("We ship at the end of this month.", "2024-05-22/2024-06-01"),
    ("The tour was from May 20 to May 24.", "2023-05-20/2023-05-25"),
    ("The shop is open from Monday to Friday next week.", "2024-05-20/2024-05-25"),
    ("She studied there from 2018 to 2020.", "2018-01-01/2021-01-01"),
    ("What happened between March and May 2023?", "2023-03-01/2023-06-01"),
    ("We were on the road the week of April 8.", "2024-04-08/2024-04-15"),
    ("I read a lot over the past two weeks.", "2024-05-01/2024-05-16"),
]
STEPS = [
    ("I gave up coffee three days ago.", "2024-05-12"),
    ("We adopted a cat two weeks ago.", "2024-05-01"),
    ("He called a week ago.", "2024-05-08"),
    ("I bought it a couple of months ago.", "2024-03"),
    ("We met a year ago.", "2023-05"),
    ("We met ten years ago.", "2014"),
    ("I moved here five years ago in April.", "2019-04"),
    ("A year and a half ago I was in Peru.", "2022-11"),
    ("He phoned half an hour ago.", "2024-05-15T14:00"),
    ("I saw a fox a few days ago.", "2024-05-10/2024-05-14"),
    ("Two Fridays ago we lost.", "2024-05-03"),
    ("We camped two weekends ago.", "2024-05-04/2024-05-06"),
    ("The baby is due in two months.", "2024-07"),
    ("I will be back in three days.", "2024-05-18"),
    ("It starts twenty-one days from now.", "2024-06-05"),
    ("We leave two days after Christmas.", "2024-12-27"),
    ("Rent is due a week from Friday.", "2024-05-24"),
    ("They married the Saturday before Easter 2024.", "2024-03-30"),
]
CLOCKS = [
    ("The call is at 5pm tomorrow.", "2024-05-16T17:00"),
    ("Come tomorrow at 10:30 am.", "2024-05-16T10:30"),
    ("Dinner is on Friday evening at 7.", "2024-05-17T19:00"),
    ("Let's talk on Monday at 3.", "2024-05-20T15:00"),
    ("We landed yesterday at noon.", "2024-05-14T12:00"),
    ("The train leaves tomorrow at half past six.", "2024-05-16T18:30"),
    ("I woke up at 4 a.m. and could not sleep.", "2024-05-15T04:00"),
    ("The workshop is tomorrow from 9am to 11am.", "2024-05-16T09:00/2024-05-16T11:00"),
]
HOLIDAYS = [
    ("We stayed home on Christmas Day.", "2023-12-25"),
    ("We will fly home for Thanksgiving.", "2024-11-28"),
    ("I proposed on Valentine's Day 2020.", "2020-02-14"),
    ("We spent last Easter in Rome.", "2024-03-31"),
    ("They visited over Chinese New Year 2023.", "2023-01-22"),
    ("I cooked for everybody on Mother's Day.", "2024-05-12"),
    ("We are throwing a party this Halloween.", "2024-10-31"),
]
RECURRENCES = [
    ("I go to yoga every Tuesday.", "WEEKLY;BYDAY=TU"),
    ("I run every Tuesday and Thursday.", "WEEKLY;BYDAY=TU,TH"),
    ("Every first Monday of the month we meet.", "MONTHLY;BYDAY=1MO"),
    ("I run every morning.", "DAILY"),
    ("We open every day except Monday.", "WEEKLY;BYDAY=TU,WE,TH,FR,SA,SU"),
    ("I swim every weekday but not on Fridays.", "WEEKLY;BYDAY=MO,TU,WE,TH"),
    ("We sing on Mondays and Thursdays.", "WEEKLY;BYDAY=MO,TH"),
    ("I sleep in on weekends.", "WEEKLY;BYDAY=SA,SU"),
    ("She visits every other week.", "WEEKLY;INTERVAL=2"),
    ("I lift twice a week.", "WEEKLY"),
    ("The bill comes monthly.", "MONTHLY"),
    ("We hold it yearly.", "YEARLY"),
    ("Take one every six hours.", "HOURLY;INTERVAL=6"),
    ("The club meets on the first Monday of every month.", "MONTHLY;BYDAY=1MO"),
    ("I pay the rent on the 31st of every month.", "MONTHLY;BYMONTHDAY=31"),
    ("The report is due every month on the fifth.", "MONTHLY;BYMONTHDAY=5"),
    ("We go to Lake Como every year on August 15th.", "YEARLY;BYMONTH=8;BYMONTHDAY=15"),
    ("Every 29 February we have a party.", "YEARLY;BYMONTH=2;BYMONTHDAY=29"),
    ("We meet on the 3rd of May every year.", "YEARLY;BYMONTH=5;BYMONTHDAY=3"),
    ("We go skiing every winter.", "YEARLY"),
    ("Standup is every day at 9am.", "DAILY;BYHOUR=9"),
]
OPEN = [
    ("I have lived here since 2019.", ">2019-01-01"),
    ("I've enrolled in a drawing course starting June 10.", ">2024-06-10"),
    ("I accepted a contract with them starting on 1 September.", ">2024-09-01"),
    ("I have been sober since January.", ">2024-01-01"),
    ("She has been ill since last Friday.", ">2024-05-10"),
    ("We have been married for 3 years now.", ">2021-01-01"),
    ("We have had him for three years.", ">2021-01-01"),
    ("We've been together 5 years already.", ">2019-01-01"),
    ("I've lived here going on 3 years.", ">2021-01-01"),
    ("I've been learning Greek for a month.", ">2024-04-01"),
    ("It's been two weeks since we spoke.", ">2024-05-01"),
    ("I haven't smoked in five years.", ">2019-01-01"),
    ("Starting next week I work from home.", ">2024-05-20"),
    ("What has she painted after June 2023?", ">2023-07-01"),
    ("I stayed until last Sunday.", "<2024-05-13"),
    ("Finish it by Friday.", "<2024-05-18"),
    ("Where did he live before 2020?", "<2020-01-01"),
]
LENGTHS = [
    ("We were in Spain for three weeks.", "for_week"),
    ("She'll have the cast for six weeks.", "for_week"),
    ("He has to rest for two weeks.", "for_week"),
    ("She's from Oslo and worked there for six years.", "for_year"),
    ("I used to smoke for ten years.", "for_year"),
    ("He worked there for years.", "for_year"),
    ("I finished the book in two days.", "for_day"),
]
VAGUE = [
    "I recently took up chess.", "The other day I saw an owl.", "We should meet soon.", "A while ago he stopped writing.",
    "I have been tired lately.", "We'll tell you in a while.",
]  # fmt: skip
DATE_FREE = [
    "May I borrow your pen?", "You may keep the change.", "We march on regardless.", "The long march wore them out.",
    "April is my favourite aunt.", "June and her brother play chess.", "I had lunch with May.", "August Macke painted cats.",
    "Give me a second.", "The second try went better.", "It was my third attempt.", "He came first.",
    "Prices fall when supply grows.", "Don't spring that on me.", "A hot spring is near the village.", "They fell for it.",
    "She sat by the window.", "The cat sat on my lap.", "I wed my old friend.", "The sun warms the roof.",
    "Mark will do it.", "Will Mark be there?", "I will.", "They will it so.",
    "Upgrade to version 3.11.4 first.", "Python 2.7 is gone.", "Ping 192.168.0.12 again.", "It cost 2019 dollars.",
    "The house has 1990 square feet.", "Call me on 555-0134.", "My number is 020 7946 0018.", "Room 1408 is upstairs.",
    "The shop is open 24/7.", "We split it 50/50.", "The odds are 3 to 1.", "The ratio is 16:9.", "Read John 3:16.",
    "He scored 20 of 30 points.", "She read 1984 and liked it.", "There are 2000 people in town.", "Add 1/2 cup of sugar.",
    "Page 12 is missing.", "I am 34 years old.", "My three-year-old paints.", "One day at a time.", "My day job is dull.",
    "It made my day.", "The week was a blur.", "Happy Friday!", "Wednesday Addams is a character.", "We ate at Ruby Tuesday.",
    "I love Christmas trees.", "Christmas is overrated.", "Do you like Halloween candy?", "Now I see.", "Then it hit me.",
    "Her weekend bag is red.", "He is in his thirties.", "At 12:30 the score was level.", "The nightly build is named nightly-2.",
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), DAYS)
def test_a_day_in_english(text, expected):
    assert shown(text) == expected


@pytest.mark.parametrize(("text", "expected"), STRETCHES)
def test_a_week_a_month_a_year_or_a_stretch_in_english(text, expected):
    assert shown(text) == expected


@pytest.mark.parametrize(("text", "expected"), STEPS)
def test_so_many_units_ago_or_ahead_in_english(text, expected):
    assert shown(text) == expected


@pytest.mark.parametrize(("text", "expected"), CLOCKS)
def test_a_time_of_day_belongs_to_the_day_beside_it_in_english(text, expected):
    assert shown(text) == expected


@pytest.mark.parametrize(("text", "expected"), HOLIDAYS)
def test_a_holiday_in_english(text, expected):
    assert shown(text) == expected


@pytest.mark.parametrize(("text", "expected"), RECURRENCES)
def test_a_recurrence_has_a_rule_and_no_date_in_english(text, expected):
    assert shown(text) == expected


@pytest.mark.parametrize(("text", "expected"), OPEN)
def test_since_and_until_leave_a_side_open_in_english(text, expected):
    assert shown(text) == expected


@pytest.mark.parametrize(("text", "expected"), LENGTHS)
def test_how_long_is_no_date_in_english(text, expected):
    assert shown(text) == expected


@pytest.mark.parametrize("text", VAGUE)
def test_a_vague_word_is_kept_vague_in_english(text):
    assert shown(text) == "~"


@pytest.mark.parametrize("text", DATE_FREE)
def test_an_english_sentence_without_a_date_has_none(text):
    found = [time for time in shown(text).split() if time[0] in "12<>"]
    assert found == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("From July I work for a charity called Lantern House.", "2024-07"),  # what it is called is no past
        ("I called the bank in July.", "2023-07"),
        ("The tickets are bought, we leave on June 2nd.", "2024-06-02"),
    ],
)
def test_names_of_things_and_timetables_are_not_past_events(text, expected):
    assert shown(text) == expected


SAID = datetime(2026, 2, 10, 9, tzinfo=UTC)  # a Tuesday
TIMES = Path(__file__).parents[1] / "data" / "language" / "en" / "times.txt"


@pytest.mark.parametrize(
    "line", [line for line in TIMES.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
)
def test_the_days_of_english_times(line):
    sentence, _, expected = line.partition(" |")
    assert [first_day(span) for span in times_in(sentence, SAID, "en")] == [
        day.strip() for day in expected.split(",") if day.strip()
    ]


def first_day(span):
    if span.start is None:
        return f"until {(span.end - timedelta(days=1)).date()}"
    return str(span.start.date())
