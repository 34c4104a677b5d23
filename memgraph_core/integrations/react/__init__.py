"""An agent that remembers: memory first, tools from outside only for what memory does not know, and write-back.

`MemoryAgent` works without a model, word for word from memory; with one it runs LlamaIndex's ReAct loop.
"""

from memgraph_core.integrations.react.agent import MemoryAgent, Reply
from memgraph_core.integrations.react.calculator import calculator
from memgraph_core.integrations.react.files import FilesOfFolder
from memgraph_core.integrations.react.persona import Persona

__all__ = ["FilesOfFolder", "MemoryAgent", "Persona", "Reply", "calculator"]
