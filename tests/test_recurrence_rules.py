"""The weekdays of recurrence rules."""

import pytest

from memgraph_core.records.recurrence import names_days, on_weekdays, weekdays_of


@pytest.mark.parametrize(
    ("rule", "weekdays"),
    [
        ("FREQ=WEEKLY;BYDAY=TU,TH", (1, 3)),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;BYHOUR=9", (6,)),
        ("FREQ=MONTHLY;BYDAY=1TH", ()),
        ("FREQ=DAILY", ()),
    ],
)
def test_weekdays_are_read_by_number(rule, weekdays):
    assert weekdays_of(rule) == weekdays


def test_weekdays_are_replaced_and_the_rest_stays():
    assert on_weekdays("FREQ=WEEKLY;BYDAY=TU,TH;BYHOUR=9", [4]) == "FREQ=WEEKLY;BYDAY=FR;BYHOUR=9"
    assert on_weekdays("FREQ=DAILY", [4]) == "FREQ=DAILY"


def test_a_daily_rule_names_no_days():
    assert not names_days("FREQ=DAILY")
    assert names_days("FREQ=MONTHLY;BYMONTHDAY=31")
