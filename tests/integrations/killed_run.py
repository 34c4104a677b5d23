"""A process that runs agents over files, each in a fork that may kill itself before one of its SQL statements."""

import asyncio
import os
import signal
from multiprocessing.connection import Connection
from pathlib import Path

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


def run_agents(channel: Connection) -> None:
    """Run each agent that the channel names: path, address of the endpoint, agent, and statement.

    `agent` is react, function or chat_store. `statement` is the number of the statement before which the fork kills itself; 0
    kills it never, and it sends the number of its statements. After each run the exit code is sent.
    """
    while True:
        run = channel.recv()
        child = os.fork()
        if child == 0:
            code = 1
            try:
                channel.send(_statements_of(*run))
                code = 0
            finally:
                os._exit(code)
        channel.send(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


def _statements_of(path: Path, url: str, agent: str, last: int) -> int:
    count = 0

    def on_statement(_: str) -> None:
        nonlocal count
        count += 1
        if count == last:
            os.kill(os.getpid(), signal.SIGKILL)

    with Memory(MemoryEngine(open_sqlite(path, None, on_statement=on_statement)), "x") as memory:
        count = 0
        _RUNS[agent](memory, url)
        return count


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
