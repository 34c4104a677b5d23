"""Conversation files: three formats, recognized by their content."""

import json
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_core.errors import InvalidInput
from memgraph_core.records.validation import zone_of
from memgraph_core.turns.conversation_files import in_one_namespace, read_cases

SAMPLES = Path(__file__).parents[2] / "memgraph_core" / "samples"

MOVED = {"id": "t1", "session": "s1", "speaker": "Ada", "time": "2026-03-20T09:00:00", "text": "I moved."}


def case(name="trip", turns=(MOVED,), **more):
    return {"name": name, "language": "en", "turns": list(turns), **more}


def lines(*values):
    return "\n".join(json.dumps(value) for value in values).encode()


def read(content, file="chat.txt", **options):
    return read_cases(content if isinstance(content, bytes) else content.encode(), file, **options)


def turns(content, **options):
    [only] = read(content, **options)
    return only.turns


def refusal(content, file="chat.txt"):
    with pytest.raises(InvalidInput) as refused:
        read(content, file)
    return str(refused.value)


# Cases


def test_a_line_with_a_case_gives_its_turns():
    [only] = read(lines(case()))
    [turn] = only.turns
    assert (only.name, only.language) == ("trip", "en")
    assert (turn.uid, turn.session, turn.speaker, turn.role) == ("t1", "s1", "Ada", "user")
    assert turn.said_at == datetime(2026, 3, 20, 9, tzinfo=UTC)
    assert turn.text == "I moved."


def test_several_cases_come_in_the_order_of_the_file():
    assert [c.name for c in read(lines(case("b"), case("a")))] == ["b", "a"]


def test_one_case_may_span_several_lines():
    [only] = read(json.dumps(case(), indent=2))
    assert only.turns[0].uid == "t1"


def test_blank_lines_and_a_byte_order_mark_are_ignored():
    assert len(read(b"\xef\xbb\xbf" + lines(case("a")) + b"\r\n\r\n" + lines(case("b")) + b"\n")) == 2


def test_questions_are_read_with_their_evidence():
    question = {"id": "q1", "text": "Where?", "category": "single", "evidence": ["t1"], "answer": "Turin"}
    [only] = read(
        lines(case(questions=[question | {"asked_at": "2026-04-01T00:00:00"}, question | {"id": "q2"}]))
    )
    first, second = only.questions
    assert (first.uid, first.text, first.category) == ("q1", "Where?", "single")
    assert (first.evidence, first.answer) == (("t1",), "Turin")
    assert first.asked_at == datetime(2026, 4, 1, tzinfo=UTC)
    assert second.asked_at is None


def test_an_unanswerable_question_has_no_evidence():
    [only] = read(lines(case(questions=[{"id": "q", "text": "Why?", "evidence": [], "answer": None}])))
    assert (only.questions[0].evidence, only.questions[0].answer) == ((), None)


def test_a_turn_without_a_speaker_is_a_chunk_of_the_document_named_by_its_session():
    passage = {"id": "p1", "session": "Turin", "speaker": None, "time": None, "text": "Turin is a city."}
    [turn] = turns(lines(case(turns=[passage])))
    assert turn.is_document
    assert (turn.role, turn.session, turn.said_at) == ("tool", "Turin", None)


def test_the_caption_of_a_picture_is_kept():
    assert turns(lines(case(turns=[MOVED | {"caption": "a flat"}])))[0].caption == "a flat"


def test_numbers_are_accepted_as_ids_and_sessions():
    [turn] = turns(lines(case(turns=[MOVED | {"id": 7, "session": 1}])))
    assert (turn.uid, turn.session) == ("7", "1")


@pytest.mark.parametrize("file", ["english.jsonl", "chinese.jsonl"])
def test_the_sample_files_are_read(file):
    [only] = read((SAMPLES / file).read_bytes(), file)
    assert {uid for q in only.questions for uid in q.evidence} <= {t.uid for t in only.turns}


# Messages


def test_messages_are_read_with_role_name_and_time():
    message = {
        "role": "assistant",
        "content": "Hello.",
        "name": "Bot",
        "said_at": "2026-03-20T09:00:00+01:00",
    }
    [turn] = turns(lines([message]))
    assert (turn.speaker, turn.role, turn.text, turn.session) == ("Bot", "assistant", "Hello.", "chat")
    assert turn.said_at == datetime(2026, 3, 20, 8, tzinfo=UTC)


