"""The sample conversations are consistent: ids, times, evidence and answers. Read as plain files, without the engine."""

import json
import re
from collections import Counter
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

SAMPLES = Path(__file__).parents[1] / "memgraph_core" / "samples"
CATEGORIES = {"single-hop", "temporal", "two-hop", "change", "no-answer"}

# The names of the entity that a two-hop question asks about, and the name that connects its two turns.
START_AND_BRIDGE = {
    "ada-q3": (("Ada", "sister", "Clara"), "Tarnbeck Optics"),
    "li-q2": (("李蔓", "表妹", "许棠"), "竹溪书店"),
}

# Turns with similar facts about other entities or other times, which a search must not confuse with the evidence.
DISTRACTORS = {
    "ada-q1": {"ada-s1-8": "shellfish", "ada-s1-9": "chicken", "ada-s4-7": "wasps"},
    "ada-q2": {"ada-s2-10": "first aid course in two weeks", "ada-s6-10": "exam is next Friday"},
    "ada-q3": {"ada-s5-5": "headquarters to Rotterdam", "ada-s2-1": "lab in Sheffield"},
    "ada-q4": {"ada-s1-2": "lived in Bristol", "ada-s4-1": "Hello from Porto", "ada-s3-7": "moved to Leeds"},
    "li-q1": {"li-s1-5": "古筝", "li-s1-7": "学日语", "li-s4-10": "学游泳"},
    "li-q2": {"li-s2-6": "槐荫街"},
    "li-q3": {"li-s1-5": "恒拓软件", "li-s3-3": "蓝屿", "li-s3-6": "青禾设计"},
}

