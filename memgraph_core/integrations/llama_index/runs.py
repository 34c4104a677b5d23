"""Run any LlamaIndex agent, with the message stored before the run and the answer after it."""

# pyright: basic, reportMissingImports=false
# LlamaIndex need not be installed where types are checked.

import asyncio
from typing import Any

from memgraph_core.engine.metered_chat import CallMeter, empty_answer
from memgraph_core.extract.llm.failures import model_error_of
from memgraph_core.integrations.llama_index.metering import recording
from memgraph_core.memory import Memory
from memgraph_core.turns.agent_runs import run_of


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
    meter, model = CallMeter(memory.engine, memory.store, session), _model_of(agent)
    await asyncio.to_thread(meter.check_budgets)
    try:
        with recording(meter, model):
            output = await agent.run(user_msg=user_msg, **run)
    except Exception as e:  # LlamaIndex's agents have no common base for errors
        await asyncio.to_thread(meter.record, model, "unfinished")
        raise model_error_of(e, model) from e
    if run_of(output).is_empty:
        await asyncio.to_thread(meter.record, model, "unfinished")
        raise empty_answer(model)
    name = str(getattr(agent, "name", "assistant") or "assistant")
    await asyncio.to_thread(memory.remember_run, output, session=session, speaker=speaker, agent=name)
    return output


def _model_of(agent: Any) -> str:  # noqa: ANN401
    """The name of the model of an agent, or of the first agent of a workflow; `unknown` if it has no name."""
    agents = [agent, *getattr(agent, "agents", {}).values()]
    metadata = (getattr(getattr(each, "llm", None), "metadata", None) for each in agents)
    return next((data.model_name for data in metadata if data is not None), "unknown")
