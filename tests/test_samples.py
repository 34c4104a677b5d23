"""What the shipped conversations promise; read as plain files, without the engine."""

import json
import re
import unicodedata
from collections import Counter
from datetime import date, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

SAMPLES = Path(__file__).parents[1] / "memgraph_core" / "samples"
FILES = ("english.jsonl", "chinese.jsonl")
CATEGORIES = {"single-hop", "temporal", "two-hop", "change", "no-answer"}

# What a two-hop question asks about, under every name the conversation has for it.
STARTING_POINTS = {
    "ada-q3": ("Ada", "sister", "Clara"),
    "li-q2": ("李蔓", "表妹", "许棠"),
}
# What leads from the first turn to the second; the question does not give it away.
BRIDGES = {"ada-q3": "Tarnbeck Optics", "li-q2": "竹溪书店"}

# Turns that answer the same question about somebody or something else.
DISTRACTORS = {
    "ada-q1": {"ada-s1-8": "shellfish", "ada-s1-9": "chicken", "ada-s4-7": "wasps"},
    "ada-q2": {"ada-s2-10": "first aid course in two weeks", "ada-s6-10": "exam is next Friday"},
    "ada-q3": {"ada-s5-5": "headquarters to Rotterdam", "ada-s2-1": "lab in Sheffield"},
    "ada-q4": {"ada-s1-2": "lived in Bristol", "ada-s4-1": "Hello from Porto", "ada-s3-7": "moved to Leeds"},
    "li-q1": {"li-s1-5": "古筝", "li-s1-7": "学日语", "li-s4-10": "学游泳"},
    "li-q2": {"li-s2-6": "槐荫街"},
    "li-q3": {"li-s1-5": "恒拓软件", "li-s3-3": "蓝屿", "li-s3-6": "青禾设计"},
}


def read(file):
    return [json.loads(line) for line in (SAMPLES / file).read_text(encoding="utf-8").splitlines()]


CASES = [case for file in FILES for case in read(file)]
CASE = {case["name"]: case for case in CASES}
TURNS = {turn["id"]: turn for case in CASES for turn in case["turns"]}
QUESTIONS = {question["id"]: question for case in CASES for question in case["questions"]}

every_case = pytest.mark.parametrize("case", CASES, ids=list(CASE))
every_question = pytest.mark.parametrize("question", QUESTIONS.values(), ids=list(QUESTIONS))
every_two_hop = pytest.mark.parametrize("question_id", STARTING_POINTS)


def starts_of_sessions(case):
    """The first turn of each run of turns with the same session."""
    turns = case["turns"]
    return turns[:1] + [after for before, after in pairwise(turns) if before["session"] != after["session"]]


def passage(turn_id):
    """The turn with the two before it in its session, as one text."""
    session = [turn for turn in TURNS.values() if turn["session"] == TURNS[turn_id]["session"]]
    place = next(place for place, turn in enumerate(session) if turn["id"] == turn_id)
    return "\n".join(f"{turn['speaker']}: {turn['text']}" for turn in session[max(0, place - 2) : place + 1])


@pytest.mark.parametrize("file", FILES)
def test_a_file_holds_one_case_a_line_and_ends_with_a_newline(file):
    assert len(read(file)) == 1
    assert (SAMPLES / file).read_bytes().endswith(b"}\n")


@every_case
def test_cases_have_the_known_keys_and_no_others(case):
    assert set(case) == {"name", "language", "turns", "questions"}
    for turn in case["turns"]:
        assert set(turn) - {"caption"} == {"id", "session", "speaker", "time", "text"}
        assert all(isinstance(value, str) and value.strip() for value in turn.values())
    for question in case["questions"]:
        assert set(question) == {"id", "text", "category", "evidence", "answer", "asked_at"}


def test_ids_are_unique_and_start_with_the_name_of_their_case():
    turn_ids = [turn["id"] for case in CASES for turn in case["turns"]]
    question_ids = [question["id"] for case in CASES for question in case["questions"]]
    assert len(TURNS) == len(turn_ids)
    assert len(QUESTIONS) == len(question_ids)
    for case in CASES:
        for item in (*case["turns"], *case["questions"]):
            assert re.fullmatch(rf"{case['name']}-(s\d+-\d+|q\d+)", item["id"])


def test_a_turn_id_is_its_session_and_its_place_there():
    places = Counter()
    for turn_id, turn in TURNS.items():
        places[turn["session"]] += 1
        assert turn_id == f"{turn['session']}-{places[turn['session']]}"


@pytest.mark.parametrize(
    ("name", "language", "turns", "sessions"),
    [("ada", "en", range(64, 81), 6), ("li", "zh", range(42, 56), 4)],
)
def test_a_conversation_is_long_enough_to_forget_and_short_enough_to_read(name, language, turns, sessions):
    case = CASE[name]
    assert case["language"] == language
    assert len(case["turns"]) in turns
    assert len({turn["session"] for turn in case["turns"]}) >= sessions