# The words that state the fact of each evidence turn, with its subject. They are in the turn or the two before it.
STATED = {
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


def read(file):
    content = (SAMPLES / file).read_text(encoding="utf-8")
    assert content.endswith("}\n")
    return [json.loads(line) for line in content.splitlines()]


CASES = [case for file in ("english.jsonl", "chinese.jsonl") for case in read(file)]
TURNS = {turn["id"]: turn for case in CASES for turn in case["turns"]}
QUESTIONS = {question["id"]: question for case in CASES for question in case["questions"]}


def starts_of_sessions(case):
    """The first turn of each run of turns with the same session."""
    turns = case["turns"]
    return turns[:1] + [after for before, after in pairwise(turns) if before["session"] != after["session"]]


def passage(turn_id):
    """The turn with the two before it in its session, as one text."""
    session = [turn for turn in TURNS.values() if turn["session"] == TURNS[turn_id]["session"]]
    position = next(number for number, turn in enumerate(session) if turn["id"] == turn_id)
    turns = session[max(0, position - 2) : position + 1]
    return "\n".join(f"{turn['speaker']}: {turn['text']}" for turn in turns)


def test_cases_turns_and_questions_have_exactly_the_documented_keys():
    for case in CASES:
        assert set(case) == {"name", "language", "turns", "questions"}
    for turn in TURNS.values():
        assert set(turn) - {"caption"} == {"id", "session", "speaker", "time", "text"}
        assert all(isinstance(value, str) and value.strip() for value in turn.values())
    for question in QUESTIONS.values():
        assert set(question) == {"id", "text", "category", "evidence", "answer", "asked_at"}


def test_ids_are_unique_and_contain_case_session_and_position():
    assert len(TURNS) == sum(len(case["turns"]) for case in CASES)
    assert len(QUESTIONS) == sum(len(case["questions"]) for case in CASES)
    positions = Counter()
    for case in CASES:
        assert all(re.fullmatch(rf"{case['name']}-q\d+", question["id"]) for question in case["questions"])
        for turn in case["turns"]:
            positions[turn["session"]] += 1
            assert re.fullmatch(rf"{case['name']}-s\d+", turn["session"])
            assert turn["id"] == f"{turn['session']}-{positions[turn['session']]}"


def test_turns_are_in_order_sessions_a_week_apart_and_questions_after_all_turns():
    for case in CASES:
        times = [datetime.fromisoformat(turn["time"]) for turn in case["turns"]]
        assert all(time.tzinfo is None for time in times)
        assert all(before < after for before, after in pairwise(times))
        starts = starts_of_sessions(case)
        assert len(starts) == len({turn["session"] for turn in starts})
        days = [datetime.fromisoformat(turn["time"]).date() for turn in starts]
        assert all(after - before >= timedelta(days=7) for before, after in pairwise(days))
        assert all(question["asked_at"] > case["turns"][-1]["time"] for question in case["questions"])


def test_two_speakers_have_similar_shares_and_no_text_is_repeated():
    for case in CASES:
        turns = Counter(turn["speaker"] for turn in case["turns"])
        assert len(turns) == 2
        assert min(turns.values()) > 0.4 * turns.total()
        assert len({turn["text"] for turn in case["turns"]}) == len(case["turns"])


def test_people_and_companies_are_invented():
    """No person has a surname, and every name of several words is one of these."""
    invented = {"Hartwell Maps", "Tarnbeck Optics", "Mareal Charts", "The Salt Orchard", "Dona Amelia"}
    several_words = re.compile(r"(?<![.?!] )(?<!^)\b[A-Z][a-z]+(?: [A-Z][a-z']+)+")
    found = {name for turn in CASES[0]["turns"] for name in several_words.findall(turn["text"])}
    assert found - {"New Year", "New Year's Day"} <= invented


# Questions


def test_the_samples_have_questions_of_every_category():
    assert {question["category"] for question in QUESTIONS.values()} == CATEGORIES


def test_evidence_is_one_to_three_turns_of_the_same_case_and_none_for_no_answer():
    for case in CASES:
        turns = {turn["id"] for turn in case["turns"]}
        for question in case["questions"]:
            if question["category"] == "no-answer":
                assert (question["evidence"], question["answer"]) == ([], None)
            else:
                assert 1 <= len(set(question["evidence"])) == len(question["evidence"]) <= 3
                assert set(question["evidence"]) <= turns


def test_only_the_last_evidence_turn_contains_the_answer():
    computed_from_a_date = "ada-q2"
    for question in QUESTIONS.values():
        if question["answer"] is None or question["id"] == computed_from_a_date:
            continue
        *earlier, last = (TURNS[turn_id]["text"] for turn_id in question["evidence"])
        assert question["answer"] in last, question["id"]
        assert not any(question["answer"] in text for text in (*earlier, question["text"])), question["id"]


def test_the_answer_of_the_temporal_question_is_the_tuesday_after_its_turn():
    question = QUESTIONS["ada-q2"]
    (turn_id,) = question["evidence"]
    assert "starts next Tuesday" in TURNS[turn_id]["text"]
    said_at = datetime.fromisoformat(TURNS[turn_id]["time"])
    tuesday = said_at + timedelta(days=(1 - said_at.weekday()) % 7 or 7)
    assert f"{tuesday:%A, %d %B %Y}" == question["answer"]


def test_two_hop_questions_need_both_turns():
    assert {q["id"] for q in QUESTIONS.values() if q["category"] == "two-hop"} == START_AND_BRIDGE.keys()
    for question_id, (start, bridge) in START_AND_BRIDGE.items():
        question = QUESTIONS[question_id]
        first, second = (TURNS[turn_id] for turn_id in question["evidence"])
        assert first["session"] != second["session"]
        assert bridge in first["text"]
        assert bridge in second["text"]
        assert bridge not in question["text"]
        assert not any(name in second["text"] or name == second["speaker"] for name in start)
        assert [turn["id"] for turn in TURNS.values() if question["answer"] in turn["text"]] == [second["id"]]


def test_the_subject_of_a_fact_is_named_in_the_turn_or_the_two_before():
    assert STATED.keys() == {turn_id for q in QUESTIONS.values() for turn_id in q["evidence"]}
    for turn_id, parts in STATED.items():
        assert all(part in passage(turn_id) for part in parts), turn_id


def test_questions_about_a_change_ask_for_the_present_state():
    for question_id in ("ada-q4", "li-q3"):
        evidence_time = TURNS[QUESTIONS[question_id]["evidence"][-1]]["time"]
        earlier = [turn_id for turn_id in DISTRACTORS[question_id] if TURNS[turn_id]["time"] < evidence_time]
        assert earlier, question_id


def test_answerable_questions_have_distractors():
    answerable = {question["id"] for question in QUESTIONS.values() if question["evidence"]}
    assert DISTRACTORS.keys() == answerable
    for distractors in DISTRACTORS.values():
        assert all(words in TURNS[turn_id]["text"] for turn_id, words in distractors.items())


def test_an_unanswerable_question_shares_no_content_word_with_a_turn():
    (question,) = (question for question in QUESTIONS.values() if question["category"] == "no-answer")
    in_turns = {word for turn in CASES[0]["turns"] for word in re.findall(r"[a-z]+", turn["text"].lower())}
    in_question = set(re.findall(r"[a-z]+", question["text"].lower()))
    assert in_question & in_turns <= {"which", "does", "ben"}
