"""Clusters: the affinity, the tree of thresholds, and that neither order nor repetition changes the result."""

import random
from itertools import pairwise
from math import exp

import pytest

from memgraph_core.consolidate.clusters import PRESETS, THRESHOLDS, Member, Pair, clusters, neighbours_in_time

BALANCED = PRESETS["balanced"]


def random_members(seed: int, count: int = 60) -> tuple[list[Member], list[Pair]]:
    numbers = random.Random(seed)
    members = [
        Member(f"n{n:03}", f"subject {numbers.randrange(3)}", round(numbers.uniform(0, 200), 3))
        for n in range(count)
    ]
    pairs = [
        Pair(members[a].uid, members[b].uid, numbers.random())
        for a, b in (numbers.sample(range(count), 2) for _ in range(3 * count))
    ]
    return members, pairs


def test_the_affinity_weighs_similarity_and_time():
    assert BALANCED.affinity(1.0, 0.0) == 1.0
    assert BALANCED.affinity(0.6, 30.0) == pytest.approx(0.3 + 0.5 * exp(-1))
    assert PRESETS["topic"].affinity(1.0, 400) > 0.7 > PRESETS["log"].affinity(1.0, 40)


@pytest.mark.parametrize("seed", range(20))
def test_the_order_of_the_input_does_not_matter(seed):
    members, pairs = random_members(seed)
    expected = clusters(members, pairs, BALANCED)
    random.Random(seed).shuffle(members)
    random.Random(seed + 1).shuffle(pairs)
    turned = [Pair(pair.b, pair.a, pair.similarity) for pair in pairs]
    assert clusters(members, turned, BALANCED) == expected


@pytest.mark.parametrize("seed", range(10))
def test_clusters_are_a_tree_with_one_subject_each(seed):
    members, pairs = random_members(seed)
    found = clusters(members, pairs, BALANCED)
    subject = {member.uid: member.subject for member in members}
    for threshold in THRESHOLDS:
        assert sorted(uid for cluster in found[threshold] for uid in cluster) == sorted(subject)
        assert all(len({subject[uid] for uid in cluster}) == 1 for cluster in found[threshold])
    for higher, lower in pairwise(THRESHOLDS):
        assert all(any(set(small) <= set(large) for large in found[lower]) for small in found[higher])


def test_a_cluster_has_a_maximum_size_and_is_divided_in_the_order_of_time():
    members = [Member(f"n{n}", "ada", n) for n in range(7)]
    found = clusters(members, neighbours_in_time(members), BALANCED, maximum=3)
    assert found[0.7] == (("n0", "n1", "n2"), ("n3", "n4", "n5"), ("n6",))


def test_a_gap_divides_a_run():
    members = [Member(f"n{day}", "ada", day) for day in (0, 1, 2, 80, 81)]
    found = clusters(members, neighbours_in_time(members), BALANCED)
    assert found[0.7] == (("n0", "n1", "n2"), ("n80", "n81"))
    assert found[0.5] == (("n0", "n1", "n2", "n80", "n81"),)


def test_the_number_of_pairs_is_linear():
    members = [Member(f"n{n}", "ada", n) for n in range(1_000)]
    assert len(neighbours_in_time(members, count=3)) <= 3 * len(members)
