"""Run any LlamaIndex agent, with the message stored before the run and the answer after it."""

# pyright: basic, reportMissingImports=false
# LlamaIndex need not be installed where types are checked.

import asyncio
from typing import Any

from memgraph_core.engine.metered_chat import MeteredChat
from memgraph_core.errors import ModelError
from memgraph_core.integrations.llama_index.failures import model_error_of
from memgraph_core.integrations.llama_index.metering import recording
from memgraph_core.integrations.llama_index.models import LlamaChat
from memgraph_core.memory import Memory
from memgraph_core.models.protocol import ChatAnswer


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

    The question is durable before the agent runs. The calls of the agent's model are recorded in the ledger; budgets are
    checked before the run, not between its calls. Raises ModelError, also BudgetSpent, if there is no answer. Do not give
    the agent a chat store of the same memory: each turn would be logged twice.
    """
    await asyncio.to_thread(memory.remember_question, user_msg, session=session, speaker=speaker)
    meter = MeteredChat(LlamaChat(getattr(agent, "llm", None)), memory.engine, memory.store, session)
    await asyncio.to_thread(meter.check_budgets)
    try:
        with recording(meter):
            output = await agent.run(user_msg=user_msg, **run)
    except Exception as e:  # LlamaIndex's agents have no common base for errors
        await asyncio.to_thread(meter.record, "unfinished", ChatAnswer(text=""))
        raise model_error_of(e, meter.name) from e
    if not str(getattr(output.response, "content", output.response) or "").strip():
        await asyncio.to_thread(meter.record, "unfinished", ChatAnswer(text=""))
        raise ModelError(f"the language model {meter.name!r} gave an empty answer. Ask again, or use another model.")
    name = str(getattr(agent, "name", "assistant") or "assistant")
    await asyncio.to_thread(memory.remember_run, output, session=session, speaker=speaker, agent=name)
    return output
