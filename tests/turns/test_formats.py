"""Tables, JSON records and exported chats as turns."""

import json
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from memgraph_core.errors import InvalidInput
from memgraph_core.turns.formats.read import format_of, read_turns
from memgraph_core.turns.records import declared_record

PEOPLE = """name,email,company,started
Ada Rossi,ada@example.org,Kestrel,2019-03
Zoe,one cell too few
王伟,wang@example.org,腾讯,2018
Ben,ben@example.org,,2020
Dan,dan@example.org,Kestrel,soon
Eva,ada@example.org,Osprey,2020
"""
MAPPING = {
    "id": "email",
    "text": ["{name} works at {company}.", "The address is {email}."],
    "entities": {"name": "Person"},
    "facts": [
        {"subject": "{name}", "relation": "WORKS_AT", "object": "{company}", "since": "started"},
        {"subject": "{name}", "relation": "HAS_EMAIL", "object": "{email}"},
    ],
}
WHATSAPP = """20/03/2026, 09:00 - Messages and calls are end-to-end encrypted.
20/03/2026, 09:00 - Ada: I moved to Turin.
It is great.
20/03/2026, 09:01 - Ben: <Media omitted>
21/03/2026, 10:01 - Ben: Congratulations: well done!
"""


def read(text, file, **options):
    return read_turns(text.encode(), file, **options)


def facts_of(turn):
    return [(fact.subject, fact.type, fact.object) for fact in declared_record(turn).facts]


def test_a_row_states_what_the_mapping_declares():
    found = read(PEOPLE, "people.csv", mapping=MAPPING)
    assert [turn.text for turn in found.turns] == [
        "Ada Rossi works at Kestrel. The address is ada@example.org.",
        "王伟 works at 腾讯. The address is wang@example.org.",
        "The address is ben@example.org.",
    ]
    assert facts_of(found.turns[0]) == [
        ("Ada Rossi", "WORKS_AT", "Kestrel"),
        ("Ada Rossi", "HAS_EMAIL", "ada@example.org"),
    ]
    period = declared_record(found.turns[0]).facts[0].period
    assert (period.start, period.grain) == (datetime(2019, 3, 1, tzinfo=UTC), "month")
    assert facts_of(found.turns[2]) == [("Ben", "HAS_EMAIL", "ben@example.org")]


def test_bad_rows_are_reported_by_line_with_the_reason():
    refused = read(PEOPLE, "people.csv", mapping=MAPPING).refused
    assert [reason.split(":")[0] for reason in refused] == [f"people.csv, line {n}" for n in (3, 6, 7)]
    assert "2 of 4 cells" in refused[0]
    assert "'soon'" in refused[1]
    assert "the id of line 2" in refused[2]


def test_the_same_row_has_the_same_uid_and_an_edited_row_another_one():
    first, again = (read(PEOPLE, "people.csv", mapping=MAPPING).turns for _ in range(2))
    edited = read(PEOPLE.replace("Kestrel,2019-03", "Heron,2019-03"), "people.csv", mapping=MAPPING).turns
    assert first == again
    assert [a.uid == b.uid for a, b in zip(first, edited, strict=True)] == [False, True, True]


def test_nested_json_records_and_lists():
    rows = [
        {"who": {"name": "Ada"}, "languages": ["Italian", "English"]},
        "no object",
        {"who": {"name": "Ben"}},
    ]
    fact = {"subject": "{who.name}", "relation": "SPEAKS", "object": "{languages}"}
    found = read(json.dumps(rows), "people.json", mapping={"text": "{who.name} is known.", "facts": [fact]})
    assert facts_of(found.turns[0]) == [("Ada", "SPEAKS", "Italian"), ("Ada", "SPEAKS", "English")]
    assert found.refused == ("people.json, item 2: 'no object' is not an object.",)


def test_rows_that_differ_in_a_nested_object_are_different_records():
    rows = [{"name": "Ada", "address": {"city": city, "floor": None}} for city in ("Turin", "Milan")]
    found = read(json.dumps(rows), "people.json", mapping={})
    assert [turn.text for turn in found.turns] == [
        "name: Ada; address.city: Turin",
        "name: Ada; address.city: Milan",
    ]


def test_json_lines_are_read_line_by_line():
    text = '{"name": "Ada"}\n{"name": \n\n{"name": "Ben"}\n'
    found = read(text, "people.jsonl", mapping={"entities": {"name": "Person"}})
    assert [turn.text for turn in found.turns] == ["name: Ada", "name: Ben"]
    assert found.refused[0].startswith("people.jsonl, line 2: not valid JSON")


