"""How much of a context window a model can reuse from the window before, in a generated conversation."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib import resources
from itertools import pairwise
from statistics import fmean
from typing import Any

import yaml

from memgraph_core.memory import Memory
from memgraph_core.retrieve.context import estimated_tokens
from memgraph_core.retrieve.context_window import ContextWindow

PERSONA = "You are Mia, warm and brief."
START = datetime(2026, 1, 5, 9, tzinfo=UTC)
_STEP = 7  # a question is about another message than the last one


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowScores:
    """Shares from 0 to 1, and mean tokens of a window."""

    windows: int
    tokens: float
    repeated: (
        float  # mean share of the tokens that a window has in common with the beginning of the window before
    )
    stable: float  # mean of `stable_share`
    answered: float  # windows that contain the answer to their question


def measure(memory: Memory, *, turns: int = 100) -> WindowScores:
    """Write a generated conversation of `turns` turns; after each message of the user, ask for a window on an earlier one."""
    windows: list[ContextWindow] = []
    answered = 0
    for window, answer in windows_of(memory, turns // 2):
        windows.append(window)
        answered += answer in window.text
    repeated = [
        estimated_tokens(_common(before.text, after.text)) / after.tokens
        for before, after in pairwise(windows)
    ]
    return WindowScores(
        windows=len(windows),
        tokens=fmean(window.tokens for window in windows),
        repeated=fmean(repeated),
        stable=fmean(window.stable_share for window in windows),
        answered=answered / len(windows),
    )


def windows_of(memory: Memory, messages: int) -> Iterator[tuple[ContextWindow, str]]:
    """The window after each message of the user, and the answer to its question."""
    generated: Mapping[str, Any] = yaml.safe_load(
        resources.files("memgraph_core.bench").joinpath("long_conversation.yaml").read_text(encoding="utf-8")
    )
    said, replies = generated["said"], generated["replies"]
    asked: list[tuple[str, str]] = []
    for number in range(messages):
        text, question, answer = said[number % len(said)]
        words = {
            kind: values[number * step % len(values)] for kind, (step, values) in generated["words"].items()
        }
        asked.append((question.format(**words), answer.format(**words)))
        at = START + timedelta(days=number)
        memory.add(text.format(**words), speaker="Ada", session="long", said_at=at)
        question, answer = asked[_STEP * number % len(asked)]
        yield memory.context_window(question, session="long", persona=PERSONA, now=at), answer
        memory.add(replies[number % len(replies)], role="assistant", session="long", said_at=at)


def _common(one: str, other: str) -> str:
    """The longest common beginning."""
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return other[:place]
    return min(one, other, key=len)
