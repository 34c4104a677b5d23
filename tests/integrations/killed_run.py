"""Runs one agent over a file until it is done, or until it kills itself before one of its SQL statements.

    python killed_run.py FILE URL AGENT STATEMENT

`AGENT` is react, function or chat_store. `STATEMENT` is the number of the statement before which the process is killed; 0
kills it never, and the number of statements is printed.
"""

import asyncio
import os
import signal
import sys

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.memory import Memory as ChatMemory

from endpoint_llm import EndpointLLM
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.integrations.llama_index import GraphChatStore, MemoryToolSpec, run_and_remember
from memgraph_core.integrations.react import MemoryAgent
from memgraph_core.memory import Memory
from memgraph_core.models.chat import OpenAIChat
from memgraph_core.store.sqlite import open_sqlite

QUESTION = "I moved to Milan. Where do I live?"


def main() -> None:
    """Run the agent."""
    path, url, agent, number = *sys.argv[1:4], int(sys.argv[4])
    count = 0

    def on_statement(_: str) -> None:
        nonlocal count
        count += 1
        if count == number:
            os.kill(os.getpid(), signal.SIGKILL)

    with Memory(MemoryEngine(open_sqlite(path, None, on_statement=on_statement)), "x") as memory:
        count = 0
        _RUNS[agent](memory, url)
        print(count)


def _react(memory: Memory, url: str) -> None:
    MemoryAgent(memory, OpenAIChat("small", base_url=url)).ask(QUESTION)


def _function(memory: Memory, url: str) -> None:
    agent = FunctionAgent(
        llm=EndpointLLM(url=url), tools=MemoryToolSpec(memory).to_tool_list(), streaming=False
    )
    asyncio.run(run_and_remember(agent, memory, user_msg=QUESTION, session="chat"))


def _chat_store(memory: Memory, url: str) -> None:
    agent = FunctionAgent(
        llm=EndpointLLM(url=url), tools=MemoryToolSpec(memory).to_tool_list(), streaming=False
    )
    history = ChatMemory.from_defaults(session_id="chat", chat_store=GraphChatStore(memory))

    async def run() -> None:
        await agent.run(user_msg=QUESTION, memory=history)

    asyncio.run(run())


_RUNS = {"react": _react, "function": _function, "chat_store": _chat_store}

if __name__ == "__main__":
    main()
