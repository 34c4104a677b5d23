"""Turns of an agent's run: the message that it answers, and the answer with the turns that memory supplied for it."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from memgraph_core.plan.agent_generated import used_turns
from memgraph_core.records.graph import Turn
from memgraph_core.records.search import Hit
from memgraph_core.records.validation import checked_message
from memgraph_core.turns.agent_runs import (
    RunContext,
    cited_in,
    question_turns,
    run_of,
    supplied_by_memory,
    turns_of_run,
)


def question_of(text: str, context: RunContext) -> tuple[Turn, ...]:
    """The turn of a message to an agent, or several for a long one. Raises InvalidInput for a blank text."""
    checked_message(text, "the message")
    return question_turns(replace(context, question=text))


def turns_of(
    read_turns: Callable[[Sequence[str]], Sequence[Turn]],
    run: object,
    context: RunContext,
    *,
    used: Sequence[Hit | str],
    kept: Collection[str] | None,
) -> tuple[Turn, ...]:
    """The turns of a run; see `Memory.remember_run`. `read_turns` gives the turns with these uids.

    `used` of the answer contains no agent-generated turns.
    """
    agent_run = run_of(run)
    supplied = read_turns((*used_turns(used), *supplied_by_memory(agent_run.results)))
    sources = [turn.uid for turn in supplied if not turn.is_agent_generated]
    return tuple(turns_of_run(agent_run, context, sources, kept))


def cited_sources(turns: Sequence[Turn]) -> tuple[str, ...]:
    """The uids of the turns that an answer among these turns is based on and cites, each once."""
    return tuple(dict.fromkeys(uid for turn in turns for uid in cited_in(turn.text, turn.used)))