@every_case
def test_time_only_moves_forward_and_sessions_do_not_interleave(case):
    times = [datetime.fromisoformat(turn["time"]) for turn in case["turns"]]
    assert all(before < after for before, after in pairwise(times))
    starts = starts_of_sessions(case)
    assert len(starts) == len({turn["session"] for turn in starts})
    days = [datetime.fromisoformat(turn["time"]).date() for turn in starts]
    assert all(after - before >= timedelta(days=7) for before, after in pairwise(days))


@every_case
def test_times_are_in_2026_to_the_second_without_a_zone(case):
    written = [turn["time"] for turn in case["turns"]]
    written += [question["asked_at"] for question in case["questions"]]
    for time in written:
        assert datetime.fromisoformat(time).strftime("2026-%m-%dT%H:%M:%S") == time


def test_the_english_conversation_goes_on_for_about_nine_months():
    first, *_, last = (datetime.fromisoformat(turn["time"]) for turn in CASE["ada"]["turns"])
    assert timedelta(days=250) < last - first < timedelta(days=290)


@every_case
def test_questions_are_later_than_all_turns(case):
    last = case["turns"][-1]["time"]
    assert all(question["asked_at"] > last for question in case["questions"])


@pytest.mark.parametrize(("name", "speakers"), [("ada", {"Ada", "Ben"}), ("li", {"李蔓", "邵明川"})])
def test_two_people_talk_and_both_have_much_to_say(name, speakers):
    said = Counter(turn["speaker"] for turn in CASE[name]["turns"])
    assert set(said) == speakers
    assert min(said.values()) > 0.4 * said.total()


@every_case
def test_one_photo_has_a_caption(case):
    assert sum("caption" in turn for turn in case["turns"]) == 1


@every_case
def test_no_two_turns_say_the_same(case):
    texts = [turn["text"] for turn in case["turns"]]
    assert len(set(texts)) == len(texts)


def test_the_english_file_is_ascii_but_for_emoji():
    text = (SAMPLES / "english.jsonl").read_text(encoding="utf-8")
    other = {sign for sign in text if not sign.isascii()}
    assert {unicodedata.category(sign) for sign in other} == {"So"}


def test_chinese_is_written_with_chinese_punctuation():
    for turn in CASE["li"]["turns"]:
        assert not re.search(r"[A-Za-z,.?!:;()]", turn["text"]), turn


def test_nobody_in_the_english_conversation_has_a_surname_and_so_nobody_is_real():
    invented = {"Hartwell Maps", "Tarnbeck Optics", "Mareal Charts", "The Salt Orchard", "Dona Amelia"}
    days = {"New Year", "New Year's Day"}
    runs = {
        run
        for turn in CASE["ada"]["turns"]
        for run in re.findall(r"(?<![.?!] )(?<!^)\b[A-Z][a-z]+(?: [A-Z][a-z']+)+", turn["text"])
    }
    assert runs - days <= invented
    assert invented & runs


def test_eight_questions_five_english_and_three_chinese():
    assert len(CASE["ada"]["questions"]) == 5
    assert len(CASE["li"]["questions"]) == 3


def test_every_category_is_asked_once_in_english_and_a_second_two_hop_in_chinese():
    english = Counter(question["category"] for question in CASE["ada"]["questions"])
    chinese = Counter(question["category"] for question in CASE["li"]["questions"])
    assert english == dict.fromkeys(CATEGORIES, 1)
    assert chinese == {"single-hop": 1, "two-hop": 1, "change": 1}


@every_question
def test_evidence_is_one_to_three_turns_of_the_same_case_or_none_for_no_answer(question):
    case = question["id"].split("-")[0]
    if question["category"] == "no-answer":
        assert question["evidence"] == []
        assert question["answer"] is None
    else:
        assert 1 <= len(set(question["evidence"])) == len(question["evidence"]) <= 3
        assert set(question["evidence"]) <= {turn["id"] for turn in CASE[case]["turns"]}


@pytest.mark.parametrize("question_id", sorted(QUESTIONS.keys() - {"ada-q2", "ada-q5"}))
def test_the_last_evidence_turn_says_the_answer_and_no_earlier_evidence_does(question_id):
    question = QUESTIONS[question_id]
    *earlier, last = (TURNS[turn_id]["text"] for turn_id in question["evidence"])
    assert question["answer"] in last
    assert not any(question["answer"] in text for text in earlier)
    assert question["answer"] not in question["text"]


def test_the_course_starts_on_the_tuesday_after_the_friday_it_was_talked_about():
    [turn_id] = QUESTIONS["ada-q2"]["evidence"]
    said_on = datetime.fromisoformat(TURNS[turn_id]["time"]).date()
    starts_on = date(2026, 2, 24)
    assert said_on.strftime("%A") == "Friday"
    assert "starts next Tuesday" in TURNS[turn_id]["text"]
    assert starts_on - said_on == timedelta(days=4)
    assert f"{starts_on:%A, %d %B %Y}" == QUESTIONS["ada-q2"]["answer"]


