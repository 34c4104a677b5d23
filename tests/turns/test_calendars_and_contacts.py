"""Calendars and contacts as turns."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory
from memgraph_core.turns.formats.read import read_turns
from memgraph_core.turns.records import declared_record

ROME = ZoneInfo("Europe/Rome")


def calendar(*events: str) -> bytes:
    bodies = "".join(f"BEGIN:VEVENT\n{event}\nEND:VEVENT\n" for event in events)
    return f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:test\n{bodies}END:VCALENDAR\n".replace(
        "\n", "\r\n"
    ).encode()


def cards(*contacts: str) -> bytes:
    return "".join(f"BEGIN:VCARD\nVERSION:3.0\n{card}\nEND:VCARD\n" for card in contacts).encode()


@pytest.fixture
def read_events():
    pytest.importorskip("icalendar")
    return lambda *events: read_turns(calendar(*events), "ada.ics", zone=ROME)


@pytest.fixture
def read_cards():
    pytest.importorskip("vobject")
    return lambda *contacts: read_turns(cards(*contacts), "people.vcf")


def test_an_event_states_its_day_place_and_participants(read_events):
    found = read_events(
        "UID:1\nDTSTART:20260303T090000Z\nDTEND:20260303T093000Z\nSUMMARY:Dentist\nLOCATION:Via Roma 5\n"
        "ATTENDEE;CN=Ben Costa:mailto:ben@example.org\nLAST-MODIFIED:20260101T000000Z",
        "UID:2\nDTSTART;VALUE=DATE:20260527\nSUMMARY:看牙医",
        "UID:3\nDTSTART;VALUE=DATE:20260601\nDTEND;VALUE=DATE:20260604\nSUMMARY:Fair",
    )
    assert [turn.text for turn in found.turns] == [
        "Dentist, 3 March 2026 10:00, Via Roma 5, with Ben Costa",
        "看牙医，2026年5月27日",
        "Fair, 1 June 2026 – 3 June 2026",
    ]
    assert found.turns[0].said_at == datetime(2026, 1, 1, tzinfo=UTC)
    records = [declared_record(turn) for turn in found.turns]
    assert [record.facts[0].object for record in records] == [
        "2026-03-03 10:00",
        "2026-05-27",
        "2026-06-01/2026-06-03",
    ]
    assert records[0].entities == {"Dentist": "Event", "Via Roma 5": "Place", "Ben Costa": "Person"}


def test_a_series_has_its_days_its_end_and_its_exceptions(read_events):
    found = read_events(
        "UID:1\nDTSTART;TZID=Europe/Rome:20261102T090000\nRRULE:FREQ=WEEKLY;UNTIL=20261231T230000Z\n"
        "EXDATE;TZID=Europe/Rome:20261109T090000\nSUMMARY:Team meeting",
        "UID:1\nRECURRENCE-ID;TZID=Europe/Rome:20261116T090000\nDTSTART;TZID=Europe/Rome:20261117T100000\n"
        "SUMMARY:Team meeting",
    )
    series, moved = (declared_record(turn) for turn in found.turns)
    assert series.recurs == "RRULE:FREQ=WEEKLY;BYDAY=MO EXDATE:20261109T000000,20261116T000000"
    assert series.period.end == datetime(2027, 1, 2, tzinfo=UTC)
    assert series.facts == ()
    assert moved.facts[0].object == "2026-11-17 10:00"


def test_bad_events_are_reported_by_line(read_events):
    found = read_events(
        "UID:1\nDTSTART:2026banana\nSUMMARY:Bad", "UID:2\nDTSTART:20260303T100000\nSUMMARY:Good", "UID:3"
    )
    assert [turn.text for turn in found.turns] == ["Good, 3 March 2026 10:00"]
    assert [reason.split(":")[0] for reason in found.refused] == ["ada.ics, line 4", "ada.ics, line 14"]


def test_a_value_may_contain_any_character_and_a_title_in_two_languages(read_events):
    (turn,) = read_events(
        "UID:1\nDTSTART:20260303T100000\nSUMMARY:Dentist\nSUMMARY;LANGUAGE=de:Zahnarzt\n"
        "DESCRIPTION:Bring the card.\u2028Pay in cash."
    ).turns
    assert turn.text == "Dentist, 3 March 2026 10:00. Bring the card.\u2028Pay in cash."


def test_a_cancelled_event_has_no_day(read_events):
    (turn,) = read_events("UID:1\nDTSTART:20260303T100000\nSUMMARY:Dentist\nSTATUS:CANCELLED").turns
    assert declared_record(turn).facts[0].object == "cancelled"


def test_a_contact_states_facts(read_cards):
    found = read_cards(
        "FN:Eva Lind\nORG:Fiat;R&D\nTITLE:Engineer\nNICKNAME:Evi,Lindy\nTEL;TYPE=CELL:+39 011 123\nBDAY:19900505\n"
        "item1.ADR;TYPE=HOME:;;Via Roma 5;Turin;;10121;Italy\nNOTE:Likes tea\\, not coffee."
    )
    (turn,) = found.turns
    record = declared_record(turn)
    assert [(fact.type, fact.object) for fact in record.facts] == [
        ("WORKS_AT", "Fiat"),
        ("WORKS_AS", "Engineer"),
        ("HAS_PHONE", "+39 011 123"),
        ("HAS_ADDRESS", "Via Roma 5, Turin, 10121, Italy"),
        ("BORN_ON", "1990-05-05"),
    ]
    assert record.aliases == (("Eva Lind", "Evi"), ("Eva Lind", "Lindy"))
    assert turn.text.startswith("Eva Lind: works at Fiat; works as Engineer;")
    assert turn.text.endswith("; nickname: Evi, Lindy. Likes tea, not coffee.")
    with Memory.open(":memory:", embedder="none") as memory:
        memory.add(found.turns)
        assert [memory.entity(name).name for name in ("Evi", "Lindy")] == ["Eva Lind", "Eva Lind"]


def test_all_values_of_a_name_and_an_address_are_kept(read_cards):
    (turn,) = read_cards("N:Costa;Ben,Lee;;;\nADR:;;Via Roma 5,Floor 3;Turin;;10121;Italy").turns
    assert turn.text == "Ben Lee Costa: has address Via Roma 5, Floor 3, Turin, 10121, Italy"


def test_an_old_vcard_with_chinese_text(read_cards):
    name = "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E7=8E=8B=\n=E4=BC=9F"
    (turn,) = read_cards(f"{name}\nTEL;CELL:13800138000\nBDAY:--0505").turns
    assert turn.text == "王伟：电话13800138000；生日5月5日"


def test_bad_contacts_are_reported_by_line(read_cards):
    found = read_cards("TEL:12", "FN:Ada", "FN:Ben\nBDAY:19900231")
    assert [turn.text for turn in found.turns] == ["Ada"]
    assert [reason.split(":")[0] for reason in found.refused] == ["people.vcf, line 1", "people.vcf, line 9"]


def test_a_file_without_events_is_refused(read_events):
    with pytest.raises(InvalidInput, match="contains nothing"):
        read_events()
