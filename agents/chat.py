"""A chat with an agent that has a memory: one namespace per user, with or without a language model.

    python agents/chat.py ada memory.db            # MEMGRAPH_CORE_LLM and OPENAI_BASE_URL name a model, if any

To add a tool of your own, write a function with a docstring and add it by name: see `weather`, an example of an
external service. Web search or a camera are added in the same way; their results are stored with their source.
"""

import sys
from collections.abc import Iterable

from memgraph_core import Memory
from memgraph_core.config import Settings
from memgraph_core.integrations.react import MemoryAgent, Persona, calculator

PERSONA = Persona(
    name="Mia",
    text="You are Mia, warm and brief. You remember what people said, and you say when you do not know.",
)


def weather(place: str) -> dict[str, str]:
    """The weather at a place, now.

    Args:
        place (str): a city
    """
    return {"text": f"It is sunny in {place}.", "source": "https://weather.example/"}


def agent_of(memory: Memory, user: str, llm: object = None) -> MemoryAgent:
    """Create the agent of one user."""
    agent = MemoryAgent(memory, llm, persona=PERSONA, speaker=user)
    agent.add_tool("calculator", calculator, external=False)
    agent.add_tool("weather", weather)
    return agent


def converse(agent: MemoryAgent, lines: Iterable[str]) -> None:
    """Answer each line until an empty one."""
    for line in lines:
        if not line.strip():
            return
        print(agent.ask(line.strip()))


def model() -> object:
    """The model that the environment names, or None."""
    settings = Settings.from_env().models
    if not settings.llm:
        return None
    from memgraph_core.models.chat import chat_for

    return chat_for(settings)


def main(user: str = "user", store: str = "memory.db") -> None:
    """Run the chat in the terminal."""
    with Memory.open(store, namespace=user) as memory:
        converse(agent_of(memory, user, model()), sys.stdin)


if __name__ == "__main__":
    main(*sys.argv[1:])