@pytest.mark.parametrize(
    ("turn_id", "stated", "weekday"),
    [("ada-s4-1", date(2026, 5, 9), "Saturday"), ("ada-s6-3", date(2026, 9, 10), "Thursday")],
)
def test_a_weekday_named_with_a_date_is_the_right_one(turn_id, stated, weekday):
    assert f"{weekday}, the {stated.day}th" in TURNS[turn_id]["text"] or (
        f"{weekday} the {stated.day}th" in TURNS[turn_id]["text"]
    )
    assert stated.strftime("%A") == weekday


@pytest.mark.parametrize(
    "phrase",
    ["next Friday", "in two weeks", "next Tuesday", "last summer", "last year", "on Monday", "this autumn"],
)
def test_people_speak_of_time_as_people_do(phrase):
    assert any(phrase in turn["text"] for turn in CASE["ada"]["turns"])


@pytest.mark.parametrize("phrase", ["下周五", "上个月", "下个月", "上周", "昨天", "每周三", "表妹", "嫂子"])
def test_chinese_has_its_relative_dates_and_kin_terms(phrase):
    assert any(phrase in turn["text"] for turn in CASE["li"]["turns"])


@every_two_hop
def test_two_hop_evidence_lies_in_two_sessions_and_only_the_bridge_joins_it(question_id):
    first, second = (TURNS[turn_id] for turn_id in QUESTIONS[question_id]["evidence"])
    bridge = BRIDGES[question_id]
    assert first["session"] != second["session"]
    assert bridge in first["text"]
    assert bridge in second["text"]
    assert bridge not in QUESTIONS[question_id]["text"]


@every_two_hop
def test_the_second_hop_does_not_name_the_person_of_the_question(question_id):
    second = TURNS[QUESTIONS[question_id]["evidence"][1]]
    for name in STARTING_POINTS[question_id]:
        assert name not in second["text"]
        assert name != second["speaker"]


@every_two_hop
def test_no_other_turn_has_the_answer_of_a_two_hop_question(question_id):
    answer = QUESTIONS[question_id]["answer"]
    saying = [turn["id"] for turn in TURNS.values() if answer in turn["text"]]
    assert saying == [QUESTIONS[question_id]["evidence"][1]]


@pytest.mark.parametrize(
    "turn_id", sorted({turn for question in QUESTIONS.values() for turn in question["evidence"]})
)
def test_the_subject_of_a_fact_is_named_in_the_turn_or_the_two_before(turn_id):
    whose = {
        "ada-s1-7": ("Milo", "allergic to hazelnuts"),
        "ada-s2-1": ("Ada: ", "my sister", "Clara started at Tarnbeck Optics"),
        "ada-s2-7": ("Ada: ", "Portuguese course", "next Tuesday"),
        "ada-s5-3": ("Tarnbeck Optics", "head office to Grenoble"),
        "ada-s7-2": ("Ada: ", "I moved to Braga on the 19th of September"),
        "li-s1-6": ("李蔓: ", "报了个陶艺班，每周三晚上去"),
        "li-s2-3": ("李蔓: ", "我表妹许棠", "在杭州的竹溪书店当店员"),
        "li-s3-1": ("邵明川: ", "现在在麦笛科技"),
        "li-s4-3": ("竹溪书店", "开在柳浦路上"),
    }
    for part in whose[turn_id]:
        assert part in passage(turn_id), part


def test_a_change_question_asks_for_the_current_state():
    assert TURNS["ada-s1-2"]["time"] < TURNS["ada-s4-1"]["time"] < TURNS["ada-s7-2"]["time"]
    assert TURNS["li-s1-5"]["time"] < TURNS["li-s3-1"]["time"]
    later = [turn for turn in CASE["ada"]["turns"] if turn["time"] > TURNS["ada-s7-2"]["time"]]
    assert not any(re.search(r"\bmoved\b", turn["text"]) for turn in later)


@pytest.mark.parametrize("question_id", DISTRACTORS)
def test_other_people_and_other_times_have_similar_facts(question_id):
    for turn_id, words in DISTRACTORS[question_id].items():
        assert words in TURNS[turn_id]["text"]


def test_an_unanswerable_question_uses_words_of_no_turn():
    [question] = [question for question in QUESTIONS.values() if question["category"] == "no-answer"]
    said = {word for turn in CASE["ada"]["turns"] for word in re.findall(r"[a-z]+", turn["text"].lower())}
    asked = set(re.findall(r"[a-z]+", question["text"].lower()))
    assert asked & said <= {"which", "does", "ben"}
    assert {"motorcycle", "own"} <= asked - said
