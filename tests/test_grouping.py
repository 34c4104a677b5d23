"""What is derived from turns does not depend on how they are grouped into calls of `add`."""

import json
import random
from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

import pytest

from factories import NOW, day
from memgraph_core.cli.demo import samples
from memgraph_core.memory import Memory
from memgraph_core.records.graph import Turn

DATA = Path(__file__).parent / "data" / "conversations.jsonl"
MOVED = {
    "en": [
        "I live in Turin with my brother Tom and my cat Rex.",
        "We have two hens.",
        "The concert is on 3 May at 19:00.",
        "Tom works in Sheffield, at Kestrel.",
        "He has left Kestrel.",
        "We have four hens now.",
        "Rex is ill. He needs pills.",
        "I moved to Milan.",
    ],
    "zh": [
        "我叫李娜，在长沙工作，公司叫湘图测绘。",
        "我哥哥王刚住在广州。",
        "彩超在2026年5月3号下午两点。",
        "我家有两只鸡。",
        "王刚换公司了。",
        "他搬到东莞去了。",
        "那个彩超改到五月十二号了，时间不变。",
        "我家现在有四只鸡。",
        "我从湘图测绘辞职了。",
    ],
}


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
                found[of_note[note_uid]].add((
                    fact.type, names[fact.subject], names[fact.object], fact.holds_from, fact.holds_until, fact.never_held,
                ))  # fmt: skip
        for mention in memory.stream(limit=10_000):
            found[mention.turn].add((mention.name, mention.how))
        return sorted(memory.list_turns(limit=10_000), key=lambda turn: turn.uid), found


def groups(count: int, seed: int) -> list[int]:
    """Random sizes whose sum is `count`."""
    cuts = sorted(random.Random(seed).sample(range(1, count), min(5, count // 2)))
    return [end - start for start, end in zip([0, *cuts], [*cuts, count], strict=True)]


def sessions(turns: Iterable[Turn]) -> list[int]:
    """The number of turns of each session."""
    return [len(list(group)) for _, group in groupby(turns, key=lambda turn: turn.session)]


@pytest.mark.slow
@pytest.mark.parametrize("case", samples(), ids=lambda case: case.name)
def test_the_grouping_of_a_conversation_does_not_matter(case):
    turns = case.turns
    alone = derived(turns, [1] * len(turns))
    for sizes in ([len(turns)], sessions(turns), groups(len(turns), 1), groups(len(turns), 2)):
        assert derived(turns, sizes) == alone


def turns_of(texts: Iterable[tuple[str, str, int]]) -> tuple[Turn, ...]:
    """The turns of one session: speaker, text and day of each."""
    return tuple(
        Turn(
            uid=f"t{position}",
            session="s",
            position=position,
            speaker=speaker,
            text=text,
            said_at=day(number),
        )
        for position, (speaker, text, number) in enumerate(texts)
    )


SHORT = {row["name"]: row["turns"] for row in map(json.loads, DATA.read_text(encoding="utf-8").splitlines())}
CONVERSATIONS = {
    name: turns_of((turn["speaker"], turn["text"], turn["day"]) for turn in turns)
    for name, turns in SHORT.items()
}
CONVERSATIONS |= {
    language: turns_of(("Ada", text, number) for number, text in enumerate(texts))
    for language, texts in MOVED.items()
}


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_the_grouping_of_statements_that_change_others_does_not_matter(name):
    turns = CONVERSATIONS[name]
    alone = derived(turns, [1] * len(turns))
    for sizes in ([len(turns)], *(groups(len(turns), seed) for seed in (1, 2, 3))):
        assert derived(turns, sizes) == alone