def test_messages_may_be_an_object_over_several_lines():
    content = json.dumps({"messages": [{"role": "user", "content": "Hi."}], "model": "any"}, indent=1)
    assert [t.text for t in turns(content)] == ["Hi."]


def test_messages_may_be_one_per_line():
    messages = [{"role": "user", "content": "Hi.", "name": "Ada"}, {"role": "assistant", "tool_calls": [{}]}]
    content = "\n\n".join(json.dumps(each) for each in [*messages, {"role": "user", "content": "Bye."}])
    assert [(t.speaker, t.text, t.position) for t in turns(content)] == [
        ("Ada", "Hi.", 0),
        ("user", "Bye.", 1),
    ]
    assert "line 3: role is 'bot'" in refusal(
        content.replace(
            '{"role": "assistant", "tool_calls": [{}]}', '{"role": "bot", "content": "x"}'
        ).encode()
    )
    assert "line 2: not a message: '[1]'" in refusal(json.dumps(messages[0]).encode() + b"\n[1]")


def test_a_message_without_a_name_has_its_role_as_speaker():
    assert turns(lines([{"role": "user", "content": "Hi."}]))[0].speaker == "user"


@pytest.mark.parametrize(("name", "role"), [("human", "user"), ("ai", "assistant"), ("developer", "system")])
def test_other_names_of_roles_are_recognized(name, role):
    assert turns(lines([{"role": name, "content": "Hi."}]))[0].role == role


@pytest.mark.parametrize("stamp", [1773997200, 1773997200000, "2026-03-20T09:00:00Z"])
def test_a_timestamp_may_be_seconds_milliseconds_or_text(stamp):
    [turn] = turns(lines([{"role": "user", "content": "Hi.", "timestamp": stamp}]))
    assert turn.said_at == datetime(2026, 3, 20, 9, tzinfo=UTC)


def test_the_text_parts_of_a_message_are_joined_and_pictures_left_out():
    parts = [{"type": "text", "text": "See"}, {"type": "image_url"}, {"type": "text", "text": "this."}]
    assert turns(lines([{"role": "user", "content": parts}]))[0].text == "See\nthis."


def test_a_message_with_only_a_tool_call_is_left_out():
    call = {"role": "assistant", "content": None, "tool_calls": [{"id": "c1"}]}
    assert [t.text for t in turns(lines([call, {"role": "user", "content": "Hi."}]))] == ["Hi."]


# Plain text


def test_each_line_with_a_speaker_is_a_turn():
    ada, ben = turns("Ada: I moved.\nBen: Where to?\n", file="notes/trip.txt")
    assert (ada.speaker, ada.text, ada.said_at, ada.role) == ("Ada", "I moved.", None, "user")
    assert (ben.speaker, ben.text) == ("Ben", "Where to?")
    assert ada.session == ben.session == "trip"


def test_a_line_without_a_speaker_continues_the_turn_and_blank_lines_are_ignored():
    ada, ben = turns("Ada: I moved\n\nto Turin.\n  Note: by train.\n\nBen:\nOh!")
    assert ada.text == "I moved\nto Turin.\nNote: by train."
    assert ben.text == "Oh!"


def test_a_time_in_brackets_is_the_time_of_the_turn():
    [turn] = turns("[2026-03-20 09:00] Ada: I moved.", zone=zone_of("Europe/Rome"))
    assert turn.said_at == datetime(2026, 3, 20, 8, tzinfo=UTC)


@pytest.mark.parametrize(
    "line",
    ["10:30 we left", "see https://example.org", "the plan for today is this: we go", "to Turin: by train"],
)
def test_a_colon_within_a_sentence_does_not_mark_a_speaker(line):
    [turn] = turns(f"Ada: I moved.\n{line}")
    assert turn.text == f"I moved.\n{line}"


@pytest.mark.parametrize("speaker", ["ada", "Dr. Ada Byron", "Ludwig van Beethoven", "speaker1", "王芳"])
def test_a_speaker_is_a_name_of_a_few_words(speaker):
    assert turns(f"{speaker}: I moved.")[0].speaker == speaker


