"""The verbs that take text need time in proportion to its length, also for texts that consist of one repeated pattern."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

from reading_speed import PATTERNS
from verb_growth import VERBS, growth

WRITING = ["add", "update", "remember_question", "remember_run"]
READING = [verb for verb in VERBS if verb not in WRITING]
SOME = ["name", "commas", "capitals", "relative", "quotes"]
EACH_WRITE = [(verb, pattern) for verb in WRITING for pattern in (PATTERNS if verb == "add" else SOME)]
LIMIT = 1.2


@pytest.mark.slow
@pytest.mark.parametrize("pattern", SOME)
@pytest.mark.parametrize("verb", READING)
def test_a_search_takes_time_in_proportion_to_its_question(verb, pattern):
    assert growth(VERBS[verb], PATTERNS[pattern], 8_000, LIMIT)[2] < LIMIT


@pytest.mark.heavy
@pytest.mark.parametrize(("verb", "pattern"), EACH_WRITE)
def test_a_write_takes_time_in_proportion_to_its_text(verb, pattern):
    assert growth(VERBS[verb], PATTERNS[pattern], 8_000, LIMIT)[2] < LIMIT
