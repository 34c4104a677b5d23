"""Retention curves against the reference implementation of FSRS, and over a year of uses."""

from datetime import timedelta
from itertools import pairwise

import pytest

from factories import day
from memgraph_core.retrieve.retention import retention_of, unused_retention


def at(days):
    return day(0) + timedelta(days=days)


# Computed with the package fsrs 6 and its default parameters: reviews with the grade "good" after these numbers of days.
@pytest.mark.parametrize(
    ("used_after", "asked_after", "stability", "retention"),
    [
        ((), 1, 2.3065, 0.9468474993825461),
        ((0.25, 1.25), 10.25, 7.319186097840142, 0.8851805780808817),
        ((0.25, 1.25, 10.25, 40.25), 200.25, 119.69134542386233, 0.8788536398019363),
        ((0.25, 1.25, 10.25, 40.25, 200.25), 1000.25, 436.009777613786, 0.853253113882689),
    ],
)
def test_fsrs_is_that_of_the_reference(used_after, asked_after, stability, retention):
    found = retention_of("t1", at(0), map(at, used_after), at(asked_after))
    assert found.stability == pytest.approx(stability)
    assert found.retention == pytest.approx(retention)
    assert found.uses == len(used_after)


def test_ebbinghaus():
    found = retention_of("t1", at(0), [at(1), at(4)], at(10), "ebbinghaus")
    assert (found.stability, found.uses, found.last_at) == (3, 2, at(4))
    assert found.retention == pytest.approx(2.718281828**-2)


@pytest.mark.parametrize("curve", ["fsrs", "ebbinghaus"])
def test_a_simulated_year(curve):
    """Retention falls between uses, each use restores it, and it falls more slowly after each use."""
    uses = [at(7 * week) for week in range(1, 52)]
    after_a_week = [
        retention_of("t1", at(0), uses, use + timedelta(days=6.99), curve).retention for use in uses[:-1]
    ]
    assert all(later > earlier for earlier, later in pairwise(after_a_week))
    unused = [unused_retention(timedelta(days=n), curve) for n in range(366)]
    assert unused[0] == 1
    assert all(0 <= later < earlier for earlier, later in pairwise(unused))
    assert after_a_week[-1] > 0.85 > unused[60]


def test_only_uses_between_the_statement_and_the_moment_count_and_their_order_does_not():
    given = [at(5), at(2), at(2), at(-1), at(9)]
    assert retention_of("t1", at(0), given, at(7)) == retention_of("t1", at(0), [at(2), at(5)], at(7))
    assert retention_of("t1", at(0), (), at(-3)).retention == 1