def test_a_chinese_colon_marks_a_speaker_too():
    [turn] = turns("王芳：你好")
    assert (turn.speaker, turn.text) == ("王芳", "你好")


def test_a_chinese_date_in_brackets_is_the_time_of_the_turn():
    (case,) = read_cases("[2026年5月3日 08:00] 林晚：我对花生过敏。".encode(), "chat.txt")
    assert [(turn.speaker, turn.text, f"{turn.said_at:%Y-%m-%d %H:%M}") for turn in case.turns] == [
        ("林晚", "我对花生过敏。", "2026-05-03 08:00")
    ]


def test_a_speaker_named_assistant_has_the_role_assistant():
    assert [t.role for t in turns("User: Hi.\nAssistant: Hello.")] == ["user", "assistant"]


# Deterministic ids


@pytest.mark.parametrize(
    "content",
    [
        lines(case(turns=[{**MOVED, "id": None}, {**MOVED, "id": None}])),
        lines([{"role": "user", "content": "Yes."}, {"role": "user", "content": "Yes."}]),
        b"Ada: Yes.\nAda: Yes.\nAda: Yes.",
    ],
)
def test_turns_without_ids_get_deterministic_and_distinct_ids(content):
    first = [t.uid for t in turns(content)]
    assert first == [t.uid for t in turns(content)]
    assert len(set(first)) == len(first)


def test_turns_keep_their_ids_when_the_file_grows():
    short, long = turns("Ada: Hi.\nAda: Hi."), turns("Ada: Hi.\nAda: Hi.\nBen: Hi.\nAda: Hi.")
    assert [t.uid for t in long[:2]] == [t.uid for t in short]


def test_the_id_does_not_depend_on_the_notation_of_the_time():
    [rome] = turns("[2026-03-20 09:00+01:00] Ada: Hi.")
    [utc] = turns("[2026-03-20 08:00] Ada: Hi.")
    assert rome.uid == utc.uid


def test_positions_count_from_zero_in_each_session():
    rows = [
        MOVED | {"id": f"t{i}", "session": session} for i, session in enumerate(["a", "b", "a", "a", "b"])
    ]
    assert [t.position for t in turns(lines(case(turns=rows)))] == [0, 0, 1, 2, 1]


@given(st.lists(st.tuples(st.sampled_from(["Ada", "Ben"]), st.sampled_from(["Yes.", "No."])), min_size=1))
@pytest.mark.slow
def test_repeated_lines_are_distinct_turns(rows):
    content = "\n".join(f"{speaker}: {text}" for speaker, text in rows)
    found = turns(content)
    assert [(t.speaker, t.text) for t in found] == rows
    assert len({t.uid for t in found}) == len(rows)


# Sharing a namespace


def test_cases_that_share_a_namespace_have_their_name_in_ids_and_sessions():
    question = {"id": "q", "text": "Where?", "evidence": ["t1"]}
    a, b = in_one_namespace(read(lines(case("a", questions=[question]), case("b"))))
    assert [a.turns[0].uid, b.turns[0].uid] == ["a/t1", "b/t1"]
    assert a.turns[0].session == "a/s1"
    assert a.questions[0].evidence == ("a/t1",)


def test_a_single_case_keeps_its_ids():
    [only] = in_one_namespace(read(lines(case("a"))))
    assert only.turns[0].uid == "t1"


# Times and zones


def test_times_without_a_zone_are_in_the_given_zone():
    [turn] = turns(lines(case()), zone=timezone(timedelta(hours=-5)))
    assert turn.said_at == datetime(2026, 3, 20, 14, tzinfo=UTC)


@pytest.mark.parametrize("name", ["UTC", "Europe/Rome", "+05:30", "-08:00"])
def test_a_zone_is_accepted_by_name_or_offset(name):
    assert datetime(2026, 1, 1, tzinfo=zone_of(name)).utcoffset() is not None


@pytest.mark.parametrize("name", ["Mars/Base", "", "../etc/passwd", "Europe", "+99:00", "+x"])
def test_an_unknown_zone_is_refused(name):
    with pytest.raises(InvalidInput, match="unknown timezone"):
        zone_of(name)


