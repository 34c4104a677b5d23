"""The labelled turns of the benchmarks: every line is a turn or a fact, and every end of a fact occurs in its turn."""

import pytest

from benchmark_modules import benchmark_module


@pytest.fixture(scope="module")
def labelled():
    return benchmark_module("labelled")


def test_every_end_of_a_fact_occurs_in_its_turn(labelled):
    turns = [turn for file in sorted(labelled.DATA.rglob("*.txt")) for turn in labelled.turns_of(file)]
    assert len(turns) > 20_000
    missing = [
        (end, turn.text)
        for turn in turns
        for label in turn.labels
        for end in (label.subject, label.object)
        if end != labelled.SPEAKER and end not in turn.text
    ]
    assert missing == []


def test_a_line_that_is_no_fact_is_reported_with_its_file(labelled, tmp_path):
    file = tmp_path / "01.txt"
    file.write_text("> I live in Turin.\nme Turin\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"01\.txt: 'me Turin' is not SUBJECT RELATION OBJECT"):
        list(labelled.turns_of(file))