@pytest.mark.parametrize(
    ("mapping", "problem"),
    [
        ({"fact": []}, "unknown key 'fact'"),
        ({"text": "{nam}"}, "no row has the column 'nam'"),
        ({"facts": [{"subject": "{name}", "relation": "LIVE_IN", "object": "{name}"}]}, "LIVES_IN"),
        ({"facts": [{"subject": "{name}", "relation": "MENTIONS", "object": "{name}"}]}, "relation type"),
        ({"facts": [{"subject": "{name}"}]}, "incomplete"),
        ({"entities": {"name": "Human"}}, "give one of Person"),
        ({"facts": {}}, "give a list"),
    ],
)
def test_a_wrong_mapping_is_refused(mapping, problem):
    with pytest.raises(InvalidInput, match=problem):
        read("name\nAda\n", "people.csv", mapping=mapping)


def test_a_relation_outside_the_vocabulary_must_be_listed():
    fact = {"subject": "{name}", "relation": "HAS_BADGE", "object": "{badge}"}
    found = read("name;badge\nAda;7\n", "a.csv", mapping={"facts": [fact], "relations": ["HAS_BADGE"]})
    assert facts_of(found.turns[0]) == [("Ada", "HAS_BADGE", "7")]


def test_a_row_with_a_secret_declares_nothing():
    fact = {"subject": "{name}", "relation": "HAS_NUMBER", "object": "{pin}"}
    for declared in ({"facts": [fact]}, {"entities": {"name": "Person", "pin": "Concept"}}):
        found = read("name,pin\nAda,my PIN is 4821\n", "a.csv", mapping={"text": "{name}", **declared})
        assert declared_record(found.turns[0]) is None
        assert "4821" not in json.dumps(dict(found.turns[0].metadata))


def test_a_table_without_a_mapping_or_without_a_readable_row_is_refused():
    with pytest.raises(InvalidInput, match="needs a mapping"):
        read("a,b\n1,2\n", "a.csv")
    with pytest.raises(InvalidInput, match=r"line 2: the row has 1 of 2 cells.* 1 more rows"):
        read("a,b\n1\n2\n", "a.csv", mapping={})
    with pytest.raises(InvalidInput, match="name of its own"):
        read("a,a\n1,2\n", "a.csv", mapping={})


def test_a_whatsapp_chat_has_speakers_times_and_continued_lines():
    found = read(WHATSAPP, "chat.txt", zone=ZoneInfo("Europe/Rome"))
    assert [(turn.speaker, turn.text, turn.said_at) for turn in found.turns] == [
        ("Ada", "I moved to Turin.\nIt is great.", datetime(2026, 3, 20, 8, 0, tzinfo=UTC)),
        ("Ben", "Congratulations: well done!", datetime(2026, 3, 21, 9, 1, tzinfo=UTC)),
    ]
    assert {turn.session for turn in found.turns} == {"chat"}


def test_a_whatsapp_chat_has_no_notices_of_deleted_and_edited_messages():
    lines = [
        "20/03/2026, 09:00 - Ada: This message was deleted",
        "20/03/2026, 09:01 - Ada: You deleted this message.",
        "21/03/2026, 09:02 - 王伟: 此消息已删除",
        "21/03/2026, 09:02 - 王伟: 你删除了这条消息",
        "21/03/2026, 09:03 - Ada: I like tea. <This message was edited>",
        "21/03/2026, 09:03 - Ada: <Media omitted> <This message was edited>",
        "21/03/2026, 09:04 - Ada: This message was deleted by mistake, so here it is again.",
    ]
    assert [turn.text for turn in read("\n".join(lines), "chat.txt").turns] == [
        "I like tea.",
        "This message was deleted by mistake, so here it is again.",
    ]


def test_a_full_width_colon_ends_the_speaker_too():
    lines = [
        "[2026-05-03 08:00] 林晚：我对花生过敏。",
        "[2026-05-03 08:01] Ben: 好的：明天见",
        "[2026-05-03 08:02] 林晚：10:30见",
        "[2026-05-03 08:03] Ben创建了群组“周末：爬山”",
    ]
    found = read("\n".join(lines), "chat.txt")
    assert [(turn.speaker, turn.text) for turn in found.turns] == [
        ("林晚", "我对花生过敏。"),
        ("Ben", "好的：明天见"),
        ("林晚", "10:30见"),
    ]


def test_a_whatsapp_message_with_an_impossible_time_is_reported():
    found = read("20.03.26, 09:00:75 - Ada: Hi.\n20.03.26, 09:01:00 - Ada: Hello.", "chat.txt")
    assert [turn.text for turn in found.turns] == ["Hello."]
    assert found.refused == ("chat.txt, line 1: 20.03.26 09:00:75 is not a time.",)


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("[3/20/26, 9:00:12\u202fPM] Ada: Hi.", datetime(2026, 3, 20, 21, 0, 12, tzinfo=UTC)),
        ("20.03.26, 09:00 - Ada: Hi.", datetime(2026, 3, 20, 9, 0, tzinfo=UTC)),
        ("2026/3/20 下午9:05 - 王伟: 你好", datetime(2026, 3, 20, 21, 5, tzinfo=UTC)),
    ],
)
def test_the_times_of_whatsapp_in_several_countries(line, day):
    (turn,) = read(line, "chat.txt").turns
    assert turn.said_at == day