# Invalid files


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (b"Ada: hi\nBen: \xff", "line 2: byte 0xff is not valid UTF-8"),
        (b"\x00\x01SQLite format 3\x00", "line 1: no speaker in"),
        (b"Once upon a time.", "line 1: no speaker in 'Once upon a time.'"),
        (b"Ada: hi\n[2026-13-01 09:00] Ben: hi", "line 2: time is not a date: '2026-13-01 09:00'"),
        (b"Ada:\nBen: hi", "line 1: turn"),
        (b"[]", "contains no turn"),
        (b'{"foo": 1}', "neither cases nor messages"),
        (b'["hi"]', "message 1: 'hi' is not an object"),
        (b'[\n{"role": "user"\n"content": "hi"}]', "line 3: not valid JSON at column 1"),
        (b'[{"role": "bot", "content": "hi"}]', "message 1: role is 'bot'"),
        (b'[{"role": "user", "content": ""}]', "message 1: content is blank"),
        (b'[{"role": "user", "content": {"a": 1}}]', "message 1: content is dict, not text"),
        (b'[{"role": "user", "content": "a\\ud800"}]', "lone surrogate"),
        (b'[{"role": "user", "content": "hi", "said_at": "soon"}]', "said_at is not a date: 'soon'"),
        (b'[{"role": "user", "content": "hi", "timestamp": 1e300}]', "said_at is not a timestamp: 1e+300"),
        (b'[{"role": "user", "content": "hi", "said_at": "0001-01-01"}]', "said_at is out of range"),
        (lines({"turns": []}), 'line 1: the case has no "name"'),
        (lines(case(name="a\nb")), "line 1: name has a control character"),
        (lines(case()) + b"\n[1]", "line 2: not a case: '[1]'"),
        (lines(case()) + b"\n{", "line 2: not valid JSON"),
        (lines(case(), case()), "2 cases are called 'trip'"),
        (lines(case(turns=[MOVED, MOVED])), "line 1, turn 2: two turns have the id 't1'"),
        (lines(case(turns=[MOVED | {"text": " "}])), "line 1, turn 1: turn 't1': text is blank"),
        (lines(case(turns=[MOVED | {"text": ["a"]}])), "line 1, turn 1: text is ['a']; give text"),
        (lines(case(turns=[MOVED | {"text": "x" * 1_000_001}])), "the limit is 1,000,000"),
        (lines(case(turns=[MOVED | {"time": "May"}])), "line 1, turn 1: time is not a date: 'May'"),
        (lines({"name": "a", "turns": 3}), "line 1: turns are 3; give a list of objects"),
        (lines(case(questions=[{"id": "q"}])), "line 1, question 1: text is blank"),
        (lines(case(questions=[{"text": "Why?", "evidence": 3}])), "line 1, question 1: evidence is 3"),
        (b'{"a": ' + b"[" * 100_000, "JSON that cannot be read"),
        (b'{"a": ' + b"1" * 5000 + b"}", "JSON that cannot be read"),
    ],
)
def test_an_invalid_file_is_refused_with_the_position_and_reason(content, expected):
    message = refusal(content)
    assert message.startswith("chat.txt")
    assert expected in message


@pytest.mark.parametrize("content", [b"", b"Once.", b"[1]", b'{"foo": 1}', b'{"foo"'])
def test_a_file_of_unknown_format_is_refused_with_the_known_formats(content):
    message = refusal(content)
    assert "conversation cases" in message
    assert "role and content" in message
    assert "`Ada: I moved to Turin.`" in message


def test_ten_megabytes_in_one_line_are_refused_at_once():
    assert "the limit is 1,000,000" in refusal(b"Ada: " + b"x" * 10_000_000)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(content):
    with suppress(InvalidInput):
        read(content)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda x: (
            st.lists(x)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "name",
                        "turns",
                        "messages",
                        "content",
                        "role",
                        "id",
                        "text",
                        "time",
                        "questions",
                        "evidence",
                    ]
                ),
                x,
            )
        ),
    )
)
@pytest.mark.slow
def test_any_json_is_read_or_refused(value):
    with suppress(InvalidInput):
        read(json.dumps([value] if not isinstance(value, dict) else value))
