"""What depends on how turns are grouped into calls of `add`: docs/concepts/data-flow.md lists it."""

import random
import re
from collections import defaultdict
from collections.abc import Iterable

import pytest

from factories import NOW
from memgraph_core.cli.demo import samples
from memgraph_core.memory import Memory
from memgraph_core.records.graph import Turn

TURNS = 40
_PRONOUN = re.compile(r"\b(?:he|him|his|she|hers?|they|them|their|it|its)\b|[他她它]", re.IGNORECASE)


def derived(turns: tuple[Turn, ...], sizes: Iterable[int]) -> tuple[list[Turn], dict[str, set[object]]]:
    """The logged turns, and what is derived from each turn, when turns are added in groups of these sizes."""
    found: dict[str, set[object]] = defaultdict(set)
    with Memory.open(":memory:", namespace="x", embedder="none") as memory:
        start = 0
        for size in sizes:
            memory.add(turns[start : start + size], now=NOW)
            start += size
        names = {entity.uid: entity.name for entity in memory.entities(limit=10_000)}
        of_note: dict[str, str] = {}
        for note in memory.list_notes(limit=10_000):
            found[note.turns[0]].add(
                (note.text, note.context, note.keywords, note.holds_from, note.holds_until)
            )
            of_note[note.uid] = note.turns[0]
        for fact in memory.facts(limit=10_000):
            for note_uid in fact.notes:
                found[of_note[note_uid]].add((fact.type, names[fact.subject], names[fact.object]))
        for mention in memory.stream(limit=10_000):
            found[mention.turn].add((mention.name, mention.how))
        return sorted(memory.list_turns(limit=10_000), key=lambda turn: turn.uid), found


def groups(seed: int) -> list[int]:
    """Random sizes whose sum is the number of turns."""
    cuts = sorted(random.Random(seed).sample(range(1, TURNS), 8))
    return [end - start for start, end in zip([0, *cuts], [*cuts, TURNS], strict=True)]


@pytest.mark.slow
@pytest.mark.parametrize("case", samples(), ids=lambda case: case.name)
def test_only_turns_with_pronouns_or_names_of_speakers_depend_on_the_grouping(case):
    turns = case.turns[:TURNS]
    speakers = {turn.speaker for turn in turns if turn.speaker}
    log, alone = derived(turns, [1] * TURNS)
    assert derived(turns, [1] * TURNS) == (log, alone), "the same groups give the same result"
    for sizes in ([TURNS], groups(1), groups(2)):
        other_log, other = derived(turns, sizes)
        assert other_log == log
        different = [turn for turn in turns if alone[turn.uid] != other[turn.uid]]
        assert len(different) <= TURNS // 20
        for turn in different:
            assert _PRONOUN.search(turn.text) or any(speaker in turn.text for speaker in speakers), turn.text
