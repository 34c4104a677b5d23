"""Run any LlamaIndex agent and store its answer."""

import asyncio
from typing import Any

from memgraph_core.memory import Memory


async def run_and_remember(
    agent: Any,  # noqa: ANN401  any agent or workflow whose run gives an AgentOutput
    memory: Memory,
    *,
    user_msg: str,
    session: str = "default",
    speaker: str = "user",
    **run: Any,  # noqa: ANN401  as its run takes them
) -> Any:  # noqa: ANN401
    """Run an agent, store the question, the answer and the results of external tools, and return the output.

    Do not give the agent a chat store of the same memory: each turn would be logged twice.
    """
    output = await agent.run(user_msg=user_msg, **run)
    name = str(getattr(agent, "name", "assistant") or "assistant")
    await asyncio.to_thread(
        memory.remember_run, output, question=user_msg, session=session, speaker=speaker, agent=name
    )
    return output