def test_an_unclear_order_of_day_and_month_is_refused_unless_it_is_given():
    chat = "03/04/2026, 09:00 - Ada: Hi.\n"
    with pytest.raises(InvalidInput, match="--date-order"):
        read(chat, "chat.txt")
    assert read(chat, "chat.txt", date_order="mdy").turns[0].said_at == datetime(2026, 3, 4, 9, tzinfo=UTC)


def test_a_telegram_export_has_formatted_and_forwarded_messages():
    messages = [
        {"id": 1, "type": "message", "date_unixtime": "1773997200", "from": "Ada", "text": "Hello."},
        {"id": 2, "type": "service", "date_unixtime": "1773997200", "action": "phone_call", "text": ""},
        {
            "id": 3, "type": "message", "date": "2026-03-20T10:00:00", "from": "Ben",
            "text": ["I love ", {"type": "bold", "text": "chess"}, "."],
        },
        {"id": 4, "type": "message", "from": "Ben", "text": "no date"},
        {
            "id": 5, "type": "message", "date_unixtime": "1773997400", "from": "Ben",
            "forwarded_from": "Zed", "text": "I live in Oslo.",
        },
    ]  # fmt: skip
    chat = {"name": "Ada", "type": "personal_chat", "id": 12, "messages": messages}
    one, all_chats = (read(json.dumps(value), "result.json") for value in (chat, {"chats": {"list": [chat]}}))
    assert [(turn.speaker, turn.role, turn.text) for turn in one.turns] == [
        ("Ada", "user", "Hello."),
        ("Ben", "user", "I love chess."),
        ("Ben", "web", "I live in Oslo."),
    ]
    assert one.refused == ("result.json, Ada, message 4: the message has no date.",)
    assert all_chats.turns == one.turns
    assert read(json.dumps({"chats": {"list": [None, chat]}}), "result.json").turns == one.turns
    namesake = {**chat, "id": 13}
    several = read(json.dumps({"chats": {"list": [chat, namesake]}}), "result.json").turns
    assert {turn.session for turn in several} == {"Ada (12)", "Ada (13)"}
    assert len({turn.uid for turn in several}) == 2 * len(one.turns)


def test_a_telegram_message_without_a_name_has_the_name_of_its_author_elsewhere():
    message = {"type": "message", "date_unixtime": "1773997200"}
    messages = [
        message | {"id": 1, "from": "Ada", "from_id": "user1", "text": "Hello."},
        message | {"id": 2, "from": None, "from_id": "user1", "text": "I moved."},
        message | {"id": 3, "from": None, "from_id": "user2", "text": "And I left."},
    ]
    chat = {"name": "Ada", "type": "personal_chat", "id": 12, "messages": messages}
    assert [turn.speaker for turn in read(json.dumps(chat), "result.json").turns] == ["Ada", "Ada", "user2"]


def test_a_slack_channel_has_names_in_place_of_ids():
    day = [
        {"type": "message", "user": "U1", "text": "Hi <@U2>, see <https://a.example|this> &amp; that", "ts": "1773997200.1"},
        {"type": "message", "subtype": "channel_join", "user": "U2", "text": "joined", "ts": "1773997201"},
        {"type": "message", "user": "U2", "text": "Thanks", "ts": "x"},
        {"type": "message", "subtype": "bot_message", "username": "deploy", "text": "Done", "ts": "1773997202"},
        {"type": "message", "text": "No user", "ts": "1773997203"},
        {"type": "message", "user": "U1", "text": "No time", "ts": None},
    ]  # fmt: skip
    found = read(json.dumps(day), "2026-03-20.json", users={"U1": "Ada", "U2": "Ben"})
    assert [(turn.speaker, turn.role, turn.text) for turn in found.turns] == [
        ("Ada", "user", "Hi Ben, see this & that"),
        ("deploy", "assistant", "Done"),
        ("unknown", "user", "No user"),
    ]
    assert found.refused == (
        "2026-03-20.json, message 3: ts is 'x', which is not a time.",
        "2026-03-20.json, message 6: ts is None, which is not a time.",
    )


def test_conversations_of_this_package_keep_their_format():
    messages = json.dumps([{"role": "user", "content": "Hi."}])
    assert format_of(messages.encode(), "chat.json") is None
    assert format_of(b"Ada: I moved.", "chat.txt") is None
    assert format_of(messages.encode(), "records.json", mapped=True) == "json"
